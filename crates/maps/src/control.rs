//! Counts and links in a filling: rare kinds are sown before the scan, common ones are watched by it, and parts of a net are linked
//! in a map that is full.

use crate::arcs::Halt;
use crate::exact::{self, Answer, Manner};
use crate::fill::{Filling, REACHES, WINDOW_CONFLICTS};
use crate::ground::Ground;
use crate::kinds::{Kinds, OPEN, holds};
use crate::number::number;
use crate::ruled::{Net, Task};
use crate::rules::Rule;

/// The tally of a counted set of kinds.
#[derive(Debug)]
pub(crate) struct Tally {
    set: Vec<u64>,
    least: usize,
    most: usize,
    placed: usize,
    /// What the weights of its kinds are multiplied by.
    pull: f64,
    /// Its places were chosen before the scan.
    is_sown: bool,
}

/// The number of places that are sown at most, and the part of the map besides.
const MOST_SOWN: (usize, usize) = (16, 50);

/// How often another place is tried for one that is sown.
const TRIES: usize = 200;

impl Tally {
    pub(crate) fn all(kinds: &Kinds, ground: &Ground, shares: &[f64]) -> Vec<Self> {
        let tally = |rule: &Rule| match rule {
            Rule::Count {
                kinds: known,
                least,
                most,
            } => {
                let set = kinds.set_of(|kind| known.contains(&kind));
                let share: f64 = (0..kinds.count())
                    .filter(|&kind| holds(&set, kind))
                    .map(|kind| shares[kind])
                    .sum();
                let usual = (share * number(ground.places())).max(0.5);
                let wanted = usual.clamp(number(*least), number((*most).min(ground.places())));
                Some(Self {
                    set,
                    least: *least,
                    most: *most,
                    placed: 0,
                    pull: (wanted.max(0.5) / usual).clamp(0.01, 100.0),
                    is_sown: *most <= MOST_SOWN.0 + ground.places() / MOST_SOWN.1,
                })
            }
            _ => None,
        };
        ground.rules().iter().filter_map(tally).collect()
    }

    fn counts(&self, kind: usize) -> bool {
        holds(&self.set, kind)
    }

    pub(crate) fn add(&mut self, kind: usize, is_put: bool) {
        if self.counts(kind) {
            self.placed = if is_put {
                self.placed + 1
            } else {
                self.placed - 1
            };
        }
    }

    /// The factor of the weight of a kind; 0 if no more of it may be put.
    pub(crate) fn factor(&self, kind: usize) -> f64 {
        match self.counts(kind) {
            false => 1.0,
            true if self.placed >= self.most => 0.0,
            true => self.pull,
        }
    }
}

impl Filling<'_> {
    /// Whether another place may have a kind.
    pub(crate) fn may_put(&self, kind: usize) -> bool {
        self.tallies
            .iter()
            .all(|tally| !tally.counts(kind) || tally.placed < tally.most)
    }

    /// Chooses the places of rare kinds that are counted, at random, and bans them elsewhere; whether that worked out.
    pub(crate) fn sow(&mut self) -> Result<bool, Halt> {
        for at in 0..self.tallies.len() {
            if self.tallies[at].is_sown && !self.sow_set(at)? {
                return Ok(false);
            }
        }
        if self.tallies.iter().any(|tally| tally.is_sown) {
            self.arcs.take_root();
        }
        Ok(true)
    }

    fn sow_set(&mut self, at: usize) -> Result<bool, Halt> {
        let Tally {
            ref set,
            least,
            most,
            ..
        } = self.tallies[at];
        let set = set.clone();
        let others: Vec<u64> = set.iter().map(|word| !word).collect();
        let places = self.map.len();
        let spread = (most - least.min(most)).min(places) as u32 + 1;
        let wanted = least + self.random.below(spread) as usize;
        let is_sure = |filling: &Self, place: usize| misses(filling.arcs.set(place), &others);
        let mut sure = (0..places).filter(|&place| is_sure(self, place)).count();
        let mut tries = 0;
        while sure < wanted && tries < TRIES + 4 * wanted {
            tries += 1;
            let place = self.random.below(places as u32) as usize;
            if is_sure(self, place) || misses(self.arcs.set(place), &set) {
                continue;
            }
            match self.arcs.keep(place, &set, &mut self.meter) {
                Ok(()) => self.arcs.settle(),
                Err(Halt::Clash) => self.arcs.take_back(),
                ended => ended?,
            }
            sure = (0..places).filter(|&place| is_sure(self, place)).count();
        }
        for place in 0..places {
            if is_sure(self, place) {
                continue;
            }
            match self.arcs.keep(place, &others, &mut self.meter) {
                Ok(()) => {}
                Err(Halt::Clash) => return Ok(false),
                ended => ended?,
            }
        }
        let sure = (0..places).filter(|&place| is_sure(self, place)).count();
        Ok((least..=most).contains(&sure))
    }

    /// Whether all counts of a full map are as they are to be. If one is not, it is pulled harder from now on.
    pub(crate) fn are_counts_kept(&mut self) -> bool {
        let mut are_kept = true;
        for tally in &mut self.tallies {
            if tally.placed < tally.least {
                tally.pull *= 2.0;
                are_kept = false;
            }
            are_kept &= tally.placed <= tally.most;
        }
        are_kept
    }

    /// What an exact filling of a window has to keep. All its places are open.
    pub(crate) fn task<'t>(&'t self, places: &'t [usize], nets: Vec<Net<'t>>) -> Task<'t> {
        let is_all = places.len() == self.map.len();
        let counts = self
            .tallies
            .iter()
            .filter(|tally| is_all || !tally.is_sown)
            .map(|tally| {
                let open = |&place: &usize| {
                    self.map[place] == OPEN && !misses(self.arcs.set(place), &tally.set)
                };
                // Places outside of the window that are open may still get the kind.
                let all_open = if is_all {
                    0
                } else {
                    (0..self.map.len()).filter(open).count()
                };
                let inside = if is_all {
                    0
                } else {
                    places.iter().copied().filter(|place| open(place)).count()
                };
                let least = tally.least.saturating_sub(tally.placed + all_open - inside);
                (
                    tally.set.clone(),
                    least,
                    tally.most.saturating_sub(tally.placed),
                )
            });
        Task {
            places: places.into(),
            map: (&self.map).into(),
            counts: counts.collect(),
            nets,
        }
    }

    /// Links the parts of each net in a full map; whether that worked out.
    pub(crate) fn link_up(&mut self) -> Result<bool, Halt> {
        let ground = self.arcs.ground;
        for at in 0..Net::of(ground).len() {
            if !self.link_net(at)? {
                return Ok(false);
            }
        }
        // What links one net may have cut another.
        let map = &self.map;
        Ok(Net::of(ground).iter().all(|net| net.is_linked(map, ground)))
    }

    fn link_net(&mut self, number: usize) -> Result<bool, Halt> {
        let ground = self.arcs.ground;
        let mut reach = 0;
        loop {
            let net = Net::of(ground).swap_remove(number);
            let (part_of, wanted) = net.wanted(&self.map, ground);
            if net.is_linked(&self.map, ground) {
                return Ok(true);
            }
            let Some(&half) = REACHES.get(reach) else {
                return Ok(false);
            };
            if wanted.is_empty() {
                return Ok(false);
            }
            // Each part that is not the largest is brought nearer to another; the window grows when none can be.
            let mut sizes = vec![
                0usize;
                1 + part_of
                    .iter()
                    .flatten()
                    .max()
                    .map_or(0, |&part| part as usize)
            ];
            part_of
                .iter()
                .flatten()
                .for_each(|&part| sizes[part as usize] += 1);
            let mut order = wanted.clone();
            order.sort_by_key(|&part| sizes[part as usize]);
            order.pop();
            let mut is_nearer = false;
            for part in order {
                let Some((middle, distance)) = self.between(&part_of, part, &wanted) else {
                    continue;
                };
                let half = half.max(distance / 2 + 2);
                let window = self.window(middle, half);
                let before = Net::of(ground)
                    .swap_remove(number)
                    .wanted(&self.map, ground)
                    .1
                    .len();
                if self.refill_linked(&window, number, before - 1)? {
                    is_nearer = true;
                    break;
                }
            }
            reach = if is_nearer { 0 } else { reach + 1 };
        }
    }

    /// The place half way from a part to the nearest other one that is wanted, and how far that is.
    fn between(
        &self,
        part_of: &[Option<u32>],
        part: u32,
        wanted: &[u32],
    ) -> Option<(usize, usize)> {
        let ground = self.arcs.ground;
        let mut came_from = vec![u32::MAX; part_of.len()];
        let mut queue: Vec<usize> = (0..part_of.len())
            .filter(|&place| part_of[place] == Some(part))
            .collect();
        for &place in &queue {
            came_from[place] = place as u32;
        }
        let mut next = 0;
        while let Some(&place) = queue.get(next) {
            next += 1;
            let is_other =
                part_of[place].is_some_and(|it| it != part && wanted.binary_search(&it).is_ok());
            if is_other {
                let back = |&place: &usize| {
                    let before = came_from[place] as usize;
                    (before != place).then_some(before)
                };
                let path: Vec<usize> = std::iter::successors(Some(place), back).collect();
                return Some((path[path.len() / 2], path.len()));
            }
            for other in ground.neighbours(place).into_iter().flatten() {
                if came_from[other] == u32::MAX {
                    came_from[other] = place as u32;
                    queue.push(other);
                }
            }
        }
        None
    }

    /// Fills a window of a full map anew, so that a net has at most so many parts; if that does not work out, it stays as it was.
    fn refill_linked(
        &mut self,
        window: &[usize],
        number: usize,
        most_parts: usize,
    ) -> Result<bool, Halt> {
        let before: Vec<u16> = window.iter().map(|&place| self.map[place]).collect();
        self.open(window);
        self.arcs.start_from(&self.map, window, &mut self.meter)?;
        let mut net = Net::of(self.arcs.ground).swap_remove(number);
        net.most_parts = most_parts.max(1);
        let mut random = self.random.clone();
        let task = self.task(window, vec![net]);
        let answer = exact::fill(
            &self.arcs,
            &task,
            Manner::Weighted,
            WINDOW_CONFLICTS,
            &mut random,
            self.budget,
        );
        self.random = random;
        let (kinds, is_done) = match answer {
            Answer::Filled(kinds) => (kinds, true),
            Answer::None | Answer::Undecided => (before, false),
            Answer::Ended(end) => return Err(Halt::Ended(end)),
        };
        for (&place, kind) in window.iter().zip(kinds) {
            self.put(place, kind);
        }
        self.arcs.start_from(&self.map, window, &mut self.meter)?;
        Ok(is_done)
    }
}

/// Returns true if two sets have nothing in common.
fn misses(one: &[u64], other: &[u64]) -> bool {
    one.iter().zip(other).all(|(one, other)| one & other == 0)
}
