//! `convert`: from any format into any other, and models for other programs.

use crate::{NINE, NINE_SOLVED, file, ran, run, run_with};

#[test]
fn lines_become_grids_and_back() {
    let grid = run_with(&["convert", "--to", "grid"], NINE.as_bytes());
    assert_eq!((grid.err.as_str(), grid.code), ("", 0));
    let back = run_with(&["convert", "--to", "line"], grid.out.as_bytes());
    assert_eq!(back, ran(&format!("{NINE}\n"), "", 0));
}

#[test]
fn a_stream_is_converted_line_by_line() {
    let text = format!("{NINE}\n{NINE_SOLVED}\nbad\n");
    let converted = run_with(&["convert", "--to", "puzzlink"], text.as_bytes());
    assert_eq!(converted.code, 2);
    let lines: Vec<&str> = converted.out.lines().collect();
    assert_eq!(lines.len(), 3);
    assert!(lines[0].starts_with("https://"), "{}", lines[0]);
    assert!(lines[2].starts_with("# error: "), "{}", lines[2]);
    let two = format!("{}\n{}\n", lines[0], lines[1]);
    let back = run_with(&["convert", "--to", "line"], two.as_bytes());
    assert_eq!(back, ran(&format!("{NINE}\n{NINE_SOLVED}\n"), "", 0));
    let grids = run_with(&["convert", "--to", "grid"], two.as_bytes());
    assert_eq!(grids.out.matches("\n\n").count(), 2, "{}", grids.out);
}

#[test]
fn a_model_is_written_for_other_programs() {
    let four = b"1234\n3412\n2143\n....\n";
    let cover = run_with(&["convert", "--to", "xcc"], four);
    assert_eq!((cover.err.as_str(), cover.code), ("", 0));
    let path = file("convert.xcc", &cover.out);
    assert_eq!(run(&["count", &path]), ran("1\n", "", 0));
    let cnf = run_with(&["convert", "--to", "dimacs"], four);
    let head = cnf.out.lines().find(|line| line.starts_with("p cnf"));
    assert!(
        head.is_some_and(|head| head.starts_with("p cnf 64 ")),
        "{head:?}"
    );
    assert!(cnf.out.contains("c 1 is r1c1 = 1"), "{}", &cnf.out[..200]);
}

#[test]
fn the_family_decides_what_can_be_written() {
    let said = run_with(&["convert", "--to", "tatham"], NINE.as_bytes());
    assert_eq!((said.out.as_str(), said.code), ("", 2));
    assert!(
        said.err.contains("hint: sudoku is written as "),
        "{}",
        said.err
    );
}

#[test]
fn a_tile_set_takes_a_size() {
    let set = "2\nsea 1\nland 1\nH 2\n0 0\n1 1\nV 2\n0 0\n1 1\n";
    let path = file("convert-set.txt", set);
    let counted = run(&["count", &path, "--size", "3x4"]);
    assert_eq!(counted, ran("2\n", "", 0));
}

#[test]
fn a_grid_whose_lines_could_be_puzzles_is_one_puzzle() {
    let sixteen = run(&["solve", "sudoku", "4,4", "--to", "grid"]);
    assert_eq!(sixteen.code, 0);
    let rows: String = sixteen
        .out
        .lines()
        .map(|line| line.replace(' ', "") + "\n")
        .collect();
    let counted = run_with(&["count"], rows.as_bytes());
    assert_eq!(counted.out.lines().count(), 1, "{rows}{}", counted.out);
}

#[test]
fn tables_become_lines_and_lines_tables() {
    let table = format!("id,puzzle\n1,{NINE}\n2,bad\n3,{NINE_SOLVED}\n");
    let lines = run_with(&["convert", "--to", "line"], table.as_bytes());
    let got: Vec<&str> = lines.out.lines().collect();
    assert_eq!((got.len(), got[0], got[2]), (3, NINE, NINE_SOLVED));
    assert_eq!(lines.code, 2);
    let text = format!("{NINE}\n{NINE_SOLVED}\n");
    let table = run_with(&["convert", "--to", "csv"], text.as_bytes());
    assert_eq!(table, ran(&format!("puzzle\n{text}"), "", 0));
    let back = run_with(&["convert", "--to", "line"], table.out.as_bytes());
    assert_eq!(back, ran(&text, "", 0));
    let dominoes = b"2 2\n2 0\n0 2\n";
    let solved = run_with(&["solve", "--to", "json"], dominoes);
    let table = run_with(&["convert", "--to", "csv"], solved.out.as_bytes());
    let counted = run_with(&["count"], table.out.as_bytes());
    assert_eq!(counted.out.lines().count(), 2, "{}", counted.out);
    assert!(counted.out.ends_with(",1\n") || counted.out.ends_with(",2\n"));
    let unnamed = format!("a,b\n{NINE},x\n");
    let named = run_with(&["count", "--as", "csv"], unnamed.as_bytes());
    assert_eq!(named.out, format!("a,b,count\n{NINE},x,1\n"));
}
