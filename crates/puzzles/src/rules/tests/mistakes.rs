//! Mistakes in a file: the fault, its place, and the expected text.

use super::{TWO, WORDS, complaint, rules};
use crate::Puzzle;
use tilewright_model::budget::Budget;

/// Files with a mistake, and the complaint about each.
const MISTAKES: &[(&str, &str)] = &[
    (
        "",
        "line 1, column 1: the file has no tiles (write tiles = \"name name …\" or grid = [rows, columns])",
    ),
    (
        "tiles = 'a b'",
        "line 1, column 1: the file has neither values nor pieces (write values = \"name name …\", or shapes under [pieces])",
    ),
    (
        "tiles = 'a b'\nvlaues = '1 2'",
        "line 2, column 1: a rules file has no key \"vlaues\" (did you mean \"values\"?)",
    ),
    (
        "tiles = 'a b a'\nvalues = '1'",
        "line 1, column 14: there are two tiles called \"a\"",
    ),
    (
        "tiles = '1..600000 a1..a600000'\nvalues = '1'",
        "line 1, column 20: this list has more than 1000000 words",
    ),
    (
        "tiles = 'a'\nvalues = '1 *'",
        "line 2, column 13: no value can be called \"*\": it has a meaning of its own",
    ),
    (
        "tiles = ''\nvalues = '1'",
        "line 1, column 9: \"tiles\" is empty",
    ),
    (
        "tiles = 'a'\ngrid = [1, 1]\nvalues = '1'",
        "line 2, column 1: a file has either `tiles` or a `grid`, not both",
    ),
    (
        "tiles = 'a'\nholes = 'a'\nvalues = '1'",
        "line 2, column 1: \"holes\" needs a grid, not `tiles`",
    ),
    (
        "grid = [3]\nvalues = '1'",
        "line 1, column 8: `grid` should be [rows, columns] or [layers, rows, columns]",
    ),
    (
        "grid = [0, 3]\nvalues = '1'",
        "line 1, column 9: \"grid\" should be from 1 to 1000000",
    ),
    (
        "grid = [1000000, 1000000]\nvalues = '1'",
        "line 1, column 8: a grid of 1000000×1000000 has 1000000000000 tiles: at most 1000000 are possible",
    ),
    (
        "grid = [2, 2]\nholes = 'r1c1 r3c1'\nvalues = '1'",
        "line 2, column 15: there is no tile \"r3c1\" (tiles are called r1c1 to r2c2)",
    ),
    (
        "grid = [1, 1]\nholes = 'r1c1'\nvalues = '1'",
        "line 2, column 9: the holes leave no tile",
    ),
    (
        "grid = [1000, 1000]\nvalues = '1..60000'",
        "line 2, column 10: 1000000 tiles with 60000 values each are too many",
    ),
    (
        "grid = [1000, 1000]\nvalues = '1..2000'\n[[group]]\ntiles = 'rows'\nexactly_one = '1'",
        "line 3, column 1: with this group there are too many tiles in groups",
    ),
    (
        "tiles = 'a'\nvalues = '1..70000'",
        "line 2, column 10: 70000 values are too many: at most 65536",
    ),
    (
        "tiles = 'a'\nvalues = '1'\n[[group]]\nall_different = true",
        "line 3, column 1: the group has no tiles",
    ),
    (
        "tiles = 'a'\nvalues = '1'\n[[group]]\ntiles = []\nall_different = true",
        "line 4, column 9: the group is empty",
    ),
    (
        "tiles = 'a'\nvalues = '1'\n[[group]]\ntiles = ' '\nall_different = true",
        "line 4, column 9: the group is empty",
    ),
    (
        "tiles = 'a'\nvalues = '1'\n[[group]]\ntiles = 'a a'\nall_different = true",
        "line 4, column 12: the tile \"a\" is listed twice",
    ),
    (
        "tiles = 'ab'\nvalues = '1'\n[[group]]\ntiles = 'ba'\nall_different = true",
        "line 4, column 10: there is no tile \"ba\" (did you mean \"ab\"?)",
    ),
    (
        "tiles = 'a'\nvalues = '1'\n[[group]]\ntiles = 'a'",
        "line 3, column 1: a group says one of all_different, exactly_one and at_most_one",
    ),
    (
        "tiles = 'a'\nvalues = '1'\n[[group]]\ntiles = 'a'\nall_different = false",
        "line 5, column 17: `all_different` can only be true",
    ),
    (
        "tiles = 'a'\nvalues = '1'\n[[group]]\ntiles = 'a'\nexactly_one = 2",
        "line 5, column 15: there is no value \"2\"",
    ),
    (
        "tiles = 'a'\nvalues = '1'\n[[group]]\ntiles = 'a'\nalldifferent = true",
        "line 5, column 1: a group has no key \"alldifferent\" (did you mean \"all_different\"?)",
    ),
    (
        "tiles = 'a'\nvalues = '1'\n[group]\ntiles = 'a'",
        "line 3, column 2: \"group\" should be written [[group]]",
    ),
    (
        "grid = [4, 4]\nvalues = '1'\n[[group]]\ntiles = ['rows', 'boxes 3x2']\nall_different = true",
        "line 4, column 18: boxes of 3×2 do not fill a grid of 4×4",
    ),
    (
        "grid = [4, 4]\nvalues = '1'\n[[group]]\ntiles = 'boxes 0x2'\nall_different = true",
        "line 4, column 9: boxes of 0×2 do not fill a grid of 4×4",
    ),
    (
        "grid = [4, 5]\nvalues = '1'\n[[group]]\ntiles = 'main-diagonals'\nall_different = true",
        "line 4, column 9: only a square grid has main diagonals",
    ),
    (
        "tiles = 'a'\nvalues = '1'\n[[rule]]\nrequire = 'a != b'",
        "line 3, column 1: the rule does not say between which tiles it holds (write between = \"adjacent\" or between = \"tile-tile …\")",
    ),
    (
        "tiles = 'a b'\nvalues = '1'\n[[rule]]\nbetween = 'a-b'",
        "line 3, column 1: a rule says one of require, allow and forbid",
    ),
    (
        "tiles = 'a b'\nvalues = '1'\n[[rule]]\nbetween = 'a-b a-c'\nallow = '1-1'",
        "line 4, column 18: there is no tile \"c\"",
    ),
    (
        "tiles = 'a b'\nvalues = '1'\n[[rule]]\nbetween = 'a-a'\nallow = '1-1'",
        "line 4, column 12: \"a-a\" is a pair of a tile with itself",
    ),
    (
        "tiles = 'a b'\nvalues = '1'\n[[rule]]\nbetween = 'ab'\nallow = '1-1'",
        "line 4, column 12: \"ab\" should be two tiles with a hyphen between them",
    ),
    (
        "tiles = 'a b a-b b-a'\nvalues = '1'\n[[rule]]\nbetween = 'a-b-a'\nallow = '1-1'",
        "line 4, column 12: \"a-b-a\" can be cut into two tiles in several ways",
    ),
    (
        "tiles = 'a b'\nvalues = '1'\n[[rule]]\nbetween = 'touching'\nallow = '1-1'",
        "line 4, column 11: only the tiles of a grid touch",
    ),
    (
        "grid = [2, 2]\nvalues = '1'\n[[rule]]\nbetween = [[0, 0]]\nallow = '1-1'",
        "line 4, column 12: a step of zeros leads from a tile to itself",
    ),
    (
        "grid = [2, 2]\nvalues = '1'\n[[rule]]\nbetween = [1, 2]\nallow = '1-1'",
        "line 4, column 12: a step is [down, right], such as [[1, 2], [2, 1]]",
    ),
    (
        "grid = [1000, 1000]\nvalues = '1 2'\n[[rule]]\nbetween = 'pairs'\nrequire = 'a != b'",
        "line 3, column 1: this rule is too large: 499999500000 pairs of tiles with 2 values each",
    ),
    (
        "tiles = 'a b'\nvalues = '1..3'\n[only]\na = '1 2'\n[givens]\na = 3",
        "line 6, column 5: \"a\" may not have the value \"3\"",
    ),
    (
        "tiles = 'a b'\nvalues = '1..3'\n[only]\n\"a b\" = 1\nb = 2",
        "line 5, column 1: the values of \"b\" are given twice",
    ),
    (
        "tiles = 'a b'\nvalues = '1..3'\n[givens]\nc = 3",
        "line 4, column 1: there is no tile \"c\"",
    ),
    (
        "grid = [2, 2]\nvalues = '1..3'\n[givens]\nmap = '''\n12\n4.'''",
        "line 6, column 1: there is no value \"4\"",
    ),
    (
        "grid = [2, 2]\nvalues = '1..3'\n[givens]\nmap = '12'",
        "line 4, column 8: the map should have 2 lines of 2 words, or of 2 characters without blanks",
    ),
    (
        "grid = [1, 2]\nvalues = '1..3'\n[givens]\nmap = '1.'\nr1c1 = 2",
        "line 5, column 8: the value of \"r1c1\" is given twice",
    ),
    (
        "grid = [1, 2]\nholes = 'r1c2'\nvalues = '1..3'\n[givens]\nmap = '11'",
        "line 5, column 9: a hole is drawn as #, not as \"1\"",
    ),
    (
        "tiles = 'a'\n[pieces]\nI = '#'",
        "line 2, column 2: pieces need a grid to lie on",
    ),
    (
        "grid = [1, 2]\nvalues = '1'\n[pieces]\nI = '#'",
        "line 2, column 1: \"values\" is for tiles with values, but this file has pieces",
    ),
    (
        "grid = [1, 2]\nrotate = true\nvalues = '1'",
        "line 2, column 1: \"rotate\" is for pieces, but this file has none",
    ),
    (
        "grid = [1, 2]\n[pieces]",
        "line 2, column 2: there are no pieces",
    ),
    (
        "grid = [1, 2]\n[pieces]\nI = '#x'",
        "line 3, column 7: a shape is drawn with # and ., not with 'x'",
    ),
    (
        "grid = [1, 2]\n[pieces]\nI = '..'",
        "line 3, column 6: the shape has no #",
    ),
    (
        "grid = [1, 2]\n[pieces]\nI = '#/#'",
        "line 3, column 6: a shape of 2×1 does not fit on a board of 1×2",
    ),
    (
        "grid = [1, 3]\nholes = 'r1c2'\n[pieces]\nI = '##'",
        "line 4, column 5: the piece \"I\" does not fit anywhere",
    ),
    (
        "grid = [1, 3]\n[pieces]\nI = { shpae = '##' }",
        "line 3, column 7: a piece has no key \"shpae\" (did you mean \"shape\"?)",
    ),
    (
        "grid = [1, 3]\n[pieces]\nI = { shape = '##', copies = 0 }",
        "line 3, column 30: \"copies\" should be from 1 to 10000",
    ),
    (
        "grid = [1, 3]\ngaps = true\n[pieces]\nI = { shape = '##', copies = 'any' }",
        "line 4, column 5: with gaps a piece needs a number of copies: any number could be none",
    ),
    (
        "grid = [1000, 1000]\n[pieces]\nI = { shape = '#########' }",
        "line 3, column 1: with this piece there are too many ways to lay pieces down",
    ),
    (
        "grid = [1, 4]\n[pieces]\nI = { shape = '##', copies = 2 }\n[givens]\nI = 'r1c1 r1c2'",
        "line 5, column 5: the places of all 2 copies of \"I\" should be given, or of none",
    ),
    (
        "grid = [1, 4]\n[pieces]\nI = { shape = '##', copies = 2 }\n[givens]\nI = 'r1c1 r1c3'",
        "line 5, column 5: the piece \"I\" cannot lie on these tiles",
    ),
    (
        "grid = [1, 4]\n[pieces]\nIt = '##'\n[givens]\nTi = 'r1c1 r1c3'",
        "line 5, column 1: there is no piece \"Ti\" (did you mean \"It\"?)",
    ),
    (
        "tiles = 3.5\nvalues = '1'",
        "line 1, column 9: \"tiles\" should be words in quotes, with blanks between, not a number with a point",
    ),
];

#[test]
fn mistakes_are_told_with_their_place() {
    for (text, expected) in MISTAKES {
        assert_eq!(complaint(text), *expected, "{text}");
    }
    let unclosed =
        "line 1, column 11: this is not valid TOML: invalid literal string, expected `'`";
    assert_eq!(complaint("tiles = 'a\nvalues = '1'\n"), unclosed);
    let refused = rules("tiles = 'a'\nvalues = '1'")
        .model(&Budget::default().memory(10))
        .unwrap_err();
    assert!(
        refused
            .to_string()
            .starts_with("the rules file with 1 tiles needs at least")
    );
}

#[test]
fn bad_conditions_are_told_where_they_go_wrong() {
    let check = |head: &str, condition: &str, column: usize, expected: &str| {
        let text = format!("{head}[[rule]]\nbetween = 'x-y'\nrequire = '''{condition}'''\n");
        let expected = format!("line 5, column {}: {expected}", column + 13);
        assert_eq!(complaint(&text), expected, "{condition}");
    };
    check(
        TWO,
        "a != ",
        6,
        "the condition ends where a value was expected",
    );
    check(
        TWO,
        "a ! b",
        3,
        "'!' means nothing in a condition (write a value of that name in 'quotes')",
    );
    check(
        TWO,
        "a + b",
        1,
        "a comparison was expected here, such as a != b",
    );
    check(
        TWO,
        "a < b < 3",
        7,
        "a second \"<\": write two comparisons with `and`",
    );
    check(
        TWO,
        "a == b b",
        8,
        "\"b\" is not expected here: the condition is complete",
    );
    check(TWO, "(a == b", 1, "this is never closed by a \")\"");
    check(TWO, "|a - b == 1", 1, "this is never closed by a \"|\"");
    check(TWO, "a == and", 6, "a value was expected here, not \"and\"");
    check(TWO, "a == 'red", 6, "this quote is never closed");
    check(TWO, "a % b == 1", 5, "a positive number should follow %");
    check(
        TWO,
        "a == b + (a < b)",
        10,
        "a number was expected here, not a comparison",
    );
    check(
        TWO,
        "a == 99999999999999999999",
        6,
        "this number is too large",
    );
    let large = "a*9000000000000000000 == b";
    check(TWO, large, 1, "this can become too large to compute with");
    check(
        WORDS,
        "a < b",
        3,
        "words cannot be compared with \"<\", only with == and !=",
    );
    check(
        WORDS,
        "a == rde",
        6,
        "there is no value \"rde\" (did you mean \"red\"?)",
    );
    check(
        WORDS,
        "a == 4",
        6,
        "there is no value \"4\" (a and b are the values of the two tiles)",
    );
    check(
        WORDS,
        "a == b + 1",
        6,
        "this is a word, and only numbers can be reckoned with",
    );
    check(
        WORDS,
        "a == i",
        6,
        "this is a number, but it is compared with a word",
    );
    check(TWO, &"(".repeat(60), 51, "more than 50 levels of nesting");
    let long = "a+".repeat(600);
    check(TWO, &long, 1001, "a condition of more than 1000 words");
}

#[test]
fn what_is_not_shown_is_refused() {
    for (line, column, expected) in [
        (
            r#"tiles = "a b\u0000""#,
            9,
            r#""a b\0" has the character U+0000"#,
        ),
        (
            "tiles = 'a b\u{202e}c'",
            13,
            r#""a b\u{202e}c" has the character U+202E"#,
        ),
        (
            r#""\u001b[31m" = 1"#,
            1,
            r#""\u{1b}[31m" has the character U+001B"#,
        ),
        (
            r#"tiles = ["a", "\u009b"]"#,
            15,
            r#""\u{9b}" has the character U+009B"#,
        ),
    ] {
        let told = complaint(&format!("{line}\nvalues = '1 2'\n"));
        let expected = format!("line 1, column {column}: {expected}");
        assert!(told.starts_with(&expected), "{told}");
    }
}
