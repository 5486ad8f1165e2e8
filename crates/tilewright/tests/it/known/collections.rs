//! Collections of puzzles that are not in the repository, against their known properties.

use super::{counted, files, listed, puzzle, solver, tell, text};
use std::collections::BTreeMap;
use std::path::Path;
use tilewright::engines::sat::Sat;
use tilewright::puzzles::sudoku::Sudoku;
use tilewright::{End, Existence, Puzzle, Solver, read};
use tilewright_testkit::data;
use tilewright_testkit::sudoku as oracle;

fn name_of(path: &Path) -> String {
    path.file_stem().unwrap().display().to_string()
}

/// A board in the words of the plain solver.
fn board_of(puzzle: &dyn Puzzle) -> oracle::Board {
    let sudoku = puzzle.downcast::<Sudoku>().unwrap();
    let values: Vec<u8> = sudoku.values().map(|v| u8::try_from(v).unwrap()).collect();
    values.try_into().unwrap()
}

/// The first lines of each collection have none, one or several solutions, as the plain solver
/// finds, and the same one where it is one.
#[test]
fn nine_by_nine() {
    const LINES: usize = 500;
    let Some(folder) = data("sudoku9") else {
        return;
    };
    for path in files(&folder) {
        let text = text(&path);
        let boards = text.lines().take(LINES);
        let puzzles = boards.map(|line| read(line, Some("sudoku:line")).unwrap());
        let mut seen = [0; 3];
        let solver = Solver::new();
        for puzzle in puzzles {
            let name = puzzle.write("line").unwrap();
            let expected = oracle::solutions(&board_of(&*puzzle), 2);
            let found = match solver.ask(&*puzzle).unwrap().existence() {
                Existence::None => vec![],
                Existence::Unique(only) => vec![only],
                Existence::Several(first, second) => vec![first, second],
                Existence::Unknown { end, .. } => panic!("{name}: {end}"),
            };
            assert_eq!(found.len(), expected.len(), "{name}");
            seen[found.len()] += 1;
            if let [only] = &found[..] {
                assert_eq!(board_of(&*puzzle.fill(only)), expected[0], "{name}");
            }
        }
        let name = name_of(&path);
        tell(&format!(
            "{name}: {seen:?} with none, one, several solutions"
        ));
        let is_unique = !["serg-many-solutions", "generated-invalid"].contains(&&*name);
        assert_eq!(is_unique, seen[0] + seen[2] == 0, "{name}: {seen:?}");
    }
}

/// Returns, for each puzzle of a file with large boards, true if it was solved within a budget.
fn solve_large(path: &Path, nodes: u64) -> Vec<bool> {
    let text = text(path);
    let puzzles = text.lines().map(|line| read(line, Some("sudoku")).unwrap());
    let mut are_solved = Vec::new();
    let solver = solver("auto", nodes);
    for puzzle in puzzles {
        let mut session = solver.ask(&*puzzle).unwrap();
        let number = are_solved.len() + 1;
        let answer = session.first();
        let is_solved = answer.solution.is_some();
        if let Some(solution) = answer.solution {
            assert!(session.model().is_solution(&solution), "{number}");
            let clues = puzzle.givens();
            assert!(clues.iter().all(|clue| solution.contains(clue)), "{number}");
        } else {
            assert_ne!(answer.end, End::Complete, "{number} has a solution");
            let name = name_of(path);
            tell(&format!("{name}: {number} stopped ({})", answer.end));
        }
        are_solved.push(is_solved);
    }
    are_solved
}

#[test]
fn sixteen_by_sixteen() {
    let Some(path) = data("sudoku-large/g16_gecode_janko_55.txt") else {
        return;
    };
    assert_eq!(solve_large(&path, 100_000), [true; 55]);
}

#[test]
fn twenty_five_by_twenty_five() {
    let Some(path) = data("sudoku-large/g25_gecode_frisch.txt") else {
        return;
    };
    // That is a short turn of `dance`, which solves none, and a short one of `sat`.
    let solved = solve_large(&path, 40_000);
    assert_eq!(solved.len(), 18);
    let number = solved.iter().filter(|&&is_solved| is_solved).count();
    tell(&format!("25x25: {number} of 18 solved"));
    if Sat::solver() == "CaDiCaL" {
        assert!(number >= 3, "{solved:?}");
    }
}

/// The words `key=value` of a line.
fn field<'t>(line: &'t str, key: &str) -> Option<&'t str> {
    let mut words = line.split_whitespace();
    words.find_map(|word| word.strip_prefix(key)?.strip_prefix('='))
}

#[test]
fn generated_shikaku() {
    let Some(folder) = data("shikaku") else {
        return;
    };
    let mut checked = 0;
    for line in text(&folder.join("gen_expected.txt")).lines() {
        let (Some(count), Some(first)) = (field(line, "count"), field(line, "first")) else {
            continue;
        };
        let name = line.split(' ').next().unwrap();
        let shikaku = puzzle(&folder.join("generated").join(name));
        let number = counted(name, &*shikaku, "auto", 20_000_000);
        assert_eq!(number.as_deref(), Some(count), "{name}");
        let answer = Solver::new().first(&*shikaku).unwrap();
        assert_eq!(answer.end, End::Complete, "{name}");
        assert_eq!(answer.solution.is_some(), first == "true", "{name}");
        checked += 1;
    }
    assert_eq!(checked, 84);
}

/// Grids full of equal or unknown clues: their numbers are those of a frontier count.
#[test]
fn hard_shikaku() {
    let Some(folder) = data("shikaku") else {
        return;
    };
    let known = text(&folder.join("gen_hard_expected.txt"));
    let lines: Vec<&str> = known.lines().collect();
    let (mut answered, mut asked) = (0, 0);
    for pair in lines.chunks(2) {
        let name = pair[0].split(' ').next().unwrap();
        let Some(count) = pair[1].split('"').nth(1) else {
            tell(&format!("{name}: nobody has counted it"));
            continue;
        };
        let shikaku = puzzle(&folder.join("generated").join(name));
        asked += 1;
        if let Some(number) = counted(name, &*shikaku, "auto", 1_000_000) {
            assert_eq!(number, count, "{name}");
            answered += 1;
        }
        let (found, end) = listed(&solver("auto", 100_000), &*shikaku, 1);
        if found.is_empty() {
            assert_ne!(end, End::Complete, "{name} has solutions");
            tell(&format!("{name}: no solution found ({end})"));
        }
    }
    tell(&format!("hard Shikaku: {answered} of {asked} counts agree"));
    assert!(answered >= 8, "{answered} of {asked}");
}

#[test]
fn shikaku_of_a_magazine() {
    let Some(folder) = data("shikaku/janko") else {
        return;
    };
    let several: BTreeMap<&str, &str> = [("127_16x22", "2"), ("128_20x20", "3")].into();
    let mut checked = 0;
    for path in files(&folder) {
        let name = name_of(&path);
        let expected = several.get(&*name).copied().unwrap_or("1");
        let number = counted(&name, &*puzzle(&path), "auto", 1_000_000);
        assert_eq!(number.as_deref(), Some(expected), "{name}");
        checked += 1;
    }
    assert!(checked > 200, "{checked}");
}

#[test]
fn tile_sets_for_wave_function_collapse() {
    let Some(folder) = data("tiles/wfc") else {
        return;
    };
    let paths = files(&folder);
    assert_eq!(paths.len(), 14);
    for path in paths {
        let (name, tiles) = (name_of(&path), puzzle(&path));
        let (found, end) = listed(&solver("auto", 200_000), &*tiles, 1);
        if found.is_empty() {
            assert_ne!(end, End::Complete, "{name} has boards of 10x10");
            tell(&format!("{name}: no board of 10x10 found ({end})"));
        }
    }
}

#[test]
fn exact_cover_instances() {
    let Some(folder) = data("exact-cover") else {
        return;
    };
    for (name, count, engines) in [
        ("queens8", "92", &["auto", "dance", "count"][..]),
        ("queens11", "2680", &["auto", "dance"]),
        ("queens12", "14200", &["auto", "dance"]),
        ("langford8", "300", &["auto", "dance", "count"]),
        ("langford11", "35584", &["auto", "dance"]),
        ("langford12", "216288", &["auto", "dance"]),
        ("soma", "11520", &["auto", "dance"]),
        ("pent3x20", "8", &["auto", "dance"]),
        ("pent6x10", "9356", &["auto", "dance"]),
        ("pent8x8hole", "520", &["auto", "dance"]),
        ("macmahonP", "1908", &["auto", "dance"]),
        ("latin5", "161280", &["auto", "dance"]),
        ("match14", "135135", &["auto", "dance", "count"]),
        ("match16", "2027025", &["auto", "dance", "count"]),
        ("sud2x2", "288", &["auto", "dance", "count"]),
        ("domino6x6", "6728", &["auto", "dance", "count"]),
        ("domino8x8", "12988816", &["auto", "count"]),
        ("road6x6", "220065137", &["auto", "count"]),
        ("cube8", "904192", &["auto", "count"]),
    ] {
        let cover = puzzle(&folder.join(name).with_extension("dlx"));
        for engine in engines {
            let number = counted(name, &*cover, engine, 50_000_000);
            assert_eq!(number.as_deref(), Some(count), "{name} by {engine}");
        }
    }
}
