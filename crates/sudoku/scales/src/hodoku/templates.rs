//! Templates: the ways to place all nine of one digit.
//!
//! A candidate that is in no template of its digit can go, and whatever a fish, a chain or a colouring
//! of one digit removes is such a candidate; [`doomed`] therefore says at once for which digits those
//! need not be tried at all.
//!
//! In a band a digit takes one column of each stack: one of 27 triples of columns, with six ways to
//! hand them to the three rows. Three triples that share no column make a template of the board. All
//! sets of triples are masks of 27 bits.

use super::sink::{Flow, Sink, report};
use super::{HodokuStep, Technique};
use crate::cells::{PEERS, UNITS};
use crate::digits::ones;
use crate::{Board9, Cells};

/// For each stack and each set of its three columns, the triples that use one of them there.
const TRIPLES: [[u32; 8]; 3] = {
    let mut triples = [[0; 8]; 3];
    let mut triple = 0;
    while triple < 27 {
        let columns = [triple / 9, triple / 3 % 3, triple % 3];
        let mut stack = 0;
        while stack < 3 {
            let mut set = 0;
            while set < 8 {
                if set >> columns[stack] & 1 == 1 {
                    triples[stack][set] |= 1 << triple;
                }
                set += 1;
            }
            stack += 1;
        }
        triple += 1;
    }
    triples
};

/// For each triple, those that share no column with it.
const APART: [u32; 27] = {
    let mut apart = [0; 27];
    let mut one = 0;
    while one < 27 {
        let mut two = 0;
        while two < 27 {
            if one / 9 != two / 9 && one / 3 % 3 != two / 3 % 3 && one % 3 != two % 3 {
                apart[one] |= 1 << two;
            }
            two += 1;
        }
        one += 1;
    }
    apart
};

/// The stacks that the three rows of a band take, in each of the six ways.
const WAYS: [[usize; 3]; 6] = [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
];

/// For each digit the candidates that are in no template of it.
pub(super) fn doomed(board: &Board9) -> [Cells; 9] {
    let placed = board.placed();
    std::array::from_fn(|digit| {
        let free = board.places(digit as u8);
        free - reachable(free | placed[digit])
    })
}

/// The cells that are in at least one template within these.
fn reachable(cells: Cells) -> Cells {
    let mut ways = [[0; 6]; 3];
    for (band, ways) in ways.iter_mut().enumerate() {
        for (way, stacks) in ways.iter_mut().zip(WAYS) {
            *way = (0..3).fold(u32::MAX, |triples, row| {
                let columns = cells.bits_at(27 * band + 9 * row + 3 * stacks[row], 3);
                triples & TRIPLES[stacks[row]][columns]
            });
        }
    }
    let live = live_triples(ways.map(|ways| ways.iter().fold(0, |any, way| any | way)));
    let mut reached = Cells::NONE;
    for band in 0..3 {
        for (way, stacks) in ways[band].iter().zip(WAYS) {
            for row in 0..3 {
                for column in 0..3 {
                    if way & live[band] & TRIPLES[stacks[row]][1 << column] != 0 {
                        reached = reached.with(27 * band + 9 * row + 3 * stacks[row] + column);
                    }
                }
            }
        }
    }
    reached
}

/// Of the triples of each band, those that go with some triples of the other bands.
fn live_triples(bands: [u32; 3]) -> [u32; 3] {
    let mut live = [0; 3];
    for one in ones(bands[0]) {
        for two in ones(bands[1] & APART[one]) {
            let third = bands[2] & APART[one] & APART[two];
            if third != 0 {
                live[0] |= 1 << one;
                live[1] |= 1 << two;
                live[2] |= third;
            }
        }
    }
    live
}

/// Reports the cells that the templates place ([`Technique::TemplateSet`]) or remove; the templates of a digit must
/// also avoid the cells that all templates of another digit use.
pub(super) fn each(board: &Board9, technique: Technique, sink: &mut Sink<'_>) -> Flow {
    let placed = board.placed();
    let mut templates: Vec<Vec<Cells>> = (0..9)
        .map(|digit| every(board.places(digit) | placed[usize::from(digit)]))
        .collect();
    let forced = refine(&mut templates);
    for digit in 0..9 {
        let at = usize::from(digit);
        let step = if technique == Technique::TemplateSet {
            HodokuStep::placing(technique, forced[at] - placed[at], digit)
        } else {
            let used = templates[at]
                .iter()
                .fold(Cells::NONE, |all, &one| all | one);
            HodokuStep::removing(technique, board.places(digit) - used, digit)
        };
        report(step, sink)?;
    }
    Flow::Continue(())
}

/// Drops templates that use a cell which another digit needs, until none is left; returns the cells
/// that all templates of each digit share.
fn refine(templates: &mut [Vec<Cells>]) -> [Cells; 9] {
    let shared = |list: &Vec<Cells>| list.iter().fold(Cells::ALL, |all, &one| all & one);
    let mut forced: [Cells; 9] = std::array::from_fn(|digit| shared(&templates[digit]));
    loop {
        let mut is_changed = false;
        for digit in 0..9 {
            let taken = (0..9)
                .filter(|&other| other != digit)
                .fold(Cells::NONE, |all, other| all | forced[other]);
            let before = templates[digit].len();
            templates[digit].retain(|template| !template.meets(taken));
            is_changed |= templates[digit].len() < before;
            forced[digit] = shared(&templates[digit]);
        }
        if !is_changed {
            return forced;
        }
    }
}

/// Every template within these cells: at most 46 656.
fn every(cells: Cells) -> Vec<Cells> {
    let mut templates = vec![(Cells::NONE, Cells::ALL)];
    for row in &UNITS[..9] {
        let mut next = Vec::new();
        for (template, open) in templates {
            for cell in cells & open & *row {
                next.push((template.with(cell), open - PEERS[cell]));
            }
        }
        templates = next;
    }
    templates
        .into_iter()
        .map(|(template, _)| template)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_no_template_uses_is_doomed() {
        assert_eq!(every(Cells::ALL).len(), 46_656);
        let mut cells = Cells::ALL;
        // A small generator is enough: the sets need only differ.
        let mut state = 1_u64;
        for _ in 0..200 {
            for _ in 0..2 {
                state = state
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1);
                cells = cells.without(usize::try_from(state >> 33).unwrap() % 81);
            }
            let union = every(cells)
                .into_iter()
                .fold(Cells::NONE, |all, one| all | one);
            assert_eq!(reachable(cells), union);
            if union.is_empty() {
                cells = Cells::ALL;
            }
        }
    }
}
