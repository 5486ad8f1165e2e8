//! A map as Tiled has it: sets of tiles, and layers of which some have tiles.

#![expect(
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    reason = "a map has at most 16 million places, and chunks lie within 32 bits"
)]

use super::node::{Node, is_json};
use super::tileset::Tileset;
use super::{FLIPS, HEXAGONAL, data};
use crate::{Flaw, MOST_PLACES};

/// A map that was drawn in Tiled.
#[derive(Clone, Debug)]
pub struct TiledFile {
    /// The text that it was read from; none for a map of a set alone.
    pub(crate) text: Option<String>,
    pub(crate) width: usize,
    pub(crate) height: usize,
    pub(crate) tile_width: usize,
    pub(crate) tile_height: usize,
    pub(crate) is_infinite: bool,
    /// In the order of their first gids.
    pub(crate) tilesets: Vec<Used>,
    pub(crate) layers: Vec<Layer>,
}

/// A set of tiles that a map uses.
#[derive(Clone, Debug)]
pub struct Used {
    /// The gid of its first tile.
    pub first: u32,
    /// The file that it lies in, as the map names it.
    pub source: Option<String>,
    /// The set.
    pub set: Tileset,
}

/// A layer of tiles.
#[derive(Clone, Debug)]
pub struct Layer {
    /// Its name.
    pub name: String,
    /// Its tiles.
    pub grid: GidGrid,
}

/// A rectangle of gids, row by row. 0 is an empty place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GidGrid {
    /// The column of its first place; 0 unless the map is infinite.
    pub left: i64,
    /// The row of its first place; 0 unless the map is infinite.
    pub top: i64,
    /// The number of columns.
    pub width: usize,
    /// The number of rows.
    pub height: usize,
    /// The gids.
    pub gids: Vec<u32>,
}

impl GidGrid {
    /// An empty rectangle with its first place in that column and row.
    pub fn empty((left, top): (i64, i64), width: usize, height: usize) -> Self {
        Self {
            left,
            top,
            width,
            height,
            gids: vec![0; width * height],
        }
    }

    /// The gid in a column and row of the map; 0 outside.
    pub fn at(&self, x: i64, y: i64) -> u32 {
        self.place(x, y).map_or(0, |place| self.gids[place])
    }

    /// The number of a place, if it lies in the rectangle.
    pub fn place(&self, x: i64, y: i64) -> Option<usize> {
        let column = usize::try_from(x.checked_sub(self.left)?).ok()?;
        let row = usize::try_from(y.checked_sub(self.top)?).ok()?;
        (column < self.width && row < self.height).then(|| row * self.width + column)
    }

    /// Returns true if nothing is drawn.
    pub fn is_empty(&self) -> bool {
        self.gids.iter().all(|&gid| gid == 0)
    }

    /// The smallest rectangle that has this one and another.
    #[must_use]
    pub fn grown(&self, other: &Self) -> Self {
        if self.gids.is_empty() {
            return Self::empty((other.left, other.top), other.width, other.height);
        }
        let (left, top) = (self.left.min(other.left), self.top.min(other.top));
        let end = |start: i64, length: usize| start + length as i64;
        let right = end(self.left, self.width).max(end(other.left, other.width));
        let bottom = end(self.top, self.height).max(end(other.top, other.height));
        let length = |start: i64, end: i64| usize::try_from(end - start).unwrap_or(0);
        let (width, height) = (length(left, right), length(top, bottom));
        let mut whole = Self::empty((left, top), width, height);
        whole.put(self);
        whole
    }

    /// Puts all of another rectangle into this one, as far as they overlap.
    pub fn put(&mut self, other: &Self) {
        for (at, &gid) in other.gids.iter().enumerate() {
            let x = other.left + (at % other.width) as i64;
            let y = other.top + (at / other.width) as i64;
            if let Some(place) = self.place(x, y) {
                self.gids[place] = gid;
            }
        }
    }
}

impl TiledFile {
    /// Reads a map; `load` gives the text of a file that it names, or says why not.
    pub fn read(
        text: &str,
        mut load: impl FnMut(&str) -> Result<String, Flaw>,
    ) -> Result<Self, Flaw> {
        let root = Node::read(text)?;
        if root.name != "map" {
            let message = format!("found <{}> where <map> was expected", root.name);
            return Err(root.flaw(&message));
        }
        let grid = root.attribute("orientation").unwrap_or("orthogonal");
        if !matches!(grid, "orthogonal" | "isometric") {
            let message = format!("a map that is {grid}; expected orthogonal or isometric");
            return Err(root.flaw(&message));
        }
        let mut drawing = Self {
            text: Some(text.to_owned()),
            width: root.needed("width")?,
            height: root.needed("height")?,
            tile_width: root.needed("tilewidth")?,
            tile_height: root.needed("tileheight")?,
            is_infinite: root.is("infinite"),
            tilesets: Vec::new(),
            layers: Vec::new(),
        };
        for node in root.all("tileset") {
            let first: u32 = node.needed("firstgid")?;
            let last = drawing.tilesets.last().map_or(0, |used| used.first);
            if first <= last || first & FLIPS != 0 {
                let message = format!("firstgid={first}; expected a number above {last}");
                return Err(node.flaw(&message));
            }
            let source = node.attribute("source").map(str::to_owned);
            let set = match &source {
                Some(file) => {
                    let set = Tileset::read(&load(file)?);
                    set.map_err(|flaw| Flaw(format!("{file}: {flaw}")))?
                }
                None => Tileset::of(node)?,
            };
            drawing.tilesets.push(Used { first, source, set });
        }
        drawing.read_layers(&root)?;
        Ok(drawing)
    }

    /// A map of one set of tiles, without layers.
    pub fn of_set(set: Tileset, source: &str) -> Self {
        Self {
            text: None,
            width: 0,
            height: 0,
            tile_width: set.tile_width,
            tile_height: set.tile_height,
            is_infinite: false,
            tilesets: vec![Used {
                first: 1,
                source: Some(source.to_owned()),
                set,
            }],
            layers: Vec::new(),
        }
    }

    /// Layers of tiles in the order of the file, also those in groups.
    fn read_layers(&mut self, node: &Node) -> Result<(), Flaw> {
        for child in &node.children {
            match child.name.as_str() {
                "group" => self.read_layers(child)?,
                "layer" => {
                    let name = child.attribute("name").unwrap_or_default().to_owned();
                    let grid = self.read_grid(child).map_err(|flaw| {
                        let is_placed = flaw.0.starts_with("line ");
                        Flaw(if is_placed {
                            flaw.0
                        } else {
                            format!("layer {name:?}: {flaw}")
                        })
                    })?;
                    self.layers.push(Layer { name, grid });
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn read_grid(&self, layer: &Node) -> Result<GidGrid, Flaw> {
        let size = |node: &Node| {
            let (width, height): (usize, usize) = (node.needed("width")?, node.needed("height")?);
            let places = width
                .checked_mul(height)
                .filter(|&places| places <= MOST_PLACES);
            places.ok_or_else(|| {
                node.flaw(&format!(
                    "{width}×{height} tiles; {MOST_PLACES} is the most"
                ))
            })?;
            Ok((width, height))
        };
        let Some(data) = layer.child("data") else {
            return Err(layer.flaw("a layer without data"));
        };
        let mut grid = GidGrid::default();
        if self.is_infinite {
            for chunk in data.all("chunk") {
                let (width, height) = size(chunk)?;
                let (left, top): (i32, i32) = (chunk.needed("x")?, chunk.needed("y")?);
                let part = GidGrid {
                    left: left.into(),
                    top: top.into(),
                    width,
                    height,
                    gids: data::read(chunk, data, width * height)?,
                };
                if part.gids.is_empty() {
                    continue;
                }
                let right = grid.left.max(part.left) - grid.left.min(part.left);
                let below = grid.top.max(part.top) - grid.top.min(part.top);
                let across = right as usize + grid.width + width;
                let down = below as usize + grid.height + height;
                if across.saturating_mul(down) > 4 * MOST_PLACES && !grid.gids.is_empty() {
                    return Err(chunk.flaw(&format!(
                        "a chunk at {left}, {top} is too far away; {MOST_PLACES} places is the most"
                    )));
                }
                grid = grid.grown(&part);
                grid.put(&part);
            }
        } else {
            let (width, height) = size(layer)?;
            if (width, height) != (self.width, self.height) {
                return Err(layer.flaw(&format!(
                    "the layer has {width}×{height} places, and the map {}×{}",
                    self.width, self.height
                )));
            }
            grid = GidGrid {
                left: 0,
                top: 0,
                width,
                height,
                gids: data::read(data, data, width * height)?,
            };
        }
        for (at, gid) in grid.gids.iter_mut().enumerate() {
            // On other maps than hexagonal ones the bit means nothing.
            *gid &= !HEXAGONAL;
            if *gid & !FLIPS == 0 {
                *gid = 0;
            } else if self.tile(*gid).is_none() {
                let (x, y) = (at % grid.width, at / grid.width);
                let message = format!(
                    "gid {} in column {x}, row {y} is of none of the sets of tiles",
                    *gid & !FLIPS
                );
                return Err(data.flaw(&message));
            }
        }
        Ok(grid)
    }

    /// The set that a gid belongs to, and the number of its tile there.
    pub(crate) fn tile(&self, gid: u32) -> Option<(usize, u32)> {
        let gid = gid & !FLIPS;
        let used = self.tilesets.partition_point(|used| used.first <= gid);
        let number = used.checked_sub(1)?;
        let used = &self.tilesets[number];
        let tile = gid - used.first;
        let set = &used.set;
        let is_there = set
            .count
            .is_none_or(|count| tile < count || set.image.is_none());
        is_there.then_some((number, tile))
    }

    /// The sets of tiles.
    pub fn tilesets(&self) -> &[Used] {
        &self.tilesets
    }

    /// The layers of tiles.
    pub fn layers(&self) -> &[Layer] {
        &self.layers
    }

    /// The number of the layer of that name, or of the only one.
    pub fn layer(&self, name: Option<&str>) -> Result<usize, Flaw> {
        let names = || {
            let names = self.layers.iter().map(|layer| format!("{:?}", layer.name));
            names.collect::<Vec<_>>().join(", ")
        };
        match (name, self.layers.len()) {
            (_, 0) => Err(Flaw("the map has no layer of tiles".into())),
            (None, 1) => Ok(0),
            (None, count) => Err(Flaw(format!(
                "the map has {count} layers of tiles, {}; --layer NAME takes one",
                names()
            ))),
            (Some(name), _) => {
                let found = self.layers.iter().position(|layer| layer.name == name);
                found.ok_or_else(|| {
                    Flaw(format!(
                        "there is no layer of tiles {name:?}; the layers are {}",
                        names()
                    ))
                })
            }
        }
    }

    /// The width and height in tiles, as the map says it.
    pub fn size(&self) -> (usize, usize) {
        (self.width, self.height)
    }

    /// Returns true if the map has no edges.
    pub fn is_infinite(&self) -> bool {
        self.is_infinite
    }

    /// Returns true if the map was read from JSON.
    pub fn is_json(&self) -> bool {
        self.text.as_deref().is_some_and(is_json)
    }
}
