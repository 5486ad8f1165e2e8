//! A full board of any dims by formula.
//!
//! **Idea.** With box dims `d1, …, dn` and side `N = d1·…·dn`, let `wᵢ = d1·…·dᵢ₋₁`, so that every
//! number below `N` is `Σ wᵢ·rᵢ` with `rᵢ < dᵢ` in one way: mixed radix. A coordinate along axis `i` is
//! `xᵢ = dᵢ·qᵢ + rᵢ`: place `rᵢ` in band `qᵢ`. Let `gᵢ(xᵢ)` be the number whose digit `i` is `rᵢ` and
//! whose other digits spell `qᵢ`. The value of a cell is `Σ gᵢ(xᵢ) mod N`.
//!
//! - On a line along axis `i` only `xᵢ` changes, and `gᵢ` takes each number below `N` once.
//! - In a box the `qᵢ` stay, so that the value is a constant plus `Σ wᵢ·rᵢ`: each number once.
//!
//! **Random boards.** Values may be renamed, bands of an axis exchanged, and places within a band,
//! for each band and axis apart. A die decides on all of these.

use super::{Boxes, Shape};
use crate::construction::{Construction, Die};
use tilewright_model::Choice;

/// The empty board of a shape.
#[derive(Debug)]
pub(super) struct Formula<'s> {
    shape: &'s Shape,
}

impl<'s> Formula<'s> {
    /// The formula of a shape that has boxes of one size or none, and whose choices can be numbered.
    pub(super) fn of(shape: &'s Shape) -> Option<Self> {
        let formula = Self { shape };
        let is_regular = !matches!(shape.boxes(), Boxes::Regions(_));
        let is_numbered = formula.choices() <= 1 << 32;
        (is_regular && is_numbered).then_some(formula)
    }

    /// The summand of the value for each coordinate along each axis.
    fn summands(&self, mut die: Option<&mut Die>) -> Vec<Vec<usize>> {
        let side = self.shape.side();
        let mut weight = 1;
        let axis = |&dim: &usize| {
            let bands = permutation(side / dim, die.as_deref_mut());
            let mut summands = Vec::with_capacity(side);
            for band in bands {
                let places = permutation(dim, die.as_deref_mut());
                let others = band % weight + weight * dim * (band / weight);
                summands.extend(places.into_iter().map(|place| weight * place + others));
            }
            weight *= dim;
            summands
        };
        self.shape.dims().iter().map(axis).collect()
    }
}

impl Construction for Formula<'_> {
    fn choices(&self) -> u64 {
        self.picked().saturating_mul(self.shape.side() as u64)
    }

    fn picked(&self) -> u64 {
        self.shape.cells() as u64
    }

    fn build(&self, mut die: Option<&mut Die>) -> Vec<Choice> {
        let side = self.shape.side();
        let values = permutation(side, die.as_deref_mut());
        let summands = self.summands(die);
        let choice = |cell: usize| {
            let axes = summands.iter().enumerate();
            let sum: usize = axes
                .map(|(axis, summands)| summands[self.shape.coordinate(cell, axis)])
                .sum();
            Choice((cell * side + values[sum % side]) as u32)
        };
        (0..self.shape.cells()).map(choice).collect()
    }
}

/// The numbers below `count`: in order, or as the die says.
fn permutation(count: usize, die: Option<&mut Die>) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    if let Some(die) = die {
        for place in (1..count).rev() {
            order.swap(place, die(place + 1));
        }
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// The cells of a board, each with its coordinates, written without the help of [`Shape`].
    fn coordinates(side: usize, axes: usize) -> Vec<Vec<usize>> {
        let mut all = vec![vec![]];
        for _ in 0..axes {
            let longer = |x: usize| all.iter().map(move |c| [&c[..], &[x]].concat());
            all = (0..side).flat_map(longer).collect();
        }
        all
    }

    /// Checks every line and box of a solution, found by the common coordinates of their cells.
    fn check(dims: &[usize], solution: &[Choice]) {
        let side: usize = dims.iter().product();
        let cells = coordinates(side, dims.len());
        assert_eq!(solution.len(), cells.len());
        let mut seen = BTreeSet::new();
        for ((number, cell), choice) in cells.iter().enumerate().zip(solution) {
            assert_eq!(choice.index() / side, number, "{dims:?}: one choice a cell");
            let value = choice.index() % side;
            for axis in 0..dims.len() {
                let mut line = cell.clone();
                line[axis] = usize::MAX;
                assert!(seen.insert((line, value)), "{dims:?}: line along {axis}");
            }
            let mut corner: Vec<usize> = cell.iter().zip(dims).map(|(x, d)| x / d).collect();
            corner.push(usize::MAX);
            assert!(seen.insert((corner, value)), "{dims:?}: box");
        }
    }

    /// Rolls by a linear congruence.
    fn die(mut state: u64) -> impl FnMut(usize) -> usize {
        move |below| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            (state >> 33) as usize % below
        }
    }

    #[test]
    fn every_line_and_box_has_each_value_once() {
        let dims: [&[usize]; 16] = [
            &[1],
            &[7],
            &[2, 2],
            &[3, 2],
            &[2, 3],
            &[5, 5],
            &[1, 6],
            &[12, 3],
            &[2, 2, 2],
            &[3, 2, 1],
            &[1, 2, 3],
            &[2, 1, 4],
            &[3, 1, 2],
            &[2, 2, 1, 1],
            &[1, 3, 2, 1],
            &[2, 1, 2, 1],
        ];
        for dims in dims {
            let shape = Shape::of(dims, Boxes::Dims).unwrap();
            // Boxes that are lines count as none, and all lie along the first axis.
            let dims = shape.dims();
            let formula = Formula::of(&shape).unwrap();
            check(dims, &formula.build(None));
            for seed in 0..4 {
                let built = formula.build(Some(&mut die(seed)));
                check(dims, &built);
                assert_eq!(built, formula.build(Some(&mut die(seed))));
            }
        }
    }

    #[test]
    fn a_die_makes_different_boards() {
        let shape = Shape::of(&[3, 3], Boxes::Dims).unwrap();
        let formula = Formula::of(&shape).unwrap();
        let boards = (0..50).map(|seed| formula.build(Some(&mut die(seed))));
        assert_eq!(boards.collect::<BTreeSet<_>>().len(), 50);
    }

    #[test]
    fn regions_and_boards_without_numbers_have_none() {
        let shape = Shape::of(&[2048, 1], Boxes::None).unwrap();
        assert!(Formula::of(&shape).is_none());
        let regions: Box<[u32]> = [0, 0, 0, 1, 0, 1, 1, 1, 2, 2, 2, 3, 2, 3, 3, 3].into();
        let shape = Shape::of(&[2, 2], Boxes::Regions(regions)).unwrap();
        assert!(Formula::of(&shape).is_none());
    }
}
