//! Support: a choice without a partner left is removed. For models with lines, links or hidden choices, where search needs
//! more than the forced choices.
//!
//! **Idea.** A *group* is a part of an exactly-one item. If no choice of it is left, the item's pick is elsewhere, and that
//! dooms other choices:
//!
//! - *Colours.* All choices of the item *T* are in a one-colour item, the group is those of one colour. Without any,
//!   *T* shows another colour, and so does everything in the one-colour item. Along the layers of a line that was turned into
//!   items, from both ends, this is generalised arc consistency: a step goes when no word takes it any more.
//! - *Overlaps.* The item *T* overlaps an item that takes one choice at most, the group is *T* outside it. Without any,
//!   the pick of *T* is in both, and all others of that item go: "pointing" and "claiming" in a Sudoku, arc
//!   consistency of a rule between two tiles.
//!
//! **Data.** A counter for each group of the choices that are live or picked. A choice that is removed costs its groups;
//! going back adds them again.

use tilewright_model::{Choice, Demand, Item, Model};

#[derive(Debug)]
pub(super) struct Supports {
    /// For each group its choices that are live or picked.
    left: Vec<u32>,
    whole: Vec<u32>,
    /// The choices that a group keeps alive: `doomed[from..to]`.
    dooms: Vec<(u32, u32)>,
    doomed: Vec<Choice>,
    /// The groups of choice `c`: `groups[start[c]..start[c + 1]]`.
    groups: Vec<u32>,
    start: Vec<u32>,
    /// Groups that were seen with nothing left, to be looked at again.
    empty: Vec<u32>,
}

impl Supports {
    pub(super) fn new(model: &Model) -> Self {
        let mut made = Builder::default();
        for item in model.items() {
            match model.demand(item) {
                Demand::OneColour => made.add_colours(model, item),
                Demand::ExactlyOne | Demand::AtMostOne => made.add_overlaps(model, item),
            }
        }
        made.build(model.choice_count())
    }

    /// Everything is live again.
    pub(super) fn reset(&mut self) {
        self.left.clone_from(&self.whole);
        self.empty.clear();
        let empty = (0u32..).zip(&self.whole).filter(|&(_, &left)| left == 0);
        self.empty.extend(empty.map(|(group, _)| group));
    }

    /// Forgets the groups to be looked at.
    pub(super) fn forget(&mut self) {
        self.empty.clear();
    }

    /// The choice was removed.
    pub(super) fn lose(&mut self, choice: Choice) {
        for k in self.range(choice) {
            let left = &mut self.left[self.groups[k] as usize];
            *left -= 1;
            if *left == 0 {
                self.empty.push(self.groups[k]);
            }
        }
    }

    /// The choice is live again.
    pub(super) fn regain(&mut self, choice: Choice) {
        for k in self.range(choice) {
            self.left[self.groups[k] as usize] += 1;
        }
    }

    /// The choices that are doomed by a group without any left, as places for [`Supports::doomed`].
    pub(super) fn next_empty(&mut self) -> Option<std::ops::Range<usize>> {
        let group = self.empty.pop()?;
        let (from, to) = self.dooms[group as usize];
        Some(from as usize..to as usize)
    }

    pub(super) fn doomed(&self, place: usize) -> Choice {
        self.doomed[place]
    }

    fn range(&self, choice: Choice) -> std::ops::Range<usize> {
        self.start[choice.index()] as usize..self.start[choice.index() + 1] as usize
    }
}

#[derive(Default)]
struct Builder {
    /// The group of each of its choices.
    members: Vec<(Choice, u32)>,
    whole: Vec<u32>,
    dooms: Vec<(u32, u32)>,
    doomed: Vec<Choice>,
}

impl Builder {
    /// Adds choices, and the group's number for its members.
    fn add(&mut self, members: impl Iterator<Item = Choice>, dooms: (u32, u32)) {
        let group = self.whole.len() as u32;
        let before = self.members.len();
        self.members.extend(members.map(|choice| (choice, group)));
        self.whole.push((self.members.len() - before) as u32);
        self.dooms.push(dooms);
    }

    fn doom(&mut self, choices: impl Iterator<Item = Choice>) -> (u32, u32) {
        let from = self.doomed.len() as u32;
        self.doomed.extend(choices);
        (from, self.doomed.len() as u32)
    }

    fn add_colours(&mut self, model: &Model, item: Item) {
        let mut by_colour = model.members(item).to_vec();
        by_colour.sort_unstable_by_key(|&(_, colour)| colour);
        let sides = exact_overlaps(model, item).into_iter();
        let sides: Vec<Item> = sides
            .filter(|&(side, shared)| shared as usize == model.members(side).len())
            .map(|(side, _)| side)
            .collect();
        for shown in by_colour.chunk_by(|a, b| a.1 == b.1) {
            let dooms = self.doom(shown.iter().map(|&(choice, _)| choice));
            for &side in &sides {
                let is_in =
                    |choice: &Choice| model.members(side).iter().any(|(other, _)| other == choice);
                let choices = shown.iter().map(|&(choice, _)| choice);
                self.add(choices.filter(is_in), dooms);
            }
        }
    }

    fn add_overlaps(&mut self, model: &Model, item: Item) {
        let choices = |item: Item| model.members(item).iter().map(|&(choice, _)| choice);
        // With one choice in common a forced pick says as much.
        let least = if model.demand(item) == Demand::ExactlyOne {
            2
        } else {
            1
        };
        for (other, shared) in exact_overlaps(model, item) {
            let is_whole = shared as usize == model.members(item).len();
            if other == item || shared < least || is_whole {
                continue;
            }
            let is_in = |item: Item, choice: Choice| {
                model
                    .touches(choice)
                    .iter()
                    .any(|&(touched, _)| touched == item)
            };
            let dooms = self.doom(choices(item).filter(|&choice| !is_in(other, choice)));
            self.add(choices(other).filter(|&choice| !is_in(item, choice)), dooms);
        }
    }

    fn build(self, choice_count: usize) -> Supports {
        let mut start = vec![0u32; choice_count + 1];
        for (choice, _) in &self.members {
            start[choice.index() + 1] += 1;
        }
        for c in 0..choice_count {
            start[c + 1] += start[c];
        }
        let mut next = start.clone();
        let mut groups = vec![0; self.members.len()];
        for (choice, group) in self.members {
            let place = &mut next[choice.index()];
            groups[*place as usize] = group;
            *place += 1;
        }
        Supports {
            left: Vec::new(),
            whole: self.whole,
            dooms: self.dooms,
            doomed: self.doomed,
            groups,
            start,
            empty: Vec::new(),
        }
    }
}

/// The exactly-one items that share choices with this one, and how many, in order.
fn exact_overlaps(model: &Model, item: Item) -> Vec<(Item, u32)> {
    let members = model.members(item).iter();
    let touched = members.flat_map(|&(choice, _)| model.touches(choice));
    let mut touched: Vec<Item> = touched
        .map(|&(other, _)| other)
        .filter(|&other| model.demand(other) == Demand::ExactlyOne)
        .collect();
    touched.sort_unstable();
    let shared = touched.chunk_by(|a, b| a == b);
    shared.map(|same| (same[0], same.len() as u32)).collect()
}
