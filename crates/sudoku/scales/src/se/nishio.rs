//! Nishio: the consequences for one digit alone, until it contradicts itself.
//!
//! That depends on the places of the digit alone, so it is kept from step to step.

use super::Technique;
use super::branch::{Branch, Marks, OFF, ON, Rules};
use super::grid::{Grid, cells};
use super::rank::Rank;
use super::step::Step;

const BASE: (u16, f64) = (75, 7.5);

/// The easiest contradiction of a digit: its length, the cell, and the side that is assumed.
type Easiest = Option<(u32, usize, usize)>;

pub(super) struct Memory {
    digits: [Option<(u128, Easiest)>; 9],
    branch: Branch,
}

impl Memory {
    pub(super) fn new() -> Self {
        Self {
            digits: [None; 9],
            branch: Branch::new(),
        }
    }
}

pub(super) fn chain(grid: &Grid, memory: &mut Memory, marks: &mut Marks) -> Option<Step> {
    let mut best: Option<(u32, usize, usize, usize)> = None;
    for digit in 0..9 {
        let places = grid.place[digit];
        let known = memory.digits[digit].filter(|&(then, _)| then == places);
        let (_, easiest) = known.unwrap_or_else(|| {
            let found = of_digit(grid, digit, &mut memory.branch, marks);
            memory.digits[digit] = Some((places, found));
            (places, found)
        });
        if let Some((length, cell, side)) = easiest {
            let found = (length, cell, digit, side);
            best = Some(best.map_or(found, |best| best.min(found)));
        }
    }
    let (length, cell, digit, side) = best?;
    let rating = Rank::new(BASE, length, 0).rating;
    if side == OFF {
        return Some(Step::set(
            Technique::NishioForcingChains,
            rating,
            cell,
            digit,
        ));
    }
    let off = vec![(cell as u8, 1 << digit)];
    Step::off(Technique::NishioForcingChains, rating, off)
}

fn of_digit(grid: &Grid, digit: usize, branch: &mut Branch, marks: &mut Marks) -> Easiest {
    let rules = Rules {
        cells: false,
        dynamic: true,
    };
    let mut now = grid.clone();
    let mut best: Easiest = None;
    for cell in cells(grid.place[digit]) {
        for side in [ON, OFF] {
            now.place[digit] = grid.place[digit];
            now.cand = grid.cand;
            for (now, then) in now.spot.iter_mut().zip(&grid.spot) {
                now[digit] = then[digit];
            }
            branch.start(cell, digit, side);
            branch.follow(grid, &mut now, rules);
            if let Some(clash) = branch.clash {
                let length = marks.ancestors(branch, clash.on, |_| {})
                    + marks.ancestors(branch, clash.off, |_| {});
                let found = (length, cell, side);
                best = Some(best.map_or(found, |best| best.min(found)));
            }
        }
    }
    best
}
