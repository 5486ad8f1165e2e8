//! Links while the solver searches: `BatSat` asks this theory after each decision and all that follows from it.
//!
//! **Idea.** Of each link the theory keeps which nodes are in and which are out, and a [`Walk`] over it finds what
//! follows: two nodes that are in and cannot be joined any more are a conflict; what cannot be reached is out; what
//! every way leads through is in. The reason is always a *separator*: two nodes are in (or, of one that cannot be
//! reached, one is), and all nodes between the two are out.
//!
//! **Cost.** A walk visits the whole link, so there is one only if something may follow. Nothing does if a node goes in
//! beside one that is in, or goes out with no more than one neighbour that is not: ways and pieces stay the same. And
//! where walks find nothing, looks are left out, twice as many each time up to [`MOST_LEFT_OUT`], until one finds something: in
//! a Slitherlink a walk seldom pays and this is five times as fast, in a Nurikabe it mostly does. Nothing is missed for
//! good, as a solution is always looked at. Reasons are worked out when the solver asks for them, which is seldom, from what
//! was known at the time of the walk.

use super::links::{Links, Place};
use crate::walk::{Status, Walk};
use batsat::{Lit, Theory, TheoryArg, lbool};
use std::sync::Arc;
use tilewright_model::Link;

/// At most this many looks are left out in a row.
const MOST_LEFT_OUT: usize = 63;

/// One more look may be left out for this many nodes and neighbours: a walk over a small link costs little.
const VISITS_PER_LOOK: usize = 64;

/// The links of a search.
#[derive(Default)]
pub(super) struct Joining {
    links: Vec<OneLink>,
    /// For each variable, where its part of `touched` begins.
    start: Vec<u32>,
    touched: Vec<Touched>,
    /// The solver's literals that were looked at.
    taken: usize,
    /// The nodes that went in or out, in order, each with its link.
    changes: Vec<(u32, u32)>,
    levels: Vec<Level>,
    /// For each variable, why it was last propagated.
    reasons: Vec<Reason>,
    /// The reason that was asked for last.
    explained: Vec<Lit>,
}

/// A node that a variable decides.
#[derive(Clone, Copy, Debug)]
struct Touched {
    link: u32,
    node: u32,
    /// The value that puts it in.
    is_in_if: bool,
}

/// The lengths of the lists when a level began.
#[derive(Clone, Copy, Debug)]
struct Level {
    taken: usize,
    changes: usize,
}

/// Why something follows: `from` is in, and all ways to `to` lead through `through`, if that is a node, and through
/// nodes that were out when the solver had `at` literals. With `through` it is known that `to` is in, too.
#[derive(Clone, Copy, Debug)]
struct Reason {
    link: u32,
    from: u32,
    to: u32,
    through: Option<u32>,
    at: usize,
    /// The number of literals before the propagated one.
    before: usize,
}

const NO_REASON: Reason = Reason {
    link: u32::MAX,
    from: 0,
    to: 0,
    through: None,
    at: 0,
    before: usize::MAX,
};

struct OneLink {
    link: Arc<Link>,
    /// The literal that puts a node in, unless that is decided.
    literal: Vec<Option<Lit>>,
    status: Vec<Status>,
    /// The number of literals that the solver had when the node went in or out.
    when: Vec<usize>,
    /// The nodes that are in, in the order in which they went in.
    ins: Vec<u32>,
    not_out: usize,
    /// Something may follow that was not looked for.
    is_due: bool,
    /// The looks that are left out after one that found nothing, at most and at present, and those left out since.
    most_patience: u32,
    patience: u32,
    left_out: u32,
    walk: Walk,
}

impl Joining {
    /// For these links; `literal` gives the solver's own of a literal, below this many variables.
    pub(super) fn new(links: &Links, variables: usize, literal: impl Fn(i32) -> Lit) -> Self {
        let links: Vec<OneLink> = links
            .iter()
            .map(|linked| OneLink::new(&linked.link, &linked.nodes, &literal))
            .collect();
        let mut by_variable = Vec::new();
        for (number, link) in (0..).zip(&links) {
            for (node, literal) in (0..).zip(&link.literal) {
                let Some(literal) = literal else { continue };
                let touched = Touched {
                    link: number,
                    node,
                    is_in_if: literal.sign(),
                };
                by_variable.push((literal.var().idx(), touched));
            }
        }
        by_variable.sort_by_key(|&(variable, _)| variable);
        let before = |variable: u32| by_variable.partition_point(|&(other, _)| other < variable);
        Self {
            start: (0..=variables as u32)
                .map(|variable| before(variable) as u32)
                .collect(),
            touched: by_variable.iter().map(|&(_, touched)| touched).collect(),
            reasons: vec![NO_REASON; variables],
            links,
            ..Self::default()
        }
    }

    /// Takes over what the solver has decided since.
    fn take(&mut self, trail: &[Lit]) {
        for (before, literal) in trail.iter().enumerate().skip(self.taken) {
            let variable = literal.var().idx() as usize;
            let range = self.start[variable] as usize..self.start[variable + 1] as usize;
            for &Touched {
                link,
                node,
                is_in_if,
            } in &self.touched[range]
            {
                let reason = &self.reasons[variable];
                let is_own = reason.before == before && reason.link == link;
                let status = if literal.sign() == is_in_if {
                    Status::In
                } else {
                    Status::Out
                };
                self.links[link as usize].decide(node, status, before + 1, is_own);
                self.changes.push((link, node));
            }
        }
        self.taken = trail.len();
    }

    /// Looks at the links; at all of them if it is the `last` look.
    fn look(&mut self, acts: &mut TheoryArg<'_>, last: bool) {
        self.take(acts.model());
        for number in 0..self.links.len() {
            // What is known at level 0 holds for good, so nothing waits there.
            let may_wait = !last && !self.levels.is_empty();
            if !(last || self.links[number].is_due) || (may_wait && self.links[number].waits()) {
                continue;
            }
            let before = acts.model().len();
            let is_well = self.look_at(number, acts);
            let has_found = !is_well || acts.model().len() > before;
            self.links[number].found(has_found);
            if !is_well {
                return;
            }
        }
    }

    /// Returns false where there is a conflict.
    fn look_at(&mut self, number: usize, acts: &mut TheoryArg<'_>) -> bool {
        let link = &mut self.links[number];
        let Some(&from) = link.ins.first() else {
            return true;
        };
        link.is_due = false;
        link.walk.begin(&link.link, &link.status, from);
        let mut reason = Reason {
            link: number as u32,
            from,
            at: self.taken,
            ..NO_REASON
        };
        if link.walk.reached() < link.not_out {
            let is_lost = |&&node: &&u32| !link.walk.has_reached(node as usize);
            if let Some(&to) = link.ins.iter().find(is_lost) {
                reason.to = to;
                self.explain(&reason);
                self.explained
                    .extend(self.links[number].literal[to as usize]);
                self.raise(acts, None);
                return false;
            }
            for node in 0..self.links[number].status.len() {
                let link = &self.links[number];
                if link.status[node] == Status::Open
                    && !link.walk.has_reached(node)
                    && let Some(literal) = link.literal[node]
                {
                    reason.to = node as u32;
                    if !self.propagate(acts, !literal, reason) {
                        return false;
                    }
                }
            }
        }
        for place in 0..self.links[number].walk.forced().len() {
            let (node, to) = self.links[number].walk.forced()[place];
            if let Some(literal) = self.links[number].literal[node as usize] {
                (reason.to, reason.through) = (to, Some(node));
                if !self.propagate(acts, literal, reason) {
                    return false;
                }
            }
        }
        true
    }

    /// Returns false where there is a conflict.
    fn propagate(&mut self, acts: &mut TheoryArg<'_>, literal: Lit, mut reason: Reason) -> bool {
        let value = acts.value(literal.var());
        if value == lbool::UNDEF {
            reason.before = acts.model().len();
            self.reasons[literal.var().idx() as usize] = reason;
            return acts.propagate(literal);
        }
        if (value == lbool::TRUE) == literal.sign() {
            return true;
        }
        // Another link has just decided otherwise.
        self.explain(&reason);
        self.raise(acts, Some(literal));
        false
    }

    /// What was explained cannot be, unless this is true.
    fn raise(&mut self, acts: &mut TheoryArg<'_>, unless: Option<Lit>) {
        let clause = self.explained.iter().map(|&literal| !literal);
        let clause: Vec<Lit> = clause.chain(unless).collect();
        acts.raise_conflict(&clause, false);
    }

    /// Works out the true literals of a reason.
    fn explain(&mut self, reason: &Reason) {
        let link = &self.links[reason.link as usize];
        let is_closed = |node: u32| {
            let at = node as usize;
            reason.through == Some(node)
                || (link.status[at] == Status::Out && link.when[at] <= reason.at)
        };
        let between = link.link.between(reason.from, reason.to, is_closed);
        let ends = [Some(reason.from), reason.through.map(|_| reason.to)];
        let ends = ends.into_iter().flatten();
        let ends = ends.filter_map(|node| link.literal[node as usize]);
        let between = between
            .into_iter()
            .filter(|&node| reason.through != Some(node))
            .filter_map(|node| link.literal[node as usize]);
        self.explained.clear();
        self.explained
            .extend(ends.chain(between.map(|literal| !literal)));
    }
}

impl OneLink {
    fn new(link: &Arc<Link>, nodes: &[Place], literal: impl Fn(i32) -> Lit) -> Self {
        let places = 0..nodes.len() as u32;
        let visits = places.clone().map(|node| 1 + link.neighbours(node).len());
        let visits: usize = visits.sum();
        let status = nodes.iter().map(|place| match place {
            Place::In => Status::In,
            Place::Out => Status::Out,
            Place::If(_) => Status::Open,
        });
        let literal = nodes.iter().map(|place| match *place {
            Place::If(of) => Some(literal(of)),
            Place::In | Place::Out => None,
        });
        Self {
            link: Arc::clone(link),
            literal: literal.collect(),
            status: status.collect(),
            when: vec![0; nodes.len()],
            ins: places
                .filter(|&node| nodes[node as usize] == Place::In)
                .collect(),
            not_out: nodes.iter().filter(|&&place| place != Place::Out).count(),
            is_due: true,
            most_patience: (visits / VISITS_PER_LOOK).min(MOST_LEFT_OUT) as u32,
            patience: 0,
            left_out: 0,
            walk: Walk::new(nodes.len()),
        }
    }

    /// Returns true if this look is left out.
    fn waits(&mut self) -> bool {
        let waits = self.left_out < self.patience;
        self.left_out += u32::from(waits);
        waits
    }

    /// A walk has found something, or nothing.
    fn found(&mut self, has_found: bool) {
        self.left_out = 0;
        self.patience = if has_found {
            self.patience / 4
        } else {
            (2 * self.patience + 1).min(self.most_patience)
        };
    }

    /// A node goes in or out; `is_own` if its own walk said so, from which nothing new follows.
    fn decide(&mut self, node: u32, status: Status, when: usize, is_own: bool) {
        let neighbours = self.link.neighbours(node).iter();
        let with = |status: Status| {
            let has = |&&next: &&u32| self.status[next as usize] == status;
            neighbours.clone().filter(has).count()
        };
        self.is_due |= !is_own
            && match status {
                Status::In => with(Status::In) == 0,
                _ => with(Status::In) + with(Status::Open) > 1,
            };
        match status {
            Status::In => self.ins.push(node),
            _ => self.not_out -= 1,
        }
        self.status[node as usize] = status;
        self.when[node as usize] = when;
    }

    fn undo(&mut self, node: u32) {
        match self.status[node as usize] {
            Status::In => {
                self.ins.pop();
            }
            _ => self.not_out += 1,
        }
        self.status[node as usize] = Status::Open;
    }
}

impl Theory for Joining {
    fn partial_check(&mut self, acts: &mut TheoryArg<'_>) {
        self.look(acts, false);
    }

    fn final_check(&mut self, acts: &mut TheoryArg<'_>) {
        self.look(acts, true);
    }

    fn create_level(&mut self) {
        self.levels.push(Level {
            taken: self.taken,
            changes: self.changes.len(),
        });
    }

    fn pop_levels(&mut self, levels: usize) {
        let left = self.levels.len() - levels;
        let Some(&level) = self.levels.get(left) else {
            return;
        };
        self.levels.truncate(left);
        self.taken = level.taken;
        for (link, node) in self.changes.drain(level.changes..).rev() {
            self.links[link as usize].undo(node);
        }
    }

    fn n_levels(&self) -> usize {
        self.levels.len()
    }

    fn explain_propagation(&mut self, literal: Lit) -> &[Lit] {
        let reason = self.reasons[literal.var().idx() as usize];
        self.explain(&reason);
        &self.explained
    }
}
