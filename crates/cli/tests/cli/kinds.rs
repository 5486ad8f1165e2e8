//! `--kind`: the built-in kinds by name, and a kind of the user's own.

use crate::{file, ran, run, run_with};

const STONES: &str = r#"kind = "stones"
about = "No two stones side by side; a number counts the stones beside it."
solution = "stone stone=o .=-"
[clues]
number = { at = "cells", type = "number" }
[enter]
stone = { at = "cells - number", values = ". stone" }
[[rule]]
each = "number"
require = "count(stone, neighbours) == number"
[[rule]]
between = "adjacent"
require = "not (a == stone and b == stone)"
"#;

const BOARD: &[u8] = b"1 3\n- 2 -\n";

#[test]
fn a_file_is_a_kind() {
    let kind = file("stones.toml", STONES);
    let asked = |words: &[&str]| run_with(words, BOARD);
    let solved = asked(&["solve", "--kind", &kind, "--to", "solution"]);
    assert_eq!(solved, ran("1 3\no - o\n", "", 0));
    let joined = format!("--kind={kind}");
    let checked = "valid\nsolvable\nunique\nno redundant clue among 1 clue\n";
    assert_eq!(asked(&["check", &joined]).out, checked);
    let named = run_with(&["convert", "--kind", &kind, "--to", "text"], BOARD);
    assert_eq!(named, ran("stones\n1 3\n- 2 -\n", "", 0));
    // Without the file nothing is known of it.
    assert_eq!(run_with(&["solve"], b"stones\n1 3\n- 2 -\n").code, 2);
}

#[test]
fn a_name_is_a_kind_and_so_is_a_first_line() {
    let board = b"2 2\n- 2\n- -\n";
    let by_name = run_with(
        &["solve", "--kind", "slitherlink", "--to", "solution"],
        board,
    );
    let other = run_with(&["solve", "--as", "slitherlink", "--to", "solution"], board);
    assert_eq!(by_name, other);
    let first = [b"slitherlink\n", &board[..]].concat();
    assert_eq!(run_with(&["solve", "--to", "solution"], &first), by_name);
    assert_eq!(by_name.code, 0);
}

#[test]
fn mistakes_of_a_file_have_their_place() {
    let told = |from: &str, to: &str| {
        let kind = file("wrong.toml", STONES.replace(from, to));
        let said = run_with(&["solve", "--kind", &kind], BOARD);
        assert_eq!((said.out.as_str(), said.code), ("", 2));
        said.err
    };
    let missing = told("type = \"number\"", "type = \"numbr\"");
    assert!(
        missing.contains("wrong.toml:5:33: there is no type of clues \"numbr\""),
        "{missing}"
    );
    let word = told("neighbours", "neighbors");
    assert!(
        word.contains("in the file of the kind stones, line 10"),
        "{word}"
    );
    let none = run(&["solve", "--kind", "no-such-file.toml"]);
    assert_eq!(none.code, 2);
    assert!(
        none.err
            .contains("no-such-file.toml: there is no such file"),
        "{}",
        none.err
    );
}

#[test]
fn kinds_stand_together_in_the_list_of_formats() {
    let list = run(&["formats"]).out;
    let kinds = list.lines().filter(|line| line.starts_with("  kind: "));
    assert!(kinds.count() >= 50, "{list}");
}
