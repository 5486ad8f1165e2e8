//! Empty boards that are large, or on which a search stalls: a solution comes at once, and it is
//! one by a check of its own, for there is no model of most of them.

use super::{run, run_with};
use std::collections::HashSet;

/// The cells of a full board, as the n-dimensional format lists them.
fn cells(text: &str, dims: &[usize]) -> Vec<usize> {
    let numbers: Vec<usize> = text
        .split_whitespace()
        .map(|word| word.parse().unwrap())
        .collect();
    let (head, cells) = numbers.split_at(1 + dims.len());
    assert_eq!((head[0], &head[1..]), (dims.len(), dims));
    cells.to_vec()
}

/// Each span and each container holds each value once: a group is named by the common coordinates
/// of its cells.
fn check_board(text: &str, dims: &[usize]) {
    let side: usize = dims.iter().product();
    let cells = cells(text, dims);
    assert_eq!(cells.len(), side.pow(dims.len() as u32));
    let mut seen = HashSet::new();
    for (number, value) in cells.into_iter().enumerate() {
        assert!((1..=side).contains(&value), "{value} of {side}");
        let (mut rest, mut container, mut stride) = (number, 0, 1);
        for (axis, dim) in dims.iter().enumerate() {
            let coordinate = rest % side;
            rest /= side;
            let span = number - coordinate * stride;
            assert!(seen.insert((axis, span, value)), "a span along axis {axis}");
            container = container * side + coordinate / dim;
            stride *= side;
        }
        let is_new = seen.insert((dims.len(), container, value));
        assert!(is_new, "the container of cell {number}");
    }
}

/// The solution of an empty board in the n-dimensional format.
fn solved(dims: &[usize], options: &[&str]) -> String {
    let size = dims.iter().map(ToString::to_string);
    let size = size.collect::<Vec<_>>().join(",");
    let args = ["solve", "sudoku", &size, "--to", "nd"];
    let ran = run(&[&args[..], options].concat());
    assert_eq!((ran.err.as_str(), ran.code), ("", 0), "{dims:?}");
    ran.out
}

#[test]
fn boards_that_no_model_is_made_of() {
    let dims: [&[usize]; 4] = [&[3, 3, 3], &[4, 3, 2, 1], &[7, 7], &[100, 1]];
    for dims in dims {
        let plain = solved(dims, &[]);
        check_board(&plain, dims);
        let random = solved(dims, &["--seed", "3"]);
        check_board(&random, dims);
        assert_ne!(plain, random, "{dims:?}");
        assert_eq!(random, solved(dims, &["--seed", "3"]), "{dims:?}");
        assert_ne!(random, solved(dims, &["--seed", "4"]), "{dims:?}");
    }
}

#[test]
fn boards_that_are_searched() {
    let dims: [&[usize]; 3] = [&[5, 5], &[3, 2, 1], &[2, 2, 2]];
    for dims in dims {
        let plain = solved(dims, &["--threads", "1"]);
        check_board(&plain, dims);
        for threads in ["2", "3"] {
            assert_eq!(solved(dims, &["--threads", threads]), plain, "{dims:?}");
        }
        assert_eq!(solved(dims, &["--limit", "1"]), plain, "{dims:?}");
    }
}

/// Neither `dance` nor `sat` gets anywhere with it in a random order.
#[test]
fn a_board_on_which_the_search_stalls() {
    let random = solved(&[2, 2, 2], &["--seed", "1", "--threads", "1"]);
    check_board(&random, &[2, 2, 2]);
    let on_threads = solved(&[2, 2, 2], &["--seed", "1", "--threads", "3"]);
    assert_eq!(random, on_threads);
    // A limit of the user is kept.
    let args = ["solve", "sudoku", "2,2,2", "--seed", "1", "--nodes", "300"];
    assert_eq!(run(&args).code, 3);
}

#[test]
fn large_boards_are_written_in_every_way() {
    let nd = solved(&[3, 3, 3], &[]);
    let json = run(&["solve", "sudoku", "3,3,3", "--to", "json"]);
    let back = run_with(
        &["convert", "--as", "json", "--to", "nd"],
        json.out.as_bytes(),
    );
    assert_eq!(back.out, nd);
    let object = run(&["solve", "sudoku", "3,3,3", "--json", "--stats"]).out;
    assert!(object.contains(r#""end":"limit""#) && object.contains(r#""nodes":0"#));
    for option in ["--plain", "--verbose"] {
        let ran = run(&["solve", "sudoku", "3,3,3", option]);
        assert_eq!(ran.code, 0);
        let is_value = |word: &&str| word.bytes().all(|byte| byte.is_ascii_alphanumeric());
        let shown = ran.out.split_whitespace().filter(is_value).count();
        assert!(shown >= 27 * 27 * 27, "{option}: {shown}");
    }
    let line = run(&["solve", "sudoku", "3,3,3", "--to", "line"]);
    assert_eq!((line.out.as_str(), line.code), ("", 2));
    assert!(line.err.contains("27×27×27 board"), "{}", line.err);
}

/// A named engine gives its own solution, and a clue needs a search.
#[test]
fn only_an_empty_board_without_an_engine_is_written_down() {
    let size = ["solve", "sudoku", "7,7"];
    let named = run(&[&size[..], &["--engine", "dance", "--nodes", "2"]].concat());
    assert_eq!((named.out.as_str(), named.code), ("", 3));
    let two = run(&[&size[..], &["--limit", "2", "--nodes", "2"]].concat());
    assert_eq!((two.out.as_str(), two.code), ("", 3));
    let clue = run_with(&["solve", "--as", "nd", "--nodes", "2"], b"2 7 7 1");
    assert_eq!((clue.out.as_str(), clue.code), ("", 3));
}
