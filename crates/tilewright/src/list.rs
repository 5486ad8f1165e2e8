//! All solutions in a stated order, a line each, whole or in pieces.
//!
//! **The order.** Solutions are sorted by the values of the tiles in order: of two, the one comes
//! first whose choice has the lower number at the first tile where they differ. So the boards of a
//! Sudoku come as their lines would be sorted. [`Sorted`] searches in that order, and
//! [`lines`] writes on all threads.
//!
//! **Pieces.** To begin in the middle of the list ([`Piece::from`]), what comes before is counted
//! and not visited: `Ranks` goes down the branches, leaves out those whose solutions all come
//! before, and opens the one where the piece begins. A branch that cannot be counted at a small cost
//! is opened as well, so the worst that can happen is that what comes before is visited after all.
//!
//! **Classes.** A family that knows its [symmetry](Puzzle::symmetry) says which solutions are the
//! smallest of their class and how large that is.

use crate::session::Purse;
use crate::solver::{Refusal, Solver};
use num_bigint::BigUint;
use std::collections::HashMap;
use std::ops::ControlFlow;
use tilewright_engines::count::Counter;
use tilewright_engines::dance::{Dance, Sorted};
use tilewright_engines::{Ask, End, Engine, Search, Stats, lines};
use tilewright_model::{Choice, Model};
use tilewright_puzzles::Puzzle;

/// A piece of a list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Piece {
    /// How many lines are left out at the beginning.
    pub from: BigUint,
    /// How many lines there are at most after that.
    pub limit: Option<u64>,
}

/// What was listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Listed {
    /// The lines that were given.
    pub lines: u64,
    /// [`End::Complete`] where no line comes after them.
    pub end: End,
    /// What it cost.
    pub stats: Stats,
}

/// Adds the line of a class, with its end: the smallest solution, and how many there are.
pub type ClassWriter<'w> = dyn Fn(&[Choice], u128, &mut Vec<u8>) + Sync + 'w;

/// Solutions that are sooner visited than counted.
const FEW: u32 = 1000;
/// Nodes for a count that remembers states, and for one that visits, which is quicker by the node.
/// Each branch of what could not be counted has a quarter and half as many, so that what is tried
/// in vain costs no more than a small multiple of a visit to all of it.
const NODES_TO_REMEMBER: u64 = 1 << 20;
const NODES_TO_VISIT: u64 = 1 << 26;
/// Fewer nodes are not worth a try, and no fewer are given.
const LEAST_TO_REMEMBER: u64 = 1 << 12;
const LEAST_TO_VISIT: u64 = 1 << 19;
/// Counts of branches that are remembered.
const MOST_KNOWN: usize = 1 << 16;
/// Shorter pieces are listed on one thread.
const SHORT: u64 = 1000;

impl Solver {
    /// Writes a line for each solution, in the order of the tiles and their values, and gives them
    /// in blocks to `on_lines`, with their number, until that breaks off (then the end is
    /// [`End::Limit`]). `write` adds the line of a solution with its end; it runs on as many
    /// threads as the solver has. The solver's engine and seed do not matter.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use tilewright::{End, Piece, Solver, board};
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
    ///     |lines, _| {
    ///         text.extend_from_slice(lines);
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
        on_lines: impl FnMut(&[u8], u64) -> ControlFlow<()>,
    ) -> Result<Listed, Refusal> {
        let model = self.model(puzzle)?;
        let mut purse = Purse::new(self);
        let mut ranks = Ranks::new(&model)?;
        let whole = Ask::given(puzzle.givens());
        let place = match ranks.place(&whole, &piece.from, &mut purse) {
            Ok(place) => place,
            Err(end) => {
                return Ok(Listed {
                    lines: 0,
                    end,
                    stats: ranks.stats,
                });
            }
        };
        let stats = ranks.stats;
        let write = |solution: &[Choice], out: &mut Vec<u8>| {
            write(solution, out);
            true
        };
        let mut listed = self.list_parts(&model, place, piece.limit, &purse, &write, on_lines)?;
        listed.stats.nodes += stats.nodes;
        Ok(listed)
    }

    /// The same for the smallest solution of each class, with the number of solutions in it.
    /// Where the family knows no symmetry that is [refused](Refusal::Asymmetric).
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use tilewright::{Piece, Solver, board};
    ///
    /// let sudoku = board("sudoku", "2,2")?;
    /// let mut text = String::new();
    /// Solver::new().list_classes(
    ///     &*sudoku,
    ///     &Piece::default(),
    ///     &|_, size, out| out.extend(format!("{size}\n").bytes()),
    ///     |lines, _| {
    ///         text.push_str(&String::from_utf8_lossy(lines));
    ///         ControlFlow::Continue(())
    ///     },
    /// )?;
    /// assert_eq!(text, "96\n192\n");
    /// assert!(Solver::new()
    ///     .list_classes(&*board("roads", "2x2")?, &Piece::default(), &|_, _, _| (), |_, _| {
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
        on_lines: impl FnMut(&[u8], u64) -> ControlFlow<()>,
    ) -> Result<Listed, Refusal> {
        let symmetry = puzzle.symmetry().map_err(Refusal::Asymmetric)?;
        let model = self.model(puzzle)?;
        let place = Place {
            parts: vec![Ask::given(symmetry.first_choices())],
            rest: piece.from.clone(),
        };
        let write = |solution: &[Choice], out: &mut Vec<u8>| match symmetry.class_size(solution) {
            Some(size) => {
                write(solution, size, out);
                true
            }
            None => false,
        };
        let purse = Purse::new(self);
        self.list_parts(&model, place, piece.limit, &purse, &write, on_lines)
    }

    fn list_parts(
        &self,
        model: &Model,
        place: Place,
        limit: Option<u64>,
        purse: &Purse,
        write: &(dyn Fn(&[Choice], &mut Vec<u8>) -> bool + Sync),
        mut on_lines: impl FnMut(&[u8], u64) -> ControlFlow<()>,
    ) -> Result<Listed, Refusal> {
        let Place { mut parts, rest } = place;
        for part in &mut parts {
            part.budget = purse.rest();
        }
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
        let outcome = lines::write_each(&Sorted, model, &parts, threads, write, |block| {
            let before = skip.min(block.lines);
            skip -= before;
            let text = &block.text[end_of_lines(&block.text, before)..];
            let left = limit.map_or(u64::MAX, |limit| limit - *given);
            let number = (block.lines - before).min(left);
            if number == 0 {
                return ControlFlow::Continue(());
            }
            let text = if number < block.lines - before {
                &text[..end_of_lines(text, number)]
            } else {
                text
            };
            *given += number;
            on_lines(text, number)?;
            if number == left {
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
        let outcome = outcome.map_err(Refusal::Declined)?;
        listed.end = outcome.end;
        listed.stats = outcome.stats;
        Ok(listed)
    }
}

/// Where the first so many lines of a text end.
fn end_of_lines(text: &[u8], number: u64) -> usize {
    let mut ends = (0..text.len()).filter(|&at| text[at] == b'\n');
    match number.checked_sub(1) {
        Some(last) => ends.nth(last as usize).map_or(text.len(), |at| at + 1),
        None => 0,
    }
}

/// Where a piece of the list begins: the solutions of these parts, in order, after the first `rest`.
#[derive(Debug)]
pub(crate) struct Place {
    parts: Vec<Ask>,
    rest: BigUint,
}

/// Finds solutions by their number in the sorted list.
pub(crate) struct Ranks<'m> {
    sorted: Box<dyn Search + 'm>,
    counter: Box<dyn Search + 'm>,
    visitor: Box<dyn Search + 'm>,
    /// The counts of branches by what is given in them; `None` where counting took too long.
    known: HashMap<Vec<Choice>, Option<BigUint>>,
    pub(crate) stats: Stats,
}

impl<'m> Ranks<'m> {
    pub(crate) fn new(model: &'m Model) -> Result<Self, Refusal> {
        Ok(Self {
            sorted: Sorted.prepare(model).map_err(Refusal::Declined)?,
            counter: Counter.prepare(model).map_err(Refusal::Declined)?,
            visitor: Dance.prepare(model).map_err(Refusal::Declined)?,
            known: HashMap::new(),
            stats: Stats::default(),
        })
    }

    /// Leaves out the first `from` solutions of an ask.
    fn place(&mut self, whole: &Ask, from: &BigUint, purse: &mut Purse) -> Result<Place, End> {
        let mut rest = from.clone();
        // What may come, the next one last, each with how many of those that it is part of could
        // not be counted.
        let mut coming = vec![(whole.clone(), 0)];
        while rest > FEW.into()
            && let Some((ask, failures)) = coming.pop()
        {
            let number = self.count(&ask, failures, purse)?;
            let failures = failures + u32::from(number.is_none());
            if let Some(number) = number
                && number <= rest
            {
                rest -= number;
                continue;
            }
            self.sorted.start(&ask);
            let branches = self.sorted.branches();
            if branches.is_empty() {
                coming.push((ask, failures));
                break;
            }
            let parts = branches.into_iter().rev();
            coming.extend(parts.map(|branch| (branch.part_of(&ask), failures)));
        }
        coming.reverse();
        Ok(Place {
            parts: coming.into_iter().map(|(ask, _)| ask).collect(),
            rest,
        })
    }

    /// The solution that comes after the first `number`, where there is one.
    pub(crate) fn solution_at(
        &mut self,
        whole: &Ask,
        number: &BigUint,
        purse: &mut Purse,
    ) -> Result<Option<Vec<Choice>>, End> {
        let Place { parts, rest } = self.place(whole, number, purse)?;
        let mut rest = u64::try_from(&rest).unwrap_or(u64::MAX);
        for part in parts {
            self.sorted.start(&part.budget(purse.rest()));
            loop {
                match self.sorted.advance() {
                    Ok(solution) if rest == 0 => {
                        let solution = solution.to_vec();
                        self.close(purse);
                        return Ok(Some(solution));
                    }
                    Ok(_) => rest -= 1,
                    Err(End::Complete) => break,
                    Err(end) => return Err(end),
                }
            }
            self.close(purse);
        }
        Ok(None)
    }

    fn close(&mut self, purse: &mut Purse) {
        let Stats { nodes, .. } = self.sorted.stats();
        purse.spend(nodes);
        self.stats.nodes += nodes;
    }

    /// So many solutions of an ask are known already.
    pub(crate) fn know(&mut self, ask: &Ask, number: &BigUint) {
        self.known.insert(ask.given.clone(), Some(number.clone()));
    }

    /// The number of solutions of a branch, where it can be had at a small cost.
    fn count(
        &mut self,
        ask: &Ask,
        failures: u32,
        purse: &mut Purse,
    ) -> Result<Option<BigUint>, End> {
        if let Some(known) = self.known.get(&ask.given) {
            return Ok(known.clone());
        }
        let share = |nodes: u64, shift: u32| nodes.checked_shr(shift).unwrap_or(0);
        let remember = share(NODES_TO_REMEMBER, 2 * failures);
        let visit = share(NODES_TO_VISIT, failures).max(LEAST_TO_VISIT);
        let plain = Ask::given(ask.given.clone()).barred(ask.barred.clone());
        let mut number = None;
        if remember >= LEAST_TO_REMEMBER {
            number = try_count(&mut *self.counter, &plain, remember, purse, &mut self.stats)?;
        }
        if number.is_none() {
            number = try_count(&mut *self.visitor, &plain, visit, purse, &mut self.stats)?;
        }
        if self.known.len() < MOST_KNOWN {
            self.known.insert(ask.given.clone(), number.clone());
        }
        Ok(number)
    }
}

/// Counts within so many nodes; `None` where they do not do, and the end where the budget is up.
fn try_count(
    search: &mut dyn Search,
    ask: &Ask,
    nodes: u64,
    purse: &mut Purse,
    stats: &mut Stats,
) -> Result<Option<BigUint>, End> {
    let mut budget = purse.rest();
    let allowed = budget.nodes.unwrap_or(u64::MAX);
    budget.nodes = Some(allowed.min(nodes));
    search.start(&ask.clone().budget(budget));
    let count = search.count();
    let spent = search.stats().nodes;
    purse.spend(spent);
    stats.nodes += spent;
    match count.end {
        End::Complete => Ok(Some(count.number)),
        End::Nodes if allowed > nodes => Ok(None),
        End::Memory => Ok(None),
        end => Err(end),
    }
}
