//! Results by operation.

use super::step::ToldStep;
use super::text::PuzzleText;
use crate::rating::Rating;
use crate::words::Techniques;
use serde::{Deserialize, Serialize};
use tilewright_scales::{hodoku, se};

/// The result of an operation, whose name is under `op`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "op", rename_all = "lowercase")]
pub enum Found {
    /// Solutions.
    Solve {
        /// The solution, where one was requested.
        #[serde(skip_serializing_if = "Option::is_none")]
        solution: Option<PuzzleText>,
        /// The solutions, where several were requested.
        #[serde(skip_serializing_if = "Option::is_none")]
        solutions: Option<Vec<PuzzleText>>,
    },
    /// The uniqueness of the solution, and the clues it could do without.
    Check {
        /// True if the givens fill the whole board.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        complete: bool,
        /// A solution.
        #[serde(skip_serializing_if = "Option::is_none")]
        solution: Option<PuzzleText>,
        /// Another one, where there are several.
        #[serde(skip_serializing_if = "Option::is_none")]
        other: Option<PuzzleText>,
        /// The clues that could go, where there is one solution.
        #[serde(skip_serializing_if = "Option::is_none")]
        redundant: Option<Vec<String>>,
        /// The number of clues that were tried for that.
        #[serde(skip_serializing_if = "Option::is_none")]
        clues_tried: Option<usize>,
        /// The number of clues.
        #[serde(skip_serializing_if = "Option::is_none")]
        clues: Option<usize>,
    },
    /// The number of solutions.
    Count {
        /// The number, where all were counted.
        #[serde(skip_serializing_if = "Option::is_none")]
        count: Option<String>,
        /// A lower bound, where they were not.
        #[serde(skip_serializing_if = "Option::is_none")]
        at_least: Option<String>,
    },
    /// The difficulty of a puzzle with one solution.
    Rate {
        /// The difficulty of its explanation; none where logic does not finish it.
        #[serde(skip_serializing_if = "Option::is_none")]
        difficulty: Option<f64>,
        /// The difficulty in a word.
        #[serde(skip_serializing_if = "Option::is_none")]
        grade: Option<String>,
        /// The technique of the hardest step.
        #[serde(skip_serializing_if = "Option::is_none")]
        hardest: Option<String>,
        /// The number of steps of each technique.
        #[serde(default, skip_serializing_if = "Techniques::is_empty")]
        techniques: Techniques,
        /// On the scale of Sudoku Explainer, for a 9×9 Sudoku.
        #[serde(skip_serializing_if = "Option::is_none")]
        se: Option<SudokuExplainer>,
        /// On the scale of `HoDoKu`, for a 9×9 Sudoku.
        #[serde(skip_serializing_if = "Option::is_none")]
        hodoku: Option<Hodoku>,
        /// The number of clues.
        #[serde(skip_serializing_if = "Option::is_none")]
        clues: Option<usize>,
    },
    /// The canonical form.
    Canonical {
        /// The form.
        canonical: PuzzleText,
        /// Its digest: 32 hexadecimal digits.
        digest: String,
        /// The number of ways to move the puzzle onto itself; none if there are 2¹²⁸ or more.
        #[serde(skip_serializing_if = "Option::is_none")]
        automorphisms: Option<String>,
    },
    /// A class of puzzles that have one canonical form (`canonical --classes`).
    Class {
        /// The number of its puzzles.
        puzzles: u64,
    },
    /// An explanation.
    Explain {
        /// The steps in order, unless they were sent before.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        steps: Vec<ToldStep>,
        /// The number of steps of each technique.
        techniques: Techniques,
        /// The solution, where the steps lead to it.
        #[serde(skip_serializing_if = "Option::is_none")]
        solution: Option<PuzzleText>,
    },
    /// The next step.
    Hint {
        /// The step, unless only the place to look at was requested.
        #[serde(skip_serializing_if = "Option::is_none")]
        step: Option<ToldStep>,
        /// The place to look at, where only that was requested.
        #[serde(skip_serializing_if = "Option::is_none")]
        look: Option<String>,
    },
    /// Random solutions.
    Sample {
        /// The solutions, unless they were written before.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        solutions: Vec<PuzzleText>,
        /// True if each solution was equally likely.
        uniform: bool,
        /// The number of all solutions, where they were counted.
        #[serde(skip_serializing_if = "Option::is_none")]
        of: Option<String>,
        /// The seed that draws the same ones.
        seed: String,
    },
    /// A puzzle that was made.
    Generate {
        /// Its number, from 0.
        number: u64,
        /// The seed that makes the same one.
        seed: String,
        /// The solution of the puzzle, which is the row's.
        #[serde(skip_serializing_if = "Option::is_none")]
        solution: Option<PuzzleText>,
        /// The number of clues.
        #[serde(skip_serializing_if = "Option::is_none")]
        clues: Option<usize>,
        /// The number of puzzles it represents, if the bias is controlled.
        #[serde(skip_serializing_if = "Option::is_none")]
        weight: Option<f64>,
        /// The sense in which it is minimal: `clues` or `sets`.
        #[serde(skip_serializing_if = "Option::is_none")]
        minimal: Option<String>,
        /// The number of clues, or sets of them, that could perhaps still go.
        #[serde(skip_serializing_if = "Option::is_none")]
        undecided: Option<usize>,
    },
}

/// A rating on the scale of Sudoku Explainer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SudokuExplainer {
    /// The rating of the hardest step.
    pub er: f64,
    /// The hardest step up to the first value.
    pub ep: f64,
    /// The hardest step up to the first elimination that leads to a value.
    pub ed: f64,
    /// The number of steps of each technique.
    pub techniques: Techniques,
}

/// A rating on the scale of `HoDoKu`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hodoku {
    /// The level.
    pub level: String,
    /// The sum over all steps.
    pub score: u32,
    /// The number of steps of each technique.
    pub techniques: Techniques,
}

impl Found {
    /// Of a puzzle that has no rating.
    pub(super) fn no_rating() -> Self {
        Self::Rate {
            difficulty: None,
            grade: None,
            hardest: None,
            techniques: Techniques::default(),
            se: None,
            hodoku: None,
            clues: None,
        }
    }

    pub(super) fn rating(rating: &Rating, clues: Option<usize>) -> Self {
        let nine = rating.nine.as_ref();
        let se = nine.and_then(|nine| nine.se.as_ref().ok());
        // Without a difficulty the hardest step was not reached.
        let hardest = rating.hardest.clone();
        Self::Rate {
            difficulty: rating.difficulty,
            grade: rating.grade().map(|grade| grade.to_string()),
            hardest: hardest.filter(|_| rating.difficulty.is_some()),
            techniques: rating.techniques.clone(),
            se: se.map(SudokuExplainer::of),
            hodoku: nine.map(|nine| Hodoku::of(&nine.hodoku)),
            clues,
        }
    }
}

impl SudokuExplainer {
    fn of(rating: &se::Rating) -> Self {
        let tenths = |tenths: u16| f64::from(tenths) / 10.0;
        let each = se::Technique::ALL.iter();
        let each = each.map(|&technique| (technique.name(), rating.count(technique).into()));
        Self {
            er: tenths(rating.er),
            ep: tenths(rating.ep),
            ed: tenths(rating.ed),
            techniques: each.filter(|&(_, count)| count > 0).collect(),
        }
    }
}

impl Hodoku {
    fn of(rating: &hodoku::Rating) -> Self {
        let steps = rating.steps.iter();
        Self {
            level: rating.level.name().to_owned(),
            score: rating.score,
            techniques: steps.map(|step| (step.technique.name(), 1)).collect(),
        }
    }
}
