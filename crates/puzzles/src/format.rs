//! A format is one entry: its name, what it looks like, its reader and its writer.
//!
//! ```
//! use tilewright_puzzles::{Format, boxed, own, sudoku::Sudoku};
//!
//! static STARS: Format = Format::new("stars", "a line with a star for each empty cell")
//!     .reads(|text| boxed(text.replace('*', ".").parse::<Sudoku>()))
//!     .writes(|puzzle| Ok(own::<Sudoku>(puzzle)?.to_string().replace('.', "*")))
//!     .looks(|text| text.contains('*'))
//!     .on_a_line();
//! let four = STARS.read("1***2***3***4***")?;
//! assert_eq!(STARS.write(&*four)?, "1***2***3***4***");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::{ParseError, Parsed, PlainLines, Puzzle, Unwritable};
use std::any::Any;
use std::borrow::Cow;

/// Writes the puzzles of a family, which come as puzzles of any.
pub type Writer = fn(&dyn Puzzle) -> Result<String, Unwritable>;

/// A way to write a puzzle down.
#[derive(Debug)]
pub struct Format {
    /// The word typed after `--to`.
    pub name: &'static str,
    /// One line on what it looks like.
    pub about: &'static str,
    /// Whether a puzzle is one line, so that a file may hold one on each.
    pub is_line: bool,
    /// How its plain lines are read and written in bulk, where it has any.
    pub plain: Option<&'static dyn PlainLines>,
    /// Whether its reader wants to see the lines that start with `#`.
    has_own_remarks: bool,
    looks: fn(&str) -> bool,
    read: Option<fn(&str) -> Parsed>,
    write: Option<Writer>,
}

/// A format is a static: two families may have formats of one name.
impl PartialEq for Format {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

impl Eq for Format {}

impl Format {
    /// A format that is neither read nor written yet.
    pub const fn new(name: &'static str, about: &'static str) -> Self {
        Self {
            name,
            about,
            is_line: false,
            plain: None,
            has_own_remarks: false,
            looks: |_| false,
            read: None,
            write: None,
        }
    }

    /// The same with a reader; [`boxed`] makes one of a family's own.
    #[must_use]
    pub const fn reads(mut self, read: fn(&str) -> Parsed) -> Self {
        self.read = Some(read);
        self
    }

    /// The same with a writer for the puzzles of its family; [`own`] gives it their own type.
    #[must_use]
    pub const fn writes(mut self, write: Writer) -> Self {
        self.write = Some(write);
        self
    }

    /// The same for texts that are recognised: those that are clearly in this format.
    #[must_use]
    pub const fn looks(mut self, looks: fn(&str) -> bool) -> Self {
        self.looks = looks;
        self
    }

    /// The same where a puzzle is one line.
    #[must_use]
    pub const fn on_a_line(mut self) -> Self {
        self.is_line = true;
        self
    }

    /// The same where a `#` may be more than a remark.
    #[must_use]
    pub const fn with_own_remarks(mut self) -> Self {
        self.has_own_remarks = true;
        self
    }

    /// The same with lines that are read and written in bulk.
    #[must_use]
    pub const fn with_plain(mut self, plain: &'static dyn PlainLines) -> Self {
        self.plain = Some(plain);
        self
    }

    /// Whether it can be read.
    pub fn is_read(&self) -> bool {
        self.read.is_some()
    }

    /// Whether it can be written.
    pub fn is_written(&self) -> bool {
        self.write.is_some()
    }

    /// Reads a text in this format.
    pub fn read(&self, text: &str) -> Parsed {
        match self.read {
            Some(read) if self.has_own_remarks => read(text),
            Some(read) => read(&without_remarks(text)),
            None => Err(ParseError::new(format!(
                "the format {:?} can be written but not read",
                self.name
            ))),
        }
    }

    /// The same as a puzzle of its family's own type.
    ///
    /// # Panics
    /// If the format is one of another family.
    pub fn read_as<P: Puzzle>(&self, text: &str) -> Result<P, ParseError> {
        let puzzle: Box<dyn Any> = self.read(text)?;
        Ok(*puzzle.downcast().expect("a format of this family"))
    }

    /// Writes a puzzle of its family in this format.
    pub fn write(&self, puzzle: &dyn Puzzle) -> Result<String, Unwritable> {
        let unwritten = || Unwritable(format!("the format {:?} is not written", self.name));
        self.write.ok_or_else(unwritten)?(puzzle)
    }
}

/// A puzzle of a family's own type as a puzzle of any.
pub fn boxed<P: Puzzle>(puzzle: Result<P, ParseError>) -> Parsed {
    Ok(Box::new(puzzle?))
}

/// A puzzle as one of its family's own type.
pub fn own<P: Puzzle>(puzzle: &dyn Puzzle) -> Result<&P, Unwritable> {
    let own = puzzle.as_any().downcast_ref();
    own.ok_or_else(|| Unwritable(format!("the format is not one of {}", puzzle.family().name)))
}

/// The first of some formats that a text looks like.
pub fn by_looks(formats: &[&'static Format], text: &str) -> Option<&'static Format> {
    let mut formats = formats.iter().copied();
    formats.find(|format| (format.looks)(text))
}

/// A text with its remarks, the lines that start with `#`, left blank: so that places stay what they
/// are.
pub(crate) fn without_remarks(text: &str) -> Cow<'_, str> {
    let is_remark = |line: &str| line.trim_start().starts_with('#');
    if !text.contains('#') || !text.lines().any(is_remark) {
        return Cow::Borrowed(text);
    }
    let kept = |line| match is_remark(line) {
        true if line.ends_with('\n') => "\n",
        true => "",
        false => line,
    };
    text.split_inclusive('\n').map(kept).collect()
}
