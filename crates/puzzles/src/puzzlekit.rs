//! The common part of the families that read the texts of puzzlekit: `rows columns` on the first line, then rows of
//! words, `-` for a blank cell. The text does not name its kind of puzzle.

use crate::ParseError;
use crate::lines::{Line, Word, is_number, lines};
use crate::near::sized_rows;
use std::collections::HashSet;

/// A text that looks like one.
pub(crate) struct Text<'t> {
    pub(crate) height: usize,
    pub(crate) width: usize,
    /// The rows after the size, all of them as wide as it says.
    pub(crate) rows: Vec<Vec<&'t str>>,
}

/// The most cells of a text that is recognised.
const MOST_CELLS: usize = 1 << 20;

impl<'t> Text<'t> {
    /// The text, where it has a size, rows of that width, and a `-` among them.
    pub(crate) fn of(text: &'t str) -> Option<Self> {
        let mut lines = lines(text);
        let header = lines.next()?;
        let sides: Option<Vec<usize>> = header
            .words()
            .take(3)
            .map(|word| word.is_number().then(|| word.text.parse().ok())?)
            .collect();
        let [height, width] = sides?[..] else {
            return None;
        };
        if height == 0 || width == 0 || height.checked_mul(width)? > MOST_CELLS {
            return None;
        }
        let rows = lines.take(2 * height + 1);
        let rows: Vec<Vec<&str>> = rows
            .map(|row| row.words().map(|w| w.text).collect())
            .collect();
        let is_whole = rows.len() >= height && rows.iter().all(|row| row.len() == width);
        let cells = || rows[..height].iter().flatten();
        let is_cell = |word: &&&str| **word == "-" || **word == "?" || is_number(word);
        (is_whole && cells().any(|&word| word == "-") && cells().all(|word| is_cell(&word)))
            .then_some(Self {
                height,
                width,
                rows,
            })
    }

    /// Returns true if the clues are values of a Sudoku: numbers up to the side of a square, none of them twice in a
    /// row or a column. A few clues whose sum is the size of the board are rather areas; many areas repeat each
    /// other.
    pub(crate) fn is_sudoku(&self) -> bool {
        if self.height != self.width {
            return false;
        }
        let clues = self.rows[..self.height]
            .iter()
            .enumerate()
            .flat_map(|(row, words)| {
                let words = words.iter().enumerate();
                words
                    .filter(|(_, word)| **word != "-")
                    .map(move |(column, word)| (row, column, *word))
            });
        let (mut seen, mut count, mut sum) = (HashSet::new(), 0, 0);
        let mut fits = |(row, column, word): (usize, usize, &str)| {
            let Some(value) = word
                .parse()
                .ok()
                .filter(|value| (1..=self.width).contains(value))
            else {
                return false;
            };
            count += 1;
            sum += value;
            seen.insert((0, row, value)) && seen.insert((1, column, value))
        };
        for clue in clues {
            if !fits(clue) {
                return false;
            }
        }
        sum != self.height * self.width || count + 1 >= 2 * self.width
    }
}

/// The first line with the numbers of rows and columns that it says, and the lines after it.
pub(crate) fn header(
    text: &str,
) -> Result<(Line<'_>, [usize; 2], impl Iterator<Item = Line<'_>>), ParseError> {
    let mut lines = lines(text);
    let Some(header) = lines.next() else {
        return Err(ParseError::new(
            "the text is empty, but the numbers of rows and columns were expected",
        ));
    };
    let sides: Vec<usize> = header.words().map(Word::side).collect::<Result<_, _>>()?;
    let Ok(sides) = sides.try_into() else {
        return Err(header.error("a size was expected: the numbers of rows and columns"));
    };
    Ok((header, sides, lines))
}

/// The nearness of a text to one, from 0 to 100.
pub(crate) fn nearness(text: &str) -> u32 {
    if !text.split_whitespace().any(|word| word == "-") {
        return 0;
    }
    let sides = |sizes: &[usize]| match sizes {
        [rows, columns] => Some([*columns, *rows]),
        _ => None,
    };
    sized_rows(text, sides, |word| {
        word == "-" || word == "?" || is_number(word)
    })
}
