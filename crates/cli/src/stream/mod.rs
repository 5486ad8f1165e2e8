//! A stream of puzzles, one a line or one a record of a CSV file: in order, in constant memory,
//! on all cores.
//!
//! ```text
//!            batches of lines            batches of answers
//!   reader ────────────────────▶ workers ────────────────────▶ writer, in order
//!      ▲                                                          │
//!      └───────────────── a permit for each batch ◀───────────────┘
//! ```
//!
//! The reader needs a permit for each batch and the writer returns it once the batch is written.
//! So no more batches are under way than there are permits, even if the first one takes long and
//! all others wait for it. Every line of input has its line of output: blank lines and remarks
//! pass through, and for a line that is no puzzle or has no solution a remark is written.

mod form;
mod intake;

pub(crate) use intake::Input;

use crate::exit::Exit;
use crate::failure::{Failure, Trouble};
use crate::interrupt::Interrupt;
use crate::run::Work;
use crate::talk::{self, Talk, number_of};
use form::{Form, free_name, write_record};
use indicatif::{ProgressBar, ProgressStyle};
use intake::{Item, Reader};
use std::collections::BTreeMap;
use std::io::{self, IsTerminal, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TryRecvError, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread::Builder;
use std::time::Duration;

/// The most lines of one puzzle that are held; work that may write more goes straight to the
/// output, one puzzle after the other.
const MOST_HELD: u64 = 1000;
/// Batches under way for each worker.
const BATCHES_EACH: usize = 4;

/// The exit code of a program that found a mistake in itself.
const PANICKED: i32 = 101;

/// Lines on their way to a worker.
struct Batch {
    number: u64,
    items: Vec<Item>,
}

/// Answers on their way to the writer.
#[derive(Default)]
struct Done {
    number: u64,
    out: Vec<u8>,
    errors: Vec<Failure>,
    exit: Exit,
    puzzles: u64,
    bytes: u64,
}

/// A stream and what is done with it.
pub(crate) struct Stream {
    pub(crate) file: Arc<str>,
    /// The bytes of the file, where that is known.
    pub(crate) length: Option<u64>,
    pub(crate) wanted: Option<String>,
    pub(crate) threads: usize,
    pub(crate) talk: Talk,
    pub(crate) interrupt: Interrupt,
    pub(crate) work: Arc<dyn Work>,
}

impl Stream {
    /// Runs it to its end.
    pub(crate) fn run(self, mut input: Input, out: &mut dyn Write) -> Result<Exit, Trouble> {
        let form = self.form(&mut input, out)?;
        if self.work.most_lines().is_none_or(|most| most > MOST_HELD) {
            return form.one_by_one(&self, input, out);
        }
        let (permits, permit) = sync_channel(self.threads * BATCHES_EACH);
        let (batches, batch) = sync_channel::<Batch>(self.threads * BATCHES_EACH);
        let (answers, answer) = sync_channel::<Done>(self.threads * BATCHES_EACH);
        for _ in 0..self.threads * BATCHES_EACH {
            let _ = permits.try_send(());
        }
        // Threads of their own, not scoped: after Ctrl-C nobody waits for a reader that waits for
        // standard input.
        let no_threads = |_| Failure::new("the system has no threads left");
        let reading = Builder::new()
            .spawn(move || read_batches(input, &permit, &batches))
            .map_err(no_threads)?;
        let batch = Arc::new(Mutex::new(batch));
        let form = Arc::new(form);
        for number in 0..self.threads {
            let (batch, answers) = (Arc::clone(&batch), answers.clone());
            let form = Arc::clone(&form);
            let started = Builder::new().spawn(move || {
                let work = AssertUnwindSafe(|| form.answer_batches(&batch, &answers));
                if catch_unwind(work).is_err() {
                    // Its batch is lost, and the writer would wait for it forever.
                    std::process::exit(PANICKED);
                }
            });
            if let Err(error) = started {
                // Fewer will do.
                if number == 0 {
                    return Err(no_threads(error).into());
                }
                break;
            }
        }
        drop(answers);
        let exit = self.write_in_order(&answer, &permits, out)?;
        if self.interrupt.is_set() {
            return Ok(exit);
        }
        match reading.join() {
            Ok(None) => Ok(exit),
            Ok(Some(message)) => {
                let failure = Failure::new(format!("this cannot be read: {message}"));
                Err(failure.file(&*self.file).into())
            }
            Err(panic) => std::panic::resume_unwind(panic),
        }
    }

    /// How answers are laid out; a CSV file's header is written at once.
    fn form(&self, input: &mut Input, out: &mut dyn Write) -> Result<Form, Trouble> {
        let mut form = Form {
            file: Arc::clone(&self.file),
            wanted: self.wanted.clone(),
            reading: input.reading,
            column: None,
            work: Arc::clone(&self.work),
        };
        let Reader::Table { column, .. } = &input.reader else {
            return Ok(form);
        };
        form.column = Some(*column);
        if self.work.most_lines() != Some(1) && !self.work.is_json() {
            return Err(
                Failure::new("several solutions do not fit one column of a CSV file")
                    .file(&*self.file)
                    .hint("add --json, or leave out --all and --limit")
                    .into(),
            );
        }
        let failed =
            |message| Failure::new(format!("this cannot be read: {message}")).file(&*self.file);
        let header = input.next().map_err(failed)?;
        if let Some((Item::Record(_, header), _)) = header
            && let Some(column) = self.work.column()
            && !self.work.is_json()
        {
            let name = free_name(&header, column);
            write_record(&header, &name, out)?;
        }
        Ok(form)
    }

    /// Writes the answers in the order of the questions.
    fn write_in_order(
        &self,
        answers: &Receiver<Done>,
        permits: &SyncSender<()>,
        out: &mut dyn Write,
    ) -> Result<Exit, Trouble> {
        let progress = self.progress();
        let mut early: BTreeMap<u64, Done> = BTreeMap::new();
        let mut next = 0;
        let mut puzzles = 0;
        let mut exit = Exit::Yes;
        loop {
            let done = match answers.try_recv() {
                Ok(done) => done,
                Err(TryRecvError::Disconnected) => break,
                Err(TryRecvError::Empty) => {
                    out.flush()?;
                    match answers.recv_timeout(Duration::from_millis(50)) {
                        Ok(done) => done,
                        Err(RecvTimeoutError::Disconnected) => break,
                        Err(RecvTimeoutError::Timeout) if self.interrupt.is_set() => break,
                        Err(RecvTimeoutError::Timeout) => continue,
                    }
                }
            };
            if self.interrupt.is_set() {
                break;
            }
            early.insert(done.number, done);
            while let Some(done) = early.remove(&next) {
                out.write_all(&done.out)?;
                for failure in &done.errors {
                    progress.suspend(|| talk::error(failure));
                }
                exit = exit.and(done.exit);
                puzzles += done.puzzles;
                progress.inc(done.bytes);
                progress.set_message(number_of(puzzles, "puzzle"));
                next += 1;
                // The reader has gone once the input ends.
                let _ = permits.try_send(());
            }
        }
        progress.finish_and_clear();
        out.flush()?;
        if self.interrupt.is_set() {
            let puzzles = number_of(puzzles, "puzzle");
            talk::say(&format!("interrupted after {puzzles}"));
            return Ok(exit.and(Exit::Stopped));
        }
        self.talk
            .detail(|| format!("{}: {}", self.file, number_of(puzzles, "puzzle")));
        Ok(exit)
    }

    /// A bar for a person who waits: on a terminal, and only if the answers go elsewhere.
    fn progress(&self) -> ProgressBar {
        if !io::stderr().is_terminal() || io::stdout().is_terminal() {
            return ProgressBar::hidden();
        }
        let (bar, template) = match self.length {
            Some(length) => (
                ProgressBar::new(length),
                "{wide_bar} {percent}% {msg}, {eta} left",
            ),
            None => (ProgressBar::new_spinner(), "{spinner} {msg}, {elapsed}"),
        };
        let style = ProgressStyle::with_template(template);
        bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
    }
}

/// Hands out batches until the input ends; what is wrong with it, if it ends badly.
fn read_batches(
    mut input: Input,
    permits: &Receiver<()>,
    batches: &SyncSender<Batch>,
) -> Option<String> {
    for number in 0.. {
        permits.recv().ok()?;
        let (items, error) = match input.batch() {
            Ok(items) => (items, None),
            Err((items, error)) => (items, Some(error)),
        };
        let is_last = items.is_empty() || error.is_some();
        batches.send(Batch { number, items }).ok()?;
        if is_last {
            return error;
        }
    }
    None
}
