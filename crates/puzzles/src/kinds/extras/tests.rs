use super::family::VARIANT;
use super::file::Catalogue;
use super::setup::Setup;
use super::{drawn, fpuzzles, iss, json};
use crate::Puzzle;
use crate::kinds::board::Board;
use tilewright_engines::{Ask, engine, solutions};
use tilewright_model::budget::Budget;

fn catalogue() -> &'static Catalogue {
    Catalogue::built_in()
}

fn read(text: &str) -> Setup {
    iss::read(text, catalogue()).unwrap()
}

#[test]
fn strings_are_read_and_written() {
    for text in [
        ".Shape~4x4.~R1C1_3.Cage~5~R1C1~R1C2.Thermo~R2C2~R2C3~R3C3",
        ".Shape~4x4.AntiKnight.WhiteDot~R1C1~R1C2.BlackDot~R2C1~R3C1.X~R3C3~R3C4.V~R4C3~R4C4",
        ".Shape~6x6.Sandwich~5~C2.Skyscraper~R3~~2.Skyscraper~C1~4~.LittleKiller~22~R1C5",
        ".Shape~6x6~0-5.Quad~R2C3~1~2~2.Arrow~R1C1~R2C2~R3C3.PillArrow~2~R4C4~R4C5~R5C5~R6C5",
        ".Shape~6x6.NoBoxes.Jigsaw~000111002211022211333444335544355544.CountingCircles~R1C1~R2C2",
        ".Shape~4x4.Diagonal~1.Diagonal~-1.Indexing~C~R1C1~R2C2.Whisper~2~R3C1~R3C2",
    ] {
        let setup = read(text);
        let written = iss::write(&setup, catalogue()).unwrap();
        assert_eq!(read(&written), setup, "{text} {written}");
        let object = json::write(&setup, catalogue());
        assert_eq!(json::read(&object, catalogue()).unwrap(), setup, "{object}");
    }
}

#[test]
fn unknown_constraints_are_refused_by_name() {
    let error = |text: &str| iss::read(text, catalogue()).unwrap_err().to_string();
    assert_eq!(
        error(".Fogofwar~R1C1"),
        "this puzzle has a constraint \"Fogofwar\" that Tilewright does not know"
    );
    assert_eq!(error(".Cage~x~R1C1"), "\"Cage\": \"x\" is not a number");
    assert_eq!(
        error(".Thermo~R1C1~R0C2"),
        "\"Thermo\": \"R0C2\" is not a cell of this board, such as R1C1"
    );
    assert_eq!(
        error(".Skyscraper~R17~2~"),
        "\"Skyscraper\": \"R17\" is not a row or column of this board, such as R1"
    );
}

/// All full 4×4 boards.
pub(super) fn boards() -> Vec<[i64; 16]> {
    fn extend(board: &mut Vec<i64>, all: &mut Vec<[i64; 16]>) {
        let at = board.len();
        if at == 16 {
            all.push(board[..].try_into().unwrap());
            return;
        }
        for digit in 1..=4 {
            let is_met = |other: usize| {
                let ((r, c), (or, oc)) = ((at / 4, at % 4), (other / 4, other % 4));
                board[other] == digit && (r == or || c == oc || (r / 2, c / 2) == (or / 2, oc / 2))
            };
            if !(0..at).any(is_met) {
                board.push(digit);
                extend(board, all);
                board.pop();
            }
        }
    }
    let mut all = Vec::new();
    extend(&mut Vec::new(), &mut all);
    all
}

#[test]
fn every_extra_stands_in_the_document() {
    let document = include_str!("../../../../../docs/variants.md");
    for extra in &catalogue().extras {
        let row = format!("| `{}` | {} |", extra.name, extra.about);
        assert!(document.contains(&row), "{row}");
    }
}

#[test]
fn drawings_are_read_with_their_rules_in_words() {
    let row = |cells: &str| {
        cells
            .split(' ')
            .map(|digit| serde_json::json!({"value": digit.parse::<i64>().ok()}))
            .collect::<Vec<_>>()
    };
    let mut puzzle = serde_json::json!({
        "cells": [row("1 . . ."), row(". . . ."), row(". . . ."), row(". . . .")],
        "regions": [[[0, 0], [0, 1], [1, 0], [1, 1]], [[0, 2], [0, 3], [1, 2], [1, 3]], [[2, 0], [2, 1], [3, 0], [3, 1]], [[2, 2], [2, 3], [3, 2], [3, 3]]],
        "metadata": {"title": "Drawn", "rules": "Normal sudoku rules apply. Digits on a thermometer increase from the bulb.\nA white dot is between consecutive digits."},
        "lines": [{"wayPoints": [[1.5, 1.5], [1.5, 3.5]], "color": "#cccf"}],
        "underlays": [{"center": [1.5, 1.5], "width": 0.8, "height": 0.8, "rounded": true, "backgroundColor": "#cccf"}],
        "overlays": [{"center": [3.0, 0.5], "width": 0.3, "height": 0.3, "rounded": true, "backgroundColor": "#ffffff"}],
    });
    let setup = drawn::read(&puzzle, catalogue()).unwrap();
    let mut expected = read(".Shape~4x4.~R1C1_1.Thermo~R2C2~R2C3~R2C4.WhiteDot~R3C1~R4C1");
    expected.told = setup.told.clone();
    assert_eq!(setup, expected);
    assert_eq!(setup.told.title.as_deref(), Some("Drawn"));
    let error =
        |puzzle: &serde_json::Value| drawn::read(puzzle, catalogue()).unwrap_err().to_string();
    puzzle["lines"][0]["color"] = "#f00".into();
    assert_eq!(
        error(&puzzle),
        "the rules that Tilewright knows do not explain what is drawn at R2C2: orange line"
    );
    puzzle["metadata"]["rules"] = "Some cells are foggy.".into();
    assert_eq!(
        error(&puzzle),
        "the rules of this puzzle say \"some cells are foggy\", which Tilewright does not know"
    );
}

/// The number of solutions that an engine finds.
pub(super) fn count(puzzle: &dyn Puzzle) -> usize {
    let budget = Budget::default();
    let model = puzzle.model(&budget).unwrap();
    let mut search = engine("dance").unwrap().prepare(&model, &budget).unwrap();
    let ask = Ask::given(puzzle.givens()).budget(budget);
    solutions(&mut *search, &ask).count()
}

/// The digit in a row and column, counted from 1.
pub(super) fn at(board: &[i64; 16], row: usize, column: usize) -> i64 {
    board[row * 4 + column - 5]
}

#[test]
#[expect(clippy::too_many_lines, reason = "a line or two for each extra")]
fn extras_mean_what_they_say_on_all_boards_of_four() {
    type Holds = fn(&[i64; 16]) -> bool;
    let cases: [(&str, Holds); 36] = [
        (".Cage~7~R1C1~R1C2~R2C2", |b| {
            let [x, y, z] = [at(b, 1, 1), at(b, 1, 2), at(b, 2, 2)];
            x + y + z == 7 && x != z
        }),
        (".Cage~~R1C1~R2C3~R3C2", |b| {
            let [x, y, z] = [at(b, 1, 1), at(b, 2, 3), at(b, 3, 2)];
            x != y && y != z && x != z
        }),
        (".Sum~8~R1C1~R2C2~R3C3", |b| {
            at(b, 1, 1) + at(b, 2, 2) + at(b, 3, 3) == 8
        }),
        (".Sum~0_=_1_2_-1~R1C1~R2C2~R3C3", |b| {
            at(b, 1, 1) + 2 * at(b, 2, 2) == at(b, 3, 3)
        }),
        (".LittleKiller~7~R2C1", |b| {
            at(b, 2, 1) + at(b, 3, 2) + at(b, 4, 3) == 7
        }),
        (".Thermo~R1C1~R2C2~R2C3", |b| {
            at(b, 1, 1) < at(b, 2, 2) && at(b, 2, 2) < at(b, 2, 3)
        }),
        (".Arrow~R1C1~R2C2~R3C3", |b| {
            at(b, 1, 1) == at(b, 2, 2) + at(b, 3, 3)
        }),
        (".PillArrow~2~R1C1~R1C2~R2C2~R2C3~R3C3~R3C4~R4C4", |b| {
            let rest = at(b, 2, 2) + at(b, 2, 3) + at(b, 3, 3) + at(b, 3, 4) + at(b, 4, 4);
            10 * at(b, 1, 1) + at(b, 1, 2) == rest
        }),
        (".DoubleArrow~R1C1~R1C2~R2C2~R3C3", |b| {
            at(b, 1, 1) + at(b, 3, 3) == at(b, 1, 2) + at(b, 2, 2)
        }),
        (".Whisper~2~R1C1~R2C2~R3C2", |b| {
            (at(b, 1, 1) - at(b, 2, 2)).abs() >= 2 && (at(b, 2, 2) - at(b, 3, 2)).abs() >= 2
        }),
        (".Renban~R1C1~R2C2~R3C3", |b| {
            let mut all = [at(b, 1, 1), at(b, 2, 2), at(b, 3, 3)];
            all.sort_unstable();
            all[1] == all[0] + 1 && all[2] == all[1] + 1
        }),
        (".Palindrome~R1C1~R1C2~R2C3~R3C4~R4C4", |b| {
            at(b, 1, 1) == at(b, 4, 4) && at(b, 1, 2) == at(b, 3, 4)
        }),
        (".WhiteDot~R1C1~R1C2", |b| {
            (at(b, 1, 1) - at(b, 1, 2)).abs() == 1
        }),
        (".BlackDot~R1C1~R2C1", |b| {
            at(b, 1, 1) == 2 * at(b, 2, 1) || at(b, 2, 1) == 2 * at(b, 1, 1)
        }),
        (".X~R1C1~R1C2", |_| false),
        (".V~R2C2~R3C2", |b| at(b, 2, 2) + at(b, 3, 2) == 5),
        (".V~R1C1~R1C2.V~R3C1~R4C1.StrictXV", |b| {
            let beside = |r: usize, c: usize, down: usize, right: usize| {
                let is_shown = [(1, 1, 0, 1), (3, 1, 1, 0)].contains(&(r, c, down, right));
                (at(b, r, c) + at(b, r + down, c + right) == 5) == is_shown
            };
            (1..=4).all(|r| (1..=3).all(|c| beside(r, c, 0, 1) && beside(c, r, 1, 0)))
        }),
        (".GreaterThan~R1C1~R1C2", |b| at(b, 1, 1) > at(b, 1, 2)),
        (".Between~R1C1~R2C2~R3C4", |b| {
            let (low, high) = (at(b, 1, 1).min(at(b, 3, 4)), at(b, 1, 1).max(at(b, 3, 4)));
            low < at(b, 2, 2) && at(b, 2, 2) < high
        }),
        (".Lockout~2~R1C1~R2C2~R3C4", |b| {
            let (low, high) = (at(b, 1, 1).min(at(b, 3, 4)), at(b, 1, 1).max(at(b, 3, 4)));
            high - low >= 2 && (at(b, 2, 2) < low || at(b, 2, 2) > high)
        }),
        (".RegionSumLine~R1C1~R2C2~R2C3~R1C4", |b| {
            at(b, 1, 1) + at(b, 2, 2) == at(b, 2, 3) + at(b, 1, 4)
        }),
        (".Zipper~R1C1~R1C2~R2C3~R3C4~R4C4", |b| {
            at(b, 1, 1) + at(b, 4, 4) == at(b, 2, 3) && at(b, 1, 2) + at(b, 3, 4) == at(b, 2, 3)
        }),
        (".SumLine~5~R1C1~R1C2~R2C3~R3C3", |b| {
            let all = [at(b, 1, 1), at(b, 1, 2), at(b, 2, 3), at(b, 3, 3)];
            let mut sum = 0;
            all.iter().all(|digit| {
                sum = if sum == 5 { 0 } else { sum } + digit;
                sum <= 5
            }) && sum == 5
        }),
        (".Sandwich~5~R1", |b| {
            at(b, 1, 2) + at(b, 1, 3) == 5 && at(b, 1, 1) + at(b, 1, 4) == 5 && at(b, 1, 1) % 3 == 1
        }),
        (".XSum~R1~6~", |b| {
            (1..=4)
                .filter(|&c| c as i64 <= at(b, 1, 1))
                .map(|c| at(b, 1, c))
                .sum::<i64>()
                == 6
        }),
        (".Skyscraper~C2~~2", |b| {
            let mut top = 0;
            let seen = (1..=4).rev().filter(|&r| {
                let is_seen = at(b, r, 2) > top;
                top = top.max(at(b, r, 2));
                is_seen
            });
            seen.count() == 2
        }),
        (".NumberedRoom~R2~3~", |b| {
            at(b, 2, at(b, 2, 1) as usize) == 3
        }),
        (".Quad~R2C2~1~1~4", |b| {
            let four = [at(b, 2, 2), at(b, 2, 3), at(b, 3, 2), at(b, 3, 3)];
            let has = |digit: i64| four.iter().filter(|&&other| other == digit).count();
            has(1) >= 2 && has(4) >= 1
        }),
        (".AntiKnight", |b| {
            let steps = [(1, 2), (2, 1)];
            (1..=4).all(|r| {
                (1..=4).all(|c| {
                    steps.iter().all(|&(down, right)| {
                        let right_fits = r + down > 4
                            || c + right > 4
                            || at(b, r, c) != at(b, r + down, c + right);
                        right_fits
                            && (r + down > 4
                                || c <= right
                                || at(b, r, c) != at(b, r + down, c - right))
                    })
                })
            })
        }),
        (".Diagonal~1", |b| {
            (1..=4)
                .map(|r| 1 << at(b, r, 5 - r))
                .fold(0, |all: i64, one: i64| all | one)
                == 30
        }),
        (".Diagonal~-1", |b| {
            (1..=4)
                .map(|r| 1 << at(b, r, r))
                .fold(0, |all: i64, one: i64| all | one)
                == 30
        }),
        (".DisjointSets", |b| {
            let set = |r: usize, c: usize| {
                [(r, c), (r, c + 2), (r + 2, c), (r + 2, c + 2)].map(|(r, c)| 1_i64 << at(b, r, c))
            };
            [(1, 1), (1, 2), (2, 1), (2, 2)]
                .iter()
                .all(|&(r, c)| set(r, c).iter().fold(0, |all, one| all | one) == 30)
        }),
        (".CountingCircles~R1C1~R2C3~R3C2~R4C4", |b| {
            let all = [at(b, 1, 1), at(b, 2, 3), at(b, 3, 2), at(b, 4, 4)];
            all.iter()
                .all(|digit| all.iter().filter(|&other| other == digit).count() as i64 == *digit)
        }),
        (".Indexing~C~R1C2~R3C3", |b| {
            at(b, 1, at(b, 1, 2) as usize) == 2 && at(b, 3, at(b, 3, 3) as usize) == 3
        }),
        (".SameValues~2~R1C1~R1C2~R3C3~R4C3", |b| {
            let sorted = |x: i64, y: i64| (x.min(y), x.max(y));
            sorted(at(b, 1, 1), at(b, 1, 2)) == sorted(at(b, 3, 3), at(b, 4, 3))
        }),
        (".Modular~2~R1C1~R1C2~R2C2", |b| {
            at(b, 1, 1) % 2 != at(b, 1, 2) % 2 && at(b, 1, 2) % 2 != at(b, 2, 2) % 2
        }),
    ];
    let boards = boards();
    assert_eq!(boards.len(), 288);
    for (text, holds) in cases {
        let expected = boards.iter().filter(|board| holds(board)).count();
        match VARIANT.read_as::<Board>(&format!(".Shape~4x4{text}"), Some("iss")) {
            Ok(puzzle) => assert_eq!(count(&puzzle), expected, "{text}"),
            // What no digits satisfy is refused when it is read.
            Err(error) => assert_eq!(expected, 0, "{text}: {error}"),
        }
    }
}

#[test]
fn addresses_are_read_and_written_with_all_that_they_tell() {
    let puzzle = serde_json::json!({
        "size": 4, "title": "Four", "author": "Somebody", "ruleset": "Normal rules.",
        "grid": [[{"value": 1, "given": true}, {}, {}, {}], [{}, {}, {}, {}], [{}, {}, {}, {}], [{}, {}, {}, {}]],
        "killercage": [{"cells": ["R1C3", "R1C4"], "value": "5"}, {"cells": ["R4C1", "R4C2"]}],
        "thermometer": [{"lines": [["R2C1", "R2C2"], ["R2C1", "R3C1"]]}],
        "arrow": [{"cells": ["R4C4"], "lines": [["R4C4", "R3C3", "R3C2"]]}],
        "littlekillersum": [{"cell": "R0C0", "direction": "DR", "value": "9"}],
        "sandwichsum": [{"cell": "R0C3", "value": "2"}], "xv": [{"cells": ["R3C4", "R4C4"], "value": "V"}],
        "antiknight": true, "diagonal+": false, "negative": ["ratio"], "odd": [{"cell": "R2C4"}],
        "quadruple": [{"cells": ["R1C1", "R1C2", "R2C1", "R2C2"], "values": [1, 2]}],
        "clone": [{"cells": ["R1C1"], "cloneCells": ["R3C2"]}], "text": [{"cells": ["R1C1"], "value": "!"}],
    });
    let setup = fpuzzles::read(&puzzle, catalogue()).unwrap();
    assert_eq!(setup.told.title.as_deref(), Some("Four"));
    assert_eq!(setup.told.rules.as_deref(), Some("Normal rules."));
    let mut written = setup.clone();
    written.told.drawn = false;
    let again = fpuzzles::read(&fpuzzles::write(&setup, catalogue()).unwrap(), catalogue());
    assert_eq!(again.unwrap(), written);
    let (kind, clues) = setup.kind_and_clues(catalogue()).unwrap();
    let mut back = Setup::of(&kind, &clues, catalogue());
    let sorted = |setup: &mut Setup| {
        for items in setup.extras.values_mut().flatten() {
            items.sort_by_key(|item| item.cells.clone());
        }
    };
    let mut setup = setup;
    sorted(&mut back);
    sorted(&mut setup);
    for items in setup
        .extras
        .values_mut()
        .flatten()
        .chain(back.extras.values_mut().flatten())
    {
        for item in items {
            item.cells.sort_unstable();
        }
    }
    assert_eq!(back, setup);
}

#[test]
fn unknown_names_of_addresses_are_refused() {
    let error = |key: &str, value: serde_json::Value| {
        let mut puzzle =
            serde_json::json!({"size": 4, "grid": vec![vec![serde_json::json!({}); 4]; 4]});
        puzzle[key] = value;
        fpuzzles::read(&puzzle, catalogue())
            .unwrap_err()
            .to_string()
    };
    let list = serde_json::json!([{"cells": ["R1C1"]}]);
    assert_eq!(
        error("fogofwar", list),
        "this puzzle has a constraint \"fogofwar\" that Tilewright does not know"
    );
    assert_eq!(
        error("negative", serde_json::json!(["hex"])),
        "this puzzle has a constraint \"negative hex\" that Tilewright does not know"
    );
    assert_eq!(
        error(
            "killercage",
            serde_json::json!([{"cells": ["R1C5"], "value": 1}])
        ),
        "the constraint \"killercage\": \"R1C5\" is not a cell of this board, such as \"R1C1\""
    );
    assert_eq!(
        error(
            "killercage",
            serde_json::json!([{"cells": ["R1C1"], "value": "<9"}])
        ),
        "the constraint \"killercage\": \"<9\" is not a number"
    );
}

#[test]
fn an_extra_of_ones_own_is_added_by_its_file() {
    let file = r#"
extra = "double"
on = "sudoku"
about = "The second digit is twice the first."
[clues]
double = { type = "path" }
[[rule]]
between = "steps(double)"
require = "b == 2 * a"
[iss]
Double = "double cells"
"#;
    let family = crate::Family::of_kind(file).unwrap();
    let puzzle: Board = family.read_as(".Shape~4x4.Double~R1C1~R1C2", None).unwrap();
    let expected = boards()
        .iter()
        .filter(|b| at(b, 1, 2) == 2 * at(b, 1, 1))
        .count();
    assert_eq!(count(&puzzle), expected);
    let error = |from: &str, to: &str| {
        crate::Family::of_kind(&file.replace(from, to))
            .unwrap_err()
            .to_string()
    };
    assert_eq!(
        error("\"sudoku\"", "\"sudoko\""),
        "line 3, column 6: there is no kind \"sudoko\" that takes extras"
    );
    assert_eq!(
        error("double cells", "double cell5"),
        "line 11, column 18: \"cell5\" is neither a layer of the extra nor a block"
    );
}

#[test]
fn published_strings_are_read_unless_they_have_an_unknown_constraint() {
    let Some(folder) = tilewright_testkit::data("variants") else {
        return;
    };
    let text = std::fs::read_to_string(folder.join("iss.jsonl")).unwrap();
    let (mut read, mut wrong) = (0, Vec::new());
    for line in text.lines() {
        let puzzle: serde_json::Value = serde_json::from_str(line).unwrap();
        match VARIANT.read_as::<Board>(puzzle["input"].as_str().unwrap(), Some("iss")) {
            Ok(_) => read += 1,
            Err(error) => wrong.push(error.to_string()),
        }
    }
    wrong.retain(|error| {
        let is_unknown = error.ends_with("that Tilewright does not know");
        let is_too_much = error.ends_with("the file has too much to look at");
        !is_unknown && !is_too_much && !error.contains("are not known")
    });
    assert!(wrong.is_empty() && read > 90, "{read} {wrong:#?}");
}

#[test]
fn relatives_of_sudoku_have_their_stored_solutions() {
    let Some(folder) = tilewright_testkit::data("genres") else {
        return;
    };
    let kinds = [
        "ButterflySudoku",
        "EvenOddSudoku",
        "Gattai8Sudoku",
        "MarginSudoku",
        "SamuraiSudoku",
        "ShogunSudoku",
        "SkyscraperSudoku",
        "SoheiSudoku",
        "SumoSudoku",
        "WindmillSudoku",
    ];
    let families = crate::Families::default();
    for genre in kinds {
        let is_called =
            |family: &&crate::Family| family.kind_file().is_some_and(|file| file.is_called(genre));
        let family = families.iter().find(is_called).unwrap();
        let text = std::fs::read_to_string(folder.join(format!("{genre}.jsonl"))).unwrap();
        let stored: serde_json::Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
        let puzzle = families
            .read(stored["problem"].as_str().unwrap(), Some(&family.name))
            .unwrap();
        let budget = Budget::default();
        let model = puzzle.model(&budget).unwrap();
        let mut search = engine("auto").unwrap().prepare(&model, &budget).unwrap();
        let ask = Ask::given(puzzle.givens()).limit(2).budget(budget);
        let found: Vec<_> = solutions(&mut *search, &ask).collect();
        assert_eq!(found.len(), 1, "{genre}");
        let solved = puzzle.fill(&found[0]);
        let compared = solved.can::<dyn crate::Solutions>().unwrap();
        let comparison = compared
            .compared(stored["solution"].as_str().unwrap())
            .unwrap();
        assert!(
            comparison.places > 0 && comparison.differing.is_empty(),
            "{genre}: {:?}",
            comparison.differing
        );
    }
}
