//! A JSON object on one line:
//! `{"family":"shikaku","size":[width,height],"clues":[…],"areas":[…]}`.
//!
//! `size` has a third number for layers, and more for more axes. `clues` has a number for each
//! cell in row-major order, 0 for blank and -1 for a clue of unknown size. `areas`, where the
//! puzzle is solved, has the number of its area for each cell; they are written in the order in
//! which they are met and read in any.

use super::{Cells, NAME, Shape, Shikaku};
use crate::prose::joined;
use crate::{Format, ParseError, json};
use std::sync::LazyLock;

pub(super) static JSON: LazyLock<Format> = LazyLock::new(|| {
    Format::new(
        "json",
        "an object with family, size, clues and, if solved, areas",
    )
    .reads(read)
    .writes(|puzzle: &Shikaku| Ok(write(puzzle)))
    .looks(|text| json::is_of_family(text, NAME))
    .on_a_line()
});

fn read(text: &str) -> Result<Shikaku, ParseError> {
    let object = json::parse(text)?;
    json::expect_family(&object, NAME)?;
    let missing = |key: &str| ParseError::new(format!("{key:?} is missing: a list was expected"));
    let size = json::numbers(&object, "size")?.ok_or_else(|| missing("size"))?;
    let shape = Shape::new(&size)?;
    let clues: Vec<i64> = json::numbers(&object, "clues")?.ok_or_else(|| missing("clues"))?;
    if clues.len() != shape.cells() {
        return Err(ParseError::new(format!(
            "{} clues, but the grid has {} cells",
            clues.len(),
            shape.cells()
        )));
    }
    let puzzle = read_clues(shape, &clues)?;
    match json::numbers(&object, "areas")? {
        None => Ok(puzzle),
        Some(areas) => puzzle.with_groups(&areas).map_err(ParseError::new),
    }
}

fn read_clues(shape: Shape, clues: &[i64]) -> Result<Shikaku, ParseError> {
    let mut cells = Cells::new(shape);
    for (cell, &clue) in clues.iter().enumerate() {
        match (clue, u32::try_from(clue)) {
            (0, _) => cells.blank(1),
            (-1, _) => cells.clue(None),
            (_, Ok(number)) => cells.clue(Some(number)),
            (_, Err(_)) => {
                return Err(ParseError::new(format!(
                    "the clue {clue} at {}, but a number from 1 to {} was expected, 0 for blank \
                     or -1 for unknown",
                    cells.shape.cell_name(cell),
                    u32::MAX
                )));
            }
        }
    }
    Ok(cells.puzzle())
}

fn write(puzzle: &Shikaku) -> String {
    let clue = |clue: Option<super::Clue>| match clue.map(|clue| clue.volume) {
        None => 0,
        Some(None) => -1,
        Some(Some(volume)) => i64::from(volume),
    };
    let size = joined(puzzle.shape().size(), ",");
    let clues = joined(puzzle.cell_clues().map(clue), ",");
    let areas = puzzle.labels().map_or_else(String::new, |labels| {
        format!(",\"areas\":[{}]", joined(labels, ","))
    });
    format!("{{\"family\":\"{NAME}\",\"size\":[{size}],\"clues\":[{clues}]{areas}}}\n")
}
