//! A document as a tree, whether it was written in TOML or JSON, with the place of each part
//! where that is known: so both are read by the same code, and mistakes are shown where they are.
//!
//! Tile sets are read from the tree itself, rules files by way of sections and entries.

use crate::ParseError;
use crate::lines::hidden;
use crate::near::Share;
use crate::nearest::nearest;
use std::ops::Range;
use toml::de::{DeTable, DeValue};

/// A place in the text, as bytes.
pub(crate) type Spot = Option<Range<usize>>;

/// A word and its place.
#[derive(Clone, Debug)]
pub(crate) struct Word {
    pub(crate) text: String,
    pub(crate) at: Spot,
}

impl Word {
    /// Its start; the start of the text if that is not known.
    pub(crate) fn start(&self) -> usize {
        self.at.as_ref().map_or(0, |at| at.start)
    }

    /// A part of it, `offset` bytes further on.
    pub(crate) fn part(&self, offset: usize, text: &str) -> Self {
        let start = self.start() + offset;
        Self {
            text: text.to_owned(),
            at: Some(start..start + text.len()),
        }
    }
}

/// A part of a document.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) at: Spot,
    pub(crate) value: Value,
}

/// The kind of a part of a document.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    Null,
    Bool(bool),
    /// One that does not fit is the largest or smallest that does.
    Integer {
        number: i64,
        fits: bool,
    },
    Float(f64),
    Text(String),
    List(Vec<Node>),
    Table(Table),
    Date,
}

/// Keys and their values in the order of the text, as far as it is known.
pub(crate) type Table = Vec<(Word, Node)>;

impl Value {
    /// Its name in a message.
    pub(crate) fn noun(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool(_) => "true or false",
            Self::Integer { .. } => "a number",
            Self::Float(_) => "a number with a point",
            Self::Text(_) => "a text",
            Self::List(_) => "a list",
            Self::Table(_) => "a table",
            Self::Date => "a date",
        }
    }
}

/// The text that a tree comes from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Source<'t>(pub(crate) &'t str);

impl Source<'_> {
    /// Something is wrong at a spot.
    pub(crate) fn error(self, at: &Spot, message: impl Into<String>) -> ParseError {
        self.place(at, ParseError::new(message))
    }

    /// The mistake with its place, if it has none yet.
    pub(crate) fn place(self, at: &Spot, error: ParseError) -> ParseError {
        let Some(span) = at else {
            return error;
        };
        let placed = ParseError::at_offset(self.0, span.start, error.message());
        match error.advice() {
            Some(advice) => placed.hint(advice),
            None => placed,
        }
    }

    /// The error for a part of the wrong kind.
    fn wrong(self, node: &Node, what: &str, expected: &str) -> ParseError {
        let found = node.value.noun();
        self.error(
            &node.at,
            format!("{what} is {found}, but {expected} is expected"),
        )
    }

    pub(crate) fn table<'n>(self, node: &'n Node, what: &str) -> Result<&'n Table, ParseError> {
        match &node.value {
            Value::Table(table) => Ok(table),
            _ => Err(self.wrong(node, what, "a table")),
        }
    }

    pub(crate) fn list<'n>(self, node: &'n Node, what: &str) -> Result<&'n [Node], ParseError> {
        match &node.value {
            Value::List(list) => Ok(list),
            _ => Err(self.wrong(node, what, "a list")),
        }
    }

    pub(crate) fn text(self, node: &Node, what: &str) -> Result<Word, ParseError> {
        match &node.value {
            Value::Text(text) => Ok(Word {
                text: text.clone(),
                at: node.at.clone(),
            }),
            _ => Err(self.wrong(node, what, "a text")),
        }
    }

    pub(crate) fn number(self, node: &Node, what: &str) -> Result<f64, ParseError> {
        match node.value {
            #[expect(clippy::cast_precision_loss, reason = "a number as it was meant")]
            Value::Integer { number, .. } => Ok(number as f64),
            Value::Float(number) => Ok(number),
            _ => Err(self.wrong(node, what, "a number")),
        }
    }

    /// A whole number from 1 on.
    pub(crate) fn ordinal(self, node: &Node, what: &str) -> Result<usize, ParseError> {
        let Value::Integer { number, .. } = node.value else {
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
    pub(crate) fn words(self, string: &Word) -> Vec<Word> {
        self.pieces(string, string.text.split_whitespace())
    }

    /// The lines of a string, each as a string of its own.
    pub(crate) fn lines(self, string: &Word) -> Vec<Word> {
        self.pieces(string, string.text.lines())
    }

    /// Pieces of a string's text. Where the string was written with escapes, the place of its
    /// pieces is that of the whole.
    fn pieces<'w>(self, string: &Word, pieces: impl Iterator<Item = &'w str>) -> Vec<Word> {
        let content = self.content_start(string.at.as_ref(), &string.text);
        let spot = |piece: &str| {
            let Some(content) = content else {
                return string.at.clone();
            };
            let start = content + piece.as_ptr() as usize - string.text.as_ptr() as usize;
            Some(start..start + piece.len())
        };
        let words = pieces.map(|piece| Word {
            text: piece.into(),
            at: spot(piece),
        });
        words.collect()
    }

    /// The start of a string's content, if it is written as it is: with escapes in it the places inside are unknown.
    pub(crate) fn content_start(self, at: Option<&Range<usize>>, text: &str) -> Option<usize> {
        let at = at?;
        let raw = self.0.get(at.clone())?;
        if raw == text {
            // A piece of a string has no quotes of its own.
            return Some(at.start);
        }
        let quotes = ["\"\"\"", "'''", "\"", "'"];
        let quote = quotes.into_iter().find(|quote| raw.starts_with(quote))?;
        let mut content = &raw[quote.len()..];
        if quote.len() == 3 {
            // A line feed right after three quotes is not part of the text.
            let feed = content.strip_prefix("\r\n").or(content.strip_prefix('\n'));
            content = feed.unwrap_or(content);
        }
        let start = at.start + raw.len() - content.len();
        content.starts_with(text).then_some(start)
    }

    /// Refuses a table with a key or a text that has a [hidden] character.
    fn refuse_hidden(self, table: &Table) -> Result<(), ParseError> {
        for (key, node) in table {
            if let Some((_, message)) = hidden(&key.text) {
                return Err(self.error(&key.at, message));
            }
            self.refuse_hidden_in(node)?;
        }
        Ok(())
    }

    /// Refuses hidden characters in a part of a document.
    pub(crate) fn refuse_hidden_in(self, node: &Node) -> Result<(), ParseError> {
        match &node.value {
            Value::Text(text) => {
                let Some((at, message)) = hidden(text) else {
                    return Ok(());
                };
                let content = self.content_start(node.at.as_ref(), text);
                let place = content.map(|start| start + at..start + at);
                Err(self.error(&place.or_else(|| node.at.clone()), message))
            }
            Value::List(list) => list.iter().try_for_each(|node| self.refuse_hidden_in(node)),
            Value::Table(table) => self.refuse_hidden(table),
            _ => Ok(()),
        }
    }

    /// Checks that a table has no keys but those.
    pub(crate) fn only(self, table: &Table, what: &str, known: &[&str]) -> Result<(), ParseError> {
        let Some((key, _)) = table
            .iter()
            .find(|(key, _)| !known.contains(&key.text.as_str()))
        else {
            return Ok(());
        };
        let error = self.error(&key.at, format!("{what} has no key {:?}", key.text));
        Err(match nearest(&key.text, known.iter().copied()) {
            Some(near) => error.hint(format!("did you mean {near:?}?")),
            None => error.hint(format!("its keys are {}", known.join(", "))),
        })
    }
}

/// The value of a key.
pub(crate) fn get<'n>(table: &'n Table, key: &str) -> Option<&'n Node> {
    table
        .iter()
        .find(|(known, _)| known.text == key)
        .map(|(_, node)| node)
}

/// Reads TOML; the mistake that its parser finds is shown where it is. Nothing in it is hidden.
pub(crate) fn of_toml(text: &str) -> Result<Table, ParseError> {
    let document = DeTable::parse(text).map_err(|error| {
        let message = error.message().lines().collect::<Vec<_>>().join(", ");
        let message = format!("this is not valid TOML: {message}");
        Source(text).error(&error.span(), message)
    })?;
    let table = of_detable(document.get_ref());
    Source(text).refuse_hidden(&table)?;
    Ok(table)
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
            Value::Integer {
                fits: parsed.is_ok(),
                number: parsed.unwrap_or(limit),
            }
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

/// A document that was JSON; its parts have no places.
pub(crate) fn of_json(value: serde_json::Value) -> Node {
    use serde_json::Value as Json;
    let value = match value {
        Json::Null => Value::Null,
        Json::Bool(value) => Value::Bool(value),
        Json::Number(number) => match number.as_i64() {
            Some(number) => Value::Integer { number, fits: true },
            None => Value::Float(number.as_f64().unwrap_or(f64::NAN)),
        },
        Json::String(text) => Value::Text(text),
        Json::Array(list) => Value::List(list.into_iter().map(of_json).collect()),
        Json::Object(table) => Value::Table(
            table
                .into_iter()
                .map(|(text, value)| (Word { text, at: None }, of_json(value)))
                .collect(),
        ),
    };
    Node { at: None, value }
}

/// The share of the keys and headings of a TOML text that are one of these, or nearly: from 0 to 100, 0 if it has
/// none.
pub(crate) fn key_share(text: &str, known: &[&str]) -> u32 {
    let mut share = Share::default();
    for line in text.lines().map(str::trim) {
        let name = match line.strip_prefix('[') {
            Some(heading) => heading.trim_start_matches('[').split(['.', ']']).next(),
            None => line.split_once('=').map(|(key, _)| key),
        };
        let Some(name) = name.map(str::trim).filter(|name| !name.is_empty()) else {
            continue;
        };
        let is_word = name
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_');
        share.note(is_word && nearest(name, known.iter().copied()).is_some());
    }
    share.percent()
}
