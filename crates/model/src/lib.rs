//! The model: what any engine can run.
//!
//! A **choice** is one assignment that may be picked: tile *t* gets value *s*, clue *c* gets
//! rectangle *r*, option *o* is taken. An **item** is a group of choices with a [`Demand`]: exactly
//! one of them is picked, at most one is, or all that are picked show one colour. Some exactly-one
//! items are **tiles**: the plain algorithm branches on them. A **rule** says more about tiles: a [`Pair`] relates two
//! of them by a shared [`Table`], the values along a [`Line`] are a word of a [`Language`], and a [`Link`] keeps what is
//! picked in one connected piece.
//!
//! That is exact cover with colours, and it is tile reduction as well: picking a choice leaves, at
//! every other tile, the choices that share no item with it or agree with it.
//!
//! Behind the model's own choices there may be **hidden** ones, which engines alone see. Those that pairs and
//! lines are turned into ([`Model::lower`]) follow from the others: each solution has one way to pick them. Those that a
//! puzzle adds ([`ModelBuilder::hidden_from`]), like the tree of a tent, may be picked in several ways; the model is then
//! **projected**: a solution is a set of its own choices that some hidden ones complete, and it counts once.
//!
//! A model is structure alone. The question (givens, limit, seed, budget) is apart, so one model
//! serves a million puzzles of one shape.
//!
//! ```
//! use tilewright_model::{Demand, ModelBuilder};
//!
//! // Two tiles, each 0 or 1, which must differ.
//! let mut b = ModelBuilder::new(4);
//! let left = b.tile(&[0, 1])?;
//! let right = b.tile(&[2, 3])?;
//! b.item(Demand::AtMostOne, &[0, 2])?;
//! b.item(Demand::AtMostOne, &[1, 3])?;
//! let model = b.build()?;
//! assert_eq!(model.tiles(), [left, right]);
//! assert!(model.is_solution(&model.choice_ids([0, 3])));
//! assert!(!model.is_solution(&model.choice_ids([0, 2])));
//! # Ok::<(), tilewright_model::ModelError>(())
//! ```

pub mod budget;
mod build;
mod check;
pub mod clock;
mod cnf;
mod counted;
mod cover;
mod derived;
mod encode;
pub mod heap;
mod hidden;
mod language;
mod lines;
mod lower;
mod names;
pub mod random;
mod rule;
mod table;

pub use build::{ModelBuilder, ModelError};
pub use check::{ClashingPair, Fault};
pub use cnf::{Clauses, Literals};
pub use cover::CoverBuilder;
pub use derived::Derived;
pub use language::{Language, LanguageError};
pub use names::{Names, Numbered, number_of};
pub use rule::{Cut, Line, Link, Node, Pair, Rule};
pub use table::Table;

use std::fmt;
use std::sync::{Arc, OnceLock};

/// One assignment that may be picked; Knuth's option.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Choice(pub u32);

/// A group of choices with a [`Demand`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Item(pub u32);

/// The colour that a choice shows at a one-colour item. At other items it is [`Colour::NONE`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Colour(pub u32);

impl Colour {
    /// The colour of a choice at an item that has none.
    pub const NONE: Self = Self(0);
}

impl Choice {
    /// The choice as an index into arrays with a place for each choice.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl Item {
    /// The item as an index into arrays with a place for each item.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Debug for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "c{}", self.0)
    }
}

impl fmt::Debug for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "i{}", self.0)
    }
}

impl fmt::Debug for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.0)
    }
}

/// The demand of an item on the picked choices among its members.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Demand {
    /// One of them is picked: a tile gets a value, a symbol is once in a row.
    ExactlyOne,
    /// None or one: queens on a diagonal, a colour on two neighbouring countries.
    AtMostOne,
    /// All that are picked show the same colour: the road on the edge between two tiles.
    OneColour,
}

/// The choices of a puzzle with their items and rules: immutable, comparable, shared by `Arc`.
///
/// Both directions are flat arrays: the members of each item and the items that each choice
/// touches, each in the order in which they were given to the [`ModelBuilder`].
///
/// A handle: a clone shares the structure, so a search keeps its model by cloning it.
#[derive(Clone, Debug)]
pub struct Model(Arc<Structure>);

#[derive(Debug)]
struct Structure {
    demands: Vec<Demand>,
    tiles: Vec<Item>,
    member_start: Vec<u32>,
    members: Vec<(Choice, Colour)>,
    touch_start: Vec<u32>,
    touches: Vec<(Item, Colour)>,
    rules: Vec<Rule>,
    /// The choices of the model itself; those after them are hidden.
    own: u32,
    /// True if hidden choices may be picked in several ways, of which one is enough.
    is_projected: bool,
    /// The most bytes that were taken while it was built.
    bytes_to_build: u64,
    /// The model whose lines are items, that whose pairs are, and that where both are, each made on first use.
    unlined: OnceLock<Model>,
    unpaired: OnceLock<Model>,
    lowered: OnceLock<Model>,
    /// The model with the lines that follow, if there are any, made on first use.
    derived: OnceLock<derived::Known>,
}

impl PartialEq for Model {
    fn eq(&self, other: &Self) -> bool {
        let (a, b) = (&*self.0, &*other.0);
        self.is(other)
            || (a.demands == b.demands
                && a.tiles == b.tiles
                && a.member_start == b.member_start
                && a.members == b.members
                && a.touch_start == b.touch_start
                && a.touches == b.touches
                && a.rules == b.rules
                && a.own == b.own
                && a.is_projected == b.is_projected)
    }
}

impl Eq for Model {}

impl Model {
    /// The most bytes that a model may have: choices, items and memberships are numbered with 32 bits.
    pub const MOST_BYTES: u64 = build::BYTES_PER_MEMBERSHIP * u32::MAX as u64;

    /// Returns true if both are handles of one structure.
    pub fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// The number of choices.
    #[inline]
    pub fn choice_count(&self) -> usize {
        self.0.touch_start.len() - 1
    }

    /// The number of choices that are the model's own: those after them are hidden.
    #[inline]
    pub fn own_count(&self) -> usize {
        self.0.own as usize
    }

    /// Returns true if the choice is the model's own, and not hidden.
    #[inline]
    pub fn is_own(&self, choice: Choice) -> bool {
        choice.0 < self.0.own
    }

    /// Returns true if hidden choices may be picked in several ways, of which one is enough: a solution is a set of the
    /// model's own choices that can be [completed](Self::completed).
    #[inline]
    pub fn is_projected(&self) -> bool {
        self.0.is_projected
    }

    /// Returns true if all choices of `item` are the model's own.
    pub fn is_own_item(&self, item: Item) -> bool {
        self.own_count() == self.choice_count()
            || self
                .members(item)
                .iter()
                .all(|&(choice, _)| self.is_own(choice))
    }

    /// The part of ascending choices that is the model's own.
    #[inline]
    pub fn own<'c>(&self, choices: &'c [Choice]) -> &'c [Choice] {
        if self.own_count() == self.choice_count() {
            return choices;
        }
        &choices[..choices.partition_point(|choice| choice.0 < self.0.own)]
    }

    /// The number of items.
    #[inline]
    pub fn item_count(&self) -> usize {
        self.0.demands.len()
    }

    /// Every choice, in order.
    pub fn choices(&self) -> impl ExactSizeIterator<Item = Choice> + use<> {
        (0..self.choice_count() as u32).map(Choice)
    }

    /// Every item, in order.
    pub fn items(&self) -> impl ExactSizeIterator<Item = Item> + use<> {
        (0..self.item_count() as u32).map(Item)
    }

    /// The exactly-one items that are tiles, in order. Every choice belongs to at least one.
    pub fn tiles(&self) -> &[Item] {
        &self.0.tiles
    }

    /// The rules, in the order in which they were added.
    pub fn rules(&self) -> &[Rule] {
        &self.0.rules
    }

    /// The pairs among the rules.
    pub fn pairs(&self) -> impl Iterator<Item = &Pair> {
        self.rules().iter().filter_map(|rule| match rule {
            Rule::Pair(pair) => Some(pair),
            Rule::Line(_) | Rule::Link(_) => None,
        })
    }

    /// The lines among the rules.
    pub fn lines(&self) -> impl Iterator<Item = &Line> {
        self.rules().iter().filter_map(|rule| match rule {
            Rule::Line(line) => Some(line),
            Rule::Pair(_) | Rule::Link(_) => None,
        })
    }

    /// The links among the rules.
    pub fn links(&self) -> impl Iterator<Item = &Arc<Link>> {
        self.rules().iter().filter_map(|rule| match rule {
            Rule::Link(link) => Some(link),
            Rule::Pair(_) | Rule::Line(_) => None,
        })
    }

    /// The demand of `item`.
    #[inline]
    pub fn demand(&self, item: Item) -> Demand {
        self.0.demands[item.index()]
    }

    /// The choices of `item`, each with the colour that it shows there.
    #[inline]
    pub fn members(&self, item: Item) -> &[(Choice, Colour)] {
        let i = item.index();
        &self.0.members[self.0.member_start[i] as usize..self.0.member_start[i + 1] as usize]
    }

    /// The items that `choice` belongs to, each with the colour that the choice shows there.
    #[inline]
    pub fn touches(&self, choice: Choice) -> &[(Item, Colour)] {
        let c = choice.index();
        &self.0.touches[self.0.touch_start[c] as usize..self.0.touch_start[c + 1] as usize]
    }

    /// The number of pairs of a choice and an item that it touches.
    pub fn incidence_count(&self) -> usize {
        self.0.touches.len()
    }

    /// The bytes of memory that building it took at the most, which are more than it [takes](Self::bytes).
    pub fn bytes_to_build(&self) -> u64 {
        self.0.bytes_to_build
    }

    /// The bytes of memory that it takes.
    pub fn bytes(&self) -> u64 {
        let of_rules = self.0.rules.iter().enumerate().map(|(number, rule)| {
            // Rules that share their data mostly follow each other.
            let before = number.checked_sub(1).map(|before| &self.0.rules[before]);
            size_of::<Rule>() + rule.bytes_beside(before)
        });
        let bytes = size_of_val(&*self.0.demands)
            + size_of_val(&*self.0.tiles)
            + size_of_val(&*self.0.member_start)
            + size_of_val(&*self.0.members)
            + size_of_val(&*self.0.touch_start)
            + size_of_val(&*self.0.touches)
            + of_rules.sum::<usize>();
        bytes as u64
    }

    /// Turns plain indices into choices: `model.choice_ids([0, 3])`.
    ///
    /// # Panics
    /// If an index is not below [`Model::choice_count`].
    pub fn choice_ids(&self, indices: impl IntoIterator<Item = u32>) -> Vec<Choice> {
        let count = self.choice_count();
        indices
            .into_iter()
            .map(|i| {
                assert!((i as usize) < count, "choice {i} of a model with {count}");
                Choice(i)
            })
            .collect()
    }

    /// Returns true if two different choices cannot be picked together because of a shared item. It
    /// does not look at rules: [`Model::lower`] turns them into items.
    pub fn share_conflict(&self, a: Choice, b: Choice) -> bool {
        self.touches(a).iter().any(|&(item, colour)| {
            self.touches(b)
                .iter()
                .any(|&(other, shown)| other == item && self.excludes(item, colour, shown))
        })
    }

    /// Returns true if two choices showing these colours at `item` exclude each other.
    #[inline]
    fn excludes(&self, item: Item, a: Colour, b: Colour) -> bool {
        self.demand(item) != Demand::OneColour || a != b
    }
}
