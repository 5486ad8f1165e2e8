//! A step of an explanation, in words and as data.

use crate::explain::Event;
use crate::words::Techniques;
use serde::{Deserialize, Serialize};
use tilewright_logic as logic;
use tilewright_logic::Reason;
use tilewright_model::Choice;
use tilewright_puzzles::{Puzzle, Telling};

/// A step of an explanation or a hint. An assumption and its refutation are steps without a `reason`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ToldStep {
    /// The name of the technique: "hidden single".
    pub technique: String,
    /// The place to look at: "row 3".
    pub look: String,
    /// The reason: "in row 3 the 5 fits at r3c4 alone".
    pub because: String,
    /// The conclusion: "r3c4 = 5".
    pub therefore: String,
    /// The names of the choices that are picked.
    pub picked: Vec<String>,
    /// The names of the choices that go.
    pub removed: Vec<String>,
    /// The reason in the numbers of the model's items and choices.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<Reason>,
    /// The choices that the reason starts from.
    pub premises: Vec<Choice>,
    /// The choices that are picked.
    pub picked_choices: Vec<Choice>,
    /// The choices that go.
    pub removed_choices: Vec<Choice>,
    /// The number of assumptions that it rests on.
    pub assumptions: usize,
}

/// The name of a step that assumes a choice.
const ASSUMPTION: &str = "assumption";

/// The name of a step that takes an assumption back.
const REFUTATION: &str = "refutation";

impl ToldStep {
    /// A step of logic that rests on this many assumptions.
    pub fn new(
        puzzle: &dyn Puzzle,
        step: &logic::Step,
        telling: &Telling,
        assumptions: usize,
    ) -> Self {
        Self {
            reason: Some(step.reason.clone()),
            premises: step.premises.clone(),
            ..Self::told(puzzle, telling, (&step.picked, &step.removed), assumptions)
        }
    }

    /// An event of an explanation.
    pub fn of(puzzle: &dyn Puzzle, event: &Event) -> Self {
        match event {
            Event::Step(page) => Self::new(puzzle, &page.step, &page.telling, page.depth),
            Event::Assumed { choice, depth, .. } => {
                let name = puzzle.choice_name(*choice);
                let telling = Telling {
                    name: ASSUMPTION.to_owned(),
                    place: name.clone(),
                    because: "logic finds no more".to_owned(),
                    therefore: format!("assume {name}"),
                    rank: 0,
                };
                Self::told(puzzle, &telling, (&[*choice], &[]), *depth)
            }
            Event::Refuted {
                choice,
                item,
                depth,
                ..
            } => {
                let item = puzzle.item_name(*item);
                let telling = Telling {
                    name: REFUTATION.to_owned(),
                    because: format!("{item} has no choice left"),
                    place: item,
                    therefore: format!("not {}", puzzle.choice_name(*choice)),
                    rank: 0,
                };
                Self::told(puzzle, &telling, (&[], &[*choice]), *depth)
            }
        }
    }

    /// "in row 3 the 5 fits at r3c4 alone, so r3c4 = 5".
    pub fn sentence(&self) -> String {
        format!("{}, so {}", self.because, self.therefore)
    }

    /// The number of steps of each technique.
    pub fn techniques(steps: &[Self]) -> Techniques {
        let each = steps.iter().map(|step| (&step.technique, 1));
        each.collect()
    }

    fn told(
        puzzle: &dyn Puzzle,
        telling: &Telling,
        (picked, removed): (&[Choice], &[Choice]),
        assumptions: usize,
    ) -> Self {
        let name = |&choice: &Choice| puzzle.choice_name(choice);
        let names = |choices: &[Choice]| choices.iter().map(name).collect();
        Self {
            technique: telling.name.clone(),
            look: telling.place.clone(),
            because: telling.because.clone(),
            therefore: telling.therefore.clone(),
            picked: names(picked),
            removed: names(removed),
            reason: None,
            premises: Vec::new(),
            picked_choices: picked.to_vec(),
            removed_choices: removed.to_vec(),
            assumptions,
        }
    }
}
