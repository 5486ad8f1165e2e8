//! Unavoidable sets of a full classic board that can be read off it.
//!
//! Two rows of a band may change places in some columns, if both have the same symbols there: then every row, column
//! and box still has each symbol once. The smallest such sets of columns are the cycles of "that symbol is below this
//! one". So each cycle needs a clue, in rows as in columns.

use crate::clues::ClueSet;
use crate::thin::Unavoidable;
use tilewright_model::Choice;

/// The cycles of all pairs of rows in a band and of columns in a stack, but for those of all nine.
pub(super) fn cycles(full: &[Choice]) -> Unavoidable {
    let full: [u8; 81] = std::array::from_fn(|cell| (full[cell].0 % 9) as u8);
    let mut found = Unavoidable::default();
    for band in 0..3 {
        for (one, other) in [(0, 1), (0, 2), (1, 2)] {
            let (one, other) = (3 * band + one, 3 * band + other);
            in_lines(&full, |at| 9 * one + at, |at| 9 * other + at, &mut found);
            in_lines(&full, |at| 9 * at + one, |at| 9 * at + other, &mut found);
        }
    }
    found
}

/// The cycles of two lines, each given by its cells.
fn in_lines(
    full: &[u8; 81],
    one: impl Fn(usize) -> usize,
    other: impl Fn(usize) -> usize,
    found: &mut Unavoidable,
) {
    let mut places = [0; 9];
    for at in 0..9 {
        places[usize::from(full[one(at)])] = at;
    }
    let mut is_seen = [false; 9];
    for start in 0..9 {
        let mut set = ClueSet::none(81);
        let (mut at, mut length) = (start, 0);
        while !is_seen[at] {
            is_seen[at] = true;
            set.insert(one(at));
            set.insert(other(at));
            length += 1;
            at = places[usize::from(full[other(at)])];
        }
        if (1..9).contains(&length) {
            found.insert(&set);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilewright_engines::bulk::BulkAnswers;
    use tilewright_engines::{Engine, Random, nine::Nine};
    use tilewright_model::budget::Budget;
    use tilewright_puzzles::sudoku::Shape;

    #[test]
    fn without_a_cycle_there_are_several_solutions() {
        let model = Shape::classic().model(&Budget::default()).unwrap();
        let mut bulk = Nine.bulk(&model).unwrap();
        let mut answers = BulkAnswers::default();
        let start = super::super::fill::start_of_nine(&mut Random::new(2));
        bulk.run(&start, 1, &mut answers);
        let row = answers.firsts.clone();
        assert!(row.iter().all(|&value| value > 0));
        let choice = |(cell, &value): (u32, &u8)| Choice(9 * cell + u32::from(value) - 1);
        let full: Vec<Choice> = (0..).zip(&row).map(choice).collect();
        let sets = cycles(&full);
        let sets = sets.sets();
        assert!(sets.len() > 10);
        for set in sets {
            let clue = |cell: usize| {
                if set.contains(&cell) { 0 } else { row[cell] }
            };
            let row: Vec<u8> = (0..81).map(clue).collect();
            bulk.run(&row, 2, &mut answers);
            assert_eq!(answers.counts, [2], "{set:?}");
        }
    }
}
