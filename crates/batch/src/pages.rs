//! Large columns in large pages.
//!
//! The answers to half a million rows are 50 MB of fresh memory, and the system hands that out page by page, each
//! with a fault: a sixth of the time of answering. Linux has pages that are 512 times as large on request.

use std::mem::MaybeUninit;

/// From how many bytes on it is worth to ask.
const FROM: usize = 8 << 20;

/// Asks for large pages for memory that will be written to soon. Whether there are any changes nothing
/// but the time that it takes.
#[cfg(target_os = "linux")]
#[expect(unsafe_code, reason = "the system knows memory by its address")]
pub(crate) fn enlarge<T>(room: &mut [MaybeUninit<T>]) {
    /// The smallest page there is, or a multiple of it.
    const PAGE: usize = 1 << 16;
    let bytes = size_of_val(room);
    if bytes < FROM {
        return;
    }
    let start = room.as_mut_ptr().cast::<u8>();
    let skipped = start.align_offset(PAGE);
    let length = bytes.saturating_sub(skipped) / PAGE * PAGE;
    if length == 0 {
        return;
    }
    // SAFETY: the range lies within `room`, which is borrowed mutably; the advice changes neither its content nor its
    // use, and a refusal is not an error for us.
    let _ = unsafe { libc::madvise(start.add(skipped).cast(), length, libc::MADV_HUGEPAGE) };
}

/// Other systems need no advice.
#[cfg(not(target_os = "linux"))]
pub(crate) fn enlarge<T>(room: &mut [MaybeUninit<T>]) {
    let _ = size_of_val(room) < FROM;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_of_any_size_is_what_it_was() {
        for bytes in [0, 1, FROM - 1, FROM, FROM + 1, 3 * FROM + 12345] {
            let mut bytes_kept: Vec<u8> = Vec::with_capacity(bytes);
            enlarge(bytes_kept.spare_capacity_mut());
            bytes_kept.resize(bytes, 7);
            assert!(bytes_kept.iter().all(|&byte| byte == 7));
        }
    }
}
