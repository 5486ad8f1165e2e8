//! Budgets of work, the ends of work, and meters.
//!
//! One [`Budget`] is handed down from a question to every search, sweep, proof and rating behind it. It holds a
//! *moment* and not a duration, so no code subtracts; its clones spend from one purse, so no code adds up. A
//! [`Meter`] is one worker's view of it: a node costs an addition and a comparison, for the clock, the flags and the
//! purse are looked at once in a while. A builder of something large asks the meter for its bytes before it takes
//! them ([`Meter::take`]).

use crate::clock::Instant;
use crate::heap;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

/// The end of some work. Only [`End::Complete`] means that everything was searched: that there are no more solutions,
/// that there is no further step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum End {
    /// Everything was searched.
    Complete,
    /// The number of solutions asked for was reached.
    Limit,
    /// The time was up.
    Time,
    /// The nodes were used up.
    Nodes,
    /// The memory allowed would not do.
    Memory,
    /// It was interrupted.
    Interrupted,
    /// Something outside failed, as a command that was to answer: [`Budget::failure`] says how.
    Failed,
}

impl End {
    /// One word for it, for programs.
    pub fn word(self) -> &'static str {
        match self {
            Self::Complete => "complete",
            Self::Limit => "limit",
            Self::Time => "time",
            Self::Nodes => "nodes",
            Self::Memory => "memory",
            Self::Interrupted => "interrupted",
            Self::Failed => "failed",
        }
    }
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Limit => "limit reached",
            Self::Time => "time is up",
            Self::Nodes => "node limit reached",
            Self::Memory => "memory limit reached",
            Self::Complete | Self::Interrupted | Self::Failed => self.word(),
        })
    }
}

/// The cost of work, in terms that are the same on every machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Nodes of the search tree: choices tried.
    pub nodes: u64,
    /// Solutions found.
    pub solutions: u64,
}

impl std::ops::AddAssign for Stats {
    fn add_assign(&mut self, other: Self) {
        self.nodes += other.nodes;
        self.solutions += other.solutions;
    }
}

/// The data that the clones of a budget share. Failures are also reported to the purse that this one was cut from.
#[derive(Debug, Default)]
struct Purse {
    nodes: AtomicU64,
    is_halted: AtomicBool,
    lacked: AtomicU64,
    /// Bytes that are held beside the work that spends from this purse.
    held: u64,
    failure: OnceLock<String>,
    whole: Option<Arc<Purse>>,
}

impl Purse {
    /// This purse, the one that it was cut from, and so on.
    fn chain(&self) -> impl Iterator<Item = &Self> {
        std::iter::successors(Some(self), |purse| purse.whole.as_deref())
    }

    fn end(&self) -> Option<End> {
        // A part that was cut from the same purse may have failed: that does not end this one.
        if self.failure.get().is_some() {
            return Some(End::Failed);
        }
        let mut chain = self.chain();
        let is_halted = chain.any(|purse| purse.is_halted.load(Relaxed));
        is_halted.then_some(End::Interrupted)
    }
}

/// The limits of work. Nothing is limited by default. A clone spends from the same purse.
#[derive(Clone, Debug, Default)]
pub struct Budget {
    /// The moment by which everything must have ended.
    pub deadline: Option<Instant>,
    /// Nodes of the search tree, or whatever else is counted, for all that spend from the purse.
    pub nodes: Option<u64>,
    /// Bytes of memory for each thing that is built, and for each search, its model apart. Besides, all work ends
    /// where the whole process runs short ([`heap`]).
    pub memory: Option<u64>,
    /// Set from another thread to interrupt.
    pub stop: Option<Arc<AtomicBool>>,
    /// Hears the progress.
    pub pulse: Option<Arc<Pulse>>,
    purse: Arc<Purse>,
}

impl Budget {
    /// With at most this time from now on.
    #[must_use]
    pub fn time(self, time: Duration) -> Self {
        match Instant::now().checked_add(time) {
            Some(moment) => self.by(moment),
            None => self,
        }
    }

    /// With a deadline; the earliest of several counts.
    #[must_use]
    pub fn by(mut self, moment: Instant) -> Self {
        self.deadline = Some(self.deadline.map_or(moment, |own| own.min(moment)));
        self
    }

    /// With `nodes` nodes in all, or any number.
    #[must_use]
    pub fn nodes(mut self, nodes: impl Into<Option<u64>>) -> Self {
        self.nodes = nodes.into();
        self
    }

    /// With `bytes` bytes of memory, or any number.
    #[must_use]
    pub fn memory(mut self, bytes: impl Into<Option<u64>>) -> Self {
        self.memory = bytes.into();
        self
    }

    /// Interrupted when `stop` becomes true.
    #[must_use]
    pub fn stop(mut self, stop: Arc<AtomicBool>) -> Self {
        self.stop = Some(stop);
        self
    }

    /// With a listener for the progress.
    #[must_use]
    pub fn pulse(mut self, pulse: Arc<Pulse>) -> Self {
        self.pulse = Some(pulse);
        self
    }

    /// The rest in a purse of its own: its costs are not spent here, unless by [`Budget::spend`].
    #[must_use]
    pub fn apart(&self) -> Self {
        self.beside(0)
    }

    /// The rest in a purse of its own, for work beside a model that holds `held` bytes: with as much less memory. If
    /// that lacks bytes, the whole lacks those and the held ones.
    #[must_use]
    pub fn beside(&self, held: u64) -> Self {
        let purse = Purse {
            held,
            whole: Some(Arc::clone(&self.purse)),
            ..Purse::default()
        };
        Self {
            nodes: self.nodes_left(),
            memory: self.memory.map(|memory| memory.saturating_sub(held)),
            purse: Arc::new(purse),
            ..self.clone()
        }
    }

    /// At most `nodes` nodes of the rest, in a purse of their own: a turn of several.
    #[must_use]
    pub fn part(&self, nodes: u64) -> Self {
        let left = self.nodes_left().unwrap_or(u64::MAX);
        self.apart().nodes(left.min(nodes))
    }

    /// With no more memory than the process has left.
    #[must_use]
    pub fn within_heap(mut self) -> Self {
        self.memory = self.memory.map(heap::at_most);
        self
    }

    /// The rest for work of another kind, as steps of logic: `units` units of it, or any number, in a purse of their
    /// own. The pulse does not hear of them.
    #[must_use]
    pub fn for_work(&self, units: impl Into<Option<u64>>) -> Self {
        Self {
            pulse: None,
            ..self.apart().nodes(units)
        }
    }

    /// The time that is left, if it is limited.
    pub fn time_left(&self) -> Option<Duration> {
        let until = |end: Instant| end.saturating_duration_since(Instant::now());
        self.deadline.map(until)
    }

    /// The nodes that are left, if they are limited.
    pub fn nodes_left(&self) -> Option<u64> {
        self.nodes.map(|most| most.saturating_sub(self.spent()))
    }

    /// The nodes that were spent, give or take those that running meters have not reported yet.
    pub fn spent(&self) -> u64 {
        self.purse.nodes.load(Relaxed)
    }

    /// Takes nodes that were spent elsewhere out of the purse.
    pub fn spend(&self, nodes: u64) {
        self.purse.nodes.fetch_add(nodes, Relaxed);
    }

    /// Ends everything that spends from this purse or from a part of it: it is not needed any more.
    pub fn halt(&self) {
        self.purse.is_halted.store(true, Relaxed);
    }

    /// Ends everything that spends from this purse, and keeps the sentence that says why; the first one stays. The
    /// purses that it was cut from keep it too, and are not ended.
    pub fn fail(&self, why: impl Into<String>) -> End {
        let why = why.into();
        for purse in self.purse.chain() {
            let _ = purse.failure.set(why.clone());
        }
        End::Failed
    }

    /// The reason of a [failure](End::Failed).
    pub fn failure(&self) -> Option<&str> {
        self.purse.failure.get().map(String::as_str)
    }

    /// Work ends, for it would need `bytes` bytes more than the process holds.
    pub fn lacks(&self, bytes: u64) -> End {
        let held = heap::now().map_or(0, |heap| heap.used);
        self.needs(held.saturating_add(bytes))
    }

    /// Work ends, for it would need `bytes` bytes in all.
    pub fn needs(&self, bytes: u64) -> End {
        let mut needed = bytes;
        for purse in self.purse.chain() {
            purse.lacked.fetch_max(needed, Relaxed);
            needed = needed.saturating_add(purse.held);
        }
        End::Memory
    }

    /// The bytes that would have been needed in all, if work ran out of memory and that is known; the maximum if it
    /// did so several times.
    pub fn lacked(&self) -> Option<u64> {
        Some(self.purse.lacked.load(Relaxed)).filter(|&bytes| bytes > 0)
    }

    /// A meter, its clock running.
    pub fn meter(&self) -> Meter {
        self.meter_to(None)
    }

    /// A meter that also ends at `limit` solutions.
    pub fn meter_to(&self, limit: Option<u64>) -> Meter {
        let mut meter = Meter {
            stats: Stats::default(),
            next_look: 0,
            every: LOOK_EVERY,
            solution_limit: limit.unwrap_or(u64::MAX),
            budget: self.clone(),
            told: Stats::default(),
            end: None,
            held: 0,
            most_held: 0,
        };
        meter.look();
        meter
    }

    /// A meter for building something: what is built is not made of nodes, so their number does not limit it.
    pub fn building(&self) -> Meter {
        self.for_work(None).meter().every(BUILT_BETWEEN_LOOKS)
    }

    /// The end, where something that took `bytes` bytes while it was built may not take them.
    pub fn fits(&self, bytes: u64) -> Result<(), End> {
        match self.memory {
            Some(most) if bytes > most => Err(self.needs(bytes)),
            _ => Ok(()),
        }
    }

    /// The end, where it is used up or was interrupted.
    pub fn end(&self) -> Option<End> {
        let is_set = |flag: &Arc<AtomicBool>| flag.load(Relaxed);
        if self.nodes.is_some_and(|most| self.spent() >= most) {
            return Some(End::Nodes);
        }
        if self.deadline.is_some_and(|moment| Instant::now() >= moment) {
            return Some(End::Time);
        }
        if self.stop.as_ref().is_some_and(is_set) {
            return Some(End::Interrupted);
        }
        self.purse
            .end()
            .or_else(|| heap::is_short().then(|| self.lacks(0)))
    }
}

/// Counts nodes and solutions for one worker and says when to stop.
#[derive(Debug, Default)]
pub struct Meter {
    stats: Stats,
    /// The node at which to look at the budget again.
    next_look: u64,
    /// Nodes between two looks.
    every: u64,
    solution_limit: u64,
    budget: Budget,
    /// The part that the purse and the pulse know.
    told: Stats,
    end: Option<End>,
    /// Bytes that were taken and not given back, and the most of them at any time.
    held: u64,
    most_held: u64,
}

/// Nodes between two looks at the budget: far below a millisecond's worth.
const LOOK_EVERY: u64 = 512;

/// Parts of something that is built between two looks: as far below.
const BUILT_BETWEEN_LOOKS: u64 = 1 << 14;

impl Meter {
    /// Counts a node; the end, where the budget is used up. The node that would exceed the budget
    /// is not counted and must not be entered.
    #[inline]
    pub fn node(&mut self) -> Option<End> {
        if self.stats.nodes >= self.next_look {
            self.look();
            if self.end.is_some() {
                return self.end;
            }
        }
        self.stats.nodes += 1;
        None
    }

    /// Looks at the budget, for work that is not a node: the end, where it is used up.
    pub fn poll(&mut self) -> Option<End> {
        self.look();
        self.end
    }

    /// Counts several nodes at once.
    #[inline]
    pub fn nodes(&mut self, number: u64) -> Option<End> {
        if self.stats.nodes + number > self.next_look {
            self.look();
            if self.end.is_some() {
                return self.end;
            }
        }
        self.stats.nodes += number;
        None
    }

    /// Looks at the budget each time after `nodes` nodes: for work that is counted in smaller units than choices
    /// tried.
    #[must_use]
    pub fn every(mut self, nodes: u64) -> Self {
        self.every = nodes;
        self
    }

    /// Counts work that was done; breaks where the budget is used up, and then [`Meter::end`] says by what.
    #[inline]
    pub fn spend(&mut self, work: usize) -> ControlFlow<()> {
        self.stats.nodes += work as u64;
        if self.stats.nodes >= self.next_look {
            self.look();
        }
        if self.end.is_some() {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    /// Counts parts of something that is built; the end, where the budget is used up.
    #[inline]
    pub fn work(&mut self, parts: usize) -> Result<(), End> {
        let _ = self.spend(parts);
        self.end.map_or(Ok(()), Err)
    }

    /// Takes bytes before they are allocated; the end, where the budget or the process has not as many.
    pub fn take(&mut self, bytes: u64) -> Result<(), End> {
        let held = self.held.saturating_add(bytes);
        if let Err(end) = self.budget.fits(held) {
            return Err(self.finish(end));
        }
        if heap::now().is_some_and(|heap| bytes > heap.left()) {
            return Err(self.lacks(bytes));
        }
        self.held = held;
        self.most_held = self.most_held.max(held);
        self.end.map_or(Ok(()), Err)
    }

    /// Gives back bytes that were taken.
    pub fn give_back(&mut self, bytes: u64) {
        self.held = self.held.saturating_sub(bytes);
    }

    /// The most bytes that were held at any time.
    pub fn most_held(&self) -> u64 {
        self.most_held
    }

    /// The work is over, for it would need `bytes` bytes in all.
    pub fn needs(&mut self, bytes: u64) -> End {
        let end = self.budget.needs(bytes);
        self.finish(end)
    }

    /// Counts a solution.
    #[inline]
    pub fn solution(&mut self) {
        self.solutions(1);
    }

    /// The number of solutions that are still wanted.
    #[inline]
    pub fn wanted(&self) -> u64 {
        self.solution_limit - self.stats.solutions
    }

    /// Counts several solutions at once, not more than are wanted.
    #[inline]
    pub fn solutions(&mut self, number: u64) {
        debug_assert!(number <= self.wanted());
        self.stats.solutions += number;
        if self.stats.solutions >= self.solution_limit {
            self.finish(End::Limit);
        }
    }

    /// The end of the work, if there is one.
    #[inline]
    pub fn end(&self) -> Option<End> {
        self.end
    }

    /// The work is over, for this reason unless there was one already.
    pub fn finish(&mut self, end: End) -> End {
        self.report();
        *self.end.get_or_insert(end)
    }

    /// The work is over, for it would need `bytes` bytes more and may not take them.
    pub fn lacks(&mut self, bytes: u64) -> End {
        let end = self.budget.lacks(bytes);
        self.finish(end)
    }

    /// Begins anew, as if nothing had been counted.
    pub fn forget(&mut self) {
        self.budget.purse.nodes.fetch_sub(self.told.nodes, Relaxed);
        (self.stats, self.told, self.end) = (Stats::default(), Stats::default(), None);
        self.look();
    }

    /// The cost so far.
    #[inline]
    pub fn stats(&self) -> Stats {
        self.stats
    }

    /// Reports news to the purse and the pulse: for work that is not [finished](Self::finish) by a word.
    pub fn report(&mut self) {
        let news = Stats {
            nodes: self.stats.nodes - self.told.nodes,
            solutions: self.stats.solutions - self.told.solutions,
        };
        self.told = self.stats;
        if news.nodes > 0 {
            self.budget.spend(news.nodes);
        }
        if let Some(pulse) = &self.budget.pulse {
            pulse.add(news);
        }
    }

    #[cold]
    fn look(&mut self) {
        self.report();
        let left = self.budget.nodes_left().unwrap_or(u64::MAX);
        self.next_look = self.stats.nodes + self.every.min(left);
        if self.solution_limit == 0 {
            self.finish(End::Limit);
        } else if let Some(end) = self.budget.end() {
            self.finish(end);
        }
    }
}

impl Drop for Meter {
    fn drop(&mut self) {
        self.report();
    }
}

/// A listener for the progress of work.
///
/// A search is pulled, and the caller hears nothing until there is a solution. The meters report the cost of all work
/// with a budget to its pulse, which passes the sum on a few times a second. Nothing else depends on it: answers are
/// the same with and without.
pub struct Pulse {
    nodes: AtomicU64,
    solutions: AtomicU64,
    every: Duration,
    /// The moment of the last report to the listener, or of the pulse's making.
    last: Mutex<Instant>,
    listener: Box<dyn Fn(Stats) + Send + Sync>,
}

impl Pulse {
    /// A pulse that calls the listener at most once in each `every`, from the thread that works.
    pub fn new(every: Duration, listener: impl Fn(Stats) + Send + Sync + 'static) -> Self {
        Self {
            nodes: AtomicU64::new(0),
            solutions: AtomicU64::new(0),
            every,
            last: Mutex::new(Instant::now()),
            listener: Box::new(listener),
        }
    }

    /// The cost of all work so far, give or take the part that meters have not reported yet.
    pub fn stats(&self) -> Stats {
        Stats {
            nodes: self.nodes.load(Relaxed),
            solutions: self.solutions.load(Relaxed),
        }
    }

    fn add(&self, news: Stats) {
        self.nodes.fetch_add(news.nodes, Relaxed);
        self.solutions.fetch_add(news.solutions, Relaxed);
        // If the lock is taken there is no need to wait: another thread calls the listener.
        let Ok(mut last) = self.last.try_lock() else {
            return;
        };
        if last.elapsed() < self.every {
            return;
        }
        *last = Instant::now();
        (self.listener)(self.stats());
    }
}

impl fmt::Debug for Pulse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pulse")
            .field("stats", &self.stats())
            .finish_non_exhaustive()
    }
}
