//! The rest of a model, as lists: the items that each choice touches.
//!
//! The [sweep](super::sweep) works on this instead of bit sets, so its size is that of the model,
//! not its square. Items that demand nothing more than others do are left out: a place and the tile
//! on it may be the same group of choices, and a group within an exactly-one item excludes nothing
//! that the item does not.

use super::nets::Net;
use std::collections::HashMap;
use tilewright_model::{Choice, Demand, Model};

/// Live choices and the items that they touch. Choices and items are numbered from 0.
#[derive(Debug)]
pub(crate) struct Web {
    /// The model's number of each choice.
    pub(crate) ids: Vec<u32>,
    /// The beginning of each choice's touches, and the end of the last.
    starts: Vec<u32>,
    /// Items with the colour that the choice shows there: 0 unless the item has colours.
    touches: Vec<(u32, u32)>,
    /// The exactly-one items come first, in the model's order.
    pub(crate) exact: usize,
    /// The number of colours of each item that has any: 0 for the others.
    pub(crate) colours: Vec<u32>,
    /// The beginning of each item's members, and the end of the last.
    member_starts: Vec<u32>,
    members: Vec<u32>,
    /// What links ask of the choices.
    pub(super) nets: Vec<Net>,
}

impl Web {
    /// These live choices of a model without rules: all of them, or a part that shares nothing
    /// with the rest.
    pub(crate) fn new(model: &Model, choices: &[u32]) -> Self {
        let mut found: Vec<u32> = Vec::new();
        let mut at = vec![u32::MAX; model.item_count()];
        for &choice in choices {
            for &(item, _) in model.touches(Choice(choice)) {
                if std::mem::replace(&mut at[item.index()], 0) == u32::MAX {
                    found.push(item.0);
                }
            }
        }
        found.sort_unstable();
        let is_exact =
            |&item: &u32| model.demand(tilewright_model::Item(item)) == Demand::ExactlyOne;
        let (exact, others): (Vec<u32>, Vec<u32>) = found.into_iter().partition(is_exact);
        let items: Vec<u32> = exact.iter().chain(&others).copied().collect();
        for (place, &item) in items.iter().enumerate() {
            at[item as usize] = place as u32;
        }
        let mut members: Vec<Vec<(u32, u32)>> = vec![Vec::new(); items.len()];
        for (c, &choice) in choices.iter().enumerate() {
            for &(item, colour) in model.touches(Choice(choice)) {
                let has_colours = model.demand(item) == Demand::OneColour;
                let colour = if has_colours { colour.0 } else { 0 };
                members[at[item.index()] as usize].push((c as u32, colour));
            }
        }
        let has_colours =
            |place: usize| model.demand(tilewright_model::Item(items[place])) == Demand::OneColour;
        let kept = kept_items(&mut members, exact.len(), has_colours);
        Self::of(choices, exact.len(), members, &kept, has_colours)
    }

    /// The web with what links ask of these choices.
    pub(super) fn with_nets(mut self, nets: &[Net]) -> Self {
        let numbers: HashMap<u32, u32> = self.ids.iter().copied().zip(0..).collect();
        let renumbered = nets.iter().map(|net| net.renumbered(|id| numbers[&id]));
        self.nets = renumbered.collect();
        self
    }

    fn of(
        choices: &[u32],
        exact: usize,
        mut members: Vec<Vec<(u32, u32)>>,
        kept: &[bool],
        has_colours: impl Fn(usize) -> bool,
    ) -> Self {
        let mut web = Self {
            ids: choices.to_vec(),
            starts: Vec::with_capacity(choices.len() + 1),
            touches: Vec::new(),
            exact: kept[..exact].iter().filter(|&&kept| kept).count(),
            colours: Vec::new(),
            member_starts: vec![0],
            members: Vec::new(),
            nets: Vec::new(),
        };
        let mut of_choice: Vec<Vec<(u32, u32)>> = vec![Vec::new(); choices.len()];
        for (place, members) in members.iter_mut().enumerate() {
            if !kept[place] {
                continue;
            }
            let mut colours: Vec<u32> = Vec::new();
            if has_colours(place) {
                colours.extend(members.iter().map(|&(_, colour)| colour));
                colours.sort_unstable();
                colours.dedup();
            }
            let item = web.colours.len() as u32;
            for &mut (c, colour) in members {
                let code = colours.binary_search(&colour).unwrap_or(0);
                of_choice[c as usize].push((item, code as u32));
                web.members.push(c);
            }
            web.colours.push(colours.len() as u32);
            web.member_starts.push(web.members.len() as u32);
        }
        for touches in of_choice {
            web.starts.push(web.touches.len() as u32);
            web.touches.extend(touches);
        }
        web.starts.push(web.touches.len() as u32);
        web
    }

    /// The items that choice `c` touches, with colours.
    pub(crate) fn touches(&self, c: usize) -> &[(u32, u32)] {
        &self.touches[self.starts[c] as usize..self.starts[c + 1] as usize]
    }

    /// The choices that touch `item`.
    pub(crate) fn members(&self, item: usize) -> &[u32] {
        &self.members[self.member_starts[item] as usize..self.member_starts[item + 1] as usize]
    }

    /// The number of items that are left.
    pub(crate) fn items(&self) -> usize {
        self.colours.len()
    }

    /// Bytes that it takes, and as much as its making does.
    pub(crate) fn bytes(choices: usize, touches: usize) -> u64 {
        64 * choices as u64 + 48 * touches as u64
    }
}

/// The items whose demand no other item repeats.
fn kept_items(
    members: &mut [Vec<(u32, u32)>],
    exact: usize,
    has_colours: impl Fn(usize) -> bool,
) -> Vec<bool> {
    let mut kept = vec![true; members.len()];
    let mut exact_of: Vec<Vec<u32>> = Vec::new();
    let mut seen = std::collections::HashSet::new();
    // Of equal ones the last stays: the items that a puzzle adds after its tiles are often the
    // board itself.
    for item in (0..exact).rev() {
        kept[item] = seen.insert(members[item].clone());
        if kept[item] {
            for &(c, _) in &members[item] {
                if exact_of.len() <= c as usize {
                    exact_of.resize(c as usize + 1, Vec::new());
                }
                exact_of[c as usize].push(item as u32);
            }
        }
    }
    for item in exact..members.len() {
        let of = &members[item];
        let shown = of[0].1;
        let is_plain = has_colours(item) && of.iter().all(|&(_, colour)| colour == shown);
        // Choices that share an exactly-one item exclude each other anyway.
        let is_within = |group: u32| {
            let in_group = |&(c, _): &(u32, u32)| exact_of[c as usize].contains(&group);
            of.iter().all(in_group)
        };
        let first = exact_of[of[0].0 as usize].iter();
        kept[item] = of.len() > 1 && !is_plain && !first.copied().any(is_within);
    }
    kept
}
