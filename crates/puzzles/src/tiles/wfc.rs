//! Tile sets as lists of allowed pairs, the way programs for wave function collapse know them.
//!
//! ```text
//! size 10x10          rows x columns, and "torus" after it if it is one; may be left out
//! 2                   how many kinds there are
//! sea 1.0             a name and a weight for each
//! land 2.5
//! H 3                 how many pairs, then the pairs: left and right, counted from 0
//! 0 0
//! 0 1
//! 1 1
//! V 2                 the same for upper and lower
//! 0 0
//! 1 1
//! ```
//!
//! Blank lines are skipped. A set without a size is a board of 10×10.

use super::board::{Border, Shape, parse_size};
use super::set::{Joining, Kind, LONGEST_NAME, MOST_KINDS, TileSet};
use super::{DEFAULT_SIZE, Tiles};
use crate::{ParseError, Unwritable};
use std::fmt::Write;
use std::sync::Arc;
use tilewright_model::Table;

/// Whether a text looks like such a list: a number of kinds first and a number of `H` pairs later.
pub(super) fn looks_like(text: &str) -> bool {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let mut lines = lines.skip_while(|line| line.starts_with("size "));
    let is_number = |word: &str| word.parse::<usize>().is_ok();
    lines.next().is_some_and(is_number)
        && lines.any(|line| line.strip_prefix("H ").is_some_and(|n| is_number(n.trim())))
}

/// The lines of a text that are not blank, as they are read one by one.
struct Lines<'t> {
    lines: std::iter::Peekable<Box<dyn Iterator<Item = (usize, &'t str)> + 't>>,
    /// The number of the line after the last, for what is missing there.
    end: usize,
}

impl<'t> Lines<'t> {
    fn of(text: &'t str) -> Self {
        let lines = text.lines().enumerate();
        let lines = lines.map(|(number, line)| (number + 1, line));
        let lines = lines.filter(|(_, line)| !line.trim().is_empty());
        let lines: Box<dyn Iterator<Item = (usize, &'t str)> + 't> = Box::new(lines);
        Self {
            lines: lines.peekable(),
            end: text.lines().count() + 1,
        }
    }

    /// The next line as that many words, each with its column.
    fn words<const N: usize>(&mut self, expected: &str) -> Result<[Word<'t>; N], ParseError> {
        let Some((line, text)) = self.lines.next() else {
            let message = format!("the text ends where {expected} is expected");
            return Err(ParseError::at(self.end, 1, message));
        };
        let words: Vec<Word> = text
            .split_whitespace()
            .map(|word| {
                let before = word.as_ptr() as usize - text.as_ptr() as usize;
                let column = text[..before].chars().count() + 1;
                Word {
                    text: word,
                    line,
                    column,
                }
            })
            .collect();
        let start = (words[0].line, words[0].column);
        <[Word; N]>::try_from(words).map_err(|_| {
            let shown: String = text.trim().chars().take(40).collect();
            ParseError::at(
                start.0,
                start.1,
                format!("{shown:?} stands where {expected} is expected"),
            )
        })
    }
}

/// A word and its place, counted from 1.
#[derive(Clone, Copy)]
struct Word<'t> {
    text: &'t str,
    line: usize,
    column: usize,
}

impl Word<'_> {
    fn error(&self, message: impl Into<String>) -> ParseError {
        ParseError::at(self.line, self.column, message)
    }

    fn number(&self, expected: &str) -> Result<usize, ParseError> {
        let wrong = || self.error(format!("{:?} is no number; expected {expected}", self.text));
        self.text.parse().map_err(|_| wrong())
    }
}

/// Reads a tile set as a puzzle with no fixed places.
pub(super) fn read(text: &str) -> Result<Tiles, ParseError> {
    let mut lines = Lines::of(text);
    let (size, shape) = read_size(&mut lines)?;
    let [word] = lines.words("the number of kinds")?;
    let count = word.number("the number of kinds")?;
    if count == 0 || count > MOST_KINDS {
        return Err(word.error(format!("{count} kinds, but 1 to {MOST_KINDS} are expected")));
    }
    let mut kinds = Vec::new();
    for _ in 0..count {
        kinds.push(read_kind(&mut lines, &kinds)?);
    }
    let across = read_pairs(&mut lines, "H", "left and right", count)?;
    let down = read_pairs(&mut lines, "V", "upper and lower", count)?;
    if let Some((line, _)) = lines.lines.next() {
        return Err(ParseError::at(
            line,
            1,
            "the text goes on after the last pair",
        ));
    }
    let set = TileSet::new(None, kinds, Joining::Pairs { across, down })?;
    Ok(Tiles::on_board(Arc::new(set), size, shape, Border::Free))
}

fn read_size(lines: &mut Lines) -> Result<((usize, usize), Shape), ParseError> {
    let is_size = |(_, line): &(usize, &str)| line.trim_start().starts_with("size");
    let Some((line, text)) = lines.lines.next_if(is_size) else {
        return Ok((DEFAULT_SIZE, Shape::Grid));
    };
    let words: Vec<&str> = text.split_whitespace().skip(1).collect();
    let (size, shape) = match words[..] {
        [size] => (size, Shape::Grid),
        [size, "torus"] => (size, Shape::Torus),
        _ => {
            let message = "expected size, rows x columns, and torus if it is one: size 4x5 torus";
            return Err(ParseError::at(line, 1, message));
        }
    };
    let size = parse_size(size).map_err(|error| ParseError::at(line, 1, error.message()))?;
    Ok((size, shape))
}

fn read_kind(lines: &mut Lines, known: &[Kind]) -> Result<Kind, ParseError> {
    let [name, weight] = lines.words("a kind's name and weight")?;
    if name.text == "_" || name.text == "." {
        let message = format!(
            "no kind can be called {:?}: that is an open place",
            name.text
        );
        return Err(name.error(message));
    }
    if name.text.chars().count() > LONGEST_NAME || name.text.contains(char::is_control) {
        let message =
            format!("a kind's name must be 1 to {LONGEST_NAME} characters that can be shown");
        return Err(name.error(message));
    }
    if known.iter().any(|kind| kind.name == name.text) {
        return Err(name.error(format!("there are two kinds called {:?}", name.text)));
    }
    match weight.text.parse::<f64>() {
        Ok(number) if number.is_finite() && number >= 0.0 => Ok(Kind::new(name.text, number)),
        _ => Err(weight.error(format!(
            "weight of kind {:?} is {:?}, but a number from 0 on is expected",
            name.text, weight.text
        ))),
    }
}

fn read_pairs(
    lines: &mut Lines,
    mark: &str,
    what: &str,
    kinds: usize,
) -> Result<Table, ParseError> {
    let expected = format!("{mark} and the number of pairs");
    let [letter, count] = lines.words(&expected)?;
    if letter.text != mark {
        let message = format!("{:?} stands where {expected} is expected", letter.text);
        return Err(letter.error(message));
    }
    let count = count.number("the number of pairs")?;
    let mut allowed = vec![false; kinds * kinds];
    for _ in 0..count {
        let pair = lines.words::<2>(&format!("a pair of kinds, {what},"))?;
        let mut numbers = [0; 2];
        for (number, word) in numbers.iter_mut().zip(pair) {
            *number = word.number("the number of a kind")?;
            if *number >= kinds {
                let message = format!("there is no kind {number}; they are 0 to {}", kinds - 1);
                return Err(word.error(message));
            }
        }
        allowed[numbers[0] * kinds + numbers[1]] = true;
    }
    Ok(Table::new(kinds, kinds, |a, b| allowed[a * kinds + b]))
}

/// Writes the set and the size; sockets become the pairs that they allow.
pub(super) fn write(puzzle: &Tiles) -> Result<String, Unwritable> {
    if !puzzle.is_open_everywhere() {
        return Err(Unwritable("wfc cannot say what is fixed on a place".into()));
    }
    if puzzle.border_name() != "free" {
        return Err(Unwritable("wfc cannot say what the border shows".into()));
    }
    let set = puzzle.set();
    let torus = match puzzle.shape() {
        Shape::Grid => "",
        Shape::Torus => " torus",
    };
    let mut out = format!("size {}x{}{torus}\n", puzzle.rows(), puzzle.columns());
    // Writing into a string cannot fail.
    let _ = writeln!(out, "{}", set.kinds().len());
    for kind in set.kinds() {
        let _ = writeln!(out, "{} {:?}", kind.name, kind.weight);
    }
    for (mark, goes) in [
        (
            "H",
            TileSet::goes_across as fn(&TileSet, usize, usize) -> bool,
        ),
        ("V", TileSet::goes_down),
    ] {
        let kinds = 0..set.kinds().len();
        let pairs = kinds
            .clone()
            .flat_map(|a| kinds.clone().map(move |b| (a, b)));
        let pairs: Vec<_> = pairs.filter(|&(a, b)| goes(set, a, b)).collect();
        let _ = writeln!(out, "{mark} {}", pairs.len());
        for (a, b) in pairs {
            let _ = writeln!(out, "{a} {b}");
        }
    }
    Ok(out)
}
