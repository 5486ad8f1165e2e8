//! Files and folders that wait for their names. They are written under another name first; where
//! the command is ended in between, nobody is left to remove them but whoever ends it.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

static WAITING: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn waiting() -> MutexGuard<'static, Vec<PathBuf>> {
    WAITING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// This file or folder is to be removed if the command is ended.
pub(crate) fn add(path: &Path) {
    waiting().push(path.to_owned());
}

/// This one has its name, or is gone, or is to stay.
pub(crate) fn forget(path: &Path) {
    waiting().retain(|waiting| waiting != path);
}

/// Removes them: the command is being ended.
pub(crate) fn remove_all() {
    // Whoever holds it just now may be waiting for the memory that there is not.
    let Ok(mut waiting) = WAITING.try_lock() else {
        return;
    };
    for path in waiting.drain(..) {
        let _ = if path.is_dir() {
            fs::remove_dir_all(&path)
        } else {
            fs::remove_file(&path)
        };
    }
}
