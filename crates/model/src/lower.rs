//! Rules into items, for engines that know items alone.
//!
//! A table made of blocks ("the same edge") becomes **one** one-colour item: the block numbers are
//! the colours. Any other table becomes one at-most-one item for each distinct row that forbids
//! something: the choices of the first tile with that row, and the choices of the second tile that
//! the row forbids. That is exact, because the choices of a tile exclude each other already: the
//! only new pairs in the item are those that the table forbids.

use crate::budget::{Budget, End, Meter};
use crate::lines::{Lowered, by_letter};
use crate::{Choice, Demand, Line, Model, ModelBuilder, ModelError, Pair, Rule, Table};
use std::collections::HashMap;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

impl Model {
    /// The model without pairs and lines: its own choices and items keep their numbers, hidden choices and the items that
    /// replace rules come after them, and links stay. The end, where the budget does not allow it; what was made once
    /// is kept.
    pub fn lower(&self, budget: &Budget) -> Result<Self, End> {
        if self.pairs().next().is_none() {
            return self.lower_lines(budget);
        }
        made_once(&self.0.lowered, || {
            self.lower_lines(budget)?.without_pairs(budget)
        })
    }

    /// The model without lines. Pairs and links stay.
    pub fn lower_lines(&self, budget: &Budget) -> Result<Self, End> {
        if self.lines().next().is_none() {
            return Ok(self.clone());
        }
        made_once(&self.0.unlined, || self.without_lines(budget))
    }

    /// The model without pairs. Lines and links stay.
    pub fn lower_pairs(&self, budget: &Budget) -> Result<Self, End> {
        if self.pairs().next().is_none() {
            return Ok(self.clone());
        }
        if self.lines().next().is_none() {
            return self.lower(budget);
        }
        made_once(&self.0.unpaired, || self.without_pairs(budget))
    }

    /// The same model with some of its rules alone, by their numbers.
    pub fn with_rules(
        &self,
        is_kept: impl Fn(usize) -> bool,
        budget: &Budget,
    ) -> Result<Self, End> {
        let with_rules = || {
            let (mut b, size) = (
                self.same_choices(budget),
                self.size_with(std::iter::empty()),
            );
            b.reserve(size.items, size.members)?;
            self.copy_items(&mut b)?;
            self.copy_rules(&mut b, is_kept)?;
            b.build()
        };
        with_rules().map_err(|error| ended(&error))
    }

    /// The same model with an item for each letter of each line that is a [set](crate::Line::as_set), line after line: the
    /// choices with a letter exclude each other. These items come after its own.
    pub fn with_letters_apart(&self, budget: &Budget) -> Result<Self, End> {
        let sets = || self.lines().filter(|line| line.as_set);
        if sets().next().is_none() {
            return Ok(self.clone());
        }
        let with_letters_apart = || {
            let mut b = self.same_choices(budget);
            let size = self.size_with(sets().map(|line| {
                Size {
                    items: line.language.letter_count() as u64,
                    members: line
                        .letters
                        .iter()
                        .map(|letters| letters.len() as u64)
                        .sum(),
                }
            }));
            b.reserve(size.items, size.members)?;
            self.copy_items(&mut b)?;
            for line in sets() {
                for members in by_letter(self, line, line.language.letter_count()) {
                    b.item(Demand::AtMostOne, &members)?;
                }
            }
            self.copy_rules(&mut b, |_| true)?;
            b.build()
        };
        with_letters_apart().map_err(|error| ended(&error))
    }

    /// A builder with these choices and nothing else.
    fn same_choices(&self, budget: &Budget) -> ModelBuilder {
        let mut b = ModelBuilder::within(budget, self.choice_count() as u64);
        b.hide_behind(self);
        b
    }

    /// Adds rules of this model to one with the same items.
    fn copy_rules(
        &self,
        b: &mut ModelBuilder,
        is_kept: impl Fn(usize) -> bool,
    ) -> Result<(), ModelError> {
        for (_, rule) in self.rules().iter().enumerate().filter(|(n, _)| is_kept(*n)) {
            match rule {
                Rule::Pair(pair) => b.pair(pair.from, pair.to, Arc::clone(&pair.table))?,
                Rule::Line(line) => b.known_line(line)?,
                Rule::Link(link) => b.link(Arc::clone(link))?,
            }
        }
        Ok(())
    }

    /// The model without the lines that are not `kept`, and for each line the hidden choices that it becomes there: none
    /// for one that is kept. Pairs and links stay.
    pub fn lower_lines_but(
        &self,
        kept: impl Fn(&Line) -> bool,
        budget: &Budget,
    ) -> Result<(Self, Vec<Range<u32>>), End> {
        let lines = Lowered::all_of(self, kept, &mut budget.building())?;
        let mut first = self.choice_count() as u32;
        let hidden = lines.iter().map(|line| {
            let from = first;
            first += line.as_ref().map_or(0, |line| line.choices()) as u32;
            from..first
        });
        let hidden = hidden.collect();
        let model = if lines.iter().flatten().next().is_none() {
            self.clone()
        } else {
            let model = self.with_lowered(&lines, budget);
            model.map_err(|error| ended(&error))?
        };
        Ok((model, hidden))
    }

    fn without_lines(&self, budget: &Budget) -> Result<Self, ModelError> {
        let lines = Lowered::all_of(self, |_| false, &mut budget.building())?;
        self.with_lowered(&lines, budget)
    }

    /// The model with these instead of its lines; the lines without one stay.
    fn with_lowered(
        &self,
        lines: &[Option<Arc<Lowered>>],
        budget: &Budget,
    ) -> Result<Self, ModelError> {
        let whole = self.choice_count() as u64;
        let hidden: u64 = lines.iter().flatten().map(|line| line.choices()).sum();
        let mut b = ModelBuilder::within(budget, whole + hidden);
        b.hide_behind(self);
        let sizes = lines.iter().zip(self.lines());
        let sizes = sizes.filter_map(|(lowered, line)| Some(lowered.as_ref()?.size(line)));
        let size = self.size_with(sizes);
        b.reserve(size.items, size.members)?;
        self.copy_items(&mut b)?;
        let (mut first, mut lines) = (whole as u32, lines.iter());
        for rule in self.rules() {
            match rule {
                Rule::Pair(pair) => b.pair(pair.from, pair.to, Arc::clone(&pair.table))?,
                Rule::Line(line) => match lines.next().expect("there is one for each line") {
                    None => b.known_line(line)?,
                    Some(lowered) => {
                        lowered.add_to(&mut b, self, line, first)?;
                        first += lowered.choices() as u32;
                    }
                },
                Rule::Link(link) => b.link(Arc::clone(link))?,
            }
        }
        b.build()
    }

    fn without_pairs(&self, budget: &Budget) -> Result<Self, ModelError> {
        let mut b = self.same_choices(budget);
        let size = self.size_without_pairs(b.meter())?;
        b.reserve(size.items, size.members)?;
        self.copy_items(&mut b)?;
        for pair in self.pairs() {
            self.lower_pair(pair, &mut b)?;
        }
        self.copy_rules(&mut b, |rule| !matches!(self.rules()[rule], Rule::Pair(_)))?;
        b.build()
    }

    fn copy_items(&self, b: &mut ModelBuilder) -> Result<(), ModelError> {
        let tiles = self.tiles();
        for item in self.items() {
            let members = self.members(item);
            let plain: Vec<u32> = members.iter().map(|(c, _)| c.0).collect();
            match self.demand(item) {
                Demand::ExactlyOne if tiles.binary_search(&item).is_ok() => b.tile(&plain)?,
                Demand::OneColour => {
                    let coloured: Vec<_> = members.iter().map(|(c, k)| (c.0, k.0)).collect();
                    b.one_colour(&coloured)?
                }
                demand => b.item(demand, &plain)?,
            };
        }
        Ok(())
    }

    /// The number of items and members with those of more items.
    fn size_with(&self, more: impl Iterator<Item = Size>) -> Size {
        let here = Size {
            items: self.item_count() as u64,
            members: self.incidence_count() as u64,
        };
        more.fold(here, Size::plus)
    }

    /// The size when the pairs are items: two million of them may be known by one table, and nothing is taken yet.
    fn size_without_pairs(&self, meter: &mut Meter) -> Result<Size, End> {
        let mut known: HashMap<*const Table, Size> = HashMap::new();
        let mut sum = self.size_with(std::iter::empty());
        for pair in self.pairs() {
            meter.work(1)?;
            let table = &*pair.table;
            let size = match known.get(&std::ptr::from_ref(table)) {
                Some(&size) => size,
                None => *known.entry(table).or_insert(size_of_pair(table, meter)?),
            };
            sum = sum.plus(size);
        }
        Ok(sum)
    }

    fn lower_pair(&self, rule: &Pair, b: &mut ModelBuilder) -> Result<(), ModelError> {
        b.meter().work(rule.table.rows() + rule.table.columns())?;
        let from = self.members(rule.from);
        let to = self.members(rule.to);
        if let Some((of_row, of_column)) = rule.table.blocks() {
            let coloured: Vec<(u32, u32)> = (from.iter().zip(of_row))
                .chain(to.iter().zip(of_column))
                .map(|((choice, _), block)| (choice.0, block))
                .collect();
            b.one_colour(&coloured)?;
            return Ok(());
        }
        for (row, sources) in distinct_rows(rule, from) {
            let mut members = sources;
            for (column, &(choice, _)) in to.iter().enumerate() {
                if !rule.table.allows(row, column) {
                    members.push(choice.0);
                }
            }
            b.item(Demand::AtMostOne, &members)?;
        }
        Ok(())
    }
}

/// What `make` makes, the first time.
fn made_once(
    once: &OnceLock<Model>,
    make: impl FnOnce() -> Result<Model, ModelError>,
) -> Result<Model, End> {
    if let Some(made) = once.get() {
        return Ok(made.clone());
    }
    let new = make().map_err(|error| ended(&error))?;
    Ok(once.get_or_init(|| new).clone())
}

/// The only reason why a valid model is not lowered.
fn ended(error: &ModelError) -> End {
    match error {
        ModelError::Ended(end) => *end,
        ModelError::Wrong(_) => unreachable!("rules become items of a valid model"),
    }
}

/// The size of a model's items.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Size {
    pub(crate) items: u64,
    pub(crate) members: u64,
}

impl Size {
    fn plus(self, other: Self) -> Self {
        Self {
            items: self.items.saturating_add(other.items),
            members: self.members.saturating_add(other.members),
        }
    }
}

/// The size of the items for a pair with that table.
fn size_of_pair(table: &Table, meter: &mut Meter) -> Result<Size, End> {
    meter.work(table.rows() + table.columns())?;
    if table.blocks().is_some() {
        return Ok(Size {
            items: 1,
            members: (table.rows() + table.columns()) as u64,
        });
    }
    let mut forbidden: HashMap<&[u64], u64> = HashMap::new();
    let mut members = 0;
    for row in 0..table.rows() {
        let allowed: u32 = table.row(row).iter().map(|w| w.count_ones()).sum();
        let others = table.columns() as u64 - u64::from(allowed);
        if others > 0 {
            members += 1;
            forbidden.insert(table.row(row), others);
        }
    }
    Ok(Size {
        items: forbidden.len() as u64,
        members: members + forbidden.values().sum::<u64>(),
    })
}

/// Each distinct row of the table that forbids something, with the choices that have it, in order.
fn distinct_rows(rule: &Pair, from: &[(Choice, crate::Colour)]) -> Vec<(usize, Vec<u32>)> {
    let mut place = HashMap::new();
    let mut rows: Vec<(usize, Vec<u32>)> = Vec::new();
    for (row, &(choice, _)) in from.iter().enumerate() {
        let allowed: u32 = rule.table.row(row).iter().map(|w| w.count_ones()).sum();
        if allowed as usize == rule.table.columns() {
            continue;
        }
        let at = *place.entry(rule.table.row(row)).or_insert_with(|| {
            rows.push((row, Vec::new()));
            rows.len() - 1
        });
        rows[at].1.push(choice.0);
    }
    rows
}

#[cfg(test)]
mod tests {
    use crate::budget::Budget;
    use crate::{Choice, Demand, Model, ModelBuilder, Rule, Table};
    use std::sync::Arc;

    fn lowered(model: &Model) -> Model {
        model.lower(&Budget::default()).unwrap()
    }

    fn two_tiles(table: Table) -> Model {
        let (rows, columns) = (table.rows() as u32, table.columns() as u32);
        let mut b = ModelBuilder::new(rows + columns);
        let left = b.tile(&(0..rows).collect::<Vec<_>>()).unwrap();
        let right = b.tile(&(rows..rows + columns).collect::<Vec<_>>()).unwrap();
        b.pair(left, right, Arc::new(table)).unwrap();
        b.build().unwrap()
    }

    fn assert_same_solutions(model: &Model) {
        let lowered = lowered(model);
        let size = model.size_without_pairs(&mut Budget::default().building());
        let size = size.unwrap();
        assert_eq!(size.items, lowered.item_count() as u64, "known beforehand");
        assert_eq!(size.members, lowered.incidence_count() as u64);
        assert!(lowered.rules().is_empty());
        let Rule::Pair(pair) = &model.rules()[0] else {
            panic!("it has a pair")
        };
        let rows = pair.table.rows() as u32;
        for a in 0..rows {
            for b in rows..model.choice_count() as u32 {
                let picked = [Choice(a), Choice(b)];
                assert_eq!(model.is_solution(&picked), lowered.is_solution(&picked));
            }
        }
    }

    #[test]
    fn rules_are_left_out_one_by_one() {
        let mut b = ModelBuilder::new(4);
        let tiles = [b.tile(&[0, 1]).unwrap(), b.tile(&[2, 3]).unwrap()];
        let differ = Arc::new(Table::new(2, 2, |row, column| row != column));
        b.pair(tiles[0], tiles[1], differ).unwrap();
        b.cage(&tiles, 1..=1, |_, choice| i64::from(choice.0 % 2))
            .unwrap();
        b.line(&tiles, crate::Language::all(2), |_, choice| choice.0 % 2)
            .unwrap();
        let model = b.build().unwrap();
        let budget = Budget::default();
        assert_eq!(model.with_rules(|_| true, &budget), Ok(model.clone()));
        let one = model.with_rules(|rule| rule == 1, &budget).unwrap();
        assert_eq!(one.rules(), &model.rules()[1..2]);
        // The cage says that the cells differ, and so do the items of its letters.
        let lowered = model.lower_pairs(&budget).unwrap();
        let lowered = lowered.with_letters_apart(&budget).unwrap();
        assert_eq!(lowered.rules(), &model.rules()[1..]);
        let last = (lowered.item_count() - 2..).map(|item| crate::Item(item as u32));
        let members = last.take(2).map(|item| lowered.members(item).to_vec());
        let choices: Vec<Vec<u32>> = members
            .map(|members| members.iter().map(|(choice, _)| choice.0).collect())
            .collect();
        assert_eq!(choices, [[0, 2], [1, 3]]);
        for picked in [[0, 2], [0, 3], [1, 2], [1, 3]] {
            let picked = model.choice_ids(picked);
            assert_eq!(model.is_solution(&picked), lowered.is_solution(&picked));
        }
    }

    #[test]
    fn equal_edges_become_one_item() {
        let model = two_tiles(Table::new(4, 6, |a, b| a % 2 == b % 3));
        let lowered = lowered(&model);
        assert_eq!(lowered.item_count(), 3);
        assert_eq!(lowered.demand(crate::Item(2)), Demand::OneColour);
        assert_same_solutions(&model);
    }

    #[test]
    fn other_tables_become_an_item_per_distinct_row() {
        let model = two_tiles(Table::new(4, 4, |a, b| a / 2 != b));
        // Rows 0 and 1 are equal, so are 2 and 3.
        assert_eq!(lowered(&model).item_count(), 2 + 2);
        assert_same_solutions(&model);
        assert_same_solutions(&two_tiles(Table::new(3, 5, |_, _| false)));
        assert_same_solutions(&two_tiles(Table::new(3, 5, |_, _| true)));
    }
}
