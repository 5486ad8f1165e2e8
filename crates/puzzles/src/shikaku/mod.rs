//! Shikaku: a grid is cut in boxes so that each holds one clue, the number of its cells.
//!
//! A [`Shikaku`] has any number of axes: rectangles on a flat grid, boxes in three dimensions and
//! beyond. A clue may be a `?`, whose box is of unknown size. The tile of the model is a clue, its
//! choices the boxes around it; each cell lies in exactly one box (`boxes.rs` has the order).
//!
//! Areas are labelled in the order in which they are met in row-major order ([`label`]), and the
//! solution that comes first is the one whose labels are smallest as a sequence
//! (`ranking.rs`). [`report`] prints solutions in the three styles that are in use.
//!
//! ```
//! use tilewright_engines::{Ask, Budget, Engine, reduce::Reduce, solutions};
//! use tilewright_puzzles::{Puzzle, shikaku::{Shikaku, Style, report}};
//!
//! let puzzle: Shikaku = "3 2\n0 0 4\n2 0 0\n".parse()?;
//! let model = puzzle.model(&Budget::default())?;
//! let mut search = Reduce.prepare(&model, &Budget::default())?;
//! let found: Vec<Shikaku> = solutions(&mut *search, &Ask::default())
//!     .map(|solution| puzzle.filled(&solution))
//!     .collect();
//! assert_eq!(report(Style::CodinGame, "1", &[&found[0]]), "1\nABB\nABB\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod areas;
mod boxes;
mod formats;
mod labels;
mod picture;
mod ranking;
mod shape;
mod words;

pub use labels::{Style, label, report};
pub use shape::{MAX_AXES, MAX_CELLS, Shape};

use crate::built::{Built, built};
use crate::family::acts;
use crate::legend::{self, Legend};
use crate::prose::{counted, joined, listed};
use crate::size::ROWS_AND_COLUMNS;
use crate::{
    Clues, Drawn, Equality, Family, Misfits, ParseError, Parsed, Plain, Puzzle, Ranked, Ranking,
    Settable, Sizes, Styles, Telling, Tells, Titled, Unbuilt, rows_and_columns,
};
use boxes::Boxes;
use std::str::FromStr;
use std::sync::{Arc, LazyLock, OnceLock};
use tilewright_logic::Step;
use tilewright_model::budget::Budget;
use tilewright_model::{Choice, Item, Model, Names};
use tilewright_render::{Picture, Spot};

/// Shikaku, its formats and how they are recognised.
pub static SHIKAKU: LazyLock<Family> = LazyLock::new(|| {
    let about = "a grid cut in boxes, each with one clue: the number of its cells";
    let family = Family::new("shikaku", about)
        .formats(&formats::all())
        .near(formats::near)
        .board("shikaku", "8x8", Shikaku::empty)
        .sizes(sizes())
        .able(Equality::of::<Shikaku>())
        .able(Styles(&labels::STYLES));
    acts!(family, Shikaku: Titled, Plain, Clues, Ranked, Misfits, Tells, Drawn, Settable)
});

/// The menu of flat grids.
fn sizes() -> Sizes {
    Sizes::new(
        ROWS_AND_COLUMNS,
        "10x10",
        &[
            ("5x5", "5×5"),
            ("8x8", "8×8"),
            ("10x10", "10×10"),
            ("12x12", "12×12"),
            ("15x15", "15×15"),
            ("20x20", "20×20"),
        ],
    )
}

/// A cell with a number: how many cells its box has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clue {
    /// The cell, in row-major order.
    pub cell: u32,
    /// The number, or none for a `?`: a box of unknown size.
    pub volume: Option<u32>,
}

impl Clue {
    /// The text in its cell.
    fn text(self) -> String {
        self.volume
            .map_or_else(|| "?".into(), |volume| volume.to_string())
    }
}

/// A Shikaku, solved or not.
#[derive(Clone, Debug)]
pub struct Shikaku {
    board: Arc<Board>,
    /// For each cell the clue whose box it lies in, where the puzzle is solved.
    areas: Option<Arc<[u32]>>,
}

/// The unsolved puzzle, shared by all its solutions.
#[derive(Debug)]
struct Board {
    shape: Shape,
    /// In the order of their cells.
    clues: Vec<Clue>,
    compiled: OnceLock<Compiled>,
}

/// Values computed on first use.
#[derive(Debug)]
struct Compiled {
    boxes: Boxes,
    model: Model,
}

impl Built for Compiled {
    fn model(&self) -> &Model {
        &self.model
    }
}

impl Shikaku {
    /// An unsolved puzzle.
    ///
    /// # Panics
    /// If the clues are not in the order of their cells, two share one, one lies outside the grid,
    /// or a number is 0.
    pub fn new(shape: Shape, clues: Vec<Clue>) -> Self {
        assert!(clues.is_sorted_by(|a, b| a.cell < b.cell), "clues in order");
        let last = clues.last().map_or(0, |clue| clue.cell as usize);
        assert!(last < shape.cells(), "clues within the grid");
        assert!(clues.iter().all(|clue| clue.volume != Some(0)), "no 0");
        let board = Board {
            shape,
            clues,
            compiled: OnceLock::new(),
        };
        Self {
            board: Arc::new(board),
            areas: None,
        }
    }

    /// The flat grid without clues that a size names: where clues are still to be set.
    fn empty(size: &str) -> Result<Self, ParseError> {
        let (rows, columns) = rows_and_columns(size)?;
        Ok(Self::new(Shape::new(&[columns, rows])?, Vec::new()))
    }

    /// The puzzle with each cell given a number for the area it lies in, or the first area that
    /// breaks the rules: no clue, several, no box, or another size than its clue says.
    pub fn with_groups(self, groups: &[u64]) -> Result<Self, String> {
        let areas = areas::of_groups(&self.board.shape, &self.board.clues, groups)?;
        Ok(Self {
            areas: Some(areas.into()),
            ..self
        })
    }

    /// The shape of the grid.
    pub fn shape(&self) -> &Shape {
        &self.board.shape
    }

    /// The clues, in the order of their cells.
    pub fn clues(&self) -> &[Clue] {
        &self.board.clues
    }

    /// For each cell the clue whose box it lies in, where the puzzle is solved.
    pub fn areas(&self) -> Option<&[u32]> {
        self.areas.as_deref()
    }

    /// For each cell the number of its area, counted in the order in which areas are met in
    /// row-major order, where the puzzle is solved. Solutions are compared by these.
    pub fn labels(&self) -> Option<Vec<u32>> {
        let areas = self.areas()?;
        Some(labels::by_encounter(areas, self.clues().len()))
    }

    /// The puzzle with a solution filled in; like [`Puzzle::fill`], but as its own type.
    ///
    /// # Panics
    /// If these are not the choices of a solution of its model.
    #[must_use]
    pub fn filled(&self, solution: &[Choice]) -> Self {
        let areas = self.areas_of(solution).into_iter();
        let areas: Option<Vec<u32>> = areas.collect();
        let areas = areas.expect("a solution covers every cell");
        Self {
            board: Arc::clone(&self.board),
            areas: Some(areas.into()),
        }
    }

    /// For each cell the clue whose box covers it, where one is picked that does.
    fn areas_of(&self, picked: &[Choice]) -> Vec<Option<u32>> {
        let boxes = &self.compiled().boxes;
        let mut areas = vec![None; self.shape().cells()];
        for choice in picked {
            let clue = boxes.clue_of(choice.index()) as u32;
            boxes.for_each_cell(self.shape(), choice.index(), |cell| {
                areas[cell] = Some(clue);
            });
        }
        areas
    }

    /// The boxes and the model, or the reason why they are not built within the budget.
    fn compiled_within(&self, budget: &Budget) -> Result<&Compiled, Unbuilt> {
        let Board {
            shape,
            clues,
            compiled,
        } = &*self.board;
        let what = || format!("the {}", self.description());
        built(compiled, budget, what, |budget| {
            let (boxes, model) = Boxes::build(shape, clues, budget)?;
            Ok(Compiled { boxes, model })
        })
    }

    /// The compiled puzzle, for callers that hold choices of the model, which therefore exists or
    /// can.
    fn compiled(&self) -> &Compiled {
        self.compiled_within(&Budget::default())
            .expect("choices come from a model that was made")
    }

    fn description(&self) -> String {
        let size = joined(self.shape().size(), "×");
        let clues = counted(self.clues().len(), "clue");
        format!("{size} grid with {clues}")
    }

    /// "the 6 at r3c1".
    fn clue_name(&self, clue: usize) -> String {
        let clue = self.clues()[clue];
        let place = self.shape().cell_name(clue.cell as usize);
        format!("the {} at {place}", clue.text())
    }

    /// For each cell the clue in it, row by row.
    fn cell_clues(&self) -> impl Iterator<Item = Option<Clue>> + '_ {
        let mut clues = self.clues().iter().copied().peekable();
        (0..self.shape().cells()).map(move |cell| clues.next_if(|clue| clue.cell as usize == cell))
    }
}

/// A number from 1 to the number of cells, or none for a `?`.
fn clue_volume(word: &str, most: u32) -> Result<Option<u32>, ParseError> {
    if word == "?" {
        return Ok(None);
    }
    let number = word
        .parse()
        .ok()
        .filter(|number| (1..=most).contains(number));
    let error = || format!("a clue is a number from 1 to {most} or \"?\", not {word:?}");
    number.map(Some).ok_or_else(|| ParseError::new(error()))
}

/// Two puzzles are equal if their grids, clues and areas are.
impl PartialEq for Shikaku {
    fn eq(&self, other: &Self) -> bool {
        self.shape() == other.shape()
            && self.clues() == other.clues()
            && self.areas() == other.areas()
    }
}

impl Eq for Shikaku {}

/// Reads any of the formats, recognised by its looks; the plain grid where none is.
impl FromStr for Shikaku {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        SHIKAKU.read_as(text, None)
    }
}

impl Shikaku {
    /// The corners of a choice: "r1c1–r3c2".
    fn box_name(&self, choice: Choice) -> String {
        let place = |extent: &[u32]| {
            let point: Vec<usize> = extent.iter().map(|&place| place as usize).collect();
            self.shape().point_name(&point)
        };
        let (first, last) = self.compiled().boxes.extent(choice.index());
        if first == last {
            return place(first);
        }
        format!("{}–{}", place(first), place(last))
    }
}

impl Names for Shikaku {
    fn choice_name(&self, choice: Choice) -> String {
        let clue = self.clue_name(self.compiled().boxes.clue_of(choice.index()));
        format!("{clue} covers {}", self.box_name(choice))
    }

    fn item_name(&self, item: Item) -> String {
        match item.index().checked_sub(self.clues().len()) {
            None => self.clue_name(item.index()),
            Some(cell) => self.shape().cell_name(cell),
        }
    }
}

impl Shikaku {
    /// The clues with a number, by their places in [`clues`](Self::clues).
    fn numbered(&self) -> impl Iterator<Item = usize> {
        let clues = self.clues().iter().enumerate();
        clues.filter_map(|(place, clue)| clue.volume.map(|_| place))
    }
}

impl Puzzle for Shikaku {
    fn family(&self) -> &Family {
        &SHIKAKU
    }

    fn model(&self, budget: &Budget) -> Result<Model, Unbuilt> {
        Ok(self.compiled_within(budget)?.model.clone())
    }

    /// None, unless the puzzle is solved: then its areas.
    fn givens(&self) -> Vec<Choice> {
        let Some(areas) = self.areas() else {
            return Vec::new();
        };
        // A puzzle too large for a model has no choices to give.
        let Ok(compiled) = self.compiled_within(&Budget::default()) else {
            return Vec::new();
        };
        let extents = areas::extents(self.shape(), areas, self.clues().len());
        let find = |(clue, (first, last)): (usize, &(Vec<u32>, Vec<u32>))| {
            let mut boxes = compiled.boxes.of_clue(clue);
            let number = boxes.find(|&k| compiled.boxes.extent(k) == (first, last));
            Choice(number.expect("areas are boxes around their clues") as u32)
        };
        extents.iter().enumerate().map(find).collect()
    }

    fn fill(&self, solution: &[Choice]) -> Box<dyn Puzzle> {
        Box::new(self.filled(solution))
    }

    fn picture(&self) -> Picture {
        let labels = self.labels();
        picture::draw(self, &|cell| Some(labels.as_ref()?[cell]))
    }
}

impl Titled for Shikaku {
    fn title(&self) -> String {
        let size = joined(self.shape().size(), "×");
        let clues = counted(self.clues().len(), "clue");
        format!("Shikaku {size}, {clues}")
    }
}

impl Plain for Shikaku {
    /// A solution as the README of the old program shows it; an unsolved puzzle as it was read.
    fn plain(&self) -> String {
        match self.labels() {
            Some(_) => labels::drawing(Style::Readme, self),
            None => formats::grid::write(self),
        }
    }
}

impl Clues for Shikaku {
    fn clue_count(&self) -> usize {
        self.numbered().count()
    }

    fn clue_names(&self) -> Vec<String> {
        self.numbered().map(|clue| self.clue_name(clue)).collect()
    }

    /// A number that is taken away becomes a `?`.
    fn keep(&self, kept: &[bool]) -> Box<dyn Puzzle> {
        let mut fewer = self.clues().to_vec();
        for (clue, &stays) in self.numbered().zip(kept) {
            fewer[clue].volume = fewer[clue].volume.filter(|_| stays);
        }
        Box::new(Self::new(self.shape().clone(), fewer))
    }
}

impl Ranked for Shikaku {
    /// The solution with the smallest sequence of labels.
    fn ranking(&self) -> Option<Box<dyn Ranking + '_>> {
        let compiled = self.compiled_within(&Budget::default()).ok()?;
        Some(Box::new(ranking::ByLabels::new(
            self.shape(),
            &compiled.boxes,
            &compiled.model,
            self.clues().len(),
        )))
    }
}

impl Misfits for Shikaku {
    fn misfit(&self) -> Option<String> {
        let volumes = self
            .clues()
            .iter()
            .map(|clue| Some(u64::from(clue.volume?)));
        let sum = volumes.sum::<Option<u64>>()?;
        let cells = self.shape().cells();
        (sum != cells as u64)
            .then(|| format!("the areas add up to {sum}, and the grid has {cells} cells"))
    }
}

impl Tells for Shikaku {
    fn choice_thing(&self, choice: Choice) -> Option<String> {
        let clue = self.clue_name(self.compiled().boxes.clue_of(choice.index()));
        Some(format!("{} of {clue}", self.box_name(choice)))
    }

    fn denied(&self, choices: &[Choice]) -> Option<String> {
        let clue_of = |choice: &Choice| self.compiled().boxes.clue_of(choice.index());
        let of_one_clue = choices.chunk_by(|one, other| clue_of(one) == clue_of(other));
        let said = of_one_clue.map(|choices| {
            let clue = self.clue_name(clue_of(&choices[0]));
            let boxes = choices.iter().map(|&choice| self.box_name(choice));
            match choices.len() {
                1 => format!("{clue} does not cover {}", joined(boxes, "")),
                2 => format!("{clue} covers neither {}", listed(boxes, "nor")),
                _ => format!("{clue} covers none of {}", listed(boxes, "and")),
            }
        });
        Some(listed(said, "and"))
    }

    fn tell(&self, step: &Step, board: &tilewright_logic::Board) -> Telling {
        words::tell(self, step, board)
    }
}

impl Drawn for Shikaku {
    fn cell_count(&self) -> usize {
        self.shape().cells()
    }

    fn spots(&self, choice: Choice) -> Vec<Spot> {
        let mut spots = Vec::new();
        let boxes = &self.compiled().boxes;
        boxes.for_each_cell(self.shape(), choice.index(), |cell| {
            spots.push(Spot { cell, slot: None });
        });
        spots
    }

    fn so_far(&self, picked: &[Choice]) -> Option<Picture> {
        let areas = self.areas_of(picked);
        Some(picture::draw(self, &|cell| areas[cell]))
    }
}

impl Settable for Shikaku {
    fn legend(&self) -> Legend {
        Legend::Numbers {
            most: self.shape().cells() as u32,
        }
    }

    fn with_clue(&self, cell: usize, value: Option<&str>) -> Parsed {
        legend::check_cell(cell, self.shape().cells())?;
        let cell = cell as u32;
        let mut clues = self.clues().to_vec();
        clues.retain(|clue| clue.cell != cell);
        if let Some(word) = value {
            let volume = clue_volume(word, self.shape().cells() as u32)?;
            let place = clues.partition_point(|clue| clue.cell < cell);
            clues.insert(place, Clue { cell, volume });
        }
        Ok(Box::new(Self::new(self.shape().clone(), clues)))
    }

    fn cell_called(&self, name: &str) -> Option<usize> {
        let name = name.to_ascii_lowercase();
        let cells = 0..self.shape().cells();
        cells
            .into_iter()
            .find(|&cell| self.shape().cell_name(cell) == name)
    }

    fn clue_at(&self, cell: usize) -> Option<String> {
        let clue = self
            .clues()
            .iter()
            .find(|clue| clue.cell as usize == cell)?;
        Some(clue.text())
    }

    fn key_of_cells(&self) -> Option<&'static str> {
        Some("areas")
    }
}
