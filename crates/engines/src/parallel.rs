//! Any engine on several threads, with the answers of one thread in the order of one thread.
//!
//! **Idea.** [`Search::branches`] lists the choices that a search would try first; asking again
//! with one of those choices given is exactly that branch. So a search is cut into parts, numbered
//! in search order, and threads take part after part. A thread that is ahead of the reader waits at
//! a bounded channel of its part, so memory stays small; the reader takes the parts in order. It
//! cannot lock up: the part that the reader waits for was taken before all later ones.
//!
//! Most searches are over in no time, so a little is searched on one thread first; the parts find
//! those first solutions again, and the reader skips them.

use crate::stints::{self, STINT};
use crate::{Ask, Branch, Budget, Count, Declined, End, Engine, Search, Stats, threads};
use num_bigint::BigUint;
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::{Builder, Scope};
use tilewright_model::{Choice, Model};

/// Nodes searched on one thread before a search is cut into parts.
const A_LITTLE: u64 = 20_000;
/// Parts for each thread: enough that the threads end at about the same time.
const PARTS_PER_THREAD: usize = 16;
/// Choices that may be given beyond the ask to make parts.
const DEEPEST_CUT: usize = 12;
/// Models with more choices are not cut: every part would begin with a walk through all of it.
const MOST_CUT: usize = 1 << 17;
/// Solutions sent at once.
const BATCH: usize = 64;

/// The end of a search on several threads, and its cost in all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Finished {
    /// Its end.
    pub end: End,
    /// The cost of all threads.
    pub stats: Stats,
}

/// Gives each solution to `on_solution`, in the order in which the engine finds them on one
/// thread, until it breaks off (then the end is [`End::Interrupted`]) or the search ends.
pub fn for_each(
    engine: &dyn Engine,
    model: &Model,
    ask: &Ask,
    threads: usize,
    mut on_solution: impl FnMut(&[Choice]) -> ControlFlow<()>,
) -> Result<Finished, Declined> {
    let threads = threads::available(threads);
    let mut search = engine.prepare(model, &ask.budget)?;
    let can_cut = threads > 1 && search.searches_in_parts(ask);
    let whole = Whole::new(ask, threads, can_cut);
    let outcome = whole.search(engine, model, &mut *search, threads, &mut on_solution);
    ask.budget.spend(outcome.stats.nodes);
    Ok(outcome)
}

/// Gives the solutions of a search that was started, on this thread, but not the first `skip`.
fn go_on(
    search: &mut dyn Search,
    mut skip: u64,
    on_solution: &mut dyn FnMut(&[Choice]) -> ControlFlow<()>,
) -> Finished {
    let end = loop {
        match search.advance() {
            Err(end) => break end,
            Ok(_) if skip > 0 => skip -= 1,
            Ok(solution) if on_solution(solution).is_break() => break End::Interrupted,
            Ok(_) => {}
        }
    };
    let stats = search.stats();
    Finished { end, stats }
}

/// Counts the solutions, as [`Search::count`] does. Where there is a notebook the count resumes
/// from it, and can be stopped and resumed again.
pub fn count(
    engine: &dyn Engine,
    model: &Model,
    ask: &Ask,
    threads: usize,
) -> Result<(Count, Stats), Declined> {
    let threads = threads::available(threads);
    let mut search = engine.prepare(model, &ask.budget)?;
    let has_notes = ask.notebook.is_some() && ask.limit.is_none();
    let can_cut = (threads > 1 || has_notes) && search.counts_in_parts();
    let whole = Whole::new(ask, threads, can_cut);
    let (counted, stats) = whole.count(engine, model, &mut *search, threads)?;
    ask.budget.spend(stats.nodes);
    Ok((counted, stats))
}

/// Cuts an ask into at least `wanted` parts if it has that many, in search order.
pub(crate) fn cut(search: &mut dyn Search, ask: &Ask, wanted: usize) -> Vec<Ask> {
    if search.choice_count() > MOST_CUT {
        return vec![ask.clone()];
    }
    let (whole, branches) = at_root(search, ask);
    let mut parts = further(&whole, &branches);
    for _ in 1..DEEPEST_CUT {
        if parts.len() < 2 || parts.len() >= wanted {
            break;
        }
        let mut finer = Vec::new();
        for part in &parts {
            search.start(part);
            finer.extend(further(part, &search.branches()));
        }
        let is_finest = finer.len() == parts.len();
        parts = finer;
        if is_finest {
            break;
        }
    }
    for part in &mut parts {
        part.budget = ask.budget.clone();
    }
    parts
}

/// The ask without limits of cost, and the branches that its search would try first. Choices that
/// the whole excludes before it begins are barred in it, so that its parts need not find them
/// again.
pub(crate) fn at_root(search: &mut dyn Search, ask: &Ask) -> (Ask, Vec<Branch>) {
    let mut whole = ask.clone();
    whole.budget = Budget::default();
    search.start(&whole);
    let branches = search.branches();
    let mut is_possible = vec![false; search.choice_count()];
    for choice in search.possible() {
        is_possible[choice.index()] = true;
    }
    let barred = (0u32..).zip(&is_possible).filter(|(_, is)| !**is);
    whole.barred = barred.map(|(choice, _)| Choice(choice)).collect();
    (whole, branches)
}

/// The ask's part for each of these branches, or as it is where there are none.
fn further(ask: &Ask, branches: &[Branch]) -> Vec<Ask> {
    if branches.is_empty() {
        return vec![ask.clone()];
    }
    branches.iter().map(|branch| branch.part_of(ask)).collect()
}

/// A search to be cut, and the data that its parts share.
struct Whole<'a> {
    ask: &'a Ask,
    /// The rest of the ask's budget, in a purse for all parts.
    budget: Budget,
    /// True if it may be cut at all.
    can_cut: bool,
    /// The memory for each thread.
    memory: Option<u64>,
}

enum Message {
    /// Solutions, each with the nodes that its part had spent when it was found.
    Solutions(Vec<(u64, Vec<Choice>)>),
    End(End, Stats),
}

impl<'a> Whole<'a> {
    fn new(ask: &'a Ask, threads: usize, can_cut: bool) -> Self {
        // The thread that began still holds its own search.
        let searches = threads as u64 + 1;
        Self {
            ask,
            budget: ask.budget.apart(),
            can_cut,
            memory: ask.budget.memory.map(|memory| memory / searches),
        }
    }

    /// Gives each solution to `on_solution`: a little of the search on this thread, then in parts.
    fn search(
        &self,
        engine: &dyn Engine,
        model: &Model,
        search: &mut dyn Search,
        threads: usize,
        on_solution: &mut dyn FnMut(&[Choice]) -> ControlFlow<()>,
    ) -> Finished {
        let mut given_out = 0;
        search.start(&self.little());
        let little = go_on(search, 0, &mut |solution| {
            given_out += 1;
            on_solution(solution)
        });
        if !self.is_only_little(little.end, little.stats) {
            return little;
        }
        let nodes = little.stats.nodes;
        self.budget.spend(nodes);
        let parts = cut(search, self.ask, threads * PARTS_PER_THREAD);
        if parts.len() < 2 {
            search.start(&self.rest());
            let mut outcome = go_on(search, given_out, on_solution);
            outcome.stats.nodes += nodes;
            return outcome;
        }
        self.run_in_order(engine, model, &parts, threads, given_out, on_solution)
    }

    /// Counts the solutions: a little of them on this thread, then in parts.
    fn count(
        &self,
        engine: &dyn Engine,
        model: &Model,
        search: &mut dyn Search,
        threads: usize,
    ) -> Result<(Count, Stats), Declined> {
        search.start(&self.little());
        let (counted, stats) = (search.count(), search.stats());
        if !self.is_only_little(counted.end, stats) {
            return Ok((counted, stats));
        }
        let little = stats.nodes;
        self.budget.spend(little);
        let has_notes = self.ask.notebook.is_some() && self.ask.limit.is_none();
        let (counted, mut stats) = if has_notes && search.choice_count() <= MOST_CUT {
            stints::count(engine, model, &self.rest(), threads, STINT)?
        } else {
            let parts = cut(search, self.ask, threads * PARTS_PER_THREAD);
            if parts.len() < 2 {
                search.start(&self.rest());
                (search.count(), search.stats())
            } else {
                self.count_parts(engine, model, &parts, threads)
            }
        };
        stats.nodes += little;
        Ok((counted, stats))
    }

    /// The whole ask for a little of its nodes, or for all where it is not to be cut.
    fn little(&self) -> Ask {
        let budget = if self.can_cut {
            self.budget.part(A_LITTLE)
        } else {
            self.budget.clone()
        };
        self.ask.clone().budget(budget)
    }

    /// Returns true if the search stopped only because it was to search a little first.
    fn is_only_little(&self, end: End, stats: Stats) -> bool {
        let has_more = self.budget.nodes.is_none_or(|most| stats.nodes < most);
        self.can_cut && end == End::Nodes && has_more
    }

    /// The whole ask with the rest of the budget.
    fn rest(&self) -> Ask {
        self.ask.clone().budget(self.budget.clone())
    }

    /// The part within the budget that it shares with the others.
    fn within_budget(&self, part: &Ask) -> Ask {
        let budget = self.budget.clone().memory(self.memory);
        part.clone().budget(budget)
    }

    fn run_in_order(
        &self,
        engine: &dyn Engine,
        model: &Model,
        parts: &[Ask],
        threads: usize,
        skip: u64,
        on_solution: &mut dyn FnMut(&[Choice]) -> ControlFlow<()>,
    ) -> Finished {
        let before = self.budget.spent();
        let next = AtomicUsize::new(0);
        let (senders, receivers): (Vec<_>, Vec<_>) = parts
            .iter()
            .map(|_| sync_channel(4))
            .map(|(sender, receiver)| (Some(sender), receiver))
            .unzip();
        let senders = Mutex::new(senders);
        let work = || {
            let mut search = engine
                .prepare(model, &Budget::default())
                .expect("it was prepared before");
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                let Some(part) = parts.get(number) else {
                    return;
                };
                let sender = senders.lock().expect("no thread panics")[number].take();
                let sender = sender.expect("each part is taken once");
                search.start(&self.within_budget(part));
                send_all(&mut *search, &sender);
            }
        };
        let (mut outcome, is_enough) = std::thread::scope(|scope| {
            if started(scope, threads.min(parts.len()), &work) == 0 {
                let stats = Stats::default();
                let end = End::Memory;
                return (Finished { end, stats }, false);
            }
            let read = self.read_in_order(receivers, (before, skip), on_solution);
            self.budget.halt();
            read
        });
        if !is_enough {
            // Including the parts that were not read.
            let all = self.budget.spent();
            outcome.stats.nodes = all.max(outcome.stats.nodes);
        }
        outcome
    }

    /// Reads the parts one after the other, after `before` nodes and `skip` solutions; dropping the
    /// receivers stops the threads. Also returns true if no more was wanted: then the work of other
    /// threads was not needed, and is not reported, for it is another number each time.
    fn read_in_order(
        &self,
        receivers: Vec<Receiver<Message>>,
        (before, mut skip): (u64, u64),
        on_solution: &mut dyn FnMut(&[Choice]) -> ControlFlow<()>,
    ) -> (Finished, bool) {
        let mut total = Stats {
            nodes: before,
            solutions: skip,
        };
        let limit = self.ask.limit.unwrap_or(u64::MAX);
        for receiver in receivers {
            for message in receiver {
                match message {
                    Message::Solutions(solutions) => {
                        for (nodes, solution) in solutions {
                            if skip > 0 {
                                skip -= 1;
                                continue;
                            }
                            total.solutions += 1;
                            let end = if on_solution(&solution).is_break() {
                                End::Interrupted
                            } else if total.solutions >= limit {
                                End::Limit
                            } else {
                                continue;
                            };
                            total.nodes += nodes;
                            return (Finished { end, stats: total }, true);
                        }
                    }
                    Message::End(end, stats) => {
                        total.nodes += stats.nodes;
                        if end != End::Complete {
                            return (Finished { end, stats: total }, false);
                        }
                    }
                }
            }
        }
        let end = End::Complete;
        (Finished { end, stats: total }, true)
    }

    fn count_parts(
        &self,
        engine: &dyn Engine,
        model: &Model,
        parts: &[Ask],
        threads: usize,
    ) -> (Count, Stats) {
        let next = AtomicUsize::new(0);
        let total = Mutex::new((BigUint::ZERO, End::Complete, Stats::default()));
        let limit = self.ask.limit.map(BigUint::from);
        let work = || {
            let mut search = engine
                .prepare(model, &Budget::default())
                .expect("it was prepared before");
            while let Some(part) = parts.get(next.fetch_add(1, Ordering::Relaxed)) {
                search.start(&self.within_budget(part));
                let counted = search.count();
                let mut total = total.lock().expect("no thread panics");
                total.0 += counted.number;
                total.2 += search.stats();
                if total.1 != End::Complete {
                    return;
                }
                if limit.as_ref().is_some_and(|limit| total.0 >= *limit) {
                    total.1 = End::Limit;
                } else if counted.end != End::Complete {
                    total.1 = counted.end;
                }
                if total.1 != End::Complete {
                    self.budget.halt();
                    return;
                }
            }
        };
        std::thread::scope(|scope| {
            if started(scope, threads.min(parts.len()), &work) == 0 {
                work();
            }
        });
        let (mut number, end, mut stats) = total.into_inner().expect("no thread panics");
        if let Some(limit) = limit {
            number = number.min(limit);
        }
        stats.solutions = u64::try_from(&number).unwrap_or(u64::MAX);
        (Count { number, end }, stats)
    }
}

/// Starts threads for the same work, as many as the system gives; how many those are.
pub(crate) fn started<'scope>(
    scope: &'scope Scope<'scope, '_>,
    threads: usize,
    work: &'scope (impl Fn() + Sync),
) -> usize {
    let start = |_: &usize| Builder::new().spawn_scoped(scope, work).is_ok();
    (0..threads).take_while(start).count()
}

/// Sends the solutions of a part and its end; gives up when the reader is gone.
fn send_all(search: &mut dyn Search, sender: &SyncSender<Message>) {
    let mut batch = Vec::with_capacity(BATCH);
    loop {
        match search.advance() {
            Ok(solution) => {
                let solution = solution.to_vec();
                batch.push((search.stats().nodes, solution));
            }
            Err(end) => {
                if !batch.is_empty() && sender.send(Message::Solutions(batch)).is_err() {
                    return;
                }
                // A closed channel is fine: the reader has had enough.
                let _ = sender.send(Message::End(end, search.stats()));
                return;
            }
        }
        if batch.len() == BATCH
            && sender
                .send(Message::Solutions(std::mem::take(&mut batch)))
                .is_err()
        {
            return;
        }
    }
}
