//! The guess of last resort: the middle one of the open cells gets the digit of the solution.

use super::als::digits_of;
use crate::Board;
use crate::cells::{Cells, UNITS};
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
    while let Some((choice, options)) = fewest(board) {
        match options {
            0 => return None,
            1 => {
                let (cell, digit) = choice.options(board).next()?;
                board.set(cell, digit);
            }
            _ => return Some(choice.options(board).collect()),
        }
    }
    None
}

/// What a choice is about: the digit of a cell, or the place of a digit in a unit.
#[derive(Clone, Copy)]
enum Choice {
    Cell(usize),
    Unit(usize, u8),
}

impl Choice {
    fn options(self, board: &Board) -> impl Iterator<Item = (usize, u8)> {
        let (cells, digits) = match self {
            Self::Cell(cell) => (Cells::of(cell), board.candidates(cell)),
            Self::Unit(unit, digit) => (UNITS[unit] & board.places(digit), 1 << digit),
        };
        cells
            .into_iter()
            .flat_map(move |cell| digits_of(digits).map(move |digit| (cell, digit)))
    }
}

/// The choice with the fewest options, and how many these are; none if the board is full.
fn fewest(board: &Board) -> Option<(Choice, usize)> {
    let open = (0..81).filter(|&cell| board.value(cell) == 0);
    let cells = open.map(|cell| {
        let options = board.candidates(cell).count_ones() as usize;
        (Choice::Cell(cell), options)
    });
    // A digit that a unit has needs no place there.
    let units = (0..27).flat_map(|unit| {
        let taken = UNITS[unit].into_iter().map(|cell| board.value(cell));
        let taken = taken.fold(0u16, |taken, value| taken | 1 << value) >> 1;
        digits_of(!taken & 0x1ff).map(move |digit| {
            let options = (UNITS[unit] & board.places(digit)).len();
            (Choice::Unit(unit, digit), options)
        })
    });
    let mut best: Option<(Choice, usize)> = None;
    for (choice, options) in cells.chain(units) {
        if best.is_none_or(|(_, fewest)| options < fewest) {
            best = Some((choice, options));
            if options <= 1 {
                break;
            }
        }
    }
    best
}
