//! Puzzles in every output: one word for the verdict about each.

use crate::tables::{folder, name_in, read};
use crate::{NINE, file, run};
use serde_json::{Value, json};

/// A puzzle, and its verdicts: of the check, of its solutions, and of its steps.
struct Case {
    puzzle: &'static str,
    verdict: &'static str,
    solved: &'static str,
    explained: &'static str,
}

const CASES: [Case; 5] = [
    Case {
        puzzle: NINE,
        verdict: "unique",
        solved: "solved",
        explained: "solved",
    },
    Case {
        puzzle: "1...............",
        verdict: "several",
        solved: "solved",
        explained: "several",
    },
    // No two givens exclude each other.
    Case {
        puzzle: "123...4.........",
        verdict: "unsolvable",
        solved: "unsolvable",
        explained: "unsolvable",
    },
    // Two do.
    Case {
        puzzle: "11..............",
        verdict: "unsolvable",
        solved: "unsolvable",
        explained: "unsolvable",
    },
    Case {
        puzzle: "12....1....34...",
        verdict: "unique",
        solved: "solved",
        explained: "solved",
    },
];

fn lines() -> String {
    let puzzles = CASES.map(|case| case.puzzle);
    puzzles.join("\n") + "\n"
}

/// The words under `status` that a command says of each case.
fn statuses(args: &[&str]) -> Vec<String> {
    let out = run(args).out;
    let objects = out
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap());
    objects
        .map(|object| object["status"].as_str().unwrap().to_owned())
        .collect()
}

fn expected(word: fn(&Case) -> &'static str) -> Vec<&'static str> {
    CASES.iter().map(word).collect()
}

#[test]
fn the_command_and_its_tables_say_one_word() {
    let path = file("words.txt", lines());
    let verdicts = expected(|case| case.verdict);
    let checked = run(&["check", &path]).out;
    assert_eq!(checked.lines().collect::<Vec<_>>(), verdicts);
    for command in ["check", "hint", "rate"] {
        assert_eq!(statuses(&[command, "--json", &path]), verdicts, "{command}");
    }
    let solved = expected(|case| case.solved);
    assert_eq!(statuses(&["solve", "--json", &path]), solved);
    // Not in bulk.
    assert_eq!(statuses(&["solve", "--json", "--seed", "1", &path]), solved);
    assert_eq!(
        statuses(&["check", "--json", "--seed", "1", &path]),
        verdicts
    );
    let explained = expected(|case| case.explained);
    assert_eq!(statuses(&["explain", "--json", &path]), explained);
    let rated = run(&["rate", &path]).out;
    let last = rated
        .lines()
        .skip(1)
        .map(|line| line.rsplit('\t').next().unwrap());
    for (word, case) in last.zip(&CASES) {
        assert_eq!(word == case.verdict, case.verdict != "unique", "{word}");
    }
    let folder = folder("words");
    let input = name_in(&folder, "in.csv");
    std::fs::write(&input, format!("puzzle\n{}", lines())).unwrap();
    for command in ["check", "rate"] {
        let output = name_in(&folder, &format!("{command}.jsonl"));
        run(&[command, &input, "-o", &output]);
        let rows = read(&output);
        let words = rows.lines().map(|line| {
            let row: Value = serde_json::from_str(line).unwrap();
            row["status"].as_str().unwrap().to_owned()
        });
        assert_eq!(words.collect::<Vec<_>>(), verdicts, "{command}");
    }
}

#[test]
fn a_clash_of_givens_stands_beside_the_word() {
    let path = file("words-clash.txt", lines());
    let out = run(&["check", "--json", &path]).out;
    let objects: Vec<Value> = out
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let clashes = objects.iter().map(|o| o["contradiction"].is_string());
    let clashes: Vec<bool> = clashes.collect();
    assert_eq!(clashes, [false, false, false, true, false]);
}

#[test]
fn the_page_says_the_same_words() {
    let ask = |question: &Value| -> Value {
        let caps = tilewright_desk::Caps::default();
        let answer = tilewright_desk::ask(
            &question.to_string(),
            &tilewright_desk::News::unheard(),
            &caps,
        );
        serde_json::from_str(&answer).unwrap()
    };
    for case in &CASES {
        let puzzle = json!({ "text": case.puzzle });
        for (question, word) in [
            ("check", case.verdict),
            ("rate", case.verdict),
            ("solve", case.solved),
            ("explain", case.explained),
        ] {
            let answer = ask(&json!({ "do": question, "puzzle": puzzle }));
            assert_eq!(
                answer["answer"]["status"], word,
                "{question} {}",
                case.puzzle
            );
        }
    }
    // Not even a moment.
    let hurried =
        json!({ "do": "rate", "puzzle": { "text": NINE }, "limits": { "seconds": 0.000_001 } });
    let stopped =
        json!({ "status": "stopped", "end": "time", "op": "rate", "reason": "time is up" });
    assert_eq!(ask(&hurried)["answer"], stopped);
}

#[test]
fn a_step_is_the_same_in_the_command_and_on_the_page() {
    let told = crate::run_with(&["hint", "--json"], NINE.as_bytes());
    let told: Value = serde_json::from_str(&told.out).unwrap();
    let question = json!({ "do": "hint", "puzzle": { "text": NINE } });
    let caps = tilewright_desk::Caps::default();
    let shown = tilewright_desk::ask(
        &question.to_string(),
        &tilewright_desk::News::unheard(),
        &caps,
    );
    let shown: Value = serde_json::from_str(&shown).unwrap();
    assert!(told["step"]["because"].is_string(), "{told}");
    assert_eq!(told["step"], shown["answer"]["step"]);
}

#[test]
fn every_column_of_a_table_is_a_key_of_the_json() {
    let folder = folder("keys");
    let input = name_in(&folder, "in.csv");
    std::fs::write(&input, format!("puzzle\n{NINE}\n")).unwrap();
    for command in ["solve", "check", "rate", "canonical"] {
        let told = crate::run_with(&[command, "--json"], NINE.as_bytes());
        let told: Value = serde_json::from_str(&told.out).unwrap();
        let output = name_in(&folder, &format!("{command}.jsonl"));
        run(&[command, &input, "-o", &output]);
        let row: Value = serde_json::from_str(&read(&output)).unwrap();
        let cells = row.as_object().unwrap().iter();
        let cells: Vec<_> = cells
            .filter(|(column, cell)| *column != "puzzle" && !cell.is_null())
            .collect();
        assert!(cells.len() > 1, "{row}");
        for (column, cell) in cells {
            let key = match column.as_str() {
                "se" => "/se/er".to_owned(),
                "hodoku_level" => "/hodoku/level".to_owned(),
                "hodoku_score" => "/hodoku/score".to_owned(),
                column => format!("/{column}"),
            };
            let value = told.pointer(&key).unwrap_or(&Value::Null);
            let text = |value: &Value| match value {
                Value::String(text) => text.clone(),
                other => other.to_string(),
            };
            let is_same = match serde_json::from_str::<Value>(&text(cell)) {
                Ok(object @ Value::Object(_)) => object == *value,
                _ => text(cell) == text(value),
            };
            assert!(
                is_same,
                "{command}: {column} is {cell}, and the key is {value}"
            );
        }
    }
}

#[test]
fn a_limit_is_a_stop_in_every_way_out() {
    let hardest =
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    let path = file("words-stopped.txt", format!("{hardest}\n{hardest}\n"));
    let few = ["--engine", "reduce", "--nodes", "2"];
    let checked = run(&[&["check", &path], &few[..]].concat());
    assert_eq!(
        (checked.out.as_str(), checked.code),
        ("stopped\nstopped\n", 3)
    );
    let stopped = ["stopped", "stopped"];
    for command in ["check", "solve"] {
        let args = [&[command, "--json", &path], &few[..]].concat();
        assert_eq!(statuses(&args), stopped, "{command}");
    }
    for command in [&["rate"][..], &["explain", "--nested"]] {
        let args = [command, &["--json", "--time", "5ms", &path]].concat();
        assert_eq!(statuses(&args), stopped, "{command:?}");
    }
}
