//! `tilewright convert --from-model` and `--from-cover`: the puzzle as a SAT solver or an exact cover
//! solver has filled it.
//!
//! The answer is not trusted: its picks must be a solution of the puzzle by the definition, with all its givens. That
//! there is no solution cannot be checked here, so the message names the solver as its source.

use crate::failure::Failure;
use crate::input;
use tilewright::Budget;
use tilewright::model::{Choice, Fault, Model};
use tilewright::puzzles::answer::{SatAnswer, read_answer};
use tilewright::puzzles::chosen::read_chosen;
use tilewright::puzzles::export::Dimacs;
use tilewright::puzzles::{ParseError, Puzzle};

/// The question, and so the way to read the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Asked {
    /// The CNF of the puzzle: `--from-model`.
    Clauses,
    /// The exact cover of the puzzle: `--from-cover`.
    Cover,
}

impl Asked {
    /// The option that names the answer.
    pub(crate) fn option(self) -> &'static str {
        match self {
            Self::Clauses => "--from-model",
            Self::Cover => "--from-cover",
        }
    }
}

/// A solver's answer, as its file says.
pub(crate) struct SolverAnswer {
    pub(crate) asked: Asked,
    /// The file, as the user named it.
    name: String,
    text: String,
}

impl SolverAnswer {
    /// Reads the file of an answer (`-` is standard input), of at most `longest` bytes.
    pub(crate) fn read(asked: Asked, name: &str, longest: u64) -> Result<Self, Failure> {
        let (name, text) = input::text(name, longest)?;
        Ok(Self { asked, name, text })
    }

    /// The answer about a puzzle.
    fn answer(
        &self,
        puzzle: &dyn Puzzle,
        model: &Model,
        budget: &Budget,
    ) -> Result<SatAnswer, ParseError> {
        match self.asked {
            Asked::Clauses => {
                let cnf = Dimacs::new(model, &[], budget);
                let cnf = cnf.map_err(|unbuilt| ParseError::new(unbuilt.to_string()))?;
                read_answer(&self.text, model.own_count(), cnf.variables())
            }
            Asked::Cover => read_chosen(&self.text, puzzle, model, budget).map(SatAnswer::Picked),
        }
    }

    /// The puzzle as filled by the answer; `None` and what to say where the answer has no values.
    pub(crate) fn fill(
        &self,
        puzzle: &dyn Puzzle,
        model: &Model,
        budget: &Budget,
    ) -> Result<Filled, Failure> {
        let answer = self.answer(puzzle, model, budget);
        let picked = match answer.map_err(|error| self.failure(&error))? {
            SatAnswer::Picked(picked) => picked,
            SatAnswer::Unsatisfiable => return Ok(Filled::NoSolution),
            SatAnswer::Unknown => return Ok(Filled::NoAnswer),
        };
        match wrong(puzzle, model, &picked) {
            None => Ok(Filled::Solved(puzzle.fill(&picked))),
            Some(what) => {
                let message = format!("the answer is not a solution of this puzzle: {what}");
                Err(self.failure(&ParseError::new(message)))
            }
        }
    }

    fn failure(&self, error: &ParseError) -> Failure {
        Failure::of_text(error, &self.name, &self.text)
    }
}

/// The content of an answer.
pub(crate) enum Filled {
    /// This is the solved puzzle.
    Solved(Box<dyn Puzzle>),
    /// There is no solution.
    NoSolution,
    /// The solver does not know.
    NoAnswer,
}

/// The fault of these choices as a solution of the puzzle.
fn wrong(puzzle: &dyn Puzzle, model: &Model, picked: &[Choice]) -> Option<String> {
    let missing = |given: &Choice| picked.binary_search(given).is_err();
    if let Some(given) = puzzle.givens().into_iter().find(missing) {
        return Some(format!(
            "it leaves out a given, {}",
            puzzle.choice_name(given)
        ));
    }
    Some(match model.fault(picked)? {
        Fault::Missing(item) => format!("nothing is picked for {}", puzzle.item_name(item)),
        Fault::Clash(clash) => format!(
            "{} and {} exclude each other",
            puzzle.choice_name(clash.first),
            puzzle.choice_name(clash.second)
        ),
        Fault::Line(rule) => format!("it breaks {}", puzzle.rule_name(rule)),
        Fault::Apart(rule) => format!("it falls apart for {}", puzzle.rule_name(rule)),
        Fault::Hidden => "nothing that is hidden goes with it".to_owned(),
        Fault::Unknown(_) | Fault::Repeated(_) => {
            unreachable!("an answer has each choice of the model once")
        }
    })
}
