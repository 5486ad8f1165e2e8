//! Steps in the words of Shikaku: clues, their boxes, and the cells that they cover.

use super::Shikaku;
use crate::prose::listed;
use crate::words::{self, Telling};
use crate::{Drawn, Tells};
use tilewright_logic::{Board, Reason, Step};
use tilewright_model::{Choice, Item, Names};

/// The most rectangles that are named one by one.
const MOST_NAMED: usize = 12;

/// The meaning of an item of the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Clue(usize),
    Cell(usize),
}

/// The name, where to look, and why.
type Told = (String, String, String);

/// A step in words.
pub(super) fn tell(shikaku: &Shikaku, step: &Step, board: &Board) -> Telling {
    let teller = Teller { shikaku, board };
    let plain = words::plain(shikaku, step, board);
    let told = match &step.reason {
        Reason::Single { item } => Some(teller.single(*item, step.picked[0])),
        Reason::Excluded { item } => teller.excluded(*item, step),
        Reason::Sets {
            bases,
            covers,
            fins,
        } if fins.is_empty() => teller.sets(bases, covers),
        _ => None,
    };
    let Some((name, place, because)) = told else {
        return plain;
    };
    Telling {
        name,
        place,
        because,
        therefore: plain.therefore,
        rank: 0,
    }
}

struct Teller<'t> {
    shikaku: &'t Shikaku,
    board: &'t Board,
}

impl Teller<'_> {
    fn part(&self, item: Item) -> Part {
        match item.index().checked_sub(self.shikaku.clues().len()) {
            None => Part::Clue(item.index()),
            Some(cell) => Part::Cell(cell),
        }
    }

    fn clue_of(&self, choice: Choice) -> usize {
        self.shikaku.compiled().boxes.clue_of(choice.index())
    }

    /// "rectangle", or "box" where there are more than two dimensions.
    fn shape(&self) -> &'static str {
        if self.shikaku.shape().axes() > 2 {
            "box"
        } else {
            "rectangle"
        }
    }

    fn single(&self, item: Item, choice: Choice) -> Told {
        let (place, shape) = (self.shikaku.item_name(item), self.shape());
        match self.part(item) {
            Part::Clue(_) => {
                let because = format!("{place} has one {shape} left");
                (format!("only {shape} left"), place, because)
            }
            Part::Cell(_) => {
                let clue = self.shikaku.clue_name(self.clue_of(choice));
                let because =
                    format!("{place} is reached by {clue} alone, and by one {shape} of it");
                ("only clue that reaches this cell".into(), place, because)
            }
        }
    }

    fn excluded(&self, item: Item, step: &Step) -> Option<Told> {
        let (place, shape) = (self.shikaku.item_name(item), self.shape());
        match self.part(item) {
            Part::Cell(_) => {
                let mut clues = self.board.live(item).map(|choice| self.clue_of(choice));
                let clue = clues.next()?;
                if !clues.all(|other| other == clue) {
                    let left: Vec<Choice> = self.board.live(item).collect();
                    let things: Vec<String> = left
                        .iter()
                        .take(MOST_NAMED)
                        .filter_map(|&choice| self.shikaku.choice_thing(choice))
                        .collect();
                    if things.len() < left.len() {
                        return None;
                    }
                    let because = format!(
                        "{place} is covered by {}, and each of them meets all that goes",
                        listed(things, "or")
                    );
                    return Some(("excluded either way".into(), place, because));
                }
                let because = format!(
                    "{place} is reached by {} alone",
                    self.shikaku.clue_name(clue)
                );
                Some(("only clue that reaches this cell".into(), place, because))
            }
            Part::Clue(clue) => {
                let clue = self.shikaku.clue_name(clue);
                let gone = *step.removed.first()?;
                let (covered, gone) = (self.always_covered(item), self.covered(gone));
                let met = covered.into_iter().find(|cell| gone.contains(cell));
                let Some(cell) = met else {
                    let name = format!("every {shape} of this clue is in the way");
                    return Some((
                        name,
                        place,
                        format!("every {shape} of {clue} meets all that goes"),
                    ));
                };
                let cell = self.shikaku.shape().cell_name(cell);
                let name = format!("every {shape} of this clue covers this cell");
                let because = format!("every {shape} of {clue} covers {cell}");
                Some((name, place, because))
            }
        }
    }

    /// The cells that every box of a clue covers.
    fn always_covered(&self, clue: Item) -> Vec<usize> {
        let boxes = self.board.live(clue).map(|choice| self.covered(choice));
        let meet = |mut all: Vec<usize>, cells: Vec<usize>| {
            all.retain(|cell| cells.contains(cell));
            all
        };
        boxes.reduce(meet).unwrap_or_default()
    }

    /// The cells of a box, ascending.
    fn covered(&self, choice: Choice) -> Vec<usize> {
        let spots = self.shikaku.spots(choice).into_iter();
        spots.map(|spot| spot.cell).collect()
    }

    fn sets(&self, bases: &[Item], covers: &[Item]) -> Option<Told> {
        let names =
            |items: &[Item]| listed(items.iter().map(|&i| self.shikaku.item_name(i)), "and");
        let are_clues =
            |items: &[Item]| items.iter().all(|&i| matches!(self.part(i), Part::Clue(_)));
        let are_cells =
            |items: &[Item]| items.iter().all(|&i| matches!(self.part(i), Part::Cell(_)));
        let (place, within, count) = (names(bases), names(covers), bases.len());
        if are_cells(bases) && are_clues(covers) {
            let because = format!("{place} are reached by {within} alone");
            let name = format!("{count} cells that {count} clues reach");
            return Some((name, place, because));
        }
        if are_clues(bases) && are_cells(covers) {
            let because = format!("{place} cover {within}, one each, whichever way");
            let name = format!("{count} clues that cover {count} cells");
            return Some((name, place, because));
        }
        None
    }
}
