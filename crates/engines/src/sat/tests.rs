//! Both solvers against each other and the other engines; budgets; the order of a seed.

use super::*;
use crate::dance::Dance;
use crate::{Budget, solutions};
use proptest::prelude::*;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use tilewright_model::{Demand, Item, Language, Link, ModelBuilder, Node};
use tilewright_testkit::random::{
    Question, hidden_model_and_question, lined_model_and_question, model_and_question,
};

fn solvers() -> Vec<(&'static str, &'static [Make])> {
    vec![
        ("batsat", &[solver::batsat]),
        #[cfg(feature = "cadical")]
        ("cadical", &[solver::cadical]),
    ]
}

/// With items and pairs alone, with lines and links, or with hidden choices.
fn models() -> impl Strategy<Value = (Model, Question)> {
    prop_oneof![
        model_and_question(),
        lined_model_and_question(true),
        hidden_model_and_question(),
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
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn both_solvers_agree_with_dance((model, question) in models(), seed: Option<u64>) {
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

/// A board of free cells, each black or white, that is to be black in one piece and white in one piece, with this many black
/// cells in each row.
fn two_pieces(rows: &[usize], columns: u32) -> Model {
    let cells = rows.len() as u32 * columns;
    let mut b = ModelBuilder::new(2 * cells);
    let tiles: Vec<Item> = (0..cells)
        .map(|c| b.tile(&[2 * c, 2 * c + 1]).unwrap())
        .collect();
    for (&black, row) in rows.iter().zip(tiles.chunks(columns as usize)) {
        let count = Language::count(&[true, false], black..=black).unwrap();
        b.line(row, count, |_, choice| choice.0 % 2).unwrap();
    }
    let right = (0..cells)
        .filter(|cell| (cell + 1) % columns > 0)
        .map(|cell| (cell, cell + 1));
    let down = (columns..cells).map(|cell| (cell - columns, cell));
    let edges: Vec<(u32, u32)> = right.chain(down).collect();
    for colour in 0..2 {
        let nodes = (0..cells).map(|c| Node::If(vec![Choice(2 * c + colour)]));
        b.link(Link::new(nodes.collect(), &edges).not_empty())
            .unwrap();
    }
    b.build().unwrap()
}

#[test]
fn links_are_kept_by_each_solver_and_in_turns() {
    for (rows, columns) in [
        (&[2, 3, 1, 3][..], 4),
        (&[3, 2, 4, 2, 3], 5),
        (&[4, 1, 5], 9),
    ] {
        let model = two_pieces(rows, columns);
        let ask = Ask::default();
        let (mut expected, _) = all(
            &mut *Dance.prepare(&model, &Budget::default()).unwrap(),
            &ask,
        );
        expected.sort_unstable();
        assert!(expected.len() > 1);
        for (name, makes) in solvers().into_iter().chain([("turns", solver::LINKED)]) {
            let mut search = SatSearch::new(&model, &Budget::default(), makes).unwrap();
            search.first_turn = 4;
            let (mut found, end) = all(&mut search, &ask);
            found.sort_unstable();
            assert_eq!(
                (found.len(), end),
                (expected.len(), End::Complete),
                "{name}"
            );
            assert!(found == expected, "{name}");
        }
    }
}

#[test]
fn a_link_that_cannot_hold_is_seen_before_the_search() {
    // Two nodes that are always in, apart from each other.
    let mut b = ModelBuilder::new(1);
    b.tile(&[0]).unwrap();
    b.link(Link::new(vec![Node::Always; 2], &[])).unwrap();
    let model = b.build().unwrap();
    for (name, makes) in solvers() {
        let mut search = SatSearch::new(&model, &Budget::default(), makes).unwrap();
        assert_eq!(
            all(&mut search, &Ask::default()),
            (vec![], End::Complete),
            "{name}"
        );
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
