//! The race that counts a part: sweeps in several orders and searches that remember take turns,
//! each turn longer than the one before, until one of them ends. That costs at most a small
//! multiple of the best of them. An interrupted contestant keeps its state while there is memory
//! for it.

use super::nets::Net;
use super::notes::{Mark, Reader, Writer};
use super::orders::orders;
use super::plan::Plan;
use super::remember::{Counting, Stopped, Way, bytes_by_state, level_order};
use super::sweep::{Allowance, Pause, Sweep};
use super::ties::Ties;
use super::web::Web;
use crate::dance::pack::Pack;
use crate::dance::root::Root;
use crate::notebook::Notebook;
use crate::{End, Meter};
use num_bigint::BigUint;
use std::sync::Arc;
use tilewright_model::heap;

/// More live choices than this are not laid out as bit sets: they are left to the sweeps.
const MOST_PACKED: usize = 1 << 14;
/// States that the first search may remember before any other contestant runs.
const HEAD_START: usize = 1 << 9;
/// States that each search may remember in the first round.
const FIRST_ROUND: usize = 1 << 12;
/// States that a sweep may work out for each that a search may remember: they are that much
/// cheaper.
const SWEPT_FOR_ONE: u64 = 16;
/// A sweep that cannot have more states than this in all is not interrupted.
const CERTAIN: u64 = 1 << 24;
/// Nor, from the second round on, one whose bound is at most this many times its turn.
const NEARLY_CERTAIN: u64 = 1 << 10;
/// Sweeps that take part.
const SWEEPS: usize = 2;

/// The share of `part` in `all`.
#[expect(clippy::cast_precision_loss, reason = "it is shown to a person")]
pub(super) fn share(part: u64, all: u64) -> f64 {
    part as f64 / all.max(1) as f64
}

/// The contestants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Contestants {
    All,
    /// For tests: the sweep in the order that ranks so, alone.
    #[cfg(test)]
    Sweep(usize),
    /// For tests: that search alone.
    #[cfg(test)]
    Search(Way),
}

impl Contestants {
    fn sweeps(self) -> std::ops::Range<usize> {
        match self {
            Self::All => 0..SWEEPS,
            #[cfg(test)]
            Self::Sweep(rank) => rank..rank + 1,
            #[cfg(test)]
            Self::Search(_) => 0..0,
        }
    }

    fn ways(self) -> Vec<Way> {
        match self {
            Self::All => vec![Way::Fewest, Way::InOrder, Way::Level],
            #[cfg(test)]
            Self::Sweep(_) => Vec::new(),
            #[cfg(test)]
            Self::Search(way) => vec![way],
        }
    }
}

/// The data that all parts of a count share.
pub(super) struct Contest {
    memory: u64,
    notebook: Option<Arc<dyn Notebook>>,
    who: Contestants,
    pack: Pack,
}

impl Contest {
    pub(super) fn new(memory: u64, notebook: Option<Arc<dyn Notebook>>, who: Contestants) -> Self {
        Self {
            memory,
            notebook,
            who,
            pack: Pack::default(),
        }
    }

    /// Counts one part, the `number`th. Its `shares` are how much of all is done before it, and how
    /// much it is itself.
    pub(super) fn count(
        &mut self,
        root: &mut Root,
        (choices, nets): (&[u32], &[Net]),
        number: usize,
        shares: (f64, f64),
        meter: &mut Meter,
    ) -> Result<BigUint, End> {
        let notes = self.notebook.as_ref().map(|notebook| Notes {
            notebook,
            number,
            about: mark_of(choices, nets),
            shares,
        });
        if let Some(number) = notes.as_ref().and_then(Notes::number) {
            return Ok(number);
        }
        // Every item has at least two choices here, so there are fewer items than choices.
        let packed = Pack::bytes(choices.len(), choices.len());
        let can_pack = choices.len() <= MOST_PACKED && packed <= self.memory / 2;
        let mut memory = self.memory;
        if can_pack {
            root.lay_out_part(&mut self.pack, choices);
            memory -= packed;
        }
        let pack = can_pack.then_some(&self.pack);
        let levels = pack.map(level_order).unwrap_or_default();
        let own = root
            .model()
            .is_projected()
            .then(|| root.model().own_count() as u32);
        let tied = pack.and_then(|pack| Some((pack, Ties::new(pack, nets, own)?)));
        let tied = tied.filter(|(_, ties)| ties.bytes() <= memory / 4);
        let ways = tied.iter().flat_map(|(pack, ties)| {
            let ways = self.who.ways().into_iter();
            ways.map(|way| Counting::new(pack, ties, way, &levels))
        });
        let mut race = Race {
            memory,
            by_state: (tied.as_ref()).map_or(1, |(pack, ties)| bytes_by_state(pack, ties)),
            searches: ways.collect(),
            sweeps: Vec::new(),
            notes,
        };
        let counted = race.run(root, (choices, nets), self.who, meter);
        match (&counted, &race.notes) {
            (Ok(number), Some(notes)) => notes.finish(number),
            (Err(_), Some(_)) => race.write_notes(),
            (_, None) => {}
        }
        counted
    }
}

/// The mark of a part: its choices, and what links ask of them.
fn mark_of(choices: &[u32], nets: &[Net]) -> u64 {
    let mut mark = Mark::default();
    for &choice in choices {
        mark.add(choice.into());
    }
    for net in nets {
        net.add_to(&mut mark);
    }
    mark.get()
}

/// The notes about one part.
struct Notes<'n> {
    notebook: &'n Arc<dyn Notebook>,
    /// The number of the part.
    number: usize,
    /// Its mark.
    about: u64,
    shares: (f64, f64),
}

impl Notes<'_> {
    fn name(&self, what: &str) -> String {
        format!("count/{}/{what}", self.number)
    }

    fn read(&self, what: &str) -> Option<Vec<u8>> {
        self.notebook.read(&self.name(what))
    }

    fn write(&self, what: &str, note: Option<Vec<u8>>) {
        self.notebook.write(&self.name(what), note);
    }

    /// The part's number, if it is known.
    fn number(&self) -> Option<BigUint> {
        let note = self.read("number")?;
        let mut note = Reader::new(&note, self.about)?;
        let digits = note.words()?;
        let halves = digits.iter().flat_map(|&d| [d as u32, (d >> 32) as u32]);
        note.is_done().then(|| BigUint::new(halves.collect()))
    }

    /// The part's number is known.
    fn finish(&self, number: &BigUint) {
        let mut note = Writer::new(self.about);
        note.words(&number.to_u64_digits());
        self.write("number", Some(note.finish()));
        self.write("sweep", None);
        self.write("known", None);
        self.notebook.progress(self.shares.0 + self.shares.1);
    }

    fn progress(&self, share: f64) {
        self.notebook
            .progress(self.shares.0 + self.shares.1 * share);
    }

    fn is_due(&self) -> bool {
        self.notebook.is_due()
    }
}

/// One part being counted.
struct Race<'r> {
    memory: u64,
    /// Bytes of a state that a search remembers.
    by_state: u64,
    searches: Vec<Counting<'r>>,
    sweeps: Vec<Sweep>,
    notes: Option<Notes<'r>>,
}

impl Race<'_> {
    fn run(
        &mut self,
        root: &Root,
        part: (&[u32], &[Net]),
        who: Contestants,
        meter: &mut Meter,
    ) -> Result<BigUint, End> {
        let is_resumed = self.search_from_notes();
        if !is_resumed && let Some(number) = self.search(0, HEAD_START, meter)? {
            return Ok(number);
        }
        self.make_sweeps(root, part, who);
        let mut states = FIRST_ROUND;
        loop {
            let most = self.searches.len().max(self.sweeps.len());
            let is_last = self.sweeps.is_empty() && states as u64 >= self.memory / self.by_state;
            for k in 0..most {
                let mut work = states as u64 * SWEPT_FOR_ONE;
                let sure = match states {
                    FIRST_ROUND => CERTAIN,
                    _ => work.saturating_mul(NEARLY_CERTAIN),
                };
                if self
                    .sweeps
                    .get(k)
                    .is_some_and(|sweep| sweep.plan.most_states <= sure)
                {
                    work = u64::MAX;
                }
                if let Some(number) = self.sweep(k, work, meter)? {
                    return Ok(number);
                }
                if let Some(number) = self.search(k, states, meter)? {
                    return Ok(number);
                }
            }
            if is_last || self.sweeps.is_empty() && self.searches.is_empty() {
                return Err(End::Memory);
            }
            states = states.saturating_mul(4);
        }
    }

    /// Bytes that the sweeps hold, all but one of them.
    fn held_by_sweeps(&self, but: Option<usize>) -> u64 {
        let held = self.sweeps.iter().enumerate();
        let held = held.filter(|&(k, _)| Some(k) != but);
        held.map(|(_, sweep)| sweep.bytes()).sum()
    }

    /// A turn of the search `k`, if there is one: the number if that was enough.
    fn search(
        &mut self,
        k: usize,
        states: usize,
        meter: &mut Meter,
    ) -> Result<Option<BigUint>, End> {
        if k >= self.searches.len() {
            return Ok(None);
        }
        let free = self.memory.saturating_sub(self.held_by_sweeps(None));
        let most = usize::try_from(free / self.by_state).unwrap_or(usize::MAX);
        let others = self
            .searches
            .iter()
            .enumerate()
            .filter(|&(other, _)| other != k);
        let known: usize = others.map(|(_, search)| search.known()).sum();
        if states.min(most) + known > most {
            // There is no room for the states of all.
            let others = self.searches.iter_mut().enumerate();
            others
                .filter(|&(other, _)| other != k)
                .for_each(|(_, search)| search.forget());
        }
        let search = &mut self.searches[k];
        let states = states.min(most);
        if search.known() >= states {
            return Ok(None);
        }
        let notes = self.notes.as_ref();
        let mut watch = |search: &Counting<'_>| {
            if let Some(notes) = notes.filter(|notes| notes.is_due()) {
                notes.write("known", search.note(notes.about));
            }
        };
        match search.run(states, meter, &mut watch) {
            Ok(number) => Ok(Some(number)),
            Err(Stopped::States) => Ok(None),
            Err(Stopped::End(end)) => Err(end),
        }
    }

    /// A turn of the sweep `k`, if there is one: the number if that was enough.
    fn sweep(&mut self, k: usize, work: u64, meter: &mut Meter) -> Result<Option<BigUint>, End> {
        while k < self.sweeps.len() {
            let known: u64 = self.searches.iter().map(Counting::bytes).sum();
            let memory = self
                .memory
                .saturating_sub(self.held_by_sweeps(Some(k)) + known);
            let notes = self.notes.as_ref();
            let most_noted = self.most_noted();
            let mut watch = |sweep: &Sweep| {
                if let Some(notes) = notes {
                    notes.progress(sweep.share());
                    if notes.is_due() && sweep.bytes() <= most_noted {
                        notes.write("sweep", Some(sweep.note()));
                    }
                }
            };
            let mut allowed = Allowance {
                work,
                memory,
                meter,
                watch: &mut watch,
            };
            match self.sweeps[k].run(&mut allowed) {
                Ok(number) => return Ok(Some(number)),
                Err(Pause::Turn) => return Ok(None),
                Err(Pause::End(end)) => return Err(end),
                Err(Pause::Memory) => {}
            }
            // The contestants in its way go: first the memory of the searches, then the sweep that
            // has come less far.
            if known > 0 {
                self.searches.iter_mut().for_each(Counting::forget);
                continue;
            }
            let shares = self.sweeps.iter().map(Sweep::share).enumerate();
            let last = shares.min_by(|a, b| a.1.total_cmp(&b.1)).map(|(k, _)| k);
            let Some(last) = last.filter(|_| self.sweeps.len() > 1) else {
                self.sweeps.clear();
                return Ok(None);
            };
            self.sweeps.remove(last);
            if last <= k {
                return Ok(None);
            }
        }
        Ok(None)
    }

    fn make_sweeps(&mut self, root: &Root, (choices, nets): (&[u32], &[Net]), who: Contestants) {
        let model = root.model();
        if model.is_projected() {
            // It would count each way to pick what is hidden.
            return;
        }
        let touches = choices
            .iter()
            .map(|&c| model.touches(tilewright_model::Choice(c)).len());
        let bytes = Web::bytes(choices.len(), touches.sum());
        let bytes = bytes + nets.iter().map(Net::bytes).sum::<u64>();
        if who.sweeps().is_empty() || bytes > self.memory / 4 {
            return;
        }
        let web = Web::new(model, choices).with_nets(nets);
        let orders = orders(&web);
        let note = self.notes.as_ref().and_then(|notes| notes.read("sweep"));
        for rank in who.sweeps() {
            let Some(order) = orders.get(rank.min(orders.len() - 1)) else {
                continue;
            };
            if rank >= orders.len() && who == Contestants::All {
                continue;
            }
            let Some(plan) = Plan::new(&web, order, self.memory / 4) else {
                continue;
            };
            let mut sweep = Sweep::new(plan);
            if let Some(note) = &note {
                sweep.go_on_from(note, self.memory);
            }
            self.sweeps.push(sweep);
        }
        // A sweep that resumes from a note comes first.
        self.sweeps.sort_by_key(|sweep| !sweep.is_begun());
    }

    /// Loads the states of a search from its notes. Returns true if there are notes to resume from.
    fn search_from_notes(&mut self) -> bool {
        let Some(notes) = &self.notes else {
            return false;
        };
        if let Some(note) = notes.read("known") {
            for search in &mut self.searches {
                search.go_on_from(&note, notes.about, self.memory / 2);
            }
            self.searches.sort_by_key(|search| search.known() == 0);
        }
        notes.read("sweep").is_some()
    }

    /// A sweep that holds more than this is not written down: a note takes as much again.
    fn most_noted(&self) -> u64 {
        heap::at_most((self.memory / 2).max(1 << 28))
    }

    /// Writes down how far it has come, when it is stopped.
    fn write_notes(&self) {
        let Some(notes) = &self.notes else {
            return;
        };
        let is_noted = |sweep: &&Sweep| sweep.is_begun() && sweep.bytes() <= self.most_noted();
        let begun = self.sweeps.iter().filter(is_noted);
        let furthest = begun.max_by(|a, b| a.share().total_cmp(&b.share()));
        notes.write("sweep", furthest.map(Sweep::note));
        let most = self.searches.iter().max_by_key(|search| search.known());
        notes.write("known", most.and_then(|search| search.note(notes.about)));
    }
}
