//! The look of a game: the puzzle with the entries, and notes in cells that are still empty.

use super::{Game, Places};
use tilewright_render::{Block, Cell, Emphasis, Grid, Mark, Picture, Role};

impl Game {
    /// The board with all that was entered.
    pub fn picture(&self) -> Picture {
        match self.places {
            Places::Values => self.with_values(),
            Places::Boxes => self.with_boxes(),
            Places::Nothing => self.puzzle.picture(),
        }
    }

    /// The board with all that was entered, and some cells marked.
    pub fn picture_with(
        &self,
        cells: impl IntoIterator<Item = usize>,
        emphasis: Emphasis,
    ) -> Picture {
        let mut picture = self.picture();
        for cell in cells {
            if let Some(cell) = picture.cell_mut(cell) {
                cell.emphasis = emphasis;
            }
        }
        picture
    }

    fn with_values(&self) -> Picture {
        let mut picture = self.puzzle.so_far(&self.choices());
        for (&number, &slot) in &self.play.values {
            if self.choice_of(number, slot).is_some() {
                continue;
            }
            if let Some(cell) = picture.cell_mut(number) {
                write(cell, &self.names[slot]);
            }
        }
        let notes = self.play.notes.iter();
        for (&number, noted) in notes.filter(|(cell, _)| self.value(**cell).is_none()) {
            if let Some(cell) = picture.cell_mut(number) {
                let marks = noted.iter();
                cell.marks = marks
                    .map(|&slot| Mark {
                        drawing: self.drawings[slot].clone(),
                        ..Mark::new(slot, self.names[slot].clone())
                    })
                    .collect();
            }
        }
        picture
    }

    fn with_boxes(&self) -> Picture {
        let mut picture = self.puzzle.picture();
        let mut areas = vec![None; self.cell_count];
        for (number, cells) in self.play.boxes.iter().enumerate() {
            for &cell in cells {
                areas[cell] = Some(number as u32);
            }
        }
        let is_in_space = picture.grids().count() > 1;
        let mut start = 0;
        for block in &mut picture.blocks {
            let grids = match block {
                Block::Grids(grids) => grids.as_mut_slice(),
                Block::Matrix { grid, .. } => std::slice::from_mut(&mut **grid),
                Block::Lines(_) => continue,
            };
            for grid in grids {
                let end = start + grid.cells().len();
                wall_in(grid, &areas[start..end], is_in_space);
                start += grid.place_count();
            }
        }
        picture
    }
}

/// Draws the boxes in a grid. Walls cannot show which continue in the next layer, so there they
/// have letters.
fn wall_in(grid: &mut Grid, areas: &[Option<u32>], has_letters: bool) {
    let columns = grid.columns();
    for row in 0..grid.rows() {
        for column in 0..columns {
            let cell = grid.cell_mut(row, column);
            cell.area = areas[row * columns + column];
            let Some(area) = cell.area else { continue };
            if cell.role == Role::Empty {
                cell.role = Role::Answer;
                if has_letters {
                    write(cell, &letter(area));
                }
            }
        }
    }
    let area = |row: usize, column: usize| areas[row * columns + column];
    grid.wall_areas(|row, column| area(row, column).map_or(usize::MAX, |area| area as usize));
}

/// A, B, … Z, A again.
fn letter(area: u32) -> String {
    char::from(b'A' + (area % 26) as u8).to_string()
}

/// Puts a word into a cell, which keeps its number of lines.
fn write(cell: &mut Cell, word: &str) {
    let middle = cell.lines.len() / 2;
    let width = cell.lines.first().map_or(0, |line| line.chars().count());
    for line in &mut cell.lines {
        *line = " ".repeat(width);
    }
    match cell.lines.get_mut(middle) {
        Some(line) => *line = format!("{word:^width$}"),
        None => cell.lines.push(word.to_owned()),
    }
    cell.role = Role::Answer;
    cell.drawing = None;
    cell.marks.clear();
}
