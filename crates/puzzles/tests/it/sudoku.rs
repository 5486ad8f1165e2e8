//! Sudoku as a whole: every format there and back, the known answers, and the samples of others
//! where the folder `TILEWRIGHT_DATA` has them.

use proptest::prelude::*;
use std::fs;
use tilewright_engines::{Ask, End, Engine, reduce::Reduce, solutions};
use tilewright_model::budget::Budget;
use tilewright_model::{Item, Names};
use tilewright_puzzles::sudoku::{Boxes, SUDOKU, Shape, Sudoku};
use tilewright_puzzles::{Families, Plain, Puzzle, board, read};
use tilewright_testkit::data;

const NINE: &str =
    "1..3.48.9.24.....7...96.5..23.....5.5.7..8.........4....95.....3..8......5.6...3.";
const NINE_SOLVED: &str =
    "165374829924185367873962514238496751547218693691753482489531276316827945752649138";

/// A file of the data folder, where there is one.
fn text(path: &str) -> Option<String> {
    data(path).map(|path| fs::read_to_string(path).expect("a file of the data folder"))
}

fn sudoku(text: &str) -> Sudoku {
    let puzzle = read(text, None).expect("a Sudoku");
    let sudoku = puzzle.downcast::<Sudoku>();
    sudoku.expect("read as a Sudoku").clone()
}

/// The first solutions by `reduce`, filled in, how the search ended, and its nodes.
fn solve(sudoku: &Sudoku, limit: u64) -> (Vec<Sudoku>, End, u64) {
    let model = sudoku.model(&Budget::default()).expect("a small model");
    let mut search = Reduce
        .prepare(&model, &Budget::default())
        .expect("reduce runs everything");
    let mut found = solutions(&mut *search, &Ask::given(sudoku.givens()).limit(limit));
    let filled: Vec<Sudoku> = found
        .by_ref()
        .map(|solution| {
            assert!(model.is_solution(&solution));
            let filled = sudoku.fill(&solution);
            filled.downcast::<Sudoku>().unwrap().clone()
        })
        .collect();
    let end = found.end().expect("the search has ended");
    drop(found);
    (filled, end, search.stats().nodes)
}

fn unique(sudoku: &Sudoku) -> Sudoku {
    let (mut found, end, _) = solve(sudoku, 2);
    assert_eq!((found.len(), end), (1, End::Complete));
    found.remove(0)
}

fn values(sudoku: &Sudoku) -> Vec<u16> {
    sudoku.values().collect()
}

#[test]
fn the_classic_is_unique() {
    let puzzle = sudoku(NINE);
    let solved = unique(&puzzle);
    assert_eq!(solved.to_string(), sudoku_json_or_line(&solved));
    assert_eq!(
        SUDOKU.write(&solved, "line").unwrap().trim_end(),
        NINE_SOLVED
    );
    assert!(solved.is_clue(0) && !solved.is_clue(1));
    assert_eq!(solved.givens(), puzzle.givens());
}

/// A puzzle reads the text that it prints, clue flags aside.
fn sudoku_json_or_line(sudoku: &Sudoku) -> String {
    let again: Sudoku = sudoku.to_string().parse().expect("what it printed");
    assert_eq!(values(&again), values(sudoku));
    again.to_string()
}

#[test]
fn small_boards_are_counted() {
    for (kind, size, count) in [
        ("sudoku", "2,2", 288u32),
        ("sudoku", "4x4", 288),
        ("sudoku", "2,2,1", 21_888),
        ("sudoku", "1,1", 1),
        ("sudoku", "[4]", 24),
        ("latin", "3", 12),
        ("latin", "4", 576),
        ("latin", "4x4", 576),
        ("latin", "3,1,1", 24),
        ("sudoku", "4,1", 576),
        ("sudoku", "2,1,1", 2),
    ] {
        let empty = board(kind, size).unwrap();
        let model = empty.model(&Budget::default()).unwrap();
        let mut search = Reduce.prepare(&model, &Budget::default()).unwrap();
        search.start(&Ask::given(empty.givens()));
        let found = search.count();
        assert!(found.is_exact());
        assert_eq!(found.number, count.into(), "{kind} {size}");
    }
    let message = |size| board("sudoku", size).unwrap_err().to_string();
    assert_eq!(
        message("[0]"),
        "box dims are at least 1, but number 1 of 0 is 0"
    );
    assert_eq!(
        message("3,b"),
        "\"3,b\" is not a size: expected a board such as 9x9, or boxes such as 3,3 or 3,2"
    );
    assert!(message("9,9,9").contains("has 387420489 cells"));
}

#[test]
fn a_model_is_shared() {
    let (first, second) = (sudoku(NINE), sudoku(NINE_SOLVED));
    let model = first.model(&Budget::default()).unwrap();
    assert!(model.is(&second.model(&Budget::default()).unwrap()));
    let sixteen = || {
        board("sudoku", "4,4")
            .unwrap()
            .model(&Budget::default())
            .unwrap()
    };
    assert!(sixteen().is(&sixteen()));
}

#[test]
fn equal_clues_in_a_row_are_a_clash_and_no_parse_error() {
    let puzzle = sudoku("11..............");
    let model = puzzle.model(&Budget::default()).unwrap();
    let clash = model.clash(&puzzle.givens()).expect("two ones in a row");
    assert_eq!(puzzle.choice_name(clash.first), "r1c1 = 1");
    assert_eq!(puzzle.choice_name(clash.second), "r1c2 = 1");
    assert_eq!(puzzle.item_name(clash.item), "the 1 of row 1");
}

#[test]
fn parts_have_names() {
    let six = Sudoku::empty(&[3, 2]).unwrap();
    let names = |puzzle: &Sudoku, items: &[u32]| -> Vec<String> {
        let name = |&item| puzzle.item_name(Item(item));
        items.iter().map(name).collect()
    };
    assert_eq!(
        names(&six, &[7, 36 + 10, 72 + 16, 108 + 22]),
        [
            "r2c2",
            "the 5 of row 2",
            "the 5 of column 3",
            "the 5 of box 4"
        ]
    );
    let cube = Sudoku::empty(&[2, 2, 1]).unwrap();
    assert_eq!(
        names(&cube, &[18, 64, 128, 192 + 4, 256]),
        [
            "(3,1,2)",
            "the 1 of the line along axis 1 through (1,1,1)",
            "the 1 of the line along axis 2 through (1,1,1)",
            "the 1 of the line along axis 3 through (2,1,1)",
            "the 1 of box 1",
        ]
    );
    let sixteen = Sudoku::empty(&[4, 4]).unwrap();
    assert_eq!(sixteen.item_name(Item(256 + 15)), "the G of row 1");
    let clued: &dyn Puzzle = &sudoku("13......2.......");
    let thinner: Vec<String> = clued
        .thinner()
        .map(|(name, fewer)| format!("{name}: {}", fewer.givens().len()))
        .collect();
    assert_eq!(
        thinner,
        ["the 1 at r1c1: 2", "the 3 at r1c2: 2", "the 2 at r3c1: 2"]
    );
}

#[test]
fn every_format_is_known_to_reader_and_writer() {
    assert_eq!(
        Families::default()
            .iter()
            .filter(|family| family.name == "sudoku")
            .count(),
        1
    );
    let classic = sudoku(NINE);
    let mut cube = Sudoku::empty(&[2, 2, 2]).unwrap();
    cube.set(77, Some(8));
    for format in SUDOKU.formats.iter().filter(|format| format.is_read()) {
        let puzzle = if format.name == "layers" {
            &cube
        } else {
            &classic
        };
        let written = format.write(puzzle).unwrap();
        assert_eq!(
            &SUDOKU
                .read_as::<Sudoku>(&written, Some(&format.name))
                .unwrap(),
            puzzle,
            "{}",
            format.name
        );
        assert_eq!(
            format.is_line,
            written.lines().count() == 1 && format.name != "json"
        );
        let recognised = SUDOKU.recognise(&written);
        let recognised = recognised.unwrap_or_else(|| panic!("{written}"));
        let recognised = &recognised.name;
        let expected = if format.name == "sdm" {
            "line"
        } else {
            &*format.name
        };
        let is_plain = ["sdk", "grid"].contains(&expected);
        assert!(
            recognised == expected || is_plain && recognised == "grid",
            "{expected}: {recognised}"
        );
    }
    assert!(SUDOKU.write(&classic, "tatham").is_err());
    assert!(SUDOKU.format("tatham").is_none());
    assert!(SUDOKU.format("dm").unwrap().read(&SUDOKU, NINE).is_err());
}

/// A board of some kind, with some values in it, clues or not.
fn any_sudoku() -> impl Strategy<Value = Sudoku> {
    let dims = prop_oneof![
        Just(vec![2, 2]),
        Just(vec![3, 2]),
        Just(vec![2, 3]),
        Just(vec![3, 3]),
        Just(vec![4, 3]),
        Just(vec![4, 4]),
        Just(vec![5, 5]),
        Just(vec![6, 6]),
        Just(vec![7, 5]),
        Just(vec![4, 1]),
        Just(vec![5, 1]),
        Just(vec![1, 1]),
        Just(vec![5]),
        Just(vec![2, 2, 1]),
        Just(vec![2, 2, 2]),
        Just(vec![3, 2, 1]),
        Just(vec![2, 2, 1, 1]),
    ];
    let filling = prop_oneof![Just(0usize), 1..5usize, Just(40), Just(100)];
    (dims, any::<u64>(), filling, any::<bool>(), any::<bool>()).prop_map(
        |(dims, seed, percent, has_answers, is_irregular)| {
            let mut random = Random(seed | 1);
            let mut shape = Shape::of(&dims, Boxes::Dims).unwrap();
            if is_irregular && dims.len() == 2 {
                // Any equal parts are regions.
                let side = shape.side();
                let mut regions: Vec<u32> = (0..shape.cells()).map(|c| (c / side) as u32).collect();
                for place in (1..regions.len()).rev() {
                    regions.swap(place, random.below(place + 1));
                }
                shape = Shape::of(&dims, Boxes::Regions(regions.into())).unwrap();
            }
            let side = shape.side();
            let mut sudoku = Sudoku::on(shape);
            for cell in 0..sudoku.shape().cells() {
                if random.below(100) < percent {
                    let value = random.below(side) as u16 + 1;
                    if has_answers && random.below(2) == 0 {
                        sudoku.answer(cell, value);
                    } else {
                        sudoku.set(cell, Some(value));
                    }
                }
            }
            sudoku
        },
    )
}

/// A small generator: its numbers need only differ.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % end
    }
}

/// Formats that distinguish clues from answers.
const TELLS_ANSWERS: [&str; 6] = ["json", "sdk", "ss", "pzprv3", "sudokupad", "fpuzzles"];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn what_is_written_is_read(sudoku in any_sudoku()) {
        for format in SUDOKU.formats.iter().filter(|format| format.is_read()) {
            let Ok(written) = format.write(&sudoku) else {
                continue;
            };
            let again = SUDOKU.read_as::<Sudoku>(&written, Some(&format.name));
            let again = again.map_err(|e| TestCaseError::fail(format!("{e}\n{written}")))?;
            prop_assert_eq!(again.shape(), sudoku.shape(), "{}\n{}", format.name, written);
            prop_assert_eq!(values(&again), values(&sudoku), "{}\n{}", format.name, written);
            if TELLS_ANSWERS.contains(&&*format.name) {
                prop_assert_eq!(&again, &sudoku, "{}\n{}", format.name, written);
            }
        }
        prop_assert!(SUDOKU.write(&sudoku, "json").is_ok());
    }

    #[test]
    fn what_is_printed_is_parsed(sudoku in any_sudoku()) {
        let again: Sudoku = sudoku.to_string().parse().unwrap();
        prop_assert_eq!(again.shape(), sudoku.shape());
        prop_assert_eq!(values(&again), values(&sudoku));
    }

    #[test]
    fn no_text_makes_a_reader_panic(text in "[0-9A-Za-z._*|+\\-=#\\[\\]{}:/?,'\" \n\u{e9}─│]{0,200}") {
        let _ = read(&text, None);
        for format in &SUDOKU.formats {
            let _ = format.read(&SUDOKU, &text);
        }
    }

    #[test]
    fn no_grid_of_symbols_makes_a_reader_panic(text in "([0-9A-G._| -]{0,12}\n){0,20}") {
        let _ = read(&text, None);
        for format in &SUDOKU.formats {
            let _ = format.read(&SUDOKU, &text);
        }
    }
}

#[test]
fn the_first_systems_boards() {
    let folder = "systems/tile-reduction";
    let Some(nine) = text(&format!("{folder}/sudoku-9x9.txt")) else {
        return;
    };
    let file = |name: &str| text(&format!("{folder}/{name}")).unwrap();
    let nine = sudoku(&nine);
    assert_eq!(nine, sudoku(&file("sudoku-9x9.mds.txt")));
    assert_eq!(unique(&nine).plain(), file("sudoku-9x9-solution.txt"));

    let sixteen = sudoku(&file("sudoku-16x16.txt"));
    assert_eq!(sixteen, sudoku(&file("sudoku-16x16.mds.txt")));
    let solved = unique(&sixteen);
    let printed = file("sudoku-16x16-solution.txt");
    assert_eq!(values(&solved), values(&sudoku(&printed)));
    let printed: Vec<&str> = printed.lines().map(str::trim_end).collect();
    // The program printed G for its sixteenth value, where its README has 0.
    let printed = printed.join("\n").replace('0', "G") + "\n";
    assert_eq!(
        solved.plain(),
        printed,
        "without the blanks at the ends of lines"
    );

    let flat = |name: &str| -> Vec<u16> {
        let numbers = file(name);
        numbers
            .split_whitespace()
            .map(|n| n.parse().unwrap())
            .collect()
    };
    let cube = sudoku(&file("cube-8x8x8.txt"));
    assert_eq!(cube, sudoku(&file("cube2.mds.txt")));
    assert_eq!(values(&cube), flat("cube2.flat.txt"));
    let (first, _, nodes) = solve(&cube, 1);
    // The first system counts the start as a node as well.
    assert_eq!(nodes + 1, 144_933);
    assert_eq!(values(&first[0]), flat("cube2-first-solution.flat.txt"));
    assert_eq!(
        values(&first[0]),
        values(&sudoku(&file("cube-8x8x8-solution.txt")))
    );

    let cube = sudoku(&file("cube1.mds.txt"));
    assert_eq!(values(&cube), flat("cube1.flat.txt"));
    assert_eq!(values(&unique(&cube)), flat("cube1-solution.flat.txt"));
}

#[test]
fn the_second_systems_boards() {
    let Some(folder) = data("systems/multidimensional-sudoku") else {
        return;
    };
    for kind in ["samples", "generated", "solutions"] {
        for entry in fs::read_dir(folder.join(kind)).unwrap() {
            let path = entry.unwrap().path();
            let read = sudoku(&fs::read_to_string(&path).unwrap());
            let is_full = read.values().all(|value| value != 0);
            assert_eq!(is_full, kind == "solutions", "{}", path.display());
        }
    }
    for (name, clues) in [
        ("a2x2x1", 22),
        ("a2x2x1x1", 11),
        ("a2x2x2", 90),
        ("a3x2x1", 21),
        ("a3x4", 66),
        ("a4x4", 128),
    ] {
        let file = |path: String| sudoku(&fs::read_to_string(folder.join(path)).unwrap());
        let puzzle = file(format!("samples/{name}.txt"));
        assert_eq!(puzzle.clues().count(), clues, "{name}");
        let solution = file(format!("solutions/{name}.solution.txt"));
        assert_eq!(values(&unique(&puzzle)), values(&solution), "{name}");
    }
}

#[test]
fn the_fifth_systems_board() {
    let Some(input) = text("systems/set-relaxation/input.txt") else {
        return;
    };
    let solution = text("systems/set-relaxation/solution.txt").unwrap();
    assert_eq!(values(&unique(&sudoku(&input))), values(&sudoku(&solution)));
    // Its trace shows each grid in a frame, with blanks for open cells.
    let trace = text("systems/set-relaxation/trace-output.txt").unwrap();
    let begin = trace.split_once("Begin :: \n").unwrap().1;
    let begin = begin.split_once("Iteration").unwrap().0;
    assert_eq!(sudoku(begin), sudoku(&input));
}

#[test]
fn collections_are_read_line_by_line() {
    let Some(folder) = data("sudoku9") else {
        return;
    };
    for (folder, side) in [(folder, None), (data("sudoku-large").unwrap(), Some(()))] {
        for entry in fs::read_dir(folder).unwrap() {
            let text = fs::read_to_string(entry.unwrap().path()).unwrap();
            let format = SUDOKU.recognise(&text).unwrap();
            assert_eq!(format.name, "line");
            for line in text.lines() {
                let read: Sudoku = SUDOKU.read_as(line, Some(&format.name)).unwrap();
                assert_eq!(format.write(&read).unwrap().trim_end(), line);
                assert_eq!(side.is_some(), read.shape().side() > 9);
            }
        }
    }
}
