//! Steps on lines that follow from groups and other lines in words: innies and outies.
//!
//! Sums are given in the puzzle's own numbers: "row 1 and row 2 add up to 90, and the 14 lines in them to 83". The model has numbers
//! of its own for the values, which differ from those by a factor and by where they begin. If values are not numbers, no sums
//! are given.

use super::{Told, Words};
use crate::prose::{counted, listed, put};
use tilewright_logic::Board;
use tilewright_model::{Choice, Derived, Item, Rule};

/// Turns sums of the model's numbers into those of the puzzle's: each value is `factor` times its number, and `first`.
#[derive(Clone, Copy)]
struct Scale {
    factor: i64,
    first: i64,
}

impl Scale {
    /// That of some values with their numbers; nothing if they have none in common.
    fn of(values: &[(i64, i64)]) -> Option<Self> {
        let &(first, _) = values.iter().find(|(_, number)| *number == 0)?;
        let &(value, number) = values.iter().find(|(_, number)| *number != 0)?;
        let factor = value.checked_sub(first)?.checked_div(number)?;
        let scale = Self { factor, first };
        let fits = |&(value, number): &(i64, i64)| scale.sum(number, 1) == Some(value);
        values.iter().all(fits).then_some(scale)
    }

    /// The sum of this many values.
    fn sum(self, sum: i64, values: usize) -> Option<i64> {
        let first = self.first.checked_mul(i64::try_from(values).ok()?)?;
        sum.checked_mul(self.factor)?.checked_add(first)
    }
}

impl Words<'_> {
    /// "row 1 and row 2 add up to 90, and the 14 lines in them to 83, so r2c9 is 7".
    pub(super) fn derived(&self, number: usize) -> Told {
        let derived = &self.board.logic().derived()[number];
        let (inside, outside) = derived.line.tiles.split_at(derived.inside);
        let name = match (inside, outside) {
            (_, []) => "innies",
            ([], _) => "outies",
            _ => "innies and outies",
        };
        let place = self.items(&derived.line.tiles);
        let because = self.sums(derived).unwrap_or_else(|| {
            let verb = if derived.groups.len() == 1 {
                "has"
            } else {
                "have"
            };
            let groups = self.groups(derived);
            let lines = Self::lines(derived);
            format!(
                "{groups} {verb} each value once, and with {lines} few ways are left for {place}"
            )
        });
        (name.to_owned(), place, because)
    }

    /// What adds up to what, if values are numbers.
    fn sums(&self, derived: &Derived) -> Option<String> {
        let scale = self.scale(derived)?;
        let values = derived.groups.iter().map(Vec::len).sum();
        let whole = scale.sum(derived.groups_sum, values)?;
        let mut covered = 0i64;
        for &(rule, sum) in &derived.lines {
            let length = line_length(self.board, rule)?;
            covered = covered.checked_add(scale.sum(sum, length)?)?;
        }
        let verb = if derived.groups.len() == 1 {
            "adds"
        } else {
            "add"
        };
        let mut told = format!("{} {verb} up to {whole}", self.groups(derived));
        if !derived.lines.is_empty() {
            put!(told, ", and {} to {covered}", Self::lines(derived));
        }
        let left = self.left(derived, whole.checked_sub(covered)?);
        Some(format!("{told}, so {left}"))
    }

    fn scale(&self, derived: &Derived) -> Option<Scale> {
        let model = self.board.logic().model();
        let own = (0..).zip(derived.numbers.iter());
        let own = own.take(model.own_count());
        let numbered = own.filter_map(|(choice, number)| Some((Choice(choice), (*number)?)));
        let valued =
            |(choice, number)| Some((self.puzzle.value_name(choice)?.parse().ok()?, number));
        Scale::of(&numbered.map(valued).collect::<Option<Vec<_>>>()?)
    }

    /// "r2c9 is 7": what the tiles come to if those inside less those outside are this.
    fn left(&self, derived: &Derived, is: i64) -> String {
        let (inside, outside) = derived.line.tiles.split_at(derived.inside);
        match (inside, outside) {
            (sum, []) => self.comes_to(sum, is),
            ([], sum) => self.comes_to(sum, -is),
            (inside, outside) => {
                let verb = if inside.len() == 1 {
                    "is"
                } else {
                    "together are"
                };
                let than = match is {
                    0 => "as much as".to_owned(),
                    1.. => format!("{is} more than"),
                    _ => format!("{} less than", is.unsigned_abs()),
                };
                let together = if outside.len() == 1 { "" } else { " together" };
                let (inside, outside) = (self.items(inside), self.items(outside));
                format!("{inside} {verb} {than} {outside}{together}")
            }
        }
    }

    fn comes_to(&self, tiles: &[Item], sum: i64) -> String {
        let verb = if tiles.len() == 1 { "is" } else { "add up to" };
        format!("{} {verb} {sum}", self.items(tiles))
    }

    /// "row 1 and row 2".
    fn groups(&self, derived: &Derived) -> String {
        let names = derived.groups.iter().map(|items| self.group(items));
        match names.collect::<Option<Vec<_>>>() {
            Some(names) => listed(names, "and"),
            None => counted(derived.groups.len(), "group"),
        }
    }

    /// The name that its items have in common: "row 2" of "the 5 of row 2".
    fn group(&self, items: &[Item]) -> Option<String> {
        let name = |&item: &Item| {
            let &(choice, _) = self.board.logic().model().members(item).first()?;
            let value = self.puzzle.value_name(choice)?;
            let name = self.puzzle.item_name(item);
            let group = name.strip_prefix(&format!("the {value} of "))?;
            Some(group.to_owned())
        };
        let first = items.first().and_then(name)?;
        let is_common = items.iter().all(|item| name(item).as_ref() == Some(&first));
        is_common.then_some(first)
    }

    /// "the 14 lines in them": those that are taken off.
    fn lines(derived: &Derived) -> String {
        let area = if derived.groups.len() == 1 {
            "it"
        } else {
            "them"
        };
        let place = if derived.inside == derived.line.tiles.len() {
            "in"
        } else {
            "over"
        };
        match derived.lines.len() {
            1 => format!("the line {place} {area}"),
            number => format!("the {number} lines {place} {area}"),
        }
    }
}

fn line_length(board: &Board, rule: usize) -> Option<usize> {
    match board.logic().rule(rule) {
        Some(Rule::Line(line)) => Some(line.tiles.len()),
        _ => None,
    }
}
