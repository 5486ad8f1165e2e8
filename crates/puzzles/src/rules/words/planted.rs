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
use crate::rules::spec::{Content, Filling, Space};
use std::collections::HashMap;
use std::sync::Arc;
use tilewright_model::Choice;

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
    /// that is it.
    fn find_hidden(&mut self) {
        let mut open = usize::MAX;
        loop {
            let left = self.values.iter().filter(|value| value.is_none()).count();
            if left == 0 || left == open {
                return;
            }
            open = left;
            for demand in &self.filling.words.demands {
                let mut found = Vec::new();
                let lowering = Lowering::new(&self.field, self.filling);
                // What cannot be read tells nothing.
                let _ = demand.on.visit(&self.field, demand.layer, |at| {
                    let holds = match &demand.only_where {
                        Some(condition) => facts::value(&self.field, condition, at)?,
                        None => Some(1),
                    };
                    if holds.is_some_and(|holds| holds != 0) {
                        for condition in &demand.require {
                            found.extend(self.hidden_value(&lowering, condition, at)?);
                        }
                    }
                    Ok(())
                });
                for (tile, value) in found {
                    self.values[tile as usize] = Some(value);
                }
            }
        }
    }

    /// The only tile of a condition whose value is not known, and the only value with which it holds.
    fn hidden_value(
        &self,
        lowering: &Lowering<'_>,
        condition: &Written<Expression<Term>>,
        at: At<'_>,
    ) -> Result<Option<(u32, u32)>, ParseError> {
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
        let only = values.next().filter(|_| values.next().is_none());
        Ok(only.map(|value| (tile, value)))
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
