//! Edge tiles: random maps of a tile set, and puzzles whose fixed places are as few as will do.
//!
//! | module | what it is |
//! | --- | --- |
//! | `ground` | which kinds go together, and what may stand where |
//! | `map` | random maps that follow the weights of their set |
//! | `strips` | two rows or columns of a map, drawn anew |
//!
//! A puzzle begins as a random map with every place fixed. The fixed places of its board stay.

mod ground;
mod map;
mod strips;

pub use map::map;

use crate::clues::{Units, moves};
use crate::generator::{Craft, Generator, Whole};
use crate::judge::Judge;
use crate::patience::Patience;
use crate::rate::check_difficulty;
use crate::{Maker, Makes, Missed, Orders, Spec, Unable, kinds};
use ground::Ground;
use std::sync::Arc;
use tilewright_engines::{Budget, Random};
use tilewright_model::{Choice, Model};
use tilewright_puzzles::tiles::{TILES, Tiles};
use tilewright_puzzles::{Family, Filled, Puzzle};

/// Makes puzzles on a board: with its fixed places, and others as ordered.
pub fn tiles(board: &Tiles, spec: &Spec) -> Result<Box<dyn Maker>, Unable> {
    let fixed = kinds_on(board);
    maker(board, None, spec, |_| true, |place| fixed[place].is_some())
}

/// The orders that only some families are made to.
const ORDERS: Orders = Orders(&["symmetry", "pattern"]);

/// The family with this way of making its puzzles.
pub(crate) fn family() -> Family {
    TILES.clone().able(ORDERS).acts::<dyn Makes, Tiles>(|p| p)
}

impl Makes for Tiles {
    fn maker(&self, spec: Spec) -> Result<Box<dyn Maker>, Unable> {
        tiles(self, &spec)
    }

    fn maker_from(&self, solution: Vec<Choice>, spec: Spec) -> Result<Box<dyn Maker>, Unable> {
        let fixed = kinds_on(self);
        let map = self.with_kinds(&kinds_on(&self.filled(&solution)));
        let is_clue = |place: usize| fixed[place].is_some();
        maker(self, Some(map), &spec, is_clue, |_| false)
    }

    fn full(&self) -> Result<Box<dyn Maker>, Unable> {
        let board = self.clone();
        let make = move |seed, budget: &Budget| map(&board, seed, budget);
        Ok(kinds::full(make))
    }
}

/// The kind on each place of a board, if there is one.
fn kinds_on(board: &Tiles) -> Vec<Option<usize>> {
    let places = 0..board.rows() * board.columns();
    let at = |place: usize| board.kind_number_at(place / board.columns(), place % board.columns());
    places.map(at).collect()
}

fn maker(
    board: &Tiles,
    from: Option<Tiles>,
    spec: &Spec,
    is_clue: impl Fn(usize) -> bool,
    is_kept: impl Fn(usize) -> bool,
) -> Result<Box<dyn Maker>, Unable> {
    spec.refuse_all_but(ORDERS, "edge tiles are made")?;
    let (rows, columns) = (board.rows(), board.columns());
    let what = format!("{rows}×{columns} board");
    let moves = moves(&[columns, rows], spec.symmetry, &what)?;
    let places = rows * columns;
    let may = spec.allowed(places, &what)?;
    let units = Units::new(
        places,
        &moves,
        |place| may(place) && is_clue(place),
        is_kept,
    );
    spec.check_clues(0, units.all.len(), &what)?;
    check_difficulty(spec, false, &what)?;
    let craft = Maps {
        ground: Ground::new(board),
        model: board
            .model(&Budget::default().for_model())
            .map_err(Unable::because)?,
        board: board.clone(),
        units: Arc::new(units),
        from,
    };
    Generator::maker(craft, spec.clone(), None)
}

/// The maps of a board.
struct Maps {
    board: Tiles,
    ground: Ground,
    model: Model,
    units: Arc<Units>,
    /// The map, where it is not a random one.
    from: Option<Tiles>,
}

impl Craft for Maps {
    fn model(&self) -> Option<&Model> {
        Some(&self.model)
    }

    fn draw(
        &self,
        _: &mut Judge,
        random: &mut Random,
        budget: &Budget,
    ) -> Result<Option<Whole>, Missed> {
        let map = match &self.from {
            Some(map) => map.clone(),
            None => map::draw(&self.board, &self.ground, random.bits(), budget)?,
        };
        let solution = map.givens();
        let units = Arc::clone(&self.units);
        let count = solution.len();
        let whole = Whole::of_puzzle(Arc::new(map), solution, units, count);
        Ok(Some(whole))
    }

    fn is_given(&self) -> bool {
        self.from.is_some()
    }
}
