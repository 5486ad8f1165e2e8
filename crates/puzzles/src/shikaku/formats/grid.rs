//! The plain grid: `width height` on the first line, then a line for each row, a number for each
//! cell. 0 is blank, `?` (or -1) a clue of unknown size. With `width height depth` the layers
//! follow each other, and with more numbers the layers of all further axes; blank lines do not count.

use super::rows::{Signs, expect_end, read_rows};
use super::{MAX_AXES, Shape, Shikaku};
use crate::lines::{Line, is_number, lines};
use crate::near::sized_rows;
use crate::prose::{joined, rows};
use crate::{Format, ParseError};
use std::sync::LazyLock;

pub(in crate::shikaku) static GRID: LazyLock<Format> = LazyLock::new(|| {
    Format::new(
        "grid",
        "width and height (and depth), then rows of numbers, 0 for blank, ? for unknown",
    )
    .reads(read)
    .writes(|puzzle: &Shikaku| Ok(write(puzzle)))
    .looks(is_likely)
});

const SIGNS: Signs = Signs {
    blank: "0",
    unknown: Some("?"),
    unknown_too: &["-1"],
};

/// From this many rows on, one of another length than the others is taken for a slip.
const ROWS_WITH_A_SLIP: usize = 3;

/// Returns true if the text is a size of two numbers or more and then exactly as many rows of as many numbers, some
/// of them 0 or all of them together as large as the board. (Otherwise it might as well be an exact cover problem.) A
/// square of numbers might be a small Latin square, so it is claimed only if its areas fill the board. One row may be
/// too long or too short, so that its author gets an error.
fn is_likely(text: &str) -> bool {
    let mut lines = lines(text);
    let Some(size) = lines.next().and_then(likely_size) else {
        return false;
    };
    let is_square = lines.clone().take(size.len()).count() + 1 == size.len();
    let Ok(shape) = Shape::new(&size) else {
        return false;
    };
    let is_square = is_square && shape.width() == size.len();
    let (mut has_blank, mut areas) = (false, 0u64);
    let mut slips = usize::from(shape.rows() < ROWS_WITH_A_SLIP);
    let mut row_fits = |line: Line| {
        let mut width = 0;
        for word in line.words() {
            has_blank |= word.text == "0";
            areas = areas.saturating_add(word.text.parse().unwrap_or(0));
            width += 1;
            if !is_cell(word.text) {
                return false;
            }
        }
        slips += usize::from(width != shape.width());
        width == shape.width() || slips <= 1
    };
    let rows = shape.rows();
    let has_rows =
        (0..rows).all(|_| lines.next().is_some_and(&mut row_fits)) && lines.next().is_none();
    let is_filled = areas == shape.cells() as u64;
    has_rows && (is_filled || has_blank && !is_square)
}

/// The nearness of a text to such a grid, from 0 to 100: the shares of its words that are cells, and of its rows that
/// are there.
pub(super) fn nearness(text: &str) -> u32 {
    let sides = |sizes: &[usize]| Some([*sizes.first()?, sizes[1..].iter().product()]);
    sized_rows(text, sides, |word| is_cell(word) || word == ".")
}

fn likely_size(line: Line) -> Option<Vec<usize>> {
    let words = line.words().take(MAX_AXES + 1);
    let size: Option<Vec<usize>> = words
        .map(|word| word.is_number().then(|| word.side().ok())?)
        .collect();
    size.filter(|size| (2..=MAX_AXES).contains(&size.len()))
}

fn is_cell(word: &str) -> bool {
    SIGNS.is_unknown(word) || is_number(word)
}

fn read(text: &str) -> Result<Shikaku, ParseError> {
    let mut lines = lines(text);
    let Some(header) = lines.next() else {
        return Err(ParseError::new(
            "the text is empty, but a width and a height were expected",
        ));
    };
    let shape = read_size(header)?;
    let cells = read_rows(shape, &mut lines, &SIGNS)?;
    let rows = format!("the {} rows that its size announces", cells.shape.rows());
    expect_end(&mut lines, &rows)?;
    Ok(cells.puzzle())
}

fn read_size(header: Line) -> Result<Shape, ParseError> {
    let mut size = Vec::new();
    for word in header.words() {
        if size.len() == MAX_AXES {
            let most =
                format!("a size has at most {MAX_AXES} numbers: width, height, depth and so on");
            return Err(word.error(most));
        }
        size.push(word.side()?);
    }
    if size.len() < 2 {
        return Err(header.error_at_end("a size was expected: width and height (and depth)"));
    }
    Shape::new(&size).map_err(|error| header.error(error.message()))
}

/// The grid without its solution.
pub(in crate::shikaku) fn write(puzzle: &Shikaku) -> String {
    let shape = puzzle.shape();
    let words = SIGNS.words(puzzle, "grid");
    let words = words.expect("there are words for all cells");
    let layers = words.chunks(shape.width() * shape.height());
    let layers = layers.map(|words| rows(words, shape.width()));
    format!("{}\n{}", joined(shape.size(), " "), joined(layers, "\n"))
}
