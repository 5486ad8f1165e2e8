//! Random maps: every edge matches, no seed fails, and they follow the weights of their set.

use std::collections::HashMap;
use std::time::Duration;
use tilewright_generate::{Budget, tiles::map};
use tilewright_puzzles::tiles::{Shape, TILES, TileSet, Tiles};

fn kinds_of(map: &Tiles) -> Vec<usize> {
    let places = (0..map.rows()).flat_map(|row| (0..map.columns()).map(move |c| (row, c)));
    let kinds = places.map(|(row, column)| map.kind_number_at(row, column));
    kinds.collect::<Option<_>>().expect("every place is filled")
}

/// Looks at every edge by the set alone.
fn assert_matches(map: &Tiles) {
    let kinds = kinds_of(map);
    let (rows, columns) = (map.rows(), map.columns());
    let wraps = map.shape() == Shape::Torus;
    for row in 0..rows {
        for column in 0..columns {
            let here = kinds[row * columns + column];
            assert!(map.may_stand(row, column, here));
            if column + 1 < columns || wraps {
                let right = kinds[row * columns + (column + 1) % columns];
                assert!(map.set().goes_across(here, right), "r{row}c{column}");
            }
            if row + 1 < rows || wraps {
                let below = kinds[(row + 1) % rows * columns + column];
                assert!(map.set().goes_down(here, below), "r{row}c{column}");
            }
        }
    }
}

fn drawn(board: &Tiles, seed: u64) -> Tiles {
    let map = map(board, seed, &Budget::default()).unwrap();
    assert_matches(&map);
    map
}

#[test]
fn a_thousand_maps_of_roads_match() {
    let board = Tiles::roads(20, 20).unwrap();
    for seed in 0..1000 {
        drawn(&board, seed);
    }
    let board = Tiles::roads(100, 100).unwrap();
    for seed in 0..5 {
        drawn(&board, seed);
    }
}

/// A thousand maps at full size, which takes a minute.
#[test]
#[ignore = "takes a minute"]
fn a_thousand_large_maps_of_roads_match() {
    let board = Tiles::roads(100, 100).unwrap();
    for seed in 0..1000 {
        drawn(&board, seed);
    }
}

#[test]
fn all_sizes_and_shapes_match() {
    for (rows, columns) in [(1, 1), (1, 2), (2, 1), (1, 40), (40, 1), (7, 5), (30, 90)] {
        drawn(&Tiles::roads(rows, columns).unwrap(), 3);
        let torus = Tiles::new(TileSet::roads(), rows, columns, Shape::Torus).unwrap();
        drawn(&torus, 3);
    }
    for (rows, columns) in [(2, 2), (2, 9), (8, 8), (30, 30)] {
        drawn(&Tiles::loops(rows, columns).unwrap(), 3);
    }
}

#[test]
fn seeds_reproduce() {
    let board = Tiles::roads(12, 13).unwrap();
    for seed in 0..10 {
        assert_eq!(drawn(&board, seed), drawn(&board, seed));
    }
    assert_ne!(drawn(&board, 1), drawn(&board, 2));
}

#[test]
fn sets_of_wave_function_collapse_match() {
    let Some(folder) = tilewright_testkit::data("tiles/wfc") else {
        return;
    };
    let mut count = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let text = std::fs::read_to_string(entry.unwrap().path()).unwrap();
        let puzzle = tilewright_puzzles::read(&text, Some("tiles:wfc")).unwrap();
        let board: &Tiles = puzzle.downcast().unwrap();
        drawn(&board.with_size("40x40").unwrap(), 5);
        count += 1;
    }
    assert_eq!(count, 14);
}

#[test]
fn what_is_fixed_stays() {
    let board = Tiles::roads(9, 9).unwrap();
    let whole = drawn(&board, 11);
    let kinds = kinds_of(&whole).into_iter().enumerate();
    let some: Vec<Option<usize>> = kinds
        .map(|(place, kind)| (place % 4 == 0).then_some(kind))
        .collect();
    for seed in 0..50 {
        let map = kinds_of(&drawn(&board.with_kinds(&some), seed));
        let mut pairs = some.iter().zip(map);
        assert!(pairs.all(|(fixed, kind)| fixed.is_none_or(|fixed| fixed == kind)));
    }
}

#[test]
fn a_set_without_maps_says_so() {
    let set = "size 4x4\n2\na 1\nb 1\nH 1\n0 1\nV 2\n0 0\n1 1\n";
    let puzzle = tilewright_puzzles::read(set, Some("tiles:wfc")).unwrap();
    let board: &Tiles = puzzle.downcast().unwrap();
    let missed = map(board, 1, &Budget::default()).unwrap_err();
    assert_eq!(missed.why, "there is no map of that size");
    drawn(&board.with_size("9x2").unwrap(), 1);
}

#[test]
fn the_deadline_ends_it() {
    let limits = Budget::default().time(Duration::ZERO);
    let missed = map(&Tiles::roads(500, 500).unwrap(), 1, &limits).unwrap_err();
    assert!(missed.why.starts_with("the time was up"), "{missed}");
}

/// Roads with weights of their own.
fn weighted(weights: &[f64], size: &str) -> Tiles {
    let plain = TILES.write(&Tiles::roads(1, 1).unwrap(), "wfc").unwrap();
    let names = ["U", "D", "R", "L", "E"];
    let text = names
        .iter()
        .zip(weights)
        .fold(plain, |text, (name, weight)| {
            text.replace(&format!("\n{name} 1.0\n"), &format!("\n{name} {weight}\n"))
        });
    let puzzle = tilewright_puzzles::read(&text, Some("tiles:wfc")).unwrap();
    let board: &Tiles = puzzle.downcast().unwrap();
    assert!(
        board
            .set()
            .kinds()
            .iter()
            .zip(weights)
            .all(|(k, w)| (k.weight - w).abs() < 1e-9)
    );
    board.with_size(size).unwrap()
}

/// The weights of all maps together, place by place: the last row of kinds is the state.
fn total(board: &Tiles, weights: &[f64]) -> f64 {
    let set = board.set();
    let columns = board.columns();
    let mut states: HashMap<Vec<usize>, f64> = HashMap::from([(Vec::new(), 1.0)]);
    for place in 0..board.rows() * columns {
        let mut next: HashMap<Vec<usize>, f64> = HashMap::new();
        for (row, sum) in &states {
            for (kind, weight) in weights.iter().enumerate() {
                let left = row.last().filter(|_| place % columns > 0);
                let above = row.first().filter(|_| row.len() == columns);
                let fits = left.is_none_or(|&left| set.goes_across(left, kind))
                    && above.is_none_or(|&above| set.goes_down(above, kind));
                if fits {
                    let mut state = row.clone();
                    state.push(kind);
                    if state.len() > columns {
                        state.remove(0);
                    }
                    *next.entry(state).or_default() += sum * weight;
                }
            }
        }
        states = next;
    }
    states.values().sum()
}

/// The share of each kind where a map is as likely as the product of its weights: how the sum of all
/// weights grows with the weight of one kind.
fn expected_shares(board: &Tiles, weights: &[f64]) -> Vec<f64> {
    let places = f64::from((board.rows() * board.columns()) as u32);
    let share = |kind: usize| {
        let changed = |factor: f64| {
            let mut weights = weights.to_vec();
            weights[kind] *= factor;
            total(board, &weights).ln()
        };
        (changed(1.001) - changed(0.999)) / (0.002 * places)
    };
    (0..weights.len()).map(share).collect()
}

#[test]
fn maps_follow_their_weights() {
    for weights in [
        [1.0; 5],
        [1.0, 1.0, 1.0, 1.0, 0.5],
        [3.0, 1.0, 0.5, 2.0, 1.5],
        [2.0, 1.0, 1.0, 1.0, 1.0],
        [1.0, 1.0, 1.0, 1.0, 2.0],
    ] {
        let board = weighted(&weights, "6x4");
        let expected = expected_shares(&board, &weights);
        let mut counts = [0u32; 5];
        let maps = 1500;
        for seed in 0..maps {
            for kind in kinds_of(&map(&board, seed, &Budget::default()).unwrap()) {
                counts[kind] += 1;
            }
        }
        let all = f64::from(counts.iter().sum::<u32>());
        for (count, expected) in counts.iter().zip(expected) {
            let share = f64::from(*count) / all;
            assert!(
                (share - expected).abs() < 0.015,
                "{weights:?}: {share}, not {expected}"
            );
        }
    }
}
