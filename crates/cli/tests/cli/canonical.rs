//! Canonical forms and classes.

use crate::{NINE, file, ran, run, run_with};

/// The puzzle with its first two rows and two of its digits exchanged.
fn copy_of(line: &str) -> String {
    let rows = [&line[9..18], &line[..9], &line[18..]].concat();
    rows.replace('1', "x").replace('9', "1").replace('x', "9")
}

fn form_of(line: &str) -> String {
    let form = run_with(&["canonical"], line.as_bytes());
    assert_eq!((form.err.as_str(), form.code), ("", 0));
    form.out.trim_end().to_owned()
}

#[test]
fn copies_have_one_form() {
    let form = form_of(NINE);
    assert_eq!(form.len(), 81);
    assert_eq!(form_of(&copy_of(NINE)), form);
    assert_eq!(form_of(&form), form);
}

#[test]
fn a_file_of_lines_has_a_line_for_each() {
    let copy = copy_of(NINE);
    let path = file(
        "canonical-lines.txt",
        format!("{NINE}\n{copy}\n1...............\n"),
    );
    let one = run(&["canonical", "--threads", "1", &path]);
    let form = form_of(NINE);
    assert_eq!(
        one,
        ran(&format!("{form}\n{form}\n...............1\n"), "", 0)
    );
    assert_eq!(run(&["canonical", "--threads", "3", &path]), one);
}

#[test]
fn classes_are_told_by_their_first_puzzle_and_their_number() {
    let mut other = NINE.to_owned();
    other.replace_range(..1, ".");
    let copy = copy_of(NINE);
    let lines: Vec<&str> = [NINE, &other, &copy]
        .into_iter()
        .cycle()
        .take(3000)
        .collect();
    let path = file("canonical-classes.txt", lines.join("\n"));
    let found = run(&["canonical", "--classes", &path]);
    assert_eq!(found, ran(&format!("{NINE}\t2000\n{other}\t1000\n"), "", 0));
    let json = run(&["canonical", "--classes", "--json", &path]).out;
    let objects: Vec<serde_json::Value> = json
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(objects.len(), 2);
    assert_eq!(objects[1]["line"], 2);
    assert_eq!(objects[1]["puzzle"], *other);
    assert_eq!(objects[1]["puzzles"], 1000);
}

#[test]
fn classes_that_do_not_fit_are_told() {
    let line = |shown| {
        let (upper, lower) = NINE.split_at(shown);
        format!("{upper}{}\n", lower.replace(|c: char| c != '.', "."))
    };
    let lines: String = (0..81).map(line).collect();
    let path = file("canonical-memory.txt", &lines);
    let found = run(&["canonical", "--classes", "--memory", "4096", &path]);
    assert_eq!(found.code, 2);
    assert!(found.err.contains("no room for another"), "{}", found.err);
    assert!(!found.out.is_empty());
}

#[test]
fn json_knows_the_automorphisms() {
    let empty = run(&["canonical", "sudoku", "3,3", "--json"]);
    let object: serde_json::Value = serde_json::from_str(&empty.out).unwrap();
    assert_eq!(object["automorphisms"], "3359232");
    assert_eq!(object["canonical"], ".".repeat(81));
}

#[test]
fn what_has_no_form_says_so() {
    let found = run_with(&["canonical"], b"3 2\n0 0 4\n2 0 0\n");
    assert_eq!(found.code, 2);
    assert!(
        found.err.contains("families that have one: sudoku"),
        "{}",
        found.err
    );
}

#[cfg(unix)]
#[test]
fn an_interrupt_leaves_no_counts() {
    use std::io::Write;
    let mut child = crate::piped(&mut crate::command(&["canonical", "--classes"]));
    let mut stdin = child.stdin.take().unwrap();
    let lines = format!("{NINE}\n").repeat(5000);
    stdin.write_all(lines.as_bytes()).unwrap();
    crate::stop::interrupt(child.id());
    let output = child.wait_with_output().unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(
        (&output.stdout[..], output.status.code()),
        (&b""[..], Some(3))
    );
    let said = "nothing was written, for the input was not read to its end\n";
    assert!(
        told.starts_with("interrupted") && told.ends_with(said),
        "{told}"
    );
    drop(stdin);
}

/// Boards of two to six axes, boxes with a 1 among them.
const DIMS: [&str; 15] = [
    "2,1",
    "1,2",
    "3,1",
    "2,3",
    "2,2,1",
    "3,1,1",
    "1,1,3",
    "2,1,2",
    "2,1,1",
    "2,1,1,1",
    "1,2,1,1",
    "2,2,1,1",
    "2,1,1,1,1",
    "3,1,1,1",
    "2,1,1,1,1,1",
];

#[test]
fn boards_of_any_box_dims_have_a_form_that_is_read_again() {
    for dims in DIMS {
        let plain = run(&["canonical", "sudoku", dims]);
        assert_eq!((plain.err.as_str(), plain.code), ("", 0), "{dims}");
        let json = run(&["canonical", "sudoku", dims, "--json"]);
        assert_eq!((json.err.as_str(), json.code), ("", 0), "{dims}");
        if plain.out.len() < 20 {
            // The texts of the smallest boards belong to no family unless it is named.
            continue;
        }
        let again = run_with(&["canonical"], plain.out.as_bytes());
        assert_eq!((again.err.as_str(), again.code), ("", 0), "{dims}");
        assert_eq!(again.out, plain.out, "{dims}");
        let object: serde_json::Value = serde_json::from_str(&json.out).unwrap();
        // A form that is written as JSON is an object.
        let form = &object["canonical"];
        let text = form
            .as_str()
            .map_or_else(|| form.to_string(), str::to_owned);
        let of_json = run_with(&["canonical", "--json"], text.as_bytes());
        assert_eq!(of_json.code, 0, "{dims}: {}", of_json.err);
        let of_json: serde_json::Value = serde_json::from_str(&of_json.out).unwrap();
        assert_eq!(of_json["canonical"], *form, "{dims}");
        assert_eq!(of_json["automorphisms"], object["automorphisms"], "{dims}");
    }
}
