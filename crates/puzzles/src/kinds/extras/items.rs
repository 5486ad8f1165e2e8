//! Items: a clue and the cells that it is about, in one form for all layers.
//!
//! A clue outside is about the cells of its row or column as they are seen from there, one on an edge about the two cells beside
//! it, one at a corner about the cells around it. So formats need not know where the clues of a layer lie.

use crate::kinds::clues::{Cage, Clue, ClueLayer, ClueSort, Grid, Side, Spots};

/// Cells, and the clue about them.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Item {
    pub(crate) cells: Vec<u32>,
    pub(crate) clue: Option<Clue>,
}

/// The sides of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sides {
    pub(crate) rows: usize,
    pub(crate) columns: usize,
}

impl Sides {
    pub(crate) fn cells(self) -> usize {
        self.rows * self.columns
    }

    pub(crate) fn place(self, cell: u32) -> (usize, usize) {
        (cell as usize / self.columns, cell as usize % self.columns)
    }

    /// The cell in this row and column, if there is one.
    pub(crate) fn cell(self, row: i64, column: i64) -> Option<u32> {
        let row = usize::try_from(row).ok().filter(|&row| row < self.rows)?;
        let column = usize::try_from(column)
            .ok()
            .filter(|&column| column < self.columns)?;
        u32::try_from(row * self.columns + column).ok()
    }

    /// The name of a cell as other programs write it.
    pub(crate) fn name(self, cell: u32) -> String {
        let (row, column) = self.place(cell);
        format!("R{}C{}", row + 1, column + 1)
    }

    /// The cells from one on in a direction, to the rim.
    pub(crate) fn ray(self, from: (i64, i64), step: (i64, i64)) -> Vec<u32> {
        let cell = |number: i64| self.cell(from.0 + number * step.0, from.1 + number * step.1);
        (0..).map_while(cell).collect()
    }

    /// The cells of a row or column as they are seen from a side.
    pub(crate) fn seen_from(self, side: Side, place: usize) -> Vec<u32> {
        let (rows, columns, place) = (self.rows as i64, self.columns as i64, place as i64);
        match side {
            Side::Top => self.ray((0, place), (1, 0)),
            Side::Bottom => self.ray((rows - 1, place), (-1, 0)),
            Side::Left => self.ray((place, 0), (0, 1)),
            Side::Right => self.ray((place, columns - 1), (0, -1)),
        }
    }

    /// The side from which these cells are seen so, and the place at it.
    fn side_of(self, cells: &[u32]) -> Option<(Side, usize)> {
        let (row, column) = self.place(*cells.first()?);
        let sides = [
            (Side::Top, column),
            (Side::Bottom, column),
            (Side::Left, row),
            (Side::Right, row),
        ];
        sides
            .into_iter()
            .find(|&(side, place)| self.seen_from(side, place) == cells)
    }

    /// The cells at each place of a sort, in the order of the places.
    fn cells_at(self, at: Spots) -> Vec<Vec<u32>> {
        match at {
            Spots::Outside(side) => {
                let places = at.count(self.rows, self.columns).unwrap_or(0);
                (0..places)
                    .map(|place| self.seen_from(side, place))
                    .collect()
            }
            Spots::Cells => (0..self.cells() as u32).map(|cell| vec![cell]).collect(),
            Spots::Corners => {
                let corners = (0..=self.rows as i64)
                    .flat_map(|row| (0..=self.columns as i64).map(move |column| (row, column)));
                let around = |(row, column): (i64, i64)| {
                    let places = [
                        (row - 1, column - 1),
                        (row - 1, column),
                        (row, column - 1),
                        (row, column),
                    ];
                    places
                        .into_iter()
                        .filter_map(|(row, column)| self.cell(row, column))
                        .collect()
                };
                corners.map(around).collect()
            }
            Spots::Edges | Spots::Inner => {
                // Row by row: the edges above the cells of a row, then those between and beside them.
                let mut all = Vec::new();
                let is_inner = at == Spots::Inner;
                let mut push = |one: Option<u32>, other: Option<u32>| {
                    let cells: Vec<u32> = one.into_iter().chain(other).collect();
                    if cells.len() == 2 || !is_inner {
                        all.push(cells);
                    }
                };
                for row in 0..=self.rows as i64 {
                    for column in 0..self.columns as i64 {
                        push(self.cell(row - 1, column), self.cell(row, column));
                    }
                    if row < self.rows as i64 {
                        for column in 0..=self.columns as i64 {
                            push(self.cell(row, column - 1), self.cell(row, column));
                        }
                    }
                }
                all
            }
            Spots::Regions(_) | Spots::Free => Vec::new(),
        }
    }
}

/// A layer without clues on a board.
pub(super) fn empty(layer: &ClueLayer, sides: Sides) -> Grid {
    match layer.sort {
        ClueSort::Region => Grid::Regions(vec![None; sides.cells()], Vec::new()),
        ClueSort::Cage => Grid::Cages(Vec::new()),
        ClueSort::Path => Grid::Paths(Vec::new()),
        _ => Grid::Places(vec![
            None;
            layer.at.count(sides.rows, sides.columns).unwrap_or(0)
        ]),
    }
}

/// Puts an item on a layer; returns false where the layer has no such place.
pub(super) fn put(layer: &ClueLayer, grid: &mut Grid, sides: Sides, item: &Item) -> bool {
    match grid {
        Grid::Regions(regions, names) => {
            let region = u32::try_from(names.len()).unwrap_or(u32::MAX);
            names.push((region + 1).to_string());
            for &cell in &item.cells {
                regions[cell as usize] = Some(region);
            }
        }
        Grid::Cages(cages) => cages.push(Cage {
            cells: item.cells.clone(),
            clue: item.clue.clone(),
        }),
        Grid::Paths(paths) => paths.push(item.cells.clone()),
        Grid::Places(places) => {
            let sorted = |cells: &[u32]| {
                let mut cells = cells.to_vec();
                cells.sort_unstable();
                cells
            };
            let place = match layer.at {
                Spots::Outside(side) => {
                    let found = sides.side_of(&item.cells);
                    found.filter(|(of, _)| *of == side).map(|(_, place)| place)
                }
                Spots::Cells => match item.cells[..] {
                    [cell] => Some(cell as usize),
                    _ => None,
                },
                at => {
                    let wanted = sorted(&item.cells);
                    sides
                        .cells_at(at)
                        .iter()
                        .position(|cells| sorted(cells) == wanted)
                }
            };
            let Some(place) = place else { return false };
            places[place] = item.clue.clone().or(Some(Clue::Mark));
        }
    }
    true
}

/// The items of a layer.
pub(super) fn items(layer: &ClueLayer, grid: &Grid, sides: Sides) -> Vec<Item> {
    match grid {
        Grid::Regions(regions, names) => {
            let region = |number: usize| {
                let of_region = regions
                    .iter()
                    .zip(0..)
                    .filter(|(region, _)| region.is_some_and(|r| r as usize == number));
                Item {
                    cells: of_region.map(|(_, cell)| cell).collect(),
                    clue: None,
                }
            };
            (0..names.len()).map(region).collect()
        }
        Grid::Cages(cages) => {
            let item = |cage: &Cage| Item {
                cells: cage.cells.clone(),
                clue: cage.clue.clone(),
            };
            cages.iter().map(item).collect()
        }
        Grid::Paths(paths) => {
            let item = |cells: &Vec<u32>| Item {
                cells: cells.clone(),
                clue: None,
            };
            paths.iter().map(item).collect()
        }
        Grid::Places(places) => {
            let cells = sides.cells_at(layer.at).into_iter().zip(places);
            let known = cells.filter_map(|(cells, clue)| Some((cells, clue.clone()?)));
            let item = |(cells, clue)| Item {
                cells,
                clue: Some(clue).filter(|clue| *clue != Clue::Mark),
            };
            known.map(item).collect()
        }
    }
}
