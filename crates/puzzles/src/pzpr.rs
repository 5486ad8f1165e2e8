//! The common part of pzpr's formats: the addresses of puzz.link, pzv.jp and their kin, and its
//! files.
//!
//! An address is `https://puzz.link/p?name/columns/rows/cells`. The cells follow each other in
//! row-major order: a number in hexadecimal with a mark for its length, `.` for a question mark,
//! and `g` to `z` for 1 to 20 blank cells. The text before the puzzle's name does not matter.
//!
//! A file is `pzprv3` and the puzzle's name, each on a line, and then the puzzle's own data. Lines
//! may be joined by `/` instead.

use crate::ParseError;
use crate::lines::{Line, Word, is_number, lines, shown};

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

/// The largest number that an address can say.
pub(crate) const LARGEST: u32 = 77_776 + 0xf_ffff;

/// The longest run of blank cells that one letter says.
const LONGEST_RUN: usize = 20;

/// Returns true if the first line is an address of a puzzle of that name: it starts with the name,
/// or has it after its question mark.
pub(crate) fn is_address(text: &str, name: &str) -> bool {
    let Some(line) = lines(text).next() else {
        return false;
    };
    let mut words = line.words();
    let (Some(word), None) = (words.next(), words.next()) else {
        return false;
    };
    let path = word.text.split_once('?').map_or(word.text, |(_, p)| p);
    let rest = path.strip_prefix(name);
    rest.is_some_and(|rest| rest.starts_with('/'))
}

/// An address up to its size, and the fields behind that.
pub(crate) struct Head<'t> {
    text: &'t str,
    /// The letters before the size, which name a variant or say how the site shows it, and their place.
    flag: Option<(usize, &'t str)>,
    /// The columns and the rows, and their places.
    size: [(usize, usize); 2],
    /// The fields behind the size and their places.
    fields: Vec<(usize, &'t str)>,
    end: usize,
}

impl<'t> Head<'t> {
    /// Takes an address of a puzzle of one of these names apart; the name may be left out with all that is before it.
    pub(crate) fn read(text: &'t str, names: &[&str]) -> Result<Self, ParseError> {
        let error = |offset, message: &str| ParseError::at_offset(text, offset, message);
        let start = text.len() - text.trim_start().len();
        let end = start + text.trim().len();
        // Before the question mark is the site, then comes the puzzle's name.
        let mut at = start + text[start..end].find('?').map_or(0, |at| at + 1);
        let starts_with_digit = |part: &str| part.starts_with(|c: char| c.is_ascii_digit());
        let has = |name: &&&str| {
            let rest = text[at..end].strip_prefix(**name);
            rest.is_some_and(|rest| rest.starts_with('/'))
        };
        if let Some(name) = names.iter().find(has) {
            at += name.len() + 1;
        } else if !starts_with_digit(&text[at..end]) {
            let name = names.first().copied().unwrap_or_default();
            let message = format!("an address with …?{name}/columns/rows/… was expected");
            return Err(error(at, &message));
        }
        let mut parts = Vec::new();
        for part in text[at..end].split('/') {
            parts.push((at, part));
            at += part.len() + 1;
        }
        let mut flag = None;
        if parts.len() > 1 && !starts_with_digit(parts[0].1) && starts_with_digit(parts[1].1) {
            flag = Some(parts.remove(0));
        }
        let &[columns, rows, ref fields @ ..] = &parts[..] else {
            let message = "the columns, the rows and the cells were expected";
            return Err(error(end, message));
        };
        let side = |(at, part): (usize, &str)| match part.parse() {
            Ok(side) if is_number(part) => Ok((at, side)),
            _ => {
                let message = format!("{} is not a size: a whole number was expected", shown(part));
                Err(error(at, &message))
            }
        };
        Ok(Self {
            text,
            flag,
            size: [side(columns)?, side(rows)?],
            fields: fields.to_vec(),
            end,
        })
    }

    /// The number of columns and of rows.
    pub(crate) fn size(&self) -> [usize; 2] {
        self.size.map(|(_, side)| side)
    }

    /// An error at the size.
    pub(crate) fn size_error(&self, message: impl Into<String>) -> ParseError {
        ParseError::at_offset(self.text, self.size[0].0, message)
    }

    /// The name of the variant that it is of, and the error for one that is not read.
    pub(crate) fn variant(&self) -> Option<(&'t str, ParseError)> {
        let (at, flag) = self.flag?;
        // With a colon it says how the site shows the puzzle.
        let variant = flag.split_once(':').map_or(flag, |(_, after)| after);
        let message = format!(
            "this is the variant {}, whose rules are others",
            shown(variant)
        );
        let error = ParseError::at_offset(self.text, at, message);
        (!variant.is_empty()).then_some((variant, error))
    }

    /// The code behind a number of other fields, which come with it.
    pub(crate) fn code(&self, before: usize) -> Result<(Vec<Code<'t>>, Code<'t>), ParseError> {
        let code = |&(at, rest): &(usize, &'t str)| Code {
            text: self.text,
            end: at + rest.len(),
            rest,
        };
        if let Some((at, _)) = self
            .fields
            .iter()
            .skip(before + 1)
            .find(|(_, f)| !f.is_empty())
        {
            let message = "the address continues after the cells";
            return Err(ParseError::at_offset(self.text, *at, message));
        }
        let Some(last) = self.fields.get(before) else {
            let message = "the columns, the rows and the cells were expected";
            return Err(ParseError::at_offset(self.text, self.end, message));
        };
        let fields = self.fields[..before].iter();
        Ok((fields.map(code).collect(), code(last)))
    }
}

/// A part of an address, as it is read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Code<'t> {
    text: &'t str,
    end: usize,
    rest: &'t str,
}

impl<'t> Code<'t> {
    /// What is left.
    pub(crate) fn rest(&self) -> &'t str {
        self.rest
    }

    /// An error where the rest starts.
    pub(crate) fn error(&self, message: impl Into<String>) -> ParseError {
        ParseError::at_offset(self.text, self.end - self.rest.len(), message)
    }

    /// Takes this many bytes, if there are as many.
    pub(crate) fn take(&mut self, bytes: usize) -> Option<&'t str> {
        let taken = self.rest.get(..bytes)?;
        self.rest = &self.rest[bytes..];
        Some(taken)
    }

    /// Reads the numbers of up to `total` places, or what is there of them. `clue` gets the place of each number, and of
    /// each question mark without one, and may object. Returns the number of places.
    pub(crate) fn numbers16(
        &mut self,
        total: usize,
        mut clue: impl FnMut(usize, Option<u32>) -> Result<(), String>,
    ) -> Result<usize, ParseError> {
        let mut next = 0;
        while next < total {
            let Some(first) = self.rest.bytes().next() else {
                break;
            };
            let (run, length, number) = match first {
                b'g'..=b'z' => (usize::from(first - b'f'), 1, None),
                b'.' => (1, 1, None),
                _ => {
                    let Some((number, length)) = number(self.rest) else {
                        let message = "a number, a dot or a letter from g to z was expected";
                        return Err(self.error(message));
                    };
                    (1, length, Some(number))
                }
            };
            if run > total - next {
                return Err(self.error(format!("more cells than the {total} of the grid")));
            }
            if number.is_some() || first == b'.' {
                clue(next, number).map_err(|message| self.error(message))?;
            }
            next += run;
            self.take(length);
        }
        Ok(next)
    }
}

/// An address, taken apart.
pub(crate) struct Address<'t> {
    head: Head<'t>,
    code: Code<'t>,
}

impl<'t> Address<'t> {
    /// Takes an address of a puzzle of that name apart; the name may be left out with all that is
    /// before it. Letters before the size are ignored.
    pub(crate) fn read(text: &'t str, name: &str) -> Result<Self, ParseError> {
        let head = Head::read(text, &[name])?;
        let (_, code) = head.code(0)?;
        Ok(Self { head, code })
    }

    /// The number of columns and of rows.
    pub(crate) fn size(&self) -> [usize; 2] {
        self.head.size()
    }

    /// An error at the size.
    pub(crate) fn size_error(&self, message: impl Into<String>) -> ParseError {
        self.head.size_error(message)
    }

    /// An error at the end of the cells.
    pub(crate) fn error_at_end(&self, message: impl Into<String>) -> ParseError {
        let code = self.code;
        Code { rest: "", ..code }.error(message)
    }

    /// Reads the cells of a grid with `total` of them, as [`Code::numbers16`] does, and nothing is left.
    pub(crate) fn cells(
        &self,
        total: usize,
        clue: impl FnMut(usize, Option<u32>) -> Result<(), String>,
    ) -> Result<usize, ParseError> {
        let mut code = self.code;
        let cells = code.numbers16(total, clue)?;
        match code.rest() {
            "" => Ok(cells),
            _ => Err(code.error(format!("more cells than the {total} of the grid"))),
        }
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

/// An address as it is written, cell by cell.
pub(crate) struct AddressWriter {
    out: String,
    blanks: usize,
}

impl AddressWriter {
    /// The address up to the cells.
    pub(crate) fn new(name: &str, columns: usize, rows: usize) -> Self {
        Self {
            out: format!("https://puzz.link/p?{name}/{columns}/{rows}/"),
            blanks: 0,
        }
    }

    /// A part of an address alone.
    pub(crate) fn part() -> Self {
        Self {
            out: String::new(),
            blanks: 0,
        }
    }

    /// Adds `cells` blank cells.
    pub(crate) fn blank(&mut self, cells: usize) {
        self.blanks += cells;
    }

    /// The next cell has a number up to [`LARGEST`], or a question mark.
    pub(crate) fn clue(&mut self, number: Option<u32>) {
        self.end_blanks();
        match number {
            None => self.out.push('.'),
            Some(number) => self.out.push_str(&encoded(number)),
        }
    }

    fn end_blanks(&mut self) {
        while self.blanks > 0 {
            let run = self.blanks.min(LONGEST_RUN);
            self.out.push(char::from(b'f' + run as u8));
            self.blanks -= run;
        }
    }

    /// The whole address, on a line.
    pub(crate) fn finish(self) -> String {
        self.end() + "\n"
    }

    /// What was written.
    pub(crate) fn end(mut self) -> String {
        self.end_blanks();
        self.out
    }
}

fn encoded(number: u32) -> String {
    debug_assert!(number <= LARGEST);
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

/// Returns true if a text starts as a file for a puzzle of that name.
pub(crate) fn is_file(text: &str, name: &str) -> bool {
    let parts = text.trim_start().split(['\n', '/']).map(str::trim);
    let mut parts = parts.filter(|part| !part.is_empty());
    parts
        .next()
        .is_some_and(|first| first.starts_with("pzprv3"))
        && parts.next() == Some(name)
}

/// The lines of a file for a puzzle of that name, after its head and before the history and the
/// notes that may end it. A slash ends a line; places are still those of the text as it is.
pub(crate) fn file<'t>(
    text: &'t str,
    name: &str,
) -> Result<impl Iterator<Item = Line<'t>>, ParseError> {
    let parts = |line: Line<'t>| {
        let parts = line.text.split('/').map(move |text| line.part(text));
        parts.filter(|part| !part.text.trim().is_empty())
    };
    let mut lines = lines(text)
        .flat_map(parts)
        .take_while(|line| !is_appendix(*line));
    let magic = word(&mut lines, "pzprv3")?;
    if !magic.text.starts_with("pzprv3") {
        return Err(magic.error("pzprv3 was expected"));
    }
    let found = word(&mut lines, name)?;
    if found.text != name {
        let message = format!("a puzzle called {}, but {name} was expected", found.shown());
        return Err(found.error(message));
    }
    Ok(lines)
}

fn is_appendix(line: Line) -> bool {
    let text = line.text.trim_start();
    ["info:", "history:", "__HISTORY__", "http:", "https:"]
        .iter()
        .any(|start| text.starts_with(start))
}

/// The first word of the next line.
pub(crate) fn word<'t>(
    lines: &mut impl Iterator<Item = Line<'t>>,
    expected: &str,
) -> Result<Word<'t>, ParseError> {
    lines
        .next()
        .and_then(|line| line.words().next())
        .ok_or_else(|| ParseError::new(format!("the text ends where {expected} was expected")))
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

    #[test]
    fn addresses_and_files_are_known_by_their_name() {
        for text in [
            "https://puzz.link/p?sudoku/9/9/a",
            " http://pzv.jp/p.html?sudoku/v:/9/9/a\nhttps://puzz.link/p?sudoku/4/4/z\n",
            "sudoku/9/9/a",
        ] {
            assert!(is_address(text, "sudoku"), "{text}");
            assert!(!is_address(text, "shikaku"), "{text}");
        }
        for text in [
            "",
            "sudoku",
            "sudoku/9 9",
            "a?b?sudoku/9/9/a",
            "p?sudokus/9/9/a",
        ] {
            assert!(!is_address(text, "sudoku"), "{text}");
        }
        assert!(is_file("pzprv3/sudoku/4/", "sudoku"));
        assert!(is_file("\npzprv3.1\nsudoku\n", "sudoku"));
        assert!(!is_file("pzprv3/sudoku/4/", "shikaku"));
    }
}
