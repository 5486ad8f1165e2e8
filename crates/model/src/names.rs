//! Words for choices and items, lent by the puzzle, so that engines need not know any.

use crate::{Choice, Item, Model};
use std::fmt;

/// The names that a puzzle gives to the parts of its model.
pub trait Names {
    /// The meaning of a choice: "r1c2 = 5".
    fn choice_name(&self, choice: Choice) -> String;
    /// The meaning of an item: "the 5 of row 2".
    fn item_name(&self, item: Item) -> String;
    /// The meaning of the rule of this number: "the sum of row 2".
    fn rule_name(&self, rule: usize) -> String {
        format!("rule {}", rule + 1)
    }
}

/// "1 solution", "12 solutions".
pub fn number_of(count: impl fmt::Display, thing: &str) -> String {
    let count = count.to_string();
    let plural = if count == "1" { "" } else { "s" };
    format!("{count} {thing}{plural}")
}

/// Names for a model that came without a puzzle: its numbers.
#[derive(Debug)]
pub struct Numbered<'m>(pub &'m Model);

impl Names for Numbered<'_> {
    fn choice_name(&self, choice: Choice) -> String {
        format!("choice {}", choice.0)
    }

    fn item_name(&self, item: Item) -> String {
        let kind = if self.0.tiles().binary_search(&item).is_ok() {
            "tile"
        } else {
            "item"
        };
        format!("{kind} {}", item.0)
    }
}
