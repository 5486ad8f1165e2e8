//! Both solvers against each other and the other engines; budgets; the order of a seed.

use super::*;
use crate::dance::Dance;
use crate::{Budget, solutions};
use proptest::prelude::*;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use tilewright_model::{Demand, ModelBuilder};
use tilewright_testkit::random::model_and_question;

fn solvers() -> Vec<(&'static str, Make)> {
    vec![
        ("batsat", solver::batsat as Make),
        #[cfg(feature = "cadical")]
        ("cadical", solver::cadical as Make),
    ]
}

fn all(search: &mut dyn Search, ask: &Ask) -> (Vec<Vec<Choice>>, End) {
    let mut found = solutions(search, ask);
    let listed: Vec<_> = found.by_ref().collect();
    let end = found.end().unwrap();
    (listed, end)
}

/// `pigeons` tiles, each with the same `holes` holes, which take one each.
fn pigeons(pigeons: u32, holes: u32) -> Model {
    let mut b = ModelBuilder::new(pigeons * holes);
    for pigeon in 0..pigeons {
        let places: Vec<u32> = (0..holes).map(|hole| pigeon * holes + hole).collect();
        b.tile(&places).unwrap();
    }
    for hole in 0..holes {
        let guests: Vec<u32> = (0..pigeons).map(|pigeon| pigeon * holes + hole).collect();
        b.item(Demand::AtMostOne, &guests).unwrap();
    }
    b.build().unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn both_solvers_agree_with_dance((model, question) in model_and_question(), seed: Option<u64>) {
        let mut ask = Ask::given(question.given).barred(question.barred);
        ask.seed = seed;
        let (mut expected, _) = all(&mut *Dance.prepare(&model, &Budget::default()).unwrap(), &ask);
        expected.sort_unstable();
        for (name, make) in solvers() {
            let mut search = SatSearch::new(&model, &Budget::default(), make).unwrap();
            let (mut found, end) = all(&mut search, &ask);
            // Asked again, it answers the same in the same order.
            prop_assert_eq!(&all(&mut search, &ask).0, &found, "{}", name);
            found.sort_unstable();
            prop_assert_eq!((found, end), (expected.clone(), End::Complete), "{}", name);
        }
    }
}

#[test]
fn permutations_are_all_found_and_a_seed_orders_them() {
    let model = pigeons(4, 4);
    for (name, make) in solvers() {
        let mut search = SatSearch::new(&model, &Budget::default(), make).unwrap();
        let firsts: Vec<_> = (0..8)
            .map(|seed| {
                let (mut found, end) = all(&mut search, &Ask::default().seed(seed));
                let first = found[0].clone();
                found.sort_unstable();
                found.dedup();
                assert_eq!((found.len(), end), (24, End::Complete), "{name}");
                first
            })
            .collect();
        assert!(firsts.iter().any(|first| *first != firsts[0]), "{name}");
    }
}

#[test]
fn budgets_end_a_search_by_name() {
    // Nine pigeons in eight holes: nothing is forced, and the proof takes thousands of conflicts.
    let model = pigeons(9, 8);
    for (name, make) in solvers() {
        let mut search = SatSearch::new(&model, &Budget::default(), make).unwrap();
        let mut end = |budget: Budget| {
            search.start(&Ask::default().budget(budget));
            let end = search.advance().unwrap_err();
            assert_eq!(search.advance(), Err(end), "the end stays");
            (end, search.stats().nodes)
        };
        let nodes = |most: u64| Budget::default().nodes(most);
        assert_eq!(end(nodes(100)), (End::Nodes, 100), "{name}");
        assert_eq!(end(nodes(0)), (End::Nodes, 0), "{name}");
        let time = Budget::default().time(Duration::ZERO);
        assert_eq!(end(time).0, End::Time, "{name}");
        let memory = Budget::default().memory(10_000);
        assert_eq!(end(memory).0, End::Memory, "{name}");
        let stop = Budget::default().stop(Arc::new(AtomicBool::new(true)));
        assert_eq!(end(stop).0, End::Interrupted, "{name}");
        let (proved, spent) = end(Budget::default());
        assert_eq!(proved, End::Complete, "{name}");
        assert!(spent > 100, "{name}: {spent}");
    }
}

#[test]
fn a_search_is_interrupted_from_another_thread() {
    // Far beyond what clause learning can prove.
    let model = pigeons(40, 39);
    for (name, make) in solvers() {
        let stop = Arc::new(AtomicBool::new(false));
        let budget = Budget::default().stop(stop.clone());
        let mut search = SatSearch::new(&model, &Budget::default(), make).unwrap();
        search.start(&Ask::default().budget(budget));
        let end = std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(50));
                stop.store(true, std::sync::atomic::Ordering::Relaxed);
            });
            search.advance().map(<[Choice]>::to_vec)
        });
        assert_eq!(end, Err(End::Interrupted), "{name}");
    }
}

#[test]
fn the_rest_of_a_start_that_was_cut_short_is_possible() {
    let model = pigeons(3, 3);
    let mut search = SatSearch::new(&model, &Budget::default(), solver::BEST).unwrap();
    let none = Budget::default().nodes(0);
    search.start(&Ask::given(model.choice_ids([0])).budget(none));
    assert_eq!(search.possible(), model.choice_ids([0, 4, 5, 7, 8]));
    assert_eq!(search.advance(), Err(End::Nodes));
}
