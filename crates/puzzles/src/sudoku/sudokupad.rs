//! `SudokuPad` addresses, with or without `https://sudokupad.app/` before them.
//!
//! - `scf`, for the classic 9×9 board: a character for a cell and up to five empty cells after it,
//!   digit + 10 × empties in the alphabet `0`–`9A`–`Za`–`x`. Extra rules or a title may follow.
//! - `scl` or `ctc`, for any board: packed JSON with `cells`, a row of `{value}` for each row, and
//!   `regions`, lists of `[row, column]`. It may be *zipped*: short keys, no quotes around them,
//!   single quotes, `t` and `f`, and nothing at all for an empty cell.
//! - `fpuz`: an f-puzzles puzzle.
//!
//! Cages, lines, arrows and drawings stand for rules that only a person can read, so a puzzle with
//! any of them is refused.

use super::{Boxes, Shape, Sudoku, fpuzzles, packed};
use crate::{Format, ParseError, Unwritable};
use serde_json::{Value, json};
use std::sync::{Arc, LazyLock};

pub(super) static SUDOKUPAD: LazyLock<Format> = LazyLock::new(|| {
    Format::new("sudokupad", "an address of SudokuPad (scf, scl, ctc)")
        .reads(read)
        .writes(write)
        .on_a_line()
});

const ALPHABET: &str = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwx";

/// Empty cells that a character may stand for after its first cell.
const LONGEST_GAP: usize = 5;

/// Larger boards than `SudokuPad` can show are not asked for.
const LARGEST_SIDE: usize = 64;

/// The short names of the parts of a zipped puzzle, and the long ones.
const PARTS: [(&str, &str); 8] = [
    ("ce", "cells"),
    ("re", "regions"),
    ("ca", "cages"),
    ("l", "lines"),
    ("a", "arrows"),
    ("o", "overlays"),
    ("u", "underlays"),
    ("cs", "cellSize"),
];

/// Keys that a puzzle may have without being more than a Sudoku.
const HARMLESS: [&str; 7] = [
    "cells", "regions", "cages", "cellSize", "id", "metadata", "settings",
];

fn read(text: &str) -> Result<Sudoku, ParseError> {
    let id = id_of(text);
    if let Some(packed) = id.strip_prefix("fpuzzles").or(id.strip_prefix("fpuz")) {
        return fpuzzles::read_packed(packed);
    }
    if let Some(packed) = id.strip_prefix("scl").or(id.strip_prefix("ctc")) {
        return read_json(&packed::unpack(packed)?);
    }
    match id.strip_prefix("scf") {
        Some(code) => read_classic(code),
        None => Err(ParseError::new(
            "a SudokuPad address with the puzzle in it was expected: it starts with scf, scl, ctc \
             or fpuz",
        )
        .hint("a short address is only a name for a puzzle that is kept elsewhere")),
    }
}

/// The part of an address after the site.
pub(crate) fn id_of(text: &str) -> &str {
    let text = text.trim();
    let id = text
        .split_once("puzzleid=")
        .map_or(text, |(_, id)| id.split('&').next().unwrap_or(id));
    let Some((_, path)) = id.split_once("://") else {
        return id;
    };
    let path = path.split_once('/').map_or("", |(_, path)| path);
    path.strip_prefix("sudoku/").unwrap_or(path)
}

fn read_classic(code: &str) -> Result<Sudoku, ParseError> {
    let mut sudoku = Sudoku::on(Shape::classic());
    let mut cell = 0;
    let mut characters = code.chars();
    while cell < sudoku.cells.len() {
        let character = characters.next();
        let number = character.and_then(|c| ALPHABET.find(c)).ok_or_else(|| {
            ParseError::new(format!(
                "the address ends after {cell} cells, but 81 were expected"
            ))
        })?;
        if number % 10 > 0 {
            sudoku.set(cell, Some((number % 10) as u16));
        }
        cell += 1 + number / 10;
    }
    if cell > sudoku.cells.len() {
        return Err(ParseError::new(format!(
            "the address has {cell} cells, but 81 were expected"
        )));
    }
    let rest = characters.as_str();
    let rules = rest.strip_prefix('*').unwrap_or(rest);
    match rules.chars().next() {
        Some('w') => Err(packed::more_rules("SudokuPad", vec!["windoku".into()])),
        Some('x') => Err(packed::more_rules("SudokuPad", vec!["diagonals".into()])),
        // A title or an author.
        _ => Ok(sudoku),
    }
}

fn write_classic(sudoku: &Sudoku) -> String {
    let mut code = String::from("scf");
    let mut push = |digit: u16, gap: usize| {
        let number = usize::from(digit) + 10 * gap;
        code.push_str(&ALPHABET[number..=number]);
    };
    let mut values = sudoku.values();
    let mut digit = values.next().unwrap_or(0);
    let mut gap = 0;
    for value in values {
        if value == 0 && gap < LONGEST_GAP {
            gap += 1;
        } else {
            push(digit, gap);
            (digit, gap) = (value, 0);
        }
    }
    push(digit, gap);
    code
}

fn read_json(text: &str) -> Result<Sudoku, ParseError> {
    let puzzle: Value = serde_json::from_str(text)
        .or_else(|_| serde_json::from_str(&unzip(text)))
        .map_err(|_| ParseError::new("the address does not hold a SudokuPad puzzle"))?;
    refuse_more_rules(&puzzle)?;
    let part = |short, long| puzzle.get(long).or_else(|| puzzle.get(short));
    let rows = packed::square_rows(part("ce", "cells").unwrap_or(&Value::Null))?;
    let regions = part("re", "regions").filter(|regions| !packed::is_nothing(regions));
    let shape = shape_of(rows.len(), regions)?;
    packed::read_cells(shape, &rows, ["value", "v"], true)
}

fn refuse_more_rules(puzzle: &Value) -> Result<(), ParseError> {
    let long_name = |name: &str| {
        let mut parts = PARTS.iter();
        let long = parts.find(|(short, _)| *short == name);
        long.map_or(name, |(_, long)| long).to_string()
    };
    let parts = puzzle.as_object().into_iter().flatten();
    let mut rules: Vec<String> = parts
        .filter(|(_, value)| !packed::is_nothing(value))
        .map(|(name, _)| long_name(name))
        .filter(|name| !HARMLESS.contains(&name.as_str()))
        .collect();
    // A cage without cells holds the title, the author or the rules in words.
    let cages = puzzle.get("cages").or_else(|| puzzle.get("ca"));
    let has_cells = |cage: &Value| {
        let cells = cage.get("cells").or_else(|| cage.get("ce"));
        cells.is_some_and(|cells| !packed::is_nothing(cells))
    };
    if cages
        .and_then(Value::as_array)
        .is_some_and(|cages| cages.iter().any(has_cells))
    {
        rules.push("cages".into());
    }
    // Rules that have no drawing are flags among the metadata: `antiknight: true`.
    let metadata = puzzle.get("metadata").and_then(Value::as_object);
    let flags = metadata.into_iter().flatten();
    rules.extend(
        flags
            .filter(|(_, value)| **value == true)
            .map(|(name, _)| name.clone()),
    );
    if rules.is_empty() {
        Ok(())
    } else {
        Err(packed::more_rules("SudokuPad", rules))
    }
}

/// The board that lists of cells make; without any there are no boxes.
fn shape_of(side: usize, regions: Option<&Value>) -> Result<Arc<Shape>, ParseError> {
    let Some(regions) = regions else {
        return Shape::of(&[side, 1], Boxes::None);
    };
    let mut region_of: Vec<Option<u64>> = vec![None; side * side];
    for (number, region) in regions.as_array().into_iter().flatten().enumerate() {
        for place in region.as_array().into_iter().flatten() {
            let coordinate = |k: usize| {
                let number = place.get(k)?.as_u64()? as usize;
                (number < side).then_some(number)
            };
            let (Some(row), Some(column)) = (coordinate(0), coordinate(1)) else {
                return Err(ParseError::new(format!(
                    "region {} names {place}, which is not a cell of the {side}×{side} board",
                    number + 1
                )));
            };
            let cell = &mut region_of[row * side + column];
            if cell.is_some() {
                return Err(ParseError::new(format!(
                    "r{}c{} lies in two regions: plain Sudoku has no such",
                    row + 1,
                    column + 1
                )));
            }
            *cell = Some(number as u64 + 1);
        }
    }
    packed::shape_of_regions(side, &region_of)
}

/// From a zipped puzzle to JSON.
pub(crate) fn unzip(zipped: &str) -> String {
    let quote = if zipped.contains('"') { '"' } else { '\'' };
    let mut json = String::with_capacity(zipped.len() * 2);
    let mut characters = zipped.chars().peekable();
    let mut before = ' ';
    while let Some(character) = characters.next() {
        match character {
            ',' | ']' if matches!(before, '[' | ',') => {
                json.push_str("{}");
                json.push(character);
            }
            c if c == quote => {
                json.push('"');
                push_string(&mut characters, quote, &mut json);
            }
            '{' | '}' | '[' | ']' | ',' | ':' => json.push(character),
            c if c.is_whitespace() => continue,
            _ => {
                let mut word = String::from(character);
                let is_part = |c: &char| !"{}[],:".contains(*c) && *c != quote;
                while let Some(next) = characters.next_if(is_part) {
                    word.push(next);
                }
                push_word(&word, characters.peek() == Some(&':'), &mut json);
            }
        }
        before = character;
    }
    json
}

/// The rest of a string, its end included.
fn push_string(
    characters: &mut std::iter::Peekable<std::str::Chars>,
    quote: char,
    json: &mut String,
) {
    while let Some(character) = characters.next() {
        match character {
            '\\' if characters.next_if_eq(&'\'').is_some() => json.push('\''),
            '\\' => {
                json.push('\\');
                json.extend(characters.next());
            }
            c if c == quote => break,
            '"' => json.push_str("\\\""),
            c => json.push(c),
        }
    }
    json.push('"');
}

/// A key, or a value without quotes.
fn push_word(word: &str, is_key: bool, json: &mut String) {
    let is_colour = word.starts_with('#')
        || word.len() == 6 && word.bytes().all(|byte| byte.is_ascii_hexdigit());
    match word {
        _ if is_key || is_colour => {
            json.push('"');
            json.push_str(word);
            json.push('"');
        }
        "t" => json.push_str("true"),
        "f" => json.push_str("false"),
        _ => json.push_str(word),
    }
}

fn write(sudoku: &Sudoku) -> Result<String, Unwritable> {
    let side = sudoku.shape.side();
    if sudoku.shape.axes() != 2 || side > LARGEST_SIDE {
        return Err(sudoku.unwritable("sudokupad"));
    }
    let is_classic = *sudoku.shape == *Shape::classic();
    let id = if is_classic && !sudoku.has_answers() {
        write_classic(sudoku)
    } else {
        let packed = packed::pack(&to_json(sudoku).to_string());
        let packed = packed.ok_or_else(|| sudoku.unwritable("sudokupad"))?;
        format!("scl{packed}")
    };
    Ok(format!("https://sudokupad.app/{id}\n"))
}

fn to_json(sudoku: &Sudoku) -> Value {
    let side = sudoku.shape.side();
    let cell = |cell: usize| match sudoku.get(cell) {
        None => json!({}),
        Some(value) if sudoku.is_clue(cell) => json!({ "value": value }),
        Some(value) => json!({"value": value, "given": false}),
    };
    let row = |row: usize| (row * side..(row + 1) * side).map(cell).collect::<Value>();
    let mut regions: Vec<Vec<Value>> = vec![Vec::new(); side];
    for cell in 0..side * side {
        if let Some(number) = sudoku.shape.box_of(cell) {
            regions[number].push(json!([cell / side, cell % side]));
        }
    }
    if *sudoku.shape.boxes() == Boxes::None {
        regions.clear();
    }
    json!({
        "cellSize": 50,
        "cells": (0..side).map(row).collect::<Value>(),
        "regions": regions,
        "cages": [], "lines": [], "arrows": [], "underlays": [], "overlays": [],
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_text(json: &str) -> Result<Sudoku, ParseError> {
        read(&format!("scl{}", packed::pack(json).unwrap()))
    }

    #[test]
    fn classic_codes() {
        let blank = Sudoku::empty(&[3, 3]).unwrap();
        assert_eq!(
            write(&blank).unwrap(),
            "https://sudokupad.app/scfoooooooooooooK\n"
        );
        assert_eq!(read("scfoooooooooooooK").unwrap(), blank);
        assert_eq!(read("scfoooooooooooooK*tTitle*aMe").unwrap(), blank);
        assert_eq!(
            read("https://sudokupad.app/scfoooooooooooooK*x")
                .unwrap_err()
                .to_string(),
            "this SudokuPad puzzle has more rules than plain Sudoku: diagonals"
        );
        assert_eq!(
            read("scfooo").unwrap_err().to_string(),
            "the address ends after 18 cells, but 81 were expected"
        );
        assert_eq!(
            read("scfoooooooooooooo").unwrap_err().to_string(),
            "the address has 84 cells, but 81 were expected"
        );
        assert!(
            read("https://sudokupad.app/abc123")
                .unwrap_err()
                .advice()
                .is_some()
        );
    }

    #[test]
    fn zipped_puzzles_are_read() {
        let zipped = "{cs:50,ce:[[,,,{v:3}],[,,{v:'1'},],[,,,],[{v:2},,,]],\
                      re:[[[0,0],[0,1],[1,0],[1,1]],[[0,2],[0,3],[1,2],[1,3]],\
                      [[2,0],[2,1],[3,0],[3,1]],[[2,2],[2,3],[3,2],[3,3]]],\
                      ca:[{v:'title: It\\'s four'},{v:'rules: Normal \\\\ rules',c1:#0,c2:ff00aa}],x:f}";
        let sudoku = read_text(zipped).unwrap();
        assert_eq!(sudoku.to_string(), "...3..1.....2...");
        assert_eq!(sudoku.shape().dims(), [2, 2]);
    }

    #[test]
    fn other_rules_are_refused_by_name() {
        let message = |json: &str| read_text(json).unwrap_err().to_string();
        assert_eq!(
            message("{ce:[[]],l:[{wp:[[0,0]]}],ca:[{ce:[[0,0]],v:5}],metadata:{antiknight:t}}"),
            "this SudokuPad puzzle has more rules than plain Sudoku: antiknight, cages, lines"
        );
        assert_eq!(
            message("{\"cells\":[[{},{}],[{},{}]],\"regions\":[[[0,0],[0,1]],[[0,0],[1,1]]]}"),
            "r1c1 lies in two regions: plain Sudoku has no such"
        );
        assert_eq!(
            message("{\"cells\":[[{}]],\"regions\":[[[0,7]]]}"),
            "region 1 names [0,7], which is not a cell of the 1×1 board"
        );
        assert_eq!(
            message("nonsense"),
            "the address does not hold a SudokuPad puzzle"
        );
    }

    #[test]
    fn boards_of_all_kinds_are_written() {
        for dims in [[2, 3], [4, 1], [5, 5], [3, 3]] {
            let mut sudoku = Sudoku::empty(&dims).unwrap();
            sudoku.set(3, Some(2));
            sudoku.answer(5, 1);
            assert_eq!(read(&write(&sudoku).unwrap()).unwrap(), sudoku);
        }
        let mut large = Sudoku::empty(&[8, 8]).unwrap();
        for cell in 0..4096 {
            large.set(cell, Some((cell * cell % 63 + 1) as u16));
        }
        assert!(write(&large).is_err(), "too long to be read again");
    }
}
