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
use super::words::lower::Lowered;
use crate::built::Built;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use tilewright_model::budget::Budget;
use tilewright_model::{Choice, Demand, Item, Model, ModelBuilder, ModelError, Table};

/// The bytes of a choice in the list of those that cover a tile, which may have room for twice as many.
const COVERING_BYTES: u64 = 2 * size_of::<u32>() as u64;

/// A model and the names of its items.
#[derive(Debug)]
pub(super) struct Compiled {
    pub(super) model: Model,
    pub(super) item_names: Vec<String>,
}

impl Built for Compiled {
    fn model(&self) -> &Model {
        &self.model
    }
}

/// The names of a model's items, charged to the budget of its builder.
#[derive(Default)]
struct ItemNames(Vec<String>);

impl ItemNames {
    fn push(&mut self, name: String, builder: &mut ModelBuilder) -> Result<(), ModelError> {
        // The list may have room for twice as many.
        let bytes = 2 * size_of::<String>() + name.capacity();
        builder.meter().take(bytes as u64)?;
        self.0.push(name);
        Ok(())
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

/// Builds the model. The content is one: numbers and names are checked by then.
pub(super) fn compile(spec: &Spec, budget: &Budget) -> Result<Compiled, ModelError> {
    match &spec.content {
        Content::Values(filling) => compile_filling(&spec.space, filling, budget),
        Content::Pieces(packing) => compile_packing(&spec.space, packing, budget),
    }
}

fn compile_filling(
    space: &Space,
    filling: &Filling,
    budget: &Budget,
) -> Result<Compiled, ModelError> {
    let mut first = first_choices(space.len(), filling);
    for labels in &filling.words.helpers {
        first.push(first[first.len() - 1] + labels.len() as u32);
    }
    let tiles = first.len() - 1;
    let mut builder = ModelBuilder::within(budget, first[tiles].into());
    let shown = space.shown();
    if shown < tiles {
        builder.hidden_from(first[shown]);
    }
    let mut item_names = ItemNames::default();
    for tile in 0..tiles {
        let choices: Vec<u32> = (first[tile]..first[tile + 1]).collect();
        builder.tile(&choices)?;
        let name = if tile < space.len() {
            space.name(tile as u32)
        } else {
            let name = filling.words.helper_names.get(tile - space.len());
            name.map_or_else(|| "a hidden tile".to_owned(), Clone::clone)
        };
        item_names.push(name, &mut builder)?;
    }
    for group in &filling.groups {
        for selector in &group.tiles {
            for (name, set) in space.sets(selector) {
                let set = Set {
                    filling,
                    first: &first,
                    tiles: &set,
                };
                builder.meter().work(filling.values.len())?;
                for (value, demand, members) in set.items(&group.demand) {
                    match demand {
                        Demand::ExactlyOne => builder.tile(&members)?,
                        demand => builder.item(demand, &members)?,
                    };
                    let value = filling.values.name(value);
                    item_names.push(format!("the {value} of {name}"), &mut builder)?;
                }
            }
        }
    }
    for rule in &filling.rules {
        add_rule(space, filling, rule, &mut builder)?;
    }
    for part in &filling.words.lowered {
        add_part(filling, &first, part, &mut builder, &mut item_names)?;
    }
    Ok(Compiled {
        model: builder.build()?,
        item_names: item_names.0,
    })
}

/// Adds a part of what the words of sets, terms and links amount to.
fn add_part(
    filling: &Filling,
    first: &[u32],
    part: &Lowered,
    builder: &mut ModelBuilder,
    item_names: &mut ItemNames,
) -> Result<(), ModelError> {
    let items = |tiles: &[u32]| -> Vec<Item> { tiles.iter().map(|&tile| Item(tile)).collect() };
    let value = |tile: u32, choice: Choice| {
        let place = choice.0 - first[tile as usize];
        filling.domain(tile).value(place as usize)
    };
    match part {
        Lowered::Item {
            name,
            demand,
            choices,
        } => {
            match demand {
                Demand::ExactlyOne => builder.tile(choices)?,
                demand => builder.item(*demand, choices)?,
            };
            item_names.push(name.clone(), builder)
        }
        Lowered::Pair(a, b, table) => {
            let allows = |row, column| table.allows(row, column);
            let table = builder.table(table.rows(), table.columns(), allows)?;
            builder.pair(Item(*a), Item(*b), table)
        }
        Lowered::Line(line) => {
            let letter = |place: usize, choice| {
                let letter = line
                    .letters
                    .binary_search(&value(line.tiles[place], choice));
                letter.expect("every value of the tiles is a letter") as u32
            };
            builder.line(&items(&line.tiles), (*line.language).clone(), letter)
        }
        Lowered::Cage(tiles, [low, high]) => {
            let number = |place: usize, choice| {
                let number = filling.values.as_number(value(tiles[place], choice));
                number.expect("a cage has numbers")
            };
            builder.cage(&items(tiles), *low..=*high, number)
        }
        Lowered::Link(link) => builder.link(Arc::clone(link)),
        Lowered::Told {
            tiles,
            letters,
            language,
        } => {
            let letter = |place: usize, choice: Choice| {
                let at = choice.0 - first[tiles[place] as usize];
                letters[place][at as usize]
            };
            builder.line(&items(tiles), (**language).clone(), letter)
        }
    }
}

/// A set of tiles that a group is about.
pub(super) struct Set<'s> {
    pub(super) filling: &'s Filling,
    pub(super) first: &'s [u32],
    pub(super) tiles: &'s [u32],
}

impl Set<'_> {
    /// The items that the demand amounts to: value, demand, choices.
    pub(super) fn items(&self, demand: &GroupDemand) -> Vec<(u32, Demand, Vec<u32>)> {
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
            Wanted::Some(values) => values,
            others => others.of_layer(&(0..count as u32).collect::<Vec<u32>>()),
        };
        values
            .into_iter()
            .map(|value| (value, demand, std::mem::take(&mut members[value as usize])))
            .filter(|(_, demand, choices)| *demand == Demand::ExactlyOne || choices.len() > 1)
            .collect()
    }
}

fn add_rule(
    space: &Space,
    filling: &Filling,
    rule: &Rule,
    builder: &mut ModelBuilder,
) -> Result<(), ModelError> {
    // A rule that looks at the values alone has one table for all tiles with the same values.
    let mut known = HashMap::new();
    let is_local = matches!(&rule.relation, Relation::Require(c) if c.is_local());
    let listed: HashSet<(u32, u32)> = match &rule.relation {
        Relation::Require(_) => HashSet::new(),
        Relation::Allow(pairs) | Relation::Forbid(pairs) => pairs.iter().copied().collect(),
    };
    for (a, b) in space.pairs(&rule.between) {
        builder.meter().work(filling.domain(a).len())?;
        let kinds = (filling.kind(a), filling.kind(b));
        let table: Arc<Table> = match known.get(&kinds) {
            Some(table) if !is_local => Arc::clone(table),
            _ => {
                let table = table(filling, &rule.relation, &listed, (a, b), builder)?;
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
            builder.pair(Item(a), Item(b), table)?;
        }
    }
    Ok(())
}

/// The pairs of values that a rule allows at two tiles; `listed` are those that it lists.
fn table(
    filling: &Filling,
    relation: &Relation,
    listed: &HashSet<(u32, u32)>,
    (a, b): (u32, u32),
    builder: &mut ModelBuilder,
) -> Result<Arc<Table>, ModelError> {
    let (rows, columns) = (filling.domain(a), filling.domain(b));
    builder.table(rows.len(), columns.len(), |row, column| {
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

fn compile_packing(
    space: &Space,
    packing: &Packing,
    budget: &Budget,
) -> Result<Compiled, ModelError> {
    let stock = Stock::new(packing).expect("the number of choices was checked");
    let mut builder = ModelBuilder::within(budget, stock.choices.into());
    let mut item_names = ItemNames::default();
    let mut covering = vec![Vec::new(); space.len()];
    let mut previous: Option<(usize, Item)> = None;
    // The order of the copies of one piece.
    let mut in_order: Option<(usize, Arc<Table>)> = None;
    for (copy, &(piece, first)) in stock.copies.iter().enumerate() {
        let placements = packing.placements.of_piece(piece);
        for (choice, placement) in (first..).zip(placements.clone()) {
            let tiles = packing.placements.tiles(placement);
            builder.meter().work(tiles.len())?;
            builder.meter().take(COVERING_BYTES * tiles.len() as u64)?;
            for &tile in tiles {
                covering[tile as usize].push(choice);
            }
        }
        if packing.pieces[piece].copies == Copies::Any {
            continue;
        }
        let choices: Vec<u32> = (first..).take(placements.len()).collect();
        let item = builder.tile(&choices)?;
        item_names.push(copy_name(packing, &stock, copy), &mut builder)?;
        if let Some((earlier, earlier_item)) = previous
            && earlier == piece
        {
            let known = in_order.as_ref().filter(|(known, _)| *known == piece);
            let table = match known {
                Some((_, table)) => Arc::clone(table),
                None => builder.table(choices.len(), choices.len(), |a, b| a < b)?,
            };
            in_order = Some((piece, Arc::clone(&table)));
            builder.pair(earlier_item, item, table)?;
        }
        previous = Some((piece, item));
    }
    for (tile, choices) in covering.iter().enumerate() {
        if packing.gaps {
            builder.item(Demand::AtMostOne, choices)?;
        } else {
            builder.tile(choices)?;
        }
        item_names.push(space.name(tile as u32), &mut builder)?;
    }
    Ok(Compiled {
        model: builder.build()?,
        item_names: item_names.0,
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
