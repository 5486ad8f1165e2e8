//! Nurikabes of 5×5 cells, counted by engines and by trying every sea.

use tilewright_engines::{Ask, Budget, End, engine};
use tilewright_model::random::Random;
use tilewright_testkit::areas::Clues;

const SIDE: u32 = 5;
const CELLS: u32 = SIDE * SIDE;
const ALL: u32 = (1 << CELLS) - 1;

/// The piece of a set of cells that a cell is in.
fn piece(set: u32, cell: u32) -> u32 {
    let first_column = (0..SIDE).map(|row| 1 << (row * SIDE)).sum::<u32>();
    let last_column = first_column << (SIDE - 1);
    let mut piece = 1 << cell;
    loop {
        let beside = (piece & !last_column) << 1 | (piece & !first_column) >> 1;
        let more = (piece | beside | piece << SIDE | piece >> SIDE) & set;
        if more == piece {
            return piece;
        }
        piece = more;
    }
}

/// All sets of cells in one piece without a square of two by two: what a sea may be.
fn seas() -> Vec<u32> {
    let mut begun = vec![(0u32, 0)];
    let mut seas = Vec::new();
    while let Some((sea, rows)) = begun.pop() {
        if rows == SIDE {
            if sea > 0 && piece(sea, sea.trailing_zeros()) == sea {
                seas.push(sea);
            }
            continue;
        }
        let above = if rows == 0 {
            0
        } else {
            sea >> ((rows - 1) * SIDE)
        };
        for row in 0..1 << SIDE {
            let both = above & row;
            if both & both >> 1 == 0 {
                begun.push((sea | row << (rows * SIDE), rows + 1));
            }
        }
    }
    seas
}

/// Returns true if the land is islands with one clue each, which is their size.
fn fits(sea: u32, clues: &[(u32, u32)]) -> bool {
    let land = ALL & !sea;
    let places: u32 = clues.iter().map(|(cell, _)| 1 << cell).sum();
    let is_right = |&(cell, size): &(u32, u32)| {
        let island = piece(land, cell);
        island.count_ones() == size && (island & places).is_power_of_two()
    };
    let sizes: u32 = clues.iter().map(|(_, size)| size).sum();
    places & sea == 0 && land.count_ones() == sizes && clues.iter().all(is_right)
}

#[test]
fn counts_are_those_of_trying_every_sea() {
    let seas = seas();
    let mut random = Random::new(1);
    let mut several = 0;
    for _ in 0..60 {
        // The clues of some sea, each anywhere on its island.
        let mut land = ALL & !seas[random.below(seas.len() as u32) as usize];
        let mut clues = Vec::new();
        while land > 0 {
            let island = piece(land, land.trailing_zeros());
            let cells: Vec<u32> = (0..CELLS).filter(|cell| island >> cell & 1 == 1).collect();
            let cell = cells[random.below(cells.len() as u32) as usize];
            clues.push((cell, island.count_ones()));
            land &= !island;
        }
        let expected = seas.iter().filter(|&&sea| fits(sea, &clues)).count();
        several += usize::from(expected > 1);
        let clue = |cell: u32| clues.iter().find(|(place, _)| *place == cell);
        let grid = Clues {
            rows: SIDE as usize,
            columns: SIDE as usize,
            cells: (0..CELLS)
                .map(|cell| clue(cell).map(|(_, size)| *size))
                .collect(),
        };
        let model = grid.nurikabe().unwrap();
        for name in ["count", "dance", "auto"] {
            let mut search = engine(name)
                .unwrap()
                .prepare(&model, &Budget::default())
                .unwrap();
            search.start(&Ask::default());
            let counted = search.count();
            assert_eq!(counted.end, End::Complete);
            assert_eq!(counted.number, expected.into(), "{name} {clues:?}");
        }
    }
    assert!(several > 10, "{several}");
}
