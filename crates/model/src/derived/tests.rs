use super::*;
use crate::ModelBuilder;
use crate::random::Random;

const SIDE: u32 = 4;

fn choice(cell: u32, value: u32) -> u32 {
    cell * SIDE + value
}

/// A Sudoku of 4×4 with cages: the cells of each and the sum.
fn killer(cages: &[(Vec<u32>, i64)]) -> Model {
    let mut b = ModelBuilder::new(SIDE.pow(3));
    let all = 0..SIDE * SIDE;
    let tile = |b: &mut ModelBuilder, cell| {
        let choices: Vec<u32> = (0..SIDE).map(|value| choice(cell, value)).collect();
        b.tile(&choices).unwrap()
    };
    let tiles: Vec<Item> = all.map(|cell| tile(&mut b, cell)).collect();
    for group in groups() {
        for value in 0..SIDE {
            let choices: Vec<u32> = group.iter().map(|&cell| choice(cell, value)).collect();
            b.item(Demand::ExactlyOne, &choices).unwrap();
        }
    }
    for (cells, sum) in cages {
        let cells: Vec<Item> = cells.iter().map(|&cell| tiles[cell as usize]).collect();
        b.cage(&cells, *sum..=*sum, |_, choice| {
            i64::from(choice.0 % SIDE) + 1
        })
        .unwrap();
    }
    b.build().unwrap()
}

fn groups() -> Vec<Vec<u32>> {
    let group = |cell: fn(u32, u32) -> u32| {
        (0..SIDE).map(move |group| (0..SIDE).map(|k| cell(group, k)).collect())
    };
    let rows = group(|row, k| SIDE * row + k);
    let columns = group(|column, k| SIDE * k + column);
    let boxes = group(|place, k| (place / 2 * 2 + k / 2) * SIDE + place % 2 * 2 + k % 2);
    rows.chain(columns).chain(boxes).collect()
}

/// All fillings of the board, as values.
fn boards() -> Vec<Vec<u32>> {
    let groups = groups();
    let mut all = Vec::new();
    let mut begun = vec![Vec::new()];
    while let Some(board) = begun.pop() {
        if board.len() == (SIDE * SIDE) as usize {
            all.push(board);
            continue;
        }
        for value in 0..SIDE {
            let more = [&board[..], &[value]].concat();
            let is_free = groups.iter().all(|group| {
                let placed = group.iter().filter_map(|&cell| more.get(cell as usize));
                placed.filter(|&&other| other == value).count() <= 1
            });
            if is_free {
                begun.push(more);
            }
        }
    }
    all
}

fn picked(board: &[u32]) -> Vec<Choice> {
    let choices = (0u32..).zip(board);
    choices
        .map(|(cell, &value)| Choice(choice(cell, value)))
        .collect()
}

/// Connected cages that cover the board, or most of it, with the sums of a board.
fn random_cages(board: &[u32], random: &mut Random) -> Vec<(Vec<u32>, i64)> {
    let cells = SIDE * SIDE;
    let mut cage_of: Vec<u32> = (0..cells).collect();
    for _ in 0..18 {
        let cell = random.below(cells);
        let next = if random.below(2) == 0 { 1 } else { SIDE };
        let is_beside = cell + next < cells && (next > 1 || cell % SIDE + 1 < SIDE);
        if !is_beside {
            continue;
        }
        let (from, to) = (cage_of[(cell + next) as usize], cage_of[cell as usize]);
        let is_in = |&cell: &u32| [from, to].contains(&cage_of[cell as usize]);
        let both: Vec<u32> = (0..cells).filter(is_in).collect();
        let mut values: Vec<u32> = both.iter().map(|&cell| board[cell as usize]).collect();
        values.sort_unstable();
        values.dedup();
        if from != to && values.len() == both.len() {
            for cell in both {
                cage_of[cell as usize] = to;
            }
        }
    }
    let cage = |number: u32| -> Vec<u32> {
        (0..cells)
            .filter(|&cell| cage_of[cell as usize] == number)
            .collect()
    };
    let sum = |cells: &[u32]| -> i64 {
        let values = cells
            .iter()
            .map(|&cell| i64::from(board[cell as usize]) + 1);
        values.sum()
    };
    let cages = (0..cells).map(cage).filter(|cells| cells.len() > 1);
    cages.map(|cells| (cells.clone(), sum(&cells))).collect()
}

#[test]
fn solutions_stay() {
    let boards = boards();
    assert_eq!(boards.len(), 288);
    let mut random = Random::new(1);
    let mut derived_lines = 0;
    for round in 0..300 {
        let board = &boards[random.below(288) as usize];
        let mut cages = random_cages(board, &mut random);
        if round % 5 == 0 && !cages.is_empty() {
            // Mostly without a solution then.
            cages[0].1 += 1;
        }
        let model = killer(&cages);
        let derived = model.derived(&Budget::default()).unwrap();
        derived_lines += derived.lines().count() - model.lines().count();
        for board in &boards {
            let picked = picked(board);
            assert_eq!(
                derived.is_solution(&picked),
                model.is_solution(&picked),
                "{cages:?} {board:?}"
            );
        }
    }
    assert!(derived_lines > 2_000, "{derived_lines}");
}

/// The words of the line over just these cells, which are sorted.
fn words(model: &Model, cells: &[u32]) -> Option<Vec<Vec<usize>>> {
    let tiles: Vec<Item> = cells.iter().map(|&cell| Item(cell)).collect();
    let line = model.lines().find(|line| *line.tiles == tiles[..])?;
    Some(line.language.words(cells.len()).collect())
}

#[test]
fn innies_and_outies() {
    // Row 0 is a cage of three and one cell that is left: 10 - 8 = 2, whose letter is 1.
    let derived = |cages: &[(Vec<u32>, i64)]| killer(cages).derived(&Budget::default()).unwrap();
    let innie = derived(&[(vec![0, 1, 2], 8)]);
    assert_eq!(words(&innie, &[3]), Some(vec![vec![1]]));
    // A cage reaches out of rows 0 and 1 by one cell, together with others that fill them.
    let cages = [(vec![0, 1, 2, 3], 10), (vec![4, 5, 6], 9), (vec![7, 11], 5)];
    let outie = derived(&cages);
    assert_eq!(words(&outie, &[11]), Some(vec![vec![3]]));
    // Row 0 has the innie r0c3, and row 1 the rest of its cage.
    let both = derived(&[(vec![0, 1, 2, 6], 9)]);
    let line = both
        .lines()
        .find(|line| line.tiles[..] == [Item(3), Item(6)]);
    let line = line.expect("the innie and the outie");
    assert!(!line.as_set);
    // 10 + r1c2 - 9 = r0c3: one more.
    for (innie, outie, is_word) in [(1, 0, true), (3, 2, true), (2, 2, false)] {
        let word = [innie, outie + SIDE as usize];
        assert_eq!(line.language.accepts(word), is_word, "{word:?}");
    }
}

#[test]
fn without_sums_nothing_is_derived() {
    let mut b = ModelBuilder::new(8);
    let left = b.tile(&[0, 1, 2, 3]).unwrap();
    let right = b.tile(&[4, 5, 6, 7]).unwrap();
    let up = Language::increasing(&[1, 2, 3, 4], true).unwrap();
    b.line(&[left, right], up, |_, choice| choice.0 % 4)
        .unwrap();
    let model = b.build().unwrap();
    assert!(model.derived(&Budget::default()).unwrap().is(&model));
    // Groups, and a line of another kind over them.
    let model = killer(&[]);
    assert!(model.derived(&Budget::default()).unwrap().is(&model));
    // A range of sums is no sum.
    let mut b = ModelBuilder::new(4);
    let cells = [b.tile(&[0, 1]).unwrap(), b.tile(&[2, 3]).unwrap()];
    for value in 0..2 {
        b.item(Demand::ExactlyOne, &[value, value + 2]).unwrap();
    }
    b.cage(&cells[..1], 0..=1, |_, choice| i64::from(choice.0 % 2))
        .unwrap();
    let model = b.build().unwrap();
    assert!(model.derived(&Budget::default()).unwrap().is(&model));
}

/// A puzzle may call every exactly-one item a tile: cells that no line reads are cells all the same.
#[test]
fn tiles_that_are_no_cells_do_not_hide_cells() {
    let model = |are_all_tiles: bool| {
        let mut b = ModelBuilder::new(9);
        let cells = [0, 3, 6].map(|first| b.tile(&[first, first + 1, first + 2]).unwrap());
        for value in 0..3 {
            let choices = [value, value + 3, value + 6];
            if are_all_tiles {
                b.tile(&choices).unwrap();
            } else {
                b.item(Demand::ExactlyOne, &choices).unwrap();
            }
        }
        b.cage(&cells[..2], 4..=4, |_, choice| i64::from(choice.0 % 3) + 1)
            .unwrap();
        b.build().unwrap()
    };
    for are_all_tiles in [false, true] {
        let model = model(are_all_tiles);
        let lines = model.derived_lines(&Budget::default()).unwrap();
        let tiles: Vec<&[Item]> = lines
            .iter()
            .map(|derived| &derived.line.tiles[..])
            .collect();
        assert_eq!(tiles, [&[Item(2)]], "{are_all_tiles}");
    }
}

#[test]
fn what_a_line_follows_from_is_kept() {
    // Two cages with 1 to 4 more than box 0 by the cell (2, 0).
    let model = killer(&[(vec![0, 1], 4), (vec![4, 5, 8], 9)]);
    let lines = model.derived_lines(&Budget::default()).unwrap();
    let outie = (lines.iter()).find(|derived| *derived.line.tiles == [Item(8)]);
    let outie = outie.unwrap();
    assert_eq!((outie.inside, outie.groups.len()), (0, 1));
    // In numbers from 0: 6 in the box, 2 and 6 in the cages.
    assert_eq!(
        (outie.groups_sum, &outie.lines[..]),
        (6, &[(0, 2), (1, 6)][..])
    );
    let number = |choice: u32| outie.numbers[choice as usize];
    assert_eq!([0, 1, 2, 3].map(number), [0, 1, 2, 3].map(Some));
    let in_box: Vec<Choice> = (outie.groups[0].iter())
        .flat_map(|&item| model.members(item))
        .map(|&(choice, _)| choice)
        .collect();
    assert_eq!(in_box.len(), 16);
    assert!(
        in_box
            .iter()
            .all(|choice| [0, 1, 4, 5].contains(&(choice.0 / SIDE)))
    );
}

#[test]
fn products_have_sums_of_their_primes() {
    // Three cells show 1, 2 and 4 once each, and two of them have the product 4.
    let mut b = ModelBuilder::new(9);
    let mut cells = Vec::new();
    for cell in 0..3 {
        cells.push(b.tile(&[3 * cell, 3 * cell + 1, 3 * cell + 2]).unwrap());
    }
    for value in 0..3 {
        b.item(Demand::ExactlyOne, &[value, value + 3, value + 6])
            .unwrap();
    }
    let product = Language::product(2, &[1, 2, 4], 4).unwrap();
    b.line(&cells[..2], product, |_, choice| choice.0 % 3)
        .unwrap();
    let derived = b.build().unwrap().derived(&Budget::default()).unwrap();
    // The whole is 8, so the third is 2.
    let line = derived.lines().last().unwrap();
    assert_eq!(line.tiles[..], cells[2..]);
    let words: Vec<_> = line.language.words(1).collect();
    assert_eq!(words, [[1]]);
}

#[test]
fn the_budget_ends_it() {
    let model = killer(&[(vec![0, 1, 2], 8)]);
    let budget = Budget::default().memory(100);
    assert_eq!(model.derived(&budget), Err(End::Memory));
    assert!(model.derived(&Budget::default()).is_ok());
}
