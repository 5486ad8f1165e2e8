//! Puzzle families: each reads and writes its formats and translates into the model and back.
//!
//! A [`Puzzle`] is what a text means. A solved puzzle is a puzzle of the same kind with more
//! filled in. A [`Family`] is a kind of puzzle with its formats; [`FAMILIES`] lists them all, and
//! [`read`] finds out by itself which one a text belongs to.
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

mod addresses;
pub mod answer;
mod census;
pub mod chosen;
mod construction;
pub mod cover;
mod document;
mod error;
pub mod export;
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

pub use census::Census;
pub use construction::{Construction, Die};
pub use error::{ParseError, Place, TooLarge, Unwritable};
pub use format::{Format, Writer, boxed, by_looks, own};
pub use given::with_given;
pub use legend::{Entry, Legend};
pub use near::Near;
pub use plain::{PlainLines, Taken};
pub use size::rows_and_columns;
pub use words::Telling;

use format::without_remarks;
use std::any::Any;
use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;
use tilewright_logic::Step;
use tilewright_model::{Choice, Model, Names};
use tilewright_render::{Picture, Spot};

/// Every family, in the order in which they are asked whether a text is theirs.
pub static FAMILIES: &[&Family] = &[
    &sudoku::SUDOKU,
    &shikaku::SHIKAKU,
    &tiles::TILES,
    &rules::RULES,
    &cover::COVER,
];

/// A puzzle that was read, or why it could not be.
pub type Parsed = Result<Box<dyn Puzzle>, ParseError>;

/// A puzzle, solved or not.
pub trait Puzzle: Any + Names + Shared + fmt::Debug + Send + Sync {
    /// What kind of puzzle it is.
    fn family(&self) -> &'static Family;

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

    /// Which solutions are the same but for their looks, where the family knows that.
    fn symmetry(&self) -> Result<Box<dyn Symmetry + '_>, Asymmetric> {
        Err(Asymmetric(format!(
            "which solutions are alike is known for empty Sudoku boards alone, and this is {}",
            self.family().name
        )))
    }

    /// The smallest of all copies of this puzzle that differ in their looks alone, where the family
    /// knows what that is: two puzzles are copies of each other if and only if theirs are equal.
    fn canonical(&self) -> Result<Canonical, Asymmetric> {
        Err(Asymmetric(format!(
            "the canonical form is known for Sudoku alone, and this is {}",
            self.family().name
        )))
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

    /// As its own type, for those who know it.
    fn as_any(&self) -> &dyn Any;
}

impl dyn Puzzle + '_ {
    /// The puzzle in the named format of its family.
    pub fn write(&self, format: &str) -> Result<String, Unwritable> {
        self.family().write(self, format)
    }
}

/// A puzzle as a pointer that can be kept.
pub trait Shared {
    /// A copy of the puzzle behind a counted pointer.
    fn shared(&self) -> Arc<dyn Puzzle>;
}

impl<P: Puzzle + Clone + 'static> Shared for P {
    fn shared(&self) -> Arc<dyn Puzzle> {
        Arc::new(self.clone())
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

/// A kind of puzzle with its formats.
pub struct Family {
    /// The word typed after `--as`.
    pub name: &'static str,
    /// One line on what it is.
    pub about: &'static str,
    /// The formats, the first being the one that is written unless another is asked for.
    pub formats: &'static [&'static Format],
    /// The one of these formats that a text is clearly in: [`by_looks`], unless it takes more to tell.
    pub recognise: fn(&[&'static Format], &str) -> Option<&'static Format>,
    /// The format that a text comes nearest to which nobody recognises: a slip of the keyboard.
    pub near: fn(&str) -> Option<Near>,
    /// Kinds of empty board that can be made from a size alone: `sudoku 3,3`, `roads 4x5`.
    pub boards: &'static [Board],
}

/// A kind of board that a size alone describes.
pub struct Board {
    /// The word typed before the size.
    pub name: &'static str,
    /// What a size looks like: "3,3".
    pub example: &'static str,
    /// Makes the empty board of that size.
    pub make: fn(&str) -> Parsed,
}

impl fmt::Debug for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Family({})", self.name)
    }
}

impl PartialEq for Family {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Family {
    /// The format of a name.
    pub fn format(&self, name: &str) -> Option<&'static Format> {
        self.formats.iter().copied().find(|f| f.name == name)
    }

    /// The format of a text that is clearly of this family.
    pub fn recognise(&self, text: &str) -> Option<&'static Format> {
        (self.recognise)(self.formats, text)
    }

    /// One of its puzzles in the named format.
    pub fn write(&self, puzzle: &dyn Puzzle, format: &str) -> Result<String, Unwritable> {
        let family = self.name;
        let unknown = || format!("{family} cannot be written in the format {format:?}");
        let format = self.format(format).ok_or_else(|| Unwritable(unknown()))?;
        format.write(puzzle)
    }
}

/// A family and one of its formats.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reading {
    /// The family.
    pub family: &'static Family,
    /// The format.
    pub format: &'static Format,
}

impl Reading {
    /// Which family and format a text is in: as `wanted` says (a family, a format, or
    /// `family:format`), or by its looks. A text that looks like nothing is in the format that it
    /// comes nearest to, whose reader then says what is wrong with it.
    pub fn of(text: &str, wanted: Option<&str>) -> Result<Self, ParseError> {
        match wanted {
            Some(wanted) => Self::named(text, wanted),
            None => Self::by_looks(text)
                .or_else(|| near::nearest(&without_remarks(text)))
                .ok_or_else(|| unrecognised(text)),
        }
    }

    /// The family and the format of a text that is clearly in one.
    pub fn by_looks(text: &str) -> Option<Self> {
        let mut families = FAMILIES.iter();
        families.find_map(|family| Self::recognised(text, family))
    }

    /// Reads a text so.
    pub fn read(self, text: &str) -> Parsed {
        self.format.read(text)
    }

    fn recognised(text: &str, family: &'static Family) -> Option<Self> {
        // A text may be long, and each family looks through it.
        tilewright_model::allowance::look();
        let format = family
            .recognise(text)
            .or_else(|| match without_remarks(text) {
                Cow::Borrowed(_) => None,
                Cow::Owned(text) => family.recognise(&text),
            })?;
        Some(Self { family, format })
    }

    fn named(text: &str, wanted: &str) -> Result<Self, ParseError> {
        let (family, format) = match wanted.split_once(':') {
            Some((family, format)) => (Some(family), Some(format)),
            None if FAMILIES.iter().any(|family| family.name == wanted) => (Some(wanted), None),
            None => (None, Some(wanted)),
        };
        let is_wanted = |f: &&&'static Family| family.is_none_or(|name| f.name == name);
        let mut families = FAMILIES.iter().filter(is_wanted).peekable();
        if families.peek().is_none() {
            return Err(unknown_reading(wanted));
        }
        let Some(format) = format else {
            let family = families.next().expect("just peeked at");
            // A family that does not recognise a text still reads it in its main format, and
            // then says what is wrong with it.
            return Ok(Self::recognised(text, family).unwrap_or(Self {
                family,
                format: family.formats[0],
            }));
        };
        let find = |family: &'static Family| {
            let format = family.format(format).filter(|format| format.is_read())?;
            Some(Self { family, format })
        };
        let readings: Vec<Self> = families.filter_map(|family| find(family)).collect();
        // Several families may have a format of that name (JSON): the text tells which.
        let told = readings
            .iter()
            .find(|r| Self::recognised(text, r.family) == Some(**r));
        told.or(readings.first())
            .copied()
            .ok_or_else(|| unknown_reading(wanted))
    }
}

/// A text that no family takes for its own: what was looked for.
fn unrecognised(text: &str) -> ParseError {
    let Some(first) = lines::lines(text).next() else {
        return ParseError::new("the text is empty");
    };
    if let Some(error) = addresses::unread(text) {
        return error;
    }
    let start = lines::shown(first.text.trim());
    let error = first.error(format!(
        "this is not a puzzle in a format that Tilewright recognises: no {} starts with {start}",
        one_of(&family_names())
    ));
    if first.text.trim_start().starts_with('{') {
        let reads_json = |family: &&&Family| family.format("json").is_some_and(Format::is_read);
        let names: Vec<&str> = FAMILIES.iter().filter(reads_json).map(|f| f.name).collect();
        return error.hint(format!(
            "a JSON object names its \"family\": {}",
            one_of(&names)
        ));
    }
    error
        .hint("name its family or format with --as; `tilewright formats` lists them")
        .of_any_kind()
}

fn unknown_reading(wanted: &str) -> ParseError {
    let message = format!("there is no family or readable format called {wanted:?}");
    ParseError::new(message).hint(format!(
        "the families are {}; `tilewright formats` lists all formats",
        family_names().join(", ")
    ))
}

fn family_names() -> Vec<&'static str> {
    FAMILIES.iter().map(|family| family.name).collect()
}

/// "a, b or c".
fn one_of(names: &[&str]) -> String {
    match names.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{} or {last}", others.join(", ")),
        _ => names.concat(),
    }
}

/// Reads a text as the puzzle that it is: as `wanted` says (a family, a format, or
/// `family:format`), or by its looks.
pub fn read(text: &str, wanted: Option<&str>) -> Parsed {
    Reading::of(text, wanted)?.read(text)
}

/// The empty board of a kind and size: `board("sudoku", "3,3")`.
pub fn board(kind: &str, size: &str) -> Parsed {
    let boards = || FAMILIES.iter().flat_map(|family| family.boards);
    if let Some(board) = boards().find(|board| board.name == kind) {
        return (board.make)(size);
    }
    let known: Vec<String> = boards()
        .map(|board| format!("{} {}", board.name, board.example))
        .collect();
    Err(
        ParseError::new(format!("there is no kind of board called {kind:?}"))
            .hint(format!("a board is one of: {}", known.join(", "))),
    )
}
