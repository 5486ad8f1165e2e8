//! Tilewright for Python: the native module `tilewright._native`.
//!
//! The package `tilewright` (in `python/tilewright`) is what people use and where everything is
//! documented; this module is the thin layer under it. It takes and gives plain values (texts, numbers, tuples)
//! and a few classes of its own: [`puzzle::Puzzle`], [`solutions::Solutions`], [`picture::Picture`].
//!
//! Anything that may take long runs on a thread of its own without the interpreter's lock, while the calling thread
//! waits and looks for signals ([`work`]), so that Ctrl-C works and other Python threads continue. An error comes
//! back as a [`failure::Failure`] and is raised as an exception of the package with the sentence of the command line.

mod bulk;
mod explain;
mod failure;
mod generate;
mod limits;
mod picture;
mod puzzle;
mod solutions;
mod text;
mod work;

use pyo3::prelude::*;

/// The native part of the package `tilewright`.
#[pymodule]
mod _native {
    use super::{Bound, PyModule, PyModuleMethods, PyResult};

    #[pymodule_export]
    use super::bulk::{
        Stream, Table, make, make_stream, restore_table, run, score_columns, stream, table_of,
        texts_of,
    };
    #[pymodule_export]
    use super::explain::{explain, hint};
    #[pymodule_export]
    use super::generate::generate;
    #[pymodule_export]
    use super::picture::Picture;
    #[pymodule_export]
    use super::puzzle::{Puzzle, board, families, parse, restore};
    #[pymodule_export]
    use super::solutions::Solutions;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
