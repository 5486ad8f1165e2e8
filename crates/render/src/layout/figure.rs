//! Figures: signs in cells, on edges and at corners, and what a step says of a place whose candidates are not noted.
//!
//! From the ground up: fills, halves and discs; lines from cell to cell; then words, each on a ground of its own where a line
//! passes under it; strokes along edges and what lies at corners. Lengths are parts of a cell's shorter side.

use super::CELL;
use super::place::{Area, Place};
use super::tile::{disc, polygon};
use super::{emphasis, words};
use crate::scene::{Paint, Pen, Point, SceneShape, SceneText, Stroke, rectangle};
use crate::{Cell, Drawing, Emphasis, Figure, Mark, Role, Ruling, Site, Tint};
use std::f64::consts::{PI, TAU};

/// The radius of a disc or circle in a cell, of a dot, and of a circle at a corner or on an edge.
const RADIUS: f64 = 0.38;
const DOT: f64 = 0.1;
const JOINT: f64 = 0.2;
/// The radius of the ground under words that a line passes under.
const HALO: f64 = 0.3;
/// The thickness of lines from cell to cell, of strokes along edges, of the strokes of a sign and of a circle.
const LINK: f64 = 0.13;
const WALL: f64 = 0.11;
const SIGN: f64 = 0.075;
const CIRCLE: f64 = 0.055;
/// Half the distance of the two lines of a double one.
const APART: f64 = 0.085;

/// What a step says of a place whose candidates are not noted: its emphasis, and the value that it is about, if it is one.
pub(super) fn told(cell: &Cell) -> (Emphasis, Option<&Mark>) {
    if cell.emphasis != Emphasis::None {
        return (cell.emphasis, None);
    }
    let is_told = |mark: &&Mark| mark.is_quiet && mark.emphasis != Emphasis::None;
    let told = || cell.marks.iter().filter(is_told);
    if let Some(found) = told().find(|mark| mark.emphasis == Emphasis::Picked) {
        return (Emphasis::Picked, Some(found));
    }
    match told().collect::<Vec<_>>()[..] {
        [] => (Emphasis::None, None),
        [mark] => (mark.emphasis, Some(mark)),
        [mark, ..] => (mark.emphasis, None),
    }
}

/// The paints of a figure.
#[derive(Clone, Copy)]
struct Inks {
    /// Of its lines and words.
    line: Paint,
    /// Of its area.
    fill: Paint,
    /// Of words on its area.
    on_fill: Paint,
}

impl Inks {
    fn of(figure: &Figure) -> Self {
        let line = match figure.role {
            Role::Clue => Paint::Clue,
            Role::Answer => Paint::Answer,
            Role::Empty => Paint::Mark,
        };
        let (fill, on_fill) = match (figure.tint, figure.role, &figure.drawing) {
            (Tint::White, ..) => (Paint::Cell, Paint::Clue),
            (Tint::Socket(number), ..) => (Paint::Socket(number), Paint::Clue),
            (Tint::Ink, _, Drawing::Shade | Drawing::Sums { .. }) => (Paint::Area(7), Paint::Clue),
            (Tint::Black, ..) | (Tint::Ink, Role::Clue, _) => (Paint::Wall, Paint::Paper),
            (Tint::Ink, _, Drawing::Fill | Drawing::Half { .. }) => (Paint::Shade, Paint::Clue),
            (Tint::Ink, ..) => (line, Paint::Paper),
        };
        let line = match figure.tint {
            Tint::Ink => line,
            Tint::White => Paint::Clue,
            Tint::Black | Tint::Socket(_) => fill,
        };
        Self {
            line,
            fill,
            on_fill,
        }
    }

    /// Those of a value that a step is about.
    fn told(emphasis: Emphasis) -> Self {
        Self {
            line: Paint::Strong(emphasis),
            fill: Paint::Strong(emphasis),
            on_fill: Paint::Paper,
        }
    }
}

/// Fills, halves, discs and lines: all that lies under the words.
pub(super) fn draw_under(place: &Place<'_>, shapes: &mut Vec<SceneShape>) {
    for (_, row, column) in place.cells() {
        let (cell, area) = (place.grid.cell(row, column), place.area(row, column));
        let (emphasis, value) = told(cell);
        // What a step says of the ground is seen around what lies on it.
        let inner = area.inset(if emphasis == Emphasis::None {
            0.0
        } else {
            0.14 * area.least()
        });
        for figure in all(cell).filter(|figure| is_ground(&figure.drawing)) {
            ground(&figure.drawing, inner, Inks::of(&figure), shapes);
        }
        let told = value.and_then(|mark| mark.drawing.as_ref());
        if let Some(drawing) = told.filter(|drawing| is_ground(drawing)) {
            let inner = area.inset(0.2 * area.least());
            ground(drawing, inner, Inks::told(emphasis), shapes);
        }
    }
}

/// Lines from cell to cell and the contents of cells.
pub(super) fn draw(place: &Place<'_>, shapes: &mut Vec<SceneShape>) {
    let has_link = linked(place);
    for (number, row, column) in place.cells() {
        let (cell, area) = (place.grid.cell(row, column), place.area(row, column));
        if !has_words(cell) || !has_link[number - place.first] {
            round(cell, area, shapes);
        }
    }
    joints(place, true, shapes);
    for (number, row, column) in place.cells() {
        let (cell, area) = (place.grid.cell(row, column), place.area(row, column));
        if has_words(cell) && has_link[number - place.first] {
            halo(cell, area, shapes);
            round(cell, area, shapes);
        }
        signs(cell, area, shapes);
    }
    if place.grid.ruling == Ruling::Dots {
        dots(place, shapes);
    }
    joints(place, false, shapes);
}

/// The figures of a cell, with its drawing.
fn all(cell: &Cell) -> impl Iterator<Item = Figure> + '_ {
    let drawing = cell.drawing.clone().into_iter();
    let drawing = drawing.map(|drawing| Figure::new(drawing, cell.role));
    drawing.chain(cell.figures.iter().cloned())
}

fn is_ground(drawing: &Drawing) -> bool {
    matches!(
        drawing,
        Drawing::Fill | Drawing::Shade | Drawing::Half { .. } | Drawing::Sums { .. }
    )
}

fn is_round(drawing: &Drawing) -> bool {
    matches!(drawing, Drawing::Disc | Drawing::Ring)
}

fn has_words(cell: &Cell) -> bool {
    let mut figures = cell.figures.iter();
    figures.any(|figure| matches!(figure.drawing, Drawing::Text(_) | Drawing::Pointer { .. }))
}

/// For each cell whether a line from cell to cell ends in it.
fn linked(place: &Place<'_>) -> Vec<bool> {
    let grid = place.grid;
    let mut linked = vec![false; grid.cells.len()];
    for (_, site, joint) in grid.joints() {
        let told = told(joint).1.and_then(|mark| mark.drawing.clone());
        let mut drawings = all(joint).map(|figure| figure.drawing).chain(told);
        if !drawings.any(|drawing| matches!(drawing, Drawing::Link | Drawing::Double)) {
            continue;
        }
        let (columns, rows) = (grid.columns, grid.rows);
        let ends = match site {
            Site::Above(row, column) => [
                row.checked_sub(1).map(|row| (row, column)),
                Some((row, column)),
            ],
            Site::Left(row, column) => [
                column.checked_sub(1).map(|column| (row, column)),
                Some((row, column)),
            ],
            Site::Cell(..) | Site::Corner(..) => continue,
        };
        for (row, column) in ends.into_iter().flatten() {
            if row < rows && column < columns {
                linked[row * columns + column] = true;
            }
        }
    }
    linked
}

/// The ground of a cell.
fn ground(drawing: &Drawing, area: Area, inks: Inks, shapes: &mut Vec<SceneShape>) {
    let whole = || rectangle(area.left, area.top, area.right(), area.bottom());
    match *drawing {
        Drawing::Fill | Drawing::Shade => shapes.push(SceneShape::filled(whole(), inks.fill)),
        Drawing::Sums { .. } => {
            shapes.push(SceneShape::filled(whole(), inks.fill));
            let pens = [Pen::Move(area.at(0.0, 0.0)), Pen::Line(area.at(1.0, 1.0))];
            let stroke = Stroke::plain(Paint::Mark, 0.025 * area.least());
            shapes.push(SceneShape::stroked(pens, stroke));
        }
        Drawing::Half { is_south, is_east } => {
            let (x, y) = (f64::from(u8::from(is_east)), f64::from(u8::from(is_south)));
            let corners = [area.at(x, y), area.at(1.0 - x, y), area.at(x, 1.0 - y)];
            shapes.push(SceneShape::filled(polygon(&corners), inks.fill));
        }
        _ => {}
    }
}

/// Discs and circles of a cell.
fn round(cell: &Cell, area: Area, shapes: &mut Vec<SceneShape>) {
    for figure in all(cell).filter(|figure| is_round(&figure.drawing)) {
        sign(&figure.drawing, area, RADIUS, Inks::of(&figure), shapes);
    }
}

/// The ground of words that a line passes under.
fn halo(cell: &Cell, area: Area, shapes: &mut Vec<SceneShape>) {
    if cell.figures.iter().any(|figure| is_round(&figure.drawing)) {
        return;
    }
    let mut grounds = all(cell).filter(|figure| is_ground(&figure.drawing));
    let paint = match (told(cell).0, grounds.next()) {
        (Emphasis::None, None) => Paint::Cell,
        (Emphasis::None, Some(figure)) => Inks::of(&figure).fill,
        (emphasis, _) => Paint::Soft(emphasis),
    };
    let pens = disc(area.middle(), HALO * area.least());
    shapes.push(SceneShape::filled(pens, paint));
}

/// What lies on the ground of a cell, and the value that a step is about.
fn signs(cell: &Cell, area: Area, shapes: &mut Vec<SceneShape>) {
    let (emphasis, value) = told(cell);
    let told = value.and_then(|mark| mark.drawing.as_ref());
    let is_under =
        |drawing: &Drawing| matches!(drawing, Drawing::Fill | Drawing::Shade | Drawing::Disc);
    let figures = all(cell).filter(|figure| is_under(&figure.drawing));
    let on_fill = match told {
        Some(drawing) if is_ground(drawing) => Some(Paint::Paper),
        _ => figures.map(|figure| Inks::of(&figure).on_fill).last(),
    };
    // Beside words there is room for a dot in the corner.
    let dot_area = if has_words(cell) {
        let inner = area.inset(0.3 * area.least());
        Area {
            left: inner.left + 0.33 * area.width,
            top: inner.top + 0.33 * area.height,
            ..inner
        }
    } else {
        area
    };
    for figure in all(cell) {
        let mut inks = Inks::of(&figure);
        if let (Some(paint), Tint::Ink) = (on_fill, figure.tint)
            && matches!(
                figure.drawing,
                Drawing::Text(_) | Drawing::Small(_) | Drawing::Pointer { .. }
            )
        {
            inks.line = paint;
        }
        let is_dot = figure.drawing == Drawing::Dot && figure.role == Role::Empty;
        if !is_ground(&figure.drawing) && !is_round(&figure.drawing) {
            let area = if is_dot { dot_area } else { area };
            sign(&figure.drawing, area, RADIUS, inks, shapes);
        }
        if let Drawing::Sums { below, right } = &figure.drawing {
            sums(below, right, area, inks.line, shapes);
        }
    }
    if let Some(drawing) = told {
        let inner = match drawing {
            Drawing::Dot => dot_area,
            _ => area.inset(0.2 * area.least()),
        };
        sign(drawing, inner, RADIUS, Inks::told(emphasis), shapes);
    } else if let Some(mark) = value {
        let paint = Paint::Strong(emphasis);
        shapes.push(text(&mark.text, area.middle(), 0.5, area, paint));
    }
}

fn sums(below: &str, right: &str, area: Area, paint: Paint, shapes: &mut Vec<SceneShape>) {
    let places = [(below, area.at(0.28, 0.74)), (right, area.at(0.72, 0.28))];
    for (sum, at) in places.into_iter().filter(|(sum, _)| !sum.is_empty()) {
        shapes.push(fitted(sum, at, 0.36, 0.5, area, paint));
    }
}

/// A candidate as a drawing in its slot.
pub(super) fn mark(drawing: &Drawing, area: Area, shapes: &mut Vec<SceneShape>) {
    let inks = Inks {
        line: Paint::Mark,
        fill: Paint::Road,
        on_fill: Paint::Clue,
    };
    if is_ground(drawing) {
        ground(drawing, area, inks, shapes);
    } else {
        sign(drawing, area, RADIUS, inks, shapes);
    }
}

/// Returns true for the drawing of a tile, which fills its cell.
pub(super) fn is_tile(drawing: &Drawing) -> bool {
    matches!(
        drawing,
        Drawing::Roads(_) | Drawing::Loops(_) | Drawing::Sockets(_)
    )
}

/// A sign in an area.
fn sign(drawing: &Drawing, area: Area, radius: f64, inks: Inks, shapes: &mut Vec<SceneShape>) {
    let (unit, middle) = (area.least(), area.middle());
    let area_square = area.square();
    let stroke = |paint, width: f64| Stroke::plain(paint, width * unit);
    match drawing {
        Drawing::Text(words) => {
            shapes.push(fitted(words, middle, 0.56, 0.86, area, inks.line));
        }
        Drawing::Small(words) => {
            let size = words::size_to_fit(words, 0.3 * unit, 0.8 * area.width);
            let at = (area.left + 0.07 * unit, area.top + 0.2 * unit);
            shapes.push(SceneShape::Text(SceneText {
                is_centred: false,
                ..SceneText::around(at, words, size, inks.line)
            }));
        }
        Drawing::Pointer { text, step } => pointer(text, *step, area, inks.line, shapes),
        Drawing::Dot => {
            shapes.push(SceneShape::filled(disc(middle, DOT * unit), inks.fill));
        }
        Drawing::Disc => {
            let stroke = (inks.fill == Paint::Cell).then(|| stroke(Paint::Clue, CIRCLE));
            shapes.push(SceneShape::Path {
                pens: disc(middle, radius * unit),
                fill: Some(inks.fill),
                stroke,
                cell: None,
            });
        }
        Drawing::Ring => shapes.push(SceneShape::Path {
            pens: disc(middle, radius * unit),
            fill: Some(Paint::Cell),
            stroke: Some(stroke(inks.line, CIRCLE)),
            cell: None,
        }),
        Drawing::Star => {
            let pens = polygon(&star(middle, RADIUS * unit));
            shapes.push(SceneShape::filled(pens, inks.line));
        }
        Drawing::Triangle => {
            let corners = [(0.5, 0.18), (0.84, 0.8), (0.16, 0.8)];
            let corners = corners.map(|(x, y)| area_square.at(x, y));
            let stroke = stroke(inks.line, CIRCLE);
            shapes.push(SceneShape::Path {
                pens: polygon(&corners),
                fill: Some(inks.fill),
                stroke: Some(stroke),
                cell: None,
            });
        }
        Drawing::Pill(open) => {
            shapes.push(SceneShape::filled(pill(*open, area), inks.line));
        }
        Drawing::Cross => {
            let at = |x: f64, y: f64| area_square.at(0.5 + 0.22 * x, 0.5 + 0.22 * y);
            let lines = [[(-1.0, -1.0), (1.0, 1.0)], [(-1.0, 1.0), (1.0, -1.0)]];
            let pens = lines
                .iter()
                .flat_map(|&[from, to]| [Pen::Move(at(from.0, from.1)), Pen::Line(at(to.0, to.1))]);
            let pens: Vec<Pen> = pens.collect();
            shapes.push(SceneShape::stroked(pens, stroke(inks.line, SIGN)));
        }
        Drawing::Slash { is_falling } => {
            let (from, to) = if *is_falling { (0.0, 1.0) } else { (1.0, 0.0) };
            let pens = [Pen::Move(area.at(0.0, from)), Pen::Line(area.at(1.0, to))];
            shapes.push(SceneShape::stroked(pens, stroke(inks.line, SIGN)));
        }
        Drawing::Wall | Drawing::Link => {
            let pens = [Pen::Move(area.at(0.1, 0.5)), Pen::Line(area.at(0.9, 0.5))];
            shapes.push(SceneShape::stroked(pens, stroke(inks.line, LINK)));
        }
        Drawing::Double => {
            let line = |y: f64| [Pen::Move(area.at(0.1, y)), Pen::Line(area.at(0.9, y))];
            let pens = [line(0.5 - APART), line(0.5 + APART)].concat();
            shapes.push(SceneShape::stroked(pens, stroke(inks.line, SIGN)));
        }
        // Grounds and tiles are drawn elsewhere.
        _ => {}
    }
}

fn fitted(words: &str, at: Point, size: f64, room: f64, area: Area, paint: Paint) -> SceneShape {
    let size = words::size_to_fit(words, size * area.height, room * area.width);
    SceneShape::Text(SceneText {
        is_bold: paint == Paint::Clue || paint == Paint::Paper,
        ..SceneText::around(at, words, size, paint)
    })
}

fn text(words: &str, at: Point, size: f64, area: Area, paint: Paint) -> SceneShape {
    fitted(words, at, size, 0.86, area, paint)
}

/// A number with an arrow: above it where the arrow is level, else beside it.
fn pointer(
    words: &str,
    (down, right): (i32, i32),
    area: Area,
    paint: Paint,
    shapes: &mut Vec<SceneShape>,
) {
    let (dx, dy) = (f64::from(right.signum()), f64::from(down.signum()));
    let (at, from) = match (words.is_empty(), down) {
        (true, _) => ((0.5, 0.5), (0.5, 0.5)),
        (false, 0) => ((0.5, 0.6), (0.5, 0.2)),
        (false, _) => ((0.4, 0.5), (0.8, 0.5)),
    };
    if !words.is_empty() {
        shapes.push(fitted(words, area.at(at.0, at.1), 0.5, 0.55, area, paint));
    }
    let reach = if words.is_empty() { 0.32 } else { 0.26 };
    let reach = if dx != 0.0 && dy != 0.0 {
        0.6 * reach
    } else {
        reach
    };
    let put = |along: f64, aside: f64| {
        area.at(
            from.0 + along * dx - aside * dy,
            from.1 + along * dy + aside * dx,
        )
    };
    let stroke = Stroke::plain(paint, 0.04 * area.least());
    let line = [
        Pen::Move(put(-reach, 0.0)),
        Pen::Line(put(reach - 0.12, 0.0)),
    ];
    shapes.push(SceneShape::stroked(line, stroke));
    let head = [
        put(reach, 0.0),
        put(reach - 0.16, 0.09),
        put(reach - 0.16, -0.09),
    ];
    shapes.push(SceneShape::filled(polygon(&head), paint));
}

/// A block whose corners are round where it ends at both of their sides, or at the side across from where it continues.
fn pill(open: [bool; 4], area: Area) -> Vec<Pen> {
    let block = area.inset((0.5 - RADIUS) * area.least());
    let (rx, ry) = (block.width / 2.0, block.height / 2.0);
    let bent = 0.448;
    // From the left upper corner clockwise: which sides meet there, and the ways along both.
    let corners = [
        ([3, 0], (block.left, block.top), (0.0, 1.0), (1.0, 0.0)),
        ([0, 1], (block.right(), block.top), (-1.0, 0.0), (0.0, 1.0)),
        (
            [1, 2],
            (block.right(), block.bottom()),
            (0.0, -1.0),
            (-1.0, 0.0),
        ),
        (
            [2, 3],
            (block.left, block.bottom()),
            (1.0, 0.0),
            (0.0, -1.0),
        ),
    ];
    let mut pens = Vec::new();
    for (sides, (x, y), from, to) in corners {
        let is_round = sides.iter().all(|&side| !open[side]);
        let at = |(dx, dy): Point, part: f64| (x + part * dx * rx, y + part * dy * ry);
        let start = if is_round { at(from, 1.0) } else { (x, y) };
        pens.push(if pens.is_empty() {
            Pen::Move(start)
        } else {
            Pen::Line(start)
        });
        if is_round {
            pens.push(Pen::Curve(at(from, bent), at(to, bent), at(to, 1.0)));
        }
    }
    pens.push(Pen::Close);
    pens
}

/// The corners of a star with five points.
fn star(middle: Point, radius: f64) -> Vec<Point> {
    let corner = |number: u32| {
        let turn = TAU * f64::from(number) / 10.0 - PI / 2.0;
        let reach = if number.is_multiple_of(2) {
            radius
        } else {
            0.42 * radius
        };
        (
            middle.0 + reach * turn.cos(),
            middle.1 + 0.06 * radius + reach * turn.sin(),
        )
    };
    (0..10).map(corner).collect()
}

/// A dot at each corner of a cell.
fn dots(place: &Place<'_>, shapes: &mut Vec<SceneShape>) {
    let grid = place.grid;
    let mut pens = Vec::new();
    for row in 0..=grid.rows {
        for column in 0..=grid.columns {
            let at = place.at(Site::Corner(row, column));
            pens.extend(disc(at, 0.045 * place.least()));
        }
    }
    if !pens.is_empty() {
        shapes.push(SceneShape::filled(pens, Paint::Wall));
    }
}

/// What lies on edges and at corners: lines from cell to cell, or all else.
fn joints(place: &Place<'_>, are_links: bool, shapes: &mut Vec<SceneShape>) {
    let unit = place.least();
    let mut lines: Vec<(Paint, f64, Vec<Pen>)> = Vec::new();
    let mut later = Vec::new();
    let joints = place.grid.joints();
    for (_, site, joint) in joints.filter(|(_, _, joint)| joint.is_crossing() == are_links) {
        let (emphasis, value) = told(joint);
        if emphasis != Emphasis::None {
            band(place, site, are_links, emphasis, shapes);
        }
        let known = all(joint).map(|figure| {
            let inks = Inks::of(&figure);
            (figure.drawing, inks)
        });
        let told = value.and_then(|mark| mark.drawing.clone());
        let told = told.map(|drawing| (drawing, Inks::told(emphasis)));
        for (drawing, inks) in known.chain(told) {
            let Some(pens) = line(place, site, &drawing) else {
                at_joint(&drawing, place.at(site), unit, inks, &mut later);
                continue;
            };
            let width = match drawing {
                Drawing::Link => LINK,
                Drawing::Double => SIGN,
                _ => WALL,
            };
            match lines
                .iter_mut()
                .find(|(p, w, _)| *p == inks.line && same(*w, width))
            {
                Some((_, _, all)) => all.extend(pens),
                None => lines.push((inks.line, width, pens)),
            }
        }
    }
    for (paint, width, pens) in lines {
        shapes.push(SceneShape::stroked(
            pens,
            Stroke::plain(paint, width * unit),
        ));
    }
    shapes.append(&mut later);
}

/// A line on an edge, if the drawing is one.
fn line(place: &Place<'_>, site: Site, drawing: &Drawing) -> Option<Vec<Pen>> {
    let off = APART * place.least();
    Some(match drawing {
        Drawing::Wall => {
            let [from, to] = place.ends(site, false)?;
            vec![Pen::Move(from), Pen::Line(to)]
        }
        Drawing::Link => {
            let [from, to] = place.ends(site, true)?;
            vec![Pen::Move(from), Pen::Line(to)]
        }
        Drawing::Double => {
            let [from, to] = place.ends(site, true)?;
            let (dx, dy) = if same(from.0, to.0) {
                (off, 0.0)
            } else {
                (0.0, off)
            };
            let moved = |(x, y): Point, by: f64| (x + by * dx, y + by * dy);
            let line = |by: f64| [Pen::Move(moved(from, by)), Pen::Line(moved(to, by))];
            [line(-1.0), line(1.0)].concat()
        }
        _ => return None,
    })
}

fn same(one: f64, other: f64) -> bool {
    (one - other).abs() < 1e-9
}

/// A sign on an edge or at a corner.
fn at_joint(drawing: &Drawing, at: Point, unit: f64, inks: Inks, shapes: &mut Vec<SceneShape>) {
    let area = Area {
        left: at.0 - 0.5 * unit,
        top: at.1 - 0.5 * unit,
        width: unit,
        height: unit,
    };
    match drawing {
        Drawing::Text(_) => {
            let room = area.inset((0.5 - JOINT) * unit);
            shapes.push(SceneShape::Path {
                pens: disc(at, JOINT * unit),
                fill: Some(Paint::Cell),
                stroke: Some(Stroke::plain(Paint::Mark, 0.025 * unit)),
                cell: None,
            });
            sign(drawing, room.inset(-0.06 * unit), RADIUS, inks, shapes);
        }
        Drawing::Cross => sign(drawing, area.inset(0.27 * unit), RADIUS, inks, shapes),
        drawing => sign(drawing, area, 0.7 * JOINT, inks, shapes),
    }
}

/// The ground of an emphasised edge or corner.
pub(super) fn band(
    place: &Place<'_>,
    site: Site,
    is_crossing: bool,
    emphasis: Emphasis,
    shapes: &mut Vec<SceneShape>,
) {
    let unit = place.least();
    let paint = Paint::Soft(emphasis);
    let Some([from, to]) = place.ends(site, is_crossing) else {
        let pens = disc(place.at(site), 0.24 * unit);
        return shapes.push(SceneShape::filled(pens, paint));
    };
    let pens = [Pen::Move(from), Pen::Line(to)];
    // The line around it tells the emphasis on any ground.
    let rim = Stroke::plain(Paint::Strong(emphasis), 0.34 * unit);
    shapes.push(SceneShape::stroked(pens, rim));
    shapes.push(SceneShape::stroked(pens, Stroke::plain(paint, 0.28 * unit)));
}

/// The room of an edge or corner that can be clicked: it is not seen.
pub(super) fn grounds(
    place: &Place<'_>,
    number: &dyn Fn(usize) -> usize,
    shapes: &mut Vec<SceneShape>,
) {
    let reach = 0.3 * place.least();
    for (joint, site, cell) in place.grid.joints() {
        if cell.lines.is_empty() {
            continue;
        }
        let (x, y) = place.at(site);
        let corners = match (site, place.ends(site, false)) {
            (Site::Above(..), Some([from, to])) => [from, (x, y - reach), to, (x, y + reach)],
            (_, Some([from, to])) => [from, (x + reach, y), to, (x - reach, y)],
            _ => [
                (x, y - reach),
                (x + reach, y),
                (x, y + reach),
                (x - reach, y),
            ],
        };
        shapes.push(SceneShape::Path {
            pens: polygon(&corners),
            fill: None,
            stroke: None,
            cell: Some(number(place.first + joint)),
        });
    }
}

/// Lines through cells, from a bulb on; under everything else.
pub(super) fn trails(place: &Place<'_>, shapes: &mut Vec<SceneShape>) {
    let (columns, unit) = (place.grid.columns(), place.least());
    for trail in &place.grid.trails {
        let middles: Vec<Point> = (trail.cells.iter())
            .filter(|&&cell| cell < place.grid.cells.len())
            .map(|&cell| place.area(cell / columns, cell % columns).middle())
            .collect();
        let Some(&first) = middles.first() else {
            continue;
        };
        let moved = middles.iter().take(1).copied().map(Pen::Move);
        let lines = middles.iter().skip(1).copied().map(Pen::Line);
        let pens: Vec<Pen> = moved.chain(lines).collect();
        let stroke = Stroke::plain(Paint::Area(7), 0.3 * unit);
        shapes.push(SceneShape::stroked(pens, stroke));
        let bulb = disc(first, 0.36 * unit);
        shapes.push(SceneShape::filled(bulb, Paint::Area(7)));
    }
}

/// A place of a step that is outlined with others: an edge or a corner.
pub(super) fn outlined(
    place: &Place<'_>,
    joint: usize,
    emphasis: Emphasis,
    shapes: &mut Vec<SceneShape>,
) {
    let Some(cell) = place.grid.place(joint) else {
        return;
    };
    if told(cell).0 != Emphasis::None {
        return;
    }
    let unit = place.least();
    let site = place.grid.site(joint);
    let stroke = Stroke {
        paint: Paint::Strong(emphasis),
        width: 0.045 * unit,
        is_dashed: emphasis != Emphasis::Base && emphasis != Emphasis::Picked,
    };
    let Some([from, to]) = place.ends(site, cell.is_crossing()) else {
        let pens = disc(place.at(site), 0.26 * unit);
        return shapes.push(SceneShape::stroked(pens, stroke));
    };
    let reach = 0.13 * unit;
    let corners = if same(from.0, to.0) {
        rectangle(
            from.0 - reach,
            from.1.min(to.1) + reach,
            to.0 + reach,
            from.1.max(to.1) - reach,
        )
    } else {
        rectangle(
            from.0.min(to.0) + reach,
            from.1 - reach,
            from.0.max(to.0) - reach,
            to.1 + reach,
        )
    };
    let points: Vec<Point> = corners
        .iter()
        .filter_map(|pen| match *pen {
            Pen::Move(to) | Pen::Line(to) => Some(to),
            _ => None,
        })
        .collect();
    shapes.push(SceneShape::stroked(
        emphasis::round_polygon(&points, reach),
        stroke,
    ));
}

/// The size of the words around a grid.
pub(super) const LABEL: f64 = 0.46 * CELL;
