//! Orders that cannot be met end, and say why.

use super::{check_unique, minimal, shape};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use tilewright_engines::End;
use tilewright_generate::sudoku::{full, sudoku};
use tilewright_generate::{Budget, Hardness, Missed, Spec, Symmetry};
use tilewright_puzzles::sudoku::{Boxes, Shape};

fn within(tries: u64, seconds: u64) -> Budget {
    Budget::default()
        .time(Duration::from_secs(seconds))
        .nodes(tries)
}

fn missed(shape: &Arc<Shape>, spec: Spec, limits: &Budget) -> Missed {
    let maker = sudoku(Arc::clone(shape), spec).unwrap();
    maker.make(3, limits).unwrap_err()
}

fn refused(shape: &Arc<Shape>, spec: Spec) -> String {
    sudoku(Arc::clone(shape), spec).err().unwrap().to_string()
}

#[test]
fn what_cannot_be_met_ends_with_a_sentence() {
    let classic = Shape::classic();
    let spec = Spec {
        clues: Some(17..=17),
        ..Spec::default()
    };
    let missed_clues = missed(&classic, spec, &within(50, 60));
    assert!(
        missed_clues
            .why
            .starts_with("no such puzzle was found: 50 tries were not enough; the nearest has 2"),
        "{missed_clues}"
    );
    assert_eq!(missed_clues.end, End::Limit);
    check_unique(&classic, &[*missed_clues.nearest.unwrap()]);

    // On a 4×4 there is no room for a swordfish.
    let spec = Spec {
        technique: Some("swordfish".to_owned()),
        ..Spec::default()
    };
    let four = shape(&[2, 2]);
    let missed_technique = missed(&four, spec, &within(40, 60));
    assert!(
        missed_technique
            .why
            .ends_with("the nearest has no swordfish"),
        "{missed_technique}"
    );
    check_unique(&four, &[*missed_technique.nearest.unwrap()]);

    // Two rows of the first band are empty: they could change places.
    let spec = Spec {
        pattern: Some((0..81).map(|cell| cell >= 18).collect()),
        ..Spec::default()
    };
    let missed_pattern = missed(&classic, spec, &within(300, 60));
    assert!(missed_pattern.nearest.is_none());
    assert_eq!(
        missed_pattern.why,
        "no such puzzle was found: 300 tries were not enough; clues in those places alone left \
         several solutions"
    );
}

#[test]
fn limits_end_it() {
    let classic = Shape::classic();
    let spec = Spec {
        difficulty: Some(Hardness::SudokuExplainer(119..=119)),
        ..Spec::default()
    };
    let limits = Budget::default().time(Duration::ZERO);
    let late = missed(&classic, spec.clone(), &limits);
    assert!(late.why.contains("the time was up"));
    assert_eq!(late.end, End::Time);
    let limits = Budget::default().stop(Arc::new(AtomicBool::new(true)));
    let interrupted = missed(&classic, spec, &limits);
    assert!(interrupted.why.contains("it was interrupted"));
    assert_eq!(interrupted.end, End::Interrupted);
    let maker = sudoku(classic, minimal()).unwrap();
    let made = maker.make_many(&[1, 2], &limits);
    assert!(made.iter().all(Result::is_err));
}

#[test]
fn orders_that_make_no_sense_are_refused() {
    let classic = Shape::classic();
    let why = |spec: Spec| refused(&Shape::classic(), spec);
    let clues = |clues| Spec {
        clues: Some(clues),
        ..Spec::default()
    };
    assert_eq!(
        why(clues(10..=10)),
        "on the 9×9 board no puzzle with fewer than 17 clues has one solution"
    );
    assert_eq!(
        why(clues(82..=90)),
        "82 clues do not fit in the 81 cells where they are allowed"
    );
    #[expect(
        clippy::reversed_empty_ranges,
        reason = "a range as a user may give it"
    )]
    let backwards = clues(30..=20);
    assert_eq!(why(backwards), "from 30 to 20 clues is not a range");
    let pattern = |pattern| Spec {
        pattern: Some(pattern),
        ..Spec::default()
    };
    assert_eq!(
        why(pattern(vec![true; 80])),
        "the pattern has 80 cells, but the 9×9 board has 81"
    );
    assert!(why(pattern(vec![false; 81])).starts_with("clues are allowed in 0 cells"));
    let technique = Spec {
        technique: Some("x-wng".to_owned()),
        ..Spec::default()
    };
    assert!(why(technique).ends_with("did you mean \"X-wing\"?"));
    let turn = Spec {
        symmetry: Symmetry::QuarterTurn,
        ..Spec::default()
    };
    assert_eq!(
        refused(&shape(&[5]), turn),
        "the line of 5 cells has no turns by 90° and no diagonal"
    );
    let se = Spec {
        difficulty: Some(Hardness::SudokuExplainer(15..=20)),
        ..Spec::default()
    };
    assert_eq!(
        refused(&shape(&[4, 4]), se),
        "Sudoku Explainer rates the 9×9 board alone, not the 16×16 board"
    );
    let own = Spec {
        difficulty: Some(Hardness::Own(f64::NAN..=3.0)),
        ..Spec::default()
    };
    assert_eq!(refused(&classic, own), "the range of difficulties is empty");
}

#[test]
fn a_board_without_a_solution_says_so() {
    // The corners of a 2×2 must be equal, but lie in one region.
    let shape = Shape::of(&[2, 1], Boxes::Regions([0, 1, 1, 0].into())).unwrap();
    let missed = missed(&shape, Spec::default(), &Budget::default());
    assert_eq!(missed.why, "the 2×2 board has no solution");
    let why = full(&shape, 1, &Budget::default()).unwrap_err().why;
    assert_eq!(why, "the 2×2 board has no solution");
}
