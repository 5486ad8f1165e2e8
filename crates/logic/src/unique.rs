//! The consequences of there being one solution alone. They hold only if that is known.
//!
//! **Exchange.** Let two sets of choices, `one` and `other`, lie in the same items: then where one
//! of them is picked, the other could be picked for it. So with one solution neither is picked as a
//! whole. Let some exactly-one items have one choice of each, so that they pair both sets, and let
//! conflicts between them allow nothing in between: from a picked choice of `one`, all of `one`
//! follow, if only those choices were left. Then another choice of those items is picked, one of
//! the **extras**. In Sudoku these are unique rectangles: two symbols in four cells of two rows, two
//! columns and two boxes; paired by rows or columns, the hidden ones.
//!
//! **Pairs.** If every open item had two choices left, then the choices that a solution leaves over would be another
//! solution. So if one choice keeps a board from that, it is picked: BUG + 1.
//!
//! **How it is found.** An exchange begins with the two choices of an item and is balanced: while
//! some item has a choice of one set and none of the other, that set gets a choice there.

use crate::conflicts::Common;
use crate::explain::{Finder, Found};
use crate::{Board, Logic, Reason, Step};
use std::collections::HashSet;
use std::ops::ControlFlow;
use tilewright_model::budget::Meter;
use tilewright_model::{Choice, Colour, Demand, Item};

/// The most choices on each side of an exchange.
const MOST: usize = 4;

/// The most choices of an item in which a side needs one: with more there are too many ways to continue.
const MOST_WAYS: usize = 12;

/// The most extras: more hardly ever have a conflict in common.
const MOST_EXTRAS: usize = 6;

/// Finds them: exchanges in the order of the items that they begin with, then pairs.
///
/// A line or a link may hold for one side of an exchange alone, and solutions that differ in hidden choices are one: in
/// models with such there are none.
pub(crate) fn find(board: &Board, finder: &mut Finder, found: &mut Found<'_>) -> ControlFlow<()> {
    if !board.logic().is_of_items() {
        return ControlFlow::Continue(());
    }
    let Finder { meter, common, .. } = finder;
    let mut search = Exchange {
        board,
        logic: board.logic(),
        meter,
        common,
        found,
        one: Vec::new(),
        other: Vec::new(),
        known: HashSet::new(),
    };
    for item in board.open_bases() {
        search.meter.spend(1)?;
        if board.live_count(item) == 2 {
            let both = board.sorted(item);
            search.one = vec![both[0]];
            search.other = vec![both[1]];
            search.balance()?;
        }
    }
    pairs(board, meter, found)
}

struct Exchange<'b, 'f> {
    board: &'b Board,
    logic: &'b Logic,
    meter: &'b mut Meter,
    common: &'b mut Common,
    found: &'b mut Found<'f>,
    one: Vec<Choice>,
    other: Vec<Choice>,
    /// The exchanges that were met, each as its choices in order.
    known: HashSet<Vec<Choice>>,
}

impl Exchange<'_, '_> {
    /// The demands of the choice: the item, and its colour there if that matters.
    fn demands(&self, choice: Choice) -> impl Iterator<Item = (Item, Option<Colour>)> + '_ {
        let touches = self.logic.model().touches(choice).iter();
        touches.map(|&(item, colour)| {
            let is_coloured = self.logic.model().demand(item) == Demand::OneColour;
            (item, is_coloured.then_some(colour))
        })
    }

    /// The items that choices of `a` lie in and none of `b` does.
    fn missing<'a>(
        &'a self,
        a: &'a [Choice],
        b: &'a [Choice],
    ) -> impl Iterator<Item = (Item, Option<Colour>)> + 'a {
        let of_a = a.iter().flat_map(|&c| self.demands(c));
        of_a.filter(|what| !b.iter().any(|&c| self.demands(c).any(|has| has == *what)))
    }

    /// The open choices that could be added to `side` for its sake.
    fn candidates(&self, what: (Item, Option<Colour>), side: &[Choice]) -> Vec<Choice> {
        let members = self.logic.model().members(what.0).iter();
        let shows = |colour: Colour| what.1.is_none_or(|wanted| wanted == colour);
        let fits = |choice: Choice| {
            let is_open = self.board.is_live(choice) && !self.board.is_picked(choice);
            let mut both = self.one.iter().chain(&self.other);
            let mut with = side.iter();
            is_open
                && both.all(|&c| c != choice)
                && with.all(|&c| !self.logic.are_in_conflict(c, choice))
        };
        let fitting = members.filter(|&&(choice, colour)| shows(colour) && fits(choice));
        fitting.map(|&(choice, _)| choice).collect()
    }

    /// Adds choices until both sides lie in the same items.
    fn balance(&mut self) -> ControlFlow<()> {
        self.meter.spend(self.one.len() * self.other.len())?;
        // The item with the fewest choices, and whether `one` needs a choice there.
        let mut best: Option<(usize, bool, (Item, Option<Colour>))> = None;
        for to_one in [false, true] {
            let (from, side) = if to_one {
                (&self.other, &self.one)
            } else {
                (&self.one, &self.other)
            };
            let mut number = 0;
            for what in self.missing(from, side) {
                number += 1;
                let count = self.board.live_count(what.0);
                if best.is_none_or(|(fewest, ..)| count < fewest) {
                    best = Some((count, to_one, what));
                }
            }
            // The choices to come cannot lie in that many.
            if number > (MOST - side.len()) * self.logic.most_items() {
                return ControlFlow::Continue(());
            }
        }
        let Some((fewest, to_one, what)) = best else {
            return self.conclude();
        };
        let side = if to_one { &self.one } else { &self.other };
        if side.len() == MOST || fewest > MOST_WAYS {
            return ControlFlow::Continue(());
        }
        self.meter.spend(self.logic.model().members(what.0).len())?;
        let candidates = self.candidates(what, side);
        for choice in candidates {
            if to_one {
                self.one.push(choice);
            } else {
                self.other.push(choice);
            }
            self.balance()?;
            if to_one {
                self.one.pop();
            } else {
                self.other.pop();
            }
        }
        ControlFlow::Continue(())
    }

    /// Pairs both sides in all ways and concludes from each.
    fn conclude(&mut self) -> ControlFlow<()> {
        let mut choices = [self.one.as_slice(), &self.other].concat();
        choices.sort_unstable();
        if self.one.len() != self.other.len() || !self.known.insert(choices) {
            return ControlFlow::Continue(());
        }
        let mut pairing = Pairing {
            exchange: self,
            items: Vec::new(),
            other: Vec::new(),
            extras: Vec::new(),
        };
        pairing.pair()
    }
}

/// A way to pair both sides of an exchange, as far as it has come.
struct Pairing<'e, 'b, 'f> {
    exchange: &'e mut Exchange<'b, 'f>,
    items: Vec<Item>,
    /// The choice of the other side in each item.
    other: Vec<Choice>,
    extras: Vec<Choice>,
}

impl Pairing<'_, '_, '_> {
    fn pair(&mut self) -> ControlFlow<()> {
        let Exchange { board, logic, .. } = *self.exchange;
        let Some(&first) = self.exchange.one.get(self.items.len()) else {
            return self.conclude();
        };
        for &(item, _) in logic.model().touches(first) {
            if !logic.is_base(item) || board.live_count(item) > 2 + MOST_EXTRAS {
                continue;
            }
            let live = board.sorted(item);
            self.exchange.meter.spend(live.len())?;
            let sides = self.exchange.one.iter().filter(|c| live.contains(c));
            let mut others = self.exchange.other.iter().filter(|c| live.contains(c));
            let (1, Some(&second), None) = (sides.count(), others.next(), others.next()) else {
                continue;
            };
            if self.other.contains(&second) {
                continue;
            }
            let before = self.extras.len();
            let extras = live.iter().filter(|&&c| c != first && c != second);
            self.extras.extend(extras);
            if self.extras.len() <= MOST_EXTRAS {
                self.items.push(item);
                self.other.push(second);
                self.pair()?;
                self.items.pop();
                self.other.pop();
            }
            self.extras.truncate(before);
        }
        ControlFlow::Continue(())
    }

    /// Returns true if from any choice of one side all others of that side follow.
    fn is_tied(&self) -> bool {
        let one = &self.exchange.one;
        let reaches_all = |from: usize| {
            let mut is_reached = vec![false; one.len()];
            let mut next = vec![from];
            is_reached[from] = true;
            while let Some(at) = next.pop() {
                for (to, is_reached) in is_reached.iter_mut().enumerate() {
                    let logic = self.exchange.logic;
                    if !*is_reached && logic.are_in_conflict(one[at], self.other[to]) {
                        *is_reached = true;
                        next.push(to);
                    }
                }
            }
            !is_reached.contains(&false)
        };
        (0..one.len()).all(reaches_all)
    }

    fn conclude(&mut self) -> ControlFlow<()> {
        let mut extras = self.extras.clone();
        extras.sort_unstable();
        extras.dedup();
        if extras.is_empty() || !self.is_tied() {
            return ControlFlow::Continue(());
        }
        if extras.len() == 1 {
            let step = self.step(&extras, None, extras.clone(), Vec::new());
            return (self.exchange.found)(step);
        }
        let Exchange {
            board,
            common,
            meter,
            ..
        } = &mut *self.exchange;
        common.find(board, extras.iter().copied(), meter)?;
        if !common.found.is_empty() {
            let removed = common.found.clone();
            let step = self.step(&extras, None, Vec::new(), removed);
            (self.exchange.found)(step)?;
        }
        self.by_strong_link(&extras)
    }

    /// A choice goes that forces one of the pattern, by an item with two choices, so that both
    /// exclude all extras.
    fn by_strong_link(&mut self, extras: &[Choice]) -> ControlFlow<()> {
        let Exchange { board, logic, .. } = *self.exchange;
        let pattern = [self.exchange.one.as_slice(), &self.other].concat();
        for &forced in &pattern {
            for &(via, _) in logic.model().touches(forced) {
                self.exchange.meter.spend(1)?;
                if !logic.is_base(via) || board.live_count(via) != 2 {
                    continue;
                }
                let Some(instead) = board.live(via).find(|&c| c != forced) else {
                    continue;
                };
                let goes = |x: &Choice| {
                    let excludes = |&e: &Choice| {
                        logic.are_in_conflict(*x, e) || logic.are_in_conflict(forced, e)
                    };
                    logic.are_in_conflict(*x, instead)
                        && !logic.are_in_conflict(*x, forced)
                        && extras.iter().all(excludes)
                };
                let mut removed: Vec<Choice> = pattern.iter().copied().filter(goes).collect();
                removed.sort_unstable();
                if !removed.is_empty() {
                    let step = self.step(extras, Some(via), Vec::new(), removed);
                    (self.exchange.found)(step)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn step(
        &self,
        extras: &[Choice],
        via: Option<Item>,
        picked: Vec<Choice>,
        removed: Vec<Choice>,
    ) -> Step {
        let board = self.exchange.board;
        let premises = board.live_of(self.items.iter().chain(&via).copied());
        Step {
            reason: Reason::Exchange {
                items: self.items.clone(),
                one: self.exchange.one.clone(),
                other: self.other.clone(),
                extras: extras.to_vec(),
                via,
            },
            premises,
            picked,
            removed,
        }
    }
}

/// All open items have two choices, but for those of one choice, which have three.
fn pairs(board: &Board, meter: &mut Meter, found: &mut Found<'_>) -> ControlFlow<()> {
    let logic = board.logic();
    meter.spend(logic.model().item_count())?;
    let mut triples: Vec<Item> = Vec::new();
    for item in board.open_bases() {
        match board.live_count(item) {
            2 => {}
            3 => triples.push(item),
            _ => return ControlFlow::Continue(()),
        }
    }
    let Some(&first) = triples.first() else {
        return ControlFlow::Continue(());
    };
    meter.spend(logic.model().incidence_count())?;
    let could_be_shared = |item| !logic.is_base(item) && !leaves_one_way(board, item);
    if logic.model().items().any(could_be_shared) {
        return ControlFlow::Continue(());
    }
    for extra in board.live(first) {
        let touches = logic.model().touches(extra).iter();
        let mut open: Vec<Item> = touches.map(|&(item, _)| item).collect();
        open.retain(|&item| logic.is_base(item));
        open.sort_unstable();
        if open == triples {
            let premises = board.live_of(triples);
            return found(Step::picks(Reason::Pairs { extra }, premises, vec![extra]));
        }
    }
    ControlFlow::Continue(())
}

/// Returns true if an item that needs no choice allows any pick of its remaining choices: it has one choice at most,
/// or all show the same colour.
fn leaves_one_way(board: &Board, item: Item) -> bool {
    if board.logic().is_cover(item) {
        return board.live_count(item) <= 1;
    }
    let members = board.logic().model().members(item).iter();
    let mut live = members.filter(|&&(choice, _)| board.is_live(choice));
    let first = live.next();
    live.all(|&(_, colour)| first.is_some_and(|&(_, shown)| shown == colour))
}
