//! `dlx`: dancing links, apart with and without colours; a step to the next solution.

use dlx::choose::{mrv_chooser, no_tiebreak, prefer_any};
use dlx::{Int, OptOrder, Solve, Solver, Uint, c, x};
use tilewright_testkit::instances::Cover;

pub(super) fn count(cover: &Cover) -> u64 {
    let primary = cover.primary.len() as Uint;
    let secondary = cover.secondary.len() as Uint;
    if !cover.has_colours() {
        let plain = |&(item, _): &(usize, _)| item as Uint;
        let options: Vec<Vec<Uint>> = (cover.options.iter())
            .map(|option| option.iter().map(plain).collect())
            .collect();
        return visit(x::make_problem(primary, secondary, &options, OptOrder::Seq));
    }
    // 0 is not a colour.
    let shown = |colour: Option<u32>| colour.map_or(0, |colour| Int(colour + 1));
    let coloured = |&(item, colour): &(usize, _)| (item as Uint, shown(colour));
    let options: Vec<Vec<(Uint, Int)>> = (cover.options.iter())
        .map(|option| option.iter().map(coloured).collect())
        .collect();
    visit(c::make_problem(primary, secondary, &options, OptOrder::Seq))
}

fn visit(mut problem: impl Solve) -> u64 {
    let mut solver = Solver::new(&mut problem);
    let mut chooser = mrv_chooser(prefer_any(), no_tiebreak());
    let mut found = 0;
    while solver.next_solution(&mut chooser) {
        found += 1;
    }
    found
}
