//! The options of `generate map`.

use super::{bytes, duration, number};
use crate::names;
use clap::{Args, ValueEnum, ValueHint};
use std::time::Duration;

const MAP_CODES: &str = "\
Exit codes:
  0  yes: the map was made
  1  no: there is no map of that size, with what is fixed
  2  bad input
  3  stopped before there was a map (--time, --memory, Ctrl-C)";

/// Make a map like a sample, or of a set of tiles: `generate map City.png 200x200 -o city.png`.
///
/// A sample is a PNG image: every little square of the map is one of its squares, and they are about as frequent. A set of
/// tiles is an XML file as those of WaveFunctionCollapse, with its images in the folder of its name, or a set of Tiled's with
/// terrains (.tsx, .tsj). A map of Tiled's (.tmx, .tmj) is filled where it is empty; --region fills a part of it anew, and
/// --learn makes a new map like it. The map that is made is a PNG image, a map for Tiled, or else JSON with the name of each tile.
///
/// The same seed makes the same map on every machine. If there is none, that is proved.
#[expect(clippy::doc_markdown, reason = "help is read in a terminal")]
#[expect(
    clippy::struct_excessive_bools,
    clippy::option_option,
    reason = "options of a command, each as it is typed"
)]
#[derive(Debug, Args)]
#[command(after_help = MAP_CODES)]
pub(crate) struct Map {
    /// The sample (.png), the set of tiles (.xml, .tsx, .tsj) or the drawn map (.tmx, .tmj).
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath, value_parser = names::parser())]
    pub(crate) source: String,
    /// The width and height of the map, in tiles, or in pixels where there is a sample: 200x100.
    #[arg(value_name = "SIZE", value_parser = size)]
    pub(crate) size: Option<(usize, usize)>,
    /// Take the rules from what is drawn in a map of Tiled's; with a size, make a new map of that size.
    #[arg(long, value_name = "SIZE", value_parser = size, num_args = 0..=1)]
    pub(crate) learn: Option<Option<(usize, usize)>>,
    /// The layer of a map of Tiled's; needed where it has several with tiles.
    #[arg(long, value_name = "NAME")]
    pub(crate) layer: Option<String>,
    /// Empty places of a map of Tiled's are tiles too; otherwise they are to be filled, and nothing is learnt from them.
    #[arg(long)]
    pub(crate) empty: bool,
    /// With --region of a map of Tiled's: keep what is drawn there, and fill its empty places alone.
    #[arg(long, requires = "region")]
    pub(crate) keep: bool,
    /// The side of the squares that are learnt from a sample [default: 3].
    #[arg(long, value_name = "N")]
    pub(crate) pattern: Option<usize>,
    /// The number of symmetries of a sample: 1 as it is, 2 with its mirror image, 8 in all ways [default: 8].
    #[arg(long, value_name = "S")]
    pub(crate) symmetry: Option<usize>,
    /// The sample ends at its edges; otherwise its opposite sides are neighbours.
    #[arg(long)]
    pub(crate) edges: bool,
    /// The bottom row of the map is the last square of the sample, which is nowhere else: ground under a landscape.
    #[arg(long, visible_alias = "ground")]
    pub(crate) floor: bool,
    /// The part of a set of tiles to use; of Tiled's, the terrain set.
    #[arg(long, value_name = "NAME")]
    pub(crate) subset: Option<String>,
    /// Opposite sides of the map are neighbours: both pairs of them, or those that are met by going across or down.
    #[arg(long, value_enum, value_name = "WAY", num_args = 0..=1, require_equals = true, default_missing_value = "both")]
    pub(crate) torus: Option<Torus>,
    /// Keep what this image of the whole map shows; its clear parts are filled.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, value_parser = names::parser())]
    pub(crate) fix: Option<String>,
    /// Fill only this part of the fixed image or of the map anew: its column and row, counted from 0, and its size, as in
    /// 10,10,32x32.
    #[arg(long, value_name = "X,Y,SIZE", value_parser = region, allow_hyphen_values = true)]
    pub(crate) region: Option<Region>,
    /// Put a tile somewhere: its column and row, counted from 0, and its name, as in "3,0=tower 1"; may be repeated.
    #[arg(long, value_name = "X,Y=NAME")]
    pub(crate) put: Vec<String>,
    /// The tiles along the border are of this name, in any pose; may be repeated.
    #[arg(long, value_name = "NAME")]
    pub(crate) border: Vec<String>,
    /// So many tiles of these names: tower=3..5, tower=4, "gate,tower=1.."; may be repeated.
    #[arg(long, value_name = "NAMES=RANGE")]
    pub(crate) count: Vec<String>,
    /// No tiles of these names, or none in a part of the map: swamp, swamp=0,0,20x20; may be repeated.
    #[arg(long, value_name = "NAMES[=X,Y,SIZE]")]
    pub(crate) ban: Vec<String>,
    /// Weigh tiles: by a number, forest=0.5, or by a grey picture that is stretched over the map, forest=north.png, where
    /// white is the usual weight and black none; may be repeated.
    #[arg(long, value_name = "NAMES=VALUE")]
    pub(crate) weigh: Vec<String>,
    /// Tiles of these names are at least so many steps apart: tower=4; may be repeated.
    #[arg(long, value_name = "NAMES=STEPS")]
    pub(crate) apart: Vec<String>,
    /// In a row or column at most so many tiles of these names follow each other: wall=3; may be repeated.
    #[arg(long, value_name = "NAMES=MOST")]
    pub(crate) run: Vec<String>,
    /// All tiles of these names, or all sides with these sockets, are linked with each other: road; may be repeated.
    #[arg(long, value_name = "NAMES")]
    pub(crate) connect: Vec<String>,
    /// Places that are linked by tiles of these names: "road=0,5 59,20"; may be repeated.
    #[arg(long, value_name = "NAMES=PLACES")]
    pub(crate) path: Vec<String>,
    /// The map is its own mirror image: left and right, top and bottom, or both.
    #[arg(long, value_enum, value_name = "WAY", num_args = 0..=1, require_equals = true, default_missing_value = "across")]
    pub(crate) mirror: Option<Mirror>,
    /// How frequencies are understood [default: shares of a sample, odds of a set].
    #[arg(long, value_enum, value_name = "HOW")]
    pub(crate) likeness: Option<MapLikeness>,
    /// Report how near the frequencies of the map are to those of the sample or set.
    #[arg(long)]
    pub(crate) report: bool,
    /// Make the same map for the same seed [default: another one each time].
    #[arg(long, value_name = "S", value_parser = number)]
    pub(crate) seed: Option<u64>,
    /// Write the map to this file: .png draws it, .tmx and .tmj are for Tiled, any other is JSON; `-` is standard output.
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath, value_parser = names::parser())]
    pub(crate) output: Option<String>,
    /// Also write an animated PNG of how the map was filled.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, value_parser = names::parser())]
    pub(crate) frames: Option<String>,
    /// Time for the map: 10s, 500ms, 2m.
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(crate) time: Option<Duration>,
    /// Memory for everything: 512MiB, 8GiB.
    #[arg(long, value_name = "SIZE", default_value = "2GiB", value_parser = bytes)]
    pub(crate) memory: u64,
}

/// The sides of a map that meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Torus {
    /// All.
    Both,
    /// The right and the left one.
    Across,
    /// The bottom and the top.
    Down,
}

/// The ways in which a map is its own mirror image.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Mirror {
    /// Left and right are exchanged.
    Across,
    /// Top and bottom are exchanged.
    Down,
    /// Both.
    Both,
}

impl Mirror {
    /// Whether left and right are exchanged, for each mirror.
    pub(crate) fn axes(self) -> &'static [bool] {
        match self {
            Self::Across => &[true],
            Self::Down => &[false],
            Self::Both => &[true, false],
        }
    }
}

/// How frequencies are understood.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum MapLikeness {
    /// As often in the map as in the sample.
    Shares,
    /// The odds wherever a tile is picked.
    Odds,
}

/// A part of a map: column, row, width and height.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Region {
    pub(crate) x: i64,
    pub(crate) y: i64,
    pub(crate) width: usize,
    pub(crate) height: usize,
}

impl Region {
    /// Returns true if a place lies in it.
    pub(crate) fn holds(self, x: i64, y: i64) -> bool {
        let is_within = |start: i64, length: usize, at: i64| {
            at >= start && at - start < i64::try_from(length).unwrap_or(i64::MAX)
        };
        is_within(self.x, self.width, x) && is_within(self.y, self.height, y)
    }
}

/// The most that a side may measure.
const LONGEST: usize = 1 << 24;

/// A width and a height, as those of pictures are written.
fn size(text: &str) -> Result<(usize, usize), String> {
    let side = |text: &str| {
        text.trim()
            .parse::<usize>()
            .ok()
            .filter(|side| (1..=LONGEST).contains(side))
    };
    let parts = text.split_once(['x', 'X', '×']);
    match parts.map(|(width, height)| (side(width), side(height))) {
        Some((Some(width), Some(height))) => Ok((width, height)),
        _ => Err("expected a width and a height such as 200x100".to_owned()),
    }
}

/// A part of a map as it is typed.
pub(crate) fn region(text: &str) -> Result<Region, String> {
    let expected = || "expected a column, a row and a size such as 10,10,32x32".to_owned();
    let mut parts = text.splitn(3, ',');
    let mut place = || {
        let number = parts.next()?.trim().parse::<i64>().ok()?;
        (number.unsigned_abs() <= LONGEST as u64).then_some(number)
    };
    let (x, y) = (place().ok_or_else(expected)?, place().ok_or_else(expected)?);
    let (width, height) = size(parts.next().ok_or_else(expected)?).map_err(|_| expected())?;
    Ok(Region {
        x,
        y,
        width,
        height,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_and_regions_are_read() {
        assert_eq!(size("200x100"), Ok((200, 100)));
        assert_eq!(
            region("-10,20,32x48"),
            Ok(Region {
                x: -10,
                y: 20,
                width: 32,
                height: 48
            })
        );
        for bad in ["", "200", "0x3", "3x", "-1x2", "99999999x1"] {
            assert!(size(bad).is_err(), "{bad}");
        }
        for bad in ["", "1,2", "1,2,3", "1,2,0x3", "a,2,3x3"] {
            assert!(region(bad).is_err(), "{bad}");
        }
    }
}
