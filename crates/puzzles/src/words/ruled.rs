//! Steps on lines and links in words, and steps about what is hidden.

use super::{Told, Words, ascending, named};
use crate::prose::listed;
use tilewright_logic::Step;
use tilewright_model::{Choice, Item, Node, Rule};

impl Words<'_> {
    /// "every way to fill row 3 has black at r3c5".
    pub(super) fn line(&self, rule: usize, step: &Step) -> Told {
        let line = self.puzzle.rule_name(rule);
        let (picked, removed) = (self.shown(&step.picked), self.shown(&step.removed));
        let because = if !picked.is_empty() {
            let values = self.values(picked, "and");
            format!("every way to fill {line} has {values}")
        } else if removed.is_empty() {
            format!("{line} can be filled in few ways")
        } else {
            let no_way = format!("no way to fill {line} has {}", self.values(removed, "or"));
            match removed {
                [one] => no_way + &self.missing(rule, *one).unwrap_or_default(),
                _ => no_way,
            }
        };
        ("ways along a line".to_owned(), line, because)
    }

    /// ": 7 is not left for r2c4".
    fn missing(&self, rule: usize, choice: Choice) -> Option<String> {
        let (tile, needed) = self.board.missing_with(rule, choice)?;
        let is_said = needed.len() <= 2 && self.are_shown(&needed);
        is_said.then(|| {
            let values = needed.iter().map(|&choice| self.value(choice));
            let verb = if needed.len() == 1 { "is" } else { "are" };
            let values = listed(values, "and");
            format!(": {values} {verb} not left for {}", self.item(tile))
        })
    }

    /// "5 at r1c1 and r1c2, and 7 at r1c3": values at their tiles, or choices by their names.
    fn values(&self, choices: &[Choice], last: &str) -> String {
        let mut of_value: Vec<(String, Vec<Choice>)> = Vec::new();
        for &choice in choices {
            let Some(value) = self.puzzle.value_name(choice) else {
                return self.things(choices, last);
            };
            match of_value.iter_mut().find(|(known, _)| *known == value) {
                Some((_, tiles)) => tiles.push(choice),
                None => of_value.push((value, vec![choice])),
            }
        }
        let told = of_value.into_iter().map(|(value, choices)| {
            let tiles = named(&choices, last, |choice| self.tile_of(choice));
            format!("{value} at {tiles}")
        });
        told.collect::<Vec<_>>().join(&format!(", {last} "))
    }

    fn value(&self, choice: Choice) -> String {
        let value = self.puzzle.value_name(choice);
        value.unwrap_or_else(|| self.puzzle.choice_thing(choice))
    }

    /// "the 5 of the 12-cage", for the line and a choice with that value.
    pub(super) fn letter_of(&self, rule: usize, choice: Option<Choice>) -> String {
        let line = self.puzzle.rule_name(rule);
        match choice.and_then(|choice| self.puzzle.value_name(choice)) {
            Some(value) => format!("the {value} of {line}"),
            None => line,
        }
    }

    /// "r1c1 and r5c5 must be joined, and only r4c4 is left for that".
    pub(super) fn joined(&self, rule: usize, ends: [u32; 2], through: &[u32]) -> Told {
        let [from, to] = ends.map(|end| self.node(rule, end));
        let may_be_in = |node: &&u32| {
            let mut choices = self.choices_in(rule, **node).iter();
            choices.any(|&choice| self.board.is_live(choice))
        };
        let (name, because) = match through.iter().find(may_be_in) {
            Some(&node) => {
                let only = self.node(rule, node);
                let because = format!("{from} and {to} must be joined, and only through {only}");
                ("only way through", because)
            }
            None => (
                "out of reach",
                format!("no way is left from {from} to {to}"),
            ),
        };
        (name.to_owned(), self.puzzle.rule_name(rule), because)
    }

    pub(super) fn needed(&self, rule: usize) -> Told {
        let link = self.puzzle.rule_name(rule);
        let because = format!("{link} needs a place, and no other is left");
        ("only place left".to_owned(), link, because)
    }

    /// "with black at r4c4, r1c1 and r5c5 could not be joined".
    pub(super) fn parted(&self, rule: usize, assumed: Choice, ends: [u32; 2]) -> Told {
        let [from, to] = ends.map(|end| self.node(rule, end));
        let with = self.values(&[assumed], "and");
        let because = format!("with {with}, {from} and {to} could not be joined any more");
        ("parted".to_owned(), self.puzzle.rule_name(rule), because)
    }

    /// The choices that put a node in.
    fn choices_in(&self, rule: usize, node: u32) -> &[Choice] {
        let Some(Rule::Link(link)) = self.board.logic().rule(rule) else {
            return &[];
        };
        match &link.nodes()[node as usize] {
            Node::Always => &[],
            Node::If(choices) => choices,
        }
    }

    fn node(&self, rule: usize, node: u32) -> String {
        let name = self.puzzle.node_name(rule, node);
        let tile = || Some(self.tile_of(*self.choices_in(rule, node).first()?));
        let name = name.or_else(tile).filter(|name| !name.is_empty());
        name.unwrap_or_else(|| format!("node {} of {}", node + 1, self.puzzle.rule_name(rule)))
    }

    /// A step from hidden choices: their tiles are all that is said about them.
    pub(super) fn behind(&self, premises: &[Choice]) -> Told {
        let model = self.board.logic().model();
        let hidden = &premises[self.shown(premises).len()..];
        let touched = hidden.iter().flat_map(|&choice| model.touches(choice));
        let is_tile = |item: &Item| model.tiles().binary_search(item).is_ok();
        let tiles = ascending(touched.map(|&(item, _)| item).filter(is_tile));
        let place = self.items(&tiles);
        let because = format!("every way that is left for {place} says so");
        ("every way".to_owned(), place, because)
    }
}
