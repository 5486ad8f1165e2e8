//! Lists the files of the page, so that they are part of the program: no path that a request names
//! ever reaches the file system.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// The files of a page. The WebAssembly is not among them: behind a server the engines are native.
const ENDINGS: [&str; 8] = [
    "html",
    "css",
    "js",
    "json",
    "svg",
    "png",
    "ico",
    "webmanifest",
];

/// Files of those who work on the page.
const NOT_SERVED: [&str; 4] = ["node_modules", "tests", "package.json", "package-lock.json"];

fn main() -> io::Result<()> {
    let root =
        Path::new(&env::var("CARGO_MANIFEST_DIR").expect("cargo says where it is")).join("web");
    println!("cargo::rerun-if-changed={}", root.display());
    let mut files = Vec::new();
    collect(&root, &mut files).map_err(|error| {
        let message = format!(
            "the page's files are missing at {}: {error}",
            root.display()
        );
        io::Error::new(error.kind(), message)
    })?;
    files.sort();
    let mut code = String::from("pub(crate) const FILES: &[(&str, &[u8])] = &[\n");
    for file in &files {
        let name = file.strip_prefix(&root).expect("found under it");
        let name = name.to_string_lossy().replace('\\', "/");
        let file = fs::canonicalize(file)?;
        writeln!(
            code,
            "    ({name:?}, include_bytes!({:?})),",
            file.to_string_lossy()
        )
        .expect("a string takes all that is written");
    }
    code.push_str("];\n");
    let out = env::var("OUT_DIR").expect("cargo says where to write");
    fs::write(Path::new(&out).join("files.rs"), code)
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.starts_with('.') || NOT_SERVED.contains(&name.as_str()) {
            continue;
        }
        let path = entry.path();
        if entry.file_type()?.is_dir() {
            collect(&path, files)?;
        } else if ENDINGS
            .iter()
            .any(|ending| path.extension().is_some_and(|e| e == *ending))
        {
            files.push(path);
        }
    }
    Ok(())
}
