//! Clause learning: a SAT solver searches the model.
//!
//! **Idea.** A solver that learns a clause from each dead end never runs into the same one again.
//! On large boards with few clues, where a search that only goes back drowns, it answers at once.
//! The givens and all that they force are worked out on the model first, as `dance` does; the
//! choices that are left become variables ([`Literals`]). A solution is asked for, then
//! another with a clause that excludes the first, and so on until there is none: that proves that
//! those were all.
//!
//! **Lines** of few tiles and letters are clauses over their own tiles (`short.rs`), other ones over the hidden choices of
//! their automaton.
//!
//! **Links** are not in the clauses. `BatSat` keeps them while it searches (`joining.rs`): what cannot be joined any more is
//! a conflict, and what must or cannot be in is known at once. `CaDiCaL` asks no one, so its solution is answered with
//! cuts if it is not in one piece: of each loose piece and the largest one, "a node here and a node there are in only if one
//! of those between them is" (`links.rs`). Then it searches on. The two take turns, `BatSat` first: each keeps what it
//! has learnt, and each turn is twice as long as the one before. On Slitherlinks they are equally quick; Nurikabes of
//! 14×14 and more are often out of reach of cuts.
//!
//! **Solver.** `CaDiCaL` where the crate is built with its feature `cadical` (as the command is), else
//! `BatSat`. The two find solutions in different orders; [`Sat::solver`] names the one that is there.
//!
//! **Order.** That of the solver, which depends on the clauses alone: each ask begins with a fresh solver, so that no
//! answer depends on earlier asks. A seed numbers the variables in a random order.
//!
//! **Cost.** A node is a choice that the givens force, a wanted solution, or a conflict of the solver. Memory is that
//! of the clauses; the solver drops learnt clauses by itself. Each solution costs a clause, so this is not an engine
//! for millions of them.
//!
//! **What was tried.** `CaDiCaL`'s settings for problems with a solution, together with variables that mean "not
//! picked": 500 instead of 640 thousand conflicts on 17 puzzles of 25×25, but then the 18th was not solved in that
//! time any more. Run time is largely luck.

mod joining;
mod links;
mod short;
mod solver;

use crate::dance::root::Root;
use crate::{Ask, Branch, Budget, Declined, End, Engine, Search, Stats};
use links::Links;
use short::ShortLines;
use solver::{Make, SharedMeter, Solver};
use tilewright_model::{Choice, Clauses, Literals, Model};

/// Clause learning. See the [module](self).
#[derive(Debug)]
pub struct Sat;

impl Sat {
    /// The SAT solver that this crate was built with.
    pub fn solver() -> &'static str {
        if cfg!(feature = "cadical") {
            "CaDiCaL"
        } else {
            "BatSat"
        }
    }
}

impl Engine for Sat {
    fn name(&self) -> &'static str {
        "sat"
    }

    fn about(&self) -> &'static str {
        if cfg!(feature = "cadical") {
            "clause learning with the SAT solver CaDiCaL, for large and hard boards"
        } else {
            "clause learning with the SAT solver BatSat, for large and hard boards"
        }
    }

    fn prepare(&self, model: &Model, budget: &Budget) -> Result<Box<dyn Search>, Declined> {
        let makes = match model.links().next() {
            Some(_) => solver::LINKED,
            None => solver::BEST,
        };
        Ok(Box::new(SatSearch::new(model, budget, makes)?))
    }
}

/// Clauses added between two looks at the budget.
const POLL_EVERY: u64 = 1 << 12;

/// The peak bytes of a solver for each literal and for each variable.
///
/// Nearly all clauses are pairs. `CaDiCaL` keeps each as an object of its own with two watches, and the lists of both
/// grow by doubling and are copied when it tidies up. The peak of a process for each literal of the empty board, over
/// several runs: 47 bytes for 25×25, 88 for 36×36, 82 for 49×49, and less for 16×16. `BatSat`, which packs its
/// clauses in one array, is assumed to need as much.
const LITERAL_BYTES: u64 = 100;
const VARIABLE_BYTES: u64 = 600;

/// The conflicts of the first turn, where solvers take turns.
const FIRST_TURN: u64 = 50_000;

/// The turns of the solvers after the first are shorter by this: their conflicts cost more where there are links.
const OTHERS_SHARE: u64 = 8;

/// A solver with the clauses of an ask.
struct Loaded {
    solver: Box<dyn Solver>,
    /// The links of the model over its variables.
    links: Links,
    /// The solutions that it knows to be excluded.
    excluded: usize,
    /// About how much memory its clauses take.
    bytes: u64,
}

struct SatSearch {
    /// The model with short lines alone, whose pairs have clauses of their own.
    model: Model,
    /// The model without pairs, too: it knows what the givens force.
    root: Root,
    /// The solvers that take turns.
    makes: &'static [Make],
    ask: Ask,
    meter: SharedMeter,
    /// The choices that the givens force; none where they contradict each other.
    picked: Vec<Choice>,
    /// The choices that are neither picked nor ruled out, and their literals.
    live: Vec<Choice>,
    literals: Literals,
    /// Each made when its first turn comes.
    solvers: Vec<Option<Loaded>>,
    /// The number of the turn, and the conflicts that are left of it.
    turn: u32,
    first_turn: u64,
    conflicts_left: u64,
    /// The solution that was found last, with its hidden choices.
    solution: Vec<Choice>,
    /// A clause for each solution that was found and is not to be found again, since the last time when all knew them.
    excluding: Vec<Vec<i32>>,
    short: ShortLines,
}

impl SatSearch {
    fn new(model: &Model, budget: &Budget, makes: &'static [Make]) -> Result<Self, Declined> {
        if i32::try_from(model.choice_count()).is_err() {
            let reason = format!(
                "it has {} choices, and a SAT solver takes at most {} variables",
                model.choice_count(),
                i32::MAX
            );
            return Err(Declined::new("sat", reason));
        }
        let ended = |end| Declined::ended("sat", end);
        let (short, model) = ShortLines::new(model, budget).map_err(ended)?;
        Ok(Self {
            root: Root::with_its_lines(&model, budget).map_err(ended)?,
            model,
            makes,
            ask: Ask::default(),
            meter: SharedMeter::default(),
            picked: Vec::new(),
            live: Vec::new(),
            literals: Literals::default(),
            solvers: Vec::new(),
            turn: 0,
            first_turn: FIRST_TURN,
            conflicts_left: 0,
            solution: Vec::new(),
            excluding: Vec::new(),
            short,
        })
    }

    /// Hands the clauses to a fresh solver, or says why not; with the bytes that they take.
    fn load(&self, make: Make) -> Result<(Box<dyn Solver>, u64), End> {
        let clauses = Clauses::among(&self.model, &self.literals);
        let needed = bytes(&clauses);
        if needed > self.ask.budget.memory.unwrap_or(u64::MAX) {
            return Err(self.meter.lock().expect("no thread panics").lacks(needed));
        }
        let variables = usize::try_from(clauses.variables()).unwrap_or(usize::MAX);
        let mut solver = make(variables, &self.meter);
        let mut literals = Vec::new();
        let mut added = 0u64;
        clauses.each(|clause| {
            literals.clear();
            literals.extend(clause.iter().map(|&literal| literal as i32));
            solver.add(&literals);
            added += 1;
            if added.is_multiple_of(POLL_EVERY)
                && let Some(end) = self.meter.lock().expect("no thread panics").poll()
            {
                return Err(end);
            }
            Ok(())
        })?;
        Ok((solver, needed))
    }

    /// The same, with short lines and links.
    fn load_whole(&self, make: Make) -> Result<Loaded, End> {
        let (mut solver, bytes) = self.load(make)?;
        let (live, picked) = (&self.live, &self.picked);
        self.short
            .add_to(&mut *solver, live, &self.literals, picked);
        let links = Links::new(self.root.model(), picked, &self.literals, &mut *solver);
        solver.join(&links);
        Ok(Loaded {
            solver,
            links,
            excluded: 0,
            bytes,
        })
    }

    /// The conflicts of a turn.
    fn turn_conflicts(&self) -> u64 {
        let solvers = self.makes.len() as u32;
        if solvers == 1 {
            return u64::MAX;
        }
        let turn = self
            .first_turn
            .saturating_mul(1 << (self.turn / solvers).min(32));
        if self.turn.is_multiple_of(solvers) {
            turn
        } else {
            (turn / OTHERS_SHARE).max(1)
        }
    }

    /// Takes turns until there is a solution, or the end.
    fn solve(&mut self) -> Result<(), End> {
        loop {
            let at = self.turn as usize % self.makes.len();
            let mut loaded = match self.solvers[at].take() {
                Some(loaded) => loaded,
                None => self.load_whole(self.makes[at])?,
            };
            for clause in &self.excluding[loaded.excluded..] {
                loaded.solver.add(clause);
            }
            loaded.excluded = self.excluding.len();
            if self.makes.len() == 1 {
                self.excluding.clear();
                loaded.excluded = 0;
            }
            let answer = self.ask_solver(&mut loaded);
            self.solvers[at] = Some(loaded);
            match answer {
                Some(true) => return Ok(()),
                Some(false) => return Err(self.finish(End::Complete)),
                None => {}
            }
            if let Some(end) = self.meter.lock().expect("no thread panics").poll() {
                return Err(end);
            }
            if self.conflicts_left > 0 {
                return Err(self.finish(End::Interrupted));
            }
            let next = (at + 1) % self.makes.len();
            if self.solvers[next].is_some() || self.has_room_for_another() {
                self.turn += 1;
                self.conflicts_left = self.turn_conflicts();
            } else {
                self.conflicts_left = u64::MAX;
            }
        }
    }

    /// Returns true if the budget allows a second solver, which has the clauses of the first.
    fn has_room_for_another(&self) -> bool {
        let first = self.solvers.iter().flatten().next();
        let bytes = first.map_or(0, |loaded| loaded.bytes);
        let most = self.ask.budget.memory;
        most.is_none_or(|most| bytes.saturating_mul(2) <= most)
    }

    /// Returns true if there is a solution, which was taken over, in which all links hold; `None` where the turn or the
    /// budget ended first.
    fn ask_solver(&mut self, loaded: &mut Loaded) -> Option<bool> {
        loop {
            if !loaded.solver.solve(&mut self.conflicts_left)? {
                return Some(false);
            }
            let cuts = loaded
                .links
                .cuts(|variable| loaded.solver.is_true(variable));
            if cuts.is_empty() {
                self.take_solution(&*loaded.solver);
                return Some(true);
            }
            for cut in &cuts {
                loaded.solver.add(cut);
            }
            self.conflicts_left = self.conflicts_left.saturating_sub(cuts.len() as u64);
            if self
                .meter
                .lock()
                .expect("no thread panics")
                .poll()
                .is_some()
            {
                return None;
            }
        }
    }

    fn finish(&self, end: End) -> End {
        self.meter.lock().expect("no thread panics").finish(end)
    }

    /// Takes over the solver's solution, and the clause that excludes it.
    fn take_solution(&mut self, solver: &dyn Solver) {
        self.solution.clear();
        self.solution.extend_from_slice(&self.picked);
        let mut excluding = Vec::new();
        for &choice in &self.live {
            let literal = self.literals.get(choice).expect("it is live");
            if solver.is_true(literal.abs()) == (literal > 0) {
                self.solution.push(choice);
                if self.root.model().is_own(choice) {
                    excluding.push(-literal);
                }
            }
        }
        self.solution.sort_unstable();
        self.excluding.push(excluding);
    }
}

/// About how much memory a solver takes for these clauses.
fn bytes(clauses: &Clauses) -> u64 {
    let of_clauses = clauses.literals().saturating_mul(LITERAL_BYTES);
    of_clauses.saturating_add(clauses.variables().saturating_mul(VARIABLE_BYTES))
}

impl Search for SatSearch {
    fn start(&mut self, ask: &Ask) {
        self.ask.clone_from(ask);
        self.solvers.clear();
        self.solvers.resize_with(self.makes.len(), || None);
        self.turn = 0;
        self.conflicts_left = self.turn_conflicts();
        self.excluding.clear();
        self.picked.clear();
        self.live.clear();
        let mut meter = ask.meter();
        // The solver looks ahead by itself.
        let is_alive = self.root.begin(ask, usize::MAX, &mut meter);
        if is_alive {
            self.picked.extend_from_slice(self.root.picked());
            self.live = self.root.live().into_iter().map(Choice).collect();
            self.short.keep_from(&mut self.live, &self.picked);
            self.literals = Literals::among(&self.model, &self.live);
        } else {
            meter.finish(End::Complete);
        }
        self.meter = SharedMeter::new(meter.into());
    }

    fn advance(&mut self) -> Result<&[Choice], End> {
        let end = self.meter.lock().expect("no thread panics").end();
        // Asking for a solution is a node, so that a budget bounds their number too.
        if let Some(end) = end.or_else(|| self.meter.lock().expect("no thread panics").node()) {
            return Err(end);
        }
        self.solve()?;
        self.meter.lock().expect("no thread panics").solution();
        Ok(self.root.model().own(&self.solution))
    }

    fn choice_count(&self) -> usize {
        self.root.model().choice_count()
    }

    fn stats(&self) -> Stats {
        self.meter.lock().expect("no thread panics").stats()
    }

    fn branches(&mut self) -> Vec<Branch> {
        // A solver goes where its clauses lead; no part of the model is a part of that.
        Vec::new()
    }

    fn searches_in_parts(&self, _: &Ask) -> bool {
        false
    }

    fn counts_in_parts(&self) -> bool {
        false
    }

    fn possible(&mut self) -> Vec<Choice> {
        // The start may have been cut short by its budget.
        let unlimited = &mut Budget::default().meter();
        if !self.root.begin(&self.ask, usize::MAX, unlimited) {
            return Vec::new();
        }
        let live = self.root.live().into_iter().map(Choice);
        let mut possible: Vec<Choice> = live.chain(self.root.picked().iter().copied()).collect();
        possible.sort_unstable();
        possible
    }
}

#[cfg(test)]
mod tests;
