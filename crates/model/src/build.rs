//! Building a model: every precondition is checked here, so engines need not check any.

use crate::allowance::{self, Looker};
use crate::{Choice, Colour, Demand, Item, Model, Rule, Structure, Table};
use std::fmt;
use std::sync::{Arc, OnceLock};

/// Collects items and rules, checks them, and compiles a [`Model`].
#[derive(Debug, Default)]
pub struct ModelBuilder {
    choice_count: u32,
    demands: Vec<Demand>,
    tiles: Vec<Item>,
    member_start: Vec<u32>,
    members: Vec<(Choice, Colour)>,
    rules: Vec<Rule>,
    /// For each choice, the last item that listed it: finds a choice listed twice by one item.
    last_item: Vec<u32>,
    /// For each choice, the last rule whose first tile has it, plus one: finds tiles that overlap.
    rule_mark: Vec<u32>,
    looker: Looker,
}

/// The reason why a model cannot be built: the fault, and its item, rule or choice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelError {
    message: String,
}

impl ModelError {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
        }
    }
}

impl fmt::Display for ModelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for ModelError {}

const NO_ITEM: u32 = u32::MAX;

impl ModelBuilder {
    /// A builder for a model with `choice_count` choices, numbered from 0.
    pub fn new(choice_count: u32) -> Self {
        Self {
            choice_count,
            member_start: vec![0],
            last_item: vec![NO_ITEM; choice_count as usize],
            ..Self::default()
        }
    }

    /// Makes room for `items` more items with `members` members in all. Arrays that grow take up to twice the memory
    /// on the way.
    pub fn reserve(&mut self, items: usize, members: usize) {
        self.demands.reserve_exact(items);
        self.member_start.reserve_exact(items);
        self.members.reserve_exact(members);
    }

    /// Adds a tile: an exactly-one item that the plain algorithm branches on.
    pub fn tile(&mut self, choices: &[u32]) -> Result<Item, ModelError> {
        let item = self.item(Demand::ExactlyOne, choices)?;
        self.tiles.push(item);
        Ok(item)
    }

    /// Adds an item without colours.
    pub fn item(&mut self, demand: Demand, choices: &[u32]) -> Result<Item, ModelError> {
        if demand == Demand::OneColour {
            return Err(ModelError::new(format!(
                "item {} demands one colour, but its choices were given without colours",
                self.demands.len()
            )));
        }
        self.push_item(demand, choices.iter().map(|&c| (c, Colour::NONE)))
    }

    /// Adds a one-colour item; each choice comes with the colour that it shows there.
    pub fn one_colour(&mut self, choices: &[(u32, u32)]) -> Result<Item, ModelError> {
        self.push_item(
            Demand::OneColour,
            choices.iter().map(|&(c, colour)| (c, Colour(colour))),
        )
    }

    /// Adds a rule between two tiles. Its table has a row for each choice of `from` and a column
    /// for each choice of `to`, in the order of their members.
    pub fn rule(&mut self, from: Item, to: Item, table: Arc<Table>) -> Result<(), ModelError> {
        self.looker.spend(table.rows() + table.columns());
        let number = self.rules.len();
        if from == to {
            return Err(ModelError::new(format!(
                "rule {number} relates {from:?} to itself"
            )));
        }
        for (item, side, found) in [
            (from, "rows", table.rows()),
            (to, "columns", table.columns()),
        ] {
            if !self.tiles.contains_sorted(item) {
                return Err(ModelError::new(format!(
                    "rule {number} relates {item:?}, which is not a tile"
                )));
            }
            let expected = self.member_range(item).len();
            if expected != found {
                return Err(ModelError::new(format!(
                    "rule {number}: its table has {found} {side}, but {item:?} has {expected} choices"
                )));
            }
        }
        if let Some(shared) = self.shared_choice(from, to) {
            return Err(ModelError::new(format!(
                "rule {number} relates {from:?} to {to:?}, which share choice {}",
                shared.0
            )));
        }
        self.rules.push(Rule { from, to, table });
        Ok(())
    }

    /// A choice of both items. A rule could not say whether such a choice goes with itself.
    fn shared_choice(&mut self, a: Item, b: Item) -> Option<Choice> {
        self.rule_mark.resize(self.choice_count as usize, 0);
        let mark = self.rules.len() as u32 + 1;
        let (first, second) = (self.member_range(a), self.member_range(b));
        for &(choice, _) in &self.members[first] {
            self.rule_mark[choice.index()] = mark;
        }
        let mut others = self.members[second].iter().map(|&(choice, _)| choice);
        let shared = others.find(|choice| self.rule_mark[choice.index()] == mark);
        if shared.is_some() {
            // The rule is refused, so the next one has the same mark.
            self.rule_mark.fill(0);
        }
        shared
    }

    /// Checks the whole and compiles it.
    pub fn build(self) -> Result<Model, ModelError> {
        let count = self.choice_count as usize;
        let mut has_tile = vec![false; count];
        for &tile in &self.tiles {
            for &(choice, _) in &self.members[self.member_range(tile)] {
                has_tile[choice.index()] = true;
            }
        }
        if let Some(orphan) = has_tile.iter().position(|&has| !has) {
            return Err(ModelError::new(format!(
                "choice {orphan} belongs to no tile, so nothing could pick it"
            )));
        }
        drop(has_tile);
        drop(self.last_item);
        allowance::look();
        let (touch_start, touches) = transpose(
            count,
            &self.member_start,
            &self.members,
            |&(choice, colour), item| (choice.index(), (Item(item), colour)),
        );
        Ok(Model(Arc::new(Structure {
            demands: self.demands,
            tiles: self.tiles,
            member_start: self.member_start,
            members: self.members,
            touch_start,
            touches,
            rules: self.rules,
            lowered: OnceLock::new(),
        })))
    }

    fn member_range(&self, item: Item) -> std::ops::Range<usize> {
        self.member_start[item.index()] as usize..self.member_start[item.index() + 1] as usize
    }

    fn push_item(
        &mut self,
        demand: Demand,
        choices: impl Iterator<Item = (u32, Colour)>,
    ) -> Result<Item, ModelError> {
        let item = self.demands.len() as u32;
        let before = self.members.len();
        if item == NO_ITEM {
            return Err(ModelError::new("more than 4,294,967,294 items"));
        }
        for (choice, colour) in choices {
            let Some(last) = self.last_item.get_mut(choice as usize) else {
                return Err(ModelError::new(format!(
                    "item {item} lists choice {choice}, but there are only {} choices",
                    self.choice_count
                )));
            };
            if *last == item {
                return Err(ModelError::new(format!(
                    "item {item} lists choice {choice} twice"
                )));
            }
            *last = item;
            self.members.push((Choice(choice), colour));
        }
        let Ok(end) = u32::try_from(self.members.len()) else {
            return Err(ModelError::new(format!(
                "item {item}: more than 4,294,967,295 memberships in all"
            )));
        };
        self.member_start.push(end);
        self.demands.push(demand);
        self.looker.spend(self.members.len() - before + 1);
        Ok(Item(item))
    }
}

/// Tiles are added in ascending order, so looking one up is a binary search.
trait ContainsSorted {
    fn contains_sorted(&self, item: Item) -> bool;
}

impl ContainsSorted for Vec<Item> {
    fn contains_sorted(&self, item: Item) -> bool {
        self.binary_search(&item).is_ok()
    }
}

/// Turns a flat list of lists round: from the members of each item to the items of each choice, or
/// back. `turn` says of an entry of list `k` to which new list it belongs, and as what.
pub(crate) fn transpose<A, B: Copy>(
    new_count: usize,
    start: &[u32],
    entries: &[A],
    turn: impl Fn(&A, u32) -> (usize, B),
) -> (Vec<u32>, Vec<B>) {
    let mut new_start = vec![0u32; new_count + 1];
    for entry in entries {
        new_start[turn(entry, 0).0 + 1] += 1;
    }
    for k in 0..new_count {
        new_start[k + 1] += new_start[k];
    }
    let Some(first) = entries.first() else {
        return (new_start, Vec::new());
    };
    let mut next = new_start.clone();
    let mut turned = vec![turn(first, 0).1; entries.len()];
    for (k, range) in start.windows(2).enumerate() {
        for entry in &entries[range[0] as usize..range[1] as usize] {
            let (list, as_what) = turn(entry, k as u32);
            let place = &mut next[list];
            turned[*place as usize] = as_what;
            *place += 1;
        }
    }
    (new_start, turned)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message<T: fmt::Debug>(result: Result<T, ModelError>) -> String {
        result.unwrap_err().to_string()
    }

    #[test]
    fn each_precondition_names_its_culprit() {
        let mut b = ModelBuilder::new(3);
        assert_eq!(
            message(b.tile(&[0, 3])),
            "item 0 lists choice 3, but there are only 3 choices"
        );
        let mut b = ModelBuilder::new(3);
        assert_eq!(message(b.tile(&[0, 1, 0])), "item 0 lists choice 0 twice");
        let mut b = ModelBuilder::new(3);
        b.tile(&[0, 2]).unwrap();
        b.item(Demand::AtMostOne, &[1]).unwrap();
        assert_eq!(
            message(b.build()),
            "choice 1 belongs to no tile, so nothing could pick it"
        );
        let mut b = ModelBuilder::new(3);
        assert!(message(b.item(Demand::OneColour, &[1])).contains("without colours"));
    }

    #[test]
    fn rules_are_checked() {
        let mut b = ModelBuilder::new(4);
        let left = b.tile(&[0, 1]).unwrap();
        let right = b.tile(&[2, 3]).unwrap();
        let other = b.item(Demand::AtMostOne, &[0, 2]).unwrap();
        let square = Arc::new(Table::new(2, 2, |_, _| true));
        assert_eq!(
            message(b.rule(left, left, square.clone())),
            "rule 0 relates i0 to itself"
        );
        assert_eq!(
            message(b.rule(left, other, square.clone())),
            "rule 0 relates i2, which is not a tile"
        );
        let narrow = Arc::new(Table::new(2, 1, |_, _| true));
        assert_eq!(
            message(b.rule(left, right, narrow)),
            "rule 0: its table has 1 columns, but i1 has 2 choices"
        );
        let overlapping = b.tile(&[1, 3]).unwrap();
        assert_eq!(
            message(b.rule(left, overlapping, square.clone())),
            "rule 0 relates i0 to i3, which share choice 1"
        );
        // A refused rule leaves nothing behind.
        b.rule(right, left, square.clone()).unwrap();
        b.rule(left, right, square).unwrap();
        assert_eq!(b.build().unwrap().rules().len(), 2);
    }

    #[test]
    fn both_directions_agree() {
        let mut b = ModelBuilder::new(3);
        let tile = b.tile(&[2, 0, 1]).unwrap();
        let edge = b.one_colour(&[(1, 7), (2, 9)]).unwrap();
        let model = b.build().unwrap();
        assert_eq!(
            model.members(edge),
            [(Choice(1), Colour(7)), (Choice(2), Colour(9))]
        );
        assert_eq!(
            model.touches(Choice(2)),
            [(tile, Colour::NONE), (edge, Colour(9))]
        );
        assert_eq!(model.touches(Choice(0)), [(tile, Colour::NONE)]);
    }
}
