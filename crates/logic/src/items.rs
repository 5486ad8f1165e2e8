//! The open items of a board as sets and chains look at them: their live choices, and for each
//! layer (see `logic.rs`) the covers of each base. Made once for each board.

use crate::Board;
use crate::hash::Map;
use std::ops::ControlFlow;
use tilewright_model::budget::Meter;
use tilewright_model::{Choice, Item};

/// The most covers that a base is looked at with: four bases, and two covers too many.
pub(crate) const MOST_COVERS: usize = 6;

/// A few items, all different.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Few {
    len: u8,
    items: [u32; MOST_COVERS],
    /// A bit for each item, some for several: a bound on how many a union has.
    bits: u64,
}

impl Few {
    /// These items, which are different; `None` where they are too many.
    pub(crate) fn of(items: &[u32]) -> Option<Self> {
        let mut few = Self::default();
        few.items.get_mut(..items.len())?.copy_from_slice(items);
        few.len = items.len() as u8;
        few.bits = items.iter().fold(0, |bits, &item| {
            bits | 1 << (item.wrapping_mul(0x9E37_79B1) >> 26)
        });
        Some(few)
    }

    pub(crate) fn as_slice(&self) -> &[u32] {
        &self.items[..usize::from(self.len)]
    }

    pub(crate) fn len(&self) -> usize {
        usize::from(self.len)
    }

    /// Returns true if the item is among them.
    #[inline]
    pub(crate) fn contains(&self, item: u32) -> bool {
        self.as_slice().contains(&item)
    }

    /// Both together, where they are not more than `most`.
    #[inline]
    pub(crate) fn union(&self, other: &Self, most: usize) -> Option<Self> {
        let bits = self.bits | other.bits;
        // Each bit of the other alone is at least one more item.
        let mut more = other.bits & !self.bits;
        for _ in self.len()..most {
            more &= more.wrapping_sub(1);
        }
        if more != 0 {
            return None;
        }
        let mut both = Self { bits, ..*self };
        for &item in other.as_slice() {
            if !self.contains(item) {
                if both.len() == most {
                    return None;
                }
                both.items[both.len()] = item;
                both.len += 1;
            }
        }
        Some(both)
    }

    /// The items in order.
    pub(crate) fn sorted(mut self) -> Self {
        self.items[..usize::from(self.len)].sort_unstable();
        self
    }
}

/// Lists for the numbers 0, 1, 2, … in one array.
#[derive(Debug)]
pub(crate) struct Lists<T = u32> {
    starts: Vec<u32>,
    all: Vec<T>,
}

impl<T> Default for Lists<T> {
    fn default() -> Self {
        Self {
            starts: vec![0],
            all: Vec::new(),
        }
    }
}

impl<T: Copy> Lists<T> {
    /// The number of lists.
    pub(crate) fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// The length of all lists together.
    pub(crate) fn total(&self) -> usize {
        self.all.len()
    }

    /// Adds the list of the next number.
    pub(crate) fn push(&mut self, list: impl IntoIterator<Item = T>) -> &mut [T] {
        let start = self.all.len();
        self.all.extend(list);
        self.starts.push(self.all.len() as u32);
        &mut self.all[start..]
    }

    /// The lists of `count` numbers from pairs of a number and an entry of its list.
    pub(crate) fn of(count: usize, pairs: impl Iterator<Item = (usize, T)> + Clone) -> Self
    where
        T: Default,
    {
        let mut starts = vec![0u32; count + 1];
        for (number, _) in pairs.clone() {
            starts[number + 1] += 1;
        }
        for number in 0..count {
            starts[number + 1] += starts[number];
        }
        let mut all = vec![T::default(); starts[count] as usize];
        let mut next = starts.clone();
        for (number, what) in pairs {
            all[next[number] as usize] = what;
            next[number] += 1;
        }
        Self { starts, all }
    }

    #[inline]
    pub(crate) fn get(&self, number: usize) -> &[T] {
        self.between(number, number + 1)
    }

    /// The lists from one number up to another, one after the other.
    #[inline]
    fn between(&self, first: usize, end: usize) -> &[T] {
        &self.all[self.starts[first] as usize..self.starts[end] as usize]
    }
}

/// The bases and covers of one layer.
pub(crate) struct Table {
    /// The covers of each base; none where they are too many.
    pub(crate) covers: Vec<Few>,
    /// The bases of each item of the layer that have two to a few covers, those of one layer together:
    /// `kinds` lists for each item from `first` on.
    by_cover: Lists,
    kinds: usize,
    first: u32,
}

impl Table {
    /// The bases that have choices in the cover: those of one layer, or all.
    #[inline]
    pub(crate) fn bases(&self, cover: u32, from: Option<usize>) -> &[u32] {
        let first = (cover - self.first) as usize * self.kinds;
        match from {
            Some(layer) => self.by_cover.get(first + layer),
            None => self.by_cover.between(first, first + self.kinds),
        }
    }
}

/// No layer has it.
const NO_LAYER: u8 = u8::MAX;

/// The items that are open and have two choices or more, by numbers of their own, bases first.
pub(crate) struct Items {
    pub(crate) ids: Vec<Item>,
    /// The number of them that are bases.
    pub(crate) bases: usize,
    /// The live choices of each, ascending.
    members: Lists<Choice>,
    /// True if no item before it has the same choices.
    pub(crate) is_first: Vec<bool>,
    /// The layer of each.
    layer: Vec<u8>,
    /// The items of each choice, but for those that repeat another.
    touches: Lists,
    pub(crate) tables: Vec<Table>,
}

impl Items {
    /// All that are open.
    pub(crate) fn of(board: &Board, meter: &mut Meter) -> ControlFlow<(), Self> {
        let logic = board.logic();
        meter.spend(logic.model().incidence_count())?;
        let others = logic.model().items().filter(|&item| {
            logic.is_cover(item) && !logic.is_base(item) && !board.is_settled(item)
        });
        let mut items = Self {
            ids: Vec::new(),
            bases: 0,
            members: Lists::default(),
            is_first: Vec::new(),
            layer: Vec::new(),
            touches: Lists::default(),
            tables: Vec::new(),
        };
        let mut known: Map<u64, usize> = Map::default();
        for item in board.open_bases().chain(others) {
            if board.live_count(item) >= 2 {
                items.push(board, item, &mut known);
            }
        }
        items.bases = items.ids.partition_point(|&item| logic.is_base(item));
        let firsts = (0..items.ids.len()).filter(|&item| items.is_first[item]);
        let pairs = firsts.flat_map(|item| {
            let members = items.members(item).iter();
            members.map(move |c| (c.index(), item as u32))
        });
        items.touches = Lists::of(logic.model().choice_count(), pairs);
        for layer in logic.layers() {
            meter.spend(items.members.total())?;
            let kinds = logic.layers().len() + 1;
            let table = items.table(layer, kinds);
            items.tables.push(table);
        }
        ControlFlow::Continue(items)
    }

    fn push(&mut self, board: &Board, item: Item, known: &mut Map<u64, usize>) {
        let number = self.ids.len();
        let members = self.members.push(board.live(item));
        if !members.is_sorted() {
            members.sort_unstable();
        }
        // A sum of scattered numbers; the same for the same choices.
        let scatter = |c: &Choice| {
            let x = (u64::from(c.0) + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            (x ^ x >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9)
        };
        let hash = (members.iter()).fold(0u64, |sum, c| sum.wrapping_add(scatter(c)));
        let first = members[0];
        let same = *known.entry(hash).or_insert(number);
        let is_first = same == number || self.members(same) != self.members(number);
        self.is_first.push(is_first);
        let mut layers = board.logic().layers().iter();
        let layer = layers.position(|layer| layer[first.index()] == item);
        self.layer.push(layer.map_or(NO_LAYER, |layer| layer as u8));
        self.ids.push(item);
    }

    /// The table of a layer, with lists for that many kinds of bases: a layer each, and the rest.
    fn table(&self, layer: &[Item], kinds: usize) -> Table {
        let mut few = Vec::new();
        let covers_of = |base: usize| {
            few.clear();
            for choice in self.members(base) {
                let cover = layer[choice.index()].0;
                if !few.contains(&cover) {
                    few.push(cover);
                    if few.len() > MOST_COVERS {
                        break;
                    }
                }
            }
            few.sort_unstable();
            Few::of(&few).unwrap_or_default()
        };
        let covers: Vec<Few> = (0..self.bases).map(covers_of).collect();
        let all = || covers.iter().flat_map(Few::as_slice);
        let first = all().min().copied().unwrap_or(0);
        let end = all().max().map_or(0, |last| last + 1);
        // With one cover alone, a base would add nothing to others.
        let several = covers
            .iter()
            .enumerate()
            .filter(|(_, covers)| covers.len() > 1);
        let pairs = several.flat_map(|(base, covers)| {
            let covers = covers.as_slice().iter();
            let kind = usize::from(self.layer[base]).min(kinds - 1);
            covers.map(move |&cover| ((cover - first) as usize * kinds + kind, base as u32))
        });
        let by_cover = Lists::of((end - first) as usize * kinds, pairs.clone());
        Table {
            covers,
            by_cover,
            kinds,
            first,
        }
    }

    /// The bases that have changed since that time.
    pub(crate) fn changed(&self, board: &Board, since: u64) -> Vec<usize> {
        let has_changed = |&base: &usize| board.changed_since(self.ids[base], since);
        (0..self.bases).filter(has_changed).collect()
    }

    /// The live choices of an item, ascending.
    #[inline]
    pub(crate) fn members(&self, item: usize) -> &[Choice] {
        self.members.get(item)
    }

    /// The items of a choice, but for those that repeat another.
    #[inline]
    pub(crate) fn touches(&self, choice: Choice) -> &[u32] {
        self.touches.get(choice.index())
    }

    /// Returns true if the item, which repeats no other, has the choice.
    #[inline]
    pub(crate) fn contains(&self, item: usize, choice: Choice) -> bool {
        self.touches(choice).contains(&(item as u32))
    }

    /// Returns true if two items, which repeat no others, share no choice.
    pub(crate) fn are_disjoint(&self, a: usize, b: usize) -> bool {
        (self.layer[a] == self.layer[b] && self.layer[a] != NO_LAYER)
            || !self.members(a).iter().any(|&c| self.contains(b, c))
    }

    /// Returns true if it is an item of that layer.
    pub(crate) fn is_in_layer(&self, item: usize, layer: usize) -> bool {
        usize::from(self.layer[item]) == layer
    }

    /// The choices of these, ascending.
    pub(crate) fn all_members(&self, items: &[usize]) -> Vec<Choice> {
        let members = items.iter().flat_map(|&item| self.members(item));
        let mut all: Vec<Choice> = members.copied().collect();
        all.sort_unstable();
        all.dedup();
        all
    }
}
