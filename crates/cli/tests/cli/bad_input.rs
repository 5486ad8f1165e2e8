//! Bad input: each case in one clear sentence, with the place where there is one.

use crate::{NINE, command, file, piped, ran, run, run_with};
use std::io::Write;

#[test]
fn files_that_are_none() {
    let empty = file("bad-empty.txt", "");
    let said = format!("error: {empty}: there is no puzzle here: the file is empty\n");
    assert_eq!(run(&["solve", &empty]), ran("", &said, 2));
    let blank = run_with(&["solve"], b" \n\n");
    let said = "error: standard input: there is no puzzle here: the file is empty\n";
    assert_eq!(blank, ran("", said, 2));
    let directory = env!("CARGO_TARGET_TMPDIR");
    let said = run(&["count", directory]);
    assert_eq!(said.code, 2);
    let sentence = format!("error: {directory}: this is a directory; expected a file");
    assert!(said.err.starts_with(&sentence), "{}", said.err);
    let missing = format!("{directory}/no-such-file");
    let said = format!("error: {missing}: there is no such file\n");
    assert_eq!(run(&["check", &missing]), ran("", &said, 2));
}

#[test]
fn binary_files() {
    for bytes in [
        &b"\x7fELF\x02\x01\0\0\0"[..],
        b"\xff\xfe1\x002\x00",
        b"53\x80\x81",
    ] {
        let path = file("bad-binary", bytes);
        let said = run(&["solve", &path]);
        assert_eq!((said.out.as_str(), said.code), ("", 2));
        let sentence = format!("error: {path}: this is a binary file and no text: see its byte");
        assert!(said.err.starts_with(&sentence), "{}", said.err);
        assert!(said.err.contains("hint: expected a text file in UTF-8"));
    }
    let text = [NINE.as_bytes(), b"\n\xff\n", NINE.as_bytes(), b"\n"].concat();
    let many = [text, format!("{NINE}\n").repeat(2000).into_bytes()].concat();
    let said = run_with(&["count"], &many);
    assert_eq!(said.code, 2);
    assert!(
        said.err.contains("binary") || said.err.contains("no text"),
        "{}",
        said.err
    );
}

#[test]
fn a_line_of_a_gigabyte_is_refused_early() {
    let mut child = piped(&mut command(&["solve"]));
    let mut stdin = child.stdin.take().unwrap();
    let chunk = vec![b'1'; 1 << 20];
    let mut written = 0u64;
    for _ in 0..1024 {
        if stdin.write_all(&chunk).is_err() {
            break;
        }
        written += 1;
    }
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(written < 300, "{written} MiB were read");
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("a line is longer than 64 MiB"), "{said}");
}

#[test]
fn an_overlong_line_of_a_stream_is_passed_over() {
    let mut text = format!("{NINE}\n").repeat(1000).into_bytes();
    text.extend(std::iter::repeat_n(b'1', 65 << 20));
    text.extend(format!("\n{NINE}\n").bytes());
    let said = run_with(&["count"], &text);
    let lines: Vec<&str> = said.out.lines().collect();
    assert_eq!((lines.len(), lines[1001]), (1002, "1"));
    assert!(
        lines[1000].starts_with("# error: a line is longer"),
        "{}",
        lines[1000]
    );
    assert_eq!(said.code, 2);
}

#[test]
fn names_that_nobody_knows() {
    let engine = run(&["solve", "--engine", "abacus"]);
    assert_eq!(engine.code, 2);
    assert!(engine.err.contains("'abacus'") && engine.err.contains("auto, dance"));
    let family = run_with(&["solve", "--as", "chess"], NINE.as_bytes());
    assert_eq!(family.code, 2);
    assert!(
        family
            .err
            .contains("no family or readable format called \"chess\"")
    );
    assert!(
        family.err.contains("hint: the families are sudoku"),
        "{}",
        family.err
    );
    let format = run_with(&["convert", "--to", "chess"], NINE.as_bytes());
    assert_eq!(format.code, 2);
    assert!(
        format.err.contains("no format called \"chess\""),
        "{}",
        format.err
    );
    assert!(
        format.err.contains("hint: the formats are art, "),
        "{}",
        format.err
    );
    let board = run(&["count", "chess", "8x8"]);
    assert_eq!(board.code, 2);
    assert!(
        board.err.contains("no kind of board called \"chess\""),
        "{}",
        board.err
    );
    assert!(board.err.contains("sudoku 3,3"), "{}", board.err);
    let unknown = run_with(&["solve"], b"hello world\n");
    assert_eq!(unknown.code, 2);
    assert!(
        unknown
            .err
            .contains("not a puzzle in a format that Tilewright recognises")
    );
}

#[test]
fn an_engine_that_declines() {
    let said = run_with(&["solve", "--engine", "naive"], NINE.as_bytes());
    assert_eq!((said.out.as_str(), said.code), ("", 2));
    let sentence = "error: standard input: the naive engine cannot run this: ";
    assert!(said.err.starts_with(sentence), "{}", said.err);
    assert!(said.err.contains("hint: "), "{}", said.err);
}

#[test]
fn boards_that_are_too_large_or_too_small() {
    let large = run(&["count", "sudoku", "64,64"]);
    assert_eq!((large.out.as_str(), large.code), ("", 2));
    assert!(
        large
            .err
            .contains("TiB of memory, but only 2.0 GiB is allowed"),
        "{}",
        large.err
    );
    assert!(
        large.err.contains("hint: allow more with --memory"),
        "{}",
        large.err
    );
    let little = run(&["solve", "sudoku", "3,3", "--memory", "1KiB"]);
    assert_eq!(little.code, 2);
    assert!(
        little.err.contains("only 1.0 KiB is allowed"),
        "{}",
        little.err
    );
    for size in ["0", "x", "3,3,3,3,3,3,3,3", ""] {
        let said = run(&["count", "sudoku", size]);
        assert_eq!(
            (said.out.as_str(), said.code),
            ("", 2),
            "{size}: {}",
            said.err
        );
    }
}

#[test]
fn a_place_is_shown_with_the_line_and_a_caret() {
    let path = file("bad-ragged.txt", "1 . . .\n. . .\n. . 2 .\n. . . .\n");
    let ragged = run(&["solve", &path]);
    assert_eq!((ragged.out.as_str(), ragged.code), ("", 2));
    let lines: Vec<&str> = ragged.err.lines().collect();
    assert!(
        lines[0].starts_with(&format!("error: {path}:2:")),
        "{}",
        lines[0]
    );
    assert_eq!(lines[1], " 2 | . . .");
    assert!(
        lines[2].starts_with("   | ") && lines[2].ends_with('^'),
        "{}",
        lines[2]
    );
    let coloured = file(
        "bad-control.txt",
        "1 . . .\n. . \x1b[31m .\n. . 2 .\n. . . .\n",
    );
    let said = run(&["solve", &coloured, "--as", "sudoku:grid"]);
    assert_eq!(said.code, 2);
    assert!(!said.err.contains('\x1b'), "{:?}", said.err);
}

#[test]
fn sizes_and_times_that_are_none() {
    for args in [
        &["solve", "--time", "soon"][..],
        &["solve", "--memory", "plenty"],
        &["solve", "--threads", "0"],
        &["solve", "--limit", "-1"],
        &["solve", "--plain", "--to", "line"],
        &["frobnicate"],
        &[],
    ] {
        let said = run(args);
        assert_eq!((said.out.as_str(), said.code), ("", 2), "{args:?}");
        assert!(!said.err.is_empty());
    }
    let sized = run_with(&["solve", "--size", "4x4"], NINE.as_bytes());
    assert_eq!(sized.code, 2);
    assert!(
        sized
            .err
            .contains("sudoku has no --size; families that have one: tiles")
    );
}

#[test]
fn an_option_is_refused_before_anything_is_written() {
    let two = format!("{NINE}\n{NINE}\n");
    for command in ["solve", "check"] {
        for input in [NINE, &two] {
            let said = run_with(&[command, "--to", "gird"], input.as_bytes());
            assert_eq!((said.out.as_str(), said.code), ("", 2));
            let sentence = "error: there is no format called \"gird\" that can be written\n";
            assert!(said.err.starts_with(sentence), "{}", said.err);
        }
    }
    let table = format!("puzzle\n{NINE}\n");
    let alone = "sudoku has no --size; families that have one: tiles";
    for (input, why) in [
        (NINE, alone),
        (
            &*two,
            "--size is for one puzzle, and this is a puzzle a line",
        ),
        (&*table, "--size is for one puzzle, and this is a CSV file"),
    ] {
        let said = run_with(&["solve", "--size", "4x4"], input.as_bytes());
        let sentence = format!("error: standard input: {why}\n");
        assert_eq!(said, ran("", &sentence, 2));
    }
    let said = run(&["count", "sudoku", "2,2", "--size", "4x4"]);
    assert_eq!(said, ran("", &format!("error: sudoku 2,2: {alone}\n"), 2));
}

#[test]
fn a_quotation_mark_that_is_never_closed() {
    let line = format!("{}\n", "a".repeat(9999));
    let table = format!("puzzle\n{NINE}\n\"{}", line.repeat(8000));
    let said = run_with(&["count"], table.as_bytes());
    assert_eq!(said.code, 2);
    assert_eq!(said.out, format!("puzzle,count\n{NINE},1\n"));
    assert_eq!(
        said.err,
        "error: standard input: this cannot be read: the record from line 3 on: it is longer than \
         64 MiB; perhaps a quotation mark is never closed\n"
    );
}

#[test]
fn a_name_of_any_length_is_not_repeated_in_full() {
    let cover = format!("a b\na {}\n", "c".repeat(100_000));
    let said = run_with(&["solve", "--as", "cover"], cover.as_bytes());
    assert_eq!((said.out.as_str(), said.code), ("", 2));
    assert!(said.err.starts_with("error: standard input:2:3: "));
    assert!(said.err.len() < 1500, "{}", said.err.len());
}

#[test]
fn an_unknown_item_is_named_where_it_stands() {
    let text = "a b c\na b\nc d\n";
    let ran = run_with(&["solve"], text.as_bytes());
    assert_eq!(ran.code, 2);
    assert!(
        ran.err
            .starts_with("error: standard input:3:3: the option names \"d\", which is not an item"),
        "{}",
        ran.err
    );
    // A text too short to be recognised: the ending of the file decides its format.
    let path = file("short.xcc", "a b\nc d\n");
    let ran = run(&["solve", &path]);
    assert_eq!(ran.code, 2);
    assert!(
        ran.err
            .contains(":2:1: the option names \"c\", which is not an item"),
        "{}",
        ran.err
    );
}

/// Files of old machines: all but the first line would be taken for a remark.
#[test]
fn a_carriage_return_alone_ends_no_line() {
    let said = "a carriage return without a line feed; expected lines that end with a line feed";
    let ran = run_with(&["count"], b"1...............\r2...............\r");
    let place = "error: standard input:1:17: ";
    assert_eq!((ran.out.as_str(), ran.code), ("", 2));
    assert_eq!(ran.err, format!("{place}{said}\n"));
    let ran = run_with(&["count"], b"# a\n1...............\r");
    assert!(
        ran.err.starts_with("error: standard input:2:17: "),
        "{}",
        ran.err
    );
    let both = run_with(&["count"], b"1...............\r\n2...............\r\n");
    assert_eq!((both.out.as_str(), both.code), ("72\n72\n", 0));
}

#[test]
fn a_table_whose_lines_end_with_a_return_alone_is_refused() {
    let said = "a carriage return without a line feed; expected lines that end with a line feed";
    let input = file("returns.csv", format!("puzzle,x\r{NINE},1\r"));
    let output = format!("{input}.out.csv");
    let refused = ran("", &format!("error: {input}:1:9: {said}\n"), 2);
    assert_eq!(run(&["check", &input]), refused);
    assert_eq!(run(&["check", &input, "-o", &output]), refused);
    assert!(!std::path::Path::new(&output).exists());
    // Below a header that ends as it should, each such record is reported.
    let input = file(
        "returns-below.csv",
        format!("puzzle\n{NINE}\r{NINE}\n{NINE}\n"),
    );
    let checked = run(&["check", &input, "-o", &output]);
    assert_eq!(checked.code, 2);
    assert!(
        checked.err.contains("1 unique") && checked.err.contains("1 malformed"),
        "{checked:?}"
    );
    let table = std::fs::read_to_string(&output).unwrap();
    assert!(table.contains(&format!("line 2: {said}")), "{table}");
    std::fs::remove_file(&output).unwrap();
}

#[test]
fn a_quotation_mark_that_is_never_closed_is_told() {
    let records = format!("puzzle,x\n{NINE},\"a \"\"b\"\"\"\n{NINE},\"1\n{NINE},2\n");
    let input = file("unclosed.csv", records);
    let said = format!("error: {input}:3:1: a quotation mark of this record is never closed\n");
    let output = format!("{input}.out.csv");
    assert_eq!(run(&["check", &input, "-o", &output]), ran("", &said, 2));
    for threads in ["1", "3"] {
        let streamed = run(&["check", &input, "--threads", threads]);
        let table = format!("puzzle,x,verdict\n{NINE},\"a \"\"b\"\"\",unique\n");
        assert_eq!(streamed, ran(&table, &said, 2));
    }
    let all = run(&["solve", &input, "--all", "--json"]);
    assert_eq!((all.err.as_str(), all.code), (said.as_str(), 2));
    let header = file("unclosed-header.csv", "puzzle,\"x\n1,2\n");
    let told = run(&["check", &header, "--as", "csv"]);
    assert_eq!((told.out.as_str(), told.code), ("", 2));
    assert!(told.err.contains(":1:1: a quotation mark"), "{}", told.err);
    // For any last line, closed marks are fine.
    for end in ["", "\n", "\r\n", "\n# a \" remark", "\n\n"] {
        let input = file("closed.csv", format!("puzzle,x\n{NINE},\"1\"{end}"));
        let table = format!("puzzle,x,verdict\n{NINE},1,unique\n");
        assert_eq!(run(&["check", &input]), ran(&table, "", 0), "{end:?}");
    }
}

#[test]
fn a_board_is_read_as_nothing_that_there_is_not() {
    let path = file("as-nonsense.txt", NINE);
    let of_file = run(&["solve", &path, "--as", "nonsense"]);
    let of_board = run(&["solve", "sudoku", "2,2", "--as", "nonsense"]);
    assert_eq!((of_board.out.as_str(), of_board.code), ("", 2));
    assert_eq!(of_board.err, of_file.err.replace(&path, "sudoku 2,2"));
    assert_eq!(
        run(&["solve", "sudoku", "2,2", "--as", "sudoku:line"]).code,
        0
    );
}

#[test]
fn numbers_that_are_none_are_told() {
    for (args, sentence) in [
        (
            &["--nodes", "1.5"][..],
            "expected a whole number, 0 or more",
        ),
        (&["--limit", "-1"], "unexpected argument"),
        (&["--limit=-1"], "expected a whole number, 0 or more"),
        (&["--nodes", "18446744073709551616"], "this is too large"),
        (&["--time", "99999999999999999999s"], "this is too large"),
        (&["--memory", "99999999999T"], "this is too large"),
        (&["--memory", "1.5 elephants"], "expected a size such as"),
    ] {
        let told = run(&[&["count", "sudoku", "2,2"], args].concat());
        assert_eq!((told.out.as_str(), told.code), ("", 2), "{args:?}");
        assert!(told.err.contains(sentence), "{args:?}: {}", told.err);
    }
    let counted = run(&["count", "sudoku", "2,2", "--memory", "0.5GiB"]);
    assert_eq!(counted, ran("288\n", "", 0));
}
/// A name in a file or of one cannot speak to the terminal.
#[test]
fn names_that_would_move_the_cursor_are_not_written() {
    let puzzle = file("\u{1b}[31mred\u{202e}.txt", "1234............\n");
    let two = run(&["count", &puzzle, &puzzle]);
    assert_eq!((two.out.as_str(), two.code), ("12\n12\n", 0));
    assert_eq!(two.err.matches("\u{fffd}[31mred\u{fffd}.txt:").count(), 2);
    assert!(!two.err.contains(['\x1b', '\u{202e}']), "{two:?}");
    let cover = "a \u{1b}[31mb\na\n\u{1b}[31mb\n";
    let rules = "tiles = \"a \\u0000\"\nvalues = \"1 2\"\n";
    for (text, format) in [(cover, "cover"), (rules, "rules")] {
        for command in [
            &["solve"][..],
            &["check"],
            &["explain"],
            &["hint"],
            &["convert", "--to", "dimacs"],
        ] {
            let args = [command, &["--as", format]].concat();
            let ran = run_with(&args, text.as_bytes());
            assert_eq!((ran.out.as_str(), ran.code), ("", 2), "{args:?}");
            assert!(ran.err.contains("which is not shown"), "{ran:?}");
            assert!(!ran.err.contains(['\x1b', '\0']), "{ran:?}");
        }
    }
}
