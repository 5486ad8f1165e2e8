//! The output of the five systems, and that of the command for their puzzles.
//!
//! Each text that is compared comes from the folder `TILEWRIGHT_DATA`; properties of the output
//! that need no such text are always checked.

use crate::{Ran, run};
use std::collections::BTreeSet;
use std::fs::read_to_string;
use tilewright_testkit::systems::SHIKAKU;
use tilewright_testkit::{corpus, data};

fn of_corpus(name: &str) -> String {
    corpus().join(name).to_str().unwrap().to_owned()
}

/// Runs the command on a file of the corpus.
fn run_on(file: &str, args: &[&str]) -> Ran {
    let file = of_corpus(file);
    run(&[args, &[&file]].concat())
}

/// The blocks between `gap`s, without the ends of their last lines.
fn blocks<'t>(text: &'t str, gap: &str) -> Vec<&'t str> {
    let blocks = text.split(gap).map(|block| block.trim_matches('\n'));
    blocks.filter(|block| !block.is_empty()).collect()
}

#[test]
fn roads_are_printed_alike() {
    let args = ["solve", "--all", "--engine", "reduce", "--plain"];
    let ran = run_on("tiles/roads-4x5.txt", &args);
    assert_eq!((ran.code, &*ran.err), (0, "12 solutions\n"));
    let found = blocks(&ran.out, "\n\n\n");
    assert_eq!(found.len(), 12);
    assert!(found.iter().all(|block| block.lines().count() == 12));
    // In whatever order, these are the roads.
    let others = run_on("tiles/roads-4x5.txt", &["solve", "--all", "--plain"]);
    let set: BTreeSet<&str> = found.iter().copied().collect();
    let others: BTreeSet<&str> = blocks(&others.out, "\n\n\n").into_iter().collect();
    assert_eq!(others, set);
    if let Some(printed) = data("systems/tile-reduction/roads-12-solutions.txt") {
        assert_eq!(ran.out, read_to_string(printed).unwrap());
    }
}

#[test]
fn loops_are_printed_alike() {
    let args = ["solve", "loops", "5x4", "--all", "--plain"];
    let ran = run(&args);
    let set: BTreeSet<&str> = blocks(&ran.out, "\n\n").into_iter().collect();
    assert_eq!(set.len(), 54);
    assert_eq!((ran.code, &*ran.err), (0, "54 solutions\n"));
    let Some(printed) = data("systems/tile-reduction/partition-5x4-54-solutions.txt") else {
        return;
    };
    let printed = read_to_string(printed).unwrap();
    assert_eq!(set, blocks(&printed, "\n\n").into_iter().collect());
    let in_order = run(&[&args[..], &["--engine", "reduce"]].concat());
    assert_eq!(in_order.out, printed);
}

#[test]
fn boards_are_printed_alike() {
    let Some(folder) = data("systems/tile-reduction") else {
        return;
    };
    for (file, printed) in [
        ("sudoku/tile-reduction-9x9.txt", "sudoku-9x9-solution.txt"),
        (
            "sudoku/tile-reduction-16x16.txt",
            "sudoku-16x16-solution.txt",
        ),
    ] {
        let ran = run_on(file, &["solve", "--plain"]);
        // The README shows blanks at the ends of its lines, and 0 where the program printed G.
        let printed = read_to_string(folder.join(printed)).unwrap();
        let printed = printed.replace('0', "G");
        let printed: Vec<&str> = printed.lines().map(str::trim_end).collect();
        assert_eq!(ran.out.lines().collect::<Vec<_>>(), printed, "{file}");
        assert_eq!((ran.code, &*ran.err), (0, ""), "{file}");
    }
}

#[test]
fn the_cube_is_printed_in_layers_and_as_a_file_in_slabs() {
    let args = ["solve", "--engine", "reduce", "--plain"];
    let layers = run_on("sudoku/tile-reduction-8x8x8.txt", &args);
    assert_eq!((layers.code, &*layers.err), (0, ""));
    assert_eq!(layers.out.lines().count(), 4 * 8 + 3 * 2);
    // The same cube as an n-dimensional file is printed as the program did that reads those.
    let file = run_on(
        "sudoku/tile-reduction-8x8x8.txt",
        &["convert", "--to", "nd"],
    );
    let ran = crate::run_with(&args, file.out.as_bytes());
    assert_eq!((ran.code, &*ran.err), (0, ""));
    let rule = "=".repeat(49);
    assert!(ran.out.starts_with(&format!("{rule}\n\n\nspan[2]: 0\n\n")));
    let rows = ran.out.lines().filter(|line| line.starts_with("  "));
    let numbers = rows.flat_map(|row| row.split([' ', '|']).filter(|word| !word.is_empty()));
    let numbers: Vec<&str> = numbers.collect();
    assert_eq!(numbers.len(), 512);
    if let Some(printed) = data("systems/tile-reduction/cube2-first-solution.flat.txt") {
        let printed = read_to_string(printed).unwrap();
        assert_eq!(numbers, printed.split_whitespace().collect::<Vec<_>>());
    }
}

#[test]
fn solution_files_of_the_second_system_are_written_alike() {
    let Some(folder) = data("systems/multidimensional-sudoku/solutions") else {
        return;
    };
    let mut compared = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        let name = name.strip_suffix(".solution.txt").unwrap();
        let puzzle = format!("sudoku/multidimensional-{name}.txt");
        let ran = run_on(&puzzle, &["solve", "--to", "nd"]);
        assert_eq!(ran.out, read_to_string(&path).unwrap(), "{name}");
        compared += 1;
    }
    assert_eq!(compared, 7);
}

#[test]
fn shikaku_is_printed_in_all_styles() {
    for (name, count) in SHIKAKU {
        let file = format!("shikaku/{name}.txt");
        let exit = i32::from(count == 0);
        let style = |style: &str, more: &[&str]| {
            let ran = run_on(&file, &[&["solve", "--style", style], more].concat());
            assert_eq!((ran.code, &*ran.err), (exit, ""), "{name}: {style}");
            ran.out
        };
        let codingame = style("codingame", &[]);
        let (number, letters) = codingame.split_once('\n').unwrap();
        assert_eq!(number, count.to_string(), "{name}");

        let readme = style("readme", &[]);
        let (head, spaced) = readme.split_once('\n').unwrap();
        let noun = if count == 1 { "solution" } else { "solutions" };
        assert_eq!(head, format!("{count} {noun}"), "{name}");
        assert_eq!(spaced.replace(' ', ""), letters, "{name}");

        let plain = run_on(&file, &["solve", "--plain"]);
        assert_eq!(plain.out, readme, "{name}");
        let old = style("old", &[]);
        let numbered = old.lines().skip(3).map(|row| row[3..].split_whitespace());
        for (row, cells) in letters.lines().zip(numbered) {
            let is_clue = |cell: &str| cell.parse::<u32>().is_ok();
            let shown = cells.zip(row.chars()).map(|(cell, letter)| {
                assert!(
                    is_clue(cell) || cell == letter.to_string(),
                    "{name}: {cell}"
                );
                letter
            });
            assert_eq!(shown.collect::<String>(), row, "{name}");
        }

        let all = style("old", &["--all"]);
        assert!(all.starts_with(&old), "{name}: the first comes first");
        assert_eq!(blocks(&all, "\n\n").len(), 1 + count, "{name}");
    }
}

#[test]
fn shikaku_is_printed_alike() {
    let (Some(old), Some(codingame)) = (data("systems/shikaku"), data("shikaku/codingame")) else {
        return;
    };
    for (name, count) in SHIKAKU {
        let file = format!("shikaku/{name}.txt");
        let all = run_on(&file, &["solve", "--style", "old", "--all"]).out;
        let printed = old.join("seed-output").join(format!("{name}.all.txt"));
        let printed = read_to_string(printed).unwrap();
        assert_eq!(all.len(), printed.len(), "{name}");
        // Theirs come in no order.
        let sorted = |text| {
            let mut blocks = blocks(text, "\n\n");
            blocks.sort_unstable();
            blocks.into_iter().map(str::to_owned).collect::<Vec<_>>()
        };
        assert_eq!(sorted(&all), sorted(&printed), "{name}");

        let first = run_on(&file, &["solve", "--style", "codingame"]).out;
        let expected = codingame.join(format!("{name}.expected"));
        let expected = read_to_string(expected).unwrap();
        let letters = expected.split_once('\n').map_or("", |(_, letters)| letters);
        assert_eq!(first, format!("{count}\n{letters}"), "{name}");
    }
}
