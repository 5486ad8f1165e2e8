//! Finding the rows of cells in a text: what `grid`, `sdk`, `ss`, `jigsaw` and `layers` share.
//!
//! A line is a row of cells, a rule between rows, a comment (`#`) or blank. Cells are apart, with
//! blanks, commas or bars between them, or close together with a character each. Bars and rules
//! inside the grid show the boxes.

use super::shape::Shape;
use super::symbols::{Blanks, MOST_CHARACTERS, Mark, Symbols};
use super::{Boxes, CLUE, MOST_CELLS, Sudoku};
use crate::ParseError;
use crate::lines::{Line, Word, all_lines};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The most characters of a line that are looked at: more than any row has.
const LONGEST_ROW: usize = 1 << 20;

/// A line with cells on it.
#[derive(Clone, Debug)]
pub(super) struct Row<'t> {
    pub(super) line: Line<'t>,
    /// Characters without a blank or a bar between them.
    pub(super) words: Vec<Word<'t>>,
    /// The words that have a bar before them, ascending.
    barred: Vec<usize>,
    /// True if a rule is above it.
    after_rule: bool,
    /// True if a blank line is above it.
    pub(super) after_gap: bool,
}

/// The kind of a line.
enum Kind<'t> {
    Blank,
    Rule,
    Comment,
    /// Words, and those of them that have a bar before them.
    Cells(Vec<Word<'t>>, Vec<usize>),
}

impl Row<'_> {
    /// Returns true if a bar is before a word.
    pub(super) fn is_barred(&self, word: usize) -> bool {
        self.barred.binary_search(&word).is_ok()
    }

    /// An error at the beginning of the row.
    pub(super) fn error(&self, message: impl Into<String>) -> ParseError {
        ParseError::at(self.line.number, 1, message)
    }
}

/// The rows of a text. Reading stops where there are more than any board has, since a word takes
/// more room here than in the text.
pub(super) fn rows(text: &str) -> Vec<Row<'_>> {
    let dash_is_blank = text.lines().any(has_dashes_among_cells);
    let (mut after_rule, mut after_gap) = (false, false);
    let mut rows = Vec::new();
    let mut left = MOST_CELLS;
    for line in all_lines(text) {
        if left == 0 {
            break;
        }
        match kind_of(line, dash_is_blank) {
            Kind::Comment => {}
            Kind::Blank => after_gap = true,
            Kind::Rule => after_rule = true,
            Kind::Cells(words, barred) => {
                left = left.saturating_sub(words.len());
                rows.push(Row {
                    line,
                    words,
                    barred,
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

fn kind_of(line: Line<'_>, dash_is_blank: bool) -> Kind<'_> {
    let trimmed = line.text.trim();
    if trimmed.is_empty() {
        return Kind::Blank;
    }
    if trimmed.starts_with('#') {
        return Kind::Comment;
    }
    let end = line.text.char_indices().nth(LONGEST_ROW);
    let text = end.map_or(line.text, |(offset, _)| &line.text[..offset]);
    let is_between = |c: char| {
        let is_dash = c == '-' && !dash_is_blank;
        is_bar(c) || is_border(c) || is_dash || c.is_whitespace() || matches!(c, ',' | ';')
    };
    let (mut words, mut barred, mut end) = (Vec::new(), Vec::new(), 0);
    for word in text.split(is_between).filter(|word| !word.is_empty()) {
        let start = word.as_ptr() as usize - text.as_ptr() as usize;
        if text[end..start].contains(is_bar) {
            barred.push(words.len());
        }
        words.push(line.word(word));
        end = start + word.len();
    }
    if is_rule(trimmed, dash_is_blank) || words.is_empty() {
        Kind::Rule
    } else {
        Kind::Cells(words, barred)
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

/// As many rows of cells as there are columns.
#[derive(Debug)]
pub(super) struct Square<'t> {
    pub(super) side: usize,
    /// Row by row.
    pub(super) cells: Vec<Word<'t>>,
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
            let past = row
                .words
                .get(width)
                .unwrap_or(&row.words[row.words.len() - 1]);
            return Err(past.error(format!(
                "row {} has {found} cells, but {width} were expected as in the other rows",
                number + 1
            )));
        }
    }
    if rows.len() != width {
        let last = rows[rows.len() - 1].words[0];
        return Err(last.error(format!(
            "the grid has {} rows of {width} cells, but as many rows as columns were expected",
            rows.len()
        )));
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
fn push_cells<'t>(row: &Row<'t>, cut: Cut, cells: &mut Vec<Word<'t>>) -> Vec<usize> {
    let first = cells.len();
    let mut bars = Vec::new();
    for (number, word) in row.words.iter().enumerate() {
        if row.is_barred(number) && cells.len() > first {
            bars.push(cells.len() - first);
        }
        match cut {
            Cut::Words => cells.push(*word),
            Cut::Characters => cells.extend(word.characters()),
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
        let message = format!(
            "the borders at row {} are not those of equal boxes",
            row + 1
        );
        let error = rows[row].error(message);
        error.hint("irregular regions are read in the jigsaw format")
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
fn symbols_of(cells: &[Word], side: usize) -> Symbols {
    let is_long = |cell: &Word| cell.text.chars().nth(1).is_some();
    if side > MOST_CHARACTERS || side > 9 && cells.iter().any(is_long) {
        return Symbols::Numbers;
    }
    Symbols::of_text(cells.iter().flat_map(|cell| cell.text.chars()), side)
}

/// Clues for the cells of a board, in the order of its cells.
pub(super) fn read_onto(cells: &[Word], shape: Arc<Shape>) -> Result<Sudoku, ParseError> {
    let symbols = symbols_of(cells, shape.side());
    let mut sudoku = Sudoku::on(shape);
    sudoku.symbols = symbols;
    let mut blanks = Blanks::default();
    for (number, cell) in cells.iter().enumerate() {
        match mark(cell.text, symbols, sudoku.shape.side()) {
            Mark::Empty => blanks.note(cell.text.chars().next().unwrap_or('.')),
            Mark::Value(value) => sudoku.cells[number] = value | CLUE,
            Mark::Strange => {
                let shown = cell.shown();
                return Err(cell.error(not_a_symbol(&shown, &sudoku, number)));
            }
        }
    }
    sudoku.remark = blanks.remark();
    Ok(sudoku)
}

/// The message about a text in a cell that means nothing there.
pub(super) fn not_a_symbol(shown: &str, sudoku: &Sudoku, cell: usize) -> String {
    format!(
        "{shown} at {} is not a symbol of the {}: {} were expected, or . for an empty cell",
        sudoku.place(cell),
        sudoku.shape,
        sudoku.symbols.expected(sudoku.shape.side())
    )
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
