//! Ways to take lists apart: their ends, their folds, their stretches; and lists that depend on the value of a tile.

use super::clues::ClueSet;
use super::places::{Field, Place};
use super::sets::{At, Gate, GateKind, List, Set};
use std::collections::HashSet;

/// What is made of each list of a set, or of all of them.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::rules) enum Cut {
    /// The first and the last place.
    Ends,
    /// The first and the last place, the second and the last but one, and so on to the middle, which may be alone.
    Folds,
    /// The first place, each between the ends in turn, and the last place.
    Triples,
    /// Of all lists the first places, the second places, and so on.
    Across,
    /// Stretches of neighbours in the same list of a layer.
    Pieces(usize),
}

/// The words of cuts that have a set alone as their argument.
pub(super) const CUTS: [(&str, Cut); 4] = [
    ("ends", Cut::Ends),
    ("folds", Cut::Folds),
    ("triples", Cut::Triples),
    ("across", Cut::Across),
];

impl Cut {
    /// Returns true if it makes lists of a list.
    pub(super) fn makes_lists(&self) -> bool {
        *self != Self::Ends
    }

    pub(super) fn of(&self, field: &Field, lists: Vec<List>) -> Vec<List> {
        match self {
            Self::Across => across(&lists),
            Self::Pieces(layer) => {
                let layer = &field.known.layers[*layer];
                let pieces = |list: List| pieces(layer, &list);
                lists.into_iter().flat_map(pieces).collect()
            }
            Self::Ends => lists
                .into_iter()
                .map(|list| list.with(ends(&list.places)))
                .collect(),
            Self::Folds => lists.iter().flat_map(folds).collect(),
            Self::Triples => lists.iter().flat_map(triples).collect(),
        }
    }
}

fn ends(places: &[Place]) -> Vec<Place> {
    match places {
        [] => Vec::new(),
        [one] => vec![*one],
        [first, .., last] => vec![*first, *last],
    }
}

fn folds(list: &List) -> Vec<List> {
    let places = &list.places;
    let half = places.len().div_ceil(2);
    let fold = |number: usize| list.with(ends(&places[number..places.len() - number]));
    (0..half).map(fold).collect()
}

fn triples(whole: &List) -> Vec<List> {
    let [first, middle @ .., last] = &whole.places[..] else {
        return Vec::new();
    };
    middle
        .iter()
        .map(|&place| whole.with(vec![*first, place, *last]))
        .collect()
}

fn across(lists: &[List]) -> Vec<List> {
    let longest = lists
        .iter()
        .map(|list| list.places.len())
        .max()
        .unwrap_or(0);
    let column = |number: usize| {
        let places = lists
            .iter()
            .filter_map(|list| list.places.get(number).copied());
        lists[0].with(places.collect())
    };
    (0..longest).map(column).collect()
}

fn pieces(layer: &ClueSet, list: &List) -> Vec<List> {
    let parts = list
        .places
        .chunk_by(|&one, &other| layer.number_at(one) == layer.number_at(other));
    parts.map(|part| list.with(part.to_vec())).collect()
}

/// All stretches of this many places of each list; a shorter list as a whole.
pub(super) fn stretches(lists: Vec<List>, count: usize) -> Vec<List> {
    let of_list = |list: List| -> Vec<List> {
        let count = count.clamp(1, list.places.len().max(1));
        list.places
            .windows(count)
            .map(|places| list.with(places.to_vec()))
            .collect()
    };
    lists.into_iter().flat_map(of_list).collect()
}

/// Each list in this many parts that are as long.
pub(super) fn parts(lists: Vec<List>, count: usize) -> Vec<List> {
    let of_list = |list: List| -> Vec<List> {
        let length = list.places.len().div_ceil(count.max(1)).max(1);
        list.places
            .chunks(length)
            .map(|places| list.with(places.to_vec()))
            .collect()
    };
    lists.into_iter().flat_map(of_list).collect()
}

/// The lists that have one of these places.
pub(super) fn through(places: &[Place], lists: Vec<List>) -> Vec<List> {
    let wanted: HashSet<Place> = places.iter().copied().collect();
    let has = |list: &List| list.places.iter().any(|place| wanted.contains(place));
    lists.into_iter().filter(has).collect()
}

/// Lists of which a tile says how much is read: it stands before each.
pub(super) fn pointed(
    kind: GateKind,
    pointer: &Set,
    lists: Vec<List>,
    field: &Field,
    at: At<'_>,
) -> Vec<List> {
    let Some(pointer) = pointer.places(field, at, None).first().copied() else {
        return Vec::new();
    };
    let gate = Gate {
        kind,
        marks: [].into(),
    };
    let with_pointer = |list: List| List {
        places: std::iter::once(pointer)
            .chain(list.places.iter().copied())
            .collect(),
        gate: Some(gate.clone()),
        layer: list.layer,
    };
    lists.into_iter().map(with_pointer).collect()
}
