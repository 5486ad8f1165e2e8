//! The guess of last resort: the middle one of the open cells gets the digit of the solution.

use super::als::digits_of;
use crate::Board;
use crate::cells::UNITS;
use crate::hodoku::{Candidate, Step, Technique};

/// As many boards are looked at before a puzzle counts as one without a single solution.
const MOST_BOARDS: u32 = 200_000;

/// The guess; none if the board has no solution or several.
pub(super) fn first(board: &Board) -> Option<Step> {
    let solution = solve(board)?;
    let open: Vec<usize> = (0..81).filter(|&cell| board.value(cell) == 0).collect();
    let cell = *open.get(open.len() / 2)?;
    Some(Step {
        technique: Technique::BruteForce,
        placed: vec![Candidate {
            cell: u8::try_from(cell).ok()?,
            digit: solution.value(cell) - 1,
        }],
        removed: Vec::new(),
    })
}

/// The solution of a board that has exactly one.
pub(super) fn solve(board: &Board) -> Option<Board> {
    let mut found = None;
    let mut count = 0;
    let mut boards = 0;
    walk(board.clone(), &mut boards, &mut |solved| {
        count += 1;
        found = Some(solved);
        count > 1
    });
    found.filter(|_| count == 1 && boards <= MOST_BOARDS)
}

/// Depth first; stops when `found` says so.
fn walk(mut board: Board, boards: &mut u32, found: &mut impl FnMut(Board) -> bool) -> bool {
    *boards += 1;
    if *boards > MOST_BOARDS {
        return true;
    }
    let Some(options) = tightest(&mut board) else {
        return !board.is_dead() && board.is_solved() && found(board);
    };
    options.into_iter().any(|(cell, digit)| {
        let mut next = board.clone();
        next.set(cell, digit);
        walk(next, boards, found)
    })
}

/// Places all that is forced, then names the choice with the fewest options; none if the board is full
/// or cannot be filled.
fn tightest(board: &mut Board) -> Option<Vec<(usize, u8)>> {
    loop {
        let mut fewest: Option<Vec<(usize, u8)>> = None;
        let mut offer = |options: Vec<(usize, u8)>| {
            if fewest
                .as_ref()
                .is_none_or(|best| options.len() < best.len())
            {
                fewest = Some(options);
            }
        };
        for cell in (0..81).filter(|&cell| board.value(cell) == 0) {
            offer(
                digits_of(board.candidates(cell))
                    .map(|digit| (cell, digit))
                    .collect(),
            );
        }
        for unit in UNITS {
            let taken = unit
                .into_iter()
                .fold(0u16, |taken, cell| match board.value(cell) {
                    0 => taken,
                    value => taken | 1 << (value - 1),
                });
            for digit in digits_of(!taken & 0x1ff) {
                let places = unit & board.places(digit);
                offer(places.into_iter().map(|cell| (cell, digit)).collect());
            }
        }
        match fewest {
            Some(options) if options.is_empty() => return None,
            Some(options) if options.len() == 1 => board.set(options[0].0, options[0].1),
            other => return other,
        }
    }
}
