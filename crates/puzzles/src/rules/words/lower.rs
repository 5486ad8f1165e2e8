//! From demands to the model: domains, items, pairs, cages and lines.
//!
//! A condition is first split into parts that must each hold, with what is known put in. The terms of a part read tiles: if
//! it is one tile, the part says which values it may have; two tiles are a pair with a shared table; a count that is exactly
//! or at most one is an item; the sum of different numbers is a cage. All else is **one line**: the lists of the terms one
//! after the other, those that read the same tiles together. Its language has as states what the terms remember,
//! and accepts where the part holds. Parts of one shape share it.

use super::demands::Demand as Rule;
use super::facts::{self, Fact};
use super::places::{Field, Place};
use super::sets::{At, Gate, List, Set};
use super::terms::{
    LARGEST_PRODUCT, MOST_READ, Memory, NOTHING, Reader, Reading, Reads, Term, Weights,
};
use super::{Words, Written, number};
use crate::kinds::clues::Clue;
use crate::prose::first_of;
use crate::rules::compile;
use crate::rules::expression::{Expression, Part, Read};
use crate::rules::spec::{Filling, GroupDemand, Wanted};
use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use tilewright_model::{Demand, Language, LanguageError, Link, Table};

/// A part of the model.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::rules) enum Lowered {
    Item {
        name: String,
        demand: Demand,
        choices: Vec<u32>,
    },
    Pair(u32, u32, Arc<Table>),
    Line(Line),
    /// Tiles with different numbers whose sum is from the one to the other.
    Cage(Vec<u32>, [i64; 2]),
    Link(Arc<Link>),
    /// Tiles that are read in order, some of them hidden, with the letter of each choice of each.
    Told {
        tiles: Vec<u32>,
        letters: Vec<Arc<[u32]>>,
        language: Arc<Language>,
    },
}

/// Tiles that are read in order.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::rules) struct Line {
    pub(in crate::rules) tiles: Vec<u32>,
    /// The value of each letter, ascending.
    pub(in crate::rules) letters: Arc<[u32]>,
    pub(in crate::rules) language: Arc<Language>,
}

/// The most transitions of a line.
const MOST_TRANSITIONS: usize = 100_000;
/// The most looks at values and places for all rules of a file.
const MOST_STEPS: u64 = 1 << 25;
/// The most tiles of a sum that becomes a cage because another rule says that they differ.
const LARGEST_CAGE: usize = 12;
/// A step of an automaton takes as long as this many looks.
const LOOKS_PER_STEP: usize = 16;

/// Turns what a file says into parts of a model.
pub(in crate::rules) struct Lowering<'f> {
    pub(super) field: &'f Field,
    pub(super) filling: &'f Filling,
    /// The first choice of each tile.
    pub(super) first: Vec<u32>,
    pub(super) parts: Vec<Lowered>,
    tables: HashMap<Shape, Arc<Table>>,
    languages: HashMap<Shape, Arc<Language>>,
    /// For each part that is not an item, its name.
    rule_names: Vec<String>,
    node_names: HashMap<(usize, u32), String>,
    /// For each hidden tile that a link needs, its labels.
    pub(super) helpers: Vec<Vec<u32>>,
    helper_names: Vec<String>,
    /// What the rule says in words at the present item.
    pub(super) saying: Option<String>,
    /// The parts that say which sums some tiles may have, all from the one to the other.
    sums: Vec<(usize, [i64; 2])>,
    /// For each tile the sets, ascending, in which it differs from all others.
    apart: HashMap<u32, Vec<Arc<[u32]>>>,
    /// Languages and kinds of tiles that were found to go together.
    met: HashSet<(usize, Vec<Option<u32>>)>,
    steps: Cell<u64>,
}

/// A term: its number, its reader, the gate of each list, and the values that it is about.
type ReadingShape = (u32, Reader, Vec<ListShape>, Option<Arc<[bool]>>);

/// The gate and the weights of a list.
type ListShape = (Option<Gate>, Option<Vec<i64>>);

/// What parts with the same table or language have in common.
#[derive(PartialEq, Eq, Hash)]
struct Shape {
    part: Part,
    readings: Vec<ReadingShape>,
    /// For each group of readings, its members and the tiles or lengths of its lists.
    groups: Vec<(Vec<usize>, Vec<Vec<usize>>)>,
    letters: Vec<u32>,
}

/// A reading at one item of a rule.
pub(super) struct Slot<'t> {
    term: u32,
    pub(super) reading: Cow<'t, Reading>,
    pub(super) lists: Vec<Tiles>,
}

/// Tiles that a reading reads in order.
pub(super) struct Tiles {
    /// Their numbers.
    pub(super) read: Vec<u32>,
    pub(super) gate: Option<Gate>,
    /// The weight of each, where they have any.
    weights: Option<Vec<i64>>,
}

impl Tiles {
    pub(super) fn weight(&self, at: usize) -> i64 {
        self.weights.as_ref().map_or(1, |weights| weights[at])
    }
}

/// Readings of the same tiles, which are read together.
struct Group<'s> {
    lists: Vec<&'s [u32]>,
    slots: Vec<usize>,
}

impl<'f> Lowering<'f> {
    pub(in crate::rules) fn new(field: &'f Field, filling: &'f Filling) -> Self {
        let tiles = field.tile_count() as usize;
        Self {
            field,
            filling,
            first: compile::first_choices(tiles, filling),
            parts: Vec::new(),
            tables: HashMap::new(),
            languages: HashMap::new(),
            rule_names: Vec::new(),
            node_names: HashMap::new(),
            helpers: Vec::new(),
            helper_names: Vec::new(),
            saying: None,
            sums: Vec::new(),
            apart: HashMap::new(),
            met: HashSet::new(),
            steps: Cell::new(0),
        }
    }

    /// The parts of all demands of a file.
    pub(in crate::rules) fn add_demands(&mut self, demands: &[Rule]) -> Read<()> {
        for (number, demand) in (1..).zip(demands) {
            let added = demand.lower(self);
            added.map_err(|error| self.of_rule(error, "rule", number))?;
        }
        self.saying = None;
        Ok(())
    }

    /// A complaint about a rule or link of a kind on this board: its number says which, and not its line.
    pub(in crate::rules) fn of_rule(
        &self,
        error: crate::ParseError,
        what: &str,
        number: usize,
    ) -> crate::ParseError {
        if !self.field.known.is_of_kind {
            return error;
        }
        let message = format!("{what} {number}{}", error.message());
        let told = crate::ParseError::new(message);
        match error.advice() {
            Some(advice) => told.hint(advice),
            None => told,
        }
    }

    /// Puts what was found beside the demands and links of a file.
    pub(in crate::rules) fn finish(mut self, words: &mut Words) {
        self.find_cages();
        words.lowered = self.parts;
        words.rule_names = self.rule_names;
        words.node_names = self.node_names;
        words.helpers = self.helpers;
        words.helper_names = self.helper_names;
    }

    /// Adds a part that is a rule of the model, with the name by which it is spoken of.
    pub(super) fn push(&mut self, part: Lowered, name: String) {
        self.parts.push(part);
        self.rule_names.push(name);
    }

    /// Adds a link, with the names of nodes that no tile puts in, or a hidden one.
    pub(super) fn push_link(&mut self, link: Arc<Link>, name: String, nodes: Vec<(u32, String)>) {
        let rule = self.rule_names.len();
        let named = nodes.into_iter();
        self.node_names
            .extend(named.map(|(node, name)| ((rule, node), name)));
        self.push(Lowered::Link(link), name);
    }

    /// The name of a part of a condition at these tiles.
    fn name(&self, task: &Task<'_, '_>, tiles: &[u32]) -> String {
        self.name_of(&task.condition.text, task.part, &task.slots, tiles)
    }

    /// Adds a hidden tile that has one of these labels, with its name, and returns its number.
    pub(super) fn add_helper(&mut self, labels: Vec<u32>, name: String) -> u32 {
        let end = self.first[self.first.len() - 1];
        self.first.push(end + labels.len() as u32);
        self.helpers.push(labels);
        self.helper_names.push(name);
        self.first.len() as u32 - 2
    }

    /// Notes that something takes this many steps; a complaint where these are too many.
    pub(super) fn work<T>(&self, written: &Written<T>, steps: usize) -> Read<()> {
        self.steps
            .set(self.steps.get().saturating_add(steps as u64));
        if self.steps.get() <= MOST_STEPS {
            return Ok(());
        }
        Err(written.error("with this rule the file has too much to look at"))
    }

    /// Returns true if a condition over what is known holds.
    pub(super) fn is_known_to_hold(
        &mut self,
        condition: &Written<Expression<Term>>,
        at: At<'_>,
    ) -> Read<bool> {
        let cost = condition
            .meaning
            .terms
            .iter()
            .map(|term| term.cost(self.field));
        self.work(condition, cost.fold(1, usize::saturating_add))?;
        let value = facts::value(self.field, condition, at)?;
        Ok(value.is_some_and(|value| value != 0))
    }

    /// Adds what a rule says of a set as a group.
    pub(super) fn add_group(&mut self, rule: &Rule, group: &GroupDemand, at: At<'_>) -> Read<()> {
        let layer = |set: Option<&Set>, places: &[Place]| {
            let named = set.and_then(Set::layer).or(rule.group_layer);
            let sort = places.first().map(|place| place.sort());
            let of_sort = |layer: &&super::places::Layer| Some(layer.sort) == sort;
            named.map_or_else(
                || self.field.layers.iter().find(of_sort),
                |layer| self.field.layers.get(layer),
            )
        };
        let lists = match &rule.of {
            None => vec![(at.here.to_vec(), layer(None, at.here))],
            Some(set) => {
                let lists = set.meaning.lists(self.field, at, None).into_iter();
                lists
                    .map(|list| {
                        let layer = layer(Some(&set.meaning), &list.places);
                        (list.places, layer)
                    })
                    .collect()
            }
        };
        for (places, layer) in lists {
            let Some(layer) = layer else { continue };
            let mut tiles: Vec<u32> = Vec::with_capacity(places.len());
            for tile in places.iter().filter_map(|&place| layer.tile_at(place)) {
                // A list may come by a place twice, which differs from itself only in name.
                if !tiles.contains(&tile) {
                    tiles.push(tile);
                }
            }
            let name = first_of(tiles.iter().map(|&tile| self.field.tile_name(tile)), 4);
            if *group == GroupDemand::AllDifferent {
                self.keep_apart(&tiles);
            }
            let set = compile::Set {
                filling: self.filling,
                first: &self.first,
                tiles: &tiles,
            };
            let of_layer = |wanted: &Wanted| Wanted::Some(wanted.of_layer(&layer.values));
            let group = match group {
                GroupDemand::AllDifferent => GroupDemand::AllDifferent,
                GroupDemand::ExactlyOne(wanted) => GroupDemand::ExactlyOne(of_layer(wanted)),
                GroupDemand::AtMostOne(wanted) => GroupDemand::AtMostOne(of_layer(wanted)),
            };
            for (value, demand, choices) in set.items(&group) {
                if self.field.known.is_of_kind && demand == Demand::ExactlyOne && choices.is_empty()
                {
                    let value = self.filling.values.name(value);
                    return Err(crate::ParseError::new(format!(
                        "no tile of {name} can be {value}"
                    )));
                }
                let value = self.filling.values.name(value);
                self.parts.push(Lowered::Item {
                    name: format!("the {value} of {name}"),
                    demand,
                    choices,
                });
            }
        }
        Ok(())
    }

    /// Notes that these tiles all differ.
    fn keep_apart(&mut self, tiles: &[u32]) {
        let mut set = tiles.to_vec();
        set.sort_unstable();
        let set: Arc<[u32]> = set.into();
        for &tile in tiles {
            self.apart.entry(tile).or_default().push(Arc::clone(&set));
        }
    }

    /// Adds a condition at one item of a rule. The tiles of the item are known to differ where `is_distinct`.
    pub(super) fn add_condition(
        &mut self,
        condition: &Written<Expression<Term>>,
        at: At<'_>,
        is_distinct: bool,
    ) -> Read<()> {
        let cost = condition
            .meaning
            .terms
            .iter()
            .map(|term| term.cost(self.field));
        self.work(condition, cost.fold(LOOKS_PER_STEP, usize::saturating_add))?;
        let mut facts = facts::facts(self.field, condition, at)?;
        let mut slots: Vec<Slot<'_>> = Vec::new();
        for (term, reading) in (0..).zip(&condition.meaning.terms) {
            let Term::Reading(reading) = reading else {
                continue;
            };
            if facts[term as usize] == Fact::Unknown {
                continue;
            }
            let Some(reading) = self.reading_at(reading, at) else {
                facts[term as usize] = Fact::Unknown;
                continue;
            };
            let Some(lists) = self.tiles_read(condition, &reading, at)? else {
                facts[term as usize] = Fact::Unknown;
                continue;
            };
            if lists.is_empty() {
                facts[term as usize] = self.value_of_nothing(&reading);
                continue;
            }
            // Two terms may read the same here.
            slots.push(Slot {
                term,
                reading,
                lists,
            });
        }
        let mut conjuncts = Vec::new();
        facts::put_in(condition, &facts).add_conjuncts(&mut conjuncts);
        for part in conjuncts {
            // What the puzzle does not tell is not asked for.
            if facts::open(self.field, condition, &part, &facts, at)?.is_none() {
                self.add_part(condition, &part, &slots, is_distinct, at)?;
            }
        }
        Ok(())
    }

    /// A reading with the lengths of runs that a clue lists, or `None` where they are not known.
    fn reading_at<'r>(&self, reading: &'r Reading, at: At<'_>) -> Option<Cow<'r, Reading>> {
        let Some(clued) = &reading.lengths else {
            return Some(Cow::Borrowed(reading));
        };
        let (_, clue) = clued.find(self.field, at)?;
        let with = |reader: Reader| {
            Some(Cow::Owned(Reading {
                reader,
                ..reading.clone()
            }))
        };
        let lengths = match (clue, &reading.reader) {
            (Clue::Number(sum), Reader::Portions(_)) => return with(Reader::Portions(*sum)),
            (Clue::Number(sum), Reader::Circuit(_)) => return with(Reader::Circuit(*sum)),
            (Clue::Number(sum), Reader::Attains(_)) => return with(Reader::Attains(*sum)),
            (Clue::Number(digits), Reader::Owed(_)) => return with(Reader::Owed(*digits)),
            (Clue::Numbers(numbers), Reader::Holds(_)) => {
                return with(Reader::Holds(numbers.clone()));
            }
            (Clue::Numbers(lengths), _) => lengths,
            _ => return None,
        };
        let lengths = lengths.iter().copied().filter(|&length| length != Some(0));
        Some(Cow::Owned(Reading {
            reader: reading.reader.with_lengths(lengths.collect()),
            ..reading.clone()
        }))
    }

    /// The value of a reading that has nothing to read.
    pub(super) fn value_of_nothing(&self, reading: &Reading) -> Fact {
        match reading.reader {
            Reader::Value(true) => Fact::Nothing,
            Reader::Value(false) => Fact::Number(NOTHING),
            _ => {
                let reads = self.reads(reading);
                Fact::Number(reads.value(&reads.start()))
            }
        }
    }

    pub(super) fn reads<'r>(&'r self, reading: &'r Reading) -> Reads<'r> {
        Reads {
            reading,
            values: &self.filling.values,
        }
    }

    /// The tiles that a reading reads, lists without any left out; `None` where a weight is not known.
    pub(super) fn tiles_read<T>(
        &self,
        condition: &Written<T>,
        reading: &Reading,
        at: At<'_>,
    ) -> Read<Option<Vec<Tiles>>> {
        let sort = self.field.layers[reading.layer].sort;
        let mut of_sets = Vec::new();
        for set in &reading.sets {
            let mut lists = Vec::new();
            for list in set.lists(self.field, at, Some(sort)) {
                let (tiles, weights) = self.tiles_of(condition, reading, &list)?;
                let Some(weights) = weights else {
                    return Ok(None);
                };
                if !tiles.is_empty() {
                    lists.push(Tiles {
                        read: tiles,
                        gate: list.gate,
                        weights: Some(weights).filter(|weights| !weights.is_empty()),
                    });
                }
            }
            of_sets.push(lists);
        }
        let read: usize = of_sets.iter().flatten().map(|list| list.read.len()).sum();
        self.work(condition, read)?;
        if read > MOST_READ {
            return Err(condition.error("a term reads too many tiles"));
        }
        if let [one, other] = &of_sets[..] {
            return in_turn(one, other)
                .map(Some)
                .ok_or_else(|| condition.error("equal compares two lists with as many tiles"));
        }
        let lists = of_sets.pop().unwrap_or_default();
        if let (Reader::Value(_), [first, ..]) = (&reading.reader, &lists[..])
            && (lists.len() > 1 || first.read.len() > 1)
        {
            return Err(condition.error("a value is that of one tile, but this set has several; a term such as count or sum reads them"));
        }
        self.check_product(condition, reading, &lists)?;
        Ok(Some(lists))
    }

    /// The tiles of a list, and their weights if the reading has any; `None` where one is not known.
    fn tiles_of<T>(
        &self,
        condition: &Written<T>,
        reading: &Reading,
        list: &List,
    ) -> Read<(Vec<u32>, Option<Vec<i64>>)> {
        if list.layer.is_some_and(|layer| layer != reading.layer) {
            return Err(condition.error(format!("{} reads tiles of one layer", reading.word)));
        }
        let layer = &self.field.layers[reading.layer];
        let mut tiles = Vec::with_capacity(list.places.len());
        let mut weights = Some(Vec::new());
        for (position, &place) in (1..).zip(&list.places) {
            if place.sort() != layer.sort {
                let (wanted, found) = (layer.sort.name(), place.sort().name());
                return Err(condition.error(format!(
                    "{} reads {wanted}, but the set has {found}",
                    reading.word
                )));
            }
            let Some(tile) = layer.tile_at(place) else {
                continue;
            };
            tiles.push(tile);
            let weight = match reading.reader {
                Reader::Weighted(Weights::Position) => Some(position),
                Reader::Weighted(Weights::Clues(clues)) => {
                    let clues = &self.field.known.layers[clues];
                    let clue = clues.at(&[place]).map(|item| &item.clue);
                    clue.map_or(Some(0), |clue| clues.value(clue))
                }
                _ => continue,
            };
            weights = weights.zip(weight).map(|(mut weights, weight)| {
                weights.push(weight);
                weights
            });
        }
        Ok((tiles, weights))
    }

    /// A product stays exact.
    fn check_product<T>(
        &self,
        condition: &Written<T>,
        reading: &Reading,
        lists: &[Tiles],
    ) -> Read<()> {
        if reading.reader != Reader::Product {
            return Ok(());
        }
        let largest = self.filling.values.largest().max(1);
        let tiles = lists.iter().map(|list| list.read.len()).sum::<usize>();
        let mut product = 1i64;
        for _ in 0..tiles.min(64) {
            product = product.saturating_mul(largest);
        }
        if product <= LARGEST_PRODUCT {
            return Ok(());
        }
        Err(condition.error(format!(
            "a product of {tiles} tiles can become too large to compute with"
        )))
    }

    /// Adds a part of a condition.
    fn add_part(
        &mut self,
        condition: &Written<Expression<Term>>,
        part: &Part,
        all: &[Slot<'_>],
        is_distinct: bool,
        at: At<'_>,
    ) -> Read<()> {
        let mut terms = Vec::new();
        part.add_terms(&mut terms);
        let slots: Vec<&Slot<'_>> = all
            .iter()
            .filter(|slot| terms.contains(&slot.term))
            .collect();
        if slots.is_empty() {
            // Of two places without a tile nothing is demanded.
            let is_pair = at.here.is_empty() && !at.a.is_empty();
            let has_tile = |place: &Place| {
                let mut layers = self.field.layers.iter();
                layers.any(|layer| layer.tile_at(*place).is_some())
            };
            let is_empty = is_pair && !at.a.iter().chain(at.b).any(has_tile);
            if is_empty || part.value(&|_| 0) != 0 {
                return Ok(());
            }
            return Err(self.unmet(condition, at.here.iter().chain(at.a).chain(at.b).copied()));
        }
        let task = Task {
            condition,
            part,
            groups: groups(&slots),
            slots,
        };
        let mut tiles: Vec<u32> = task.read().collect();
        let read = tiles.len();
        tiles.sort_unstable();
        tiles.dedup();
        let is_once = read == tiles.len();
        let mut sum = None;
        if let ([slot], true) = (&task.slots[..], is_once && read > 1) {
            if self.add_count(&task, slot, &tiles)? {
                return Ok(());
            }
            if read > 2 {
                sum = self.sums_of_cage(&task, slot)?;
            }
        }
        match (&tiles[..], sum) {
            (&[tile], _) => self.add_domain(&task, tile),
            (&[a, b], _) => self.add_pair(&task, a, b),
            (_, Some(sum)) if is_distinct => self.add_cage(&task, sum),
            (_, sum) => {
                let before = self.parts.len();
                self.add_line(&task)?;
                // A rule that is still to come may say that the tiles differ.
                let is_added = self.parts.len() > before;
                self.sums
                    .extend(sum.filter(|_| is_added).map(|sum| (before, sum)));
                Ok(())
            }
        }
    }

    /// A complaint that nothing meets a condition.
    fn unmet<T>(
        &self,
        condition: &Written<T>,
        places: impl Iterator<Item = Place>,
    ) -> crate::ParseError {
        let names = self.field.names(places);
        let at = if names.is_empty() {
            String::new()
        } else {
            format!(" at {names}")
        };
        condition.error(format!("nothing meets this{at}"))
    }

    fn unmet_by<T>(&self, condition: &Written<T>, tiles: &[u32]) -> crate::ParseError {
        let names = first_of(tiles.iter().map(|&tile| self.field.tile_name(tile)), 4);
        condition.error(format!("no values of {names} meet this"))
    }

    pub(super) fn choices(&self, tile: u32) -> std::ops::Range<u32> {
        self.first[tile as usize]..self.first[tile as usize + 1]
    }

    /// The choice that gives a tile a value, if it may have it.
    pub(super) fn choice_with(&self, tile: u32, value: u32) -> Option<u32> {
        let place = self.filling.domain(tile).place(value)?;
        Some(self.first[tile as usize] + place)
    }

    pub(super) fn value_of(&self, tile: u32, choice: u32) -> u32 {
        let place = choice - self.first[tile as usize];
        self.filling.domain(tile).value(place as usize)
    }

    /// Returns true if a part holds where the tiles have these values.
    fn holds(&self, task: &Task<'_, '_>, value: impl Fn(u32) -> u32) -> bool {
        let of_slot = |slot: &Slot<'_>| {
            let reads = self.reads(&slot.reading);
            let mut memory = reads.start();
            for list in &slot.lists {
                memory = reads.begin(memory);
                for (at, &tile) in list.read.iter().enumerate() {
                    memory = reads.read(memory, list.gate.as_ref(), value(tile), list.weight(at));
                }
                memory = reads.end(memory, list.gate.as_ref());
            }
            reads.value(&memory)
        };
        let values: Vec<(u32, i64)> = task
            .slots
            .iter()
            .map(|slot| (slot.term, of_slot(slot)))
            .collect();
        let of_term = |term: u32| {
            let mut known = values.iter();
            known
                .find(|(known, _)| *known == term)
                .map_or(0, |&(_, value)| value)
        };
        task.part.value(&of_term) != 0
    }

    /// A part about one tile: the values that it may have.
    fn add_domain(&mut self, task: &Task<'_, '_>, tile: u32) -> Read<()> {
        let choices = self.choices(tile);
        self.work(task.condition, choices.len())?;
        let left = choices
            .filter(|&choice| self.holds(task, |_| self.value_of(tile, choice)))
            .collect();
        self.add_left(task, tile, left)
    }

    /// A part about two tiles: a table of their values, shared by all with the same values.
    fn add_pair(&mut self, task: &Task<'_, '_>, a: u32, b: u32) -> Read<()> {
        let kinds = [a, b].map(|tile| self.filling.kind(tile).unwrap_or(u32::MAX));
        let pattern = |tile: u32| usize::from(tile == b);
        let shape = task.shape(kinds.to_vec(), |list| {
            list.iter().map(|&tile| pattern(tile)).collect()
        });
        let table = if let Some(table) = self.tables.get(&shape) {
            Arc::clone(table)
        } else {
            let (rows, columns) = (self.choices(a), self.choices(b));
            self.work(
                task.condition,
                rows.len() * columns.len() * task.slots.len(),
            )?;
            let table = Table::new(rows.len(), columns.len(), |row, column| {
                let value = |tile: u32| {
                    let place = if tile == a { row } else { column };
                    self.filling.domain(tile).value(place)
                };
                self.holds(task, value)
            });
            let table = Arc::new(table);
            self.tables.insert(shape, Arc::clone(&table));
            table
        };
        let allowed = |row: usize| {
            table
                .row(row)
                .iter()
                .map(|word| word.count_ones())
                .sum::<u32>()
        };
        let allowed: u64 = (0..table.rows()).map(|row| u64::from(allowed(row))).sum();
        if allowed == 0 {
            return Err(self.unmet_by(task.condition, &[a, b]));
        }
        if allowed < table.rows() as u64 * table.columns() as u64 {
            self.push(Lowered::Pair(a, b, table), self.name(task, &[a, b]));
        }
        Ok(())
    }

    /// A count of tiles that are read once: where it is none, one, at most one or all, items say so.
    fn add_count(&mut self, task: &Task<'_, '_>, slot: &Slot<'_>, tiles: &[u32]) -> Read<bool> {
        let has_gates = slot.lists.iter().any(|list| list.gate.is_some());
        let Some(marks) = slot
            .reading
            .marks
            .as_ref()
            .filter(|_| slot.reading.reader == Reader::Count && !has_gates)
        else {
            return Ok(false);
        };
        let all = number(tiles.len());
        let allowed: Vec<i64> = (0..=all)
            .filter(|&count| task.part.value(&|_| count) != 0)
            .collect();
        let marked = |this: &Self, tile: u32, is_marked: bool| -> Vec<u32> {
            let choices = this.choices(tile);
            let is_meant = |choice: &u32| marks[this.value_of(tile, *choice) as usize] == is_marked;
            choices.filter(is_meant).collect()
        };
        let demand = match allowed[..] {
            [1] => Demand::ExactlyOne,
            [0, 1] => Demand::AtMostOne,
            [0] => {
                let domains = self.add_domains(task, tiles, |this, tile| marked(this, tile, false));
                return domains.map(|()| true);
            }
            [count] if count == all => {
                let domains = self.add_domains(task, tiles, |this, tile| marked(this, tile, true));
                return domains.map(|()| true);
            }
            _ => return Ok(false),
        };
        let choices: Vec<u32> = tiles
            .iter()
            .flat_map(|&tile| marked(self, tile, true))
            .collect();
        if self.field.known.is_of_kind && demand == Demand::ExactlyOne && choices.is_empty() {
            return Err(self.unmet_by(task.condition, tiles));
        }
        if demand == Demand::ExactlyOne || choices.len() > 1 {
            self.parts.push(Lowered::Item {
                name: self.name_of_values(&slot.reading, tiles),
                demand,
                choices,
            });
        }
        Ok(true)
    }

    /// Each of these tiles has one of some choices.
    fn add_domains(
        &mut self,
        task: &Task<'_, '_>,
        tiles: &[u32],
        choices: impl Fn(&Self, u32) -> Vec<u32>,
    ) -> Read<()> {
        for &tile in tiles {
            let left = choices(self, tile);
            self.add_left(task, tile, left)?;
        }
        Ok(())
    }

    /// A tile has one of these choices.
    fn add_left(&mut self, task: &Task<'_, '_>, tile: u32, left: Vec<u32>) -> Read<()> {
        if left.is_empty() {
            return Err(self.unmet_by(task.condition, &[tile]));
        }
        if left.len() < self.choices(tile).len() {
            let name = self.saying.clone().unwrap_or_else(|| {
                let tile = self.field.tile_name(tile);
                format!("{tile} by the rule {}", task.condition.text)
            });
            self.parts.push(Lowered::Item {
                name,
                demand: Demand::ExactlyOne,
                choices: left,
            });
        }
        Ok(())
    }

    /// The sums that a part allows, from the least to the largest, where it is the sum of tiles that are read once each and
    /// all sums between are allowed.
    fn sums_of_cage(&self, task: &Task<'_, '_>, slot: &Slot<'_>) -> Read<Option<[i64; 2]>> {
        const MOST_SUMS: i64 = 1 << 16;
        let [list] = &slot.lists[..] else {
            return Ok(None);
        };
        let is_repeated = |&(number, tile): &(usize, &u32)| list.read[..number].contains(tile);
        let has_repeats = || list.read.iter().enumerate().any(|tile| is_repeated(&tile));
        if slot.reading.reader != Reader::Sum || list.gate.is_some() || has_repeats() {
            return Ok(None);
        }
        let most = self.filling.values.largest() * number(list.read.len());
        if most > MOST_SUMS {
            return Ok(None);
        }
        let allowed: Vec<i64> = (-most..=most)
            .filter(|&sum| task.part.value(&|_| sum) != 0)
            .collect();
        let (Some(&low), Some(&high)) = (allowed.first(), allowed.last()) else {
            return Err(self.unmet_by(task.condition, &list.read));
        };
        let is_range = high - low + 1 == number(allowed.len());
        Ok(is_range.then_some([low, high]))
    }

    /// The sum of different numbers, each tile read once.
    fn add_cage(&mut self, task: &Task<'_, '_>, sum: [i64; 2]) -> Read<()> {
        // It is checked as a line, too, whether any numbers have that sum.
        let tiles = self.line(task)?.tiles;
        let name = self.name(task, &tiles);
        self.push(Lowered::Cage(tiles, sum), name);
        Ok(())
    }

    /// Sums of tiles of which another rule says that they differ are cages: these are known by the few sets of numbers that
    /// have the sum, which is much stronger than reading the tiles one after the other.
    fn find_cages(&mut self) {
        for (part, sum) in std::mem::take(&mut self.sums) {
            let Some(Lowered::Line(line)) = self.parts.get(part) else {
                continue;
            };
            let [first, others @ ..] = &line.tiles[..] else {
                continue;
            };
            let is_cage = self.apart.get(first).is_some_and(|sets| {
                sets.iter()
                    .any(|set| others.iter().all(|tile| set.binary_search(tile).is_ok()))
            });
            if is_cage && line.tiles.len() <= LARGEST_CAGE {
                self.parts[part] = Lowered::Cage(line.tiles.clone(), sum);
            }
        }
    }

    fn add_line(&mut self, task: &Task<'_, '_>) -> Read<()> {
        let line = self.line(task)?;
        let is_all = line.language.state_count() == 1
            && line.language.transition_count() == line.letters.len();
        if !is_all {
            let name = self.name(task, &line.tiles);
            self.push(Lowered::Line(line), name);
        }
        Ok(())
    }

    /// A part as a line.
    fn line(&mut self, task: &Task<'_, '_>) -> Read<Line> {
        let tiles: Vec<u32> = task.read().collect();
        let kinds: Vec<Option<u32>> = tiles.iter().map(|&tile| self.filling.kind(tile)).collect();
        let letters = self.letters(&tiles, &kinds);
        let is_of_any_length = task.is_of_any_length();
        let length = |list: &[u32]| {
            if is_of_any_length {
                Vec::new()
            } else {
                vec![list.len()]
            }
        };
        let shape = task.shape(letters.to_vec(), length);
        let language = if let Some(language) = self.languages.get(&shape) {
            Arc::clone(language)
        } else {
            let language = Arc::new(self.language(task, &letters)?);
            self.languages.insert(shape, Arc::clone(&language));
            language
        };
        let line = Line {
            tiles,
            letters,
            language,
        };
        let key = (Arc::as_ptr(&line.language) as usize, kinds);
        if !self.met.contains(&key) {
            if !self.has_word(task, &line)? {
                return Err(self.unmet_by(task.condition, &line.tiles));
            }
            self.met.insert(key);
        }
        Ok(line)
    }

    /// The values that these tiles may have, ascending.
    fn letters(&self, tiles: &[u32], kinds: &[Option<u32>]) -> Arc<[u32]> {
        let mut seen = HashSet::new();
        let mut letters: Vec<u32> = Vec::new();
        for (&tile, &kind) in tiles.iter().zip(kinds) {
            if seen.insert(kind) {
                let domain = self.filling.domain(tile);
                letters.extend((0..domain.len()).map(|place| domain.value(place)));
            }
        }
        letters.sort_unstable();
        letters.dedup();
        letters.into()
    }

    /// Returns true if the tiles of a line can spell a word.
    fn has_word(&self, task: &Task<'_, '_>, line: &Line) -> Read<bool> {
        let mut states = HashSet::from([0]);
        for &tile in &line.tiles {
            let domain = self.filling.domain(tile);
            self.work(task.condition, states.len() * domain.len())?;
            let letters = (0..domain.len()).map(|place| {
                let letter = line.letters.binary_search(&domain.value(place));
                letter.expect("every value of the tiles is a letter")
            });
            let letters: Vec<usize> = letters.collect();
            let next = states.iter().flat_map(|&state| {
                let step = move |&letter: &usize| line.language.step(state, letter);
                letters.iter().filter_map(step)
            });
            states = next.collect();
        }
        Ok(states.iter().any(|&state| line.language.is_end(state)))
    }

    /// The language of a part: what its terms remember, read list by list.
    fn language(&self, task: &Task<'_, '_>, letters: &[u32]) -> Read<Language> {
        let walk = Walk {
            lowering: self,
            task,
            segments: task.segments(),
            is_of_any_length: task.is_of_any_length(),
            parts: RefCell::default(),
        };
        let step = |state: &State, letter: usize| {
            let is_over = self.work(task.condition, LOOKS_PER_STEP).is_err();
            (!is_over).then(|| walk.step(state, letters[letter]))?
        };
        let explored = Language::explored(letters.len(), walk.start(), step, |state| {
            walk.accepts(state)
        });
        self.work(task.condition, 0)?;
        let too_large = |transitions: String| {
            let names = self
                .field
                .names(task.read().map(|tile| self.field.place(tile)));
            let most = thousands(MOST_TRANSITIONS);
            let message = format!("at {names}: {transitions} transitions, at most {most}");
            Err(task.condition.error(message))
        };
        let language = match explored {
            Ok(language) => language,
            Err(LanguageError::TooLarge { states, letters }) => {
                return too_large(format!("more than {}", thousands(states * letters)));
            }
            Err(error) => return Err(task.condition.error(error.to_string())),
        };
        match language.transition_count() {
            transitions if transitions > MOST_TRANSITIONS => too_large(thousands(transitions)),
            _ => Ok(language),
        }
    }
}

/// A part of a condition, to be lowered.
struct Task<'t, 's> {
    condition: &'t Written<Expression<Term>>,
    part: &'t Part,
    slots: Vec<&'s Slot<'s>>,
    groups: Vec<Group<'s>>,
}

impl Task<'_, '_> {
    /// The tiles in the order in which they are read.
    fn read(&self) -> impl Iterator<Item = u32> {
        let lists = self.groups.iter().flat_map(|group| &group.lists);
        lists.flat_map(|list| list.iter().copied())
    }

    /// The group and the list of each stretch that is read.
    fn segments(&self) -> Vec<(usize, usize)> {
        let groups = self.groups.iter().enumerate();
        let lists = groups
            .flat_map(|(number, group)| (0..group.lists.len()).map(move |list| (number, list)));
        lists.collect()
    }

    /// Returns true if one list is read with as little memory as it takes, whatever its length.
    fn is_of_any_length(&self) -> bool {
        let is_bounded = |slot: &&Slot<'_>| slot.reading.reader.is_bounded();
        let lists: usize = self.groups.iter().map(|group| group.lists.len()).sum();
        lists == 1 && self.slots.iter().all(is_bounded)
    }

    fn shape(&self, letters: Vec<u32>, pattern: impl Fn(&[u32]) -> Vec<usize>) -> Shape {
        let reading = |slot: &&Slot<'_>| {
            let list = |list: &Tiles| (list.gate.clone(), list.weights.clone());
            let lists = slot.lists.iter().map(list).collect();
            let marks = slot.reading.marks.clone();
            (slot.term, slot.reading.reader.clone(), lists, marks)
        };
        let group = |group: &Group<'_>| {
            let lists = group.lists.iter().map(|list| pattern(list)).collect();
            (group.slots.clone(), lists)
        };
        Shape {
            part: self.part.clone(),
            readings: self.slots.iter().map(reading).collect(),
            groups: self.groups.iter().map(group).collect(),
            letters,
        }
    }
}

/// The readings by the tiles that they read, single tiles first: what they show is known before the rest is read.
fn groups<'s>(slots: &[&'s Slot<'s>]) -> Vec<Group<'s>> {
    let mut groups: Vec<Group<'s>> = Vec::new();
    for (number, slot) in slots.iter().enumerate() {
        let lists: Vec<&[u32]> = slot.lists.iter().map(|list| &list.read[..]).collect();
        match groups.iter_mut().find(|group| group.lists == lists) {
            Some(group) => group.slots.push(number),
            None => groups.push(Group {
                lists,
                slots: vec![number],
            }),
        }
    }
    groups.sort_by_key(|group| group.lists.iter().map(|list| list.len()).sum::<usize>() > 1);
    groups
}

/// The tiles of two sets in turn, or `None` where they have not as many.
fn in_turn(one: &[Tiles], other: &[Tiles]) -> Option<Vec<Tiles>> {
    let all =
        |lists: &[Tiles]| -> Vec<u32> { lists.iter().flat_map(|list| list.read.clone()).collect() };
    let (one, other) = (all(one), all(other));
    if one.len() != other.len() {
        return None;
    }
    let pairs = one.into_iter().zip(other);
    let tiles: Vec<u32> = pairs.flat_map(|(a, b)| [a, b]).collect();
    let list = Tiles {
        read: tiles,
        gate: None,
        weights: None,
    };
    Some(if list.read.is_empty() {
        Vec::new()
    } else {
        vec![list]
    })
}

/// The reading of a line, as an automaton.
struct Walk<'w> {
    lowering: &'w Lowering<'w>,
    task: &'w Task<'w, 'w>,
    /// The group and list of each stretch.
    segments: Vec<(usize, usize)>,
    is_of_any_length: bool,
    /// What was left of the condition at some state, by its number.
    parts: RefCell<Parts>,
}

/// Parts, each once: states compare them by their numbers.
#[derive(Default)]
struct Parts {
    all: Vec<Part>,
    numbers: HashMap<Part, usize>,
}

impl Parts {
    fn number(&mut self, part: Part) -> usize {
        if let Some(&number) = self.numbers.get(&part) {
            return number;
        }
        let number = self.all.len();
        self.all.push(part.clone());
        self.numbers.insert(part, number);
        number
    }
}

/// The stretch that is read, the tiles left of it, what each term remembers, and what is left of the condition: the terms that
/// are read are put in, so that states that differ in them alone are one.
#[derive(Clone, PartialEq, Eq, Hash)]
struct State {
    segment: usize,
    left: usize,
    memories: Vec<Memory>,
    part: usize,
}

impl Walk<'_> {
    fn start(&self) -> State {
        let reads = |slot: &&Slot<'_>| self.lowering.reads(&slot.reading).start();
        let mut state = State {
            segment: 0,
            left: self.length(0),
            memories: self.task.slots.iter().map(reads).collect(),
            part: self.parts.borrow_mut().number(self.task.part.clone()),
        };
        self.begin(&mut state);
        state
    }

    fn length(&self, segment: usize) -> usize {
        let (group, list) = self.segments[segment];
        self.task.groups[group].lists[list].len()
    }

    /// Calls `change` with the reader, the list and the memory of each term that reads the present stretch.
    fn each(&self, state: &mut State, change: impl Fn(Reads<'_>, &Tiles, Memory) -> Memory) {
        let (group, list) = self.segments[state.segment];
        for &slot in &self.task.groups[group].slots {
            let memory = std::mem::take(&mut state.memories[slot]);
            let slot_read = self.task.slots[slot];
            let reads = self.lowering.reads(&slot_read.reading);
            state.memories[slot] = change(reads, &slot_read.lists[list], memory);
        }
    }

    fn begin(&self, state: &mut State) {
        self.each(state, |reads, _, memory| reads.begin(memory));
    }

    /// The stretch ends; with the last one of its group its terms are read.
    fn end(&self, state: &mut State) {
        self.each(state, |reads, list, memory| {
            reads.end(memory, list.gate.as_ref())
        });
        let group = self.segments[state.segment].0;
        let next = self.segments.get(state.segment + 1);
        if next.is_some_and(|&(next, _)| next == group) {
            return;
        }
        let slots = &self.task.groups[group].slots;
        let of_term = |term: u32| {
            let mut slots = slots.iter();
            let &slot = slots.find(|&&slot| self.task.slots[slot].term == term)?;
            let reads = self.lowering.reads(&self.task.slots[slot].reading);
            Some(reads.value(&state.memories[slot]))
        };
        let mut parts = self.parts.borrow_mut();
        let part = parts.all[state.part].folded(&of_term);
        state.part = parts.number(part);
        for &slot in slots {
            state.memories[slot] = Memory::default();
        }
    }

    /// The state after a tile with this value, or `None` where everything is read, or nothing can meet the condition.
    fn step(&self, state: &State, value: u32) -> Option<State> {
        let mut state = state.clone();
        if self.is_of_any_length {
            self.each(&mut state, |reads, list, memory| {
                reads.read(memory, list.gate.as_ref(), value, 1)
            });
            return Some(state);
        }
        state.left = state.left.checked_sub(1)?;
        let at = self.length(state.segment) - 1 - state.left;
        self.each(&mut state, |reads, list, memory| {
            reads.read(memory, list.gate.as_ref(), value, list.weight(at))
        });
        if state.left == 0 {
            self.end(&mut state);
            if self.parts.borrow().all[state.part] == Part::Literal(0) {
                return None;
            }
            if state.segment + 1 < self.segments.len() {
                state.segment += 1;
                state.left = self.length(state.segment);
                self.begin(&mut state);
            }
        }
        Some(state)
    }

    fn accepts(&self, state: &State) -> bool {
        let is_read = state.segment + 1 == self.segments.len() && state.left == 0;
        if !(is_read || self.is_of_any_length) {
            return false;
        }
        let mut state = state.clone();
        if self.is_of_any_length {
            self.end(&mut state);
        }
        // All terms are put in by now.
        self.parts.borrow().all[state.part].value(&|_| 0) != 0
    }
}

/// A number with commas: 240,000.
fn thousands(number: usize) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}
