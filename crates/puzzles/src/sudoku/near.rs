//! The nearness of a text to a Sudoku, which it would be but for a slip.

use super::rows::{self, Row};
use super::symbols::{Mark, Symbols};
use super::{
    Boxes, NAME, Shape, fpuzzles, grid, jigsaw, layers, line, nd, puzzlekit, pzpr, recognise, sdk,
    sudokupad,
};
use crate::Format;
use crate::near::{Near, Share, best, closeness, times};
use crate::prose::joined;

/// The sides of boards that people write on one line.
const LINE_SIDES: [usize; 8] = [4, 6, 8, 9, 10, 12, 16, 25];

/// Shorter lines may be rows of a grid.
const LONGER_THAN_A_ROW: usize = 36;

/// The format that a text comes nearest to.
pub(super) fn near(text: &str) -> Option<Near> {
    let start = &*rows::with_blanks_filled(recognise::start_of(text));
    let rows = rows::rows(start);
    best([
        near_address(start),
        near_boxed(start),
        near_line(&rows),
        near_grid(&rows),
        near_jigsaw(&rows),
        near_layers(&rows),
        near_nd(start),
        near_puzzlekit(start),
    ])
}

fn at(format: &Format, percent: u32) -> Option<Near> {
    (percent > 0).then(|| Near::new(format, percent))
}

/// An address or a file of pzpr that names its kind.
fn near_address(text: &str) -> Option<Near> {
    let mut words = text.split_whitespace();
    let first = words.next()?.to_ascii_lowercase();
    if first.starts_with("pzpr") && text.contains(NAME) {
        return at(&pzpr::PZPRV3, 90);
    }
    if words.next().is_some() || !first.contains("://") && !first.contains('?') {
        return None;
    }
    if first.contains("f-puzzles.com") {
        return at(&fpuzzles::FPUZZLES, 90);
    }
    if first.contains("sudokupad") {
        return at(&sudokupad::SUDOKUPAD, 90);
    }
    let is_pzpr = ["puzz.link", "pzv.jp", "pzprv3"]
        .iter()
        .any(|site| first.contains(site));
    at(&pzpr::PUZZLINK, 90).filter(|_| is_pzpr && first.contains(NAME))
}

/// A section or a frame that no other puzzle has.
fn near_boxed(text: &str) -> Option<Near> {
    let first = text.trim_start();
    if first.len() >= 7 && first.as_bytes()[..7].eq_ignore_ascii_case(b"[puzzle") {
        return at(&sdk::SDK, 90);
    }
    if first.starts_with("*-") && first.contains('|') {
        return at(&grid::SS, 80);
    }
    None
}

/// A line with a strange character, or a few too many or too few.
fn near_line(rows: &[Row]) -> Option<Near> {
    let words = &rows.first()?.words;
    // A comma or a semicolon in the midst of a line cuts it.
    let whole = joined(words.iter().take(3).map(|word| word.text), ",");
    let first = line::cells_of(words.first()?.text);
    let cells = if first.len() >= 16 && is_near_square(first.len()) {
        first
    } else {
        &whole
    };
    let count = cells.chars().count();
    if rows.len() > 1 && count < LONGER_THAN_A_ROW {
        return None;
    }
    if !is_near_square(count) {
        return None;
    }
    let side = nearest_side(count);
    let fits = cell_share(&[cells].into_iter(), side)?;
    at(&line::LINE, times(fits, closeness(count, side * side)))
}

fn nearest_side(count: usize) -> usize {
    let sides = LINE_SIDES.into_iter();
    sides
        .min_by_key(|side| count.abs_diff(side * side))
        .unwrap_or(9)
}

fn is_near_square(count: usize) -> bool {
    let cells = nearest_side(count).pow(2);
    count.abs_diff(cells) <= (cells / 16).max(1)
}

/// The share of characters that are cells, if there is a digit among them or nothing but dots.
fn cell_share<'t>(words: &(impl Iterator<Item = &'t str> + Clone), side: usize) -> Option<u32> {
    let characters = words.clone().flat_map(str::chars);
    let symbols = Symbols::of_text(characters.clone(), side);
    let has_digit = characters.clone().any(|c| c.is_ascii_digit());
    let is_empty = characters.clone().all(|c| c == '.');
    let share = Share::of(characters, |c| symbols.mark(c, side) != Mark::Strange);
    (has_digit || is_empty).then(|| share.percent())
}

/// The share of cells of rows that are as they should be, whether they are words or characters.
fn rows_share(rows: &[Row], width: usize) -> Option<u32> {
    let words = rows.iter().flat_map(|row| &row.words).map(|word| word.text);
    if !words.clone().any(|word| word.chars().count() > 1) {
        return cell_share(&words, width);
    }
    let as_words = Share::of(words.clone(), |word| {
        rows::mark(word, Symbols::Numbers, width) != Mark::Strange
    });
    let as_characters = cell_share(&words, width).unwrap_or(0);
    let has_digit = words
        .clone()
        .any(|word| word.contains(|c: char| c.is_ascii_digit()));
    has_digit.then(|| as_words.percent().max(as_characters))
}

/// Rows of about one length, about as many as they have cells.
fn near_grid(rows: &[Row]) -> Option<Near> {
    let (width, others) = rows::widths(rows);
    if rows.len() < 3 || width < 4 || recognise::is_size(&rows[0]) {
        return None;
    }
    // Of a prime side there are no boxes: such a grid may be anything.
    let has_boxes = |side: usize| (2..side).any(|dim| side.is_multiple_of(dim));
    if !has_boxes(width) && !has_boxes(rows.len()) || others > (rows.len() / 3).max(1) {
        return None;
    }
    let square = closeness(rows.len(), width);
    if square < 70 {
        return None;
    }
    at(&grid::GRID, times(rows_share(rows, width)?, square))
}

/// Two grids below each other, or about that.
fn near_jigsaw(rows: &[Row]) -> Option<Near> {
    let (width, others) = rows::widths(rows);
    if width < 4 || rows.len().abs_diff(2 * width) > 1 || others > 2 {
        return None;
    }
    let clues = &rows[..width.min(rows.len())];
    at(&jigsaw::JIGSAW, times(rows_share(clues, width)?, 95))
}

/// Grids side by side with wide gaps between them.
fn near_layers(rows: &[Row]) -> Option<Near> {
    let parts: Vec<Vec<usize>> = rows.iter().map(layers::part_widths).collect();
    let usual = parts
        .iter()
        .max_by_key(|part| parts.iter().filter(|p| p == part).count())?;
    let &side = usual.first()?;
    let is_cube = usual.len() > 1 && usual.iter().all(|&width| width == side);
    if !is_cube || side < 4 || usual.len() > side || rows.len() < side {
        return None;
    }
    let alike = Share::of(&parts, |part| part == usual).percent();
    at(&layers::LAYERS, times(rows_share(rows, side)?, alike))
}

/// A number of axes, box dims, and values, nearly all of them numbers; or a number a line throughout.
fn near_nd(text: &str) -> Option<Near> {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let words: Vec<&str> = lines.clone().flat_map(str::split_whitespace).collect();
    let is_alone = |line: &str| !line.contains(char::is_whitespace);
    if !lines.clone().next().is_some_and(is_alone) {
        return None;
    }
    let numbers = Share::of(&words, |word| word.parse::<u32>().is_ok()).percent();
    if let Some(percent) = nd_share(&words) {
        return at(&nd::ND, percent);
    }
    let alone = Share::of(lines, is_alone).percent();
    let is_near = alone >= 90 && words.len() > 8 && numbers >= 80;
    at(&nd::ND, times(numbers, 75)).filter(|_| is_near)
}

/// The share of values that fit the board that the first words name, if they name one.
fn nd_share(words: &[&str]) -> Option<u32> {
    let (axes, rest) = words.split_first()?;
    let axes: usize = axes.parse().ok()?;
    let dims: Option<Vec<usize>> = rest.get(..axes)?.iter().map(|w| w.parse().ok()).collect();
    let shape = Shape::of(&dims?, Boxes::Dims).ok()?;
    let values = &rest[axes..];
    if shape.side() < 2 || values.is_empty() || values.len() > shape.cells() + shape.side() {
        return None;
    }
    let fits = |word: &&str| word.parse().is_ok_and(|value: usize| value <= shape.side());
    Some(Share::of(values, fits).percent())
}

/// The text of puzzlekit does not say which puzzle it is: a Sudoku has numbers up to its side, and
/// more of them than a Shikaku.
fn near_puzzlekit(text: &str) -> Option<Near> {
    let percent = crate::puzzlekit::nearness(text);
    let words = text.split_whitespace();
    let numbers = words.skip(2).filter_map(|word| word.parse::<usize>().ok());
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    let rows = lines.count().checked_sub(1)?;
    let fits = Share::of(numbers.clone(), |number| (1..=rows + 1).contains(&number)).percent();
    let is_near = fits >= 95 && numbers.count() >= 2 * rows;
    at(&puzzlekit::PUZZLEKIT, percent).filter(|_| is_near)
}
