//! Families are data and abilities: no code outside `puzzles` knows one by its name or its type.
//!
//! Code may name a family where it is about that family alone; those places are listed here with their reasons.

use std::fs;
use std::path::{Path, PathBuf};

/// The names of families and of their boards.
const NAMES: [&str; 9] = [
    "sudoku",
    "latin",
    "shikaku",
    "tiles",
    "roads",
    "roads-torus",
    "loops",
    "rules",
    "cover",
];

/// The modules and the types of families.
const TYPES: [&str; 10] = [
    "puzzles::sudoku",
    "puzzles::shikaku",
    "puzzles::tiles",
    "puzzles::rules",
    "puzzles::cover",
    "<Sudoku>",
    "<Shikaku>",
    "<Tiles>",
    "<Rules>",
    "<Cover>",
];

/// Places that may name families, and why.
const EXCEPTIONS: &[(&str, &str)] = &[
    ("crates/puzzles", "the families themselves"),
    ("crates/generate/src/sudoku", "a way of its own"),
    ("crates/generate/src/shikaku", "a way of its own"),
    ("crates/generate/src/tiles", "a way of its own"),
    (
        "crates/python/python/tilewright/_puzzle.py",
        "a class for each built-in family, which users name",
    ),
    (
        "crates/python/python/tilewright/_copies.py",
        "copies of two families, which the ability for symmetries does not make yet",
    ),
    (
        "crates/python/python/tilewright/tasks.py",
        "prompts in words of families that have no sentence for their rules yet",
    ),
    (
        "crates/python/src/bulk/scores.rs",
        "answers to classic boards in bulk, which no format offers yet",
    ),
    (
        "crates/python/bench",
        "runs chosen puzzles beside other packages",
    ),
    (
        "crates/cli/src/map/board.rs",
        "fills boards of edge tiles, which no ability offers yet",
    ),
    (
        "crates/batch/src/column.rs",
        "headings that tables of puzzles in the world have",
    ),
];

/// Crates that know families, so that all that see one of these do.
const THAT_KNOW: [&str; 4] = [
    "tilewright",
    "tilewright-puzzles",
    "tilewright-batch",
    "tilewright-desk",
];

/// Returns true if a crate is published and sees the families: tests and benchmarks may name any, and a crate that sees none
/// means something else by the same word.
fn is_looked_at(manifest: &str) -> bool {
    let (of_code, _) = manifest
        .split_once("[dev-dependencies]")
        .unwrap_or((manifest, ""));
    let is_seen = |name: &&str| {
        let mut lines = of_code.lines();
        lines.any(|line| {
            line.strip_prefix(name)
                .is_some_and(|rest| rest.starts_with(['.', ' ']))
        })
    };
    let is_published = !manifest.contains("version = \"0.0.0\"");
    let is_theirs = manifest.contains("name = \"tilewright-puzzles\"");
    is_published && (is_theirs || THAT_KNOW.iter().any(is_seen))
}

#[test]
fn no_code_outside_puzzles_knows_a_family() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut files = Vec::new();
    for folder in ["crates", "web/js"] {
        collect(&root.join(folder), &mut files);
    }
    assert!(files.len() > 300, "{} files", files.len());
    let mut found = Vec::new();
    for file in &files {
        let path = file
            .strip_prefix(&root)
            .unwrap()
            .to_str()
            .unwrap()
            .replace('\\', "/");
        if EXCEPTIONS
            .iter()
            .any(|(allowed, _)| path.starts_with(allowed))
        {
            continue;
        }
        let text = fs::read_to_string(file).unwrap();
        let is_python = file.extension().is_some_and(|e| e == "py");
        let lines = if is_python {
            python(&text)
        } else {
            code(&text)
        }
        .into_iter();
        found.extend(
            lines
                .filter(|(_, line)| knows_a_family(line))
                .map(|(number, line)| format!("{path}:{number}: {}", line.trim())),
        );
    }
    assert!(
        found.is_empty(),
        "families are known by name here:\n{}",
        found.join("\n")
    );
}

/// The names of the built-in kinds, and their other names: those of their files.
fn kinds(root: &Path) -> Vec<String> {
    let mut names = Vec::new();
    for file in fs::read_dir(root.join("crates/puzzles/kinds")).unwrap() {
        let path = file.unwrap().path();
        if path.extension().is_some_and(|end| end == "toml") {
            names.push(path.file_stem().unwrap().to_str().unwrap().to_owned());
            let text = fs::read_to_string(&path).unwrap();
            let also = text.lines().find_map(|line| line.strip_prefix("also = \""));
            let also = also.unwrap_or_default().trim_end_matches('"');
            names.extend(also.split_whitespace().map(str::to_owned));
        }
    }
    names
}

#[test]
fn no_code_knows_a_kind() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let names = kinds(&root);
    assert!(names.len() > 60, "{names:?}");
    let mut files = Vec::new();
    collect(&root.join("crates"), &mut files);
    let mut found = Vec::new();
    for file in files {
        // Classes of the package are of families that have more to them than a kind.
        if file.extension().is_none_or(|end| end != "rs") {
            continue;
        }
        let text = fs::read_to_string(&file).unwrap();
        for (number, line) in code(&text) {
            let is_named = |name: &&String| line.contains(&format!("\"{name}\""));
            if let Some(name) = names.iter().find(is_named) {
                found.push(format!("{}:{number}: {name}", file.display()));
            }
        }
    }
    assert!(found.is_empty(), "kinds are known by name here: {found:#?}");
}

#[test]
fn every_exception_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for (path, why) in EXCEPTIONS {
        assert!(root.join(path).exists(), "{path}: {why}");
    }
}

#[test]
fn crates_that_see_families_are_looked_at() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let is_seen =
        |name: &str| is_looked_at(&fs::read_to_string(root.join(name).join("Cargo.toml")).unwrap());
    let seen = [
        "puzzles",
        "generate",
        "tilewright",
        "batch",
        "desk",
        "serve",
        "cli",
        "python",
        "web",
    ];
    for name in seen {
        assert!(is_seen(name), "{name}");
    }
    for name in ["model", "render", "maps", "engines", "testkit", "bench"] {
        assert!(!is_seen(name), "{name}");
    }
}

#[test]
fn names_are_found_in_code_alone() {
    let text = "//! \"sudoku\"\nlet a = 1; // \"sudoku\"\nif kind == \"sudoku\" {\n#[cfg(test)]\nmod tests {\n\"tiles\"";
    let known = code(text)
        .into_iter()
        .filter(|(_, line)| knows_a_family(line));
    assert_eq!(known.map(|(number, _)| number).collect::<Vec<_>>(), [3]);
    let text = "\"\"\"The \"sudoku\".\"\"\"\na = \"x\"  # \"sudoku\"\n\"\"\"\n\"tiles\"\n\"\"\"\nb = \"tiles\"";
    let mut known = python(text).into_iter();
    let known = known.find(|(_, line)| knows_a_family(line));
    assert_eq!(known, Some((6, "b = \"tiles\"")));
    assert!(knows_a_family("puzzle.downcast::<Sudoku>()"));
    assert!(!knows_a_family("\"as in sudoku:line\""));
}

/// The source files below a folder, without tests.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    let manifest = fs::read_to_string(folder.join("Cargo.toml"));
    if manifest.is_ok_and(|manifest| !is_looked_at(&manifest)) {
        return;
    }
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        if path.is_dir() {
            if !["tests", "target", "node_modules", "examples", "benches"].contains(&name) {
                collect(&path, files);
            }
        } else if name != "tests.rs"
            && path
                .extension()
                .is_some_and(|end| end == "rs" || end == "js" || end == "py")
        {
            files.push(path);
        }
    }
}

/// The lines of code with their numbers: without comments, and without the tests at the end of a file.
fn code(text: &str) -> Vec<(usize, &str)> {
    let lines: Vec<&str> = text.lines().collect();
    let is_of_tests = |pair: &[&str]| pair[0] == "#[cfg(test)]" && pair[1].ends_with('{');
    let end = lines.windows(2).position(is_of_tests);
    let lines = lines[..end.unwrap_or(lines.len())].iter().zip(1..);
    lines
        .map(|(line, number)| (number, line.split("//").next().unwrap_or_default()))
        .collect()
}

/// The lines of code in Python with their numbers: without comments and docstrings.
fn python(text: &str) -> Vec<(usize, &str)> {
    let mut is_code = true;
    let mut found = Vec::new();
    for (line, number) in text.lines().zip(1..) {
        let marks = line.matches("\"\"\"").count();
        if is_code && marks == 0 {
            found.push((number, line.split('#').next().unwrap_or_default()));
        }
        is_code ^= marks == 1;
    }
    found
}

fn knows_a_family(line: &str) -> bool {
    let is_named = NAMES
        .iter()
        .any(|name| line.contains(&format!("\"{name}\"")));
    is_named || TYPES.iter().any(|known| line.contains(known))
}
