//! Counting without visiting each solution.
//!
//! Two ideas, each in a file of its own: a sweep (`sweep.rs`) from one end of the model to the other, which knows
//! only its edge, and a search (`remember.rs`) which remembers the number of each state that it reaches. The first is
//! by far the better one if the model is a strip or a board (tiles with edges, dominoes), the second if everything
//! hangs together. No rule tells the two apart reliably, nor which order of items is best, so they race (`race.rs`).
//! Parts that share nothing are counted each by itself, and their numbers are multiplied.
//!
//! **Memory.** All that is remembered is counted in bytes, against the budget or
//! [`MEMORY_BY_DEFAULT`]; where nothing ends within that, the end is [`End::Memory`]. Numbers are
//! as large as they need to be.
//!
//! **Notes.** With a [notebook](Ask::notebook) the numbers of parts that are done are written down,
//! and from time to time, and when the count is stopped, how far the part under way has come.
//!
//! | file | what |
//! | --- | --- |
//! | `race.rs` | who counts a part, and in how much memory |
//! | `sweep.rs` | a sweep: one layer of states after the other |
//! | `web.rs` `orders.rs` `plan.rs` | for it: choices and items as lists; orders of the items; steps on keys |
//! | `layer.rs` | for it: the states of a layer, sparse or dense |
//! | `nets.rs` `pieces.rs` | what links ask of the choices that are left, and at the edge of a sweep |
//! | `remember.rs` | a search that remembers |
//! | `ties.rs` | for it: labels of linked nodes, and hidden choices that are projected away |
//! | `notes.rs` | notes as bytes |

mod layer;
pub(crate) mod nets;
mod notes;
mod orders;
mod pieces;
mod plan;
mod race;
pub(crate) mod remember;
mod sweep;
#[cfg(test)]
mod tests;
pub(crate) mod ties;
pub(crate) mod web;

use crate::dance::root::Root;
use crate::dance::{Dance, LOOK_AHEAD_FROM};
use crate::{Ask, Branch, Budget, Count, Declined, End, Engine, Meter, Search, Stats};
use nets::nets_of;
use num_bigint::BigUint;
use race::{Contest, Contestants};
use tilewright_model::{Choice, Model};

/// Counts without visiting. See the [module](self).
#[derive(Debug)]
pub struct Counter;

/// Bytes for remembered states where the budget does not say.
pub const MEMORY_BY_DEFAULT: u64 = 1 << 30;
impl Engine for Counter {
    fn name(&self) -> &'static str {
        "count"
    }

    fn about(&self) -> &'static str {
        "counts without visiting each solution (solutions themselves come from dance)"
    }

    fn prepare(&self, model: &Model, budget: &Budget) -> Result<Box<dyn Search>, Declined> {
        Ok(Box::new(CountSearch {
            root: Root::new(model, budget).map_err(|end| Declined::ended(self.name(), end))?,
            dance: Dance.prepare(model, budget)?,
            is_dancing: false,
            ask: Ask::default(),
            meter: Meter::default(),
        }))
    }
}

struct CountSearch {
    root: Root,
    dance: Box<dyn Search>,
    /// True if `dance` was started for this ask: only solutions need it, a count does not.
    is_dancing: bool,
    ask: Ask,
    meter: Meter,
}

impl CountSearch {
    fn dance(&mut self) -> &mut dyn Search {
        if !std::mem::replace(&mut self.is_dancing, true) {
            self.dance.start(&self.ask);
        }
        &mut *self.dance
    }

    fn count_all(&mut self, who: Contestants) -> Result<BigUint, End> {
        if !self.root.begin(&self.ask, LOOK_AHEAD_FROM, &mut self.meter) {
            return Ok(BigUint::ZERO);
        }
        if let Some(end) = self.meter.end() {
            return Err(end);
        }
        let memory = self.ask.budget.memory.unwrap_or(MEMORY_BY_DEFAULT);
        let Some(nets) = nets_of(&self.root) else {
            return Ok(BigUint::ZERO);
        };
        let parts = self.root.parts();
        let mut parts = nets::joined(parts, &nets, self.root.model().choice_count());
        // Small parts first: one without a solution ends it all.
        parts.sort_by_key(Vec::len);
        let all = parts.iter().map(Vec::len).sum::<usize>() as u64;
        let mut contest = Contest::new(memory, self.ask.notebook.clone(), who);
        let mut total = BigUint::from(1u32);
        let mut done = 0;
        for (number, choices) in parts.iter().enumerate() {
            let shares = (
                race::share(done, all),
                race::share(choices.len() as u64, all),
            );
            let nets = nets::within(choices, &nets);
            total *= contest.count(
                &mut self.root,
                (choices, &nets),
                number,
                shares,
                &mut self.meter,
            )?;
            done += choices.len() as u64;
            if total == BigUint::ZERO {
                break;
            }
        }
        Ok(total)
    }
}

impl Search for CountSearch {
    fn start(&mut self, ask: &Ask) {
        self.ask = ask.clone();
        self.meter = ask.budget.meter();
        self.is_dancing = false;
    }

    fn advance(&mut self) -> Result<&[Choice], End> {
        self.dance().advance()
    }

    fn count(&mut self) -> Count {
        if self.ask.limit == Some(0) {
            return Count::new(0u32, End::Limit);
        }
        let counted = self.count_all(Contestants::All);
        self.meter.report();
        let number = match counted {
            Ok(number) => number,
            Err(end) => return Count::new(0u32, end),
        };
        match self.ask.limit.map(BigUint::from) {
            Some(limit) if number >= limit => Count::new(limit, End::Limit),
            _ => Count::new(number, End::Complete),
        }
    }

    fn choice_count(&self) -> usize {
        self.dance.choice_count()
    }

    fn stats(&self) -> Stats {
        let mut stats = self.meter.stats();
        if self.is_dancing {
            stats += self.dance.stats();
        }
        stats
    }

    fn counts_in_parts(&self) -> bool {
        false
    }

    fn branches(&mut self) -> Vec<Branch> {
        self.dance().branches()
    }

    fn possible(&mut self) -> Vec<Choice> {
        self.dance().possible()
    }
}
