//! One pipeline: chunks of a source are answered on threads and handed over in order.
//!
//! ```text
//!            chunks                      answered chunks
//!   source ─────────▶ workers ─────────────────────────────▶ sink, in order
//!      ▲                                                       │
//!      └───────────── the chunk, to be filled again ◀──────────┘
//! ```
//!
//! There are four chunks for each thread and no more, so memory is bounded even if the first chunk takes
//! long and all others wait for it. A worker fills a chunk while it holds the source, answers it into the
//! chunk itself and hands it to the sink, which runs on the caller's thread. With one thread everything
//! happens there.

use std::any::Any;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TryRecvError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, Builder};
use std::time::Duration;

/// Chunks under way for each thread.
const CHUNKS_EACH: usize = 4;

/// The interval at which a sink that waits looks for a stop.
const LOOK_EVERY: Duration = Duration::from_millis(50);

/// A source of chunks.
pub trait Source<C, E>: Send {
    /// Fills a chunk; false at the end. Chunks before an error are answered, and then it is the result.
    fn fill(&mut self, chunk: &mut C) -> Result<bool, E>;

    /// True if filling the next chunk may have to wait.
    fn would_wait(&self) -> bool {
        false
    }

    /// A flag that ends such a wait, as if the source were over.
    fn stopper(&self) -> Option<Arc<AtomicBool>> {
        None
    }
}

/// A sink of answered chunks.
pub trait Sink<C, E> {
    /// Takes the next chunk.
    fn put(&mut self, chunk: &mut C) -> Result<(), E>;

    /// The next chunk is not ready: whatever was put should be seen.
    fn flush(&mut self) -> Result<(), E> {
        Ok(())
    }
}

impl<C, E, F: FnMut(&mut C) -> Result<(), E>> Sink<C, E> for F {
    fn put(&mut self, chunk: &mut C) -> Result<(), E> {
        self(chunk)
    }
}

/// Runs chunks through a worker of each thread, until the source ends, something fails or everything is
/// stopped.
pub fn run<C: Default + Send, E: Send, W: FnMut(&mut C)>(
    source: &mut dyn Source<C, E>,
    worker: &(dyn Fn() -> W + Sync),
    sink: &mut dyn Sink<C, E>,
    threads: usize,
    is_stopped: &(dyn Fn() -> bool + Sync),
) -> Result<(), E> {
    if threads <= 1 {
        return run_here(source, &mut worker(), sink, is_stopped);
    }
    let most = threads * CHUNKS_EACH;
    let (give, spare) = sync_channel(most);
    for _ in 0..most {
        let _ = give.try_send(C::default());
    }
    let stopper = Stopper(source.stopper());
    let intake = Mutex::new(Intake {
        source: Some(source),
        spare,
        spares: Vec::new(),
        number: 0,
        error: None,
    });
    let (done, answered) = sync_channel(most);
    let started = thread::scope(|scope| {
        let mut started = 0;
        for _ in 0..threads {
            let (intake, done) = (&intake, done.clone());
            let work = move || answer(intake, &mut worker(), &done);
            // Fewer will do.
            started += usize::from(Builder::new().spawn_scoped(scope, work).is_ok());
        }
        drop(done);
        let put = put_in_order(&answered, &give, sink, is_stopped);
        // Without these the threads end.
        drop((answered, give, stopper));
        put.map(|()| started)
    })?;
    let mut intake = intake.into_inner().unwrap_or_else(PoisonError::into_inner);
    match (started, intake.source.take(), intake.error) {
        (_, _, Some(error)) => Err(error),
        // The system has no thread but this one.
        (0, Some(source), None) => run_here(source, &mut worker(), sink, is_stopped),
        (_, _, None) => Ok(()),
    }
}

/// Ends a wait of the source when the sink takes no more chunks.
struct Stopper(Option<Arc<AtomicBool>>);

impl Drop for Stopper {
    fn drop(&mut self) {
        if let Some(flag) = &self.0 {
            flag.store(true, Ordering::Relaxed);
        }
    }
}

/// Does everything on this thread.
fn run_here<C: Default, E>(
    source: &mut dyn Source<C, E>,
    worker: &mut dyn FnMut(&mut C),
    sink: &mut dyn Sink<C, E>,
    is_stopped: &dyn Fn() -> bool,
) -> Result<(), E> {
    let mut chunk = C::default();
    loop {
        if source.would_wait() {
            sink.flush()?;
        }
        if is_stopped() || !source.fill(&mut chunk)? {
            return Ok(());
        }
        worker(&mut chunk);
        if is_stopped() {
            return Ok(());
        }
        sink.put(&mut chunk)?;
    }
}

/// The source with the chunks that may be filled.
struct Intake<'s, C, E> {
    /// Until it ends.
    source: Option<&'s mut dyn Source<C, E>>,
    /// Chunks that the sink has done with.
    spare: Receiver<C>,
    /// Those that were taken from there, the latest last: its memory is the nearest.
    spares: Vec<C>,
    number: u64,
    error: Option<E>,
}

impl<C, E> Intake<'_, C, E> {
    /// The next chunk with its number; `None` at the end.
    fn next(&mut self) -> Option<(u64, C)> {
        let source = self.source.as_mut()?;
        self.spares.extend(self.spare.try_iter());
        let spare = self.spares.pop();
        let mut chunk = spare.or_else(|| self.spare.recv().ok())?;
        match source.fill(&mut chunk) {
            Ok(true) => {
                self.number += 1;
                return Some((self.number - 1, chunk));
            }
            Ok(false) => {}
            Err(error) => self.error = Some(error),
        }
        self.source = None;
        None
    }
}

/// An answered chunk with its number, or the panic of a worker.
type Done<C> = Result<(u64, C), Box<dyn Any + Send>>;

/// The work of a thread.
fn answer<C: Send, E: Send>(
    intake: &Mutex<Intake<'_, C, E>>,
    worker: &mut dyn FnMut(&mut C),
    done: &SyncSender<Done<C>>,
) {
    let next = || intake.lock().unwrap_or_else(PoisonError::into_inner).next();
    while let Some((number, mut chunk)) = next() {
        let answered = catch_unwind(AssertUnwindSafe(|| worker(&mut chunk)));
        if done.send(answered.map(|()| (number, chunk))).is_err() {
            return;
        }
    }
}

/// Hands chunks to the sink in the order of the source.
fn put_in_order<C, E>(
    answered: &Receiver<Done<C>>,
    give: &SyncSender<C>,
    sink: &mut dyn Sink<C, E>,
    is_stopped: &dyn Fn() -> bool,
) -> Result<(), E> {
    let mut early = BTreeMap::new();
    let mut next = 0;
    loop {
        let done = match answered.try_recv() {
            Ok(done) => done,
            Err(TryRecvError::Disconnected) => return Ok(()),
            Err(TryRecvError::Empty) => {
                sink.flush()?;
                match answered.recv_timeout(LOOK_EVERY) {
                    Ok(done) => done,
                    Err(RecvTimeoutError::Disconnected) => return Ok(()),
                    Err(RecvTimeoutError::Timeout) if is_stopped() => return Ok(()),
                    Err(RecvTimeoutError::Timeout) => continue,
                }
            }
        };
        if is_stopped() {
            return Ok(());
        }
        let (number, chunk) = done.unwrap_or_else(|panic| resume_unwind(panic));
        early.insert(number, chunk);
        while let Some(mut chunk) = early.remove(&next) {
            sink.put(&mut chunk)?;
            next += 1;
            // It has no receiver once the source has ended.
            let _ = give.try_send(chunk);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers up to a last one, and an error behind it if there is to be one.
    struct Numbers(u64, u64, Option<&'static str>);

    impl Source<u64, &'static str> for Numbers {
        fn fill(&mut self, chunk: &mut u64) -> Result<bool, &'static str> {
            *chunk = self.0;
            self.0 += 1;
            match self.2 {
                Some(error) if *chunk == self.1 => Err(error),
                _ => Ok(*chunk < self.1),
            }
        }
    }

    fn doubled(
        threads: usize,
        error: Option<&'static str>,
        most: usize,
    ) -> (Vec<u64>, Result<(), &'static str>) {
        let mut got = Vec::new();
        let worker = || {
            |chunk: &mut u64| {
                // Some take longer than others.
                thread::sleep(Duration::from_micros(*chunk * 7919 % 300));
                *chunk *= 2;
            }
        };
        let mut sink = |chunk: &mut u64| {
            got.push(*chunk);
            if got.len() < most {
                Ok(())
            } else {
                Err("full")
            }
        };
        let mut numbers = Numbers(0, 200, error);
        let result = run(&mut numbers, &worker, &mut sink, threads, &|| false);
        (got, result)
    }

    #[test]
    fn chunks_come_in_order_on_any_number_of_threads() {
        let all: Vec<u64> = (0..200).map(|number| 2 * number).collect();
        for threads in [0, 1, 2, 3, 16] {
            assert_eq!(doubled(threads, None, 1000), (all.clone(), Ok(())));
            let torn = doubled(threads, Some("torn"), 1000);
            assert_eq!(torn, (all.clone(), Err("torn")), "{threads}");
            let full = doubled(threads, None, 50);
            assert_eq!(full, (all[..50].to_vec(), Err("full")), "{threads}");
        }
    }

    #[test]
    fn everything_ends_when_it_is_stopped() {
        for threads in [1, 3] {
            let worker = || |_: &mut u64| {};
            let mut sink = |_: &mut u64| Ok(());
            let mut endless = Numbers(0, u64::MAX, None);
            let ended = run(&mut endless, &worker, &mut sink, threads, &|| true);
            assert_eq!(ended, Ok(()));
        }
    }

    /// Numbers, and then a wait that only the flag ends.
    struct Slow(u64, Arc<AtomicBool>);

    impl Source<u64, &'static str> for Slow {
        fn fill(&mut self, chunk: &mut u64) -> Result<bool, &'static str> {
            while self.0 == 10 && !self.1.load(Ordering::Relaxed) {
                thread::sleep(Duration::from_millis(1));
            }
            *chunk = self.0;
            self.0 += 1;
            Ok(*chunk < 10)
        }

        fn stopper(&self) -> Option<Arc<AtomicBool>> {
            Some(Arc::clone(&self.1))
        }
    }

    #[test]
    fn a_sink_that_is_full_ends_the_wait_for_more() {
        let worker = || |_: &mut u64| {};
        let mut sink = |chunk: &mut u64| if *chunk < 9 { Ok(()) } else { Err("full") };
        let mut slow = Slow(0, Arc::default());
        let ended = run(&mut slow, &worker, &mut sink, 2, &|| false);
        assert_eq!(ended, Err("full"));
    }

    #[test]
    fn the_panic_of_a_worker_is_that_of_the_caller() {
        let caught = catch_unwind(|| {
            let worker = || |chunk: &mut u64| assert!(*chunk != 77, "seventy-seven");
            let mut sink = |_: &mut u64| Ok(());
            let mut numbers = Numbers(0, u64::MAX, None);
            run(&mut numbers, &worker, &mut sink, 2, &|| false)
        });
        assert!(caught.is_err());
    }
}
