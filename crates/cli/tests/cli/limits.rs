//! The command takes no more than the options allow, and refuses larger work with its size.

use crate::{file, ran, run};

/// A large Sudoku with a few clues, so that no solution is written down by a formula.
fn large(name: &str, side: usize) -> String {
    let mut rows = vec![vec!["."; side]; side];
    rows[0][0] = "1";
    let rows: Vec<String> = rows.iter().map(|row| row.join(" ")).collect();
    file(name, rows.join("\n") + "\n")
}

#[test]
fn a_search_that_needs_more_says_how_much() {
    for engine in ["dance", "sat"] {
        let stopped = run(&[
            "count", "sudoku", "4,4", "--engine", engine, "--memory", "2MiB",
        ]);
        assert_eq!((stopped.out.as_str(), stopped.code), ("", 3), "{engine}");
        let said = stopped
            .err
            .strip_prefix("at least 0 solutions (memory limit reached: needs ");
        let sizes = said.and_then(|said| said.strip_suffix(" MiB, 2.0 MiB allowed)\n"));
        let needed: f64 = sizes.expect(&stopped.err).parse().unwrap();
        assert!((2.0..200.0).contains(&needed), "{needed}");
    }
}

#[test]
fn memory_that_nobody_counts_is_refused_by_the_allocator() {
    // The puzzle is small; a picture of that many dots is not.
    let board = large("limits-drawn.txt", 64);
    let drawn = run(&[
        "render", &board, "--to", "png", "-o", "-", "--memory", "24MiB",
    ]);
    assert_eq!((drawn.out.as_str(), drawn.code), ("", 3), "{}", drawn.err);
    let said = drawn.err.strip_prefix("memory limit reached: needs ");
    let said = said.expect(&drawn.err);
    assert!(
        said.contains("MiB, 24.0 MiB allowed\nhint: allow more with --memory"),
        "{said}"
    );
}

#[test]
fn a_model_that_is_too_large_is_not_built() {
    let refused = run(&["count", "sudoku", "12,12", "--memory", "16MiB"]);
    assert_eq!(
        refused,
        ran(
            "",
            "error: sudoku 12,12: the 144×144 board needs at least 205 MiB of memory, but only 16.0 MiB is \
             allowed\nhint: allow more with --memory, as in --memory 8GiB\n",
            2
        )
    );
    let args = ["count", "sudoku", "12,12", "--memory", "16MiB", "--json"];
    assert_eq!(
        run(&args).out,
        "{\"file\":\"sudoku 12,12\",\"status\":\"stopped\",\"end\":\"memory\",\"reason\":\"the 144×144 board \
         needs at least 205 MiB of memory, but only 16.0 MiB is allowed\"}\n"
    );
}

#[test]
fn time_counts_from_the_beginning() {
    // It is up before the model is there.
    let board = large("limits-late.txt", 100);
    for command in [
        "solve", "count", "check", "explain", "hint", "rate", "convert",
    ] {
        let mut words = vec![command, &board, "--time", "1ms"];
        if command == "convert" {
            words.extend(["--to", "dimacs"]);
        }
        let stopped = run(&words);
        assert_eq!(stopped.code, 3, "{command}: {}", stopped.err);
        let said = stopped.out.clone() + &stopped.err;
        assert!(
            said.contains("time is up") || said.contains("time\n"),
            "{command}: {said}"
        );
    }
}

#[test]
fn an_answer_in_json_is_an_object_whatever_ends_it() {
    let board = large("limits-json.txt", 100);
    for command in ["solve", "count", "check", "explain", "hint", "rate"] {
        for limit in [
            ["--time", "1ms"],
            ["--time", "150ms"],
            ["--memory", "24MiB"],
        ] {
            let stopped = run(&[&[command, &board, "--json"], &limit[..]].concat());
            assert_eq!(
                stopped.out.lines().count(),
                1,
                "{command} {limit:?}: {stopped:?}"
            );
            let object: serde_json::Value = serde_json::from_str(&stopped.out).unwrap();
            assert_eq!(object["file"], *board, "{command}");
        }
    }
    let stopped = run(&["explain", "--json", &board, "--time", "1ms"]);
    let object: serde_json::Value = serde_json::from_str(&stopped.out).unwrap();
    assert_eq!(
        (&object["status"], &object["end"]),
        (&"stopped".into(), &"time".into())
    );
}

/// Five lines that stand for two million rules.
pub(crate) const MANY_RULES: &str = "tiles = \"t1..t2000\"\nvalues = \"1..50\"\n\
     [[rule]]\nbetween = \"pairs\"\nrequire = \"a != b\"\n";

#[test]
fn what_rules_take_is_known_before_it_is_taken() {
    let rules = file("limits-rules.toml", MANY_RULES);
    for command in ["check", "count", "solve"] {
        let refused = run(&[command, &rules, "--memory", "256MiB", "--time", "1m"]);
        assert_eq!(
            (refused.out.as_str(), refused.code),
            ("", 2),
            "{}",
            refused.err
        );
        let said = "the puzzle with its rules written out needs at least 3.4 GiB of memory, but only 256 MiB is allowed";
        assert!(refused.err.contains(said), "{}", refused.err);
    }
    let late = run(&["check", &rules, "--time", "100ms"]);
    assert_eq!((late.err.as_str(), late.code), ("time is up\n", 3));
}

#[cfg(unix)]
#[test]
fn an_interrupt_while_reading_is_said() {
    use crate::{command, piped};
    use std::time::Duration;
    let mut child = piped(&mut command(&["solve"]));
    let stdin = child.stdin.take();
    std::thread::sleep(Duration::from_millis(500));
    crate::stop::interrupt(child.id());
    let output = child.wait_with_output().unwrap();
    drop(stdin);
    assert_eq!(output.status.code(), Some(3));
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "interrupted\n");
}

/// Dominoes on a board without two opposite corners: no solution, and no search sees why.
fn dominoes(name: &str) -> String {
    let is_there = |r, c| r < 16 && c < 16 && ![(0, 0), (15, 15)].contains(&(r, c));
    let squares = (0..16).flat_map(|r| (0..16).map(move |c| (r, c)));
    let squares: Vec<(u32, u32)> = squares.filter(|&(r, c)| is_there(r, c)).collect();
    let mut text: Vec<String> = squares.iter().map(|(r, c)| format!("r{r}c{c}")).collect();
    text = vec![text.join(" ")];
    for (r, c) in squares {
        for (row, column) in [(r, c + 1), (r + 1, c)] {
            if is_there(row, column) {
                text.push(format!("r{r}c{c} r{row}c{column}"));
            }
        }
    }
    file(name, text.join("\n") + "\n")
}

#[test]
fn nodes_bound_every_command_that_searches() {
    let board = dominoes("limits-dominoes.xcc");
    let proof = file("limits-proof", "");
    std::fs::remove_file(&proof).unwrap();
    let picture = file("limits-solution.svg", "");
    for words in [
        &["solve", &*board] as &[&str],
        &["count", &board],
        &["check", &board],
        &["enumerate", &board],
        &["sample", "--fast", &board],
        &["explain", &board],
        &["explain", &board, "--paranoid"],
        &["hint", &board],
        &["rate", &board],
        &["render", "--solution", "-o", &picture, &board],
        &["prove", "-o", &proof, &board],
    ] {
        let stopped = run(&[words, &["--nodes", "1000"]].concat());
        assert_eq!(stopped.code, 3, "{words:?}: {}", stopped.err);
        let said = stopped.out.clone() + &stopped.err;
        let is_said = said.contains("node limit reached") || said.ends_with("\tnodes\n");
        assert!(is_said, "{words:?}: {said}");
    }
    assert!(!std::fs::exists(&proof).unwrap());
}

/// The system may have less than is allowed: more of that would not help.
#[cfg(target_os = "linux")]
#[test]
fn what_the_system_refuses_is_told_apart() {
    let command = env!("CARGO_BIN_EXE_tilewright");
    let line = format!("ulimit -v 150000; exec '{command}' solve sudoku 9,9 --engine dance");
    let output = std::process::Command::new("bash")
        .args(["-c", &line])
        .output()
        .unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(3), "{said}");
    let sentence = "the system has no more memory: needs ";
    assert!(said.starts_with(sentence), "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
}

/// With `--nodes` the answer is the same on any number of threads.
#[test]
fn nodes_get_equally_far_on_any_number_of_threads() {
    let cases: [&[&str]; 5] = [
        &[
            "solve", "sudoku", "3,3", "--engine", "dance", "--all", "--to", "line", "--nodes",
            "30000",
        ],
        &[
            "solve", "sudoku", "2,2,2", "--engine", "reduce", "--limit", "900", "--to", "line",
            "--nodes", "25000",
        ],
        &[
            "count", "sudoku", "5,1", "--engine", "dance", "--nodes", "40000",
        ],
        &[
            "count", "latin", "5", "--engine", "reduce", "--nodes", "30001",
        ],
        &[
            "check", "sudoku", "4,4", "--engine", "dance", "--nodes", "30000",
        ],
    ];
    for words in cases {
        let on = |threads: &str| crate::run(&[words, &["--threads", threads][..]].concat());
        let one = on("1");
        for threads in ["2", "3", "7"] {
            assert_eq!(on(threads), one, "{words:?} on {threads} threads");
        }
    }
}

/// The reported cost of a search is the same each time, whichever thread was quicker.
#[test]
fn nodes_are_the_same_each_time() {
    let words = [
        "solve", "sudoku", "3,3", "--engine", "reduce", "--limit", "2500", "--to", "line",
    ];
    for threads in ["2", "3"] {
        let nodes = || {
            let told = crate::run(&[&words[..], &["--stats", "--threads", threads]].concat()).err;
            let nodes = told.lines().find_map(|line| line.split_once(" nodes in "));
            nodes.map(|(nodes, _)| nodes.to_owned()).unwrap()
        };
        let first = nodes();
        for _ in 0..4 {
            assert_eq!(nodes(), first, "on {threads} threads");
        }
    }
}
