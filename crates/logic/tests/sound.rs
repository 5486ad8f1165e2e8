//! Every step against all solutions: what is removed is in none, what is picked in all.

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use tilewright_engines::{Ask, End as SearchEnd, Engine, dance::Dance, solutions};
use tilewright_logic::{Board, Budget, End, Explanation, Level, Logic, Reason, Stopped, Strong};
use tilewright_model::{Choice, Demand, Item, Model, ModelBuilder};
use tilewright_testkit::random::{Question, model_and_question};

fn all_solutions(model: &Model, question: &Question) -> Vec<Vec<Choice>> {
    let ask = Ask::given(question.given.clone()).barred(question.barred.clone());
    let mut search = Dance.prepare(model).unwrap();
    let mut found = solutions(&mut *search, &ask);
    let all = found.by_ref().collect();
    assert_eq!(found.end(), Some(SearchEnd::Complete));
    all
}

fn board<'l>(logic: &'l Logic<'l>, question: &Question) -> Board<'l> {
    let mut board = logic.board(&question.given);
    for &choice in &question.barred {
        board.remove(choice);
    }
    board
}

/// Checks each step and the end against all solutions, and that steps are about the board on
/// which they were found.
fn assert_sound(start: &Board<'_>, explanation: &Explanation, all: &[Vec<Choice>]) {
    let model = start.logic().model();
    let mut now = start.clone();
    for round in &explanation.rounds {
        let before = now.clone();
        assert!(!round.steps.is_empty());
        for step in &round.steps {
            assert_eq!(step.level(), round.level);
            assert!(now.is_news(step), "{step:?}");
            for solution in all {
                assert!(step.picked.iter().all(|c| solution.contains(c)), "{step:?}");
                assert!(
                    !step.removed.iter().any(|c| solution.contains(c)),
                    "{step:?}"
                );
            }
            let all_bases: Vec<Item>;
            let from = match &step.reason {
                Reason::Single { item } | Reason::Excluded { item } => std::slice::from_ref(item),
                Reason::Sets {
                    bases,
                    covers,
                    fins,
                } => {
                    let is_covered = |fin: &Choice| {
                        let mut touches = model.touches(*fin).iter();
                        touches.any(|(item, _)| covers.contains(item))
                    };
                    assert!(!fins.iter().any(is_covered), "{step:?}");
                    assert!(covers.len() <= bases.len());
                    assert!(covers.iter().all(|c| !bases.contains(c)));
                    let mut demands = covers.iter().map(|&c| model.demand(c));
                    assert!(demands.all(|demand| demand != Demand::OneColour));
                    bases
                }
                Reason::Chain { choices, items } => {
                    assert_eq!(choices.len(), 2 * items.len());
                    for (pair, &item) in choices.chunks(2).zip(items) {
                        let live: Vec<_> = before.live(item).collect();
                        assert!(live == pair || live == [pair[1], pair[0]], "{step:?}");
                    }
                    for weak in choices[1..].chunks_exact(2) {
                        assert!(model.share_conflict(weak[0], weak[1]), "{step:?}");
                    }
                    items
                }
                Reason::Links { nodes, links } => {
                    assert_links(&before, nodes, links);
                    all_bases = links.iter().flat_map(|link| link.bases.clone()).collect();
                    &all_bases
                }
            };
            let mut premises: Vec<_> = from.iter().flat_map(|&item| before.live(item)).collect();
            premises.sort_unstable();
            premises.dedup();
            assert_eq!(step.premises, premises);
            let mut demands = from.iter().map(|&item| model.demand(item));
            assert!(demands.all(|demand| demand == Demand::ExactlyOne));
            now.apply(step);
        }
    }
    match &explanation.end {
        End::Solved { picked } => assert_eq!(all, std::slice::from_ref(picked)),
        End::Contradiction { item } => {
            assert_eq!(all, [] as [Vec<Choice>; 0]);
            assert_eq!(now.live_count(*item), 0);
        }
        End::Stuck { undecided } => {
            assert_eq!(&now.undecided(), undecided);
            assert_eq!(now.next_step(&Budget::default()), Ok(None));
            for level in Level::ALL {
                assert_eq!(now.steps(level, &Budget::default()), Ok(Vec::new()));
            }
        }
        End::Stopped(why) => panic!("stopped without a budget: {why}"),
    }
}

/// Checks that each strong link leaves one of its nodes a choice, and that weak ones are conflicts.
fn assert_links(board: &Board<'_>, nodes: &[Vec<Choice>], links: &[Strong]) {
    let model = board.logic().model();
    assert_eq!(nodes.len(), 2 * links.len());
    for (pair, link) in nodes.chunks(2).zip(links) {
        let mut all: Vec<_> = link.bases.iter().flat_map(|&b| board.live(b)).collect();
        all.sort_unstable();
        if link.covers.is_empty() {
            assert_eq!(link.bases.len(), 1);
            let mut both = pair.concat();
            both.sort_unstable();
            assert_eq!(both, all);
            continue;
        }
        assert!(all.windows(2).all(|w| w[0] < w[1]), "bases share a choice");
        assert_eq!(link.covers.len(), link.bases.len() + 1);
        let is_in = |cover: Item, c: Choice| model.members(cover).iter().any(|m| m.0 == c);
        for &c in &all {
            assert!(link.covers.iter().any(|&cover| is_in(cover, c)));
        }
        // Two different covers, and each node has all that the bases have in its own.
        let covers_of = |node: &[Choice]| {
            let covers = link.covers.iter().copied();
            let has_all = |&cover: &Item| {
                let inside = all.iter().copied().filter(|&c| is_in(cover, c));
                inside.collect::<Vec<_>>() == node
            };
            covers.filter(has_all).collect::<Vec<_>>()
        };
        let (a, b) = (covers_of(&pair[0]), covers_of(&pair[1]));
        assert!(a.iter().any(|x| b.iter().any(|y| x != y)), "{link:?}");
    }
    for weak in nodes[1..].chunks_exact(2) {
        for &a in &weak[0] {
            assert!(
                weak[1]
                    .iter()
                    .all(|&b| a != b && model.share_conflict(a, b))
            );
        }
    }
}

fn check(model: &Model, question: &Question) -> Explanation {
    let logic = Logic::new(model);
    let start = board(&logic, question);
    let explanation = start.explain(&Budget::default());
    assert_sound(&start, &explanation, &all_solutions(model, question));
    if start.contradiction().is_none() {
        let first = start.next_step(&Budget::default()).unwrap();
        assert_eq!(first.as_ref(), explanation.steps().next());
    }
    explanation
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn on_random_models((model, question) in model_and_question()) {
        check(&model, &question);
    }
}

/// A level that random models never reach would be tested by nothing.
#[test]
fn random_models_meet_the_levels_and_the_ends() {
    let mut runner = TestRunner::deterministic();
    let strategy = model_and_question();
    let mut levels = [0; Level::ALL.len()];
    let mut ends = [0; 3];
    for _ in 0..4000 {
        let (model, question) = strategy.new_tree(&mut runner).unwrap().current();
        let explanation = check(&model, &question);
        for (level, met) in Level::ALL.iter().zip(&mut levels) {
            *met += usize::from(explanation.rounds.iter().any(|r| r.level == *level));
        }
        ends[match explanation.end {
            End::Solved { .. } => 0,
            End::Stuck { .. } => 1,
            _ => 2,
        }] += 1;
    }
    assert!(levels[..3].iter().all(|&met| met >= 10), "{levels:?}");
    assert!(ends.iter().all(|&met| met >= 100), "{ends:?}");
}

/// `size` tiles with the values below `size`, one more tile with all values, each value once at
/// most: the last tile has the last value.
fn one_tile_too_many(size: u32) -> Model {
    let mut b = ModelBuilder::new(size * size + size + 1);
    for tile in 0..=size {
        let first = tile * size;
        let end = first + size + u32::from(tile == size);
        b.tile(&(first..end).collect::<Vec<_>>()).unwrap();
    }
    for value in 0..size {
        let choices: Vec<_> = (0..=size).map(|tile| tile * size + value).collect();
        b.item(Demand::AtMostOne, &choices).unwrap();
    }
    // Each choice of the last value has an item as well, so that the values are a layer.
    b.item(Demand::AtMostOne, &[size * size + size]).unwrap();
    b.build().unwrap()
}

#[test]
fn each_size_of_sets_is_found() {
    for size in 2..=4u32 {
        let model = one_tile_too_many(size);
        let explanation = check(&model, &Question::default());
        let first = explanation.steps().next().unwrap();
        assert_eq!(first.level(), Level::Sets(size as u8));
        let expected: Vec<_> = (size * size..size * size + size).map(Choice).collect();
        assert_eq!(first.removed, expected);
        assert_eq!(explanation.rounds[1].level, Level::Single);
        assert!(matches!(explanation.end, End::Stuck { .. }));
    }
}

#[test]
fn more_bases_than_covers_are_a_contradiction() {
    // Three tiles with the same two values, which stand once at most.
    let mut b = ModelBuilder::new(6);
    for tile in 0..3 {
        b.tile(&[2 * tile, 2 * tile + 1]).unwrap();
    }
    b.item(Demand::AtMostOne, &[0, 2, 4]).unwrap();
    b.item(Demand::AtMostOne, &[1, 3, 5]).unwrap();
    let explanation = check(&b.build().unwrap(), &Question::default());
    assert!(matches!(explanation.end, End::Contradiction { .. }));
}

#[test]
fn givens_that_clash_are_a_contradiction() {
    let model = one_tile_too_many(3);
    let given = vec![Choice(0), Choice(3)];
    let question = Question {
        given,
        barred: Vec::new(),
    };
    let explanation = check(&model, &question);
    assert!(explanation.rounds.is_empty());
    assert!(matches!(explanation.end, End::Contradiction { .. }));
}

#[test]
fn a_budget_stops_and_claims_nothing() {
    let model = one_tile_too_many(4);
    let logic = Logic::new(&model);
    let start = logic.board(&[]);
    let budget = Budget {
        work: Some(1),
        ..Budget::default()
    };
    assert_eq!(start.next_step(&budget), Err(Stopped::Work));
    let explanation = start.explain(&budget);
    assert_eq!(explanation.end, End::Stopped(Stopped::Work));
    // With any budget, what was found is what is found without one, up to there.
    let whole = start.explain(&Budget::default());
    for work in (0..20_000).step_by(97) {
        let budget = Budget {
            work: Some(work),
            ..Budget::default()
        };
        let part = start.explain(&budget);
        assert!(part.steps().zip(whole.steps()).all(|(a, b)| a == b));
        assert!(part.end == whole.end || part.end == End::Stopped(Stopped::Work));
    }
    let stop = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(true));
    let budget = Budget {
        stop: Some(stop),
        ..Budget::default()
    };
    assert_eq!(
        start.explain(&budget).end,
        End::Stopped(Stopped::Interrupted)
    );
}
