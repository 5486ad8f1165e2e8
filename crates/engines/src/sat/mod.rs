//! Clause learning: a SAT solver searches the model.
//!
//! **Idea.** A solver that learns a clause from each dead end never runs into the same one again.
//! On large boards with few clues, where a search that only goes back drowns, it answers at once.
//! The givens and all that they force are worked out on the model first, as `dance` does; the
//! choices that are left become variables ([`Clauses::among`]). A solution is asked for, then
//! another with a clause that excludes the first, and so on until there is none: that proves that
//! those were all.
//!
//! **Links** are not in the clauses. A solution that is not in one piece is answered with cuts: of each loose piece and
//! the largest one, "a node here and a node there are in only if one of those between them is" (`cuts.rs`). Then the
//! solver searches on. Few cuts are needed, as each rules out all solutions with that gap.
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

mod cuts;
mod solver;

use crate::dance::root::Root;
use crate::{Ask, Branch, Budget, Declined, End, Engine, Search, Stats};
use cuts::Cuts;
use solver::{Make, SharedMeter, Solver};
use tilewright_model::{Choice, Clauses, Model};

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
        Ok(Box::new(SatSearch::new(model, budget, solver::BEST)?))
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

struct SatSearch {
    /// The model without lines, whose pairs have clauses of their own.
    model: Model,
    /// The model without pairs, too: it knows what the givens force.
    root: Root,
    make: Make,
    ask: Ask,
    meter: SharedMeter,
    /// The choices that the givens force; none where they contradict each other.
    picked: Vec<Choice>,
    /// The choices that are neither picked nor ruled out, in the order of their variables.
    live: Vec<Choice>,
    /// Made when the first solution is asked for.
    solver: Option<Box<dyn Solver>>,
    /// The solution that was found last, with its hidden choices.
    solution: Vec<Choice>,
    /// Excludes its own choices the solution that was found last; not yet added.
    excluding: Option<Vec<i32>>,
    /// Keeps the solutions to the links of the model.
    cuts: Cuts,
}

impl SatSearch {
    fn new(model: &Model, budget: &Budget, make: Make) -> Result<Self, Declined> {
        if i32::try_from(model.choice_count()).is_err() {
            let reason = format!(
                "it has {} choices, and a SAT solver takes at most {} variables",
                model.choice_count(),
                i32::MAX
            );
            return Err(Declined::new("sat", reason));
        }
        let ended = |end| Declined::ended("sat", end);
        Ok(Self {
            model: model.lower_lines(budget).map_err(ended)?,
            root: Root::new(model, budget).map_err(ended)?,
            make,
            ask: Ask::default(),
            meter: SharedMeter::default(),
            picked: Vec::new(),
            live: Vec::new(),
            solver: None,
            solution: Vec::new(),
            excluding: None,
            cuts: Cuts::default(),
        })
    }

    /// Hands the clauses to a fresh solver, or says why not.
    fn load(&self) -> Result<Box<dyn Solver>, End> {
        let clauses = Clauses::among(&self.model, &self.live);
        let needed = bytes(&clauses);
        if needed > self.ask.budget.memory.unwrap_or(u64::MAX) {
            return Err(self.meter.lock().expect("no thread panics").lacks(needed));
        }
        let variables = usize::try_from(clauses.variables()).unwrap_or(usize::MAX);
        let mut solver = (self.make)(variables, &self.meter);
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
        Ok(solver)
    }

    /// Takes over the solver's solution, and the clause that excludes it.
    fn take_solution(&mut self, solver: &dyn Solver) {
        self.solution.clear();
        self.solution.extend_from_slice(&self.picked);
        let mut excluding = Vec::new();
        for (variable, &choice) in (1..).zip(&self.live) {
            if solver.is_true(variable) {
                self.solution.push(choice);
                if self.root.model().is_own(choice) {
                    excluding.push(-variable);
                }
            }
        }
        self.solution.sort_unstable();
        self.excluding = Some(excluding);
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
        self.solver = None;
        self.excluding = None;
        self.picked.clear();
        self.live.clear();
        self.cuts = Cuts::default();
        let mut meter = ask.meter();
        // The solver looks ahead by itself.
        let is_alive = self.root.begin(ask, usize::MAX, &mut meter);
        if is_alive {
            self.picked.extend_from_slice(self.root.picked());
            self.live = self.root.live().into_iter().map(Choice).collect();
            self.cuts = Cuts::new(self.root.model(), &self.picked, &self.live);
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
        let mut solver = match self.solver.take() {
            Some(solver) => solver,
            None => self.load()?,
        };
        if let Some(clause) = self.excluding.take() {
            solver.add(&clause);
        }
        loop {
            let end = match solver.solve() {
                Some(true) => None,
                Some(false) => Some(End::Complete),
                None => Some(End::Interrupted),
            };
            if let Some(end) = end {
                return Err(self.meter.lock().expect("no thread panics").finish(end));
            }
            self.take_solution(&*solver);
            let cuts = self.cuts.of(self.root.model(), &self.solution);
            if cuts.is_empty() {
                break;
            }
            for cut in &cuts {
                solver.add(cut);
            }
            if let Some(end) = self.meter.lock().expect("no thread panics").poll() {
                return Err(end);
            }
        }
        self.solver = Some(solver);
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
