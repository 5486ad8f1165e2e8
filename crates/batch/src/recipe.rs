//! What is to be made, told in words: a kind, a size, and what is wished for.

use std::ops::RangeInclusive;
use std::sync::Arc;
use tilewright::generate::{Hardness, Limits, Made, Maker, Missed, Unable, Wish};
use tilewright::generate::{shikaku, sudoku, tiles};
use tilewright::logic::Grade;
use tilewright::puzzles::sudoku::Sudoku;
use tilewright::puzzles::tiles::Tiles;
use tilewright::puzzles::{self, Puzzle};

/// The maker of puzzles of a kind and size: `sudoku` and `3,3`, `shikaku` and `20x20`, `roads` and
/// `12x8`.
///
/// ```
/// use tilewright::generate::{Limits, Wish};
///
/// let maker = tilewright_batch::maker("sudoku", "2,2", Wish::default())?;
/// let made = maker.make(1, &Limits::default())?;
/// assert_eq!(made.puzzle.family().name, "sudoku");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn maker(kind: &str, size: &str, wish: Wish) -> Result<Box<dyn Maker>, Unable> {
    if kind == "shikaku" {
        let (height, width) = rows_and_columns(size)?;
        return shikaku::shikaku(width, height, &wish);
    }
    maker_of(&*empty_board(kind, size)?, wish)
}

/// The maker of puzzles on a board, which is empty but for its shape or tile set.
pub fn maker_of(board: &dyn Puzzle, wish: Wish) -> Result<Box<dyn Maker>, Unable> {
    if let Some(sudoku) = board.as_any().downcast_ref::<Sudoku>() {
        return sudoku::sudoku(Arc::clone(sudoku.shape()), wish);
    }
    if let Some(board) = board.as_any().downcast_ref::<Tiles>() {
        return tiles::tiles(board, &wish);
    }
    let family = board.family().name;
    Err(Unable(format!("{family} puzzles cannot be made yet")))
}

/// The maker of full boards of a kind and size: solutions of the empty board.
pub fn full_maker(kind: &str, size: &str) -> Result<Box<dyn Maker>, Unable> {
    Ok(full_maker_of(empty_board(kind, size)?))
}

/// The maker of solutions of an empty board.
pub fn full_maker_of(board: Box<dyn Puzzle>) -> Box<dyn Maker> {
    Box::new(Full(board))
}

fn empty_board(kind: &str, size: &str) -> Result<Box<dyn Puzzle>, Unable> {
    puzzles::board(kind, size).map_err(|error| Unable(error.message().to_owned()))
}

/// Full boards and maps: solutions of an empty board.
struct Full(Box<dyn Puzzle>);

impl Maker for Full {
    fn make(&self, seed: u64, limits: &Limits) -> Result<Made, Missed> {
        if let Some(empty) = self.0.as_any().downcast_ref::<Sudoku>() {
            let full = sudoku::full(empty.shape(), seed, limits)?;
            return Ok(Made::new(Box::new(full.board), Vec::new()));
        }
        let Some(board) = self.0.as_any().downcast_ref::<Tiles>() else {
            return Err(Missed {
                why: format!("{} boards are not filled", self.0.family().name),
                nearest: None,
            });
        };
        let map = tiles::map(board, seed, limits)?;
        Ok(Made::new(Box::new(map), Vec::new()))
    }
}

/// "12x8": 12 rows of 8 places.
fn rows_and_columns(size: &str) -> Result<(usize, usize), Unable> {
    let sides = size.split_once(['x', 'X', '×']);
    let sides = sides.and_then(|(rows, columns)| Some((rows.parse().ok()?, columns.parse().ok()?)));
    sides
        .filter(|&(rows, columns): &(usize, usize)| rows > 0 && columns > 0)
        .ok_or_else(|| Unable(format!("expected a size such as 10x10, found {size:?}")))
}

/// How hard, in words: "easy", "2.5-3.5", "se:7.0-7.2", "hodoku:1000-1500".
#[expect(clippy::cast_sign_loss, reason = "numbers are not negative")]
pub fn hardness(text: &str) -> Result<Hardness, Unable> {
    const EXPECTED: &str = "expected a difficulty such as easy, medium, hard, expert, extreme, 2.5-3.5, \
                            se:7.0-7.2 or hodoku:1000-1500";
    let expected = || Unable(format!("{EXPECTED}, found {text:?}"));
    let grades = [
        (Grade::Easy, 0.0..=1.999),
        (Grade::Medium, 2.0..=3.999),
        (Grade::Hard, 4.0..=5.499),
        (Grade::Expert, 5.5..=7.999),
        (Grade::Extreme, 8.0..=99.0),
    ];
    if let Some((_, range)) = grades.iter().find(|(grade, _)| grade.to_string() == text) {
        return Ok(Hardness::Own(range.clone()));
    }
    let (scale, range) = text.split_once(':').unwrap_or(("", text));
    let range = numbers(range).ok_or_else(expected)?;
    let (from, to) = (*range.start(), *range.end());
    match scale {
        "" => Ok(Hardness::Own(range)),
        "se" => {
            let tenths = |rating: f64| (rating * 10.0).round().clamp(0.0, 999.0) as u16;
            Ok(Hardness::SudokuExplainer(tenths(from)..=tenths(to)))
        }
        "hodoku" => {
            let score = |score: f64| score.round().clamp(0.0, 1e9) as u32;
            Ok(Hardness::HoDoKu(score(from)..=score(to)))
        }
        _ => Err(expected()),
    }
}

/// "2.5" or "2.5-3.5", not negative.
fn numbers(text: &str) -> Option<RangeInclusive<f64>> {
    let number = |text: &str| {
        text.parse::<f64>()
            .ok()
            .filter(|n| n.is_finite() && *n >= 0.0)
    };
    let (from, to) = text.split_once('-').unwrap_or((text, text));
    let (from, to) = (number(from)?, number(to)?);
    (from <= to).then_some(from..=to)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn difficulties_are_read() {
        assert_eq!(hardness("easy").unwrap(), Hardness::Own(0.0..=1.999));
        assert_eq!(hardness("2.5-3.5").unwrap(), Hardness::Own(2.5..=3.5));
        assert_eq!(
            hardness("se:7.0-7.2").unwrap(),
            Hardness::SudokuExplainer(70..=72)
        );
        assert_eq!(
            hardness("hodoku:1000").unwrap(),
            Hardness::HoDoKu(1000..=1000)
        );
        for bad in ["", "simple", "3-2", "se:", "se:x", "nan", "-1", "abc:1-2"] {
            assert!(hardness(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn what_cannot_be_made_is_told() {
        let why = |kind, size| match maker(kind, size, Wish::default()) {
            Ok(_) => String::new(),
            Err(Unable(why)) => why,
        };
        assert_eq!(why("sudoku", "3,3"), "");
        assert!(why("shikaku", "10").contains("10x10"));
        assert!(!why("abacus", "10").is_empty());
        assert!(!why("sudoku", "0").is_empty());
    }
}
