//! Dynamic forcing chains: the consequences of every candidate, held or fallen, with all that follows taken off the
//! board along the way; a contradiction, or the common consequences of both sides, of all candidates of a cell or of
//! all places of a digit in a unit.
//!
//! From level 1 on chains use patterns when nothing else follows (`patterns`), from level 2 on other
//! chains (`nested`). The easiest of all is taken: within a level the shortest, then by kind, then
//! the first.

use super::Technique;
use super::branch::{Branch, Marks, NodeId, OFF, ON, Rules};
use super::grid::Grid;
use super::nested::{self, Inner};
use super::patterns::{self, Seen};
use super::proof::Origin;
use super::rank::{Family, Rank};
use super::step::Step;
use crate::cells::Cells;
use crate::digits::ones;
use tilewright_model::budget::{Budget, Meter};

/// The depth of chains.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Depth {
    /// Nothing is taken off the board.
    Static,
    Level(u8),
}

impl Depth {
    /// The chains of this depth and kind.
    pub(super) fn family(self, kind: u8) -> Family {
        match self {
            Self::Static => (80, kind),
            Self::Level(level) => (85 + u16::from(level) * 5, kind),
        }
    }

    pub(super) fn level(self) -> u8 {
        match self {
            Self::Static => 0,
            Self::Level(level) => level,
        }
    }
}

/// Candidates between two looks at the clock: about a millisecond's worth.
const LOOK_EVERY: u64 = 1 << 16;

/// The data that all searches of a rating share: marks, the inner chains found, and the work still allowed.
pub(super) struct Context {
    pub(super) marks: Marks,
    pub(super) inner: Inner,
    /// Counts the candidates that are followed.
    meter: Meter,
    spaces: Vec<Space>,
}

impl Context {
    pub(super) fn new(budget: &Budget) -> Self {
        Self {
            marks: Marks::new(),
            inner: Inner::default(),
            meter: budget.meter().every(LOOK_EVERY),
            spaces: Vec::new(),
        }
    }

    /// Returns true if a limit was reached; then nothing more is followed.
    pub(super) fn is_out(&self) -> bool {
        self.meter.end().is_some()
    }

    /// Counts candidates that were followed.
    pub(super) fn spend(&mut self, nodes: usize) {
        let _ = self.meter.spend(nodes);
    }
}

/// Room for the branches of one search; kept for the next.
struct Space {
    /// From each candidate that holds, by number, and whether it is there.
    on: Vec<(bool, Branch)>,
    off: Branch,
    now: Grid,
}

/// The ends of the chains of a hint, with their branches.
pub(super) type Ends<'b> = [(&'b Branch, NodeId)];

/// The conclusion of a hint: a cell, a digit and its side.
pub(super) type Effect = (usize, usize, usize);

/// Receives the results of the search.
pub(super) trait Hints {
    /// Chains of this kind with these ends come to this: the cell has the digit, or has it not.
    fn offer(&mut self, context: &mut Context, hint: (u8, Origin), ends: &Ends<'_>, effect: Effect);
}

/// Searches a board; `false` if a limit was reached.
pub(super) fn search(
    grid: &Grid,
    depth: Depth,
    context: &mut Context,
    hints: &mut impl Hints,
) -> bool {
    let space = context.spaces.pop().unwrap_or_else(|| Space {
        on: Vec::new(),
        off: Branch::default(),
        now: grid.clone(),
    });
    let mut search = Search {
        grid,
        depth,
        space,
        id: Box::new([0; 729]),
        context,
        hints,
    };
    search.number();
    search.all();
    let Search { space, context, .. } = search;
    context.spaces.push(space);
    !context.is_out()
}

struct Search<'s, H> {
    grid: &'s Grid,
    depth: Depth,
    space: Space,
    id: Box<[usize; 729]>,
    context: &'s mut Context,
    hints: &'s mut H,
}

impl<H: Hints> Search<'_, H> {
    fn number(&mut self) {
        let mut count = 0;
        for cell in 0..81 {
            for digit in ones(self.grid.cand[cell]) {
                self.id[cell * 9 + digit] = count;
                count += 1;
            }
        }
        let Space { on, .. } = &mut self.space;
        for (known, _) in on.iter_mut() {
            *known = false;
        }
        if on.len() < count {
            on.resize_with(count, || (false, Branch::default()));
        }
    }

    /// Sees to it that the branch of a candidate that holds is there.
    fn ready(&mut self, cell: usize, digit: usize) -> usize {
        let at = self.id[cell * 9 + digit];
        let Space { on, now, .. } = &mut self.space;
        let (known, branch) = &mut on[at];
        if !std::mem::replace(known, true) {
            branch.start(cell, digit, ON);
            complete(branch, self.grid, now, self.depth, self.context);
        }
        at
    }

    fn all(&mut self) {
        let grid = self.grid;
        let dynamic = self.depth != Depth::Static;
        for cell in grid.with_at_least(if dynamic { 2 } else { 3 }) {
            let mut sources = Vec::new();
            for digit in ones(grid.cand[cell]) {
                let on = self.ready(cell, digit);
                sources.push(on);
                if dynamic {
                    self.both_sides(on, cell, digit);
                }
                for (kind, places) in grid.first_in(cell, digit) {
                    self.places(places, digit, kind);
                }
                if self.context.is_out() {
                    return;
                }
            }
            self.common(&sources, (5, Origin::Cell));
        }
    }

    fn both_sides(&mut self, on: usize, cell: usize, digit: usize) {
        let Space { on: all, off, now } = &mut self.space;
        let on = &all[on].1;
        off.start(cell, digit, OFF);
        complete(off, self.grid, now, self.depth, self.context);
        if self.context.is_out() {
            return;
        }
        for (branch, side) in [(on, OFF), (&*off, ON)] {
            if let Some(clash) = branch.clash {
                let ends = [(branch, clash.on), (branch, clash.off)];
                let effect = (cell, digit, side);
                self.hints
                    .offer(self.context, (7, Origin::Other), &ends, effect);
            }
        }
        if self.grid.count(cell) >= 3 {
            shared(&[on, off], (1, Origin::Other), self.context, self.hints);
        }
    }

    /// The places of a digit in a unit of this kind.
    fn places(&mut self, places: Cells, digit: usize, kind: usize) {
        let mut sources = Vec::new();
        for cell in places {
            sources.push(self.ready(cell, digit));
            if self.context.is_out() {
                return;
            }
        }
        self.common(&sources, (6, Origin::Unit(kind)));
    }

    fn common(&mut self, sources: &[usize], hint: (u8, Origin)) {
        let mut branches = [&self.space.off; 9];
        for (slot, &source) in branches.iter_mut().zip(sources) {
            *slot = &self.space.on[source].1;
        }
        shared(&branches[..sources.len()], hint, self.context, self.hints);
    }
}

/// Offers the common consequences of all these branches, in the order of the first.
fn shared(branches: &[&Branch], hint: (u8, Origin), context: &mut Context, hints: &mut impl Hints) {
    let first = branches[0];
    let mut ends = [(first, 0); 9];
    for side in [ON, OFF] {
        let mut common = first.sets[side];
        for branch in &branches[1..] {
            for digit in 0..9 {
                common[digit] &= branch.sets[side][digit];
            }
        }
        if common == [Cells::NONE; 9] {
            continue;
        }
        for &id in &first.order[side] {
            let (cell, digit) = first.at(id).candidate();
            if !common[digit].has(cell) {
                continue;
            }
            for (end, &branch) in ends.iter_mut().zip(branches) {
                *end = (branch, branch.node(side, cell, digit));
            }
            let ends = &ends[..branches.len()];
            hints.offer(context, hint, ends, (cell, digit, side));
        }
    }
}

/// Follows a branch that was started to its end.
fn complete(branch: &mut Branch, grid: &Grid, now: &mut Grid, depth: Depth, context: &mut Context) {
    now.clone_from(grid);
    let rules = Rules {
        cells: true,
        dynamic: depth != Depth::Static,
    };
    let mut seen = Seen::default();
    loop {
        let before = branch.nodes.len();
        branch.follow(grid, now, rules);
        context.spend(branch.nodes.len() - before);
        if branch.clash.is_some() || depth.level() == 0 || context.is_out() {
            return;
        }
        if !patterns::follow(branch, grid, now, &mut seen)
            && !nested::follow(branch, grid, now, depth.level(), context)
        {
            return;
        }
    }
}

/// The number of candidates in the chains of a hint, if that number makes it better. Most are not even with the least
/// that they may have, which is known.
pub(super) fn complexity_if(
    is_better: impl Fn(u32) -> bool,
    marks: &mut Marks,
    ends: &Ends<'_>,
    level: u8,
) -> Option<u32> {
    let least = ends
        .iter()
        .map(|&(branch, end)| u32::from(branch.at(end).least));
    if !is_better(least.sum()) {
        return None;
    }
    Some(complexity(marks, ends, level)).filter(|&complexity| is_better(complexity))
}

/// The number of candidates in the chains of a hint, those of chains within them included.
fn complexity(marks: &mut Marks, ends: &Ends<'_>, level: u8) -> u32 {
    let mut inner: Vec<(u128, u32)> = Vec::new();
    let mut sum = 0;
    for &(branch, end) in ends {
        sum += marks.ancestors(branch, end, |node| {
            if level < 2 {
                return;
            }
            if let Some(proof) = branch.proof(node)
                && !inner.iter().any(|&(print, _)| print == proof.print)
            {
                inner.push((proof.print, proof.complexity));
            }
        });
    }
    sum + inner.iter().map(|&(_, complexity)| complexity).sum::<u32>()
}

/// Keeps the easiest hint.
struct Easiest<'g> {
    grid: &'g Grid,
    level: u8,
    best: Option<(u32, u8, Effect)>,
}

impl Hints for Easiest<'_> {
    fn offer(
        &mut self,
        context: &mut Context,
        (kind, _): (u8, Origin),
        ends: &Ends<'_>,
        effect: Effect,
    ) {
        let (cell, digit, side) = effect;
        let is_new = if side == ON {
            self.grid.count(cell) > 1
        } else {
            self.grid.has(cell, digit)
        };
        let best = self.best.map(|(best, by, _)| (best, by));
        let is_better = |complexity| is_new && best.is_none_or(|best| (complexity, kind) < best);
        if let Some(found) = complexity_if(is_better, &mut context.marks, ends, self.level) {
            self.best = Some((found, kind, effect));
        }
    }
}

/// The easiest dynamic chain of a level.
pub(super) fn chain(grid: &Grid, level: u8, context: &mut Context) -> Option<Step> {
    let mut easiest = Easiest {
        grid,
        level,
        best: None,
    };
    if !search(grid, Depth::Level(level), context, &mut easiest) {
        return None;
    }
    let (complexity, kind, (cell, digit, side)) = easiest.best?;
    let rank = Rank::new(Depth::Level(level).family(kind), complexity);
    let technique = [
        Technique::DynamicForcingChains,
        Technique::DynamicForcingChainsPlus,
        Technique::NestedForcingChains,
        Technique::NestedMultipleForcingChains,
        Technique::NestedDynamicForcingChains,
        Technique::NestedDynamicForcingChainsPlus,
    ][usize::from(level)];
    let end = (cell, digit, side == ON);
    Some(Step::settled(technique, rank.rating, end))
}
