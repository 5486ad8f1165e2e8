//! Work that may take long: on a thread of its own, while the caller looks for signals.
//!
//! Python handles Ctrl-C on its main thread, and only between its own instructions. So the work runs elsewhere, and
//! the calling thread waits without the interpreter's lock and asks twenty times a second whether there was a signal.
//! If its handler raises, the flag stops the work. Work that does not look up soon is left to itself: it owns all
//! that it uses and touches nothing of Python's.

use crate::failure::Failure;
use arrow_schema::ArrowError;
use pyo3::exceptions::{PyKeyboardInterrupt, PyRuntimeError};
use pyo3::prelude::*;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::{self, ThreadId};
use std::time::Duration;

/// The interval between looks for signals.
const LOOK: Duration = Duration::from_millis(50);

/// The time to wait for stopped work.
const PATIENCE: Duration = Duration::from_secs(2);

/// The stack of a thread: explanations with assumptions go deep.
const STACK: usize = 64 << 20;

/// A flag that stops work.
pub(crate) type Stop = Arc<AtomicBool>;

/// Does the work, and returns its result or raises its error.
pub(crate) fn attend<A: Send + 'static>(
    py: Python<'_>,
    stop: &Stop,
    work: impl FnOnce() -> Result<A, Failure> + Send + 'static,
) -> PyResult<A> {
    let answer = py.detach(move || Waiter::here().attend(stop, work));
    answer.map_err(|trouble| trouble.raised(py))
}

/// An error without the interpreter's lock.
pub(crate) enum Trouble {
    /// A signal's handler raised.
    Raised(PyErr),
    /// The work ended without an answer.
    Broken,
    /// Something else.
    Failure(Failure),
}

impl From<Failure> for Trouble {
    fn from(failure: Failure) -> Self {
        Self::Failure(failure)
    }
}

impl Trouble {
    /// The exception.
    pub(crate) fn raised(self, py: Python<'_>) -> PyErr {
        match self {
            Self::Raised(raised) => raised,
            Self::Broken => PyRuntimeError::new_err(MISTAKE),
            Self::Failure(failure) => failure.raised(py),
        }
    }

    /// The error for a program that reads a stream and knows nothing of Python. An interrupt is then left for Python
    /// to see when that program comes back.
    pub(crate) fn for_arrow(self) -> ArrowError {
        let text = match self {
            Self::Failure(failure) => failure.sentence(),
            Self::Broken => MISTAKE.to_owned(),
            // Only a thread of Python's looks for signals, so it can have the lock.
            Self::Raised(raised) => Python::attach(|py| {
                if raised.is_instance_of::<PyKeyboardInterrupt>(py) {
                    // Where that does not work there is still the error.
                    let threads = py.import("_thread");
                    let _ = threads.and_then(|threads| threads.call_method0("interrupt_main"));
                    return "interrupted".to_owned();
                }
                raised.value(py).to_string()
            }),
        };
        // The text goes into a C string.
        ArrowError::ExternalError(text.replace('\0', "\u{fffd}").into())
    }
}

/// Waits for work that is asked for again and again, perhaps by a thread that is not Python's.
///
/// Signals are looked for only on the thread that made it: another one that waited for the interpreter's lock might
/// wait for ever, if the holder waits for that thread.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Waiter {
    home: ThreadId,
}

impl Waiter {
    /// For the thread that calls this.
    pub(crate) fn here() -> Self {
        Self {
            home: thread::current().id(),
        }
    }

    /// Does the work; to be called without the interpreter's lock.
    pub(crate) fn attend<A: Send + 'static>(
        self,
        stop: &Stop,
        work: impl FnOnce() -> Result<A, Failure> + Send + 'static,
    ) -> Result<A, Trouble> {
        let (send, receive) = channel();
        let builder = thread::Builder::new().name("tilewright".to_owned());
        let thread = builder.stack_size(STACK).spawn(move || {
            // The caller may be gone.
            let _ = send.send(work());
        });
        thread.map_err(|error| Trouble::Raised(error.into()))?;
        let answer = if thread::current().id() == self.home {
            wait(stop, &receive).map_err(Trouble::Raised)?
        } else {
            receive.recv().ok()
        };
        Ok(answer.ok_or(Trouble::Broken)??)
    }
}

/// The item from the channel; `None` if its other end is gone. A signal whose handler raises sets `stop`. To be
/// called without the interpreter's lock.
fn wait<A>(stop: &Stop, receive: &Receiver<A>) -> PyResult<Option<A>> {
    loop {
        match receive.recv_timeout(LOOK) {
            Ok(answer) => return Ok(Some(answer)),
            Err(RecvTimeoutError::Disconnected) => return Ok(None),
            Err(RecvTimeoutError::Timeout) => {}
        }
        #[expect(
            clippy::redundant_closure_for_method_calls,
            reason = "the method by itself is for one lifetime alone"
        )]
        if let Err(raised) = Python::attach(|py| py.check_signals()) {
            stop.store(true, Ordering::Relaxed);
            let _ = receive.recv_timeout(PATIENCE);
            return Err(raised);
        }
    }
}

/// The message for work that ended without an answer: it panicked, and said why on standard error.
const MISTAKE: &str =
    "a mistake within Tilewright; please report it with the text on standard error";
