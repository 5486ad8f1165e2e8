//! The number of boards of a shape: the crate `tilewright-census` counts those of two axes with small
//! boxes or none; of any other the lines through one corner are filled in, and a search counts the rest.
//!
//! That needs two symmetries. Symbols may be renamed, whatever the boxes or regions are: one line is put in order, so
//! each board counts for `side!`. And if a box is one layer thick along an axis (or reaches all along it), the layers
//! along that axis may be permuted. The first layer stays, which keeps the order of the line; the others are sorted
//! by their symbol on the line through the corner, which counts for `(side − 1)!`.

use super::shape::{Boxes, Shape};
use crate::census::Census;
use num_bigint::BigUint;
use tilewright_census::Tally;
use tilewright_model::Choice;

/// The census of the empty board of a shape.
pub(super) fn of(shape: &Shape) -> Census {
    tally(shape).map_or_else(|| corner(shape), Census::Whole)
}

fn tally(shape: &Shape) -> Option<Tally> {
    match (shape.dims(), shape.boxes()) {
        (&[width, height], Boxes::None | Boxes::Dims) => Tally::of(width, height),
        _ => None,
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
    use tilewright_model::budget::Budget;

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
        let model = shape.model(&Budget::default()).unwrap();
        let mut search = Auto.prepare(&model, &Budget::default()).unwrap();
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
}
