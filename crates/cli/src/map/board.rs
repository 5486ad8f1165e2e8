//! Sets of edge tiles in TOML: their kinds, their board, and a plain drawing made from their sockets.

use super::{failure, size, text_of};
use crate::args;
use crate::failure::Failure;
use tilewright::maps::{Ground, Image, Joined, Kinds, Pixel, Set};
use tilewright::puzzles::tiles::{Shape, TILES, Tiles};

/// The width and height of a drawn tile.
const SIDE: usize = 9;

/// The socket of a side out of which nothing leads.
const NOTHING: &str = "none";

/// A set with a board of the size that was asked for.
#[derive(Debug)]
pub(super) struct Board {
    pub(super) set: Set,
    tiles: Tiles,
}

impl Board {
    pub(super) fn read(args: &args::Map) -> Result<Self, Failure> {
        let file = &args.source;
        let (width, height) = size(args)?;
        let text = text_of(file)?;
        let unread = |error: tilewright::puzzles::ParseError| Failure::of_text(&error, file, &text);
        let puzzle = TILES.read(&text, Some("toml")).map_err(unread)?;
        let tiles = puzzle.as_any().downcast_ref::<Tiles>();
        let tiles = tiles.ok_or_else(|| Failure::new("expected a set of edge tiles").file(file))?;
        let tiles = tiles
            .with_size(&format!("{height}x{width}"))
            .map_err(|error| Failure::new(error.message()).file(file))?;
        Ok(Self {
            set: set_of(&tiles)?,
            tiles,
        })
    }

    pub(super) fn ground(&self, joined: Joined) -> Result<Ground, Failure> {
        let joined = match self.tiles.shape() {
            Shape::Torus => Joined::TORUS,
            Shape::Grid => joined,
        };
        let (width, height) = (self.tiles.columns(), self.tiles.rows());
        let mut ground = self.set.ground(width, height, joined).map_err(failure)?;
        ground.keep_each(self.set.kinds(), |row, column, kind| {
            let fixed = self.tiles.kind_number_at(row, column);
            fixed.is_none_or(|fixed| fixed == kind) && self.tiles.may_stand(row, column, kind)
        });
        Ok(ground)
    }
}

fn set_of(tiles: &Tiles) -> Result<Set, Failure> {
    let known = tiles.set();
    let all = 0..known.kinds().len();
    let mut kinds = Kinds::new(known.kinds().iter().map(|kind| kind.weight).collect());
    for one in all.clone() {
        for other in all.clone() {
            if known.goes_across(one, other) {
                kinds.allow_across(one, other);
            }
            if known.goes_down(one, other) {
                kinds.allow_down(one, other);
            }
        }
    }
    let names: Vec<String> = known.kinds().iter().map(|kind| kind.name.clone()).collect();
    let sockets: Vec<[&str; 4]> = all
        .map(|kind| known.sockets_of(kind).unwrap_or([NOTHING; 4]))
        .collect();
    // A turned tile has the name of its tile with a number after it.
    let base = |name: &String| {
        let base = name.trim_end_matches(|last: char| last.is_ascii_digit());
        let base = base
            .strip_suffix('m')
            .filter(|base| names.iter().any(|it| it == base))
            .unwrap_or(base);
        names.iter().any(|it| it == base).then(|| base.to_owned())
    };
    let labels = names
        .iter()
        .map(|name| base(name).into_iter().collect())
        .collect();
    let images = names
        .iter()
        .zip(&sockets)
        .map(|(name, sockets)| draw(base(name).as_ref().unwrap_or(name), sockets));
    let mut set = Set::of_images(kinds, names.clone(), images.collect()).map_err(failure)?;
    let mut leading: Vec<&str> = sockets.iter().flatten().copied().collect();
    leading.sort_unstable();
    leading.dedup();
    for socket in leading.into_iter().filter(|&socket| socket != NOTHING) {
        let sides = sockets.iter().map(|sockets| sockets.map(|it| it == socket));
        set = set.with_sides(socket, sides.collect());
    }
    Ok(set.labelled(labels))
}

/// A tile with a band from its middle to each side out of which something leads; a lone tile has a block there.
fn draw(name: &str, sockets: &[&str; 4]) -> Image {
    let middle = SIDE / 2;
    let near = |at: usize| at.abs_diff(middle) <= 1;
    let band = |x: usize, y: usize| {
        let [above, right, below, left] = *sockets;
        let side = match (near(x), near(y)) {
            (true, true) => sockets.iter().copied().find(|&it| it != NOTHING),
            (true, false) if y < middle => Some(above),
            (true, false) => Some(below),
            (false, true) if x > middle => Some(right),
            (false, true) => Some(left),
            (false, false) => None,
        };
        side.filter(|&side| side != NOTHING)
    };
    Image::new(SIDE, SIDE, |x, y| match band(x, y) {
        Some(socket) => colour(socket, 70),
        None => colour(name, 180),
    })
}

/// A colour for a name, of that lightness at least.
fn colour(name: &str, light: u8) -> Pixel {
    let mixed = name.bytes().fold(0x811c_9dc5_u32, |mixed, byte| {
        (mixed ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    });
    let [red, green, blue, _] = mixed.to_be_bytes().map(|byte| light + byte % 70);
    [red, green, blue, 255]
}
