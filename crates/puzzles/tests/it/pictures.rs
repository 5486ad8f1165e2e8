//! The pictures of the families: places of choices, values for a cell, and steps.

use std::collections::HashSet;
use tilewright_logic::{Budget, Logic, Settings};
use tilewright_model::Choice;
use tilewright_puzzles::{Legend, Puzzle, board, read};
use tilewright_render::{Drawing, Emphasis, Picture, Spot};

const RULES: &str = "grid = [3, 3]\nvalues = \"1..3\"\n\n[[group]]\ntiles = [\"rows\", \
                     \"columns\"]\nall_different = true\n\n[givens]\nr1c1 = 1\nr1c2 = 2\n";

fn puzzles() -> Vec<Box<dyn Puzzle>> {
    let texts = [
        "1.....2.2.......",
        "3 2\n0 0 4\n? 0 0\n",
        "2 1 2\n4 0\n\n0 0\n",
        "A B C | p\nA B p:x\nC p:y\nA C\nB\n",
        RULES,
    ];
    let mut all: Vec<Box<dyn Puzzle>> =
        texts.iter().map(|text| read(text, None).unwrap()).collect();
    let boards = [
        ("sudoku", "2,2,1"),
        ("roads", "3x4"),
        ("loops", "4x4"),
        ("roads-torus", "3x3"),
    ];
    all.extend(boards.iter().map(|(kind, size)| board(kind, size).unwrap()));
    all
}

fn spots(puzzle: &dyn Puzzle) -> Vec<Vec<Spot>> {
    let model = puzzle.model(&Budget::default()).unwrap();
    model.choices().map(|choice| puzzle.spots(choice)).collect()
}

fn emphasised(picture: &Picture, wanted: Emphasis) -> usize {
    let mut found = picture
        .outlines
        .iter()
        .filter(|o| o.emphasis == wanted)
        .count();
    for grid in picture.grids() {
        for row in 0..grid.rows() {
            for column in 0..grid.columns() {
                let cell = grid.cell(row, column);
                found += usize::from(cell.emphasis == wanted);
                found += cell.marks.iter().filter(|m| m.emphasis == wanted).count();
            }
        }
    }
    found
}

#[test]
fn every_choice_stands_somewhere_of_its_own() {
    for puzzle in puzzles() {
        let cells = puzzle.picture().cell_count();
        let all = spots(&*puzzle);
        for spots in &all {
            assert!(!spots.is_empty(), "{puzzle:?}");
            assert!(spots.iter().all(|spot| spot.cell < cells), "{puzzle:?}");
        }
        let different: HashSet<&Vec<Spot>> = all.iter().collect();
        assert_eq!(different.len(), all.len(), "{puzzle:?}");
    }
}

#[test]
fn a_clue_put_into_a_cell_is_the_choice_that_stands_there() {
    for puzzle in puzzles() {
        let Legend::Values(entries) = puzzle.legend() else {
            continue;
        };
        for (number, place) in spots(&*puzzle).iter().enumerate() {
            let [
                Spot {
                    cell,
                    slot: Some(slot),
                },
            ] = place[..]
            else {
                panic!("a value stands in one cell");
            };
            let changed = puzzle.with_clue(cell, Some(&entries[slot].name)).unwrap();
            assert!(
                changed.givens().contains(&Choice(number as u32)),
                "{changed:?}"
            );
            let emptied = changed.with_clue(cell, None).unwrap();
            let stands = |choice: &Choice| puzzle.spots(*choice)[0].cell == cell;
            assert!(!emptied.givens().iter().any(stands), "{emptied:?}");
        }
        assert!(puzzle.with_clue(0, Some("no such value")).is_err());
        assert!(puzzle.with_clue(usize::MAX, None).is_err());
    }
}

#[test]
fn shikaku_clues_are_numbers() {
    let puzzle = read("3 2\n0 0 4\n? 0 0\n", None).unwrap();
    assert_eq!(puzzle.legend(), Legend::Numbers { most: 6 });
    let changed = puzzle.with_clue(3, Some("2")).unwrap();
    assert_eq!(changed.write("grid").unwrap(), "3 2\n0 0 4\n2 0 0\n");
    let changed = changed.with_clue(0, Some("?")).unwrap();
    let changed = changed.with_clue(2, None).unwrap();
    assert_eq!(changed.write("grid").unwrap(), "3 2\n? 0 0\n2 0 0\n");
    for word in ["0", "7", "-1", "", "two", "99999999999"] {
        let error = puzzle.with_clue(0, Some(word)).unwrap_err().to_string();
        assert!(error.contains("from 1 to 6"), "{error}");
    }
}

#[test]
fn covers_and_holes_take_no_clues() {
    let cover = read("A B\nA\nB\n", None).unwrap();
    assert_eq!(cover.legend(), Legend::Nothing);
    assert!(cover.with_clue(0, Some("A")).is_err());
}

#[test]
fn every_step_shows_what_it_does() {
    for puzzle in puzzles() {
        let model = puzzle.model(&Budget::default()).unwrap();
        let logic = Logic::new(&model, &Budget::default()).unwrap();
        let mut board = logic.board(&puzzle.givens());
        for _ in 0..200 {
            let Ok(Some(step)) = board.next_step(&Settings::default(), &Budget::default()) else {
                break;
            };
            let picture = puzzle.illustrate(&step, &board);
            let message = format!("{step:?} of {puzzle:?}");
            if !step.picked.is_empty() {
                assert!(emphasised(&picture, Emphasis::Picked) > 0, "{message}");
            }
            if !step.removed.is_empty() && step.picked.is_empty() {
                assert!(emphasised(&picture, Emphasis::Removed) > 0, "{message}");
            }
            board.apply(&step);
        }
    }
}

#[test]
fn candidates_are_marks_of_their_cells() {
    let puzzle = read("12..............", None).unwrap();
    let model = puzzle.model(&Budget::default()).unwrap();
    let logic = Logic::new(&model, &Budget::default()).unwrap();
    let picture = puzzle.pencil_marks(&logic.board(&puzzle.givens()));
    let grid = picture.grids().next().unwrap();
    let texts: Vec<&str> = grid
        .cell(0, 2)
        .marks
        .iter()
        .map(|m| m.text.as_str())
        .collect();
    let slots: Vec<usize> = grid.cell(0, 2).marks.iter().map(|m| m.slot).collect();
    assert_eq!((texts, slots), (vec!["3", "4"], vec![2, 3]));
    assert_eq!(grid.slots, 4);
}

#[test]
fn tiles_are_drawn_by_what_their_sides_are() {
    let drawing = |kind, size| {
        let Legend::Values(entries) = board(kind, size).unwrap().legend() else {
            panic!("kinds are values");
        };
        entries[0].drawing.clone()
    };
    let up = [true, true, false, true];
    assert_eq!(drawing("roads", "2x2"), Some(Drawing::Roads(up)));
    let straight = [true, false, true, false];
    assert_eq!(drawing("loops", "2x2"), Some(Drawing::Loops(straight)));
    let text = "sockets = [\"red\", \"blue\"]\n[board]\nsize = [1, 1]\n[kinds]\n\
                a = { sides = \"red blue red red\" }\n";
    let set = read(text, Some("tiles:toml")).unwrap();
    let Legend::Values(entries) = set.legend() else {
        panic!("kinds are values");
    };
    assert!(matches!(entries[0].drawing, Some(Drawing::Sockets(_))));
}

#[test]
fn titles_say_what_it_is() {
    let title = |text: &str| read(text, None).unwrap().title();
    assert_eq!(title("12.............."), "Sudoku 4×4, 2 clues");
    assert_eq!(title("3 2\n0 0 4\n? 0 0\n"), "Shikaku 3×2, 2 clues");
    assert_eq!(title("A B\nA\nB\n"), "exact cover, 2 items, 2 options");
    assert_eq!(
        board("sudoku", "2,2,2").unwrap().title(),
        "Sudoku 8×8×8, 0 clues"
    );
    assert_eq!(
        board("loops", "5x4").unwrap().title(),
        "loops 5×4, 0 fixed places"
    );
}
