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

/// The answer of a SAT solver that picks these values on a 4×4 board.
fn answer_of(values: &str) -> String {
    let literal = |(cell, value): (usize, u8)| format!(" {}", cell * 4 + usize::from(value - b'0'));
    let literals: String = values.bytes().enumerate().map(literal).collect();
    format!("c a solver\ns SATISFIABLE\nv{literals} 0\n")
}

#[test]
fn the_answer_of_a_solver_fills_the_puzzle() {
    let four = file("answered.txt", "1234\n3412\n2143\n....\n");
    let answer = file("answer.txt", answer_of("1234341221434321"));
    let filled = run(&["convert", &four, "--from-model", &answer]);
    assert_eq!(filled, ran("1234341221434321\n", "", 0));
    let grid = run(&["convert", &four, "--from-model", &answer, "--to", "grid"]);
    assert_eq!(grid.code, 0, "{}", grid.err);
    assert!(grid.out.lines().count() >= 4, "{}", grid.out);
    let piped = answer_of("1234341221434321");
    let filled = run_with(
        &["convert", "sudoku", "2,2", "--from-model", "-"],
        piped.as_bytes(),
    );
    assert_eq!(filled, ran("1234341221434321\n", "", 0));
}

#[test]
fn an_answer_is_not_trusted() {
    let four = file("mistrusted.txt", "1234\n3412\n2143\n....\n");
    for (name, text, said, code) in [
        (
            "clash",
            answer_of("1234341221434322"),
            "the answer is no solution of this puzzle: ",
            2,
        ),
        (
            "missing",
            answer_of("123434122143432"),
            "the answer is no solution of this puzzle: nothing is picked for ",
            2,
        ),
        (
            "another",
            answer_of("2143432112343412"),
            "the answer is no solution of this puzzle: it leaves out what is given, r1c1 = 1",
            2,
        ),
        ("cut", "v 1 2".to_owned(), "the values are cut off", 2),
        (
            "unsat",
            "s UNSATISFIABLE\n".to_owned(),
            "no solution, says the answer\n",
            1,
        ),
        (
            "unknown",
            "s UNKNOWN\n".to_owned(),
            "the answer says neither",
            3,
        ),
    ] {
        let answer = file(&format!("answer-{name}.txt"), text);
        let run = run(&["convert", &four, "--from-model", &answer]);
        assert_eq!(
            (run.out.as_str(), run.code),
            ("", code),
            "{name}: {}",
            run.err
        );
        assert!(run.err.contains(said), "{name}: {}", run.err);
    }
    let both = run_with(&["convert", "--from-model", "-"], b"1234............\n");
    assert_eq!((both.out.as_str(), both.code), ("", 2));
    assert!(both.err.contains("cannot be both"), "{}", both.err);
    let none = run(&["convert", &four, "--from-model", "no such file"]);
    assert_eq!((none.out.as_str(), none.code), ("", 2));
    let lines = file("answered-lines.txt", "1234............\n12..............\n");
    let answer = file("answer-lines.txt", answer_of("1234341221434321"));
    let stream = run(&["convert", &lines, "--from-model", &answer]);
    assert_eq!(stream.code, 2);
    assert!(
        stream.err.contains("--from-model is for one puzzle"),
        "{}",
        stream.err
    );
}
