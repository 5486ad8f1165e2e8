//! Writing ids.

use super::{Ids, Letter, Part, Size, Way, edges, places, ways};
use crate::Unwritable;
use crate::kinds::clues::{Clue, Clues, Setting};
use crate::kinds::kind::Kind;
use crate::prose::{joined, put};

type Written = Result<String, Unwritable>;

fn unwritten(why: &str) -> Unwritable {
    Unwritable(format!(
        "an id of Simon Tatham's collection does not say all: {why}"
    ))
}

/// Writes the id of a board, if it says all that the board has.
pub(in crate::kinds) fn write(kind: &Kind, ids: &Ids, clues: &Clues) -> Written {
    for (number, layer) in kind.layers.iter().enumerate() {
        let is_written = ids.parts.iter().any(|part| part.layers.contains(&number));
        if clues.has_any(number) && !is_written {
            return Err(unwritten(&format!("it has no clues of {:?}", layer.name)));
        }
    }
    if clues.holes.contains(&true) {
        return Err(unwritten("it has no places that are not there"));
    }
    let (rows, columns) = (clues.rows, clues.columns);
    let mut out = match ids.size {
        Size::Sides => format!("{columns}x{rows}"),
        Size::Side if rows == columns => rows.to_string(),
        Size::Dominoes if columns == rows + 1 && rows > 1 => (rows - 1).to_string(),
        _ => return Err(unwritten(&format!("it has no boards of {rows}×{columns}"))),
    };
    for (name, setting) in &clues.settings {
        let usual = kind.params.iter().find(|(known, _)| known == name);
        let is_usual = |number: &i64| usual.is_some_and(|(_, usual)| usual.parse() == Ok(*number));
        let letter = ids
            .letters
            .iter()
            .find(|(_, letter)| *letter == Letter::Param(name.clone()));
        match (setting, letter) {
            (Setting::Number(number), _) if is_usual(number) => {}
            (Setting::Number(1), Some((letter, _))) => out.push(*letter),
            _ => return Err(unwritten(&format!("it has no {name:?}"))),
        }
    }
    out.push(':');
    for (number, part) in ids.parts.iter().enumerate() {
        if part.is_optional && part.layers.iter().all(|&layer| !clues.has_any(layer)) {
            continue;
        }
        if number > 0 {
            out.push(',');
        }
        out += &write_part(kind, part, clues)?;
    }
    Ok(out + "\n")
}

/// The letters for so many places without anything.
fn blanks(mut count: usize) -> String {
    let mut out = String::new();
    while count > 0 {
        let now = count.min(26);
        out.push(letter(now - 1));
        count -= now;
    }
    out
}

/// The letter of a number from 0 on.
fn letter(number: usize) -> char {
    char::from(b'a' + (number % 26) as u8)
}

/// The sign of a number in one place.
fn sign_of(number: i64) -> Option<char> {
    let number = usize::try_from(number).ok().filter(|&number| number < 62)?;
    Some(match number {
        0..10 => char::from(b'0' + number as u8),
        10..36 => letter(number - 10),
        _ => letter(number - 36).to_ascii_uppercase(),
    })
}

#[expect(clippy::too_many_lines, reason = "a short case for each way")]
fn write_part(kind: &Kind, part: &Part, clues: &Clues) -> Written {
    let layer = part.layers[0];
    let of = &kind.layers[layer];
    let (rows, columns) = (clues.rows, clues.columns);
    let total = of.at.count(rows, columns).unwrap_or(rows * columns);
    let refused = || unwritten(&format!("it cannot write a clue of {:?}", of.name));
    let number_at = |layer: usize, place: usize| match clues.clue(layer, place) {
        Some(Clue::Number(number)) if *number >= 0 => Ok(Some(*number)),
        None => Ok(None),
        _ => Err(refused()),
    };
    let mut out = String::new();
    let mut open = 0;
    match part.way {
        Way::Runs => {
            for place in 0..total {
                let Some(clue) = clues.clue(layer, place) else {
                    open += 1;
                    continue;
                };
                out += &blanks(std::mem::take(&mut open));
                let is_meant =
                    |meant: &Option<Clue>| meant.as_ref().unwrap_or(&Clue::Unknown) == clue;
                let sign = part.signs.iter().find(|(_, meant)| is_meant(meant));
                out.push(match (sign, clue, part.capitals) {
                    (Some((sign, _)), ..) => *sign,
                    (None, Clue::Number(number @ 0..=9), _) => {
                        sign_of(*number).ok_or_else(refused)?
                    }
                    (None, Clue::Number(number), Some(first))
                        if (first..first + 26).contains(number) =>
                    {
                        sign_of(number - first + 36).ok_or_else(refused)?
                    }
                    _ => return Err(refused()),
                });
            }
            out += &blanks(open);
        }
        Way::Spaced => {
            let mut is_behind_number = false;
            for place in 0..total {
                let Some(number) = number_at(layer, place)? else {
                    open += 1;
                    is_behind_number = false;
                    continue;
                };
                out += &blanks(std::mem::take(&mut open));
                put!(out, "{}{number}", if is_behind_number { "_" } else { "" });
                is_behind_number = true;
            }
            out += &blanks(open);
        }
        Way::Cells => {
            for place in 0..total {
                let number = number_at(layer, place)?
                    .or(part.zeros.then_some(0))
                    .ok_or_else(refused)?;
                if part.brackets && number > 9 {
                    put!(out, "[{number}]");
                } else {
                    out.push(sign_of(number).ok_or_else(refused)?);
                }
            }
        }
        Way::Gaps | Way::Cases => {
            let is_cases = part.way == Way::Cases;
            for place in 0..=total {
                let clue = clues.clue(layer, place).filter(|_| place < total);
                if clue.is_none() && place < total {
                    open += 1;
                    continue;
                }
                let case = match clue {
                    Some(Clue::Number(number)) if is_cases => part
                        .numbers
                        .iter()
                        .position(|known| known == number)
                        .ok_or_else(refused)?,
                    _ => 0,
                };
                while open > 25 - usize::from(is_cases) {
                    out.push('z');
                    open -= 25;
                }
                let gap = std::mem::take(&mut open);
                out.push(match (is_cases, case, gap) {
                    (false, _, 0) => '_',
                    (false, _, gap) => letter(gap - 1),
                    (true, 0, gap) => letter(gap),
                    (true, _, gap) => letter(gap).to_ascii_uppercase(),
                });
            }
        }
        Way::Sides | Way::Lists => {
            let mut all = Vec::new();
            for (layer, place) in places(&kind.layers, part, rows, columns) {
                all.push(match clues.clue(layer, place) {
                    None if part.way == Way::Sides => String::new(),
                    Some(Clue::Number(number)) => number.to_string(),
                    Some(Clue::Numbers(list)) => {
                        let list: Option<Vec<i64>> = list.iter().copied().collect();
                        let list = list.ok_or_else(refused)?;
                        joined(list.iter().filter(|number| **number > 0), ".")
                    }
                    _ => return Err(refused()),
                });
            }
            out = all.join("/");
        }
        Way::Numbers => {
            let mut all = Vec::new();
            for (layer, place) in places(&kind.layers, part, rows, columns) {
                all.push(number_at(layer, place)?.ok_or_else(refused)?.to_string());
            }
            out = all.join(",");
        }
        Way::Dots => {
            for place in 0..total {
                out.push(match number_at(layer, place)? {
                    None => '.',
                    Some(number) => sign_of(number).ok_or_else(refused)?,
                });
            }
        }
        Way::Dominoes => {
            for cell in 0..total {
                let region = clues.region(layer, cell);
                let is_same = |other: Option<usize>| {
                    other.is_some_and(|other| {
                        other < total && region.is_some() && clues.region(layer, other) == region
                    })
                };
                let column = cell % columns;
                let beside = [
                    ('L', is_same((column + 1 < columns).then_some(cell + 1))),
                    ('R', is_same(cell.checked_sub(1).filter(|_| column > 0))),
                    ('T', is_same(Some(cell + columns))),
                    ('B', is_same(cell.checked_sub(columns))),
                ];
                let mut fitting = beside.iter().filter(|(_, is_same)| *is_same);
                match (fitting.next(), fitting.next()) {
                    (Some((sign, _)), None) => out.push(*sign),
                    _ => return Err(refused()),
                }
            }
        }
        Way::Blocks => {
            if (0..rows * columns).any(|cell| clues.region(layer, cell).is_none()) {
                return Err(refused());
            }
            let mut lengths = Vec::new();
            for [one, other] in ways(rows, columns) {
                if clues.region(layer, one) == clues.region(layer, other) {
                    open += 1;
                } else {
                    lengths.push(std::mem::take(&mut open));
                }
            }
            lengths.push(open);
            out = block_signs(&lengths);
        }
        Way::Signed => {
            for region in 0.. {
                let known = part.layers.iter().zip(&part.signs);
                let mut known = known
                    .filter_map(|(&layer, (sign, _))| Some((sign, clues.clue(layer, region)?)));
                match (known.next(), known.next()) {
                    (Some((sign, Clue::Number(number))), None) => put!(out, "{sign}{number}"),
                    (None, None) if region >= clues.first_cells(regions_of(kind, layer)).len() => {
                        break;
                    }
                    _ => return Err(refused()),
                }
            }
        }
        Way::Signs => {
            for cell in 0..rows * columns {
                put!(out, "{}", number_at(layer, cell)?.unwrap_or(0));
                for (side, edge, is_first) in edges(cell / columns, cell % columns, rows, columns) {
                    if clues.clue(part.layers[1], edge) == Some(&Clue::Word(u32::from(is_first))) {
                        out.push(side);
                    }
                }
                out.push(',');
            }
        }
    }
    Ok(out)
}

/// The layer of regions that a layer of clues has one for each of.
fn regions_of(kind: &Kind, layer: usize) -> usize {
    match kind.layers[layer].at {
        super::Spots::Regions(regions) => regions,
        _ => layer,
    }
}

/// The signs of ways without a border, up to each border and to the end; as many alike are one sign and their number.
fn block_signs(lengths: &[usize]) -> String {
    let mut signs = Vec::new();
    for &length in lengths {
        let long = length.saturating_sub(1) / 25;
        signs.extend(std::iter::repeat_n('z', long));
        signs.push(match length - 25 * long {
            0 => '_',
            rest => letter(rest - 1),
        });
    }
    let mut out = String::new();
    for run in signs.chunk_by(|one, other| one == other) {
        match run.len() {
            // Two signs are not longer than a sign and a number.
            count @ 1..=2 => out.extend(&run[..count]),
            count => put!(out, "{}{count}", run[0]),
        }
    }
    out
}
