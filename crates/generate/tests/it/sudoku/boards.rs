//! Full boards, and puzzles whose bias is known.

use super::{alone, check_minimal, check_unique, make, shape, solutions};
use std::collections::BTreeMap;
use std::sync::Arc;
use tilewright_engines::dance::Dance;
use tilewright_engines::{Ask, Engine};
use tilewright_generate::sudoku::full;
use tilewright_generate::{Budget, Spec, seed_of};
use tilewright_puzzles::sudoku::{Shape, Sudoku};

#[test]
fn full_boards_of_any_dims() {
    let all: [&[usize]; 9] = [
        &[2, 2],
        &[3, 3],
        &[3, 2],
        &[4, 4],
        &[5, 5],
        &[2, 2, 2],
        &[3, 2, 1],
        &[2, 2, 1, 1],
        &[7],
    ];
    for dims in all {
        let shape = shape(dims);
        let made = full(&shape, 5, &Budget::default()).unwrap();
        assert!(made.board.values().all(|value| value > 0));
        assert_eq!(
            made.board,
            full(&shape, 5, &Budget::default()).unwrap().board
        );
        assert_ne!(
            made.board,
            full(&shape, 6, &Budget::default()).unwrap().board
        );
        let mut clues = Sudoku::on(Arc::clone(&shape));
        for (cell, value) in made.board.values().enumerate() {
            clues.set(cell, Some(value));
        }
        let solution = tilewright_puzzles::Puzzle::givens(&clues);
        let model = shape.model(&Budget::default()).unwrap();
        let mut search = Dance.prepare(&model, &Budget::default()).unwrap();
        assert_eq!(
            solutions(&mut *search, &solution),
            std::slice::from_ref(&solution)
        );
    }
}

#[test]
fn full_4x4_boards_are_uniform() {
    let shape = shape(&[2, 2]);
    let mut seen: BTreeMap<String, u32> = BTreeMap::new();
    for seed in 0..28_800 {
        let made = full(&shape, seed_of(3, seed), &Budget::default()).unwrap();
        assert!(made.is_uniform);
        *seen.entry(made.board.to_string()).or_default() += 1;
    }
    assert_eq!(seen.len(), 288);
    // Within five standard deviations of a hundred.
    assert!(seen.values().all(|&number| (50..150).contains(&number)));
}

/// The numbers of minimal 4×4 puzzles with each number of clues, by the definition: clues are
/// unique if every other board differs in one of them.
fn minimal_4x4() -> [u32; 17] {
    let shape = shape(&[2, 2]);
    let model = shape.model(&Budget::default()).unwrap();
    let mut search = Dance.prepare(&model, &Budget::default()).unwrap();
    search.start(&Ask::default());
    let mut boards = Vec::new();
    while let Ok(solution) = search.advance() {
        let values: Vec<usize> = solution.iter().map(|choice| choice.index() % 4).collect();
        boards.push(values);
    }
    assert_eq!(boards.len(), 288);
    let mut numbers = [0; 17];
    for board in &boards {
        let mask = |other: &Vec<usize>| {
            let differs = |cell: &usize| board[*cell] != other[*cell];
            (0..16)
                .filter(differs)
                .fold(0u32, |mask, cell| mask | 1 << cell)
        };
        let masks: Vec<u32> = boards
            .iter()
            .filter(|other| *other != board)
            .map(mask)
            .collect();
        let is_unique = |clues: u32| masks.iter().all(|mask| mask & clues != 0);
        for clues in 0..1u32 << 16 {
            let fewer = |cell: u32| clues >> cell & 1 == 1 && is_unique(clues & !(1 << cell));
            if is_unique(clues) && !(0..16).any(fewer) {
                numbers[clues.count_ones() as usize] += 1;
            }
        }
    }
    numbers
}

#[test]
fn weights_make_up_for_the_bias() {
    let expected = minimal_4x4();
    let all: u32 = expected.iter().sum();
    // A known number, and all with seven clues or more together.
    assert_eq!(expected[4], 25_728);
    assert_eq!(expected[7..].iter().sum::<u32>(), 0);
    let spec = Spec {
        controlled_bias: true,
        ..Spec::default()
    };
    let shape = shape(&[2, 2]);
    let made = make(&shape, &spec, 6000);
    check_unique(&shape, &made[..200]);
    check_minimal(&shape, &made[..200], alone);
    let (mut weights, mut numbers) = ([0.0; 17], [0.0; 17]);
    for made in &made {
        weights[made.puzzle.givens().len()] += made.weight.unwrap();
        numbers[made.puzzle.givens().len()] += 1.0;
    }
    let sum: f64 = weights.iter().sum();
    for clues in 4..=6 {
        let told = weights[clues] / sum;
        let right = f64::from(expected[clues]) / f64::from(all);
        assert!(
            (told - right).abs() < 0.03,
            "{clues} clues: {told} of all, not {right}"
        );
    }
}

#[test]
fn a_9x9_with_its_weight() {
    let classic = Shape::classic();
    let spec = Spec {
        controlled_bias: true,
        ..Spec::default()
    };
    let made = make(&classic, &spec, 1);
    check_unique(&classic, &made);
    check_minimal(&classic, &made, alone);
    let clues = made[0].puzzle.givens().len() as u32;
    let binomial = (0..clues).fold(1.0, |b, at| b * f64::from(81 - at) / f64::from(at + 1));
    let weight = made[0].weight.unwrap();
    assert!((weight / binomial - 1.0).abs() < 1e-9);
}
