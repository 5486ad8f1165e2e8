//! Reading Knuth's format, and recognising it.

use super::problem::{Mention, Problem};
use crate::ParseError;
use crate::nearest::nearest;
use std::collections::{HashMap, HashSet};

/// A text is an exact cover file if its first line names things, each once, and the lines after it
/// name nothing else, each thing once. A grid of symbols can look like that as well, but then all
/// its lines are equally long.
pub(super) fn recognise(text: &str) -> Option<&'static str> {
    const LINES: usize = 50;
    const MOST_ITEMS: usize = 1_000_000;
    let mut lines = text.lines().filter(|line| {
        let line = line.trim_start();
        !line.is_empty() && !line.starts_with('|')
    });
    let mut items = HashSet::new();
    for word in lines.next()?.split_whitespace() {
        if word.contains(':') || !items.insert(word) || items.len() > MOST_ITEMS {
            return None;
        }
    }
    let has_secondary = items.remove("|");
    let (mut options, mut differs) = (0, false);
    for line in lines.take(LINES) {
        let mut named = HashSet::new();
        for word in line.split_whitespace() {
            let name = word.split_once(':').map_or(word, |(name, _)| name);
            if !items.contains(name) || !named.insert(name) {
                return None;
            }
        }
        options += 1;
        differs |= named.len() != items.len();
    }
    (options > 0 && (differs || has_secondary)).then_some("xcc")
}

/// A word of a line with the column where it starts, counted from 1 in characters.
fn words(line: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut column = 0;
    let mut rest = line;
    std::iter::from_fn(move || {
        let trimmed = rest.trim_start();
        column += rest[..rest.len() - trimmed.len()].chars().count();
        let end = trimmed.find(char::is_whitespace).unwrap_or(trimmed.len());
        let (word, after) = trimmed.split_at(end);
        let start = column + 1;
        column += word.chars().count();
        rest = after;
        (!word.is_empty()).then_some((start, word))
    })
}

/// Reads a text line by line into a [`Problem`].
#[derive(Default)]
pub(super) struct Reader<'t> {
    problem: Problem,
    item_numbers: HashMap<&'t str, u32>,
    colour_numbers: HashMap<&'t str, u32>,
    /// For each item, the last option that named it, plus one.
    last_option: Vec<usize>,
}

impl<'t> Reader<'t> {
    pub(super) fn read(mut self, text: &'t str) -> Result<Problem, ParseError> {
        // More options or mentions than 32 bits count would not fit a model.
        if u32::try_from(text.len()).is_err() {
            return Err(ParseError::new(format!(
                "an exact cover file of {} bytes is too large: at most 4,294,967,295 are read",
                text.len()
            )));
        }
        for (number, line) in text.lines().enumerate() {
            let trimmed = line.trim_start();
            if let Some(comment) = trimmed.strip_prefix('|') {
                if self.problem.items.is_empty() {
                    self.problem.heading.push(comment.trim_end().to_owned());
                }
            } else if trimmed.is_empty() {
            } else if self.problem.items.is_empty() {
                self.read_items(number + 1, line)?;
            } else {
                self.read_option(number + 1, line)?;
            }
        }
        if self.problem.items.is_empty() {
            return Err(ParseError::new(
                "there are no items: the first line that is no comment must name them",
            ));
        }
        Ok(self.problem)
    }

    fn read_items(&mut self, line_number: usize, line: &'t str) -> Result<(), ParseError> {
        let mut bar = None;
        for (column, word) in words(line) {
            if word == "|" {
                if bar.replace(self.problem.items.len()).is_some() {
                    let message = "a second `|`, but only one stands between the primary and the secondary items";
                    return Err(ParseError::at(line_number, column, message));
                }
                continue;
            }
            if let Some(place) = word.find([':', '|']) {
                let column = column + word[..place].chars().count();
                let message = format!("the item name {word:?} contains a `:` or `|`");
                return Err(ParseError::at(line_number, column, message)
                    .hint("a colour is given where an option names the item, and blanks stand around the bar"));
            }
            let next = self.problem.items.len() as u32;
            if self.item_numbers.insert(word, next).is_some() {
                let message = format!("the item {word:?} is named twice");
                return Err(ParseError::at(line_number, column, message));
            }
            self.problem.items.push(word.to_owned());
        }
        self.problem.primary = bar.unwrap_or(self.problem.items.len());
        self.last_option = vec![0; self.problem.items.len()];
        Ok(())
    }

    fn read_option(&mut self, line_number: usize, line: &'t str) -> Result<(), ParseError> {
        let number = self.problem.ends.len();
        let mut is_choice = false;
        for (column, word) in words(line) {
            let fail = |message: String| Err(ParseError::at(line_number, column, message));
            let (name, colour) = match word.split_once(':') {
                Some((name, colour)) => (name, Some(colour)),
                None => (word, None),
            };
            let Some(&item) = self.item_numbers.get(name) else {
                return Err(self.unknown_item(line_number, column, name));
            };
            let last = std::mem::replace(&mut self.last_option[item as usize], number + 1);
            if last == number + 1 {
                return fail(format!("the option names the item {name:?} twice"));
            }
            let is_primary = (item as usize) < self.problem.primary;
            is_choice |= is_primary;
            let colour = match colour {
                None => None,
                Some(_) if is_primary => {
                    return fail(format!(
                        "the item {name:?} is primary, but only secondary items have colours"
                    ));
                }
                Some(colour) if colour.is_empty() || colour.contains(':') => {
                    return fail(format!("{word:?} should be an item, a `:` and one colour"));
                }
                Some(colour) => Some(self.colour(colour)),
            };
            self.problem.mentions.push(Mention { item, colour });
        }
        self.problem.ends.push(self.problem.mentions.len());
        if is_choice {
            self.problem.choices.push(number as u32);
        }
        Ok(())
    }

    fn colour(&mut self, name: &'t str) -> u32 {
        let colours = &mut self.problem.colours;
        *self.colour_numbers.entry(name).or_insert_with(|| {
            colours.push(name.to_owned());
            colours.len() as u32 - 1
        })
    }

    fn unknown_item(&self, line: usize, column: usize, name: &str) -> ParseError {
        let message = format!("the option names {name:?}, which is no item of the first line");
        let error = ParseError::at(line, column, message);
        let items = self.problem.items.iter().map(String::as_str);
        match nearest(name, items) {
            Some(near) => error.hint(format!("did you mean {near:?}?")),
            None => error,
        }
    }
}
