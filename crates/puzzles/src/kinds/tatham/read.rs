//! Reading ids.

use super::{Ids, Letter, Part, Size, Way, edges, places, ways};
use crate::ParseError;
use crate::kinds::clues::{Clue, ClueSort, Clues, Grid, Setting};
use crate::kinds::kind::Kind;
use crate::kinds::text::MOST_CELLS;

type Read<T> = Result<T, ParseError>;

/// Reads a board from an id, or from an address with one behind its `#`.
pub(in crate::kinds) fn read(kind: &Kind, ids: &Ids, text: &str) -> Read<Clues> {
    let start = text.len() - text.trim_start().len();
    let trimmed = text.trim();
    let skipped = trimmed
        .find('#')
        .filter(|_| ids.is_address(trimmed))
        .map_or(0, |at| at + 1);
    let id = &trimmed[skipped..];
    let error = |offset: usize, message: String| {
        ParseError::at_offset(text, start + skipped + offset, message)
    };
    let Some((head, code)) = id.split_once(':') else {
        let expected = "an id with a size, a colon and the clues was expected, such as 7x7:…";
        return Err(error(0, expected.to_owned()));
    };
    let (rows, columns, rest) = size(ids, head).map_err(|message| error(0, message))?;
    let mut clues = Clues::empty(&kind.layers, rows, columns);
    read_letters(ids, rest, &mut clues)
        .map_err(|message| error(head.len() - rest.len(), message))?;
    let mut cursor = Cursor { text: code, at: 0 };
    for (number, part) in ids.parts.iter().enumerate() {
        if number > 0 && !cursor.takes(',') {
            if part.is_optional && cursor.rest().is_empty() {
                break;
            }
            return Err(error(
                head.len() + 1 + cursor.at,
                "a comma was expected here".to_owned(),
            ));
        }
        read_part(kind, part, &mut clues, &mut cursor)
            .map_err(|message| error(head.len() + 1 + cursor.at, message))?;
    }
    if !cursor.rest().is_empty() {
        return Err(error(
            head.len() + 1 + cursor.at,
            "the id continues after the last clue".to_owned(),
        ));
    }
    clues.settle(&kind.layers);
    Ok(clues)
}

/// The rows, the columns, and what follows the size.
fn size<'t>(ids: &Ids, head: &'t str) -> Result<(usize, usize, &'t str), String> {
    let number = |text: &'t str| {
        let end = text
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(text.len());
        let number = text[..end]
            .parse::<usize>()
            .ok()
            .filter(|&number| (1..=MOST_CELLS).contains(&number));
        let number = number.ok_or_else(|| "the id begins with a size, such as 7x7".to_owned())?;
        Ok::<_, String>((number, &text[end..]))
    };
    let (first, mut rest) = number(head)?;
    let (mut rows, mut columns) = (first, first);
    match ids.size {
        Size::Sides => {
            if let Some(second) = rest.strip_prefix('x') {
                (rows, rest) = number(second)?;
            }
        }
        Size::Side => {}
        Size::Dominoes => (rows, columns) = (first + 1, first + 2),
    }
    columns = columns.max(1);
    match rows.checked_mul(columns) {
        Some(cells) if cells <= MOST_CELLS => Ok((rows, columns, rest)),
        _ => Err(format!("a board has 1 to {MOST_CELLS} cells")),
    }
}

/// Letters behind the size, each perhaps with a number. Those that the file does not list tell how the puzzle was made.
fn read_letters(ids: &Ids, mut rest: &str, clues: &mut Clues) -> Result<(), String> {
    while let Some(letter) = rest.chars().next() {
        rest = &rest[letter.len_utf8()..];
        let end = rest
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(rest.len());
        let number = rest[..end].parse::<u32>();
        // What stands behind the difficulty `d` is its own letter.
        rest = if letter == 'd' && end == 0 {
            rest.get(1..).unwrap_or("")
        } else {
            &rest[end..]
        };
        match ids.letters.iter().find(|(known, _)| *known == letter) {
            Some((_, Letter::Other)) => {
                return Err(format!(
                    "{letter:?} stands for other rules, which are not known"
                ));
            }
            Some((_, Letter::Only(only))) if number.as_ref() != Ok(only) => {
                return Err(format!("only \"{letter}{only}\" has these rules"));
            }
            Some((_, Letter::Param(name))) => {
                clues.settings.push((name.clone(), Setting::Number(1)));
            }
            _ => {}
        }
    }
    Ok(())
}

/// A place in a code.
struct Cursor<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Cursor<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn take(&mut self) -> Result<char, String> {
        let sign = self.peek().ok_or("the id ends before the last clue")?;
        self.at += sign.len_utf8();
        Ok(sign)
    }

    fn takes(&mut self, wanted: char) -> bool {
        let is_there = self.peek() == Some(wanted);
        self.at += if is_there { wanted.len_utf8() } else { 0 };
        is_there
    }

    /// The number that is next, if one is.
    fn number(&mut self) -> Result<Option<i64>, String> {
        let rest = self.rest();
        let end = rest
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(rest.len());
        if end == 0 {
            return Ok(None);
        }
        let number = rest[..end].parse::<u32>();
        let number = number.map_err(|_| "this number is too large".to_owned())?;
        self.at += end;
        Ok(Some(number.into()))
    }

    /// How many places a letter stands for.
    fn blanks(&mut self) -> Option<usize> {
        let sign = self.peek().filter(char::is_ascii_lowercase)?;
        self.at += 1;
        Some(sign as usize - 'a' as usize + 1)
    }
}

/// How far a sign is behind another.
fn value_of(sign: char, first: char) -> i64 {
    i64::from(u32::from(sign)) - i64::from(u32::from(first))
}

fn unexpected(sign: char) -> String {
    format!("{sign:?} was not expected here")
}

#[expect(clippy::too_many_lines, reason = "an arm for each building block")]
fn read_part(
    kind: &Kind,
    part: &Part,
    clues: &mut Clues,
    cursor: &mut Cursor<'_>,
) -> Result<(), String> {
    let layer = part.layers[0];
    let of = &kind.layers[layer];
    let (rows, columns) = (clues.rows, clues.columns);
    let total = of.at.count(rows, columns).unwrap_or(rows * columns);
    let number = |layer: usize, number: i64| match kind.layers[layer].sort {
        ClueSort::Number { least, most } if !(least..=most).contains(&number) => Err(format!(
            "{number} is no number of {:?}",
            kind.layers[layer].name
        )),
        _ => Ok(Some(Clue::Number(number))),
    };
    let too_long = || "the id has more places than the board".to_owned();
    match part.way {
        Way::Runs => {
            let mut place = 0;
            while place < total {
                if let Some(blanks) = cursor.blanks() {
                    place += blanks;
                    continue;
                }
                let sign = cursor.take()?;
                let meant = part.signs.iter().find(|(known, _)| *known == sign);
                let clue = match (meant, sign, part.capitals) {
                    (Some((_, clue)), ..) => Some(clue.clone().unwrap_or(Clue::Unknown)),
                    (None, '0'..='9', _) => number(layer, value_of(sign, '0'))?,
                    (None, 'A'..='Z', Some(first)) => number(layer, first + value_of(sign, 'A'))?,
                    _ => return Err(unexpected(sign)),
                };
                clues.put(layer, place, clue);
                place += 1;
            }
            (place == total).then_some(()).ok_or_else(too_long)
        }
        Way::Spaced => {
            let mut place = 0;
            while place < total {
                if let Some(blanks) = cursor.blanks() {
                    place += blanks;
                } else if !cursor.takes('_') {
                    let found = cursor.number()?;
                    let found =
                        found.ok_or_else(|| cursor.take().map_or_else(|end| end, unexpected))?;
                    clues.put(layer, place, number(layer, found)?);
                    place += 1;
                }
            }
            (place == total).then_some(()).ok_or_else(too_long)
        }
        Way::Cells => {
            for place in 0..total {
                let sign = cursor.take()?;
                let found = match sign {
                    '0'..='9' => value_of(sign, '0'),
                    'a'..='z' if !part.brackets => value_of(sign, 'a') + 10,
                    'A'..='Z' if !part.brackets => value_of(sign, 'A') + 36,
                    '[' if part.brackets => {
                        let found = cursor.number()?.filter(|_| cursor.takes(']'));
                        found.ok_or("a number in brackets was expected here")?
                    }
                    _ => return Err(unexpected(sign)),
                };
                if !(part.zeros && found == 0) {
                    clues.put(layer, place, number(layer, found)?);
                }
            }
            Ok(())
        }
        Way::Gaps | Way::Cases => {
            // One more mark than there are stands behind the last place.
            let mut place = 0;
            while place <= total {
                let sign = cursor.take()?;
                let is_small = !sign.is_ascii_uppercase();
                let is_cases = part.way == Way::Cases;
                let (gap, is_mark) = match sign.to_ascii_lowercase() {
                    'z' => (25, false),
                    small @ 'a'..='y' if is_small || is_cases => {
                        (small as usize - 'a' as usize + usize::from(!is_cases), true)
                    }
                    '_' if !is_cases => (0, true),
                    _ => return Err(unexpected(sign)),
                };
                place += gap;
                if is_mark {
                    if place < total {
                        let clue = if is_cases {
                            number(layer, part.numbers[usize::from(!is_small)])?
                        } else {
                            Some(Clue::Mark)
                        };
                        clues.put(layer, place, clue);
                    }
                    place += 1;
                }
            }
            (place == total + 1).then_some(()).ok_or_else(too_long)
        }
        Way::Sides | Way::Lists => {
            for (at, (layer, place)) in places(&kind.layers, part, rows, columns)
                .into_iter()
                .enumerate()
            {
                if at > 0 && !cursor.takes('/') {
                    return Err("a \"/\" was expected here".to_owned());
                }
                if part.way == Way::Sides {
                    if let Some(found) = cursor.number()? {
                        clues.put(layer, place, number(layer, found)?);
                    }
                    continue;
                }
                let mut list = Vec::new();
                while let Some(found) = cursor.number()? {
                    list.push(Some(found));
                    if !cursor.takes('.') {
                        break;
                    }
                }
                clues.put(layer, place, Some(Clue::Numbers(list)));
            }
            Ok(())
        }
        Way::Numbers => {
            for (at, (layer, place)) in places(&kind.layers, part, rows, columns)
                .into_iter()
                .enumerate()
            {
                if at > 0 && !cursor.takes(',') {
                    return Err("a comma was expected here".to_owned());
                }
                let found = cursor.number()?.ok_or("a number was expected here")?;
                clues.put(layer, place, number(layer, found)?);
            }
            Ok(())
        }
        Way::Dots => {
            for place in 0..total {
                let sign = cursor.take()?;
                let clue = match sign {
                    '.' => None,
                    '0'..='9' => number(layer, value_of(sign, '0'))?,
                    'a'..='z' => number(layer, value_of(sign, 'a') + 10)?,
                    'A'..='Z' => number(layer, value_of(sign, 'A') + 36)?,
                    _ => return Err(unexpected(sign)),
                };
                clues.put(layer, place, clue);
            }
            Ok(())
        }
        Way::Dominoes => {
            let signs: Vec<char> = (0..total)
                .map(|_| cursor.take())
                .collect::<Result<_, _>>()?;
            for (cell, &sign) in signs.iter().enumerate() {
                let (column, fits) = (cell % columns, |other: Option<&char>, wanted: char| {
                    other == Some(&wanted)
                });
                let first = match sign {
                    'L' if column + 1 < columns && fits(signs.get(cell + 1), 'R') => cell,
                    'R' if column > 0 && fits(signs.get(cell - 1), 'L') => cell - 1,
                    'T' if fits(signs.get(cell + columns), 'B') => cell,
                    'B' if cell >= columns && fits(signs.get(cell - columns), 'T') => {
                        cell - columns
                    }
                    '*' => return Err("a cell without a domino is not known".to_owned()),
                    _ => {
                        return Err(format!(
                            "{sign:?} of cell {} has no other half",
                            clues.cell_name(cell)
                        ));
                    }
                };
                clues.put_region(layer, cell, &first.to_string());
            }
            Ok(())
        }
        Way::Blocks => {
            let joined = blocks(cursor, &ways(rows, columns))?;
            let mut regions: Vec<usize> = (0..rows * columns).collect();
            for [one, other] in joined {
                let (from, to) = (
                    regions[one].max(regions[other]),
                    regions[one].min(regions[other]),
                );
                regions
                    .iter_mut()
                    .filter(|region| **region == from)
                    .for_each(|region| *region = to);
            }
            for (cell, region) in regions.iter().enumerate() {
                clues.put_region(layer, cell, &region.to_string());
            }
            clues.settle(&kind.layers);
            Ok(())
        }
        Way::Signed => {
            let count = match &*clues.grids[layer] {
                Grid::Places(places) => places.len(),
                _ => 0,
            };
            for region in 0..count {
                let sign = cursor.take()?;
                let at = part.signs.iter().position(|(letter, _)| *letter == sign);
                let layer = part.layers[at.ok_or_else(|| unexpected(sign))?];
                let found = cursor.number()?.ok_or("a number was expected here")?;
                clues.put(layer, region, number(layer, found)?);
            }
            Ok(())
        }
        Way::Signs => read_signs(part, clues, cursor),
    }
}

/// The ways between cells that no border cuts. Letters say how many of them come before the next border, `_` none; a number behind one repeats it.
fn blocks(cursor: &mut Cursor<'_>, ways: &[[usize; 2]]) -> Result<Vec<[usize; 2]>, String> {
    let mut joined = Vec::new();
    let mut at = 0;
    while cursor.peek().is_some_and(|sign| sign != ',') {
        let sign = cursor.take()?;
        let open = match sign {
            '_' => 0,
            'a'..='z' => sign as usize - 'a' as usize + 1,
            _ => return Err(unexpected(sign)),
        };
        let times = cursor.number()?.unwrap_or(1);
        for _ in 0..times {
            // 25 without a border behind them are a `z`, which has none either.
            let is_long = sign == 'z';
            let open = if is_long { 25 } else { open };
            let some = ways
                .get(at..at + open)
                .ok_or("the id has more borders than the board")?;
            joined.extend_from_slice(some);
            at += open + usize::from(!is_long);
            if at > ways.len() + 1 {
                return Err("the id has more borders than the board".to_owned());
            }
        }
    }
    if at == ways.len() + 1 {
        Ok(joined)
    } else {
        Err("the id ends before the last border".to_owned())
    }
}

/// A number for each cell, and the letters of the sides at which the smaller number lies.
fn read_signs(part: &Part, clues: &mut Clues, cursor: &mut Cursor<'_>) -> Result<(), String> {
    let [numbers, signs] = part.layers[..] else {
        return Ok(());
    };
    let (rows, columns) = (clues.rows, clues.columns);
    let mut cell = 0;
    while cell < rows * columns {
        if let Some(blanks) = cursor.blanks() {
            cell += blanks;
            continue;
        }
        let found = cursor.number()?.ok_or("a number was expected here")?;
        if found > 0 {
            clues.put(numbers, cell, Some(Clue::Number(found)));
        }
        let edges = edges(cell / columns, cell % columns, rows, columns);
        while let Some(letter @ ('U' | 'R' | 'D' | 'L')) = cursor.peek() {
            let edge = edges.iter().find(|(of, ..)| *of == letter);
            let (_, edge, is_first) = edge.ok_or("there is no cell on this side")?;
            // The words are that for a first number that is less, and that for one that is more.
            clues.put(signs, *edge, Some(Clue::Word(u32::from(*is_first))));
            cursor.at += 1;
        }
        cell += 1;
        // A comma may stand behind the last, too.
        if !cursor.takes(',') && cell < rows * columns {
            return Err("a comma was expected here".to_owned());
        }
    }
    if cell == rows * columns {
        Ok(())
    } else {
        Err("the id has more places than the board".to_owned())
    }
}
