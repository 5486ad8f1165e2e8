//! A text as lines of words, each with its place for an error.

use crate::ParseError;

/// A line that is not blank, or a part of one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line<'t> {
    /// Counted from 1.
    pub(crate) number: usize,
    pub(crate) text: &'t str,
    /// The line that it is a part of.
    whole: &'t str,
}

/// A word of a line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Word<'t> {
    line: Line<'t>,
    pub(crate) text: &'t str,
}

/// The lines of a text that are not blank.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = Line<'_>> + Clone {
    all_lines(text).filter(|line| !line.text.trim().is_empty())
}

/// All lines of a text.
pub(crate) fn all_lines(text: &str) -> impl Iterator<Item = Line<'_>> + Clone {
    text.lines().enumerate().map(|(k, text)| Line {
        number: k + 1,
        text,
        whole: text,
    })
}

impl<'t> Line<'t> {
    /// The words of the line.
    pub(crate) fn words(self) -> impl Iterator<Item = Word<'t>> {
        self.text
            .split_whitespace()
            .map(move |text| self.word(text))
    }

    /// A part of the line, which must be a slice of it.
    pub(crate) fn part(self, text: &'t str) -> Self {
        Self { text, ..self }
    }

    /// A part of the line as a word.
    pub(crate) fn word(self, text: &'t str) -> Word<'t> {
        Word { line: self, text }
    }

    /// An error where the line's first word starts.
    pub(crate) fn error(self, message: impl Into<String>) -> ParseError {
        self.error_at(self.text.trim_start(), message)
    }

    /// An error at the end of the line.
    pub(crate) fn error_at_end(self, message: impl Into<String>) -> ParseError {
        let text = self.text.trim_end();
        self.error_at(&text[text.len()..], message)
    }

    /// An error where a slice of the line starts.
    fn error_at(self, slice: &str, message: impl Into<String>) -> ParseError {
        let offset = slice.as_ptr() as usize - self.whole.as_ptr() as usize;
        let column = self.whole[..offset].chars().count() + 1;
        ParseError::at(self.number, column, message)
    }
}

impl<'t> Word<'t> {
    /// The text between this word and a later one of its line.
    pub(crate) fn until(self, next: Self) -> &'t str {
        let whole = self.line.whole;
        let offset = |text: &str| text.as_ptr() as usize - whole.as_ptr() as usize;
        &whole[offset(self.text) + self.text.len()..offset(next.text)]
    }

    /// Its characters as words.
    pub(crate) fn characters(self) -> impl Iterator<Item = Self> {
        let characters = self.text.char_indices();
        characters.map(move |(at, c)| self.part(&self.text[at..at + c.len_utf8()]))
    }

    /// An error at this word.
    pub(crate) fn error(self, message: impl Into<String>) -> ParseError {
        self.line.error_at(self.text, message)
    }

    /// A part of the word, which must be a slice of it.
    pub(crate) fn part(self, text: &'t str) -> Self {
        Self { text, ..self }
    }

    /// The word for a message: not endless.
    pub(crate) fn shown(self) -> String {
        shown(self.text)
    }

    /// The word as the length of a side.
    pub(crate) fn side(self) -> Result<usize, ParseError> {
        self.text.parse().map_err(|_| {
            let shown = self.shown();
            self.error(format!(
                "{shown} is not a size: a whole number was expected"
            ))
        })
    }

    /// Returns true if the word is made of digits alone.
    pub(crate) fn is_number(self) -> bool {
        is_number(self.text)
    }
}

/// Returns true if a word is made of digits alone.
pub(crate) fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// A word quoted for a message: not endless.
pub(crate) fn shown(text: &str) -> String {
    match text.char_indices().nth(24) {
        Some((end, _)) => format!("{:?}…", &text[..end]),
        None => format!("{text:?}"),
    }
}

/// The first character that is not shown but changes how others are: a control character, or one that
/// turns the direction of writing. A name with one could colour a terminal, or pass for another.
/// Its place in bytes, and the sentence about it; ends of lines and tabs are allowed.
pub(crate) fn hidden(text: &str) -> Option<(usize, String)> {
    let is_hidden = |&(_, c): &(usize, char)| match c {
        '\n' | '\r' | '\t' => false,
        '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => true,
        _ => c.is_control(),
    };
    let (at, c) = text.char_indices().find(is_hidden)?;
    let code = u32::from(c);
    let message = format!(
        "{} has the character U+{code:04X}, which is not shown",
        shown(text)
    );
    Some((at, message))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_knows_its_place() {
        let text = "\n é  b/c \n";
        let line = lines(text).next().unwrap();
        let words: Vec<Word> = line.words().collect();
        let place = |error: ParseError| {
            let place = error.place().unwrap();
            (place.line, place.column)
        };
        assert_eq!(place(words[0].error("")), (2, 2));
        assert_eq!(place(words[1].error("")), (2, 5));
        assert_eq!(place(words[1].part(&words[1].text[2..]).error("")), (2, 7));
        assert_eq!(place(line.error("")), (2, 2));
        assert_eq!(place(line.error_at_end("")), (2, 8));
        let part = line.part(line.text.split('/').nth(1).unwrap());
        assert_eq!(place(part.error("")), (2, 7));
        assert_eq!(lines(text).count(), 1);
    }

    #[test]
    fn what_is_not_shown_is_found() {
        for text in ["", "red", "é\tb\r\n", "日本", "a\u{200d}b"] {
            assert_eq!(hidden(text), None, "{text:?}");
        }
        let (at, message) = hidden("é\x1b[31m").unwrap();
        let expected = r#""é\u{1b}[31m" has the character U+001B, which is not shown"#;
        assert_eq!((at, message.as_str()), (2, expected));
        for hides in [
            "\0", "\u{9b}", "\u{7f}", "\u{202a}", "\u{202e}", "\u{2066}", "\u{2069}",
        ] {
            assert!(hidden(hides).is_some(), "{hides:?}");
        }
    }

    #[test]
    fn endless_words_are_cut_short() {
        assert_eq!(shown("é"), "\"é\"");
        assert_eq!(shown(&"é".repeat(99)).chars().count(), 24 + 3);
    }
}
