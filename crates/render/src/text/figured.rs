//! A grid with figures as text: lines from cell to cell and strokes along edges with the signs for boxes, words around it.
//!
//! A line has a sign for each corner or upright edge, and as many as the widest words of a cell, and two, for each cell or level
//! edge. Lines of edges are there if something lies on one of them. A fill takes all the room of its cell.

use super::{Drawn, corner};
use crate::{Cell, Drawing, Figure, Grid, Role, Ruling, Site, Tint};

/// The signs of lines that leave their place at these sides: 1 up, 2 right, 4 down, 8 left.
const ROADS: [&str; 16] = [
    "", "╵", "╶", "└", "╷", "│", "┌", "├", "╴", "┘", "─", "┴", "┐", "┤", "┬", "┼",
];

/// Draws a grid; `paint` colours the words of a cell.
pub(super) fn draw(grid: &Grid, paint: impl Fn(&Cell, &str) -> String) -> Drawn {
    let mut contents: Vec<Content> = grid.cells.iter().map(Content::of).collect();
    // Between lines from cell to cell a cell is seen even if nothing is on it.
    let has_dots = grid.has_joints() && grid.ruling != Ruling::Dots;
    for (content, cell) in contents.iter_mut().zip(&grid.cells) {
        if has_dots && content.words.is_empty() && cell.lines.is_empty() {
            content.words.push('·');
        }
    }
    let above = grid.labels.top.iter().chain(&grid.labels.bottom).flatten();
    let widest = contents.iter().map(|content| count(&content.words));
    let widest = widest.chain(above.map(|label| count(label))).max();
    let sketch = Sketch {
        grid,
        contents,
        width: widest.unwrap_or(1).max(1) + 2,
        paint,
    };
    sketch.drawn()
}

fn count(text: &str) -> usize {
    text.chars().count()
}

/// The words of a cell's figures.
pub(super) fn words(cell: &Cell) -> String {
    Content::of(cell).words
}

/// What a terminal shows of a cell.
struct Content {
    words: String,
    /// The sign for the room around the words.
    fill: char,
}

impl Content {
    fn of(cell: &Cell) -> Self {
        let mut content = Self {
            words: String::new(),
            fill: ' ',
        };
        let drawing = cell.drawing.clone().into_iter();
        let drawing = drawing.map(|drawing| Figure::new(drawing, cell.role));
        for figure in drawing.chain(cell.figures.iter().cloned()) {
            content.add(&figure);
        }
        if content.words.is_empty() && content.fill == ' ' {
            content.words = cell.lines.first().cloned().unwrap_or_default();
        } else if content.words.is_empty() {
            content.words = content.fill.to_string();
        }
        content
    }

    fn add(&mut self, figure: &Figure) {
        let is_light = figure.tint == Tint::White;
        let sign = match &figure.drawing {
            Drawing::Fill if is_light => return,
            Drawing::Fill => {
                self.fill = if figure.role == Role::Clue {
                    '█'
                } else {
                    '▓'
                };
                return;
            }
            Drawing::Shade => {
                self.fill = '░';
                return;
            }
            Drawing::Text(words) => return self.words.push_str(words),
            Drawing::Small(words) => {
                let others = std::mem::replace(&mut self.words, words.clone());
                if !others.is_empty() {
                    self.words.push('/');
                    self.words.push_str(&others);
                }
                return;
            }
            Drawing::Pointer { text, step } => {
                self.words.push_str(text);
                return self.words.push(arrow(*step));
            }
            Drawing::Sums { below, right } => {
                self.fill = '░';
                if !below.is_empty() || !right.is_empty() {
                    self.words = format!("{below}\\{right}");
                }
                return;
            }
            drawing => sign(drawing, is_light),
        };
        self.words.push_str(sign);
    }
}

/// The sign of a figure without words.
fn sign(drawing: &Drawing, is_light: bool) -> &'static str {
    match drawing {
        Drawing::Half { is_south, is_east } => match (is_south, is_east) {
            (false, false) => "◤",
            (false, true) => "◥",
            (true, false) => "◣",
            (true, true) => "◢",
        },
        Drawing::Dot => "•",
        Drawing::Disc if is_light => "○",
        Drawing::Disc | Drawing::Pill([false, false, false, false]) => "●",
        Drawing::Ring => "○",
        Drawing::Star => "★",
        Drawing::Triangle => "▲",
        Drawing::Pill([_, true, _, false]) => "◖",
        Drawing::Pill([_, false, _, true]) => "◗",
        Drawing::Pill([false, _, true, _]) => "◓",
        Drawing::Pill([true, _, false, _]) => "◒",
        Drawing::Pill(_) => "■",
        Drawing::Cross => "×",
        Drawing::Slash { is_falling: true } => "╲",
        Drawing::Slash { is_falling: false } => "╱",
        _ => "",
    }
}

fn arrow((down, right): (i32, i32)) -> char {
    match (down.signum(), right.signum()) {
        (-1, 0) => '↑',
        (1, 0) => '↓',
        (0, -1) => '←',
        (0, 1) => '→',
        (-1, -1) => '↖',
        (-1, _) => '↗',
        (_, -1) => '↙',
        _ => '↘',
    }
}

/// What a terminal shows of an edge.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Edge {
    Nothing,
    /// A stroke along it.
    Stroke,
    /// A line across it.
    Link,
    Double,
    Sign(&'static str),
}

struct Sketch<'g, P> {
    grid: &'g Grid,
    contents: Vec<Content>,
    /// The room of a cell.
    width: usize,
    paint: P,
}

impl<P: Fn(&Cell, &str) -> String> Sketch<'_, P> {
    fn drawn(&self) -> Drawn {
        let grid = self.grid;
        let rows = grid.rows;
        let (left, right) = (&grid.labels.left, &grid.labels.right);
        let rim = side_width(left);
        let indent = if rim == 0 { 0 } else { rim + 1 };
        let mut drawn = Drawn::default();
        let mut push = |line: String, width: usize| drawn.push(line, width);
        if let Some(title) = &grid.title {
            push(title.clone(), count(title));
        }
        for line in self.labels(&grid.labels.top, true) {
            let line = format!("{}{line}", " ".repeat(indent));
            push(line.trim_end().to_owned(), count(&line));
        }
        let all_lines = (1..rows).any(|row| self.has_line(row));
        for row in 0..=rows {
            let is_rim = row == 0 || row == rows;
            if self.has_line(row) || all_lines && !is_rim {
                let line = format!("{}{}", " ".repeat(indent), self.line(row));
                let line = line.trim_end().to_owned();
                let width = count(&line);
                push(line, width);
            }
            if row == rows {
                break;
            }
            let words = left.get(row).map_or(String::new(), |words| words.join(" "));
            let before = if rim == 0 {
                String::new()
            } else {
                format!("{words:>rim$} ")
            };
            let (cells, width) = self.cells(row);
            let behind = right
                .get(row)
                .map_or(String::new(), |words| words.join(" "));
            let behind = if behind.is_empty() {
                behind
            } else {
                format!(" {behind}")
            };
            let width = width + count(&before) + count(&behind);
            let line = format!("{before}{cells}{behind}");
            push(line.trim_end().to_owned(), width);
        }
        for line in self.labels(&grid.labels.bottom, false) {
            let line = format!("{}{line}", " ".repeat(indent));
            push(line.trim_end().to_owned(), count(&line));
        }
        drawn
    }

    /// The words above or below the columns, line by line.
    fn labels(&self, side: &[Vec<String>], is_above: bool) -> Vec<String> {
        let most = side.iter().map(Vec::len).max().unwrap_or(0);
        let walled: Vec<bool> = (0..=self.grid.columns).map(|c| self.is_walled(c)).collect();
        let line = |k: usize| {
            let word = |(column, words): (usize, &Vec<String>)| {
                let at = if is_above {
                    (k + words.len()).checked_sub(most)
                } else {
                    Some(k)
                };
                let word = at.and_then(|at| words.get(at)).map_or("", String::as_str);
                let joint = if walled[column] { " " } else { "" };
                format!("{joint}{}", centred(word, self.width, ' '))
            };
            side.iter().enumerate().map(word).collect()
        };
        (0..most).map(line).collect()
    }

    /// Returns true if there are signs left of a column: at the rim if something is there, within if something is
    /// anywhere within.
    fn is_walled(&self, column: usize) -> bool {
        let has_dots = self.grid.ruling == Ruling::Dots;
        let is_rim = column == 0 || column == self.grid.columns;
        has_dots
            || is_rim && self.has_column(column)
            || (1..self.grid.columns).any(|column| self.has_column(column))
    }

    /// Returns true if something lies on the line of edges and corners above a row.
    fn has_line(&self, row: usize) -> bool {
        let grid = self.grid;
        let has_dots = grid.ruling == Ruling::Dots;
        has_dots
            || (0..=grid.columns).any(|column| {
                let is_edge = column < grid.columns;
                let edge = Site::Above(row, column);
                is_edge && (self.edge(edge) != Edge::Nothing || is_place(grid, edge))
                    || self.word(Site::Corner(row, column)).is_some()
            })
    }

    fn has_column(&self, column: usize) -> bool {
        let grid = self.grid;
        let is_edge = |row: usize| {
            self.edge(Site::Left(row, column)) != Edge::Nothing
                || is_place(grid, Site::Left(row, column))
        };
        (0..grid.rows).any(is_edge)
            || (0..=grid.rows).any(|row| self.word(Site::Corner(row, column)).is_some())
    }

    /// What lies on an edge: a figure, or else a wall.
    fn edge(&self, site: Site) -> Edge {
        let (rows, columns) = (self.grid.rows, self.grid.columns);
        let has_wall = match site {
            Site::Above(row, column) => {
                if column >= columns || row > rows {
                    return Edge::Nothing;
                }
                self.grid.has_wall_above(row, column)
            }
            Site::Left(row, column) => {
                if row >= rows || column > columns {
                    return Edge::Nothing;
                }
                self.grid.has_wall_left(row, column)
            }
            Site::Cell(..) | Site::Corner(..) => false,
        };
        let figures = self.grid.at(site).map_or(&[][..], |joint| &joint.figures);
        match figures.first().map(|figure| (&figure.drawing, figure.tint)) {
            Some((Drawing::Wall, _)) => Edge::Stroke,
            Some((Drawing::Link, _)) => Edge::Link,
            Some((Drawing::Double, _)) => Edge::Double,
            Some((drawing, tint)) => Edge::Sign(sign(drawing, tint == Tint::White)),
            None if has_wall => Edge::Stroke,
            None => Edge::Nothing,
        }
    }

    /// The words at a corner.
    fn word(&self, site: Site) -> Option<String> {
        let joint = self.grid.at(site)?;
        let content = Content::of(joint);
        (!content.words.is_empty() && !joint.figures.is_empty()).then_some(content.words)
    }

    /// The line of edges and corners above a row.
    fn line(&self, row: usize) -> String {
        let mut line = String::new();
        for column in 0..=self.grid.columns {
            if self.is_walled(column) {
                line.push_str(&self.corner(row, column));
            }
            if column < self.grid.columns {
                line.push_str(&match self.edge(Site::Above(row, column)) {
                    Edge::Stroke => "─".repeat(self.width),
                    Edge::Nothing => " ".repeat(self.width),
                    Edge::Link => centred("│", self.width, ' '),
                    Edge::Double => centred("║", self.width, ' '),
                    Edge::Sign(sign) => centred(sign, self.width, ' '),
                });
            }
        }
        line
    }

    fn corner(&self, row: usize, column: usize) -> String {
        if let Some(word) = self.word(Site::Corner(row, column)) {
            return word.chars().take(1).collect();
        }
        let is_stroke =
            |site: Option<Site>| site.is_some_and(|site| self.edge(site) == Edge::Stroke);
        let strokes = [
            is_stroke(row.checked_sub(1).map(|row| Site::Left(row, column))),
            is_stroke(Some(Site::Left(row, column))),
            is_stroke(column.checked_sub(1).map(|column| Site::Above(row, column))),
            is_stroke(Some(Site::Above(row, column))),
        ];
        match corner(strokes) {
            ' ' if self.grid.ruling == Ruling::Dots => "·".to_owned(),
            sign => sign.to_string(),
        }
    }

    /// The sides at which lines leave a cell: 1 up, 2 right, 4 down, 8 left.
    fn roads(&self, row: usize, column: usize) -> usize {
        let sides = [
            Site::Above(row, column),
            Site::Left(row, column + 1),
            Site::Above(row + 1, column),
            Site::Left(row, column),
        ];
        let is_road = |site: Site| matches!(self.edge(site), Edge::Link | Edge::Double);
        let bit = |(number, site): (usize, Site)| usize::from(is_road(site)) << number;
        sides.into_iter().enumerate().map(bit).sum()
    }

    /// The cells of a row, and how wide they are.
    fn cells(&self, row: usize) -> (String, usize) {
        let (mut line, mut width) = (String::new(), 0);
        for column in 0..=self.grid.columns {
            if self.is_walled(column) {
                line.push_str(match self.edge(Site::Left(row, column)) {
                    Edge::Nothing => " ",
                    Edge::Stroke => "│",
                    Edge::Link => "─",
                    Edge::Double => "═",
                    Edge::Sign(sign) => sign,
                });
                width += 1;
            }
            if column == self.grid.columns {
                break;
            }
            let cell = self.grid.cell(row, column);
            let content = &self.contents[row * self.grid.columns + column];
            let roads = self.roads(row, column);
            let is_words = !content.words.is_empty() && content.words != "·";
            let words = if is_words || roads == 0 {
                content.words.as_str()
            } else {
                ROADS[roads]
            };
            let dash = |bit: usize, site: Site| match self.edge(site) {
                _ if roads & bit == 0 => content.fill,
                Edge::Double => '═',
                _ => '─',
            };
            let rest = self.width - count(words);
            let (before, behind) = (rest / 2, rest - rest / 2);
            let left = dash(8, Site::Left(row, column));
            let right = dash(2, Site::Left(row, column + 1));
            line.extend(std::iter::repeat_n(left, before));
            line.push_str(&(self.paint)(cell, words));
            line.extend(std::iter::repeat_n(right, behind));
            width += self.width;
        }
        (line, width)
    }
}

/// Returns true if something may lie at a place.
fn is_place(grid: &Grid, site: Site) -> bool {
    grid.at(site).is_some_and(|joint| !joint.lines.is_empty())
}

/// The width of the words left of a grid.
fn side_width(side: &[Vec<String>]) -> usize {
    let widths = side.iter().map(|words| count(&words.join(" ")));
    widths.max().unwrap_or(0)
}

fn centred(text: &str, width: usize, fill: char) -> String {
    let rest = width.saturating_sub(count(text));
    let (before, behind) = (rest / 2, rest - rest / 2);
    let fill = |count: usize| std::iter::repeat_n(fill, count);
    fill(before)
        .chain(text.chars())
        .chain(fill(behind))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Picture;
    use crate::text::Text;

    fn drawn(grid: Grid) -> String {
        Text::default().draw(&Picture::from(grid))
    }

    fn put(grid: &mut Grid, site: Site, drawing: Drawing) {
        let number = grid.number(site);
        let place = grid.place_mut(number).unwrap();
        place.figures = vec![Figure::new(drawing, Role::Answer)];
    }

    #[test]
    fn a_fence_runs_between_dots() {
        let mut grid = Grid::new(2, 2);
        grid.ruling = Ruling::Dots;
        grid.add_joints();
        put(&mut grid, Site::Above(0, 0), Drawing::Wall);
        put(&mut grid, Site::Left(0, 0), Drawing::Wall);
        put(&mut grid, Site::Above(1, 1), Drawing::Cross);
        grid.cell_mut(0, 0).figures = vec![Figure::new(Drawing::Text("2".into()), Role::Clue)];
        assert_eq!(drawn(grid), "┌───╴   ·\n│ 2\n╵   · × ·\n\n·   ·   ·\n");
    }

    #[test]
    fn bridges_run_from_cell_to_cell() {
        let mut grid = Grid::new(1, 3);
        grid.add_joints();
        for (column, number) in [(0, "2"), (2, "2")] {
            let clue = Figure::new(Drawing::Text(number.into()), Role::Clue);
            grid.cell_mut(0, column).figures = vec![clue];
        }
        put(&mut grid, Site::Left(0, 1), Drawing::Double);
        put(&mut grid, Site::Left(0, 2), Drawing::Link);
        assert_eq!(drawn(grid), "  2═══────2\n");
    }

    #[test]
    fn words_stand_around() {
        let mut grid = Grid::new(2, 2);
        grid.labels.top = vec![vec!["1".into(), "1".into()], vec!["3".into()]];
        grid.labels.left = vec![vec!["12".into()], Vec::new()];
        grid.labels.right = vec![Vec::new(), vec!["4".into()]];
        grid.cell_mut(0, 1).figures = vec![Figure::new(Drawing::Fill, Role::Clue)];
        grid.cell_mut(1, 0).lines = vec!["·".into()];
        assert_eq!(drawn(grid), "    1\n    1  3\n12    ███\n    ·     4\n");
    }
}
