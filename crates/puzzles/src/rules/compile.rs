//! From the content of a rules file to a model.
//!
//! **Values.** A choice is a tile with one of the values that it may have: tile by tile, in the
//! order of the values. Every tile is a tile of the model, and so is every group's "this value
//! exactly once", so that the plain algorithm looks for the place of a value as well. If a group of
//! *n* tiles is all different and has just *n* values to share, each of them is there exactly once,
//! and the model says so. Rules become rules, tables that are equal shared.
//!
//! **Pieces.** A choice is a copy of a piece lying in a place. Every copy of a piece that is there
//! a given number of times is a tile of the model, and so is every tile of the board unless it may
//! stay free. Copies of one piece lie in the order of their places, which says that they are not
//! told apart.

use super::expression::Pair;
use super::pieces::{Copies, Packing, Stock};
use super::spec::{Content, Filling, GroupDemand, Relation, Rule, Space, Spec, Wanted};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use tilewright_model::allowance::Looker;
use tilewright_model::{Demand, Item, Model, ModelBuilder, ModelError, Table};

/// A model and the names of its items.
#[derive(Debug)]
pub(super) struct Compiled {
    pub(super) model: Model,
    pub(super) item_names: Vec<String>,
}

/// About how many bytes the model takes while it is built.
pub(super) fn memory(spec: &Spec) -> u64 {
    const PER_MEMBER: u64 = 48;
    const PER_ITEM: u64 = 100;
    const PER_RULE: u64 = 64;
    // A table of its own, and its place among those that are known.
    const PER_TABLE: u64 = 160;
    let tiles = spec.space.len() as u64;
    match &spec.content {
        Content::Values(filling) => {
            let values = filling.values.len() as u64;
            let mut members = choice_count(spec.space.len(), filling);
            let mut items = tiles;
            for group in &filling.groups {
                for selector in &group.tiles {
                    let (sets, tiles) = spec.space.set_sizes(selector);
                    members = members.saturating_add(tiles.saturating_mul(values));
                    items = items.saturating_add(sets.saturating_mul(values));
                }
            }
            let mut needed = members.saturating_mul(PER_MEMBER);
            needed = needed.saturating_add(items.saturating_mul(PER_ITEM));
            for rule in &filling.rules {
                let pairs = spec.space.pair_count(&rule.between);
                let table = PER_TABLE + values * values.div_ceil(64) * 8;
                let is_local = matches!(&rule.relation, Relation::Require(c) if c.is_local);
                let each = PER_RULE + if is_local { table } else { 0 };
                let all = pairs.saturating_mul(each).saturating_add(table);
                needed = needed.saturating_add(all);
            }
            needed
        }
        Content::Pieces(packing) => {
            let mut needed = tiles * PER_ITEM;
            for (number, piece) in packing.pieces.iter().enumerate() {
                let placements = packing.placements.of_piece(number);
                let first = packing.placements.tiles(placements.start).len() as u64;
                let count = placements.len() as u64;
                let (copies, order) = match piece.copies {
                    Copies::Exactly(1) | Copies::Any => (1, 0),
                    Copies::Exactly(n) => (u64::from(n), count * count.div_ceil(64) * 8),
                };
                let members = copies.saturating_mul(count * (first + 1));
                needed = needed.saturating_add(members.saturating_mul(PER_MEMBER) + order);
            }
            needed
        }
    }
}

/// The number of choices of all tiles.
pub(super) fn choice_count(tiles: usize, filling: &Filling) -> u64 {
    let lists = filling.only.lists().iter();
    let limited: u64 = lists
        .map(|(tiles, values)| tiles.len() as u64 * values.len() as u64)
        .sum();
    let free = (tiles - filling.only.len()) as u64;
    limited + free * filling.values.len() as u64
}

/// The first choice of each tile, and the number of all choices at the end.
pub(super) fn first_choices(tiles: usize, filling: &Filling) -> Vec<u32> {
    let mut next = 0;
    let mut first = Vec::with_capacity(tiles + 1);
    for tile in 0..tiles as u32 {
        first.push(next);
        next += filling.domain(tile).len() as u32;
    }
    first.push(next);
    first
}

/// Builds the model. The content fits one: numbers and names are checked by then.
pub(super) fn compile(spec: &Spec) -> Compiled {
    let built = match &spec.content {
        Content::Values(filling) => compile_filling(&spec.space, filling),
        Content::Pieces(packing) => compile_packing(&spec.space, packing),
    };
    built.expect("a rules file that was read is a valid model")
}

fn compile_filling(space: &Space, filling: &Filling) -> Result<Compiled, ModelError> {
    let first = first_choices(space.len(), filling);
    let tiles = 0..space.len() as u32;
    let mut builder = ModelBuilder::new(first[space.len()]);
    let mut item_names = Vec::new();
    for tile in tiles {
        let choices: Vec<u32> = (first[tile as usize]..first[tile as usize + 1]).collect();
        builder.tile(&choices)?;
        item_names.push(space.name(tile));
    }
    for group in &filling.groups {
        for selector in &group.tiles {
            for (name, set) in space.sets(selector) {
                let set = Set {
                    filling,
                    first: &first,
                    tiles: &set,
                };
                for (value, demand, members) in set.items(&group.demand) {
                    match demand {
                        Demand::ExactlyOne => builder.tile(&members)?,
                        demand => builder.item(demand, &members)?,
                    };
                    let value = filling.values.name(value);
                    item_names.push(format!("the {value} of {name}"));
                }
            }
        }
    }
    let mut tables = Tables::default();
    for rule in &filling.rules {
        add_rule(space, filling, rule, &mut tables, &mut builder)?;
    }
    Ok(Compiled {
        model: builder.build()?,
        item_names,
    })
}

/// A set of tiles that a group is about.
struct Set<'s> {
    filling: &'s Filling,
    first: &'s [u32],
    tiles: &'s [u32],
}

impl Set<'_> {
    /// The items that the demand amounts to: value, demand, choices.
    fn items(&self, demand: &GroupDemand) -> Vec<(u32, Demand, Vec<u32>)> {
        let count = self.filling.values.len();
        let mut members = vec![Vec::new(); count];
        for &tile in self.tiles {
            let domain = self.filling.domain(tile);
            for place in 0..domain.len() {
                let choice = self.first[tile as usize] + place as u32;
                members[domain.value(place) as usize].push(choice);
            }
        }
        let possible = members.iter().filter(|choices| !choices.is_empty()).count();
        let (wanted, demand) = match demand {
            GroupDemand::AllDifferent if possible == self.tiles.len() => {
                let shared = (0..count as u32).filter(|&v| !members[v as usize].is_empty());
                (Wanted::Some(shared.collect()), Demand::ExactlyOne)
            }
            GroupDemand::AllDifferent => (Wanted::All, Demand::AtMostOne),
            GroupDemand::AtMostOne(wanted) => (wanted.clone(), Demand::AtMostOne),
            GroupDemand::ExactlyOne(wanted) => (wanted.clone(), Demand::ExactlyOne),
        };
        let values: Vec<u32> = match wanted {
            Wanted::All => (0..count as u32).collect(),
            Wanted::Some(values) => values,
        };
        values
            .into_iter()
            .map(|value| (value, demand, std::mem::take(&mut members[value as usize])))
            .filter(|(_, demand, choices)| *demand == Demand::ExactlyOne || choices.len() > 1)
            .collect()
    }
}

/// Tables made so far, so that equal ones are shared.
#[derive(Default)]
struct Tables(HashSet<Arc<Table>>);

impl Tables {
    fn share(&mut self, table: Table) -> Arc<Table> {
        let shared = self.0.get(&table).cloned();
        shared.unwrap_or_else(|| {
            let shared = Arc::new(table);
            self.0.insert(Arc::clone(&shared));
            shared
        })
    }
}

fn add_rule(
    space: &Space,
    filling: &Filling,
    rule: &Rule,
    tables: &mut Tables,
    builder: &mut ModelBuilder,
) -> Result<(), ModelError> {
    // A rule that looks at the values alone has one table for all tiles with the same values.
    let mut known = HashMap::new();
    let is_local = matches!(&rule.relation, Relation::Require(c) if c.is_local);
    let listed: HashSet<(u32, u32)> = match &rule.relation {
        Relation::Require(_) => HashSet::new(),
        Relation::Allow(pairs) | Relation::Forbid(pairs) => pairs.iter().copied().collect(),
    };
    let mut looker = Looker::default();
    for (a, b) in space.pairs(&rule.between) {
        looker.spend(filling.domain(a).len());
        let kinds = (filling.kind(a), filling.kind(b));
        let table: Arc<Table> = match known.get(&kinds) {
            Some(table) if !is_local => Arc::clone(table),
            _ => {
                let table = tables.share(table(filling, &rule.relation, &listed, a, b));
                known.insert(kinds, table.clone());
                table
            }
        };
        let full = |row: usize| {
            let allowed: u32 = table.row(row).iter().map(|word| word.count_ones()).sum();
            allowed as usize == table.columns()
        };
        if !(0..table.rows()).all(full) {
            // The tiles are the model's first items, in order.
            builder.rule(Item(a), Item(b), table)?;
        }
    }
    Ok(())
}

/// The pairs of values that a rule allows at two tiles; `listed` are those that it lists.
fn table(
    filling: &Filling,
    relation: &Relation,
    listed: &HashSet<(u32, u32)>,
    a: u32,
    b: u32,
) -> Table {
    let (rows, columns) = (filling.domain(a), filling.domain(b));
    Table::new(rows.len(), columns.len(), |row, column| {
        let pair = (rows.value(row), columns.value(column));
        match relation {
            Relation::Allow(_) => listed.contains(&pair),
            Relation::Forbid(_) => !listed.contains(&pair),
            Relation::Require(condition) => condition.holds(Pair {
                values: &filling.values,
                a: pair.0,
                b: pair.1,
                i: i64::from(a) + 1,
                j: i64::from(b) + 1,
            }),
        }
    })
}

fn compile_packing(space: &Space, packing: &Packing) -> Result<Compiled, ModelError> {
    let stock = Stock::new(packing).expect("the number of choices was checked");
    let mut builder = ModelBuilder::new(stock.choices);
    let mut item_names = Vec::new();
    let mut covering = vec![Vec::new(); space.len()];
    let mut previous: Option<(usize, Item)> = None;
    // The order of the copies of one piece.
    let mut in_order: Option<(usize, Arc<Table>)> = None;
    for (copy, &(piece, first)) in stock.copies.iter().enumerate() {
        let placements = packing.placements.of_piece(piece);
        for (choice, placement) in (first..).zip(placements.clone()) {
            for &tile in packing.placements.tiles(placement) {
                covering[tile as usize].push(choice);
            }
        }
        if packing.pieces[piece].copies == Copies::Any {
            continue;
        }
        let choices: Vec<u32> = (first..).take(placements.len()).collect();
        let item = builder.tile(&choices)?;
        item_names.push(copy_name(packing, &stock, copy));
        if let Some((earlier, earlier_item)) = previous
            && earlier == piece
        {
            let known = in_order.as_ref().filter(|(known, _)| *known == piece);
            let table = known.map(|(_, table)| Arc::clone(table));
            let table = table.unwrap_or_else(|| {
                let count = choices.len();
                Arc::new(Table::new(count, count, |a, b| a < b))
            });
            in_order = Some((piece, Arc::clone(&table)));
            builder.rule(earlier_item, item, table)?;
        }
        previous = Some((piece, item));
    }
    for (tile, choices) in covering.iter().enumerate() {
        if packing.gaps {
            builder.item(Demand::AtMostOne, choices)?;
        } else {
            builder.tile(choices)?;
        }
        item_names.push(space.name(tile as u32));
    }
    Ok(Compiled {
        model: builder.build()?,
        item_names,
    })
}

/// The name of a copy of a piece: the piece's name, numbered if there are several.
pub(super) fn copy_name(packing: &Packing, stock: &Stock, copy: usize) -> String {
    let (piece, _) = stock.copies[copy];
    let name = &packing.pieces[piece].name;
    match packing.pieces[piece].copies {
        Copies::Exactly(1) | Copies::Any => name.clone(),
        Copies::Exactly(_) => {
            let before = stock.copies[..copy].iter().rev();
            let number = before.take_while(|&&(p, _)| p == piece).count();
            format!("{name} (copy {})", number + 1)
        }
    }
}
