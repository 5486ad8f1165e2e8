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

use crate::talk;
use std::collections::{BTreeSet, HashMap};
use std::ffi::OsStr;
use std::fs::{self, DirBuilder, File};
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
struct Mark {
    before: &'static str,
    after: &'static str,
}

/// A file that is being written.
const FILE: Mark = Mark {
    before: ".",
    after: ".part",
};

/// A folder that is being filled.
const FOLDER: Mark = Mark {
    before: ".unfinished-",
    after: "",
};

/// A file that a stopped run left on purpose.
const STOPPED: Mark = Mark {
    before: ".",
    after: ".stopped",
};

impl Mark {
    /// The names that this process may use until a file has its own: `a.7.part`, and if that is taken `a.7-2.part`
    /// and so on.
    fn names(self, wanted: &Path) -> impl Iterator<Item = PathBuf> + use<> {
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

fn under_way() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    UNDER_WAY.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Something that is being made under another name beside its own, and removed when this is dropped, unless it got
/// a name by then.
#[derive(Debug)]
pub(crate) struct Part {
    path: PathBuf,
    wanted: PathBuf,
    /// Marks it as in use. Where there are no locks, the number of the process has to do.
    lock: Option<File>,
}

impl Part {
    /// A new file.
    pub(crate) fn file(wanted: PathBuf) -> io::Result<(Self, File)> {
        let (mut part, file) = Self::make(wanted, FILE, |path| File::create_new(path))?;
        part.lock = file.try_clone().ok().filter(|file| file.try_lock().is_ok());
        Ok((part, file))
    }

    /// A new folder, made by `builder`.
    pub(crate) fn folder(wanted: PathBuf, builder: &DirBuilder) -> io::Result<Self> {
        let (mut part, ()) = Self::make(wanted, FOLDER, |path| builder.create(path))?;
        let folder = File::open(&part.path).ok();
        part.lock = folder.filter(|folder| folder.try_lock().is_ok());
        Ok(part)
    }

    /// Removes what others have left of it, and makes something new under the first name that is free. `make` fails
    /// where the name is taken.
    fn make<T>(
        wanted: PathBuf,
        mark: Mark,
        make: impl Fn(&Path) -> io::Result<T>,
    ) -> io::Result<(Self, T)> {
        clear(&wanted, mark);
        let mut under_way = under_way();
        let mut refused = io::Error::from(io::ErrorKind::AlreadyExists);
        for path in mark.names(&wanted) {
            match make(&path) {
                Ok(new) => {
                    under_way.insert(path.clone());
                    let lock = None;
                    return Ok((Self { path, wanted, lock }, new));
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => refused = error,
                Err(error) => return Err(error),
            }
        }
        Err(refused)
    }

    /// Its present path.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Nothing more is written into it: from now on the number of the process alone marks it as in use.
    pub(crate) fn unlock(&mut self) {
        self.lock = None;
    }

    /// It gets its name. That may have to be on the disk when this is done: then not even a crash of the machine
    /// leaves half of it under that name.
    pub(crate) fn finish(&self, on_disk: bool) -> io::Result<()> {
        if on_disk {
            File::open(&self.path)?.sync_all()?;
        }
        self.name(&self.wanted)?;
        if on_disk && let Some(folder) = self.wanted.parent() {
            // The new name, too. Not every system can do that.
            let _ = File::open(folder).and_then(|folder| folder.sync_all());
        }
        Ok(())
    }

    /// It stays as it is, under the first free name for what a stopped run leaves; returns the name.
    pub(crate) fn leave(&self) -> io::Result<PathBuf> {
        let is_free = |name: &PathBuf| name.symlink_metadata().is_err();
        let free = STOPPED.names(&self.wanted).find(is_free);
        let free = free.ok_or(io::ErrorKind::AlreadyExists)?;
        self.name(&free)?;
        Ok(free)
    }

    fn name(&self, name: &Path) -> io::Result<()> {
        let mut under_way = under_way();
        fs::rename(&self.path, name)?;
        under_way.remove(&self.path);
        Ok(())
    }
}

impl Drop for Part {
    fn drop(&mut self) {
        let mut under_way = under_way();
        if !under_way.remove(&self.path) {
            return;
        }
        if let Err(error) = remove(&self.path)
            && error.kind() != io::ErrorKind::NotFound
        {
            talk::say(&format!("{} is left over: {error}", self.path.display()));
        }
    }
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
            let _ = remove(path);
        }
        // No other thread may begin another one.
        std::mem::forget(under_way);
        return;
    }
}

/// Removes the parts that others have left of this path under names with that mark.
fn clear(path: &Path, mark: Mark) {
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
            let _ = remove(left);
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

fn remove(path: &Path) -> io::Result<()> {
    if path.is_dir() {
        fs::remove_dir_all(path)
    } else {
        fs::remove_file(path)
    }
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

    /// The lock that another process holds.
    fn held(path: &Path) -> File {
        let file = File::open(path).unwrap();
        file.try_lock().unwrap();
        file
    }

    #[test]
    fn a_part_of_an_earlier_process_with_the_same_number_does_not_block() {
        let folder = folder("leftovers-same");
        let wanted = folder.join("a");
        let mut names = FILE.names(&wanted);
        let [first, second] = [names.next().unwrap(), names.next().unwrap()];
        fs::write(&first, "half").unwrap();
        // A process in another container is at work on it.
        let held = held(&first);
        let (part, _) = Part::file(wanted.clone()).unwrap();
        assert_eq!((part.path(), first.exists()), (&*second, true));
        drop(part);
        assert!(!second.exists());
        drop(held);
        // None is: it is removed, but not the part of this process.
        fs::write(&second, "half").unwrap();
        under_way().insert(second.clone());
        *FOUND.lock().unwrap() = None;
        let (mine, _) = Part::file(wanted.clone()).unwrap();
        assert_eq!(mine.path(), first);
        assert!(second.exists());
        assert!(under_way().remove(&second));
        let kept = mine.leave().unwrap();
        let (next, _) = Part::file(wanted).unwrap();
        let other = next.leave().unwrap();
        assert!(kept.exists() && other.exists() && kept != other);
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn only_what_nobody_works_on_is_removed() {
        let folder = folder("leftovers");
        let (mine, _) = Part::file(folder.join("a")).unwrap();
        // No process has a number as large as that.
        let [gone, locked, other] =
            ["a.4194305.part", "a.4194306.part", "b.4194305.part"].map(|name| folder.join(name));
        for path in [&gone, &locked, &other] {
            fs::write(path, "half").unwrap();
        }
        let held = held(&locked);
        *FOUND.lock().unwrap() = None;
        clear(&folder.join("a"), FILE);
        let there = [&gone, &locked, mine.path(), &other].map(Path::exists);
        assert_eq!(there, [false, true, true, true]);
        drop(held);
        drop(mine);
        fs::remove_dir_all(&folder).unwrap();
    }
}
