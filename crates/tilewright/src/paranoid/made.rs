//! Puzzles that were made and solutions that were found elsewhere, checked by others than their maker.

use super::one_more;
use super::report::Subject;
use super::second::{Allowance, Second};
use crate::session::Purse;
use crate::solver::Solver;
use tilewright_engines::{Ask, End};
use tilewright_generate::Made;
use tilewright_model::Choice;
use tilewright_model::clock::Instant;
use tilewright_puzzles::Puzzle;

/// What a report says of whoever makes puzzles.
const MAKER: &str = "generate";
/// What it says of whoever proves.
const PROVER: &str = "prove";

impl Solver {
    /// Checks a puzzle that was made, where this solver is [paranoid](Solver::paranoid): its
    /// solution is one and the only one, and where it is to be minimal, no clue can go. A full
    /// board is itself a solution.
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
        if self.paranoia().is_none() {
            return;
        }
        let puzzle = &*made.puzzle;
        // A full board has no solution apart from itself.
        if made.solution.is_empty() {
            self.vouch_for_board(puzzle);
            return;
        }
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

    /// Checks a solution that somebody else found, such as [the prover](crate::prover), where this
    /// solver is [paranoid](Solver::paranoid): by the definition, and that it has the clues.
    ///
    /// # Panics
    /// Where it is none.
    ///
    /// ```
    /// use tilewright::{Solver, read};
    ///
    /// let puzzle = read("1234............", None)?;
    /// let solution = Solver::new().first(&*puzzle)?.solution.expect("it has twelve");
    /// let solver = Solver::new().paranoid(true);
    /// solver.vouch_for_solution(&*puzzle, &solution);
    /// assert_eq!(solver.self_checks().solutions, 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn vouch_for_solution(&self, puzzle: &dyn Puzzle, solution: &[Choice]) {
        self.vouch(PROVER, puzzle, solution);
    }

    /// A full board is a solution. What stands on it is known to whoever reads it again, so what is
    /// checked is what is written.
    fn vouch_for_board(&self, board: &dyn Puzzle) {
        let Ok(model) = self.model(board) else {
            return;
        };
        let family = board.family();
        let formats = family.formats.iter().filter(|f| f.reads && f.writes);
        let again = formats.into_iter().find_map(|format| {
            let text = board.write(format.name).ok()?;
            let name = format!("{}:{}", family.name, format.name);
            let again = tilewright_puzzles::read(&text, Some(&name)).ok()?;
            let is_same = self.model(&*again).is_ok_and(|other| *other == *model);
            (is_same && !again.givens().is_empty()).then_some(again)
        });
        match (again, self.paranoia()) {
            (Some(again), _) => self.vouch(MAKER, &*again, &again.givens()),
            (None, Some(paranoia)) => one_more(&paranoia.done.unchecked),
            (None, None) => {}
        }
    }

    fn vouch(&self, who: &'static str, puzzle: &dyn Puzzle, solution: &[Choice]) {
        if self.paranoia().is_none() {
            return;
        }
        let Ok(model) = self.model(puzzle) else {
            return;
        };
        if let Some(second) = Second::new(self, &model) {
            let ask = Ask::given(puzzle.givens());
            let about = Subject::Puzzle(puzzle);
            second.of_engine(who).solution(about, &ask, solution);
        }
    }
}
