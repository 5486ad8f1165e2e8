//! Our side, through the public interface alone, in three ways: all boards in one call
//! ([`Engine::bulk`]), a call with a single board to the same, and an [`Ask`] for each board.

use super::contender::{Contender, Kind, Session, one_by_one};
use tilewright_engines::bulk::{Bulk, BulkAnswers, OneByOne};
use tilewright_engines::nine::{Nine, Path};
use tilewright_engines::{Ask, Declined, Engine, Search, dance::Dance};
use tilewright_model::Model;
use tilewright_model::budget::Budget;
use tilewright_testkit::sudoku::{Board, filled, givens};

/// The way to hand over the boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Bulk,
    One,
    Ask,
    /// In bulk on registers that are not the ones that the engine would take.
    On(Path),
}

/// One of our engines, in one way.
pub(super) struct Ours {
    engine: &'static dyn Engine,
    way: Way,
    /// True if the engine has a way of its own for many boards; otherwise `dance` is asked for
    /// each.
    has_bulk: bool,
}

impl Ours {
    /// The engine in all ways that it has on `model`.
    pub(super) fn ways(engine: &'static dyn Engine, model: &Model) -> Vec<Self> {
        let has_bulk = engine.bulk(model).is_some();
        let ways = [Way::Bulk, Way::One, Way::Ask];
        // A single board through `OneByOne` is an ask, which has a column already.
        let ways = ways.into_iter().filter(|&way| has_bulk || way != Way::One);
        ways.map(|way| Self {
            engine,
            way,
            has_bulk,
        })
        .collect()
    }

    /// `nine` in bulk on each other path that this machine has.
    pub(super) fn other_paths() -> impl Iterator<Item = Self> {
        let paths = Path::available().into_iter();
        paths.filter(|&path| path != Path::best()).map(|path| Self {
            engine: &Nine,
            way: Way::On(path),
            has_bulk: true,
        })
    }

    fn bulk(&self, model: &Model) -> Result<Box<dyn Bulk>, Declined> {
        match self.engine.bulk(model) {
            Some(bulk) => Ok(bulk),
            None => Ok(Box::new(OneByOne::new(&Dance, model)?)),
        }
    }
}

impl Contender for Ours {
    fn name(&self) -> String {
        let engine = self.engine.name();
        match self.way {
            Way::Bulk if self.has_bulk => format!("{engine} bulk"),
            Way::Bulk => "dance bulk".into(),
            Way::One => format!("{engine} one"),
            Way::Ask => format!("{engine} ask"),
            Way::On(path) => format!("{engine} {path:?}"),
        }
    }

    fn kind(&self) -> Kind {
        match self.way {
            Way::Bulk | Way::On(_) => Kind::Bulk,
            Way::One | Way::Ask => Kind::Single,
        }
    }

    fn knows(&self, _: u32) -> bool {
        true
    }

    fn session<'m>(&'m self, model: &'m Model) -> Result<Box<dyn Session + 'm>, Declined> {
        Ok(match self.way {
            Way::Bulk => Box::new(InBulk(self.bulk(model)?)),
            Way::On(path) => {
                let not_classic = || Declined::new("nine", "the model is not the classic 9×9");
                Box::new(InBulk(Nine::bulk_on(model, path).ok_or_else(not_classic)?))
            }
            Way::One => Box::new(OneBoard {
                bulk: self.bulk(model)?,
                answer: BulkAnswers::default(),
            }),
            Way::Ask => Box::new(Asking {
                search: self.engine.prepare(model, &Budget::default())?,
                guesses: 0,
            }),
        })
    }
}

struct InBulk(Box<dyn Bulk>);

impl Session for InBulk {
    fn run(&mut self, boards: &[Board], limit: u32, answers: &mut BulkAnswers) {
        self.0.run(boards.as_flattened(), limit, answers);
    }

    fn guesses(&self) -> Option<u64> {
        Some(self.0.guesses())
    }
}

struct OneBoard {
    bulk: Box<dyn Bulk>,
    answer: BulkAnswers,
}

impl Session for OneBoard {
    fn run(&mut self, boards: &[Board], limit: u32, answers: &mut BulkAnswers) {
        one_by_one(boards, answers, |board, first| {
            self.bulk.run(board, limit, &mut self.answer);
            first.copy_from_slice(&self.answer.firsts);
            self.answer.counts[0]
        });
    }

    fn guesses(&self) -> Option<u64> {
        Some(self.bulk.guesses())
    }
}

struct Asking {
    search: Box<dyn Search>,
    guesses: u64,
}

impl Session for Asking {
    fn run(&mut self, boards: &[Board], limit: u32, answers: &mut BulkAnswers) {
        one_by_one(boards, answers, |board, first| {
            let ask = Ask::given(givens(board)).limit(limit.into());
            self.search.start(&ask);
            *first = [0; 81];
            let mut count = 0;
            while count < limit
                && let Ok(solution) = self.search.advance()
            {
                if count == 0 {
                    *first = filled(solution);
                }
                count += 1;
            }
            self.guesses += self.search.stats().nodes;
            count
        });
    }

    fn guesses(&self) -> Option<u64> {
        Some(self.guesses)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilewright_engines::ENGINES;
    use tilewright_puzzles::sudoku::Shape;
    use tilewright_testkit::sudoku::{solutions, sparse, with_wrong_clue, without_clues};

    #[test]
    fn all_ways_give_what_the_oracle_gives() {
        let model = Shape::classic().model(&Budget::default()).unwrap();
        let puzzle = sparse(5);
        let boards = [
            puzzle,
            without_clues(&puzzle, 2, 1),
            with_wrong_clue(&puzzle, 1),
        ];
        let quick = ENGINES.iter().filter(|engine| engine.name() != "naive");
        for ours in quick.flat_map(|&engine| Ours::ways(engine, &model)) {
            let mut session = ours.session(&model).unwrap();
            for limit in [1, 2, 3] {
                let mut answers = BulkAnswers::default();
                session.run(&boards, limit, &mut answers);
                for (number, board) in boards.iter().enumerate() {
                    let found = solutions(board, usize::MAX);
                    let count = found.len().min(limit as usize);
                    let name = ours.name();
                    assert_eq!(answers.counts[number] as usize, count, "{name}");
                    let first: &Board = &answers.firsts.as_chunks().0[number];
                    assert_eq!(found.contains(first), count > 0, "{name}");
                }
            }
            assert!(session.guesses().is_some());
        }
    }
}
