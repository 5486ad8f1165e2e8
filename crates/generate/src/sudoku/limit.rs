//! When to give up.

use crate::Limits;
use tilewright_model::clock::Instant;

/// Whether the time is up or it was interrupted.
pub(super) fn is_over(limits: &Limits) -> bool {
    limits.is_stopped() || limits.deadline.is_some_and(|at| Instant::now() >= at)
}

/// Why it ended after so many tries, as the beginning of a sentence.
pub(super) fn ending(limits: &Limits, tries: u64) -> String {
    let (tries, were) = match tries {
        1 => ("1 try".to_owned(), "was"),
        more => (format!("{more} tries"), "were"),
    };
    if limits.is_stopped() {
        return format!("it was interrupted after {tries}");
    }
    if is_over(limits) {
        return format!("the time was up after {tries}");
    }
    format!("{tries} {were} not enough")
}

/// How many tries there may be. Where nothing limits them but what is usual, that does; where there
/// is a deadline, it alone.
pub(super) fn most_tries(limits: &Limits, usual: u64) -> u64 {
    let usual = if limits.deadline.is_some() {
        u64::MAX
    } else {
        usual
    };
    limits.tries.unwrap_or(usual).max(1)
}
