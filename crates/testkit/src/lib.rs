//! Helpers of the tests and benchmarks of the other crates; never published.
//!
//! - [`random`]: small models of every kind made of bytes, and questions to them.
//! - [`instances`]: classic exact cover problems made by program, as models and in a form that
//!   other solvers can be fed with.
//! - [`sudoku`]: a plain 9×9 solver that shares nothing with the engines, and puzzles of several
//!   kinds made with a seed.
//! - [`systems`]: answers of the five systems' own examples.
//! - [`data`] and [`corpus`]: where test files are.
//!
//! It knows the model alone, so that every crate above the model can use it in its tests.

pub mod areas;
pub mod instances;
pub mod killer;
pub mod random;
pub mod sudoku;
pub mod systems;

mod seeded;

pub use seeded::Seeded;

use std::path::{Path, PathBuf};

/// A file or folder below the folder that the environment variable `TILEWRIGHT_DATA` names: data
/// that is not in the repository because it is other people's. Where it is absent this says so,
/// and the test that asked for it is to return at once.
pub fn data(path: impl AsRef<Path>) -> Option<PathBuf> {
    let path = path.as_ref();
    let Some(folder) = std::env::var_os("TILEWRIGHT_DATA") else {
        skipped(&format!("TILEWRIGHT_DATA is not set ({})", path.display()));
        return None;
    };
    let found = PathBuf::from(folder).join(path);
    if !found.exists() {
        skipped(&format!("TILEWRIGHT_DATA has no {}", path.display()));
        return None;
    }
    Some(found)
}

#[expect(
    clippy::print_stderr,
    reason = "a skipped test must say so, and a test has no other way to speak"
)]
fn skipped(why: &str) {
    eprintln!("skipped: {why}");
}

/// The repository's folder of example files.
pub fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus")
}

/// Compares a text with the snapshot of it that is kept in a file. With `UPDATE_SNAPSHOTS=1` the file
/// is written anew; look at the change before it is kept.
///
/// # Panics
/// If they differ.
pub fn assert_snapshot(path: &Path, found: &str) {
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        std::fs::write(path, found).expect("snapshots can be written");
        return;
    }
    let kept = std::fs::read_to_string(path).unwrap_or_default();
    assert!(
        kept == found,
        "{} has changed; if it is meant to, run again with UPDATE_SNAPSHOTS=1. Now:\n{found}",
        path.display()
    );
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_corpus_is_beside_the_crates() {
        let corpus = super::corpus();
        let root = corpus.parent().unwrap();
        assert!(root.join("Cargo.lock").is_file());
        assert!(root.join("crates/testkit").is_dir());
    }

    #[test]
    fn a_file_that_is_nowhere_is_skipped() {
        assert_eq!(super::data("no such folder/no such file"), None);
    }
}
