//! Generated Shikaku: one solution by other engines, made to order, the same for the same seed.

use std::time::Duration;
use tilewright_engines::{Ask, End, Engine, dance::Dance, reduce::Reduce, solutions};
use tilewright_generate::{Hardness, Made, Minimal, Spec, Symmetry, shikaku::shikaku};
use tilewright_logic::{Budget, Ending, Level, Logic, Settings};
use tilewright_puzzles::{Puzzle, shikaku::Shikaku};

fn made(width: usize, height: usize, spec: &Spec, seed: u64) -> Made {
    let maker = shikaku(width, height, spec).unwrap();
    maker.make(seed, &Budget::default()).unwrap()
}

fn of(made: &Made) -> &Shikaku {
    made.puzzle.downcast().unwrap()
}

/// The solutions of a puzzle by an engine, two at most, all of them searched.
fn found(puzzle: &dyn Puzzle, engine: &dyn Engine) -> Vec<Vec<tilewright_model::Choice>> {
    let model = puzzle.model(&Budget::default()).unwrap();
    let mut search = engine.prepare(&model, &Budget::default()).unwrap();
    let mut found = solutions(&mut *search, &Ask::default().limit(2));
    let all: Vec<_> = found.by_ref().collect();
    assert!(all.len() == 2 || found.end() == Some(End::Complete));
    all
}

#[test]
fn a_thousand_have_one_solution_by_another_engine() {
    for seed in 0..1000 {
        let (width, height) = (1 + seed as usize % 9, 1 + seed as usize / 9 % 9);
        let made = made(width, height, &Spec::default(), seed);
        assert_eq!(
            found(&*made.puzzle, &Reduce),
            [made.solution],
            "{width}×{height}, {seed}"
        );
    }
}

#[test]
fn large_ones_have_one_solution() {
    for (width, height, seed) in [(20, 20, 1), (50, 30, 2), (100, 100, 3), (1, 300, 4)] {
        let made = made(width, height, &Spec::default(), seed);
        assert_eq!(found(&*made.puzzle, &Dance), [made.solution]);
    }
}

#[test]
fn seeds_reproduce() {
    for seed in 0..50 {
        let again = || made(12, 9, &Spec::default(), seed);
        assert_eq!(of(&again()), of(&again()));
    }
    assert_ne!(
        of(&made(12, 9, &Spec::default(), 1)),
        of(&made(12, 9, &Spec::default(), 2))
    );
    // The puzzle of a seed is a promise.
    let text = made(5, 4, &Spec::default(), 7).puzzle.plain();
    assert_eq!(text, SEVEN);
}

const SEVEN: &str = "5 4\n0 3 0 0 0\n2 0 2 4 2\n0 0 2 0 0\n0 0 3 0 2\n";

#[test]
fn areas_and_ones_are_as_ordered() {
    for (largest, ones) in [(4, 0.0), (6, 0.3), (30, 0.1), (1, 1.0), (9, 0.6)] {
        for seed in 0..20 {
            let spec = Spec {
                largest_area: Some(largest),
                ones: Some(ones),
                ..Spec::default()
            };
            let made = made(20, 20, &spec, seed);
            let areas = of(&made).clues().iter().map(|clue| clue.volume.unwrap());
            let areas: Vec<u32> = areas.collect();
            assert!(areas.iter().all(|&area| area <= largest));
            let single = areas.iter().filter(|&&area| area == 1).count();
            let share = f64::from(single as u32) / f64::from(areas.len() as u32);
            assert!((share - ones).abs() < 0.06, "{largest} {ones}: {share}");
        }
    }
}

#[test]
fn the_number_of_clues_is_as_ordered() {
    for clues in [12..=12, 20..=22, 40..=100] {
        for seed in 0..20 {
            let spec = Spec {
                clues: Some(clues.clone()),
                ..Spec::default()
            };
            let made = made(10, 10, &spec, seed);
            assert!(clues.contains(&of(&made).clues().len()));
        }
    }
}

#[test]
fn no_number_of_a_minimal_one_can_become_a_question_mark() {
    let spec = Spec {
        minimal: Minimal::Sets,
        ..Spec::default()
    };
    for seed in 0..60 {
        let made = made(7, 6, &spec, seed);
        assert_eq!(found(&*made.puzzle, &Reduce), [made.solution]);
        for (name, thinner) in made.puzzle.thinner() {
            assert_eq!(found(&*thinner, &Dance).len(), 2, "{name}");
        }
    }
}

#[test]
fn logic_alone_solves_those_without_search() {
    let spec = Spec {
        no_search: true,
        ..Spec::default()
    };
    let settings = Settings {
        hardest: Level::Almost,
        ..Settings::default()
    };
    for seed in 0..100 {
        let made = made(15, 15, &spec, seed);
        let model = made.puzzle.model(&Budget::default()).unwrap();
        let logic = Logic::new(&model, &Budget::default()).unwrap();
        let explained = logic.board(&[]).explain_with(&settings, &Budget::default());
        assert!(matches!(explained.end, Ending::Solved { .. }));
    }
}

#[test]
fn difficulty_is_within_the_range() {
    for range in [1.0..=2.9, 3.0..=6.0] {
        let spec = Spec {
            difficulty: Some(Hardness::Own(range.clone())),
            ..Spec::default()
        };
        for seed in 0..10 {
            let made = made(10, 10, &spec, seed);
            let model = made.puzzle.model(&Budget::default()).unwrap();
            let hard = tilewright_logic::explain(&model, &[]).difficulty().unwrap();
            assert!(range.contains(&hard), "{hard}");
        }
    }
}

#[test]
fn impossible_orders_are_refused_or_missed() {
    let refused = |size: (usize, usize), spec: Spec| {
        shikaku(size.0, size.1, &spec).err().map(|unable| unable.0)
    };
    let spec = Spec::default;
    assert!(refused((0, 5), spec()).is_some());
    assert!(refused((usize::MAX, usize::MAX), spec()).is_some());
    assert!(refused((8192, 8192), spec()).is_some());
    let clues = Some(10..=20);
    assert!(refused((3, 3), Spec { clues, ..spec() }).is_some());
    let ones = Some(f64::NAN);
    assert!(refused((3, 3), Spec { ones, ..spec() }).is_some());
    let largest_area = Some(0);
    assert!(
        refused(
            (3, 3),
            Spec {
                largest_area,
                ..spec()
            }
        )
        .is_some()
    );
    let symmetry = Symmetry::HalfTurn;
    assert!(refused((3, 3), Spec { symmetry, ..spec() }).is_some());
    let difficulty = Some(Hardness::HoDoKu(1..=2));
    assert!(
        refused(
            (3, 3),
            Spec {
                difficulty,
                ..spec()
            }
        )
        .is_some()
    );

    // One cell cannot be without a one, and is the nearest.
    let never = Spec {
        ones: Some(0.0),
        difficulty: Some(Hardness::Own(9.0..=9.5)),
        ..spec()
    };
    let maker = shikaku(3, 1, &never).unwrap();
    let limits = Budget::default().nodes(5);
    let missed = maker.make(1, &limits).unwrap_err();
    assert!(missed.nearest.is_some());
    assert!(missed.why.contains("nearest"), "{missed}");
}

#[test]
fn the_deadline_ends_it() {
    let limits = Budget::default().time(Duration::from_millis(20));
    let hopeless = Spec {
        difficulty: Some(Hardness::Own(50.0..=60.0)),
        ..Spec::default()
    };
    let maker = shikaku(10, 10, &hopeless).unwrap();
    let missed = maker.make(1, &limits).unwrap_err();
    assert!(missed.why.contains("the time was up"), "{missed}");
}
