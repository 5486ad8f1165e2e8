//! Names of what a file demands, as a player speaks of it: "row 2 with runs 3 1 of #", "r1c2 and r1c3 with a sum of 5".
//!
//! A condition that compares what is read off some tiles with numbers is described by these tiles and numbers. Any other is described by its
//! own text, after the tiles that it reads.

use super::lower::{Lowering, Slot};
use super::places::Sort;
use super::terms::{Reader, Reading};
use crate::prose::{first_of, joined, listed};
use crate::rules::expression::{Operation, Part};

/// The most tiles that are named one by one.
const MOST_NAMED: usize = 6;

impl Lowering<'_> {
    /// The tiles of a part of a condition, with what it says of them.
    pub(super) fn name_of(
        &self,
        text: &str,
        part: &Part,
        slots: &[&Slot<'_>],
        tiles: &[u32],
    ) -> String {
        if let Some(saying) = &self.saying {
            return saying.clone();
        }
        // What is read from the other end is described from there.
        let is_backwards = |slot: &&Slot<'_>| {
            matches!(slot.reading.reader, Reader::Runs(_) | Reader::Seen)
                && tiles.windows(2).all(|pair| pair[0] > pair[1])
        };
        let backwards = slots.iter().any(is_backwards);
        let backwards = backwards.then(|| self.stretch(tiles)).flatten();
        let tiles = backwards.unwrap_or_else(|| self.tiles_named(tiles));
        match self.said(part, slots) {
            Some(said) => format!("{tiles} with {said}"),
            None => format!("{tiles} by the rule {text}"),
        }
    }

    /// "the star of row 2", for the values that a term names.
    pub(super) fn name_of_values(&self, reading: &Reading, tiles: &[u32]) -> String {
        format!(
            "the {} of {}",
            self.values(reading),
            self.tiles_named(tiles)
        )
    }

    /// "runs 3 1 of #": what a part says of the tiles, where it compares the one thing that is read with numbers.
    fn said(&self, part: &Part, slots: &[&Slot<'_>]) -> Option<String> {
        let (first, others) = slots.split_first()?;
        let is_same = |other: &&Slot<'_>| {
            let (one, other) = (&first.reading, &other.reading);
            (&one.reader, &one.marks, &one.sets) == (&other.reader, &other.marks, &other.sets)
        };
        let is_gated = slots
            .iter()
            .flat_map(|slot| &slot.lists)
            .any(|list| list.gate.is_some());
        if is_gated || first.lists.len() != 1 || !others.iter().all(is_same) {
            return None;
        }
        let values = || self.values(&first.reading);
        if let (Reader::Runs(lengths), Part::Term(_)) = (&first.reading.reader, part) {
            if lengths.is_empty() {
                return Some(format!("no {}", values()));
            }
            let length = |length: &Option<i64>| length.map_or("?".into(), |l| l.to_string());
            let lengths = joined(lengths.iter().map(length), " ");
            return Some(format!("runs {lengths} of {}", values()));
        }
        let numbers = numbers(part)?;
        Some(match first.reading.reader {
            Reader::Count => format!("{numbers} {}", values()),
            Reader::Longest => format!("a longest run of {numbers} {}", values()),
            Reader::Sum => format!("a sum of {numbers}"),
            Reader::Product => format!("a product of {numbers}"),
            Reader::Highest => format!("a highest value of {numbers}"),
            Reader::Lowest => format!("a lowest value of {numbers}"),
            Reader::Distinct => format!("{numbers} different values"),
            Reader::Seen => format!("{numbers} seen from the first"),
            _ => return None,
        })
    }

    /// The values that a term names.
    fn values(&self, reading: &Reading) -> String {
        let marks = reading.marks.iter().flat_map(|marks| marks.iter());
        let meant = (0..).zip(marks).filter(|(_, is_meant)| **is_meant);
        let names = meant.map(|(value, _)| self.filling.values.name(value));
        listed(names, "or")
    }

    /// Tiles by the row, column, region or stretch that they are, or one by one.
    fn tiles_named(&self, tiles: &[u32]) -> String {
        let mut tiles = tiles.to_vec();
        tiles.sort_unstable();
        tiles.dedup();
        if let Some(name) = self.whole(&tiles).or_else(|| self.stretch(&tiles)) {
            return name;
        }
        let names = tiles.iter().map(|&tile| self.field.tile_name(tile));
        if tiles.len() <= MOST_NAMED {
            listed(names, "and")
        } else {
            first_of(names, MOST_NAMED)
        }
    }

    /// "row 2", for all its cells.
    fn whole(&self, tiles: &[u32]) -> Option<String> {
        let field = self.field;
        let layer = field.layer_of(*tiles.first()?);
        let is_told = field.is_grid() && field.board.is_flat() && layer.sort == Sort::Cells;
        let are_of_layer = tiles.iter().all(|tile| layer.tiles().contains(tile));
        // Other layers may have tiles at the same cells.
        let is_only = field.layers.iter().filter(|l| l.sort == layer.sort).count() == 1;
        if !is_told || !are_of_layer || !is_only || tiles.len() < 2 {
            return None;
        }
        let here = field.place(tiles[0]);
        let of_all = |number: &dyn Fn(super::Place) -> Option<u32>| {
            let wanted = number(here)?;
            let is_in = |&&place: &&super::Place| number(place) == Some(wanted);
            let all = layer.places.iter().filter(is_in).count();
            let places = tiles.iter().map(|&tile| field.place(tile));
            let mut numbers = places.map(number);
            (all == tiles.len() && numbers.all(|number| number == Some(wanted))).then_some(wanted)
        };
        let row = of_all(&|place| Some(place.0[1] / 2 + 1)).map(|row| format!("row {row}"));
        let column = || of_all(&|place| Some(place.0[2] / 2 + 1)).map(|c| format!("column {c}"));
        let region = || {
            let (_, names) = field.board.regions.as_ref()?;
            let region = of_all(&|place| field.region(place))?;
            Some(format!("region {}", names.get(region as usize)?))
        };
        row.or_else(column).or_else(region)
    }

    /// "r1c2..r1c5", for three or more neighbours in a row or column, from either end.
    fn stretch(&self, tiles: &[u32]) -> Option<String> {
        let [first, .., last] = tiles else {
            return None;
        };
        let field = self.field;
        let places: Vec<_> = tiles.iter().map(|&tile| field.place(tile)).collect();
        let ways = [[0, 0, 2], [0, 2, 0], [0, 0, -2], [0, -2, 0]];
        let is_straight = ways.iter().any(|&by| {
            let mut pairs = places.windows(2);
            pairs.all(|pair| pair[0].step(by) == pair[1])
        });
        let is_told = field.is_grid() && tiles.len() > 2 && is_straight;
        let name = |tile: &u32| field.tile_name(*tile);
        is_told.then(|| format!("{}..{}", name(first), name(last)))
    }
}

/// "at most 3": the numbers that a term may be.
fn numbers(part: &Part) -> Option<String> {
    let Part::Two(operation, one, other) = part else {
        return None;
    };
    if *operation == Operation::Or {
        return Some(format!("{} or {}", numbers(one)?, numbers(other)?));
    }
    let (Part::Term(_), Part::Literal(number)) = (&**one, &**other) else {
        return None;
    };
    Some(match operation {
        Operation::Equal => number.to_string(),
        Operation::Less => format!("at most {}", number.saturating_sub(1)),
        Operation::AtMost => format!("at most {number}"),
        Operation::More => format!("at least {}", number.saturating_add(1)),
        Operation::AtLeast => format!("at least {number}"),
        _ => return None,
    })
}
