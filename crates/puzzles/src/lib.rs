//! Puzzle families: each reads and writes its formats and translates into the model and back.
//!
//! A [`Puzzle`] is the meaning of a text. A solved puzzle is a puzzle of the same kind with more filled in. A
//! [`Family`] is a kind of puzzle with its formats and abilities; [`Families`] are those that a program knows, and
//! [`read`] finds the built-in one of a text.
//!
//! | family | what it is |
//! | --- | --- |
//! | [`sudoku`] | Sudoku in any number of dimensions, Latin squares, jigsaws |
//! | [`shikaku`] | a grid cut in boxes, each with one clue |
//! | [`tiles`] | roads, loops and any set of tiles whose sides must join |
//! | [`rules`] | whatever can be written down as tiles, values, groups and rules, or as pieces |
//! | [`cover`] | exact cover with colours |
//!
//! [`export`] and [`matrix`] write any model, [`answer`] reads a SAT solver's answer about one, and [`chosen`] an
//! exact cover solver's. The families share, when they read: `lines` (words with their places), `document` (TOML and
//! JSON as trees with places), `json`, `pzpr` (puzz.link), `addresses` (of puzzles that are elsewhere) and `nearest`
//! ("did you mean"), `size` (sizes as people type them); and when they write, `prose` (lists and rows of words) and
//! `layered` (boards as pictures). Files of a million lines are read in bulk if a format has [`PlainLines`].

mod ability;
mod addresses;
pub mod answer;
mod built;
pub mod cells;
mod census;
pub mod chosen;
mod construction;
pub mod cover;
mod document;
mod error;
pub mod export;
mod families;
mod family;
mod format;
mod given;
mod illustrate;
mod json;
mod kinds;
mod layered;
mod legend;
mod lines;
pub mod matrix;
mod near;
mod nearest;
mod plain;
mod prose;
mod puzzlekit;
mod pzpr;
pub mod rules;
mod section;
pub mod shikaku;
mod short;
mod size;
pub mod sudoku;
pub mod tiles;
mod words;

pub use ability::{
    Canonised, Choosable, Clues, Comparison, Drawn, EmptyBoards, Enumerated, Equality, Misfits,
    Plain, Planted, Ranked, Relaxes, ReportStyle, Resizable, Scaled, Settable, Solutions, Styles,
    Symmetric, Tells, Titled, lacking,
};
pub use built::build_model;
pub use census::Census;
pub use construction::{Construction, Die};
pub use error::{Asymmetric, ParseError, Place, TooLarge, Unbuilt, Unwritable};
pub use families::{Families, Reading, board, read};
pub use family::{Ability, BoardKind, Description, Family, Filled, Label, Sizes};
pub use format::{Format, FormatData};
pub use given::with_given;
pub use kinds::library::KindFile;
pub use legend::{Entry, Legend};
pub use near::Near;
pub use plain::{PlainLines, Taken};
pub use size::rows_and_columns;
pub use sudoku::{Relaxation, RelaxationEnd};
pub use words::Telling;

use std::any::Any;
use std::fmt;
use std::sync::Arc;
use tilewright_model::budget::Budget;
use tilewright_model::{Choice, Model, Names};
use tilewright_render::Picture;

/// A puzzle that was read, or why it could not be.
pub type Parsed = Result<Box<dyn Puzzle>, ParseError>;

/// A puzzle, solved or not: its family, model, givens, solved form, picture, and [`Names`]. Everything else is
/// an [`Ability`] of its family.
pub trait Puzzle: Any + Names + Shared + fmt::Debug + Send + Sync {
    /// Its kind of puzzle.
    fn family(&self) -> &Family;

    /// Its rules as a model, or the reason why it is not built within the budget. Puzzles of one shape share one
    /// model, so that it is prepared once for all of them.
    fn model(&self, budget: &Budget) -> Result<Model, Unbuilt>;

    /// The choices that its clues amount to.
    fn givens(&self) -> Vec<Choice>;

    /// The puzzle with a solution filled in.
    fn fill(&self, solution: &[Choice]) -> Box<dyn Puzzle>;

    /// Its picture.
    fn picture(&self) -> Picture;
}

/// A puzzle as a pointer that can be kept.
pub trait Shared {
    /// A copy of the puzzle behind a counted pointer.
    fn shared(&self) -> Arc<dyn Puzzle>;

    /// The puzzle as a value of any type.
    fn as_any(&self) -> &dyn Any;
}

impl<P: Puzzle + Clone + 'static> Shared for P {
    fn shared(&self) -> Arc<dyn Puzzle> {
        Arc::new(self.clone())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// A promise which solution of a puzzle comes first: the one that takes, at each step in turn,
/// the earliest alternative that any solution takes which took those before it.
pub trait Ranking {
    /// The number of steps.
    fn steps(&self) -> usize;

    /// The alternatives at a step, best first: each as the choices which it rules out. Every
    /// solution takes exactly one of them. `is_possible` says which choices have not been ruled
    /// out by the steps before.
    fn alternatives(&self, step: usize, is_possible: &dyn Fn(Choice) -> bool) -> Vec<Vec<Choice>>;
}

/// Adds the line of a solution.
pub type LineWriter<'p> = dyn Fn(&[Choice], &mut Vec<u8>) + Send + Sync + 'p;

/// The symmetry of a puzzle's solutions: they fall into classes of those that are the same but for their looks, and
/// the smallest of a class, in the order of the tiles and their choices, represents it.
pub trait SymmetryGroup: fmt::Debug + Send + Sync {
    /// Choices that the smallest solution of every class has.
    fn first_choices(&self) -> Vec<Choice>;

    /// The number of solutions in the class of this one, if it is the smallest of them.
    fn class_size(&self, solution: &[Choice]) -> Option<u128>;
}

/// The smallest copy of a puzzle.
#[derive(Debug)]
pub struct Canonical {
    /// The copy; where the puzzle has answers they are moved and renamed like its clues.
    pub puzzle: Box<dyn Puzzle>,
    /// The number of ways to move the puzzle onto itself, values being renamed; `None` if there are 2^128 or more.
    pub automorphisms: Option<u128>,
    /// A hash of the form in 128 bits: equal for all copies of a puzzle, and most certainly for no other puzzle of
    /// its family. It may change from one version to the next.
    pub digest: u128,
}
