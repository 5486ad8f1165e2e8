//! Canonical forms of boards.

mod general;
mod nine;
mod random;
