//! Empty 2-D boards with boxes, band by band.
//!
//! **Idea.** A board whose boxes are `rows` high and `width` wide has `width` bands of `rows` boxes each. Bands touch
//! one another only through the content of each column: within a band, each box divides the symbols among its
//! columns. So the boards are counted by the symbols that the first band puts into the columns, order apart:
//!
//! ```text
//! boards = Σ ways of the first band × ways of all the others on what is left
//! ```
//!
//! summed over one *division* of the symbols in `width` sets of `rows` for each box of the band; the order of the
//! columns within a box is a factor `width!` for each box. Renaming the symbols and permuting columns and boxes
//! changes neither factor, so boxes are added one by one and divisions that are the same but for names are merged
//! with their number. Two shapes of the rest are known here: one band, which is the first with its columns swapped,
//! and two bands, for which all ways to share out each box between them are visited, with the ways of a band in a
//! table.

use super::graph::{Graph, Stopped, Ways, members};
use crate::Watch;
use num_bigint::BigUint;
use std::collections::HashMap;

/// The symbols in sets of equal size, lowest first.
type Division = Vec<u16>;

/// Every division of `symbols` in sets of `size`.
fn divisions(symbols: u16, size: usize) -> Vec<Division> {
    if symbols == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for set in subsets(symbols, size) {
        // The set with the lowest symbol comes first, so that each division is made once.
        if set & symbols & symbols.wrapping_neg() != 0 {
            for mut division in divisions(symbols & !set, size) {
                division.insert(0, set);
                all.push(division);
            }
        }
    }
    all
}

/// The subsets of a set with `size` members.
fn subsets(set: u16, size: usize) -> Vec<u16> {
    let mut all = Vec::new();
    let mut subset = set;
    loop {
        if subset.count_ones() as usize == size {
            all.push(subset);
        }
        if subset == 0 {
            return all;
        }
        subset = (subset - 1) & set;
    }
}

/// A board's bands: `width` of them, each `boxes` boxes and as many rows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bands {
    pub(super) width: usize,
    pub(super) boxes: usize,
}

/// The content of the columns after the first band, one for all that are the same but for names.
struct Class {
    graph: Graph,
    /// The number of choices of a division for each box that are of this class.
    number: u64,
}

impl Bands {
    fn symbols(self) -> usize {
        self.width * self.boxes
    }

    fn all_symbols(self) -> u16 {
        (1 << self.symbols()) - 1
    }

    /// The number of boards, with the notes of an earlier run, and with new notes if it is stopped.
    pub(super) fn count_all(self, memory: u64, watch: &mut dyn Watch) -> Result<BigUint, Stopped> {
        let mut ways = Ways::new(memory);
        if let Some(note) = watch.earlier() {
            ways.recall(&note);
        }
        let number = self.count(&mut ways, watch);
        if number.is_err() {
            watch.note(ways.note());
        }
        number
    }

    /// The number of boards.
    ///
    /// # Panics
    /// Unless there are two or three bands, and few enough symbols for a [`Graph`].
    pub(super) fn count(self, ways: &mut Ways, watch: &mut dyn Watch) -> Result<BigUint, Stopped> {
        let divisions = divisions(self.all_symbols(), self.boxes);
        let mut sum = BigUint::ZERO;
        let others = match self.width {
            2 => None,
            3 => Some(TwoBands::new(self, &divisions, ways, watch)?),
            width => panic!("{width} bands are not known here"),
        };
        let classes = self.classes(&divisions, watch)?;
        let weight = 1.0 / f64::from(u32::try_from(classes.len()).unwrap_or(u32::MAX));
        for class in classes {
            let first = ways.of(&class.graph, self.boxes, watch)?;
            let rest = match &others {
                // The rest for the other band is the same with the columns of each box swapped.
                None => BigUint::from(first),
                Some(others) => others.on_rest_of(&class.graph, ways.done, watch)?.into(),
            };
            sum += rest * first * class.number;
            ways.done += weight;
        }
        let orders: u32 = (1..=self.width as u32).product();
        Ok(sum * BigUint::from(orders).pow(self.boxes as u32))
    }

    /// Adds box after box, and merges classes that are the same but for names.
    fn classes(self, divisions: &[Division], watch: &mut dyn Watch) -> Result<Vec<Class>, Stopped> {
        let mut classes = vec![Class {
            graph: Graph::empty(self.symbols()),
            number: 1,
        }];
        for done in 1..=self.boxes {
            // With two bands nothing depends on which columns make up a box.
            let marks: Vec<u16> = match self.width {
                2 => Vec::new(),
                width => (0..done)
                    .map(|b| ((1 << width) - 1) << (b * width))
                    .collect(),
            };
            let mut place_of: HashMap<Graph, usize> = HashMap::new();
            let mut longer: Vec<Class> = Vec::new();
            for class in &classes {
                for division in divisions {
                    if !watch.go_on(0.0) {
                        return Err(Stopped);
                    }
                    let mut graph = class.graph;
                    graph.extend(division);
                    let place = *place_of.entry(graph.canonical(&marks)).or_insert_with(|| {
                        longer.push(Class { graph, number: 0 });
                        longer.len() - 1
                    });
                    longer[place].number += class.number;
                }
            }
            classes = longer;
        }
        Ok(classes)
    }
}

/// The number of ways in which two bands fill the rest after the first one, of three.
struct TwoBands<'d> {
    bands: Bands,
    divisions: &'d [Division],
    number_of: HashMap<&'d [u16], u16>,
    /// For a division and another: the number of the other when the symbols are renamed so that
    /// the first becomes division 0.
    renamed: Vec<u16>,
    /// The ways of a band whose first box has division 0, by the divisions of its other boxes.
    ways: Vec<u64>,
}

impl<'d> TwoBands<'d> {
    fn new(
        bands: Bands,
        divisions: &'d [Division],
        ways: &mut Ways,
        watch: &mut dyn Watch,
    ) -> Result<Self, Stopped> {
        let number_of: HashMap<&[u16], u16> = divisions
            .iter()
            .enumerate()
            .map(|(number, division)| (&division[..], number as u16))
            .collect();
        let mut renamed = Vec::with_capacity(divisions.len().pow(2));
        for first in divisions {
            let mut name = [0; 16];
            for (&from, &to) in first.iter().zip(&divisions[0]) {
                for (from, to) in members(from.into()).zip(members(to.into())) {
                    name[from] = to;
                }
            }
            let rename = |&set: &u16| {
                members(set.into()).fold(0, |renamed: u16, symbol| renamed | 1 << name[symbol])
            };
            for other in divisions {
                let other: Division = other.iter().map(rename).collect();
                renamed.push(number_of[&sorted(other)[..]]);
            }
        }
        let mut table = Vec::new();
        let mut graph = Graph::empty(bands.symbols());
        graph.extend(&divisions[0]);
        let mut two = Self {
            bands,
            divisions,
            number_of,
            renamed,
            ways: Vec::new(),
        };
        two.fill(&mut table, graph, bands.boxes - 1, ways, watch)?;
        two.ways = table;
        Ok(two)
    }

    /// The ways of a band for each choice of divisions for its last boxes.
    fn fill(
        &self,
        table: &mut Vec<u64>,
        graph: Graph,
        left: usize,
        ways: &mut Ways,
        watch: &mut dyn Watch,
    ) -> Result<(), Stopped> {
        if left == 0 {
            if !watch.go_on(0.0) {
                return Err(Stopped);
            }
            let number = ways.of(&graph, self.bands.boxes, watch)?;
            table.push(u64::try_from(number).expect("a band of nine columns has few ways"));
            return Ok(());
        }
        for division in self.divisions {
            let mut longer = graph;
            longer.extend(division);
            self.fill(table, longer, left - 1, ways, watch)?;
        }
        Ok(())
    }

    /// The ways of both bands together.
    fn on_rest_of(&self, first: &Graph, done: f64, watch: &mut dyn Watch) -> Result<u128, Stopped> {
        let boxes = first.columns().chunks(self.bands.width);
        let shares: Vec<_> = boxes.map(|columns| self.shares(columns)).collect();
        let mut sum = 0;
        for &(second, third) in &shares[0] {
            if !watch.go_on(done) {
                return Err(Stopped);
            }
            let width = self.divisions.len();
            let row = |division: u16| &self.renamed[usize::from(division) * width..][..width];
            sum += self.sum(&shares[1..], [row(second), row(third)], [0, 0]);
        }
        Ok(sum)
    }

    fn sum(&self, shares: &[Vec<(u16, u16)>], rows: [&[u16]; 2], places: [usize; 2]) -> u128 {
        let Some((share, others)) = shares.split_first() else {
            return u128::from(self.ways[places[0]]) * u128::from(self.ways[places[1]]);
        };
        let further = |which: usize, division: u16| {
            places[which] * self.divisions.len() + usize::from(rows[which][usize::from(division)])
        };
        let parts = share.iter().map(|&(second, third)| {
            self.sum(others, rows, [further(0, second), further(1, third)])
        });
        parts.sum()
    }

    /// The ways to share out the rest of a box after the first band: the divisions of the two others.
    fn shares(&self, first: &[u16]) -> Vec<(u16, u16)> {
        let all = self.bands.all_symbols();
        let mut shares = Vec::new();
        let mut second = Vec::new();
        self.share_from(first, all, &mut second, &mut |second| {
            let third = first.iter().zip(second).map(|(a, b)| all & !a & !b);
            let number = |division: Division| self.number_of[&sorted(division)[..]];
            shares.push((number(second.to_vec()), number(third.collect())));
        });
        shares
    }

    fn share_from(
        &self,
        first: &[u16],
        free: u16,
        second: &mut Division,
        found: &mut dyn FnMut(&[u16]),
    ) {
        let Some(&taken) = first.get(second.len()) else {
            return found(second);
        };
        for set in subsets(free & !taken, self.bands.boxes) {
            second.push(set);
            self.share_from(first, free & !set, second, found);
            second.pop();
        }
    }
}

/// The sets of a division, lowest first.
fn sorted(mut division: Division) -> Division {
    division.sort_unstable_by_key(|set| set.trailing_zeros());
    division
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn divisions_are_all_different_and_as_many_as_there_are() {
        for (symbols, size, number) in [(4, 2, 3), (6, 2, 15), (6, 3, 10), (9, 3, 280), (8, 4, 35)]
        {
            let all = divisions((1 << symbols) - 1, size);
            let mut different = all.clone();
            different.sort();
            different.dedup();
            assert_eq!((all.len(), different.len()), (number, number));
            assert!(all.iter().all(|d| *d == sorted(d.clone())));
        }
    }

    #[test]
    fn a_board_on_its_side_has_as_many() {
        let count = |width, boxes| {
            let bands = Bands { width, boxes };
            bands.count(&mut Ways::new(1 << 20), &mut || true).unwrap()
        };
        // Two bands of three boxes, and three bands of two.
        assert_eq!(count(2, 3), 28_200_960u32.into());
        assert_eq!(count(3, 2), 28_200_960u32.into());
        // One box in a band is a Latin square.
        assert_eq!((count(2, 1), count(3, 1)), (2u32.into(), 12u32.into()));
    }
}
