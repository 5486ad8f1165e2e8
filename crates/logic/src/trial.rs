//! The consequences of picking a choice: by singles, by exclusion, by lines, by parity and by links, in waves.
//!
//! **How.** A trial works on a board of its own and takes everything back afterwards. In a wave all
//! singles are picked, or if there are none, all that some item excludes goes, or else all that lines
//! take, or else what parity takes, all that links take, or all that would close a piece of one too early; so the number of waves until an item is left without a choice
//! does not depend on any numbers. With `nested`,
//! where neither is left, each choice is tried, and those that contradict go. For an explanation, a
//! trial is repeated *in turn*, where each move sees the effect of those before it: consequences in
//! waves follow in turn as well.
//!
//! **Why.** Each removed choice knows the move that removed it, and a move needs that the choices
//! which its item has lost were removed before it. Followed back from the end, that gives the few
//! moves that matter.

use crate::conflicts::Common;
use crate::{Board, Reason, Step};
use std::ops::ControlFlow;
use tilewright_model::budget::Meter;
use tilewright_model::{Choice, Item};

/// One thing that follows.
enum Move {
    /// The choice that is assumed.
    Assumed(Choice),
    /// The item's last choice.
    Single(Item, Choice),
    /// The item excludes.
    Excluded(Item),
    /// A choice contradicts, for which those choices had to be removed before.
    Nested(Box<Step>, Vec<Choice>),
    /// The line takes them, by its place among the lines.
    Line(usize),
    /// A link or its crossings say so, for which those choices had to be removed before.
    Joined(Box<Step>, Vec<Choice>),
    /// Choices that contradict or that a link takes, in a trial that is not explained.
    Untold,
}

/// A board on which choices are tried.
pub(crate) struct Trial {
    board: Board,
    /// The removed choices, in order, with their moves.
    trail: Vec<(Choice, u32)>,
    /// The place of each choice in the trail, if it is there.
    place: Vec<u32>,
    /// Each move, and how long the trail was then.
    moves: Vec<(Move, u32)>,
    ones: Vec<Item>,
    /// The times at which lines and links were looked at last.
    read_at: u64,
    crossed_at: u64,
    joined_at: u64,
    closed_at: u64,
    /// True if the last assumption was followed to its end.
    is_followed: bool,
    /// True if each move sees the effect of those of its wave before it.
    pub(crate) in_turn: bool,
}

/// The end of a trial.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// An item is without a choice, after this number of waves.
    Contradiction(Item, usize),
    /// Nothing follows any more, or there were enough waves.
    Open,
}

impl Trial {
    pub(crate) fn new(board: &Board) -> Self {
        let mut board = board.clone();
        let mut ones = Vec::new();
        board.take_ones(&mut ones);
        board.forget_touched();
        Self {
            place: vec![0; board.logic().model().choice_count()],
            board,
            trail: Vec::new(),
            moves: Vec::new(),
            ones,
            read_at: 0,
            crossed_at: 0,
            joined_at: 0,
            closed_at: 0,
            is_followed: true,
            in_turn: false,
        }
    }

    /// Assumes that the choice is picked and finds the consequences, for that many waves at most.
    /// [`Trial::undo`] must take everything back.
    pub(crate) fn assume(
        &mut self,
        choice: Choice,
        most: usize,
        nested: bool,
        common: &mut Common,
        meter: &mut Meter,
    ) -> ControlFlow<(), Outcome> {
        self.is_followed = false;
        let now = self.board.clock();
        (self.read_at, self.crossed_at) = (now, now);
        (self.joined_at, self.closed_at) = (now, now);
        self.pick(Move::Assumed(choice), choice, meter)?;
        let mut waves = 0;
        loop {
            if let Some(item) = self.board.contradiction() {
                return ControlFlow::Continue(Outcome::Contradiction(item, waves));
            }
            waves += 1;
            if waves > most {
                return ControlFlow::Continue(Outcome::Open);
            }
            let goes_on = self.singles(meter)?
                || self.exclude(common, meter)?
                || self.read(meter)?
                || self.cross(meter)?
                || self.join(common, meter)?
                || self.close(meter)?
                || (nested && self.refute(common, meter)?);
            if !goes_on {
                self.is_followed = true;
                return ControlFlow::Continue(Outcome::Open);
            }
        }
    }

    fn pick(&mut self, by: Move, choice: Choice, meter: &mut Meter) -> ControlFlow<()> {
        let number = self.moves.len() as u32;
        self.moves.push((by, self.trail.len() as u32));
        let Self {
            board,
            trail,
            place,
            ..
        } = self;
        let before = trail.len();
        board.pick_and(choice, |gone| {
            place[gone.index()] = trail.len() as u32;
            trail.push((gone, number));
        });
        meter.spend(self.trail.len() - before + 1)
    }

    fn remove(&mut self, by: Move, choices: &[Choice]) {
        let number = self.moves.len() as u32;
        self.moves.push((by, self.trail.len() as u32));
        for &choice in choices {
            if self.board.remove(choice) {
                self.place[choice.index()] = self.trail.len() as u32;
                self.trail.push((choice, number));
            }
        }
    }

    /// Picks each last choice of an item. Returns true if there was any.
    fn singles(&mut self, meter: &mut Meter) -> ControlFlow<(), bool> {
        let mut ones = std::mem::take(&mut self.ones);
        self.board.take_ones(&mut ones);
        let mut any = false;
        for &item in &ones {
            if self.board.is_settled(item) {
                continue;
            }
            any = true;
            let Some(choice) = self.board.live(item).next() else {
                break;
            };
            self.pick(Move::Single(item, choice), choice, meter)?;
            if self.board.contradiction().is_some() {
                break;
            }
        }
        self.ones = ones;
        ControlFlow::Continue(any)
    }

    /// Removes the choices that items exclude. Returns true if there was any.
    fn exclude(&mut self, common: &mut Common, meter: &mut Meter) -> ControlFlow<(), bool> {
        let mut touched = self.board.touched().to_vec();
        self.board.forget_touched();
        touched.retain(|&item| !self.board.is_settled(item));
        let mut found: Vec<(Item, Vec<Choice>)> = Vec::new();
        let mut any = false;
        for item in touched {
            common.find(&self.board, self.board.live(item), meter)?;
            if common.found.is_empty() {
                continue;
            }
            any = true;
            if !self.in_turn {
                found.push((item, common.found.clone()));
                continue;
            }
            self.remove(Move::Excluded(item), &common.found);
            if self.board.contradiction().is_some() {
                break;
            }
        }
        for (item, removed) in &found {
            self.remove(Move::Excluded(*item), removed);
        }
        ControlFlow::Continue(any)
    }

    /// Removes the choices that no word of a line has. Returns true if there was any.
    fn read(&mut self, meter: &mut Meter) -> ControlFlow<(), bool> {
        let (since, now) = (self.read_at, self.board.clock());
        let logic = self.board.logic().clone();
        if logic.lines().is_empty() || since == now {
            return ControlFlow::Continue(false);
        }
        self.read_at = now;
        let mut found: Vec<(usize, Vec<Choice>)> = Vec::new();
        let mut any = false;
        for (number, lined) in logic.lines().iter().enumerate() {
            let reading = lined.reading(&self.board);
            if !reading.changed_since(since) {
                continue;
            }
            let gone = reading.gone(meter)?;
            if gone.is_empty() {
                continue;
            }
            any = true;
            if !self.in_turn {
                found.push((number, gone));
                continue;
            }
            self.remove(Move::Line(number), &gone);
            if self.board.contradiction().is_some() {
                break;
            }
        }
        for (number, gone) in &found {
            self.remove(Move::Line(*number), gone);
        }
        ControlFlow::Continue(any)
    }

    /// Removes what the parity of crossings takes. Returns true if there was any.
    fn cross(&mut self, meter: &mut Meter) -> ControlFlow<(), bool> {
        let now = self.board.clock();
        let logic = self.board.logic().clone();
        if logic.crossings().is_empty() || self.crossed_at == now {
            return ControlFlow::Continue(false);
        }
        self.crossed_at = now;
        let mut found: Vec<Choice> = Vec::new();
        for crossings in logic.crossings() {
            for crossed in crossings.look(&self.board, meter)? {
                let mut gone = crossed.gone(&self.board);
                gone.retain(|&choice| self.board.is_live(choice));
                if gone.is_empty() {
                    continue;
                }
                if !self.in_turn {
                    found.extend(gone);
                    continue;
                }
                let step = crossings.step(&self.board, &crossed);
                let needs = crossed.needs(logic.model());
                self.remove(Move::Joined(Box::new(step), needs), &gone);
                // The consequences are drawn before parity is looked at again.
                self.crossed_at = 0;
                return ControlFlow::Continue(true);
            }
        }
        if !found.is_empty() {
            self.remove(Move::Untold, &found);
        }
        ControlFlow::Continue(!found.is_empty())
    }

    /// Removes what would close a piece of a link while something else is in. Returns true if there was any.
    fn close(&mut self, meter: &mut Meter) -> ControlFlow<(), bool> {
        let now = self.board.clock();
        let logic = self.board.logic().clone();
        if logic.links().is_empty() || self.closed_at == now {
            return ControlFlow::Continue(false);
        }
        self.closed_at = now;
        let mut found: Vec<Choice> = Vec::new();
        for linked in logic.links() {
            let closers = linked.closers(&self.board, meter)?;
            if !self.in_turn {
                found.extend(closers);
                continue;
            }
            for choice in closers {
                if let Some((step, needs)) = linked.closing(&self.board, choice, meter)? {
                    self.remove(Move::Joined(Box::new(step), needs), &[choice]);
                    self.closed_at = 0;
                    return ControlFlow::Continue(true);
                }
            }
        }
        if !found.is_empty() {
            self.remove(Move::Untold, &found);
        }
        ControlFlow::Continue(!found.is_empty())
    }

    /// Removes what links take. Returns true if there was any.
    fn join(&mut self, common: &mut Common, meter: &mut Meter) -> ControlFlow<(), bool> {
        let now = self.board.clock();
        let logic = self.board.logic().clone();
        if logic.links().is_empty() || self.joined_at == now {
            return ControlFlow::Continue(false);
        }
        self.joined_at = now;
        let mut found: Vec<Choice> = Vec::new();
        for linked in logic.links() {
            for says in linked.look(&self.board, meter)? {
                let gone = linked.gone(&self.board, says, common, meter)?;
                if gone.is_empty() {
                    continue;
                }
                if !self.in_turn {
                    found.extend(gone);
                    continue;
                }
                let finding = linked.finding(&self.board, says, common, meter)?;
                let step = Step::removes(finding.reason, finding.premises, gone.clone());
                self.remove(Move::Joined(Box::new(step), finding.needs), &gone);
                // The consequences are drawn before links are looked at again.
                self.joined_at = 0;
                return ControlFlow::Continue(true);
            }
        }
        if !found.is_empty() {
            self.remove(Move::Untold, &found);
        }
        ControlFlow::Continue(!found.is_empty())
    }

    /// Removes the choices that contradict. Returns true if there was any.
    fn refute(&mut self, common: &mut Common, meter: &mut Meter) -> ControlFlow<(), bool> {
        let mut found: Vec<Choice> = Vec::new();
        for choice in self.board.undecided() {
            let (first, seen) = (self.moves.len(), self.trail.len());
            let outcome = self.assume(choice, usize::MAX, false, common, meter)?;
            let Outcome::Contradiction(item, _) = outcome else {
                self.undo(first, seen);
                continue;
            };
            if !self.in_turn {
                self.undo(first, seen);
                found.push(choice);
                continue;
            }
            let (steps, before) = self.to_empty(item, first);
            self.undo(first, seen);
            let step = contradiction(choice, steps, item);
            self.remove(Move::Nested(Box::new(step), before), &[choice]);
            // The consequences are drawn before the next is tried.
            return ControlFlow::Continue(true);
        }
        if !found.is_empty() {
            self.remove(Move::Untold, &found);
        }
        ControlFlow::Continue(!found.is_empty())
    }

    /// Takes back all moves from `first` on, which begin at `seen` in the trail.
    fn undo(&mut self, first: usize, seen: usize) {
        for (by, _) in self.moves.drain(first..).rev() {
            if let Move::Assumed(choice) | Move::Single(_, choice) = by
                && self.board.is_picked(choice)
            {
                self.board.unpick(choice);
            }
        }
        for (choice, _) in self.trail.drain(seen..).rev() {
            self.board.restore(choice);
        }
        self.board.take_ones(&mut self.ones);
        self.board.forget_touched();
    }

    /// Takes back everything.
    pub(crate) fn take_back(&mut self) {
        self.undo(0, 0);
    }

    /// Returns true if the last assumption was followed until nothing followed any more.
    pub(crate) fn is_followed(&self) -> bool {
        self.is_followed
    }

    /// Returns true if nothing follows any more.
    pub(crate) fn is_at_rest(&self) -> bool {
        let logic = self.board.logic();
        let is_read = self.is_followed || logic.lines().is_empty() && logic.links().is_empty();
        is_read && self.board.ones().next().is_none() && self.board.touched().is_empty()
    }

    /// The board with the consequences.
    pub(crate) fn board(&self) -> &Board {
        &self.board
    }

    /// The removed choices.
    pub(crate) fn removed(&self) -> impl Iterator<Item = Choice> + '_ {
        self.trail.iter().map(|&(choice, _)| choice)
    }

    /// The picked choices, with their moves.
    pub(crate) fn picked(&self) -> impl Iterator<Item = (Choice, usize)> + '_ {
        let moves = self.moves.iter().enumerate();
        moves.filter_map(|(number, (by, _))| match by {
            Move::Assumed(choice) | Move::Single(_, choice) => Some((*choice, number)),
            _ => None,
        })
    }

    /// The place in the trail of a choice that was removed.
    fn place(&self, choice: Choice) -> Option<usize> {
        let place = self.place[choice.index()] as usize;
        let at = self.trail.get(place)?;
        (at.0 == choice).then_some(place)
    }

    /// The steps that leave the item without a choice.
    pub(crate) fn to_contradiction(&self, item: Item) -> Vec<Step> {
        self.to_empty(item, 0).0
    }

    /// The steps that remove the choice, or that pick it; `None` where none does.
    pub(crate) fn to_choice(&self, choice: Choice, is_picked: bool) -> Option<Vec<Step>> {
        if !is_picked {
            self.place(choice)?;
            return Some(self.steps(vec![choice], None, 0).0);
        }
        let (_, number) = self.picked().find(|&(picked, _)| picked == choice)?;
        Some(self.steps(Vec::new(), Some(number), 0).0)
    }

    /// The steps from `first` on that leave the item without a choice, and the choices that had to
    /// be removed before.
    fn to_empty(&self, item: Item, first: usize) -> (Vec<Step>, Vec<Choice>) {
        let members = self.board.logic().model().members(item).iter();
        let lost = members
            .map(|&(c, _)| c)
            .filter(|&c| self.place(c).is_some());
        self.steps(lost.collect(), None, first)
    }

    /// The steps from `first` on that are needed for these choices to be removed and for this move
    /// to be made, and the choices that had to be removed before.
    fn steps(
        &self,
        mut needed: Vec<Choice>,
        last: Option<usize>,
        first: usize,
    ) -> (Vec<Step>, Vec<Choice>) {
        let mut is_needed = vec![false; self.moves.len()];
        if let Some(last) = last {
            is_needed[last] = true;
        }
        let by = |c: Choice| self.place(c).map(|place| self.trail[place].1 as usize);
        needed
            .iter()
            .filter_map(|&c| by(c))
            .for_each(|m| is_needed[m] = true);
        for number in (first..self.moves.len()).rev() {
            if !is_needed[number] {
                continue;
            }
            let (of, seen) = &self.moves[number];
            let before = match of {
                Move::Assumed(_) | Move::Untold => continue,
                Move::Single(item, choice) => {
                    let gone = self.lost(*item, *seen);
                    gone.filter(|c| c != choice).collect()
                }
                Move::Excluded(item) => self.lost(*item, *seen).collect(),
                Move::Line(number) => {
                    let tiles = self.board.logic().lines()[*number].line.tiles.iter();
                    tiles.flat_map(|&tile| self.lost(tile, *seen)).collect()
                }
                Move::Joined(_, needs) => {
                    let needs = needs.iter().copied();
                    needs.filter(|&c| self.was_lost(c, *seen)).collect()
                }
                Move::Nested(_, before) => before.clone(),
            };
            for choice in before {
                if let Some(m) = by(choice) {
                    is_needed[m] = true;
                    needed.push(choice);
                }
            }
        }
        needed.sort_unstable();
        needed.dedup();
        let numbers = (first..self.moves.len()).filter(|&number| is_needed[number]);
        let steps = numbers.filter_map(|number| self.step(number, &needed));
        let steps = steps.collect();
        needed.retain(|&c| by(c).is_some_and(|number| number < first));
        (steps, needed)
    }

    /// The choices that the item had lost when the trail was that long.
    fn lost(&self, item: Item, seen: u32) -> impl Iterator<Item = Choice> + '_ {
        let members = self.board.logic().model().members(item).iter();
        members
            .map(|&(c, _)| c)
            .filter(move |&c| self.was_lost(c, seen))
    }

    /// Returns true if the choice was removed when the trail was that long.
    fn was_lost(&self, choice: Choice, seen: u32) -> bool {
        self.place(choice)
            .is_some_and(|place| place < seen as usize)
    }

    /// The choices of items that were left when the trail was that long, ascending.
    fn was_live(&self, items: &[Item], seen: u32) -> Vec<Choice> {
        let model = self.board.logic().model();
        let members = items.iter().flat_map(|&item| model.members(item));
        let was_live = |c: &Choice| {
            let place = self.place(*c);
            place.map_or(self.board.is_live(*c), |place| place >= seen as usize)
        };
        let mut live: Vec<_> = members.map(|&(c, _)| c).filter(was_live).collect();
        live.sort_unstable();
        live.dedup();
        live
    }

    /// Those of the needed choices that the move removed.
    fn removed_by(&self, number: usize, needed: &[Choice]) -> Vec<Choice> {
        let is_by = |c: &Choice| {
            let place = self.place(*c);
            place.is_some_and(|place| self.trail[place].1 as usize == number)
        };
        needed.iter().copied().filter(is_by).collect()
    }

    /// The move as a step, as far as it is needed.
    fn step(&self, number: usize, needed: &[Choice]) -> Option<Step> {
        let (of, seen) = &self.moves[number];
        match of {
            Move::Assumed(_) | Move::Untold => None,
            Move::Single(item, choice) => {
                let reason = Reason::Single { item: *item };
                Some(Step::picks(reason, vec![*choice], vec![*choice]))
            }
            Move::Excluded(item) => {
                let reason = Reason::Excluded { item: *item };
                let premises = self.was_live(&[*item], *seen);
                Some(Step::removes(
                    reason,
                    premises,
                    self.removed_by(number, needed),
                ))
            }
            Move::Line(line) => {
                let lined = &self.board.logic().lines()[*line];
                let removed = self.removed_by(number, needed);
                let reason = lined.reason(&self.board, &removed);
                let premises = self.was_live(&lined.line.tiles, *seen);
                Some(Step::removes(reason, premises, removed))
            }
            Move::Joined(step, _) => {
                let removed = self.removed_by(number, needed);
                let (reason, premises) = (step.reason.clone(), step.premises.clone());
                Some(Step::removes(reason, premises, removed))
            }
            Move::Nested(step, _) => Some((**step).clone()),
        }
    }
}

/// The step that a contradiction makes.
pub(crate) fn contradiction(assumed: Choice, steps: Vec<Step>, item: Item) -> Step {
    let reason = Reason::Contradiction {
        assumed,
        steps,
        item,
    };
    Step::removes(reason, vec![assumed], vec![assumed])
}
