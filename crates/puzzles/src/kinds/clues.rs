//! Clues: the layers of a kind, and what a board of it has in them.

use std::sync::Arc;

/// A layer of clues, as a kind's file describes it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ClueLayer {
    pub(crate) name: String,
    pub(crate) at: Spots,
    pub(crate) sort: ClueSort,
    /// How its tokens are written, where not as usual: `w{}` for a number, words in the order of the values.
    pub(crate) text: Option<String>,
    /// The tokens of a clue that is there and not known.
    pub(crate) unknown: Vec<String>,
    /// True if the file names these tokens: a clue that is taken away leaves one that is not known.
    pub(crate) leaves_unknown: bool,
}

/// The places of a layer of clues.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Spots {
    Cells,
    /// All edges, the outer ones too.
    Edges,
    /// The edges between two cells.
    Inner,
    Corners,
    Outside(Side),
    /// One clue for each region of the layer with this number.
    Regions(usize),
    /// Sets or lists of cells, each with its own.
    Free,
}

/// A side of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Side {
    Top,
    Bottom,
    Left,
    Right,
}

/// What the clues of a layer are.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum ClueSort {
    Number {
        least: i64,
        most: i64,
    },
    /// One of these words.
    Word(Vec<String>),
    /// There or not.
    Mark,
    Numbers,
    /// A number and a direction.
    Arrow,
    /// Cells with one name; they part the board.
    Region,
    /// Cells and perhaps a number; they need not part the board.
    Cage,
    /// Cells in order.
    Path,
}

/// A clue.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Clue {
    /// It is there and not known.
    Unknown,
    Number(i64),
    /// The word of that number in its layer.
    Word(u32),
    Mark,
    /// Numbers, some of which may not be known.
    Numbers(Vec<Option<i64>>),
    Arrow(Option<i64>, Heading),
}

/// One of eight directions, as a step of rows and columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Heading {
    pub(crate) down: i32,
    pub(crate) right: i32,
}

/// The clues of one layer on a board.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Grid {
    /// For each place in order its clue, if it has one: cells, edges and corners row by row (the edges above a row of cells,
    /// then those beside its cells), the places of holes too; the places outside from the left or from the top, regions by
    /// their number.
    Places(Vec<Option<Clue>>),
    /// For each cell its region, if it is in one, and the names of the regions in the order in which the rows meet them.
    Regions(Vec<Option<u32>>, Vec<String>),
    Cages(Vec<Cage>),
    /// The cells of each path.
    Paths(Vec<Vec<u32>>),
}

/// Cells and perhaps a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Cage {
    pub(crate) cells: Vec<u32>,
    pub(crate) clue: Option<Clue>,
}

/// The value of a parameter of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Setting {
    Unknown,
    Number(i64),
    /// The last parameter of a header takes all numbers that are left.
    List(Vec<i64>),
}

/// A board of a kind as it is given: its size, its parameters and its clues.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Clues {
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    /// For each cell whether it is not there.
    pub(crate) holes: Vec<bool>,
    /// The parameters that the puzzle names; those of a kind that are not here have their defaults.
    pub(crate) settings: Vec<(String, Setting)>,
    /// One for each layer of the kind, in order.
    pub(crate) grids: Vec<Arc<Grid>>,
}

impl Spots {
    /// The number of places of this sort on a board without holes; `None` for regions, and where clues have their own.
    pub(crate) fn count(self, rows: usize, columns: usize) -> Option<usize> {
        let lengths = self.lengths(rows, columns)?;
        Some(lengths.into_iter().sum())
    }

    /// The places of this sort, row by row, by their rows and columns in halves; none where they are not on a board.
    pub(crate) fn halves(self, rows: usize, columns: usize) -> Vec<Vec<[u32; 2]>> {
        let (first, is_inner) = match self {
            Self::Cells => (1, false),
            Self::Inner => (1, true),
            _ => (0, false),
        };
        let rows = self.lengths(rows, columns).unwrap_or_default().into_iter();
        let row = |(number, length): (usize, usize)| {
            let half = first
                + if self == Self::Edges || is_inner {
                    number
                } else {
                    2 * number
                };
            // Edges beside cells start at the rim, or after the first cell; all else where its row starts.
            let start = match self {
                Self::Cells => 1,
                Self::Edges | Self::Inner if half.is_multiple_of(2) => 1,
                Self::Inner => 2,
                _ => 0,
            };
            (0..length)
                .map(|place| [half as u32, (start + 2 * place) as u32])
                .collect()
        };
        rows.enumerate().map(row).collect()
    }

    /// The numbers of places of this sort, row by row of places.
    pub(crate) fn lengths(self, rows: usize, columns: usize) -> Option<Vec<usize>> {
        let edges = |across: usize, along: usize| {
            let length = |row: usize| if row.is_multiple_of(2) { across } else { along };
            (0..=2 * rows).map(length).collect::<Vec<usize>>()
        };
        Some(match self {
            Self::Cells => vec![columns; rows],
            Self::Corners => vec![columns + 1; rows + 1],
            Self::Edges => edges(columns, columns + 1),
            Self::Inner => edges(columns, columns - 1)[1..2 * rows].to_vec(),
            Self::Outside(Side::Top | Side::Bottom) => vec![columns],
            Self::Outside(Side::Left | Side::Right) => vec![rows],
            Self::Regions(_) | Self::Free => return None,
        })
    }
}

impl Heading {
    /// The eight directions and their names.
    pub(crate) const ALL: [(&'static str, Self); 8] = [
        ("n", Self::to(-1, 0)),
        ("ne", Self::to(-1, 1)),
        ("e", Self::to(0, 1)),
        ("se", Self::to(1, 1)),
        ("s", Self::to(1, 0)),
        ("sw", Self::to(1, -1)),
        ("w", Self::to(0, -1)),
        ("nw", Self::to(-1, -1)),
    ];

    const fn to(down: i32, right: i32) -> Self {
        Self { down, right }
    }

    /// Its name: `n`, `se`.
    pub(crate) fn name(self) -> &'static str {
        let found = Self::ALL.into_iter().find(|&(_, heading)| heading == self);
        found.map_or("", |(name, _)| name)
    }

    /// The direction of a name.
    pub(crate) fn named(name: &str) -> Option<Self> {
        let found = Self::ALL.into_iter().find(|&(known, _)| known == name);
        found.map(|(_, heading)| heading)
    }
}

impl Clues {
    /// A board without clues.
    pub(crate) fn empty(layers: &[ClueLayer], rows: usize, columns: usize) -> Self {
        let cells = rows * columns;
        let grid = |layer: &ClueLayer| {
            Arc::new(match layer.sort {
                ClueSort::Region => Grid::Regions(vec![None; cells], Vec::new()),
                ClueSort::Cage => Grid::Cages(Vec::new()),
                ClueSort::Path => Grid::Paths(Vec::new()),
                _ => Grid::Places(vec![None; layer.at.count(rows, columns).unwrap_or(0)]),
            })
        };
        Self {
            rows,
            columns,
            holes: vec![false; cells],
            settings: Vec::new(),
            grids: layers.iter().map(grid).collect(),
        }
    }

    /// The clue of a layer at a place.
    pub(crate) fn clue(&self, layer: usize, place: usize) -> Option<&Clue> {
        match &*self.grids[layer] {
            Grid::Places(clues) => clues.get(place)?.as_ref(),
            _ => None,
        }
    }

    /// Returns true if a layer has a clue.
    pub(crate) fn has_any(&self, layer: usize) -> bool {
        match &*self.grids[layer] {
            Grid::Places(clues) => clues.iter().any(Option::is_some),
            Grid::Regions(_, names) => !names.is_empty(),
            Grid::Cages(cages) => !cages.is_empty(),
            Grid::Paths(paths) => !paths.is_empty(),
        }
    }

    /// The value that the puzzle gives a parameter.
    pub(crate) fn setting(&self, name: &str) -> Option<&Setting> {
        let mut settings = self.settings.iter();
        let found = settings.find(|(known, _)| known == name);
        found.map(|(_, setting)| setting)
    }

    /// Puts a clue, or none, at a place of a layer. Regions have their places when they are there.
    pub(crate) fn put(&mut self, layer: usize, place: usize, clue: Option<Clue>) {
        if let Grid::Places(clues) = Arc::make_mut(&mut self.grids[layer]) {
            if clues.len() <= place {
                clues.resize(place + 1, None);
            }
            clues[place] = clue;
        }
    }

    /// Puts a cell into the region of a name.
    pub(crate) fn put_region(&mut self, layer: usize, cell: usize, name: &str) {
        if let Grid::Regions(regions, names) = Arc::make_mut(&mut self.grids[layer]) {
            let known = names.iter().position(|known| known == name);
            let number = known.unwrap_or_else(|| {
                names.push(name.to_owned());
                names.len() - 1
            });
            regions[cell] = Some(number as u32);
        }
    }

    /// The region of a cell.
    pub(crate) fn region(&self, layer: usize, cell: usize) -> Option<usize> {
        match &*self.grids[layer] {
            Grid::Regions(regions, _) => regions[cell].map(|region| region as usize),
            _ => None,
        }
    }

    /// The first cell of each region, by the number of the region.
    pub(crate) fn first_cells(&self, layer: usize) -> Vec<usize> {
        let Grid::Regions(regions, names) = &*self.grids[layer] else {
            return Vec::new();
        };
        let mut first = vec![usize::MAX; names.len()];
        for (cell, region) in regions.iter().enumerate() {
            if let Some(region) = region {
                let first = &mut first[*region as usize];
                *first = (*first).min(cell);
            }
        }
        first
    }

    /// Gives every region a place in the layers that have a clue for each.
    pub(crate) fn settle(&mut self, layers: &[ClueLayer]) {
        for (number, layer) in layers.iter().enumerate() {
            let Spots::Regions(regions) = layer.at else {
                continue;
            };
            let count = match &*self.grids[regions] {
                Grid::Regions(_, names) => names.len(),
                _ => 0,
            };
            if let Grid::Places(clues) = Arc::make_mut(&mut self.grids[number]) {
                clues.resize(count, None);
            }
        }
    }

    /// The name of a cell: `r1c2`.
    pub(crate) fn cell_name(&self, cell: usize) -> String {
        format!("r{}c{}", cell / self.columns + 1, cell % self.columns + 1)
    }
}
