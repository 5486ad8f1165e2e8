//! Explanations and hints, as a person reads them and as a program does.

use crate::{NINE, file, ran, run, run_with};
use serde_json::Value;

/// A 4×4 with few steps.
const FOUR: &str = "1.....3..4....2.";

#[test]
fn every_step_is_told_with_the_board_after_it() {
    let told = run_with(&["explain"], b"123434122143..2.");
    assert_eq!(
        told,
        ran(
            "1. full house: r4c1 is the last empty cell of column 1, so r4c1 = 4\n\
             ┌─────┬─────┐\n│ 1 2 │ 3 4 │\n│ 3 4 │ 1 2 │\n├─────┼─────┤\n│ 2 1 │ 4 3 │\n\
             │ 4 · │ 2 · │\n└─────┴─────┘\n\n\
             2. full house: r4c2 is the last empty cell of column 2, so r4c2 = 3\n\
             ┌─────┬─────┐\n│ 1 2 │ 3 4 │\n│ 3 4 │ 1 2 │\n├─────┼─────┤\n│ 2 1 │ 4 3 │\n\
             │ 4 3 │ 2 · │\n└─────┴─────┘\n\n\
             3. full house: r4c4 is the last empty cell of column 4, so r4c4 = 1\n\
             ┌─────┬─────┐\n│ 1 2 │ 3 4 │\n│ 3 4 │ 1 2 │\n├─────┼─────┤\n│ 2 1 │ 4 3 │\n\
             │ 4 3 │ 2 1 │\n└─────┴─────┘\n\n\
             solved: 3 steps: 3 × full house\n",
            "",
            0
        )
    );
}

#[test]
fn candidates_are_shown_on_request() {
    let told = run_with(&["explain", "--candidates"], FOUR.as_bytes());
    assert_eq!((told.err.as_str(), told.code), ("", 0));
    assert!(told.out.contains("│   1  23 │"), "{}", told.out);
}

#[test]
fn iterations_are_those_of_set_relaxation() {
    let told = run(&[
        "explain",
        "--iterations",
        concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../../corpus/sudoku/set-relaxation-9x9.txt"
        ),
    ]);
    assert_eq!((told.err.as_str(), told.code), ("", 0));
    assert!(
        told.out
            .starts_with("Begin :: \n- - - - - - - - - - - - -\n|   6 5 |   3   | 8     | \n")
    );
    assert_eq!(told.out.matches("Iteration ").count(), 33);
    let Some(path) = tilewright_testkit::data("systems/set-relaxation/trace-output.txt") else {
        return;
    };
    assert_eq!(told.out, std::fs::read_to_string(path).unwrap());
}

#[test]
fn iterations_end_honestly() {
    let stuck = run_with(&["explain", "--iterations"], NINE.as_bytes());
    let said = "not solved: set relaxation leaves 42 cells open; explain without --iterations goes \
                further\n";
    assert_eq!((stuck.err.as_str(), stuck.code), (said, 3));
    assert_eq!(stuck.out.matches("Iteration ").count(), 7);
    assert!(stuck.out.contains("\nSolution ::\n"), "{}", stuck.out);

    let twice = run_with(&["explain", "--iterations"], b"11..............");
    let said = "no solution: the 1 of row 1 is given twice: r1c1 = 1 and r1c2 = 1\n";
    assert_eq!(twice, ran("", said, 1));

    let dead = run_with(&["explain", "--iterations"], b"123....4........");
    let said = "no solution: nothing is left for r1c4\n";
    assert_eq!((dead.err.as_str(), dead.code), (said, 1));

    // Other sizes, boxes and symbols.
    for (board, code) in [("3,2", 3), ("5,1", 3), ("4,4", 3), ("3,4", 3)] {
        let empty = run(&["explain", "--iterations", "sudoku", board]);
        assert_eq!(empty.code, code, "{board}: {}", empty.err);
        assert!(empty.err.starts_with("not solved: "), "{}", empty.err);
    }
    let sixteen = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../corpus/sudoku/tile-reduction-16x16.txt"
    );
    let trace = run(&["explain", "--iterations", sixteen]);
    let open = trace.out.rsplit("Solution ::").next().unwrap();
    assert_eq!(trace.code == 0, trace.err.is_empty(), "{open}{}", trace.err);
}

#[test]
fn the_starting_sets_come_before_the_trace() {
    let plain = run_with(&["explain", "--iterations"], NINE.as_bytes());
    let args = ["explain", "--iterations", "--candidates"];
    let more = run_with(&args, NINE.as_bytes());
    assert_eq!((&more.err, more.code), (&plain.err, plain.code));
    let (sets, trace) = more.out.split_at(more.out.find("Begin ::").unwrap());
    assert_eq!(trace, plain.out);
    // Of 81 cells 25 are given.
    assert_eq!(sets.lines().count(), 27 + 56);
    assert!(sets.starts_with("row 1 {2, 5, 6, 7}\n"), "{sets}");
    assert!(sets.contains("\nbox 1 {3, 5, 6, 7, 8, 9}\n"), "{sets}");
    assert!(sets.contains("\nr1c2 {6, 7}\n"), "{sets}");
}

#[test]
fn iterations_are_for_flat_sudoku() {
    let told = run_with(&["explain", "--iterations"], b"2 2\n2 0\n0 2\n");
    assert_eq!((told.out.as_str(), told.code), ("", 2));
    assert!(
        told.err.starts_with(
            "error: standard input: shikaku has no iterations; families that have one: sudoku"
        ),
        "{}",
        told.err
    );
}

#[test]
fn what_has_no_solution_gets_its_reason() {
    for command in ["explain", "hint"] {
        let told = run_with(&[command], b"1.1.............");
        let reason = "no solution: these clues cannot all hold: r1c1 = 1, r1c3 = 1 (no smaller set \
                      clashes)\n";
        assert_eq!(told, ran(reason, "", 1));
        let told = run_with(&[command, "--json"], b"1.1.............");
        assert_eq!(told.code, 1);
        assert!(
            told.out
                .contains("\"clash\":[\"r1c1 = 1\",\"r1c3 = 1\"],\"is_smallest\":true")
        );
    }
}

#[test]
fn what_has_several_solutions_gets_two_of_them() {
    for command in ["explain", "hint"] {
        let told = run_with(&[command], b"12..34..21..43..");
        assert_eq!((told.err.as_str(), told.code), ("", 1));
        assert!(
            told.out
                .starts_with("several solutions: two of them differ at "),
            "{}",
            told.out
        );
        assert!(told.out.contains("\nanother solution:\n"));
    }
}

#[test]
fn what_logic_cannot_finish_is_said_to_be_unfinished() {
    let zebra = concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpus/rules/zebra.toml");
    let searched = run(&["explain", "--search", zebra]);
    assert_eq!(searched.code, 0, "{}", searched.err);
    assert!(searched.out.contains("\nsolved: "));
}

#[test]
fn a_hint_is_vague_first_and_then_exact() {
    let told = run_with(&["hint"], NINE.as_bytes());
    let exact = "look at row 2\nhidden single: in row 2 the 3 fits at r2c7 alone, so r2c7 = 3\n";
    assert_eq!(told, ran(exact, "", 0));
    assert_eq!(
        run_with(&["hint", "--vague"], NINE.as_bytes()),
        ran("look at row 2\n", "", 0)
    );
    let solved = run_with(&["hint"], b"1234341221434321");
    assert_eq!(solved, ran("nothing is left to do\n", "", 0));
}

#[test]
fn steps_are_data() {
    let told = run_with(&["explain", "--json"], FOUR.as_bytes());
    let object: Value = serde_json::from_str(&told.out).unwrap();
    assert_eq!(object["op"], "explain");
    assert_eq!(object["status"], "solved");
    let steps = object["steps"].as_array().unwrap();
    assert_eq!(steps[0]["reason"]["kind"], "single");
    for step in steps {
        let picked = step["picked_choices"].as_array().unwrap().len();
        let removed = step["removed_choices"].as_array().unwrap().len();
        assert!(picked + removed > 0);
        assert!(!step["premises"].as_array().unwrap().is_empty());
    }
    let total: u64 = object["techniques"]
        .as_object()
        .unwrap()
        .values()
        .filter_map(Value::as_u64)
        .sum();
    assert_eq!(total as usize, steps.len());
}

#[test]
fn a_stream_is_explained_in_json_alone() {
    let lines = format!("{NINE}\n{NINE}\n");
    let path = file("explain-lines.txt", &lines);
    let told = run(&["explain", &path]);
    assert_eq!(told.code, 2);
    assert!(
        told.err.contains("explain takes one puzzle at a time"),
        "{}",
        told.err
    );
    let told = run(&["explain", "--json", "--threads", "2", &path]);
    assert_eq!((told.code, told.out.lines().count()), (0, 2));
    let told = run(&["hint", "--json", &path]);
    assert_eq!((told.code, told.out.lines().count()), (0, 2));
}

/// Objects give the end of a search, whatever its result.
#[test]
fn objects_say_how_it_ended() {
    let several = "1234............";
    let unsolvable = "123....4........";
    for command in ["explain", "hint", "rate"] {
        let end = |input: &str, more: &[&str]| {
            let told = run_with(&[&[command, "--json"], more].concat(), input.as_bytes());
            let object: Value = serde_json::from_str(&told.out).unwrap();
            object["end"].as_str().map(str::to_owned)
        };
        for input in [NINE, several, unsolvable] {
            assert_eq!(end(input, &[]).as_deref(), Some("complete"), "{command}");
        }
        let stopped = end(NINE, &["--time", "0"]);
        assert_eq!(stopped.as_deref(), Some("time"), "{command}");
    }
}
