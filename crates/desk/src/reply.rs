//! The reply to a question: an answer in an envelope, and the page's additions beside it.

use serde::Serialize;
use serde_json::{Map, Value};
use tilewright::answer::{Answer, VERSION};

/// A reply: the version, the answer where the question has one, and more keys.
#[derive(Debug, Serialize)]
pub(crate) struct Reply {
    v: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    answer: Option<Answer>,
    #[serde(flatten)]
    rest: Map<String, Value>,
}

impl Reply {
    /// An answer and nothing else.
    pub(crate) fn of(answer: Answer) -> Self {
        Self {
            answer: Some(answer),
            ..Self::from(Map::new())
        }
    }

    /// Adds a key, unless its value is `null`.
    pub(crate) fn add(&mut self, key: &str, value: impl Serialize) {
        let value = serde_json::to_value(value).unwrap_or_default();
        if !value.is_null() {
            self.rest.insert(key.to_owned(), value);
        }
    }

    /// As [`Reply::add`], by value.
    pub(crate) fn with(mut self, key: &str, value: impl Serialize) -> Self {
        self.add(key, value);
        self
    }

    /// Adds the keys of an object.
    pub(crate) fn extend(&mut self, keys: Value) {
        self.rest.extend(Self::from(keys).rest);
    }
}

impl From<Map<String, Value>> for Reply {
    fn from(rest: Map<String, Value>) -> Self {
        Self {
            v: VERSION,
            answer: None,
            rest,
        }
    }
}

/// Of an object.
impl From<Value> for Reply {
    fn from(value: Value) -> Self {
        match value {
            Value::Object(rest) => rest.into(),
            _ => Map::new().into(),
        }
    }
}
