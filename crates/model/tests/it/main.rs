//! The model through its public interface. `heap.rs` sets the gauge of its process and has a program of its own.

mod budget;
mod reading;
mod rules;
