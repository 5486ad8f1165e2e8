//! A file of pzpr: `pzprv3`, `shikaku`, the rows, the columns, each on a line; then the cells
//! (`.` blank, `-` a clue of unknown size, or a number), the borders between columns, and those
//! between rows (1 drawn, 0 not; -1 and 2 are the same with a mark of the solver's own).
//!
//! Borders that solve the puzzle are its solution. Any others, and none at all, are unfinished
//! work, which is left out.

use super::rows::{Signs, read_rows};
use super::{NAME, Shape, Shikaku, flat};
use crate::lines::Line;
use crate::prose::put;
use crate::pzpr::{self, word};
use crate::{Format, ParseError, Unwritable};
use std::sync::LazyLock;

pub(super) static PZPRV3: LazyLock<Format> = LazyLock::new(|| {
    Format::new("pzprv3", "a file of pzpr: clues and, if solved, borders")
        .reads(read)
        .writes(write)
        .looks(|text| pzpr::is_file(text, NAME))
});

const SIGNS: Signs = Signs {
    blank: ".",
    unknown: Some("-"),
    unknown_too: &[],
};

fn read(text: &str) -> Result<Shikaku, ParseError> {
    let mut lines = pzpr::file(text, NAME)?;
    let first = word(&mut lines, "the number of rows")?;
    let rows = first.side()?;
    let columns = word(&mut lines, "the number of columns")?.side()?;
    let shape = Shape::new(&[columns, rows]).map_err(|error| first.error(error.message()))?;
    let puzzle = read_rows(shape, &mut lines, &SIGNS)?.puzzle();
    let Some(borders) = Borders::read(&puzzle, &mut lines)? else {
        return Ok(puzzle);
    };
    let solve = |groups: Vec<u64>| puzzle.clone().with_groups(&groups).ok();
    Ok(borders
        .groups(columns, rows)
        .and_then(solve)
        .unwrap_or(puzzle))
}

/// The borders of a grid.
struct Borders {
    /// Right of each cell but the last of a row, row by row.
    beside: Vec<bool>,
    /// Below each cell but those of the last row, row by row.
    below: Vec<bool>,
}

impl Borders {
    /// The borders, or none where the file has no more lines.
    fn read<'t>(
        puzzle: &Shikaku,
        lines: &mut impl Iterator<Item = Line<'t>>,
    ) -> Result<Option<Self>, ParseError> {
        let (width, height) = (puzzle.shape().width(), puzzle.shape().height());
        let mut lines = lines.peekable();
        if lines.peek().is_none() {
            return Ok(None);
        }
        let beside = read_marks(&mut lines, if width > 1 { height } else { 0 }, width - 1)?;
        let below = read_marks(&mut lines, height - 1, width)?;
        Ok(Some(Self { beside, below }))
    }

    /// For each cell the number of its area; none where nothing is drawn or a border ends within
    /// an area.
    fn groups(&self, width: usize, height: usize) -> Option<Vec<u64>> {
        let cells = width * height;
        let pairs = |drawn: bool| {
            let beside = self.beside.iter().enumerate();
            let beside = beside.filter(move |&(_, &is_drawn)| is_drawn == drawn);
            let beside = beside.map(move |(k, _)| {
                let left = k / (width - 1) * width + k % (width - 1);
                (left, left + 1)
            });
            let below = self.below.iter().enumerate();
            let below = below.filter(move |&(_, &is_drawn)| is_drawn == drawn);
            beside.chain(below.map(move |(k, _)| (k, k + width)))
        };
        pairs(true).next()?;
        let mut leader: Vec<usize> = (0..cells).collect();
        for (a, b) in pairs(false) {
            let (a, b) = (find(&mut leader, a), find(&mut leader, b));
            leader[a.max(b)] = a.min(b);
        }
        let groups: Vec<u64> = (0..cells)
            .map(|cell| find(&mut leader, cell) as u64)
            .collect();
        let ends_within = pairs(true).any(|(a, b)| groups[a] == groups[b]);
        (!ends_within).then_some(groups)
    }
}

fn read_marks<'t>(
    lines: &mut impl Iterator<Item = Line<'t>>,
    rows: usize,
    columns: usize,
) -> Result<Vec<bool>, ParseError> {
    let mut marks = Vec::new();
    for row in 1..=rows {
        let Some(line) = lines.next() else {
            return Err(ParseError::new(format!(
                "the borders end after {} of {rows} lines",
                row - 1
            )));
        };
        let before = marks.len();
        for word in line.words() {
            match word.text {
                "1" | "2" => marks.push(true),
                "0" | "-1" => marks.push(false),
                _ => {
                    let shown = word.shown();
                    return Err(word.error(format!("{shown} is not a border: 0 or 1 was expected")));
                }
            }
        }
        let found = marks.len() - before;
        if found != columns {
            return Err(line.error_at_end(format!(
                "a line of {found} borders, but {columns} were expected"
            )));
        }
    }
    Ok(marks)
}

/// The leader of a cell's area, with the way there made shorter.
fn find(leader: &mut [usize], cell: usize) -> usize {
    let mut at = cell;
    while leader[at] != at {
        leader[at] = leader[leader[at]];
        at = leader[at];
    }
    at
}

fn write(puzzle: &Shikaku) -> Result<String, Unwritable> {
    flat(puzzle, "pzprv3")?;
    let (width, height) = (puzzle.shape().width(), puzzle.shape().height());
    let mut out = format!("pzprv3\n{NAME}\n{height}\n{width}\n");
    // Each word has a blank after it.
    for row in SIGNS.words(puzzle, "pzprv3")?.chunks(width) {
        put!(out, "{} \n", row.join(" "));
    }
    let is_border = |a: usize, b: usize| puzzle.areas().is_some_and(|areas| areas[a] != areas[b]);
    let mark = |drawn| if drawn { "1 " } else { "0 " };
    for row in 0..height {
        let cells = row * width..(row + 1) * width - 1;
        out.extend(cells.map(|cell| mark(is_border(cell, cell + 1))));
        out.push('\n');
    }
    for row in 1..height {
        let cells = row * width..(row + 1) * width;
        out.extend(cells.map(|cell| mark(is_border(cell - width, cell))));
        out.push('\n');
    }
    Ok(out)
}
