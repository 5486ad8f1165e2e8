//! Maps from a maker's own tiles: like the sample, always, or a proof that there is none.
//!
//! [`Kinds`] are the tiles and which of them go together, a [`Ground`] is what a map is drawn on, and [`fill`] draws one.
//!
//! **What is fixed or wanted** is told to the [`Ground`], and every way to fill it keeps it:
//!
//! | wish | call |
//! | --- | --- |
//! | a fixed place, a ban, a border | [`Ground::fix`], [`Ground::keep`], [`Ground::keep_each`] |
//! | weights by place, as those of a grey picture | [`Ground::weigh`] |
//! | counts, distances, longest runs, mirror images, what is linked | [`Ground::demand`] with a [`Rule`] |
//! | a part of a map anew, a drawn map that stays | [`redo`], [`complete`] |
//!
//! ```
//! use tilewright_maps::{Budget, Ground, Kinds, Likeness, Rule, fill};
//!
//! // Grass and towers; no two towers are nearer than five steps, and there are three to five of them.
//! let mut kinds = Kinds::new(vec![10.0, 1.0]);
//! for (one, other) in [(0, 0), (0, 1), (1, 0)] {
//!     kinds.allow_across(one, other);
//!     kinds.allow_down(one, other);
//! }
//! let mut ground = Ground::new(&kinds, 20, 20);
//! ground.demand(&kinds, Rule::Count { kinds: vec![1], least: 3, most: 5 });
//! ground.demand(&kinds, Rule::Apart { kinds: vec![1], steps: 5 });
//! let map = fill(&kinds, &ground, Likeness::Odds, 7, &Budget::default()).unwrap();
//! assert!(map.is_whole(&kinds, &ground));
//! assert!((3..=5).contains(&map.tally(&kinds)[1]));
//! ```
//!
//! | module | what it is |
//! | --- | --- |
//! | `kinds`, `ground` | kinds of tile and their pairs; size, shape, what may stand where; maps |
//! | `rules` | what a map must be like beyond its neighbours: counts, distances, mirror images, links |
//! | `fill` | the filling: row by row, and the ways out where it is stuck |
//! | `blocks` | block by block with a look ahead, for tiles without a period |
//! | `repeat` | a small torus, repeated and varied, where a large map cannot be finished |
//! | `clash` | why there is no map: fixed places that clash |
//! | `film` | what a map looked like while it was filled |
//! | `control` | counts and links in a filling |
//! | `arcs`, `exact`, `ruled` | its tools: arc consistency, clause learning, rules as clauses |
//! | `set`, `image` | a maker's kinds with names and looks; images |
//! | `world` | an endless world in chunks |
//! | `sample`, `xml` | where sets come from: an image as sample, files of tiles |
//! | `tiled`, `debroglie` | files of the map editor Tiled, and DeBroglie's configurations |

mod arcs;
mod blocks;
mod clash;
mod control;
#[cfg(feature = "files")]
mod debroglie;
mod exact;
mod fill;
mod film;
mod ground;
mod image;
mod kinds;
mod number;
mod repeat;
mod ruled;
mod rules;
mod sample;
mod set;
#[cfg(feature = "files")]
pub mod tiled;
mod world;
#[cfg(feature = "files")]
mod xml;

pub use clash::clash;
#[cfg(feature = "files")]
pub use debroglie::Plan;
pub use fill::{Likeness, Unfilled, complete, fill, redo};
pub use film::film;
pub use ground::{Ground, Joined, MOST_PLACES, Map};
pub use image::{Image, Pixel};
pub use kinds::{Kinds, MOST_KINDS, OPEN};
pub use rules::Rule;
pub use sample::Learning;
pub use set::{Flaw, Set, distance};
pub use tilewright_model::budget::{Budget, End};
pub use world::World;
