//! The families that a program knows, and the recognition of texts among them.

use crate::family::unboxed;
use crate::kinds::{extras, library};
use crate::near::nearest;
use crate::prose::{joined, listed};
use crate::{BoardKind, Family, Format, ParseError, Parsed, Puzzle, addresses, lines};
use crate::{cover, rules, shikaku, sudoku, tiles};
use std::fmt;
use std::sync::{Arc, LazyLock};

/// Families, in the order in which they are asked whether a text is theirs. The default has
/// those that are built in.
///
/// ```
/// use tilewright_puzzles::{Families, Family, sudoku::Sudoku};
///
/// let families = Families::default().with(Family::new("stars", "a family of one's own"));
/// assert_eq!(families.iter().last().unwrap().name, "stars");
/// let sudoku: Sudoku = families.read_as("1...2...3...4...")?;
/// # Ok::<(), tilewright_puzzles::ParseError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Families(Arc<Vec<Family>>);

static BUILT_IN: LazyLock<Families> = LazyLock::new(|| {
    let families = [
        &*sudoku::SUDOKU,
        &shikaku::SHIKAKU,
        &tiles::TILES,
        &rules::RULES,
        &cover::COVER,
    ];
    let mut families: Vec<Family> = families.map(Family::clone).into();
    families.push(extras::VARIANT.clone());
    for kind in library::BUILT_IN.iter() {
        // What a family does by a program of its own, it does better.
        if !families.contains(kind) {
            families.push(kind.clone());
        }
    }
    Families(Arc::new(families))
});

impl Default for Families {
    fn default() -> Self {
        BUILT_IN.clone()
    }
}

impl Families {
    /// With one more family, in place of one that has its name.
    #[must_use]
    pub fn with(mut self, family: Family) -> Self {
        let families = Arc::make_mut(&mut self.0);
        match families.iter_mut().find(|other| **other == family) {
            Some(other) => *other = family,
            None => families.push(family),
        }
        self
    }

    /// The families in their order.
    pub fn iter(&self) -> std::slice::Iter<'_, Family> {
        self.0.iter()
    }

    /// The family that has a name.
    pub fn get(&self, name: &str) -> Option<&Family> {
        self.iter().find(|family| family.name == name)
    }

    /// Every kind of board that a size alone describes.
    pub fn boards(&self) -> impl Iterator<Item = &BoardKind> {
        self.iter().flat_map(|family| &family.boards)
    }

    /// The family and the format of a text: as `wanted` names them (a family, a format, or
    /// `family:format`), or by its looks. A text that is not recognised is in the nearest format,
    /// whose reader then reports its fault.
    pub fn reading(&self, text: &str, wanted: Option<&str>) -> Result<Reading, ParseError> {
        match wanted {
            Some(wanted) => self.named(text, wanted),
            None => self
                .recognise(text)
                .or_else(|| nearest(self, text))
                .ok_or_else(|| self.unrecognised(text)),
        }
    }

    /// The family and the format of a text that is clearly in one.
    pub fn recognise(&self, text: &str) -> Option<Reading> {
        self.iter().find_map(|family| recognised(text, family))
    }

    /// The family and the format of a text by the ending of its file, "sdk", if one format has it.
    pub fn by_ending(&self, ending: &str, text: &str) -> Option<Reading> {
        let mut formats = self.iter().flat_map(|family| &family.formats);
        let format = formats.find(|format| format.is_read() && format.is_in_files(ending))?;
        self.named(text, &format.name).ok()
    }

    /// Reads a text as the puzzle that it is, found as in [`reading`](Self::reading).
    pub fn read(&self, text: &str, wanted: Option<&str>) -> Parsed {
        self.reading(text, wanted)?.read(text)
    }

    /// Reads a text by its looks as a puzzle of the type `P`.
    pub fn read_as<P: Puzzle>(&self, text: &str) -> Result<P, ParseError> {
        let reading = self.reading(text, None)?;
        let of_another = || ParseError::new(format!("this is a puzzle of {}", reading.family.name));
        unboxed(reading.read(text)?).ok_or_else(of_another)
    }

    /// The empty board of a kind and size: `families.board("sudoku", "3,3")`.
    pub fn board(&self, kind: &str, size: &str) -> Parsed {
        for family in self {
            if let Some(board) = family.boards.iter().find(|board| board.name == kind) {
                return family.make(board, size);
            }
        }
        let known = self.boards().map(|b| format!("{} {}", b.name, b.example));
        let error = ParseError::new(format!("there is no kind of board called {kind:?}"));
        Err(error.hint(format!("a board is one of: {}", joined(known, ", "))))
    }

    fn named(&self, text: &str, wanted: &str) -> Result<Reading, ParseError> {
        let (family, format) = match wanted.split_once(':') {
            Some((family, format)) => (Some(family), Some(format)),
            None if self.get(wanted).is_some() => (Some(wanted), None),
            None => (None, Some(wanted)),
        };
        let mut families = self
            .iter()
            .filter(|f| family.is_none_or(|name| f.name == name))
            .peekable();
        if families.peek().is_none() {
            return Err(self.unknown_reading(wanted));
        }
        let Some(format) = format else {
            let family = families.next().expect("just peeked at");
            // A family that does not recognise a text still reads it in its main format, and then
            // reports its fault.
            return Ok(recognised(text, family).unwrap_or_else(|| Reading {
                family: family.clone(),
                format: family.formats[0].clone(),
            }));
        };
        let find = |family: &Family| {
            let format = family.format(format).filter(|f| f.is_read())?.clone();
            let family = family.clone();
            Some(Reading { family, format })
        };
        let readings: Vec<Reading> = families.filter_map(find).collect();
        // Several families may have a format of that name (JSON): the text decides.
        let told = readings
            .iter()
            .find(|r| recognised(text, &r.family).as_ref() == Some(r));
        // Formats of kinds are alike, and say nothing of which kind it is.
        let mut programs = readings.iter();
        let first = programs.find(|r| r.family.kind_file().is_none() || family.is_some());
        told.or(first).cloned().ok_or_else(|| match readings[..] {
            [] => self.unknown_reading(wanted),
            _ => ParseError::new(format!(
                "many kinds of puzzles have the format {format:?}, and the text does not say which it is"
            ))
            .hint(format!("name the kind, too, as in {}", readings[0])),
        })
    }

    /// The error for a text that no family recognises: the formats that were tried.
    fn unrecognised(&self, text: &str) -> ParseError {
        let Some(first) = lines::lines(text).next() else {
            return ParseError::new("the text is empty");
        };
        if let Some(error) = addresses::unread(text) {
            return error;
        }
        let start = lines::shown(first.text.trim());
        let error = first.error(format!(
            "this is not a puzzle in a format that Tilewright recognises: no {} starts with {start}",
            listed(self.names(|_| true), "or")
        ));
        if first.text.trim_start().starts_with('{') {
            let names = self.names(|family| {
                let json = family.format("json");
                json.is_some_and(Format::is_read)
            });
            return error.hint(format!(
                "a JSON object names its \"family\": {}",
                listed(names, "or")
            ));
        }
        error
            .hint("name its family or format with --as; `tilewright formats` lists them")
            .of_any_kind()
    }

    fn unknown_reading(&self, wanted: &str) -> ParseError {
        let message = format!("there is no family or readable format called {wanted:?}");
        ParseError::new(message).hint(format!(
            "the families are {}; `tilewright formats` lists all formats",
            self.names(|_| true).join(", ")
        ))
    }

    /// The names of the families for which something holds, those of kinds aside: these are many, and alike.
    pub fn names(&self, holds: impl Fn(&Family) -> bool) -> Vec<&str> {
        let families = self.iter().filter(|family| holds(family));
        let programs = families.filter(|family| family.kind_file().is_none());
        programs.map(|family| &*family.name).collect()
    }
}

impl<'f> IntoIterator for &'f Families {
    type Item = &'f Family;
    type IntoIter = std::slice::Iter<'f, Family>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// A family and one of its formats.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    /// The family.
    pub family: Family,
    /// The format.
    pub format: Format,
}

/// "sudoku:line", as it is typed after `--as`.
impl fmt::Display for Reading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.family.name, self.format.name)
    }
}

impl Reading {
    /// [`Families::reading`] among the built-in ones.
    pub fn of(text: &str, wanted: Option<&str>) -> Result<Self, ParseError> {
        BUILT_IN.reading(text, wanted)
    }

    /// Reads a text so.
    pub fn read(&self, text: &str) -> Parsed {
        self.format.read(&self.family, text)
    }
}

fn recognised(text: &str, family: &Family) -> Option<Reading> {
    let format = family.recognise(text)?;
    let family = family.clone();
    Some(Reading { family, format })
}

/// Reads a text as the puzzle of a built-in family that it is.
pub fn read(text: &str, wanted: Option<&str>) -> Parsed {
    BUILT_IN.read(text, wanted)
}

/// The empty board of a built-in kind and size: `board("sudoku", "3,3")`.
pub fn board(kind: &str, size: &str) -> Parsed {
    BUILT_IN.board(kind, size)
}
