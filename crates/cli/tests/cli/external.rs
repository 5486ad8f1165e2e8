//! `--sat-command`: scripts that answer as SAT solvers do, or do not.

use super::{NINE, NINE_SOLVED, Ran, file, ran, run, run_with};
use batsat::{BasicSolver, Lit, SolverInterface, Var, lbool};
use std::io::Write;
use std::os::unix::fs::PermissionsExt;

/// A script that is run with the name of a CNF, which is `$1`.
fn script(name: &str, body: &str) -> String {
    let path = file(name, format!("#!/bin/sh\n{body}\n"));
    let mode = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(&path, mode).unwrap();
    path
}

/// The output about a 4×4 board with one clue.
fn asked(command: &str, args: &[&str]) -> Ran {
    run_with(&[args, &["--sat-command", command]].concat(), BOARD)
}

const BOARD: &[u8] = b"1...\n....\n....\n....\n";
const SOLVE: &[&str] = &["solve", "--to", "line"];

/// The values of a full board as a SAT solver says them.
fn values(board: &str, side: usize) -> String {
    let cells = board.bytes().enumerate();
    let literals = cells.map(|(cell, value)| (cell * side + usize::from(value - b'0')).to_string());
    format!(
        "s SATISFIABLE\nv {} 0",
        literals.collect::<Vec<_>>().join(" ")
    )
}

#[test]
fn a_canned_answer_is_checked_and_taken() {
    let answer = values("1234341221434321", 4);
    let body = format!("cat <<'END'\nc canned\n{answer}\nEND\nexit 10");
    let canned = script("canned", &body);
    assert_eq!(asked(&canned, SOLVE), ran("1234341221434321\n", "", 0));
    let with_words = asked(&format!("sh {canned}"), SOLVE);
    assert_eq!(with_words, ran("1234341221434321\n", "", 0));
    // Asked for another, it gives the same again.
    let twice = asked(&canned, &["check"]);
    assert_eq!((twice.out.as_str(), twice.code), ("", 2));
    let lie = "lies: it gives a solution that was excluded";
    assert!(twice.err.contains(lie), "{}", twice.err);
}

#[test]
fn a_second_run_decides_on_uniqueness() {
    let answer = values(NINE_SOLVED, 9);
    // The CNF of the second run ends with a long clause that excludes the first solution.
    let body = format!(
        "if tail -n 1 \"$1\" | grep -q -- '-1 .* -7'; then echo 's UNSATISFIABLE'; exit 20; fi\n\
         cat <<'END'\n{answer}\nEND"
    );
    let solver = script("unique", &body);
    let args = ["count", "--limit", "2", "--sat-command", &solver];
    assert_eq!(run_with(&args, NINE.as_bytes()), ran("1\n", "", 0));
    let args = ["solve", "--all", "--to", "line", "--sat-command", &solver];
    let all = run_with(&args, NINE.as_bytes());
    assert_eq!((all.out.trim_end(), all.code), (NINE_SOLVED, 0));
    let args = ["solve", "--json", "--limit", "2", "--sat-command", &solver];
    let json = run_with(&args, NINE.as_bytes());
    assert!(json.out.contains(r#""status":"unique""#), "{}", json.out);
}

#[test]
fn what_a_command_says_of_no_solution_is_told() {
    let none = script("none", "echo 's UNSATISFIABLE'\nexit 20");
    assert_eq!(asked(&none, SOLVE), ran("", "no solution\n", 1));
    let count = asked(&none, &["count", "--limit", "5"]);
    assert_eq!((count.out.as_str(), count.code), ("0\n", 1));
}

/// Each is one sentence, and exit code 2.
#[test]
fn trouble_with_a_command_is_told() {
    let wrong = values("1234341221434312", 4);
    let other = values("2143432112343412", 4);
    for (name, body, expected) in [
        (
            "silent",
            "exit 0",
            "gave no answer: this is not an answer of a SAT solver",
        ),
        (
            "chatty",
            "echo hello",
            "gave no answer: line 1, column 1: \"hello\" is not an answer",
        ),
        (
            "failing",
            "echo oh dear >&2; exit 1",
            "failed with exit code 1: oh dear",
        ),
        ("killed", "kill -9 $$", "was killed (signal: 9"),
        (
            "unsure",
            "echo 's UNKNOWN'",
            "gave up: it says that it does not know",
        ),
        (
            "cut",
            "echo 's SATISFIABLE'; echo 'v 1 2'",
            "gave no answer: the values are cut off",
        ),
        (
            "torn",
            "echo 's UNSATISFIABLE'; exit 10",
            "contradicts itself: it says UNSATISFIABLE",
        ),
        (
            "liar",
            &format!("echo '{wrong}'"),
            "lies: its answer is not a solution",
        ),
        (
            "deaf",
            &format!("echo '{other}'"),
            "lies: its answer leaves out a given",
        ),
    ] {
        let command = script(name, body);
        for args in [SOLVE, &["check"], &["count", "--limit", "9"]] {
            let ran = asked(&command, args);
            assert_eq!((ran.out.as_str(), ran.code), ("", 2), "{name}");
            let start = format!("error: standard input: the command {command:?} {expected}");
            assert!(ran.err.starts_with(&start), "{name}: {}", ran.err);
            assert_eq!(ran.err.lines().count(), 1, "{name}: {}", ran.err);
        }
        let json = asked(&command, &["solve", "--json"]);
        assert!(
            json.out.starts_with(
                r#"{"file":"standard input","status":"stopped","end":"failed","reason":"#
            ) && json.code == 2
        );
    }
    let absent = asked("no-such-solver --fast", SOLVE);
    let sentence = "error: standard input: the command \"no-such-solver --fast\" is not there\n";
    assert_eq!(absent, ran("", sentence, 2));
}

#[test]
fn words_that_make_no_sense_are_refused() {
    let none = asked(" ", SOLVE);
    assert_eq!(none, ran("", "error: --sat-command names no command\n", 2));
    let unlimited = asked("kissat", &["count"]);
    assert_eq!((unlimited.out.as_str(), unlimited.code), ("", 2));
    assert!(
        unlimited.err.contains("count needs --limit"),
        "{}",
        unlimited.err
    );
    for more in [["--engine", "sat"], ["--seed", "1"]] {
        let both = asked("kissat", &[SOLVE, &more].concat());
        assert_eq!(both.code, 2, "{more:?}");
    }
}

#[test]
fn the_time_is_kept_and_nothing_is_left_behind() {
    let noted = file("noted", "");
    let hanging = script("hanging", &format!("echo \"$1\" >{noted}\nexec sleep 600"));
    let ran = asked(&hanging, &[SOLVE, &["--time", "300ms"]].concat());
    assert_eq!(ran.out, "");
    assert_eq!(
        (ran.err.as_str(), ran.code),
        ("no solution found so far (time is up)\n", 3)
    );
    let cnf = std::fs::read_to_string(&noted).unwrap();
    let cnf = std::path::Path::new(cnf.trim());
    assert!(cnf.ends_with("problem.cnf"), "{}", cnf.display());
    assert!(!cnf.exists() && !cnf.parent().unwrap().exists());
}

/// Lines of a stream are answered one by one, each with its own trouble.
#[test]
fn a_stream_is_answered_line_by_line() {
    let answer = values("1234341221434321", 4);
    let body = format!("grep -q '^2 0$' \"$1\" && exit 3\ncat <<'END'\n{answer}\nEND");
    let solver = script("picky", &body);
    let lines = "1...............\n2...............\n12..............\n";
    let args = ["solve", "--as", "sudoku:line", "--sat-command", &solver];
    let ran = run_with(&args, lines.as_bytes());
    assert_eq!(ran.code, 2);
    assert_eq!(
        ran.out.matches("1234341221434321").count(),
        2,
        "{}",
        ran.out
    );
    assert!(ran.err.contains("failed with exit code 3"), "{}", ran.err);
}

#[test]
fn an_empty_board_is_asked_of_the_command_too() {
    let none = script("none-at-all", "echo 's UNSATISFIABLE'");
    let ran = run(&["solve", "sudoku", "7,7", "--sat-command", &none]);
    assert_eq!((ran.out.as_str(), ran.code), ("", 1));
}

/// Run by a script: a SAT solver for the CNF that the environment names.
#[test]
#[ignore = "it is not a test, but the real solver of one"]
fn solve_cnf() {
    let Ok(path) = std::env::var("CNF") else {
        return;
    };
    let cnf = std::fs::read_to_string(path).unwrap();
    let mut lines = cnf.lines().filter(|line| !line.starts_with('c'));
    let head: Vec<&str> = lines.next().unwrap().split(' ').collect();
    let (variables, clauses) = (head[2].parse().unwrap(), head[3].parse::<usize>().unwrap());
    let mut solver = BasicSolver::default();
    let variables: Vec<Var> = (0..variables).map(|_| solver.new_var_default()).collect();
    let mut read = 0;
    for line in lines {
        let numbers = line.split(' ').map(|word| word.parse::<i64>().unwrap());
        let literals = numbers.take_while(|&number| number != 0);
        let literal = |number: i64| {
            let variable = variables[usize::try_from(number.abs()).unwrap() - 1];
            Lit::new(variable, number > 0)
        };
        solver.add_clause_reuse(&mut literals.map(literal).collect());
        read += 1;
    }
    assert_eq!(read, clauses);
    let answer = if solver.solve_limited(&[]) == lbool::TRUE {
        let sign = |&variable| solver.value_var(variable) == lbool::TRUE;
        let values = (1i64..).zip(&variables);
        let values = values.map(|(number, v)| if sign(v) { number } else { -number });
        let values: Vec<String> = values.map(|value| value.to_string()).collect();
        format!("\ns SATISFIABLE\nv {} 0\n", values.join(" "))
    } else {
        "\ns UNSATISFIABLE\n".to_owned()
    };
    std::io::stdout().write_all(answer.as_bytes()).unwrap();
}

/// Puzzles of the corpus and how far their solutions are counted.
const PUZZLES: &[(&str, u64)] = &[
    ("cover/langford4.xcc", 9),
    ("cover/langford5.xcc", 9),
    ("cover/words3x3.xcc", 20),
    ("rules/australia.toml", 5),
    ("shikaku/5x5-1.txt", 9),
    ("shikaku/15x20-0.txt", 9),
    ("sudoku/multidimensional-a2x2x1.txt", 2),
    ("tiles/roads-4x5.txt", 20),
];

/// Puzzles of every family, answered by a real solver behind the command and by the engine within.
#[test]
fn a_real_solver_answers_as_the_engines_do() {
    let itself = std::env::current_exe().unwrap();
    let body = format!(
        "CNF=\"$1\" '{}' --ignored --exact external::solve_cnf --nocapture | grep '^[sv] '",
        itself.display()
    );
    let real = script("real", &body);
    let corpus = format!("{}/../../corpus", env!("CARGO_MANIFEST_DIR"));
    for &(name, most) in PUZZLES {
        let path = format!("{corpus}/{name}");
        let limit = most.to_string();
        let count = ["count", &path, "--limit", &limit];
        let expected = run(&[&count[..], &["--engine", "dance"]].concat());
        let counted = run(&[&count[..], &["--sat-command", &real]].concat());
        assert_eq!(counted, expected, "{name}");
        let verdict = run(&["check", &path, "--sat-command", &real]).code;
        assert_eq!(verdict, run(&["check", &path]).code, "{name}");
    }
}

/// A terminal sends Ctrl-C to all of its processes, and a session its end: whichever of them is gone first, the
/// command was interrupted.
#[test]
fn a_signal_to_all_is_an_interruption() {
    use std::os::unix::process::CommandExt;
    let place = std::path::PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("external-temp");
    let _ = std::fs::remove_dir_all(&place);
    std::fs::create_dir(&place).unwrap();
    let count = || std::fs::read_dir(&place).unwrap().count();
    let patient = "trap 'echo s UNKNOWN; exit 0' INT TERM HUP\nsleep 50 & wait";
    for (name, body) in [
        ("slow", "sleep 50"),
        ("slower", "exec sleep 50"),
        ("patient", patient),
    ] {
        let slow = script(name, body);
        for (signal, times) in [("INT", 1), ("TERM", 1), ("HUP", 1), ("INT", 2)] {
            let child = super::command(&["solve", "sudoku", "2,2", "--sat-command", &slow])
                .env("TMPDIR", &place)
                .stdin(std::process::Stdio::null())
                .stdout(std::process::Stdio::piped())
                .stderr(std::process::Stdio::piped())
                .process_group(0)
                .spawn()
                .unwrap();
            while count() == 0 {
                std::thread::sleep(std::time::Duration::from_millis(5));
            }
            // Until the command runs.
            std::thread::sleep(std::time::Duration::from_millis(100));
            for _ in 0..times {
                let kill = ["-s", signal, "--", &format!("-{}", child.id())];
                let _ = std::process::Command::new("kill").args(kill).status();
            }
            let output = child.wait_with_output().unwrap();
            let said = String::from_utf8(output.stderr).unwrap();
            assert_eq!(output.status.code(), Some(3), "{name} {signal}: {said}");
            assert!(said.contains("interrupted"), "{name} {signal}: {said}");
            assert_eq!(count(), 0, "{name} {signal}: {said}");
        }
    }
}
