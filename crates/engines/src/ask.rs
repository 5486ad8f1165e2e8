//! What is asked of a search, what it may cost, and how it ended.

use crate::notebook::Notebook;
use crate::pulse::Pulse;
use num_bigint::BigUint;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;
use tilewright_model::Choice;
use tilewright_model::clock::Instant;
use tilewright_model::heap;

/// What is asked of a prepared model.
#[derive(Clone, Debug, Default)]
pub struct Ask {
    /// Choices that are picked from the start. Givens that exclude each other have no solution.
    pub given: Vec<Choice>,
    /// Choices that must not be picked.
    pub barred: Vec<Choice>,
    /// Stop after this many solutions.
    pub limit: Option<u64>,
    /// Search in a random order, the same for the same seed on every machine; `None` is the
    /// engine's own order.
    pub seed: Option<u64>,
    /// What the search may cost.
    pub budget: Budget,
    /// This is a part of a larger ask, cut by its [branches](crate::Search::branches): it is to be
    /// searched just as the larger one would search it, without any preparation of its own.
    pub as_part: bool,
    /// Where a count writes down what it knows, and goes on from what stands there.
    pub notebook: Option<Arc<dyn Notebook>>,
}

impl Ask {
    /// Every solution that extends these givens.
    pub fn given(given: impl Into<Vec<Choice>>) -> Self {
        Self {
            given: given.into(),
            ..Self::default()
        }
    }

    /// The same without these choices.
    #[must_use]
    pub fn barred(mut self, barred: impl Into<Vec<Choice>>) -> Self {
        self.barred = barred.into();
        self
    }

    /// The same, but stop after `limit` solutions.
    #[must_use]
    pub fn limit(mut self, limit: u64) -> Self {
        self.limit = Some(limit);
        self
    }

    /// The same, in a random order.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = Some(seed);
        self
    }

    /// The same, with notes of a count in this notebook.
    #[must_use]
    pub fn notebook(mut self, notebook: Arc<dyn Notebook>) -> Self {
        self.notebook = Some(notebook);
        self
    }

    /// The same within a budget.
    #[must_use]
    pub fn budget(mut self, budget: Budget) -> Self {
        self.budget = budget;
        self
    }
}

/// One of the ways in which a search goes on where nothing more is forced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Branch {
    /// The choice is picked.
    With(Choice),
    /// The choice is not picked.
    Without(Choice),
}

impl Branch {
    /// The part of `ask` that is this branch of it.
    #[must_use]
    pub fn part_of(self, ask: &Ask) -> Ask {
        let mut part = ask.clone();
        match self {
            Self::With(choice) => part.given.push(choice),
            Self::Without(choice) => part.barred.push(choice),
        }
        part.as_part = true;
        // The notes are about the whole.
        part.notebook = None;
        part
    }
}

/// What a search may cost. Nothing is limited by default.
#[derive(Clone, Debug, Default)]
pub struct Budget {
    /// Wall-clock time from the start of the search.
    pub time: Option<Duration>,
    /// Nodes of the search tree.
    pub nodes: Option<u64>,
    /// Bytes of memory for the search, the model itself apart. Besides, every search ends where the
    /// whole process runs short ([`heap`]).
    pub memory: Option<u64>,
    /// Set from another thread to interrupt the search.
    pub stop: Option<Arc<AtomicBool>>,
    /// What this search shares with others that spend the same budget.
    pub shared: Option<Arc<Shared>>,
    /// Receives the progress.
    pub pulse: Option<Arc<Pulse>>,
    /// Receives the bytes that would have been needed, when a search runs out of memory; the maximum if
    /// there are several.
    pub lack: Option<Arc<AtomicU64>>,
}

/// What several searches with one budget share: [`crate::parallel`] runs a search in parts.
#[derive(Debug, Default)]
pub struct Shared {
    /// Set when the parts that still run are not needed any more.
    pub halt: AtomicBool,
    /// The nodes of all parts so far, give or take what each has not told yet.
    pub nodes: AtomicU64,
    /// Whether each part has all the nodes of the budget for itself.
    pub are_apart: bool,
}

/// How a search ended. Only [`End::Complete`] means that there are no more solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
        }
    }
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Complete => "complete",
            Self::Limit => "limit reached",
            Self::Time => "time is up",
            Self::Nodes => "node limit reached",
            Self::Memory => "memory limit reached",
            Self::Interrupted => "interrupted",
        })
    }
}

/// A number of solutions and how the counting ended: exact where the end is
/// [`End::Complete`], and only a lower bound otherwise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Count {
    /// The solutions counted.
    pub number: BigUint,
    /// How the counting ended.
    pub end: End,
}

impl Count {
    /// A count that ended so.
    pub fn new(number: impl Into<BigUint>, end: End) -> Self {
        Self {
            number: number.into(),
            end,
        }
    }

    /// Whether the number is exact.
    pub fn is_exact(&self) -> bool {
        self.end == End::Complete
    }
}

/// What a search cost, in terms that are the same on every machine.
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

/// Counts nodes and solutions for an engine and says when to stop. The clock and the stop flag
/// are looked at once in a while, so that a node costs an addition and a comparison.
#[derive(Debug, Default)]
pub struct Meter {
    stats: Stats,
    /// The node at which to look at the budget again.
    next_look: u64,
    solution_limit: u64,
    node_limit: u64,
    deadline: Option<Instant>,
    stop: Option<Arc<AtomicBool>>,
    shared: Option<Arc<Shared>>,
    /// How many nodes the others have been told of.
    told: u64,
    lack: Option<Arc<AtomicU64>>,
    pulse: Option<Arc<Pulse>>,
    /// What the pulse has been told of.
    pulsed: Stats,
    end: Option<End>,
}

/// Nodes between two looks at the clock: far below a millisecond's worth.
const LOOK_EVERY: u64 = 512;

impl Meter {
    /// A meter for `ask`, its clock running.
    pub fn start(ask: &Ask) -> Self {
        let budget = &ask.budget;
        let mut meter = Self {
            solution_limit: ask.limit.unwrap_or(u64::MAX),
            node_limit: budget.nodes.unwrap_or(u64::MAX),
            deadline: budget
                .time
                .and_then(|time| Instant::now().checked_add(time)),
            stop: budget.stop.clone(),
            shared: budget.shared.clone(),
            lack: budget.lack.clone(),
            pulse: budget.pulse.clone(),
            ..Self::default()
        };
        meter.next_look = LOOK_EVERY.min(meter.node_limit);
        meter.look();
        meter
    }

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

    /// Looks at the budget, for work that is no node: the end, where it is used up.
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

    /// Counts a solution.
    #[inline]
    pub fn solution(&mut self) {
        self.solutions(1);
    }

    /// How many more solutions are wanted.
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
            self.end.get_or_insert(End::Limit);
        }
    }

    /// How the search ended, if it has.
    #[inline]
    pub fn end(&self) -> Option<End> {
        self.end
    }

    /// The search is over, for this reason unless there was one already.
    pub fn finish(&mut self, end: End) -> End {
        *self.end.get_or_insert(end)
    }

    /// The search is over, for it would need so many bytes more and may not take them.
    pub fn lacks(&mut self, bytes: u64) -> End {
        if let Some(lack) = &self.lack {
            let held = heap::now().map_or(0, |heap| heap.used);
            lack.fetch_max(held.saturating_add(bytes), Ordering::Relaxed);
        }
        self.finish(End::Memory)
    }

    /// What it cost so far.
    #[inline]
    pub fn stats(&self) -> Stats {
        self.stats
    }

    #[cold]
    fn look(&mut self) {
        let nodes = self.stats.nodes;
        self.next_look = (nodes + LOOK_EVERY).min(self.node_limit);
        if let Some(pulse) = &self.pulse {
            pulse.add(Stats {
                nodes: nodes - self.pulsed.nodes,
                solutions: self.stats.solutions - self.pulsed.solutions,
            });
            self.pulsed = self.stats;
        }
        let (mut all_nodes, mut is_halted) = (nodes, false);
        if let Some(shared) = &self.shared {
            let news = nodes - self.told;
            self.told = nodes;
            let sum = shared.nodes.fetch_add(news, Ordering::Relaxed) + news;
            all_nodes = if shared.are_apart { nodes } else { sum };
            is_halted = shared.halt.load(Ordering::Relaxed);
        }
        let is_set = |flag: &Arc<AtomicBool>| flag.load(Ordering::Relaxed);
        if self.solution_limit == 0 {
            self.finish(End::Limit);
        } else if all_nodes >= self.node_limit {
            self.finish(End::Nodes);
        } else if self
            .deadline
            .is_some_and(|deadline| Instant::now() >= deadline)
        {
            self.finish(End::Time);
        } else if is_halted || self.stop.as_ref().is_some_and(is_set) {
            self.finish(End::Interrupted);
        } else if heap::is_short() {
            self.lacks(0);
        }
    }
}
