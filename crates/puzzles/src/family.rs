//! A family of puzzles: plain data behind a handle, built in or made at run time.
//!
//! A [`Puzzle`] owes six things. Everything else is an ability that its [`Family`] lists, either a value
//! ([`Family::able`]) or a trait that its puzzles implement ([`Family::acts`]). The crate that
//! defines an ability names it; nothing here knows them.
//!
//! ```
//! use tilewright_puzzles::{Canonised, Family, Format, sudoku::Sudoku};
//!
//! let stars = Format::new("stars", "a line with a star for each empty cell")
//!     .reads(|text| text.replace('*', ".").parse::<Sudoku>())
//!     .writes(|puzzle: &Sudoku| Ok(puzzle.to_string().replace('.', "*")))
//!     .looks(|text| text.contains('*'))
//!     .on_a_line();
//! let family = Family::new("stars", "Sudoku with stars")
//!     .formats(&[&stars])
//!     .acts::<dyn Canonised, Sudoku>(|puzzle| puzzle);
//! let four: Sudoku = family.read_as("1***2***3***4***", None)?;
//! assert_eq!(family.write(&four, "stars")?, "1***2***3***4***");
//! assert_eq!(family.abilities().collect::<Vec<_>>(), ["canonical"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::format::{Reader, without_remarks};
use crate::{Format, Near, ParseError, Parsed, Puzzle, Unwritable};
use std::any::{Any, TypeId};
use std::borrow::Cow;
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

/// A text that is written in the program or read at run time.
pub type Label = Cow<'static, str>;

/// Something that some families can do: a type of which a family has a value, or a trait (`dyn Canonised`)
/// that its puzzles implement.
pub trait Ability: 'static {
    /// Its name in lists of abilities.
    const WORD: &'static str;
}

/// A kind of puzzle: a handle of its [`Description`].
#[derive(Clone)]
pub struct Family(Arc<Description>);

/// The data of a [`Family`].
#[derive(Clone)]
pub struct Description {
    /// The word typed after `--as`.
    pub name: Label,
    /// One line on what it is.
    pub about: Label,
    /// The formats, the first being the one that is written unless another is asked for.
    pub formats: Vec<Format>,
    /// Kinds of empty board that can be made from a size alone: `sudoku 3,3`, `roads 4x5`.
    pub boards: Vec<BoardKind>,
    recognise: Option<Recognise>,
    near: Option<Nearness>,
    abilities: Vec<Listed>,
}

type Recognise = Arc<dyn Fn(&str) -> Option<Format> + Send + Sync>;
type Nearness = Arc<dyn Fn(&str) -> Option<Near> + Send + Sync>;

/// A kind of board that a size alone describes.
#[derive(Clone)]
pub struct BoardKind {
    /// The word typed before the size.
    pub name: Label,
    /// An example of a size: "3,3".
    pub example: Label,
    /// The sizes for those who do not want to type one.
    pub sizes: Sizes,
    make: Reader,
}

/// The sizes of a kind of board, as a menu offers them.
#[derive(Clone, Debug)]
pub struct Sizes {
    /// The typing of a size, in sentences.
    pub about: Label,
    /// The size of a new puzzle unless another is asked for.
    pub usual: Label,
    /// The sizes of the menu, each with the board that it means: "3,3" and "9×9".
    pub menu: Vec<(Label, Label)>,
}

impl Sizes {
    /// The menu of a built-in kind.
    pub fn new(
        about: &'static str,
        usual: &'static str,
        menu: &[(&'static str, &'static str)],
    ) -> Self {
        let entry = |&(size, board): &(&'static str, &'static str)| (size.into(), board.into());
        Self {
            about: about.into(),
            usual: usual.into(),
            menu: menu.iter().map(entry).collect(),
        }
    }

    /// Without a menu.
    fn like(example: &Label) -> Self {
        Self {
            about: format!("A size, as in {example}.").into(),
            usual: example.clone(),
            menu: Vec::new(),
        }
    }
}

#[derive(Clone)]
struct Listed {
    ability: TypeId,
    word: &'static str,
    /// The value, or the [`Cast`] of a trait.
    how: Arc<dyn Any + Send + Sync>,
}

/// A puzzle as its ability.
type Cast<A> = Box<dyn for<'p> Fn(&'p dyn Puzzle) -> Option<&'p A> + Send + Sync>;

/// A family whose puzzles, all of one type, are of these abilities: `acts!(family, Sudoku: Titled, Plain)`.
macro_rules! acts {
    ($family:expr, $puzzle:ty: $($ability:ident),*) => {
        $family$(.acts::<dyn $ability, $puzzle>(|puzzle| puzzle))*
    };
}
pub(crate) use acts;

impl Family {
    /// A family without formats, boards and abilities.
    pub fn new(name: impl Into<Label>, about: impl Into<Label>) -> Self {
        Self(Arc::new(Description {
            name: name.into(),
            about: about.into(),
            formats: Vec::new(),
            boards: Vec::new(),
            recognise: None,
            near: None,
            abilities: Vec::new(),
        }))
    }

    /// With more formats.
    #[must_use]
    pub fn formats(mut self, formats: &[&Format]) -> Self {
        let formats = formats.iter().copied().cloned();
        self.change().formats.extend(formats);
        self
    }

    /// With one more kind of board; `make` makes the empty board of a size.
    #[must_use]
    pub fn board<P: Puzzle>(
        self,
        name: impl Into<Label>,
        example: impl Into<Label>,
        make: impl Fn(&str) -> Result<P, ParseError> + Send + Sync + 'static,
    ) -> Self {
        self.board_in(name, example, move |_, size| make(size))
    }

    /// With one more kind of board, which `make` makes as a puzzle of the family that it is given.
    #[must_use]
    pub(crate) fn board_in<P: Puzzle>(
        mut self,
        name: impl Into<Label>,
        example: impl Into<Label>,
        make: impl Fn(&Self, &str) -> Result<P, ParseError> + Send + Sync + 'static,
    ) -> Self {
        let example = example.into();
        self.change().boards.push(BoardKind {
            name: name.into(),
            sizes: Sizes::like(&example),
            example,
            make: Arc::new(move |family, size| Ok(Box::new(make(family, size)?))),
        });
        self
    }

    /// With a menu of sizes for the last kind of board.
    ///
    /// # Panics
    /// If there is no kind of board yet.
    #[must_use]
    pub fn sizes(mut self, sizes: Sizes) -> Self {
        let last = self.change().boards.last_mut();
        last.expect("a kind of board").sizes = sizes;
        self
    }

    /// With another way to find the format of a text than to ask each in turn.
    #[must_use]
    pub fn recognises(
        mut self,
        recognise: impl Fn(&str) -> Option<Format> + Send + Sync + 'static,
    ) -> Self {
        self.change().recognise = Some(Arc::new(recognise));
        self
    }

    /// Adds the nearest format of a text that no format recognises: a slip of the keyboard.
    #[must_use]
    pub fn near(mut self, near: impl Fn(&str) -> Option<Near> + Send + Sync + 'static) -> Self {
        self.change().near = Some(Arc::new(near));
        self
    }

    /// With an ability that is a value.
    #[must_use]
    pub fn able<A: Ability + Send + Sync>(self, ability: A) -> Self {
        self.list::<A>(Arc::new(ability))
    }

    /// With an ability that is a trait of its puzzles, which are of the type `P`.
    #[must_use]
    pub fn acts<A: Ability + ?Sized, P: Puzzle>(self, cast: for<'p> fn(&'p P) -> &'p A) -> Self {
        let cast: Cast<A> = Box::new(move |puzzle| puzzle.downcast().map(cast));
        self.list::<A>(Arc::new(cast))
    }

    fn list<A: Ability + ?Sized>(mut self, how: Arc<dyn Any + Send + Sync>) -> Self {
        let (ability, word) = (TypeId::of::<A>(), A::WORD);
        let abilities = &mut self.change().abilities;
        abilities.retain(|listed| listed.ability != ability);
        abilities.push(Listed { ability, word, how });
        self
    }

    fn change(&mut self) -> &mut Description {
        Arc::make_mut(&mut self.0)
    }

    /// Its value of an ability.
    pub fn can<A: Ability>(&self) -> Option<&A> {
        self.listed::<A>()?.downcast_ref()
    }

    /// Returns true if it has an ability: `family.has::<dyn Canonised>()`.
    pub fn has<A: Ability + ?Sized>(&self) -> bool {
        self.listed::<A>().is_some()
    }

    /// One of its puzzles as an ability of this family; `None` if the puzzle is of another type. For abilities that a
    /// crate adds to the families of another.
    pub fn act<'p, A: Ability + ?Sized>(&self, puzzle: &'p dyn Puzzle) -> Option<&'p A> {
        let cast = self.listed::<A>()?.downcast_ref::<Cast<A>>()?;
        cast(puzzle)
    }

    /// The words of its abilities.
    pub fn abilities(&self) -> impl Iterator<Item = &'static str> + '_ {
        self.abilities.iter().map(|listed| listed.word)
    }

    fn listed<A: Ability + ?Sized>(&self) -> Option<&(dyn Any + Send + Sync)> {
        let mut abilities = self.abilities.iter();
        let found = abilities.find(|listed| listed.ability == TypeId::of::<A>())?;
        Some(&*found.how)
    }

    /// The format that has a name.
    pub fn format(&self, name: &str) -> Option<&Format> {
        self.formats.iter().find(|format| format.name == name)
    }

    /// The format of a text that is clearly of this family.
    pub fn recognise(&self, text: &str) -> Option<Format> {
        let find = |text: &str| match &self.recognise {
            Some(recognise) => recognise(text),
            None => self.formats.iter().find(|f| f.is_likely(text)).cloned(),
        };
        find(text).or_else(|| match without_remarks(text) {
            Cow::Borrowed(_) => None,
            Cow::Owned(text) => find(&text),
        })
    }

    pub(crate) fn nearest(&self, text: &str) -> Option<Near> {
        self.near.as_ref()?(text)
    }

    /// Reads a text as a puzzle of this family, which is of the type `P`. See [`Family::read`].
    ///
    /// # Panics
    /// If the puzzles of this family are of another type.
    pub fn read_as<P: Puzzle>(&self, text: &str, format: Option<&str>) -> Result<P, ParseError> {
        let puzzle = unboxed(self.read(text, format)?);
        Ok(puzzle.expect("the family has puzzles of this type"))
    }

    /// Reads a text as a puzzle of this family: in the named format, or in the recognised one, or else in the main one,
    /// whose reader reports the fault.
    pub fn read(&self, text: &str, format: Option<&str>) -> Parsed {
        let unknown = |name| ParseError::new(format!("{} has no format {name:?}", self.name));
        let format = match format {
            Some(name) => self.format(name).cloned().ok_or_else(|| unknown(name))?,
            None => self
                .recognise(text)
                .unwrap_or_else(|| self.formats[0].clone()),
        };
        format.read(self, text)
    }

    /// One of its puzzles in the named format.
    pub fn write(&self, puzzle: &dyn Puzzle, format: &str) -> Result<String, Unwritable> {
        let family = &self.name;
        let unknown = || format!("{family} cannot be written in the format {format:?}");
        let format = self.format(format);
        format.ok_or_else(|| Unwritable(unknown()))?.write(puzzle)
    }

    /// The empty board of a kind of this family.
    pub(crate) fn make(&self, board: &BoardKind, size: &str) -> Parsed {
        (board.make)(self, size)
    }
}

impl Deref for Family {
    type Target = Description;

    fn deref(&self) -> &Description {
        &self.0
    }
}

impl fmt::Debug for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Family({})", self.name)
    }
}

/// Families are known by their names.
impl PartialEq for Family {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Family {}

impl dyn Puzzle + '_ {
    /// The puzzle as an ability of its family: `puzzle.can::<dyn Canonised>()`.
    pub fn can<A: Ability + ?Sized>(&self) -> Option<&A> {
        self.family().act(self)
    }

    /// The puzzle as its own type, where it is this one.
    pub fn downcast<P: Puzzle>(&self) -> Option<&P> {
        self.as_any().downcast_ref()
    }

    /// The puzzle in the named format of its family.
    pub fn write(&self, format: &str) -> Result<String, Unwritable> {
        self.family().write(self, format)
    }
}

/// A puzzle as the type that its family knows it to be.
pub(crate) fn own<P: Puzzle>(puzzle: &dyn Puzzle) -> &P {
    puzzle
        .downcast()
        .expect("a family is asked about its own puzzles")
}

/// A puzzle of its own type, out of its box.
pub(crate) fn unboxed<P: Puzzle>(puzzle: Box<dyn Puzzle>) -> Option<P> {
    let puzzle: Box<dyn Any> = puzzle;
    puzzle.downcast().ok().map(|puzzle| *puzzle)
}

/// A solved puzzle as its own type.
///
/// ```
/// use tilewright_puzzles::{Filled, Puzzle, sudoku::Sudoku};
///
/// let one = Sudoku::empty(&[1, 1])?;
/// let solved: Sudoku = one.filled(&[tilewright_model::Choice(0)]);
/// assert_eq!(solved.get(0), Some(1));
/// # Ok::<(), tilewright_puzzles::ParseError>(())
/// ```
pub trait Filled: Puzzle + Sized {
    /// The puzzle with a solution filled in, as [`Puzzle::fill`] does it.
    #[must_use]
    fn filled(&self, solution: &[tilewright_model::Choice]) -> Self {
        unboxed(self.fill(solution)).expect("a solved puzzle is of the same type")
    }
}

impl<P: Puzzle> Filled for P {}
