//! The tables and values of a rules file: every complaint names the line and column that it is
//! about.

use crate::ParseError;
use crate::document::{Node, Source, Table, Value, Word};

/// The most words that a list may have, ranges counted in full.
pub(super) const MOST_WORDS: usize = 1_000_000;

/// A table whose keys are known.
#[derive(Clone, Copy)]
pub(super) struct Section<'d> {
    source: Source<'d>,
    table: &'d Table,
    /// Its start, for errors about missing parts.
    start: usize,
}

impl<'d> Section<'d> {
    pub(super) fn new(source: Source<'d>, table: &'d Table, start: usize) -> Self {
        Self {
            source,
            table,
            start,
        }
    }

    /// Complains about the first key that is none of these.
    pub(super) fn check_keys(&self, what: &str, known: &[&str]) -> Result<(), ParseError> {
        self.source.only(self.table, what, known)
    }

    pub(super) fn get(&self, key: &str) -> Option<Entry<'d>> {
        self.entries().into_iter().find(|entry| entry.key == key)
    }

    /// All entries in the order of the text.
    pub(super) fn entries(&self) -> Vec<Entry<'d>> {
        let entry = |(key, node): &'d (Word, Node)| Entry {
            source: self.source,
            key: &key.text,
            key_start: key.start(),
            node,
        };
        self.table.iter().map(entry).collect()
    }

    /// A complaint about the table as a whole.
    pub(super) fn error(&self, message: impl Into<String>) -> ParseError {
        ParseError::at_offset(self.source.0, self.start, message)
    }
}

/// A key with its value.
#[derive(Clone, Copy)]
pub(super) struct Entry<'d> {
    source: Source<'d>,
    pub(super) key: &'d str,
    key_start: usize,
    node: &'d Node,
}

impl<'d> Entry<'d> {
    /// A complaint about the value.
    pub(super) fn error(&self, message: impl Into<String>) -> ParseError {
        ParseError::at_offset(self.source.0, self.start(), message)
    }

    /// A complaint about the key.
    pub(super) fn key_error(&self, message: impl Into<String>) -> ParseError {
        ParseError::at_offset(self.source.0, self.key_start, message)
    }

    fn start(&self) -> usize {
        self.node.at.as_ref().map_or(0, |at| at.start)
    }

    fn unexpected(&self, expected: &str) -> ParseError {
        let found = self.node.value.noun();
        self.error(format!("{:?} should be {expected}, not {found}", self.key))
    }

    pub(super) fn boolean(&self) -> Result<bool, ParseError> {
        match self.node.value {
            Value::Bool(value) => Ok(value),
            _ => Err(self.unexpected("true or false")),
        }
    }

    pub(super) fn text(&self) -> Result<Text<'d>, ParseError> {
        let text = self.as_text();
        text.ok_or_else(|| self.unexpected("a text in quotes"))
    }

    pub(super) fn as_text(&self) -> Option<Text<'d>> {
        let Value::Text(content) = &self.node.value else {
            return None;
        };
        let at = self.node.at.as_ref();
        Some(Text {
            source: self.source,
            content,
            whole_start: self.start(),
            content_start: self.source.content_start(at, content),
        })
    }

    /// An integer within bounds.
    pub(super) fn integer(&self, least: i64, most: i64) -> Result<i64, ParseError> {
        match self.node.value {
            Value::Integer { number, fits: true } if (least..=most).contains(&number) => Ok(number),
            Value::Integer { .. } => {
                let message = format!("{:?} should be from {least} to {most}", self.key);
                Err(self.error(message))
            }
            _ => Err(self.unexpected("a whole number")),
        }
    }

    /// The elements of a list, each under the same key.
    pub(super) fn elements(&self) -> Option<Vec<Self>> {
        let Value::List(list) = &self.node.value else {
            return None;
        };
        let element = |node| Self { node, ..*self };
        Some(list.iter().map(element).collect())
    }

    pub(super) fn section(&self) -> Option<Section<'d>> {
        self.section_from(self.key_start)
    }

    fn section_from(&self, start: usize) -> Option<Section<'d>> {
        match &self.node.value {
            Value::Table(table) => Some(Section::new(self.source, table, start)),
            _ => None,
        }
    }

    /// The tables of `[[key]]`.
    pub(super) fn sections(&self) -> Result<Vec<Section<'d>>, ParseError> {
        let wrong = || {
            let message = format!("{:?} should be written [[{}]]", self.key, self.key);
            self.key_error(message)
        };
        let elements = self.elements().ok_or_else(wrong)?;
        let section = |element: &Self| element.section_from(element.start()).ok_or_else(wrong);
        elements.iter().map(section).collect()
    }

    /// A list of words: a text with blanks between them, a number, or a list of these.
    pub(super) fn words(&self) -> Result<Vec<Word>, ParseError> {
        let mut words = Vec::new();
        match self.elements() {
            None => self.add_words(&mut words)?,
            Some(elements) => {
                for element in elements {
                    element.add_words(&mut words)?;
                }
            }
        }
        if words.is_empty() {
            return Err(self.error(format!("{:?} is empty", self.key)));
        }
        Ok(words)
    }

    fn add_words(&self, words: &mut Vec<Word>) -> Result<(), ParseError> {
        if let Value::Integer { number, fits: true } = self.node.value {
            words.push(Word {
                text: number.to_string(),
                at: self.node.at.clone(),
            });
            return Ok(());
        }
        let text = self.as_text();
        let text = text.ok_or_else(|| self.unexpected("words in quotes, with blanks between"))?;
        text.add_words(words)
    }

    /// The words of the key itself.
    pub(super) fn key_words(&self) -> Result<Vec<Word>, ParseError> {
        let mut words = Vec::new();
        for text in self.key.split_whitespace() {
            let word = Word {
                text: text.to_owned(),
                at: Some(self.key_start..self.key_start),
            };
            expand(word, self.source, &mut words)?;
        }
        Ok(words)
    }
}

/// A text value and its place.
#[derive(Clone, Copy)]
pub(super) struct Text<'d> {
    pub(super) source: Source<'d>,
    pub(super) content: &'d str,
    whole_start: usize,
    /// The start of the content, if it is written as it is.
    content_start: Option<usize>,
}

impl<'d> Text<'d> {
    /// A complaint about a place in the text.
    pub(super) fn error(&self, at: usize, message: impl Into<String>) -> ParseError {
        ParseError::at_offset(self.source.0, self.offset(at), message)
    }

    fn offset(&self, at: usize) -> usize {
        self.content_start
            .map_or(self.whole_start, |start| start + at)
    }

    /// Its words, ranges expanded.
    pub(super) fn words(&self) -> Result<Vec<Word>, ParseError> {
        let mut words = Vec::new();
        self.add_words(&mut words)?;
        Ok(words)
    }

    fn add_words(&self, words: &mut Vec<Word>) -> Result<(), ParseError> {
        for word in self.plain_words() {
            expand(word, self.source, words)?;
        }
        Ok(())
    }

    /// Its words as written.
    pub(super) fn plain_words(&self) -> impl Iterator<Item = Word> + use<'d> {
        let (text, this) = (self.content, *self);
        text.split_whitespace().map(move |word| {
            let start = this.offset(word.as_ptr() as usize - text.as_ptr() as usize);
            Word {
                text: word.to_owned(),
                at: Some(start..start + word.len()),
            }
        })
    }
}

/// Adds a word, or the words of a range like `1..9` or `d1..d7`.
fn expand(word: Word, source: Source, words: &mut Vec<Word>) -> Result<(), ParseError> {
    let Some(range) = Range::of(&word.text) else {
        words.push(word);
        return Ok(());
    };
    if range.last < range.first {
        let message = format!("the range {} runs backwards", word.text);
        return Err(source.error(&word.at, message));
    }
    let count = range.last.abs_diff(range.first);
    if count >= (MOST_WORDS - words.len().min(MOST_WORDS)) as u64 {
        let message = format!("this list has more than {MOST_WORDS} words");
        return Err(source.error(&word.at, message));
    }
    words.extend((range.first..=range.last).map(|number| Word {
        text: format!("{}{number:0width$}", range.prefix, width = range.width),
        at: word.at.clone(),
    }));
    Ok(())
}

/// `prefix` followed by each number from `first` to `last`, with zeros in front up to `width`.
struct Range<'w> {
    prefix: &'w str,
    first: i64,
    last: i64,
    width: usize,
}

impl<'w> Range<'w> {
    fn of(word: &'w str) -> Option<Self> {
        let (from, to) = word.split_once("..")?;
        if let (Ok(first), Ok(last)) = (from.parse(), to.parse())
            && !from.starts_with(['0', '+'])
        {
            return Some(Self {
                prefix: "",
                first,
                last,
                width: 0,
            });
        }
        let digits = from.trim_end_matches(|c: char| c.is_ascii_digit()).len();
        let (prefix, number) = from.split_at(digits);
        let last = to.strip_prefix(prefix).unwrap_or(to);
        let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        if !is_number(number) || !is_number(last) || number.len() > 18 || last.len() > 18 {
            return None;
        }
        Some(Self {
            prefix,
            first: number.parse().ok()?,
            last: last.parse().ok()?,
            width: if number.starts_with('0') {
                number.len()
            } else {
                0
            },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Place;
    use crate::document::of_toml;

    fn words(list: &str) -> String {
        let text = format!("k = {list}");
        let table = of_toml(&text).unwrap();
        let section = Section::new(Source(&text), &table, 0);
        match section.get("k").unwrap().words() {
            Ok(words) => {
                let words: Vec<String> = words.into_iter().map(|word| word.text).collect();
                words.join(" ")
            }
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn ranges_are_expanded() {
        assert_eq!(words("'1..4'"), "1 2 3 4");
        assert_eq!(words("'-1..1 x'"), "-1 0 1 x");
        assert_eq!(words("'d1..d3 d4..5'"), "d1 d2 d3 d4 d5");
        assert_eq!(words("'p08..p11'"), "p08 p09 p10 p11");
        assert_eq!(words("'01..03'"), "01 02 03");
        assert_eq!(words("'.. a.. ..b a1..b2'"), ".. a.. ..b a1..b2");
        assert_eq!(words("[1, 'b c', '2..3']"), "1 b c 2 3");
    }

    #[test]
    fn bad_lists_are_refused() {
        assert_eq!(
            words("'5..1'"),
            "line 1, column 6: the range 5..1 runs backwards"
        );
        assert_eq!(
            words("'x -9223372036854775808..9223372036854775807'"),
            "line 1, column 8: this list has more than 1000000 words"
        );
        assert_eq!(words("' '"), "line 1, column 5: \"k\" is empty");
        assert_eq!(
            words("true"),
            "line 1, column 5: \"k\" should be words in quotes, with blanks between, not true or false"
        );
        let invalid = of_toml("a = [1,\nb = 2\n").unwrap_err().to_string();
        assert!(invalid.starts_with("line 2, column "), "{invalid}");
    }

    #[test]
    fn places_inside_texts_are_exact() {
        for (text, expected) in [
            ("k = \"\"\"\nab cd\nef\"\"\"", (3, 1)),
            ("k = '''\r\nab cd\r\nef'''", (3, 1)),
            ("k = \"ab cd ef\"", (1, 12)),
            // An escape hides the places behind it.
            ("k = \"ab\\tcd ef\"", (1, 5)),
        ] {
            let table = of_toml(text).unwrap();
            let entry = Section::new(Source(text), &table, 0).get("k").unwrap();
            let word = entry.words().unwrap().pop().unwrap();
            let place = Place::of_offset(text, word.start());
            assert_eq!((place.line, place.column), expected, "{text:?}");
        }
    }
}
