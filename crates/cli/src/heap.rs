//! The allocator of the command: it counts, and refuses what `--memory` does not allow.
//!
//! Engines and models count the memory that they hold and end or decline in time. They cannot know the sum over all
//! threads, or the size of a text while it is read. So every allocation is added up here, and one that would exceed
//! the limit is not made. The command then ends with a sentence that gives the needed size, instead of being killed
//! by the system. Searches learn of it before that ([`tilewright::model::heap`]), and end with a partial answer.
//!
//! Each thread adds up small allocations and reports them now and then, so that threads do not wait for each other.
//! Memory that is not Rust's (`CaDiCaL` is C++) is not seen here; `limits.rs` looks at the memory of the process in
//! all.

#![allow(
    unsafe_code,
    reason = "an allocator is unsafe by nature; each call is handed to the system's as it came"
)]

use crate::limits;
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};

/// The system's allocator, counted.
struct Counted;

#[global_allocator]
static ALLOCATOR: Counted = Counted;

/// The bytes that are held, but for those that threads have not reported yet.
static USED: AtomicI64 = AtomicI64::new(0);
/// The bytes that may be held.
static ALLOWED: AtomicU64 = AtomicU64::new(u64::MAX);

/// The bytes that a thread may leave untold.
const UNTOLD: i64 = 64 << 10;

thread_local! {
    static NEWS: Cell<i64> = const { Cell::new(0) };
}

/// The bytes that are held.
pub(crate) fn used() -> u64 {
    USED.load(Ordering::Relaxed).try_into().unwrap_or(0)
}

/// The bytes that may be held.
pub(crate) fn allowed() -> u64 {
    ALLOWED.load(Ordering::Relaxed)
}

/// Sets the bytes that may be held from now on.
pub(crate) fn allow(bytes: u64) {
    ALLOWED.store(bytes, Ordering::Relaxed);
}

/// Adds to the bytes that are held; returns the sum, if it was reported.
#[inline]
fn tell(change: i64) -> Option<u64> {
    if change.abs() < UNTOLD {
        let is_kept = NEWS.try_with(|news| {
            let sum = news.get() + change;
            let is_little = sum.abs() < UNTOLD;
            news.set(if is_little { sum } else { 0 });
            if is_little { None } else { Some(sum) }
        });
        return match is_kept {
            Ok(None) => None,
            Ok(Some(sum)) => Some(add(sum)),
            // The thread is ending.
            Err(_) => Some(add(change)),
        };
    }
    Some(add(change))
}

fn add(change: i64) -> u64 {
    let used = USED.fetch_add(change, Ordering::Relaxed) + change;
    used.try_into().unwrap_or(0)
}

/// Announces `bytes` more bytes: ends the command if that is too much.
#[inline]
fn take(bytes: usize) {
    let change = i64::try_from(bytes).unwrap_or(i64::MAX / 2);
    if let Some(used) = tell(change)
        && used > allowed()
    {
        limits::out_of_memory(used);
    }
}

#[inline]
fn give_back(bytes: usize) {
    tell(-i64::try_from(bytes).unwrap_or(i64::MAX / 2));
}

/// Nothing came of it, for the system has no memory left.
#[inline]
fn checked(pointer: *mut u8) -> *mut u8 {
    if pointer.is_null() {
        limits::out_of_system_memory(used());
    }
    pointer
}

// SAFETY: every call goes to the system's allocator with the arguments it came with, and its answer goes back as it
// is; the counting has no influence on it. Nothing here unwinds.
unsafe impl GlobalAlloc for Counted {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        take(layout.size());
        // SAFETY: the caller keeps the promises of this very function.
        checked(unsafe { System.alloc(layout) })
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        take(layout.size());
        // SAFETY: as above.
        checked(unsafe { System.alloc_zeroed(layout) })
    }

    #[inline]
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        give_back(layout.size());
        // SAFETY: as above.
        unsafe { System.dealloc(pointer, layout) }
    }

    #[inline]
    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        match size.checked_sub(layout.size()) {
            Some(more) => take(more),
            None => give_back(layout.size() - size),
        }
        // SAFETY: as above.
        checked(unsafe { System.realloc(pointer, layout, size) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_held_is_counted() {
        const MUCH: usize = 1 << 30;
        let before = used();
        let held = Vec::<u8>::with_capacity(MUCH);
        assert!(used() >= before.max(MUCH as u64));
        drop(held);
        assert!(used() < MUCH as u64, "it was given back");
        // In small pieces, too: what else is held here is far less.
        let pieces: Vec<Box<[u8; 1000]>> = (0..300_000).map(|_| Box::new([1; 1000])).collect();
        let held = used();
        assert!(held >= 290_000_000, "{held}");
        drop(pieces);
        assert!(used() < held - 100_000_000, "they were given back");
    }
}
