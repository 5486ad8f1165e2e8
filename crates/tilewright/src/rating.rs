//! How hard a puzzle is: on a measure of our own, which every puzzle has, and on the scales that
//! people know for 9×9 Sudoku.

use crate::explain::Manner;
use crate::session::Session;
use crate::verdict::Existence;
use tilewright_engines::End;
use tilewright_logic::{Budget, Grade};
use tilewright_model::clock::Instant;
use tilewright_puzzles::sudoku::{Boxes, Sudoku};
use tilewright_puzzles::{Puzzle, Telling};
use tilewright_scales::{Board, hodoku, se};

/// What can be said about how hard a puzzle is.
#[derive(Clone, Debug)]
pub enum Rated {
    /// There is one solution, and this is how hard it is to find.
    Unique(Rating),
    /// There is no solution.
    Unsolvable,
    /// There are several solutions.
    Several,
    /// The search was stopped before that was known.
    Unknown(End),
}

/// How hard a puzzle is.
#[derive(Clone, Debug)]
pub struct Rating {
    /// How hard it is to explain, the same however it is turned, relabelled or shuffled; `None`
    /// where logic does not finish it.
    pub difficulty: Option<f64>,
    /// What the hardest step of the explanation is called; `None` where there is none.
    pub hardest: Option<String>,
    /// How many steps of each technique the explanation has, in the order in which they came first.
    pub techniques: Vec<(String, usize)>,
    /// On the scales of 9×9 Sudoku, where it is one.
    pub nine: Option<Nine>,
}

impl Rating {
    /// The difficulty in a word.
    pub fn grade(&self) -> Option<Grade> {
        self.difficulty.map(Grade::of)
    }
}

/// How hard a 9×9 Sudoku is on the scales that people know.
#[derive(Clone, Debug)]
pub struct Nine {
    /// On that of Sudoku Explainer; or how far it got within its limits.
    pub se: Result<se::Rating, se::Unrated>,
    /// On that of `HoDoKu`.
    pub hodoku: hodoku::Rating,
}

/// What contradictions within contradictions may cost: many times what the hardest 9×9 Sudokus
/// take, so that whether they get a difficulty does not depend on how they lie.
const NESTED_WORK: u64 = 10_000_000_000;

/// The most choices of a puzzle that is looked at so closely: larger ones would take minutes.
const NESTED_CHOICES: usize = 1024;

impl Session<'_> {
    /// Rates a puzzle.
    ///
    /// ```
    /// use tilewright::{Rated, Solver, read};
    ///
    /// let line = "1..3.48.9.24.....7...96.5..23.....5.5.7..8.........4....95.....3..8......5.6...3.";
    /// let puzzle = read(line, None)?;
    /// let rated = Solver::new().run(&*puzzle, |session| session.rate(&*puzzle))?;
    /// let Rated::Unique(rating) = rated else {
    ///     panic!("it has one solution");
    /// };
    /// let nine = rating.nine.expect("it is a 9×9 Sudoku");
    /// assert_eq!(nine.hodoku.level.name(), "Easy");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn rate(&mut self, puzzle: &dyn Puzzle) -> Rated {
        match self.existence(puzzle) {
            Existence::None => return Rated::Unsolvable,
            Existence::Several(..) => return Rated::Several,
            Existence::Unknown { end, .. } => return Rated::Unknown(end),
            Existence::Unique(_) => {}
        }
        let budget = self.logic_budget();
        let deadline = budget
            .time
            .and_then(|time| Instant::now().checked_add(time));
        let mut rating = self.rate_logic(puzzle);
        rating.nine = nine(puzzle).map(|board| Nine {
            se: se::rate(
                &board,
                &se::Limits {
                    deadline,
                    stop: budget.stop,
                    ..se::Limits::default()
                },
            ),
            hodoku: hodoku::rate(&board),
        });
        Rated::Unique(rating)
    }

    /// By the explanation.
    fn rate_logic(&mut self, puzzle: &dyn Puzzle) -> Rating {
        let budget = self.logic_budget();
        let is_small = self.model().choice_count() <= NESTED_CHOICES;
        let given = puzzle.givens();
        let (mut witnesses, logic) = self.witnesses(puzzle, &given, Manner::default());
        let mut board = logic.board(&given);
        let mut explanation = board.explain_with(&Manner::default().settings(), &budget);
        if is_small && matches!(explanation.end, tilewright_logic::End::Stuck { .. }) {
            let nested = Manner {
                nested: true,
                ..Manner::default()
            };
            let within = Budget {
                work: Some(NESTED_WORK),
                ..budget
            };
            let deeper = board.explain_with(&nested.settings(), &within);
            if let tilewright_logic::End::Solved { .. } = deeper.end {
                explanation = deeper;
            }
        }
        let mut techniques: Vec<(String, usize)> = Vec::new();
        // Among equally hard ones, what is seen last.
        let mut hardest: Option<((f64, u8), String)> = None;
        for round in &explanation.rounds {
            let before = board.clone();
            for step in &round.steps {
                board.apply(step);
                let Telling { name, rank, .. } = puzzle.tell(step, &before);
                if let Some(witnesses) = &mut witnesses {
                    witnesses.step(step, &name);
                }
                let weight = (round.weight(), rank);
                if hardest.as_ref().is_none_or(|(most, _)| weight > *most) {
                    hardest = Some((weight, name.clone()));
                }
                match techniques.iter_mut().find(|(known, _)| *known == name) {
                    Some((_, count)) => *count += 1,
                    None => techniques.push((name, 1)),
                }
            }
        }
        Rating {
            difficulty: explanation.difficulty(),
            hardest: hardest.map(|(_, name)| name),
            techniques,
            nine: None,
        }
    }
}

/// The board of a classic 9×9 Sudoku.
fn nine(puzzle: &dyn Puzzle) -> Option<Board> {
    let sudoku = puzzle.as_any().downcast_ref::<Sudoku>()?;
    let shape = sudoku.shape();
    if shape.dims() != [3, 3] || *shape.boxes() != Boxes::Dims {
        return None;
    }
    let mut givens = [0; 81];
    for (cell, value) in sudoku.clues() {
        givens[cell] = value as u8;
    }
    Some(Board::new(&givens))
}
