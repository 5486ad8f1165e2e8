//! Vectors whose memory is charged to a budget.

use crate::budget::{End, Meter};
use std::ops::{Deref, DerefMut};

/// A vector that asks a meter before it grows. Pushing within its room costs nothing more than it does elsewhere.
#[derive(Debug)]
pub(crate) struct Counted<T>(Vec<T>);

impl<T> Default for Counted<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T> Counted<T> {
    /// Makes room for `more` entries, and as many as there are already, so that growing to any length takes time in
    /// proportion to it.
    #[inline]
    pub(crate) fn room(&mut self, more: usize, meter: &mut Meter) -> Result<(), End> {
        if more <= self.0.capacity() - self.0.len() {
            return Ok(());
        }
        self.grow(more.max(self.0.len()), meter)
    }

    /// Makes room for just `more` entries.
    pub(crate) fn exact_room(&mut self, more: usize, meter: &mut Meter) -> Result<(), End> {
        if more <= self.0.capacity() - self.0.len() {
            return Ok(());
        }
        self.grow(more, meter)
    }

    #[cold]
    fn grow(&mut self, more: usize, meter: &mut Meter) -> Result<(), End> {
        let bytes = |entries: usize| entries.saturating_mul(size_of::<T>()) as u64;
        // While the entries move, both arrays are there.
        meter.take(bytes(self.0.len().saturating_add(more)))?;
        meter.give_back(bytes(self.0.capacity()));
        self.0.reserve_exact(more);
        Ok(())
    }

    pub(crate) fn into_vec(self) -> Vec<T> {
        self.0
    }
}

impl<T: Copy> Counted<T> {
    /// That many copies of a value.
    pub(crate) fn filled(value: T, count: usize, meter: &mut Meter) -> Result<Self, End> {
        let mut filled = Self::default();
        filled.exact_room(count, meter)?;
        filled.0.resize(count, value);
        Ok(filled)
    }

    /// Ends its life before that of the meter.
    pub(crate) fn drop_from(self, meter: &mut Meter) {
        meter.give_back((self.0.capacity() * size_of::<T>()) as u64);
    }
}

impl<T> Deref for Counted<T> {
    type Target = Vec<T>;

    fn deref(&self) -> &Vec<T> {
        &self.0
    }
}

impl<T> DerefMut for Counted<T> {
    fn deref_mut(&mut self) -> &mut Vec<T> {
        &mut self.0
    }
}
