//! Puzzles that are made: the same for the same seed, and as they are wished for.

use crate::{file, run, run_with};

#[test]
fn every_family_is_made_with_one_solution() {
    for what in [
        &["sudoku", "3,3"][..],
        &["sudoku", "2,3"],
        &["sudoku", "2,2,1"],
        &["shikaku", "8x7"],
        &["roads", "5x4"],
        &["loops", "4x4"],
    ] {
        let args = [&["generate"], what, &["--seed", "7", "--to", "json"]].concat();
        let made = run(&args);
        assert_eq!((made.err.as_str(), made.code), ("", 0), "{what:?}");
        let checked = run_with(&["check"], made.out.as_bytes());
        assert!(
            checked.out.contains("\nunique\n"),
            "{what:?}: {}",
            checked.out
        );
    }
}

#[test]
fn the_same_seed_makes_the_same_on_any_number_of_threads() {
    let args = [
        "generate",
        "sudoku",
        "3,3",
        "-n",
        "60",
        "--seed",
        "1",
        "--to",
        "line",
        "--minimal",
    ];
    let one = run(&[&args[..], &["--threads", "1"]].concat());
    let three = run(&[&args[..], &["--threads", "3"]].concat());
    assert_eq!(one, three);
    assert_eq!(one.code, 0);
    let lines: std::collections::HashSet<&str> = one.out.lines().collect();
    assert_eq!(lines.len(), 60);
    let words = run_with(&["check", "--as", "sudoku:line"], one.out.as_bytes());
    assert_eq!(words.out, "unique\n".repeat(60));
}

#[test]
fn wishes_are_met() {
    let clues = |line: &str| line.bytes().filter(|byte| *byte != b'.').count();
    let args = ["generate", "sudoku", "3,3", "--seed", "3", "--to", "line"];
    let made = run(&[&args[..], &["--clues", "26-28"]].concat());
    assert!((26..=28).contains(&clues(made.out.trim())), "{}", made.out);
    let made = run(&[&args[..], &["--symmetry", "180"]].concat());
    let places: Vec<bool> = made.out.trim().bytes().map(|byte| byte != b'.').collect();
    assert!(places.iter().eq(places.iter().rev()), "{}", made.out);
    let made = run(&[&args[..], &["--difficulty", "easy"]].concat());
    let rated = run_with(&["rate", "--json"], made.out.as_bytes());
    assert!(rated.out.contains("\"grade\":\"easy\""), "{}", rated.out);
}

#[test]
fn full_boards_and_maps_are_made() {
    let board = run(&[
        "generate", "sudoku", "3,3", "--full", "--seed", "1", "--to", "line",
    ]);
    assert_eq!(board.code, 0, "{}", board.err);
    let line = board.out.trim();
    assert!(line.len() == 81 && !line.contains('.'), "{line}");
    let map = run(&["generate", "roads", "20x30", "--full", "--seed", "1"]);
    assert_eq!((map.code, map.out.lines().count()), (0, 20), "{}", map.err);
}

#[test]
fn what_makes_no_sense_is_said() {
    let too_few = run(&["generate", "sudoku", "3,3", "--clues", "10"]);
    assert_eq!((too_few.out.as_str(), too_few.code), ("", 2));
    let bad = run(&["generate", "sudoku", "3,3", "--difficulty", "simple"]);
    assert_eq!((bad.out.as_str(), bad.code), ("", 2));
    assert!(
        bad.err.starts_with("error: expected a difficulty such as"),
        "{}",
        bad.err
    );
    let pattern = file("generate-pattern.txt", "x..\n");
    let wrong = run(&["generate", "sudoku", "3,3", "--pattern", &pattern]);
    assert_eq!((wrong.out.as_str(), wrong.code), ("", 2), "{}", wrong.err);
    let no_size = run(&["generate", "shikaku", "big"]);
    assert_eq!((no_size.out.as_str(), no_size.code), ("", 2));
    let no_kind = run(&["generate", "chess", "8x8"]);
    assert_eq!((no_kind.out.as_str(), no_kind.code), ("", 2));
}

#[test]
fn json_has_the_solution() {
    let made = run(&["generate", "sudoku", "2,2", "--seed", "5", "--json"]);
    let object: serde_json::Value = serde_json::from_str(&made.out).unwrap();
    let solution = object["solution"].as_str().unwrap();
    let solved = run_with(
        &["solve", "--to", "line"],
        object["puzzle"].as_str().unwrap().as_bytes(),
    );
    assert_eq!(solved.out.trim(), solution);
}

#[test]
fn wishes_that_contradict_each_other_are_refused() {
    for wish in [
        &["--minimal"][..],
        &["--clues", "20"],
        &["--difficulty", "easy"],
        &["--technique", "x-wing"],
        &["--symmetry", "180"],
        &["--pattern", "a.txt"],
        &["--no-search"],
        &["--controlled-bias"],
        &["--ones", "0.5"],
    ] {
        let made = run(&[&["generate", "sudoku", "3,3", "--full"], wish].concat());
        assert_eq!((made.out.as_str(), made.code), ("", 2), "{wish:?}");
        assert!(made.err.contains("cannot be used with"), "{}", made.err);
    }
    for (what, wish, sentence) in [
        (
            "sudoku 3,3",
            "--largest-area 4",
            "Sudoku is made without a largest area",
        ),
        (
            "sudoku 3,3",
            "--ones 0.5",
            "Sudoku is made without a share of areas",
        ),
        (
            "shikaku 6x6",
            "--controlled-bias",
            "Shikaku is made without a controlled bias",
        ),
        (
            "roads 6x6",
            "--controlled-bias",
            "edge tiles are made without a controlled bias",
        ),
    ] {
        let words = format!("generate {what} {wish}");
        let made = run(&words.split(' ').collect::<Vec<_>>());
        assert_eq!((made.out.as_str(), made.code), ("", 2), "{words}");
        assert_eq!(made.err, format!("error: {sentence}\n"));
    }
}

#[test]
fn the_nearest_is_told_from_the_wish() {
    let words = "generate sudoku 3,3 --difficulty=2.5 --time 1s --seed 1 --threads 1";
    let missed = run(&words.split(' ').collect::<Vec<_>>());
    assert_eq!(
        (missed.out.as_str(), missed.code),
        ("", 3),
        "{}",
        missed.err
    );
    let nearest = missed.err.split("the nearest has difficulty ").nth(1);
    let nearest = nearest.and_then(|rest| rest.lines().next());
    let Some(nearest) = nearest else {
        // Nothing was found in that time.
        return;
    };
    assert_ne!(nearest, "2.5", "{}", missed.err);
}
