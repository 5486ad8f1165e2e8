//! Bytes of a text, and whether more of them would have to be waited for.
//!
//! A file has its bytes at once. A pipe or a terminal may keep its reader waiting, and a row that has arrived should
//! be answered meanwhile. So such a source is *pumped*: a thread of its own collects the bytes that arrive while all
//! workers are busy, and a free worker takes as many as there are, a single line from a slow program, a large block
//! from a fast one.

use std::io::{self, Read};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::Builder;
use std::time::Duration;

/// The bytes that a pump reads at once: as many as a pipe holds.
const GULP: usize = 64 << 10;
/// The bytes that a pump holds before it waits for a reader to take them, give or take a gulp.
const MOST_PUMPED: usize = 1 << 20;
/// The interval at which a reader that waits for a pump looks for a stop.
const LOOK_EVERY: Duration = Duration::from_millis(50);

/// A reader that knows whether it would wait.
pub struct ByteSource(Kind);

enum Kind {
    /// All bytes are there already.
    File(Box<dyn Read + Send>),
    /// Read by a thread of its own.
    Pump(Pump),
}

impl ByteSource {
    /// Bytes that are there already.
    pub fn file(reader: Box<dyn Read + Send>) -> Self {
        Self(Kind::File(reader))
    }

    /// Bytes that may have to be waited for, until `stop` becomes true.
    pub fn pumped(reader: Box<dyn Read + Send>, stop: Arc<AtomicBool>) -> io::Result<Self> {
        Ok(Self(Kind::Pump(Pump::start(reader, stop)?)))
    }

    /// Reads into `buffer`; 0 at the end.
    pub(crate) fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match &mut self.0 {
            Kind::File(reader) => read(reader, buffer),
            Kind::Pump(pump) => pump.read(buffer),
        }
    }

    /// True if a read may have to wait.
    pub(crate) fn would_wait(&self) -> bool {
        match &self.0 {
            Kind::File(_) => false,
            Kind::Pump(pump) => pump.would_wait(),
        }
    }

    /// A flag that ends such a wait.
    pub(crate) fn stopper(&self) -> Option<Arc<AtomicBool>> {
        match &self.0 {
            Kind::File(_) => None,
            Kind::Pump(pump) => Some(Arc::clone(&pump.is_unwanted)),
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
struct Pump {
    shared: Arc<Shared>,
    /// Bytes that were taken from the thread, and how many of them were read.
    taken: Vec<u8>,
    place: usize,
    stop: Arc<AtomicBool>,
    /// True if the sink takes no more.
    is_unwanted: Arc<AtomicBool>,
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
    /// Its end, once it has ended.
    end: Option<io::Result<()>>,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Pumped> {
        self.pumped.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Pump {
    fn start(mut reader: Box<dyn Read + Send>, stop: Arc<AtomicBool>) -> io::Result<Self> {
        let shared = Arc::new(Shared::default());
        let theirs = Arc::clone(&shared);
        // Nothing joins this thread: after Ctrl-C it may wait for standard input for ever.
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
                    let waited = theirs.was_taken.wait(pumped);
                    pumped = waited.unwrap_or_else(PoisonError::into_inner);
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
            stop,
            is_unwanted: Arc::default(),
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

    /// Takes the bytes that the thread has, and waits for some if need be; false at the end.
    fn take(&mut self) -> io::Result<bool> {
        let mut pumped = self.shared.lock();
        while pumped.bytes.is_empty() {
            if let Some(end) = &mut pumped.end {
                return std::mem::replace(end, Ok(())).map(|()| false);
            }
            if [&self.stop, &self.is_unwanted]
                .iter()
                .any(|flag| flag.load(Ordering::Relaxed))
            {
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

    fn pumped(reader: impl Read + Send + 'static) -> ByteSource {
        ByteSource::pumped(Box::new(reader), Arc::default()).unwrap()
    }

    #[test]
    fn a_pump_gives_what_was_read() {
        let long: Vec<u8> = (0..3 * MOST_PUMPED).map(|n| (n % 251) as u8).collect();
        let mut bytes = pumped(io::Cursor::new(long.clone()));
        let mut got = Vec::new();
        let mut buffer = vec![0; 100_000];
        loop {
            match bytes.read(&mut buffer).unwrap() {
                0 => break,
                length => got.extend_from_slice(&buffer[..length]),
            }
        }
        assert!(got == long);
        assert!(!bytes.would_wait(), "the end is already here");
    }

    #[test]
    fn a_pump_tells_what_went_wrong_after_all_that_went_well() {
        struct Torn;
        impl Read for Torn {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(io::Error::other("torn"))
            }
        }
        let mut bytes = pumped(b"abc".chain(Torn));
        let mut buffer = [0; 8];
        assert_eq!(bytes.read(&mut buffer).unwrap(), 3);
        assert_eq!(bytes.read(&mut buffer).unwrap_err().to_string(), "torn");
        assert_eq!(bytes.read(&mut buffer).unwrap(), 0);
    }
}
