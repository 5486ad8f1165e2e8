//! A maker's tile set: kinds with their names and looks. Read it once, and make as many maps of it as you like.

use crate::ground::{Ground, Joined, Map};
use crate::image::{Image, Pixel};
use crate::kinds::{Kinds, OPEN};
use crate::number::number;
use std::collections::HashMap;
use std::fmt;

/// What is wrong with something that was given, in a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flaw(pub String);

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Flaw {}

/// Kinds of tile with names and looks.
#[derive(Clone, Debug)]
pub struct Set {
    pub(crate) kinds: Kinds,
    pub(crate) names: Vec<String>,
    /// Further names of kinds, which others may have too; empty if there are none.
    pub(crate) labels: Vec<Vec<String>>,
    /// Names of what leads out of the sides of kinds, such as roads, and the sides: above, to the right, below, to the left.
    pub(crate) sides: Vec<(String, Vec<[bool; 4]>)>,
    pub(crate) look: Look,
    /// The mirror images of kinds, left and right, then top and bottom, where their looks do not tell.
    pub(crate) mirrors: Option<[Vec<Option<usize>>; 2]>,
    /// The kind of the bottom row, which may be nowhere else.
    pub(crate) floor: Option<usize>,
    pub(crate) is_counted: bool,
}

/// The looks of the kinds.
#[derive(Clone, Debug)]
pub(crate) enum Look {
    /// An image for each, all of one size.
    Images(Vec<Image>),
    /// A square of pixels for each, which overlaps with those of its neighbours in all but one row or column.
    Patterns {
        side: usize,
        pixels: Vec<Vec<Pixel>>,
    },
}

impl Set {
    /// Kinds whose looks are images of one size; their weights are odds.
    ///
    /// # Panics
    /// If there is not a name and an image for each kind.
    pub fn of_images(kinds: Kinds, names: Vec<String>, images: Vec<Image>) -> Result<Self, Flaw> {
        assert_eq!((names.len(), images.len()), (kinds.count(), kinds.count()));
        let size = |image: &Image| (image.width(), image.height());
        let first = size(&images[0]);
        if let Some(odd) = images.iter().position(|image| size(image) != first) {
            let (width, height) = size(&images[odd]);
            return Err(Flaw(format!(
                "the image of {:?} has {width}×{height} pixels, and that of {:?} {}×{}; expected one size for all",
                names[odd], names[0], first.0, first.1
            )));
        }
        Ok(Self {
            kinds,
            names,
            labels: Vec::new(),
            sides: Vec::new(),
            look: Look::Images(images),
            mirrors: None,
            floor: None,
            is_counted: false,
        })
    }

    /// The kinds.
    pub fn kinds(&self) -> &Kinds {
        &self.kinds
    }

    /// The name of each kind.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The number of the kind with that name.
    pub fn find(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|known| known == name)
    }

    /// The kinds that a name stands for: the kind of that name, all poses of the tile of that name, or all that are labelled so.
    pub fn called(&self, name: &str) -> Result<Vec<usize>, Flaw> {
        let is_pose = |kind: &str| kind.rsplit_once(' ').is_some_and(|(tile, _)| tile == name);
        let is_called = |kind: &usize| {
            let labels = self.labels.get(*kind).into_iter().flatten();
            let own = &self.names[*kind];
            own == name || is_pose(own) || labels.into_iter().any(|label| label == name)
        };
        let found: Vec<usize> = (0..self.names.len()).filter(is_called).collect();
        if !found.is_empty() {
            return Ok(found);
        }
        let mut some: Vec<&str> = Vec::new();
        for known in self.labels.iter().flatten().chain(&self.names) {
            if some.len() < 8 && !some.contains(&known.as_str()) {
                some.push(known);
            }
        }
        Err(Flaw(format!(
            "there is no tile called {name:?}; the first are {}",
            some.join(", ")
        )))
    }

    /// With further names of kinds, which several may have: a list for each kind.
    #[must_use]
    pub fn labelled(mut self, labels: Vec<Vec<String>>) -> Self {
        assert_eq!(labels.len(), self.kinds.count(), "labels for each kind");
        self.labels = labels;
        self
    }

    /// With a name for what leads out of some sides of each kind, such as a road: above, to the right, below, to the left.
    #[must_use]
    pub fn with_sides(mut self, name: &str, sides: Vec<[bool; 4]>) -> Self {
        assert_eq!(sides.len(), self.kinds.count(), "sides of each kind");
        self.sides.push((name.to_owned(), sides));
        self
    }

    /// The sides out of which something of that name leads, for each kind.
    pub fn sides_called(&self, name: &str) -> Option<&[[bool; 4]]> {
        let (_, sides) = self.sides.iter().find(|(known, _)| known == name)?;
        Some(sides)
    }

    /// The sides on which some kinds are open to each other: those where none but these kinds may be. One that has no such
    /// side, as part of an area, is open on all.
    pub fn open_sides(&self, kinds: &[usize]) -> Vec<[bool; 4]> {
        let mut open = vec![[false; 4]; self.kinds.count()];
        let set = self.kinds.set_of(|kind| kinds.contains(&kind));
        for &kind in kinds {
            let sides = std::array::from_fn(|side| {
                let beside = self.kinds.beside(side, kind);
                let others = beside.iter().zip(&set).any(|(a, b)| a & !b != 0);
                !others && beside.iter().any(|&word| word != 0)
            });
            open[kind] = if sides == [false; 4] {
                [true; 4]
            } else {
                sides
            };
        }
        open
    }

    /// Returns true if each kind is a tile, not a square of several places.
    pub fn is_of_tiles(&self) -> bool {
        self.side() == 1
    }

    /// For each kind the one that looks like its mirror image, left and right or top and bottom exchanged.
    pub fn mirror_images(&self, is_across: bool) -> Vec<Option<usize>> {
        if let Some(images) = &self.mirrors {
            return images[usize::from(!is_across)].clone();
        }
        let seen = |image: &Image| {
            if is_across {
                image.mirrored()
            } else {
                image.mirrored().turned().turned()
            }
        };
        let images: Vec<Image> = match &self.look {
            Look::Images(images) => images.clone(),
            Look::Patterns { side, pixels } => pixels
                .iter()
                .map(|pixels| Image::new(*side, *side, |x, y| pixels[y * side + x]))
                .collect(),
        };
        let mut numbers = HashMap::new();
        for (kind, image) in images.iter().enumerate() {
            numbers.entry(image).or_insert(kind);
        }
        let own = |(kind, image): (usize, &Image)| {
            let mirrored = seen(image);
            if mirrored == *image {
                return Some(kind);
            }
            numbers.get(&mirrored).copied()
        };
        images.iter().enumerate().map(own).collect()
    }

    /// Returns true if the weights were counted in a sample: they are shares, and not odds.
    pub fn is_counted(&self) -> bool {
        self.is_counted
    }

    /// The ground of a map that is this many tiles wide and high; of patterns, this many pixels.
    pub fn ground(&self, width: usize, height: usize, joined: Joined) -> Result<Ground, Flaw> {
        let side = self.side();
        let lost = |is_joined: bool| if is_joined { 0 } else { side - 1 };
        let columns = width
            .checked_sub(lost(joined.across))
            .filter(|&columns| columns > 0);
        let rows = height
            .checked_sub(lost(joined.down))
            .filter(|&rows| rows > 0);
        let (Some(rows), Some(columns)) = (rows, columns) else {
            return Err(Flaw(format!(
                "a map of {width}×{height} is too small; each side is at least {side}"
            )));
        };
        if rows
            .checked_mul(columns)
            .is_none_or(|places| places > crate::MOST_PLACES)
        {
            return Err(Flaw(format!(
                "a map of {width}×{height} has more than {} places",
                crate::MOST_PLACES
            )));
        }
        let mut ground = Ground::new(&self.kinds, rows, columns).joined(joined);
        if let Some(floor) = self.floor {
            ground.keep_each(&self.kinds, |row, _, kind| {
                (row + 1 == rows) == (kind == floor)
            });
        }
        Ok(ground)
    }

    /// The ground of so many places, of which nothing is fixed; with a floor the set's own is kept.
    pub fn free_ground(&self, rows: usize, columns: usize, joined: Joined) -> Result<Ground, Flaw> {
        let over = |is_joined: bool| if is_joined { 0 } else { self.side() - 1 };
        self.ground(
            columns + over(joined.across),
            rows + over(joined.down),
            joined,
        )
    }

    /// The number of places that a kind shows, in a row or column.
    pub(crate) fn side(&self) -> usize {
        match &self.look {
            Look::Images(_) => 1,
            Look::Patterns { side, .. } => *side,
        }
    }

    /// The upper left pixel of each kind.
    #[cfg(feature = "files")]
    pub(crate) fn corners(&self) -> Vec<Pixel> {
        match &self.look {
            Look::Images(images) => images.iter().map(|image| image.at(0, 0)).collect(),
            Look::Patterns { pixels, .. } => pixels.iter().map(|pixels| pixels[0]).collect(),
        }
    }

    /// Keeps what an image of the whole map shows: of patterns each pixel, of tiles each that looks like a kind. Clear pixels are
    /// open, and so are those that `is_open` takes, by their column and row: pixels of patterns, or else tiles.
    pub fn keep_drawn(
        &self,
        ground: &mut Ground,
        drawn: &Image,
        is_open: impl Fn(usize, usize) -> bool,
    ) -> Result<(), Flaw> {
        let joined = ground.sides_joined();
        let whole = self.size_of(ground, joined);
        if (drawn.width(), drawn.height()) != whole {
            return Err(Flaw(format!(
                "it has {}×{} pixels; expected {}×{}, as many as the map",
                drawn.width(),
                drawn.height(),
                whole.0,
                whole.1
            )));
        }
        match &self.look {
            Look::Images(images) => self.keep_tiles(ground, drawn, images, is_open),
            Look::Patterns { side, pixels } => {
                self.keep_pixels(ground, drawn, (*side, pixels), is_open);
                Ok(())
            }
        }
    }

    fn keep_tiles(
        &self,
        ground: &mut Ground,
        drawn: &Image,
        images: &[Image],
        is_open: impl Fn(usize, usize) -> bool,
    ) -> Result<(), Flaw> {
        let (width, height) = (images[0].width(), images[0].height());
        for row in 0..ground.rows() {
            for column in (0..ground.columns()).filter(|&column| !is_open(column, row)) {
                let tile = Image::new(width, height, |x, y| {
                    drawn.at(column * width + x, row * height + y)
                });
                if tile.is_clear() {
                    continue;
                }
                if !images.contains(&tile) {
                    return Err(Flaw(format!(
                        "no kind looks like the tile in column {}, row {}, counted from 1",
                        column + 1,
                        row + 1
                    )));
                }
                ground.keep(&self.kinds, row, column, |kind| images[kind] == tile);
            }
        }
        Ok(())
    }

    fn keep_pixels(
        &self,
        ground: &mut Ground,
        drawn: &Image,
        (side, patterns): (usize, &[Vec<Pixel>]),
        is_open: impl Fn(usize, usize) -> bool,
    ) {
        for row in 0..ground.rows() {
            for column in 0..ground.columns() {
                let pixels = (0..side * side).map(|at| {
                    let (x, y) = (
                        (column + at % side) % drawn.width(),
                        (row + at / side) % drawn.height(),
                    );
                    (at, x, y)
                });
                let kept: Vec<(usize, Pixel)> = pixels
                    .filter(|&(_, x, y)| drawn.at(x, y)[3] > 0 && !is_open(x, y))
                    .map(|(at, x, y)| (at, drawn.at(x, y)))
                    .collect();
                if !kept.is_empty() {
                    let shows = |kind: usize| {
                        kept.iter()
                            .all(|&(at, colour)| patterns[kind][at] == colour)
                    };
                    ground.keep(&self.kinds, row, column, shows);
                }
            }
        }
    }

    /// Keeps on a pixel of a map, by its column and row, only the colours that are wanted; of tiles, on a tile whose upper left pixel it is.
    #[cfg(feature = "files")]
    pub(crate) fn keep_pixel(
        &self,
        ground: &mut Ground,
        (x, y): (usize, usize),
        is_wanted: impl Fn(Pixel) -> bool,
    ) {
        let Look::Patterns { side, pixels } = &self.look else {
            return;
        };
        let joined = ground.sides_joined();
        let over = |at: usize, count: usize, is_joined: bool| {
            let starts = (0..*side).filter_map(move |inner| match at.checked_sub(inner) {
                None if is_joined => Some(((at + count * side - inner) % count, inner)),
                start => start.map(|start| (start, inner)),
            });
            starts.filter(move |&(start, _)| start < count)
        };
        let (rows, columns) = (ground.rows(), ground.columns());
        for (row, below) in over(y, rows, joined.down) {
            for (column, right) in over(x, columns, joined.across) {
                let shows = |kind: usize| is_wanted(pixels[kind][below * side + right]);
                ground.keep(&self.kinds, row, column, shows);
            }
        }
    }

    /// The width and height of a drawn map in pixels.
    fn size_of(&self, ground: &Ground, joined: Joined) -> (usize, usize) {
        match &self.look {
            Look::Images(images) => (
                ground.columns() * images[0].width(),
                ground.rows() * images[0].height(),
            ),
            Look::Patterns { side, .. } => {
                let over = |is_joined: bool| if is_joined { 0 } else { side - 1 };
                (
                    ground.columns() + over(joined.across),
                    ground.rows() + over(joined.down),
                )
            }
        }
    }

    /// A map as an image; open places are clear.
    pub fn draw(&self, map: &Map, joined: Joined) -> Image {
        match &self.look {
            Look::Images(images) => draw_images(images, map),
            Look::Patterns { side, pixels } => {
                let over = |is_joined: bool| if is_joined { 0 } else { side - 1 };
                let (width, height) = (
                    map.columns() + over(joined.across),
                    map.rows() + over(joined.down),
                );
                Image::new(width, height, |x, y| {
                    let (column, row) = (x.min(map.columns() - 1), y.min(map.rows() - 1));
                    let pixel = (y - row) * side + x - column;
                    map.at(row, column)
                        .map_or([0; 4], |kind| pixels[kind][pixel])
                })
            }
        }
    }
}

fn draw_images(images: &[Image], map: &Map) -> Image {
    let (width, height) = (images[0].width(), images[0].height());
    let mut whole = Image::new(width * map.columns(), height * map.rows(), |_, _| [0; 4]);
    for (place, &kind) in map
        .kinds()
        .iter()
        .enumerate()
        .filter(|(_, kind)| **kind != OPEN)
    {
        let (row, column) = (place / map.columns(), place % map.columns());
        whole.paint(column * width, row * height, &images[usize::from(kind)]);
    }
    whole
}

/// How far the shares of the kinds of a map are from those of their weights: half the sum of all differences, from 0 for
/// the same shares to 1 for no kind in common.
pub fn distance(kinds: &Kinds, map: &Map) -> f64 {
    let tally = map.tally(kinds);
    let total = number(tally.iter().sum::<usize>().max(1));
    let weights: f64 = kinds.weights().iter().sum();
    let pairs = tally.iter().zip(kinds.weights());
    let differences =
        pairs.map(|(&count, weight)| (number(count) / total - weight / weights).abs());
    differences.sum::<f64>() / 2.0
}
