//! The path from a puzzle to its solution, and its score.

use super::find::Finder;
use super::singles::Singles;
use super::{Candidate, HodokuLevel, HodokuStep, Technique};
use crate::{Board9, Cells};
use std::collections::BTreeMap;
use tilewright_nine::Uniqueness;

/// The levels, and the most that a puzzle of each scores.
const MOST: [(HodokuLevel, u32); 5] = [
    (HodokuLevel::Easy, 800),
    (HodokuLevel::Medium, 1000),
    (HodokuLevel::Hard, 1600),
    (HodokuLevel::Unfair, 1800),
    (HodokuLevel::Extreme, u32::MAX),
];

/// The rating of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rating {
    /// The level of the hardest step, or a higher one if the score is above its limit.
    pub level: HodokuLevel,
    /// The sum over all steps.
    pub score: u32,
    /// Every step on the way, in order.
    pub steps: Vec<HodokuStep>,
    /// True if the puzzle has one solution. If not, there is no path, and the level is the highest.
    pub is_solved: bool,
}

impl Rating {
    /// The number of uses of each technique, the easiest first.
    pub fn counts(&self) -> BTreeMap<Technique, usize> {
        let mut counts = BTreeMap::new();
        for step in &self.steps {
            *counts.entry(step.technique).or_default() += 1;
        }
        counts
    }

    /// The technique of the hardest step, if there was any: the one that scores most, and of several
    /// the one that is tried last.
    pub fn hardest(&self) -> Option<Technique> {
        let techniques = self.steps.iter().map(|step| step.technique);
        techniques.max_by_key(|technique| (technique.level(), technique.score(), *technique))
    }
}

/// Rates a puzzle: solves it step by step, each time with the first technique that gives one.
///
/// ```
/// use tilewright_scales::{Board9, hodoku::{HodokuLevel, Technique, rate}};
/// let line = "1.298..5.5........8.65..139...1..72.....5.8............78....6..5...3.929.36.....";
/// let rating = rate(&Board9::read(line)?);
/// assert_eq!((rating.level, rating.score), (HodokuLevel::Easy, 216));
/// assert_eq!(rating.counts()[&Technique::FullHouse], 21);
/// assert_eq!(rating.hardest(), Some(Technique::NakedSingle));
/// # Ok::<(), tilewright_scales::Invalid>(())
/// ```
pub fn rate(board: &Board9) -> Rating {
    let mut rating = Rating {
        level: HodokuLevel::Extreme,
        score: 0,
        steps: Vec::new(),
        is_solved: false,
    };
    let Uniqueness::One(values) = board.uniqueness() else {
        return rating;
    };
    let solution = values.map(|value| value - 1);
    rating.is_solved = true;
    rating.level = HodokuLevel::Easy;
    let mut singles = Singles::new(board);
    let mut finder = Finder::default();
    while !singles.board.is_solved() {
        let step = next(&mut singles, &mut finder, &solution);
        apply(&mut singles, &step);
        rating.score += step.technique.score();
        rating.level = rating.level.max(step.technique.level());
        rating.steps.push(step);
    }
    let fits = |&(level, most): &(HodokuLevel, u32)| level >= rating.level && rating.score <= most;
    rating.level = MOST
        .into_iter()
        .find(fits)
        .map_or(rating.level, |fit| fit.0);
    rating
}

/// The next step; a guess, taken from the solution, if there is no other.
fn next(singles: &mut Singles, finder: &mut Finder, solution: &[u8; 81]) -> HodokuStep {
    for technique in [
        Technique::FullHouse,
        Technique::NakedSingle,
        Technique::HiddenSingle,
    ] {
        if let Some(step) = singles.next(technique) {
            return step;
        }
    }
    finder
        .next(&singles.board)
        .filter(|step| is_new(&singles.board, step))
        .unwrap_or_else(|| guess(&singles.board, solution))
}

/// Returns true if a step changes the board; one that does not would be found for ever.
fn is_new(board: &Board9, step: &HodokuStep) -> bool {
    let has = |one: &Candidate| board.candidates(usize::from(one.cell)) >> one.digit & 1 == 1;
    step.placed.iter().chain(&step.removed).any(has)
}

/// The value of the cell in the middle of those that have none.
fn guess(board: &Board9, solution: &[u8; 81]) -> HodokuStep {
    let open = board.open();
    let cell = open.into_iter().nth(open.len() / 2).unwrap_or(0);
    HodokuStep::placing(Technique::BruteForce, Cells::of(cell), solution[cell])
}

fn apply(singles: &mut Singles, step: &HodokuStep) {
    for placed in &step.placed {
        singles.place(usize::from(placed.cell), placed.digit);
    }
    for removed in &step.removed {
        singles.remove(usize::from(removed.cell), removed.digit);
    }
}
