//! Many puzzles at once: columns in, columns out, as Arrow lays them out.
//!
//! `import.rs` takes anything with Arrow's capsules (a column, a table, a stream of either), `place.rs` finds the
//! column of the puzzles, `answers.rs` asks for them, `scores.rs` scores answers, and `table.rs` is the output. Nothing needs pyarrow: capsules
//! are pointers with a name.

mod answers;
mod import;
mod made;
mod place;
mod scores;
mod table;
mod values;

pub(crate) use answers::{run, stream};
pub(crate) use made::{make, make_stream};
pub(crate) use scores::{score_columns, texts_of};
pub(crate) use table::{Stream, Table, restore_table, table_of};
