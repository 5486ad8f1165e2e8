//! Ctrl-C: the first one asks the search to stop and to report its partial answer; a second one, or
//! one while nothing is being searched, ends the command at once. Not everything looks at the flag:
//! a large model is built and a stream waits for its next line without it. So a command that has
//! not ended a moment after the first one is ended.

use crate::limits;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// The time for a search to stop and to report its partial answer.
const GRACE: Duration = Duration::from_millis(700);
/// The time if it has to write notes.
const GRACE_FOR_NOTES: Duration = Duration::from_secs(20);

/// The flag that Ctrl-C sets, and whether a search looks at it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Interrupt {
    stop: Arc<AtomicBool>,
    is_heard: Arc<AtomicBool>,
    /// From when on there are notes to be written.
    notes_from: Arc<Mutex<Option<Instant>>>,
}

impl Interrupt {
    /// Listens from now on. Where that is impossible Ctrl-C ends the command, as it would anyway.
    pub(crate) fn listen() -> Self {
        let interrupt = Self::default();
        let Self {
            stop,
            is_heard,
            notes_from,
        } = interrupt.clone();
        let _ = ctrlc::set_handler(move || {
            let is_second = stop.swap(true, Ordering::Relaxed);
            if is_second || !is_heard.load(Ordering::Relaxed) {
                limits::interrupted();
            }
            // The handler has to return, for it is also the one that hears a second Ctrl-C.
            let notes_from = *notes_from.lock().unwrap_or_else(PoisonError::into_inner);
            let has_notes = notes_from.is_some_and(|from| Instant::now() >= from);
            thread::spawn(move || {
                thread::sleep(if has_notes { GRACE_FOR_NOTES } else { GRACE });
                limits::interrupted();
            });
        });
        interrupt
    }

    /// The flag for the budget of a search.
    pub(crate) fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stop)
    }

    /// From now on a search looks at the flag.
    pub(crate) fn hear(&self) {
        self.is_heard.store(true, Ordering::Relaxed);
    }

    /// After this time there are notes to be written before the end.
    pub(crate) fn wait_for_notes(&self, after: Duration) {
        let mut notes_from = (self.notes_from.lock()).unwrap_or_else(PoisonError::into_inner);
        *notes_from = Instant::now().checked_add(after);
    }

    /// From now on no search looks at the flag: while a file is read, say.
    pub(crate) fn ignore(&self) {
        self.is_heard.store(false, Ordering::Relaxed);
    }

    /// Returns true if Ctrl-C was pressed.
    pub(crate) fn is_set(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}
