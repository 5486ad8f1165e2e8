//! The column of a table that holds the puzzles, and names for the columns beside it.

use std::fmt;

/// Usual names of a column of puzzles, in lower case. The last counts only in a file that is known to be a
/// table.
pub const COLUMN_NAMES: [&str; 11] = [
    "puzzle",
    "puzzles",
    "quiz",
    "quizzes",
    "question",
    "questions",
    "sudoku",
    "problem",
    "grid",
    "board",
    "clues",
];

/// The most names that are listed.
const MOST_LISTED: usize = 20;

/// The reason why no column was chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoColumn {
    /// No column has the name that was asked for.
    Missing(String),
    /// The column of that name, and its number, does not hold texts.
    NotTexts(String, usize),
    /// Several columns may hold puzzles.
    Unclear,
}

impl fmt::Display for NoColumn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing(name) => write!(f, "there is no column called {name:?}"),
            Self::NotTexts(name, _) => {
                write!(
                    f,
                    "the column {name:?} holds no texts, and puzzles are texts"
                )
            }
            Self::Unclear => f.write_str("which column has the puzzles is not clear"),
        }
    }
}

impl std::error::Error for NoColumn {}

/// Chooses the column of the puzzles among those that hold texts: the one that is asked for; or the first
/// with a usual name; or the only one.
pub fn puzzle_column(
    names: &[String],
    texts: &[usize],
    wanted: Option<&str>,
) -> Result<usize, NoColumn> {
    if let Some(wanted) = wanted {
        let column = names.iter().position(|name| name == wanted);
        let column = column.ok_or_else(|| NoColumn::Missing(wanted.to_owned()))?;
        if !texts.contains(&column) {
            return Err(NoColumn::NotTexts(wanted.to_owned(), column));
        }
        return Ok(column);
    }
    let is_called = |column: usize, name: &str| names[column].trim().eq_ignore_ascii_case(name);
    let usual = COLUMN_NAMES.iter();
    let mut found = usual.filter_map(|name| texts.iter().find(|&&column| is_called(column, name)));
    match (found.next(), texts) {
        (Some(&column), _) | (None, &[column]) => Ok(column),
        (None, _) => Err(NoColumn::Unclear),
    }
}

/// The names of a table's columns, for a sentence.
pub fn listed(names: &[String]) -> String {
    let shown: Vec<&str> = names.iter().take(MOST_LISTED).map(String::as_str).collect();
    let more = if names.len() > MOST_LISTED {
        format!(" and {} more", names.len() - MOST_LISTED)
    } else {
        String::new()
    };
    format!("the columns are {}{more}", shown.join(", "))
}

/// Names for new columns that no other column has: `solution`, or else `solution_2` and so on.
pub fn free_names(taken: &[String], wanted: &[&str]) -> Vec<String> {
    let mut names = taken.to_vec();
    for wanted in wanted {
        let mut free = (*wanted).to_owned();
        let mut number = 2;
        while names.contains(&free) {
            free = format!("{wanted}_{number}");
            number += 1;
        }
        names.push(free);
    }
    names.split_off(taken.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picked(names: &[&str], wanted: Option<&str>) -> Result<usize, NoColumn> {
        let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
        let texts: Vec<usize> = (0..names.len()).collect();
        puzzle_column(&names, &texts, wanted)
    }

    #[test]
    fn the_column_is_named_or_usual_or_the_only_one() {
        assert_eq!(picked(&["id", "Puzzle", "quizzes"], None), Ok(1));
        assert_eq!(picked(&["id", "clues", "sudoku"], None), Ok(2));
        assert_eq!(picked(&["a"], None), Ok(0));
        assert_eq!(picked(&["puzzle", "b"], Some("b")), Ok(1));
        assert_eq!(picked(&["a", "b"], None), Err(NoColumn::Unclear));
        let missing = picked(&["a", "b"], Some("c")).unwrap_err();
        assert_eq!(missing.to_string(), "there is no column called \"c\"");
        assert!(picked(&[], None).is_err());
        let names = ["a".to_owned(), "b".to_owned()];
        assert_eq!(listed(&names), "the columns are a, b");
        let numbers = puzzle_column(&names, &[1], Some("a"));
        assert_eq!(numbers, Err(NoColumn::NotTexts("a".to_owned(), 0)));
    }

    #[test]
    fn new_columns_take_no_name_that_is_there() {
        let taken = ["status".to_owned(), "solution_2".to_owned()];
        let free = free_names(&taken, &["status", "solution", "reason"]);
        assert_eq!(free, ["status_2", "solution", "reason"]);
    }
}
