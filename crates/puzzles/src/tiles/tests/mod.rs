//! The family as a whole: known answers, every format there and back, and bad input.

mod bad;
mod documented;

use super::*;
use crate::{Reading, board};
use proptest::prelude::*;
use std::collections::BTreeSet;
use std::fmt::Write;
use tilewright_engines::{Ask, End, Engine, reduce::Reduce, solutions};
use tilewright_model::budget::Budget;
use tilewright_testkit::data;
use tilewright_testkit::systems::ROADS;

fn recognise(text: &str) -> Option<&'static str> {
    let format = TILES.recognise(text)?;
    TILES.format(&format.name).map(|format| &*format.name)
}

fn read(text: &str, format: &str) -> Parsed {
    TILES.format(format).unwrap().read(&TILES, text)
}

fn data_text(path: &str) -> Option<String> {
    Some(std::fs::read_to_string(data(path)?).unwrap())
}

/// All solutions, in the order of the plain algorithm.
fn solve(puzzle: &dyn Puzzle) -> Vec<Box<dyn Puzzle>> {
    let model = puzzle.model(&Budget::default()).unwrap();
    let mut search = Reduce.prepare(&model, &Budget::default()).unwrap();
    let mut found = solutions(&mut *search, &Ask::given(puzzle.givens()));
    let filled = found.by_ref().map(|solution| {
        assert!(model.is_solution(&solution));
        puzzle.fill(&solution)
    });
    let filled: Vec<_> = filled.collect();
    assert_eq!(found.end(), Some(End::Complete));
    filled
}

fn count(puzzle: &dyn Puzzle) -> usize {
    let model = puzzle.model(&Budget::default()).unwrap();
    let mut search = Reduce.prepare(&model, &Budget::default()).unwrap();
    solutions(&mut *search, &Ask::given(puzzle.givens())).count()
}

fn of_toml(text: &str) -> Tiles {
    file::read(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

const EXAMPLE: &str = "_ R _ _ _\nD U _ _ L\n_ D _ _ _\nE R U L E\n";

#[test]
fn the_example_has_twelve_solutions_in_their_order() {
    let puzzle = letters::read(EXAMPLE).unwrap();
    let found: Vec<String> = solve(&puzzle)
        .iter()
        .map(|solved| {
            let letters = solved.write("letters").unwrap();
            letters.trim_end().replace(' ', "").replace('\n', " ")
        })
        .collect();
    assert_eq!(found, ROADS);
}

#[test]
fn the_example_prints_as_its_first_program_did() {
    let Some(input) = data_text("systems/tile-reduction/roads-input.txt") else {
        return;
    };
    let expected = data_text("systems/tile-reduction/roads-12-solutions.txt").unwrap();
    let puzzle = crate::read(&input, None).unwrap();
    let printed: Vec<String> = solve(&*puzzle).iter().map(|s| s.plain()).collect();
    assert_eq!(printed.join("\n\n"), expected);
}

#[test]
fn a_kind_that_the_border_rules_out_leaves_no_solution() {
    let map = EXAMPLE.trim_end();
    let text = format!(
        "set = \"roads\"\n[board]\nborder = \"closed\"\n[fixed]\nmap = \"\"\"\n{map}\"\"\"\n"
    );
    let puzzle = of_toml(&text);
    assert_eq!(count(&puzzle), 0);
    // The puzzle still has its fixed kinds.
    assert_eq!(of_toml(&TILES.write(&puzzle, "toml").unwrap()), puzzle);
    // Without the impossible tile in the corner there is a solution again.
    let corner = Tiles::loops(2, 2).unwrap().with_fixed(0, 0, "┛").unwrap();
    assert_eq!(count(&corner), 0);
    let thinner: Vec<_> = (&corner as &dyn Puzzle).thinner().collect();
    assert_eq!(thinner.len(), 1);
    assert_eq!(thinner[0].0, "r1c1 = ┛");
    assert_eq!(count(&*thinner[0].1), 1);
    assert!(thinner[0].1.givens().is_empty());
}

#[test]
fn loops_cut_a_grid_in_known_numbers_of_ways() {
    for (size, ways) in [("2x2", 1), ("4x4", 18), ("5x4", 54), ("3x3", 0), ("1x4", 0)] {
        let puzzle = board("loops", size).unwrap();
        assert_eq!(count(&*puzzle), ways, "{size}");
    }
}

#[test]
fn loops_are_drawn_as_their_first_program_did() {
    let Some(expected) = data_text("systems/tile-reduction/partition-5x4-54-solutions.txt") else {
        return;
    };
    let expected: BTreeSet<&str> = expected
        .split("\n\n")
        .map(|s| s.trim_matches('\n'))
        .collect();
    let puzzle = board("loops", "5x4").unwrap();
    let drawn: Vec<String> = solve(&*puzzle).iter().map(|s| s.plain()).collect();
    let drawn: BTreeSet<&str> = drawn.iter().map(|s| s.trim_end_matches('\n')).collect();
    assert_eq!(drawn.len(), 54);
    assert_eq!(drawn, expected);
}

#[test]
fn small_boards_of_roads_have_known_numbers() {
    // Rows, columns, and the numbers for a free border and a torus.
    for (rows, columns, free, torus) in [
        (1, 1, 5, 1),
        (1, 2, 13, 3),
        (1, 4, 89, 7),
        (2, 2, 47, 9),
        (2, 3, 170, 18),
        (3, 3, 843, 25),
        (3, 4, 4186, 82),
        (4, 4, 28557, 537),
    ] {
        let size = format!("{rows}x{columns}");
        assert_eq!(count(&*board("roads", &size).unwrap()), free, "{size}");
        let puzzle = board("roads-torus", &size).unwrap();
        assert_eq!(count(&*puzzle), torus, "torus {size}");
        let closed = format!("set = 'roads'\n[board]\nsize = [{rows}, {columns}]\nborder = 'none'");
        assert_eq!(count(&of_toml(&closed)), 1, "closed {size}");
    }
}

#[test]
fn all_boards_of_the_table_up_to_four_by_four() {
    let Some(table) = data_text("tiles/roads_counts.csv") else {
        return;
    };
    for line in table.lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let [rows, columns, free, closed, torus] = fields[..] else {
            panic!("{line}");
        };
        if rows.parse::<usize>().unwrap() > 4 || columns.parse::<usize>().unwrap() > 4 {
            continue;
        }
        let size = format!("{rows}x{columns}");
        let expect = |text: &str| text.parse::<usize>().unwrap();
        assert_eq!(count(&*board("roads", &size).unwrap()), expect(free));
        assert_eq!(count(&*board("roads-torus", &size).unwrap()), expect(torus));
        let text = format!("set = 'roads'\n[board]\nsize = [{rows}, {columns}]\nborder = 'closed'");
        assert_eq!(count(&of_toml(&text)), expect(closed));
    }
}

/// A set of tiles that are open on the sides whose bits are set: N 1, E 2, S 4, W 8.
fn of_bits(bits: &str, rows: &str, columns: &str, border: &str) -> Tiles {
    let mut text = format!("[board]\nsize = [{rows}, {columns}]\nborder = '{border}'\n[kinds]\n");
    for bits in bits.split(' ') {
        let number: usize = bits.parse().unwrap();
        let sides = [1, 2, 4, 8].map(|bit| if number & bit == 0 { "none" } else { "road" });
        writeln!(text, "k{bits} = {{ sides = '{}' }}", sides.join(" ")).unwrap();
    }
    of_toml(&text)
}

#[test]
fn other_sets_have_known_numbers() {
    let Some(table) = data_text("tiles/roads_counts_other_sets.csv") else {
        return;
    };
    let mut checked = 0;
    for line in table.lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let [_, bits, rows, columns, free, closed] = fields[..] else {
            panic!("{line}");
        };
        for (border, expected) in [("free", free), ("closed", closed)] {
            let Some(expected) = expected.parse().ok().filter(|&n: &usize| n <= 30_000) else {
                continue;
            };
            let puzzle = of_bits(bits, rows, columns, border);
            assert_eq!(count(&puzzle), expected, "{line} {border}");
            checked += 1;
        }
    }
    assert!(checked > 100);
}

#[test]
fn every_set_of_pairs_is_read_and_solved() {
    let Some(folder) = data("tiles/wfc") else {
        return;
    };
    let mut sets = 0;
    for file in std::fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        let reading = Reading::of(&text, None).unwrap();
        assert_eq!(reading.to_string(), "tiles:wfc");
        let puzzle = wfc::read(&text).unwrap();
        assert_eq!(puzzle.size(), DEFAULT_SIZE);
        let puzzle = puzzle.with_size("3x3").unwrap();
        let model = puzzle.model(&Budget::default()).unwrap();
        assert_eq!(model.rules().len(), 12);
        let mut search = Reduce.prepare(&model, &Budget::default()).unwrap();
        let first = solutions(&mut *search, &Ask::default()).next();
        let first = first.unwrap_or_else(|| panic!("{} has no 3×3 board", path.display()));
        assert!(model.is_solution(&first), "{}", path.display());
        for format in ["wfc", "toml", "json"] {
            let written = TILES.write(&puzzle, format).unwrap();
            let again = read(&written, format).unwrap();
            assert_eq!(again.downcast::<Tiles>(), Some(&puzzle));
        }
        sets += 1;
    }
    assert_eq!(sets, 14);
    let knots = data_text("tiles/wfc/Knots_TE.txt").unwrap();
    let knots = wfc::read(&knots).unwrap();
    for (size, roads) in [("1x4", 89), ("3x3", 843), ("3x4", 4186)] {
        assert_eq!(count(&knots.with_size(size).unwrap()), roads);
    }
}

#[test]
fn sockets_and_pairs_have_the_same_solutions() {
    for (kind, sizes) in [
        ("roads", ["1x1", "2x3", "3x3"]),
        ("roads-torus", ["1x1", "1x2", "3x3"]),
    ] {
        for size in sizes {
            let roads = board(kind, size).unwrap();
            let pairs = wfc::read(&roads.write("wfc").unwrap()).unwrap();
            assert!(pairs.set().sockets().is_none());
            assert_eq!(count(&pairs), count(&*roads), "{kind} {size}");
        }
    }
}

#[test]
fn plugs_join_holes_alone() {
    // A row in which every plug points right: neighbours always fit. Mirrored, none do.
    let text = "joins = [['plug', 'hole']]\n[board]\nsize = [1, 4]\n[kinds]\n\
                a = { sides = 'flat plug flat hole', reflect = ['b'] }\n";
    let puzzle = of_toml(text);
    assert!(puzzle.model(&Budget::default()).unwrap().rules().is_empty());
    let found: Vec<String> = solve(&puzzle).iter().map(|s| s.plain()).collect();
    assert_eq!(found, ["a a a a\n", "b b b b\n"]);
    // A joker that joins everything is not a colouring: the model has rules instead.
    let text = "joins = [['x', 'x'], ['y', 'y'], ['j', 'x'], ['j', 'y']]\n\
                [board]\nsize = [1, 2]\n[kinds]\n\
                x = { sides = 'x x x x' }\ny = { sides = 'y y y y' }\nj = { sides = 'j j j j' }\n";
    let puzzle = of_toml(text);
    assert_eq!(puzzle.model(&Budget::default()).unwrap().rules().len(), 1);
    // x beside x or j, y beside y or j, j beside x or y.
    assert_eq!(count(&puzzle), 2 + 2 + 2);
    let closed = text.replace("size = [1, 2]", "size = [1, 2]\nborder = 'x'");
    assert_eq!(count(&of_toml(&closed)), 3);
}

#[test]
fn turned_kinds_get_their_names() {
    let names = |kind: &str| {
        let text = format!("[kinds]\n{kind}\n");
        let kinds: Vec<String> = of_toml(&text)
            .set()
            .kinds()
            .iter()
            .map(|k| k.name.clone())
            .collect();
        kinds.join(" ")
    };
    assert_eq!(
        names("T = { sides = 'r r n r', rotate = true }"),
        "T T1 T2 T3"
    );
    assert_eq!(names("I = { sides = 'r n r n', rotate = true }"), "I I1");
    assert_eq!(
        names("X = { sides = 'r r r r', rotate = true, reflect = true }"),
        "X"
    );
    assert_eq!(
        names("F = { sides = 'a b c d', rotate = true, reflect = true }"),
        "F F1 F2 F3 Fm Fm1 Fm2 Fm3"
    );
    assert_eq!(
        names("T = { sides = 'r r n r', rotate = ['U', 'R', 'D', 'L'] }"),
        "U R D L"
    );
    let text = "[kinds]\nT = { sides = 'r r n r', rotate = ['U','R','D','L'] }\nE = { sides = 'n n n n' }\n";
    let turned = of_toml(text).with_size("3x3").unwrap();
    assert_eq!(count(&turned), 843);
}

#[test]
fn weights_are_carried() {
    let puzzle = of_toml("[kinds]\nI = { sides = 'r n r n', rotate = true, weight = 2.5 }\n");
    assert!(
        puzzle
            .set()
            .kinds()
            .iter()
            .all(|kind| (kind.weight - 2.5).abs() < 1e-12)
    );
}

#[test]
fn open_places_are_shown_in_every_look() {
    let puzzle = letters::read("R _\n").unwrap();
    assert_eq!(puzzle.plain(), "..||..      \n..||==  __  \n..||..      \n");
    assert_eq!(TILES.write(&puzzle, "art").unwrap(), puzzle.plain());
    assert_eq!(TILES.write(&puzzle, "boxes").unwrap(), " ┣━ · \n");
    let drawn = tilewright_render::text::Text::default().draw(&puzzle.picture());
    assert_eq!(drawn, " ┣━ · \n");
    let puzzle = letters::read("U D\nR L\nE _\n").unwrap();
    assert_eq!(
        TILES.write(&puzzle, "boxes").unwrap(),
        "━┻━━┳━\n ┣━━┫ \n░░░ · \n"
    );
    let names = of_toml(
        "[kinds]\nlong = { sides = 'a a a a' }\nb = { sides = 'a b c d' }\n[fixed]\nmap = 'b _ long'",
    );
    assert_eq!(names.plain(), "b    _    long\n");
    assert!(TILES.write(&names, "art").is_err() && TILES.write(&names, "boxes").is_err());
}

#[test]
fn parts_of_the_model_have_names() {
    let puzzle = Tiles::roads(2, 2).unwrap();
    assert_eq!(puzzle.choice_name(Choice(7)), "r1c2 = R");
    assert_eq!(puzzle.item_name(Item(2)), "r2c1");
    assert_eq!(puzzle.item_name(Item(4)), "the edge between r1c1 and r1c2");
    assert_eq!(puzzle.item_name(Item(7)), "the edge between r2c1 and r2c2");
}

#[test]
fn one_fixed_place_less() {
    let puzzle = letters::read(EXAMPLE).unwrap();
    let thinner: Vec<_> = (&puzzle as &dyn Puzzle).thinner().collect();
    assert_eq!(thinner.len(), 10);
    assert_eq!(thinner[0].0, "r1c2 = R");
    let first = thinner[0].1.write("letters").unwrap();
    assert_eq!(first, EXAMPLE.replacen('R', "_", 1));
    assert_eq!(thinner[0].1.givens().len(), 9);
    // Once more, from a puzzle that shares its tiles with the one before.
    let again: Vec<_> = thinner[0].1.thinner().collect();
    assert_eq!(
        again[0].1.write("letters").unwrap(),
        first.replacen('D', "_", 1)
    );
}

#[test]
fn texts_are_recognised() {
    let format = recognise;
    assert_eq!(format(EXAMPLE), Some("letters"));
    assert_eq!(format("R__\nU_L\n"), Some("letters"));
    assert_eq!(format("┏ _\n_ _\n"), Some("letters"));
    assert_eq!(format("RULE\n"), None);
    assert_eq!(format("_ _\n_ _\n"), None);
    assert_eq!(format("7 - -\n- - -\n"), None);
    assert_eq!(format(""), None);
    assert_eq!(format("[kinds]\nX = {"), Some("toml"));
    assert_eq!(format("set = 'roads'\n[board]\n"), Some("toml"));
    assert_eq!(format("2\n3\n3\n"), None);
    assert_eq!(format("{\"family\" : \"tiles\", \"set\": 3}"), Some("json"));
    assert_eq!(format("{\"family\":\"sudoku\"}"), None);
}

#[test]
fn loops_can_be_typed_on_any_keyboard() {
    let typed = letters::read("F 7\n| _\nL J\n").unwrap();
    assert_eq!(typed, letters::read("┏ ┓\n┃ _\n┗ ┛\n").unwrap());
    assert_eq!(TILES.write(&typed, "letters").unwrap(), "┏ ┓\n┃ _\n┗ ┛\n");
    let empty = crate::board("loops", "4x4").unwrap();
    assert_eq!(
        empty.write("letters").unwrap_err().to_string(),
        "letters cannot say that this empty board is one of loops; toml and json can",
        "it would be read as a board of roads"
    );
}

#[test]
fn a_large_board_is_built_and_shared() {
    let puzzle = board("roads", "500x500").unwrap();
    let model = puzzle.model(&Budget::default()).unwrap();
    assert_eq!(model.choice_count(), 1_250_000);
    assert_eq!(model.item_count(), 250_000 + 2 * 500 * 499);
    let filled = puzzle.fill(&[Choice(0), Choice(1_249_999)]);
    assert!(model.is(&filled.model(&Budget::default()).unwrap()));
    assert_eq!(filled.givens(), [Choice(0), Choice(1_249_999)]);
}

/// A puzzle of random sockets or pairs, with or without drawings, some of its places fixed.
fn any_puzzle() -> impl Strategy<Value = Tiles> {
    // Mostly two sockets, so that many boards have solutions.
    let socket = prop_oneof![4 => 0..2u16, 1 => 2..4u16];
    let sides = [socket.clone(), socket.clone(), socket.clone(), socket];
    let kinds = prop::collection::vec((sides, 0u8..5), 1..6);
    let shape = prop_oneof![Just(Shape::Grid), Just(Shape::Torus)];
    let size = (1usize..5, 1usize..5);
    let fixed = prop::collection::vec((0usize..4, 0usize..4, 0usize..6), 0..6);
    (
        kinds,
        prop::collection::vec((0..4u16, 0..4u16), 0..4),
        any::<[bool; 4]>(),
        shape,
        size,
        fixed,
        "[a-z\"\\\\ #]{0,6}",
    )
        .prop_map(|(kinds, joins, flags, shape, size, fixed, name)| {
            let [is_pairs, has_art, has_name, has_border] = flags;
            let names = ["none", "ro\"ad", "a\\b", "ü"];
            let sides: Vec<[u16; 4]> = kinds.iter().map(|(sides, _)| *sides).collect();
            let count = kinds.len();
            let kinds = kinds.iter().enumerate().map(|(number, (_, weight))| {
                let mut kind = Kind::new(format!("k{number}'\"┃"), f64::from(*weight) / 4.0);
                if has_art {
                    kind.art = vec![format!("\"{number}\\"), "  █".into()];
                    kind.boxes = format!("{number}#");
                }
                kind
            });
            let mates = |a: usize, b: usize| {
                let is_listed = joins.iter().any(|&(x, y)| [x, y].contains(&(a as u16)));
                let pair = [(a as u16, b as u16), (b as u16, a as u16)];
                if is_listed {
                    pair.iter().any(|pair| joins.contains(pair))
                } else {
                    a == b
                }
            };
            let joining = if is_pairs {
                set::Joining::Pairs {
                    across: tilewright_model::Table::new(count, count, |a, b| {
                        joins.contains(&(a as u16, b as u16))
                    }),
                    down: tilewright_model::Table::new(count, count, |a, b| a <= b),
                }
            } else {
                set::Joining::Sockets(set::Sockets {
                    names: names.map(String::from).to_vec(),
                    sides,
                    mates: tilewright_model::Table::new(4, 4, mates),
                })
            };
            let set = TileSet::new(has_name.then_some(name), kinds.collect(), joining).unwrap();
            let border = if has_border && !is_pairs && shape == Shape::Grid {
                Border::Socket(0)
            } else {
                Border::Free
            };
            let kinds: Vec<String> = set.kinds().iter().map(|k| k.name.clone()).collect();
            let mut fixing = Fixing::new(Tiles::on_board(Arc::new(set), size, shape, border));
            for (row, column, kind) in fixed {
                if row < size.0 && column < size.1 && kind < kinds.len() {
                    // A place that is fixed already stays as it is.
                    let _ = fixing.fix((row, column), &kinds[kind]);
                }
            }
            fixing.done()
        })
}

/// Returns true if every pair of neighbours goes together and the border's rule holds, from the set
/// and the board's words alone.
fn is_well_joined(puzzle: &Tiles) -> bool {
    let (rows, columns) = puzzle.size();
    let is_torus = puzzle.shape() == Shape::Torus;
    let kind = |row: usize, column: usize| {
        let kind = puzzle.kind_at(row % rows, column % columns).unwrap();
        puzzle.set().find(&kind.name).unwrap()
    };
    let mut places = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
    places.all(|(row, column)| {
        let here = kind(row, column);
        let across = is_torus || column + 1 < columns;
        let down = is_torus || row + 1 < rows;
        let at_border = [
            row == 0,
            column + 1 == columns,
            row + 1 == rows,
            column == 0,
        ];
        let meets_border = match (puzzle.board.border, puzzle.set().sockets()) {
            (Border::Socket(border), Some(sockets)) => (0..4).all(|side| {
                let shown = usize::from(sockets.sides[here][side]);
                !at_border[side] || sockets.mates.allows(shown, usize::from(border))
            }),
            _ => true,
        };
        meets_border
            && (!across || puzzle.set().goes_across(here, kind(row, column + 1)))
            && (!down || puzzle.set().goes_down(here, kind(row + 1, column)))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn every_puzzle_is_read_as_it_was_written(puzzle in any_puzzle()) {
        for format in ["toml", "json"] {
            let text = TILES.write(&puzzle, format).unwrap();
            prop_assert_eq!(recognise(&text), Some(format));
            let again = read(&text, format).map_err(|error| {
                TestCaseError::fail(format!("{error}\n{text}"))
            })?;
            prop_assert_eq!(again.downcast::<Tiles>(), Some(&puzzle), "{}", text);
        }
    }

    #[test]
    fn letters_are_read_as_they_were_written(
        is_loops in any::<bool>(),
        rows in prop::collection::vec([0usize..8, 0..8, 0..8], 1..5),
    ) {
        let set = if is_loops { TileSet::loops() } else { TileSet::roads() };
        let mut fixing = Fixing::new(Tiles::new(set.clone(), rows.len(), 3, Shape::Grid).unwrap());
        // Without any letter the set is unknown.
        fixing.fix((0, 0), &set.kinds()[0].name).unwrap();
        for (row, kinds) in rows.iter().enumerate() {
            for (column, &kind) in kinds.iter().enumerate().filter(|_| row > 0) {
                if let Some(kind) = set.kinds().get(kind) {
                    fixing.fix((row, column), &kind.name).unwrap();
                }
            }
        }
        let puzzle = fixing.done();
        let text = TILES.write(&puzzle, "letters").unwrap();
        prop_assert_eq!(recognise(&text), Some("letters"));
        prop_assert_eq!(letters::read(&text).unwrap(), puzzle.clone());
        prop_assert_eq!(letters::read(&text.replace(' ', "")).unwrap(), puzzle);
    }

    /// The model has just the boards whose neighbours go together: every way to fill a small
    /// board is tried.
    #[test]
    fn the_model_is_what_the_set_says(puzzle in any_puzzle()) {
        let kinds = puzzle.set().kinds();
        let places = puzzle.board.places();
        let ways = u32::try_from(places).ok().and_then(|n| kinds.len().checked_pow(n));
        prop_assume!(ways.is_some_and(|ways| ways <= 5000));
        let mut expected = 0;
        for mut way in 0..ways.unwrap_or(0) {
            let placed = (0..places).map(|_| {
                let kind = (way % kinds.len()) as u16;
                way /= kinds.len();
                Some(Placed { kind, is_found: false })
            });
            let placed: Vec<_> = placed.collect();
            let agrees = puzzle.fixed().all(|(p, stands)| {
                placed[p].is_some_and(|other| other.kind == stands.kind)
            });
            let filled = Tiles { placed: Arc::new(placed), ..puzzle.clone() };
            expected += usize::from(agrees && is_well_joined(&filled));
        }
        prop_assert_eq!(count(&puzzle), expected);
    }

    #[test]
    fn no_text_makes_it_panic(text in "([\\[\\]{}=\",'a-z0-9_ \\n]|kinds|sides|H |size|UDRLE|┃){0,80}") {
        recognise(&text);
        for format in ["letters", "toml", "wfc", "json"] {
            let _ = read(&text, format);
        }
    }
}
