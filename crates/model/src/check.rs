//! The definition of a solution. Slow and obviously right; every engine answers to it.

use crate::{Choice, Colour, Demand, Item, Line, Model, Rule};
use std::collections::BTreeSet;

/// The first demand or rule that a set of picked choices breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The choice is not in the model.
    Unknown(Choice),
    /// The choice is listed twice.
    Repeated(Choice),
    /// None of the item's choices is picked, but exactly one should be.
    Missing(Item),
    /// Two picked choices exclude each other.
    Clash(ClashingPair),
    /// The line that is this rule does not read a word of its language.
    Line(usize),
    /// The link that is this rule has several pieces, or none where it demands one.
    Apart(usize),
    /// No hidden choices go with what is picked.
    Hidden,
}

/// Two choices that cannot be picked together, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClashingPair {
    /// The choice that was picked first.
    pub first: Choice,
    /// The choice that contradicts it.
    pub second: Choice,
    /// The item that both belong to; for a rule, the tile that the rule starts from.
    pub item: Item,
    /// The rule that forbids the pair, where it is a rule.
    pub rule: Option<usize>,
}

impl Model {
    /// Returns true if `picked` is a solution: every demand met and every rule kept, each choice
    /// once.
    pub fn is_solution(&self, picked: &[Choice]) -> bool {
        self.fault(picked).is_none()
    }

    /// The first thing wrong with `picked` as a solution, or `None` where it is one.
    pub fn fault(&self, picked: &[Choice]) -> Option<Fault> {
        let mut is_picked = vec![false; self.own_count()];
        for &choice in picked {
            match is_picked.get_mut(choice.index()) {
                None => return Some(Fault::Unknown(choice)),
                Some(true) => return Some(Fault::Repeated(choice)),
                Some(seen) => *seen = true,
            }
        }
        if let Some(clash) = self.clash(picked) {
            return Some(Fault::Clash(clash));
        }
        let is_missed = |&item: &Item| {
            let mut members = self.members(item).iter();
            self.demand(item) == Demand::ExactlyOne
                && self.is_own_item(item)
                && !members.any(|(choice, _)| is_picked[choice.index()])
        };
        self.items()
            .find(is_missed)
            .map(Fault::Missing)
            .or_else(|| self.broken_rule(&is_picked))
            .or_else(|| self.is_incomplete(picked).then_some(Fault::Hidden))
    }

    fn is_incomplete(&self, picked: &[Choice]) -> bool {
        self.own_count() < self.choice_count() && self.completed(picked).is_none()
    }

    /// Returns true if a rule is about the model's own choices alone.
    fn is_own_rule(&self, rule: &Rule) -> bool {
        self.own_count() == self.choice_count()
            || match rule {
                Rule::Link(link) => link.choices().all(|choice| self.is_own(choice)),
                rule => rule.items().into_iter().all(|item| self.is_own_item(item)),
            }
    }

    /// The first line that reads no word, or link in several pieces, where every exactly-one item of own choices has one.
    fn broken_rule(&self, is_picked: &[bool]) -> Option<Fault> {
        let broken = |(number, rule): (usize, &Rule)| match rule {
            rule if !self.is_own_rule(rule) => None,
            Rule::Pair(_) => None,
            Rule::Line(line) => {
                let letters = self.letters(line, |_, choice| is_picked[choice.index()]);
                (!line.allows(&letters)).then_some(Fault::Line(number))
            }
            Rule::Link(link) => {
                let holds = link.holds(|choice| is_picked[choice.index()]);
                (!holds).then_some(Fault::Apart(number))
            }
        };
        self.rules().iter().enumerate().find_map(broken)
    }

    /// The choices at a place of a line, each with the letter that is read there.
    pub fn read<'l>(
        &'l self,
        line: &'l Line,
        place: usize,
    ) -> impl Iterator<Item = (Choice, u32)> + Clone + 'l {
        let members = self.members(line.tiles[place]).iter();
        let letters = line.letters[place].iter().copied();
        members.map(|&(choice, _)| choice).zip(letters)
    }

    /// For each place of a line the letters of the choices that may be there, each once.
    pub fn letters(&self, line: &Line, may_be: impl Fn(Item, Choice) -> bool) -> Vec<Vec<u32>> {
        let of_place = |place: usize| {
            let read = self.read(line, place);
            let left = read.filter(|&(choice, _)| may_be(line.tiles[place], choice));
            let mut letters: Vec<u32> = left.map(|(_, letter)| letter).collect();
            letters.sort_unstable();
            letters.dedup();
            letters
        };
        (0..line.tiles.len()).map(of_place).collect()
    }

    /// The first two choices of `picked` that exclude each other: the fault in the givens of a
    /// puzzle that contradicts itself.
    pub fn clash(&self, picked: &[Choice]) -> Option<ClashingPair> {
        let mut taken = vec![None; self.item_count()];
        for &choice in picked {
            for &(item, colour) in self.touches(choice) {
                match taken[item.index()] {
                    None => taken[item.index()] = Some((choice, colour)),
                    Some((first, shown)) => {
                        if first != choice && self.excludes(item, shown, colour) {
                            return Some(ClashingPair {
                                first,
                                second: choice,
                                item,
                                rule: None,
                            });
                        }
                    }
                }
            }
        }
        self.rules().iter().enumerate().find_map(|(number, rule)| {
            let Rule::Pair(rule) = rule else { return None };
            let (first, _) = taken[rule.from.index()]?;
            let (second, _) = taken[rule.to.index()]?;
            let row = self.place(rule.from, first)?;
            let column = self.place(rule.to, second)?;
            (!rule.table.allows(row, column)).then_some(ClashingPair {
                first,
                second,
                item: rule.from,
                rule: Some(number),
            })
        })
    }

    /// All choices of `picked` that exclude another of them, ascending: a player's mistakes by the
    /// rules alone.
    pub fn clashing(&self, picked: &[Choice]) -> Vec<Choice> {
        let mut picked = picked.to_vec();
        picked.sort_unstable();
        picked.dedup();
        let mut of_item: Vec<Vec<(Choice, Colour)>> = vec![Vec::new(); self.item_count()];
        for &choice in &picked {
            for &(item, colour) in self.touches(choice) {
                of_item[item.index()].push((choice, colour));
            }
        }
        let mut clashing = BTreeSet::new();
        for (item, taken) in self.items().zip(&of_item) {
            let Some((&(_, shown), others)) = taken.split_first() else {
                continue;
            };
            // Where two differ in colour, each of the others differs from one of the two.
            if others
                .iter()
                .any(|&(_, colour)| self.excludes(item, shown, colour))
            {
                clashing.extend(taken.iter().map(|&(choice, _)| choice));
            }
        }
        for rule in self.rules() {
            let rule = match rule {
                Rule::Pair(pair) => pair,
                Rule::Line(line) => {
                    clashing.extend(self.misread(line, &of_item));
                    continue;
                }
                // What is apart may still be joined, or it may be anything that is wrong.
                Rule::Link(_) => continue,
            };
            for &(first, _) in &of_item[rule.from.index()] {
                for &(second, _) in &of_item[rule.to.index()] {
                    let row = self.place(rule.from, first);
                    let column = self.place(rule.to, second);
                    if let (Some(row), Some(column)) = (row, column)
                        && !rule.table.allows(row, column)
                    {
                        clashing.extend([first, second]);
                    }
                }
            }
        }
        clashing.into_iter().collect()
    }

    /// The picked choices on a line which no word has in their places; none where a word has them.
    fn misread(&self, line: &Line, of_item: &[Vec<(Choice, Colour)>]) -> Vec<Choice> {
        let picks = |tile: Item| of_item[tile.index()].iter().map(|&(choice, _)| choice);
        let may_be = |tile: Item, choice: Choice| {
            of_item[tile.index()].is_empty() || picks(tile).any(|picked| picked == choice)
        };
        if line.allows(&self.letters(line, may_be)) {
            return Vec::new();
        }
        line.tiles.iter().flat_map(|&tile| picks(tile)).collect()
    }

    /// The position of `choice` among the members of `item`.
    fn place(&self, item: Item, choice: Choice) -> Option<usize> {
        self.members(item).iter().position(|&(c, _)| c == choice)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ModelBuilder, Table};
    use std::sync::Arc;

    #[test]
    fn each_fault_is_named() {
        let mut b = ModelBuilder::new(4);
        let left = b.tile(&[0, 1]).unwrap();
        let right = b.tile(&[2, 3]).unwrap();
        let edge = b.one_colour(&[(0, 5), (2, 6), (3, 5)]).unwrap();
        b.pair(
            left,
            right,
            Arc::new(Table::new(2, 2, |r, c| r == 0 || c == 0)),
        )
        .unwrap();
        let model = b.build().unwrap();
        let fault = |picked: &[u32]| {
            let picked: Vec<_> = picked.iter().map(|&c| Choice(c)).collect();
            model.fault(&picked)
        };
        assert_eq!(fault(&[9]), Some(Fault::Unknown(Choice(9))));
        assert_eq!(fault(&[0, 0]), Some(Fault::Repeated(Choice(0))));
        assert_eq!(fault(&[0]), Some(Fault::Missing(right)));
        let clash = |first, second, item, rule| {
            Some(Fault::Clash(ClashingPair {
                first: Choice(first),
                second: Choice(second),
                item,
                rule,
            }))
        };
        assert_eq!(fault(&[0, 1]), clash(0, 1, left, None));
        assert_eq!(fault(&[0, 2]), clash(0, 2, edge, None));
        assert_eq!(fault(&[1, 3]), clash(1, 3, left, Some(0)));
        assert_eq!(fault(&[3, 0]), None);
        assert_eq!(fault(&[1, 2]), None);
        let clashing = |picked: &[u32]| model.clashing(&model.choice_ids(picked.iter().copied()));
        assert_eq!(clashing(&[0, 1]), [Choice(0), Choice(1)]);
        assert_eq!(clashing(&[2, 0, 2]), [Choice(0), Choice(2)]);
        assert_eq!(clashing(&[3, 1]), [Choice(1), Choice(3)]);
        assert_eq!(clashing(&[0, 3]), []);
        assert_eq!(clashing(&[0, 1, 2]), [Choice(0), Choice(1), Choice(2)]);
    }
}
