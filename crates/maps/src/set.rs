//! A maker's tile set: kinds with their names and looks. Read it once, and make as many maps of it as you like.

use crate::ground::{Ground, Joined, Map};
use crate::image::{Image, Pixel};
use crate::kinds::{Kinds, OPEN};
use crate::number::number;
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
    pub(crate) look: Look,
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
            look: Look::Images(images),
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

    fn side(&self) -> usize {
        match &self.look {
            Look::Images(_) => 1,
            Look::Patterns { side, .. } => *side,
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
