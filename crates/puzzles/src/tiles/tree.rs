//! A document as a tree, whether it was written in TOML or JSON, with the place of each part
//! where that is known: so both are read by the same code, and mistakes are shown where they are.

use crate::{ParseError, Place};
use std::fmt::Write;
use std::ops::Range;
use toml::de::{DeTable, DeValue};

/// Where something stands in the text, as bytes.
pub(super) type Spot = Option<Range<usize>>;

/// A word and where it stands.
#[derive(Clone, Debug)]
pub(super) struct Word {
    pub(super) text: String,
    pub(super) at: Spot,
}

/// A part of a document.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) at: Spot,
    pub(super) value: Value,
}

/// What a part of a document is.
#[derive(Clone, Debug)]
pub(super) enum Value {
    Null,
    Bool(bool),
    Integer(i64),
    Float(f64),
    Text(String),
    List(Vec<Node>),
    Table(Table),
    Date,
}

/// Keys and their values in the order of the text, as far as it is known.
pub(super) type Table = Vec<(Word, Node)>;

impl Value {
    fn noun(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool(_) => "true or false",
            Self::Integer(_) | Self::Float(_) => "a number",
            Self::Text(_) => "a string",
            Self::List(_) => "a list",
            Self::Table(_) => "a table",
            Self::Date => "a date",
        }
    }
}

/// The text that a tree comes from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Source<'t>(pub(super) &'t str);

impl Source<'_> {
    /// Something is wrong at a spot.
    pub(super) fn error(self, at: &Spot, message: impl Into<String>) -> ParseError {
        self.place(at, ParseError::new(message))
    }

    /// The same mistake with its place, if it has none yet.
    pub(super) fn place(self, at: &Spot, error: ParseError) -> ParseError {
        let Some(span) = at else {
            return error;
        };
        let place = Place::of_offset(self.0, span.start);
        ParseError::at(place.line, place.column, error.message())
    }

    /// A part is not what it should be.
    fn wrong(self, node: &Node, what: &str, expected: &str) -> ParseError {
        let found = node.value.noun();
        self.error(
            &node.at,
            format!("{what} is {found}, but {expected} is expected"),
        )
    }

    pub(super) fn table<'n>(self, node: &'n Node, what: &str) -> Result<&'n Table, ParseError> {
        match &node.value {
            Value::Table(table) => Ok(table),
            _ => Err(self.wrong(node, what, "a table")),
        }
    }

    pub(super) fn list<'n>(self, node: &'n Node, what: &str) -> Result<&'n [Node], ParseError> {
        match &node.value {
            Value::List(list) => Ok(list),
            _ => Err(self.wrong(node, what, "a list")),
        }
    }

    pub(super) fn text(self, node: &Node, what: &str) -> Result<Word, ParseError> {
        match &node.value {
            Value::Text(text) => Ok(Word {
                text: text.clone(),
                at: node.at.clone(),
            }),
            _ => Err(self.wrong(node, what, "a string")),
        }
    }

    pub(super) fn number(self, node: &Node, what: &str) -> Result<f64, ParseError> {
        match node.value {
            #[expect(clippy::cast_precision_loss, reason = "a number as it was meant")]
            Value::Integer(number) => Ok(number as f64),
            Value::Float(number) => Ok(number),
            _ => Err(self.wrong(node, what, "a number")),
        }
    }

    /// A whole number from 1 on.
    pub(super) fn ordinal(self, node: &Node, what: &str) -> Result<usize, ParseError> {
        let Value::Integer(number) = node.value else {
            return Err(self.wrong(node, what, "a whole number"));
        };
        match usize::try_from(number) {
            Ok(number) if number > 0 => Ok(number),
            _ => Err(self.error(
                &node.at,
                format!("{what} is {number}, but at least 1 is expected"),
            )),
        }
    }

    /// The words of a string, each with its own place where the string is written as it is.
    pub(super) fn words(self, string: &Word) -> Vec<Word> {
        self.pieces(string, string.text.split_whitespace())
    }

    /// The lines of a string, each as a string of its own.
    pub(super) fn lines(self, string: &Word) -> Vec<Word> {
        self.pieces(string, string.text.lines())
    }

    /// Pieces of a string's text. Where the string was written with escapes, the place of its
    /// pieces is that of the whole.
    fn pieces<'w>(self, string: &Word, pieces: impl Iterator<Item = &'w str>) -> Vec<Word> {
        let raw = string.at.clone().and_then(|at| self.0.get(at));
        let inside = raw.and_then(|raw| raw.find(&string.text));
        let spot = |piece: &str| {
            let at = string.at.clone()?;
            let Some(inside) = inside else {
                return Some(at);
            };
            let offset = piece.as_ptr() as usize - string.text.as_ptr() as usize;
            let start = at.start + inside + offset;
            Some(start..start + piece.len())
        };
        let words = pieces.map(|piece| Word {
            text: piece.into(),
            at: spot(piece),
        });
        words.collect()
    }

    /// Whether a table has no keys but those.
    pub(super) fn only(self, table: &Table, what: &str, known: &[&str]) -> Result<(), ParseError> {
        let Some((key, _)) = table
            .iter()
            .find(|(key, _)| !known.contains(&key.text.as_str()))
        else {
            return Ok(());
        };
        let (last, others) = known.split_last().expect("every table has a key");
        let mut expected = others.join(", ");
        if !others.is_empty() {
            expected.push_str(" or ");
        }
        write!(expected, "{last}").expect("a string takes all that is written");
        Err(self.error(
            &key.at,
            format!("{what} has no key {:?}; expected {expected}", key.text),
        ))
    }
}

/// The value of a key.
pub(super) fn get<'n>(table: &'n Table, key: &str) -> Option<&'n Node> {
    table
        .iter()
        .find(|(known, _)| known.text == key)
        .map(|(_, node)| node)
}

/// Reads TOML; the mistake that its parser finds is shown where it is.
pub(super) fn of_toml(text: &str) -> Result<Table, ParseError> {
    let document = DeTable::parse(text).map_err(|error| {
        let message = error.message().replace('\n', "; ");
        Source(text).error(&error.span(), message)
    })?;
    Ok(of_detable(document.get_ref()))
}

fn of_detable(table: &DeTable) -> Table {
    let mut entries: Table = table
        .iter()
        .map(|(key, value)| {
            let key_word = Word {
                text: key.get_ref().to_string(),
                at: Some(key.span()),
            };
            let node = Node {
                at: Some(value.span()),
                value: of_devalue(value.get_ref()),
            };
            (key_word, node)
        })
        .collect();
    // The parser sorts by key; the order of the text is the order of the kinds.
    entries.sort_by_key(|(key, _)| key.at.as_ref().map(|at| at.start));
    entries
}

fn of_devalue(value: &DeValue) -> Value {
    match value {
        DeValue::String(text) => Value::Text(text.to_string()),
        DeValue::Integer(number) => {
            let parsed = i64::from_str_radix(number.as_str(), number.radix());
            // Too large for a number is too large for anything that is asked for.
            let limit = if number.as_str().starts_with('-') {
                i64::MIN
            } else {
                i64::MAX
            };
            Value::Integer(parsed.unwrap_or(limit))
        }
        DeValue::Float(number) => Value::Float(number.as_str().parse().unwrap_or(f64::NAN)),
        DeValue::Boolean(value) => Value::Bool(*value),
        DeValue::Datetime(_) => Value::Date,
        DeValue::Array(list) => {
            let nodes = list.iter().map(|node| Node {
                at: Some(node.span()),
                value: of_devalue(node.get_ref()),
            });
            Value::List(nodes.collect())
        }
        DeValue::Table(table) => Value::Table(of_detable(table)),
    }
}

/// Reads JSON; its parts have no places.
pub(super) fn of_json(text: &str) -> Result<Node, ParseError> {
    let value: serde_json::Value =
        serde_json::from_str(text).map_err(|wrong| ParseError::of_json(text, &wrong))?;
    Ok(of_json_value(value))
}

fn of_json_value(value: serde_json::Value) -> Node {
    use serde_json::Value as Json;
    let value = match value {
        Json::Null => Value::Null,
        Json::Bool(value) => Value::Bool(value),
        Json::Number(number) => match number.as_i64() {
            Some(number) => Value::Integer(number),
            None => Value::Float(number.as_f64().unwrap_or(f64::NAN)),
        },
        Json::String(text) => Value::Text(text),
        Json::Array(list) => Value::List(list.into_iter().map(of_json_value).collect()),
        Json::Object(table) => Value::Table(
            table
                .into_iter()
                .map(|(text, value)| (Word { text, at: None }, of_json_value(value)))
                .collect(),
        ),
    };
    Node { at: None, value }
}
