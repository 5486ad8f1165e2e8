//! Bad input: each mistake with its message and its place.

use super::*;

fn toml(text: &str) -> String {
    with_advice(&file::read(text).unwrap_err())
}

fn with_advice(error: &ParseError) -> String {
    match error.advice() {
        Some(advice) => format!("{error} ({advice})"),
        None => error.to_string(),
    }
}

fn check(mistakes: &[(&str, &str)]) {
    for (text, message) in mistakes {
        assert_eq!(toml(text), *message, "{text}");
    }
}

const ROADS: &str = "set = 'roads'\n";

#[test]
fn boards_sets_and_sockets() {
    check(&[
        (
            "set = 'roads'\n[board]\ncolour = 3\n",
            "line 3, column 1: [board] has no key \"colour\" (its keys are size, shape, border)",
        ),
        (
            "set = 'rods'\n",
            "line 1, column 7: there is no built-in set called \"rods\"; expected roads or loops",
        ),
        (
            "set = 'roads'\n[kinds]\nX = { sides = 'a a a a' }\n",
            "line 2, column 2: kinds cannot be used with set = \"roads\", which is built in",
        ),
        (
            "[board]\nsize = [2, 2]\n",
            "the set has no kinds; expected a table [kinds]",
        ),
        (
            "[kinds]\n",
            "line 1, column 1: a tile set needs at least one kind",
        ),
        (
            "[kinds]\nT = 3\n",
            "line 2, column 5: kind \"T\" is a number, but a table is expected",
        ),
        (
            "[kinds]\nT = { sides = 'a a a' }\n",
            "line 2, column 15: sides of kind \"T\": 3 sockets, but four are expected: \
             north, east, south, west",
        ),
        (
            "[kinds]\nT = { sides = 'a a a a' }\nE = { weight = 2 }\n",
            "line 3, column 1: kind \"E\" has no sides, but others have; expected four \
             sockets: north, east, south, west",
        ),
        (
            "sockets = ['road', 'none']\n[kinds]\nT = { sides = 'road rod none none' }\n",
            "line 3, column 21: there is no socket called \"rod\"; the sockets are road, none \
             (did you mean \"road\"?)",
        ),
        (
            "sockets = ['a', 'a']\n[kinds]\nT = { sides = 'a a a a' }\n",
            "line 1, column 17: there are two sockets called \"a\"",
        ),
        (
            "joins = [['a', 'b']]\n[kinds]\nT = { sides = 'a a a a' }\n",
            "line 1, column 16: there is no socket called \"b\"; the sockets are a",
        ),
        (
            "joins = [['a']]\n[kinds]\nT = { sides = 'a a a a' }\n",
            "line 1, column 10: 1 socket, but a pair of joins has two",
        ),
        (
            "[board]\nborder = 'river'\n[kinds]\nT = { sides = 'a a a b' }\n",
            "line 2, column 10: there is no socket called \"river\"; the sockets are a, b",
        ),
        (
            "[board]\nborder = 'closed'\n[kinds]\nT = { sides = 'a a a b' }\n",
            "line 2, column 10: the border is closed, but no side has the socket \"none\"",
        ),
        (
            "[board]\nshape = 'torus'\nborder = 'a'\n[kinds]\nT = { sides = 'a a a b' }\n",
            "line 3, column 10: a torus has no border; expected free",
        ),
        (
            "[board]\nborder = 'a'\n[kinds]\nT = {}\n[across]\nT = 'T'\n[down]\nT = 'T'\n",
            "line 2, column 10: a set of pairs has no sockets for its border; expected free",
        ),
        (
            "[board]\nshape = 'ring'\n[kinds]\nT = { sides = 'a a a b' }\n",
            "line 2, column 9: there is no shape \"ring\"; expected grid or torus",
        ),
        (
            "[kinds]\nT = { sides = 'a a a free' }\n",
            "line 2, column 22: no socket can be called \"free\": that is a kind of border; \
             the socket of a closed side is \"none\"",
        ),
    ]);
}

#[test]
fn kinds_and_pairs() {
    check(&[
        (
            "[kinds]\nT = { sides = 'a a a b', rotate = true }\nT1 = { sides = 'a a a a' }\n",
            "line 3, column 1: there are two kinds called \"T1\"",
        ),
        (
            "[kinds]\nT = { sides = 'a b a b', rotate = ['U', 'R', 'D', 'L'] }\n",
            "line 2, column 35: turning kind \"T\" gives 2 different kinds, but the list has 4 names",
        ),
        (
            "[kinds]\n\"a b\" = { sides = 'a b a b' }\n",
            "line 2, column 1: \"a b\" cannot be the name of a kind: it is not a word",
        ),
        (
            "[kinds]\n_ = { sides = 'a b a b' }\n",
            "line 2, column 1: no kind can be called \"_\": that is an open place",
        ),
        (
            "[kinds]\nT = { sides = 'a a a a', weight = -1 }\n",
            "line 2, column 35: weight of kind \"T\" is -1, but a number from 0 on is expected",
        ),
        (
            "[kinds]\nT = { sides = 'a a a a', weight = nan }\n",
            "line 2, column 35: weight of kind \"T\" is NaN, but a number from 0 on is expected",
        ),
        (
            "[kinds]\nT = { sides = 'a a a a', weight = 'x' }\n",
            "line 2, column 35: weight of kind \"T\" is a text, but a number is expected",
        ),
        (
            "[kinds]\nT = {}\n[across]\nT = 'T'\n",
            "line 2, column 1: kind \"T\" has no sides, and there is no [down] to say what goes with it",
        ),
        (
            "[kinds]\nT = {}\n[across]\nT = 'T U'\n[down]\n",
            "line 4, column 8: there is no kind called \"U\"",
        ),
        (
            "[kinds]\nT = { rotate = true }\n[across]\n[down]\n",
            "line 2, column 16: kind \"T\" has no sides to rotate",
        ),
        (
            "[kinds]\nT = { sides = 'a a a a', art = ['ab', 'c'] }\n",
            "line 2, column 1: the art of kind \"T\" has lines of different lengths",
        ),
        (
            "[kinds]\nT = { sides = 'a a a b', rotate = true, box = '─' }\n",
            "line 2, column 47: box of kind \"T\": 1 drawing for 4 kinds; list one for each turn",
        ),
        (
            "[kinds]\nT = { sides = 'a a a b', art = ['ab'] }\nU = { sides = 'a a b b' }\n",
            "line 3, column 1: the art of kind \"U\" is not as large as that of the other kinds",
        ),
    ]);
}

#[test]
fn sizes_and_fixed_places() {
    for (rest, message) in [
        (
            "[board]\nsize = [0, 5]",
            "line 3, column 9: the number of rows is 0, but at least 1 is expected",
        ),
        (
            "[board]\nsize = [4]",
            "line 3, column 8: size must be two numbers: [rows, columns]",
        ),
        (
            "[board]\nsize = [100_000, 99999999999999999999]",
            "line 3, column 8: a board of 100000×9223372036854775807 has more than 16777216 places",
        ),
        (
            "[board]\nsize = [4.5, 1]",
            "line 3, column 9: the number of rows is a number with a point, but a whole number is expected",
        ),
        (
            "[fixed]\nmap = \"\"\"\n_ R\n  X _\"\"\"",
            "line 5, column 3: there is no kind called \"X\"; the kinds are U, D, R, L, E",
        ),
        (
            "[fixed]\nmap = \"\"\"\n_ R\n_\"\"\"",
            "line 5, column 1: row 2 of the map has 1 place, but the first has 2",
        ),
        ("[fixed]\nmap = ' '", "line 3, column 7: the map is empty"),
        (
            "[fixed]\nmap = '_ R'\n[board]\nsize = [2, 2]",
            "line 3, column 7: the map has 1×2 places, but the board has 2×2",
        ),
        (
            "[fixed]\nmap = '_ R'\nplaces = [[1, 2, 'U']]",
            "line 4, column 18: row 1, column 2 is fixed twice: as \"R\" and as \"U\"",
        ),
        (
            "[fixed]\nplaces = [[1, 11, 'U']]",
            "line 3, column 15: there is no column 11; the board has 10",
        ),
        (
            "[fixed]\nplaces = [[1, 'U']]",
            "line 3, column 11: a place must be [row, column, kind]",
        ),
    ] {
        assert_eq!(toml(&format!("{ROADS}{rest}\n")), message, "{rest}");
    }
}

#[test]
fn broken_toml_is_shown_where_it_breaks() {
    let message = toml("[kinds]\nT = { sides = 'a a a a'\n");
    assert!(message.starts_with("line 2, column "), "{message}");
    assert!(!message.contains('\n'));
    let message = toml("[kinds]\nT = { sides = 'a a a a' }\nT = { sides = 'a a a a' }\n");
    assert_eq!(
        message,
        "line 3, column 1: this is not valid TOML: duplicate key"
    );
}

#[test]
fn letters() {
    let message = |text| letters::read(text).unwrap_err().to_string();
    assert_eq!(
        message("R _\n_ X\n"),
        "line 2, column 3: 'X' is not a road tile; expected U, D, R, L, E or _"
    );
    assert_eq!(
        message("┏ _\n_ U\n"),
        "line 2, column 3: 'U' is not a piece of a loop; expected ┃, ━, ┗, ┓, ┛, ┏ or _"
    );
    assert_eq!(
        message("R _\n_\n"),
        "line 2, column 1: this row has 1 place, but the first has 2"
    );
    assert_eq!(message(" \n"), "there are no tiles in this text");
    assert_eq!(
        message("R _\n\nR _\n"),
        "line 2, column 1: there is a blank line within the grid"
    );
}

#[test]
fn wfc() {
    let message = |text| super::wfc::read(text).unwrap_err().to_string();
    for (text, expected) in [
        (
            "",
            "line 1, column 1: the text ends where the number of kinds was expected",
        ),
        (
            "x\n",
            "line 1, column 1: \"x\" is not a number: the number of kinds was expected",
        ),
        (
            "0\n",
            "line 1, column 1: 0 kinds, but 1 to 4096 are expected",
        ),
        (
            "99999999\n",
            "line 1, column 1: 99999999 kinds, but 1 to 4096 are expected",
        ),
        (
            "2\na 1\na 1\n",
            "line 3, column 1: there are two kinds called \"a\"",
        ),
        (
            "1\na -1\n",
            "line 2, column 3: weight of kind \"a\" is \"-1\", but a number from 0 on is expected",
        ),
        (
            "1\na NaN\n",
            "line 2, column 3: weight of kind \"a\" is \"NaN\", but a number from 0 on is expected",
        ),
        (
            "1\na\n",
            "line 2, column 1: found \"a\" where a kind's name and weight was expected",
        ),
        (
            "1\na 1\nV 0\n",
            "line 3, column 1: found \"V\" where H and the number of pairs was expected",
        ),
        (
            "1\na 1\nH 1\n0 1\n",
            "line 4, column 3: there is no kind 1; they are 0 to 0",
        ),
        (
            "1\na 1\nH 9999999999\n0 0\n",
            "line 5, column 1: the text ends where a pair of kinds, left and right, was expected",
        ),
        (
            "1\na 1\nH 0\nV 0\n0 0\n",
            "line 5, column 1: the text continues after the last pair",
        ),
        (
            "size 3\n1\na 1\nH 0\nV 0\n",
            "line 1, column 1: \"3\" is not a size; expected rows x columns, such as 4x5",
        ),
        (
            "size 3x3 ring\n1\na 1\nH 0\nV 0\n",
            "line 1, column 1: expected size, rows x columns, and torus if it is one: size 4x5 torus",
        ),
    ] {
        assert_eq!(message(text), expected, "{text}");
    }
}

#[test]
fn json() {
    let message = |text| with_advice(&super::json::read(text).unwrap_err());
    for (text, expected) in [
        (
            "{",
            "line 1, column 1: this is not valid JSON: EOF while parsing an object",
        ),
        ("[]", "the puzzle is a list, but a table is expected"),
        (
            r#"{"family":"sudoku"}"#,
            "the puzzle is of the family \"sudoku\", but \"tiles\" was expected",
        ),
        (
            r#"{"family":"tiles"}"#,
            "the puzzle has no set; expected roads, loops or a tile set",
        ),
        (
            r#"{"set":"roads","size":3}"#,
            "the puzzle has no key \"size\" (its keys are family, set, rows, columns, shape, border, fixed)",
        ),
        (
            r#"{"set":"roads","fixed":[["R"],["X"]]}"#,
            "there is no kind called \"X\"; the kinds are U, D, R, L, E",
        ),
        (
            r#"{"set":"roads","fixed":[["R"],[]]}"#,
            "fixed has 2 rows and 0 places in row 2, but the board has 2×1 places",
        ),
        (
            r#"{"set":"roads","rows":0}"#,
            "rows is 0, but at least 1 is expected",
        ),
        (
            r#"{"set":{"kinds":[{"sides":["a","a","a","a"]}]}}"#,
            "a kind has no name",
        ),
    ] {
        assert_eq!(message(text), expected, "{text}");
    }
}

#[test]
fn what_a_format_cannot_say() {
    let refused = |puzzle: &dyn Puzzle, format| puzzle.write(format).unwrap_err().to_string();
    let torus = board("roads-torus", "2x2").unwrap();
    assert_eq!(
        refused(&*torus, "letters"),
        "letters cannot say this board's shape and border; toml and json can"
    );
    let own = of_toml("[kinds]\nT = { sides = 'a a a a' }\n");
    assert_eq!(
        refused(&own, "letters"),
        "letters are for roads and loops alone; toml and json can say any set"
    );
    assert_eq!(
        refused(&*board("loops", "2x2").unwrap(), "wfc"),
        "wfc cannot describe the border"
    );
    assert_eq!(
        refused(&letters::read("R _").unwrap(), "wfc"),
        "wfc cannot fix a place"
    );
    assert_eq!(
        refused(&*torus, "png"),
        "tiles cannot be written in the format \"png\""
    );
}

#[test]
fn sizes_that_do_not_hold_what_is_fixed() {
    let puzzle = super::letters::read("R _\n_ U\n").unwrap();
    let message = puzzle.with_size("1x2").unwrap_err().to_string();
    assert_eq!(
        message,
        "row 2, column 2 is fixed, but the board would have 1×2 places"
    );
    let wider = puzzle.with_size("2x3").unwrap();
    assert_eq!(TILES.write(&wider, "letters").unwrap(), "R _ _\n_ U _\n");
}
