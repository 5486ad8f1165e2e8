//! Steps of logic: each follows from its reason and is right for all solutions.

mod derived;
mod families;
mod puzzles;
mod reasons;
mod sound;
