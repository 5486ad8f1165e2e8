//! Every engine answers like the definition, on thousands of random small models with every
//! demand and rule, and on any number of threads.

use proptest::prelude::*;
use std::fmt::Write;
use std::ops::ControlFlow;
use tilewright_engines::{
    Ask, Budget, End, Engine,
    dance::Sorted,
    engine, lines,
    naive::Naive,
    parallel::{self, Parallel},
    solutions,
};
use tilewright_model::{Choice, Model};
use tilewright_testkit::random::{
    Question, hidden_model_and_question, lined_model_and_question, model_and_question,
};

const OTHERS: [&str; 5] = ["reduce", "dance", "sat", "count", "auto"];

/// With items and pairs alone, with lines, with lines and links, or with hidden choices.
fn models() -> impl Strategy<Value = (Model, Question)> {
    prop_oneof![
        model_and_question(),
        lined_model_and_question(false),
        lined_model_and_question(true),
        hidden_model_and_question(),
    ]
}

fn ask(question: &Question) -> Ask {
    Ask::given(question.given.clone()).barred(question.barred.clone())
}

/// All solutions in the engine's order. Each is one by the definition, and none comes twice.
fn all(engine: &dyn Engine, model: &Model, ask: &Ask) -> Vec<Vec<Choice>> {
    let mut search = engine
        .prepare(model, &Budget::default())
        .expect("a small model");
    let mut found = solutions(&mut *search, ask);
    let listed: Vec<_> = found.by_ref().collect();
    assert_eq!(found.end(), Some(End::Complete));
    for solution in &listed {
        assert_eq!(model.fault(solution), None, "{}", engine.name());
        assert!(solution.is_sorted());
    }
    listed
}

fn sorted(mut solutions: Vec<Vec<Choice>>) -> Vec<Vec<Choice>> {
    solutions.sort_unstable();
    let before = solutions.len();
    solutions.dedup();
    assert_eq!(solutions.len(), before, "a solution was given twice");
    solutions
}

fn on_threads(engine: &'static dyn Engine, model: &Model, ask: &Ask) -> (Vec<Vec<Choice>>, End) {
    let mut search = Parallel::new(engine, 3)
        .prepare(model, &Budget::default())
        .unwrap();
    let mut found = solutions(&mut *search, ask);
    (found.by_ref().collect(), found.end().unwrap())
}

/// By the choices of the tiles, the first tile first.
fn in_tile_order(model: &Model, mut solutions: Vec<Vec<Choice>>) -> Vec<Vec<Choice>> {
    let at = |solution: &[Choice], tile| {
        let members = model.members(tile).iter();
        let mut picked = members.filter(|(choice, _)| solution.contains(choice));
        picked.next().expect("a tile has a choice").0
    };
    solutions.sort_by_key(|solution| {
        let tiles = model.tiles().iter();
        let tiles = tiles.filter(|&&tile| model.is_own_item(tile));
        tiles.map(|&tile| at(solution, tile)).collect::<Vec<_>>()
    });
    solutions
}

/// The line of each solution, on several threads; every third is left out with `thins`.
fn written(model: &Model, asks: &[Ask], threads: usize, thins: bool) -> (String, u64, End) {
    let (mut text, mut number) = (String::new(), 0);
    let line = |solution: &[Choice]| format!("{solution:?}\n");
    let write = |solution: &[Choice], out: &mut Vec<u8>| {
        let sum: u32 = solution.iter().map(|choice| choice.0).sum();
        let is_in = !thins || !sum.is_multiple_of(3);
        if is_in {
            out.extend(line(solution).bytes());
        }
        is_in
    };
    let share = 1.0 / f64::from(asks.len().max(1) as u32);
    let asks: Vec<(Ask, f64)> = asks.iter().map(|ask| (ask.clone(), share)).collect();
    let budget = Budget::default();
    let engine = (&Sorted as &dyn Engine, model);
    let mut done = 0.0;
    let outcome = lines::write_each(engine, &asks, &budget, threads, &write, |block| {
        assert!(block.share >= done);
        done = block.share;
        assert_eq!(
            std::str::from_utf8(&block.text).unwrap().lines().count() as u64,
            block.lines
        );
        text.push_str(std::str::from_utf8(&block.text).unwrap());
        number += block.lines;
        ControlFlow::Continue(())
    });
    let outcome = outcome.unwrap();
    assert_eq!(outcome.stats.solutions, number);
    (text, number, outcome.end)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn sorted_solutions_come_sorted((model, question) in models()) {
        let ask = ask(&question);
        let expected = in_tile_order(&model, all(&Naive, &model, &ask));
        prop_assert_eq!(&all(&Sorted, &model, &ask), &expected);
        // A second ask of the same search is laid out in another manner.
        let mut search = Sorted.prepare(&model, &Budget::default()).unwrap();
        for _ in 0..2 {
            let mut found = solutions(&mut *search, &ask);
            prop_assert_eq!(&found.by_ref().collect::<Vec<_>>(), &expected);
            prop_assert_eq!(found.end(), Some(End::Complete));
        }
        search.start(&ask);
        let branches = search.branches();
        let parts: Vec<Ask> = branches.iter().map(|branch| branch.part_of(&ask)).collect();
        let whole = written(&model, &[ask], 1, false);
        let mut text = String::new();
        for solution in &expected {
            writeln!(text, "{solution:?}").unwrap();
        }
        prop_assert_eq!(&whole, &(text, expected.len() as u64, End::Complete));
        if !parts.is_empty() {
            prop_assert_eq!(&written(&model, &parts, 3, false), &whole);
        }
        let thinned = written(&model, &parts, 1, true);
        prop_assert_eq!(written(&model, &parts, 3, true), thinned);
    }

    #[test]
    fn every_engine_agrees_with_the_definition((model, question) in models()) {
        let ask = ask(&question);
        let expected = sorted(all(&Naive, &model, &ask));
        for name in OTHERS {
            let engine = engine(name).unwrap();
            prop_assert_eq!(&sorted(all(engine, &model, &ask)), &expected, "{}", name);
            let mut search = engine.prepare(&model, &Budget::default()).unwrap();
            search.start(&ask);
            let counted = search.count();
            prop_assert!(counted.is_exact());
            prop_assert_eq!(counted.number, expected.len().into(), "{}", name);
            // Every solution is made of what propagation left.
            search.start(&ask);
            let possible = search.possible();
            for choice in expected.iter().flatten() {
                prop_assert!(possible.contains(choice), "{}", name);
            }
        }
    }

    #[test]
    fn a_seed_changes_the_order_alone((model, question) in models(), seed: u64) {
        let ask = ask(&question);
        for name in ["reduce", "dance", "sat"] {
            let engine = engine(name).unwrap();
            let plain = sorted(all(engine, &model, &ask));
            let seeded = ask.clone().seed(seed);
            let shuffled = all(engine, &model, &seeded);
            prop_assert_eq!(&all(engine, &model, &seeded), &shuffled);
            prop_assert_eq!(sorted(shuffled), plain);
        }
    }

    #[test]
    fn branches_cut_a_search_in_order((model, question) in models()) {
        let ask = ask(&question);
        for name in ["reduce", "dance"] {
            let engine = engine(name).unwrap();
            let whole = all(engine, &model, &ask);
            let mut search = engine.prepare(&model, &Budget::default()).unwrap();
            search.start(&ask);
            let branches = search.branches();
            if branches.is_empty() {
                prop_assert!(whole.len() <= 1);
                continue;
            }
            let mut parts = Vec::new();
            for branch in branches {
                parts.extend(all(engine, &model, &branch.part_of(&ask)));
            }
            prop_assert_eq!(parts, whole, "{}", name);
        }
    }

    #[test]
    fn a_limit_is_told((model, question) in models(), limit in 0u64..4) {
        let ask = ask(&question);
        for name in OTHERS {
            let engine = engine(name).unwrap();
            let whole = all(engine, &model, &ask);
            let limited = ask.clone().limit(limit);
            let is_cut = whole.len() as u64 >= limit;
            let end = if is_cut { End::Limit } else { End::Complete };
            let number = (whole.len() as u64).min(limit);
            let mut search = engine.prepare(&model, &Budget::default()).unwrap();
            let mut found = solutions(&mut *search, &limited);
            prop_assert_eq!(found.by_ref().count() as u64, number);
            prop_assert_eq!(found.end(), Some(end), "{}", name);
            drop(found);
            search.start(&limited);
            let counted = search.count();
            prop_assert_eq!((counted.number, counted.end), (number.into(), end), "{}", name);
            let (counted, _) = parallel::count(engine, &model, &limited, 2).unwrap();
            prop_assert_eq!((counted.number, counted.end), (number.into(), end), "{}", name);
            let (found, found_end) = on_threads(engine, &model, &limited);
            prop_assert_eq!((found.len() as u64, found_end), (number, end), "{}", name);
        }
    }
}
