//! The geometry of a board, its model, and a puzzle in terms of both.
//!
//! A board with box dims `[d1, …, dn]` has side `N = d1·…·dn` along each of its `n` axes, and so
//! `Nⁿ` cells. The first axis is the fastest: cell `Σ coord[i]·Nⁱ`, so that on a 2-D board a row is
//! a line along the first axis and `d1` is the width of a box.
//!
//! The model has a choice for each cell and value, numbered `cell·N + value` with the value from 0,
//! and blocks of `Nⁿ` exactly-one items each: the cells (which are the tiles), then for each axis
//! the values of its lines, then the values of the boxes:
//!
//! | items | what is demanded |
//! | --- | --- |
//! | `cell` | the cell gets a value |
//! | `Nⁿ·(1 + axis) + line·N + value` | the line has the value |
//! | `Nⁿ·(1 + n) + box·N + value` | the box has the value |
//!
//! Boxes that are lines (`[9, 1]`, a Latin square) would demand everything twice and are left out.

use super::{SUDOKU, Sudoku, draw};
use crate::built::built;
use crate::prose::joined;
use crate::{Family, ParseError, Puzzle, Unbuilt};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use tilewright_model::budget::Budget;
use tilewright_model::{Choice, Demand, Model, ModelBuilder, ModelError};
use tilewright_render::Picture;

/// The most cells that a board may have: texts that are read and written word by word take many times the room of the
/// cells, and models of such boards are far out of reach.
pub const MOST_CELLS: usize = 1 << 24;

/// The most values: a cell keeps its value in 15 bits.
const MOST_VALUES: usize = (1 << 15) - 1;

/// The most axes. With a side of 2 or more, [`MOST_CELLS`] allows no more than 26 of them.
const MOST_AXES: usize = 32;

/// The groups of a board's cells besides its lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Boxes {
    /// Boxes of the board's dims.
    Dims,
    /// Nothing: Latin squares and cubes.
    None,
    /// Irregular regions: for each cell the number of its region, from 0 in the order in which the
    /// regions first appear.
    Regions(Box<[u32]>),
}

/// The shape of a board: puzzles of one shape share it, and with it one model.
pub struct Shape {
    dims: Box<[usize]>,
    boxes: Boxes,
    side: usize,
    /// `side` to the power of each axis, and last the number of cells.
    strides: Box<[usize]>,
    model: OnceLock<Model>,
}

impl fmt::Debug for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Shape")
            .field("dims", &self.dims)
            .field("boxes", &self.boxes)
            .finish_non_exhaustive()
    }
}

impl PartialEq for Shape {
    fn eq(&self, other: &Self) -> bool {
        self.dims == other.dims && self.boxes == other.boxes
    }
}

impl Eq for Shape {}

/// Shapes in use, the latest first. The process keeps this many for ever.
static SHAPES: Mutex<Vec<Arc<Shape>>> = Mutex::new(Vec::new());
const SHAPES_KEPT: usize = 32;

/// Larger boards are not kept once they are unused: their models take gigabytes.
const CELLS_KEPT: usize = 1 << 13;

impl Shape {
    /// The shape with these box dims, first axis first, and these boxes. Boxes that are lines count
    /// as none, and regions that are boxes count as boxes, so that one board has one shape.
    ///
    /// ```
    /// use tilewright_puzzles::sudoku::{Boxes, Shape};
    ///
    /// let shape = Shape::of(&[3, 2], Boxes::Dims)?;
    /// assert_eq!((shape.side(), shape.cells()), (6, 36));
    /// assert_eq!(Shape::of(&[9, 1], Boxes::Dims)?, Shape::of(&[3, 3], Boxes::None)?);
    /// # Ok::<(), tilewright_puzzles::ParseError>(())
    /// ```
    pub fn of(dims: &[usize], boxes: Boxes) -> Result<Arc<Self>, ParseError> {
        if dims == [3, 3] && boxes == Boxes::Dims {
            return Ok(Self::classic());
        }
        let side = checked_side(dims)?;
        let (dims, boxes) = match boxes {
            Boxes::Regions(regions) => settle_regions(side, dims.len(), &regions)?,
            Boxes::Dims if !is_line(dims) => (dims.to_vec(), Boxes::Dims),
            Boxes::Dims | Boxes::None => (latin_dims(side, dims.len()), Boxes::None),
        };
        Ok(Self::shared(&dims, boxes, side))
    }

    /// The classic 9×9 board. It takes no lock, so a million lines are read on all cores.
    pub fn classic() -> Arc<Self> {
        static CLASSIC: OnceLock<Arc<Shape>> = OnceLock::new();
        Arc::clone(CLASSIC.get_or_init(|| Arc::new(Self::new(&[3, 3], Boxes::Dims, 9))))
    }

    /// The shape of a board of that side if its boxes are not given: the squarest boxes, wider than high (`3,2` for
    /// 6×6), and cubes if they fit (`2,2,2` for 8×8×8) or boxes within the layers (`3,2,1` for 6×6×6).
    pub fn usual(side: usize, axes: usize) -> Result<Arc<Self>, ParseError> {
        Self::of(&usual_dims(side, axes), Boxes::Dims)
    }

    fn new(dims: &[usize], boxes: Boxes, side: usize) -> Self {
        let strides = (0..=dims.len()).map(|axis| side.pow(axis as u32));
        Self {
            dims: dims.into(),
            boxes,
            side,
            strides: strides.collect(),
            model: OnceLock::new(),
        }
    }

    fn shared(dims: &[usize], boxes: Boxes, side: usize) -> Arc<Self> {
        // A panic elsewhere cannot leave the list half changed, so a poisoned lock is as good.
        let mut shapes = SHAPES.lock().unwrap_or_else(PoisonError::into_inner);
        let known = shapes
            .iter()
            .position(|shape| *shape.dims == *dims && shape.boxes == boxes);
        let shape = match known {
            Some(place) => shapes.remove(place),
            None => Arc::new(Self::new(dims, boxes, side)),
        };
        if shape.cells() <= CELLS_KEPT {
            shapes.truncate(SHAPES_KEPT - 1);
            shapes.insert(0, Arc::clone(&shape));
        }
        shape
    }

    /// The box dims, first axis first; `[N, 1, …]` where there are no boxes of one size.
    pub fn dims(&self) -> &[usize] {
        &self.dims
    }

    /// The number of axes.
    pub fn axes(&self) -> usize {
        self.dims.len()
    }

    /// The groups of cells besides the lines.
    pub fn boxes(&self) -> &Boxes {
        &self.boxes
    }

    /// The number of cells in a line, and of values.
    pub fn side(&self) -> usize {
        self.side
    }

    /// The number of cells.
    pub fn cells(&self) -> usize {
        self.strides[self.dims.len()]
    }

    /// The distance in number between neighbours along an axis.
    fn stride(&self, axis: usize) -> usize {
        self.strides[axis]
    }

    /// The position of a cell along an axis, from 0.
    pub fn coordinate(&self, cell: usize, axis: usize) -> usize {
        cell / self.stride(axis) % self.side
    }

    /// The line along an axis that a cell lies in, from 0.
    pub fn line_of(&self, cell: usize, axis: usize) -> usize {
        let stride = self.stride(axis);
        cell / (stride * self.side) * stride + cell % stride
    }

    /// The cell at a place of a line.
    pub fn line_cell(&self, axis: usize, line: usize, place: usize) -> usize {
        let stride = self.stride(axis);
        line / stride * stride * self.side + place * stride + line % stride
    }

    /// The box or region that a cell lies in, from 0, row by row; `None` where there are none.
    pub fn box_of(&self, cell: usize) -> Option<usize> {
        match &self.boxes {
            Boxes::None => None,
            Boxes::Dims => Some(self.dims_box(cell)),
            Boxes::Regions(regions) => Some(regions[cell] as usize),
        }
    }

    /// The box of a cell by the box dims, whatever the boxes are.
    pub(super) fn dims_box(&self, cell: usize) -> usize {
        let mut number = 0;
        for axis in (0..self.axes()).rev() {
            let dim = self.dims[axis];
            number = number * (self.side / dim) + self.coordinate(cell, axis) / dim;
        }
        number
    }

    /// The model, or the reason why it is not built within the budget.
    pub fn model(&self, budget: &Budget) -> Result<Model, Unbuilt> {
        let what = || format!("the {self}");
        built(&self.model, budget, what, |budget| self.build_model(budget)).cloned()
    }

    /// The number of items that each choice is in: its cell, its line along each axis, its box.
    fn blocks(&self) -> usize {
        1 + self.axes() + usize::from(self.boxes != Boxes::None)
    }

    fn build_model(&self, budget: &Budget) -> Result<Model, ModelError> {
        let (side, cells) = (self.side, self.cells());
        let mut builder = ModelBuilder::within(budget, (cells * side) as u64);
        let items = (cells * self.blocks()) as u64;
        builder.reserve(items, items * side as u64)?;
        let mut choices: Vec<u32> = Vec::with_capacity(side);
        for cell in 0..cells {
            choices.clear();
            choices.extend((cell * side..(cell + 1) * side).map(|choice| choice as u32));
            builder.tile(&choices)?;
        }
        let mut demand_each_value = |group: &mut dyn Iterator<Item = usize>| {
            choices.clear();
            choices.extend(group.map(|cell| (cell * side) as u32));
            for _ in 0..side {
                builder.item(Demand::ExactlyOne, &choices)?;
                for choice in &mut choices {
                    *choice += 1;
                }
            }
            Ok::<_, ModelError>(())
        };
        for axis in 0..self.axes() {
            for line in 0..cells / side {
                demand_each_value(&mut (0..side).map(|place| self.line_cell(axis, line, place)))?;
            }
        }
        for group in self.cells_by_box().chunks_exact(side) {
            demand_each_value(&mut group.iter().map(|&cell| cell as usize))?;
        }
        builder.build()
    }

    /// The cells of the first box, of the second, and so on, each in order.
    fn cells_by_box(&self) -> Vec<u32> {
        if self.boxes == Boxes::None {
            return Vec::new();
        }
        let mut next: Vec<usize> = (0..self.cells()).step_by(self.side).collect();
        let mut ordered = vec![0; self.cells()];
        for cell in 0..self.cells() {
            if let Some(number) = self.box_of(cell) {
                ordered[next[number]] = cell as u32;
                next[number] += 1;
            }
        }
        ordered
    }
}

impl fmt::Display for Shape {
    /// "9×9 board", "line of 4 cells".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.axes() == 1 {
            return write!(f, "line of {} cells", self.side);
        }
        write!(f, "{} board", joined(vec![self.side; self.axes()], "×"))
    }
}

/// Into the model, and back.
impl Sudoku {
    /// The cell and the value of a choice.
    pub(super) fn cell_and_value(&self, choice: Choice) -> (usize, u16) {
        let side = self.shape.side();
        (choice.index() / side, (choice.index() % side + 1) as u16)
    }

    /// The board with the cells of these choices answered.
    pub(super) fn filled(&self, choices: &[Choice]) -> Self {
        let mut filled = self.clone();
        for &choice in choices {
            let (cell, value) = self.cell_and_value(choice);
            filled.answer(cell, value);
        }
        filled
    }
}

impl Puzzle for Sudoku {
    fn family(&self) -> &Family {
        &SUDOKU
    }

    fn model(&self, budget: &Budget) -> Result<Model, Unbuilt> {
        self.shape.model(budget)
    }

    fn givens(&self) -> Vec<Choice> {
        let side = self.shape.side();
        self.clues()
            .map(|(cell, value)| Choice((cell * side) as u32 + u32::from(value) - 1))
            .collect()
    }

    fn fill(&self, solution: &[Choice]) -> Box<dyn Puzzle> {
        Box::new(self.filled(solution))
    }

    fn picture(&self) -> Picture {
        draw::picture(self)
    }
}

/// The side of a board with these dims, where the board is possible at all.
fn checked_side(dims: &[usize]) -> Result<usize, ParseError> {
    let shown = || joined(dims, ",");
    if dims.is_empty() {
        return Err(ParseError::new("a board has at least one box dim"));
    }
    if dims.len() > MOST_AXES {
        return Err(ParseError::new(format!(
            "a board has at most {MOST_AXES} axes, but there are {} box dims",
            dims.len()
        )));
    }
    if let Some(place) = dims.iter().position(|&dim| dim == 0) {
        return Err(ParseError::new(format!(
            "box dims are at least 1, but number {} of {} is 0",
            place + 1,
            shown()
        )));
    }
    let side = dims
        .iter()
        .try_fold(1u128, |side, &dim| side.checked_mul(dim as u128));
    let cells = side.and_then(|side| side.checked_pow(dims.len() as u32));
    match (side, cells) {
        (Some(side), Some(cells)) if cells <= MOST_CELLS as u128 => {
            let side = side as usize;
            if side > MOST_VALUES {
                return Err(ParseError::new(format!(
                    "a board with box dims {} has {side} values, more than the {MOST_VALUES} that \
                     are possible",
                    shown()
                )));
            }
            Ok(side)
        }
        (_, cells) => {
            let cells = cells.map_or_else(|| "more than 10^38".into(), |cells| cells.to_string());
            Err(ParseError::new(format!(
                "a board with box dims {} has {cells} cells, more than the {MOST_CELLS} that are \
                 possible",
                shown()
            )))
        }
    }
}

/// Returns true if a box of these dims is a line.
fn is_line(dims: &[usize]) -> bool {
    dims.iter().filter(|&&dim| dim > 1).count() < 2
}

pub(super) fn latin_dims(side: usize, axes: usize) -> Vec<usize> {
    let mut dims = vec![1; axes];
    dims[0] = side;
    dims
}

pub(super) fn usual_dims(side: usize, axes: usize) -> Vec<usize> {
    let root = (1..=side).find(|root| root.pow(3) >= side);
    if let Some(root) = root.filter(|root| axes == 3 && root.pow(3) == side) {
        return vec![root; 3];
    }
    let mut dims = latin_dims(side.max(1), axes.max(1));
    if axes > 1 {
        let mut heights = (1..=side.isqrt()).rev();
        dims[1] = heights
            .find(|height| side.is_multiple_of(*height))
            .unwrap_or(1);
        dims[0] = side / dims[1];
    }
    dims
}

/// Numbers regions in the order in which they first appear, after checking that each has as many
/// cells as a line; `labels` names the region of each cell.
pub(super) fn number_regions<L: Ord + fmt::Display>(
    side: usize,
    labels: &[L],
) -> Result<Box<[u32]>, ParseError> {
    let mut numbers: BTreeMap<&L, (u32, usize)> = BTreeMap::new();
    let mut regions = Vec::with_capacity(labels.len());
    for label in labels {
        let next = numbers.len() as u32;
        let (number, cells) = numbers.entry(label).or_insert((next, 0));
        *cells += 1;
        regions.push(*number);
    }
    if let Some((label, (_, cells))) = numbers.iter().find(|(_, (_, cells))| *cells != side) {
        return Err(ParseError::new(format!(
            "region {label} has {cells} cells, but every region of this board has {side}"
        )));
    }
    Ok(regions.into())
}

/// Regions as they are, or as the boxes or lines that they turn out to be.
fn settle_regions(
    side: usize,
    axes: usize,
    regions: &[u32],
) -> Result<(Vec<usize>, Boxes), ParseError> {
    let cells = side.pow(axes as u32);
    if regions.len() != cells {
        return Err(ParseError::new(format!(
            "the regions name {} cells, but the board has {cells}",
            regions.len()
        )));
    }
    let regions = number_regions(side, regions)?;
    let latin = latin_dims(side, axes);
    if axes == 2 {
        let width = regions.iter().take_while(|&&region| region == 0).count();
        let width = width.min(side);
        if side.is_multiple_of(width) {
            let plain = Shape::new(&[width, side / width], Boxes::Dims, side);
            if (0..cells).all(|cell| plain.dims_box(cell) == regions[cell] as usize) {
                return Ok(if is_line(&plain.dims) {
                    (latin, Boxes::None)
                } else {
                    (plain.dims.to_vec(), Boxes::Dims)
                });
            }
        }
    }
    Ok((latin, Boxes::Regions(regions)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilewright_model::{Choice, Item};

    fn message(dims: &[usize]) -> String {
        Shape::of(dims, Boxes::Dims).unwrap_err().to_string()
    }

    #[test]
    fn impossible_boards_are_refused_by_name() {
        assert_eq!(message(&[]), "a board has at least one box dim");
        assert_eq!(
            message(&[0]),
            "box dims are at least 1, but number 1 of 0 is 0"
        );
        assert_eq!(
            message(&[3, 0]),
            "box dims are at least 1, but number 2 of 3,0 is 0"
        );
        assert_eq!(
            message(&[100, 100]),
            "a board with box dims 100,100 has 100000000 cells, more than the 16777216 that are \
             possible"
        );
        assert!(message(&[usize::MAX; 3]).contains("has more than 10^38 cells"));
        assert!(message(&[1; 33]).contains("at most 32 axes"));
        assert!(message(&[40_000]).contains("has 40000 values"));
        assert!(Shape::of(&[1; 32], Boxes::Dims).is_ok());
    }

    #[test]
    fn a_large_model_is_measured_before_it_is_made() {
        let shape = Shape::of(&[4, 3, 2, 1], Boxes::Dims).unwrap();
        assert_eq!(shape.cells(), 331_776);
        let error = shape
            .model(&Budget::default().memory(64 << 20))
            .unwrap_err();
        assert_eq!(error.too_large().unwrap().what, "the 24×24×24×24 board");
        assert_eq!(
            error.to_string(),
            "the 24×24×24×24 board needs at least 799 MiB of memory, but only 64.0 MiB is allowed"
        );
        let shape = Shape::of(&[64, 64], Boxes::Dims).unwrap();
        assert!(shape.model(&Budget::default()).is_err(), "ids have 32 bits");
        let shape = Shape::of(&[1, 1], Boxes::Dims).unwrap();
        assert_eq!(shape.model(&Budget::default()).unwrap().choice_count(), 1);
    }

    #[test]
    fn one_board_has_one_shape() {
        let shape = |dims: &[usize], boxes| Shape::of(dims, boxes).unwrap();
        assert!(Arc::ptr_eq(
            &shape(&[2, 2], Boxes::Dims),
            &shape(&[2, 2], Boxes::Dims)
        ));
        assert!(Arc::ptr_eq(&shape(&[3, 3], Boxes::Dims), &Shape::classic()));
        assert!(Arc::ptr_eq(
            &shape(&[1, 4], Boxes::Dims),
            &shape(&[2, 2], Boxes::None)
        ));
        let boxes: Box<[u32]> = (0..36).map(|cell| cell / 12 * 2 + cell % 6 / 3).collect();
        assert_eq!(
            shape(&[6, 1], Boxes::Regions(boxes)).dims(),
            [3, 2],
            "regions that are boxes"
        );
        let rows: Box<[u32]> = (0..16).map(|cell| cell / 4).collect();
        assert_eq!(shape(&[2, 2], Boxes::Regions(rows)).boxes(), &Boxes::None);
        let columns: Box<[u32]> = (0..16).map(|cell| 9 - cell % 4).collect();
        assert_eq!(
            shape(&[2, 2], Boxes::Regions(columns)).boxes(),
            &Boxes::None
        );
    }

    #[test]
    fn a_region_of_the_wrong_size_is_named() {
        let regions: Box<[u32]> = (0..16).map(|cell| u32::from(cell > 4) + 7).collect();
        let error = Shape::of(&[2, 2], Boxes::Regions(regions)).unwrap_err();
        assert_eq!(
            error.to_string(),
            "region 7 has 5 cells, but every region of this board has 4"
        );
        let error = Shape::of(&[2, 2], Boxes::Regions([0, 0].into())).unwrap_err();
        assert_eq!(
            error.to_string(),
            "the regions name 2 cells, but the board has 16"
        );
    }

    #[test]
    fn usual_boxes_are_square_or_wide() {
        let usual = |side, axes| usual_dims(side, axes);
        assert_eq!(usual(6, 2), [3, 2]);
        assert_eq!(usual(12, 2), [4, 3]);
        assert_eq!(usual(16, 2), [4, 4]);
        assert_eq!(usual(7, 2), [7, 1]);
        assert_eq!(usual(8, 3), [2, 2, 2]);
        assert_eq!(usual(6, 3), [3, 2, 1]);
        assert_eq!(usual(5, 1), [5]);
    }

    #[test]
    fn the_model_is_laid_out_in_blocks() {
        let shape = Shape::of(&[3, 2], Boxes::Dims).unwrap();
        let model = shape.model(&Budget::default()).unwrap();
        assert_eq!(model.item_count(), 36 * 4);
        assert_eq!(model.tiles().len(), 36);
        for choice in model.choices() {
            let (cell, value) = (choice.index() / 6, choice.index() % 6);
            let (row, column) = (cell / 6, cell % 6);
            let items = [
                cell,
                36 + row * 6 + value,
                72 + column * 6 + value,
                108 + (row / 2 * 2 + column / 3) * 6 + value,
            ];
            let touched: Vec<usize> = model
                .touches(choice)
                .iter()
                .map(|(item, _)| item.index())
                .collect();
            assert_eq!(touched, items);
        }
    }

    #[test]
    fn lines_of_a_cube_run_along_their_axis() {
        let shape = Shape::of(&[2, 2, 1], Boxes::Dims).unwrap();
        let model = shape.model(&Budget::default()).unwrap();
        assert_eq!(model.item_count(), 64 * 5);
        for cell in 0..64 {
            for axis in 0..3 {
                let line = shape.line_of(cell, axis);
                let place = shape.coordinate(cell, axis);
                assert_eq!(shape.line_cell(axis, line, place), cell);
            }
        }
        let first = model.members(Item(64 * 3));
        let choices: Vec<Choice> = first.iter().map(|&(choice, _)| choice).collect();
        assert_eq!(choices, [0, 16, 32, 48].map(|cell| Choice(cell * 4)));
    }
}
