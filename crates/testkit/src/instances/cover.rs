//! An exact cover problem in the terms of Knuth's format: what any other solver can be fed with.

use std::collections::HashMap;
use tilewright_model::Model;

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

    /// Returns true if any option shows a colour.
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

    /// The problem as a model: an option is a choice, a primary item a tile.
    ///
    /// # Panics
    /// If an option has no primary item, names an item twice or one that is not there.
    pub fn to_model(&self) -> Model {
        let (primary, secondary) = (self.primary.len() as u32, self.secondary.len() as u32);
        let mut b = tilewright_model::CoverBuilder::new(primary, secondary);
        b.reserve(self.options.len(), self.options.iter().map(Vec::len).sum())
            .expect("nothing is limited");
        let mut items = Vec::new();
        for option in &self.options {
            items.clear();
            items.extend(option.iter().map(|&(item, colour)| (item as u32, colour)));
            b.coloured(&items)
                .expect("every option covers a primary item, and each item once");
        }
        b.build().expect("nothing is limited")
    }
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

    /// Returns true if there is an item of that name.
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
