//! The error of a question, as it is answered.

use crate::reply::Reply;
use serde_json::{Map, Value, json};
use tilewright::answer::Answer;
use tilewright::puzzles::{Place, TooLarge, Unwritable};
use tilewright::{ParseError, Refusal};

/// An answer that says why there is none, with a piece of advice, as JSON.
pub fn failure(message: &str, hint: Option<&str>) -> String {
    let hint = hint.map(str::to_owned);
    let failure = Failure {
        hint,
        ..Failure::new(message)
    };
    failure.answer().to_string()
}

/// The reason why a question has no answer.
#[derive(Clone, Debug)]
pub(crate) struct Failure {
    message: String,
    hint: Option<String>,
    place: Option<Place>,
    refused: Option<Box<Answer>>,
}

impl Failure {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            hint: None,
            place: None,
            refused: None,
        }
    }

    /// Adds a piece of advice.
    pub(crate) fn hint(self, hint: impl Into<String>) -> Self {
        Self {
            hint: Some(hint.into()),
            ..self
        }
    }

    /// The reply to a question that has an answer: a refusal is one, too.
    pub(crate) fn reply(mut self) -> Result<Reply, Self> {
        self.refused
            .take()
            .map(|answer| Reply::of(*answer))
            .ok_or(self)
    }

    /// The answer that says so.
    pub(crate) fn answer(self) -> Value {
        let mut error = Map::new();
        error.insert("message".into(), self.message.into());
        if let Some(hint) = self.hint {
            error.insert("hint".into(), hint.into());
        }
        if let Some(place) = self.place {
            error.insert("line".into(), place.line.into());
            error.insert("column".into(), place.column.into());
        }
        json!({ "error": error })
    }
}

/// Advice to a user of the page about a text of no known kind.
const CHOOSE: &str = "if it is one, choose its kind under “Read”";

impl From<ParseError> for Failure {
    fn from(error: ParseError) -> Self {
        let advice = if error.is_of_any_kind() {
            Some(CHOOSE)
        } else {
            error.advice()
        };
        Self {
            hint: advice.map(str::to_owned),
            place: error.place(),
            ..Self::new(error.message())
        }
    }
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Self {
        Self {
            refused: Some(Box::new(Answer::refused(&refusal))),
            ..Self::new(refusal.to_string())
        }
    }
}

impl From<Unwritable> for Failure {
    fn from(unwritable: Unwritable) -> Self {
        Self::new(unwritable.0)
    }
}

impl From<TooLarge> for Failure {
    fn from(too_large: TooLarge) -> Self {
        Self::new(too_large.to_string())
    }
}
