//! Tile sets in XML with images, as mxgmn's `WaveFunctionCollapse` has them.
//!
//! ```xml
//! <set unique="False">
//!   <tiles>
//!     <tile name="road" symmetry="I" weight="0.5"/>
//!   </tiles>
//!   <neighbors>
//!     <neighbor left="road 1" right="road 1"/>
//!   </neighbors>
//!   <subsets>
//!     <subset name="Roads"><tile name="road"/></subset>
//!   </subsets>
//! </set>
//! ```
//!
//! A tile has as many **poses** as its letter says: quarter turns to the left, and then the mirror images of these. `road 1` is
//! its first turn. A pair of neighbours stands for all eight ways to turn and mirror it. The image of a tile is the file of
//! its name, from which its poses are made, or with `unique="True"` one file for each pose.

use crate::image::Image;
use crate::kinds::{Kinds, MOST_KINDS};
use crate::set::{Flaw, Set};
use roxmltree::{Document, Node};
use std::collections::HashMap;

/// The symmetry of a tile: how its poses change into each other.
#[derive(Clone, Copy)]
enum Letter {
    X,
    I,
    Slash,
    T,
    L,
    F,
}

impl Letter {
    fn read(node: Node) -> Result<Self, Flaw> {
        match node.attribute("symmetry").unwrap_or("X") {
            "X" => Ok(Self::X),
            "I" => Ok(Self::I),
            "\\" => Ok(Self::Slash),
            "T" => Ok(Self::T),
            "L" => Ok(Self::L),
            "F" => Ok(Self::F),
            other => Err(flaw(
                node,
                &format!("symmetry {other:?}; expected X, I, \\, T, L or F"),
            )),
        }
    }

    fn poses(self) -> usize {
        match self {
            Self::X => 1,
            Self::I | Self::Slash => 2,
            Self::T | Self::L => 4,
            Self::F => 8,
        }
    }

    /// The pose after a quarter turn to the left.
    fn turned(self, pose: usize) -> usize {
        match self {
            Self::X => 0,
            Self::I | Self::Slash => 1 - pose,
            Self::T | Self::L => (pose + 1) % 4,
            // The mirror images of turns are turned the other way.
            Self::F if pose < 4 => (pose + 1) % 4,
            Self::F => 4 + (pose - 1) % 4,
        }
    }

    /// The pose with left and right exchanged.
    fn mirrored(self, pose: usize) -> usize {
        match self {
            Self::X => 0,
            Self::I => pose,
            Self::Slash => 1 - pose,
            Self::T => (4 - pose) % 4,
            Self::L => pose ^ 1,
            Self::F => (pose + 4) % 8,
        }
    }
}

/// Tiles and the kinds that are their poses.
#[derive(Default)]
struct Tiles<'d> {
    letters: Vec<Letter>,
    weights: Vec<f64>,
    names: Vec<&'d str>,
    /// The number of the first kind of each tile.
    first: HashMap<&'d str, (usize, Letter)>,
    /// Tiles that the subset leaves out.
    left_out: Vec<&'d str>,
}

impl Set {
    /// Reads a set, or that part of it which a subset names; `load` gives the file of an image by its name, or says why not.
    pub fn from_xml(
        text: &str,
        subset: Option<&str>,
        mut load: impl FnMut(&str) -> Result<Vec<u8>, Flaw>,
    ) -> Result<Self, Flaw> {
        let document = Document::parse(text)
            .map_err(|error| Flaw(format!("this is not complete XML: {error}")))?;
        let root = document.root_element();
        if !root.has_tag_name("set") {
            let name = root.tag_name().name();
            return Err(flaw(
                root,
                &format!("found <{name}> where <set> was expected"),
            ));
        }
        let is_unique = root
            .attribute("unique")
            .is_some_and(|word| word.eq_ignore_ascii_case("true"));
        let tiles = Tiles::read(root, subset)?;
        let mut weights = Vec::new();
        let mut names = Vec::new();
        let mut images = Vec::new();
        for (tile, letter) in tiles.letters.iter().enumerate() {
            let name = tiles.names[tile];
            let mut file = |name: &str| {
                let file = format!("{name}.png");
                let image = Image::from_png(&load(&file)?);
                image.map_err(|flaw| Flaw(format!("{file}: {flaw}")))
            };
            let start = images.len();
            for pose in 0..letter.poses() {
                let image = match pose {
                    _ if is_unique => file(&format!("{name} {pose}"))?,
                    0 => file(name)?,
                    1..4 => Image::turned(&images[start + pose - 1]),
                    _ => Image::mirrored(&images[start + pose - 4]),
                };
                images.push(image);
                names.push(format!("{name} {pose}"));
                weights.push(tiles.weights[tile]);
            }
        }
        let mut kinds = Kinds::new(weights);
        tiles.join(root, &mut kinds)?;
        Self::of_images(kinds, names, images)
    }
}

impl<'d> Tiles<'d> {
    fn read(root: Node<'d, 'd>, subset: Option<&str>) -> Result<Self, Flaw> {
        let kept = subset.map(|name| subset_of(root, name)).transpose()?;
        let list = child(root, "tiles").ok_or_else(|| flaw(root, "the set has no <tiles>"))?;
        let mut tiles = Self::default();
        let mut count = 0;
        for node in list.children().filter(|node| node.has_tag_name("tile")) {
            let name = attribute(node, "name")?;
            let letter = Letter::read(node)?;
            if kept.as_ref().is_some_and(|kept| !kept.contains(&name)) {
                tiles.left_out.push(name);
                continue;
            }
            if tiles.first.insert(name, (count, letter)).is_some() {
                return Err(flaw(node, &format!("there are two tiles called {name:?}")));
            }
            tiles.names.push(name);
            tiles.letters.push(letter);
            tiles.weights.push(weight(node)?);
            count += letter.poses();
            if count > MOST_KINDS {
                return Err(flaw(
                    node,
                    &format!("the set has more than {MOST_KINDS} kinds"),
                ));
            }
        }
        if count == 0 {
            return Err(flaw(list, "there are no tiles"));
        }
        Ok(tiles)
    }

    /// Allows the listed neighbours, turned and mirrored in all ways.
    fn join(&self, root: Node<'d, 'd>, kinds: &mut Kinds) -> Result<(), Flaw> {
        let list =
            child(root, "neighbors").ok_or_else(|| flaw(root, "the set has no <neighbors>"))?;
        for node in list.children().filter(|node| node.has_tag_name("neighbor")) {
            let (Some(left), Some(right)) = (self.side(node, "left")?, self.side(node, "right")?)
            else {
                continue;
            };
            let mut pair = [left, right];
            for _ in 0..2 {
                let [left, right] = pair;
                let [seen_left, seen_right] = pair.map(Posed::mirrored);
                kinds.allow_across(left.kind(), right.kind());
                kinds.allow_across(seen_right.kind(), seen_left.kind());
                // After a quarter turn to the left, what was at the right is above. Half a turn exchanges the two.
                let [lower, upper] = pair.map(Posed::turned);
                kinds.allow_down(upper.kind(), lower.kind());
                let [lower, upper] = [lower, upper].map(Posed::mirrored);
                kinds.allow_down(upper.kind(), lower.kind());
                pair = [right, left].map(|posed| posed.turned().turned());
            }
        }
        Ok(())
    }

    /// The tile and pose that a side of a pair names; `None` where the subset leaves it out.
    fn side(&self, node: Node<'d, 'd>, side: &str) -> Result<Option<Posed>, Flaw> {
        let text = attribute(node, side)?.trim();
        let (name, pose) = match text.rsplit_once(' ') {
            Some((name, pose)) if pose.parse::<usize>().is_ok() => {
                (name.trim(), pose.parse().unwrap_or(0))
            }
            _ => (text, 0),
        };
        if self.left_out.contains(&name) {
            return Ok(None);
        }
        let Some(&(first, letter)) = self.first.get(name) else {
            return Err(flaw(node, &format!("there is no tile called {name:?}")));
        };
        if pose >= 8 {
            let message =
                format!("{text:?}: expected a pose from 0 to 7 after the name of the tile");
            return Err(flaw(node, &message));
        }
        // A tile with fewer poses may be named by any: `line 3` is the line after three turns.
        let mut posed = Posed {
            first,
            letter,
            pose: 0,
        };
        for _ in 0..pose % 4 {
            posed = posed.turned();
        }
        Ok(Some(if pose < 4 { posed } else { posed.mirrored() }))
    }
}

/// A tile in one of its poses.
#[derive(Clone, Copy)]
struct Posed {
    first: usize,
    letter: Letter,
    pose: usize,
}

impl Posed {
    fn kind(self) -> usize {
        self.first + self.pose
    }

    fn turned(self) -> Self {
        Self {
            pose: self.letter.turned(self.pose),
            ..self
        }
    }

    fn mirrored(self) -> Self {
        Self {
            pose: self.letter.mirrored(self.pose),
            ..self
        }
    }
}

fn weight(node: Node) -> Result<f64, Flaw> {
    let Some(text) = node.attribute("weight") else {
        return Ok(1.0);
    };
    match text.trim().parse::<f64>() {
        Ok(weight) if weight.is_finite() && weight >= 0.0 => Ok(weight),
        _ => Err(flaw(
            node,
            &format!("weight {text:?}; expected a number from 0 on"),
        )),
    }
}

/// The names of the tiles of a subset.
fn subset_of<'d>(root: Node<'d, 'd>, name: &str) -> Result<Vec<&'d str>, Flaw> {
    let all = || {
        let list = child(root, "subsets")
            .into_iter()
            .flat_map(|list| list.children());
        list.filter(|node| node.has_tag_name("subset"))
    };
    let Some(subset) = all().find(|node| node.attribute("name") == Some(name)) else {
        let names: Vec<&str> = all().filter_map(|node| node.attribute("name")).collect();
        return Err(Flaw(format!(
            "there is no subset {name:?}; the subsets are {}",
            names.join(", ")
        )));
    };
    let tiles = subset.children().filter(|node| node.has_tag_name("tile"));
    tiles.map(|node| attribute(node, "name")).collect()
}

fn child<'d>(node: Node<'d, 'd>, name: &str) -> Option<Node<'d, 'd>> {
    node.children().find(|child| child.has_tag_name(name))
}

fn attribute<'d>(node: Node<'d, 'd>, name: &str) -> Result<&'d str, Flaw> {
    let missing = || flaw(node, &format!("<{}> has no {name}", node.tag_name().name()));
    node.attribute(name).ok_or_else(missing)
}

/// A sentence with its place.
fn flaw(node: Node, what: &str) -> Flaw {
    let at = node.document().text_pos_at(node.range().start);
    Flaw(format!("line {}, column {}: {what}", at.row, at.col))
}
