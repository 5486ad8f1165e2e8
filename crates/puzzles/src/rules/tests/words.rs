//! Rules in the words of sets, terms and links: known numbers of solutions, those that a plain look at everything finds, and
//! mistakes.

use super::{complaint, rules};
use crate::{Plain, Puzzle};
use tilewright_engines::{Ask, End, Engine, auto::Auto, naive::Naive, solutions};
use tilewright_model::budget::Budget;
use tilewright_model::{Item, Names};

/// The number of solutions; the file is written and read back on the way.
fn count(text: &str) -> usize {
    let puzzle = rules(text);
    let written = puzzle.toml();
    assert_eq!(rules(&written), puzzle, "{written}");
    assert_eq!(rules(&written).toml(), written);
    count_by(&Auto, &puzzle)
}

/// The number of solutions by the default engine and by the definition.
fn count_twice(text: &str) -> usize {
    let number = count(text);
    assert_eq!(count_by(&Naive, &rules(text)), number, "{text}");
    number
}

fn count_by(engine: &dyn Engine, puzzle: &dyn Puzzle) -> usize {
    let model = puzzle.model(&Budget::default()).unwrap();
    let mut search = engine.prepare(&model, &Budget::default()).unwrap();
    let mut found = solutions(&mut *search, &Ask::given(puzzle.givens()));
    let mut number = 0;
    for solution in &mut found {
        assert!(model.is_solution(&solution));
        assert_ne!(puzzle.fill(&solution).plain(), "");
        number += 1;
    }
    assert_eq!(found.end(), Some(End::Complete));
    number
}

/// All words of that length over the numbers below `values`.
fn words(length: usize, values: u32) -> impl Iterator<Item = Vec<i64>> {
    (0..values.pow(length as u32)).map(move |word| {
        let digit = |place: usize| i64::from(word / values.pow(place as u32) % values);
        (0..length).map(digit).collect()
    })
}

#[test]
fn magic_squares() {
    let lines = "[[rule]]\neach = 'rows + columns + main_diagonals'\nrequire = 'sum(here) == 15'\n";
    let three = "grid = [3, 3]\nvalues = '1..9'\n[[rule]]\nof = 'cells'\nall_different = true\n";
    assert_eq!(count(&format!("{three}{lines}")), 8);
    // Known to differ, three numbers are a cage.
    let cages = lines.replace("require", "all_different = true\nrequire");
    assert_eq!(count(&format!("{three}{cages}")), 8);
    let four = "grid = [4, 4]\nvalues = '1..16'\n[[rule]]\nof = 'cells'\nall_different = true\n";
    let durer = "[givens]\nmap = '''\n16 3 2 13\n5 10 11 8\n9 _ _ _\n_ _ _ _'''\n";
    let lines = lines.replace("15", "34");
    assert_eq!(count(&format!("{four}{lines}{durer}")), 1);
}

#[test]
fn counts_are_items_where_they_can_be() {
    let queens = "grid = [8, 8]\nvalues = '. Q'\n[[rule]]\neach = ['rows', 'columns']\nrequire = 'count(Q, here) == 1'\n[[rule]]\neach = 'diagonals'\nrequire = 'count(Q, here) < 2'\n";
    assert_eq!(count(queens), 92);
    let model = rules(queens).model(&Budget::default()).unwrap();
    assert!(model.rules().is_empty());
    let by_group = queens
        .replace("require = 'count(Q, here) == 1'", "exactly_one = 'Q'")
        .replace("require = 'count(Q, here) < 2'", "at_most_one = 'Q'");
    assert_eq!(count(&by_group), 92);
}

/// Conditions on a row of four cells with values from 0 to 2, and what they mean.
type Meaning = (&'static str, fn(&[i64]) -> bool);
const CONDITIONS: &[Meaning] = &[
    ("count(1, cells) == 2", |w| {
        w.iter().filter(|&&v| v == 1).count() == 2
    }),
    ("count(1 2, cells) % 2 == 1", |w| {
        w.iter().filter(|&&v| v > 0).count() % 2 == 1
    }),
    ("count(not 0, cells) > count(0, cells)", |w| {
        w.iter().filter(|&&v| v > 0).count() > 2
    }),
    ("count(1..2, cells) == 4", |w| w.iter().all(|&v| v > 0)),
    ("count(any, cells) == 4", |_| true),
    ("sum(cells) == 5", |w| w.iter().sum::<i64>() == 5),
    ("product(cells) == 4", |w| w.iter().product::<i64>() == 4),
    ("highest(cells) - lowest(cells) == 1", |w| {
        w.iter().max().unwrap() - w.iter().min().unwrap() == 1
    }),
    ("distinct(cells) == 3", |w| (0..3).all(|v| w.contains(&v))),
    ("seen(cells) == 2", |w| seen(w) == 2),
    ("runs(1, cells) == '1 1'", |w| runs(w) == [1, 1]),
    ("runs(1, cells) == [2]", |w| runs(w) == [2]),
    ("not runs(1, cells) == \"\"", |w| w.contains(&1)),
    ("first(1 2, cells) == 2", |w| {
        w.iter().find(|&&v| v > 0) == Some(&2)
    }),
    ("longest(0, cells) >= 2", |w| {
        w.windows(2).any(|two| two == [0, 0])
    }),
    ("lead(0, cells) == 2", |w| {
        w.iter().take_while(|&&v| v == 0).count() == 2
    }),
    ("sum(until(0, cells)) == 3", |w| {
        w.iter().take_while(|&&v| v > 0).sum::<i64>() == 3
    }),
    ("sum(after(0, cells)) == 3", |w| {
        w.iter().skip_while(|&&v| v > 0).skip(1).sum::<i64>() == 3
    }),
    ("sum(between(0, cells)) == 2", |w| between(w) == 2),
    ("equal(r1c1..r1c2, r1c3..r1c4) == 1", |w| {
        (w[0] == w[2]) != (w[1] == w[3])
    }),
    ("r1c1 < r1c2 and r1c3 + r1c4 == 2", |w| {
        w[0] < w[1] && w[2] + w[3] == 2
    }),
    ("(r1c1 == 0) + (r1c2 == 0) + (r1c3 == 0) == 2", |w| {
        w[..3].iter().filter(|&&v| v == 0).count() == 2
    }),
    (
        "|sum(head(2, rows)) - sum(cells - head(2, rows))| == 1",
        |w| (w[0] + w[1] - w[2] - w[3]).abs() == 1,
    ),
    ("nth(3, rows) == sum(r1c1 + r1c2)", |w| w[2] == w[0] + w[1]),
    ("sum(gap(r1c1, r1c4)) == 3", |w| w[1] + w[2] == 3),
    ("sum(till(r1c3, rows)) == 3 iff r1c4 == 0", |w| {
        (w[0] + w[1] == 3) == (w[3] == 0)
    }),
    ("size(rows) == 4 implies sum(1x2) == 4", |w| {
        w[0] + 2 * (w[1] + w[2]) + w[3] == 4
    }),
    (
        "(r1c1 == 1 and r1c2 == 1) or (r1c3 == 1 and sum(cells) == 4)",
        |w| w[0] == 1 && w[1] == 1 || w[2] == 1 && w.iter().sum::<i64>() == 4,
    ),
    (
        "sum(right(r1c1)) == sum(left(r1c3) & neighbours(r1c2))",
        |w| w[1] + w[2] + w[3] == w[0],
    ),
];

fn seen(word: &[i64]) -> usize {
    let is_seen = |&at: &usize| word[..at].iter().all(|&before| before < word[at]);
    (0..word.len()).filter(is_seen).count()
}

fn runs(word: &[i64]) -> Vec<usize> {
    let runs = word.split(|&v| v != 1).map(<[i64]>::len);
    runs.filter(|&run| run > 0).collect()
}

fn between(word: &[i64]) -> i64 {
    let marks: Vec<usize> = (0..word.len()).filter(|&at| word[at] == 0).collect();
    match marks[..] {
        [first, second, ..] => word[first..second].iter().sum(),
        _ => 0,
    }
}

#[test]
fn terms_mean_what_they_say() {
    for (condition, holds) in CONDITIONS {
        let text =
            format!("grid = [1, 4]\nvalues = '0..2'\n[[rule]]\nrequire = '''{condition}'''\n");
        let expected = words(4, 3).filter(|word| holds(word)).count();
        assert_eq!(count_twice(&text), expected, "{condition}");
    }
}

#[test]
fn sets_are_where_they_should_be() {
    // The number of tiles that a set has at the cell in row 2 and column 3 of 4 × 5.
    for (set, size) in [
        ("here", 1),
        ("neighbours", 4),
        ("touching", 8),
        ("around", 9),
        ("cross", 7),
        ("up + down", 3),
        ("ne + sw", 2),
        ("nth(2, cross)", 3),
        ("head(1, cross)", 4),
        ("rows", 20),
        ("2x2", 48),
        ("diagonals", 36),
        ("region(here)", 3),
        ("cells - touching", 12),
        ("split(here, rows)", 19),
        ("till(r2c5, right)", 1),
        ("gap(r1c1, r1c5)", 3),
        ("near + here", 5),
        ("border", 4),
        ("border(here + nth(1, right))", 6),
        ("border(here + right)", 8),
        ("border(rows)", 18),
    ] {
        let text = format!(
            "grid = [4, 5]\nregions = '''\nAAAAA\n.BB..\n..B..\n.....'''\nvalues = '0 1'\n[sets]\nnear = 'neighbours(r2c3)'\n[[rule]]\neach = 'r2c3'\nrequire = 'size({set}) == {size}'\n"
        );
        assert!(
            text.parse::<super::Rules>().is_ok(),
            "{set}: {}",
            complaint(&text)
        );
    }
}

#[test]
fn rules_hold_in_solids_and_lists() {
    let solid = "grid = [2, 2, 2]\nvalues = '0 1'\n[[rule]]\neach = 'cells'\nrequire = 'sum(neighbours) == 3 * here'\n[[rule]]\neach = 'layers'\nrequire = 'sum(here) % 2 == 0'\n";
    assert_eq!(count_twice(solid), 2);
    let boxes = "grid = [2, 2, 2]\nvalues = '0 1'\n[[rule]]\neach = '1x2x2 + pillars'\nrequire = 'sum(here) * 2 == size(here)'\n";
    assert_eq!(count_twice(boxes), 6);
    let list = "tiles = 'x1..x4'\nvalues = '0..3'\n[[rule]]\nrequire = ['x1 + x2 == x3 * x4', 'highest(x1..x4) == 3']\n";
    let expected = words(4, 4)
        .filter(|w| w[0] + w[1] == w[2] * w[3] && w.contains(&3))
        .count();
    assert_eq!(count_twice(list), expected);
}

#[test]
fn pairs_of_lists_differ() {
    let text = "grid = [4, 4]\nvalues = '0 1'\n[[rule]]\neach = 'rows + columns'\nrequire = 'count(1, here) * 2 == size(here)'\n[[rule]]\neach = '1x3 + 3x1'\nrequire = ['count(1, here) != 0', 'count(1, here) != 3']\n[[rule]]\nbetween = 'BETWEEN'\nrequire = 'equal(a, b) < size(a)'\n";
    // The filled boards of Binairo of 4 × 4, rows and columns all different.
    let both = text.replace("BETWEEN", "rows")
        + "[[rule]]\nbetween = 'pairs(columns)'\nrequire = 'equal(a, b) < size(a)'\n";
    assert_eq!(count(&both), 72);
}

/// Boards of 0 and 1 as lists of the cells that are 1, row by row.
fn boards(rows: usize, columns: usize) -> impl Iterator<Item = Vec<Vec<bool>>> {
    words(rows * columns, 2).map(move |word| {
        let row = |row: &[i64]| row.iter().map(|&v| v == 1).collect();
        word.chunks(columns).map(row).collect()
    })
}

/// The connected pieces of the cells that are in.
fn pieces(board: &[Vec<bool>], corners: bool) -> Vec<Vec<(usize, usize)>> {
    let cells =
        (0..board.len()).flat_map(|row| (0..board[0].len()).map(move |column| (row, column)));
    let mut pieces: Vec<Vec<(usize, usize)>> = Vec::new();
    for cell in cells.filter(|&(row, column)| board[row][column]) {
        let touches = |piece: &Vec<(usize, usize)>| {
            piece.iter().any(|&(row, column)| {
                let (down, right) = (row.abs_diff(cell.0), column.abs_diff(cell.1));
                down + right == 1 || corners && down == 1 && right == 1
            })
        };
        let (joined, mut others): (Vec<_>, Vec<_>) = pieces.into_iter().partition(touches);
        let mut piece = joined.concat();
        piece.push(cell);
        others.push(piece);
        pieces = others;
    }
    pieces
}

#[test]
fn shaded_cells_hang_together() {
    let text = |link: &str| {
        format!("grid = [3, 3]\nvalues = 'white black'\n[[link]]\nconnected = 'black'\n{link}")
    };
    let one_piece = boards(3, 3).filter(|board| pieces(board, false).len() <= 1);
    assert_eq!(count_twice(&text("")), one_piece.count());
    let by_corners = boards(3, 3).filter(|board| pieces(board, true).len() <= 1);
    assert_eq!(
        count_twice(&text("graph = 'touching'\n")),
        by_corners.count()
    );
    let inside = |piece: &Vec<(usize, usize)>| piece[..] == [(1, 1)];
    let outside = boards(3, 3).filter(|board| !pieces(board, false).iter().any(inside));
    assert_eq!(count_twice(&text("outside = true\n")), outside.count());
    // Of each row: no two runs.
    assert_eq!(count_twice(&text("each = 'rows'\n")), 7 * 7 * 7);
}

fn edges(side: usize, at: &str, link: &str) -> String {
    format!(
        "grid = [{side}, {side}]\n[enter]\nfence = {{ at = '{at}', values = 'off on' }}\n[[link]]\n{link}\n"
    )
}

#[test]
fn single_loops_are_counted() {
    let loops = |side| edges(side, "edges", "loop = 'on'\nover = 'corners'");
    assert_eq!(count_twice(&loops(1)), 1);
    assert_eq!(count(&loops(2)), 13);
    assert_eq!(count(&loops(3)), 213);
    assert_eq!(count(&loops(4)), 9349);
    assert_eq!(
        count(&edges(4, "inner", "loop = 'on'\nover = 'cells'")),
        213
    );
}

#[test]
fn paths_run_from_end_to_end() {
    let paths = |side, ends: &str| {
        edges(
            side,
            "inner",
            &format!("path = 'on'\nover = 'cells'\nends = '{ends}'"),
        )
    };
    assert_eq!(count_twice(&paths(2, "r1c1 r2c2")), 2);
    assert_eq!(count(&paths(3, "r1c1 r3c3")), 12);
    assert_eq!(count(&paths(4, "r1c1 r4c4")), 184);
    // Two paths: none may leave a loop beside it, and any two ends may be joined.
    let corners = [0, 2, 6, 8];
    let expected = graphs(|has_cycle, _, degrees| {
        let is_right = |corner: usize| match degrees[corner] {
            1 => corners.contains(&corner),
            0 | 2 => !corners.contains(&corner),
            _ => false,
        };
        !has_cycle && (0..9).all(is_right)
    });
    assert_eq!(count(&paths(3, "r1c1 r1c3 r3c1 r3c3")), expected);
}

/// The number of ways to join nine corners by some of twelve edges, of which `holds` says which count: it gets
/// whether there is a cycle, the number of pieces with an edge, and the number of edges at each corner.
fn graphs(holds: impl Fn(bool, usize, [usize; 9]) -> bool) -> usize {
    let level =
        (0..3).flat_map(|row| (0..2).map(move |column| (3 * row + column, 3 * row + column + 1)));
    let upright = (0..6).map(|corner| (corner, corner + 3));
    let all: Vec<(usize, usize)> = level.chain(upright).collect();
    let is_counted = |set: &u32| {
        let mut piece: Vec<usize> = (0..9).collect();
        let mut has_cycle = false;
        let mut degrees = [0; 9];
        for (number, &(a, b)) in all.iter().enumerate() {
            if set >> number & 1 == 0 {
                continue;
            }
            degrees[a] += 1;
            degrees[b] += 1;
            let (old, new) = (piece[a], piece[b]);
            has_cycle |= old == new;
            for piece in &mut piece {
                if *piece == old {
                    *piece = new;
                }
            }
        }
        let mut pieces: Vec<usize> = (0..9)
            .filter(|&c| degrees[c] > 0)
            .map(|c| piece[c])
            .collect();
        pieces.sort_unstable();
        pieces.dedup();
        holds(has_cycle, pieces.len(), degrees)
    };
    (0..1u32 << 12).filter(is_counted).count()
}

#[test]
fn forests_have_no_cycle() {
    let over_corners = |link: &str| edges(2, "edges", &format!("{link} = 'on'\nover = 'corners'"));
    let forests = graphs(|has_cycle, _, _| !has_cycle);
    assert_eq!(count(&over_corners("forest")), forests);
    assert_eq!(
        count(&over_corners("tree")),
        graphs(|has_cycle, pieces, _| !has_cycle && pieces <= 1)
    );
    assert_eq!(
        count(&over_corners("connected")),
        graphs(|_, pieces, _| pieces <= 1)
    );
    assert_eq!(
        count(&edges(3, "inner", "forest = 'on'\nover = 'cells'")),
        forests
    );
}

#[test]
fn areas_have_one_root_and_a_size() {
    let text = |one: &str| {
        format!("grid = [3, 3]\nvalues = 'sea land'\n[[link]]\nareas = 'land'\n{one}\n")
    };
    let roots = [(0, 0), (1, 2)];
    let is_right = |board: &Vec<Vec<bool>>, sizes: Option<[usize; 2]>| {
        let pieces = pieces(board, false);
        let size = |root: (usize, usize)| pieces.iter().find(|p| p.contains(&root)).map(Vec::len);
        let one_each = pieces
            .iter()
            .all(|p| roots.iter().filter(|r| p.contains(r)).count() == 1);
        let found = roots.map(size);
        one_each
            && found.iter().all(Option::is_some)
            && sizes.is_none_or(|sizes| found == sizes.map(Some))
    };
    let any = boards(3, 3).filter(|board| is_right(board, None)).count();
    assert_eq!(count(&text("one = 'r1c1 r2c3'")), any);
    let sized = boards(3, 3)
        .filter(|board| is_right(board, Some([2, 3])))
        .count();
    assert_eq!(count_twice(&text("one = 'r1c1 r2c3'\nsize = '2 3'")), sized);
}

#[test]
fn hidden_layers_are_not_counted() {
    // Tents: each tree has a tent of its own beside it; which one is hidden.
    let text = "grid = [2, 3]\n[enter]\ncamp = { at = 'cells - (r1c1 + r2c3)', values = '. tent' }\n[hidden]\ntie = { at = 'inner', values = 'off on', exists = true }\n[sets]\ntrees = 'r1c1 r2c3'\n[[rule]]\neach = 'trees'\nrequire = 'count(on, sides) == 1'\n[[rule]]\neach = 'camp'\nrequire = 'count(on, sides) == (here == tent)'\n[[rule]]\neach = 'inner'\nwhere = 'has(trees, cells(here)) == 0'\nrequire = 'here == off'\n";
    // Beside r1c1 are r1c2 and r2c1, beside r2c3 r1c3 and r2c2: two by two.
    assert_eq!(count_twice(text), 4);
    let puzzle = rules(text);
    assert!(puzzle.model(&Budget::default()).unwrap().is_projected());
    let error = complaint(&format!("{text}[givens]\nr1c1e = 'on'\n"));
    assert!(
        error.ends_with("the tiles of a hidden layer cannot be given"),
        "{error}"
    );
    // Four cells around one tree: a tent beside it, in any of several ways to be its own.
    let two = "grid = [1, 3]\n[enter]\ncamp = { at = 'r1c1 r1c3', values = '. tent' }\n[hidden]\nside = { at = 'r1c2', values = 'left right' }\n[[rule]]\nrequire = ['side(r1c2) == left implies r1c1 == tent', 'side(r1c2) == right implies r1c3 == tent']\n";
    let named = two
        .replace("left right", "w_est e_ast")
        .replace("== left", "== w_est")
        .replace("== right", "== e_ast");
    assert_eq!(count_twice(&named), 3);
}

#[test]
fn edges_are_drawn() {
    let fence = "grid = [1, 2]\n[enter]\nfence = { at = 'edges', values = 'off on' }\n[[link]]\nloop = 'on'\nover = 'corners'\n[givens]\nr1c1e = 'on'\n'r1c1w' = 'on'\n";
    let puzzle = rules(fence);
    let model = puzzle.model(&Budget::default()).unwrap();
    let mut search = Auto.prepare(&model, &Budget::default()).unwrap();
    let all: Vec<_> = solutions(&mut *search, &Ask::given(puzzle.givens())).collect();
    assert_eq!(all.len(), 1);
    assert_eq!(
        puzzle.fill(&all[0]).plain(),
        "┌───┐   ·\n│   │\n└───┘   ·\n"
    );
    assert_eq!(puzzle.plain(), "╷   ╷   ·\n│   │\n╵   ╵   ·\n");
    let road = rules(
        "grid = [2, 2]\n[enter]\nroad = { at = 'inner', values = 'off on' }\n[[link]]\nloop = 'on'\nover = 'cells'\n",
    );
    let model = road.model(&Budget::default()).unwrap();
    let mut search = Auto.prepare(&model, &Budget::default()).unwrap();
    let all: Vec<_> = solutions(&mut *search, &Ask::default()).collect();
    assert_eq!(all.len(), 1);
    assert_eq!(
        road.fill(&all[0]).plain(),
        "┌───────┐\n│ ┌───┐ │\n│ │   │ │\n│ └───┘ │\n└───────┘\n"
    );
    assert_eq!(
        road.plain(),
        "┌───────┐\n│ ·   · │\n│       │\n│ ·   · │\n└───────┘\n"
    );
}

const CELLS: &str = "grid = [3, 3]\nvalues = '. x'\n";
const EDGES: &str = "grid = [2, 2]\n[enter]\nfence = { at = 'edges', values = 'off on' }\n";

fn check(head: &str, rest: &str, expected: &str) {
    assert_eq!(complaint(&format!("{head}{rest}")), expected, "{rest}");
}

fn cells(each: &str, require: &str, expected: &str) {
    let rule = format!("[[rule]]\neach = '{each}'\nrequire = '{require}'\n");
    check(CELLS, &rule, expected);
}

#[test]
fn mistakes_in_sets_and_terms_name_what_was_meant() {
    cells(
        "row",
        "here == x",
        "line 4, column 9: there is no set \"row\" (did you mean \"rows\"?)",
    );
    cells(
        "cells",
        "count(x, neighbors) == 1",
        "line 5, column 21: there is no set \"neighbors\" (did you mean \"neighbours\"?)",
    );
    cells(
        "cells",
        "cuont(x, neighbours) == 1",
        "line 5, column 12: there is no value \"cuont\" (did you mean \"count\"?)",
    );
    cells(
        "cells",
        "count(y, neighbours) == 1",
        "line 5, column 18: there is no value \"y\" (the values are ., x)",
    );
    cells(
        "cells",
        "sum(neighbours) == 1",
        "line 5, column 12: sum reads numbers, but \".\" is a word",
    );
    cells(
        "cells",
        "neighbours == x",
        "line 5, column 12: a value is that of one tile, but this set has several; a term such as count or sum reads them",
    );
    cells(
        "rows",
        "count(x, here) == 4",
        "line 5, column 12: no values of r1c1, r1c2, r1c3 meet this",
    );
    cells(
        "rows",
        "runs(x, here) == \"2 1\"",
        "line 5, column 12: no values of r1c1, r1c2, r1c3 meet this",
    );
    cells(
        "rows",
        "runs(x, here) == two",
        "line 5, column 29: the lengths of runs were expected here, such as \"3 1 2\"",
    );
    cells(
        "rows",
        "count(x, here",
        "line 5, column 17: this is never closed by a \")\"",
    );
    cells(
        "rows",
        "count(x) == 1",
        "line 5, column 19: a \",\" was expected here, and another argument",
    );
    cells(
        "rows",
        "a == x",
        "line 5, column 12: there is no value \"a\" (here goes with each = …, and a and b go with between = …)",
    );
}

#[test]
fn mistakes_in_links_and_layers_name_what_was_meant() {
    check(
        CELLS,
        "[[rule]]\neach = 'cells'\nwhere = 'here == x'\nrequire = 'here == x'\n",
        "line 5, column 10: \"where\" is decided before solving; what tiles have belongs in \"require\"",
    );
    check(
        CELLS,
        "[sets]\nrows = 'cells'\n",
        "line 4, column 1: \"rows\" is a word of the language; call the set otherwise",
    );
    check(
        CELLS,
        "[[link]]\nconnected = 'x'\ngraph = 'touchin'\n",
        "line 5, column 10: there is no graph \"touchin\" (did you mean \"touching\"?)",
    );
    check(
        CELLS,
        "[[link]]\nloop = 'x'\nover = 'corners'\n",
        "line 4, column 8: \"loop\" is about edges, but these are values of cells",
    );
    check(
        CELLS,
        "[[link]]\nconnected = 'x'\nends = 'r1c1'\n",
        "line 5, column 1: \"ends\" does not go with \"connected\"",
    );
    check(
        CELLS,
        "[[link]]\nareas = 'x'\n",
        "line 4, column 9: areas are distinguished by a place of each, which is not said (say one = \"r1c1 r3c4\": each area has exactly one of these)",
    );
    check(
        EDGES,
        "[[link]]\nloop = 'on'\n",
        "line 5, column 8: an edge lies between two cells and joins two corners (say over = \"cells\" or over = \"corners\")",
    );
    check(
        EDGES,
        "[[link]]\nloop = 'on'\nover = 'cells'\n",
        "line 6, column 8: an edge at the rim does not join two cells (lay the tiles at = \"inner\")",
    );
    check(
        EDGES,
        "[[rule]]\neach = 'cells'\nrequire = 'count(on, neighbours) == 2'\n",
        "line 6, column 12: this reads edges, but the set has cells (did you mean \"sides\"?)",
    );
    check(
        "tiles = 'p q'\nvalues = '0 1'\n",
        "[[link]]\nconnected = '1'\n",
        "line 4, column 1: a link needs a grid, not a list of tiles",
    );
    check(
        EDGES,
        "label = { at = 'edges', values = 'p q' }\n[[rule]]\nrequire = 'count(any, label(r1c1n) + fence(r1c1s)) == 1'\n",
        "line 6, column 12: count reads tiles of one layer",
    );
    check(
        "grid = [1, 1]\nvalues = '0 1'\n",
        "[enter]\nshade = { at = 'cells', values = '0 1' }\n",
        "line 2, column 1: \"values\" does not go with [enter]: layers have values of their own",
    );
    check(
        "tiles = 'p q'\nvalues = '0 1'\n",
        "[[rule]]\neach = 'rows'\nrequire = 'sum(here) == 1'\n",
        "line 4, column 9: \"rows\" needs a grid, not a list of tiles",
    );
}

#[test]
fn mistakes_in_places_say_what_there_is() {
    check(
        CELLS,
        "[[rule]]\neach = 'cells'\nrequire = 'count(x, up right) == 1'\n",
        "line 5, column 24: a \"+\" was expected before \"right\" (sets are joined by +, and tiles alone by blanks)",
    );
    check(
        CELLS,
        "[[rule]]\neach = 'r4c1'\nrequire = 'here == x'\n",
        "line 4, column 9: there is no set \"r4c1\" (the cells are called r1c1 to r3c3)",
    );
    check(
        "grid = [2, 2]\nholes = 'r2c2'\nvalues = '. x'\n",
        "[[link]]\nareas = 'x'\none = 'r2c2'\n",
        "line 6, column 8: there is no set \"r2c2\" (that place is a hole)",
    );
    check(
        EDGES,
        "[givens]\nmap = '''\n..\n..'''\n",
        "line 5, column 1: a map is for the values of a grid; here tiles are given by their names",
    );
    check(
        EDGES,
        "gate = { at = 'edges', values = 'shut open' }\n[givens]\nr1c1e = 'on'\n",
        "line 6, column 1: there is no tile \"r1c1e\" (several layers lie there; say which: fence(r1c1e))",
    );
}

#[test]
fn pairs_of_values_are_said_in_layers_too() {
    let text = |rule: &str| {
        format!(
            "grid = [2, 2]\n[enter]\nshade = {{ at = 'cells', values = '. x-y 1' }}\n[[rule]]\nbetween = 'adjacent'\n{rule}\n"
        )
    };
    let plain = "grid = [2, 2]\nvalues = '. x-y 1'\n[[rule]]\nbetween = 'adjacent'\n";
    for rule in ["forbid = 'x-y-x-y 1-.'", "allow = '.-x-y x-y-. 1-1'"] {
        let expected = super::count(&format!("{plain}{rule}\n"));
        assert_eq!(count_twice(&text(rule)), expected, "{rule}");
    }
    check(
        CELLS,
        "[[rule]]\neach = 'cells'\nforbid = 'x-x'\n",
        "line 5, column 1: \"forbid\" is said of two tiles: it goes with between = …",
    );
}

#[test]
fn given_nothing_is_crossed() {
    let text = "grid = [1, 2]\n[enter]\nfence = { at = 'edges', values = 'off on' }\n[[link]]\nloop = 'on'\nover = 'corners'\n[givens]\nr1c1e = 'off'\nr1c2n = 'off'\nr1c1w = 'on'\n";
    assert_eq!(rules(text).plain(), "╷   · × ·\n│   ×\n╵   ·   ·\n");
    let road = "grid = [2, 2]\n[enter]\nroad = { at = 'inner', values = 'off on' }\n[[link]]\nforest = 'on'\nover = 'cells'\n[givens]\nr1c1e = 'off'\nr1c1s = 'off'\nr1c2s = 'on'\n";
    assert_eq!(
        rules(road).plain(),
        "┌───────┐\n│ · × ╷ │\n│ ×   │ │\n│ ·   ╵ │\n└───────┘\n"
    );
}

#[test]
fn what_depends_on_values_is_read_by_terms_alone() {
    let message = "the places of until, after and between depend on values: only terms such as count read them, alone or joined by +";
    for (rest, place) in [
        (
            "[[rule]]\neach = 'until(x, rows)'\nrequire = 'count(x, here) == 1'\n",
            "4, column 9",
        ),
        (
            "[[rule]]\nof = 'until(x, rows)'\nall_different = true\n",
            "4, column 7",
        ),
        (
            "[[rule]]\nrequire = 'size(until(x, rows)) == 2'\n",
            "4, column 17",
        ),
        (
            "[[rule]]\nrequire = 'count(x, nth(2, after(x, rows))) == 2'\n",
            "4, column 28",
        ),
        (
            "[[rule]]\nrequire = 'count(x, after(x, rows) - r1c1) == 2'\n",
            "4, column 36",
        ),
        (
            "[[rule]]\nrequire = 'count(x, neighbours(until(x, rows))) == 2'\n",
            "4, column 32",
        ),
        (
            "[[rule]]\nrequire = 'equal(until(x, r1c1..r1c3), r2c1..r2c3) == 2'\n",
            "4, column 18",
        ),
        (
            "[[link]]\nconnected = 'x'\neach = 'until(x, rows)'\n",
            "5, column 9",
        ),
    ] {
        check(CELLS, rest, &format!("line {place}: {message}"));
    }
    // A named set may be read by a term.
    let named = "grid = [1, 3]\nvalues = '. x'\n[sets]\nstart = 'until(x, rows)'\n[[rule]]\nrequire = 'count(., start) == 1'\n";
    assert_eq!(count_twice(named), 2);
}

#[test]
fn groups_are_of_one_layer() {
    let layers = "grid = [2, 2]\n[enter]\ntop = { at = 'cells', values = '1 2' }\nlow = { at = 'cells', values = '1 2 3' }\n";
    check(
        layers,
        "[[rule]]\neach = 'rows'\nall_different = true\n",
        "line 6, column 8: this may mean \"top\" or \"low\" (say which: layer = \"top\")",
    );
    check(
        layers,
        "[[rule]]\neach = ['top(rows)', 'low(columns)']\nall_different = true\n",
        "line 6, column 8: these sets are of several layers: write a rule for each",
    );
    check(
        layers,
        "[[rule]]\neach = 'corners'\nexactly_one = '1'\n",
        "line 6, column 8: no layer has tiles on corners",
    );
    // Two rows of different numbers from 1 to 3, and anything above them.
    for rule in [
        "each = 'low(rows)'\n",
        "each = 'rows'\nlayer = 'low'\n",
        "of = 'low(rows)'\n",
    ] {
        let text = format!("{layers}[[rule]]\n{rule}all_different = true\n");
        assert_eq!(count_twice(&text), 16 * 6 * 6, "{rule}");
    }
}

#[test]
fn a_link_says_what_holds() {
    let text =
        |rest: &str| format!("grid = [3, 3]\nvalues = '. x'\n[[link]]\nconnected = 'x'\n{rest}");
    assert_eq!(count(&text("outside = false\n")), count(&text("")));
    // Ends are places, also where they are those of a list.
    let paths = |ends: &str| {
        let text = format!("[[link]]\npath = 'on'\nover = 'cells'\nends = '{ends}'\n");
        count(&format!(
            "grid = [3, 3]\n[enter]\nroad = {{ at = 'inner', values = 'off on' }}\n{text}"
        ))
    };
    assert_eq!(paths("nth(1, rows) & (r1c1 + r3c1)"), paths("r1c1 r3c1"));
    assert_eq!(
        paths("head(2, rows) - r2c1..r2c2"),
        paths("r1c1 r1c2 r3c1 r3c2")
    );
}

#[test]
fn a_line_says_how_large_it_would_be() {
    let sums = "grid = [9, 9]\nvalues = '1..9'\n";
    check(
        sums,
        "[[rule]]\nrequire = 'sum(cells) == 405'\n",
        "line 4, column 12: at r1c1, r1c2, r1c3, r1c4, …: 115,909 transitions, at most 100,000",
    );
    check(
        sums,
        "[[rule]]\neach = 'columns'\nrequire = 'product(here) == 1 or product(cells) == 2'\n",
        "line 5, column 12: a product of 81 tiles can become too large to compute with",
    );
}

/// The names of all rules of the model.
fn rule_names(text: &str) -> Vec<String> {
    let puzzle = rules(text);
    let model = puzzle.model(&Budget::default()).unwrap();
    let numbers = 0..model.rules().len();
    numbers.map(|rule| puzzle.rule_name(rule)).collect()
}

#[test]
fn conditions_are_called_by_their_tiles_and_numbers() {
    let named = |condition: &str, expected: &str| {
        let text = format!("grid = [3, 4]\nvalues = '1..3'\n[[rule]]\nrequire = '{condition}'\n");
        assert_eq!(rule_names(&text), [expected], "{condition}");
    };
    named(
        "sum(r1c1 r2c2 r3c3) == 5",
        "r1c1, r2c2 and r3c3 with a sum of 5",
    );
    named("sum(r1c1..r1c4) == 7", "row 1 with a sum of 7");
    named("sum(r1c2..r3c2) <= 7", "column 2 with a sum of at most 7");
    named("sum(r2c2..r2c4) > 7", "r2c2..r2c4 with a sum of at least 8");
    named("count(3, r2c1..r2c4) < 3", "row 2 with at most 2 3");
    named(
        "runs(1, r3c4 r3c3 r3c2 r3c1) == \"2 1\"",
        "r3c4..r3c1 with runs 2 1 of 1",
    );
    named("runs(1, r3c1..r3c4) == \"1\"", "row 3 with runs 1 of 1");
    named(
        "seen(r1c1..r3c1) == 2",
        "column 1 with 2 seen from the first",
    );
    named(
        "sum(r1c1..r1c3) == r2c1",
        "r1c1, r1c2, r1c3 and r2c1 by the rule sum(r1c1..r1c3) == r2c1",
    );
}

#[test]
fn what_links_need_is_called_by_its_places() {
    let text = "grid = [2, 2]\nvalues = 'land sea'\n[[link]]\nconnected = 'sea'\n[[link]]\nareas = 'land'\none = 'r1c1'\n";
    let names = rule_names(text);
    assert_eq!(names[0], "the connected sea");
    let link = names.len() - 1;
    assert_eq!(names[link], "the area of r1c1");
    let puzzle = rules(text);
    assert_eq!(puzzle.node_name(link, 0).as_deref(), Some("r1c1"));
    assert_eq!(puzzle.node_name(link, 3).as_deref(), Some("r2c2"));
    // A hidden tile says which area a cell is in.
    assert_eq!(puzzle.item_name(Item(5)), "the area that r1c2 is in");
}
