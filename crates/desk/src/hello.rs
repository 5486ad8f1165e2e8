//! What there is to ask about: families, boards, makers.

use serde_json::{Value, json};
use tilewright::puzzles::{FAMILIES, Family, Format};

/// The kinds of puzzle that can be made, each with a size.
const GENERATORS: [(&str, &str); 5] = [
    ("sudoku", "3,3"),
    ("latin", "6"),
    ("shikaku", "10x10"),
    ("roads", "6x6"),
    ("loops", "6x6"),
];

/// The words for how hard a puzzle is.
const LEVELS: [&str; 5] = ["easy", "medium", "hard", "expert", "extreme"];

/// Everything that a page needs to know before it asks.
pub(crate) fn hello() -> Value {
    let families: Vec<Value> = FAMILIES.iter().map(|family| of_family(family)).collect();
    let generators = GENERATORS
        .map(|(name, example)| json!({ "name": name, "example": example, "levels": LEVELS }));
    json!({
        "version": env!("CARGO_PKG_VERSION"),
        "families": families,
        "generators": generators,
    })
}

fn of_family(family: &Family) -> Value {
    let formats: Vec<Value> = family.formats.iter().map(of_format).collect();
    let boards = family.boards.iter();
    let boards: Vec<Value> = boards
        .map(|board| json!({ "name": board.name, "example": board.example }))
        .collect();
    json!({ "name": family.name, "about": family.about, "formats": formats, "boards": boards })
}

fn of_format(format: &Format) -> Value {
    json!({
        "name": format.name,
        "about": format.about,
        "reads": format.reads,
        "writes": format.writes,
    })
}
