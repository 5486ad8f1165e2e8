//! The name that the user probably meant: for the advice beside "there is no such name".

use crate::ParseError;

/// An error about a wrong name, with the advice which of those that there are was meant.
pub(crate) fn with_nearest<'n>(
    error: ParseError,
    wrong: &str,
    names: impl Iterator<Item = &'n str>,
) -> ParseError {
    match nearest(wrong, names) {
        Some(near) => error.hint(format!("did you mean {near:?}?")),
        None => error,
    }
}

/// The name nearest to `wrong`, if one is near enough to be a slip of the keyboard: the same but
/// for capitals, or at most a third of its letters added, left out, changed or swapped with their
/// neighbour.
pub(crate) fn nearest<'n>(wrong: &str, names: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    /// Longer names are not compared, nor more of them: no person types them, and it would take
    /// long.
    const LONGEST: usize = 40;
    const MOST: usize = 10_000;
    let wrong: Vec<char> = wrong.to_lowercase().chars().take(LONGEST + 1).collect();
    if wrong.is_empty() || wrong.len() > LONGEST {
        return None;
    }
    let slips = wrong.len().div_ceil(3);
    names
        .take(MOST)
        .filter(|name| name.len() <= 4 * LONGEST)
        .map(|name| (distance(&wrong, name), name))
        .filter(|&(distance, _)| distance <= slips && distance < wrong.len())
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, name)| name)
}

/// The fewest slips that turn `wrong` into `name`, capitals aside.
fn distance(wrong: &[char], name: &str) -> usize {
    let name: Vec<char> = name.to_lowercase().chars().collect();
    // Three rows of the usual table: a swap looks two rows up.
    let mut above = vec![0; name.len() + 1];
    let mut row: Vec<usize> = (0..=name.len()).collect();
    for (i, &w) in wrong.iter().enumerate() {
        let mut next = vec![i + 1; name.len() + 1];
        for (j, &n) in name.iter().enumerate() {
            let mut best = (row[j] + usize::from(w != n)).min(row[j + 1].min(next[j]) + 1);
            if i > 0 && j > 0 && w == name[j - 1] && wrong[i - 1] == n {
                best = best.min(above[j - 1] + 1);
            }
            next[j + 1] = best;
        }
        above = std::mem::replace(&mut row, next);
    }
    row[name.len()]
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn slips_are_recognised_and_other_words_are_not() {
        let names = ["tiles", "values", "grid", "r1c1"];
        let near = |wrong| nearest(wrong, names.iter().copied());
        assert_eq!(near("tlies"), Some("tiles"));
        assert_eq!(near("Value"), Some("values"));
        assert_eq!(near("girds"), Some("grid"));
        assert_eq!(near("R1C1"), Some("r1c1"));
        assert_eq!(near("colour"), None);
        assert_eq!(near("x"), None);
        assert_eq!(near(""), None);
        assert_eq!(near(&"tiles".repeat(100)), None);
    }
}
