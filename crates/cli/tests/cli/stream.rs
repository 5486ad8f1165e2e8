//! A puzzle a line: in order, in constant memory, whatever is between.

use crate::{NINE, NINE_SOLVED, command, file, ran, run, run_with};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::Stdio;

/// The puzzle with its digits renamed, differently for each number; and the solution alike.
fn renamed(puzzle: &str, number: usize) -> String {
    let shift = number % 9;
    let turn = |c: char| match c.to_digit(10) {
        Some(digit) if digit > 0 => {
            char::from_digit((digit - 1 + shift as u32) % 9 + 1, 10).unwrap()
        }
        _ => c,
    };
    puzzle.chars().map(turn).collect()
}

#[test]
fn twenty_thousand_lines_keep_their_order() {
    let mut questions = Vec::new();
    let mut answers = Vec::new();
    for number in 0..20_000 {
        // Some lines take far longer than others, so that batches overtake each other.
        if number % 1000 == 17 {
            questions.push(".".repeat(81));
            answers.push("*".to_owned());
        } else {
            questions.push(renamed(NINE, number));
            answers.push(renamed(NINE_SOLVED, number));
        }
    }
    let path = file("stream-20000.txt", questions.join("\n"));
    let four = run(&["solve", &path, "--threads", "4"]);
    assert_eq!((four.err.as_str(), four.code), ("", 0));
    assert_eq!(four.out.lines().count(), 20_000);
    for (got, expected) in four.out.lines().zip(&answers) {
        assert!(
            expected == "*" || got == expected,
            "{got} is not {expected}"
        );
    }
    assert_eq!(four, run(&["solve", &path, "--threads", "1"]));
}

#[test]
fn a_bad_line_is_named_and_the_run_goes_on() {
    let bad = NINE.replacen('3', "?", 1);
    let unsolvable = NINE.replacen("1..3", "1..1", 1);
    let text = format!("# a remark\n{NINE}\n\n{bad}\n{unsolvable}\n{NINE}\n");
    let path = file("stream-bad.txt", &text);
    let solved = run(&["solve", &path]);
    let lines: Vec<&str> = solved.out.lines().collect();
    assert_eq!(lines.len(), 6, "a line for each line");
    assert_eq!(lines[..3], ["# a remark", NINE_SOLVED, ""]);
    assert!(lines[3].starts_with("# error: "), "{}", lines[3]);
    assert_eq!(lines[4..], ["# no solution", NINE_SOLVED]);
    let place = format!("error: {path}:4:4: ");
    assert!(solved.err.starts_with(&place), "{}", solved.err);
    assert_eq!(solved.err.lines().count(), 1);
    assert_eq!(solved.code, 2);
    let counted = run(&["count", &path]);
    let lines: Vec<&str> = counted.out.lines().collect();
    assert_eq!((lines[1], lines[4], lines[5]), ("1", "0", "1"));
    let checked = run(&["check", &path]);
    let lines: Vec<&str> = checked.out.lines().collect();
    assert_eq!((lines[1], lines[4]), ("unique", "unsolvable"));
    let json = run(&["solve", &path, "--json"]);
    let lines: Vec<&str> = json.out.lines().collect();
    assert_eq!(lines.len(), 4, "remarks and blank lines are not puzzles");
    let malformed = "\"line\":4,\"status\":\"malformed\",\"end\":\"complete\",\"reason\":";
    assert!(lines[1].contains(malformed), "{}", lines[1]);
    let unsolvable = "\"line\":5,\"family\":\"sudoku\",\"status\":\"unsolvable\",";
    assert!(lines[2].contains(unsolvable), "{}", lines[2]);
}

#[test]
fn the_engine_makes_no_difference_to_lines_with_one_answer() {
    let unsolvable = NINE.replacen("1..3", "12.3", 1);
    let bad = NINE.replacen('3', "?", 1);
    let line = |number: usize| match number % 100 {
        7 => String::new(),
        8 => "# a remark".to_owned(),
        13 => unsolvable.clone(),
        14 => NINE.replacen("1..3", "1..1", 1),
        21 => bad.clone(),
        22 => format!(" {NINE} a comment"),
        23 => "123434122143432.".to_owned(),
        24 => format!("{}\r", renamed(NINE, number)),
        25 => NINE.replace('.', "0"),
        _ => renamed(NINE, number),
    };
    let text: Vec<String> = (0..3000).map(line).collect();
    let text = text.join("\n");
    let path = file("stream-engines.txt", &text);
    let csv = text
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'));
    let csv: Vec<String> = csv.map(|line| format!("{},1", line.trim_end())).collect();
    let csv = file(
        "stream-engines.csv",
        format!("puzzle,id\n{}\n", csv.join("\n")),
    );
    for path in [path, csv] {
        for work in [
            &["solve"][..],
            &["solve", "--json"],
            &["count", "--limit", "2"],
            &["check"],
            &["check", "--json"],
        ] {
            let dance = run(&[work, &[&path, "--engine", "dance"]].concat());
            assert_eq!(dance.code, 2);
            for threads in ["1", "2"] {
                let auto = run(&[work, &[&path, "--threads", threads]].concat());
                assert!(auto == dance, "{work:?} on {threads} threads");
            }
        }
    }
}

#[test]
fn the_worst_line_decides_the_exit_code() {
    let unsolvable = NINE.replacen("1..3", "1..1", 1);
    let text = format!("{NINE}\n{unsolvable}\n");
    assert_eq!(run_with(&["solve"], text.as_bytes()).code, 1);
    let empty = ".".repeat(81);
    let several = format!("{NINE}\n{empty}\n");
    let checked = run_with(&["check"], several.as_bytes());
    assert_eq!(checked, ran("unique\nseveral\n", "", 1));
    assert_eq!(run_with(&["solve"], several.as_bytes()).code, 0);
}

#[test]
fn a_csv_file_gets_a_column() {
    let unsolvable = NINE.replacen("1..3", "1..1", 1);
    let text = format!("id,puzzle,note\n7,{NINE},\"a, b\"\n8,{unsolvable},\n9,bad,\n10\n");
    let path = file("stream.csv", text);
    let solved = run(&["solve", &path, "--threads", "2"]);
    let expected = format!(
        "id,puzzle,note,solution\n7,{NINE},\"a, b\",{NINE_SOLVED}\n8,{unsolvable},,\n9,bad,,\n10,\n"
    );
    assert_eq!(solved.out, expected);
    assert_eq!(solved.code, 2);
    let errors: Vec<&str> = solved.err.lines().collect();
    assert!(
        errors[0].starts_with(&format!("error: {path}:4:1: ")),
        "{}",
        errors[0]
    );
    assert!(
        errors[1].starts_with(&format!("error: {path}:5:1: ")),
        "{}",
        errors[1]
    );
    let kaggle = format!(
        "quizzes,solutions\n{},{NINE_SOLVED}\n",
        NINE.replace('.', "0")
    );
    let counted = run_with(&["count"], kaggle.as_bytes());
    assert!(
        counted.out.starts_with("quizzes,solutions,count\n"),
        "{}",
        counted.out
    );
    assert!(counted.out.ends_with(",1\n"), "{}", counted.out);
    let taken = format!("puzzle,solution\n{NINE},?\n");
    let solved = run_with(&["solve"], taken.as_bytes());
    assert!(
        solved.out.starts_with("puzzle,solution,solution_2\n"),
        "{}",
        solved.out
    );
    let several = run_with(&["solve", "--all"], kaggle.as_bytes());
    assert_eq!((several.out.as_str(), several.code), ("", 2));
    let several = run_with(&["solve", "--all", "--json"], kaggle.as_bytes());
    assert!(several.out.contains("\"line\":2"), "{}", several.out);
}

#[test]
fn several_solutions_of_a_line_follow_each_other() {
    let text = "1234341221434321\n1234............\n";
    for limit in [&["--all"][..], &["--limit", "5"]] {
        let args = [&["solve"][..], limit].concat();
        let solved = run_with(&args, text.as_bytes());
        let lines: Vec<&str> = solved.out.lines().collect();
        assert_eq!(lines[0], "1234341221434321");
        assert!(lines.len() > 2, "{lines:?}");
        assert!(lines[1..].iter().all(|line| line.starts_with("1234")));
        assert_eq!(solved.code, 0);
    }
}

#[test]
fn a_closed_pipe_is_no_trouble() {
    let text = format!("{NINE}\n").repeat(30_000);
    let path = file("stream-pipe.txt", text);
    let mut child = command(&["solve", &path])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = String::new();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    out.read_line(&mut first).unwrap();
    assert_eq!(first.trim_end(), NINE_SOLVED);
    drop(out);
    let mut said = String::new();
    child
        .stderr
        .take()
        .unwrap()
        .read_to_string(&mut said)
        .unwrap();
    assert_eq!(said, "");
    assert!(child.wait().unwrap().success());
}

/// The reader of the answers is gone, and the input is still open.
#[test]
fn a_closed_pipe_ends_a_stream_that_waits() {
    for threads in ["1", "2"] {
        let mut child = command(&["solve", "--threads", threads])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut stdin = child.stdin.take().unwrap();
        writeln!(stdin, "{NINE}\n{NINE}").unwrap();
        // Enough to recognise it.
        stdin.write_all("#\n".repeat(40_000).as_bytes()).unwrap();
        let mut first = String::new();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        out.read_line(&mut first).unwrap();
        assert_eq!(first.trim_end(), NINE_SOLVED);
        drop(out);
        // It learns that its reader has gone when it writes the next answer, which may have been
        // the last that it takes.
        let _ = writeln!(stdin, "{NINE}");
        assert!(child.wait().unwrap().success(), "{threads}");
        drop(stdin);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_said() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full");
    let path = file("full.txt", NINE);
    let output = command(&["solve", &path])
        .stdout(full.unwrap())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(
        said.starts_with("error: the output cannot be written: "),
        "{said}"
    );
}

/// The most memory that the process has held so far, in KiB.
#[cfg(target_os = "linux")]
fn peak_memory(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

/// 600,000 puzzles and their solutions are 98 MB. How many of the batches are ever under way at once,
/// and how large they get, depends on how fast the machine is; that they are not all held does not.
#[cfg(target_os = "linux")]
#[test]
fn memory_does_not_grow_with_the_input() {
    const LINES: usize = 600_000;
    let mut child = command(&["solve", "--threads", "2"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let process = child.id();
    let mut stdin = child.stdin.take().unwrap();
    let reader = BufReader::new(child.stdout.take().unwrap());
    let last_peak = std::thread::spawn(move || {
        let mut peak = 0;
        for (number, line) in reader.lines().enumerate() {
            assert_eq!(line.unwrap(), renamed(NINE_SOLVED, number));
            // The last lines are still on their way then, so the process is there to be asked.
            if number == LINES - 3000 {
                peak = peak_memory(process).unwrap();
            }
        }
        peak
    });
    for number in 0..LINES {
        writeln!(stdin, "{}", renamed(NINE, number)).unwrap();
    }
    drop(stdin);
    let peak = last_peak.join().unwrap();
    assert!(child.wait().unwrap().success());
    assert!((1..48 << 10).contains(&peak), "{peak} KiB");
}
