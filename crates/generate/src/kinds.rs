//! The maker of a kind of board, of an empty board, or of the clues of a puzzle.
//!
//! Puzzles of every family whose clues can be given and taken away are made by the loop. A family that makes them in a
//! way of its own lists that as the abilities [`Makes`] and [`Orders`]. Those of the built-in families are here, since
//! `puzzles` does not see this crate.

use crate::{Made, Maker, Missed, Spec, Unable, any, planted, shikaku, sudoku, tiles};
use std::sync::{Arc, LazyLock};
use tilewright_engines::Budget;
use tilewright_model::Choice;
use tilewright_puzzles::{Ability, Choosable, Clues, Family, Planted, Puzzle, board};

/// Puzzles that are made in a way of their family's own: quicker than by the loop alone, or to more orders.
pub trait Makes: Puzzle {
    /// The maker of puzzles on this board.
    fn maker(&self, spec: Spec) -> Result<Box<dyn Maker>, Unable>;

    /// The maker of puzzles that have some of the clues of this one, whose only solution is known.
    fn maker_from(&self, solution: Vec<Choice>, spec: Spec) -> Result<Box<dyn Maker>, Unable> {
        any::from(self.shared(), solution, &spec)
    }

    /// The maker of full boards.
    fn full(&self) -> Result<Box<dyn Maker>, Unable> {
        Err(drawn_by_sample(self.family()))
    }
}

impl Ability for dyn Makes {
    const WORD: &'static str = "maker";
}

/// The requirements that a family's own way meets beside those that the loop meets, as [`Spec`] names them.
#[derive(Clone, Copy, Debug)]
pub struct Orders(pub &'static [&'static str]);

impl Ability for Orders {
    const WORD: &'static str = "orders";
}

/// The built-in families that have a way of their own.
static OWN_WAYS: LazyLock<[Family; 3]> =
    LazyLock::new(|| [sudoku::family(), shikaku::family(), tiles::family()]);

/// The family with its own way of making puzzles, where it has one.
fn with_way(family: &Family) -> &Family {
    let mut built_in = OWN_WAYS.iter().filter(|_| !family.has::<dyn Makes>());
    built_in.find(|own| *own == family).unwrap_or(family)
}

/// The special requirements that puzzles of a family are made to; `None` if none are made.
pub fn orders(family: &Family) -> Option<Orders> {
    let family = with_way(family);
    let is_thinned = family.has::<dyn Clues>() && family.has::<dyn Choosable>();
    let by_loop = (is_thinned || family.has::<dyn Makes>()).then_some(Orders(&[]));
    family.can().copied().or(by_loop)
}

/// The maker of puzzles of a built-in kind and size, or of full boards and maps where `full`.
///
/// ```
/// use tilewright_generate::{Budget, Spec, maker};
///
/// let maker = maker("shikaku", "6x5", Spec::default(), false)?;
/// let made = maker.make(1, &Budget::default())?;
/// assert_eq!(made.puzzle.family().name, "shikaku");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn maker(kind: &str, size: &str, spec: Spec, full: bool) -> Result<Box<dyn Maker>, Unable> {
    let board = board(kind, size).map_err(|error| Unable(error.message().to_owned()))?;
    maker_of(&*board, spec, full)
}

/// The maker of puzzles on a board, or of full boards and maps where `full`.
pub fn maker_of(board: &dyn Puzzle, spec: Spec, full: bool) -> Result<Box<dyn Maker>, Unable> {
    let own = with_way(board.family()).act::<dyn Makes>(board);
    match (own, full) {
        (Some(own), true) => own.full(),
        (Some(own), false) => own.maker(spec),
        (None, true) => Err(drawn_by_sample(board.family())),
        (None, false) if board.can::<dyn Planted>().is_some() => {
            planted::of_board(board.shared(), &spec)
        }
        (None, false) => any::of_board(board.shared(), &spec),
    }
}

/// The maker of puzzles that have some of the clues of this one. It must have that solution and no
/// other: a full board will do.
///
/// ```
/// use tilewright_generate::{Budget, Minimal, Spec, maker_from};
/// use tilewright_puzzles::read;
///
/// let full = read("1234341221434321", Some("sudoku:line"))?;
/// let spec = Spec { minimal: Minimal::Clues, ..Spec::default() };
/// let solution = full.givens();
/// let maker = maker_from(full.into(), solution, spec)?;
/// let made = maker.make(1, &Budget::default())?;
/// assert!(made.puzzle.givens().len() < 7);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn maker_from(
    puzzle: Arc<dyn Puzzle>,
    solution: Vec<Choice>,
    spec: Spec,
) -> Result<Box<dyn Maker>, Unable> {
    if spec.controlled_bias {
        return Err(Unable(
            "a controlled bias is for puzzles of random boards, not of one that is given"
                .to_owned(),
        ));
    }
    match with_way(puzzle.family()).act::<dyn Makes>(&*puzzle) {
        Some(own) => own.maker_from(solution, spec),
        None => any::from(puzzle, solution, &spec),
    }
}

fn drawn_by_sample(family: &Family) -> Unable {
    Unable(format!(
        "solutions of {} are drawn by `sample`, not by `generate --full`",
        family.name
    ))
}

/// A maker of full boards.
pub(crate) fn full<P: Puzzle>(
    make: impl Fn(u64, &Budget) -> Result<P, Missed> + Send + Sync + 'static,
) -> Box<dyn Maker> {
    Box::new(Full(make))
}

/// Makes full boards, which have no clues.
struct Full<F>(F);

impl<P: Puzzle, F: Fn(u64, &Budget) -> Result<P, Missed> + Send + Sync> Maker for Full<F> {
    fn make(&self, seed: u64, budget: &Budget) -> Result<Made, Missed> {
        let board = (self.0)(seed, budget)?;
        Ok(Made::new(Box::new(board), Vec::new()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_known_by_name_and_others_refused() {
        for (kind, size) in [("sudoku", "2,2"), ("shikaku", "5x5"), ("roads", "4x4")] {
            let maker = maker(kind, size, Spec::default(), false).unwrap();
            assert!(maker.make(1, &Budget::default()).is_ok(), "{kind}");
        }
        let full = maker("sudoku", "2,2", Spec::default(), true).unwrap();
        let made = full.make(1, &Budget::default()).unwrap();
        assert!(!made.puzzle.write("line").unwrap().contains('.'));
        assert!(maker("shikaku", "5x5", Spec::default(), true).is_err());
        for (kind, size) in [("sudoku", "x"), ("shikaku", "0x5"), ("chess", "8x8")] {
            assert!(maker(kind, size, Spec::default(), false).is_err(), "{kind}");
        }
    }
}
