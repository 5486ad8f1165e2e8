//! Solutions as lines of text, made on several threads and read in the order of one.
//!
//! **Idea.** As in [`parallel`](crate::parallel) a search is cut into parts, which threads take one
//! after the other. But where solutions come by the million, a thread that waits until its part is
//! read does nothing most of the time, and handing over each solution costs more than finding it.
//! So the threads write the lines themselves, into blocks, and there are many small parts: what a
//! part gives fits the channel to the reader, and the thread goes on to the next.
//!
//! ```text
//!   asks ─▶ cut when needed ─▶ part 7 ─▶ thread ─▶ blocks of part 7 ┐
//!                              part 8 ─▶ thread ─▶ blocks of part 8 ┼─▶ reader: 7, then 8, then 9
//!                              part 9 …                             ┘
//! ```
//!
//! **Invariants.** The channels of the parts are handed to the reader in the order of the parts,
//! because whoever takes a part sends its channel while it holds the lock. No more than a few parts
//! are ahead of the reader, so memory stays bounded however slowly it reads. It cannot lock up: a
//! thread that waits for room in the queue of parts has no part, so the part which the reader waits
//! for has a thread at work.

use crate::parallel::{Outcome, cut};
use crate::{Ask, Declined, End, Engine, Meter, Search, Shared, Stats};
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::Builder;
use std::time::{Duration, Instant};
use tilewright_model::{Choice, Model};

/// The bytes after which a block is handed over.
const BLOCK: usize = 1 << 16;
/// The time after which it is handed over anyway: where few solutions get a line, or they are far
/// apart, somebody waits for it. The clock is looked at once in so many solutions.
const PATIENCE: Duration = Duration::from_millis(100);
const LOOK_EVERY: u32 = 64;
/// Blocks of one part that may wait to be read.
const BLOCKS_WAITING: usize = 24;
/// Parts for each thread that may wait to be read.
const PARTS_WAITING: usize = 4;
/// Parts into which an ask is cut, if it has as many.
const PARTS: usize = 1 << 10;

/// Some lines, each with its end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Block {
    /// The text.
    pub text: Vec<u8>,
    /// How many lines it has.
    pub lines: u64,
}

enum Message {
    Lines(Block),
    End(End, Stats),
}

/// What the threads take their parts from.
struct Source<'a> {
    asks: std::slice::Iter<'a, Ask>,
    /// The parts of the ask that was cut last.
    parts: std::vec::IntoIter<Ask>,
    /// Where the channels of the parts go; `None` when all parts were taken.
    queue: Option<SyncSender<Receiver<Message>>>,
}

impl Source<'_> {
    /// The next part, and where its lines go. `None` where there is none, or nobody reads.
    fn take(&mut self, search: &mut dyn Search) -> Option<(Ask, SyncSender<Message>)> {
        let part = loop {
            if let Some(part) = self.parts.next() {
                break part;
            }
            let Some(ask) = self.asks.next() else {
                self.queue = None;
                return None;
            };
            self.parts = cut(search, ask, PARTS).into_iter();
        };
        let (sender, receiver) = sync_channel(BLOCKS_WAITING);
        self.queue.as_ref()?.send(receiver).ok()?;
        Some((part, sender))
    }
}

/// Writes a line for each solution of each of these asks, in the order in which the engine finds
/// them on one thread, and gives the lines in blocks to `on_block`, until that breaks off (then the
/// end is [`End::Limit`]) or the search ends.
///
/// `write` adds the line of a solution with its end, or nothing and says `false`. All asks share
/// the budget of the first; their limits and seeds do not count.
///
/// ```
/// use std::ops::ControlFlow;
/// use tilewright_engines::{Ask, End, dance::Sorted, lines};
/// use tilewright_model::ModelBuilder;
///
/// let mut b = ModelBuilder::new(4);
/// b.tile(&[0, 1])?;
/// b.tile(&[2, 3])?;
/// let model = b.build()?;
/// let mut text = Vec::new();
/// let outcome = lines::write_each(
///     &Sorted,
///     &model,
///     &[Ask::default()],
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
    engine: &dyn Engine,
    model: &Model,
    asks: &[Ask],
    threads: usize,
    write: &(dyn Fn(&[Choice], &mut Vec<u8>) -> bool + Sync),
    mut on_block: impl FnMut(Block) -> ControlFlow<()>,
) -> Result<Outcome, Declined> {
    engine.prepare(model)?;
    let mut outcome = Outcome {
        end: End::Complete,
        stats: Stats::default(),
    };
    let Some(first) = asks.first() else {
        return Ok(outcome);
    };
    let budget = &first.budget;
    let deadline = budget
        .time
        .and_then(|time| Instant::now().checked_add(time));
    let shared = Arc::new(Shared::default());
    let (queue, parts_in_order) = sync_channel(PARTS_WAITING * threads);
    let source = Mutex::new(Source {
        asks: asks.iter(),
        parts: Vec::new().into_iter(),
        queue: Some(queue),
    });
    let work = || {
        let mut search = engine.prepare(model).expect("it was prepared before");
        loop {
            // A panic elsewhere cannot leave the source half changed.
            let mut source = source.lock().unwrap_or_else(PoisonError::into_inner);
            let taken = source.take(&mut *search);
            drop(source);
            let Some((mut part, sender)) = taken else {
                return;
            };
            part.budget = budget.clone();
            part.budget.time =
                deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
            part.budget.shared = Some(Arc::clone(&shared));
            (part.limit, part.seed) = (None, None);
            search.start(&part);
            send_lines(&mut *search, write, &sender);
        }
    };
    std::thread::scope(|scope| {
        let start = |_: &usize| Builder::new().spawn_scoped(scope, work).is_ok();
        if (0..threads.max(1)).take_while(start).count() == 0 {
            outcome.end = End::Memory;
            return;
        }
        let mut watch = Meter::start(&Ask {
            budget: budget.clone(),
            ..Ask::default()
        });
        outcome.end = read_in_order(
            parts_in_order,
            &mut watch,
            &mut outcome.stats,
            &mut on_block,
        );
        shared.halt.store(true, Ordering::Relaxed);
    });
    Ok(outcome)
}

/// Reads the parts one after the other. Returning drops the channels, and that stops the threads.
fn read_in_order(
    parts: Receiver<Receiver<Message>>,
    watch: &mut Meter,
    stats: &mut Stats,
    on_block: &mut dyn FnMut(Block) -> ControlFlow<()>,
) -> End {
    for part in parts {
        for message in part {
            match message {
                Message::Lines(block) => {
                    // What was found before an interrupt may take long to be written.
                    if let Some(end) = watch.poll() {
                        return end;
                    }
                    stats.solutions += block.lines;
                    if on_block(block).is_break() {
                        return End::Limit;
                    }
                }
                Message::End(end, cost) => {
                    stats.nodes += cost.nodes;
                    if end != End::Complete {
                        return end;
                    }
                }
            }
        }
    }
    End::Complete
}

/// Sends the lines of a part and its end; gives up when nobody reads any more.
fn send_lines(
    search: &mut dyn Search,
    write: &(dyn Fn(&[Choice], &mut Vec<u8>) -> bool + Sync),
    sender: &SyncSender<Message>,
) {
    let mut block = Block::default();
    let (mut sent, mut looked) = (Instant::now(), 0);
    let end = loop {
        match search.advance() {
            Ok(solution) => block.lines += u64::from(write(solution, &mut block.text)),
            Err(end) => break end,
        }
        looked = (looked + 1) % LOOK_EVERY;
        let is_late = looked == 0 && block.lines > 0 && sent.elapsed() >= PATIENCE;
        if is_late || block.text.len() >= BLOCK {
            sent = Instant::now();
            let room = Vec::with_capacity(block.text.len() + BLOCK / 8);
            let full = std::mem::replace(
                &mut block,
                Block {
                    text: room,
                    lines: 0,
                },
            );
            if sender.send(Message::Lines(full)).is_err() {
                return;
            }
        }
    };
    if block.lines > 0 && sender.send(Message::Lines(block)).is_err() {
        return;
    }
    // Nobody reading is fine: the reader has had enough.
    let _ = sender.send(Message::End(end, search.stats()));
}
