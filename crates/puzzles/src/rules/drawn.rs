//! The picture of a layered board: its tiles on cells, edges and corners.
//!
//! What a value looks like is said by a [`Style`], or else follows from its layer. The first value of a layer is "nothing
//! there" where the layer lies on edges, where it has two values of which the second fills its cell, and where it is a sign
//! such as `.`; it is drawn lightly, as long as other tiles are open.

use super::Rules;
use super::spec::{Content, Filling, Space};
use super::words::places::{Field, Layer, Place, Sort};
use crate::kinds::style::{Shape, Style};
use crate::legend::Entry;
use tilewright_logic::Board;
use tilewright_model::Choice;
use tilewright_render::{
    Cell, Drawing, Figure, Grid, Mark, Picture, Role, Ruling, Site, Spot, Tint,
};

/// Values that say that nothing is there.
const NOTHING: [&str; 3] = [".", "-", "_"];

/// The tiles of a board that are shown, and the look of their values.
pub(crate) struct Tiles<'r> {
    rules: &'r Rules,
    field: &'r Field,
    filling: &'r Filling,
    style: &'r Style,
}

impl Rules {
    /// The tiles of a layered board, in a style.
    pub(crate) fn tiles<'r>(&'r self, style: &'r Style) -> Option<Tiles<'r>> {
        match (&self.spec.space, &self.spec.content) {
            (Space::Layered(field), Content::Values(filling)) => Some(Tiles {
                rules: self,
                field,
                filling,
                style,
            }),
            _ => None,
        }
    }
}

impl Tiles<'_> {
    /// The board without tiles.
    pub(crate) fn blank(&self) -> Grid {
        let board = &self.field.board;
        let mut grid = Grid::new(board.rows, board.columns);
        for row in 0..board.rows {
            for column in 0..board.columns {
                if board.tile_at([0, row, column]).is_none() {
                    *grid.cell_mut(row, column) = Cell::new(" ", Role::Empty);
                }
            }
        }
        grid
    }

    /// The picture of the tiles alone, within walls around regions.
    pub(crate) fn picture(&self, marks: Option<&Board>) -> Picture {
        let mut grid = self.blank();
        self.rule(&mut grid);
        let board = &self.field.board;
        if grid.ruling == Ruling::Lines {
            let regions = board.regions.as_ref();
            grid.wall_areas(|row, column| {
                let tile = board.tile_at([0, row, column]);
                let region = tile.and_then(|tile| regions?.0[tile as usize]);
                region.map_or(0, |region| region as usize + 1)
            });
        }
        self.put(&mut grid, marks);
        grid.into()
    }

    /// The layers that are shown.
    fn layers(&self) -> impl Iterator<Item = &Layer> {
        self.field.layers.iter().filter(|layer| !layer.is_hidden)
    }

    /// Returns true if a cell takes a tile.
    pub(crate) fn has_tile(&self, row: usize, column: usize) -> bool {
        let place = Place::of_cell([0, row, column]);
        self.layers().any(|layer| layer.tile_at(place).is_some())
    }

    /// Returns true if some layer has tiles on cells.
    pub(crate) fn has_cell_layer(&self) -> bool {
        self.layers().any(|layer| layer.sort == Sort::Cells)
    }

    /// The lines between cells that suit the layers.
    pub(crate) fn rule(&self, grid: &mut Grid) {
        for layer in self.layers().filter(|layer| layer.sort == Sort::Edges) {
            let looks = (0..layer.values.len()).filter_map(|number| self.sign(layer, number));
            for (drawing, _) in looks {
                grid.ruling = match drawing {
                    Drawing::Double => Ruling::Bare,
                    Drawing::Wall if !is_inner(self.field, layer) => Ruling::Dots,
                    _ => continue,
                };
            }
        }
    }

    /// Puts all tiles onto a board, with what they may still be.
    pub(crate) fn put(&self, grid: &mut Grid, marks: Option<&Board>) {
        let values = self.values_known();
        let mut shown = self.layers().flat_map(Layer::tiles);
        let is_solved = shown.all(|tile| values[tile as usize].is_some());
        if self.layers().any(|layer| layer.sort != Sort::Cells) {
            grid.add_joints();
        }
        for layer in self.layers() {
            let first_slot = self.first_slot(layer);
            for (tile, &place) in layer.tiles().zip(&layer.places) {
                let number = grid.number(site(place));
                let Some(cell) = grid.place_mut(number) else {
                    continue;
                };
                cell.lines = vec!["·".to_owned()];
                match (values[tile as usize], marks) {
                    (Some((value, role)), _) => {
                        self.put_value(cell, layer, value, role, is_solved);
                    }
                    (None, Some(board)) => self.put_marks(cell, layer, tile, first_slot, board),
                    (None, None) => {}
                }
            }
        }
        grid.slots = self.legend().len();
    }

    fn put_value(&self, cell: &mut Cell, layer: &Layer, value: usize, role: Role, is_solved: bool) {
        if cell.role != Role::Clue {
            cell.role = role;
        }
        let figure = match self.sign(layer, value) {
            Some((drawing, tint)) => Figure {
                tint,
                ..Figure::new(drawing, role)
            },
            None if is_solved => return,
            None => Figure::new(nothing(layer), Role::Empty),
        };
        // A clue that is the value of its tile is there already, as a word perhaps.
        let word = Drawing::Text(self.name(layer, value).to_owned());
        cell.figures
            .retain(|known| known.drawing != figure.drawing && known.drawing != word);
        cell.figures.push(figure);
    }

    fn put_marks(&self, cell: &mut Cell, layer: &Layer, tile: u32, slot: usize, board: &Board) {
        let first = self.rules.first[tile as usize];
        let domain = self.filling.domain(tile);
        // There is no room for several on an edge.
        let is_quiet = layer.values.len() == 2 || layer.sort != Sort::Cells;
        let live = (0..domain.len()).filter(|&place| board.is_live(Choice(first + place as u32)));
        let live: Vec<usize> = live
            .filter_map(|place| {
                let value = domain.value(place);
                layer.values.iter().position(|&known| known == value)
            })
            .collect();
        for &value in &live {
            let drawing = match self.sign(layer, value) {
                Some((Drawing::Text(_), _)) => None,
                Some((drawing, _)) => Some(drawing),
                None => Some(nothing(layer)),
            };
            // What is left alone is seen.
            if let ([_], true, Some(drawing)) = (&live[..], is_quiet, &drawing) {
                cell.figures.push(Figure::new(drawing.clone(), Role::Empty));
            }
            cell.marks.push(Mark {
                drawing,
                is_quiet,
                ..Mark::new(slot + value, self.name(layer, value))
            });
        }
    }

    /// The name of a value of a layer.
    fn name(&self, layer: &Layer, value: usize) -> &str {
        self.filling.values.name(layer.values[value])
    }

    /// The drawing of a value, if it is more than "nothing there".
    fn sign(&self, layer: &Layer, value: usize) -> Option<(Drawing, Tint)> {
        let name = self.name(layer, value);
        if let Some(sign) = self.style.of_value(&layer.name, name) {
            let drawing = match &sign.shape {
                Shape::Drawing(drawing) => drawing.clone(),
                Shape::Small => Drawing::Small(name.to_owned()),
                Shape::Words(words) => Drawing::Text(words.clone()),
                Shape::Nothing | Shape::Cage => return None,
                Shape::Text | Shape::SumBelow | Shape::SumRight => Drawing::Text(name.to_owned()),
            };
            return Some((drawing, sign.tint));
        }
        if value == 0 && self.has_neutral(layer) {
            return None;
        }
        let is_road = || self.filling.words.has_roads(self.field, layer);
        let drawing = match (layer.sort, name) {
            (Sort::Edges, "2") if is_road() => Drawing::Double,
            (Sort::Edges, _) if is_road() => Drawing::Link,
            (Sort::Edges, _) => Drawing::Wall,
            (Sort::Corners, _) if self.has_neutral(layer) => Drawing::Disc,
            (_, "\\") => Drawing::Slash { is_falling: true },
            (_, "/") => Drawing::Slash { is_falling: false },
            (Sort::Cells, _) if layer.values.len() == 2 && self.has_neutral(layer) => Drawing::Fill,
            _ => Drawing::Text(name.to_owned()),
        };
        Some((drawing, Tint::Ink))
    }

    /// Returns true if the first value of a layer is "nothing there".
    fn has_neutral(&self, layer: &Layer) -> bool {
        let name = |value: usize| self.name(layer, value);
        let are_words = || layer.values.len() == 2 && (0..2).all(|v| name(v).chars().count() > 1);
        layer.sort == Sort::Edges || NOTHING.contains(&name(0)) || are_words()
    }

    /// The number of the first value of a layer among those of all layers that are shown.
    fn first_slot(&self, layer: &Layer) -> usize {
        let before = self.layers().take_while(|other| other.first < layer.first);
        before.map(|layer| layer.values.len()).sum()
    }

    /// The values of all layers that are shown, one layer after the other.
    pub(crate) fn legend(&self) -> Vec<Entry> {
        let values = self
            .layers()
            .flat_map(|layer| (0..layer.values.len()).map(move |value| (layer, value)));
        let entry = |(layer, value): (&Layer, usize)| {
            let name = self.name(layer, value);
            let others = self.layers().filter(|other| other.first != layer.first);
            let is_shared = others
                .into_iter()
                .any(|other| other.values.contains(&layer.values[value]));
            Entry {
                name: if is_shared {
                    format!("{}.{name}", layer.name)
                } else {
                    name.to_owned()
                },
                is_nothing: self.sign(layer, value).is_none(),
                drawing: match self.sign(layer, value) {
                    Some((Drawing::Text(_), _)) => None,
                    Some((drawing, _)) => Some(drawing),
                    None => Some(nothing(layer)),
                },
            }
        };
        values.map(entry).collect()
    }

    /// The slots of the values that a place takes.
    pub(crate) fn slots(&self, number: usize) -> Vec<usize> {
        let mut slots = Vec::new();
        let board = &self.field.board;
        let here = place(Site::of(number, board.rows, board.columns));
        for layer in self.layers() {
            let first = self.first_slot(layer);
            let Some(tile) = layer.tile_at(here) else {
                continue;
            };
            let domain = self.filling.domain(tile);
            let values = (0..domain.len()).map(|place| domain.value(place));
            slots.extend(values.filter_map(|value| {
                let place = layer.values.iter().position(|&known| known == value)?;
                Some(first + place)
            }));
        }
        slots
    }

    /// The value of each tile by its number in its layer, with its role.
    fn values_known(&self) -> Vec<Option<(usize, Role)>> {
        let mut known = vec![None; self.field.tile_count() as usize];
        for (choice, role) in self.rules.known() {
            let (tile, value) = self.rules.tile_and_value(self.filling, choice);
            let layer = self.field.layer_of(tile);
            let place = layer.values.iter().position(|&known| known == value);
            known[tile as usize] = place.map(|place| (place, role));
        }
        known
    }

    /// The place of a choice in the picture.
    pub(crate) fn spot(&self, choice: Choice) -> Option<Spot> {
        if !self.rules.is_shown(choice) {
            return None;
        }
        let (tile, value) = self.rules.tile_and_value(self.filling, choice);
        let layer = self.field.layer_of(tile);
        let place = layer.values.iter().position(|&known| known == value)?;
        let board = &self.field.board;
        Some(Spot {
            cell: site(self.field.place(tile)).number(board.rows, board.columns),
            slot: Some(self.first_slot(layer) + place),
        })
    }
}

/// Returns true if a layer of edges lies between cells alone.
fn is_inner(field: &Field, layer: &Layer) -> bool {
    let mut places = layer.places.iter();
    places.all(|&place| field.cells_at(place).len() == 2)
}

/// The light sign for "nothing there".
fn nothing(layer: &Layer) -> Drawing {
    match layer.sort {
        Sort::Edges => Drawing::Cross,
        Sort::Cells | Sort::Corners => Drawing::Dot,
    }
}

/// The site of a place.
pub(super) fn site(place: Place) -> Site {
    let [_, row, column] = place.0.map(|number| number as usize);
    let (down, right) = (row / 2, column / 2);
    match place.sort() {
        Sort::Cells => Site::Cell(down, right),
        Sort::Corners => Site::Corner(down, right),
        Sort::Edges if row.is_multiple_of(2) => Site::Above(down, right),
        Sort::Edges => Site::Left(down, right),
    }
}

/// The place of a site.
fn place(site: Site) -> Place {
    let at = |row: usize, column: usize| Place::at(row as u32, column as u32);
    match site {
        Site::Cell(row, column) => at(2 * row + 1, 2 * column + 1),
        Site::Above(row, column) => at(2 * row, 2 * column + 1),
        Site::Left(row, column) => at(2 * row + 1, 2 * column),
        Site::Corner(row, column) => at(2 * row, 2 * column),
    }
}
