//! A family of its own runs through every command, the page's questions, a batch and the scorer: `command.rs` is the command
//! with it. (The terminal player is tested beside it, `src/play/tests.rs`: it needs a terminal.)

mod latin;

use latin::TOY;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Command, Stdio};
use tilewright::puzzles::{Families, Filled};
use tilewright::{Choice, Solver};
use tilewright_batch::{Operation, Pace, Task, TextColumn, run};
use tilewright_desk::{Caps, News, ask};

const CLUED: &str = "toy:1230341021004000";
const SOLVED: &str = "toy:1234341221434321";

fn families() -> Families {
    Families::default().with(TOY.clone())
}

fn command(words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tilewright-toy"));
    command
        .args(words)
        .env("NO_COLOR", "1")
        .env("XDG_CACHE_HOME", env!("CARGO_TARGET_TMPDIR"))
        .stdin(Stdio::null());
    command
}

/// The output of a command on both streams, and its exit code.
fn ran(words: &[&str]) -> (String, String, i32) {
    let output = command(words).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    let code = output.status.code().unwrap();
    (text(output.stdout), text(output.stderr), code)
}

fn out(words: &[&str]) -> String {
    let (out, err, code) = ran(words);
    assert_eq!(code, 0, "{words:?}: {out}{err}");
    out
}

/// A file with that text.
fn file(name: &str, text: &str) -> String {
    let path = format!("{}/toy-{name}", env!("CARGO_TARGET_TMPDIR"));
    std::fs::write(&path, text).unwrap();
    path
}

/// Commands, each with a part of its output.
const COMMANDS: [(&[&str], &str); 20] = [
    (&["solve", CLUED, "--to", "line"], SOLVED),
    (
        &["solve", "toy", "2", "--all", "--to", "line"],
        "toy:1221\ntoy:2112\n",
    ),
    (&["count", "toy", "4"], "576\n"),
    (&["check", CLUED], "valid\nsolvable\nunique\n"),
    (&["check", SOLVED], "complete, no rule is broken\n"),
    (&["convert", CLUED, "--to", "dimacs"], "p cnf 64 "),
    (&["convert", CLUED, "--to", "xcc"], "item_0 item_1 item_2"),
    (&["enumerate", CLUED], "\n"),
    (&["sample", "toy", "3", "-n", "5", "--seed", "1"], "\n"),
    (&["explain", CLUED], "r1c4"),
    (&["hint", CLUED], "only choice left"),
    (&["rate", CLUED], "difficulty"),
    (&["render", CLUED, "--to", "svg"], "<svg"),
    (
        &["generate", "toy", "4", "--seed", "3", "--to", "line"],
        "toy:",
    ),
    (
        &[
            "generate",
            "--from",
            SOLVED_FILE,
            "--minimal",
            "--to",
            "line",
        ],
        "toy:",
    ),
    (&["formats"], "toy: Latin squares of up to 9 values\n  line"),
    (&["formats", "--json"], r#""name":"toy""#),
    (&["engines"], "dance"),
    (&["completions", "bash"], "tilewright"),
    (&["man"], ".TH"),
];

/// Commands that are tested by themselves, below or (`play`) beside the player.
const OTHERS: [&str; 5] = ["canonical", "prove", "verify", "play", "serve"];

/// The name of a file with a solved puzzle, where a word of a command stands for it.
const SOLVED_FILE: &str = "SOLVED";

#[test]
fn every_command_takes_it() {
    let solved = file("solved.txt", SOLVED);
    for (words, told) in COMMANDS {
        let words = words
            .iter()
            .map(|&word| if word == SOLVED_FILE { &*solved } else { word });
        let words: Vec<&str> = words.collect();
        let out = out(&words);
        assert!(out.contains(told), "{words:?}: {out}");
    }
    let help = out(&["--help"]);
    let (_, listed) = help.split_once("Commands:\n").unwrap();
    for line in listed.lines().take_while(|line| line.starts_with("  ")) {
        if line.starts_with("   ") {
            continue; // The rest of a description.
        }
        let name = line.split_whitespace().next().unwrap();
        let is_run = COMMANDS.iter().any(|(words, _)| words[0] == name);
        assert!(is_run || OTHERS.contains(&name) || name == "help", "{name}");
    }
}

#[test]
fn answers_of_other_solvers_are_read() {
    let solution = families().read(SOLVED, None).unwrap().givens();
    let literal = |choice: u32| {
        let is_picked = solution.contains(&Choice(choice));
        format!("{}{}", if is_picked { "" } else { "-" }, choice + 1)
    };
    let literals: Vec<String> = (0..64).map(literal).collect();
    let answer = format!("s SATISFIABLE\nv {} 0\n", literals.join(" "));
    let answer = file("answer.txt", &answer);
    assert_eq!(
        out(&["convert", CLUED, "--from-model", &answer]).trim_end(),
        SOLVED
    );
    let rows: Vec<String> = solution.iter().map(|choice| choice.0.to_string()).collect();
    let rows = file("rows.txt", &rows.join(" "));
    assert_eq!(
        out(&["convert", "toy", "4", "--from-cover", &rows]).trim_end(),
        SOLVED
    );
}

#[test]
fn lines_and_tables_have_it() {
    let lines = file("lines.txt", &format!("{CLUED}\n{SOLVED}\ntoy:12\n"));
    let (told, err, code) = ran(&["solve", &lines]);
    assert_eq!((told.lines().count(), code), (3, 2), "{told}{err}");
    let table = file("table.csv", &format!("id,puzzle\n7,{CLUED}\n"));
    for (command, told) in [
        ("solve", SOLVED),
        ("check", "unique"),
        ("rate", "unique"),
        ("convert", CLUED),
    ] {
        let output = format!("{}/toy-{command}.csv", env!("CARGO_TARGET_TMPDIR"));
        out(&[command, &table, "-o", &output]);
        let text = std::fs::read_to_string(&output).unwrap();
        assert!(text.contains(told), "{command}: {text}");
    }
    let made = format!("{}/toy-made.csv", env!("CARGO_TARGET_TMPDIR"));
    out(&[
        "generate", "toy", "4", "-n", "3", "--seed", "1", "-o", &made,
    ]);
    assert_eq!(
        std::fs::read_to_string(&made)
            .unwrap()
            .matches("toy:")
            .count(),
        6
    );
}

#[test]
fn puzzles_are_made_of_it() {
    let made = out(&["generate", "toy", "4", "--seed", "3", "--to", "line"]);
    let made = made.trim_end();
    assert!(made.starts_with("toy:") && made.contains('0'), "{made}");
    assert!(out(&["check", made]).contains("unique"));
}

#[test]
fn serve_answers_questions_about_it() {
    let mut serve = command(&["serve", "--port", "0"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut address = String::new();
    let mut told = BufReader::new(serve.stdout.take().unwrap());
    told.read_line(&mut address).unwrap();
    let address = address.trim().trim_start_matches("http://");
    let address = address.trim_end_matches('/');
    let question = format!(r#"{{"do":"count","puzzle":{{"text":"{CLUED}"}}}}"#);
    let head = "POST /api/ask HTTP/1.1\r\nContent-Type: application/json\r\nConnection: close\r\n";
    let length = question.len();
    let mut stream = TcpStream::connect(address).unwrap();
    write!(
        stream,
        "{head}Host: {address}\r\nContent-Length: {length}\r\n\r\n{question}"
    )
    .unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    serve.kill().unwrap();
    serve.wait().unwrap();
    assert!(answer.contains(r#""count":"1""#), "{answer}");
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
    let asked = |word: &str, rest: &str| {
        let comma = if rest.is_empty() { "" } else { "," };
        let question = format!(r#"{{"do":"{word}"{comma}{rest}}}"#);
        ask(&question, &News::unheard(), &caps)
    };
    let puzzle = format!(r#""puzzle":{{"text":"{CLUED}"}}"#);
    let played = format!(r#"{puzzle},"play":{{"values":{{"3":"3"}}}}"#);
    let shared = asked("share", &played);
    let shared: serde_json::Value = serde_json::from_str(&shared).unwrap();
    let questions = [
        ("hello", String::new(), "Latin squares of up to 9 values"),
        ("read", format!(r#""text":"{CLUED}""#), r#""family":"toy""#),
        (
            "board",
            r#""kind":"toy","size":"3""#.to_owned(),
            "toy:000000000",
        ),
        (
            "edit",
            format!(r#"{puzzle},"set":[{{"cell":3,"value":"4"}},{{"cell":0,"value":null}}]"#),
            "toy:0234341021004000",
        ),
        ("draw", puzzle.clone(), "<svg"),
        ("solve", puzzle.clone(), r#""values":["1","2","3","4""#),
        ("count", puzzle.clone(), r#""count":"1""#),
        ("check", puzzle.clone(), r#""status":"unique""#),
        ("possible", puzzle.clone(), r#""is_exact":true"#),
        ("notes", puzzle.clone(), r#""marks":[[],[],[],[3]"#),
        ("sight", puzzle.clone(), r#""each":[4,4,4,4]"#),
        ("hint", puzzle.clone(), r#""technique""#),
        ("explain", puzzle.clone(), r#""steps""#),
        ("rate", puzzle.clone(), r#""difficulty""#),
        (
            "generate",
            r#""kind":"toy","size":"4","seed":1"#.to_owned(),
            r#""status":"made""#,
        ),
        ("convert", format!(r#"{puzzle},"to":"line""#), CLUED),
        ("render", puzzle.clone(), "<svg"),
        ("judge", played, r#""wrong":[3]"#),
        ("share", puzzle, r#""link":"z"#),
        (
            "open",
            format!(r#""link":{}"#, shared["link"]),
            r#""values":{"3":"3"}"#,
        ),
    ];
    for (word, rest, told) in &questions {
        let answer = asked(word, rest);
        assert!(answer.contains(told), "{word}: {answer}");
    }
    let table = include_str!("../../../../desk/src/lib.rs");
    let (_, table) = table.split_once("//! | `do` |").unwrap();
    let (table, _) = table.split_once("//!\n").unwrap();
    for row in table
        .lines()
        .filter_map(|line| line.strip_prefix("//! | `"))
    {
        let (word, _) = row.split_once('`').unwrap();
        assert!(questions.iter().any(|(asked, ..)| *asked == word), "{word}");
    }
}

#[test]
fn rows_of_a_batch_are_puzzles_of_it() {
    let rows = TextColumn::of([CLUED, "1...............", "toy:12"].map(Some)).unwrap();
    let statuses = |families: Families, operation| {
        let task = Task::new(operation).of(families);
        let columns = run(&task, rows.texts(), &Pace::new()).unwrap();
        let word = |row| columns.text("status", row).unwrap().to_owned();
        let words: Vec<String> = (0..3).map(word).collect();
        words.join(" ")
    };
    for (operation, told) in Operation::ALL.into_iter().zip([
        "solved several malformed",
        "unique several malformed",
        "unique several malformed",
        "unique several malformed",
        "unsupported canonical malformed",
    ]) {
        assert_eq!(statuses(families(), operation), told, "{operation:?}");
    }
    let strange = statuses(Families::default(), Operation::Solve);
    assert_eq!(strange, "malformed several malformed");
    let task = Task::new(Operation::Solve).of(families());
    let columns = run(&task, rows.texts(), &Pace::new()).unwrap();
    assert_eq!(columns.text("solution", 0), Some(SOLVED));
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

#[test]
fn a_family_is_one_file_of_at_most_150_lines() {
    assert!(include_str!("latin.rs").lines().count() <= 150);
}

#[test]
fn answers_to_it_are_scored() {
    let solver = Solver::new();
    let puzzle = families().read(CLUED, None).unwrap();
    let score = |answer: &str| solver.score(&*puzzle, answer, None).unwrap();
    let right = score(SOLVED);
    assert!(right.is_solved() && right.is_unique == Some(true));
    assert_eq!((right.open, right.right), (7, Some(7)));
    let wrong = score("toy:1234341221434322");
    assert_eq!((wrong.broken, wrong.changed, wrong.right), (2, 0, Some(6)));
    let changed = score("toy:2234341221434321");
    assert_eq!((changed.changed, changed.is_valid), (1, false));
    assert_eq!(score(CLUED).filled, 0);
    // "toy:12" would be the choice of that number, as solvers of exact cover write it.
    assert!(score("toy:1234").malformed.is_some());
    assert!(score("1...............").malformed.is_some());
}
