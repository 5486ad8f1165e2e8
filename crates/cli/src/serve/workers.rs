//! The workers of `serve`: processes that answer, so that whatever a question does can be ended.
//!
//! A thread cannot be ended from outside, and memory that it took cannot be taken back. A process
//! can, so each question is answered by one: this very program, started as `tilewright desk`
//! (`worker.rs`), with the allocator and the guard of the command, and so with the same promises as
//! to time and memory. One that is done and holds little waits for the next question.
//!
//! An *overseer* looks at the questions at work many times a second and ends a worker
//!
//! - when its client has left;
//! - when its time was up a while ago, which its own guard should have seen;
//! - when all workers together hold more than `--memory` says: then the one that holds the most.
//!
//! So an honest question, which holds little, continues beside others that would take all there is.

use super::worker::DRAWING;
use crate::limits;
use std::collections::HashMap;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, Builder};
use std::time::{Duration, Instant};
use tilewright::model::heap::Bytes;
use tilewright_serve::{News, Stop, failure};

/// The longest line of an answer.
pub(super) const LONGEST_LINE: usize = 8 << 20;

/// The most bytes that are read of a worker's last words.
const LAST_WORDS: u64 = 16 << 10;

/// The interval between the overseer's looks, and the one when little memory is held.
const LOOK_EVERY: Duration = Duration::from_millis(4);
const LOOK_SELDOM: Duration = Duration::from_millis(16);

/// The time beyond its own guard's limit that a question may take.
const GRACE: Duration = Duration::from_millis(500);

/// After this time without a question workers are sent home.
const IDLE: Duration = Duration::from_secs(20);

/// The first word of a worker's line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Word {
    /// News on the way to an answer.
    News,
    /// An answer.
    Answer,
    /// An answer, and the last that this worker gives.
    Last,
}

impl Word {
    pub(super) fn text(self) -> &'static str {
        match self {
            Self::News => "news",
            Self::Answer => "answer",
            Self::Last => "last",
        }
    }

    fn of(text: &str) -> Option<Self> {
        let all = [Self::News, Self::Answer, Self::Last];
        all.into_iter().find(|word| word.text() == text)
    }
}

/// The workers, and their limits.
#[derive(Debug)]
pub(crate) struct Workers {
    program: PathBuf,
    words: Vec<String>,
    time: Duration,
    most_idle: usize,
    overseer: Arc<Overseer>,
}

impl Workers {
    /// Workers within these limits; none is started before there is a question.
    pub(crate) fn new(time: Duration, memory: u64, is_paranoid: bool) -> io::Result<Self> {
        let mut words = vec![
            "desk".to_owned(),
            format!("--time={}ms", time.as_millis()),
            format!("--memory={memory}"),
        ];
        if is_paranoid {
            words.push("--paranoid".to_owned());
        }
        let overseer = Arc::new(Overseer::new(memory));
        let watching = Arc::clone(&overseer);
        Builder::new()
            .name("overseer".to_owned())
            .spawn(move || watching.watch())?;
        Ok(Self {
            program: program()?,
            words,
            time,
            most_idle: thread::available_parallelism().map_or(1, std::num::NonZero::get),
            overseer,
        })
    }

    /// Answers a question; both are JSON.
    pub(crate) fn answer(&self, question: &str, news: &News, stop: &Stop) -> String {
        loop {
            let waiting = self.overseer.state().idle.pop();
            let was_waiting = waiting.is_some();
            let started = waiting.map_or_else(|| self.start(), Ok);
            let worker = match started {
                Ok(worker) => worker,
                Err(error) => return failure(&format!("no worker can be started: {error}"), None),
            };
            match self.ask(worker, question, news, stop) {
                // Another thread may have ended a waiting one meanwhile.
                Outcome::Nothing if was_waiting => {}
                Outcome::Nothing => return failure(TOO_MUCH, None),
                Outcome::Answer(answer) => return answer,
            }
        }
    }

    fn start(&self) -> io::Result<Worker> {
        let mut child = Command::new(&self.program)
            .args(&self.words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(questions), Some(answers), Some(last_words)) = pipes else {
            return Err(io::ErrorKind::BrokenPipe.into());
        };
        Ok(Worker {
            child: Arc::new(Mutex::new(child)),
            questions,
            answers: BufReader::new(answers),
            last_words,
        })
    }

    fn ask(&self, mut worker: Worker, question: &str, news: &News, stop: &Stop) -> Outcome {
        let latest = self.time + DRAWING;
        let latest = latest + limits::grace(latest) + GRACE;
        let number = self.overseer.begin(&worker.child, stop, latest);
        let mut has_told = false;
        let mut told = |text: &str| {
            has_told = true;
            news.pass(text);
        };
        let said = worker.ask(question, &mut told);
        let fate = self.overseer.end(number);
        if let Some((answer, stays)) = said {
            if stays && fate.is_none() {
                self.keep(worker);
            }
            return Outcome::Answer(answer);
        }
        if let Some(fate) = fate {
            let _ = worker.wait();
            return Outcome::Answer(fate.told());
        }
        match worker.end() {
            Some(answer) => Outcome::Answer(answer),
            None if has_told => Outcome::Answer(failure(TOO_MUCH, None)),
            None => Outcome::Nothing,
        }
    }

    /// A worker that is done waits for the next question, if not enough others do.
    fn keep(&self, worker: Worker) {
        let mut state = self.overseer.state();
        if state.idle.len() < self.most_idle {
            state.idle.push(worker);
        }
    }
}

/// The message if a worker ends without a word.
const TOO_MUCH: &str = "this question was too much for the program; please report it";

/// The outcome of a question.
enum Outcome {
    Answer(String),
    /// The worker had ended without having begun.
    Nothing,
}

/// This program, also where its file was replaced meanwhile.
fn program() -> io::Result<PathBuf> {
    let this = Path::new("/proc/self/exe");
    if cfg!(target_os = "linux") && this.exists() {
        return Ok(this.to_owned());
    }
    std::env::current_exe()
}

/// A process that answers.
#[derive(Debug)]
struct Worker {
    child: Arc<Mutex<Child>>,
    questions: ChildStdin,
    answers: BufReader<ChildStdout>,
    last_words: ChildStderr,
}

impl Worker {
    /// The answer, and whether the worker can be asked again; `None` where it has ended.
    fn ask(&mut self, question: &str, told: &mut dyn FnMut(&str)) -> Option<(String, bool)> {
        let head = format!("{}\n", question.len());
        // One that has ended says why.
        let _ = self.questions.write_all(head.as_bytes());
        let _ = self.questions.write_all(question.as_bytes());
        let _ = self.questions.flush();
        loop {
            let mut line = String::new();
            let most = LONGEST_LINE as u64 + 16;
            (&mut self.answers).take(most).read_line(&mut line).ok()?;
            let (word, text) = line.strip_suffix('\n')?.split_once(' ')?;
            match Word::of(word)? {
                Word::News => told(text),
                Word::Answer => return Some((text.to_owned(), true)),
                Word::Last => return Some((text.to_owned(), false)),
            }
        }
    }

    fn resident(&self) -> Option<u64> {
        limits::resident_of(locked(&self.child).id())
    }

    fn wait(&self) -> io::Result<ExitStatus> {
        locked(&self.child).wait()
    }

    /// The last words of a worker that has ended; `None` if there are none.
    fn end(&mut self) -> Option<String> {
        // A living worker has sent nonsense.
        let _ = locked(&self.child).kill();
        let code = self.wait().ok().and_then(|status| status.code());
        let mut said = Vec::new();
        let last_words = &mut self.last_words;
        let _ = last_words.take(LAST_WORDS).read_to_end(&mut said);
        let said = String::from_utf8_lossy(&said);
        if code != Some(i32::from(crate::exit::Exit::Stopped.code())) {
            // A fault of the program: who started the server should know.
            if !said.is_empty() {
                crate::talk::say(said.trim_end());
                return Some(failure(TOO_MUCH, None));
            }
            return None;
        }
        let hint = said.lines().find_map(|line| line.strip_prefix("hint: "));
        Some(failure(said.lines().next().unwrap_or(TOO_MUCH), hint))
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        let child = Arc::clone(&self.child);
        let mut child = locked(&child);
        let _ = child.kill();
        let _ = child.wait();
    }
}

/// The reason why the overseer has ended a worker.
#[derive(Clone, Copy, Debug)]
enum Fate {
    Left,
    Late,
    Memory { held: u64, allowed: u64 },
}

impl Fate {
    fn told(self) -> String {
        match self {
            Self::Left => failure("interrupted", None),
            Self::Late => failure("time is up", None),
            Self::Memory { held, allowed } => failure(
                &format!(
                    "memory limit reached: the questions at work need {}, {} allowed, and this one \
                     needs the most",
                    Bytes(held),
                    Bytes(allowed)
                ),
                Some("allow the server more with --memory, as in --memory 8GiB"),
            ),
        }
    }
}

/// A question at work.
#[derive(Debug)]
struct Job {
    child: Arc<Mutex<Child>>,
    process: u32,
    stop: Stop,
    ends_at: Option<Instant>,
    fate: Option<Fate>,
}

impl Job {
    fn end(&mut self, fate: Fate) {
        self.fate = Some(fate);
        let _ = locked(&self.child).kill();
    }
}

#[derive(Debug, Default)]
struct State {
    jobs: HashMap<u64, Job>,
    next: u64,
    idle: Vec<Worker>,
}

/// The thread that watches the running questions.
#[derive(Debug)]
struct Overseer {
    memory: u64,
    state: Mutex<State>,
    has_work: Condvar,
}

impl Overseer {
    fn new(memory: u64) -> Self {
        Self {
            memory,
            state: Mutex::default(),
            has_work: Condvar::new(),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        locked(&self.state)
    }

    fn begin(&self, child: &Arc<Mutex<Child>>, stop: &Stop, latest: Duration) -> u64 {
        let process = locked(child).id();
        let mut state = self.state();
        let number = state.next;
        state.next += 1;
        let job = Job {
            child: Arc::clone(child),
            process,
            stop: stop.clone(),
            ends_at: Instant::now().checked_add(latest),
            fate: None,
        };
        state.jobs.insert(number, job);
        self.has_work.notify_one();
        number
    }

    fn end(&self, number: u64) -> Option<Fate> {
        let job = self.state().jobs.remove(&number);
        job.and_then(|job| job.fate)
    }

    fn watch(&self) {
        loop {
            let pause = self.look();
            thread::sleep(pause);
            let mut state = self.state();
            while state.jobs.is_empty() {
                let waited = self.has_work.wait_timeout(state, IDLE);
                let (woken, outcome) = waited.unwrap_or_else(PoisonError::into_inner);
                state = woken;
                if outcome.timed_out() && state.jobs.is_empty() {
                    // Ending them takes a moment, and a question may come.
                    let idle = std::mem::take(&mut state.idle);
                    drop(state);
                    drop(idle);
                    state = self.state();
                }
            }
        }
    }

    /// Ends the questions that are over a limit; returns the time until the next look.
    fn look(&self) -> Duration {
        let mut state = self.state();
        let State { jobs, idle, .. } = &mut *state;
        let now = Instant::now();
        for job in jobs.values_mut().filter(|job| job.fate.is_none()) {
            if job.stop.has_left() {
                job.end(Fate::Left);
            } else if job.ends_at.is_some_and(|end| now >= end) {
                job.end(Fate::Late);
            }
        }
        let jobs = jobs.values_mut().filter(|job| job.fate.is_none());
        let mut held: Vec<(u64, &mut Job)> = jobs
            .map(|job| (limits::resident_of(job.process).unwrap_or(0), job))
            .collect();
        let at_work: u64 = held.iter().map(|(held, _)| held).sum();
        let sum = at_work + idle.iter().filter_map(Worker::resident).sum::<u64>();
        if sum > self.memory && at_work < sum {
            // Waiting workers make room first.
            idle.clear();
        } else if sum > self.memory {
            let allowed = self.memory;
            if let Some((_, job)) = held.iter_mut().max_by_key(|(held, _)| *held) {
                job.end(Fate::Memory { held: sum, allowed });
            }
        }
        if sum > self.memory / 4 {
            LOOK_EVERY
        } else {
            LOOK_SELDOM
        }
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
