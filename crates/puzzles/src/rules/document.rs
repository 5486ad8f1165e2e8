//! Reading TOML with places: every complaint names the line and column that it is about.

use crate::nearest::nearest;
use crate::{ParseError, Place};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// The most words that a list may have, ranges counted in full.
pub(super) const MOST_WORDS: usize = 1_000_000;

/// A complaint about the text at a byte offset.
pub(super) fn error_at(source: &str, offset: usize, message: impl Into<String>) -> ParseError {
    let place = Place::of_offset(source, offset);
    ParseError::at(place.line, place.column, message)
}

/// Parses the text as TOML.
pub(super) fn parse(source: &str) -> Result<Spanned<DeTable<'_>>, ParseError> {
    DeTable::parse(source).map_err(|error| {
        let offset = error.span().map_or(0, |span| span.start);
        let message = error.message().lines().collect::<Vec<_>>().join(", ");
        error_at(source, offset, format!("this is no valid TOML: {message}"))
    })
}

/// A table whose keys are known.
#[derive(Clone, Copy)]
pub(super) struct Section<'d> {
    source: &'d str,
    table: &'d DeTable<'d>,
    /// Where it starts, for what is missing in it.
    start: usize,
}

impl<'d> Section<'d> {
    pub(super) fn new(source: &'d str, table: &'d DeTable<'d>, start: usize) -> Self {
        Self {
            source,
            table,
            start,
        }
    }

    /// Complains about the first key that is none of these.
    pub(super) fn check_keys(&self, what: &str, known: &[&str]) -> Result<(), ParseError> {
        let Some(unknown) = self.entries().into_iter().find(|e| !known.contains(&e.key)) else {
            return Ok(());
        };
        let message = format!("{what} has no key {:?}", unknown.key);
        let error = error_at(self.source, unknown.key_start, message);
        Err(match nearest(unknown.key, known.iter().copied()) {
            Some(near) => error.hint(format!("did you mean {near:?}?")),
            None => error.hint(format!("its keys are {}", known.join(", "))),
        })
    }

    pub(super) fn get(&self, key: &str) -> Option<Entry<'d>> {
        self.entries().into_iter().find(|entry| entry.key == key)
    }

    /// All entries in the order of the text.
    pub(super) fn entries(&self) -> Vec<Entry<'d>> {
        let mut entries: Vec<_> = self
            .table
            .iter()
            .map(|(key, value)| Entry {
                source: self.source,
                key: key.get_ref(),
                key_start: key.span().start,
                value,
            })
            .collect();
        entries.sort_by_key(|entry| entry.key_start);
        entries
    }

    /// A complaint about the table as a whole.
    pub(super) fn error(&self, message: impl Into<String>) -> ParseError {
        error_at(self.source, self.start, message)
    }
}

/// A key with its value.
#[derive(Clone, Copy)]
pub(super) struct Entry<'d> {
    source: &'d str,
    pub(super) key: &'d str,
    pub(super) key_start: usize,
    value: &'d Spanned<DeValue<'d>>,
}

impl<'d> Entry<'d> {
    /// A complaint about the value.
    pub(super) fn error(&self, message: impl Into<String>) -> ParseError {
        error_at(self.source, self.start(), message)
    }

    /// A complaint about the key.
    pub(super) fn key_error(&self, message: impl Into<String>) -> ParseError {
        error_at(self.source, self.key_start, message)
    }

    fn start(&self) -> usize {
        self.value.span().start
    }

    fn unexpected(&self, expected: &str) -> ParseError {
        let kind = match self.value.get_ref() {
            DeValue::String(_) => "a text",
            DeValue::Integer(_) => "a number",
            DeValue::Float(_) => "a number with a point",
            DeValue::Boolean(_) => "true or false",
            DeValue::Datetime(_) => "a date",
            DeValue::Array(_) => "a list",
            DeValue::Table(_) => "a table",
        };
        self.error(format!("{:?} should be {expected}, not {kind}", self.key))
    }

    pub(super) fn boolean(&self) -> Result<bool, ParseError> {
        let value = self.value.get_ref().as_bool();
        value.ok_or_else(|| self.unexpected("true or false"))
    }

    pub(super) fn text(&self) -> Result<Text<'d>, ParseError> {
        let text = self.as_text();
        text.ok_or_else(|| self.unexpected("a text in quotes"))
    }

    pub(super) fn as_text(&self) -> Option<Text<'d>> {
        let text = self.value.get_ref().as_str()?;
        let span = self.value.span();
        let raw = self.source.get(span.clone()).unwrap_or("");
        let quotes = ["\"\"\"", "'''", "\"", "'"];
        let quote = quotes.into_iter().find(|quote| raw.starts_with(quote));
        let quote = quote.map_or(0, str::len);
        let mut skipped = quote;
        if quote == 3 {
            // A line feed right after three quotes is not part of the text.
            let rest = &raw[quote..];
            skipped += rest.len() - rest.strip_prefix("\r\n").unwrap_or(rest).len();
            let rest = &raw[skipped..];
            skipped += usize::from(skipped == quote && rest.starts_with('\n'));
        }
        // With escapes in it the places inside are unknown: then it is the text's own.
        let is_verbatim = raw[skipped..].starts_with(text);
        Some(Text {
            source: self.source,
            content: text,
            start: if is_verbatim {
                span.start + skipped
            } else {
                span.start
            },
            is_verbatim,
        })
    }

    /// An integer within bounds.
    pub(super) fn integer(&self, least: i64, most: i64) -> Result<i64, ParseError> {
        let number = self.as_integer();
        number
            .filter(|number| (least..=most).contains(number))
            .ok_or_else(|| {
                if self.value.get_ref().is_integer() {
                    let message = format!("{:?} should be from {least} to {most}", self.key);
                    self.error(message)
                } else {
                    self.unexpected("a whole number")
                }
            })
    }

    fn as_integer(&self) -> Option<i64> {
        let integer = self.value.get_ref().as_integer()?;
        i64::from_str_radix(integer.as_str(), integer.radix()).ok()
    }

    /// The elements of a list, each under the same key.
    pub(super) fn elements(&self) -> Option<Vec<Self>> {
        let array = self.value.get_ref().as_array()?;
        let element = |value| Self { value, ..*self };
        Some(array.iter().map(element).collect())
    }

    pub(super) fn section(&self) -> Option<Section<'d>> {
        let table = self.value.get_ref().as_table()?;
        Some(Section::new(self.source, table, self.key_start))
    }

    /// The tables of `[[key]]`.
    pub(super) fn sections(&self) -> Result<Vec<Section<'d>>, ParseError> {
        let wrong = || {
            let message = format!("{:?} should be written [[{}]]", self.key, self.key);
            self.key_error(message)
        };
        let elements = self.elements().ok_or_else(wrong)?;
        let section = |element: &Self| {
            let table = element.value.get_ref().as_table().ok_or_else(wrong)?;
            Ok(Section::new(self.source, table, element.start()))
        };
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
        if let Some(number) = self.as_integer() {
            words.push(Word {
                text: number.to_string(),
                offset: self.start(),
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
                offset: self.key_start,
            };
            word.expand(self.source, &mut words)?;
        }
        Ok(words)
    }
}

/// A text value and where it stands.
#[derive(Clone, Copy)]
pub(super) struct Text<'d> {
    pub(super) source: &'d str,
    pub(super) content: &'d str,
    start: usize,
    is_verbatim: bool,
}

impl<'d> Text<'d> {
    /// A complaint about a place in the text.
    pub(super) fn error(&self, at: usize, message: impl Into<String>) -> ParseError {
        error_at(self.source, self.offset(at), message)
    }

    fn offset(&self, at: usize) -> usize {
        self.start + if self.is_verbatim { at } else { 0 }
    }

    /// Its words, ranges expanded.
    pub(super) fn words(&self) -> Result<Vec<Word>, ParseError> {
        let mut words = Vec::new();
        self.add_words(&mut words)?;
        Ok(words)
    }

    fn add_words(&self, words: &mut Vec<Word>) -> Result<(), ParseError> {
        for word in self.plain_words() {
            word.expand(self.source, words)?;
        }
        Ok(())
    }

    /// Its words as they stand.
    pub(super) fn plain_words(&self) -> impl Iterator<Item = Word> + use<'d> {
        let (text, this) = (self.content, *self);
        text.split_whitespace().map(move |word| Word {
            text: word.to_owned(),
            offset: this.offset(word.as_ptr() as usize - text.as_ptr() as usize),
        })
    }
}

/// A word and where it stands.
#[derive(Clone, Debug)]
pub(super) struct Word {
    pub(super) text: String,
    pub(super) offset: usize,
}

impl Word {
    /// Adds the word, or what it stands for if it is a range like `1..9` or `d1..d7`.
    fn expand(self, source: &str, words: &mut Vec<Self>) -> Result<(), ParseError> {
        let too_many = || {
            let message = format!("this list has more than {MOST_WORDS} words");
            error_at(source, self.offset, message)
        };
        let Some(range) = Range::of(&self.text) else {
            words.push(self);
            return Ok(());
        };
        if range.last < range.first {
            let message = format!("the range {} runs backwards", self.text);
            return Err(error_at(source, self.offset, message));
        }
        let count = range.last.abs_diff(range.first);
        if count >= (MOST_WORDS - words.len().min(MOST_WORDS)) as u64 {
            return Err(too_many());
        }
        words.extend((range.first..=range.last).map(|number| Self {
            text: format!("{}{number:0width$}", range.prefix, width = range.width),
            offset: self.offset,
        }));
        Ok(())
    }
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

    fn words(list: &str) -> String {
        let text = format!("k = {list}");
        let table = parse(&text).unwrap();
        let section = Section::new(&text, table.get_ref(), 0);
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
        let invalid = parse("a = [1,\nb = 2\n").unwrap_err().to_string();
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
            let table = parse(text).unwrap();
            let entry = Section::new(text, table.get_ref(), 0).get("k").unwrap();
            let word = entry.words().unwrap().pop().unwrap();
            let place = Place::of_offset(text, word.offset);
            assert_eq!((place.line, place.column), expected, "{text:?}");
        }
    }
}
