//! Puzzles that are made: the same for the same seed, and to order.

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
fn orders_are_met() {
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
    assert_eq!(
        (&object["op"], &object["status"]),
        (&"generate".into(), &"made".into())
    );
    let puzzle = object["puzzle"].as_str().unwrap();
    let clues = puzzle.bytes().filter(|byte| *byte != b'.').count();
    assert_eq!(object["clues"], clues);
    let solution = object["solution"].as_str().unwrap();
    let solved = run_with(
        &["solve", "--to", "line"],
        object["puzzle"].as_str().unwrap().as_bytes(),
    );
    assert_eq!(solved.out.trim(), solution);
}

#[test]
fn orders_that_contradict_each_other_are_refused() {
    for spec in [
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
        let made = run(&[&["generate", "sudoku", "3,3", "--full"], spec].concat());
        assert_eq!((made.out.as_str(), made.code), ("", 2), "{spec:?}");
        assert!(made.err.contains("cannot be used with"), "{}", made.err);
    }
    for (what, spec, sentence) in [
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
        let words = format!("generate {what} {spec}");
        let made = run(&words.split(' ').collect::<Vec<_>>());
        assert_eq!((made.out.as_str(), made.code), ("", 2), "{words}");
        assert_eq!(made.err, format!("error: {sentence}\n"));
    }
}

#[test]
fn the_nearest_is_told_from_the_order() {
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

fn json(text: &str) -> serde_json::Value {
    serde_json::from_str(text).unwrap()
}

#[test]
fn minimal_says_of_which_clues_it_is_proved() {
    let words = "generate sudoku 3,3 --minimal --symmetry 180 --seed 3856280 --to line --paranoid";
    let made = run(&words.split(' ').collect::<Vec<_>>());
    assert_eq!(made.code, 0, "{}", made.err);
    assert!(
        made.err
            .starts_with("minimal: no symmetric set of clues can go"),
        "{}",
        made.err
    );
    let checked = run_with(&["check"], made.out.as_bytes());
    assert!(checked.out.contains("redundant"), "{}", checked.out);

    let words = "generate sudoku 3,3 --minimal --symmetry 180 --seed 3856280 --json";
    let sets = run(&words.split(' ').collect::<Vec<_>>());
    assert_eq!(json(&sets.out)["minimal"], "sets");
    let words =
        "generate sudoku 3,3 --minimal=clues --symmetry 180 --seed 3856280 --json --paranoid";
    let clues = run(&words.split(' ').collect::<Vec<_>>());
    assert_eq!(clues.code, 0, "{}", clues.err);
    let object = json(&clues.out);
    assert_eq!(object["minimal"], "clues");
    let puzzle = object["puzzle"].as_str().unwrap();
    let checked = run_with(&["check"], puzzle.as_bytes());
    assert!(
        checked.out.contains("\nno redundant clue among"),
        "{}",
        checked.out
    );
    let plain = run(&["generate", "sudoku", "3,3", "--seed", "1", "--json"]);
    assert!(json(&plain.out)["minimal"].is_null());
}

#[test]
fn a_minimal_board_of_several_axes_has_no_redundant_clue() {
    for size in ["3,2,1", "2,2,1,1", "3,1,1,1,1"] {
        let words = format!("generate sudoku {size} --minimal --seed 1 --to nd --paranoid");
        let made = run(&words.split(' ').collect::<Vec<_>>());
        assert_eq!(made.code, 0, "{size}: {}", made.err);
        let checked = run_with(&["check"], made.out.as_bytes());
        assert!(
            checked.out.contains("\nno redundant clue among"),
            "{size}: {}",
            checked.out
        );
    }
}

#[test]
fn tables_say_which_clues_are_proved_to_be_needed() {
    let table = file("generate-minimal.csv", "");
    let words = format!("generate sudoku 3,3 -n 2 --minimal --symmetry 180 --seed 1 -o {table}");
    let made = run(&words.split(' ').collect::<Vec<_>>());
    assert_eq!(made.code, 0, "{}", made.err);
    let text = std::fs::read_to_string(&table).unwrap();
    let mut lines = text.lines();
    assert_eq!(
        lines.next(),
        Some("status,number,puzzle,solution,clues,minimal,reason")
    );
    assert!(lines.all(|line| line.ends_with(",sets,")), "{text}");
}

const FULL: &str =
    "123456789456789123789123456214365897365897214897214365531642978642978531978531642\n";

#[test]
fn a_board_that_one_has_is_thinned() {
    let args = ["generate", "--from", "-", "--minimal", "--to", "line"];
    let made = run_with(&[&args[..], &["--seed", "1"]].concat(), FULL.as_bytes());
    assert_eq!((made.code, made.err.as_str()), (0, ""));
    let line = made.out.trim();
    let is_kept = |(clue, full): (char, char)| clue == '.' || clue == full;
    assert!(line.chars().zip(FULL.chars()).all(is_kept), "{line}");
    let checked = run_with(&["check"], made.out.as_bytes());
    assert!(checked.out.contains("no redundant clue"), "{}", checked.out);
    // A puzzle too, from a file, several at once, with a number of clues.
    let file = file("generate-from.txt", FULL);
    let args = ["generate", "--from", &file, "--clues", "30", "-n", "3"];
    let made = run(&[&args[..], &["--to", "line", "--seed", "4"]].concat());
    assert_eq!(made.code, 0, "{}", made.err);
    let clues = |line: &str| line.bytes().filter(|byte| *byte != b'.').count();
    assert_eq!(made.out.lines().map(clues).collect::<Vec<_>>(), [30; 3]);
}

#[test]
fn what_has_not_one_solution_is_not_thinned() {
    for (text, sentence) in [
        ("12..............\n", "this puzzle has several solutions"),
        ("11..............\n", "this puzzle has no solution"),
    ] {
        let refused = run_with(&["generate", "--from", "-"], text.as_bytes());
        assert_eq!((refused.out.as_str(), refused.code), ("", 2));
        assert!(refused.err.contains(sentence), "{}", refused.err);
    }
    for words in [
        "generate --from no-such-file",
        "generate sudoku 3,3 --from -",
        "generate --from - --full",
        "generate",
        "generate nothing",
    ] {
        let refused = run(&words.split(' ').collect::<Vec<_>>());
        assert_eq!((refused.out.as_str(), refused.code), ("", 2), "{words}");
    }
}

const RULES: &str = "grid = [4, 4]\nvalues = \"1..4\"\n\n[[group]]\ntiles = [\"rows\", \"columns\"]\n\
                     all_different = true\n\n[givens]\nr1c1 = 2\n";

#[test]
fn a_rules_file_is_made_into_puzzles() {
    let rules = file("generate-rules.toml", RULES);
    let args = [
        "generate",
        &rules,
        "--minimal",
        "--seed",
        "1",
        "--to",
        "toml",
    ];
    let made = run(&[&args[..], &["--paranoid"]].concat());
    assert_eq!(made.code, 0, "{}", made.err);
    assert_eq!(run(&args).out, made.out);
    let checked = run_with(&["check", "--as", "rules"], made.out.as_bytes());
    assert!(checked.out.contains("\nunique\n"), "{}", checked.out);
    let object = json(&run(&["generate", &rules, "--seed", "1", "--json"]).out);
    assert_eq!(object["family"], "rules");
    let table = file("generate-rules.csv", "");
    let written = run(&["generate", &rules, "-n", "3", "--seed", "1", "-o", &table]);
    assert_eq!(written.code, 0, "{}", written.err);
    let twice = format!("{RULES}r1c2 = 2\n");
    let impossible = file("generate-no-rules.toml", twice);
    let none = run(&["generate", &impossible, "--seed", "1"]);
    assert_eq!((none.out.as_str(), none.code), ("", 3), "{}", none.err);
    assert!(
        none.err.contains("it has no solution to begin with"),
        "{}",
        none.err
    );
}
