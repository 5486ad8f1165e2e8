//! The look of a Shikaku: its areas walled in and coloured, or its clues alone.

use super::{Shikaku, label};
use crate::layered;
use crate::prose::joined;
use tilewright_render::{Cell, Picture, Role, Space};

/// A grid for each layer, with the area that each cell is known to lie in.
pub(super) fn draw(puzzle: &Shikaku, area_of_cell: &dyn Fn(usize) -> Option<u32>) -> Picture {
    let shape = puzzle.shape();
    let is_solid = shape.axes() > 2;
    let clues: Vec<_> = puzzle.cell_clues().collect();
    let cell = |cell: usize| {
        let area = area_of_cell(cell);
        let shown = match (clues[cell], area) {
            (Some(clue), _) => Cell::new(clue.text(), Role::Clue),
            // Walls cannot show which areas continue in the next layer.
            (None, Some(area)) if is_solid => Cell::new(label(area), Role::Answer),
            (None, Some(_)) => Cell::new("·", Role::Answer),
            (None, None) => Cell::new("·", Role::Empty),
        };
        Cell { area, ..shown }
    };
    let size = [shape.layers(), shape.height(), shape.width()];
    let title = |layer: usize| layer_title(puzzle, layer * shape.width() * shape.height());
    let title = |layer: usize| is_solid.then(|| title(layer));
    let wall = |cell: usize| area_of_cell(cell).map_or(usize::MAX, |area| area as usize);
    Picture {
        space: is_solid.then(|| space(puzzle, area_of_cell)),
        ..Picture::of_grids(layered::grids(size, 0, title, cell, wall))
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
    let places = point[..point.len() - 2].iter().map(|k| k + 1);
    format!("layer {}", joined(places, ","))
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
