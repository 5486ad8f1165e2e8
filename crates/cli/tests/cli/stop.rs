//! Searches that are stopped: nothing is claimed that was not found.

use crate::{NINE, command, file, ran, run};
use std::io::Write;
use std::process::Stdio;
use std::time::{Duration, Instant};

#[test]
fn a_stopped_count_is_no_count() {
    let stopped = run(&[
        "count", "sudoku", "3,3", "--nodes", "1000", "--engine", "dance",
    ]);
    assert_eq!((stopped.out.as_str(), stopped.code), ("", 3));
    assert!(stopped.err.starts_with("at least "), "{}", stopped.err);
    assert!(
        stopped.err.ends_with("solutions (node limit reached)\n"),
        "{}",
        stopped.err
    );
    let limited = run(&["count", "sudoku", "2,2", "--limit", "10"]);
    assert_eq!(
        limited,
        ran("", "at least 10 solutions (limit reached)\n", 3)
    );
    let json = run(&["count", "--json", "sudoku", "2,2", "--limit", "10"]);
    assert!(
        json.out
            .ends_with("\"end\":\"limit\",\"op\":\"count\",\"at_least\":\"10\"}\n")
    );
}

#[test]
fn time_is_kept() {
    let start = Instant::now();
    let stopped = run(&[
        "count", "sudoku", "3,3", "--time", "300ms", "--engine", "dance",
    ]);
    assert!(start.elapsed() < Duration::from_mins(1));
    assert_eq!((stopped.out.as_str(), stopped.code), ("", 3));
    assert!(stopped.err.contains("(time is up)"), "{}", stopped.err);
}

#[test]
fn a_number_of_threads_is_no_danger() {
    let lines = file("stop-threads.txt", format!("{NINE}\n").repeat(2000));
    assert_eq!(run(&["count", &lines, "--threads", "65535"]).code, 0);
    // Each of them would prepare a search of its own, long after the time is up.
    let start = Instant::now();
    let stopped = run(&[
        "count",
        "sudoku",
        "3,3",
        "--time",
        "300ms",
        "--engine",
        "dance",
        "--threads",
        "65535",
    ]);
    assert_eq!((stopped.out.as_str(), stopped.code), ("", 3));
    assert!(start.elapsed() < Duration::from_mins(1));
}

#[test]
fn a_stopped_check_does_not_say_unique() {
    let path = file("stop-check.txt", NINE);
    let stopped = run(&["check", &path, "--nodes", "1", "--engine", "reduce"]);
    assert_eq!(stopped.code, 3);
    assert!(
        !stopped.out.lines().any(|line| line == "unique"),
        "{}",
        stopped.out
    );
    assert!(stopped.out.contains("unknown whether"), "{}", stopped.out);
    let solved = run(&["solve", &path, "--nodes", "1", "--engine", "reduce"]);
    assert_eq!(
        solved,
        ran("", "no solution found so far (node limit reached)\n", 3)
    );
    let lines = file("stop-lines.txt", format!("{NINE}\n{NINE}\n"));
    let solved = run(&["solve", &lines, "--nodes", "1", "--engine", "reduce"]);
    let remark = "# stopped: node limit reached\n".repeat(2);
    assert_eq!(solved, ran(&remark, "", 3));
    let checked = run(&["check", &lines, "--nodes", "1", "--engine", "reduce"]);
    assert_eq!(checked, ran("stopped\nstopped\n", "", 3));
}

/// Sends what Ctrl-C sends.
#[cfg(unix)]
pub(crate) fn interrupt(process: u32) {
    let status = std::process::Command::new("kill")
        .args(["-INT", &process.to_string()])
        .status();
    assert!(status.unwrap().success());
}

#[cfg(unix)]
#[test]
fn an_interrupt_says_what_is_known() {
    for board in [
        &["count", "sudoku", "3,3", "--engine", "dance"][..],
        // By symmetry, for hours.
        &["count", "sudoku", "10,1"],
    ] {
        let child = command(board)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(700));
        interrupt(child.id());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(3));
        assert!(output.stdout.is_empty());
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(
            said.starts_with("at least ") && said.contains("(interrupted)"),
            "{said}"
        );
    }
}

#[test]
fn an_empty_board_is_counted_within_its_limits() {
    let counted = run(&["count", "sudoku", "2,4"]);
    assert_eq!(counted, ran("29136487207403520\n", "", 0));
    let little = run(&["count", "sudoku", "2,4", "--memory", "1MiB"]);
    assert_eq!(little, counted);
    let stopped = run(&["count", "sudoku", "10,1", "--time", "200ms"]);
    assert_eq!(stopped, ran("", "at least 0 solutions (time is up)\n", 3));
    let stopped = run(&["count", "--json", "sudoku", "3,3", "--nodes", "600"]);
    assert_eq!(stopped.code, 3);
    let end = "\"end\":\"nodes\",\"op\":\"count\",\"at_least\":\"0\",\"reason\":\"node limit reached\"}\n";
    assert!(stopped.out.ends_with(end), "{}", stopped.out);
    let told = run(&["count", "sudoku", "3,3", "--stats"]);
    assert_eq!(told.out, "6670903752021072936960\n");
    assert!(told.err.contains(" nodes in "), "{}", told.err);
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_a_wait_for_input() {
    let mut child = command(&["solve"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    // Waiting for the command would close its input.
    let input = child.stdin.take();
    std::thread::sleep(Duration::from_millis(500));
    interrupt(child.id());
    assert_eq!(child.wait().unwrap().code(), Some(3));
    drop(input);
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_what_does_not_look_at_it() {
    // The answers to a stream of unknown length are written one by one, and then the next line is
    // waited for; converting a file is not a search.
    let lines = format!("{NINE}\n").repeat(1000);
    for (args, input) in [
        (&["solve", "--all"][..], lines.as_str()),
        (&["convert", "--to", "xcc", "sudoku", "4,3,2,1"], ""),
    ] {
        let mut child = command(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut stdin = child.stdin.take().unwrap();
        stdin.write_all(input.as_bytes()).unwrap();
        std::thread::sleep(Duration::from_millis(500));
        interrupt(child.id());
        let start = Instant::now();
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(3), "{args:?}");
        assert_eq!(output.stderr, b"interrupted\n", "{args:?}");
        assert!(start.elapsed() < Duration::from_secs(2), "{args:?}");
        drop(stdin);
    }
}

#[test]
fn no_solution_is_no_answer() {
    let said = "no solution found so far (limit reached)\n";
    let solve = ["solve", "sudoku", "2,2", "--limit", "0"];
    assert_eq!(run(&solve), ran("", said, 3));
    let all = run(&[&solve[..], &["--all"]].concat());
    assert_eq!(all, ran("", said, 3));
    let json = run(&[&solve[..], &["--json"]].concat());
    assert_eq!(json.code, 3);
    assert!(json.out.contains("\"end\":\"limit\""), "{}", json.out);
    let lines = file("stop-limit-0.txt", format!("{NINE}\n{NINE}\n"));
    let remark = "# stopped: limit reached\n".repeat(2);
    assert_eq!(run(&["solve", &lines, "--limit", "0"]), ran(&remark, "", 3));
}
