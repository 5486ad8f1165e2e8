//! One step: its removals or its value, and its difficulty on the scale.

use super::Technique;
use super::grid::{Grid, Off};
use crate::digits::ones;

#[derive(Clone)]
pub(super) struct Step {
    pub(super) technique: Technique,
    /// In tenths.
    pub(super) rating: u16,
    /// A cell and its digit.
    pub(super) set: Option<(usize, usize)>,
    pub(super) off: Off,
}

impl Step {
    pub(super) fn set(technique: Technique, rating: u16, cell: usize, digit: usize) -> Self {
        Self {
            technique,
            rating,
            set: Some((cell, digit)),
            off: Vec::new(),
        }
    }

    /// A step that removes something, or none if there is nothing to remove.
    pub(super) fn off(technique: Technique, rating: u16, off: Off) -> Option<Self> {
        let step = Self {
            technique,
            rating,
            set: None,
            off,
        };
        (!step.off.is_empty()).then_some(step)
    }

    /// A candidate turns out to hold, or to fall.
    pub(super) fn settled(
        technique: Technique,
        rating: u16,
        (cell, digit, holds): (usize, usize, bool),
    ) -> Self {
        let mut step = Self::set(technique, rating, cell, digit);
        if !holds {
            step.set = None;
            step.off.push((cell, 1 << digit));
        }
        step
    }

    pub(super) fn apply(&self, grid: &mut Grid) {
        for &(cell, digits) in &self.off {
            for digit in ones(digits) {
                grid.remove(cell, digit);
            }
        }
        if let Some((cell, digit)) = self.set {
            grid.set(cell, digit);
        }
    }
}
