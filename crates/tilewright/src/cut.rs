//! A puzzle as a sum: cut into puzzles that have all of its solutions between them, and none twice.
//!
//! A tile is chosen, and for each of its choices there is the puzzle with that choice given as well. The part with the most
//! open tiles is cut next, at the tile with the fewest choices, until there are enough parts. Choices that exclude one that
//! is given are left out; that is the only reasoning, since a part without a solution does no harm. The parts depend on
//! the puzzle and their number alone.

use crate::solver::{Refusal, Solver};
use std::cmp::{Ordering, Reverse};
use std::collections::{BinaryHeap, HashSet};
use std::sync::Arc;
use tilewright_model::{Choice, Demand, Item, Model};
use tilewright_puzzles::{Choosable, Puzzle};

impl Solver {
    /// At least this many puzzles with more clues, if that many can be made, which have all solutions of this one
    /// between them and none twice. A puzzle whose family gives no choices ([`Choosable`]) is the only part.
    ///
    /// ```
    /// use tilewright::{Solver, board};
    ///
    /// let solver = Solver::new();
    /// let parts = solver.cut(board("sudoku", "2,2")?.into(), 10)?;
    /// assert!((10..14).contains(&parts.len()));
    /// let counts = parts.iter().map(|part| solver.count(&**part).unwrap().number);
    /// assert_eq!(counts.sum::<tilewright::BigUint>(), 288u32.into());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn cut(
        &self,
        puzzle: Arc<dyn Puzzle>,
        parts: usize,
    ) -> Result<Vec<Arc<dyn Puzzle>>, Refusal> {
        if !puzzle.family().has::<dyn Choosable>() {
            return Ok(vec![puzzle]);
        }
        let budget = self.question();
        let model = puzzle.model(&budget)?;
        // Rules become items, which exclude choices.
        let model = model.lower(&budget).unwrap_or(model);
        let whole = Arc::clone(&puzzle);
        let mut queue = BinaryHeap::from([Part::new(&model, puzzle.givens(), 0, puzzle)]);
        let mut done = Vec::new();
        let mut born = 1;
        while queue.len() + done.len() < parts
            && let Some(part) = queue.pop()
        {
            if let Some(end) = budget.end() {
                return Err(Refusal::Stopped(end));
            }
            let Some(choices) = part.branches(&model) else {
                done.push(part);
                continue;
            };
            for choice in choices {
                let Ok(puzzle) = part.puzzle.with_choice(choice) else {
                    return Ok(vec![whole]);
                };
                let picked = [&part.picked[..], &[choice]].concat();
                queue.push(Part::new(&model, picked, born, puzzle.into()));
                born += 1;
            }
        }
        done.extend(queue.into_sorted_vec().into_iter().rev());
        Ok(done.into_iter().map(|part| part.puzzle).collect())
    }
}

/// A puzzle of the sum.
struct Part {
    puzzle: Arc<dyn Puzzle>,
    /// Its given choices.
    picked: Vec<Choice>,
    /// The tiles without one.
    open: usize,
    /// The number of parts that were made before it.
    born: usize,
}

impl Part {
    fn new(model: &Model, picked: Vec<Choice>, born: usize, puzzle: Arc<dyn Puzzle>) -> Self {
        let open = open_tiles(model, &picked).count();
        Self {
            puzzle,
            picked,
            open,
            born,
        }
    }

    /// The choices of the tile with the fewest that the given ones allow; `None` if every tile has its choice.
    fn branches(&self, model: &Model) -> Option<Vec<Choice>> {
        let mut allowed = vec![true; model.choice_count()];
        for &choice in &self.picked {
            for &(item, colour) in model.touches(choice) {
                let is_coloured = model.demand(item) == Demand::OneColour;
                for &(other, shown) in model.members(item) {
                    allowed[other.index()] &= other == choice || is_coloured && shown == colour;
                }
            }
        }
        let choices_of = |tile| {
            let members = model.members(tile).iter().map(|&(choice, _)| choice);
            members.filter(|choice| allowed[choice.index()])
        };
        let open = open_tiles(model, &self.picked);
        let tile = open.min_by_key(|&tile| choices_of(tile).count())?;
        Some(choices_of(tile).collect())
    }

    /// The order in which parts are cut: those with the most open tiles first, and of these the oldest.
    fn rank(&self) -> (usize, Reverse<usize>) {
        (self.open, Reverse(self.born))
    }
}

impl PartialEq for Part {
    fn eq(&self, other: &Self) -> bool {
        self.rank() == other.rank()
    }
}

impl Eq for Part {}

impl PartialOrd for Part {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Part {
    fn cmp(&self, other: &Self) -> Ordering {
        self.rank().cmp(&other.rank())
    }
}

/// The tiles of the puzzle's own that no given choice is in.
fn open_tiles<'m>(model: &'m Model, picked: &[Choice]) -> impl Iterator<Item = Item> + use<'m> {
    let touched = picked.iter().flat_map(|&choice| model.touches(choice));
    let taken: HashSet<Item> = touched.map(|&(item, _)| item).collect();
    let own = model
        .tiles()
        .iter()
        .filter(|&&tile| model.is_own_item(tile));
    own.copied().filter(move |tile| !taken.contains(tile))
}
