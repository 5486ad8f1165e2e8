//! The JSON format: one object, its set named or told with the keys of the TOML format.
//!
//! ```json
//! {"family":"tiles","set":"roads","rows":1,"columns":2,"shape":"grid","border":"free",
//!  "fixed":[["R",null]]}
//! ```

use super::board::check_size;
use super::draft::{SET_KEYS, read_set};
use super::file::{built_in, fix, listed_joins, listed_pairs, read_border, read_shape};
use super::set::TileSet;
use super::{DEFAULT_SIZE, Fixing, Tiles};
use crate::document::{self, Node, Table, Value, get, only};
use crate::prose::counted;
use crate::{Format, ParseError, json};
use serde_json::{Value as Json, json};
use std::sync::{Arc, LazyLock};

pub(super) static JSON: LazyLock<Format> = LazyLock::new(|| {
    Format::new(
        "json",
        "an object with family, set, size and, if any, fixed places",
    )
    .reads(read)
    .writes(|puzzle: &Tiles| Ok(write(puzzle)))
    .looks(|text| json::is_of_family(text, "tiles"))
});

/// Reads a puzzle.
pub(super) fn read(text: &str) -> Result<Tiles, ParseError> {
    let object = json::parse(text)?;
    json::expect_family(&object, "tiles")?;
    let object = document::of_json(object);
    object.refuse_hidden()?;
    let document = object.table("the puzzle")?;
    let known = [
        "family", "set", "rows", "columns", "shape", "border", "fixed",
    ];
    only(document, "the puzzle", &known)?;
    let set = read_json_set(document)?;
    let fixed = match get(document, "fixed") {
        Some(node) => node.list("fixed")?,
        None => &[],
    };
    let size = read_size(document, fixed)?;
    let shape = read_shape(get(document, "shape"))?;
    let border = read_border(get(document, "border"), &set, shape)?;
    let mut fixing = Fixing::new(Tiles::on_board(set, size, shape, border));
    for (row, node) in fixed.iter().enumerate() {
        let places = node.list("a row of fixed places")?;
        if (fixed.len(), places.len()) != size {
            let message = format!(
                "fixed has {} and {} in row {}, but the board has {}×{} places",
                counted(fixed.len(), "row"),
                counted(places.len(), "place"),
                row + 1,
                size.0,
                size.1
            );
            return Err(ParseError::new(message));
        }
        for (column, node) in places.iter().enumerate() {
            if !matches!(node.value, Value::Null) {
                let kind = node.text("a fixed place")?;
                fix(&mut fixing, (row, column), &kind)?;
            }
        }
    }
    Ok(fixing.done())
}

fn read_json_set(document: &Table) -> Result<Arc<TileSet>, ParseError> {
    match get(document, "set") {
        Some(Node {
            value: Value::Table(table),
            ..
        }) => {
            only(table, "the set", &SET_KEYS)?;
            read_set(table).map(Arc::new)
        }
        Some(node) => Ok(built_in(node)?.1),
        None => Err(ParseError::new(
            "the puzzle has no set; expected roads, loops or a tile set",
        )),
    }
}

fn read_size(document: &Table, fixed: &[Node]) -> Result<(usize, usize), ParseError> {
    let first_row = fixed.first().map(|row| row.list("a row of fixed places"));
    let of_fixed = first_row.transpose()?.map(|row| (fixed.len(), row.len()));
    let (rows, columns) = of_fixed.unwrap_or(DEFAULT_SIZE);
    let number = |key: &str, otherwise: usize| match get(document, key) {
        Some(node) => node.ordinal(key),
        None => Ok(otherwise),
    };
    let size = (number("rows", rows)?, number("columns", columns)?);
    check_size(size.0, size.1)?;
    Ok(size)
}

/// Writes a puzzle in one line.
fn write(puzzle: &Tiles) -> String {
    let set = puzzle.set();
    let mut document = json!({
        "family": "tiles",
        "set": set.built_in_name().map_or_else(|| set_as_json(set), Json::from),
        "rows": puzzle.rows(),
        "columns": puzzle.columns(),
        "shape": puzzle.shape().name(),
        "border": puzzle.border_name(),
    });
    if !puzzle.is_open_everywhere() {
        let rows = (0..puzzle.rows()).map(|row| {
            let places = (0..puzzle.columns()).map(|column| puzzle.kind_at(row, column));
            let names = places.map(|kind| kind.map_or(Json::Null, |kind| json!(kind.name)));
            Json::Array(names.collect())
        });
        document["fixed"] = Json::Array(rows.collect());
    }
    format!("{document}\n")
}

fn set_as_json(set: &TileSet) -> Json {
    let mut out = json!({});
    if let Some(name) = set.name() {
        out["name"] = json!(name);
    }
    if let Some(sockets) = set.sockets() {
        out["sockets"] = json!(sockets.names);
        let joins = listed_joins(sockets);
        if !joins.is_empty() {
            out["joins"] = json!(joins);
        }
    }
    let kinds = set.kinds().iter().enumerate().map(|(number, kind)| {
        let mut out = json!({ "name": kind.name, "weight": kind.weight });
        if let Some(sockets) = set.sockets() {
            let name = |side: u16| sockets.names[usize::from(side)].as_str();
            out["sides"] = json!(sockets.sides[number].map(name));
        }
        if !kind.art.is_empty() && !set.is_drawn_by_sockets() {
            out["art"] = json!(kind.art);
        }
        if !kind.boxes.is_empty() && !set.is_drawn_by_sockets() {
            out["box"] = json!(kind.boxes);
        }
        out
    });
    out["kinds"] = kinds.collect();
    for (key, lists) in listed_pairs(set) {
        let lists = lists.into_iter();
        out[key] = lists
            .map(|(kind, followers)| (kind.to_owned(), json!(followers)))
            .collect();
    }
    out
}
