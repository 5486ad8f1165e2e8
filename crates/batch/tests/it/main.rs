//! Batches: rows of every source, and generated ones.

mod batch;
mod generate;
