//! Full 9×9 boards.
//!
//! The upper of two rows of a band becomes `123456789`, in whatever order the columns are. The lower is smallest when
//! it begins with 4 5, that is, when its first two digits are above in one and the same other stack, and then the
//! choice of the first two columns settles the order of all others, each being put where it is met first. There are
//! at most 18 such choices for each of 36 pairs of rows, and most of them are given up at the fourth digit. The rest
//! follows: the rows below are sorted by their first column.

use crate::nine::Lines;
use crate::{Form9, Way9};

/// A pair of rows and the order of the columns that make the first two rows smallest.
#[derive(Clone, Copy)]
struct Start {
    base: usize,
    upper: usize,
    lower: usize,
    columns: [u8; 9],
}

/// The canonical form of a full board; `None` if it is not solved.
pub(crate) fn form(board: &[u8; 81], lines: &Lines) -> Option<Form9> {
    let mut least: Option<Form9> = None;
    smallest_ways(board, lines, |way, image, is_smaller| match &mut least {
        Some(least) if !is_smaller => least.automorphisms += 1,
        _ => {
            least = Some(Form9 {
                board: *image,
                way: *way,
                automorphisms: 1,
            });
        }
    });
    least
}

/// The smallest image of a puzzle under all ways that bring its solution into canonical form;
/// `None` if the solution is not solved.
pub(crate) fn puzzle(givens: &[u8; 81], solution: &[u8; 81], lines: &Lines) -> Option<[u8; 81]> {
    let mut least = None;
    smallest_ways(solution, lines, |way, _, is_smaller| {
        let image = way.apply(givens);
        least = match least {
            Some(least) if !is_smaller => Some(image.min(least)),
            _ => Some(image),
        };
    });
    least
}

/// Calls `each` with every way to an image that is not larger than all before, with the image, and
/// with whether it is smaller. The last smaller one and those after it are the ways to the form.
fn smallest_ways(board: &[u8; 81], lines: &Lines, mut each: impl FnMut(&Way9, &[u8; 81], bool)) {
    if !is_solved(board) {
        return;
    }
    let mut starts = Vec::with_capacity(64);
    first_rows(lines, &mut starts);
    third_rows(lines, &mut starts);
    let mut least = [u8::MAX; 81];
    for start in &starts {
        let (way, image) = finished(board, lines, start);
        if image > least {
            continue;
        }
        each(&way, &image, image < least);
        least = image;
    }
}

/// Returns true if a board whose lines have no digit twice has every digit in every box.
fn is_solved(board: &[u8; 81]) -> bool {
    let mut boxes = [0u16; 9];
    for (cell, digit) in board.iter().enumerate() {
        boxes[cell / 27 * 3 + cell % 9 / 3] |= 1 << digit;
    }
    boxes == [0b11_1111_1110; 9]
}

/// Two rows of a band: for each column, the one whose upper digit is its lower digit.
#[derive(Clone, Copy)]
struct Pair {
    upper: u8,
    lower: u8,
    next: [u8; 9],
}

impl Pair {
    /// Returns true if the three digits of a box stay together: then they do in all.
    fn is_whole(&self) -> bool {
        let to = |column: usize| self.next[column] / 3;
        to(0) == to(1) && to(0) == to(2)
    }
}

fn pairs(lines: &Lines) -> [Pair; 36] {
    let mut column_of = [[0u8; 10]; 18];
    for (columns, line) in column_of.iter_mut().zip(&lines.digits) {
        for (column, &digit) in line.iter().enumerate() {
            columns[usize::from(digit)] = column as u8;
        }
    }
    std::array::from_fn(|number| {
        let (upper, other) = (number / 2, 1 + number % 2);
        let lower = upper / 3 * 3 + (upper + other) % 3;
        Pair {
            upper: upper as u8,
            lower: lower as u8,
            next: lines.digits[lower].map(|digit| column_of[upper][usize::from(digit)]),
        }
    })
}

/// The orders of the columns of a stack.
const ORDERS: [[u8; 3]; 6] = [
    [0, 1, 2],
    [1, 0, 2],
    [0, 2, 1],
    [2, 0, 1],
    [1, 2, 0],
    [2, 1, 0],
];

/// The starts with the smallest second row.
fn first_rows(lines: &Lines, starts: &mut Vec<Start>) {
    let pairs = pairs(lines);
    let mut least = u64::MAX >> 28;
    let mut start = |pair: &Pair, first: [u8; 3]| {
        let Some((columns, row)) = columns(&pair.next, first, least) else {
            return;
        };
        if row < least {
            least = row;
            starts.clear();
        }
        starts.push(Start {
            base: usize::from(pair.upper) / 9 * 9,
            upper: usize::from(pair.upper),
            lower: usize::from(pair.lower),
            columns,
        });
    };
    if !pairs.iter().any(Pair::is_whole) {
        let mut firsts = Vec::with_capacity(64);
        broken_firsts(&pairs, &mut firsts);
        for (number, first) in firsts {
            start(&pairs[usize::from(number)], first);
        }
        return;
    }
    for pair in pairs.iter().filter(|pair| pair.is_whole()) {
        for stack in [0, 3, 6] {
            for order in ORDERS {
                start(pair, order.map(|place| stack + place));
            }
        }
    }
}

/// For boards in which no pair has whole boxes: the number of the pair and the columns that may come first. The
/// second row begins with 4 5 7, and the fourth digit decides.
fn broken_firsts(pairs: &[Pair], firsts: &mut Vec<(u8, [u8; 3])>) {
    let mut least = u8::MAX;
    for (number, Pair { next, .. }) in pairs.iter().enumerate() {
        for stack in [0, 3, 6] {
            let to = |place: u8| next[usize::from(stack + place)];
            // Two digits of a box go to one other, and the third to the last.
            let (one, two, odd) = if to(0) / 3 == to(1) / 3 {
                (stack, stack + 1, stack + 2)
            } else if to(0) / 3 == to(2) / 3 {
                (stack, stack + 2, stack + 1)
            } else {
                (stack + 1, stack + 2, stack)
            };
            for [one, two] in [[one, two], [two, one]] {
                let fourth = next[usize::from(next[usize::from(one)])];
                let place = match fourth {
                    _ if fourth == one => 1,
                    _ if fourth == two => 2,
                    _ if fourth == odd => 3,
                    _ if fourth == next[usize::from(odd)] => 7,
                    _ => 8,
                };
                if place > least {
                    continue;
                }
                if place < least {
                    least = place;
                    firsts.clear();
                }
                firsts.push((number as u8, [one, two, odd]));
            }
        }
    }
}

/// The order of all columns, and the second row, if it is no larger than the least.
fn columns(next: &[u8; 9], first: [u8; 3], least: u64) -> Option<([u8; 9], u64)> {
    const OPEN: u8 = 9;
    let middle = next[usize::from(first[0])] / 3;
    let mut columns = [OPEN; 9];
    let mut place = [OPEN; 9];
    for (slot, &column) in first.iter().enumerate() {
        columns[slot] = column;
        place[usize::from(column)] = slot as u8;
    }
    // The next free slot of the second and of the third stack.
    let (mut second, mut third) = (3u8, 6u8);
    let mut row = 0u64;
    for slot in 0..9 {
        if slot == 3 && second == 5 {
            let others = (middle * 3..middle * 3 + 3).find(|&c| place[usize::from(c)] == OPEN)?;
            columns[5] = others;
            place[usize::from(others)] = 5;
        }
        let target = next[usize::from(columns[slot])];
        let at = &mut place[usize::from(target)];
        if *at == OPEN {
            let free = if target / 3 == middle {
                &mut second
            } else {
                &mut third
            };
            *at = *free;
            columns[usize::from(*free)] = target;
            *free += 1;
        }
        row = row << 4 | u64::from(*at + 1);
        if row > least >> (4 * (8 - slot)) {
            return None;
        }
    }
    Some((columns, row))
}

/// Keeps the starts with the smallest third row.
fn third_rows(lines: &Lines, starts: &mut Vec<Start>) {
    let mut least = u64::MAX;
    let mut kept = 0;
    for number in 0..starts.len() {
        let start = starts[number];
        let third = start.upper / 3 * 9 + 3 - start.upper - start.lower;
        let names = names(lines, &start);
        let mut row = 0;
        for column in start.columns {
            let digit = lines.digits[third][usize::from(column)];
            row = row << 4 | u64::from(names[usize::from(digit)]);
        }
        if row > least {
            continue;
        }
        if row < least {
            least = row;
            kept = 0;
        }
        starts[kept] = start;
        kept += 1;
    }
    starts.truncate(kept);
}

fn names(lines: &Lines, start: &Start) -> [u8; 10] {
    let mut names = [0; 10];
    for (slot, &column) in start.columns.iter().enumerate() {
        let digit = lines.digits[start.upper][usize::from(column)];
        names[usize::from(digit)] = slot as u8 + 1;
    }
    names
}

/// The whole board: the rows below in order of their first digits, the band with the smaller first.
fn finished(board: &[u8; 81], lines: &Lines, start: &Start) -> (Way9, [u8; 81]) {
    let names = names(lines, start);
    let column = usize::from(start.columns[0]);
    let first = |row: usize| names[usize::from(lines.digits[row][column])];
    let band = start.upper / 3;
    let mut rows = [0; 9];
    let third = band * 9 + 3 - start.upper - start.lower;
    rows[..3].copy_from_slice(&[start.upper, start.lower, third]);
    let others = (start.base / 3..start.base / 3 + 3).filter(|&other| other != band);
    for (number, band) in others.enumerate() {
        let rows = &mut rows[3 + number * 3..6 + number * 3];
        for (place, row) in rows.iter_mut().enumerate() {
            *row = band * 3 + place;
        }
        rows.sort_unstable_by_key(|&row| first(row));
    }
    if first(rows[6]) < first(rows[3]) {
        let (upper, lower) = rows[3..].split_at_mut(3);
        upper.swap_with_slice(lower);
    }
    let mut from = [0; 81];
    for (cell, from) in from.iter_mut().enumerate() {
        let (row, column) = ((rows[cell / 9] - start.base) as u8, start.columns[cell % 9]);
        *from = if start.base == 0 {
            row * 9 + column
        } else {
            column * 9 + row
        };
    }
    let way = Way9 { from, names };
    (way, way.apply(board))
}
