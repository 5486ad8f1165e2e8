//! The gauge of the process, in a process of its own: all work looks at it.

use std::sync::atomic::{AtomicU64, Ordering};
use tilewright_model::ModelBuilder;
use tilewright_model::budget::{Budget, End};
use tilewright_model::heap::{Heap, at_most, is_short, now, set_gauge};

static USED: AtomicU64 = AtomicU64::new(0);

#[test]
fn the_gauge_says_how_much_is_left() {
    assert_eq!(now(), None);
    assert!(!is_short());
    assert_eq!(at_most(5000), 5000, "nobody counts");
    set_gauge(|| Heap {
        used: USED.load(Ordering::Relaxed),
        allowed: 3200,
    });
    assert_eq!(at_most(1000), 1000);
    assert_eq!(at_most(5000), 3000, "a sixteenth is to spare");
    // A builder takes no more than the process has left.
    let budget = Budget::default();
    assert!(ModelBuilder::within(&budget, 100).tile(&[0]).is_ok());
    assert_eq!(budget.lacked(), None);
    let refused = ModelBuilder::within(&budget, 1000).tile(&[0]);
    assert_eq!(refused, Err(End::Memory.into()));
    assert!(budget.lacked().is_some_and(|lacked| lacked > 3200));
    USED.store(3100, Ordering::Relaxed);
    assert!(!is_short());
    assert_eq!(at_most(5000), 0);
    USED.store(3101, Ordering::Relaxed);
    assert!(is_short());
    USED.store(9999, Ordering::Relaxed);
    assert!(is_short());
    assert_eq!(now().map(Heap::left), Some(0));
}
