//! `-o`: the printed output, in a file, for every command.

use crate::{NINE, NINE_SOLVED, command, file, ran, run, run_with};
use std::path::{Path, PathBuf};

/// A path where nothing is.
fn new_file(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_file(&path);
    path.to_str().unwrap().to_owned()
}

fn text(path: &str) -> String {
    std::fs::read_to_string(path).unwrap()
}

/// The files beside a file under another name.
fn beside(path: &str) -> Vec<PathBuf> {
    let folder = Path::new(path).parent().unwrap();
    let name = format!(
        "{}.",
        Path::new(path).file_name().unwrap().to_str().unwrap()
    );
    let entries = std::fs::read_dir(folder).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    let is_beside = |path: &PathBuf| {
        let other = path.file_name().unwrap().to_str().unwrap();
        other.starts_with(&name)
    };
    paths.filter(is_beside).collect()
}

#[test]
fn every_command_writes_to_a_file_what_it_would_print() {
    let nine = file("outlet-nine.txt", NINE);
    let lines = file("outlet-lines.txt", format!("{NINE}\n{NINE}\n"));
    let several = file("outlet-several.txt", "2 2\n2 0\n0 2\n");
    let proof = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("outlet-proof");
    let _ = std::fs::remove_dir_all(&proof);
    let proof = proof.to_str().unwrap();
    assert_eq!(run(&["prove", &nine, "-o", proof]).code, 0);
    let commands: [&[&str]; 24] = [
        &["solve", &nine],
        &["solve", &nine, "--json"],
        &["solve", &nine, "--plain"],
        &["solve", &lines],
        &["solve", &several, "--all"],
        &["count", &nine],
        &["count", &nine, "--json"],
        &["count", &lines],
        &["check", &nine],
        &["check", &several],
        &["convert", &nine, "--to", "grid"],
        &["convert", &nine, "--to", "dimacs"],
        &["explain", &nine],
        &["explain", &nine, "--iterations"],
        &["hint", &nine],
        &["rate", &nine],
        &["canonical", &nine],
        &["canonical", &lines, "--classes"],
        &["enumerate", "sudoku", "2,2"],
        &["sample", "sudoku", "2,2", "--seed", "1", "--number", "3"],
        &["generate", "sudoku", "2,2", "--seed", "1"],
        &["formats"],
        &["engines"],
        &["verify", proof],
    ];
    for (number, words) in commands.iter().enumerate() {
        let path = new_file(&format!("outlet-{number}.txt"));
        let printed = run(words);
        assert!(!printed.out.is_empty(), "{words:?}: {}", printed.err);
        let written = run(&[words, &["-o", &path][..]].concat());
        assert_eq!(
            (written.out.as_str(), written.code),
            ("", printed.code),
            "{words:?}"
        );
        assert_eq!(written.err, printed.err, "{words:?}");
        assert_eq!(text(&path), printed.out, "{words:?}");
        assert_eq!(beside(&path), [] as [PathBuf; 0], "{words:?}");
        for standard in ["-", "/dev/stdout"] {
            if cfg!(windows) && standard != "-" {
                continue;
            }
            assert_eq!(
                run(&[words, &["-o", standard][..]].concat()),
                printed,
                "{words:?}"
            );
        }
    }
    for words in [&["man"][..], &["completions", "bash"]] {
        let path = new_file("outlet-document.txt");
        assert_eq!(run(&[words, &["-o", &path]].concat()), ran("", "", 0));
        assert_eq!(text(&path), run(words).out);
    }
}

#[test]
fn a_file_stays_as_it_was_where_the_input_is_bad_or_there_is_no_answer() {
    let bad = file("outlet-bad.txt", "12345");
    let path = file("outlet-kept.txt", "mine\n");
    for words in [
        &["solve", &bad][..],
        &["check", &bad],
        &["count", &bad],
        &["convert", &bad],
        &["explain", &bad],
        &["hint", &bad],
        &["rate", &bad],
        &["canonical", &bad],
        &["enumerate", &bad],
        &["sample", &bad],
        &["generate", "sudoku", "nothing"],
        &["verify", "no-such-folder"],
    ] {
        let told = run(&[words, &["-o", &path]].concat());
        assert_eq!((told.out.as_str(), told.code), ("", 2), "{words:?}");
        assert_eq!(text(&path), "mine\n", "{words:?}");
        for left in beside(&path) {
            std::fs::remove_file(&left).unwrap();
        }
    }
    let stopped = [
        "count", "sudoku", "3,3", "--engine", "dance", "--nodes", "10",
    ];
    let told = run(&[&stopped[..], &["-o", &path]].concat());
    assert_eq!(told.code, 3);
    let said = format!("{path} was not written\n");
    assert!(told.err.ends_with(&said), "{}", told.err);
    assert_eq!(text(&path), "mine\n");
    assert_eq!(beside(&path), [] as [PathBuf; 0]);
}

#[test]
fn what_a_bad_line_leaves_is_beside_the_file() {
    let lines = file("outlet-bad-line.txt", format!("{NINE}\nnonsense\n{NINE}\n"));
    let path = file("outlet-bad-line-kept.txt", "mine\n");
    let printed = run(&["solve", &lines]);
    let told = run(&["solve", &lines, "-o", &path]);
    assert_eq!((told.out.as_str(), told.code), ("", 2));
    assert_eq!(text(&path), "mine\n");
    let [left] = &beside(&path)[..] else {
        panic!("{}", told.err);
    };
    assert!(told.err.contains(left.to_str().unwrap()), "{}", told.err);
    assert_eq!(text(left.to_str().unwrap()), printed.out);
    std::fs::remove_file(left).unwrap();
}

#[test]
fn one_puzzle_is_a_table_of_one_row() {
    let one = file("outlet-one.txt", format!("{NINE}\n"));
    let table = new_file("outlet-one.csv");
    assert_eq!(run(&["check", &one, "-o", &table]).code, 0);
    let checked = text(&table);
    let mut rows = checked.lines();
    assert!(rows.next().unwrap().starts_with("puzzle,"), "{checked}");
    assert!(
        rows.next().unwrap().starts_with(&format!("{NINE},")),
        "{checked}"
    );
    assert_eq!(rows.next(), None);
    // As it would be among others.
    let two = file("outlet-two.txt", format!("{NINE}\n{NINE}\n"));
    let table_of_two = new_file("outlet-two.csv");
    assert_eq!(run(&["check", &two, "-o", &table_of_two]).code, 0);
    let expected: Vec<String> = text(&table_of_two)
        .lines()
        .take(2)
        .map(str::to_owned)
        .collect();
    assert_eq!(checked.lines().collect::<Vec<_>>(), expected);

    // From standard input, with a remark, without the end of the line.
    for input in [NINE.to_owned(), format!("# a remark\n{NINE}\n")] {
        let path = new_file("outlet-piped.csv");
        let told = run_with(&["check", "-o", &path], input.as_bytes());
        assert_eq!(told.code, 0, "{}", told.err);
        assert_eq!(text(&path), checked);
    }

    // A puzzle of several lines is one text.
    let grid = run(&["convert", &one, "--to", "grid"]).out;
    let grid = file("outlet-grid.txt", grid);
    for (name, command) in [
        ("solve", "solve"),
        ("rate", "rate"),
        ("canonical", "canonical"),
    ] {
        let path = new_file(&format!("outlet-{name}.jsonl"));
        let told = run(&[command, &grid, "-o", &path]);
        assert_eq!(told.code, 0, "{}", told.err);
        let object: serde_json::Value = serde_json::from_str(&text(&path)).unwrap();
        let puzzle = object["puzzle"].as_str().unwrap();
        assert_eq!(
            puzzle.lines().count(),
            text(&grid).trim_end().lines().count()
        );
        if command == "solve" {
            let solved: String = object["solution"]
                .as_str()
                .unwrap()
                .split_whitespace()
                .collect();
            assert!(solved.contains(&NINE_SOLVED[..9]), "{object}");
        }
    }
    let shikaku = "5 5\n0 0 8 0 0\n0 0 0 0 0\n6 0 4 0 4\n0 0 0 0 0\n0 0 3 0 0\n";
    let path = new_file("outlet-shikaku.csv");
    let told = run_with(&["check", "-o", &path], shikaku.as_bytes());
    assert_eq!(told.code, 0, "{}", told.err);
    assert!(text(&path).contains("unique"), "{}", text(&path));
    // An empty board, too.
    let path = new_file("outlet-board.csv");
    let told = run(&["check", "sudoku", "2,2", "-o", &path]);
    assert_eq!(told.code, 1, "{}", told.err);
    assert!(text(&path).contains("................"), "{}", text(&path));
}

#[test]
fn endings_choose_what_the_command_has_and_nothing_is_called_what_it_is_not() {
    let nine = file("outlet-endings.txt", NINE);
    let kept = file("outlet-endings.svg", "mine\n");
    for command in [
        "solve",
        "check",
        "count",
        "rate",
        "explain",
        "hint",
        "convert",
        "canonical",
    ] {
        let told = run(&[command, &nine, "-o", &kept]);
        assert_eq!(told.code, 2, "{command}");
        assert!(told.err.contains("tilewright render"), "{}", told.err);
        assert_eq!(text(&kept), "mine\n");
    }
    let parquet = new_file("outlet-endings.parquet");
    for command in ["explain", "hint", "convert", "enumerate", "sample"] {
        let told = run(&[command, &nine, "-o", &parquet]);
        assert_eq!(told.code, 2, "{command}");
        assert!(told.err.contains("Parquet"), "{}", told.err);
        assert!(!Path::new(&parquet).exists());
    }
    // Commands that write JSON lines do so where the ending asks for them.
    for command in ["count", "explain", "hint", "sample"] {
        let path = new_file("outlet-endings.jsonl");
        let words = [command, &nine, "--json"];
        let seed = if command == "sample" {
            &["--seed", "1"][..]
        } else {
            &[]
        };
        let printed = run(&[&words[..], seed].concat());
        let told = run(&[&words[..2], seed, &["-o", &path]].concat());
        assert_eq!((told.out.as_str(), told.code), ("", 0), "{}", told.err);
        assert_eq!(text(&path), printed.out, "{command}");
    }
    let path = new_file("outlet-converted.csv");
    assert_eq!(run(&["convert", &nine, "-o", &path]), ran("", "", 0));
    assert_eq!(text(&path), format!("puzzle\n{NINE}\n"));
    // Options of tables do not go with another file.
    let path = new_file("outlet-column.txt");
    let told = run(&["check", &nine, "-o", &path, "--column", "puzzle"]);
    assert_eq!(told.code, 2);
    assert!(told.err.contains("--column is for a table"), "{}", told.err);
    let told = run(&["generate", "sudoku", "2,2", "-o", &path, "--rated"]);
    assert_eq!(told.code, 2);
    assert!(told.err.contains("--rated is for a table"), "{}", told.err);
    assert!(!Path::new(&path).exists());
}

#[test]
fn colours_are_as_asked_for() {
    const RED: &str = "\x1b[";
    let bare = |words: &[&str], no_color: bool| {
        let mut command = command(words);
        if !no_color {
            command.env_remove("NO_COLOR");
        }
        let output = command.output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (text(output.stdout), text(output.stderr))
    };
    let nine = file("outlet-colour.txt", NINE);
    let plain = bare(&["solve", &nine], false).0;
    assert!(!plain.contains(RED), "a pipe has no colours");
    for no_color in [true, false] {
        let coloured = bare(&["solve", &nine, "--color", "always"], no_color).0;
        assert!(coloured.contains(RED), "{coloured:?}");
        assert_eq!(bare(&["--color=never", "solve", &nine], no_color).0, plain);
        assert_eq!(
            bare(&["solve", &nine, "--color", "auto"], no_color).0,
            plain
        );
    }
    // In a file, in messages, in help, and before the fault is known.
    let path = new_file("outlet-coloured.txt");
    run(&["solve", &nine, "--color", "always", "-o", &path]);
    assert!(text(&path).contains(RED));
    assert!(
        bare(&["solve", "no-such-file", "--color", "always"], true)
            .1
            .contains(RED)
    );
    assert!(
        !bare(&["solve", "no-such-file", "--color", "never"], false)
            .1
            .contains(RED)
    );
    assert!(
        bare(&["solve", "--color", "always", "--help"], true)
            .0
            .contains(RED)
    );
    assert!(
        bare(&["--color=always", "solve", "--no-such-option"], true)
            .1
            .contains(RED)
    );
    let told = run(&["solve", &nine, "--color", "sometimes"]);
    assert_eq!(told.code, 2);
    assert!(told.err.contains("auto, always, never"), "{}", told.err);
    for command in [
        "formats", "engines", "check", "serve", "play", "man", "prove",
    ] {
        let help = run(&[command, "--help"]).out;
        assert!(help.contains("--color"), "{command}");
    }
}

#[test]
fn more_is_said_at_each_level() {
    let nine = file("outlet-levels.txt", NINE);
    let said = |flags: &[&str]| run(&[&["solve", &nine][..], flags].concat()).err;
    assert_eq!(said(&[]), "");
    let some = said(&["-v"]);
    assert!(
        some.contains("engine auto") && !some.contains("recognised in"),
        "{some}"
    );
    let more = said(&["-vv"]);
    assert!(
        more.contains("engine auto") && more.contains("recognised in"),
        "{more}"
    );
    assert_eq!(
        run(&["solve", &nine, "-vv"]).out,
        run(&["solve", &nine]).out
    );
}

/// The user of a terminal is told what the command waits for, and a pipe is not.
#[cfg(target_os = "linux")]
#[test]
fn who_sits_before_a_terminal_is_told_what_is_waited_for() {
    const SAID: &str = "reading a puzzle from standard input; end with Ctrl-D";
    let binary = env!("CARGO_BIN_EXE_tilewright");
    let mut script = std::process::Command::new("script");
    script.args(["-qec", &format!("{binary} solve --to line"), "/dev/null"]);
    script.env("NO_COLOR", "1");
    let Ok(mut child) = script
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
    else {
        panic!("this test needs `script` (util-linux), as Debian has it");
    };
    std::io::Write::write_all(
        child.stdin.as_mut().unwrap(),
        format!("{NINE}\n\x04").as_bytes(),
    )
    .unwrap();
    let output = child.wait_with_output().unwrap();
    let seen = String::from_utf8_lossy(&output.stdout);
    assert!(seen.contains(SAID), "{seen}");
    assert!(seen.contains(NINE_SOLVED), "{seen}");
    assert_eq!(
        run_with(&["solve", "--to", "line"], NINE.as_bytes()).err,
        ""
    );
}
