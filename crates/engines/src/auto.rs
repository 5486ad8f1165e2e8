//! What a user gets who names no engine.
//!
//! Solutions come from [`dance`](crate::dance). A count can be had by visiting the solutions with
//! `dance`, which is quick where there are few, or from [`count`](crate::count), which is quick
//! where there are many of a regular kind. Which it is shows only when trying, so the two take
//! turns, each longer than the one before (`TURNS`); in the last, `dance` visits them all after
//! `count` has found that it would need too much memory. Every answer is the same whoever gives it.

use crate::count::Counter;
use crate::dance::Dance;
use crate::{Ask, Count, Declined, End, Engine, Search, Stats};
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
        Ok(Box::new(AutoSearch {
            dance: Dance.prepare(model)?,
            counter: Counter.prepare(model)?,
            choices: model.choice_count(),
            ask: Ask::default(),
            begun: None,
            spent: Stats::default(),
        }))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Who {
    Dance,
    Counter,
}

/// Who tries to count next, and how many nodes he may visit (of a small model: see
/// [`AutoSearch::turn_nodes`]).
const TURNS: [(Who, u64); 9] = [
    (Who::Dance, 50_000),
    (Who::Counter, 200_000),
    (Who::Dance, 5_000_000),
    (Who::Counter, 2_000_000),
    (Who::Dance, 25_000_000),
    (Who::Counter, 50_000_000),
    (Who::Dance, 500_000_000),
    (Who::Counter, u64::MAX),
    (Who::Dance, u64::MAX),
];

struct AutoSearch<'m> {
    dance: Box<dyn Search + 'm>,
    counter: Box<dyn Search + 'm>,
    choices: usize,
    ask: Ask,
    begun: Option<Instant>,
    /// What was spent on counting, beyond the search of `dance` that is under way.
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
        (nodes * 512 / (self.choices as u64).max(512)).max(20_000)
    }

    fn try_count(&mut self, who: Who, nodes: u64) -> Count {
        let ask = self.rest_of_ask(self.turn_nodes(nodes));
        let search = match who {
            Who::Dance => &mut self.dance,
            Who::Counter => &mut self.counter,
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
        self.dance.start(ask);
    }

    fn advance(&mut self) -> Result<&[Choice], End> {
        self.dance.advance()
    }

    fn count(&mut self) -> Count {
        if self.dance.stats().solutions > 0 {
            // Some were taken one by one already: only `dance` knows which are left.
            return self.dance.count();
        }
        // A few solutions are sooner visited than counted.
        let is_few = self.ask.limit.is_some_and(|limit| limit <= 10_000);
        let mut counted = Count::new(0u32, End::Nodes);
        let mut at_least = counted.number.clone();
        for (who, nodes) in TURNS {
            if is_few && who == Who::Counter {
                continue;
            }
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
        self.choices
    }

    fn stats(&self) -> Stats {
        Stats {
            nodes: self.spent.nodes.max(self.dance.stats().nodes),
            ..self.dance.stats()
        }
    }

    fn counts_in_parts(&self) -> bool {
        self.counter.counts_in_parts()
    }

    fn branches(&mut self) -> Vec<Choice> {
        self.dance.branches()
    }

    fn possible(&mut self) -> Vec<Choice> {
        self.dance.possible()
    }
}
