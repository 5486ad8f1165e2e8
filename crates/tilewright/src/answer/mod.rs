//! Answers as they are written: plain data with one vocabulary and one serialisation.
//!
//! `--json` of the command, the page, Python and tables write an [`Answer`] and nothing else: docs/json.md lists
//! its keys. A key is there where there is something to say. Puzzles are texts, and so are numbers that may be
//! larger than 2⁵³, since many programs read numbers as floats.
//!
//! ```
//! use tilewright::answer::Answer;
//! use tilewright::{Solver, board};
//!
//! let roads = board("roads", "8x8")?;
//! let answer = Answer::counted(&Solver::new().count(&*roads)?);
//! assert_eq!(answer.word(), "several");
//! assert_eq!(
//!     serde_json::to_string(&answer)?,
//!     r#"{"status":"several","end":"complete","op":"count","count":"21516449182147"}"#
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod cost;
mod found;
mod listing;
mod reasoned;
mod step;
#[cfg(test)]
mod tests;
mod text;

pub use cost::{Cost, Stopwatch};
pub use found::{Found, Hodoku, SudokuExplainer};
pub use listing::{ListedBoard, ListedFamily, ListedFormat, Listing};
pub use step::ToldStep;
pub use text::PuzzleText;

use crate::asked::{Asked, First};
use crate::check::{Existence, Verdict};
use crate::clash::Clash;
use crate::explain::{Outcome, differences};
use crate::rating::Rated;
use crate::solver::Refusal;
use crate::status::Status;
use crate::words::Techniques;
use serde::{Deserialize, Serialize};
use tilewright_engines::{Count, End};
use tilewright_generate::{Made, Missed};
use tilewright_model::Choice;
use tilewright_puzzles::{Canonical, Puzzle};

/// The version of the keys. A new key keeps it; any other change raises it.
pub const VERSION: u32 = 1;

/// An answer about a puzzle.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Answer {
    /// The answer in a word.
    pub status: Status,
    /// The end of the work.
    pub end: End,
    /// The result, by operation (`op`); `None` where there was nothing to ask about.
    #[serde(flatten)]
    pub found: Option<Found>,
    /// The reason why the solution is not unique, if that was asked.
    #[serde(flatten)]
    pub obstacle: Obstacle,
    /// The reason why there is no answer, or a part of it is missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The cost of the search, where it was requested.
    #[serde(flatten)]
    pub cost: Option<Cost>,
}

/// The reason why a puzzle does not have one solution. Each key is there where it applies.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Obstacle {
    /// Two givens that exclude each other, in a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contradiction: Option<String>,
    /// Clues that cannot all hold, or demands that cannot all be met.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub clash: Vec<String>,
    /// True if no smaller set clashes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub is_smallest: Option<bool>,
    /// The differences of two solutions: the choice of each.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub differences: Vec<[String; 2]>,
}

/// The place of a puzzle in the input: the first keys of an object.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Origin {
    /// The name of its file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The line, where the file has a puzzle on each.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u64>,
    /// The name of its family.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub family: Option<String>,
    /// A remark about the way it was read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remark: Option<String>,
    /// The puzzle itself, if answers are distinguished by it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub puzzle: Option<PuzzleText>,
}

/// An answer with the place of its puzzle: a line of `--json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// The place of the puzzle.
    #[serde(flatten)]
    pub place: Origin,
    /// The answer.
    #[serde(flatten)]
    pub answer: Answer,
}

impl Row {
    /// The JSON object on one line, without its end.
    pub fn json(&self) -> String {
        json(self)
    }
}

/// Anything that is plain data as JSON on one line.
pub fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("answers have texts for keys and no other way to fail")
}

/// Writes a solution as a text.
pub type SolutionWriter<'w, E> = dyn FnMut(&[Choice]) -> Result<String, E> + 'w;

impl Answer {
    /// An answer without a cost. Where it was stopped that is the reason.
    pub fn new(status: Status, end: End, found: Found) -> Self {
        Self {
            found: Some(found),
            reason: (status == Status::Stopped).then(|| end.to_string()),
            ..Self::nothing(status, end)
        }
    }

    /// An answer that found nothing: the status and the end say all.
    pub fn nothing(status: Status, end: End) -> Self {
        Self {
            status,
            end,
            found: None,
            obstacle: Obstacle::default(),
            reason: None,
            cost: None,
        }
    }

    /// The answer about a puzzle that could not be asked about.
    pub fn refused(refusal: &Refusal) -> Self {
        Self::nothing(refusal.status(), refusal.end()).because(refusal.to_string())
    }

    /// Adds why there is no answer, or a part of it is missing.
    #[must_use]
    pub fn because(mut self, reason: impl Into<String>) -> Self {
        self.reason = Some(reason.into());
        self
    }

    /// Adds the cost, where it was requested.
    #[must_use]
    pub fn costing(mut self, cost: Option<Cost>) -> Self {
        self.cost = cost;
        self
    }

    /// Adds the place of the puzzle.
    pub fn at(self, place: Origin) -> Row {
        Row {
            place,
            answer: self,
        }
    }

    /// The answer in a word.
    pub fn word(&self) -> &'static str {
        self.status.word()
    }

    /// The answer of `solve` for one solution. Whether there are more was not looked at.
    pub fn solved<E>(first: &First, write: &mut SolutionWriter<'_, E>) -> Result<Self, E> {
        let solution = first.solution.as_deref().map(write).transpose()?;
        let end = match first.end {
            End::Complete if solution.is_some() => End::Limit,
            end => end,
        };
        let status = status_of_list(solution.is_some().into(), end);
        let found = Found::Solve {
            solution: solution.map(PuzzleText),
            solutions: None,
        };
        Ok(Self::new(status, end, found))
    }

    /// The answer of `solve` for several solutions, of which these were found.
    pub fn listed(solutions: Vec<PuzzleText>, end: End) -> Self {
        let status = status_of_list(solutions.len() as u64, end);
        let found = Found::Solve {
            solution: None,
            solutions: Some(solutions),
        };
        Self::new(status, end, found)
    }

    /// The answer of `check`.
    pub fn checked<E>(verdict: &Verdict, write: &mut SolutionWriter<'_, E>) -> Result<Self, E> {
        let mut answer = Self::verdict(verdict);
        answer.show_solutions(&verdict.solutions, write)?;
        Ok(answer)
    }

    /// The answer of `check`, without the solutions.
    pub fn verdict(verdict: &Verdict) -> Self {
        let mut answer = Self::existing(&verdict.solutions, verdict.complete);
        if let (
            Some(Found::Check {
                redundant,
                clues_tried,
                clues,
                ..
            }),
            Existence::Unique(_),
        ) = (&mut answer.found, &verdict.solutions)
        {
            *redundant = Some(verdict.redundant.clues.clone());
            *clues_tried = Some(verdict.redundant.tried);
            *clues = Some(verdict.redundant.total);
            answer.end = verdict.redundant.end;
        }
        let contradiction = verdict.contradiction.as_ref();
        answer.obstacle.contradiction = contradiction.map(ToString::to_string);
        answer
    }

    /// The answer of `check` where the clues that could go are not looked for, without the solutions. The board of a
    /// complete puzzle is full.
    pub fn existing(existence: &Existence, is_complete: bool) -> Self {
        let found = Found::Check {
            complete: is_complete,
            solution: None,
            other: None,
            redundant: None,
            clues_tried: None,
            clues: None,
        };
        Self::new(existence.status(), existence.end(), found)
    }

    /// Adds the solutions to an answer of `check`.
    pub fn show_solutions<E>(
        &mut self,
        existence: &Existence,
        write: &mut SolutionWriter<'_, E>,
    ) -> Result<(), E> {
        if let Some(Found::Check {
            solution, other, ..
        }) = &mut self.found
        {
            let (one, another) = existence.solutions();
            *solution = one.map(&mut *write).transpose()?.map(PuzzleText);
            *other = another.map(write).transpose()?.map(PuzzleText);
        }
        Ok(())
    }

    /// The answer of `count`. The number before a stop is a lower bound.
    pub fn counted(count: &Count) -> Self {
        let number = count.number.to_string();
        let status = match (count.end, &number[..]) {
            (End::Complete, "0") => Status::Unsolvable,
            (End::Complete, "1") => Status::Unique,
            (End::Limit, "1") => Status::Solved,
            (End::Limit, "0") => Status::Stopped,
            (End::Complete | End::Limit, _) => Status::Several,
            _ => Status::Stopped,
        };
        let (count_, at_least) = if count.is_exact() {
            (Some(number), None)
        } else {
            (None, Some(number))
        };
        let found = Found::Count {
            count: count_,
            at_least,
        };
        Self::new(status, count.end, found)
    }

    /// The answer of `rate`, for a puzzle with this number of clues.
    pub fn rated(rated: &Rated, clues: Option<usize>) -> Self {
        let end = match rated {
            Rated::Stopped(end) => *end,
            Rated::Unique(_) | Rated::Unsolvable | Rated::Several => End::Complete,
        };
        let Rated::Unique(rating) = rated else {
            return Self::new(rated.status(), end, Found::no_rating());
        };
        let mut answer = Self::new(rated.status(), end, Found::rating(rating, clues));
        answer.reason = rating.missing();
        answer
    }

    /// The answer of `canonical`, whose form is this text.
    pub fn canonical(form: &Canonical, text: String) -> Self {
        let found = Found::Canonical {
            canonical: PuzzleText(text),
            digest: format!("{:032x}", form.digest),
            automorphisms: form.automorphisms.map(|number| number.to_string()),
        };
        Self::new(Status::Canonical, End::Complete, found)
    }

    /// The answer of `generate`: the puzzle of a seed, which is the row's, and its solution as a text; or the reason
    /// why there is none.
    pub fn generated(
        number: u64,
        seed: u64,
        made: Result<&Made, &Missed>,
        solution: Option<String>,
    ) -> Self {
        let (status, end, reason) = match made {
            Ok(made) if made.is_cut => (Status::Stopped, End::Time, made.doubt()),
            Ok(made) => (Status::Made, End::Complete, made.doubt()),
            Err(missed) => (Status::Missed, missed.end, Some(missed.why.clone())),
        };
        let made = made.ok();
        let found = Found::Generate {
            number,
            seed: seed.to_string(),
            solution: solution.map(PuzzleText),
            clues: made.map(|made| clue_count(&*made.puzzle)),
            weight: made.and_then(|made| made.weight),
            minimal: made.and_then(|made| made.minimal.word().map(str::to_owned)),
            undecided: made.map(|made| made.undecided).filter(|number| *number > 0),
        };
        let mut answer = Self::new(status, end, found);
        answer.reason = reason;
        answer
    }

    /// The answer of `explain`, with the solution as a text if the steps lead to it.
    pub fn explained(
        outcome: &Outcome,
        techniques: Techniques,
        steps: Vec<ToldStep>,
        solution: Option<String>,
    ) -> Self {
        let end = match outcome {
            Outcome::Stopped(end) => *end,
            _ => End::Complete,
        };
        let found = Found::Explain {
            steps,
            techniques,
            solution: solution.map(PuzzleText),
        };
        Self::new(outcome.status(), end, found)
    }

    /// The answer about a puzzle that does not have one solution; `None` where it has, or where that is not known.
    pub fn not_unique(asked: &mut Asked, existence: &Existence) -> Option<Self> {
        let (obstacle, end) = match existence {
            Existence::Unique(_) | Existence::Unknown { .. } => return None,
            Existence::None => {
                let clash = asked.clash();
                let end = clash.as_ref().map_or(End::Complete, |clash| clash.end);
                (clash.map(Obstacle::of_clash).unwrap_or_default(), end)
            }
            Existence::Several(one, other) => {
                let differ = differences(asked.model(), one, other);
                let obstacle = Obstacle::between(&**asked.puzzle(), &differ);
                (obstacle, End::Complete)
            }
        };
        let mut answer = Self::nothing(existence.status(), end);
        answer.obstacle = obstacle;
        Some(answer)
    }
}

impl Obstacle {
    /// A clash, for a puzzle without a solution.
    pub fn of_clash(clash: Clash) -> Self {
        Self {
            clash: clash.parts,
            is_smallest: Some(clash.is_smallest),
            ..Self::default()
        }
    }

    /// The differences of two solutions.
    pub fn between(puzzle: &dyn Puzzle, differ: &[(Choice, Choice)]) -> Self {
        let name = |choice: Choice| puzzle.choice_name(choice);
        let pairs = differ.iter().map(|&(a, b)| [name(a), name(b)]);
        Self {
            differences: pairs.collect(),
            ..Self::default()
        }
    }
}

/// The number of clues of a puzzle; of givens, where its clues cannot be taken away.
pub fn clue_count(puzzle: &dyn Puzzle) -> usize {
    let count = puzzle.clue_count();
    count.unwrap_or_else(|| puzzle.givens().len())
}

/// The status of a list of solutions that ended this way.
pub fn status_of_list(found: u64, end: End) -> Status {
    match (found, end) {
        (0, End::Complete) => Status::Unsolvable,
        (1, End::Complete) => Status::Unique,
        (1, End::Limit) => Status::Solved,
        (2.., End::Complete | End::Limit) => Status::Several,
        _ => Status::Stopped,
    }
}
