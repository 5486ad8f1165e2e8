//! The distance of a puzzle from its order.

use crate::clues::ClueSet;
use crate::generator::{Craft, Order, Whole};
use crate::patience::{Patience, RATING_WORK};
use crate::technique::Needed;
use crate::{Hardness, Spec, Unable};
use std::ops::RangeInclusive;
use tilewright_engines::Budget;
use tilewright_logic::{Ending, Explanation, Level, Logic, Settings};
use tilewright_model::{Choice, Model};
use tilewright_puzzles::Puzzle;

/// A clue too many or too few weighs more than any rating.
const CLUE: f64 = 100.0;
/// The most decimal places that are shown, even if they do not distinguish.
const MOST_PLACES: usize = 6;
/// The hardest level that is neither forcing nor an assumption.
pub(crate) const HARDEST_LOGIC: Level = Level::Almost;

/// The distance of a puzzle from its order, and the reasons.
#[derive(Clone, Debug, Default)]
pub(crate) struct Facts {
    /// 0 where the order is met.
    pub(crate) gap: f64,
    /// Positive if it is too hard, negative if it is too easy.
    pub(crate) too_hard: f64,
    /// The properties of the nearest puzzle that miss the order.
    pub(crate) misses: Vec<String>,
    /// The choices that logic did not decide, ascending.
    open: Vec<Choice>,
}

impl Facts {
    pub(crate) fn miss(&mut self, gap: f64, what: String) {
        self.gap += gap;
        self.misses.push(what);
    }

    /// Returns true if logic did not find the choice of a clue.
    pub(crate) fn is_open(&self, whole: &Whole, clue: usize) -> bool {
        let given = whole.givens.get(clue);
        given.is_some_and(|given| self.open.binary_search(given).is_ok())
    }

    /// The place on a scale: the distance from the range, in steps of that size.
    pub(crate) fn place<T: Into<f64> + Copy + PartialOrd>(
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

/// Compares puzzles with a specification.
pub(crate) struct Rater<'m> {
    pub(crate) spec: &'m Spec,
    needed: Option<&'m Needed>,
    is_explained: bool,
    /// Of the model that all puzzles share.
    logic: Option<Logic>,
}

impl<'m> Rater<'m> {
    pub(crate) fn new(model: Option<&Model>, spec: &'m Spec, needed: Option<&'m Needed>) -> Self {
        let is_told = needed.is_some_and(|needed| needed.is_told);
        let is_explained =
            is_told || spec.no_search || matches!(spec.difficulty, Some(Hardness::Own(_)));
        let within = Budget::default().for_model();
        let logic = |model: &Model| Logic::new(model, &within).ok();
        Self {
            spec,
            needed,
            is_explained,
            logic: model.filter(|_| is_explained).and_then(logic),
        }
    }

    /// Returns true if puzzles are rated at all.
    pub(crate) fn is_needed(&self) -> bool {
        self.is_explained || self.spec.difficulty.is_some() || self.needed.is_some()
    }

    /// The distance of a puzzle with one solution from the order. Ratings are looked at if the
    /// number of clues is right.
    pub(crate) fn facts(
        &self,
        craft: &dyn Craft,
        whole: &Whole,
        clues: &ClueSet,
        budget: &Budget,
    ) -> Facts {
        let mut facts = whole.facts.clone();
        let number = clues.len();
        if let Some(range) = &self.spec.clues
            && !range.contains(&number)
        {
            let away = range
                .start()
                .abs_diff(number)
                .min(range.end().abs_diff(number));
            let away = u32::try_from(away).map_or(f64::MAX, f64::from);
            facts.miss(CLUE * away, format!("{number} clues"));
        }
        if facts.gap > 0.0 {
            return facts;
        }
        let mut has_it = self.needed.is_none();
        if self.is_explained {
            has_it |= self.explain(craft, whole, clues, budget, &mut facts);
        }
        let order = Order {
            spec: self.spec,
            needed: self.needed,
            budget,
        };
        has_it |= craft.rate(&order, whole, clues, &mut facts);
        if let Some(needed) = self.needed.filter(|_| !has_it) {
            facts.miss(1.0, format!("no {}", needed.name));
        }
        facts
    }

    /// By the explanation; whether it has the technique.
    fn explain(
        &self,
        craft: &dyn Craft,
        whole: &Whole,
        clues: &ClueSet,
        budget: &Budget,
        facts: &mut Facts,
    ) -> bool {
        let mut own = None;
        let (logic, givens) = match &self.logic {
            Some(logic) if whole.has_givens() => {
                let givens = clues.iter().map(|clue| whole.givens[clue]);
                (logic, givens.collect::<Vec<_>>())
            }
            _ => {
                let puzzle = craft.puzzle(whole, clues);
                let within = budget.for_model();
                let model = puzzle.model(&within).ok();
                let logic = model.and_then(|model| Logic::new(&model, &within).ok());
                let Some(logic) = logic else {
                    facts.miss(2.0, "no explanation within the memory".to_owned());
                    return false;
                };
                (&*own.insert(logic), puzzle.givens())
            }
        };
        let mut settings = Settings::default();
        if self.spec.no_search {
            settings.hardest = HARDEST_LOGIC;
        }
        let board = logic.board(&givens);
        let explanation = board.explain_with(&settings, &budget.for_work(RATING_WORK));
        let difficulty = explanation.difficulty();
        if difficulty.is_none() {
            let tiles = logic.model().tiles().len();
            let open = match &explanation.end {
                Ending::Stuck { undecided } => {
                    facts.open.clone_from(undecided);
                    undecided.len()
                }
                _ => tiles,
            };
            facts.too_hard += 1.0;
            let share = f64::from(open as u32) / f64::from(tiles as u32);
            facts.miss(1.0 + share, "a search".to_owned());
        }
        if let Some(Hardness::Own(range)) = &self.spec.difficulty
            && let Some(difficulty) = difficulty
        {
            let shown = format!("difficulty {}", shown_beside(difficulty, range));
            facts.place(difficulty, range, 1.0, shown);
        }
        let needed = self.needed.filter(|needed| needed.is_told);
        needed.is_some_and(|needed| {
            let puzzle = craft.puzzle(whole, clues);
            has_technique(needed, &*puzzle, logic, &givens, &explanation)
        })
    }
}

fn has_technique(
    needed: &Needed,
    puzzle: &dyn Puzzle,
    logic: &Logic,
    givens: &[Choice],
    explanation: &Explanation,
) -> bool {
    let mut board = logic.board(givens);
    for round in &explanation.rounds {
        let before = board.clone();
        for step in &round.steps {
            if needed.is(&puzzle.tell(step, &before).name) {
                return true;
            }
            board.apply(step);
        }
    }
    false
}

/// Refuses a range of difficulties that is empty, and scales of others where they do not rate the
/// board.
pub(crate) fn check_difficulty(spec: &Spec, is_classic: bool, board: &str) -> Result<(), Unable> {
    let (is_empty, scale) = match &spec.difficulty {
        None => return Ok(()),
        Some(Hardness::Own(range)) => (range.is_empty(), None),
        Some(Hardness::SudokuExplainer(range)) => (range.is_empty(), Some("Sudoku Explainer")),
        Some(Hardness::HoDoKu(range)) => (range.is_empty(), Some("HoDoKu")),
    };
    match scale {
        _ if is_empty => Err(Unable("the range of difficulties is empty".to_owned())),
        Some(scale) if !is_classic => Err(Unable(format!(
            "{scale} rates the 9×9 board alone, not the {board}"
        ))),
        _ => Ok(()),
    }
}

/// A difficulty with one decimal place, or as many as distinguish it from the requested range.
fn shown_beside(hard: f64, range: &RangeInclusive<f64>) -> String {
    if range.contains(&hard) {
        return format!("{hard:.1}");
    }
    let rounded = (1..=MOST_PLACES).map(|places| format!("{hard:.places$}"));
    let is_told_apart = |text: &String| !text.parse().is_ok_and(|said| range.contains(&said));
    let mut told_apart = rounded.filter(is_told_apart);
    told_apart.next().unwrap_or_else(|| hard.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difficulty_is_told_from_those_that_were_ordered() {
        assert_eq!(shown_beside(2.5, &(2.0..=3.0)), "2.5");
        assert_eq!(shown_beside(2.53, &(2.5..=2.5)), "2.53");
        assert_eq!(shown_beside(2.5004, &(2.5..=2.5)), "2.5004");
        assert_eq!(shown_beside(3.04, &(2.0..=3.0)), "3.04");
        assert_eq!(shown_beside(1.96, &(2.0..=3.0)), "1.96");
        assert_eq!(shown_beside(4.26, &(2.0..=3.0)), "4.3");
        let next = 2.5_f64.next_up();
        assert_eq!(shown_beside(next, &(2.5..=2.5)), next.to_string());
    }
}
