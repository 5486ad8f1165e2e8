//! Checks proofs that a tile puzzle has just one solution, or none.
//!
//! A proof is a folder ([`folder`] names the files, docs/proofs.md describes them). [`verify`]
//! reads the puzzle, derives its formula again, compares it with the one in the folder clause by
//! clause, and checks the proof step by step ([`lrat`]). So the program that found the proof need
//! not be trusted. This crate knows no solver: it depends on the model and on the crate that reads
//! puzzles and makes models of them, and on nothing else; it even derives the clauses by code of
//! its own.
//!
//! The check of a proof by itself:
//!
//! ```
//! use tilewright_checker::lrat::{Checker, Objection};
//! use tilewright_model::budget::Budget;
//!
//! // Three clauses: 1; not 1 or 2; not 2.
//! let mut checker = Checker::new(2, &Budget::default()).unwrap();
//! for clause in [&[1][..], &[-1, 2], &[-2]] {
//!     checker.add(clause).unwrap();
//! }
//! // The empty clause follows: by the first 1 is true, by the second 2, which the third forbids.
//! let steps = checker.check("4 0 1 2 3 0\n".as_bytes()).unwrap();
//! assert_eq!(steps, 1);
//!
//! let mut checker = Checker::new(2, &Budget::default()).unwrap();
//! for clause in [&[1][..], &[-1, 2]] {
//!     checker.add(clause).unwrap();
//! }
//! let objection = checker.check("4 0 1 2 0\n".as_bytes()).unwrap_err();
//! assert!(matches!(objection, Objection::Bad { line: 1, .. }));
//! ```

mod cuts;
pub mod folder;
mod formula;
pub mod lrat;
pub mod maps;
pub mod sha256;
mod verify;

pub use verify::{Problem, Verified, verify};
