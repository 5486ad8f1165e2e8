//! The canonical form of a puzzle: the same for all copies that differ by turning, by shuffling
//! bands, rows, stacks and columns, or by other digits.
//!
//! The solution is brought into its smallest form, row by row. Of two rows of a band the upper
//! becomes `123456789`; the lower is smallest when it starts with 4 5, and then the choice of the
//! first two columns settles the order of all others: so there are 2 × 18 × 18 ways to try for the
//! first two rows, and few of them are the smallest. What is left follows: the rows below are
//! sorted by their first column. Where several ways lead to the same smallest form the solution is
//! symmetrical; then the smallest image of the givens is taken.

use crate::Board;
use crate::solve::{Solutions, solutions};

/// The canonical form of a puzzle with one solution (0 for an empty cell); none for others.
///
/// ```
/// use tilewright_scales::canonical;
/// let solved: [u8; 81] = std::array::from_fn(|cell| {
///     let (row, column) = (cell / 9, cell % 9);
///     ((row * 3 + row / 3 + column) % 9) as u8 + 1
/// });
/// let swapped = solved.map(|digit| 10 - digit);
/// assert_eq!(canonical(&solved), canonical(&swapped));
/// assert_eq!(canonical(&[0; 81]), None);
/// ```
///
/// # Panics
/// If a given is above 9.
pub fn canonical(givens: &[u8; 81]) -> Option<[u8; 81]> {
    form(givens).ok()
}

/// The canonical form, or how many solutions there are if not one.
pub(crate) fn form(givens: &[u8; 81]) -> Result<[u8; 81], Solutions> {
    match solutions(&Board::new(givens)) {
        Solutions::One(solution) => Ok(smallest(givens, &solution)),
        other => Err(other),
    }
}

/// How rows and columns are rearranged: the row and the column that comes to each place.
#[derive(Clone)]
struct Way {
    turned: bool,
    rows: [usize; 9],
    columns: [usize; 9],
}

impl Way {
    fn source(&self, row: usize, column: usize) -> usize {
        let (row, column) = (self.rows[row], self.columns[column]);
        if self.turned {
            column * 9 + row
        } else {
            row * 9 + column
        }
    }

    fn image(&self, cells: &[u8; 81], labels: &[u8; 10]) -> [u8; 81] {
        std::array::from_fn(|cell| labels[usize::from(cells[self.source(cell / 9, cell % 9)])])
    }
}

fn smallest(givens: &[u8; 81], solution: &[u8; 81]) -> [u8; 81] {
    let mut least = [u8::MAX; 81];
    let mut ways: Vec<(Way, [u8; 10])> = Vec::new();
    for way in first_rows(solution) {
        let mut labels = [0; 10];
        for place in 0..9 {
            labels[usize::from(solution[way.source(0, place)])] = place as u8 + 1;
        }
        let way = sorted(way, solution, &labels);
        let image = way.image(solution, &labels);
        if image > least {
            continue;
        }
        if image < least {
            least = image;
            ways.clear();
        }
        ways.push((way, labels));
    }
    ways.iter()
        .map(|(way, labels)| way.image(givens, labels))
        .min()
        .unwrap_or(*givens)
}

/// The ways that make the first two rows smallest; their other rows are in no order yet.
fn first_rows(solution: &[u8; 81]) -> Vec<Way> {
    let mut least = [u8::MAX; 9];
    let mut ways = Vec::new();
    for turned in [false, true] {
        let at = |row: usize, column: usize| {
            let cell = if turned {
                column * 9 + row
            } else {
                row * 9 + column
            };
            usize::from(solution[cell])
        };
        for upper in 0..9 {
            let mut column_of = [0; 10];
            for column in 0..9 {
                column_of[at(upper, column)] = column;
            }
            let band = upper / 3 * 3;
            for lower in (band..band + 3).filter(|&lower| lower != upper) {
                // For each column, the one whose upper digit is its lower digit.
                let next: [usize; 9] = std::array::from_fn(|column| column_of[at(lower, column)]);
                for start in 0..18 {
                    let Some((columns, second)) = columns(&next, start / 2, start % 2) else {
                        continue;
                    };
                    if second > least {
                        continue;
                    }
                    if second < least {
                        least = second;
                        ways.clear();
                    }
                    let third = 3 * band + 3 - upper - lower;
                    let mut rows = [0; 9];
                    rows[..3].copy_from_slice(&[upper, lower, third]);
                    for (slot, row) in (0..9).filter(|row| row / 3 * 3 != band).enumerate() {
                        rows[3 + slot] = row;
                    }
                    ways.push(Way {
                        turned,
                        rows,
                        columns,
                    });
                }
            }
        }
    }
    ways
}

/// The order of the columns, and the second row, if it starts with this column and with the first
/// or the last of the two others of its stack; none if the second row then does not start with 4 5.
fn columns(next: &[usize; 9], first: usize, last: usize) -> Option<([usize; 9], [u8; 9])> {
    let stack = first / 3 * 3;
    let others: [usize; 2] = [stack + (first + 1) % 3, stack + (first + 2) % 3];
    let (second, third) = (others[last], others[1 - last]);
    let middle = next[first] / 3;
    if next[second] / 3 != middle {
        return None;
    }
    let end = 3 - stack / 3 - middle;
    let mut columns = [usize::MAX; 9];
    let mut place = [usize::MAX; 9];
    let mut put = |columns: &mut [usize; 9], column: usize, from: usize| {
        if place[column] == usize::MAX {
            let slot = (from..from + 3).find(|&slot| columns[slot] == usize::MAX)?;
            columns[slot] = column;
            place[column] = slot;
        }
        Some(place[column])
    };
    for column in [first, second, third] {
        put(&mut columns, column, 0)?;
    }
    for column in [first, second, third] {
        let from = if next[column] / 3 == middle { 3 } else { 6 };
        put(&mut columns, next[column], from)?;
    }
    for column in middle * 3..middle * 3 + 3 {
        put(&mut columns, column, 3)?;
    }
    let mut row = [0; 9];
    for slot in 0..9 {
        let target = next[columns[slot]];
        // The columns of the last stack stand in the order in which they are first met.
        let from = if target / 3 == end { 6 } else { 0 };
        row[slot] = put(&mut columns, target, from)? as u8;
    }
    Some((columns, row))
}

/// Puts the six lower rows in order of their first column, the band with the smaller one first.
fn sorted(mut way: Way, solution: &[u8; 81], labels: &[u8; 10]) -> Way {
    let first = |way: &Way, row: usize| labels[usize::from(solution[way.source(row, 0)])];
    let mut keys: [(u8, usize); 9] = std::array::from_fn(|row| (first(&way, row), way.rows[row]));
    keys[3..6].sort_unstable();
    keys[6..9].sort_unstable();
    if keys[6] < keys[3] {
        let (upper, lower) = keys[3..].split_at_mut(3);
        upper.swap_with_slice(lower);
    }
    way.rows = keys.map(|(_, row)| row);
    way
}

#[cfg(test)]
mod tests;
