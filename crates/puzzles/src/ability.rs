//! The abilities that a family may list beside the six duties of a puzzle, and the defaults without them.
//!
//! Each is a trait; the methods of `dyn Puzzle` ask for it, so that callers need not know which family has it.

use crate::family::own;
use crate::{
    Ability, Asymmetric, Canonical, Census, Construction, Families, Family, Legend, LineWriter,
    ParseError, Parsed, Puzzle, Ranking, Relaxation, SymmetryGroup, Telling, illustrate, words,
};
use tilewright_logic::{Board, Step};
use tilewright_model::Choice;
use tilewright_model::random::Random;
use tilewright_render::text::Text;
use tilewright_render::{Picture, Spot};

/// Puzzles that describe themselves.
pub trait Titled {
    /// The puzzle in a few words: "Sudoku 9×9, 24 clues".
    fn title(&self) -> String;

    /// A remark on how its text was understood, if the author may have meant something else: "the boxes are 4 wide
    /// and 3 high".
    fn remark(&self) -> Option<&str> {
        None
    }
}

/// Puzzles that are printed as the program printed them that their family comes from.
pub trait Plain {
    /// The puzzle without frames.
    fn plain(&self) -> String;

    /// The empty lines between two solutions.
    fn plain_gap(&self) -> usize {
        1
    }

    /// The engine that gives solutions in the order of that program, where it promised one.
    fn plain_engine(&self) -> Option<&'static str> {
        None
    }

    /// The text before a list of all solutions, of which there are `count`.
    fn plain_report(&self, count: &str) -> Option<String> {
        let _ = count;
        None
    }

    /// The text above the solution of this number, counted from 1.
    fn plain_label(&self, number: u64) -> String {
        let _ = number;
        String::new()
    }
}

/// Puzzles whose clues can be taken away, each by its number. By default each given is one.
pub trait Clues: Puzzle {
    /// The number of clues.
    fn clue_count(&self) -> usize {
        self.givens().len()
    }

    /// The names of the clues, in their order.
    fn clue_names(&self) -> Vec<String> {
        let givens = self.givens().into_iter();
        givens.map(|given| self.choice_name(given)).collect()
    }

    /// The puzzle with those of its clues alone for which `kept` is true; its answers go.
    fn keep(&self, kept: &[bool]) -> Box<dyn Puzzle>;

    /// Returns true if the clues belong to the board: they stay in puzzles that are made of it.
    fn are_of_board(&self) -> bool {
        false
    }
}

/// Boards whose clues follow from a solution: puzzles of them are made by drawing one first.
pub trait Planted: Puzzle {
    /// The board with what shapes it, drawn at random: regions, and clues that are there and not known yet.
    fn laid_out(&self, random: &mut Random) -> Parsed;

    /// A board like this one with other structure near some choices; `None` where there is nothing to change.
    fn varied(&self, near: &[Choice], random: &mut Random) -> Option<Box<dyn Puzzle>>;

    /// The choices that one would like a solution to have, the dearest first. Where there are choices in `near`, they are
    /// about the tiles of these alone.
    fn wishes(&self, near: &[Choice], random: &mut Random) -> Vec<Choice>;

    /// The choices of this board that say what a solution of another one says, as far as there are any.
    fn choices_like(&self, other: &dyn Puzzle, solution: &[Choice]) -> Vec<Choice>;

    /// The board with every clue that a solution has.
    fn planted(&self, solution: &[Choice], random: &mut Random) -> Parsed;

    /// For each clue, whether it stays in puzzles that are made: without it the board would be another.
    fn staying(&self) -> Vec<bool>;
}

/// Puzzles that promise which solution comes first.
pub trait Ranked {
    /// The order of its solutions, where the promise holds for this puzzle.
    fn ranking(&self) -> Option<Box<dyn Ranking + '_>>;
}

/// Puzzles whose family knows which solutions are the same but for their looks.
pub trait Symmetric {
    /// The classes of its solutions, or why they are not known for this puzzle.
    fn symmetry(&self) -> Result<Box<dyn SymmetryGroup + '_>, Asymmetric>;
}

/// Puzzles that have a canonical form.
pub trait Canonised {
    /// The smallest of all copies of this puzzle that differ in their looks alone: two puzzles are copies of
    /// each other if and only if theirs are equal.
    fn canonical(&self) -> Result<Canonical, Asymmetric>;
}

/// Puzzles whose solutions are written in a list, one on a line.
pub trait Enumerated {
    /// Writes a solution as shortly as solutions of this puzzle can be told apart, without the end of the
    /// line; `None` where this puzzle has no such way.
    fn line_writer(&self) -> Option<Box<LineWriter<'_>>>;
}

/// Puzzles whose family knows the solutions of empty boards.
pub trait EmptyBoards {
    /// The count of its solutions by its symmetry.
    fn census(&self) -> Option<Census>;

    /// The construction of a solution without a search.
    fn construction(&self) -> Option<Box<dyn Construction + '_>>;
}

/// Puzzles that may be seen to have no solution without a search.
pub trait Misfits {
    /// The reason: "the areas add up to 301, and the grid has 300 cells".
    fn misfit(&self) -> Option<String>;
}

/// Puzzles that have words of their own for the steps of an explanation.
pub trait Tells {
    /// A step from a board of its model.
    fn tell(&self, step: &Step, board: &Board) -> Telling;

    /// The step with the reason that people see soonest, if it holds for several: the words and the drawing follow
    /// from it.
    fn as_seen(&self, step: Step, board: &Board) -> Step {
        let _ = board;
        step
    }

    /// A choice as a thing that is spoken of, where its name is a sentence.
    fn choice_thing(&self, choice: Choice) -> Option<String> {
        let _ = choice;
        None
    }

    /// Choices as a sentence, where their names are not: "r1c1 and r1c2 are black". `last` is "and" or "or".
    fn stated(&self, choices: &[Choice], last: &str) -> Option<String> {
        let _ = (choices, last);
        None
    }

    /// The words for "none of these choices is picked", if "not" before their names would be odd.
    fn denied(&self, choices: &[Choice]) -> Option<String> {
        let _ = choices;
        None
    }
}

/// Puzzles whose choices have places in their picture.
pub trait Drawn {
    /// The number of cells, where it may be large though the text is short.
    fn cell_count(&self) -> usize {
        0
    }

    /// The places of a choice: a mark of one cell, or all the cells that it takes.
    fn spots(&self, choice: Choice) -> Vec<Spot>;

    /// The puzzle with the candidates on a board of its model, if cells have room for them.
    fn pencil_marks(&self, board: &Board) -> Option<Picture> {
        let _ = board;
        None
    }

    /// The puzzle with some of its choices picked, where that is not the picture of the filled one.
    fn so_far(&self, picked: &[Choice]) -> Option<Picture> {
        let _ = picked;
        None
    }
}

/// Puzzles that are set cell by cell of their picture.
pub trait Settable {
    /// The values that a setter may put into a cell.
    fn legend(&self) -> Legend;

    /// The puzzle with another clue in a cell, or none there; its answers go. `value` is a word of the
    /// legend.
    fn with_clue(&self, cell: usize, value: Option<&str>) -> Parsed;

    /// The clues that a setter may put into a cell, where they are not the values of a player.
    fn clue_legend(&self) -> Legend {
        self.legend()
    }

    /// The places of the legend that a cell takes; `None` where it takes all of it.
    fn slots(&self, cell: usize) -> Option<Vec<usize>> {
        let _ = cell;
        None
    }

    /// The cell that has a name: `r1c2`.
    fn cell_called(&self, name: &str) -> Option<usize> {
        let _ = name;
        None
    }

    /// The name of the clue in a cell that has a name.
    fn clue_at(&self, cell: usize) -> Option<String> {
        let _ = cell;
        None
    }

    /// The key of the JSON of answers that has a value for each cell, where answers are written so
    /// ([`cells`](crate::cells)).
    fn key_of_cells(&self) -> Option<&'static str> {
        None
    }
}

/// Puzzles of which any choice may be given.
pub trait Choosable {
    /// The puzzle with one more of its choices given.
    fn with_choice(&self, choice: Choice) -> Parsed;
}

/// Puzzles whose board may have another size.
pub trait Resizable {
    /// The puzzle on a board of another size.
    fn resized(&self, size: &str) -> Parsed;
}

/// Puzzles that the iterations of set relaxation may solve.
pub trait Relaxes {
    /// The iterations, where this puzzle has any.
    fn relaxation(&self) -> Option<Relaxation>;
}

/// Puzzles that are rated on the scales of 9×9 Sudoku.
pub trait Scaled {
    /// The values of the cells that are given, 0 where none is; `None` unless it is a classic 9×9 Sudoku.
    fn nine(&self) -> Option<[u8; 81]>;
}

/// Puzzles whose solutions are texts of their own, without the clues.
pub trait Solutions {
    /// Compares this solved puzzle with a written solution of it.
    fn compared(&self, solution: &str) -> Result<Comparison, ParseError>;

    /// The choices that a written solution says, as far as it says any: hidden ones follow from them.
    fn choices_of(&self, solution: &str) -> Result<Vec<Choice>, ParseError>;
}

/// A solved puzzle beside a written solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// The number of tiles of which the solution says something.
    pub places: usize,
    /// What it says that does not hold.
    pub differing: Vec<String>,
}

/// The layouts in which the solutions of a family are reported; the first is the plain one.
pub struct Styles(pub &'static [ReportStyle]);

/// The layout of a report: the number of solutions, then each in a format of the family.
#[derive(Debug)]
pub struct ReportStyle {
    /// The format.
    pub format: &'static str,
    /// A description in one line.
    pub about: &'static str,
    /// The lines above the solutions, of which there is a number in digits.
    pub head: fn(&str) -> String,
    /// True if an empty line precedes the first solution, as it precedes all others.
    pub is_apart: bool,
}

impl Ability for Styles {
    const WORD: &'static str = "styles";
}

/// Says whether two puzzles of a family are the same.
pub struct Equality(fn(&dyn Puzzle, &dyn Puzzle) -> bool);

impl Equality {
    /// The ability of the puzzles' own type.
    pub fn of<P: Puzzle + PartialEq>() -> Self {
        Self(|one, other| own::<P>(one) == own::<P>(other))
    }
}

impl Ability for Equality {
    const WORD: &'static str = "equality";
}

macro_rules! words {
    ($($ability:ident: $word:literal,)*) => {
        $(impl Ability for dyn $ability {
            const WORD: &'static str = $word;
        })*
    };
}

words! {
    Titled: "title",
    Plain: "plain",
    Clues: "clues",
    Ranked: "ranking",
    Symmetric: "symmetry",
    Canonised: "canonical",
    Enumerated: "lines",
    EmptyBoards: "empty boards",
    Misfits: "misfit",
    Tells: "words",
    Drawn: "drawing",
    Settable: "setting",
    Choosable: "choosing",
    Resizable: "size",
    Relaxes: "iterations",
    Scaled: "scales",
    Solutions: "solutions",
    Planted: "planting",
}

/// Methods of every puzzle that ask an ability of its family, each with the answer without it.
macro_rules! asked {
    ($($ability:ident.$method:ident($($name:ident: $type:ty)?) -> $answer:ty = $default:expr;)*) => {
        impl dyn Puzzle + '_ {
            $(
                #[doc = concat!("[`", stringify!($ability), "::", stringify!($method), "`].")]
                pub fn $method(&self, $($name: $type)?) -> $answer {
                    let able = self.can::<dyn $ability>();
                    able.map_or($default, |able| able.$method($($name)?))
                }
            )*
        }
    };
}

asked! {
    Titled.remark() -> Option<&str> = None;
    Plain.plain_gap() -> usize = 1;
    Plain.plain_engine() -> Option<&'static str> = None;
    Plain.plain_report(count: &str) -> Option<String> = None;
    Plain.plain_label(number: u64) -> String = String::new();
    Clues.clue_names() -> Vec<String> = Vec::new();
    Ranked.ranking() -> Option<Box<dyn Ranking + '_>> = None;
    Enumerated.line_writer() -> Option<Box<LineWriter<'_>>> = None;
    EmptyBoards.census() -> Option<Census> = None;
    EmptyBoards.construction() -> Option<Box<dyn Construction + '_>> = None;
    Misfits.misfit() -> Option<String> = None;
    Tells.denied(choices: &[Choice]) -> Option<String> = None;
    Drawn.cell_count() -> usize = 0;
    Drawn.spots(choice: Choice) -> Vec<Spot> = Vec::new();
    Scaled.nine() -> Option<[u8; 81]> = None;
    Settable.legend() -> Legend = Legend::Nothing;
    Settable.cell_called(name: &str) -> Option<usize> = None;
    Settable.clue_at(cell: usize) -> Option<String> = None;
    Settable.clue_legend() -> Legend = Legend::Nothing;
    Settable.slots(cell: usize) -> Option<Vec<usize>> = None;
}

impl dyn Puzzle + '_ {
    /// Returns true if it is another puzzle again: as its family sees it, or else by its looks.
    pub fn is_same(&self, other: &dyn Puzzle) -> bool {
        self.family() == other.family()
            && match self.family().can::<Equality>() {
                Some(Equality(is_same)) => is_same(self, other),
                None => self.picture() == other.picture() && self.givens() == other.givens(),
            }
    }

    /// [`Titled::title`], or the name of its family.
    pub fn title(&self) -> String {
        let titled = self.can::<dyn Titled>();
        titled.map_or_else(|| self.family().name.to_string(), Titled::title)
    }

    /// [`Plain::plain`], or its picture without frames.
    pub fn plain(&self) -> String {
        let plain = self.can::<dyn Plain>();
        plain.map_or_else(|| Text::default().draw(&self.picture()), Plain::plain)
    }

    /// [`Clues::clue_count`], `None` where its clues cannot be taken away.
    pub fn clue_count(&self) -> Option<usize> {
        self.can::<dyn Clues>().map(Clues::clue_count)
    }

    /// The puzzles with one clue less than this one, each with the name of the clue that went.
    pub fn thinner(&self) -> impl ExactSizeIterator<Item = (String, Box<dyn Puzzle>)> {
        let names = self.clue_names().into_iter().enumerate();
        names.map(|(number, name)| (name, self.without(&[number])))
    }

    /// The puzzle without some of its clues, each by its number in [`Clues::clue_names`].
    ///
    /// # Panics
    /// If it has no such clue.
    pub fn without(&self, clues: &[usize]) -> Box<dyn Puzzle> {
        let able = self.can::<dyn Clues>().expect("a puzzle with clues");
        let mut kept = vec![true; able.clue_count()];
        for &clue in clues {
            kept[clue] = false;
        }
        able.keep(&kept)
    }

    /// [`Symmetric::symmetry`].
    pub fn symmetry(&self) -> Result<Box<dyn SymmetryGroup + '_>, Asymmetric> {
        let able = self.can::<dyn Symmetric>();
        able.ok_or_else(|| Asymmetric(lacking::<dyn Symmetric>(self.family(), "symmetry")))?
            .symmetry()
    }

    /// [`Canonised::canonical`].
    pub fn canonical(&self) -> Result<Canonical, Asymmetric> {
        let able = self.can::<dyn Canonised>();
        able.ok_or_else(|| Asymmetric(lacking::<dyn Canonised>(self.family(), "canonical form")))?
            .canonical()
    }

    /// [`Tells::tell`], or the step in plain words.
    pub fn tell(&self, step: &Step, board: &Board) -> Telling {
        match self.can::<dyn Tells>() {
            Some(words) => words.tell(step, board),
            None => words::plain(self, step, board),
        }
    }

    /// [`Tells::as_seen`].
    pub fn as_seen(&self, step: Step, board: &Board) -> Step {
        match self.can::<dyn Tells>() {
            Some(words) => words.as_seen(step, board),
            None => step,
        }
    }

    /// [`Tells::choice_thing`], or its name.
    pub fn choice_thing(&self, choice: Choice) -> String {
        let words = self.can::<dyn Tells>();
        let thing = words.and_then(|words| words.choice_thing(choice));
        thing.unwrap_or_else(|| self.choice_name(choice))
    }

    /// [`Tells::stated`].
    pub fn stated(&self, choices: &[Choice], last: &str) -> Option<String> {
        let words = self.can::<dyn Tells>()?;
        words.stated(choices, last)
    }

    /// [`Drawn::pencil_marks`], or the candidates of each tile in words.
    pub fn pencil_marks(&self, board: &Board) -> Picture {
        let drawn = self.can::<dyn Drawn>();
        let marks = drawn.and_then(|drawn| drawn.pencil_marks(board));
        marks.unwrap_or_else(|| Picture::of_lines(words::lines_of_marks(self, board)))
    }

    /// [`Drawn::so_far`], or the picture of the filled one.
    pub fn so_far(&self, picked: &[Choice]) -> Picture {
        let drawn = self.can::<dyn Drawn>();
        let picture = drawn.and_then(|drawn| drawn.so_far(picked));
        picture.unwrap_or_else(|| self.fill(picked).picture())
    }

    /// A step on the board that it was found on: its base, its conclusions, its removals.
    pub fn illustrate(&self, step: &Step, board: &Board) -> Picture {
        illustrate::step(self, step, board)
    }

    /// [`Resizable::resized`]; `option` is how a caller calls it.
    pub fn resized(&self, size: &str, option: &str) -> Parsed {
        let able = self.can::<dyn Resizable>();
        able.ok_or_else(|| ParseError::new(lacking::<dyn Resizable>(self.family(), option)))?
            .resized(size)
    }

    /// [`Settable::with_clue`].
    pub fn with_clue(&self, cell: usize, value: Option<&str>) -> Parsed {
        let family = &self.family().name;
        let fixed = || ParseError::new(format!("clues of {family} cannot be changed one by one"));
        let set = self.can::<dyn Settable>();
        set.ok_or_else(fixed)?.with_clue(cell, value)
    }

    /// [`Choosable::with_choice`].
    pub fn with_choice(&self, choice: Choice) -> Parsed {
        let able = self.can::<dyn Choosable>();
        let unable = || {
            let (name, family) = (self.choice_name(choice), &self.family().name);
            ParseError::new(format!(
                "{name} cannot be given: it is not a clue of {family}"
            ))
        };
        able.ok_or_else(unable)?.with_choice(choice)
    }
}

/// The name of the given in a cell.
pub(crate) fn given_at(puzzle: &dyn Puzzle, cell: usize) -> Option<String> {
    let mut givens = puzzle.givens().into_iter();
    let given = givens.find(|&given| puzzle.spots(given).iter().any(|s| s.cell == cell))?;
    Some(puzzle.choice_name(given))
}

/// The reason why a puzzle is not asked for an ability: "shikaku has no canonical form; families that have one:
/// sudoku".
pub fn lacking<A: Ability + ?Sized>(family: &Family, what: &str) -> String {
    let families = Families::default();
    let able = families.names(Family::has::<A>).join(", ");
    format!(
        "{} has no {what}; families that have one: {able}",
        family.name
    )
}
