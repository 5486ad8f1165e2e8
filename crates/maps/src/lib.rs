//! Maps from a maker's own tiles: like the sample, always, or a proof that there is none.
//!
//! [`Kinds`] are the tiles and which of them go together, a [`Ground`] is what a map is drawn on, and [`fill`] draws one.
//!
//! | module | what it is |
//! | --- | --- |
//! | `kinds`, `ground` | kinds of tile and their pairs; size, shape, what may stand where; maps |
//! | `fill` | the filling: row by row, and the ways out where it is stuck |
//! | `arcs`, `exact` | its tools: arc consistency, clause learning |
//! | `set`, `image` | a maker's kinds with names and looks; images |
//! | `world` | an endless world in chunks |
//! | `sample`, `xml` | where sets come from: an image as sample, files of tiles |

mod arcs;
mod exact;
mod fill;
mod ground;
mod image;
mod kinds;
mod sample;
mod set;
mod world;
#[cfg(feature = "files")]
mod xml;

pub use fill::{Likeness, Unfilled, complete, fill, redo};
pub use ground::{Ground, Joined, MOST_PLACES, Map};
pub use image::{Image, Pixel};
pub use kinds::{Kinds, MOST_KINDS, OPEN};
pub use sample::Learning;
pub use set::{Flaw, Set, distance};
pub use tilewright_model::budget::{Budget, End};
pub use world::World;
