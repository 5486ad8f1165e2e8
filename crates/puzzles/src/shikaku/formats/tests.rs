//! Reading, writing, recognising, and errors.

use super::{Clue, Shape, all};
use crate::shikaku::{SHIKAKU, Shikaku};
use crate::{ParseError, Unwritable};
use proptest::prelude::*;

fn read(text: &str, format: &str) -> Result<Shikaku, ParseError> {
    SHIKAKU.read_as(text, Some(format))
}

fn write(puzzle: &Shikaku, format: &str) -> Result<String, Unwritable> {
    SHIKAKU.write(puzzle, format)
}

fn recognise(text: &str) -> Option<&'static str> {
    let format = SHIKAKU.recognise(text)?;
    SHIKAKU.format(&format.name).map(|format| &*format.name)
}

fn fault(text: &str, format: &str) -> String {
    read(text, format).unwrap_err().to_string()
}

fn converted(text: &str, from: &str, to: &str) -> String {
    write(&read(text, from).unwrap(), to).unwrap()
}

/// Puzzles that are known as addresses.
const ADDRESSES: [&str; 2] = ["6/6/j3g56h6t6h23g5j", "6/6/s66j4.g8n4h4g"];

#[test]
fn an_address_is_read_with_any_site_before_it() {
    let grid =
        "6 6\n0 0 0 0 3 0\n5 6 0 0 6 0\n0 0 0 0 0 0\n0 0 0 0 0 0\n0 6 0 0 2 3\n0 5 0 0 0 0\n";
    for site in [
        "https://puzz.link/p?shikaku/",
        "http://pzv.jp/p.html?shikaku/",
        "https://pzprxs.vercel.app/p?shikaku/",
        "shikaku/",
        "  https://puzz.link/p?shikaku/v:/",
        "",
    ] {
        let text = format!("{site}{}\n", ADDRESSES[0]);
        assert_eq!(converted(&text, "puzzlink", "grid"), grid, "{text}");
        let expected = (!site.is_empty()).then_some("puzzlink");
        assert_eq!(recognise(&text), expected, "{text}");
    }
    for address in ADDRESSES {
        let text = format!("https://puzz.link/p?shikaku/{address}\n");
        assert_eq!(converted(&text, "puzzlink", "puzzlink"), text);
    }
    assert!(converted(ADDRESSES[1], "puzzlink", "grid").contains("4 ? 0 8"));
}

#[test]
fn grids_of_many_axes_are_read_as_they_are_written() {
    for size in [vec![2, 3, 2, 2], vec![3, 1, 2, 1, 2]] {
        let shape = Shape::new(&size).unwrap();
        let cells = shape.cells() as u32;
        let clue = |cell, volume| Clue { cell, volume };
        let clues = vec![clue(1, Some(cells - 3)), clue(cells - 1, None)];
        let puzzle = Shikaku::new(shape, clues);
        let text = write(&puzzle, "grid").unwrap();
        assert_eq!(read(&text, "grid").as_ref(), Ok(&puzzle), "{text}");
        assert_eq!(recognise(&text), Some("grid"), "{text}");
    }
}

#[test]
fn bad_addresses() {
    let check = |text: &str, said: &str| assert_eq!(fault(text, "puzzlink"), said, "{text}");
    check(
        "https://puzz.link/p?sudoku/9/9/g",
        "line 1, column 21: an address with …?shikaku/columns/rows/… was expected",
    );
    check(
        "shikaku/2/2/j1",
        "line 1, column 14: more cells than the 4 of the grid",
    );
    check(
        "shikaku/2/2/1",
        "line 1, column 14: 3 of the 4 cells are missing",
    );
    check(
        "shikaku/2/2/0i",
        "line 1, column 13: a clue of 0: a box has at least one cell",
    );
    check(
        "shikaku/2/2/-1g",
        "line 1, column 13: a number, a dot or a letter from g to z was expected",
    );
    check(
        "shikaku/2/x2/j",
        "line 1, column 11: \"x2\" is not a size: a whole number was expected",
    );
    check(
        "shikaku/2/2",
        "line 1, column 12: the columns, the rows and the cells were expected",
    );
    check(
        "shikaku/2/2/j/5",
        "line 1, column 15: the address continues after the cells",
    );
    assert!(fault("shikaku/99999/99999/j", "puzzlink").contains("too large"));
    assert!(fault("", "puzzlink").contains("expected"));
}

#[test]
fn a_number_above_what_an_address_can_say() {
    let puzzle: Shikaku = "2 1\n1126352 0\n".parse().unwrap();
    let said = write(&puzzle, "puzzlink").unwrap_err().to_string();
    assert!(said.contains("no number above 1126351"), "{said}");
}

#[test]
fn a_grid_that_is_wrong_is_told_where() {
    let check = |text: &str, said: &str| assert_eq!(fault(text, "grid"), said, "{text}");
    check(
        "",
        "the text is empty, but a width and a height were expected",
    );
    check(
        "\n \n",
        "the text is empty, but a width and a height were expected",
    );
    check(
        "5\n",
        "line 1, column 2: a size was expected: width and height (and depth)",
    );
    check(
        "5 x\n",
        "line 1, column 3: \"x\" is not a size: a whole number was expected",
    );
    check(
        "1 1 1 1 1 1 1 1 1\n1\n",
        "line 1, column 17: a size has at most 8 numbers: width, height, depth and so on",
    );
    check(
        "0 3\n",
        "line 1, column 1: a grid of 0×3 has no cells: each side must be at least 1",
    );
    check(
        "100000 100000\n",
        "line 1, column 1: a grid of 100000×100000 is too large: at most 67108864 cells are allowed",
    );
    check(
        "2 2\n0 1\n0\n",
        "line 3, column 2: row 2 is too short: 1 cells where 2 were expected",
    );
    check(
        "2 2\n0 1 1\n0 0\n",
        "line 2, column 5: row 1 is too long: 2 cells were expected",
    );
    check("2 3\n0 1\n0 0\n", "the grid ends after 2 of its 3 rows");
    check(
        "2 1\n0 1\n\n 7 7\n",
        "line 4, column 2: the text continues after the 1 rows that its size announces",
    );
    check(
        "2 1\n0 -2\n",
        "line 2, column 3: \"-2\" is not a clue: a number was expected",
    );
    check(
        "2 1\n0 4294967296\n",
        "line 2, column 3: the number \"4294967296\" is too large: 4294967295 is the largest allowed",
    );
    let endless = format!("2 1\n{} 0\n", "x".repeat(1_000_000));
    assert!(fault(&endless, "grid").len() < 100);
}

#[test]
fn unknown_clues_have_two_spellings() {
    let puzzle = read("2 1\r\n? -1\r\n", "grid").unwrap();
    assert!(puzzle.clues().iter().all(|clue| clue.volume.is_none()));
    assert_eq!(write(&puzzle, "grid").unwrap(), "2 1\n? ?\n");
}

#[test]
fn layers_may_stand_apart() {
    let together = "2 1 3\n1 0\n0 2\n3 0\n";
    let apart = "2 1 3\n1 0\n\n0 2\n\n3 0\n";
    assert_eq!(converted(together, "grid", "grid"), apart);
    assert_eq!(recognise(together), Some("grid"));
    assert_eq!(recognise(apart), Some("grid"));
    let puzzle: Shikaku = apart.parse().unwrap();
    for format in ["puzzlink", "pzprv3", "tatham", "kanpen"] {
        let said = write(&puzzle, format).unwrap_err().to_string();
        let expected = format!("the format {format} has two dimensions, but the puzzle has 3");
        assert_eq!(said, expected);
    }
}

#[test]
fn a_game_id_is_read_and_written() {
    let grid = "3 2\n0 0 4\n2 0 0\n";
    for id in [
        "3x2:b4_2b",
        "3x2e0.5a:b4_2b",
        "3x2:aa4_2aa\n",
        "3x2a:b4_2_b",
    ] {
        assert_eq!(converted(id, "tatham", "grid"), grid, "{id}");
        assert_eq!(recognise(id), Some("tatham"), "{id}");
    }
    assert_eq!(converted(grid, "grid", "tatham"), "3x2:b4_2b\n");
    assert_eq!(converted("2:1c", "tatham", "grid"), "2 2\n1 0\n0 0\n");
    let long = converted(
        "30 1\n0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 7 8\n",
        "grid",
        "tatham",
    );
    assert_eq!(long, "30x1:zb7_8\n");
    let check = |text: &str, said: &str| assert_eq!(fault(text, "tatham"), said, "{text}");
    check(
        "nothing",
        "line 1, column 1: a game id like 7x7:… was expected",
    );
    check(
        "3y2:a",
        "line 1, column 1: \"3y2\" is not a size: one like 7x7 was expected",
    );
    check(
        "2x2:e",
        "line 1, column 5: more cells than the 4 of the grid",
    );
    check("2x2:a4", "line 1, column 7: 2 of the 4 cells are missing");
    check("2x2:b4", "line 1, column 7: 1 of the 4 cells is missing");
    check(
        "2x2:a0b",
        "line 1, column 6: a clue of 0: a box has at least one cell",
    );
    check(
        "2x2:a-b",
        "line 1, column 6: a letter, a number or _ was expected",
    );
    check(
        "1x1:99999999999",
        "line 1, column 5: the number \"99999999999\" is too large",
    );
    // A Sudoku of that collection has more cells than its id's numbers multiply to.
    assert_eq!(recognise("3x3:a1b2_3c4z5z6u"), None);
    let unknown: Shikaku = "1 1\n?\n".parse().unwrap();
    assert!(write(&unknown, "tatham").is_err());
}

#[test]
fn borders_are_a_solution_if_they_solve_it() {
    let file = |borders: &str| format!("pzprv3\nshikaku\n2\n3\n. . 4 \n2 . . \n{borders}");
    let solved = file("1 0 \n1 0 \n0 0 0 \n");
    let puzzle = read(&solved, "pzprv3").unwrap();
    assert_eq!(puzzle.labels().unwrap(), [0, 1, 1, 0, 1, 1]);
    assert_eq!(write(&puzzle, "pzprv3").unwrap(), solved);
    assert_eq!(recognise(&solved), Some("pzprv3"));
    let joined = solved.replace('\n', "/");
    assert_eq!(recognise(&joined), Some("pzprv3"));
    assert_eq!(read(&joined, "pzprv3").unwrap(), puzzle);
    // Marks of the solver's own, and the history that may follow.
    let marked = file("2 -1 \n1 0 \n0 -1 0 \nhistory:{\n \"type\":\"pzpr\"\n}\n");
    assert_eq!(read(&marked, "pzprv3").unwrap(), puzzle);
    for other in [
        "",                     // no borders at all
        "0 0 \n0 0 \n0 0 0 \n", // nothing drawn
        "0 0 \n0 0 \n1 1 1 \n", // two rectangles, but of the wrong sizes
        "1 0 \n1 1 \n0 0 0 \n", // a border that ends within the 4
        "1 1 \n1 1 \n0 0 0 \n", // an area without a clue
    ] {
        let puzzle = read(&file(other), "pzprv3").unwrap();
        assert_eq!(puzzle.areas(), None, "{other:?}");
    }
}

#[test]
fn bad_pzpr_files() {
    let check = |text: &str, said: &str| assert_eq!(fault(text, "pzprv3"), said, "{text}");
    check("", "the text ends where pzprv3 was expected");
    check(
        "pzprv3/sudoku/9/9/",
        "line 1, column 8: a puzzle called \"sudoku\", but shikaku was expected",
    );
    check(
        "pzprv3/shikaku/1",
        "the text ends where the number of columns was expected",
    );
    check(
        "pzprv3/shikaku/1/2/. # /",
        "line 1, column 22: \"#\" is not a clue: a number was expected",
    );
    check(
        "pzprv3\nshikaku\n1\n2\n. 2\n5\n",
        "line 6, column 1: \"5\" is not a border: 0 or 1 was expected",
    );
    check(
        "pzprv3\nshikaku\n1\n2\n. 2\n0 0\n",
        "line 6, column 4: a line of 2 borders, but 1 were expected",
    );
    check(
        "pzprv3\nshikaku\n2\n2\n. 2\n. 2\n0\n",
        "the borders end after 1 of 2 lines",
    );
}

#[test]
fn a_file_of_pencilbox_lists_rectangles() {
    let text = "2\n3\n. . 4 \n2 . . \n2\n0 0 1 0 \n0 1 1 2 \n";
    let puzzle = read(text, "kanpen").unwrap();
    assert_eq!(puzzle.labels().unwrap(), [0, 1, 1, 0, 1, 1]);
    assert_eq!(write(&puzzle, "kanpen").unwrap(), text);
    assert_eq!(recognise(text), Some("kanpen"));
    let unsolved = &text[..text.find("2\n0 0").unwrap()];
    assert_eq!(read(unsolved, "kanpen").unwrap().areas(), None);
    assert_eq!(recognise(unsolved), Some("kanpen"));
    let check = |end: &str, said: &str| {
        assert_eq!(fault(&format!("{unsolved}{end}"), "kanpen"), said, "{end}");
    };
    check(
        "x\n",
        "line 5, column 1: the number of rectangles was expected, alone on a line",
    );
    check("2\n0 0 1 0\n", "the list ends after 1 of 2 rectangles");
    check(
        "1\n0 0 1\n",
        "line 6, column 6: a rectangle was expected: four numbers",
    );
    check(
        "1\n0 0 2 0\n",
        "line 6, column 8: a rectangle that does not lie in the grid",
    );
    // Overlapping, leaving cells out, two clues in one, and none at all: work in progress.
    for other in [
        "2\n0 0 1 0\n0 0 1 2\n",
        "2\n0 0 1 1\n0 1 1 2\n",
        "1\n0 1 1 2\n",
        "1\n0 0 1 2\n",
        "0\n",
    ] {
        let puzzle = read(&format!("{unsolved}{other}"), "kanpen").unwrap();
        assert_eq!(puzzle.areas(), None, "{other}");
    }
}

#[test]
fn json_is_checked_as_a_whole() {
    let text = "{\"family\":\"shikaku\",\"size\":[3,2],\"clues\":[0,0,4,-1,0,0],\"areas\":[0,1,1,0,1,1]}\n";
    assert_eq!(converted(text, "json", "json"), text);
    assert_eq!(recognise(text), Some("json"));
    assert_eq!(recognise("{ \"family\" : \"shikaku\" }"), Some("json"));
    assert_eq!(recognise("{\"family\":\"sudoku\",\"size\":[3,2]}"), None);
    let check = |text: &str, said: &str| assert_eq!(fault(text, "json"), said, "{text}");
    check(
        "{\"size\":[3,2],\n]",
        "line 2, column 1: this is not valid JSON: key must be a string",
    );
    check(
        "{\"family\":\"sudoku\"}",
        "the puzzle is of the family \"sudoku\", but \"shikaku\" was expected",
    );
    check("{}", "\"size\" is missing: a list was expected");
    check(
        "{\"size\":[1,-1]}",
        "number 2 of \"size\" is not a whole number in its range",
    );
    check(
        "{\"size\":[2,1],\"clues\":[1]}",
        "1 clues, but the grid has 2 cells",
    );
    check(
        "{\"size\":[2,1],\"clues\":[1,0.5]}",
        "number 2 of \"clues\" is not a whole number in its range",
    );
    check(
        "{\"size\":[2,1],\"clues\":[0,-7]}",
        "the clue -7 at r1c2, but a number from 1 to 4294967295 was expected, 0 for blank or -1 \
         for unknown",
    );
    check(
        "{\"size\":[2,1],\"clues\":[2,0],\"areas\":[0,1]}",
        "the area at r1c2 has no clue",
    );
    assert!(fault("{\"size\":[1,2,3,4,5,6,7,8,9]}", "json").contains("at most 6 more"));
    assert!(fault("[]", "json").contains("missing"));
    assert!(fault(&"[".repeat(1_000_000), "json").contains("not valid JSON"));
}

#[test]
fn a_solution_is_not_written_before_it_is_found() {
    let puzzle: Shikaku = "1 1\n1\n".parse().unwrap();
    for style in ["readme", "codingame", "old"] {
        let said = write(&puzzle, style).unwrap_err().to_string();
        assert!(said.contains("is not solved"), "{said}");
        assert!(read("", style).is_err());
    }
    assert!(write(&puzzle, "nothing").is_err());
}

#[test]
fn tiny_grids_are_recognised_where_their_areas_fit() {
    for text in [
        "2 1\n2 0\n",
        "2 1\n0 2\n",
        "1 1\n1\n",
        "2 1\n1 1\n",
        "1 1 1\n1\n",
    ] {
        assert_eq!(recognise(text), Some("grid"), "{text:?}");
    }
}

#[test]
fn other_texts_are_left_alone() {
    for text in [
        "",
        "\n\n",
        "2\n3\n3\n1 0 0\n",       // an n-dimensional Sudoku
        "3 1 2\n1 2 3\n2 3 1\n",  // a Latin square
        "2 1\n1 2\n",             // a smaller one, whose areas would not fit
        "1 2\n1\n2\n",            // an exact cover problem
        "2 1 3\n1 2\n1 3\n2 3\n", // another
        "a b c\na b\nc\n",
        "5 3\n0 0 0 0 0\n0 0 0 0 0\n", // rows are missing
        "2 2\n0 0\n0 0\n0 0\n",        // rows too many
        "2 2\n0 0 0\n0 0\n",           // ragged
        "2 2\n0 a\n0 0\n",
        "99999999999999999999 1\n0\n",
        "530070000600195000098000060800060003400803001700020006060000280000419005000080079\n",
        "p cnf 2 1\n1 -2 0\n",
        "https://puzz.link/p?sudoku/4/4/g1k23k3g",
        "pzprv3/sudoku/9/9/",
        "{\"size\":[3,2]}",
        "12:34:56",
    ] {
        assert_eq!(recognise(text), None, "{text:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn no_text_makes_a_reader_panic(
        start in prop::sample::select(&[
            "", "3 2\n", "2 2 2\n", "shikaku/3/2/", "https://puzz.link/p?shikaku/", "3x2:", "3x2e",
            "pzprv3/shikaku/2/2/", "pzprv3\nshikaku\n2\n2\n. 4\n. .\n", "2\n2\n. 4\n. .\n",
            "{\"family\":\"shikaku\",\"size\":[", "{\"size\":[2,1],\"clues\":[2,0],\"areas\":[",
        ][..]),
        rest in "[0-9a-z?/:_ .+=@%*$x\n\\]\\[{},\"é–-]{0,40}",
    ) {
        let text = format!("{start}{rest}");
        let recognised = SHIKAKU.recognise(&text);
        prop_assert!(recognised.is_none_or(|format| all().contains(&&format)));
        for format in all().iter().filter(|format| format.is_read()) {
            if let Ok(puzzle) = read(&text, &format.name) {
                prop_assert_eq!(&read(&write(&puzzle, "json").unwrap(), "json").unwrap(), &puzzle);
            }
        }
    }
}
