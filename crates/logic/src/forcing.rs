//! Forcing: the consequences of a choice.
//!
//! **Why it holds.** A choice that would leave an item without one is in no solution ([`find_contradictions`]). One
//! choice of an exactly-one item is picked; the common consequences of all of them hold in any case
//! ([`find_verities`]). They are explained step by step (see `trial.rs`).
//!
//! **How it is found.** Every choice is tried. Of contradictions those are returned that are reached in the fewest
//! waves; of verities those that need at most 1, 4, 16, … waves, whichever is the first to have any. Neither depends
//! on numbers. The consequences of a choice are kept for the other items that it is in, as far as there is room.

use crate::conflicts::Common;
use crate::explain::{Finder, Found};
use crate::hash::{Map, Set};
use crate::trial::{Outcome, Trial, contradiction};
use crate::{Board, Case, Reason, Step};
use std::ops::ControlFlow;
use std::rc::Rc;
use tilewright_model::budget::Meter;
use tilewright_model::{Choice, Item};

/// The waves for which choices are followed at first, and then four times as many each time.
const FEW_WAVES: usize = 4;

/// Finds choices that lead to an item without one, in their order: those that do so soonest.
pub(crate) fn find_contradictions(
    board: &Board,
    nested: bool,
    finder: &mut Finder,
    found: &mut Found<'_>,
) -> ControlFlow<()> {
    let Finder { meter, common, .. } = finder;
    let mut trial = Trial::new(board);
    let mut soonest: Vec<Choice> = Vec::new();
    // The choices that were not followed to their ends, for a few waves first.
    let mut left = board.undecided();
    let mut most = FEW_WAVES;
    while soonest.is_empty() && !left.is_empty() {
        let mut fewest = most;
        for choice in std::mem::take(&mut left) {
            let outcome = trial.assume(choice, fewest, nested, common, meter)?;
            if let Outcome::Contradiction(_, waves) = outcome {
                if waves < fewest {
                    soonest.clear();
                    fewest = waves;
                }
                soonest.push(choice);
            } else if !trial.is_followed() {
                left.push(choice);
            }
            trial.take_back();
        }
        most = most.saturating_mul(4);
    }
    trial.in_turn = true;
    for choice in soonest {
        let outcome = trial.assume(choice, usize::MAX, nested, common, meter)?;
        if let Outcome::Contradiction(item, _) = outcome {
            let steps = trial.to_contradiction(item);
            found(contradiction(choice, steps, item))?;
        }
        trial.take_back();
    }
    ControlFlow::Continue(())
}

/// Finds the common consequences of all choices of an item, in the order of the items.
pub(crate) fn find_verities(
    board: &Board,
    finder: &mut Finder,
    found: &mut Found<'_>,
) -> ControlFlow<()> {
    let Finder { meter, common, .. } = finder;
    let count = board.logic().model().choice_count();
    let mut search = Verities {
        board,
        trial: Trial::new(board),
        is_said: Set::default(),
        known: Map::default(),
        room: 0,
        marks: vec![(0, 0); 2 * count],
        mark: 0,
        common,
    };
    let mut most = 1;
    loop {
        let mut is_whole = true;
        search.known.clear();
        search.room = ROOM;
        for item in board.open_bases() {
            is_whole &= search.of_item(item, most, meter, found)?;
        }
        if is_whole || !search.is_said.is_empty() {
            return ControlFlow::Continue(());
        }
        most = most.saturating_mul(4);
    }
}

/// The most facts that are kept for other items.
const ROOM: usize = 1 << 23;

/// A choice, and whether it is picked or gone: as one number.
type Fact = u32;

fn fact(choice: Choice, is_picked: bool) -> Fact {
    2 * choice.0 + u32::from(is_picked)
}

/// The consequences of a choice.
#[derive(Clone)]
struct Facts {
    all: Rc<[Fact]>,
    is_contradiction: bool,
    /// True if more waves would lead no further.
    is_whole: bool,
}

struct Verities<'a> {
    board: &'a Board,
    trial: Trial,
    /// The conclusions so far.
    is_said: Set<Fact>,
    /// The consequences of choices, as far as there is room.
    known: Map<Choice, Facts>,
    room: usize,
    /// For each fact the last item that it was met for, and by how many of its choices.
    marks: Vec<(u32, u32)>,
    mark: u32,
    common: &'a mut Common,
}

impl Verities<'_> {
    /// The consequences of the choice within that many waves.
    fn facts(&mut self, choice: Choice, most: usize, meter: &mut Meter) -> ControlFlow<(), Facts> {
        if let Some(known) = self.known.get(&choice) {
            return ControlFlow::Continue(known.clone());
        }
        let outcome = self.trial.assume(choice, most, false, self.common, meter)?;
        let removed = self.trial.removed().map(|c| fact(c, false));
        let picked = self.trial.picked().map(|(c, _)| fact(c, true));
        let facts = Facts {
            all: removed.chain(picked).collect(),
            is_contradiction: outcome != Outcome::Open,
            is_whole: self.trial.is_at_rest(),
        };
        self.trial.take_back();
        if facts.all.len() <= self.room {
            self.room -= facts.all.len();
            self.known.insert(choice, facts.clone());
        }
        ControlFlow::Continue(facts)
    }

    /// Finds the common consequences of all choices of an item within that many waves. Returns true if more waves
    /// would lead no further.
    fn of_item(
        &mut self,
        item: Item,
        most: usize,
        meter: &mut Meter,
        found: &mut Found<'_>,
    ) -> ControlFlow<(), bool> {
        let mut is_whole = true;
        let mut both: Vec<Fact> = Vec::new();
        self.mark += 1;
        for (nth, choice) in (0..).zip(self.board.live(item)) {
            let here = self.facts(choice, most, meter)?;
            meter.spend(here.all.len())?;
            if here.is_contradiction {
                // It goes by itself, and the item is looked at when it has gone.
                return ControlFlow::Continue(true);
            }
            is_whole &= here.is_whole;
            both.clear();
            for &fact in &*here.all {
                let mark = &mut self.marks[fact as usize];
                if nth == 0 || *mark == (self.mark, nth) {
                    *mark = (self.mark, nth + 1);
                    both.push(fact);
                }
            }
            if both.is_empty() {
                return ControlFlow::Continue(is_whole);
            }
        }
        both.sort_unstable();
        for fact in both {
            if self.is_said.insert(fact)
                && let Some(step) = self.step(item, fact, meter)?
            {
                found(step)?;
            }
        }
        ControlFlow::Continue(is_whole)
    }

    /// The step that says so; `None` where a choice contradicts before it leads there.
    fn step(&mut self, item: Item, fact: Fact, meter: &mut Meter) -> ControlFlow<(), Option<Step>> {
        let choice = Choice(fact / 2);
        let premises = self.board.sorted(item);
        let mut branches = Vec::new();
        self.trial.in_turn = true;
        for &assumed in &premises {
            (self.trial).assume(assumed, usize::MAX, false, self.common, meter)?;
            let steps = self.trial.to_choice(choice, fact % 2 == 1);
            self.trial.take_back();
            branches.extend(steps.map(|steps| Case { assumed, steps }));
        }
        self.trial.in_turn = false;
        if branches.len() < premises.len() {
            return ControlFlow::Continue(None);
        }
        let says = if fact % 2 == 1 {
            Step::picks
        } else {
            Step::removes
        };
        let reason = Reason::Verity { item, branches };
        ControlFlow::Continue(Some(says(reason, premises, vec![choice])))
    }
}
