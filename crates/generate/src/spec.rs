//! Specifications that make no sense are refused.

use crate::{Orders, Spec, Symmetry, Unable};

impl Spec {
    /// Refuses what only some families can do, but for these: "Sudoku is made without a largest area".
    pub(crate) fn refuse_all_but(&self, able: Orders, what: &str) -> Result<(), Unable> {
        let all = [
            ("symmetry", self.symmetry != Symmetry::None),
            ("pattern", self.pattern.is_some()),
            ("technique", self.technique.is_some()),
            ("controlled bias", self.controlled_bias),
            ("largest area", self.largest_area.is_some()),
            ("share of areas", self.ones.is_some()),
        ];
        let mut refused = all.iter().filter(|(name, _)| !able.0.contains(name));
        match refused.find(|(_, is_asked)| *is_asked) {
            Some((name, _)) => Err(Unable(format!("{what} without a {name}"))),
            None => Ok(()),
        }
    }

    /// The allowed places of clues, on a board with that many cells.
    pub(crate) fn allowed(
        &self,
        cells: usize,
        board: &str,
    ) -> Result<impl Fn(usize) -> bool + use<'_>, Unable> {
        let pattern = self.pattern.as_ref();
        match pattern.filter(|pattern| pattern.len() != cells) {
            Some(pattern) => Err(Unable(format!(
                "the pattern has {} cells, but the {board} has {cells}",
                pattern.len()
            ))),
            None => Ok(move |cell: usize| pattern.is_none_or(|pattern| pattern[cell])),
        }
    }

    /// Refuses a number of clues that no puzzle has.
    pub(crate) fn check_clues(
        &self,
        fewest: usize,
        allowed: usize,
        board: &str,
    ) -> Result<(), Unable> {
        let Some(range) = &self.clues else {
            return Ok(());
        };
        let (from, to) = (*range.start(), *range.end());
        Err(Unable(if range.is_empty() {
            format!("from {from} to {to} clues is not a range")
        } else if to < fewest {
            format!("on the {board} no puzzle with fewer than {fewest} clues has one solution")
        } else if from > allowed {
            format!("{from} clues do not fit in the {allowed} cells where they are allowed")
        } else {
            return Ok(());
        }))
    }
}
