//! Boards of one layer or several, drawn as a grid for each.

use tilewright_render::{Cell, Grid};

/// A grid of rows and columns for each layer, with walls between cells of different areas. Cells are numbered layer by
/// layer and row by row; `slots` is the number of marks that each has room for.
pub(crate) fn grids(
    [layers, rows, columns]: [usize; 3],
    slots: usize,
    title: impl Fn(usize) -> Option<String>,
    cell: impl Fn(usize) -> Cell,
    area: impl Fn(usize) -> usize,
) -> Vec<Grid> {
    let layer = |layer: usize| {
        let number = |row: usize, column: usize| (layer * rows + row) * columns + column;
        let mut grid = Grid::new(rows, columns);
        (grid.title, grid.slots) = (title(layer), slots);
        for row in 0..rows {
            for column in 0..columns {
                *grid.cell_mut(row, column) = cell(number(row, column));
            }
        }
        grid.wall_areas(|row, column| area(number(row, column)));
        grid
    };
    (0..layers).map(layer).collect()
}
