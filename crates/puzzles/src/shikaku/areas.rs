//! A grid cut in areas: whether they are the boxes that the clues ask for.

use super::{Clue, Shape};
use std::collections::HashMap;

/// The first and the last place on each axis.
pub(super) type Extent = (Vec<u32>, Vec<u32>);

/// For each cell the clue whose area it lies in, from any numbers that distinguish areas; or the
/// fault of the first area that breaks the rules.
pub(super) fn of_groups(shape: &Shape, clues: &[Clue], groups: &[u64]) -> Result<Vec<u32>, String> {
    if groups.len() != shape.cells() {
        return Err(format!(
            "areas for {} cells, but the grid has {}",
            groups.len(),
            shape.cells()
        ));
    }
    let clue_of = clue_of_groups(shape, clues, groups)?;
    let mut areas = Vec::with_capacity(groups.len());
    for (cell, group) in groups.iter().enumerate() {
        let Some(&clue) = clue_of.get(group) else {
            return Err(format!("the area at {} has no clue", shape.cell_name(cell)));
        };
        areas.push(clue);
    }
    let mut sizes = vec![0u64; clues.len()];
    for &clue in &areas {
        sizes[clue as usize] += 1;
    }
    let extents = extents(shape, &areas, clues.len());
    for ((clue, extent), size) in clues.iter().zip(&extents).zip(sizes) {
        check_box(shape, *clue, extent, size)?;
    }
    Ok(areas)
}

/// The clue of each group, unless one has two.
fn clue_of_groups(
    shape: &Shape,
    clues: &[Clue],
    groups: &[u64],
) -> Result<HashMap<u64, u32>, String> {
    let mut clue_of = HashMap::with_capacity(clues.len());
    for (number, clue) in clues.iter().enumerate() {
        let former = clue_of.insert(groups[clue.cell as usize], number as u32);
        if let Some(former) = former {
            let place = |clue: &Clue| shape.cell_name(clue.cell as usize);
            return Err(format!(
                "the area at {} has a second clue at {}",
                place(&clues[former as usize]),
                place(clue)
            ));
        }
    }
    Ok(clue_of)
}

fn check_box(shape: &Shape, clue: Clue, extent: &Extent, size: u64) -> Result<(), String> {
    let place = || shape.cell_name(clue.cell as usize);
    let sides = extent.0.iter().zip(&extent.1);
    let volume: u64 = sides.map(|(a, b)| u64::from(b - a) + 1).product();
    if volume != size {
        return Err(format!("the area at {} is not a box", place()));
    }
    match clue.volume {
        Some(wanted) if u64::from(wanted) != size => Err(format!(
            "the area at {} has {size} cells, but its clue says {wanted}",
            place()
        )),
        _ => Ok(()),
    }
}

/// The smallest box around the area of each clue. Every clue has an area: its own cell at least.
pub(super) fn extents(shape: &Shape, areas: &[u32], clues: usize) -> Vec<Extent> {
    let mut extents = vec![(vec![u32::MAX; shape.axes()], vec![0; shape.axes()]); clues];
    let mut point = vec![0u32; shape.axes()];
    for &area in areas {
        let (first, last) = &mut extents[area as usize];
        for (axis, &place) in point.iter().enumerate() {
            first[axis] = first[axis].min(place);
            last[axis] = last[axis].max(place);
        }
        step(shape, &mut point);
    }
    extents
}

/// On to the next cell in row-major order.
fn step(shape: &Shape, point: &mut [u32]) {
    for (place, &side) in point.iter_mut().zip(shape.sides()).rev() {
        *place += 1;
        if (*place as usize) < side {
            return;
        }
        *place = 0;
    }
}

#[cfg(test)]
mod tests {
    use crate::shikaku::Shikaku;

    fn fault(groups: &[u64]) -> String {
        let puzzle: Shikaku = "3 2\n0 0 4\n2 0 0\n".parse().unwrap();
        puzzle.with_groups(groups).unwrap_err()
    }

    #[test]
    fn a_solution_is_accepted_whatever_its_numbers() {
        let puzzle: Shikaku = "3 2\n0 0 4\n2 0 0\n".parse().unwrap();
        let solved = puzzle.with_groups(&[9, 5, 5, 9, 5, 5]).unwrap();
        assert_eq!(solved.areas().unwrap(), [1, 0, 0, 1, 0, 0]);
        assert_eq!(solved.labels().unwrap(), [0, 1, 1, 0, 1, 1]);
    }

    #[test]
    fn each_rule_is_said_by_name() {
        assert_eq!(fault(&[1, 1]), "areas for 2 cells, but the grid has 6");
        assert_eq!(fault(&[1, 1, 1, 2, 2, 3]), "the area at r2c3 has no clue");
        assert_eq!(fault(&[1; 6]), "the area at r1c3 has a second clue at r2c1");
        assert_eq!(fault(&[1, 1, 1, 2, 1, 2]), "the area at r1c3 is not a box");
        assert_eq!(
            fault(&[1, 1, 1, 2, 2, 2]),
            "the area at r1c3 has 3 cells, but its clue says 4"
        );
    }
}
