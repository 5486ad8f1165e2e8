//! `nine` answers like `dance` on every kind of 9×9 board, and knows the classic Sudoku whatever
//! its numbers are.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tilewright_engines::bulk::{Bulk, BulkAnswers, OneByOne};
use tilewright_engines::{
    Ask, Budget, End, Engine, Search,
    auto::Auto,
    dance::Dance,
    nine::{Nine, Path},
    parallel::{self, Parallel},
    solutions,
};
use tilewright_model::{Choice, Demand, Model, ModelBuilder};
use tilewright_testkit::sudoku::{self, Board};

/// Numbers at random, the same on every machine.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005);
        self.0 = self.0.wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % bound
    }

    fn permutation(&mut self, count: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..count).collect();
        for last in (1..count).rev() {
            order.swap(last, self.below(last + 1));
        }
        order
    }
}

/// The cells of a house: nine rows, nine columns, nine boxes.
fn house(number: usize) -> [usize; 9] {
    let k = number % 9;
    std::array::from_fn(|i| match number / 9 {
        0 => 9 * k + i,
        1 => 9 * i + k,
        _ => 27 * (k / 3) + 3 * (k % 3) + 9 * (i / 3) + i % 3,
    })
}

/// The parts of a model: tiles, then other items, each with its choices.
#[derive(Clone)]
struct Plan {
    choices: u32,
    tiles: Vec<Vec<u32>>,
    items: Vec<(Demand, Vec<u32>)>,
}

impl Plan {
    fn sudoku(houses: impl Iterator<Item = [usize; 9]>) -> Self {
        let tiles = (0..81).map(|cell| (9 * cell..9 * cell + 9).collect());
        let of = |house: [usize; 9], symbol: u32| {
            let choices = house.iter().map(|&cell| 9 * cell as u32 + symbol);
            (Demand::ExactlyOne, choices.collect())
        };
        Self {
            choices: 729,
            tiles: tiles.collect(),
            items: houses
                .flat_map(|house| (0..9).map(move |symbol| of(house, symbol)))
                .collect(),
        }
    }

    fn classic() -> Self {
        Self::sudoku((0..27).map(house))
    }

    fn build(&self) -> Model {
        let mut builder = ModelBuilder::new(self.choices);
        for tile in &self.tiles {
            builder.tile(tile).unwrap();
        }
        for (demand, choices) in &self.items {
            builder.item(*demand, choices).unwrap();
        }
        builder.build().unwrap()
    }

    /// The model with other numbers for choices, tiles and items; and the new number of each choice.
    fn shuffled(&self, random: &mut Random) -> (Self, Vec<usize>) {
        let new = random.permutation(self.choices as usize);
        let mut renumber = |choices: &Vec<u32>| -> Vec<u32> {
            let order = random.permutation(choices.len());
            order
                .iter()
                .map(|&k| new[choices[k] as usize] as u32)
                .collect()
        };
        let tiles: Vec<_> = self.tiles.iter().map(&mut renumber).collect();
        let items: Vec<_> = (self.items.iter())
            .map(|(demand, choices)| (*demand, renumber(choices)))
            .collect();
        let shuffled = Self {
            choices: self.choices,
            tiles: permuted(&tiles, random),
            items: permuted(&items, random),
        };
        (shuffled, new)
    }
}

fn permuted<T: Clone>(list: &[T], random: &mut Random) -> Vec<T> {
    let order = random.permutation(list.len());
    order.iter().map(|&k| list[k].clone()).collect()
}

fn given(board: &Board) -> Vec<Choice> {
    let clues = board.iter().enumerate().filter(|(_, clue)| **clue != 0);
    clues
        .map(|(cell, clue)| Choice(9 * cell as u32 + u32::from(*clue) - 1))
        .collect()
}

fn list(search: &mut dyn Search, ask: &Ask) -> (Vec<Vec<Choice>>, Option<End>) {
    let mut found = solutions(search, ask);
    let all = found.by_ref().collect();
    (all, found.end())
}

fn row_of(solution: &[Choice]) -> Vec<u8> {
    solution
        .iter()
        .map(|choice| (choice.0 % 9 + 1) as u8)
        .collect()
}

/// Boards of every kind: unique, with several or many solutions, with none, and nonsense.
fn boards(count: u64) -> Vec<Board> {
    let mut random = Random(7);
    let mut boards = vec![[0; 81], [1; 81], sudoku::full(1)];
    for seed in 0..count {
        let full = sudoku::full(seed);
        // A full board with cells taken away, from few to nearly all.
        let mut board = full;
        for cell in random
            .permutation(81)
            .into_iter()
            .take(20 + random.below(45))
        {
            board[cell] = 0;
        }
        boards.push(board);
        // The same with clues changed: most of them have no solution.
        let mut wrong = board;
        for _ in 0..=random.below(2) {
            let cell = random.below(81);
            wrong[cell] = 1 + random.below(9) as u8;
        }
        boards.push(wrong);
        // Clues at random.
        let mut loose = [0; 81];
        for _ in 0..random.below(24) {
            loose[random.below(81)] = 1 + random.below(9) as u8;
        }
        boards.push(loose);
        let mut wrong = full;
        wrong[random.below(81)] = 1 + random.below(9) as u8;
        boards.push(wrong);
    }
    boards
}

/// The answers to all boards at every limit are as those of `dance`, one by one and in bulk.
fn assert_like_dance(model: &Model, boards: &[Board], limits: &[u32]) {
    let mut nine = Nine.prepare(model, &Budget::default()).unwrap();
    let mut dance = Dance.prepare(model, &Budget::default()).unwrap();
    let mut bulk = Nine.bulk(model).unwrap();
    let flat: Vec<u8> = boards.iter().flatten().copied().collect();
    for &limit in limits {
        let mut answers = BulkAnswers::default();
        assert_eq!(bulk.run(&flat, limit, &mut answers), End::Complete);
        for (number, board) in boards.iter().enumerate() {
            let ask = Ask::given(given(board)).limit(limit.into());
            let (found, end) = list(&mut *nine, &ask);
            let (expected, expected_end) = list(&mut *dance, &ask);
            let line = sudoku::print(board);
            assert_eq!((found.len(), end), (expected.len(), expected_end), "{line}");
            assert_eq!(answers.counts[number] as usize, found.len(), "{line}");
            let first = found.first().map_or(vec![0; 81], |first| row_of(first));
            assert!(answers.firsts[81 * number..][..81] == first, "{line}");
            let as_set = |list: Vec<Vec<Choice>>| list.into_iter().collect::<BTreeSet<_>>();
            let given: BTreeSet<Choice> = ask.given.iter().copied().collect();
            if found.len() < limit as usize {
                assert!(as_set(found) == as_set(expected), "{line}");
                continue;
            }
            let found = as_set(found);
            assert_eq!(found.len(), expected.len(), "none twice: {line}");
            for solution in found {
                assert!(model.is_solution(&solution), "{line}");
                assert!(given.iter().all(|clue| solution.contains(clue)), "{line}");
            }
        }
    }
}

/// Four boards each. Built for speed it is 100,000 of them; otherwise that would take minutes.
const MANY: u64 = if cfg!(debug_assertions) {
    1_000
} else {
    25_000
};

#[test]
fn random_boards_have_the_answers_of_dance() {
    let model = Plan::classic().build();
    assert_like_dance(&model, &boards(MANY), &[2]);
    assert_like_dance(&model, &boards(300), &[1, 3]);
    assert_like_dance(&model, &boards(12), &[0, 1000]);
}

/// The answers of `bulk` about boards.
fn answers(bulk: &mut dyn Bulk, boards: &[Board], limit: u32) -> BulkAnswers {
    let mut answers = BulkAnswers::default();
    let end = bulk.run(boards.as_flattened(), limit, &mut answers);
    assert_eq!(end, End::Complete);
    answers
}

#[test]
fn every_path_has_the_same_answers() {
    let model = Plan::classic().build();
    let boards = boards(400);
    let few = boards_with_many_solutions();
    let mut one_by_one = OneByOne::new(&Nine, &model).unwrap();
    for path in Path::available() {
        for make in [Nine::bulk_on, Nine::bulk_in_lanes] {
            let mut bulk = make(&model, path).unwrap();
            for limit in [0, 1, 2, 3] {
                let expected = answers(&mut one_by_one, &boards, limit);
                assert!(answers(&mut *bulk, &boards, limit) == expected, "{path:?}");
            }
            let expected = answers(&mut one_by_one, &few, 1000);
            assert!(answers(&mut *bulk, &few, 1000) == expected, "{path:?}");
        }
    }
    assert!(Path::available().contains(&Path::Portable));
    assert_eq!(Path::best(), Path::available()[0]);
}

/// Boards that keep lanes busy at a high limit.
fn boards_with_many_solutions() -> Vec<Board> {
    let clues = |seed| {
        let mut random = Random(seed);
        let mut board = sudoku::full(seed);
        for cell in random.permutation(81).into_iter().take(54) {
            board[cell] = 0;
        }
        board
    };
    let mut boards: Vec<Board> = (0..60).map(clues).collect();
    boards.extend([[0; 81], many()]);
    boards
}

#[test]
fn any_number_of_boards_may_come_at_once() {
    let model = Plan::classic().build();
    let all: Vec<Board> = boards(150);
    let expected = answers(&mut OneByOne::new(&Nine, &model).unwrap(), &all, 2);
    for path in Path::available() {
        let mut bulk = Nine::bulk_on(&model, path).unwrap();
        let mut in_lanes = Nine::bulk_in_lanes(&model, path).unwrap();
        for number in 0..=600 {
            // Not always the same boards in the same lanes.
            let first = number % 3;
            let some = &all[first..first + number];
            for bulk in [&mut bulk, &mut in_lanes] {
                let found = answers(&mut **bulk, some, 2);
                let (counts, firsts) = (&expected.counts[first..], &expected.firsts[81 * first..]);
                assert_eq!(found.counts, counts[..number], "{number} on {path:?}");
                assert!(
                    found.firsts == firsts[..81 * number],
                    "{number} on {path:?}"
                );
            }
        }
    }
}

#[test]
fn the_company_makes_no_difference() {
    let Some(folder) = tilewright_testkit::data("sudoku9") else {
        return;
    };
    let model = Plan::classic().build();
    let mut one_by_one = OneByOne::new(&Nine, &model).unwrap();
    let step = if cfg!(debug_assertions) { 20 } else { 1 };
    for file in std::fs::read_dir(folder).unwrap() {
        let text = std::fs::read_to_string(file.unwrap().path()).unwrap();
        let boards: Vec<Board> = text
            .lines()
            .filter_map(sudoku::parse)
            .step_by(step)
            .collect();
        for limit in [1, 2] {
            let expected = answers(&mut one_by_one, &boards, limit);
            for path in Path::available() {
                let mut bulk = Nine::bulk_on(&model, path).unwrap();
                assert!(answers(&mut *bulk, &boards, limit) == expected, "{path:?}");
            }
        }
    }
}

#[test]
fn a_run_in_bulk_can_be_stopped_and_the_next_one_is_whole() {
    let model = Plan::classic().build();
    let boards = boards(300);
    for path in Path::available() {
        let mut bulk = Nine::bulk_in_lanes(&model, path).unwrap();
        let expected = answers(&mut *bulk, &boards, 2);
        let stop = Arc::new(AtomicBool::new(true));
        bulk.within(&Budget::default().stop(Arc::clone(&stop)));
        let mut stopped = BulkAnswers::default();
        let end = bulk.run(boards.as_flattened(), 2, &mut stopped);
        assert_eq!(end, End::Interrupted);
        stop.store(false, Ordering::Relaxed);
        assert!(answers(&mut *bulk, &boards, 2) == expected);
        // Somewhere on the way.
        std::thread::scope(|threads| {
            let stop = Arc::clone(&stop);
            threads.spawn(move || stop.store(true, Ordering::Relaxed));
            bulk.run(boards.as_flattened(), 1000, &mut stopped);
        });
        stop.store(false, Ordering::Relaxed);
        assert!(answers(&mut *bulk, &boards, 2) == expected);
    }
}

#[test]
fn a_board_with_more_solutions_than_anybody_waits_for_can_be_stopped() {
    let model = Plan::classic().build();
    let mut first = vec![sudoku::full(3); 700];
    let mut last = first.clone();
    // By itself, the first of many, and the last.
    first[0] = [0; 81];
    last[699] = [0; 81];
    for boards in [&[[0; 81]][..], &first, &last] {
        for path in Path::available() {
            let mut bulk = Nine::bulk_on(&model, path).unwrap();
            let stop = Arc::new(AtomicBool::new(false));
            bulk.within(&Budget::default().stop(Arc::clone(&stop)));
            let mut stopped = BulkAnswers::default();
            let end = std::thread::scope(|threads| {
                threads.spawn(|| {
                    std::thread::sleep(std::time::Duration::from_millis(20));
                    stop.store(true, Ordering::Relaxed);
                });
                bulk.run(boards.as_flattened(), u32::MAX, &mut stopped)
            });
            assert_eq!(end, End::Interrupted, "{path:?}");
        }
    }
}

#[test]
fn every_path_goes_through_the_same_guesses() {
    let model = Plan::classic().build();
    let boards = [boards(400), boards_with_many_solutions()].concat();
    for limit in [1, 2, 50] {
        // Below a minimum number, boards are searched one by one.
        let mut alone = Nine.bulk(&model).unwrap();
        for some in boards.chunks(10) {
            answers(&mut *alone, some, limit);
        }
        assert!(alone.guesses() > 1000, "{}", alone.guesses());
        for path in Path::available() {
            for make in [Nine::bulk_on, Nine::bulk_in_lanes] {
                let mut bulk = make(&model, path).unwrap();
                answers(&mut *bulk, &boards, limit);
                assert_eq!(bulk.guesses(), alone.guesses(), "{path:?}, limit {limit}");
            }
        }
    }
}

#[test]
fn every_data_set_has_the_answers_of_dance() {
    let Some(folder) = tilewright_testkit::data("sudoku9") else {
        return;
    };
    let model = Plan::classic().build();
    let mut files = 0;
    for file in std::fs::read_dir(folder).unwrap() {
        let text = std::fs::read_to_string(file.unwrap().path()).unwrap();
        let boards: Vec<Board> = text.lines().filter_map(sudoku::parse).collect();
        // Built for speed it is all of them.
        let most = if cfg!(debug_assertions) {
            150
        } else {
            boards.len()
        };
        let step = boards.len() / most.max(1);
        let some: Vec<Board> = boards.iter().copied().step_by(step.max(1)).collect();
        assert!(some.len() > 50);
        assert_like_dance(&model, &some, &[1, 2]);
        files += 1;
    }
    assert!(files >= 8);
}

#[test]
fn what_is_no_symbol_has_no_solution() {
    let model = Plan::classic().build();
    let mut bulk = Nine.bulk(&model).unwrap();
    let mut answers = BulkAnswers::default();
    for byte in [10, 16, 128, 255] {
        for cell in [0, 40, 80] {
            let mut board = [0; 81];
            board[cell] = byte;
            bulk.run(&board, 2, &mut answers);
            assert_eq!(
                (&answers.counts[..], &answers.firsts[..]),
                (&[0][..], &[0; 81][..])
            );
        }
    }
}

#[test]
fn nothing_of_earlier_answers_stays() {
    let (solved, unsolved) = (vec![sudoku::full(2); 500], vec![[1; 81]; 500]);
    let shuffled = Plan::classic().shuffled(&mut Random(8)).0;
    for model in [Plan::classic().build(), shuffled.build()] {
        let one_by_one = Box::new(OneByOne::new(&Nine, &model).unwrap());
        let mut bulks: [Box<dyn Bulk>; 2] = [Nine.bulk(&model).unwrap(), one_by_one];
        for bulk in &mut bulks {
            // In lanes, and one by one.
            for number in [500, 5] {
                let mut answers = BulkAnswers::default();
                bulk.run(solved[..number].as_flattened(), 1, &mut answers);
                bulk.run(unsolved[..number].as_flattened(), 1, &mut answers);
                assert_eq!(answers.counts, vec![0; number]);
                assert!(answers.firsts.iter().all(|&byte| byte == 0));
            }
        }
    }
}

#[test]
fn barred_choices_are_not_picked() {
    let model = Plan::classic().build();
    let mut random = Random(3);
    for seed in 0..60 {
        let mut board = sudoku::full(seed);
        for cell in random.permutation(81).into_iter().take(50) {
            board[cell] = 0;
        }
        let barred: Vec<Choice> = (0..25).map(|_| Choice(random.below(729) as u32)).collect();
        let ask = Ask::given(given(&board)).barred(barred).limit(3000);
        let sorted = |engine: &dyn Engine| {
            let (mut found, end) = list(
                &mut *engine.prepare(&model, &Budget::default()).unwrap(),
                &ask,
            );
            found.sort_unstable();
            (found, end)
        };
        let (found, end) = sorted(&Nine);
        if end == Some(End::Complete) {
            assert!((found, end) == sorted(&Dance));
        } else {
            assert_eq!(found.len(), 3000);
        }
    }
}

/// A board with hundreds of solutions: a full one without three of its symbols and its first rows.
fn many() -> Board {
    let mut board = sudoku::full(11).map(|clue| if clue <= 3 { 0 } else { clue });
    board[..27].fill(0);
    board
}

#[test]
fn a_seed_changes_the_order_alone() {
    let model = Plan::classic().build();
    let ask = Ask::given(given(&many()));
    let mut search = Nine.prepare(&model, &Budget::default()).unwrap();
    let (plain, _) = list(&mut *search, &ask);
    assert!(plain.len() > 500, "{}", plain.len());
    let mut orders = BTreeSet::from([plain.clone()]);
    for seed in 0..20 {
        let seeded = ask.clone().seed(seed);
        let (found, end) = list(&mut *search, &seeded);
        assert_eq!(end, Some(End::Complete));
        assert!(found.iter().all(|solution| solution.is_sorted()));
        assert!(
            list(
                &mut *Nine.prepare(&model, &Budget::default()).unwrap(),
                &seeded
            )
            .0 == found
        );
        let as_set = |list: &[Vec<Choice>]| list.iter().cloned().collect::<BTreeSet<_>>();
        assert!(as_set(&found) == as_set(&plain));
        orders.insert(found);
    }
    assert!(orders.len() > 15);
    assert!(
        list(&mut *search, &ask).0 == plain,
        "a seed is not remembered"
    );
}

#[test]
fn branches_are_the_search_in_its_order() {
    let model = Plan::classic().build();
    let mut search = Nine.prepare(&model, &Budget::default()).unwrap();
    let mut cut = 0;
    for (number, board) in (0u64..).zip(boards(40)) {
        let mut ask = Ask::given(given(&board));
        if number % 3 == 0 {
            ask = ask.seed(number);
        }
        let (whole, end) = list(&mut *search, &ask.clone().limit(2000));
        if end != Some(End::Complete) {
            continue;
        }
        search.start(&ask);
        let possible = search.possible();
        assert!(
            whole
                .iter()
                .flatten()
                .all(|choice| possible.contains(choice))
        );
        let mut parts = vec![ask];
        for _ in 0..4 {
            let mut finer = Vec::new();
            for part in parts {
                search.start(&part);
                let branches = search.branches();
                match &branches[..] {
                    [] => finer.push(part),
                    _ => finer.extend(branches.iter().map(|branch| branch.part_of(&part))),
                }
            }
            parts = finer;
        }
        cut += usize::from(parts.len() > 1);
        let in_parts: Vec<_> = parts.iter().flat_map(|p| list(&mut *search, p).0).collect();
        assert!(in_parts == whole, "{}", sudoku::print(&board));
    }
    assert!(cut > 20, "{cut}");
}

#[test]
fn threads_give_the_answers_of_one_in_the_same_order() {
    let model = Plan::classic().build();
    let mut board = sudoku::full(5);
    board[..52].fill(0);
    for seed in [None, Some(9)] {
        let mut ask = Ask::given(given(&board)).limit(60_000);
        ask.seed = seed;
        let (alone, end) = list(
            &mut *Nine.prepare(&model, &Budget::default()).unwrap(),
            &ask,
        );
        assert_eq!(end, Some(End::Limit));
        for engine in [&Nine as &'static dyn Engine, &Auto] {
            let mut search = Parallel::new(engine, 3)
                .prepare(&model, &Budget::default())
                .unwrap();
            let (together, end) = list(&mut *search, &ask);
            assert_eq!(end, Some(End::Limit));
            assert!(alone == together, "{}", engine.name());
        }
    }
    let mut board = sudoku::full(5);
    board[..46].fill(0);
    let ask = Ask::given(given(&board));
    let count = |engine: &dyn Engine| {
        let mut search = engine.prepare(&model, &Budget::default()).unwrap();
        search.start(&ask);
        search.count()
    };
    let counted = count(&Nine);
    assert!(counted.is_exact());
    assert!(counted.number > 100_000u32.into(), "{}", counted.number);
    assert_eq!(count(&Dance), counted);
    assert_eq!(count(&Auto), counted);
    assert_eq!(parallel::count(&Nine, &model, &ask, 3).unwrap().0, counted);
}

#[test]
fn every_budget_is_kept_and_told() {
    let model = Plan::classic().build();
    let is_set = Arc::new(AtomicBool::new(true));
    let budgets = [
        (End::Nodes, Budget::default().nodes(1000)),
        (
            End::Time,
            Budget::default().time(std::time::Duration::from_millis(5)),
        ),
        (End::Interrupted, Budget::default().stop(is_set.clone())),
        (End::Memory, Budget::default().memory(100)),
    ];
    for (end, budget) in budgets {
        let mut search = Nine.prepare(&model, &Budget::default()).unwrap();
        search.start(&Ask::default().budget(budget.apart()));
        assert_eq!(search.count().end, end);
        assert_eq!(search.advance(), Err(end));
        if end == End::Nodes {
            assert_eq!(search.stats().nodes, 1000);
        }
        let (counted, _) =
            parallel::count(&Nine, &model, &Ask::default().budget(budget), 2).unwrap();
        assert_eq!(counted.end, end);
    }
    let mut bulk = Nine.bulk(&model).unwrap();
    bulk.within(&Budget::default().stop(is_set));
    assert_eq!(
        bulk.run(&[0; 81], 1, &mut BulkAnswers::default()),
        End::Interrupted
    );
}

#[test]
fn a_count_may_follow_solutions_that_were_taken() {
    let model = Plan::classic().build();
    let ask = Ask::given(given(&many()));
    for engine in [&Nine as &dyn Engine, &Auto] {
        let mut search = engine.prepare(&model, &Budget::default()).unwrap();
        search.start(&ask);
        let all = search.count().number;
        search.start(&ask);
        for _ in 0..17 {
            search.advance().unwrap();
        }
        assert_eq!(search.count().number + 17u32, all);
    }
}

#[test]
fn any_numbering_of_the_classic_sudoku_is_known() {
    let plan = Plan::classic();
    let mut random = Random(1);
    let boards = boards(10);
    let model = plan.build();
    let mut unshuffled = Nine.prepare(&model, &Budget::default()).unwrap();
    for _ in 0..25 {
        let (shuffled, new) = plan.shuffled(&mut random);
        let model = shuffled.build();
        let mut search = Nine.prepare(&model, &Budget::default()).unwrap();
        let mut bulk = Nine.bulk(&model).unwrap();
        let mut one_by_one = OneByOne::new(&Nine, &model).unwrap();
        let mut rows = Vec::new();
        for board in &boards {
            let ask = |given: Vec<Choice>| Ask::given(given).limit(300);
            let here = |choice: Choice| Choice(new[choice.index()] as u32);
            let (found, end) = list(
                &mut *search,
                &ask(given(board).into_iter().map(here).collect()),
            );
            let (expected, expected_end) = list(&mut *unshuffled, &ask(given(board)));
            assert_eq!((found.len(), end), (expected.len(), expected_end));
            for solution in &found {
                assert!(model.is_solution(solution) && solution.is_sorted());
            }
            if end == Some(End::Complete) {
                let found: BTreeSet<_> = found.into_iter().collect();
                let translated = expected.into_iter().map(|solution| {
                    let mut solution: Vec<Choice> = solution.into_iter().map(here).collect();
                    solution.sort_unstable();
                    solution
                });
                assert!(found == translated.collect());
            }
            // The board as a row of bytes of this model.
            let clues: BTreeSet<Choice> = given(board).into_iter().map(here).collect();
            rows.extend(model.tiles().iter().map(|&tile| {
                let members = model.members(tile).iter();
                let place = members.map(|(c, _)| c).position(|c| clues.contains(c));
                place.map_or(0, |place| place as u8 + 1)
            }));
        }
        let (mut answers, mut expected) = (BulkAnswers::default(), BulkAnswers::default());
        bulk.run(&rows, 2, &mut answers);
        one_by_one.run(&rows, 2, &mut expected);
        assert!(answers == expected);
        // A byte that is not a value of its tile.
        rows[5] = 10;
        bulk.run(&rows, 2, &mut answers);
        assert_eq!(answers.counts[0], 0);
    }
}

#[test]
fn everything_else_is_declined() {
    let reason = |plan: &Plan| {
        let model = plan.build();
        assert!(Nine.bulk(&model).is_none());
        let declined = Nine
            .prepare(&model, &Budget::default())
            .err()
            .expect("it is not a classic Sudoku");
        assert_eq!(declined.engine(), "nine");
        declined.to_string()
    };
    let classic = Plan::classic();
    let mut cases = Vec::new();
    // Boxes of another shape: two cells of neighbouring boxes change places.
    let jigsaw = |number| {
        let mut cells = house(number);
        for cell in &mut cells {
            *cell = match (number, *cell) {
                (18, 2) => 3,
                (19, 3) => 2,
                (_, cell) => cell,
            };
        }
        cells
    };
    cases.push(Plan::sudoku((0..27).map(jigsaw)));
    // Rows twice and no boxes; no boxes at all; the boxes of one band further right than those of others.
    cases.push(Plan::sudoku((0..18).chain(0..9).map(house)));
    cases.push(Plan::sudoku((0..18).map(house)));
    let shifted = |number: usize| {
        house(number).map(|cell| match number {
            21..24 => cell / 9 * 9 + (cell + 1) % 9,
            _ => cell,
        })
    };
    cases.push(Plan::sudoku((0..27).map(shifted)));
    // One item more, one less, one that demands less, one with other members.
    let mut more = classic.clone();
    more.items.push((Demand::AtMostOne, vec![0, 10, 20]));
    cases.push(more);
    let mut less = classic.clone();
    less.items.pop();
    cases.push(less);
    let mut weaker = classic.clone();
    weaker.items[100].0 = Demand::AtMostOne;
    cases.push(weaker);
    let mut other = classic.clone();
    other.items[0].1[0] += 1;
    cases.push(other);
    let mut swapped = classic.clone();
    let (a, b) = (swapped.items[0].1[0], swapped.items[1].1[0]);
    (swapped.items[0].1[0], swapped.items[1].1[0]) = (b, a);
    cases.push(swapped);
    // Two places where two symbols change names in one row, but not in its column and box.
    let mut crossed = classic.clone();
    for cell in [0, 1] {
        let (a, b) = (9 * cell, 9 * cell + 1);
        for choices in crossed.items[..81].iter_mut().map(|item| &mut item.1) {
            for choice in choices {
                *choice = if *choice == a {
                    b
                } else if *choice == b {
                    a
                } else {
                    *choice
                };
            }
        }
    }
    cases.push(crossed);
    // Diagonals too.
    let mut diagonal = classic.clone();
    for symbol in 0..9 {
        let choices = (0..9).map(|k| 90 * k + symbol).collect();
        diagonal.items.push((Demand::ExactlyOne, choices));
    }
    cases.push(diagonal);
    // Something small.
    cases.push(Plan {
        choices: 4,
        tiles: vec![vec![0, 1], vec![2, 3]],
        items: vec![(Demand::ExactlyOne, vec![0, 2])],
    });
    let mut random = Random(5);
    for (number, case) in cases.iter().enumerate() {
        let said = reason(case);
        assert!(said.contains("classic 9×9 Sudoku"), "{number}: {said}");
        reason(&case.shuffled(&mut random).0);
    }
}

#[test]
fn rules_are_declined() {
    let plan = Plan::classic();
    let mut builder = ModelBuilder::new(729);
    let tiles: Vec<_> = plan
        .tiles
        .iter()
        .map(|t| builder.tile(t).unwrap())
        .collect();
    for (demand, choices) in &plan.items {
        builder.item(*demand, choices).unwrap();
    }
    let allowed = tilewright_model::Table::new(9, 9, |a, b| a != b);
    builder.pair(tiles[0], tiles[1], Arc::new(allowed)).unwrap();
    let declined = Nine
        .prepare(&builder.build().unwrap(), &Budget::default())
        .err()
        .unwrap();
    assert!(declined.to_string().contains("rules"), "{declined}");
}
