//! Pictures of every sort.

#[cfg(feature = "png")]
mod gallery;
mod pictures;
mod properties;
mod snapshots;
