//! Many tile puzzles at once: a column of texts in, columns of answers out.
//!
//! Makers and checkers of data sets have puzzles by the million in the column of a table, and want
//! a column beside it: the solution, its uniqueness, the difficulty, the canonical copy. [`run`]
//! does that with any column in the layout of Arrow, in place ([`Texts`]), and returns columns in
//! the same layout ([`Columns`]). [`generate`] makes puzzles by their numbers. A caller who has a file
//! instead of a column reads it with a [`TextSource`] (lines, CSV, JSON lines) and answers its chunks with
//! a [`ColumnWorker`] of each thread, or, where the answers are not columns, with a [`Worker`] that hands them
//! to [`RowAnswers`] of the caller; [`pipeline::run`] is below all of it.
//!
//! ```text
//!            pieces of rows                  plain rows, many at once ──▶ a bulk session ──┐
//!   texts ──────────────────▶ threads ──▶                                                 ├─▶ answers: columns, lines
//!                                            all others, one by one ────▶ a session ───────┘
//! ```
//!
//! - A row is answered by itself: neither its neighbours, nor where a batch begins, nor the number
//!   of threads changes its answer, which is that of the facade.
//! - No row is lost: a row that is null or not a puzzle has the status `malformed` and the reason.
//! - Nothing here knows of Arrow's crates, files or Python.
//!
//! ```
//! use tilewright_batch::{Operation, Pace, Task, TextColumn, run};
//!
//! let puzzles = TextColumn::of([
//!     Some("1...............2"),
//!     Some("1234341221434321"),
//!     Some("11.............."),
//!     None,
//! ])
//! .unwrap();
//! let columns = run(&Task::new(Operation::Check), puzzles.texts(), &Pace::new())?;
//! let words: Vec<_> = (0..4).map(|row| columns.text("status", row).unwrap()).collect();
//! assert_eq!(words, ["malformed", "unique", "unsolvable", "malformed"]);
//! assert_eq!(columns.text("solution", 1), Some("1234341221434321"));
//! assert_eq!(columns.text("reason", 3), Some("this row is null"));
//! # Ok::<(), tilewright_batch::Unfinished>(())
//! ```

mod answer;
mod bulk;
mod bytes;
mod chunk;
mod column;
mod columns;
pub mod csv;
mod generate;
mod object;
mod pages;
pub mod pipeline;
mod run;
mod source;
mod task;
mod texts;
mod writing;

pub use answer::Unanswered;
pub use bulk::Run;
pub use bytes::ByteSource;
pub use chunk::{Chunk, ChunkSize};
pub use column::{COLUMN_NAMES, NoColumn, free_names, listed, puzzle_column};
pub use columns::{Column, Columns, Numbers, TextColumn, Values};
pub use generate::{Recipe, Workshop, generate};
pub use run::{ColumnWorker, RowAnswers, Unfinished, Worker, run};
pub use source::{
    BYTE_ORDER_MARK, LONE_RETURN, LONGEST_LINE, Layout, ReadFault, TextHead, TextSource, Which,
    too_long,
};
pub use task::{Detail, Operation, Pace, Task};
pub use texts::{BadLayout, Offsets, RowFault, Texts, Validity};
/// The verdict about a row: the text of its column `status`.
pub use tilewright::Status;
pub use writing::{Writing, as_read, on_a_line, telling};
