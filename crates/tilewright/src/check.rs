//! The verdict about a puzzle: valid, solvable, unique, and the clues it could do without.

pub use crate::clash::{Clash, ClashKind};
pub use crate::possible::Possible;

use crate::asked::Asked;
use crate::words::number_of;
use std::fmt;
use std::sync::Arc;
use tilewright_engines::{Ask, Budget, End};
use tilewright_model::{Choice, Demand, Fault, Model};
use tilewright_puzzles::Puzzle;

/// The verdict about a puzzle. It claims nothing beyond the search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// True if the givens fill the whole board: then there is nothing left to find, and the question is whether they
    /// keep to the rules.
    pub complete: bool,
    /// Two givens that exclude each other, where there are any.
    pub contradiction: Option<Contradiction>,
    /// The number of solutions: none, one, or several.
    pub solutions: Existence,
    /// The clues that could go.
    pub redundant: Redundant,
    /// The missing part of a full board, if no two givens exclude each other.
    pub missing: Option<String>,
}

impl Verdict {
    /// The verdict, a sentence for each question that has an answer.
    pub fn sentences(&self) -> Vec<String> {
        self.sentences_naming(usize::MAX)
    }

    /// The sentences with at most `most` clues by name.
    pub fn sentences_naming(&self, most: usize) -> Vec<String> {
        if self.complete {
            return vec![self.of_complete()];
        }
        if let Some(contradiction) = &self.contradiction {
            return vec![format!("not valid: {contradiction}")];
        }
        let mut said = vec!["valid".to_owned()];
        match &self.solutions {
            Existence::None => said.push("not solvable".to_owned()),
            Existence::Several(..) => {
                said.push("solvable".to_owned());
                said.push("not unique".to_owned());
            }
            Existence::Unknown { found: None, end } => {
                said.push(format!("unknown whether it is solvable ({end})"));
            }
            Existence::Unknown {
                found: Some(_),
                end,
            } => {
                said.push("solvable".to_owned());
                said.push(format!("unknown whether it is unique ({end})"));
            }
            Existence::Unique(_) => {
                said.push("solvable".to_owned());
                said.push("unique".to_owned());
                said.push(self.redundant.sentence(most));
            }
        }
        said
    }

    /// The sentence about a full board.
    fn of_complete(&self) -> String {
        match (&self.contradiction, &self.solutions) {
            (Some(contradiction), _) => format!("complete, but a rule is broken: {contradiction}"),
            (None, Existence::Unique(_) | Existence::Several(..)) => {
                "complete, no rule is broken".to_owned()
            }
            (None, Existence::None) => {
                let missing = self.missing.as_deref().unwrap_or("a demand");
                format!("complete, but a rule is broken: nothing is left for {missing}")
            }
            (None, Existence::Unknown { end, .. }) => {
                format!("complete, unknown whether a rule is broken ({end})")
            }
        }
    }
}

/// The number of solutions, as far as it matters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Existence {
    /// There is none.
    None,
    /// There is exactly this one.
    Unique(Vec<Choice>),
    /// There are at least these two.
    Several(Vec<Choice>, Vec<Choice>),
    /// The search was stopped before that was known.
    Unknown {
        /// A solution, if one was found.
        found: Option<Vec<Choice>>,
        /// The reason for the stop.
        end: End,
    },
}

impl Existence {
    /// A solution, and another one, as far as they are known.
    pub fn solutions(&self) -> (Option<&[Choice]>, Option<&[Choice]>) {
        match self {
            Self::None => (None, None),
            Self::Unique(one) => (Some(one), None),
            Self::Several(one, other) => (Some(one), Some(other)),
            Self::Unknown { found, .. } => (found.as_deref(), None),
        }
    }

    /// The end of the search: [`End::Complete`] unless it was stopped.
    pub fn end(&self) -> End {
        match self {
            Self::Unknown { end, .. } => *end,
            Self::None | Self::Unique(_) | Self::Several(..) => End::Complete,
        }
    }
}

/// The clues of a unique puzzle without any one of which it would still be unique. Each could go
/// on its own; once it is gone, others may be needed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Redundant {
    /// The names of the clues that could go.
    pub clues: Vec<String>,
    /// The number of clues tried.
    pub tried: usize,
    /// The number of clues to try.
    pub total: usize,
    /// [`End::Complete`] unless the search was stopped before all of them were tried.
    pub end: End,
}

/// Two givens that exclude each other, in the words of the puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contradiction {
    /// The given that came first.
    pub first: String,
    /// The given that contradicts it.
    pub second: String,
    /// The item that both of them take: "the 5 of row 2".
    pub item: String,
    /// True if the item may be taken only once; otherwise the two disagree about it.
    pub is_twice: bool,
}

impl fmt::Display for Contradiction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            first,
            second,
            item,
            is_twice,
        } = self;
        if *is_twice {
            write!(f, "{item} is given twice: {first} and {second}")
        } else {
            write!(f, "{first} and {second} do not go together at {item}")
        }
    }
}

impl Contradiction {
    /// The first two givens of a puzzle that exclude each other.
    pub fn of(puzzle: &dyn Puzzle, model: &Model) -> Option<Self> {
        let clash = model.clash(&puzzle.givens())?;
        Some(Self {
            first: puzzle.choice_name(clash.first),
            second: puzzle.choice_name(clash.second),
            item: puzzle.item_name(clash.item),
            is_twice: clash.rule.is_none() && model.demand(clash.item) != Demand::OneColour,
        })
    }
}

impl Asked {
    /// Two givens of the puzzle that exclude each other.
    pub fn contradiction(&self) -> Option<Contradiction> {
        Contradiction::of(&**self.puzzle(), self.model())
    }

    /// Decides whether the puzzle has none, one or several solutions.
    pub fn existence(&mut self) -> Existence {
        let budget = self.solver().question();
        self.existence_within(self.whole(), &budget)
    }

    /// Returns true if the givens fill the whole board.
    pub fn is_full(&self) -> bool {
        is_full(self.model(), self.givens())
    }

    /// Everything about the puzzle, all within one budget.
    pub fn check(&mut self) -> Verdict {
        let complete = self.is_full();
        if let Some(contradiction) = self.contradiction() {
            return Verdict {
                complete,
                missing: None,
                contradiction: Some(contradiction),
                solutions: Existence::None,
                redundant: Redundant::untried(0, End::Complete),
            };
        }
        let puzzle = Arc::clone(self.puzzle());
        let budget = self.solver().question();
        let solutions = self.existence_within(self.whole(), &budget);
        let redundant = match solutions {
            Existence::Unique(_) => self.redundant(&*puzzle, &budget),
            Existence::Unknown { end, .. } => Redundant::untried(puzzle.clue_names().len(), end),
            Existence::None | Existence::Several(..) => Redundant::untried(0, End::Complete),
        };
        let missing = match self.model().fault(self.givens()) {
            Some(Fault::Missing(item)) if complete => Some(puzzle.item_name(item)),
            _ => None,
        };
        Verdict {
            complete,
            contradiction: None,
            solutions,
            redundant,
            missing,
        }
    }

    pub(crate) fn existence_within(&mut self, ask: Ask, budget: &Budget) -> Existence {
        let (found, end) = self.few(ask, 2, budget);
        let mut found = found.into_iter();
        match (found.next(), found.next(), end) {
            (Some(first), Some(second), _) => Existence::Several(first, second),
            (Some(first), None, End::Complete) => Existence::Unique(first),
            (None, _, End::Complete) => Existence::None,
            (found, _, end) => Existence::Unknown { found, end },
        }
    }

    /// Tries a unique puzzle without each of its clues in turn.
    fn redundant(&mut self, puzzle: &dyn Puzzle, budget: &Budget) -> Redundant {
        let thinner = puzzle.thinner();
        let mut redundant = Redundant::untried(thinner.len(), End::Complete);
        for (clue, puzzle) in thinner {
            match self.is_unique(&*puzzle, budget) {
                // What cannot be run without this clue says nothing about the others.
                None => continue,
                Some(Ok(true)) => redundant.clues.push(clue),
                Some(Ok(false)) => {}
                Some(Err(end)) => {
                    redundant.end = end;
                    return redundant;
                }
            }
            redundant.tried += 1;
        }
        redundant
    }

    /// Returns true if a puzzle, perhaps of another model, is unique; the end if that stays unknown, and `None` if it
    /// cannot be run.
    fn is_unique(&mut self, puzzle: &dyn Puzzle, budget: &Budget) -> Option<Result<bool, End>> {
        let model = self.solver().model(puzzle).ok()?;
        let existence = if model.is(self.model()) {
            self.existence_within(Ask::given(puzzle.givens()), budget)
        } else {
            let mut asked = Self::new(self.solver().apart(), puzzle, &model).ok()?;
            let existence = asked.existence_within(asked.whole(), budget);
            self.add(asked.stats());
            existence
        };
        Some(match existence {
            Existence::Unique(_) => Ok(true),
            Existence::None | Existence::Several(..) => Ok(false),
            Existence::Unknown { end, .. } => Err(end),
        })
    }
}

/// Returns true if these leave nothing to choose: every other choice shares a tile with one of them.
fn is_full(model: &Model, givens: &[Choice]) -> bool {
    let mut is_filled = vec![false; model.item_count()];
    for &given in givens {
        for &(item, _) in model.touches(given) {
            is_filled[item.index()] = true;
        }
    }
    let mut is_tile = vec![false; model.item_count()];
    for tile in model.tiles() {
        is_tile[tile.index()] = true;
    }
    let is_settled = |choice: Choice| {
        let mut items = model.touches(choice).iter();
        items.any(|(item, _)| is_tile[item.index()] && is_filled[item.index()])
    };
    !givens.is_empty() && model.choices().all(is_settled)
}

impl Redundant {
    fn untried(total: usize, end: End) -> Self {
        Self {
            clues: Vec::new(),
            tried: 0,
            total,
            end,
        }
    }

    /// Those that could go, at most `most` of them by name.
    fn sentence(&self, most: usize) -> String {
        let Self {
            clues,
            tried,
            total,
            end,
        } = self;
        let tried = if tried == total {
            number_of(total, "clue")
        } else {
            format!("{tried} clues tried, of {total} ({end})")
        };
        match &clues[..] {
            [] => format!("no redundant clue among {tried}"),
            clues => {
                let number = number_of(clues.len(), "redundant clue");
                let named = clues[..clues.len().min(most)].join(", ");
                let more = match clues.len().saturating_sub(most) {
                    0 => String::new(),
                    more => format!(" … and {more} more"),
                };
                format!("{number} among {tried}: {named}{more}")
            }
        }
    }
}
