//! Lines around sets of cells.
//!
//! The border of the set is walked with its cells on the right hand. The first line lies on the lines of the grid, where it
//! crosses no word; for every line that is around the same cells already, each corner is moved inwards by a little, so that
//! all can be seen. Where two cells of the set touch at a corner alone, the walk turns around the one that it came along.
//! The grounds of the cells are tinted in the colour of the first line around them.

use super::emphasis::round_polygon;
use super::figure;
use super::place::{Place, Places};
use super::tile::{disc, polygon};
use super::words;
use crate::scene::{Paint, Pen, Point, SceneShape, SceneText, Stroke, rectangle};
use crate::{Emphasis, Outline};
use std::collections::{HashMap, HashSet};

/// The distance of the first line from the border of its cells, the further distance of each next line, and the
/// number of lines before they lie on each other; in parts of a cell's side.
const FIRST: f64 = 0.02;
const NEXT: f64 = 0.055;
const LEVELS: u32 = 6;

/// A set of many parts gets at most this many badges.
const MOST_BADGES: usize = 50;

/// A corner of a cell: its row and column.
type Corner = (usize, usize);

/// Draws every outline of a picture.
pub(super) fn draw(outlines: &[Outline], places: &Places<'_>, shapes: &mut Vec<SceneShape>) {
    let mut taken: HashMap<usize, u32> = HashMap::new();
    for outline in outlines {
        let level = free_level(&outline.cells, &mut taken);
        for (place, cells) in by_grid(&outline.cells, places) {
            draw_part(place, &cells, outline.emphasis, level, shapes);
        }
        let joints = outline.cells.iter();
        for (place, joint) in joints.filter_map(|&number| places.find_joint(number)) {
            figure::outlined(place, joint, outline.emphasis, shapes);
        }
    }
}

/// The cells whose ground is tinted, each with the emphasis of the first line around it. What goes and what is found is marked
/// choice by choice.
pub(super) fn tints(outlines: &[Outline]) -> HashMap<usize, Emphasis> {
    let mut tints = HashMap::new();
    for Outline { cells, emphasis } in outlines {
        if matches!(emphasis, Emphasis::Removed | Emphasis::Picked) {
            continue;
        }
        for &cell in cells {
            tints.entry(cell).or_insert(*emphasis);
        }
    }
    tints
}

/// The first level that no outline around any of the cells has yet; the last is shared.
fn free_level(cells: &[usize], taken: &mut HashMap<usize, u32>) -> u32 {
    let used = cells.iter().filter_map(|cell| taken.get(cell));
    let used = used.fold(0, |all, levels| all | levels);
    let level = (!used).trailing_zeros().min(LEVELS - 1);
    for &cell in cells {
        *taken.entry(cell).or_default() |= 1 << level;
    }
    level
}

/// The cells that each grid has of the set, as rows and columns.
fn by_grid<'s, 'p>(
    cells: &[usize],
    places: &'s Places<'p>,
) -> Vec<(&'s Place<'p>, HashSet<Corner>)> {
    let mut out: Vec<(&Place<'p>, HashSet<Corner>)> = Vec::new();
    for &cell in cells {
        let Some((place, row, column)) = places.find(cell) else {
            continue;
        };
        match out
            .iter_mut()
            .find(|(known, _)| std::ptr::eq(*known, place))
        {
            Some((_, cells)) => _ = cells.insert((row, column)),
            None => out.push((place, HashSet::from([(row, column)]))),
        }
    }
    out
}

fn draw_part(
    place: &Place<'_>,
    cells: &HashSet<Corner>,
    emphasis: Emphasis,
    level: u32,
    shapes: &mut Vec<SceneShape>,
) {
    let side = place.width.min(place.height);
    let inset = (FIRST + NEXT * f64::from(level)) * side;
    let loops = borders(cells);
    let mut pens = Vec::new();
    for corners in &loops {
        let points: Vec<Point> = corners
            .iter()
            .map(|corner| moved_in(place, corner, inset))
            .collect();
        pens.extend(round_polygon(&points, 0.1 * side));
    }
    let thickness = match emphasis {
        Emphasis::Picked => 0.075,
        Emphasis::Base | Emphasis::Wrong => 0.05,
        _ => 0.04,
    };
    let is_dashed = matches!(
        emphasis,
        Emphasis::Cover | Emphasis::Fin | Emphasis::Removed | Emphasis::Differs
    );
    let stroke = Stroke {
        paint: Paint::Strong(emphasis),
        width: thickness * side,
        is_dashed,
    };
    shapes.push(SceneShape::stroked(pens, stroke));
    // Borders of holes begin where the way comes from the east.
    let starts = loops.iter().filter_map(|corners| corners.first());
    for start in starts.filter(|turn| turn.comes == NORTH).take(MOST_BADGES) {
        let (x, y) = moved_in(place, start, inset);
        let at = (x + (0.2 + 0.25 * f64::from(level)) * side, y);
        badge(at, 0.12 * side, emphasis, shapes);
    }
}

/// A dashed line around cells, with words in the first.
pub(super) fn cages(place: &Place<'_>, shapes: &mut Vec<SceneShape>) {
    let (columns, side) = (place.grid.columns(), place.width.min(place.height));
    let inset = CAGE * side;
    for cage in &place.grid.cages {
        let cells = cage
            .cells
            .iter()
            .map(|cell| (cell / columns.max(1), cell % columns.max(1)));
        let cells: HashSet<Corner> = cells.filter(|cell| cell.0 < place.grid.rows()).collect();
        let mut pens = Vec::new();
        for corners in borders(&cells) {
            let points = corners.iter().map(|corner| moved_in(place, corner, inset));
            pens.extend(polygon(&points.collect::<Vec<_>>()));
        }
        let stroke = Stroke {
            paint: Paint::Mark,
            width: 0.022 * side,
            is_dashed: true,
        };
        shapes.push(SceneShape::stroked(pens, stroke));
        let (Some(text), Some(&(row, column))) = (&cage.text, cells.iter().min()) else {
            continue;
        };
        let area = place.area(row, column);
        let letters = words::size_to_fit(text, 0.24 * side, 0.6 * side);
        let (x, y) = (area.left + inset, area.top + inset + 0.1 * side);
        let ground = rectangle(
            area.left + 0.04 * side,
            area.top + 0.04 * side,
            x + words::width(text) * letters,
            y + 0.4 * letters,
        );
        shapes.push(SceneShape::filled(ground, Paint::Cell));
        shapes.push(SceneShape::Text(SceneText {
            is_centred: false,
            ..SceneText::around((x, y), text, letters, Paint::Clue)
        }));
    }
}

/// The distance of the line of a cage from the border of its cells, in parts of a cell's side.
const CAGE: f64 = 0.06;

/// A turn of the border: the corner, the direction in which it comes and the one in which it leaves. Directions are
/// east, south, west, north.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Turn {
    corner: Corner,
    comes: usize,
    goes: usize,
}

const NORTH: usize = 3;

/// East, south, west, north as steps in columns and rows.
const STEPS: [(f64, f64); 4] = [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)];

fn moved_in(place: &Place<'_>, turn: &Turn, inset: f64) -> Point {
    // The cells lie to the right of the way: one direction further.
    let (one, other) = (STEPS[(turn.comes + 1) % 4], STEPS[(turn.goes + 1) % 4]);
    let (row, column) = turn.corner;
    (
        place.left + column as f64 * place.width + inset * (one.0 + other.0),
        place.top + row as f64 * place.height + inset * (one.1 + other.1),
    )
}

/// The closed borders of a set of cells, each as its turns. The first turn of the first is the
/// left upper corner of the topmost, then leftmost cell.
fn borders(cells: &HashSet<Corner>) -> Vec<Vec<Turn>> {
    let ways = ways(cells);
    let mut starts: Vec<(Corner, usize)> = ways.iter().copied().collect();
    starts.sort_unstable();
    let mut walked = HashSet::new();
    let mut out = Vec::new();
    for start in starts {
        let mut turns = Vec::new();
        let mut way = start;
        while walked.insert(way) {
            let comes = way.1;
            let corner = step(way.0, comes);
            // Right first: that stays with the same cell.
            let mut next = [1, 0, 3].map(|turn| (comes + turn) % 4).into_iter();
            let goes = next.find(|goes| ways.contains(&(corner, *goes)));
            let goes = goes.unwrap_or(comes);
            if goes != comes {
                turns.push(Turn {
                    corner,
                    comes,
                    goes,
                });
            }
            way = (corner, goes);
        }
        if !turns.is_empty() {
            // The walk ends with the turn at the corner where it began.
            turns.rotate_right(1);
            out.push(turns);
        }
    }
    out
}

/// The sides of cells on the border, as the corner where each starts and its direction.
fn ways(cells: &HashSet<Corner>) -> HashSet<(Corner, usize)> {
    let mut out = HashSet::new();
    let has = |row: Option<usize>, column: Option<usize>| match (row, column) {
        (Some(row), Some(column)) => cells.contains(&(row, column)),
        _ => false,
    };
    for &(row, column) in cells {
        if !has(row.checked_sub(1), Some(column)) {
            out.insert(((row, column), 0));
        }
        if !has(Some(row), Some(column + 1)) {
            out.insert(((row, column + 1), 1));
        }
        if !has(Some(row + 1), Some(column)) {
            out.insert(((row + 1, column + 1), 2));
        }
        if !has(Some(row), column.checked_sub(1)) {
            out.insert(((row + 1, column), 3));
        }
    }
    out
}

fn step(corner: Corner, direction: usize) -> Corner {
    let (row, column) = corner;
    match direction {
        0 => (row, column + 1),
        1 => (row + 1, column),
        2 => (row, column - 1),
        _ => (row - 1, column),
    }
}

/// A sign on the line with the meaning of the colour.
fn badge(at: Point, radius: f64, emphasis: Emphasis, shapes: &mut Vec<SceneShape>) {
    let lines: &[[(f64, f64); 2]] = match emphasis {
        Emphasis::Removed => &[[(-0.4, -0.4), (0.4, 0.4)], [(-0.4, 0.4), (0.4, -0.4)]],
        Emphasis::Picked => &[[(-0.45, 0.05), (-0.1, 0.4)], [(-0.1, 0.4), (0.45, -0.35)]],
        Emphasis::Wrong => &[[(0.0, -0.55), (0.0, 0.1)], [(0.0, 0.5), (0.0, 0.5)]],
        Emphasis::Differs => &[
            [(-0.45, -0.2), (0.45, -0.2)],
            [(-0.45, 0.2), (0.45, 0.2)],
            [(-0.25, 0.5), (0.25, -0.5)],
        ],
        Emphasis::None | Emphasis::Base | Emphasis::Cover | Emphasis::Fin => return,
    };
    shapes.push(SceneShape::filled(
        disc(at, radius),
        Paint::Strong(emphasis),
    ));
    let put = |(x, y): (f64, f64)| (at.0 + radius * x, at.1 + radius * y);
    let line = |&[from, to]: &[Point; 2]| [Pen::Move(put(from)), Pen::Line(put(to))];
    let pens: Vec<Pen> = lines.iter().flat_map(line).collect();
    let stroke = Stroke::plain(Paint::Paper, 0.22 * radius);
    shapes.push(SceneShape::stroked(pens, stroke));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(rows: &[&str]) -> HashSet<Corner> {
        let mut out = HashSet::new();
        for (row, line) in rows.iter().enumerate() {
            let letters = line.chars().enumerate();
            out.extend(letters.filter(|l| l.1 == '#').map(|l| (row, l.0)));
        }
        out
    }

    fn corners(rows: &[&str]) -> Vec<Vec<Corner>> {
        let loops = borders(&set(rows)).into_iter();
        let corners = |turns: Vec<Turn>| turns.into_iter().map(|turn| turn.corner).collect();
        loops.map(corners).collect()
    }

    #[test]
    fn a_block_has_four_corners() {
        assert_eq!(
            corners(&["...", ".##", ".##"]),
            [[(1, 1), (1, 3), (3, 3), (3, 1)]]
        );
    }

    #[test]
    fn cells_that_touch_at_a_corner_have_borders_of_their_own() {
        assert_eq!(
            corners(&["#.", ".#"]),
            [
                [(0, 0), (0, 1), (1, 1), (1, 0)],
                [(1, 1), (1, 2), (2, 2), (2, 1)]
            ]
        );
    }

    #[test]
    fn a_ring_has_a_border_inside() {
        let loops = corners(&["###", "#.#", "###"]);
        assert_eq!(loops[0], [(0, 0), (0, 3), (3, 3), (3, 0)]);
        // The other way round, so that its cells are on the right hand too.
        assert_eq!(loops[1], [(1, 1), (2, 1), (2, 2), (1, 2)]);
    }

    #[test]
    fn a_line_further_in_is_taken_by_each_that_shares_a_cell() {
        let mut taken = HashMap::new();
        assert_eq!(free_level(&[0, 1, 2], &mut taken), 0);
        assert_eq!(free_level(&[2, 5], &mut taken), 1);
        assert_eq!(free_level(&[5, 6], &mut taken), 0);
        assert_eq!(free_level(&[0, 5], &mut taken), 2);
        for _ in 0..100 {
            assert!(free_level(&[0], &mut taken) < LEVELS);
        }
    }
}
