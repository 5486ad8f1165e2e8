//! Puzzles that were made, checked by others than their maker.

use super::report::Subject;
use super::second::{Allowance, Second};
use crate::session::Purse;
use crate::solver::Solver;
use tilewright_engines::{Ask, End};
use tilewright_generate::Made;
use tilewright_model::clock::Instant;

/// What a report says of whoever makes puzzles.
const MAKER: &str = "generate";

impl Solver {
    /// Checks a puzzle that was made, where this solver is [paranoid](Solver::paranoid): its
    /// solution is one and the only one, and where it is to be minimal, no clue can go.
    ///
    /// # Panics
    /// Where that is not so.
    ///
    /// ```
    /// use tilewright::Solver;
    /// use tilewright::generate::{Limits, Wish, maker};
    ///
    /// let wish = Wish { minimal: true, ..Wish::default() };
    /// let maker = maker("sudoku", "2,2", wish, false)?;
    /// let made = maker.make(1, &Limits::default()).map_err(|missed| missed.to_string())?;
    /// let solver = Solver::new().paranoid(true);
    /// solver.vouch_for(&made, true);
    /// assert!(solver.self_checks().verdicts > 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn vouch_for(&self, made: &Made, is_minimal: bool) {
        // A full board has no solution apart from itself, and nothing is said about it.
        if self.paranoia().is_none() || made.solution.is_empty() {
            return;
        }
        let puzzle = &*made.puzzle;
        let Ok(model) = self.model(puzzle) else {
            return;
        };
        let Some(second) = Second::new(self, &model) else {
            return;
        };
        let mut second = second.of_engine(MAKER);
        let begun = Instant::now();
        let allowance = Allowance::new(self, &Purse::new(self), begun);
        let solution = made.solution.clone();
        let ask = Ask::given(puzzle.givens());
        let about = Subject::Puzzle(puzzle);
        second.few(about, &ask, (&[solution], End::Complete), &allowance);
        if !is_minimal {
            return;
        }
        for (clue, thinner) in puzzle.thinner() {
            // What has another model without the clue is another puzzle altogether.
            let is_same = self.model(&*thinner).is_ok_and(|other| *other == *model);
            if !is_same {
                continue;
            }
            let ask = Ask::given(thinner.givens());
            let (who, findings) = second.search(&ask, 2, &allowance);
            if findings.is_complete && findings.found.len() < 2 {
                let check = format!("{clue} can go");
                let said = [
                    ("answer", "no clue can go"),
                    ("checked by", who),
                    ("check", &check),
                ];
                second.raise(about, &ask, &said);
            }
        }
    }
}
