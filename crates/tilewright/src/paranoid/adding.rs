//! Steps on lines that follow from groups and other lines, checked by adding up.
//!
//! The numbers of choices are taken as they are claimed, and everything else is looked at anew. All choices of an item of a
//! group must have one number, and all words of a line one sum. Then the numbers of the picked choices, each as often as it
//! lies in groups less as often as it is read by lines, have a known sum; and the tiles that are said to be left must be
//! just what that leaves. What they may still have is tried out, one tile after the other.

use std::collections::{BTreeMap, BTreeSet};
use tilewright_logic::{Board, Step};
use tilewright_model::{Choice, Demand, Item, Line, Rule};

/// The most ways to have the sum, and the most sums of the states of a line, that are tried; after that it is believed.
const MOST_TRIED: usize = 100_000;

/// The claim of a step.
pub(super) struct Adding<'a> {
    pub(super) board: &'a Board,
    pub(super) numbers: &'a [Option<i64>],
    pub(super) groups: &'a [Vec<Item>],
    pub(super) rules: &'a [usize],
    pub(super) inside: &'a [Item],
    pub(super) outside: &'a [Item],
}

impl<'a> Adding<'a> {
    /// The numbers of choices that logic goes by for that line.
    pub(super) fn numbers(board: &'a Board, line: usize) -> Result<&'a [Option<i64>], String> {
        let derived = board.logic().derived().get(line);
        let numbers = derived.map(|derived| &*derived.numbers);
        let choices = board.logic().model().choice_count();
        let numbers = numbers.filter(|numbers| numbers.len() == choices);
        numbers.ok_or_else(|| format!("there is no derived line {line}"))
    }

    pub(super) fn fault(&self, step: &Step) -> Option<String> {
        self.followed(step).err()
    }

    fn followed(&self, step: &Step) -> Result<(), String> {
        let mut times: BTreeMap<Choice, i64> = BTreeMap::new();
        let mut sum = 0i128;
        for &item in self.groups.iter().flatten() {
            sum += self.number_of(item)?;
            for choice in self.members(item) {
                *times.entry(choice).or_default() += 1;
            }
        }
        for &rule in self.rules {
            let Some(Rule::Line(line)) = self.board.logic().rule(rule) else {
                return Err(format!("rule {rule} is not a line"));
            };
            sum -= self.sum_of(rule, line)?;
            for &tile in &*line.tiles {
                for choice in self.members(tile) {
                    *times.entry(choice).or_default() -= 1;
                }
            }
        }
        for (tiles, sign) in [(self.inside, 1), (self.outside, -1)] {
            for &tile in tiles {
                self.demand(tile)?;
                for choice in self.members(tile) {
                    *times.entry(choice).or_default() -= sign;
                }
            }
        }
        if let Some((choice, _)) = times.iter().find(|(_, times)| **times != 0) {
            return Err(format!("{choice:?} is left over"));
        }
        self.tried(sum, step)
    }

    fn members(&self, item: Item) -> impl Iterator<Item = Choice> + '_ {
        let members = self.board.logic().model().members(item).iter();
        members.map(|&(choice, _)| choice)
    }

    fn demand(&self, item: Item) -> Result<(), String> {
        let is_one = self.board.logic().model().demand(item) == Demand::ExactlyOne;
        is_one
            .then_some(())
            .ok_or_else(|| format!("{item:?} need not have a choice"))
    }

    fn number(&self, choice: Choice) -> Result<i64, String> {
        let number = self.numbers[choice.index()];
        number.ok_or_else(|| format!("{choice:?} has no number"))
    }

    /// The number that all choices of an item have.
    fn number_of(&self, item: Item) -> Result<i128, String> {
        self.demand(item)?;
        let numbers = self.members(item).map(|choice| self.number(choice));
        let numbers: BTreeSet<i64> = numbers.collect::<Result<_, _>>()?;
        match numbers.first().filter(|_| numbers.len() == 1) {
            Some(&number) => Ok(number.into()),
            None => Err(format!("the choices of {item:?} have several numbers")),
        }
    }

    /// The sum that all words of a line have.
    fn sum_of(&self, rule: usize, line: &Line) -> Result<i128, String> {
        let model = self.board.logic().model();
        let mut of_letter: BTreeMap<u32, i64> = BTreeMap::new();
        for place in 0..line.tiles.len() {
            for (choice, letter) in model.read(line, place) {
                let number = self.number(choice)?;
                if *of_letter.entry(letter).or_insert(number) != number {
                    return Err(format!("a letter of rule {rule} has several numbers"));
                }
            }
        }
        let mut reached = BTreeSet::from([(0, 0i128)]);
        for _ in &*line.tiles {
            let next = reached.iter().flat_map(|&(state, sum)| {
                let next = of_letter.iter().filter_map(move |(&letter, &number)| {
                    let state = line.language.step(state, letter as usize)?;
                    Some((state, sum + i128::from(number)))
                });
                next.collect::<Vec<_>>()
            });
            reached = next.take(MOST_TRIED).collect();
        }
        reached.retain(|&(state, _)| line.language.is_end(state));
        let sums: BTreeSet<i128> = reached.into_iter().map(|(_, sum)| sum).collect();
        match sums.first().filter(|_| sums.len() == 1) {
            Some(&sum) => Ok(sum),
            None => Err(format!("rule {rule} has {} sums", sums.len())),
        }
    }

    /// Tries out all that the tiles inside, and outside, may have so that the one less the other is the sum.
    fn tried(&self, sum: i128, step: &Step) -> Result<(), String> {
        let tiles: Vec<(Item, i128)> = (self.inside.iter().map(|&tile| (tile, 1)))
            .chain(self.outside.iter().map(|&tile| (tile, -1)))
            .collect();
        let mut possible: BTreeSet<Choice> = BTreeSet::new();
        let mut begun: Vec<(Vec<Choice>, i128)> = vec![(Vec::new(), sum)];
        let mut tried = 0;
        while let Some((picked, left)) = begun.pop() {
            let Some(&(tile, sign)) = tiles.get(picked.len()) else {
                if left == 0 {
                    possible.extend(picked);
                }
                continue;
            };
            for choice in self.board.live(tile) {
                tried += 1;
                if tried > MOST_TRIED {
                    return Ok(());
                }
                let left = left - sign * i128::from(self.number(choice)?);
                if picked
                    .iter()
                    .all(|&other| !self.are_in_conflict(other, choice))
                {
                    begun.push(([&picked[..], &[choice]].concat(), left));
                }
            }
        }
        // Where there is no way at all, everything goes.
        if possible.is_empty() {
            return Ok(());
        }
        if let Some(wrong) = step.removed.iter().find(|choice| {
            possible.contains(choice) || !tiles.iter().any(|&(tile, _)| self.has(tile, **choice))
        }) {
            return Err(format!("the sum allows {wrong:?}, which is removed"));
        }
        let is_forced = |picked: &Choice| {
            let mut tiles = tiles.iter().filter(|(tile, _)| self.has(*tile, *picked));
            tiles.any(|&(tile, _)| {
                let mut left = self
                    .members(tile)
                    .filter(|choice| possible.contains(choice));
                left.next() == Some(*picked) && left.next().is_none()
            })
        };
        match step.picked.iter().find(|picked| !is_forced(picked)) {
            Some(wrong) => Err(format!("the sum does not need {wrong:?}, which is picked")),
            None => Ok(()),
        }
    }

    fn has(&self, tile: Item, choice: Choice) -> bool {
        self.members(tile).any(|member| member == choice)
    }

    fn are_in_conflict(&self, one: Choice, other: Choice) -> bool {
        one != other && self.board.logic().model().share_conflict(one, other)
    }
}
