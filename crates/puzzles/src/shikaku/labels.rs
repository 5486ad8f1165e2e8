//! Labels for areas, and solutions printed with them in the three styles that are in use.
//!
//! Areas are numbered in the order in which they are met in row-major order, and solutions are
//! compared by these numbers, cell by cell. On paper the first 52 are `A` to `Z` and `a` to `z`;
//! then come `AA`, `AB` … `Az`, `BA` … `zz`, `AAA` and so on, so that no two areas ever share a
//! label. If some label has two letters or more, every column is as wide as the widest label and
//! the labels are apart, in all styles.

use super::{Clue, Shikaku};
use crate::ReportStyle;
use crate::prose::put;

/// The style of printed solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// `1 solution`, then letters with a blank between: the style of the old program's README.
    Readme,
    /// The number alone, then letters without blanks: what `CodinGame` asks for.
    CodinGame,
    /// `1 Solutions` or `0 Unsolvable grid`, then letters with numbered rows and columns and the
    /// clues over them: the output of the old program.
    Old,
}

/// The styles by the names of their formats.
pub(super) static STYLES: [ReportStyle; 3] = [
    ReportStyle {
        format: "readme",
        about: "`1 solution`, then letters with blanks between; --plain is this",
        head: |count| head(Style::Readme, count),
        is_apart: false,
    },
    ReportStyle {
        format: "codingame",
        about: "The number alone, then letters without blanks",
        head: |count| head(Style::CodinGame, count),
        is_apart: false,
    },
    ReportStyle {
        format: "old",
        about: "With numbered rows and columns, clues over the letters",
        head: |count| head(Style::Old, count),
        is_apart: true,
    },
];

/// The number of solutions.
fn head(style: Style, count: &str) -> String {
    match (style, count) {
        (Style::Readme, "1") => "1 solution\n".into(),
        (Style::Readme, _) => format!("{count} solutions\n"),
        (Style::CodinGame, _) => format!("{count}\n"),
        (Style::Old, "0") => "0 Unsolvable grid\n".into(),
        (Style::Old, _) => format!("{count} Solutions\n"),
    }
}

/// The number of solutions, in digits, and some of them, as the style prints them: a blank line
/// between two solutions, and between two layers of a solution that has several. They come in the
/// order given. (The old program listed all in no particular order.)
///
/// # Panics
/// If one of them is not solved.
pub fn report(style: Style, count: &str, solutions: &[&Shikaku]) -> String {
    let mut out = head(style, count);
    for (number, solution) in solutions.iter().enumerate() {
        if number > 0 || style == Style::Old {
            out.push('\n');
        }
        out.push_str(&drawing(style, solution));
    }
    out
}

/// One solution as the style prints it, without the number of solutions.
///
/// # Panics
/// If it is not solved.
pub(super) fn drawing(style: Style, solution: &Shikaku) -> String {
    let shape = solution.shape();
    let labels = solution.labels().expect("a solution is solved");
    let width = label(solution.clues().len().max(1) as u32 - 1).len();
    let mut clues = solution.cell_clues();
    let mut out = String::new();
    for (layer, cells) in labels.chunks(shape.width() * shape.height()).enumerate() {
        if layer > 0 {
            out.push('\n');
        }
        if style == Style::Old {
            push_column_numbers(&mut out, shape.width(), width);
        }
        for (row, cells) in cells.chunks(shape.width()).enumerate() {
            if style == Style::Old {
                put!(out, "{row:02} ");
            }
            for (column, &area) in cells.iter().enumerate() {
                let clue = clues.next().flatten();
                if style == Style::Old {
                    push_old_cell(&mut out, clue, area, width);
                    continue;
                }
                if column > 0 && (style == Style::Readme || width > 1) {
                    out.push(' ');
                }
                put!(out, "{:>width$}", label(area));
            }
            out.push('\n');
        }
    }
    out
}

/// The old program's heading, which is a place to the right of its columns.
fn push_column_numbers(out: &mut String, columns: usize, width: usize) {
    out.push_str("    ");
    for column in 0..columns {
        let number = format!("{column:02}");
        let gap = if column > 0 { " " } else { "" };
        put!(out, "{gap}{number:>width$}");
    }
    out.push('\n');
}

/// A cell as the old program shows it: the clue with at least two digits, or the label.
fn push_old_cell(out: &mut String, clue: Option<Clue>, area: u32, width: usize) {
    let width = width.max(2);
    let text = match clue {
        Some(clue) => clue
            .volume
            .map_or_else(|| "?".into(), |volume| format!("{volume:02}")),
        None => label(area),
    };
    put!(out, "{text:>width$} ");
}

/// The label of an area by its number: `A` … `Z`, `a` … `z`, `AA`, `AB` … without end.
///
/// ```
/// use tilewright_puzzles::shikaku::label;
/// assert_eq!([0, 25, 26, 51, 52, 53].map(label), ["A", "Z", "a", "z", "AA", "AB"]);
/// ```
pub fn label(number: u32) -> String {
    const LETTERS: &[u8; 52] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    let mut rest = u64::from(number) + 1;
    let mut letters = Vec::new();
    while rest > 0 {
        rest -= 1;
        letters.push(char::from(LETTERS[(rest % 52) as usize]));
        rest /= 52;
    }
    letters.iter().rev().collect()
}

/// Renumbers areas in the order in which they are met.
pub(super) fn by_encounter(areas: &[u32], count: usize) -> Vec<u32> {
    const NEW: u32 = u32::MAX;
    let mut number = vec![NEW; count];
    let mut next = 0;
    let mut met = |area: u32| {
        let number = &mut number[area as usize];
        if *number == NEW {
            *number = next;
            next += 1;
        }
        *number
    };
    areas.iter().map(|&area| met(area)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_never_repeat() {
        assert_eq!(label(52 + 52 * 52 - 1), "zz");
        assert_eq!(label(52 + 52 * 52), "AAA");
        let mut all: Vec<String> = (0..10_000).map(label).collect();
        // Shorter ones come first, then letters in their order.
        assert!(all.is_sorted_by_key(|label| (label.len(), label.clone())));
        all.dedup();
        assert_eq!(all.len(), 10_000);
        assert!(!label(u32::MAX).is_empty());
    }

    /// A row of `n` cells, each its own area.
    fn ones(n: usize) -> Shikaku {
        let text = format!("{n} 1\n{}\n", vec!["1"; n].join(" "));
        let puzzle: Shikaku = text.parse().unwrap();
        let groups: Vec<u64> = (0..n as u64).collect();
        puzzle.with_groups(&groups).unwrap()
    }

    #[test]
    fn more_than_52_areas_stand_apart() {
        let few = ones(52);
        let row = drawing(Style::CodinGame, &few);
        assert_eq!(row.trim_end().len(), 52);
        let many = ones(54);
        for style in [Style::CodinGame, Style::Readme] {
            let row = drawing(style, &many);
            assert!(row.starts_with(" A  B  C"), "{row}");
            assert!(row.ends_with(" y  z AA AB\n"), "{row}");
        }
    }

    #[test]
    fn the_number_of_solutions_is_said_in_the_words_of_the_style() {
        assert_eq!(report(Style::Readme, "0", &[]), "0 solutions\n");
        assert_eq!(report(Style::Readme, "1", &[&ones(2)]), "1 solution\nA B\n");
        assert_eq!(report(Style::CodinGame, "7", &[&ones(2)]), "7\nAB\n");
        assert_eq!(report(Style::Old, "0", &[]), "0 Unsolvable grid\n");
        assert_eq!(
            report(Style::Old, "1", &[&ones(2)]),
            "1 Solutions\n\n    00 01\n00 01 01 \n"
        );
    }
}
