//! Reading Knuth's format, and recognising it.

use super::problem::{Mention, Problem};
use crate::ParseError;
use crate::lines::{Line, Word, hidden, lines};
use crate::near::Share;
use crate::nearest::with_nearest;
use std::collections::{HashMap, HashSet};

/// A text is an exact cover file if its first line names things, each once, and the lines after it
/// name nothing else, each thing once. A grid of symbols can look like that as well, but then all
/// its lines are equally long.
pub(super) fn looks_like(text: &str) -> bool {
    let Some(look) = Look::at(text) else {
        return false;
    };
    // A file with a slip or two is still taken for one, so that its error is reported.
    let is_clear = look.strange * if look.has_secondary { 1 } else { 2 } <= look.known;
    is_clear && (look.differs || look.has_secondary)
}

/// The nearness of a text to an exact cover file: the share of words after the first line that are named there.
pub(super) fn nearness(text: &str) -> Option<u32> {
    let Look {
        known,
        strange,
        has_secondary,
        ..
    } = Look::at(text)?;
    let share = Share {
        fitting: known,
        all: known + strange,
    };
    // A bar in the first line says much.
    let percent = share.percent() + if has_secondary { 20 } else { 0 };
    Some(percent.min(100))
}

/// The features of a text whose first line names things, each once.
struct Look {
    has_secondary: bool,
    /// Words of the lines after it that are among them, each once on its line, and others.
    known: usize,
    strange: usize,
    /// True if a line does not name them all.
    differs: bool,
}

impl Look {
    fn at(text: &str) -> Option<Self> {
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
        let (mut known, mut strange) = (0, 0);
        for line in lines.take(LINES) {
            let mut named = HashSet::new();
            for word in line.split_whitespace() {
                let name = word.split_once(':').map_or(word, |(name, _)| name);
                if items.contains(name) && named.insert(name) {
                    known += 1;
                } else {
                    strange += 1;
                }
            }
            options += 1;
            differs |= named.len() != items.len();
        }
        (options > 0).then_some(Self {
            has_secondary,
            known,
            strange,
            differs,
        })
    }
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
        for line in lines(text) {
            if let Some(comment) = line.text.trim_start().strip_prefix('|') {
                if let Some((at, message)) = hidden(comment) {
                    return Err(line.part(&comment[at..]).error(message));
                }
                if self.problem.items.is_empty() {
                    self.problem.heading.push(comment.trim_end().to_owned());
                }
            } else if self.problem.items.is_empty() {
                self.read_items(line)?;
            } else {
                self.read_option(line)?;
            }
        }
        if self.problem.items.is_empty() {
            return Err(ParseError::new(
                "there are no items: the first line that is not a comment must name them",
            ));
        }
        Ok(self.problem)
    }

    fn read_items(&mut self, line: Line<'t>) -> Result<(), ParseError> {
        let mut bar = None;
        for word in line.words() {
            let name = word.text;
            if name == "|" {
                if bar.replace(self.problem.items.len()).is_some() {
                    let message =
                        "a second `|`, but only one is between the primary and the secondary items";
                    return Err(word.error(message));
                }
                continue;
            }
            if let Some(place) = name.find([':', '|']) {
                let message = format!("the item name {name:?} contains a `:` or `|`");
                return Err(word.part(&name[place..]).error(message)
                    .hint("a colour is given where an option names the item, and blanks are around the bar"));
            }
            refuse_hidden(word)?;
            let next = self.problem.items.len() as u32;
            if self.item_numbers.insert(name, next).is_some() {
                return Err(word.error(format!("the item {name:?} is named twice")));
            }
            self.problem.items.push(name.to_owned());
        }
        self.problem.primary = bar.unwrap_or(self.problem.items.len());
        self.last_option = vec![0; self.problem.items.len()];
        Ok(())
    }

    fn read_option(&mut self, line: Line<'t>) -> Result<(), ParseError> {
        let number = self.problem.ends.len();
        let mut is_choice = false;
        for word in line.words() {
            let fail = |message: String| Err(word.error(message));
            let (name, colour) = match word.text.split_once(':') {
                Some((name, colour)) => (name, Some(colour)),
                None => (word.text, None),
            };
            let Some(&item) = self.item_numbers.get(name) else {
                let message =
                    format!("the option names {name:?}, which is not an item of the first line");
                let items = self.problem.items.iter().map(String::as_str);
                return Err(with_nearest(word.error(message), name, items));
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
                    return fail(format!(
                        "{:?} should be an item, a `:` and one colour",
                        word.text
                    ));
                }
                Some(colour) => {
                    refuse_hidden(word)?;
                    Some(self.colour(colour))
                }
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
}

/// Names are written again, to a terminal perhaps.
fn refuse_hidden(word: Word<'_>) -> Result<(), ParseError> {
    match hidden(word.text) {
        Some((at, message)) => Err(word.part(&word.text[at..]).error(message)),
        None => Ok(()),
    }
}
