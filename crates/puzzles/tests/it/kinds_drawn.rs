//! Boards of kinds, made for these tests: their drawings as text and as SVG, what is said of their steps, and what a player
//! enters.

use tilewright_logic::{Logic, Settings};
use tilewright_model::Choice;
use tilewright_model::budget::Budget;
use tilewright_puzzles::{Families, Legend, Puzzle};
use tilewright_render::layout::{Look, lay_out};
use tilewright_render::svg;
use tilewright_render::text::Text;

fn read(kind: &str, text: &str) -> Box<dyn Puzzle> {
    Families::default().read(text, Some(kind)).unwrap()
}

fn drawn(puzzle: &dyn Puzzle) -> String {
    Text::default().draw(&puzzle.picture())
}

/// The choice of that name.
fn choice(puzzle: &dyn Puzzle, name: &str) -> Choice {
    let model = puzzle.model(&Budget::default()).unwrap();
    let found = model
        .choices()
        .find(|&choice| puzzle.choice_name(choice) == name);
    found.unwrap_or_else(|| panic!("there is no choice {name:?}"))
}

/// The puzzle with choices of these names.
fn with(puzzle: &dyn Puzzle, names: &str) -> Box<dyn Puzzle> {
    let choices: Vec<Choice> = names.split(", ").map(|name| choice(puzzle, name)).collect();
    puzzle.fill(&choices)
}

const FENCE: &str = "2 2\n3 -\n- 2\n";

#[test]
fn a_fence_is_drawn_between_dots() {
    let board = read("slitherlink", FENCE);
    assert_eq!(
        drawn(&*board),
        "·   ·   ·\n  3\n·   ·   ·\n      2\n·   ·   ·\n"
    );
    let some = with(&*board, "r1c1n = on, r1c1w = on, r1c1e = off");
    assert_eq!(
        drawn(&*some),
        "┌───╴   ·\n│ 3 ×\n╵   ·   ·\n      2\n·   ·   ·\n"
    );
}

#[test]
fn every_place_that_takes_a_value_can_be_clicked() {
    let board = read("slitherlink", FENCE);
    let file = svg::for_page(&lay_out(&board.picture(), &Look::default()));
    // Four cells and twelve edges; nothing is entered at corners.
    assert_eq!(file.matches("data-cell=").count(), 16);
    assert_eq!(board.slots(0), Some(vec![]));
    assert_eq!(board.slots(4), Some(vec![0, 1]));
    let Legend::Values(entries) = board.legend() else {
        panic!("a fence is off or on");
    };
    let names: Vec<&str> = entries.iter().map(|entry| entry.name.as_str()).collect();
    assert_eq!(names, ["off", "on"]);
    assert!(entries[0].is_nothing && !entries[1].is_nothing);
    let on = choice(&*board, "r1c1n = on");
    assert_eq!(board.spots(on)[0].cell, 4);
}

#[test]
fn clues_are_set_cell_by_cell() {
    let board = read("slitherlink", FENCE);
    assert_eq!(board.clue_at(0).as_deref(), Some("3"));
    let other = board.with_clue(1, Some("1")).unwrap();
    assert_eq!(other.clue_at(1).as_deref(), Some("1"));
    assert!(other.with_clue(0, None).unwrap().clue_at(0).is_none());
    let error = board.with_clue(1, Some("x")).unwrap_err().to_string();
    assert_eq!(error, "\"x\" is not a clue of the layer number");
}

#[test]
fn signs_follow_from_the_file() {
    let akari = read("akari", "2 3\n- 1 -\n- - x\n");
    assert_eq!(
        drawn(&*akari),
        "┌─────────┐\n│ · █1█ · │\n│ ·  · ███│\n└─────────┘\n"
    );
    let lit = with(&*akari, "r1c1 = bulb, r2c1 = .");
    assert_eq!(
        drawn(&*lit),
        "┌─────────┐\n│ ● █1█ · │\n│ •  · ███│\n└─────────┘\n"
    );
    let masyu = read("masyu", "2 2\nw -\n- b\n");
    let road = with(&*masyu, "r1c1e = on, r1c1s = off");
    assert_eq!(
        drawn(&*road),
        "┌───────┐\n│ ○───╴ │\n│ ×     │\n│ ·   ● │\n└───────┘\n"
    );
}

/// What is said of the first step from some choices on.
fn told(kind: &str, text: &str) -> (String, String) {
    let board = read(kind, text);
    let budget = Budget::default();
    let logic = Logic::new(&board.model(&budget).unwrap(), &budget).unwrap();
    let start = logic.board(&board.givens());
    let step = start
        .next_step(&Settings::default(), &budget)
        .unwrap()
        .unwrap();
    let telling = board.tell(&step, &start);
    let picture = board.illustrate(&step, &start);
    let file = svg::for_page(&lay_out(&picture, &Look::default()));
    assert!(
        file.contains("strong-picked") || file.contains("strong-removed"),
        "{file}"
    );
    (telling.because, telling.therefore)
}

#[test]
fn steps_are_told_in_sentences_and_drawn() {
    let (because, therefore) = told("slitherlink", "1 1\n0\n");
    assert!(
        because.starts_with("one choice is left for the sides of the 0 at r1c1"),
        "{because}"
    );
    assert!(
        therefore.starts_with("there is no line at the "),
        "{therefore}"
    );
    let (_, therefore) = told("akari", "1 3\n- 0 -\n");
    assert_eq!(therefore, "r1c1 is empty");
}
