//! The user's cache folder: it holds checkpoints that the user did not ask for.
//!
//! It is `tilewright` in `XDG_CACHE_HOME`, or else in the cache of the system: `~/.cache`, `~/Library/Caches` on a
//! Mac, `%LOCALAPPDATA%` on Windows. A checkpoint is named after its count, so there is one for each count, and the
//! next count of the same puzzle finds it. Old ones, and the oldest of too many, are deleted when another is written.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};
use std::{env, fs, io};

/// Older ones go.
const OLDEST: Duration = Duration::from_hours(30 * 24);
/// All together may take this many bytes, but for the newest.
const MOST_BYTES: u64 = 1 << 30;

/// The folder, whether it is there or not; `None` where the system does not say.
pub(crate) fn folder() -> Option<PathBuf> {
    folder_by(|name| env::var_os(name))
}

fn folder_by(variable: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    // A path that is not absolute is to be ignored, says the standard.
    let path = |name: &str| {
        let path = PathBuf::from(variable(name)?);
        path.is_absolute().then_some(path)
    };
    let of_system = || {
        if cfg!(windows) {
            path("LOCALAPPDATA")
        } else if cfg!(target_os = "macos") {
            Some(path("HOME")?.join("Library").join("Caches"))
        } else {
            Some(path("HOME")?.join(".cache"))
        }
    };
    let caches = path("XDG_CACHE_HOME").or_else(of_system)?;
    Some(caches.join("tilewright"))
}

/// The file of a count's checkpoint.
pub(crate) fn checkpoint(count: &str) -> Option<PathBuf> {
    Some(folder()?.join(format!("count-{count}.checkpoint")))
}

/// Makes the folder of a file.
pub(crate) fn make_folder(file: &Path) -> io::Result<()> {
    file.parent().map_or(Ok(()), fs::create_dir_all)
}

/// Removes checkpoints that are old or too many beside the one that was just written.
pub(crate) fn tidy(newest: &Path) {
    let Some(folder) = newest.parent() else {
        return;
    };
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    let now = SystemTime::now();
    let known = |entry: io::Result<fs::DirEntry>| {
        let entry = entry.ok()?;
        let name = entry.file_name().into_string().ok()?;
        let is_ours = name.starts_with("count-") && name.ends_with(".checkpoint");
        let metadata = entry.metadata().ok().filter(fs::Metadata::is_file)?;
        let age = metadata.modified().ok()?;
        let age = now.duration_since(age).unwrap_or_default();
        (is_ours && entry.path() != newest).then(|| (age, metadata.len(), entry.path()))
    };
    let mut others: Vec<(Duration, u64, PathBuf)> = entries.filter_map(known).collect();
    others.sort();
    let mut bytes = fs::metadata(newest).map_or(0, |metadata| metadata.len());
    for (age, length, path) in others {
        bytes = bytes.saturating_add(length);
        if age > OLDEST || bytes > MOST_BYTES {
            // One that stays does no harm.
            let _ = fs::remove_file(path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(all(unix, not(target_os = "macos")))]
    fn the_folder_is_where_the_standard_says() {
        let folder = |cache: Option<&str>, home: Option<&str>| {
            folder_by(|name| match name {
                "XDG_CACHE_HOME" => cache.map(OsString::from),
                "HOME" => home.map(OsString::from),
                _ => None,
            })
        };
        let path = |path: &str| Some(PathBuf::from(path));
        assert_eq!(folder(Some("/c"), Some("/h")), path("/c/tilewright"));
        assert_eq!(folder(None, Some("/h")), path("/h/.cache/tilewright"));
        assert_eq!(folder(Some("c"), Some("/h")), path("/h/.cache/tilewright"));
        assert_eq!(folder(Some(""), None), None);
        assert_eq!(folder(None, None), None);
    }

    #[test]
    fn what_is_old_or_too_much_goes() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target");
        let folder = env::var_os("CARGO_TARGET_DIR").map_or(folder, PathBuf::from);
        let folder = folder.join(format!("cache-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let made = |name: &str, bytes: u64, days: u64| {
            let path = folder.join(name);
            let file = fs::File::create(&path).unwrap();
            // The file takes no space on the disk.
            file.set_len(bytes).unwrap();
            let age = Duration::from_secs(days * 24 * 60 * 60);
            file.set_modified(SystemTime::now() - age).unwrap();
            path
        };
        let newest = made("count-a.checkpoint", 2 * MOST_BYTES, 0);
        let old = made("count-b.checkpoint", 1, 31);
        tidy(&newest);
        assert_eq!((newest.exists(), old.exists()), (true, false));
        let newest = made("count-a.checkpoint", 10, 0);
        let second = made("count-c.checkpoint", MOST_BYTES / 2, 1);
        let third = made("count-d.checkpoint", MOST_BYTES / 2, 2);
        let other = made("mine.txt", 10, 99);
        tidy(&newest);
        let there = [newest, second, third, other].map(|path| path.exists());
        assert_eq!(there, [true, true, false, true]);
        fs::remove_dir_all(folder).unwrap();
    }
}
