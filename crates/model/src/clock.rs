//! A clock, even where the standard library has none.
//!
//! Searches stop at a deadline. In a browser (`wasm32-unknown-unknown`) `std::time::Instant::now`
//! panics, so all crates take [`Instant`] from here: natively it *is* that of the standard library,
//! and in WebAssembly a type with the same few methods over a clock that the embedder hands in once
//! with `set_clock`. Without one, time does not pass there: nothing panics, and no deadline comes.

#[cfg(not(target_family = "wasm"))]
pub use std::time::Instant;

#[cfg(target_family = "wasm")]
pub use embedded::{Instant, set_clock};

/// Compiled in tests, too, so that they test the page's clock.
#[cfg(any(target_family = "wasm", test))]
#[cfg_attr(
    not(target_family = "wasm"),
    expect(unreachable_pub, reason = "it is exported where it is used")
)]
mod embedded {
    use std::ops::Add;
    use std::sync::OnceLock;
    use std::time::Duration;

    static CLOCK: OnceLock<fn() -> f64> = OnceLock::new();

    /// Sets the source of the time: milliseconds since any moment, never running backwards. The
    /// first clock stays.
    pub fn set_clock(milliseconds: fn() -> f64) {
        let _ = CLOCK.set(milliseconds);
    }

    /// A moment, as `std::time::Instant`.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub struct Instant(Duration);

    impl Instant {
        /// This moment.
        #[must_use]
        pub fn now() -> Self {
            let milliseconds = CLOCK.get().map_or(0.0, |clock| clock());
            Self(Duration::try_from_secs_f64(milliseconds / 1000.0).unwrap_or_default())
        }

        /// The moment later by `time`, if there is one.
        #[must_use]
        pub fn checked_add(self, time: Duration) -> Option<Self> {
            self.0.checked_add(time).map(Self)
        }

        /// The time from an earlier moment to this one; none if it was later.
        #[must_use]
        pub fn saturating_duration_since(self, earlier: Self) -> Duration {
            self.0.saturating_sub(earlier.0)
        }

        /// The time since this moment.
        #[must_use]
        pub fn elapsed(self) -> Duration {
            Self::now().saturating_duration_since(self)
        }
    }

    impl Add<Duration> for Instant {
        type Output = Self;

        fn add(self, time: Duration) -> Self {
            Self(self.0 + time)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::embedded::{Instant, set_clock};
    use std::sync::atomic::{AtomicU32, Ordering};
    use std::time::Duration;

    static MILLISECONDS: AtomicU32 = AtomicU32::new(0);

    #[test]
    fn time_is_what_the_clock_says() {
        let before = Instant::now();
        assert_eq!(Instant::now(), before, "it stands still without a clock");
        set_clock(|| f64::from(MILLISECONDS.load(Ordering::Relaxed)));
        MILLISECONDS.store(1500, Ordering::Relaxed);
        let now = Instant::now();
        assert_eq!(
            now.saturating_duration_since(before),
            Duration::from_millis(1500)
        );
        assert_eq!(before.saturating_duration_since(now), Duration::ZERO);
        assert_eq!(before.checked_add(Duration::from_millis(1500)), Some(now));
        assert_eq!(before + Duration::from_millis(1500), now);
        assert_eq!(now.checked_add(Duration::MAX), None);
        MILLISECONDS.store(1750, Ordering::Relaxed);
        assert_eq!(now.elapsed(), Duration::from_millis(250));
        assert!(now < Instant::now());
    }
}
