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
//! Blank lines are skipped, and remarks, which start with `#`. A set without a size is a board of 10×10.

use super::board::{Border, Shape, parse_size};
use super::set::{Joining, Kind, LONGEST_NAME, MOST_KINDS, TileSet, Way};
use super::{DEFAULT_SIZE, Tiles};
use crate::lines::{Line, Word, lines, shown};
use crate::near::Share;
use crate::prose::put;
use crate::{Format, ParseError, Unwritable};
use std::sync::{Arc, LazyLock};
use tilewright_model::Table;

pub(super) static WFC: LazyLock<Format> = LazyLock::new(|| {
    Format::new(
        "wfc",
        "number of kinds, their names and weights, then the allowed pairs",
    )
    .reads(read)
    .writes(write)
    .looks(looks_like)
    .with_own_remarks()
});

/// Returns true if a text looks like such a list: a number of kinds first and a number of `H` pairs later.
fn looks_like(text: &str) -> bool {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let mut lines = lines.skip_while(|line| line.starts_with("size ") || line.starts_with('#'));
    let is_number = |word: &str| word.parse::<usize>().is_ok();
    lines.next().is_some_and(is_number)
        && lines.any(|line| line.strip_prefix("H ").is_some_and(|n| is_number(n.trim())))
}

/// The nearness of a text to such a list, from 0 to 100: whether it begins with a number or a size and has one of its
/// lines of pairs, and the share of its words that are numbers.
pub(super) fn nearness(text: &str) -> u32 {
    let lines = text.lines().map(str::trim);
    let lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    let is_number = |word: &str| word.parse::<f64>().is_ok();
    let is_head = |line: &str| line.starts_with("size ") || is_number(line);
    let is_mark = |line: &str| {
        let mut words = line.split_whitespace();
        matches!(words.next(), Some("H" | "V" | "h" | "v")) && words.next().is_some()
    };
    let starts = lines.clone().take(2).any(is_head);
    if !starts || !lines.clone().any(is_mark) {
        return 0;
    }
    let words = lines.flat_map(str::split_whitespace);
    // Names are words of their own, one to a number.
    (Share::of(words, is_number).percent() + 30).min(100)
}

/// The lines of a text as they are read one by one.
struct Reader<'t> {
    lines: std::iter::Peekable<Box<dyn Iterator<Item = Line<'t>> + 't>>,
    /// The number of the line after the last, for errors about missing text.
    end: usize,
}

impl<'t> Reader<'t> {
    fn of(text: &'t str) -> Self {
        let lines = lines(text).filter(|line| !is_remark(*line));
        let lines: Box<dyn Iterator<Item = Line<'t>> + 't> = Box::new(lines);
        Self {
            lines: lines.peekable(),
            end: text.lines().count() + 1,
        }
    }

    /// The next line as that many words.
    fn words<const N: usize>(&mut self, expected: &str) -> Result<[Word<'t>; N], ParseError> {
        let Some(line) = self.lines.next() else {
            let message = format!("the text ends where {expected} was expected");
            return Err(ParseError::at(self.end, 1, message));
        };
        let words: Vec<Word> = line.words().collect();
        <[Word; N]>::try_from(words).map_err(|_| {
            let shown = shown(line.text.trim());
            line.error(format!("found {shown} where {expected} was expected"))
        })
    }
}

/// A line that starts with `#`, unless it is a kind of that name with its weight.
fn is_remark(line: Line) -> bool {
    let mut words = line.words();
    let is_kind = words
        .nth(1)
        .is_some_and(|word| word.text.parse::<f64>().is_ok())
        && words.next().is_none();
    line.text.trim_start().starts_with('#') && !is_kind
}

fn number(word: Word, expected: &str) -> Result<usize, ParseError> {
    let wrong = |_| {
        let shown = word.shown();
        word.error(format!("{shown} is not a number: {expected} was expected"))
    };
    word.text.parse().map_err(wrong)
}

/// Reads a tile set as a puzzle with no fixed places.
pub(super) fn read(text: &str) -> Result<Tiles, ParseError> {
    let mut lines = Reader::of(text);
    let (size, shape) = read_size(&mut lines)?;
    let [word] = lines.words("the number of kinds")?;
    let count = number(word, "the number of kinds")?;
    if count == 0 || count > MOST_KINDS {
        return Err(word.error(format!("{count} kinds, but 1 to {MOST_KINDS} are expected")));
    }
    let mut kinds = Vec::new();
    for _ in 0..count {
        kinds.push(read_kind(&mut lines, &kinds)?);
    }
    let across = read_pairs(&mut lines, "H", "left and right", count)?;
    let down = read_pairs(&mut lines, "V", "upper and lower", count)?;
    if let Some(line) = lines.lines.next() {
        return Err(line.error("the text continues after the last pair"));
    }
    let set = TileSet::new(None, kinds, Joining::Pairs { across, down })?;
    Ok(Tiles::on_board(Arc::new(set), size, shape, Border::Free))
}

fn read_size(lines: &mut Reader) -> Result<((usize, usize), Shape), ParseError> {
    let is_size = |line: &Line| line.text.trim_start().starts_with("size");
    let Some(line) = lines.lines.next_if(is_size) else {
        return Ok((DEFAULT_SIZE, Shape::Grid));
    };
    let words: Vec<&str> = line.text.split_whitespace().skip(1).collect();
    let (size, shape) = match words[..] {
        [size] => (size, Shape::Grid),
        [size, "torus"] => (size, Shape::Torus),
        _ => {
            let message = "expected size, rows x columns, and torus if it is one: size 4x5 torus";
            return Err(line.error(message));
        }
    };
    let size = parse_size(size).map_err(|error| line.error(error.message()))?;
    Ok((size, shape))
}

fn read_kind(lines: &mut Reader, known: &[Kind]) -> Result<Kind, ParseError> {
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
    lines: &mut Reader,
    mark: &str,
    what: &str,
    kinds: usize,
) -> Result<Table, ParseError> {
    let expected = format!("{mark} and the number of pairs");
    let [letter, count] = lines.words(&expected)?;
    if letter.text != mark {
        let shown = letter.shown();
        let message = format!("found {shown} where {expected} was expected");
        return Err(letter.error(message));
    }
    let count = number(count, "the number of pairs")?;
    let mut allowed = vec![false; kinds * kinds];
    for _ in 0..count {
        let pair = lines.words::<2>(&format!("a pair of kinds, {what},"))?;
        let mut numbers = [0; 2];
        for (place, word) in numbers.iter_mut().zip(pair) {
            *place = number(word, "the number of a kind")?;
            if *place >= kinds {
                let message = format!("there is no kind {place}; they are 0 to {}", kinds - 1);
                return Err(word.error(message));
            }
        }
        allowed[numbers[0] * kinds + numbers[1]] = true;
    }
    Ok(Table::new(kinds, kinds, |a, b| allowed[a * kinds + b]))
}

/// Writes the set and the size; sockets become the pairs that they allow.
fn write(puzzle: &Tiles) -> Result<String, Unwritable> {
    if !puzzle.is_open_everywhere() {
        return Err(Unwritable("wfc cannot fix a place".into()));
    }
    if puzzle.border_name() != "free" {
        return Err(Unwritable("wfc cannot describe the border".into()));
    }
    let set = puzzle.set();
    let torus = match puzzle.shape() {
        Shape::Grid => "",
        Shape::Torus => " torus",
    };
    let mut out = format!("size {}x{}{torus}\n", puzzle.rows(), puzzle.columns());
    put!(out, "{}\n", set.kinds().len());
    for kind in set.kinds() {
        put!(out, "{} {:?}\n", kind.name, kind.weight);
    }
    for (mark, way) in [("H", Way::Across), ("V", Way::Down)] {
        let kinds = 0..set.kinds().len();
        let pairs = kinds
            .clone()
            .flat_map(|a| kinds.clone().map(move |b| (a, b)));
        let pairs: Vec<_> = pairs.filter(|&(a, b)| set.goes(way, a, b)).collect();
        put!(out, "{mark} {}\n", pairs.len());
        for (a, b) in pairs {
            put!(out, "{a} {b}\n");
        }
    }
    Ok(out)
}
