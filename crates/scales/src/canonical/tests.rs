use super::*;
use tilewright_testkit::sudoku;

/// The definition: the smallest image of the givens over all ways for which the image of the
/// solution is smallest, with every way tried.
fn by_definition(givens: &[u8; 81], solution: &[u8; 81]) -> [u8; 81] {
    let orders = orders();
    let mut best = ([u8::MAX; 81], [u8::MAX; 81]);
    for turned in [false, true] {
        for columns in &orders {
            for rows in &orders {
                let way = Way {
                    turned,
                    rows: *rows,
                    columns: *columns,
                };
                let mut labels = [0; 10];
                for place in 0..9 {
                    labels[usize::from(solution[way.source(0, place)])] = place as u8 + 1;
                }
                // Most ways fail in the second row.
                let second: [u8; 9] =
                    std::array::from_fn(|at| labels[usize::from(solution[way.source(1, at)])]);
                if second[..] > best.0[9..18] {
                    continue;
                }
                let found = (way.image(solution, &labels), way.image(givens, &labels));
                best = best.min(found);
            }
        }
    }
    best.1
}

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
    for bands in SIX {
        for first in SIX {
            for second in SIX {
                for third in SIX {
                    let within = [first, second, third];
                    found.push(std::array::from_fn(|at| {
                        bands[at / 3] * 3 + within[at / 3][at % 3]
                    }));
                }
            }
        }
    }
    found
}

#[test]
fn the_form_is_the_smallest_of_all_copies() {
    let puzzle = sudoku::sparse(1);
    let solution = sudoku::solutions(&puzzle, 2)[0];
    assert_eq!(canonical(&puzzle), Some(by_definition(&puzzle, &solution)));
}

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

/// A board of shifted rows has 648 symmetries, so it needs the choice among images of the givens.
#[test]
fn copies_of_a_symmetrical_solution_have_the_same_form() {
    let solved: [u8; 81] = std::array::from_fn(|cell| {
        let (row, column) = (cell / 9, cell % 9);
        ((row * 3 + row / 3 + column) % 9) as u8 + 1
    });
    assert_eq!(
        canonical(&solved).map(|form| form[..9].to_vec()),
        Some((1..=9).collect())
    );
    for seed in 0..20 {
        let mut puzzle = solved;
        for cell in 0..81 {
            let given = std::mem::take(&mut puzzle[(cell * 40 + seed as usize * 7) % 81]);
            if !sudoku::is_unique(&puzzle) {
                puzzle[(cell * 40 + seed as usize * 7) % 81] = given;
            }
        }
        let form = canonical(&puzzle).unwrap();
        for copy in 0..10 {
            assert_eq!(
                canonical(&sudoku::shuffled(&puzzle, 100 * seed + copy)),
                Some(form)
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
