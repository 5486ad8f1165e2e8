//! The look of a Shikaku: its areas walled in and coloured, or its clues alone.

use super::{Shikaku, label};
use tilewright_render::{Cell, Grid, Picture, Role, Space};

/// A grid for each layer, with the area that each cell is known to lie in.
pub(super) fn draw(puzzle: &Shikaku, area_of_cell: &dyn Fn(usize) -> Option<u32>) -> Picture {
    let shape = puzzle.shape();
    let mut clues = puzzle.cell_clues();
    let layer_size = shape.width() * shape.height();
    let grids = (0..shape.layers()).map(|layer| {
        let start = layer * layer_size;
        let area_of =
            |row: usize, column: usize| area_of_cell(start + row * shape.width() + column);
        let mut grid = Grid::new(shape.height(), shape.width());
        if shape.axes() > 2 {
            grid.title = Some(layer_title(puzzle, start));
        }
        for row in 0..shape.height() {
            for column in 0..shape.width() {
                let area = area_of(row, column);
                let mut cell = match (clues.next().flatten(), area) {
                    (Some(clue), _) => Cell::new(clue.text(), Role::Clue),
                    // Walls cannot show which areas continue in the next layer.
                    (None, Some(area)) if shape.axes() > 2 => Cell::new(label(area), Role::Answer),
                    (None, Some(_)) => Cell::new("·", Role::Answer),
                    (None, None) => Cell::new("·", Role::Empty),
                };
                cell.area = area;
                *grid.cell_mut(row, column) = cell;
            }
        }
        grid.wall_areas(|row, column| {
            area_of(row, column).map_or(usize::MAX, |area| area as usize)
        });
        grid
    });
    Picture {
        space: (shape.axes() > 2).then(|| space(puzzle, area_of_cell)),
        ..Picture::of_grids(grids.collect())
    }
}

fn space(puzzle: &Shikaku, area_of_cell: &dyn Fn(usize) -> Option<u32>) -> Space {
    let shape = puzzle.shape();
    let mut sides: Vec<usize> = shape.size().collect();
    sides.reverse();
    let area = |cell| area_of_cell(cell).map_or(0, |area| area + 1);
    Space {
        sides,
        areas: (0..shape.cells()).map(area).collect(),
    }
}

/// "layer 2", or with more axes "layer 1,2".
fn layer_title(puzzle: &Shikaku, first_cell: usize) -> String {
    let point = puzzle.shape().point(first_cell);
    let places = &point[..point.len() - 2];
    let places: Vec<String> = places.iter().map(|k| (k + 1).to_string()).collect();
    format!("layer {}", places.join(","))
}

#[cfg(test)]
mod tests {
    use crate::Puzzle;
    use crate::shikaku::Shikaku;
    use tilewright_render::text::Text;

    fn drawn(puzzle: &Shikaku) -> String {
        Text::default().draw(&puzzle.picture())
    }

    #[test]
    fn a_solution_is_walled_in() {
        let puzzle: Shikaku = "3 2\n0 0 4\n? 0 0\n".parse().unwrap();
        assert_eq!(
            drawn(&puzzle),
            "┌───────┐\n│ · · 4 │\n│ ? · · │\n└───────┘\n"
        );
        let solved = puzzle.with_groups(&[1, 2, 2, 1, 2, 2]).unwrap();
        assert_eq!(
            drawn(&solved),
            "┌───┬─────┐\n│ · │ · 4 │\n│ ? │ · · │\n└───┴─────┘\n"
        );
    }

    #[test]
    fn layers_are_labelled() {
        let puzzle: Shikaku = "2 1 2\n4 0\n\n0 0\n".parse().unwrap();
        assert_eq!(
            drawn(&puzzle),
            "layer 1   layer 2\n┌─────┐   ┌─────┐\n│ 4 · │   │ · · │\n└─────┘   └─────┘\n"
        );
        let solved = puzzle.with_groups(&[0; 4]).unwrap();
        assert!(drawn(&solved).contains("│ 4 A │   │ A A │"));
    }
}
