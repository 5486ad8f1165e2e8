//! The colour of each area.
//!
//! Areas that touch get different colours as far as there are enough, and colours are spread evenly.
//! Areas are coloured in the order in which the one with the fewest neighbours left is taken away
//! last ("smallest last"): on a board in the plane each then has at most five neighbours before it,
//! so that eight colours always do.

use crate::theme::AREAS;
use crate::{Grid, Picture};
use std::collections::{HashMap, HashSet};

/// The colour of each area.
pub(crate) struct Areas(HashMap<u32, u32>);

impl Areas {
    /// The colours of a picture's areas.
    pub(crate) fn of(picture: &Picture) -> Self {
        let mut graph = Graph::default();
        let mut before: Option<&Grid> = None;
        for grid in picture.grids() {
            graph.add_grid(grid, before);
            before = Some(grid);
        }
        Self(graph.colours())
    }

    /// The number of an area's colour.
    pub(crate) fn colour(&self, area: u32) -> u32 {
        self.0.get(&area).copied().unwrap_or(0)
    }
}

#[derive(Default)]
struct Graph {
    /// The names of the areas, in order of appearance.
    names: Vec<u32>,
    ranks: HashMap<u32, usize>,
    touching: HashSet<(usize, usize)>,
}

impl Graph {
    fn add_grid(&mut self, grid: &Grid, layer_before: Option<&Grid>) {
        let same_size =
            |other: &&Grid| (other.rows(), other.columns()) == (grid.rows(), grid.columns());
        let layer_before = layer_before.filter(same_size);
        for row in 0..grid.rows() {
            for column in 0..grid.columns() {
                let Some(area) = grid.cell(row, column).area else {
                    continue;
                };
                let here = self.rank(area);
                let above = row.checked_sub(1).map(|row| grid.cell(row, column));
                let left = column.checked_sub(1).map(|column| grid.cell(row, column));
                let before = layer_before.map(|layer| layer.cell(row, column));
                for other in [above, left, before].into_iter().flatten() {
                    if let Some(area) = other.area {
                        let there = self.rank(area);
                        self.touch(here, there);
                    }
                }
            }
        }
    }

    fn rank(&mut self, area: u32) -> usize {
        *self.ranks.entry(area).or_insert_with(|| {
            self.names.push(area);
            self.names.len() - 1
        })
    }

    fn touch(&mut self, one: usize, other: usize) {
        if one != other {
            self.touching.insert((one.min(other), one.max(other)));
        }
    }

    fn colours(self) -> HashMap<u32, u32> {
        let mut neighbours = vec![Vec::new(); self.names.len()];
        for &(one, other) in &self.touching {
            neighbours[one].push(other);
            neighbours[other].push(one);
        }
        for list in &mut neighbours {
            list.sort_unstable();
        }
        let mut colours: Vec<Option<u32>> = vec![None; self.names.len()];
        let mut uses = [0_usize; AREAS as usize];
        for area in smallest_last(&neighbours) {
            let colour = best(area, &neighbours, &colours, &uses);
            uses[colour as usize] += 1;
            colours[area] = Some(colour);
        }
        let colours = colours.into_iter().map(|colour| colour.unwrap_or(0));
        self.names.into_iter().zip(colours).collect()
    }
}

/// The colour that the fewest neighbours have, then the fewest of their neighbours, then the
/// fewest areas.
fn best(
    area: usize,
    neighbours: &[Vec<usize>],
    colours: &[Option<u32>],
    uses: &[usize; AREAS as usize],
) -> u32 {
    let mut near = [0_usize; AREAS as usize];
    let mut far = [0_usize; AREAS as usize];
    for &next in &neighbours[area] {
        if let Some(colour) = colours[next] {
            near[colour as usize] += 1;
        }
        // An area that touches thousands of others says little about any of them.
        for &second in neighbours[next].iter().take(64) {
            if let Some(colour) = colours[second] {
                far[colour as usize] += 1;
            }
        }
    }
    let cost = |colour: &u32| {
        let colour = *colour as usize;
        (near[colour], far[colour].min(2), uses[colour], colour)
    };
    (0..AREAS).min_by_key(cost).unwrap_or(0)
}

/// The areas in the order in which they are to be coloured.
fn smallest_last(neighbours: &[Vec<usize>]) -> Vec<usize> {
    let mut degree: Vec<usize> = neighbours.iter().map(Vec::len).collect();
    let most = degree.iter().copied().max().unwrap_or(0);
    let mut buckets: Vec<Vec<usize>> = vec![Vec::new(); most + 1];
    // Backwards: among equals the first area is taken away last.
    for area in 0..neighbours.len() {
        buckets[degree[area]].push(area);
    }
    let mut is_gone = vec![false; neighbours.len()];
    let mut order = Vec::with_capacity(neighbours.len());
    let mut least = 0;
    while least <= most {
        let Some(area) = buckets[least].pop() else {
            least += 1;
            continue;
        };
        if is_gone[area] || degree[area] != least {
            continue;
        }
        is_gone[area] = true;
        order.push(area);
        for &next in &neighbours[area] {
            if !is_gone[next] {
                degree[next] -= 1;
                buckets[degree[next]].push(next);
            }
        }
        least = least.saturating_sub(1);
    }
    order.reverse();
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid_of(rows: &[&str]) -> Grid {
        let mut grid = Grid::new(rows.len(), rows[0].len());
        for (row, line) in rows.iter().enumerate() {
            for (column, letter) in line.chars().enumerate() {
                grid.cell_mut(row, column).area = (letter != '.').then_some(letter as u32);
            }
        }
        grid
    }

    fn assert_neighbours_differ(grid: &Grid, areas: &Areas) {
        for row in 0..grid.rows() {
            for column in 1..grid.columns() {
                let pair = [grid.cell(row, column - 1).area, grid.cell(row, column).area];
                if let [Some(one), Some(other)] = pair
                    && one != other
                {
                    assert_ne!(areas.colour(one), areas.colour(other));
                }
            }
        }
    }

    #[test]
    fn neighbours_differ() {
        let grid = grid_of(&["aabb", "ccbb", "cc.d", "eeed"]);
        let areas = Areas::of(&grid.clone().into());
        assert_neighbours_differ(&grid, &areas);
        // Five areas, five colours: there are enough.
        let used: HashSet<u32> = "abcde".chars().map(|c| areas.colour(c as u32)).collect();
        assert_eq!(used.len(), 5);
    }

    #[test]
    fn numbers_that_are_equal_modulo_the_colours_differ_too() {
        let mut grid = Grid::new(1, 40);
        for column in 0..40 {
            grid.cell_mut(0, column).area = Some(column as u32 * AREAS);
        }
        let areas = Areas::of(&grid.clone().into());
        assert_neighbours_differ(&grid, &areas);
    }

    #[test]
    fn an_area_that_touches_thousands_is_no_trouble() {
        let mut grid = Grid::new(2, 5000);
        for column in 0..5000 {
            grid.cell_mut(0, column).area = Some(0);
            grid.cell_mut(1, column).area = Some(1 + column as u32);
        }
        let areas = Areas::of(&grid.clone().into());
        assert_neighbours_differ(&grid, &areas);
        let one_below = (0..5000).all(|column| areas.colour(1 + column) != areas.colour(0));
        assert!(one_below);
    }
}
