//! Columns of many puzzles against the facade and against solvers of the testkit, one by one.

use proptest::prelude::*;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use tilewright::puzzles::{Legend, Reading};
use tilewright::{Existence, Puzzle, Rated, Solver};
use tilewright_batch::{
    Columns, Offsets, Operation, Pace, Status, Task, TextColumn, Texts, Unfinished, Validity,
    Values, run,
};
use tilewright_testkit::sudoku::{self, print};

/// A row of answers, each cell as a text.
type Row = Vec<Option<String>>;

/// Rows of every kind: plain lines of 9×9, other sizes, other families, and texts that are not puzzles.
fn mixed() -> Vec<Option<Vec<u8>>> {
    let mut rows: Vec<Option<Vec<u8>>> = Vec::new();
    for seed in 0..12 {
        let puzzle = sudoku::sparse(seed);
        let with_more = sudoku::without_clues(&puzzle, 2, seed);
        for board in [puzzle, sudoku::with_wrong_clue(&puzzle, seed), with_more] {
            rows.push(Some(print(&board).into_bytes()));
        }
        rows.push(Some(print(&sudoku::full(seed)).into_bytes()));
    }
    let others: [&[u8]; 12] = [
        b"1...............",
        b"1234341221434321",
        b"11..............",
        b"",
        b"no puzzle",
        b"\xff\xfe",
        b"1..3.48.9.24.....7...96.5..23.....5.5.7..8.........4....95.....3..8......5.6...3\xc3",
        b"1..3.48.9.24.....7...96.5..23.....5.5.7..8.........4....95.....3..8......5.6...3",
        b"1..3.48.9.24.....7...96.5..23.....5.5.7..8.........4....95.....3..8......5.6...3. # easy",
        b"5 5\n0 0 0 0 5\n0 4 0 4 0\n0 0 0 0 0\n0 6 0 6 0\n0 0 0 0 0\n",
        b"{\"family\":\"nothing\"}",
        b"https://puzz.link/p?sudoku/9/9/nothing",
    ];
    let others = others.into_iter().map(|text| Some(text.to_vec()));
    for (number, other) in others.chain([None]).enumerate() {
        rows.insert((number * 5).min(rows.len()), other);
    }
    rows
}

/// A column of these rows.
fn with_column<T>(rows: &[Option<Vec<u8>>], then: impl FnOnce(Texts<'_>) -> T) -> T {
    let mut bytes = Vec::new();
    let mut offsets = vec![0];
    let mut bits = vec![0; rows.len().div_ceil(8)];
    for (number, row) in rows.iter().enumerate() {
        bytes.extend_from_slice(row.as_deref().unwrap_or(b""));
        offsets.push(i64::try_from(bytes.len()).unwrap());
        bits[number / 8] |= u8::from(row.is_some()) << (number % 8);
    }
    let validity = Some(Validity::new(&bits, 0));
    then(Texts::new(&bytes, Offsets::Large(&offsets), validity).unwrap())
}

fn answers(task: &Task, rows: &[Option<Vec<u8>>], pace: &Pace) -> Columns {
    with_column(rows, |texts| run(task, texts, pace).unwrap())
}

fn rows_of(columns: &Columns) -> Vec<Row> {
    let cell = |values: &Values, row| match values {
        Values::Text(text) => text.get(row).map(str::to_owned),
        Values::Int64(numbers) => numbers.get(row).map(|number| number.to_string()),
        Values::Float64(numbers) => numbers.get(row).map(|number| number.to_string()),
    };
    let row = |row| {
        let columns = columns.columns().iter();
        columns.map(|column| cell(&column.values, row)).collect()
    };
    (0..columns.rows()).map(row).collect()
}

/// The facade's answer about one text by itself.
fn by_the_facade(operation: Operation, text: Option<&[u8]>) -> Row {
    let columns = operation.columns().len();
    let nothing = |status: Status| {
        let mut row = vec![None; columns];
        row[0] = Some(status.word().to_owned());
        row
    };
    let read = text.and_then(|text| std::str::from_utf8(text).ok());
    let read = read.and_then(|text| {
        let reading = Reading::of(text, None).ok()?;
        Some((reading.read(text).ok()?, reading))
    });
    let Some((puzzle, reading)) = read else {
        return nothing(Status::Malformed);
    };
    let filled = |solution: &[tilewright::Choice]| {
        let solved = puzzle.fill(solution);
        Some(tilewright_batch::telling(&*puzzle, &*solved, Some(&reading)).unwrap())
    };
    let answer = Solver::new()
        .ask(&*puzzle)
        .map(|mut session| match operation {
            Operation::Solve => match session.existence() {
                Existence::None => nothing(Status::Unsolvable),
                Existence::Unique(_) | Existence::Several(..) => {
                    let one = session.first().solution.unwrap();
                    let is_unique = matches!(session.existence(), Existence::Unique(_));
                    let mut row = nothing(if is_unique {
                        Status::Solved
                    } else {
                        Status::Several
                    });
                    row[1] = filled(&one);
                    row
                }
                Existence::Unknown { .. } => unreachable!("there is no limit"),
            },
            Operation::Check => match session.existence() {
                Existence::None => nothing(Status::Unsolvable),
                Existence::Unique(one) => {
                    let mut row = nothing(Status::Unique);
                    row[1] = filled(&one);
                    row
                }
                Existence::Several(one, other) => {
                    let mut row = nothing(Status::Several);
                    (row[1], row[2]) = (filled(&one), filled(&other));
                    row
                }
                Existence::Unknown { .. } => unreachable!("there is no limit"),
            },
            Operation::Count => {
                let number = session.count().number;
                let mut row = nothing(match u64::try_from(&number) {
                    Ok(0) => Status::Unsolvable,
                    Ok(1) => Status::Unique,
                    _ => Status::Several,
                });
                row[1] = Some(number.to_string());
                row
            }
            Operation::Rate => match session.rate() {
                Rated::Unique(rating) => {
                    let mut row = nothing(Status::Unique);
                    row[1] = rating.difficulty.map(|difficulty| difficulty.to_string());
                    row[2] = rating.grade().map(|grade| grade.to_string());
                    let nine = rating.nine.as_ref();
                    row[4] = nine
                        .map(|nine| (f64::from(nine.se.as_ref().unwrap().er) / 10.0).to_string());
                    row[5] = nine.map(|nine| nine.hodoku.level.name().to_owned());
                    row[6] = nine.map(|nine| nine.hodoku.score.to_string());
                    row
                }
                Rated::Several => nothing(Status::Several),
                Rated::Unsolvable => nothing(Status::Unsolvable),
                Rated::Stopped(_) => unreachable!("there is no limit"),
            },
            Operation::Canonical => match puzzle.canonical() {
                Ok(form) => {
                    let mut row = nothing(Status::Canonical);
                    row[1] =
                        Some(tilewright_batch::on_a_line(&*form.puzzle, Some(&reading)).unwrap());
                    row[2] = Some(format!("{:032x}", form.digest));
                    row[3] = form.automorphisms.map(|number| number.to_string());
                    row
                }
                Err(_) => nothing(Status::Unsupported),
            },
            Operation::Explain | Operation::Hint => unreachable!("they have no columns"),
        });
    answer.unwrap()
}

/// The columns that [`by_the_facade`] fills in.
fn compared(operation: Operation) -> &'static [usize] {
    match operation {
        Operation::Solve => &[0, 1],
        Operation::Check | Operation::Count => &[0, 1, 2],
        Operation::Rate => &[0, 1, 2, 4, 5, 6],
        Operation::Canonical => &[0, 1, 2, 3],
        Operation::Explain | Operation::Hint => &[],
    }
}

#[test]
fn every_row_is_what_the_facade_says() {
    let rows = mixed();
    for operation in Operation::ALL {
        let ours = rows_of(&answers(&Task::new(operation), &rows, &Pace::new()));
        assert_eq!(ours.len(), rows.len());
        for (text, ours) in rows.iter().zip(&ours) {
            let theirs = by_the_facade(operation, text.as_deref());
            for &column in compared(operation) {
                assert_eq!(ours[column], theirs[column], "{operation:?} of {text:?}");
            }
            let needs_reason = ["malformed", "unsupported", "stopped"];
            let needs_reason = needs_reason.contains(&ours[0].as_deref().unwrap());
            assert_eq!(ours.last().unwrap().is_some(), needs_reason, "{text:?}");
        }
    }
}

#[test]
fn neither_threads_nor_borders_change_an_answer() {
    let rows = mixed();
    for operation in Operation::ALL {
        let task = Task::new(operation);
        let whole = answers(&task, &rows, &Pace::new().threads(1));
        let expected = rows_of(&whole);
        for threads in [2, 7, 100] {
            assert_eq!(answers(&task, &rows, &Pace::new().threads(threads)), whole);
        }
        for size in [1, 3, 16, 61] {
            let pieces = rows.chunks(size);
            let pieces = pieces.flat_map(|piece| rows_of(&answers(&task, piece, &Pace::new())));
            assert_eq!(
                pieces.collect::<Vec<_>>(),
                expected,
                "{operation:?} by {size}"
            );
        }
    }
}

#[test]
fn any_solution_is_the_first_one() {
    let rows = mixed();
    let all = answers(&Task::new(Operation::Solve), &rows, &Pace::new());
    let any = answers(
        &Task::new(Operation::Solve).taking_any(),
        &rows,
        &Pace::new(),
    );
    let mut several = 0;
    for row in 0..rows.len() {
        assert_eq!(any.text("solution", row), all.text("solution", row));
        let status = all.text("status", row).unwrap();
        several += usize::from(status == "several");
        let expected = if status == "several" {
            "solved"
        } else {
            status
        };
        assert_eq!(any.text("status", row), Some(expected));
    }
    assert!(several > 5);
}

#[test]
fn an_independent_solver_agrees() {
    let boards: Vec<sudoku::Board> = (100..130)
        .flat_map(|seed| {
            let puzzle = sudoku::sparse(seed);
            [
                puzzle,
                sudoku::with_wrong_clue(&puzzle, seed),
                sudoku::without_clues(&puzzle, 3, seed),
            ]
        })
        .collect();
    let rows: Vec<_> = boards.iter().map(|b| Some(print(b).into_bytes())).collect();
    let columns = answers(&Task::new(Operation::Check), &rows, &Pace::new());
    for (row, board) in boards.iter().enumerate() {
        let solutions = sudoku::solutions(board, 2);
        let expected = ["unsolvable", "unique", "several"][solutions.len()];
        assert_eq!(columns.text("status", row), Some(expected));
        let found = [columns.text("solution", row), columns.text("other", row)];
        let found: Vec<_> = found.into_iter().flatten().collect();
        assert_eq!(found.len(), solutions.len());
        for line in &found {
            let solution = sudoku::parse(line).unwrap();
            assert_eq!(sudoku::solutions(&solution, 2).len(), 1);
            assert!(
                board
                    .iter()
                    .zip(&solution)
                    .all(|(&clue, &value)| clue == 0 || clue == value)
            );
        }
        assert!(found.len() < 2 || found[0] != found[1]);
    }
}

#[test]
fn no_rows_have_no_answers() {
    for operation in Operation::ALL {
        let columns = answers(&Task::new(operation), &[], &Pace::new());
        assert_eq!(columns.rows(), 0);
        let names: Vec<_> = columns.columns().iter().map(|column| column.name).collect();
        assert_eq!(names, operation.columns());
        for column in columns.columns() {
            if let Values::Text(text) = &column.values {
                assert_eq!((&text.offsets[..], &text.validity), (&[0][..], &None));
            }
        }
    }
}

#[test]
fn puzzles_are_read_and_written_as_told() {
    let line = "1234341221434321";
    let column = TextColumn::of([Some(line)]).unwrap();
    let solve = |task: Task| run(&task, column.texts(), &Pace::new()).unwrap();
    let columns = solve(Task::new(Operation::Solve).writing("grid"));
    let grid = columns.text("solution", 0).unwrap();
    let again = tilewright::read(grid, None).unwrap();
    assert_eq!(again.write("line").unwrap().trim_end(), line);
    let columns = solve(Task::new(Operation::Solve).reading("shikaku"));
    assert_eq!(columns.text("status", 0), Some("malformed"));
    let columns = solve(Task::new(Operation::Solve).reading("nothing"));
    assert_eq!(columns.text("status", 0), Some("malformed"));
    assert!(columns.text("reason", 0).unwrap().contains("nothing"));
    let columns = solve(Task::new(Operation::Solve).writing("nothing"));
    assert_eq!(columns.text("status", 0), Some("unsupported"));
}

/// To recognise fifty million characters takes seconds, which no search's limit would see.
#[test]
fn a_row_that_is_too_long_to_be_a_puzzle_says_so() {
    let long = "1".repeat(50_000_000);
    let column = TextColumn::of([Some(&*long), Some("1234341221434321")]).unwrap();
    let columns = run(&Task::new(Operation::Solve), column.texts(), &Pace::new()).unwrap();
    assert_eq!(columns.text("status", 0), Some("malformed"));
    let reason = "the text has 50000000 bytes: at most 4194304 are read as a puzzle of a row";
    assert_eq!(columns.text("reason", 0), Some(reason));
    assert_eq!(columns.text("status", 1), Some("solved"));
}

#[test]
fn a_plain_line_that_is_told_to_be_something_else_is_not_asked_in_bulk() {
    let line = print(&sudoku::sparse(1));
    let column = TextColumn::of([Some(&*line), Some(&*line)]).unwrap();
    for wanted in ["sudoku", "line", "sudoku:line"] {
        let task = Task::new(Operation::Solve).reading(wanted);
        let columns = run(&task, column.texts(), &Pace::new()).unwrap();
        assert_eq!(columns.text("status", 1), Some("solved"), "{wanted}");
    }
    let task = Task::new(Operation::Solve).reading("tiles");
    let columns = run(&task, column.texts(), &Pace::new()).unwrap();
    assert_eq!(columns.text("status", 1), Some("malformed"));
}

#[test]
fn a_rating_that_was_stopped_is_no_rating() {
    let hard = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    let column = TextColumn::of([Some(hard)]).unwrap();
    let task = Task::new(Operation::Rate);
    let mut stopped = 0;
    for time in (0..9).map(|doubled| Duration::from_micros(200 << doubled)) {
        let columns = run(&task, column.texts(), &Pace::new().time(time)).unwrap();
        let row = &rows_of(&columns)[0];
        if row[0].as_deref() == Some("unique") {
            assert!(row[1].is_some(), "{row:?}");
            continue;
        }
        let mut expected = vec![None; row.len()];
        expected[0] = Some("stopped".to_owned());
        *expected.last_mut().unwrap() = Some("time is up".to_owned());
        assert_eq!(*row, expected);
        stopped += 1;
    }
    assert!(stopped > 0);
}

/// Box dims of boards with two to six axes and at most 800 cells.
fn box_dims() -> impl Strategy<Value = Vec<usize>> {
    let dims = prop::collection::vec(1..=4_usize, 2..=6);
    dims.prop_filter("a board that is small", |dims| {
        let side: usize = dims.iter().product();
        let cells = dims
            .iter()
            .try_fold(1_usize, |cells, _| cells.checked_mul(side));
        side > 1 && cells.is_some_and(|cells| cells <= 800)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Whatever the box dims, empty or not: a canonical form is written on one line, in a table as well,
    /// reads as the form that it is, and is that of a copy with other names of values.
    #[test]
    fn every_board_has_a_canonical_form_on_a_line(dims in box_dims(), seed: u64, share in 0_u64..4) {
        let named: Vec<String> = dims.iter().map(usize::to_string).collect();
        let mut board = tilewright::board("sudoku", &named.join(",")).unwrap();
        if share > 0 {
            let solver = Solver::new().seed(seed);
            let solution = solver.first(&*board).unwrap().solution.unwrap();
            let every = usize::try_from(share).unwrap() * 2;
            let first = usize::try_from(seed % 7).unwrap();
            let Legend::Values(legend) = board.legend() else {
                unreachable!("a Sudoku has values");
            };
            for choice in solution.into_iter().skip(first).step_by(every) {
                for spot in board.spots(choice) {
                    let value = spot.slot.map(|slot| legend[slot].name.clone());
                    board = board.with_clue(spot.cell, value.as_deref()).unwrap();
                }
            }
        }
        let text = board.write("json").unwrap();
        let column = TextColumn::of([Some(text.trim_end())]).unwrap();
        let columns = run(&Task::new(Operation::Canonical), column.texts(), &Pace::new()).unwrap();
        let reason = columns.text("reason", 0);
        if reason.is_some_and(|reason| reason.contains("regular")) {
            // It says that it gave up, which is honest.
            return Ok(());
        }
        prop_assert_eq!((columns.text("status", 0), reason), (Some("canonical"), None));
        let form = columns.text("canonical", 0).unwrap();
        prop_assert!(!form.contains('\n'), "{}", form);
        // The lines of the smallest boards belong to no family unless they are named as lines.
        let reading = Reading::of(form, None).or_else(|_| Reading::of(form, Some("sudoku:line")));
        let reading = reading.unwrap();
        let again = reading.read(form).unwrap().canonical().unwrap();
        let digest = format!("{:032x}", again.digest);
        prop_assert_eq!(columns.text("digest", 0), Some(&*digest));
        prop_assert_eq!(tilewright_batch::on_a_line(&*again.puzzle, None).unwrap().lines().count(), 1);
        prop_assert_eq!(tilewright_batch::on_a_line(&*again.puzzle, Some(&reading)).unwrap(), form);
    }
}

#[test]
fn limits_are_told_and_an_interruption_ends_the_whole() {
    let line = "1...............";
    let column = TextColumn::of([Some(line), None]).unwrap();
    let task = Task::new(Operation::Check);
    let nodes = Solver::new().engine("reduce").unwrap().nodes(1);
    let columns = run(&task, column.texts(), &Pace::new().solver(nodes)).unwrap();
    assert_eq!(columns.text("status", 0), Some("stopped"));
    assert_eq!(columns.text("reason", 0), Some("node limit reached"));
    assert_eq!(columns.text("status", 1), Some("malformed"));

    let little = Solver::new().memory(100);
    let columns = run(&task, column.texts(), &Pace::new().solver(little)).unwrap();
    assert_eq!(columns.text("status", 0), Some("stopped"));

    let declines = Solver::new().engine("nine").unwrap();
    let columns = run(&task, column.texts(), &Pace::new().solver(declines)).unwrap();
    assert_eq!(columns.text("status", 0), Some("unsupported"));

    let pace = Pace::new().time(Duration::from_mins(1));
    let columns = run(&task, column.texts(), &pace).unwrap();
    assert_eq!(columns.text("status", 0), Some("several"));

    let stopped = Arc::new(AtomicBool::new(true));
    let building = Pace::new().solver(Solver::new().stop(Arc::clone(&stopped)));
    let columns = run(&task, column.texts(), &building);
    assert_eq!(columns, Err(Unfinished::Interrupted));

    let pace = Pace::new().stop(stopped);
    for column in [
        column,
        TextColumn::of([Some(&*print(&sudoku::sparse(1)))]).unwrap(),
    ] {
        let stopped = run(&task, column.texts(), &pace);
        assert_eq!(stopped, Err(Unfinished::Interrupted));
    }
}

#[test]
fn seventeen_clues_are_solved_as_one_by_one() {
    let Some(path) = tilewright_testkit::data("sudoku9/clues17.txt") else {
        return;
    };
    let text = std::fs::read_to_string(path).unwrap();
    let lines: Vec<&str> = text.lines().take(3000).collect();
    let column = TextColumn::of(lines.iter().map(|line| Some(*line))).unwrap();
    let columns = run(&Task::new(Operation::Solve), column.texts(), &Pace::new()).unwrap();
    let puzzles: Vec<Box<dyn Puzzle>> = lines
        .iter()
        .map(|line| tilewright::read(line, None).unwrap())
        .collect();
    let solver = Solver::new();
    assert_eq!(puzzles.len(), columns.rows());
    for (row, puzzle) in puzzles.iter().enumerate() {
        let solution = solver.first(&**puzzle).unwrap().solution.unwrap();
        let expected = puzzle.fill(&solution).write("line").unwrap();
        assert_eq!(columns.text("solution", row), Some(expected.trim_end()));
        assert_eq!(columns.text("status", row), Some("solved"));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn no_bytes_do_harm(
        rows in prop::collection::vec(
            prop::option::of(prop_oneof![
                prop::collection::vec(any::<u8>(), 0..40),
                "[0-9.]{81}".prop_map(String::into_bytes),
                "[0-4.]{16}".prop_map(String::into_bytes),
                "[ -~\n]{0,60}".prop_map(String::into_bytes),
            ]), 0..30),
        threads in 1usize..4,
    ) {
        let task = Task::new(Operation::Check);
        let whole = answers(&task, &rows, &Pace::new().threads(threads));
        prop_assert_eq!(whole.rows(), rows.len());
        for (number, row) in rows.iter().enumerate() {
            let alone = answers(&task, std::slice::from_ref(row), &Pace::new().threads(1));
            prop_assert_eq!(&rows_of(&alone)[0], &rows_of(&whole)[number]);
        }
    }
}

#[test]
fn the_document_has_the_columns_in_order() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/tables.md");
    let text = std::fs::read_to_string(path).unwrap();
    for operation in Operation::ALL {
        let start = format!("| `{}` | ", operation.name());
        let row = text.lines().find_map(|line| line.strip_prefix(&start));
        let row = row.expect("each operation has a row");
        // Words in brackets are values.
        let outside = row.split('(').map(|part| part.rsplit(')').next().unwrap());
        let outside: String = outside.collect();
        let mut named: Vec<&str> = outside.split('`').skip(1).step_by(2).collect();
        named.push("reason");
        assert_eq!(named, operation.columns(), "{operation:?}");
    }
}
