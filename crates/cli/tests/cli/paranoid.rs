//! `--paranoid`: the same answers, checked; and the end when one is wrong.

use super::{NINE, NINE_SOLVED, Ran, command, file, run, run_with};

/// A run with the option: its output without the words about the checks, and those words.
fn paranoid(args: &[&str], input: &str) -> (Ran, String) {
    let args = [args, &["--paranoid"]].concat();
    let mut ran = run_with(&args, input.as_bytes());
    let place = ran
        .err
        .rfind("self-check: ")
        .unwrap_or_else(|| panic!("{ran:?}"));
    let checks = ran.err.split_off(place);
    (ran, checks)
}

#[test]
fn the_answers_are_the_same() {
    let two = "..343412..434321\n";
    for (args, input, checked) in [
        (&["solve", "--to", "line"][..], NINE, "1 solution"),
        (&["solve", "--all", "--to", "line"], two, "2 solutions"),
        (&["check"], NINE, "1 verdict"),
        (&["check"], two, "2 solutions"),
        (&["check", "--json"], NINE, "1 verdict"),
        (&["check"], "11..............\n", "nothing to check"),
        (&["count"], two, "1 count"),
        (&["count", "sudoku", "2,2"], "", "1 count"),
        (&["count", "roads", "3x3"], "", "1 count"),
        (
            &["count", "loops", "5x6", "--engine", "count"],
            "",
            "1 count",
        ),
        (
            &["enumerate", "sudoku", "2,2"],
            "",
            "288 solutions, 1 count",
        ),
        (
            &["enumerate", "sudoku", "2,2", "--classes"],
            "",
            "2 solutions, 1 count",
        ),
        (&["enumerate"], two, "2 solutions, 1 count"),
        (
            &["sample", "sudoku", "2,2", "--number", "5", "--seed", "1"],
            "",
            "5 solutions, 1 count",
        ),
        (
            &["generate", "sudoku", "3,3", "--seed", "1", "--to", "line"],
            "",
            "1 verdict",
        ),
        (
            &[
                "generate", "shikaku", "8x8", "--seed", "1", "--to", "puzzlink",
            ],
            "",
            "1 verdict",
        ),
        (&["explain"], NINE, "step"),
        (&["hint"], NINE, "step"),
        (&["rate"], NINE, "step"),
    ] {
        let plain = run_with(args, input.as_bytes());
        let (checked_run, checks) = paranoid(args, input);
        assert_eq!(checked_run, plain, "{args:?}");
        assert!(checks.contains(checked), "{args:?}: {checks}");
        assert!(!checks.contains("not checked"), "{args:?}: {checks}");
    }
}

#[test]
fn streams_and_tables_are_checked() {
    let lines = format!("{NINE}\n{NINE_SOLVED}\n");
    let (solved, checks) = paranoid(&["solve"], &lines);
    assert_eq!(solved.out, format!("{NINE_SOLVED}\n{NINE_SOLVED}\n"));
    assert!(checks.contains("2 solutions"), "{checks}");
    let (words, checks) = paranoid(&["check"], &lines);
    assert_eq!(words.out, "unique\nunique\n");
    assert!(checks.contains("2 counts"), "{checks}");
    let table = file("paranoid.csv", format!("puzzle\n{NINE}\n"));
    let answers = format!("{table}.out.csv");
    let (ran, checks) = paranoid(&["check", &table, "-o", &answers], "");
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(checks.contains("1 solution"), "{checks}");
    let made = file("paranoid-made.csv", "");
    let args = [
        "generate", "sudoku", "3,3", "--number", "3", "--seed", "1", "-o", &made,
    ];
    let (ran, checks) = paranoid(&args, "");
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(checks.contains("3 verdicts"), "{checks}");
}

fn corpus(name: &str) -> String {
    format!("{}/../../corpus/{name}", env!("CARGO_MANIFEST_DIR"))
}

/// The words of each command about its checks, to the letter.
#[test]
fn what_was_checked_and_what_was_not_is_told() {
    let none = corpus("cover/langford5.xcc");
    let proof = file("paranoid-proof", "");
    std::fs::remove_file(&proof).unwrap();
    let two = "..343412..434321\n";
    let boards = ["enumerate", "sudoku", "2,2"];
    let list = |more: &[&'static str]| [&boards[..], more].concat();
    for (args, input, code, checks) in [
        (vec!["enumerate", &none], "", 1, "1 verdict, nothing wrong"),
        (list(&["--limit", "5"]), "", 0, "5 solutions, nothing wrong"),
        (list(&["--from", "288"]), "", 1, "1 verdict, nothing wrong"),
        (list(&["--from", "999"]), "", 1, "1 verdict, nothing wrong"),
        (
            list(&["--from", "286"]),
            "",
            0,
            "2 solutions, 1 count, nothing wrong",
        ),
        (
            list(&["--classes", "--from", "1"]),
            "",
            0,
            "1 solution, nothing wrong; 1 answer not checked within the limits",
        ),
        (
            list(&["--classes", "--limit", "1"]),
            "",
            0,
            "1 solution, nothing wrong",
        ),
        (
            vec!["count", "roads", "8x8"],
            "",
            0,
            "1 answer not checked: counts beyond a million are not",
        ),
        (
            vec![
                "generate", "sudoku", "2,2", "--full", "--number", "3", "--seed", "1",
            ],
            "",
            0,
            "3 solutions, nothing wrong",
        ),
        (
            vec!["generate", "roads", "4x4", "--full", "--seed", "1"],
            "",
            0,
            "1 solution, nothing wrong",
        ),
        (
            vec!["prove", "-o", &proof],
            two,
            1,
            "2 solutions, nothing wrong",
        ),
        (vec!["canonical"], NINE, 0, "nothing to check"),
    ] {
        let (ran, told) = paranoid(&args, input);
        assert_eq!(ran.code, code, "{args:?}: {ran:?}");
        assert_eq!(told, format!("self-check: {checks}\n"), "{args:?}");
    }
}

/// A list that is stopped has given solutions, and they were looked at.
#[test]
fn the_lines_of_a_list_that_was_stopped_are_counted() {
    let (ran, told) = paranoid(&["enumerate", "sudoku", "3,3", "--nodes", "5000"], "");
    assert_eq!(ran.code, 3, "{ran:?}");
    let lines = ran.out.lines().count();
    assert!(lines > 1);
    let expected = format!("self-check: {lines} solutions, nothing wrong\n");
    assert_eq!(told, expected);
}

#[test]
fn what_was_checked_is_said_last() {
    let told = "\nself-check: nothing to check\n";
    for (args, input) in [
        (&["enumerate"][..], "1.1.............\n"),
        (&["solve"], "1234\n"),
        (&["solve", "there-is-no-such-file"], ""),
    ] {
        let args = [args, &["--paranoid"]].concat();
        let ran = run_with(&args, input.as_bytes());
        assert_eq!(ran.code, 2, "{ran:?}");
        assert!(ran.err.starts_with("error: "), "{ran:?}");
        assert!(ran.err.ends_with(told), "{ran:?}");
    }
}

#[test]
fn the_variable_does_the_same_without_a_word() {
    let output = command(&["count", "sudoku", "2,2"])
        .env("TILEWRIGHT_PARANOID", "1")
        .output()
        .unwrap();
    assert_eq!(output.stdout, b"288\n");
    assert_eq!(output.stderr, b"");
}

#[test]
fn what_has_nothing_to_check_says_so() {
    let (_, checks) = paranoid(&["engines"], "");
    assert_eq!(checks, "self-check: nothing to check\n");
    let help = run(&["count", "--help"]);
    assert!(help.out.contains("--paranoid") && help.out.contains("70"));
}

/// A SAT solver that lies.
#[cfg(unix)]
#[test]
fn a_wrong_answer_ends_with_a_report() {
    use std::os::unix::fs::PermissionsExt;
    let liar = file("liar", "#!/bin/sh\necho 's UNSATISFIABLE'\nexit 20\n");
    std::fs::set_permissions(&liar, std::fs::Permissions::from_mode(0o755)).unwrap();
    let board = "1...\n....\n....\n....\n";
    for question in [
        &["solve"][..],
        &["check"],
        &["count", "--limit", "5"],
        &["solve", "--json"],
    ] {
        let args = [question, &["--sat-command", &liar]].concat();
        let believed = run_with(&args, board.as_bytes());
        assert_eq!(believed.code, 1, "{believed:?}");
        let args = [&args[..], &["--paranoid"]].concat();
        let found_out = run_with(&args, board.as_bytes());
        assert_eq!(
            (found_out.out.as_str(), found_out.code),
            ("", 70),
            "{found_out:?}"
        );
        let report = &found_out.err;
        assert!(
            report.starts_with("tilewright: two answers disagree"),
            "{report}"
        );
        for line in [
            "engine: ",
            "seed: none",
            "checked by: reduce",
            "puzzle: sudoku:",
            "version: ",
        ] {
            assert!(report.contains(&format!("\n{line}")), "{line} in {report}");
        }
        let typed = format!("command: {}", env!("CARGO_BIN_EXE_tilewright"));
        assert!(
            report.contains(&typed) && report.contains("--paranoid"),
            "{report}"
        );
        assert!(report.ends_with("----- end -----\n"), "{report}");
        let culprit = "This is a fault of the command after --sat-command, or of the program ";
        assert!(report.contains(culprit), "{report}");
    }
}
