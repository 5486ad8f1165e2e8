//! Grids of letters: a built-in set on a plain board, a row a line, a character a place.
//!
//! Roads are `U D R L E` on a free border, loops are `┃ ━ ┗ ┓ ┛ ┏` (or `| - L 7 J F`) within a
//! closed one; `_` or `.` is an open place. Blanks between the places may be left out. A line that
//! starts with `#` is a remark.

use super::set::TileSet;
use super::{Fixing, Tiles};
use crate::near::Share;
use crate::prose::{counted, joined};
use crate::{Format, ParseError, Unwritable};
use std::sync::LazyLock;

pub(super) static LETTERS: LazyLock<Format> = LazyLock::new(|| {
    Format::new(
        "letters",
        "roads (U D R L E) or loops (┃ ━ ┗ ┓ ┛ ┏) in rows, _ where it is open",
    )
    .reads(read)
    .writes(write)
    .looks(looks_like)
    .with_own_remarks()
});

const ROADS: &str = "UDRLE";
const LOOPS: &str = "┃━┗┓┛┏";
/// These kinds for keyboards without box-drawing characters.
const PLAIN_LOOPS: &str = "|-L7JF";
const OPEN: &str = "_.";

/// Returns true if a text is clearly such a grid: nothing but roads or nothing but loops, and one at least. The plain
/// letters for loops mean other things elsewhere, so they are not recognised.
fn looks_like(text: &str) -> bool {
    [ROADS, LOOPS].iter().any(|letters| {
        let mut places = places(text);
        places.clone().any(|c| letters.contains(c))
            && places.all(|c| letters.contains(c) || OPEN.contains(c))
            && is_grid(text)
    })
}

/// The characters of a grid, its remarks left out.
fn places(text: &str) -> impl Iterator<Item = char> + Clone {
    let lines = text.lines().filter(|line| !is_remark(line));
    lines.flat_map(str::chars).filter(|c| !c.is_whitespace())
}

fn is_remark(line: &str) -> bool {
    line.trim_start().starts_with('#')
}

/// The nearness of a text to such a grid, from 0 to 100: the share of its places that are tiles or open, if most of
/// those that are not open are tiles.
pub(super) fn nearness(text: &str) -> u32 {
    let rows = text
        .lines()
        .filter(|line| !is_remark(line) && !line.trim().is_empty());
    let is_spaced = |row: &str| row.split_whitespace().nth(1).is_some();
    if rows.clone().count() < 2 && !rows.clone().any(is_spaced) {
        return 0;
    }
    let of = |letters: &str| {
        let closed = places(text).filter(|c| !OPEN.contains(*c));
        if Share::of(closed, |c| letters.contains(c)).percent() < 50 {
            return 0;
        }
        Share::of(places(text), |c| letters.contains(c) || OPEN.contains(c)).percent()
    };
    of(ROADS).max(of(LOOPS))
}

/// Rows with blanks between single characters, or several rows without blanks of the same length: a word alone is not
/// a puzzle.
fn is_grid(text: &str) -> bool {
    let rows = text.trim().lines().filter(|line| !is_remark(line));
    let rows: Vec<&str> = rows.map(str::trim).collect();
    let length = |row: &str| row.chars().count();
    let is_spaced = |row: &str| row.split_whitespace().all(|word| length(word) == 1);
    rows.iter().all(|row| is_spaced(row))
        || (rows.len() > 1 && rows.iter().all(|row| length(row) == length(rows[0])))
}

/// Reads a grid.
pub(super) fn read(text: &str) -> Result<Tiles, ParseError> {
    let rows = rows(text)?;
    let width = rows[0].1.len();
    if let Some((line, row)) = rows.iter().find(|(_, row)| row.len() != width) {
        let message = format!(
            "this row has {}, but the first has {width}",
            counted(row.len(), "place")
        );
        return Err(ParseError::at(*line, row[0].0, message));
    }
    let is_road = |c: char| ROADS.contains(c) || OPEN.contains(c);
    let mut places = rows.iter().flat_map(|(_, row)| row.iter());
    let stranger = places.find(|(_, c)| !is_road(*c));
    let is_loops = stranger.is_some_and(|(_, c)| LOOPS.contains(*c) || PLAIN_LOOPS.contains(*c));
    let empty = if is_loops { Tiles::loops } else { Tiles::roads };
    let mut fixing = Fixing::new(empty(rows.len(), width)?);
    for (number, (line, row)) in rows.iter().enumerate() {
        for (place, &(column, c)) in row.iter().enumerate() {
            if OPEN.contains(c) {
                continue;
            }
            let kind = kind_name(c, is_loops).ok_or_else(|| unknown(*line, column, c, is_loops))?;
            fixing.fix((number, place), &kind)?;
        }
    }
    Ok(fixing.done())
}

/// The rows with the number of their line, each place with its column, counted from 1.
type Rows = Vec<(usize, Vec<(usize, char)>)>;

fn rows(text: &str) -> Result<Rows, ParseError> {
    let mut rows = Rows::new();
    let mut blank = None;
    for (number, line) in text.lines().enumerate() {
        if is_remark(line) {
            continue;
        }
        let columns = line.chars().enumerate();
        let places = columns.filter(|(_, c)| !c.is_whitespace());
        let row: Vec<(usize, char)> = places.map(|(at, c)| (at + 1, c)).collect();
        match (row.is_empty(), blank) {
            (true, None) if !rows.is_empty() => blank = Some(number + 1),
            (true, _) => {}
            (false, Some(blank)) => {
                let message = "there is a blank line within the grid";
                return Err(ParseError::at(blank, 1, message));
            }
            (false, None) => rows.push((number + 1, row)),
        }
    }
    if rows.is_empty() {
        return Err(ParseError::new("there are no tiles in this text"));
    }
    Ok(rows)
}

fn kind_name(c: char, is_loops: bool) -> Option<String> {
    if !is_loops {
        return ROADS.contains(c).then(|| c.into());
    }
    let plain = PLAIN_LOOPS.chars().position(|plain| plain == c);
    let c = plain.and_then(|at| LOOPS.chars().nth(at)).unwrap_or(c);
    LOOPS.contains(c).then(|| c.into())
}

fn unknown(line: usize, column: usize, c: char, is_loops: bool) -> ParseError {
    let (what, letters) = if is_loops {
        ("piece of a loop", LOOPS)
    } else {
        ("road tile", ROADS)
    };
    let letters = joined(letters.chars(), ", ");
    let message = format!("{c:?} is not a {what}; expected {letters} or _");
    ParseError::at(line, column, message)
}

/// Writes a grid, if it can be read as the same puzzle.
fn write(puzzle: &Tiles) -> Result<String, Unwritable> {
    let plain = match puzzle.set().built_in_name() {
        Some("roads") => Tiles::on_default_board(TileSet::roads(), puzzle.size()),
        Some("loops") => Tiles::on_default_board(TileSet::loops(), puzzle.size()),
        _ => {
            return Err(Unwritable(
                "letters are for roads and loops alone; toml and json can say any set".into(),
            ));
        }
    };
    if (plain.shape(), plain.border_name()) != (puzzle.shape(), puzzle.border_name()) {
        return Err(Unwritable(
            "letters cannot say this board's shape and border; toml and json can".into(),
        ));
    }
    let mut places = (0..puzzle.rows()).flat_map(|r| (0..puzzle.columns()).map(move |c| (r, c)));
    if puzzle.set().built_in_name() == Some("loops")
        && places.all(|(row, column)| puzzle.kind_at(row, column).is_none())
    {
        return Err(Unwritable(
            "letters cannot say that this empty board is one of loops; toml and json can".into(),
        ));
    }
    Ok(puzzle.names_grid().join("\n") + "\n")
}
