//! Steps: whatever technique finds whatever step on a position, it is sound.

use crate::common::Solver;
use std::collections::BTreeSet;
use tilewright_scales::Board9;
use tilewright_scales::hodoku::{Candidate, HodokuStep, Options, Technique, all_steps, rate};

/// Numbers that are the same in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        usize::try_from(self.0 >> 33).unwrap() % most
    }

    fn shuffled<const N: usize>(&mut self) -> [usize; N] {
        let mut order: [usize; N] = std::array::from_fn(|at| at);
        for at in (1..N).rev() {
            order.swap(at, self.below(at + 1));
        }
        order
    }
}

/// A puzzle with one solution from which no given can go.
fn puzzle(random: &mut Random) -> (String, [u8; 81]) {
    let digits: [usize; 9] = random.shuffled();
    let mut start = vec!['.'; 81];
    for (at, digit) in digits.into_iter().enumerate() {
        start[9 * at + random.below(9)] =
            char::from_digit(1 + u32::try_from(digit).unwrap(), 10).unwrap();
    }
    let mut found = Vec::new();
    Solver::read(&start.iter().collect::<String>()).solve(1, &mut found);
    let solution = found[0];
    let mut givens = solution.map(|digit| char::from(b'0' + digit));
    for at in random.shuffled::<81>() {
        let kept = std::mem::replace(&mut givens[at], '.');
        let mut found = Vec::new();
        Solver::read(&givens.iter().collect::<String>()).solve(2, &mut found);
        if found.len() > 1 {
            givens[at] = kept;
        }
    }
    (givens.iter().collect(), solution)
}

fn assert_sound(step: &HodokuStep, solution: &[u8; 81], board: &Board9, line: &str) {
    assert!(
        !step.placed.is_empty() || !step.removed.is_empty(),
        "{line}: {step:?}"
    );
    for one in &step.placed {
        assert_eq!(
            solution[usize::from(one.cell)],
            one.digit + 1,
            "{line}: {step:?}"
        );
    }
    for one in &step.removed {
        let cell = usize::from(one.cell);
        assert_ne!(solution[cell], one.digit + 1, "{line}: {step:?}");
        assert!(
            board.candidates(cell) >> one.digit & 1 == 1,
            "{line}: {step:?}"
        );
    }
}

/// Large fish are gone through by the library's examples; here they would take too long.
fn is_small(technique: Technique) -> bool {
    let name = technique.name();
    ["Squirmbag", "Whale", "Leviathan", "Mutant Jellyfish"]
        .iter()
        .all(|large| !name.contains(large))
}

#[test]
fn every_step_of_every_technique_is_sound() {
    let mut random = Random(7);
    let mut found = BTreeSet::new();
    let puzzles = if cfg!(debug_assertions) { 12 } else { 60 };
    for _ in 0..puzzles {
        let (line, solution) = puzzle(&mut random);
        let mut board = Board9::read(&line).unwrap();
        for step in rate(&board).steps {
            if step.placed.is_empty() {
                for technique in Technique::all().filter(|&technique| is_small(technique)) {
                    for siamese in [false, true] {
                        let options = Options {
                            siamese,
                            small_empty_rectangles: siamese,
                            sets_in_chains: siamese,
                            overlapping_sets: siamese,
                            incomplete_rectangles: true,
                        };
                        for step in all_steps(&board, technique, options) {
                            assert_sound(&step, &solution, &board, &line);
                            found.insert(technique);
                        }
                    }
                }
            }
            for one in &step.placed {
                board.set(usize::from(one.cell), one.digit);
            }
            for one in &step.removed {
                board.remove(usize::from(one.cell), one.digit);
            }
        }
    }
    assert!(found.len() > 50, "{found:?}");
}

/// Boards that no puzzle leads to: values that clash, cells without candidates, digits without places.
#[test]
fn no_board_makes_a_search_fail() {
    let mut random = Random(11);
    for round in 0..12 {
        let mut board = Board9::new(&[0; 81]);
        for _ in 0..random.below(30) {
            let digit = u8::try_from(random.below(9)).unwrap();
            board.set(random.below(81), digit);
        }
        for _ in 0..random.below(600) {
            let digit = u8::try_from(random.below(9)).unwrap();
            board.remove(random.below(81), digit);
        }
        let options = Options {
            siamese: round % 2 == 1,
            ..Options::default()
        };
        for technique in Technique::all().filter(|&technique| is_small(technique)) {
            for step in all_steps(&board, technique, options) {
                assert_eq!(step.technique, technique);
            }
        }
        let rating = rate(&board);
        assert!(rating.is_solved || rating.steps.is_empty());
    }
}

/// A digit in a row and a column, all from 1.
fn candidate(digit: u8, row: u8, column: u8) -> Candidate {
    Candidate {
        cell: 9 * (row - 1) + column - 1,
        digit: digit - 1,
    }
}

/// Leaves a digit two places in a row and two in a column.
fn with_kite(board: &mut Board9, digit: u8, row: (u8, [u8; 2]), column: (u8, [u8; 2])) {
    for at in 1..=9 {
        if !row.1.contains(&at) {
            let gone = candidate(digit, row.0, at);
            board.remove(usize::from(gone.cell), gone.digit);
        }
        if !column.1.contains(&at) {
            let gone = candidate(digit, at, column.0);
            board.remove(usize::from(gone.cell), gone.digit);
        }
    }
}

/// The dual kites of a board, each with its removals.
fn dual_kites(board: &Board9) -> Vec<Vec<Candidate>> {
    let steps = all_steps(board, Technique::DualTwoStringKite, Options::default());
    let sorted = |mut step: HodokuStep| {
        step.removed.sort_unstable();
        step.removed
    };
    steps.into_iter().map(sorted).collect()
}

#[test]
fn the_kites_of_a_dual_kite_may_have_two_digits() {
    // Both have their ends in the first box at r1c2 and r2c1.
    let mut board = Board9::new(&[0; 81]);
    with_kite(&mut board, 1, (1, [2, 7]), (1, [2, 7]));
    with_kite(&mut board, 2, (1, [2, 8]), (1, [2, 8]));
    let mut both = vec![candidate(1, 7, 7), candidate(2, 8, 8)];
    both.sort_unstable();
    assert_eq!(dual_kites(&board), [both]);

    // They may even meet at one cell.
    let mut board = Board9::new(&[0; 81]);
    with_kite(&mut board, 4, (5, [4, 9]), (6, [6, 1]));
    with_kite(&mut board, 9, (5, [4, 9]), (6, [6, 1]));
    let mut both = vec![candidate(4, 1, 9), candidate(9, 1, 9)];
    both.sort_unstable();
    assert_eq!(dual_kites(&board), [both]);

    // Other ends in the shared box are two kites and no dual one.
    let mut board = Board9::new(&[0; 81]);
    with_kite(&mut board, 1, (1, [2, 7]), (1, [2, 7]));
    with_kite(&mut board, 2, (1, [3, 8]), (1, [2, 8]));
    assert_eq!(dual_kites(&board), Vec::<Vec<Candidate>>::new());
}
