//! Solutions as lines of text, made on several threads and read in the order of one.
//!
//! **Idea.** As in [`parallel`](crate::parallel) a search is cut into parts, which threads take one
//! after the other. But if solutions come by the million, a thread that waits until its part is
//! read does nothing most of the time, and handing over each solution costs more than finding it.
//! So the threads write the lines themselves, into blocks, and there are many small parts: the
//! lines of a part fit the channel to the reader, and the thread continues with the next.
//!
//! ```text
//!   asks ─▶ cut when needed ─▶ part 7 ─▶ thread ─▶ blocks of part 7 ┐
//!                              part 8 ─▶ thread ─▶ blocks of part 8 ┼─▶ reader: 7, then 8, then 9
//!                              part 9 …                             ┘
//! ```
//!
//! **Shares.** The whole weighs 1, and the branches of a part weigh the same, since nothing else is
//! known of them beforehand. A part is cut as long as it is too heavy, when its turn comes, and the
//! weight of the parts that were read is the share of the tree that is done.
//!
//! **Nodes.** A limit on nodes holds for the parts in their order, as on one thread: each part may
//! spend all of it, and the reader adds up the nodes of those before. The part in which it is used
//! up is searched once more with just the rest. So the output depends on the limit and not on the
//! threads.
//!
//! **Invariants.** The channels of the parts reach the reader in the order of the parts, because
//! the thread that takes a part sends its channel while it holds the lock. No more than a few parts
//! are ahead of the reader, so memory stays bounded however slowly it reads. It cannot lock up: a
//! thread that waits for room in the queue of parts has no part, so the part which the reader waits
//! for has a thread at work. The output is always the beginning of the list, without a hole: the
//! reader continues with the next part only after a part has ended complete.

use crate::{Ask, Budget, Declined, End, Engine, Meter, Search, Stats};
use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread::Builder;
use std::time::Duration;
use tilewright_model::clock::Instant;
use tilewright_model::{Choice, Model};

/// The bytes after which a block is handed over.
const BLOCK: usize = 1 << 16;
/// The time after which a block is handed over anyway: if few solutions get a line, or they are far
/// apart, the reader waits for it. The thread looks at the clock once in this many solutions, and
/// after each that gets no line: finding that out may take long.
const PATIENCE: Duration = Duration::from_millis(100);
const LOOK_EVERY: u32 = 64;
/// Blocks of one part that may wait to be read.
const BLOCKS_WAITING: usize = 24;
/// Parts for each thread that may wait to be read.
const PARTS_WAITING: usize = 4;
/// Choices that may be given beyond an ask to make parts.
const DEEPEST_CUT: usize = 12;
/// Models with more choices are not cut: every part would begin with a walk through all of it.
const MOST_CUT: usize = 1 << 17;

/// The largest weight of a part in a model with `choices` choices: each costs a walk through the
/// model, so there are fewer of them in a large one.
fn heaviest(choices: usize) -> f64 {
    let parts = ((1 << 20) / choices.max(1)).clamp(1 << 5, 1 << 10);
    1.0 / f64::from(parts as u32)
}

/// The end of a search on several threads, and its cost in all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Finished {
    /// Its end.
    pub end: End,
    /// The cost of all threads.
    pub stats: Stats,
}

/// Some lines, each with its end.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LineBlock {
    /// The text; empty where there is only news of the share.
    pub text: Vec<u8>,
    /// The number of its lines.
    pub lines: u64,
    /// The share of the search tree that was done before, from 0 to 1, each branch weighing the
    /// same as those beside it.
    pub share: f64,
}

enum Message {
    /// Lines, and the nodes of the part when they were sent.
    Lines(LineBlock, u64),
    End(End, Stats),
}

/// A piece of the search, and its share of the whole.
#[derive(Clone, Debug)]
struct Part {
    ask: Ask,
    share: f64,
}

/// A part as the reader gets it: all that is needed to search it again, and its lines.
type Handed = (Part, Receiver<Message>);

/// The source of the threads' parts.
struct Source<'a> {
    asks: std::slice::Iter<'a, (Ask, f64)>,
    /// The parts of the current ask so far, the next one last, each with its depth.
    coming: Vec<(Part, usize)>,
    /// The queue for the channels of the parts; `None` when all parts were taken.
    queue: Option<SyncSender<Handed>>,
}

impl Source<'_> {
    /// The next part, and the channel for its lines. `None` if there is none, or the reader is
    /// gone.
    fn take(&mut self, search: &mut dyn Search) -> Option<(Ask, SyncSender<Message>)> {
        let Some(part) = self.next(search) else {
            self.queue = None;
            return None;
        };
        let (sender, receiver) = sync_channel(BLOCKS_WAITING);
        let ask = part.ask.clone();
        self.queue.as_ref()?.send((part, receiver)).ok()?;
        Some((ask, sender))
    }

    /// The next part, cut as finely as it should be.
    fn next(&mut self, search: &mut dyn Search) -> Option<Part> {
        let choices = search.choice_count();
        let heaviest = heaviest(choices);
        loop {
            let Some((part, depth)) = self.coming.pop() else {
                let (ask, share) = self.asks.next()?;
                let (mut ask, share) = (ask.clone(), *share);
                ask.budget = Budget::default();
                (ask.limit, ask.seed) = (None, None);
                if share > heaviest && choices <= MOST_CUT {
                    // The parts need not repeat the exclusions of the whole.
                    search.start(&ask);
                    let mut is_possible = vec![false; choices];
                    for choice in search.possible() {
                        is_possible[choice.index()] = true;
                    }
                    let barred = (0u32..).zip(&is_possible).filter(|(_, is)| !**is);
                    ask.barred = barred.map(|(choice, _)| Choice(choice)).collect();
                }
                self.coming.push((Part { ask, share }, 0));
                continue;
            };
            if part.share <= heaviest || depth >= DEEPEST_CUT || choices > MOST_CUT {
                return Some(part);
            }
            search.start(&part.ask);
            let branches = search.branches();
            if branches.is_empty() {
                return Some(part);
            }
            let share = part.share / f64::from(branches.len() as u32);
            let parts = branches.iter().rev().map(|branch| {
                let ask = branch.part_of(&part.ask);
                (Part { ask, share }, depth + 1)
            });
            self.coming.extend(parts);
        }
    }
}

/// Writes a line for each solution of each of these asks, in the order in which the engine finds
/// them on one thread, and gives the lines in blocks to `on_block`, until that breaks off (then the
/// end is [`End::Limit`]) or the search ends.
///
/// Each ask comes with its share of the whole: they should sum up to 1. `write` adds the line of a
/// solution with its end, or nothing and says `false`. The budget is for all of them; their own
/// budgets, limits and seeds do not count.
///
/// ```
/// use std::ops::ControlFlow;
/// use tilewright_engines::{Ask, Budget, End, dance::Sorted, lines};
/// use tilewright_model::ModelBuilder;
///
/// let mut b = ModelBuilder::new(4);
/// b.tile(&[0, 1])?;
/// b.tile(&[2, 3])?;
/// let model = b.build()?;
/// let mut text = Vec::new();
/// let outcome = lines::write_each(
///     (&Sorted, &model),
///     &[(Ask::default(), 1.0)],
///     &Budget::default(),
///     2,
///     &|solution, line| {
///         line.extend(format!("{} {}\n", solution[0].0, solution[1].0).bytes());
///         true
///     },
///     |block| {
///         text.extend(block.text);
///         ControlFlow::Continue(())
///     },
/// )?;
/// assert_eq!(text, b"0 2\n0 3\n1 2\n1 3\n");
/// assert_eq!((outcome.end, outcome.stats.solutions), (End::Complete, 4));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_each(
    (engine, model): (&dyn Engine, &Model),
    asks: &[(Ask, f64)],
    budget: &Budget,
    threads: usize,
    write: &(dyn Fn(&[Choice], &mut Vec<u8>) -> bool + Sync),
    on_block: impl FnMut(LineBlock) -> ControlFlow<()>,
) -> Result<Finished, Declined> {
    engine.prepare(model, budget)?;
    let run = Run {
        engine,
        model,
        budget,
        parts: budget.apart(),
        write,
    };
    let (queue, parts_in_order) = sync_channel(PARTS_WAITING * threads);
    let source = Mutex::new(Source {
        asks: asks.iter(),
        coming: Vec::new(),
        queue: Some(queue),
    });
    let outcome = std::thread::scope(|scope| {
        let work = || run.work(&source);
        let start = |_: &usize| Builder::new().spawn_scoped(scope, work).is_ok();
        if (0..threads.max(1)).take_while(start).count() == 0 {
            return Finished {
                end: End::Memory,
                stats: Stats::default(),
            };
        }
        let mut reader = Reader {
            run: &run,
            watch: budget.clone().nodes(None).meter(),
            stats: Stats::default(),
            share: 0.0,
            on_block,
        };
        let end = reader.read(parts_in_order);
        run.parts.halt();
        Finished {
            end,
            stats: reader.stats,
        }
    });
    Ok(outcome)
}

/// The data that all threads share.
struct Run<'a> {
    engine: &'a dyn Engine,
    model: &'a Model,
    budget: &'a Budget,
    /// The budget of each part, with all the nodes for itself.
    parts: Budget,
    write: &'a (dyn Fn(&[Choice], &mut Vec<u8>) -> bool + Sync),
}

impl Run<'_> {
    /// The work of a thread.
    fn work(&self, source: &Mutex<Source<'_>>) {
        let mut search = self
            .engine
            .prepare(self.model, &Budget::default())
            .expect("it was prepared before");
        loop {
            // A panic elsewhere cannot leave the source half changed.
            let mut source = source.lock().unwrap_or_else(PoisonError::into_inner);
            let taken = source.take(&mut *search);
            drop(source);
            let Some((part, sender)) = taken else {
                return;
            };
            search.start(&part.budget(self.parts.apart()));
            self.send_lines(&mut *search, &sender);
        }
    }

    /// Sends the lines of a part and its end; gives up when the reader is gone.
    fn send_lines(&self, search: &mut dyn Search, sender: &SyncSender<Message>) {
        let mut watch = self.parts.clone().nodes(None).meter();
        let mut block = LineBlock::default();
        let (mut sent, mut looked) = (Instant::now(), 0);
        let end = loop {
            let has_line = match search.advance() {
                Ok(solution) => (self.write)(solution, &mut block.text),
                Err(end) => break end,
            };
            block.lines += u64::from(has_line);
            looked = (looked + 1) % LOOK_EVERY;
            let is_slow = !has_line || looked == 0;
            if !has_line && let Some(end) = watch.poll() {
                break end;
            }
            let is_late = is_slow && block.lines > 0 && sent.elapsed() >= PATIENCE;
            if is_late || block.text.len() >= BLOCK {
                sent = Instant::now();
                let room = Vec::with_capacity(block.text.len() + BLOCK / 8);
                let next = LineBlock {
                    text: room,
                    ..LineBlock::default()
                };
                let full = std::mem::replace(&mut block, next);
                let nodes = search.stats().nodes;
                if sender.send(Message::Lines(full, nodes)).is_err() {
                    return;
                }
            }
        };
        let stats = search.stats();
        if block.lines > 0 && sender.send(Message::Lines(block, stats.nodes)).is_err() {
            return;
        }
        // A closed channel is fine: the reader has had enough.
        let _ = sender.send(Message::End(end, stats));
    }
}

/// Reads the parts one after the other. Dropping their channels stops the threads.
struct Reader<'r, F> {
    run: &'r Run<'r>,
    watch: Meter,
    /// The cost of the parts that were read.
    stats: Stats,
    share: f64,
    on_block: F,
}

impl<F: FnMut(LineBlock) -> ControlFlow<()>> Reader<'_, F> {
    fn read(&mut self, parts: Receiver<Handed>) -> End {
        for (part, messages) in parts {
            if let ControlFlow::Break(end) = self.read_part(&part, messages) {
                return end;
            }
            self.share += part.share;
            if let ControlFlow::Break(end) = self.give(LineBlock::default()) {
                return end;
            }
        }
        End::Complete
    }

    fn read_part(&mut self, part: &Part, messages: Receiver<Message>) -> ControlFlow<End> {
        let left = self.run.budget.nodes_left();
        let is_beyond = |nodes| left.is_some_and(|left| nodes > left);
        let mut given = 0;
        for message in messages {
            match message {
                Message::Lines(_, nodes) if is_beyond(nodes) => {
                    return self.search_again(part, given);
                }
                Message::Lines(block, _) => {
                    // Writing the lines found before an interrupt may take long.
                    if let Some(end) = self.watch.poll() {
                        return ControlFlow::Break(end);
                    }
                    given += block.lines;
                    self.give(block)?;
                }
                Message::End(end, cost) => {
                    if end == End::Nodes || is_beyond(cost.nodes) {
                        return self.search_again(part, given);
                    }
                    self.spend(cost.nodes);
                    return match end {
                        End::Complete => ControlFlow::Continue(()),
                        end => ControlFlow::Break(end),
                    };
                }
            }
        }
        unreachable!("a part ends with its end while it is read")
    }

    fn spend(&mut self, nodes: u64) {
        self.stats.nodes += nodes;
        self.run.budget.spend(nodes);
    }

    fn give(&mut self, mut block: LineBlock) -> ControlFlow<End> {
        self.stats.solutions += block.lines;
        block.share = self.share.min(1.0);
        (self.on_block)(block).map_break(|()| End::Limit)
    }

    /// Searches a part with the nodes that are left, for the lines after those already passed on.
    fn search_again(&mut self, part: &Part, mut given: u64) -> ControlFlow<End> {
        let run = self.run;
        run.parts.halt();
        let mut search = run
            .engine
            .prepare(run.model, &Budget::default())
            .expect("it was prepared before");
        search.start(&part.ask.clone().budget(run.budget.apart()));
        let mut block = LineBlock::default();
        let end = loop {
            let before = block.text.len();
            match search.advance() {
                Ok(solution) if !(run.write)(solution, &mut block.text) => {
                    if let Some(end) = self.watch.poll() {
                        break end;
                    }
                }
                Ok(_) if given > 0 => {
                    given -= 1;
                    block.text.truncate(before);
                }
                Ok(_) => block.lines += 1,
                Err(end) => break end,
            }
            if block.text.len() >= BLOCK {
                self.give(std::mem::take(&mut block))?;
            }
        };
        self.spend(search.stats().nodes);
        if block.lines > 0 {
            self.give(block)?;
        }
        match end {
            End::Complete => ControlFlow::Continue(()),
            end => ControlFlow::Break(end),
        }
    }
}
