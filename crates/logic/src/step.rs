//! A step as data: its reason, its premises and its conclusions.

use tilewright_model::{Choice, Item, Model};

/// The difficulty of finding a step, by the theorem; the order is from easy to hard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// An item has one choice left.
    Single,
    /// A choice conflicts with all choices of an item.
    Excluded,
    /// What no word of a line has at its place.
    Line,
    /// The same of a line that follows: from what groups and lines add up to, it is known what a few tiles do.
    Derived,
    /// What keeps the nodes of a link from being joined.
    Joined,
    /// What an even or odd number of strands through a border leaves for the last.
    Parity,
    /// A choice that by itself would part nodes of a link.
    Parted,
    /// What no words of two lines have together.
    Together,
    /// *k* items lie within *k* others: two, three or four.
    Sets(u8),
    /// Sets but for some choices, the fins: two or three. Four are found only where
    /// [`crate::Board::steps`] asks for them: chains say the same sooner.
    Finned(u8),
    /// There would be two solutions otherwise; only where it is known that there is one.
    Unique,
    /// One of two choices is picked, as a chain of links between them shows; the shortest chains
    /// there are. Each link is an item with two choices left.
    Chain,
    /// Chains with groups of choices for single ones: a link may be an item that a cover parts in
    /// two.
    Grouped,
    /// Chains with almost locked sets for links: *k* items within *k* + 1 others.
    Almost,
    /// A choice that leads to an item without a choice, by singles and exclusion alone; those that
    /// lead there soonest.
    Contradiction,
    /// The common consequences of every choice of an item, by singles and exclusion alone.
    Verity,
    /// A contradiction on the way to which there are others.
    Nested,
}

impl Level {
    /// Every level, in the order in which they are tried.
    pub const ALL: [Self; 20] = [
        Self::Single,
        Self::Excluded,
        Self::Line,
        Self::Derived,
        Self::Joined,
        Self::Parity,
        Self::Parted,
        Self::Together,
        Self::Sets(2),
        Self::Sets(3),
        Self::Sets(4),
        Self::Finned(2),
        Self::Finned(3),
        Self::Unique,
        Self::Chain,
        Self::Grouped,
        Self::Almost,
        Self::Contradiction,
        Self::Verity,
        Self::Nested,
    ];
}

impl Level {
    /// Its place in [`Level::ALL`]; the last where it is not there.
    pub(crate) fn place(self) -> usize {
        let place = Self::ALL.iter().position(|level| *level == self);
        place.unwrap_or(Self::ALL.len() - 1)
    }
}

/// The reason of a step.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(tag = "kind", rename_all = "lowercase"))]
pub enum Reason {
    /// The exactly-one item has one choice left, so it is picked.
    Single {
        /// The item.
        item: Item,
    },
    /// One choice of the exactly-one item is picked, whichever it is, and each of them excludes the
    /// removed choices.
    Excluded {
        /// The item.
        item: Item,
    },
    /// The line reads a word, and with the choices that its tiles have left, no word has any of the removed choices at
    /// one of these places. A tile that has one choice left without them has it picked.
    Line {
        /// The number of the rule.
        rule: usize,
        /// The places of the line that lose something, ascending.
        places: Vec<u32>,
    },
    /// The cells of a group have each of its values once, so their numbers have a known sum; so have those along some
    /// lines. The sums of the groups less those of the lines are the sum over the tiles that are left inside, less that over
    /// those outside: with the choices that these have left, no way to get there has any of the removed choices. A tile
    /// that has one choice left without them has it picked.
    Derived {
        /// The number of the line that follows, in [`crate::Logic::derived`], where the numbers of choices are.
        number: usize,
        /// For each group its exactly-one items, one for each value. No two have a cell in common.
        groups: Vec<Vec<Item>>,
        /// The lines, by the numbers of their rules. No two have a cell in common.
        rules: Vec<usize>,
        /// The tiles that are in a group and on none of the lines.
        inside: Vec<Item>,
        /// The tiles that are on a line and in none of the groups.
        outside: Vec<Item>,
    },
    /// Each walk in the link's graph between the two ends comes through some nodes, of which at most one may still be in.
    /// If both ends are in, that one is: the removed choices exclude all that would put it in, and its last choice is
    /// picked. If there is no such node, and one end is in, the other is not: all that would put it in goes.
    ///
    /// A node is in if an exactly-one item has no other choices left than those that put it in.
    Joined {
        /// The number of the rule.
        rule: usize,
        /// One end, which is in.
        from: u32,
        /// The other end.
        to: u32,
        /// The nodes between them, ascending.
        through: Vec<u32>,
    },
    /// Something is in for the link, and the removed choices exclude all that may be; if it is a single choice, it is
    /// picked. If nothing may be in, there is no solution, and everything goes.
    Needed {
        /// The number of the rule.
        rule: usize,
    },
    /// Each of these rules says of a few nodes of the link whether an even or an odd number of them is in. A choice that puts
    /// a node of two of them in counts twice; of all other choices that they count, it is known whether they are picked, but for the
    /// last, and so it is of that. If there is no last, there is no solution, and everything goes.
    Parity {
        /// The number of the link's rule.
        link: usize,
        /// The numbers of the rules, ascending.
        rules: Vec<usize>,
        /// The choice that is left open.
        last: Option<Choice>,
    },
    /// If the choice were picked, two nodes would be in that could not be joined any more; so it goes.
    Parted {
        /// The number of the rule.
        rule: usize,
        /// The choice.
        assumed: Choice,
        /// One end.
        from: u32,
        /// The other end.
        to: u32,
        /// The nodes between them, ascending: then none of them could be in.
        through: Vec<u32>,
    },
    /// Two lines share tiles. With the choices that the tiles of both have left, no two words of them have any of the removed
    /// choices.
    Together {
        /// The numbers of the rules.
        rules: [usize; 2],
    },
    /// The bases share no choice, and all their choices lie within the covers, of which each takes
    /// at most one. There are as many covers as bases, so a picked choice that lies in more covers
    /// than bases would leave too few. Where there are fewer covers than bases, there is no
    /// solution, and all choices of the bases can go.
    ///
    /// With fins, only the other choices of the bases lie within the covers, and the removed
    /// choices conflict with every fin as well.
    Sets {
        /// Exactly-one items, ascending.
        bases: Vec<Item>,
        /// Exactly-one or at-most-one items, ascending.
        covers: Vec<Item>,
        /// Choices of the bases outside the covers, ascending; mostly none.
        fins: Vec<Choice>,
    },
    /// If the first choice is not picked, the last one is. The removed choices conflict with both;
    /// if both are the same choice, it is picked.
    Chain {
        /// The choices in the order of the chain. The first two are all that the first item has
        /// left, the third conflicts with the second, the third and the fourth are all that the
        /// second item has left, and so on.
        choices: Vec<Choice>,
        /// Exactly-one items with two choices left, in the order of the chain.
        items: Vec<Item>,
    },
    /// A chain of nodes of one choice or more, of which at most one is picked: if none of the first
    /// node is picked, one of the last is. The removed choices conflict with all choices of both;
    /// if both are the same single choice, it is picked.
    Links {
        /// The nodes in the order of the chain, the choices of each ascending. The first two are
        /// joined by the first link, every choice of the third conflicts with every choice of the
        /// second, the third and the fourth are joined by the second link, and so on.
        nodes: Vec<Vec<Choice>>,
        /// The links in the order of the chain.
        links: Vec<Strong>,
    },
    /// If the choice were picked, an item would be left without a choice; so it goes.
    Contradiction {
        /// The choice.
        assumed: Choice,
        /// The consequences, each step on the board after those before it; only the needed ones.
        steps: Vec<Step>,
        /// The exactly-one item that would be left without a choice.
        item: Item,
    },
    /// One choice of the exactly-one item is picked, and the same follows whichever it is.
    Verity {
        /// The item.
        item: Item,
        /// One for each of its choices, ascending.
        branches: Vec<Case>,
    },
    /// Two sets of choices lie in the same items (and show the same colours there), so that each
    /// could be picked for the other: with one solution, neither is picked as a whole. If the items
    /// had nothing else, one of both would be: from a picked choice of either, by conflicts, all
    /// others of it follow. So one of the extras is picked, and choices that conflict with all of
    /// them go; a single extra is picked.
    ///
    /// With `via`, a removed choice conflicts with one of its two choices and so forces the other,
    /// and each extra conflicts with the removed choice or with that one.
    Exchange {
        /// Exactly-one items.
        items: Vec<Item>,
        /// The choice of one set in each of them.
        one: Vec<Choice>,
        /// The choice of the other set in each of them.
        other: Vec<Choice>,
        /// All other choices that the items have left, ascending.
        extras: Vec<Choice>,
        /// An exactly-one item with two choices left, of which one is of either set.
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
        via: Option<Item>,
    },
    /// Without the extra choice, every exactly-one item that is not settled would have two choices
    /// left and all others would allow any of them; then the choices that a solution leaves over
    /// would be another solution. So with one solution the extra choice is picked.
    Pairs {
        /// The choice.
        extra: Choice,
    },
}

/// The consequences of one choice of an item.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Case {
    /// The choice.
    pub assumed: Choice,
    /// The consequences, each step on the board after those before it; only the needed ones. None
    /// if the choice itself says it.
    pub steps: Vec<Step>,
}

/// The reason why one of two nodes has a picked choice.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Strong {
    /// Exactly-one items that share no choice, ascending.
    pub bases: Vec<Item>,
    /// None for one base: the two nodes have all its choices. Otherwise items that take at most
    /// one, one more than there are bases, which have all choices of the bases between them; each
    /// node is the choices that the bases have in one of them.
    pub covers: Vec<Item>,
}

/// A conclusion from a board, with its reason. The items are those of [`crate::Logic::model`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Step {
    /// Its reason.
    pub reason: Reason,
    /// The premises of the reason, ascending: the live choices of its items (the item, the bases,
    /// the items of a chain, the tiles of a line or of two, also of one that follows, those that are known of crossings, those that put the ends of a link in), or the choice that it assumes.
    pub premises: Vec<Choice>,
    /// Choices that are picked in every solution, ascending. Choices that conflict with them go as
    /// well, and are not listed under `removed`.
    #[cfg_attr(feature = "serde", serde(rename = "picked_choices"))]
    pub picked: Vec<Choice>,
    /// Choices that are picked in no solution, ascending.
    #[cfg_attr(feature = "serde", serde(rename = "removed_choices"))]
    pub removed: Vec<Choice>,
}

impl Step {
    /// A step that picks choices.
    pub(crate) fn picks(reason: Reason, premises: Vec<Choice>, picked: Vec<Choice>) -> Self {
        Self {
            reason,
            premises,
            picked,
            removed: Vec::new(),
        }
    }

    /// A step that removes choices.
    pub(crate) fn removes(reason: Reason, premises: Vec<Choice>, removed: Vec<Choice>) -> Self {
        Self {
            reason,
            premises,
            picked: Vec::new(),
            removed,
        }
    }

    /// Returns true if it says something about choices that are not hidden.
    pub fn is_shown(&self, model: &Model) -> bool {
        !model.own(&self.picked).is_empty() || !model.own(&self.removed).is_empty()
    }

    /// The step without hidden choices.
    #[must_use]
    pub fn shown(mut self, model: &Model) -> Self {
        for choices in [&mut self.premises, &mut self.picked, &mut self.removed] {
            choices.truncate(model.own(choices).len());
        }
        self
    }

    /// The difficulty of finding it.
    pub fn level(&self) -> Level {
        match &self.reason {
            Reason::Single { .. } => Level::Single,
            Reason::Excluded { .. } => Level::Excluded,
            Reason::Line { .. } => Level::Line,
            Reason::Derived { .. } => Level::Derived,
            Reason::Joined { .. } | Reason::Needed { .. } => Level::Joined,
            Reason::Parity { .. } => Level::Parity,
            Reason::Parted { .. } => Level::Parted,
            Reason::Together { .. } => Level::Together,
            Reason::Sets { bases, fins, .. } if fins.is_empty() => Level::Sets(bases.len() as u8),
            Reason::Sets { bases, .. } => Level::Finned(bases.len() as u8),
            Reason::Chain { .. } => Level::Chain,
            Reason::Links { links, .. } if links.iter().all(|link| link.bases.len() == 1) => {
                Level::Grouped
            }
            Reason::Links { .. } => Level::Almost,
            Reason::Contradiction { steps, .. } => {
                let is_plain = |step: &Step| step.level() < Level::Contradiction;
                if steps.iter().all(is_plain) {
                    Level::Contradiction
                } else {
                    Level::Nested
                }
            }
            Reason::Verity { .. } => Level::Verity,
            Reason::Exchange { .. } | Reason::Pairs { .. } => Level::Unique,
        }
    }
}
