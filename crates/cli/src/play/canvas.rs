//! A picture as characters with styles, each of which knows its cell.
//!
//! A cell takes one line with its content between two blanks, or, drawn large, a block with a place
//! for each mark. Lines for walls take room where a picture has any: everywhere, if walls run
//! along a part of a line only, so that cells stay evenly spaced. Drawings that join have nothing
//! between them.

use super::paint::Paint;
use ratatui::style::Style;
use tilewright::render::text::{corner, words};
use tilewright::render::{Cell, Emphasis, Grid, Picture, Spacing};

/// Blanks between two grids side by side.
const GUTTER: usize = 3;

/// A character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Glyph {
    pub(super) letter: char,
    pub(super) style: Style,
    /// The cell that it belongs to.
    pub(super) cell: Option<usize>,
}

const BLANK: Glyph = Glyph {
    letter: ' ',
    style: Style::new(),
    cell: None,
};

/// Characters in rows and columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Canvas {
    pub(super) width: usize,
    pub(super) height: usize,
    glyphs: Vec<Glyph>,
}

impl Canvas {
    fn new(width: usize, height: usize) -> Self {
        Self {
            width,
            height,
            glyphs: vec![BLANK; width * height],
        }
    }

    pub(super) fn get(&self, x: usize, y: usize) -> Glyph {
        if x < self.width && y < self.height {
            self.glyphs[y * self.width + x]
        } else {
            BLANK
        }
    }

    fn set(&mut self, x: usize, y: usize, glyph: Glyph) {
        if x < self.width && y < self.height {
            self.glyphs[y * self.width + x] = glyph;
        }
    }

    fn copy(&mut self, from: &Self, x: usize, y: usize) {
        for row in 0..from.height {
            for column in 0..from.width {
                self.set(x + column, y + row, from.get(column, row));
            }
        }
    }

    /// The first and last column and row of a cell.
    pub(super) fn extent(&self, cell: usize) -> Option<[usize; 4]> {
        let mut extent: Option<[usize; 4]> = None;
        for (number, glyph) in self.glyphs.iter().enumerate() {
            if glyph.cell != Some(cell) {
                continue;
            }
            let (x, y) = (number % self.width, number / self.width);
            let [left, right, top, bottom] = extent.unwrap_or([x, x, y, y]);
            extent = Some([left.min(x), right.max(x), top.min(y), bottom.max(y)]);
        }
        extent
    }
}

/// The size of drawn cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Size {
    /// With room for all marks.
    Large,
    /// One line, with a blank at either side.
    Small,
    /// One line, without.
    Tight,
}

/// The settings of a canvas, besides the picture.
#[derive(Clone, Copy, Debug)]
pub(super) struct Brush<'b> {
    pub(super) paint: Paint,
    /// The names of the values, by slot.
    pub(super) names: &'b [String],
    /// The cell of the cursor.
    pub(super) cursor: Option<usize>,
    /// The sign for marks if there is no room for them.
    pub(super) marks: char,
    /// True if every line between cells has room for a wall.
    pub(super) all_lines: bool,
}

impl Brush<'_> {
    /// The picture in the largest size that fits, its layers side by side, or else the layer of the
    /// cursor alone, in the largest size that fits or the smallest.
    pub(super) fn fit(
        &self,
        picture: &Picture,
        layer: usize,
        (width, height): (usize, usize),
        zoom: Option<bool>,
    ) -> Canvas {
        let sizes: &[Size] = match zoom {
            Some(true) => &[Size::Large],
            Some(false) => &[Size::Small, Size::Tight],
            None => &[Size::Large, Size::Small, Size::Tight],
        };
        let outlined = self.outlined(picture);
        for &size in sizes {
            let all = self.side_by_side(picture, &outlined, size, width);
            if all.width <= width && all.height <= height {
                return all;
            }
        }
        let mut one = Canvas::new(0, 0);
        for &size in sizes {
            one = self.layer(picture, layer, &outlined, size);
            if one.width <= width && one.height <= height {
                break;
            }
        }
        one
    }

    /// For each cell the style of the outline that it lies in.
    fn outlined(&self, picture: &Picture) -> Vec<Style> {
        let mut styles = vec![Style::new(); picture.cell_count()];
        for outline in &picture.outlines {
            for &cell in &outline.cells {
                if let Some(style) = styles.get_mut(cell) {
                    *style = style.patch(self.paint.outlined(outline.emphasis));
                }
            }
        }
        styles
    }

    fn layer(&self, picture: &Picture, number: usize, outlined: &[Style], size: Size) -> Canvas {
        let before = picture.grids().take(number);
        let start = before.map(Grid::place_count).sum();
        let grid = picture.grids().nth(number);
        grid.map_or(Canvas::new(0, 0), |grid| {
            self.grid(grid, start, outlined, size)
        })
    }

    fn side_by_side(
        &self,
        picture: &Picture,
        outlined: &[Style],
        size: Size,
        width: usize,
    ) -> Canvas {
        let count = picture.grids().count();
        // Hundreds of layers are not looked at together.
        if count > 64 {
            return Canvas::new(usize::MAX / 2, 0);
        }
        let layers: Vec<Canvas> = (0..count)
            .map(|number| self.layer(picture, number, outlined, size))
            .collect();
        let widest = layers.iter().map(|layer| layer.width).max().unwrap_or(0);
        let tallest = layers.iter().map(|layer| layer.height).max().unwrap_or(0);
        let in_a_row = ((width + GUTTER) / (widest + GUTTER)).clamp(1, count.max(1));
        let rows = count.div_ceil(in_a_row);
        let mut all = Canvas::new(
            in_a_row * (widest + GUTTER) - GUTTER,
            (rows * (tallest + 1)).saturating_sub(1),
        );
        for (number, layer) in layers.iter().enumerate() {
            let (x, y) = (number % in_a_row, number / in_a_row);
            all.copy(layer, x * (widest + GUTTER), y * (tallest + 1));
        }
        all
    }

    fn grid(&self, grid: &Grid, start: usize, outlined: &[Style], size: Size) -> Canvas {
        let plan = Plan::of(grid, self, size);
        let title = usize::from(grid.title.is_some());
        let mut canvas = Canvas::new(plan.columns.length, plan.rows.length + title);
        if let Some(title) = &grid.title {
            canvas.width = canvas.width.max(title.chars().count());
            canvas.glyphs = vec![BLANK; canvas.width * canvas.height];
            for (x, letter) in title.chars().enumerate() {
                let glyph = Glyph {
                    letter: visible(letter),
                    ..BLANK
                };
                canvas.set(x, 0, glyph);
            }
        }
        plan.draw_walls(grid, &mut canvas, title);
        for row in 0..grid.rows() {
            for column in 0..grid.columns() {
                let number = start + row * grid.columns() + column;
                let cell = grid.cell(row, column);
                let block = self.cell(cell, number, outlined[number], &plan);
                canvas.copy(
                    &block,
                    plan.columns.starts[column],
                    title + plan.rows.starts[row],
                );
            }
        }
        canvas
    }

    fn cell(&self, cell: &Cell, number: usize, outlined: Style, plan: &Plan) -> Canvas {
        let mut block = Canvas::new(plan.columns.size, plan.rows.size);
        let ground = outlined.patch(self.paint.emphasis(cell.emphasis));
        let is_here = self.cursor == Some(number);
        let blank = Glyph {
            letter: ' ',
            style: ground,
            cell: Some(number),
        };
        block.glyphs.fill(blank);
        let mut write = |x: usize, y: usize, text: &str, style: Style| {
            for (k, letter) in text.chars().enumerate() {
                let glyph = Glyph {
                    letter: visible(letter),
                    style: ground.patch(style),
                    ..blank
                };
                block.set(x + k, y, glyph);
            }
        };
        let middle = plan.rows.size / 2;
        if plan.is_joined {
            for (y, line) in cell.lines.iter().enumerate() {
                write(0, y, line, self.paint.content(cell.role, cell.area));
            }
        } else if cell.marks.is_empty() {
            let text = words(cell);
            let blanks = plan.columns.size.saturating_sub(text.chars().count());
            let style = self.paint.content(cell.role, cell.area);
            write(blanks.div_ceil(2), middle, &text, style);
        } else if plan.mark_columns > 0 {
            for mark in &cell.marks {
                let x = plan.padding + mark.slot % plan.mark_columns * (plan.mark_width + 1);
                let y = mark.slot / plan.mark_columns;
                write(x, y, &mark.text, self.paint.emphasis(mark.emphasis));
            }
        } else {
            let (text, style) = self.in_short(cell);
            write(plan.columns.size / 2, middle, &text, style);
        }
        if let Some(sign) = self.paint.sign(cell.emphasis)
            && plan.padding > 0
        {
            write(0, middle, &sign.to_string(), Style::new());
        }
        if is_here && plan.padding > 0 {
            write(0, middle, "[", Style::new());
            write(plan.columns.size - 1, middle, "]", Style::new());
        }
        if is_here {
            for glyph in &mut block.glyphs {
                glyph.style = glyph.style.patch(Paint::cursor());
            }
        }
        block
    }

    /// Marks without room for them: the found one, or a sign that there are some.
    fn in_short(&self, cell: &Cell) -> (String, Style) {
        let strongest = |mark: &&tilewright::render::Mark| match mark.emphasis {
            Emphasis::Picked => 4,
            Emphasis::Removed => 3,
            Emphasis::Base => 2,
            Emphasis::None => 0,
            _ => 1,
        };
        let Some(mark) = cell.marks.iter().max_by_key(strongest) else {
            return (String::new(), Style::new());
        };
        let style = self.paint.emphasis(mark.emphasis);
        match mark.emphasis {
            Emphasis::None => (self.marks.to_string(), Style::new()),
            _ => (mark.text.clone(), style),
        }
    }
}

/// The places of the rows or the columns of a grid, one after the other.
struct Axis {
    /// The start of each.
    starts: Vec<usize>,
    /// The place of the line before each, and of that after the last, if they have one.
    lines: Vec<Option<usize>>,
    /// The size of each.
    size: usize,
    /// All of them together.
    length: usize,
}

impl Axis {
    /// Neighbours without a line between them have this gap.
    fn new(size: usize, has_line: &[bool], gap: usize) -> Self {
        let count = has_line.len() - 1;
        let mut axis = Self {
            starts: Vec::new(),
            lines: Vec::new(),
            size,
            length: 0,
        };
        for (number, &has_line) in has_line.iter().enumerate() {
            axis.lines.push(has_line.then_some(axis.length));
            if has_line {
                axis.length += 1;
            } else if number > 0 && number < count {
                axis.length += gap;
            }
            if number < count {
                axis.starts.push(axis.length);
                axis.length += size;
            }
        }
        axis
    }
}

/// The places of a grid's cells.
struct Plan {
    rows: Axis,
    columns: Axis,
    padding: usize,
    mark_columns: usize,
    mark_width: usize,
    is_joined: bool,
}

impl Plan {
    fn of(grid: &Grid, brush: &Brush<'_>, size: Size) -> Self {
        let is_joined = grid.spacing == Spacing::Joined;
        let longest = |names: &mut dyn Iterator<Item = &str>| {
            let lengths = names.map(|name| name.chars().count());
            lengths.max().unwrap_or(1).max(1)
        };
        let unmarked = grid.cells().iter().filter(|cell| cell.marks.is_empty());
        let figures: Vec<String> = unmarked.clone().map(words).collect();
        let lines = unmarked.flat_map(|cell| cell.lines.iter().map(String::as_str));
        let mut lines = lines.chain(figures.iter().map(String::as_str));
        let mut names = brush.names.iter().map(String::as_str);
        let name_width = longest(&mut names);
        let line_width = longest(&mut lines);
        let has_marks = size == Size::Large && grid.slots > 1 && grid.slots <= 100;
        let mark_columns = if has_marks && !is_joined {
            (1..=10)
                .find(|side| side * side >= grid.slots)
                .unwrap_or(10)
        } else {
            0
        };
        let padding = usize::from(!is_joined && size != Size::Tight);
        let height_of = |cell: &Cell| cell.lines.len();
        let (width, height) = if is_joined {
            let tallest = grid.cells().iter().map(height_of).max();
            (line_width, tallest.unwrap_or(1).max(1))
        } else if mark_columns > 0 {
            let across = mark_columns * (name_width + 1) - 1;
            let down = grid.slots.div_ceil(mark_columns);
            (across.max(line_width), down)
        } else {
            (name_width.max(line_width), 1)
        };
        let (has_line_above, has_line_left) = lines_of(grid, brush.all_lines);
        // Without padding a blank keeps neighbours apart.
        let gap = usize::from(padding == 0 && !is_joined);
        Self {
            rows: Axis::new(height, &has_line_above, 0),
            columns: Axis::new(width + 2 * padding, &has_line_left, gap),
            padding,
            mark_columns,
            mark_width: name_width,
            is_joined,
        }
    }

    fn draw_walls(&self, grid: &Grid, canvas: &mut Canvas, down: usize) {
        let (rows, columns) = (grid.rows(), grid.columns());
        let mut put =
            |x: usize, y: usize, letter: char| canvas.set(x, y + down, Glyph { letter, ..BLANK });
        for row in 0..=rows {
            let Some(y) = self.rows.lines[row] else {
                continue;
            };
            for column in 0..columns {
                if grid.has_wall_above(row, column) {
                    let left = self.columns.starts[column];
                    // Up to the next column: between them is a blank or a corner.
                    let end = self.columns.starts.get(column + 1);
                    let end = end.map_or(left + self.columns.size, |&next| next);
                    (left..end).for_each(|x| put(x, y, '─'));
                }
            }
        }
        for column in 0..=columns {
            let Some(x) = self.columns.lines[column] else {
                continue;
            };
            for row in 0..rows {
                if grid.has_wall_left(row, column) {
                    let top = self.rows.starts[row];
                    (top..top + self.rows.size).for_each(|y| put(x, y, '│'));
                }
            }
            for row in 0..=rows {
                let Some(y) = self.rows.lines[row] else {
                    continue;
                };
                let walls = [
                    row > 0 && grid.has_wall_left(row - 1, column),
                    row < rows && grid.has_wall_left(row, column),
                    column > 0 && grid.has_wall_above(row, column - 1),
                    column < columns && grid.has_wall_above(row, column),
                ];
                put(x, y, corner(walls));
            }
        }
    }
}

/// True for each line that is drawn: above each row and below the last, left of each column and right of the last.
fn lines_of(grid: &Grid, all_lines: bool) -> (Vec<bool>, Vec<bool>) {
    let (rows, columns) = (grid.rows(), grid.columns());
    let above = |row: usize| (0..columns).filter(move |&column| grid.has_wall_above(row, column));
    let left = |column: usize| (0..rows).filter(move |&row| grid.has_wall_left(row, column));
    let above: Vec<usize> = (0..=rows).map(|row| above(row).count()).collect();
    let left: Vec<usize> = (0..=columns).map(|column| left(column).count()).collect();
    let is_uneven = all_lines
        || above.iter().any(|&walls| walls != 0 && walls != columns)
        || left.iter().any(|&walls| walls != 0 && walls != rows);
    let has_line = |walls: Vec<usize>| walls.iter().map(|&walls| is_uneven || walls > 0).collect();
    (has_line(above), has_line(left))
}

/// A character that cannot move the cursor of the terminal.
fn visible(letter: char) -> char {
    if letter.is_control() {
        '\u{fffd}'
    } else {
        letter
    }
}
