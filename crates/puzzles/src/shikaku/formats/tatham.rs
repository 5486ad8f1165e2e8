//! A game id of Simon Tatham's *Rectangles*: `7x7:cells`, in which letters `a` to `z` are 1 to 26
//! blank cells, numbers are clues, and `_` is between two numbers that touch. The game's settings
//! for generating (`e` with a factor, `a`) may follow the size and do not matter.

use super::{Cells, Shape, Shikaku, flat, missing};
use crate::lines::{is_number, shown};
use crate::near::Share;
use crate::prose::put;
use crate::{Format, ParseError, Unwritable};
use std::sync::LazyLock;

pub(super) static TATHAM: LazyLock<Format> = LazyLock::new(|| {
    Format::new("tatham", "a game id of Simon Tatham's Rectangles: 7x7:…")
        .reads(read)
        .writes(write)
        .looks(is_likely)
        .on_a_line()
});

/// The longest run of blank cells that one letter says.
const LONGEST_RUN: usize = 26;

/// Returns true if the text is a game id whose cells fill its grid exactly. Other games of that
/// collection have ids of the same kind but not as many cells.
fn is_likely(text: &str) -> bool {
    let text = text.trim();
    let Some((size, cells)) = text.split_once(':') else {
        return false;
    };
    let is_id = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_';
    !cells.is_empty()
        && cells.bytes().all(is_id)
        && parsed_size(size).is_some_and(|size| Shape::new(&size).is_ok())
        && read(text).is_ok()
}

/// Returns true if the text would be a game id but for a slip: it begins with a size, and continues
/// with characters of cells.
pub(super) fn is_near(text: &str) -> bool {
    let text = text.trim();
    let (size, cells) = match text.split_once(':') {
        Some(parts) => parts,
        None => text.split_at(text.char_indices().nth(5).map_or(text.len(), |(at, _)| at)),
    };
    let is_id = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_' || c == ':';
    let is_size = size.len() <= 12 && size.contains('x') && !size.starts_with("0x");
    let starts = size.starts_with(|c: char| c.is_ascii_digit());
    is_size && starts && cells.len() > 3 && Share::of(cells.chars(), is_id).percent() >= 85
}

/// The sides of `7x7`, `7` or `7x7e0.5a`.
fn parsed_size(text: &str) -> Option<[usize; 2]> {
    let generation = |c: char| c == 'e' || c == 'a';
    let (sides, how) = text.split_at(text.find(generation).unwrap_or(text.len()));
    let is_how = |c: char| generation(c) || c.is_ascii_digit() || c == '.';
    if !how.chars().all(is_how) {
        return None;
    }
    let side = |text: &str| is_number(text).then(|| text.parse().ok())?;
    match sides.split_once('x') {
        Some((width, height)) => Some([side(width)?, side(height)?]),
        None => Some([side(sides)?; 2]),
    }
}

fn read(text: &str) -> Result<Shikaku, ParseError> {
    let error = |offset: usize, message: String| ParseError::at_offset(text, offset, message);
    let start = text.len() - text.trim_start().len();
    let end = text.trim_end().len().max(start);
    let Some((size, body)) = text[start..end].split_once(':') else {
        return Err(error(start, "a game id like 7x7:… was expected".into()));
    };
    let Some(sides) = parsed_size(size) else {
        let message = format!("{} is not a size: one like 7x7 was expected", shown(size));
        return Err(error(start, message));
    };
    let shape = Shape::new(&sides).map_err(|wrong| error(start, wrong.message().into()))?;
    let total = shape.cells();
    let mut cells = Cells::new(shape);
    let mut rest = body;
    while let Some(first) = rest.bytes().next() {
        let at = end - rest.len();
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let run = match first {
            b'a'..=b'z' => usize::from(first - b'a') + 1,
            b'0'..=b'9' => 1,
            b'_' => 0,
            _ => return Err(error(at, "a letter, a number or _ was expected".into())),
        };
        if run > cells.left() {
            return Err(error(
                at,
                format!("more cells than the {total} of the grid"),
            ));
        }
        match rest[..digits].parse::<u32>() {
            Ok(0) => return Err(error(at, "a clue of 0: a box has at least one cell".into())),
            Ok(number) => cells.clue(Some(number)),
            Err(_) if digits == 0 => cells.blank(run),
            Err(_) => {
                let message = format!("the number {} is too large", shown(&rest[..digits]));
                return Err(error(at, message));
            }
        }
        rest = &rest[digits.max(1)..];
    }
    if cells.left() > 0 {
        return Err(error(end, missing(cells.left(), total)));
    }
    Ok(cells.puzzle())
}

fn write(puzzle: &Shikaku) -> Result<String, Unwritable> {
    flat(puzzle, "tatham")?;
    let shape = puzzle.shape();
    let mut out = format!("{}x{}:", shape.width(), shape.height());
    let mut next = 0;
    for clue in puzzle.clues() {
        let Some(volume) = clue.volume else {
            return Err(Unwritable(
                "the format tatham has no clues of unknown size, but the puzzle has".into(),
            ));
        };
        let blanks = clue.cell as usize - next;
        if blanks == 0 && next > 0 {
            out.push('_');
        }
        push_blanks(&mut out, blanks);
        put!(out, "{volume}");
        next = clue.cell as usize + 1;
    }
    push_blanks(&mut out, shape.cells() - next);
    out.push('\n');
    Ok(out)
}

fn push_blanks(out: &mut String, mut cells: usize) {
    while cells > 0 {
        let run = cells.min(LONGEST_RUN);
        out.push(char::from(b'a' + run as u8 - 1));
        cells -= run;
    }
}
