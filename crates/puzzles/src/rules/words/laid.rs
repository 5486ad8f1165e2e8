//! Pieces that lie on a layer of tiles: `[pieces]` and `[[place]]`.
//!
//! Every way to lay a piece down is a hidden tile, which says whether one lies so. A cell has a value of a drawing exactly where
//! one such way gives it this value: that is an item for each value. So the pieces cover all that is not empty, and none lies on
//! another. Pieces that keep apart have no two ways at the same square of four cells, or at the same two neighbours.

use super::lower::{Lowered, Lowering};
use super::places::{Layer, Place};
use super::sets::At;
use super::{Lexicon, Written};
use crate::document::Word;
use crate::nearest::with_nearest;
use crate::prose::first_of;
use crate::rules::expression::Read;
use crate::section::{Entry, Section};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;
use tilewright_model::{Demand, Language};

/// The most ways to lay down the pieces of a kind.
const MOST_WAYS: usize = 20_000;
/// A way takes as long as this many looks.
const LOOKS_PER_WAY: usize = 64;

/// A piece: what it is called, its drawings in all ways that it may be turned, and how many there are.
struct Piece {
    name: String,
    drawings: Vec<Drawing>,
    copies: Option<usize>,
}

/// Cells by row and column, each with its value.
type Drawing = Vec<(i32, i32, u32)>;

/// A piece in its place.
struct Way {
    piece: usize,
    cells: Vec<(Place, u32)>,
    /// The choice of the hidden tile that says that it lies so.
    choice: u32,
    tile: u32,
}

impl Lexicon<'_> {
    /// Reads a table `[[place]]`, and adds what it amounts to.
    pub(in crate::rules) fn read_place(
        &self,
        section: Section<'_>,
        pieces: Option<Section<'_>>,
        lowering: &mut Lowering<'_>,
    ) -> Read<()> {
        section.check_keys("a place", &["on", "pieces", "each", "apart", "empty"])?;
        let layer = self.layer_of_place(section)?;
        let empty = self.empty_value(section, layer)?;
        let named = section
            .get("pieces")
            .ok_or_else(|| section.error("pieces = \"…\" is missing: which pieces lie there"))?;
        let each = section.get("each");
        let known = || {
            pieces
                .iter()
                .flat_map(Section::entries)
                .map(|entry| entry.key)
        };
        let mut all = Vec::new();
        for word in named.words()? {
            let Some(entry) = pieces.and_then(|pieces| pieces.get(&word.text)) else {
                let error = word.error(format!("there is no piece {:?}", word.text));
                return Err(with_nearest(error, &word.text, known()));
            };
            all.push(self.piece(entry, layer, each.is_some())?);
        }
        let text = named.text()?;
        let written = Written::new(&text, ());
        let areas = match each {
            None => vec![layer.places.clone()],
            Some(entry) => {
                let mut items = Vec::new();
                for set in self.read_sets(entry)? {
                    items.extend(set.meaning.items(self.field, At::default()));
                }
                items
            }
        };
        let mut ways: Vec<Way> = Vec::new();
        for area in &areas {
            let before = ways.len();
            let inside: HashSet<Place> = area.iter().copied().collect();
            for (number, piece) in all.iter().enumerate() {
                self.add_ways(number, piece, layer, &inside, lowering, &written, &mut ways)?;
            }
            if each.is_some() {
                let choices: Vec<u32> = ways[before..].iter().map(|way| way.choice).collect();
                let places = self.field.names(area.iter().copied());
                if choices.is_empty() {
                    return Err(named.error(format!("no piece fits into {places}")));
                }
                lowering.parts.push(Lowered::Item {
                    name: format!("the piece in {places}"),
                    demand: Demand::ExactlyOne,
                    choices,
                });
            }
        }
        if each.is_none() {
            add_copies(&all, &ways, lowering)?;
        }
        add_covers(layer, empty, &ways, lowering);
        self.add_apart(section, layer, &ways, lowering)
    }

    fn layer_of_place(&self, section: Section<'_>) -> Read<&Layer> {
        let on = section.get("on").ok_or_else(|| {
            section.error("on = \"…\" is missing: the layer of tiles on which pieces lie")
        })?;
        let name = on.text()?;
        let layer = self.layer_called(&name.text).ok_or_else(|| {
            let error = name.error(format!("there is no layer {:?}", name.text));
            let layers = self.field.layers.iter().map(|layer| layer.name.as_str());
            with_nearest(error, &name.text, layers)
        })?;
        let layer = &self.field.layers[layer];
        if layer.sort != super::places::Sort::Cells {
            return Err(on.error("pieces lie on cells"));
        }
        Ok(layer)
    }

    /// The value of a cell that no piece covers: the first one, if none is named.
    fn empty_value(&self, section: Section<'_>, layer: &Layer) -> Read<u32> {
        let Some(entry) = section.get("empty") else {
            return Ok(layer.values[0]);
        };
        self.value_of_layer(layer, &entry.text()?)
    }

    fn value_of_layer(&self, layer: &Layer, word: &Word<'_>) -> Read<u32> {
        let value = self.values.find(&word.text);
        value
            .filter(|value| layer.values.contains(value))
            .ok_or_else(|| {
                let error = word.error(format!(
                    "{:?} is not a value of {:?}",
                    word.text, layer.name
                ));
                let values = layer.values.iter().map(|&value| self.values.name(value));
                with_nearest(error, &word.text, values)
            })
    }

    fn piece(&self, entry: Entry<'_>, layer: &Layer, is_one: bool) -> Read<Piece> {
        let (shape, rotate, reflect, copies) = match entry.section() {
            None => (entry.text()?, false, false, Some(1)),
            Some(section) => {
                section.check_keys("a piece", &["shape", "rotate", "reflect", "copies"])?;
                let flag = |key: &str| section.get(key).map_or(Ok(false), |entry| entry.boolean());
                let Some(shape) = section.get("shape") else {
                    let message = format!("the piece {:?} has no shape", entry.key);
                    return Err(entry.key_error(message));
                };
                let copies = match section.get("copies") {
                    None => Some(1),
                    Some(entry) => self.copies(entry)?,
                };
                (shape.text()?, flag("rotate")?, flag("reflect")?, copies)
            }
        };
        let mut drawings = BTreeSet::new();
        for text in shape.text.split('|') {
            let at = text.as_ptr() as usize - shape.text.as_ptr() as usize;
            let drawing = self.drawing(&shape, at, text, entry.key, layer)?;
            add_turned(drawing, rotate, reflect, &mut drawings);
        }
        Ok(Piece {
            name: entry.key.to_owned(),
            drawings: drawings.into_iter().collect(),
            copies: copies.filter(|_| !is_one),
        })
    }

    /// The number of copies: a number, or one that the puzzle says; `None` where it does not tell.
    fn copies(&self, entry: Entry<'_>) -> Read<Option<usize>> {
        let Some(text) = entry.as_text() else {
            let copies = entry.integer(0, 10_000)?;
            return Ok(usize::try_from(copies).ok());
        };
        if text.text == "any" {
            return Ok(None);
        }
        let copies = self.read_number(&text)?;
        let copies = self.known_number(&copies, At::default())?;
        let too_few = |_| text.error_at(0, "this number of copies is less than none");
        copies
            .map(|copies| usize::try_from(copies).map_err(too_few))
            .transpose()
    }

    /// A drawing of values, its rows separated by `/`: `#` is the value that is called like the piece, a point is free.
    fn drawing(
        &self,
        whole: &Word<'_>,
        start: usize,
        text: &str,
        name: &str,
        layer: &Layer,
    ) -> Read<Drawing> {
        let mut cells = Vec::new();
        let (mut row, mut column) = (0, 0);
        let blanks = text.len() - text.trim_start().len();
        for (at, sign) in text.trim().char_indices() {
            match sign {
                '/' | '\n' => {
                    (row, column) = (row + 1, 0);
                    continue;
                }
                '\r' => continue,
                '.' | ' ' => {}
                sign => {
                    let value = if sign == '#' {
                        name.to_owned()
                    } else {
                        sign.to_string()
                    };
                    let found = self.values.find(&value);
                    let Some(value) = found.filter(|value| layer.values.contains(value)) else {
                        let message = format!(
                            "{value:?} is drawn here, but it is not a value of {:?}",
                            layer.name
                        );
                        return Err(whole.error_at(start + blanks + at, message));
                    };
                    cells.push((row, column, value));
                }
            }
            column += 1;
        }
        if cells.is_empty() {
            return Err(whole.error_at(start, "this drawing has no cell"));
        }
        Ok(cells)
    }

    /// Adds all ways to lay a piece down on some cells.
    #[expect(clippy::too_many_arguments, reason = "they are one state of one loop")]
    fn add_ways(
        &self,
        number: usize,
        piece: &Piece,
        layer: &Layer,
        inside: &HashSet<Place>,
        lowering: &mut Lowering<'_>,
        written: &Written<()>,
        ways: &mut Vec<Way>,
    ) -> Read<()> {
        for drawing in &piece.drawings {
            let (down, right, _) = drawing[0];
            // The first cell of a drawing lies on each cell in turn.
            for &first in &layer.places {
                lowering.work(written, drawing.len())?;
                let place = |&(row, column, value): &(i32, i32, u32)| {
                    let place = first.step([0, 2 * (row - down), 2 * (column - right)]);
                    let tile = layer.tile_at(place).filter(|_| inside.contains(&place))?;
                    let may_be = lowering.choice_with(tile, value).is_some();
                    may_be.then_some((place, value))
                };
                let Some(cells) = drawing.iter().map(place).collect::<Option<Vec<_>>>() else {
                    continue;
                };
                if ways.len() == MOST_WAYS {
                    let message =
                        format!("there are more than {MOST_WAYS} ways to lay the pieces down");
                    return Err(written.error(message));
                }
                lowering.work(written, LOOKS_PER_WAY)?;
                let names = first_of(cells.iter().map(|&(place, _)| self.field.name(place)), 4);
                let tile = lowering.add_helper(vec![0, 1], format!("{} on {names}", piece.name));
                ways.push(Way {
                    piece: number,
                    cells,
                    choice: lowering.choices(tile).start + 1,
                    tile,
                });
            }
        }
        Ok(())
    }

    /// Adds that pieces do not touch.
    fn add_apart(
        &self,
        section: Section<'_>,
        layer: &Layer,
        ways: &[Way],
        lowering: &mut Lowering<'_>,
    ) -> Read<()> {
        let Some(entry) = section.get("apart") else {
            return Ok(());
        };
        let name = entry.text()?;
        let squares: &[&[[i32; 3]]] = match name.text.as_str() {
            "touching" => &[&[[0, 0, 0], [0, 0, 2], [0, 2, 0], [0, 2, 2]]],
            "adjacent" | "neighbours" => &[&[[0, 0, 0], [0, 0, 2]], &[[0, 0, 0], [0, 2, 0]]],
            other => {
                let error = name.error(format!("pieces cannot be apart by {other:?}"));
                return Err(error.hint("they are apart by \"touching\" or \"adjacent\""));
            }
        };
        let mut at: HashMap<Place, Vec<u32>> = HashMap::new();
        for way in ways {
            for (place, _) in &way.cells {
                at.entry(*place).or_default().push(way.choice);
            }
        }
        for &place in &layer.places {
            for square in squares {
                let places = square.iter().map(|&by| place.step(by));
                let mut choices: Vec<u32> = places
                    .filter_map(|place| at.get(&place))
                    .flatten()
                    .copied()
                    .collect();
                choices.sort_unstable();
                choices.dedup();
                if choices.len() > 1 {
                    lowering.parts.push(Lowered::Item {
                        name: format!("the piece near {}", self.field.name(place)),
                        demand: Demand::AtMostOne,
                        choices,
                    });
                }
            }
        }
        Ok(())
    }
}

/// Adds that each piece lies as often as there are copies of it.
fn add_copies(pieces: &[Piece], ways: &[Way], lowering: &mut Lowering<'_>) -> Read<()> {
    for (number, piece) in pieces.iter().enumerate() {
        let Some(count) = piece.copies else { continue };
        let mine = ways.iter().filter(|way| way.piece == number);
        let tiles: Vec<u32> = mine.map(|way| way.tile).collect();
        if tiles.len() < count {
            return Err(crate::ParseError::new(format!(
                "there is no room for {count} of the piece {:?}",
                piece.name
            )));
        }
        if tiles.is_empty() {
            continue;
        }
        let language = Language::count(&[false, true], count..=count);
        let language = language.map_err(|error| crate::ParseError::new(error.to_string()))?;
        let letters = vec![Arc::from([0, 1]); tiles.len()];
        let told = Lowered::Told {
            tiles,
            letters,
            language: language.into(),
        };
        lowering.push(told, format!("the copies of {}", piece.name));
    }
    Ok(())
}

/// Adds that a cell has a value exactly where a piece gives it that value.
fn add_covers(layer: &Layer, empty: u32, ways: &[Way], lowering: &mut Lowering<'_>) {
    let mut by_value: HashMap<(Place, u32), Vec<u32>> = HashMap::new();
    for way in ways {
        for &cell in &way.cells {
            by_value.entry(cell).or_default().push(way.choice);
        }
    }
    for (tile, &place) in layer.tiles().zip(&layer.places) {
        for &value in layer.values.iter().filter(|&&value| value != empty) {
            let Some(own) = lowering.choice_with(tile, value) else {
                continue;
            };
            let mut choices = by_value.remove(&(place, value)).unwrap_or_default();
            choices.extend(lowering.choices(tile).filter(|&choice| choice != own));
            lowering.parts.push(Lowered::Item {
                name: format!("the piece on {}", lowering.field.name(place)),
                demand: Demand::ExactlyOne,
                choices,
            });
        }
    }
}

/// Adds a drawing in all ways that it may be turned and mirrored.
fn add_turned(drawing: Drawing, rotate: bool, reflect: bool, all: &mut BTreeSet<Drawing>) {
    let mut turned = vec![drawing];
    if reflect {
        let mirrored = turned[0]
            .iter()
            .map(|&(row, column, value)| (row, -column, value));
        turned.push(mirrored.collect());
    }
    if rotate {
        for start in 0..turned.len() {
            let mut last = turned[start].clone();
            for _ in 0..3 {
                last = last
                    .iter()
                    .map(|&(row, column, value)| (column, -row, value))
                    .collect();
                turned.push(last.clone());
            }
        }
    }
    for mut drawing in turned {
        let top = drawing.iter().map(|cell| cell.0).min().unwrap_or(0);
        let left = drawing.iter().map(|cell| cell.1).min().unwrap_or(0);
        for cell in &mut drawing {
            *cell = (cell.0 - top, cell.1 - left, cell.2);
        }
        drawing.sort_unstable();
        all.insert(drawing);
    }
}
