//! Whatever is changed in a proof, it is rejected.

use super::{Files, Numbers, checked, proved};
use std::fmt::Write as _;
use tilewright::checker::sha256::Sha256;
use tilewright::checker::{Problem, verify};
use tilewright::puzzles::{Families, Reading};
use tilewright::{Budget, read};
use tilewright_testkit::corpus;

const SUMS: &str = "SHA256SUMS";

/// A proof of each family, both claims among them.
fn proofs() -> Vec<(String, Files)> {
    let names = [
        "sudoku/tile-reduction-9x9.txt",
        "shikaku/5x5-1.txt",
        "shikaku/15x20-0.txt",
        "rules/jigsaw-5x5.toml",
        "cover/langford5.xcc",
    ];
    let mut texts: Vec<(String, String)> = Vec::new();
    for name in names {
        let text = std::fs::read_to_string(corpus().join(name)).unwrap();
        texts.push((name.to_owned(), text));
    }
    let roads = "E R D D D\nD U U _ _\nU D D _ U\nE R U L E\n";
    texts.push(("roads".to_owned(), roads.to_owned()));
    let proof = |(name, text): (String, String)| {
        let reading = Reading::of(&text, None).unwrap();
        let puzzle = reading.read(&text).unwrap();
        let (_, files) = proved(&*puzzle, Some(&reading));
        assert!(checked(&files).is_ok(), "{name}");
        (name, files)
    };
    texts.into_iter().map(proof).collect()
}

/// The file that a rejection is about and its line.
fn rejection(files: &Files) -> Result<(&'static str, Option<u64>), String> {
    match checked(files) {
        Err(Problem::Rejected { file, line, reason }) => {
            assert!(!reason.is_empty());
            Ok((file, line))
        }
        Err(other) => Err(format!("{other:?}")),
        Ok(verified) => Err(format!("{verified:?}")),
    }
}

/// Writes the checksums anew, as a forger would.
fn reseal(files: &mut Files) {
    let sums = String::from_utf8(files[SUMS].clone()).unwrap();
    let mut renewed = String::new();
    for line in sums.lines() {
        let (_, file) = line.split_once("  ").unwrap();
        let mut sum = Sha256::default();
        sum.update(&files[file]);
        writeln!(renewed, "{}  {file}", sum.finish()).unwrap();
    }
    files.insert(SUMS.to_owned(), renewed.into_bytes());
}

/// Changes some lines of a file, or nothing.
fn change_lines(bytes: &[u8], numbers: &mut Numbers) -> Vec<u8> {
    let mut lines: Vec<&[u8]> = bytes.split_inclusive(|&byte| byte == b'\n').collect();
    let [a, b] = [0, 1].map(|_| numbers.below(lines.len()));
    match numbers.below(4) {
        0 => drop(lines.remove(a)),
        1 => lines.insert(b, lines[a]),
        2 => lines.swap(a, b),
        _ => lines.truncate(a),
    }
    lines.concat()
}

/// Changes the words of a line: two change places, one goes, or one is doubled.
fn change_words(bytes: &[u8], numbers: &mut Numbers) -> Vec<u8> {
    let text = String::from_utf8_lossy(bytes).into_owned();
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let at = numbers.below(lines.len());
    let mut words: Vec<&str> = lines[at].split(' ').collect();
    let [a, b] = [0, 1].map(|_| numbers.below(words.len()));
    match numbers.below(3) {
        0 => words.swap(a, b),
        1 => drop(words.remove(a)),
        _ => words.insert(b, words[a]),
    }
    let changed = words.join(" ");
    lines[at] = changed;
    (lines.join("\n") + "\n").into_bytes()
}

fn change(bytes: &[u8], numbers: &mut Numbers) -> Vec<u8> {
    match numbers.below(4) {
        0 => {
            let mut bytes = bytes.to_vec();
            let at = numbers.below(bytes.len());
            bytes[at] ^= 1 << numbers.below(8);
            bytes
        }
        1 => change_lines(bytes, numbers),
        2 => change_words(bytes, numbers),
        _ => bytes[..numbers.below(bytes.len())].to_vec(),
    }
}

#[test]
fn every_change_is_rejected() {
    let mut numbers = Numbers(5);
    let mut rejected = 0;
    for (name, files) in proofs() {
        let all: Vec<String> = files.keys().cloned().collect();
        for round in 0..200 {
            let file = &all[round % all.len()];
            let mut changed = files.clone();
            let bytes = change(&files[file], &mut numbers);
            if bytes == files[file] {
                continue;
            }
            changed.insert(file.clone(), bytes);
            rejection(&changed).unwrap_or_else(|e| panic!("{name} {file} {round}: {e}"));
            rejected += 1;
        }
    }
    assert!(rejected > 1000, "{rejected}");
}

/// Without the help of checksums: the names, the solution and the formula are derived again, so
/// the first line that differs is the one that is named.
#[test]
fn the_first_bad_line_is_named() {
    let mut numbers = Numbers(6);
    let mut rejected = 0;
    for (name, files) in proofs() {
        for round in 0..60 {
            let file = ["variables.txt", "formula.cnf"][round % 2];
            let mut changed = files.clone();
            let bytes = change(&files[file], &mut numbers);
            let lines = |bytes: &[u8]| -> Vec<Vec<u8>> {
                let lines = bytes.split_inclusive(|&byte| byte == b'\n');
                lines.map(<[u8]>::to_vec).collect()
            };
            let (old, new) = (lines(&files[file]), lines(&bytes));
            let same = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
            if bytes == files[file] {
                continue;
            }
            changed.insert(file.to_owned(), bytes);
            reseal(&mut changed);
            let place = rejection(&changed).unwrap_or_else(|e| panic!("{name} {file}: {e}"));
            assert_eq!(place, (file, Some(same as u64 + 1)), "{name}");
            rejected += 1;
        }
    }
    assert!(rejected > 250, "{rejected}");
}

/// With checksums made anew a solution and a manifest still have to be true.
#[test]
fn whoever_makes_new_checksums_has_still_to_be_right() {
    let mut numbers = Numbers(7);
    let mut rejected = 0;
    for (name, files) in proofs() {
        for (file, rounds) in [
            ("solution.txt", 40),
            ("manifest.txt", 40),
            ("puzzle.txt", 60),
        ] {
            for _ in 0..rounds {
                let Some(bytes) = files.get(file) else {
                    continue;
                };
                let mut changed = files.clone();
                let bytes = change(bytes, &mut numbers);
                if bytes == files[file] {
                    continue;
                }
                changed.insert(file.to_owned(), bytes);
                reseal(&mut changed);
                // Other words for the same puzzle are fine, and so is another name of its maker.
                let is_same = match checked(&changed) {
                    Err(Problem::Rejected { .. }) => {
                        rejected += 1;
                        continue;
                    }
                    Err(other) => panic!("{name} {file}: {other:?}"),
                    Ok(verified) => {
                        let original = checked(&files).unwrap();
                        verified.claim == original.claim
                            && verified.solution == original.solution
                            && verified.puzzle.givens() == original.puzzle.givens()
                            && verified.puzzle.model(&Budget::default())
                                == original.puzzle.model(&Budget::default())
                    }
                };
                assert!(is_same && file != "solution.txt", "{name} {file}");
            }
        }
    }
    assert!(rejected > 400, "{rejected}");
}

#[test]
fn the_parts_of_two_proofs_do_not_fit() {
    let texts = ["12..341.2143432.", "1234341221434..."];
    let [one, other] = texts.map(|text| proved(&*read(text, None).unwrap(), None).1);
    for file in ["puzzle.txt", "formula.cnf", SUMS, "manifest.txt"] {
        assert_ne!(one[file], other[file]);
        let mut mixed = one.clone();
        mixed.insert(file.to_owned(), other[file].clone());
        rejection(&mixed).unwrap();
    }
    // The whole of another proof but for its puzzle, sealed anew: the formula is another one.
    let mut mixed = other;
    mixed.insert("puzzle.txt".to_owned(), one["puzzle.txt"].clone());
    reseal(&mut mixed);
    let (file, line) = rejection(&mixed).unwrap();
    assert!(file == "manifest.txt" || file == "formula.cnf", "{file}");
    assert!(line.is_some());
}

#[test]
fn a_claim_cannot_be_turned_round() {
    // "Unsolvable" with the formula of "unique", and without the clause that excludes a solution.
    let puzzle = read("12..341.2143432.", None).unwrap();
    let (_, files) = proved(&*puzzle, None);
    let text = |file: &str| String::from_utf8(files[file].clone()).unwrap();
    let mut changed = files.clone();
    let manifest = text("manifest.txt").replace("claim: unique", "claim: unsolvable");
    changed.insert("manifest.txt".to_owned(), manifest.into_bytes());
    assert_eq!(rejection(&changed), Ok(("manifest.txt", Some(6))));
    let formula = text("formula.cnf");
    let clauses = formula.lines().count() - 1;
    let fewer = |text: &str| {
        text.replace(
            &format!("clauses: {clauses}"),
            &format!("clauses: {}", clauses - 1),
        )
        .replace(
            &format!("p cnf 64 {clauses}"),
            &format!("p cnf 64 {}", clauses - 1),
        )
    };
    let last = formula.lines().last().unwrap();
    let formula = fewer(&formula).replace(&format!("{last}\n"), "");
    changed.insert("formula.cnf".to_owned(), formula.into_bytes());
    let manifest = fewer(&String::from_utf8(changed["manifest.txt"].clone()).unwrap());
    changed.insert("manifest.txt".to_owned(), manifest.into_bytes());
    let (file, _) = rejection(&changed).unwrap();
    assert_eq!(file, "proof.lrat");
}

#[test]
fn missing_files_are_told_and_limits_kept() {
    let (_, files) = proved(&*read("12..341.2143432.", None).unwrap(), None);
    for gone in files.keys() {
        let mut fewer = files.clone();
        fewer.remove(gone);
        match checked(&fewer) {
            Err(Problem::Unreadable { file, .. }) => assert_eq!(file, gone),
            other => panic!("{gone}: {other:?}"),
        }
    }
    let little = Budget::default().memory(100);
    assert!(verify(&files, &Families::default(), &little).is_err());
}
