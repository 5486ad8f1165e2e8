//! A model as clauses, for everything that speaks to a SAT solver.
//!
//! A variable says that a choice is picked; auxiliary variables come after those of the choices, and follow from them
//! (`encode.rs`). The clauses, in order: item by item, for exactly one "at least one" and then "not two", for at most
//! one "not two", for one colour what keeps the colours apart; then pair by pair what its table forbids. Lines were
//! turned into items before. So the clauses have exactly the model's solutions, its links aside: a solver of clauses
//! cannot keep those by itself.
//!
//! If some choices are decided already, the clauses of the others are enough
//! ([`Clauses::among`]): that is a fraction of the whole for a puzzle with clues.

use crate::budget::{Budget, End};
use crate::encode::{Blocks, Encoder, Plan};
use crate::{Choice, Demand, Item, Model, Pair, Table};
use std::collections::{HashMap, HashSet};
use std::convert::Infallible;
use std::rc::Rc;
use std::sync::Arc;

/// The literals of the choices of a model that are not decided.
///
/// Where two of them are all that an exactly-one item has left, one is the other's opposite, and both have one variable:
/// a model of cells with two values has half as many as choices.
#[derive(Clone, Debug, Default)]
pub struct Literals {
    /// For each choice its literal, or 0.
    of: Vec<i32>,
    variables: u64,
}

impl Literals {
    /// Those of these choices; variables are numbered in their order. All other choices are decided, and there are fewer
    /// than 2³¹.
    pub fn among(model: &Model, choices: &[Choice]) -> Self {
        let mut is_left = vec![false; model.choice_count()];
        for choice in choices {
            is_left[choice.index()] = true;
        }
        let mut of = vec![0; model.choice_count()];
        let mut variables = 0i32;
        for &choice in choices {
            if of[choice.index()] != 0 {
                continue;
            }
            variables += 1;
            of[choice.index()] = variables;
            let opposites = model.touches(choice).iter().filter_map(|&(item, _)| {
                let members = model.members(item).iter().map(|&(other, _)| other);
                let mut others = members.filter(|&other| other != choice && is_left[other.index()]);
                let is_exact = model.demand(item) == Demand::ExactlyOne;
                let other = is_exact.then(|| others.next()).flatten()?;
                others.next().is_none().then_some(other)
            });
            let mut opposites = opposites.filter(|other| of[other.index()] == 0);
            if let Some(opposite) = opposites.next() {
                of[opposite.index()] = -variables;
            }
        }
        Self {
            of,
            variables: variables.unsigned_abs().into(),
        }
    }

    /// The literal of a choice, unless it is decided.
    pub fn get(&self, choice: Choice) -> Option<i32> {
        Some(self.of[choice.index()]).filter(|&literal| literal != 0)
    }

    /// The number of variables.
    pub fn variables(&self) -> u64 {
        self.variables
    }
}

/// The clauses of a model. A literal is a variable's number, from 1, negative for "not".
#[derive(Debug)]
pub struct Clauses {
    model: Model,
    /// The literals of choices; without them choice *c* is variable *c* + 1.
    named: Option<Literals>,
    /// The variables of choices.
    choices: u64,
    size: Size,
}

#[derive(Clone, Copy, Debug, Default)]
struct Size {
    auxiliary: u64,
    clauses: u64,
    literals: u64,
}

impl Size {
    fn plus(self, other: Self) -> Self {
        Self {
            auxiliary: self.auxiliary.saturating_add(other.auxiliary),
            clauses: self.clauses.saturating_add(other.clauses),
            literals: self.literals.saturating_add(other.literals),
        }
    }

    /// The size of what `encode` passes on.
    fn of(encode: impl FnOnce(&mut Encoder<'_, Infallible>) -> Result<(), Infallible>) -> Self {
        let mut size = Self::default();
        let mut count = |clause: &[i64]| {
            size.clauses += 1;
            size.literals += clause.len() as u64;
            Ok(())
        };
        let mut encoder = Encoder::new(0, &mut count);
        let Ok(()) = encode(&mut encoder);
        let auxiliary = encoder.last().cast_unsigned();
        Self { auxiliary, ..size }
    }
}

/// What was found out about tables: two million pairs may have one.
#[derive(Default)]
struct Tables {
    blocks: HashMap<*const Table, Option<Blocks>>,
    /// Where nothing is decided.
    plans: HashMap<*const Table, Rc<Plan>>,
}

impl Clauses {
    /// The clauses of the whole model: variable *c* + 1 says that choice *c* of the model [without
    /// lines](Model::lower_lines) is picked. The end, where the budget does not allow that.
    pub fn of(model: &Model, budget: &Budget) -> Result<Self, End> {
        let model = model.lower_lines(budget)?;
        let choices = model.choice_count() as u64;
        Ok(Self::measured(model, None, choices))
    }

    /// The clauses that the choices with these literals must satisfy where all others are decided. An exactly-one item
    /// that has none of them is taken to be met, and the choices that were picked to exclude none of them. What the
    /// model's lines say is not among them.
    pub fn among(model: &Model, named: &Literals) -> Self {
        Self::measured(model.clone(), Some(named.clone()), named.variables)
    }

    fn measured(model: Model, named: Option<Literals>, choices: u64) -> Self {
        let mut clauses = Self {
            model,
            named,
            choices,
            size: Size::default(),
        };
        clauses.size = Size::of(|encoder| clauses.encode_items(encoder));
        let mut known: HashMap<*const Table, Size> = HashMap::new();
        let mut tables = Tables::default();
        for pair in clauses.model.pairs() {
            let size = match known.get(&Arc::as_ptr(&pair.table)) {
                Some(&size) => size,
                None => Size::of(|encoder| clauses.encode_pair(pair, &mut tables, encoder)),
            };
            if clauses.named.is_none() {
                known.insert(Arc::as_ptr(&pair.table), size);
            }
            clauses.size = clauses.size.plus(size);
        }
        clauses
    }

    /// The number of variables.
    pub fn variables(&self) -> u64 {
        self.choices.saturating_add(self.size.auxiliary)
    }

    /// The number of clauses.
    pub fn clauses(&self) -> u64 {
        self.size.clauses
    }

    /// The number of literals in all clauses together.
    pub fn literals(&self) -> u64 {
        self.size.literals
    }

    /// The literal that says that a choice is picked, unless it is decided.
    fn literal(&self, choice: Choice) -> Option<i64> {
        match &self.named {
            None => Some(i64::from(choice.0) + 1),
            Some(named) => named.get(choice).map(i64::from),
        }
    }

    /// Gives each clause to `visit`, in order, until it fails.
    pub fn each<E>(&self, mut visit: impl FnMut(&[i64]) -> Result<(), E>) -> Result<(), E> {
        let mut encoder = Encoder::new(self.choices, &mut visit);
        self.encode_items(&mut encoder)?;
        let mut tables = Tables::default();
        let mut pairs = self.model.pairs();
        pairs.try_for_each(|pair| self.encode_pair(pair, &mut tables, &mut encoder))
    }

    fn encode_items<E>(&self, encoder: &mut Encoder<'_, E>) -> Result<(), E> {
        let mut members = Vec::new();
        for item in self.model.items() {
            let demand = self.model.demand(item);
            if demand == Demand::OneColour {
                let coloured = self.coloured(item);
                encoder.one_colour(&coloured, &self.sides(item))?;
                continue;
            }
            members.clear();
            members.extend(self.left(item).map(|(_, literal, _)| literal));
            if let [one, other] = members[..]
                && one == -other
            {
                continue;
            }
            // An item with nothing left is met, unless nothing was decided.
            if demand == Demand::ExactlyOne && (!members.is_empty() || self.named.is_none()) {
                encoder.any(0, members.iter().copied())?;
            }
            encoder.at_most_one(&members)?;
        }
        Ok(())
    }

    fn encode_pair<E>(
        &self,
        pair: &Pair,
        tables: &mut Tables,
        encoder: &mut Encoder<'_, E>,
    ) -> Result<(), E> {
        let left = |item: Item| -> Vec<(usize, i64)> {
            let members = self.model.members(item).iter().enumerate();
            let left = members.filter_map(|(at, &(choice, _))| Some((at, self.literal(choice)?)));
            left.collect()
        };
        let (rows, columns) = (left(pair.from), left(pair.to));
        if rows.is_empty() || columns.is_empty() {
            return Ok(());
        }
        let table = Arc::as_ptr(&pair.table);
        if self.named.is_none()
            && let Some(plan) = tables.plans.get(&table)
        {
            return encoder.pair(plan, &rows, &columns);
        }
        let blocks = tables.blocks.entry(table);
        let blocks = blocks.or_insert_with(|| pair.table.blocks());
        let plan = Rc::new(Plan::new(&pair.table, blocks.as_ref(), &rows, &columns));
        if self.named.is_none() {
            tables.plans.insert(table, Rc::clone(&plan));
        }
        encoder.pair(&plan, &rows, &columns)
    }

    /// The choices of an item that have a variable, with that and their colour, in the item's order.
    fn left(&self, item: Item) -> impl Iterator<Item = (Choice, i64, u32)> {
        let members = self.model.members(item).iter();
        members.filter_map(|&(choice, colour)| Some((choice, self.literal(choice)?, colour.0)))
    }

    fn coloured(&self, item: Item) -> Vec<(i64, u32)> {
        let left = self.left(item);
        left.map(|(_, variable, colour)| (variable, colour))
            .collect()
    }

    /// Exactly-one items that lie within a one-colour item and share nothing, by the places of their members there. They
    /// are found in the order of the members, and of what those touch.
    fn sides(&self, item: Item) -> Vec<Vec<usize>> {
        let left = self.left(item).enumerate();
        let place: HashMap<Choice, usize> =
            left.map(|(place, (choice, ..))| (choice, place)).collect();
        let mut is_covered = vec![false; place.len()];
        let mut looked_at: HashSet<Item> = HashSet::new();
        let mut sides = Vec::new();
        for (at, (choice, ..)) in self.left(item).enumerate() {
            for &(side, _) in self.model.touches(choice) {
                if is_covered[at]
                    || self.model.demand(side) != Demand::ExactlyOne
                    || !looked_at.insert(side)
                {
                    continue;
                }
                let places = self
                    .left(side)
                    .map(|(choice, ..)| place.get(&choice).copied());
                let places: Option<Vec<usize>> = places.collect();
                if let Some(places) = places
                    && places.iter().all(|&place| !is_covered[place])
                {
                    for &place in &places {
                        is_covered[place] = true;
                    }
                    sides.push(places);
                }
            }
        }
        sides
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ModelBuilder, Table};
    use std::sync::Arc;

    fn listed(clauses: &Clauses) -> Vec<Vec<i64>> {
        let mut all = Vec::new();
        let Ok(()) = clauses.each(|clause| {
            all.push(clause.to_vec());
            Ok::<(), Infallible>(())
        });
        assert_eq!(clauses.clauses(), all.len() as u64);
        let literals: usize = all.iter().map(Vec::len).sum();
        assert_eq!(clauses.literals(), literals as u64);
        all
    }

    /// Two tiles of two choices with every kind of demand between them.
    fn of_all_kinds() -> Model {
        let mut b = ModelBuilder::new(4);
        let left = b.tile(&[0, 1]).unwrap();
        let right = b.tile(&[2, 3]).unwrap();
        b.item(Demand::AtMostOne, &[0, 2]).unwrap();
        b.one_colour(&[(1, 5), (2, 5), (3, 6)]).unwrap();
        let table = Table::new(2, 2, |a, b| a == 0 || b == 0);
        b.pair(left, right, Arc::new(table)).unwrap();
        b.build().unwrap()
    }

    #[test]
    fn every_demand_has_its_clauses() {
        let model = of_all_kinds();
        let expected: [&[i64]; 8] = [
            &[1, 2],
            &[-1, -2],
            &[3, 4],
            &[-3, -4],
            &[-1, -3],
            &[-2, -4],
            &[-3, -4],
            &[-2, -4],
        ];
        assert_eq!(
            listed(&Clauses::of(&model, &Budget::default()).unwrap()),
            expected
        );
    }

    #[test]
    fn what_is_decided_has_none() {
        let model = of_all_kinds();
        let named = Literals::among(&model, &model.choice_ids([3, 1]));
        assert_eq!(
            [named.get(Choice(3)), named.get(Choice(0))],
            [Some(1), None]
        );
        let among = Clauses::among(&model, &named);
        let expected: [&[i64]; 4] = [&[2], &[1], &[-2, -1], &[-2, -1]];
        assert_eq!(listed(&among), expected);
        assert_eq!(among.variables(), 2);
        assert!(listed(&Clauses::among(&model, &Literals::among(&model, &[]))).is_empty());
    }

    #[test]
    fn the_last_two_of_a_tile_are_opposites() {
        let model = of_all_kinds();
        let named = Literals::among(&model, &model.choice_ids([0, 1, 2, 3]));
        let literals: Vec<_> = model.choices().map(|choice| named.get(choice)).collect();
        assert_eq!(literals, [Some(1), Some(-1), Some(2), Some(-2)]);
        let among = Clauses::among(&model, &named);
        assert_eq!(among.variables(), 2);
        // Nothing for the two tiles; the rest says 1 and 2 differ in every way.
        let expected: [&[i64]; 4] = [&[-1, -2], &[1, 2], &[-2, 2], &[1, 2]];
        assert_eq!(listed(&among), expected);
    }

    #[test]
    fn an_item_without_choices_cannot_be_met() {
        let mut b = ModelBuilder::new(1);
        b.tile(&[0]).unwrap();
        b.item(Demand::ExactlyOne, &[]).unwrap();
        let model = b.build().unwrap();
        assert_eq!(
            listed(&Clauses::of(&model, &Budget::default()).unwrap()),
            [vec![1], vec![]]
        );
    }
}
