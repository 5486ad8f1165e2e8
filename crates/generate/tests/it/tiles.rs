//! Generated edge tiles: one solution by another engine, made to order, the same for the same
//! seed.

use std::time::Duration;
use tilewright_engines::{Ask, End, Engine, reduce::Reduce, solutions};
use tilewright_generate::{Hardness, Made, Minimal, Spec, Symmetry, tiles::tiles};
use tilewright_logic::{Budget, Ending, Level, Logic, Settings};
use tilewright_model::Choice;
use tilewright_puzzles::{Puzzle, tiles::Tiles};

fn made(board: &Tiles, spec: &Spec, seed: u64) -> Made {
    let maker = tiles(board, spec).unwrap();
    maker.make(seed, &Budget::default()).unwrap()
}

fn of(made: &Made) -> &Tiles {
    made.puzzle.downcast().unwrap()
}

/// The places that are fixed.
fn fixed(made: &Made) -> Vec<bool> {
    let board = of(made);
    let places = 0..board.rows() * board.columns();
    let is_fixed = |place| {
        let (row, column) = (place / board.columns(), place % board.columns());
        board.kind_at(row, column).is_some()
    };
    places.map(is_fixed).collect()
}

/// The solutions with these givens, two at most, all of them searched.
fn found(puzzle: &dyn Puzzle, given: Vec<Choice>) -> Vec<Vec<Choice>> {
    let model = puzzle.model(&Budget::default()).unwrap();
    let mut search = Reduce.prepare(&model, &Budget::default()).unwrap();
    let mut found = solutions(&mut *search, &Ask::given(given).limit(2));
    let all: Vec<_> = found.by_ref().collect();
    assert!(all.len() == 2 || found.end() == Some(End::Complete));
    all
}

fn assert_unique(made: &Made) {
    let all = found(&*made.puzzle, made.puzzle.givens());
    assert_eq!(all, std::slice::from_ref(&made.solution));
}

#[test]
fn a_thousand_roads_have_one_solution_by_another_engine() {
    for seed in 0..1000 {
        let (rows, columns) = (1 + seed as usize % 6, 1 + seed as usize / 6 % 6);
        let board = Tiles::roads(rows, columns).unwrap();
        assert_unique(&made(&board, &Spec::default(), seed));
    }
}

#[test]
fn a_thousand_loops_have_one_solution_by_another_engine() {
    for seed in 0..1000 {
        let (rows, columns) = (2 + seed as usize % 4, 2 + 2 * (seed as usize / 4 % 3));
        let board = Tiles::loops(rows, columns).unwrap();
        assert_unique(&made(&board, &Spec::default(), seed));
    }
}

#[test]
fn seeds_reproduce() {
    let board = Tiles::roads(5, 6).unwrap();
    for seed in 0..30 {
        let again = || made(&board, &Spec::default(), seed);
        assert_eq!(of(&again()), of(&again()));
    }
    // The puzzle of a seed is a promise.
    let text = made(&Tiles::roads(3, 4).unwrap(), &Spec::default(), 7);
    assert_eq!(text.puzzle.write("letters").unwrap(), SEVEN);
}

const SEVEN: &str = "_ _ R U\nD _ _ _\nR _ U U\n";

#[test]
fn no_place_of_a_minimal_one_can_be_opened() {
    let board = Tiles::roads(5, 5).unwrap();
    for seed in 0..100 {
        let spec = Spec {
            minimal: Minimal::Sets,
            no_search: seed % 4 == 0,
            ..Spec::default()
        };
        let made = made(&board, &spec, seed);
        assert_unique(&made);
        let given = made.puzzle.givens();
        for without in 0..given.len() {
            let mut fewer = given.clone();
            fewer.remove(without);
            assert_eq!(found(&*made.puzzle, fewer).len(), 2);
        }
    }
}

#[test]
fn places_are_as_ordered() {
    let board = Tiles::roads(6, 6).unwrap();
    let pattern: Vec<bool> = (0..36).map(|place| place % 3 != 1).collect();
    for seed in 0..20 {
        let clues = Some(20..=22);
        let spec = Spec {
            clues: clues.clone(),
            ..Spec::default()
        };
        let with_clues = made(&board, &spec, seed);
        assert_unique(&with_clues);
        let number = fixed(&with_clues).iter().filter(|is| **is).count();
        assert!((20..=22).contains(&number));

        let spec = Spec {
            pattern: Some(pattern.clone()),
            ..Spec::default()
        };
        let patterned = made(&board, &spec, seed);
        assert_unique(&patterned);
        let pairs = fixed(&patterned).into_iter().zip(&pattern);
        assert!(pairs.into_iter().all(|(is_fixed, may)| !is_fixed || *may));
    }
}

#[test]
fn symmetric_ones_are_symmetric() {
    type Image = fn(usize, usize) -> (usize, usize);
    let images: [(Symmetry, &[Image]); 5] = [
        (Symmetry::HalfTurn, &[|r, c| (5 - r, 5 - c)]),
        (Symmetry::QuarterTurn, &[|r, c| (c, 5 - r)]),
        (Symmetry::Diagonal, &[|r, c| (c, r)]),
        (Symmetry::Mirror, &[|r, c| (r, 5 - c)]),
        (
            Symmetry::Full,
            &[|r, c| (r, 5 - c), |r, c| (5 - r, c), |r, c| (c, r)],
        ),
    ];
    let board = Tiles::loops(6, 6).unwrap();
    for (symmetry, images) in images {
        for seed in 0..10 {
            let spec = Spec {
                symmetry,
                ..Spec::default()
            };
            let made = made(&board, &spec, seed);
            assert_unique(&made);
            let fixed = fixed(&made);
            for (place, image) in (0..36).flat_map(|place| images.iter().map(move |i| (place, i))) {
                let (row, column) = image(place / 6, place % 6);
                assert_eq!(fixed[place], fixed[row * 6 + column], "{symmetry:?}");
            }
        }
    }
}

#[test]
fn difficulty_and_logic_are_as_ordered() {
    let board = Tiles::roads(6, 6).unwrap();
    for seed in 0..10 {
        let spec = Spec {
            no_search: true,
            difficulty: Some(Hardness::Own(2.0..=6.5)),
            ..Spec::default()
        };
        let made = made(&board, &spec, seed);
        assert_unique(&made);
        let model = made.puzzle.model(&Budget::default()).unwrap();
        let settings = Settings {
            hardest: Level::Almost,
            ..Settings::default()
        };
        let logic = Logic::new(&model, &Budget::default()).unwrap();
        let start = logic.board(&made.puzzle.givens());
        let explained = start.explain_with(&settings, &Budget::default());
        assert!(matches!(explained.end, Ending::Solved { .. }));
        assert!((2.0..=6.5).contains(&explained.difficulty().unwrap()));
    }
}

#[test]
fn what_is_fixed_stays() {
    let board = Tiles::roads(5, 5).unwrap();
    let board = board.with_fixed(2, 2, "E").unwrap();
    for seed in 0..10 {
        let made = made(&board, &Spec::default(), seed);
        assert_unique(&made);
        assert_eq!(of(&made).kind_at(2, 2).unwrap().name, "E");
    }
}

#[test]
fn impossible_orders_are_refused_or_missed() {
    let board = Tiles::roads(3, 4).unwrap();
    let refused = |spec: Spec| tiles(&board, &spec).err().is_some();
    let spec = Spec::default;
    let clues = Some(13..=20);
    assert!(refused(Spec { clues, ..spec() }));
    let symmetry = Symmetry::Full;
    assert!(refused(Spec { symmetry, ..spec() }));
    let pattern = Some(vec![true; 5]);
    assert!(refused(Spec { pattern, ..spec() }));
    let technique = Some("x-wing".into());
    assert!(refused(Spec {
        technique,
        ..spec()
    }));

    let limits = Budget::default().nodes(3);
    let nowhere = Spec {
        pattern: Some(vec![false; 12]),
        ..spec()
    };
    let missed = tiles(&board, &nowhere).unwrap().make(1, &limits);
    let missed = missed.unwrap_err();
    assert!(
        missed
            .why
            .ends_with("clues in those places alone left several solutions"),
        "{missed}"
    );
    assert!(missed.nearest.is_none());

    // No set of loops covers an odd number of places.
    let odd = Tiles::loops(3, 3).unwrap();
    let missed = tiles(&odd, &spec()).unwrap().make(1, &limits);
    assert_eq!(missed.unwrap_err().why, "there is no map of that size");
}

#[test]
fn the_deadline_ends_it() {
    let board = Tiles::roads(40, 40).unwrap();
    let limits = Budget::default().time(Duration::ZERO);
    let missed = tiles(&board, &Spec::default()).unwrap().make(1, &limits);
    assert!(missed.unwrap_err().why.contains("the time was up"));
}
