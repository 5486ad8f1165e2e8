//! The words of a step and its drawing are about the same unit.

use std::collections::BTreeMap;
use tilewright::explain::Event;
use tilewright::generate::{Spec, maker};
use tilewright::logic::{Board, Budget, Level, Step};
use tilewright::play::Game;
use tilewright::puzzles::Telling;
use tilewright::render::{Emphasis, Outline, Picture};
use tilewright::{Puzzle, Solver, read};

/// Clues and irregular regions.
const REGIONS: &str = "1 2 . 4\n. . . 2\n. 1 . .\n. . . .\n\n1 1 1 2\n1 2 2 2\n3 3 4 4\n3 3 4 4\n";

/// The cells of every line, box and region of a board, by name.
type Units = BTreeMap<String, Vec<usize>>;

/// The cells of the units that a drawing outlines as the base of the step.
fn outlined(picture: &Picture) -> Vec<Vec<usize>> {
    let outlines = picture.outlines.iter();
    let bases = outlines.filter(|outline| outline.emphasis == Emphasis::Base);
    bases.map(|outline| outline.cells.clone()).collect()
}

/// The rows, columns and boxes of a 9×9 board.
fn units_of_nine() -> Units {
    let of = |is_in: &dyn Fn(usize, usize) -> bool| -> Vec<usize> {
        let cells = (0..81).filter(|cell| is_in(cell / 9, cell % 9));
        cells.collect()
    };
    let mut units = BTreeMap::new();
    for number in 0..9 {
        let name = number + 1;
        units.insert(format!("row {name}"), of(&|row, _| row == number));
        units.insert(format!("column {name}"), of(&|_, column| column == number));
        let is_in = |row: usize, column: usize| row / 3 * 3 + column / 3 == number;
        units.insert(format!("box {name}"), of(&is_in));
    }
    units
}

/// The units of any board, by the model's names for the items of its symbols.
fn units_of(puzzle: &dyn Puzzle) -> Units {
    let model = puzzle.model(&Budget::default()).unwrap();
    let mut units = BTreeMap::new();
    for item in model.items() {
        let name = puzzle.item_name(item);
        let Some((_, unit)) = name.split_once(" of ") else {
            continue;
        };
        let spots = model.members(item).iter();
        let spots = spots.flat_map(|&(choice, _)| puzzle.spots(choice));
        let mut cells: Vec<usize> = spots.map(|spot| spot.cell).collect();
        cells.sort_unstable();
        let known = units
            .entry(unit.to_owned())
            .or_insert_with(|| cells.clone());
        assert_eq!(*known, cells, "{name} of {puzzle:?}");
    }
    units
}

/// Holds the words of a step against its drawing; the name where they are about a unit.
fn check(
    puzzle: &dyn Puzzle,
    units: &Units,
    (step, told): (&Step, Telling),
    board: &Board,
) -> Option<String> {
    let (name, place, because) = (told.name, told.place, told.because);
    let picture = puzzle.illustrate(step, board);
    let outlined = outlined(&picture);
    if name == "naked single" {
        assert!(!units.contains_key(&place), "{because}");
        assert!(outlined.iter().all(|cells| cells.len() == 1), "{because}");
        return None;
    }
    let Some(unit) = units.get(&place) else {
        assert!(name != "hidden single" && name != "full house", "{because}");
        return None;
    };
    assert!(because.contains(&place), "{name}: {because}");
    // The unit of a naked set is the one that its values fill.
    let is_cover =
        |outline: &Outline| outline.emphasis == Emphasis::Cover && outline.cells == *unit;
    let is_naked_set = name.contains("naked") && picture.outlines.iter().any(is_cover);
    assert!(is_naked_set || outlined.contains(unit), "{name}: {because}");
    Some(name)
}

/// The first steps of an explanation, and other singles of the same boards.
fn check_all(puzzle: &dyn Puzzle, units: &Units, seen: &mut BTreeMap<String, u32>) {
    let mut count = |name: Option<String>| {
        if let Some(name) = name {
            *seen.entry(name).or_insert(0) += 1;
        }
    };
    for event in Solver::new().ask(puzzle).unwrap().explain().take(100) {
        let Event::Step(page) = event else { continue };
        // The words were found on the board at the start of the round, the drawing shows a later one.
        let told = page.telling.clone();
        count(check(puzzle, units, (&page.step, told), &page.before));
        let singles = page.before.steps(Level::Single, &Budget::default());
        for step in singles.unwrap().into_iter().take(5) {
            let step = puzzle.as_seen(step, &page.before);
            let told = puzzle.tell(&step, &page.before);
            count(check(puzzle, units, (&step, told), &page.before));
        }
    }
}

fn easy_puzzles() -> Vec<Box<dyn Puzzle>> {
    let easy = Spec {
        difficulty: Some("easy".parse().unwrap()),
        ..Spec::default()
    };
    let maker = maker("sudoku", "3,3", easy, false).unwrap();
    let made = (0..20).map(|seed| maker.make(seed, &Budget::default()).unwrap().puzzle);
    let morning =
        "36...1.7.4...5..8...524...1..4.3.7.6.3.....1.1.7.6.3..5...241...4..9...7.7.6...59";
    made.map(|puzzle| -> Box<dyn Puzzle> { puzzle })
        .chain([read(morning, None).unwrap()])
        .collect()
}

#[test]
fn the_unit_that_is_named_is_the_one_that_is_outlined() {
    let units = units_of_nine();
    let mut seen = BTreeMap::new();
    for puzzle in easy_puzzles() {
        assert_eq!(units_of(&*puzzle), units);
        check_all(&*puzzle, &units, &mut seen);
    }
    assert!(seen["hidden single"] > 1000, "{seen:?}");
    assert!(seen["full house"] > 100, "{seen:?}");
}

/// Hints go another way than explanations: they are the easiest of all steps of a board.
#[test]
fn so_it_is_in_hints() {
    let units = units_of_nine();
    for puzzle in easy_puzzles().into_iter().take(5) {
        let puzzle: std::sync::Arc<dyn Puzzle> = puzzle.into();
        let mut game = Game::new(puzzle, &Budget::default()).unwrap();
        let mut session = Solver::new().ask(&**game.puzzle()).unwrap();
        let mut steps = 0;
        while let Some(advice) = session.advise(&game).unwrap() {
            let telling = &advice.hint.telling;
            if let Some(unit) = units.get(&telling.place) {
                let message = format!("{}: {}", telling.name, telling.because);
                assert!(outlined(&advice.picture).contains(unit), "{message}");
            }
            assert!(game.apply(&advice.hint.step));
            steps += 1;
        }
        assert!(game.is_right() && steps > 20, "{steps} steps");
    }
}

/// The corpus has cubes and boards of up to six axes; others have odd boxes, regions or no boxes.
#[test]
fn and_on_boards_of_every_kind() {
    let folder = tilewright_testkit::corpus().join("sudoku");
    let mut puzzles = Vec::new();
    for file in std::fs::read_dir(folder).unwrap() {
        let text = std::fs::read_to_string(file.unwrap().path()).unwrap();
        puzzles.push(read(&text, None).unwrap());
    }
    for (board, size) in [
        ("sudoku", "2,2"),
        ("sudoku", "3,2"),
        ("sudoku", "2,3"),
        ("sudoku", "2,4"),
        ("sudoku", "5,2"),
        ("sudoku", "2,1,2"),
        ("latin", "7"),
    ] {
        let maker = maker(board, size, Spec::default(), false).unwrap();
        let made = (0..2).map(|seed| maker.make(seed, &Budget::default()).unwrap().puzzle);
        puzzles.extend(made.map(|puzzle| -> Box<dyn Puzzle> { puzzle }));
    }
    puzzles.push(read(REGIONS, None).unwrap());
    let mut seen = BTreeMap::new();
    for puzzle in puzzles {
        check_all(&*puzzle, &units_of(&*puzzle), &mut seen);
    }
    assert!(seen["hidden single"] > 1000, "{seen:?}");
    assert!(seen["full house"] > 100, "{seen:?}");
}
