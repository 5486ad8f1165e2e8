//! Canonical forms of small boards against the definition, with every move tried.

use crate::random::Random;
use std::collections::HashMap;
use tilewright_canonical::{Form, Geometry, canonical_of};

const WORK: u64 = 1 << 27;

fn permutations(count: usize) -> Vec<Vec<usize>> {
    let Some(last) = count.checked_sub(1) else {
        return vec![vec![]];
    };
    let mut all = Vec::new();
    for shorter in permutations(last) {
        for place in 0..count {
            let mut longer = shorter.clone();
            longer.insert(place, last);
            all.push(longer);
        }
    }
    all
}

/// The orders of the places along an axis, by the definition: a band stays together.
fn orders(side: usize, band: usize) -> Vec<Vec<usize>> {
    let keeps = |order: &Vec<usize>| {
        let mut bands = order.chunks(band);
        bands.all(|places| places.iter().all(|place| place / band == places[0] / band))
    };
    permutations(side).into_iter().filter(keeps).collect()
}

/// The source of each cell, for every move.
fn moves(side: usize, bands: &[usize]) -> Vec<Vec<usize>> {
    let axes = bands.len();
    let mut all = Vec::new();
    for exchange in permutations(axes) {
        if (0..axes).any(|axis| bands[axis] != bands[exchange[axis]]) {
            continue;
        }
        let mut sums = vec![vec![0; side.pow(axes as u32)]];
        for axis in 0..axes {
            let mut more = Vec::new();
            for order in orders(side, bands[axis]) {
                for sum in &sums {
                    let add = |(cell, part): (usize, &usize)| {
                        let place = order[cell / side.pow(axis as u32) % side];
                        part + place * side.pow(exchange[axis] as u32)
                    };
                    more.push(sum.iter().enumerate().map(add).collect());
                }
            }
            sums = more;
        }
        all.append(&mut sums);
    }
    all
}

/// The board with its values named in the order in which they come.
fn renamed(values: impl Iterator<Item = u16>) -> Vec<u16> {
    let mut names = HashMap::from([(0, 0)]);
    let name = |value| {
        let next = names.len() as u16;
        *names.entry(value).or_insert(next)
    };
    values.map(name).collect()
}

fn by_definition(moves: &[Vec<usize>], values: &[u16]) -> (Vec<u16>, u128) {
    let image = |from: &Vec<usize>| renamed(from.iter().map(|&cell| values[cell]));
    let least = moves.iter().map(image).min().unwrap();
    let here = renamed(values.iter().copied());
    let stays = moves.iter().filter(|from| image(from) == here).count();
    (least, stays as u128)
}

fn check(form: &Form, values: &[u16], expected: &(Vec<u16>, u128)) {
    assert_eq!(form.values, expected.0, "{values:?}");
    assert_eq!(form.automorphisms, Some(expected.1), "{values:?}");
    assert_eq!(form.way.apply(values), form.values, "{values:?}");
}

/// A board of random values, more or less of them, some with a shifted copy of a line in the next.
fn random_board(random: &mut Random, side: usize, cells: usize) -> Vec<u16> {
    let (filled, names) = (random.below(101), 1 + random.below(side));
    let regular = random.below(3) == 0;
    let shift = random.below(side);
    let mut values: Vec<u16> = Vec::new();
    for cell in 0..cells {
        let value = match () {
            () if regular => (cell % side + cell / side * shift) % side + 1,
            () => 1 + random.below(names),
        };
        let stays = random.below(100) < filled;
        values.push(if stays { value as u16 } else { 0 });
    }
    values
}

fn agrees(side: usize, bands: &[usize], boards: usize) {
    let geometry = Geometry::new(side, bands).unwrap();
    let moves = moves(side, bands);
    let mut random = Random(7);
    for _ in 0..boards {
        let values = random_board(&mut random, side, geometry.cells());
        let expected = by_definition(&moves, &values);
        check(
            &canonical_of(&geometry, &values, WORK).unwrap(),
            &values,
            &expected,
        );
    }
    let empty = vec![0; geometry.cells()];
    let form = canonical_of(&geometry, &empty, WORK).unwrap();
    check(&form, &empty, &(empty.clone(), moves.len() as u128));
}

#[test]
fn sudokus_of_4_and_6_agree_with_the_definition() {
    agrees(4, &[2, 2], 3000);
    agrees(6, &[3, 2], 60);
    agrees(6, &[2, 3], 60);
}

#[test]
fn latin_squares_and_cubes_agree_with_the_definition() {
    agrees(3, &[3, 3], 1000);
    agrees(4, &[4, 4], 500);
    agrees(3, &[3, 3, 3], 300);
    agrees(4, &[2, 2, 1], 100);
    agrees(4, &[4, 1], 100);
    agrees(5, &[5], 100);
    agrees(1, &[1, 1, 1], 3);
}

/// Random copies of large boards have the same form.
fn copies_agree(side: usize, bands: &[usize], board: &[u16], copies: u64) {
    let geometry = Geometry::new(side, bands).unwrap();
    let form = canonical_of(&geometry, board, WORK).unwrap();
    assert_eq!(form.way.apply(board), form.values);
    for seed in 0..copies {
        let copy = shuffled(side, bands, board, &mut Random(seed));
        let other = canonical_of(&geometry, &copy, WORK).unwrap();
        assert_eq!(other.values, form.values);
        assert_eq!(other.automorphisms, form.automorphisms);
    }
}

fn shuffle<T>(list: &mut [T], random: &mut Random) {
    for last in (1..list.len()).rev() {
        list.swap(last, random.below(last + 1));
    }
}

fn shuffled(side: usize, bands: &[usize], board: &[u16], random: &mut Random) -> Vec<u16> {
    let axes = bands.len();
    let mut exchanges: Vec<Vec<usize>> = permutations(axes);
    exchanges.retain(|exchange| (0..axes).all(|axis| bands[axis] == bands[exchange[axis]]));
    let exchange = exchanges.swap_remove(random.below(exchanges.len()));
    let orders: Vec<Vec<usize>> = bands
        .iter()
        .map(|&band| {
            let places: Vec<usize> = (0..side).collect();
            let mut bands: Vec<Vec<usize>> = places.chunks(band).map(<[_]>::to_vec).collect();
            shuffle(&mut bands, random);
            for band in &mut bands {
                shuffle(band, random);
            }
            bands.concat()
        })
        .collect();
    let mut names: Vec<u16> = (1..=side as u16).collect();
    shuffle(&mut names, random);
    names.insert(0, 0);
    let image = |cell: usize| {
        let parts = (0..axes).map(|axis| {
            let place = orders[axis][cell / side.pow(axis as u32) % side];
            place * side.pow(exchange[axis] as u32)
        });
        names[usize::from(board[parts.sum::<usize>()])]
    };
    (0..board.len()).map(image).collect()
}

/// A full board of `box × box` boxes, with some of its values taken out.
fn regular(width: usize, kept: usize) -> Vec<u16> {
    let side = width * width;
    let mut random = Random(3);
    let value = |cell: usize| {
        let (row, column) = (cell / side, cell % side);
        let value = (row * width + row / width + column) % side + 1;
        if random.below(100) < kept {
            value as u16
        } else {
            0
        }
    };
    (0..side * side).map(value).collect()
}

#[test]
fn copies_of_large_boards_agree() {
    for kept in [5, 30, 50, 90, 100] {
        copies_agree(16, &[4, 4], &regular(4, kept), 5);
        if kept < 100 {
            copies_agree(16, &[16, 16], &regular(4, kept), 5);
        }
    }
    for kept in [0, 10, 40, 100] {
        let mut random = Random(5);
        // A cube whose value is the sum of its coordinates, bit by bit.
        let value = |cell: usize| {
            let value = (cell % 8) ^ (cell / 8 % 8) ^ (cell / 64);
            if random.below(100) < kept {
                value as u16 + 1
            } else {
                0
            }
        };
        let cube: Vec<u16> = (0..512).map(value).collect();
        copies_agree(8, &[2, 2, 2], &cube, 3);
        copies_agree(8, &[8, 8, 8], &cube, 3);
    }
}

#[test]
fn the_group_of_a_latin_square_is_known() {
    // The addition of a cyclic group: its isotopies are n² · φ(n), and as many with transposition.
    for (side, expected) in [(5u16, 200), (7, 588), (12, 1152)] {
        let table: Vec<u16> = (0..side * side)
            .map(|cell| (cell / side + cell) % side + 1)
            .collect();
        let geometry = Geometry::new(side.into(), &[side.into(); 2]).unwrap();
        let form = canonical_of(&geometry, &table, WORK).unwrap();
        assert_eq!(form.automorphisms, Some(expected));
    }
    // That of 16 elements which are each their own inverse: 16² · |GL(4, 2)|, and as many again.
    let table: Vec<u16> = (0..256)
        .map(|cell| ((cell / 16) ^ (cell % 16)) + 1)
        .collect();
    let geometry = Geometry::new(16, &[16, 16]).unwrap();
    let form = canonical_of(&geometry, &table, WORK).unwrap();
    assert_eq!(form.automorphisms, Some(2 * 256 * 20160));
}

#[test]
fn little_work_is_not_enough_and_says_so() {
    let geometry = Geometry::new(16, &[4, 4]).unwrap();
    let error = canonical_of(&geometry, &regular(4, 100), 1000).unwrap_err();
    assert!(error.to_string().contains("too long"));
}

#[test]
fn boards_that_are_none_are_refused() {
    for (side, bands) in [
        (0, &[1][..]),
        (4, &[3, 3]),
        (4, &[]),
        (4, &[0, 4]),
        (600, &[600]),
        (8, &[8; 9]),
    ] {
        assert_eq!(Geometry::new(side, bands), None);
    }
}
