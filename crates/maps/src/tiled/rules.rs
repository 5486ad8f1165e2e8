//! What goes together in a map of Tiled's: by the colours of a terrain set, or as in what is drawn.

#![expect(
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    reason = "a map has at most 16 million places, and chunks lie within 32 bits"
)]

use super::drawing::{GidGrid, TiledFile};
use super::tileset::{Terrain, Tileset, Turns};
use super::{ACROSS, DIAGONAL, DOWN, FLIPS};
use crate::image::{Image, Pixel};
use crate::kinds::{Kinds, MOST_KINDS};
use crate::set::Flaw;
use crate::{Ground, Joined, Learning, Map, Set};
use std::collections::HashMap;

/// The flips that are turns: none, a quarter to the right, half, and a quarter to the left.
const QUARTERS: [u32; 4] = [0, DIAGONAL | ACROSS, ACROSS | DOWN, DIAGONAL | DOWN];

/// Where rules come from.
#[derive(Clone, Copy, Debug)]
pub enum TiledRules<'r> {
    /// A terrain set: that of the name, or the first. Tiles go together whose corners and edges have the same colours.
    /// Where a layer is drawn, they are to be as frequent as there.
    Terrain(Option<&'r str>, Option<&'r GidGrid>),
    /// A drawn layer: tiles that are neighbours there go together.
    Pairs(&'r GidGrid),
    /// A drawn layer: each square of a map of that many places a side is one of the layer.
    Squares(&'r GidGrid, usize),
}

/// Kinds that are tiles of Tiled's. Their looks are pixels that stand for gids.
#[derive(Clone, Debug)]
pub struct TiledSet {
    set: Set,
    /// The gid that each pixel stands for.
    gids: Vec<u32>,
    numbers: HashMap<u32, usize>,
    /// An empty place of a layer is as drawn as any.
    has_empty: bool,
}

impl TiledSet {
    /// The kinds of a drawing by some rules. An empty place is a kind if `has_empty` says so.
    pub fn new(drawing: &TiledFile, rules: TiledRules, has_empty: bool) -> Result<Self, Flaw> {
        let mut set = match rules {
            TiledRules::Terrain(name, grid) => Self::of_terrain(drawing, name, grid),
            TiledRules::Pairs(grid) => Self::of_pairs(drawing, grid, has_empty),
            TiledRules::Squares(grid, side) => Self::of_squares(drawing, grid, side, has_empty),
        }?;
        set.has_empty = has_empty;
        Ok(set)
    }

    fn with(set: Set, gids: Vec<u32>) -> Self {
        let numbers = gids.iter().enumerate().map(|(at, &gid)| (gid, at));
        Self {
            numbers: numbers.collect(),
            set,
            gids,
            has_empty: false,
        }
    }

    fn of_terrain(
        drawing: &TiledFile,
        name: Option<&str>,
        grid: Option<&GidGrid>,
    ) -> Result<Self, Flaw> {
        let all = || {
            let sets = drawing.tilesets.iter();
            sets.flat_map(|used| used.set.terrains.iter().map(move |terrain| (used, terrain)))
        };
        let wanted = |terrain: &Terrain| name.is_none_or(|name| terrain.name == name);
        let Some((used, terrain)) = all().find(|(_, terrain)| wanted(terrain)) else {
            let names: Vec<String> = all()
                .map(|(_, terrain)| format!("{:?}", terrain.name))
                .collect();
            return Err(Flaw(match (name, names.is_empty()) {
                (Some(name), false) => format!(
                    "there is no terrain set {name:?}; the terrain sets are {}",
                    names.join(", ")
                ),
                _ => "there is no terrain set (Wang set) in it; a drawn map with --learn gives rules, too".into(),
            }));
        };
        let Coloured {
            mut tiles,
            mut weights,
        } = coloured(&used.set, terrain)?;
        for (gid, _) in &mut tiles {
            *gid += used.first;
        }
        // Where a tile has corners or edges without a colour, empty places are what lies beyond them.
        let ends = ends_of(&tiles);
        let is_open = |colours: &[u8; 8]| (0..8).any(|at| ends[at % 2] && colours[at] == 0);
        if tiles.iter().any(|(_, colours)| is_open(colours))
            && tiles.iter().all(|(_, colours)| *colours != [0; 8])
        {
            tiles.push((0, [0; 8]));
            weights.push(1.0);
        }
        if let Some(grid) = grid {
            count_drawn(grid, &tiles, &mut weights);
        }
        let mut kinds = Kinds::new(weights);
        join(&mut kinds, &tiles);
        if let Some(grid) = grid {
            let numbers = tiles.iter().enumerate().map(|(at, &(gid, _))| (gid, at));
            let numbers: HashMap<u32, usize> = numbers.collect();
            let kind = |&gid: &u32| numbers.get(&gid).filter(|_| gid != 0).copied();
            let places: Vec<Option<usize>> = grid.gids.iter().map(kind).collect();
            let (mut across, mut down) = neighbours(&places, grid.width);
            across.retain(|&(left, right), _| kinds.goes_across(left, right));
            down.retain(|&(upper, lower), _| kinds.goes_down(upper, lower));
            if !across.is_empty() && !down.is_empty() {
                kinds.see(&across, &down);
            }
        }
        let gids: Vec<u32> = tiles.iter().map(|&(gid, _)| gid).collect();
        let mut labels: Vec<Vec<String>> = gids.iter().map(|&gid| drawing.names(gid)).collect();
        for (labels, (_, colours)) in labels.iter_mut().zip(&tiles) {
            let first = colours.iter().copied().find(|&colour| colour > 0);
            let all = colours
                .iter()
                .all(|&colour| colour == 0 || Some(colour) == first);
            if let Some(colour) = first.filter(|_| all && !is_open(colours)) {
                let name = terrain.colours.get(usize::from(colour) - 1);
                labels.extend(name.map(|(name, _)| name.clone()));
            }
        }
        let mut set = Self::of_gids(drawing, kinds, gids, labels, grid.is_some())?;
        set.set.mirrors = Some([ACROSS, DOWN].map(|flip| mirrors(&tiles, flip)));
        Ok(set)
    }

    /// Kinds that are one gid each.
    fn of_gids(
        drawing: &TiledFile,
        kinds: Kinds,
        gids: Vec<u32>,
        labels: Vec<Vec<String>>,
        is_counted: bool,
    ) -> Result<Self, Flaw> {
        let names = gids.iter().map(|&gid| drawing.name(gid)).collect();
        let looks = (0..gids.len()).map(|number| Image::new(1, 1, |_, _| pixel(number)));
        let mut set = Set::of_images(kinds, names, looks.collect())?;
        set.labels = labels;
        set.is_counted = is_counted;
        let numbers: HashMap<u32, usize> = gids
            .iter()
            .enumerate()
            .map(|(at, &gid)| (gid, at))
            .collect();
        set.mirrors = Some([ACROSS, DOWN].map(|flip| {
            let image = |gid: &u32| match *gid {
                0 => numbers.get(&0).copied(),
                gid => numbers.get(&flipped(gid, flip)).copied(),
            };
            gids.iter().map(image).collect()
        }));
        Ok(Self::with(set, gids))
    }

    fn of_pairs(drawing: &TiledFile, grid: &GidGrid, has_empty: bool) -> Result<Self, Flaw> {
        let mut numbers = HashMap::new();
        let mut gids = Vec::new();
        let mut counts = Vec::new();
        let places: Vec<Option<usize>> = grid
            .gids
            .iter()
            .map(|&gid| {
                if gid == 0 && !has_empty {
                    return None;
                }
                let number = *numbers.entry(gid).or_insert_with(|| {
                    gids.push(gid);
                    counts.push(0.0);
                    gids.len() - 1
                });
                counts[number] += 1.0;
                Some(number)
            })
            .collect();
        check_count(gids.len())?;
        let mut kinds = Kinds::new(counts);
        let (across, down) = neighbours(&places, grid.width);
        for &(left, right) in across.keys() {
            kinds.allow_across(left, right);
        }
        for &(upper, lower) in down.keys() {
            kinds.allow_down(upper, lower);
        }
        kinds.see(&across, &down);
        let labels = gids.iter().map(|&gid| drawing.names(gid)).collect();
        Self::of_gids(drawing, kinds, gids, labels, true)
    }

    fn of_squares(
        drawing: &TiledFile,
        grid: &GidGrid,
        side: usize,
        has_empty: bool,
    ) -> Result<Self, Flaw> {
        let mut numbers: HashMap<u32, usize> = HashMap::new();
        let mut gids = Vec::new();
        for &gid in &grid.gids {
            numbers.entry(gid).or_insert_with(|| {
                gids.push(gid);
                gids.len() - 1
            });
        }
        let sample = Image::new(grid.width, grid.height, |x, y| {
            pixel(numbers[&grid.gids[y * grid.width + x]])
        });
        let learning = Learning {
            side,
            symmetry: 1,
            is_periodic: false,
            has_floor: false,
        };
        let hole = (!has_empty)
            .then(|| numbers.get(&0).map(|&number| pixel(number)))
            .flatten();
        let mut set = Set::from_sample_beside(&sample, learning, hole)?;
        set.labels = set
            .corners()
            .into_iter()
            .map(|corner| {
                let tile = gids[number_of(corner)];
                let mut names = drawing.names(tile);
                names.push(drawing.name(tile));
                names
            })
            .collect();
        Ok(Self::with(set, gids))
    }

    /// The kinds.
    pub fn set(&self) -> &Set {
        &self.set
    }

    /// Returns true if some kind shows a gid.
    pub fn has(&self, gid: u32) -> bool {
        self.numbers.contains_key(&gid)
    }

    /// A map as gids, with its first place in that column and row.
    pub fn gids(&self, map: &Map, joined: Joined, (left, top): (i64, i64)) -> GidGrid {
        let image = self.set.draw(map, joined);
        let mut grid = GidGrid::empty((left, top), image.width(), image.height());
        for (at, gid) in grid.gids.iter_mut().enumerate() {
            let colour = image.at(at % image.width(), at / image.width());
            *gid = if colour[3] == 0 {
                0
            } else {
                self.gids[number_of(colour)]
            };
        }
        grid
    }

    /// A ground on which a rectangle of a drawn layer is to be filled: places that are not `is_open` keep what is drawn there,
    /// and the places around the rectangle go with what is drawn there, as far as that is of these kinds.
    pub fn ground(
        &self,
        drawing: &TiledFile,
        layer: &GidGrid,
        part: &GidGrid,
        is_open: impl Fn(i64, i64) -> bool,
    ) -> Result<(Ground, (i64, i64)), Flaw> {
        let margin = (self.set.side() - 1) as i64;
        // Squares reach over the rectangle by all but one place, as far as there is a layer.
        let all = layer.grown(part);
        let left = (part.left - margin).max(all.left);
        let top = (part.top - margin).max(all.top);
        let end = |start: i64, length: usize| start + length as i64;
        let right = (end(part.left, part.width) + margin).min(end(all.left, all.width));
        let bottom = (end(part.top, part.height) + margin).min(end(all.top, all.height));
        let (width, height) = ((right - left) as usize, (bottom - top) as usize);
        let mut ground = self.set.ground(width, height, Joined::default())?;
        let is_within = |x, y| part.place(x, y).is_some();
        let mut shown = vec![[0; 4]; width * height];
        for (at, colour) in shown.iter_mut().enumerate() {
            let (x, y) = (left + (at % width) as i64, top + (at / width) as i64);
            let gid = layer.at(x, y);
            if !self.is_drawn(layer, x, y) || is_within(x, y) && is_open(x, y) {
                continue;
            }
            match self.numbers.get(&gid) {
                Some(&number) => *colour = pixel(number),
                None if is_within(x, y) => {
                    return Err(Flaw(format!(
                        "tile {:?} is drawn in column {x}, row {y}, but the rules do not have it",
                        drawing.name(gid)
                    )));
                }
                None => {}
            }
        }
        let drawn = Image::new(width, height, |x, y| shown[y * width + x]);
        self.set.keep_drawn(&mut ground, &drawn, |_, _| false)?;
        if margin == 0 {
            self.keep_beside(&mut ground, layer, part);
        }
        Ok((ground, (left, top)))
    }

    fn is_drawn(&self, layer: &GidGrid, x: i64, y: i64) -> bool {
        layer.at(x, y) != 0 || self.has_empty && layer.place(x, y).is_some()
    }

    /// Keeps along the sides of a rectangle what goes with what is drawn beyond them.
    fn keep_beside(&self, ground: &mut Ground, layer: &GidGrid, part: &GidGrid) {
        let kinds = self.set.kinds();
        for row in 0..part.height {
            for column in 0..part.width {
                let (x, y) = (part.left + column as i64, part.top + row as i64);
                for (right, down) in [(0, -1), (1, 0), (0, 1), (-1, 0)] {
                    let (x, y) = (x + right, y + down);
                    if part.place(x, y).is_some() {
                        continue;
                    }
                    let other = self.numbers.get(&layer.at(x, y));
                    let Some(&other) = other.filter(|_| self.is_drawn(layer, x, y)) else {
                        continue;
                    };
                    ground.keep(kinds, row, column, |kind| match (right, down) {
                        (0, -1) => kinds.goes_down(other, kind),
                        (0, _) => kinds.goes_down(kind, other),
                        (1, _) => kinds.goes_across(kind, other),
                        _ => kinds.goes_across(other, kind),
                    });
                }
            }
        }
    }
}

impl TiledFile {
    /// The name of a tile: its number in its set, after the name of the set if there are several, and how it is flipped.
    pub fn name(&self, gid: u32) -> String {
        let Some((set, number)) = self.tile(gid) else {
            return "empty".to_owned();
        };
        let mut name = number.to_string();
        if self.tilesets.len() > 1 {
            name = format!("{}:{name}", self.tilesets[set].set.name);
        }
        if gid & FLIPS != 0 {
            name.push(' ');
        }
        for (bit, letter) in [(DIAGONAL, 'd'), (ACROSS, 'h'), (DOWN, 'v')] {
            if gid & bit != 0 {
                name.push(letter);
            }
        }
        name
    }

    /// The names that a maker gave a tile.
    fn names(&self, gid: u32) -> Vec<String> {
        let tile = self.tile(gid).and_then(|(set, number)| {
            let tiles = &self.tilesets[set].set.tiles;
            tiles.get(&number)
        });
        tile.map_or_else(Vec::new, |tile| tile.names.clone())
    }
}

type Pairs = HashMap<(usize, usize), f64>;

/// How often kinds are neighbours: the second to the right of the first, and below it.
fn neighbours(places: &[Option<usize>], width: usize) -> (Pairs, Pairs) {
    let (mut across, mut down) = (Pairs::new(), Pairs::new());
    for (place, kind) in places.iter().enumerate() {
        let Some(kind) = *kind else { continue };
        let right = (place % width + 1 < width).then(|| places[place + 1]);
        if let Some(right) = right.flatten() {
            *across.entry((kind, right)).or_default() += 1.0;
        }
        if let Some(lower) = places.get(place + width).copied().flatten() {
            *down.entry((kind, lower)).or_default() += 1.0;
        }
    }
    (across, down)
}

/// For each tile one whose colours are its own in a mirror: itself, if it may be.
fn mirrors(tiles: &[(u32, [u8; 8])], flip: u32) -> Vec<Option<usize>> {
    let own = |(kind, (_, colours)): (usize, &(u32, [u8; 8]))| {
        let mirrored = turned(*colours, flip);
        if mirrored == *colours {
            return Some(kind);
        }
        tiles.iter().position(|(_, known)| *known == mirrored)
    };
    tiles.iter().enumerate().map(own).collect()
}

/// Weighs tiles as often as they are drawn; one that is not drawn is rare.
fn count_drawn(grid: &GidGrid, tiles: &[(u32, [u8; 8])], weights: &mut [f64]) {
    let mut counts: HashMap<u32, f64> = HashMap::new();
    for &gid in grid.gids.iter().filter(|&&gid| gid != 0) {
        *counts.entry(gid).or_default() += 1.0;
    }
    if counts.is_empty() {
        return;
    }
    for ((gid, _), weight) in tiles.iter().zip(weights) {
        let rare = 0.1 * weight.min(1.0);
        *weight = counts.get(gid).copied().unwrap_or(rare);
    }
}

fn check_count(count: usize) -> Result<(), Flaw> {
    match count {
        0 => Err(Flaw(
            "nothing is drawn there, so nothing can be learnt".into(),
        )),
        1..=MOST_KINDS => Ok(()),
        _ => Err(Flaw(format!("{count} kinds; {MOST_KINDS} is the most"))),
    }
}

/// The pixel that stands for a number.
fn pixel(number: usize) -> Pixel {
    let [low, middle, high, _] = (number as u32).to_le_bytes();
    [low, middle, high, 255]
}

fn number_of([low, middle, high, _]: Pixel) -> usize {
    u32::from_le_bytes([low, middle, high, 0]) as usize
}

/// The tiles of a terrain set with those that stand in for others.
struct Coloured {
    tiles: Vec<(u32, [u8; 8])>,
    weights: Vec<f64>,
}

fn coloured(set: &Tileset, terrain: &Terrain) -> Result<Coloured, Flaw> {
    let mut tiles: Vec<(u32, [u8; 8])> = Vec::new();
    let mut known: HashMap<u32, usize> = HashMap::new();
    for &(gid, colours) in &terrain.tiles {
        if known.insert(gid, tiles.len()).is_none() && colours != [0; 8] {
            tiles.push((gid, colours));
        }
    }
    if tiles.is_empty() {
        return Err(Flaw(format!(
            "the terrain set {:?} has no tiles with colours",
            terrain.name
        )));
    }
    let plain = tiles.clone();
    for flips in flips_of(set.turns) {
        for &(gid, colours) in &plain {
            let gid = flipped(gid, flips);
            let colours = turned(colours, flips);
            let is_known = |&(other, had): &(u32, [u8; 8])| {
                let is_same_tile = other & !FLIPS == gid & !FLIPS;
                had == colours && (other & FLIPS == 0 || is_same_tile)
            };
            let is_there = set.turns.only_missing && tiles.iter().any(is_known);
            if !is_there && !known.contains_key(&gid) {
                known.insert(gid, tiles.len());
                tiles.push((gid, colours));
            }
        }
    }
    check_count(tiles.len() + 1)?;
    let probability = |colour: u8| {
        let colour = usize::from(colour).checked_sub(1);
        let known = colour.and_then(|colour| terrain.colours.get(colour));
        known.map_or(1.0, |&(_, probability)| probability)
    };
    let weight = |&(gid, colours): &(u32, [u8; 8])| {
        let all: f64 = colours.iter().map(|&colour| probability(colour)).product();
        (set.probability(gid & !FLIPS) * all).min(1e12)
    };
    let weights = tiles.iter().map(weight).collect();
    Ok(Coloured { tiles, weights })
}

/// The flips by which tiles may be turned, besides none.
fn flips_of(turns: Turns) -> Vec<u32> {
    let quarters = if turns.quarters {
        &QUARTERS[..]
    } else {
        &QUARTERS[..1]
    };
    let mut mirrors = vec![0];
    if turns.across {
        mirrors.push(ACROSS);
    }
    if turns.down {
        mirrors.push(DOWN);
    }
    if turns.across && turns.down {
        mirrors.push(ACROSS | DOWN);
    }
    let mut all = Vec::new();
    for &quarter in quarters {
        for &mirror in &mirrors {
            // Flips of a tile after its diagonal one are exchanged by taking them twice.
            let flips = quarter ^ mirror;
            if flips != 0 && !all.contains(&flips) {
                all.push(flips);
            }
        }
    }
    all
}

/// A gid whose tile is flipped further: first along its diagonal, if at all.
fn flipped(gid: u32, flips: u32) -> u32 {
    if flips & DIAGONAL == 0 {
        return gid ^ flips;
    }
    // Along the diagonal, across becomes down.
    let mut turned = gid & !(ACROSS | DOWN) ^ DIAGONAL;
    for (old, new) in [(ACROSS, DOWN), (DOWN, ACROSS)] {
        if gid & old != 0 {
            turned |= new;
        }
    }
    turned ^ flips & (ACROSS | DOWN)
}

/// The colours of a tile that is flipped.
fn turned(mut colours: [u8; 8], flips: u32) -> [u8; 8] {
    for (bit, sum) in [(DIAGONAL, 6), (ACROSS, 8), (DOWN, 4)] {
        if flips & bit != 0 {
            colours = std::array::from_fn(|at| colours[(8 + sum - at) % 8]);
        }
    }
    colours
}

/// Whether edges and corners have colours at all.
fn ends_of(tiles: &[(u32, [u8; 8])]) -> [bool; 2] {
    [0, 1].map(|first| {
        let mut all = tiles.iter();
        all.any(|(_, colours)| (first..8).step_by(2).any(|at| colours[at] > 0))
    })
}

/// Lets tiles be neighbours whose colours agree where they touch.
fn join(kinds: &mut Kinds, tiles: &[(u32, [u8; 8])]) {
    let three = |colours: &[u8; 8], at: [usize; 3]| at.map(|at| colours[at]);
    let mut lefts: HashMap<[u8; 3], Vec<usize>> = HashMap::new();
    let mut tops: HashMap<[u8; 3], Vec<usize>> = HashMap::new();
    for (kind, (_, colours)) in tiles.iter().enumerate() {
        lefts
            .entry(three(colours, [7, 6, 5]))
            .or_default()
            .push(kind);
        tops.entry(three(colours, [7, 0, 1]))
            .or_default()
            .push(kind);
    }
    for (kind, (_, colours)) in tiles.iter().enumerate() {
        let right = lefts.get(&three(colours, [1, 2, 3]));
        for &right in right.into_iter().flatten() {
            kinds.allow_across(kind, right);
        }
        let lower = tops.get(&three(colours, [5, 4, 3]));
        for &lower in lower.into_iter().flatten() {
            kinds.allow_down(kind, lower);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A tile whose pixels are its corners: above left and right, below right and left.
    fn flip_corners([a, b, c, d]: [u8; 4], flips: u32) -> [u8; 4] {
        let mut corners = [a, b, c, d];
        if flips & DIAGONAL != 0 {
            corners.swap(1, 3);
        }
        if flips & ACROSS != 0 {
            corners.swap(0, 1);
            corners.swap(2, 3);
        }
        if flips & DOWN != 0 {
            corners.swap(0, 3);
            corners.swap(1, 2);
        }
        corners
    }

    #[test]
    fn colours_are_flipped_as_the_picture_is() {
        let all = [0, ACROSS, DOWN, DIAGONAL];
        for flips in all.iter().flat_map(|a| all.map(|b| a | b)) {
            let [a, b, c, d] = flip_corners([1, 2, 3, 4], flips);
            let colours = turned([0, 2, 0, 3, 0, 4, 0, 1], flips);
            assert_eq!(colours, [0, b, 0, c, 0, d, 0, a], "{flips:x}");
        }
    }

    #[test]
    fn flips_of_flips_are_flips_of_the_picture() {
        for first in 0..8u32 {
            for second in 0..8u32 {
                let (first, second) = (first << 29, second << 29);
                let once = flip_corners([1, 2, 3, 4], first);
                let twice = flip_corners(once, second);
                let gid = flipped(7 | first, second);
                assert_eq!(flip_corners([1, 2, 3, 4], gid), twice);
            }
        }
    }
}
