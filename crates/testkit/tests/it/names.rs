//! A public type's name means one thing in all crates that are published, and the root of the library has few names.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Names that siblings share, and what they are siblings in.
const SIBLINGS: [(&str, &str); 5] = [
    ("Shape", "the shape of a family's boards, in each family"),
    ("Rule", "what must hold: in a model, on a map"),
    ("Rating", "a difficulty, on each scale"),
    ("Technique", "a technique, on each scale"),
    (
        "Solutions",
        "solutions that are pulled: of a search, of a puzzle",
    ),
];

/// Crates that are not published.
const UNPUBLISHED: [&str; 3] = ["testkit", "fuzzing", "bench"];

/// The most names at the library's root, its modules aside.
const MOST_AT_THE_ROOT: usize = 20;

fn crates() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        let is_left_out = ["tests", "target", "examples", "benches"].contains(&name);
        if path.is_dir() && !is_left_out && !UNPUBLISHED.contains(&name) {
            collect(&path, files);
        } else if path.extension().is_some_and(|ending| ending == "rs") && name != "tests.rs" {
            files.push(path);
        }
    }
}

/// The name of the public type or trait that a line defines.
fn defined(line: &str) -> Option<&str> {
    let rest = line.trim_start().strip_prefix("pub ")?;
    let kinds = ["struct ", "enum ", "trait ", "type ", "union "];
    let name = kinds.iter().find_map(|kind| rest.strip_prefix(kind))?;
    let end = name.find(|sign: char| !sign.is_alphanumeric());
    Some(&name[..end.unwrap_or(name.len())])
}

#[test]
fn a_public_name_means_one_thing() {
    let mut files = Vec::new();
    collect(&crates(), &mut files);
    let mut places: BTreeMap<String, Vec<PathBuf>> = BTreeMap::new();
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        for name in text.lines().filter_map(defined) {
            places
                .entry(name.to_owned())
                .or_default()
                .push(file.clone());
        }
    }
    assert!(places.len() > 200, "the crates were not found");
    for (name, _) in SIBLINGS {
        assert!(places[name].len() > 1, "{name} is no longer shared");
    }
    places.retain(|name, files| {
        files.len() > 1 && SIBLINGS.iter().all(|(sibling, _)| sibling != name)
    });
    assert!(
        places.is_empty(),
        "names that mean several things: {places:#?}"
    );
}

#[test]
fn the_root_of_the_library_has_few_names() {
    let text = fs::read_to_string(crates().join("tilewright/src/lib.rs")).unwrap();
    let exports = text.split("pub use ").skip(1);
    let names: Vec<&str> = exports
        .filter_map(|export| export.split_once(';'))
        .filter(|(export, _)| !export.contains(" as "))
        .flat_map(|(export, _)| {
            let names = export.rsplit_once("::").map_or(export, |(_, names)| names);
            names.split(['{', '}', ',']).map(str::trim)
        })
        .filter(|name| !name.is_empty())
        .collect();
    assert!(names.contains(&"Solver"), "{names:?}");
    assert!(
        names.len() <= MOST_AT_THE_ROOT,
        "{} names: {names:?}",
        names.len()
    );
}

#[test]
fn cargo_run_is_the_command() {
    // The tests have a second binary, so that the first command of README would have to choose.
    let manifest = fs::read_to_string(crates().join("cli/Cargo.toml")).unwrap();
    let is_named = |line: &str| line == "default-run = \"tilewright\"";
    assert!(manifest.lines().any(is_named));
}
