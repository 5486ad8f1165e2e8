//! The SAT solvers that `sat` can use: `CaDiCaL`, which is C++, where the crate is built with it, and
//! `BatSat`, which is Rust. Both count each conflict as a node of the search's [`Meter`], look at it
//! while they run, and stop when it says so. Only `BatSat` asks others while it searches, so it keeps links by itself.

use super::links::Links;
use crate::Meter;
use std::cell::Cell;
use std::sync::{Arc, Mutex};

/// A meter that a solver looks at while a search holds it too.
pub(super) type SharedMeter = Arc<Mutex<Meter>>;

/// What a solver calls while it runs: each conflict is a node, and one of those that are left.
struct Watch {
    meter: SharedMeter,
    conflicts_left: u64,
    /// The budget was used up at the last look: a solver asks again before it gives up.
    is_over: Cell<bool>,
    /// How often it was asked whether to stop.
    asked: Cell<u32>,
}

/// `BatSat` asks after each decision: the budget is looked at once in so many.
const LOOK_EVERY: u32 = 16;

impl Watch {
    fn new(meter: &SharedMeter) -> Self {
        Self {
            meter: meter.clone(),
            conflicts_left: 0,
            is_over: Cell::new(false),
            asked: Cell::new(0),
        }
    }

    fn conflict(&mut self) {
        let end = self.meter.lock().expect("no thread panics").node();
        self.is_over.set(self.is_over.get() || end.is_some());
        self.conflicts_left = self.conflicts_left.saturating_sub(1);
    }

    fn must_stop(&self) -> bool {
        if self.conflicts_left == 0 || self.is_over.get() {
            return true;
        }
        let end = self.meter.lock().expect("no thread panics").poll();
        self.is_over.set(end.is_some());
        end.is_some()
    }

    /// The same for a solver that asks all the time: the clock is looked at once in a while.
    fn must_stop_at_times(&self) -> bool {
        let asked = self.asked.get();
        self.asked.set(asked.wrapping_add(1));
        if asked.is_multiple_of(LOOK_EVERY) {
            return self.must_stop();
        }
        self.conflicts_left == 0 || self.is_over.get()
    }
}

/// A SAT solver. Variables are numbered from 1; a negative literal says "not".
pub(super) trait Solver: Send {
    /// Another variable.
    fn variable(&mut self) -> i32;

    /// From now on keeps these links while it searches, if it can. A solver that cannot needs cuts.
    fn join(&mut self, _: &Links) {}

    /// Adds a clause.
    fn add(&mut self, clause: &[i32]);

    /// Returns true if all clauses can be satisfied; `None` if the meter's budget was used up first, or the conflicts,
    /// from which those that it took are subtracted.
    fn solve(&mut self, conflicts: &mut u64) -> Option<bool>;

    /// After they could: the value of a variable.
    fn is_true(&self, variable: i32) -> bool;
}

/// Makes a solver for `variables` variables.
pub(super) type Make = fn(variables: usize, meter: &SharedMeter) -> Box<dyn Solver>;

/// The solver that `sat` uses.
#[cfg(feature = "cadical")]
pub(super) const BEST: &[Make] = &[cadical];

/// The solver that `sat` uses.
#[cfg(not(feature = "cadical"))]
pub(super) const BEST: &[Make] = &[batsat];

/// The solvers that take turns where a model has links.
#[cfg(feature = "cadical")]
pub(super) const LINKED: &[Make] = &[batsat, cadical];

/// The solver that `sat` uses where a model has links.
#[cfg(not(feature = "cadical"))]
pub(super) const LINKED: &[Make] = &[batsat];

#[cfg(feature = "cadical")]
mod with_cadical {
    use super::{SharedMeter, Solver, Watch};
    use cadical::Callbacks;

    pub(super) struct Cadical {
        solver: cadical::Solver<Watch>,
        variables: i32,
    }

    impl Callbacks for Watch {
        fn terminate(&mut self) -> bool {
            self.must_stop()
        }

        fn max_length(&self) -> i32 {
            // Every learnt clause, whatever its length: each stands for a conflict.
            i32::MAX
        }

        fn learn(&mut self, _: &[i32]) {
            self.conflict();
        }
    }

    impl Cadical {
        pub(super) fn new(variables: usize, meter: &SharedMeter) -> Self {
            let mut solver = cadical::Solver::new();
            let variables = i32::try_from(variables).expect("`prepare` declined more");
            solver.reserve(variables);
            solver.set_callbacks(Some(Watch::new(meter)));
            Self { solver, variables }
        }
    }

    impl Solver for Cadical {
        fn variable(&mut self) -> i32 {
            self.variables += 1;
            self.variables
        }

        fn add(&mut self, clause: &[i32]) {
            self.solver.add_clause(clause.iter().copied());
        }

        fn solve(&mut self, conflicts: &mut u64) -> Option<bool> {
            let watch = self.solver.get_callbacks().expect("they were set");
            watch.conflicts_left = *conflicts;
            let answer = self.solver.solve();
            let watch = self.solver.get_callbacks().expect("they were set");
            *conflicts = watch.conflicts_left;
            answer
        }

        fn is_true(&self, variable: i32) -> bool {
            self.solver.value(variable) == Some(true)
        }
    }
}

#[cfg(feature = "cadical")]
pub(super) fn cadical(variables: usize, meter: &SharedMeter) -> Box<dyn Solver> {
    Box::new(with_cadical::Cadical::new(variables, meter))
}

mod with_batsat {
    use super::super::joining::Joining;
    use super::{Links, SharedMeter, Solver, Watch};
    use batsat::{Callbacks, ClauseKind, Lit, SolverInterface, Var, lbool};

    pub(super) struct Batsat {
        solver: batsat::Solver<Watch>,
        variables: Vec<Var>,
        clause: Vec<Lit>,
        joining: Joining,
    }

    impl Callbacks for Watch {
        fn on_new_clause(&mut self, _: &[Lit], kind: ClauseKind) {
            if matches!(kind, ClauseKind::Learnt | ClauseKind::Theory) {
                self.conflict();
            }
        }

        fn stop(&self) -> bool {
            self.must_stop_at_times()
        }
    }

    impl Batsat {
        pub(super) fn new(variables: usize, meter: &SharedMeter) -> Self {
            let mut solver = batsat::Solver::new(batsat::SolverOpts::default(), Watch::new(meter));
            let variables = (0..variables).map(|_| solver.new_var_default()).collect();
            Self {
                solver,
                variables,
                clause: Vec::new(),
                joining: Joining::default(),
            }
        }

        fn literal(&self, literal: i32) -> Lit {
            let variable = self.variables[literal.unsigned_abs() as usize - 1];
            Lit::new(variable, literal > 0)
        }
    }

    impl Solver for Batsat {
        fn variable(&mut self) -> i32 {
            self.variables.push(self.solver.new_var_default());
            i32::try_from(self.variables.len()).expect("`prepare` declined more")
        }

        fn join(&mut self, links: &Links) {
            self.joining = Joining::new(links, self.variables.len(), |it| self.literal(it));
        }

        fn add(&mut self, clause: &[i32]) {
            self.clause.clear();
            for &literal in clause {
                let literal = self.literal(literal);
                self.clause.push(literal);
            }
            // Where the clauses contradict each other already, solving says so.
            self.solver.add_clause_reuse(&mut self.clause);
        }

        fn solve(&mut self, conflicts: &mut u64) -> Option<bool> {
            self.solver.cb_mut().conflicts_left = *conflicts;
            let answer = self.solver.solve_limited_th(&mut self.joining, &[]);
            *conflicts = self.solver.cb().conflicts_left;
            (answer != lbool::UNDEF).then_some(answer == lbool::TRUE)
        }

        fn is_true(&self, variable: i32) -> bool {
            let variable = self.variables[variable.unsigned_abs() as usize - 1];
            self.solver.value_var(variable) == lbool::TRUE
        }
    }
}

pub(super) fn batsat(variables: usize, meter: &SharedMeter) -> Box<dyn Solver> {
    Box::new(with_batsat::Batsat::new(variables, meter))
}
