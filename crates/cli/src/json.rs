//! One JSON object a line. The keys and their order are part of what the command promises.

use crate::asker::Cost;
use std::fmt::{Display, Write};
use tilewright::answer::{Answer, Place, json};

/// An object that is written key by key.
#[derive(Debug)]
pub(crate) struct Object(String);

impl Object {
    pub(crate) fn new() -> Self {
        Self("{".to_owned())
    }

    /// The rest of an object, to be written after [`Object::up_to`] and its value.
    pub(crate) fn rest() -> Self {
        Self(String::new())
    }

    fn key(&mut self, key: &str) -> &mut String {
        if self.0 != "{" {
            self.0.push(',');
        }
        let _ = write!(self.0, "{}:", quoted(key));
        &mut self.0
    }

    /// A text.
    pub(crate) fn text(mut self, key: &str, value: &str) -> Self {
        self.key(key).push_str(&quoted(value));
        self
    }

    /// A number, `true`, `false` or `null`.
    pub(crate) fn plain(mut self, key: &str, value: impl Display) -> Self {
        let _ = write!(self.key(key), "{value}");
        self
    }

    /// Yes, no, or `null` where that is not known.
    pub(crate) fn maybe(self, key: &str, value: Option<bool>) -> Self {
        match value {
            Some(value) => self.plain(key, value),
            None => self.plain(key, "null"),
        }
    }

    /// A list of values that are JSON already.
    pub(crate) fn list(mut self, key: &str, values: &[String]) -> Self {
        let _ = write!(self.key(key), "[{}]", values.join(","));
        self
    }

    /// What the search cost, if that is to be told.
    pub(crate) fn cost(self, cost: Option<Cost>) -> Self {
        match cost {
            Some(Cost { nodes, seconds }) => self
                .plain("nodes", nodes)
                .plain("seconds", format_args!("{seconds:.6}")),
            None => self,
        }
    }

    /// The object, complete.
    pub(crate) fn close(mut self) -> String {
        self.0.push('}');
        self.0
    }

    /// The object up to here, its next value to be written by the caller.
    pub(crate) fn up_to(mut self, key: &str) -> String {
        self.key(key);
        self.0
    }
}

/// The beginning of an object with a list of solutions that are written as they are found.
pub(crate) fn list_head(place: &Place, op: &str) -> String {
    let place = json(place);
    let place = place.strip_suffix('}').unwrap_or(&place);
    format!("{place},\"op\":\"{op}\",\"solutions\":[")
}

/// The rest of such an object, whose answer has an empty list.
pub(crate) fn list_tail(answer: &Answer, op: &str) -> String {
    let list = format!(",\"op\":\"{op}\",\"solutions\":[]");
    let rest = json(answer).replacen(&list, "", 1);
    rest.replacen('{', "],", 1)
}

/// A written puzzle as a value: as the object that it is, or else as a text.
pub(crate) fn value(text: &str) -> String {
    match serde_json::from_str(text) {
        Ok(object @ serde_json::Value::Object(_)) => object.to_string(),
        _ => quoted(text),
    }
}

/// A text in quotation marks.
pub(crate) fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
