//! Files and folders that are being made, and what is left of them.
//!
//! Whoever ends the command at once (Ctrl-C for the second time, a mismatch) has no time to go back
//! to who was writing, so all that is under way is listed here and removed at once. From then on the
//! list is closed: whoever would make, name or remove a file waits for the end of the command.
//!
//! A process that was killed removes nothing. Its part is known by its name, which ends with the
//! number of the process and a mark, and it is removed by the next one that makes the same thing, but
//! only if nobody can still be at work on it: no process of this machine has that number, and nobody
//! holds the lock, which a process on another machine that shares the folder would.

use std::collections::{BTreeSet, HashMap};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};
use std::thread;
use std::time::Duration;

/// What this process is making.
static UNDER_WAY: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// How often it is tried to get hold of that list, and how long between: longer than a file takes.
const ATTEMPTS: u32 = 500;
const BETWEEN: Duration = Duration::from_millis(1);

/// For each folder what somebody else had left there when it was first looked at.
static FOUND: Mutex<Option<HashMap<PathBuf, Vec<PathBuf>>>> = Mutex::new(None);

/// What stands around the number of the process in a name.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mark {
    before: &'static str,
    after: &'static str,
}

/// A file that is being written.
pub(crate) const FILE: Mark = Mark {
    before: ".",
    after: ".part",
};

/// A folder that is being filled.
pub(crate) const FOLDER: Mark = Mark {
    before: ".unfinished-",
    after: "",
};

/// What was left on purpose by a run that was stopped.
pub(crate) const STOPPED: Mark = Mark {
    before: ".",
    after: ".stopped",
};

impl Mark {
    /// What this process calls something until it has its own name.
    pub(crate) fn name(self, wanted: &Path) -> PathBuf {
        let mut name = wanted.to_path_buf().into_os_string();
        let Self { before, after } = self;
        name.push(format!("{before}{}{after}", std::process::id()));
        PathBuf::from(name)
    }

    /// The number of the process in the name of a part of `wanted`.
    fn process(self, part: &str, wanted: &str) -> Option<u32> {
        let rest = part.strip_prefix(wanted)?.strip_prefix(self.before)?;
        let number = rest.strip_suffix(self.after)?;
        let is_number = number.bytes().all(|byte| byte.is_ascii_digit());
        is_number.then(|| number.parse().ok())?
    }
}

/// A lock on something that is being made, held as long as this lives.
#[derive(Debug)]
pub(crate) struct Lock {
    _file: File,
}

impl Lock {
    /// Locks a new file or folder. Where there are no locks, the number of the process has to do.
    pub(crate) fn hold(file: &File) -> Option<Self> {
        let file = file.try_clone().ok()?;
        file.try_lock().ok()?;
        Some(Self { _file: file })
    }
}

fn under_way() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    UNDER_WAY.lock().unwrap_or_else(PoisonError::into_inner)
}

/// This file or folder is being made, and is to be removed if the command is ended.
pub(crate) fn add(path: &Path) {
    under_way().insert(path.to_owned());
}

/// Makes a new file that is to be removed if the command is ended.
pub(crate) fn create(path: &Path) -> io::Result<File> {
    let mut under_way = under_way();
    let file = File::create_new(path)?;
    under_way.insert(path.to_owned());
    Ok(file)
}

/// This file gets the name that it is to keep.
pub(crate) fn name(path: &Path, name: &Path) -> io::Result<()> {
    let mut under_way = under_way();
    fs::rename(path, name)?;
    under_way.remove(path);
    Ok(())
}

/// This file will not be finished.
pub(crate) fn discard(path: &Path) -> io::Result<()> {
    let mut under_way = under_way();
    under_way.remove(path);
    fs::remove_file(path)
}

/// This one has its name, or is gone, or is to stay.
pub(crate) fn forget(path: &Path) {
    under_way().remove(path);
}

/// The command is being ended: nothing of what is under way will be finished.
pub(crate) fn remove_all() {
    for _ in 0..ATTEMPTS {
        let under_way = match UNDER_WAY.try_lock() {
            Ok(under_way) => under_way,
            Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
            // Whoever holds it may be waiting for the memory that there is not, so there is an end
            // to this.
            Err(TryLockError::WouldBlock) => {
                thread::sleep(BETWEEN);
                continue;
            }
        };
        for path in &*under_way {
            remove(path);
        }
        // Nobody is to begin another one.
        std::mem::forget(under_way);
        return;
    }
}

/// Removes what others have left of this path under names with that mark.
pub(crate) fn clear(path: &Path, mark: Mark) {
    let (Some(folder), Some(name)) = (path.parent(), path.file_name().and_then(|n| n.to_str()))
    else {
        return;
    };
    let mut found = FOUND.lock().unwrap_or_else(PoisonError::into_inner);
    let found = found.get_or_insert_default();
    let left = found
        .entry(folder.to_owned())
        .or_insert_with(|| left_in(folder));
    left.retain(|left| {
        let other = left.file_name().and_then(|n| n.to_str());
        let Some(process) = other.and_then(|other| mark.process(other, name)) else {
            return true;
        };
        if is_abandoned(left, process) {
            remove(left);
            return false;
        }
        true
    });
}

/// What looks like a part of something.
fn left_in(folder: &Path) -> Vec<PathBuf> {
    let folder = if folder == Path::new("") {
        Path::new(".")
    } else {
        folder
    };
    let Ok(entries) = fs::read_dir(folder) else {
        return Vec::new();
    };
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let is_part = |path: &PathBuf| {
        let name = path.file_name().and_then(|name| name.to_str());
        name.is_some_and(|name| name.ends_with(FILE.after) || name.contains(FOLDER.before))
    };
    paths.filter(is_part).collect()
}

/// Whether nobody can be at work on it.
fn is_abandoned(path: &Path, process: u32) -> bool {
    // Without a list of processes nothing is known.
    if process == std::process::id() || !Path::new("/proc/self").exists() {
        return false;
    }
    if Path::new(&format!("/proc/{process}")).exists() {
        return false;
    }
    File::open(path).is_ok_and(|file| file.try_lock().is_ok())
}

fn remove(path: &Path) {
    let _ = if path.is_dir() {
        fs::remove_dir_all(path)
    } else {
        fs::remove_file(path)
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_known_by_their_names() {
        assert_eq!(FILE.process("a.csv.12.part", "a.csv"), Some(12));
        for other in [
            "a.csv.part",
            "a.csv.1x.part",
            "b.csv.12.part",
            "a.csv..part",
        ] {
            assert_eq!(FILE.process(other, "a.csv"), None, "{other}");
        }
        assert_eq!(FOLDER.process("p.unfinished-7", "p"), Some(7));
        assert_eq!(FOLDER.process("p.unfinished-7x", "p"), None);
        let mine = FILE.name(Path::new("a.csv"));
        assert_eq!(
            FILE.process(mine.to_str().unwrap(), "a.csv"),
            Some(std::process::id())
        );
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn only_what_nobody_works_on_is_removed() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target");
        let folder = std::env::var_os("CARGO_TARGET_DIR").map_or(folder, PathBuf::from);
        let folder = folder.join(format!("leftovers-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        // No process has a number as large as that.
        let [gone, locked, mine, other] = [
            "a.4194305.part".to_owned(),
            "a.4194306.part".to_owned(),
            format!("a.{}.part", std::process::id()),
            "b.4194305.part".to_owned(),
        ]
        .map(|name| folder.join(name));
        for path in [&gone, &locked, &mine, &other] {
            fs::write(path, "half").unwrap();
        }
        let held = Lock::hold(&File::open(&locked).unwrap());
        assert!(held.is_some());
        clear(&folder.join("a"), FILE);
        let there = [&gone, &locked, &mine, &other].map(|path| path.exists());
        assert_eq!(there, [false, true, true, true]);
        drop(held);
        fs::remove_dir_all(&folder).unwrap();
    }
}
