//! `dlx-rs`: dancing links, an iterator over solutions.

use dlx_rs::solver::Solver;
use tilewright_testkit::instances::Cover;

pub(super) fn count(cover: &Cover) -> u64 {
    let mut solver = Solver::new_optional(cover.primary.len(), cover.secondary.len());
    for (number, option) in cover.options.iter().enumerate() {
        // Its items are numbered from 1.
        let items: Vec<usize> = option.iter().map(|&(item, _)| item + 1).collect();
        solver.add_option(number, &items);
    }
    solver.count() as u64
}
