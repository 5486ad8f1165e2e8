//! A set of tiles as Tiled has it: one image cut into tiles, or an image for each, and terrain sets.

use super::node::Node;
use super::{ACROSS, DIAGONAL, DOWN};
use crate::Flaw;
use std::collections::HashMap;

/// The most tiles of a set.
const MOST_TILES: u32 = 1 << 24;

/// A set of tiles.
#[derive(Clone, Debug, Default)]
pub struct Tileset {
    pub(crate) name: String,
    pub(crate) tile_width: usize,
    pub(crate) tile_height: usize,
    pub(crate) columns: usize,
    pub(crate) spacing: usize,
    pub(crate) margin: usize,
    pub(crate) count: Option<u32>,
    /// The file of the image with all tiles.
    pub(crate) image: Option<String>,
    /// Of single tiles, by their numbers.
    pub(crate) tiles: HashMap<u32, Tile>,
    pub(crate) terrains: Vec<Terrain>,
    pub(crate) turns: Turns,
}

/// A tile of which something is said.
#[derive(Clone, Debug)]
pub(crate) struct Tile {
    /// Its names: its class, and its property `name`.
    pub(crate) names: Vec<String>,
    pub(crate) probability: f64,
    pub(crate) image: Option<String>,
}

impl Default for Tile {
    fn default() -> Self {
        Self {
            names: Vec::new(),
            probability: 1.0,
            image: None,
        }
    }
}

/// A terrain set: colours at the corners and edges of tiles. 0 is no colour.
#[derive(Clone, Debug, Default)]
pub(crate) struct Terrain {
    pub(crate) name: String,
    /// The names of the colours, from 1, and how probable each is.
    pub(crate) colours: Vec<(String, f64)>,
    /// The gid of a tile, as in a set whose first gid is 0, and its colours: above, above and to the right, and so on
    /// clockwise.
    pub(crate) tiles: Vec<(u32, [u8; 8])>,
}

/// How tiles may be turned to stand in for others.
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the file")]
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Turns {
    pub(crate) across: bool,
    pub(crate) down: bool,
    pub(crate) quarters: bool,
    /// A turned tile is only taken for colours that no tile has as it is.
    pub(crate) only_missing: bool,
}

impl Tileset {
    /// Reads a file with a set of tiles.
    pub fn read(text: &str) -> Result<Self, Flaw> {
        let root = Node::read(text)?;
        if root.name != "tileset" {
            let message = format!("found <{}> where <tileset> was expected", root.name);
            return Err(root.flaw(&message));
        }
        Self::of(&root)
    }

    pub(crate) fn of(root: &Node) -> Result<Self, Flaw> {
        let size = |key| root.number::<usize>(key).map(|size| size.unwrap_or(0));
        let mut set = Self {
            name: root.attribute("name").unwrap_or_default().to_owned(),
            tile_width: size("tilewidth")?,
            tile_height: size("tileheight")?,
            columns: size("columns")?,
            spacing: size("spacing")?,
            margin: size("margin")?,
            count: root.number("tilecount")?,
            image: source(root),
            ..Self::default()
        };
        if let Some(count) = set.count.filter(|&count| count > MOST_TILES) {
            let message = format!("a set of {count} tiles; {MOST_TILES} is the most");
            return Err(root.flaw(&message));
        }
        if let Some(turns) = root.child("transformations") {
            set.turns = Turns {
                across: turns.is("hflip"),
                down: turns.is("vflip"),
                quarters: turns.is("rotate"),
                only_missing: turns.is("preferuntransformed"),
            };
        }
        let mut corners = Terrain {
            name: "terrains".to_owned(),
            colours: root.all("terrain").map(|it| colour(it, 1.0)).collect(),
            ..Terrain::default()
        };
        for node in root.all("tile") {
            let number = set.number_of(node, "id")?;
            let names = [
                node.attribute("class"),
                node.attribute("type"),
                node.property("name"),
            ];
            let tile = Tile {
                names: names
                    .into_iter()
                    .flatten()
                    .filter(|name| !name.is_empty())
                    .map(str::to_owned)
                    .collect(),
                probability: probability(node)?.unwrap_or(1.0),
                image: source(node),
            };
            set.tiles.insert(number, tile);
            if let Some(text) = node.attribute("terrain") {
                corners.tiles.push((number, old_corners(node, text)?));
            }
        }
        for node in root.all("wangset") {
            let terrain = set.terrain(node)?;
            set.terrains.push(terrain);
        }
        if !corners.tiles.is_empty() {
            set.terrains.push(corners);
        }
        Ok(set)
    }

    /// The number of a tile, which the set must have.
    fn number_of(&self, node: &Node, key: &str) -> Result<u32, Flaw> {
        let number: u32 = node.needed(key)?;
        match self.count {
            // Where each tile has an image, numbers may have gaps.
            Some(count) if number >= count && self.image.is_some() => {
                let message = format!("tile {number}; the set has {count}, counted from 0");
                Err(node.flaw(&message))
            }
            _ if number >= MOST_TILES => {
                Err(node.flaw(&format!("tile {number}; {MOST_TILES} is the most")))
            }
            _ => Ok(number),
        }
    }

    fn terrain(&self, node: &Node) -> Result<Terrain, Flaw> {
        let mut terrain = Terrain {
            name: node.attribute("name").unwrap_or_default().to_owned(),
            ..Terrain::default()
        };
        for child in node.all("wangcolor") {
            terrain
                .colours
                .push(colour(child, probability(child)?.unwrap_or(1.0)));
        }
        // Before Tiled 1.5 corners and edges had colours of their own; those have no names here.
        let is_old = terrain.colours.is_empty();
        for child in node.all("wangtile") {
            let mut gid = self.number_of(child, "tileid")?;
            for (flag, bit) in [("hflip", ACROSS), ("vflip", DOWN), ("dflip", DIAGONAL)] {
                if child.is(flag) {
                    gid |= bit;
                }
            }
            let text = child
                .attribute("wangid")
                .ok_or_else(|| child.flaw("<wangtile> has no wangid"))?;
            let colours = colours_of(text).ok_or_else(|| {
                child.flaw(&format!(
                    "wangid={text:?}; expected eight numbers from 0 to 254"
                ))
            })?;
            let most = terrain.colours.len();
            if let Some(odd) = colours
                .iter()
                .find(|&&colour| !is_old && usize::from(colour) > most)
            {
                let message = format!("colour {odd} in wangid={text:?}; the set has {most}");
                return Err(child.flaw(&message));
            }
            terrain.tiles.push((gid, colours));
        }
        Ok(terrain)
    }

    /// The name of the set.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The names of its terrain sets.
    pub fn terrains(&self) -> impl Iterator<Item = &str> {
        self.terrains.iter().map(|terrain| terrain.name.as_str())
    }

    /// The width and height of its tiles in pixels.
    pub fn tile_size(&self) -> (usize, usize) {
        (self.tile_width, self.tile_height)
    }

    /// How probable a tile is beside others.
    pub(crate) fn probability(&self, number: u32) -> f64 {
        self.tiles.get(&number).map_or(1.0, |tile| tile.probability)
    }
}

fn source(node: &Node) -> Option<String> {
    let image = node.child("image")?;
    image.attribute("source").map(str::to_owned)
}

fn colour(node: &Node, probability: f64) -> (String, f64) {
    let name = node.attribute("name").unwrap_or_default();
    (name.to_owned(), probability)
}

fn probability(node: &Node) -> Result<Option<f64>, Flaw> {
    match node.number::<f64>("probability")? {
        Some(number) if !number.is_finite() || number < 0.0 => Err(node.flaw(&format!(
            "probability {number}; expected a number from 0 on"
        ))),
        number => Ok(number),
    }
}

/// The colours of a Wang tile: eight numbers, or before Tiled 1.5 the eight digits of a number, the last first.
fn colours_of(text: &str) -> Option<[u8; 8]> {
    let text = text.trim();
    if let Some(digits) = text.strip_prefix("0x").or(text.strip_prefix("0X")) {
        let all = u32::from_str_radix(digits, 16).ok()?;
        return Some(std::array::from_fn(|at| (all >> (4 * at) & 15) as u8));
    }
    let mut words = text.split(',');
    let mut colours = [0; 8];
    for colour in &mut colours {
        *colour = words.next()?.trim().parse().ok()?;
    }
    let is_right = words.next().is_none() && colours.iter().all(|&colour| colour < 255);
    is_right.then_some(colours)
}

/// The terrains at the corners of a tile as they were before Tiled 1.5: above left and right, below left and right.
fn old_corners(node: &Node, text: &str) -> Result<[u8; 8], Flaw> {
    let message = || node.flaw(&format!("terrain={text:?}; expected four terrains"));
    let words: Vec<&str> = text.split(',').map(str::trim).collect();
    if words.len() != 4 {
        return Err(message());
    }
    let mut colours = [0; 8];
    for (word, at) in words.into_iter().zip([7, 1, 5, 3]) {
        if !word.is_empty() && word != "-1" {
            let number: u8 = word.parse().map_err(|_| message())?;
            colours[at] = number.checked_add(1).ok_or_else(message)?;
        }
    }
    Ok(colours)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_read_in_both_ways_to_write_them() {
        assert_eq!(
            colours_of("1,0,2,0,1,0,2,0"),
            Some([1, 0, 2, 0, 1, 0, 2, 0])
        );
        assert_eq!(colours_of("0x20102010"), Some([0, 1, 0, 2, 0, 1, 0, 2]));
        assert_eq!(colours_of("1,0,2"), None);
        assert_eq!(colours_of("1,0,2,0,1,0,2,0,0"), None);
        assert_eq!(colours_of("1,0,2,0,1,0,2,x"), None);
    }
}
