//! `SudokuPad`'s drawings: cages, lines, arrows and marks, with the rules in words.
//!
//! The words say which rules there are, the drawing where. So both are read, by what the files of extras say under `[sudokupad]`:
//! `says` lists phrases, each some words that a sentence of the rules has in it (or has not, behind a `!`), and a layer has the way in which its clues are drawn
//! (`thermo = "bulb"`, `white = "dot white number:1"`). Every sentence must be known, and everything that is drawn must be claimed
//! by an extra that was named; otherwise the puzzle is refused. So no rule is overlooked.
//!
//! | drawn as | what it is |
//! | --- | --- |
//! | `cage` | a cage |
//! | `arrow` | an arrow out of a circle |
//! | `bulb` | a line with a disc at one end |
//! | `line`, `line green` | a line, of that colour where several extras have lines |
//! | `ring` | the same; a closed one begins at the border of a box |
//! | `dot white`, `dot black` | a small mark between two cells |
//! | `letter` | a text between two cells |
//! | `circle`, `disc`, `square` | a mark in a cell: an empty or white circle, a filled one, a square |
//! | `outside` | a number beside a row or column |
//!
//! A drawing may have one line in two strokes. So two lines of a colour of which one ends on the other are refused, unless only the
//! steps of a line matter (`line green steps`).

use super::file::Catalogue;
use super::foreign::Number;
use super::items::{Item, Sides};
use super::setup::{Setup, numbered};
use crate::ParseError;
use crate::kinds::clues::{Clue, Side, Spots};
use crate::sudoku::packed::is_nothing;
use serde_json::Value;

type Read<T> = Result<T, ParseError>;

/// The most rows or columns of a drawing.
const LARGEST_SIDE: usize = 64;

/// What an extra's file says of drawings.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Drawn {
    /// Phrases, each the words that a sentence has.
    pub(super) says: Vec<Vec<String>>,
    /// Layers and how their clues are drawn.
    pub(super) looks: Vec<(usize, Look)>,
}

/// How a clue is drawn.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Look {
    shape: String,
    colour: Option<String>,
    number: Number,
    /// Only the steps of a line matter.
    is_of_steps: bool,
    /// There may be a mark in the middle of a line.
    is_circled: bool,
}

impl Look {
    /// Reads it from a text such as `dot white number:1`.
    pub(super) fn read(text: &str) -> Option<Self> {
        let mut look = Self {
            shape: String::new(),
            colour: None,
            number: Number::default(),
            is_of_steps: false,
            is_circled: false,
        };
        for (place, word) in text.split_whitespace().enumerate() {
            if let Some(number) = word.strip_prefix("number") {
                look.number = Number::read(number)?;
            } else if place == 0 {
                word.clone_into(&mut look.shape);
            } else if word == "steps" {
                look.is_of_steps = true;
            } else if word == "circled" {
                look.is_circled = true;
            } else {
                look.colour = Some(word.to_owned());
            }
        }
        let shapes = [
            "cage", "arrow", "bulb", "line", "ring", "dot", "letter", "circle", "disc", "square",
            "outside",
        ];
        shapes.contains(&&*look.shape).then_some(look)
    }
}

/// Something that is drawn.
struct Mark {
    shape: &'static str,
    colour: &'static str,
    cells: Vec<u32>,
    text: String,
    /// The side at which it lies outside.
    side: Option<Side>,
    is_claimed: bool,
}

/// Reads the JSON of a puzzle.
pub(super) fn read(puzzle: &Value, catalogue: &Catalogue) -> Read<Setup> {
    let rows = part(puzzle, "cells", "ce")
        .as_array()
        .filter(|rows| !rows.is_empty());
    let rows = rows.ok_or_else(|| ParseError::new("the puzzle has no rows of cells"))?;
    let columns = rows
        .iter()
        .filter_map(Value::as_array)
        .map(Vec::len)
        .max()
        .unwrap_or(0);
    let sides = Sides {
        rows: rows.len(),
        columns,
    };
    if columns == 0 || sides.rows.max(columns) > LARGEST_SIDE {
        return Err(ParseError::new("the puzzle has no board that is read"));
    }
    let most = sides.rows.max(columns) as i64;
    let mut setup = Setup::new(sides, [1, most]);
    for (row, cells) in rows.iter().enumerate() {
        for (column, cell) in cells.as_array().into_iter().flatten().enumerate() {
            let digit = number(part(cell, "value", "v"));
            if let Some(digit) = digit {
                if !(1..=most).contains(&digit) {
                    return Err(ParseError::new(format!(
                        "{digit} is not a digit of this board: 1 to {most} were expected"
                    )));
                }
                setup.givens[row * columns + column] = Some(digit);
            }
        }
    }
    setup.boxes = vec![None; sides.cells()];
    for (number, region) in (0..).zip(list(part(puzzle, "regions", "re"))) {
        for cell in cells(sides, region) {
            setup.boxes[cell as usize] = Some(number);
        }
    }
    setup.boxes = numbered(&setup.boxes);
    tell(&mut setup, puzzle);
    let marks = marks(sides, puzzle);
    if let Some(sentence) = unknown_sentence(&setup, catalogue, |_| true) {
        return Err(ParseError::new(format!(
            "the rules of this puzzle say {sentence:?}, which Tilewright does not know"
        )));
    }
    let rules = setup.told.rules.clone().unwrap_or_default();
    let sentences = sentences(&rules);
    let mut named: Vec<usize> = sentences
        .iter()
        .flat_map(|sentence| catalogue.saying(sentence))
        .collect();
    named.sort_unstable();
    named.dedup();
    claim(&mut setup, catalogue, &named, marks)?;
    Ok(setup)
}

/// Returns true if the JSON of a puzzle has more than a plain Sudoku.
pub(super) fn has_drawings(puzzle: &Value) -> bool {
    let drawn = [
        ("lines", "l"),
        ("arrows", "a"),
        ("overlays", "o"),
        ("underlays", "u"),
    ];
    let has_cells = |cage: &Value| list(part(cage, "cells", "ce")).next().is_some();
    drawn
        .iter()
        .any(|(long, short)| !is_nothing(part(puzzle, long, short)))
        || list(part(puzzle, "cages", "ca")).any(has_cells)
}

/// A sentence of the rules that none of the extras that count knows.
pub(super) fn unknown_sentence(
    setup: &Setup,
    catalogue: &Catalogue,
    counts: impl Fn(usize) -> bool,
) -> Option<String> {
    let rules = setup.told.rules.as_deref()?;
    let is_known = |sentence: &String| {
        catalogue.is_general(sentence) || catalogue.saying(sentence).into_iter().any(&counts)
    };
    sentences(rules)
        .into_iter()
        .find(|sentence| !is_known(sentence))
}

/// Gives what an f-puzzles puzzle only draws to extras that its rules name in words, those aside that it has by their own names.
pub(super) fn claim_drawn(setup: &mut Setup, puzzle: &Value, catalogue: &Catalogue) -> Read<()> {
    if let Some(sentence) = unknown_sentence(setup, catalogue, |_| true) {
        return Err(ParseError::new(format!(
            "this puzzle has drawings, and its rules say {sentence:?}, which Tilewright does not know"
        )));
    }
    let rules = setup.told.rules.clone().unwrap_or_default();
    let sentences = sentences(&rules);
    let mut named: Vec<usize> = sentences
        .iter()
        .flat_map(|sentence| catalogue.saying(sentence))
        .filter(|extra| !setup.extras.contains_key(extra))
        .collect();
    named.sort_unstable();
    named.dedup();
    let marks = fpuzzles_marks(setup.sides, puzzle);
    claim(setup, catalogue, &named, marks)?;
    setup.told.drawn = false;
    Ok(())
}

/// The drawings of f-puzzles: lines, circles, rectangles, texts and cages.
fn fpuzzles_marks(sides: Sides, puzzle: &Value) -> Vec<Mark> {
    let cells_of = |names: &Value| -> Vec<u32> {
        let cell = |name: &Value| {
            let (row, column) = name.as_str()?.strip_prefix('R')?.split_once('C')?;
            sides.cell(
                row.parse::<i64>().ok()? - 1,
                column.parse::<i64>().ok()? - 1,
            )
        };
        list(names).filter_map(cell).collect()
    };
    let get = |key: &str| puzzle.get(key).unwrap_or(&Value::Null);
    let part_of = |object: &Value, key: &str| object.get(key).cloned().unwrap_or(Value::Null);
    let text_of = |object: &Value| {
        let value = part_of(object, "value");
        let said = value.as_str().map(|text| text.trim().to_owned());
        said.unwrap_or_else(|| {
            if is_nothing(&value) {
                String::new()
            } else {
                value.to_string()
            }
        })
    };
    let mut marks = Vec::new();
    let mut push = |shape: &'static str, colour: &'static str, cells: Vec<u32>, text: String| {
        marks.push(Mark {
            shape,
            colour,
            cells,
            text,
            side: None,
            is_claimed: false,
        });
    };
    for object in list(get("line")) {
        for line in list(&part_of(object, "lines")) {
            push(
                "line",
                colour(&part_of(object, "outlineC")),
                cells_of(line),
                String::new(),
            );
        }
    }
    for (key, shapes) in [
        ("circle", ["circle", "dot"]),
        ("rectangle", ["square", "drawing"]),
        ("text", ["text", "drawing"]),
    ] {
        for object in list(get(key)) {
            let (cells, text) = (cells_of(&part_of(object, "cells")), text_of(object));
            let fill = colour(&part_of(object, "baseC"));
            let shape = match cells.len() {
                2 if !text.is_empty() => "letter",
                1 if key == "circle" && !matches!(fill, "white" | "") => "disc",
                1 => shapes[0],
                2 => shapes[1],
                _ => "drawing",
            };
            push(shape, fill, cells, text);
        }
    }
    for object in list(get("cage")) {
        push(
            "cage",
            "",
            cells_of(&part_of(object, "cells")),
            text_of(object),
        );
    }
    marks
}

/// The part of an object with a long or a short name.
fn part<'v>(object: &'v Value, long: &str, short: &str) -> &'v Value {
    object
        .get(long)
        .or(object.get(short))
        .unwrap_or(&Value::Null)
}

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn number(value: &Value) -> Option<i64> {
    value
        .as_i64()
        .or_else(|| value.as_str()?.trim().parse().ok())
}

/// Cells as lists of row and column.
fn cells(sides: Sides, value: &Value) -> Vec<u32> {
    let cell = |place: &Value| sides.cell(place.get(0)?.as_i64()?, place.get(1)?.as_i64()?);
    list(value).filter_map(cell).collect()
}

/// Title, author and rules, among the metadata or as cages without cells.
fn tell(setup: &mut Setup, puzzle: &Value) {
    let metadata = part(puzzle, "metadata", "md");
    let notes =
        list(part(puzzle, "cages", "ca")).filter_map(|cage| part(cage, "value", "v").as_str());
    let notes: Vec<&str> = notes.collect();
    let told = |key: &str| {
        let text = metadata.get(key).and_then(Value::as_str);
        let of_note = || {
            notes
                .iter()
                .find_map(|note| note.strip_prefix(key)?.strip_prefix(':'))
        };
        let text = text.or_else(of_note).map(|text| text.trim().to_owned());
        text.filter(|text| !text.is_empty())
    };
    setup.told.title = told("title");
    setup.told.author = told("author");
    setup.told.rules = told("rules");
}

/// The sentences of a text, in small letters. Headings of one or two words are none.
fn sentences(text: &str) -> Vec<String> {
    let text = text
        .replace("\\n", "\n")
        .replace("i.e.", "that is")
        .replace("ie.", "that is");
    let lines = text
        .lines()
        .flat_map(|line| line.split_inclusive(['.', '!', ';']));
    let sentence = |part: &str| {
        part.trim_matches(|c: char| !c.is_alphanumeric())
            .to_lowercase()
    };
    let is_said = |sentence: &String| sentence.split_whitespace().count() > 2;
    lines.map(sentence).filter(is_said).collect()
}

impl Catalogue {
    /// The extras that a sentence names.
    fn saying(&self, sentence: &str) -> Vec<usize> {
        let is_said = |drawn: &Drawn| drawn.says.iter().any(|phrase| has_all(sentence, phrase));
        let all = self
            .extras
            .iter()
            .enumerate()
            .filter(|(_, extra)| is_said(&extra.drawn));
        all.map(|(number, _)| number).collect()
    }

    /// Returns true if a sentence says nothing beyond the board.
    fn is_general(&self, sentence: &str) -> bool {
        self.general.iter().any(|phrase| has_all(sentence, phrase))
    }
}

fn has_all(sentence: &str, phrase: &[String]) -> bool {
    phrase.iter().all(|word| match word.strip_prefix('!') {
        Some(word) => !sentence.contains(word),
        None => sentence.contains(&**word),
    })
}

/// Everything that is drawn. Discs at the ends of lines and circles at the foot of arrows are part of these.
fn marks(sides: Sides, puzzle: &Value) -> Vec<Mark> {
    let mut round: Vec<Mark> = Vec::new();
    for drawing in list(part(puzzle, "overlays", "o")).chain(list(part(puzzle, "underlays", "u"))) {
        round.push(mark_of(sides, drawing));
    }
    let mut marks = Vec::new();
    for cage in list(part(puzzle, "cages", "ca")) {
        let cells = cells(sides, part(cage, "cells", "ce"));
        if cells.is_empty() {
            continue;
        }
        let value = part(cage, "value", "v");
        let text = value.as_str().map_or_else(
            || {
                if is_nothing(value) {
                    String::new()
                } else {
                    value.to_string()
                }
            },
            str::to_owned,
        );
        let is_plain = is_nothing(part(cage, "outlineC", "oc"));
        let colour = if is_plain { "" } else { "other" };
        marks.push(Mark {
            shape: "cage",
            colour,
            cells,
            text,
            side: None,
            is_claimed: false,
        });
    }
    for arrow in list(part(puzzle, "arrows", "a")) {
        let cells = way(sides, part(arrow, "wayPoints", "wp"));
        let foot = round
            .iter_mut()
            .filter(|mark| mark.shape == "circle" && mark.cells.first() == cells.first());
        let has_foot = foot.map(|mark| mark.is_claimed = true).count() > 0;
        marks.push(Mark {
            shape: if has_foot { "arrow" } else { "shaft" },
            colour: "",
            cells,
            text: "1".into(),
            side: None,
            is_claimed: false,
        });
    }
    for line in list(part(puzzle, "lines", "l")) {
        let mut cells = way(sides, part(line, "wayPoints", "wp"));
        let colour = colour(part(line, "color", "c"));
        let mut has_bulb = |end: Option<&u32>| {
            let bulb = round.iter_mut().filter(|mark| {
                mark.shape == "disc" && mark.colour == colour && mark.cells.first() == end
            });
            bulb.map(|mark| mark.is_claimed = true).count() > 0
        };
        let mut shape = "line";
        if has_bulb(cells.first()) {
            shape = "bulb";
        } else if has_bulb(cells.last()) {
            cells.reverse();
            shape = "bulb";
        }
        marks.push(Mark {
            shape,
            colour,
            cells,
            text: String::new(),
            side: None,
            is_claimed: false,
        });
    }
    round.retain(|mark| !mark.is_claimed);
    marks.extend(round);
    marks
}

/// A mark in a cell or between cells.
fn mark_of(sides: Sides, drawing: &Value) -> Mark {
    let centre = part(drawing, "center", "ct");
    let at = |axis: usize| centre.get(axis).and_then(Value::as_f64).unwrap_or(-1.0);
    let text = part(drawing, "text", "te");
    let text = text.as_str().map_or_else(
        || {
            if text.is_null() {
                String::new()
            } else {
                text.to_string()
            }
        },
        |text| text.trim().to_owned(),
    );
    let is_round = part(drawing, "rounded", "r").as_bool().unwrap_or(false);
    let (fill, border) = (
        part(drawing, "backgroundColor", "c2"),
        part(drawing, "borderColor", "c1"),
    );
    let fill = colour(fill);
    let size = |long: &str, short: &str| part(drawing, long, short).as_f64().unwrap_or(0.0);
    let is_large = size("width", "w") > 0.5;
    let halves = |place: f64| (place * 2.0).round();
    let (row, column) = (halves(at(0)), halves(at(1)));
    let is_exact = (row / 2.0 - at(0)).abs() < 0.05 && (column / 2.0 - at(1)).abs() < 0.05;
    #[expect(clippy::cast_possible_truncation, reason = "a place of a small board")]
    let (row, column) = (row as i64, column as i64);
    // In halves of cells: both odd in a cell, one even between two.
    let around: Vec<(i64, i64)> = match (row % 2 != 0, column % 2 != 0) {
        (true, true) => vec![(row, column)],
        (false, true) => vec![(row - 1, column), (row + 1, column)],
        (true, false) => vec![(row, column - 1), (row, column + 1)],
        (false, false) => Vec::new(),
    };
    let cell = |&(row, column): &(i64, i64)| sides.cell(row.div_euclid(2), column.div_euclid(2));
    let mut cells: Vec<u32> = around.iter().filter_map(cell).collect();
    let outside = side_at(sides, row.div_euclid(2), column.div_euclid(2))
        .filter(|_| row % 2 != 0 && column % 2 != 0 && !text.is_empty());
    if let Some((side, place)) = outside {
        cells = sides.seen_from(side, place);
    }
    let shape = match (cells.len(), is_round) {
        _ if !is_exact => "drawing",
        _ if outside.is_some() => "outside",
        (2, _) if !text.is_empty() => "letter",
        (2, true) => "dot",
        (1, _) if !text.is_empty() => "text",
        (1, true) if is_large && (fill == "white" || fill.is_empty()) && !border.is_null() => {
            "circle"
        }
        (1, true) if is_large => "disc",
        (1, false) if is_large => "square",
        _ => "drawing",
    };
    Mark {
        shape,
        colour: fill,
        cells,
        text,
        side: outside.map(|(side, _)| side),
        is_claimed: false,
    }
}

/// The side of the board that a place beside it lies at, and the row or column there.
fn side_at(sides: Sides, row: i64, column: i64) -> Option<(Side, usize)> {
    let (rows, columns) = (sides.rows as i64, sides.columns as i64);
    let is_in = |at: i64, count: i64| (0..count).contains(&at);
    match (row, column) {
        (-1, at) if is_in(at, columns) => Some((Side::Top, at as usize)),
        (row, at) if row == rows && is_in(at, columns) => Some((Side::Bottom, at as usize)),
        (at, -1) if is_in(at, rows) => Some((Side::Left, at as usize)),
        (at, column) if column == columns && is_in(at, rows) => Some((Side::Right, at as usize)),
        _ => None,
    }
}

/// The cells along way points, those between two in line as well.
fn way(sides: Sides, points: &Value) -> Vec<u32> {
    #[expect(clippy::cast_possible_truncation, reason = "a place of a small board")]
    let place = |point: &Value| {
        Some((
            point.get(0)?.as_f64()?.floor() as i64,
            point.get(1)?.as_f64()?.floor() as i64,
        ))
    };
    let points: Vec<(i64, i64)> = list(points).filter_map(place).collect();
    let mut cells: Vec<u32> = Vec::new();
    let mut push = |(row, column): (i64, i64)| {
        if let Some(cell) = sides.cell(row, column)
            && cells.last() != Some(&cell)
        {
            cells.push(cell);
        }
    };
    for pair in points.windows(2) {
        let (down, right) = (pair[1].0 - pair[0].0, pair[1].1 - pair[0].1);
        let steps = down.abs().max(right.abs()).clamp(1, LARGEST_SIDE as i64);
        for step in 0..=steps {
            push((
                pair[0].0 + down * step / steps,
                pair[0].1 + right * step / steps,
            ));
        }
    }
    cells
}

/// The name of a colour written as `#rgb` or `#rrggbb`, perhaps with a transparency.
fn colour(value: &Value) -> &'static str {
    let text = value.as_str().unwrap_or("");
    let digits: Option<Vec<u32>> = text
        .trim_start_matches('#')
        .chars()
        .map(|sign| sign.to_digit(16))
        .collect();
    let [red, green, blue] = match digits.as_deref() {
        Some([r, g, b] | [r, g, b, _]) => [17 * r, 17 * g, 17 * b],
        // A zipped grey has one digit.
        Some([grey]) => [17 * grey; 3],
        Some(digits @ [_, _, _, _, _, _, ..]) => {
            [0, 2, 4].map(|at| 16 * digits[at] + digits[at + 1])
        }
        _ => return "",
    };
    let (low, high) = (red.min(green).min(blue), red.max(green).max(blue));
    if high - low < 30 {
        return match high {
            0..60 => "black",
            235.. => "white",
            _ => "grey",
        };
    }
    let range = i64::from(high - low);
    let part = |one: u32, other: u32| 60 * (i64::from(one) - i64::from(other)) / range;
    let hue = if high == red {
        part(green, blue)
    } else if high == green {
        120 + part(blue, red)
    } else {
        240 + part(red, green)
    };
    match hue.rem_euclid(360) {
        0..45 => "orange",
        45..75 => "yellow",
        75..165 => "green",
        165..250 => "blue",
        250..340 => "purple",
        _ => "red",
    }
}

/// Gives what is drawn to the extras that were named. First by shape and colour, then lines by shape alone.
fn claim(
    setup: &mut Setup,
    catalogue: &Catalogue,
    named: &[usize],
    mut marks: Vec<Mark>,
) -> Read<()> {
    for &extra in named {
        setup.uses(catalogue, extra);
    }
    // Lines of which more matters than their steps: the extra, the layer and the mark.
    let mut whole: Vec<(usize, usize, usize)> = Vec::new();
    // The one or two cells in the middle of lines that may have a mark there.
    let mut middles: Vec<Vec<u32>> = Vec::new();
    for is_strict in [true, false] {
        let open = marks.iter_mut().enumerate();
        for (number, mark) in open.filter(|(_, mark)| !mark.is_claimed) {
            let looks = named.iter().flat_map(|&extra| {
                catalogue.extras[extra]
                    .drawn
                    .looks
                    .iter()
                    .map(move |look| (extra, look))
            });
            let is_there = |extra: usize, layer: usize| {
                mark.side.is_none_or(|side| {
                    catalogue.extras[extra].layers[layer].at == Spots::Outside(side)
                })
            };
            let mut fitting = looks.filter(|(extra, (layer, look))| {
                look.fits(mark, is_strict) && is_there(*extra, *layer)
            });
            let Some((extra, (layer, look))) = fitting.next() else {
                continue;
            };
            if !is_strict && fitting.next().is_some() {
                continue;
            }
            let clue = look
                .number
                .of(&mark.text)
                .ok_or_else(|| ParseError::new(format!("{:?} is not a number", mark.text)))?;
            let cells = look.cells(setup, mark);
            if mark.shape == "line" && !look.is_of_steps {
                whole.push((extra, *layer, number));
            }
            if look.is_circled {
                let half = cells.len() / 2;
                middles.push(cells[(cells.len() - half - 1)..=half].to_vec());
            }
            setup.add(
                catalogue,
                extra,
                *layer,
                Item {
                    cells,
                    clue: clue.map(Clue::Number),
                },
            );
            mark.is_claimed = true;
        }
    }
    let is_middle = |mark: &Mark| {
        let is_at = |middle: &Vec<u32>| {
            middle.len() == mark.cells.len() && middle.iter().all(|cell| mark.cells.contains(cell))
        };
        mark.text.is_empty()
            && matches!(mark.shape, "circle" | "disc" | "dot" | "drawing")
            && middles.iter().any(is_at)
    };
    let Some(left) = marks
        .iter()
        .find(|mark| !mark.is_claimed && !is_middle(mark))
    else {
        check_drawn(setup, catalogue, named)?;
        return check_strokes(setup.sides, &whole, &marks);
    };
    let place = left
        .cells
        .first()
        .map_or_else(|| "the rim".to_owned(), |&cell| setup.sides.name(cell));
    let colour = if left.colour.is_empty() {
        String::new()
    } else {
        format!("{} ", left.colour)
    };
    Err(ParseError::new(format!(
        "the rules that Tilewright knows do not explain what is drawn at {place}: {colour}{}",
        left.shape
    )))
}

/// Complains about rules whose clues are not drawn.
fn check_drawn(setup: &Setup, catalogue: &Catalogue, named: &[usize]) -> Read<()> {
    let is_missing = |extra: &&usize| {
        let is_empty = |items: &Vec<Vec<Item>>| items.iter().all(Vec::is_empty);
        !catalogue.extras[**extra].layers.is_empty()
            && setup.extras.get(*extra).is_none_or(is_empty)
    };
    let Some(&extra) = named.iter().find(is_missing) else {
        return Ok(());
    };
    Err(ParseError::new(format!(
        "the rules of this puzzle speak of {:?}, but nothing that is drawn is a clue of it",
        catalogue.extras[extra].name
    )))
}

/// Complains about lines that may be one in two strokes: one of them ends on the other.
fn check_strokes(sides: Sides, whole: &[(usize, usize, usize)], marks: &[Mark]) -> Read<()> {
    for (at, (extra, layer, one)) in whole.iter().enumerate() {
        for (_, _, other) in whole[at + 1..]
            .iter()
            .filter(|of| (of.0, of.1) == (*extra, *layer))
        {
            let (one, other) = (&marks[*one].cells, &marks[*other].cells);
            let ends = [one.first(), one.last()].map(|end| end.filter(|end| other.contains(end)));
            let others =
                [other.first(), other.last()].map(|end| end.filter(|end| one.contains(end)));
            if let Some(&cell) = ends.into_iter().chain(others).flatten().next() {
                return Err(ParseError::new(format!(
                    "two lines of one colour meet at {}: the drawing does not tell whether they are one",
                    sides.name(cell)
                )));
            }
        }
    }
    Ok(())
}

impl Look {
    fn fits(&self, mark: &Mark, is_strict: bool) -> bool {
        let shape = if self.shape == "ring" {
            "line"
        } else {
            &self.shape
        };
        let has_colour = match &self.colour {
            Some(colour) => colour == mark.colour,
            None => mark.colour != "other",
        };
        shape == mark.shape
            && (has_colour || !is_strict && shape == "line")
            && !(is_strict && shape == "line" && self.colour.is_none())
    }

    /// The cells of a mark. A closed line continues past its start.
    fn cells(&self, setup: &Setup, mark: &Mark) -> Vec<u32> {
        let cells = &mark.cells;
        let is_closed = cells.len() > 3 && cells.first() == cells.last();
        if !is_closed || mark.shape != "line" {
            return cells.clone();
        }
        let open = &cells[..cells.len() - 1];
        if self.shape != "ring" {
            return [cells, &cells[1..2]].concat();
        }
        let region = |at: usize| setup.boxes[open[at % open.len()] as usize];
        let start = (0..open.len())
            .find(|&at| region(at) != region(at + open.len() - 1))
            .unwrap_or(0);
        [&open[start..], &open[..start]].concat()
    }
}
