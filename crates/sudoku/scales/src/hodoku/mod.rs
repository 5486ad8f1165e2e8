//! `HoDoKu`'s scale: a level from easy to extreme, and a score, the sum over all steps.
//!
//! The score depends on the path, and the path on which of several steps is taken. So each search
//! goes through cells, digits and units in the order in which `HoDoKu` does, on bit sets, and stops at
//! the step that it would take.

mod bug;
mod colours;
mod find;
mod fish;
mod intersections;
mod links;
mod path;
mod patterns;
mod rectangles;
mod sets;
mod singles;
mod sink;
mod step;
mod subsets;
mod sue_de_coq;
mod technique;
mod templates;
mod wings;

pub use find::{Options, all_steps};
pub use path::{Rating, rate};
pub use step::{Candidate, HodokuStep};
pub use technique::{HodokuLevel, Technique};
