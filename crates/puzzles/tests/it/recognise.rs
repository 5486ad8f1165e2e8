//! Recognition of a text by its looks alone: each format of each family, and texts that only look
//! like one.

use tilewright_puzzles::{Families, Reading, sudoku};

const NINE: &str =
    "1..3.48.9.24.....7...96.5..23.....5.5.7..8.........4....95.....3..8......5.6...3.";

/// `family:format`, or the error of a text that is not recognised.
fn taken_for(text: &str) -> String {
    match Reading::of(text, None) {
        Ok(reading) => reading.to_string(),
        Err(error) => match error.advice() {
            Some(advice) => format!("{error} ({advice})"),
            None => error.to_string(),
        },
    }
}

#[test]
fn every_format_is_recognised() {
    let nine = NINE;
    let rows: Vec<&str> = (0..9).map(|row| &nine[9 * row..9 * row + 9]).collect();
    let layers = sudoku::Sudoku::empty(&[2, 2, 1]).map(|mut cube| {
        cube.set(5, Some(3));
        sudoku::SUDOKU.write(&cube, "layers").unwrap()
    });
    let jigsaw = format!("{nine}{}", "123456789".repeat(9));
    for (text, expected) in [
        (nine, "sudoku:line"),
        (&format!("{nine}\n{nine}\n"), "sudoku:line"),
        (&format!("# a list\n{nine} # one\n"), "sudoku:line"),
        (&nine[1..], "sudoku:line"),
        ("1000200030004000", "sudoku:line"),
        (&rows.join("\n"), "sudoku:grid"),
        (
            "1 . | . .\n. . | 2 .\n----+----\n. 3 | . .\n. . | . 4\n",
            "sudoku:grid",
        ),
        ("1 . . .\n. . 2\n. 3 . .\n. . . 4\n", "sudoku:grid"),
        ("1,0,0,0\n0,0,2,0\n0,3,0,0\n0,0,0,4\n", "sudoku:grid"),
        (
            "- - - - - - -\n| 1   |     | \n|     | 2   | \n- - - - - - -\n|   3 |     | \n|     |   4 | \n- - - - - - -\n",
            "sudoku:grid",
        ),
        ("#AAnna\n1...\n..2.\n.3..\n...4\n", "sudoku:sdk"),
        ("[Puzzle]\n1...\n..2.\n.3..\n...4\n", "sudoku:sdk"),
        (
            "*-----*\n|1.|..|\n|..|2.|\n|--+--|\n|.3|..|\n|..|.4|\n*-----*\n",
            "sudoku:ss",
        ),
        ("2\n2\n2\n1\n0\n", "sudoku:nd"),
        ("0010110\n1001001\n", "cover:matrix"),
        ("0 1 1 0\n1 0 0 1\n1 1 0 0\n0 0 1 1\n", "cover:matrix"),
        ("12: 0101\n17: 1010\n", "cover:matrix"),
        ("3\n2 2 1\n1 0 4\n", "sudoku:nd"),
        (&layers.unwrap(), "sudoku:layers"),
        (&jigsaw, "sudoku:jigsaw"),
        ("pzprv3/sudoku/4/. 1 . . /", "sudoku:pzprv3"),
        ("https://puzz.link/p?sudoku/4/4/g1k23k3g", "sudoku:puzzlink"),
        (
            "https://sudokupad.app/scfoooooooooooooK",
            "sudoku:sudokupad",
        ),
        ("https://f-puzzles.com/?load=N4Igzg", "sudoku:fpuzzles"),
        ("{\"family\":\"sudoku\",\"dims\":[2,2]}", "sudoku:json"),
        ("3 2\n0 0 4\n2 0 0\n", "shikaku:grid"),
        ("2 1 3\n1 0\n\n0 2\n\n3 0\n", "shikaku:grid"),
        (
            "5 5\n0 0 8 0 0\n0 0 0 0 0\n6 0 4 0\n0 0 0 0 0\n0 0 3 0 0\n",
            "shikaku:grid",
        ),
        (
            "4 4\n0 0 8 0\n0 0 0 0 0\n4 0 0 0\n0 0 0 4\n",
            "shikaku:grid",
        ),
        (
            "https://puzz.link/p?shikaku/6/6/j3g56h6t6h23g5j",
            "shikaku:puzzlink",
        ),
        ("shikaku/2/1/g2\nshikaku/2/1/2g\n", "shikaku:puzzlink"),
        ("pzprv3\nshikaku\n2\n3\n. . 4 \n2 . . \n", "shikaku:pzprv3"),
        ("3x2:b4_2b\n", "shikaku:tatham"),
        ("3x3:a1b2_3c4z5z6u", "shikaku:tatham"),
        ("2 3\n- - 4\n2 - -\n", "shikaku:puzzlekit"),
        (
            "4 4\n- - 4 3\n- - - 1\n- 2 - -\n- - - -\n",
            "sudoku:puzzlekit",
        ),
        ("2\n3\n. . 4 \n2 . . \n", "shikaku:kanpen"),
        ("{ \"family\" : \"shikaku\" }", "shikaku:json"),
        (
            "_ R _ _ _\n_ _ U _ _\n_ _ _ _ _\nE _ _ _ E\n",
            "tiles:letters",
        ),
        ("┏━┓\n┗━┛\n", "tiles:letters"),
        ("set = 'roads'\n[board]\nsize = [4, 5]\n", "tiles:toml"),
        (
            "[kinds]\nT = { sides = 'a a a b', rotate = true }\n",
            "tiles:toml",
        ),
        ("2\nsea 1.0\nland 2.5\nH 1\n0 0\nV 1\n1 1\n", "tiles:wfc"),
        ("{\"family\":\"tiles\",\"set\":\"roads\"}", "tiles:json"),
        ("tiles = 'a b'\nvalues = '1 2'\n", "rules:toml"),
        ("grid = [2, 2]\n[pieces]\nI = '##'\n", "rules:toml"),
        ("p q r | x y\np q x y:A\np r x:A y\n", "cover:xcc"),
        ("00 01 10 11\n00 01\n10 11\n", "cover:xcc"),
    ] {
        assert_eq!(taken_for(text), expected, "{text}");
    }
}

#[test]
fn what_only_looks_like_a_puzzle_is_left_alone() {
    assert_eq!(taken_for(""), "the text is empty");
    assert_eq!(taken_for(" \n\n\t\n"), "the text is empty");
    assert_eq!(
        taken_for("\n  hello world\n"),
        "line 2, column 3: this is not a puzzle in a format that Tilewright recognises: no sudoku, \
         shikaku, tiles, rules, cover or variant starts with \"hello world\" (name its family or format \
         with --as; `tilewright formats` lists them)"
    );
    assert_eq!(
        taken_for("{\"size\":[3,2]}"),
        "line 1, column 1: this is not a puzzle in a format that Tilewright recognises: no sudoku, \
         shikaku, tiles, rules, cover or variant starts with \"{\\\"size\\\":[3,2]}\" (a JSON object names \
         its \"family\": sudoku, shikaku, tiles or variant)"
    );
    for (address, expected) in [
        (
            "https://puzz.link/p?bdwalk/4/4/a",
            "this address holds a puzzle of the kind \"bdwalk\"",
        ),
        (
            "https://example.org/sudoku/\n",
            "nothing is fetched from \"example.org\"",
        ),
    ] {
        let said = taken_for(address);
        assert!(said.contains(expected), "{said}: {address}");
    }
    for text in [
        "The quick brown fox jumps over the lazy dog.\n",
        "Dear all,\n\nplease find the minutes of the meeting below.\n\nRegards\n",
        "a b c\n",
        "12\n",
        "3\n",
        "1234567890\n",
        "puzzle,solution\n",
        "id,name,colour\n1,a,red\n2,b,blue\n",
        "[package]\nname = \"four\"\nversion = \"0.1.0\"\n",
        "[dependencies]\nserde = \"1\"\n",
        "{\"family\":\"chess\"}",
        "{\"family\":\"cover\",\"items\":[]}",
        "[1,2,3]",
        "p cnf 3 2\n1 -2 0\n3 0\n",
        "pzprv3/slither/4/4/",
        "12:34:56",
        "5 5\n0 0 8 0\n0 0 0 0\n4 0 0\n0 6 0\n0 0 0\n",
        "fn main() {\n    println!(\"1 2 3\");\n}\n",
        "<html>\n<body>\n</body>\n</html>\n",
        "\0\u{1}\u{2}binary",
    ] {
        let said = taken_for(text);
        assert!(
            said.contains("is not a puzzle in a format"),
            "{said}: {text}"
        );
    }
}

#[test]
fn every_family_and_format_says_what_it_is_in_one_phrase() {
    for family in &Families::default() {
        let formats = family.formats.iter().map(|format| &format.about);
        // What a kind is, its rules for people say.
        let about = family.kind_file().is_none().then_some(&family.about);
        for about in formats.chain(about) {
            assert!(!about.is_empty() && !about.ends_with('.'), "{about}");
        }
    }
}
