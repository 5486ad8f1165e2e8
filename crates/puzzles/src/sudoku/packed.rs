//! Addresses that carry JSON, compressed as LZ-string does and written in base 64: what
//! `SudokuPad` and f-puzzles share.

use super::{Boxes, Shape, Sudoku};
use crate::ParseError;
use serde_json::Value;
use std::sync::Arc;

/// The most characters that are packed or unpacked. Unpacking lets a text grow with the square of
/// its length at worst: from this many it takes 200 MB, and a plain 25×25 Sudoku needs about a
/// quarter of them.
const MOST_PACKED: usize = 16 << 10;

/// The text that was packed.
pub(crate) fn unpack(packed: &str) -> Result<String, ParseError> {
    if packed.len() > MOST_PACKED {
        return Err(ParseError::new(format!(
            "the address has {} characters, more than the {MOST_PACKED} that a plain Sudoku takes",
            packed.len()
        )));
    }
    let plain = decode_percents(packed);
    // A careless browser makes a blank of a plus.
    let units = lz_str::decompress_from_base64(&plain.replace(' ', "+"));
    units
        .and_then(|units| String::from_utf16(&units).ok())
        .filter(|text| !text.is_empty())
        .ok_or_else(|| ParseError::new("the address is damaged: it cannot be unpacked"))
}

/// A text, packed, unless it is longer than the limit for unpacking.
pub(crate) fn pack(text: &str) -> Option<String> {
    Some(lz_str::compress_to_base64(text)).filter(|packed| packed.len() <= MOST_PACKED)
}

/// `%2B` is `+`; a text that is not such a code stays as it is.
fn decode_percents(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(place) = rest.find('%') {
        out.push_str(&rest[..place]);
        let code = rest.get(place + 1..place + 3);
        let byte = code.and_then(|code| u8::from_str_radix(code, 16).ok());
        if let Some(byte) = byte.filter(u8::is_ascii) {
            out.push(char::from(byte));
            rest = &rest[place + 3..];
        } else {
            out.push('%');
            rest = &rest[place + 1..];
        }
    }
    out + rest
}

/// The rows of cells, where they make a square.
pub(crate) fn square_rows(rows: &Value) -> Result<Vec<&Vec<Value>>, ParseError> {
    let rows = rows.as_array().into_iter().flatten();
    let rows: Option<Vec<&Vec<Value>>> = rows.map(Value::as_array).collect();
    let rows = rows.filter(|rows| !rows.is_empty());
    let rows = rows.ok_or_else(|| ParseError::new("the puzzle has no rows of cells"))?;
    if let Some(place) = rows.iter().position(|row| row.len() != rows.len()) {
        return Err(ParseError::new(format!(
            "row {} of the puzzle has {} cells, but there are {} rows",
            place + 1,
            rows[place].len(),
            rows.len()
        )));
    }
    Ok(rows)
}

/// Reads `{value, given}` cells onto a board. A value is a clue where `given` says so, or where
/// nothing says so and `given_by_default` holds; otherwise it is an answer.
pub(super) fn read_cells(
    shape: Arc<Shape>,
    rows: &[&Vec<Value>],
    value_keys: [&str; 2],
    given_by_default: bool,
) -> Result<Sudoku, ParseError> {
    let mut sudoku = Sudoku::on(shape);
    for (cell, content) in rows.iter().flat_map(|row| row.iter()).enumerate() {
        let value = value_keys.iter().find_map(|key| content.get(key));
        let Some(value) = value.filter(|value| !value.is_null() && **value != "") else {
            continue;
        };
        let number = value.as_u64().or_else(|| value.as_str()?.parse().ok());
        let number = number.filter(|&number| number as usize <= sudoku.shape.side());
        let Some(number @ 1..) = number else {
            return Err(ParseError::new(format!(
                "{value} at {} is not a value of the {}: 1 to {} were expected",
                sudoku.place(cell),
                sudoku.shape,
                sudoku.shape.side()
            )));
        };
        let given = content.get("given").and_then(Value::as_bool);
        if given.unwrap_or(given_by_default) {
            sudoku.set(cell, Some(number as u16));
        } else {
            sudoku.answer(cell, number as u16);
        }
    }
    Ok(sudoku)
}

/// Returns true if a part of a puzzle says nothing.
pub(crate) fn is_nothing(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => true,
        Value::String(text) => text.is_empty(),
        Value::Array(parts) => parts.iter().all(is_nothing),
        Value::Object(parts) => parts.is_empty(),
        Value::Bool(true) | Value::Number(_) => false,
    }
}

/// A puzzle with rules that Sudoku does not have.
pub(super) fn more_rules(source: &str, mut names: Vec<String>) -> ParseError {
    names.sort();
    names.dedup();
    ParseError::new(format!(
        "this {source} puzzle has more rules than plain Sudoku: {}",
        names.join(", ")
    ))
}

/// The board that regions make, each cell with the number of its region or `None`.
pub(super) fn shape_of_regions(
    side: usize,
    regions: &[Option<u64>],
) -> Result<Arc<Shape>, ParseError> {
    if regions.iter().all(Option::is_none) {
        return Shape::of(&[side, 1], Boxes::None);
    }
    let regions: Option<Vec<u64>> = regions.iter().copied().collect();
    let regions = regions.ok_or_else(|| {
        ParseError::new("some cells lie in a region and others in none: plain Sudoku has no such")
    })?;
    let regions = super::shape::number_regions(side, &regions)?;
    Shape::of(&[side, 1], Boxes::Regions(regions))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packing_is_undone() {
        let text = "{\"size\":9,\"title\":\"Größe\"}";
        assert_eq!(unpack(&pack(text).unwrap()).unwrap(), text);
        let escaped = pack(text).unwrap().replace('=', "%3D").replace('+', " ");
        assert_eq!(unpack(&escaped).unwrap(), text);
        assert_eq!(decode_percents("%2B%zz%é%"), "+%zz%é%");
    }

    #[test]
    fn damaged_and_long_addresses_are_refused() {
        for text in ["", "A", "????", "N4Ig"] {
            assert_eq!(
                unpack(text).unwrap_err().to_string(),
                "the address is damaged: it cannot be unpacked"
            );
        }
        let long = "A".repeat(20_000);
        assert_eq!(
            unpack(&long).unwrap_err().to_string(),
            "the address has 20000 characters, more than the 16384 that a plain Sudoku takes"
        );
    }

    proptest::proptest! {
        #[test]
        fn no_text_makes_unpacking_panic(text in "[A-Za-z0-9+/=]{0,300}") {
            let _ = unpack(&text);
        }
    }
}
