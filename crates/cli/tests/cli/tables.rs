//! Tables in and out: CSV and JSON lines.

use crate::{NINE, NINE_SOLVED, Ran, command, run, run_with};
use std::path::{Path, PathBuf};
use std::process::Stdio;

/// A folder for a test, empty, whose name must be its own.
pub(crate) fn folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir(&path).unwrap();
    path
}

/// The name of a file in a folder.
pub(crate) fn name_in(folder: &Path, name: &str) -> String {
    folder.join(name).to_str().unwrap().to_owned()
}

/// The names in a folder, in order.
pub(crate) fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

pub(crate) fn read(name: &str) -> String {
    std::fs::read_to_string(name).unwrap()
}

/// Runs the command, which must say one sentence, leave the folder as it was and exit with 2.
pub(crate) fn refused(folder: &Path, args: &[&str]) -> Ran {
    let before = names(folder);
    let refused = run(args);
    assert_eq!((refused.out.as_str(), refused.code), ("", 2), "{refused:?}");
    let errors = refused
        .err
        .lines()
        .filter(|line| line.starts_with("error: "));
    assert_eq!(errors.count(), 1, "{}", refused.err);
    assert_eq!(names(folder), before, "{}", refused.err);
    refused
}

#[test]
fn a_csv_file_gets_columns_and_its_cells_stay_as_they_are() {
    let folder = folder("tables-csv");
    let unsolvable = NINE.replacen("1..3", "1..1", 1);
    let text = format!(
        "id,\"puzzle\",note\r\n\"7\",{NINE},\"a \"\"b\"\", c\r\nd\"\r\n8,{unsolvable},  é\r\n\r\n9,bad,\r\n10\n11,\"{NINE}\",\"\""
    );
    let input = name_in(&folder, "in.csv");
    std::fs::write(&input, text).unwrap();
    let output = name_in(&folder, "out.csv");
    let solved = run(&["solve", &input, "-o", &output]);
    assert_eq!((solved.out.as_str(), solved.code), ("", 2));
    assert_eq!(
        solved.err,
        "5 puzzles: 2 solved, 1 unsolvable, 0 not unique, 2 malformed\n"
    );
    let bad = "\"this is not a puzzle in a format that Tilewright recognises: no sudoku, shikaku, \
               tiles, rules, cover or variant starts with \"\"bad\"\"\"";
    let expected = format!(
        "id,\"puzzle\",note,status,solution,reason\r\n\
         \"7\",{NINE},\"a \"\"b\"\", c\r\nd\",solved,{NINE_SOLVED},\r\n\
         8,{unsolvable},  é,unsolvable,,\r\n\
         9,bad,,malformed,,{bad}\r\n\
         10,,,malformed,,this row is null\n\
         11,\"{NINE}\",\"\",solved,{NINE_SOLVED},\n"
    );
    assert_eq!(read(&output), expected);
    assert_eq!(names(&folder), ["in.csv", "out.csv"]);
}

#[test]
fn every_command_has_its_columns() {
    let folder = folder("tables-commands");
    let input = name_in(&folder, "in.tsv");
    std::fs::write(&input, format!("quizzes\n{NINE}\n1...............\n")).unwrap();
    let output = name_in(&folder, "out.tsv");
    let answers = |command: &str| {
        let ran = run(&[command, &input, "-o", &output]);
        let text = read(&output);
        let rows: Vec<Vec<String>> = text
            .lines()
            .map(|line| line.split('\t').map(str::to_owned).collect())
            .collect();
        (ran, rows)
    };
    let (checked, rows) = answers("check");
    assert_eq!(
        checked.err,
        "2 puzzles: 1 unique, 0 unsolvable, 1 not unique, 0 malformed\n"
    );
    assert_eq!(checked.code, 1);
    assert_eq!(
        rows[0],
        ["quizzes", "status", "solution", "other", "reason"]
    );
    assert_eq!(rows[1][1..4], ["unique", NINE_SOLVED, ""]);
    assert_eq!(rows[2][1], "several");
    assert!(rows[2][2] != rows[2][3] && rows[2][2].len() == 16);
    let (rated, rows) = answers("rate");
    assert_eq!(rated.code, 1);
    let column = |name: &str| rows[0].iter().position(|cell| cell == name).unwrap();
    assert_eq!(rows[1][column("hodoku_level")], "Easy");
    let clues = NINE.bytes().filter(u8::is_ascii_digit).count();
    assert_eq!(rows[1][column("clues")], clues.to_string());
    assert_eq!(rows[2][column("status")], "several");
    let (canonical, rows) = answers("canonical");
    assert_eq!(canonical.err, "2 puzzles: 2 canonical, 0 malformed\n");
    let form = run_with(&["canonical"], NINE.as_bytes());
    assert_eq!(rows[1][2], form.out.trim_end());
    assert_eq!(rows[1][3].len(), 32);
    let (counted, rows) = answers("count");
    assert_eq!(
        counted,
        crate::ran(
            "",
            "2 puzzles: 1 unique, 0 unsolvable, 1 not unique, 0 malformed\n",
            0
        )
    );
    assert_eq!(
        rows[0],
        ["quizzes", "status", "count", "at_least", "reason"]
    );
    assert_eq!(rows[1][1..], ["unique", "1", "", ""]);
    assert_eq!(rows[2][1..], ["several", "72", "", ""]);
    let few = run(&["count", &input, "-o", &output, "--limit", "2"]);
    assert_eq!(few.code, 0);
    assert!(read(&output).ends_with("\tseveral\t\t2\t\n"));
    refused(&folder, &["count", &input, "-o", &output, "--stats"]);
    let (solved, rows) = answers("solve");
    assert_eq!(solved.code, 1);
    assert_eq!(rows[2][1], "several");
    let any = run(&["solve", &input, "-o", &output, "--limit", "1"]);
    assert_eq!(
        any.err,
        "2 puzzles: 2 solved, 0 unsolvable, 0 not unique, 0 malformed\n"
    );
}

#[test]
fn a_table_says_what_the_stream_says() {
    let made = run(&[
        "generate", "sudoku", "3,3", "-n", "700", "--seed", "4", "--to", "line",
    ]);
    let folder = folder("tables-stream");
    let lines = name_in(&folder, "in.txt");
    std::fs::write(&lines, format!("# a remark\n\n{}", made.out)).unwrap();
    let output = name_in(&folder, "out.csv");
    let table = run(&["solve", &lines, "-o", &output, "--threads", "1"]);
    assert_eq!(table.code, 0, "{}", table.err);
    let one = read(&output);
    let streamed = run_with(&["solve"], made.out.as_bytes()).out;
    let column = |number: usize| one.lines().skip(1).map(move |l| l.split(',').nth(number));
    assert!(column(0).map(Option::unwrap).eq(made.out.lines()));
    assert!(column(2).map(Option::unwrap).eq(streamed.lines()));
    let again = run(&["solve", &lines, "-o", &output, "--threads", "5"]);
    assert_eq!((again.code, read(&output)), (0, one));
}

#[test]
fn fields_of_json_lines_stay_as_they_are() {
    let folder = folder("tables-json");
    let input = name_in(&folder, "in.jsonl");
    let text = format!(
        "{{ \"n\" : 1.50e2, \"puzzle\" : \"{NINE}\", \"tags\":[1,  {{\"a\":\"}}\"}}] }}\n\
         \n\
         {{\"puzzle\":null}}\r\n\
         {{\"other\":1,\"n\":12345678901234567890}}\n\
         {{\"puzzle\":7,\"x\\u00e9\":true}}"
    );
    std::fs::write(&input, text).unwrap();
    let output = name_in(&folder, "out.ndjson");
    let solved = run(&["solve", &input, "-o", &output]);
    assert_eq!(
        solved.err,
        "4 puzzles: 1 solved, 0 unsolvable, 0 not unique, 3 malformed\n"
    );
    let written = read(&output);
    let lines: Vec<&str> = written.lines().collect();
    assert_eq!(
        lines[0],
        format!(
            "{{ \"n\" : 1.50e2, \"puzzle\" : \"{NINE}\", \"tags\":[1,  {{\"a\":\"}}\"}}],\
             \"status\":\"solved\",\"solution\":\"{NINE_SOLVED}\",\"reason\":null}}"
        )
    );
    let null = "\"status\":\"malformed\",\"solution\":null,\"reason\":\"this row is null\"}";
    assert_eq!(lines[1], format!("{{\"puzzle\":null,{null}"));
    assert_eq!(
        lines[2],
        format!("{{\"other\":1,\"n\":12345678901234567890,{null}")
    );
    assert!(lines[3].starts_with("{\"puzzle\":7,\"x\\u00e9\":true,\"status\":\"malformed\","));
    assert_eq!(lines.len(), 4);
}

#[test]
fn a_puzzle_may_be_an_object() {
    let folder = folder("tables-object");
    let object = run_with(&["convert", "--to", "json"], NINE.as_bytes()).out;
    let input = name_in(&folder, "in.jsonl");
    std::fs::write(&input, format!("{{\"puzzle\":{}}}\n", object.trim_end())).unwrap();
    let output = name_in(&folder, "out.jsonl");
    let solved = run(&["solve", &input, "-o", &output, "--to", "line"]);
    assert_eq!(solved.code, 0, "{}", solved.err);
    assert!(read(&output).contains(NINE_SOLVED), "{}", read(&output));
}

#[test]
fn a_table_may_take_the_place_of_its_input() {
    let folder = folder("tables-same");
    let name = name_in(&folder, "same.csv");
    std::fs::write(
        &name,
        format!("puzzle\n{}", format!("{NINE}\n").repeat(3000)),
    )
    .unwrap();
    for columns in [4, 8] {
        assert_eq!(run(&["check", &name, "-o", &name]).code, 0);
        let text = read(&name);
        let rows: Vec<&str> = text.lines().collect();
        assert_eq!(rows.len(), 3001);
        assert!(rows.iter().all(|row| row.split(',').count() == 1 + columns));
    }
    assert_eq!(names(&folder), ["same.csv"]);
}

#[test]
fn one_kind_of_table_becomes_another() {
    let folder = folder("tables-kinds");
    let csv = name_in(&folder, "in.csv");
    std::fs::write(&csv, format!("n,puzzle\n\"1,5\",{NINE}\n,x\n")).unwrap();
    let json = name_in(&folder, "a.jsonl");
    assert_eq!(run(&["check", &csv, "-o", &json]).code, 2);
    let first = format!(
        "{{\"n\":\"1,5\",\"puzzle\":\"{NINE}\",\"status\":\"unique\",\
         \"solution\":\"{NINE_SOLVED}\",\"other\":null,\"reason\":null}}"
    );
    assert_eq!(read(&json).lines().next(), Some(&*first));
    let tsv = name_in(&folder, "b.tsv");
    let solved = run(&["solve", &json, "-o", &tsv]);
    assert_eq!(solved.code, 2);
    let written = read(&tsv);
    let lines: Vec<&str> = written.lines().collect();
    assert_eq!(
        lines[0],
        "n\tpuzzle\tstatus\tsolution\tother\treason\tstatus_2\tsolution_2\treason_2"
    );
    assert_eq!(
        lines[1],
        format!("1,5\t{NINE}\tunique\t{NINE_SOLVED}\t\t\tsolved\t{NINE_SOLVED}\t")
    );
    let back = name_in(&folder, "c.csv");
    assert_eq!(run(&["canonical", &tsv, "-o", &back]).code, 2);
    assert!(read(&back).lines().nth(1).unwrap().starts_with("\"1,5\","));
}

#[test]
fn the_column_can_be_named_and_must_be_clear() {
    let folder = folder("tables-column");
    let input = name_in(&folder, "in.csv");
    std::fs::write(&input, format!("a,b\n1,{NINE}\n")).unwrap();
    let output = name_in(&folder, "out.csv");
    let unclear = refused(&folder, &["solve", &input, "-o", &output]);
    assert!(unclear.err.contains("--column"), "{}", unclear.err);
    assert!(
        unclear.err.contains("the columns are a, b"),
        "{}",
        unclear.err
    );
    let missing = refused(&folder, &["solve", &input, "-o", &output, "--column", "c"]);
    assert!(
        missing.err.contains("no column called \"c\""),
        "{}",
        missing.err
    );
    let solved = run(&["solve", &input, "-o", &output, "--column", "b"]);
    assert_eq!(solved.code, 0, "{}", solved.err);
    assert!(read(&output).contains(NINE_SOLVED));
}

/// Rows that are none of the table stay, with the reason, whatever kind of table is written.
#[test]
fn a_row_that_is_none_is_kept_with_its_reason() {
    let folder = folder("tables-no-rows");
    let records = name_in(&folder, "in.csv");
    std::fs::write(
        &records,
        "id,puzzle\n1,12....1....34...\n2,12....1....34...,\"x\"\n3\n",
    )
    .unwrap();
    let lines = name_in(&folder, "in.jsonl");
    let text = b"{\"puzzle\":\"12....1....34...\"}\n[1]\n{\"puzzle\":\"\xff\"}\n{\"puzz";
    std::fs::write(&lines, text).unwrap();
    for (input, rows) in [(&records, 3), (&lines, 4)] {
        for ending in ["csv", "jsonl"] {
            let output = name_in(&folder, &format!("out.{ending}"));
            let ran = run(&["solve", input, "-o", &output]);
            assert_eq!(ran.code, 2, "{}", ran.err);
            let said = format!(
                "{rows} puzzles: 1 solved, 0 unsolvable, 0 not unique, {} malformed\n",
                rows - 1
            );
            assert_eq!(ran.err, said);
        }
    }
    let ran = run(&["solve", &records, "-o", &records]);
    assert_eq!(ran.code, 2);
    assert_eq!(
        read(&records),
        "id,puzzle,status,solution,reason\n\
         1,12....1....34...,solved,1234341221434321,\n\
         ,\"2,12....1....34...,\"\"x\"\"\",malformed,,\"line 3: this record has 3 fields, and the header has 2\"\n\
         3,,malformed,,this row is null\n"
    );
    let ran = run(&["solve", &lines, "-o", &lines]);
    assert_eq!(ran.code, 2);
    let written = read(&lines);
    let malformed: Vec<&str> = written.lines().skip(1).collect();
    assert_eq!(malformed.len(), 3);
    assert!(malformed[0].starts_with(
        r#"{"puzzle":"[1]","status":"malformed","solution":null,"reason":"line 2: this is not a JSON object;"#
    ));
    assert!(malformed[1].contains(r#""reason":"line 3: this is not UTF-8 text""#));
    assert!(malformed[2].starts_with(r#"{"puzzle":"{\"puzz","status":"malformed""#));
}

#[test]
fn what_cannot_be_read_is_told_and_nothing_is_written() {
    let folder = folder("tables-bad");
    let output = name_in(&folder, "out.csv");
    std::fs::write(&output, "as it was").unwrap();
    for (name, text, told) in [
        ("empty.csv", "", "the file is empty"),
        ("empty.jsonl", "\n\n", "the file is empty"),
        ("open.csv", "puzzle\nx\n\"y\n", ":3:1: a quotation mark"),
        ("list.jsonl", "[1]\n", ":1:1: this is not a JSON object"),
        (
            "new.jsonl",
            "{\"puzzle\":1}\n{\"a\":1}\n",
            ":2:1: the field \"a\"",
        ),
        (
            "taken.jsonl",
            "{\"puzzle\":1}\n{\"status\":1}\n",
            ":2:1: this object has a field",
        ),
    ] {
        let input = name_in(&folder, name);
        std::fs::write(&input, text).unwrap();
        let ran = refused(&folder, &["solve", &input, "-o", &output]);
        assert!(ran.err.contains(told), "{name}: {}", ran.err);
        assert_eq!(read(&output), "as it was");
    }
    let missing = name_in(&folder, "missing.csv");
    let ran = refused(&folder, &["solve", &missing, "-o", &output]);
    assert!(ran.err.contains("there is no such file"), "{}", ran.err);
    let ran = refused(&folder, &["solve", &output, &missing, "-o", &output]);
    assert!(ran.err.contains("one table at a time"), "{}", ran.err);
}

#[test]
fn what_cannot_be_written_is_told() {
    let folder = folder("tables-unwritable");
    let input = name_in(&folder, "in.csv");
    std::fs::write(&input, format!("puzzle\n{NINE}\n")).unwrap();
    for output in ["missing/out.txt", "missing/out.csv", "in.csv/out.csv"] {
        let output = name_in(&folder, output);
        let ran = refused(&folder, &["solve", &input, "-o", &output]);
        assert!(ran.err.contains(&output), "{}", ran.err);
    }
    for flags in [
        &["--json"][..],
        &["--all"],
        &["--limit", "2"],
        &["--stats"],
        &["--plain"],
    ] {
        let output = name_in(&folder, "out.csv");
        let mut args = vec!["solve", &input, "-o", &output];
        args.extend(flags);
        let ran = refused(&folder, &args);
        assert!(ran.err.contains("does not go with a table"), "{}", ran.err);
    }
}

#[cfg(unix)]
#[test]
fn a_full_disk_leaves_nothing_under_the_name() {
    let folder = folder("tables-full");
    let input = name_in(&folder, "in.csv");
    std::fs::write(
        &input,
        format!("puzzle\n{}", format!("{NINE}\n").repeat(5000)),
    )
    .unwrap();
    let tilewright = env!("CARGO_BIN_EXE_tilewright");
    for output in ["out.csv", "out.jsonl"] {
        let output = name_in(&folder, output);
        // A file may have 64 blocks, and a longer one is an error as on a full disk.
        let script =
            format!("trap '' XFSZ; ulimit -f 64; exec {tilewright} solve {input} -o {output}");
        let ran = std::process::Command::new("sh")
            .args(["-c", &script])
            .output()
            .unwrap();
        let told = String::from_utf8(ran.stderr).unwrap();
        assert_eq!(ran.status.code(), Some(2), "{told}");
        assert!(told.contains("this cannot be written: "), "{told}");
        assert_eq!(told.lines().count(), 1, "{told}");
        assert_eq!(names(&folder), ["in.csv"]);
    }
}

#[cfg(unix)]
#[test]
fn a_pipe_that_nobody_reads_is_told() {
    let folder = folder("tables-pipe");
    let input = name_in(&folder, "in.csv");
    std::fs::write(
        &input,
        format!("puzzle\n{}", format!("{NINE}\n").repeat(20_000)),
    )
    .unwrap();
    let pipe = name_in(&folder, "out.csv");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.unwrap().success());
    let child = command(&["solve", &input, "-o", &pipe])
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // It is opened, and closed before it is read.
    drop(std::fs::File::open(&pipe).unwrap());
    let ran = child.wait_with_output().unwrap();
    let told = String::from_utf8(ran.stderr).unwrap();
    assert_eq!(ran.status.code(), Some(2), "{told}");
    assert!(
        told.contains("this cannot be written: Broken pipe"),
        "{told}"
    );
}

#[test]
fn puzzles_are_made_into_tables() {
    let folder = folder("tables-generate");
    let output = name_in(&folder, "out.csv");
    let make = |number: &str, threads: &str| {
        let args = [
            "generate",
            "sudoku",
            "3,3",
            "-n",
            number,
            "--seed",
            "9",
            "--threads",
            threads,
        ];
        let ran = run(&[&args[..], &["-o", &output]].concat());
        assert_eq!(ran.code, 0, "{}", ran.err);
        (ran.err, read(&output))
    };
    let (told, all) = make("600", "1");
    assert_eq!(told, "600 puzzles: 600 made, 0 missed\n");
    assert_eq!(make("600", "3").1, all);
    // The first of many are the same as few.
    let few = make("10", "2").1;
    assert!(all.starts_with(&few));
    let lines = run(&[
        "generate", "sudoku", "3,3", "-n", "10", "--seed", "9", "--to", "line",
    ]);
    let puzzles: Vec<&str> = few
        .lines()
        .skip(1)
        .map(|l| l.split(',').nth(2).unwrap())
        .collect();
    assert_eq!(puzzles.join("\n") + "\n", lines.out);
    let json = name_in(&folder, "out.jsonl");
    let ran = run(&[
        "generate", "shikaku", "6x6", "-n", "3", "--seed", "9", "--rated", "-o", &json,
    ]);
    assert_eq!(ran.err, "3 puzzles: 3 made, 0 missed\n");
    assert_eq!(read(&json).matches("\"difficulty\":").count(), 3);
}

#[cfg(unix)]
#[test]
fn an_interruption_leaves_nothing_under_the_name() {
    let folder = folder("tables-interrupt");
    let output = name_in(&folder, "out.csv");
    let child = command(&[
        "generate",
        "sudoku",
        "3,3",
        "-n",
        "1000000000",
        "-o",
        &output,
    ])
    .stderr(Stdio::piped())
    .spawn()
    .unwrap();
    // It has begun to write.
    while names(&folder).is_empty() {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let pid = child.id().to_string();
    let killed = std::process::Command::new("kill")
        .args(["-INT", &pid])
        .status();
    assert!(killed.unwrap().success());
    let ran = child.wait_with_output().unwrap();
    let told = String::from_utf8(ran.stderr).unwrap();
    assert_eq!(ran.status.code(), Some(3), "{told}");
    assert!(!Path::new(&output).exists());
}

#[cfg(not(feature = "parquet"))]
#[test]
fn a_build_without_parquet_says_so() {
    let folder = folder("tables-no-parquet");
    let input = name_in(&folder, "in.csv");
    std::fs::write(&input, format!("puzzle\n{NINE}\n")).unwrap();
    let output = name_in(&folder, "out.parquet");
    for args in [
        ["solve", &input, "-o", &output].as_slice(),
        &["solve", &output, "-o", &input],
        &["generate", "sudoku", "2,2", "-o", &output],
    ] {
        let ran = refused(&folder, args);
        assert!(ran.err.contains("built without Parquet"), "{}", ran.err);
    }
}

/// Whatever is written, no value of a field that is there twice is taken for the right one.
#[test]
fn a_field_that_is_there_twice_is_malformed() {
    let folder = folder("tables-twice");
    let twice = format!("{{\"puzzle\":\"{NINE}\",\"puzzle\":\"{NINE_SOLVED}\",\"n\":1}}");
    let whole = format!("{{\"puzzle\":\"{NINE}\",\"n\":2}}");
    for (number, lines) in [[&twice, &whole], [&whole, &twice]].iter().enumerate() {
        let input = name_in(&folder, "in.jsonl");
        std::fs::write(&input, format!("{}\n{}\n", lines[0], lines[1])).unwrap();
        let line = number + 1;
        let reason = format!("line {line}: the field \"puzzle\" is there twice");
        for ending in ["jsonl", "csv", "parquet"] {
            if ending == "parquet" && !cfg!(feature = "parquet") {
                continue;
            }
            let output = name_in(&folder, &format!("out.{ending}"));
            let solved = run(&["solve", &input, "-o", &output]);
            assert_eq!(solved.code, 2, "{ending}: {}", solved.err);
            assert!(
                solved.err.contains("1 malformed"),
                "{ending}: {}",
                solved.err
            );
            if ending == "parquet" {
                continue;
            }
            let table = read(&output);
            let reason = if ending == "csv" {
                reason.replace('"', "\"\"")
            } else {
                reason.replace('"', "\\\"")
            };
            assert!(table.contains(&reason), "{ending}: {table}");
            assert_eq!(table.matches(NINE_SOLVED).count(), 2, "{ending}: {table}");
        }
    }
}
