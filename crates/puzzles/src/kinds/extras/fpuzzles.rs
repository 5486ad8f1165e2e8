//! f-puzzles' JSON: `size`, `grid`, and a list of objects under the name of each rule.
//!
//! Which names there are, and what their objects hold, the files of extras say (`foreign`). A rule without objects is `true`, and one
//! that forbids what is not shown is a word in `negative`. What is only drawn is skipped; any other name is refused.

use super::drawn;
use super::file::Catalogue;
use super::foreign::{Block, Foreign, Program};
use super::iss::write_candidates;
use super::items::{Item, Sides};
use super::setup::{Setup, numbered};
use crate::kinds::clues::{Clue, Side, Spots};
use crate::sudoku::fpuzzles::HARMLESS;
use crate::sudoku::packed::{is_nothing, square_rows};
use crate::{ParseError, Unwritable};
use serde_json::{Value, json};

type Read<T> = Result<T, ParseError>;

/// What is only drawn.
pub(super) const DRAWN: [&str; 6] = ["line", "rectangle", "circle", "text", "cage", "highlight"];

/// The word for rules that forbid what is not shown.
const NEGATIVE: &str = "negative";

/// Returns true if the JSON of a puzzle has more than a plain Sudoku.
pub(super) fn has_extras(puzzle: &Value) -> bool {
    let parts = puzzle.as_object().into_iter().flatten();
    let mut named =
        parts.filter(|(name, value)| !HARMLESS.contains(&name.as_str()) && !is_nothing(value));
    let has_marks = |cell: &Value| {
        cell.get("givenPencilMarks")
            .is_some_and(|marks| !is_nothing(marks))
    };
    let mut cells = puzzle
        .get("grid")
        .and_then(Value::as_array)
        .into_iter()
        .flatten();
    named.next().is_some() || cells.any(|row| row.as_array().into_iter().flatten().any(has_marks))
}

/// Reads the JSON of a puzzle.
pub(super) fn read(puzzle: &Value, catalogue: &Catalogue) -> Read<Setup> {
    let rows = square_rows(puzzle.get("grid").unwrap_or(&Value::Null))?;
    let side = rows.len();
    let sides = Sides {
        rows: side,
        columns: side,
    };
    let mut setup = Setup::new(sides, [1, side as i64]);
    let cells = rows.iter().flat_map(|row| row.iter());
    for (cell, content) in (0..).zip(cells) {
        read_cell(&mut setup, cell, content)?;
    }
    setup.boxes = numbered(&setup.boxes);
    let text = |key: &str| {
        puzzle
            .get(key)
            .and_then(Value::as_str)
            .filter(|text| !text.is_empty())
            .map(str::to_owned)
    };
    setup.told.title = text("title");
    setup.told.author = text("author");
    setup.told.rules = text("ruleset");
    for (name, value) in puzzle.as_object().into_iter().flatten() {
        if HARMLESS.contains(&name.as_str()) || is_nothing(value) {
            continue;
        }
        if DRAWN.contains(&name.as_str()) {
            setup.told.drawn = true;
            continue;
        }
        if name == NEGATIVE {
            for word in value
                .as_array()
                .into_iter()
                .flatten()
                .filter_map(Value::as_str)
            {
                let meant = catalogue
                    .called(Program::FPuzzles, NEGATIVE)
                    .find(|(_, foreign)| foreign.constant.as_deref() == Some(word));
                let (extra, _) = meant.ok_or_else(|| unknown(&format!("{NEGATIVE} {word}")))?;
                setup.uses(catalogue, extra);
            }
            continue;
        }
        let (extra, foreign) = catalogue
            .called(Program::FPuzzles, name)
            .next()
            .ok_or_else(|| unknown(name))?;
        setup.uses(catalogue, extra);
        if foreign.blocks.is_empty() {
            continue;
        }
        let objects = value
            .as_array()
            .ok_or_else(|| wrong(name, "a list was expected"))?;
        for object in objects {
            for (side, item) in items_of(sides, foreign, object)? {
                let layer = foreign.layer_at(&catalogue.extras[extra].layers, side);
                setup.add(catalogue, extra, layer, item);
            }
        }
    }
    let counts = |extra: usize| setup.extras.contains_key(&extra);
    if setup.told.drawn && drawn::unknown_sentence(&setup, catalogue, counts).is_some() {
        drawn::claim_drawn(&mut setup, puzzle, catalogue)?;
    }
    Ok(setup)
}

fn unknown(name: &str) -> ParseError {
    ParseError::new(format!(
        "this puzzle has a constraint {name:?} that Tilewright does not know"
    ))
}

fn wrong(name: &str, what: &str) -> ParseError {
    ParseError::new(format!("the constraint {name:?}: {what}"))
}

/// Reads a cell: its digit, if it is given, its region and the digits that it may have.
fn read_cell(setup: &mut Setup, cell: u32, content: &Value) -> Read<()> {
    let most = setup.digits[1];
    let digit = |value: &Value| {
        let digit = value.as_i64().or_else(|| value.as_str()?.parse().ok());
        let digit = digit.filter(|digit| (1..=most).contains(digit));
        digit.ok_or_else(|| {
            ParseError::new(format!(
                "{value} at {} is not a digit of this board: 1 to {most} were expected",
                setup.sides.name(cell)
            ))
        })
    };
    let mut given = None;
    if content.get("given").and_then(Value::as_bool) == Some(true)
        && let Some(value) = content.get("value").filter(|value| !is_nothing(value))
    {
        given = Some(digit(value)?);
    }
    let marks = content
        .get("givenPencilMarks")
        .filter(|marks| !is_nothing(marks))
        .and_then(Value::as_array);
    let marks = marks
        .map(|marks| marks.iter().map(digit).collect::<Read<Vec<i64>>>())
        .transpose()?;
    if let Some(given) = given {
        setup.givens[cell as usize] = Some(given);
    } else if let Some(marks) = marks {
        write_candidates(setup, cell, &marks);
    }
    if let Some(region) = content.get("region") {
        setup.boxes[cell as usize] = region
            .as_u64()
            .and_then(|region| u32::try_from(region).ok());
    }
    Ok(())
}

/// The place of a name, which may lie outside: rows and columns are counted from 0 here.
fn place(name: &Value) -> Option<(i64, i64)> {
    let (row, column) = name
        .as_str()?
        .trim()
        .strip_prefix(['R', 'r'])?
        .split_once(['C', 'c'])?;
    Some((
        row.parse::<i64>().ok()? - 1,
        column.parse::<i64>().ok()? - 1,
    ))
}

fn cell(sides: Sides, foreign: &Foreign, name: &Value) -> Read<u32> {
    let cell = place(name).and_then(|(row, column)| sides.cell(row, column));
    cell.ok_or_else(|| {
        wrong(
            &foreign.name,
            &format!("{name} is not a cell of this board, such as \"R1C1\""),
        )
    })
}

fn cells(sides: Sides, foreign: &Foreign, names: &Value) -> Read<Vec<u32>> {
    let names = names.as_array().filter(|names| !names.is_empty());
    let names = names.ok_or_else(|| wrong(&foreign.name, "a list of cells was expected"))?;
    names
        .iter()
        .map(|name| cell(sides, foreign, name))
        .collect()
}

/// The items of an object, with the side at which they lie outside.
#[expect(
    clippy::too_many_lines,
    reason = "a short case for each way of writing"
)]
fn items_of(sides: Sides, foreign: &Foreign, object: &Value) -> Read<Vec<(Option<Side>, Item)>> {
    let get = |key: &str| object.get(key).unwrap_or(&Value::Null);
    let lines = || -> Read<Vec<Vec<u32>>> {
        let lines = get("lines").as_array();
        let lines = lines.ok_or_else(|| wrong(&foreign.name, "a list of lines was expected"))?;
        lines
            .iter()
            .map(|line| cells(sides, foreign, line))
            .collect()
    };
    let mut found: Vec<(Option<Side>, Vec<u32>)> = Vec::new();
    let mut clue = None;
    for block in &foreign.blocks {
        match block {
            Block::Number(number) => {
                let said = get("value");
                let text = said.as_str().map_or_else(
                    || {
                        if said.is_null() {
                            String::new()
                        } else {
                            said.to_string()
                        }
                    },
                    str::to_owned,
                );
                let value = number
                    .of(&text)
                    .ok_or_else(|| wrong(&foreign.name, &format!("{said} is not a number")))?;
                clue = value.map(Clue::Number);
            }
            Block::Numbers => {
                let values = get("values").as_array().into_iter().flatten();
                let values: Option<Vec<Option<i64>>> = values
                    .map(|value| {
                        value
                            .as_i64()
                            .or_else(|| value.as_str()?.parse().ok())
                            .map(Some)
                    })
                    .collect();
                let values = values.filter(|values| !values.is_empty());
                clue =
                    Some(Clue::Numbers(values.ok_or_else(|| {
                        wrong(&foreign.name, "numbers were expected")
                    })?));
            }
            Block::Cell => found.push((None, vec![cell(sides, foreign, get("cell"))?])),
            Block::Cells => found.push((None, cells(sides, foreign, get("cells"))?)),
            Block::Each => {
                let all = cells(sides, foreign, get("cells"))?;
                found.extend(all.into_iter().map(|cell| (None, vec![cell])));
            }
            Block::Lines => found.extend(lines()?.into_iter().map(|line| (None, line))),
            Block::Circle => {
                let circle = cells(sides, foreign, get("cells"))?;
                clue = Some(Clue::Number(circle.len() as i64));
                let whole = |line: Vec<u32>| [&circle[..], &line[1..]].concat();
                found.extend(lines()?.into_iter().map(|line| (None, whole(line))));
            }
            Block::Clone => {
                let (one, other) = (
                    cells(sides, foreign, get("cells"))?,
                    cells(sides, foreign, get("cloneCells"))?,
                );
                found.extend(
                    one.into_iter()
                        .zip(other)
                        .map(|(one, other)| (None, vec![one, other])),
                );
            }
            Block::Side => {
                let outside = place(get("cell")).and_then(|place| side_at(sides, place));
                let (side, place) = outside.ok_or_else(|| {
                    wrong(
                        &foreign.name,
                        &format!("{} does not lie outside beside the board", get("cell")),
                    )
                })?;
                found.push((Some(side), sides.seen_from(side, place)));
            }
            Block::Diagonal => {
                let from = place(get("cell"));
                let way = get("direction").as_str().and_then(way_of);
                let (Some(from), Some(way)) = (from, way) else {
                    return Err(wrong(
                        &foreign.name,
                        "a cell outside and a direction such as \"DR\" were expected",
                    ));
                };
                let cells = sides.ray((from.0 + way.0, from.1 + way.1), way);
                if cells.is_empty() {
                    return Err(wrong(
                        &foreign.name,
                        &format!("the arrow at {} points away from the board", get("cell")),
                    ));
                }
                found.push((None, cells));
            }
            Block::Pairs | Block::Groups | Block::Square | Block::Line => {
                return Err(wrong(
                    &foreign.name,
                    "the extra does not say how it is written",
                ));
            }
        }
    }
    let item = |(side, cells)| {
        (
            side,
            Item {
                cells,
                clue: clue.clone(),
            },
        )
    };
    Ok(found.into_iter().map(item).collect())
}

/// The side of the board at which a place lies, and how far along.
fn side_at(sides: Sides, (row, column): (i64, i64)) -> Option<(Side, usize)> {
    let (rows, columns) = (sides.rows as i64, sides.columns as i64);
    let (side, place, count) = match (row, column) {
        (-1, place) => (Side::Top, place, columns),
        (row, place) if row == rows => (Side::Bottom, place, columns),
        (place, -1) => (Side::Left, place, rows),
        (place, column) if column == columns => (Side::Right, place, rows),
        _ => return None,
    };
    (0..count)
        .contains(&place)
        .then_some((side, place as usize))
}

/// The step of a direction such as `DR`.
fn way_of(name: &str) -> Option<(i64, i64)> {
    let mut way = (0, 0);
    for sign in name.chars() {
        match sign {
            'U' => way.0 = -1,
            'D' => way.0 = 1,
            'L' => way.1 = -1,
            'R' => way.1 = 1,
            _ => return None,
        }
    }
    (way != (0, 0)).then_some(way)
}

/// Writes a board.
pub(super) fn write(setup: &Setup, catalogue: &Catalogue) -> Result<Value, Unwritable> {
    let sides = setup.sides;
    if sides.rows != sides.columns
        || setup.digits != [1, sides.rows as i64]
        || !setup.own.is_empty()
    {
        let message = "the fpuzzles format has square boards with the digits from 1 on, and no rules of one's own; json can say this";
        return Err(Unwritable(message.into()));
    }
    let is_usual = Setup::new(sides, setup.digits).boxes == setup.boxes;
    let cell = |cell: usize| {
        let mut content = json!({});
        if let Some(digit) = setup.givens[cell] {
            content["value"] = digit.into();
            content["given"] = true.into();
        }
        if !is_usual {
            content["region"] = setup.boxes[cell].into();
        }
        content
    };
    let row = |row: usize| {
        (row * sides.columns..(row + 1) * sides.columns)
            .map(cell)
            .collect::<Value>()
    };
    let mut puzzle =
        json!({"size": sides.rows, "grid": (0..sides.rows).map(row).collect::<Value>()});
    let told = [
        ("title", &setup.told.title),
        ("author", &setup.told.author),
        ("ruleset", &setup.told.rules),
    ];
    for (key, text) in told {
        if let Some(text) = text {
            puzzle[key] = text.as_str().into();
        }
    }
    for (&extra, layers) in &setup.extras {
        let name = &catalogue.extras[extra].name;
        let cannot = || {
            Unwritable(format!(
                "the fpuzzles format cannot say {name:?} as it is here; json can"
            ))
        };
        let mut foreign = catalogue
            .foreign(Program::FPuzzles)
            .filter(|(number, _)| *number == extra)
            .map(|(_, foreign)| foreign)
            .peekable();
        if layers.iter().all(Vec::is_empty) {
            if let Some(flag) = foreign.find(|foreign| foreign.blocks.is_empty()) {
                match &flag.constant {
                    None => puzzle[&flag.name] = true.into(),
                    Some(word) => push(&mut puzzle, NEGATIVE, word.as_str().into()),
                }
            } else if !catalogue.extras[extra].layers.is_empty() {
                // An extra whose clues are all there are: none.
            } else {
                return Err(cannot());
            }
            continue;
        }
        for (layer, items) in layers.iter().enumerate() {
            for item in items {
                let mut known = catalogue
                    .foreign(Program::FPuzzles)
                    .filter(|(number, _)| *number == extra);
                let written = known.find_map(|(_, foreign)| {
                    let is_of_layer = foreign.layers.contains(&layer);
                    let at = catalogue.extras[extra].layers[layer].at;
                    let object = if is_of_layer {
                        object_of(sides, foreign, at, item)
                    } else {
                        None
                    };
                    Some((foreign, object?))
                });
                let (foreign, object) = written.ok_or_else(cannot)?;
                push(&mut puzzle, &foreign.name, object);
            }
        }
    }
    Ok(puzzle)
}

/// Adds to the list of that name.
fn push(puzzle: &mut Value, name: &str, value: Value) {
    match puzzle[name].as_array_mut() {
        Some(list) => list.push(value),
        None => puzzle[name] = json!([value]),
    }
}

/// The object of an item, if it can be written so.
fn object_of(sides: Sides, foreign: &Foreign, at: Spots, item: &Item) -> Option<Value> {
    let names = |cells: &[u32]| {
        cells
            .iter()
            .map(|&cell| Value::from(sides.name(cell)))
            .collect::<Value>()
    };
    let outside = |(row, column): (i64, i64)| Value::from(format!("R{}C{}", row + 1, column + 1));
    let mut object = json!({});
    for block in &foreign.blocks {
        match (block, &item.clue) {
            (Block::Number(number), Some(Clue::Number(value))) => {
                object["value"] = number.text(Some(*value)).into();
            }
            (Block::Number(number), None) if number.usual.is_none() => {}
            (Block::Numbers, Some(Clue::Numbers(values))) => {
                object["values"] = values.iter().map(|value| Value::from(*value)).collect();
            }
            (Block::Cell, _) => object["cell"] = sides.name(*item.cells.first()?).into(),
            (Block::Cells | Block::Each, _) => object["cells"] = names(&item.cells),
            (Block::Lines, _) => object["lines"] = json!([names(&item.cells)]),
            (Block::Circle, Some(Clue::Number(size))) => {
                let size = usize::try_from(*size)
                    .ok()
                    .filter(|&size| size > 0 && size < item.cells.len())?;
                object["cells"] = names(&item.cells[..size]);
                object["lines"] = json!([names(&item.cells[size - 1..])]);
            }
            (Block::Clone, _) => {
                let [one, other] = item.cells[..] else {
                    return None;
                };
                object["cells"] = names(&[one]);
                object["cloneCells"] = names(&[other]);
            }
            (Block::Side, _) => {
                let Spots::Outside(side) = at else {
                    return None;
                };
                let (row, column) = sides.place(*item.cells.first()?);
                let (row, column) = (row as i64, column as i64);
                object["cell"] = outside(match side {
                    Side::Top => (-1, column),
                    Side::Bottom => (sides.rows as i64, column),
                    Side::Left => (row, -1),
                    Side::Right => (row, sides.columns as i64),
                });
            }
            (Block::Diagonal, _) => {
                let &[one, other, ..] = &item.cells[..] else {
                    return None;
                };
                let ((row, column), (down, right)) = (sides.place(one), sides.place(other));
                let way = (down as i64 - row as i64, right as i64 - column as i64);
                let name = |way: i64, names: [&'static str; 3]| names[(way + 1) as usize];
                object["cell"] = outside((row as i64 - way.0, column as i64 - way.1));
                object["direction"] = format!(
                    "{}{}",
                    name(way.0, ["U", "", "D"]),
                    name(way.1, ["L", "", "R"])
                )
                .into();
            }
            _ => return None,
        }
    }
    Some(object)
}
