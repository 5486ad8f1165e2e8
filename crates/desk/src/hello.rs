//! What there is to ask about: families, boards, makers.

use crate::make::SYMMETRIES;
use serde_json::{Value, json};
use tilewright::generate::Hardness;
use tilewright::puzzles::{FAMILIES, Family, Format};
use tilewright::render::svg;

/// The kinds of puzzle that can be made, each with a size.
const GENERATORS: [(&str, &str); 5] = [
    ("sudoku", "3,3"),
    ("latin", "6"),
    ("shikaku", "10x10"),
    ("roads", "6x6"),
    ("loops", "6x6"),
];

/// Everything that a page needs to know before it asks.
pub(crate) fn hello() -> Value {
    let families: Vec<Value> = FAMILIES.iter().map(|family| of_family(family)).collect();
    let levels = Hardness::GRADES.map(|(grade, _)| grade.to_string());
    let generators = GENERATORS
        .map(|(name, example)| json!({ "name": name, "example": example, "levels": levels }));
    json!({
        "version": env!("CARGO_PKG_VERSION"),
        "families": families,
        "generators": generators,
        "symmetries": SYMMETRIES.map(|(name, _)| name),
        "style": svg::page_style(),
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
