//! Classic problems with known answers; node counts are pinned, so that a change of the search
//! shows, whatever the machine.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use tilewright_engines::{
    Ask, Branch, Budget, Declined, ENGINES, End, Engine, Search, Stats,
    dance::{Dance, Sorted},
    engine,
    lines::{self, Finished},
    parallel::{self, Parallel},
    reduce::Reduce,
    solutions,
};
use tilewright_model::{Choice, Model, ModelBuilder};
use tilewright_testkit::instances as make;

fn count(engine: &dyn Engine, model: &Model) -> (u64, u64) {
    let mut search = engine.prepare(model, &Budget::default()).unwrap();
    search.start(&Ask::default());
    let counted = search.count();
    assert_eq!(counted.end, End::Complete);
    (
        u64::try_from(&counted.number).unwrap(),
        search.stats().nodes,
    )
}

#[test]
fn dance_visits_the_nodes_it_always_did() {
    let cases = [
        ("langford 8", make::langford(8), 300, 3_080),
        ("queens 8", make::queens(8), 92, 1_151),
        ("latin 4", make::latin(4), 576, 4_744),
        ("matching 10", make::matching(10), 945, 2_277),
        ("dominoes 6×6", make::domino(6, 6), 6_728, 25_694),
        ("soma", make::soma(), 11_520, 287_476),
        (
            "MacMahon squares",
            make::macmahon(4, 6, Some((0, 2))),
            1_908,
            864_279,
        ),
        ("pentominoes 3×20", make::pentominoes(3, 20), 8, 36_179),
    ];
    let found: Vec<_> = cases
        .iter()
        .map(|(name, cover, ..)| (*name, count(&Dance, &cover.to_model())))
        .collect();
    let expected: Vec<_> = cases
        .iter()
        .map(|&(name, _, number, nodes)| (name, (number, nodes)))
        .collect();
    assert_eq!(found, expected);
}

#[test]
fn visiting_and_counting_cost_the_same_nodes() {
    let model = make::langford(7).to_model();
    let mut search = Dance.prepare(&model, &Budget::default()).unwrap();
    search.start(&Ask::default());
    let mut visited = 0;
    while search.advance().is_ok() {
        visited += 1;
    }
    assert_eq!((visited, search.stats().nodes), count(&Dance, &model));
}

#[test]
fn all_engines_count_alike() {
    let cases = [
        make::langford(7),
        make::queens(7),
        make::latin(4),
        make::matching(8),
        make::domino(4, 6),
    ];
    for cover in &cases {
        let model = cover.to_model();
        let expected = count(&Reduce, &model).0;
        for name in ["dance", "count", "auto"] {
            assert_eq!(count(engine(name).unwrap(), &model).0, expected, "{name}");
        }
    }
}

#[test]
fn counts_are_exact_where_visiting_would_never_end() {
    let model = make::domino(12, 12).to_model();
    let mut search = engine("auto")
        .unwrap()
        .prepare(&model, &Budget::default())
        .unwrap();
    search.start(&Ask::default());
    let counted = search.count();
    // The number of domino tilings of a 12×12 board, OEIS A004003.
    assert_eq!(counted.number.to_string(), "53060477521960000");
    assert!(counted.is_exact());
}

#[test]
fn threads_give_the_answers_of_one_in_the_same_order() {
    // Large enough that it is cut into parts.
    let model = make::langford(11).to_model();
    for seed in [None, Some(7)] {
        let ask = Ask {
            seed,
            ..Ask::default()
        };
        let mut search = Dance.prepare(&model, &Budget::default()).unwrap();
        search.start(&ask);
        let mut alone = Vec::new();
        while let Ok(solution) = search.advance() {
            alone.push(solution.to_vec());
        }
        let (together, end) = on_threads(&Dance, &model, &ask);
        assert_eq!(end, End::Complete);
        assert!(alone == together);
        assert_eq!(alone.len(), 35_584);
        let (counted, _) = parallel::count(&Dance, &model, &ask, 4).unwrap();
        assert_eq!(counted.number, 35_584u32.into());
        let first: Vec<_> = first_on_threads(&model, &ask.clone().limit(30_000));
        assert!(alone[..30_000] == first);
    }
}

/// `dance`, but its first branches are unknown.
struct Whole;

struct WholeSearch(Box<dyn Search>);

impl Engine for Whole {
    fn name(&self) -> &'static str {
        "whole"
    }

    fn about(&self) -> &'static str {
        "cannot be cut into parts"
    }

    fn prepare(&self, model: &Model, budget: &Budget) -> Result<Box<dyn Search>, Declined> {
        Ok(Box::new(WholeSearch(Dance.prepare(model, budget)?)))
    }
}

impl Search for WholeSearch {
    fn start(&mut self, ask: &Ask) {
        self.0.start(ask);
    }

    fn advance(&mut self) -> Result<&[Choice], End> {
        self.0.advance()
    }

    fn choice_count(&self) -> usize {
        self.0.choice_count()
    }

    fn stats(&self) -> Stats {
        self.0.stats()
    }

    fn branches(&mut self) -> Vec<Branch> {
        Vec::new()
    }

    fn possible(&mut self) -> Vec<Choice> {
        self.0.possible()
    }
}

#[test]
fn what_cannot_be_cut_gives_each_solution_once() {
    let model = make::langford(11).to_model();
    let mut search = Dance.prepare(&model, &Budget::default()).unwrap();
    search.start(&Ask::default());
    let mut alone = Vec::new();
    while let Ok(solution) = search.advance() {
        alone.push(solution.to_vec());
    }
    let (found, end) = on_threads(&Whole, &model, &Ask::default());
    assert_eq!(end, End::Complete);
    assert!(found == alone);
    let (counted, _) = parallel::count(&Whole, &model, &Ask::default(), 4).unwrap();
    assert_eq!(counted.number, alone.len().into());
}

fn on_threads(engine: &'static dyn Engine, model: &Model, ask: &Ask) -> (Vec<Vec<Choice>>, End) {
    let mut search = Parallel::new(engine, 4)
        .prepare(model, &Budget::default())
        .unwrap();
    let mut found = solutions(&mut *search, ask);
    (found.by_ref().collect(), found.end().unwrap())
}

fn first_on_threads(model: &Model, ask: &Ask) -> Vec<Vec<Choice>> {
    let (found, end) = on_threads(&Dance, model, ask);
    assert_eq!(end, End::Limit);
    found
}

#[test]
fn every_budget_is_kept_and_told() {
    let model = make::queens(16).to_model();
    let stop = Arc::new(AtomicBool::new(true));
    let budgets = [
        (End::Nodes, Budget::default().nodes(100_000)),
        (End::Time, Budget::default().time(Duration::from_millis(20))),
        (End::Interrupted, Budget::default().stop(stop)),
        (End::Memory, Budget::default().memory(100)),
    ];
    for (end, budget) in budgets {
        for name in ["dance", "sat", "auto", "count", "reduce"] {
            if end == End::Memory && name == "reduce" {
                continue;
            }
            let ask = Ask::default().budget(budget.apart());
            let engine = engine(name).unwrap();
            let mut search = engine.prepare(&model, &Budget::default()).unwrap();
            search.start(&ask);
            assert_eq!(search.count().end, end, "{name}");
            if end == End::Nodes {
                assert!(
                    search.stats().nodes <= 110_000,
                    "{name}: {:?}",
                    search.stats()
                );
            }
            let again = Ask::default().budget(budget.apart());
            let (counted, stats) = parallel::count(engine, &model, &again, 3).unwrap();
            assert_eq!(counted.end, end, "{name} on threads");
            if end == End::Nodes {
                assert!(stats.nodes <= 120_000, "{name} on threads: {stats:?}");
            }
        }
    }
}

#[test]
fn lines_within_a_budget_are_the_same_on_any_number_of_threads() {
    let model = make::langford(8).to_model();
    let written = |nodes: Option<u64>, threads: usize| {
        let budget = Budget::default().nodes(nodes);
        let mut text = Vec::new();
        let outcome = lines::write_each(
            (&Sorted, &model),
            &[(Ask::default(), 1.0)],
            &budget,
            threads,
            &|solution, line| {
                line.extend(format!("{solution:?}\n").bytes());
                true
            },
            |block| {
                text.extend(block.text);
                ControlFlow::Continue(())
            },
        );
        let Finished { end, stats } = outcome.unwrap();
        assert_eq!(
            str::from_utf8(&text).unwrap().lines().count() as u64,
            stats.solutions
        );
        (text, end, stats.solutions)
    };
    let (whole, end, number) = written(None, 1);
    assert_eq!((end, number), (End::Complete, 300));
    let mut found = Vec::new();
    for nodes in [0, 1, 30, 300, 1_000, 2_000] {
        let alone = written(Some(nodes), 1);
        assert_eq!(alone.1, End::Nodes, "{nodes} nodes");
        assert!(whole.starts_with(&alone.0), "{nodes} nodes");
        for threads in [2, 4] {
            assert!(
                written(Some(nodes), threads) == alone,
                "{nodes} nodes on {threads} threads"
            );
        }
        found.push(alone.2);
    }
    assert!(found.is_sorted() && found[0] == 0 && found[5] > 0 && found[5] < 300);
}

#[test]
fn nodes_that_were_searched_first_count_on_threads_too() {
    // A little is searched on one thread before there are parts: it is of the same budget.
    let model = make::queens(16).to_model();
    let most = 25_000;
    let ask = Ask::default().budget(Budget::default().nodes(most));
    let untold = 512 * 3;
    let told = most - untold..=most + untold;
    let mut search = Parallel::new(&Dance, 3)
        .prepare(&model, &Budget::default())
        .unwrap();
    let mut found = solutions(&mut *search, &ask);
    let number = found.by_ref().count() as u64;
    assert_eq!(found.end(), Some(End::Nodes));
    drop(found);
    let stats = search.stats();
    assert_eq!(stats.solutions, number);
    assert!(told.contains(&stats.nodes), "{stats:?}");
    assert_eq!(ask.budget.spent(), stats.nodes);
    let ask = Ask::default().budget(Budget::default().nodes(most));
    let (counted, stats) = parallel::count(&Dance, &model, &ask, 3).unwrap();
    assert_eq!(counted.end, End::Nodes);
    assert!(told.contains(&stats.nodes), "{stats:?}");
    assert_eq!(ask.budget.spent(), stats.nodes);
}

#[test]
fn what_a_search_cost_is_spent_from_its_budget() {
    let model = make::queens(8).to_model();
    for engine in ENGINES
        .iter()
        .filter(|engine| !["nine", "naive"].contains(&engine.name()))
    {
        let name = engine.name();
        for limit in [None, Some(2), Some(50)] {
            let mut search = engine.prepare(&model, &Budget::default()).unwrap();
            let ask = || Ask {
                limit,
                ..Ask::default()
            };
            let listed = ask();
            search.start(&listed);
            while search.advance().is_ok() {}
            assert_eq!(listed.budget.spent(), search.stats().nodes, "{name}");
            let counted = ask();
            search.start(&counted);
            search.count();
            assert_eq!(counted.budget.spent(), search.stats().nodes, "{name}");
        }
    }
}

#[test]
fn naive_gives_no_more_than_its_limit_where_its_nodes_are_used_up() {
    let mut builder = ModelBuilder::new(12);
    for tile in 0..4 {
        let choices = [3 * tile, 3 * tile + 1, 3 * tile + 2];
        builder.tile(&choices).unwrap();
    }
    let model = builder.build().unwrap();
    let few = Budget::default().nodes(60);
    let mut search = engine("naive")
        .unwrap()
        .prepare(&model, &Budget::default())
        .unwrap();
    search.start(&Ask::default().limit(2).budget(few.apart()));
    assert!(search.advance().is_ok());
    assert!(search.advance().is_ok());
    assert_eq!(search.advance(), Err(End::Limit));
    search.start(&Ask::default().budget(few));
    while search.advance().is_ok() {}
    assert_eq!(search.advance(), Err(End::Nodes));
    assert!((3..81).contains(&search.stats().solutions));
}

#[test]
fn what_is_lacking_is_told() {
    let model = make::queens(16).to_model();
    for name in ["dance", "sat"] {
        let ask = Ask::default().budget(Budget::default().memory(100));
        let mut search = engine(name)
            .unwrap()
            .prepare(&model, &Budget::default())
            .unwrap();
        search.start(&ask);
        assert_eq!(search.advance(), Err(End::Memory), "{name}");
        let needed = ask.budget.lacked().expect("it is known");
        assert!((1000..100_000_000).contains(&needed), "{name}: {needed}");
        // With as much it is searched.
        let enough = Ask::default().budget(Budget::default().memory(needed));
        search.start(&enough);
        assert!(search.advance().is_ok(), "{name}");
    }
}

#[test]
fn breaking_off_stops_all_threads() {
    let model = make::queens(14).to_model();
    let ask = Ask::default();
    let mut search = Parallel::new(&Dance, 4)
        .prepare(&model, &Budget::default())
        .unwrap();
    search.start(&ask);
    for _ in 0..5_000 {
        search.advance().unwrap();
    }
    let stats = search.stats();
    assert_eq!(stats.solutions, 5_000);
    // Dropped, it joins its threads: whatever they hold of the ask is gone.
    drop(search);
    assert_eq!(ask.budget.spent(), stats.nodes);
}
