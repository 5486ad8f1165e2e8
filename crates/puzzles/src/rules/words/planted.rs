//! Clues that a solution has: for each place of a layer of clues, what its clue may say so that all rules that read it hold.
//!
//! Nothing is solved here. Each term of a rule is read off the values of the tiles, as its automaton would, and what is left
//! of the condition is asked for each clue in question: each word of the layer, or each number that some part of the
//! condition comes to (so `count(on, sides) == number` gives one), and a few small ones. Runs are read off as they are, and
//! the size of an area is counted.
//!
//! The board has an unknown clue wherever one is asked for.

use super::clues::Known as Board;
use super::demands::On;
use super::facts::{self, Fact};
use super::lower::{Lowering, Tiles};
use super::places::{Field, Layer, Place, Sort};
use super::sets::{At, Clued, NEIGHBOURS, Set, Variable};
use super::terms::{Known, Reader, Reading, Term, WHOLE_RING};
use super::{Written, number};
use crate::ParseError;

use crate::kinds::clues::{Clue, ClueSort, Clues};
use crate::kinds::kind::Kind;
use crate::rules::Rules;
use crate::rules::expression::{Expression, Part};
use crate::rules::spec::{Content, Filling, GroupDemand, Space, Wanted};
use std::collections::{HashMap, HashSet};
use std::ops::RangeInclusive;
use std::sync::Arc;
use tilewright_model::Choice;
use tilewright_model::random::Random;

/// Values that are tried for hidden tiles.
const MOST_HIDDEN_TRIES: usize = 300;
/// Draws of numbers that fit a solution.
const MOST_DRAWS: usize = 100;
/// Numbers up to this are tried though no part of a condition comes to them.
const SMALL: i64 = 9;

/// The values of the tiles of a solved board.
pub(crate) struct Solved<'r> {
    field: Field,
    filling: &'r Filling,
    /// For each tile its value; hidden tiles have theirs if these follow.
    values: Vec<Option<u32>>,
}

/// Terms of a condition at some places, with the tiles that each reads.
type Readings<'c> = Vec<(usize, &'c Reading, Vec<Tiles>)>;

/// What a rule asks of the clue at some places.
struct Asked {
    conditions: Vec<Read>,
    /// It holds only where these do.
    only_where: Vec<Read>,
    /// The clue as a list, where runs are read.
    runs: Option<Vec<i64>>,
    /// True if the rule reads no tile.
    is_empty: bool,
    /// True if what it reads depends on the clue.
    is_open: bool,
}

/// A condition with the values of all its terms but the clue.
struct Read {
    part: Part,
    is_clue: Vec<bool>,
    /// True if the tiles that it reads depend on the clue.
    is_open: bool,
}

impl Rules {
    /// The board with the values of a solution; `None` where it has no layers.
    pub(crate) fn solved(&self, solution: &[Choice]) -> Option<Solved<'_>> {
        let (Space::Layered(field), Content::Values(filling)) =
            (&self.spec.space, &self.spec.content)
        else {
            return None;
        };
        let mut values = vec![None; field.tile_count() as usize];
        for &choice in solution {
            let (tile, value) = self.tile_and_value(filling, choice);
            values[tile as usize] = Some(value);
        }
        let mut solved = Solved {
            field: (**field).clone(),
            filling,
            values,
        };
        solved.find_hidden();
        Some(solved)
    }

    /// The choices that have the values of a solved board, as far as they are choices of this one.
    pub(crate) fn choices_like(&self, solved: &Solved<'_>) -> Vec<Choice> {
        let (Space::Layered(field), Content::Values(filling)) =
            (&self.spec.space, &self.spec.content)
        else {
            return Vec::new();
        };
        let mut choices = Vec::new();
        for (layer, known) in field.layers.iter().zip(&solved.field.layers) {
            for (&place, tile) in layer.places.iter().zip(layer.tiles()) {
                let known = known
                    .tile_at(place)
                    .and_then(|tile| solved.values[tile as usize]);
                let value =
                    known.and_then(|value| filling.values.find(solved.filling.values.name(value)));
                choices.extend(value.and_then(|value| self.choice_of(filling, tile, value).ok()));
            }
        }
        choices
    }

    /// The cells at the tiles of some choices.
    pub(crate) fn cells_of(&self, choices: &[Choice]) -> Vec<usize> {
        let Space::Layered(field) = &self.spec.space else {
            return Vec::new();
        };
        let mut cells = Vec::new();
        for &choice in choices {
            let (tile, _) = self.tile_and_place(choice);
            let mut layers = field.layers.iter();
            if let Some(layer) = layers.find(|layer| layer.tiles().contains(&tile)) {
                let place = layer.places[(tile - layer.first) as usize];
                let [_, _, columns] = field.board.sides();
                let number = |place: Place| {
                    let [_, row, column] = place.cell();
                    row * columns + column
                };
                cells.extend(field.cells_at(place).into_iter().map(number));
            }
        }
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    /// The choices of each tile that is entered, with the names of their values; the neutral value is the first.
    pub(crate) fn tiles_to_enter(&self) -> Vec<Vec<(Choice, &str)>> {
        let (Space::Layered(field), Content::Values(filling)) =
            (&self.spec.space, &self.spec.content)
        else {
            return Vec::new();
        };
        let layers = field.layers.iter().filter(|layer| !layer.is_hidden);
        let tiles = layers.flat_map(Layer::tiles);
        let choices = |tile: u32| {
            let domain = filling.domain(tile);
            let choice = |place: usize| {
                let choice = Choice(self.first[tile as usize] + place as u32);
                (choice, filling.values.name(domain.value(place)))
            };
            (0..domain.len()).map(choice).collect()
        };
        tiles.map(choices).collect()
    }
}

impl Solved<'_> {
    /// The same values where a board has other clues on the same tiles.
    pub(crate) fn asking(mut self, kind: &Kind, clues: &Clues) -> Result<Self, ParseError> {
        let mut known = Board::read(kind, clues, &self.field)?;
        let now = &self.field.known;
        for (layer, now) in known.layers.iter_mut().zip(&now.layers) {
            layer.words.clone_from(&now.words);
        }
        known.params.clone_from(&now.params);
        known.boards.clone_from(&now.boards);
        self.field.known = known.into();
        Ok(self)
    }

    /// Finds the values of hidden tiles: where a condition reads one whose value is not known, and only one value meets it,
    /// that is it. Returns false if a condition is not met by any.
    fn find_hidden(&mut self) -> bool {
        let mut open = usize::MAX;
        loop {
            let left = self.values.iter().filter(|value| value.is_none()).count();
            if left == 0 || left == open {
                return true;
            }
            open = left;
            for demand in &self.filling.words.demands {
                let (mut found, mut is_met) = (Vec::new(), true);
                let lowering = Lowering::new(&self.field, self.filling);
                // What cannot be read tells nothing.
                let _ = demand.on.visit(&self.field, demand.layer, |at| {
                    let holds = match &demand.only_where {
                        Some(condition) => facts::value(&self.field, condition, at)?,
                        None => Some(1),
                    };
                    if holds.is_some_and(|holds| holds != 0) {
                        for condition in &demand.require {
                            match self.hidden_value(&lowering, condition, at)? {
                                Some((tile, Some(value))) => found.push((tile, value)),
                                Some((_, None)) => is_met = false,
                                None => {}
                            }
                        }
                    }
                    Ok(())
                });
                if !is_met {
                    return false;
                }
                for (tile, value) in found {
                    self.values[tile as usize] = Some(value);
                }
            }
        }
    }

    /// Gives random values to the hidden tiles whose values do not follow, so that all conditions can be met. Where that fails,
    /// some have none.
    pub(crate) fn draw_hidden(&mut self, random: &mut Random) {
        let mut tries = MOST_HIDDEN_TRIES;
        self.draw_next(random, &mut tries);
    }

    fn draw_next(&mut self, random: &mut Random, tries: &mut usize) -> bool {
        let layers = self.field.layers.iter().filter(|layer| !layer.is_free);
        let tiles = layers.flat_map(Layer::tiles).map(|tile| tile as usize);
        let open: Vec<usize> = tiles.filter(|&tile| self.values[tile].is_none()).collect();
        let Some(&tile) = open.get(random.below(open.len().max(1) as u32) as usize) else {
            return true;
        };
        let mut layers = self.field.layers.iter();
        let layer = layers.find(|layer| layer.tiles().contains(&(tile as u32)));
        let mut values = layer.map_or(Vec::new(), |layer| layer.values.clone());
        random.shuffle(&mut values);
        let before = self.values.clone();
        for value in values {
            if *tries == 0 {
                break;
            }
            *tries -= 1;
            self.values[tile] = Some(value);
            if self.find_hidden() && self.draw_next(random, tries) {
                return true;
            }
            self.values.clone_from(&before);
        }
        false
    }

    /// The only tile of a condition whose value is not known, and the value with which it holds: `None` if there is none, and
    /// nothing at all where several do.
    fn hidden_value(
        &self,
        lowering: &Lowering<'_>,
        condition: &Written<Expression<Term>>,
        at: At<'_>,
    ) -> Result<Option<(u32, Option<u32>)>, ParseError> {
        let facts = facts::facts(&self.field, condition, at)?;
        let mut readings: Readings<'_> = Vec::new();
        for (term, meaning) in condition.meaning.terms.iter().enumerate() {
            if let Term::Reading(reading) = meaning
                && facts[term] == Fact::Open
                && let Some(lists) = lowering.tiles_read(condition, reading, at)?
            {
                readings.push((term, reading, lists));
            }
        }
        let tiles = readings.iter().flat_map(|(_, _, lists)| lists);
        let mut tiles: Vec<u32> = tiles.flat_map(|list| list.read.iter().copied()).collect();
        tiles.retain(|&tile| self.values[tile as usize].is_none());
        tiles.dedup();
        let [tile] = tiles[..] else {
            return Ok(None);
        };
        let meets = |&value: &u32| {
            let mut facts = facts.clone();
            for (term, reading, lists) in &readings {
                let known = self.value(lowering, reading, lists, Some((tile, value)));
                facts[*term] = if lists.is_empty() {
                    lowering.value_of_nothing(reading)
                } else {
                    known.map_or(Fact::Unknown, Fact::Number)
                };
            }
            let read = Read {
                part: facts::put_in(condition, &facts),
                is_clue: vec![false; facts.len()],
                is_open: false,
            };
            read.holds(None)
        };
        let mut layers = self.field.layers.iter();
        let layer = layers.find(|layer| layer.tiles().contains(&tile));
        let values = layer.map_or(&[][..], |layer| &layer.values);
        let mut values = values.iter().copied().filter(meets);
        let first = values.next();
        Ok(match values.next() {
            None => Some((tile, first)),
            Some(_) => None,
        })
    }

    /// Numbers for the cells, by which rules part lists (`same`), so that tiles of which a part has one at most are in
    /// different parts, and all others would not be. `None` where none were found.
    pub(crate) fn parted(
        &self,
        layer: usize,
        numbers: RangeInclusive<i64>,
        random: &mut Random,
    ) -> Option<Vec<(usize, i64)>> {
        let groups = self.groups_by(layer);
        let [_, _, columns] = self.field.board.sides();
        let number = |(place, number): (Place, i64)| {
            let [_, row, column] = place.cell();
            (row * columns + column, number)
        };
        let mut draws = (0..MOST_DRAWS).filter_map(|_| {
            let mut parting = Parting {
                field: &self.field,
                groups: &groups,
                numbers: numbers.clone().collect(),
                drawn: HashMap::new(),
            };
            parting.draw(random).then_some(parting.drawn)
        });
        Some(draws.next()?.into_iter().map(number).collect())
    }

    /// The lists that rules part by the clues of a layer, each with whether a place has the value that a part has once.
    fn groups_by(&self, layer: usize) -> Vec<Group> {
        let mut groups = Vec::new();
        for demand in &self.filling.words.demands {
            let On::Each(sets) = &demand.on else {
                continue;
            };
            let (wanted, is_exact) = match &demand.group {
                Some(GroupDemand::ExactlyOne(Wanted::Some(wanted))) => (wanted, true),
                Some(GroupDemand::AtMostOne(Wanted::Some(wanted))) => (wanted, false),
                _ => continue,
            };
            let parted = sets.iter().filter_map(|set| set.meaning.parted_by(layer));
            for list in parted.flat_map(|set| set.lists(&self.field, At::default(), None)) {
                for value in wanted {
                    let has =
                        |place: &Place| (*place, self.has(demand.group_layer, *place, *value));
                    groups.push(Group {
                        places: list.places.iter().map(has).collect(),
                        is_exact,
                    });
                }
            }
        }
        groups
    }

    /// Returns true if the tile at a place has a value.
    fn has(&self, layer: Option<usize>, place: Place, value: u32) -> bool {
        let layers = (0..).zip(&self.field.layers);
        let mut layers = layers.filter(|(number, _)| layer.is_none_or(|layer| layer == *number));
        layers.any(|(_, layer)| {
            let tile = layer.tile_at(place);
            tile.is_some_and(|tile| self.values[tile as usize] == Some(value))
        })
    }

    /// For each clue of a layer, in order, what it may say. `given` is the layer of tiles that it gives, by name.
    pub(crate) fn clues(
        &self,
        layer: usize,
        given: Option<&str>,
    ) -> Result<Vec<Vec<Clue>>, ParseError> {
        let items = &self.field.known.layers[layer].items;
        let mut number_of: HashMap<&[Place], usize> = HashMap::new();
        for (number, item) in items.iter().enumerate() {
            number_of.insert(&item.places, number);
        }
        let ask = |field: &Field| {
            let mut asked: Vec<Vec<Asked>> = items.iter().map(|_| Vec::new()).collect();
            self.ask(field, layer, |here, rule| {
                if let Some(&number) = number_of.get(here) {
                    asked[number].push(rule);
                }
            })?;
            Ok::<_, ParseError>(asked)
        };
        let asked = ask(&self.field)?;
        if asked.iter().flatten().any(|asked| asked.is_open) {
            return self.tried(layer, ask);
        }
        let sizes = self.sizes(layer);
        let mut clues = Vec::new();
        for (item, asked) in items.iter().zip(&asked) {
            let given = given.map(|name| self.given(layer, name, &item.places));
            let size = sizes.as_ref().map(|sizes| {
                let size = item.places.first().and_then(|place| sizes.get(place));
                size.map(|&size| Clue::Number(size))
            });
            let fixed = given.or(size).map(|clue| clue.into_iter().collect());
            clues.push(self.clues_at(layer, &item.clue, asked, fixed));
        }
        Ok(clues)
    }

    /// For each clue what it may say, where what rules read depends on that: each number is put everywhere.
    fn tried(
        &self,
        layer: usize,
        ask: impl Fn(&Field) -> Result<Vec<Vec<Asked>>, ParseError>,
    ) -> Result<Vec<Vec<Clue>>, ParseError> {
        let mut field = self.field.clone();
        let [_, rows, columns] = field.board.sides();
        let items = self.field.known.layers[layer].items.iter();
        let mut clues: Vec<Vec<Clue>> = items.map(|_| Vec::new()).collect();
        for value in 1..=number(rows.max(columns)) {
            for item in &mut Arc::make_mut(&mut field.known).layers[layer].items {
                item.clue = match item.clue {
                    Clue::Arrow(_, heading) => Clue::Arrow(Some(value), heading),
                    _ => Clue::Number(value),
                };
            }
            let items = &field.known.layers[layer].items;
            for ((clues, item), asked) in clues.iter_mut().zip(items).zip(ask(&field)?) {
                let holds = |asked: &Asked| !asked.is_empty && asked.holds(Some(value));
                if asked.iter().all(holds) {
                    clues.push(item.clue.clone());
                }
            }
        }
        Ok(clues)
    }

    /// What a clue may say. `fixed` is what it says if anything, where that is not found by rules.
    fn clues_at(
        &self,
        layer: usize,
        now: &Clue,
        asked: &[Asked],
        fixed: Option<Vec<Clue>>,
    ) -> Vec<Clue> {
        let known = &self.field.known.layers[layer];
        if asked.is_empty() && fixed.is_none() || asked.iter().any(|asked| asked.is_empty) {
            return Vec::new();
        }
        let candidates = match (fixed, &known.kind) {
            (Some(clues), _) => clues,
            (None, ClueSort::Word(words)) => (0..words.len() as u32).map(Clue::Word).collect(),
            (None, ClueSort::Number { least, most }) => {
                let numbers = numbers(asked).into_iter();
                let numbers = numbers.filter(|number| (least..=most).contains(&number));
                numbers.map(Clue::Number).collect()
            }
            (None, ClueSort::Arrow) => {
                let numbers = numbers(asked).into_iter().filter(|number| *number >= 0);
                let arrow = |number: i64| match now {
                    Clue::Arrow(_, heading) => Clue::Arrow(Some(number), *heading),
                    _ => Clue::Unknown,
                };
                numbers.map(arrow).collect()
            }
            (None, ClueSort::Numbers) => {
                let mut runs = asked.iter().filter_map(|asked| asked.runs.as_ref());
                let clue = runs.next().map(|runs| {
                    let lengths = runs.iter().map(|&length| Some(length));
                    Clue::Numbers(lengths.collect())
                });
                clue.into_iter().collect()
            }
            (None, _) => vec![Clue::Mark],
        };
        let holds = |clue: &Clue| {
            let value = known.value(clue);
            asked.iter().all(|asked| asked.holds(value))
        };
        candidates.into_iter().filter(holds).collect::<Vec<Clue>>()
    }

    /// The clue of the tile at a place, where clues give tiles of a layer.
    fn given(&self, layer: usize, name: &str, places: &[Place]) -> Option<Clue> {
        let tiles = self.field.layers.iter().find(|layer| layer.name == name)?;
        let value = self.values[tiles.tile_at(*places.first()?)? as usize]?;
        match &self.field.known.layers[layer].kind {
            ClueSort::Word(words) => {
                let name = self.filling.values.name(value);
                let place = words.iter().position(|word| word == name)?;
                Some(Clue::Word(place as u32))
            }
            _ => self.filling.values.as_number(value).map(Clue::Number),
        }
    }

    /// Calls with the places and what is asked there, for each rule at the clues of a layer.
    fn ask(
        &self,
        field: &Field,
        layer: usize,
        mut found: impl FnMut(&[Place], Asked),
    ) -> Result<(), ParseError> {
        let lowering = Lowering::new(field, self.filling);
        for demand in &self.filling.words.demands {
            let On::Each(sets) = &demand.on else {
                continue;
            };
            let mut layers = Vec::new();
            for set in sets {
                set.meaning.add_layers_of_clues(&mut layers);
            }
            if !layers.contains(&layer) {
                continue;
            }
            demand.on.visit(field, demand.layer, |at| {
                let mut asked = Asked {
                    conditions: Vec::new(),
                    only_where: Vec::new(),
                    runs: None,
                    is_empty: false,
                    is_open: false,
                };
                if let Some(condition) = &demand.only_where {
                    asked
                        .only_where
                        .extend(self.read(&lowering, condition, at, layer, &mut None)?);
                }
                for condition in &demand.require {
                    let read = self.read(&lowering, condition, at, layer, &mut asked.runs)?;
                    asked.is_empty |= read.is_none();
                    asked.is_open |= read.as_ref().is_some_and(|read| read.is_open);
                    asked.conditions.extend(read);
                }
                found(at.here, asked);
                Ok(())
            })?;
        }
        Ok(())
    }

    /// Reads the terms of a condition, or `None` where it compares the clue with nothing that is known.
    fn read(
        &self,
        lowering: &Lowering<'_>,
        condition: &Written<Expression<Term>>,
        at: At<'_>,
        layer: usize,
        runs: &mut Option<Vec<i64>>,
    ) -> Result<Option<Read>, ParseError> {
        let mut facts = facts::facts(lowering.field, condition, at)?;
        let mut is_open = false;
        let is_of_layer =
            |clued: &Clued| clued.layers.contains(&layer) && *clued.set == Set::At(Variable::Here);
        let mut is_clue = vec![false; facts.len()];
        let (mut readings, mut read) = (0, 0);
        for (term, fact) in facts.iter_mut().enumerate() {
            let reading = match &condition.meaning.terms[term] {
                Term::Known(Known::Clue(clued)) if is_of_layer(clued) => {
                    is_clue[term] = true;
                    continue;
                }
                Term::Known(_) => continue,
                Term::Reading(reading) => reading,
            };
            readings += 1;
            if *fact == Fact::Unknown {
                is_open = true;
                continue;
            }
            let Some(lists) = lowering.tiles_read(condition, reading, at)? else {
                continue;
            };
            read += lists.len();
            if reading.lengths.as_ref().is_some_and(is_of_layer) {
                *runs = Some(self.runs(reading, &lists));
                *fact = Fact::Number(1);
            } else if lists.is_empty() {
                *fact = lowering.value_of_nothing(reading);
            } else if *fact == Fact::Open {
                match self.value(lowering, reading, &lists, None) {
                    Some(value) => *fact = Fact::Number(value),
                    // A hidden tile whose value does not follow: nothing is known of the clue.
                    None => return Ok(None),
                }
            }
        }
        let has_clue = is_clue.contains(&true) || runs.is_some();
        if has_clue && readings > 0 && read == 0 && !is_open {
            return Ok(None);
        }
        let part = facts::put_in(condition, &facts);
        Ok(Some(Read {
            part,
            is_clue,
            is_open,
        }))
    }

    /// The value of a reading; `None` where a tile has none. One tile may have a value that is only supposed.
    fn value(
        &self,
        lowering: &Lowering<'_>,
        reading: &Reading,
        lists: &[Tiles],
        supposed: Option<(u32, u32)>,
    ) -> Option<i64> {
        let value_of = |tile: u32| match supposed {
            Some((supposed, value)) if supposed == tile => Some(value),
            _ => self.values[tile as usize],
        };
        let reads = lowering.reads(reading);
        let mut memory = reads.start();
        for list in lists {
            memory = reads.begin(memory);
            for (at, &tile) in list.read.iter().enumerate() {
                let value = value_of(tile)?;
                memory = reads.read(memory, list.gate.as_ref(), value, list.weight(at));
            }
            memory = reads.end(memory, list.gate.as_ref());
        }
        Some(reads.value(&memory))
    }

    /// The lengths of the runs of the values that a reading is about.
    fn runs(&self, reading: &Reading, lists: &[Tiles]) -> Vec<i64> {
        let is_marked = |&tile: &u32| {
            let value = self.values[tile as usize];
            let marks = reading.marks.as_ref();
            value.is_some_and(|value| marks.is_some_and(|marks| marks[value as usize]))
        };
        let runs = lists.iter().flat_map(|list| {
            let runs = list
                .read
                .chunk_by(|one, other| is_marked(one) == is_marked(other));
            runs.filter(|run| is_marked(&run[0]))
                .map(|run| number(run.len()))
        });
        let mut runs: Vec<i64> = runs.collect();
        if let Reader::Groups(_) = reading.reader {
            let ends = lists.first().map(|list| &list.read[..]);
            let goes_on = matches!(ends, Some([first, .., last])
                if lists[0].read.len() == WHOLE_RING && is_marked(first) && is_marked(last));
            if goes_on && runs.len() > 1 {
                runs[0] += runs.pop().unwrap_or(0);
            }
            runs.sort_unstable();
        }
        runs
    }

    /// The size of the area of each cell, where a link says that clues of a layer are sizes.
    fn sizes(&self, layer: usize) -> Option<HashMap<Place, i64>> {
        let name = &self.field.known.layers[layer].name;
        let links = &self.filling.words.links;
        let text = |link: &super::links::Link, key: &str| {
            let found = link.keys.iter().find(|(known, _)| known == key);
            found.and_then(|(_, text)| text.clone())
        };
        let link = links
            .iter()
            .find(|link| text(link, "size").as_ref() == Some(name))?;
        let is_wall = text(link, "walls").is_some();
        let words = text(link, "areas").or(text(link, "walls"))?;
        let marked: Vec<u32> = words
            .split_whitespace()
            .filter_map(|word| self.filling.values.find(word))
            .collect();
        let sort = if is_wall { Sort::Edges } else { Sort::Cells };
        let mut layers = self.field.layers.iter();
        let tiles = layers.find(|layer| {
            layer.sort == sort && marked.iter().all(|value| layer.values.contains(value))
        })?;
        let has = |place: Place| {
            let value = tiles
                .tile_at(place)
                .and_then(|tile| self.values[tile as usize]);
            value.is_some_and(|value| marked.contains(&value))
        };
        let are_joined = |from: Place, by: [i32; 3], to: Place| {
            if is_wall {
                !has(from.step(by.map(|step| step / 2)))
            } else {
                has(to)
            }
        };
        let mut sizes = HashMap::new();
        for first in self.field.places(Sort::Cells) {
            if sizes.contains_key(&first) || !is_wall && !has(first) {
                continue;
            }
            let mut area = vec![first];
            sizes.insert(first, 0);
            let mut next = 0;
            while let Some(&place) = area.get(next) {
                next += 1;
                for by in NEIGHBOURS {
                    if let Some(to) = self.field.step(place, by)
                        && are_joined(place, by, to)
                        && !sizes.contains_key(&to)
                    {
                        sizes.insert(to, 0);
                        area.push(to);
                    }
                }
            }
            let size = number(area.len());
            sizes.extend(area.into_iter().map(|place| (place, size)));
        }
        Some(sizes)
    }
}

/// A list that is parted by clues.
struct Group {
    /// Its places, each with whether it has the value that a part has once.
    places: Vec<(Place, bool)>,
    /// Every part has the value, and not only one at most.
    is_exact: bool,
}

/// Numbers that part lists, while they are drawn.
struct Parting<'p> {
    field: &'p Field,
    groups: &'p [Group],
    numbers: Vec<i64>,
    drawn: HashMap<Place, i64>,
}

impl Parting<'_> {
    /// Draws all numbers. Returns false if some do not fit.
    fn draw(&mut self, random: &mut Random) -> bool {
        if self.numbers.is_empty() || !self.draw_pairs(random) {
            return false;
        }
        let has_value = |place: Place| {
            let mut all = self.groups.iter().flat_map(|group| &group.places);
            all.any(|(known, has)| *known == place && *has)
        };
        let cells = self.field.places(Sort::Cells).into_iter();
        let cells = cells.filter(|place| !self.drawn.contains_key(place));
        let (mut own, mut others): (Vec<Place>, Vec<Place>) =
            cells.partition(|&place| has_value(place));
        // The cell with the fewest numbers left comes first.
        while !own.is_empty() {
            let left: Vec<Vec<i64>> = own.iter().map(|&place| self.left(place)).collect();
            let at = (0..own.len()).min_by_key(|&at| (left[at].len(), random.bits()));
            let at = at.unwrap_or_default();
            let Some(&number) = left[at].get(random.below(left[at].len().max(1) as u32) as usize)
            else {
                return false;
            };
            self.drawn.insert(own.swap_remove(at), number);
        }
        random.shuffle(&mut others);
        for place in others {
            let mut numbers = self.numbers.clone();
            random.shuffle(&mut numbers);
            // With the number of one or two others, it could not have the value itself.
            let most = 1 + random.below(2) as usize;
            let number = numbers
                .into_iter()
                .max_by_key(|&number| self.clashes(place, number).min(most));
            self.drawn.extend(number.map(|number| (place, number)));
        }
        self.is_right()
    }

    /// Draws the numbers at both cells of edges that have a value which a part has once.
    fn draw_pairs(&mut self, random: &mut Random) -> bool {
        for group in self.groups {
            let edges = group
                .places
                .iter()
                .filter(|(place, has)| *has && place.sort() == Sort::Edges);
            let mut edges: Vec<Place> = edges.map(|(place, _)| *place).collect();
            random.shuffle(&mut edges);
            let numbers = self.numbers.iter();
            let pairs =
                numbers.flat_map(|&one| self.numbers.iter().map(move |&other| [one, other]));
            let mut pairs: Vec<[i64; 2]> = pairs.collect();
            random.shuffle(&mut pairs);
            let mut is_used = HashSet::new();
            pairs.retain(|[one, other]| {
                is_used.insert([one.min(other).to_owned(), *one.max(other)])
            });
            if pairs.len() < edges.len() {
                return false;
            }
            for (edge, pair) in edges.into_iter().zip(pairs) {
                self.drawn
                    .extend(self.field.cells_at(edge).into_iter().zip(pair));
            }
        }
        true
    }

    /// The numbers that a place with the value may have.
    fn left(&self, place: Place) -> Vec<i64> {
        let numbers = self.numbers.iter().copied();
        numbers
            .filter(|&number| self.clashes(place, number) == 0)
            .collect()
    }

    /// How many others have the value and that number in a list with a place.
    fn clashes(&self, place: Place, number: i64) -> usize {
        let groups = self.groups.iter();
        let groups = groups.filter(|group| group.places.iter().any(|(known, _)| *known == place));
        let others = groups.flat_map(|group| &group.places);
        let is_same = |(other, has): &&(Place, bool)| {
            *has && *other != place && self.drawn.get(other) == Some(&number)
        };
        others.filter(is_same).count()
    }

    /// The part of a list that a place is in.
    fn part_of(&self, place: Place) -> Vec<i64> {
        let cells = match place.sort() {
            Sort::Edges => self.field.cells_at(place),
            _ => vec![place],
        };
        let mut numbers: Vec<i64> = cells
            .iter()
            .filter_map(|cell| self.drawn.get(cell).copied())
            .collect();
        numbers.sort_unstable();
        numbers
    }

    /// Returns true if each part has the value as often as it should.
    fn is_right(&self) -> bool {
        self.groups.iter().all(|group| {
            let mut counts: HashMap<Vec<i64>, usize> = HashMap::new();
            for &(place, has) in &group.places {
                *counts.entry(self.part_of(place)).or_default() += usize::from(has);
            }
            counts
                .values()
                .all(|&count| count == 1 || count == 0 && !group.is_exact)
        })
    }
}

impl Asked {
    /// Returns true if the rule holds where the clue has that value.
    fn holds(&self, clue: Option<i64>) -> bool {
        let all_hold = |reads: &[Read]| reads.iter().all(|read| read.holds(clue));
        !all_hold(&self.only_where) || all_hold(&self.conditions)
    }
}

impl Read {
    /// Returns true if the condition holds where the clue has that value. Of what is not known nothing is asked.
    fn holds(&self, clue: Option<i64>) -> bool {
        let is_clue = |term: u32| self.is_clue[term as usize];
        let part = self.part.folded(&|term| clue.filter(|_| is_clue(term)));
        let mut conjuncts = Vec::new();
        part.add_conjuncts(&mut conjuncts);
        conjuncts.iter().all(|part| {
            let mut terms = Vec::new();
            part.add_terms(&mut terms);
            !terms.is_empty() || part.value(&|_| 0) != 0
        })
    }
}

/// The numbers that parts of conditions come to, and small ones, each once.
fn numbers(asked: &[Asked]) -> Vec<i64> {
    let mut numbers: Vec<i64> = (0..=SMALL).collect();
    for read in asked.iter().flat_map(|asked| &asked.conditions) {
        add_numbers(&read.part, &mut numbers);
    }
    numbers.sort_unstable();
    numbers.dedup();
    numbers
}

fn add_numbers(part: &Part, numbers: &mut Vec<i64>) {
    let mut terms = Vec::new();
    part.add_terms(&mut terms);
    if terms.is_empty() {
        numbers.push(part.value(&|_| 0));
    }
    match part {
        Part::Literal(_) | Part::Term(_) => {}
        Part::Not(x) | Part::Abs(x) => add_numbers(x, numbers),
        Part::Two(_, x, y) => {
            add_numbers(x, numbers);
            add_numbers(y, numbers);
        }
    }
}
