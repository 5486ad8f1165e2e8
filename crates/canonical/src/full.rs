//! Full 9×9 boards.
//!
//! The upper of two rows of a band becomes `123456789`, in whatever order the columns stand. The lower
//! is smallest when it begins with 4 5, that is, when its first two digits stand above in one and the
//! same other stack, and then the choice of the first two columns settles the order of all others,
//! each being put where it is met first. There are at most 18 such choices for each of 36 pairs of rows,
//! and most of them are given up at the fourth digit. What is left follows: the rows below are sorted
//! by their first column.

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
    if !is_solved(board) {
        return None;
    }
    let mut starts = Vec::with_capacity(64);
    first_rows(lines, &mut starts);
    third_rows(lines, &mut starts);
    let mut least: Option<Form9> = None;
    for start in &starts {
        let (way, image) = finished(board, lines, start);
        if let Some(least) = &mut least {
            if image > least.board {
                continue;
            }
            if image == least.board {
                least.automorphisms += 1;
                continue;
            }
        }
        least = Some(Form9 {
            board: image,
            way,
            automorphisms: 1,
        });
    }
    least
}

/// Whether a board whose lines have no digit twice has every digit in every box.
fn is_solved(board: &[u8; 81]) -> bool {
    let mut boxes = [0u16; 9];
    for (cell, digit) in board.iter().enumerate() {
        boxes[cell / 27 * 3 + cell % 9 / 3] |= 1 << digit;
    }
    boxes == [0b11_1111_1110; 9]
}

/// The starts with the smallest second row.
fn first_rows(lines: &Lines, starts: &mut Vec<Start>) {
    let mut least = u64::MAX >> 28;
    for upper in 0..18 {
        let mut column_of = [0u8; 10];
        for (column, &digit) in lines.digits[upper].iter().enumerate() {
            column_of[usize::from(digit)] = column as u8;
        }
        let band = upper / 3 * 3;
        for lower in (band..band + 3).filter(|&lower| lower != upper) {
            // For each column, the one whose upper digit is its lower digit.
            let next = lines.digits[lower].map(|digit| column_of[usize::from(digit)]);
            for (first, second, third) in pairs(&next) {
                let Some((columns, row)) = columns(&next, [first, second, third], least) else {
                    continue;
                };
                if row < least {
                    least = row;
                    starts.clear();
                }
                starts.push(Start {
                    base: upper / 9 * 9,
                    upper,
                    lower,
                    columns,
                });
            }
        }
    }
}

/// The columns that may come first: the lower digits of the first two stand above in one stack.
fn pairs(next: &[u8; 9]) -> impl Iterator<Item = (u8, u8, u8)> {
    const ORDERS: [[usize; 3]; 6] = [
        [0, 1, 2],
        [1, 0, 2],
        [0, 2, 1],
        [2, 0, 1],
        [1, 2, 0],
        [2, 1, 0],
    ];
    (0..9u8).step_by(3).flat_map(move |stack| {
        let to = [0, 1, 2].map(|place| next[usize::from(stack) + place] / 3);
        let orders = ORDERS
            .iter()
            .filter(move |order| to[order[0]] == to[order[1]]);
        orders.map(move |order| {
            let [first, second, third] = order.map(|place| stack + place as u8);
            (first, second, third)
        })
    })
}

/// The order of all columns, and the second row, if it is no larger than the least.
fn columns(next: &[u8; 9], first: [u8; 3], least: u64) -> Option<([u8; 9], u64)> {
    const OPEN: u8 = 9;
    if begins_with(next, first) > least >> 20 {
        return None;
    }
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

/// The first four digits of the second row: most orders are too large there.
fn begins_with(next: &[u8; 9], first: [u8; 3]) -> u64 {
    let [one, _, three] = first.map(|column| next[usize::from(column)]);
    let fourth = next[usize::from(one)];
    let place = match first.iter().position(|&column| column == fourth) {
        Some(place) => place as u64 + 1,
        // In the third stack, and met before only where the third digit is.
        None if one / 3 == three / 3 || fourth == three => 7,
        None => 8,
    };
    let third = if one / 3 == three / 3 { 6 } else { 7 };
    0x4500 | third << 4 | place
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
