//! Boards: 9×9 on every path that there is, plain lines, columns of puzzles, canonical forms.

use crate::{seeds, with_bytes};
use arbitrary::{Result, Unstructured};
use std::cell::RefCell;
use std::sync::OnceLock;
use tilewright::engines::bulk::{Bulk, BulkAnswers, OneByOne};
use tilewright::engines::nine::{Nine, Path};
use tilewright::engines::{Ask, End, Search, engine, solutions};
use tilewright::model::{Choice, Item, Model};
use tilewright::puzzles::sudoku::{Shape, Sudoku};
use tilewright::puzzles::{Families, PlainLines, Reading};
use tilewright::{Budget, Puzzle, Solver, read};
use tilewright_batch::{Operation, Pace, Task, TextColumn, run};
use tilewright_canonical::{Geometry, canonical_of, canonical_with_map};

use tilewright_testkit::Seeded;
use tilewright_testkit::sudoku::{self as oracle, Board};

targets! {
    /// 9×9 boards: nine alone and in bulk on every path, dance, and a solver that shares nothing with them
    nine_paths: |data| with_bytes(data, nine_paths), board_seeds, longest 400, smoke 300;
    /// lines that are read in bulk are read the same one by one, and so are solved ones written
    plain_lines: plain_lines, batch_seeds, longest 1024, smoke 1500;
    /// columns of texts: rows do not depend on neighbours, threads or bulk; no row is lost
    batches: batches, batch_seeds, longest 1024, smoke 150;
    /// canonical forms of boards, turned and renamed: always the same, and reached by the way told
    canonical: |data| with_bytes(data, canonical_forms), board_seeds, longest 300, smoke 400;
}

/// A 9×9 board: a full one of a seed without most of its clues, or anything at all; sometimes with
/// wrong clues.
pub(crate) fn nine_board(bytes: &mut Unstructured<'_>) -> Result<Board> {
    let kind = bytes.arbitrary::<u8>()?;
    let mut board = [0; 81];
    if kind % 4 == 0 {
        // Mostly empty: random clues contradict each other soon.
        for _ in 0..bytes.int_in_range(0..=30)? {
            board[bytes.int_in_range(0..=80)?] = bytes.int_in_range(0..=9)?;
        }
        return Ok(board);
    }
    let full = oracle::full(bytes.arbitrary::<u16>()?.into());
    let keep = bytes.arbitrary::<[u8; 81]>()?;
    // Between a fifth and a half of the clues stay.
    let bound = 50 + (kind >> 2);
    for cell in 0..81 {
        if keep[cell].wrapping_mul(167) < bound {
            board[cell] = full[cell];
        }
    }
    if kind % 4 == 3 {
        for _ in 0..bytes.int_in_range(1..=3)? {
            board[bytes.int_in_range(0..=80)?] = bytes.int_in_range(1..=9)?;
        }
    }
    Ok(board)
}

pub(crate) fn classic() -> Model {
    let empty = Sudoku::on(Shape::classic());
    empty.model(&Budget::default()).expect("the classic board")
}

/// With fewer clues the plain solver of the tests would look for ever at a board without solutions.
const ENOUGH_CLUES: usize = 27;

/// Everything that answers 9×9 boards, prepared once: so it is also seen whether an answer leaves
/// anything behind for the next one.
struct Answerers {
    bulks: Vec<(String, Box<dyn Bulk>)>,
    searches: Vec<(&'static str, Box<dyn Search>)>,
}

impl Answerers {
    fn new() -> Self {
        static MODEL: OnceLock<Model> = OnceLock::new();
        let model: &'static Model = MODEL.get_or_init(classic);
        let mut bulks: Vec<(String, Box<dyn Bulk>)> = Vec::new();
        for path in Path::available() {
            let usual = Nine::bulk_on(model, path).expect("the classic model");
            bulks.push((format!("{path:?}"), usual));
            let in_lanes = Nine::bulk_in_lanes(model, path).expect("the classic model");
            bulks.push((format!("{path:?} in lanes"), in_lanes));
        }
        let one_by_one = OneByOne::new(&Nine, model).expect("the classic model");
        bulks.push(("one by one".to_owned(), Box::new(one_by_one)));
        let prepared = |name| {
            let engine = engine(name).expect("an engine of the list");
            (
                name,
                engine
                    .prepare(model, &Budget::default())
                    .expect("the classic model"),
            )
        };
        Self {
            bulks,
            searches: ["nine", "dance"].map(prepared).into(),
        }
    }

    /// All paths give the answer of a solver that shares nothing with them.
    fn compare(&mut self, boards: &[Board]) {
        const LIMIT: usize = 4;
        let rows = boards.concat();
        let mut expected: Option<BulkAnswers> = None;
        for (name, bulk) in &mut self.bulks {
            let mut answers = BulkAnswers::default();
            let end = bulk.run(&rows, LIMIT as u32, &mut answers);
            assert_eq!(end, End::Complete, "{name}");
            let expected = expected.get_or_insert_with(|| answers.clone());
            assert_eq!(&answers, expected, "{name}");
        }
        let answers = expected.expect("there is a path");
        for (number, board) in boards.iter().enumerate() {
            let count = answers.counts[number] as usize;
            let first = &answers.firsts[81 * number..][..81];
            let told = oracle::print(board);
            let is_quick = board.iter().filter(|&&clue| clue != 0).count() >= ENOUGH_CLUES;
            let known = is_quick.then(|| sorted(oracle::solutions(board, LIMIT)));
            for (name, search) in &mut self.searches {
                let ask = Ask::given(oracle::givens(board)).limit(LIMIT as u64);
                let found = solutions(&mut **search, &ask).map(|found| oracle::filled(&found));
                let found: Vec<Board> = found.collect();
                if *name == "nine" && count > 0 {
                    assert_eq!(found[0], first, "{told}");
                }
                let mut found = sorted(found);
                assert!(
                    found.iter().all(|full| oracle::is_solution(board, full)),
                    "{name}: {told}"
                );
                found.dedup();
                assert_eq!(found.len(), count, "{name}: {told}");
                if let Some(known) = &known {
                    assert_eq!(known.len(), count, "{told}");
                    assert!(count == LIMIT || found == *known, "{name}: {told}");
                }
            }
        }
    }
}

fn sorted(mut boards: Vec<Board>) -> Vec<Board> {
    boards.sort_unstable();
    boards
}

fn nine_paths(bytes: &mut Unstructured<'_>) -> Result<()> {
    thread_local! {
        static ANSWERERS: RefCell<Answerers> = RefCell::new(Answerers::new());
    }
    let mut boards = Vec::new();
    for _ in 0..bytes.int_in_range(1..=3)? {
        boards.push(nine_board(bytes)?);
    }
    ANSWERERS.with_borrow_mut(|answerers| answerers.compare(&boards));
    Ok(())
}

/// Lines of every format that has plain ones, in bulk and by themselves.
fn plain_lines(data: &[u8]) {
    for family in &Families::default() {
        for format in &family.formats {
            if let Some(plain) = format.plain {
                let (family, format) = (family.clone(), format.clone());
                as_plain_lines(plain, &Reading { family, format }, data);
            }
        }
    }
}

fn as_plain_lines(plain: &dyn PlainLines, reading: &Reading, data: &[u8]) {
    let tiles = plain.tiles();
    let model = plain.model(&Budget::default()).expect("a plain model");
    let mut rows = vec![0; 4 * tiles];
    let taken = plain.read_lines(data, &mut rows);
    assert!(taken.lines <= 4 && taken.bytes() <= data.len());
    let whole = &data[..taken.bytes()];
    for (line, row) in whole
        .chunks(taken.line_bytes.max(1))
        .zip(rows.chunks(tiles))
    {
        let line = std::str::from_utf8(line).expect("a plain line is ASCII");
        let puzzle = reading.read(line).expect("a plain line is a line");
        same_row(&*puzzle, &model, row);
        let solver = Solver::new().memory(1 << 24).nodes(200);
        let solution = solver
            .first(&*puzzle)
            .ok()
            .and_then(|answer| answer.solution);
        let Some(solution) = solution else {
            continue;
        };
        let mut text = Vec::new();
        plain.write_lines(&as_row(&model, &solution), &mut text);
        let told = puzzle.fill(&solution).write(&reading.format.name);
        assert_eq!(text, told.expect("a line").into_bytes());
    }
    for line in data.split(|&byte| byte == b'\n') {
        let mut row = vec![0; tiles];
        if plain.read(line, &mut row) {
            let line = std::str::from_utf8(line).expect("a plain line is ASCII");
            let puzzle = read(line, None).expect("a plain line is recognised");
            same_row(&*puzzle, &model, &row);
        }
    }
}

/// The row has the clues of the puzzle.
fn same_row(puzzle: &dyn Puzzle, model: &Model, row: &[u8]) {
    let own = puzzle.model(&Budget::default()).expect("a plain model");
    assert_eq!(own, *model);
    assert_eq!(as_row(model, &puzzle.givens()), row);
}

fn as_row(model: &Model, choices: &[Choice]) -> Vec<u8> {
    let value = |&tile: &Item| {
        let members = model.members(tile).iter();
        let place = members
            .enumerate()
            .find(|(_, member)| choices.contains(&member.0));
        place.map_or(0, |(place, _)| place as u8 + 1)
    };
    model.tiles().iter().map(value).collect()
}

/// The operation, then rows with line ends between; an empty one is null.
fn batches(data: &[u8]) {
    let Some((&first, rest)) = data.split_first() else {
        return;
    };
    let text = String::from_utf8_lossy(rest);
    let mut rows: Vec<Option<&str>> = text.split('\n').take(6).map(Some).collect();
    for row in &mut rows {
        *row = row.filter(|row| !row.is_empty());
    }
    // Rating takes seconds for a hard board, and is looked at elsewhere.
    let operation =
        [Operation::Solve, Operation::Check, Operation::Canonical][usize::from(first % 3)];
    let mut task = Task::new(operation);
    if first & 32 != 0 {
        task = task.reading("sudoku");
    }
    if first & 64 != 0 {
        task = task.writing("grid");
    }
    let solver = Solver::new().memory(4 << 20).nodes(2_000);
    let pace = Pace::new()
        .solver(solver)
        .threads(1 + usize::from(first >> 7));
    let whole = TextColumn::of(rows.iter().copied()).expect("a few bytes");
    let whole = run(&task, whole.texts(), &pace).expect("it is not stopped");
    assert_eq!(whole.rows(), rows.len());
    for (number, &row) in rows.iter().enumerate() {
        let alone = TextColumn::of([row]).expect("a few bytes");
        let alone = run(&task, alone.texts(), &pace).expect("it is not stopped");
        for name in [
            "status",
            "solution",
            "other",
            "canonical",
            "digest",
            "reason",
        ] {
            assert_eq!(
                whole.text(name, number),
                alone.text(name, 0),
                "{name} of {row:?}"
            );
        }
        let status = whole
            .text("status", number)
            .expect("every row has a status");
        assert!(row.is_some() || status == "malformed");
        let has_reason = whole.text("reason", number).is_some();
        assert_eq!(
            has_reason,
            ["malformed", "unsupported", "stopped"].contains(&status),
            "{row:?}"
        );
    }
}

/// The work limit of a canonical form.
const WORK: u64 = 1 << 18;

/// A board of any geometry, and a copy of it.
fn canonical_forms(bytes: &mut Unstructured<'_>) -> Result<()> {
    let seed = bytes.arbitrary()?;
    let board = nine_board(bytes)?;
    let form = canonical_with_map(&board);
    assert_eq!(form.way.apply(&board), form.board);
    let copy = canonical_with_map(&oracle::shuffled(&board, seed));
    assert_eq!(copy.board, form.board, "{}", oracle::print(&board));
    assert_eq!(copy.automorphisms, form.automorphisms);
    assert_eq!(canonical_with_map(&form.board).board, form.board);

    let (side, bands): (usize, &[usize]) = *bytes.choose(&[
        (4, &[2, 2][..]),
        (6, &[3, 2]),
        (4, &[2, 2, 1]),
        (4, &[4, 4]),
        (8, &[2, 2, 2]),
    ])?;
    let geometry = Geometry::new(side, bands).expect("a small board");
    let mut values = vec![0u16; geometry.cells()];
    for _ in 0..bytes.int_in_range(0..=24)? {
        let cell = bytes.int_in_range(0..=values.len() - 1)?;
        values[cell] = bytes.int_in_range(0..=side as u16)?;
    }
    let Ok(form) = canonical_of(&geometry, &values, WORK) else {
        return Ok(());
    };
    assert_eq!(form.way.apply(&values), form.values);
    let moved = moved(&geometry, side, bands, &values, seed);
    if let Ok(copy) = canonical_of(&geometry, &moved, WORK) {
        assert_eq!(copy.values, form.values);
        assert_eq!(copy.automorphisms, form.automorphisms);
    }
    Ok(())
}

/// A copy: along each axis bands change places, and places in a band; values have other names.
fn moved(geometry: &Geometry, side: usize, bands: &[usize], values: &[u16], seed: u64) -> Vec<u16> {
    let mut random = Seeded::new(seed);
    let mut shuffled = |count: usize| {
        let mut list: Vec<usize> = (0..count).collect();
        random.shuffle(&mut list);
        list
    };
    let names = shuffled(side);
    let orders: Vec<Vec<usize>> = bands
        .iter()
        .map(|&band| {
            let band = if band == 1 { side } else { band };
            let order = shuffled(side / band);
            let within: Vec<_> = (0..side / band).map(|_| shuffled(band)).collect();
            let place = |at: usize| order[at / band] * band + within[at / band][at % band];
            (0..side).map(place).collect()
        })
        .collect();
    (0..geometry.cells())
        .map(|cell| {
            let place = |(axis, order): (usize, &Vec<usize>)| {
                let step = side.pow(axis as u32);
                order[cell / step % side] * step
            };
            let from: usize = orders.iter().enumerate().map(place).sum();
            match values[from] {
                0 => 0,
                value => names[usize::from(value) - 1] as u16 + 1,
            }
        })
        .collect()
}

pub(crate) fn board_seeds() -> Vec<Vec<u8>> {
    seeds::random(14, (30..350).step_by(8))
}

fn batch_seeds() -> Vec<Vec<u8>> {
    let mut random = Seeded::new(15);
    let mut all = Vec::new();
    for operation in 0..=255u8 {
        if operation % 32 > 2 {
            continue;
        }
        let mut text = vec![operation];
        for _ in 0..3 {
            let board = oracle::sparse(random.word());
            text.extend(oracle::print(&board).bytes());
            text.push(b'\n');
        }
        text.extend(b"12..34..21......\n\n1............1..");
        all.push(text);
    }
    let cover = seeds::corpus("cover").into_iter();
    all.extend(cover.map(|text| [&[1], text.as_bytes()].concat()));
    all
}
