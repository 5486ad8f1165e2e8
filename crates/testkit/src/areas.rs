//! Slitherlinks and Nurikabes as models with lines and links, and the form in which collections of them come.

use std::collections::VecDeque;
use tilewright_model::{Choice, Language, Link, Model, ModelBuilder, ModelError, Node, Table};

/// A grid of clues.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clues {
    /// The number of rows.
    pub rows: usize,
    /// The number of columns.
    pub columns: usize,
    /// The clue of each cell, row after row.
    pub cells: Vec<Option<u32>>,
}

impl Clues {
    /// Reads the two dimensions and then cells apart from each other by spaces: a number, or `-`. A text with anything else
    /// is none.
    pub fn read(text: &str) -> Option<Self> {
        let mut words = text.split_whitespace();
        let mut dimension = || words.next()?.parse::<usize>().ok().filter(|&size| size > 0);
        let (rows, columns) = (dimension()?, dimension()?);
        let cell = |word: &str| match word {
            "-" => Some(None),
            number => number.parse().ok().map(Some),
        };
        let cells: Vec<Option<u32>> = words.map(cell).collect::<Option<_>>()?;
        (Some(cells.len()) == rows.checked_mul(columns)).then_some(Self {
            rows,
            columns,
            cells,
        })
    }

    /// The cells beside this one.
    fn neighbours(&self, cell: usize) -> Vec<usize> {
        let (row, column) = (cell / self.columns, cell % self.columns);
        let mut beside = Vec::with_capacity(4);
        if row > 0 {
            beside.push(cell - self.columns);
        }
        if column > 0 {
            beside.push(cell - 1);
        }
        if column + 1 < self.columns {
            beside.push(cell + 1);
        }
        if row + 1 < self.rows {
            beside.push(cell + self.columns);
        }
        beside
    }

    /// The pairs of cells beside each other.
    fn edges(&self) -> Vec<(u32, u32)> {
        let of = |cell: usize| {
            let beside = self.neighbours(cell).into_iter();
            beside.filter_map(move |next| (next > cell).then_some((cell as u32, next as u32)))
        };
        (0..self.cells.len()).flat_map(of).collect()
    }

    /// The cells of each square of two by two.
    fn squares(&self) -> impl Iterator<Item = [usize; 4]> + '_ {
        let columns = self.columns;
        let corners = (0..(self.rows - 1) * columns).filter(move |cell| (cell + 1) % columns > 0);
        corners.map(move |cell| [cell, cell + 1, cell + columns, cell + columns + 1])
    }

    /// Slitherlink: a loop along the edges of cells, this many around each clue.
    ///
    /// Choice 2 *e* is "edge *e* is on", 2 *e* + 1 "off". None or two are on at each corner, and all that are on hang
    /// together. (Cells that are inside or outside need fewer choices, and both solvers three times as long.)
    pub fn slitherlink(&self) -> Result<Model, ModelError> {
        let (rows, columns) = (self.rows as u32, self.columns as u32);
        let across = (rows + 1) * columns;
        // Edge `row * columns + column` is above that cell; those to the left of cells come after.
        let above = |row: u32, column: u32| row * columns + column;
        let left = |row: u32, column: u32| across + row * (columns + 1) + column;
        let edges = across + rows * (columns + 1);
        let mut b = ModelBuilder::new(2 * edges);
        let tiles: Result<Vec<_>, _> = (0..edges).map(|e| b.tile(&[2 * e, 2 * e + 1])).collect();
        let tiles = tiles?;
        let is_on = |_: usize, choice: Choice| 1 - choice.0 % 2;
        let count = |number| small(Language::count(&[false, true], number..=number));
        let of_clue: Vec<Language> = (0..=4).map(count).collect();
        let of_clue = |clue: usize| match of_clue.get(clue) {
            Some(known) => known.clone(),
            None => count(clue),
        };
        for (cell, clue) in (0..).zip(&self.cells) {
            let Some(clue) = *clue else { continue };
            let (row, column) = (cell / columns, cell % columns);
            let sides = [
                above(row, column),
                left(row, column),
                left(row, column + 1),
                above(row + 1, column),
            ];
            let read = sides.map(|edge| tiles[edge as usize]);
            b.line(&read, of_clue(clue as usize), is_on)?;
        }
        let none_or_two = small(count(0).or(&count(2)));
        let mut joined = Vec::new();
        for row in 0..=rows {
            for column in 0..=columns {
                let mut ends = Vec::new();
                if row > 0 {
                    ends.push(left(row - 1, column));
                }
                if row < rows {
                    ends.push(left(row, column));
                }
                if column > 0 {
                    ends.push(above(row, column - 1));
                }
                if column < columns {
                    ends.push(above(row, column));
                }
                let read: Vec<_> = ends.iter().map(|&edge| tiles[edge as usize]).collect();
                b.line(&read, none_or_two.clone(), is_on)?;
                for (place, &one) in ends.iter().enumerate() {
                    joined.extend(ends[..place].iter().map(|&other| (one, other)));
                }
            }
        }
        let nodes = (0..edges).map(|e| Node::If(vec![Choice(2 * e)])).collect();
        b.link(Link::new(nodes, &joined).not_empty())?;
        b.build()
    }

    /// Nurikabe: islands with one clue each, which is their size, in a sea that is one piece and has no square of two by
    /// two.
    ///
    /// The choices of a cell are the sea and each island that can come so far.
    pub fn nurikabe(&self) -> Result<Model, ModelError> {
        let reached = self.islands();
        let mut islands_of = vec![Vec::new(); self.cells.len()];
        for (island, cells) in reached.iter().enumerate() {
            for &cell in cells {
                islands_of[cell].push(island);
            }
        }
        // The first choice of a cell is the sea, unless it has a clue.
        let mut first = Vec::with_capacity(self.cells.len());
        let mut choices = 0u32;
        for (cell, islands) in islands_of.iter().enumerate() {
            first.push(choices);
            choices += islands.len() as u32 + u32::from(self.cells[cell].is_none());
        }
        let sea = |cell: usize| self.cells[cell].is_none().then(|| Choice(first[cell]));
        let land = |cell: usize, island: usize| {
            let place = islands_of[cell].iter().position(|&other| other == island);
            let place = place.expect("it can come so far") as u32;
            Choice(first[cell] + place + u32::from(self.cells[cell].is_none()))
        };
        let mut b = ModelBuilder::new(choices);
        let ends = first.iter().copied().skip(1).chain([choices]);
        let mut tiles = Vec::with_capacity(self.cells.len());
        for (&from, to) in first.iter().zip(ends) {
            tiles.push(b.tile(&(from..to).collect::<Vec<u32>>())?);
        }
        for (from, to) in self.edges() {
            let values = |cell: usize| {
                let islands = islands_of[cell].iter().map(|&island| Some(island));
                let sea = self.cells[cell].is_none().then_some(None);
                sea.into_iter()
                    .chain(islands)
                    .collect::<Vec<Option<usize>>>()
            };
            let (one, other) = (values(from as usize), values(to as usize));
            let table = Table::new(one.len(), other.len(), |i, j| {
                one[i].is_none() || other[j].is_none() || one[i] == other[j]
            });
            b.pair(tiles[from as usize], tiles[to as usize], table.into())?;
        }
        for square in self.squares() {
            if square.iter().any(|&cell| sea(cell).is_none()) {
                continue;
            }
            let some_land = small(Language::count(&[false, true], 1..=usize::MAX));
            let read = square.map(|cell| tiles[cell]);
            b.line(&read, some_land, |place, choice| {
                u32::from(sea(square[place]) != Some(choice))
            })?;
        }
        let shore = (0..self.cells.len()).map(|cell| Node::If(sea(cell).into_iter().collect()));
        b.link(Link::new(shore.collect(), &self.edges()))?;
        let clues = self.cells.iter().flatten();
        for ((island, cells), &size) in reached.iter().enumerate().zip(clues) {
            let size = size as usize;
            let read: Vec<_> = cells.iter().map(|&cell| tiles[cell]).collect();
            let count = small(Language::count(&[false, true], size..=size));
            b.line(&read, count, |place, choice| {
                u32::from(land(cells[place], island) == choice)
            })?;
            let nodes = cells.iter().map(|&cell| Node::If(vec![land(cell, island)]));
            let place = |cell: u32| cells.iter().position(|&other| other == cell as usize);
            let edges = self.edges().into_iter();
            let edges = edges.filter_map(|(a, b)| Some((place(a)? as u32, place(b)? as u32)));
            b.link(Link::new(nodes.collect(), &edges.collect::<Vec<_>>()))?;
        }
        b.build()
    }

    /// For each cell, whether it is inside the loop of a solution of [`slitherlink`](Self::slitherlink).
    pub fn inside(&self, solution: &[Choice]) -> Vec<bool> {
        let is_on = |edge: usize| solution[edge].0.is_multiple_of(2);
        let across = (self.rows + 1) * self.columns;
        let mut inside = Vec::with_capacity(self.cells.len());
        for row in 0..self.rows {
            let mut is_inside = false;
            for column in 0..self.columns {
                // An edge of the loop is crossed from cell to cell.
                is_inside ^= is_on(across + row * (self.columns + 1) + column);
                inside.push(is_inside);
            }
        }
        inside
    }

    /// For each cell, whether it is sea in a solution of [`nurikabe`](Self::nurikabe).
    pub fn sea(&self, solution: &[Choice]) -> Vec<bool> {
        let mut reached = vec![0; self.cells.len()];
        for cell in self.islands().concat() {
            reached[cell] += 1;
        }
        let mut first = 0;
        let mut sea = Vec::with_capacity(self.cells.len());
        for ((clue, reached), choice) in self.cells.iter().zip(reached).zip(solution) {
            sea.push(clue.is_none() && choice.0 == first);
            first += reached + u32::from(clue.is_none());
        }
        sea
    }

    /// For each clue, in order, the cells that its island can have, the clue first: near enough, and not beside another
    /// clue.
    fn islands(&self) -> Vec<Vec<usize>> {
        let clues = (0..self.cells.len()).filter(|&cell| self.cells[cell].is_some());
        let island = |clue: usize| {
            let size = self.cells[clue].unwrap_or(0) as usize;
            let is_free = |&cell: &usize| {
                let mut here = self.neighbours(cell);
                here.push(cell);
                here.iter()
                    .all(|&near| near == clue || self.cells[near].is_none())
            };
            let mut far = vec![0; self.cells.len()];
            let mut cells = vec![clue];
            let mut queue = VecDeque::from([clue]);
            far[clue] = 1;
            while let Some(cell) = queue.pop_front() {
                if far[cell] >= size {
                    continue;
                }
                for next in self.neighbours(cell).into_iter().filter(is_free) {
                    if far[next] == 0 {
                        far[next] = far[cell] + 1;
                        cells.push(next);
                        queue.push_back(next);
                    }
                }
            }
            cells
        };
        clues.map(island).collect()
    }
}

fn small(language: Result<Language, tilewright_model::LanguageError>) -> Language {
    language.expect("few states")
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilewright_engines::{Ask, Engine, dance::Dance, solutions};
    use tilewright_model::budget::Budget;

    fn all(model: &Model) -> Vec<Vec<Choice>> {
        let mut search = Dance.prepare(model, &Budget::default()).unwrap();
        solutions(&mut *search, &Ask::default()).collect()
    }

    fn sorted(mut drawn: Vec<String>) -> Vec<String> {
        drawn.sort_unstable();
        drawn
    }

    fn drawn(cells: &[bool], columns: usize) -> String {
        let rows = cells.chunks(columns);
        let row = |row: &[bool]| -> String {
            let cells = row.iter();
            cells
                .map(|&is_marked| if is_marked { 'x' } else { '-' })
                .collect()
        };
        rows.map(row).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_loop_and_islands_are_found() {
        let clues = Clues::read("2 3\n3 - 3\n- - -\n").unwrap();
        let loops = all(&clues.slitherlink().unwrap());
        let loops: Vec<String> = loops.iter().map(|it| drawn(&clues.inside(it), 3)).collect();
        assert_eq!(sorted(loops), ["x-x xxx", "xxx ---", "xxx -x-"]);

        let clues = Clues::read("3 3  - - -  - 2 -  - - -").unwrap();
        let seas = all(&clues.nurikabe().unwrap());
        let seas = seas.iter().map(|it| drawn(&clues.sea(it), 3)).collect();
        let expected = ["x-x x-x xxx", "xxx --x xxx", "xxx x-- xxx", "xxx x-x x-x"];
        assert_eq!(sorted(seas), expected);
        let none = Clues::read("3 3  2 - -  - - -  - - 1").unwrap();
        assert!(all(&none.nurikabe().unwrap()).is_empty());
    }

    #[test]
    fn single_loops_are_counted() {
        // The number of loops on a grid of corners: 13 on 3×3, 213 on 4×4.
        for (side, loops) in [(2, 13), (3, 213)] {
            let text = format!("{side} {side}{}", " -".repeat(side * side));
            let model = Clues::read(&text).unwrap().slitherlink().unwrap();
            assert_eq!(all(&model).len(), loops);
        }
    }

    #[test]
    fn a_text_that_is_no_grid_is_not_read() {
        for text in [
            "",
            "2",
            "0 0",
            "1 2\n-",
            "1 1\n?",
            "1 1\n- -",
            "99999999999 99999999999 -",
        ] {
            assert_eq!(Clues::read(text), None, "{text}");
        }
    }
}
