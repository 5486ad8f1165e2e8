//! How far a puzzle is from the wish.

use super::cells::Cells;
use super::judge::choice_of;
use super::technique::Needed;
use crate::bounds::shown_beside;
use crate::{Hardness, Limits, Wish};
use std::ops::RangeInclusive;
use std::sync::Arc;
use tilewright_logic::{Budget, End, Explanation, Level, Logic, Settings};
use tilewright_model::Model;
use tilewright_model::clock::Instant;
use tilewright_puzzles::Puzzle;
use tilewright_puzzles::sudoku::{Shape, Sudoku};
use tilewright_scales::{Board9, hodoku, se};

/// Work for an explanation: more than any 9×9 takes but the very hardest.
const WORK: u64 = 400_000_000;
/// Nodes for a rating of Sudoku Explainer: up to about 11.
const SE_NODES: u64 = 30_000_000;
/// The distance of what could not be rated.
const UNRATED: f64 = 20.0;
/// A clue too many or too few weighs more than any rating.
const CLUE: f64 = 100.0;

/// What was found out about a puzzle: where it is not as wished, how far and why.
#[derive(Clone, Debug, Default)]
pub(super) struct Facts {
    /// 0 where all wishes are met.
    pub(super) gap: f64,
    /// Whether it is too hard (positive) or too easy.
    pub(super) too_hard: f64,
    /// What the nearest is like, where it is not as wished.
    pub(super) misses: Vec<String>,
}

impl Facts {
    pub(super) fn miss(&mut self, gap: f64, what: String) {
        self.gap += gap;
        self.misses.push(what);
    }

    /// On a scale: how far it is from the range, in steps of that size.
    fn place<T: Into<f64> + Copy + PartialOrd>(
        &mut self,
        value: T,
        range: &RangeInclusive<T>,
        step: f64,
        shown: String,
    ) {
        let (low, high) = ((*range.start()).into(), (*range.end()).into());
        let value = value.into();
        let away = (low - value).max(value - high) / step;
        if away > 0.0 {
            self.too_hard += if value > high { away } else { -away };
            self.miss(away.max(0.01), shown);
        }
    }
}

/// Compares puzzles with a wish.
pub(super) struct Rater<'m> {
    pub(super) shape: Arc<Shape>,
    pub(super) wish: &'m Wish,
    pub(super) needed: Option<&'m Needed>,
    logic: Option<Logic>,
}

impl<'m> Rater<'m> {
    pub(super) fn new(
        shape: &Arc<Shape>,
        model: &'m Model,
        wish: &'m Wish,
        needed: Option<&'m Needed>,
    ) -> Self {
        let is_told = needed.is_some_and(|needed| needed.is_told);
        let is_explained =
            is_told || wish.no_search || matches!(wish.difficulty, Some(Hardness::Own(_)));
        Self {
            shape: Arc::clone(shape),
            wish,
            needed,
            logic: is_explained.then(|| Logic::new(model)),
        }
    }

    /// Whether puzzles are rated at all.
    pub(super) fn is_needed(&self) -> bool {
        self.logic.is_some() || self.wish.difficulty.is_some() || self.needed.is_some()
    }

    /// How far a puzzle with one solution is from the wish. Ratings are looked at where the number
    /// of clues is right.
    pub(super) fn facts(&self, full: &[u16], clues: &Cells, limits: &Limits) -> Facts {
        let mut facts = Facts::default();
        let number = clues.len();
        if let Some(range) = &self.wish.clues
            && !range.contains(&number)
        {
            let away = range
                .start()
                .abs_diff(number)
                .min(range.end().abs_diff(number));
            let away = u32::try_from(away).map_or(f64::MAX, f64::from);
            facts.miss(CLUE * away, format!("{number} clues"));
            return facts;
        }
        let mut has_it = self.needed.is_none();
        if let Some(logic) = &self.logic {
            has_it |= self.explain(logic, full, clues, limits, &mut facts);
        }
        has_it |= self.compare_scales(full, clues, limits, &mut facts);
        if let Some(needed) = self.needed.filter(|_| !has_it) {
            facts.miss(1.0, format!("no {}", needed.name));
        }
        facts
    }

    /// By the explanation; whether it tells of the technique.
    fn explain(
        &self,
        logic: &Logic,
        full: &[u16],
        clues: &Cells,
        limits: &Limits,
        facts: &mut Facts,
    ) -> bool {
        let side = self.shape.side();
        let givens: Vec<_> = clues
            .iter()
            .map(|cell| choice_of(cell, full[cell], side))
            .collect();
        let hardest = if self.wish.no_search {
            Level::Almost
        } else {
            Level::Verity
        };
        let settings = Settings {
            hardest,
            ..Settings::default()
        };
        let budget = Budget {
            work: Some(WORK),
            time: (limits.deadline).map(|at| at.saturating_duration_since(Instant::now())),
            stop: limits.stop.clone(),
        };
        let board = logic.board(&givens);
        let explanation = board.explain_with(&settings, &budget);
        let difficulty = explanation.difficulty();
        if difficulty.is_none() {
            let open = match &explanation.end {
                End::Stuck { undecided } => undecided.len() as u32,
                _ => full.len() as u32,
            };
            facts.too_hard += 1.0;
            let share = f64::from(open) / f64::from(full.len() as u32);
            facts.miss(1.0 + share, "a search".to_owned());
        }
        if let Some(Hardness::Own(range)) = &self.wish.difficulty
            && let Some(difficulty) = difficulty
        {
            facts.place(
                difficulty,
                range,
                1.0,
                format!("difficulty {}", shown_beside(difficulty, range)),
            );
        }
        self.tells_of_it(logic, &givens, &explanation)
    }

    fn tells_of_it(
        &self,
        logic: &Logic,
        givens: &[tilewright_model::Choice],
        explanation: &Explanation,
    ) -> bool {
        let Some(needed) = self.needed.filter(|needed| needed.is_told) else {
            return false;
        };
        let sudoku = Sudoku::on(Arc::clone(&self.shape));
        let mut board = logic.board(givens);
        for round in &explanation.rounds {
            let before = board.clone();
            for step in &round.steps {
                if needed.is(&sudoku.tell(step, &before).name) {
                    return true;
                }
                board.apply(step);
            }
        }
        false
    }

    /// By the scales of the classic board; whether `HoDoKu` needs the technique.
    fn compare_scales(
        &self,
        full: &[u16],
        clues: &Cells,
        limits: &Limits,
        facts: &mut Facts,
    ) -> bool {
        let technique = self.needed.and_then(|needed| needed.hodoku);
        let board = || {
            let mut givens = [0; 81];
            clues
                .iter()
                .for_each(|cell| givens[cell] = full[cell] as u8);
            Board9::new(&givens)
        };
        if let Some(Hardness::SudokuExplainer(range)) = &self.wish.difficulty {
            let limits = se::Limits {
                nodes: SE_NODES,
                deadline: limits.deadline,
                stop: limits.stop.clone(),
            };
            match se::rate(&board(), &limits) {
                Ok(rating) => {
                    let shown = format!("SE {}.{}", rating.er / 10, rating.er % 10);
                    facts.place(rating.er, range, 10.0, shown);
                }
                Err(_) => facts.miss(UNRATED, "no rating on the scale of SE".to_owned()),
            }
        }
        let score_range = match &self.wish.difficulty {
            Some(Hardness::HoDoKu(range)) => Some(range),
            _ => None,
        };
        if score_range.is_none() && technique.is_none() {
            return false;
        }
        let rating = hodoku::rate(&board());
        if let Some(range) = score_range {
            let shown = format!("a HoDoKu score of {}", rating.score);
            facts.place(rating.score, range, 1000.0, shown);
        }
        technique.is_some_and(|technique| rating.steps.iter().any(|s| s.technique == technique))
    }
}
