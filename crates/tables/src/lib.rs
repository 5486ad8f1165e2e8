//! Columns of puzzles and answers as Arrow arrays, and tables of them as files.
//!
//! [`tilewright_batch`] has Arrow's layout and not its crates, which are large. Here both meet, without
//! copying: [`Puzzles`] is a column of an Arrow table as one that comes in, [`arrays`] makes Arrow
//! arrays of the columns that come out. [`Reader`] reads Parquet and [`Writer`] writes Parquet, CSV and
//! JSON lines, from and to whatever the caller has opened: nothing here touches files by itself. They are
//! behind the feature `files`, and so are the large crates that they need.
//!
//! ```
//! use std::sync::Arc;
//! use tilewright_batch::{Operation, Pace, Task, run};
//! use tilewright_tables::{Puzzles, arrays, arrow_array::{ArrayRef, StringArray}};
//!
//! let column: ArrayRef = Arc::new(StringArray::from(vec![Some("1234341221434321"), None]));
//! let puzzles = Puzzles::of(&column).unwrap();
//! let answers = run(&Task::new(Operation::Check), puzzles.texts(), &Pace::new())?;
//! let columns = arrays(answers);
//! assert_eq!(columns[0].0.name(), "status");
//! assert_eq!(columns[0].1.len(), 2);
//! # Ok::<(), tilewright_batch::Unfinished>(())
//! ```

mod arrays;
#[cfg(feature = "files")]
mod files;
#[cfg(feature = "files")]
mod guard;

pub use arrays::{Puzzles, arrays, beside, is_text, texts};
pub use arrow_array;
pub use arrow_schema;
#[cfg(feature = "files")]
pub use files::{Output, Reader, TableError, Writer};
