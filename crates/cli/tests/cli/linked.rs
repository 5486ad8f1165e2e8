//! Rules files with lines and links through the main commands: a loop, islands in a sea, and cages.

use crate::run;
use std::path::Path;

/// The files, whether they have links, and a line of the solution.
const FILES: [(&str, bool, &str); 3] = [
    ("slitherlink-4x4", true, "│   ·   └───┘   │"),
    ("nurikabe-4x4", true, "│ land  sea  sea  sea │"),
    ("killer-4x4", false, "│ 4 │ 2 │ 3 │ 1 │"),
];

fn of_corpus(name: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/rules");
    let path = root.join(name).with_extension("toml");
    path.to_str().unwrap().to_owned()
}

#[test]
fn they_are_solved_checked_and_counted() {
    for (name, _, line) in FILES {
        let path = of_corpus(name);
        let solved = run(&["solve", &path]);
        assert_eq!(solved.code, 0, "{}", solved.err);
        assert!(
            solved.out.lines().any(|found| found == line),
            "{}",
            solved.out
        );
        let checked = run(&["check", &path]);
        assert_eq!(checked.code, 0, "{}", checked.err);
        assert!(
            checked.out.lines().any(|line| line == "unique"),
            "{}",
            checked.out
        );
        for engine in ["auto", "dance", "sat", "reduce", "count"] {
            let counted = run(&["count", "--engine", engine, &path]);
            assert_eq!(
                (counted.out.as_str(), counted.code),
                ("1\n", 0),
                "{name} by {engine}: {}",
                counted.err
            );
        }
        let listed = run(&["enumerate", &path]);
        assert_eq!(listed.code, 0, "{}", listed.err);
        assert_eq!(listed.out.lines().count(), 1, "{}", listed.out);
    }
}

#[test]
fn they_are_explained() {
    for (name, _, _) in FILES {
        for command in ["explain", "hint", "rate"] {
            let ran = run(&[command, &of_corpus(name)]);
            // Logic alone may not finish it, which is an answer.
            assert!(
                matches!(ran.code, 0 | 3),
                "{command} {name}: {} {}",
                ran.code,
                ran.err
            );
            assert_ne!(ran.out, "", "{command} {name}");
        }
    }
}

#[test]
fn their_proofs_hold() {
    for (name, _, _) in FILES {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("linked-{name}"));
        let _ = std::fs::remove_dir_all(&folder);
        let folder = folder.to_str().unwrap();
        let proved = run(&["prove", "-o", folder, &of_corpus(name)]);
        assert_eq!(
            (proved.out.as_str(), proved.code),
            ("unique\n", 0),
            "{name}: {}",
            proved.err
        );
        let verified = run(&["verify", folder]);
        assert_eq!(
            verified.code, 0,
            "{name}: {} {}",
            verified.out, verified.err
        );
        assert!(
            verified.out.starts_with("unique: the proof holds"),
            "{}",
            verified.out
        );
    }
}

#[test]
fn what_cannot_say_a_link_refuses_it() {
    for (name, has_links, _) in FILES {
        let path = of_corpus(name);
        for format in ["dimacs", "xcc", "matrix"] {
            let ran = run(&["convert", "--to", format, &path]);
            if has_links {
                assert_eq!((ran.out.as_str(), ran.code), ("", 2), "{name} as {format}");
                let expected =
                    format!("{format} cannot say this puzzle: some of it must be connected");
                assert!(ran.err.contains(&expected), "{}", ran.err);
            } else if format == "dimacs" {
                assert_eq!(ran.code, 0, "{}", ran.err);
                assert!(ran.out.contains("p cnf "), "{}", ran.out);
            }
        }
        // As rules it is written and read back to the same.
        let written = run(&["convert", "--to", "toml", &path]);
        assert_eq!(written.code, 0, "{}", written.err);
        let again = crate::run_with(&["convert", "--to", "toml", "-"], written.out.as_bytes());
        assert_eq!(again, written);
    }
}
