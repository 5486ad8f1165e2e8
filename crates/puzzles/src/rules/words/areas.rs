//! Areas: connected cells, of which something is said together. What they are made of, how many cells they have.
//!
//! Every cell gets a hidden **label**, which says to which area it belongs. An area is called after its **root**: the place of
//! `one` that is in it, or else its first cell, those whose value is known before all others. Where cells of equal value are an area, a label also
//! has that value. So what must hold is said of labels:
//!
//! - a tile and its label go together: the values that are meant, or the value of the label;
//! - neighbours that are in one area have one label: a pair, or a line with the wall between them;
//! - the cells of a label hang together with its root, and only a root that has its own label has others;
//! - the size of an area is the number of the cells with its label, read as a line that begins with the root.
//!
//! A cell has only labels of roots that it can reach, by way of cells that may have the value, within the size. Areas whose
//! number is large are not called after a root: see `large`.

mod large;

use super::links::{Graph, Reader};
use super::lower::Lowered;
use super::places::{Field, Place, Sort};
use super::sets::{At, Clued, NEIGHBOURS, Set, Variable};
use super::terms::{Known, Term};
use super::{Written, facts};
use crate::kinds::clues::{Clue, ClueSort};
use crate::rules::expression::{Expression, Kind, Read, Tokens, Vocabulary};
use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use tilewright_model::{Choice, Language, Node, Table};

/// A label that a place may have takes as long as this many looks: it has a node, choices and rules.
const LOOKS_PER_LABEL: usize = 64;
/// The most cells of an area that is called after its first cell and has a label for its own size.
const LARGEST_OWN: usize = 12;
/// The most transitions of a line over an area.
const MOST_TRANSITIONS: usize = 100_000;

/// What the cells of an area have in common.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Of {
    /// They have values that are meant, or no wall is between them.
    Any,
    /// This value.
    Value(u32),
    /// A number that is as large as their area, and larger than those with a label for each root.
    Large,
}

/// The number of cells of an area.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Size {
    Any,
    Exactly(usize),
    /// The number that its cells have.
    OfRoot,
    /// The number of a hidden tile.
    OfHelper,
}

/// The areas that a cell may belong to.
struct Label {
    root: Place,
    of: Of,
    size: Size,
    /// The cells that may have it, in order, the root first.
    cells: Vec<Place>,
}

/// All labels of a link, and the hidden tile of each cell.
struct Labels {
    all: Vec<Label>,
    helpers: HashMap<Place, u32>,
    /// Every root is that of an area.
    are_fixed: bool,
}

/// What parts areas.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Apart {
    Unmarked,
    OtherValues,
    Walls,
}

impl Reader<'_, '_> {
    pub(super) fn areas(&mut self) -> Read<()> {
        self.only(&["one", "some", "size", "require"])?;
        let is_layer = self.lexicon.layer_called(self.text.text.trim()).is_some();
        let apart = match self.kind.key {
            "walls" => Apart::Walls,
            _ if is_layer => Apart::OtherValues,
            _ => Apart::Unmarked,
        };
        match (apart, self.layer.sort) {
            (Apart::Walls, Sort::Edges) => {}
            (Apart::Walls, _) => return Err(self.kind.error("walls are values of edges")),
            (_, Sort::Cells) => {}
            _ => return Err(self.kind.error("areas are made of cells")),
        }
        let cells = self.cells(apart);
        let one = self.roots("one", &cells)?;
        let are_fixed = one.is_some();
        let some = self.roots("some", &cells)?;
        let order = self.in_order(&cells, some.as_deref().unwrap_or_default());
        let roots = one.or(some).unwrap_or_else(|| order.clone());
        let sizes = self.sizes(&roots, apart, are_fixed)?;
        let mut labels = Labels {
            all: Vec::new(),
            helpers: HashMap::new(),
            are_fixed,
        };
        let order: HashMap<Place, usize> = order.into_iter().zip(0..).collect();
        for (&root, &size) in roots.iter().zip(&sizes) {
            self.add_labels_of(root, size, apart, &order, &mut labels)?;
        }
        let has_large = !are_fixed && sizes.contains(&Size::OfRoot);
        let large = if has_large {
            self.add_large_labels(&cells, &mut labels)
        } else {
            Vec::new()
        };
        self.add_helpers(&cells, apart, &mut labels)?;
        self.add_neighbours(&cells, apart, &labels)?;
        self.add_large_areas(&large, &labels)?;
        for number in 0..labels.all.len() {
            self.add_area(number, &labels)?;
            self.add_size(number, &labels)?;
        }
        self.add_conditions(&labels)
    }

    /// The cells that may be in an area.
    fn cells(&self, apart: Apart) -> Vec<Place> {
        match apart {
            Apart::Walls => self.lowering.field.places(Sort::Cells),
            _ => self.layer.places.clone(),
        }
    }

    /// The cells in the order in which they are roots: those of `some` come first, and then those whose value is known. So an
    /// area with such a cell is called after one of these, and others have none of them.
    fn in_order(&self, cells: &[Place], some: &[Place]) -> Vec<Place> {
        let mut cells = cells.to_vec();
        cells.sort_by_key(|place| {
            let tile = self.layer.tile_at(*place);
            let is_open = tile.is_none_or(|tile| self.lowering.choices(tile).len() > 1);
            (!some.contains(place), is_open)
        });
        cells
    }

    /// The places that a key names, if it is said: of those of `one` each area has exactly one, of those of `some` at least
    /// one.
    fn roots(&self, key: &str, cells: &[Place]) -> Read<Option<Vec<Place>>> {
        let other = ["one", "some"].into_iter().find(|other| *other != key);
        let has_other = other.is_some_and(|other| self.section.get(other).is_some());
        let Some(one) = self.section.get(key) else {
            if has_other || self.lowering.field.known.is_of_kind {
                return Ok(None);
            }
            let error = self
                .kind
                .error("areas are distinguished by a place of each, which is not said");
            return Err(error.hint("say one = \"r1c1 r3c4\": each area has exactly one of these"));
        };
        if has_other {
            return Err(one.key_error("an area has either \"one\" or \"some\" of the places"));
        }
        let field = self.lowering.field;
        let text = one.text()?;
        let set = self.lexicon.read_set(&text)?.meaning;
        let roots = set.places(field, At::default(), None);
        match roots.iter().find(|root| !cells.contains(root)) {
            // The first of an area is its root.
            None if key == "some" => {
                let order = self.in_order(cells, &roots);
                Ok(Some(order.into_iter().take(roots.len()).collect()))
            }
            None => Ok(Some(roots)),
            Some(&wrong) => {
                Err(text.error_at(0, format!("{} has no tile of an area", field.name(wrong))))
            }
        }
    }

    /// The size of each area: a number for all, or one for each in the same order, `?` where it is not known; in a kind
    /// clues, a parameter, or `value`.
    fn sizes(&self, roots: &[Place], apart: Apart, are_fixed: bool) -> Read<Vec<Size>> {
        let Some(entry) = self.section.get("size") else {
            return Ok(vec![Size::Any; roots.len()]);
        };
        let exactly = |size: Option<usize>| size.map_or(Size::Any, Size::Exactly);
        let known = &self.lowering.field.known;
        if known.is_of_kind
            && let Some(text) = entry.as_text()
        {
            let name = text.text.trim();
            if name == "value" && apart == Apart::OtherValues {
                return Ok(vec![Size::OfRoot; roots.len()]);
            }
            if let Some(layer) = known.layer(name) {
                if !are_fixed {
                    let message = format!("which {name} of an area is its size?");
                    let error = entry.error(message);
                    return Err(
                        error.hint("say one = \"number\": each area has exactly one of these")
                    );
                }
                let layer = &known.layers[layer];
                let size = |&root: &Place| match layer.at(&[root]) {
                    None => Ok(Size::Any),
                    Some(item) => match layer.value(&item.clue) {
                        Some(number) if number < 1 => Err(crate::ParseError::new(format!(
                            " at {}: no area has {number} cells",
                            self.lowering.field.name(root)
                        ))),
                        number => Ok(exactly(number.and_then(|n| usize::try_from(n).ok()))),
                    },
                };
                return roots.iter().map(size).collect();
            }
            if name.parse::<usize>().is_err() && name != "?" {
                let number = self.lexicon.read_number(&text)?;
                let number = self.lexicon.known_number(&number, At::default())?;
                let number = number.and_then(|number| usize::try_from(number).ok());
                return Ok(vec![exactly(number); roots.len()]);
            }
        }
        let words = entry.words()?;
        let mut sizes = Vec::with_capacity(words.len());
        for word in &words {
            let size = word.text.parse::<usize>().ok().filter(|&size| size > 0);
            if size.is_none() && word.text != "?" {
                let error = word.error(format!("{:?} is not a size of an area", word.text));
                return Err(error.hint("sizes are numbers, or ? where one is not known"));
            }
            sizes.push(exactly(size));
        }
        match sizes[..] {
            [size] => Ok(vec![size; roots.len()]),
            _ if sizes.len() == roots.len() => Ok(sizes),
            _ => Err(entry.error(format!(
                "there are {} areas, but {} sizes",
                roots.len(),
                sizes.len()
            ))),
        }
    }

    /// Adds the labels of a root.
    fn add_labels_of(
        &mut self,
        root: Place,
        size: Size,
        apart: Apart,
        order: &HashMap<Place, usize>,
        labels: &mut Labels,
    ) -> Read<()> {
        let field = self.lowering.field;
        let kinds: Vec<(Of, Size)> = match (apart, size) {
            (Apart::OtherValues, Size::OfRoot) => self.sizes_of_root(root, labels.are_fixed),
            (Apart::OtherValues, size) => {
                let values = self.values_at(root).into_iter();
                values.map(|value| (Of::Value(value), size)).collect()
            }
            (_, size) => vec![(Of::Any, size)],
        };
        let is_first = |place: Place| labels.are_fixed || order[&place] >= order[&root];
        for (of, size) in kinds {
            let near = self.near(root, of, size, apart, &|place| {
                order.contains_key(&place) && is_first(place)
            });
            let written = Written::new(&self.text, ());
            self.lowering.work(&written, LOOKS_PER_LABEL * near.len())?;
            let least = match size {
                Size::Exactly(count) => count,
                _ => 1,
            };
            if near.len() >= least {
                labels.all.push(Label {
                    root,
                    of,
                    size,
                    cells: near,
                });
            } else if labels.are_fixed && of == Of::Any {
                let name = field.name(root);
                let message = format!("the area of {name} has no room for {least} cells");
                let one = self.section.get("one").filter(|_| !field.known.is_of_kind);
                return Err(match one {
                    Some(one) => one.error(message),
                    None => crate::ParseError::new(format!(" at {name}: {message}")),
                });
            }
        }
        Ok(())
    }

    fn values_at(&self, place: Place) -> Vec<u32> {
        let Some(tile) = self.layer.tile_at(place) else {
            return Vec::new();
        };
        let choices = self.lowering.choices(tile);
        choices
            .map(|choice| self.lowering.value_of(tile, choice))
            .collect()
    }

    fn number_of(&self, value: u32) -> Option<usize> {
        let number = self.lexicon.values.as_number(value)?;
        usize::try_from(number).ok().filter(|&number| number > 0)
    }

    /// The labels of a root whose number is the size of its area. Large ones are not called after a root, unless all areas are.
    fn sizes_of_root(&self, root: Place, are_fixed: bool) -> Vec<(Of, Size)> {
        let label = |value: u32| {
            let number = self.number_of(value)?;
            (are_fixed || number <= LARGEST_OWN)
                .then_some((Of::Value(value), Size::Exactly(number)))
        };
        self.values_at(root).into_iter().filter_map(label).collect()
    }

    /// Returns true if a cell may be in an area of such labels.
    fn may_be(&self, place: Place, of: Of) -> bool {
        let Some(tile) = self.layer.tile_at(place) else {
            return of == Of::Any;
        };
        let mut choices = self.lowering.choices(tile);
        choices.any(|choice| {
            let value = self.lowering.value_of(tile, choice);
            match of {
                Of::Any => self.marked[value as usize],
                Of::Value(wanted) => value == wanted,
                Of::Large => self.is_large(value, usize::MAX),
            }
        })
    }

    /// Returns true if a value is the size of an area with a large label and at most this many cells.
    fn is_large(&self, value: u32, most: usize) -> bool {
        let number = self.number_of(value);
        number.is_some_and(|number| (LARGEST_OWN + 1..=most).contains(&number))
    }

    /// Returns true if no wall needs to be between two neighbours.
    fn may_pass(&self, from: Place, to: Place, apart: Apart) -> bool {
        if apart != Apart::Walls {
            return true;
        }
        let Some(tile) = self.layer.tile_at(edge_between(from, to)) else {
            return true;
        };
        let mut choices = self.lowering.choices(tile);
        choices.any(|choice| !self.marked[self.lowering.value_of(tile, choice) as usize])
    }

    /// The places that an area can reach, in the order of their distance from the root.
    fn near(
        &self,
        root: Place,
        of: Of,
        size: Size,
        apart: Apart,
        is_fit: &dyn Fn(Place) -> bool,
    ) -> Vec<Place> {
        if !self.may_be(root, of) {
            return Vec::new();
        }
        let field = self.lowering.field;
        let mut distances = HashMap::from([(root, 0)]);
        let mut next = VecDeque::from([root]);
        let mut near = Vec::new();
        while let Some(place) = next.pop_front() {
            near.push(place);
            let further = distances[&place] + 1;
            if matches!(size, Size::Exactly(size) if further >= size) {
                continue;
            }
            for to in field.steps(place, &NEIGHBOURS) {
                if is_fit(to)
                    && !distances.contains_key(&to)
                    && self.may_be(to, of)
                    && self.may_pass(place, to, apart)
                {
                    distances.insert(to, further);
                    next.push_back(to);
                }
            }
        }
        near
    }

    /// Adds a hidden tile for each place: the label that it has, 0 for none. Roots of fixed areas have their own.
    fn add_helpers(&mut self, cells: &[Place], apart: Apart, labels: &mut Labels) -> Read<()> {
        let field = self.lowering.field;
        let mut of_cell: HashMap<Place, Vec<u32>> = HashMap::new();
        for (number, label) in (1..).zip(&labels.all) {
            for &place in &label.cells {
                of_cell.entry(place).or_default().push(number);
            }
        }
        if labels.are_fixed {
            for (number, label) in (1..).zip(&labels.all) {
                let own = of_cell.entry(label.root).or_default();
                own.retain(|&other| {
                    other == number || labels.all[other as usize - 1].root == label.root
                });
            }
        }
        let is_root =
            |place: Place| labels.are_fixed && labels.all.iter().any(|label| label.root == place);
        for &place in cells {
            let mut mine = of_cell.remove(&place).unwrap_or_default();
            if apart == Apart::Unmarked && !is_root(place) {
                mine.insert(0, 0);
            }
            if mine.is_empty() {
                let message = format!(" at {}: no area can have this cell", field.name(place));
                return Err(crate::ParseError::new(message));
            }
            let name = format!("the area that {} is in", field.name(place));
            let table = (apart != Apart::Walls).then(|| {
                let tile = self
                    .layer
                    .tile_at(place)
                    .expect("it is a place of the layer");
                let domain = self.lowering.choices(tile);
                let values: Vec<u32> = domain
                    .map(|choice| self.lowering.value_of(tile, choice))
                    .collect();
                let goes = |row: usize, column: usize| {
                    let value = values[row];
                    let is_marked = self.marked[value as usize];
                    let Some(label) = mine[column].checked_sub(1) else {
                        return !is_marked;
                    };
                    let label = &labels.all[label as usize];
                    match label.of {
                        Of::Any => is_marked,
                        Of::Value(wanted) => value == wanted,
                        Of::Large => self.is_large(value, label.cells.len()),
                    }
                };
                (tile, Table::new(values.len(), mine.len(), goes))
            });
            let helper = self.lowering.add_helper(mine, name);
            if let Some((tile, table)) = table {
                let part = Lowered::Pair(tile, helper, table.into());
                self.lowering.push(part, self.kind.key.to_owned());
            }
            labels.helpers.insert(place, helper);
        }
        Ok(())
    }

    fn labels(&self, helper: u32) -> &[u32] {
        let first = self.lowering.field.tile_count();
        &self.lowering.helpers[(helper - first) as usize]
    }

    /// Neighbours that are in one area have one label.
    fn add_neighbours(&mut self, cells: &[Place], apart: Apart, labels: &Labels) -> Read<()> {
        const BEFORE: [[i32; 3]; 3] = [[0, 0, 2], [0, 2, 0], [1, 0, 0]];
        let written = Written::new(&self.text, ());
        let mut known: HashMap<[Vec<u32>; 2], Arc<Table>> = HashMap::new();
        for &place in cells {
            for near in self.lowering.field.steps(place, &BEFORE) {
                let Some(&other) = labels.helpers.get(&near) else {
                    continue;
                };
                let helper = labels.helpers[&place];
                if apart == Apart::Walls {
                    self.add_wall([place, near], [helper, other])?;
                    continue;
                }
                let sides = [helper, other].map(|helper| self.labels(helper).to_vec());
                self.lowering
                    .work(&written, sides[0].len() * sides[1].len())?;
                let table = known.entry(sides).or_insert_with_key(|[one, two]| {
                    let goes = |row: usize, column: usize| may_meet(labels, one[row], two[column]);
                    Table::new(one.len(), two.len(), goes).into()
                });
                let pair = Lowered::Pair(helper, other, Arc::clone(table));
                self.lowering.push(pair, self.kind.key.to_owned());
            }
        }
        Ok(())
    }

    /// A wall is between two neighbours exactly where their labels differ.
    fn add_wall(&mut self, places: [Place; 2], helpers: [u32; 2]) -> Read<()> {
        let sides = helpers.map(|helper| self.labels(helper).to_vec());
        let Some(wall) = self.layer.tile_at(edge_between(places[0], places[1])) else {
            let goes = |row: usize, column: usize| sides[0][row] == sides[1][column];
            let table = Table::new(sides[0].len(), sides[1].len(), goes);
            let pair = Lowered::Pair(helpers[0], helpers[1], table.into());
            self.lowering.push(pair, self.kind.key.to_owned());
            return Ok(());
        };
        self.add_same([helpers[0], wall, helpers[1]], &sides)
    }

    /// The first and the last of three tiles have equal numbers exactly where the one between them says so: it is a wall that
    /// is not there, or a hidden tile that is 1. Where a number is 0, nothing is said.
    fn add_same(&mut self, tiles: [u32; 3], sides: &[Vec<u32>; 2]) -> Read<()> {
        let written = Written::new(&self.text, ());
        let mut numbers: Vec<u32> = sides.concat();
        numbers.sort_unstable();
        numbers.dedup();
        self.lowering
            .work(&written, 4 * numbers.len() * numbers.len())?;
        let count = numbers.len();
        // The letters are the numbers, and then "differ" and "equal".
        let step = |state: &(u8, usize, bool), letter: usize| match *state {
            (0, ..) => (letter < count).then_some((1, letter, false)),
            (1, first, _) => letter
                .checked_sub(count)
                .map(|equal| (2, first, equal == 1)),
            (2, first, equal) => {
                let is_said = |letter: usize| numbers[letter] > 0;
                let goes = letter < count
                    && (!is_said(first) || !is_said(letter) || (first == letter) == equal);
                goes.then_some((3, 0, false))
            }
            _ => None,
        };
        let language = Language::explored(count + 2, (0, 0, false), step, |state| state.0 == 3);
        let language = language.map_err(|error| written.error(error.to_string()))?;
        let letters = |side: &[u32]| -> Arc<[u32]> {
            let letter =
                |number: &u32| numbers.binary_search(number).expect("it is one of them") as u32;
            side.iter().map(letter).collect()
        };
        let is_helper = tiles[1] >= self.lowering.field.tile_count();
        let choices = self.lowering.choices(tiles[1]);
        let between = choices.enumerate().map(|(at, choice)| {
            let is_equal = if is_helper {
                at == 1
            } else {
                !self.marked[self.lowering.value_of(tiles[1], choice) as usize]
            };
            count as u32 + u32::from(is_equal)
        });
        let letters = vec![letters(&sides[0]), between.collect(), letters(&sides[1])];
        let told = Lowered::Told {
            tiles: tiles.to_vec(),
            letters,
            language: language.into(),
        };
        self.lowering.push(told, self.kind.key.to_owned());
        Ok(())
    }

    /// The choice that gives a hidden tile a label.
    fn label_choice(&self, helper: u32, label: u32) -> Option<u32> {
        let place = self
            .labels(helper)
            .iter()
            .position(|&known| known == label)?;
        Some(self.lowering.choices(helper).start + place as u32)
    }

    /// Returns true if a root has no other label.
    fn is_certain(&self, number: usize, labels: &Labels) -> bool {
        let helper = labels.helpers[&labels.all[number].root];
        self.labels(helper) == [number as u32 + 1]
    }

    /// The cells that may have a label, those without it as their only other choice among them.
    fn cells_with(&self, number: usize, labels: &Labels) -> Vec<Place> {
        let label = number as u32 + 1;
        let has = |place: &&Place| self.labels(labels.helpers[place]).contains(&label);
        labels.all[number]
            .cells
            .iter()
            .filter(has)
            .copied()
            .collect()
    }

    /// The cells of a label hang together, the root among them.
    fn add_area(&mut self, number: usize, labels: &Labels) -> Read<()> {
        let label = &labels.all[number];
        let field = self.lowering.field;
        let mut graph = Graph::default();
        graph.name = Some(format!("the area of {}", field.name(label.root)));
        let mut node_at: HashMap<Place, u32> = HashMap::new();
        let is_certain = self.is_certain(number, labels);
        let mut cells = self.cells_with(number, labels);
        if cells.len() == 1 {
            return Ok(());
        }
        cells.sort_unstable();
        for place in cells {
            let node = if is_certain && place == label.root {
                graph.add_always(field.name(place))
            } else {
                let choice = self.label_choice(labels.helpers[&place], number as u32 + 1);
                let node = graph.add(Node::If(choice.map(Choice).into_iter().collect()));
                graph.names.push((node, field.name(place)));
                node
            };
            node_at.insert(place, node);
        }
        for (&place, &node) in &node_at {
            for near in field.steps(place, &NEIGHBOURS) {
                if let Some(&other) = node_at.get(&near)
                    && other > node
                {
                    graph.join(node, other);
                }
            }
        }
        self.push(graph)
    }

    /// Adds a line over the cells of a label: the root first, 1 for each that has it. `before` are tiles that are read first.
    fn add_line_of(
        &mut self,
        number: usize,
        labels: &Labels,
        before: Vec<(u32, Arc<[u32]>)>,
        language: Arc<Language>,
        what: &str,
    ) {
        let label = number as u32 + 1;
        let (mut tiles, mut letters): (Vec<u32>, Vec<Arc<[u32]>>) = before.into_iter().unzip();
        for place in self.cells_with(number, labels) {
            let helper = labels.helpers[&place];
            tiles.push(helper);
            let own = self
                .labels(helper)
                .iter()
                .map(|&known| u32::from(known == label));
            letters.push(own.collect());
        }
        let told = Lowered::Told {
            tiles,
            letters,
            language,
        };
        let name = format!(
            "{what} of the area of {}",
            self.lowering.field.name(labels.all[number].root)
        );
        self.lowering.push(told, name);
    }

    /// The size of the area of a label; or that no cell has it where the root has not.
    fn add_size(&mut self, number: usize, labels: &Labels) -> Read<()> {
        let label = &labels.all[number];
        let is_certain = self.is_certain(number, labels);
        let cells = self.cells_with(number, labels);
        let written = Written::new(&self.text, ());
        let failed = |error: tilewright_model::LanguageError| written.error(error.to_string());
        match label.size {
            Size::Any if is_certain || cells.len() == 1 => Ok(()),
            Size::Any => {
                let step = |state: &Option<bool>, letter: usize| match state {
                    None => Some(Some(letter == 1)),
                    Some(true) => Some(Some(true)),
                    Some(false) => (letter == 0).then_some(Some(false)),
                };
                let language =
                    Language::explored(2, None, step, Option::is_some).map_err(failed)?;
                self.add_line_of(number, labels, Vec::new(), language.into(), "the root");
                Ok(())
            }
            Size::Exactly(size) => {
                if cells.len() < size {
                    let (name, field) = (self.lowering.field.name(label.root), self.lowering.field);
                    let message = format!("the area of {name} has no room for {size} cells");
                    let one = self.section.get("one").filter(|_| !field.known.is_of_kind);
                    return match one {
                        Some(one) => Err(one.error(message)),
                        None if labels.are_fixed && is_certain => {
                            Err(crate::ParseError::new(format!(" at {name}: {message}")))
                        }
                        // No cell has this label.
                        None => {
                            let none = Language::explored(
                                2,
                                (),
                                |(), letter| (letter == 0).then_some(()),
                                |()| true,
                            );
                            self.add_line_of(
                                number,
                                labels,
                                Vec::new(),
                                none.map_err(failed)?.into(),
                                "the size",
                            );
                            Ok(())
                        }
                    };
                }
                let step = |state: &(bool, usize), letter: usize| match *state {
                    (true, _) if letter == 0 => (!is_certain).then_some((false, 0)),
                    (true, _) => Some((false, 1)),
                    (_, 0) => (letter == 0).then_some((false, 0)),
                    (_, count) => (count + letter <= size).then_some((false, count + letter)),
                };
                let language = Language::explored(2, (true, 0), step, |&(is_start, count)| {
                    !is_start && (count == size || count == 0)
                });
                self.add_line_of(
                    number,
                    labels,
                    Vec::new(),
                    language.map_err(failed)?.into(),
                    "the size",
                );
                Ok(())
            }
            Size::OfRoot | Size::OfHelper => Ok(()),
        }
    }

    /// What is demanded of each area.
    fn add_conditions(&mut self, labels: &Labels) -> Read<()> {
        let Some(entry) = self.section.get("require") else {
            return Ok(());
        };
        for text in entry.each() {
            let text = text.text()?;
            let words = OfArea {
                reader: self,
                has_root: labels.are_fixed,
            };
            let condition = Expression::of(&text, &words)?;
            let written = Written::new(&text, condition);
            for number in 0..labels.all.len() {
                self.add_condition_of(number, labels, &written)?;
            }
        }
        Ok(())
    }

    /// What is demanded of the area of a label, as a line.
    fn add_condition_of(
        &mut self,
        number: usize,
        labels: &Labels,
        condition: &Written<Expression<AreaTerm>>,
    ) -> Read<()> {
        let field = self.lowering.field;
        let mut known = vec![None; condition.meaning.terms.len()];
        for (value, term) in known.iter_mut().zip(&condition.meaning.terms) {
            if let AreaTerm::Known(term) = term {
                let root = [labels.all[number].root];
                let at = At {
                    here: &root,
                    ..At::default()
                };
                match facts::known_number(field, condition, term, at)? {
                    Some(number) => *value = Some(number),
                    // The puzzle does not tell.
                    None => return Ok(()),
                }
            }
        }
        let cells = self.cells_with(number, labels);
        let mut readings = Vec::new();
        for (term, meaning) in (0..).zip(&condition.meaning.terms) {
            if let AreaTerm::Read(reading) = meaning {
                let Some(numbers) = reading.numbers(field, &cells) else {
                    return Ok(());
                };
                readings.push((term, reading.clone(), numbers));
            }
        }
        let part = condition.meaning.root.folded(&|term| known[term as usize]);
        let step = |state: &AreaState, letter: usize| {
            let mut state = state.clone();
            if state.at == cells.len() || state.is_nothing && letter == 1 {
                return None;
            }
            state.is_nothing = state.is_nothing || state.at == 0 && letter == 0;
            if letter == 1 {
                for (memory, (_, reading, numbers)) in state.memories.iter_mut().zip(&readings) {
                    reading.take(memory, numbers[state.at]);
                }
            }
            state.at += 1;
            Some(state)
        };
        let accepts = |state: &AreaState| {
            let value = |wanted: u32| {
                let mut all = state.memories.iter().zip(&readings);
                let found = all.find(|(_, (term, ..))| *term == wanted);
                found.map_or(0, |(memory, (_, reading, _))| reading.value(memory))
            };
            state.at == cells.len() && (state.is_nothing || part.value(&value) != 0)
        };
        let start = AreaState {
            at: 0,
            is_nothing: false,
            memories: vec![Vec::new(); readings.len()],
        };
        self.lowering
            .work(condition, cells.len() * LOOKS_PER_LABEL)?;
        let name = field.name(labels.all[number].root);
        let too_large = || {
            let message =
                format!("what is demanded of the area of {name} is too large to be read as a line");
            condition.error(message)
        };
        let language = Language::explored(2, start, step, accepts).map_err(|_| too_large())?;
        if language.transition_count() > MOST_TRANSITIONS {
            return Err(too_large());
        }
        self.add_line_of(number, labels, Vec::new(), language.into(), &condition.text);
        Ok(())
    }
}

/// The edge between two cells that are neighbours.
fn edge_between(from: Place, to: Place) -> Place {
    let mut edge = from.0;
    for (half, to) in edge.iter_mut().zip(to.0) {
        *half = half.midpoint(to);
    }
    Place(edge)
}

/// Returns true if two neighbours may have these labels.
fn may_meet(labels: &Labels, one: u32, other: u32) -> bool {
    if one == other || one == 0 || other == 0 {
        return true;
    }
    let of = |label: u32| labels.all[label as usize - 1].of;
    match (of(one), of(other)) {
        (Of::Any, Of::Any) => false,
        // Whether their sizes differ is said elsewhere.
        (Of::Large, Of::Large) => true,
        (one, other) => one != other,
    }
}

/// A term of a condition about an area.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum AreaTerm {
    Read(AreaReading),
    Known(Term),
}

/// What is read off an area.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum AreaReading {
    Size,
    /// The number of clues of a layer.
    Count(usize),
    Sum(usize),
    Distinct(usize),
    Lowest(usize),
    Highest(usize),
    Width,
    Height,
}

impl AreaReading {
    /// What each cell adds, `None` for nothing; nothing at all where a clue is not known.
    fn numbers(&self, field: &Field, cells: &[Place]) -> Option<Vec<Option<i64>>> {
        let number = |&place: &Place| -> Option<Option<i64>> {
            let [_, row, column] = place.cell();
            let of_layer = |layer: usize| {
                let layer = &field.known.layers[layer];
                layer.at(&[place]).map(|item| (layer, &item.clue))
            };
            match self {
                Self::Size => Some(Some(1)),
                Self::Width => Some(i64::try_from(column).ok()),
                Self::Height => Some(i64::try_from(row).ok()),
                Self::Count(layer) => Some(of_layer(*layer).map(|_| 1)),
                Self::Sum(layer)
                | Self::Distinct(layer)
                | Self::Lowest(layer)
                | Self::Highest(layer) => match of_layer(*layer) {
                    None => Some(None),
                    Some((_, Clue::Unknown)) => None,
                    Some((layer, clue)) => layer.value(clue).map(Some),
                },
            }
        };
        cells.iter().map(number).collect()
    }

    fn take(&self, memory: &mut Vec<i64>, number: Option<i64>) {
        let Some(number) = number else { return };
        match self {
            Self::Size | Self::Count(_) | Self::Sum(_) => match &mut memory[..] {
                [sum] => *sum += number,
                _ => memory.push(number),
            },
            Self::Distinct(_) => {
                if let Err(at) = memory.binary_search(&number) {
                    memory.insert(at, number);
                }
            }
            Self::Lowest(_) => match &mut memory[..] {
                [least] => *least = number.min(*least),
                _ => memory.push(number),
            },
            Self::Highest(_) => match &mut memory[..] {
                [most] => *most = number.max(*most),
                _ => memory.push(number),
            },
            Self::Width | Self::Height => match &mut memory[..] {
                [least, most] => (*least, *most) = (number.min(*least), number.max(*most)),
                _ => memory.extend([number, number]),
            },
        }
    }

    fn value(&self, memory: &[i64]) -> i64 {
        match (self, memory) {
            (Self::Distinct(_), seen) => super::number(seen.len()),
            (Self::Width | Self::Height, [least, most]) => most - least + 1,
            (_, [number]) => *number,
            _ => 0,
        }
    }
}

/// The cells of an area that were read.
#[derive(Clone, PartialEq, Eq, Hash)]
struct AreaState {
    at: usize,
    /// The root has another label: there is no such area.
    is_nothing: bool,
    memories: Vec<Vec<i64>>,
}

/// The words of a condition about an area.
struct OfArea<'o, 'r, 'f> {
    reader: &'o Reader<'r, 'f>,
    /// Each area has one place of its own, whose clues can be read.
    has_root: bool,
}

impl OfArea<'_, '_, '_> {
    /// Reads a clue: that at the one place of an area.
    fn clue_of_root(&self, tokens: &mut Tokens<'_>, layer: usize) -> Read<(Kind, AreaTerm)> {
        let at = tokens.at();
        let sort = &self.reader.lowering.field.known.layers[layer];
        if !self.has_root {
            let name = &sort.name;
            let error = tokens.error(at, format!("which {name} of an area is meant here?"));
            return Err(error.hint(format!(
                "say one = {name:?}: each area has exactly one of these; {OF_AREA}"
            )));
        }
        let kind = match sort.kind {
            ClueSort::Word(_) => Kind::Word,
            ClueSort::Numbers | ClueSort::Mark => {
                return tokens.fail(at, "a clue that is a number or a word was expected here");
            }
            _ => Kind::Number,
        };
        tokens.take();
        let clued = Clued {
            layers: vec![layer],
            set: Set::At(Variable::Here).into(),
        };
        Ok((kind, AreaTerm::Known(Term::Known(Known::Clue(clued)))))
    }
}

/// What can be said of an area.
const OF_AREA: &str = "of an area are size(area), width(area), height(area), and of its clues count(clue, area), \
                       sum(clue, area), lowest(clue, area), highest(clue, area) and distinct(clue, area)";

impl Vocabulary for OfArea<'_, '_, '_> {
    type Term = AreaTerm;

    fn term(&self, tokens: &mut Tokens<'_>) -> Read<Option<(Kind, AreaTerm)>> {
        let at = tokens.at();
        let word = tokens.peek().unwrap_or("");
        let is_read = matches!(
            word,
            "size" | "count" | "sum" | "distinct" | "lowest" | "highest" | "width" | "height"
        );
        if !is_read || tokens.after(1) != Some("(") {
            let lexicon = self.reader.lexicon;
            let known = &self.reader.lowering.field.known;
            if let Some(layer) = known.layer(word)
                && tokens.after(1) != Some("(")
            {
                return self.clue_of_root(tokens, layer).map(Some);
            }
            let found = lexicon.term(tokens)?;
            let Some((kind, term)) = found else {
                return Ok(None);
            };
            let is_known = matches!(term, Term::Known(Known::Param(..) | Known::Largest(_)));
            if kind == Kind::Number && is_known {
                return Ok(Some((kind, AreaTerm::Known(term))));
            }
            let error = tokens.error(at, "this says nothing of an area");
            return Err(error.hint(OF_AREA));
        }
        tokens.take();
        let opened = tokens.open()?;
        let reading = match word {
            "size" => AreaReading::Size,
            "width" => AreaReading::Width,
            "height" => AreaReading::Height,
            _ => {
                let layer = self.reader.lexicon.layer_of_clues(tokens, |_| true)?;
                tokens.comma()?;
                match word {
                    "count" => AreaReading::Count(layer),
                    "sum" => AreaReading::Sum(layer),
                    "lowest" => AreaReading::Lowest(layer),
                    "highest" => AreaReading::Highest(layer),
                    _ => AreaReading::Distinct(layer),
                }
            }
        };
        let area_at = tokens.at();
        if !tokens.accept("area") {
            return tokens.fail(
                area_at,
                "\"area\" was expected here: what is demanded of each",
            );
        }
        tokens.close(opened, ")")?;
        Ok(Some((Kind::Number, AreaTerm::Read(reading))))
    }

    fn reach(&self, term: &AreaTerm) -> Option<i64> {
        match term {
            AreaTerm::Read(_) => Some(1 << 50),
            AreaTerm::Known(term) => self.reader.lexicon.reach(term),
        }
    }

    fn value(&self, name: &str) -> Option<(Kind, i64)> {
        let lexicon = self.reader.lexicon;
        if self.has_root {
            lexicon.value(name)
        } else {
            None
        }
    }

    fn word(&self, name: &str) -> Option<i64> {
        let lexicon = self.reader.lexicon;
        if self.has_root {
            lexicon.word(name)
        } else {
            None
        }
    }

    fn advice(&self, _: &str) -> String {
        OF_AREA.into()
    }

    fn are_numbers(&self) -> bool {
        true
    }

    fn counts_truths(&self) -> bool {
        true
    }
}
