//! Answers that have a value for each cell, as people and models write them.
//!
//! A family whose puzzles have such answers names the key of its JSON that holds them ([`Settable::key_of_cells`]). A
//! value is a word of the legend, or its number where the JSON has numbers; where the legend has no values, cells of
//! one area have any word in common. Texts are read leniently: JSON, any format of the family, or words or characters,
//! as many as there are cells.

use crate::{Drawn, Legend, Puzzle, Settable, json};
use serde_json::Value;
use std::collections::HashMap;
use tilewright_model::{Choice, Model};

/// The keys of an object that may have the cells instead of the family's own.
const OTHER_KEYS: [&str; 2] = ["solution", "answer"];

/// The way answers to a puzzle are read that have a value for each of its cells.
#[derive(Debug)]
pub struct CellAnswers<'p> {
    puzzle: &'p dyn Puzzle,
    key: &'static str,
    legend: Legend,
    count: usize,
    /// True if values are numbers from 1, and 0 stands for none.
    are_numbers: bool,
}

/// The contents of cells: the slot of a value, or the number of an area.
pub type Contents = Vec<Option<usize>>;

/// An answer as choices.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Picks {
    /// The choices, ascending.
    pub choices: Vec<Choice>,
    /// The cells and areas that have a content which is none of the choices: each breaks a rule.
    pub strays: Vec<Vec<usize>>,
}

impl<'p> CellAnswers<'p> {
    /// The cells of a puzzle, if its answers have a value for each.
    pub fn of(puzzle: &'p dyn Puzzle) -> Option<Self> {
        let settable = puzzle.can::<dyn Settable>()?;
        let key = settable.key_of_cells()?;
        let object = json_of(puzzle);
        let cells = object.as_ref().and_then(|object| object.get(key));
        let cells = cells.and_then(Value::as_array);
        Some(Self {
            puzzle,
            key,
            legend: settable.legend(),
            count: puzzle.can::<dyn Drawn>()?.cell_count(),
            are_numbers: cells.is_some_and(|cells| cells.iter().any(Value::is_number)),
        })
    }

    /// The number of cells.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Returns true if cells are cut in areas, and have no values of their own.
    pub fn are_areas(&self) -> bool {
        !matches!(self.legend, Legend::Values(_))
    }

    /// The contents of the cells in an answer, or why it is none.
    pub fn read(&self, text: &str) -> Result<Contents, String> {
        let text = text.trim();
        if text.starts_with(['[', '{'])
            && let Ok(value) = json::parse(text)
        {
            return self.of_json(&value);
        }
        let answer = self.puzzle.family().read(text, None);
        let answer = answer.map_err(|error| error.message().to_owned());
        let why = match answer.and_then(|answer| self.of_puzzle(&*answer)) {
            Ok(contents) => return Ok(contents),
            Err(why) => why,
        };
        let words: Vec<&str> = text.split_whitespace().collect();
        if words.len() == self.count {
            return self.of_words(&words);
        }
        let characters: Vec<String> = words
            .iter()
            .flat_map(|word| word.chars())
            .map(String::from)
            .collect();
        if characters.len() == self.count {
            return self.of_words(&characters);
        }
        Err(why)
    }

    /// The contents of the cells of a puzzle that is the answer.
    pub fn of_puzzle(&self, answer: &dyn Puzzle) -> Result<Contents, String> {
        let (found, wanted) = (answer.family(), self.puzzle.family());
        if found != wanted {
            return Err(format!(
                "the answer is {}, the puzzle {}",
                found.name, wanted.name
            ));
        }
        let object = json_of(answer).ok_or("the answer cannot be written as JSON")?;
        self.of_json(&object)
    }

    fn of_json(&self, value: &Value) -> Result<Contents, String> {
        let cells = match value {
            Value::Object(object) => {
                let mut keys = [self.key].into_iter().chain(OTHER_KEYS);
                let cells = keys.find_map(|key| object.get(key));
                cells.ok_or_else(|| format!("the answer has no {:?}", self.key))?
            }
            _ => value,
        };
        let mut words = Vec::new();
        match cells {
            Value::String(text) => words.extend(text.chars().map(String::from)),
            Value::Array(_) => flatten(cells, &mut words)?,
            _ => return Err(format!("{cells} is not a list of values")),
        }
        self.of_words(&words)
    }

    /// The contents of cells that have these words, one for each.
    pub fn of_words(&self, words: &[impl AsRef<str>]) -> Result<Contents, String> {
        if words.len() != self.count {
            return Err(format!(
                "the answer has {} cells, the puzzle {}",
                words.len(),
                self.count
            ));
        }
        let mut areas = HashMap::new();
        let words = words
            .iter()
            .map(|word| self.content(word.as_ref(), &mut areas));
        words.collect()
    }

    fn content(
        &self,
        word: &str,
        areas: &mut HashMap<String, usize>,
    ) -> Result<Option<usize>, String> {
        if matches!(word, "" | "." | "_" | "-" | "?" | "*" | "·" | "null") {
            return Ok(None);
        }
        let Legend::Values(entries) = &self.legend else {
            let is_none = word.parse::<i64>().is_ok_and(|number| number < 0);
            let next = areas.len();
            return Ok((!is_none).then(|| *areas.entry(word.to_owned()).or_insert(next)));
        };
        let most = entries.len();
        if !self.are_numbers {
            let slot = entries.iter().position(|entry| entry.name == word);
            let unknown = || format!("{} is not a value of this puzzle", short(word));
            return slot.map(Some).ok_or_else(unknown);
        }
        match word.parse::<usize>() {
            Ok(number) if number <= most => Ok(number.checked_sub(1)),
            _ => Err(format!(
                "{} is not a value: 1 to {most} were expected",
                short(word)
            )),
        }
    }

    /// The choices of the puzzle's model that these contents are.
    pub fn picks(&self, model: &Model, contents: &[Option<usize>]) -> Picks {
        let mut wanted: HashMap<Vec<usize>, Option<usize>> = HashMap::new();
        if self.are_areas() {
            let mut areas: HashMap<usize, Vec<usize>> = HashMap::new();
            for (cell, area) in contents.iter().enumerate() {
                if let Some(area) = area {
                    areas.entry(*area).or_default().push(cell);
                }
            }
            wanted.extend(areas.into_values().map(|cells| (cells, None)));
        } else {
            let filled = contents
                .iter()
                .enumerate()
                .filter(|(_, slot)| slot.is_some());
            wanted.extend(filled.map(|(cell, slot)| (vec![cell], *slot)));
        }
        let mut choices = Vec::new();
        for choice in model.choices() {
            let (cells, slot) = self.place(choice);
            if wanted.get(&cells) == Some(&slot) {
                wanted.remove(&cells);
                choices.push(choice);
            }
        }
        let mut strays: Vec<Vec<usize>> = wanted.into_keys().collect();
        strays.sort_unstable();
        Picks { choices, strays }
    }

    /// The cells of a choice, ascending, and the slot of its value in them.
    pub fn place(&self, choice: Choice) -> (Vec<usize>, Option<usize>) {
        let spots = self.puzzle.spots(choice);
        let mut cells: Vec<usize> = spots.iter().map(|spot| spot.cell).collect();
        cells.sort_unstable();
        (cells, spots.first().and_then(|spot| spot.slot))
    }
}

/// A puzzle as an object.
fn json_of(puzzle: &dyn Puzzle) -> Option<Value> {
    json::parse(&puzzle.write("json").ok()?).ok()
}

/// The words of a list, or of a list of lists, in order.
fn flatten(value: &Value, words: &mut Vec<String>) -> Result<(), String> {
    match value {
        Value::Array(list) => return list.iter().try_for_each(|value| flatten(value, words)),
        Value::Null => words.push(String::new()),
        Value::String(word) => words.push(word.clone()),
        Value::Number(number) => match number.as_f64() {
            Some(whole) if number.is_f64() && whole.fract() == 0.0 => words.push(whole.to_string()),
            _ => words.push(number.to_string()),
        },
        Value::Bool(_) | Value::Object(_) => {
            return Err(format!("{} is not a value", short(&value.to_string())));
        }
    }
    Ok(())
}

/// The beginning of a word.
fn short(word: &str) -> String {
    const SHOWN: usize = 40;
    match word.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{:?}…", &word[..end]),
        None => format!("{word:?}"),
    }
}
