//! Lists the files of `kinds/` and of `kinds/extras/`, so that a new kind or extra is a new file and nothing else.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let folder = env::var_os("CARGO_MANIFEST_DIR").expect("cargo names the folder of the crate");
    let kinds = Path::new(&folder).join("kinds");
    let target = env::var_os("OUT_DIR").expect("cargo names the folder of what is built");
    let target = Path::new(&target);
    fs::write(target.join("kinds.rs"), list(&files_of(&kinds)?))?;
    fs::write(
        target.join("extras.rs"),
        list(&files_of(&kinds.join("extras"))?),
    )
}

/// The TOML files of a folder, by name.
fn files_of(folder: &Path) -> io::Result<Vec<PathBuf>> {
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        files.push(entry?.path());
    }
    files.retain(|file| file.extension().is_some_and(|ending| ending == "toml"));
    files.sort();
    Ok(files)
}

/// An array of names and contents.
fn list(files: &[PathBuf]) -> String {
    let mut list = String::from("&[\n");
    for file in files {
        let name = file.file_stem().unwrap_or_default().to_string_lossy();
        let path = file.display().to_string();
        writeln!(list, "    ({name:?}, include_str!({path:?})),").expect("a string takes all");
    }
    list + "]\n"
}
