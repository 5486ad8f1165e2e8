//! The kinds that each place can still have: arc consistency on sets of bits.
//!
//! A kind stays on a place as long as each neighbour has a kind that goes with it. When the set of a place shrinks, the
//! sets of its neighbours are looked at again, and so on. Changes since the last [`Arcs::settle`] can be taken back.

use crate::ground::{Ground, Sets};
use crate::kinds::{Kinds, OPEN, members, only, opposite};
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
        };
        arcs.face_themselves();
        if (0..places).any(|place| arcs.is_empty(place)) {
            return Err(Halt::Clash);
        }
        for place in 0..places {
            arcs.enqueue(place);
        }
        arcs.propagate(meter)?;
        arcs.settle();
        for place in 0..places {
            let set = &arcs.sets[place * words..(place + 1) * words];
            arcs.root_of[place] = arcs.roots.number(set);
        }
        Ok(arcs)
    }

    /// Where a joined map is one place wide, a kind must go with itself.
    fn face_themselves(&mut self) {
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
