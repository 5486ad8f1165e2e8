//! `HoDoKu`'s scale: a level from easy to extreme, and a score, the sum over all steps.

#[allow(
    dead_code,
    reason = "what walks a path with all techniques is yet to come"
)]
mod links;
mod step;
mod technique;

pub use step::{Candidate, Step};
pub use technique::{Level, Technique};
