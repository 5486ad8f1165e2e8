//! A file of Pencilbox, as on kanpen.net: the rows and the columns, each on a line; the cells (`.`
//! for blank, or a number); and, where the puzzle is solved, the number of rectangles and a line
//! for each, `first-row first-column last-row last-column`, counted from 0.
//!
//! Rectangles that solve the puzzle are its solution. Any others are unfinished work, which is left out.

use super::rows::{Signs, expect_end, read_rows};
use super::{Shape, Shikaku, flat};
use crate::lines::{Line, Word, is_number, lines};
use crate::near::{Share, times};
use crate::prose::put;
use crate::shikaku::areas::extents;
use crate::{Format, ParseError, Unwritable};
use std::sync::LazyLock;

pub(super) static KANPEN: LazyLock<Format> = LazyLock::new(|| {
    Format::new(
        "kanpen",
        "a file of Pencilbox: clues and, if solved, rectangles",
    )
    .reads(read)
    .writes(write)
    .looks(is_likely)
});

const SIGNS: Signs = Signs {
    blank: ".",
    unknown: None,
    unknown_too: &["?"],
};

/// Returns true if the text is two numbers on lines of their own and then as many rows of as many cells, with a dot
/// among them.
fn is_likely(text: &str) -> bool {
    let mut lines = lines(text);
    let Some([rows, columns]) = likely_size(&mut lines) else {
        return false;
    };
    let mut has_dot = false;
    let mut row_fits = |line: Line| {
        let mut width = 0;
        line.words().all(|word| {
            has_dot |= word.text == ".";
            width += 1;
            width <= columns && (word.text == "." || is_number(word.text))
        }) && width == columns
    };
    (0..rows).all(|_| lines.next().is_some_and(&mut row_fits)) && has_dot
}

/// The nearness of a text to such a file, from 0 to 100: rows of one width with dots in them, after a line or two of
/// one word.
pub(super) fn nearness(text: &str) -> u32 {
    let words = |line: Line<'_>| line.words().count();
    let head = lines(text).take_while(|line| words(*line) == 1).count();
    let rows = lines(text).skip(head).take_while(|line| words(*line) > 1);
    let widths: Vec<usize> = rows.clone().map(words).collect();
    let Some(&width) = widths
        .get(widths.len() / 2)
        .filter(|_| (1..=3).contains(&head))
    else {
        return 0;
    };
    let cells: Vec<&str> = rows.flat_map(Line::words).map(|word| word.text).collect();
    if !cells.contains(&".") {
        return 0;
    }
    let fits = Share::of(cells, |word| word == "." || is_number(word)).percent();
    let whole = Share::of(&widths, |found| *found == width).percent();
    times(fits, whole.max(90 * u32::from(whole > 60)))
}

fn likely_size<'t>(lines: &mut impl Iterator<Item = Line<'t>>) -> Option<[usize; 2]> {
    let mut number = || {
        let text = lines.next()?.text.trim();
        is_number(text).then(|| text.parse().ok())?
    };
    let size = [number()?, number()?];
    Shape::new(&size).is_ok().then_some(size)
}

fn read(text: &str) -> Result<Shikaku, ParseError> {
    let mut lines = lines(text);
    let rows = read_number(&mut lines, "the number of rows")?;
    let columns = read_number(&mut lines, "the number of columns")?;
    let shape = Shape::new(&[columns, rows])?;
    let puzzle = read_rows(shape, &mut lines, &SIGNS)?.puzzle();
    let mut lines = lines.peekable();
    if lines.peek().is_none() {
        return Ok(puzzle);
    }
    let count = read_number(&mut lines, "the number of rectangles")?;
    let groups = read_rectangles(puzzle.shape(), &mut lines, count)?;
    expect_end(&mut lines, "the rectangles")?;
    let solve = |groups: Vec<u64>| puzzle.clone().with_groups(&groups).ok();
    Ok(groups.and_then(solve).unwrap_or(puzzle))
}

fn read_number<'t>(
    lines: &mut impl Iterator<Item = Line<'t>>,
    expected: &str,
) -> Result<usize, ParseError> {
    let missing = || ParseError::new(format!("the text ends where {expected} was expected"));
    let line = lines.next().ok_or_else(missing)?;
    let text = line.text.trim();
    if !is_number(text) {
        let word = line.words().next().ok_or_else(missing)?;
        return Err(word.error(format!("{expected} was expected, alone on a line")));
    }
    line.words().next().ok_or_else(missing)?.side()
}

/// The number of the rectangle that each cell lies in; none where some overlap or leave a cell out.
fn read_rectangles<'t>(
    shape: &Shape,
    lines: &mut impl Iterator<Item = Line<'t>>,
    count: usize,
) -> Result<Option<Vec<u64>>, ParseError> {
    const NONE: u64 = u64::MAX;
    let (width, height) = (shape.width(), shape.height());
    let mut groups = vec![NONE; shape.cells()];
    let mut overlap = false;
    for number in 0..count {
        let Some(line) = lines.next() else {
            return Err(ParseError::new(format!(
                "the list ends after {number} of {count} rectangles"
            )));
        };
        let places: Result<Vec<usize>, ParseError> = line.words().map(Word::side).collect();
        let places = places?;
        let [top, left, bottom, right] = places[..] else {
            return Err(line.error_at_end("a rectangle was expected: four numbers"));
        };
        if top > bottom || left > right || bottom >= height || right >= width {
            return Err(line.error_at_end("a rectangle that does not lie in the grid"));
        }
        // Nothing is filled after an overlap, so that each cell is filled once at most.
        for row in top..=bottom {
            let groups = &mut groups[row * width + left..=row * width + right];
            overlap = overlap || groups.iter().any(|&group| group != NONE);
            if overlap {
                break;
            }
            groups.fill(number as u64);
        }
    }
    let is_whole = !overlap && !groups.contains(&NONE);
    Ok(is_whole.then_some(groups))
}

fn write(puzzle: &Shikaku) -> Result<String, Unwritable> {
    flat(puzzle, "kanpen")?;
    let shape = puzzle.shape();
    let mut out = format!("{}\n{}\n", shape.height(), shape.width());
    for row in SIGNS.words(puzzle, "kanpen")?.chunks(shape.width()) {
        // Its lines end in a blank.
        put!(out, "{} \n", row.join(" "));
    }
    if let Some(areas) = puzzle.areas() {
        let mut boxes = extents(shape, areas, puzzle.clues().len());
        boxes.sort_unstable();
        put!(out, "{}\n", boxes.len());
        for (first, last) in boxes {
            let [top, left, bottom, right] = [first[0], first[1], last[0], last[1]];
            put!(out, "{top} {left} {bottom} {right} \n");
        }
    }
    Ok(out)
}
