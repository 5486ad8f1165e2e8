//! Ratings, as columns and as JSON.

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
    // What needs several lines is called by its file.
    let zebra = concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpus/rules/zebra.toml");
    assert_eq!(columns(&run(&["rate", zebra]).out)[0][0], zebra);
}

#[test]
fn what_has_not_one_solution_is_not_rated() {
    let rated = run_with(&["rate"], b"1...............");
    let line = "1...............\t-\t-\t-\t-\tseveral solutions\n";
    assert_eq!(rated, ran(&format!("{HEADING}{line}"), "", 1));
    let rated = run_with(&["rate"], b"11..............");
    assert!(rated.out.ends_with("\tno solution\n"), "{}", rated.out);
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
    assert_eq!(object["outcome"], "one solution");
    for scale in [&object, &object["se"], &object["hodoku"]] {
        let counts = scale["techniques"].as_object().unwrap();
        let total: u64 = counts.values().filter_map(serde_json::Value::as_u64).sum();
        assert!(total >= 56, "{counts:?}");
    }
    assert_eq!(object["se"]["er"], 1.5);
    assert_eq!(object["hodoku"]["level"], "Easy");
    assert_eq!(object["grade"], "easy");
}
