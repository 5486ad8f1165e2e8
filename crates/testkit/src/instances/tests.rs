//! Known numbers, by the plain engines; and where the data folder is named, the same numbers of
//! items and options as the files there, which were made by other programs.

use super::*;
use crate::sudoku;
use tilewright_engines::{Ask, Engine, naive::Naive, reduce::Reduce};
use tilewright_model::budget::Budget;

fn count_by(engine: &dyn Engine, cover: &Cover) -> u64 {
    let model = cover.to_model();
    let mut search = engine.prepare(&model, &Budget::default()).unwrap();
    search.start(&Ask::default());
    let count = search.count();
    assert!(count.is_exact());
    count.number.try_into().unwrap()
}

fn count(cover: &Cover) -> u64 {
    count_by(&Reduce, cover)
}

#[test]
fn known_counts() {
    assert_eq!(count(&langford(3)), 2);
    assert_eq!(count(&langford(5)), 0);
    assert_eq!(count(&langford(7)), 52);
    assert_eq!(count(&langford(8)), 300);
    assert_eq!(count(&queens(1)), 1);
    assert_eq!(count(&queens(6)), 4);
    assert_eq!(count(&queens(8)), 92);
    assert_eq!(count(&domino(4, 4)), 36);
    assert_eq!(count(&domino(3, 3)), 0);
    assert_eq!(count(&matching(8)), 105);
    assert_eq!(count(&latin(4)), 576);
}

#[test]
fn edge_tiles_on_every_border() {
    assert_eq!(count(&roads(1, 4)), 89);
    assert_eq!(count(&roads(3, 3)), 843);
    assert_eq!(count(&edge_tiles(&ROADS, 3, 3, Border::Closed)), 1);
    for (rows, columns, number) in [(1, 1, 1), (1, 4, 7), (2, 2, 9), (3, 3, 25)] {
        let torus = edge_tiles(&ROADS, rows, columns, Border::Torus);
        assert_eq!(count(&torus), number, "{rows}×{columns}");
    }
}

#[test]
fn known_counts_by_the_definition() {
    assert_eq!(count_by(&Naive, &langford(4)), 2);
    assert_eq!(count_by(&Naive, &queens(5)), 10);
    assert_eq!(count_by(&Naive, &domino(2, 5)), 8);
    assert_eq!(count_by(&Naive, &matching(6)), 15);
    assert_eq!(count_by(&Naive, &latin(2)), 2);
}

#[test]
fn known_packings() {
    assert_eq!(count(&soma()), 11_520);
    assert_eq!(count(&pentominoes(3, 20)), 8);
}

#[test]
fn macmahon_has_its_24_squares() {
    let cover = macmahon(4, 6, Some((0, 2)));
    assert_eq!(cover.primary.len(), 24 + 24);
    let plain = cover.options.iter().filter(|option| option[0].0 == 0);
    assert_eq!(plain.count(), 1);
    assert!(cover.has_colours() && !queens(4).has_colours());
}

#[test]
fn options_without_colour_differ_from_all() {
    // Item 2 is secondary: shown as 7 by two options, without a colour by two others.
    let cover = Cover {
        primary: vec!["a".into(), "b".into()],
        secondary: vec!["x".into()],
        options: vec![
            vec![(0, None), (2, Some(7))],
            vec![(0, None), (2, None)],
            vec![(1, None), (2, Some(7))],
            vec![(1, None), (2, None)],
        ],
    };
    assert_eq!(count_by(&Naive, &cover), 1);
    assert_eq!(cover.name(1), "b");
    assert_eq!(cover.name(2), "x");
}

#[test]
fn sudokus_are_what_the_oracle_says() {
    for seed in 0..3 {
        let puzzle = sudoku::sparse(seed);
        assert_eq!(count(&super::sudoku(&puzzle).unwrap()), 1);
        let mut open = puzzle;
        // Without its first two clues the puzzle has several solutions.
        for clue in open.iter_mut().filter(|clue| **clue != 0).take(2) {
            *clue = 0;
        }
        let expected = sudoku::solutions(&open, usize::MAX).len() as u64;
        assert!(expected > 1);
        assert_eq!(count(&super::sudoku(&open).unwrap()), expected);
    }
    let mut clash = [0; 81];
    (clash[0], clash[10]) = (3, 3);
    assert_eq!(super::sudoku(&clash), None);
}

/// Numbers of primary items, of secondary items and of options in a file of Knuth's format, and
/// the number of items named by all its options.
fn shape_of_file(text: &str) -> (usize, usize, usize, usize) {
    let mut lines = text
        .lines()
        .filter(|l| !l.starts_with('|') && !l.trim().is_empty());
    let items = lines.next().unwrap();
    let (primary, secondary) = items.split_once('|').unwrap_or((items, ""));
    let options: Vec<usize> = lines.map(|line| line.split_whitespace().count()).collect();
    (
        primary.split_whitespace().count(),
        secondary.split_whitespace().count(),
        options.len(),
        options.iter().sum(),
    )
}

#[test]
fn the_same_as_the_files_of_others() {
    let cases = [
        ("langford8", langford(8)),
        ("langford12", langford(12)),
        ("queens8", queens(8)),
        ("queens11", queens(11)),
        ("queens12", queens(12)),
        ("soma", soma()),
        ("pent3x20", pentominoes(3, 20)),
        ("pent6x10", pentominoes(6, 10)),
        ("pent8x8hole", pentominoes_8x8_hole()),
        ("macmahon", macmahon(4, 6, None)),
        ("macmahonP", macmahon(4, 6, Some((0, 2)))),
        ("latin5", latin(5)),
        ("domino6x6", domino(6, 6)),
        ("domino16x16", domino(16, 16)),
        ("match16", matching(16)),
    ];
    for (name, cover) in cases {
        let Some(file) = crate::data(format!("exact-cover/{name}.dlx")) else {
            return;
        };
        let expected = shape_of_file(&std::fs::read_to_string(file).unwrap());
        let found = (
            cover.primary.len(),
            cover.secondary.len(),
            cover.options.len(),
            cover.options.iter().map(Vec::len).sum(),
        );
        assert_eq!(found, expected, "{name}");
    }
}
