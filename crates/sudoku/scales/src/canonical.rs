//! The copy of a puzzle that is rated for all of its copies: the one whose solution is canonical.

use crate::Board9;
use tilewright_canonical::canonical_by_solution;
use tilewright_nine::Uniqueness;

/// The canonical form of a puzzle with one solution (0 for an empty cell); none for others. It is
/// the same for all copies that differ by turning, by shuffling bands, rows, stacks and columns, or
/// by other digits.
///
/// ```
/// use tilewright_scales::canonical;
/// let solved: [u8; 81] = std::array::from_fn(|cell| {
///     let (row, column) = (cell / 9, cell % 9);
///     ((row * 3 + row / 3 + column) % 9) as u8 + 1
/// });
/// let swapped = solved.map(|digit| 10 - digit);
/// assert_eq!(canonical(&solved), canonical(&swapped));
/// assert_eq!(canonical(&[0; 81]), None);
/// ```
///
/// # Panics
/// If a given is above 9.
pub fn canonical(givens: &[u8; 81]) -> Option<[u8; 81]> {
    match Board9::new(givens).uniqueness() {
        Uniqueness::One(solution) => canonical_by_solution(givens, &solution),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilewright_testkit::sudoku;

    #[test]
    fn copies_have_the_same_form() {
        for seed in 0..40 {
            let puzzle = sudoku::sparse(seed);
            let form = canonical(&puzzle).unwrap();
            assert_eq!(canonical(&form), Some(form), "{}", sudoku::print(&puzzle));
            for copy in 0..20 {
                let shuffled = sudoku::shuffled(&puzzle, 1000 * seed + copy);
                assert_eq!(
                    canonical(&shuffled),
                    Some(form),
                    "{}",
                    sudoku::print(&puzzle)
                );
            }
        }
    }

    #[test]
    fn different_puzzles_have_different_forms() {
        let mut forms: Vec<_> = (0..60)
            .map(|seed| canonical(&sudoku::sparse(seed)))
            .collect();
        forms.sort_unstable();
        forms.dedup();
        assert_eq!(forms.len(), 60);
    }

    #[test]
    fn without_one_solution_there_is_no_form() {
        assert_eq!(canonical(&[0; 81]), None);
        let puzzle = sudoku::sparse(3);
        assert_eq!(canonical(&sudoku::without_clues(&puzzle, 1, 5)), None);
        assert_eq!(canonical(&sudoku::with_wrong_clue(&puzzle, 5)), None);
    }
}
