//! The content of a rules file, once it is read and checked.

use super::expression::Condition;
use super::pieces::Packing;
use super::words::Words;
use super::words::places::Field;
use crate::prose::{first_of, joined, rows};
use std::borrow::Borrow;
use std::collections::HashMap;

/// The content of a rules file, the givens aside.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Spec {
    pub(super) title: Option<String>,
    pub(super) space: Space,
    pub(super) content: Content,
}

/// The filling of the tiles.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Content {
    Values(Filling),
    Pieces(Packing),
}

/// The tiles. Each has a number, in the order of the file; those of a grid go layer by layer and row by row.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Space {
    Names(Dictionary),
    Grid(Board),
    /// Tiles on the cells, edges and corners of a board: those of hidden layers last.
    Layered(Box<Field>),
}

impl Space {
    /// The number of tiles.
    pub(super) fn len(&self) -> usize {
        match self {
            Self::Names(names) => names.len(),
            Self::Grid(board) => board.cells.len(),
            Self::Layered(field) => field.tile_count() as usize,
        }
    }

    /// The number of tiles that are shown: they come before the hidden ones.
    pub(super) fn shown(&self) -> usize {
        match self {
            Self::Layered(field) => field.shown_count() as usize,
            _ => self.len(),
        }
    }

    pub(super) fn name(&self, tile: u32) -> String {
        match self {
            Self::Names(names) => names.name(tile).to_owned(),
            Self::Grid(board) => board.name(board.cell(tile)),
            Self::Layered(field) => field.tile_name(tile),
        }
    }

    /// The names of some tiles.
    pub(super) fn names(&self, tiles: &[u32], between: &str) -> String {
        joined(tiles.iter().map(|&tile| self.name(tile)), between)
    }

    pub(super) fn find(&self, name: &str) -> Option<u32> {
        match self {
            Self::Names(names) => names.find(name),
            Self::Grid(board) => board.find(name),
            Self::Layered(field) => field.find_tile(name),
        }
    }

    pub(super) fn grid(&self) -> Option<&Board> {
        match self {
            Self::Names(_) | Self::Layered(_) => None,
            Self::Grid(board) => Some(board),
        }
    }

    /// The sets of tiles of a selector, each with its name.
    pub(super) fn sets(&self, selector: &Selector) -> Vec<(String, Vec<u32>)> {
        let all = 0..self.len() as u32;
        match (selector, self) {
            (Selector::All, _) => vec![("all tiles".into(), all.collect())],
            (Selector::Tiles(tiles), _) => {
                let names = tiles.iter().map(|&tile| self.name(tile));
                vec![(first_of(names, 4), tiles.clone())]
            }
            (_, Self::Grid(board)) => board.sets(selector),
            (_, Self::Names(_) | Self::Layered(_)) => Vec::new(),
        }
    }

    /// At most how many tiles those sets have together.
    pub(super) fn tiles_in_sets(&self, selector: &Selector) -> u64 {
        let tiles = self.len() as u64;
        match (selector, self) {
            (Selector::Tiles(listed), _) => listed.len() as u64,
            (Selector::Diagonals, _) => 2 * tiles,
            (Selector::MainDiagonals, Self::Grid(board)) => 2 * board.sides()[1] as u64,
            _ => tiles,
        }
    }

    /// The pairs of tiles that a rule is about.
    pub(super) fn pairs<'s>(
        &'s self,
        between: &'s Between,
    ) -> Box<dyn Iterator<Item = (u32, u32)> + 's> {
        let count = self.len() as u32;
        match (between, self) {
            (Between::Pairs(pairs), _) => Box::new(pairs.iter().copied()),
            (Between::All, _) => {
                Box::new((0..count).flat_map(move |a| (a + 1..count).map(move |b| (a, b))))
            }
            (Between::Adjacent, Self::Names(_)) => Box::new((1..count).map(|b| (b - 1, b))),
            (Between::Adjacent, Self::Grid(board)) => Box::new(board.pairs(&Between::ADJACENT)),
            (Between::Touching, Self::Grid(board)) => Box::new(board.pairs(&Between::touching())),
            (Between::Offsets(offsets), Self::Grid(board)) => Box::new(board.pairs(offsets)),
            (Between::Touching | Between::Offsets(_), Self::Names(_)) | (_, Self::Layered(_)) => {
                Box::new(std::iter::empty())
            }
        }
    }

    /// At most how many pairs that are.
    pub(super) fn pair_count(&self, between: &Between) -> u64 {
        let count = self.len() as u64;
        match between {
            Between::Pairs(pairs) => pairs.len() as u64,
            Between::All => count * count.saturating_sub(1) / 2,
            Between::Adjacent => 3 * count,
            Between::Touching => Between::touching().len() as u64 * count,
            Between::Offsets(offsets) => offsets.len() as u64 * count,
        }
    }
}

/// The sides of a board as they are written: those of a flat one without its layer.
pub(super) fn written_sides(sides: [usize; 3], between: &str) -> String {
    let is_flat = sides[0] == 1;
    joined(&sides[usize::from(is_flat)..], between)
}

/// A way from one tile to another: a number of layers on, rows down and columns to the right.
pub(super) type Step = [i64; 3];

/// A board of layers, rows and columns, some cells of which may be holes. A flat board has one layer. Cells
/// are numbered layer by layer and row by row.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Board {
    pub(super) layers: usize,
    pub(super) rows: usize,
    pub(super) columns: usize,
    /// For each cell, its tile, or `HOLE`.
    tiles: Vec<u32>,
    /// For each tile, its cell.
    cells: Vec<u32>,
    /// For each tile, its region if it is in one, and the name of each region.
    pub(super) regions: Option<(Vec<Option<u32>>, Vec<String>)>,
}

const HOLE: u32 = u32::MAX;

impl Board {
    pub(super) fn new(
        [layers, rows, columns]: [usize; 3],
        is_hole: impl Fn(usize) -> bool,
    ) -> Self {
        let mut board = Self {
            layers,
            rows,
            columns,
            tiles: vec![HOLE; layers * rows * columns],
            cells: Vec::new(),
            regions: None,
        };
        for cell in 0..board.tiles.len() {
            if !is_hole(cell) {
                board.tiles[cell] = board.cells.len() as u32;
                board.cells.push(cell as u32);
            }
        }
        board
    }

    pub(super) fn is_flat(&self) -> bool {
        self.layers == 1
    }

    /// The number of cells, holes among them.
    pub(super) fn cell_count(&self) -> usize {
        self.tiles.len()
    }

    /// The cell of a tile.
    pub(super) fn cell(&self, tile: u32) -> usize {
        self.cells[tile as usize] as usize
    }

    /// The tile in a cell of the board, unless that is a hole.
    pub(super) fn tile(&self, cell: usize) -> Option<u32> {
        Some(self.tiles[cell]).filter(|&tile| tile != HOLE)
    }

    /// The tile at a layer, row and column, unless that is a hole or off the board.
    pub(super) fn tile_at(&self, [layer, row, column]: [usize; 3]) -> Option<u32> {
        let is_inside = layer < self.layers && row < self.rows && column < self.columns;
        is_inside.then(|| self.tile((layer * self.rows + row) * self.columns + column))?
    }

    /// The layer, row and column of a cell.
    pub(super) fn place(&self, cell: usize) -> [usize; 3] {
        let (line, column) = (cell / self.columns, cell % self.columns);
        [line / self.rows, line % self.rows, column]
    }

    /// `r2c3`, or `l1r2c3` where there are several layers.
    pub(super) fn name(&self, cell: usize) -> String {
        let [layer, row, column] = self.place(cell).map(|number| number + 1);
        if self.is_flat() {
            return format!("r{row}c{column}");
        }
        format!("l{layer}r{row}c{column}")
    }

    /// The numbers of layers, rows and columns.
    pub(super) fn sides(&self) -> [usize; 3] {
        [self.layers, self.rows, self.columns]
    }

    /// A drawing of words for all cells: a line for each row and a blank line between layers.
    pub(super) fn drawing<W: Borrow<str>>(&self, words: &[W]) -> String {
        let layers = words.chunks(self.rows * self.columns);
        joined(layers.map(|words| rows(words, self.columns)), "\n")
    }

    fn find(&self, name: &str) -> Option<u32> {
        self.tile_at(self.place_called(name)?)
    }

    /// The layer, row and column of the cell of that name, on the board or not.
    pub(super) fn place_called(&self, name: &str) -> Option<[usize; 3]> {
        let number = |text: &str| {
            let is_plain = text.bytes().all(|b| b.is_ascii_digit());
            let number = text.parse::<u32>().ok().filter(|_| is_plain);
            Some(number?.checked_sub(1)? as usize)
        };
        let (layer, row) = match name.strip_prefix('l') {
            Some(name) => name.split_once('r')?,
            // A name on a flat board has no layer.
            None if self.is_flat() => ("1", name.strip_prefix('r')?),
            None => return None,
        };
        let (row, column) = row.split_once('c')?;
        Some([number(layer)?, number(row)?, number(column)?])
    }

    pub(super) fn pairs(&self, steps: &[Step]) -> impl Iterator<Item = (u32, u32)> + use<'_> {
        let steps = steps.to_vec();
        (0..self.cells.len() as u32).flat_map(move |tile| {
            let place = self.place(self.cell(tile));
            let other = |step: &Step| {
                let mut to = place;
                for (number, &by) in to.iter_mut().zip(step) {
                    *number = number.checked_add_signed(isize::try_from(by).ok()?)?;
                }
                Some((tile, self.tile_at(to)?))
            };
            steps.iter().filter_map(other).collect::<Vec<_>>()
        })
    }

    pub(super) fn sets(&self, selector: &Selector) -> Vec<(String, Vec<u32>)> {
        let (layers, rows, columns) = (self.layers, self.rows, self.columns);
        // Which layer, where there are several.
        let within = |layer: usize| {
            let several = format!("layer {}, ", layer + 1);
            if self.is_flat() {
                String::new()
            } else {
                several
            }
        };
        match selector {
            Selector::Rows => {
                let name = |k: usize| format!("{}row {}", within(k / rows), k % rows + 1);
                self.partition(layers * rows, |l, r, _| l * rows + r, name)
            }
            Selector::Columns => {
                let name = |k: usize| format!("{}column {}", within(k / columns), k % columns + 1);
                self.partition(layers * columns, |l, _, c| l * columns + c, name)
            }
            Selector::Pillars => {
                let name = |k: usize| format!("pillar r{}c{}", k / columns + 1, k % columns + 1);
                self.partition(rows * columns, |_, r, c| r * columns + c, name)
            }
            Selector::Layers => self.partition(layers, |l, _, _| l, |k| format!("layer {}", k + 1)),
            &Selector::Boxes([depth, height, width]) => {
                let (down, across) = (rows / height, columns / width);
                let number = |l: usize, r: usize, c: usize| {
                    (l / depth * down + r / height) * across + c / width
                };
                let boxes = layers / depth * down * across;
                self.partition(boxes, number, |k| format!("box {}", k + 1))
            }
            Selector::Diagonals => {
                let count = rows + columns - 1;
                let down = |_, r: usize, c: usize| c + rows - 1 - r;
                let mut sets =
                    self.partition(count, down, |k| format!("falling diagonal {}", k + 1));
                let up = |_, r: usize, c: usize| r + c;
                sets.extend(self.partition(count, up, |k| format!("rising diagonal {}", k + 1)));
                // A diagonal of one tile asks for nothing.
                sets.retain(|(_, tiles)| tiles.len() > 1);
                sets
            }
            Selector::MainDiagonals => {
                let falling = |_, r: usize, c: usize| usize::from(r != c);
                let rising = |_, r: usize, c: usize| usize::from(r + c != columns - 1);
                let name = |_| "the falling main diagonal".to_owned();
                let mut sets = self.partition(1, falling, name);
                let name = |_| "the rising main diagonal".to_owned();
                sets.extend(self.partition(1, rising, name));
                sets
            }
            Selector::Regions => {
                let Some((of_tile, names)) = &self.regions else {
                    return Vec::new();
                };
                let mut sets: Vec<_> = names
                    .iter()
                    .map(|name| (format!("region {name}"), Vec::new()))
                    .collect();
                for (tile, region) in of_tile.iter().enumerate() {
                    if let Some(region) = region {
                        sets[*region as usize].1.push(tile as u32);
                    }
                }
                sets
            }
            Selector::All | Selector::Tiles(_) => Vec::new(),
        }
    }

    /// The tiles by the number that `number(layer, row, column)` gives each, those below `count` only.
    fn partition(
        &self,
        count: usize,
        number: impl Fn(usize, usize, usize) -> usize,
        name: impl Fn(usize) -> String,
    ) -> Vec<(String, Vec<u32>)> {
        let mut sets: Vec<_> = (0..count).map(|k| (name(k), Vec::new())).collect();
        for tile in 0..self.cells.len() as u32 {
            let [layer, row, column] = self.place(self.cell(tile));
            if let Some((_, set)) = sets.get_mut(number(layer, row, column)) {
                set.push(tile);
            }
        }
        sets.retain(|(_, set)| !set.is_empty());
        sets
    }
}

/// Names with their numbers.
#[derive(Clone, Debug, Default)]
pub(super) struct Dictionary {
    names: Vec<String>,
    numbers: HashMap<String, u32>,
}

impl PartialEq for Dictionary {
    fn eq(&self, other: &Self) -> bool {
        self.names == other.names
    }
}

impl Dictionary {
    /// Adds a name; whether it is new.
    pub(super) fn add(&mut self, name: &str) -> bool {
        let number = self.names.len() as u32;
        let is_new = !self.numbers.contains_key(name);
        if is_new {
            self.numbers.insert(name.to_owned(), number);
            self.names.push(name.to_owned());
        }
        is_new
    }

    pub(super) fn len(&self) -> usize {
        self.names.len()
    }

    pub(super) fn name(&self, number: u32) -> &str {
        &self.names[number as usize]
    }

    pub(super) fn find(&self, name: &str) -> Option<u32> {
        self.numbers.get(name).copied()
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(String::as_str)
    }
}

/// The values that tiles may have.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Values {
    names: Dictionary,
    /// The values as numbers, where all of them are.
    numbers: Option<Vec<i64>>,
    each_number: Vec<Option<i64>>,
}

impl Values {
    pub(super) fn new(names: Dictionary) -> Self {
        let number = |name: &str| {
            let number: i64 = name.parse().ok()?;
            // `007` is a word: as a number it would lose its zeros.
            (number.to_string() == name && number != i64::MIN).then_some(number)
        };
        let each_number: Vec<Option<i64>> = names.names().map(number).collect();
        let numbers = each_number.iter().copied().collect();
        Self {
            names,
            numbers,
            each_number,
        }
    }

    pub(super) fn len(&self) -> usize {
        self.names.len()
    }

    pub(super) fn name(&self, value: u32) -> &str {
        self.names.name(value)
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.names.names()
    }

    pub(super) fn find(&self, name: &str) -> Option<u32> {
        self.names.find(name)
    }

    pub(super) fn are_numbers(&self) -> bool {
        self.numbers.is_some()
    }

    pub(super) fn number(&self, value: u32) -> Option<i64> {
        Some(self.numbers.as_ref()?[value as usize])
    }

    /// The value as a number, if it is one, whatever the others are.
    pub(super) fn as_number(&self, value: u32) -> Option<i64> {
        self.each_number[value as usize]
    }

    /// The largest distance from zero of a value that is a number.
    pub(super) fn largest(&self) -> i64 {
        let numbers = self.each_number.iter().flatten();
        numbers.map(|number| number.abs()).max().unwrap_or(0)
    }

    /// The largest distance of a value from zero.
    pub(super) fn reach(&self) -> i64 {
        let numbers = self.numbers.iter().flatten();
        numbers.map(|number| number.abs()).max().unwrap_or(0)
    }
}

/// Tiles that get a value each.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Filling {
    pub(super) values: Values,
    pub(super) only: Only,
    pub(super) groups: Vec<Group>,
    pub(super) rules: Vec<Rule>,
    /// What is said in the words of sets and terms.
    pub(super) words: Box<Words>,
}

impl Filling {
    /// Tiles with values, without any rules yet.
    pub(super) fn new(values: Values, only: Only) -> Self {
        Self {
            values,
            only,
            groups: Vec::new(),
            rules: Vec::new(),
            words: Box::default(),
        }
    }

    /// The values that a tile may have.
    pub(super) fn domain(&self, tile: u32) -> Domain<'_> {
        match self.only.list_of.get(&tile) {
            Some(&list) => Domain::Some(&self.only.lists[list as usize].1),
            None => Domain::All(self.values.len() as u32),
        }
    }

    /// A number that is the same for tiles which may have the same values.
    pub(super) fn kind(&self, tile: u32) -> Option<u32> {
        self.only.list_of.get(&tile).copied()
    }
}

/// The tiles that may not have every value.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Only {
    /// Tiles and the values that each of them may have, both ascending: a line of the file.
    lists: Vec<(Vec<u32>, Vec<u32>)>,
    list_of: HashMap<u32, u32>,
}

impl Only {
    /// Limits these tiles to these values, ascending; the first tile that is limited already.
    pub(super) fn limit(&mut self, mut tiles: Vec<u32>, values: Vec<u32>) -> Result<(), u32> {
        tiles.sort_unstable();
        for &tile in &tiles {
            if self.list_of.insert(tile, self.lists.len() as u32).is_some() {
                return Err(tile);
            }
        }
        self.lists.push((tiles, values));
        Ok(())
    }

    /// Tiles with the values that each of them may have.
    pub(super) fn lists(&self) -> &[(Vec<u32>, Vec<u32>)] {
        &self.lists
    }

    /// The number of tiles that are limited.
    pub(super) fn len(&self) -> usize {
        self.list_of.len()
    }
}

/// The values that a tile may have: those below a number, or some, ascending.
#[derive(Clone, Copy, Debug)]
pub(super) enum Domain<'f> {
    All(u32),
    Some(&'f [u32]),
}

impl Domain<'_> {
    pub(super) fn len(&self) -> usize {
        match self {
            Self::All(count) => *count as usize,
            Self::Some(values) => values.len(),
        }
    }

    /// The position of the value in the domain.
    pub(super) fn place(&self, value: u32) -> Option<u32> {
        match self {
            Self::All(count) => (value < *count).then_some(value),
            Self::Some(values) => values.binary_search(&value).ok().map(|place| place as u32),
        }
    }

    /// The value at a place.
    pub(super) fn value(&self, place: usize) -> u32 {
        match self {
            Self::All(_) => place as u32,
            Self::Some(values) => values[place],
        }
    }
}

/// Sets of tiles with a demand on each.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Group {
    pub(super) tiles: Vec<Selector>,
    pub(super) demand: GroupDemand,
}

/// A choice of tiles: one set or several.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Selector {
    All,
    Rows,
    Columns,
    /// The tiles above each other, one in each layer.
    Pillars,
    Layers,
    Diagonals,
    MainDiagonals,
    /// Boxes of this many layers, rows and columns.
    Boxes([usize; 3]),
    Regions,
    Tiles(Vec<u32>),
}

impl Selector {
    /// Those that a word names.
    pub(super) const WORDS: [(&str, Self); 8] = [
        ("*", Self::All),
        ("rows", Self::Rows),
        ("columns", Self::Columns),
        ("pillars", Self::Pillars),
        ("layers", Self::Layers),
        ("diagonals", Self::Diagonals),
        ("main-diagonals", Self::MainDiagonals),
        ("regions", Self::Regions),
    ];
}

/// The demand of a group.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum GroupDemand {
    /// No value twice.
    AllDifferent,
    /// Each of these values exactly once.
    ExactlyOne(Wanted),
    /// Each of these values at most once.
    AtMostOne(Wanted),
}

/// Some values or all of them.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Wanted {
    All,
    Some(Vec<u32>),
    /// All of the layer but these.
    AllBut(Vec<u32>),
}

impl Wanted {
    /// The values among those of a layer.
    pub(super) fn of_layer(&self, values: &[u32]) -> Vec<u32> {
        match self {
            Self::All => values.to_vec(),
            Self::Some(wanted) => wanted.clone(),
            Self::AllBut(others) => {
                let others = |value: &&u32| !others.contains(value);
                values.iter().filter(others).copied().collect()
            }
        }
    }
}

/// A relation that holds between pairs of tiles.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Rule {
    pub(super) between: Between,
    pub(super) relation: Relation,
}

/// A choice of pairs of tiles.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Between {
    Pairs(Vec<(u32, u32)>),
    Adjacent,
    Touching,
    All,
    Offsets(Vec<Step>),
}

impl Between {
    /// The steps to the neighbours of a tile that come after it, by side.
    pub(super) const ADJACENT: [Step; 3] = [[0, 0, 1], [0, 1, 0], [1, 0, 0]];

    /// The steps to the neighbours of a tile that come after it, by side, edge or corner.
    pub(super) fn touching() -> Vec<Step> {
        let all = (-1..=1).flat_map(|layer| {
            (-1..=1).flat_map(move |row| (-1..=1).map(move |column| [layer, row, column]))
        });
        all.filter(|step| *step > [0, 0, 0]).collect()
    }
}

/// A choice of pairs of values.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Relation {
    Require(Condition),
    Allow(Vec<(u32, u32)>),
    Forbid(Vec<(u32, u32)>),
}
