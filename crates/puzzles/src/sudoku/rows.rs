//! Finding the rows of cells in a text: what `grid`, `sdk`, `ss`, `jigsaw` and `layers` share.
//!
//! A line is a row of cells, a rule between rows, a comment (`#`) or blank. Cells are apart, with
//! blanks, commas or bars between them, or close together with a character each. Bars and rules
//! inside the grid show the boxes.

use super::shape::Shape;
use super::symbols::{Blanks, MOST_CHARACTERS, Mark, Symbols};
use super::{Boxes, CLUE, MOST_CELLS, Sudoku};
use crate::ParseError;
use crate::lines::shown;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The most characters of a line that are looked at: more than any row has.
const LONGEST_ROW: usize = 1 << 20;

/// Characters without a blank or a bar between them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word<'t> {
    pub(super) text: &'t str,
    /// Its column in its line, from 1.
    pub(super) column: usize,
    /// True if a bar is before it.
    pub(super) after_bar: bool,
}

/// A line with cells on it.
#[derive(Clone, Debug)]
pub(super) struct Row<'t> {
    /// Its line in the text, from 1.
    pub(super) line: usize,
    pub(super) words: Vec<Word<'t>>,
    /// True if a rule is above it.
    after_rule: bool,
    /// True if a blank line is above it.
    pub(super) after_gap: bool,
}

/// The kind of a line.
enum Line<'t> {
    Blank,
    Rule,
    Comment,
    Cells(Vec<Word<'t>>),
}

/// The rows of a text. Reading stops where there are more than any board has, since a word takes
/// more room here than in the text.
pub(super) fn rows(text: &str) -> Vec<Row<'_>> {
    let dash_is_blank = text.lines().any(has_dashes_among_cells);
    let (mut after_rule, mut after_gap) = (false, false);
    let mut rows = Vec::new();
    let mut left = MOST_CELLS;
    for (number, line) in text.lines().enumerate() {
        if left == 0 {
            break;
        }
        match line_of(line, dash_is_blank) {
            Line::Comment => {}
            Line::Blank => after_gap = true,
            Line::Rule => after_rule = true,
            Line::Cells(words) => {
                left = left.saturating_sub(words.len());
                rows.push(Row {
                    line: number + 1,
                    words,
                    after_rule,
                    after_gap,
                });
                (after_rule, after_gap) = (false, false);
            }
        }
    }
    rows
}

/// The text with a dot in each cell that is left blank between bars, `|   6 5 |   3   |`, so that
/// cells can be told apart. Only cells of one character with a blank on both sides are found, in
/// lines whose bars are below each other; any other text stays as it is.
pub(super) fn with_blanks_filled(text: &str) -> Cow<'_, str> {
    let barred = || text.lines().filter(|line| line.contains(is_bar));
    let Some(parts) = barred().next().and_then(blank_parts) else {
        return Cow::Borrowed(text);
    };
    let mut has_blanks = false;
    for line in barred() {
        has_blanks |= line.contains("   ");
        if blank_parts(line) != Some(parts) {
            return Cow::Borrowed(text);
        }
    }
    if !has_blanks {
        return Cow::Borrowed(text);
    }
    let mut filled = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        if !line.contains(is_bar) {
            filled.push_str(line);
            continue;
        }
        let start = line.chars().count() - line.trim_start().chars().count();
        let end = line.trim_end().chars().count();
        for (place, character) in line.chars().enumerate() {
            let is_cell = (start..end).contains(&place) && (place - start) % 2 == 0;
            let is_blank = is_cell && character == ' ';
            filled.push(if is_blank { '.' } else { character });
        }
    }
    Cow::Owned(filled)
}

/// The indentation, the number of parts between bars, and the cells of each, if a line has equal
/// parts between bars and a blank on both sides of each cell.
fn blank_parts(line: &str) -> Option<(usize, usize, usize)> {
    let inner = line.trim();
    let indent = line.chars().count() - line.trim_start().chars().count();
    let inner = inner.strip_prefix(is_bar)?.strip_suffix(is_bar)?;
    let mut parts = inner.split(is_bar);
    let is_spaced = |part: &str| {
        let places = part.chars().enumerate();
        let mut between = places.filter(|(place, _)| place % 2 == 0);
        between.all(|(_, character)| character == ' ')
    };
    let length = parts.clone().next()?.chars().count();
    let count = parts.clone().count();
    let is_even = length >= 3 && length % 2 == 1;
    let fits = |part: &str| part.chars().count() == length && is_spaced(part);
    (is_even && parts.all(fits)).then_some((indent, count, length / 2))
}

/// A line like `--3-2-6--`, which shows that dashes are empty cells and not rules.
fn has_dashes_among_cells(line: &str) -> bool {
    !line.trim_start().starts_with('#')
        && line.contains('-')
        && line.contains(|c: char| c.is_ascii_alphanumeric())
        && !line.contains(|c: char| is_bar(c) || c == '+')
}

fn line_of(line: &str, dash_is_blank: bool) -> Line<'_> {
    let trimmed = line.trim();
    if trimmed.is_empty() {
        return Line::Blank;
    }
    if trimmed.starts_with('#') {
        return Line::Comment;
    }
    let mut words = Vec::new();
    let mut after_bar = false;
    let mut start = None;
    let mut end_word = |start: &mut Option<(usize, usize)>, end: usize, after_bar: &mut bool| {
        if let Some((from, column)) = start.take() {
            words.push(Word {
                text: &line[from..end],
                column,
                after_bar: std::mem::take(after_bar),
            });
        }
    };
    let is_rule = is_rule(trimmed, dash_is_blank);
    for (column, (offset, character)) in line.char_indices().enumerate().take(LONGEST_ROW) {
        let is_dash = character == '-' && !dash_is_blank;
        if is_bar(character) || is_border(character) || is_dash {
            end_word(&mut start, offset, &mut after_bar);
            after_bar |= is_bar(character);
        } else if character.is_whitespace() || matches!(character, ',' | ';') {
            end_word(&mut start, offset, &mut after_bar);
        } else if start.is_none() {
            start = Some((offset, column + 1));
        }
    }
    let end = line.char_indices().nth(LONGEST_ROW);
    let end = end.map_or(line.len(), |(offset, _)| offset);
    end_word(&mut start, end, &mut after_bar);
    if is_rule || words.is_empty() {
        Line::Rule
    } else {
        Line::Cells(words)
    }
}

/// A line between rows: `---+---`, `*-----*`, `├───┼───┤`, `│   ┌───┤`.
fn is_rule(line: &str, dash_is_blank: bool) -> bool {
    let is_dashed = line.contains("==")
        || line.contains("--") && (!dash_is_blank || line.contains(|c| is_bar(c) || c == '+'))
        || line.contains(|c| is_border(c) && !matches!(c, '+' | '='));
    is_dashed && !line.contains(|c: char| c.is_alphanumeric())
}

fn is_bar(character: char) -> bool {
    matches!(
        character,
        '|' | '!' | '¦' | '│' | '┃' | '║' | '┆' | '┇' | '┊' | '┋' | '╎' | '╏'
    )
}

/// A border that is not a bar.
fn is_border(character: char) -> bool {
    matches!(character, '+' | '=')
        || ('\u{2500}'..='\u{257f}').contains(&character) && !is_bar(character)
}

/// A cell as written in a text.
#[derive(Clone, Copy, Debug)]
pub(super) struct CellText<'t> {
    pub(super) text: &'t str,
    pub(super) line: usize,
    pub(super) column: usize,
}

/// As many rows of cells as there are columns.
#[derive(Debug)]
pub(super) struct Square<'t> {
    pub(super) side: usize,
    /// Row by row.
    pub(super) cells: Vec<CellText<'t>>,
    /// The box dims, if bars or rules show them.
    dims: Option<[usize; 2]>,
}

/// The way to separate the cells of rows.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cut {
    Words,
    Characters,
}

impl Cut {
    fn width(self, row: &Row) -> usize {
        match self {
            Self::Words => row.words.len(),
            Self::Characters => row.words.iter().map(|w| w.text.chars().count()).sum(),
        }
    }

    /// The width that most rows have.
    fn usual_width(self, rows: &[Row]) -> usize {
        let mut widths: BTreeMap<usize, usize> = BTreeMap::new();
        for row in rows {
            *widths.entry(self.width(row)).or_default() += 1;
        }
        let most = widths.into_iter().max_by_key(|&(_, rows)| rows);
        most.map_or(0, |(width, _)| width)
    }
}

/// The usual width of the rows and how many of them have another, for recognition.
pub(super) fn widths(rows: &[Row]) -> (usize, usize) {
    let (cut, width) = cut(rows);
    let others = rows.iter().filter(|row| cut.width(row) != width).count();
    (width, others)
}

fn cut(rows: &[Row]) -> (Cut, usize) {
    let words = Cut::Words.usual_width(rows);
    let characters = Cut::Characters.usual_width(rows);
    if words == rows.len() || words > 1 && characters != rows.len() && words == characters {
        (Cut::Words, words)
    } else if characters == rows.len() || words <= rows.len() / 2 {
        (Cut::Characters, characters)
    } else {
        (Cut::Words, words)
    }
}

/// Checks that rows make a square and takes them apart into cells.
pub(super) fn square<'t>(rows: &[Row<'t>]) -> Result<Square<'t>, ParseError> {
    if rows.is_empty() {
        return Err(ParseError::new(
            "there is no grid here: rows of cells were expected",
        ));
    }
    let (cut, width) = cut(rows);
    for (number, row) in rows.iter().enumerate() {
        let found = cut.width(row);
        if found != width {
            let past = row.words.get(width).or(row.words.last());
            let column = past.map_or(1, |word| word.column);
            return Err(ParseError::at(
                row.line,
                column,
                format!(
                    "row {} has {found} cells, but {width} were expected as in the other rows",
                    number + 1
                ),
            ));
        }
    }
    if rows.len() != width {
        let last = &rows[rows.len() - 1];
        return Err(ParseError::at(
            last.line,
            last.words[0].column,
            format!(
                "the grid has {} rows of {width} cells, but as many rows as columns were expected",
                rows.len()
            ),
        ));
    }
    let mut cells = Vec::new();
    let mut bars = Vec::with_capacity(width);
    for row in rows {
        bars.push(push_cells(row, cut, &mut cells));
    }
    Ok(Square {
        side: width,
        cells,
        dims: box_dims(rows, &bars)?,
    })
}

/// Adds the cells of a row; the places of the bars inside it.
fn push_cells<'t>(row: &Row<'t>, cut: Cut, cells: &mut Vec<CellText<'t>>) -> Vec<usize> {
    let first = cells.len();
    let mut bars = Vec::new();
    for word in &row.words {
        if word.after_bar && cells.len() > first {
            bars.push(cells.len() - first);
        }
        let cell = |text, column| CellText {
            text,
            line: row.line,
            column,
        };
        match cut {
            Cut::Words => cells.push(cell(word.text, word.column)),
            Cut::Characters => {
                let characters = word.text.char_indices().enumerate();
                cells.extend(characters.map(|(place, (offset, character))| {
                    let text = &word.text[offset..offset + character.len_utf8()];
                    cell(text, word.column + place)
                }));
            }
        }
    }
    bars
}

/// The box dims that the bars within rows and the rules between rows show.
fn box_dims(rows: &[Row], bars: &[Vec<usize>]) -> Result<Option<[usize; 2]>, ParseError> {
    let side = rows.len();
    let rules = (1..side).filter(|&row| rows[row].after_rule);
    let rules: Vec<usize> = rules.collect();
    if rules.is_empty() && bars.iter().all(Vec::is_empty) {
        return Ok(None);
    }
    let irregular = |row: usize| {
        ParseError::at(
            rows[row].line,
            1,
            format!(
                "the borders at row {} are not those of equal boxes",
                row + 1
            ),
        )
        .hint("irregular regions are read in the jigsaw format")
    };
    if let Some(row) = (1..side).find(|&row| bars[row] != bars[0]) {
        return Err(irregular(row));
    }
    let width = even_step(&bars[0], side).map_err(|Uneven| irregular(0))?;
    let height = even_step(&rules, side).map_err(|Uneven| irregular(rules[0]))?;
    match (width, height) {
        (Some(width), Some(height)) if width * height == side => Ok(Some([width, height])),
        (Some(width), None) if side.is_multiple_of(width) => Ok(Some([width, side / width])),
        (None, Some(height)) if side.is_multiple_of(height) => Ok(Some([side / height, height])),
        _ => Err(irregular(0)),
    }
}

/// The distance of places that divide a side evenly, where there are any places.
fn even_step(places: &[usize], side: usize) -> Result<Option<usize>, Uneven> {
    let Some(&step) = places.first() else {
        return Ok(None);
    };
    let expected = (1..side.div_ceil(step)).map(|k| k * step);
    if expected.eq(places.iter().copied()) {
        Ok(Some(step))
    } else {
        Err(Uneven)
    }
}

/// Borders that are not equally far apart.
struct Uneven;

impl Square<'_> {
    /// The board that the borders show, or the usual one of this side.
    pub(super) fn shape(&self) -> Result<Arc<Shape>, ParseError> {
        match self.dims {
            Some(dims) => Shape::of(&dims, Boxes::Dims),
            None => Shape::usual(self.side, 2),
        }
    }

    /// The symbols in which it is written.
    pub(super) fn symbols(&self) -> Symbols {
        symbols_of(&self.cells, self.side)
    }

    /// The clues on a board.
    pub(super) fn read_onto(&self, shape: Arc<Shape>) -> Result<Sudoku, ParseError> {
        read_onto(&self.cells, shape)
    }
}

/// The symbols in which cells are written.
fn symbols_of(cells: &[CellText], side: usize) -> Symbols {
    let is_long = |cell: &CellText| cell.text.chars().nth(1).is_some();
    if side > MOST_CHARACTERS || side > 9 && cells.iter().any(is_long) {
        return Symbols::Numbers;
    }
    Symbols::of_text(cells.iter().flat_map(|cell| cell.text.chars()), side)
}

/// Clues for the cells of a board, in the order of its cells.
pub(super) fn read_onto(cells: &[CellText], shape: Arc<Shape>) -> Result<Sudoku, ParseError> {
    let symbols = symbols_of(cells, shape.side());
    let mut sudoku = Sudoku::on(shape);
    sudoku.symbols = symbols;
    let mut blanks = Blanks::default();
    for (number, cell) in cells.iter().enumerate() {
        match mark(cell.text, symbols, sudoku.shape.side()) {
            Mark::Empty => blanks.note(cell.text.chars().next().unwrap_or('.')),
            Mark::Value(value) => sudoku.cells[number] = value | CLUE,
            Mark::Strange => {
                return Err(ParseError::at(
                    cell.line,
                    cell.column,
                    format!(
                        "{} at {} is not a symbol of the {}: {} were expected, or . for an \
                         empty cell",
                        shown(cell.text),
                        sudoku.place(number),
                        sudoku.shape,
                        symbols.expected(sudoku.shape.side())
                    ),
                ));
            }
        }
    }
    sudoku.remark = blanks.remark();
    Ok(sudoku)
}

/// The meaning of a cell's text.
pub(super) fn mark(text: &str, symbols: Symbols, side: usize) -> Mark {
    let mut characters = text.chars();
    match (characters.next(), characters.next()) {
        (Some(character), None) => symbols.mark(character, side),
        // `__` and `--` are empty cells of two characters.
        _ if text.chars().all(|c| matches!(c, '_' | '.' | '-' | '*')) => Mark::Empty,
        _ => match text.parse() {
            Ok(0) => Mark::Empty,
            Ok(value) if usize::from(value) <= side => Mark::Value(value),
            _ => Mark::Strange,
        },
    }
}
