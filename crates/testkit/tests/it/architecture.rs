//! Every file that ARCHITECTURE.md names exists.

use std::fs;
use std::path::Path;

/// The folders that are not of the repository.
const LEFT_OUT: [&str; 4] = ["target", "node_modules", ".git", "python-venv"];

/// The endings of files that the text names.
const ENDINGS: [&str; 6] = [".rs", ".js", ".sh", ".py", ".md", ".toml"];

/// All files and folders below a folder, as "/crates/cli/src/lib.rs" and "/crates/cli/".
fn collect(folder: &Path, name: &str, found: &mut Vec<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        let file = entry.file_name().into_string().unwrap();
        let path = format!("{name}/{file}");
        if !entry.file_type().unwrap().is_dir() {
            found.push(path);
        } else if !LEFT_OUT.contains(&&*file) {
            collect(&entry.path(), &path, found);
            found.push(path + "/");
        }
    }
}

/// The words in backticks that are files and folders: "a/{b,c}.rs" is two.
fn named(text: &str) -> Vec<String> {
    let spans = text.split('`').skip(1).step_by(2);
    let words = spans.flat_map(str::split_whitespace).flat_map(alternatives);
    let is_path = |word: &String| {
        let is_plain = !word.contains(['*', '<', '…', ':']);
        is_plain && (word.ends_with('/') || ENDINGS.iter().any(|ending| word.ends_with(ending)))
    };
    words.filter(is_path).collect()
}

fn alternatives(word: &str) -> Vec<String> {
    let parts = word.split_once('{').and_then(|(head, rest)| {
        let (middle, tail) = rest.split_once('}')?;
        Some((head, middle, tail))
    });
    let Some((head, middle, tail)) = parts else {
        return vec![word.to_owned()];
    };
    let each = middle.split(',');
    each.map(|part| format!("{head}{part}{tail}")).collect()
}

#[test]
fn every_file_that_is_named_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut there = Vec::new();
    collect(&root, "", &mut there);
    let exists = |path: &String| {
        let end = format!("/{path}");
        // "cli/src/lib.rs" is in crates/, and "dance/bits.rs" in the folder src/ of a crate.
        there.iter().any(|file| file.ends_with(&end))
    };
    let text = fs::read_to_string(root.join("ARCHITECTURE.md")).unwrap();
    let is_prose = |line: &&str| !line.starts_with("    ");
    let prose: Vec<&str> = text.lines().filter(is_prose).collect();
    let named = named(&prose.join("\n"));
    assert!(named.len() > 100, "{named:?}");
    let missing: Vec<&String> = named.iter().filter(|path| !exists(path)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn names_with_braces_are_several_files() {
    let text = "`a/{b,c}.rs d.md` and `no path`, `e/`, `f::g`, `*.rs`";
    assert_eq!(named(text), ["a/b.rs", "a/c.rs", "d.md", "e/"]);
}

#[test]
fn every_file_of_tests_is_a_module_of_its_program() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut there = Vec::new();
    collect(&root.join("crates"), "crates", &mut there);
    let mains = there.iter().filter_map(|path| {
        let folder = path.strip_suffix("main.rs")?;
        folder.contains("/tests/").then_some(folder)
    });
    let mut programs = 0;
    for folder in mains {
        programs += 1;
        let main = fs::read_to_string(root.join(folder).join("main.rs")).unwrap();
        for file in there.iter().filter_map(|path| path.strip_prefix(folder)) {
            let module = file.strip_suffix("/mod.rs").or(file.strip_suffix(".rs"));
            let Some(module) = module.filter(|name| !name.contains('/') && *name != "main") else {
                continue;
            };
            let line = format!("mod {module};");
            assert!(main.lines().any(|other| other == line), "{folder}{file}");
        }
    }
    assert!(programs > 10, "{programs}");
}
