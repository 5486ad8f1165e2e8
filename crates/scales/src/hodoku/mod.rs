//! `HoDoKu`'s scale: a level from easy to extreme, and a score, the sum over all steps.

mod step;
mod technique;

pub use step::{Candidate, Step};
pub use technique::{Level, Technique};
