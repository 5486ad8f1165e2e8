//! What may be typed where a puzzle is expected: sizes as people mean them, and puzzles themselves.

use crate::{ran, run};

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
        for command in [
            "count",
            "solve",
            "generate",
            "enumerate",
            "sample",
            "render",
        ] {
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
