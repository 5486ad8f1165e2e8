//! The family as a whole: colours, mistakes, and recognition.

use super::*;
use proptest::prelude::*;
use std::collections::HashSet;
use tilewright_engines::{Ask, Engine, reduce::Reduce};
use tilewright_model::budget::Budget;

fn cover(text: &str) -> Cover {
    text.parse().unwrap()
}

fn count(cover: &Cover) -> u64 {
    let model = cover.model(&Budget::default()).unwrap();
    let mut search = Reduce.prepare(&model, &Budget::default()).unwrap();
    search.start(&Ask::default());
    let count = search.count();
    assert!(count.is_exact());
    count.number.try_into().unwrap()
}

const COLOURED: &str = "\
| Five options; only the second and the fourth agree.
p q r | x y
p q x y:A
p r x:A y
p x:B
q x:A
r y:B
";

#[test]
fn colours_must_agree() {
    let problem = cover(COLOURED);
    let model = problem.model(&Budget::default()).unwrap();
    let mut search = Reduce.prepare(&model, &Budget::default()).unwrap();
    let found: Vec<_> = tilewright_engines::solutions(&mut *search, &Ask::default()).collect();
    assert_eq!(found, [model.choice_ids([1, 3])]);
    let solved = problem.fill(&found[0]);
    assert_eq!(solved.plain(), "p r x:A y\nq x:A\n");
    assert_eq!(solved.givens(), found[0]);
    let written = solved.write("xcc").unwrap();
    assert!(written.ends_with("p q r | x y\np r x:A y\nq x:A\n"));
    assert!(
        solved
            .write("json")
            .unwrap()
            .contains(r#""chosen":["p r x:A y","q x:A"]"#)
    );
    assert_eq!(problem.choice_name(Choice(2)), "p x:B");
    assert_eq!(problem.item_name(Item(3)), "x");
}

#[test]
fn a_mention_without_a_colour_agrees_with_nothing() {
    assert_eq!(count(&cover("p q | x\np x:A\nq x:A\n")), 1);
    assert_eq!(count(&cover("p q | x\np x:A\nq x\n")), 0);
    // Two mentions without a colour differ from each other, beside a third with one too.
    assert_eq!(count(&cover("p q | x\np x\nq x\n")), 0);
    assert_eq!(count(&cover("p q | x\np x\nq x\nq x:A\n")), 0);
    assert_eq!(count(&cover("p q | x\np x\nq x\nq\n")), 1);
}

#[test]
fn an_option_without_a_primary_item_is_kept_but_no_choice() {
    let problem = cover("p | x\nx\np x\n");
    assert_eq!(problem.model(&Budget::default()).unwrap().choice_count(), 1);
    assert_eq!(problem.choice_name(Choice(0)), "p x");
    assert_eq!(COVER.write(&problem, "xcc").unwrap(), "p | x\nx\np x\n");
    assert_eq!(count(&problem), 1);
}

#[test]
fn equal_options_are_different_choices() {
    assert_eq!(count(&cover("p\np\np\n")), 2);
    assert_eq!(count(&cover("p q\np\n")), 0);
}

#[test]
fn mistakes_are_told_with_their_place() {
    let check = |text: &str, expected: &str| {
        let error = text.parse::<Cover>().unwrap_err();
        let advice = error
            .advice()
            .map(|a| format!(" ({a})"))
            .unwrap_or_default();
        assert_eq!(format!("{error}{advice}"), expected);
    };
    let none = "there are no items: the first line that is not a comment must name them";
    check("", none);
    check("| only a comment\n\n", none);
    check(
        "| c\nred blue\nred bleu\n",
        "line 3, column 5: the option names \"bleu\", which is not an item of the first line \
         (did you mean \"blue\"?)",
    );
    check(
        "ä b\nä  zzz\n",
        "line 2, column 4: the option names \"zzz\", which is not an item of the first line",
    );
    check(
        "a b\na b a\n",
        "line 2, column 5: the option names the item \"a\" twice",
    );
    check(
        "a | x\na x:1 x:1\n",
        "line 2, column 7: the option names the item \"x\" twice",
    );
    check(
        "a b\na:1 b\n",
        "line 2, column 1: the item \"a\" is primary, but only secondary items have colours",
    );
    check("a b a\n", "line 1, column 5: the item \"a\" is named twice");
    check("a | a\n", "line 1, column 5: the item \"a\" is named twice");
    check(
        "a | b | c\n",
        "line 1, column 7: a second `|`, but only one is between the primary and the \
         secondary items",
    );
    check(
        "a b:c\n",
        "line 1, column 4: the item name \"b:c\" contains a `:` or `|` (a colour is given \
         where an option names the item, and blanks are around the bar)",
    );
    check(
        "a | x\na x:\n",
        "line 2, column 3: \"x:\" should be an item, a `:` and one colour",
    );
    let refused = cover("a\na\n")
        .model(&Budget::default().memory(10))
        .unwrap_err()
        .to_string();
    assert!(refused.starts_with("the exact cover of 1 options needs at least"));
    assert!(COVER.write(&cover("a\na\n"), "sdk").is_err());
}

#[test]
fn only_exact_cover_files_are_recognised() {
    let is_cover = reader::looks_like;
    assert!(is_cover(COLOURED));
    assert!(is_cover("00 01 10 11\n00 01\n00 10\n01 11\n10 11\n"));
    assert!(is_cover("a b | x\na b x:1\n"));
    assert!(is_cover("a b | x\na b x:1\na c\n"));
    assert!(is_cover("a b c\na b\nc\nb c d\n"));
    for other in [
        "",
        "| only a comment\n",
        "a b c\n",
        "1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 1\n",
        "1 _ _ 4\n_ 4 1 _\n",
        "_ R _ _ _\nD U _ _ L\n",
        "5 5\n0 0 8 0 0\n0 0 0 0 0\n",
        "53..7....6..195...\n",
        "2\n2\n2\n0\n1\n",
        "tiles = \"a b\"\nvalues = \"1 2\"\n",
        "p cnf 2 1\n1 -2 0\n",
    ] {
        assert!(!is_cover(other), "{other:?}");
    }
}

#[test]
fn what_is_not_shown_is_refused() {
    let told = |text: &str| text.parse::<Cover>().unwrap_err().to_string();
    for (text, expected) in [
        (
            "a \x1b[31mb\na b\n",
            r#"line 1, column 3: "\u{1b}[31mb" has the character U+001B"#,
        ),
        (
            "a | x\na x:r\u{202e}d\n",
            r#"line 2, column 6: "x:r\u{202e}d" has the character U+202E"#,
        ),
        (
            "| by \x07me\na\na\n",
            r#"line 1, column 6: " by \u{7}me" has the character U+0007"#,
        ),
    ] {
        let told = told(text);
        assert!(told.starts_with(expected), "{told}");
    }
    cover("|\tby me\na\tb\r\na b\r\n");
}

#[test]
fn a_matrix_is_read_and_written() {
    // Knuth's example, with blanks, commas, numbers and remarks.
    let bits = "0010110\n1001001\n0110010\n1001000\n0100001\n0001101\n";
    let blanks = bits.replace('0', "0 ").replace('1', "1 ");
    let commas = bits.replace('0', "0,").replace('1', "1,");
    let rows = bits.lines().enumerate();
    let rows: Vec<String> = rows.map(|(k, row)| format!("{k}: {row}\n")).collect();
    let numbered = rows.concat();
    for text in [bits, &blanks, &commas, &numbered, &format!("# six\n{bits}")] {
        let reading = crate::Reading::of(text, None).unwrap();
        assert_eq!(reading.to_string(), "cover:matrix", "{text}");
        let cover = reading.read(text).unwrap();
        let expected = if text == numbered { &numbered } else { bits };
        assert_eq!(cover.write("matrix").unwrap(), expected);
        let model = cover.model(&Budget::default()).unwrap();
        let solution = model.choice_ids([0, 3, 4]);
        assert_eq!(model.fault(&solution), None);
        let solved = cover.fill(&solution);
        assert_eq!(solved.plain(), "0: c2 c4 c5\n3: c0 c3\n4: c1 c6\n");
        assert_eq!(solved.write("rows").unwrap(), "0\n3\n4\n");
        let chosen = "0: 0010110\n3: 1001000\n4: 0100001\n";
        assert_eq!(solved.write("matrix").unwrap(), chosen);
        assert_eq!(cover.choice_name(Choice(3)), "row 3");
        assert!(cover.write("rows").is_err());
    }
}

#[test]
fn rows_without_a_one_keep_their_numbers() {
    let cover = MATRIX.read(&COVER, "00\n10\n00\n01\n").unwrap();
    let model = cover.model(&Budget::default()).unwrap();
    assert_eq!(model.choice_count(), 2);
    let solved = cover.fill(&model.choice_ids([0, 1]));
    assert_eq!(solved.write("rows").unwrap(), "1\n3\n");
    let text = "7: 10\n1000000: 01\n";
    let cover = MATRIX.read(&COVER, text).unwrap();
    assert_eq!(cover.write("matrix").unwrap(), text);
}

#[test]
fn broken_matrices_are_placed() {
    let told = |text: &str| MATRIX.read(&COVER, text).unwrap_err().to_string();
    for (text, message) in [
        ("", "there are no rows: expected lines of 0 and 1"),
        ("# nothing\n", "there are no rows"),
        (
            "01\n012\n",
            "line 2, column 3: \"2\" is not a column of a matrix: expected 0 or 1",
        ),
        ("0 1 10 x\n", "line 1, column 8: \"x\" is not a column"),
        (
            "010\n01\n",
            "line 2, column 1: this row has 2 columns, but the first row has 3",
        ),
        ("1: 01\n01\n", "line 2, column 1: some rows have a number"),
        (
            "1: 01\n1: 10\n",
            "line 2, column 1: there are two rows with the number 1",
        ),
        (
            "a: 01\n",
            "line 1, column 1: \"a\" is not the number of a row",
        ),
        (
            "4294967296: 01\n",
            "line 1, column 1: \"4294967296\" is not the number",
        ),
        ("1:\n", "the rows have no columns"),
    ] {
        let told = told(text);
        assert!(told.starts_with(message), "{text:?}: {told}");
    }
    let named = XCC.read(&COVER, "a b | x\na x\nb\n").unwrap();
    let refused = named.write("matrix").unwrap_err().to_string();
    assert!(refused.contains("secondary items"), "{refused}");
}

fn any_problem() -> impl Strategy<Value = String> {
    let option = prop::collection::vec((0..7usize, 0..4usize), 1..5);
    (1..5usize, prop::collection::vec(option, 0..8)).prop_map(|(primary, options)| {
        let items = ["p", "q7", "r'", "é", "x", "y-1", "#"];
        let mut text = String::from("| made at random\n");
        text += &items[..primary].join(" ");
        text += " | ";
        text += &items[primary..].join("  ");
        for option in options {
            text += "\n ";
            let mut named = HashSet::new();
            for (item, colour) in option {
                if named.insert(item) {
                    text += items[item];
                    if item >= primary && colour > 0 {
                        write!(text, ":{colour}").unwrap();
                    }
                    text += " ";
                }
            }
        }
        text
    })
}

proptest! {
    #[test]
    fn what_is_written_reads_back_equal(text in any_problem()) {
        let problem = cover(&text);
        let written = COVER.write(&problem, "xcc").unwrap();
        prop_assert_eq!(&cover(&written), &problem);
        prop_assert_eq!(COVER.write(&cover(&written), "xcc").unwrap(), written);
    }

    #[test]
    fn no_text_makes_it_panic(text in "[|a-c: \\n\\t]{0,40}") {
        let _ = COVER.recognise(&text);
        if let Ok(problem) = text.parse::<Cover>() {
            problem.model(&Budget::default()).unwrap();
            let _ = problem.plain();
        }
    }
}

#[test]
fn a_given_option_leaves_out_those_that_clash_with_it() {
    let text = "p q | x\np x:A\np x:B\nq x:A\nq x:B\nq\n";
    let given = cover(text).with_choice(Choice(0)).unwrap();
    assert_eq!(given.write("xcc").unwrap(), "p q | x\np x:A\nq x:A\nq\n");
    assert_eq!(given.givens(), [Choice(0)]);
    assert_eq!(given.clue_names(), ["p x:A"]);
    assert_eq!(given.without(&[0]).write("xcc").unwrap(), text);
    // Solved, it has the chosen options alone, and the given one still.
    let solved = given.fill(&[Choice(0), Choice(4)]);
    assert_eq!(solved.write("xcc").unwrap(), "p q | x\np x:A\nq\n");
    let matrix: Cover = matrix::read("110\n101\n001\n").map(Cover::of).unwrap();
    let given = matrix.with_choice(Choice(0)).unwrap();
    assert_eq!(given.write("matrix").unwrap(), "0: 110\n2: 001\n");
}
