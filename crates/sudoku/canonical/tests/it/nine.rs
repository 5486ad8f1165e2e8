//! Canonical forms of 9×9 boards.

use crate::random::Random;
use tilewright_canonical::{
    Geometry, canonical, canonical_by_solution, canonical_of, canonical_with_map,
};
use tilewright_testkit::sudoku;

type Board = [u8; 81];

/// All 1296 orders of nine lines that keep bands together.
fn orders() -> Vec<[usize; 9]> {
    const SIX: [[usize; 3]; 6] = [
        [0, 1, 2],
        [0, 2, 1],
        [1, 0, 2],
        [1, 2, 0],
        [2, 0, 1],
        [2, 1, 0],
    ];
    let mut found = Vec::new();
    for number in 0..1296 {
        let digits = [number % 6, number / 6 % 6, number / 36 % 6, number / 216];
        found.push(std::array::from_fn(|at| {
            SIX[digits[3]][at / 3] * 3 + SIX[digits[at / 3]][at % 3]
        }));
    }
    found
}

fn turned(board: &Board) -> Board {
    std::array::from_fn(|cell| board[cell % 9 * 9 + cell / 9])
}

/// Compares two boards, cell by cell; the digits of the first are named as they are met.
fn compare(image: impl Fn(usize) -> u8, other: &Board) -> (std::cmp::Ordering, usize) {
    let mut names = [0; 10];
    let mut next = 1;
    for (cell, value) in other.iter().enumerate() {
        let digit = usize::from(image(cell));
        if digit != 0 && names[digit] == 0 {
            names[digit] = next;
            next += 1;
        }
        if names[digit] != *value {
            return (names[digit].cmp(value), cell);
        }
    }
    (std::cmp::Ordering::Equal, 81)
}

/// The definition: that no way to move the cells gives a smaller board, and how many give it.
fn assert_smallest(board: &Board, form: &Board, automorphisms: u32) {
    let orders = orders();
    let mut equal = 0;
    for board in [*board, turned(board)] {
        for rows in &orders {
            for columns in &orders {
                let image = |cell: usize| board[rows[cell / 9] * 9 + columns[cell % 9]];
                let (order, _) = compare(image, form);
                assert!(order.is_ge(), "there is a smaller one of {board:?}");
                equal += u32::from(order.is_eq());
            }
        }
    }
    assert_eq!(equal, automorphisms, "{board:?}");
}

#[test]
fn no_move_of_the_cells_gives_a_smaller_board() {
    let mut single = [0; 81];
    single[40] = 5;
    let cyclic: Board = std::array::from_fn(|cell| {
        let (row, column) = (cell / 9, cell % 9);
        ((row * 3 + row / 3 + column) % 9) as u8 + 1
    });
    let mut twice = [0; 81];
    twice[3..6].copy_from_slice(&[1, 1, 2]);
    twice[70] = 2;
    let boards = [
        [0; 81],
        single,
        cyclic,
        twice,
        sudoku::full(1),
        sudoku::sparse(2),
        sudoku::without_clues(&sudoku::sparse(3), 15, 3),
        sudoku::without_clues(&cyclic, 40, 4),
    ];
    for board in boards {
        let form = canonical_with_map(&board);
        assert_eq!(form.way.apply(&board), form.board);
        assert_smallest(&board, &form.board, form.automorphisms);
    }
}

/// Boards of all kinds: full, nearly, half, sparse, with clues that clash, random.
fn board(number: u64) -> Board {
    let mut random = Random(number);
    match number % 8 {
        0 => sudoku::full(number),
        1 => sudoku::without_clues(&sudoku::full(number), 1 + random.below(30), number),
        2 => sudoku::without_clues(&sudoku::full(number), 30 + random.below(50), number),
        3 => sudoku::sparse(number),
        4 => std::array::from_fn(|_| {
            if random.below(8) == 0 {
                1 + random.below(9) as u8
            } else {
                0
            }
        }),
        5 => std::array::from_fn(|_| {
            if random.below(2) == 0 {
                1 + random.below(2) as u8
            } else {
                0
            }
        }),
        6 => {
            let shift = random.below(9);
            let kept = random.below(9);
            std::array::from_fn(|cell| {
                let (row, column) = (cell / 9, cell % 9);
                let digit = (row * shift + row / 3 + column) % 9;
                if random.below(9) < kept || digit < kept {
                    digit as u8 + 1
                } else {
                    0
                }
            })
        }
        _ => {
            // Shapes that repeat in each box.
            let shape = random.below(512);
            std::array::from_fn(|cell| {
                let place = cell / 9 % 3 * 3 + cell % 3;
                if shape >> place & 1 == 1 {
                    place as u8 + 1
                } else {
                    0
                }
            })
        }
    }
}

#[test]
fn quick_forms_are_those_of_the_general_search() {
    let geometry = Geometry::new(9, &[3, 3]).unwrap();
    for number in 0..800 {
        let board = board(number);
        let form = canonical_with_map(&board);
        assert_eq!(form.way.apply(&board), form.board, "{board:?}");
        let general = canonical_of(&geometry, &board.map(u16::from), u64::MAX).unwrap();
        assert_eq!(form.board.map(u16::from)[..], general.values, "{board:?}");
        assert_eq!(
            Some(u128::from(form.automorphisms)),
            general.automorphisms,
            "{board:?}"
        );
    }
}

#[test]
fn a_hundred_thousand_shuffled_copies_agree() {
    for number in 0..2000 {
        let board = board(number);
        let form = canonical_with_map(&board);
        assert_eq!(canonical(&form.board), form.board);
        // Those after the fourth kind may have a digit twice in a line: they take longer.
        let copies = if number % 8 < 4 { 98 } else { 2 };
        for copy in 0..copies {
            let shuffled = canonical_with_map(&sudoku::shuffled(&board, number * 100 + copy));
            assert_eq!(shuffled.board, form.board, "{board:?}");
            assert_eq!(shuffled.automorphisms, form.automorphisms, "{board:?}");
        }
    }
}

#[test]
fn a_solution_goes_along() {
    for seed in 0..50 {
        let puzzle = sudoku::sparse(seed);
        let solution = sudoku::solutions(&puzzle, 1)[0];
        let form = canonical_with_map(&puzzle);
        let moved = form.way.apply(&solution);
        assert_eq!(sudoku::solutions(&form.board, 2), [moved]);
    }
}

#[test]
fn known_puzzles_of_17_clues_are_all_different() {
    let Some(file) = tilewright_testkit::data("sudoku9/clues17.txt") else {
        return;
    };
    let text = std::fs::read_to_string(file).unwrap();
    let boards = text.lines().filter_map(sudoku::parse);
    let mut forms: Vec<Board> = boards.map(|board| canonical(&board)).collect();
    let number = forms.len();
    forms.sort_unstable();
    forms.dedup();
    assert!(number > 10_000);
    assert_eq!(forms.len(), number);
}

/// The definition: the smallest image of the givens over all ways for which the image of the
/// solution is smallest, with every way tried.
fn by_solution(givens: &Board, solution: &Board) -> Board {
    let orders = orders();
    let mut best = ([u8::MAX; 81], [u8::MAX; 81]);
    let sides = [(*givens, *solution), (turned(givens), turned(solution))];
    for (givens, solution) in sides {
        for columns in &orders {
            for rows in &orders {
                let from = |cell: usize| rows[cell / 9] * 9 + columns[cell % 9];
                let mut names = [0; 10];
                for slot in 0..9 {
                    names[usize::from(solution[from(slot)])] = slot as u8 + 1;
                }
                let image = |board: &Board, cell| names[usize::from(board[from(cell)])];
                // Most ways fail in the second row.
                let second: [u8; 9] = std::array::from_fn(|slot| image(&solution, 9 + slot));
                if second[..] > best.0[9..18] {
                    continue;
                }
                let found = [&solution, &givens]
                    .map(|board| std::array::from_fn(|cell| image(board, cell)));
                best = best.min(found.into());
            }
        }
    }
    best.1
}

#[test]
fn the_form_by_the_solution_is_its_definition() {
    let puzzle = sudoku::sparse(1);
    let solution = sudoku::solutions(&puzzle, 2)[0];
    assert_eq!(
        canonical_by_solution(&puzzle, &solution),
        Some(by_solution(&puzzle, &solution))
    );
}

/// A board of shifted rows has many symmetries, so it needs the choice among images of the givens.
#[test]
fn copies_of_a_symmetrical_solution_have_the_same_form_by_it() {
    let solved: Board = std::array::from_fn(|cell| {
        let (row, column) = (cell / 9, cell % 9);
        ((row * 3 + row / 3 + column) % 9) as u8 + 1
    });
    let form = |puzzle: &Board| {
        let solutions = sudoku::solutions(puzzle, 2);
        assert_eq!(solutions.len(), 1);
        canonical_by_solution(puzzle, &solutions[0]).unwrap()
    };
    for seed in 0..20 {
        let mut puzzle = solved;
        for cell in 0..81 {
            let cell = (cell * 40 + seed as usize * 7) % 81;
            let given = std::mem::take(&mut puzzle[cell]);
            if !sudoku::is_unique(&puzzle) {
                puzzle[cell] = given;
            }
        }
        let expected = form(&puzzle);
        if seed == 0 {
            assert_eq!(expected, by_solution(&puzzle, &solved));
        }
        for copy in 0..10 {
            assert_eq!(
                form(&sudoku::shuffled(&puzzle, 100 * seed + copy)),
                expected
            );
        }
    }
}
