//! Boards of kinds: their texts, addresses, JSON and solutions, there and back.

use tilewright_engines::{Ask, Budget, engine, solutions};
use tilewright_puzzles::{Families, Family, Puzzle, Solutions, read};

/// Small boards of ours, each with the only solution that it has.
const BOARDS: [[&str; 2]; 5] = [
    [
        "tents\n3 3\n1 1 0\n1 0 1\n- x -\n- - -\n- - x\n",
        "3 3\no - -\n- - -\n- o -\n",
    ],
    ["slitherlink\n3 3\n- 3 -\n- 0 -\n- 3 -\n", ""],
    [
        "kakuro\n3 3\n- 4, 6,\n,3 0 0\n,7 0 0\n",
        "3 3\n- - -\n- 1 2\n- 3 4\n",
    ],
    [
        "starbattle\n5 5 1\n1 1 2 2 2\n1 1 2 2 3\n4 4 4 3 3\n4 4 5 5 3\n4 5 5 5 5\n",
        "",
    ],
    ["nonogram\n2 3\n1\n2\n0\n1\n2\n", "2 3\n- x -\nx x -\n"],
];

fn solved(puzzle: &dyn Puzzle) -> Vec<Box<dyn Puzzle>> {
    let model = puzzle.model(&Budget::default()).unwrap();
    let auto = engine("auto").unwrap();
    let mut search = auto.prepare(&model, &Budget::default()).unwrap();
    let found = solutions(&mut *search, &Ask::default().limit(2));
    found.map(|solution| puzzle.fill(&solution)).collect()
}

#[test]
fn boards_are_recognised_and_written_as_they_were() {
    for [text, _] in BOARDS {
        let puzzle = read(text, None).unwrap();
        assert_eq!(Some(&*puzzle.family().name), text.lines().next());
        assert_eq!(puzzle.write("text").unwrap(), text);
        let json = puzzle.write("json").unwrap();
        let again = read(&json, None).unwrap();
        assert!(again.is_same(&*puzzle), "{json}");
        let address = puzzle.write("puzzlink").unwrap();
        let again = read(&address, None).unwrap();
        assert_eq!(again.family(), puzzle.family(), "{address}");
        assert_eq!(again.write("puzzlink").unwrap(), address);
    }
}

#[test]
fn solutions_are_written_and_compared() {
    for [text, solution] in BOARDS {
        let puzzle = read(text, None).unwrap();
        assert!(puzzle.write("solution").is_err(), "{text}");
        let all = solved(&*puzzle);
        let Some(first) = all.first() else {
            panic!("no solution: {text}");
        };
        let written = first.write("solution").unwrap();
        if !solution.is_empty() {
            assert_eq!((all.len(), written.as_str()), (1, solution), "{text}");
        }
        let able = first.can::<dyn Solutions>().unwrap();
        let comparison = able.compared(&written).unwrap();
        assert!(
            comparison.places > 0 && comparison.differing.is_empty(),
            "{written}"
        );
        let blank = puzzle.can::<dyn Solutions>().unwrap();
        assert!(!blank.compared(&written).unwrap().differing.is_empty());
        let read_again = puzzle.fill(&blank.choices_of(&written).unwrap());
        assert_eq!(read_again.write("solution").unwrap(), written);
        let json = first.write("json").unwrap();
        assert!(read(&json, None).unwrap().is_same(&**first), "{json}");
        assert!(first.write("text").is_err());
    }
}

#[test]
fn a_clue_is_taken_away() {
    let puzzle = read("akari\n2 3\n- 1 -\n- x -\n", None).unwrap();
    assert_eq!(puzzle.clue_names(), ["number at r1c2 = 1"]);
    let fewer = puzzle.without(&[0]);
    assert_eq!(fewer.write("text").unwrap(), "akari\n2 3\n- x -\n- x -\n");
    let kakuro = read(BOARDS[2][0], None).unwrap();
    assert_eq!(kakuro.clue_count(), Some(4));
}

#[test]
fn mistakes_of_addresses_are_told() {
    let told = |text: &str| read(text, None).unwrap_err().to_string();
    assert_eq!(
        told("https://puzz.link/p?slither/f/3/3/gdk"),
        "line 1, column 29: this is the variant \"f\", whose rules are others"
    );
    assert_eq!(
        told("https://puzz.link/p?slither/3/3/g!k"),
        "line 1, column 34: no clue of number is written so"
    );
    assert_eq!(
        told("https://puzz.link/p?starbattle/5/5/x/0"),
        "line 1, column 36: stars should be a number"
    );
    let several = read("x x", Some("solution")).unwrap_err();
    assert!(
        several.to_string().contains("no family or readable format"),
        "{several}"
    );
    let which = read("5 5\n", Some("text")).unwrap_err();
    assert!(
        which.to_string().starts_with("many kinds of puzzles"),
        "{which}"
    );
}

const OWN: &str = r#"
kind = "checkers"
about = "No two stones side by side; a number counts the stones beside it."
solution = "stone stone=o .=-"
[clues]
number = { at = "cells", type = "number", max = 4 }
[enter]
stone = { at = "cells - number", values = ". stone" }
[[rule]]
each = "number"
require = "count(stone, neighbours) == number"
[[rule]]
between = "adjacent"
require = "not (a == stone and b == stone)"
"#;

#[test]
fn a_kind_of_ones_own_joins_the_families() {
    let families = Families::default().with(Family::of_kind(OWN).unwrap());
    let puzzle = families.read("checkers\n1 3\n- 2 -\n", None).unwrap();
    assert_eq!(
        solved(&*puzzle)[0].write("solution").unwrap(),
        "1 3\no - o\n"
    );
    assert_eq!(puzzle.title(), "checkers 1×3, 1 clue");
    let wrong = Family::of_kind(&OWN.replace("[clues]", "[clues")).unwrap_err();
    assert_eq!(wrong.place().unwrap().line, 5);
    let bad = OWN.replace("neighbours", "neighbors");
    let families = Families::default().with(Family::of_kind(&bad).unwrap());
    let wrong = families.read("checkers\n1 3\n- 2 -\n", None).unwrap_err();
    assert!(
        wrong
            .to_string()
            .starts_with("in the file of the kind checkers, line 11"),
        "{wrong}"
    );
}

/// Published addresses are read, and written byte for byte, whatever site they are of.
#[test]
fn published_addresses_are_written_as_they_are() {
    let Some(file) = tilewright_testkit::data("variants/links.tsv") else {
        return;
    };
    let mut count = 0;
    for line in std::fs::read_to_string(file).unwrap().lines() {
        let Some((_, address)) = line.split_once('\t') else {
            continue;
        };
        let Ok(puzzle) = read(address, None) else {
            continue;
        };
        if puzzle.family().kind_file().is_none() {
            continue;
        }
        let written = puzzle.write("puzzlink").unwrap();
        let code = |address: &str| {
            address
                .trim()
                .split_once('?')
                .map(|(_, code)| code.to_owned())
        };
        assert_eq!(code(&written), code(address));
        count += 1;
    }
    assert!(count > 15, "{count}");
}

/// The first fenced block of a document in some language.
fn block<'d>(document: &'d str, language: &str) -> &'d str {
    let (_, rest) = document.split_once(&format!("```{language}\n")).unwrap();
    rest.split_once("```").unwrap().0
}

#[test]
fn the_document_lists_every_kind_and_what_it_shows_works() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/kinds.md");
    let document = std::fs::read_to_string(path).unwrap();
    for family in &Families::default() {
        let row = format!("| {} | {} |", family.name, family.about);
        let is_listed = family.kind_file().is_none() || document.contains(&row);
        assert!(is_listed, "docs/kinds.md lacks {row}");
    }
    let first = Family::of_kind(block(&document, "toml")).unwrap();
    let families = Families::default().with(first);
    let board = families.read(block(&document, "text"), None).unwrap();
    assert_eq!(solved(&*board).len(), 1);
    let json = read(block(&document, "json"), None).unwrap();
    assert_eq!(json.clue_count(), Some(4));
}
