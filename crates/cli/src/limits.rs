//! The last resort: the time and the memory that the options allow.
//!
//! Searches, lists and proofs look at their budgets and end by themselves with a partial answer. But code that reads
//! a text, builds a model or draws a picture does not look at a clock, and `CaDiCaL` allocates without counting. So
//! there is a *guard*: a thread that looks a hundred times a second whether the time was up a moment ago, or the
//! process holds more than it may. Then nothing else has ended in time, and the guard ends the command with a
//! sentence and the exit code for "stopped". Files being written under another name are removed, as they would be
//! otherwise.
//!
//! **Time** counts from the beginning of the command, or where standard input is waited for, from
//! when it was read; of several files each has its own. A puzzle a line has its time for each line,
//! which the guard knows nothing of. From the moment that there is an answer to be written
//! nothing is cut short any more.
//!
//! **Memory** is all that the process holds: texts, models, searches, tables, of any thread and library. The program
//! itself may take [`PROGRAM`] beyond the option.

use crate::exit::Exit;
use crate::{heap, leftovers};
use std::fs;
use std::io::{self, Write};
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};
use std::sync::{LazyLock, Mutex, Once, PoisonError};
use std::thread::{self, Builder};
use std::time::{Duration, Instant};
use tilewright::answer::Row;
use tilewright::model::heap::{Bytes, Heap, set_gauge};
use tilewright::{Budget, End};

/// The memory of the program itself: its code, and the buffers of its files and threads.
pub(crate) const PROGRAM: u64 = 6 << 20;

/// The interval between the guard's looks, and the one when most of the memory is taken.
const LOOK_EVERY: Duration = Duration::from_millis(10);
const LOOK_OFTEN: Duration = Duration::from_millis(2);

/// The process may hold such a share more than is allowed, for not all of that is counted.
const UNCOUNTED_SHARE: u64 = 40;

/// Grace period: a share of the limit plus a constant.
const GRACE_SHARE: u32 = 20;
const GRACE: Duration = Duration::from_millis(60);

/// The smallest excess that is reported.
const LEAST_TOLD: u64 = 1 << 20;

/// The memory that the options allow, without [`PROGRAM`].
static ASKED: AtomicU64 = AtomicU64::new(u64::MAX);
/// The memory of the process at the guard's last look.
static RESIDENT: AtomicU64 = AtomicU64::new(0);
/// The moment at which the command is ended.
static ENDS_AT: Mutex<Option<Instant>> = Mutex::new(None);
/// The longest wait for another process, as at the other end of a pipe.
static PATIENCE: Mutex<Option<Duration>> = Mutex::new(None);
/// The beginning of the JSON object that is the answer, should the command be ended.
static OBJECT: Mutex<Option<String>> = Mutex::new(None);
/// The partial answer, whenever the command is ended.
static KNOWN: Mutex<Option<&str>> = Mutex::new(None);
/// One of the three below.
static STATE: AtomicU8 = AtomicU8::new(AT_WORK);
const AT_WORK: u8 = 0;
/// A thread is ending the command.
const ENDING: u8 = 1;
/// The command ends by itself.
const FINISHING: u8 = 2;
static GUARD: Once = Once::new();

/// Sets the bytes that the process may hold from now on.
pub(crate) fn allow_memory(bytes: u64) {
    ASKED.store(bytes, Ordering::Relaxed);
    heap::allow(bytes.saturating_add(PROGRAM));
    set_gauge(gauge);
    stand_guard();
}

/// From now on the command is ended when it is far over its time.
pub(crate) fn end_after(begun: Instant, time: Duration) {
    let end = time.checked_add(grace(time));
    *ends_at() = end.and_then(|time| begun.checked_add(time));
    stand_guard();
}

/// The grace period after a time limit, in which a command may still report its partial answer.
pub(crate) fn grace(time: Duration) -> Duration {
    GRACE + time / GRACE_SHARE
}

/// Sets the partial answer, should the command be ended from now on.
pub(crate) fn set_known(known: &'static str) {
    *KNOWN.lock().unwrap_or_else(PoisonError::into_inner) = Some(known);
}

/// From now on a thread that waits for another waits this long at most.
pub(crate) fn set_patience(time: Option<Duration>) {
    *PATIENCE.lock().unwrap_or_else(PoisonError::into_inner) = time;
}

/// The time that each puzzle has.
pub(crate) fn patience() -> Option<Duration> {
    *PATIENCE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Waits for another process, as at the other end of a pipe, no longer than the options allow.
pub(crate) fn wait<R>(waiting: impl FnOnce() -> R) -> R {
    let Some(time) = patience() else {
        return waiting();
    };
    let before = *ends_at();
    if before.is_none() {
        end_after(Instant::now(), time);
    }
    let there = waiting();
    *ends_at() = before;
    there
}

/// Should the command be ended, this row is the answer, with the end that it then has.
pub(crate) fn set_object(row: Option<Row>) {
    let begun = row.map(|row| {
        let text = row.json();
        let end = format!("{:?}}}", row.answer.end.word());
        text.strip_suffix(&end).unwrap_or(&text).to_owned()
    });
    *OBJECT.lock().unwrap_or_else(PoisonError::into_inner) = begun;
}

/// Writes the object to standard output, which another thread may hold, without taking memory.
fn write_object(word: &str) {
    let Ok(mut begun) = OBJECT.try_lock() else {
        return;
    };
    if let (Some(begun), Some(mut out)) = (begun.take(), output()) {
        let _ = writeln!(out, "{begun}\"{word}\"}}");
    }
}

/// Standard output, even while another thread holds its lock.
#[cfg(unix)]
fn output() -> Option<impl Write> {
    use std::os::fd::AsFd;
    let out = io::stdout().as_fd().try_clone_to_owned();
    out.ok().map(fs::File::from)
}

#[cfg(not(unix))]
fn output() -> Option<impl Write> {
    Some(io::stdout())
}

/// From now on nothing is cut short: there is an answer, or each line has its own time.
pub(crate) fn take_your_time() {
    *ends_at() = None;
}

/// From now on the command ends by itself and soon, whatever happens: several files get their names,
/// or are removed, and either all of them or none.
pub(crate) fn finish() {
    let before = STATE.compare_exchange(AT_WORK, FINISHING, Ordering::Relaxed, Ordering::Relaxed);
    if before == Err(ENDING) {
        loop {
            thread::park();
        }
    }
    take_your_time();
    heap::allow(u64::MAX);
}

/// The budget that all others of the command are cut from: it hears what any of them lacked.
pub(crate) fn budget() -> &'static Budget {
    static BUDGET: LazyLock<Budget> = LazyLock::new(Budget::default);
    &BUDGET
}

/// The end of a search, with the sizes if it ran out of memory.
pub(crate) fn why(end: End) -> String {
    let asked = ASKED.load(Ordering::Relaxed);
    if end != End::Memory || asked == u64::MAX {
        return end.to_string();
    }
    match budget().lacked() {
        None => format!("{end}: {} allowed", Bytes(asked)),
        Some(needed) => {
            let needed = needed.max(asked.saturating_add(LEAST_TOLD));
            format!("{end}: needs {}, {} allowed", Bytes(needed), Bytes(asked))
        }
    }
}

fn ends_at() -> std::sync::MutexGuard<'static, Option<Instant>> {
    ENDS_AT.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The gauge of searches. The process may hold more than was counted, but part of that may be free again, so it only
/// counts if it is too much.
fn gauge() -> Heap {
    let allowed = heap::allowed();
    let resident = RESIDENT.load(Ordering::Relaxed);
    let counted = heap::used();
    Heap {
        used: if resident > allowed {
            resident.max(counted)
        } else {
            counted
        },
        allowed,
    }
}

fn stand_guard() {
    GUARD.call_once(|| {
        // Where no thread can be started there is no guard, and all else is as it was.
        let _ = Builder::new().name("guard".to_owned()).spawn(guard);
    });
}

fn guard() {
    let mut pause = LOOK_EVERY;
    loop {
        thread::sleep(pause);
        pause = LOOK_EVERY;
        if let Some(resident) = resident() {
            RESIDENT.store(resident, Ordering::Relaxed);
            let asked = ASKED.load(Ordering::Relaxed);
            // Searches that look at the gauge end before.
            if resident > heap::allowed().saturating_add(asked / UNCOUNTED_SHARE) {
                out_of_memory(resident);
            }
            if resident > asked / 4 * 3 {
                pause = LOOK_OFTEN;
            }
        }
        let is_late = ends_at().is_some_and(|end| Instant::now() >= end);
        if is_late {
            end(End::Time, format_args!("time is up"), "");
        }
    }
}

/// The bytes of memory that the process holds, if the system reports them: without the pages of files, such as its
/// own code, which the system takes back when it needs them.
pub(crate) fn resident() -> Option<u64> {
    resident_in("/proc/self/status")
}

/// The resident memory of another process.
pub(crate) fn resident_of(process: u32) -> Option<u64> {
    resident_in(&format!("/proc/{process}/status"))
}

fn resident_in(status: &str) -> Option<u64> {
    let status = fs::read(status).ok()?;
    let status = std::str::from_utf8(&status).ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("RssAnon:"))?;
    let kib: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kib << 10)
}

/// Ends the command, which would need `needed` bytes. Nothing is allocated on the way to the sentence.
#[cold]
pub(crate) fn out_of_memory(needed: u64) {
    let asked = ASKED.load(Ordering::Relaxed);
    let least = asked.saturating_add(LEAST_TOLD);
    let needed = needed.saturating_sub(PROGRAM).max(least);
    let (needed, asked) = (Bytes(needed), Bytes(asked));
    end(
        End::Memory,
        format_args!("memory limit reached: needs {needed}, {asked} allowed"),
        "hint: allow more with --memory, as in --memory 8GiB\n",
    );
}

/// Ends the command, since the system has refused the last of `needed` bytes. Nothing is allocated on the way to the
/// sentence.
#[cold]
pub(crate) fn out_of_system_memory(needed: u64) {
    let needed = Bytes(needed);
    end(
        End::Memory,
        format_args!("the system has no more memory: needs {needed}"),
        "",
    );
}

/// Ends the command, whose input was not there when a search could have begun.
#[cold]
pub(crate) fn stopped(how: End) -> ! {
    end(how, format_args!("{}", why(how)), "");
    // Another thread ends it already.
    loop {
        thread::park();
    }
}

/// The command is ended by Ctrl-C.
pub(crate) fn interrupted() {
    end(End::Interrupted, format_args!("interrupted"), "");
}

/// Prints the partial answer and the reason, and ends the command, unless it is about to end by itself. A second
/// thread waits until the first has ended it.
fn end(how: End, why: std::fmt::Arguments<'_>, hint: &str) {
    let before = STATE.compare_exchange(AT_WORK, ENDING, Ordering::Relaxed, Ordering::Relaxed);
    if before.is_err() {
        return;
    }
    heap::allow(u64::MAX);
    write_object(how.word());
    let known = KNOWN.try_lock().ok().and_then(|known| *known);
    let mut said = io::stderr().lock();
    let _ = match known {
        Some(known) => write!(said, "{known} ({why})\n{hint}"),
        None => write!(said, "{why}\n{hint}"),
    };
    drop(said);
    leftovers::remove_all();
    std::process::exit(i32::from(Exit::Stopped.code()))
}
