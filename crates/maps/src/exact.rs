//! A window of a map, or all of it, filled by clause learning.
//!
//! A variable says that a place has a kind. Each place has one. Of two neighbours, a kind on the one **supports** kinds
//! on the other: a clause says that one of its supporters is there. Kinds that allow the same on a side are one
//! **class** there, with a variable of its own, so a set of patterns, where hundreds of kinds have a few dozen edges,
//! needs few and short clauses. Where each class goes with just one class of the other place, both have one variable.
//!
//! A bare answer of a solver would have one kind nearly everywhere. In the **weighted** manner the variables of a place
//! are numbered in a random order by their weights, places row by row, and each is tried as true: that is the filling of
//! `fill.rs` inside clause learning. It solves less, for it never learns which kinds are good. The **plain** manner leaves all to
//! the solver.

use crate::arcs::Arcs;
use crate::kinds::{SIDES, holds, members};
use crate::number::logarithm;
use crate::ruled::Task;
use batsat::{Callbacks, ClauseKind, Lit, SolverInterface, SolverOpts, Var, lbool};
use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use tilewright_model::budget::{Budget, End, Meter};
use tilewright_model::random::Random;

/// The most literals that clauses may have in all: about a gigabyte.
pub(crate) const MOST_LITERALS: usize = 100_000_000;

/// How a solver picks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Manner {
    Weighted,
    Plain,
}

/// The outcome of a search.
#[derive(Debug)]
pub(crate) enum Answer {
    /// A kind for each place of the window, in their order.
    Filled(Vec<u16>),
    /// There is no filling.
    None,
    /// The conflicts were used up first.
    Undecided,
    Ended(End),
}

/// The watch of a solver: each learnt clause is a conflict.
struct Watch {
    meter: Arc<Mutex<Meter>>,
    left: u64,
}

impl Callbacks for Watch {
    fn on_new_clause(&mut self, _: &[Lit], kind: ClauseKind) {
        if kind == ClauseKind::Learnt {
            self.left = self.left.saturating_sub(1);
            self.meter.lock().expect("no thread panics").node();
        }
    }

    fn stop(&self) -> bool {
        self.left == 0
            || self
                .meter
                .lock()
                .expect("no thread panics")
                .poll()
                .is_some()
    }
}

/// The most times that a filling of a window may fall apart before it is given up.
const MOST_ROUNDS: usize = 200;

/// Fills the places of a window with kinds that they can still have; at most `conflicts` conflicts
/// are spent on it. Open places outside of it may be left without a kind.
pub(crate) fn fill(
    arcs: &Arcs,
    task: &Task,
    manner: Manner,
    conflicts: u64,
    random: &mut Random,
    budget: &Budget,
) -> Answer {
    let mut clauses = Clauses::new(arcs, task, manner, conflicts, random, budget);
    let most_rounds = if conflicts < u64::MAX {
        MOST_ROUNDS
    } else {
        usize::MAX
    };
    clauses.solve(arcs, task, &[], most_rounds, budget)
}

/// Places of those that are fixed which clash, if they do: a minimal set.
pub(crate) fn clashing(
    arcs: &Arcs,
    task: &Task,
    fixed: &[(usize, u16)],
    budget: &Budget,
) -> Result<Option<Vec<usize>>, End> {
    let mut random = Random::new(0);
    let mut clauses = Clauses::new(arcs, task, Manner::Plain, u64::MAX, &mut random, budget);
    let mut wanted: Vec<(usize, Lit)> = Vec::new();
    for &(place, kind) in fixed {
        let cell = &clauses.cells[clauses.index[&place]];
        match cell.iter().find(|(it, _)| *it == kind) {
            Some(&(_, var)) => wanted.push((place, Lit::new(var, true))),
            None => return Ok(Some(vec![place])),
        }
    }
    // The first `sure` of them are needed.
    let mut sure = 0;
    let mut left_out = None;
    loop {
        let lits: Vec<Lit> = wanted.iter().map(|&(_, lit)| lit).collect();
        match clauses.solve(arcs, task, &lits, usize::MAX, budget) {
            Answer::None => {
                let core = clauses.solver.unsat_core();
                wanted.retain(|(_, lit)| core.contains(lit) || core.contains(&!*lit));
            }
            Answer::Filled(_) => match left_out.take() {
                None => return Ok(None),
                Some(needed) => {
                    wanted.insert(0, needed);
                    sure += 1;
                }
            },
            Answer::Undecided => return Err(End::Limit),
            Answer::Ended(end) => return Err(end),
        }
        if wanted.len() <= sure {
            let mut places: Vec<usize> = wanted.into_iter().map(|(place, _)| place).collect();
            places.sort_unstable();
            return Ok(Some(places));
        }
        left_out = wanted.pop();
    }
}

pub(crate) struct Clauses {
    solver: batsat::Solver<Watch>,
    meter: Arc<Mutex<Meter>>,
    manner: Manner,
    pub(crate) literals: usize,
    /// The kinds of each place of the window, with their variables.
    pub(crate) cells: Vec<Vec<(u16, Var)>>,
    /// The number of each place in the window.
    pub(crate) index: HashMap<usize, usize>,
    /// What says that a place has a kind of a set.
    pub(crate) sayings: HashMap<(usize, Vec<u64>), Lit>,
}

impl Clauses {
    fn new(
        arcs: &Arcs,
        task: &Task,
        manner: Manner,
        conflicts: u64,
        random: &mut Random,
        budget: &Budget,
    ) -> Self {
        let meter = Arc::new(Mutex::new(budget.meter()));
        let watch = Watch {
            meter: meter.clone(),
            left: conflicts,
        };
        let options = SolverOpts {
            random_seed: 1.0 + f64::from((random.bits() >> 40) as u32),
            ..SolverOpts::default()
        };
        let mut clauses = Self {
            solver: batsat::Solver::new(options, watch),
            meter,
            manner,
            literals: 0,
            cells: Vec::new(),
            index: HashMap::new(),
            sayings: HashMap::new(),
        };
        clauses.write(arcs, task, random);
        clauses
    }

    /// Looks for a filling in which these literals are true. One that falls apart is cut, at most so many times.
    fn solve(
        &mut self,
        arcs: &Arcs,
        task: &Task,
        assumed: &[Lit],
        most_rounds: usize,
        budget: &Budget,
    ) -> Answer {
        for _ in 0..most_rounds {
            if self.literals > MOST_LITERALS {
                return Answer::Ended(budget.lacks(16 * MOST_LITERALS as u64));
            }
            let answer = self.solver.solve_limited(assumed);
            if answer == lbool::FALSE {
                return Answer::None;
            }
            if answer == lbool::UNDEF {
                let end = self.meter.lock().expect("no thread panics").poll();
                return end.map_or(Answer::Undecided, Answer::Ended);
            }
            let kinds = self.kinds();
            if task.nets.is_empty() || !self.add_cuts(arcs, task, &kinds) {
                return Answer::Filled(kinds);
            }
        }
        Answer::Undecided
    }

    /// Writes everything, unless it is too large.
    fn write(&mut self, arcs: &Arcs, task: &Task, random: &mut Random) {
        for &place in task.places.iter() {
            let cell = self.add_place(arcs, place, random);
            self.index.insert(place, self.cells.len());
            self.cells.push(cell);
        }
        let cells = std::mem::take(&mut self.cells);
        for (at, &place) in task.places.iter().enumerate() {
            let neighbours = arcs.ground.neighbours(place);
            for side in [1, 2] {
                let other = neighbours[side].filter(|&other| other != place);
                if let Some(&other) = other.and_then(|other| self.index.get(&other)) {
                    self.add_edge(arcs, side, &cells[at], &cells[other]);
                }
            }
            if self.literals > MOST_LITERALS {
                return;
            }
        }
        self.cells = cells;
        self.add_rules(arcs, task);
    }

    /// The kinds of the solution.
    fn kinds(&self) -> Vec<u16> {
        let kind_of = |cell: &Vec<(u16, Var)>| {
            let is_true = |var: Var| self.solver.value_var(var) == lbool::TRUE;
            let found = cell.iter().find(|(_, var)| is_true(*var));
            found.expect("a solution fills every place").0
        };
        self.cells.iter().map(kind_of).collect()
    }

    pub(crate) fn add(&mut self, clause: &[Lit]) {
        self.literals += clause.len();
        self.solver.add_clause_reuse(&mut clause.to_vec());
    }

    /// A variable that follows from others.
    pub(crate) fn following(&mut self) -> Var {
        let is_picked = self.manner == Manner::Plain;
        self.solver.new_var(lbool::UNDEF, is_picked)
    }

    /// The kinds of a place, just one of which is there.
    fn add_place(&mut self, arcs: &Arcs, place: usize, random: &mut Random) -> Vec<(u16, Var)> {
        let mut keyed: Vec<(f64, usize)> = members(arcs.set(place))
            .map(|kind| (key(arcs.weight(place, kind), random), kind))
            .collect();
        keyed.sort_by(|a, b| a.0.total_cmp(&b.0));
        let tried_as = match self.manner {
            Manner::Weighted => lbool::TRUE,
            Manner::Plain => lbool::UNDEF,
        };
        let mut add =
            |&(_, kind): &(f64, usize)| (kind as u16, self.solver.new_var(tried_as, true));
        let variables: Vec<(u16, Var)> = keyed.iter().map(&mut add).collect();
        let all: Vec<Lit> = variables
            .iter()
            .map(|(_, var)| Lit::new(*var, true))
            .collect();
        self.add(&all);
        self.at_most_one(all);
        variables
    }

    /// At most one of them: pairs within groups, and at most one group.
    fn at_most_one(&mut self, mut all: Vec<Lit>) {
        const GROUP: usize = 4;
        while all.len() > 1 {
            let is_last = all.len() <= GROUP + 1;
            let size = if is_last { all.len() } else { GROUP };
            let mut leaders = Vec::new();
            for group in all.chunks(size) {
                for (at, &a) in group.iter().enumerate() {
                    for &b in &group[at + 1..] {
                        self.add(&[!a, !b]);
                    }
                }
                if is_last {
                    return;
                }
                let leader = Lit::new(self.following(), true);
                for &member in group {
                    self.add(&[!member, leader]);
                }
                let mut back = group.to_vec();
                back.push(!leader);
                self.add(&back);
                leaders.push(leader);
            }
            all = leaders;
        }
    }

    /// What goes together on two neighbours, the second on a side of the first.
    fn add_edge(&mut self, arcs: &Arcs, side: usize, first: &[(u16, Var)], second: &[(u16, Var)]) {
        let back = (side + 2) % SIDES;
        let ours = Classes::of(arcs.kinds.classes(side), first);
        let theirs = Classes::of(arcs.kinds.classes(back), second);
        let goes = |a: usize, b: usize| {
            let beside = arcs.kinds.beside(side, usize::from(ours.groups[a].1[0].0));
            holds(beside, usize::from(theirs.groups[b].1[0].0))
        };
        let count = (ours.groups.len(), theirs.groups.len());
        let mates: Vec<Vec<usize>> = (0..count.0)
            .map(|a| (0..count.1).filter(|&b| goes(a, b)).collect())
            .collect();
        let mut matched = vec![0; count.1];
        mates.iter().flatten().for_each(|&b| matched[b] += 1);
        let is_matching = mates.iter().all(|m| m.len() == 1) && matched.iter().all(|&m| m == 1);
        let our_vars: Vec<Lit> = ours
            .groups
            .iter()
            .map(|(_, group)| self.class(group))
            .collect();
        if is_matching {
            for (a, mates) in mates.iter().enumerate() {
                self.define(our_vars[a], &theirs.groups[mates[0]].1);
            }
            return;
        }
        let their_vars: Vec<Lit> = theirs
            .groups
            .iter()
            .map(|(_, group)| self.class(group))
            .collect();
        let mut supporters = vec![Vec::new(); count.1];
        for (a, mates) in mates.iter().enumerate() {
            let mut clause = vec![!our_vars[a]];
            clause.extend(mates.iter().map(|&b| their_vars[b]));
            self.add(&clause);
            for &b in mates {
                supporters[b].push(our_vars[a]);
            }
        }
        for (b, mut clause) in supporters.into_iter().enumerate() {
            clause.push(!their_vars[b]);
            self.add(&clause);
        }
    }

    /// The variable of a class: that of its only kind, or one of its own.
    pub(crate) fn class(&mut self, group: &[(u16, Var)]) -> Lit {
        if let [(_, only)] = group {
            return Lit::new(*only, true);
        }
        let class = Lit::new(self.following(), true);
        self.define(class, group);
        class
    }

    /// A class is there just if one of its kinds is.
    fn define(&mut self, class: Lit, group: &[(u16, Var)]) {
        let mut clause = vec![!class];
        for (_, var) in group {
            self.add(&[Lit::new(*var, false), class]);
            clause.push(Lit::new(*var, true));
        }
        self.add(&clause);
    }
}

/// A random number: the kinds in its order are as if drawn one after the other by their weights.
fn key(weight: f64, random: &mut Random) -> f64 {
    let part = (f64::from((random.bits() >> 32) as u32) + 0.5) / 4_294_967_296.0;
    -logarithm(part) / weight.max(1e-9)
}

/// The kinds of a place by their classes on a side, in the order of the classes.
struct Classes {
    groups: Vec<(u16, Vec<(u16, Var)>)>,
}

impl Classes {
    fn of(classes: &[u16], variables: &[(u16, Var)]) -> Self {
        let mut sorted: Vec<(u16, u16, Var)> = variables
            .iter()
            .map(|&(kind, var)| (classes[usize::from(kind)], kind, var))
            .collect();
        sorted.sort_by_key(|&(class, kind, _)| (class, kind));
        let mut groups: Vec<(u16, Vec<(u16, Var)>)> = Vec::new();
        for (class, kind, var) in sorted {
            match groups.last_mut() {
                Some((last, group)) if *last == class => group.push((kind, var)),
                _ => groups.push((class, vec![(kind, var)])),
            }
        }
        Self { groups }
    }
}
