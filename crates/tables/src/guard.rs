//! Protection against damaged files and the panics of the crate that reads them.
//!
//! The reader of Parquet believes much of a file's description of itself, and panics if that is impossible (a length
//! below zero, a page that ends before its values). To a caller it is one more way in which a file is damaged, so
//! here a panic becomes a [`TableError`]. Nothing is printed on standard error: the hook of the process sees only all
//! other panics.

use crate::files::TableError;
use std::cell::Cell;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

thread_local! {
    static IS_GUARDED: Cell<bool> = const { Cell::new(false) };
}

/// The answer of a reader of files; whatever it reads with must not be used after a fault.
pub(crate) fn guarded<T>(read: impl FnOnce() -> Result<T, TableError>) -> Result<T, TableError> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let others = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            if !IS_GUARDED.get() {
                others(panic);
            }
        }));
    });
    IS_GUARDED.set(true);
    let answer = panic::catch_unwind(AssertUnwindSafe(read));
    IS_GUARDED.set(false);
    answer.unwrap_or_else(|panic| {
        let why = panic.downcast_ref::<String>().map(String::as_str);
        let why = why.or_else(|| panic.downcast_ref::<&str>().copied());
        let why = why.unwrap_or("it cannot be understood");
        Err(TableError::new(format!("the file is damaged: {why}")))
    })
}
