//! All solutions in a stated order, a line each, whole or in pieces.
//!
//! **The order.** Solutions are sorted by the values of the tiles in order: of two, the one comes
//! first whose choice has the lower number at the first tile where they differ. So the boards of a
//! Sudoku come as their lines would be sorted. [`Sorted`] searches in that order, and
//! [`lines`] writes on all threads.
//!
//! **Pieces.** To begin in the middle of the list ([`Piece::from`]), the solutions before are counted and not
//! visited. Most often a [`Diagram`] of all solutions can be made, and finds the beginning of the piece. If it would
//! be too large, `Ranks` goes down the branches of the search, leaves out those whose solutions all come before, and
//! opens the one in which the piece begins. A branch that cannot be counted at a small cost is opened as well, so at
//! worst the solutions before are visited after all.
//!
//! **Classes.** A family that knows its [symmetry](tilewright_puzzles::Symmetric) says which solutions are the
//! smallest of their class and how large that is.

use crate::paranoid::Proofreader;
use crate::solver::{Refusal, Solver};
use num_bigint::BigUint;
use std::ops::ControlFlow;
use tilewright_engines::count::Counter;
use tilewright_engines::dance::{Dance, Sorted};
use tilewright_engines::diagram::{self, Diagram};
use tilewright_engines::{Ask, Budget, End, Engine, Search, Stats, lines};
use tilewright_model::{Choice, Model};
use tilewright_puzzles::Puzzle;

/// A piece of a list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Piece {
    /// The number of lines left out at the beginning.
    pub from: BigUint,
    /// The most lines after that.
    pub limit: Option<u64>,
}

/// The result of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Listed {
    /// The lines that were given.
    pub lines: u64,
    /// [`End::Complete`] where no line comes after them.
    pub end: End,
    /// Its cost.
    pub stats: Stats,
}

/// Some lines of a list.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lines<'t> {
    /// The text, each line with its end; empty where there is only news of the share.
    pub text: &'t [u8],
    /// The number of its lines.
    pub number: u64,
    /// The share of the search that was done before them, from 0 to 1, as well as it is known: each branch of the
    /// search weighs the same as those beside it.
    pub share: f64,
}

/// Adds the line of a class, with its end: the smallest solution, and how many there are.
pub type ClassWriter<'w> = dyn Fn(&[Choice], u128, &mut Vec<u8>) + Sync + 'w;

/// Solutions that are sooner visited than left out in one way or another.
const FEW: u32 = 1 << 18;
/// The limit below a node of an existing diagram.
const FEW_BELOW: u64 = 1000;
/// Nodes for the diagram of all solutions: this many, but no more than a visit to those that are left out would take.
const NODES_FOR_DIAGRAM: u64 = 1 << 25;
const NODES_TO_VISIT_ONE: u64 = 16;
/// Nodes for a count that remembers states, and for one that visits, which is quicker by the node. Each branch of a
/// part that could not be counted has a quarter and half as many, so that failed attempts cost no more than a small
/// multiple of a visit to all of it.
const NODES_TO_REMEMBER: u64 = 1 << 20;
const NODES_TO_VISIT: u64 = 1 << 26;
/// Fewer nodes are not worth a try, and no fewer are given.
const LEAST_TO_REMEMBER: u64 = 1 << 12;
const LEAST_TO_VISIT: u64 = 1 << 19;
/// Shorter pieces are listed on one thread.
const SHORT: u64 = 1000;

impl Solver {
    /// Writes a line for each solution, in the order of the tiles and their values, and gives them
    /// in blocks to `on_lines` until that breaks off (then the end is [`End::Limit`]). `write` adds the line of a solution with its end; it runs on as many
    /// threads as the solver has. The solver's engine and seed do not matter.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use tilewright::{End, Solver, board};
    /// use tilewright::list::Piece;
    ///
    /// let sudoku = board("sudoku", "2,2")?;
    /// let line = sudoku.line_writer().expect("its values are digits");
    /// let mut text = Vec::new();
    /// let piece = Piece { from: 286u32.into(), limit: None };
    /// let listed = Solver::new().list(
    ///     &*sudoku,
    ///     &piece,
    ///     &|solution, out| {
    ///         line(solution, out);
    ///         out.push(b'\n');
    ///     },
    ///     |lines| {
    ///         text.extend_from_slice(lines.text);
    ///         ControlFlow::Continue(())
    ///     },
    /// )?;
    /// assert_eq!(text, b"4321214332141432\n4321214334121234\n");
    /// assert_eq!((listed.lines, listed.end), (2, End::Complete));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn list(
        &self,
        puzzle: &dyn Puzzle,
        piece: &Piece,
        write: &(dyn Fn(&[Choice], &mut Vec<u8>) + Sync),
        on_lines: impl FnMut(Lines<'_>) -> ControlFlow<()>,
    ) -> Result<Listed, Refusal> {
        let budget = self.question();
        let model = self.model(puzzle)?;
        let mut ranks = Ranks::new(&model, &budget)?;
        let place = match ranks.place(&Ask::given(puzzle.givens()), &piece.from, &budget) {
            Ok(place) => place,
            Err(end) => {
                return Ok(Listed {
                    lines: 0,
                    end,
                    stats: ranks.stats,
                });
            }
        };
        let proof = Proofreader::new(self, puzzle, &model, &budget);
        let write = |solution: &[Choice], out: &mut Vec<u8>| {
            let before = out.len();
            write(solution, out);
            proof.look(solution, &out[before..], 1);
            true
        };
        let list = (&proof, Some(&piece.from));
        let mut listed = self.list_parts(
            &model,
            (place, piece.limit),
            &budget,
            &write,
            list,
            on_lines,
        )?;
        listed.stats.nodes += ranks.stats.nodes;
        Ok(listed)
    }

    /// Lists the smallest solution of each class, with the number of solutions in it. If the family knows no symmetry
    /// that is [refused](Refusal::Asymmetric).
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use tilewright::{Solver, board};
    /// use tilewright::list::Piece;
    ///
    /// let sudoku = board("sudoku", "2,2")?;
    /// let mut text = String::new();
    /// Solver::new().list_classes(
    ///     &*sudoku,
    ///     &Piece::default(),
    ///     &|_, size, out| out.extend(format!("{size}\n").bytes()),
    ///     |lines| {
    ///         text.push_str(&String::from_utf8_lossy(lines.text));
    ///         ControlFlow::Continue(())
    ///     },
    /// )?;
    /// assert_eq!(text, "96\n192\n");
    /// assert!(Solver::new()
    ///     .list_classes(&*board("roads", "2x2")?, &Piece::default(), &|_, _, _| (), |_| {
    ///         ControlFlow::Continue(())
    ///     })
    ///     .is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn list_classes(
        &self,
        puzzle: &dyn Puzzle,
        piece: &Piece,
        write: &ClassWriter<'_>,
        on_lines: impl FnMut(Lines<'_>) -> ControlFlow<()>,
    ) -> Result<Listed, Refusal> {
        let symmetry = puzzle.symmetry().map_err(Refusal::Asymmetric)?;
        let budget = self.question();
        let model = self.model(puzzle)?;
        let place = Place {
            parts: vec![(Ask::given(symmetry.first_choices()), 1.0)],
            rest: piece.from.clone(),
        };
        let proof = Proofreader::new(self, puzzle, &model, &budget);
        let write = |solution: &[Choice], out: &mut Vec<u8>| match symmetry.class_size(solution) {
            Some(size) => {
                let before = out.len();
                write(solution, size, out);
                proof.look(solution, &out[before..], size);
                true
            }
            None => false,
        };
        // The number of solutions in the classes before is unknown.
        let from = Some(&piece.from).filter(|from| **from == BigUint::ZERO);
        let list = (&proof, from);
        self.list_parts(
            &model,
            (place, piece.limit),
            &budget,
            &write,
            list,
            on_lines,
        )
    }

    fn list_parts(
        &self,
        model: &Model,
        (place, limit): (Place, Option<u64>),
        budget: &Budget,
        write: &(dyn Fn(&[Choice], &mut Vec<u8>) -> bool + Sync),
        (proof, from): (&Proofreader, Option<&BigUint>),
        mut on_lines: impl FnMut(Lines<'_>) -> ControlFlow<()>,
    ) -> Result<Listed, Refusal> {
        let Place { parts, rest } = place;
        let mut skip = u64::try_from(&rest).unwrap_or(u64::MAX);
        let mut listed = Listed {
            lines: 0,
            end: End::Limit,
            stats: Stats::default(),
        };
        if limit == Some(0) {
            return Ok(listed);
        }
        let is_short = limit.is_some_and(|limit| limit <= SHORT);
        let threads = if is_short { 1 } else { self.thread_count() };
        let given = &mut listed.lines;
        let mut wrong = None;
        let budget = budget.clone().within_heap();
        let engine = (&Sorted as &dyn Engine, model);
        let outcome = lines::write_each(engine, &parts, &budget, threads, write, |block| {
            let before = skip.min(block.lines);
            skip -= before;
            let text = &block.text[end_of_lines(&block.text, before)..];
            let left = limit.map_or(u64::MAX, |limit| limit - *given);
            let number = (block.lines - before).min(left);
            let text = if number < block.lines - before {
                &text[..end_of_lines(text, number)]
            } else {
                text
            };
            if let Err(end) = proof.give(text) {
                wrong = Some(end);
                return ControlFlow::Break(());
            }
            *given += number;
            on_lines(Lines {
                text,
                number,
                share: block.share,
            })?;
            if number == left {
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
        let outcome = outcome.map_err(|declined| Refusal::of_engine(declined, &budget))?;
        if outcome.end == End::Complete {
            wrong = proof.finish(from).err();
        }
        listed.end = wrong.unwrap_or(outcome.end);
        listed.stats = outcome.stats;
        Ok(listed)
    }
}

/// The end of the first `number` lines of a text.
fn end_of_lines(text: &[u8], number: u64) -> usize {
    let mut ends = (0..text.len()).filter(|&at| text[at] == b'\n');
    match number.checked_sub(1) {
        Some(last) => ends.nth(last as usize).map_or(text.len(), |at| at + 1),
        None => 0,
    }
}

/// The beginning of a piece of the list: the solutions of these parts, in order, after the first `rest`.
#[derive(Debug)]
struct Place {
    /// Each with its share of the list.
    parts: Vec<(Ask, f64)>,
    rest: BigUint,
}

/// The number of times that the ancestors of a branch could not be counted in one way or the other.
#[derive(Clone, Copy, Debug, Default)]
struct Failures {
    to_remember: u32,
    to_visit: u32,
}

/// Finds solutions by their number in the sorted list.
struct Ranks {
    model: Model,
    sorted: Box<dyn Search>,
    counter: Box<dyn Search>,
    visitor: Box<dyn Search>,
    stats: Stats,
}

impl Ranks {
    fn new(model: &Model, budget: &Budget) -> Result<Self, Refusal> {
        let prepared = |engine: &dyn Engine| {
            let search = engine.prepare(model, budget);
            search.map_err(|declined| Refusal::of_engine(declined, budget))
        };
        Ok(Self {
            model: model.clone(),
            sorted: prepared(&Sorted)?,
            counter: prepared(&Counter)?,
            visitor: prepared(&Dance)?,
            stats: Stats::default(),
        })
    }

    /// Leaves out the first `from` solutions of an ask.
    fn place(&mut self, whole: &Ask, from: &BigUint, budget: &Budget) -> Result<Place, End> {
        if *from <= FEW.into() {
            return Ok(Place {
                parts: vec![(whole.clone(), 1.0)],
                rest: from.clone(),
            });
        }
        if let Some(diagram) = self.diagram(whole, from, budget)? {
            let diagram::ListStart { parts, rest } = diagram.place(from, FEW_BELOW);
            let parts = parts.into_iter().map(|part| {
                let ask = Ask::given(part.given).barred(whole.barred.clone());
                (ask, part.share)
            });
            return Ok(Place {
                parts: parts.collect(),
                rest,
            });
        }
        self.place_by_branches(whole, from, budget)
    }

    /// All solutions of an ask, where that costs less than to visit the first `from`.
    fn diagram(
        &mut self,
        whole: &Ask,
        from: &BigUint,
        budget: &Budget,
    ) -> Result<Option<Diagram>, End> {
        let visit = u64::try_from(from * NODES_TO_VISIT_ONE).unwrap_or(u64::MAX);
        let nodes = visit.min(NODES_FOR_DIAGRAM);
        let allowed = budget.nodes_left().unwrap_or(u64::MAX);
        let ask = whole.clone().budget(budget.part(nodes).within_heap());
        let (diagram, stats) = Diagram::of(&self.model, &ask, diagram::Order::Sorted);
        budget.spend(stats.nodes);
        self.stats.nodes += stats.nodes;
        match diagram {
            Ok(diagram) => Ok(Some(diagram)),
            Err(End::Nodes) if allowed > nodes => Ok(None),
            Err(End::Memory) => Ok(None),
            Err(end) => Err(end),
        }
    }

    fn place_by_branches(
        &mut self,
        whole: &Ask,
        from: &BigUint,
        budget: &Budget,
    ) -> Result<Place, End> {
        let mut rest = from.clone();
        // The parts to come, the next one last, each with its share of the search and the failures of its ancestors.
        let mut coming = vec![(whole.clone(), 1.0, Failures::default())];
        while rest > FEW.into()
            && let Some((ask, share, mut failures)) = coming.pop()
        {
            let number = self.count(&ask, &rest, &mut failures, budget)?;
            if let Some(number) = number
                && number <= rest
            {
                rest -= number;
                continue;
            }
            self.sorted.start(&ask);
            let branches = self.sorted.branches();
            if branches.is_empty() {
                coming.push((ask, share, failures));
                break;
            }
            let share = share / f64::from(branches.len() as u32);
            let parts = branches.into_iter().rev();
            coming.extend(parts.map(|branch| (branch.part_of(&ask), share, failures)));
        }
        let all: f64 = coming.iter().map(|(_, share, _)| share).sum();
        let parts = coming.into_iter().rev();
        Ok(Place {
            parts: parts.map(|(ask, share, _)| (ask, share / all)).collect(),
            rest,
        })
    }

    /// The number of solutions of a branch where it can be had at a small cost, or only that there
    /// are more than `rest`: then that and one.
    fn count(
        &mut self,
        ask: &Ask,
        rest: &BigUint,
        failures: &mut Failures,
        budget: &Budget,
    ) -> Result<Option<BigUint>, End> {
        let share = |nodes: u64, shift: u32| nodes.checked_shr(shift).unwrap_or(0);
        let visit_all = u64::try_from(rest * NODES_TO_VISIT_ONE).unwrap_or(u64::MAX);
        let remember = share(NODES_TO_REMEMBER, 2 * failures.to_remember).min(visit_all);
        let visit = share(NODES_TO_VISIT, failures.to_visit).max(LEAST_TO_VISIT);
        let plain = Ask::given(ask.given.clone()).barred(ask.barred.clone());
        // It need not be counted further than that.
        let limit = u64::try_from(rest + 1u32).ok();
        let plain = Ask { limit, ..plain };
        let mut number = None;
        if remember >= LEAST_TO_REMEMBER {
            number = try_count(
                &mut *self.counter,
                &plain,
                remember,
                budget,
                &mut self.stats,
            )?;
            failures.to_remember += u32::from(number.is_none());
        }
        if number.is_none() {
            number = try_count(&mut *self.visitor, &plain, visit, budget, &mut self.stats)?;
            failures.to_visit += u32::from(number.is_none());
        }
        Ok(number)
    }
}

/// Counts within `nodes` nodes; `None` if they do not suffice, and the end if the budget is up.
fn try_count(
    search: &mut dyn Search,
    ask: &Ask,
    nodes: u64,
    budget: &Budget,
    stats: &mut Stats,
) -> Result<Option<BigUint>, End> {
    let allowed = budget.nodes_left().unwrap_or(u64::MAX);
    search.start(&ask.clone().budget(budget.part(nodes).within_heap()));
    let count = search.count();
    let spent = search.stats().nodes;
    budget.spend(spent);
    stats.nodes += spent;
    match count.end {
        End::Complete | End::Limit => Ok(Some(count.number)),
        End::Nodes if allowed > nodes => Ok(None),
        End::Memory => Ok(None),
        end => Err(end),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilewright_puzzles::board;

    /// Five lines from a place on.
    fn five(solver: &Solver, model: &Model, place: Place) -> (String, Listed) {
        let shares: f64 = place.parts.iter().map(|(_, share)| share).sum();
        assert!((shares - 1.0).abs() < 1e-6, "{shares}");
        let mut text = String::new();
        let write = |solution: &[Choice], out: &mut Vec<u8>| {
            out.extend(format!("{solution:?}\n").bytes());
            true
        };
        let budget = solver.question();
        let proof = (&Proofreader::default(), None);
        let listed = solver.list_parts(model, (place, Some(5)), &budget, &write, proof, |lines| {
            text.push_str(&String::from_utf8_lossy(lines.text));
            ControlFlow::Continue(())
        });
        (text, listed.unwrap())
    }

    #[test]
    fn branches_lead_to_the_same_place_as_the_diagram() {
        let solver = Solver::new();
        for (kind, size, places) in [
            ("sudoku", "2,3", &[262_145u64][..]),
            ("roads", "6x6", &[300_000, 220_065_136]),
        ] {
            let puzzle = board(kind, size).unwrap();
            let model = solver.model(&*puzzle).unwrap();
            let whole = Ask::given(puzzle.givens());
            let mut ranks = Ranks::new(&model, &solver.question()).unwrap();
            for from in places.iter().copied().map(BigUint::from) {
                let budget = solver.question();
                let diagram = ranks.diagram(&whole, &from, &budget).unwrap();
                assert!(diagram.is_some(), "{kind} {from}");
                let place = ranks.place(&whole, &from, &budget).unwrap();
                let branches = ranks.place_by_branches(&whole, &from, &budget).unwrap();
                let (text, listed) = five(&solver, &model, place);
                let (other, other_listed) = five(&solver, &model, branches);
                assert_eq!(text, other, "{kind} {from}");
                assert_eq!(
                    (listed.lines, listed.end),
                    (other_listed.lines, other_listed.end)
                );
            }
        }
    }
}
