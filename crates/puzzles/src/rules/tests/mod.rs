mod kinds;
mod mistakes;
mod solid;
mod words;

use super::*;
use proptest::prelude::*;
use std::fmt::Write;
use tilewright_engines::{Ask, Engine, naive::Naive, reduce::Reduce, solutions};
use tilewright_model::{Rule, budget::Budget};
use tilewright_render::text::Text;

fn rules(text: &str) -> Rules {
    text.parse()
        .unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn solve(puzzle: &Rules) -> Vec<Vec<Choice>> {
    let model = puzzle.model(&Budget::default()).unwrap();
    let mut search = Reduce.prepare(&model, &Budget::default()).unwrap();
    solutions(&mut *search, &Ask::given(puzzle.givens())).collect()
}

fn count(text: &str) -> usize {
    solve(&rules(text)).len()
}

/// The complaint about a text, with its advice.
fn complaint(text: &str) -> String {
    let error = text.parse::<Rules>().unwrap_err();
    let advice = error.advice().map(|advice| format!(" ({advice})"));
    format!("{error}{}", advice.unwrap_or_default())
}

const TWO: &str = "tiles = 'x y'\nvalues = '1..4'\n";
const WORDS: &str = "tiles = 'x y'\nvalues = 'red blue a 3'\n";

/// The pairs of values that a condition allows, of 16.
fn allowed(head: &str, condition: &str) -> usize {
    count(&format!(
        "{head}[[rule]]\nbetween = 'x-y'\nrequire = \"{condition}\"\n"
    ))
}

#[test]
fn conditions_mean_what_they_say() {
    let numbers = |condition: &str, expected: &dyn Fn(i64, i64) -> bool| {
        let pairs = (1..=4).flat_map(|a| (1..=4).map(move |b| (a, b)));
        let expected = pairs.filter(|&(a, b)| expected(a, b)).count();
        assert_eq!(allowed(TWO, condition), expected, "{condition}");
    };
    numbers("a == b", &|a, b| a == b);
    numbers("a = b", &|a, b| a == b);
    numbers("a ≠ b", &|a, b| a != b);
    numbers("a < b + 1", &|a, b| a <= b);
    numbers("a <= 2*b - 3", &|a, b| a <= 2 * b - 3);
    numbers("a > b or b >= 3 and a = 1", &|a, b| {
        a > b || b >= 3 && a == 1
    });
    numbers("not (a > b or b ≥ 3) and a ≤ 2", &|a, b| {
        !(a > b || b >= 3) && a <= 2
    });
    numbers("|a - b| > 1", &|a, b| (a - b).abs() > 1);
    numbers("||a-b|-2| == 1", &|a, b| ((a - b).abs() - 2).abs() == 1);
    numbers("a - b - 1 == 0", &|a, b| a - b == 1);
    numbers("(a + b) % 3 == 0", &|a, b| (a + b) % 3 == 0);
    numbers("-a % 3 == -b + 3", &|a, b| (-a).rem_euclid(3) == 3 - b);
    numbers("a == 1 iff b == 2", &|a, b| (a == 1) == (b == 2));
    numbers("(a == 1) != (b == 2)", &|a, b| (a == 1) != (b == 2));
    numbers("a == 1 implies b == 2", &|a, b| a != 1 || b == 2);
    numbers("a == i and b == j", &|a, b| a == 1 && b == 2);
    numbers("not not a < '3'", &|a, _| a < 3);
    assert_eq!(allowed(WORDS, "a == red"), 4);
    assert_eq!(allowed(WORDS, "a != b"), 12);
    assert_eq!(allowed(WORDS, "a == 'a' or b == 3"), 7);
    assert_eq!(allowed(WORDS, "a == b and i < 2 and j = 2"), 4);
}

#[test]
fn a_list_is_shown_as_lines() {
    let puzzle = rules(
        "tiles = 'x y'\nvalues = 'red blue'\n[[group]]\ntiles = '*'\nall_different = true\n[givens]\ny = 'red'\n",
    );
    assert_eq!(puzzle.plain(), "x = _\ny = red\n");
    let found = solve(&puzzle);
    assert_eq!(found.len(), 1);
    let solved = puzzle.fill(&found[0]);
    assert_eq!(solved.plain(), "x = blue\ny = red\n");
    assert_eq!(Text::default().draw(&solved.picture()), solved.plain());
    let json = "{\"family\":\"rules\",\"tiles\":{\"x\":\"blue\",\"y\":\"red\"}}\n";
    assert_eq!(solved.write("json").unwrap(), json);
    assert!(RULES.write(&puzzle, "json").unwrap().contains("\"x\":null"));
    assert_eq!(puzzle.choice_name(Choice(1)), "x = blue");
    // Two tiles share two values, so each is there exactly once.
    let model = puzzle.model(&Budget::default()).unwrap();
    assert_eq!(model.tiles().len(), 4);
    assert_eq!(puzzle.item_name(Item(0)), "x");
    assert_eq!(puzzle.item_name(Item(3)), "the blue of all tiles");
    let thinner: Vec<_> = (&puzzle as &dyn Puzzle).thinner().collect();
    assert_eq!(thinner.len(), 1);
    assert_eq!(thinner[0].0, "y = red");
    assert!(thinner[0].1.givens().is_empty());
    assert!(RULES.write(&puzzle, "sdk").is_err());
}

#[test]
fn a_grid_is_drawn_with_its_boxes_and_holes() {
    let text = "grid = [2, 4]\nvalues = '1..4'\n[[group]]\ntiles = 'boxes 2x2'\nall_different = true\n[givens]\nmap = '''\n12..\n...4'''";
    let puzzle = rules(text);
    assert_eq!(
        Text::default().draw(&puzzle.picture()),
        "┌─────┬─────┐\n│ 1 2 │ · · │\n│ · · │ · 4 │\n└─────┴─────┘\n"
    );
    assert_eq!(puzzle.plain(), "1 2 _ _\n_ _ _ 4\n");
    assert_eq!(puzzle.clue_count(), 3);
    let hole = rules("grid = [1, 3]\nholes = 'r1c2'\nvalues = 'a b'\n");
    assert_eq!(hole.plain(), "_ # _\n");
    assert_eq!(
        Text::default().draw(&hole.picture()),
        "┌───┬───┬───┐\n│ · │   │ · │\n└───┴───┴───┘\n"
    );
}

#[test]
fn pieces_are_drawn_with_walls_around_each() {
    let text = "grid = [2, 3]\nrotate = true\n[pieces]\nL = '##/#.'\nJ = '##/.#'\n[givens]\nL = 'r1c1 r1c2 r2c1'\n";
    let puzzle = rules(text);
    let found = solve(&puzzle);
    assert_eq!(found.len(), 1);
    let solved = puzzle.fill(&found[0]);
    assert_eq!(
        Text::default().draw(&solved.picture()),
        "┌───────┬───┐\n│ L   L │ J │\n│   ┌───┘   │\n│ L │ J   J │\n└───┴───────┘\n"
    );
    assert_eq!(solved.plain(), "L L J\nL J J\n");
    let json = solved.write("json").unwrap();
    assert!(
        json.contains("\"J\":[\"r1c3\",\"r2c2\",\"r2c3\"]"),
        "{json}"
    );
    let again = rules(&solved.write("toml").unwrap());
    assert_eq!(again.givens(), found[0]);
    assert_eq!(puzzle.clue_names()[0], "L on r1c1 r1c2 r2c1");
}

#[test]
fn copies_are_not_told_apart() {
    let copies = |copies: &str| {
        format!(
            "grid = [2, 4]\nrotate = true\n[pieces]\nD = {{ shape = '##', copies = {copies} }}\n"
        )
    };
    // Five ways to lay dominoes on 2×4, four of them in each.
    assert_eq!(count(&copies("4")), 5);
    assert_eq!(count(&copies("'any'")), 5);
    assert_eq!(count(&copies("3")), 0);
    let gaps = "grid = [1, 5]\ngaps = true\n[pieces]\nD = { shape = '##', copies = 2 }\n";
    assert_eq!(count(gaps), 3);
    let puzzle = rules(&copies("4"));
    let found = solve(&puzzle);
    let solved = rules(&puzzle.fill(&found[0]).write("toml").unwrap());
    assert_eq!(solved.givens(), found[0]);
    assert_eq!(solve(&solved), found[..1]);
    assert_eq!(solved.clue_count(), 1);
    assert_eq!(solved.clue_names()[0], "all copies of D");
    assert_eq!(puzzle.item_name(Item(1)), "D (copy 2)");
    let any = rules(&copies("'any'"));
    let found = solve(&any);
    let solved = rules(&any.fill(&found[0]).write("toml").unwrap());
    assert_eq!(solved.givens(), found[0]);
    assert_eq!(solved.clue_count(), 4);
}

#[test]
fn selectors_pick_the_tiles_that_they_name() {
    let group = |grid: &str, tiles: &str, demand: &str| {
        format!("grid = {grid}\nvalues = '. Q'\n[[group]]\ntiles = {tiles}\n{demand} = 'Q'\n")
    };
    assert_eq!(count(&group("[2, 2]", "'rows'", "exactly_one")), 4);
    assert_eq!(count(&group("[2, 2]", "'*'", "at_most_one")), 5);
    assert_eq!(count(&group("[2, 2]", "'diagonals'", "at_most_one")), 9);
    assert_eq!(count(&group("[2, 3]", "'diagonals'", "at_most_one")), 25);
    assert_eq!(
        count(&group("[3, 3]", "'main-diagonals'", "exactly_one")),
        16 * 5
    );
    assert_eq!(
        count(&group("[2, 2]", "['rows', 'r1c1 r2c2']", "exactly_one")),
        2
    );
    assert_eq!(count(&group("[1, 4]", "'r1c1..r1c3'", "exactly_one")), 6);
}

#[test]
fn all_different_with_more_fewer_and_as_many_values() {
    let text = |tiles: &str, rest: &str| {
        format!(
            "tiles = '{tiles}'\nvalues = '1..3'\n{rest}[[group]]\ntiles = '*'\nall_different = true\n"
        )
    };
    assert_eq!(count(&text("x y", "")), 6);
    assert_eq!(count(&text("x y z", "")), 6);
    assert_eq!(count(&text("x y z u", "")), 0);
    let only = text("x y", "[only]\n\"x y\" = '1 3'\n");
    assert_eq!(count(&only), 2);
    // Two tiles that share two values: each of these is there exactly once.
    assert_eq!(
        rules(&only)
            .model(&Budget::default())
            .unwrap()
            .tiles()
            .len(),
        4
    );
    assert_eq!(rules(&only).item_name(Item(3)), "the 3 of all tiles");
    assert_eq!(count(&text("x y", "[only]\nx = 1\ny = '1 2'\n")), 1);
}

#[test]
fn rules_hold_between_the_pairs_that_they_name() {
    let rule = |space: &str, between: &str| {
        format!("{space}\nvalues = '. Q'\n[[rule]]\nbetween = {between}\nforbid = 'Q-Q'\n")
    };
    assert_eq!(count(&rule("grid = [2, 2]", "'adjacent'")), 7);
    assert_eq!(count(&rule("grid = [2, 2]", "'touching'")), 5);
    assert_eq!(count(&rule("grid = [2, 2]", "[[1, 1]]")), 12);
    assert_eq!(count(&rule("grid = [2, 2]", "[[1, -1]]")), 12);
    assert_eq!(count(&rule("grid = [2, 2]", "'pairs'")), 5);
    // Words of no two Qs in a row: Fibonacci.
    assert_eq!(count(&rule("tiles = '1..6'", "'adjacent'")), 21);
    assert_eq!(
        count(&rule(
            "tiles = 'New-York York New'",
            "'New-York-York New-New-York'"
        )),
        5
    );
    let directed = "tiles = 'x y'\nvalues = '1 2'\n[[rule]]\nbetween = 'y-x'\nallow = '1-2'\n";
    assert_eq!(
        rules(directed).fill(&solve(&rules(directed))[0]).plain(),
        "x = 2\ny = 1\n"
    );
}

#[test]
fn equal_tables_are_shared() {
    let puzzle = rules(
        "tiles = '1..50'\nvalues = '1..3'\n[[rule]]\nbetween = 'adjacent'\nrequire = 'a != b'\n",
    );
    let model = puzzle.model(&Budget::default()).unwrap();
    assert_eq!(model.rules().len(), 49);
    let table = |rule: &Rule| match rule {
        Rule::Pair(pair) => Arc::clone(&pair.table),
        other => panic!("{other:?} is not a pair"),
    };
    let first = table(&model.rules()[0]);
    let mut tables = model.rules().iter().map(table);
    assert!(tables.all(|table| Arc::ptr_eq(&table, &first)));
}

#[test]
fn only_rules_files_are_recognised() {
    assert!(looks_like("tiles = 'a b'\n"));
    assert!(looks_like("# roads\n[[rule]]\n"));
    assert!(looks_like("title = 'x'\n[ pieces ] # all\n"));
    assert!(!looks_like("[kinds]\nT = 'R R . R'\n[[rule]]\n"));
    assert!(!looks_like("values = '1'\n[kinds.T]\n"));
    assert!(!looks_like("[board]\ngrid = [4, 5]\n"));
    assert!(!looks_like("1 2\n2 1\n"));
    assert!(!looks_like(""));
}

/// A rules file made at random, of all elements.
fn any_file() -> impl Strategy<Value = String> {
    let name = prop::sample::select(vec!["a", "b-1", "é", "\"", "x.y", "'", "\\", "#", "1"]);
    let names = prop::collection::btree_set(name, 1..4);
    let demand = prop::sample::select(vec![
        "all_different = true",
        "exactly_one = '*'",
        "at_most_one = [V]",
    ]);
    let between = prop::sample::select(vec!["'adjacent'", "'pairs'"]);
    let condition = prop::sample::select(vec![
        "require = 'a != b'",
        "require = \"a == b  or i<j and not a = b\"",
        "allow = [V-V]",
        "forbid = [V-V]",
    ]);
    let given = any::<Option<u8>>();
    (names.clone(), names, demand, between, condition, given).prop_map(
        |(tiles, values, demand, between, condition, given)| {
            let quote = print::quoted;
            let list = |names: &std::collections::BTreeSet<&str>| {
                names.iter().copied().collect::<Vec<_>>().join(" ")
            };
            let first = values.iter().next().unwrap();
            let pair = quote(&format!("{first}-{first}"));
            let mut text = format!(
                "title = \"A \\\"T\\n\"\ntiles = {}\nvalues = {}\n",
                quote(&list(&tiles)),
                quote(&list(&values))
            );
            if given.is_some_and(|n| n % 3 == 0) {
                writeln!(text, "[only]\n{} = {}", quote(&list(&tiles)), quote(first)).unwrap();
            }
            writeln!(
                text,
                "[[group]]\ntiles = ['*', {}]\n{}",
                quote(&list(&tiles)),
                demand.replace("[V]", &quote(first))
            )
            .unwrap();
            writeln!(
                text,
                "[[rule]]\nbetween = {between}\n{}",
                condition.replace("[V-V]", &pair)
            )
            .unwrap();
            if given.is_some() {
                writeln!(
                    text,
                    "[givens]\n{} = {}",
                    quote(tiles.iter().next().unwrap()),
                    quote(first)
                )
                .unwrap();
            }
            text
        },
    )
}

proptest! {
    #[test]
    fn what_is_written_reads_back_equal(text in any_file()) {
        let puzzle = rules(&text);
        let written = RULES.write(&puzzle, "toml").unwrap();
        let again = rules(&written);
        prop_assert_eq!(&again, &puzzle);
        prop_assert_eq!(RULES.write(&again, "toml").unwrap(), written);
        let model = puzzle.model(&Budget::default()).unwrap();
        let mut naive = Naive.prepare(&model, &Budget::default()).unwrap();
        naive.start(&Ask::given(puzzle.givens()));
        let found = solve(&puzzle);
        prop_assert_eq!(naive.count().number, found.len().into());
        for solution in found {
            let solved = rules(&puzzle.fill(&solution).write("toml").unwrap());
            prop_assert_eq!(solved.givens(), solution);
        }
    }

    #[test]
    fn no_text_makes_it_panic(
        parts in prop::collection::vec(
            prop::sample::select(vec![
                "tiles = 'a b'\n", "grid = [2, 2]\n", "values = '1 2'\n", "holes = 'r1c1'\n",
                "[[group]]\n", "tiles = 'rows'\n", "tiles = '*'\n", "all_different = true\n",
                "[[rule]]\n", "between = 'adjacent'\n", "require = 'a < b'\n", "[pieces]\n",
                "I = '##'\n", "J = { shape = '#', copies = 2 }\n", "[givens]\n", "a = 1\n",
                "I = 'r1c1 r1c2'\n", "map = '''\n1.\n..'''\n", "[only]\n", "regions = 'AB\nBA'\n",
                "rotate = true\n", "gaps = true\n", "exactly_one = '1'\n", "=\n", "[[", "'",
                "regions = '''\nAB\nB.'''\n", "tiles = 'regions'\n", "between = [[1, 0]]\n",
            ]),
            0..12,
        )
    ) {
        let text = parts.concat();
        let _ = looks_like(&text);
        if let Ok(puzzle) = text.parse::<Rules>() {
            puzzle.model(&Budget::default()).unwrap();
            let _ = (puzzle.plain(), puzzle.picture(), puzzle.clue_names());
            prop_assert_eq!(rules(&RULES.write(&puzzle, "toml").unwrap()), puzzle);
        }
    }

    #[test]
    fn no_condition_makes_it_panic(condition in "[ab12()|%*+<=!a-d -]{0,20}") {
        let text = format!("{TWO}[[rule]]\nbetween = 'x-y'\nrequire = '{condition}'\n");
        if let Ok(puzzle) = text.parse::<Rules>() {
            puzzle.model(&Budget::default()).unwrap();
        }
    }
}
