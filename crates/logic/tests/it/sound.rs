//! Every step against all solutions: the removed choices are in none, the picked ones in all.

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use tilewright_engines::{Ask, End as SearchEnd, Engine, dance::Dance, solutions};
use tilewright_logic::{Board, Budget, Ending, Explanation, Level, Logic, Reason, Settings, Step};
use tilewright_model::{Choice, Demand, Item, Language, Link, Model, ModelBuilder, Node, Rule};
use tilewright_testkit::random::{
    Question, hidden_model_and_question, lined_model_and_question, model_and_question,
};

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
            crate::reasons::assert_follows(&before, step);
            now.apply(step);
        }
    }
    assert_eq!(explanation.shown(now.logic().model()).wrong_step(all), None);
    assert_wrong_steps_are_seen(explanation);
    match &explanation.end {
        Ending::Solved { picked } => assert_eq!(all, std::slice::from_ref(picked)),
        Ending::Contradiction { item } => {
            assert_eq!(all, [] as [Vec<Choice>; 0]);
            let is_hidden = !now.logic().model().is_own_item(*item);
            assert!(now.live_count(*item) == 0 || is_hidden);
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

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn on_random_models_with_lines((model, question) in lined_model_and_question(false)) {
        check(&model, &question);
    }

    #[test]
    fn on_random_models_with_links((model, question) in lined_model_and_question(true)) {
        check(&model, &question);
    }

    #[test]
    fn on_random_models_with_hidden_choices((model, question) in hidden_model_and_question()) {
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
    let met = |level: Level| levels[Level::ALL.iter().position(|&l| l == level).unwrap()];
    for level in [Level::Single, Level::Excluded, Level::Sets(2)] {
        assert!(met(level) >= 10, "{levels:?}");
    }
    assert!(ends.iter().all(|&met| met >= 100), "{ends:?}");
    let strategy = lined_model_and_question(true);
    for _ in 0..2000 {
        let (model, question) = strategy.new_tree(&mut runner).unwrap().current();
        let explanation = check(&model, &question);
        for (level, met) in Level::ALL.iter().zip(&mut levels) {
            *met += usize::from(explanation.rounds.iter().any(|r| r.level == *level));
        }
    }
    let met = |level: Level| levels[Level::ALL.iter().position(|&l| l == level).unwrap()];
    for level in [Level::Line, Level::Joined, Level::Parted] {
        assert!(met(level) >= 5, "{levels:?}");
    }
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
    let lowered = model.lower_pairs(&Budget::default()).unwrap();
    let new = shuffled(lowered.choice_count());
    let order = shuffled(lowered.item_count());
    let mut new_item = vec![Item(0); order.len()];
    let mut b = ModelBuilder::new(lowered.choice_count() as u32);
    for item in order.into_iter().map(Item) {
        let members = lowered.members(item).iter();
        let members: Vec<(u32, u32)> = members
            .map(|&(c, colour)| (new[c.index()], colour.0))
            .collect();
        let choices: Vec<u32> = members.iter().map(|m| m.0).collect();
        new_item[item.index()] = match lowered.demand(item) {
            Demand::OneColour => b.one_colour(&members).unwrap(),
            Demand::ExactlyOne => b.tile(&choices).unwrap(),
            Demand::AtMostOne => b.item(Demand::AtMostOne, &choices).unwrap(),
        };
    }
    let rules = shuffled(lowered.rules().len());
    for rule in rules
        .into_iter()
        .map(|rule| &lowered.rules()[rule as usize])
    {
        match rule {
            Rule::Pair(_) => panic!("pairs are items"),
            Rule::Line(line) => {
                let tiles: Vec<Item> = line.tiles.iter().map(|t| new_item[t.index()]).collect();
                let letter = |place: usize, choice: Choice| {
                    let mut members = lowered.members(line.tiles[place]).iter();
                    let at = members.position(|(c, _)| new[c.index()] == choice.0);
                    line.letters[place][at.unwrap()]
                };
                assert!(!line.as_set, "a cage is told by its numbers");
                b.line(&tiles, (*line.language).clone(), letter).unwrap();
            }
            Rule::Link(link) => {
                b.link(moved(link, &new, &shuffled(link.nodes().len())))
                    .unwrap();
            }
        }
    }
    (b.build().unwrap(), new)
}

/// The link with other numbers for its choices and nodes.
fn moved(link: &Link, new: &[u32], new_node: &[u32]) -> Link {
    let mut nodes = vec![Node::Always; new_node.len()];
    let mut edges = Vec::new();
    for (node, of) in (0..).zip(link.nodes()) {
        let number = new_node[node as usize];
        let next = link.neighbours(node).iter();
        edges.extend(next.map(|&next| (number, new_node[next as usize])));
        if let Node::If(choices) = of {
            let choices = choices.iter().map(|c| Choice(new[c.index()]));
            nodes[number as usize] = Node::If(choices.collect());
        }
    }
    let moved = Link::new(nodes, &edges);
    if link.may_be_empty() {
        moved
    } else {
        moved.not_empty()
    }
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
    assert_numbers_do_not_matter(&model_and_question(), 4000);
}

#[test]
fn numbers_of_rules_do_not_matter() {
    assert_numbers_do_not_matter(&lined_model_and_question(false), 2000);
    assert_numbers_do_not_matter(&lined_model_and_question(true), 4000);
}

fn assert_numbers_do_not_matter(strategy: &impl Strategy<Value = (Model, Question)>, models: u64) {
    let mut runner = TestRunner::deterministic();
    for seed in 0..models {
        let (model, question) = strategy.new_tree(&mut runner).unwrap().current();
        if model.lines().any(|line| line.as_set) {
            continue;
        }
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

/// Puzzles with lines and links, and how a person gets on with them.
mod ruled {
    use super::*;

    /// Cells that are white (choice 2c) or black (2c + 1), as items.
    fn cells(b: &mut ModelBuilder, count: u32) -> Vec<Item> {
        let cell = |cell: u32| b.tile(&[2 * cell, 2 * cell + 1]).unwrap();
        (0..count).map(cell).collect()
    }

    fn runs(b: &mut ModelBuilder, cells: &[Item], clue: &[usize]) {
        let language = Language::runs(&[false, true], clue).unwrap();
        b.line(cells, language, |_, choice| choice.0 % 2).unwrap();
    }

    /// A nonogram of 5×5, a letter R: lines alone solve it.
    #[test]
    fn a_nonogram_is_solved_by_its_lines() {
        let rows: [&[usize]; 5] = [&[4], &[1, 1], &[4], &[1, 1], &[1, 1]];
        let columns: [&[usize]; 5] = [&[5], &[1, 1], &[1, 1], &[1, 2], &[1, 1]];
        let picture = ["####.", "#...#", "####.", "#..#.", "#...#"];
        let picture = picture.concat();
        let mut b = ModelBuilder::new(50);
        let cells = cells(&mut b, 25);
        for (row, clue) in cells.chunks(5).zip(rows) {
            runs(&mut b, row, clue);
        }
        for (column, clue) in columns.into_iter().enumerate() {
            let column: Vec<Item> = cells.iter().skip(column).step_by(5).copied().collect();
            runs(&mut b, &column, clue);
        }
        let model = b.build().unwrap();
        let explanation = check(&model, &Question::default());
        assert_eq!(explanation.hardest(), Some(Level::Line));
        let solution = (0..).zip(picture.chars());
        let solution = solution.map(|(cell, sign)| Choice(2 * cell + u32::from(sign == '#')));
        let picked = solution.collect();
        assert_eq!(explanation.end, Ending::Solved { picked });
        let mut levels = explanation.rounds.iter().map(|round| round.level);
        assert!(levels.all(|level| level == Level::Line));
    }

    /// Three cells with different numbers from 1 to 9 and the sum 7: they are 1, 2 and 4.
    #[test]
    fn a_cage_knows_its_sets() {
        let mut b = ModelBuilder::new(36);
        let cell = |b: &mut ModelBuilder, cell: u32| {
            let choices: Vec<u32> = (9 * cell..9 * cell + 9).collect();
            b.tile(&choices).unwrap()
        };
        let cells: Vec<Item> = (0..4).map(|number| cell(&mut b, number)).collect();
        let number = |_: usize, choice: Choice| i64::from(choice.0 % 9 + 1);
        b.cage(&cells[..3], 7..=7, number).unwrap();
        b.cage(&cells[2..], 4..=4, number).unwrap();
        let model = b.build().unwrap();
        let logic = Logic::new(&model, &Budget::default()).unwrap();
        let board = logic.board(&[]);
        let steps = board.steps(Level::Line, &Budget::default()).unwrap();
        let left = |cell: u32, values: &[u32]| {
            let choices = 9 * cell..9 * cell + 9;
            let gone = choices.filter(|choice| !values.contains(&(choice % 9 + 1)));
            gone.map(Choice).collect::<Vec<_>>()
        };
        let ways = [1, 2, 4];
        assert_eq!(
            steps[0].removed,
            [0, 1, 2].map(|cell| left(cell, &ways)).concat()
        );
        // The third cell shares the 4 with the last: 1 and 3, and the 3 is not left.
        let explanation = check(&model, &Question::default());
        let levels: Vec<Level> = explanation.rounds.iter().map(|round| round.level).collect();
        assert_eq!(levels, [Level::Line, Level::Single, Level::Single]);
        let mut now = board;
        for step in explanation.steps() {
            now.apply(step);
        }
        // The two others are 2 and 4, in either order.
        assert_eq!(now.undecided(), [1, 3, 10, 12].map(Choice));
        assert_eq!(now.missing_with(0, Choice(3)), None);
        now.remove(Choice(10));
        let missing = Some((cells[1], vec![Choice(10)]));
        assert_eq!(now.missing_with(0, Choice(3)), missing);
    }

    /// A grid of cells whose black ones are connected.
    fn joined(width: u32, height: u32) -> (ModelBuilder, Vec<Item>) {
        let mut b = ModelBuilder::new(2 * width * height);
        let cells = cells(&mut b, width * height);
        let nodes = (0..width * height).map(|cell| Node::If(vec![Choice(2 * cell + 1)]));
        let mut edges = Vec::new();
        for cell in 0..width * height {
            if cell % width + 1 < width {
                edges.push((cell, cell + 1));
            }
            if cell / width + 1 < height {
                edges.push((cell, cell + width));
            }
        }
        b.link(Link::new(nodes.collect(), &edges)).unwrap();
        (b, cells)
    }

    /// Black at both ends of the first row of 3×3, and the way between them is barred: it leads around.
    #[test]
    fn the_only_way_is_taken() {
        let model = joined(3, 3).0.build().unwrap();
        let black = |cell: u32| Choice(2 * cell + 1);
        let question = Question {
            given: vec![black(0), black(2)],
            barred: vec![black(1), black(4)],
        };
        let explanation = check(&model, &question);
        let of_link = explanation
            .rounds
            .iter()
            .find(|round| round.level == Level::Joined);
        let picked: Vec<Choice> = of_link
            .unwrap()
            .steps
            .iter()
            .flat_map(|s| s.picked.clone())
            .collect();
        assert_eq!(picked, [3, 5, 6, 7, 8].map(black));
        assert!(matches!(explanation.end, Ending::Solved { .. }));
    }

    /// A corner that is cut off is not black, and if it must be, there is no solution.
    #[test]
    fn what_is_not_reached_is_out() {
        let model = joined(3, 3).0.build().unwrap();
        let black = |cell: u32| Choice(2 * cell + 1);
        let mut question = Question {
            given: vec![black(4)],
            barred: vec![black(1), black(3)],
        };
        let explanation = check(&model, &question);
        let step = explanation
            .steps()
            .find(|step| step.level() == Level::Joined)
            .unwrap();
        assert_eq!(step.removed, [black(0)]);
        let through = vec![1, 3];
        let reason = Reason::Joined {
            rule: 0,
            from: 4,
            to: 0,
            through,
        };
        assert_eq!(step.reason, reason);
        question.given.push(black(0));
        let explanation = check(&model, &question);
        assert!(matches!(explanation.end, Ending::Contradiction { .. }));
    }

    /// White cells that touch no others, as in a Hitori: one more would part the black ones.
    #[test]
    fn what_would_part_goes() {
        let (mut b, _) = joined(3, 2);
        // In the middle column one cell is white at most, so that either lets the other pass.
        b.item(Demand::AtMostOne, &[2, 6]).unwrap();
        // A white cell in the middle of the first row makes that of the second white, too.
        b.one_colour(&[(2, 0), (3, 1), (8, 0), (9, 1)]).unwrap();
        let model = b.build().unwrap();
        let question = Question {
            given: vec![Choice(1), Choice(5)],
            barred: Vec::new(),
        };
        let explanation = check(&model, &question);
        let first = &explanation.rounds[0];
        assert_eq!(first.level, Level::Parted);
        let removed: Vec<Choice> = first.steps.iter().flat_map(|s| s.removed.clone()).collect();
        assert_eq!(removed, [2, 8].map(Choice));
    }

    #[test]
    fn something_must_be_in() {
        let mut b = ModelBuilder::new(4);
        cells(&mut b, 2);
        let nodes = [1, 3].map(|choice| Node::If(vec![Choice(choice)]));
        b.link(Link::new(nodes.to_vec(), &[(0, 1)]).not_empty())
            .unwrap();
        let model = b.build().unwrap();
        let question = |barred: &[u32]| Question {
            given: Vec::new(),
            barred: barred.iter().map(|&c| Choice(c)).collect(),
        };
        let explanation = check(&model, &question(&[1]));
        let last = explanation.rounds.last().unwrap();
        assert_eq!(last.steps[0].picked, [Choice(3)]);
        let explanation = check(&model, &question(&[1, 3]));
        assert!(matches!(explanation.end, Ending::Contradiction { .. }));
        let explanation = check(&model, &question(&[]));
        assert!(matches!(explanation.end, Ending::Stuck { .. }));
    }

    /// Two trees between two cells, and both cells have a tent: whose it is, is hidden and does not matter.
    #[test]
    fn hidden_choices_may_stay_open() {
        let mut b = ModelBuilder::new(8);
        b.hidden_from(4);
        cells(&mut b, 2);
        b.tile(&[4, 5]).unwrap();
        b.tile(&[6, 7]).unwrap();
        // A cell has no tent, or it is the tent of one tree.
        b.item(Demand::ExactlyOne, &[0, 4, 6]).unwrap();
        b.item(Demand::ExactlyOne, &[2, 5, 7]).unwrap();
        let model = b.build().unwrap();
        let explanation = check(&model, &Question::default());
        let picked = [1, 3].map(Choice).to_vec();
        assert_eq!(explanation.end, Ending::Solved { picked });
    }

    /// Edges around cells, edge `e` with the choices 2e (off) and 2e + 1 (on): one loop, with a number in some cells.
    fn fences(width: usize, height: usize, numbers: &[Option<i64>]) -> Model {
        let level = width * (height + 1);
        let along = |row: usize, column: usize| row * width + column;
        let down = |row: usize, column: usize| level + row * (width + 1) + column;
        let count = level + height * (width + 1);
        let mut b = ModelBuilder::new(2 * count as u32);
        let edges = cells(&mut b, count as u32);
        let mut next_to = Vec::new();
        let even = |_: usize, choice: Choice| choice.0 % 2;
        for row in 0..=height {
            for column in 0..=width {
                let mut here = Vec::new();
                here.extend((column > 0).then(|| along(row, column - 1)));
                here.extend((column < width).then(|| along(row, column)));
                here.extend((row > 0).then(|| down(row - 1, column)));
                here.extend((row < height).then(|| down(row, column)));
                let tiles: Vec<Item> = here.iter().map(|&edge| edges[edge]).collect();
                let none_or_two = Language::explored(
                    2,
                    0,
                    |n, letter| (*n < 4).then_some(n + letter),
                    |n| *n == 0 || *n == 2,
                );
                b.line(&tiles, none_or_two.unwrap(), even).unwrap();
                for (at, &one) in here.iter().enumerate() {
                    next_to.extend(here[..at].iter().map(|&other| (one as u32, other as u32)));
                }
            }
        }
        for (cell, number) in numbers.iter().enumerate() {
            let (row, column) = (cell / width, cell % width);
            let sides = [
                along(row, column),
                down(row, column),
                down(row, column + 1),
                along(row + 1, column),
            ];
            if let Some(number) = *number {
                let tiles = sides.map(|edge| edges[edge]);
                let language = Language::explored(
                    2,
                    0,
                    |n, letter| (*n < 4).then_some(n + i64::try_from(letter).unwrap()),
                    |n| *n == number,
                );
                b.line(&tiles, language.unwrap(), even).unwrap();
            }
        }
        let nodes = (0..count as u32).map(|edge| Node::If(vec![Choice(2 * edge + 1)]));
        b.link(Link::new(nodes.collect(), &next_to).not_empty())
            .unwrap();
        b.build().unwrap()
    }

    /// Random numbers around random areas of 3×3 cells: what follows is in all solutions, and the same by any numbers.
    #[test]
    fn random_loops_are_explained() {
        let mut random = tilewright_model::random::Random::new(7);
        let mut met = [0; Level::ALL.len()];
        for seed in 0..60 {
            let is_inside: Vec<bool> = (0..9).map(|_| random.below(2) == 0).collect();
            let inside = |row: i32, column: i32| {
                let is_on = (0..3).contains(&row) && (0..3).contains(&column);
                is_on && is_inside[usize::try_from(row * 3 + column).unwrap()]
            };
            let number = |cell: i32| {
                let (row, column) = (cell / 3, cell % 3);
                let sides = [(-1, 0), (1, 0), (0, -1), (0, 1)];
                let other = |&(down, right): &(i32, i32)| {
                    inside(row + down, column + right) != inside(row, column)
                };
                i64::try_from(sides.iter().filter(|side| other(side)).count()).unwrap()
            };
            let numbers: Vec<Option<i64>> = (0..9)
                .map(|cell| (random.below(5) < 2).then(|| number(cell)))
                .collect();
            let model = fences(3, 3, &numbers);
            let explanation = check(&model, &Question::default());
            for (level, met) in Level::ALL.iter().zip(&mut met) {
                *met += explanation
                    .rounds
                    .iter()
                    .filter(|r| r.level == *level)
                    .count();
            }
            let (other, _) = renumbered(&model, seed);
            let question = Question::default();
            assert_eq!(profile(&other, &question), profile(&model, &question));
        }
        for level in [Level::Parity, Level::Together, Level::Contradiction] {
            assert!(
                met[Level::ALL.iter().position(|l| *l == level).unwrap()] > 0,
                "{met:?}"
            );
        }
    }

    /// The edges in the middle of three cells in a row: if one of them is off, so is the other, and else not.
    #[test]
    fn what_enters_an_area_leaves_it() {
        let model = fences(3, 1, &[None; 3]);
        let logic = Logic::new(&model, &Budget::default()).unwrap();
        let on = |edge: u32| Choice(2 * edge + 1);
        let mut board = logic.board(&[]);
        assert_eq!(
            board.steps(Level::Parity, &Budget::default()),
            Ok(Vec::new())
        );
        board.remove(on(1));
        let steps = board.steps(Level::Parity, &Budget::default()).unwrap();
        let [step] = &steps[..] else {
            panic!("{steps:?}");
        };
        assert_eq!((&step.picked, &step.removed), (&vec![], &vec![on(4)]));
        let Reason::Parity { link, rules, last } = &step.reason else {
            panic!("{step:?}");
        };
        assert_eq!(*last, Some(on(4)));
        assert_eq!(logic.border(*link, rules), (vec![on(1), on(4)], 0));
        let board = logic.board(&[on(1)]);
        let steps = board.steps(Level::Parity, &Budget::default()).unwrap();
        assert_eq!(steps[0].picked, [on(4)]);
    }

    /// One mine in the first three of four cells and two in the last three: the cells in the middle have one.
    #[test]
    fn two_numbers_say_more_than_each() {
        for is_turned in [false, true] {
            let mut b = ModelBuilder::new(8);
            let cells = cells(&mut b, 4);
            let mut second = cells[1..].to_vec();
            if is_turned {
                second.reverse();
            }
            for (tiles, number) in [(&cells[..3], 1), (&second[..], 2)] {
                let language = Language::explored(
                    2,
                    0,
                    |n, letter| (*n < 4).then_some(n + letter),
                    |n| *n == number,
                );
                b.line(tiles, language.unwrap(), |_, choice| choice.0 % 2)
                    .unwrap();
            }
            let model = b.build().unwrap();
            let explanation = check(&model, &Question::default());
            let first = &explanation.rounds[0];
            assert_eq!(first.level, Level::Together);
            assert_eq!(first.steps[0].reason, Reason::Together { rules: [0, 1] });
            assert_eq!(first.steps[0].removed, [1, 6].map(Choice));
        }
    }
}
