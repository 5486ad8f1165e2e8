//! The plain text of a board, as the kind's blocks lay it out.
//!
//! ```text
//! tents
//! 2 3
//! 1 0 1
//! 1 1
//! x - -
//! - - x
//! ```
//!
//! The name of the kind may be left out, blank lines do not count, and the blanks between tokens may be left out where
//! each is a single character. So are the texts of puzzlekit, but for the name.

use super::blocks::{Block, Param, ParamHow, Reader};
use super::clues::{Clue, Clues, Grid, Setting, Spots};
use super::kind::Kind;
use super::token::{EMPTY, list};
use crate::lines::{Line, Word, lines};
use crate::prose::{counted, joined, listed};
use crate::{ParseError, Unwritable};

type Read<T> = Result<T, ParseError>;

/// The most cells of a board.
pub(super) const MOST_CELLS: usize = 1 << 20;

/// Reads a board from its text.
pub(super) fn read(kind: &Kind, text: &str) -> Read<Clues> {
    let mut all = lines(text).peekable();
    let is_name = |line: &Line<'_>| line.text.trim() == kind.name;
    all.next_if(is_name);
    let Some((Block::Header(params), blocks)) = kind.text.split_first() else {
        return Err(ParseError::new("this kind has no plain text"));
    };
    let header = all.next().ok_or_else(|| {
        ParseError::new("the text is empty, but the numbers of rows and columns were expected")
    })?;
    let mut reading = Reading {
        kind,
        clues: read_header(kind, params, header)?,
        lines: all.collect(),
        last: header,
        at: 0,
    };
    let blocks = reading.blocks_that_are_there(blocks);
    let mut tokens = Vec::new();
    for block in &blocks {
        tokens.push(reading.words_of(block)?);
    }
    if let Some(line) = reading.lines.get(reading.at) {
        return Err(line.error("the text continues after its last block"));
    }
    // Clues of regions are read when the regions are known.
    for of_regions in [true, false] {
        for (block, tokens) in blocks.iter().zip(&tokens) {
            if reading.names_regions(block) == of_regions {
                reading.read_block(block, tokens)?;
            }
        }
    }
    reading.clues.settle(&kind.layers);
    Ok(reading.clues)
}

fn read_header(kind: &Kind, params: &[Param], line: Line<'_>) -> Read<Clues> {
    let mut words = line.words().peekable();
    let mut side = |what: &str| {
        let missing = || line.error_at_end(format!("the number of {what} was expected"));
        let word = words.next().ok_or_else(missing)?;
        match word.side()?.checked_sub(more_than(params, what)) {
            None | Some(0) => Err(word.error(format!("a board has at least one of its {what}"))),
            Some(side) => Ok(side),
        }
    };
    let (rows, columns) = (side("rows")?, side("columns")?);
    if rows.checked_mul(columns).is_none_or(|n| n > MOST_CELLS) {
        return Err(line.error(format!("a board has at most {MOST_CELLS} cells")));
    }
    let mut clues = Clues::empty(&kind.layers, rows, columns);
    for param in params {
        let setting = match &param.how {
            ParamHow::Number => match words.next() {
                None => break,
                Some(word) => read_setting(word)?,
            },
            ParamHow::Flag(token) => match words.next_if(|word| word.text == token) {
                None => continue,
                Some(_) => Setting::Number(1),
            },
            ParamHow::More(_) => continue,
            ParamHow::Rest if words.peek().is_none() => continue,
            ParamHow::Rest => {
                let numbers = words.by_ref().map(read_number);
                Setting::List(numbers.collect::<Read<_>>()?)
            }
        };
        clues.settings.push((param.name.clone(), setting));
    }
    match words.next() {
        None => Ok(clues),
        Some(word) => {
            let is_other = |param: &&Param| !matches!(param.how, ParamHow::More(_));
            let names = params
                .iter()
                .filter(is_other)
                .map(|param| param.name.as_str());
            let names = listed(["rows", "columns"].into_iter().chain(names), "and");
            Err(word.error(format!("the first line has {names}, and no more")))
        }
    }
}

/// The size of a board as its texts tell it, with the lines below that count there.
pub(super) fn told_size(kind: &Kind, clues: &Clues) -> [usize; 2] {
    let more = |side| match kind.text.first() {
        Some(Block::Header(params)) => more_than(params, side),
        _ => 0,
    };
    [clues.rows + more("rows"), clues.columns + more("columns")]
}

/// The number that the text counts beside the rows or columns of the board.
fn more_than(params: &[Param], side: &str) -> usize {
    let more = |param: &Param| match param.how {
        ParamHow::More(more) if param.name == side => Some(more),
        _ => None,
    };
    params.iter().find_map(more).unwrap_or(0)
}

/// A parameter: a number, a letter for its place in the alphabet, or `?`.
fn read_setting(word: Word<'_>) -> Read<Setting> {
    let mut letters = word.text.bytes();
    match (letters.next(), letters.next()) {
        (Some(b'?'), None) => Ok(Setting::Unknown),
        (Some(letter @ b'a'..=b'z'), None) => Ok(Setting::Number(i64::from(letter - b'a') + 1)),
        _ => Ok(Setting::Number(read_number(word)?)),
    }
}

fn read_number(word: Word<'_>) -> Read<i64> {
    let wrong = || word.error(format!("{} should be a whole number", word.shown()));
    word.text.parse().map_err(|_| wrong())
}

struct Reading<'k, 't> {
    kind: &'k Kind,
    clues: Clues,
    lines: Vec<Line<'t>>,
    /// The line that was read last.
    last: Line<'t>,
    /// The number of lines that were read.
    at: usize,
}

impl<'t> Reading<'_, 't> {
    /// The numbers of tokens on the lines of a block; `None` for lines of any number.
    fn lengths(&self, block: &Block) -> Vec<Option<usize>> {
        let lengths = |at: Spots| {
            let lengths = at.lengths(self.clues.rows, self.clues.columns);
            lengths.unwrap_or_default().into_iter()
        };
        match block {
            Block::Header(_) => Vec::new(),
            Block::Line(layer) => lengths(self.kind.layers[*layer].at).map(Some).collect(),
            Block::Lists(layer) => {
                let lines = lengths(self.kind.layers[*layer].at).sum();
                vec![None; lines]
            }
            Block::Tokens { at, .. } => lengths(*at).filter(|&n| n > 0).map(Some).collect(),
        }
    }

    /// The blocks without those that may be left out and for which no lines are left.
    fn blocks_that_are_there(&self, blocks: &[Block]) -> Vec<Block> {
        let is_optional = |block: &Block| match block {
            Block::Tokens { is_optional, .. } => *is_optional,
            _ => false,
        };
        let lines = |block: &Block| self.lengths(block).len();
        let needed = blocks.iter().filter(|block| !is_optional(block));
        let mut spare = self.lines.len().saturating_sub(needed.map(lines).sum());
        let mut there = Vec::new();
        for block in blocks {
            if is_optional(block) {
                let Some(left) = spare.checked_sub(lines(block)) else {
                    continue;
                };
                spare = left;
            }
            there.push(block.clone());
        }
        there
    }

    /// The words of a block, line by line.
    fn words_of(&mut self, block: &Block) -> Read<Vec<Vec<Word<'t>>>> {
        let mut rows = Vec::new();
        for length in self.lengths(block) {
            let Some(&line) = self.lines.get(self.at) else {
                let expected = match length {
                    Some(length) => counted(length, "token"),
                    None => "numbers".to_owned(),
                };
                let message = format!("the text ends where a line with {expected} was expected");
                return Err(self.last.error_at_end(message));
            };
            self.at += 1;
            self.last = line;
            rows.push(words_of_line(line, length)?);
        }
        Ok(rows)
    }

    /// Returns true if a block has regions in it.
    fn names_regions(&self, block: &Block) -> bool {
        let is_region = |reader: &Reader| match reader {
            Reader::Layer(layer) => self.kind.layers[*layer].is_region(),
            Reader::Pair(..) => false,
        };
        match block {
            Block::Tokens { readers, .. } => readers.iter().any(is_region),
            _ => false,
        }
    }

    fn read_block(&mut self, block: &Block, rows: &[Vec<Word<'t>>]) -> Read<()> {
        match block {
            Block::Header(_) => {}
            Block::Line(layer) => {
                for (place, &word) in rows.iter().flatten().enumerate() {
                    let clue = self.read_alone(*layer, word)?;
                    self.clues.put(*layer, place, clue);
                }
            }
            Block::Lists(layer) => {
                for (place, words) in rows.iter().enumerate() {
                    self.clues.put(*layer, place, read_list(words)?);
                }
            }
            Block::Tokens { at, readers, .. } => {
                for (place, &word) in rows.iter().flatten().enumerate() {
                    self.read_token(*at, readers, place, word)?;
                }
            }
        }
        Ok(())
    }

    /// Reads a token that only one layer may read.
    fn read_alone(&self, layer: usize, word: Word<'_>) -> Read<Option<Clue>> {
        let clue = self.kind.layers[layer].read_token(word.text);
        if clue.is_none() && !EMPTY.contains(&word.text) {
            return Err(self.unread(&[Reader::Layer(layer)], word));
        }
        Ok(clue)
    }

    fn read_token(
        &mut self,
        at: Spots,
        readers: &[Reader],
        place: usize,
        word: Word<'_>,
    ) -> Read<()> {
        for reader in readers {
            if let Reader::Layer(layer) = *reader
                && let Some(clue) = self.kind.layers[layer].read_token(word.text)
            {
                return self.put(layer, place, clue, word);
            }
        }
        if at == Spots::Cells && self.kind.holes.iter().any(|hole| hole == word.text) {
            self.clues.holes[place] = true;
            return Ok(());
        }
        if EMPTY.contains(&word.text) {
            return Ok(());
        }
        for reader in readers {
            match *reader {
                Reader::Pair(one, other) => {
                    if let Some((first, second)) = word.text.split_once(',') {
                        self.read_half(one, place, word.part(first))?;
                        return self.read_half(other, place, word.part(second));
                    }
                }
                Reader::Layer(layer) if self.kind.layers[layer].is_region() => {
                    self.clues.put_region(layer, place, word.text);
                    return Ok(());
                }
                Reader::Layer(_) => {}
            }
        }
        Err(self.unread(readers, word))
    }

    /// Reads one half of a pair, which may be empty.
    fn read_half(&mut self, layer: usize, place: usize, half: Word<'_>) -> Read<()> {
        if half.text.is_empty() {
            return Ok(());
        }
        match self.read_alone(layer, half)? {
            Some(clue) => self.put(layer, place, clue, half),
            None => Ok(()),
        }
    }

    /// Puts a clue at a place, or at the region of that cell.
    fn put(&mut self, layer: usize, place: usize, clue: Clue, word: Word<'_>) -> Read<()> {
        let Spots::Regions(regions) = self.kind.layers[layer].at else {
            self.clues.put(layer, place, Some(clue));
            return Ok(());
        };
        let name = &self.kind.layers[layer].name;
        let Some(region) = self.clues.region(regions, place) else {
            return Err(word.error(format!("there is no region here that could have {name}")));
        };
        if self
            .clues
            .clue(layer, region)
            .is_some_and(|other| *other != clue)
        {
            return Err(word.error(format!("the region has another clue of {name} already")));
        }
        self.clues.put(layer, region, Some(clue));
        Ok(())
    }

    fn unread(&self, readers: &[Reader], word: Word<'_>) -> ParseError {
        let layers = &self.kind.layers;
        let expected = |reader: &Reader| match *reader {
            Reader::Layer(layer) => layers[layer].expected(),
            Reader::Pair(one, other) => {
                format!("{},{}", layers[one].expected(), layers[other].expected())
            }
        };
        let expected = joined(readers.iter().map(expected), ", ");
        word.error(format!("no clue is written {}", word.shown()))
            .hint(format!("expected here: {expected}, or - for none"))
    }
}

/// The words of a line of this many; a single word of this many characters is taken apart.
fn words_of_line<'t>(line: Line<'t>, length: Option<usize>) -> Read<Vec<Word<'t>>> {
    let words: Vec<Word<'t>> = line.words().collect();
    let Some(length) = length.filter(|&length| length != words.len()) else {
        return Ok(words);
    };
    if let [word] = words[..]
        && word.characters().count() == length
    {
        return Ok(word.characters().collect());
    }
    let message = format!(
        "this line has {}, but {length} are expected",
        counted(words.len(), "token")
    );
    Err(match words.get(length) {
        Some(word) => word.error(message),
        None => line.error_at_end(message),
    })
}

/// A list of numbers: `0` for an empty one, `-` for none.
fn read_list(words: &[Word<'_>]) -> Read<Option<Clue>> {
    match words {
        [word] if EMPTY.contains(&word.text) => return Ok(None),
        [word] if word.text == "0" => return Ok(Some(Clue::Numbers(Vec::new()))),
        _ => {}
    }
    let number = |&word: &Word<'_>| match word.text {
        "?" => Ok(None),
        _ => Ok(Some(read_number(word)?)),
    };
    let numbers = words.iter().map(number);
    Ok(Some(Clue::Numbers(numbers.collect::<Read<_>>()?)))
}

/// Writes the clues of a board.
pub(super) fn write(kind: &Kind, clues: &Clues) -> Result<String, Unwritable> {
    let writing = Writing { kind, clues };
    writing.check()?;
    let mut text = format!("{}\n", kind.name);
    for block in &kind.text {
        text += &writing.block(block)?;
    }
    Ok(text)
}

struct Writing<'k> {
    kind: &'k Kind,
    clues: &'k Clues,
}

impl Writing<'_> {
    /// Refuses clues that no block writes.
    fn check(&self) -> Result<(), Unwritable> {
        for (number, layer) in self.kind.layers.iter().enumerate() {
            let reads = |reader: &Reader| match *reader {
                Reader::Layer(layer) => layer == number,
                Reader::Pair(one, other) => one == number || other == number,
            };
            let is_written = self.kind.text.iter().any(|block| match block {
                Block::Header(_) => false,
                Block::Line(layer) | Block::Lists(layer) => *layer == number,
                Block::Tokens { readers, .. } => readers.iter().any(reads),
            });
            if !is_written && self.clues.has_any(number) {
                let message = format!("no block of the text has the clues of {:?}", layer.name);
                return Err(Unwritable(message));
            }
        }
        Ok(())
    }

    fn block(&self, block: &Block) -> Result<String, Unwritable> {
        Ok(match block {
            Block::Header(params) => self.header(params)?,
            Block::Line(layer) => {
                let length = self.kind.layers[*layer]
                    .at
                    .count(self.clues.rows, self.clues.columns);
                let words = (0..length.unwrap_or(0)).map(|place| self.word(*layer, place));
                joined(words, " ") + "\n"
            }
            Block::Lists(layer) => {
                let length = self.kind.layers[*layer]
                    .at
                    .count(self.clues.rows, self.clues.columns);
                let lines = (0..length.unwrap_or(0)).map(|place| self.word(*layer, place) + "\n");
                lines.collect()
            }
            Block::Tokens {
                at,
                readers,
                is_optional,
            } => {
                if *is_optional && !self.has_clues(readers) {
                    return Ok(String::new());
                }
                self.grid(*at, readers)?
            }
        })
    }

    /// The first line. Parameters that are not set cannot be left out before others that are.
    fn header(&self, params: &[Param]) -> Result<String, Unwritable> {
        let side = |side: usize, name: &str| (side + more_than(params, name)).to_string();
        let Clues { rows, columns, .. } = *self.clues;
        let mut words = vec![side(rows, "rows"), side(columns, "columns")];
        let setting = |param: &Param| self.clues.setting(&param.name);
        let last = params.iter().rposition(|param| setting(param).is_some());
        for param in &params[..last.map_or(0, |last| last + 1)] {
            match (&param.how, setting(param)) {
                (ParamHow::Flag(token), Some(Setting::Number(1))) => words.push(token.clone()),
                (ParamHow::Flag(_) | ParamHow::More(_), _) => {}
                (_, Some(Setting::Number(number))) => words.push(number.to_string()),
                (_, Some(Setting::List(numbers))) => {
                    words.extend(numbers.iter().map(ToString::to_string));
                }
                (_, Some(Setting::Unknown)) => words.push("?".to_owned()),
                (_, None) => {
                    let message = format!(
                        "the text has a place for {:?}, which is not set",
                        param.name
                    );
                    return Err(Unwritable(message));
                }
            }
        }
        Ok(words.join(" ") + "\n")
    }

    /// The token of a layer alone.
    fn word(&self, layer: usize, place: usize) -> String {
        match self.clues.clue(layer, place) {
            None => EMPTY[0].to_owned(),
            Some(Clue::Numbers(numbers)) => list(numbers, " "),
            Some(clue) => self.kind.layers[layer].token(clue),
        }
    }

    fn has_clues(&self, readers: &[Reader]) -> bool {
        readers.iter().any(|reader| match *reader {
            Reader::Layer(layer) => self.clues.has_any(layer),
            Reader::Pair(one, other) => self.clues.has_any(one) || self.clues.has_any(other),
        })
    }

    fn grid(&self, at: Spots, readers: &[Reader]) -> Result<String, Unwritable> {
        let mut tokens = Vec::new();
        let lengths = at
            .lengths(self.clues.rows, self.clues.columns)
            .unwrap_or_default();
        for place in 0..lengths.iter().sum() {
            let mut found = readers
                .iter()
                .filter_map(|&reader| self.token(reader, place));
            let token = found.next();
            if found.next().is_some() {
                let message = format!(
                    "the text has room for one clue only at {}",
                    self.clues.cell_name(place)
                );
                return Err(Unwritable(message));
            }
            let is_hole = at == Spots::Cells && self.clues.holes[place];
            tokens.push(match (token, is_hole) {
                (Some(token), _) => token,
                (None, true) => self
                    .kind
                    .holes
                    .first()
                    .map_or("#", String::as_str)
                    .to_owned(),
                (None, false) => self.empty(readers).to_owned(),
            });
        }
        let mut text = String::new();
        let mut tokens = tokens.into_iter();
        for length in lengths.into_iter().filter(|&length| length > 0) {
            text += &joined(tokens.by_ref().take(length), " ");
            text.push('\n');
        }
        Ok(text)
    }

    /// The token for no clue that none of these layers takes.
    fn empty(&self, readers: &[Reader]) -> &'static str {
        let takes = |token: &str| {
            readers.iter().any(|reader| match *reader {
                Reader::Layer(layer) => self.kind.layers[layer].read_token(token).is_some(),
                Reader::Pair(..) => false,
            })
        };
        let mut free = EMPTY.into_iter().filter(|token| !takes(token));
        free.next().unwrap_or(EMPTY[0])
    }

    /// The token that a reader has at a place. That of a region stands at its first cell.
    fn token(&self, reader: Reader, place: usize) -> Option<String> {
        let layer = match reader {
            Reader::Layer(layer) => layer,
            Reader::Pair(one, other) => {
                let halves = [one, other].map(|layer| {
                    let clue = self.clues.clue(layer, place);
                    clue.map_or_else(String::new, |clue| self.kind.layers[layer].token(clue))
                });
                return (halves != ["", ""]).then(|| halves.join(","));
            }
        };
        let kind = &self.kind.layers[layer];
        match (&*self.clues.grids[layer], kind.at) {
            (Grid::Regions(regions, names), _) => Some(names[regions[place]? as usize].clone()),
            (_, Spots::Regions(regions)) => {
                let region = self.clues.region(regions, place)?;
                let is_first = self.clues.first_cells(regions)[region] == place;
                let clue = self.clues.clue(layer, region).filter(|_| is_first)?;
                Some(kind.token(clue))
            }
            _ => Some(kind.token(self.clues.clue(layer, place)?)),
        }
    }
}
