//! An exact cover problem in the terms of Knuth's format: what any other solver can be fed with.

use std::collections::HashMap;
use tilewright_model::{Demand, Model, ModelBuilder};

/// Primary items (covered once), secondary items (at most once, or with one colour) and options.
///
/// Items are numbered through: the primary ones from 0, the secondary ones after them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cover {
    /// Names of the items that are covered exactly once.
    pub primary: Vec<String>,
    /// Names of the items that are covered at most once, or by options that show one colour.
    pub secondary: Vec<String>,
    /// The items of each option, a secondary one possibly with a colour.
    pub options: Vec<Vec<(usize, Option<u32>)>>,
}

impl Cover {
    /// The number of items of both kinds.
    pub fn item_count(&self) -> usize {
        self.primary.len() + self.secondary.len()
    }

    /// Whether any option shows a colour.
    pub fn has_colours(&self) -> bool {
        self.options
            .iter()
            .flatten()
            .any(|(_, colour)| colour.is_some())
    }

    /// The name of an item.
    pub fn name(&self, item: usize) -> &str {
        match item.checked_sub(self.primary.len()) {
            None => &self.primary[item],
            Some(secondary) => &self.secondary[secondary],
        }
    }

    /// The same problem as a model: an option is a choice, a primary item a tile.
    ///
    /// # Panics
    /// If an option has no primary item, names an item twice or one that is not there.
    pub fn to_model(&self) -> Model {
        let mut members: Vec<Vec<(u32, Option<u32>)>> = vec![Vec::new(); self.item_count()];
        for (choice, option) in self.options.iter().enumerate() {
            for &(item, colour) in option {
                members[item].push((choice as u32, colour));
            }
        }
        let mut b = ModelBuilder::new(self.options.len() as u32);
        for (item, members) in members.iter().enumerate() {
            let plain: Vec<u32> = members.iter().map(|&(choice, _)| choice).collect();
            let added = if item < self.primary.len() {
                b.tile(&plain)
            } else if members.iter().all(|(_, colour)| colour.is_none()) {
                b.item(Demand::AtMostOne, &plain)
            } else {
                b.one_colour(&own_colours(members))
            };
            added.expect("every option lists an item at most once");
        }
        b.build().expect("every option has a primary item")
    }
}

/// Colours for an item that some options show without one: each such option gets a colour that
/// nothing else shows.
fn own_colours(members: &[(u32, Option<u32>)]) -> Vec<(u32, u32)> {
    let shown = members.iter().filter_map(|&(_, colour)| colour);
    let mut next_own = shown.max().map_or(0, |most| most + 1);
    let mut coloured = Vec::with_capacity(members.len());
    for &(choice, colour) in members {
        coloured.push((choice, colour.unwrap_or(next_own)));
        next_own += u32::from(colour.is_none());
    }
    coloured
}

/// Collects a [`Cover`] by the names of its items, which are declared before they are used.
#[derive(Debug, Default)]
pub(super) struct CoverBuilder {
    cover: Cover,
    number: HashMap<String, usize>,
}

impl CoverBuilder {
    /// Declares a primary item; all come before the secondary ones.
    pub(super) fn primary(&mut self, name: String) {
        assert!(
            self.cover.secondary.is_empty(),
            "primary items come first: {name}"
        );
        self.declare(&name);
        self.cover.primary.push(name);
    }

    /// Declares a secondary item.
    pub(super) fn secondary(&mut self, name: String) {
        self.declare(&name);
        self.cover.secondary.push(name);
    }

    fn declare(&mut self, name: &str) {
        let number = self.number.insert(name.into(), self.cover.item_count());
        assert!(number.is_none(), "two items are called {name}");
    }

    /// Whether there is an item of that name.
    pub(super) fn has(&self, name: &str) -> bool {
        self.number.contains_key(name)
    }

    /// Adds an option of items without colours.
    pub(super) fn option(&mut self, items: &[String]) {
        let items = items.iter().map(|name| (self.number[name], None)).collect();
        self.cover.options.push(items);
    }

    /// Adds an option with colours.
    pub(super) fn coloured(&mut self, items: &[(String, Option<u32>)]) {
        let number = |(name, colour): &(String, _)| (self.number[name], *colour);
        self.cover.options.push(items.iter().map(number).collect());
    }

    pub(super) fn build(self) -> Cover {
        self.cover
    }
}
