//! The difficulty of a puzzle: on a measure of our own, which every puzzle has, and on the well-known scales for 9×9
//! Sudoku.

use crate::asked::Asked;
use crate::check::Existence;
use crate::explain::Manner;
use crate::play::Standing;
use crate::words::Techniques;
use std::sync::Arc;
use tilewright_engines::{Budget, End};
use tilewright_logic::{Ending, Grade};
use tilewright_puzzles::Telling;
use tilewright_scales::{Board9, hodoku, se};

/// The result of a rating.
#[derive(Clone, Debug)]
pub enum Rated {
    /// There is one solution, and this is how hard it is to find.
    Unique(Rating),
    /// There is no solution.
    Unsolvable,
    /// There are several solutions.
    Several,
    /// It was stopped before the verdict or the rating was known: a partial rating is not returned, since it would
    /// look like a whole one.
    Stopped(End),
}

/// The rating of a puzzle.
#[derive(Clone, Debug)]
pub struct Rating {
    /// The difficulty of the explanation, the same however the puzzle is turned, relabelled or shuffled; `None` if
    /// logic does not finish it within its budget.
    pub difficulty: Option<f64>,
    /// The name of the hardest step of the explanation; `None` if there is none.
    pub hardest: Option<String>,
    /// The number of steps of each technique in the explanation.
    pub techniques: Techniques,
    /// On the scales of 9×9 Sudoku, where it is one.
    pub nine: Option<NineRating>,
}

impl Rating {
    /// The difficulty in a word.
    pub fn grade(&self) -> Option<Grade> {
        self.difficulty.map(Grade::of)
    }

    /// The reason why it has no difficulty, or no place on a scale that it should have one on.
    pub fn missing(&self) -> Option<String> {
        if self.difficulty.is_none() {
            return Some("logic does not finish it, so it has no difficulty".to_owned());
        }
        let unrated = self.nine.as_ref()?.se.as_ref().err()?;
        Some(format!("no rating of Sudoku Explainer: {unrated}"))
    }
}

/// The difficulty of a 9×9 Sudoku on the well-known scales.
#[derive(Clone, Debug)]
pub struct NineRating {
    /// On that of Sudoku Explainer; or how far it got within a [limit](se::rate) of its own.
    pub se: Result<se::Rating, se::Unrated>,
    /// On that of `HoDoKu`.
    pub hodoku: hodoku::Rating,
}

/// The work for contradictions within contradictions: many times the need of the hardest 9×9 Sudokus, so that their
/// having a difficulty does not depend on their orientation.
const NESTED_WORK: u64 = 10_000_000_000;

/// The most choices of a puzzle that is looked at so closely: larger ones would take minutes.
const NESTED_CHOICES: usize = 1024;

impl Asked {
    /// Rates a puzzle.
    ///
    /// ```
    /// use tilewright::{Rated, Solver, read};
    ///
    /// let line = "1..3.48.9.24.....7...96.5..23.....5.5.7..8.........4....95.....3..8......5.6...3.";
    /// let puzzle = read(line, None)?;
    /// let rated = Solver::new().ask(&*puzzle)?.rate();
    /// let Rated::Unique(rating) = rated else {
    ///     panic!("it has one solution");
    /// };
    /// let nine = rating.nine.expect("it is a 9×9 Sudoku");
    /// assert_eq!(nine.hodoku.level.name(), "Easy");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn rate(&mut self) -> Rated {
        let budget = self.solver().question();
        match self.existence_within(self.whole(), &budget) {
            Existence::None => Rated::Unsolvable,
            Existence::Several(..) => Rated::Several,
            Existence::Unknown { end, .. } => Rated::Stopped(end),
            Existence::Unique(_) => match self.rate_unique(&budget) {
                Ok(rating) => Rated::Unique(rating),
                Err(end) => Rated::Stopped(end),
            },
        }
    }

    /// The rating of a puzzle with one solution on every scale; or why it was stopped.
    fn rate_unique(&mut self, budget: &Budget) -> Result<Rating, End> {
        let mut rating = self.rate_logic(budget)?;
        rating.nine = (self.puzzle().nine())
            .map(|givens| Board9::new(&givens))
            .map(|board| rate_nine(&board, budget))
            .transpose()?;
        Ok(rating)
    }

    /// By the explanation.
    fn rate_logic(&mut self, budget: &Budget) -> Result<Rating, End> {
        let puzzle = Arc::clone(self.puzzle());
        let is_small = self.model().choice_count() <= NESTED_CHOICES;
        let mut witnesses = self.witnesses(Standing::default(), Manner::default(), budget);
        let given = self.givens().to_vec();
        let mut board = self.logic(budget)?.board(&given);
        let usual = budget.for_work(None);
        let mut explanation = board.explain_with(&Manner::default().settings(), &usual);
        if is_small && matches!(explanation.end, Ending::Stuck { .. }) {
            let nested = Manner {
                nested: true,
                ..Manner::default()
            };
            let within = budget.for_work(NESTED_WORK);
            let deeper = board.explain_with(&nested.settings(), &within);
            match deeper.end {
                Ending::Stuck { .. } | Ending::Stopped(End::Nodes) => {}
                _ => explanation = deeper,
            }
        }
        if let Ending::Stopped(end) = explanation.end {
            return Err(end);
        }
        let mut techniques = Techniques::default();
        // Among equally hard ones, the last.
        let mut hardest: Option<((f64, u8), String)> = None;
        for round in &explanation.rounds {
            let before = board.clone();
            for step in &round.steps {
                board.apply(step);
                let model = before.logic().model();
                if !step.is_shown(model) {
                    continue;
                }
                let Telling { name, rank, .. } = puzzle.tell(step, &before);
                if let Some(witnesses) = &mut witnesses {
                    witnesses.step(&step.clone().shown(model), &name, &before)?;
                }
                let weight = (round.weight(), rank);
                techniques.add(&name);
                if hardest.as_ref().is_none_or(|(most, _)| weight > *most) {
                    hardest = Some((weight, name));
                }
            }
        }
        Ok(Rating {
            difficulty: explanation.difficulty(),
            hardest: hardest.map(|(_, name)| name),
            techniques,
            nine: None,
        })
    }
}

/// On the scales of 9×9 Sudoku; or why it was stopped.
fn rate_nine(board: &Board9, budget: &Budget) -> Result<NineRating, End> {
    let se = se::rate(board, &budget.for_work(None));
    if let (Err(se::Unrated::Limit(_)), Some(end)) = (&se, budget.clone().nodes(None).end()) {
        return Err(end);
    }
    let hodoku = hodoku::rate(board);
    Ok(NineRating { se, hodoku })
}
