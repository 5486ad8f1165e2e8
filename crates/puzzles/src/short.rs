//! Solutions on one short line, for lists: the tiles' contents and nothing else.
//!
//! A board is its rows with `/` between them. If every name is a single character, the tiles of a row are side by
//! side (`ERD/DUU`); otherwise there are blanks between them (`grass sea / sea sea`). A name that could be misread
//! (it has a blank, a `/`, a `=` or a quotation mark) is in quotation marks, as in JSON.

use std::borrow::Cow;

/// A name on such a line.
pub(crate) fn word(name: &str) -> Cow<'_, str> {
    let is_special = |c: char| c.is_whitespace() || c.is_control() || matches!(c, '/' | '=' | '"');
    if name.is_empty() || name.contains(is_special) {
        return Cow::Owned(serde_json::Value::from(name).to_string());
    }
    Cow::Borrowed(name)
}

/// The layout of a board's rows.
#[derive(Debug)]
pub(crate) struct Rows {
    columns: usize,
    /// Between two tiles of a row, and between two rows.
    between: (&'static str, &'static str),
}

impl Rows {
    /// Rows of `columns` tiles that have these names.
    pub(crate) fn new<N: AsRef<str>>(columns: usize, names: impl IntoIterator<Item = N>) -> Self {
        let is_character = |name: N| word(name.as_ref()).chars().count() == 1;
        let between = if names.into_iter().all(is_character) {
            ("", "/")
        } else {
            (" ", " / ")
        };
        Self { columns, between }
    }

    /// Adds the tiles, each by its name, row by row.
    pub(crate) fn put<N: AsRef<str>>(&self, names: impl Iterator<Item = N>, line: &mut Vec<u8>) {
        let (between_tiles, between_rows) = self.between;
        for (number, name) in names.enumerate() {
            let before = match number {
                0 => "",
                _ if number.is_multiple_of(self.columns) => between_rows,
                _ => between_tiles,
            };
            line.extend_from_slice(before.as_bytes());
            line.extend_from_slice(word(name.as_ref()).as_bytes());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(columns: usize, names: &[&str]) -> String {
        let mut line = Vec::new();
        Rows::new(columns, names).put(names.iter(), &mut line);
        String::from_utf8(line).unwrap()
    }

    #[test]
    fn rows_are_told_apart_whatever_their_tiles_are_called() {
        assert_eq!(line(2, &["U", "D", "┃", "E"]), "UD/┃E");
        assert_eq!(line(2, &["sea", "D", "a b", "E"]), "sea D / \"a b\" E");
        assert_eq!(line(2, &["/", "a"]), "\"/\" a");
        assert_eq!(line(3, &["1", "", "\""]), r#"1 "" "\"""#);
    }
}
