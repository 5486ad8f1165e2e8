//! Puzzle families: each reads and writes its formats and translates into the model and back.
//!
//! A [`Puzzle`] is what a text means. A solved puzzle is a puzzle of the same kind with more
//! filled in. A [`Family`] is a kind of puzzle with its formats and abilities; [`Families`] are those that a
//! program knows, and [`read`] finds the built-in one that a text belongs to.
//!
//! | family | what it is |
//! | --- | --- |
//! | [`sudoku`] | Sudoku in any number of dimensions, Latin squares, jigsaws |
//! | [`shikaku`] | a grid cut in boxes, each with one clue |
//! | [`tiles`] | roads, loops and any set of tiles whose sides must join |
//! | [`rules`] | whatever can be written down as tiles, values, groups and rules, or as pieces |
//! | [`cover`] | exact cover with colours |
//!
//! [`export`] and [`matrix`] write any model, [`answer`] reads what a SAT solver says about one, and
//! [`chosen`] what an exact cover solver chose. What the families share when they read: `lines` (words with their
//! places), `document` (TOML and JSON as trees with places), `json`, `pzpr` (puzz.link), `addresses` (of puzzles that stand elsewhere) and `nearest` ("did you mean"), `size` (sizes as
//! people type them).
//! Files of a million lines are read in bulk where a format has [`PlainLines`].

mod ability;
mod addresses;
pub mod answer;
mod census;
pub mod chosen;
mod construction;
pub mod cover;
mod document;
mod error;
pub mod export;
mod families;
mod family;
mod format;
mod given;
mod illustrate;
mod json;
mod legend;
mod lines;
pub mod matrix;
mod near;
mod nearest;
mod plain;
mod puzzlekit;
mod pzpr;
pub mod rules;
pub mod shikaku;
mod short;
mod size;
pub mod sudoku;
pub mod tiles;
mod words;

pub use ability::{Canonised, Equality, Symmetric};
pub use census::Census;
pub use construction::{Construction, Die};
pub use error::{ParseError, Place, TooLarge, Unwritable};
pub use families::{Families, Reading, board, read};
pub use family::{Ability, BoardKind, Description, Family, Filled, Text};
pub use format::{Format, FormatData};
pub use given::with_given;
pub use legend::{Entry, Legend};
pub use near::Near;
pub use plain::{PlainLines, Taken};
pub use size::rows_and_columns;
pub use words::Telling;

use std::any::Any;
use std::fmt;
use std::sync::Arc;
use tilewright_logic::Step;
use tilewright_model::{Choice, Model, Names};
use tilewright_render::{Picture, Spot};

/// A puzzle that was read, or why it could not be.
pub type Parsed = Result<Box<dyn Puzzle>, ParseError>;

/// A puzzle, solved or not.
pub trait Puzzle: Any + Names + Shared + fmt::Debug + Send + Sync {
    /// What kind of puzzle it is.
    fn family(&self) -> &Family;

    /// Its rules as a model, or how much memory that would take where it is more than `memory`
    /// bytes. Puzzles of one shape share one model, so that it is prepared once for all of them.
    fn model(&self, memory: u64) -> Result<Model, TooLarge>;

    /// The choices that its clues amount to.
    fn givens(&self) -> Vec<Choice>;

    /// The puzzle with a solution filled in.
    fn fill(&self, solution: &[Choice]) -> Box<dyn Puzzle>;

    /// What it is in a few words: "Sudoku 9×9, 24 clues".
    fn title(&self) -> String;

    /// What whoever wrote it should be told about how it was understood, where that may not be what
    /// was meant: "the boxes are 4 wide and 3 high".
    fn remark(&self) -> Option<&str> {
        None
    }

    /// How it looks.
    fn picture(&self) -> Picture;

    /// How it looks in the words of the program that this family comes from, without frames.
    fn plain(&self) -> String;

    /// The empty lines that this program left between two solutions.
    fn plain_gap(&self) -> usize {
        1
    }

    /// The engine that gives solutions in the order in which this program gave them, where it
    /// promised one.
    fn plain_engine(&self) -> Option<&'static str> {
        None
    }

    /// What this program printed before it listed all solutions, of which there are `count`; `None`
    /// where it said nothing.
    fn plain_report(&self, count: &str) -> Option<String> {
        let _ = count;
        None
    }

    /// What stood there above each of them, counted from 1.
    fn plain_label(&self, number: u64) -> String {
        let _ = number;
        String::new()
    }

    /// The puzzles with one clue less than this one, each with the name of the clue that went.
    fn thinner(&self) -> Vec<(String, Box<dyn Puzzle>)>;

    /// The puzzle without several of its clues at once, each by its number in [`thinner`](Self::thinner).
    fn without(&self, clues: &[usize]) -> Box<dyn Puzzle>;

    /// Which solution comes first, where the family promises that.
    fn ranking(&self) -> Option<Box<dyn Ranking + '_>> {
        None
    }

    /// How the solutions of this puzzle are written in a list, one on a line: as shortly as they
    /// can be told apart, for the reader knows the puzzle. Without the end of the line; `None` where
    /// the family has no such way.
    fn line_writer(&self) -> Option<Box<LineWriter<'_>>> {
        None
    }

    /// How its solutions are counted by its symmetry, where the family knows how: that of an empty
    /// board.
    fn census(&self) -> Option<Census> {
        None
    }

    /// How a solution is written down without a search, where the family knows how: that of an
    /// empty board.
    fn construction(&self) -> Option<Box<dyn Construction + '_>> {
        None
    }

    /// What is wrong with the puzzle as a whole, where that can be told without a search: "the areas
    /// add up to 301, and the grid has 300 cells".
    fn misfit(&self) -> Option<String> {
        None
    }

    /// How it looks with some of its choices picked, and the rest open.
    fn so_far(&self, picked: &[Choice]) -> Picture {
        self.fill(picked).picture()
    }

    /// How it looks with what is still possible on a board of its model.
    fn pencil_marks(&self, board: &tilewright_logic::Board) -> Picture {
        words::pencil_marks(self, board)
    }

    /// Where a choice stands in the picture of the puzzle: a mark of one cell, or all the cells that
    /// it takes. None where the picture has no place for it.
    fn spots(&self, choice: Choice) -> Vec<Spot> {
        let _ = choice;
        Vec::new()
    }

    /// What a setter may put into a cell of the picture.
    fn legend(&self) -> Legend {
        Legend::Nothing
    }

    /// The puzzle with another clue in a cell of its picture, or none there; its answers go.
    /// `value` is a word of the legend.
    fn with_clue(&self, cell: usize, value: Option<&str>) -> Parsed {
        let _ = (cell, value);
        Err(ParseError::new(format!(
            "clues of {} cannot be changed one by one",
            self.family().name
        )))
    }

    /// The cell of its picture that has a name: `r1c2`.
    fn cell_called(&self, name: &str) -> Option<usize> {
        let _ = name;
        None
    }

    /// What the clue in a cell of its picture is called, where there is one.
    fn clue_at(&self, cell: usize) -> Option<String> {
        let givens = self.givens().into_iter();
        let mut there = givens.filter(|&given| self.spots(given).iter().any(|s| s.cell == cell));
        there.next().map(|given| self.choice_name(given))
    }

    /// The puzzle with one more of its choices given, where it is not set cell by cell.
    fn with_choice(&self, choice: Choice) -> Parsed {
        Err(ParseError::new(format!(
            "{} cannot be given: it is not a clue of {}",
            self.choice_name(choice),
            self.family().name
        )))
    }

    /// A step on the board that it was found on: what it looks at, what it finds, what it strikes
    /// out.
    fn illustrate(&self, step: &Step, board: &tilewright_logic::Board) -> Picture {
        illustrate::step(self, step, board)
    }

    /// The same step for the reason that people see soonest, where it holds for several: what is
    /// told and what is drawn follow from it.
    fn as_seen(&self, step: Step, board: &tilewright_logic::Board) -> Step {
        let _ = board;
        step
    }

    /// A step from a board of its model, in the words that people use for this puzzle.
    fn tell(&self, step: &Step, board: &tilewright_logic::Board) -> Telling {
        words::plain(self, step, board)
    }

    /// A choice as a thing that is spoken of, where its name is a sentence.
    fn choice_thing(&self, choice: Choice) -> String {
        self.choice_name(choice)
    }

    /// That none of these choices is picked, where "not" before their names would not be said.
    fn denied(&self, choices: &[Choice]) -> Option<String> {
        let _ = choices;
        None
    }
}

/// A puzzle as a pointer that can be kept.
pub trait Shared {
    /// A copy of the puzzle behind a counted pointer.
    fn shared(&self) -> Arc<dyn Puzzle>;

    /// The puzzle as a value of any type.
    fn as_any(&self) -> &dyn Any;
}

impl<P: Puzzle + Clone + 'static> Shared for P {
    fn shared(&self) -> Arc<dyn Puzzle> {
        Arc::new(self.clone())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// A promise which solution of a puzzle comes first: the one that takes, at each step in turn,
/// the earliest alternative that any solution takes which took those before it.
pub trait Ranking {
    /// The number of steps.
    fn steps(&self) -> usize;

    /// The alternatives at a step, best first: each as the choices which it rules out. Every
    /// solution takes exactly one of them. `is_possible` says which choices have not been ruled
    /// out by the steps before.
    fn alternatives(&self, step: usize, is_possible: &dyn Fn(Choice) -> bool) -> Vec<Vec<Choice>>;
}

/// Adds the line of a solution.
pub type LineWriter<'p> = dyn Fn(&[Choice], &mut Vec<u8>) + Send + Sync + 'p;

/// Which solutions of a puzzle are the same but for their looks: they fall into classes, and the
/// smallest of a class, in the order of the tiles and their choices, stands for it.
pub trait Symmetry: fmt::Debug + Send + Sync {
    /// Choices that the smallest solution of every class has.
    fn first_choices(&self) -> Vec<Choice>;

    /// How many solutions the class of this one has, if it is the smallest of them.
    fn class_size(&self, solution: &[Choice]) -> Option<u128>;
}

/// The smallest copy of a puzzle.
#[derive(Debug)]
pub struct Canonical {
    /// The copy; where the puzzle has answers they are moved and renamed like its clues.
    pub puzzle: Box<dyn Puzzle>,
    /// In how many ways the puzzle can be moved onto itself, values being renamed; `None` if they are
    /// 2^128 or more.
    pub automorphisms: Option<u128>,
    /// The same for all copies of a puzzle, and most certainly for no other puzzle of its family: a
    /// hash of the form in 128 bits. It may change from one version to the next.
    pub digest: u128,
}

/// Why no symmetry is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asymmetric(pub String);

impl fmt::Display for Asymmetric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Asymmetric {}
