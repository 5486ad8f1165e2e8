//! The memory that the process has left, if a gauge counts it.
//!
//! A search counts the memory that it holds itself, and a model reports its size beforehand. But several threads, the
//! allocations of a library beneath, and the text that all of it came from add up to a sum that only the whole
//! process knows. So the owner of the process may hand in a *gauge* once, with [`set_gauge`], as a browser hands in
//! its clock: the command does, whose allocator counts. Every search asks [`is_short`] when it looks at its budget,
//! and ends before the process has to. Without a gauge nothing is ever short, and only the limits of each search
//! hold.

use std::fmt;
use std::sync::OnceLock;

/// The bytes that the process holds and may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Heap {
    /// The bytes it holds.
    pub used: u64,
    /// The bytes it may hold.
    pub allowed: u64,
}

impl Heap {
    /// The bytes it may still take.
    #[must_use]
    pub fn left(self) -> u64 {
        self.allowed.saturating_sub(self.used)
    }

    /// Returns true if little enough is left that a search should end and report its partial answer: a thirty-second
    /// part, for the report takes some memory too.
    #[must_use]
    pub fn is_short(self) -> bool {
        self.left() < self.allowed / 32
    }
}

static GAUGE: OnceLock<fn() -> Heap> = OnceLock::new();

/// Sets the gauge. All threads ask it often, so it should only read a number. The first gauge stays.
pub fn set_gauge(gauge: fn() -> Heap) {
    let _ = GAUGE.set(gauge);
}

/// The bytes that the process holds and may hold, if there is a gauge.
#[must_use]
pub fn now() -> Option<Heap> {
    GAUGE.get().map(|gauge| gauge())
}

/// Returns true if searches should end because memory is short.
#[must_use]
pub fn is_short() -> bool {
    now().is_some_and(Heap::is_short)
}

/// The part of `wanted` bytes that may be taken: all of it, or the rest with something to spare.
#[must_use]
pub fn at_most(wanted: u64) -> u64 {
    match now() {
        Some(heap) => wanted.min(heap.left().saturating_sub(heap.allowed / 16)),
        None => wanted,
    }
}

/// A number of bytes as people write it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bytes(pub u64);

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const UNITS: [&str; 7] = ["bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
        let unit = (self.0.max(1).ilog2() / 10) as usize;
        #[expect(clippy::cast_precision_loss, reason = "it is shown with one decimal")]
        let number = self.0 as f64 / (1u64 << (10 * unit)) as f64;
        if unit == 0 || number >= 100.0 {
            write!(f, "{number:.0} {}", UNITS[unit])
        } else {
            write!(f, "{number:.1} {}", UNITS[unit])
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_told_as_people_write_them() {
        assert_eq!(Bytes(0).to_string(), "0 bytes");
        assert_eq!(Bytes(1536).to_string(), "1.5 KiB");
        assert_eq!(Bytes(512 << 20).to_string(), "512 MiB");
        assert_eq!(Bytes(u64::MAX).to_string(), "16.0 EiB");
    }
}
