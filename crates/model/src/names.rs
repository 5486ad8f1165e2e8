//! Words for choices and items, lent by the puzzle, so that engines need not know any.

use crate::{Choice, Item, Model, Rule};
use std::fmt;

/// The names that a puzzle gives to the parts of its model.
pub trait Names {
    /// The meaning of a choice: "r1c2 = 5".
    fn choice_name(&self, choice: Choice) -> String;
    /// The meaning of an item: "the 5 of row 2".
    fn item_name(&self, item: Item) -> String;
    /// The rule of this number, counted from 0, as a thing that is spoken of: "the runs 3 1 of row 3", "the 12-cage at
    /// r1c1", "the loop".
    fn rule_name(&self, rule: usize) -> String {
        format!("rule {}", rule + 1)
    }
    /// The value that a choice gives to its tile, without the tile: "5", "black". `None` where choices are not values.
    fn value_name(&self, choice: Choice) -> Option<String> {
        let _ = choice;
        None
    }
    /// A node of the link that is the rule of this number: "the outside". `None` where the name of its tile says it.
    fn node_name(&self, rule: usize, node: u32) -> Option<String> {
        let _ = (rule, node);
        None
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

    fn rule_name(&self, rule: usize) -> String {
        let kind = match self.0.rules().get(rule) {
            Some(Rule::Line(_)) => "line",
            Some(Rule::Link(_)) => "link",
            Some(Rule::Pair(_)) | None => "rule",
        };
        format!("{kind} {}", rule + 1)
    }
}
