//! The inner loops, compiled for the features of the machine.
//!
//! The search is ordinary safe Rust. It is compiled a second time with the instructions for
//! counting ones and moving bits together, which the baseline of x86-64 lacks, and the machine
//! decides at run time which of the two to call.

use super::bits::{self, Event, Mode, Tally};
use super::pack::Pack;
use crate::{End, Meter};

/// Instructions that the machine may or may not have.
pub(super) trait Kernel {
    /// The bits of `from` under ones of `mask`, moved together.
    fn extract(from: u64, mask: u64) -> u64;
}

/// The kernel for every machine.
pub(super) struct Portable;

impl Kernel for Portable {
    #[inline]
    fn extract(from: u64, mut mask: u64) -> u64 {
        let mut bits = 0;
        let mut at = 0;
        while mask != 0 {
            let low = mask & mask.wrapping_neg();
            bits |= u64::from(from & low != 0) << at;
            at += 1;
            mask ^= low;
        }
        bits
    }
}

#[cfg(target_arch = "x86_64")]
mod v3 {
    //! x86-64 with AVX2, BMI and POPCNT, as nearly all machines since 2015 have.
    #![allow(unsafe_code, clippy::inline_always)]

    use super::{End, Event, Kernel, Meter, Mode, Pack, Tally, bits};

    /// Only to be used where [`is_here`] says so.
    pub(super) struct Bmi2;

    impl Kernel for Bmi2 {
        #[inline(always)]
        fn extract(from: u64, mask: u64) -> u64 {
            // SAFETY: `Bmi2` is only named in functions that are called after `is_here`.
            unsafe { std::arch::x86_64::_pext_u64(from, mask) }
        }
    }

    pub(super) fn is_here() -> bool {
        #[cfg(test)]
        if super::IS_PORTABLE_FORCED.get() {
            return false;
        }
        is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("popcnt")
            && is_x86_feature_detected!("lzcnt")
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
    fn run_here(
        pack: &mut Pack,
        mode: Mode,
        meter: &mut Meter,
        picks: &mut Vec<u32>,
        tally: &mut Tally,
    ) -> Event {
        bits::search_any(pack, mode, meter, picks, tally)
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
    fn narrow_here(pack: &mut Pack, parent: &Pack) {
        pack.narrow::<Bmi2>(parent);
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
    fn force_here(
        pack: &Pack,
        live: &mut [u64],
        open: &mut [u64],
        meter: &mut Meter,
        picks: &mut Vec<u32>,
    ) -> Result<(u32, usize), End> {
        bits::force_any(pack, live, open, meter, picks)
    }

    pub(super) fn force(
        pack: &Pack,
        live: &mut [u64],
        open: &mut [u64],
        meter: &mut Meter,
        picks: &mut Vec<u32>,
    ) -> Option<Result<(u32, usize), End>> {
        // SAFETY: the machine has the features that the function was compiled for.
        is_here().then(|| unsafe { force_here(pack, live, open, meter, picks) })
    }

    pub(super) fn run(
        pack: &mut Pack,
        mode: Mode,
        meter: &mut Meter,
        picks: &mut Vec<u32>,
        tally: &mut Tally,
    ) -> Option<Event> {
        // SAFETY: the machine has the features that the function was compiled for.
        is_here().then(|| unsafe { run_here(pack, mode, meter, picks, tally) })
    }

    pub(super) fn narrow(pack: &mut Pack, parent: &Pack) -> bool {
        if !is_here() {
            return false;
        }
        // SAFETY: the machine has the features that the function was compiled for.
        unsafe { narrow_here(pack, parent) };
        true
    }
}

#[cfg(test)]
thread_local! {
    static IS_PORTABLE_FORCED: std::cell::Cell<bool> = const { std::cell::Cell::new(false) };
}

/// Makes this thread use the kernel for every machine.
#[cfg(test)]
pub(super) fn force_portable(forced: bool) {
    IS_PORTABLE_FORCED.set(forced);
}

/// Searches on with the best kernel that the machine can run.
pub(super) fn run(
    pack: &mut Pack,
    mode: Mode,
    meter: &mut Meter,
    picks: &mut Vec<u32>,
    tally: &mut Tally,
) -> Event {
    #[cfg(target_arch = "x86_64")]
    if let Some(event) = v3::run(pack, mode, meter, picks, tally) {
        return event;
    }
    bits::search_any(pack, mode, meter, picks, tally)
}

/// Takes the forced choices with the best kernel that the machine can run.
pub(super) fn force(
    pack: &Pack,
    live: &mut [u64],
    open: &mut [u64],
    meter: &mut Meter,
    picks: &mut Vec<u32>,
) -> Result<(u32, usize), End> {
    #[cfg(target_arch = "x86_64")]
    if let Some(outcome) = v3::force(pack, live, open, meter, picks) {
        return outcome;
    }
    bits::force_any(pack, live, open, meter, picks)
}

/// Packs with the best kernel that the machine can run.
pub(super) fn narrow(pack: &mut Pack, parent: &Pack) {
    #[cfg(target_arch = "x86_64")]
    if v3::narrow(pack, parent) {
        return;
    }
    pack.narrow::<Portable>(parent);
}
