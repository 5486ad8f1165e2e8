//! Lines: a choice that no word has at its place goes.
//!
//! The choices that the tiles of a line have left are letters, and the language says which words can be made of them.
//! Forward the states that are reached, backward those that can still end: what no word takes on its way goes. That is
//! all that a line says by itself, be it a sum, a count or the runs of a nonogram, and a person says it in the same words:
//! "every way to fill row 3 has this cell black".
//!
//! Of a line that is a **set**, the letters are read in ascending order, and each that is in the set belongs to a place of
//! its own. So the states are pairs of a state of the language and the places that have their letter. Where they are too
//! many, a weaker rule of the model ([`Line::supported`]) says what it can.
//!
//! Lines that **follow** from groups and from other lines ([`Derived`]: the rule of 45) are read in the same way.

use crate::explain::{Finder, Found};
use crate::{Board, Reason, Step};
use std::ops::ControlFlow;
use tilewright_model::budget::{Budget, Meter};
use tilewright_model::{Choice, Derived, Item, Line};

/// The most pairs of a state and places for one letter of a set.
const MOST_PAIRS: usize = 1 << 14;

/// A line of the model.
#[derive(Debug)]
pub(crate) struct Lined {
    /// The number of the rule.
    pub(crate) rule: usize,
    pub(crate) line: Line,
}

/// Finds them, in the order of the lines: one step for all that a line says. Only lines with a tile that changed since then
/// are looked at.
pub(crate) fn find(
    board: &Board,
    since: u64,
    finder: &mut Finder,
    found: &mut Found<'_>,
) -> ControlFlow<()> {
    for lined in board.logic().lines() {
        let reading = lined.reading(board);
        if let Some(removed) = reading.gone_since(since, &mut finder.meter)? {
            found(reading.step(lined.reason(board, &removed), removed))?;
        }
    }
    ControlFlow::Continue(())
}

/// The same of the lines that follow.
pub(crate) fn find_derived(
    board: &Board,
    since: u64,
    finder: &mut Finder,
    found: &mut Found<'_>,
) -> ControlFlow<()> {
    for (number, derived) in board.logic().derived().iter().enumerate() {
        let line = &derived.line;
        let reading = Reading { board, line };
        if let Some(removed) = reading.gone_since(since, &mut finder.meter)? {
            found(reading.step(reason(number, derived), removed))?;
        }
    }
    ControlFlow::Continue(())
}

fn reason(number: usize, derived: &Derived) -> Reason {
    let (inside, outside) = derived.line.tiles.split_at(derived.inside);
    Reason::Derived {
        number,
        groups: derived.groups.clone(),
        rules: derived.lines.iter().map(|(rule, _)| *rule).collect(),
        inside: inside.to_vec(),
        outside: outside.to_vec(),
    }
}

/// A line on a board.
#[derive(Clone, Copy)]
pub(crate) struct Reading<'r> {
    board: &'r Board,
    line: &'r Line,
}

impl Reading<'_> {
    /// Returns true if a tile lost a choice after that time; at first, every line has changed.
    pub(crate) fn changed_since(self, since: u64) -> bool {
        let mut tiles = self.line.tiles.iter();
        since == 0 || tiles.any(|&tile| self.board.changed_since(tile, since))
    }

    /// What goes, if anything does, and if a tile lost a choice after that time.
    fn gone_since(self, since: u64, meter: &mut Meter) -> ControlFlow<(), Option<Vec<Choice>>> {
        if !self.changed_since(since) {
            return ControlFlow::Continue(None);
        }
        let gone = self.gone(meter)?;
        ControlFlow::Continue(Some(gone).filter(|gone| !gone.is_empty()))
    }

    /// The live choices that no word has at their places, ascending; all of the board if nothing else says that there
    /// is not a word.
    pub(crate) fn gone(self, meter: &mut Meter) -> ControlFlow<(), Vec<Choice>> {
        let Self { board, line } = self;
        let model = board.logic().model();
        let letters = model.letters(line, |_, choice| board.is_live(choice));
        let supported = supported(line, &letters, meter)?;
        let mut gone = Vec::new();
        for (place, (left, before)) in supported.iter().zip(&letters).enumerate() {
            if left.len() < before.len() {
                let here = model.read(line, place);
                let is_gone = |(choice, letter): &(Choice, u32)| {
                    board.is_live(*choice) && left.binary_search(letter).is_err()
                };
                gone.extend(here.filter(is_gone).map(|(choice, _)| choice));
            }
        }
        if gone.is_empty() && !line.allows(&supported) {
            gone = board.all_live();
        }
        gone.sort_unstable();
        gone.dedup();
        ControlFlow::Continue(gone)
    }

    /// The step that removes these choices, and picks what tiles have left then.
    fn step(self, reason: Reason, removed: Vec<Choice>) -> Step {
        let board = self.board;
        let mut picked = Vec::new();
        let mut settled = Vec::new();
        for &tile in &*self.line.tiles {
            let is_left = |choice: &Choice| removed.binary_search(choice).is_err();
            let mut left = board.live(tile).filter(is_left);
            let only = left.next().filter(|_| left.next().is_none());
            if let Some(only) = only.filter(|_| board.live_count(tile) > 1) {
                picked.push(only);
                settled.push(tile);
            }
        }
        picked.sort_unstable();
        picked.dedup();
        let model = board.logic().model();
        // What a picked choice excludes is not listed.
        let is_said = |choice: &Choice| {
            let mut items = model.touches(*choice).iter();
            !items.any(|(item, _)| settled.contains(item))
        };
        Step {
            reason,
            premises: board.live_of(self.line.tiles.iter().copied()),
            removed: removed.into_iter().filter(is_said).collect(),
            picked,
        }
    }
}

impl Lined {
    /// The line on a board.
    pub(crate) fn reading<'r>(&'r self, board: &'r Board) -> Reading<'r> {
        let line = &self.line;
        Reading { board, line }
    }

    /// The reason why these choices go.
    pub(crate) fn reason(&self, board: &Board, removed: &[Choice]) -> Reason {
        let model = board.logic().model();
        let goes = |tile: Item| {
            let mut members = model.members(tile).iter();
            members.any(|(choice, _)| removed.binary_search(choice).is_ok())
        };
        let places = (0..).zip(&*self.line.tiles);
        let places = places.filter(|&(_, &tile)| goes(tile));
        Reason::Line {
            rule: self.rule,
            places: places.map(|(place, _)| place).collect(),
        }
    }
}

/// The most places of a line of which is said why something goes: further ones are not seen at a glance.
const MOST_SEEN: usize = 12;

impl Board {
    /// The reason why a line does not allow a choice, if it is in one place: a tile that would need one of these choices,
    /// all of which are gone. Of several tiles, one that would need the fewest.
    pub fn missing_with(&self, rule: usize, choice: Choice) -> Option<(Item, Vec<Choice>)> {
        let lined = self
            .logic()
            .lines()
            .iter()
            .find(|lined| lined.rule == rule)?;
        let (model, line) = (self.logic().model(), &lined.line);
        if line.tiles.len() > MOST_SEEN {
            return None;
        }
        let mut meter = Budget::default().meter();
        let mut letters = model.letters(line, |_, choice| self.is_live(choice));
        let here = (0..line.tiles.len()).find_map(|place| {
            let mut read = model.read(line, place);
            let (_, letter) = read.find(|&(other, _)| other == choice)?;
            Some((place, letter))
        });
        let (here, letter) = here?;
        letters[here] = vec![letter];
        let mut fewest: Option<(Item, Vec<Choice>)> = None;
        for (place, &tile) in line.tiles.iter().enumerate() {
            if tile == line.tiles[here] {
                continue;
            }
            let mut free = letters.clone();
            free[place] = line.letters[place].to_vec();
            free[place].sort_unstable();
            free[place].dedup();
            let ControlFlow::Continue(supported) = supported(line, &free, &mut meter) else {
                return None;
            };
            let is_needed =
                |&(_, letter): &(Choice, u32)| supported[place].binary_search(&letter).is_ok();
            let needed = model.read(line, place).filter(is_needed);
            let needed: Vec<Choice> = needed.map(|(choice, _)| choice).collect();
            let is_missing = !needed.is_empty() && !needed.iter().any(|&c| self.is_live(c));
            if is_missing && (fewest.as_ref()).is_none_or(|(_, few)| needed.len() < few.len()) {
                fewest = Some((tile, needed));
            }
        }
        fewest
    }
}

/// For each place the letters that a word can have there, ascending.
fn supported(
    line: &Line,
    letters: &[Vec<u32>],
    meter: &mut Meter,
) -> ControlFlow<(), Vec<Vec<u32>>> {
    if line.as_set
        && let Some(supported) = of_set(line, letters, meter)?
    {
        return ControlFlow::Continue(supported);
    }
    let steps = letters.iter().map(Vec::len).sum::<usize>();
    meter.spend(steps * line.language.state_count().min(letters.len() * 8) + 1)?;
    ControlFlow::Continue(line.supported(letters))
}

/// A state of the language, and the places that have their letter.
type Pair = (u32, u32);

/// That of a set; `None` where it would take too much.
fn of_set(
    line: &Line,
    letters: &[Vec<u32>],
    meter: &mut Meter,
) -> ControlFlow<(), Option<Vec<Vec<u32>>>> {
    if letters.len() > u32::BITS as usize {
        return ControlFlow::Continue(None);
    }
    let mut all = letters.concat();
    all.sort_unstable();
    all.dedup();
    let places: Vec<u32> = all
        .iter()
        .map(|letter| places_of(letters, *letter))
        .collect();
    // Forward: with each letter the pairs that are reached.
    let mut reached: Vec<Vec<Pair>> = vec![vec![(0, 0)]];
    for (&letter, &places) in all.iter().zip(&places) {
        let before = &reached[reached.len() - 1];
        let mut after = before.clone();
        for &(state, have) in before {
            if let Some(next) = line.language.step(state, letter as usize) {
                after.extend(ones(places & !have).map(|place| (next, have | place)));
            }
        }
        meter.spend(after.len())?;
        after.sort_unstable();
        after.dedup();
        if after.len() > MOST_PAIRS {
            return ControlFlow::Continue(None);
        }
        reached.push(after);
    }
    let whole = u32::MAX
        .checked_shr(u32::BITS - letters.len() as u32)
        .unwrap_or(0);
    let mut ends = reached.pop().unwrap_or_default();
    ends.retain(|&(state, have)| have == whole && line.language.is_end(state));
    // Backward: the steps that lead to an end.
    let mut supported = vec![Vec::new(); letters.len()];
    for ((&letter, &places), before) in all.iter().zip(&places).zip(&reached).rev() {
        let mut used = 0;
        let leads = |&(state, have): &Pair| {
            let next = line.language.step(state, letter as usize);
            let by = ones(places & !have).filter(|place| {
                next.is_some_and(|next| ends.binary_search(&(next, have | place)).is_ok())
            });
            let by = by.fold(0, |all, place| all | place);
            used |= by;
            by != 0 || ends.binary_search(&(state, have)).is_ok()
        };
        meter.spend(before.len())?;
        let begins: Vec<Pair> = before.iter().copied().filter(leads).collect();
        for (place, of) in supported.iter_mut().enumerate() {
            if used >> place & 1 == 1 {
                of.push(letter);
            }
        }
        ends = begins;
    }
    for of in &mut supported {
        of.reverse();
    }
    ControlFlow::Continue(Some(supported))
}

/// The places that may have the letter, as bits.
fn places_of(letters: &[Vec<u32>], letter: u32) -> u32 {
    let has =
        |(place, of): (usize, &Vec<u32>)| u32::from(of.binary_search(&letter).is_ok()) << place;
    letters.iter().enumerate().map(has).sum()
}

/// The bits that are set, each by itself.
fn ones(mut bits: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let one = bits & bits.wrapping_neg();
        bits ^= one;
        (one != 0).then_some(one)
    })
}
