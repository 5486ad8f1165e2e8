//! Every target over its seeds, over what once broke something, and over damaged seeds: the same
//! inputs each time.

use std::path::{Path, PathBuf};
use tilewright_fuzzing::{Target, mutate, targets};
use tilewright_testkit::Seeded;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The kept inputs of a target, in order.
fn crashes(name: &str) -> Vec<(PathBuf, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("crashes")
        .join(name);
    let Ok(entries) = std::fs::read_dir(folder) else {
        return Vec::new();
    };
    let mut paths: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    let input = |path: PathBuf| (path.clone(), std::fs::read(path).unwrap());
    paths.into_iter().map(input).collect()
}

/// Runs an input; where it panics, says which it was.
fn run(target: &Target, input: &[u8], what: &str) {
    let ran = std::panic::catch_unwind(|| (target.run)(input));
    assert!(
        ran.is_ok(),
        "{}: {what} fails: {:?}",
        target.name,
        String::from_utf8_lossy(input)
    );
}

fn smoke(names: fn(&str) -> bool) {
    let wanted: Vec<Target> = targets().into_iter().filter(|t| names(t.name)).collect();
    assert!(!wanted.is_empty());
    for target in wanted {
        for (path, input) in crashes(target.name) {
            run(&target, &input, &path.display().to_string());
        }
        let seeds = (target.seeds)();
        assert!(!seeds.is_empty(), "{} has no seeds", target.name);
        for (number, seed) in seeds.iter().enumerate() {
            run(&target, seed, &format!("seed {number}"));
        }
        let mut random = Seeded::new(9);
        for number in 0..target.smoke {
            let input = mutate::input(&mut random, &seeds, target.longest);
            run(&target, &input, &format!("input {number}"));
        }
    }
}

/// A test for each target, so that they run side by side and each can be run alone.
macro_rules! smoke {
    ($($name:ident)*) => {
        $(
            #[test]
            fn $name() {
                smoke(|name| name == stringify!($name));
            }
        )*

        const TESTED: &[&str] = &[$(stringify!($name)),*];
    };
}

smoke! {
    any_text sudoku_text sudoku_shapes sudoku_files sudoku_links shikaku tiles rules cover
    board_sizes sat_answers spliced
    engines counts notes logic_models exports
    nine_paths plain_lines batches canonical
    logic_boards verdicts lists generated minimal games
    lrat_text lrat_formulas proof_folders proof_models
    desk_text desk_questions desk_links http_bytes http_requests
}

#[test]
fn every_target_has_its_test_and_its_file() {
    let mut tested = TESTED.to_vec();
    let mut known: Vec<&str> = targets().iter().map(|target| target.name).collect();
    tested.sort_unstable();
    known.sort_unstable();
    assert_eq!(tested, known);
    let manifest = std::fs::read_to_string(root().join("fuzz/Cargo.toml")).unwrap();
    for name in known {
        let path = root().join(format!("fuzz/fuzz_targets/{name}.rs"));
        let file = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(
            file.contains(&format!("run({name:?}, data)")),
            "{}",
            path.display()
        );
        assert!(manifest.contains(&format!("name = {name:?}")), "{name}");
    }
}

#[test]
fn every_kept_input_belongs_to_a_target() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("crashes");
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let name = name.to_str().unwrap();
        assert!(name == "README.md" || TESTED.contains(&name), "{name}");
    }
}
