//! A picture as text for a terminal.
//!
//! Walls are drawn with box-drawing characters, and only where a picture has any: a line of the
//! grid without a wall takes no room between rows and one blank between columns. Where walls run
//! along a part of a line only, as around rectangles and irregular regions, every line takes the
//! same room, so that the cells stay evenly spaced. Colours are escape sequences and off by
//! default; the drawing makes sense without them.

mod figured;

use crate::{Block, Cell, Grid, Picture, Role, Spacing};

/// Settings of a drawing as text.
#[derive(Clone, Copy, Debug)]
pub struct Text {
    /// Use colours (ANSI escape sequences).
    pub colour: bool,
    /// Columns of the terminal: how many grids fit side by side.
    pub width: usize,
}

impl Default for Text {
    fn default() -> Self {
        Self {
            colour: false,
            width: 100,
        }
    }
}

/// Blanks between two grids side by side.
const GUTTER: usize = 3;

impl Text {
    /// Draws the picture; every line ends with a line feed.
    pub fn draw(&self, picture: &Picture) -> String {
        let mut out = String::new();
        // A layer whose words are beside the first one's has none of its own.
        let is_told =
            |block: &&Block| !matches!(block, Block::Matrix { lines, .. } if lines.is_empty());
        for (number, block) in picture.blocks.iter().filter(is_told).enumerate() {
            if number > 0 {
                out.push('\n');
            }
            match block {
                Block::Lines(lines) | Block::Matrix { lines, .. } => {
                    for line in lines {
                        out.push_str(line);
                        out.push('\n');
                    }
                }
                Block::Grids(grids) => self.draw_side_by_side(grids, &mut out),
            }
        }
        out
    }

    fn draw_side_by_side(&self, grids: &[Grid], out: &mut String) {
        let drawn: Vec<Drawn> = grids.iter().map(|grid| self.draw_grid(grid)).collect();
        let widest = drawn.iter().map(|d| d.width).max().unwrap_or(0);
        let in_a_row = ((self.width + GUTTER) / (widest + GUTTER)).max(1);
        for (number, row) in drawn.chunks(in_a_row).enumerate() {
            if number > 0 {
                out.push('\n');
            }
            let height = row.iter().map(|d| d.lines.len()).max().unwrap_or(0);
            for k in 0..height {
                let mut line = String::new();
                let mut blanks = 0;
                for d in row {
                    let (text, width) = d.lines.get(k).map_or(("", 0), |(t, w)| (t.as_str(), *w));
                    if width > 0 {
                        line.extend(std::iter::repeat_n(' ', blanks));
                        line.push_str(text);
                        blanks = 0;
                    }
                    blanks += d.width - width + GUTTER;
                }
                out.push_str(&line);
                out.push('\n');
            }
        }
    }

    fn draw_grid(&self, grid: &Grid) -> Drawn {
        if grid.has_figures() {
            return figured::draw(grid, |cell, text| self.painted(cell, text));
        }
        let mut drawn = Drawn::default();
        if let Some(title) = &grid.title {
            drawn.push(title.clone(), title.chars().count());
        }
        let layout = Layout::of(grid, self.width);
        for row in 0..=grid.rows() {
            if layout.line_above[row] {
                drawn.push_plain(layout.rule(grid, row));
            }
            if row < grid.rows() {
                for k in 0..layout.cell_height {
                    let (line, width) = self.cells(grid, &layout, row, k);
                    drawn.push(line, width);
                }
            }
        }
        drawn
    }

    /// Line `k` of the cells of `row`, with the number of characters that show.
    fn cells(&self, grid: &Grid, layout: &Layout, row: usize, k: usize) -> (String, usize) {
        let mut line = String::new();
        let mut width = 0;
        for column in 0..=grid.columns() {
            let joint = layout.joint(grid, row, column);
            line.push_str(&joint);
            width += joint.chars().count();
            if column == grid.columns() {
                break;
            }
            let cell = grid.cell(row, column);
            let text = cell.lines.get(k).map_or("", String::as_str);
            let blanks = layout.cell_width - text.chars().count();
            line.extend(std::iter::repeat_n(' ', blanks));
            line.push_str(&self.painted(cell, text));
            width += layout.cell_width;
        }
        (line, width)
    }

    /// Words in the colour of their cell's role.
    fn painted(&self, cell: &Cell, text: &str) -> String {
        /// Six colours that people with any colour vision can tell from their neighbours.
        const AREAS: [&str; 6] = ["34", "33", "36", "35", "32", "31"];
        if !self.colour {
            return text.to_owned();
        }
        let style = match (cell.role, cell.area) {
            (Role::Clue, _) => "1",
            (_, Some(area)) => AREAS[area as usize % AREAS.len()],
            (Role::Answer, None) => "36",
            (Role::Empty, None) => "2",
        };
        format!("\x1b[{style}m{text}\x1b[0m")
    }
}

/// Lines with the number of characters that show in each.
#[derive(Default)]
struct Drawn {
    lines: Vec<(String, usize)>,
    width: usize,
}

impl Drawn {
    fn push(&mut self, line: String, width: usize) {
        self.width = self.width.max(width);
        self.lines.push((line, width));
    }

    fn push_plain(&mut self, line: String) {
        let width = line.chars().count();
        self.push(line, width);
    }
}

/// The lines between rows and columns that take room, and the size of a cell.
struct Layout {
    line_above: Vec<bool>,
    line_left: Vec<bool>,
    cell_width: usize,
    cell_height: usize,
    /// True if a blank separates neighbours without a wall line.
    apart: bool,
    /// Blanks on either side of a wall line.
    padding: usize,
}

impl Layout {
    fn of(grid: &Grid, width: usize) -> Self {
        let (rows, columns) = (grid.rows(), grid.columns());
        let (cell_width, cell_height) = cell_size(grid);
        let above = |row: usize| {
            (0..columns)
                .filter(|&c| grid.has_wall_above(row, c))
                .count()
        };
        let left = |column: usize| (0..rows).filter(|&r| grid.has_wall_left(r, column)).count();
        let is_uneven = (0..=rows).any(|r| !matches!(above(r), n if n == 0 || n == columns))
            || (0..=columns).any(|c| !matches!(left(c), n if n == 0 || n == rows));
        let apart = grid.spacing == Spacing::Apart;
        let has_room = !is_uneven || columns * (cell_width + 3) < width;
        Self {
            line_above: (0..=rows).map(|r| is_uneven || above(r) > 0).collect(),
            line_left: (0..=columns).map(|c| is_uneven || left(c) > 0).collect(),
            cell_width,
            cell_height,
            apart,
            padding: usize::from(apart && has_room),
        }
    }

    /// The characters left of `column` in a row of cells (right of the last for one past the end).
    fn joint(&self, grid: &Grid, row: usize, column: usize) -> String {
        let is_edge = column == 0 || column == grid.columns();
        if !self.line_left[column] {
            return if is_edge || !self.apart { "" } else { " " }.into();
        }
        let wall = if grid.has_wall_left(row, column) {
            '│'
        } else {
            ' '
        };
        let padding = " ".repeat(self.padding);
        match column {
            0 => format!("{wall}{padding}"),
            c if c == grid.columns() => format!("{padding}{wall}"),
            _ => format!("{padding}{wall}{padding}"),
        }
    }

    /// The line above `row`.
    fn rule(&self, grid: &Grid, row: usize) -> String {
        let mut line = String::new();
        for column in 0..=grid.columns() {
            let before = column > 0 && grid.has_wall_above(row, column - 1);
            let after = column < grid.columns() && grid.has_wall_above(row, column);
            let (left, right) = (dash(before), dash(after));
            if self.line_left[column] {
                let above = row > 0 && grid.has_wall_left(row - 1, column);
                let below = row < grid.rows() && grid.has_wall_left(row, column);
                if column > 0 {
                    line.extend(std::iter::repeat_n(left, self.padding));
                }
                line.push(corner([above, below, before, after]));
                if column < grid.columns() {
                    line.extend(std::iter::repeat_n(right, self.padding));
                }
            } else if self.apart && column > 0 && column < grid.columns() {
                line.push(dash(before && after));
            }
            if column < grid.columns() {
                line.extend(std::iter::repeat_n(right, self.cell_width));
            }
        }
        line.truncate(line.trim_end().len());
        line
    }
}

/// The width and height of the largest cell.
fn cell_size(grid: &Grid) -> (usize, usize) {
    let (mut width, mut height) = (1, 1);
    for row in 0..grid.rows() {
        for column in 0..grid.columns() {
            let lines = &grid.cell(row, column).lines;
            height = height.max(lines.len());
            let widths = lines.iter().map(|line| line.chars().count());
            width = width.max(widths.max().unwrap_or(0));
        }
    }
    (width, height)
}

fn dash(wall: bool) -> char {
    if wall { '─' } else { ' ' }
}

/// The words that a terminal shows of a cell: those of its figures, or else its line in the middle.
pub fn words(cell: &Cell) -> String {
    if cell.figures.is_empty() {
        let line = cell.lines.get(cell.lines.len() / 2);
        return line.map_or("", String::as_str).trim().to_owned();
    }
    figured::words(cell)
}

/// The character where walls meet, by whether there is one above, below, left and right.
pub fn corner(walls: [bool; 4]) -> char {
    const CORNERS: [char; 16] = [
        ' ', '╶', '╴', '─', '╷', '┌', '┐', '┬', '╵', '└', '┘', '┴', '│', '├', '┤', '┼',
    ];
    CORNERS[walls
        .into_iter()
        .fold(0, |index, wall| index * 2 + usize::from(wall))]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbered(rows: usize, columns: usize) -> Grid {
        let mut grid = Grid::new(rows, columns);
        for row in 0..rows {
            for column in 0..columns {
                let text = (row * columns + column + 1).to_string();
                *grid.cell_mut(row, column) = Cell::new(text, Role::Clue);
            }
        }
        grid
    }

    #[test]
    fn boxes_are_drawn_where_areas_differ() {
        let mut grid = numbered(4, 4);
        grid.wall_areas(|r, c| r / 2 * 2 + c / 2);
        let drawn = Text::default().draw(&grid.into());
        assert_eq!(
            drawn,
            "┌───────┬───────┐\n│  1  2 │  3  4 │\n│  5  6 │  7  8 │\n├───────┼───────┤\n\
             │  9 10 │ 11 12 │\n│ 13 14 │ 15 16 │\n└───────┴───────┘\n"
        );
    }

    #[test]
    fn irregular_areas_have_corners() {
        let mut grid = numbered(2, 2);
        grid.wall_areas(|r, c| usize::from((r, c) == (1, 1)));
        let drawn = Text::default().draw(&grid.into());
        assert_eq!(
            drawn,
            "┌───────┐\n│ 1   2 │\n│   ┌───┤\n│ 3 │ 4 │\n└───┴───┘\n"
        );
    }

    #[test]
    fn joined_cells_touch_and_layers_stand_side_by_side() {
        let mut grid = Grid::new(1, 2);
        grid.spacing = Spacing::Joined;
        grid.title = Some("layer 1".into());
        for column in 0..2 {
            grid.cell_mut(0, column).lines = vec!["=|".into(), "..".into()];
        }
        let picture = Picture::of_grids(vec![grid.clone(), grid]);
        let drawn = Text::default().draw(&picture);
        assert_eq!(drawn, "layer 1   layer 1\n=|=|      =|=|\n....      ....\n");
        let narrow = Text {
            width: 9,
            ..Text::default()
        };
        assert_eq!(narrow.draw(&picture).matches("layer").count(), 2);
        assert!(narrow.draw(&picture).contains("....\n\nlayer"));
    }
}
