//! Where the bytes of a stream come from, and whether more of them would have to be waited for.
//!
//! A file has its bytes at once. Anything else, a pipe or a terminal, may keep its reader waiting,
//! and a line that has arrived is to be answered meanwhile. A [`Pump`] reads such a source on a
//! thread of its own. So what arrives while all workers are busy is collected, and whoever is
//! free takes as much as there is: a single line from a slow program, a large block from a fast one.

use crate::interrupt::Interrupt;
use std::io::{self, Read};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::Builder;
use std::time::Duration;

/// The bytes that a pump reads at once: what a pipe holds.
const GULP: usize = 64 << 10;
/// The bytes that a pump holds before it waits for someone to take them, give or take a gulp.
const MOST_PUMPED: usize = 1 << 20;
/// How often a reader that waits for a pump looks whether it was interrupted.
const LOOK_EVERY: Duration = Duration::from_millis(50);

/// A reader that can tell whether it would wait.
pub(super) enum Source {
    /// All bytes are there already.
    File(Box<dyn Read + Send>),
    /// After each read the next one may wait.
    Slow(Box<dyn Read + Send>),
    /// Read by a thread of its own.
    Pump(Pump),
}

impl Source {
    /// Reads into `buffer`; 0 at the end.
    pub(super) fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let reader: &mut dyn Read = match self {
            Self::File(reader) | Self::Slow(reader) => reader,
            Self::Pump(pump) => return pump.read(buffer),
        };
        read(reader, buffer)
    }

    /// Whether a read may have to wait.
    pub(super) fn would_wait(&self) -> bool {
        match self {
            Self::File(_) => false,
            Self::Slow(_) => true,
            Self::Pump(pump) => pump.would_wait(),
        }
    }

    /// The same with a pump, where it may have to wait.
    pub(super) fn pumped(self, interrupt: &Interrupt) -> io::Result<Self> {
        match self {
            Self::Slow(reader) => Ok(Self::Pump(Pump::start(reader, interrupt.clone())?)),
            source => Ok(source),
        }
    }
}

fn read(reader: &mut dyn Read, buffer: &mut [u8]) -> io::Result<usize> {
    loop {
        match reader.read(buffer) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            result => return result,
        }
    }
}

/// A reader on a thread of its own.
pub(super) struct Pump {
    shared: Arc<Shared>,
    /// Bytes that were taken from the thread, and how many of them were read.
    taken: Vec<u8>,
    place: usize,
    interrupt: Interrupt,
}

#[derive(Default)]
struct Shared {
    pumped: Mutex<Pumped>,
    has_come: Condvar,
    was_taken: Condvar,
}

#[derive(Default)]
struct Pumped {
    bytes: Vec<u8>,
    /// How it ended, once it has.
    end: Option<io::Result<()>>,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Pumped> {
        // Nobody panics while he holds it.
        self.pumped.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Pump {
    fn start(mut reader: Box<dyn Read + Send>, interrupt: Interrupt) -> io::Result<Self> {
        let shared = Arc::new(Shared::default());
        let theirs = Arc::clone(&shared);
        // Nobody waits for this thread: after Ctrl-C it may wait for standard input for ever.
        Builder::new().spawn(move || {
            let mut buffer = vec![0; GULP];
            loop {
                let result = read(&mut *reader, &mut buffer);
                let mut pumped = theirs.lock();
                match result {
                    Ok(length @ 1..) => pumped.bytes.extend_from_slice(&buffer[..length]),
                    end => pumped.end = Some(end.map(|_| ())),
                }
                theirs.has_come.notify_one();
                while pumped.bytes.len() >= MOST_PUMPED {
                    pumped = theirs
                        .was_taken
                        .wait(pumped)
                        .unwrap_or_else(PoisonError::into_inner);
                }
                if pumped.end.is_some() {
                    return;
                }
            }
        })?;
        Ok(Self {
            shared,
            taken: Vec::new(),
            place: 0,
            interrupt,
        })
    }

    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.place == self.taken.len() && !self.take()? {
            return Ok(0);
        }
        let rest = &self.taken[self.place..];
        let length = rest.len().min(buffer.len());
        buffer[..length].copy_from_slice(&rest[..length]);
        self.place += length;
        Ok(length)
    }

    /// Takes what the thread has, and waits for it if need be; false at the end.
    fn take(&mut self) -> io::Result<bool> {
        let mut pumped = self.shared.lock();
        while pumped.bytes.is_empty() {
            if let Some(end) = &mut pumped.end {
                return std::mem::replace(end, Ok(())).map(|()| false);
            }
            if self.interrupt.is_set() {
                return Ok(false);
            }
            let waited = self.shared.has_come.wait_timeout(pumped, LOOK_EVERY);
            pumped = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        self.taken.clear();
        self.place = 0;
        std::mem::swap(&mut self.taken, &mut pumped.bytes);
        drop(pumped);
        self.shared.was_taken.notify_one();
        Ok(true)
    }

    fn would_wait(&self) -> bool {
        if self.place < self.taken.len() {
            return false;
        }
        let pumped = self.shared.lock();
        pumped.bytes.is_empty() && pumped.end.is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pump_gives_what_was_read() {
        let long: Vec<u8> = (0..3 * MOST_PUMPED).map(|n| (n % 251) as u8).collect();
        let reader = io::Cursor::new(long.clone());
        let interrupt = Interrupt::default();
        let mut source = Source::Slow(Box::new(reader)).pumped(&interrupt).unwrap();
        let mut got = Vec::new();
        let mut buffer = vec![0; 100_000];
        loop {
            match source.read(&mut buffer).unwrap() {
                0 => break,
                length => got.extend_from_slice(&buffer[..length]),
            }
        }
        assert!(got == long);
        assert!(!source.would_wait(), "the end is already here");
    }

    #[test]
    fn a_pump_tells_what_went_wrong_after_all_that_went_well() {
        struct Torn;
        impl Read for Torn {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(io::Error::other("torn"))
            }
        }
        let reader = Box::new(b"abc".chain(Torn));
        let mut source = Source::Slow(reader).pumped(&Interrupt::default()).unwrap();
        let mut buffer = [0; 8];
        assert_eq!(source.read(&mut buffer).unwrap(), 3);
        assert_eq!(source.read(&mut buffer).unwrap_err().to_string(), "torn");
        assert_eq!(source.read(&mut buffer).unwrap(), 0);
    }
}
