//! Texts that may be typed as a puzzle: sizes as people mean them, and puzzles themselves.

use crate::{NINE, file, ran, run, run_with};

#[test]
fn sizes_say_what_people_mean() {
    let nine = "6670903752021072936960\n";
    for size in [
        &["9x9"][..],
        &["3,3"],
        &["[3, 3]"],
        &["[3,", "3]"],
        &["3", "3"],
    ] {
        let counted = run(&[&["count", "sudoku"], size].concat());
        assert_eq!(counted, ran(nine, "", 0), "{size:?}");
    }
    let told = "sudoku 6x6: the boxes are 3 wide and 2 high; `sudoku 2,3` has them upright\n";
    let six = run(&["count", "sudoku", "6x6"]);
    assert_eq!(six, ran("28200960\n", told, 0));
    let four = run(&["enumerate", "sudoku", "4x4", "--limit", "1"]);
    assert_eq!(four.out, "1234341221434321\n");
    assert!(
        four.err.starts_with("sudoku 4x4: the boxes are 2×2\n"),
        "{}",
        four.err
    );
    let flat = run(&["count", "sudoku", "2", "2", "1"]);
    assert_eq!(flat, ran("21888\n", "", 0));
    for latin in [&["5"][..], &["5x5"], &["5", "1"]] {
        let counted = run(&[&["count", "latin"], latin].concat());
        assert_eq!(counted, ran("161280\n", "", 0), "{latin:?}");
    }
    let tiles = run(&["count", "roads", "2", "2"]);
    assert_eq!(tiles, ran("47\n", "", 0));
}

#[test]
fn every_command_reads_the_same_sizes() {
    let told = "sudoku 8x8: the boxes are 4 wide and 2 high; `sudoku 2,4` has them upright\n";
    for args in [
        &["solve", "sudoku", "8x8", "--to", "json"][..],
        &[
            "sample", "sudoku", "8x8", "--fast", "--seed", "1", "--to", "json",
        ],
        &["generate", "sudoku", "8x8", "--seed", "1", "--to", "json"],
        &["convert", "sudoku", "8x8", "--to", "json"],
    ] {
        let made = run(args);
        assert!(
            made.out.contains("\"dims\":[4,2]"),
            "{args:?}: {}",
            made.out
        );
        assert!(made.err.starts_with(told), "{args:?}: {}", made.err);
        assert_eq!(made.code, 0, "{args:?}");
    }
    let cube = run(&["solve", "sudoku", "8x8x8", "--to", "json", "--json"]);
    assert!(
        cube.out.contains(r#""remark":"the boxes are 2×2×2""#),
        "{}",
        cube.out
    );
    assert!(cube.out.contains(r#"\"dims\":[2,2,2]"#) || cube.out.contains(r#""dims":[2,2,2]"#));
    let words = run(&[
        "generate", "sudoku", "2", "2", "1", "--seed", "1", "--to", "json",
    ]);
    assert!(words.out.contains("\"dims\":[2,2,1]"), "{}", words.out);
    let shikaku = run(&[
        "generate", "shikaku", "4", "5", "--seed", "1", "--to", "grid",
    ]);
    assert!(shikaku.out.starts_with("5 4\n"), "{}", shikaku.out);
}

#[test]
fn a_size_with_two_meanings_is_refused_with_both() {
    for (size, readings) in [
        ("3x3", &["`latin 3x3`", "`sudoku 3,3`"][..]),
        ("9", &["`sudoku 9x9`", "`sudoku [9]`"]),
        ("3x2", &["`sudoku 3,2`", "`sudoku 2,3`"]),
        ("9x9x9", &["`latin 9x9x9`", "`sudoku 3,3,1`"]),
    ] {
        for command in ["count", "solve", "generate", "enumerate", "sample"] {
            let refused = run(&[command, "sudoku", size]);
            assert_eq!(
                (refused.out.as_str(), refused.code),
                ("", 2),
                "{command} {size}"
            );
            assert_eq!(refused.err.lines().count(), 1, "{}", refused.err);
            for reading in readings {
                assert!(refused.err.contains(reading), "{}", refused.err);
            }
        }
    }
}

#[test]
fn a_puzzle_may_be_typed() {
    let solved = run_with(&["solve", "--to", "line"], NINE.as_bytes());
    assert_eq!(run(&["solve", NINE, "--to", "line"]), solved);
    let address = run(&["convert", NINE, "--to", "puzzlink"]).out;
    for format in ["puzzlink", "sudokupad", "fpuzzles", "json"] {
        let typed = run(&["convert", NINE, "--to", format]).out;
        let again = run(&["solve", typed.trim(), "--to", "line"]);
        assert_eq!((again.out, again.code), (solved.out.clone(), 0), "{typed}");
    }
    assert_eq!(run(&["count", address.trim()]), ran("1\n", "", 0));
    assert_eq!(run(&["count", "3x2:b4_2b"]), ran("1\n", "", 0));
    let both = run(&["count", NINE, "3x2:b4_2b"]);
    assert_eq!(both.out, "1\n1\n");
    assert!(
        both.err.starts_with("1..3.48.9.24.....7...96."),
        "{}",
        both.err
    );
    for command in [
        "check",
        "rate",
        "hint",
        "explain",
        "canonical",
        "enumerate",
        "sample",
    ] {
        let typed = run(&[command, NINE]);
        let piped = run_with(&[command], NINE.as_bytes());
        assert_eq!(
            (typed.out, typed.code),
            (piped.out, piped.code),
            "{command}"
        );
    }
    let rows = "1 . . .\n. . 2 .\n. 3 . .\n. . . 4";
    assert_eq!(
        run(&["count", rows]).code,
        0,
        "rows may be typed in quotation marks"
    );
}

#[test]
fn a_word_that_is_nearly_a_puzzle_is_told_what_is_wrong() {
    let short = run(&["solve", &NINE[1..]]);
    assert_eq!(short.code, 2);
    assert!(
        short.err.contains("a line of 80 characters"),
        "{}",
        short.err
    );
    let strange = run(&["solve", &NINE.replacen('4', "?", 1)]);
    assert_eq!(strange.code, 2);
    assert!(strange.err.contains("'?' at r1c6"), "{}", strange.err);
    assert!(strange.err.contains("     ^"), "{}", strange.err);
    for missing in [
        "nothing.txt",
        "corpus/sudoku/none",
        "hello",
        "puzzle.sdk",
        "./x",
    ] {
        let said = format!("error: {missing}: there is no such file\n");
        assert_eq!(run(&["solve", missing]), ran("", &said, 2));
    }
}

#[test]
fn slips_in_files_get_their_family_s_sentence() {
    let shikaku = file("slip-shikaku.txt", "3 2\n0 0 4\n2 O 0\n");
    let said = run(&["solve", &shikaku]);
    let sentence = format!("error: {shikaku}:3:3: \"O\" is not a clue: a number was expected\n");
    assert!(said.err.starts_with(&sentence), "{}", said.err);
    assert_eq!((said.out.as_str(), said.code), ("", 2));
    let tiny = run_with(&["count"], b"# tiny\n2 1\n2 0\n");
    assert_eq!(tiny, ran("1\n", "", 0));
    let lines = format!("{}\n{NINE}\n{NINE}\n", NINE.replacen('4', "?", 1));
    let counted = run_with(&["count"], lines.as_bytes());
    assert_eq!(counted.code, 2);
    assert!(counted.out.ends_with("\n1\n1\n"), "{}", counted.out);
}

#[test]
fn mixed_signs_are_remarked_upon_once() {
    let mixed = NINE.replacen("..", "x.", 1);
    let remark = "1 cell is marked empty by x, the others by .";
    let one = run(&["count", &mixed]);
    assert_eq!((one.out.as_str(), one.code), ("1\n", 0));
    assert!(one.err.ends_with(&format!(": {remark}\n")), "{}", one.err);
    let json = run(&["count", &mixed, "--json"]);
    assert!(
        json.out.contains(&format!("\"remark\":\"{remark}\"")),
        "{}",
        json.out
    );
    let stream = format!("{NINE}\n{mixed}\n{mixed}\n");
    for threads in ["1", "2"] {
        let many = run_with(&["count", "--threads", threads], stream.as_bytes());
        let said = format!("standard input:2: {remark}\n");
        assert_eq!(many, ran("1\n1\n1\n", &said, 0));
    }
    let clean = format!("{NINE}\n{NINE}\n");
    assert_eq!(run_with(&["count"], clean.as_bytes()), ran("1\n1\n", "", 0));
}

#[test]
fn clues_are_given_on_the_command_line() {
    let given = run(&[
        "convert", "sudoku", "9x9", "--given", "r1c2=5", "--given", "r9c9=1", "--to", "line",
    ]);
    assert!(
        given.out.starts_with(".5.") && given.out.trim_end().ends_with('1'),
        "{}",
        given.out
    );
    let count = run(&["count", "sudoku", "2,2", "--given", "r1c1=1"]);
    assert_eq!(count, ran("72\n", "", 0));
    let clash = run(&["solve", NINE, "--given", "r1c1=2"]);
    assert_eq!((clash.out.as_str(), clash.code), ("", 2));
    assert!(
        clash
            .err
            .contains("--given: r1c1 has another clue already: 1"),
        "{}",
        clash.err
    );
    let unknown = run(&["solve", NINE, "--given", "r1c10=2"]);
    assert!(
        unknown.err.contains("--given: there is no place called"),
        "{}",
        unknown.err
    );
    let stream = format!("{NINE}\n{NINE}\n");
    let many = run_with(&["solve", "--given", "r1c2=6"], stream.as_bytes());
    assert_eq!(many.code, 2);
    assert!(
        many.err.contains("--given is for one puzzle"),
        "{}",
        many.err
    );
}
