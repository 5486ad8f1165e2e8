//! The tables and values of a rules file: every complaint names the line and column that it is
//! about.

use crate::ParseError;
use crate::document::{Node, Spot, Table, Value, Word, only};
use crate::lines::is_number;

/// The most words that a list may have, ranges counted in full.
pub(crate) const MOST_WORDS: usize = 1_000_000;

/// A table whose keys are known.
#[derive(Clone, Copy)]
pub(crate) struct Section<'d> {
    table: &'d Table<'d>,
    /// Its start, for errors about missing parts.
    start: &'d Spot<'d>,
}

impl<'d> Section<'d> {
    pub(crate) fn new(table: &'d Table<'d>, start: &'d Spot<'d>) -> Self {
        Self { table, start }
    }

    /// Complains about the first key that is none of these.
    pub(crate) fn check_keys(&self, what: &str, known: &[&str]) -> Result<(), ParseError> {
        only(self.table, what, known)
    }

    pub(crate) fn get(&self, key: &str) -> Option<Entry<'d>> {
        self.entries().into_iter().find(|entry| entry.key == key)
    }

    /// All entries in the order of the text.
    pub(crate) fn entries(&self) -> Vec<Entry<'d>> {
        let entry = |(key, node): &'d (Word<'d>, Node<'d>)| Entry {
            key: &key.text,
            at: &key.at,
            node,
        };
        self.table.iter().map(entry).collect()
    }

    /// A complaint about the table as a whole.
    pub(crate) fn error(&self, message: impl Into<String>) -> ParseError {
        self.start.error(message)
    }
}

/// A key with its value.
#[derive(Clone, Copy)]
pub(crate) struct Entry<'d> {
    pub(crate) key: &'d str,
    /// The place of the key.
    at: &'d Spot<'d>,
    node: &'d Node<'d>,
}

impl<'d> Entry<'d> {
    /// A complaint about the value.
    pub(crate) fn error(&self, message: impl Into<String>) -> ParseError {
        self.node.error(message)
    }

    /// A complaint about the key.
    pub(crate) fn key_error(&self, message: impl Into<String>) -> ParseError {
        self.at.error(message)
    }

    fn unexpected(&self, expected: &str) -> ParseError {
        let found = self.node.noun();
        self.error(format!("{:?} should be {expected}, not {found}", self.key))
    }

    pub(crate) fn boolean(&self) -> Result<bool, ParseError> {
        match self.node.value {
            Value::Bool(value) => Ok(value),
            _ => Err(self.unexpected("true or false")),
        }
    }

    pub(crate) fn text(&self) -> Result<Word<'d>, ParseError> {
        let text = self.as_text();
        text.ok_or_else(|| self.unexpected("a text in quotes"))
    }

    pub(crate) fn as_text(&self) -> Option<Word<'d>> {
        self.node.as_text()
    }

    /// An integer within bounds.
    pub(crate) fn integer(&self, least: i64, most: i64) -> Result<i64, ParseError> {
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
    pub(crate) fn elements(&self) -> Option<Vec<Self>> {
        let element = |node| Self { node, ..*self };
        Some(self.node.as_list()?.iter().map(element).collect())
    }

    /// The elements of a list, or the value alone where it is none.
    pub(crate) fn each(&self) -> Vec<Self> {
        self.elements().unwrap_or_else(|| vec![*self])
    }

    pub(crate) fn section(&self) -> Option<Section<'d>> {
        self.section_from(self.at)
    }

    fn section_from(&self, start: &'d Spot<'d>) -> Option<Section<'d>> {
        match &self.node.value {
            Value::Table(table) => Some(Section::new(table, start)),
            _ => None,
        }
    }

    /// The tables of `[[key]]`.
    pub(crate) fn sections(&self) -> Result<Vec<Section<'d>>, ParseError> {
        let wrong = || {
            let message = format!("{:?} should be written [[{}]]", self.key, self.key);
            self.key_error(message)
        };
        let elements = self.elements().ok_or_else(wrong)?;
        let section = |element: &Self| element.section_from(&element.node.at).ok_or_else(wrong);
        elements.iter().map(section).collect()
    }

    /// A list of words: a text with blanks between them, a number, or a list of these.
    pub(crate) fn words(&self) -> Result<Vec<Word<'d>>, ParseError> {
        let mut words = Vec::new();
        for element in self.each() {
            element.add_words(&mut words)?;
        }
        if words.is_empty() {
            return Err(self.error(format!("{:?} is empty", self.key)));
        }
        Ok(words)
    }

    fn add_words(&self, words: &mut Vec<Word<'d>>) -> Result<(), ParseError> {
        if let Value::Integer { number, fits: true } = self.node.value {
            words.push(Word {
                text: number.to_string(),
                at: self.node.at.clone(),
            });
            return Ok(());
        }
        let text = self.as_text();
        let text = text.ok_or_else(|| self.unexpected("words in quotes, with blanks between"))?;
        expand_all(text.words(), words)
    }

    /// The words of the key itself.
    pub(crate) fn key_words(&self) -> Result<Vec<Word<'d>>, ParseError> {
        let word = |text: &str| Word {
            text: text.to_owned(),
            at: self.at.clone(),
        };
        expanded(self.key.split_whitespace().map(word))
    }
}

/// Words with their ranges expanded.
pub(crate) fn expanded<'d>(
    written: impl IntoIterator<Item = Word<'d>>,
) -> Result<Vec<Word<'d>>, ParseError> {
    let mut words = Vec::new();
    expand_all(written, &mut words)?;
    Ok(words)
}

fn expand_all<'d>(
    written: impl IntoIterator<Item = Word<'d>>,
    words: &mut Vec<Word<'d>>,
) -> Result<(), ParseError> {
    let mut written = written.into_iter();
    written.try_for_each(|word| expand(word, words))
}

/// Adds a word, or the words of a range like `1..9` or `d1..d7`.
fn expand<'d>(word: Word<'d>, words: &mut Vec<Word<'d>>) -> Result<(), ParseError> {
    let Some(range) = Range::of(&word.text) else {
        words.push(word);
        return Ok(());
    };
    if range.last < range.first {
        return Err(word.error(format!("the range {} runs backwards", word.text)));
    }
    let count = range.last.abs_diff(range.first);
    if count >= (MOST_WORDS - words.len().min(MOST_WORDS)) as u64 {
        return Err(word.error(format!("this list has more than {MOST_WORDS} words")));
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
    use crate::document::of_toml;

    fn words(list: &str) -> String {
        let text = format!("k = {list}");
        let table = of_toml(&text).unwrap();
        let start = Spot::start_of(&text);
        let section = Section::new(&table, &start);
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
            let start = Spot::start_of(text);
            let entry = Section::new(&table, &start).get("k").unwrap();
            let word = entry.words().unwrap().pop().unwrap();
            let place = word.error("").place().unwrap();
            assert_eq!((place.line, place.column), expected, "{text:?}");
        }
    }
}
