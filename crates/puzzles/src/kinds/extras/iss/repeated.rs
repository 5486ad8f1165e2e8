//! Parts that hold other parts: `And` has all of its own, `Replicate` has them again at other cells. Both end with `End`.

use crate::ParseError;
use crate::prose::put;

const SIGNS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
/// The base of a row or column in the name of a cell.
const BASE: u32 = 17;
/// The most characters that a text may grow to.
const LONGEST: usize = 1 << 20;

/// A text without such parts.
pub(super) fn written_out(text: &str) -> Result<String, ParseError> {
    if !text.contains(".Replicate") && !text.contains(".And") {
        return Ok(text.to_owned());
    }
    let columns = columns_of(text);
    let mut out = String::new();
    let mut parts = text
        .split('.')
        .map(str::trim)
        .filter(|part| !part.is_empty())
        .peekable();
    while let Some(part) = parts.next() {
        let name = part.split('~').next().unwrap_or_default();
        if name != "And" && name != "Replicate" {
            put!(out, ".{part}");
            continue;
        }
        let mut inner = Vec::new();
        for part in parts.by_ref().take_while(|part| *part != "End") {
            if matches!(part.split('~').next(), Some("And" | "Or" | "Replicate")) {
                return Err(ParseError::new(format!(
                    "{name:?} has another part with parts in it, which is not known"
                )));
            }
            inner.push(part);
        }
        let offsets = if name == "And" {
            vec![0]
        } else {
            offsets(part)?
        };
        for offset in offsets {
            for part in &inner {
                put!(out, ".{}", shifted(part, offset, columns));
            }
        }
        if out.len() > LONGEST {
            return Err(ParseError::new(
                "the text says too much when it is written out",
            ));
        }
    }
    Ok(out)
}

/// The number of columns that `Shape` says.
fn columns_of(text: &str) -> u32 {
    let shape = text.split(".Shape~").nth(1);
    let size = shape.and_then(|shape| shape.split(['~', '.']).next());
    size.and_then(|size| size.trim().split_once('x')?.1.parse().ok())
        .unwrap_or(9)
}

/// By how many cells the parts are moved, from the first cell of the board.
fn offsets(part: &str) -> Result<Vec<u32>, ParseError> {
    let mut arguments = part.split('~').skip(1);
    let targets = arguments.next().unwrap_or_default();
    let is_at_start = arguments
        .next()
        .is_none_or(|origin| origin.eq_ignore_ascii_case("R1C1"));
    let bits: Option<Vec<usize>> = targets.chars().map(|sign| SIGNS.find(sign)).collect();
    let bits = bits.filter(|_| is_at_start);
    let bits = bits.ok_or_else(|| {
        ParseError::new("\"Replicate\": the cells are damaged, or do not start at R1C1")
    })?;
    let is_target = |&offset: &u32| bits[offset as usize / 6] >> (offset % 6) & 1 == 1;
    Ok((0..bits.len() as u32 * 6).filter(is_target).collect())
}

/// A part with its cells moved.
fn shifted(part: &str, offset: u32, columns: u32) -> String {
    let moved = |argument: &str| {
        let signs: Vec<char> = argument.chars().collect();
        let [r @ ('R' | 'r'), row, c @ ('C' | 'c'), column, rest @ ..] = &signs[..] else {
            return argument.to_owned();
        };
        let (Some(row), Some(column)) = (row.to_digit(BASE), column.to_digit(BASE)) else {
            return argument.to_owned();
        };
        let cell = (row.max(1) - 1) * columns + column.max(1) - 1 + offset;
        let sign = |place: u32| char::from_digit(place + 1, BASE).unwrap_or('?');
        let rest: String = rest.iter().collect();
        format!(
            "{r}{}{c}{}{rest}",
            sign(cell / columns),
            sign(cell % columns)
        )
    };
    let mut arguments = part.split('~');
    let name = arguments.next().unwrap_or_default().to_owned();
    arguments.fold(name, |text, argument| text + "~" + &moved(argument))
}
