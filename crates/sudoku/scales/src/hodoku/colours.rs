//! Simple and multi colours: the places of a digit that strong links join, in two colours by turns.

use super::sink::{Flow, Sink, small};
use super::{HodokuStep, Technique};
use crate::Board9;
use crate::cells::{Cells, PEERS, UNITS, units_of};

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
            report(Technique::SimpleColorsWrap, wrong, digit, sink)?;
            let trapped = places & seen_by(pair[0]) & seen_by(pair[1]);
            report(Technique::SimpleColorsTrap, trapped, digit, sink)?;
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
                    .filter(|&colour| two.iter().all(|&seen| seen_by(colour).meets(seen)))
                    .fold(Cells::NONE, |all, colour| all | colour);
                report(Technique::MultiColors2, wrong, digit, sink)?;
                report(
                    Technique::MultiColors1,
                    bridged(places, one, two),
                    digit,
                    sink,
                )?;
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
            if seen_by(one[left]).meets(two[right]) {
                removed |= places & seen_by(one[1 - left]) & seen_by(two[1 - right]);
            }
        }
    }
    removed
}

fn report(technique: Technique, removed: Cells, digit: u8, sink: &mut Sink<'_>) -> Flow {
    if removed.is_empty() {
        return Flow::Continue(());
    }
    sink(HodokuStep::removing(technique, removed, digit))
}

fn open_digits<'a>(
    board: &'a Board9,
    doomed: &'a [Cells; 9],
) -> impl Iterator<Item = (u8, Cells)> + 'a {
    (0..9)
        .filter(|&digit| !doomed[digit].is_empty())
        .map(|digit| (small(digit), board.places(small(digit))))
}

fn seen_by(cells: Cells) -> Cells {
    cells
        .into_iter()
        .fold(Cells::NONE, |seen, cell| seen | PEERS[cell])
}

fn sees_itself(cells: Cells) -> bool {
    cells.into_iter().any(|cell| PEERS[cell].meets(cells))
}

/// The clusters that strong links join, from the first place on.
fn clusters(places: Cells) -> Vec<Pair> {
    let mut open = places
        .into_iter()
        .filter(|&cell| units_of(cell).iter().any(|&unit| is_link(places, unit)))
        .collect();
    let mut clusters = Vec::new();
    while let Some(start) = Cells::first(open) {
        let mut pair = [Cells::NONE; 2];
        colour(places, start, 0, &mut open, &mut pair);
        if !pair[0].is_empty() && !pair[1].is_empty() {
            clusters.push(pair);
        }
    }
    clusters
}

fn is_link(places: Cells, unit: usize) -> bool {
    (places & UNITS[unit]).len() == 2
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
