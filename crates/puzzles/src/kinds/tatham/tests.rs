use crate::{Families, Puzzle};

fn read(kind: &str, id: &str) -> Result<Box<dyn Puzzle>, String> {
    let families = Families::default();
    let wanted = format!("{kind}:tatham");
    families
        .read(id, Some(&wanted))
        .map_err(|error| error.to_string())
}

/// Ids and the boards that they are, as the rows of their plain texts.
const BOARDS: [(&str, &str, &str); 17] = [
    ("akari", "3x2:a0Bb1", "2 3/- 0 x/- - 1"),
    ("slitherlink", "3x3:b1a3d", "3 3/- - 1/- 3 -/- - -"),
    ("slant", "2x1:0a1c", "1 2/0 - 1/- - -"),
    ("hashi", "3x3:2a3c1a2", "3 3/2 - 3/- - -/1 - 2"),
    ("masyu", "4x2:aWbBc", "2 4/- w - -/b - - -"),
    ("fillomino", "3x2:030002", "2 3/- 3 -/- - 2"),
    ("mosaic", "3x3:a4b9d", "3 3/- 4 -/- 9 -/- - -"),
    ("kuromasu", "4x3:a6_6b6f", "3 4/- 6 6 -/- 6 - -/- - - -"),
    ("hitori", "3x3:112a33231", "3 3/1 1 2/10 3 3/2 3 1"),
    ("dominosa", "1:001011", "2 3/0 0 1/0 1 1"),
    ("nonogram", "3x2:1//2/1.1/1", "2 3/1/0/2/1 1/1"),
    (
        "skyscrapers",
        "3:1///2///1//2/3//,a2_1c2b",
        "3 3/1 - -/2 - -/1 - 2/3 - -/- 2 1/- - -/2 - -",
    ),
    (
        "tents",
        "3x3:aea,1,0,1,1,0,1",
        "3 3/1 0 1/1 0 1/- x -/- - -/- x -",
    ),
    (
        "binairo",
        "4x4:bBfCd",
        "4 4/- 1 - 2/- - - -/- 1 - -/2 - - -",
    ),
    ("magnets", "2x2:1.,.1,1.,..,TTBB", ""),
    ("kenken", "2:__b,a3a3", ""),
    ("futoshiki", "3:0R,0,2,0,0D,0,1,0,0,", ""),
];

#[test]
fn ids_are_read_and_written() {
    for (kind, id, rows) in BOARDS {
        let puzzle = read(kind, id).unwrap_or_else(|error| panic!("{kind} {id}: {error}"));
        assert_eq!(puzzle.write("tatham").unwrap().trim_end(), id, "{kind}");
        let text = puzzle.write("text").unwrap();
        if !rows.is_empty() {
            let expected = format!("{kind}\n{}\n", rows.replace('/', "\n"));
            let expected = Families::default()
                .read(&expected, None)
                .unwrap_or_else(|error| panic!("{kind}: {error}"));
            assert_eq!(text, expected.write("text").unwrap(), "{kind} {id}");
        }
    }
}

#[test]
fn parts_mean_what_they_say() {
    let text = |kind: &str, id: &str| read(kind, id).unwrap().write("text").unwrap();
    // The first cell is greater than the second, and the middle one greater than that below.
    let rows = text("futoshiki", "3:0R,0,2,0,0D,0,1,0,0,");
    assert!(rows.contains("> -") && rows.contains("- > -"), "{rows}");
    // Two dominoes that stand side by side.
    let rows = text("magnets", "2x2:1.,.1,1.,..,TTBB");
    assert!(rows.ends_with("0 1\n0 1\n"), "{rows}");
    // No way across rows is open, both of columns are.
    let rows = text("kenken", "2:__b,a3a3");
    assert!(rows.contains("3+"), "{rows}");
    let address =
        "https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/lightup.html#3x2b20s4d0:a0Bb1";
    let found = Families::default().read(address, None).unwrap();
    assert_eq!(found.write("tatham").unwrap(), "3x2:a0Bb1\n");
}

#[test]
fn mistakes_are_told_with_their_place() {
    for (kind, id, message) in [
        (
            "akari",
            "3x2",
            "line 1, column 1: an id with a size, a colon and the clues was expected, such as 7x7:…",
        ),
        (
            "akari",
            "x:a",
            "line 1, column 1: the id begins with a size, such as 7x7",
        ),
        (
            "akari",
            "3x2:a0",
            "line 1, column 7: the id ends before the last clue",
        ),
        (
            "akari",
            "3x2:z",
            "line 1, column 6: the id has more places than the board",
        ),
        (
            "akari",
            "3x2:f1",
            "line 1, column 6: the id continues after the last clue",
        ),
        (
            "akari",
            "3x2:a7d",
            "line 1, column 7: 7 is no number of \"number\"",
        ),
        (
            "tents",
            "3x3:aea,1",
            "line 1, column 10: a comma was expected here",
        ),
        (
            "futoshiki",
            "3a:0,",
            "line 1, column 2: 'a' stands for other rules, which are not known",
        ),
        (
            "slitherlink",
            "3x3t1:i",
            "line 1, column 4: only \"t0\" has these rules",
        ),
        (
            "magnets",
            "2x1:..,.,..,.,LL",
            "line 1, column 17: 'L' of cell r1c1 has no other half",
        ),
    ] {
        assert_eq!(
            read(kind, id).err().as_deref(),
            Some(message),
            "{kind} {id}"
        );
    }
}
