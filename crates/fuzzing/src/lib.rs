//! The fuzz targets, as plain functions.
//!
//! A [`Target`] takes any bytes and must come back: it panics where something is wrong, and only
//! there. Two kinds of runs use the same functions:
//!
//! - `cargo test -p tilewright-fuzzing` runs each over its seeds, over the inputs that once broke
//!   something (`crashes/`), and over some thousands of damaged seeds, the same ones each time
//!   ([`mutate`]);
//! - `scripts/fuzz.sh` runs them guided by coverage with cargo-fuzz, for as long as one likes
//!   (`fuzz/` has a file of three lines for each).
//!
//! | module | what it looks at |
//! | --- | --- |
//! | [`formats`] | every parser; what is read can be drawn, modelled, solved, written and read again |
//! | [`splice`] | the same with texts that are nearly right |
//! | [`models`] | random models: every engine against the definition, counts, notes, logic, exports |
//! | [`boards`] | 9×9 boards on every path, plain lines, batches, canonical forms |
//! | [`answers`] | verdicts, lists, steps, puzzles that are made, games, against all solutions |
//! | [`minimal`] | puzzles that are said to be minimal, asked again by other engines |
//! | [`proofs`] | the checker accepts what the prover proves, and nothing that is not so |
//! | [`talk`] | the page's questions as JSON, the server's connections as bytes |
//!
//! Every run is bounded: inputs are short, models small, searches have nodes to spend.

#[macro_use]
mod table;

pub mod answers;
pub mod boards;
pub mod formats;
pub mod minimal;
mod modelled;
pub mod models;
pub mod mutate;
pub mod proofs;
mod seeds;
pub mod splice;
pub mod talk;

use arbitrary::Unstructured;

/// Something to feed with bytes.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// Its name, which is that of its file in `fuzz/fuzz_targets`.
    pub name: &'static str,
    /// The property that is checked, in a line.
    pub about: &'static str,
    /// Takes any bytes; panics where something is wrong.
    pub run: fn(&[u8]),
    /// Inputs to begin with.
    pub seeds: fn() -> Vec<Vec<u8>>,
    /// The longest input that is worth trying.
    pub longest: usize,
    /// The number of damaged seeds that the test tries.
    pub smoke: u32,
}

/// Every target.
pub fn targets() -> Vec<Target> {
    let modules = [
        formats::TARGETS,
        splice::TARGETS,
        models::TARGETS,
        boards::TARGETS,
        answers::TARGETS,
        minimal::TARGETS,
        proofs::TARGETS,
        talk::TARGETS,
    ];
    modules.concat()
}

/// The target of that name.
pub fn target(name: &str) -> Option<Target> {
    targets().into_iter().find(|target| target.name == name)
}

/// Runs the target of that name, for the files of `fuzz/fuzz_targets`.
///
/// # Panics
/// If there is no such target, or if it finds a fault.
pub fn run(name: &str, data: &[u8]) {
    let target = target(name).unwrap_or_else(|| panic!("there is no target called {name}"));
    (target.run)(data);
}

/// Makes of the bytes whatever a check needs. Where they are too few, there is nothing to check.
fn with_bytes(data: &[u8], check: fn(&mut Unstructured<'_>) -> arbitrary::Result<()>) {
    let _ = check(&mut Unstructured::new(data));
}
