//! Puzzles in links: the part of an address after `#`.
//!
//! A classic 9×9 Sudoku without entries is `s` and its line, which people can read; runs of empty cells are letters,
//! `a` for one to `z` for 26. Anything else is `z` and the question's JSON, packed as LZ-string does it for
//! addresses. Links come from anywhere: their content is unpacked within bounds and read like any other question.

use crate::card::{self, card};
use crate::failure::Failure;
use crate::places;
use crate::play;
use crate::question::{Fields, quoted};
use serde_json::{Value, json};
use tilewright::Puzzle;
use tilewright::play::{Play, Written};
use tilewright::puzzles::{Families, PlainLines, Reading};

/// The most characters of a link. Unpacking lets a text grow with the square of its length at
/// worst: from this many it takes 200 MB.
const MOST_CHARACTERS: usize = 16 << 10;

/// Answers `share`.
pub(crate) fn share(question: Fields<'_>, families: &Families) -> Result<Value, Failure> {
    let puzzle = question.puzzle(families)?;
    let cell_count = card::cell_count(&*puzzle)?;
    let legend = puzzle.legend();
    let play = play::read(question, &legend, cell_count)?;
    let is_blank = play == Play::default();
    if is_blank && let Some(line) = line(&*puzzle, families) {
        return Ok(json!({ "link": format!("s{line}") }));
    }
    let (format, text) = card::written(&*puzzle)?;
    let mut shared = json!({ "text": text, "as": format });
    if !is_blank {
        shared["play"] = json!(Written::of(&play, &places::words(&legend)));
    }
    let packed = lz_str::compress_to_encoded_uri_component(shared.to_string().as_str());
    if packed.len() >= MOST_CHARACTERS {
        return Err(Failure::new(format!(
            "the puzzle would take a link of {} characters; at most {MOST_CHARACTERS} are opened",
            packed.len() + 1
        ))
        .hint("export it as a file"));
    }
    Ok(json!({ "link": format!("z{packed}") }))
}

/// Answers `open`.
pub(crate) fn open(question: Fields<'_>, families: &Families) -> Result<Value, Failure> {
    let link = question.text("link")?;
    let link = link.strip_prefix('#').unwrap_or(link);
    if link.len() > MOST_CHARACTERS {
        return Err(Failure::new(format!(
            "the link has {} characters; at most {MOST_CHARACTERS} are opened",
            link.len()
        )));
    }
    if let Some(line) = link.strip_prefix('s') {
        let (reading, plain) = plain_lines(families).ok_or_else(|| damaged(link))?;
        let cells = unfolded(line, plain.tiles()).ok_or_else(|| damaged(link))?;
        let puzzle = reading.read(&cells)?;
        return Ok(json!({ "card": card(&*puzzle)? }));
    }
    let packed = link.strip_prefix('z').ok_or_else(|| damaged(link))?;
    let units = lz_str::decompress_from_encoded_uri_component(packed);
    let text = units.and_then(|units| String::from_utf16(&units).ok());
    let shared: Option<Value> = text.and_then(|text| serde_json::from_str(&text).ok());
    let shared = shared.ok_or_else(|| damaged(link))?;
    let shared = Fields::of(&shared, "the link")?;
    let puzzle = families.read(shared.text("text")?, shared.maybe_text("as")?)?;
    let card = card(&*puzzle)?;
    let cell_count = card::cell_count(&*puzzle)?;
    let legend = puzzle.legend();
    let play = play::read(shared, &legend, cell_count)?;
    if play == Play::default() {
        return Ok(json!({ "card": card }));
    }
    let play = Written::of(&play, &places::words(&legend));
    Ok(json!({ "card": card, "play": play }))
}

fn damaged(link: &str) -> Failure {
    Failure::new(format!("the link is damaged: {:?}", quoted(link)))
}

/// The first format that has plain lines: classic 9×9 Sudoku.
fn plain_lines(families: &Families) -> Option<(Reading, &'static dyn PlainLines)> {
    let mut formats = families
        .iter()
        .flat_map(|family| family.formats.iter().map(move |format| (family, format)));
    formats.find_map(|(family, format)| {
        let (family, format) = (family.clone(), format.clone());
        let plain = format.plain?;
        Some((Reading { family, format }, plain))
    })
}

/// The folded line of a puzzle that is nothing but the clues of a plain line.
fn line(puzzle: &dyn Puzzle, families: &Families) -> Option<String> {
    let (reading, plain) = plain_lines(families)?;
    if *puzzle.family() != reading.family {
        return None;
    }
    let line = reading.format.write(puzzle).ok()?;
    let line = line.trim_end();
    if !plain.read(line.as_bytes(), &mut vec![0; plain.tiles()]) {
        return None;
    }
    let read = reading.read(line).ok()?;
    // Properties that the line does not show, such as symbols of its own, go the long way.
    let is_same = read.write("json").ok()? == puzzle.write("json").ok()?;
    is_same.then(|| folded(line))
}

/// Runs of empty cells as letters.
fn folded(line: &str) -> String {
    let mut out = String::new();
    let mut run = 0u8;
    for c in line.chars().chain(['\0']) {
        let is_empty = matches!(c, '.' | '0');
        if run > 0 && (!is_empty || run == 26) {
            out.push(char::from(b'a' + run - 1));
            run = 0;
        }
        if is_empty {
            run += 1;
        } else if c != '\0' {
            out.push(c);
        }
    }
    out
}

/// The line of a folded one; `None` where it has another number of cells.
fn unfolded(line: &str, cells: usize) -> Option<String> {
    let mut out = String::new();
    for c in line.chars() {
        match c {
            'a'..='z' => out.extend(std::iter::repeat_n('.', usize::from(c as u8 - b'a') + 1)),
            '1'..='9' => out.push(c),
            _ => return None,
        }
        if out.len() > cells {
            return None;
        }
    }
    (out.len() == cells).then_some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_folded_and_unfolded() {
        let line = format!("1{}2.3{}", ".".repeat(27), ".".repeat(50));
        let folded = folded(&line);
        assert_eq!(folded, "1za2a3zx");
        assert_eq!(unfolded(&folded, 81), Some(line));
        for bad in ["", "1", "zzzzz", "zzz0", "zzzé", "zzzc1"] {
            assert_eq!(unfolded(bad, 81), None, "{bad}");
        }
    }
}
