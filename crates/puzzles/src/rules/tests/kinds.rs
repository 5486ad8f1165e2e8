//! The words of kinds, on small boards: their solutions are counted by the plain engine.

use super::super::*;
use crate::kinds::clues::{Clue, Clues as Given, Grid, Heading, Setting};
use crate::kinds::kind::Kind;
use std::sync::Arc;
use tilewright_engines::{Ask, engine, solutions};

/// A board of a kind whose file has this body, with the clues that `put` puts.
fn read(
    body: &str,
    [rows, columns]: [usize; 2],
    put: impl Fn(&mut Given),
) -> Result<Rules, ParseError> {
    let file = format!("kind = \"trial\"\nabout = \"A trial.\"\n{body}");
    let kind = Kind::read(&file)?;
    let mut clues = Given::empty(&kind.layers, rows, columns);
    put(&mut clues);
    clues.settle(&kind.layers);
    Rules::of_kind(&kind, &clues)
}

/// The number of solutions of a board.
fn count(body: &str, sides: [usize; 2], put: impl Fn(&mut Given)) -> usize {
    let rules = read(body, sides, put).unwrap_or_else(|error| panic!("{error}: {body}"));
    let model = rules.model(&Budget::default()).unwrap();
    let count = |name: &str| {
        let mut search = engine(name)
            .unwrap()
            .prepare(&model, &Budget::default())
            .unwrap();
        solutions(&mut *search, &Ask::given(rules.givens())).count()
    };
    let found = count("sat");
    if model.choice_count() <= 30 {
        assert_eq!(count("naive"), found, "{body}");
    }
    found
}

fn error(body: &str, sides: [usize; 2], put: impl Fn(&mut Given)) -> String {
    let error = read(body, sides, put).unwrap_err();
    match error.advice() {
        Some(advice) => format!("{error}; {advice}"),
        None => error.to_string(),
    }
}

/// Numbers at places of the first layer.
fn numbers(numbers: &[(usize, i64)]) -> impl Fn(&mut Given) + use<> {
    let numbers = numbers.to_vec();
    move |clues: &mut Given| {
        for &(place, number) in &numbers {
            clues.put(0, place, Some(Clue::Number(number)));
        }
    }
}

const SHADE: &str = "[enter]\nshade = { at = \"cells\", values = \"white black\" }\n";
const NUMBER: &str = "[clues]\nnumber = { at = \"cells\", type = \"number\" }\n";

#[test]
fn clues_are_sets_and_terms() {
    let body = format!(
        "{NUMBER}{SHADE}[[rule]]\neach = \"number\"\nrequire = \"count(black, neighbours) == number\"\n"
    );
    // Two of the three cells beside the first of the second row are black; the others are free.
    assert_eq!(count(&body, [2, 2], numbers(&[])), 16);
    assert_eq!(count(&body, [2, 2], numbers(&[(0, 1)])), 8);
    assert_eq!(count(&body, [3, 2], numbers(&[(2, 2)])), 3 * 8);
    // What is not known is not asked for, but the place bears a clue.
    let unknown = |clues: &mut Given| clues.put(0, 0, Some(Clue::Unknown));
    assert_eq!(count(&body, [2, 2], unknown), 16);
    let there =
        format!("{NUMBER}{SHADE}[[rule]]\neach = \"number\"\nrequire = \"here == black\"\n");
    assert_eq!(count(&there, [2, 2], unknown), 8);
}

#[test]
fn clues_outside_look_along_their_line() {
    let body = "[clues]\nnorth = { at = \"top\", type = \"number\" }\nwest = { at = \"left\", type = \"numbers\" }\nsouth = { at = \"bottom\", type = \"arrow\" }\n[enter]\nshade = { at = \"cells\", values = \"white black\" }\n[[rule]]\neach = \"north\"\nrequire = \"sum(position, black, line) == clue\"\n[[rule]]\neach = \"west\"\nrequire = \"runs(black, line) == west\"\n[[rule]]\neach = \"south\"\nrequire = \"count(black, ahead) == clue\"\n";
    // The third of a column, or the first two.
    assert_eq!(count(body, [3, 1], numbers(&[(0, 3)])), 2);
    let runs = |lengths: Vec<Option<i64>>| {
        move |clues: &mut Given| clues.put(1, 0, Some(Clue::Numbers(lengths.clone())))
    };
    assert_eq!(count(body, [1, 5], runs(vec![Some(1), Some(2)])), 3);
    assert_eq!(count(body, [1, 5], runs(vec![Some(0)])), 1);
    // Two runs of any length in a row of four.
    assert_eq!(count(body, [1, 4], runs(vec![None, None])), 5);
    let slanted = |clues: &mut Given| {
        let heading = Heading { down: -1, right: 1 };
        clues.put(2, 0, Some(Clue::Arrow(Some(2), heading)));
    };
    // From under the first column to the right and up: the second cell of the third row, the third of the second.
    assert_eq!(count(body, [3, 3], slanted), 1 << 7);
}

#[test]
fn regions_are_lists_and_functions() {
    let regions = |clues: &mut Given| {
        for (cell, name) in ["a", "a", "b", "a", "b", "b"].into_iter().enumerate() {
            clues.put_region(0, cell, name);
        }
        clues.put(1, 1, Some(Clue::Number(2)));
    };
    let layers =
        "[clues]\nroom = { type = \"region\" }\nnumber = { at = \"room\", type = \"number\" }\n";
    let body = |rule: &str| format!("{layers}{SHADE}[[rule]]\n{rule}\n");
    // Three of three cells with exactly one, in the second room two.
    assert_eq!(
        count(
            &body("each = \"room\"\nrequire = \"count(black, here) == 1\""),
            [2, 3],
            regions
        ),
        9
    );
    assert_eq!(
        count(
            &body("each = \"number\"\nrequire = \"count(black, here) == number\""),
            [2, 3],
            regions
        ),
        3 * 8
    );
    assert_eq!(
        count(
            &body("between = \"adjacent\"\nwhere = \"room(a) == room(b)\"\nrequire = \"a == b\""),
            [2, 3],
            regions
        ),
        4
    );
    assert_eq!(
        count(
            &body(
                "each = \"cells\"\nrequire = \"here == black iff size(room(here)) == row(here) + 2\""
            ),
            [2, 3],
            regions
        ),
        1
    );
    // The border of the rooms: r1c2 and r1c3, r1c2 and r2c2, r2c1 and r2c2.
    let edges = format!(
        "{layers}[enter]\nroad = {{ at = \"inner\", values = \"off on\" }}\n[[rule]]\neach = \"borders(room)\"\nexactly_one = \"on\"\n"
    );
    assert_eq!(count(&edges, [2, 3], regions), 3 << 4);
    let spans = body("each = \"spans(room, 2)\"\nrequire = \"count(black, here) == 0\"");
    // r1c2..r1c3, r2c1..r2c2, and r1c2..r2c2; r1c1 and r2c3 are free.
    assert_eq!(count(&spans, [2, 3], regions), 4);
}

#[test]
fn parameters_have_defaults_and_values_bounds() {
    let body = "[params]\nmost = \"columns + max(given)\"\nstars = \"unknown\"\n[clues]\ngiven = { type = \"number\" }\n[enter]\ndigit = { at = \"cells\", values = \"1..most\", given = \"given\", upto = \"2 * column(here)\" }\n[[rule]]\nrequire = \"count(1, cells) == stars\"\n";
    // At most 2 and at most 3; a given alone.
    assert_eq!(count(body, [1, 2], numbers(&[(0, 1)])), 3);
    assert_eq!(count(body, [1, 2], |_| {}), 4);
    let stars = |clues: &mut Given| clues.settings.push(("stars".into(), Setting::Number(2)));
    assert_eq!(count(body, [1, 2], stars), 1);
    assert_eq!(
        error(body, [1, 2], numbers(&[(0, 3)])),
        "given at r1c1: 3 is none of the values that digit may have there"
    );
}

#[test]
fn stretches_and_equal_clues() {
    let body =
        |set: &str| format!("{NUMBER}{SHADE}[[rule]]\neach = \"{set}\"\nat_most_one = \"black\"\n");
    assert_eq!(
        count(&body("split(number, rows)"), [1, 5], numbers(&[(2, 1)])),
        3 * 2 * 3
    );
    assert_eq!(
        count(
            &body("same(number, rows)"),
            [1, 4],
            numbers(&[(0, 1), (1, 2), (3, 1)])
        ),
        12
    );
    let lit = format!(
        "{NUMBER}{SHADE}[[rule]]\neach = \"cells - number\"\nrequire = \"count(black, here + till(number, cross)) >= 1\"\n"
    );
    assert_eq!(count(&lit, [1, 4], numbers(&[(1, 0)])), 2 * 3);
    let edges = format!(
        "{NUMBER}[enter]\nwall = {{ at = \"inner\", values = \"off on\" }}\n[[rule]]\neach = \"same(number, inner)\"\nexactly_one = \"on\"\n"
    );
    assert_eq!(
        count(&edges, [1, 4], numbers(&[(0, 1), (1, 2), (2, 1), (3, 1)])),
        2
    );
}

#[test]
fn links_of_kinds() {
    let roads = "[enter]\nroad = { at = \"inner\", values = \"off on\" }\n";
    let link = |link: &str| format!("{NUMBER}{roads}[[link]]\n{link}\n");
    // The single loops on two by three cells.
    assert_eq!(count(&link("loop = \"on\""), [2, 3], |_| {}), 3);
    // Two cells and whatever hangs together with them: trees and more in a square.
    assert_eq!(
        count(
            &link("connected = \"number\"\nby = \"on\""),
            [2, 2],
            numbers(&[(0, 1), (3, 1)])
        ),
        7
    );
    let slopes = "[enter]\nslope = { at = \"cells\", values = '\\ /' }\n[[link]]\nforest = \"slope\"\njoins = { '\\' = \"nw-se\", '/' = \"ne-sw\" }\n";
    // All but the one cycle around the corner in the middle.
    assert_eq!(count(slopes, [2, 2], |_| {}), 15);
}

#[test]
fn areas_have_clues_and_sizes() {
    let walls = "[enter]\nwall = { at = \"inner\", values = \"off on\" }\n";
    let body = |keys: &str| format!("{NUMBER}{walls}[[link]]\nwalls = \"on\"\n{keys}\n");
    // The ways to part two by two cells into connected areas: 12.
    assert_eq!(count(&body(""), [2, 2], |_| {}), 12);
    assert_eq!(count(&body("size = 2"), [2, 3], |_| {}), 3);
    assert_eq!(
        count(
            &body("one = \"number\"\nsize = \"number\""),
            [1, 5],
            numbers(&[(1, 3), (4, 2)])
        ),
        1
    );
    assert_eq!(
        count(
            &body("one = \"number\""),
            [1, 5],
            numbers(&[(1, 3), (4, 2)])
        ),
        3
    );
    assert_eq!(
        count(
            &body("require = \"size(area) == sum(number, area)\""),
            [1, 4],
            numbers(&[(0, 1), (2, 2), (3, 1)])
        ),
        4
    );
    assert_eq!(
        count(
            &body("require = \"width(area) == 1 and height(area) < 3\""),
            [3, 2],
            |_| {}
        ),
        9
    );
    let white = format!("{NUMBER}{SHADE}[[link]]\nareas = \"white\"\nsize = 2\n");
    // No domino, or one, or two that do not touch.
    assert_eq!(count(&white, [1, 5], |_| {}), 1 + 4 + 1);
}

#[test]
fn equal_values_are_areas_of_their_size() {
    let body = |most: usize| {
        format!(
            "{NUMBER}[enter]\ndigit = {{ at = \"cells\", values = \"1..{most}\", given = \"number\" }}\n[[link]]\nareas = \"digit\"\nsize = \"value\"\n"
        )
    };
    // The compositions of the length without two equal parts side by side.
    for (columns, compositions) in [(1, 1), (2, 1), (3, 3), (4, 4), (5, 7), (6, 14)] {
        assert_eq!(
            count(&body(columns), [1, columns], |_| {}),
            compositions,
            "{columns}"
        );
    }
    assert_eq!(count(&body(5), [1, 5], numbers(&[(2, 3)])), 3);
    // Areas that are larger than any with a label for its own size, by themselves and side by side.
    let long = |columns: usize| count(&body(columns), [1, columns], numbers(&[(0, 13)]));
    assert_eq!(long(13), 1);
    assert_eq!(long(15), 1);
    assert_eq!(long(16), 3);
    // Two of them touch where their sizes differ.
    let two = |columns: usize, last: i64| {
        let ends = numbers(&[(0, 13), (columns - 1, last)]);
        count(&body(14), [1, columns], ends)
    };
    assert_eq!(two(27, 14), 1);
    assert_eq!(two(26, 13), 0);
}

#[test]
fn pieces_lie_on_a_layer() {
    let body = |pieces: &str, place: &str| {
        format!(
            "[clues]\nroom = {{ type = \"region\" }}\n[enter]\nship = {{ at = \"cells\", values = \". w e n s o\" }}\n[pieces]\n{pieces}\n[[place]]\non = \"ship\"\n{place}\n"
        )
    };
    let two = "two = { shape = \"we | n/s\" }";
    assert_eq!(count(&body(two, "pieces = \"two\""), [2, 2], |_| {}), 4);
    let fleet = "two = { shape = \"we | n/s\" }\none = { shape = \"o\", copies = 2 }";
    // A domino and two cells in a row of five, in any order.
    assert_eq!(
        count(&body(fleet, "pieces = \"two one\""), [1, 5], |_| {}),
        4 * 3
    );
    // Three orders, and a free cell more than they need: in one of four gaps.
    assert_eq!(
        count(
            &body(fleet, "pieces = \"two one\"\napart = \"touching\""),
            [1, 7],
            |_| {}
        ),
        3 * 4
    );
    assert_eq!(
        count(
            &body(fleet, "pieces = \"two one\"\napart = \"touching\""),
            [1, 6],
            |_| {}
        ),
        3
    );
    let rooms = |clues: &mut Given| {
        for cell in 0..4 {
            clues.put_region(0, cell, if cell < 2 { "a" } else { "b" });
        }
    };
    assert_eq!(
        count(
            &body("o = { shape = \"#\" }", "each = \"room\"\npieces = \"o\""),
            [1, 4],
            rooms
        ),
        4
    );
}

#[test]
fn cages_and_paths_are_lists() {
    let body = "[clues]\ncage = { type = \"cage\" }\nthermo = { type = \"path\" }\n[enter]\ndigit = { at = \"cells\", values = \"1..3\" }\n[[rule]]\neach = \"cage\"\nall_different = true\nrequire = \"sum(here) == cage\"\n[[rule]]\nbetween = \"steps(thermo)\"\nrequire = \"a < b\"\n";
    let cage = |number: Option<i64>| {
        move |clues: &mut Given| {
            let clue = number.map(Clue::Number);
            let cells = vec![0, 1];
            clues.grids[0] = Arc::new(Grid::Cages(vec![crate::kinds::clues::Cage { cells, clue }]));
        }
    };
    assert_eq!(count(body, [1, 2], cage(Some(4))), 2);
    assert_eq!(count(body, [1, 2], cage(None)), 6);
    let path = |clues: &mut Given| clues.grids[1] = Arc::new(Grid::Paths(vec![vec![2, 1, 0]]));
    assert_eq!(count(body, [1, 3], path), 1);
}

#[test]
fn boards_share_cells() {
    let body = "[board]\nboards = \"2x2 at r1c1 r2c2\"\n[enter]\ndigit = { at = \"cells\", values = \"1..2\" }\n[[rule]]\neach = \"rows + columns\"\nall_different = true\n";
    assert_eq!(count(body, [3, 3], |_| {}), 2);
}

/// The orders of the cells of a board in which each touches the next, found by trying.
fn walks(rows: usize, columns: usize, is_near: impl Fn(usize, usize) -> bool) -> usize {
    let mut walks: Vec<Vec<usize>> = (0..rows * columns).map(|cell| vec![cell]).collect();
    for _ in 1..rows * columns {
        let longer = |walk: &Vec<usize>| {
            let last = walk[walk.len() - 1];
            let next = (0..rows * columns).filter(|cell| !walk.contains(cell));
            let next = next.filter(|&cell| is_near(last, cell));
            next.map(|cell| [&walk[..], &[cell]].concat())
                .collect::<Vec<_>>()
        };
        walks = walks.iter().flat_map(longer).collect();
    }
    walks.len()
}

#[test]
fn walks_go_from_neighbour_to_neighbour() {
    let body = |graph: &str| {
        format!(
            "[clues]\ngiven = {{ at = \"cells\", type = \"number\" }}\n[params]\nlast = \"size(cells)\"\n[enter]\nnumber = {{ at = \"cells\", values = \"1..last\", given = \"given\" }}\n[[link]]\nwalk = \"number\"\n{graph}"
        )
    };
    let steps =
        |one: usize, other: usize| [(one / 3).abs_diff(other / 3), (one % 3).abs_diff(other % 3)];
    let beside = walks(2, 3, |one, other| {
        steps(one, other).iter().sum::<usize>() == 1
    });
    let touching = walks(2, 3, |one, other| {
        steps(one, other).iter().all(|&step| step < 2)
    });
    assert_eq!(count(&body(""), [2, 3], numbers(&[])), beside);
    let touch = body("graph = \"touching\"\n");
    assert_eq!(count(&touch, [2, 3], numbers(&[])), touching);
    // From corner to corner of three cells in a row.
    assert_eq!(count(&body(""), [1, 3], numbers(&[(0, 1)])), 1);
    assert!(
        error(&body(""), [1, 3], numbers(&[(0, 1), (2, 2)]))
            .contains("there is no place for the 1")
    );
}

#[test]
fn groups_are_runs_on_a_ring() {
    let body = "[clues]\nnumber = { at = \"cells\", type = \"numbers\" }\n[enter]\nshade = { at = \"cells\", values = \"white black\" }\n[[rule]]\neach = \"number\"\nrequire = [\"here == white\", \"groups(black, ring) == number\"]\n";
    let clue = |place: usize, lengths: &[Option<i64>]| {
        let lengths = lengths.to_vec();
        move |clues: &mut Given| clues.put(0, place, Some(Clue::Numbers(lengths.clone())))
    };
    let at_centre = |lengths: &[Option<i64>]| count(body, [3, 3], clue(4, lengths));
    // Two of eight cells in a ring that are not side by side.
    assert_eq!(at_centre(&[Some(1), Some(1)]), 8 * 5 / 2);
    // A run may go on from the end of the ring to its beginning; the order of the lengths does not matter.
    assert_eq!(at_centre(&[Some(3)]), 8);
    assert_eq!(
        at_centre(&[Some(1), Some(3)]),
        at_centre(&[Some(3), Some(1)])
    );
    assert_eq!(at_centre(&[Some(8)]), 1);
    assert_eq!(at_centre(&[]), 1);
    // A length that is not known: one to five cells, as long as the run of two keeps apart.
    assert_eq!(at_centre(&[None, Some(2)]), 8 * (4 + 3 + 2 + 1) - 8 * 3 / 2);
    // In a corner three cells are left, which are no ring.
    assert_eq!(count(body, [2, 2], clue(0, &[Some(1), Some(1)])), 1);
    assert_eq!(count(body, [2, 2], clue(0, &[Some(2)])), 2);
}

#[test]
fn mistakes_on_a_board_name_the_rule_and_the_place() {
    let body = format!(
        "{NUMBER}{SHADE}[[rule]]\neach = \"cells\"\nwhere = \"row(here) == 1\"\nrequire = \"here == black\"\n[[rule]]\neach = \"number\"\nrequire = \"count(black, neighbours) == number\"\n"
    );
    let told = error(&body, [2, 2], numbers(&[(1, 3)]));
    assert!(told.starts_with("rule 2 at r1c2: "), "{told}");
    let unasked = format!(
        "{NUMBER}{SHADE}[[rule]]\neach = \"cells\"\nrequire = \"count(black, neighbours) > number\"\n"
    );
    let told = error(&unasked, [2, 2], numbers(&[(1, 3)]));
    assert!(
        told.starts_with("rule 1 at r1c1: number is read here, but there is none"),
        "{told}"
    );
    for (text, expected) in [
        (
            "each = \"nubmer\"\nrequire = \"here == black\"",
            "line 8, column 9: there is no set \"nubmer\"; did you mean \"number\"?",
        ),
        (
            "each = \"number\"\nwhere = \"here == black\"\nrequire = \"here == black\"",
            "line 9, column 10: \"where\" is decided before solving; what tiles have belongs in \"require\"",
        ),
        (
            "each = \"cells\"\nrequire = \"clue == 2\"",
            "line 9, column 12: this rule is not at clues; `clue` goes with each = … over layers of clues",
        ),
    ] {
        let body = format!("{NUMBER}{SHADE}[[rule]]\n{text}\n");
        assert_eq!(error(&body, [2, 2], |_| {}), expected);
    }
    assert_eq!(
        error(
            &format!("{NUMBER}[enter]\nline = {{ at = \"cells\", values = \"1 2\" }}\n"),
            [2, 2],
            |_| {}
        ),
        "line 6, column 1: \"line\" is a word of the language; call the layer otherwise"
    );
}
