//! Values that are written in a way of their own.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

/// A written puzzle: a text, or, where its format is JSON, the object that it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleText(pub String);

impl Serialize for PuzzleText {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // Most are lines of digits, which would be read as a number.
        let is_braced = self.0.trim_start().starts_with('{');
        match is_braced.then(|| serde_json::from_str(&self.0)) {
            Some(Ok(object @ Value::Object(_))) => object.serialize(serializer),
            _ => serializer.serialize_str(&self.0),
        }
    }
}

impl<'de> Deserialize<'de> for PuzzleText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Self(match Value::deserialize(deserializer)? {
            Value::String(text) => text,
            object => object.to_string(),
        }))
    }
}
