//! Puzzles of every built-in kind, and of a kind of one's own, are unique, and the same for the same seed.

use tilewright_engines::{Ask, End, Engine, sat::Sat};
use tilewright_generate::{Budget, Maker, Minimal, Spec, maker, maker_of};
use tilewright_puzzles::{Families, Family, Puzzle};

/// The number of solutions, counted up to two by another engine than that of the makers.
fn solutions(puzzle: &dyn Puzzle) -> usize {
    let model = puzzle.model(&Budget::default()).unwrap();
    let mut search = Sat.prepare(&model, &Budget::default()).unwrap();
    search.start(&Ask::given(puzzle.givens()).limit(2));
    let mut found = 0;
    loop {
        match search.advance() {
            Ok(_) => found += 1,
            Err(End::Complete | End::Limit) => return found,
            Err(end) => panic!("{end}"),
        }
    }
}

/// The sizes of boards where 6×6 does not fit the kind, or takes long.
const SIZES: [(&str, &str); 23] = [
    ("battleships", "8x8"),
    ("binairo", "4x4"),
    ("butterfly", "12x12"),
    ("dominosa", "4x5"),
    ("easyasabc", "4x4"),
    ("factors", "4x4"),
    ("fillomino", "4x4"),
    ("gappy", "9x9"),
    ("gattai8", "21x33"),
    ("kenken", "4x4"),
    ("killer", "4x4"),
    ("norinori", "5x5"),
    ("numbercross", "4x4"),
    ("renban", "4x4"),
    ("samurai", "21x21"),
    ("shogun", "21x45"),
    ("simpleloop", "5x5"),
    ("skyscrapers", "4x4"),
    ("sohei", "21x21"),
    ("starbattle", "6x6"),
    ("suguru", "5x5"),
    ("sumo", "33x33"),
    ("windmill", "21x21"),
];

/// A kind whose puzzles take many draws: boards with one false number in each room seldom have one solution.
const SLOW: &str = "usoone";

/// The seeds of the puzzles.
const SEEDS: [u64; 2] = [1, 2];

/// The built-in kinds.
fn kinds() -> Vec<Family> {
    let families = Families::default();
    let kinds = families
        .iter()
        .filter(|family| family.kind_file().is_some());
    kinds.cloned().collect()
}

fn size_of(kind: &str) -> &'static str {
    let size = SIZES.iter().find(|(known, _)| *known == kind);
    size.map_or("6x6", |(_, size)| size)
}

/// The texts of the puzzles of some seeds, each proved to have one solution.
fn texts(maker: &dyn Maker, family: &Family) -> Vec<String> {
    let budget = Budget::default();
    let made = maker.make_many(&SEEDS, &budget).into_iter();
    let text = |made: tilewright_generate::Made| {
        let text = made.puzzle.write("text").unwrap();
        let format = family.format("text").unwrap();
        let read = format.read(family, &text).unwrap();
        assert_eq!(solutions(&*read), 1, "{text}");
        text
    };
    let made = made.map(|made| made.unwrap_or_else(|missed| panic!("{}: {missed}", family.name)));
    made.map(text).collect()
}

#[test]
fn puzzles_of_every_kind_are_unique_and_the_same_again() {
    for family in kinds().into_iter().filter(|family| &*family.name != SLOW) {
        let name = &*family.name;
        let maker = maker(name, size_of(name), Spec::default(), false);
        let maker = maker.unwrap_or_else(|why| panic!("{name}: {why}"));
        let texts = texts(&*maker, &family);
        let again = maker.make(SEEDS[1], &Budget::default()).unwrap();
        assert_eq!(again.puzzle.write("text").unwrap(), texts[1], "{name}");
    }
}

const STONES: &str = r#"
kind = "stones"
about = "No two stones side by side; a number counts the stones beside it."
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
[generate]
number = "40 %"
"#;

#[test]
fn a_kind_of_ones_own_is_made_from_its_file() {
    let family = Family::of_kind(STONES).unwrap();
    let families = Families::default().with(family.clone());
    let board = families.board("stones", "5x5").unwrap();
    let maker = maker_of(&*board, Spec::default(), false).unwrap();
    texts(&*maker, &family);
    let spec = Spec {
        minimal: Minimal::Clues,
        ..Spec::default()
    };
    let minimal = maker_of(&*board, spec, false).unwrap();
    let made = minimal.make(3, &Budget::default()).unwrap();
    assert_eq!(made.minimal, Minimal::Clues);
    for clue in 0..made.puzzle.clue_count().unwrap() {
        assert_ne!(solutions(&*made.puzzle.without(&[clue])), 1);
    }
}
