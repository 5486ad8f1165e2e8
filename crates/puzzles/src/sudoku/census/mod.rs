//! How many boards there are, worked out from the shape of the empty one.
//!
//! | board | how |
//! | --- | --- |
//! | Latin squares up to side 10 | row after row laid into the full graph (`rows`, `graph`) |
//! | boxes of 2×2 to 2×5, and 3×3 | band by band (`bands`), on its side where that is easier |
//! | any other | the lines through one corner are filled in, and what is left is searched |
//!
//! The last needs two symmetries. Symbols may be renamed, whatever the boxes or regions are: one line
//! is put in order, and each board so counts for `side!`. And where a box is one layer thick along an axis
//! (or reaches all along it), the layers along that axis may be permuted. The first layer stays, so
//! that what is in order stays in order; the others are sorted by their symbol on the line through
//! the corner, which counts for `(side − 1)!`.

mod bands;
mod graph;
mod rows;

use super::shape::{Boxes, Shape};
use crate::census::{Census, Tally, Watch};
use bands::Bands;
use graph::MOST_SYMBOLS;
use num_bigint::BigUint;
use tilewright_model::Choice;

/// The census of the empty board of a shape.
pub(super) fn of(shape: &Shape) -> Census {
    match Plan::of(shape) {
        Some(plan) => Census::Whole(Box::new(plan)),
        None => corner(shape),
    }
}

/// How a 2-D board is counted without a search.
#[derive(Clone, Copy, Debug)]
enum Plan {
    /// Latin squares of that side.
    Latin(usize),
    Bands(Bands),
}

impl Plan {
    fn of(shape: &Shape) -> Option<Self> {
        let &[width, height] = shape.dims() else {
            return None;
        };
        if shape.side() > MOST_SYMBOLS {
            return None;
        }
        match (shape.boxes(), width.min(height), width.max(height)) {
            (Boxes::None, ..) => Some(Self::Latin(shape.side())),
            // A board on its side has as many solutions: the fewer bands, the better.
            (Boxes::Dims, width @ 2, boxes) | (Boxes::Dims, width @ 3, boxes @ 3) => {
                Some(Self::Bands(Bands { width, boxes }))
            }
            _ => None,
        }
    }
}

impl Tally for Plan {
    fn count(&self, memory: u64, watch: &mut dyn Watch) -> Option<BigUint> {
        match *self {
            Self::Latin(side) => rows::squares(side, memory, watch),
            Self::Bands(bands) => bands.count_all(memory, watch),
        }
        .ok()
    }
}

/// The lines through one corner that symmetry puts in order.
fn corner(shape: &Shape) -> Census {
    let side = shape.side();
    let is_free = |axis: usize| match shape.boxes() {
        Boxes::None => true,
        Boxes::Dims => shape.dims()[axis] == 1 || shape.dims()[axis] == side,
        Boxes::Regions(_) => false,
    };
    // A line along an axis whose layers stay where they are is put in order by renaming.
    let renamed = (0..shape.axes()).find(|&axis| !is_free(axis)).unwrap_or(0);
    let mut given = Vec::new();
    let mut times = BigUint::from(1u32);
    for axis in 0..shape.axes() {
        let first = match axis {
            axis if axis == renamed => 0,
            axis if is_free(axis) => 1,
            _ => continue,
        };
        for place in first..side {
            let cell = shape.line_cell(axis, 0, place);
            given.push(Choice((cell * side + place) as u32));
            times *= side - place;
        }
    }
    Census::Part { given, times }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilewright_engines::{Ask, Engine, auto::Auto};

    fn shape(dims: &[usize]) -> std::sync::Arc<Shape> {
        Shape::of(dims, Boxes::Dims).unwrap()
    }

    fn count(shape: &Shape) -> String {
        match of(shape) {
            Census::Whole(tally) => tally.count(1 << 30, &mut || true).unwrap(),
            Census::Part { given, times } => searched(shape, given) * times,
        }
        .to_string()
    }

    /// The boards with these choices, by search.
    fn searched(shape: &Shape, given: Vec<Choice>) -> BigUint {
        let model = shape.model(1 << 30).unwrap();
        let mut search = Auto.prepare(&model).unwrap();
        search.start(&Ask::given(given));
        let count = search.count();
        assert!(count.is_exact());
        count.number
    }

    #[test]
    fn known_numbers() {
        for (dims, number) in [
            (&[2, 2][..], "288"),
            (&[2, 3], "28200960"),
            (&[3, 2], "28200960"),
            (&[2, 4], "29136487207403520"),
            (&[4, 2], "29136487207403520"),
            (&[3, 3], "6670903752021072936960"),
            (&[1, 1], "1"),
            (&[2, 1], "2"),
            (&[1, 3], "12"),
            (&[4, 1], "576"),
            (&[5, 1], "161280"),
            (&[6, 1], "812851200"),
            (&[7, 1], "61479419904000"),
            (&[8, 1], "108776032459082956800"),
        ] {
            assert!(matches!(of(&shape(dims)), Census::Whole(_)), "{dims:?}");
            assert_eq!(count(&shape(dims)), number, "{dims:?}");
        }
        for (dims, number) in [
            (&[1][..], "1"),
            (&[4], "24"),
            (&[20], "2432902008176640000"),
            (&[2, 1, 1], "2"),
            (&[3, 1, 1], "24"),
            (&[4, 1, 1], "55296"),
            (&[5, 1, 1], "2781803520"),
            (&[2, 2, 1], "21888"),
            (&[1, 2, 2], "21888"),
            (&[2, 1, 2], "21888"),
            (&[2, 2, 1, 1], "15406848"),
        ] {
            assert!(matches!(of(&shape(dims)), Census::Part { .. }), "{dims:?}");
            assert_eq!(count(&shape(dims)), number, "{dims:?}");
        }
    }

    #[test]
    fn what_is_counted_is_what_a_search_finds() {
        for dims in [
            &[3][..],
            &[2, 2],
            &[2, 3],
            &[2, 1],
            &[3, 1],
            &[4, 1],
            &[5, 1],
            &[3, 1, 1],
            &[2, 2, 1],
        ] {
            let all = searched(&shape(dims), Vec::new());
            assert_eq!(count(&shape(dims)), all.to_string(), "{dims:?}");
        }
    }

    #[test]
    fn the_corner_does_for_every_shape() {
        // Those that are counted otherwise, and regions, which may be renamed but not permuted.
        let regions = [0, 0, 0, 1, 0, 1, 1, 1, 2, 2, 2, 3, 2, 3, 3, 3].into();
        let jigsaw = Shape::of(&[4, 1], Boxes::Regions(regions)).unwrap();
        for shape in [jigsaw, shape(&[2, 2]), shape(&[4, 1]), shape(&[2, 2, 1])] {
            let Census::Part { given, times } = corner(&shape) else {
                panic!("a search is left");
            };
            let all = searched(&shape, Vec::new());
            assert!(all > BigUint::ZERO);
            assert_eq!(searched(&shape, given) * times, all, "{shape}");
        }
    }

    #[test]
    fn it_stops_when_told_at_whichever_step() {
        for dims in [[3, 3], [2, 4], [7, 1]] {
            let Census::Whole(tally) = of(&shape(&dims)) else {
                panic!("{dims:?} needs no search");
            };
            let counted_within = |most: u32| {
                let mut steps = 0;
                let number = tally.count(1 << 20, &mut || {
                    steps += 1;
                    steps <= most
                });
                (number, steps)
            };
            let (number, all) = counted_within(u32::MAX);
            assert!(number.is_some() && all > 10);
            for most in [0, 1, all / 10, all / 2, all - 1] {
                // Nothing is asked after a no.
                assert_eq!(counted_within(most), (None, most + 1), "{dims:?}");
            }
            assert_eq!(counted_within(all), (number, all), "{dims:?}");
        }
    }

    /// Stops after so many steps, and keeps what is noted.
    #[derive(Default)]
    struct Impatient {
        steps: u32,
        done: f64,
        notes: Option<Vec<u8>>,
    }

    impl Watch for Impatient {
        fn go_on(&mut self, done: f64) -> bool {
            assert!((0.0..1.0 + 1e-6).contains(&done), "{done}");
            self.done = done;
            self.steps = self.steps.saturating_sub(1);
            self.steps > 0
        }

        fn earlier(&mut self) -> Option<Vec<u8>> {
            self.notes.clone()
        }

        fn note(&mut self, note: Vec<u8>) {
            self.notes = Some(note);
        }
    }

    /// A checksum keeps damage away, but not who makes it again.
    #[test]
    fn notes_that_somebody_made_up_break_nothing() {
        for dims in [[2, 4], [7, 1]] {
            let Census::Whole(tally) = of(&shape(&dims)) else {
                panic!("{dims:?} needs no search");
            };
            let mut watch = Impatient {
                steps: 5,
                ..Impatient::default()
            };
            assert!(tally.count(1 << 20, &mut watch).is_none());
            let notes = watch.notes.unwrap();
            for place in (0..notes.len()).step_by(notes.len() / 200 + 1) {
                for bit in [1, 8, 0x80] {
                    let mut changed = notes.clone();
                    changed[place] ^= bit;
                    let mut watch = Impatient {
                        steps: 400,
                        notes: Some(changed),
                        ..Impatient::default()
                    };
                    tally.count(1 << 20, &mut watch);
                }
            }
        }
    }

    #[test]
    fn what_was_stopped_goes_on_where_it_was() {
        for dims in [[2, 4], [7, 1]] {
            let Census::Whole(tally) = of(&shape(&dims)) else {
                panic!("{dims:?} needs no search");
            };
            let mut all = Impatient {
                steps: u32::MAX,
                ..Impatient::default()
            };
            let right = tally.count(1 << 20, &mut all);
            assert!(all.done > 0.9, "{dims:?} ends at {}", all.done);
            let in_all = u32::MAX - all.steps;
            let mut notes = None;
            // What is known is passed again, so each time a little more has to be allowed.
            for percent in [1, 20, 40, 60, 80] {
                let mut watch = Impatient {
                    steps: in_all * percent / 100,
                    notes: notes.take(),
                    ..Impatient::default()
                };
                let stopped = tally.count(1 << 20, &mut watch);
                assert!(stopped.is_none() || percent > 1 && stopped == right);
                notes = watch.notes;
            }
            let mut watch = Impatient {
                steps: u32::MAX,
                notes,
                ..Impatient::default()
            };
            assert_eq!(tally.count(1 << 20, &mut watch), right);
            // Most of what there is to do for the first is to find out what there is to do.
            let is_shorter = u32::MAX - watch.steps < in_all;
            assert!(is_shorter || dims == [2, 4], "what is known is found again");
        }
    }

    #[test]
    fn no_memory_takes_longer_and_changes_nothing() {
        let Census::Whole(tally) = of(&shape(&[6, 1])) else {
            panic!("no search is needed");
        };
        let steps_with = |memory| {
            let mut steps = 0;
            let number = tally.count(memory, &mut || {
                steps += 1;
                true
            });
            assert_eq!(number, Some(812_851_200u32.into()));
            steps
        };
        assert!(steps_with(0) > steps_with(1 << 20));
    }
}
