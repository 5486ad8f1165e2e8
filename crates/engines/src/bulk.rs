//! Many boards of one model at once.
//!
//! A data set is millions of boards that share a model, and asking for them one by one spends more
//! on asking than on searching. In bulk a board is a row of bytes, a byte for each tile in the
//! order of [`Model::tiles`]: 0 if the tile is open, *v* if it is given its *v*-th choice. The
//! answers are as plain: the number of solutions of each board, up to a limit, and its first one,
//! as such a row without zeros.
//!
//! An engine that has a way of its own to do this says so with
//! [`Engine::bulk`]; [`OneByOne`] does it with any engine, by asking.

use crate::{Ask, Budget, Declined, End, Engine, Search};
use tilewright_model::{Choice, Model};

/// A prepared model, ready for many boards at once.
pub trait Bulk: Send {
    /// The bytes of a board: the number of tiles.
    fn tiles(&self) -> usize;

    /// Searches every board of `boards`, one after the other without a gap, for up to `limit`
    /// solutions. A board that gives a tile a choice that it does not have has no solution.
    ///
    /// The answers do not depend on which boards are neighbours. [`End::Complete`] unless it was
    /// interrupted; then `answers` is of no use.
    ///
    /// # Panics
    /// If `boards` does not hold whole boards.
    fn run(&mut self, boards: &[u8], limit: u32, answers: &mut BulkAnswers) -> End;

    /// From now on a run is interrupted when the [`stop`](Budget::stop) of the budget becomes true. Its other limits
    /// are for questions and not for runs.
    fn within(&mut self, budget: &Budget);

    /// The choices tried in all runs so far.
    fn guesses(&self) -> u64;
}

/// The answers of a run in bulk.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BulkAnswers {
    /// For each board how many solutions were found, at most the limit.
    pub counts: Vec<u32>,
    /// For each board its first solution, a byte for each tile; zeros where there is none.
    pub firsts: Vec<u8>,
}

impl BulkAnswers {
    /// Makes room for the answers to `boards` boards, with arbitrary content.
    pub fn resize(&mut self, boards: usize, tiles: usize) {
        self.counts.resize(boards, 0);
        self.firsts.resize(boards * tiles, 0);
    }

    /// Zeros in the place of solutions that there are not.
    pub fn clear_unsolved(&mut self, tiles: usize) {
        let firsts = self.firsts.chunks_exact_mut(tiles);
        let boards = self.counts.iter().zip(firsts);
        for (_, first) in boards.filter(|(count, _)| **count == 0) {
            first.fill(0);
        }
    }
}

/// The choices of a board; `None` if it gives a tile an impossible value.
pub fn picked(model: &Model, board: &[u8]) -> Option<Vec<Choice>> {
    let tiles = board.iter().zip(model.tiles());
    let choice = |(&byte, &tile): (&u8, _)| {
        let member = model.members(tile).get(usize::from(byte) - 1);
        member.map(|&(choice, _)| choice)
    };
    tiles.filter(|(byte, _)| **byte > 0).map(choice).collect()
}

/// Boards in bulk with any engine: each is asked for by itself. The measure of every other way.
pub struct OneByOne {
    model: Model,
    search: Box<dyn Search>,
    /// For each choice the byte that stands for it, tile by tile.
    bytes: Vec<Vec<(usize, u8)>>,
    budget: Budget,
    guesses: u64,
}

impl OneByOne {
    /// Prepares `model` with `engine`.
    pub fn new(engine: &dyn Engine, model: &Model) -> Result<Self, Declined> {
        let mut bytes = vec![Vec::new(); model.choice_count()];
        for (tile, &item) in model.tiles().iter().enumerate() {
            for (value, (choice, _)) in model.members(item).iter().enumerate() {
                let byte = u8::try_from(value + 1).map_err(|_| {
                    let reason = format!("tile {} has more than 255 values", tile + 1);
                    Declined::new(engine.name(), reason)
                })?;
                bytes[choice.index()].push((tile, byte));
            }
        }
        Ok(Self {
            model: model.clone(),
            search: engine.prepare(model, &Budget::default())?,
            bytes,
            budget: Budget::default(),
            guesses: 0,
        })
    }

    /// Searches one board: how many solutions it has, and how that ended.
    fn board(&mut self, board: &[u8], limit: u32, first: &mut [u8]) -> (u32, End) {
        let Some(given) = picked(&self.model, board) else {
            return (0, End::Complete);
        };
        let mut ask = Ask::given(given).limit(limit.into());
        ask.budget.stop.clone_from(&self.budget.stop);
        self.search.start(&ask);
        let mut found = 0;
        let end = loop {
            match self.search.advance() {
                Ok(solution) if found == 0 => {
                    for &(tile, byte) in solution.iter().flat_map(|c| &self.bytes[c.index()]) {
                        first[tile] = byte;
                    }
                    found = 1;
                }
                Ok(_) => found += 1,
                Err(end) => break end,
            }
        };
        self.guesses += self.search.stats().nodes;
        (found, end)
    }
}

impl Bulk for OneByOne {
    fn tiles(&self) -> usize {
        self.model.tiles().len()
    }

    fn run(&mut self, boards: &[u8], limit: u32, answers: &mut BulkAnswers) -> End {
        let tiles = self.tiles();
        assert!(boards.len().is_multiple_of(tiles), "whole boards");
        answers.resize(boards.len() / tiles, tiles);
        let rows = boards.chunks_exact(tiles);
        let firsts = answers.firsts.chunks_exact_mut(tiles);
        for ((board, count), first) in rows.zip(&mut answers.counts).zip(firsts) {
            let (found, end) = self.board(board, limit, first);
            if end == End::Interrupted {
                return end;
            }
            *count = found;
        }
        answers.clear_unsolved(tiles);
        End::Complete
    }

    fn within(&mut self, budget: &Budget) {
        self.budget = budget.clone();
    }

    fn guesses(&self) -> u64 {
        self.guesses
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dance::Dance;
    use tilewright_model::{Demand, ModelBuilder};

    #[test]
    fn boards_are_rows_of_values() {
        let mut b = ModelBuilder::new(4);
        b.tile(&[0, 1]).unwrap();
        b.tile(&[2, 3]).unwrap();
        b.item(Demand::AtMostOne, &[0, 2]).unwrap();
        let model = b.build().unwrap();
        let mut bulk = OneByOne::new(&Dance, &model).unwrap();
        let mut answers = BulkAnswers::default();
        let boards = [0, 0, 1, 0, 1, 1, 0, 2, 0, 3];
        assert_eq!(bulk.run(&boards, 9, &mut answers), End::Complete);
        assert_eq!(answers.counts, [3, 1, 0, 2, 0]);
        assert_eq!(answers.firsts[2..6], [1, 2, 0, 0]);
        bulk.run(&boards, 1, &mut answers);
        assert_eq!(answers.counts, [1, 1, 0, 1, 0]);
    }
}
