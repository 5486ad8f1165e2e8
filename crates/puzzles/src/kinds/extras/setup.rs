//! A board with extras as formats read and write it, and the kind and the clues of a puzzle that it amounts to.

use super::file::Catalogue;
use super::items::{self, Item, Sides};
use crate::ParseError;
use crate::kinds::clues::{Clue, ClueLayer, Clues, Grid, Setting};
use crate::kinds::kind::Kind;
use std::collections::BTreeMap;
use std::sync::Arc;

/// What a puzzle says about itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Told {
    pub(crate) title: Option<String>,
    pub(crate) author: Option<String>,
    /// Its rules in the words of its setter.
    pub(crate) rules: Option<String>,
    /// It has drawings that were skipped: they may mean something that is said in words alone.
    pub(crate) drawn: bool,
}

/// What was merged into the kind of a board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Merged {
    /// The names of the extras.
    pub(crate) extras: Vec<String>,
    pub(crate) own: String,
    pub(crate) told: Told,
}

/// A board with extras.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Setup {
    pub(crate) sides: Sides,
    /// The least and the largest digit.
    pub(crate) digits: [i64; 2],
    /// For each cell its box, if it is in one.
    pub(crate) boxes: Vec<Option<u32>>,
    pub(crate) givens: Vec<Option<i64>>,
    /// The extras, and the items of each of their layers.
    pub(crate) extras: BTreeMap<usize, Vec<Vec<Item>>>,
    /// Rules of its own, in the words of rules files.
    pub(crate) own: String,
    pub(crate) told: Told,
}

/// The layers and parameters of the kind that extras are added to.
const GIVEN: &str = "given";
const BOX: &str = "box";
const DIGITS: [&str; 2] = ["least", "most"];

impl Setup {
    /// An empty board with the usual boxes, if it has any.
    pub(crate) fn new(sides: Sides, digits: [i64; 2]) -> Self {
        let values = usize::try_from(digits[1] - digits[0] + 1).unwrap_or(0);
        Self {
            sides,
            digits,
            boxes: usual_boxes(sides, values),
            givens: vec![None; sides.cells()],
            extras: BTreeMap::new(),
            own: String::new(),
            told: Told::default(),
        }
    }

    /// Adds an extra without any clues.
    pub(crate) fn uses(&mut self, catalogue: &Catalogue, extra: usize) -> &mut Vec<Vec<Item>> {
        let layers = catalogue.extras[extra].layers.len();
        self.extras
            .entry(extra)
            .or_insert_with(|| vec![Vec::new(); layers])
    }

    /// Adds an item of an extra's layer.
    pub(crate) fn add(&mut self, catalogue: &Catalogue, extra: usize, layer: usize, item: Item) {
        self.uses(catalogue, extra)[layer].push(item);
    }

    /// The kind of the puzzle, and its clues.
    pub(crate) fn kind_and_clues(
        &self,
        catalogue: &Catalogue,
    ) -> Result<(Kind, Clues), ParseError> {
        let used: Vec<usize> = self.extras.keys().copied().collect();
        let mut kind = catalogue.kind(&used, &self.own, self.digits)?;
        kind.merged = Some(Merged {
            extras: used
                .iter()
                .map(|&extra| catalogue.extras[extra].name.clone())
                .collect(),
            own: self.own.clone(),
            told: self.told.clone(),
        });
        let mut grids: Vec<Grid> = kind
            .layers
            .iter()
            .map(|layer| items::empty(layer, self.sides))
            .collect();
        let number_of = |name: &str| {
            let missing =
                || ParseError::new(format!("the kind of the board has no clues {name:?}"));
            kind.layer(name).ok_or_else(missing)
        };
        let givens = self.givens.iter().map(|given| given.map(Clue::Number));
        grids[number_of(GIVEN)?] = Grid::Places(givens.collect());
        grids[number_of(BOX)?] = regions(&self.boxes);
        for (&extra, layers) in &self.extras {
            let extra = &catalogue.extras[extra];
            for (layer, items) in extra.layers.iter().zip(layers) {
                let grid = &mut grids[number_of(&layer.name)?];
                for item in items {
                    if !items::put(layer, grid, self.sides, item) {
                        return Err(self.misplaced(layer, item));
                    }
                }
            }
        }
        let settings = DIGITS.iter().zip(self.digits);
        let clues = Clues {
            rows: self.sides.rows,
            columns: self.sides.columns,
            holes: vec![false; self.sides.cells()],
            settings: settings
                .map(|(name, digit)| ((*name).to_owned(), Setting::Number(digit)))
                .collect(),
            grids: grids.into_iter().map(Arc::new).collect(),
        };
        Ok((kind, clues))
    }

    /// What a board says, the other way round.
    pub(crate) fn of(kind: &Kind, clues: &Clues, catalogue: &Catalogue) -> Self {
        let sides = Sides {
            rows: clues.rows,
            columns: clues.columns,
        };
        let digit = |name: &str, usual: usize| {
            let setting = clues.settings.iter().find(|(of, _)| of == name);
            match setting {
                Some((_, Setting::Number(digit))) => *digit,
                _ => usual as i64,
            }
        };
        let [least, most] = DIGITS;
        let digits = [digit(least, 1), digit(most, sides.rows.max(sides.columns))];
        let mut setup = Self::new(sides, digits);
        let grid = |name: &str| kind.layer(name).map(|layer| &*clues.grids[layer]);
        if let Some(Grid::Places(givens)) = grid(GIVEN) {
            let digit = |clue: &Option<Clue>| match clue {
                Some(Clue::Number(digit)) => Some(*digit),
                _ => None,
            };
            setup.givens = givens.iter().map(digit).collect();
        }
        if let Some(Grid::Regions(regions, _)) = grid(BOX) {
            setup.boxes.clone_from(regions);
        }
        let merged = kind.merged.clone().unwrap_or_default();
        for name in &merged.extras {
            let Some(number) = catalogue.number(name) else {
                continue;
            };
            setup.uses(catalogue, number);
            for (at, layer) in catalogue.extras[number].layers.iter().enumerate() {
                let items = grid(&layer.name).map(|grid| items::items(layer, grid, sides));
                for item in items.into_iter().flatten() {
                    setup.add(catalogue, number, at, item);
                }
            }
        }
        setup.own = merged.own;
        setup.told = merged.told;
        setup
    }

    /// The complaint about cells where a layer has no place.
    fn misplaced(&self, layer: &ClueLayer, item: &Item) -> ParseError {
        let cells: Vec<String> = item
            .cells
            .iter()
            .take(10)
            .map(|&cell| self.sides.name(cell))
            .collect();
        ParseError::new(format!(
            "a clue {:?} cannot be at {}",
            layer.name,
            cells.join(" ")
        ))
    }
}

/// Regions by numbers in the order in which the rows meet them.
pub(super) fn numbered(regions: &[Option<u32>]) -> Vec<Option<u32>> {
    let mut met: Vec<u32> = Vec::new();
    let mut number = |region: u32| {
        let known = met.iter().position(|&of| of == region);
        known.unwrap_or_else(|| {
            met.push(region);
            met.len() - 1
        }) as u32
    };
    regions
        .iter()
        .map(|region| region.map(&mut number))
        .collect()
}

/// Regions by the number of each cell.
fn regions(boxes: &[Option<u32>]) -> Grid {
    let regions = numbered(boxes);
    let count = regions.iter().flatten().max().map_or(0, |last| last + 1);
    let names = (1..=count).map(|number| number.to_string()).collect();
    Grid::Regions(regions, names)
}

/// Boxes of this many cells: as near to squares as divide the board, lying rather than standing. None where there are none.
pub(super) fn usual_boxes(sides: Sides, cells: usize) -> Vec<Option<u32>> {
    let dimensions = |high: usize| {
        let wide = cells / high;
        let fits = |high: usize, wide: usize| {
            sides.rows.is_multiple_of(high) && sides.columns.is_multiple_of(wide)
        };
        let is_lying = fits(high, wide);
        (is_lying || fits(wide, high)).then_some(if is_lying { (high, wide) } else { (wide, high) })
    };
    let highs = (2..=cells.isqrt())
        .rev()
        .filter(|high| cells.is_multiple_of(*high));
    let Some((high, wide)) = highs.map(dimensions).find_map(|found| found) else {
        return vec![None; sides.cells()];
    };
    let across = sides.columns / wide;
    let number = |cell: u32| {
        let (row, column) = sides.place(cell);
        Some((row / high * across + column / wide) as u32)
    };
    (0..sides.cells() as u32).map(number).collect()
}
