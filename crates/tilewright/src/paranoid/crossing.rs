//! Reasons of parity and of two lines, checked by their own words.
//!
//! What a rule counts is found anew: the choices that by themselves put a node of the link in. All words of a line, and all pairs
//! of two tiles, must have an even number of them, or all an odd one. Two lines are read by trying: the tiles of the first
//! one after the other, and then the second with what is left.

use std::collections::{BTreeMap, BTreeSet};
use tilewright_logic::{Board, Step};
use tilewright_model::{Choice, Demand, Item, Line, Link, Node, Rule};

/// The most ways to fill the first of two lines that are tried for one choice; after that it is believed.
const MOST_TRIED: usize = 20_000;

/// What is wrong with a reason of parity.
pub(super) fn fault_of_parity(
    board: &Board,
    link: &Link,
    rules: &[usize],
    last: Option<Choice>,
    step: &Step,
) -> Result<Option<String>, String> {
    if rules.windows(2).any(|two| two[0] >= two[1]) {
        return Err(format!("the rules {rules:?} do not ascend"));
    }
    if board.contradiction().is_some() {
        return Ok(None);
    }
    let counted = |choice: Choice| {
        let mut nodes = link.nodes().iter();
        nodes.any(|node| *node == Node::If(vec![choice]))
    };
    let mut border: BTreeSet<Choice> = BTreeSet::new();
    let mut is_odd = false;
    for &rule in rules {
        let (choices, parity) = count(board, rule, &counted)?;
        is_odd ^= parity;
        for choice in choices {
            if !border.remove(&choice) {
                border.insert(choice);
            }
        }
    }
    if let Some(last) = last
        && !border.remove(&last)
    {
        return Err(format!("{last:?} does not leave the area of {rules:?}"));
    }
    for choice in border {
        match value(board, choice) {
            Some(is_in) => is_odd ^= is_in,
            None => return Err(format!("{choice:?} is not known")),
        }
    }
    let model = board.logic().model();
    Ok(match last {
        None if is_odd => None,
        None => Some("the parity is right, but everything goes".to_owned()),
        Some(last) if is_odd => {
            let mut wrong = step.picked.iter().filter(|&&picked| picked != last);
            let stays =
                |choice: &&Choice| **choice == last || !model.share_conflict(**choice, last);
            let wrong = wrong.next().or_else(|| step.removed.iter().find(stays));
            wrong.map(|wrong| format!("{last:?} is in, which does not tell {wrong:?}"))
        }
        Some(last) => {
            let mut all = step
                .picked
                .iter()
                .chain(step.removed.iter().filter(|&&c| c != last));
            let wrong = all.next();
            wrong.map(|wrong| format!("{last:?} is out, which does not tell {wrong:?}"))
        }
    })
}

/// The choices that a rule counts, and whether their number is odd, whatever is read.
fn count(
    board: &Board,
    number: usize,
    counted: &impl Fn(Choice) -> bool,
) -> Result<(Vec<Choice>, bool), String> {
    let model = board.logic().model();
    let mut parities: BTreeSet<bool> = BTreeSet::new();
    let mut choices: Vec<Choice> = Vec::new();
    match board.logic().rule(number) {
        Some(Rule::Line(line)) => {
            let mut states = BTreeSet::from([(0, false)]);
            for place in 0..line.tiles.len() {
                let mut next = BTreeSet::new();
                for (choice, letter) in model.read(line, place) {
                    for &(state, is_odd) in &states {
                        let after = line.language.step(state, letter as usize);
                        next.extend(after.map(|after| (after, is_odd ^ counted(choice))));
                    }
                    choices.extend(Some(choice).filter(|&choice| counted(choice)));
                }
                states = next;
            }
            states.retain(|&(state, _)| line.language.is_end(state));
            parities.extend(states.into_iter().map(|(_, is_odd)| is_odd));
        }
        Some(Rule::Pair(pair)) => {
            let [from, to] = [pair.from, pair.to].map(|tile| model.members(tile));
            for (i, &(one, _)) in from.iter().enumerate() {
                for (j, &(other, _)) in to.iter().enumerate() {
                    if pair.table.allows(i, j) {
                        parities.insert(counted(one) ^ counted(other));
                    }
                }
            }
            let members = from.iter().chain(to).map(|&(choice, _)| choice);
            choices.extend(members.filter(|&choice| counted(choice)));
        }
        _ => return Err(format!("rule {number} counts nothing")),
    }
    match parities.into_iter().collect::<Vec<_>>()[..] {
        [is_odd] => Ok((choices, is_odd)),
        _ => Err(format!("rule {number} may have an even or an odd number")),
    }
}

/// Whether a choice is picked, if that is known.
fn value(board: &Board, choice: Choice) -> Option<bool> {
    if !board.is_live(choice) {
        return Some(false);
    }
    let model = board.logic().model();
    let mut items = model.touches(choice).iter().map(|&(item, _)| item);
    let is_only = |item: Item| {
        model.demand(item) == Demand::ExactlyOne && board.live(item).eq(std::iter::once(choice))
    };
    items.any(is_only).then_some(true)
}

/// What is wrong with the reason of a step on two lines.
pub(super) fn fault_of_two(board: &Board, lines: [&Line; 2], step: &Step) -> Option<String> {
    let has_words = |with: Option<Choice>| {
        Filling {
            board,
            lines,
            with,
            tried: 0,
        }
        .has_words()
    };
    if !has_words(None) {
        return None;
    }
    if let Some(picked) = step.picked.first() {
        return Some(format!("two lines pick {picked:?}"));
    }
    let wrong = step
        .removed
        .iter()
        .find(|&&choice| has_words(Some(choice)))?;
    Some(format!(
        "words of both lines have {wrong:?}, which is removed"
    ))
}

/// Two lines that are filled.
struct Filling<'f> {
    board: &'f Board,
    lines: [&'f Line; 2],
    /// A choice that is picked at its tiles.
    with: Option<Choice>,
    tried: usize,
}

impl Filling<'_> {
    fn has_words(&mut self) -> bool {
        self.fills(0, 0, &mut BTreeMap::new())
    }

    /// The choices of a tile with their letters at a place of a line.
    fn read(&self, line: usize, place: usize) -> Vec<(Choice, u32)> {
        let line = self.lines[line];
        let model = self.board.logic().model();
        let read: Vec<(Choice, u32)> = model.read(line, place).collect();
        let has_with = read.iter().any(|&(choice, _)| Some(choice) == self.with);
        let mut read = read;
        read.retain(|&(choice, _)| match self.with {
            Some(with) if has_with => choice == with,
            _ => self.board.is_live(choice),
        });
        read
    }

    /// Returns true if the first line can be filled from this place on, and then the second.
    fn fills(&mut self, place: usize, state: u32, chosen: &mut BTreeMap<Item, Choice>) -> bool {
        self.tried += 1;
        if self.tried > MOST_TRIED {
            return false;
        }
        let [first, second] = self.lines;
        let Some(&tile) = first.tiles.get(place) else {
            return first.language.is_end(state) && self.reads(second, chosen);
        };
        self.read(0, place).into_iter().any(|(choice, letter)| {
            let next = first.language.step(state, letter as usize);
            next.is_some_and(|next| {
                chosen.insert(tile, choice);
                self.fills(place + 1, next, chosen)
            })
        })
    }

    /// Returns true if the second line has a word with these choices.
    fn reads(&self, line: &Line, chosen: &BTreeMap<Item, Choice>) -> bool {
        let mut states = BTreeSet::from([0]);
        for (place, tile) in line.tiles.iter().enumerate() {
            let mut read = self.read(1, place);
            if let Some(chosen) = chosen.get(tile) {
                read.retain(|(choice, _)| choice == chosen);
            }
            let next = |&state: &u32| {
                let steps = read.iter();
                let steps = steps.filter_map(move |&(_, l)| line.language.step(state, l as usize));
                steps.collect::<Vec<u32>>()
            };
            states = states.iter().flat_map(next).collect();
        }
        states.iter().any(|&state| line.language.is_end(state))
    }
}
