//! Edge tiles: a kind of tile for each place of a board, such that neighbours go together.
//!
//! Roads and loops are built in; any other [`TileSet`] comes from a file: sockets in TOML or JSON,
//! or lists of allowed pairs as programs for wave function collapse have them. docs/tiles.md
//! describes the formats.
//!
//! | module | what it is |
//! | --- | --- |
//! | `set` | kinds, sockets and pairs, and the built-in sets |
//! | `board` | size, shape and border; the model and the numbers of its choices |
//! | `art`, `draw` | drawings of tiles that are open or closed on each side, and of boards |
//! | `draft` | tile sets from documents |
//! | `file`, `json`, `wfc`, `letters` | the formats |
//!
//! ```
//! use tilewright_model::budget::Budget;
//! use tilewright_puzzles::{Puzzle, tiles::Tiles};
//!
//! let roads = Tiles::roads(4, 5)?;
//! let model = roads.model(&Budget::default())?;
//! assert_eq!(model.choice_count(), 4 * 5 * 5);
//! // An item for each place and for each edge between two.
//! assert_eq!(model.item_count(), 20 + 4 * 4 + 3 * 5);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod art;
mod board;
mod draft;
mod draw;
mod file;
mod json;
mod letters;
mod set;
mod wfc;

pub use board::Shape;
pub use set::{Kind, TileSet};

use crate::ability::given_at;
use crate::document;
use crate::family::acts;
use crate::given::row_and_column;
use crate::legend::{self, Entry, Legend};
use crate::near::best;
use crate::nearest::with_nearest;
use crate::prose::{counted, first_of};
use crate::short::Rows;
use crate::size::ROWS_AND_COLUMNS;
use crate::{
    Choosable, Clues, Drawn, Enumerated, Equality, Family, Format, LineWriter, Near, ParseError,
    Parsed, Plain, Puzzle, Resizable, Settable, Sizes, Titled, Unbuilt,
};
use board::{Board, Border, check_size, parse_size};
use set::{CLOSED_SOCKET, Look};
use std::sync::{Arc, LazyLock};
use tilewright_model::budget::Budget;
use tilewright_model::{Choice, Item, Model, Names};
use tilewright_render::{Picture, Spot};

/// The family of edge tiles.
pub static TILES: LazyLock<Family> = LazyLock::new(|| {
    let about = "edge tiles: roads, loops and any set of tiles whose sides must join";
    let [roads, loops] = [TileSet::roads, TileSet::loops];
    let family = Family::new("tiles", about)
        .formats(&[
            &letters::LETTERS,
            &file::TOML,
            &wfc::WFC,
            &json::JSON,
            &draw::ART,
            &draw::BOXES,
        ])
        .near(near)
        .able(Equality::of::<Tiles>())
        .board("roads", "4x5", move |s| of_size(roads(), s, Shape::Grid))
        .sizes(sizes())
        .board("roads-torus", "4x4", move |s| {
            of_size(roads(), s, Shape::Torus)
        })
        .sizes(sizes())
        .board("loops", "5x4", move |s| of_size(loops(), s, Shape::Grid))
        .sizes(sizes());
    acts!(family, Tiles: Resizable, Titled, Plain, Clues, Choosable, Enumerated, Drawn, Settable)
});

/// The menu of all kinds of board.
fn sizes() -> Sizes {
    Sizes::new(
        ROWS_AND_COLUMNS,
        "6x6",
        &[
            ("4x4", "4×4"),
            ("5x4", "5×4"),
            ("4x5", "4×5"),
            ("6x6", "6×6"),
            ("8x8", "8×8"),
            ("10x10", "10×10"),
        ],
    )
}

/// The rows and columns of a board whose file does not say any.
const DEFAULT_SIZE: (usize, usize) = (10, 10);

/// The nearest format of a text that no format recognises.
fn near(text: &str) -> Option<Near> {
    let formats: [(&Format, u32); 3] = [
        (&letters::LETTERS, letters::nearness(text)),
        (&wfc::WFC, wfc::nearness(text)),
        (
            &file::TOML,
            document::key_share(text, &["kinds", "board", "set", "fixed"]),
        ),
    ];
    best(formats.map(|(format, percent)| Some(Near::new(format, percent))))
}

fn of_size(set: Arc<TileSet>, size: &str, shape: Shape) -> Result<Tiles, ParseError> {
    let border = default_border(&set, shape);
    Ok(Tiles::on_board(set, parse_size(size)?, shape, border))
}

/// The border of a board that does not say any: closed for loops, free for all others.
fn default_border(set: &TileSet, shape: Shape) -> Border {
    let closed = set
        .sockets()
        .and_then(|sockets| sockets.find(CLOSED_SOCKET));
    match closed {
        Some(closed) if shape == Shape::Grid && set.built_in_name() == Some("loops") => {
            Border::Socket(closed)
        }
        _ => Border::Free,
    }
}

/// A kind on a place.
#[derive(Clone, Copy, Debug)]
struct Placed {
    kind: u16,
    /// True if it was found rather than fixed.
    is_found: bool,
}

/// A board of edge tiles, some of its places fixed.
///
/// A fixed kind that the border rules out leaves the puzzle without a solution; it is not a mistake.
#[derive(Clone, Debug)]
pub struct Tiles {
    board: Arc<Board>,
    placed: Arc<Vec<Option<Placed>>>,
}

impl PartialEq for Tiles {
    fn eq(&self, other: &Self) -> bool {
        let kind = |placed: Option<Placed>| placed.map(|placed| placed.kind);
        *self.board == *other.board
            && (0..self.board.places()).all(|p| kind(self.at(p)) == kind(other.at(p)))
    }
}

impl Tiles {
    /// An open board of roads with a free border.
    pub fn roads(rows: usize, columns: usize) -> Result<Self, ParseError> {
        Self::new(TileSet::roads(), rows, columns, Shape::Grid)
    }

    /// An open board of loops: a grid with a closed border.
    pub fn loops(rows: usize, columns: usize) -> Result<Self, ParseError> {
        Self::new(TileSet::loops(), rows, columns, Shape::Grid)
    }

    /// An open board: a grid of loops has a closed border, every other set a free one.
    pub fn new(
        set: Arc<TileSet>,
        rows: usize,
        columns: usize,
        shape: Shape,
    ) -> Result<Self, ParseError> {
        check_size(rows, columns)?;
        let border = default_border(&set, shape);
        Ok(Self::on_board(set, (rows, columns), shape, border))
    }

    /// An open board of a size that was checked.
    fn on_board(set: Arc<TileSet>, size: (usize, usize), shape: Shape, border: Border) -> Self {
        let board = Board::new(set, size, shape, border);
        Self {
            placed: Arc::new(vec![None; board.places()]),
            board: Arc::new(board),
        }
    }

    /// An open grid of a size that was checked, with the set's own border.
    fn on_default_board(set: Arc<TileSet>, size: (usize, usize)) -> Self {
        let border = default_border(&set, Shape::Grid);
        Self::on_board(set, size, Shape::Grid, border)
    }

    /// The puzzle on a board of another size, `4x5` being 4 rows and 5 columns. Every fixed place must lie on it.
    pub fn with_size(&self, size: &str) -> Result<Self, ParseError> {
        let size = parse_size(size)?;
        let board = &self.board;
        let open = Self::on_board(board.set.clone(), size, board.shape, board.border);
        let mut placed = vec![None; open.board.places()];
        for (place, stands) in self.fixed() {
            let (row, column) = self.row_and_column(place);
            if row >= size.0 || column >= size.1 {
                let message = format!(
                    "row {}, column {} is fixed, but the board would have {}×{} places",
                    row + 1,
                    column + 1,
                    size.0,
                    size.1
                );
                return Err(ParseError::new(message));
            }
            placed[row * size.1 + column] = Some(stands);
        }
        Ok(Self::settled(open.board, placed))
    }

    /// The puzzle with a kind fixed on a place, counted from 0.
    pub fn with_fixed(&self, row: usize, column: usize, kind: &str) -> Result<Self, ParseError> {
        if row >= self.rows() || column >= self.columns() {
            let message = format!("there is no row {}, column {}", row + 1, column + 1);
            return Err(ParseError::new(message));
        }
        let mut fixing = Fixing::new(self.clone());
        fixing.fix((row, column), kind)?;
        Ok(fixing.done())
    }

    /// The board with just these kinds fixed: for each place, row by row, the number of one or none.
    ///
    /// # Panics
    /// If there are not as many as places, or a kind is not in the set.
    #[must_use]
    pub fn with_kinds(&self, kinds: &[Option<usize>]) -> Self {
        assert_eq!(kinds.len(), self.board.places(), "one for each place");
        let fixed = |kind: &Option<usize>| {
            let kind = (*kind)?;
            assert!(kind < self.set().kinds().len(), "there is no kind {kind}");
            Some(Placed {
                kind: kind as u16,
                is_found: false,
            })
        };
        let placed = kinds.iter().map(fixed).collect();
        Self::settled(self.board.clone(), placed)
    }

    /// The number of the kind on a place, if it is known; rows and columns are counted from 0.
    pub fn kind_number_at(&self, row: usize, column: usize) -> Option<usize> {
        let placed = self.at(row * self.columns() + column)?;
        Some(usize::from(placed.kind))
    }

    /// Returns true if the board and its border leave room for a kind on a place, whatever its neighbours are.
    pub fn may_stand(&self, row: usize, column: usize, kind: usize) -> bool {
        let place = row * self.columns() + column;
        u16::try_from(kind).is_ok_and(|kind| self.board.allows(place, kind))
    }

    /// A puzzle with these kinds on its places. A kind that is not allowed on its place empties it, on a board of its
    /// own; all others keep the board that they share.
    fn settled(board: Arc<Board>, placed: Vec<Option<Placed>>) -> Self {
        let kinds = (placed.iter().enumerate())
            .filter_map(|(place, stands)| Some((place, (*stands)?.kind)));
        let emptied = kinds.filter(|&(place, kind)| !board.allows(place, kind));
        let emptied: Vec<usize> = emptied.map(|(place, _)| place).collect();
        Self {
            board: emptied_board(board, emptied),
            placed: Arc::new(placed),
        }
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.board.rows
    }

    /// The number of columns.
    pub fn columns(&self) -> usize {
        self.board.columns
    }

    /// The tile set.
    pub fn set(&self) -> &TileSet {
        &self.board.set
    }

    /// The way in which the board closes in itself.
    pub fn shape(&self) -> Shape {
        self.board.shape
    }

    /// The kind on a place, if it is known; rows and columns are counted from 0.
    pub fn kind_at(&self, row: usize, column: usize) -> Option<&Kind> {
        let placed = self.at(row * self.columns() + column)?;
        Some(&self.set().kinds()[usize::from(placed.kind)])
    }

    /// The puzzle with some choices filled in; known places stay.
    fn filled_in(&self, choices: &[Choice]) -> Self {
        let mut placed = self.placed.to_vec();
        for &choice in choices {
            let (place, kind) = self.board.meaning(choice);
            placed[place].get_or_insert(Placed {
                kind,
                is_found: true,
            });
        }
        Self {
            board: self.board.clone(),
            placed: Arc::new(placed),
        }
    }

    fn size(&self) -> (usize, usize) {
        (self.rows(), self.columns())
    }

    /// "free", or the socket that the border shows.
    fn border_name(&self) -> &str {
        match (self.board.border, self.set().sockets()) {
            (Border::Socket(number), Some(sockets)) => &sockets.names[usize::from(number)],
            _ => "free",
        }
    }

    fn at(&self, place: usize) -> Option<Placed> {
        self.placed[place]
    }

    /// The places with a kind.
    fn fixed(&self) -> impl Iterator<Item = (usize, Placed)> {
        (0..self.placed.len()).filter_map(|place| Some((place, self.at(place)?)))
    }

    fn is_open_everywhere(&self) -> bool {
        self.fixed().next().is_none()
    }

    fn row_and_column(&self, place: usize) -> (usize, usize) {
        (place / self.columns(), place % self.columns())
    }

    fn place_name(&self, place: usize) -> String {
        let (row, column) = self.row_and_column(place);
        format!("r{}c{}", row + 1, column + 1)
    }

    fn fixed_name(&self, place: usize, kind: u16) -> String {
        let kind = &self.set().kinds()[usize::from(kind)];
        format!("{} = {}", self.place_name(place), kind.name)
    }
}

/// The board, or one like it, where just those places are emptied.
fn emptied_board(board: Arc<Board>, emptied: Vec<usize>) -> Arc<Board> {
    if board.emptied_places() == emptied {
        return board;
    }
    Arc::new(board.emptied_at(emptied))
}

/// A puzzle whose places are being fixed one by one.
struct Fixing {
    board: Arc<Board>,
    placed: Vec<Option<Placed>>,
}

impl Fixing {
    fn new(puzzle: Tiles) -> Self {
        let places = 0..puzzle.board.places();
        Self {
            placed: places.map(|place| puzzle.at(place)).collect(),
            board: puzzle.board,
        }
    }

    fn rows(&self) -> usize {
        self.board.rows
    }

    fn columns(&self) -> usize {
        self.board.columns
    }

    /// Fixes a kind on a place of the board.
    fn fix(&mut self, (row, column): (usize, usize), name: &str) -> Result<(), ParseError> {
        let Some(kind) = self.board.set.find(name) else {
            let names = || self.board.set.kinds().iter().map(|kind| kind.name.as_str());
            let known = first_of(names(), 8);
            let message = format!("there is no kind called {name:?}; the kinds are {known}");
            return Err(with_nearest(ParseError::new(message), name, names()));
        };
        let placed = &mut self.placed[row * self.board.columns + column];
        let kind = kind as u16;
        if let Some(other) = placed.filter(|placed| placed.kind != kind) {
            let message = format!(
                "row {}, column {} is fixed twice: as {:?} and as {name:?}",
                row + 1,
                column + 1,
                self.board.set.kinds()[usize::from(other.kind)].name
            );
            return Err(ParseError::new(message));
        }
        *placed = Some(Placed {
            kind,
            is_found: false,
        });
        Ok(())
    }

    fn done(self) -> Tiles {
        Tiles::settled(self.board, self.placed)
    }
}

impl Names for Tiles {
    fn choice_name(&self, choice: Choice) -> String {
        let (place, kind) = self.board.meaning(choice);
        self.fixed_name(place, kind)
    }

    fn item_name(&self, item: Item) -> String {
        let places = self.board.places();
        if item.index() < places {
            return self.place_name(item.index());
        }
        match self.board.edge(item.index() - places) {
            Some((a, b)) => {
                let [a, b] = [a, b].map(|place| self.place_name(place));
                format!("the edge between {a} and {b}")
            }
            // A rule that was turned into items has no name of its own.
            None => "which kinds go together".into(),
        }
    }
}

impl Puzzle for Tiles {
    fn family(&self) -> &Family {
        &TILES
    }

    fn model(&self, budget: &Budget) -> Result<Model, Unbuilt> {
        self.board.model(budget)
    }

    fn givens(&self) -> Vec<Choice> {
        let choices = self
            .fixed()
            .filter_map(|(place, placed)| self.board.choice(place, placed.kind));
        choices.collect()
    }

    fn fill(&self, solution: &[Choice]) -> Box<dyn Puzzle> {
        Box::new(self.filled_in(solution))
    }

    fn picture(&self) -> Picture {
        self.drawn()
    }
}

impl Titled for Tiles {
    fn title(&self) -> String {
        let name = self.set().built_in_name().unwrap_or("tiles");
        let torus = match self.shape() {
            Shape::Grid => "",
            Shape::Torus => " on a torus",
        };
        let (rows, columns) = self.size();
        let fixed = counted(self.fixed().count(), "fixed place");
        format!("{name} {rows}×{columns}{torus}, {fixed}")
    }
}

impl Plain for Tiles {
    fn plain(&self) -> String {
        let drawn = match self.set().look() {
            Look::Art => self.art(),
            Look::Boxes => self.boxes(),
            Look::Names => None,
        };
        drawn.unwrap_or_else(|| self.names_grid().join("\n") + "\n")
    }

    fn plain_gap(&self) -> usize {
        if self.set().look() == Look::Art { 2 } else { 1 }
    }

    fn plain_engine(&self) -> Option<&'static str> {
        Some("reduce")
    }
}

impl Clues for Tiles {
    fn clue_count(&self) -> usize {
        self.fixed().count()
    }

    fn clue_names(&self) -> Vec<String> {
        let names = self
            .fixed()
            .map(|(place, stands)| self.fixed_name(place, stands.kind));
        names.collect()
    }

    fn keep(&self, kept: &[bool]) -> Box<dyn Puzzle> {
        let mut placed = self.placed.to_vec();
        let mut emptied = self.board.emptied_places().to_vec();
        for ((place, _), _) in self.fixed().zip(kept).filter(|(_, stays)| !**stays) {
            placed[place] = None;
            emptied.retain(|&other| other != place);
        }
        Box::new(Self {
            board: emptied_board(self.board.clone(), emptied),
            placed: Arc::new(placed),
        })
    }

    fn are_of_board(&self) -> bool {
        true
    }
}

impl Choosable for Tiles {
    fn with_choice(&self, choice: Choice) -> Parsed {
        let (place, kind) = self.board.meaning(choice);
        let mut placed = self.placed.to_vec();
        placed[place] = Some(Placed {
            kind,
            is_found: false,
        });
        Ok(Box::new(Self::settled(self.board.clone(), placed)))
    }
}

impl Enumerated for Tiles {
    /// Rows of kinds.
    fn line_writer(&self) -> Option<Box<LineWriter<'_>>> {
        let kinds = self.set().kinds();
        let rows = Rows::new(self.columns(), kinds.iter().map(|kind| &kind.name));
        Some(Box::new(move |solution, line| {
            let kind = |&choice: &Choice| usize::from(self.board.meaning(choice).1);
            let names = solution.iter().map(|choice| &kinds[kind(choice)].name);
            rows.put(names, line);
        }))
    }
}

impl Resizable for Tiles {
    fn resized(&self, size: &str) -> Parsed {
        Ok(Box::new(self.with_size(size)?))
    }
}

impl Drawn for Tiles {
    fn cell_count(&self) -> usize {
        self.board.places()
    }

    fn pencil_marks(&self, board: &tilewright_logic::Board) -> Option<Picture> {
        Some(self.drawn_with_marks(board))
    }

    fn spots(&self, choice: Choice) -> Vec<Spot> {
        let (cell, kind) = self.board.meaning(choice);
        vec![Spot {
            cell,
            slot: Some(usize::from(kind)),
        }]
    }
}

impl Settable for Tiles {
    fn legend(&self) -> Legend {
        let kinds = self.set().kinds().iter().enumerate();
        let entry = |(number, kind): (usize, &Kind)| Entry {
            name: kind.name.clone(),
            drawing: self.set().drawing(number),
            is_nothing: false,
        };
        Legend::Values(kinds.map(entry).collect())
    }

    fn with_clue(&self, cell: usize, value: Option<&str>) -> Parsed {
        legend::check_cell(cell, self.board.places())?;
        let mut fixing = Fixing::new(self.clone());
        for placed in &mut fixing.placed {
            *placed = placed.filter(|placed| !placed.is_found);
        }
        fixing.placed[cell] = None;
        if let Some(name) = value {
            fixing.fix(self.row_and_column(cell), name)?;
        }
        Ok(Box::new(fixing.done()))
    }

    fn cell_called(&self, name: &str) -> Option<usize> {
        let (row, column) = row_and_column(name)?;
        let fits = row < self.rows() && column < self.columns();
        fits.then(|| row * self.columns() + column)
    }

    fn clue_at(&self, cell: usize) -> Option<String> {
        given_at(self, cell)
    }

    fn key_of_cells(&self) -> Option<&'static str> {
        Some("fixed")
    }
}

#[cfg(test)]
mod tests;
