//! Skyscraper, two-string kite, empty rectangle and turbot fish: two strong links of one digit.

use super::sink::{Flow, Sink, all, pairs, removal};
use super::step::weight;
use super::{Candidate, HodokuStep, Technique};
use crate::Board9;
use crate::cells::{Cells, PEERS, UNITS, areas, units_of};

/// The two places of a digit in a unit.
type Link = [usize; 2];

fn links(places: Cells, units: std::ops::Range<usize>) -> Vec<Link> {
    units
        .filter_map(|unit| {
            let mut cells = (places & UNITS[unit]).into_iter();
            match (cells.next(), cells.next(), cells.next()) {
                (Some(one), Some(two), None) => Some([one, two]),
                _ => None,
            }
        })
        .collect()
}

fn box_of(cell: usize) -> usize {
    units_of(cell)[2]
}

/// Reports the skyscrapers of the digits with a candidate that is doomed.
pub(super) fn each_skyscraper(board: &Board9, doomed: &[Cells; 9], sink: &mut Sink<'_>) -> Flow {
    for (units, across) in [(0..9, 1), (9..18, 0)] {
        for digit in digits_with(doomed) {
            let links = links(board.places(digit), units.clone());
            for (&one, &two) in pairs(&links) {
                skyscraper(board, digit, one, two, across, sink)?;
            }
        }
    }
    Flow::Continue(())
}

/// `across` is the kind of unit that joins the two links: a row (0) or a column (1).
fn skyscraper(
    board: &Board9,
    digit: u8,
    one: Link,
    two: Link,
    across: usize,
    sink: &mut Sink<'_>,
) -> Flow {
    let is_joined = |end: usize| units_of(one[end])[across] == units_of(two[end])[across];
    let top = match (is_joined(0), is_joined(1)) {
        (true, false) => 1,
        (false, true) => 0,
        _ => return Flow::Continue(()),
    };
    let removed = board.places(digit) & PEERS[one[top]] & PEERS[two[top]];
    removal(Technique::Skyscraper, removed, digit, sink)
}

/// The digits with a candidate that is doomed.
pub(super) fn digits_with(doomed: &[Cells; 9]) -> impl Iterator<Item = u8> + Clone {
    (0..9).filter(|&digit| !doomed[usize::from(digit)].is_empty())
}

/// A kite or an empty rectangle.
struct Found {
    /// The ends of the kite in the shared box, or the places in the box of the empty rectangle.
    inner: Cells,
    removed: Candidate,
}

/// Reports each of these.
fn each_found(technique: Technique, found: &[Found], sink: &mut Sink<'_>) -> Flow {
    let mut steps = found.iter();
    steps.try_for_each(|one| sink(HodokuStep::of(technique, vec![one.removed])))
}

fn kites(board: &Board9, doomed: &[Cells; 9]) -> Vec<Found> {
    let mut found = Vec::new();
    for digit in digits_with(doomed) {
        let mut rows = links(board.places(digit), 0..9);
        let mut columns = links(board.places(digit), 9..18);
        for row in &mut rows {
            // The order of a link's ends stays as it was turned: it decides which end of a link
            // within one box is the inner one.
            for column in &mut columns {
                if !turn(row, column) || row.iter().any(|cell| column.contains(cell)) {
                    continue;
                }
                let removed = column[1] / 9 * 9 + row[1] % 9;
                if board.places(digit).has(removed) {
                    found.push(Found {
                        inner: Cells::of(row[0]).with(column[0]),
                        removed: Candidate::new(removed, digit),
                    });
                }
            }
        }
    }
    found
}

/// Brings the ends that share a box to the front; false if there are none.
fn turn(row: &mut Link, column: &mut Link) -> bool {
    for (left, right) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
        if box_of(row[left]) == box_of(column[right]) {
            row.swap(0, left);
            column.swap(0, right);
            return true;
        }
    }
    false
}

/// Reports the two-string kites.
pub(super) fn each_kite(board: &Board9, doomed: &[Cells; 9], sink: &mut Sink<'_>) -> Flow {
    each_found(Technique::TwoStringKite, &kites(board, doomed), sink)
}

/// Reports pairs of kites with the same ends in the shared box. Their digits may differ: two cells with
/// the same two digits can be the ends of a kite of each.
pub(super) fn each_dual_kite(board: &Board9, doomed: &[Cells; 9], sink: &mut Sink<'_>) -> Flow {
    for (one, two) in pairs(&kites(board, doomed)) {
        if one.inner == two.inner && one.removed != two.removed {
            let removed = vec![one.removed, two.removed];
            sink(HodokuStep::of(Technique::DualTwoStringKite, removed))?;
        }
    }
    Flow::Continue(())
}

/// The empty rectangles; a flag says whether a box with two places is enough for one.
fn hinges(board: &Board9, doomed: &[Cells; 9], allows_two: bool) -> Vec<Found> {
    let mut found = Vec::new();
    for digit in digits_with(doomed) {
        let places = board.places(digit);
        for (box_, &cells) in UNITS.iter().enumerate().skip(18) {
            let inner = places & cells;
            if !(2..=5).contains(&inner.len()) {
                continue;
            }
            // The row that is not in the rectangle goes from the last to the first, so does the
            // column.
            let corner = (box_ - 18) / 3 * 27 + (box_ - 18) % 3 * 3;
            for at in 0..9 {
                let cross = corner + 9 * (2 - at / 3) + (2 - at % 3);
                let [row, column, _] = units_of(cross);
                let in_row = inner & UNITS[row];
                let in_column = inner & UNITS[column];
                let is_hinge = inner.is_within(in_row | in_column)
                    && !in_row.is_within(UNITS[column])
                    && !in_column.is_within(UNITS[row]);
                if !is_hinge || (!allows_two && in_row.len() < 2 && in_column.len() < 2) {
                    continue;
                }
                for lines in [[row, column], [column, row]] {
                    found.extend(follow(places, box_, lines).map(|removed| Found {
                        inner,
                        removed: Candidate::new(removed, digit),
                    }));
                }
            }
        }
    }
    found
}

/// From each place on a line outside the box along a strong link to a place that sees a candidate on
/// the other line of the hinge.
fn follow(places: Cells, box_: usize, [line, other]: [usize; 2]) -> impl Iterator<Item = usize> {
    let crossing = usize::from(line < 9);
    let starts = (places & UNITS[line]) - UNITS[box_];
    starts.into_iter().filter_map(move |start| {
        let pair = places & UNITS[units_of(start)[crossing]];
        let end = pair.without(start).first().filter(|_| pair.len() == 2)?;
        let candidates = places & UNITS[units_of(end)[1 - crossing]] & UNITS[other];
        (candidates - UNITS[box_]).first()
    })
}

/// Reports the empty rectangles.
pub(super) fn each_empty_rectangle(
    board: &Board9,
    doomed: &[Cells; 9],
    allows_two: bool,
    sink: &mut Sink<'_>,
) -> Flow {
    let found = hinges(board, doomed, allows_two);
    each_found(Technique::EmptyRectangle, &found, sink)
}

/// Reports pairs of empty rectangles with the same places in the box.
pub(super) fn each_dual_empty_rectangle(
    board: &Board9,
    doomed: &[Cells; 9],
    allows_two: bool,
    sink: &mut Sink<'_>,
) -> Flow {
    for (one, two) in pairs(&hinges(board, doomed, allows_two)) {
        let mut removed = vec![one.removed, two.removed];
        removed.sort_unstable();
        let is_same = one.inner == two.inner && removed[0].digit == removed[1].digit;
        if is_same && removed[0] != removed[1] {
            sink(HodokuStep::of(Technique::DualEmptyRectangle, removed))?;
        }
    }
    Flow::Continue(())
}

/// Reports the turbot fish: a strong, a weak and a strong link.
pub(super) fn each_turbot(board: &Board9, doomed: &[Cells; 9], sink: &mut Sink<'_>) -> Flow {
    for start in Cells::ALL {
        for digit in digits_with(doomed) {
            let places = board.places(digit);
            if !places.has(start) {
                continue;
            }
            for second in strong(places, start) {
                for third in weak(places, second).filter(|&third| third != start) {
                    for end in strong(places, third).filter(|&end| end != second) {
                        let removed = places & PEERS[start] & PEERS[end];
                        removal(Technique::TurbotFish, removed, digit, sink)?;
                    }
                }
            }
        }
    }
    Flow::Continue(())
}

/// The other place of each unit that has two; a place in the box on the same line counts for the line.
pub(super) fn strong(places: Cells, from: usize) -> impl Iterator<Item = usize> {
    areas(from).into_iter().filter_map(move |(unit, area)| {
        let others = places & UNITS[unit];
        (others.len() == 2)
            .then(|| (others & area).first())
            .flatten()
    })
}

/// The other places of each unit.
pub(super) fn weak(places: Cells, from: usize) -> impl Iterator<Item = usize> {
    areas(from)
        .into_iter()
        .flat_map(move |(_, area)| places & area)
}

/// The turbot fish that removes most, and of those the one with the smallest sum of places.
pub(super) fn best_turbot(board: &Board9, doomed: &[Cells; 9]) -> Option<HodokuStep> {
    let steps = all(|_| true, |sink| each_turbot(board, doomed, sink));
    steps
        .into_iter()
        .min_by_key(|step| (std::cmp::Reverse(step.removed.len()), weight(&step.removed)))
}
