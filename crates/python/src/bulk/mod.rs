//! Many puzzles at once: columns in, columns out, as Arrow lays them out.
//!
//! `import.rs` takes whatever speaks Arrow's capsules (a column, a table, a stream of either), `puzzles.rs`
//! finds the texts in it where they lie, `arrays.rs` makes arrays of the answers, `answers.rs` walks from
//! one to the other, and `table.rs` is what comes out. Nothing needs pyarrow: capsules are pointers with a name.

mod answers;
mod arrays;
mod import;
mod made;
mod puzzles;
mod table;

pub(crate) use answers::{run, stream};
pub(crate) use made::{make, make_stream};
pub(crate) use table::{Stream, Table};
