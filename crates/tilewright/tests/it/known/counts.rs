//! Counts of whole boards: Sudoku and Latin squares and cubes, roads and other tile sets.

use super::profile::{Border, boards};
use super::{counted, tell, text};
use std::fmt::Write;
use tilewright::{Puzzle, board, read};
use tilewright_testkit::data;

/// Nodes for one count of a table.
const NODES: u64 = 1_500_000;

/// Tile sets by their plugs, as [`boards`] takes them.
const SETS: [(&str, &[u8]); 6] = [
    ("five", &[11, 14, 13, 7, 0]),
    ("loops7", &[0, 3, 5, 6, 9, 10, 12]),
    ("nodead12", &[0, 3, 5, 6, 7, 9, 10, 11, 12, 13, 14, 15]),
    ("noempty_tees4", &[11, 14, 13, 7]),
    (
        "tees_straights_corners10",
        &[3, 5, 6, 7, 9, 10, 11, 12, 13, 14],
    ),
    (
        "full16",
        &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
    ),
];

/// A board of a tile set, from the text of a file.
fn tile_board(tiles: &[u8], rows: usize, columns: usize, border: Border) -> Box<dyn Puzzle> {
    let border = format!("{border:?}").to_lowercase();
    let mut toml = format!("[board]\nsize = [{rows}, {columns}]\nborder = \"{border}\"\n[kinds]\n");
    for tile in tiles {
        let side = |bit: u8| if tile & bit == 0 { "none" } else { "road" };
        let sides = [1, 2, 4, 8].map(side).join(" ");
        writeln!(toml, "t{tile} = {{ sides = \"{sides}\" }}").unwrap();
    }
    read(&toml, None).unwrap_or_else(|error| panic!("{error}\n{toml}"))
}

#[test]
fn sudoku_and_latin_boards() {
    for (kind, size, count) in [
        ("sudoku", "2,2", "288"),
        ("sudoku", "2,2,1", "21888"),
        ("sudoku", "1,2,2", "21888"),
        ("sudoku", "2,1,2", "21888"),
        ("sudoku", "3,1", "12"),
        ("sudoku", "4,1", "576"),
        ("sudoku", "5,1", "161280"),
        ("latin", "5", "161280"),
        ("sudoku", "2,1,1", "2"),
        ("sudoku", "3,1,1", "24"),
        ("sudoku", "4,1,1", "55296"),
        ("sudoku", "[4]", "24"),
    ] {
        for engine in ["auto", "dance", "count"] {
            let name = format!("{kind} {size}");
            let empty = board(kind, size).unwrap();
            let number = counted(&name, &*empty, engine, 20_000_000);
            assert_eq!(number.as_deref(), Some(count), "{name} by {engine}");
        }
    }
}

/// The symbols can be exchanged, and so can the layers along an axis whose box dim is 1. So a
/// board whose first line is in order, and the first lines along the axes beyond the second too,
/// stands for as many boards as there are such orders.
#[test]
fn boards_with_their_first_lines_in_order() {
    const SIX: u64 = 720;
    for (dims, axes_in_order, orders, count) in [
        (&[3, 2][..], &[0][..], SIX, 28_200_960),
        (&[2, 3], &[0], SIX, 28_200_960),
        (&[6, 1], &[0, 1], SIX * 120, 812_851_200),
        (&[2, 2, 1], &[0, 2], 24 * 6, 21_888),
        (&[2, 2, 1, 1], &[0, 2, 3], 24 * 6 * 6, 15_406_848),
    ] {
        let side: usize = dims.iter().product();
        let mut cells = vec![0; side.pow(dims.len() as u32)];
        for &axis in axes_in_order {
            for place in 0..side {
                cells[place * side.pow(axis)] = place + 1;
            }
        }
        let numbers = [&[dims.len()], dims, &cells].concat();
        let lines: Vec<String> = numbers.iter().map(ToString::to_string).collect();
        let in_order = read(&lines.join("\n"), Some("sudoku:nd")).unwrap();
        for engine in ["auto", "dance", "count"] {
            let name = format!("{dims:?} in order");
            let number = counted(&name, &*in_order, engine, 20_000_000);
            let expected = (count / orders).to_string();
            assert_eq!(number, Some(expected), "{name} by {engine}");
        }
    }
}

#[test]
fn all_sudoku_boards_of_side_six() {
    let empty = board("sudoku", "3,2").unwrap();
    let number = counted("sudoku 3,2", &*empty, "auto", 100_000_000);
    assert_eq!(number.as_deref(), Some("28200960"));
}

#[test]
fn loops_cut_boards() {
    for (size, ways) in [
        ("2x2", "1"),
        ("4x4", "18"),
        ("5x4", "54"),
        ("6x6", "13903"),
        ("8x8", "360783593"),
    ] {
        let loops = board("loops", size).unwrap();
        for engine in ["auto", "count"] {
            let number = counted(size, &*loops, engine, NODES);
            assert_eq!(number.as_deref(), Some(ways), "{size} by {engine}");
        }
    }
}

#[test]
fn roads() {
    for (kind, size, ways) in [
        ("roads", "1x4", "89"),
        ("roads", "2x2", "47"),
        ("roads", "3x3", "843"),
        ("roads", "4x4", "28557"),
        ("roads", "6x6", "220065137"),
        ("roads", "8x8", "21516449182147"),
        ("roads-torus", "1x4", "7"),
        ("roads-torus", "2x2", "9"),
        ("roads-torus", "3x3", "25"),
        ("roads-torus", "4x4", "537"),
    ] {
        let roads = board(kind, size).unwrap();
        for engine in ["auto", "count"] {
            let name = format!("{kind} {size}");
            let number = counted(&name, &*roads, engine, NODES);
            assert_eq!(number.as_deref(), Some(ways), "{name} by {engine}");
        }
    }
}

#[test]
fn tile_sets_are_counted_as_by_profiles() {
    for (set, tiles) in SETS {
        for border in [Border::Free, Border::Closed] {
            for (rows, columns) in [(1, 1), (1, 4), (4, 1), (2, 3), (3, 3), (4, 3), (4, 4)] {
                let expected = boards(tiles, rows, columns, border).to_string();
                let puzzle = tile_board(tiles, rows, columns, border);
                let name = format!("{set} {rows}x{columns} {border:?}");
                for engine in ["auto", "count"] {
                    let number = counted(&name, &*puzzle, engine, NODES);
                    assert_eq!(number.as_deref(), Some(&*expected), "{name} by {engine}");
                }
            }
        }
    }
}

/// Counts and compares; a stopped count is reported and gives `false`.
fn agrees(name: &str, puzzle: &dyn Puzzle, expected: &str) -> bool {
    let auto = counted(name, puzzle, "auto", NODES);
    let number = auto.or_else(|| counted(name, puzzle, "count", NODES));
    if let Some(number) = &number {
        assert_eq!(number, expected, "{name}");
    }
    number.is_some()
}

#[test]
fn the_table_of_roads() {
    let Some(file) = data("tiles/roads_counts.csv") else {
        return;
    };
    let mut answered = [0; 3];
    for line in text(&file).lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let [rows, columns, free, closed, torus] = fields[..] else {
            panic!("{line}");
        };
        let size = format!("{rows}x{columns}");
        let (height, width) = (rows.parse().unwrap(), columns.parse().unwrap());
        if height * width > 80 {
            continue;
        }
        let is_free = agrees(&size, &*board("roads", &size).unwrap(), free);
        let closed_board = tile_board(SETS[0].1, height, width, Border::Closed);
        let is_closed = agrees(&format!("{size} closed"), &*closed_board, closed);
        answered[0] += u32::from(is_free);
        answered[1] += u32::from(is_closed);
        if height * width <= 36 {
            let torus_board = board("roads-torus", &size).unwrap();
            let is_torus = agrees(&format!("{size} torus"), &*torus_board, torus);
            answered[2] += u32::from(is_torus);
        }
    }
    tell(&format!(
        "roads: {answered:?} free, closed and torus counts agree"
    ));
    assert!(answered.iter().all(|&number| number > 60), "{answered:?}");
}

#[test]
fn the_table_of_other_sets() {
    let Some(file) = data("tiles/roads_counts_other_sets.csv") else {
        return;
    };
    let (mut answered, mut asked) = (0, 0);
    for line in text(&file).lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let [set, _, rows, columns, free, closed] = fields[..] else {
            panic!("{line}");
        };
        let (_, tiles) = SETS.iter().find(|(name, _)| *name == set).unwrap();
        let (rows, columns) = (rows.parse().unwrap(), columns.parse().unwrap());
        for (border, expected) in [(Border::Free, free), (Border::Closed, closed)] {
            let puzzle = tile_board(tiles, rows, columns, border);
            let name = format!("{set} {rows}x{columns} {border:?}");
            answered += u32::from(agrees(&name, &*puzzle, expected));
            asked += 1;
        }
    }
    tell(&format!("other sets: {answered} of {asked} counts agree"));
    assert!(answered * 10 > asked * 9, "{answered} of {asked}");
}
