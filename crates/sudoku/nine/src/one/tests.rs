//! The search beside its rule written down plainly, on every path that the machine can run.

use super::{Advance, Free, One, Path};
use tilewright_testkit::sudoku;

/// Bit *s* for symbol *s*, for each cell.
type Possible = [u16; 81];

const ALL: u16 = 0x1ff;

/// The cells of a house: rows, then columns, then boxes.
fn house(number: usize) -> [usize; 9] {
    let k = number % 9;
    std::array::from_fn(|i| match number / 9 {
        0 => 9 * k + i,
        1 => 9 * i + k,
        _ => 27 * (k / 3) + 3 * (k % 3) + 9 * (i / 3) + i % 3,
    })
}

/// The three cells in row or column `line` of a board, the `part`th of three.
fn three(is_column: bool, line: usize, part: usize) -> [usize; 3] {
    std::array::from_fn(|i| {
        let place = 3 * part + i;
        if is_column {
            9 * place + line
        } else {
            9 * line + place
        }
    })
}

/// Removes the cells on no way to put a symbol in the three lines of a band or stack, each in
/// another of its three boxes.
fn match_lines(possible: &mut Possible, is_column: bool, first_line: usize, symbol: u16) {
    let ways = [
        [0, 1, 2],
        [0, 2, 1],
        [1, 0, 2],
        [1, 2, 0],
        [2, 0, 1],
        [2, 1, 0],
    ];
    let mut kept = [[false; 3]; 3];
    for way in ways {
        let has = |line: usize| {
            let cells = three(is_column, first_line + line, way[line]);
            cells.iter().any(|&cell| possible[cell] & symbol != 0)
        };
        if (0..3).all(has) {
            (0..3).for_each(|line| kept[line][way[line]] = true);
        }
    }
    for (line, kept) in kept.iter().enumerate() {
        for (part, _) in kept.iter().enumerate().filter(|(_, kept)| !**kept) {
            for cell in three(is_column, first_line + line, part) {
                possible[cell] &= !symbol;
            }
        }
    }
}

/// Everything that follows; whether every symbol has a place in every house and every cell a
/// symbol.
fn close(possible: &mut Possible) -> bool {
    loop {
        let before = *possible;
        for symbol in (0..9).map(|s| 1 << s) {
            for line in [0, 3, 6] {
                match_lines(possible, false, line, symbol);
                match_lines(possible, true, line, symbol);
            }
            for number in 0..27 {
                let house = house(number);
                let mut places = house.iter().filter(|&&cell| possible[cell] & symbol != 0);
                if let (Some(&cell), None) = (places.next(), places.next()) {
                    possible[cell] = symbol;
                }
            }
        }
        for cell in 0..81 {
            if possible[cell].is_power_of_two() {
                let symbol = possible[cell];
                for number in (0..27).filter(|&number| house(number).contains(&cell)) {
                    for other in house(number).into_iter().filter(|&other| other != cell) {
                        possible[other] &= !symbol;
                    }
                }
            }
        }
        let has_all = |number| {
            house(number)
                .iter()
                .fold(0, |all, &cell| all | possible[cell])
                == ALL
        };
        if possible.contains(&0) || !(0..27).all(has_all) {
            return false;
        }
        if *possible == before {
            return true;
        }
    }
}

/// The rule of the search: the solutions in order, and how often a board was split.
fn explore(mut possible: Possible, limit: usize, found: &mut Vec<[u8; 81]>, splits: &mut u64) {
    if found.len() >= limit || !close(&mut possible) {
        return;
    }
    let count = |cell: usize| possible[cell].count_ones();
    let open = |cell: usize| count(cell) > 1;
    let score = |cell: usize| -> usize {
        let is_same = |number: usize, other: usize| {
            let houses = (number..number + 9).map(house);
            houses
                .into_iter()
                .any(|h| h.contains(&cell) && h.contains(&other))
        };
        let worth = |other: usize| {
            let in_line = is_same(0, other) || is_same(9, other);
            match (in_line, is_same(18, other)) {
                (true, false) => usize::from(open(other)),
                (false, true) => 2 * usize::from(open(other)),
                (true, true) => usize::from(!open(other)),
                (false, false) => 0,
            }
        };
        (0..81).filter(|&other| other != cell).map(worth).sum()
    };
    let Some(fewest) = (0..81).filter(|&cell| open(cell)).map(count).min() else {
        found.push(possible.map(|symbol| symbol.trailing_zeros() as u8 + 1));
        return;
    };
    let cells = (0..81).filter(|&cell| count(cell) == fewest);
    let cell = cells.rev().max_by_key(|&cell| score(cell)).unwrap();
    let lowest = possible[cell] & possible[cell].wrapping_neg();
    *splits += 1;
    let mut with = possible;
    with[cell] = lowest;
    explore(with, limit, found, splits);
    possible[cell] &= !lowest;
    explore(possible, limit, found, splits);
}

fn possible(board: &[u8; 81]) -> Possible {
    board.map(|symbol| if symbol == 0 { ALL } else { 1 << (symbol - 1) })
}

/// The solutions of the rule, on every path, one by one.
fn assert_by_rule(from: &Possible, limit: usize) {
    let (mut expected, mut splits) = (Vec::new(), 0);
    explore(*from, limit, &mut expected, &mut splits);
    for path in Path::all() {
        let mut one = One::on(path);
        one.begin_with(from);
        let mut found = Vec::new();
        while found.len() < limit && one.next(&mut Free) == Advance::Found {
            let mut solution = [0; 81];
            one.write(&mut solution);
            found.push(solution);
        }
        assert!(found == expected, "{path:?}: {from:?}");
        if found.len() < limit {
            assert_eq!(one.guesses(), splits, "{path:?}: {from:?}");
        }
    }
}

#[test]
fn solutions_come_in_the_order_of_the_rule() {
    for seed in 0..30 {
        let puzzle = sudoku::sparse(seed);
        assert_by_rule(&possible(&puzzle), 10);
        // Without its last clues it has several solutions.
        let mut fewer = puzzle;
        let clues: Vec<usize> = (0..81).filter(|&cell| puzzle[cell] != 0).collect();
        for &cell in &clues[clues.len() - seed as usize % 5..] {
            fewer[cell] = 0;
        }
        assert_by_rule(&possible(&fewer), 40);
    }
    assert_by_rule(&[ALL; 81], 60);
}

#[test]
fn the_rule_holds_on_the_data_sets() {
    let Some(folder) = tilewright_testkit::data("sudoku9") else {
        return;
    };
    let mut number = 0;
    for file in std::fs::read_dir(folder).unwrap() {
        let text = std::fs::read_to_string(file.unwrap().path()).unwrap();
        let boards: Vec<_> = text.lines().filter_map(sudoku::parse).collect();
        for board in boards.iter().step_by(boards.len() / 12 + 1) {
            assert_by_rule(&possible(board), 5);
            number += 1;
        }
    }
    assert!(number > 60);
}

#[test]
fn boards_with_barred_symbols_follow_the_rule() {
    // Symbols taken away here and there, by a rule of thumb that depends on the seed.
    for seed in 0..40u64 {
        let mut from = possible(&sudoku::sparse(seed).map(|clue| clue * u8::from(clue > 3)));
        for (cell, symbols) in (0u64..).zip(&mut from) {
            if symbols.count_ones() > 1 {
                *symbols &= !(1 << ((cell * 7 + seed * 5) % 9));
            }
        }
        assert_by_rule(&from, 30);
    }
}

#[test]
fn bytes_in_and_out_are_the_same_on_every_path() {
    let mut boards: Vec<[u8; 81]> = (0..20).map(sudoku::sparse).collect();
    boards.extend((0..20).map(sudoku::full));
    boards.extend((0..9).map(|k| sudoku::full(k).map(|clue| clue * u8::from(clue > k as u8))));
    for (number, cell) in [0, 26, 27, 53, 54, 75, 80].into_iter().enumerate() {
        let mut clash = sudoku::full(number as u64);
        clash[cell] = clash[cell] % 9 + 1;
        boards.push(clash);
        for byte in [10, 11, 15, 16, 0x81, 0xff] {
            let mut wrong = [0; 81];
            wrong[cell] = byte;
            boards.push(wrong);
        }
    }
    for board in &boards {
        for limit in [0, 1, 2, 50] {
            let mut expected = Vec::new();
            if board.iter().all(|&byte| byte < 10) {
                explore(possible(board), limit, &mut expected, &mut 0);
            }
            for path in Path::all() {
                let mut first = [0; 81];
                let found = One::on(path).run(board, limit as u32, &mut first);
                assert_eq!(found as usize, expected.len(), "{path:?} {board:?}");
                let none = [0; 81];
                assert_eq!(&first, expected.first().unwrap_or(&none), "{path:?}");
                // And step by step.
                let mut one = One::on(path);
                one.begin(board);
                for solution in &expected {
                    assert_eq!(one.next(&mut Free), Advance::Found);
                    one.write(&mut first);
                    assert_eq!(&first, solution, "{path:?}");
                }
                if expected.len() < limit {
                    assert_eq!(one.next(&mut Free), Advance::Done, "{path:?} {board:?}");
                }
            }
        }
    }
}

#[test]
fn a_toll_that_is_not_paid_stops_the_search() {
    struct Purse(u64);
    impl super::Toll for Purse {
        fn pay(&mut self) -> bool {
            self.0 = self.0.saturating_sub(1);
            self.0 > 0
        }
    }
    for path in Path::all() {
        let mut one = One::on(path);
        one.begin_with(&[ALL; 81]);
        let mut purse = Purse(1000);
        let mut found = 0;
        let end = loop {
            match one.next(&mut purse) {
                Advance::Found => found += 1,
                end => break end,
            }
        };
        assert_eq!(end, Advance::Stopped);
        assert!(found > 100, "{found}");
    }
}
