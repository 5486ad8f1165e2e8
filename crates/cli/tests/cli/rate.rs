//! Ratings, as columns and as JSON.

use crate::tables::{folder, name_in, read};
use crate::{NINE, file, ran, run, run_with};

const HEADING: &str = "puzzle\tse\thodoku_level\thodoku_score\tdifficulty\thardest\n";

/// The columns of each line but the heading.
fn columns(out: &str) -> Vec<Vec<&str>> {
    let mut lines = out.lines();
    assert_eq!(lines.next(), Some(HEADING.trim_end()));
    lines.map(|line| line.split('\t').collect()).collect()
}

#[test]
fn a_puzzle_has_a_line_of_columns() {
    let rated = run_with(&["rate"], NINE.as_bytes());
    assert_eq!((rated.err.as_str(), rated.code), ("", 0));
    let rows = columns(&rated.out);
    assert_eq!(rows.len(), 1);
    assert_eq!(rows[0][..4], [NINE, "1.5", "Easy", "424"]);
    assert_eq!(rows[0][5], "naked single");
}

#[test]
fn other_puzzles_have_our_measure_alone() {
    let rated = run_with(&["rate"], b"3 2\n0 0 4\n2 0 0\n");
    let rows = columns(&rated.out);
    assert_eq!(rows[0][1..4], ["-", "-", "-"]);
    assert!(rows[0][4].parse::<f64>().unwrap() >= 1.0);
    // A puzzle of several lines is named by its file.
    let zebra = concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpus/rules/zebra.toml");
    assert_eq!(columns(&run(&["rate", zebra]).out)[0][0], zebra);
}

#[test]
fn what_has_not_one_solution_is_not_rated() {
    let rated = run_with(&["rate"], b"1...............");
    let line = "1...............\t-\t-\t-\t-\tseveral\n";
    assert_eq!(rated, ran(&format!("{HEADING}{line}"), "", 1));
    let rated = run_with(&["rate"], b"11..............");
    assert!(rated.out.ends_with("\tunsolvable\n"), "{}", rated.out);
    assert_eq!(rated.code, 1);
}

#[test]
fn a_file_of_lines_is_rated_the_same_on_any_number_of_threads() {
    let lines = format!("{NINE}\n# a remark\nnonsense\n{NINE}\n");
    let path = file("rate-lines.txt", &lines);
    let one = run(&["rate", "--threads", "1", &path]);
    assert_eq!(one, run(&["rate", "--threads", "3", &path]));
    assert_eq!(one.code, 2);
    let rows = columns(&one.out);
    assert_eq!(rows.first(), rows.last());
}

#[test]
fn json_counts_each_technique() {
    let rated = run_with(&["rate", "--json"], NINE.as_bytes());
    let object: serde_json::Value = serde_json::from_str(&rated.out).unwrap();
    assert_eq!(object["status"], "unique");
    assert_eq!(object["op"], "rate");
    for scale in [&object, &object["se"], &object["hodoku"]] {
        let counts = scale["techniques"].as_object().unwrap();
        let total: u64 = counts.values().filter_map(serde_json::Value::as_u64).sum();
        assert!(total >= 56, "{counts:?}");
    }
    assert_eq!(object["se"]["er"], 1.5);
    assert_eq!(object["hodoku"]["level"], "Easy");
    assert_eq!(object["grade"], "easy");
}

/// A 9×9 whose rating takes a while on any machine.
const HARDEST: &str =
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

#[test]
fn a_rating_that_was_stopped_is_not_given_out() {
    // Each line has its own time.
    let path = file("rate-hardest.txt", format!("{HARDEST}\n{HARDEST}\n"));
    for time in ["1ms", "20ms", "60ms"] {
        let rated = run(&["rate", "--time", time, &path]);
        let line = format!("{HARDEST}\t-\t-\t-\t-\tstopped (time is up)\n");
        assert_eq!(rated, ran(&format!("{HEADING}{line}{line}"), "", 3));
        let rated = run(&["rate", "--json", "--time", time, &path]);
        assert_eq!((rated.out.lines().count(), rated.code), (2, 3));
        for line in rated.out.lines() {
            let object: serde_json::Value = serde_json::from_str(line).unwrap();
            assert_eq!(object["status"], "stopped");
            assert_eq!(object["end"], "time");
            let claims = [
                "se",
                "hodoku",
                "difficulty",
                "grade",
                "hardest",
                "techniques",
            ];
            assert!(
                claims.iter().all(|claim| object.get(claim).is_none()),
                "{line}"
            );
        }
        // A puzzle by itself may be ended by the guard, which says no more than that.
        let alone = run_with(&["rate", "--time", time], HARDEST.as_bytes());
        assert_eq!(alone.code, 3);
        assert!(alone.out.is_empty() || alone.out.ends_with("\tstopped (time is up)\n"));
    }
}

#[test]
fn a_row_that_was_stopped_has_no_rating() {
    let folder = folder("rate-stopped");
    let input = name_in(&folder, "in.csv");
    std::fs::write(&input, format!("puzzle\n{HARDEST}\n{HARDEST}\n")).unwrap();
    let [csv, jsonl] = ["out.csv", "out.jsonl"].map(|name| name_in(&folder, name));
    for output in [&csv, &jsonl] {
        let rated = run(&["rate", &input, "--time", "20ms", "-o", output]);
        assert_eq!((rated.out.as_str(), rated.code), ("", 3), "{}", rated.err);
    }
    let row = format!("{HARDEST},stopped,,,,,,,,,time is up\n");
    assert!(read(&csv).ends_with(&format!("reason\n{row}{row}")));
    for line in read(&jsonl).lines() {
        let object: serde_json::Value = serde_json::from_str(line).unwrap();
        assert_eq!(object["status"], "stopped");
        assert_eq!(object["reason"], "time is up");
        for claimed in ["difficulty", "hardest", "se", "hodoku_level", "techniques"] {
            assert!(object[claimed].is_null(), "{line}");
        }
    }
}

#[test]
fn an_explanation_that_was_stopped_says_so() {
    let path = file("explain-hardest.txt", format!("{HARDEST}\n{HARDEST}\n"));
    // Without contradictions within contradictions it soon gets stuck, which is not a stop.
    let told = run(&["explain", "--nested", "--json", "--time", "30ms", &path]);
    assert_eq!((told.out.lines().count(), told.code), (2, 3));
    for line in told.out.lines() {
        let object: serde_json::Value = serde_json::from_str(line).unwrap();
        assert_eq!(object["status"], "stopped");
        assert_eq!(object["end"], "time");
    }
}

#[test]
fn a_hint_is_a_step_or_says_that_it_was_stopped() {
    let path = file("hint-hardest.txt", format!("{HARDEST}\n{HARDEST}\n"));
    for time in ["0s", "1ms", "5ms"] {
        let told = run(&["hint", "--json", "--time", time, &path]);
        for line in told.out.lines() {
            let object: serde_json::Value = serde_json::from_str(line).unwrap();
            let is_step = object["step"].is_object();
            assert_eq!(object["op"] == "hint", is_step, "{line}");
            assert!(is_step || object["status"] == "stopped", "{line}");
            assert!(is_step || object["end"] == "time", "{line}");
        }
    }
}

#[test]
fn a_picture_whose_puzzle_was_not_rated_says_so() {
    let folder = folder("rate-picture");
    let input = name_in(&folder, "two.txt");
    std::fs::write(&input, format!("{HARDEST}\n{HARDEST}\n")).unwrap();
    let output = name_in(&folder, "out.pdf");
    let drawn = run(&[
        "render",
        "--difficulty",
        "--time",
        "30ms",
        &input,
        "-o",
        &output,
    ]);
    assert_eq!(drawn.code, 3, "{}", drawn.err);
    assert!(drawn.err.contains("time is up"), "{}", drawn.err);
}
