//! Killer Sudoku: a Sudoku with cages of different values whose sum is known.

use tilewright_model::{Demand, Item, Model, ModelBuilder, ModelError, random::Random};

/// Some cells, row by row, and the sum of their values, which are different and begin at 1.
pub type Cage = (Vec<u32>, i64);

/// The model of a board whose boxes have this many rows and columns: choice `side * cell + value - 1` is a value in a cell.
///
/// # Errors
/// If a cage has a cell twice or beyond the board.
pub fn killer(tall: u32, wide: u32, cages: &[Cage]) -> Result<Model, ModelError> {
    let side = tall * wide;
    let mut b = ModelBuilder::new(side.pow(3));
    let mut tiles = Vec::new();
    for cell in 0..side * side {
        let choices: Vec<u32> = (side * cell..side * (cell + 1)).collect();
        tiles.push(b.tile(&choices)?);
    }
    for group in groups(tall, wide) {
        for value in 0..side {
            let choices: Vec<u32> = group.iter().map(|cell| side * cell + value).collect();
            b.item(Demand::ExactlyOne, &choices)?;
        }
    }
    for (cells, sum) in cages {
        let tile = |&cell: &u32| tiles.get(cell as usize).copied().unwrap_or(Item(u32::MAX));
        let tiles: Vec<Item> = cells.iter().map(tile).collect();
        b.cage(&tiles, *sum..=*sum, |_, choice| {
            i64::from(choice.0 % side) + 1
        })?;
    }
    b.build()
}

/// The cells of each row, then those of each column, then those of each box.
fn groups(tall: u32, wide: u32) -> Vec<Vec<u32>> {
    let side = tall * wide;
    let row = |row: u32| (0..side).map(|k| side * row + k).collect();
    let column = |column: u32| (0..side).map(|k| side * k + column).collect();
    let in_box = |number: u32| {
        let (top, left) = (number / tall * tall, number % tall * wide);
        let cells = (0..side).map(|k| side * (top + k / wide) + left + k % wide);
        cells.collect()
    };
    let rows = (0..side).map(row);
    rows.chain((0..side).map(column))
        .chain((0..side).map(in_box))
        .collect()
}

/// Connected cages of up to `most` cells with the sums of a full board, which is given row by row. Single cells are left out.
pub fn random_cages(board: &[u32], side: u32, most: usize, random: &mut Random) -> Vec<Cage> {
    let mut cages: Vec<Vec<u32>> = (0..side * side).map(|cell| vec![cell]).collect();
    for _ in 0..2 * side * side {
        let cell = random.below(side * side);
        let beside = if random.below(2) == 0 { 1 } else { side };
        let is_inside =
            cell + beside < side * side && (beside > 1 || !(cell + 1).is_multiple_of(side));
        let cage_of = |cell| cages.iter().position(|cage| cage.contains(&cell));
        let (one, other) = (cage_of(cell), cage_of(cell + beside));
        let (Some(one), Some(other)) = (one, other) else {
            continue;
        };
        if !is_inside || one == other {
            continue;
        }
        let both = [&cages[one][..], &cages[other]].concat();
        let mut values: Vec<u32> = both.iter().map(|&cell| board[cell as usize]).collect();
        values.sort_unstable();
        values.dedup();
        if values.len() == both.len() && both.len() <= most {
            cages[one] = both;
            cages.remove(other);
        }
    }
    let sum = |cage: &Vec<u32>| {
        cage.iter()
            .map(|&cell| i64::from(board[cell as usize]))
            .sum()
    };
    let cages = cages.into_iter().filter(|cage| cage.len() > 1);
    cages
        .map(|cage| (sum(&cage), cage))
        .map(|(sum, cage)| (cage, sum))
        .collect()
}
