//! Puzzles by their numbers.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use tilewright::generate::{Budget, Minimal, Spec, Symmetry, maker, seed_of};
use tilewright::{Existence, Rated, Solver};
use tilewright_batch::{Columns, Pace, Recipe, Unfinished, Values, generate, on_a_line};

fn recipe(kind: &str, size: &str) -> Recipe {
    Recipe::new(maker(kind, size, Spec::default(), false).unwrap())
}

fn texts(columns: &Columns, name: &str) -> Vec<Option<String>> {
    let rows = 0..columns.rows();
    rows.map(|row| columns.text(name, row).map(str::to_owned))
        .collect()
}

#[test]
fn each_is_what_its_maker_makes_of_its_seed_and_is_unique() {
    for (kind, size) in [("sudoku", "3,3"), ("sudoku", "2,2"), ("shikaku", "8x6")] {
        let columns = generate(&recipe(kind, size), 5, 10..22, &Pace::new()).unwrap();
        assert_eq!(columns.rows(), 12);
        let maker = maker(kind, size, Spec::default(), false).unwrap();
        for row in 0..12 {
            let made = maker
                .make(seed_of(5, 10 + row), &Budget::default())
                .unwrap();
            let row = usize::try_from(row).unwrap();
            let line = on_a_line(&*made.puzzle, None).unwrap();
            assert_eq!(columns.text("puzzle", row), Some(&*line));
            assert_eq!(columns.text("status", row), Some("made"));
            assert_eq!(columns.text("reason", row), None);
            let solved = made.puzzle.fill(&made.solution);
            let solved = tilewright_batch::telling(&*made.puzzle, &*solved, None).unwrap();
            assert_eq!(columns.text("solution", row), Some(&*solved));
            let puzzle = tilewright::read(&line, None).unwrap();
            let existence = Solver::new()
                .ask(&*puzzle)
                .map(|mut session| session.existence());
            assert!(matches!(existence, Ok(Existence::Unique(_))), "{line}");
        }
    }
}

#[test]
fn neither_threads_nor_ranges_change_a_row() {
    let recipe = recipe("sudoku", "3,3").rated(true);
    let whole = generate(&recipe, 3, 0..40, &Pace::new().threads(1)).unwrap();
    for threads in [2, 5, 64] {
        let again = generate(&recipe, 3, 0..40, &Pace::new().threads(threads)).unwrap();
        assert_eq!(again, whole);
    }
    for name in ["puzzle", "solution", "techniques", "grade"] {
        let mut pieces = Vec::new();
        for range in [0..1, 1..8, 8..40] {
            pieces.extend(texts(
                &generate(&recipe, 3, range, &Pace::new()).unwrap(),
                name,
            ));
        }
        assert_eq!(pieces, texts(&whole, name));
    }
    assert_ne!(
        texts(
            &generate(&recipe, 4, 0..40, &Pace::new()).unwrap(),
            "puzzle"
        ),
        texts(&whole, "puzzle")
    );
}

#[test]
fn ratings_are_those_of_the_facade() {
    let recipe = recipe("sudoku", "3,3").rated(true);
    let columns = generate(&recipe, 1, 0..6, &Pace::new()).unwrap();
    let names: Vec<_> = columns.columns().iter().map(|column| column.name).collect();
    assert_eq!(names, recipe.columns());
    assert_eq!(names.iter().filter(|name| **name == "clues").count(), 1);
    let (Some(Values::Float64(difficulty)), Some(Values::Int64(clues))) =
        (columns.column("difficulty"), columns.column("clues"))
    else {
        panic!("the columns have their kinds");
    };
    for row in 0..6 {
        let line = columns.text("puzzle", row).unwrap();
        let puzzle = tilewright::read(line, None).unwrap();
        let rated = Solver::new()
            .ask(&*puzzle)
            .map(|mut session| session.rate());
        let Ok(Rated::Unique(rating)) = rated else {
            panic!("it has one solution");
        };
        assert_eq!(difficulty.get(row), rating.difficulty);
        let digits = line.bytes().filter(|b| (b'1'..=b'9').contains(b)).count();
        assert_eq!(clues.get(row), i64::try_from(digits).ok());
    }
}

#[test]
fn an_order_that_is_not_met_is_a_row_with_its_reason() {
    let spec = Spec {
        clues: Some(17..=17),
        ..Spec::default()
    };
    let recipe = Recipe::new(maker("sudoku", "3,3", spec, false).unwrap());
    let pace = Pace::new().time(Duration::from_millis(20));
    let columns = generate(&recipe, 1, 0..3, &pace).unwrap();
    assert_eq!(columns.rows(), 3);
    let missed: Vec<usize> = (0..3)
        .filter(|&row| columns.text("status", row) == Some("missed"))
        .collect();
    assert!(!missed.is_empty());
    for row in missed {
        assert_eq!(columns.text("puzzle", row), None);
        assert!(columns.text("reason", row).is_some());
    }
    let Some(Values::Int64(numbers)) = columns.column("number") else {
        panic!("numbers are numbers");
    };
    assert_eq!(numbers.values, [0, 1, 2]);
}

#[test]
fn a_puzzle_that_was_not_rated_in_time_is_stopped_and_says_why() {
    let recipe = recipe("sudoku", "3,3").rated(true);
    let whole = generate(&recipe, 1, 0..4, &Pace::new()).unwrap();
    // Some are too short to make one, some to rate one, which ever machine it is.
    let times = (0..10).map(|doubled| Duration::from_micros(250 << doubled));
    for time in times {
        let columns = generate(&recipe, 1, 0..4, &Pace::new().time(time)).unwrap();
        let Some(Values::Float64(difficulty)) = columns.column("difficulty") else {
            panic!("a difficulty is a number");
        };
        for row in 0..4 {
            let status = columns.text("status", row).unwrap();
            let reason = columns.text("reason", row);
            let told = ["grade", "hardest", "hodoku_level", "techniques"];
            let told = told.map(|name| columns.text(name, row));
            match status {
                "made" => {
                    assert_eq!(reason, None);
                    assert!(difficulty.get(row).is_some());
                    for name in ["puzzle", "techniques", "hardest"] {
                        assert_eq!(columns.text(name, row), whole.text(name, row));
                    }
                }
                "stopped" => {
                    let why = "the puzzle was made and not rated: time is up";
                    assert_eq!(reason, Some(why));
                    assert_eq!((difficulty.get(row), told), (None, [None; 4]));
                    assert_eq!(columns.text("puzzle", row), whole.text("puzzle", row));
                    assert_eq!(columns.text("solution", row), whole.text("solution", row));
                }
                "missed" => assert!(reason.is_some()),
                other => panic!("{other}"),
            }
        }
    }
}

#[test]
fn full_boards_have_no_other_solution() {
    let recipe = Recipe::new(maker("sudoku", "2,2", Spec::default(), true).unwrap());
    let columns = generate(&recipe, 1, 0..5, &Pace::new()).unwrap();
    for row in 0..5 {
        let line = columns.text("puzzle", row).unwrap();
        assert!(line.len() == 16 && !line.contains('.'), "{line}");
        assert_eq!(columns.text("solution", row), None);
    }
}

#[test]
fn no_numbers_make_no_rows_and_an_interruption_ends_the_whole() {
    let recipe = recipe("sudoku", "3,3").weighted(true).writing("line");
    let columns = generate(&recipe, 1, 7..7, &Pace::new()).unwrap();
    assert_eq!(columns.rows(), 0);
    assert!(columns.column("weight").is_some());
    let pace = Pace::new().stop(Arc::new(AtomicBool::new(true)));
    let stopped = generate(&recipe, 1, 0..9, &pace);
    assert_eq!(stopped, Err(Unfinished::Interrupted));
}

#[test]
fn a_column_says_which_clues_are_proved_to_be_needed() {
    let words = |symmetry, minimal| {
        let spec = Spec {
            minimal,
            symmetry,
            ..Spec::default()
        };
        let maker = maker("sudoku", "2,2", spec, false).unwrap();
        let recipe = Recipe::new(maker).minimal(minimal.is_asked());
        let made = generate(&recipe, 3, 0..4, &Pace::new()).unwrap();
        let word = |row| made.text("minimal", row).map(str::to_owned);
        (0..4).map(word).collect::<Vec<_>>()
    };
    let all = |word: &str| vec![Some(word.to_owned()); 4];
    assert_eq!(words(Symmetry::None, Minimal::Sets), all("clues"));
    assert_eq!(words(Symmetry::HalfTurn, Minimal::Sets), all("sets"));
    assert_eq!(words(Symmetry::None, Minimal::No), [None, None, None, None]);
}
