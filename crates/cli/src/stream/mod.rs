//! A stream of puzzles, one a line or one a record of a CSV file: in order, in constant memory,
//! on all cores.
//!
//! ```text
//!            batches of lines            batches of answers
//!   intake ────────────────────▶ workers ────────────────────▶ writer, in order
//!      ▲                                                          │
//!      └────────────── the batch, to be filled again ◀────────────┘
//! ```
//!
//! There are so many batches and no more. A worker fills one with the next lines, answers them into
//! the batch's own output, and hands it to the writer, who returns it once it is written. So memory
//! is bounded even if the first batch takes long and all others wait for it. A single worker is the
//! writer too, and nothing is handed over. Every line of input has its line of output: blank lines
//! and remarks pass through, and for a line that is no puzzle or has no solution a remark is written.
//!
//! | module | what is there |
//! | --- | --- |
//! | `source` | bytes, and whether they would have to be waited for |
//! | `lines` | blocks of whole lines |
//! | `intake` | batches |
//! | `form` | how lines become puzzles, or rows to be answered in bulk, and answers become lines |

mod form;
mod intake;
mod lines;
mod source;
#[cfg(test)]
mod tests;

pub(crate) use intake::Input;

use crate::exit::Exit;
use crate::failure::{Failure, Trouble};
use crate::interrupt::Interrupt;
use crate::run::Work;
use crate::talk::{self, Talk, number_of};
use form::{Form, Pace, free_name, write_record};
use indicatif::{ProgressBar, ProgressStyle};
use intake::{Batch, Reader};
use lines::Size;
use std::collections::BTreeMap;
use std::io::{self, IsTerminal, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TryRecvError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::Builder;
use std::time::Duration;

/// The most lines of one puzzle that are held; work that may write more goes straight to the
/// output, one puzzle after the other.
const MOST_HELD: u64 = 1000;
/// Batches under way for each worker.
const BATCHES_EACH: usize = 4;

/// The exit code of a program that found a mistake in itself.
const PANICKED: i32 = 101;

/// Answers on their way to the writer.
#[derive(Default)]
struct Done {
    /// The batch with its output.
    batch: Batch,
    /// The number of its lines.
    lines: u64,
    errors: Vec<Failure>,
    /// What is to be said about how one of its puzzles was understood, the first of which is told.
    remark: Option<String>,
    exit: Exit,
    puzzles: u64,
    /// Whether the work needs no more.
    is_last: bool,
}

/// What the workers take their batches from.
struct Intake {
    input: Input,
    /// Batches that were written and may be filled again.
    spare: Receiver<Batch>,
    /// Those that were taken from there, the latest last: its memory is the nearest.
    spares: Vec<Batch>,
    number: u64,
    is_over: bool,
    /// What is wrong with the input, where it ends badly.
    error: Option<Failure>,
}

impl Intake {
    /// The next batch; `None` at the end.
    fn next(&mut self, size: Size) -> Option<Batch> {
        if self.is_over {
            return None;
        }
        self.spares.extend(self.spare.try_iter());
        let spare = self.spares.pop();
        let mut batch = spare.or_else(|| self.spare.recv().ok())?;
        batch.number = self.number;
        self.number += 1;
        let is_filled = self.fill(size, &mut batch);
        // The next one is filled before anybody has gone through this one.
        self.input.pass(batch.block.count_lines());
        is_filled.then_some(batch)
    }

    /// Fills a batch; false where there is nothing left.
    fn fill(&mut self, size: Size, batch: &mut Batch) -> bool {
        match self.input.fill(size, batch) {
            Ok(true) => return true,
            Ok(false) => {}
            Err(error) => self.error = Some(error),
        }
        self.is_over = true;
        batch.bytes > 0
    }
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
        input.pump(&self.interrupt).map_err(no_threads)?;
        let (spares, spare) = sync_channel(self.threads * BATCHES_EACH);
        let intake = Intake {
            input,
            spare,
            spares: Vec::new(),
            number: 0,
            is_over: false,
            error: None,
        };
        let (exit, error) = if self.threads == 1 {
            self.run_here(&form, intake, out)?
        } else {
            self.run_on_threads(form, intake, &spares, out)?
        };
        match error {
            Some(failure) if !self.interrupt.is_set() => Err(failure.file(&*self.file).into()),
            _ => Ok(exit),
        }
    }

    /// Does everything on this thread.
    fn run_here(
        &self,
        form: &Form,
        mut intake: Intake,
        out: &mut dyn Write,
    ) -> Result<(Exit, Option<Failure>), Trouble> {
        let mut writer = Writer::new(self, out);
        let mut written = Ok(());
        form.answer_batches(&mut |done| {
            let mut batch = Batch::default();
            if let Some(done) = done {
                if self.interrupt.is_set() {
                    return None;
                }
                written = writer.write(&done);
                if done.is_last {
                    return None;
                }
                intake.input.pass(done.lines);
                batch = done.batch;
            }
            if written.is_ok() && intake.input.would_wait() {
                written = writer.out.flush();
            }
            let goes_on = written.is_ok() && !intake.is_over && !self.interrupt.is_set();
            (goes_on && intake.fill(form.size(), &mut batch)).then_some(batch)
        });
        written?;
        Ok((writer.finish()?, intake.error))
    }

    /// Answers on as many threads as there are to be, and writes on this one.
    fn run_on_threads(
        &self,
        form: Form,
        intake: Intake,
        spares: &SyncSender<Batch>,
        out: &mut dyn Write,
    ) -> Result<(Exit, Option<Failure>), Trouble> {
        let (answers, answer) = sync_channel::<Done>(self.threads * BATCHES_EACH);
        for _ in 0..self.threads * BATCHES_EACH {
            let _ = spares.try_send(Batch::default());
        }
        let intake = Arc::new(Mutex::new(intake));
        let form = Arc::new(form);
        for number in 0..self.threads {
            let (intake, answers) = (Arc::clone(&intake), answers.clone());
            let form = Arc::clone(&form);
            // Threads of their own, not scoped: after Ctrl-C nobody waits for one that waits for
            // standard input.
            let started = Builder::new().spawn(move || {
                let mut next = |done: Option<Done>| {
                    if let Some(done) = done {
                        let is_last = done.is_last;
                        answers.send(done).ok()?;
                        if is_last {
                            intake.lock().ok()?.is_over = true;
                        }
                    }
                    intake.lock().ok()?.next(form.size())
                };
                let work = AssertUnwindSafe(|| form.answer_batches(&mut next));
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
        let exit = self.write_in_order(&answer, spares, out)?;
        if self.interrupt.is_set() {
            // Somebody may still wait for the input, and holds it.
            return Ok((exit, None));
        }
        let mut intake = intake.lock().unwrap_or_else(PoisonError::into_inner);
        Ok((exit, intake.error.take()))
    }

    /// How answers are laid out; a CSV file's header is written at once.
    fn form(&self, input: &mut Input, out: &mut dyn Write) -> Result<Form, Trouble> {
        let mut form = Form {
            file: Arc::clone(&self.file),
            wanted: self.wanted.clone(),
            look: input.reading.clone(),
            reading: input.reading.clone(),
            column: None,
            work: Arc::clone(&self.work),
            pace: Pace::new(self.threads),
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
        let header = input.record();
        let header = header.map_err(|failure| failure.file(&*self.file))?;
        if let Some((_, header, _)) = header
            && let Some(column) = self.work.column()
            && !self.work.is_json()
        {
            let name = free_name(&header, column);
            write_record(&header, name.as_bytes(), out)?;
        }
        // Each record is what it looks like, but all that are as plain as the first look like it.
        form.look = input
            .look_at_record()
            .and_then(|record| form.look_of(record));
        Ok(form)
    }

    /// Writes the answers in the order of the questions.
    fn write_in_order(
        &self,
        answers: &Receiver<Done>,
        spares: &SyncSender<Batch>,
        out: &mut dyn Write,
    ) -> Result<Exit, Trouble> {
        let mut writer = Writer::new(self, out);
        let mut early: BTreeMap<u64, Done> = BTreeMap::new();
        let mut next = 0;
        loop {
            let done = match answers.try_recv() {
                Ok(done) => done,
                Err(TryRecvError::Disconnected) => break,
                Err(TryRecvError::Empty) => {
                    writer.out.flush()?;
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
            early.insert(done.batch.number, done);
            while let Some(done) = early.remove(&next) {
                writer.write(&done)?;
                next += 1;
                // The workers have gone once the input ends.
                let _ = spares.try_send(done.batch);
            }
        }
        Ok(writer.finish()?)
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

/// Writes what was answered, and tells how far it is.
struct Writer<'w> {
    stream: &'w Stream,
    out: &'w mut dyn Write,
    progress: ProgressBar,
    puzzles: u64,
    exit: Exit,
    /// One remark is enough: the lines of a file are mostly alike.
    has_remarked: bool,
}

impl<'w> Writer<'w> {
    fn new(stream: &'w Stream, out: &'w mut dyn Write) -> Self {
        Self {
            stream,
            out,
            progress: stream.progress(),
            puzzles: 0,
            exit: Exit::Yes,
            has_remarked: false,
        }
    }

    fn write(&mut self, done: &Done) -> io::Result<()> {
        self.out.write_all(&done.batch.out)?;
        for failure in &done.errors {
            self.progress.suspend(|| talk::error(failure));
        }
        if let Some(remark) = done.remark.as_ref().filter(|_| !self.has_remarked) {
            self.has_remarked = true;
            self.progress.suspend(|| talk::say(remark));
        }
        self.exit = self.exit.and(done.exit);
        self.puzzles += done.puzzles;
        self.progress.inc(done.batch.bytes);
        self.progress.set_message(number_of(self.puzzles, "puzzle"));
        Ok(())
    }

    fn finish(self) -> io::Result<Exit> {
        self.progress.finish_and_clear();
        self.out.flush()?;
        let puzzles = number_of(self.puzzles, "puzzle");
        if self.stream.interrupt.is_set() {
            talk::say(&format!("interrupted after {puzzles}"));
            return Ok(self.exit.and(Exit::Stopped));
        }
        let Stream { talk, file, .. } = self.stream;
        talk.detail(|| format!("{file}: {puzzles}"));
        Ok(self.exit)
    }
}

fn no_threads(_: io::Error) -> Failure {
    Failure::new("the system has no threads left")
}
