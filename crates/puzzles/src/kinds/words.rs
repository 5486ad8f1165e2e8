//! What is said of a board of a kind: "r2c3 is black", "there is no line between r1c1 and r1c2".
//!
//! `[words]` lends nouns to values: with `bulb = "a bulb"`, "r2c3 is a bulb"; with `on = "bridge"`, "there is a bridge between
//! r1c1 and r1c2".

use super::board::Board;
use crate::ParseError;
use crate::Tells;
use crate::prose::listed;
use crate::rules::entered::Halves;
use crate::section::Section;
use crate::words::{self, Telling};
use tilewright_logic::Step;
use tilewright_model::{Choice, Item, Names};

/// The nouns of a kind, by the names of values.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Nouns(Vec<(String, String)>);

impl Nouns {
    /// Reads `[words]`.
    pub(super) fn read(top: &Section<'_>) -> Result<Self, ParseError> {
        let Some(entry) = top.get("words") else {
            return Ok(Self::default());
        };
        let wrong = || entry.key_error("\"words\" should be a table, written [words]");
        let nouns = entry.section().ok_or_else(wrong)?.entries().into_iter();
        let noun =
            |entry: crate::section::Entry<'_>| Ok((entry.key.to_owned(), entry.text()?.text));
        nouns.map(noun).collect::<Result<_, _>>().map(Self)
    }

    /// The noun of a value.
    fn of(&self, layer: &str, value: &str) -> Option<&str> {
        let long = format!("{layer}.{value}");
        let mut nouns = self.0.iter();
        let found = nouns.find(|(known, _)| *known == long || known == value);
        found.map(|(_, noun)| noun.as_str())
    }
}

/// Values that say that a cell has nothing in it.
const NOTHING: [&str; 3] = [".", "-", "_"];

/// The most places that are named one by one.
const MOST_NAMED: usize = 12;

/// Whether a place is a cell, an edge or a corner.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sort {
    Cell,
    Edge,
    Corner,
}

fn sort([row, column]: Halves) -> Sort {
    match (row % 2, column % 2) {
        (1, 1) => Sort::Cell,
        (0, 0) => Sort::Corner,
        _ => Sort::Edge,
    }
}

/// What is said of a value: of cells "is black" or "= 5", of edges "there is no line".
fn predicate(board: &Board, layer: &str, place: Halves, value: &str) -> String {
    let noun = board.kind.nouns.of(layer, value);
    let is_number = value.chars().all(|c| c.is_ascii_digit());
    match (sort(place), noun) {
        (Sort::Edge, noun) if !is_number => {
            let values = board.rules.values_of(layer);
            let is_nothing = values.first() == Some(&value) && values.len() > 1;
            // "Off" is said as no line, of whatever "on" is called.
            let other = || values.get(1).and_then(|on| board.kind.nouns.of(layer, on));
            match (is_nothing, noun) {
                (_, Some(noun)) if noun.contains(' ') => format!("there is {noun}"),
                (false, noun) => format!("there is a {}", noun.unwrap_or("line")),
                (true, _) => format!("there is no {}", other().unwrap_or("line")),
            }
        }
        (Sort::Edge, _) => match value {
            "0" => format!("there is no {layer}"),
            "1" => format!("there is a {layer}"),
            _ => format!("there are {value} {layer}s"),
        },
        (_, Some(noun)) => format!("is {noun}"),
        (_, None) if NOTHING.contains(&value) => "is empty".to_owned(),
        (_, None) if value.chars().count() < 2 || is_number => format!("= {value}"),
        (_, None) => format!("is {value}"),
    }
}

/// The names of the cells at both sides of an edge, or the edge of one cell.
fn edge_name([row, column]: Halves, [rows, columns]: [usize; 2]) -> String {
    let cell = |row: u32, column: u32| format!("r{}c{}", row / 2 + 1, column / 2 + 1);
    let (last_row, last_column) = (2 * rows as u32, 2 * columns as u32);
    match (row, column) {
        (0, column) => format!("the top of {}", cell(1, column)),
        (row, 0) => format!("the left of {}", cell(row, 1)),
        (row, column) if row == last_row => format!("the bottom of {}", cell(row - 1, column)),
        (row, column) if column == last_column => format!("the right of {}", cell(row, column - 1)),
        (row, column) if row.is_multiple_of(2) => {
            format!("{}–{}", cell(row - 1, column), cell(row + 1, column))
        }
        (row, column) => format!("{}–{}", cell(row, column - 1), cell(row, column + 1)),
    }
}

impl Board {
    fn size(&self) -> [usize; 2] {
        [self.clues.rows, self.clues.columns]
    }

    /// Returns true if a choice is about an edge.
    pub(super) fn is_of_edge(&self, choice: Choice) -> bool {
        let placed = self.rules.placed(choice);
        placed.is_some_and(|(_, place, _)| sort(place) == Sort::Edge)
    }

    fn place_said(&self, place: Halves) -> String {
        match sort(place) {
            Sort::Cell => format!("r{}c{}", place[0] / 2 + 1, place[1] / 2 + 1),
            Sort::Edge => edge_name(place, self.size()),
            Sort::Corner => {
                let ends = [(place[0], "row"), (place[1], "column")];
                let said =
                    ends.map(|(half, noun)| format!("{noun}s {} and {}", half / 2, half / 2 + 1));
                format!("the corner between {}", said.join(", "))
            }
        }
    }

    /// Several choices as a sentence: those of one value are said together.
    fn stated(&self, choices: &[Choice], last: &str) -> Option<String> {
        let mut groups: Vec<(String, Vec<Halves>)> = Vec::new();
        for &choice in choices {
            let (layer, place, value) = self.rules.placed(choice)?;
            let said = predicate(self, layer, place, value);
            let sort_of = sort(place);
            let known = groups
                .iter_mut()
                .find(|(known, places)| *known == said && sort(places[0]) == sort_of);
            match known {
                Some((_, places)) => places.push(place),
                None => groups.push((said, vec![place])),
            }
        }
        let parts = groups
            .into_iter()
            .map(|(said, places)| self.sentence(&said, &places));
        Some(listed(parts, last))
    }

    /// "r1c1 and r1c2 are black".
    fn sentence(&self, said: &str, places: &[Halves]) -> String {
        let names = self.names(places);
        match (sort(places[0]), said.strip_prefix("is ")) {
            (Sort::Edge, _) => match names.split_once('–') {
                Some((one, other)) if places.len() == 1 => {
                    format!("{said} between {one} and {other}")
                }
                _ => format!("{said} at {names}"),
            },
            (_, Some(rest)) if places.len() > 1 => {
                let rest = rest
                    .strip_prefix("a ")
                    .map_or_else(|| rest.to_owned(), |noun| format!("{noun}s"));
                format!("{names} are {rest}")
            }
            _ => format!("{names} {said}"),
        }
    }

    /// Places by their names: three and more cells in a row or column from the first to the last.
    fn names(&self, places: &[Halves]) -> String {
        let mut places = places.to_vec();
        places.sort_unstable();
        let steps: [Halves; 2] = [[0, 2], [2, 0]];
        let follows = |by: Halves| {
            let mut pairs = places.windows(2);
            pairs.all(|pair| [pair[0][0] + by[0], pair[0][1] + by[1]] == pair[1])
        };
        let is_line = places.len() > 2 && steps.into_iter().any(follows);
        if let ([first, .., last], true, Sort::Cell) = (&places[..], is_line, sort(places[0])) {
            return format!("{} to {}", self.place_said(*first), self.place_said(*last));
        }
        let more = places.len().saturating_sub(MOST_NAMED);
        let named = places
            .iter()
            .take(MOST_NAMED)
            .map(|&place| self.place_said(place));
        let rest = (more > 0).then(|| format!("{more} more"));
        listed(named.chain(rest), "and")
    }

    /// The other value of a tile that has two.
    fn opposite(&self, choice: Choice) -> Option<Choice> {
        let (layer, place, value) = self.rules.placed(choice)?;
        match &self.rules.values_at(layer, place)[..] {
            [one, other] if one.0 == value => Some(other.1),
            [one, other] if other.0 == value => Some(one.1),
            _ => None,
        }
    }
}

impl Tells for Board {
    fn tell(&self, step: &Step, board: &tilewright_logic::Board) -> Telling {
        words::plain(self, step, board)
    }

    fn choice_thing(&self, choice: Choice) -> Option<String> {
        let (layer, place, value) = self.rules.placed(choice)?;
        if sort(place) == Sort::Edge {
            let said = predicate(self, layer, place, value);
            let thing = said.strip_prefix("there is ")?.to_owned();
            return Some(self.sentence(&thing, &[place]));
        }
        let noun = self.kind.nouns.of(layer, value);
        let thing = noun.unwrap_or(if NOTHING.contains(&value) {
            "nothing"
        } else {
            value
        });
        Some(format!("{thing} at {}", self.place_said(place)))
    }

    fn stated(&self, choices: &[Choice], last: &str) -> Option<String> {
        self.stated(choices, last)
    }

    fn denied(&self, choices: &[Choice]) -> Option<String> {
        let opposites: Option<Vec<Choice>> = choices.iter().map(|&c| self.opposite(c)).collect();
        if let Some(opposites) = opposites {
            return self.stated(&opposites, "and");
        }
        let mut of_place: Vec<(Halves, &str, Vec<&str>)> = Vec::new();
        for &choice in choices {
            let (layer, place, value) = self.rules.placed(choice)?;
            let value = self.kind.nouns.of(layer, value).unwrap_or(value);
            let known = of_place
                .iter_mut()
                .find(|known| (known.0, known.1) == (place, layer));
            match known {
                Some((_, _, values)) => values.push(value),
                None => of_place.push((place, layer, vec![value])),
            }
        }
        // Places that lose the same are said together.
        let mut same: Vec<(Vec<Halves>, Vec<&str>)> = Vec::new();
        for (place, _, values) in of_place {
            match same.iter_mut().find(|(_, known)| *known == values) {
                Some((places, _)) => places.push(place),
                None => same.push((vec![place], values)),
            }
        }
        let part = |(places, values): (Vec<Halves>, Vec<&str>)| {
            let verb = if places.len() == 1 { "is" } else { "are" };
            format!(
                "{} {verb} not {}",
                self.names(&places),
                listed(values, "or")
            )
        };
        Some(listed(same.into_iter().map(part), "and"))
    }
}

impl Board {
    /// The name of an item: an edge by the cells at its sides.
    pub(super) fn item_said(&self, item: Item) -> String {
        match self.rules.tile_place(item) {
            Some(place) if sort(place) == Sort::Edge => {
                let name = edge_name(place, self.size());
                match name.split_once('–') {
                    Some((one, other)) => format!("the edge between {one} and {other}"),
                    None => name,
                }
            }
            _ => self.rules.item_name(item),
        }
    }
}
