//! The clauses that a puzzle and a claim about it come to, derived from the model alone.
//!
//! Engines and the export of models have a translation of their own (`model::cnf`). This one shares
//! no line with it: a mistake there would otherwise be a mistake here, and a proof about the wrong
//! formula would pass. The two must agree clause by clause, or no proof is accepted. Lines are hidden choices and
//! items of the model before either begins (`Model::lower_lines`).
//!
//! Variable *c* + 1 says that choice *c* is picked; further variables are numbered in the order in which they are needed
//! first. In order: each given; then item by item, and pair of tiles by pair; and last, where a solution is claimed to be the
//! only one, that not all of it is picked. What links demand is not here: `cuts.rs` has that.
//!
//! - *Not two of these*: up to 256 choices exclude each other two by two. Of more, each but the last gets a variable "it
//!   or one before it is picked", with four clauses that say so and that no later one is picked as well.
//! - *One colour*: each two that differ exclude each other; or each colour gets a variable, if that takes fewer
//!   literals. A choice shows its colour, and a colour that is shown is shown by one of each *side*: an exactly-one
//!   item that lies within the item. Without sides it is shown by one of all, and not two colours are shown.
//! - *A pair of tiles*: each two that the table forbids exclude each other; or, if that takes fewer literals and the
//!   table is made of blocks, the same as for one colour, the blocks being the colours and the tiles the sides. If it
//!   is not made of blocks, all rows that are equal need one of the columns that they allow, and all columns that are
//!   equal one of their rows. Where it takes fewer literals, there is a variable for "one of these rows".
//!
//! Each of the further variables follows from the choices, since its clauses say both "if" and "only if". So what is
//! true of all models of the formula is true of all solutions.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;
use tilewright_model::budget::{Budget, End, Meter};
use tilewright_model::{Choice, Colour, Demand, Item, Model, Pair, Table};

/// So many choices exclude each other two by two.
const FEW: usize = 256;

/// A formula of a puzzle.
#[derive(Debug)]
pub(crate) struct Formula<'m> {
    /// The model without lines.
    model: Model,
    givens: &'m [Choice],
    /// The solution that is claimed to be the only one.
    only: Option<&'m [Choice]>,
    size: Size,
}

#[derive(Clone, Copy, Debug, Default)]
struct Size {
    variables: u64,
    clauses: u64,
}

fn is(choice: Choice) -> i64 {
    i64::from(choice.0) + 1
}

impl<'m> Formula<'m> {
    /// The formula with its size. Tables are measured once, whatever the number of their pairs is, and items have
    /// clauses by the members and not by the pairs of members: so a folder may hold a puzzle with more clauses than any
    /// program could visit, and the end of the file that [`Formula::each`] is compared with then stops it.
    pub(crate) fn new(model: &Model, givens: &'m [Choice], budget: &Budget) -> Result<Self, End> {
        let mut formula = Self {
            model: model.lower_lines(budget)?,
            givens,
            only: None,
            size: Size::default(),
        };
        formula.size = formula.measured(&mut budget.building())?;
        Ok(formula)
    }

    /// The formula that asks for another solution.
    pub(crate) fn other_than(mut self, only: &'m [Choice]) -> Self {
        self.only = Some(only);
        self
    }

    fn measured(&self, meter: &mut Meter) -> Result<Size, End> {
        let mut size = Size {
            variables: self.model.choice_count() as u64,
            clauses: self.givens.len() as u64,
        };
        let mut grow = |more: Size| {
            size.variables = size.variables.saturating_add(more.variables);
            size.clauses = size.clauses.saturating_add(more.clauses);
        };
        for item in self.model.items() {
            grow(counted(meter, |scribe| self.item(item, scribe))?);
        }
        let mut known: HashMap<*const Table, Size> = HashMap::new();
        for pair in self.model.pairs() {
            meter.work(1)?;
            let table = Arc::as_ptr(&pair.table);
            let size = match known.entry(table) {
                Entry::Occupied(known) => *known.get(),
                Entry::Vacant(unknown) => {
                    meter.work(pair.table.rows() * pair.table.columns())?;
                    let way = Way::of(&pair.table);
                    let size = counted(meter, |scribe| self.pair(pair, &way, scribe))?;
                    *unknown.insert(size)
                }
            };
            grow(size);
        }
        Ok(size)
    }

    /// The bytes that it takes beside the model.
    pub(crate) fn bytes(&self, model: &Model) -> u64 {
        if self.model.is(model) {
            return 0;
        }
        self.model.bytes()
    }

    pub(crate) fn variables(&self) -> u64 {
        self.size.variables
    }

    pub(crate) fn clauses(&self) -> u64 {
        let another = u64::from(self.only.is_some());
        self.size.clauses.saturating_add(another)
    }

    /// Visits the clauses in order, until `visit` objects.
    pub(crate) fn each<E>(&self, visit: &mut dyn FnMut(&[i64]) -> Result<(), E>) -> Result<(), E> {
        for &given in self.givens {
            visit(&[is(given)])?;
        }
        let mut scribe = Scribe {
            visit: &mut *visit,
            last: (self.model.choice_count() as u64).cast_signed(),
        };
        for item in self.model.items() {
            self.item(item, &mut scribe)?;
        }
        let mut ways: HashMap<*const Table, Way> = HashMap::new();
        for pair in self.model.pairs() {
            let way = ways.entry(Arc::as_ptr(&pair.table));
            let way = way.or_insert_with(|| Way::of(&pair.table));
            self.pair(pair, way, &mut scribe)?;
        }
        let Some(only) = self.only else {
            return Ok(());
        };
        let another: Vec<i64> = only.iter().map(|&choice| -is(choice)).collect();
        visit(&another)
    }

    fn item<E>(&self, item: Item, scribe: &mut Scribe<'_, E>) -> Result<(), E> {
        let members = self.model.members(item);
        let picked: Vec<i64> = members.iter().map(|member| is(member.0)).collect();
        match self.model.demand(item) {
            Demand::ExactlyOne => {
                scribe.say(&picked)?;
                scribe.not_two(&picked)
            }
            Demand::AtMostOne => scribe.not_two(&picked),
            Demand::OneColour => self.one_colour(item, scribe),
        }
    }

    fn one_colour<E>(&self, item: Item, scribe: &mut Scribe<'_, E>) -> Result<(), E> {
        let members = self.model.members(item);
        let mut of_colour: BTreeMap<Colour, u64> = BTreeMap::new();
        for &(_, colour) in members {
            *of_colour.entry(colour).or_default() += 1;
        }
        let sides = self.sides(item);
        let number = members.len() as u64;
        let alike = of_colour.values().map(|same| same * same).sum::<u64>();
        // Those that differ, each two of them seen from either: two literals.
        let two_by_two = number * number - alike;
        let of_sides = of_colour.len() as u64 * sides.len().max(1) as u64;
        if two_by_two <= 3 * number + of_sides {
            for (later, &(first, colour)) in (1..).zip(members) {
                for &(second, other) in &members[later..] {
                    if colour != other {
                        scribe.say(&[-is(first), -is(second)])?;
                    }
                }
            }
            return Ok(());
        }
        let shows = |members: &[(Choice, Colour)]| -> Vec<(i64, Colour)> {
            let shows = members.iter().map(|&(choice, colour)| (is(choice), colour));
            shows.collect()
        };
        let sides: Vec<_> = sides.iter().map(|side| shows(side)).collect();
        scribe.by_colours(&shows(members), &sides)
    }

    /// The exactly-one items that lie within a one-colour item, as far as they share nothing: those of its first member
    /// first. Each member comes with the colour that it shows there.
    fn sides(&self, item: Item) -> Vec<Vec<(Choice, Colour)>> {
        let shown: HashMap<Choice, Colour> = self.model.members(item).iter().copied().collect();
        let (mut sides, mut taken) = (Vec::new(), HashSet::new());
        let mut is_new = HashSet::new();
        for &(member, _) in self.model.members(item) {
            for &(other, _) in self.model.touches(member) {
                if self.model.demand(other) != Demand::ExactlyOne || !is_new.insert(other) {
                    continue;
                }
                let choices = self.model.members(other).iter();
                let side = choices.map(|&(choice, _)| Some((choice, *shown.get(&choice)?)));
                if let Some(side) = side.collect::<Option<Vec<(Choice, Colour)>>>()
                    && side.iter().all(|(choice, _)| !taken.contains(choice))
                {
                    taken.extend(side.iter().map(|&(choice, _)| choice));
                    sides.push(side);
                }
            }
        }
        sides
    }

    fn pair<E>(&self, pair: &Pair, way: &Way, scribe: &mut Scribe<'_, E>) -> Result<(), E> {
        let picked = |tile: Item| -> Vec<i64> {
            let members = self.model.members(tile).iter();
            members.map(|&(choice, _)| is(choice)).collect()
        };
        let (rows, columns) = (picked(pair.from), picked(pair.to));
        if rows.is_empty() || columns.is_empty() {
            return Ok(());
        }
        match way {
            Way::TwoByTwo => {
                for (row, &first) in rows.iter().enumerate() {
                    for (column, &second) in columns.iter().enumerate() {
                        if !pair.table.allows(row, column) {
                            scribe.say(&[-first, -second])?;
                        }
                    }
                }
                Ok(())
            }
            Way::Blocks(of_row, of_column) => {
                let row_side: Vec<_> = rows.into_iter().zip(of_row.iter().copied()).collect();
                let column_side = columns.into_iter().zip(of_column.iter().copied());
                let column_side: Vec<_> = column_side.collect();
                let all = [&row_side[..], &column_side].concat();
                scribe.by_colours(&all, &[row_side, column_side])
            }
            Way::Kinds {
                turned,
                of_rows,
                of_columns,
            } => {
                scribe.kinds(&pair.table, of_rows, &rows, &columns)?;
                scribe.kinds(turned, of_columns, &columns, &rows)
            }
        }
    }
}

/// The clauses of `write`, and its variables.
fn counted(
    meter: &mut Meter,
    write: impl FnOnce(&mut Scribe<'_, End>) -> Result<(), End>,
) -> Result<Size, End> {
    let mut clauses = 0;
    let mut count = |clause: &[i64]| {
        clauses += 1;
        meter.work(clause.len() + 1)
    };
    let mut scribe = Scribe {
        visit: &mut count,
        last: 0,
    };
    write(&mut scribe)?;
    let variables = scribe.last.unsigned_abs();
    Ok(Size { variables, clauses })
}

/// The way in which the pairs with a table are said.
enum Way {
    /// Each two that are forbidden.
    TwoByTwo,
    /// A number for each row and each column; those go together whose numbers are equal.
    Blocks(Vec<Colour>, Vec<Colour>),
    /// Equal rows, and equal columns, which are the rows of the table when it is turned.
    Kinds {
        turned: Table,
        of_rows: Vec<Vec<usize>>,
        of_columns: Vec<Vec<usize>>,
    },
}

impl Way {
    fn of(table: &Table) -> Self {
        let size = (table.rows() * table.columns()) as u64;
        let allowed: u64 = (0..table.rows()).map(|row| allowed(table, row)).sum();
        let two_by_two = 2 * (size - allowed);
        if let Some((of_row, of_column)) = blocks(table) {
            let both = of_row.len() + of_column.len();
            let different: HashSet<&Colour> = of_row.iter().chain(&of_column).collect();
            let by_blocks = 3 * both + 2 * different.len();
            return if two_by_two <= by_blocks as u64 {
                Self::TwoByTwo
            } else {
                Self::Blocks(of_row, of_column)
            };
        }
        let turned = table.transposed();
        let (of_rows, of_columns) = (alike(table), alike(&turned));
        let of_rows_cost = of_rows.iter().map(|kind| cost(table, kind));
        let of_columns_cost = of_columns.iter().map(|kind| cost(&turned, kind));
        if two_by_two <= of_rows_cost.chain(of_columns_cost).sum() {
            return Self::TwoByTwo;
        }
        Self::Kinds {
            turned,
            of_rows,
            of_columns,
        }
    }
}

/// How many columns a row allows.
fn allowed(table: &Table, row: usize) -> u64 {
    let words = table.row(row).iter();
    words.map(|word| u64::from(word.count_ones())).sum()
}

/// The fewest literals that say what equal rows need.
fn cost(table: &Table, kind: &[usize]) -> u64 {
    let (rows, columns) = (kind.len() as u64, allowed(table, kind[0]));
    rows_each(rows, columns).min(rows_together(rows, columns))
}

/// Each row needs one of the columns.
fn rows_each(rows: u64, columns: u64) -> u64 {
    rows * (columns + 1)
}

/// A variable for one of the rows: each row has it, it has a row, and a column.
fn rows_together(rows: u64, columns: u64) -> u64 {
    2 * rows + (rows + 1) + (columns + 1)
}

/// Rows that are equal, in the order of the first of each; those that allow everything are left out.
fn alike(table: &Table) -> Vec<Vec<usize>> {
    let mut kinds: Vec<Vec<usize>> = Vec::new();
    let mut kind_of: HashMap<&[u64], usize> = HashMap::new();
    for row in 0..table.rows() {
        if allowed(table, row) == table.columns() as u64 {
            continue;
        }
        let kind = *kind_of.entry(table.row(row)).or_insert(kinds.len());
        if kind == kinds.len() {
            kinds.push(Vec::new());
        }
        kinds[kind].push(row);
    }
    kinds
}

/// Numbers of rows and columns that are equal where the two go together, if the table is made of blocks. Blocks count in the
/// order of their rows, then columns that go with nothing; a row that goes with nothing is a block.
fn blocks(table: &Table) -> Option<(Vec<Colour>, Vec<Colour>)> {
    let mut of_row = Vec::new();
    let mut of_column: Vec<Option<Colour>> = vec![None; table.columns()];
    let mut known: HashMap<&[u64], Colour> = HashMap::new();
    let mut fresh = (0..).map(Colour);
    for row in 0..table.rows() {
        let columns: Vec<usize> = (0..table.columns())
            .filter(|&column| table.allows(row, column))
            .collect();
        if let Some(&block) = known.get(table.row(row)) {
            of_row.push(block);
            continue;
        }
        if columns.iter().any(|&column| of_column[column].is_some()) {
            return None;
        }
        let block = fresh.next()?;
        of_row.push(block);
        for &column in &columns {
            of_column[column] = Some(block);
        }
        if !columns.is_empty() {
            known.insert(table.row(row), block);
        }
    }
    let of_column = of_column
        .into_iter()
        .map(|block| block.or_else(|| fresh.next()));
    Some((of_row, of_column.collect::<Option<_>>()?))
}

/// Passes clauses on, and has new variables.
struct Scribe<'v, E> {
    visit: &'v mut dyn FnMut(&[i64]) -> Result<(), E>,
    last: i64,
}

impl<E> Scribe<'_, E> {
    fn say(&mut self, clause: &[i64]) -> Result<(), E> {
        (self.visit)(clause)
    }

    /// "If this, then one of those."
    fn needs(&mut self, this: i64, one_of: impl Iterator<Item = i64>) -> Result<(), E> {
        let clause: Vec<i64> = std::iter::once(-this).chain(one_of).collect();
        self.say(&clause)
    }

    fn new_variable(&mut self) -> i64 {
        self.last += 1;
        self.last
    }

    fn not_two(&mut self, picked: &[i64]) -> Result<(), E> {
        let Some((&last, others)) = picked.split_last().filter(|_| picked.len() > FEW) else {
            for (later, first) in (1..).zip(picked) {
                for second in &picked[later..] {
                    self.say(&[-first, -second])?;
                }
            }
            return Ok(());
        };
        let so_far: Vec<i64> = others.iter().map(|_| self.new_variable()).collect();
        let mut before = None;
        for (&one, &now) in others.iter().zip(&so_far) {
            self.say(&[-one, now])?;
            self.needs(now, std::iter::once(one).chain(before))?;
            if let Some(before) = before {
                self.say(&[-before, -one])?;
                self.say(&[-before, now])?;
            }
            before = Some(now);
        }
        before.map_or(Ok(()), |before| self.say(&[-before, -last]))
    }

    /// One colour, by a variable for each.
    fn by_colours(
        &mut self,
        members: &[(i64, Colour)],
        sides: &[Vec<(i64, Colour)>],
    ) -> Result<(), E> {
        let mut colours: Vec<Colour> = members.iter().map(|&(_, colour)| colour).collect();
        colours.sort_unstable();
        colours.dedup();
        let shown = colours.iter().map(|&colour| (colour, self.new_variable()));
        let shown: HashMap<Colour, i64> = shown.collect();
        for (picked, colour) in members {
            self.say(&[-picked, shown[colour]])?;
        }
        let all = [members];
        let sides: Vec<&[(i64, Colour)]> = sides.iter().map(|side| &side[..]).collect();
        for side in if sides.is_empty() { &all[..] } else { &sides } {
            let mut with: HashMap<Colour, Vec<i64>> = HashMap::new();
            for &(picked, colour) in *side {
                with.entry(colour).or_default().push(picked);
            }
            for colour in &colours {
                let with = with.get(colour).into_iter().flatten();
                self.needs(shown[colour], with.copied())?;
            }
        }
        if sides.is_empty() {
            let shown: Vec<i64> = colours.iter().map(|colour| shown[colour]).collect();
            self.not_two(&shown)?;
        }
        Ok(())
    }

    /// What equal rows of a table need.
    fn kinds(
        &mut self,
        table: &Table,
        kinds: &[Vec<usize>],
        rows: &[i64],
        columns: &[i64],
    ) -> Result<(), E> {
        for kind in kinds {
            let allows = |&(column, _): &(usize, &i64)| table.allows(kind[0], column);
            let good: Vec<i64> = columns
                .iter()
                .enumerate()
                .filter(allows)
                .map(|(_, &picked)| picked)
                .collect();
            let good = good.iter().copied();
            let alike = kind.iter().map(|&row| rows[row]);
            let (number, of_good) = (kind.len() as u64, good.len() as u64);
            if rows_together(number, of_good) >= rows_each(number, of_good) {
                for row in alike {
                    self.needs(row, good.clone())?;
                }
                continue;
            }
            let one_of_them = self.new_variable();
            for row in alike.clone() {
                self.say(&[-row, one_of_them])?;
            }
            self.needs(one_of_them, alike)?;
            self.needs(one_of_them, good)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::convert::Infallible;
    use std::sync::Arc;
    use tilewright_model::{ModelBuilder, Table};

    #[test]
    fn every_demand_has_its_clauses_and_they_are_as_many_as_is_said() {
        let mut b = ModelBuilder::new(4);
        let left = b.tile(&[0, 1]).unwrap();
        let right = b.tile(&[2, 3]).unwrap();
        b.item(Demand::AtMostOne, &[0, 2]).unwrap();
        b.one_colour(&[(1, 5), (2, 5), (3, 6)]).unwrap();
        let table = Table::new(2, 2, |a, b| a == 0 || b == 0);
        b.pair(left, right, Arc::new(table)).unwrap();
        let model = b.build().unwrap();
        let (givens, only) = (model.choice_ids([1]), model.choice_ids([1, 2]));
        let formula = Formula::new(&model, &givens, &Budget::default()).unwrap();
        let formula = formula.other_than(&only);
        let mut clauses = Vec::new();
        let Ok(()) = formula.each(&mut |clause| {
            clauses.push(clause.to_vec());
            Ok::<(), Infallible>(())
        });
        let expected: [&[i64]; 10] = [
            &[2],
            &[1, 2],
            &[-1, -2],
            &[3, 4],
            &[-3, -4],
            &[-1, -3],
            &[-2, -4],
            &[-3, -4],
            &[-2, -4],
            &[-2, -3],
        ];
        assert_eq!(clauses, expected);
        assert_eq!((formula.clauses(), formula.variables()), (10, 4));
    }
}
