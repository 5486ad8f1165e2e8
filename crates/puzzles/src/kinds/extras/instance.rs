//! The rules of an extra for one item alone, as conditions over cells by name: so that a format can say that one of several holds.
//!
//! `here` and `line` become the cells of the item, `clue` and the name of its layer its number, and what `each` or `between` goes over
//! becomes a condition for each. Rules that look beyond the item have no such form.

use super::file::Extra;
use super::items::{Item, Sides};
use crate::document::{Node, Value, get, of_toml};
use crate::kinds::clues::{Clue, Spots};
use crate::prose::{joined, put};

/// The conditions that an item amounts to; `None` where the extra's rules cannot be said so.
pub(super) fn conditions(
    extra: &Extra,
    layer: usize,
    item: &Item,
    sides: Sides,
    digits: [i64; 2],
) -> Option<Vec<String>> {
    let number = match &item.clue {
        None => None,
        Some(Clue::Number(number)) => Some(*number),
        Some(_) => return None,
    };
    let ground = Ground {
        layer: &extra.layers[layer].name,
        is_on_cells: extra.layers[layer].at == Spots::Cells,
        names: item
            .cells
            .iter()
            .map(|&cell| sides.name(cell).to_lowercase())
            .collect(),
        number,
    };
    let table = of_toml(extra.source()).ok()?;
    let mut all = Vec::new();
    for rule in get(&table, "rule")?.as_list()? {
        let Value::Table(rule) = &rule.value else {
            return None;
        };
        let known = ["each", "between", "where", "require", "all_different"];
        if rule.iter().any(|(key, _)| !known.contains(&&*key.text)) {
            return None;
        }
        let text = |key: &str| get(rule, key).and_then(Node::as_text).map(|word| word.text);
        let required = match get(rule, "require") {
            None => Vec::new(),
            Some(node) => match node.as_list() {
                Some(list) => list
                    .iter()
                    .map(|node| Some(node.as_text()?.text))
                    .collect::<Option<_>>()?,
                None => vec![node.as_text()?.text],
            },
        };
        let pairs = match (text("each"), text("between")) {
            (Some(each), None) if ground.is_about("each", &each) => None,
            (None, Some(between)) if ground.is_about("steps", &between) => Some(
                ground
                    .names
                    .windows(2)
                    .map(|pair| [pair[0].clone(), pair[1].clone()])
                    .collect(),
            ),
            (None, Some(between)) if ground.is_about("within", &between) => Some(ground.pairs()),
            // The rule is about other layers of the extra.
            (Some(each), None) if !mentions(&each, ground.layer) && !each.contains('(') => continue,
            _ => return None,
        };
        if get(rule, "all_different").is_some() {
            let pairs = ground.pairs();
            all.extend(
                pairs
                    .iter()
                    .map(|[a, b]| format!("digit({a}) != digit({b})")),
            );
        }
        for condition in required {
            let meant = text("where").unwrap_or_default() + "\n" + &condition;
            for meant in super::file::for_each_digit(&meant, digits) {
                let (when, condition) = meant.split_once('\n')?;
                let said = |text: &str| match &pairs {
                    None => Some(vec![ground.said(text, None)?]),
                    Some(pairs) => pairs
                        .iter()
                        .map(|pair| ground.said(text, Some(pair)))
                        .collect::<Option<Vec<_>>>(),
                };
                if !when.is_empty() && !holds(&ground.said(when, None)?)? {
                    continue;
                }
                // What reads a number that is not there is dropped.
                if number.is_none()
                    && (mentions(condition, "clue") || mentions(condition, ground.layer))
                {
                    continue;
                }
                all.extend(said(condition)?);
            }
        }
    }
    Some(all)
}

/// An item as conditions name it.
struct Ground<'e> {
    layer: &'e str,
    is_on_cells: bool,
    /// Its cells.
    names: Vec<String>,
    number: Option<i64>,
}

impl Ground<'_> {
    /// Returns true if a rule goes over the items of the layer in this way.
    fn is_about(&self, key: &str, text: &str) -> bool {
        match key {
            "each" => text.split('+').any(|part| part.trim() == self.layer),
            _ => text == format!("{key}({})", self.layer),
        }
    }

    /// Every two cells.
    fn pairs(&self) -> Vec<[String; 2]> {
        let names = self.names.iter().enumerate();
        names
            .flat_map(|(at, one)| {
                self.names[at + 1..]
                    .iter()
                    .map(|other| [one.clone(), other.clone()])
            })
            .collect()
    }

    /// A condition with the words replaced; `None` where it has one that only makes sense on the board.
    fn said(&self, text: &str, pair: Option<&[String; 2]>) -> Option<String> {
        let cells = || format!("({})", joined(self.names.iter(), " "));
        let mut out = String::new();
        for word in words(text) {
            match (word, pair) {
                ("here", _) if self.is_on_cells => put!(out, "digit({})", self.names.first()?),
                ("here" | "line", _) => out.push_str(&cells()),
                ("clue", _) => out.push_str(&self.number?.to_string()),
                ("a", Some([a, _])) => put!(out, "digit({a})"),
                ("b", Some([_, b])) => put!(out, "digit({b})"),
                (
                    "a" | "b" | "row" | "column" | "till" | "box" | "neighbours" | "cells" | "has"
                    | "max",
                    _,
                ) => return None,
                (word, _) if word == self.layer => out.push_str(&self.number?.to_string()),
                (word, _) => out.push_str(word),
            }
        }
        Some(out)
    }
}

/// A text cut into words and what lies between them.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let mut rest = text;
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        let is_other = |c: char| is_part(c) != is_part(first);
        let (word, after) = rest.split_at(rest.find(is_other).unwrap_or(rest.len()));
        rest = after;
        Some(word)
    })
}

fn mentions(text: &str, name: &str) -> bool {
    words(text).any(|word| word == name)
}

/// Whether a comparison of two numbers holds.
fn holds(text: &str) -> Option<bool> {
    let (one, other) = text.split_once("==")?;
    let number = |text: &str| text.trim().parse::<i64>().ok();
    Some(number(one)? == number(other)?)
}
