//! Ratings of the two scales.

mod common;
mod library;
mod paths;
mod se;
mod steps;
