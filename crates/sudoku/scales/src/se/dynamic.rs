//! Dynamic forcing chains: the consequences of every candidate, held or fallen, with all that follows taken off the
//! board along the way; a contradiction, or the common consequences of both sides, of all candidates of a cell or of
//! all places of a digit in a unit.
//!
//! From level 1 on chains use patterns when nothing else follows (`patterns`), from level 2 on other
//! chains (`nested`). The easiest of all is taken: within a level the shortest, then by kind, then
//! the first.

use super::Technique;
use super::branch::{Branch, Marks, NodeId, OFF, ON, Rules};
use super::grid::{Grid, cell_at, ones, size, unit_of};
use super::nested::{self, Inner};
use super::patterns::{self, Seen};
use super::proof::Origin;
use super::rank::Rank;
use super::step::Step;
use tilewright_model::budget::{Budget, Meter};

/// The depth of chains.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Depth {
    /// Nothing is taken off the board.
    Static,
    Level(u8),
}

impl Depth {
    pub(super) fn base(self) -> (u16, f64) {
        match self {
            Self::Static => (80, 8.0),
            Self::Level(level) => (85 + u16::from(level) * 5, 8.5 + f64::from(level) * 0.5),
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

/// Receives the results of the search.
pub(super) trait Hints {
    /// Chains of this kind with these ends come to this: the cell has the digit, or has it not.
    fn offer(
        &mut self,
        context: &mut Context,
        hint: (u8, Origin),
        ends: &Ends<'_>,
        effect: (usize, usize, usize),
    );
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
        off: Branch::new(),
        now: grid.clone(),
    });
    let mut search = Search {
        grid,
        depth,
        space,
        id: Box::new([0; 729]),
    };
    search.number();
    search.all(context, hints);
    context.spaces.push(search.space);
    !context.is_out()
}

struct Search<'g> {
    grid: &'g Grid,
    depth: Depth,
    space: Space,
    id: Box<[u16; 729]>,
}

impl Search<'_> {
    fn number(&mut self) {
        let mut count = 0;
        for cell in 0..81 {
            for digit in ones(self.grid.cand[cell]) {
                self.id[cell * 9 + digit] = count;
                count += 1;
            }
        }
        self.space
            .on
            .iter_mut()
            .for_each(|(known, _)| *known = false);
        while self.space.on.len() < usize::from(count) {
            self.space.on.push((false, Branch::new()));
        }
    }

    fn at(&self, cell: usize, digit: usize) -> usize {
        usize::from(self.id[cell * 9 + digit])
    }

    /// Sees to it that the branch of a candidate that holds is there.
    fn ready(&mut self, cell: usize, digit: usize, context: &mut Context) -> usize {
        let at = self.at(cell, digit);
        let (known, branch) = &mut self.space.on[at];
        if !*known {
            *known = true;
            branch.start(cell, digit, ON);
            complete(branch, self.grid, &mut self.space.now, self.depth, context);
        }
        at
    }

    fn all(&mut self, context: &mut Context, hints: &mut impl Hints) {
        let dynamic = self.depth != Depth::Static;
        for cell in 0..81 {
            let count = self.grid.count(cell);
            if count < 2 || count < 3 && !dynamic {
                continue;
            }
            for digit in ones(self.grid.cand[cell]) {
                let on = self.ready(cell, digit, context);
                if dynamic {
                    self.both_sides(on, cell, digit, context, hints);
                }
                self.units(on, cell, digit, context, hints);
                if context.is_out() {
                    return;
                }
            }
            let sources: Vec<usize> = ones(self.grid.cand[cell])
                .map(|digit| self.at(cell, digit))
                .collect();
            self.common(&sources, (5, Origin::Cell), context, hints);
        }
    }

    fn both_sides(
        &mut self,
        on: usize,
        cell: usize,
        digit: usize,
        context: &mut Context,
        hints: &mut impl Hints,
    ) {
        let space = &mut self.space;
        space.off.start(cell, digit, OFF);
        complete(
            &mut space.off,
            self.grid,
            &mut space.now,
            self.depth,
            context,
        );
        if context.is_out() {
            return;
        }
        let (on, off) = (&space.on[on].1, &space.off);
        for (branch, side) in [(on, OFF), (off, ON)] {
            if let Some(clash) = branch.clash {
                let ends = [(branch, clash.on), (branch, clash.off)];
                hints.offer(context, (7, Origin::Other), &ends, (cell, digit, side));
            }
        }
        if self.grid.count(cell) >= 3 {
            shared(&[on, off], (1, Origin::Other), context, hints);
        }
    }

    /// The units in which this is the first place of the digit.
    fn units(
        &mut self,
        on: usize,
        cell: usize,
        digit: usize,
        context: &mut Context,
        hints: &mut impl Hints,
    ) {
        for kind in 0..3 {
            let unit = unit_of(cell, kind);
            let spots = self.grid.spot[unit][digit];
            let first = cell_at(unit, spots.trailing_zeros() as usize);
            if size(spots) < 2 || first != cell {
                continue;
            }
            let mut sources = vec![on];
            for at in ones(spots).skip(1) {
                sources.push(self.ready(cell_at(unit, at), digit, context));
                if context.is_out() {
                    return;
                }
            }
            self.common(&sources, (6, Origin::Unit(kind)), context, hints);
        }
    }

    fn common(
        &self,
        sources: &[usize],
        hint: (u8, Origin),
        context: &mut Context,
        hints: &mut impl Hints,
    ) {
        let mut branches = [&self.space.off; 9];
        for (slot, &source) in branches.iter_mut().zip(sources) {
            *slot = &self.space.on[source].1;
        }
        shared(&branches[..sources.len()], hint, context, hints);
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
        if common == [0; 9] {
            continue;
        }
        for &id in &first.order[side] {
            let node = &first.nodes[usize::from(id)];
            let (cell, digit) = (usize::from(node.cell), usize::from(node.digit));
            if common[digit] >> cell & 1 == 0 {
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

/// The number of candidates in the chains of a hint, those of chains within them included.
pub(super) fn complexity(marks: &mut Marks, ends: &Ends<'_>, level: u8) -> u32 {
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
    best: Option<(u32, u8, (usize, usize, usize))>,
}

impl Hints for Easiest<'_> {
    fn offer(
        &mut self,
        context: &mut Context,
        (kind, _): (u8, Origin),
        ends: &Ends<'_>,
        effect: (usize, usize, usize),
    ) {
        let least: u32 = ends
            .iter()
            .map(|&(branch, end)| u32::from(branch.nodes[usize::from(end)].least))
            .sum();
        let is_better = |complexity: u32| {
            self.best
                .is_none_or(|(best, by, _)| (complexity, kind) < (best, by))
        };
        let (cell, digit, side) = effect;
        let is_worth = if side == ON {
            self.grid.count(cell) > 1
        } else {
            self.grid.has(cell, digit)
        };
        if !is_worth || !is_better(least) {
            return;
        }
        let complexity = complexity(&mut context.marks, ends, self.level);
        if is_better(complexity) {
            self.best = Some((complexity, kind, effect));
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
    let rating = Rank::new(Depth::Level(level).base(), complexity, kind).rating;
    let technique = [
        Technique::DynamicForcingChains,
        Technique::DynamicForcingChainsPlus,
        Technique::NestedForcingChains,
        Technique::NestedMultipleForcingChains,
        Technique::NestedDynamicForcingChains,
        Technique::NestedDynamicForcingChainsPlus,
    ][usize::from(level)];
    if side == ON {
        return Some(Step::set(technique, rating, cell, digit));
    }
    Step::off(technique, rating, vec![(cell as u8, 1 << digit)])
}
