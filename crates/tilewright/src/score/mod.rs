//! Scores an answer to a puzzle, whatever a person or a model wrote.
//!
//! An answer is read leniently and judged strictly, by the definition of a solution. It is a text in any format of the
//! puzzle's family, a value for each cell ([`cells`](tilewright_puzzles::cells)), or the choices that it picks as exact
//! cover solvers name them (`read_chosen`). The tiles of the model are what has to be filled: cells, places, the items
//! of an exact cover; or all cells of a puzzle that is cut in areas. Those with a given do not count.
//!
//! A text may say more than the answer. [`Passage`] says where the answer was, and how many there were: the last one counts.
//!
//! A **constraint** is a set of tiles that have something to keep: the cells of a row are one, whatever values are twice
//! among them, and a box that is a line counts once. Lines of a sum or a
//! language, and links, are constraints, too.
//!
//! ```
//! use tilewright::{Solver, read};
//!
//! let puzzle = read("12....1....34...", None)?;
//! let solver = Solver::new();
//! assert!(solver.score(&*puzzle, "1234341221434321", None)?.is_solved());
//! let wrong = solver.score(&*puzzle, "1234341221434322", None)?;
//! assert_eq!((wrong.is_complete, wrong.is_valid), (true, false));
//! assert_eq!((wrong.broken, wrong.right, wrong.open), (3, Some(10), 11));
//! let none = solver.score(&*puzzle, "I think it is 42.", None)?;
//! assert!(none.malformed.is_some());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod found;
mod judge;
pub mod nine;
mod read;

pub use found::Passage;
pub use judge::Judge;
pub use read::picks;

use crate::solver::{Refusal, Solver};
use tilewright_model::Choice;
use tilewright_puzzles::Puzzle;

/// The quality of an answer. Tiles with a given are not counted, for they were filled.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// The reason why the answer could not be read.
    pub malformed: Option<String>,
    /// True if every tile is filled.
    pub is_complete: bool,
    /// True if no constraint is broken and no given was changed, as far as it goes.
    pub is_valid: bool,
    /// True if the puzzle has one solution; `None` if a limit was reached before that was known.
    pub is_unique: Option<bool>,
    /// The number of tiles without a given.
    pub open: usize,
    /// Those of them that are filled,
    pub filled: usize,
    /// as in the only solution, where there is one,
    pub right: Option<usize>,
    /// without a broken constraint.
    pub consistent: usize,
    /// The number of constraints.
    pub constraints: usize,
    /// Those of them that are filled and kept.
    pub kept: usize,
    /// The number of broken constraints.
    pub broken: usize,
    /// The number of givens that have become something else.
    pub changed: usize,
    /// What is wrong, the first things in sentences.
    pub reasons: Vec<String>,
    /// The place of the answer, where it was looked for in a text.
    pub found: Option<Passage>,
}

impl Score {
    /// Returns true if it is a solution.
    pub fn is_solved(&self) -> bool {
        self.malformed.is_none() && self.is_complete && self.is_valid
    }

    /// From 0 to 1, and 1 for a solution alone: the share of the open tiles that are right, less one for every given that was
    /// changed. If the puzzle does not have one solution, those count that break nothing.
    #[expect(clippy::cast_precision_loss, reason = "a board has few tiles")]
    pub fn credit(&self) -> f64 {
        if self.is_solved() {
            return 1.0;
        }
        if self.malformed.is_some() || self.open == 0 {
            return 0.0;
        }
        // Good tiles everywhere and no solution: a given was changed, or a rule about the whole is broken.
        let good = self.right.unwrap_or(self.consistent).min(self.open - 1);
        good.saturating_sub(self.changed) as f64 / self.open as f64
    }
}

/// An answer as it came.
#[derive(Clone, Copy, Debug)]
pub enum Attempt<'a> {
    /// A text.
    Text(&'a str),
    /// The choices that it picks.
    Choices(&'a [Choice]),
    /// The items of a list: a value for each cell, or lines of a text.
    Words(&'a [String]),
    /// A filled puzzle.
    Puzzle(&'a dyn Puzzle),
}

impl<'a> From<&'a str> for Attempt<'a> {
    fn from(text: &'a str) -> Self {
        Self::Text(text)
    }
}

impl Solver {
    /// Says how good an answer to a puzzle is. `solution` is the only solution, where it is known already. Whoever has many
    /// answers to one puzzle keeps its [`Judge`].
    pub fn score<'a>(
        &self,
        puzzle: &dyn Puzzle,
        answer: impl Into<Attempt<'a>>,
        solution: Option<&[Choice]>,
    ) -> Result<Score, Refusal> {
        Judge::new(self, puzzle)?.score(self, answer, solution)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilewright_puzzles::{Legend, board, read};

    #[test]
    fn every_family_is_scored_by_its_definition() {
        let cover = read("a b c\na b\nb c\nc\na\n", Some("cover")).unwrap();
        let solver = Solver::new();
        let of_cover = |answer: &str| solver.score(&*cover, answer, None).unwrap();
        assert!(of_cover("a b\nc\n").is_solved());
        assert!(of_cover("1 3").is_solved(), "by the numbers of rows");
        let twice = of_cover("a b\nb c\n");
        assert_eq!((twice.is_complete, twice.is_valid), (true, false));
        assert_eq!((twice.broken, twice.consistent, twice.open), (1, 0, 3));
        assert_eq!(twice.is_unique, Some(false));
        assert!(of_cover("a d\n").malformed.is_some());
        let roads = board("roads", "2x2").unwrap();
        let choices = solver.first(&*roads).unwrap().solution.unwrap();
        let whole = solver
            .score(&*roads, Attempt::Choices(&choices), None)
            .unwrap();
        assert!(whole.is_solved());
        let less = solver
            .score(&*roads, Attempt::Choices(&choices[1..]), None)
            .unwrap();
        assert_eq!(
            (less.is_complete, less.is_valid, less.filled),
            (false, true, 3)
        );
    }

    #[test]
    fn cells_are_read_however_they_are_written() {
        let solver = Solver::new();
        let areas = r#"{"family":"shikaku","size":[2,2],"clues":[2,0,2,0]}"#;
        let puzzle = read(areas, None).unwrap();
        for answer in [
            "AABB",
            "x x\ny y",
            "[[0,0],[1,1]]",
            r#"{"areas":[9,9,3,3]}"#,
        ] {
            let score = solver.score(&*puzzle, answer, None).unwrap();
            assert!(score.is_solved(), "{answer}: {score:?}");
            assert_eq!((score.open, score.right), (4, Some(4)), "{answer}");
        }
        let wrong = solver.score(&*puzzle, "ABAB", None).unwrap();
        assert_eq!(
            (wrong.is_complete, wrong.broken, wrong.right),
            (true, 2, Some(0))
        );
        let half = solver.score(&*puzzle, "AA..", None).unwrap();
        assert_eq!((half.is_valid, half.filled, half.right), (true, 2, Some(2)));
        // Nothing joins a tile that leaves the board.
        let loops = board("loops", "2x2").unwrap();
        let Legend::Values(entries) = loops.legend() else {
            panic!("tiles have names");
        };
        let all_alike = entries.iter().map(|entry| vec![entry.name.clone(); 4]);
        let scores = all_alike.map(|words| {
            let answer = Attempt::Words(&words);
            solver.score(&*loops, answer, None).unwrap()
        });
        assert!(scores.filter(|score| score.broken > 0).count() > 1);
        let few = solver.score(&*loops, Attempt::Words(&[]), None).unwrap();
        assert!(few.malformed.is_some());
    }

    #[test]
    fn a_changed_clue_is_not_a_broken_rule() {
        let solver = Solver::new();
        let puzzle = read("12....1....34...", None).unwrap();
        let score = solver.score(&*puzzle, "2134432112433412", None).unwrap();
        assert_eq!(
            (score.broken, score.changed, score.is_solved()),
            (0, 4, false)
        );
        let nothing = solver.score(&*puzzle, "................", None).unwrap();
        assert_eq!(
            (nothing.filled, nothing.is_valid, nothing.right),
            (0, true, Some(0))
        );
    }
}
