//! Answers that are known from elsewhere, from text to solution: every file of the corpus, the
//! examples of the five systems, tables of counts, and collections of puzzles.
//!
//! Files of the repository are always run. The rest is read from the folder `TILEWRIGHT_DATA` and
//! reported as skipped if that is not set. An engine that declines a model, or that its budget
//! stops, is named on standard error; it is never taken for an answer.

mod collections;
mod corpus;
mod counts;
mod large;
mod profile;
mod systems;

use std::path::Path;
use tilewright::{Choice, Count, End, Puzzle, Refusal, Solver, read};

/// Prints a note that is not a failure.
#[expect(
    clippy::print_stderr,
    reason = "what was not run must be seen to be so, and a test has no other way to speak"
)]
fn tell(what: &str) {
    eprintln!("{what}");
}

fn text(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// A puzzle of a file without an entry.
fn puzzle(path: &Path) -> Box<dyn Puzzle> {
    read(&text(path), None).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The files of a folder, in order.
fn files(folder: &Path) -> Vec<std::path::PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut files: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(!files.is_empty(), "{} is empty", folder.display());
    files
}

fn solver(engine: &str, nodes: u64) -> Solver {
    Solver::new().engine(engine).unwrap().nodes(nodes)
}

/// The number of solutions by an engine within `nodes` nodes; if there is no answer, `tell` says
/// why.
fn counted(name: &str, puzzle: &dyn Puzzle, engine: &str, nodes: u64) -> Option<String> {
    match solver(engine, nodes).count(puzzle) {
        Ok(Count {
            number,
            end: End::Complete,
        }) => Some(number.to_string()),
        Ok(Count { number, end }) => {
            tell(&format!("{name}: {engine} stopped at {number} ({end})"));
            None
        }
        Err(Refusal::Declined(declined)) => {
            tell(&format!("{name}: {declined}"));
            None
        }
        Err(refusal) => panic!("{name}: {refusal}"),
    }
}

/// At most `limit` solutions, each of which keeps every rule, and how the search ended.
fn listed(solver: &Solver, puzzle: &dyn Puzzle, limit: u64) -> (Vec<Vec<Choice>>, End) {
    let mut asked = solver.ask(puzzle).unwrap();
    let model = asked.model().clone();
    let mut found = Vec::new();
    let mut solutions = asked.limit(limit).solutions();
    for solution in solutions.by_ref() {
        assert!(model.is_solution(&solution), "{puzzle:?}: {solution:?}");
        found.push(solution);
    }
    (found, solutions.end().unwrap())
}

/// The puzzle with its only solution filled in.
fn solved(name: &str, puzzle: &dyn Puzzle) -> Box<dyn Puzzle> {
    let (found, end) = listed(&Solver::new(), puzzle, 2);
    assert_eq!((found.len(), end), (1, End::Complete), "{name} is unique");
    puzzle.fill(&found[0])
}
