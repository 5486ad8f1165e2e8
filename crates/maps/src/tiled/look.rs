//! The images of Tiled's tiles, to draw maps with.

use super::drawing::{GidGrid, TiledFile};
use super::{ACROSS, DIAGONAL, DOWN, FLIPS};
use crate::image::Image;
use crate::set::Flaw;
use std::collections::HashMap;

/// The most pixels that a drawn map may have.
const MOST_PIXELS: usize = 1 << 28;

/// Images of tiles by their gids, read when they are needed.
pub struct Looks<'d, L> {
    drawing: &'d TiledFile,
    load: L,
    files: HashMap<(usize, String), Image>,
    tiles: HashMap<u32, Image>,
}

impl<'d, L: FnMut(usize, &str) -> Result<Vec<u8>, Flaw>> Looks<'d, L> {
    /// The images of a drawing's tiles; `load` gives the file that the set of that number names, or says why not.
    pub fn new(drawing: &'d TiledFile, load: L) -> Self {
        Self {
            drawing,
            load,
            files: HashMap::new(),
            tiles: HashMap::new(),
        }
    }

    /// A picture of some tiles; empty places are clear.
    pub fn draw(&mut self, grid: &GidGrid) -> Result<Image, Flaw> {
        let (width, height) = (self.drawing.tile_width, self.drawing.tile_height);
        let pixels = [width, height, grid.width, grid.height]
            .into_iter()
            .try_fold(1, usize::checked_mul)
            .filter(|&pixels| pixels <= MOST_PIXELS);
        let (across, down) = (grid.width, grid.height);
        pixels.ok_or_else(|| {
            Flaw(format!(
                "{across}×{down} tiles of {width}×{height} pixels are too large for an image"
            ))
        })?;
        if width == 0 || height == 0 {
            return Err(Flaw(
                "the tiles have no size, so they cannot be drawn".into(),
            ));
        }
        let mut whole = Image::new(across * width, down * height, |_, _| [0; 4]);
        for (at, &gid) in grid.gids.iter().enumerate().filter(|(_, gid)| **gid != 0) {
            if !self.tiles.contains_key(&gid) {
                let tile = self.tile(gid)?;
                self.tiles.insert(gid, tile);
            }
            whole.paint(at % across * width, at / across * height, &self.tiles[&gid]);
        }
        Ok(whole)
    }

    fn tile(&mut self, gid: u32) -> Result<Image, Flaw> {
        let name = || self.drawing.name(gid);
        let missing = || Flaw(format!("there is no image of tile {:?}", name()));
        let (number, tile) = self.drawing.tile(gid).ok_or_else(missing)?;
        let set = &self.drawing.tilesets[number].set;
        let (width, height) = (self.drawing.tile_width, self.drawing.tile_height);
        let own = set.tiles.get(&tile).and_then(|tile| tile.image.clone());
        let image = if let Some(file) = own {
            self.file(number, &file)?.clone()
        } else {
            let file = set.image.clone().ok_or_else(missing)?;
            let (tile_width, tile_height) = set.tile_size();
            let whole = self.file(number, &file)?;
            let step = |size: usize| size.saturating_add(set.spacing).max(1);
            let columns = match set.columns {
                0 => (whole.width() + set.spacing).saturating_sub(set.margin) / step(tile_width),
                columns => columns,
            }
            .max(1);
            let tile = tile as usize;
            let start =
                |at: usize, size: usize| at.checked_mul(step(size))?.checked_add(set.margin);
            let left = start(tile % columns, tile_width).ok_or_else(missing)?;
            let top = start(tile / columns, tile_height).ok_or_else(missing)?;
            let ends = |start: usize, size: usize, whole: usize| {
                start.checked_add(size).is_some_and(|end| end <= whole)
            };
            if !ends(left, tile_width, whole.width()) || !ends(top, tile_height, whole.height()) {
                return Err(Flaw(format!(
                    "tile {tile} lies outside of {file}, which has {}×{} pixels",
                    whole.width(),
                    whole.height()
                )));
            }
            Image::new(tile_width, tile_height, |x, y| whole.at(left + x, top + y))
        };
        let image = flip(&image, gid & FLIPS);
        if (image.width(), image.height()) != (width, height) {
            return Err(Flaw(format!(
                "tile {:?} has {}×{} pixels, but those of the map {width}×{height}; only tiles of one size are drawn",
                self.drawing.name(gid),
                image.width(),
                image.height()
            )));
        }
        Ok(image)
    }

    fn file(&mut self, set: usize, name: &str) -> Result<&Image, Flaw> {
        let key = (set, name.to_owned());
        if !self.files.contains_key(&key) {
            let bytes = (self.load)(set, name)?;
            let image = Image::from_png(&bytes);
            let image = image.map_err(|flaw| Flaw(format!("{name}: {flaw}")))?;
            self.files.insert(key.clone(), image);
        }
        Ok(&self.files[&key])
    }
}

/// An image that is flipped: first along its diagonal, then across, then down.
fn flip(image: &Image, flips: u32) -> Image {
    let mut image = image.clone();
    if flips & DIAGONAL != 0 {
        image = Image::new(image.height(), image.width(), |x, y| image.at(y, x));
    }
    if flips & ACROSS != 0 {
        image = image.mirrored();
    }
    if flips & DOWN != 0 {
        image = image.turned().mirrored().turned();
        image = image.turned().turned();
    }
    image
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_image_is_flipped_as_tiled_does() {
        let pixel = |at: usize| [at as u8, 0, 0, 255];
        let image = Image::new(2, 2, |x, y| pixel(2 * y + x));
        let seen = |flips| {
            let image = flip(&image, flips);
            [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(x, y)| image.at(x, y)[0])
        };
        assert_eq!(seen(0), [0, 1, 2, 3]);
        assert_eq!(seen(ACROSS), [1, 0, 3, 2]);
        assert_eq!(seen(DOWN), [2, 3, 0, 1]);
        assert_eq!(seen(DIAGONAL), [0, 2, 1, 3]);
        // A quarter turn to the right.
        assert_eq!(seen(DIAGONAL | ACROSS), [2, 0, 3, 1]);
    }
}
