//! The source of texts: one puzzle, a puzzle a line, or a CSV file.
//!
//! Only the head of a file decides. A file that is one puzzle is then read as a whole, up to a limit; a file with a
//! puzzle a line is read block by block, so that its length does not matter; and no line is ever held that is longer
//! than [`LONGEST_LINE`].

use crate::failure::Failure;
use crate::families;
use crate::interrupt::Interrupt;
use crate::names;
use crate::talk;
use std::fs::File;
use std::io::{self, Cursor, IsTerminal, Read};
use std::ops::Range;
use std::path::Path;
use tilewright::Budget;
use tilewright::puzzles::{self, ParseError, Place, Puzzle, Reading};
use tilewright_batch::{
    BYTE_ORDER_MARK, ByteSource, COLUMN_NAMES, LONE_RETURN, LONGEST_LINE, csv, too_long,
};

/// The message to the user of a command that waits.
const WAITING: &str = if cfg!(windows) {
    "reading a puzzle from standard input; end with Ctrl-Z and Enter"
} else {
    "reading a puzzle from standard input; end with Ctrl-D"
};

/// The size of a file's head that decides its kind.
const HEAD: usize = 64 << 10;

/// One thing to run.
#[derive(Debug)]
pub(crate) enum Source {
    /// Standard input.
    Stdin,
    /// A file.
    File(String),
    /// The empty board of a kind and size.
    Board(String, String),
    /// A puzzle that was typed itself.
    Typed(String),
}

impl Source {
    /// The sources named by the words of the command line. A kind and the words of a size, none of them a file, are a
    /// board.
    pub(crate) fn list(words: &[String], wanted: Option<&str>) -> Vec<Self> {
        if words.is_empty() {
            return vec![Self::Stdin];
        }
        if let Some((kind, size)) = board_words(words) {
            return vec![Self::Board(kind, size)];
        }
        let source = |word: &String| match word.as_str() {
            "-" => Self::Stdin,
            _ if is_typed_puzzle(word, wanted) => Self::Typed(word.clone()),
            _ => Self::File(word.clone()),
        };
        words.iter().map(source).collect()
    }

    /// The name that the user knows.
    pub(crate) fn name(&self) -> String {
        match self {
            Self::Stdin => "standard input".to_owned(),
            Self::File(name) => name.clone(),
            Self::Board(kind, size) => format!("{kind} {size}"),
            Self::Typed(text) => shortened(text),
        }
    }
}

/// The most characters of a puzzle that was typed by which it is called.
const LONGEST_NAME: usize = 24;

/// The beginning of a text, as much of it as makes a name.
fn shortened(text: &str) -> String {
    let line = text.trim().lines().next().unwrap_or_default();
    match line.char_indices().nth(LONGEST_NAME) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line.to_owned(),
    }
}

/// Returns true if a word is a puzzle, or would be one but for a slip, and not the name of a file.
fn is_typed_puzzle(word: &str, wanted: Option<&str>) -> bool {
    if Path::new(word).exists() || is_board(word) {
        return false;
    }
    // No file name has several lines.
    if word.trim().contains('\n') {
        return true;
    }
    if looks_like_file(word) {
        return false;
    }
    let is_read = |wanted| families().read(word, Some(wanted)).is_ok();
    families().reading(word, None).is_ok() || wanted.is_some_and(is_read)
}

/// Returns true if a word has an ending as names of files have: a few letters or digits after a dot, a letter first,
/// and no more dots than a name would have.
fn looks_like_file(word: &str) -> bool {
    let Some((stem, ending)) = word.rsplit_once('.') else {
        return false;
    };
    let is_ending = ending.starts_with(|c: char| c.is_ascii_alphabetic())
        && ending.len() <= 8
        && ending.chars().all(|c| c.is_ascii_alphanumeric());
    let dots = stem.trim_start_matches(['.', '/']).matches('.').count();
    is_ending && dots <= 2 && !stem.is_empty()
}

fn is_board(word: &str) -> bool {
    let mut boards = families().boards();
    boards.any(|board| board.name == word)
}

/// The kind and the size of a board, where the words say one: `sudoku 3,3`, `sudoku 3 3`.
fn board_words(words: &[String]) -> Option<(String, String)> {
    let (kind, size) = words.split_first().filter(|(_, size)| !size.is_empty())?;
    let is_file = |word: &String| word == "-" || names::path(word).exists();
    if kind == "-" || size.iter().any(is_file) {
        return None;
    }
    let typed = size.join(" ");
    let is_meant = if is_board(kind) {
        size.len() == 1 || looks_like_size(&typed)
    } else {
        kind.starts_with(|c: char| c.is_ascii_alphabetic())
            && !is_file(kind)
            && looks_like_size(&typed)
            && families().recognise(kind).is_none()
    };
    is_meant.then(|| (kind.clone(), typed))
}

/// `4x5`, `3,3`, `9`, `[3, 3]`: no file is likely to be called so.
fn looks_like_size(typed: &str) -> bool {
    typed.starts_with(|c: char| c.is_ascii_digit() || c == '[')
        && typed
            .chars()
            .all(|c| c.is_ascii_digit() || "xX×,[] ".contains(c))
}

/// The options for reading a source.
#[derive(Clone, Debug, Default)]
pub(crate) struct Manner {
    /// The value of `--as`.
    pub(crate) wanted: Option<String>,
    /// The value of `--size`.
    pub(crate) size: Option<String>,
    /// The value of `--given`.
    pub(crate) givens: Vec<String>,
    /// The memory for the models of puzzles whose clues have to be looked up.
    pub(crate) memory: u64,
    /// The longest text of one puzzle.
    pub(crate) longest_text: u64,
}

impl Manner {
    /// The puzzle as it is, or on the board that `--size` asks for, with the clues of `--given`.
    fn applied(&self, puzzle: Box<dyn Puzzle>) -> puzzles::Parsed {
        let budget = Budget::default().memory(self.memory);
        let given = |puzzle: Box<dyn Puzzle>, typed: &String| {
            puzzles::with_given(&*puzzle, typed, &budget).map_err(|error| {
                let told = ParseError::new(format!("--given: {}", error.message()));
                match error.advice() {
                    Some(advice) => told.hint(advice),
                    None => told,
                }
            })
        };
        self.givens.iter().try_fold(self.sized(puzzle)?, given)
    }

    /// The puzzle as it is, or a tile set on the board that `--size` asks for.
    fn sized(&self, puzzle: Box<dyn Puzzle>) -> puzzles::Parsed {
        let Some(size) = &self.size else {
            return Ok(puzzle);
        };
        puzzle.resized(size, "--size")
    }

    /// A tile set is not a line, and a clue is one of a single puzzle.
    fn refuse_many(&self, contents: &str) -> Result<(), Failure> {
        if self.size.is_some() {
            return Err(Failure::new(format!(
                "--size is for one puzzle, and this is {contents}"
            )));
        }
        if !self.givens.is_empty() {
            return Err(Failure::new(format!(
                "--given is for one puzzle, and this is {contents}"
            )));
        }
        Ok(())
    }
}

/// A puzzle that a source holds by itself.
pub(crate) struct One {
    pub(crate) puzzle: Box<dyn Puzzle>,
    /// The family and format it was read in; a board has none.
    pub(crate) reading: Option<Reading>,
    /// The text that says all of it.
    pub(crate) text: Option<String>,
}

/// The contents of a source.
pub(crate) enum Contents {
    /// One puzzle.
    One(One),
    /// A puzzle on each line.
    Lines(Rest, Reading),
    /// A CSV file with a puzzle in that column.
    Table(Rest, usize),
}

/// A text that is to be read piece by piece.
pub(crate) struct Rest {
    pub(crate) reader: Box<dyn Read + Send>,
    /// True if it is a file, of which all is there at once.
    pub(crate) is_file: bool,
}

impl Rest {
    /// Its bytes, until Ctrl-C.
    pub(crate) fn bytes(self, interrupt: &Interrupt) -> Result<ByteSource, Failure> {
        if self.is_file {
            return Ok(ByteSource::file(self.reader));
        }
        let pumped = ByteSource::pumped(self.reader, interrupt.flag());
        pumped.map_err(|_| Failure::new("the system has no threads left"))
    }
}

/// The rest of a file, with its length where that is known.
pub(crate) struct Opened {
    pub(crate) reader: Box<dyn Read + Send>,
    /// The bytes of the file, for the progress bar.
    pub(crate) length: Option<u64>,
}

/// Opens a source; for a board there is nothing to open.
pub(crate) fn open(source: &Source) -> Result<Option<Opened>, Failure> {
    match source {
        Source::Board(..) => Ok(None),
        Source::Stdin => Ok(Some(standard_input())),
        Source::File(name) => open_file(name).map(Some),
        Source::Typed(text) => Ok(Some(Opened {
            length: Some(text.len() as u64),
            reader: Box::new(Cursor::new(text.clone().into_bytes())),
        })),
    }
}

/// Standard input, as the file that it is where a shell made it one with `<`.
fn standard_input() -> Opened {
    #[cfg(unix)]
    {
        use std::os::fd::AsFd;
        let file = io::stdin().as_fd().try_clone_to_owned().map(File::from);
        let metadata = file.as_ref().ok().and_then(|file| file.metadata().ok());
        if let (Ok(file), Some(metadata)) = (file, metadata)
            && metadata.is_file()
        {
            return Opened {
                reader: Box::new(file),
                length: Some(metadata.len()),
            };
        }
    }
    if io::stdin().is_terminal() {
        talk::say(WAITING);
    }
    Opened {
        reader: Box::new(io::stdin()),
        length: None,
    }
}

fn open_file(name: &str) -> Result<Opened, Failure> {
    let failed = |error: &io::Error| Failure::new(reason(error)).file(name);
    let file = File::open(names::path(name)).map_err(|error| {
        let failure = failed(&error);
        match error.kind() {
            io::ErrorKind::NotFound if is_board(name) => failure.hint(format!(
                "for a board write its kind and its size: `{name} {}`",
                example_size(name)
            )),
            _ => failure,
        }
    })?;
    let metadata = file.metadata().map_err(|error| failed(&error))?;
    if metadata.is_dir() {
        return Err(
            Failure::new("this is a directory; expected a file with puzzles")
                .file(name)
                .hint(format!("name the files in it: {name}/*")),
        );
    }
    let length = metadata.is_file().then_some(metadata.len());
    Ok(Opened {
        reader: Box::new(file),
        length,
    })
}

fn example_size(kind: &str) -> &'static str {
    let mut boards = families().boards();
    let board = boards.find(|board| board.name == kind);
    board.map_or("", |board| &board.example)
}

/// An error of the system in words, without its number.
pub(crate) fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such file".to_owned(),
        io::ErrorKind::PermissionDenied => "this file may not be read".to_owned(),
        io::ErrorKind::IsADirectory => {
            "this is a directory; expected a file with puzzles".to_owned()
        }
        _ => format!("this cannot be read: {error}"),
    }
}

/// Recognises the contents of a source and reads them, if they are one puzzle.
pub(crate) fn contents(
    source: &Source,
    opened: Option<Opened>,
    manner: &Manner,
) -> Result<Contents, Failure> {
    let name = source.name();
    let contents = match (source, opened) {
        (Source::Board(kind, size), _) => board((kind, size), &name, manner),
        (_, opened) => recognised(opened.expect("all but boards are opened"), &name, manner),
    };
    contents.map_err(|failure| failure.in_file(&name))
}

/// The empty board of a kind and size.
fn board((kind, size): (&str, &str), name: &str, manner: &Manner) -> Result<Contents, Failure> {
    let board = || {
        if let Some(wanted) = manner.wanted.as_deref().filter(|&wanted| wanted != "csv") {
            // Nothing is read, but a name that nothing has is a mistake all the same.
            families().reading("", Some(wanted))?;
        }
        manner.applied(families().board(kind, size)?)
    };
    let puzzle = board().map_err(|error| Failure::of_text(&error, name, ""))?;
    Ok(Contents::One(One {
        puzzle,
        reading: None,
        text: None,
    }))
}

fn recognised(opened: Opened, name: &str, manner: &Manner) -> Result<Contents, Failure> {
    let Opened { mut reader, length } = opened;
    let rest = |reader| Rest {
        reader,
        is_file: length.is_some(),
    };
    let head = Head::read(&mut reader)?;
    let text = head.text()?;
    if let Some(place) = lone_return(text, head.is_whole) {
        let mut failure = Failure::new(LONE_RETURN);
        failure.place = Some(place);
        return Err(failure);
    }
    let Some(first) = puzzle_lines(text).next() else {
        if head.is_whole {
            return Err(Failure::new("there is no puzzle here: the file is empty"));
        }
        return whole(head.rest(reader), name, manner);
    };
    let is_table = manner.wanted.as_deref() == Some("csv");
    if let Some(column) = puzzle_column(first).or(is_table.then_some(0)) {
        manner.refuse_many("a CSV file")?;
        return Ok(Contents::Table(rest(Box::new(head.rest(reader))), column));
    }
    match line_reading(text, head.is_whole, manner) {
        Some(reading) => {
            manner.refuse_many("a puzzle a line")?;
            Ok(Contents::Lines(rest(Box::new(head.rest(reader))), reading))
        }
        None => whole(head.rest(reader), name, manner),
    }
}

/// The place of a carriage return without a line feed after it. Files of old machines end their lines like that, and
/// everything after the first of them would be taken for a remark behind a puzzle.
fn lone_return(text: &str, is_whole: bool) -> Option<Place> {
    let is_alone = |&(at, _): &(usize, &str)| match text.as_bytes().get(at + 1) {
        Some(next) => *next != b'\n',
        None => is_whole,
    };
    let (at, _) = text.match_indices('\r').find(is_alone)?;
    let before = &text[..at];
    let line_start = before.rfind('\n').map_or(0, |feed| feed + 1);
    Some(Place {
        line: before.matches('\n').count() + 1,
        column: before[line_start..].chars().count() + 1,
    })
}

/// The lines that may be puzzles: neither blank nor a comment.
fn puzzle_lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines()
        .filter(|line| !line.trim().is_empty() && !is_comment(line))
}

/// Returns true if a line of a puzzle-a-line file is a remark.
pub(crate) fn is_comment(line: &str) -> bool {
    line.starts_with('#')
}

/// The way to read each line, if the text has a puzzle on each of several lines. A text that is a puzzle as a whole
/// is that, even if each of its lines could be one too: a 16×16 grid has lines that would do as 4×4 puzzles. So does
/// a long matrix of 0 and 1, of which only the head is known.
fn line_reading(text: &str, is_whole: bool, manner: &Manner) -> Option<Reading> {
    let wanted = manner.wanted.as_deref();
    let mut lines = puzzle_lines(text);
    let first = lines.next()?;
    let second = lines.next();
    if is_whole && second.is_none() {
        return None;
    }
    let looks = |text: &str| match wanted {
        Some(_) => families().reading(text, wanted).ok(),
        None => families().recognise(text),
    };
    let reading = looks(first).or_else(|| {
        // The first line has a slip, and the next one shows the intended format.
        let meant = families().reading(first, wanted).ok();
        let next = second.and_then(looks);
        next.filter(|next| meant.as_ref() == Some(next))
    });
    let reading = reading.filter(|reading| reading.format.is_line)?;
    let whole_lines = match text.rfind('\n') {
        Some(end) if !is_whole => &text[..end],
        _ => text,
    };
    let is_one = looks(whole_lines)
        .is_some_and(|whole| !whole.format.is_line && (is_whole || whole.family != reading.family));
    (!is_one).then_some(reading)
}

/// The column of puzzles, where a line is the header of a CSV file that has one.
fn puzzle_column(line: &str) -> Option<usize> {
    let mut cells = Vec::new();
    csv::cells(line.as_bytes(), b',', &mut cells);
    let is_called = |cell: &Range<usize>, name: &str| {
        let cell = csv::text_of(&line.as_bytes()[cell.clone()]);
        cell.trim_ascii().eq_ignore_ascii_case(name.as_bytes())
    };
    // Here the user has not named a table, so the last name will not do.
    let [names @ .., _] = &COLUMN_NAMES;
    names
        .iter()
        .find_map(|name| cells.iter().position(|cell| is_called(cell, name)))
}

/// Reads a text that is not a puzzle, of at most `limit` bytes: the name that the user knows, and the text. `-` is
/// standard input.
pub(crate) fn text(name: &str, limit: u64) -> Result<(String, String), Failure> {
    let source = match name {
        "-" => Source::Stdin,
        _ => Source::File(name.to_owned()),
    };
    let name = source.name();
    let opened = open(&source)?.expect("it is not a board");
    match whole_text(opened.reader, limit, "") {
        Ok(text) => Ok((name, text)),
        Err(failure) => Err(failure.file(name)),
    }
}

/// Reads a text that is one puzzle.
fn whole(reader: impl Read, name: &str, manner: &Manner) -> Result<Contents, Failure> {
    let text = whole_text(reader, manner.longest_text, ", and no puzzle a line")?;
    let read = read_one(&text, name, manner);
    let (puzzle, reading) = read.map_err(|error| Failure::of_text(&error, name, &text))?;
    let says_all = manner.givens.is_empty() && manner.size.is_none();
    Ok(Contents::One(One {
        puzzle,
        reading: Some(reading),
        text: says_all.then_some(text),
    }))
}

/// Reads a text of at most `limit` bytes; `beyond` is a further sentence about a longer one.
fn whole_text(reader: impl Read, limit: u64, beyond: &str) -> Result<String, Failure> {
    let mut bytes = Vec::new();
    reader
        .take(limit + 1)
        .read_to_end(&mut bytes)
        .map_err(|error| Failure::new(reason(&error)))?;
    if bytes.len() as u64 > limit {
        let message = format!("this text is longer than {} MiB{beyond}", limit >> 20);
        return Err(
            Failure::new(message).hint("allow more with --memory: an eighth of it may be text")
        );
    }
    Ok(decoded(&bytes)?.replace("\r\n", "\n"))
}

fn read_one(
    text: &str,
    name: &str,
    manner: &Manner,
) -> Result<(Box<dyn Puzzle>, Reading), ParseError> {
    let wanted = manner.wanted.as_deref();
    let looks = wanted
        .is_none()
        .then(|| families().recognise(text))
        .flatten();
    let ending = || wanted.is_none().then(|| by_ending(name, text)).flatten();
    let reading = match looks.or_else(ending) {
        Some(reading) => reading,
        None => families().reading(text, wanted)?,
    };
    let puzzle = reading.read(text)?;
    Ok((manner.applied(puzzle)?, reading))
}

/// The way to read a text that is not recognised, by the ending of its file: then the error names the fault, and not
/// only that the text is not recognised.
fn by_ending(name: &str, text: &str) -> Option<Reading> {
    let ending = Path::new(name).extension()?.to_str()?;
    families().by_ending(ending, text)
}

/// The beginning of a file: enough to recognise it, and its first line in any case.
struct Head {
    bytes: Vec<u8>,
    /// True if that is all.
    is_whole: bool,
}

impl Head {
    fn read(reader: &mut impl Read) -> Result<Self, Failure> {
        let mut bytes = Vec::new();
        loop {
            let wanted = if bytes.is_empty() { HEAD } else { bytes.len() };
            let got = reader
                .take(wanted as u64)
                .read_to_end(&mut bytes)
                .map_err(|error| Failure::new(reason(&error)))?;
            if got < wanted {
                return Ok(Self {
                    bytes,
                    is_whole: true,
                });
            }
            let has_nul = bytes[..HEAD].contains(&0);
            if has_nul || bytes.contains(&b'\n') {
                return Ok(Self {
                    bytes,
                    is_whole: false,
                });
            }
            if bytes.len() > LONGEST_LINE {
                return Err(Failure::new(too_long()));
            }
        }
    }

    /// The text up to the last complete line.
    fn text(&self) -> Result<&str, Failure> {
        let end = match self.bytes.iter().rposition(|&b| b == b'\n') {
            Some(end) if !self.is_whole => end + 1,
            _ => self.bytes.len(),
        };
        decoded(&self.bytes[..end])
    }

    /// The file from its beginning, without the mark that some programs put there.
    fn rest(self, reader: Box<dyn Read + Send>) -> impl Read + Send + use<> {
        let mark = if self.bytes.starts_with(BYTE_ORDER_MARK) {
            BYTE_ORDER_MARK.len() as u64
        } else {
            0
        };
        let mut head = Cursor::new(self.bytes);
        head.set_position(mark);
        head.chain(reader)
    }
}

/// Bytes as text, or where they are none.
pub(crate) fn decoded(bytes: &[u8]) -> Result<&str, Failure> {
    let bytes = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes);
    let fault = match std::str::from_utf8(bytes) {
        Ok(text) => match text.find('\0') {
            None => return Ok(text),
            Some(place) => place,
        },
        Err(error) => error.valid_up_to(),
    };
    if bytes.starts_with(b"PAR1") {
        let message = "this is a table in Parquet, and answers to it go into a table";
        return Err(
            Failure::new(message).hint("name that with -o FILE, where the command takes tables")
        );
    }
    Err(Failure::new(format!(
        "this is a binary file and no text: see its byte {}",
        fault + 1
    ))
    .hint("expected a text file in UTF-8"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_without_line_ends_is_refused_early() {
        let mut endless = io::repeat(b'1').take(1 << 30);
        assert!(Head::read(&mut endless).is_err());
        assert!(endless.limit() > (1 << 30) - 4 * LONGEST_LINE as u64);
    }

    #[test]
    fn csv_headers_are_known_by_their_puzzle_column() {
        assert_eq!(puzzle_column("quizzes,solutions"), Some(0));
        assert_eq!(puzzle_column("id,\"Puzzle\",solution,clues"), Some(1));
        assert_eq!(puzzle_column("source,question,answer,rating"), Some(1));
        assert_eq!(puzzle_column("\"id, new\", PUZZLE "), Some(1));
        assert_eq!(puzzle_column("5,3,0,0,7,0,0,0,0"), None);
        assert_eq!(puzzle_column("puzzled"), None);
    }

    #[test]
    fn two_words_that_are_no_files_are_a_board() {
        let words = |words: &[&str]| {
            let words: Vec<String> = words.iter().map(|&w| w.to_owned()).collect();
            Source::list(&words, None)
        };
        assert!(matches!(words(&[])[..], [Source::Stdin]));
        assert!(matches!(words(&["-"])[..], [Source::Stdin]));
        assert!(matches!(words(&["nokind", "4x5"])[..], [Source::Board(..)]));
        for size in [
            &["3,3"][..],
            &["3", "3"],
            &["[3,", "3]"],
            &["9", "x", "9"],
            &["nosize"],
        ] {
            let typed = words(&[&["sudoku"], size].concat());
            let [Source::Board(kind, read)] = &typed[..] else {
                panic!("{size:?}");
            };
            assert_eq!((kind.as_str(), read), ("sudoku", &size.join(" ")));
        }
        let four = "1000200030004000";
        assert!(matches!(words(&[four])[..], [Source::Typed(_)]));
        assert!(matches!(
            words(&[four, four])[..],
            [Source::Typed(_), Source::Typed(_)]
        ));
        assert!(matches!(
            words(&["3x2:b4_2b", "Cargo.toml", "-"])[..],
            [Source::Typed(_), Source::File(_), Source::Stdin]
        ));
        for missing in [
            "a.txt",
            "dir/a",
            "puzzle",
            "sudoku",
            "./1.sdk",
            "archive.tar.gz",
            "9x9",
        ] {
            let word = words(&[missing]);
            assert!(matches!(word[..], [Source::File(_)]), "{missing}");
        }
        assert!(matches!(
            words(&["sudoku", "3,3", "a.txt"])[..],
            [Source::File(_), Source::File(_), Source::File(_)]
        ));
        assert!(matches!(
            words(&["a.txt", "b.txt"])[..],
            [Source::File(_), Source::File(_)]
        ));
        assert!(matches!(
            words(&["Cargo.toml", "4x5"])[..],
            [Source::File(_), Source::File(_)]
        ));
    }
}
