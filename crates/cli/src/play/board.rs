//! The places of a picture's cells: grids of rows and columns, one for each layer.

use tilewright::render::Picture;

/// The grids of a picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Layers(Vec<Layer>);

/// One grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Layer {
    /// The number of its first cell.
    pub(super) start: usize,
    pub(super) rows: usize,
    pub(super) columns: usize,
}

/// The place of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) layer: usize,
    pub(super) row: usize,
    pub(super) column: usize,
}

impl Layers {
    pub(super) fn of(picture: &Picture) -> Self {
        let mut start = 0;
        let layers = picture.grids().map(|grid| {
            let layer = Layer {
                start,
                rows: grid.rows(),
                columns: grid.columns(),
            };
            start += grid.place_count();
            layer
        });
        Self(layers.collect())
    }

    pub(super) fn count(&self) -> usize {
        self.0.len()
    }

    pub(super) fn place(&self, cell: usize) -> Option<Place> {
        let next = self.0.partition_point(|layer| layer.start <= cell);
        let number = next.checked_sub(1)?;
        let layer = self.0[number];
        let within = cell - layer.start;
        (within < layer.rows * layer.columns).then(|| Place {
            layer: number,
            row: within / layer.columns,
            column: within % layer.columns,
        })
    }

    /// The cell at a place, which is moved onto its layer where it lies outside.
    pub(super) fn cell(&self, place: Place) -> usize {
        let Some(layer) = self.0.get(place.layer) else {
            return 0;
        };
        let row = place.row.min(layer.rows.saturating_sub(1));
        let column = place.column.min(layer.columns.saturating_sub(1));
        layer.start + row * layer.columns + column
    }

    /// The cells of the box with these two corners, across layers too.
    pub(super) fn between(&self, one: usize, other: usize) -> Vec<usize> {
        let (Some(one), Some(other)) = (self.place(one), self.place(other)) else {
            return Vec::new();
        };
        let span = |a: usize, b: usize| a.min(b)..=a.max(b);
        let mut cells = Vec::new();
        for layer in span(one.layer, other.layer) {
            for row in span(one.row, other.row) {
                for column in span(one.column, other.column) {
                    cells.push(self.cell(Place { layer, row, column }));
                }
            }
        }
        cells
    }

    /// A move by layers, rows and columns; it ends at the sides of the board.
    pub(super) fn moved(&self, cell: usize, layers: isize, rows: isize, columns: isize) -> usize {
        let Some(place) = self.place(cell) else {
            return cell;
        };
        let layer = place
            .layer
            .saturating_add_signed(layers)
            .min(self.count() - 1);
        self.cell(Place {
            layer,
            row: place.row.saturating_add_signed(rows),
            column: place.column.saturating_add_signed(columns),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilewright::render::Grid;

    #[test]
    fn cells_are_found_in_their_layers() {
        let picture = Picture::of_grids(vec![Grid::new(2, 3), Grid::new(2, 3)]);
        let layers = Layers::of(&picture);
        let place = layers.place(10).unwrap();
        assert_eq!((place.layer, place.row, place.column), (1, 1, 1));
        assert_eq!(layers.cell(place), 10);
        assert_eq!(layers.place(12), None);
        assert_eq!(layers.moved(10, -1, 0, 0), 4);
        assert_eq!(layers.moved(10, 9, 9, 9), 11);
        assert_eq!(layers.moved(0, -1, -1, -1), 0);
        assert_eq!(layers.between(4, 0), [0, 1, 3, 4]);
        assert_eq!(layers.between(1, 7), [1, 7]);
        assert_eq!(layers.between(0, 99), [0; 0]);
        assert_eq!(Layers::of(&Picture::default()).place(0), None);
    }
}
