//! Damaged files: for any content of a table, a list of puzzles or a checkpoint, the command ends
//! with one of its exit codes and a sentence, and never resumes from a damaged checkpoint. The same
//! damage each time; `crates/fuzzing` does the same to all library code.

use std::path::PathBuf;
use std::process::{Command, Stdio};
use tilewright_fuzzing::mutate;
use tilewright_testkit::Seeded;

/// The number of damaged files of each kind.
const TRIES: usize = 60;

/// The standard error of a run, and its exit code.
fn run(args: &[&str]) -> (String, i32) {
    let output = Command::new(env!("CARGO_BIN_EXE_tilewright"))
        .args(args)
        .env("NO_COLOR", "1")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let err = String::from_utf8_lossy(&output.stderr).into_owned();
    let code = output.status.code();
    let code = code.unwrap_or_else(|| panic!("{args:?} was killed: {:?}", output.status));
    (err, code)
}

fn path(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    path.to_str().unwrap().to_owned()
}

/// Runs the command on damaged files of that ending.
fn try_all(ending: &str, seeds: &[&str], args: &[&str]) {
    let file = path(&format!("damaged.{ending}"));
    let seeds: Vec<Vec<u8>> = seeds.iter().map(|seed| seed.as_bytes().to_vec()).collect();
    let mut random = Seeded::new(21);
    for _ in 0..TRIES {
        let input = mutate::input(&mut random, &seeds, 4096);
        std::fs::write(&file, &input).unwrap();
        let (err, code) = run(&[&args[..1], &[&file], &args[1..]].concat());
        let shown = String::from_utf8_lossy(&input);
        assert!((0..=3).contains(&code), "{code} for {shown:?}: {err}");
        assert!(!err.contains("panicked"), "{shown:?}: {err}");
        assert!(code != 2 || !err.is_empty(), "{shown:?}");
    }
}

const CSV: &[&str] = &[
    "id,puzzle\n1,123434122143432.\n2,1...............\n3,oops\n",
    "puzzle,\"a \"\"name\"\"\"\n\"1 2 . .\n. . 1 2\n2 . 4 .\n. . . .\",x\n",
    "\u{feff}quiz;b\r\n12..............;\r\n",
];

const JSON_LINES: &[&str] = &[
    "{\"id\":1,\"puzzle\":\"123434122143432.\"}\n{\"id\":2,\"puzzle\":null}\n",
    "{\"puzzle\":{\"family\":\"sudoku\",\"dims\":[2,2],\"cells\":[1,0]},\"é\":[1,{\"x\":\"\\ud83d\\ude00\"}]}\n",
];

const LINES: &[&str] = &[
    "123434122143432.\n1...............\n# remark\n\n11..............\n",
    "1..3.48.9.24.....7...96.5..23.....5.5.7..8.........4....95.....3..8......5.6...3.\n",
];

#[test]
fn tables() {
    let bounds = ["--nodes", "1000", "--time", "20s"];
    for (ending, seeds) in [("csv", CSV), ("tsv", CSV), ("jsonl", JSON_LINES)] {
        let out = path(&format!("damaged-out.{ending}"));
        let args = [&["check", "-o", &out][..], &bounds].concat();
        try_all(ending, seeds, &args);
    }
}

#[test]
fn streams() {
    for (ending, seeds) in [("stream.csv", CSV), ("txt", LINES)] {
        try_all(
            ending,
            seeds,
            &["solve", "--nodes", "1000", "--time", "20s"],
        );
    }
}

#[test]
fn checkpoints() {
    let file = path("damaged.checkpoint");
    let count = ["count", "sudoku", "8,1", "--nodes", "100"];
    let _ = std::fs::remove_file(&file);
    let (err, code) = run(&[&count[..], &["--checkpoint", &file]].concat());
    assert_eq!(code, 3, "{err}");
    let whole = vec![std::fs::read(&file).unwrap()];
    let mut random = Seeded::new(22);
    for _ in 0..TRIES {
        let damaged = mutate::input(&mut random, &whole, usize::MAX);
        if damaged == whole[0] {
            continue;
        }
        std::fs::write(&file, &damaged).unwrap();
        let (err, code) = run(&[&count[..], &["--resume", &file]].concat());
        assert_eq!(code, 2, "{err}");
        assert!(!err.contains("panicked"), "{err}");
        assert_eq!(
            std::fs::read(&file).unwrap(),
            damaged,
            "it is left as it was"
        );
    }
}
