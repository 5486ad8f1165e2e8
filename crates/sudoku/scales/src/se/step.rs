//! One step: its removals or its value, and its difficulty on the scale.

use super::Technique;
use super::grid::{Grid, ones};

pub(super) struct Step {
    pub(super) technique: Technique,
    /// In tenths.
    pub(super) rating: u16,
    /// A cell and its digit.
    pub(super) set: Option<(usize, usize)>,
    /// Cells and the digits that they lose.
    pub(super) off: Vec<(u8, u16)>,
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
    pub(super) fn off(technique: Technique, rating: u16, off: Vec<(u8, u16)>) -> Option<Self> {
        if off.is_empty() {
            return None;
        }
        Some(Self {
            technique,
            rating,
            set: None,
            off,
        })
    }

    pub(super) fn apply(&self, grid: &mut Grid) {
        for &(cell, digits) in &self.off {
            for digit in ones(digits) {
                grid.remove(usize::from(cell), digit);
            }
        }
        if let Some((cell, digit)) = self.set {
            grid.set(cell, digit);
        }
    }
}

/// The removal of one digit from these cells.
pub(super) fn digit_off(digit: usize, cells: impl Iterator<Item = usize>) -> Vec<(u8, u16)> {
    cells.map(|cell| (cell as u8, 1 << digit)).collect()
}
