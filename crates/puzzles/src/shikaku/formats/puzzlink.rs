//! An address of puzz.link, pzv.jp and their kin: `https://puzz.link/p?shikaku/columns/rows/cells`.
//!
//! The cells follow each other in row-major order: a number in hexadecimal with a mark for its
//! length, `.` for a `?`, and `g` to `z` for 1 to 20 blank cells. Whatever stands before the
//! puzzle's name does not matter.

use super::lines::shown;
use super::{Cells, Shape, Shikaku, flat};
use crate::{ParseError, Place, Unwritable};

/// A sign, the number of hexadecimal digits after it, and the least number that is written so.
/// Numbers are counted from `base`.
struct Mark {
    sign: u8,
    digits: usize,
    least: u32,
    base: u32,
}

const fn mark(sign: u8, digits: usize, least: u32, base: u32) -> Mark {
    Mark {
        sign,
        digits,
        least,
        base,
    }
}

/// Every mark, from the shortest. Below 16 a digit stands for itself.
const MARKS: [Mark; 6] = [
    mark(b'-', 2, 16, 0),
    mark(b'+', 3, 256, 0),
    mark(b'=', 3, 4096, 4096),
    mark(b'@', 3, 8192, 8192),
    mark(b'*', 4, 12_240, 12_240),
    mark(b'$', 5, 77_776, 77_776),
];

/// The largest number that can be written.
const LARGEST: u32 = 77_776 + 0xf_ffff;

/// The longest run of blank cells that one letter says.
const LONGEST_RUN: usize = 20;

const NAME: &str = "shikaku/";

/// Whether the text is one line with `shikaku/` at its start or after a question mark.
pub(super) fn is_likely(text: &str) -> bool {
    let text = text.trim();
    !text.contains(char::is_whitespace)
        && (text.starts_with(NAME)
            || text
                .find('?')
                .is_some_and(|at| text[at + 1..].starts_with(NAME)))
}

pub(super) fn read(text: &str) -> Result<Shikaku, ParseError> {
    let address = Address { text };
    let trimmed = text.trim();
    let start = text.len() - text.trim_start().len();
    let end = start + trimmed.len();
    // What stands before the question mark is the site, and then comes the puzzle's name.
    let mut at = start + trimmed.find('?').map_or(0, |at| at + 1);
    if text[at..end].starts_with(NAME) {
        at += NAME.len();
    } else if !text[at..end].starts_with(|c: char| c.is_ascii_digit()) {
        return Err(address.fault(at, "an address with …?shikaku/columns/rows/… was expected"));
    }
    let mut parts = Vec::new();
    for part in text[at..end].split('/') {
        parts.push((at, part));
        at += part.len() + 1;
    }
    // An editing flag may stand before the size.
    let is_size = |part: &str| part.starts_with(|c: char| c.is_ascii_digit());
    if parts.len() > 1 && !is_size(parts[0].1) && is_size(parts[1].1) {
        parts.remove(0);
    }
    let [
        (columns_at, columns),
        (rows_at, rows),
        (body_at, body),
        rest @ ..,
    ] = &parts[..]
    else {
        return Err(address.fault(end, "the columns, the rows and the cells were expected"));
    };
    if let Some((at, _)) = rest.iter().find(|(_, part)| !part.is_empty()) {
        return Err(address.fault(*at, "the address goes on after the cells"));
    }
    let size = [
        address.side(*columns_at, columns)?,
        address.side(*rows_at, rows)?,
    ];
    let shape = Shape::new(&size).map_err(|fault| address.fault(*columns_at, fault.message()))?;
    address.cells(shape, *body_at, body)
}

/// A text in which errors have places.
struct Address<'t> {
    text: &'t str,
}

impl Address<'_> {
    fn fault(&self, offset: usize, message: impl Into<String>) -> ParseError {
        let place = Place::of_offset(self.text, offset);
        ParseError::at(place.line, place.column, message)
    }

    fn side(&self, at: usize, part: &str) -> Result<usize, ParseError> {
        part.parse().map_err(|_| {
            self.fault(
                at,
                format!("{} is no size: a whole number was expected", shown(part)),
            )
        })
    }

    fn cells(&self, shape: Shape, start: usize, body: &str) -> Result<Shikaku, ParseError> {
        let total = shape.cells();
        let mut cells = Cells::new(shape);
        let mut rest = body;
        while let Some(first) = rest.bytes().next() {
            let at = start + body.len() - rest.len();
            let run = match first {
                b'g'..=b'z' => usize::from(first - b'f'),
                _ => 1,
            };
            if run > cells.left() {
                return Err(self.fault(at, format!("more cells than the {total} of the grid")));
            }
            let length = match first {
                b'g'..=b'z' => {
                    cells.blank(run);
                    1
                }
                b'.' => {
                    cells.clue(None);
                    1
                }
                _ => {
                    let Some((number, length)) = number(rest) else {
                        return Err(
                            self.fault(at, "a number, a dot or a letter from g to z was expected")
                        );
                    };
                    if number == 0 {
                        return Err(self.fault(at, "a clue of 0: a box has at least one cell"));
                    }
                    cells.clue(Some(number));
                    length
                }
            };
            rest = &rest[length..];
        }
        if cells.left() > 0 {
            let message = format!("{} of the {total} cells are missing", cells.left());
            return Err(self.fault(start + body.len(), message));
        }
        Ok(cells.puzzle())
    }
}

/// The number at the start of a text and its length with the mark.
fn number(text: &str) -> Option<(u32, usize)> {
    let first = text.bytes().next()?;
    // The old mark for 8192 and more; in an address it meant something else as well.
    let first = if first == b'%' { b'@' } else { first };
    let (skip, digits, base) = match MARKS.iter().find(|mark| mark.sign == first) {
        Some(mark) => (1, mark.digits, mark.base),
        None => (0, 1, 0),
    };
    let digits = text.get(skip..skip + digits)?;
    if !digits
        .bytes()
        .all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'))
    {
        return None;
    }
    let number = u32::from_str_radix(digits, 16).ok()?;
    Some((base + number, skip + digits.len()))
}

pub(super) fn write(puzzle: &Shikaku) -> Result<String, Unwritable> {
    flat(puzzle, "puzzlink")?;
    let shape = puzzle.shape();
    let mut out = format!(
        "https://puzz.link/p?shikaku/{}/{}/",
        shape.width(),
        shape.height()
    );
    let mut next = 0;
    for clue in puzzle.clues() {
        push_blanks(&mut out, clue.cell as usize - next);
        next = clue.cell as usize + 1;
        match clue.volume {
            None => out.push('.'),
            Some(volume) if volume <= LARGEST => out.push_str(&encoded(volume)),
            Some(volume) => {
                return Err(Unwritable(format!(
                    "the format puzzlink has no number above {LARGEST}, but the puzzle has {volume}"
                )));
            }
        }
    }
    push_blanks(&mut out, shape.cells() - next);
    out.push('\n');
    Ok(out)
}

fn encoded(number: u32) -> String {
    match MARKS.iter().rev().find(|mark| number >= mark.least) {
        None => format!("{number:x}"),
        Some(mark) => format!(
            "{}{:0digits$x}",
            char::from(mark.sign),
            number - mark.base,
            digits = mark.digits
        ),
    }
}

fn push_blanks(out: &mut String, mut cells: usize) {
    while cells > 0 {
        let run = cells.min(LONGEST_RUN);
        out.push(char::from(b'f' + run as u8));
        cells -= run;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_is_read_as_it_was_written() {
        for n in (1..20_000).chain(77_000..80_000).chain([LARGEST]) {
            let text = encoded(n);
            assert_eq!(number(&text), Some((n, text.len())), "{text}");
        }
        assert_eq!(number("%001"), Some((8193, 4)));
        assert_eq!(encoded(15), "f");
        assert_eq!(encoded(16), "-10");
        assert_eq!(encoded(256), "+100");
        assert_eq!(encoded(4097), "=001");
        for bad in ["-1", "-g0", "+12", "$0000", "-+1", "é", "-é"] {
            assert_eq!(number(bad), None, "{bad}");
        }
    }
}
