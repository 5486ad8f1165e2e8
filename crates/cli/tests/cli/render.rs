//! Pictures: every family as SVG, PNG by its size, PDF by its pages, and refusals.
//!
//! `UPDATE_SNAPSHOTS=1` writes the pictures anew; look at the change before it is kept.

use crate::{NINE, Ran, command, file, run, run_with};
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn corpus(name: &str) -> String {
    let path = root().join("corpus").join(name);
    path.to_str().unwrap().to_owned()
}

/// An empty folder for a test, whose name must be its own.
fn folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap();
    path
}

/// The names of the files in a folder, sorted.
fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    let name = |entry: std::fs::DirEntry| entry.file_name().into_string().unwrap();
    let mut names: Vec<String> = entries.map(|entry| name(entry.unwrap())).collect();
    names.sort_unstable();
    names
}

/// Runs in a folder, so that files are named as a user would.
fn run_in(folder: &Path, args: &[&str], input: &str) -> Ran {
    let input = file(
        &format!("{}.in", folder.file_name().unwrap().to_str().unwrap()),
        input,
    );
    let output = command(args)
        .current_dir(folder)
        .stdin(std::fs::File::open(input).unwrap())
        .output()
        .unwrap();
    Ran {
        out: String::from_utf8_lossy(&output.stdout).into_owned(),
        err: String::from_utf8(output.stderr).unwrap(),
        code: output.status.code().unwrap(),
    }
}

fn compare(name: &str, found: &str) {
    let folder = root().join("crates/cli/tests/cli/pictures");
    tilewright_testkit::assert_snapshot(&folder.join(name), found);
}

#[test]
fn every_family_is_drawn() {
    let cases: [(&str, &str, &[&str]); 15] = [
        ("sudoku", "sudoku/tile-reduction-9x9.txt", &[]),
        (
            "sudoku-solved",
            "sudoku/tile-reduction-9x9.txt",
            &["--solution"],
        ),
        ("sudoku-dark", "sudoku/tile-reduction-9x9.txt", &["--dark"]),
        (
            "sudoku-candidates",
            "rules/sudoku-4x4.toml",
            &["--candidates"],
        ),
        (
            "sudoku-step",
            "sudoku/tile-reduction-9x9.txt",
            &["--step", "3"],
        ),
        ("cube", "sudoku/multidimensional-a2x2x1.txt", &[]),
        (
            "cube-rows",
            "sudoku/multidimensional-a2x2x1.txt",
            &["--slice", "1,3"],
        ),
        (
            "cube-solid",
            "sudoku/multidimensional-a2x2x1.txt",
            &["--solid", "--solution"],
        ),
        (
            "four-axes",
            "sudoku/multidimensional-a2x2x1x1.txt",
            &["--solid"],
        ),
        ("shikaku", "shikaku/5x5-1.txt", &[]),
        ("shikaku-solved", "shikaku/5x5-1.txt", &["--solution"]),
        ("roads-solved", "tiles/roads-4x5.txt", &["--solution"]),
        ("rules", "rules/jigsaw-5x5.toml", &[]),
        ("cover", "cover/queens4.xcc", &[]),
        ("cover-solved", "cover/queens4.xcc", &["--solution"]),
    ];
    for (name, puzzle, options) in cases {
        let puzzle = corpus(puzzle);
        let ran = run(&[&["render", &puzzle, "--to", "svg"], options].concat());
        assert_eq!((ran.err.as_str(), ran.code), ("", 0), "{name}");
        assert!(ran.out.starts_with("<svg") && ran.out.ends_with("</svg>\n"));
        compare(&format!("{name}.svg"), &ran.out);
    }
}

#[test]
fn several_pictures_are_numbered() {
    let folder = folder("render-several");
    let lines = format!("{NINE}\n# a remark\n\n{NINE}\n");
    let ran = run_in(&folder, &["render", "-", "-o", "out.svg"], &lines);
    assert_eq!(
        ran,
        Ran {
            out: String::new(),
            err: String::new(),
            code: 0
        }
    );
    assert_eq!(names(&folder), ["out-001.svg", "out-002.svg"]);
    let puzzle = corpus("rules/sudoku-4x4.toml");
    let ran = run_in(&folder, &["render", "-", "--steps", "-o", "step.svg"], NINE);
    assert_eq!((ran.err.as_str(), ran.code), ("", 0));
    let steps = names(&folder)
        .iter()
        .filter(|name| name.starts_with("step-0"))
        .count();
    assert!(steps >= 2, "{:?}", names(&folder));
    let ran = run_in(&folder, &["render", &puzzle, &puzzle, "-o", "two.svg"], "");
    assert_eq!(ran.code, 0);
    assert!(names(&folder).contains(&"two-002.svg".to_owned()));
    let ran = run_in(&folder, &["render", "-", "--to", "svg"], &lines.repeat(3));
    assert_eq!((ran.out.as_str(), ran.code), ("", 2));
    let told = "several pictures cannot go to standard output";
    assert_eq!(ran.err.matches(told).count(), 1, "{}", ran.err);
}

#[test]
fn nothing_is_overwritten_where_something_is_wrong() {
    let folder = folder("render-wrong");
    std::fs::write(folder.join("out-001.svg"), "kept").unwrap();
    std::fs::write(folder.join("out.svg"), "kept").unwrap();
    let lines = format!("{NINE}\nno puzzle\n");
    let ran = run_in(&folder, &["render", "-", "-o", "out.svg"], &lines);
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("standard input:2"), "{}", ran.err);
    assert_eq!(names(&folder), ["out-001.svg", "out.svg"]);
    assert_eq!(
        std::fs::read_to_string(folder.join("out-001.svg")).unwrap(),
        "kept"
    );
    let ran = run_in(&folder, &["render", "-", "-o", "out.svg"], NINE);
    assert_eq!(ran.code, 0);
    let alone = run_with(&["render", "--to", "svg"], NINE.as_bytes());
    assert_eq!(
        alone.out,
        std::fs::read_to_string(folder.join("out.svg")).unwrap()
    );
    assert!(
        std::fs::read_to_string(folder.join("out.svg"))
            .unwrap()
            .contains("<svg")
    );
}

#[test]
fn puzzles_without_a_solution_have_no_picture_of_it() {
    let folder = folder("render-none");
    let twice = format!("11{}", ".".repeat(79));
    let ran = run_in(
        &folder,
        &["render", "-", "--solution", "-o", "out.svg"],
        &twice,
    );
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("no solution"), "{}", ran.err);
    assert!(names(&folder).is_empty());
    let ran = run_in(
        &folder,
        &["render", "-", "--steps", "-o", "out.svg"],
        &twice,
    );
    assert_eq!(ran.code, 2, "{}", ran.err);
    assert!(names(&folder).is_empty());
    let ran = run_in(&folder, &["render", "-", "-o", "out.svg"], &twice);
    assert_eq!(ran.code, 0);
    let ran = run_in(
        &folder,
        &["render", "-", "--step", "999", "-o", "one.svg"],
        NINE,
    );
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("there is no step 999"), "{}", ran.err);
}

#[test]
fn what_makes_no_sense_is_refused() {
    let folder = folder("render-refused");
    let cube = corpus("sudoku/multidimensional-a2x2x1.txt");
    let cases: [(&[&str], &str); 15] = [
        (
            &["sudoku", "2,2,2,2", "--candidates", "-o", "out.svg"],
            "too many to draw",
        ),
        (&["-"], "the kind of picture is missing"),
        (&["-", "-o", "-"], "the kind of picture is missing"),
        (&["-", "-o", "out.gif"], "expected .svg, .png or .pdf"),
        (&["-", "-o", "out"], "expected .svg, .png or .pdf"),
        (&["-", "-o", "no/such/out.svg"], "this cannot be written"),
        (
            &["-", "-o", "out.svg", "--scale", "2"],
            "--scale is for PNG alone",
        ),
        (
            &["-", "-o", "out.png", "--paper", "a4"],
            "--paper is for PDF alone",
        ),
        (
            &["-", "-o", "out.svg", "--answers"],
            "--answers is for PDF alone",
        ),
        (
            &["-", "-o", "out.svg", "--scale", "0"],
            "expected a number from",
        ),
        (
            &["-", "-o", "out.svg", "--solution", "--steps"],
            "cannot be used with",
        ),
        (&["-", "-o", "out.svg", "--turn", "1,2"], "--solid"),
        (&["-", "-o", "out.svg", "--slice", "1,3"], "has 2 axes"),
        (&[&cube, "-o", "out.svg", "--slice", "2,4"], "has 3 axes"),
        (&["nothing.txt", "-o", "out.svg"], "there is no such file"),
    ];
    for (args, sentence) in cases {
        let ran = run_in(&folder, &[&["render"], args].concat(), NINE);
        assert_eq!(ran.code, 2, "{args:?}: {}", ran.err);
        assert!(ran.err.contains(sentence), "{args:?}: {}", ran.err);
        assert_eq!(ran.out, "");
    }
    std::fs::create_dir(folder.join("dir.svg")).unwrap();
    let ran = run_in(&folder, &["render", "-", "-o", "dir.svg"], NINE);
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("this is a directory"), "{}", ran.err);
    assert_eq!(names(&folder), ["dir.svg"]);
}

#[test]
fn a_stopped_explanation_says_so() {
    let folder = folder("render-stopped");
    let cube = corpus("sudoku/tile-reduction-8x8x8.txt");
    let args = ["render", &cube, "--steps", "--time", "0s", "-o", "out.svg"];
    let ran = run_in(&folder, &args, "");
    // The model is not there yet when the time is up.
    assert_eq!((ran.err.as_str(), ran.code), ("time is up\n", 3));
    assert!(names(&folder).is_empty());
}

#[test]
fn steps_that_may_not_be_all_are_not_written() {
    let folder = folder("render-some-steps");
    let steps = ["render", "-", "--steps", "-o", "out.svg", "--time"];
    let ran = run_in(&folder, &[&steps[..], &["0s"]].concat(), NINE);
    assert_eq!(ran.code, 3, "{}", ran.err);
    assert!(names(&folder).is_empty(), "{:?}", names(&folder));
}

/// Starts to draw one small puzzle after the other, without end.
#[cfg(unix)]
fn draw_without_end(folder: &Path) -> std::process::Child {
    use std::io::Write;
    let mut child = crate::piped(command(&["render", "-o", "b.svg"]).current_dir(folder));
    let mut stdin = child.stdin.take().unwrap();
    let lines = "1234............\n".repeat(1000);
    std::thread::spawn(move || while stdin.write_all(lines.as_bytes()).is_ok() {});
    child
}

#[cfg(unix)]
#[test]
fn more_pictures_than_anybody_prints_are_refused_at_once() {
    let folder = folder("render-endless");
    let output = draw_without_end(&folder).wait_with_output().unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    let sentence = "error: standard input:10001:1: these are more than 10000 pictures\n";
    assert_eq!(
        (told.as_str(), output.status.code()),
        (sentence, Some(2)),
        "it reads no further"
    );
    assert!(names(&folder).is_empty(), "{}", names(&folder).len());
}

#[cfg(unix)]
#[test]
fn an_interrupt_leaves_no_picture() {
    let folder = folder("render-interrupted");
    for twice in [false, true] {
        let child = draw_without_end(&folder);
        while names(&folder).len() < 600 {
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        crate::stop::interrupt(child.id());
        if twice {
            crate::stop::interrupt(child.id());
        }
        let output = child.wait_with_output().unwrap();
        let told = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(3), "{told}");
        assert!(told.starts_with("interrupted"), "{told}");
        assert!(names(&folder).is_empty(), "{}", names(&folder).len());
    }
}

/// Once the first file has its name all of them get theirs.
#[cfg(unix)]
#[test]
fn an_interrupt_among_the_names_changes_nothing() {
    let folder = folder("render-names");
    let lines = file("render-names.txt", "1234............\n".repeat(2000));
    let mut child = command(&["render", &lines, "-o", "b.svg"])
        .current_dir(&folder)
        .spawn()
        .unwrap();
    while !folder.join("b-001.svg").exists() {
        assert!(child.try_wait().unwrap().is_none(), "it has ended");
    }
    crate::stop::interrupt(child.id());
    crate::stop::interrupt(child.id());
    assert_eq!(child.wait().unwrap().code(), Some(0));
    let names = names(&folder);
    assert_eq!(names.len(), 2000);
    assert!(!names.iter().any(|name| name.contains("part")));
}

#[cfg(feature = "pictures")]
mod pictures {
    use super::*;

    /// The width and the height of a PNG file.
    fn size(png: &[u8]) -> (u32, u32) {
        assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
        assert_eq!(&png[12..16], b"IHDR");
        let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
        (number(16), number(20))
    }

    fn bytes(args: &[&str]) -> Vec<u8> {
        let output = command(args).output().unwrap();
        let err = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{err}");
        output.stdout
    }

    /// The number of pages that a PDF file says it has.
    fn pages(pdf: &[u8]) -> usize {
        assert!(pdf.starts_with(b"%PDF-"));
        let text = String::from_utf8_lossy(pdf);
        let count = text.split("/Count ").nth(1).unwrap();
        count.split_whitespace().next().unwrap().parse().unwrap()
    }

    #[test]
    fn png_has_its_size() {
        let puzzle = corpus("shikaku/5x5-1.txt");
        let args = ["render", &puzzle, "--to", "png", "--scale"];
        let one = size(&bytes(&[&args[..], &["1"]].concat()));
        let three = size(&bytes(&[&args[..], &["3"]].concat()));
        // Five cells of 40 and the edge.
        assert!((200..240).contains(&one.0) && one.0 == one.1, "{one:?}");
        assert!(three.0.abs_diff(3 * one.0) <= 3);
        let ran = run(&["render", &puzzle, "--to", "png", "--scale", "100"]);
        assert_eq!((ran.out.as_str(), ran.code), ("", 2));
        assert!(ran.err.contains("too large"), "{}", ran.err);
    }

    #[test]
    fn a_booklet_has_answers_at_the_back() {
        let folder = folder("render-booklet");
        let lines = format!("{NINE}\n").repeat(7);
        let made = |args: &[&str], input: &str| {
            let all = [&["render", "-", "-o", "book.pdf"], args].concat();
            let ran = run_in(&folder, &all, input);
            assert_eq!((ran.err.as_str(), ran.code), ("", 0), "{args:?}");
            pages(&std::fs::read(folder.join("book.pdf")).unwrap())
        };
        assert_eq!(made(&[], &lines), 3);
        assert_eq!(made(&["--per-page", "1"], &lines), 8);
        assert_eq!(made(&["--no-answers", "--title", "Seven"], &lines), 2);
        assert_eq!(made(&["--paper", "letter", "--difficulty"], &lines), 3);
        assert_eq!(made(&[], NINE), 1);
        assert_eq!(made(&["--answers"], NINE), 2);
        assert_eq!(made(&["--solution", "--dark"], &lines), 2);
        assert!(made(&["--steps"], NINE) > 2);
        let none = format!("{NINE}\n11{}\n", ".".repeat(79));
        let ran = run_in(&folder, &["render", "-", "-o", "none.pdf"], &none);
        assert_eq!(ran.code, 1);
        assert!(
            ran.err.contains("standard input:2: no solution"),
            "{}",
            ran.err
        );
        assert_eq!(pages(&std::fs::read(folder.join("none.pdf")).unwrap()), 2);
    }

    #[test]
    fn pdf_and_png_go_to_standard_output() {
        let args = ["render", "sudoku", "2,2", "-o", "-", "--to"];
        assert_eq!(pages(&bytes(&[&args[..], &["pdf"]].concat())), 1);
        assert!(size(&bytes(&[&args[..], &["png"]].concat())).0 > 300);
    }
}
