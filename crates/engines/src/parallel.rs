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
//!
//! The progress of a number of nodes depends on the cut of the search, so an ask that is limited in nodes has one
//! thread: its answer is then the same for any number.

use crate::bulk::Bulk;
use crate::stints::{self, STINT};
use crate::{Ask, Branch, Budget, Count, Declined, End, Engine, Search, Stats, threads, visited};
use num_bigint::BigUint;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{Builder, JoinHandle, Scope};
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
/// Batches of one part that may wait to be read.
const BATCHES_WAITING: usize = 4;

/// An engine over an engine, which searches on several threads. Counts with a notebook are made in stints, on one
/// thread too.
///
/// ```
/// use tilewright_engines::{Ask, Budget, End, Engine, dance::Dance, parallel::Parallel, solutions};
/// use tilewright_model::ModelBuilder;
///
/// let mut b = ModelBuilder::new(4);
/// b.tile(&[0, 1])?;
/// b.tile(&[2, 3])?;
/// let mut search = Parallel::new(Dance, 2).prepare(&b.build()?, &Budget::default())?;
/// let mut found = solutions(&mut *search, &Ask::default());
/// assert_eq!(found.by_ref().count(), 4);
/// assert_eq!(found.end(), Some(End::Complete));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Parallel {
    engine: Arc<dyn Engine + Send>,
    threads: usize,
}

impl Parallel {
    /// An engine on `threads` threads.
    pub fn new(engine: impl Engine + Send + 'static, threads: usize) -> Self {
        Self::of(Arc::new(engine), threads)
    }

    /// A shared engine on `threads` threads.
    pub fn of(engine: Arc<dyn Engine + Send>, threads: usize) -> Self {
        let threads = threads::available(threads);
        Self { engine, threads }
    }
}

impl Engine for Parallel {
    fn name(&self) -> &'static str {
        self.engine.name()
    }

    fn about(&self) -> &'static str {
        self.engine.about()
    }

    fn prepare(&self, model: &Model, budget: &Budget) -> Result<Box<dyn Search>, Declined> {
        Ok(Box::new(ParallelSearch {
            engine: Arc::clone(&self.engine),
            model: model.clone(),
            threads: self.threads,
            search: self.engine.prepare(model, budget)?,
            whole: None,
            state: State::Here,
        }))
    }

    fn bulk(&self, model: &Model) -> Option<Box<dyn Bulk>> {
        self.engine.bulk(model)
    }
}

struct ParallelSearch {
    engine: Arc<dyn Engine + Send>,
    model: Model,
    threads: usize,
    search: Box<dyn Search>,
    /// The ask, unless this thread alone searches from the start.
    whole: Option<Whole>,
    state: State,
}

/// The progress of a search.
enum State {
    /// This thread searches, to the end.
    Here,
    /// This thread searches a little first. It keeps their number and the last solution.
    Little(u64, Vec<Choice>),
    /// It could not be cut, so this thread searches all of it again, after this number of nodes.
    Again(u64),
    /// Threads search its parts.
    Parts(Box<Parts>),
    /// It was counted.
    Counted(End, Stats),
}

impl ParallelSearch {
    /// The threads for an ask.
    fn threads_for(&self, ask: &Ask) -> usize {
        match ask.budget.nodes {
            Some(_) => 1,
            None => self.threads,
        }
    }

    /// The cost of this search is spent: it is over.
    fn settle(&mut self) {
        let nodes = self.stats().nodes;
        if let Some(whole) = &mut self.whole
            && std::mem::take(&mut whole.is_open)
        {
            whole.ask.budget.spend(nodes);
        }
    }

    /// A little was searched: continues in parts, after this number of solutions, or here if it cannot be cut.
    fn cut(&mut self, given_out: u64) {
        let whole = self
            .whole
            .as_ref()
            .expect("only a whole is searched a little");
        let nodes = self.search.stats().nodes;
        whole.budget.spend(nodes);
        let parts = cut(
            &mut *self.search,
            &whole.ask,
            self.threads * PARTS_PER_THREAD,
        );
        if parts.len() > 1 {
            let prepared = (Arc::clone(&self.engine), &self.model);
            let parts = Parts::start(prepared, whole, &parts, self.threads, given_out);
            self.state = State::Parts(Box::new(parts));
            return;
        }
        self.search.start(&whole.rest());
        self.state = State::Again(nodes);
        for _ in 0..given_out {
            if self.search.advance().is_err() {
                return;
            }
        }
    }
}

impl Search for ParallelSearch {
    fn start(&mut self, ask: &Ask) {
        self.settle();
        (self.state, self.whole) = (State::Here, None);
        let threads = self.threads_for(ask);
        if threads > 1 && self.search.searches_in_parts(ask) {
            let whole = Whole::new(ask, threads, true);
            self.search.start(&whole.little());
            self.whole = Some(whole);
            self.state = State::Little(0, Vec::new());
            return;
        }
        if threads > 1 || ask.notebook.is_some() {
            // A count may be cut where a search is not.
            self.whole = Some(Whole {
                is_open: false,
                ..Whole::new(ask, threads, false)
            });
        }
        self.search.start(ask);
    }

    fn advance(&mut self) -> Result<&[Choice], End> {
        if let State::Little(given_out, last) = &mut self.state {
            let end = match self.search.advance() {
                Ok(solution) => {
                    *given_out += 1;
                    last.clear();
                    last.extend_from_slice(solution);
                    None
                }
                Err(end) => Some(end),
            };
            let whole = self
                .whole
                .as_ref()
                .expect("only a whole is searched a little");
            let given_out = *given_out;
            match end {
                None => {}
                Some(end) if whole.is_only_little(end, self.search.stats()) => self.cut(given_out),
                Some(end) => return Err(end),
            }
        }
        match &mut self.state {
            State::Little(_, last) => Ok(last),
            State::Parts(parts) => parts.advance(),
            State::Counted(end, _) => Err(*end),
            State::Here | State::Again(_) => self.search.advance(),
        }
    }

    fn count(&mut self) -> Count {
        let is_fresh = self.stats().solutions == 0;
        let Some(Whole { ask, .. }) = self.whole.take_if(|_| is_fresh) else {
            return match self.state {
                State::Here => self.search.count(),
                _ => visited(self),
            };
        };
        let engine: &dyn Engine = &*self.engine;
        let threads = self.threads_for(&ask);
        let counted = count_with((engine, &self.model, &mut *self.search), &ask, threads);
        if let Ok((count, stats)) = counted {
            self.state = State::Counted(count.end, stats);
            return count;
        }
        self.state = State::Here;
        self.search.start(&ask);
        self.search.count()
    }

    fn choice_count(&self) -> usize {
        self.search.choice_count()
    }

    fn stats(&self) -> Stats {
        let mut stats = self.search.stats();
        match &self.state {
            State::Here | State::Little(..) => {}
            State::Again(nodes) => stats.nodes += nodes,
            State::Parts(parts) => stats = parts.stats,
            State::Counted(_, counted) => stats = *counted,
        }
        stats
    }

    fn branches(&mut self) -> Vec<Branch> {
        self.search.branches()
    }

    fn searches_in_parts(&self, ask: &Ask) -> bool {
        self.search.searches_in_parts(ask)
    }

    fn counts_in_parts(&self) -> bool {
        self.search.counts_in_parts()
    }

    fn possible(&mut self) -> Vec<Choice> {
        self.search.possible()
    }
}

impl Drop for ParallelSearch {
    fn drop(&mut self) {
        self.settle();
    }
}

/// Counts the solutions, as [`Search::count`] does. Where there is a notebook the count resumes
/// from it, and can be stopped and resumed again.
pub fn count(
    engine: &dyn Engine,
    model: &Model,
    ask: &Ask,
    threads: usize,
) -> Result<(Count, Stats), Declined> {
    let mut search = engine.prepare(model, &ask.budget)?;
    let threads = threads::available(threads);
    count_with((engine, model, &mut *search), ask, threads)
}

/// A model, the engine that searches it, and a search that it has prepared.
type Prepared<'s> = (&'s dyn Engine, &'s Model, &'s mut dyn Search);

/// Counts with a search that is prepared.
fn count_with(
    prepared: Prepared<'_>,
    ask: &Ask,
    threads: usize,
) -> Result<(Count, Stats), Declined> {
    let has_notes = ask.notebook.is_some() && ask.limit.is_none();
    let can_cut = (threads > 1 || has_notes) && prepared.2.counts_in_parts();
    let (counted, stats) = Whole::new(ask, threads, can_cut).count(prepared, threads)?;
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

/// An ask to be cut, and the data that its parts share.
struct Whole {
    ask: Ask,
    /// The rest of the ask's budget, in a purse for all parts.
    budget: Budget,
    /// True if it may be cut at all.
    can_cut: bool,
    /// The memory for each thread.
    memory: Option<u64>,
    /// True if the cost of its search is not yet spent from the ask's budget.
    is_open: bool,
}

impl Whole {
    fn new(ask: &Ask, threads: usize, can_cut: bool) -> Self {
        // The thread that began still holds its own search.
        let searches = threads as u64 + 1;
        Self {
            ask: ask.clone(),
            budget: ask.budget.apart(),
            can_cut,
            memory: ask.budget.memory.map(|memory| memory / searches),
            is_open: true,
        }
    }

    /// Counts the solutions: a little of them on this thread, then in parts.
    fn count(
        &self,
        (engine, model, search): Prepared<'_>,
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
            let parts = cut(search, &self.ask, threads * PARTS_PER_THREAD);
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

enum Message {
    /// Solutions, each with the nodes that its part had spent when it was found.
    Solutions(Vec<(u64, Vec<Choice>)>),
    End(End, Stats),
}

/// The parts of a search on several threads, and their reader.
struct Parts {
    budget: Budget,
    threads: Vec<JoinHandle<()>>,
    /// The parts that are not read to their end, the next one first. Dropping them stops the threads.
    open: std::vec::IntoIter<Receiver<Message>>,
    now: Option<Receiver<Message>>,
    /// Solutions of the current part that were read and not given.
    read: std::vec::IntoIter<(u64, Vec<Choice>)>,
    /// Solutions that were given before there were parts.
    skip: u64,
    limit: u64,
    /// The nodes of the parts that are over, with those before there were any.
    nodes: u64,
    /// The cost up to the last solution: that of work ahead of it is another each time.
    stats: Stats,
    last: Vec<Choice>,
    end: Option<End>,
}

/// The state that the threads share.
struct Work {
    engine: Arc<dyn Engine + Send>,
    model: Model,
    parts: Vec<Ask>,
    next: AtomicUsize,
    senders: Mutex<Vec<Option<SyncSender<Message>>>>,
}

impl Work {
    /// The work of a thread.
    fn run(&self) {
        let mut search = self
            .engine
            .prepare(&self.model, &Budget::default())
            .expect("it was prepared before");
        loop {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(part) = self.parts.get(number) else {
                return;
            };
            let mut senders = self.senders.lock().unwrap_or_else(PoisonError::into_inner);
            let sender = senders[number].take().expect("each part is taken once");
            drop(senders);
            search.start(part);
            send_all(&mut *search, &sender);
        }
    }
}

impl Parts {
    /// Starts as many of the threads as the system gives, for the solutions after the first `skip`.
    fn start(
        (engine, model): (Arc<dyn Engine + Send>, &Model),
        whole: &Whole,
        parts: &[Ask],
        threads: usize,
        skip: u64,
    ) -> Self {
        let (senders, receivers): (Vec<_>, Vec<_>) = parts
            .iter()
            .map(|_| sync_channel(BATCHES_WAITING))
            .map(|(sender, receiver)| (Some(sender), receiver))
            .unzip();
        let threads = threads.min(parts.len());
        // Before any thread spends from the same purse.
        let nodes = whole.budget.spent();
        let parts = parts.iter().map(|part| whole.within_budget(part));
        let work = Arc::new(Work {
            engine,
            model: model.clone(),
            parts: parts.collect(),
            next: AtomicUsize::new(0),
            senders: Mutex::new(senders),
        });
        let start = |_| {
            let work = Arc::clone(&work);
            Builder::new().spawn(move || work.run()).ok()
        };
        let threads: Vec<_> = (0..threads).map_while(start).collect();
        Self {
            budget: whole.budget.clone(),
            end: threads.is_empty().then_some(End::Memory),
            threads,
            open: receivers.into_iter(),
            now: None,
            read: Vec::new().into_iter(),
            skip,
            limit: whole.ask.limit.unwrap_or(u64::MAX),
            nodes,
            stats: Stats {
                nodes,
                solutions: skip,
            },
            last: Vec::new(),
        }
    }

    fn advance(&mut self) -> Result<&[Choice], End> {
        loop {
            if let Some(end) = self.end {
                return Err(end);
            }
            if let Some((nodes, solution)) = self.read.next() {
                if self.skip > 0 {
                    self.skip -= 1;
                    continue;
                }
                self.stats.solutions += 1;
                self.stats.nodes = self.nodes + nodes;
                self.last = solution;
                if self.stats.solutions >= self.limit {
                    self.stop(End::Limit);
                }
                return Ok(&self.last);
            }
            self.read_more();
        }
    }

    /// Reads the next message, from the next part where one is over.
    fn read_more(&mut self) {
        let Some(part) = self.now.take().or_else(|| self.open.next()) else {
            self.stop(End::Complete);
            return;
        };
        match part.recv() {
            Ok(Message::Solutions(solutions)) => {
                self.read = solutions.into_iter();
                self.now = Some(part);
            }
            Ok(Message::End(end, stats)) => {
                self.nodes += stats.nodes;
                self.stats.nodes = self.nodes;
                if end != End::Complete {
                    self.stop(end);
                    // Including the parts that were not read.
                    self.stats.nodes = self.budget.spent().max(self.nodes);
                }
            }
            Err(_) => {
                self.stop(End::Interrupted);
                unreachable!("a thread that panics is joined");
            }
        }
    }

    /// Ends all threads, and with a panic if one of them did.
    fn stop(&mut self, end: End) {
        self.end = Some(end);
        self.budget.halt();
        (self.now, self.open) = (None, Vec::new().into_iter());
        for thread in self.threads.drain(..) {
            if let Err(panic) = thread.join()
                && !std::thread::panicking()
            {
                std::panic::resume_unwind(panic);
            }
        }
    }
}

impl Drop for Parts {
    fn drop(&mut self) {
        self.stop(End::Interrupted);
    }
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
