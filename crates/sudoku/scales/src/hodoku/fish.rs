//! Fish of all sizes and shapes.
//!
//! The places of a digit in `n` base units are covered by `n` cover units. The other places of the cover units can
//! go, if they see all fins: the places that no cover unit holds, and those that lie in two base units. A place of
//! the base that lies in two cover units can go as well.
//!
//! Base units are tried in the order of their numbers, and so are cover units; the first fish in
//! that order is the one that `HoDoKu` takes. Most base sets have none: [`Base::can_remove`] asks for
//! each candidate that could go at all ([`super::templates`]) whether cover units exist for it, before
//! they are gone through in order.

use super::sink::{self, Flow, Sink, pairs};
use super::{HodokuStep, Technique};
use crate::Board9;
use crate::cells::{Cells, PEERS, UNITS, units_of};
use Technique as T;
use std::cell::Cell;

const MAX_FINS: usize = 5;
const MAX_DOUBLE_FINS: usize = 2;

/// The most sets of units looked at for one digit and one direction; the largest fish of a board with many candidates
/// would take hours. No search of a rating comes near.
const MAX_SETS: u32 = 20_000_000;

/// The most fish kept for pairing.
const MAX_PAIRED: usize = 10_000;

/// From which units a fish is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Shape {
    /// Rows against columns.
    Basic,
    /// With boxes on either side.
    Franken,
    /// With rows and columns on one side.
    Mutant,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fins {
    None,
    Some,
    /// Without its fins, a base unit has one place or none.
    Sashimi,
}

/// The technique of size 2 for each shape with and without fins, and the distance from each size to the next in the
/// list of techniques.
const KINDS: [(Shape, Fins, Technique, usize); 7] = [
    (Shape::Basic, Fins::None, T::XWing, 1),
    (Shape::Basic, Fins::Some, T::FinnedXWing, 2),
    (Shape::Basic, Fins::Sashimi, T::SashimiXWing, 2),
    (Shape::Franken, Fins::None, T::FrankenXWing, 1),
    (Shape::Franken, Fins::Some, T::FinnedFrankenXWing, 1),
    (Shape::Mutant, Fins::None, T::MutantXWing, 1),
    (Shape::Mutant, Fins::Some, T::FinnedMutantXWing, 1),
];

/// The largest fish.
const MAX_SIZE: usize = 7;

fn kind(technique: Technique) -> Option<(Shape, Fins, usize)> {
    KINDS.iter().find_map(|&(shape, fins, first, distance)| {
        let behind = (technique as usize).checked_sub(first as usize)?;
        let size = 2 + behind / distance;
        (behind % distance == 0 && size <= MAX_SIZE).then_some((shape, fins, size))
    })
}

fn technique(shape: Shape, fins: Fins, size: usize) -> Technique {
    let mut kinds = KINDS.into_iter();
    let kind = kinds.find(|kind| (kind.0, kind.1) == (shape, fins));
    let at = kind.map(|(.., first, distance)| first as usize + (size - 2) * distance);
    at.and_then(|at| Technique::all().nth(at))
        .unwrap_or(T::XWing)
}

/// Returns true if the technique is a fish.
pub(super) fn is_fish(technique: Technique) -> bool {
    kind(technique).is_some()
}

/// Returns true if the technique is a fish that may have boxes among its units.
pub(super) fn has_boxes(technique: Technique) -> bool {
    kind(technique).is_some_and(|kind| kind.0 != Shape::Basic)
}

/// A fish, as it is found.
#[derive(Clone, Debug)]
struct Fish {
    technique: Technique,
    digit: u8,
    base: Units,
    removed: Cells,
}

/// The first fish that `HoDoKu` meets when it looks for this technique with boxes among the units: also
/// one whose base is of boxes alone, which by itself counts as a mutant.
pub(super) fn first(
    board: &Board9,
    technique: Technique,
    doomed: &[Cells; 9],
) -> Option<HodokuStep> {
    let mut first = sink::first(|sink| each(board, technique, doomed, sink))?;
    first.technique = technique;
    Some(first)
}

/// Reports the fish that a search for this technique meets, which may be of others: finned and
/// sashimi fish are found together, and with boxes or mixed lines the plainer ones too.
pub(super) fn each(
    board: &Board9,
    technique: Technique,
    doomed: &[Cells; 9],
    sink: &mut Sink<'_>,
) -> Flow {
    search(board, technique, doomed, &mut |fish| {
        let Fish { removed, digit, .. } = fish;
        sink(HodokuStep::removing(fish.technique, removed, digit))
    })
}

/// Reports pairs of fish with the same base and different covers, of which the first is of this
/// technique.
pub(super) fn each_siamese(
    board: &Board9,
    technique: Technique,
    doomed: &[Cells; 9],
    sink: &mut Sink<'_>,
) -> Flow {
    let shape = |technique| kind(technique).map(|kind| kind.0);
    let mut found: Vec<Fish> = Vec::new();
    let _ = search(board, technique, doomed, &mut |fish| {
        if shape(fish.technique) == shape(technique) {
            found.push(fish);
        }
        if found.len() >= MAX_PAIRED {
            return Flow::Break(());
        }
        Flow::Continue(())
    });
    for (one, two) in pairs(&found) {
        let is_pair = one.technique == technique
            && (one.digit, one.base) == (two.digit, two.base)
            && one.removed.first() != two.removed.first();
        if is_pair {
            let removed = one.removed | two.removed;
            sink(HodokuStep::removing(technique, removed, one.digit))?;
        }
    }
    Flow::Continue(())
}

/// A set of units, a bit each.
type Units = u32;

const ROWS: Units = 0x1ff;
const COLUMNS: Units = ROWS << 9;
const BOXES: Units = ROWS << 18;

/// The units that a search takes, with the places of the digit in each.
struct Sea {
    digit: u8,
    /// The cells that may go at all.
    doomed: Cells,
    has_fins: bool,
    size: usize,
    bases: Vec<(usize, Cells)>,
    covers: Vec<(usize, Cells)>,
    /// The units of `covers`.
    cover_units: Units,
    /// The number of sets of units looked at.
    sets: Cell<u32>,
}

fn search(
    board: &Board9,
    technique: Technique,
    doomed: &[Cells; 9],
    found: &mut dyn FnMut(Fish) -> Flow,
) -> Flow {
    let Some((shape, fins, size)) = kind(technique) else {
        return Flow::Continue(());
    };
    let has_fins = fins != Fins::None;
    let sides: &[(Units, Units)] = match shape {
        Shape::Basic => &[(ROWS, COLUMNS), (COLUMNS, ROWS)],
        Shape::Franken => &[
            (ROWS | BOXES, COLUMNS | BOXES),
            (COLUMNS | BOXES, ROWS | BOXES),
        ],
        Shape::Mutant => &[(ROWS | COLUMNS | BOXES, ROWS | COLUMNS | BOXES)],
    };
    for digit in 0..9 {
        let doomed = doomed[usize::from(digit)];
        if doomed.is_empty() {
            continue;
        }
        for &(bases, covers) in sides {
            let places = board.places(digit);
            let in_units = |units: Units, most: usize| -> Vec<(usize, Cells)> {
                (0..27)
                    .filter(|unit| units >> unit & 1 == 1)
                    .map(|unit| (unit, places & UNITS[unit]))
                    .filter(|(_, cells)| (1..=most).contains(&cells.len()))
                    .collect()
            };
            let sea = Sea {
                digit,
                doomed,
                has_fins,
                size,
                bases: in_units(bases, if has_fins { 9 } else { size }),
                covers: in_units(covers, 9),
                cover_units: covers,
                sets: Cell::new(0),
            };
            sea.bases(&sea.bases, Chosen::default(), found)?;
        }
    }
    Flow::Continue(())
}

/// Base or cover units, chosen so far.
#[derive(Clone, Copy, Default)]
struct Chosen {
    units: Units,
    cells: Cells,
    /// The places in two of them: in two base units they count as fins.
    double: Cells,
    count: usize,
}

impl Chosen {
    fn with(self, unit: usize, cells: Cells) -> Self {
        Self {
            units: self.units | 1 << unit,
            cells: self.cells | cells,
            double: self.double | self.cells & cells,
            count: self.count + 1,
        }
    }
}

impl Sea {
    fn count(&self) -> Flow {
        self.sets.set(self.sets.get() + 1);
        if self.sets.get() > MAX_SETS {
            return Flow::Break(());
        }
        Flow::Continue(())
    }

    fn bases(
        &self,
        rest: &[(usize, Cells)],
        base: Chosen,
        found: &mut dyn FnMut(Fish) -> Flow,
    ) -> Flow {
        self.count()?;
        if base.count == self.size {
            if self
                .doomed
                .into_iter()
                .any(|cell| self.can_remove(&base, cell))
            {
                let covers: Vec<(usize, Cells)> = self
                    .covers
                    .iter()
                    .filter(|(unit, cells)| base.units >> unit & 1 == 0 && cells.meets(base.cells))
                    .copied()
                    .collect();
                return self.covers(&covers, &base, Chosen::default(), found);
            }
            return Flow::Continue(());
        }
        for (at, &(unit, cells)) in rest.iter().enumerate() {
            let next = base.with(unit, cells);
            let double = (base.cells & cells).len();
            let most = if self.has_fins { MAX_DOUBLE_FINS } else { 0 };
            if double == 0 || base.double.len() + double <= most {
                self.bases(&rest[at + 1..], next, found)?;
            }
        }
        Flow::Continue(())
    }

    /// Returns true if there are cover units by which this candidate would go.
    fn can_remove(&self, base: &Chosen, cell: usize) -> bool {
        if !base.double.is_within(PEERS[cell]) {
            return false;
        }
        // A place that does not see the candidate cannot be a fin.
        let must = if self.has_fins {
            (base.cells - PEERS[cell]).without(cell)
        } else {
            base.cells.without(cell)
        };
        let own = self.covers_of(cell, base.units);
        if !base.cells.has(cell) {
            return own
                .clone()
                .any(|unit| self.can_cover(base.units | 1 << unit, must - UNITS[unit], 1));
        }
        own.clone().any(|one| {
            own.clone().filter(|two| *two > one).any(|two| {
                let used = base.units | 1 << one | 1 << two;
                self.can_cover(used, must - UNITS[one] - UNITS[two], 2)
            })
        })
    }

    /// The cover units of a cell that are not used.
    fn covers_of(&self, cell: usize, used: Units) -> impl Iterator<Item = usize> + Clone {
        let free = self.cover_units & !used;
        units_of(cell)
            .into_iter()
            .filter(move |unit| free >> unit & 1 == 1)
    }

    /// Returns true if the cover units still to be chosen can hold these places.
    fn can_cover(&self, used: Units, places: Cells, chosen: usize) -> bool {
        let Some(first) = places.first() else {
            return chosen <= self.size;
        };
        chosen < self.size
            && self
                .covers_of(first, used)
                .any(|unit| self.can_cover(used | 1 << unit, places - UNITS[unit], chosen + 1))
    }

    fn covers(
        &self,
        rest: &[(usize, Cells)],
        base: &Chosen,
        cover: Chosen,
        found: &mut dyn FnMut(Fish) -> Flow,
    ) -> Flow {
        self.count()?;
        let missing = self.size - cover.count;
        if missing == 0 {
            return self.check(base, &cover, found);
        }
        let most = if self.has_fins { MAX_FINS } else { 0 };
        for (at, &(unit, cells)) in rest.iter().enumerate() {
            let left = &rest[at..];
            let reach = left.iter().fold(cover.cells, |all, one| all | one.1);
            if left.len() < missing || (base.cells - reach).len() > most {
                break;
            }
            self.covers(&left[1..], base, cover.with(unit, cells), found)?;
        }
        Flow::Continue(())
    }

    fn check(&self, base: &Chosen, cover: &Chosen, found: &mut dyn FnMut(Fish) -> Flow) -> Flow {
        let fins = (base.cells - cover.cells) | base.double;
        if fins.is_empty() == self.has_fins || fins.len() > MAX_FINS {
            return Flow::Continue(());
        }
        let removed = ((cover.cells - base.cells) | cover.double) & fins.common_peers();
        if removed.is_empty() {
            return Flow::Continue(());
        }
        found(Fish {
            technique: self.technique(base, cover, fins),
            digit: self.digit,
            base: base.units,
            removed,
        })
    }

    fn technique(&self, base: &Chosen, cover: &Chosen, fins: Cells) -> Technique {
        let shape = shape(base.units, cover.units);
        let is_sashimi = || {
            let is_thin = |&&(unit, cells): &&(usize, Cells)| {
                base.units >> unit & 1 == 1 && (cells - fins).len() < 2
            };
            self.bases.iter().any(|one| is_thin(&one))
        };
        let fins = if shape == Shape::Basic && is_sashimi() {
            Fins::Sashimi
        } else if self.has_fins {
            Fins::Some
        } else {
            Fins::None
        };
        technique(shape, fins, self.size)
    }
}

fn shape(base: Units, cover: Units) -> Shape {
    let is_lined = |one: Units, two: Units| base & two == 0 && cover & one == 0;
    let is_franken = is_lined(ROWS, COLUMNS) && base & ROWS != 0 && cover & COLUMNS != 0
        || is_lined(COLUMNS, ROWS) && base & COLUMNS != 0 && cover & ROWS != 0;
    match (is_franken, (base | cover) & BOXES) {
        (true, 0) => Shape::Basic,
        (true, _) => Shape::Franken,
        _ => Shape::Mutant,
    }
}
