//! Files of the map editor Tiled: sets of tiles (`.tsx`, `.tsj`) and maps (`.tmx`, `.tmj`).
//!
//! Both ways to write them, XML and JSON, are read into the same tree (`node`), then into [`Tileset`]s and a [`TiledFile`],
//! which is a map with its layers. Kinds come from a **terrain set** (Tiled's Wang sets: colours at the corners and edges
//! of tiles) or from a **drawn layer**: its pairs of neighbours, or its squares as of any sample (`rules`). A map goes back
//! into the text of the drawing it came from, so its other layers, objects and properties stay as they were (`write`).
//!
//! A tile is named by its **gid**, as in Tiled: a number across all sets of tiles of a map, with three bits for how it is
//! flipped. 0 is an empty place.

mod data;
mod drawing;
mod look;
mod node;
mod rules;
mod tileset;
mod write;

pub use drawing::{GidGrid, Layer, TiledFile, Used};
pub use look::Looks;
pub use rules::{TiledRules, TiledSet};
pub use tileset::Tileset;

/// The bits of a gid that say how its tile is flipped: first along its diagonal, then across, then down.
pub(crate) const ACROSS: u32 = 1 << 31;
pub(crate) const DOWN: u32 = 1 << 30;
pub(crate) const DIAGONAL: u32 = 1 << 29;
/// A bit that hexagonal maps use.
const HEXAGONAL: u32 = 1 << 28;

/// All of them.
pub(crate) const FLIPS: u32 = ACROSS | DOWN | DIAGONAL | HEXAGONAL;
