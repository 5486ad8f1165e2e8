//! Building a model: every precondition is checked here, so engines need not check any.
//!
//! A model may take longer and more than all that comes after: a rule between all pairs of two thousand tiles is two
//! million rules. So a builder has a budget. It takes the bytes of each array from it before the array grows, looks
//! at the deadline and the flags now and then, and ends with a [`ModelError::Ended`].

use crate::budget::{Budget, End, Meter};
use crate::counted::Counted;
use crate::{
    Choice, Colour, Demand, Item, Language, Line, Link, Model, Node, Pair, Rule, Structure, Table,
};
use std::collections::HashSet;
use std::fmt;
use std::ops::{Range, RangeInclusive};
use std::sync::{Arc, OnceLock};

/// Collects items and rules, checks them, and compiles a [`Model`].
#[derive(Debug)]
pub struct ModelBuilder {
    choice_count: u32,
    demands: Counted<Demand>,
    tiles: Counted<Item>,
    member_start: Counted<u32>,
    members: Counted<(Choice, Colour)>,
    rules: Counted<Rule>,
    /// The tables, languages and letters that were given here.
    tables: HashSet<Arc<Table>>,
    languages: HashSet<Arc<Language>>,
    letters: HashSet<Arc<[u32]>>,
    /// The choices that are the model's own.
    own: u32,
    is_projected: bool,
    /// For each choice, the last item that listed it: finds a choice listed twice by one item.
    last_item: Counted<u32>,
    /// For each choice, the last rule whose first tile has it, plus one: finds tiles that overlap.
    rule_mark: Counted<u32>,
    meter: Meter,
}

/// The reason why a model cannot be built.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ModelError {
    /// A precondition does not hold: the fault, and its item, rule or choice.
    Wrong(String),
    /// The budget was used up. Where it was memory, [`Budget::lacked`] has the bytes.
    Ended(End),
}

impl ModelError {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self::Wrong(message.into())
    }
}

impl From<End> for ModelError {
    fn from(end: End) -> Self {
        Self::Ended(end)
    }
}

impl fmt::Display for ModelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Wrong(message) => f.write_str(message),
            Self::Ended(end) => end.fmt(f),
        }
    }
}

impl std::error::Error for ModelError {}

const NO_ITEM: u32 = u32::MAX;

/// The bytes of a membership in a model: it is listed by its item and by its choice.
pub(crate) const BYTES_PER_MEMBERSHIP: u64 = 16;

impl ModelBuilder {
    /// A builder for a model with `choice_count` choices, numbered from 0, without limits.
    pub fn new(choice_count: u32) -> Self {
        Self::within(&Budget::default(), choice_count.into())
    }

    /// A builder for a model with `choices` choices, numbered from 0. Where the budget does not allow them, the next
    /// call says so.
    pub fn within(budget: &Budget, choices: u64) -> Self {
        let mut meter = budget.building();
        // Each choice is in a tile. With too many of them nothing is begun.
        let least = choices.saturating_mul(BYTES_PER_MEMBERSHIP + 8);
        let choice_count = u32::try_from(choices).unwrap_or_else(|_| {
            meter.needs(least);
            0
        });
        if meter.take(least).is_ok() {
            meter.give_back(least);
        }
        let last_item = Counted::filled(NO_ITEM, choice_count as usize, &mut meter);
        let member_start = Counted::filled(0, 1, &mut meter);
        Self {
            choice_count,
            demands: Counted::default(),
            tiles: Counted::default(),
            member_start: member_start.unwrap_or_default(),
            members: Counted::default(),
            rules: Counted::default(),
            tables: HashSet::new(),
            languages: HashSet::new(),
            letters: HashSet::new(),
            own: choice_count,
            is_projected: false,
            last_item: last_item.unwrap_or_default(),
            rule_mark: Counted::default(),
            meter,
        }
    }

    /// Makes room for just `items` more items with `members` members in all. A model that would be too large with
    /// them is refused at once, with all bytes that it needs.
    pub fn reserve(&mut self, items: u64, members: u64) -> Result<(), ModelError> {
        const PER_ITEM: u64 = (size_of::<Demand>() + size_of::<u32>()) as u64;
        // Two lists of them when they are sorted, without the one that is held now.
        const PER_CHOICE: u64 = size_of::<u32>() as u64;
        let rest = (members.saturating_mul(BYTES_PER_MEMBERSHIP))
            .saturating_add(items.saturating_mul(PER_ITEM))
            .saturating_add(u64::from(self.choice_count) * PER_CHOICE);
        if members > u32::MAX.into() {
            return Err(self.meter.needs(rest).into());
        }
        self.meter.take(rest)?;
        self.meter.give_back(rest);
        self.demands.exact_room(items as usize, &mut self.meter)?;
        self.member_start
            .exact_room(items as usize, &mut self.meter)?;
        self.members.exact_room(members as usize, &mut self.meter)?;
        Ok(())
    }

    /// The meter of the builder: for the time and the bytes of data that are made beside the model.
    pub fn meter(&mut self) -> &mut Meter {
        &mut self.meter
    }

    /// Adds a tile: an exactly-one item that the plain algorithm branches on.
    pub fn tile(&mut self, choices: &[u32]) -> Result<Item, ModelError> {
        let item = self.item(Demand::ExactlyOne, choices)?;
        self.tiles.room(1, &mut self.meter)?;
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

    /// A table for rules: the one that is known, if there is an equal one.
    pub fn table(
        &mut self,
        rows: usize,
        columns: usize,
        allowed: impl Fn(usize, usize) -> bool,
    ) -> Result<Arc<Table>, ModelError> {
        let table = Table::within(&mut self.meter, rows, columns, allowed)?;
        if let Some(known) = self.tables.get(&table) {
            self.meter.give_back(table.bytes() as u64);
            return Ok(Arc::clone(known));
        }
        let table = Arc::new(table);
        self.tables.insert(Arc::clone(&table));
        Ok(table)
    }

    /// Adds a rule between two tiles. Its table has a row for each choice of `from` and a column
    /// for each choice of `to`, in the order of their members.
    pub fn pair(&mut self, from: Item, to: Item, table: Arc<Table>) -> Result<(), ModelError> {
        self.meter.work(table.rows() + table.columns())?;
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
        if self.rule_mark.is_empty() {
            self.rule_mark = Counted::filled(0, self.choice_count as usize, &mut self.meter)?;
        }
        if let Some(shared) = self.shared_choice(from, to) {
            return Err(ModelError::new(format!(
                "rule {number} relates {from:?} to {to:?}, which share choice {}",
                shared.0
            )));
        }
        self.rules.room(1, &mut self.meter)?;
        self.rules.push(Rule::Pair(Pair { from, to, table }));
        Ok(())
    }

    /// A language for lines: the one that is known, if there is an equal one.
    pub fn language(&mut self, language: Language) -> Result<Arc<Language>, ModelError> {
        if let Some(known) = self.languages.get(&language) {
            return Ok(Arc::clone(known));
        }
        self.meter.take(language.bytes() as u64)?;
        let language = Arc::new(language);
        self.languages.insert(Arc::clone(&language));
        Ok(language)
    }

    /// Adds a line: what is picked of these exactly-one items is a word of the language. `letter(place, choice)` is the
    /// letter of a choice at a place of the line.
    ///
    /// ```
    /// use tilewright_model::{Language, ModelBuilder};
    ///
    /// // Three cells from 1 to 3 with the sum 4: choice 3 c + v is the value v + 1 in cell c.
    /// let mut b = ModelBuilder::new(9);
    /// let cells = [b.tile(&[0, 1, 2])?, b.tile(&[3, 4, 5])?, b.tile(&[6, 7, 8])?];
    /// let sum = Language::sum(3, &[1, 2, 3], 4..=4).unwrap();
    /// b.line(&cells, sum, |_, choice| choice.0 % 3)?;
    /// let model = b.build()?;
    /// assert!(model.is_solution(&model.choice_ids([0, 4, 6])));
    /// assert!(!model.is_solution(&model.choice_ids([0, 4, 7])));
    /// # Ok::<(), tilewright_model::ModelError>(())
    /// ```
    pub fn line(
        &mut self,
        tiles: &[Item],
        language: Language,
        letter: impl Fn(usize, Choice) -> u32,
    ) -> Result<(), ModelError> {
        self.add_line(tiles, language, letter, false)
    }

    /// Adds a cage: these tiles show different numbers with a sum in the range. It is known by the sets of numbers that
    /// have the sum, of which there are few. `number(place, choice)` is the number of a choice.
    pub fn cage(
        &mut self,
        tiles: &[Item],
        sum: RangeInclusive<i64>,
        number: impl Fn(usize, Choice) -> i64,
    ) -> Result<(), ModelError> {
        let mut numbers: Vec<i64> = Vec::new();
        let mut read = HashSet::new();
        for (place, &tile) in tiles.iter().enumerate() {
            self.check_read(tile)?;
            let members = self.members[self.member_range(tile)].iter();
            for &(choice, _) in members {
                numbers.push(number(place, choice));
                if !read.insert(choice) {
                    return Err(ModelError::new(format!(
                        "rule {} reads choice {} at two places, which cannot differ",
                        self.rules.len(),
                        choice.0
                    )));
                }
            }
        }
        numbers.sort_unstable();
        numbers.dedup();
        let language = Language::sum(tiles.len(), &numbers, sum)
            .map_err(|error| ModelError::new(format!("rule {}: {error}", self.rules.len())))?;
        let letter = |place: usize, choice: Choice| {
            let number = numbers.binary_search(&number(place, choice));
            number.expect("every number was listed") as u32
        };
        self.add_line(tiles, language, letter, true)
    }

    fn add_line(
        &mut self,
        tiles: &[Item],
        language: Language,
        letter: impl Fn(usize, Choice) -> u32,
        as_set: bool,
    ) -> Result<(), ModelError> {
        let number = self.rules.len();
        let mut letters = Vec::with_capacity(tiles.len());
        for (place, &tile) in tiles.iter().enumerate() {
            self.check_read(tile)?;
            let range = self.member_range(tile);
            self.meter.work(range.len())?;
            let members = self.members[range].iter();
            let here: Vec<u32> = members.map(|&(choice, _)| letter(place, choice)).collect();
            if let Some(&unknown) = here
                .iter()
                .find(|&&l| l as usize >= language.letter_count())
            {
                return Err(ModelError::new(format!(
                    "rule {number} reads letter {unknown}, but its language has {} letters",
                    language.letter_count()
                )));
            }
            letters.push(self.shared_letters(here)?);
        }
        let line = Line {
            tiles: tiles.into(),
            letters: letters.into(),
            language: self.language(language)?,
            as_set,
        };
        self.rules.room(1, &mut self.meter)?;
        self.rules.push(Rule::Line(line));
        Ok(())
    }

    /// Adds a line of a model whose items have the same numbers here; it shares its data.
    pub(crate) fn known_line(&mut self, line: &Line) -> Result<(), ModelError> {
        self.rules.room(1, &mut self.meter)?;
        self.rules.push(Rule::Line(line.clone()));
        Ok(())
    }

    /// A line reads an exactly-one item.
    fn check_read(&self, item: Item) -> Result<(), ModelError> {
        if self.demands.get(item.index()) == Some(&Demand::ExactlyOne) {
            return Ok(());
        }
        Err(ModelError::new(format!(
            "rule {} reads {item:?}, which is not an exactly-one item",
            self.rules.len()
        )))
    }

    fn shared_letters(&mut self, letters: Vec<u32>) -> Result<Arc<[u32]>, ModelError> {
        if let Some(known) = self.letters.get(&letters[..]) {
            return Ok(Arc::clone(known));
        }
        self.meter.take(size_of_val(&*letters) as u64)?;
        let letters: Arc<[u32]> = letters.into();
        self.letters.insert(Arc::clone(&letters));
        Ok(letters)
    }

    /// Adds a link: the nodes that are in form one connected piece.
    pub fn link(&mut self, link: impl Into<Arc<Link>>) -> Result<(), ModelError> {
        let (number, link) = (self.rules.len(), link.into());
        self.meter.work(link.nodes().len())?;
        self.meter.take(link.bytes() as u64)?;
        for node in link.nodes() {
            let Node::If(choices) = node else { continue };
            if let Some(unknown) = choices.iter().find(|choice| choice.0 >= self.choice_count) {
                return Err(ModelError::new(format!(
                    "rule {number} links choice {}, but there are only {} choices",
                    unknown.0, self.choice_count
                )));
            }
        }
        self.rules.room(1, &mut self.meter)?;
        self.rules.push(Rule::Link(link));
        Ok(())
    }

    /// Hides the choices from `first` on. A set of the other choices is a solution if hidden ones complete it, in
    /// whatever number of ways, and it is listed and counted once. Each choice that is shown belongs to a tile without
    /// hidden ones.
    ///
    /// ```
    /// use tilewright_model::ModelBuilder;
    ///
    /// // A tent beside two trees: it is shown whether the cell has a tent, and hidden which tree it belongs to.
    /// let mut b = ModelBuilder::new(4);
    /// b.hidden_from(2);
    /// b.tile(&[0, 1])?;
    /// b.tile(&[1, 2, 3])?;
    /// let model = b.build()?;
    /// assert!(model.is_solution(&model.choice_ids([0])));
    /// assert_eq!(model.completed(&model.choice_ids([0])), Some(model.choice_ids([0, 2])));
    /// # Ok::<(), tilewright_model::ModelError>(())
    /// ```
    pub fn hidden_from(&mut self, first: u32) {
        self.own = first.min(self.choice_count);
        self.is_projected = self.own < self.choice_count;
    }

    /// Hides the choices after those of a model that becomes this one. They follow from its own.
    pub(crate) fn hide_behind(&mut self, model: &Model) {
        self.own = model.own_count() as u32;
        self.is_projected = model.is_projected();
    }

    /// A choice of both items. A rule could not say whether such a choice goes with itself.
    fn shared_choice(&mut self, a: Item, b: Item) -> Option<Choice> {
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
        let mut meter = self.meter;
        meter.work(0)?;
        let count = self.choice_count as usize;
        let mut has_tile = Counted::filled(false, count, &mut meter)?;
        for &tile in &*self.tiles {
            let range = member_range(&self.member_start, tile);
            meter.work(range.len())?;
            let members = &self.members[range];
            let is_own = members.iter().all(|&(choice, _)| choice.0 < self.own);
            for &(choice, _) in members {
                // A tile with hidden choices does not decide what is shown.
                has_tile[choice.index()] |= is_own || choice.0 >= self.own;
            }
        }
        if let Some(orphan) = has_tile.iter().position(|&has| !has) {
            let why = if self.is_projected && orphan < self.own as usize {
                " without hidden choices, so what is shown would not decide it"
            } else {
                ", so nothing could pick it"
            };
            return Err(ModelError::new(format!(
                "choice {orphan} belongs to no tile{why}"
            )));
        }
        has_tile.drop_from(&mut meter);
        self.last_item.drop_from(&mut meter);
        self.rule_mark.drop_from(&mut meter);
        let (touch_start, touches) = transpose(
            count,
            &self.member_start,
            &self.members,
            |&(choice, colour), item| (choice.index(), (Item(item), colour)),
            &mut meter,
        )?;
        Ok(Model(Arc::new(Structure {
            demands: self.demands.into_vec(),
            tiles: self.tiles.into_vec(),
            member_start: self.member_start.into_vec(),
            members: self.members.into_vec(),
            touch_start,
            touches,
            rules: self.rules.into_vec(),
            own: self.own,
            is_projected: self.is_projected,
            bytes_to_build: meter.most_held(),
            unlined: OnceLock::new(),
            unpaired: OnceLock::new(),
            derived: OnceLock::new(),
            lowered: OnceLock::new(),
        })))
    }

    fn member_range(&self, item: Item) -> Range<usize> {
        member_range(&self.member_start, item)
    }

    fn push_item(
        &mut self,
        demand: Demand,
        choices: impl ExactSizeIterator<Item = (u32, Colour)>,
    ) -> Result<Item, ModelError> {
        self.meter.work(choices.len() + 1)?;
        self.members.room(choices.len(), &mut self.meter)?;
        self.member_start.room(1, &mut self.meter)?;
        self.demands.room(1, &mut self.meter)?;
        let item = self.demands.len() as u32;
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
            return Err(too_many(self.members.len(), &mut self.meter));
        };
        self.member_start.push(end);
        self.demands.push(demand);
        Ok(Item(item))
    }
}

fn member_range(start: &[u32], item: Item) -> Range<usize> {
    start[item.index()] as usize..start[item.index() + 1] as usize
}

/// Tiles are added in ascending order, so looking one up is a binary search.
trait ContainsSorted {
    fn contains_sorted(&self, item: Item) -> bool;
}

impl ContainsSorted for [Item] {
    fn contains_sorted(&self, item: Item) -> bool {
        self.binary_search(&item).is_ok()
    }
}

/// Memberships are numbered with 32 bits, whatever the memory: more of them are a lack of it.
pub(crate) fn too_many(memberships: usize, meter: &mut Meter) -> ModelError {
    let needed = BYTES_PER_MEMBERSHIP.saturating_mul(memberships as u64);
    meter.needs(needed).into()
}

/// Turns a flat list of lists round: from the members of each item to the items of each choice, or
/// back. `turn` says of an entry of list `k` to which new list it belongs, and as what.
pub(crate) fn transpose<A, B: Copy>(
    new_count: usize,
    start: &[u32],
    entries: &[A],
    turn: impl Fn(&A, u32) -> (usize, B),
    meter: &mut Meter,
) -> Result<(Vec<u32>, Vec<B>), End> {
    let list_of = |range: &[u32]| &entries[range[0] as usize..range[1] as usize];
    let mut new_start = Counted::filled(0u32, new_count + 1, meter)?;
    for list in start.windows(2).map(list_of) {
        meter.work(list.len())?;
        for entry in list {
            new_start[turn(entry, 0).0 + 1] += 1;
        }
    }
    for k in 0..new_count {
        new_start[k + 1] += new_start[k];
    }
    let Some(first) = entries.first() else {
        return Ok((new_start.into_vec(), Vec::new()));
    };
    let mut next = Counted::filled(0u32, new_count + 1, meter)?;
    next.copy_from_slice(&new_start);
    let mut turned = Counted::filled(turn(first, 0).1, entries.len(), meter)?;
    for (k, list) in start.windows(2).map(list_of).enumerate() {
        meter.work(list.len())?;
        for entry in list {
            let (list, as_what) = turn(entry, k as u32);
            let place = &mut next[list];
            turned[*place as usize] = as_what;
            *place += 1;
        }
    }
    Ok((new_start.into_vec(), turned.into_vec()))
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
            message(b.pair(left, left, square.clone())),
            "rule 0 relates i0 to itself"
        );
        assert_eq!(
            message(b.pair(left, other, square.clone())),
            "rule 0 relates i2, which is not a tile"
        );
        let narrow = Arc::new(Table::new(2, 1, |_, _| true));
        assert_eq!(
            message(b.pair(left, right, narrow)),
            "rule 0: its table has 1 columns, but i1 has 2 choices"
        );
        let overlapping = b.tile(&[1, 3]).unwrap();
        assert_eq!(
            message(b.pair(left, overlapping, square.clone())),
            "rule 0 relates i0 to i3, which share choice 1"
        );
        // A refused rule leaves nothing behind.
        b.pair(right, left, square.clone()).unwrap();
        b.pair(left, right, square).unwrap();
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
