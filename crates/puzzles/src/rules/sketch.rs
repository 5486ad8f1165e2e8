//! Tiles on cells, edges and corners, drawn with the signs for boxes.
//!
//! A line has a sign for each corner and three or more for each cell or level edge between two of them. What lies on an edge
//! is drawn as a stroke from corner to corner, or as a road from cell to cell. The first value of an edge is "nothing there":
//! a cross, as long as other tiles are open.

use super::words::places::{Field, Layer, Place, Sort};
use crate::prose::widest;

/// The signs by the sides at which a stroke leaves: 1 up, 2 right, 4 down, 8 left.
const STROKES: [&str; 16] = [
    " ", "╵", "╶", "└", "╷", "│", "┌", "├", "╴", "┘", "─", "┴", "┐", "┤", "┬", "┼",
];

/// The sides in the order of their bits.
const SIDES: [[i32; 3]; 4] = [[0, -1, 0], [0, 0, 1], [0, 1, 0], [0, 0, -1]];

/// The drawing, line by line; `word` is that of a tile, if it is known.
pub(super) fn lines<'w>(
    field: &Field,
    is_road: impl Fn(&Layer) -> bool,
    word: impl Fn(u32) -> Option<&'w str>,
) -> Vec<String> {
    let shown = field.layers.iter().filter(|layer| !layer.is_hidden);
    let mut tiles = shown.clone().flat_map(Layer::tiles);
    let is_open = tiles.any(|tile| word(tile).is_none());
    let (roads, others): (Vec<&Layer>, Vec<&Layer>) = shown.partition(|layer| is_road(layer));
    let sketch = Sketch {
        field,
        is_open,
        roads,
        others,
        word: &word,
    };
    sketch.lines()
}

struct Sketch<'s, 'w> {
    field: &'s Field,
    /// Some tile has no value yet.
    is_open: bool,
    roads: Vec<&'s Layer>,
    others: Vec<&'s Layer>,
    word: &'s dyn Fn(u32) -> Option<&'w str>,
}

impl Sketch<'_, '_> {
    fn lines(&self) -> Vec<String> {
        let [_, rows, columns] = self.field.board.sides().map(|side| 2 * side as u32);
        let cells = self.field.places(Sort::Cells);
        let words: Vec<String> = cells
            .iter()
            .filter_map(|&cell| self.word_at(cell))
            .collect();
        let width = widest(words.iter().map(String::as_str));
        let line = |row: u32| {
            let signs = (0..=columns).map(|column| self.sign(Place::at(row, column), width));
            let line: String = signs.collect();
            line.trim_end().to_owned()
        };
        let all = (0..=rows).map(line);
        let mut lines: Vec<String> = all.collect();
        if self.others.iter().all(|layer| layer.sort == Sort::Cells) {
            // Nothing is drawn at the rim.
            lines.pop();
            lines.remove(0);
            if self.roads.is_empty() {
                lines = lines.into_iter().step_by(2).collect();
            }
        }
        lines
    }

    /// The words of the tiles at a place, where there are some.
    fn word_at(&self, place: Place) -> Option<String> {
        let layers = self
            .others
            .iter()
            .filter(|layer| layer.sort == place.sort());
        let tiles = layers.filter_map(|layer| layer.tile_at(place));
        let words: Vec<&str> = tiles.map(|tile| (self.word)(tile).unwrap_or("·")).collect();
        (!words.is_empty()).then(|| words.join("/"))
    }

    /// Returns true if there is something on an edge of one of these layers.
    fn is_on(&self, layers: &[&Layer], edge: Option<Place>) -> bool {
        let Some(edge) = edge else { return false };
        layers.iter().any(|layer| {
            let name = layer.tile_at(edge).and_then(|tile| (self.word)(tile));
            let nothing = layer.written[1].split(' ').next();
            name.is_some() && name != nothing
        })
    }

    /// Returns true if there is known to be nothing on an edge while other tiles are open.
    fn is_crossed(&self, edge: Place) -> bool {
        let mut layers = self.roads.iter().chain(&self.others);
        let is_known = layers.any(|layer| {
            let tile = layer.tile_at(edge);
            tile.is_some_and(|tile| (self.word)(tile).is_some())
        });
        let is_on = self.is_on(&self.roads, Some(edge)) || self.is_on(&self.others, Some(edge));
        self.is_open && is_known && !is_on
    }

    /// The bits of the sides at which a stroke of these layers leaves a place.
    fn strokes(&self, layers: &[&Layer], place: Place) -> usize {
        let bit = |(number, &by): (usize, &[i32; 3])| {
            let edge = place.step(by).filter(|edge| edge.sort() == Sort::Edges);
            usize::from(self.is_on(layers, edge)) << number
        };
        SIDES.iter().enumerate().map(bit).sum()
    }

    fn sign(&self, place: Place, width: usize) -> String {
        let [_, row, _] = place.0;
        match place.sort() {
            Sort::Corners => {
                let strokes = self.strokes(&self.others, place);
                let has_edges = self.others.iter().any(|layer| layer.sort == Sort::Edges);
                match self.word_at(place) {
                    Some(word) => word.chars().take(1).collect(),
                    None if strokes == 0 && has_edges && self.field.has(place) => "·".to_owned(),
                    None => STROKES[strokes].to_owned(),
                }
            }
            Sort::Edges if self.is_crossed(place) => {
                let width = if row.is_multiple_of(2) { width + 2 } else { 1 };
                format!("{:^width$}", "×")
            }
            Sort::Edges if row.is_multiple_of(2) => {
                let stroke = if self.is_on(&self.others, Some(place)) {
                    "─"
                } else {
                    " "
                };
                let road = self.is_on(&self.roads, Some(place));
                if road {
                    return format!(" {:^width$} ", "│");
                }
                stroke.repeat(width + 2)
            }
            Sort::Edges => {
                let is_stroke = self.is_on(&self.others, Some(place));
                let is_road = self.is_on(&self.roads, Some(place));
                match (is_stroke, is_road) {
                    (true, _) => "│",
                    (false, true) => "─",
                    (false, false) => " ",
                }
                .to_owned()
            }
            Sort::Cells => {
                let roads = self.strokes(&self.roads, place);
                let word = self.word_at(place).or_else(|| {
                    let is_cell = self.field.has(place);
                    let sign = match roads {
                        0 if is_cell && !self.roads.is_empty() => "·",
                        roads => STROKES[roads],
                    };
                    Some(sign.to_owned())
                });
                let word = word.unwrap_or_default();
                let fill = |bit: usize| if roads & bit != 0 { '─' } else { ' ' };
                let rest = width.saturating_sub(word.chars().count());
                let (before, behind) = (1 + rest / 2, 1 + rest - rest / 2);
                let side = |bit: usize, count: usize| fill(bit).to_string().repeat(count);
                format!("{}{word}{}", side(8, before), side(2, behind))
            }
        }
    }
}
