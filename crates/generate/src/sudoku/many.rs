//! Many puzzles of the classic board together: whatever they ask goes to the engine at once.
//!
//! Each puzzle is a lane with its own random numbers, and asks what it would ask by itself
//! ([`climb`](super::climb)), so that it is the same puzzle. A lane that is done takes the next seed.

use super::Workshop;
use super::cells::{Cells, Units};
use super::fill::{shuffled, start_of_nine};
use super::judge::{Question, Verdict};
use super::limit::{ending, is_over, most_tries};
use super::swaps::cycles;
use super::thin::Thinner;
use crate::{Limits, Made, Minimal, Missed};
use tilewright_engines::Random;

/// So many puzzles are on their way: enough to fill the lanes of the engine several times, and few
/// enough to stay near the processor.
const LANES: usize = 1024;
/// So many boards are tried where a pattern leaves several solutions and no limit says so.
const TRIES: u64 = 200_000;

/// A puzzle on its way.
struct Lane {
    /// Which of the seeds.
    number: usize,
    random: Random,
    tries: u64,
    /// Whether it has nothing more to ask.
    is_done: bool,
    phase: Phase,
}

enum Phase {
    /// The start of a board, to be filled.
    Fill([u8; 81]),
    /// Whether the clues that may stand are enough.
    Allowed(Vec<u16>),
    Thin(Vec<u16>, Thinner),
}

impl Lane {
    fn new(number: usize, seed: u64) -> Self {
        let mut random = Random::new(seed);
        let phase = Phase::Fill(start_of_nine(&mut random));
        Self {
            number,
            random,
            tries: 1,
            is_done: false,
            phase,
        }
    }

    /// The board of the start, or none where there is no such board.
    fn filled(&mut self, first: &[u8], workshop: &Workshop<'_>) {
        let Some(first) = first.first_chunk::<81>().filter(|first| first[0] != 0) else {
            self.phase = Phase::Fill(start_of_nine(&mut self.random));
            return;
        };
        let full = shuffled(first, &mut self.random);
        self.phase = if workshop.maker.units.all.len() < full.len() {
            Phase::Allowed(full)
        } else {
            self.thin(full, workshop)
        };
    }

    fn thin(&mut self, full: Vec<u16>, workshop: &Workshop<'_>) -> Phase {
        let order = workshop.order(&mut self.random);
        let known = cycles(&full);
        let thinner = Thinner::from_full(&workshop.maker.units, order, known, 0);
        Phase::Thin(full, thinner)
    }

    /// What it asks; `None` where it is done or to be filled.
    fn question<'l>(&'l mut self, units: &'l Units) -> Option<(&'l [u16], &'l Cells)> {
        match &mut self.phase {
            Phase::Fill(_) => None,
            Phase::Allowed(full) => Some((full, &units.all)),
            Phase::Thin(full, thinner) => {
                let clues = thinner.question(units);
                self.is_done = clues.is_none();
                clues.map(|clues| (&full[..], clues))
            }
        }
    }

    fn told(&mut self, verdict: &Verdict, workshop: &Workshop<'_>) {
        match &mut self.phase {
            Phase::Fill(_) => {}
            Phase::Thin(_, thinner) => thinner.told(verdict),
            Phase::Allowed(full) => {
                let full = std::mem::take(full);
                self.phase = if *verdict == Verdict::One {
                    self.thin(full, workshop)
                } else {
                    self.tries += 1;
                    Phase::Fill(start_of_nine(&mut self.random))
                };
            }
        }
    }
}

impl Workshop<'_> {
    /// Whether the wish is one that lanes can make.
    pub(super) fn is_plain(&self) -> bool {
        let wish = self.rater.wish;
        let is_any = wish.clues.is_none() && !self.rater.is_needed() && !wish.controlled_bias;
        let is_alone = wish.minimal == Minimal::Clues && self.maker.units.are_sets();
        is_any && !is_alone && self.maker.from.is_none() && self.judge.is_in_bulk()
    }

    /// The puzzles of these seeds.
    pub(super) fn make_together(
        &mut self,
        seeds: &[u64],
        limits: &Limits,
    ) -> Vec<Result<Made, Missed>> {
        let most = most_tries(limits, TRIES);
        let mut made: Vec<Option<Result<Made, Missed>>> = seeds.iter().map(|_| None).collect();
        let mut seeds = seeds.iter().enumerate();
        let mut lanes: Vec<Lane> = (seeds.by_ref().take(LANES))
            .map(|(number, &seed)| Lane::new(number, seed))
            .collect();
        while !lanes.is_empty() && !is_over(limits) {
            self.fill_lanes(&mut lanes);
            self.ask_lanes(&mut lanes, limits);
            lanes.retain_mut(|lane| {
                let Some(result) = self.result(lane, most, limits) else {
                    return true;
                };
                made[lane.number] = Some(result);
                let next = seeds.next();
                if let Some((number, &seed)) = next {
                    *lane = Lane::new(number, seed);
                }
                next.is_some()
            });
        }
        let missed = || {
            Err(Missed {
                why: format!("no such puzzle was found: {}", ending(limits, 0)),
                nearest: None,
            })
        };
        made.into_iter()
            .map(|made| made.unwrap_or_else(missed))
            .collect()
    }

    /// What came of a lane, where it is done.
    fn result(&self, lane: &Lane, most: u64, limits: &Limits) -> Option<Result<Made, Missed>> {
        if lane.tries > most {
            let why = format!(
                "no such puzzle was found: {}; clues in those places alone left several solutions",
                ending(limits, most)
            );
            return Some(Err(Missed { why, nearest: None }));
        }
        match &lane.phase {
            Phase::Thin(full, thinner) if lane.is_done => {
                let mut made = self.made(full, &thinner.clues);
                if self.rater.wish.minimal.is_asked() {
                    self.claim(&mut made, full, &thinner.clues);
                }
                Some(Ok(made))
            }
            _ => None,
        }
    }

    fn fill_lanes(&mut self, lanes: &mut [Lane]) {
        let starts = lanes.iter().filter_map(|lane| match &lane.phase {
            Phase::Fill(start) => Some(start),
            _ => None,
        });
        let rows: Vec<u8> = starts.flatten().copied().collect();
        if rows.is_empty() {
            return;
        }
        let firsts = self.judge.firsts(&rows).unwrap_or_default().to_vec();
        let mut firsts = firsts.chunks_exact(81);
        for lane in lanes {
            if matches!(lane.phase, Phase::Fill(_)) {
                lane.filled(firsts.next().unwrap_or_default(), self);
            }
        }
    }

    fn ask_lanes(&mut self, lanes: &mut [Lane], limits: &Limits) {
        let units = &self.maker.units;
        let mut asking = Vec::with_capacity(lanes.len());
        let mut questions = Vec::with_capacity(lanes.len());
        for (at, lane) in lanes.iter_mut().enumerate() {
            if let Some((full, clues)) = lane.question(units) {
                asking.push(at);
                questions.push(Question {
                    full,
                    clues,
                    without: None,
                });
            }
        }
        let mut verdicts = Vec::with_capacity(asking.len());
        self.judge
            .ask_many(&questions, limits, |_, verdict| verdicts.push(verdict));
        drop(questions);
        for (at, verdict) in asking.into_iter().zip(verdicts) {
            lanes[at].told(&verdict, self);
        }
    }
}
