//! The SAT solvers that `sat` can use: `CaDiCaL`, which is C++, where the crate is built with it, and
//! `BatSat`, which is Rust. Both count each conflict as a node of the search's [`Meter`], look at it
//! while they run, and stop when it says so.

use crate::Meter;
use std::sync::{Arc, Mutex};

/// A meter that a solver looks at while a search holds it too.
pub(super) type SharedMeter = Arc<Mutex<Meter>>;

/// A SAT solver. Variables are numbered from 1; a negative literal says "not".
pub(super) trait Solver: Send {
    /// Adds a clause.
    fn add(&mut self, clause: &[i32]);

    /// Returns true if all clauses can be satisfied; `None` if the meter's budget was used up first.
    fn solve(&mut self) -> Option<bool>;

    /// After they could: the value of a variable.
    fn is_true(&self, variable: i32) -> bool;
}

/// Makes a solver for `variables` variables.
pub(super) type Make = fn(variables: usize, meter: &SharedMeter) -> Box<dyn Solver>;

/// The solver that `sat` uses.
#[cfg(feature = "cadical")]
pub(super) const BEST: Make = cadical;

/// The solver that `sat` uses.
#[cfg(not(feature = "cadical"))]
pub(super) const BEST: Make = batsat;

#[cfg(feature = "cadical")]
mod with_cadical {
    use super::{SharedMeter, Solver};
    use cadical::Callbacks;

    pub(super) struct Cadical(cadical::Solver<Watch>);

    pub(super) struct Watch(SharedMeter);

    impl Callbacks for Watch {
        fn terminate(&mut self) -> bool {
            self.0.lock().expect("no thread panics").poll().is_some()
        }

        fn max_length(&self) -> i32 {
            // Every learnt clause, whatever its length: each stands for a conflict.
            i32::MAX
        }

        fn learn(&mut self, _: &[i32]) {
            self.0.lock().expect("no thread panics").node();
        }
    }

    impl Cadical {
        pub(super) fn new(variables: usize, meter: &SharedMeter) -> Self {
            let mut solver = cadical::Solver::new();
            solver.reserve(i32::try_from(variables).expect("`prepare` declined more"));
            solver.set_callbacks(Some(Watch(meter.clone())));
            Self(solver)
        }
    }

    impl Solver for Cadical {
        fn add(&mut self, clause: &[i32]) {
            self.0.add_clause(clause.iter().copied());
        }

        fn solve(&mut self) -> Option<bool> {
            self.0.solve()
        }

        fn is_true(&self, variable: i32) -> bool {
            self.0.value(variable) == Some(true)
        }
    }
}

#[cfg(feature = "cadical")]
pub(super) fn cadical(variables: usize, meter: &SharedMeter) -> Box<dyn Solver> {
    Box::new(with_cadical::Cadical::new(variables, meter))
}

mod with_batsat {
    use super::{SharedMeter, Solver};
    use batsat::{Callbacks, ClauseKind, Lit, SolverInterface, Var, lbool};

    pub(super) struct Batsat {
        solver: batsat::Solver<Watch>,
        variables: Vec<Var>,
        clause: Vec<Lit>,
    }

    pub(super) struct Watch(SharedMeter);

    impl Callbacks for Watch {
        fn on_new_clause(&mut self, _: &[Lit], kind: ClauseKind) {
            if kind == ClauseKind::Learnt {
                self.0.lock().expect("no thread panics").node();
            }
        }

        fn stop(&self) -> bool {
            self.0.lock().expect("no thread panics").poll().is_some()
        }
    }

    impl Batsat {
        pub(super) fn new(variables: usize, meter: &SharedMeter) -> Self {
            let watch = Watch(meter.clone());
            let mut solver = batsat::Solver::new(batsat::SolverOpts::default(), watch);
            let variables = (0..variables).map(|_| solver.new_var_default()).collect();
            Self {
                solver,
                variables,
                clause: Vec::new(),
            }
        }
    }

    impl Solver for Batsat {
        fn add(&mut self, clause: &[i32]) {
            self.clause.clear();
            for literal in clause {
                let variable = self.variables[literal.unsigned_abs() as usize - 1];
                self.clause.push(Lit::new(variable, *literal > 0));
            }
            // Where the clauses contradict each other already, solving says so.
            self.solver.add_clause_reuse(&mut self.clause);
        }

        fn solve(&mut self) -> Option<bool> {
            let answer = self.solver.solve_limited(&[]);
            (answer != lbool::UNDEF).then_some(answer == lbool::TRUE)
        }

        fn is_true(&self, variable: i32) -> bool {
            let variable = self.variables[variable.unsigned_abs() as usize - 1];
            self.solver.value_var(variable) == lbool::TRUE
        }
    }
}

#[cfg_attr(
    all(feature = "cadical", not(test)),
    expect(dead_code, reason = "the tests compare it with CaDiCaL")
)]
pub(super) fn batsat(variables: usize, meter: &SharedMeter) -> Box<dyn Solver> {
    Box::new(with_batsat::Batsat::new(variables, meter))
}
