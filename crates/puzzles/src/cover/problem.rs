//! The content of an exact cover file: its items, its options, and the model that they make.

use tilewright_model::budget::Budget;
use tilewright_model::{CoverBuilder, Model, ModelError};

/// The content of the file.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Problem {
    /// The comments before the items, without their bars.
    pub(super) heading: Vec<String>,
    pub(super) items: Vec<String>,
    /// The number of primary items; these come first.
    pub(super) primary: usize,
    pub(super) colours: Vec<String>,
    /// The mentions of all options, one option after the other.
    pub(super) mentions: Vec<Mention>,
    /// The end of each option's mentions.
    pub(super) ends: Vec<usize>,
    /// The options with a primary item, by choice.
    pub(super) choices: Vec<u32>,
    /// True if it was read from a matrix of 0 and 1.
    pub(super) is_matrix: bool,
    /// The numbers of the rows of a matrix, if they are written before them.
    pub(super) numbers: Vec<u32>,
}

/// An item in an option, perhaps with a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mention {
    pub(super) item: u32,
    pub(super) colour: Option<u32>,
}

impl Problem {
    pub(super) fn option(&self, number: u32) -> &[Mention] {
        let number = number as usize;
        let start = if number == 0 {
            0
        } else {
            self.ends[number - 1]
        };
        &self.mentions[start..self.ends[number]]
    }

    pub(super) fn options(&self) -> impl Iterator<Item = u32> {
        0..self.ends.len() as u32
    }

    /// The number of an option: that of the matrix, or else its place from 0.
    pub(super) fn number(&self, option: u32) -> u32 {
        let own = self.numbers.get(option as usize);
        own.copied().unwrap_or(option)
    }

    pub(super) fn option_text(&self, number: u32) -> String {
        let words = self.option(number).iter().map(|mention| {
            let item = &self.items[mention.item as usize];
            match mention.colour {
                None => item.clone(),
                Some(colour) => format!("{item}:{}", self.colours[colour as usize]),
            }
        });
        words.collect::<Vec<_>>().join(" ")
    }

    fn items_text(&self) -> String {
        let (primary, secondary) = self.items.split_at(self.primary);
        let mut line = primary.join(" ");
        if !secondary.is_empty() {
            line.push_str(" | ");
            line.push_str(&secondary.join(" "));
        }
        line
    }

    /// The items and the options of these numbers, as lines of the format. A row of a matrix may
    /// have no items, and the format has no such options.
    pub(super) fn lines(&self, options: impl Iterator<Item = u32>) -> Vec<String> {
        let heading = self.heading.iter().map(|comment| format!("|{comment}"));
        let mut lines: Vec<String> = heading.collect();
        lines.push(self.items_text());
        let options = options.filter(|&option| !self.option(option).is_empty());
        lines.extend(options.map(|option| self.option_text(option)));
        lines
    }

    /// The model: its items are those of the first line, its choices the options with a tile.
    pub(super) fn build(&self, budget: &Budget) -> Result<Model, ModelError> {
        let secondary = self.items.len() - self.primary;
        let mut b = CoverBuilder::within(budget, self.primary as u32, secondary as u32);
        b.reserve(self.choices.len(), self.mentions.len())?;
        let mut option = Vec::new();
        for &number in &self.choices {
            option.clear();
            option.extend(self.option(number).iter().map(|m| (m.item, m.colour)));
            b.coloured(&option)?;
        }
        b.build()
    }
}
