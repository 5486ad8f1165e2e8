//! Addresses of puzzles that are elsewhere: a message for those that nothing can be read from.
//!
//! People paste the address that a site gives them. If it is of a puzzle of another kind, or only a name for one that
//! the site keeps, the error says so; nothing is ever fetched.

use crate::ParseError;
use crate::lines::{self, shown};

/// Sites whose addresses have the puzzle's kind and cells in them.
const PZPR: [&str; 4] = ["puzz.link", "pzv.jp", "pzprxs", "pzplus"];

/// The error for an address from which no family reads anything; `None` if the text is not an address.
pub(crate) fn unread(text: &str) -> Option<ParseError> {
    let line = lines::lines(text).next()?;
    let mut words = line.words();
    let (Some(word), None) = (words.next(), words.next()) else {
        return None;
    };
    let (site, path) = parts(word.text)?;
    let error = |message: String| ParseError::new(message);
    if let Some(kind) = kind_of_pzpr(site, path) {
        return Some(
            error(format!(
                "this address holds a puzzle of the kind {}, which is not known",
                shown(kind)
            ))
            .hint("docs/kinds.md lists the kinds whose addresses are read"),
        );
    }
    let is_penpa = word.text.contains("penpa") || path.starts_with("m=");
    if is_penpa {
        return Some(
            error("this is an address of Penpa+, which is not read".to_owned())
                .hint("a Sudoku can be copied as a line of 81 digits and dots"),
        );
    }
    let keeper = KEEPERS.iter().find(|(known, _)| site.contains(known));
    Some(match keeper {
        Some((_, name)) => error(format!(
            "the puzzle is not in this short address of {name}, which is only a name for it: nothing \
             is fetched"
        ))
        .hint("open it there and copy the long address, or the puzzle as text"),
        None => error(format!(
            "this is an address, and there is no puzzle in it: nothing is fetched from {}",
            shown(site)
        ))
        .hint("paste the puzzle itself, as text"),
    })
}

/// Sites that keep puzzles under short names.
const KEEPERS: [(&str, &str); 5] = [
    ("sudokupad", "SudokuPad"),
    ("crackingthecryptic", "SudokuPad"),
    ("f-puzzles", "f-puzzles"),
    ("tinyurl", "TinyURL"),
    ("bit.ly", "Bitly"),
];

/// The site and the text after the question mark or, if there is none, after the site.
fn parts(address: &str) -> Option<(&str, &str)> {
    let (scheme, rest) = address.split_once("://")?;
    if !matches!(scheme, "http" | "https") {
        return None;
    }
    let (site, path) = rest.split_once(['/', '?', '#']).unwrap_or((rest, ""));
    let query = path.split_once(['?', '#']).map_or(path, |(_, query)| query);
    Some((site, query))
}

/// The kind of a puzzle on a site of pzpr.
fn kind_of_pzpr<'t>(site: &str, query: &'t str) -> Option<&'t str> {
    if !PZPR.iter().any(|known| site.contains(known)) {
        return None;
    }
    let (kind, rest) = query.split_once('/')?;
    let is_word = !kind.is_empty() && kind.chars().all(|c| c.is_ascii_alphanumeric());
    (is_word && !rest.is_empty()).then_some(kind)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(text: &str) -> String {
        let error = unread(text).unwrap();
        let advice = error.advice().map(|advice| format!("; {advice}"));
        format!("{}{}", error.message(), advice.unwrap_or_default())
    }

    #[test]
    fn addresses_are_told_by_what_they_are() {
        for slither in [
            "https://puzz.link/p?slither/4/4/a2b",
            " http://pzv.jp/p.html?slither/v:/4/4/a2b\n",
        ] {
            assert_eq!(
                told(slither),
                "this address holds a puzzle of the kind \"slither\", which is not known; \
                 docs/kinds.md lists the kinds whose addresses are read"
            );
        }
        assert!(told("https://sudokupad.app/abc123").starts_with(
            "the puzzle is not in this short address of SudokuPad, which is only a name for it"
        ));
        assert!(told("https://sudokupad.app/sudoku/abc").contains("SudokuPad"));
        assert!(told("https://www.f-puzzles.com/?id=y2a").contains("f-puzzles"));
        let penpa = "https://swaroopg92.github.io/penpa-edit/#m=edit&p=7VXBbts";
        assert!(told(penpa).starts_with("this is an address of Penpa+, which is not read"));
        assert!(told("https://example.org/a/b?c").contains("there is no puzzle in it"));
        assert!(told("https://puzz.link").contains("there is no puzzle in it"));
    }

    #[test]
    fn other_texts_are_no_addresses() {
        for text in [
            "",
            "slither/4/4/a",
            "ftp://a/b",
            "https://a b",
            "see https://a.b/c",
        ] {
            assert_eq!(unread(text), None, "{text}");
        }
    }
}
