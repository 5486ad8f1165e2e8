//! A document as a tree, whether it was written in TOML or JSON, with the place of each part
//! where that is known: so both are read by the same code, and mistakes are shown where they are.
//!
//! Tile sets are read from the tree itself, rules files by way of sections and entries.

use crate::ParseError;
use crate::lines::hidden;
use crate::near::Share;
use crate::nearest::nearest;
use crate::prose::{joined, put};
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A place in the text of a document, as far as it is known.
#[derive(Clone, Debug)]
pub(crate) struct Spot<'t> {
    text: &'t str,
    bytes: Option<Range<usize>>,
}

impl<'t> Spot<'t> {
    fn new(text: &'t str, bytes: impl Into<Option<Range<usize>>>) -> Self {
        let bytes = bytes.into();
        Self { text, bytes }
    }

    /// The start of a text.
    pub(crate) fn start_of(text: &'t str) -> Self {
        Self::new(text, 0..0)
    }

    /// Something is wrong here.
    pub(crate) fn error(&self, message: impl Into<String>) -> ParseError {
        self.place(ParseError::new(message))
    }

    /// The mistake with this place, if it has none yet.
    pub(crate) fn place(&self, error: ParseError) -> ParseError {
        let Some(bytes) = &self.bytes else {
            return error;
        };
        let placed = ParseError::at_offset(self.text, bytes.start, error.message());
        match error.advice() {
            Some(advice) => placed.hint(advice),
            None => placed,
        }
    }
}

/// A text of a document and its place.
#[derive(Clone, Debug)]
pub(crate) struct Word<'t> {
    pub(crate) text: String,
    pub(crate) at: Spot<'t>,
}

impl<'t> Word<'t> {
    /// Something is wrong with it.
    pub(crate) fn error(&self, message: impl Into<String>) -> ParseError {
        self.at.error(message)
    }

    /// Something is wrong `offset` bytes further on.
    pub(crate) fn error_at(&self, offset: usize, message: impl Into<String>) -> ParseError {
        let at = self.spot(self.content_start(), offset..offset);
        at.error(message)
    }

    /// A part of it, `offset` bytes further on.
    pub(crate) fn part(&self, offset: usize, text: &str) -> Self {
        let start = self.at.bytes.as_ref().map(|bytes| bytes.start + offset);
        let bytes = start.map(|start| start..start + text.len());
        Self {
            text: text.to_owned(),
            at: Spot::new(self.at.text, bytes),
        }
    }

    /// Its words, each with its own place where the string is written as it is.
    pub(crate) fn words(&self) -> Vec<Self> {
        self.pieces(self.text.split_whitespace())
    }

    /// Its lines, each as a string of its own.
    pub(crate) fn lines(&self) -> Vec<Self> {
        self.pieces(self.text.lines())
    }

    fn pieces<'w>(&self, pieces: impl Iterator<Item = &'w str>) -> Vec<Self> {
        let content = self.content_start();
        let word = |piece: &str| {
            let start = piece.as_ptr() as usize - self.text.as_ptr() as usize;
            Self {
                text: piece.into(),
                at: self.spot(content, start..start + piece.len()),
            }
        };
        pieces.map(word).collect()
    }

    /// The place of a piece, where its content starts. In a string with escapes that is the place of the whole.
    fn spot(&self, content: Option<usize>, piece: Range<usize>) -> Spot<'t> {
        let Some(content) = content else {
            return self.at.clone();
        };
        Spot::new(self.at.text, content + piece.start..content + piece.end)
    }

    /// The start of a string's content, if it is written as it is: with escapes in it the places inside are unknown.
    fn content_start(&self) -> Option<usize> {
        let at = self.at.bytes.clone()?;
        let raw = self.at.text.get(at.clone())?;
        if raw == self.text {
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
        content.starts_with(&self.text).then_some(start)
    }
}

/// A part of a document.
#[derive(Clone, Debug)]
pub(crate) struct Node<'t> {
    pub(crate) at: Spot<'t>,
    pub(crate) value: Value<'t>,
}

/// The kind of a part of a document.
#[derive(Clone, Debug)]
pub(crate) enum Value<'t> {
    Null,
    Bool(bool),
    /// One that does not fit is the largest or smallest that does.
    Integer {
        number: i64,
        fits: bool,
    },
    Float(f64),
    Text(String),
    List(Vec<Node<'t>>),
    Table(Table<'t>),
    Date,
}

/// Keys and their values in the order of the text, as far as it is known.
pub(crate) type Table<'t> = Vec<(Word<'t>, Node<'t>)>;

impl<'t> Node<'t> {
    /// Its name in a message.
    pub(crate) fn noun(&self) -> &'static str {
        match self.value {
            Value::Null => "null",
            Value::Bool(_) => "true or false",
            Value::Integer { .. } => "a number",
            Value::Float(_) => "a number with a point",
            Value::Text(_) => "a text",
            Value::List(_) => "a list",
            Value::Table(_) => "a table",
            Value::Date => "a date",
        }
    }

    /// Something is wrong with it.
    pub(crate) fn error(&self, message: impl Into<String>) -> ParseError {
        self.at.error(message)
    }

    /// The error for a part of the wrong kind.
    fn wrong(&self, what: &str, expected: &str) -> ParseError {
        let found = self.noun();
        self.error(format!("{what} is {found}, but {expected} is expected"))
    }

    pub(crate) fn table(&self, what: &str) -> Result<&Table<'t>, ParseError> {
        match &self.value {
            Value::Table(table) => Ok(table),
            _ => Err(self.wrong(what, "a table")),
        }
    }

    pub(crate) fn as_list(&self) -> Option<&[Self]> {
        match &self.value {
            Value::List(list) => Some(list),
            _ => None,
        }
    }

    pub(crate) fn list(&self, what: &str) -> Result<&[Self], ParseError> {
        self.as_list().ok_or_else(|| self.wrong(what, "a list"))
    }

    pub(crate) fn as_text(&self) -> Option<Word<'t>> {
        let Value::Text(text) = &self.value else {
            return None;
        };
        Some(Word {
            text: text.clone(),
            at: self.at.clone(),
        })
    }

    pub(crate) fn text(&self, what: &str) -> Result<Word<'t>, ParseError> {
        self.as_text().ok_or_else(|| self.wrong(what, "a text"))
    }

    pub(crate) fn number(&self, what: &str) -> Result<f64, ParseError> {
        match self.value {
            #[expect(clippy::cast_precision_loss, reason = "a number as it was meant")]
            Value::Integer { number, .. } => Ok(number as f64),
            Value::Float(number) => Ok(number),
            _ => Err(self.wrong(what, "a number")),
        }
    }

    /// A whole number from 1 on.
    pub(crate) fn ordinal(&self, what: &str) -> Result<usize, ParseError> {
        let Value::Integer { number, .. } = self.value else {
            return Err(self.wrong(what, "a whole number"));
        };
        let ordinal = usize::try_from(number).ok().filter(|&number| number > 0);
        let too_small = || format!("{what} is {number}, but at least 1 is expected");
        ordinal.ok_or_else(|| self.error(too_small()))
    }

    /// Refuses [hidden] characters in it.
    pub(crate) fn refuse_hidden(&self) -> Result<(), ParseError> {
        match &self.value {
            Value::Text(text) => match (hidden(text), self.as_text()) {
                (Some((at, message)), Some(text)) => Err(text.error_at(at, message)),
                _ => Ok(()),
            },
            Value::List(list) => list.iter().try_for_each(Self::refuse_hidden),
            Value::Table(table) => refuse_hidden(table),
            _ => Ok(()),
        }
    }
}

/// Refuses a table with a key or a text that has a hidden character.
fn refuse_hidden(table: &Table) -> Result<(), ParseError> {
    for (key, node) in table {
        if let Some((_, message)) = hidden(&key.text) {
            return Err(key.error(message));
        }
        node.refuse_hidden()?;
    }
    Ok(())
}

/// Checks that a table has no keys but those.
pub(crate) fn only(table: &Table, what: &str, known: &[&str]) -> Result<(), ParseError> {
    let is_known = |key: &Word| known.contains(&key.text.as_str());
    let Some((key, _)) = table.iter().find(|(key, _)| !is_known(key)) else {
        return Ok(());
    };
    let error = key.error(format!("{what} has no key {:?}", key.text));
    Err(match nearest(&key.text, known.iter().copied()) {
        Some(near) => error.hint(format!("did you mean {near:?}?")),
        None => error.hint(format!("its keys are {}", known.join(", "))),
    })
}

/// The value of a key.
pub(crate) fn get<'n, 't>(table: &'n Table<'t>, key: &str) -> Option<&'n Node<'t>> {
    let entry = table.iter().find(|(known, _)| known.text == key);
    entry.map(|(_, node)| node)
}

/// Reads TOML; the mistake that its parser finds is shown where it is. Nothing in it is hidden.
pub(crate) fn of_toml(text: &str) -> Result<Table<'_>, ParseError> {
    let document = DeTable::parse(text).map_err(|error| {
        let message = joined(error.message().lines(), ", ");
        Spot::new(text, error.span()).error(format!("this is not valid TOML: {message}"))
    })?;
    let table = of_detable(text, document.get_ref());
    refuse_hidden(&table)?;
    Ok(table)
}

fn of_detable<'t>(text: &'t str, table: &DeTable) -> Table<'t> {
    let entry = |(key, value): (&Spanned<_>, &Spanned<DeValue>)| {
        let at = Spot::new(text, key.span());
        let text_of_key: &std::borrow::Cow<str> = key.get_ref();
        let key = Word {
            text: text_of_key.to_string(),
            at,
        };
        (key, of_devalue(text, value))
    };
    let mut entries: Table = table.iter().map(entry).collect();
    // The parser sorts by key; the order of the text is the order of the kinds.
    entries.sort_by_key(|(key, _)| key.at.bytes.as_ref().map(|bytes| bytes.start));
    entries
}

fn of_devalue<'t>(text: &'t str, node: &Spanned<DeValue>) -> Node<'t> {
    let value = match node.get_ref() {
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
        DeValue::Array(list) => Value::List(list.iter().map(|n| of_devalue(text, n)).collect()),
        DeValue::Table(table) => Value::Table(of_detable(text, table)),
    };
    let at = Spot::new(text, node.span());
    Node { at, value }
}

/// A document that was JSON; its parts have no places.
pub(crate) fn of_json(value: serde_json::Value) -> Node<'static> {
    use serde_json::Value as Json;
    let at = Spot::new("", None);
    let value = match value {
        Json::Null => Value::Null,
        Json::Bool(value) => Value::Bool(value),
        Json::Number(number) => match number.as_i64() {
            Some(number) => Value::Integer { number, fits: true },
            None => Value::Float(number.as_f64().unwrap_or(f64::NAN)),
        },
        Json::String(text) => Value::Text(text),
        Json::Array(list) => Value::List(list.into_iter().map(of_json).collect()),
        Json::Object(table) => {
            let entry = |(text, value)| {
                let at = at.clone();
                (Word { text, at }, of_json(value))
            };
            Value::Table(table.into_iter().map(entry).collect())
        }
    };
    Node { at, value }
}

/// A text with everything escaped that TOML does not take between quotes.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '\\' | '"' => put!(out, "\\{c}"),
            c if c.is_control() => put!(out, "\\u{:04X}", u32::from(c)),
            c => out.push(c),
        }
    }
    out
}

/// A text of TOML in quotes.
pub(crate) fn quoted(text: &str) -> String {
    format!("\"{}\"", escaped(text))
}

/// A text of several lines.
pub(crate) fn lines(text: &str) -> String {
    format!(
        "\"\"\"\n{}\n\"\"\"",
        joined(text.lines().map(escaped), "\n")
    )
}

/// A key of TOML, in quotes where it needs them.
pub(crate) fn key(name: &str) -> String {
    let is_bare = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    if !name.is_empty() && name.chars().all(is_bare) {
        name.to_owned()
    } else {
        quoted(name)
    }
}

/// A part of a document as TOML says it on one line.
pub(crate) fn inline(node: &Node<'_>) -> String {
    match &node.value {
        Value::Null => quoted(""),
        Value::Bool(value) => value.to_string(),
        Value::Integer { number, .. } => number.to_string(),
        Value::Float(number) => number.to_string(),
        Value::Text(text) => quoted(text),
        Value::List(list) => format!("[{}]", joined(list.iter().map(inline), ", ")),
        Value::Table(table) => {
            let entries = table
                .iter()
                .map(|(name, node)| format!("{} = {}", key(&name.text), inline(node)));
            format!("{{ {} }}", joined(entries, ", "))
        }
        Value::Date => quoted("a date"),
    }
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
