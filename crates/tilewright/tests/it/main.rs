//! The library as its callers see it.

mod answers;
mod cut;
mod examples;
mod explain;
mod known;
mod lists;
mod paranoid;
mod play;
mod proofs;
mod seen;
