//! A step as data: why, from what, and what follows.

use tilewright_model::{Choice, Item};

/// How hard a step is to find, as far as the theorem tells; the order is from easy to hard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// An item has one choice left.
    Single,
    /// A choice conflicts with all choices of an item.
    Excluded,
    /// That many items lie within as many others: two, three or four.
    Sets(u8),
    /// The same but for some choices, the fins: two or three.
    Finned(u8),
    /// One of two choices is picked, as a chain of links between them shows; the shortest chains
    /// there are.
    Chain,
}

impl Level {
    /// Every level, in the order in which they are tried.
    pub const ALL: [Self; 8] = [
        Self::Single,
        Self::Excluded,
        Self::Sets(2),
        Self::Sets(3),
        Self::Sets(4),
        Self::Finned(2),
        Self::Finned(3),
        Self::Chain,
    ];
}

/// Why a step holds.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// The exactly-one item has one choice left, so it is picked.
    Single {
        /// The item.
        item: Item,
    },
    /// One choice of the exactly-one item is picked, whichever it is, and each of them excludes
    /// what is removed.
    Excluded {
        /// The item.
        item: Item,
    },
    /// The bases share no choice, and all their choices lie within the covers, of which each takes
    /// at most one. There are as many covers as bases, so a picked choice that lies in more covers
    /// than bases would leave too few. Where there are fewer covers than bases, there is no
    /// solution, and all choices of the bases can go.
    ///
    /// With fins, only the other choices of the bases lie within the covers, and what goes
    /// conflicts with every fin as well.
    Sets {
        /// Exactly-one items, ascending.
        bases: Vec<Item>,
        /// Exactly-one or at-most-one items, ascending.
        covers: Vec<Item>,
        /// Choices of the bases outside the covers, ascending; mostly none.
        fins: Vec<Choice>,
    },
    /// If the first choice is not picked, the last one is. What goes conflicts with both; where
    /// both are the same choice, it is picked.
    Chain {
        /// The choices in the order of the chain. The first two are all that the first item has
        /// left, the third conflicts with the second, the third and the fourth are all that the
        /// second item has left, and so on.
        choices: Vec<Choice>,
        /// Exactly-one items with two choices left, in the order of the chain.
        items: Vec<Item>,
    },
}

/// What follows from a board, and why. The items are those of [`crate::Logic::model`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    /// Why it holds.
    pub reason: Reason,
    /// The live choices of the items that the reason starts from (the item, the
    /// bases, the items of a chain), ascending.
    pub premises: Vec<Choice>,
    /// Choices that are picked in every solution, ascending. What conflicts with them goes as
    /// well, and is not listed under `removed`.
    pub picked: Vec<Choice>,
    /// Choices that are picked in no solution, ascending.
    pub removed: Vec<Choice>,
}

impl Step {
    /// How hard it is to find.
    pub fn level(&self) -> Level {
        match &self.reason {
            Reason::Single { .. } => Level::Single,
            Reason::Excluded { .. } => Level::Excluded,
            Reason::Sets { bases, fins, .. } if fins.is_empty() => Level::Sets(bases.len() as u8),
            Reason::Sets { bases, .. } => Level::Finned(bases.len() as u8),
            Reason::Chain { .. } => Level::Chain,
        }
    }
}
