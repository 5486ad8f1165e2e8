//! A matrix of 0 and 1, as the textbooks write exact cover: a row is an option, a column an item.
//!
//! ```text
//! 0: 0010110
//! 1: 1 0 0 1 0 0 1
//! ```
//!
//! Rows may have blanks or commas between their columns, and their numbers and a colon before them;
//! without, they are counted from 0. Lines that begin with `#` are remarks. The columns are called
//! `c0`, `c1` and so on. A row without a 1 covers nothing, so it is never picked, but keeps its number.

use super::problem::{Mention, Problem};
use crate::ParseError;
use crate::lines::{Line, lines, shown};
use std::collections::HashSet;
use std::fmt::Write;

/// Lines that are looked at, at most, to recognise a matrix.
const LOOKED_AT: usize = 200;

/// The longest matrix that is made as one text.
const MOST_BYTES: usize = 1 << 28;

/// Returns true if a text is a matrix by its looks: two rows or more of the same length, two columns or more of 0 and
/// 1, and nothing else. Another family may read that differently, and is asked before.
pub(crate) fn looks_like(text: &str) -> bool {
    let mut width = None;
    let mut rows = 0;
    for line in rows_of(text).take(LOOKED_AT) {
        let (_, cells) = number_and_cells(line.text);
        let is_cell = |c: char| matches!(c, '0' | '1') || is_between(c);
        let columns = cells.chars().filter(|&c| !is_between(c)).count();
        if !cells.chars().all(is_cell) || columns < 2 || *width.get_or_insert(columns) != columns {
            return false;
        }
        rows += 1;
    }
    rows >= 2
}

/// The lines that are not remarks.
fn rows_of(text: &str) -> impl Iterator<Item = Line<'_>> {
    lines(text).filter(|line| !line.text.trim_start().starts_with('#'))
}

fn is_between(c: char) -> bool {
    c.is_whitespace() || c == ','
}

/// The number before a row, where it has one, and the row.
fn number_and_cells(line: &str) -> (Option<&str>, &str) {
    match line.split_once(':') {
        Some((number, cells)) => (Some(number), cells),
        None => (None, line),
    }
}

pub(super) fn read(text: &str) -> Result<Problem, ParseError> {
    // More options or mentions than 32 bits count would not fit a model.
    if u32::try_from(text.len()).is_err() {
        return Err(ParseError::new(format!(
            "a matrix of {} bytes is too large: at most 4,294,967,295 are read",
            text.len()
        )));
    }
    let mut problem = Problem::default();
    let mut seen = HashSet::new();
    let mut width = None;
    let mut is_numbered = None;
    for line in rows_of(text) {
        let (number, cells) = number_and_cells(line.text);
        if *is_numbered.get_or_insert(number.is_some()) != number.is_some() {
            let message = "some rows have a number and a colon before them, and some do not";
            return Err(line.error(message));
        }
        if let Some(number) = number {
            let number = row_number(line, number)?;
            if !seen.insert(number) {
                return Err(line.error(format!("there are two rows with the number {number}")));
            }
            problem.numbers.push(number);
        }
        let columns = read_row(line, cells, &mut problem)?;
        let expected = *width.get_or_insert(columns);
        if columns != expected {
            return Err(line.error(format!(
                "this row has {columns} columns, but the first row has {expected}"
            )));
        }
    }
    let Some(width) = width else {
        return Err(ParseError::new(
            "there are no rows: expected lines of 0 and 1, such as 0100110",
        ));
    };
    if width == 0 {
        return Err(ParseError::new(
            "the rows have no columns: expected 0 and 1, as in 0: 0100110",
        ));
    }
    problem.items = (0..width).map(|column| format!("c{column}")).collect();
    problem.primary = width;
    problem.is_matrix = true;
    Ok(problem)
}

fn row_number(line: Line, number: &str) -> Result<u32, ParseError> {
    let number = number.trim();
    number.parse().map_err(|_| {
        let shown = shown(number);
        line.error(format!(
            "{shown} is not the number of a row: expected a whole number, a colon, then 0 and 1"
        ))
    })
}

/// Adds a row as an option, and gives the number of its columns.
fn read_row(line: Line, cells: &str, problem: &mut Problem) -> Result<usize, ParseError> {
    let mut columns = 0;
    let number = problem.ends.len() as u32;
    let before = problem.mentions.len();
    for (offset, character) in cells.char_indices() {
        if is_between(character) {
            continue;
        }
        if character == '1' {
            problem.mentions.push(Mention {
                item: columns as u32,
                colour: None,
            });
        } else if character != '0' {
            let rest = &cells[offset..];
            let word = rest.split(is_between).next().unwrap_or(rest);
            let message = format!(
                "{} is not a column of a matrix: expected 0 or 1",
                shown(word)
            );
            return Err(line.part(rest).error(message));
        }
        columns += 1;
    }
    problem.ends.push(problem.mentions.len());
    if problem.mentions.len() > before {
        problem.choices.push(number);
    }
    Ok(columns)
}

/// The options of these numbers as rows, with their own numbers where they have any or are `chosen`;
/// `None` where a matrix cannot say them, or would be very long.
pub(super) fn write(problem: &Problem, chosen: Option<&[u32]>) -> Option<String> {
    let columns = problem.items.len();
    let bytes = columns
        .saturating_add(12)
        .saturating_mul(problem.ends.len());
    if problem.primary < columns || columns == 0 || problem.ends.is_empty() || bytes > MOST_BYTES {
        return None;
    }
    let all = || problem.options().collect();
    let options: Vec<u32> = chosen.map_or_else(all, <[u32]>::to_vec);
    let mut text = String::new();
    let mut row = vec!['0'; columns];
    for option in options {
        row.fill('0');
        for mention in problem.option(option) {
            row[mention.item as usize] = '1';
        }
        if chosen.is_some() || !problem.numbers.is_empty() {
            write!(text, "{}: ", problem.number(option)).expect("a string takes all");
        }
        text.extend(&row);
        text.push('\n');
    }
    Some(text)
}
