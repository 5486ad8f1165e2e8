//! `exact-covers`: dancing links with colours; calls back for each solution.

use exact_covers::{DlSolver, Solver};
use std::ops::ControlFlow;
use tilewright_testkit::instances::Cover;

pub(super) fn count(cover: &Cover) -> u64 {
    let primary: Vec<usize> = (0..cover.primary.len()).collect();
    let secondary: Vec<usize> = (cover.primary.len()..cover.item_count()).collect();
    let mut solver: DlSolver<usize, u32> = DlSolver::new(&primary, &secondary);
    for option in &cover.options {
        let (primary, secondary): (Vec<_>, Vec<_>) =
            (option.iter().copied()).partition(|&(item, _)| item < cover.primary.len());
        let primary: Vec<usize> = primary.into_iter().map(|(item, _)| item).collect();
        solver.add_option(primary, secondary);
    }
    let mut found = 0;
    solver.solve(|_| {
        found += 1;
        ControlFlow::Continue(())
    });
    found
}
