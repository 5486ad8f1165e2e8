//! Every file of the corpus that belongs to exact cover or to rules: recognised, read, counted,
//! written and read back.

use std::collections::BTreeMap;
use tilewright_engines::{Ask, End, Engine, reduce::Reduce, solutions};
use tilewright_model::budget::Budget;
use tilewright_puzzles::cover::{COVER, Cover};
use tilewright_puzzles::rules::{RULES, Rules};
use tilewright_puzzles::{Puzzle, Reading, export::to_xcc, read};
use tilewright_testkit::corpus;

/// The files of a folder with their text, in order.
fn files(folder: &str) -> Vec<(String, String)> {
    let entries = std::fs::read_dir(corpus().join(folder)).unwrap();
    let mut files: Vec<_> = entries
        .map(|entry| {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            (
                format!("{folder}/{name}"),
                std::fs::read_to_string(path).unwrap(),
            )
        })
        .collect();
    files.sort();
    assert!(!files.is_empty());
    files
}

fn known_counts() -> BTreeMap<String, u64> {
    let text = std::fs::read_to_string(corpus().join("known-counts.toml")).unwrap();
    let table: toml::Table = text.parse().unwrap();
    let count = |value: toml::Value| match value {
        toml::Value::Integer(count) => u64::try_from(count).unwrap(),
        toml::Value::String(word) if word == "unique" => 1,
        other => panic!("{other:?} is not a count"),
    };
    table.into_iter().map(|(k, v)| (k, count(v))).collect()
}

/// Counts the solutions; each must pass the definition and draw itself.
fn count(puzzle: &dyn Puzzle) -> u64 {
    let model = puzzle.model(&Budget::default()).unwrap();
    let ask = Ask::given(puzzle.givens());
    let mut search = Reduce.prepare(&model, &Budget::default()).unwrap();
    let mut found = solutions(&mut *search, &ask);
    let mut number = 0;
    for solution in &mut found {
        assert!(model.is_solution(&solution));
        let solved = puzzle.fill(&solution);
        assert_ne!(solved.plain(), "");
        assert_eq!(solved.givens(), solution);
        number += 1;
    }
    assert_eq!(found.end(), Some(End::Complete));
    number
}

#[test]
fn every_file_that_has_a_count_exists() {
    for file in known_counts().keys() {
        assert!(corpus().join(file).is_file(), "{file}");
    }
}

#[test]
fn exact_cover_files() {
    let known = known_counts();
    for (name, text) in files("cover") {
        assert_eq!(Reading::of(&text, None).unwrap().family.name, "cover");
        let puzzle: Cover = text.parse().unwrap();
        assert_eq!(COVER.write(&puzzle, "xcc").unwrap(), text, "{name}");
        assert_eq!(count(&puzzle), known[&name], "{name}");
    }
}

#[test]
fn rules_files() {
    let known = known_counts();
    for (name, text) in files("rules") {
        assert_eq!(Reading::of(&text, None).unwrap().family.name, "rules");
        let puzzle: Rules = text.parse().unwrap();
        let again: Rules = RULES.write(&puzzle, "toml").unwrap().parse().unwrap();
        assert_eq!(again, puzzle, "{name}");
        assert_eq!(count(&puzzle), known[&name], "{name}");
        let model = puzzle.model(&Budget::default()).unwrap();
        if model.links().next().is_some() {
            // No exact cover says that something is connected.
            continue;
        }
        let exported = to_xcc(&model, &puzzle, &puzzle.givens(), &Budget::default()).unwrap();
        let cover: Cover = exported.parse().unwrap();
        assert_eq!(count(&cover), known[&name], "{name} as exact cover");
    }
}

#[test]
fn files_of_other_families_are_not_claimed() {
    for folder in ["sudoku", "shikaku", "tiles"] {
        for (name, text) in files(folder) {
            if let Ok(reading) = Reading::of(&text, None) {
                assert!(
                    !["cover", "rules"].contains(&&*reading.family.name),
                    "{name}"
                );
            }
        }
    }
}

/// Each example of the documentation, with the number that the text before it promises:
/// `<!-- solutions: 92 -->`, or `<!-- error: … -->` for one that is refused.
#[test]
fn examples_of_the_documentation() {
    let path = corpus().join("../docs/rules.md");
    let text = std::fs::read_to_string(path).unwrap();
    let (mut seen, mut wrong) = (0, Vec::new());
    for part in text.split("<!-- ").skip(1) {
        let (promise, rest) = part.split_once(" -->").unwrap();
        let example = rest.split_once("```toml\n").unwrap().1;
        let example = example.split_once("```").unwrap().0;
        let found = match read(example, Some("rules")) {
            Ok(puzzle) => format!("solutions: {}", count(&*puzzle)),
            Err(error) => format!("error: {error}"),
        };
        if found != promise {
            wrong.push(format!("{found}, but the text says {promise}:\n{example}"));
        }
        seen += 1;
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let examples = text.matches("```toml\n").count();
    assert_eq!(seen, examples, "every example has its promise");
}
