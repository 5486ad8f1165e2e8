//! What a user gets who names no engine.
//!
//! Solutions come from [`nine`](crate::nine) where the model is the classic 9×9 Sudoku, and from
//! [`dance`](crate::dance) otherwise. A count can be had by visiting the solutions with that
//! engine, which is quick where there are few, or from [`count`](crate::count), which is quick
//! where there are many of a regular kind. Which it is shows only when trying, so the two take
//! turns, each longer than the one before (`TURNS`); in the last, all are visited after `count` has
//! found that it would need too much memory. Every answer is the same whoever gives it.

use crate::bulk::Bulk;
use crate::count::Counter;
use crate::dance::Dance;
use crate::nine::Nine;
use crate::{Ask, Branch, Count, Declined, End, Engine, Search, Stats};
use std::time::Instant;
use tilewright_model::{Choice, Model};

/// Picks an engine. See the [module](self).
#[derive(Debug)]
pub struct Auto;

impl Engine for Auto {
    fn name(&self) -> &'static str {
        "auto"
    }

    fn about(&self) -> &'static str {
        "picks the engine that fits the puzzle and what is asked"
    }

    fn prepare<'m>(&self, model: &'m Model) -> Result<Box<dyn Search + 'm>, Declined> {
        let visitor = match Nine.prepare(model) {
            Ok(nine) => nine,
            Err(_) => Dance.prepare(model)?,
        };
        Ok(Box::new(AutoSearch {
            model,
            visitor,
            counter: None,
            ask: Ask::default(),
            begun: None,
            spent: Stats::default(),
        }))
    }

    fn bulk<'m>(&self, model: &'m Model) -> Option<Box<dyn Bulk + 'm>> {
        Nine.bulk(model)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Who {
    /// The engine that gives solutions.
    Visitor,
    Counter,
}

/// Who tries to count next, and how many nodes he may visit (of a small model: see
/// [`AutoSearch::turn_nodes`]).
const TURNS: [(Who, u64); 9] = [
    (Who::Visitor, 50_000),
    (Who::Counter, 200_000),
    (Who::Visitor, 5_000_000),
    (Who::Counter, 2_000_000),
    (Who::Visitor, 25_000_000),
    (Who::Counter, 50_000_000),
    (Who::Visitor, 500_000_000),
    (Who::Counter, u64::MAX),
    (Who::Visitor, u64::MAX),
];

struct AutoSearch<'m> {
    model: &'m Model,
    visitor: Box<dyn Search + 'm>,
    /// Prepared when it is needed: few asks are for a count.
    counter: Option<Box<dyn Search + 'm>>,
    ask: Ask,
    begun: Option<Instant>,
    /// What was spent on counting, beyond the search of the visitor that is under way.
    spent: Stats,
}

impl AutoSearch<'_> {
    /// The ask with what is left of its time and nodes, and at most so many nodes.
    fn rest_of_ask(&self, nodes: u64) -> Ask {
        let mut ask = self.ask.clone();
        if let (Some(time), Some(begun)) = (ask.budget.time, self.begun) {
            ask.budget.time = Some(time.saturating_sub(begun.elapsed()));
        }
        let left = ask
            .budget
            .nodes
            .map(|most| most.saturating_sub(self.spent.nodes));
        ask.budget.nodes = Some(left.unwrap_or(u64::MAX).min(nodes));
        ask
    }

    /// Nodes cost more in a large model, so a turn has fewer of them there.
    fn turn_nodes(&self, nodes: u64) -> u64 {
        if nodes == u64::MAX {
            return nodes;
        }
        (nodes * 512 / (self.model.choice_count() as u64).max(512)).max(20_000)
    }

    fn try_count(&mut self, who: Who, nodes: u64) -> Count {
        let ask = self.rest_of_ask(self.turn_nodes(nodes));
        let search = match who {
            Who::Visitor => &mut self.visitor,
            Who::Counter => self.counter.get_or_insert_with(|| {
                let prepared = Counter.prepare(self.model);
                prepared.expect("it declines no model")
            }),
        };
        search.start(&ask);
        let counted = search.count();
        self.spent.nodes += search.stats().nodes;
        counted
    }

    fn has_nodes_left(&self) -> bool {
        self.ask
            .budget
            .nodes
            .is_none_or(|most| self.spent.nodes < most)
    }
}

impl Search for AutoSearch<'_> {
    fn start(&mut self, ask: &Ask) {
        self.ask = ask.clone();
        self.begun = Some(Instant::now());
        self.spent = Stats::default();
        self.visitor.start(ask);
    }

    fn advance(&mut self) -> Result<&[Choice], End> {
        self.visitor.advance()
    }

    fn count(&mut self) -> Count {
        if self.visitor.stats().solutions > 0 {
            // Some were taken one by one already: only the visitor knows which are left.
            return self.visitor.count();
        }
        // A few solutions are sooner visited than counted.
        let is_few = self.ask.limit.is_some_and(|limit| limit <= 10_000);
        let mut counted = Count::new(0u32, End::Nodes);
        let mut at_least = counted.number.clone();
        let turns = if is_few {
            &[(Who::Visitor, u64::MAX)][..]
        } else {
            &TURNS
        };
        for &(who, nodes) in turns {
            counted = self.try_count(who, nodes);
            let goes_on = match counted.end {
                End::Nodes => self.has_nodes_left(),
                End::Memory => who == Who::Counter,
                _ => false,
            };
            if !goes_on {
                break;
            }
            // Should a later turn be cut off, what this one has seen still holds.
            at_least = at_least.max(counted.number.clone());
        }
        if !counted.is_exact() {
            counted.number = counted.number.max(at_least);
        }
        counted
    }

    fn choice_count(&self) -> usize {
        self.model.choice_count()
    }

    fn stats(&self) -> Stats {
        Stats {
            nodes: self.spent.nodes.max(self.visitor.stats().nodes),
            ..self.visitor.stats()
        }
    }

    fn counts_in_parts(&self) -> bool {
        // What `count` remembers could not be shared.
        false
    }

    fn branches(&mut self) -> Vec<Branch> {
        self.visitor.branches()
    }

    fn possible(&mut self) -> Vec<Choice> {
        self.visitor.possible()
    }
}
