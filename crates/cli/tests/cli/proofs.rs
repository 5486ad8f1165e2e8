//! `prove` and `verify`: folders that are there when a proof is, and not otherwise.

use crate::{command, file, ran, run, run_with};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

/// A folder for a test, empty, whose name must be its own.
fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir(&path).unwrap();
    path
}

fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

const FOUR: &[u8] = b"12..341.2143432.";

#[test]
fn a_proof_is_written_and_holds() {
    let place = folder("proofs-holds");
    let proof = place.join("proof").to_str().unwrap().to_owned();
    // With and without a slash at its end.
    let slashed = format!("{proof}/");
    let proved = run_with(&["prove", "-o", &slashed], FOUR);
    assert_eq!(
        (proved.out.as_str(), proved.code),
        ("unique\n", 0),
        "{}",
        proved.err
    );
    assert_eq!(names(&place), ["proof"]);
    let verified = run(&["verify", &slashed]);
    assert_eq!((verified.err.as_str(), verified.code), ("", 0));
    assert!(
        verified
            .out
            .starts_with("unique: the proof holds (64 variables, "),
        "{}",
        verified.out
    );
    // An existing file is not overwritten.
    let again = run_with(&["prove", "--output", &proof], FOUR);
    let expected = format!("error: {proof}: this is there already; expected a new folder\n");
    assert_eq!(again, ran("", &expected, 2));
    assert_eq!(run(&["verify", &proof]).code, 0);
}

#[test]
fn a_changed_proof_is_a_no_and_a_missing_file_bad_input() {
    let place = folder("proofs-changed");
    let proof = place.join("proof").to_str().unwrap().to_owned();
    assert_eq!(run_with(&["prove", "-o", &proof], FOUR).code, 0);
    let lrat = place.join("proof/proof.lrat");
    let text = std::fs::read_to_string(&lrat).unwrap();
    std::fs::write(&lrat, &text[..text.len() - 1]).unwrap();
    let last = text.lines().count();
    let expected = format!("rejected: proof.lrat:{last}: the file ends in the midst of a line\n");
    assert_eq!(run(&["verify", &proof]), ran(&expected, "", 1));
    std::fs::write(&lrat, b"\x1b[31m").unwrap();
    let expected = "rejected: proof.lrat:1: expected the number of a clause, not the byte 27\n";
    assert_eq!(run(&["verify", &proof]), ran(expected, "", 1));
    std::fs::remove_file(&lrat).unwrap();
    let missing = run(&["verify", &proof]);
    assert_eq!(missing.code, 2);
    assert!(
        missing.err.ends_with("proof.lrat: there is no such file\n"),
        "{}",
        missing.err
    );
}

#[test]
fn what_is_no_proof_is_bad_input() {
    let nowhere = run(&["verify", "no-such-folder"]);
    assert_eq!(
        nowhere,
        ran("", "error: no-such-folder: there is no such folder\n", 2)
    );
    let path = file("proofs-file.txt", "x");
    let expected = format!("error: {path}: this is a file; expected the folder of a proof\n");
    assert_eq!(run(&["verify", &path]), ran("", &expected, 2));
    let place = folder("proofs-empty");
    let empty = run(&["verify", place.to_str().unwrap()]);
    assert_eq!(empty.code, 2);
    assert!(
        empty.err.ends_with("manifest.txt: there is no such file\n"),
        "{}",
        empty.err
    );
}

#[test]
fn several_solutions_leave_no_folder() {
    let place = folder("proofs-several");
    let proof = place.join("proof");
    let proof = proof.to_str().unwrap();
    let several = run_with(&["prove", "-o", proof], b"2 2\n2 0\n0 2\n");
    assert_eq!((several.err.as_str(), several.code), ("", 1));
    assert!(
        several.out.starts_with("not unique\n\none solution:\n┌"),
        "{}",
        several.out
    );
    assert!(
        several.out.contains("\nanother solution:\n┌"),
        "{}",
        several.out
    );
    assert!(names(&place).is_empty());
}

#[test]
fn one_puzzle_at_a_time() {
    let place = folder("proofs-lines");
    let proof = place.join("proof");
    let proof = proof.to_str().unwrap();
    let lines = [FOUR, b"\n", FOUR, b"\n"].concat();
    let many = run_with(&["prove", "-o", proof], &lines);
    assert_eq!(many.code, 2);
    assert!(
        many.err.contains("prove takes one puzzle at a time"),
        "{}",
        many.err
    );
    let many = run(&["prove", "a.txt", "b.txt", "-o", proof]);
    assert_eq!(
        many,
        ran(
            "",
            "error: prove takes one puzzle at a time, not 2 files\n",
            2
        )
    );
    let bad = run_with(&["prove", "-o", proof], b"12..347.2143432.");
    assert_eq!(bad.code, 2);
    for odd in ["..", "/", "no/such/place/proof"] {
        let odd = run_with(&["prove", "-o", odd], FOUR);
        assert_eq!((odd.out.as_str(), odd.code), ("", 2), "{}", odd.err);
    }
    assert!(names(&place).is_empty());
}

/// An 8×8 board without two opposite corners, and dominoes: no proof of this kind is short.
fn mutilated(side: usize) -> String {
    let name = |x: usize, y: usize| format!("c{x}.{y}");
    let is_there = |x: usize, y: usize| {
        x < side && y < side && (x, y) != (0, 0) && (x, y) != (side - 1, side - 1)
    };
    let cells: Vec<(usize, usize)> = (0..side * side)
        .map(|i| (i % side, i / side))
        .filter(|&(x, y)| is_there(x, y))
        .collect();
    let items: Vec<String> = cells.iter().map(|&(x, y)| name(x, y)).collect();
    let mut text = items.join(" ") + "\n";
    for (x, y) in cells {
        for (u, v) in [(x + 1, y), (x, y + 1)] {
            if is_there(u, v) {
                writeln!(text, "{} {}", name(x, y), name(u, v)).unwrap();
            }
        }
    }
    text
}

#[test]
fn a_stopped_proof_leaves_no_folder() {
    let place = folder("proofs-stopped");
    let proof = place.join("proof");
    let proof = proof.to_str().unwrap();
    let hard = file("proofs-mutilated.xcc", mutilated(20));
    let stopped = run(&["prove", &hard, "-o", proof, "--time", "300ms"]);
    assert_eq!(
        stopped,
        ran("", "unknown whether there is a solution (time is up)\n", 3)
    );
    assert!(names(&place).is_empty());
    let stopped = run(&["prove", &hard, "-o", proof, "--memory", "1MiB"]);
    assert_eq!((stopped.out.as_str(), stopped.code), ("", 3));
    let sentence = "unknown whether there is a solution (memory limit reached: needs ";
    assert!(stopped.err.starts_with(sentence), "{}", stopped.err);
    let allowed = " MiB, 1.0 MiB allowed)\n";
    assert!(stopped.err.ends_with(allowed), "{}", stopped.err);
    assert!(names(&place).is_empty());
    let large = run(&["prove", "sudoku", "64,64", "-o", proof]);
    assert_eq!(large.code, 2);
    assert!(
        large.err.contains("of memory, but only 2.0 GiB is allowed"),
        "{}",
        large.err
    );
    assert!(names(&place).is_empty());
}

#[cfg(unix)]
#[test]
fn an_interrupted_proof_leaves_no_folder() {
    let place = folder("proofs-interrupted");
    let proof = place.join("proof");
    let hard = file("proofs-mutilated-2.xcc", mutilated(20));
    let child = command(&["prove", &hard, "-o", proof.to_str().unwrap()])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(Duration::from_millis(500));
    let killed = std::process::Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(killed.unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    assert!(output.stdout.is_empty());
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("interrupted"), "{said}");
    assert!(!proof.exists());
}

#[test]
fn a_check_is_stopped_truthfully() {
    let place = folder("proofs-check-stopped");
    let proof = place.join("proof");
    let proof = proof.to_str().unwrap();
    assert_eq!(run_with(&["prove", "-o", proof], FOUR).code, 0);
    let stopped = run(&["verify", proof, "--time", "0s"]);
    assert_eq!(
        stopped,
        ran("", "unknown whether the proof holds (time is up)\n", 3)
    );
}

/// A proof that does not fit into memory is not called wrong.
#[test]
fn a_check_that_lacks_memory_says_nothing_of_the_proof() {
    let place = folder("proofs-check-memory");
    let proof = place.join("proof");
    let proof = proof.to_str().unwrap();
    let puzzle = "sudoku/tile-reduction-16x16.txt";
    let puzzle = format!("{}/../../corpus/{puzzle}", env!("CARGO_MANIFEST_DIR"));
    assert_eq!(run(&["prove", &puzzle, "-o", proof]).code, 0);
    let sentence = "unknown whether the proof holds (memory limit reached: needs ";
    for (memory, size) in [("4k", "1.0 MiB, 4.0 KiB"), ("3MiB", " MiB, 3.0 MiB")] {
        let stopped = run(&["verify", proof, "--memory", memory]);
        assert_eq!((stopped.out.as_str(), stopped.code), ("", 3), "{memory}");
        assert!(stopped.err.starts_with(sentence), "{}", stopped.err);
        let end = format!("{size} allowed)\n");
        assert!(stopped.err.ends_with(&end), "{}", stopped.err);
    }
    assert_eq!(run(&["verify", proof]).code, 0);
}
