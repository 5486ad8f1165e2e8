//! The recognition of Sudokus and their formats, by their looks.
//!
//! A file may be a million lines long, so lines are recognised by the first of them alone, and everything else by the
//! start of the text. A text that another family may claim is not taken: a grid needs a digit, or else nothing but
//! dots, and as many rows as columns, give or take one (so that a ragged grid still gets its error).

use super::pzpr::{PUZZLINK, PZPRV3};
use super::rows::{self, Row};
use super::symbols::{Mark, Symbols, is_blank};
use super::{NAME, fpuzzles, grid, jigsaw, json, layers, line, nd, puzzlekit, sdk, sudokupad};
use crate::json::is_of_family;
use crate::kinds::extras::is_variant;
use crate::{Format, cover, pzpr};

/// Lines that are looked at, at most.
const LOOKED_AT: usize = 200;

/// And of these no more than this many bytes.
const BYTES_LOOKED_AT: usize = 1 << 20;

/// A line of cells of which the number is wrong is one nevertheless from this length on.
const CLEARLY_A_LINE: usize = 40;

/// The format of a text that is clearly a Sudoku.
pub(super) fn format_of(text: &str) -> Option<&'static Format> {
    let text = text.trim_start_matches('\u{feff}');
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let first = lines
        .clone()
        .find(|line| !line.starts_with('#'))
        .or(lines.next())?;
    if first.starts_with('{') {
        return is_of_family(text, NAME).then_some(&json::JSON);
    }
    if first.starts_with("pzprv3") {
        return pzpr::is_file(text, NAME).then_some(&PZPRV3);
    }
    if let Some(format) = link(first) {
        return Some(format);
    }
    if is_sdk(text) {
        return Some(&sdk::SDK);
    }
    if is_matrix(start_of(text)) {
        return None;
    }
    let start = &*rows::with_blanks_filled(start_of(text));
    let rows = rows::rows(start);
    if first.starts_with("*-") && first.ends_with("-*") {
        return is_grid(&rows).then_some(&grid::SS);
    }
    if is_jigsaw_line(&rows) {
        return Some(&jigsaw::JIGSAW);
    }
    if is_line(&rows) {
        return Some(&line::LINE);
    }
    if layers::looks_like(&rows) {
        return Some(&layers::LAYERS);
    }
    if jigsaw::looks_like(&rows) && is_mostly_cells(&rows[..rows.len() / 2]) {
        return Some(&jigsaw::JIGSAW);
    }
    if nd::looks_like(start) {
        return Some(&nd::ND);
    }
    if puzzlekit::looks_like(start) {
        return Some(&puzzlekit::PUZZLEKIT);
    }
    is_grid(&rows).then_some(&grid::GRID)
}

/// Rows of 0 and 1 that cannot be boards of which these are the clues: a row has the 1 twice, whether
/// it is taken for a row of a grid or for a board on a line.
fn is_matrix(text: &str) -> bool {
    let is_no_board = |line: &str| {
        let cells = line.split_once(':').map_or(line, |(_, cells)| cells);
        let cells = cells.chars().filter(|c| matches!(c, '0' | '1'));
        let ones: Vec<usize> = (cells.clone().enumerate())
            .filter(|(_, c)| *c == '1')
            .map(|(place, _)| place)
            .collect();
        if ones.len() < 2 {
            return false;
        }
        let Some(shape) = line::shape_of(cells.count()) else {
            return true;
        };
        let groups = |cell: usize| [shape.line_of(cell, 0), shape.line_of(cell, 1)];
        let see_each_other = |a: usize, b: usize| {
            groups(a).iter().zip(groups(b)).any(|(a, b)| *a == b)
                || shape.box_of(a).is_some() && shape.box_of(a) == shape.box_of(b)
        };
        (1..ones.len()).any(|k| {
            ones[..k]
                .iter()
                .any(|&other| see_each_other(other, ones[k]))
        })
    };
    cover::matrix::looks_like(text) && text.lines().any(is_no_board)
}

/// The first lines, as far as they are not too long.
pub(super) fn start_of(text: &str) -> &str {
    let text = &text[..text.floor_char_boundary(BYTES_LOOKED_AT)];
    let mut ends = text.char_indices().filter(|(_, c)| *c == '\n');
    ends.nth(LOOKED_AT)
        .map_or(text, |(offset, _)| &text[..offset])
}

/// An address with a puzzle in it.
fn link(line: &str) -> Option<&'static Format> {
    if line.contains(char::is_whitespace) {
        return None;
    }
    if line.contains("f-puzzles.com") && line.contains("load=") {
        return (!is_variant(line)).then_some(&*fpuzzles::FPUZZLES);
    }
    if pzpr::is_address(line, NAME) {
        return Some(&PUZZLINK);
    }
    let id = sudokupad::id_of(line);
    if ["fpuz", "scl", "ctc"]
        .iter()
        .any(|start| id.starts_with(start))
        && is_variant(id)
    {
        return None;
    }
    let prefixes = ["scf", "scl", "ctc", "fpuz"];
    let is_packed = prefixes.iter().any(|prefix| id.starts_with(prefix)) && id.len() > 12;
    (is_packed && !id.contains(['.', '_', '?'])).then_some(&sudokupad::SUDOKUPAD)
}

/// Header lines or a `[Puzzle]` section, with rows after them.
fn is_sdk(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let Some(first) = lines.next() else {
        return false;
    };
    if !sdk::is_note(first) && !first.eq_ignore_ascii_case("[puzzle]") {
        return false;
    }
    let body = lines
        .take(LOOKED_AT)
        .find(|line| !line.starts_with(['#', '[']));
    // A collection with a comment before it has whole puzzles on its lines, and other puzzles their
    // size.
    body.is_some_and(|row| {
        let cells = row.chars().filter(|c| !c.is_whitespace()).count();
        (4..=35).contains(&cells) && is_cells(row) && !rows::rows(row).iter().any(is_size)
    })
}

/// Digits and empty cells, among blanks and bars.
fn is_cells(text: &str) -> bool {
    text.chars()
        .all(|c| c.is_ascii_alphanumeric() || is_blank(c) || c.is_whitespace() || c == '|')
}

/// A puzzle on the first row.
fn is_line(rows: &[Row]) -> bool {
    let Some(word) = rows.first().and_then(|row| row.words.first()) else {
        return false;
    };
    let cells = line::cells_of(word.text);
    let count = cells.chars().count();
    if let Some(shape) = line::shape_of(count).filter(|_| count >= 16) {
        let side = shape.side();
        let symbols = Symbols::of_text(cells.chars(), side);
        let marks = || cells.chars().map(|c| symbols.mark(c, side));
        let has_digit = cells.contains(|c: char| c.is_ascii_digit() || c == '.');
        return has_digit
            && marks().all(|mark| mark != Mark::Strange)
            && !is_row_of_grid(rows, count);
    }
    let is_cell = |c: char| c.is_ascii_digit() || c == '.';
    count >= CLEARLY_A_LINE && cells.contains('.') && cells.chars().all(is_cell)
}

/// Returns true if the first row, which might be a small board, is a row of a larger one: of 16 rows of 16, say, with
/// a symbol that a 4×4 board does not have.
fn is_row_of_grid(rows: &[Row], count: usize) -> bool {
    let small = count.isqrt();
    let symbols = Symbols::usual(small);
    let is_strange = |row: &Row| {
        let mut characters = row.words.iter().flat_map(|word| word.text.chars());
        characters.any(|c| symbols.mark(c, small) == Mark::Strange)
    };
    count <= 35 && rows.len() == count && rows.iter().any(is_strange)
}

/// Clues and regions on the first row, 81 of each or so.
fn is_jigsaw_line(rows: &[Row]) -> bool {
    let [row] = rows else {
        return false;
    };
    let [word] = &row.words[..] else {
        return false;
    };
    let count = word.text.chars().count();
    let side = (count / 2).isqrt();
    let is_clue = |c: char| Symbols::Digits.mark(c, side) != Mark::Strange;
    (4..=9).contains(&side)
        && 2 * side * side == count
        && word.text.chars().take(side * side).all(is_clue)
}

/// Rows of cells, as many as columns but for one.
fn is_grid(rows: &[Row]) -> bool {
    let (width, others) = rows::widths(rows);
    if others == 1 && is_size(&rows[0]) {
        return false;
    }
    // A prime side has no boxes: such a grid of numbers may be anything.
    let has_boxes = (2..width).any(|dim| width.is_multiple_of(dim));
    width >= 4
        && width.abs_diff(rows.len()) <= 1
        && others <= 1
        && has_boxes
        && is_mostly_cells(rows)
}

/// Two numbers, as on the first line of other puzzles.
pub(super) fn is_size(row: &Row) -> bool {
    row.words.len() == 2
        && row
            .words
            .iter()
            .all(|word| word.text.parse::<u32>().is_ok())
        && !row.is_barred(1)
}

/// Returns true if at least three of four words are cells of a board with that many rows, one of them a digit or all
/// of them dots, as in an empty board.
fn is_mostly_cells(rows: &[Row]) -> bool {
    let side = rows::widths(rows).0;
    let symbols = match rows::square(rows) {
        Ok(square) => square.symbols(),
        Err(_) => Symbols::usual(side),
    };
    let (mut cells, mut strange, mut digits, mut dots) = (0, 0, 0, 0);
    for word in rows.iter().flat_map(|row| &row.words) {
        let is_number =
            word.text.len() > 1 && rows::mark(word.text, Symbols::Numbers, side) != Mark::Strange;
        if is_number {
            cells += 1;
            digits += 1;
            continue;
        }
        for character in word.text.chars() {
            cells += 1;
            strange += usize::from(symbols.mark(character, side) == Mark::Strange);
            digits += usize::from(matches!(character, '1'..='9'));
            dots += usize::from(character == '.');
        }
    }
    (digits > 0 || dots == cells) && strange * 4 <= cells
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name_of(text: &str) -> Option<&'static str> {
        format_of(text).map(|format| &*format.name)
    }

    const FOUR: &str = "1 . | . .\n. . | 2 .\n----+----\n. 3 | . .\n. . | . 4\n";

    #[test]
    fn sudokus_are_recognised() {
        let nine =
            "1..3.48.9.24.....7...96.5..23.....5.5.7..8.........4....95.....3..8......5.6...3.";
        assert_eq!(name_of(nine), Some("line"));
        assert_eq!(
            name_of(&format!("# list\n{nine} # one\n{nine}\n")),
            Some("line")
        );
        assert_eq!(
            name_of(&nine[1..]),
            Some("line"),
            "80 cells are still a line"
        );
        assert_eq!(name_of(".".repeat(81).as_str()), Some("line"));
        assert_eq!(name_of("1000200030004000"), Some("line"));
        assert_eq!(name_of(FOUR), Some("grid"));
        let empty = ". . | . .\n. . | . .\n----+----\n. . | . .\n. . | . .\n";
        assert_eq!(name_of(empty), Some("grid"));
        let compact = "12............34\n".repeat(15) + "G..............F\n";
        assert_eq!(name_of(&compact), Some("grid"), "16 rows, no 4×4 boards");
        assert_eq!(name_of(&"12..3...........\n".repeat(16)), Some("line"));
        let ones = "1000000000000001\n0100000000000000\n";
        assert_eq!(name_of(ones), Some("line"), "boards with ones alone");
        assert_eq!(name_of("1100000000000000\n"), Some("line"), "one line");
        assert_eq!(
            name_of(&FOUR.replace("2 .", "2 . 1")),
            Some("grid"),
            "ragged"
        );
        assert_eq!(
            name_of(&FOUR.replace('2', "7")),
            Some("grid"),
            "out of range"
        );
        assert_eq!(name_of("#AAnna\n1...\n..2.\n.3..\n...4\n"), Some("sdk"));
        assert_eq!(name_of("[Puzzle]\n1...\n..2.\n.3..\n...4\n"), Some("sdk"));
        assert_eq!(name_of(&format!("#Collection\n{nine}\n")), Some("line"));
        assert_eq!(
            name_of("*-----*\n|1.|..|\n|..|2.|\n|--+--|\n|.3|..|\n|..|.4|\n*-----*\n"),
            Some("ss")
        );
        assert_eq!(name_of("2\n2\n2\n1\n0\n"), Some("nd"));
        assert_eq!(name_of("3\n2 2 1\n1 0 4\n"), Some("nd"));
        assert_eq!(name_of("pzprv3/sudoku/4/. 1 . . /"), Some("pzprv3"));
        assert_eq!(
            name_of("https://puzz.link/p?sudoku/4/4/g1k23k3g"),
            Some("puzzlink")
        );
        assert_eq!(
            name_of("https://sudokupad.app/scfoooooooooooooK"),
            Some("sudokupad")
        );
        assert_eq!(
            name_of("sclN4IgzglgXgpiBcBOANCA5gJwgEwQbT2AF9lj"),
            Some("sudokupad")
        );
        assert_eq!(
            name_of("https://f-puzzles.com/?load=N4Igzg"),
            Some("fpuzzles")
        );
        assert_eq!(name_of("{ \"family\" : \"sudoku\" }"), Some("json"));
        assert_eq!(
            name_of(&format!("{nine}{}", "123456789".repeat(9))),
            Some("jigsaw")
        );
    }

    #[test]
    fn other_texts_are_left_alone() {
        for text in [
            "",
            "\n\n",
            "5 5\n0 0 8 0 0\n0 0 0 0 0\n4 0 0 0 0\n0 6 0 3 4\n0 0 0 0 0\n",
            "4 4\n0 0 8 0\n0 0 0 0\n4 0 0 0\n0 0 0 4\n",
            "_ R _ _ _\n_ _ U _ _\n_ _ _ _ _\nE _ _ _ E\n",
            "_ R _ _\n_ _ U _\n_ _ _ _\nE _ _ E\n",
            "a b c | d\na b\nc d:1\n",
            "| a comment\np00 p01\np00\np01\n",
            "name = \"four\"\n[tiles]\nup = 1\n",
            "[tile]\nname = 1\n",
            "{\"family\":\"shikaku\"}",
            "p cnf 3 2\n1 -2 0\n3 0\n",
            "pzprv3/shikaku/6/6/. . . . 3 . /",
            "https://puzz.link/p?shikaku/6/6/j3g56h6t6h23g5j",
            "the quick brown fox\njumps over\n",
            "T grass 1\nT water 2\nH 0 1\n",
            "1010\n0110\n0001\n1100\n",
            "1 0 0 1\n0 1 1 0\n0 0 0 1\n1 1 0 0\n",
            "1100000000000000\n0011000000000000\n",
            "12\n",
            "3\n",
            "\0\u{1}\u{2}binary",
        ] {
            assert_eq!(name_of(text), None, "{text:?}");
        }
    }
}
