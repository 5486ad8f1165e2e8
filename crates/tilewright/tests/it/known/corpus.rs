//! Every file of the corpus: recognised, counted by every engine, solved, written and read back.

use super::{counted, files, listed, puzzle, solver, tell, text};
use std::collections::BTreeMap;
use std::path::PathBuf;
use tilewright::engines::ENGINES;
use tilewright::puzzles::Reading;
use tilewright::puzzles::export::{to_dimacs, to_xcc};
use tilewright::{Budget, Choice, Puzzle, Solver, read};
use tilewright_testkit::corpus;

/// The files by their names in `known-counts.toml`. A folder is a family.
fn corpus_files() -> BTreeMap<String, PathBuf> {
    let folders = files(&corpus()).into_iter().filter(|path| path.is_dir());
    // Samples and sets for maps are not puzzles: crates/maps tests them.
    let folders = folders.filter(|folder| !folder.ends_with("maps"));
    let name = |path: &PathBuf| -> String {
        let parts: Vec<_> = path.iter().rev().take(2).collect();
        format!("{}/{}", parts[1].display(), parts[0].display())
    };
    folders
        .flat_map(|folder| files(&folder))
        .map(|path| (name(&path), path))
        .collect()
}

fn known_counts() -> BTreeMap<String, u64> {
    let table: toml::Table = text(&corpus().join("known-counts.toml")).parse().unwrap();
    let count = |value: toml::Value| match value {
        toml::Value::Integer(count) => u64::try_from(count).unwrap(),
        toml::Value::String(word) if word == "unique" => 1,
        other => panic!("{other:?} is not a count"),
    };
    table.into_iter().map(|(k, v)| (k, count(v))).collect()
}

/// Nodes that an engine may visit for one file. `reduce` looks at a whole model at each of them, and
/// `sat` keeps a clause for each solution.
fn allowance(engine: &str) -> u64 {
    match engine {
        "reduce" => 100_000,
        "naive" => 500_000,
        "sat" => 10_000,
        _ => 8_000_000,
    }
}

#[test]
fn every_file_has_its_count_and_every_count_its_file() {
    let files: Vec<String> = corpus_files().into_keys().collect();
    let counts: Vec<String> = known_counts().into_keys().collect();
    assert_eq!(files, counts);
}

#[test]
fn every_file_is_recognised() {
    for (name, path) in corpus_files() {
        let family = name.split('/').next().unwrap();
        let reading = Reading::of(&text(&path), None).unwrap();
        assert_eq!(reading.family.name, family, "{name}");
        assert_eq!(puzzle(&path).family().name, family, "{name}");
    }
}

#[test]
fn every_engine_counts_what_is_known() {
    let mut answers: BTreeMap<&str, u32> = BTreeMap::new();
    let known = known_counts();
    for (name, path) in corpus_files() {
        let puzzle = puzzle(&path);
        for engine in ENGINES.iter().map(|engine| engine.name()) {
            let Some(count) = counted(&name, &*puzzle, engine, allowance(engine)) else {
                assert_ne!(engine, "auto", "{name}: auto answers for the whole corpus");
                continue;
            };
            assert_eq!(count, known[&name].to_string(), "{name} by {engine}");
            *answers.entry(engine).or_default() += 1;
        }
    }
    // The plain engines answer for their own files, or this would test nothing.
    let files = known.len() as u32;
    assert_eq!(answers["auto"], files);
    assert_eq!(answers["count"], files);
    assert!(answers["dance"] >= files - 1, "{answers:?}");
    assert!(answers["sat"] >= files - 5, "{answers:?}");
    assert!(answers["reduce"] >= files - 3, "{answers:?}");
    assert!(answers["naive"] >= 6, "{answers:?}");
}

#[test]
fn solutions_keep_the_rules_and_the_clues() {
    const MOST: u64 = 60;
    let known = known_counts();
    for (name, path) in corpus_files() {
        let puzzle = puzzle(&path);
        for engine in ["auto", "dance", "sat", "reduce"] {
            let (found, end) = listed(&solver(engine, allowance(engine)), &*puzzle, MOST);
            if (found.len() as u64) < known[&name].min(MOST) {
                tell(&format!("{name}: {engine} found {} ({end})", found.len()));
                assert!(["reduce", "sat"].contains(&engine), "{name}: {end}");
            }
            for solution in found {
                let filled = puzzle.fill(&solution);
                let clues = filled.givens();
                assert!(
                    clues.iter().all(|choice| solution.contains(choice)),
                    "{name}"
                );
                let kept = puzzle.givens();
                assert!(kept.iter().all(|choice| clues.contains(choice)), "{name}");
                assert_ne!(filled.plain(), puzzle.plain(), "{name} shows its solution");
            }
        }
    }
}

/// The puzzle again, from each format that its family writes and reads.
fn check_formats(name: &str, puzzle: &dyn Puzzle, same: impl Fn(&dyn Puzzle, &str, &str)) -> usize {
    let family = puzzle.family();
    let formats = family
        .formats
        .iter()
        .filter(|f| f.is_written() && f.is_read());
    let mut written = 0;
    for format in formats {
        let text = match puzzle.write(&format.name) {
            Ok(text) => text,
            Err(unwritable) => {
                tell(&format!("{name}: {unwritable}"));
                continue;
            }
        };
        let wanted = format!("{}:{}", family.name, format.name);
        let again = read(&text, Some(&wanted)).unwrap_or_else(|e| panic!("{name}: {e}\n{text}"));
        same(&*again, &format.name, &text);
        written += 1;
    }
    written
}

#[test]
fn what_is_written_reads_back() {
    let known = known_counts();
    for (name, path) in corpus_files() {
        let puzzle = puzzle(&path);
        let written = check_formats(&name, &*puzzle, |again, format, text| {
            assert_eq!(again.givens(), puzzle.givens(), "{name}: {format}");
            assert_eq!(again.write(format).unwrap(), text, "{name}: {format}");
            // A matrix of 0 and 1 has no names, and its rows might be lines of a small Sudoku: it has as
            // many solutions.
            if format == "matrix" {
                let what = format!("{name} as a matrix");
                let count = counted(&what, again, "auto", allowance("auto"));
                assert_eq!(count, Some(known[&name].to_string()), "{name}");
                return;
            }
            assert!(again.is_same(&*puzzle), "{name}: {format}\n{text}");
            let recognised = Reading::of(text, None).unwrap();
            assert_eq!(&recognised.family, puzzle.family(), "{name}: {format}");
        });
        assert!(written > 0, "{name}");
        if known[&name] == 0 {
            continue;
        }
        // A solved puzzle too, as far as the format can show a solution.
        let answer = Solver::new().first(&*puzzle).unwrap();
        let filled = puzzle.fill(&answer.solution.unwrap());
        check_formats(&name, &*filled, |again, format, text| {
            assert_eq!(
                again.write(format).unwrap(),
                text,
                "{name} solved: {format}"
            );
        });
    }
}

#[test]
fn the_model_written_for_other_programs_has_the_same_solutions() {
    let known = known_counts();
    for (name, path) in corpus_files() {
        let puzzle = puzzle(&path);
        let model = Solver::new().model(&*puzzle).unwrap();
        if model.links().next().is_some() {
            // Neither says that something is connected.
            continue;
        }
        let givens = puzzle.givens();
        let cover = read(
            &to_xcc(&model, &*puzzle, &givens, &Budget::default()).unwrap(),
            Some("cover"),
        )
        .unwrap();
        let count = counted(
            &format!("{name} as exact cover"),
            &*cover,
            "auto",
            allowance("auto"),
        );
        assert_eq!(count, Some(known[&name].to_string()), "{name}");

        let Ok(cnf) = to_dimacs(&model, &givens, &[], 1 << 24) else {
            tell(&format!("{name}: its CNF is large and was not checked"));
            continue;
        };
        let (clauses, choices) = (Cnf::read(&cnf), model.choice_count());
        for solution in listed(&Solver::new(), &*puzzle, 10).0 {
            assert!(clauses.holds(&solution, choices), "{name}");
            let mut less = solution.clone();
            assert!(
                less.pop().is_none() || !clauses.holds(&less, choices),
                "{name}"
            );
        }
    }
}

/// Clauses over the choices, counted from 1, and variables that follow from them.
struct Cnf {
    clauses: Vec<Vec<i64>>,
    variables: usize,
}

impl Cnf {
    fn read(text: &str) -> Self {
        let lines = text.lines().filter(|line| !line.starts_with('c'));
        let (head, body): (Vec<&str>, Vec<&str>) = lines.partition(|line| line.starts_with('p'));
        let clause = |line: &&str| -> Vec<i64> {
            let numbers = line.split_whitespace().map(|word| word.parse().unwrap());
            let mut literals: Vec<i64> = numbers.collect();
            assert_eq!(literals.pop(), Some(0), "{line}");
            literals
        };
        let clauses: Vec<Vec<i64>> = body.iter().map(clause).collect();
        let all = clauses.iter().flatten().map(|literal| literal.abs());
        let variables = all.max().unwrap_or(0);
        assert_eq!(head, [format!("p cnf {variables} {}", clauses.len())]);
        Self {
            clauses,
            variables: usize::try_from(variables).unwrap(),
        }
    }

    /// Whether these of the choices satisfy all clauses. The other variables get the values that the clauses force.
    fn holds(&self, picked: &[Choice], choices: usize) -> bool {
        let mut value: Vec<Option<bool>> = vec![None; self.variables];
        value[..choices].fill(Some(false));
        for choice in picked {
            value[choice.index()] = Some(true);
        }
        let mut unsettled: Vec<&Vec<i64>> = self.clauses.iter().collect();
        loop {
            let before = unsettled.len();
            let mut is_broken = false;
            unsettled.retain(|clause| {
                let of = |literal: i64| {
                    value[literal.unsigned_abs() as usize - 1].map(|v| v == (literal > 0))
                };
                if clause.iter().any(|&literal| of(literal) == Some(true)) {
                    return false;
                }
                let mut open = clause.iter().filter(|&&literal| of(literal).is_none());
                match (open.next(), open.next()) {
                    (None, _) => is_broken = true,
                    (Some(&literal), None) => {
                        value[literal.unsigned_abs() as usize - 1] = Some(literal > 0);
                        return false;
                    }
                    _ => {}
                }
                true
            });
            if is_broken {
                return false;
            }
            if unsettled.len() == before {
                return unsettled.is_empty();
            }
        }
    }
}
