//! `dancing-links`: an iterator over solutions of anything that answers whether a possibility
//! satisfies a constraint.

use dancing_links::{ExactCover, Solver};
use tilewright_testkit::instances::Cover;

struct Problem<'c> {
    primary: usize,
    items: Vec<usize>,
    options: &'c [Vec<(usize, Option<u32>)>],
}

impl ExactCover for Problem<'_> {
    type Possibility = Vec<(usize, Option<u32>)>;
    type Constraint = usize;

    fn satisfies(&self, option: &Self::Possibility, item: &usize) -> bool {
        option.iter().any(|(other, _)| other == item)
    }

    fn is_optional(&self, item: &usize) -> bool {
        *item >= self.primary
    }

    fn possibilities(&self) -> &[Self::Possibility] {
        self.options
    }

    fn constraints(&self) -> &[usize] {
        &self.items
    }
}

pub(super) fn count(cover: &Cover) -> u64 {
    let problem = Problem {
        primary: cover.primary.len(),
        items: (0..cover.item_count()).collect(),
        options: &cover.options,
    };
    Solver::new(&problem).count() as u64
}
