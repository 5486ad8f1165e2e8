//! Makes puzzles to order, each with exactly one solution.
//!
//! A [`Maker`] is a kind of puzzle, a size and a [`Spec`]. It makes a puzzle of a seed, the same one
//! for the same seed on every machine; [`seed_of`] derives the seed of each of many, so that the number
//! of threads does not matter. If no puzzle meets the specification within its [`Budget`], the answer is
//! [`Missed`]: the reason, and the nearest puzzle that was found.
//!
//! One loop (`generator`) makes the puzzles of every family.
//!
//! | module | what it is |
//! | --- | --- |
//! | `generator` | the loop, and what it asks of a family |
//! | `clues`, `thin`, `judge` | sets of clues, which of them can go, and the engines that decide it |
//! | `rate`, `technique` | how far a puzzle is from its order |
//! | `bias` | puzzles whose bias is known |
//! | `kinds` | the maker of a board or a puzzle: by its family's own way, or else by `any` |
//! | `any` | a puzzle that one has, and families without a way of their own |
//! | `planted` | boards whose clues follow from a solution |
//! | [`sudoku`], [`shikaku`], [`tiles`] | how these begin, and their quicker ways |

mod any;
mod bias;
mod clues;
mod generator;
mod hardness;
mod judge;
mod kinds;
mod patience;
mod planted;
mod rate;
pub mod shikaku;
mod spec;
pub mod sudoku;
mod technique;
mod thin;
pub mod tiles;
mod words;

pub use kinds::{Makes, Orders, maker, maker_from, maker_of, orders};
pub use tilewright_engines::Budget;
pub use words::pattern;

use std::fmt;
use std::ops::RangeInclusive;
use tilewright_engines::{Declined, End};
use tilewright_model::Choice;
use tilewright_model::random::mixed;
use tilewright_puzzles::{Puzzle, Unbuilt};

/// The requirements on a puzzle. There are none by default.
#[derive(Clone, Debug, Default)]
pub struct Spec {
    /// The clues that must be necessary for a single solution.
    pub minimal: Minimal,
    /// The number of clues.
    pub clues: Option<RangeInclusive<usize>>,
    /// The symmetry of the places of clues.
    pub symmetry: Symmetry,
    /// The cells that may have clues.
    pub pattern: Option<Vec<bool>>,
    /// The difficulty.
    pub difficulty: Option<Hardness>,
    /// A technique that it needs, as explanations or `HoDoKu` name it.
    pub technique: Option<String>,
    /// Logic alone is to solve it, without forcing or assumptions.
    pub no_search: bool,
    /// For Sudoku: how likely each puzzle was is known, and told as its [weight](Made::weight). That
    /// takes long on large boards.
    pub controlled_bias: bool,
    /// For Shikaku: the largest area.
    pub largest_area: Option<u32>,
    /// For Shikaku: the share of areas of one cell, from 0 to 1.
    pub ones: Option<f64>,
}

/// The clues that must be needed, or are proved to be: without one there is another solution.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Minimal {
    /// Of none.
    #[default]
    No,
    /// Of the sets of clues that the symmetry takes to each other: none can go as a whole. Without
    /// a symmetry each clue is such a set.
    Sets,
    /// Of each clue by itself.
    Clues,
}

impl Minimal {
    /// The proved claim, in a word for tables: `sets` or `clues`.
    pub fn word(self) -> Option<&'static str> {
        match self {
            Self::No => None,
            Self::Sets => Some("sets"),
            Self::Clues => Some("clues"),
        }
    }

    /// The requirement of that name.
    pub fn named(word: &str) -> Option<Self> {
        let all = [Self::Sets, Self::Clues];
        all.into_iter().find(|minimal| minimal.word() == Some(word))
    }

    /// Returns true if anything is required, or proved.
    pub fn is_asked(self) -> bool {
        self != Self::No
    }
}

impl From<bool> for Minimal {
    fn from(is_minimal: bool) -> Self {
        if is_minimal { Self::Sets } else { Self::No }
    }
}

/// The wanted difficulty of a puzzle.
#[derive(Clone, Debug, PartialEq)]
pub enum Hardness {
    /// Our own difficulty.
    Own(RangeInclusive<f64>),
    /// The rating of Sudoku Explainer, in tenths.
    SudokuExplainer(RangeInclusive<u16>),
    /// The score of `HoDoKu`.
    HoDoKu(RangeInclusive<u32>),
}

/// The symmetry of the places of clues.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Symmetry {
    /// Not at all.
    #[default]
    None,
    /// Half a turn.
    HalfTurn,
    /// A quarter of a turn.
    QuarterTurn,
    /// Along the main diagonal.
    Diagonal,
    /// Left and right.
    Mirror,
    /// All of them.
    Full,
}

/// A puzzle that was made.
#[derive(Debug)]
pub struct Made {
    /// The puzzle.
    pub puzzle: Box<dyn Puzzle>,
    /// Its only solution.
    pub solution: Vec<Choice>,
    /// The number of puzzles it represents, if its bias was to be [known](Spec::controlled_bias): its share in an
    /// unbiased sample.
    pub weight: Option<f64>,
    /// The clues that are proved to be needed, where that was [requested](Spec::minimal).
    pub minimal: Minimal,
    /// The givens of the clues that were asked for together, where `minimal` is about
    /// [sets](Minimal::Sets).
    pub sets: Vec<Vec<Choice>>,
    /// The number of clues, or sets of them, that were not decided, though it was to be thinned as far as possible.
    pub undecided: usize,
    /// True if clues came and went together, as a symmetry takes them to each other.
    pub are_sets: bool,
    /// True if the time was up before it was thinned: with more time the same seed makes another.
    pub is_cut: bool,
}

impl Made {
    /// A puzzle and its only solution. Nothing is claimed about its clues.
    pub fn new(puzzle: Box<dyn Puzzle>, solution: Vec<Choice>) -> Self {
        Self {
            puzzle,
            solution,
            weight: None,
            minimal: Minimal::No,
            sets: Vec::new(),
            undecided: 0,
            are_sets: false,
            is_cut: false,
        }
    }

    /// The proved claim about its clues, where one was requested: "minimal: no clue can go".
    pub fn claim(&self) -> Option<&'static str> {
        match self.minimal {
            Minimal::No => None,
            Minimal::Sets => Some("minimal: no symmetric set of clues can go"),
            Minimal::Clues => Some("minimal: no clue can go"),
        }
    }

    /// The open questions about its clues, if there are any.
    pub fn doubt(&self) -> Option<String> {
        let (what, were) = undecided_clues(self.undecided, self.are_sets);
        let up = if self.is_cut { "the time was up: " } else { "" };
        let doubt = format!(
            "{up}it has one solution, but {what} {were} not decided: more could perhaps go"
        );
        (self.undecided > 0).then_some(doubt)
    }
}

/// "1 clue" and "was", "3 symmetric sets of clues" and "were".
fn undecided_clues(number: usize, are_sets: bool) -> (String, &'static str) {
    let (one, many) = if are_sets {
        ("symmetric set of clues", "symmetric sets of clues")
    } else {
        ("clue", "clues")
    };
    match number {
        1 => (format!("1 {one}"), "was"),
        more => (format!("{more} {many}"), "were"),
    }
}

/// A specification that makes no sense for the puzzles that it is asked of: why, in a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unable(pub String);

impl Unable {
    fn because(why: impl fmt::Display) -> Self {
        Self(why.to_string())
    }
}

impl fmt::Display for Unable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Unable {}

/// A specification that was not met.
#[derive(Debug)]
pub struct Missed {
    /// The reason, in a sentence.
    pub why: String,
    /// The end of the work: [`End::Complete`] where there can be no such puzzle, [`End::Limit`] where enough were tried.
    pub end: End,
    /// The nearest that was found: it has one solution, too.
    pub nearest: Option<Box<Made>>,
}

impl Missed {
    fn because(why: impl fmt::Display, end: End) -> Self {
        Self {
            why: why.to_string(),
            end,
            nearest: None,
        }
    }

    fn unbuilt(unbuilt: &Unbuilt) -> Self {
        let end = match unbuilt {
            Unbuilt::TooLarge(_) => End::Memory,
            Unbuilt::Unwritable(_) => End::Complete,
            Unbuilt::Stopped(end) => *end,
        };
        Self::because(unbuilt, end)
    }

    fn declined(declined: &Declined) -> Self {
        Self::because(declined, declined.end().unwrap_or(End::Complete))
    }
}

impl fmt::Display for Missed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.why)
    }
}

impl std::error::Error for Missed {}

/// Makes puzzles of one kind, size and specification.
pub trait Maker: Send + Sync {
    /// The puzzle of that seed.
    fn make(&self, seed: u64, budget: &Budget) -> Result<Made, Missed>;

    /// The puzzles of these seeds, each the same as by itself. Some makers are quicker at many than
    /// at one after the other.
    fn make_many(&self, seeds: &[u64], budget: &Budget) -> Vec<Result<Made, Missed>> {
        seeds.iter().map(|&seed| self.make(seed, budget)).collect()
    }
}

/// The seed of the puzzle with that number, of all that a seed makes.
///
/// Neighbours have nothing in common: both numbers go through a mixer of all their bits.
pub fn seed_of(seed: u64, number: u64) -> u64 {
    mixed(seed ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_differ() {
        let seeds: std::collections::HashSet<u64> = (0..100)
            .flat_map(|s| (0..100).map(move |n| seed_of(s, n)))
            .collect();
        assert_eq!(seeds.len(), 10_000);
    }
}
