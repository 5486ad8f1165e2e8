//! The layers of `dance` against each other: the same solutions in the same order, and the same
//! nodes, wherever the search runs.

use super::kernel::{self, Kernel, Portable};
use super::root::Root;
use super::{Dance, DanceSearch, LOOK_AHEAD_FROM, SIZES, Sizes};
use crate::{Ask, Budget, Declined, End, Engine, Search, Stats, parallel};
use proptest::prelude::*;
use tilewright_model::{Choice, Model};
use tilewright_testkit::{instances as make, random};

fn root(model: &Model) -> Root {
    Root::new(model, &Budget::default()).unwrap()
}

fn run(search: &mut dyn Search, ask: &Ask) -> (Vec<Vec<Choice>>, Stats) {
    search.start(ask);
    let mut found = Vec::new();
    while let Ok(solution) = search.advance() {
        found.push(solution.to_vec());
    }
    (found, search.stats())
}

/// On the model itself up to the last choices, and on bit sets from the start.
fn assert_layers_agree(model: &Model, ask: &Ask) {
    let all_packed = Sizes {
        most_packed: usize::MAX,
        ..SIZES
    };
    let (packed, stats) = run(&mut DanceSearch::new(root(model), all_packed), ask);
    let (sorted, _) = run(&mut DanceSearch::sorted(root(model), all_packed), ask);
    assert_eq!(sorted.len(), packed.len());
    for most_packed in [0, 1, 5, 20] {
        let sizes = Sizes {
            most_packed,
            ..SIZES
        };
        let (found, cost) = run(&mut DanceSearch::new(root(model), sizes), ask);
        assert!(found == packed, "with at most {most_packed} packed");
        assert_eq!(cost.solutions, stats.solutions);
        for sizes in [
            sizes,
            Sizes {
                look_ahead_from: 0,
                ..sizes
            },
        ] {
            let (found, _) = run(&mut DanceSearch::sorted(root(model), sizes), ask);
            assert!(found == sorted, "sorted, with at most {most_packed} packed");
        }
    }
}

/// `dance` as it treats large models, for small ones.
struct AsIfLarge;

const LARGE: Sizes = Sizes {
    look_ahead_from: 0,
    cut_from: 0,
    ..SIZES
};

const CUT: Sizes = Sizes {
    cut_from: 0,
    ..SIZES
};

impl Engine for AsIfLarge {
    fn name(&self) -> &'static str {
        "dance as if large"
    }

    fn about(&self) -> &'static str {
        "looks ahead and cuts always"
    }

    fn prepare(&self, model: &Model, budget: &Budget) -> Result<Box<dyn Search>, Declined> {
        Ok(Box::new(DanceSearch::new(
            Root::new(model, budget).unwrap(),
            LARGE,
        )))
    }
}

fn sorted(mut solutions: Vec<Vec<Choice>>) -> Vec<Vec<Choice>> {
    solutions.sort_unstable();
    solutions
}

/// Looking ahead and cutting changes the order at most, and counts agree with lists.
fn assert_large_agrees(model: &Model, ask: &Ask) {
    let (plain, _) = run(&mut *Dance.prepare(model, &Budget::default()).unwrap(), ask);
    // Parts cut without looking ahead are laid out as a whole when they are asked again.
    let mut cut = DanceSearch::new(root(model), CUT);
    for _ in 0..3 {
        assert_eq!(
            sorted(run(&mut cut, ask).0),
            sorted(plain.clone()),
            "cut alone"
        );
    }
    let mut search = AsIfLarge.prepare(model, &Budget::default()).unwrap();
    let (large, _) = run(&mut *search, ask);
    assert_eq!(sorted(large.clone()), sorted(plain.clone()));
    // Asked again: the same in the same order.
    assert_eq!(run(&mut *search, ask).0, large);
    search.start(ask);
    assert_eq!(search.count().number, plain.len().into());
    for taken in 0..plain.len().min(3) {
        search.start(ask);
        for _ in 0..taken {
            search.advance().unwrap();
        }
        assert_eq!(search.count().number, (plain.len() - taken).into());
    }
    for limit in 0..4 {
        search.start(&ask.clone().limit(limit));
        let counted = search.count();
        assert_eq!(counted.number, (plain.len() as u64).min(limit).into());
        assert_eq!(counted.end == End::Limit, plain.len() as u64 >= limit);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn layers_agree_on_random_models(
        (model, question) in random::model_and_question(),
        seed in prop::option::of(any::<u64>()),
    ) {
        let mut ask = Ask::given(question.given).barred(question.barred);
        ask.seed = seed;
        assert_layers_agree(&model, &ask);
        assert_large_agrees(&model, &ask);
    }

    #[test]
    fn parts_of_a_search_are_in_its_order(
        (model, question) in random::model_and_question(),
        as_large: bool,
    ) {
        let engine: &dyn Engine = if as_large { &AsIfLarge } else { &Dance };
        let ask = Ask::given(question.given).barred(question.barred);
        let (whole, _) = run(&mut *engine.prepare(&model, &Budget::default()).unwrap(), &ask);
        let mut search = engine.prepare(&model, &Budget::default()).unwrap();
        let parts = parallel::cut(&mut *search, &ask, 20);
        let mut found = Vec::new();
        for part in &parts {
            found.extend(run(&mut *search, part).0);
        }
        prop_assert_eq!(found, whole);
    }

    #[test]
    fn bits_are_moved_together_alike(from: u64, mask: u64) {
        let bits = Portable::extract(from, mask);
        let mut expected = 0;
        let mut at = 0;
        for k in 0..64 {
            if mask >> k & 1 == 1 {
                expected |= (from >> k & 1) << at;
                at += 1;
            }
        }
        prop_assert_eq!(bits, expected);
    }
}

#[test]
fn layers_agree_on_classics() {
    for cover in [
        make::langford(7),
        make::queens(6),
        make::domino(4, 4),
        make::latin(3),
    ] {
        assert_layers_agree(&cover.to_model(), &Ask::default());
        assert_layers_agree(&cover.to_model(), &Ask::default().seed(3));
    }
}

#[test]
fn every_kernel_gives_the_same() {
    // Wide enough to be packed several times over.
    for cover in [make::soma(), make::pentominoes(3, 20), make::queens(9)] {
        let model = cover.to_model();
        let best = run(
            &mut *Dance.prepare(&model, &Budget::default()).unwrap(),
            &Ask::default(),
        );
        kernel::force_portable(true);
        let portable = run(
            &mut *Dance.prepare(&model, &Budget::default()).unwrap(),
            &Ask::default(),
        );
        kernel::force_portable(false);
        assert!(best == portable);
    }
}

/// Boards that share nothing cost the sum of their costs, not the product, however often it is asked.
#[test]
fn parts_are_counted_one_by_one() {
    let board = make::domino(4, 4);
    let items = board.primary.len() as u32;
    let mut b = tilewright_model::CoverBuilder::new(4 * items, 0);
    for copy in 0..4 {
        for option in &board.options {
            let covered: Vec<u32> = option
                .iter()
                .map(|&(i, _)| copy * items + i as u32)
                .collect();
            b.option(&covered).unwrap();
        }
    }
    let model = b.build().unwrap();
    let mut search = DanceSearch::new(root(&model), CUT);
    for asked in 1..=3 {
        search.start(&Ask::default());
        assert_eq!(search.count().number, 36u32.pow(4).into());
        let nodes = search.stats().nodes;
        assert!(nodes < 2_000, "{nodes} nodes when asked {asked} times");
    }
}

#[test]
fn a_count_may_follow_solutions_that_were_taken() {
    let model = make::langford(8).to_model();
    let mut search = Dance.prepare(&model, &Budget::default()).unwrap();
    search.start(&Ask::default());
    for _ in 0..17 {
        search.advance().unwrap();
    }
    assert_eq!(search.count().number, (300u32 - 17).into());
}

/// Repeated asks find the result of the first look ahead, with or without others in between.
#[test]
fn a_second_look_ahead_is_as_good_as_the_first() {
    let model = make::latin(13).to_model();
    assert!(model.choice_count() >= LOOK_AHEAD_FROM);
    let first = model.choices().next().unwrap();
    let asks = [
        Ask::default(),
        Ask::given([first]),
        Ask::default().barred([first]),
    ];
    let mut search = Dance.prepare(&model, &Budget::default()).unwrap();
    for ask in [
        &asks[0], &asks[0], &asks[1], &asks[1], &asks[2], &asks[1], &asks[0],
    ] {
        let mut fresh = Dance.prepare(&model, &Budget::default()).unwrap();
        let mut answers = [&mut search, &mut fresh].map(|search| {
            search.start(&ask.clone().limit(3));
            let possible = search.possible();
            search.start(&ask.clone().limit(3));
            let found: Vec<_> = (0..3).map(|_| search.advance().unwrap().to_vec()).collect();
            (possible, found, search.stats())
        });
        let (one, other) = answers.split_at_mut(1);
        assert_eq!(one, other);
    }
}
