//! A puzzle that is cut: its parts have all solutions between them, and none twice.

use std::sync::Arc;
use tilewright::{BigUint, Puzzle, Solver, board, read};

#[test]
fn the_parts_add_up() {
    let solver = Solver::new();
    let cover = "a b c d | x\na b x:1\nc d x:1\na c x:2\nb d x:1\na b x:2\nc d x:2\n";
    let map = include_str!("../../../../corpus/rules/australia.toml");
    for puzzle in [
        board("sudoku", "2,3").unwrap(),
        board("latin", "4").unwrap(),
        board("roads", "3x4").unwrap(),
        board("loops", "4x3").unwrap(),
        board("roads-torus", "3x3").unwrap(),
        read("12....1....34...", None).unwrap(),
        read("11..............", None).unwrap(),
        read(cover, Some("cover")).unwrap(),
        read(map, Some("rules")).unwrap(),
    ] {
        let title = puzzle.title();
        let whole = solver.count(&*puzzle).unwrap().number;
        let puzzle: Arc<dyn Puzzle> = puzzle.into();
        for wanted in [1, 2, 40] {
            let parts = solver.cut(Arc::clone(&puzzle), wanted).unwrap();
            let counts = parts
                .iter()
                .map(|part| solver.count(&**part).unwrap().number);
            assert_eq!(counts.sum::<BigUint>(), whole, "{title}, {wanted} parts");
            assert!(parts.len() >= wanted || whole <= 40u32.into(), "{title}");
        }
    }
}

#[test]
fn answers_are_no_clues() {
    let puzzle = read("1...............", None).unwrap();
    let solver = Solver::new();
    let solution = solver.first(&*puzzle).unwrap().solution.unwrap();
    let filled = puzzle.fill(&solution);
    let parts = solver.cut(filled.into(), 10).unwrap();
    assert!(parts.len() >= 10);
    assert!(parts.iter().all(|part| part.givens().len() < 6));
}

#[test]
fn a_family_that_gives_no_choices_is_one_part() {
    let puzzle: Arc<dyn Puzzle> = board("shikaku", "4x4").unwrap().into();
    assert_eq!(Solver::new().cut(puzzle, 10).unwrap().len(), 1);
}
