//! Puzzles that were made and solutions that were found elsewhere, checked by others than their maker.

use super::report::Subject;
use super::second::{Second, allowance};
use crate::solver::Solver;
use tilewright_engines::{Ask, Budget};
use tilewright_generate::Made;
use tilewright_model::Choice;
use tilewright_model::clock::Instant;
use tilewright_puzzles::Puzzle;

/// The name of a maker of puzzles in a report.
const MAKER: &str = "generate";
/// The name of the prover in a report.
const PROVER: &str = "prove";

impl Solver {
    /// Checks a puzzle that was made, where this solver is [paranoid](Solver::paranoid): its
    /// solution is one and the only one, and where it is said to be minimal, no clue can go, or no set
    /// of clues that mirror each other. A full board is itself a solution.
    ///
    /// # Panics
    /// Where that is not so.
    ///
    /// ```
    /// use tilewright::Solver;
    /// use tilewright::generate::{Budget, Minimal, Spec, maker};
    ///
    /// let spec = Spec { minimal: Minimal::Clues, ..Spec::default() };
    /// let maker = maker("sudoku", "2,2", spec, false)?;
    /// let made = maker.make(1, &Budget::default()).map_err(|missed| missed.to_string())?;
    /// let solver = Solver::new().paranoid(true);
    /// solver.vouch_for(&made);
    /// assert!(solver.self_checks().verdicts > 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn vouch_for(&self, made: &Made) {
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
        let allowance = allowance(self, &self.question(), begun);
        let solution = made.solution.clone();
        let ask = Ask::given(puzzle.givens());
        let about = Subject::Puzzle(puzzle);
        second.solution(about, &ask, &solution);
        second.no_other(about, &ask, &[solution], &allowance);
        let Some(claim) = made.claim() else {
            return;
        };
        if made.sets.is_empty() {
            for (clue, thinner) in puzzle.thinner() {
                self.vouch_for_clue(made, claim, &clue, &*thinner, &mut second, &allowance);
            }
            return;
        }
        for set in &made.sets {
            let is_left = |choice: &Choice| !set.contains(choice);
            let left: Vec<Choice> = ask.given.iter().copied().filter(is_left).collect();
            let names: Vec<String> = set.iter().map(|&c| puzzle.choice_name(c)).collect();
            let gone = names.join(", ");
            second.cannot_go(about, claim, &gone, &Ask::given(left), &allowance);
        }
    }

    /// Checks that a puzzle has several solutions without a clue.
    fn vouch_for_clue(
        &self,
        made: &Made,
        claim: &str,
        clue: &str,
        thinner: &dyn Puzzle,
        second: &mut Second,
        allowance: &Budget,
    ) {
        let Ok(model) = self.model(thinner) else {
            return;
        };
        let ask = Ask::given(thinner.givens());
        let about = Subject::Puzzle(&*made.puzzle);
        let is_same = self.model(&*made.puzzle).is_ok_and(|own| own == model);
        if is_same {
            second.cannot_go(about, claim, clue, &ask, allowance);
        } else if let Some(other) = Second::new(self, &model) {
            // Without the clue it has a model of its own.
            let mut other = other.of_engine(MAKER);
            other.cannot_go(about, claim, clue, &ask, allowance);
        }
    }

    /// Checks a solution of another source, such as [the prover](crate::prover), if this solver is
    /// [paranoid](Solver::paranoid): by the definition, and that it has the clues.
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

    /// A full board is a solution. Its values are known after reading it again, so the check reads the written text.
    fn vouch_for_board(&self, board: &dyn Puzzle) {
        let Ok(model) = self.model(board) else {
            return;
        };
        let again = board.family().formats.iter().find_map(|format| {
            let (_, again) = format.there_and_back(board)?;
            let is_same = self.model(&*again).is_ok_and(|other| other == model);
            (is_same && !again.givens().is_empty()).then_some(again)
        });
        match (again, self.paranoia()) {
            (Some(again), _) => self.vouch(MAKER, &*again, &again.givens()),
            (None, Some(paranoia)) => paranoia.note(|done| done.unchecked += 1),
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
