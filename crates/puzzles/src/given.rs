//! One more clue, as people type it: `r1c1=5`, `WA = red`, `r2c3 = ┗`, in the puzzle's own names.

use crate::lines::shown;
use crate::nearest::with_nearest;
use crate::{ParseError, Parsed, Puzzle};
use tilewright_model::Choice;
use tilewright_model::budget::Budget;

/// The most choices whose names are compared.
const MOST_NAMES: usize = 2_000_000;

/// The puzzle with one more clue. A place that has another clue already is an error.
///
/// ```
/// use tilewright_model::budget::Budget;
/// use tilewright_puzzles::{board, with_given};
///
/// let board = board("sudoku", "9x9")?;
/// let clued = with_given(&*board, "r1c2=5", &Budget::default())?;
/// assert!(clued.write("line")?.starts_with(".5."));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn with_given(puzzle: &dyn Puzzle, typed: &str, budget: &Budget) -> Parsed {
    let (place, value) = match typed.split_once('=') {
        Some((place, value)) => (place.trim(), Some(value.trim())),
        None => (typed.trim(), None),
    };
    let Some(cell) = puzzle.cell_called(place) else {
        return by_name(puzzle, typed, place, budget);
    };
    let Some(value) = value.filter(|value| !value.is_empty()) else {
        return Err(ParseError::new(format!(
            "{} is not a clue: expected a place and a value, such as {place}=1",
            shown(typed)
        )));
    };
    let clued = puzzle.with_clue(cell, Some(value)).map_err(|error| {
        let told = ParseError::new(format!("{place}={value}: {}", error.message()));
        match error.advice() {
            Some(advice) => told.hint(advice),
            None => told,
        }
    })?;
    match (puzzle.clue_at(cell), clued.clue_at(cell)) {
        (Some(before), Some(after)) if before != after => Err(taken(place, &before)),
        _ => Ok(clued),
    }
}

fn taken(place: &str, clue: &str) -> ParseError {
    ParseError::new(format!("{place} has another clue already: {clue}"))
}

/// A clue of a puzzle that is not set cell by cell: one of its choices, by its name.
fn by_name(puzzle: &dyn Puzzle, typed: &str, place: &str, budget: &Budget) -> Parsed {
    let model = puzzle
        .model(budget)
        .map_err(|unbuilt| ParseError::new(unbuilt.to_string()))?;
    if model.choice_count() > MOST_NAMES {
        return Err(ParseError::new(format!(
            "there is no place called {}",
            shown(place)
        )));
    }
    let plain = |name: &str| -> String {
        let letters = name.chars().filter(|c| !c.is_whitespace());
        letters.flat_map(char::to_lowercase).collect()
    };
    let wanted = plain(typed);
    let is_wanted = |choice: &Choice| plain(&puzzle.choice_name(*choice)) == wanted;
    let Some(choice) = model.choices().find(is_wanted) else {
        return Err(unknown(puzzle, typed, place, &model));
    };
    let tile = model.tiles().iter().find(|&&tile| {
        let mut members = model.members(tile).iter();
        members.any(|&(member, _)| member == choice)
    });
    let given = tile.and_then(|&tile| {
        let givens = puzzle.givens();
        let mut members = model.members(tile).iter().map(|&(member, _)| member);
        members.find(|member| givens.contains(member))
    });
    match given {
        Some(given) if given != choice => Err(taken(place, &puzzle.choice_name(given))),
        Some(_) => Ok(puzzle.fill(&puzzle.givens())),
        None => puzzle.with_choice(choice),
    }
}

/// No choice has that name: its place or its value is unknown.
fn unknown(
    puzzle: &dyn Puzzle,
    typed: &str,
    place: &str,
    model: &tilewright_model::Model,
) -> ParseError {
    let tiles: Vec<String> = model
        .tiles()
        .iter()
        .map(|&tile| puzzle.item_name(tile))
        .collect();
    if tiles.iter().any(|tile| tile == place) {
        return ParseError::new(format!(
            "{} is none of the values that {place} may have",
            shown(typed)
        ));
    }
    let names: Vec<String> = model
        .choices()
        .take(10_000)
        .map(|c| puzzle.choice_name(c))
        .collect();
    let error = ParseError::new(format!("there is no place called {}", shown(place)));
    with_nearest(error, typed, names.iter().map(String::as_str))
}

/// The row and the column of `r2c3`, counted from 0.
pub(crate) fn row_and_column(name: &str) -> Option<(usize, usize)> {
    let (row, column) = name.strip_prefix(['r', 'R'])?.split_once(['c', 'C'])?;
    let number = |text: &str| {
        let number = crate::lines::is_number(text).then(|| text.parse::<usize>().ok())?;
        number?.checked_sub(1)
    };
    Some((number(row)?, number(column)?))
}
