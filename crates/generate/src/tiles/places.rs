//! Places that go together: those that a symmetry takes to each other.

use crate::{Symmetry, Unable};

/// The places of a board in groups that the symmetry takes to each other.
pub(super) fn orbits(
    symmetry: Symmetry,
    rows: usize,
    columns: usize,
) -> Result<Vec<Vec<usize>>, Unable> {
    type Turn = fn(usize, usize, usize, usize) -> (usize, usize);
    const HALF: Turn = |row, column, last_row, last_column| (last_row - row, last_column - column);
    const QUARTER: Turn = |row, column, _, last_column| (last_column - column, row);
    const DIAGONAL: Turn = |row, column, _, _| (column, row);
    const MIRROR: Turn = |row, column, _, last_column| (row, last_column - column);
    let turns: &[Turn] = match symmetry {
        Symmetry::None => &[],
        Symmetry::HalfTurn => &[HALF],
        Symmetry::QuarterTurn => &[QUARTER],
        Symmetry::Diagonal => &[DIAGONAL],
        Symmetry::Mirror => &[MIRROR],
        Symmetry::Full => &[QUARTER, MIRROR],
    };
    let needs_square = matches!(
        symmetry,
        Symmetry::QuarterTurn | Symmetry::Diagonal | Symmetry::Full
    );
    if needs_square && rows != columns {
        return Err(Unable(format!(
            "a board of {rows}×{columns} is not a square, which this symmetry needs"
        )));
    }
    let mut is_seen = vec![false; rows * columns];
    let mut orbits = Vec::new();
    for first in 0..rows * columns {
        if std::mem::replace(&mut is_seen[first], true) {
            continue;
        }
        let mut orbit = vec![first];
        let mut next = 0;
        while let Some(&place) = orbit.get(next) {
            next += 1;
            for turn in turns {
                let (row, column) = (place / columns, place % columns);
                let (row, column) = turn(row, column, rows - 1, columns - 1);
                let image = row * columns + column;
                if !std::mem::replace(&mut is_seen[image], true) {
                    orbit.push(image);
                }
            }
        }
        orbits.push(orbit);
    }
    Ok(orbits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orbits_have_as_many_places_as_the_symmetry_has_turns() {
        let sizes = |symmetry| {
            let orbits = orbits(symmetry, 4, 4).unwrap();
            let mut sizes: Vec<usize> = orbits.iter().map(Vec::len).collect();
            assert_eq!(sizes.iter().sum::<usize>(), 16);
            sizes.sort_unstable();
            sizes
        };
        assert_eq!(sizes(Symmetry::None), [1; 16]);
        assert_eq!(sizes(Symmetry::HalfTurn), [2; 8]);
        assert_eq!(sizes(Symmetry::Mirror), [2; 8]);
        assert_eq!(sizes(Symmetry::QuarterTurn), [4; 4]);
        assert_eq!(sizes(Symmetry::Full), [4, 4, 8]);
        assert_eq!(sizes(Symmetry::Diagonal), [1, 1, 1, 1, 2, 2, 2, 2, 2, 2]);
    }

    #[test]
    fn some_symmetries_need_a_square() {
        assert!(orbits(Symmetry::Full, 2, 3).is_err());
        assert_eq!(orbits(Symmetry::HalfTurn, 1, 3).unwrap().len(), 2);
    }
}
