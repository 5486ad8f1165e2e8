//! Puzzles that were made and solutions that were found elsewhere, checked by others than their maker.

use crate::solver::Solver;
use tilewright_engines::doubt::{Second, allowance};
use tilewright_engines::{Ask, Budget, End};
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
    /// If that is not so, this is [`End::Failed`], and the solver's budget has the [report](Budget::failure).
    ///
    /// ```
    /// use tilewright::Solver;
    /// use tilewright::generate::{Budget, Minimal, Spec, maker};
    ///
    /// let spec = Spec { minimal: Minimal::Clues, ..Spec::default() };
    /// let maker = maker("sudoku", "2,2", spec, false)?;
    /// let made = maker.make(1, &Budget::default()).map_err(|missed| missed.to_string())?;
    /// let solver = Solver::new().paranoid(true);
    /// solver.vouch_for(&made).expect("it is right");
    /// assert!(solver.self_checks().verdicts > 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn vouch_for(&self, made: &Made) -> Result<(), End> {
        let puzzle = &*made.puzzle;
        // A full board has no solution apart from itself.
        if made.solution.is_empty() {
            return self.vouch_for_board(puzzle);
        }
        let Some((mut second, ask)) = self.opinion(MAKER, puzzle, puzzle) else {
            return Ok(());
        };
        let allowance = allowance(&ask.budget, Instant::now());
        let solution = made.solution.clone();
        second.solution(&ask, &solution)?;
        second.no_other(&ask, &[solution], &allowance)?;
        let Some(claim) = made.claim() else {
            return Ok(());
        };
        if made.sets.is_empty() {
            for (clue, thinner) in puzzle.thinner() {
                self.vouch_for_clue(puzzle, (claim, &clue), &*thinner, &mut second, &allowance)?;
            }
        }
        for set in &made.sets {
            let is_left = |choice: &Choice| !set.contains(choice);
            let left: Vec<Choice> = ask.given.iter().copied().filter(is_left).collect();
            let names: Vec<String> = set.iter().map(|&c| puzzle.choice_name(c)).collect();
            let without = Ask {
                given: left,
                ..ask.clone()
            };
            second.cannot_go(&without, claim, &names.join(", "), &allowance)?;
        }
        Ok(())
    }

    /// Checks that a puzzle has several solutions without a clue.
    fn vouch_for_clue(
        &self,
        puzzle: &dyn Puzzle,
        (claim, clue): (&str, &str),
        thinner: &dyn Puzzle,
        second: &mut Second,
        allowance: &Budget,
    ) -> Result<(), End> {
        let Some((mut other, ask)) = self.opinion(MAKER, thinner, puzzle) else {
            return Ok(());
        };
        // Without the clue it may have a model of its own.
        let second = if other.model() == second.model() {
            second
        } else {
            &mut other
        };
        second.cannot_go(&ask, claim, clue, allowance)
    }

    /// A second opinion on answers of that name about a puzzle, and the question, reported as one about `subject`;
    /// if they are checked.
    fn opinion(
        &self,
        asker: &'static str,
        puzzle: &dyn Puzzle,
        subject: &dyn Puzzle,
    ) -> Option<(Second, Ask)> {
        self.doubts()?;
        let second = self.second(asker, &self.model(puzzle).ok()?)?;
        let ask = Ask {
            subject: self.subject(subject),
            ..Ask::given(puzzle.givens()).budget(self.question())
        };
        Some((second, ask))
    }

    /// Checks a solution of another source, such as [the prover](crate::prover), if this solver is
    /// [paranoid](Solver::paranoid): by the definition, and that it has the clues.
    ///
    /// If it is not, this is [`End::Failed`], and the solver's budget has the [report](Budget::failure).
    ///
    /// ```
    /// use tilewright::{Solver, read};
    ///
    /// let puzzle = read("1234............", None)?;
    /// let solution = Solver::new().first(&*puzzle)?.solution.expect("it has twelve");
    /// let solver = Solver::new().paranoid(true);
    /// solver.vouch_for_solution(&*puzzle, &solution).expect("it is one");
    /// assert_eq!(solver.self_checks().solutions, 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn vouch_for_solution(&self, puzzle: &dyn Puzzle, solution: &[Choice]) -> Result<(), End> {
        self.vouch(PROVER, puzzle, solution)
    }

    /// A full board is a solution. Its values are known after reading it again, so the check reads the written text.
    fn vouch_for_board(&self, board: &dyn Puzzle) -> Result<(), End> {
        let Some(doubts) = self.doubts() else {
            return Ok(());
        };
        let Ok(model) = self.model(board) else {
            return Ok(());
        };
        let again = board.family().formats.iter().find_map(|format| {
            let (_, again) = format.there_and_back(board)?;
            let is_same = self.model(&*again).is_ok_and(|other| other == model);
            (is_same && !again.givens().is_empty()).then_some(again)
        });
        if let Some(again) = again {
            return self.vouch(MAKER, &*again, &again.givens());
        }
        doubts.note(|done| done.unchecked += 1);
        Ok(())
    }

    fn vouch(
        &self,
        who: &'static str,
        puzzle: &dyn Puzzle,
        solution: &[Choice],
    ) -> Result<(), End> {
        match self.opinion(who, puzzle, puzzle) {
            Some((second, ask)) => second.solution(&ask, solution),
            None => Ok(()),
        }
    }
}
