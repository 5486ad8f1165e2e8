//! One puzzle to order: a minimal puzzle of a random board, and from there steps that come nearer
//! to the wish.
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
use crate::bounds::undecided_words;
use crate::{Limits, Made, Minimal, Missed};
use tilewright_engines::Random;

/// How many steps without coming nearer, before another board is taken.
const PATIENCE: u32 = 60;
/// How many puzzles are tried where no limit says so: rated ones, and those where only clues count.
const TRIES_RATED: u64 = 5_000;
const TRIES: u64 = 200_000;
/// Conflicts that questions without an answer may take when they are asked again: where it is to be
/// known which clues can go, and where it would be nice.
const MUST_KNOW: u64 = 2_000_000;
const NICE_TO_KNOW: u64 = 100_000;

/// A puzzle on the way.
struct Draft {
    full: Vec<u16>,
    clues: Cells,
    known: Unavoidable,
    facts: Facts,
    /// Of how many units, or clues by themselves, it is not known whether they can go.
    undecided: usize,
    /// How many clues could go by themselves, where that is not to be.
    loose: usize,
    /// Whether the limits were reached before it was thinned.
    is_cut: bool,
}

/// What became of a try.
enum Tried {
    Done(Draft),
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
        self.judge.begin(self.allowance(limits));
        let usual = if self.rater.is_needed() {
            TRIES_RATED
        } else {
            TRIES
        };
        let most = most_tries(limits, usual);
        let mut best: Option<Draft> = None;
        let mut tries = 0;
        let mut why_none = "";
        while tries < most && !self.is_over(limits) {
            tries += 1;
            let draft = match self.start(&mut random, limits) {
                Tried::Done(draft) => draft,
                Tried::Impossible => {
                    return Err(Missed {
                        why: format!("the {} has no solution", self.maker.shape),
                        nearest: None,
                    });
                }
                Tried::Several => {
                    why_none = "; clues in those places alone left several solutions";
                    if self.maker.from.is_some() {
                        break;
                    }
                    continue;
                }
                Tried::Nothing => continue,
            };
            let draft = self.improve(draft, &mut random, &mut tries, most, limits);
            // Whoever interrupts has given up waiting for it; and where thinning takes no time, half of
            // it is worth nothing.
            let is_worthless = draft.is_cut && self.judge.is_in_bulk();
            if draft.facts.gap == 0.0 && !is_worthless && !limits.is_stopped() {
                return Ok(self.made_of(&draft));
            }
            keep_nearer(&mut best, draft);
        }
        let why = format!(
            "no such puzzle was found: {}{why_none}",
            ending(limits, tries)
        );
        let misses = best.as_ref().and_then(|best| self.misses(best));
        Err(Missed {
            why: misses.map_or(why.clone(), |misses| format!("{why}; the nearest {misses}")),
            nearest: best.map(|best| self.made_of(&best)),
        })
    }

    /// How much may be spent on questions that are asked again. Where it must be known and there is
    /// a deadline, that alone ends it.
    fn allowance(&self, limits: &Limits) -> u64 {
        match (self.rater.wish.minimal.is_asked(), limits.deadline) {
            (true, Some(_)) => u64::MAX,
            (true, None) => MUST_KNOW,
            (false, _) => NICE_TO_KNOW,
        }
    }

    /// Whether there is no use in going on.
    fn is_over(&self, limits: &Limits) -> bool {
        is_over(limits) || (self.rater.wish.minimal.is_asked() && self.judge.is_spent())
    }

    /// How a draft fails the wish: "has 30 clues", "is minimal but for 3 clues that
    /// were not decided".
    fn misses(&self, draft: &Draft) -> Option<String> {
        let has = &draft.facts.misses;
        let has = (!has.is_empty()).then(|| format!("has {}", has.join(", ")));
        let is_open = self.rater.wish.minimal.is_asked() && draft.undecided > 0;
        let is = is_open.then(|| {
            let words = undecided_words(draft.undecided, self.maker.units.are_sets());
            format!("is {words}")
        });
        let all: Vec<String> = has.into_iter().chain(is).collect();
        (!all.is_empty()).then(|| all.join(" and "))
    }

    /// The puzzle of a draft, with what is known about its clues.
    fn made_of(&self, draft: &Draft) -> Made {
        let mut made = self.made(&draft.full, &draft.clues);
        let wish = self.rater.wish;
        let is_thinned = wish.clues.is_none() && !self.rater.is_needed();
        if is_thinned || wish.minimal.is_asked() {
            made.undecided = draft.undecided;
            made.is_cut = draft.is_cut && draft.undecided > 0;
        }
        if wish.minimal.is_asked() && draft.undecided == 0 && draft.loose == 0 {
            self.claim(&mut made, &draft.full, &draft.clues);
        }
        made
    }

    /// Steps from a draft to a puzzle that meets the wish, or to the nearest.
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
        while now.facts.gap > 0.0 && in_vain < PATIENCE && *tries < most && !self.is_over(limits) {
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
        let full = if let Some(full) = &maker.from {
            full.clone()
        } else {
            let judge = &mut self.judge;
            let filler = &maker.filler;
            match filler.fill(&maker.shape, self.model, judge, random, limits) {
                Ok(Some(full)) => full,
                Ok(None) => return Tried::Impossible,
                Err(_) => return Tried::Nothing,
            }
        };
        if maker.units.all.len() < full.len() {
            let question = Question {
                full: &full,
                clues: &maker.units.all,
                without: None,
            };
            match self.judge.ask(&question, limits) {
                Verdict::One => {}
                Verdict::Several(_) => return Tried::Several,
                Verdict::Unknown => return Tried::Nothing,
            }
        }
        let order = self.order(random);
        let known = if self.judge.is_in_bulk() {
            cycles(&full)
        } else {
            Unavoidable::default()
        };
        let thinner = Thinner::from_full(&maker.units, order, known, self.floor(random));
        Tried::Done(self.thinned(full, thinner, limits))
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
            Some(range) if !wish.minimal.is_asked() => {
                let most = (*range.end()).min(self.maker.units.all.len());
                let spread = most.saturating_sub(*range.start()) + 1;
                range.start() + random.below(spread as u32) as usize
            }
            _ => 0,
        }
    }

    /// Thins as far as it goes within the limits, and looks what came of it.
    fn thinned(&mut self, full: Vec<u16>, mut thinner: Thinner, limits: &Limits) -> Draft {
        let units = &self.maker.units;
        let mut is_whole = thinner.run(&full, units, &mut self.judge, limits);
        while is_whole && !thinner.unanswered.is_empty() && self.judge.look_longer() {
            thinner = thinner.again();
            is_whole = thinner.run(&full, units, &mut self.judge, limits);
        }
        let mut draft = Draft {
            facts: self.rater.facts(&full, &thinner.clues, limits),
            undecided: thinner.undecided(),
            loose: 0,
            is_cut: !is_whole,
            clues: thinner.clues,
            known: thinner.known,
            full,
        };
        if self.rater.wish.minimal == Minimal::Clues && units.are_sets() {
            self.find_loose(&mut draft, limits);
        }
        self.judge.look_as_usual();
        if draft.loose > 0 {
            let loose = draft.loose;
            let away = u32::try_from(loose).map_or(f64::MAX, f64::from);
            draft
                .facts
                .miss(away, format!("{loose} clues that could go by themselves"));
        }
        if self.rater.wish.minimal.is_asked() && draft.undecided > 0 {
            draft.facts.gap += 0.5;
        }
        draft
    }

    /// Asks for each clue of a set by itself.
    fn find_loose(&mut self, draft: &mut Draft, limits: &Limits) {
        let units = &self.maker.units;
        let sets = units.within(&draft.clues).filter(|set| set.len() > 1);
        for &cell in sets.flatten() {
            let mut fewer = draft.clues.clone();
            fewer.remove(cell as usize);
            let question = Question {
                full: &draft.full,
                clues: &fewer,
                without: Some(cell),
            };
            match self.judge.ask(&question, limits) {
                Verdict::One => draft.loose += 1,
                Verdict::Several(_) => {}
                Verdict::Unknown => draft.undecided += 1,
            }
        }
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
        if !wish.minimal.is_asked() && is_rated && has_room && easier && random.below(3) > 0 {
            insert(*outside.first()?);
            let known = std::mem::take(&mut now.known);
            let thinner = Thinner::new(clues, Vec::new(), known, 0);
            return Some(self.next_draft(now, thinner, limits));
        }
        let added = 1 + random.below(3) as usize;
        let added: Vec<u32> = outside.into_iter().take(added).collect();
        for &unit in &added {
            insert(unit);
        }
        inside.extend(added);
        let known = std::mem::take(&mut now.known);
        // Any number that would do: what is left over is left in.
        let floor = if wish.minimal.is_asked() {
            0
        } else {
            self.floor(random)
        };
        let thinner = Thinner::new(clues, inside, known, floor);
        Some(self.next_draft(now, thinner, limits))
    }

    fn next_draft(&mut self, now: &mut Draft, thinner: Thinner, limits: &Limits) -> Draft {
        let next = self.thinned(now.full.clone(), thinner, limits);
        now.known = next.known.clone();
        next
    }
}

fn keep_nearer(best: &mut Option<Draft>, draft: Draft) {
    let is_nearer = |best: &Draft| draft.facts.gap < best.facts.gap;
    if best.as_ref().is_none_or(is_nearer) {
        *best = Some(draft);
    }
}
