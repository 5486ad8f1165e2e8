//! Boards that are the same but for their looks.
//!
//! **The group.** Values may be renamed in any way. Along each axis, places may change within a
//! band of boxes, and whole bands may change their order; without boxes places may change in any
//! way. Axes along which boxes are equally long may be exchanged. On a 9×9 board those are the
//! relabellings, rows within bands, bands, columns within stacks, stacks, and transposition.
//!
//! **The smallest board of a class** has the values in order on its first line, because renaming
//! alone gets there. For each way to move the places there is just one renaming that does it, so
//! a class is gone through with the moves alone: a board is the smallest of its class if no move,
//! renamed so, gives a smaller one. The moves that give the board itself are as many as its
//! symmetries, and the class has as many boards as the group has elements for each of them.
//!
//! Most moves are done with at the second line, where they give a larger board. And most boards need
//! none: in the smallest, the first cells of the rows of a band are in order, and so are those of the
//! first rows of the bands, or exchanging two of them would give a smaller one and leave the first
//! line as it is. So it is along every axis but the first. Where places can be
//! exchanged in any way that is the whole line, which is known then. For Latin squares the group is that of isotopy and transposition: rows,
//! columns and values are not exchanged for one another, so the classes are more than the main
//! classes.

use super::{Boxes, Shape, Sudoku};
use crate::{Asymmetric, SymmetryGroup};
use tilewright_model::Choice;

/// The most moves that are gone through for a board. A 9×9 board has 3,359,232.
const MOST_MOVES: u128 = 1 << 24;

/// The symmetry of an empty board.
#[derive(Debug)]
pub(super) struct Moves {
    side: usize,
    axes: usize,
    cells: usize,
    /// The coordinates of each cell.
    coordinates: Box<[u16]>,
    /// For each axis the orders that its places may have: for each order and place, the position of that place on the
    /// board, as a part of the number of a cell.
    orders: Vec<Vec<u32>>,
    /// The number of places that belong together along each axis.
    bands: Vec<usize>,
    /// The ways to exchange axes.
    exchanges: Vec<Vec<usize>>,
    /// The number of elements of the group, renaming included.
    order: u128,
}

impl Moves {
    pub(super) fn of(sudoku: &Sudoku) -> Result<Self, Asymmetric> {
        let shape = &**sudoku.shape();
        if sudoku.clues().next().is_some() {
            return Err(Asymmetric(
                "classes are those of an empty board, and this one has clues".into(),
            ));
        }
        let Some((moves, order)) = size(shape).filter(|&(moves, _)| moves <= MOST_MOVES) else {
            return Err(Asymmetric(match shape.boxes() {
                Boxes::Regions(_) => "a board with irregular regions has no known symmetry".into(),
                _ => {
                    format!("the {shape} can be moved onto itself in too many ways to try them all")
                }
            }));
        };
        let (side, axes, cells) = (shape.side(), shape.axes(), shape.cells());
        let places = |axis| {
            let stride = side.pow(axis as u32) as u32;
            let orders = band_orders(side, band(shape, axis));
            orders.iter().map(|&place| place * stride).collect()
        };
        let exchanges = permutations(axes).into_iter().filter(|exchange| {
            let mut pairs = exchange.iter().enumerate();
            pairs.all(|(axis, &other)| band(shape, axis) == band(shape, other))
        });
        let exchanges: Vec<Vec<usize>> = exchanges.collect();
        debug_assert!(moves.is_multiple_of(exchanges.len() as u128));
        let coordinates = (0..cells).flat_map(|cell| {
            let along = move |axis| shape.coordinate(cell, axis) as u16;
            (0..axes).map(along)
        });
        Ok(Self {
            side,
            axes,
            cells,
            coordinates: coordinates.collect(),
            orders: (0..axes).map(places).collect(),
            bands: (0..axes).map(|axis| band(shape, axis)).collect(),
            exchanges,
            order,
        })
    }

    /// Calls `each` with the board as every move makes it, until it says `false`. The board is a
    /// function from cells to the cells that they come from.
    fn each_move(&self, mut each: impl FnMut(&dyn Fn(usize) -> usize) -> bool) -> bool {
        let mut at = vec![0; self.axes];
        for exchange in &self.exchanges {
            at.fill(0);
            loop {
                let from = |cell: usize| {
                    let place = &self.coordinates[cell * self.axes..][..self.axes];
                    let parts = self.orders.iter().zip(&at).zip(exchange);
                    let cell: u32 = parts
                        .map(|((orders, &at), &axis)| orders[at + usize::from(place[axis])])
                        .sum();
                    cell as usize
                };
                if !each(&from) {
                    return false;
                }
                let Some(axis) = (0..self.axes).find(|&a| at[a] + self.side < self.orders[a].len())
                else {
                    break;
                };
                at[axis] += self.side;
                at[..axis].fill(0);
            }
        }
        true
    }
}

impl Moves {
    /// The cells of the line along an axis that begins at the first cell.
    fn first_line(&self, axis: usize) -> impl Iterator<Item = usize> {
        let stride = self.side.pow(axis as u32);
        (0..self.side).map(move |place| place * stride)
    }

    /// Returns true if exchanging two places of a band, or two bands, cannot make the board smaller and keep its
    /// first line.
    fn is_in_order(&self, values: &[u16]) -> bool {
        (1..self.axes).all(|axis| {
            let line: Vec<u16> = self.first_line(axis).map(|cell| values[cell]).collect();
            let mut bands = line.chunks(self.bands[axis]);
            bands.all(<[u16]>::is_sorted) && line.iter().step_by(self.bands[axis]).is_sorted()
        })
    }
}

impl SymmetryGroup for Moves {
    fn first_choices(&self) -> Vec<Choice> {
        let is_free = |axis: usize| [1, self.side].contains(&self.bands[axis]);
        let is_known = |&axis: &usize| axis == 0 || is_free(axis);
        let lines = (0..self.axes).filter(is_known);
        let choices = lines.flat_map(|axis| {
            let cells = self.first_line(axis).enumerate();
            cells.map(|(value, cell)| Choice((cell * self.side + value) as u32))
        });
        choices.collect()
    }

    fn class_size(&self, solution: &[Choice]) -> Option<u128> {
        let values: Vec<u16> = solution
            .iter()
            .map(|choice| (choice.index() % self.side) as u16)
            .collect();
        debug_assert_eq!(values.len(), self.cells);
        let has_first_line = (0..self.side).all(|cell| usize::from(values[cell]) == cell);
        if !has_first_line || !self.is_in_order(&values) {
            return None;
        }
        let mut symmetries = 0;
        let mut names = vec![0; self.side];
        let is_smallest = self.each_move(|from| {
            for cell in 0..self.side {
                names[usize::from(values[from(cell)])] = cell as u16;
            }
            for cell in self.side..self.cells {
                let (moved, value) = (names[usize::from(values[from(cell)])], values[cell]);
                if moved != value {
                    return moved > value;
                }
            }
            symmetries += 1;
            true
        });
        is_smallest.then(|| self.order / symmetries)
    }
}

/// The number of boxes whose places belong together along an axis: those of a band.
fn band(shape: &Shape, axis: usize) -> usize {
    match shape.boxes() {
        Boxes::Dims => shape.dims()[axis],
        _ => shape.side(),
    }
}

/// The number of moves, and of moves with renaming.
fn size(shape: &Shape) -> Option<(u128, u128)> {
    if matches!(shape.boxes(), Boxes::Regions(_)) {
        return None;
    }
    let (side, axes) = (shape.side(), shape.axes());
    let mut moves = 1u128;
    for axis in 0..axes {
        let band = band(shape, axis);
        for _ in 0..side / band {
            moves = moves.checked_mul(factorial(band)?)?;
        }
        moves = moves.checked_mul(factorial(side / band)?)?;
        // Of the axes up to this one, those with bands of the same length may come here.
        let alike = (0..=axis).filter(|&other| self::band(shape, other) == band);
        moves = moves.checked_mul(alike.count() as u128)?;
    }
    Some((moves, moves.checked_mul(factorial(side)?)?))
}

fn factorial(number: usize) -> Option<u128> {
    (1..=number as u128).try_fold(1u128, u128::checked_mul)
}

/// All orders of the places along an axis that keep bands together, one after the other.
fn band_orders(side: usize, band: usize) -> Vec<u32> {
    let within = permutations(band);
    let mut all = Vec::new();
    for bands in permutations(side / band) {
        // Which of its orders each band has.
        let mut at = vec![0; bands.len()];
        loop {
            for (&number, &at) in bands.iter().zip(&at) {
                all.extend(
                    within[at]
                        .iter()
                        .map(|place| (number * band + place) as u32),
                );
            }
            let Some(place) = at.iter().position(|&at| at + 1 < within.len()) else {
                break;
            };
            at[place] += 1;
            at[..place].fill(0);
        }
    }
    all
}

/// The orders of `0..count`.
fn permutations(count: usize) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for number in 0..count {
        all = all
            .into_iter()
            .flat_map(|order: Vec<usize>| {
                (0..=number).map(move |place| {
                    let mut longer = order.clone();
                    longer.insert(place, number);
                    longer
                })
            })
            .collect();
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::{BTreeMap, BTreeSet};

    fn moves(dims: &[usize]) -> Moves {
        Moves::of(&Sudoku::empty(dims).unwrap()).unwrap()
    }

    #[test]
    fn groups_have_their_known_orders() {
        let order = |dims: &[usize]| {
            let moves = moves(dims);
            let mut number = 0u128;
            moves.each_move(|_| {
                number += 1;
                true
            });
            let renamings = factorial(moves.side).unwrap();
            assert_eq!(moves.order, number * renamings, "{dims:?}");
            number
        };
        assert_eq!(order(&[2, 2]), 128);
        assert_eq!(order(&[2, 3]), 3456);
        assert_eq!(order(&[3, 3]), 3_359_232);
        assert_eq!(order(&[4, 1]), 2 * 24 * 24);
        assert_eq!(order(&[2, 2, 1]), 2 * 8 * 8 * 24);
        assert_eq!(order(&[3, 1, 1]), 6 * 6 * 6 * 6);
        assert_eq!(order(&[3]), 6);
        assert_eq!(order(&[1, 1, 1]), 6);
    }

    #[test]
    fn moves_keep_lines_and_boxes() {
        for dims in [&[2, 2][..], &[2, 3], &[4, 1], &[2, 1, 2], &[3, 1, 1]] {
            let shape = Shape::of(dims, Boxes::Dims).unwrap();
            let groups: Vec<Vec<usize>> = groups(&shape);
            let known: BTreeSet<Vec<usize>> = groups.iter().cloned().collect();
            moves(dims).each_move(|from| {
                for group in &groups {
                    let mut moved: Vec<usize> = group.iter().map(|&cell| from(cell)).collect();
                    moved.sort_unstable();
                    assert!(known.contains(&moved), "{dims:?}");
                }
                true
            });
        }
    }

    /// The lines and boxes of a board as sorted cells.
    fn groups(shape: &Shape) -> Vec<Vec<usize>> {
        let mut groups: BTreeMap<(usize, usize), Vec<usize>> = BTreeMap::new();
        for cell in 0..shape.cells() {
            for axis in 0..shape.axes() {
                let line = (axis, shape.line_of(cell, axis));
                groups.entry(line).or_default().push(cell);
            }
            if let Some(number) = shape.box_of(cell) {
                groups.entry((usize::MAX, number)).or_default().push(cell);
            }
        }
        groups.into_values().collect()
    }

    #[test]
    fn what_has_no_symmetry_says_so() {
        let error = |sudoku: &Sudoku| Moves::of(sudoku).unwrap_err().to_string();
        assert_eq!(
            error(&"1...............".parse().unwrap()),
            "classes are those of an empty board, and this one has clues"
        );
        assert_eq!(
            error(&Sudoku::empty(&[4, 4]).unwrap()),
            "the 16×16 board can be moved onto itself in too many ways to try them all"
        );
        assert!(Moves::of(&Sudoku::empty(&[40, 40]).unwrap()).is_err());
        let regions: Box<[u32]> = [0, 0, 0, 1, 0, 2, 1, 1, 2, 2, 1, 3, 2, 3, 3, 3].into();
        let jigsaw = Sudoku::on(Shape::of(&[4, 1], Boxes::Regions(regions)).unwrap());
        assert_eq!(
            error(&jigsaw),
            "a board with irregular regions has no known symmetry"
        );
    }
}
