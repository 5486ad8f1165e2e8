//! Nishio: the consequences for one digit alone, until it contradicts itself.
//!
//! That depends on the places of the digit alone, so it is kept from step to step.

use super::Technique;
use super::branch::{Branch, Marks, OFF, ON, Rules};
use super::forcing::ByDigit;
use super::grid::Grid;
use super::rank::{Family, Rank};
use super::step::Step;

const NISHIO: Family = (75, 0);

/// The easiest contradiction of a digit: its length, the cell, and the side that is assumed.
type Easiest = Option<(u32, usize, usize)>;

#[derive(Default)]
pub(super) struct Memory {
    digits: ByDigit<Easiest>,
    branch: Branch,
}

pub(super) fn chain(grid: &Grid, memory: &mut Memory, marks: &mut Marks) -> Option<Step> {
    let Memory { digits, branch } = memory;
    let easiest = |digit: usize| {
        let found = digits.of(digit, grid.place[digit], || {
            of_digit(grid, digit, branch, marks)
        });
        found.map(|(length, cell, side)| (length, cell, digit, side))
    };
    let (length, cell, digit, side) = (0..9).filter_map(easiest).min()?;
    let rating = Rank::new(NISHIO, length).rating;
    let end = (cell, digit, side == OFF);
    Some(Step::settled(Technique::NishioForcingChains, rating, end))
}

fn of_digit(grid: &Grid, digit: usize, branch: &mut Branch, marks: &mut Marks) -> Easiest {
    let rules = Rules {
        cells: false,
        dynamic: true,
    };
    let mut now = grid.clone();
    let mut best: Easiest = None;
    for cell in grid.place[digit] {
        for side in [ON, OFF] {
            now.place[digit] = grid.place[digit];
            now.cand = grid.cand;
            for (now, then) in now.spot.iter_mut().zip(&grid.spot) {
                now[digit] = then[digit];
            }
            branch.start(cell, digit, side);
            branch.follow(grid, &mut now, rules);
            if let Some(clash) = branch.clash {
                let lengths = [clash.on, clash.off].map(|end| marks.ancestors(branch, end, |_| {}));
                let found = (lengths.iter().sum(), cell, side);
                best = Some(best.map_or(found, |best| best.min(found)));
            }
        }
    }
    best
}
