//! Files and folders in the making, and the remains of killed runs.
//!
//! A command that ends at once (Ctrl-C for the second time, a mismatch) has no time to return to its
//! writers, so every unfinished file is listed here and removed at once. From then on the
//! list is closed: a thread that would make, name or remove a file waits for the end of the command.
//!
//! A killed process removes nothing. Its part is known by its name, which ends with the number of the process and a
//! mark. The next process that makes the same thing removes it, but only if no process can still be at work on it: no
//! other process of this machine has that number, and none holds the lock, which a process on another machine that
//! shares the folder would.
//!
//! Numbers of processes come again, and in a container it is always the same one. So a name that is taken is not
//! used: [`Mark::names`] has others. A part with the number of this very process that this process does not know
//! belongs to an earlier process with that number.

use std::collections::{BTreeSet, HashMap};
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};
use std::thread;
use std::time::Duration;

/// The files that this process is making.
static UNDER_WAY: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// Attempts to lock the list, and the pause between them: longer in all than a file takes.
const ATTEMPTS: u32 = 500;
const BETWEEN: Duration = Duration::from_millis(1);

/// The most names that are tried for one part.
const MOST_NAMES: u32 = 1000;

/// For each folder the parts of other processes at the first look.
static FOUND: Mutex<Option<HashMap<PathBuf, Vec<PathBuf>>>> = Mutex::new(None);

/// The text around the number of the process in a name.
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

/// A file that a stopped run left on purpose.
pub(crate) const STOPPED: Mark = Mark {
    before: ".",
    after: ".stopped",
};

impl Mark {
    /// The names that this process may use until a file has its own: `a.7.part`, and if that is taken `a.7-2.part`
    /// and so on.
    pub(crate) fn names(self, wanted: &Path) -> impl Iterator<Item = PathBuf> {
        let Self { before, after } = self;
        let wanted = wanted.as_os_str().to_owned();
        let process = std::process::id();
        (1..=MOST_NAMES).map(move |attempt| {
            let mut name = wanted.clone();
            name.push(match attempt {
                1 => format!("{before}{process}{after}"),
                _ => format!("{before}{process}-{attempt}{after}"),
            });
            PathBuf::from(name)
        })
    }

    /// The number of the process in the name of a part of `wanted`.
    fn process(self, part: &OsStr, wanted: &OsStr) -> Option<u32> {
        let rest = part.as_encoded_bytes();
        let rest = rest.strip_prefix(wanted.as_encoded_bytes())?;
        let rest = rest.strip_prefix(self.before.as_bytes())?;
        let number = str::from_utf8(rest.strip_suffix(self.after.as_bytes())?).ok()?;
        let (process, attempt) = number.split_once('-').unwrap_or((number, "0"));
        let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        let is_ours = is_number(process) && is_number(attempt) && !attempt.is_empty();
        is_ours.then(|| process.parse().ok())?
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

/// Makes something new under the first name that is free: it is to be removed if the command is
/// ended. `make` fails where the name is taken.
pub(crate) fn create<T>(
    wanted: &Path,
    mark: Mark,
    make: impl Fn(&Path) -> io::Result<T>,
) -> io::Result<(PathBuf, T)> {
    let mut under_way = under_way();
    let mut refused = io::Error::from(io::ErrorKind::AlreadyExists);
    for path in mark.names(wanted) {
        match make(&path) {
            Ok(new) => {
                under_way.insert(path.clone());
                return Ok((path, new));
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => refused = error,
            Err(error) => return Err(error),
        }
    }
    Err(refused)
}

/// Keeps the part, under the first free name with that mark; returns the name.
pub(crate) fn keep(path: &Path, wanted: &Path, mark: Mark) -> io::Result<PathBuf> {
    let is_free = |name: &PathBuf| name.symlink_metadata().is_err();
    let free = mark.names(wanted).find(is_free);
    let free = free.ok_or(io::ErrorKind::AlreadyExists)?;
    name(path, &free)?;
    Ok(free)
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

/// The command is being ended: nothing under way will be finished.
pub(crate) fn remove_all() {
    for _ in 0..ATTEMPTS {
        let under_way = match UNDER_WAY.try_lock() {
            Ok(under_way) => under_way,
            Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
            // The holder may be waiting for memory that is not there, so there is an end to this.
            Err(TryLockError::WouldBlock) => {
                thread::sleep(BETWEEN);
                continue;
            }
        };
        for path in &*under_way {
            remove(path);
        }
        // No other thread may begin another one.
        std::mem::forget(under_way);
        return;
    }
}

/// Removes the parts that others have left of this path under names with that mark.
pub(crate) fn clear(path: &Path, mark: Mark) {
    let (Some(folder), Some(name)) = (path.parent(), path.file_name()) else {
        return;
    };
    let mut found = FOUND.lock().unwrap_or_else(PoisonError::into_inner);
    let found = found.get_or_insert_default();
    let left = found
        .entry(folder.to_owned())
        .or_insert_with(|| left_in(folder));
    left.retain(|left| {
        let other = left.file_name();
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

/// The files that look like a part of something.
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
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.ends_with(FILE.after) || name.contains(FOLDER.before)
    };
    paths.filter(is_part).collect()
}

/// Returns true if no process can be at work on it.
fn is_abandoned(path: &Path, process: u32) -> bool {
    if process == std::process::id() {
        if under_way().contains(path) {
            return false;
        }
        // An earlier process had this number, or one in another container has it.
    } else if !Path::new("/proc/self").exists() {
        // Without a list of processes nothing is known.
        return false;
    } else if Path::new(&format!("/proc/{process}")).exists() {
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
        let process = |mark: Mark, part: &str, wanted: &str| {
            mark.process(OsStr::new(part), OsStr::new(wanted))
        };
        assert_eq!(process(FILE, "a.csv.12.part", "a.csv"), Some(12));
        assert_eq!(process(FILE, "a.csv.12-3.part", "a.csv"), Some(12));
        for other in [
            "a.csv.part",
            "a.csv.1x.part",
            "b.csv.12.part",
            "a.csv..part",
            "a.csv.12-.part",
            "a.csv.-2.part",
        ] {
            assert_eq!(process(FILE, other, "a.csv"), None, "{other}");
        }
        assert_eq!(process(FOLDER, "p.unfinished-7", "p"), Some(7));
        assert_eq!(process(FOLDER, "p.unfinished-7-2", "p"), Some(7));
        assert_eq!(process(FOLDER, "p.unfinished-7x", "p"), None);
        for mine in FILE.names(Path::new("a.csv")).take(3) {
            let own = Some(std::process::id());
            assert_eq!(FILE.process(mine.as_os_str(), OsStr::new("a.csv")), own);
        }
    }

    fn folder(name: &str) -> PathBuf {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target");
        let folder = std::env::var_os("CARGO_TARGET_DIR").map_or(folder, PathBuf::from);
        let folder = folder.join(format!("{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    #[test]
    fn a_part_of_an_earlier_process_with_the_same_number_does_not_block() {
        let folder = folder("leftovers-same");
        let wanted = folder.join("a");
        let mut names = FILE.names(&wanted);
        let [first, second] = [names.next().unwrap(), names.next().unwrap()];
        fs::write(&first, "half").unwrap();
        // A process in another container is at work on it.
        let held = Lock::hold(&File::open(&first).unwrap());
        clear(&wanted, FILE);
        let (path, _) = create(&wanted, FILE, |path| File::create_new(path)).unwrap();
        assert_eq!((path, first.exists()), (second.clone(), true));
        discard(&second).unwrap();
        drop(held);
        // None is: it is removed, but not the part of this process.
        let (mine, _) = create(&wanted, FILE, |path| File::create_new(path)).unwrap();
        *FOUND.lock().unwrap() = None;
        clear(&wanted, FILE);
        assert_eq!((first.exists(), mine.exists()), (false, true));
        let kept = keep(&mine, &wanted, STOPPED).unwrap();
        let (next, _) = create(&wanted, FILE, |path| File::create_new(path)).unwrap();
        let other = keep(&next, &wanted, STOPPED).unwrap();
        assert!(kept.exists() && other.exists() && kept != other);
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn only_what_nobody_works_on_is_removed() {
        let folder = folder("leftovers");
        let mine = create(&folder.join("a"), FILE, |path| File::create_new(path));
        let (mine, _) = mine.unwrap();
        // No process has a number as large as that.
        let [gone, locked, other] =
            ["a.4194305.part", "a.4194306.part", "b.4194305.part"].map(|name| folder.join(name));
        for path in [&gone, &locked, &other] {
            fs::write(path, "half").unwrap();
        }
        let held = Lock::hold(&File::open(&locked).unwrap());
        assert!(held.is_some());
        clear(&folder.join("a"), FILE);
        let there = [&gone, &locked, &mine, &other].map(|path| path.exists());
        assert_eq!(there, [false, true, true, true]);
        drop(held);
        forget(&mine);
        fs::remove_dir_all(&folder).unwrap();
    }
}
