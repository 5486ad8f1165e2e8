//! A format is one entry: its name, its looks, its reader and its writer.

use crate::family::Label;
use crate::{Family, ParseError, Parsed, PlainLines, Puzzle, Unwritable};
use std::borrow::Cow;
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

pub(crate) type Reader = Arc<dyn Fn(&Family, &str) -> Parsed + Send + Sync>;
type Writer = Arc<dyn Fn(&dyn Puzzle) -> Result<String, Unwritable> + Send + Sync>;
type Looks = Arc<dyn Fn(&str) -> bool + Send + Sync>;

/// A way to write a puzzle down: a handle of its [`FormatData`].
#[derive(Clone)]
pub struct Format(Arc<FormatData>);

/// The data of a [`Format`].
#[derive(Clone)]
pub struct FormatData {
    /// The word typed after `--to`.
    pub name: Label,
    /// A description in one line.
    pub about: Label,
    /// True if a puzzle is one line, so that a file may hold one on each.
    pub is_line: bool,
    /// The reader and writer of its plain lines in bulk, if it has any.
    pub plain: Option<&'static dyn PlainLines>,
    /// The ending of its files, where that is not its name.
    pub(crate) ending: Option<Label>,
    /// True if its reader wants to see the lines that start with `#`.
    has_own_remarks: bool,
    looks: Option<Looks>,
    read: Option<Reader>,
    write: Option<Writer>,
}

impl Format {
    /// A format that is neither read nor written yet.
    pub fn new(name: impl Into<Label>, about: impl Into<Label>) -> Self {
        Self(Arc::new(FormatData {
            name: name.into(),
            about: about.into(),
            is_line: false,
            plain: None,
            ending: None,
            has_own_remarks: false,
            looks: None,
            read: None,
            write: None,
        }))
    }

    fn change(&mut self) -> &mut FormatData {
        Arc::make_mut(&mut self.0)
    }

    /// With a reader.
    #[must_use]
    pub fn reads<P: Puzzle>(
        self,
        read: impl Fn(&str) -> Result<P, ParseError> + Send + Sync + 'static,
    ) -> Self {
        self.reads_in(move |_, text| read(text))
    }

    /// With a reader for puzzles that keep their family, which is not known before it is made.
    #[must_use]
    pub fn reads_in<P: Puzzle>(
        mut self,
        read: impl Fn(&Family, &str) -> Result<P, ParseError> + Send + Sync + 'static,
    ) -> Self {
        let read =
            move |family: &Family, text: &str| -> Parsed { Ok(Box::new(read(family, text)?)) };
        self.change().read = Some(Arc::new(read));
        self
    }

    /// With a writer for the puzzles of its family.
    #[must_use]
    pub fn writes<P: Puzzle>(
        mut self,
        write: impl Fn(&P) -> Result<String, Unwritable> + Send + Sync + 'static,
    ) -> Self {
        self.change().write = Some(Arc::new(move |puzzle| match puzzle.downcast() {
            Some(puzzle) => write(puzzle),
            None => Err(Unwritable(format!(
                "the format is not one of {}",
                puzzle.family().name
            ))),
        }));
        self
    }

    /// With the texts that are recognised: those that are clearly in this format.
    #[must_use]
    pub fn looks(mut self, looks: impl Fn(&str) -> bool + Send + Sync + 'static) -> Self {
        self.change().looks = Some(Arc::new(looks));
        self
    }

    /// With each puzzle on one line.
    #[must_use]
    pub fn on_a_line(mut self) -> Self {
        self.change().is_line = true;
        self
    }

    /// With files whose ending is not its name.
    #[must_use]
    pub fn in_files(mut self, ending: impl Into<Label>) -> Self {
        self.change().ending = Some(ending.into());
        self
    }

    /// With a reader for which a `#` may be more than a remark.
    #[must_use]
    pub fn with_own_remarks(mut self) -> Self {
        self.change().has_own_remarks = true;
        self
    }

    /// With lines that are read and written in bulk.
    #[must_use]
    pub fn with_plain(mut self, plain: &'static dyn PlainLines) -> Self {
        self.change().plain = Some(plain);
        self
    }

    /// Returns true if it can be read.
    pub fn is_read(&self) -> bool {
        self.read.is_some()
    }

    /// Returns true if it can be written.
    pub fn is_written(&self) -> bool {
        self.write.is_some()
    }

    /// Returns true if its files have this ending.
    pub(crate) fn is_in_files(&self, ending: &str) -> bool {
        self.name == ending || self.ending.as_ref().is_some_and(|own| *own == ending)
    }

    /// Returns true if a text is clearly in this format.
    pub(crate) fn is_likely(&self, text: &str) -> bool {
        self.looks.as_ref().is_some_and(|looks| looks(text))
    }

    /// Reads a text in this format of a family.
    pub fn read(&self, family: &Family, text: &str) -> Parsed {
        match &self.read {
            Some(read) if self.has_own_remarks => read(family, text),
            Some(read) => read(family, &without_remarks(text)),
            None => Err(ParseError::new(format!(
                "the format {:?} can be written but not read",
                self.name
            ))),
        }
    }

    /// Writes a puzzle of its family in this format.
    pub fn write(&self, puzzle: &dyn Puzzle) -> Result<String, Unwritable> {
        let unwritten = || Unwritable(format!("the format {:?} is not written", self.name));
        self.write.as_ref().ok_or_else(unwritten)?(puzzle)
    }

    /// A puzzle of its family written in this format, and the puzzle that is read from that; `None` where it cannot be.
    pub fn there_and_back(&self, puzzle: &dyn Puzzle) -> Option<(String, Box<dyn Puzzle>)> {
        let text = self.write(puzzle).ok()?;
        let again = self.read(puzzle.family(), &text).ok()?;
        Some((text, again))
    }
}

impl Deref for Format {
    type Target = FormatData;

    fn deref(&self) -> &FormatData {
        &self.0
    }
}

impl fmt::Debug for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Format({})", self.name)
    }
}

/// Two families may have formats of one name, so the handles are compared.
impl PartialEq for Format {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for Format {}

/// A text with its remarks, the lines that start with `#`, left blank, so that places do not change.
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
