//! Values that are written in a way of their own.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

/// A written puzzle: a text, or, where its format is JSON, the object that it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleText(pub String);

impl Serialize for PuzzleText {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match serde_json::from_str(&self.0) {
            Ok(object @ Value::Object(_)) => object.serialize(serializer),
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

/// The end of a search as its word.
pub(super) mod end {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};
    use std::borrow::Cow;
    use tilewright_engines::End;

    pub(crate) const ALL: [End; 6] = [
        End::Complete,
        End::Limit,
        End::Time,
        End::Nodes,
        End::Memory,
        End::Interrupted,
    ];

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "as serde calls it")]
    pub(crate) fn serialize<S: Serializer>(end: &End, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(end.word())
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<End, D::Error> {
        let word = Cow::<str>::deserialize(deserializer)?;
        let known = ALL.into_iter().find(|end| end.word() == word);
        known.ok_or_else(|| D::Error::custom(format!("no search ends with {word:?}")))
    }
}
