//! The parts of sentences and texts: things in a row, things in a list, words in lines.

use std::borrow::Borrow;
use std::fmt::Display;

/// Writes to a string, which takes all that is written.
macro_rules! put {
    ($out:expr, $($arg:tt)*) => {{
        use std::fmt::Write as _;
        write!($out, $($arg)*).expect("a string takes all that is written")
    }};
}
pub(crate) use put;

/// Things with the same text between each two.
pub(crate) fn joined<T: Display>(things: impl IntoIterator<Item = T>, between: &str) -> String {
    let mut text = String::new();
    for (number, thing) in things.into_iter().enumerate() {
        let before = if number == 0 { "" } else { between };
        put!(text, "{before}{thing}");
    }
    text
}

/// "a", "a and b", "a, b and c".
pub(crate) fn listed<T: Display>(things: impl IntoIterator<Item = T>, last: &str) -> String {
    let mut names: Vec<String> = things.into_iter().map(|thing| thing.to_string()).collect();
    match names.pop() {
        None => String::new(),
        Some(name) if names.is_empty() => name,
        Some(name) => format!("{} {last} {name}", names.join(", ")),
    }
}

/// The first of many names, and a sign that there are more.
pub(crate) fn first_of<T: Display>(names: impl IntoIterator<Item = T>, most: usize) -> String {
    let mut names = names.into_iter();
    let first = joined(names.by_ref().take(most), ", ");
    let more = if names.next().is_some() { ", …" } else { "" };
    first + more
}

/// A number with its noun: "1 place", "2 places".
pub(crate) fn counted(number: usize, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{plural}")
}

/// A line for each row of `width` words, with blanks between them.
pub(crate) fn rows<W: Borrow<str>>(words: &[W], width: usize) -> String {
    let rows = words.chunks(width);
    rows.map(|row| row.join(" ") + "\n").collect()
}

/// The most characters that one of these words has.
pub(crate) fn widest<W: Borrow<str>>(words: impl IntoIterator<Item = W>) -> usize {
    let lengths = words.into_iter().map(|word| word.borrow().chars().count());
    lengths.max().unwrap_or(1)
}

/// Words of one width, blanks before the shorter ones.
pub(crate) fn aligned<W: Borrow<str>>(words: &[W]) -> Vec<String> {
    let width = widest(words.iter().map(W::borrow));
    let words = words.iter();
    words
        .map(|word| format!("{:>width$}", word.borrow()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn things_stand_in_rows_and_lists() {
        assert_eq!(joined([3, 2], "×"), "3×2");
        assert_eq!(joined([""; 0], "×"), "");
        assert_eq!(listed(["a"; 0], "and"), "");
        assert_eq!(listed(["a"], "and"), "a");
        assert_eq!(listed(["a", "b", "c"], "or"), "a, b or c");
        assert_eq!(first_of(["a", "b", "c"], 2), "a, b, …");
        assert_eq!(first_of(["a", "b"], 2), "a, b");
        assert_eq!(
            counted(1, "place") + &counted(0, "place"),
            "1 place0 places"
        );
        assert_eq!(rows(&aligned(&["a", "10", "é", "b"]), 2), " a 10\n é  b\n");
    }
}
