//! The layers of `dance` against each other: the same solutions in the same order, and the same
//! nodes, wherever the search runs.

use super::kernel::{self, Kernel, Portable};
use super::{Dance, DanceSearch};
use crate::{Ask, Engine, Search, Stats};
use proptest::prelude::*;
use tilewright_model::{Choice, Model};
use tilewright_testkit::{instances as make, random};

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
    let (packed, stats) = run(&mut DanceSearch::new(model, usize::MAX), ask);
    for most_packed in [0, 1, 5, 20] {
        let (found, cost) = run(&mut DanceSearch::new(model, most_packed), ask);
        assert!(found == packed, "with at most {most_packed} packed");
        assert_eq!(cost.solutions, stats.solutions);
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
        let best = run(&mut *Dance.prepare(&model).unwrap(), &Ask::default());
        kernel::force_portable(true);
        let portable = run(&mut *Dance.prepare(&model).unwrap(), &Ask::default());
        kernel::force_portable(false);
        assert!(best == portable);
    }
}

#[test]
fn a_count_may_follow_solutions_that_were_taken() {
    let model = make::langford(8).to_model();
    let mut search = Dance.prepare(&model).unwrap();
    search.start(&Ask::default());
    for _ in 0..17 {
        search.advance().unwrap();
    }
    assert_eq!(search.count().number, (300u32 - 17).into());
}
