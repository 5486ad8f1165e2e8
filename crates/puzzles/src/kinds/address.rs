//! Addresses of puzz.link and its kin, by the blocks that a kind's file lists under `[url]`.
//!
//! An address is a name, perhaps the letters of a variant, the size, parameters, and a code. The code is made of blocks:
//! each writes some layers of clues in one of the ways of pzpr. Runs of places without a clue are letters in most of them.

use super::clues::{Clue, ClueLayer, ClueSort, Clues, Grid, Heading, Setting, Spots};
use super::kind::Kind;
use super::text::MOST_CELLS;
use crate::document::Word;
use crate::lines::lines;
use crate::nearest::with_nearest;
use crate::prose::put;
use crate::pzpr::{AddressWriter, Code, Head, LARGEST};
use crate::{ParseError, Unwritable};

type Read<T> = Result<T, ParseError>;
type Written = Result<String, Unwritable>;

/// The addresses of a kind.
#[derive(Debug, PartialEq)]
pub(crate) struct Url {
    /// Its names, of which the first is written.
    pub(super) names: Vec<String>,
    /// The variants that have no other rules.
    pub(super) flags: Vec<String>,
    pub(super) code: Vec<Block>,
}

/// A block of the code.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Block {
    way: Way,
    /// The layers that it has.
    layers: Vec<usize>,
    /// The parameter that it has.
    param: String,
}

/// The ways of pzpr to write clues.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// A parameter, between slashes.
    Param,
    /// Numbers in hexadecimal, or words by their number; `g` to `z` for up to 20 places without.
    Number16,
    /// Numbers to 4, with up to two places without in the same sign.
    Number4,
    /// Numbers to 9; `a` to `z` for up to 26 places without.
    Number10,
    /// A number to 35 in a sign for each place.
    Number36,
    /// `number16` over places outside, the sides one after the other.
    Outside,
    /// `number16` over regions.
    Rooms16,
    /// The borders of regions, five to a sign.
    Border,
    /// Marks, five places to a sign.
    Bits,
    /// Marks with the places without that follow.
    Cells1,
    /// None or one of two words, three places to a sign.
    Circles,
    /// A direction and a number.
    Arrow16,
    /// Up to four numbers in one or two signs; `g` to `z` for up to 20 places without.
    Lists,
    /// Two numbers a cell below and to the right of a frame, which has those of its own; the third layer marks the open cells.
    Pairs,
}

impl Way {
    const ALL: [(&'static str, Self); 14] = [
        ("param", Self::Param),
        ("number16", Self::Number16),
        ("number4", Self::Number4),
        ("number10", Self::Number10),
        ("number36", Self::Number36),
        ("outside", Self::Outside),
        ("rooms16", Self::Rooms16),
        ("border", Self::Border),
        ("bits", Self::Bits),
        ("cells1", Self::Cells1),
        ("circles", Self::Circles),
        ("arrow16", Self::Arrow16),
        ("lists", Self::Lists),
        ("pairs", Self::Pairs),
    ];
}

/// Reads a block of the code.
pub(super) fn block(layers: &[ClueLayer], entry: &Word<'_>) -> Read<Block> {
    let words = entry.words();
    let Some((first, rest)) = words.split_first() else {
        return Err(entry.error("a block names a way to write clues, and layers of clues"));
    };
    let found = Way::ALL.into_iter().find(|(name, _)| *name == first.text);
    let unknown = || {
        let error = first.error(format!("there is no way {:?} to write clues", first.text));
        with_nearest(
            error,
            &first.text,
            Way::ALL.into_iter().map(|(name, _)| name),
        )
    };
    let (_, way) = found.ok_or_else(unknown)?;
    let (least, most) = match way {
        Way::Outside => (1, 4),
        Way::Pairs => (3, 3),
        _ => (1, 1),
    };
    if !(least..=most).contains(&rest.len()) {
        let message = format!("{:?} has {least} to {most} names behind it", first.text);
        return Err(first.error(message));
    }
    if way == Way::Param {
        let param = rest[0].text.clone();
        let layers = Vec::new();
        return Ok(Block { way, layers, param });
    }
    let number = |name: &Word<'_>| {
        let layer = super::blocks::layer_called(layers, name)?;
        if fits(way, &layers[layer]) {
            return Ok(layer);
        }
        let message = format!(
            "{:?} does not write such clues as {:?}",
            first.text, name.text
        );
        Err(name.error(message))
    };
    Ok(Block {
        way,
        layers: rest.iter().map(number).collect::<Read<_>>()?,
        param: String::new(),
    })
}

/// Returns true if a way can write the clues of a layer.
fn fits(way: Way, layer: &ClueLayer) -> bool {
    let is_number = matches!(layer.sort, ClueSort::Number { .. });
    let is_word = matches!(layer.sort, ClueSort::Word(_));
    let at_cells = layer.at == Spots::Cells;
    let is_many = at_cells || layer.at == Spots::Corners;
    match way {
        Way::Param => false,
        Way::Number16 => is_many && (is_number || is_word),
        Way::Number4 | Way::Number10 => is_many && is_number,
        Way::Number36 => at_cells && is_number,
        Way::Outside => {
            let is_list = layer.sort == ClueSort::Numbers;
            matches!(layer.at, Spots::Outside(_)) && (is_number || is_word || is_list)
        }
        Way::Rooms16 => matches!(layer.at, Spots::Regions(_)) && (is_number || is_word),
        Way::Border => layer.is_region(),
        Way::Bits | Way::Cells1 => at_cells && layer.sort == ClueSort::Mark,
        Way::Circles => at_cells && is_word,
        Way::Arrow16 => at_cells && layer.sort == ClueSort::Arrow,
        Way::Lists => at_cells && layer.sort == ClueSort::Numbers,
        Way::Pairs => at_cells && (is_number || layer.sort == ClueSort::Mark),
    }
}

/// Returns true if a text is an address of one of these names.
pub(super) fn name_of(text: &str) -> Option<&str> {
    let line = lines(text).next()?;
    let mut words = line.words();
    let (Some(word), None) = (words.next(), words.next()) else {
        return None;
    };
    let path = word
        .text
        .split_once('?')
        .map_or(word.text, |(_, path)| path);
    let (name, _) = path.split_once('/')?;
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    (!name.is_empty() && name.chars().all(is_name)).then_some(name)
}

/// Reads a board from an address.
pub(super) fn read(kind: &Kind, url: &Url, text: &str) -> Read<Clues> {
    let names: Vec<&str> = url.names.iter().map(String::as_str).collect();
    let head = Head::read(text, &names)?;
    if let Some((variant, error)) = head.variant()
        && !url.flags.iter().any(|flag| flag == variant)
    {
        return Err(error);
    }
    let framed = usize::from(url.code.iter().any(|block| block.way == Way::Pairs));
    let [columns, rows] = head.size().map(|side| side.saturating_add(framed));
    let cells = rows
        .checked_mul(columns)
        .filter(|&cells| cells <= MOST_CELLS);
    if cells.is_none_or(|cells| cells == 0) {
        return Err(head.size_error(format!("a board has 1 to {MOST_CELLS} cells")));
    }
    let params = url.code.iter().filter(|block| block.way == Way::Param);
    let (fields, code) = head.code(params.clone().count())?;
    let mut reading = Reading {
        kind,
        clues: Clues::empty(&kind.layers, rows, columns),
        code,
    };
    for (block, field) in params.zip(fields) {
        let number = field.rest().parse();
        let number =
            number.map_err(|_| field.error(format!("{} should be a number", block.param)))?;
        let setting = (block.param.clone(), Setting::Number(number));
        reading.clues.settings.push(setting);
    }
    for block in url.code.iter().filter(|block| block.way != Way::Param) {
        reading.block(block)?;
    }
    if !reading.code.rest().is_empty() {
        return Err(reading
            .code
            .error("the address continues after the last cell"));
    }
    reading.clues.settle(&kind.layers);
    Ok(reading.clues)
}

struct Reading<'k, 't> {
    kind: &'k Kind,
    clues: Clues,
    code: Code<'t>,
}

/// The clue that a number is in a layer; words are counted from 1.
fn clue_of(layer: &ClueLayer, number: Option<u32>) -> Result<Clue, String> {
    let Some(number) = number else {
        return Ok(Clue::Unknown);
    };
    match &layer.sort {
        ClueSort::Number { least, most } if !(*least..=*most).contains(&i64::from(number)) => Err(
            format!("{} is from {least} to {most}, and not {number}", layer.name),
        ),
        ClueSort::Word(values) if number == 0 || number as usize > values.len() => Err(format!(
            "{} has {} words, and none of number {number}",
            layer.name,
            values.len()
        )),
        ClueSort::Word(_) => Ok(Clue::Word(number - 1)),
        _ => Ok(Clue::Number(i64::from(number))),
    }
}

impl Reading<'_, '_> {
    fn block(&mut self, block: &Block) -> Read<()> {
        let layer = block.layers[0];
        match block.way {
            Way::Param => Ok(()),
            Way::Number16 => self.numbers16(&self.places(layer)),
            Way::Outside => {
                let places = block.layers.iter().flat_map(|&layer| self.places(layer));
                let places: Vec<_> = places.collect();
                self.numbers16(&places)
            }
            Way::Rooms16 => {
                self.clues.settle(&self.kind.layers);
                let regions = self.clues.grids[layer].clone();
                let Grid::Places(regions) = &*regions else {
                    return Ok(());
                };
                let places: Vec<_> = (0..regions.len())
                    .map(|region| (layer, region, 0))
                    .collect();
                self.numbers16(&places)
            }
            Way::Number4 => self.signs(layer, |code| {
                let sign = sign_of(code)?;
                Some(match sign {
                    '0'..='9' | 'a'..='e' => {
                        let value = sign.to_digit(16)?;
                        Sign::Number(value % 5, value as usize / 5)
                    }
                    'g'..='z' => Sign::Blanks(sign.to_digit(36)? as usize - 15),
                    '.' => Sign::Unknown,
                    _ => return None,
                })
            }),
            Way::Number10 => self.signs(layer, |code| {
                let sign = sign_of(code)?;
                Some(match sign {
                    '0'..='9' => Sign::Number(sign.to_digit(10)?, 0),
                    'a'..='z' => Sign::Blanks(sign.to_digit(36)? as usize - 9),
                    '.' => Sign::Unknown,
                    _ => return None,
                })
            }),
            Way::Number36 => self.signs(layer, |code| {
                let sign = sign_of(code)?;
                Some(match sign {
                    '0'..='9' | 'a'..='z' => Sign::Number(sign.to_digit(36)?, 0),
                    '-' => Sign::Number(u32::from_str_radix(code.take(2)?, 36).ok()?, 0),
                    '.' => Sign::Blanks(1),
                    _ => return None,
                })
            }),
            Way::Cells1 => self.signs(layer, |code| {
                let value = sign_of(code)?.to_digit(36)? as usize;
                Some(match value.checked_sub(17) {
                    None | Some(0) => Sign::Mark(value),
                    Some(blanks) => Sign::Blanks(blanks),
                })
            }),
            Way::Arrow16 => self.signs(layer, arrow),
            Way::Lists => self.signs(layer, list),
            Way::Border => self.border(layer),
            Way::Bits => self.packed(layer, 32, 5, |_, bit| (bit == 1).then_some(Clue::Mark)),
            Way::Circles => self.packed(layer, 27, 3, |_, word| {
                word.checked_sub(1).map(|word| Clue::Word(u32::from(word)))
            }),
            Way::Pairs => self.pairs(&block.layers),
        }
    }

    /// The places of a layer in the order of a code; those of a list are one each, from its far end.
    fn places(&self, layer: usize) -> Vec<(usize, usize, usize)> {
        places(
            &self.kind.layers[layer],
            layer,
            self.clues.rows,
            self.clues.columns,
        )
    }

    fn numbers16(&mut self, places: &[(usize, usize, usize)]) -> Read<()> {
        let Self { kind, clues, code } = self;
        code.numbers16(places.len(), |number, value| {
            let (layer, place, _) = places[number];
            let of = &kind.layers[layer];
            if of.sort != ClueSort::Numbers {
                clues.put(layer, place, Some(clue_of(of, value)?));
                return Ok(());
            }
            let mut list = match clues.clue(layer, place) {
                Some(Clue::Numbers(list)) => list.clone(),
                _ => Vec::new(),
            };
            list.push(value.map(i64::from));
            clues.put(layer, place, Some(Clue::Numbers(list)));
            Ok(())
        })?;
        // A list without numbers says that there is nothing.
        for &(layer, place, _) in places {
            let is_list = kind.layers[layer].sort == ClueSort::Numbers;
            if is_list && clues.clue(layer, place).is_none() {
                clues.put(layer, place, Some(Clue::Numbers(Vec::new())));
            }
        }
        Ok(())
    }

    /// Reads signs until all places of a layer have been met, or there are no more.
    fn signs(&mut self, layer: usize, read: impl Fn(&mut Code<'_>) -> Option<Sign>) -> Read<()> {
        let of = &self.kind.layers[layer];
        let total = of
            .at
            .count(self.clues.rows, self.clues.columns)
            .unwrap_or(0);
        let mut next = 0;
        while next < total && !self.code.rest().is_empty() {
            let at = self.code;
            let sign = read(&mut self.code);
            let sign =
                sign.ok_or_else(|| at.error(format!("no clue of {} is written so", of.name)))?;
            let (clue, after) = match sign {
                Sign::Blanks(blanks) => {
                    next += blanks;
                    continue;
                }
                Sign::Number(number, after) => {
                    let clue = clue_of(of, Some(number));
                    (clue.map_err(|message| at.error(message))?, after)
                }
                Sign::Unknown => (Clue::Unknown, 0),
                Sign::Mark(after) => (Clue::Mark, after),
                Sign::Arrow(number, heading) => (Clue::Arrow(number, heading), 0),
                Sign::List(numbers) => (Clue::Numbers(numbers), 0),
            };
            self.clues.put(layer, next, Some(clue));
            next += 1 + after;
        }
        Ok(())
    }

    /// Reads cells of which several stand in a sign, the first in its highest digit.
    fn packed(
        &mut self,
        layer: usize,
        base: u32,
        count: u32,
        clue: impl Fn(usize, u8) -> Option<Clue>,
    ) -> Read<()> {
        let total = self.clues.rows * self.clues.columns;
        let digits = self.digits(total, base, count)?;
        for (cell, digit) in digits.into_iter().enumerate() {
            if let Some(clue) = clue(cell, digit) {
                self.clues.put(layer, cell, Some(clue));
            }
        }
        Ok(())
    }

    /// Digits of which `count` stand in a sign of that base.
    fn digits(&mut self, total: usize, base: u32, count: u32) -> Read<Vec<u8>> {
        let mut digits = Vec::new();
        let small = if count == 5 { 2 } else { 3 };
        while digits.len() < total && !self.code.rest().is_empty() {
            let at = self.code;
            let value = sign_of(&mut self.code).and_then(|sign| sign.to_digit(base));
            let value = value
                .ok_or_else(|| at.error(format!("a digit to the base of {base} was expected")))?;
            let parts = (0..count)
                .rev()
                .map(|place| (value / u32::pow(small, place) % small) as u8);
            digits.extend(parts);
        }
        digits.resize(total, 0);
        Ok(digits)
    }

    fn border(&mut self, layer: usize) -> Read<()> {
        let (rows, columns) = (self.clues.rows, self.clues.columns);
        let right = self.digits(rows * (columns - 1), 32, 5)?;
        let below = self.digits((rows - 1) * columns, 32, 5)?;
        let borders = Borders {
            columns,
            right,
            below,
        };
        for (cell, room) in borders.rooms(rows).into_iter().enumerate() {
            self.clues.put_region(layer, cell, &(room + 1).to_string());
        }
        Ok(())
    }

    fn pairs(&mut self, layers: &[usize]) -> Read<()> {
        let (rows, columns) = (self.clues.rows, self.clues.columns);
        let inner: Vec<usize> = inner_cells(rows, columns).collect();
        let mut is_open = vec![true; inner.len()];
        let mut next = 0;
        while next < inner.len() && !self.code.rest().is_empty() {
            match self.code.rest().bytes().next() {
                Some(sign @ b'k'..=b'z') => {
                    next += usize::from(sign - b'j');
                    self.code.take(1);
                    continue;
                }
                Some(b'.') => {
                    self.code.take(1);
                }
                _ => {
                    for &layer in &layers[..2] {
                        self.value(layer, inner[next])?;
                    }
                }
            }
            is_open[next] = false;
            next += 1;
        }
        for (&cell, _) in inner.iter().zip(&is_open).filter(|(_, open)| **open) {
            self.clues.put(layers[2], cell, Some(Clue::Mark));
        }
        for column in 1..columns {
            if is_open[column - 1] {
                self.value(layers[0], column)?;
            }
        }
        for row in 1..rows {
            if is_open[(row - 1) * (columns - 1)] {
                self.value(layers[1], row * columns)?;
            }
        }
        Ok(())
    }

    /// Reads a number in one sign, which may be none.
    fn value(&mut self, layer: usize, place: usize) -> Read<()> {
        let at = self.code;
        let number = match sign_of(&mut self.code) {
            Some(sign @ ('0'..='9' | 'a'..='j')) => sign.to_digit(36),
            Some(sign @ 'A'..='Z') => sign.to_digit(36).map(|number| number + 10),
            Some('-') | None => None,
            Some(_) => return Err(at.error("a number in one sign was expected")),
        };
        if number.is_some_and(|number| number > 0) {
            let clue = clue_of(&self.kind.layers[layer], number);
            let clue = clue.map_err(|message| at.error(message))?;
            self.clues.put(layer, place, Some(clue));
        }
        Ok(())
    }
}

/// What a sign says.
enum Sign {
    Blanks(usize),
    /// A number, and places without a clue behind it.
    Number(u32, usize),
    Unknown,
    /// A mark, and places without behind it.
    Mark(usize),
    Arrow(Option<i64>, Heading),
    List(Vec<Option<i64>>),
}

fn sign_of(code: &mut Code<'_>) -> Option<char> {
    let sign = code.rest().chars().next()?;
    code.take(sign.len_utf8())?;
    Some(sign)
}

/// The directions of pzpr, from 1.
const HEADINGS: [&str; 4] = ["n", "s", "w", "e"];

fn arrow(code: &mut Code<'_>) -> Option<Sign> {
    let sign = sign_of(code)?;
    let (direction, digits) = match sign {
        'a'..='z' => return Some(Sign::Blanks(sign.to_digit(36)? as usize - 9)),
        '0'..='4' => (sign.to_digit(10)?, 1),
        '5'..='9' => (sign.to_digit(10)? - 5, 2),
        '-' => (sign_of(code)?.to_digit(16)?, 3),
        _ => return None,
    };
    let number = match code.take(digits)? {
        "." => None,
        digits => Some(i64::from_str_radix(digits, 16).ok()?),
    };
    let Some(place) = direction.checked_sub(1) else {
        return number.is_none().then_some(Sign::Unknown);
    };
    let heading = Heading::named(HEADINGS.get(place as usize)?)?;
    Some(Sign::Arrow(number, heading))
}

/// For lists of two, three and four numbers: the number that the signs of the first of them are, and the base of its digits.
const LISTS: [(u32, u32); 3] = [(360, 6), (396, 4), (460, 2)];
/// The sign of four ones, which are the most that are known.
const ONES: [Option<i64>; 4] = [Some(1); 4];

fn list(code: &mut Code<'_>) -> Option<Sign> {
    let sign = sign_of(code)?;
    let numbers = match sign {
        '0' => Vec::new(),
        '1'..='8' => vec![sign.to_digit(10).map(i64::from)],
        '9' => ONES.to_vec(),
        '.' => vec![None],
        'g'..='z' => return Some(Sign::Blanks(sign.to_digit(36)? as usize - 15)),
        'a'..='f' => {
            let value = 36 * sign.to_digit(36)? + sign_of(code)?.to_digit(36)?;
            let place = LISTS.iter().rposition(|&(first, _)| first <= value)?;
            let (first, base) = LISTS[place];
            let length = place as u32 + 2;
            let rest = value - first;
            if rest >= base.pow(length) {
                return None;
            }
            let digit = |place: u32| rest / base.pow(length - 1 - place) % base;
            let number = |place| Some(i64::from(digit(place))).filter(|&number| number > 0);
            (0..length).map(number).collect()
        }
        _ => return None,
    };
    Some(Sign::List(numbers))
}

fn list_sign(clue: &Clue) -> Option<String> {
    let numbers = match clue {
        Clue::Unknown => return Some(".".to_owned()),
        Clue::Numbers(numbers) => numbers,
        _ => return None,
    };
    match numbers[..] {
        [] => return Some("0".to_owned()),
        [None] => return Some(".".to_owned()),
        [Some(number)] => return (1..=8).contains(&number).then(|| number.to_string()),
        _ if numbers[..] == ONES => return Some("9".to_owned()),
        _ => {}
    }
    let &(first, base) = LISTS.get(numbers.len() - 2)?;
    let digits = numbers.iter().map(|number| number.unwrap_or(0));
    let value = digits.into_iter().try_fold(0, |value, digit| {
        let digit = u32::try_from(digit).ok().filter(|&digit| digit < base)?;
        Some(value * base + digit)
    })?;
    let value = first + value;
    Some(format!("{}{}", digit(value / 36), digit(value % 36)))
}

/// The borders between cells: to the right of all but the last of a row, and below all but the last of a column.
struct Borders {
    columns: usize,
    right: Vec<u8>,
    below: Vec<u8>,
}

impl Borders {
    /// The room of each cell, numbered in the order in which the rows meet them.
    fn rooms(&self, rows: usize) -> Vec<usize> {
        let columns = self.columns;
        let mut rooms: Vec<Option<usize>> = vec![None; rows * columns];
        let mut count = 0;
        for start in 0..rooms.len() {
            if rooms[start].is_some() {
                continue;
            }
            let mut open = vec![start];
            while let Some(cell) = open.pop() {
                if rooms[cell].replace(count).is_some() {
                    continue;
                }
                let (row, column) = (cell / columns, cell % columns);
                let joins = [
                    (column > 0 && self.right[row * (columns - 1) + column - 1] == 0)
                        .then(|| cell - 1),
                    (column + 1 < columns && self.right[row * (columns - 1) + column] == 0)
                        .then_some(cell + 1),
                    (row > 0 && self.below[cell - columns] == 0).then(|| cell - columns),
                    (row + 1 < rows && self.below[cell] == 0).then_some(cell + columns),
                ];
                open.extend(
                    joins
                        .into_iter()
                        .flatten()
                        .filter(|&next| rooms[next].is_none()),
                );
            }
            count += 1;
        }
        rooms.into_iter().flatten().collect()
    }
}

/// The cells below and to the right of the frame.
fn inner_cells(rows: usize, columns: usize) -> impl Iterator<Item = usize> {
    (1..rows).flat_map(move |row| (1..columns).map(move |column| row * columns + column))
}

/// The layer and place of each number of a layer in a code, and for a list its place in that.
fn places(of: &ClueLayer, layer: usize, rows: usize, columns: usize) -> Vec<(usize, usize, usize)> {
    let count = of.at.count(rows, columns).unwrap_or(0);
    // A line of n cells has at most (n + 1) / 2 runs.
    let length = if count == columns { rows } else { columns };
    let each = match of.sort {
        ClueSort::Numbers => length.div_ceil(2),
        _ => 1,
    };
    let places = (0..count).flat_map(|place| (0..each).map(move |number| (layer, place, number)));
    places.collect()
}

/// Writes the address of a board, if it says all that the board has.
pub(super) fn write(kind: &Kind, url: &Url, clues: &Clues) -> Written {
    let writing = Writing { kind, clues };
    writing.check(url)?;
    let framed = usize::from(url.code.iter().any(|block| block.way == Way::Pairs));
    let name = url.names.first().map_or("", String::as_str);
    let mut out = format!(
        "https://puzz.link/p?{name}/{}/{}/",
        clues.columns - framed,
        clues.rows - framed
    );
    for block in url.code.iter().filter(|block| block.way == Way::Param) {
        match writing.param(&block.param) {
            Some(number) => put!(out, "{number}/"),
            None => return Err(unwritten(&format!("{} is not a number", block.param))),
        }
    }
    for block in &url.code {
        out += &writing.block(block)?;
    }
    Ok(out + "\n")
}

fn unwritten(why: &str) -> Unwritable {
    Unwritable(format!("an address of puzz.link does not say all: {why}"))
}

struct Writing<'k> {
    kind: &'k Kind,
    clues: &'k Clues,
}

impl Writing<'_> {
    /// Refuses what no block writes.
    fn check(&self, url: &Url) -> Result<(), Unwritable> {
        let is_written =
            |number: usize| url.code.iter().any(|block| block.layers.contains(&number));
        for (number, layer) in self.kind.layers.iter().enumerate() {
            if self.clues.has_any(number) && !is_written(number) {
                return Err(unwritten(&format!("it has no clues of {:?}", layer.name)));
            }
        }
        if self.clues.holes.contains(&true) {
            return Err(unwritten("it has no places that are not there"));
        }
        let is_param = |name: &str| url.code.iter().any(|block| block.param == name);
        for (name, setting) in &self.clues.settings {
            if !is_param(name) && !self.is_usual(name, setting) {
                return Err(unwritten(&format!("it has no {name:?}")));
            }
        }
        Ok(())
    }

    /// Returns true if a parameter has its default, where that is easily seen.
    fn is_usual(&self, name: &str, setting: &Setting) -> bool {
        let usual = self.kind.params.iter().find(|(known, _)| known == name);
        let Setting::Number(number) = setting else {
            return false;
        };
        usual.is_some_and(|(_, usual)| match usual.as_str() {
            "rows" => usize::try_from(*number) == Ok(self.clues.rows),
            "columns" => usize::try_from(*number) == Ok(self.clues.columns),
            usual => usual.parse() == Ok(*number),
        })
    }

    fn param(&self, name: &str) -> Option<i64> {
        match self.clues.setting(name) {
            Some(Setting::Number(number)) => Some(*number),
            Some(_) => None,
            None => {
                let usual = self.kind.params.iter().find(|(known, _)| known == name);
                usual?.1.parse().ok()
            }
        }
    }

    fn block(&self, block: &Block) -> Written {
        let (rows, columns) = (self.clues.rows, self.clues.columns);
        let Some(&layer) = block.layers.first() else {
            return Ok(String::new());
        };
        let of = &self.kind.layers[layer];
        Ok(match block.way {
            Way::Param => String::new(),
            Way::Number16 | Way::Outside => {
                let all = block.layers.iter();
                let all =
                    all.flat_map(|&layer| places(&self.kind.layers[layer], layer, rows, columns));
                self.numbers16(&all.collect::<Vec<_>>())?
            }
            Way::Rooms16 => {
                let Spots::Regions(regions) = of.at else {
                    return Ok(String::new());
                };
                // The rooms come in the order of their first cells, whatever order they have here.
                let mut rooms: Vec<(usize, usize)> = self
                    .clues
                    .first_cells(regions)
                    .into_iter()
                    .zip(0..)
                    .collect();
                rooms.sort_unstable();
                let places = rooms.into_iter().map(|(_, room)| (layer, room, 0));
                self.numbers16(&places.collect::<Vec<_>>())?
            }
            Way::Number4 => self.numbers4(layer)?,
            Way::Number10 => self.runs(layer, 9, 26, |clue| match clue {
                Clue::Unknown => Some(".".to_owned()),
                Clue::Number(number @ 0..=9) => Some(number.to_string()),
                _ => None,
            })?,
            Way::Arrow16 => self.runs(layer, 9, 26, arrow_sign)?,
            Way::Lists => self.runs(layer, 15, 20, list_sign)?,
            Way::Number36 => self.numbers36(layer)?,
            Way::Cells1 => self.cells1(layer),
            Way::Border => self.border(layer)?,
            Way::Bits => self.packed(layer, 2, 5, |_| Some(1))?,
            Way::Circles => self.packed(layer, 3, 3, |clue| match clue {
                Clue::Word(word @ 0..=1) => Some(word + 1),
                _ => None,
            })?,
            Way::Pairs => self.pairs(&block.layers)?,
        })
    }

    /// The error for a clue that a block cannot write.
    fn refused(&self, layer: usize) -> Unwritable {
        unwritten(&format!(
            "one clue of {:?} cannot be written",
            self.kind.layers[layer].name
        ))
    }

    fn numbers16(&self, places: &[(usize, usize, usize)]) -> Written {
        let mut out = AddressWriter::part();
        for &(layer, place, number) in places {
            let of = |number: i64| {
                let number = u32::try_from(number)
                    .ok()
                    .filter(|&number| number <= LARGEST);
                number.ok_or_else(|| self.refused(layer))
            };
            let is_list = self.kind.layers[layer].sort == ClueSort::Numbers;
            match self.clues.clue(layer, place) {
                // A line without a list would be read as one whose list is empty.
                None if is_list => return Err(self.refused(layer)),
                None => out.blank(1),
                Some(Clue::Unknown) => out.clue(None),
                Some(Clue::Number(number)) => out.clue(Some(of(*number)?)),
                Some(Clue::Word(word)) => out.clue(Some(word + 1)),
                Some(Clue::Numbers(list)) => match list.get(number) {
                    None => out.blank(1),
                    Some(None) => out.clue(None),
                    Some(Some(number)) => out.clue(Some(of(*number)?)),
                },
                Some(_) => return Err(self.refused(layer)),
            }
        }
        Ok(out.end())
    }

    /// The clues of a layer in order.
    fn all(&self, layer: usize) -> &[Option<Clue>] {
        match &*self.clues.grids[layer] {
            Grid::Places(clues) => clues,
            _ => &[],
        }
    }

    fn numbers4(&self, layer: usize) -> Written {
        let clues = self.all(layer);
        let mut out = Runs::new(15, 20);
        let mut next = 0;
        while let Some(clue) = clues.get(next) {
            next += 1;
            match clue {
                None => out.blank(),
                Some(Clue::Unknown) => out.sign("."),
                Some(Clue::Number(number @ 0..=4)) => {
                    let is_blank = |place: usize| clues.get(place).is_none_or(Option::is_none);
                    let after = (0..2).take_while(|&more| is_blank(next + more)).count();
                    out.sign(&digit(number + [0, 5, 10][after]).to_string());
                    next += after;
                }
                Some(_) => return Err(self.refused(layer)),
            }
        }
        Ok(out.end())
    }

    /// Signs for clues, and letters for runs of places without.
    fn runs(
        &self,
        layer: usize,
        before: u32,
        longest: u32,
        sign: impl Fn(&Clue) -> Option<String>,
    ) -> Written {
        let mut out = Runs::new(before, longest);
        for clue in self.all(layer) {
            match clue {
                None => out.blank(),
                Some(clue) => out.sign(&sign(clue).ok_or_else(|| self.refused(layer))?),
            }
        }
        Ok(out.end())
    }

    fn numbers36(&self, layer: usize) -> Written {
        let sign = |clue: &Option<Clue>| match clue {
            None => Ok(".".to_owned()),
            Some(Clue::Number(number @ 0..=35)) => Ok(digit(*number).to_string()),
            Some(Clue::Number(number @ 36..=1295)) => {
                Ok(format!("-{}{}", digit(number / 36), digit(number % 36)))
            }
            Some(_) => Err(self.refused(layer)),
        };
        self.all(layer).iter().map(sign).collect()
    }

    fn cells1(&self, layer: usize) -> String {
        let clues = self.all(layer);
        let mut out = Runs::new(17, 18);
        let mut next = 0;
        while next < clues.len() {
            let is_blank = |place: &usize| clues.get(*place).is_some_and(Option::is_none);
            if clues[next].is_none() {
                out.blank();
                next += 1;
                continue;
            }
            let after = (next + 1..).take(17).take_while(is_blank).count();
            out.sign(&digit(after).to_string());
            next += 1 + after;
        }
        out.end()
    }

    fn border(&self, layer: usize) -> Written {
        let Grid::Regions(regions, names) = &*self.clues.grids[layer] else {
            return Ok(String::new());
        };
        if regions.contains(&None) {
            return Err(unwritten("a cell is in no region"));
        }
        let (rows, columns) = (self.clues.rows, self.clues.columns);
        let differs = |one: usize, other: usize| u8::from(regions[one] != regions[other]);
        let cells = |rows: usize, columns: usize| {
            (0..rows).flat_map(move |row| (0..columns).map(move |column| (row, column)))
        };
        let right = cells(rows, columns - 1).map(|(row, column)| {
            let cell = row * columns + column;
            differs(cell, cell + 1)
        });
        let below = cells(rows - 1, columns).map(|(row, column)| {
            let cell = row * columns + column;
            differs(cell, cell + columns)
        });
        let borders = Borders {
            columns,
            right: right.collect(),
            below: below.collect(),
        };
        let rooms = borders
            .rooms(rows)
            .into_iter()
            .max()
            .map_or(0, |last| last + 1);
        if rooms != names.len() {
            return Err(unwritten("a region is in several parts"));
        }
        Ok(signs(&borders.right, 2, 5) + &signs(&borders.below, 2, 5))
    }

    fn packed(
        &self,
        layer: usize,
        base: u32,
        count: usize,
        digit: impl Fn(&Clue) -> Option<u32>,
    ) -> Written {
        let digit = |clue: &Option<Clue>| match clue {
            None => Ok(0),
            Some(clue) => digit(clue)
                .map(|digit| digit as u8)
                .ok_or_else(|| self.refused(layer)),
        };
        let digits: Result<Vec<u8>, Unwritable> = self.all(layer).iter().map(digit).collect();
        Ok(signs(&digits?, base, count))
    }

    fn pairs(&self, layers: &[usize]) -> Written {
        let (rows, columns) = (self.clues.rows, self.clues.columns);
        let value = |layer: usize, cell: usize| match self.clues.clue(layer, cell) {
            None => Ok("-".to_owned()),
            Some(Clue::Number(number @ 1..=19)) => Ok(digit(*number).to_string()),
            Some(Clue::Number(number @ 20..=45)) => {
                Ok(digit(*number - 10).to_ascii_uppercase().to_string())
            }
            Some(_) => Err(self.refused(layer)),
        };
        let is_open = |cell: usize| self.clues.clue(layers[2], cell).is_some();
        let mut out = Runs::new(19, 16);
        for cell in inner_cells(rows, columns) {
            let [below, beside] = [layers[0], layers[1]].map(|layer| value(layer, cell));
            match (below?.as_str(), beside?.as_str()) {
                _ if is_open(cell) => out.blank(),
                ("-", "-") => out.sign("."),
                (below, beside) => out.sign(&format!("{below}{beside}")),
            }
        }
        let mut out = out.end();
        for column in 1..columns {
            if is_open(columns + column) {
                out += &value(layers[0], column)?;
            }
        }
        for row in 1..rows {
            if is_open(row * columns + 1) {
                out += &value(layers[1], row * columns)?;
            }
        }
        Ok(out)
    }
}

fn arrow_sign(clue: &Clue) -> Option<String> {
    let (number, heading) = match clue {
        Clue::Unknown => return Some("0.".to_owned()),
        Clue::Arrow(number, heading) => (*number, *heading),
        _ => return None,
    };
    let direction = HEADINGS.iter().position(|&name| name == heading.name())? + 1;
    Some(match number {
        None => format!("{direction}."),
        Some(number @ 0..=15) => format!("{direction}{number:x}"),
        Some(number @ 16..=255) => format!("{}{number:02x}", direction + 5),
        Some(number @ 256..=4095) => format!("-{direction}{number:03x}"),
        Some(_) => return None,
    })
}

/// The digit of a number below 36.
fn digit(number: impl TryInto<u32>) -> char {
    let digit = number.try_into().ok();
    digit
        .and_then(|digit| char::from_digit(digit, 36))
        .unwrap_or('0')
}

/// Digits, `count` to a sign, the first being the highest.
fn signs(digits: &[u8], base: u32, count: usize) -> String {
    let sign = |digits: &[u8]| {
        let padded = digits
            .iter()
            .copied()
            .chain(std::iter::repeat(0))
            .take(count);
        digit(padded.fold(0u32, |value, digit| value * base + u32::from(digit)))
    };
    digits.chunks(count).map(sign).collect()
}

/// A code of signs, with letters for runs of places without a clue.
struct Runs {
    out: String,
    blanks: u32,
    /// The digit before the letter for one place.
    before: u32,
    longest: u32,
}

impl Runs {
    fn new(before: u32, longest: u32) -> Self {
        Self {
            out: String::new(),
            blanks: 0,
            before,
            longest,
        }
    }

    fn blank(&mut self) {
        self.blanks += 1;
        if self.blanks == self.longest {
            self.end_run();
        }
    }

    fn sign(&mut self, sign: &str) {
        self.end_run();
        self.out += sign;
    }

    fn end_run(&mut self) {
        if self.blanks > 0 {
            self.out.push(digit(self.before + self.blanks));
            self.blanks = 0;
        }
    }

    fn end(mut self) -> String {
        self.end_run();
        self.out
    }
}
