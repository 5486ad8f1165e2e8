//! Game ids of Simon Tatham's collection, by the parts that a kind's file lists as `tatham`.
//!
//! An id is the size, perhaps letters for the way in which it was made, a colon and parts with commas between them. Each part
//! writes some layers of clues in one of these ways:
//!
//! | part | what it is |
//! | --- | --- |
//! | `runs L` | a sign a place, and letters for 1 to 26 places without. `A=10`: letters from that number on; `B=?`: a clue that is not known; `W=w`: a word |
//! | `spaced L` | numbers, `_` between two side by side, and letters for places without |
//! | `cells L` | a sign a place, `0` to `9`, `a` to `z`, `A` to `Z`; `[12]` in brackets where the file says `brackets`; 0 is none where it says `zeros` |
//! | `gaps L` | letters for the places before each mark, `_` for none |
//! | `cases L 1 2` | letters for the places before each number, small for the first and capital for the second |
//! | `sides L M …` | numbers outside, with `/` between them, perhaps none |
//! | `lists L M …` | lists of numbers outside, with `/` between them and `.` in them |
//! | `numbers L M …` | a part for each place outside |
//! | `dots L` | a sign for each place outside, `.` for none |
//! | `dominoes L` | regions of two cells: `L` and `R`, `T` and `B` |
//! | `blocks L` | regions, by the lengths of the ways along edges without a border |
//! | `signed L a M s …` | a letter and a number for each region |
//! | `signs L M` | a number for each cell, 0 for none, and the sides at which a smaller number lies |

mod read;
mod write;

use super::clues::{Clue, ClueLayer, ClueSort, Spots};
use crate::ParseError;
use crate::document::Word;
use crate::section::Section;

pub(super) use read::read;
pub(super) use write::write;

type Read<T> = Result<T, ParseError>;

/// The ids of a kind.
#[derive(Debug, PartialEq)]
pub(crate) struct Ids {
    /// The name of the game in addresses of the collection.
    name: String,
    size: Size,
    /// Letters behind the size that matter, and how.
    letters: Vec<(char, Letter)>,
    parts: Vec<Part>,
}

/// How the size is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Size {
    /// Columns, `x` and rows; one number for a square.
    Sides,
    /// One number, the side of a square.
    Side,
    /// One number: two less than the columns and one less than the rows.
    Dominoes,
}

/// What a letter behind the size means.
#[derive(Clone, Debug, PartialEq)]
enum Letter {
    /// Other rules: the id is refused.
    Other,
    /// Only with this number behind it the rules are these.
    Only(u32),
    /// This parameter is 1.
    Param(String),
}

/// A part of an id.
#[derive(Clone, Debug, PartialEq)]
struct Part {
    way: Way,
    layers: Vec<usize>,
    /// It may be missing, with the comma before it.
    is_optional: bool,
    /// Signs and what they mean, for `runs`: `None` is a clue that is not known.
    signs: Vec<(char, Option<Clue>)>,
    /// The first number that is a capital letter, where there is one.
    capitals: Option<i64>,
    brackets: bool,
    zeros: bool,
    /// The two numbers of `cases`.
    numbers: [i64; 2],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Runs,
    Spaced,
    Cells,
    Gaps,
    Cases,
    Sides,
    Lists,
    Numbers,
    Dots,
    Dominoes,
    Blocks,
    Signed,
    Signs,
}

const WAYS: [(&str, Way); 13] = [
    ("runs", Way::Runs),
    ("spaced", Way::Spaced),
    ("cells", Way::Cells),
    ("gaps", Way::Gaps),
    ("cases", Way::Cases),
    ("sides", Way::Sides),
    ("lists", Way::Lists),
    ("numbers", Way::Numbers),
    ("dots", Way::Dots),
    ("dominoes", Way::Dominoes),
    ("blocks", Way::Blocks),
    ("signed", Way::Signed),
    ("signs", Way::Signs),
];

impl Ids {
    /// Reads what a file says of ids.
    pub(super) fn read(top: &Section<'_>, layers: &[ClueLayer]) -> Read<Option<Self>> {
        let Some(entry) = top.get("tatham") else {
            return Ok(None);
        };
        let wrong = || {
            entry.key_error(
                "\"tatham\" should be a table: { name = \"game\", code = [\"runs number\"] }",
            )
        };
        let section = entry.section().ok_or_else(wrong)?;
        section.check_keys("tatham", &["name", "size", "letters", "code"])?;
        let missing = || entry.key_error("\"tatham\" has a name and a code");
        let name = section.get("name").ok_or_else(missing)?.text()?.text;
        let size = match section.get("size") {
            None => Size::Sides,
            Some(entry) => {
                let text = entry.text()?;
                match &*text.text {
                    "sides" => Size::Sides,
                    "side" => Size::Side,
                    "dominoes" => Size::Dominoes,
                    _ => return Err(text.error("the size is \"sides\", \"side\" or \"dominoes\"")),
                }
            }
        };
        let letters = section.get("letters");
        let letters = letters.map_or(Ok(Vec::new()), |entry| entry.words())?;
        let parts = section.get("code").ok_or_else(missing)?.each().into_iter();
        Ok(Some(Self {
            name,
            size,
            letters: letters.iter().map(letter).collect::<Read<_>>()?,
            parts: parts
                .map(|entry| part(layers, &entry.text()?))
                .collect::<Read<_>>()?,
        }))
    }

    /// Returns true if a text is an address of this game.
    pub(super) fn is_address(&self, text: &str) -> bool {
        text.contains(&format!("/{}.html#", self.name))
    }
}

/// A letter: `a` for other rules, `m2` for only that number, `u=unlike` for a parameter.
fn letter(word: &Word<'_>) -> Read<(char, Letter)> {
    let wrong = || word.error("a letter was expected: a, m2 or u=unlike");
    let mut signs = word.text.chars();
    let letter = signs
        .next()
        .filter(char::is_ascii_lowercase)
        .ok_or_else(wrong)?;
    let rest = signs.as_str();
    let meant = match rest.strip_prefix('=') {
        Some(param) => Letter::Param(param.to_owned()),
        None if rest.is_empty() => Letter::Other,
        None => Letter::Only(rest.parse().map_err(|_| wrong())?),
    };
    Ok((letter, meant))
}

/// Reads a part.
fn part(layers: &[ClueLayer], entry: &Word<'_>) -> Read<Part> {
    let words = entry.words();
    let Some((first, rest)) = words.split_first() else {
        return Err(entry.error("a part names a way to write clues, and layers of clues"));
    };
    let is_optional = first.text.ends_with('?');
    let name = first.text.trim_end_matches('?');
    let way = WAYS.into_iter().find(|(known, _)| *known == name);
    let Some((_, way)) = way else {
        let error = first.error(format!("there is no way {name:?} to write clues"));
        return Err(crate::nearest::with_nearest(
            error,
            name,
            WAYS.into_iter().map(|(known, _)| known),
        ));
    };
    let mut part = Part {
        way,
        layers: Vec::new(),
        is_optional,
        signs: Vec::new(),
        capitals: None,
        brackets: false,
        zeros: false,
        numbers: [0, 1],
    };
    let mut numbers = 0;
    for word in rest {
        let text = &*word.text;
        if let Some(layer) = layers.iter().position(|layer| layer.name == text) {
            part.layers.push(layer);
        } else if text == "brackets" {
            part.brackets = true;
        } else if text == "zeros" {
            part.zeros = true;
        } else if let (Way::Cases, Ok(number)) = (way, text.parse()) {
            if let Some(place) = part.numbers.get_mut(numbers) {
                *place = number;
            }
            numbers += 1;
        } else if let (Way::Signed, Some(letter), 1) = (way, text.chars().next(), text.len()) {
            part.signs.push((letter, None));
        } else if let Some((sign, meant)) = text.split_once('=') {
            let sign = sign
                .chars()
                .next()
                .ok_or_else(|| word.error("a sign was expected"))?;
            let layer = part.layers.first().map(|&layer| &layers[layer]);
            let clue = match (meant, layer.map(|layer| &layer.sort)) {
                ("?", _) => None,
                (word, Some(ClueSort::Word(values)))
                    if values.iter().any(|value| value == word) =>
                {
                    let number = values.iter().position(|value| value == word);
                    number.map(|number| Clue::Word(number as u32))
                }
                (number, _) => {
                    let number = number.parse();
                    let number = number
                        .map_err(|_| word.error("a number or a word of the layer was expected"))?;
                    part.capitals = Some(number);
                    continue;
                }
            };
            part.signs.push((sign, clue));
        } else {
            return Err(word.error(format!("there are no clues {text:?}")));
        }
    }
    check(layers, first, &part)?;
    Ok(part)
}

/// Refuses parts for layers that they do not write.
fn check(layers: &[ClueLayer], first: &Word<'_>, part: &Part) -> Read<()> {
    let fits = |&layer: &usize| {
        let layer = &layers[layer];
        let is_number = matches!(layer.sort, ClueSort::Number { .. });
        match part.way {
            Way::Runs => is_number || matches!(layer.sort, ClueSort::Word(_)),
            Way::Spaced | Way::Cells | Way::Cases => is_number,
            Way::Gaps => layer.sort == ClueSort::Mark,
            Way::Sides | Way::Numbers | Way::Dots => {
                is_number && matches!(layer.at, Spots::Outside(_))
            }
            Way::Lists => layer.sort == ClueSort::Numbers,
            Way::Dominoes | Way::Blocks => layer.sort == ClueSort::Region,
            Way::Signed => is_number && matches!(layer.at, Spots::Regions(_)),
            // Numbers of cells, and the two words for signs between them.
            Way::Signs => is_number || layer.at == Spots::Inner,
        }
    };
    let count = match part.way {
        Way::Signs => 2..=2,
        Way::Sides | Way::Lists | Way::Numbers | Way::Signed => 1..=8,
        _ => 1..=1,
    };
    let are_signed = part.way != Way::Signed || part.signs.len() == part.layers.len();
    if count.contains(&part.layers.len()) && part.layers.iter().all(fits) && are_signed {
        return Ok(());
    }
    Err(first.error(format!("{:?} does not write such clues", first.text)))
}

/// The places outside that some layers have, with their layers.
fn places(layers: &[ClueLayer], part: &Part, rows: usize, columns: usize) -> Vec<(usize, usize)> {
    let of_layer = |&layer: &usize| {
        let count = layers[layer].at.count(rows, columns).unwrap_or(0);
        (0..count)
            .map(move |place| (layer, place))
            .collect::<Vec<_>>()
    };
    part.layers.iter().flat_map(of_layer).collect()
}

/// For each way from cell to cell, rows first and then columns, the two cells.
fn ways(rows: usize, columns: usize) -> Vec<[usize; 2]> {
    let across = (0..rows).flat_map(|row| {
        (1..columns).map(move |column| [row * columns + column - 1, row * columns + column])
    });
    let down = (0..columns).flat_map(|column| {
        (1..rows).map(move |row| [(row - 1) * columns + column, row * columns + column])
    });
    across.chain(down).collect()
}

/// The edges between a cell and the next ones, with a letter for the side, in the order of the letters: the number of the edge, and
/// whether the cell is the first beside it.
fn edges(row: usize, column: usize, rows: usize, columns: usize) -> Vec<(char, usize, bool)> {
    // Row by row: the edges beside the cells of a row, then those below them.
    let beside = |row: usize, column: usize| row * (2 * columns - 1) + column;
    let below = |row: usize, column: usize| row * (2 * columns - 1) + columns - 1 + column;
    let mut all = Vec::new();
    if row > 0 {
        all.push(('U', below(row - 1, column), false));
    }
    if column + 1 < columns {
        all.push(('R', beside(row, column), true));
    }
    if row + 1 < rows {
        all.push(('D', below(row, column), true));
    }
    if column > 0 {
        all.push(('L', beside(row, column - 1), false));
    }
    all
}

#[cfg(test)]
mod tests;
