//! A family of its own runs through every command, the page's questions and a batch.

mod latin;

use latin::TOY;
use std::ffi::OsString;
use std::process::Command;
use tilewright::puzzles::{Families, Filled};
use tilewright_batch::{Operation, Pace, Task, TextColumn, run};
use tilewright_desk::{Caps, News, ask};

/// Set in the process that is the command; the words, with a line end between them.
const WORDS: &str = "TILEWRIGHT_TOY_WORDS";

const CLUED: &str = "toy:1230341021004000";
const SOLVED: &str = "toy:1234341221434321";

fn families() -> Families {
    Families::default().with(TOY.clone())
}

/// The command itself, where a test below starts this program again; nothing otherwise.
#[test]
fn command() {
    let Ok(words) = std::env::var(WORDS) else {
        return;
    };
    let words = words.split('\n').map(OsString::from);
    std::process::exit(tilewright_cli::run(families(), words).into());
}

/// The output of a command on both streams, and its exit code.
fn ran(words: &[&str]) -> (String, String, i32) {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command
        .args(["command", "--exact", "--nocapture", "--test-threads=2"])
        .env(WORDS, [&["tilewright"], words].concat().join("\n"))
        .env("NO_COLOR", "1")
        .env("XDG_CACHE_HOME", env!("CARGO_TARGET_TMPDIR"));
    let output = command.output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    let out = text(output.stdout);
    let (_, out) = out.split_once("running 1 test\n").unwrap();
    let code = output.status.code().unwrap();
    (out.to_owned(), text(output.stderr), code)
}

fn out(words: &[&str]) -> String {
    let (out, err, code) = ran(words);
    assert_eq!(code, 0, "{words:?}: {out}{err}");
    out
}

#[test]
fn every_command_takes_it() {
    assert_eq!(
        out(&["solve", CLUED, "--to", "line"]),
        format!("{SOLVED}\n")
    );
    assert_eq!(out(&["count", "toy", "4"]), "576\n");
    assert!(out(&["check", CLUED]).starts_with("valid\nsolvable\nunique\n"));
    assert_eq!(out(&["check", SOLVED]), "complete, no rule is broken\n");
    assert!(out(&["convert", CLUED, "--to", "dimacs"]).contains("p cnf 64 "));
    assert_eq!(out(&["enumerate", CLUED]).lines().count(), 1);
    assert_eq!(
        out(&["sample", "toy", "3", "-n", "5", "--seed", "1"])
            .lines()
            .count(),
        5
    );
    assert!(out(&["explain", CLUED]).contains("r1c4"));
    assert!(out(&["hint", CLUED]).contains("only choice left"));
    assert!(out(&["rate", CLUED]).contains("difficulty"));
    assert!(out(&["render", CLUED, "--to", "svg"]).starts_with("<svg"));
    assert!(out(&["formats"]).contains("toy: Latin squares of up to 9 values\n  line"));
    assert!(out(&["engines"]).contains("dance"));
}

#[test]
fn puzzles_are_made_of_it() {
    let made = out(&["generate", "toy", "4", "--seed", "3", "--to", "line"]);
    let made = made.trim_end();
    assert!(made.starts_with("toy:") && made.contains('0'), "{made}");
    assert!(out(&["check", made]).contains("unique"));
}

#[test]
fn proofs_about_it_are_checked() {
    let folder = format!("{}/toy-proof", env!("CARGO_TARGET_TMPDIR"));
    let _ = std::fs::remove_dir_all(&folder);
    out(&["prove", CLUED, "-o", &folder]);
    assert!(out(&["verify", &folder]).contains("unique"));
}

#[test]
fn a_command_that_it_has_no_ability_for_says_so() {
    for (words, what) in [
        (&["canonical", CLUED][..], "canonical form"),
        (&["enumerate", "toy", "3", "--classes"], "symmetry"),
    ] {
        let (out, err, code) = ran(words);
        let says = format!("toy has no {what}; families that have one: sudoku");
        assert!(err.contains(&says), "{out}{err}");
        assert_eq!(code, 2, "{words:?}");
    }
}

#[test]
fn the_page_asks_about_it() {
    let caps = Caps {
        families: families(),
        ..Caps::default()
    };
    let puzzle = format!(r#""puzzle":{{"text":"{CLUED}"}}"#);
    let asked = |word: &str, rest: &str| {
        let question = format!(r#"{{"do":"{word}",{rest}}}"#);
        ask(&question, &News::unheard(), &caps)
    };
    for (word, told) in [
        ("solve", r#""status":"solved""#),
        ("count", r#""count":"1""#),
        ("check", r#""status":"unique""#),
        ("rate", r#""difficulty""#),
        ("hint", r#""technique""#),
        ("explain", r#""steps""#),
        ("draw", "<svg"),
        ("possible", r#""is_exact":true"#),
        ("share", r#""link":"z"#),
    ] {
        let answer = asked(word, &puzzle);
        assert!(answer.contains(told), "{word}: {answer}");
    }
    assert!(asked("hello", r#""v":1"#).contains("Latin squares of up to 9 values"));
    assert!(asked("board", r#""kind":"toy","size":"3""#).contains("toy:000000000"));
    assert!(asked("read", &format!(r#""text":"{CLUED}""#)).contains(r#""family":"toy""#));
    let made = asked("generate", r#""kind":"toy","size":"4","seed":1"#);
    assert!(made.contains(r#""status":"made""#), "{made}");
    let edited = asked(
        "edit",
        &format!(r#"{puzzle},"set":[{{"cell":0,"value":"1"}}]"#),
    );
    assert!(
        edited.contains("clues of toy cannot be changed one by one"),
        "{edited}"
    );
}

#[test]
fn rows_of_a_batch_are_puzzles_of_it() {
    let rows = TextColumn::of([CLUED, "1...............", "toy:12"].map(Some)).unwrap();
    let words = |families| {
        let task = Task::new(Operation::Solve).of(families);
        let columns = run(&task, rows.texts(), &Pace::new()).unwrap();
        let word = |row| columns.text("status", row).unwrap().to_owned();
        let words: Vec<String> = (0..3).map(word).collect();
        (
            words.join(" "),
            columns.text("solution", 0).map(str::to_owned),
        )
    };
    let solution = Some(SOLVED.to_owned());
    assert_eq!(
        words(families()),
        ("solved several malformed".to_owned(), solution)
    );
    let strange = ("malformed several malformed".to_owned(), None);
    assert_eq!(words(Families::default()), strange);
}

#[test]
fn what_is_read_is_its_own_type() {
    let latin: latin::Latin = families().read_as(CLUED).unwrap();
    let solution = families().read(SOLVED, None).unwrap();
    let solved: latin::Latin = latin.filled(&solution.givens());
    assert!(solution.is_same(&solved));
    assert!(
        families()
            .read_as::<latin::Latin>("1...............")
            .is_err()
    );
}
