//! Every step against all solutions: the removed choices are in none, the picked ones in all.

mod reasons;

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use tilewright_engines::{Ask, End as SearchEnd, Engine, dance::Dance, solutions};
use tilewright_logic::{Board, Budget, Ending, Explanation, Level, Logic, Reason, Settings, Step};
use tilewright_model::{Choice, Demand, Item, Model, ModelBuilder};
use tilewright_testkit::random::{Question, model_and_question};

fn all_solutions(model: &Model, question: &Question) -> Vec<Vec<Choice>> {
    let ask = Ask::given(question.given.clone()).barred(question.barred.clone());
    let mut search = Dance.prepare(model, &Budget::default()).unwrap();
    let mut found = solutions(&mut *search, &ask);
    let all = found.by_ref().collect();
    assert_eq!(found.end(), Some(SearchEnd::Complete));
    all
}

fn board(logic: &Logic, question: &Question) -> Board {
    let mut board = logic.board(&question.given);
    for &choice in &question.barred {
        board.remove(choice);
    }
    board
}

/// Checks each step and the end against all solutions, and that steps are about the board on
/// which they were found.
fn assert_sound(
    start: &Board,
    settings: &Settings,
    explanation: &Explanation,
    all: &[Vec<Choice>],
) {
    let mut now = start.clone();
    for round in &explanation.rounds {
        let before = now.clone();
        assert!(!round.steps.is_empty());
        assert!(round.weight() >= round.level.weight());
        for step in &round.steps {
            assert_eq!(step.level(), round.level);
            assert!(now.is_news(step), "{step:?}");
            reasons::assert_follows(&before, step);
            now.apply(step);
        }
    }
    assert_eq!(explanation.wrong_step(all), None);
    assert_wrong_steps_are_seen(explanation);
    match &explanation.end {
        Ending::Solved { picked } => assert_eq!(all, std::slice::from_ref(picked)),
        Ending::Contradiction { item } => {
            assert_eq!(all, [] as [Vec<Choice>; 0]);
            assert_eq!(now.live_count(*item), 0);
        }
        Ending::Stuck { undecided } => {
            assert_eq!(&now.undecided(), undecided);
            assert_eq!(now.next_step(settings, &Budget::default()), Ok(None));
            for level in settings.levels() {
                assert_eq!(now.steps(level, &Budget::default()), Ok(Vec::new()));
            }
        }
        Ending::Stopped(why) => panic!("stopped without a budget: {why}"),
    }
}

/// With a choice that a step removes, or without one that it picks, nothing is a solution.
fn assert_wrong_steps_are_seen(explanation: &Explanation) {
    let picked: Vec<Choice> = explanation.steps().flat_map(|s| s.picked.clone()).collect();
    for step in explanation.steps() {
        for &choice in &step.removed {
            let mut with = picked.clone();
            with.push(choice);
            with.sort_unstable();
            assert!(explanation.wrong_step(&[with]).is_some(), "{step:?}");
        }
        for choice in &step.picked {
            let mut without: Vec<Choice> = picked.iter().copied().filter(|c| c != choice).collect();
            without.sort_unstable();
            assert!(explanation.wrong_step(&[without]).is_some(), "{step:?}");
        }
    }
}

/// Each step of a round says something that those before it do not.
fn assert_news(explanation: &Explanation) {
    for round in &explanation.rounds {
        let mut said = std::collections::HashSet::new();
        for step in &round.steps {
            let picked = step.picked.iter().map(|&choice| (choice, true));
            let removed = step.removed.iter().map(|&choice| (choice, false));
            let news: Vec<bool> = picked.chain(removed).map(|s| said.insert(s)).collect();
            assert!(news.contains(&true), "{step:?} in {round:?}");
        }
    }
}

fn check(model: &Model, question: &Question) -> Explanation {
    let logic = Logic::new(model, &Budget::default()).unwrap();
    let start = board(&logic, question);
    let explanation = start.explain(&Budget::default());
    let all = all_solutions(model, question);
    assert_sound(&start, &Settings::default(), &explanation, &all);
    // All settings on: nesting, and the conclusions from one solution.
    let settings = Settings {
        hardest: Level::Nested,
        unique: all.len() == 1,
    };
    let more = start.explain_with(&settings, &Budget::default());
    assert_sound(&start, &settings, &more, &all);
    assert_news(&explanation);
    assert_news(&more);
    if start.contradiction().is_none() {
        let first = start
            .next_step(&Settings::default(), &Budget::default())
            .unwrap();
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
            Ending::Solved { .. } => 0,
            Ending::Stuck { .. } => 1,
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
        assert!(matches!(explanation.end, Ending::Stuck { .. }));
    }
}

#[test]
fn more_bases_than_covers_are_a_contradiction() {
    // Three tiles with the same two values, each of which may be used once.
    let mut b = ModelBuilder::new(6);
    for tile in 0..3 {
        b.tile(&[2 * tile, 2 * tile + 1]).unwrap();
    }
    b.item(Demand::AtMostOne, &[0, 2, 4]).unwrap();
    b.item(Demand::AtMostOne, &[1, 3, 5]).unwrap();
    let explanation = check(&b.build().unwrap(), &Question::default());
    assert!(matches!(explanation.end, Ending::Contradiction { .. }));
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
    assert!(matches!(explanation.end, Ending::Contradiction { .. }));
}

#[test]
fn a_budget_stops_and_claims_nothing() {
    let model = one_tile_too_many(4);
    let logic = Logic::new(&model, &Budget::default()).unwrap();
    let start = logic.board(&[]);
    let budget = Budget::default().nodes(1);
    assert_eq!(
        start.next_step(&Settings::default(), &budget),
        Err(SearchEnd::Nodes)
    );
    let explanation = start.explain(&budget);
    assert_eq!(explanation.end, Ending::Stopped(SearchEnd::Nodes));
    // With any budget, the steps found are the first of those found without one.
    let whole = start.explain(&Budget::default());
    for work in (0..20_000).step_by(97) {
        let budget = Budget::default().nodes(work);
        let part = start.explain(&budget);
        assert!(part.steps().zip(whole.steps()).all(|(a, b)| a == b));
        assert!(part.end == whole.end || part.end == Ending::Stopped(SearchEnd::Nodes));
    }
    let stop = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(true));
    let budget = Budget::default().stop(stop);
    assert_eq!(
        start.explain(&budget).end,
        Ending::Stopped(SearchEnd::Interrupted)
    );
}

/// The model with other numbers: choices and items in another order.
fn renumbered(model: &Model, seed: u64) -> (Model, Vec<u32>) {
    let mut state = seed;
    let mut below = |bound: usize| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % bound
    };
    let mut shuffled = |count: usize| {
        let mut list: Vec<u32> = (0..count as u32).collect();
        for last in (1..count).rev() {
            list.swap(last, below(last + 1));
        }
        list
    };
    let lowered = model.lower(&Budget::default()).unwrap();
    let new = shuffled(lowered.choice_count());
    let order = shuffled(lowered.item_count());
    let mut b = ModelBuilder::new(lowered.choice_count() as u32);
    for item in order.into_iter().map(Item) {
        let members = lowered.members(item).iter();
        let members: Vec<(u32, u32)> = members
            .map(|&(c, colour)| (new[c.index()], colour.0))
            .collect();
        let choices: Vec<u32> = members.iter().map(|m| m.0).collect();
        match lowered.demand(item) {
            Demand::OneColour => b.one_colour(&members).unwrap(),
            Demand::ExactlyOne => b.tile(&choices).unwrap(),
            Demand::AtMostOne => b.item(Demand::AtMostOne, &choices).unwrap(),
        };
    }
    (b.build().unwrap(), new)
}

/// The level of each round and how many choices it leaves; and the difficulty.
fn profile(model: &Model, question: &Question) -> (Vec<(Level, usize)>, Option<u64>) {
    let logic = Logic::new(model, &Budget::default()).unwrap();
    let mut now = board(&logic, question);
    let explanation = now.explain(&Budget::default());
    let mut after = |round: &tilewright_logic::Round| {
        round.steps.iter().for_each(|step| now.apply(step));
        (round.level, now.undecided().len())
    };
    let mut rounds: Vec<_> = explanation.rounds.iter().map(&mut after).collect();
    // A round ends at a contradiction, and its other conclusions are not known.
    if let (Ending::Contradiction { .. }, Some(last)) = (&explanation.end, rounds.last_mut()) {
        last.1 = 0;
    }
    (rounds, explanation.difficulty().map(f64::to_bits))
}

#[test]
fn numbers_do_not_matter() {
    let mut runner = TestRunner::deterministic();
    let strategy = model_and_question();
    for seed in 0..4000 {
        let (model, question) = strategy.new_tree(&mut runner).unwrap().current();
        let (other, new) = renumbered(&model, seed);
        let moved = |choices: &[Choice]| choices.iter().map(|c| Choice(new[c.index()])).collect();
        let asked = Question {
            given: moved(&question.given),
            barred: moved(&question.barred),
        };
        assert_eq!(profile(&other, &asked), profile(&model, &question));
    }
}

/// Four tiles in a ring, each with two values and each value shared with the next tile: a loop. One
/// more tile has all values, and one of its own.
#[test]
fn a_loop_says_all_it_can() {
    let mut b = ModelBuilder::new(13);
    for tile in 0..4 {
        b.tile(&[2 * tile, 2 * tile + 1]).unwrap();
    }
    b.tile(&[8, 9, 10, 11, 12]).unwrap();
    for tile in 0..4 {
        // The second value of a tile is the first of the next.
        let shared = [2 * tile + 1, (2 * tile + 2) % 8, 8 + tile];
        b.item(Demand::AtMostOne, &shared).unwrap();
    }
    let model = b.build().unwrap();
    check(&model, &Question::default());
    let logic = Logic::new(&model, &Budget::default()).unwrap();
    let steps = logic
        .board(&[])
        .steps(Level::Chain, &Budget::default())
        .unwrap();
    // The ends of each chain exclude each other, so that it can be begun at any of its links.
    let is_loop = |step: &Step| {
        matches!(&step.reason, Reason::Chain { choices, .. }
            if model.share_conflict(choices[0], choices[choices.len() - 1]))
    };
    assert!(steps.iter().all(is_loop), "{steps:?}");
    let mut removed: Vec<_> = steps.iter().flat_map(|step| step.removed.clone()).collect();
    removed.sort_unstable();
    removed.dedup();
    assert_eq!(removed, [8, 9, 10, 11].map(Choice));
}
