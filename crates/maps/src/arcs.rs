//! The kinds that each place can still have: arc consistency on sets of bits.
//!
//! A kind stays on a place as long as each neighbour has a kind that goes with it. When the set of a place shrinks, the
//! sets of its neighbours are looked at again, and so on. Changes since the last [`Arcs::settle`] can be taken back.

use crate::ground::{Ground, Sets};
use crate::kinds::{Kinds, OPEN, members, only, opposite};
use crate::rules::Ties;
use std::collections::VecDeque;
use tilewright_model::budget::{End, Meter};

/// A place has no kind left.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Halt {
    /// The kinds that were chosen contradict each other.
    Clash,
    /// The budget is used up.
    Ended(End),
}

pub(crate) struct Arcs<'a> {
    pub(crate) kinds: &'a Kinds,
    pub(crate) ground: &'a Ground,
    words: usize,
    sets: Vec<u64>,
    /// The sets before anything was chosen, each kept once.
    roots: Sets,
    root_of: Vec<u32>,
    /// Places whose neighbours are to be looked at, each once.
    queue: VecDeque<u32>,
    is_queued: Vec<bool>,
    /// Places that changed, and the sets that they had.
    changed: Vec<u32>,
    before: Vec<u64>,
    /// Places that changed since all that is chosen was taken into account anew, each once.
    touched: Vec<u32>,
    is_touched: Vec<bool>,
    union: Vec<u64>,
    ties: Ties,
}

impl<'a> Arcs<'a> {
    /// The sets before anything is chosen; [`Halt::Clash`] where there is no map at all.
    pub(crate) fn new(
        kinds: &'a Kinds,
        ground: &'a Ground,
        meter: &mut Meter,
    ) -> Result<Self, Halt> {
        let words = kinds.words();
        let places = ground.places();
        let mut arcs = Self {
            kinds,
            ground,
            words,
            sets: (0..places)
                .flat_map(|place| ground.set(place))
                .copied()
                .collect(),
            roots: Sets::default(),
            root_of: vec![0; places],
            queue: VecDeque::new(),
            is_queued: vec![false; places],
            changed: Vec::new(),
            before: Vec::new(),
            touched: Vec::new(),
            is_touched: vec![false; places],
            union: vec![0; words],
            ties: Ties::new(kinds, ground.rules()),
        };
        arcs.begin(meter)?;
        Ok(arcs)
    }

    /// Begins from the sets of the ground; [`Halt::Clash`] where there is no map at all.
    pub(crate) fn begin(&mut self, meter: &mut Meter) -> Result<(), Halt> {
        self.settle();
        let places = self.ground.places();
        for place in 0..places {
            let set = place * self.words..(place + 1) * self.words;
            self.sets[set].copy_from_slice(self.ground.set(place));
        }
        self.face_themselves();
        if (0..places).any(|place| self.is_empty(place)) {
            return Err(Halt::Clash);
        }
        for place in 0..places {
            self.enqueue(place);
        }
        self.propagate(meter)?;
        self.take_root();
        Ok(())
    }

    /// The sets as they are now are those before anything is chosen.
    pub(crate) fn take_root(&mut self) {
        self.settle();
        self.roots = Sets::default();
        for place in 0..self.ground.places() {
            let set = &self.sets[place * self.words..(place + 1) * self.words];
            self.root_of[place] = self.roots.number(set);
        }
        for place in std::mem::take(&mut self.touched) {
            self.is_touched[place as usize] = false;
        }
    }

    /// Where a joined map is one place wide, a kind must go with itself; on the axis of a mirror it is its own image.
    fn face_themselves(&mut self) {
        for (is_across, images) in &self.ties.mirrors {
            let own = self.kinds.set_of(|kind| images[kind] == Some(kind));
            for place in (0..self.ground.places())
                .filter(|&place| self.ground.mirrored(place, *is_across) == place)
            {
                let set = &mut self.sets[place * self.words..(place + 1) * self.words];
                for (word, own) in set.iter_mut().zip(&own) {
                    *word &= own;
                }
            }
        }
        let is_own = |side: usize| self.ground.neighbours(0)[side] == Some(0);
        let (across, down) = (is_own(1), is_own(2));
        if !across && !down {
            return;
        }
        let fits = self.kinds.set_of(|kind| {
            (!across || self.kinds.goes_across(kind, kind))
                && (!down || self.kinds.goes_down(kind, kind))
        });
        for set in self.sets.chunks_mut(self.words) {
            for (word, fits) in set.iter_mut().zip(&fits) {
                *word &= fits;
            }
        }
    }

    /// The kinds that a place can still have.
    pub(crate) fn set(&self, place: usize) -> &[u64] {
        &self.sets[place * self.words..(place + 1) * self.words]
    }

    /// The weight of a kind on a place.
    pub(crate) fn weight(&self, place: usize, kind: usize) -> f64 {
        let factors = self.ground.factors(place);
        self.kinds.weights()[kind] * factors.map_or(1.0, |factors| factors[kind])
    }

    /// The only kind that a place can still have.
    pub(crate) fn only(&self, place: usize) -> Option<usize> {
        only(self.set(place))
    }

    fn is_empty(&self, place: usize) -> bool {
        self.set(place).iter().all(|&word| word == 0)
    }

    fn enqueue(&mut self, place: usize) {
        if !std::mem::replace(&mut self.is_queued[place], true) {
            self.queue.push_back(place as u32);
        }
    }

    fn note(&mut self, place: usize) {
        self.changed.push(place as u32);
        if !std::mem::replace(&mut self.is_touched[place], true) {
            self.touched.push(place as u32);
        }
        let set = place * self.words..(place + 1) * self.words;
        self.before.extend_from_slice(&self.sets[set]);
    }

    /// Chooses a kind for a place, with all that follows.
    pub(crate) fn choose(
        &mut self,
        place: usize,
        kind: usize,
        meter: &mut Meter,
    ) -> Result<(), Halt> {
        self.note(place);
        let set = &mut self.sets[place * self.words..(place + 1) * self.words];
        set.fill(0);
        set[kind / 64] = 1 << (kind % 64);
        self.enqueue(place);
        self.propagate(meter)
    }

    /// Removes a kind from a place, with all that follows.
    pub(crate) fn remove(
        &mut self,
        place: usize,
        kind: usize,
        meter: &mut Meter,
    ) -> Result<(), Halt> {
        self.note(place);
        self.sets[place * self.words + kind / 64] &= !(1 << (kind % 64));
        if self.is_empty(place) {
            return Err(Halt::Clash);
        }
        self.enqueue(place);
        self.propagate(meter)
    }

    /// Keeps on a place only kinds of a set, with all that follows.
    pub(crate) fn keep(
        &mut self,
        place: usize,
        set: &[u64],
        meter: &mut Meter,
    ) -> Result<(), Halt> {
        self.narrow(place, set)?;
        self.propagate(meter)
    }

    /// Keeps on a place only kinds of a set.
    fn narrow(&mut self, place: usize, set: &[u64]) -> Result<(), Halt> {
        if self
            .set(place)
            .iter()
            .zip(set)
            .all(|(here, kept)| here & !kept == 0)
        {
            return Ok(());
        }
        self.note(place);
        let here = place * self.words;
        for (word, kept) in self.sets[here..].iter_mut().zip(set) {
            *word &= kept;
        }
        if self.is_empty(place) {
            return Err(Halt::Clash);
        }
        self.enqueue(place);
        Ok(())
    }

    /// What a place means for those that rules tie it to.
    fn pull(&mut self, place: usize) -> Result<(), Halt> {
        let ties = std::mem::take(&mut self.ties);
        let done = self.pull_by(&ties, place);
        self.ties = ties;
        done
    }

    fn pull_by(&mut self, ties: &Ties, place: usize) -> Result<(), Halt> {
        let misses = |arcs: &Self, place: usize, others: &[u64]| {
            arcs.set(place)
                .iter()
                .zip(others)
                .all(|(here, others)| here & others == 0)
        };
        for (is_across, images) in &ties.mirrors {
            let mut mirrored = vec![0; self.words];
            for image in members(self.set(place)).filter_map(|kind| images[kind]) {
                mirrored[image / 64] |= 1 << (image % 64);
            }
            self.narrow(self.ground.mirrored(place, *is_across), &mirrored)?;
        }
        for (others, steps) in &ties.apart {
            if misses(self, place, others) {
                for other in self.ground.near(place, steps - 1) {
                    self.narrow(other, others)?;
                }
            }
        }
        for (others, most) in &ties.runs {
            if !misses(self, place, others) {
                continue;
            }
            for line in self.ground.lines_through(place, most + 1) {
                let mut free = line.iter().filter(|&&other| !misses(self, other, others));
                match (free.next(), free.next()) {
                    (None, _) => return Err(Halt::Clash),
                    (Some(&last), None) => self.narrow(last, others)?,
                    _ => {}
                }
            }
        }
        Ok(())
    }

    /// Keeps all changes.
    pub(crate) fn settle(&mut self) {
        self.changed.clear();
        self.before.clear();
    }

    /// Takes all changes since the last [`Arcs::settle`] back.
    pub(crate) fn take_back(&mut self) {
        while let Some(place) = self.changed.pop() {
            let start = self.before.len() - self.words;
            let place = place as usize * self.words;
            self.sets[place..place + self.words].copy_from_slice(&self.before[start..]);
            self.before.truncate(start);
        }
    }

    /// Takes into account anew what is chosen, after the kinds of some places have been taken away or changed: open places
    /// get back what they had lost. [`Halt::Clash`] where one has no kind left. Places that have a kind must go together.
    pub(crate) fn start_from(
        &mut self,
        map: &[u16],
        places: &[usize],
        meter: &mut Meter,
    ) -> Result<(), Halt> {
        self.settle();
        let mut fresh: Vec<usize> = places.to_vec();
        for place in std::mem::take(&mut self.touched) {
            let place = place as usize;
            self.is_touched[place] = false;
            if map[place] == OPEN {
                fresh.push(place);
            }
        }
        for &place in &fresh {
            let set = &mut self.sets[place * self.words..(place + 1) * self.words];
            match usize::from(map[place]) {
                kind if map[place] != OPEN => {
                    set.fill(0);
                    set[kind / 64] = 1 << (kind % 64);
                }
                _ => set.copy_from_slice(self.roots.get(self.root_of[place])),
            }
        }
        for &place in &fresh {
            if map[place] != OPEN {
                self.enqueue(place);
                continue;
            }
            for other in self.ground.neighbours(place).into_iter().flatten() {
                if map[other] != OPEN {
                    self.enqueue(other);
                }
            }
            if !self.ties.is_empty() {
                for other in self.ties.of(self.ground, place) {
                    if map[other] != OPEN {
                        self.enqueue(other);
                    }
                }
            }
        }
        let done = self.propagate(meter);
        self.settle();
        done
    }

    fn propagate(&mut self, meter: &mut Meter) -> Result<(), Halt> {
        let done = self.empty_queue(meter);
        while let Some(place) = self.queue.pop_front() {
            self.is_queued[place as usize] = false;
        }
        done
    }

    fn empty_queue(&mut self, meter: &mut Meter) -> Result<(), Halt> {
        while let Some(place) = self.queue.pop_front() {
            let place = place as usize;
            self.is_queued[place] = false;
            if meter.spend(1).is_break() {
                return Err(Halt::Ended(meter.end().unwrap_or(End::Time)));
            }
            for (side, other) in self.ground.neighbours(place).into_iter().enumerate() {
                if let Some(other) = other.filter(|&other| other != place) {
                    self.look_at(place, side, other)?;
                }
            }
            if !self.ties.is_empty() {
                self.pull(place)?;
            }
        }
        Ok(())
    }

    /// Removes from a place what does not go with its neighbour, on one of whose sides it lies.
    fn look_at(&mut self, from: usize, side: usize, place: usize) -> Result<(), Halt> {
        let words = self.words;
        let (from, here) = (from * words, place * words);
        self.union.fill(0);
        let mut is_covered = false;
        'all: for at in 0..words {
            let mut rest = self.sets[from + at];
            while rest != 0 {
                let kind = at * 64 + rest.trailing_zeros() as usize;
                rest &= rest - 1;
                let mut lacks = 0;
                let beside = self.kinds.beside(side, kind);
                let here = &self.sets[here..here + words];
                for ((union, beside), here) in self.union.iter_mut().zip(beside).zip(here) {
                    *union |= beside;
                    lacks |= here & !*union;
                }
                if lacks == 0 {
                    is_covered = true;
                    break 'all;
                }
            }
        }
        if is_covered {
            return Ok(());
        }
        self.note(place);
        let mut any = 0;
        for word in 0..words {
            self.sets[here + word] &= self.union[word];
            any |= self.sets[here + word];
        }
        if any == 0 {
            return Err(Halt::Clash);
        }
        debug_assert!(members(self.set(place)).all(|kind| {
            let back = self.kinds.beside(opposite(side), kind);
            back.iter()
                .zip(&self.sets[from..from + words])
                .any(|(a, b)| a & b != 0)
        }));
        self.enqueue(place);
        Ok(())
    }
}
