//! The default engine.
//!
//! **Solutions** come from [`nine`](crate::nine) where the model is the classic 9×9 Sudoku. For
//! every other model, [`dance`](crate::dance) is by far the quickest where search goes straight,
//! and [`sat`](crate::sat) answers where search stalls: large boards with few clues. Which it is
//! shows only when trying, so the two take turns, each longer than the one before
//! (`SEARCH_TURNS`), until one of them *settles* the ask. A few solutions (`FEW`) are settled when
//! all of them are found, or that there are no more; many when the first is found. All solutions
//! then come from the engine that settled it, in its order. Where a model has links, learning nearly always wins, so
//! `dance` gets short turns there. Turns are measured in nodes and work, never by
//! the clock, so who that is depends on the model and the ask alone. A turn of `dance` is over when either is used up: on
//! bit sets nodes cost alike, on the model itself one may cost a thousand times another.
//!
//! **A count** can come from visiting the solutions with `dance`, which is quick if there are few, from
//! [`count`](crate::count), which is quick if there are many of a regular kind, and from `sat` if there are few and
//! far between. They take turns too (`COUNT_TURNS`); in the last, all are visited after `count` has found that it
//! would need too much memory. From the second turn on, solutions that differ only by a symmetry (`symmetry.rs`) of
//! the model are visited once. Every engine gives the same answer.

use crate::bulk::Bulk;
use crate::count::Counter;
use crate::dance::Dance;
use crate::nine::Nine;
use crate::sat::Sat;
use crate::stints::{self, STINT};
use crate::symmetry::{self, Class};
use crate::{Ask, Branch, Budget, Count, Declined, End, Engine, Search, Stats};
use num_bigint::BigUint;
use tilewright_model::{Choice, Demand, Model};

/// Picks an engine. See the [module](self).
#[derive(Debug)]
pub struct Auto;

impl Engine for Auto {
    fn name(&self) -> &'static str {
        "auto"
    }

    fn about(&self) -> &'static str {
        "picks the engine that fits the puzzle and the question"
    }

    fn prepare(&self, model: &Model, budget: &Budget) -> Result<Box<dyn Search>, Declined> {
        let (visitor, never_stalls) = match Nine.prepare(model, budget) {
            Ok(nine) => (nine, true),
            Err(_) => (Dance.prepare(model, budget)?, false),
        };
        Ok(Box::new(AutoSearch {
            model: model.clone(),
            never_stalls,
            has_links: model.links().next().is_some(),
            visitor,
            learner: None,
            counter: None,
            ask: Ask::default(),
            spent: Stats::default(),
            stage: Stage::From(Who::Visitor),
            literals: literals(model),
            classes: None,
            is_resumed: false,
        }))
    }

    fn bulk(&self, model: &Model) -> Option<Box<dyn Bulk>> {
        Nine.bulk(model)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Who {
    /// `nine` or `dance`.
    Visitor,
    /// `sat`.
    Learner,
    Counter,
}

/// The engine that tries next, and the number of nodes it may visit (of a small model: see
/// [`AutoSearch::turn_nodes`]).
type Turn = (Who, u64);

/// The turns of a search for solutions. A turn without an end is the last, unless memory ends it.
const SEARCH_TURNS: [Turn; 8] = [
    (Who::Visitor, 100_000),
    (Who::Learner, 20_000),
    (Who::Visitor, 3_000_000),
    (Who::Learner, 200_000),
    (Who::Visitor, 30_000_000),
    (Who::Learner, 2_000_000),
    (Who::Learner, u64::MAX),
    (Who::Visitor, u64::MAX),
];

/// The turns of a count. The second turn is some milliseconds, and enough for many a packing puzzle: there hardly any
/// state comes twice, so there is little to remember.
const COUNT_TURNS: [Turn; 12] = [
    (Who::Visitor, FIRST_VISIT),
    (Who::Visitor, 500_000),
    (Who::Counter, 50_000),
    (Who::Learner, 5_000),
    (Who::Visitor, 20_000_000),
    (Who::Counter, 2_000_000),
    (Who::Learner, 100_000),
    (Who::Visitor, 50_000_000),
    (Who::Counter, 50_000_000),
    (Who::Visitor, 500_000_000),
    (Who::Counter, u64::MAX),
    (Who::Visitor, u64::MAX),
];

/// Nodes of the visitor's first turn: most counts are over by then, and need no symmetry.
const FIRST_VISIT: u64 = 4_000;

/// The visitor's turns are shorter by this where a model has links.
const LINKED_SHARE: u64 = 16;
/// And by this again in a search for solutions: with the turns of a count, `dance` took as long as `sat` on Slitherlinks.
const LINKED_SEARCH: u64 = 8;
/// The counter's turns are longer by this there: solutions are many more than can be visited sooner than the pieces at the
/// edge of a sweep are too many.
const LINKED: u64 = 16;

/// Turns of the visitor that are at least this long can be stopped and resumed, where there is a
/// notebook. So can shorter ones when the count was stopped before: one that is stopped again and
/// again would never come to its long turns.
const LONG_TURN: u64 = 500_000_000;

/// The name of the note that says whose turn it is.
const TURN_NOTE: &str = "auto/turn";

/// A node of a visitor's turn stands for so many choices looked at: as much as it costs on the bit sets of a small model.
const WORK_OF_NODE: u64 = 256;

/// The first turn of the visitor may look at so many choices for each literal of the clauses that `sat` would begin with:
/// it pays to look a while longer where those are many.
const WORK_OF_LITERAL: u64 = 16;

/// More choices than these do not exclude each other by pairs.
const MOST_IN_PAIRS: u64 = 256;

/// This many solutions are found before any is returned.
const FEW: u64 = 16;

/// Counts up to this are visited.
const VISITED: u64 = 10_000;

/// `sat` counts no further than this unless that is all that is asked for: each solution costs it
/// a clause.
const MOST_LEARNT: u64 = 1_000;

/// The source of an ask's solutions.
#[derive(Debug)]
enum Stage {
    /// It is not settled yet.
    Open,
    /// These, from the `next` on, and then that end.
    Found {
        solutions: Vec<Vec<Choice>>,
        next: usize,
        end: End,
    },
    /// Whatever that engine gives.
    From(Who),
}

struct AutoSearch {
    model: Model,
    /// True if the visitor needs no help.
    never_stalls: bool,
    /// True if the model has links.
    has_links: bool,
    visitor: Box<dyn Search>,
    /// Prepared when they are needed: few asks are hard, and few are for a count.
    learner: Option<Box<dyn Search>>,
    counter: Option<Box<dyn Search>>,
    ask: Ask,
    /// The cost beyond the current search.
    spent: Stats,
    stage: Stage,
    /// About the literals of the model's clauses.
    literals: u64,
    /// The solutions of the ask by symmetry, once that was asked for.
    classes: Option<Vec<Class>>,
    /// True if a count resumes one that was stopped.
    is_resumed: bool,
}

/// The outcome of a turn.
struct Tried {
    solutions: Vec<Vec<Choice>>,
    end: End,
}

impl AutoSearch {
    /// The ask for a turn, with at most `nodes` nodes of those that are left.
    fn turn_of_ask(&self, nodes: u64) -> Ask {
        let budget = self.ask.budget.part(nodes);
        self.ask.clone().budget(budget)
    }

    /// The ask for a turn of a search for solutions, with as much work as its nodes stand for.
    fn search_turn(&self, turn: Turn) -> Ask {
        let mut nodes = self.turn_nodes(turn);
        if self.has_links && turn.0 == Who::Visitor && nodes < u64::MAX {
            nodes /= LINKED_SEARCH;
        }
        let mut ask = self.turn_of_ask(nodes);
        ask.work = (turn.1 < u64::MAX).then(|| {
            let times = turn.1 / SEARCH_TURNS[0].1;
            let of_literals = times.saturating_mul(WORK_OF_LITERAL * self.literals);
            of_literals.max(turn.1.saturating_mul(WORK_OF_NODE))
        });
        ask
    }

    /// A turn was taken and has cost this.
    fn spend(&mut self, nodes: u64) {
        self.spent.nodes += nodes;
        self.ask.budget.spend(nodes);
    }

    /// Nodes cost more in a large model, so a turn has fewer of them there; conflicts do not.
    fn turn_nodes(&self, (who, nodes): Turn) -> u64 {
        if nodes == u64::MAX || nodes == FIRST_VISIT || who == Who::Learner {
            return nodes;
        }
        let (nodes, least) = match who {
            Who::Visitor if self.has_links => (nodes / LINKED_SHARE, FIRST_VISIT),
            Who::Counter if self.has_links => (nodes * LINKED, 20_000),
            _ => (nodes, 20_000),
        };
        (nodes * 512 / (self.model.choice_count() as u64).max(512)).max(least)
    }

    /// The engine, unless it cannot run the model or is of no use.
    fn search(&mut self, who: Who) -> Option<&mut (dyn Search + 'static)> {
        if who == Who::Learner && self.never_stalls {
            return None;
        }
        let (place, engine): (_, &dyn Engine) = match who {
            Who::Visitor => return Some(&mut *self.visitor),
            Who::Learner => (&mut self.learner, &Sat),
            Who::Counter => (&mut self.counter, &Counter),
        };
        if place.is_none() {
            *place = engine.prepare(&self.model, &self.ask.budget).ok();
        }
        place.as_deref_mut()
    }

    fn has_nodes_left(&self) -> bool {
        self.ask.budget.nodes_left() != Some(0)
    }

    /// Returns true if another turn may do better than one with this end.
    fn goes_on(&self, end: End) -> bool {
        match end {
            End::Nodes => self.has_nodes_left(),
            End::Memory => true,
            _ => false,
        }
    }

    /// Returns true if an ask is settled only when all its solutions are found.
    fn is_few(ask: &Ask) -> bool {
        ask.limit.is_some_and(|limit| limit <= FEW)
    }

    /// Returns true if the visitor alone finds the solutions.
    fn is_visitors(&self, ask: &Ask) -> bool {
        self.never_stalls || ask.as_part
    }

    /// One turn for solutions: all of a few, or the first of many.
    fn try_search(&mut self, turn: Turn) -> Tried {
        let ask = self.search_turn(turn);
        let wanted = if Self::is_few(&ask) { u64::MAX } else { 1 };
        let mut solutions = Vec::new();
        let Some(search) = self.search(turn.0) else {
            return Tried {
                solutions,
                end: End::Memory,
            };
        };
        search.start(&ask);
        let end = loop {
            match search.advance() {
                Ok(solution) => solutions.push(solution.to_vec()),
                Err(end) => break end,
            }
            if solutions.len() as u64 == wanted {
                break End::Limit;
            }
        };
        Tried { solutions, end }
    }

    /// Finds out who gives the solutions.
    fn settle(&mut self) {
        let mut most = Vec::new();
        let mut last = End::Complete;
        for turn in SEARCH_TURNS {
            let Tried { solutions, end } = self.try_search(turn);
            if !Self::is_few(&self.ask) && !solutions.is_empty() {
                // It begins anew, with all that the ask allows: nothing was spent on this turn.
                let whole = self.ask.clone();
                self.search(turn.0)
                    .expect("it has just searched")
                    .start(&whole);
                self.stage = Stage::From(turn.0);
                return;
            }
            let nodes = self.search(turn.0).map_or(0, |search| search.stats().nodes);
            self.spend(nodes);
            last = end;
            // Should no turn settle it, the most that any has seen still holds.
            if matches!(end, End::Complete | End::Limit) || solutions.len() > most.len() {
                most = solutions;
            }
            if !self.goes_on(end) {
                break;
            }
        }
        self.stage = Stage::Found {
            solutions: most,
            next: 0,
            end: last,
        };
    }

    /// One turn for a count.
    fn try_count(&mut self, turn: Turn) -> Count {
        let mut ask = match self.ask.limit {
            Some(_) => self.search_turn(turn),
            None => self.turn_of_ask(self.turn_nodes(turn)),
        };
        let is_cut = turn.0 == Who::Learner && ask.limit.is_none_or(|most| most > MOST_LEARNT);
        if is_cut {
            ask.limit = Some(MOST_LEARNT);
        }
        if turn.0 == Who::Visitor && turn.1 > FIRST_VISIT && ask.limit.is_none() {
            return self.visit_classes(&ask, turn.1 >= LONG_TURN || self.is_resumed);
        }
        let Some(search) = self.search(turn.0) else {
            return Count::new(0u32, End::Memory);
        };
        search.start(&ask);
        let mut counted = search.count();
        let nodes = search.stats().nodes;
        self.spend(nodes);
        if is_cut && counted.end == End::Limit {
            // That limit was not the ask's.
            counted.end = End::Memory;
        }
        counted
    }

    /// Visits one of each class of solutions that symmetry makes the same, in stints where the turn is
    /// long and there is a notebook.
    fn visit_classes(&mut self, ask: &Ask, is_long: bool) -> Count {
        let classes = self.classes.take().unwrap_or_else(|| self.find_classes());
        let notebook = ask.notebook.as_deref().filter(|_| is_long);
        let stint = self.turn_nodes((Who::Visitor, STINT));
        let mut nodes = 0;
        let mut sum = Count::new(0u32, End::Complete);
        for (number, class) in classes.iter().enumerate() {
            let mut part = ask.clone();
            part.barred.extend(&class.barred);
            let name = format!("visit/{number}");
            let done = format!("{name}/number");
            let earlier = notebook.and_then(|book| book.read(&done));
            let counted = match (earlier, notebook) {
                (Some(known), _) => Count::new(BigUint::from_bytes_le(&known), End::Complete),
                (None, Some(notebook)) => {
                    let visitor = &mut *self.visitor;
                    let (counted, stats) = stints::count_with(visitor, &part, stint, &name);
                    nodes += stats.nodes;
                    if counted.is_exact() {
                        notebook.write(&done, Some(counted.number.to_bytes_le()));
                    }
                    counted
                }
                (None, None) => {
                    self.visitor.start(&part);
                    let counted = self.visitor.count();
                    nodes += self.visitor.stats().nodes;
                    counted
                }
            };
            sum.number += counted.number * class.times;
            sum.end = counted.end;
            if sum.end != End::Complete {
                break;
            }
        }
        self.spend(nodes);
        self.classes = Some(classes);
        sum
    }

    /// The classes of the ask, or all solutions as one.
    fn find_classes(&mut self) -> Vec<Class> {
        let all = || {
            vec![Class {
                times: 1,
                barred: Vec::new(),
            }]
        };
        if self.never_stalls {
            return all();
        }
        self.visitor.start(&self.turn_of_ask(u64::MAX));
        let possible = self.visitor.possible();
        symmetry::classes(&self.model, &self.ask.given, &possible).unwrap_or_else(all)
    }

    /// Returns true if the turn cannot settle a count that is known to be at least this much: `sat` would have to
    /// find them all. In a short turn it finds fewer.
    fn is_hopeless(&self, (who, nodes): Turn, at_least: &BigUint) -> bool {
        let most = self
            .ask
            .limit
            .map_or(MOST_LEARNT, |limit| limit.min(MOST_LEARNT));
        who == Who::Learner && *at_least >= BigUint::from(most.min(nodes / 100))
    }

    fn count_in_turns(&mut self, turns: &[Turn]) -> Count {
        let mut counted = Count::new(0u32, End::Nodes);
        let mut at_least = counted.number.clone();
        let notebook = self.ask.notebook.clone();
        let earlier = notebook.as_ref().and_then(|book| book.read(TURN_NOTE));
        self.is_resumed = earlier.is_some();
        let mut first = earlier.map_or(0, |note| usize::from(note.first().copied().unwrap_or(0)));
        // `sat` notes nothing, so it does not repeat the turn in which it was stopped.
        let is_learner = |turn: &Turn| turn.0 == Who::Learner && turn.1 < u64::MAX;
        if self.is_resumed && turns.get(first).is_some_and(is_learner) {
            first += 1;
        }
        // The last turn is always there to be taken.
        for (number, &turn) in turns.iter().enumerate().skip(first.min(turns.len() - 1)) {
            if let Some(notebook) = &notebook {
                notebook.write(TURN_NOTE, Some(vec![number as u8]));
            }
            if self.is_hopeless(turn, &at_least) {
                continue;
            }
            counted = self.try_count(turn);
            if !self.goes_on(counted.end) {
                break;
            }
            // If a later turn is cut off, this lower bound still holds.
            at_least = at_least.max(counted.number.clone());
        }
        if !counted.is_exact() {
            counted.number = counted.number.max(at_least);
        } else if let Some(notebook) = notebook {
            notebook.write(TURN_NOTE, None);
        }
        counted
    }
}

/// About the literals of the clauses of a model: pairs of choices that exclude each other, and what supports a choice of a pair.
fn literals(model: &Model) -> u64 {
    let of_items = model.items().map(|item| {
        let members = model.members(item).len() as u64;
        match model.demand(item) {
            Demand::OneColour => 4 * members,
            _ => members * members.min(MOST_IN_PAIRS),
        }
    });
    let of_pairs = model.pairs().map(|pair| {
        let size = pair.table.rows() * pair.table.columns();
        size as u64 / 2
    });
    of_items.chain(of_pairs).fold(0, u64::saturating_add)
}

impl Search for AutoSearch {
    fn start(&mut self, ask: &Ask) {
        self.ask.clone_from(ask);
        self.spent = Stats::default();
        self.classes = None;
        if self.is_visitors(ask) {
            self.visitor.start(ask);
            self.stage = Stage::From(Who::Visitor);
        } else {
            self.stage = Stage::Open;
        }
    }

    fn advance(&mut self) -> Result<&[Choice], End> {
        if matches!(self.stage, Stage::Open) {
            self.settle();
        }
        if let Stage::From(who) = self.stage {
            return self.search(who).expect("it was started").advance();
        }
        let Stage::Found {
            solutions,
            next,
            end,
        } = &mut self.stage
        else {
            unreachable!("it was settled");
        };
        let solution = solutions.get(*next).ok_or(*end)?;
        *next += 1;
        Ok(solution)
    }

    fn count(&mut self) -> Count {
        if matches!(self.stage, Stage::Open) && Self::is_few(&self.ask) {
            self.settle();
        }
        match &mut self.stage {
            Stage::Open => {}
            Stage::Found {
                solutions,
                next,
                end,
            } => {
                let left = solutions.len() - std::mem::replace(next, solutions.len());
                return Count::new(left as u64, *end);
            }
            Stage::From(who) => {
                let who = *who;
                let search = self.search(who).expect("it was started");
                // Some were taken one by one already: only that engine knows which are left.
                let is_begun = search.stats().solutions > 0;
                let is_few = self.ask.limit.is_some_and(|limit| limit <= VISITED);
                if is_begun || is_few {
                    return self.search(who).expect("it was started").count();
                }
            }
        }
        // A few solutions are sooner visited than counted.
        let counted = if self.ask.limit.is_some_and(|limit| limit <= VISITED) {
            self.count_in_turns(&SEARCH_TURNS)
        } else {
            self.count_in_turns(&COUNT_TURNS)
        };
        self.stage = Stage::Found {
            solutions: Vec::new(),
            next: 0,
            end: counted.end,
        };
        counted
    }

    fn choice_count(&self) -> usize {
        self.model.choice_count()
    }

    fn stats(&self) -> Stats {
        let mut stats = self.spent;
        match &self.stage {
            Stage::Open => {}
            Stage::Found { next, .. } => stats.solutions += *next as u64,
            Stage::From(Who::Visitor) => stats += self.visitor.stats(),
            Stage::From(_) => {
                let under_way = self.learner.as_ref().map(|search| search.stats());
                stats += under_way.unwrap_or_default();
            }
        }
        stats
    }

    fn searches_in_parts(&self, ask: &Ask) -> bool {
        // While engines take turns, no engine has the branches of the whole.
        self.is_visitors(ask) || !Self::is_few(ask)
    }

    fn counts_in_parts(&self) -> bool {
        // What `count` remembers could not be shared.
        false
    }

    fn branches(&mut self) -> Vec<Branch> {
        if !self.is_visitors(&self.ask) {
            if Self::is_few(&self.ask) || self.try_search(SEARCH_TURNS[0]).solutions.is_empty() {
                return Vec::new();
            }
            self.visitor.start(&self.ask);
        }
        self.visitor.branches()
    }

    fn possible(&mut self) -> Vec<Choice> {
        if matches!(self.stage, Stage::Open) {
            self.visitor.start(&self.ask);
        }
        self.visitor.possible()
    }
}
