//! Constraint strings of ISS, the Interactive Sudoku Solver: `.Cage~10~R1C1~R1C2.Thermo~R1C1~R2C2.~R3C4_5`.
//!
//! A part begins with `.` and has arguments behind `~`. Without a name it has givens: a cell and its digits. Rows and
//! columns are a digit of base 17 each. The parts that make the board (`Shape`, `Jigsaw`, `NoBoxes`, `RegionSize`) are known here,
//! those that add rules by the files of extras, and those that say a rule themselves become rules of the puzzle's own (`said`). Sukaku, killers in one line of 81 signs and `SudoCue`'s killers are read, too.

mod either;
mod other;
mod ranks;
mod repeated;
mod said;

use super::file::Catalogue;
use super::foreign::{Block, Foreign, Program};
use super::items::{Item, Sides};
use super::setup::{Setup, numbered, usual_boxes};
use crate::kinds::clues::{Clue, Side, Spots};
use crate::prose::{joined, put};
use crate::{ParseError, Unwritable};

type Read<T> = Result<T, ParseError>;

/// The largest side of a board: cells are called by one sign each.
const LARGEST_SIDE: usize = 16;
/// The base of a row or column in the name of a cell.
const BASE: u32 = 17;

/// A part of a string.
struct Part<'t> {
    name: &'t str,
    arguments: Vec<&'t str>,
}

/// Returns true if a text is clearly such a string.
pub(super) fn looks_like(text: &str) -> bool {
    let text = text.trim();
    let Some(rest) = text.strip_prefix('.') else {
        return false;
    };
    let name: String = rest.chars().take_while(char::is_ascii_alphabetic).collect();
    let after = rest[name.len()..].trim_start();
    (after.starts_with('~') || !name.is_empty() && (after.is_empty() || after.starts_with('.')))
        && text.contains('~')
}

/// Reads a string.
pub(super) fn read(text: &str, catalogue: &Catalogue) -> Read<Setup> {
    let text = text.trim();
    let text = other::as_constraints(text).unwrap_or_else(|| text.to_owned());
    let (text, alternatives) = either::taken_out(&text)?;
    let text = &repeated::written_out(&text)?;
    let parts: Vec<Part<'_>> = text
        .split('.')
        .map(str::trim)
        .filter(|part| !part.is_empty())
        .map(part_of)
        .collect();
    let mut setup = board(&parts)?;
    ranks::write(&mut setup, &parts)?;
    for part in &parts {
        read_part(&mut setup, catalogue, part)?;
    }
    for (number, alternatives) in alternatives.iter().enumerate() {
        either::write(&mut setup, catalogue, number + 1, alternatives)?;
    }
    Ok(setup)
}

fn part_of(text: &str) -> Part<'_> {
    let mut arguments = text.split('~').map(str::trim);
    Part {
        name: arguments.next().unwrap_or_default(),
        arguments: arguments.collect(),
    }
}

impl Part<'_> {
    fn error(&self, message: impl std::fmt::Display) -> ParseError {
        ParseError::new(format!("{:?}: {message}", self.name))
    }
}

/// The empty board that the parts describe.
fn board(parts: &[Part<'_>]) -> Read<Setup> {
    let find = |name: &str| parts.iter().find(|part| part.name == name);
    let (mut sides, mut digits) = (
        Sides {
            rows: 9,
            columns: 9,
        },
        None,
    );
    if let Some(shape) = find("Shape") {
        let wrong =
            || shape.error("a size such as 9x9 was expected, and perhaps digits such as 0-8");
        let side = |text: &str| {
            text.parse()
                .ok()
                .filter(|side| (1..=LARGEST_SIDE).contains(side))
        };
        let written = shape
            .arguments
            .first()
            .and_then(|size| size.split_once('x'));
        let (rows, columns) = written.ok_or_else(wrong)?;
        sides = Sides {
            rows: side(rows).ok_or_else(wrong)?,
            columns: side(columns).ok_or_else(wrong)?,
        };
        if let Some(range) = shape.arguments.get(1).filter(|range| !range.is_empty()) {
            let (least, most) = range.split_once('-').unwrap_or(("1", range));
            let number = |text: &str| {
                text.parse()
                    .ok()
                    .filter(|digit| (0..=LARGEST_SIDE as i64).contains(digit))
            };
            digits = Some([
                number(least).ok_or_else(wrong)?,
                number(most).ok_or_else(wrong)?,
            ]);
        }
        if let Some(kind) = shape.arguments.get(2) {
            return Err(shape.error(format!("boards of the kind {kind:?} are not known")));
        }
    }
    let digits = digits.unwrap_or([1, sides.rows.max(sides.columns) as i64]);
    if digits[0] > digits[1] {
        return Err(ParseError::new(
            "\"Shape\": the least digit is larger than the largest",
        ));
    }
    let mut setup = Setup::new(sides, digits);
    if let Some(part) = find("RegionSize") {
        let size = part.arguments.first().and_then(|size| size.parse().ok());
        let size: usize = size.ok_or_else(|| part.error("a number of cells was expected"))?;
        setup.boxes = usual_boxes(sides, size);
    }
    let has_no_boxes = find("NoBoxes").is_some();
    if has_no_boxes {
        setup.boxes = vec![None; sides.cells()];
    }
    if let Some(part) = find("Jigsaw") {
        read_jigsaw(&mut setup, part, has_no_boxes)?;
    }
    Ok(setup)
}

/// Regions of any form take the place of boxes. Beside boxes they are rules of their own.
fn read_jigsaw(setup: &mut Setup, part: &Part<'_>, has_no_boxes: bool) -> Read<()> {
    let layout = part.arguments.last().copied().unwrap_or_default();
    let cells = setup.sides.cells();
    let signs: Vec<char> = layout.chars().collect();
    if signs.len() != cells {
        return Err(part.error(format!("{cells} signs were expected, not {}", signs.len())));
    }
    let values = usize::try_from(setup.digits[1] - setup.digits[0] + 1).unwrap_or(0);
    let least = setup.sides.rows.max(setup.sides.columns);
    let has_size = |sign: char| {
        (least..=values).contains(&signs.iter().filter(|&&other| other == sign).count())
    };
    if has_no_boxes || setup.boxes.iter().all(Option::is_none) {
        let region = |&sign: &char| has_size(sign).then_some(sign as u32);
        setup.boxes = numbered(&signs.iter().map(region).collect::<Vec<_>>());
        return Ok(());
    }
    let mut names = signs.clone();
    names.sort_unstable();
    names.dedup();
    for name in names.into_iter().filter(|&name| has_size(name)) {
        let region = signs.iter().zip(0..).filter(|(sign, _)| **sign == name);
        let cells: Vec<u32> = region.map(|(_, cell)| cell).collect();
        put!(
            setup.own,
            "[[rule]]\neach = \"({})\"\nall_different = true\n",
            places(setup.sides, &cells)
        );
    }
    Ok(())
}

/// The names of cells in rules files.
fn places(sides: Sides, cells: &[u32]) -> String {
    let name = |&cell: &u32| sides.name(cell).to_lowercase();
    joined(cells.iter().map(name), " ")
}

/// The cell that an argument names.
fn cell(sides: Sides, part: &Part<'_>, text: &str) -> Read<u32> {
    let wrong = || {
        part.error(format!(
            "{text:?} is not a cell of this board, such as R1C1"
        ))
    };
    let signs: Vec<char> = text.chars().collect();
    let [r @ ('R' | 'r'), row, c @ ('C' | 'c'), column] = signs[..] else {
        return Err(wrong());
    };
    debug_assert!(r.eq_ignore_ascii_case(&'r') && c.eq_ignore_ascii_case(&'c'));
    let place = |sign: char| sign.to_digit(BASE).map(|place| i64::from(place) - 1);
    let (row, column) = place(row).zip(place(column)).ok_or_else(wrong)?;
    sides.cell(row, column).ok_or_else(wrong)
}

fn cells(sides: Sides, part: &Part<'_>, texts: &[&str]) -> Read<Vec<u32>> {
    texts.iter().map(|text| cell(sides, part, text)).collect()
}

fn read_part(setup: &mut Setup, catalogue: &Catalogue, part: &Part<'_>) -> Read<()> {
    match part.name {
        "" => {
            return part
                .arguments
                .iter()
                .try_for_each(|given| read_given(setup, part, given));
        }
        "Shape" | "Jigsaw" | "NoBoxes" | "RegionSize" | "FullRank" | "FullRankTies" => {
            return Ok(());
        }
        _ => {}
    }
    if said::read(setup, part)? {
        return Ok(());
    }
    let (extra, items) =
        items_of_part(setup, catalogue, part)?.ok_or_else(|| unknown(part.name))?;
    setup.uses(catalogue, extra);
    for (layer, item) in items {
        setup.add(catalogue, extra, layer, item);
    }
    Ok(())
}

/// An extra, and items of it with their layers.
type OfExtra = (usize, Vec<(usize, Item)>);

/// The extra that a part is of, and its items; `None` where no extra knows it.
fn items_of_part(setup: &Setup, catalogue: &Catalogue, part: &Part<'_>) -> Read<Option<OfExtra>> {
    let first = part.arguments.first().copied().unwrap_or_default();
    let last = part.arguments.last().copied().unwrap_or_default();
    let known: Vec<(usize, &Foreign)> = catalogue.called(Program::Iss, part.name).collect();
    let is_said = |constant: &String| first == constant || last == constant;
    let with_constant = known
        .iter()
        .find(|(_, foreign)| foreign.constant.as_ref().is_some_and(is_said));
    let plain = known.iter().find(|(_, foreign)| foreign.constant.is_none());
    let Some(&(extra, foreign)) = with_constant.or(plain) else {
        return Ok(None);
    };
    let mut arguments = &part.arguments[..];
    if let Some(constant) = &foreign.constant {
        arguments = if first == constant {
            &arguments[1..]
        } else {
            &arguments[..arguments.len() - 1]
        };
    }
    let items = items_of(setup, part, foreign, arguments)?.into_iter();
    let layer = |side| foreign.layer_at(&catalogue.extras[extra].layers, side);
    Ok(Some((
        extra,
        items.map(|(side, item)| (layer(side), item)).collect(),
    )))
}

/// The refusal of a part that no extra knows.
fn unknown(name: &str) -> ParseError {
    ParseError::new(format!(
        "this puzzle has a constraint {name:?} that Tilewright does not know"
    ))
}

/// A given digit, or several that a cell may have: `R1C1_5`, `R1C1_2_3`.
fn read_given(setup: &mut Setup, part: &Part<'_>, text: &str) -> Read<()> {
    let mut words = text.split('_');
    let cell = cell(setup.sides, part, words.next().unwrap_or_default())?;
    let [least, most] = setup.digits;
    let digit = |word: &str| {
        let digit = word
            .parse()
            .ok()
            .filter(|digit| (least..=most).contains(digit));
        digit.ok_or_else(|| {
            part.error(format!(
                "{word:?} in {text:?} is not a digit of this board: {least} to {most} were expected"
            ))
        })
    };
    let digits: Vec<i64> = words.map(digit).collect::<Read<_>>()?;
    match digits[..] {
        [] => Err(part.error(format!("{text:?} has no digit"))),
        [digit] if setup.givens[cell as usize].is_none() => {
            setup.givens[cell as usize] = Some(digit);
            Ok(())
        }
        _ => {
            write_candidates(setup, cell, &digits);
            Ok(())
        }
    }
}

/// A rule of the puzzle's own: a cell has one of these digits.
pub(super) fn write_candidates(setup: &mut Setup, cell: u32, digits: &[i64]) {
    let place = places(setup.sides, &[cell]);
    let one = |digit: &i64| format!("{place} == {digit}");
    put!(
        setup.own,
        "[[rule]]\nrequire = \"{}\"\n",
        joined(digits.iter().map(one), " or ")
    );
}

/// The items that the arguments describe, with the side at which they lie outside.
#[expect(
    clippy::too_many_lines,
    reason = "a short case for each way of writing"
)]
fn items_of(
    setup: &Setup,
    part: &Part<'_>,
    foreign: &Foreign,
    arguments: &[&str],
) -> Read<Vec<(Option<Side>, Item)>> {
    let sides = setup.sides;
    let mut rest = arguments;
    let mut clue = None;
    let mut found: Vec<(Option<Side>, Vec<u32>)> = Vec::new();
    let mut line: Option<[(Side, Vec<u32>); 2]> = None;
    let mut numbers: Vec<Option<i64>> = Vec::new();
    let take = |rest: &mut &[&str]| -> String {
        let Some((&first, others)) = rest.split_first() else {
            return String::new();
        };
        *rest = others;
        first.to_owned()
    };
    for block in &foreign.blocks {
        match block {
            Block::Number(number) if number.is_silent => clue = number.usual,
            Block::Number(number) => {
                let said = rest.first().copied().unwrap_or_default();
                let is_cell = cell(sides, part, said).is_ok();
                let Some(value) = number.of(if is_cell { "" } else { said }) else {
                    return Err(part.error(format!("{said:?} is not a number")));
                };
                if !is_cell {
                    take(&mut rest);
                }
                clue = value;
                numbers.push(value);
            }
            Block::Line => {
                let name = take(&mut rest);
                line = Some(line_called(sides, part, &name)?);
            }
            Block::Diagonal => {
                let name = take(&mut rest);
                found.push((None, diagonal(sides, cell(sides, part, &name)?)));
            }
            Block::Square => {
                let name = take(&mut rest);
                let (row, column) = sides.place(cell(sides, part, &name)?);
                let (row, column) = (row as i64, column as i64);
                let four = [(0, 0), (0, 1), (1, 0), (1, 1)];
                let four = four
                    .iter()
                    .filter_map(|(down, right)| sides.cell(row + down, column + right));
                found.push((None, four.collect()));
            }
            Block::Numbers => {
                let values: Option<Vec<Option<i64>>> = rest
                    .iter()
                    .map(|text| text.parse().ok().map(Some))
                    .collect();
                let values = values.ok_or_else(|| part.error("numbers were expected"))?;
                let items = found.into_iter().map(|(side, cells)| {
                    let clue = Some(Clue::Numbers(values.clone()));
                    (side, Item { cells, clue })
                });
                return Ok(items.collect());
            }
            Block::Cells => found.push((None, cells(sides, part, std::mem::take(&mut rest))?)),
            Block::Each => {
                let all = cells(sides, part, std::mem::take(&mut rest))?;
                found.extend(all.into_iter().map(|cell| (None, vec![cell])));
            }
            Block::Pairs => {
                let all = cells(sides, part, std::mem::take(&mut rest))?;
                found.extend(neighbours(sides, &all).into_iter().map(|pair| (None, pair)));
            }
            Block::Groups => {
                let groups =
                    std::mem::take(&mut rest).split(|text| *text == "-" || text.is_empty());
                for group in groups.filter(|group| !group.is_empty()) {
                    found.push((None, cells(sides, part, group)?));
                }
                // Groups of one part have one number, and those of another part another.
                let items = setup.extras.values().flatten().map(Vec::len);
                clue = i64::try_from(items.sum::<usize>() + 1).ok();
            }
            Block::Cell | Block::Lines | Block::Circle | Block::Clone | Block::Side => {
                return Err(part.error("the extra does not say how it is written"));
            }
        }
    }
    if !rest.is_empty() {
        return Err(part.error(format!("{:?} was not expected here", rest[0])));
    }
    if let Some([one, other]) = line {
        let ends = [one, other].into_iter().zip(numbers);
        let known = ends.filter_map(|((side, cells), number)| {
            let clue = Some(Clue::Number(number?));
            Some((Some(side), Item { cells, clue }))
        });
        return Ok(known.collect());
    }
    if found.iter().any(|(_, cells)| cells.is_empty()) {
        return Err(part.error("cells were expected"));
    }
    let item = |(side, cells)| {
        (
            side,
            Item {
                cells,
                clue: clue.map(Clue::Number),
            },
        )
    };
    Ok(found.into_iter().map(item).collect())
}

/// The row or column of a name, as it is seen from its two sides.
fn line_called(sides: Sides, part: &Part<'_>, name: &str) -> Read<[(Side, Vec<u32>); 2]> {
    let wrong = || {
        part.error(format!(
            "{name:?} is not a row or column of this board, such as R1"
        ))
    };
    let mut signs = name.chars();
    let (sort, place) = (signs.next().ok_or_else(wrong)?, signs.next());
    let place = place
        .and_then(|sign| sign.to_digit(BASE))
        .and_then(|place| place.checked_sub(1));
    let place = place.ok_or_else(wrong)? as usize;
    let (count, ends) = match sort {
        'R' | 'r' => (sides.rows, [Side::Left, Side::Right]),
        'C' | 'c' => (sides.columns, [Side::Top, Side::Bottom]),
        _ => return Err(wrong()),
    };
    if place >= count || signs.next().is_some_and(|sign| sign != ',') {
        return Err(wrong());
    }
    Ok(ends.map(|side| (side, sides.seen_from(side, place))))
}

/// The diagonal that begins at a cell: down and right from the left side, up and left from the right, down and left from the top, and up
/// and right from the bottom. A corner belongs to the first of them that continues from there.
fn diagonal(sides: Sides, from: u32) -> Vec<u32> {
    let (row, column) = sides.place(from);
    let (last_row, last_column) = (sides.rows - 1, sides.columns - 1);
    let from = (row as i64, column as i64);
    let step = if column == 0 && row < last_row {
        (1, 1)
    } else if column == last_column && row > 0 && row < last_row {
        (-1, -1)
    } else if row == 0 {
        (1, -1)
    } else {
        (-1, 1)
    };
    sides.ray(from, step)
}

/// Every two cells of a list that are beside each other, the earlier one first.
fn neighbours(sides: Sides, cells: &[u32]) -> Vec<Vec<u32>> {
    let is_beside = |one: u32, other: u32| {
        let ((row, column), (down, right)) = (sides.place(one), sides.place(other));
        row.abs_diff(down) + column.abs_diff(right) == 1
    };
    let mut pairs = Vec::new();
    for (number, &one) in cells.iter().enumerate() {
        let later = cells[number + 1..]
            .iter()
            .filter(|&&other| is_beside(one, other));
        pairs.extend(later.map(|&other| vec![one, other]));
    }
    pairs
}

/// Writes a board.
pub(super) fn write(setup: &Setup, catalogue: &Catalogue) -> Result<String, Unwritable> {
    let sides = setup.sides;
    if sides.rows.max(sides.columns) > LARGEST_SIDE
        || setup.digits[1] > LARGEST_SIDE as i64
        || !setup.own.is_empty()
    {
        let message = format!(
            "the iss format has boards of up to {LARGEST_SIDE} rows, columns and digits, and no rules of one's own; json can say this"
        );
        return Err(Unwritable(message));
    }
    let mut text = String::new();
    let largest = sides.rows.max(sides.columns) as i64;
    let [least, most] = setup.digits;
    if (sides.rows, sides.columns, [least, most]) != (9, 9, [1, 9]) {
        put!(text, ".Shape~{}x{}", sides.rows, sides.columns);
        if [least, most] != [1, largest] {
            put!(text, "~{least}-{most}");
        }
    }
    if setup.boxes != Setup::new(sides, setup.digits).boxes {
        write_boxes(setup, &mut text)?;
    }
    let givens = (0..)
        .zip(&setup.givens)
        .filter_map(|(cell, given)| Some((cell, (*given)?)));
    for (number, (cell, given)) in givens.enumerate() {
        let before = if number == 0 { ".~" } else { "~" };
        put!(text, "{before}{}_{given}", name_of(sides, cell));
    }
    for (&extra, layers) in &setup.extras {
        let all = &catalogue.extras[extra];
        let cannot = || {
            Unwritable(format!(
                "the iss format cannot say {:?} as it is here; json can",
                all.name
            ))
        };
        let foreign: Vec<&Foreign> = catalogue
            .foreign(Program::Iss)
            .filter(|(number, _)| *number == extra)
            .map(|(_, foreign)| foreign)
            .collect();
        if all.layers.is_empty() {
            let flag = foreign
                .iter()
                .find(|foreign| foreign.blocks.is_empty())
                .ok_or_else(cannot)?;
            put!(text, ".{}", flag.name);
            if let Some(constant) = &flag.constant {
                put!(text, "~{constant}");
            }
        }
        for (layer, items) in layers.iter().enumerate() {
            write_items(
                &mut text,
                sides,
                &foreign,
                layer,
                all.layers[layer].at,
                items,
            )
            .ok_or_else(cannot)?;
        }
    }
    if text.is_empty() {
        text.push('.');
    }
    Ok(text + "\n")
}

fn name_of(sides: Sides, cell: u32) -> String {
    let (row, column) = sides.place(cell);
    let sign = |place: usize| char::from_digit(place as u32 + 1, BASE).unwrap_or('?');
    format!("R{}C{}", sign(row), sign(column))
}

fn write_boxes(setup: &Setup, text: &mut String) -> Result<(), Unwritable> {
    put!(text, ".NoBoxes");
    let mut names: Vec<Option<u32>> = Vec::new();
    let mut layout = String::new();
    for region in &setup.boxes {
        let known = names.iter().position(|name| name == region);
        let number = known.unwrap_or_else(|| {
            names.push(*region);
            names.len() - 1
        });
        let sign = char::from_digit(number as u32, 36);
        layout.push(sign.ok_or_else(|| {
            Unwritable("the iss format has at most 36 regions; json can say this".into())
        })?);
    }
    if names.len() > 1 {
        put!(text, ".Jigsaw~{layout}");
    }
    Ok(())
}

/// Writes the items of a layer; `None` where one of them cannot be said.
fn write_items(
    text: &mut String,
    sides: Sides,
    foreign: &[&Foreign],
    layer: usize,
    at: Spots,
    items: &[Item],
) -> Option<()> {
    // Cells that each have a mark are one part.
    let each = foreign
        .iter()
        .find(|foreign| foreign.layers.contains(&layer) && foreign.has(&Block::Each));
    if let Some(foreign) = each.filter(|_| !items.is_empty()) {
        put!(text, ".{}", foreign.name);
        if let Some(constant) = &foreign.constant {
            put!(text, "~{constant}");
        }
        for item in items {
            put!(text, "~{}", name_of(sides, *item.cells.first()?));
        }
        return Some(());
    }
    for item in items {
        let written = foreign
            .iter()
            .filter(|foreign| foreign.layers.contains(&layer));
        text.push_str(
            &written
                .into_iter()
                .find_map(|foreign| part_text(sides, foreign, at, item))?,
        );
    }
    Some(())
}

/// The part that says an item, if it can be said so.
fn part_text(sides: Sides, foreign: &Foreign, at: Spots, item: &Item) -> Option<String> {
    let mut text = format!(".{}", foreign.name);
    let mut is_second = false;
    for block in &foreign.blocks {
        match (block, &item.clue) {
            (Block::Number(number), clue) if number.is_silent => {
                let said = clue
                    .as_ref()
                    .map(|clue| *clue == Clue::Number(number.usual.unwrap_or(0)));
                if said != Some(true) {
                    return None;
                }
            }
            (Block::Number(number), clue) => {
                // A line has a number for each of its ends.
                let is_far = matches!(at, Spots::Outside(Side::Bottom | Side::Right));
                let is_here = !foreign.has(&Block::Line) || is_far == is_second;
                let value = match clue {
                    Some(Clue::Number(value)) => Some(*value),
                    None if number.usual.is_none() => None,
                    _ => return None,
                };
                is_second = true;
                put!(text, "~{}", number.text(value.filter(|_| is_here)));
            }
            (Block::Cells | Block::Pairs, _) => {
                for &cell in &item.cells {
                    put!(text, "~{}", name_of(sides, cell));
                }
            }
            (Block::Line, _) => {
                let (row, column) = sides.place(*item.cells.first()?);
                let sign = |place: usize| char::from_digit(place as u32 + 1, BASE);
                if let Spots::Outside(Side::Top | Side::Bottom) = at {
                    put!(text, "~C{}", sign(column)?);
                } else {
                    put!(text, "~R{}", sign(row)?);
                }
            }
            (Block::Diagonal, _) => {
                let first = *item.cells.first()?;
                let last = *item.cells.last()?;
                let reversed: Vec<u32> = item.cells.iter().rev().copied().collect();
                let from = if diagonal(sides, first) == item.cells {
                    first
                } else if diagonal(sides, last) == reversed {
                    last
                } else {
                    return None;
                };
                put!(text, "~{}", name_of(sides, from));
            }
            (Block::Square, _) => put!(text, "~{}", name_of(sides, *item.cells.iter().min()?)),
            (Block::Numbers, Some(Clue::Numbers(values))) => {
                for value in values {
                    put!(text, "~{}", (*value)?);
                }
            }
            _ => return None,
        }
    }
    if let Some(constant) = &foreign.constant {
        put!(text, "~{constant}");
    }
    Some(text)
}
