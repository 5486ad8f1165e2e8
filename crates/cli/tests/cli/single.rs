//! One puzzle: solved, counted, checked.

use crate::{NINE, NINE_SOLVED, file, ran, run, run_with};

const DRAWN: &str = "\
┌───────┬───────┬───────┐
│ 1 6 5 │ 3 7 4 │ 8 2 9 │
│ 9 2 4 │ 1 8 5 │ 3 6 7 │
│ 8 7 3 │ 9 6 2 │ 5 1 4 │
├───────┼───────┼───────┤
│ 2 3 8 │ 4 9 6 │ 7 5 1 │
│ 5 4 7 │ 2 1 8 │ 6 9 3 │
│ 6 9 1 │ 7 5 3 │ 4 8 2 │
├───────┼───────┼───────┤
│ 4 8 9 │ 5 3 1 │ 2 7 6 │
│ 3 1 6 │ 8 2 7 │ 9 4 5 │
│ 7 5 2 │ 6 4 9 │ 1 3 8 │
└───────┴───────┴───────┘
";

/// Two dominoes that lie both ways.
const DOMINOES: &str = "2 2\n2 0\n0 2\n";

#[test]
fn a_puzzle_is_drawn() {
    let path = file("single-nine.txt", NINE);
    assert_eq!(run(&["solve", &path]), ran(DRAWN, "", 0));
    assert_eq!(run_with(&["solve"], NINE.as_bytes()), ran(DRAWN, "", 0));
    assert_eq!(
        run_with(&["solve", "-"], NINE.as_bytes()),
        ran(DRAWN, "", 0)
    );
    let with_mark = format!("\u{feff}{NINE}\r\n");
    assert_eq!(
        run_with(&["solve"], with_mark.as_bytes()),
        ran(DRAWN, "", 0)
    );
}

#[test]
fn a_solution_is_written_in_a_format() {
    let solved = format!("{NINE_SOLVED}\n");
    for option in ["--to", "--format"] {
        let written = run_with(&["solve", option, "line"], NINE.as_bytes());
        assert_eq!(written, ran(&solved, "", 0));
    }
    let unwritable = run_with(&["solve", "--to", "tatham"], NINE.as_bytes());
    assert_eq!((unwritable.out.as_str(), unwritable.code), ("", 2));
    assert!(
        unwritable
            .err
            .contains("hint: sudoku is written as grid, line")
    );
}

#[test]
fn every_engine_and_thread_count_gives_the_same() {
    for engine in ["auto", "dance", "count", "reduce"] {
        for threads in ["1", "2", "5"] {
            let args = ["solve", "--engine", engine, "--threads", threads];
            assert_eq!(
                run_with(&args, NINE.as_bytes()),
                ran(DRAWN, "", 0),
                "{engine}"
            );
        }
    }
}

#[test]
fn several_files_are_named_on_standard_error() {
    let nine = file("several-nine.txt", NINE);
    let dominoes = file("several-dominoes.txt", DOMINOES);
    let both = run(&["count", &nine, &dominoes]);
    assert_eq!(both, ran("1\n2\n", &format!("{nine}:\n{dominoes}:\n"), 0));
    let missing = file("several-missing.txt", "") + ".no";
    let all = run(&["count", &missing, &nine]);
    let err = format!("{missing}:\nerror: {missing}: there is no such file\n{nine}:\n");
    assert_eq!(
        all,
        ran("1\n", &err, 2),
        "a fault of one does not affect the others"
    );
}

#[test]
fn all_solutions_are_listed_and_counted() {
    let all = run_with(
        &["solve", "--all", "--to", "codingame"],
        DOMINOES.as_bytes(),
    );
    assert_eq!(all, ran("AA\nBB\n\nAB\nAB\n", "2 solutions\n", 0));
    let some = run_with(
        &["solve", "--limit", "1", "--to", "codingame"],
        DOMINOES.as_bytes(),
    );
    assert_eq!(some, ran("AA\nBB\n", "", 0));
    let lines = run(&["solve", "sudoku", "2,2", "--limit", "3", "--to", "line"]);
    assert_eq!(lines.out.lines().count(), 3);
    assert_eq!(
        lines.err,
        "3 solutions so far, perhaps more (limit reached)\n"
    );
    assert_eq!(lines.code, 0);
}

#[test]
fn no_solution_is_an_answer() {
    let none = b"2 2\n3 0\n0 0\n";
    assert_eq!(run_with(&["solve"], none), ran("", "no solution\n", 1));
    assert_eq!(run_with(&["count"], none), ran("0\n", "", 1));
    assert_eq!(
        run_with(&["check"], none),
        ran("valid\nnot solvable\n", "", 1)
    );
}

#[test]
fn boards_are_counted_by_kind_and_size() {
    for (kind, size, count) in [
        ("sudoku", "2,2", "288"),
        ("sudoku", "2,2,1", "21888"),
        ("latin", "4", "576"),
        ("roads", "2x2", "47"),
        ("roads", "8x8", "21516449182147"),
        ("loops", "5x4", "54"),
    ] {
        let counted = run(&["count", kind, size]);
        assert_eq!(counted, ran(&format!("{count}\n"), "", 0), "{kind} {size}");
    }
}

#[test]
fn a_full_board_is_complete_or_breaks_a_rule() {
    let complete = ran("complete, no rule is broken\n", "", 0);
    assert_eq!(run_with(&["check"], NINE_SOLVED.as_bytes()), complete);
    let cube = run(&["solve", "sudoku", "2,2,2", "--to", "nd"]).out;
    assert_eq!(run_with(&["check"], cube.as_bytes()), complete);
    let five_axes = run(&["solve", "sudoku", "2,2,1,1,1", "--to", "nd"]).out;
    assert_eq!(run_with(&["check"], five_axes.as_bytes()), complete);
    let roads = run(&["solve", "roads", "3x4", "--to", "letters"]).out;
    assert_eq!(run_with(&["check"], roads.as_bytes()), complete);
    let map = run(&["solve", "../../corpus/rules/australia.toml", "--to", "toml"]).out;
    assert_eq!(run_with(&["check"], map.as_bytes()), complete);

    let broken = NINE_SOLVED.replacen("165", "166", 1);
    let said =
        "complete, but a rule is broken: the 6 of row 1 is given twice: r1c2 = 6 and r1c3 = 6\n";
    assert_eq!(run_with(&["check"], broken.as_bytes()), ran(said, "", 1));
    // A demand that nothing meets, though no two givens exclude each other.
    let queens = run(&["solve", "../../corpus/rules/queens8.toml", "--to", "toml"]).out;
    let (before, after) = queens.rsplit_once('Q').unwrap();
    let fewer = format!("{before}.{after}");
    let told = run_with(&["check"], fewer.as_bytes());
    assert_eq!(told.code, 1, "{}{}", told.out, told.err);
    let said = "complete, but a rule is broken: nothing is left for ";
    assert!(told.out.starts_with(said), "{}", told.out);

    // As JSON: a key more, in a stream of lines as by itself.
    let object = |out: &str| -> serde_json::Value { serde_json::from_str(out).unwrap() };
    let alone = run_with(&["check", "--json"], NINE_SOLVED.as_bytes());
    assert_eq!(object(&alone.out)["complete"], true);
    assert_eq!(
        object(&alone.out)["redundant"].as_array().unwrap().len(),
        81
    );
    let lines = format!("{NINE_SOLVED}\n{NINE}\n");
    let streamed = run_with(&["check", "--json"], lines.as_bytes());
    let mut streamed = streamed.out.lines();
    assert_eq!(object(streamed.next().unwrap())["complete"], true);
    assert_eq!(object(streamed.next().unwrap()).get("complete"), None);
}

#[test]
fn long_lists_of_redundant_clues_are_cut() {
    // All but one cell.
    let nearly = NINE_SOLVED.replacen('1', ".", 1);
    let cut = run_with(&["check"], nearly.as_bytes()).out;
    let last = cut.lines().last().unwrap();
    let said = "80 redundant clues among 80 clues: the 6 at r1c2, the 5 at r1c3,";
    assert!(last.starts_with(said), "{last}");
    assert!(last.ends_with(" … and 64 more; -v lists all"), "{last}");
    let whole = run_with(&["check", "-v"], nearly.as_bytes()).out;
    let last = whole.lines().last().unwrap();
    assert!(
        last.ends_with("the 8 at r9c9") && !last.contains('…'),
        "{last}"
    );
    let object = run_with(&["check", "--json"], nearly.as_bytes()).out;
    let object: serde_json::Value = serde_json::from_str(&object).unwrap();
    assert_eq!(object["redundant"].as_array().unwrap().len(), 80);
}

#[test]
fn a_check_says_what_is_what() {
    let unique = run_with(&["check"], NINE.as_bytes());
    let said = "valid\nsolvable\nunique\nno redundant clue among 25 clues\n";
    assert_eq!(unique, ran(said, "", 0));
    let spare = NINE.replacen("1..3", "16.3", 1);
    let spare = run_with(&["check"], spare.as_bytes());
    assert_eq!(spare.code, 0);
    let last = spare.out.lines().last().unwrap();
    assert!(
        last.contains("redundant clue") && last.contains("the 6 at r1c2"),
        "{last}"
    );
    let several = run_with(&["check", "--to", "codingame"], DOMINOES.as_bytes());
    let said = "valid\nsolvable\nnot unique\n\none solution:\n";
    assert!(several.out.starts_with(said), "{}", several.out);
    assert!(several.out.contains("AA\nBB\n") && several.out.contains("AB\nAB\n"));
    assert_eq!(several.code, 1);
}

#[test]
fn givens_that_exclude_each_other_are_named() {
    let twice = NINE.replacen("1..3", "1..1", 1);
    let sentence = "the 1 of row 1 is given twice: r1c1 = 1 and r1c4 = 1";
    for command in ["solve", "count"] {
        let said = run_with(&[command], twice.as_bytes());
        let error = format!("error: standard input: {sentence}\n");
        assert_eq!(said, ran("", &error, 2));
    }
    let checked = run_with(&["check"], twice.as_bytes());
    assert_eq!(checked, ran(&format!("not valid: {sentence}\n"), "", 1));
}

#[test]
fn shikaku_has_its_three_styles() {
    let five = b"5 5\n0 0 8 0 0\n0 0 0 0 0\n6 0 4 0 4\n0 0 0 0 0\n0 0 3 0 0\n";
    let codingame = run_with(&["solve", "--style", "codingame"], five);
    assert_eq!(
        codingame,
        ran("1\nAAAAB\nAAAAB\nCCDDB\nCCDDB\nCCEEE\n", "", 0)
    );
    let readme = run_with(&["solve", "--style", "readme"], five);
    assert!(
        readme.out.starts_with("1 solution\nA A A A B\n"),
        "{}",
        readme.out
    );
    assert_eq!(run_with(&["solve", "--plain"], five), readme);
    let start = "1 Solutions\n\n    00 01 02 03 04\n00  A  A 08  A  B \n";
    let old = run_with(&["solve", "--style", "old"], five);
    assert!(old.out.starts_with(start), "{}", old.out);
    let unsolvable = b"2 2\n3 0\n0 0\n";
    let none = run_with(&["solve", "--style", "old"], unsolvable);
    assert_eq!(none, ran("0 Unsolvable grid\n", "", 1));
    let none = run_with(&["solve", "--plain"], unsolvable);
    assert_eq!(none, ran("0 solutions\n", "", 1));
    let both = run_with(
        &["solve", "--style", "codingame", "--all"],
        DOMINOES.as_bytes(),
    );
    assert_eq!(both, ran("2\nAA\nBB\n\nAB\nAB\n", "", 0));
    let other = run_with(&["solve", "--style", "old"], NINE.as_bytes());
    assert_eq!(other.code, 2);
    assert!(other.err.contains("families that have one: shikaku"));
}

#[test]
fn json_has_a_stable_shape() {
    let solved = run_with(&["solve", "--json"], NINE.as_bytes());
    let expected = format!(
        "{{\"file\":\"standard input\",\"family\":\"sudoku\",\"status\":\"solved\",\
         \"end\":\"limit\",\"op\":\"solve\",\"solution\":\"{NINE_SOLVED}\"}}\n"
    );
    assert_eq!(solved, ran(&expected, "", 0));
    let two = run_with(&["solve", "--json", "--limit", "2"], NINE.as_bytes());
    let expected = format!(
        "{{\"file\":\"standard input\",\"family\":\"sudoku\",\
         \"solutions\":[\"{NINE_SOLVED}\"],\"status\":\"unique\",\"end\":\"complete\",\"op\":\"solve\"}}\n"
    );
    assert_eq!(two, ran(&expected, "", 0));
    let counted = run(&["count", "--json", "sudoku", "2,2"]);
    let expected = "{\"file\":\"sudoku 2,2\",\"family\":\"sudoku\",\"status\":\"several\",\
                    \"end\":\"complete\",\"op\":\"count\",\"count\":\"288\"}\n";
    assert_eq!(counted, ran(expected, "", 0));
    let checked = run_with(&["check", "--json"], NINE.as_bytes());
    let value: serde_json::Value = serde_json::from_str(&checked.out).unwrap();
    assert_eq!(value["status"], "unique");
    assert_eq!(value["solution"], NINE_SOLVED);
    assert_eq!(value["clues"], 25);
    assert_eq!(value["redundant"], serde_json::json!([]));
    let areas = run_with(&["solve", "--json"], DOMINOES.as_bytes());
    let value: serde_json::Value = serde_json::from_str(&areas.out).unwrap();
    assert_eq!(value["solution"]["areas"], serde_json::json!([0, 0, 1, 1]));
    let stats = run_with(&["solve", "--json", "--stats"], NINE.as_bytes());
    let value: serde_json::Value = serde_json::from_str(&stats.out).unwrap();
    assert!(value["nodes"].is_u64() && value["seconds"].is_f64());
}

#[test]
fn a_seed_repeats_itself() {
    let solve = |seed: &str| run(&["solve", "roads", "6x6", "--seed", seed, "--to", "letters"]);
    assert_eq!(solve("5"), solve("5"));
    assert!(["1", "2", "3"].iter().any(|seed| solve(seed) != solve("5")));
}

#[test]
fn statistics_go_to_standard_error() {
    let solved = run_with(&["solve", "--stats", "--to", "line"], NINE.as_bytes());
    assert_eq!(solved.out, format!("{NINE_SOLVED}\n"));
    assert!(solved.err.contains(" nodes in "), "{}", solved.err);
    let verbose = run_with(&["count", "-v"], NINE.as_bytes());
    assert!(verbose.err.contains("sudoku as line"), "{}", verbose.err);
}
