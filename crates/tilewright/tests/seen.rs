//! What a step says and what its drawing shows are about the same unit.

use std::collections::BTreeMap;
use tilewright::generate::{Limits, Wish, maker};
use tilewright::render::{Emphasis, Picture};
use tilewright::{Event, Game, Manner, Puzzle, Solver, read};

/// The cells of the units that a drawing outlines as what the step looks at.
fn outlined(picture: &Picture) -> Vec<Vec<usize>> {
    let outlines = picture.outlines.iter();
    let bases = outlines.filter(|outline| outline.emphasis == Emphasis::Base);
    bases.map(|outline| outline.cells.clone()).collect()
}

/// The cells of every row, column and box of a 9×9 board, by name.
fn units() -> BTreeMap<String, Vec<usize>> {
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

fn easy_puzzles() -> Vec<Box<dyn Puzzle>> {
    let easy = Wish {
        difficulty: Some("easy".parse().unwrap()),
        ..Wish::default()
    };
    let maker = maker("sudoku", "3,3", easy, false).unwrap();
    let made = (0..20).map(|seed| maker.make(seed, &Limits::default()).unwrap().puzzle);
    let morning =
        "36...1.7.4...5..8...524...1..4.3.7.6.3.....1.1.7.6.3..5...241...4..9...7.7.6...59";
    made.map(|puzzle| -> Box<dyn Puzzle> { puzzle })
        .chain([read(morning, None).unwrap()])
        .collect()
}

#[test]
fn the_unit_that_is_named_is_the_one_that_is_outlined() {
    let units = units();
    let mut seen = BTreeMap::new();
    for puzzle in easy_puzzles() {
        for event in Solver::new().ask(&*puzzle).unwrap().explain() {
            let Event::Step(page) = event else { continue };
            let picture = puzzle.illustrate(&page.step, &page.before);
            let telling = page.telling;
            let message = format!("{}: {}", telling.name, telling.because);
            if telling.name == "naked single" {
                assert!(!units.contains_key(&telling.place), "{message}");
                let outlined = outlined(&picture);
                assert!(outlined.iter().all(|cells| cells.len() == 1), "{message}");
                continue;
            }
            if let Some(unit) = units.get(&telling.place) {
                assert!(telling.because.contains(&telling.place), "{message}");
                *seen.entry(telling.name.clone()).or_insert(0) += 1;
                assert!(outlined(&picture).contains(unit), "{message}");
            }
        }
    }
    assert!(seen["hidden single"] > 300, "{seen:?}");
    assert!(seen["full house"] > 50, "{seen:?}");
}

/// Hints go another way than explanations: they are the easiest of all steps of a board.
#[test]
fn so_it_is_in_hints() {
    let units = units();
    for puzzle in easy_puzzles().into_iter().take(5) {
        let puzzle: std::sync::Arc<dyn Puzzle> = puzzle.into();
        let mut game = Game::new(puzzle, tilewright::DEFAULT_MEMORY).unwrap();
        let mut session = Solver::new().ask(&**game.puzzle()).unwrap();
        let mut steps = 0;
        while let Some(advice) = session.advise(&game, Manner::default()).unwrap() {
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

/// A board of any number of axes is told from the same table, and drawn from the same items.
#[test]
fn and_on_a_cube() {
    let text = include_str!("../../../corpus/sudoku/tile-reduction-cube1.txt");
    let puzzle = read(text, None).unwrap();
    let mut hidden = 0;
    for event in Solver::new().ask(&*puzzle).unwrap().explain() {
        let Event::Step(page) = event else { continue };
        let tilewright::logic::Reason::Single { item } = page.step.reason else {
            continue;
        };
        let item = puzzle.item_name(item);
        let message = format!("{item}; {}", page.telling.because);
        if page.telling.name == "naked single" {
            assert_eq!(item, page.telling.place, "{message}");
        } else {
            assert!(item.ends_with(&page.telling.place), "{message}");
            hidden += 1;
        }
    }
    assert!(hidden > 10, "{hidden}");
}
