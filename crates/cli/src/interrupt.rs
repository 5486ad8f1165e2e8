//! Ctrl-C: the first one asks the search to stop and to say what it knows; a second one, or one
//! while nothing is being searched, ends the command at once.

use crate::exit::Exit;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The flag that Ctrl-C sets, and whether anybody is looking at it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Interrupt {
    stop: Arc<AtomicBool>,
    is_heard: Arc<AtomicBool>,
}

impl Interrupt {
    /// Listens from now on. Where that is impossible Ctrl-C ends the command, as it would anyway.
    pub(crate) fn listen() -> Self {
        let interrupt = Self::default();
        let Self { stop, is_heard } = interrupt.clone();
        let _ = ctrlc::set_handler(move || {
            let is_second = stop.swap(true, Ordering::Relaxed);
            if is_second || !is_heard.load(Ordering::Relaxed) {
                std::process::exit(i32::from(Exit::Stopped.code()));
            }
        });
        interrupt
    }

    /// The flag for the budget of a search.
    pub(crate) fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stop)
    }

    /// From now on somebody looks at the flag.
    pub(crate) fn hear(&self) {
        self.is_heard.store(true, Ordering::Relaxed);
    }

    /// From now on nobody looks at the flag: while a file is read, say.
    pub(crate) fn ignore(&self) {
        self.is_heard.store(false, Ordering::Relaxed);
    }

    pub(crate) fn is_set(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}
