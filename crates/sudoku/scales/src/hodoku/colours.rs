//! Simple and multi colours: the places of a digit that strong links join, in two colours by turns.

use super::Technique;
use super::patterns::digits_with;
use super::sink::{Flow, Sink, removal};
use crate::Board9;
use crate::cells::{Cells, UNITS, units_of};

/// Two sets of places of which one holds the digit everywhere and the other nowhere.
type Pair = [Cells; 2];

/// Reports the steps of one cluster: a colour that contradicts itself, or places that see both.
pub(super) fn each_simple(board: &Board9, doomed: &[Cells; 9], sink: &mut Sink<'_>) -> Flow {
    for (digit, places) in open_digits(board, doomed) {
        for pair in clusters(places) {
            let wrong = pair
                .into_iter()
                .filter(|&colour| sees_itself(colour))
                .fold(Cells::NONE, |all, colour| all | colour);
            removal(Technique::SimpleColorsWrap, wrong, digit, sink)?;
            let trapped = places & pair[0].any_peers() & pair[1].any_peers();
            removal(Technique::SimpleColorsTrap, trapped, digit, sink)?;
        }
    }
    Flow::Continue(())
}

/// Reports the steps of two clusters.
pub(super) fn each_multi(board: &Board9, doomed: &[Cells; 9], sink: &mut Sink<'_>) -> Flow {
    for (digit, places) in open_digits(board, doomed) {
        let clusters = clusters(places);
        for (at, &one) in clusters.iter().enumerate() {
            for (other, &two) in clusters.iter().enumerate() {
                if at == other {
                    continue;
                }
                let wrong = one
                    .into_iter()
                    .filter(|&colour| two.iter().all(|&seen| colour.any_peers().meets(seen)))
                    .fold(Cells::NONE, |all, colour| all | colour);
                removal(Technique::MultiColors2, wrong, digit, sink)?;
                let bridged = bridged(places, one, two);
                removal(Technique::MultiColors1, bridged, digit, sink)?;
            }
        }
    }
    Flow::Continue(())
}

/// The places that see both opposites, if a colour of each cluster sees the other: then one of
/// their opposites is right.
fn bridged(places: Cells, one: Pair, two: Pair) -> Cells {
    let mut removed = Cells::NONE;
    for left in 0..2 {
        for right in 0..2 {
            if one[left].any_peers().meets(two[right]) {
                removed |= places & one[1 - left].any_peers() & two[1 - right].any_peers();
            }
        }
    }
    removed
}

fn open_digits<'a>(
    board: &'a Board9,
    doomed: &'a [Cells; 9],
) -> impl Iterator<Item = (u8, Cells)> + 'a {
    digits_with(doomed).map(|digit| (digit, board.places(digit)))
}

fn sees_itself(cells: Cells) -> bool {
    cells.any_peers().meets(cells)
}

/// The clusters that strong links join, from the first place on.
fn clusters(places: Cells) -> Vec<Pair> {
    let mut open = places;
    let mut clusters = Vec::new();
    while let Some(start) = open.first() {
        let mut pair = [Cells::NONE; 2];
        colour(places, start, 0, &mut open, &mut pair);
        if !pair[1].is_empty() {
            clusters.push(pair);
        }
    }
    clusters
}

/// Depth first; in a cycle of odd length the first visit decides.
fn colour(places: Cells, cell: usize, side: usize, open: &mut Cells, pair: &mut Pair) {
    if !open.has(cell) {
        return;
    }
    *open = open.without(cell);
    pair[side] = pair[side].with(cell);
    for unit in units_of(cell) {
        let next = (places & UNITS[unit]).without(cell);
        if let (1, Some(next)) = (next.len(), next.first()) {
            colour(places, next, 1 - side, open, pair);
        }
    }
}
