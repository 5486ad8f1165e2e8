//! One puzzle as it is wished for: a minimal one of a random board, and from there by steps that
//! come nearer.
//!
//! A step exchanges clues: a few are added, and then all are tried in a random order, the new ones
//! last, so that others go for them. Where the puzzle need not be minimal, a clue more makes it
//! easier and a clue less harder. A step is taken unless it leads away; after many steps that lead
//! no nearer it starts again on another board.

use super::Workshop;
use super::cells::Cells;
use super::fill::shuffle;
use super::judge::{Question, Verdict};
use super::limit::{ending, is_over, most_tries};
use super::rate::Facts;
use super::swaps::cycles;
use super::thin::{Thinner, Unavoidable};
use crate::{Limits, Made, Missed};
use tilewright_engines::Random;

/// How many steps without coming nearer, before another board is taken.
const PATIENCE: u32 = 60;
/// How many puzzles are tried where no limit says so: rated ones, and those where only clues count.
const TRIES_RATED: u64 = 5_000;
const TRIES: u64 = 200_000;
/// How many more nodes an unanswered question gets where it must be known.
const MORE_NODES: u64 = 50;

/// A puzzle on the way.
struct Draft {
    full: Vec<u16>,
    clues: Cells,
    known: Unavoidable,
    facts: Facts,
}

/// What became of a try.
enum Tried {
    Done(Draft),
    /// The limits were reached before it was thinned.
    Cut(Draft),
    /// The board has no solution at all.
    Impossible,
    /// Where clues may stand, they do not make it unique.
    Several,
    /// Nothing was found within the limits.
    Nothing,
}

impl Workshop<'_> {
    /// The puzzle of a seed.
    pub(super) fn climb(&mut self, seed: u64, limits: &Limits) -> Result<Made, Missed> {
        let mut random = Random::new(seed);
        let usual = if self.rater.is_needed() {
            TRIES_RATED
        } else {
            TRIES
        };
        let most = most_tries(limits, usual);
        let mut best: Option<Draft> = None;
        let mut tries = 0;
        let mut why_none = "";
        while tries < most && !is_over(limits) {
            tries += 1;
            let draft = match self.start(&mut random, limits) {
                Tried::Done(draft) => draft,
                Tried::Cut(draft) => {
                    keep_nearer(&mut best, draft);
                    break;
                }
                Tried::Impossible => {
                    return Err(Missed {
                        why: format!("the {} has no solution", self.maker.shape),
                        nearest: None,
                    });
                }
                Tried::Several => {
                    why_none = "; clues in those places alone left several solutions";
                    continue;
                }
                Tried::Nothing => continue,
            };
            let draft = self.improve(draft, &mut random, &mut tries, most, limits);
            if draft.facts.gap == 0.0 {
                return Ok(self.made(&draft.full, &draft.clues));
            }
            keep_nearer(&mut best, draft);
        }
        let nearest = best.map(|best| (best.facts.misses.join(", "), best));
        let mut why = format!(
            "no such puzzle was found: {}{why_none}",
            ending(limits, tries)
        );
        if let Some((misses, _)) = &nearest
            && !misses.is_empty()
        {
            why = format!("{why}; the nearest has {misses}");
        }
        Err(Missed {
            why,
            nearest: nearest.map(|(_, best)| self.made(&best.full, &best.clues)),
        })
    }

    /// Steps from a draft to a puzzle as it was wished for, or to the nearest.
    fn improve(
        &mut self,
        draft: Draft,
        random: &mut Random,
        tries: &mut u64,
        most: u64,
        limits: &Limits,
    ) -> Draft {
        let mut now = draft;
        let mut in_vain = 0;
        while now.facts.gap > 0.0 && in_vain < PATIENCE && *tries < most && !is_over(limits) {
            *tries += 1;
            let Some(next) = self.neighbour(&mut now, random, limits) else {
                in_vain += 1;
                continue;
            };
            in_vain = if next.facts.gap < now.facts.gap {
                0
            } else {
                in_vain + 1
            };
            if next.facts.gap <= now.facts.gap {
                now = next;
            }
        }
        now
    }

    /// A first draft on a new board.
    fn start(&mut self, random: &mut Random, limits: &Limits) -> Tried {
        let maker = self.maker;
        let filled = maker
            .filler
            .fill(&maker.shape, self.model, &mut self.judge, random, limits);
        let full = match filled {
            Ok(Some(full)) => full,
            Ok(None) => return Tried::Impossible,
            Err(_) => return Tried::Nothing,
        };
        if maker.units.all.len() < full.len() {
            let question = Question {
                full: &full,
                clues: &maker.units.all,
                without: None,
            };
            if self.judge.ask(&question, limits) != Verdict::One {
                return Tried::Several;
            }
        }
        let order = self.order(random);
        let known = if self.judge.is_in_bulk() {
            cycles(&full)
        } else {
            Unavoidable::default()
        };
        let thinner = Thinner::from_full(&maker.units, order, known, self.floor(random));
        let (draft, is_whole) = self.thinned(full, thinner, limits);
        if is_whole {
            Tried::Done(draft)
        } else {
            Tried::Cut(draft)
        }
    }

    /// All units in a random order.
    pub(super) fn order(&self, random: &mut Random) -> Vec<u32> {
        let mut order: Vec<u32> = (0..self.maker.units.len() as u32).collect();
        shuffle(&mut order, random);
        order
    }

    /// Down to how many clues to go: where any number of a range would do, a random one of them.
    fn floor(&self, random: &mut Random) -> usize {
        let wish = self.rater.wish;
        match &wish.clues {
            Some(range) if !wish.minimal => {
                let most = (*range.end()).min(self.maker.units.all.len());
                let spread = most.saturating_sub(*range.start()) + 1;
                range.start() + random.below(spread as u32) as usize
            }
            _ => 0,
        }
    }

    /// Thins to the end and looks what came of it; whether it came to the end.
    fn thinned(&mut self, full: Vec<u16>, mut thinner: Thinner, limits: &Limits) -> (Draft, bool) {
        let units = &self.maker.units;
        let mut is_whole = thinner.run(&full, units, &mut self.judge, limits);
        let must_know = self.rater.wish.minimal && is_whole;
        if must_know && !thinner.unanswered.is_empty() {
            let nodes = self.judge.nodes;
            self.judge.nodes *= MORE_NODES;
            let again = std::mem::take(&mut thinner.unanswered);
            thinner = Thinner::new(thinner.clues, again, thinner.known, 0);
            is_whole = thinner.run(&full, units, &mut self.judge, limits);
            self.judge.nodes = nodes;
        }
        let mut facts = if is_whole {
            self.rater.facts(&full, &thinner.clues, limits)
        } else {
            Facts::default()
        };
        if !is_whole {
            facts.miss(f64::MAX / 2.0, "clues that might still go".to_owned());
        } else if self.rater.wish.minimal && !thinner.unanswered.is_empty() {
            let open = thinner.unanswered.len();
            facts.miss(
                0.5,
                format!("{open} clues of which it is not known that they must stay"),
            );
        }
        let draft = Draft {
            full,
            clues: thinner.clues,
            known: thinner.known,
            facts,
        };
        (draft, is_whole)
    }

    /// A puzzle that differs in some clues. What is learnt about the board stays with both.
    fn neighbour(
        &mut self,
        now: &mut Draft,
        random: &mut Random,
        limits: &Limits,
    ) -> Option<Draft> {
        let wish = self.rater.wish;
        let units = &self.maker.units;
        let (mut inside, mut outside): (Vec<u32>, Vec<u32>) =
            (0..units.len() as u32).partition(|&unit| units.is_in(unit, &now.clues));
        shuffle(&mut inside, random);
        shuffle(&mut outside, random);
        let mut clues = now.clues.clone();
        let mut insert = |unit: u32| {
            for &cell in units.cells(unit) {
                clues.insert(cell as usize);
            }
        };
        let most = wish.clues.as_ref().map_or(usize::MAX, |range| *range.end());
        let has_room = now.clues.len() < most;
        let is_rated = now.facts.gap < 100.0;
        let easier =
            now.facts.too_hard > 0.0 || (now.facts.too_hard == 0.0 && random.below(4) == 0);
        if !wish.minimal && is_rated && has_room && easier && random.below(3) > 0 {
            insert(*outside.first()?);
            let known = std::mem::take(&mut now.known);
            let thinner = Thinner::new(clues, Vec::new(), known, 0);
            return self.next_draft(now, thinner, limits);
        }
        let added = 1 + random.below(3) as usize;
        let added: Vec<u32> = outside.into_iter().take(added).collect();
        for &unit in &added {
            insert(unit);
        }
        inside.extend(added);
        let known = std::mem::take(&mut now.known);
        // Any number that would do: what is left over is left in.
        let floor = if wish.minimal { 0 } else { self.floor(random) };
        let thinner = Thinner::new(clues, inside, known, floor);
        self.next_draft(now, thinner, limits)
    }

    fn next_draft(&mut self, now: &mut Draft, thinner: Thinner, limits: &Limits) -> Option<Draft> {
        let (next, is_whole) = self.thinned(now.full.clone(), thinner, limits);
        now.known = next.known.clone();
        is_whole.then_some(next)
    }
}

fn keep_nearer(best: &mut Option<Draft>, draft: Draft) {
    let is_nearer = |best: &Draft| draft.facts.gap < best.facts.gap;
    if best.as_ref().is_none_or(is_nearer) {
        *best = Some(draft);
    }
}
