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
            "the answer is not a solution of this puzzle: ",
            2,
        ),
        (
            "missing",
            answer_of("123434122143432"),
            "the answer is not a solution of this puzzle: nothing is picked for ",
            2,
        ),
        (
            "another",
            answer_of("2143432112343412"),
            "the answer is not a solution of this puzzle: it leaves out a given, r1c1 = 1",
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

/// The rows of the exact cover that pick these values on a board with `side` values.
fn rows_of(values: &str, side: usize) -> String {
    let row = |(cell, value): (usize, u8)| format!("{}\n", cell * side + usize::from(value - b'1'));
    values.bytes().enumerate().map(row).collect()
}

#[test]
fn a_matrix_is_written_and_read() {
    let four = "12..34..21..432.";
    let full = run_with(&["convert", "--to", "matrix"], four.as_bytes());
    assert_eq!((full.out.lines().count(), full.code), (64, 0));
    let reduced = run_with(&["convert", "--to", "matrix-reduced"], four.as_bytes());
    assert_eq!(reduced.out.lines().count(), 64 - 3 * 9);
    let counted = run_with(&["count"], four.as_bytes());
    for matrix in [&full.out, &reduced.out] {
        let count = run_with(&["count"], matrix.as_bytes());
        assert_eq!(count, counted);
        let with_blanks: String = matrix
            .replace(": ", ":")
            .replace('0', "0 ")
            .replace('1', "1 ");
        if !with_blanks.contains(':') {
            assert_eq!(run_with(&["count"], with_blanks.as_bytes()), counted);
        }
    }
    // More than the head of the file says that it is a matrix, and not boards of 18×18.
    let nine = run(&["convert", "sudoku", "3,3", "--to", "matrix"]);
    let checked = run_with(&["convert", "--to", "xcc"], nine.out.as_bytes());
    let items = checked.out.lines().next().unwrap();
    assert_eq!(items.split(' ').count(), 324, "{}", checked.err);
    // Small ones that could be boards are matrices with `--as`.
    let ones = b"1000000000000001\n0111111111111110\n";
    let count = run_with(&["count", "--as", "cover:matrix"], ones);
    assert_eq!(count, ran("1\n", "", 0));
    let bad = run_with(&["count", "--as", "cover:matrix"], b"01\n02\n");
    assert_eq!((bad.out.as_str(), bad.code), ("", 2));
    let said = "error: standard input:2:2: \"2\" is not a column of a matrix: expected 0 or 1\n";
    assert!(bad.err.starts_with(said), "{}", bad.err);
}

#[test]
fn any_puzzle_comes_back_from_its_matrix() {
    let sixteen = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../corpus/sudoku/tile-reduction-16x16.txt"
    );
    let shikaku = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../corpus/shikaku/5x5-1.txt"
    );
    let queens = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../corpus/cover/queens4.xcc"
    );
    let jigsaw = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../corpus/rules/jigsaw-5x5.toml"
    );
    let cube = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../corpus/sudoku/multidimensional-a2x2x1.txt"
    );
    let roads = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../corpus/tiles/roads-4x5.txt"
    );
    for puzzle in [sixteen, shikaku, queens, jigsaw, cube, roads] {
        for to in ["matrix", "matrix-reduced", "xcc"] {
            let cover = run(&["convert", puzzle, "--to", to]);
            assert_eq!(cover.code, 0, "{puzzle} as {to}: {}", cover.err);
            let args: &[&str] = if to == "xcc" {
                &["solve", "--as", "cover:xcc", "--plain"]
            } else {
                &["solve", "--as", "cover:matrix", "--to", "rows"]
            };
            let solved = run_with(args, cover.out.as_bytes());
            assert_eq!(solved.code, 0, "{puzzle} as {to}: {}", solved.err);
            let filled = run_with(
                &["convert", puzzle, "--from-cover", "-"],
                solved.out.as_bytes(),
            );
            assert_eq!(filled.code, 0, "{puzzle} as {to}: {}", filled.err);
            assert!(!filled.out.is_empty());
        }
    }
}

#[test]
fn what_was_chosen_is_not_trusted() {
    let four = file("chosen.txt", "1234\n3412\n2143\n....\n");
    let good = rows_of("1234341221434321", 4);
    let filled = run_with(&["convert", &four, "--from-cover", "-"], good.as_bytes());
    assert_eq!(filled, ran("1234341221434321\n", "", 0));
    let other = "the answer is not a solution of this puzzle: ";
    for (text, said) in [
        (rows_of("1234341221434322", 4), other),
        (rows_of("123434122143432", 4), "nothing is picked for "),
        (
            rows_of("2143432112343412", 4),
            "it leaves out a given, r1c1 = 1",
        ),
        (
            "0 64\n".to_owned(),
            "standard input:1:3: there is no row 64: the rows of this puzzle are 0 to 63",
        ),
        (
            "0 zero\n".to_owned(),
            "standard input:1:3: \"zero\" is neither the number of a row nor an item",
        ),
        (
            "r1c1 r1c2\n".to_owned(),
            "standard input:1:1: this puzzle has no option with exactly these items",
        ),
        (String::new(), "this names no rows and no options"),
    ] {
        let ran = run_with(&["convert", &four, "--from-cover", "-"], text.as_bytes());
        assert_eq!((ran.out.as_str(), ran.code), ("", 2), "{text}");
        assert!(ran.err.contains(said), "{text}: {}", ran.err);
    }
    let both = run_with(&["convert", "--from-cover", "-"], b"1234............\n");
    assert!(
        both.err
            .contains("cannot be both the puzzle and the answer of --from-cover"),
        "{}",
        both.err
    );
    let two = run(&["convert", &four, "--from-cover", "a", "--from-model", "b"]);
    assert_eq!(two.code, 2);
}
