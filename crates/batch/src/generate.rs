//! Makes puzzles by their numbers.
//!
//! The puzzle of a number is made of the seed and that number alone, so a billion of them can be cut
//! into ranges at will: each range gives the rows that the whole would have there.

use crate::answer::cells;
use crate::columns::{Cell, Columns, Kind};
use crate::run::{Unfinished, in_pieces};
use crate::task::{Pace, RATING};
use crate::writing::{on_a_line, telling, trimmed};
use std::ops::Range;
use std::sync::Arc;
use std::time::Instant;
use tilewright::answer::{Answer, clue_count};
use tilewright::generate::{Budget, Made, Maker, Missed, seed_of};
use tilewright::puzzles::{Puzzle, Unwritable};
use tilewright::{Rated, Solver, Status};

/// The most puzzles that a thread makes at once.
const MOST_AT_ONCE: usize = 256;

/// A maker, and the columns for its puzzles.
///
/// The columns are `status` (made, missed, stopped), `number`, `puzzle`, `solution`, `clues`, `weight` where
/// that is known, `minimal` where that was requested (which clues are proved to be needed: each of
/// the `clues`, or the `sets` of a symmetry), those of a rating where it is asked for, and `reason`: why a
/// specification was not met, and then the row has its number and nothing else; why there is no rating (stopped), and
/// then it has all but that; or how many clues could perhaps still go, and it is stopped where the time
/// was up before that was known.
pub struct Recipe {
    maker: Box<dyn Maker>,
    to: Option<String>,
    is_rated: bool,
    is_weighted: bool,
    is_minimal: bool,
}

impl Recipe {
    /// Puzzles of this maker, each on a line.
    pub fn new(maker: Box<dyn Maker>) -> Self {
        Self {
            maker,
            to: None,
            is_rated: false,
            is_weighted: false,
            is_minimal: false,
        }
    }

    /// Writes puzzles and solutions in this format of their family.
    #[must_use]
    pub fn writing(mut self, to: impl Into<String>) -> Self {
        self.to = Some(to.into());
        self
    }

    /// Adds the columns of a rating.
    #[must_use]
    pub fn rated(mut self, is_rated: bool) -> Self {
        self.is_rated = is_rated;
        self
    }

    /// Adds the column `weight`: the number of puzzles that each represents, if that was
    /// [requested](tilewright::generate::Spec::controlled_bias).
    #[must_use]
    pub fn weighted(mut self, is_weighted: bool) -> Self {
        self.is_weighted = is_weighted;
        self
    }

    /// Adds the column `minimal`: the clues that are proved to be necessary, if that was
    /// [requested](tilewright::generate::Spec::minimal).
    #[must_use]
    pub fn minimal(mut self, is_minimal: bool) -> Self {
        self.is_minimal = is_minimal;
        self
    }

    /// The columns that come out, without a row.
    pub fn no_rows(&self) -> Columns {
        Columns::new(&self.layout(), 0)
    }

    /// The names of the columns that come out, in order.
    pub fn columns(&self) -> Vec<&'static str> {
        self.layout().into_iter().map(|(name, _)| name).collect()
    }

    fn layout(&self) -> Vec<(&'static str, Kind)> {
        let mut layout = vec![
            ("status", Kind::Text),
            ("number", Kind::Int64),
            ("puzzle", Kind::Text),
            ("solution", Kind::Text),
            ("clues", Kind::Int64),
        ];
        if self.is_weighted {
            layout.push(("weight", Kind::Float64));
        }
        if self.is_minimal {
            layout.push(("minimal", Kind::Text));
        }
        if self.is_rated {
            layout.extend(RATING.iter().filter(|(name, _)| *name != "clues"));
        }
        layout.push(("reason", Kind::Text));
        layout
    }

    /// Adds the row of a puzzle with its rating, where that was asked for; or with the reason why it has none.
    fn put(
        &self,
        number: u64,
        made: &Made,
        rated: &Result<Option<Answer>, String>,
        columns: &mut Columns,
    ) -> Result<(), Unfinished> {
        let written = self.written(made);
        let (puzzle, solution) = match &written {
            Ok((puzzle, solution)) => (puzzle, solution),
            Err(why) => return put_nothing(number, &why.to_string(), columns),
        };
        let (rating, reason) = match rated {
            Ok(rating) => (rating.as_ref(), None),
            Err(why) => (None, Some(why.as_str())),
        };
        let status = if made.is_cut || reason.is_some() {
            Status::Stopped
        } else {
            Status::Made
        };
        let mut row = vec![
            status.word().into(),
            i64::try_from(number).ok().into(),
            puzzle.as_str().into(),
            solution.as_deref().into(),
            i64::try_from(clue_count(&*made.puzzle)).ok().into(),
        ];
        if self.is_weighted {
            row.push(made.weight.into());
        }
        if self.is_minimal {
            row.push(made.minimal.word().into());
        }
        if self.is_rated {
            let mut cells = rating.map(cells).unwrap_or_default();
            cells.resize(RATING.len(), Cell::Null);
            let named = RATING.iter().zip(cells);
            let others = named.filter(|((name, _), _)| *name != "clues");
            row.extend(others.map(|(_, cell)| cell));
        }
        let missing = rating.and_then(|rating| rating.reason.as_deref());
        let doubt = made.doubt();
        row.push(reason.or(missing).or(doubt.as_deref()).into());
        Ok(columns.push(&row)?)
    }

    /// The puzzle and its solution, if it has one apart from itself.
    fn written(&self, made: &Made) -> Result<(String, Option<String>), Unwritable> {
        let puzzle = &*made.puzzle;
        let solved = (!made.solution.is_empty()).then(|| puzzle.fill(&made.solution));
        let write = |puzzle: &dyn Puzzle, format: &str| puzzle.write(format).map(trimmed);
        let (text, solution) = match &self.to {
            Some(to) => (write(puzzle, to), solved.map(|solved| write(&*solved, to))),
            None => (
                on_a_line(puzzle, None),
                solved.map(|solved| telling(puzzle, &*solved, None)),
            ),
        };
        Ok((text?, solution.transpose()?))
    }
}

/// Adds the row of a specification that was not met.
fn put_nothing(number: u64, reason: &str, columns: &mut Columns) -> Result<(), Unfinished> {
    let mut cells = vec![Cell::Null; columns.columns().len()];
    if let [status, row, .., last] = &mut cells[..] {
        *status = Status::Missed.word().into();
        *row = i64::try_from(number).ok().into();
        *last = reason.into();
    }
    Ok(columns.push(&cells)?)
}

impl std::fmt::Debug for Recipe {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Recipe")
            .field("to", &self.to)
            .field("is_rated", &self.is_rated)
            .field("is_weighted", &self.is_weighted)
            .field("is_minimal", &self.is_minimal)
            .finish_non_exhaustive()
    }
}

/// Makes the puzzles with these numbers of all that a seed makes: a row each, in order, the same for
/// ever, whatever the threads and however the numbers are cut into ranges.
///
/// ```
/// use tilewright::generate::{Spec, maker};
/// use tilewright_batch::{Pace, Recipe, generate};
///
/// let recipe = Recipe::new(maker("sudoku", "3,3", Spec::default(), false)?);
/// let all = generate(&recipe, 7, 0..4, &Pace::new())?;
/// let last = generate(&recipe, 7, 3..4, &Pace::new())?;
/// assert_eq!(all.text("puzzle", 3), last.text("puzzle", 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn generate(
    recipe: &Recipe,
    seed: u64,
    numbers: Range<u64>,
    pace: &Pace,
) -> Result<Columns, Unfinished> {
    let rows = numbers.end.saturating_sub(numbers.start);
    let rows = usize::try_from(rows).map_err(|_| Unfinished::TooLong)?;
    let even = rows.div_ceil(pace.thread_count() * 4);
    let piece = even.clamp(1, MOST_AT_ONCE);
    let worker = || {
        let workshop = Workshop::new(recipe, seed, pace);
        move |rows: Range<usize>, columns: &mut Columns| {
            let number = |row: usize| numbers.start + row as u64;
            workshop.make(number(rows.start)..number(rows.end), columns)
        }
    };
    in_pieces(&recipe.layout(), rows, piece, pace, &worker)
}

/// A thread's part in making puzzles.
pub struct Workshop<'w> {
    recipe: &'w Recipe,
    seed: u64,
    pace: &'w Pace,
    solver: Solver,
}

impl<'w> Workshop<'w> {
    /// A workshop for puzzles of a seed.
    pub fn new(recipe: &'w Recipe, seed: u64, pace: &'w Pace) -> Self {
        Self {
            recipe,
            seed,
            pace,
            solver: pace.solver_on(1).apart(),
        }
    }

    /// Adds the puzzles of these numbers.
    pub fn make(&self, numbers: Range<u64>, columns: &mut Columns) -> Result<(), Unfinished> {
        let seeds: Vec<u64> = numbers.clone().map(|n| seed_of(self.seed, n)).collect();
        let made = self.made(&seeds);
        if self.pace.is_stopped() {
            return Err(Unfinished::Interrupted);
        }
        for made in made.iter().flatten() {
            let checked = self.solver.vouch_for(made);
            checked.map_err(|_| Unfinished::Failed)?;
        }
        let ratings = self.ratings(&made);
        if self.pace.is_stopped() {
            return Err(Unfinished::Interrupted);
        }
        for ((number, made), rating) in numbers.zip(&made).zip(&ratings) {
            match made {
                Ok(made) => self.recipe.put(number, made, rating, columns)?,
                Err(missed) => put_nothing(number, &missed.to_string(), columns)?,
            }
        }
        Ok(())
    }

    fn made(&self, seeds: &[u64]) -> Vec<Result<Made, Missed>> {
        let maker = &self.recipe.maker;
        let Some(time) = self.pace.time_each() else {
            return maker.make_many(seeds, &self.budget(None));
        };
        // Each has its own time.
        let each = seeds.iter().map(|&seed| {
            let deadline = Instant::now().checked_add(time);
            maker.make(seed, &self.budget(deadline))
        });
        each.collect()
    }

    fn budget(&self, deadline: Option<Instant>) -> Budget {
        let mut budget = Budget::default();
        budget.deadline = deadline;
        budget.stop = self.pace.stop_flag().map(Arc::clone);
        budget
    }

    /// The rating of each puzzle, if it is asked for; or the reason why there is none.
    fn ratings(&self, made: &[Result<Made, Missed>]) -> Vec<Result<Option<Answer>, String>> {
        let rate = |made: &Made| {
            let rated = self.solver.ask(&*made.puzzle);
            let why: String = match rated.map(|mut asked| asked.rate()) {
                Ok(Rated::Several) => "it has several solutions".to_owned(),
                Ok(Rated::Unsolvable) => "it has no solution".to_owned(),
                Ok(Rated::Stopped(end)) => end.to_string(),
                Ok(rated) => {
                    let clues = clue_count(&*made.puzzle);
                    return Ok(Some(Answer::rated(&rated, Some(clues))));
                }
                Err(refusal) => refusal.to_string(),
            };
            Err(format!("the puzzle was made and not rated: {why}"))
        };
        let each = made.iter().map(|made| match made {
            Ok(made) if self.recipe.is_rated => rate(made),
            _ => Ok(None),
        });
        each.collect()
    }
}
