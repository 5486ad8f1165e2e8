//! W-wing, XY-wing and XYZ-wing.

use super::sink::{Flow, Sink};
use super::{HodokuStep, Technique};
use crate::Board9;
use crate::cells::{Cells, PEERS, UNITS};
use crate::digits::{count, digits_of};

/// Reports the XY-wings, or the XYZ-wings.
pub(super) fn each_xy(board: &Board9, technique: Technique, sink: &mut Sink<'_>) -> Flow {
    let is_xyz = technique == Technique::XyzWing;
    let with = |count| board.with_count(count).into_iter().collect();
    let pairs: Vec<usize> = with(2);
    let pivots = if is_xyz { with(3) } else { pairs.clone() };
    for (at, &one) in pivots.iter().enumerate() {
        for two_at in if is_xyz { 0 } else { at + 1 }..pairs.len() {
            let two = pairs[two_at];
            let union = board.candidates(one) | board.candidates(two);
            if count(union) != 3 {
                continue;
            }
            for &three in &pairs[two_at + 1..] {
                if count(union | board.candidates(three)) != 3 {
                    continue;
                }
                let orders = [[one, two, three], [two, one, three], [three, two, one]];
                for order in &orders[..if is_xyz { 1 } else { 3 }] {
                    if let Some(step) = wing(board, technique, *order) {
                        sink(step)?;
                    }
                }
            }
        }
    }
    Flow::Continue(())
}

/// The wing with this pivot and these pincers, if it is one.
fn wing(
    board: &Board9,
    technique: Technique,
    [pivot, left, right]: [usize; 3],
) -> Option<HodokuStep> {
    let [own, one, two] = [pivot, left, right].map(|cell| board.candidates(cell));
    let shared = one & two;
    if own == one || own == two || shared.count_ones() != 1 {
        return None;
    }
    if !PEERS[pivot].has(left) || !PEERS[pivot].has(right) {
        return None;
    }
    let digit = digits_of(shared).next()?;
    let mut removed = PEERS[left] & PEERS[right] & board.places(digit);
    if technique == Technique::XyzWing {
        removed &= PEERS[pivot];
    }
    (!removed.is_empty()).then(|| HodokuStep::removing(technique, removed, digit))
}

/// Reports the W-wings: two cells with the same two digits, joined by a unit with two places left for
/// one of them.
pub(super) fn each_w(board: &Board9, sink: &mut Sink<'_>) -> Flow {
    let pairs = board.with_count(2);
    for one in pairs {
        let pair = board.candidates(one);
        let later = pairs - pairs.before(one + 1);
        for two in later
            .into_iter()
            .filter(|&two| board.candidates(two) == pair)
        {
            for digit in digits_of(pair) {
                let Some(link) = digits_of(pair & !(1 << digit)).next() else {
                    continue;
                };
                let removed = PEERS[one] & PEERS[two] & board.places(digit);
                if removed.is_empty() {
                    continue;
                }
                for unit in UNITS {
                    if is_bridge(board.places(link) & unit, one, two) {
                        sink(HodokuStep::removing(Technique::WWing, removed, digit))?;
                    }
                }
            }
        }
    }
    Flow::Continue(())
}

/// Returns true if one of two places sees the one cell, and the other the other.
fn is_bridge(places: Cells, one: usize, two: usize) -> bool {
    if places.len() != 2 || places.has(one) || places.has(two) {
        return false;
    }
    let near = places & PEERS[one];
    !near.is_empty() && ((places - near) & PEERS[two]).len() == 1
}
