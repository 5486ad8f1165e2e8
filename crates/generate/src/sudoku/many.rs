//! Many puzzles of the classic board together: whatever they ask goes to the engine at once.
//!
//! Each puzzle is a lane with its own random numbers, and asks the questions that it would ask by
//! itself ([`Workshop`]), so that it is the same puzzle. A lane that is done takes the next seed.

use super::Sudokus;
use super::fill::{shuffled, start_of_nine};
use super::swaps::cycles;
use crate::clues::{ClueSet, Units};
use crate::generator::{Whole, Workshop, order};
use crate::judge::{Asker, Question, Verdict};
use crate::patience::Patience;
use crate::thin::Thinner;
use crate::{Made, Minimal, Missed};
use tilewright_engines::{Budget, Random};
use tilewright_model::Choice;

/// This many puzzles are on their way: enough to fill the lanes of the engine several times, and
/// few enough to stay near the processor.
const LANES: usize = 1024;

/// A puzzle on its way.
struct Lane<'c> {
    craft: &'c Sudokus,
    /// The number of the seed.
    number: usize,
    random: Random,
    tries: u64,
    /// True if it has nothing more to ask.
    is_done: bool,
    phase: Phase,
}

enum Phase {
    /// The start of a board, to be filled.
    Fill([u8; 81]),
    /// True if the clues that may stay are enough.
    Allowed(Vec<Choice>),
    Thin(Vec<Choice>, Thinner),
}

impl<'c> Lane<'c> {
    fn new(craft: &'c Sudokus, number: usize, seed: u64) -> Self {
        let mut random = Random::new(seed);
        let phase = Phase::Fill(start_of_nine(&mut random));
        Self {
            craft,
            number,
            random,
            tries: 1,
            is_done: false,
            phase,
        }
    }

    /// The board of the start, or none where there is no such board.
    fn filled(&mut self, first: &[u8]) {
        let Some(first) = first.first_chunk::<81>().filter(|first| first[0] != 0) else {
            self.phase = Phase::Fill(start_of_nine(&mut self.random));
            return;
        };
        let full = shuffled(first, &mut self.random);
        self.phase = if self.craft.units.all.len() < full.len() {
            Phase::Allowed(full)
        } else {
            self.thin(full)
        };
    }

    fn thin(&mut self, full: Vec<Choice>) -> Phase {
        let order = order(&self.craft.units, &mut self.random);
        let known = cycles(&full);
        let thinner = Thinner::from_all(&self.craft.units, order, known, 0);
        Phase::Thin(full, thinner)
    }
}

impl Asker for Lane<'_> {
    /// Its question; `None` if it is done or to be filled.
    fn question(&mut self) -> Option<Question<'_>> {
        let units: &Units = &self.craft.units;
        let (givens, clues): (&[Choice], &ClueSet) = match &mut self.phase {
            Phase::Fill(_) => return None,
            Phase::Allowed(full) => (full, &units.all),
            Phase::Thin(full, thinner) => {
                let clues = thinner.question(units);
                self.is_done = clues.is_none();
                (full, clues?)
            }
        };
        Some(Question {
            givens,
            puzzle: None,
            count: 81,
            clues,
            without: None,
        })
    }

    fn told(&mut self, verdict: &Verdict) {
        match &mut self.phase {
            Phase::Fill(_) => {}
            Phase::Thin(_, thinner) => thinner.told(verdict),
            Phase::Allowed(full) => {
                let full = std::mem::take(full);
                self.phase = if *verdict == Verdict::One {
                    self.thin(full)
                } else {
                    self.tries += 1;
                    Phase::Fill(start_of_nine(&mut self.random))
                };
            }
        }
    }
}

impl Sudokus {
    /// Returns true if lanes can meet the order.
    fn is_plain(&self, workshop: &Workshop<'_>) -> bool {
        let spec = workshop.rater.spec;
        let is_any = spec.clues.is_none() && !workshop.rater.is_needed() && !spec.controlled_bias;
        let is_alone = spec.minimal == Minimal::Clues && self.units.are_sets();
        is_any && !is_alone && self.from.is_none() && workshop.judge.is_in_bulk()
    }

    /// The puzzles of these seeds, where lanes can make them.
    pub(super) fn in_lanes(
        &self,
        workshop: &mut Workshop<'_>,
        seeds: &[u64],
        budget: &Budget,
    ) -> Option<Vec<Result<Made, Missed>>> {
        if !self.is_plain(workshop) {
            return None;
        }
        let most = budget.most_tries(super::TRIES);
        let mut made: Vec<Option<Result<Made, Missed>>> = seeds.iter().map(|_| None).collect();
        let mut seeds = seeds.iter().enumerate();
        let mut lanes: Vec<Lane> = (seeds.by_ref().take(LANES))
            .map(|(number, &seed)| Lane::new(self, number, seed))
            .collect();
        while !lanes.is_empty() && !budget.is_over() {
            fill_lanes(workshop, &mut lanes);
            workshop.judge.answer_each(&mut lanes, budget);
            lanes.retain_mut(|lane| {
                let Some(result) = self.result(workshop, lane, most, budget) else {
                    return true;
                };
                made[lane.number] = Some(result);
                let next = seeds.next();
                if let Some((number, &seed)) = next {
                    *lane = Lane::new(self, number, seed);
                }
                next.is_some()
            });
        }
        let missed = || Err(missed(budget, 0, ""));
        let made = made.into_iter();
        Some(made.map(|made| made.unwrap_or_else(missed)).collect())
    }

    /// The result of a lane, where it is done.
    fn result(
        &self,
        workshop: &Workshop<'_>,
        lane: &mut Lane<'_>,
        most: u64,
        budget: &Budget,
    ) -> Option<Result<Made, Missed>> {
        if lane.tries > most {
            let several = "; clues in those places alone left several solutions";
            return Some(Err(missed(budget, most, several)));
        }
        match &mut lane.phase {
            Phase::Thin(full, thinner) if lane.is_done => {
                let whole = Whole::of_givens(std::mem::take(full), &self.units);
                let mut made = workshop.made(&whole, &thinner.clues);
                if workshop.rater.spec.minimal.is_asked() {
                    workshop.claim(&mut made, &whole, &thinner.clues);
                }
                Some(Ok(made))
            }
            _ => None,
        }
    }
}

fn fill_lanes(workshop: &mut Workshop<'_>, lanes: &mut [Lane<'_>]) {
    let starts = lanes.iter().filter_map(|lane| match &lane.phase {
        Phase::Fill(start) => Some(start),
        _ => None,
    });
    let rows: Vec<u8> = starts.flatten().copied().collect();
    if rows.is_empty() {
        return;
    }
    let firsts = workshop.judge.firsts(&rows).unwrap_or_default();
    let mut firsts = firsts.chunks_exact(81);
    for lane in lanes {
        if matches!(lane.phase, Phase::Fill(_)) {
            lane.filled(firsts.next().unwrap_or_default());
        }
    }
}

fn missed(budget: &Budget, tries: u64, why: &str) -> Missed {
    let why = format!("no such puzzle was found: {}{why}", budget.ending(tries));
    Missed::because(why, budget.given_up())
}
