//! Which column has the puzzles, and what the new columns are called.

use crate::failure::Failure;
use tilewright_batch::COLUMN_NAMES;

/// The most names that are listed.
const MOST_LISTED: usize = 20;

/// The column of the puzzles among those that hold texts: the one with the name that is wanted; or
/// the first of the usual names; or the only one.
pub(super) fn pick(
    names: &[String],
    texts: &[usize],
    wanted: Option<&str>,
) -> Result<usize, Failure> {
    if let Some(wanted) = wanted {
        let Some(column) = names.iter().position(|name| name == wanted) else {
            return Err(
                Failure::new(format!("there is no column called {wanted:?}")).hint(listed(names)),
            );
        };
        if !texts.contains(&column) {
            return Err(Failure::new(format!(
                "the column {wanted:?} holds no texts, and puzzles are texts"
            ))
            .hint(listed(names)));
        }
        return Ok(column);
    }
    let usual = COLUMN_NAMES.iter();
    let is_called = |column: usize, name: &str| names[column].trim().eq_ignore_ascii_case(name);
    let mut found = usual.filter_map(|name| texts.iter().find(|&&column| is_called(column, name)));
    match (found.next(), texts) {
        (Some(&column), _) | (None, &[column]) => Ok(column),
        (None, _) => Err(Failure::new(
            "which column has the puzzles is not clear; name it with --column",
        )
        .hint(listed(names))),
    }
}

fn listed(names: &[String]) -> String {
    let shown: Vec<&str> = names.iter().take(MOST_LISTED).map(String::as_str).collect();
    let more = if names.len() > MOST_LISTED {
        format!(" and {} more", names.len() - MOST_LISTED)
    } else {
        String::new()
    };
    format!("the columns are {}{more}", shown.join(", "))
}

/// Names for new columns that no other has: `solution`, or else `solution_2` and so on.
pub(super) fn free_names(taken: &[String], wanted: &[&str]) -> Vec<String> {
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

    fn picked(names: &[&str], wanted: Option<&str>) -> Result<usize, Failure> {
        let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
        let texts: Vec<usize> = (0..names.len()).collect();
        pick(&names, &texts, wanted)
    }

    #[test]
    fn the_column_is_named_or_usual_or_the_only_one() {
        assert_eq!(picked(&["id", "Puzzle", "quizzes"], None), Ok(1));
        assert_eq!(picked(&["id", "clues", "sudoku"], None), Ok(2));
        assert_eq!(picked(&["a"], None), Ok(0));
        assert_eq!(picked(&["puzzle", "b"], Some("b")), Ok(1));
        let unclear = picked(&["a", "b"], None).unwrap_err();
        assert_eq!(unclear.hint.as_deref(), Some("the columns are a, b"));
        let missing = picked(&["a", "b"], Some("c")).unwrap_err();
        assert_eq!(missing.message, "there is no column called \"c\"");
        assert!(picked(&[], None).is_err());
    }

    #[test]
    fn new_columns_take_no_name_that_is_there() {
        let taken = ["status".to_owned(), "solution_2".to_owned()];
        let free = free_names(&taken, &["status", "solution", "reason"]);
        assert_eq!(free, ["status_2", "solution", "reason"]);
    }
}
