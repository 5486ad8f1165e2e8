//! The questions of the page.

mod any_json;
mod questions;
