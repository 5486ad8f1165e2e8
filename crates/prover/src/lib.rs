//! Proofs that a tile puzzle has just one solution, or none.
//!
//! [`prove`] writes a folder that [`tilewright_checker::verify`] accepts: the puzzle, its solution
//! if it has one, the formula "a solution other than this one" and a proof that it cannot be
//! satisfied. [`Prover`] finds the proof: clause learning that logs each clause it learns together
//! with the clauses from which it follows. Nothing here has to be trusted: the checker looks at the
//! result alone, and shares no code with the search.
//!
//! ```
//! use std::collections::BTreeMap;
//! use tilewright_model::budget::Budget;
//! use tilewright_prover::{Proved, prove};
//! use tilewright_checker::{folder::Claim, verify};
//! use tilewright_puzzles::Families;
//!
//! let puzzle = tilewright_puzzles::read("12..341.2143432.", None).unwrap();
//! let mut folder: BTreeMap<String, Vec<u8>> = BTreeMap::new();
//! let proved = prove(&*puzzle, None, &Budget::default(), &mut folder).unwrap();
//! assert!(matches!(proved, Proved::Unique { .. }));
//! let verified = verify(&folder, &Families::default(), &Budget::default()).unwrap();
//! assert_eq!(verified.claim, Claim::Unique);
//! ```

mod cuts;
mod heap;
mod learn;
mod log;
mod maps;
mod write;

pub use cuts::cuts;
pub use learn::{Prover, Satisfiability};
pub use maps::{NoMap, prove_no_map};
pub use write::{Failed, ProofSize, Proved, prove};

#[cfg(test)]
mod maps_tests;
#[cfg(test)]
mod tests;
