//! The shape of a grid with any number of axes, and how its cells are numbered and named.
//!
//! Axes are counted from the outermost: layers, rows, columns. Cells are numbered in row-major
//! order, the last axis running fastest. Texts give sizes the other way round: `width height
//! depth`.

use crate::ParseError;
use crate::prose::joined;

/// Cells that a grid may have; larger ones are refused before anything is taken for them.
pub const MAX_CELLS: usize = 1 << 26;

/// Axes that a grid may have.
pub const MAX_AXES: usize = 8;

/// The sides of a grid, outermost axis first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    sides: Vec<usize>,
    cells: usize,
}

impl Shape {
    /// The shape with these sides as texts give them, `[width, height, …]`, or an error.
    pub fn new(size: &[usize]) -> Result<Self, ParseError> {
        if !(2..=MAX_AXES).contains(&size.len()) {
            return Err(ParseError::new(format!(
                "a size of {} numbers, but a grid has a width, a height and at most {} more",
                size.len(),
                MAX_AXES - 2
            )));
        }
        let cells = size.iter().try_fold(1usize, |n, &side| n.checked_mul(side));
        let shown = joined(size, "×");
        match cells {
            Some(0) => Err(ParseError::new(format!(
                "a grid of {shown} has no cells: each side must be at least 1"
            ))),
            Some(cells) if cells <= MAX_CELLS => Ok(Self {
                sides: size.iter().rev().copied().collect(),
                cells,
            }),
            _ => Err(ParseError::new(format!(
                "a grid of {shown} is too large: at most {MAX_CELLS} cells are allowed"
            ))),
        }
    }

    /// The sides, outermost axis first.
    pub fn sides(&self) -> &[usize] {
        &self.sides
    }

    /// The number of axes.
    pub fn axes(&self) -> usize {
        self.sides.len()
    }

    /// The number of cells.
    pub fn cells(&self) -> usize {
        self.cells
    }

    /// The number of columns.
    pub fn width(&self) -> usize {
        self.sides[self.axes() - 1]
    }

    /// The number of rows of a layer.
    pub fn height(&self) -> usize {
        self.sides[self.axes() - 2]
    }

    /// The number of layers: 1 for a flat grid.
    pub fn layers(&self) -> usize {
        self.cells / (self.width() * self.height())
    }

    /// The number of rows in all layers.
    pub fn rows(&self) -> usize {
        self.cells / self.width()
    }

    /// The sides as texts give them: width, height, depth.
    pub fn size(&self) -> impl Iterator<Item = usize> + '_ {
        self.sides.iter().rev().copied()
    }

    /// The cell's place on each axis.
    pub fn point(&self, cell: usize) -> Vec<usize> {
        let mut point = self.sides.clone();
        let mut rest = cell;
        for place in point.iter_mut().rev() {
            (rest, *place) = (rest / *place, rest % *place);
        }
        point
    }

    /// The cell at a place on each axis.
    pub fn cell(&self, point: &[usize]) -> usize {
        let steps = self.sides.iter().zip(point);
        steps.fold(0, |cell, (side, place)| cell * side + place)
    }

    /// The name of a cell: `r3c1`, in layers `l2r3c1`, with more axes `l1,2r3c1`.
    pub fn cell_name(&self, cell: usize) -> String {
        self.point_name(&self.point(cell))
    }

    /// The name of the cell at a point.
    pub fn point_name(&self, point: &[usize]) -> String {
        let (layer, place) = point.split_at(self.axes() - 2);
        let prefix = if layer.is_empty() { "" } else { "l" };
        let layer = joined(layer.iter().map(|k| k + 1), ",");
        let (row, column) = (place[0] + 1, place[1] + 1);
        format!("{prefix}{layer}r{row}c{column}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_numbered_in_row_major_order() {
        let shape = Shape::new(&[4, 3, 2]).unwrap();
        assert_eq!(shape.sides(), [2, 3, 4]);
        assert_eq!((shape.width(), shape.height(), shape.layers()), (4, 3, 2));
        for cell in 0..shape.cells() {
            assert_eq!(shape.cell(&shape.point(cell)), cell);
        }
        assert_eq!(shape.cell(&[1, 2, 3]), 23);
        assert_eq!(shape.cell_name(23), "l2r3c4");
    }

    #[test]
    fn impossible_sizes_are_refused() {
        let fails = |size: &[usize]| Shape::new(size).unwrap_err().message().to_owned();
        assert!(fails(&[0, 5]).contains("has no cells"));
        assert!(fails(&[8193, 8192]).contains("too large"));
        assert!(fails(&[usize::MAX, usize::MAX]).contains("too large"));
        assert!(fails(&[7]).contains("a width, a height"));
        assert!(Shape::new(&[8192, 8192]).is_ok());
    }
}
