//! A grid: the grounds of its cells, the lines between them, walls, and the contents of the cells.

use super::CELL;
use super::areas::Areas;
use super::place::{Area, CellSize, Place};
use super::{emphasis, figure, labels, marks, outline, tile, words};
use crate::scene::{Paint, Pen, SceneShape, SceneText, Stroke, rectangle};
use crate::{Cell, Emphasis, Grid, Role, Ruling, Spacing};
use std::collections::HashMap;

/// The thickness of a line between cells and of a wall.
const THIN: f64 = 0.025 * CELL;
const THICK: f64 = 0.07 * CELL;
/// Words are no smaller than this where a wider cell or a cut can help it.
const READABLE: f64 = 0.3 * CELL;
/// The widest cell.
const WIDEST: f64 = 3.0 * CELL;
/// The part of a cell's width that words may take.
const ROOM: f64 = 0.86;

/// A table shows this where a row and a column meet.
const DOT: &str = "●";

/// The size that a grid's cells need.
pub(super) fn cell_size(grid: &Grid) -> CellSize {
    let slots = marks::slots(grid);
    let needed = marks::room(grid, slots);
    let cells = grid.cells.iter().filter(|cell| shows_words(cell));
    let lines = cells.flat_map(|cell| cell.lines.iter());
    let widest = lines.map(|line| words::width(line)).fold(0.0, f64::max);
    let for_words = widest * READABLE / ROOM;
    let width = CELL.max(needed.0).max(for_words).min(WIDEST);
    let height = CELL.max(needed.1).min(WIDEST);
    // Only words stretch a cell one way.
    let height = if for_words > CELL {
        height
    } else {
        height.max(width.min(needed.0))
    };
    (width, height, slots)
}

/// Draws a grid; `number` gives the number of a cell's ground, `tints` the emphasis of cells with a line around them.
pub(super) fn draw(
    place: &Place<'_>,
    areas: &Areas,
    tints: &HashMap<usize, Emphasis>,
    number: &dyn Fn(usize) -> usize,
    shapes: &mut Vec<SceneShape>,
) {
    for (cell, row, column) in place.cells() {
        let plain = ground(place.grid, row, column, areas);
        let tint = tints.get(&cell).filter(|_| plain == Paint::Cell);
        let paint = tint.map_or(plain, |&emphasis| Paint::Tint(emphasis));
        shapes.push(cell_ground(place.area(row, column), paint, number(cell)));
    }
    figure::draw_under(place, shapes);
    figure::trails(place, shapes);
    if place.grid.ruling == Ruling::Lines {
        lines(place, shapes);
    }
    tile::draw(place, shapes);
    for (area, emphasis) in emphasised(place) {
        emphasis::cell(area, emphasis, shapes);
    }
    walls(place, shapes);
    outline::cages(place, shapes);
    figure::draw(place, shapes);
    values(place, shapes);
    marks::draw(place, shapes);
    labels::draw(place, shapes);
    for (area, emphasis) in emphasised(place) {
        emphasis::over_cell(area, emphasis, shapes);
    }
    figure::grounds(place, number, shapes);
}

fn emphasised(place: &Place<'_>) -> impl Iterator<Item = (Area, Emphasis)> {
    let cells = place.cells().map(|(_, row, column)| {
        let (emphasis, _) = figure::told(place.grid.cell(row, column));
        (place.area(row, column), emphasis)
    });
    cells.filter(|(_, emphasis)| *emphasis != Emphasis::None)
}

fn cell_ground(area: Area, paint: Paint, number: usize) -> SceneShape {
    SceneShape::Path {
        pens: rectangle(area.left, area.top, area.right(), area.bottom()).to_vec(),
        fill: Some(paint),
        stroke: None,
        cell: Some(number),
    }
}

fn ground(grid: &Grid, row: usize, column: usize, areas: &Areas) -> Paint {
    let cell = grid.cell(row, column);
    let (emphasis, _) = figure::told(cell);
    if emphasis != Emphasis::None {
        return Paint::Soft(emphasis);
    }
    if let Some(area) = cell.area {
        return Paint::Area(areas.colour(area));
    }
    if is_hole(cell) {
        return Paint::Paper;
    }
    // A place of a map that is still open is not the ground of a tile without roads.
    let is_tile = cell.drawing.as_ref().is_some_and(figure::is_tile);
    if is_tile || grid.spacing == Spacing::Joined && cell.role != Role::Empty {
        return Paint::Ground;
    }
    Paint::Cell
}

/// Returns true if the board has no cell there: a blank that is not even a dot.
fn is_hole(cell: &Cell) -> bool {
    let is_blank = |line: &String| line.trim().is_empty();
    cell.role == Role::Empty
        && !cell.lines.is_empty()
        && cell.lines.iter().all(is_blank)
        && cell.marks.is_empty()
        && cell.drawing.is_none()
        && cell.figures.is_empty()
}

/// Thin lines between all cells, but for holes.
fn lines(place: &Place<'_>, shapes: &mut Vec<SceneShape>) {
    let pens = edges(place, |_, _, _| true);
    push_lines(pens, Stroke::plain(Paint::Line, THIN), shapes);
}

fn walls(place: &Place<'_>, shapes: &mut Vec<SceneShape>) {
    let grid = place.grid;
    let pens = edges(place, |is_across, row, column| {
        if is_across {
            grid.has_wall_above(row, column)
        } else {
            grid.has_wall_left(row, column)
        }
    });
    push_lines(pens, Stroke::plain(Paint::Wall, THICK), shapes);
}

fn push_lines(pens: Vec<Pen>, stroke: Stroke, shapes: &mut Vec<SceneShape>) {
    if !pens.is_empty() {
        shapes.push(SceneShape::stroked(pens, stroke));
    }
}

/// The edges of cells that are `wanted(is_across, row, column)`, joined to strokes as long as can
/// be. Edges with no cell on either side are left out.
fn edges(place: &Place<'_>, wanted: impl Fn(bool, usize, usize) -> bool) -> Vec<Pen> {
    let (rows, columns) = (place.grid.rows(), place.grid.columns());
    let is_cell = |row: usize, column: usize| {
        row < rows && column < columns && !is_hole(place.grid.cell(row, column))
    };
    let mut pens = Vec::new();
    let x = |column: usize| place.left + column as f64 * place.width;
    let y = |row: usize| place.top + row as f64 * place.height;
    for row in 0..=rows {
        let has_edge = |column: usize| {
            (is_cell(row, column) || row > 0 && is_cell(row - 1, column))
                && wanted(true, row, column)
        };
        for (from, to) in runs(columns, has_edge) {
            pens.push(Pen::Move((x(from), y(row))));
            pens.push(Pen::Line((x(to), y(row))));
        }
    }
    for column in 0..=columns {
        let has_edge = |row: usize| {
            (is_cell(row, column) || column > 0 && is_cell(row, column - 1))
                && wanted(false, row, column)
        };
        for (from, to) in runs(rows, has_edge) {
            pens.push(Pen::Move((x(column), y(from))));
            pens.push(Pen::Line((x(column), y(to))));
        }
    }
    pens
}

/// The start and end of each unbroken run of `is_there`.
fn runs(count: usize, is_there: impl Fn(usize) -> bool) -> Vec<(usize, usize)> {
    let mut out: Vec<(usize, usize)> = Vec::new();
    for k in (0..count).filter(|&k| is_there(k)) {
        match out.last_mut() {
            Some((_, end)) if *end == k => *end = k + 1,
            _ => out.push((k, k + 1)),
        }
    }
    out
}

/// Returns true if the cell's lines are to be drawn.
fn shows_words(cell: &Cell) -> bool {
    cell.marks.iter().all(|mark| mark.is_quiet) && cell.drawing.is_none()
}

/// Draws given and found values, in one size as far as the words are short.
fn values(place: &Place<'_>, shapes: &mut Vec<SceneShape>) {
    let short = place.grid.cells.iter().filter(|cell| shows_words(cell));
    let widths = short.flat_map(|cell| cell.lines.iter().map(|line| words::width(line)));
    let widest = widths.filter(|&width| width < 3.0).fold(0.0, f64::max);
    let common = (0.56 * place.height).min(ROOM * place.width / widest.max(0.01));
    // One role after the other: shapes of one style side by side are written shorter.
    let roles = [Role::Clue, Role::Answer, Role::Empty];
    let cells = roles.iter().flat_map(|role| {
        let cells = place.cells();
        cells.map(move |(_, row, column)| (role, row, column))
    });
    for (role, row, column) in cells {
        let cell = place.grid.cell(row, column);
        if cell.role != *role
            || !shows_words(cell)
            || !cell.lines.iter().any(|line| words::is_visible(line))
        {
            continue;
        }
        let area = place.area(row, column);
        if place.grid.spacing == Spacing::Joined && cell.lines.len() > 1 {
            letters(cell, area, shapes);
        } else {
            stacked(cell, area, common, shapes);
        }
    }
}

/// The paint of a cell's content.
fn role_paint(cell: &Cell) -> Paint {
    match cell.role {
        Role::Clue => Paint::Clue,
        Role::Answer => Paint::Answer,
        Role::Empty => Paint::Mark,
    }
}

/// Lines below each other, in the middle of the cell.
fn stacked(cell: &Cell, area: Area, common: f64, shapes: &mut Vec<SceneShape>) {
    let count = cell.lines.len() as f64;
    let most = common.min(0.85 * area.height / count);
    for (k, line) in cell.lines.iter().enumerate() {
        let line = words::cut(line.trim(), ROOM * area.width / (0.5 * READABLE));
        if line.is_empty() {
            continue;
        }
        if line == DOT {
            shapes.push(dot(area, cell));
            continue;
        }
        let size = words::size_to_fit(&line, most, ROOM * area.width);
        let (x, y) = area.middle();
        let down = (k as f64 - (count - 1.0) / 2.0) * 1.15 * most;
        shapes.push(text(line, (x, y + down), size, cell));
    }
}

/// A dot looks alike whatever the font: the largest was found, the smallest is out.
fn dot(area: Area, cell: &Cell) -> SceneShape {
    let radius = match cell.role {
        Role::Clue => 0.2,
        Role::Answer => 0.28,
        Role::Empty => 0.12,
    };
    let disc = tile::disc(area.middle(), radius * area.least());
    SceneShape::filled(disc, role_paint(cell))
}

/// Letters at the places that they have in a terminal, so that box-drawing characters join.
fn letters(cell: &Cell, area: Area, shapes: &mut Vec<SceneShape>) {
    let down = cell.lines.len() as f64;
    let across = cell.lines.iter().map(|line| line.chars().count());
    let across = across.max().unwrap_or(1).max(1) as f64;
    let size = (area.height / down).min(1.6 * area.width / across);
    for (row, line) in cell.lines.iter().enumerate() {
        let y = (row as f64 + 0.5) / down;
        for (column, letter) in line.chars().enumerate() {
            if letter == ' ' {
                continue;
            }
            let at = area.at((column as f64 + 0.5) / across, y);
            shapes.push(text(letter.to_string(), at, size, cell));
        }
    }
}

fn text(text: String, at: (f64, f64), size: f64, cell: &Cell) -> SceneShape {
    SceneShape::Text(SceneText {
        is_bold: cell.role == Role::Clue,
        ..SceneText::around(at, text, size, role_paint(cell))
    })
}
