//! Solutions as plain text: a word for each cell, as the kind says it.
//!
//! | `solution = …` | a cell has |
//! | --- | --- |
//! | `"digit"` | the value of its tile |
//! | `"shade black=x white=-"` | the word for that value |
//! | `"road nesw on"` | the directions in which the line leaves it, `-` for none |
//! | `"fence inside on"` | `x` inside the loop, `-` outside |
//! | `"wall areas on"` | the number of its area, which is what this value encloses |
//! | `"bridge through 1=1|a 2=2|b"` | the word for the value on both of its sides, across or down |
//!
//! Behind a comma other layers follow, whose words stand instead of `-`: `"road nesw on, shade black=x"`. A solution that is
//! read says what holds on the tiles ([`Fact`]s); so it can be compared with another, and filled in.

use super::board::Board;
use super::clues::{Clues, Spots};
use super::text;
use crate::document::Word as Entry;
use crate::lines::{Line, Word, lines};
use crate::prose::joined;
use crate::rules::entered::{Entered, Halves};
use crate::{Comparison, ParseError, Unwritable};
use std::collections::HashMap;
use tilewright_model::Choice;

type Read<T> = Result<T, ParseError>;

/// The word for nothing.
const NOTHING: &str = "-";
/// The word for a cell inside of a loop.
const INSIDE: &str = "x";

/// How the solutions of a kind are written: for each layer that is, its name and the words for it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Solution(Vec<(String, Manner)>);

/// The words for the tiles of a layer.
#[derive(Clone, Debug, PartialEq)]
enum Manner {
    Values,
    /// Values and their words.
    Words(Vec<(String, String)>),
    Directions(String),
    Inside(String),
    Areas(String),
    /// Values, each with its words for across and for down.
    Through(Vec<(String, [String; 2])>),
}

/// Something that a written solution says of a tile: it has this value, or has it not.
struct Fact<'s> {
    layer: &'s str,
    place: Halves,
    value: String,
    holds: bool,
}

impl Solution {
    /// Reads how solutions are written; `layers` are the names of what is entered.
    pub(super) fn read(text: &Entry<'_>, layers: &[&str]) -> Read<Self> {
        let mut parts = Vec::new();
        for part in text.text.split(',').map(str::trim) {
            parts.push(read_part(text, part, layers)?);
        }
        Ok(Self(parts))
    }
}

fn read_part(text: &Entry<'_>, part: &str, layers: &[&str]) -> Read<(String, Manner)> {
    let (layer, rest) = part.split_once(' ').unwrap_or((part, ""));
    if !layers.contains(&layer) {
        return Err(text.error(format!("there is no layer {layer:?} in [enter]")));
    }
    let words: Vec<&str> = rest.split_whitespace().collect();
    let pair = |word: &&str| {
        let pair = word.rsplit_once('=').filter(|(value, _)| !value.is_empty());
        let wrong = || {
            text.error(format!(
                "{word:?} should be a value and its word, as in black=x"
            ))
        };
        pair.map(|(value, word)| (value.to_owned(), word.to_owned()))
            .ok_or_else(wrong)
    };
    let manner = match words[..] {
        [] => Manner::Values,
        ["nesw", value] => Manner::Directions(value.to_owned()),
        ["inside", value] => Manner::Inside(value.to_owned()),
        ["areas", value] => Manner::Areas(value.to_owned()),
        ["through", ref pairs @ ..] => {
            let through = |word: &&str| {
                let (value, words) = pair(word)?;
                let wrong = || text.error(format!("{word:?} should have two words, as in 1=1|a"));
                let (across, down) = words.split_once('|').ok_or_else(wrong)?;
                Ok((value, [across.to_owned(), down.to_owned()]))
            };
            Manner::Through(pairs.iter().map(through).collect::<Read<_>>()?)
        }
        ref pairs => Manner::Words(pairs.iter().map(pair).collect::<Read<_>>()?),
    };
    Ok((layer.to_owned(), manner))
}

/// The sides of a cell on which a line comes in and goes out.
const ACROSS_AND_DOWN: [[char; 2]; 2] = [['w', 'e'], ['n', 's']];

/// The four sides of a cell: a letter, and the steps from the cell in halves.
const SIDES: [(char, [i32; 2]); 4] = [('n', [-1, 0]), ('s', [1, 0]), ('e', [0, 1]), ('w', [0, -1])];

fn of_cell(row: usize, column: usize) -> Halves {
    [2 * row as u32 + 1, 2 * column as u32 + 1]
}

/// The place this many halves away; places outside the board have no tiles.
fn step(place: Halves, by: [i32; 2]) -> Halves {
    let [row, column] = place;
    [
        row.wrapping_add_signed(by[0]),
        column.wrapping_add_signed(by[1]),
    ]
}

/// Writes the solution of a solved board.
pub(super) fn write(board: &Board) -> Result<String, Unwritable> {
    let Some(Solution(parts)) = &board.kind.solution else {
        return Err(Unwritable(
            "the kind does not say how solutions are written".to_owned(),
        ));
    };
    let clues = &*board.clues;
    let mut words = vec![NOTHING.to_owned(); clues.rows * clues.columns];
    for (layer, manner) in parts {
        let tiles = board.rules.entered(layer).unwrap_or_default();
        let is_open = |place: &Halves| tiles[place].is_none();
        if tiles.keys().any(is_open) {
            let message =
                format!("the board is not solved, which the format needs: {layer} is open");
            return Err(Unwritable(message));
        }
        for (word, found) in words.iter_mut().zip(words_of(board, manner, &tiles)) {
            if word == NOTHING {
                *word = found;
            }
        }
    }
    let rows = words
        .chunks(clues.columns)
        .map(|row| joined(row, " ") + "\n");
    let [rows_told, columns_told] = text::told_size(&board.kind, clues);
    let size = format!("{rows_told} {columns_told}\n");
    Ok(std::iter::once(size).chain(rows).collect())
}

/// The words for a layer, cell by cell.
fn words_of(board: &Board, manner: &Manner, tiles: &Entered<'_>) -> Vec<String> {
    let clues = &*board.clues;
    let value = |place: Halves| Some(tiles.get(&place)?.as_ref()?.0);
    let each = |word: &dyn Fn(Halves) -> String| cells(clues).map(word).collect();
    match manner {
        Manner::Inside(on) => {
            let is_inside = inside(clues, |place| value(place) == Some(on));
            let word = |is_inside: bool| if is_inside { INSIDE } else { NOTHING };
            let cells = is_inside.into_iter();
            cells.map(|cell| word(cell).to_owned()).collect()
        }
        Manner::Areas(on) => {
            let areas = areas(clues, |place| value(place) == Some(on)).into_iter();
            areas.map(|area| (area + 1).to_string()).collect()
        }
        Manner::Values => each(&|cell| value(cell).unwrap_or(NOTHING).to_owned()),
        Manner::Words(words) => each(&|cell| {
            let found = words.iter().find(|(known, _)| value(cell) == Some(known));
            found.map_or(NOTHING, |(_, word)| word).to_owned()
        }),
        Manner::Directions(on) => each(&|cell| {
            let leaves = |by| value(step(cell, by)) == Some(on);
            let found = SIDES.iter().filter(|&&(_, by)| leaves(by));
            let word: String = found.map(|&(letter, _)| letter).collect();
            if word.is_empty() {
                NOTHING.to_owned()
            } else {
                word
            }
        }),
        Manner::Through(words) => each(&|cell| through(board, words, cell, &value)),
    }
}

/// The word for what passes through a cell without a clue.
fn through<'t>(
    board: &Board,
    words: &[(String, [String; 2])],
    cell: Halves,
    value: &dyn Fn(Halves) -> Option<&'t str>,
) -> String {
    let pairs = ACROSS_AND_DOWN.map(|pair| pair.map(|side| value(step(cell, by(side)))));
    let passing = words.iter().find_map(|(known, words)| {
        let passes = |pair: &[Option<&str>; 2]| pair.iter().all(|side| *side == Some(known));
        Some(words[pairs.iter().position(passes)?].clone())
    });
    let passing = passing.filter(|_| !has_clue(board, cell));
    passing.unwrap_or_else(|| NOTHING.to_owned())
}

fn by(side: char) -> [i32; 2] {
    let found = SIDES.iter().find(|(letter, _)| *letter == side);
    found.map_or([0, 0], |&(_, by)| by)
}

fn cells(clues: &Clues) -> impl Iterator<Item = Halves> {
    let columns = clues.columns;
    (0..clues.rows).flat_map(move |row| (0..columns).map(move |column| of_cell(row, column)))
}

/// For each cell the number of its area, where these edges part cells.
fn areas(clues: &Clues, parts: impl Fn(Halves) -> bool) -> Vec<usize> {
    let mut areas: Vec<Option<usize>> = vec![None; clues.rows * clues.columns];
    let number = |place: Halves| {
        let [row, column] = place.map(|half| half as usize / 2);
        (row < clues.rows && column < clues.columns).then_some(row * clues.columns + column)
    };
    let mut count = 0;
    for start in cells(clues) {
        if number(start).is_none_or(|cell| areas[cell].is_some()) {
            continue;
        }
        let mut open = vec![start];
        while let Some(place) = open.pop() {
            let Some(cell) = number(place).filter(|&cell| areas[cell].is_none()) else {
                continue;
            };
            areas[cell] = Some(count);
            let free = SIDES.iter().filter(|&&(_, by)| !parts(step(place, by)));
            open.extend(free.map(|&(_, by)| step(step(place, by), by)));
        }
        count += 1;
    }
    areas.into_iter().flatten().collect()
}

/// For each cell whether it lies inside the loop that these edges are: from the rim, every edge of the loop in a row leads in
/// or out.
fn inside(clues: &Clues, is_loop: impl Fn(Halves) -> bool) -> Vec<bool> {
    let mut all = Vec::new();
    for row in 0..clues.rows {
        let mut is_inside = false;
        for column in 0..clues.columns {
            is_inside ^= is_loop(step(of_cell(row, column), by('w')));
            all.push(is_inside);
        }
    }
    all
}

/// Reads what a written solution of a board says of its tiles. Cells without tiles may have any word.
fn facts<'b>(board: &'b Board, text: &str) -> Read<Vec<Fact<'b>>> {
    let Some(Solution(parts)) = &board.kind.solution else {
        return Err(ParseError::new(
            "the kind does not say how solutions are written",
        ));
    };
    let words = read_words(board, text)?;
    let mut facts = Vec::new();
    for (layer, manner) in parts {
        let Some(tiles) = board.rules.entered(layer) else {
            continue;
        };
        let mut of_layer = Facts {
            layer,
            tiles: &tiles,
            all: &mut facts,
        };
        of_layer.read(board, manner, &words);
    }
    Ok(facts)
}

/// The words of the cells. What follows them is not of the board.
fn read_words<'t>(board: &Board, text: &'t str) -> Read<Vec<Word<'t>>> {
    let clues = &*board.clues;
    let told = text::told_size(&board.kind, clues);
    let mut rows = lines(text);
    let head = rows
        .next()
        .ok_or_else(|| ParseError::new("the solution is empty"))?;
    let size: Vec<usize> = head
        .words()
        .take(2)
        .filter_map(|word| word.text.parse().ok())
        .collect();
    if size != told {
        let [rows, columns] = told;
        let expected = format!("{rows} {columns}");
        return Err(head.error(format!(
            "the solution starts with the size of the board, {expected}"
        )));
    }
    let mut words = Vec::new();
    for row in 0..clues.rows {
        let missing = || ParseError::new(format!("the solution ends before row {}", row + 1));
        let line: Line<'t> = rows.next().ok_or_else(missing)?;
        let before = words.len();
        words.extend(line.words());
        if words.len() - before != clues.columns {
            let message = format!("this row should have {} words", clues.columns);
            return Err(line.error(message));
        }
    }
    Ok(words)
}

/// The facts of a layer, as they are read.
struct Facts<'b, 'f> {
    layer: &'b str,
    tiles: &'f Entered<'b>,
    all: &'f mut Vec<Fact<'b>>,
}

impl Facts<'_, '_> {
    fn add(&mut self, place: Halves, value: &str, holds: bool) {
        if self.tiles.contains_key(&place) {
            self.all.push(Fact {
                layer: self.layer,
                place,
                value: value.to_owned(),
                holds,
            });
        }
    }

    fn read(&mut self, board: &Board, manner: &Manner, words: &[Word<'_>]) {
        let clues = &*board.clues;
        let at: HashMap<Halves, Word<'_>> = cells(clues).zip(words.iter().copied()).collect();
        for (place, &word) in cells(clues).zip(words) {
            match manner {
                Manner::Values => self.add(place, word.text, true),
                Manner::Words(words) => {
                    if let Some((value, _)) = words.iter().find(|(_, known)| known == word.text) {
                        self.add(place, value, true);
                    }
                }
                Manner::Directions(on) => {
                    let is_line = word
                        .text
                        .chars()
                        .all(|c| SIDES.iter().any(|(letter, _)| *letter == c));
                    for (letter, by) in SIDES {
                        let leaves = is_line && word.text.contains(letter);
                        self.add(step(place, by), on, leaves);
                    }
                }
                Manner::Inside(on) => {
                    for (_, by) in SIDES {
                        let other = at.get(&step(step(place, by), by));
                        let is_inside =
                            |word: Option<&Word<'_>>| word.is_some_and(|word| word.text == INSIDE);
                        self.add(
                            step(place, by),
                            on,
                            is_inside(other) != is_inside(Some(&word)),
                        );
                    }
                }
                Manner::Areas(on) => {
                    for (_, by) in SIDES {
                        if let Some(other) = at.get(&step(step(place, by), by)) {
                            self.add(step(place, by), on, other.text != word.text);
                        }
                    }
                }
                Manner::Through(_) if has_clue(board, place) => {}
                Manner::Through(values) => {
                    for (value, words) in values {
                        for (known, pair) in words.iter().zip(ACROSS_AND_DOWN) {
                            let sides = pair.map(|side| step(place, by(side)));
                            if sides.iter().all(|side| self.tiles.contains_key(side)) {
                                self.add(sides[0], value, known == word.text);
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Compares a solved board with a written solution.
pub(super) fn compared(board: &Board, text: &str) -> Read<Comparison> {
    let mut layers: HashMap<&str, Entered<'_>> = HashMap::new();
    let (mut places, mut differing) = (0, Vec::new());
    for fact in facts(board, text)? {
        let tiles = layers.entry(fact.layer);
        let tiles = tiles.or_insert_with(|| board.rules.entered(fact.layer).unwrap_or_default());
        let value = tiles.get(&fact.place).copied().flatten();
        places += 1;
        if value.is_some_and(|(value, _)| value == fact.value) != fact.holds {
            let not = if fact.holds { "" } else { "not " };
            let place = place_name(fact.place);
            differing.push(format!("{} at {place} is {not}{}", fact.layer, fact.value));
        }
    }
    Ok(Comparison { places, differing })
}

/// The choices that a written solution says: of tiles with two values, it is enough to know which one it is not.
pub(super) fn choices(board: &Board, text: &str) -> Read<Vec<Choice>> {
    let mut choices = Vec::new();
    for fact in facts(board, text)? {
        let values = board.rules.values_at(fact.layer, fact.place);
        let is_it = |value: &str| (value == fact.value) == fact.holds;
        let mut fitting = values.iter().filter(|(value, _)| is_it(value));
        match (fitting.next(), fitting.next()) {
            (Some(&(_, choice)), None) => choices.push(choice),
            (Some(_), Some(_)) => {}
            (None, _) => {
                let place = place_name(fact.place);
                return Err(ParseError::new(format!(
                    "the solution says {} of {} at {place}, which cannot be",
                    fact.value, fact.layer
                )));
            }
        }
    }
    choices.sort_unstable();
    choices.dedup();
    Ok(choices)
}

/// The name of a place: `r1c2` for a cell, and for the others the cells that they lie between.
fn place_name([row, column]: Halves) -> String {
    let name = |row: u32, column: u32| format!("r{}c{}", row / 2 + 1, column / 2 + 1);
    match (row % 2, column % 2) {
        (1, 1) => name(row, column),
        (1, _) if column > 0 => format!("{}-{}", name(row, column - 1), name(row, column)),
        (_, 1) if row > 0 => format!("{}-{}", name(row - 1, column), name(row, column)),
        _ => format!("the rim of {}", name(row, column)),
    }
}

/// Returns true if a cell has a clue.
fn has_clue(board: &Board, cell: Halves) -> bool {
    let [row, column] = cell.map(|half| half as usize / 2);
    let cell = row * board.clues.columns + column;
    let mut layers = (0..).zip(&board.kind.layers);
    layers.any(|(layer, of)| of.at == Spots::Cells && board.clues.clue(layer, cell).is_some())
}
