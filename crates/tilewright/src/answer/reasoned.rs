//! The answers of `explain` and `hint`: steps where there is one solution, or else why there is not.

use super::{Answer, Found, SolutionWriter, ToldStep};
use crate::asked::Asked;
use crate::explain::{Manner, Outcome};
use crate::status::Status;

impl Answer {
    /// The answer of `explain`: every step in this manner.
    pub fn explanation<E>(
        asked: &mut Asked,
        manner: Manner,
        write: &mut SolutionWriter<'_, E>,
    ) -> Result<Self, E> {
        let existence = asked.existence();
        if let Some(answer) = Self::not_unique(asked, &existence) {
            return Ok(answer);
        }
        let puzzle = std::sync::Arc::clone(asked.puzzle());
        let mut told = asked.manner(manner.proved(&existence)).explain();
        let steps = told.by_ref().map(|event| ToldStep::of(&*puzzle, &event));
        let steps: Vec<ToldStep> = steps.collect();
        let outcome = told.outcome().expect("the steps have ended");
        let solution = match outcome {
            Outcome::Solved { solution, .. } => Some(write(solution)?),
            _ => None,
        };
        let techniques = ToldStep::techniques(&steps);
        Ok(Self::explained(outcome, techniques, steps, solution))
    }

    /// The answer of `hint`: the easiest next step in this manner, or only the place to look at.
    pub fn next_step(asked: &mut Asked, manner: Manner, is_vague: bool) -> Self {
        let existence = asked.existence();
        if let Some(answer) = Self::not_unique(asked, &existence) {
            return answer;
        }
        let end = existence.end();
        let hint = match asked.manner(manner.proved(&existence)).hint() {
            Ok(Some(hint)) => hint,
            Ok(None) if asked.is_complete() == Ok(true) => {
                return Self::nothing(Status::Solved, end);
            }
            Ok(None) => return Self::nothing(Status::Stuck, end),
            Err(stopped) => return Self::nothing(Status::Stopped, stopped),
        };
        let found = if is_vague {
            Found::Hint {
                step: None,
                look: Some(hint.telling.place),
            }
        } else {
            let step = ToldStep::new(&**asked.puzzle(), &hint.step, &hint.telling, 0);
            Found::Hint {
                step: Some(step),
                look: None,
            }
        };
        Self::new(existence.status(), end, found)
    }
}
