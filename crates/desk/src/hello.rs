//! The subjects of questions: families, boards, makers.

use crate::make::SYMMETRIES;
use serde_json::{Map, Value, json};
use tilewright::answer::Listing;
use tilewright::generate::Hardness;
use tilewright::puzzles::Families;
use tilewright::render::svg;

/// The kinds of puzzle that can be made, each with a size.
const GENERATORS: [(&str, &str); 5] = [
    ("sudoku", "3,3"),
    ("latin", "6"),
    ("shikaku", "10x10"),
    ("roads", "6x6"),
    ("loops", "6x6"),
];

/// A size as it is typed, and the board that it means.
type Size = (&'static str, &'static str);

/// The usual sizes of each kind of board: a menu for those who do not want to type one.
const SIZES: [(&str, &[Size]); 6] = [
    (
        "sudoku",
        &[
            ("2,2", "4×4"),
            ("3,2", "6×6"),
            ("4,2", "8×8"),
            ("3,3", "9×9"),
            ("4,3", "12×12"),
            ("4,4", "16×16"),
            ("5,5", "25×25"),
            ("2,2,1", "cube 4×4×4"),
            ("2,2,2", "cube 8×8×8"),
            ("2,2,1,1", "four axes 4×4×4×4"),
        ],
    ),
    (
        "latin",
        &[
            ("4", "4×4"),
            ("5", "5×5"),
            ("6", "6×6"),
            ("7", "7×7"),
            ("8", "8×8"),
            ("9", "9×9"),
            ("10", "10×10"),
            ("12", "12×12"),
        ],
    ),
    (
        "shikaku",
        &[
            ("5x5", "5×5"),
            ("8x8", "8×8"),
            ("10x10", "10×10"),
            ("12x12", "12×12"),
            ("15x15", "15×15"),
            ("20x20", "20×20"),
        ],
    ),
    ("roads", TILES),
    ("roads-torus", TILES),
    ("loops", TILES),
];

const TILES: &[Size] = &[
    ("4x4", "4×4"),
    ("5x4", "5×4"),
    ("4x5", "4×5"),
    ("6x6", "6×6"),
    ("8x8", "8×8"),
    ("10x10", "10×10"),
];

/// Everything that a page needs to know before it asks.
pub(crate) fn hello(families: &Families) -> Value {
    let families = Listing::of(families).families;
    let levels = Hardness::GRADES.map(|(grade, _)| grade.to_string());
    let generators = GENERATORS
        .map(|(name, example)| json!({ "name": name, "example": example, "levels": levels }));
    json!({
        "version": env!("CARGO_PKG_VERSION"),
        "families": families,
        "generators": generators,
        "sizes": sizes(),
        "symmetries": SYMMETRIES.map(|(name, _)| name),
        "style": svg::page_style(),
    })
}

fn sizes() -> Map<String, Value> {
    let of_kind = |(kind, sizes): (&str, &[Size])| {
        let sizes = sizes.iter();
        let sizes: Vec<Value> = sizes
            .map(|(size, name)| json!({ "size": size, "name": name }))
            .collect();
        (kind.to_owned(), sizes.into())
    };
    SIZES.into_iter().map(of_kind).collect()
}
