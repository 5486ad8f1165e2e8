//! Boards: 9×9 on every path that there is, columns of puzzles, canonical forms, logic on Sudoku,
//! puzzles that are made, games that are played.

use crate::models::assert_sound;
use crate::mutate::Random;
use crate::{Target, seeds, with_bytes};
use arbitrary::{Result, Unstructured};
use std::sync::Arc;
use tilewright::engines::bulk::{Answers, Bulk, OneByOne};
use tilewright::engines::nine::{Nine, Path};
use tilewright::engines::{Ask, End, dance::Dance, engine, solutions};
use tilewright::generate::{Limits, Symmetry, Wish, maker};
use tilewright::logic::{Level, Logic, Settings};
use tilewright::model::{Choice, Model};
use tilewright::puzzles::sudoku::{Shape, Sudoku};
use tilewright::{Existence, Game, Puzzle, Solver, board, read};
use tilewright_batch::{Operation, Pace, Task, Text, run};
use tilewright_canonical::{Geometry, canonical_of, canonical_with_map};
use tilewright_testkit::sudoku::{self as oracle, Board};

/// The targets of this module.
pub const TARGETS: &[Target] = &[
    Target {
        name: "nine_paths",
        about: "9×9 boards: nine alone and in bulk on every path, dance, sat, and a solver that shares nothing with them",
        run: |data| with_bytes(data, nine_paths),
        seeds: board_seeds,
        longest: 400,
        smoke: 300,
    },
    Target {
        name: "batches",
        about: "columns of texts: rows do not depend on neighbours, threads or bulk; no row is lost",
        run: batches,
        seeds: batch_seeds,
        longest: 1024,
        smoke: 150,
    },
    Target {
        name: "canonical",
        about: "canonical forms of boards, turned and renamed: always the same, and reached by the way told",
        run: |data| with_bytes(data, canonical_forms),
        seeds: board_seeds,
        longest: 300,
        smoke: 400,
    },
    Target {
        name: "logic_boards",
        about: "Sudoku boards: no step removes a true candidate, what is solved is the only solution",
        run: |data| with_bytes(data, logic_boards),
        seeds: board_seeds,
        longest: 200,
        smoke: 100,
    },
    Target {
        name: "generated",
        about: "puzzles that are made: one solution, as wished for, the same for the same seed",
        run: |data| with_bytes(data, generated),
        seeds: board_seeds,
        longest: 64,
        smoke: 100,
    },
    Target {
        name: "verdicts",
        about: "check, count and possible of small boards against listing all solutions",
        run: |data| with_bytes(data, verdicts),
        seeds: board_seeds,
        longest: 200,
        smoke: 300,
    },
    Target {
        name: "games",
        about: "moves of a player: undone they leave no trace, and advice is always right",
        run: |data| with_bytes(data, games),
        seeds: board_seeds,
        longest: 200,
        smoke: 200,
    },
];

/// A 9×9 board: a full one of a seed without most of its clues, or anything at all; sometimes with
/// wrong clues.
fn nine_board(bytes: &mut Unstructured<'_>) -> Result<Board> {
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

fn classic() -> Arc<Model> {
    let empty = Sudoku::on(Shape::classic());
    empty.model(1 << 24).expect("the classic board")
}

fn given(board: &Board) -> Vec<Choice> {
    let clues = board.iter().enumerate().filter(|(_, clue)| **clue != 0);
    clues
        .map(|(cell, clue)| Choice(9 * cell as u32 + u32::from(*clue) - 1))
        .collect()
}

fn as_board(solution: &[Choice]) -> Board {
    let mut board = [0; 81];
    for choice in solution {
        board[choice.index() / 9] = (choice.index() % 9) as u8 + 1;
    }
    board
}

fn nine_paths(bytes: &mut Unstructured<'_>) -> Result<()> {
    const LIMIT: usize = 4;
    let mut boards = Vec::new();
    for _ in 0..bytes.int_in_range(1..=3)? {
        boards.push(nine_board(bytes)?);
    }
    let model = classic();
    let rows = boards.concat();
    let mut expected: Option<Answers> = None;
    let mut compare = |mut bulk: Box<dyn Bulk + '_>, name: &str| {
        let mut answers = Answers::default();
        let end = bulk.run(&rows, LIMIT as u32, &mut answers);
        assert_eq!(end, End::Complete, "{name}");
        let expected = expected.get_or_insert_with(|| answers.clone());
        assert_eq!(&answers, expected, "{name}");
    };
    for path in Path::available() {
        let name = format!("{path:?}");
        compare(
            Nine::bulk_on(&model, path).expect("the classic model"),
            &name,
        );
        compare(
            Nine::bulk_in_lanes(&model, path).expect("the classic model"),
            &name,
        );
    }
    compare(
        Box::new(OneByOne::new(&Nine, &model).expect("the classic model")),
        "one by one",
    );
    let answers = expected.expect("there is a path");
    for (number, board) in boards.iter().enumerate() {
        let count = answers.counts[number] as usize;
        let first = &answers.firsts[81 * number..][..81];
        let known = oracle::solutions(board, LIMIT);
        assert_eq!(count, known.len(), "{}", oracle::print(board));
        let ask = Ask::given(given(board)).limit(LIMIT as u64);
        for name in ["nine", "dance", "auto"] {
            let engine = engine(name).expect("an engine of the list");
            let mut search = engine.prepare(&model).expect("the classic model");
            let found: Vec<_> = solutions(&mut *search, &ask).collect();
            assert_eq!(found.len(), count, "{name}: {}", oracle::print(board));
            for solution in &found {
                assert_eq!(model.fault(solution), None, "{name}");
            }
            if name == "nine" && count > 0 {
                assert_eq!(as_board(&found[0]), first, "{}", oracle::print(board));
            }
            if count < LIMIT {
                let mut found: Vec<_> = found.iter().map(|s| as_board(s)).collect();
                let mut known = known.clone();
                found.sort_unstable();
                known.sort_unstable();
                assert_eq!(found, known, "{name}");
            }
        }
    }
    Ok(())
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
    let whole = Text::of(rows.iter().copied()).expect("a few bytes");
    let whole = run(&task, whole.texts(), &pace).expect("nobody stops it");
    assert_eq!(whole.rows(), rows.len());
    for (number, &row) in rows.iter().enumerate() {
        let alone = Text::of([row]).expect("a few bytes");
        let alone = run(&task, alone.texts(), &pace).expect("nobody stops it");
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

/// What a canonical form may cost.
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
    let mut random = Random::new(seed);
    let mut shuffled = |count: usize| {
        let mut list: Vec<usize> = (0..count).collect();
        for last in (1..count).rev() {
            list.swap(last, random.below(last + 1));
        }
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

/// A small Sudoku of some shape, with some clues that may contradict each other.
fn small_sudoku(bytes: &mut Unstructured<'_>) -> Result<Sudoku> {
    let dims: &[usize] = bytes.choose(&[
        &[2, 2][..],
        &[3, 2],
        &[2, 1, 1],
        &[4, 1],
        &[2, 2, 1],
        &[5, 1],
    ])?;
    let mut sudoku = Sudoku::empty(dims).expect("a small board");
    let (cells, side) = (sudoku.shape().cells(), sudoku.shape().side());
    // Of a solution mostly, so that there is one.
    let seed = bytes.arbitrary::<u16>()?;
    let solver = Solver::new().seed(seed.into()).nodes(2_000);
    let full = solver
        .first(&sudoku)
        .ok()
        .and_then(|answer| answer.solution);
    for _ in 0..bytes.int_in_range(0..=cells)? {
        let cell = bytes.int_in_range(0..=cells - 1)?;
        let value = bytes.int_in_range(0..=side as u16 + 40)?;
        let value = match &full {
            _ if (1..=side as u16).contains(&value) => value,
            Some(full) => full
                .iter()
                .find(|choice| choice.index() / side == cell)
                .map_or(0, |choice| (choice.index() % side) as u16 + 1),
            None => 0,
        };
        sudoku.set(cell, (value > 0).then_some(value));
    }
    Ok(sudoku)
}

/// All solutions, if they are few and soon found.
fn listed(model: &Model, given: &[Choice], most: usize) -> Option<Vec<Vec<Choice>>> {
    let mut ask = Ask::given(given);
    ask.budget.nodes = Some(20_000);
    let mut search = tilewright::engines::Engine::prepare(&Dance, model).ok()?;
    let mut found = solutions(&mut *search, &ask);
    let all: Vec<_> = found.by_ref().take(most + 1).collect();
    (all.len() <= most && found.end() == Some(End::Complete)).then_some(all)
}

fn logic_boards(bytes: &mut Unstructured<'_>) -> Result<()> {
    let (model, given) = if bytes.ratio(1u8, 2u8)? {
        (classic(), given(&nine_board(bytes)?))
    } else {
        let sudoku = small_sudoku(bytes)?;
        (
            sudoku.model(1 << 22).expect("a small board"),
            sudoku.givens(),
        )
    };
    let Some(all) = listed(&model, &given, 200) else {
        return Ok(());
    };
    let logic = Logic::new(&model);
    let start = logic.board(&given);
    let nested = Settings {
        hardest: Level::Nested,
        unique: all.len() == 1,
    };
    assert_sound(&start, &Settings::default(), &all);
    assert_sound(&start, &nested, &all);
    Ok(())
}

fn verdicts(bytes: &mut Unstructured<'_>) -> Result<()> {
    let sudoku = small_sudoku(bytes)?;
    let model = sudoku.model(1 << 22).expect("a small board");
    let Some(all) = listed(&model, &sudoku.givens(), 3_000) else {
        return Ok(());
    };
    let solver = Solver::new().memory(1 << 24).nodes(100_000);
    let counted = solver.count(&sudoku).expect("a small board");
    if counted.is_exact() {
        assert_eq!(counted.number, all.len().into(), "{sudoku}");
    }
    let verdict = solver.check(&sudoku).expect("a small board");
    match &verdict.solutions {
        Existence::Unique(solution) => assert_eq!(&all[..], std::slice::from_ref(solution)),
        Existence::Several(one, other) => {
            assert!(one != other && all.contains(one) && all.contains(other));
        }
        Existence::None => assert!(all.is_empty(), "{sudoku}"),
        Existence::Unknown { .. } => {}
    }
    assert!(
        verdict.contradiction.is_none() || all.is_empty(),
        "{sudoku}"
    );
    let possible = solver.run(&sudoku, |session| session.possible(&sudoku));
    let possible = possible.expect("a small board");
    if possible.is_exact() {
        let mut truth: Vec<Choice> = all.concat();
        truth.sort_unstable();
        truth.dedup();
        assert_eq!(possible.choices, truth, "{sudoku}");
    }
    Ok(())
}

fn generated(bytes: &mut Unstructured<'_>) -> Result<()> {
    let (kind, size) = *bytes.choose(&[
        ("sudoku", "2,2"),
        ("sudoku", "3,2"),
        ("sudoku", "2,1,1"),
        ("sudoku", "3,3"),
        ("shikaku", "4x4"),
        ("shikaku", "3x7"),
        ("roads", "3x3"),
        ("loops", "4x3"),
    ])?;
    let symmetries = [
        Symmetry::None,
        Symmetry::HalfTurn,
        Symmetry::QuarterTurn,
        Symmetry::Diagonal,
        Symmetry::Mirror,
        Symmetry::Full,
    ];
    let wish = Wish {
        minimal: bytes.arbitrary()?,
        symmetry: *bytes.choose(&symmetries)?,
        clues: match bytes.arbitrary::<u8>()? {
            0..64 => Some(bytes.int_in_range(0..=20)?..=bytes.int_in_range(0..=90)?),
            _ => None,
        },
        largest_area: match bytes.arbitrary::<u8>()? {
            0..32 => Some(bytes.int_in_range(0..=9)?),
            _ => None,
        },
        ones: match bytes.arbitrary::<u8>()? {
            0..16 => Some(f64::from(bytes.arbitrary::<i8>()?) / 60.0),
            16..20 => Some(f64::NAN),
            _ => None,
        },
        ..Wish::default()
    };
    let seed = bytes.arbitrary::<u64>()?;
    let Ok(maker) = maker(kind, size, wish.clone(), false) else {
        return Ok(());
    };
    let limits = Limits {
        tries: Some(bytes.int_in_range(0..=3)?),
        ..Limits::default()
    };
    let made = maker.make(seed, &limits);
    let again = maker.make_many(&[seed ^ 1, seed], &limits).pop();
    let text = |puzzle: &dyn Puzzle| puzzle.plain();
    match (made, again.expect("one for each seed")) {
        (Ok(made), Ok(again)) => {
            assert_eq!(text(&*made.puzzle), text(&*again.puzzle));
            assert_made(&*made.puzzle, &made.solution, &wish);
        }
        (Err(missed), Err(again)) => {
            assert_eq!(missed.why, again.why);
            if let Some(nearest) = missed.nearest {
                assert_unique(&*nearest.puzzle, &nearest.solution);
            }
        }
        (one, other) => panic!("{one:?} and {other:?} of the same seed"),
    }
    Ok(())
}

fn assert_unique(puzzle: &dyn Puzzle, solution: &[Choice]) {
    let model = puzzle.model(1 << 24).expect("a small board");
    let all = listed(&model, &puzzle.givens(), 1);
    let all = all.unwrap_or_else(|| panic!("several solutions:\n{}", puzzle.plain()));
    assert_eq!(all, [solution], "\n{}", puzzle.plain());
}

fn assert_made(puzzle: &dyn Puzzle, solution: &[Choice], wish: &Wish) {
    assert_unique(puzzle, solution);
    if puzzle.family().name != "sudoku" {
        return;
    }
    let givens = puzzle.givens();
    if let Some(clues) = &wish.clues {
        assert!(clues.contains(&givens.len()), "{} clues", givens.len());
    }
    // With a symmetry, minimal means that no clue can go with its mirror images.
    if wish.minimal && wish.symmetry == Symmetry::None {
        let model = puzzle.model(1 << 24).expect("a small board");
        for (name, thinner) in puzzle.thinner() {
            let all = listed(&model, &thinner.givens(), 1);
            assert!(all.is_none_or(|all| all.len() > 1), "{name} can go");
        }
    }
}

fn games(bytes: &mut Unstructured<'_>) -> Result<()> {
    let puzzle: Box<dyn Puzzle> = match bytes.arbitrary::<u8>()? & 3 {
        0 => board("roads", "2x3").expect("a small board"),
        1 => read("3 2\n0 0 4\n? 0 0\n", Some("shikaku:grid")).expect("a small puzzle"),
        _ => Box::new(small_sudoku(bytes)?),
    };
    let mut game = Game::new(Arc::from(puzzle), 1 << 22).expect("a small board");
    let start = game.play().clone();
    let cells = game.cell_count() + 2;
    let mut done = 0;
    for _ in 0..bytes.int_in_range(0..=30)? {
        let before = game.play().clone();
        let (cell, slot) = (bytes.int_in_range(0..=cells)?, bytes.int_in_range(0..=9)?);
        let is_changed = match bytes.arbitrary::<u8>()? % 8 {
            0..3 => game.set(cell, (slot > 0).then_some(slot)),
            3 => game.note(cell, slot),
            4 => game.clear_notes(cell),
            5 => game.add_box((0..slot).map(|step| cell + step).collect()),
            6 => game.remove_box(cell),
            _ => game.clear(),
        };
        assert_eq!(is_changed, *game.play() != before);
        if is_changed {
            let after = game.play().clone();
            assert!(game.undo());
            assert_eq!(*game.play(), before);
            assert!(game.redo());
            assert_eq!(*game.play(), after);
            done += 1;
        }
        assert!(
            game.choices()
                .iter()
                .all(|c| c.index() < game.model().choice_count())
        );
    }
    if game.is_complete() && game.is_right() {
        assert_eq!(game.model().fault(&game.choices()), None);
    }
    for _ in 0..done {
        assert!(game.undo());
    }
    assert!(!game.undo());
    assert_eq!(*game.play(), start);
    Ok(())
}

fn board_seeds() -> Vec<Vec<u8>> {
    let mut random = Random::new(14);
    (0..40)
        .map(|number| random.bytes(30 + 8 * number))
        .collect()
}

fn batch_seeds() -> Vec<Vec<u8>> {
    let mut random = Random::new(15);
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
