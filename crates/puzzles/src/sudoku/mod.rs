//! Sudoku of any box dims: 9×9, 6×6, 16×16, cubes, hypercubes, Latin squares, jigsaws.
//!
//! [`Shape`] is the board and its model, [`Symbols`] the names of its values, [`Sudoku`] a board with its clues and
//! answers. Each group of formats is a module of its own; [`SUDOKU`] lists them.
//!
//! Cells are called by row and column on a 2-D board (`r1c2`), and by their coordinates along the
//! axes on any other (`(3,1,2)`: third column, first row, second layer), all counted from 1.

mod canonical;
mod census;
mod construct;
mod draw;
pub(crate) mod fpuzzles;
mod grid;
mod jigsaw;
mod json;
mod layers;
mod line;
mod nd;
mod near;
pub(crate) mod packed;
mod puzzlekit;
mod pzpr;
mod recognise;
mod relaxation;
mod rows;
mod sdk;
mod shape;
mod size;
pub(crate) mod sudokupad;
mod symbols;
mod symmetry;
mod words;

pub use relaxation::{Relaxation, RelaxationEnd};
pub use shape::{Boxes, MOST_CELLS, Shape};
pub use symbols::Symbols;

use crate::family::acts;
use crate::given::row_and_column;
use crate::legend::{self, Entry, Legend};
use crate::prose::{counted, joined};
use crate::{
    Asymmetric, Canonical, Canonised, Census, Choosable, Clues, Construction, Drawn, EmptyBoards,
    Enumerated, Equality, Family, LineWriter, ParseError, Parsed, Plain, Puzzle, Relaxes, Scaled,
    Settable, Symmetric, SymmetryGroup, Telling, Tells, Titled, Unwritable,
};
use std::fmt;
use std::str::FromStr;
use std::sync::{Arc, LazyLock};
use tilewright_logic::Step;
use tilewright_model::{Choice, Item, Names};
use tilewright_render::{Picture, Spot};

/// The name of the puzzle in the formats that name it.
const NAME: &str = "sudoku";

/// Marks a cell as a clue; the other bits are its value.
const CLUE: u16 = 1 << 15;

/// A Sudoku board with its clues, solved or not.
///
/// Two are equal when they have the same board, clues and answers, whatever their symbols and notes.
///
/// ```
/// use tilewright_puzzles::sudoku::Sudoku;
///
/// let line = "1..3.48.9.24.....7...96.5..23.....5.5.7..8.........4....95.....3..8......5.6...3.";
/// let mut sudoku: Sudoku = line.parse()?;
/// assert_eq!(sudoku.get(0), Some(1));
/// assert_eq!(sudoku.to_string(), line);
/// sudoku.set(1, Some(6));
/// assert!(sudoku.to_string().starts_with("16.3"));
/// # Ok::<(), tilewright_puzzles::ParseError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Sudoku {
    shape: Arc<Shape>,
    /// For each cell its value from 1, or 0 where it is empty, with [`CLUE`] where it was given.
    cells: Box<[u16]>,
    symbols: Symbols,
    /// Header lines of an `sdk` file: `#AAuthor`.
    notes: Vec<String>,
    origin: Origin,
    /// A remark on how the text was understood.
    remark: Option<Box<str>>,
}

/// The program whose file a board was read from: that decides how it is printed plainly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Origin {
    /// An n-dimensional file of multidimensional-sudoku.
    Nd,
    /// The layers of a cube, as tile-reduction shows them.
    Layers,
    /// Any other text, or none.
    Other,
}

impl PartialEq for Sudoku {
    fn eq(&self, other: &Self) -> bool {
        (Arc::ptr_eq(&self.shape, &other.shape) || self.shape == other.shape)
            && self.cells == other.cells
    }
}

impl Eq for Sudoku {}

impl Sudoku {
    /// The empty board with these box dims, first axis first.
    ///
    /// ```
    /// use tilewright_puzzles::sudoku::Sudoku;
    ///
    /// let cube = Sudoku::empty(&[2, 2, 2])?;
    /// assert_eq!(cube.shape().cells(), 512);
    /// # Ok::<(), tilewright_puzzles::ParseError>(())
    /// ```
    pub fn empty(dims: &[usize]) -> Result<Self, ParseError> {
        Ok(Self::on(Shape::of(dims, Boxes::Dims)?))
    }

    /// The empty board of a shape.
    pub fn on(shape: Arc<Shape>) -> Self {
        Self {
            cells: vec![0; shape.cells()].into(),
            symbols: Symbols::usual(shape.side()),
            notes: Vec::new(),
            origin: Origin::Other,
            remark: None,
            shape,
        }
    }

    /// The board.
    pub fn shape(&self) -> &Arc<Shape> {
        &self.shape
    }

    /// The names of the values.
    pub fn symbols(&self) -> Symbols {
        self.symbols
    }

    /// The value of a cell, from 1, clue or answer.
    ///
    /// # Panics
    /// If the board has no such cell.
    pub fn get(&self, cell: usize) -> Option<u16> {
        Some(self.cells[cell] & !CLUE).filter(|&value| value != 0)
    }

    /// Returns true if a cell holds a clue.
    ///
    /// # Panics
    /// If the board has no such cell.
    pub fn is_clue(&self, cell: usize) -> bool {
        self.cells[cell] & CLUE != 0
    }

    /// Makes a cell a clue with a value from 1, or empties it.
    ///
    /// # Panics
    /// If the board has no such cell or value.
    pub fn set(&mut self, cell: usize, clue: Option<u16>) {
        self.cells[cell] = clue.map_or(0, |value| self.checked(value) | CLUE);
    }

    /// Answers a cell with a value from 1; a clue stays as it is.
    ///
    /// # Panics
    /// If the board has no such cell or value.
    pub fn answer(&mut self, cell: usize, value: u16) {
        if !self.is_clue(cell) {
            self.cells[cell] = self.checked(value);
        }
    }

    /// Every cell's value, 0 for an empty one.
    pub fn values(&self) -> impl ExactSizeIterator<Item = u16> + '_ {
        self.cells.iter().map(|cell| cell & !CLUE)
    }

    /// The clues: cell and value.
    pub fn clues(&self) -> impl Iterator<Item = (usize, u16)> + '_ {
        let cells = self.cells.iter().enumerate();
        cells
            .filter(|(_, value)| **value & CLUE != 0)
            .map(|(cell, value)| (cell, value & !CLUE))
    }

    fn has_answers(&self) -> bool {
        self.cells.iter().any(|&cell| cell != 0 && cell & CLUE == 0)
    }

    /// The board without its answers.
    fn clues_only(&self) -> Self {
        let mut clues = self.clone();
        for cell in &mut clues.cells {
            if *cell & CLUE == 0 {
                *cell = 0;
            }
        }
        clues
    }

    fn checked(&self, value: u16) -> u16 {
        let side = self.shape.side();
        assert!(
            value >= 1 && usize::from(value) <= side,
            "value {value} on a board with {side}"
        );
        value
    }

    /// The name of a cell: "r1c2", "(3,1,2)".
    fn place(&self, cell: usize) -> String {
        let axes = 0..self.shape.axes();
        let coordinates: Vec<usize> = axes
            .map(|axis| self.shape.coordinate(cell, axis) + 1)
            .collect();
        match &coordinates[..] {
            [column, row] => format!("r{row}c{column}"),
            _ => format!("({})", joined(coordinates, ",")),
        }
    }

    /// The name of a clue: "the 5 at r1c2".
    fn clue_name(&self, cell: usize, value: u16) -> String {
        format!("the {} at {}", self.symbols.name(value), self.place(cell))
    }

    /// The name of a line: "row 2", "the line along axis 3 through (2,1,1)".
    fn line_name(&self, axis: usize, line: usize) -> String {
        match (self.shape.axes(), axis) {
            (1, _) => "the line".into(),
            (2, 0) => format!("row {}", line + 1),
            (2, _) => format!("column {}", line + 1),
            _ => format!(
                "the line along axis {} through {}",
                axis + 1,
                self.place(self.shape.line_cell(axis, line, 0))
            ),
        }
    }

    /// The name of a box: "box 2", "region 2".
    fn box_name(&self, number: usize) -> String {
        let is_irregular = matches!(self.shape.boxes(), Boxes::Regions(_));
        let kind = if is_irregular { "region" } else { "box" };
        format!("{kind} {}", number + 1)
    }

    /// The symbols with which a text of one character for each cell means this puzzle, or the reason why there are
    /// none.
    fn characters(&self) -> Result<Symbols, Unwritable> {
        let side = self.shape.side();
        if side <= 9 {
            return Ok(Symbols::Digits);
        }
        if side > symbols::MOST_CHARACTERS {
            return Err(Unwritable(format!(
                "a character for each cell cannot name the {side} values of the {}",
                self.shape
            )));
        }
        let says_it = |symbols: &Symbols| {
            let filled = self.values().filter(|&value| value != 0);
            let blanks = self.values().filter(|&value| value == 0).map(|_| '.');
            let mut fits = true;
            let characters = filled.map(|value| {
                let character = symbols.character(value);
                fits &= character.is_some();
                character.unwrap_or('.')
            });
            let told = Symbols::of_text(characters.chain(blanks), side);
            fits && (told == *symbols || self.reads_alike(told, *symbols))
        };
        [
            self.symbols,
            Symbols::Digits,
            Symbols::Letters,
            Symbols::Hex,
        ]
        .into_iter()
        .filter(|symbols| *symbols != Symbols::Numbers)
        .find(says_it)
        .ok_or_else(|| Unwritable("single characters cannot name these values".into()))
    }

    /// Returns true if a text with one set of symbols is the same puzzle in the other.
    fn reads_alike(&self, told: Symbols, written: Symbols) -> bool {
        let side = self.shape.side();
        let mut values = self.values().filter(|&value| value != 0);
        values.all(|value| {
            let mark = written.character(value).map(|c| told.mark(c, side));
            mark == Some(symbols::Mark::Value(value))
        })
    }

    /// Fails unless a format that does not name the boxes would read this shape.
    fn expect_usual(&self, axes: usize, format: &str) -> Result<(), Unwritable> {
        let usual = Shape::usual(self.shape.side(), axes);
        if self.shape.axes() == axes && usual.is_ok_and(|usual| *usual == *self.shape) {
            return Ok(());
        }
        Err(self.unwritable(format))
    }

    fn unwritable(&self, format: &str) -> Unwritable {
        let boxes = match self.shape.boxes() {
            Boxes::Dims => format!("boxes of {}", joined(self.shape.dims(), "×")),
            Boxes::None => "no boxes".into(),
            Boxes::Regions(_) => "irregular regions".into(),
        };
        Unwritable(format!(
            "the {format} format cannot say that this is the {} with {boxes}; json can",
            self.shape
        ))
    }
}

impl FromStr for Sudoku {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        SUDOKU.read_as(text, None)
    }
}

impl fmt::Display for Sudoku {
    /// The puzzle on one line: a character for each cell where that says it all, or JSON.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line = line::write(self).ok();
        let line = line.filter(|line| recognise::format_of(line) == Some(&*line::LINE));
        f.write_str(line.unwrap_or_else(|| json::write(self)).trim_end())
    }
}

impl Names for Sudoku {
    fn choice_name(&self, choice: Choice) -> String {
        let (cell, value) = self.cell_and_value(choice);
        format!("{} = {}", self.place(cell), self.symbols.name(value))
    }

    fn item_name(&self, item: Item) -> String {
        words::item_name(self, item)
    }
}

impl Titled for Sudoku {
    fn title(&self) -> String {
        let shape = &self.shape;
        let kind = match shape.boxes() {
            Boxes::Dims => "Sudoku",
            Boxes::None => "Latin board",
            Boxes::Regions(_) => "Jigsaw Sudoku",
        };
        let size = joined(vec![shape.side(); shape.axes()], "×");
        format!("{kind} {size}, {}", counted(self.clues().count(), "clue"))
    }

    fn remark(&self) -> Option<&str> {
        self.remark.as_deref()
    }
}

impl Plain for Sudoku {
    fn plain(&self) -> String {
        draw::plain(self)
    }

    fn plain_engine(&self) -> Option<&'static str> {
        (!draw::is_in_slabs(self)).then_some("reduce")
    }

    fn plain_report(&self, count: &str) -> Option<String> {
        draw::is_in_slabs(self).then(|| {
            let puzzle = draw::plain(&self.clues_only());
            format!("{puzzle}starting algX\nnumSols: {count}\n\n{count} solutions found\n")
        })
    }

    fn plain_label(&self, number: u64) -> String {
        format!("\nsol {number}: \n")
    }
}

impl Clues for Sudoku {
    fn clue_count(&self) -> usize {
        self.clues().count()
    }

    fn clue_names(&self) -> Vec<String> {
        let names = self
            .clues()
            .map(|(cell, value)| self.clue_name(cell, value));
        names.collect()
    }

    fn keep(&self, kept: &[bool]) -> Box<dyn Puzzle> {
        let mut fewer = self.clues_only();
        for ((cell, _), &stays) in self.clues().zip(kept) {
            if !stays {
                fewer.set(cell, None);
            }
        }
        Box::new(fewer)
    }
}

impl Choosable for Sudoku {
    fn with_choice(&self, choice: Choice) -> Parsed {
        let mut clued = self.clues_only();
        let (cell, value) = (
            choice.index() / self.shape.side(),
            choice.index() % self.shape.side(),
        );
        clued.set(cell, Some(value as u16 + 1));
        Ok(Box::new(clued))
    }
}

impl Enumerated for Sudoku {
    fn line_writer(&self) -> Option<Box<LineWriter<'_>>> {
        let side = self.shape.side();
        let character = |value| u8::try_from(self.symbols.character(value)?).ok();
        let characters: Option<Vec<u8>> = (1..=side as u16).map(character).collect();
        let characters = characters.filter(|characters| characters.is_ascii())?;
        // A solution has a choice for each cell, and they are in order.
        Some(Box::new(move |solution, line| {
            let cells = solution.iter();
            line.extend(cells.map(|choice| characters[choice.index() % side]));
        }))
    }
}

impl EmptyBoards for Sudoku {
    fn census(&self) -> Option<Census> {
        let is_empty = self.clues().next().is_none();
        is_empty.then(|| census::of(&self.shape))
    }

    fn construction(&self) -> Option<Box<dyn Construction + '_>> {
        let is_empty = self.clues().next().is_none();
        let formula = is_empty.then(|| construct::Formula::of(&self.shape));
        Some(Box::new(formula.flatten()?))
    }
}

impl Tells for Sudoku {
    fn as_seen(&self, step: Step, board: &tilewright_logic::Board) -> Step {
        words::as_seen(self, step, board)
    }

    fn tell(&self, step: &Step, board: &tilewright_logic::Board) -> Telling {
        words::tell(self, step, board)
    }
}

impl Drawn for Sudoku {
    fn cell_count(&self) -> usize {
        self.shape.cells()
    }

    fn spots(&self, choice: Choice) -> Vec<Spot> {
        let (cell, value) = self.cell_and_value(choice);
        vec![Spot {
            cell,
            slot: Some(usize::from(value) - 1),
        }]
    }

    fn pencil_marks(&self, board: &tilewright_logic::Board) -> Option<Picture> {
        Some(words::pencil_marks(self, board))
    }
}

impl Settable for Sudoku {
    fn legend(&self) -> Legend {
        let values = 1..=self.shape.side() as u16;
        let entries = values.map(|value| Entry::word(self.symbols.name(value)));
        Legend::Values(entries.collect())
    }

    fn with_clue(&self, cell: usize, value: Option<&str>) -> Parsed {
        legend::check_cell(cell, self.shape.cells())?;
        let value = value.map(|word| self.legend().slot(word)).transpose()?;
        let mut changed = self.clues_only();
        changed.set(cell, value.map(|slot| slot as u16 + 1));
        Ok(Box::new(changed))
    }

    fn cell_called(&self, name: &str) -> Option<usize> {
        let (side, axes) = (self.shape.side(), self.shape.axes());
        let coordinates: Vec<usize> = if let Some((row, column)) = row_and_column(name) {
            vec![column, row]
        } else {
            let inner = name.strip_prefix('(')?.strip_suffix(')')?;
            let numbers = inner
                .split(',')
                .map(|part| part.trim().parse::<usize>().ok());
            let numbers = numbers.map(|number| number?.checked_sub(1));
            numbers.collect::<Option<_>>()?
        };
        let fits = coordinates.len() == axes && coordinates.iter().all(|&place| place < side);
        let number = |cell: usize, &place: &usize| cell * side + place;
        fits.then(|| coordinates.iter().rev().fold(0, number))
    }

    fn clue_at(&self, cell: usize) -> Option<String> {
        let clue = self.cells.get(cell).filter(|value| **value & CLUE != 0)?;
        Some(self.symbols.name(clue & !CLUE))
    }

    fn key_of_cells(&self) -> Option<&'static str> {
        Some("cells")
    }
}

impl Relaxes for Sudoku {
    fn relaxation(&self) -> Option<Relaxation> {
        Relaxation::of(self)
    }
}

impl Scaled for Sudoku {
    fn nine(&self) -> Option<[u8; 81]> {
        if self.shape.dims() != [3, 3] || *self.shape.boxes() != Boxes::Dims {
            return None;
        }
        let mut givens = [0; 81];
        for (cell, value) in self.clues() {
            givens[cell] = value as u8;
        }
        Some(givens)
    }
}

impl Symmetric for Sudoku {
    fn symmetry(&self) -> Result<Box<dyn SymmetryGroup + '_>, Asymmetric> {
        Ok(Box::new(symmetry::Moves::of(self)?))
    }
}

impl Canonised for Sudoku {
    fn canonical(&self) -> Result<Canonical, Asymmetric> {
        canonical::canonical(self)
    }
}

/// Sudoku, its formats and abilities.
pub static SUDOKU: LazyLock<Family> = LazyLock::new(|| {
    let about = "Sudoku in any number of dimensions, with boxes, irregular regions or none";
    let family = Family::new(NAME, about)
        .formats(&[
            &grid::GRID,
            &line::LINE,
            &line::SDM,
            &sdk::SDK,
            &grid::SS,
            &nd::ND,
            &nd::DM,
            &layers::LAYERS,
            &jigsaw::JIGSAW,
            &puzzlekit::PUZZLEKIT,
            &json::JSON,
            &pzpr::PZPRV3,
            &pzpr::PUZZLINK,
            &sudokupad::SUDOKUPAD,
            &fpuzzles::FPUZZLES,
        ])
        .recognises(|text| recognise::format_of(text).cloned())
        .near(near::near)
        .board("sudoku", "3,3", size::sudoku)
        .sizes(size::sudoku_sizes())
        .board("latin", "4", size::latin)
        .sizes(size::latin_sizes())
        .able(Equality::of::<Sudoku>());
    acts!(family, Sudoku: Titled, Plain, Clues, Choosable, Enumerated, EmptyBoards, Tells, Drawn, Settable,
        Relaxes, Scaled, Symmetric, Canonised)
});
