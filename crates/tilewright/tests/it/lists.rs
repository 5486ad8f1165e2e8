//! Lists, classes and samples against known results and against other ways to get them.

#![allow(
    clippy::cast_precision_loss,
    reason = "chi-square of a few thousand draws"
)]

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use tilewright::list::{Listed, Piece};
use tilewright::puzzles::sudoku::Sudoku;
use tilewright::sample::{Fairness, Sampled};
use tilewright::{BigUint, Budget, Choice, End, Puzzle, Refusal, Solver, board, read};

/// A piece of the list, with the choices' numbers on each line.
fn list(solver: &Solver, puzzle: &dyn Puzzle, from: u64, limit: Option<u64>) -> (String, Listed) {
    let mut text = String::new();
    let piece = Piece {
        from: from.into(),
        limit,
    };
    let write = |solution: &[Choice], out: &mut Vec<u8>| {
        for choice in solution {
            out.extend(format!("{:05} ", choice.0).bytes());
        }
        out.push(b'\n');
    };
    let mut share = 0.0;
    let listed = solver.list(puzzle, &piece, &write, |lines| {
        let block = std::str::from_utf8(lines.text).unwrap();
        assert_eq!(block.lines().count() as u64, lines.number);
        assert!((share..=1.0).contains(&lines.share));
        share = lines.share;
        text.push_str(block);
        ControlFlow::Continue(())
    });
    let listed = listed.unwrap();
    let is_whole = listed.end == End::Complete && listed.lines > 0;
    assert!(!is_whole || share > 0.999_999, "{share}");
    assert_eq!(text.lines().count() as u64, listed.lines);
    (text, listed)
}

fn choices(line: &str) -> Vec<Choice> {
    let words = line.split_whitespace();
    words.map(|word| Choice(word.parse().unwrap())).collect()
}

#[test]
fn lists_are_complete_and_sorted() {
    for (kind, size, number) in [
        ("sudoku", "2,2", 288),
        ("latin", "4", 576),
        ("latin", "4,1,1", 55_296),
        ("sudoku", "2,2,1", 21_888),
        ("roads", "3x4", 4_186),
        ("loops", "5x4", 54),
    ] {
        let puzzle = board(kind, size).unwrap();
        let model = Solver::new().model(&*puzzle).unwrap();
        let (text, listed) = list(&Solver::new().threads(2), &*puzzle, 0, None);
        assert_eq!(listed.end, End::Complete);
        let counted = Solver::new().count(&*puzzle).unwrap();
        assert_eq!(counted.number, listed.lines.into(), "{kind} {size}");
        assert_eq!(listed.lines, number, "{kind} {size}");
        let lines: Vec<&str> = text.lines().collect();
        // Every tile has one choice here, so the lines are sorted as the tiles are.
        assert!(lines.is_sorted_by(|a, b| a < b), "{kind} {size}");
        for line in lines.iter().step_by(97) {
            assert!(model.is_solution(&choices(line)));
        }
    }
}

#[test]
fn the_list_of_a_puzzle_is_what_the_plain_algorithm_finds() {
    let texts = [
        "1...............",
        "5 5\n2 0 2 0 2\n0 0 0 0 0\n2 0 0 0 2\n0 0 0 0 0\n3 0 4 0 3\n",
        "1 . . . . .\n. . . . . 2\n. . 3 . . .\n. 4 . . . .\n. . . 5 . .\n. . . . 6 .\n",
        "1.1.............",
    ];
    for text in texts {
        let puzzle = read(text, None).unwrap();
        let solver = Solver::new().engine("reduce").unwrap();
        let plain = solver.ask(&*puzzle).map(|mut session| {
            let solutions = session.solutions();
            solutions.collect::<BTreeSet<_>>()
        });
        let (listed, _) = list(&Solver::new(), &*puzzle, 0, None);
        let lines = listed.lines().count();
        let found: BTreeSet<_> = listed.lines().map(choices).collect();
        assert_eq!(found.len(), lines, "{text}");
        assert_eq!(found, plain.unwrap(), "{text}");
    }
}

#[test]
fn pieces_make_the_whole() {
    let small = board("sudoku", "2,2").unwrap();
    let (whole, _) = list(&Solver::new(), &*small, 0, None);
    for size in [1, 7, 100, 288, 500] {
        let mut together = String::new();
        let mut from = 0;
        loop {
            let (piece, listed) = list(&Solver::new(), &*small, from, Some(size));
            together.push_str(&piece);
            from += listed.lines;
            if listed.end == End::Complete {
                break;
            }
            assert_eq!((listed.lines, listed.end), (size, End::Limit));
        }
        assert_eq!(together, whole, "pieces of {size}");
    }
    // Long enough that the solutions before are counted.
    for (kind, size) in [("sudoku", "2,2,1"), ("roads", "3x4"), ("latin", "5")] {
        let puzzle = board(kind, size).unwrap();
        let solver = Solver::new().threads(2);
        let (whole, listed) = list(&solver, &*puzzle, 0, None);
        let lines: Vec<&str> = whole.lines().collect();
        let places = [1, 999, 1001, 5000, 16_000, listed.lines - 1];
        for from in places.into_iter().filter(|&from| from < listed.lines) {
            let (piece, cut) = list(&solver, &*puzzle, from, Some(1200));
            let from = from as usize;
            let expected = &lines[from..(from + 1200).min(lines.len())];
            assert_eq!(piece.lines().collect::<Vec<_>>(), expected, "{kind} {from}");
            let is_cut = from + 1200 <= lines.len();
            assert_eq!(cut.end == End::Limit, is_cut, "{kind} {from}");
        }
        let beyond = list(&solver, &*puzzle, listed.lines, None).1;
        assert_eq!((beyond.lines, beyond.end), (0, End::Complete));
    }
}

#[test]
fn far_pieces_are_not_walked_to() {
    let puzzle = board("roads", "8x8").unwrap();
    let total = 21_516_449_182_147u64;
    let (last, listed) = list(&Solver::new(), &*puzzle, total - 3, None);
    assert_eq!((listed.lines, listed.end), (3, End::Complete));
    let model = Solver::new().model(&*puzzle).unwrap();
    let lines: Vec<&str> = last.lines().collect();
    assert!(lines.is_sorted_by(|a, b| a < b));
    assert!(lines.iter().all(|line| model.is_solution(&choices(line))));
    // No tile could have a later value in the last one.
    let again = list(&Solver::new(), &*puzzle, total - 1, Some(5)).0;
    assert_eq!(again.trim(), lines[2].trim());
}

#[test]
fn a_large_board_in_parts_has_its_place_for_any_number() {
    let Some(path) = tilewright_testkit::data("shikaku/generated/rand_100_a12_1.txt") else {
        return;
    };
    let puzzle = read(&std::fs::read_to_string(path).unwrap(), None).unwrap();
    let total = 17_317_308_137_472u64;
    let model = Solver::new().model(&*puzzle).unwrap();
    let mut before = String::new();
    for from in [0, 8_000_000_000_000, total - 1] {
        let (line, listed) = list(&Solver::new(), &*puzzle, from, Some(1));
        assert_eq!(listed.lines, 1);
        assert!(model.is_solution(&choices(&line)), "{from}");
        // A clue is a tile, and its choices are numbered after those of the one before.
        assert!(before < line, "{from}");
        before = line;
    }
    let (last, listed) = list(&Solver::new(), &*puzzle, total - 1, None);
    assert_eq!((last, listed.end), (before, End::Complete));
    assert_eq!(list(&Solver::new(), &*puzzle, total, None).1.lines, 0);
    let (found, sampled) = sample(&Solver::new().seed(1), &*puzzle, 20, Fairness::Always);
    assert_eq!(sampled.of, Some(total.into()));
    assert!(found.iter().all(|solution| model.is_solution(solution)));
}

#[test]
fn a_stopped_list_says_so() {
    let puzzle = board("sudoku", "3,3").unwrap();
    let ends = [
        (Solver::new().nodes(5000), End::Nodes),
        (Solver::new().time(Duration::from_millis(100)), End::Time),
        (
            Solver::new().stop(Arc::new(AtomicBool::new(true))),
            End::Interrupted,
        ),
    ];
    for (solver, end) in ends {
        for threads in [1, 3] {
            let (_, listed) = list(&solver.clone().threads(threads), &*puzzle, 0, None);
            assert_eq!(listed.end, end);
            let (_, listed) = list(&solver, &*puzzle, 1 << 40, None);
            assert_eq!((listed.lines, listed.end), (0, end));
        }
    }
    assert_eq!(list(&Solver::new(), &*puzzle, 0, Some(0)).1.end, End::Limit);
    let mut blocks = 0;
    let write = |_: &[Choice], out: &mut Vec<u8>| out.extend_from_slice(b"a board\n");
    let broken = Solver::new().list(&*puzzle, &Piece::default(), &write, |_| {
        blocks += 1;
        ControlFlow::Break(())
    });
    assert_eq!((broken.unwrap().end, blocks), (End::Limit, 1));
}

#[test]
fn a_limit_on_nodes_ends_a_list_at_the_same_line_on_any_threads() {
    for size in ["3,3", "2,3", "2,2,1"] {
        let puzzle = board("sudoku", size).unwrap();
        let (whole, _) = list(&Solver::new(), &*puzzle, 0, Some(40_000));
        for nodes in [0, 1, 40, 100, 777, 20_000, 60_001] {
            let on = |threads| {
                list(
                    &Solver::new().nodes(nodes).threads(threads),
                    &*puzzle,
                    0,
                    None,
                )
            };
            let (text, listed) = on(1);
            assert_eq!(listed.end, End::Nodes, "{size} {nodes}");
            assert!(listed.stats.nodes <= nodes, "{size} {nodes}");
            assert!(whole.starts_with(&text), "{size} {nodes}");
            for threads in [2, 3, 8] {
                assert_eq!(
                    on(threads),
                    (text.clone(), listed),
                    "{size} {nodes} {threads}"
                );
            }
        }
    }
    // Enough nodes end it nowhere, on any threads either.
    let puzzle = board("sudoku", "2,2").unwrap();
    let all = list(&Solver::new().threads(1), &*puzzle, 0, None);
    let nodes = all.1.stats.nodes;
    for threads in [1, 2, 3] {
        let solver = Solver::new().threads(threads);
        assert_eq!(list(&solver.clone().nodes(nodes), &*puzzle, 0, None), all);
        let short = list(&solver.nodes(nodes - 1), &*puzzle, 0, None);
        assert_eq!(short.1.end, End::Nodes);
        assert!(all.0.starts_with(&short.0));
    }
}

/// The classes of an empty board: the first board's values and the size.
fn classes(puzzle: &dyn Puzzle) -> BTreeMap<Vec<usize>, u128> {
    let side = puzzle.downcast::<Sudoku>().unwrap();
    let side = side.shape().side();
    let mut found = BTreeMap::new();
    let sizes = std::sync::Mutex::new(BTreeMap::new());
    let write = |solution: &[Choice], size: u128, out: &mut Vec<u8>| {
        let values: Vec<usize> = solution.iter().map(|c| c.index() % side).collect();
        let line: Vec<String> = values.iter().map(ToString::to_string).collect();
        out.extend(format!("{}\n", line.join(" ")).bytes());
        sizes.lock().unwrap().insert(values, size);
    };
    let mut before: Vec<usize> = Vec::new();
    let listed =
        Solver::new()
            .threads(2)
            .list_classes(puzzle, &Piece::default(), &write, |lines| {
                let text = std::str::from_utf8(lines.text).unwrap();
                assert_eq!(text.lines().count() as u64, lines.number);
                for line in text.lines() {
                    let words = line.split(' ');
                    let values: Vec<usize> = words.map(|word| word.parse().unwrap()).collect();
                    assert!(before < values, "sorted");
                    before.clone_from(&values);
                    found.insert(values, 0);
                }
                ControlFlow::Continue(())
            });
    let listed = listed.unwrap();
    assert_eq!(listed.end, End::Complete);
    let sizes = sizes.into_inner().unwrap();
    assert_eq!(listed.lines, sizes.len() as u64);
    assert!(sizes.keys().eq(found.keys()));
    sizes
}

/// Moves of an empty board that give all others when they are done one after the other: two
/// neighbouring places of a band, two neighbouring bands, or two axes are exchanged. For each cell
/// the one that it comes from.
fn generators(dims: &[usize]) -> Vec<Vec<usize>> {
    let sudoku = Sudoku::empty(dims).unwrap();
    let shape = Arc::clone(sudoku.shape());
    let (side, axes, cells) = (shape.side(), shape.axes(), shape.cells());
    let has_boxes = shape.box_of(0).is_some();
    let bands: Vec<usize> = (0..axes)
        .map(|axis| if has_boxes { dims[axis] } else { side })
        .collect();
    let mut moves: Vec<Vec<usize>> = Vec::new();
    let mut add = |source: &dyn Fn(&mut Vec<usize>)| {
        let from = (0..cells).map(|cell| {
            let mut at: Vec<usize> = (0..axes).map(|axis| shape.coordinate(cell, axis)).collect();
            source(&mut at);
            at.iter().rev().fold(0, |cell, place| cell * side + place)
        });
        moves.push(from.collect());
    };
    for axis in 0..axes {
        let band = bands[axis];
        for place in (0..side - 1).filter(|place| place % band + 1 < band) {
            add(&|at| match at[axis] {
                p if p == place => at[axis] = place + 1,
                p if p == place + 1 => at[axis] = place,
                _ => {}
            });
        }
        for first in (0..side - band).step_by(band) {
            add(&|at| match at[axis] {
                p if (first..first + band).contains(&p) => at[axis] += band,
                p if (first + band..first + 2 * band).contains(&p) => at[axis] -= band,
                _ => {}
            });
        }
        for other in axis + 1..axes {
            if bands[axis] == bands[other] {
                add(&|at| at.swap(axis, other));
            }
        }
    }
    moves
}

/// A board after a move, its values renamed so that the first line is in order.
fn moved(board: &[usize], from: &[usize], side: usize) -> Vec<usize> {
    let mut names = vec![0; side];
    for cell in 0..side {
        names[board[from[cell]]] = cell;
    }
    from.iter().map(|&cell| names[board[cell]]).collect()
}

/// The classes by brute force: every board whose first line is in order, joined to its image under
/// each move.
fn joined(dims: &[usize]) -> BTreeMap<Vec<usize>, u128> {
    let mut sudoku = Sudoku::empty(dims).unwrap();
    let side = sudoku.shape().side();
    for cell in 0..side {
        sudoku.set(cell, Some(cell as u16 + 1));
    }
    let (text, _) = list(&Solver::new().threads(2), &sudoku, 0, None);
    let boards: Vec<Vec<usize>> = text
        .lines()
        .map(|line| choices(line).iter().map(|c| c.index() % side).collect())
        .collect();
    let number: BTreeMap<&[usize], usize> = boards
        .iter()
        .enumerate()
        .map(|(number, board)| (&board[..], number))
        .collect();
    let moves = generators(dims);
    let mut class: Vec<usize> = vec![usize::MAX; boards.len()];
    let mut sizes = BTreeMap::new();
    let renamings: u128 = (1..=side as u128).product();
    for first in 0..boards.len() {
        if class[first] != usize::MAX {
            continue;
        }
        let mut queue = vec![first];
        let mut members = 0;
        class[first] = first;
        while let Some(next) = queue.pop() {
            members += 1;
            for from in &moves {
                let other = number[&moved(&boards[next], from, side)[..]];
                if class[other] == usize::MAX {
                    class[other] = first;
                    queue.push(other);
                }
            }
        }
        sizes.insert(boards[first].clone(), members * renamings);
    }
    sizes
}

#[test]
fn classes_are_those_of_brute_force() {
    for (dims, number, boards) in [
        (&[2, 2][..], 2, 288u128),
        (&[3, 2], 49, 28_200_960),
        (&[2, 3], 49, 28_200_960),
        (&[4, 1], 2, 576),
        (&[5, 1], 2, 161_280),
        (&[2, 1, 2], 12, 21_888),
        (&[3, 1, 1], 1, 24),
        (&[2, 2, 1], 12, 21_888),
        (&[4, 1, 1], 6, 55_296),
        (&[3], 1, 6),
        (&[1, 1], 1, 1),
    ] {
        let found = classes(&Sudoku::empty(dims).unwrap());
        assert_eq!(found, joined(dims), "{dims:?}");
        assert_eq!(found.values().sum::<u128>(), boards, "{dims:?}");
        assert_eq!(found.len(), number, "{dims:?}");
    }
}

#[test]
fn larger_boards_have_their_known_classes() {
    // The Latin squares of order 6 have 22 isotopy classes and 12 main classes; with transposition
    // alone beside isotopy there are 17.
    for (dims, number, boards) in [
        (&[6, 1][..], 17, 812_851_200u128),
        (&[2, 2, 1, 1], 203, 15_406_848),
    ] {
        let found = classes(&Sudoku::empty(dims).unwrap());
        assert_eq!(found.len(), number, "{dims:?}");
        assert_eq!(found.values().sum::<u128>(), boards, "{dims:?}");
    }
}

#[test]
fn classes_in_pieces_and_where_there_are_none() {
    let piece = |from: u64, limit| {
        let piece = Piece {
            from: from.into(),
            limit: Some(limit),
        };
        let mut text = String::new();
        let listed = Solver::new().list_classes(
            &*board("sudoku", "2,3").unwrap(),
            &piece,
            &|_, size, out| out.extend(format!("{size}\n").bytes()),
            |lines| {
                text.push_str(std::str::from_utf8(lines.text).unwrap());
                ControlFlow::Continue(())
            },
        );
        (text, listed.unwrap().end)
    };
    let (whole, end) = piece(0, 100);
    assert_eq!((whole.lines().count(), end), (49, End::Complete));
    let together: String = (0..5).map(|k| piece(k * 10, 10).0).collect();
    assert_eq!(together, whole);
    let roads = board("roads", "2x2").unwrap();
    let refused = Solver::new().list_classes(&*roads, &Piece::default(), &|_, _, _| (), |_| {
        ControlFlow::Continue(())
    });
    assert!(matches!(refused, Err(Refusal::Asymmetric(_))));
    assert_eq!(
        refused.unwrap_err().to_string(),
        "tiles has no symmetry; families that have one: sudoku"
    );
}

fn sample(
    solver: &Solver,
    puzzle: &dyn Puzzle,
    number: u64,
    fairness: Fairness,
) -> (Vec<Vec<Choice>>, Sampled) {
    let mut found = Vec::new();
    let sampled = solver.sample(puzzle, number, fairness, |solution| {
        found.push(solution.to_vec());
        ControlFlow::Continue(())
    });
    let sampled = sampled.unwrap();
    assert_eq!(found.len() as u64, sampled.found);
    (found, sampled)
}

/// Returns true if numbers of draws are as expected: chi-square within five standard deviations of
/// its own expectation.
fn look_as_expected(seen: &[u64], expected: &[f64]) -> bool {
    let pairs = seen.iter().zip(expected);
    let chi_square: f64 = pairs
        .map(|(&n, expected)| (n as f64 - expected).powi(2) / expected)
        .sum();
    let freedom = seen.len() as f64 - 1.0;
    (chi_square - freedom).abs() < 5.0 * (2.0 * freedom).sqrt()
}

/// Returns true if outcomes with these frequencies may be equally likely.
fn look_uniform(seen: &[u64]) -> bool {
    let draws: u64 = seen.iter().sum();
    let expected = draws as f64 / seen.len() as f64;
    look_as_expected(seen, &vec![expected; seen.len()])
}

/// The frequency of each of all solutions.
fn draws(puzzle: &dyn Puzzle, number: u64, fairness: Fairness) -> Vec<u64> {
    let (text, listed) = list(&Solver::new(), puzzle, 0, None);
    let mut seen: BTreeMap<Vec<Choice>, u64> =
        text.lines().map(|line| (choices(line), 0)).collect();
    let (found, sampled) = sample(&Solver::new().seed(5), puzzle, number, fairness);
    assert_eq!((sampled.found, sampled.end), (number, End::Complete));
    assert_eq!(sampled.is_uniform, fairness != Fairness::Never);
    let of = (fairness != Fairness::Never).then_some(listed.lines.into());
    assert_eq!(sampled.of, of);
    for solution in found {
        *seen.get_mut(&solution).expect("a solution of the list") += 1;
    }
    seen.into_values().collect()
}

/// Dominoes on a board, as an exact cover problem.
fn dominoes(rows: usize, columns: usize) -> String {
    let cell = |row: usize, column: usize| format!("c{row}.{column}");
    let mut items = Vec::new();
    let mut options = Vec::new();
    for row in 0..rows {
        for column in 0..columns {
            items.push(cell(row, column));
            if column + 1 < columns {
                options.push(format!("{} {}", cell(row, column), cell(row, column + 1)));
            }
            if row + 1 < rows {
                options.push(format!("{} {}", cell(row, column), cell(row + 1, column)));
            }
        }
    }
    format!("{}\n{}\n", items.join(" "), options.join("\n"))
}

/// One option that covers all five items, or three options for each of them: 1 + 3⁵ solutions.
fn lopsided() -> String {
    let mut options = vec!["a b c d e".to_owned()];
    let mut others = Vec::new();
    for item in ["a", "b", "c", "d", "e"] {
        for number in 0..3 {
            options.push(format!("{item} {item}{number}"));
            others.push(format!("{item}{number}"));
        }
    }
    format!("a b c d e | {}\n{}\n", others.join(" "), options.join("\n"))
}

#[test]
fn all_solutions_are_equally_likely() {
    let shikaku = include_str!("../../../../corpus/shikaku/15x20-20.txt");
    for (puzzle, number) in [
        (board("sudoku", "2,2").unwrap(), 288),
        (board("latin", "4").unwrap(), 576),
        (board("roads", "2x3").unwrap(), 170),
        (board("loops", "5x4").unwrap(), 54),
        (read(&dominoes(4, 6), None).unwrap(), 281),
        (read(shikaku, None).unwrap(), 20),
    ] {
        let seen = draws(&*puzzle, 60 * number, Fairness::IfCountable);
        assert_eq!(seen.len() as u64, number);
        assert!(look_uniform(&seen), "{number}: {seen:?}");
    }
}

#[test]
fn what_is_not_uniform_does_not_look_so() {
    // Searches in random orders.
    let puzzle = board("sudoku", "2,2").unwrap();
    assert!(!look_uniform(&draws(&*puzzle, 60 * 288, Fairness::Never)));
    // The one solution with a single option comes far too often.
    let puzzle = read(&lopsided(), None).unwrap();
    let fair = draws(&*puzzle, 60 * 244, Fairness::Always);
    assert_eq!(fair.len(), 244);
    assert!(look_uniform(&fair), "{fair:?}");
    let fast = draws(&*puzzle, 60 * 244, Fairness::Never);
    assert!(fast.iter().max() > Some(&1000), "{fast:?}");
    assert!(!look_uniform(&fast), "{fast:?}");
}

#[test]
fn boards_of_6x6_fall_into_their_classes() {
    let dims = [2, 3];
    // All moves, from the few that make them.
    let mut moves = BTreeSet::from([(0..36).collect::<Vec<usize>>()]);
    let mut queue: Vec<Vec<usize>> = moves.iter().cloned().collect();
    while let Some(from) = queue.pop() {
        for generator in generators(&dims) {
            let both: Vec<usize> = generator.iter().map(|&cell| from[cell]).collect();
            if moves.insert(both.clone()) {
                queue.push(both);
            }
        }
    }
    assert_eq!(moves.len(), 3456);
    let puzzle = Sudoku::empty(&dims).unwrap();
    let sizes = classes(&puzzle);
    let draws = 3000;
    let fall = |fairness| {
        let (found, _) = sample(&Solver::new().seed(8), &puzzle, draws, fairness);
        let mut seen: BTreeMap<Vec<usize>, u64> = BTreeMap::new();
        for solution in found {
            let board: Vec<usize> = solution.iter().map(|c| c.index() % 6).collect();
            let all = moves.iter().map(|from| moved(&board, from, 6));
            *seen.entry(all.min().unwrap()).or_default() += 1;
        }
        assert!(seen.keys().all(|board| sizes.contains_key(board)));
        // Rare classes are taken together.
        let (mut numbers, mut expected) = (vec![0], vec![0.0]);
        for (board, &size) in &sizes {
            let number = seen.get(board).copied().unwrap_or(0);
            let share = size as f64 / 28_200_960.0 * draws as f64;
            if share < 5.0 {
                numbers[0] += number;
                expected[0] += share;
            } else {
                numbers.push(number);
                expected.push(share);
            }
        }
        assert!(expected[0] > 5.0 && numbers.len() > 25, "{expected:?}");
        look_as_expected(&numbers, &expected)
    };
    assert!(fall(Fairness::Always));
    assert!(!fall(Fairness::Never));
}

/// A 9×9 with a few thousand solutions.
const SEVERAL: &str =
    "1..3.48.9.24.....7...96.5..23.....5.5.7..8.........4....9......3..8......5.......";

#[test]
fn all_solutions_of_a_9x9_are_equally_likely() {
    let puzzle = read(SEVERAL, None).unwrap();
    let (text, listed) = list(&Solver::new(), &*puzzle, 0, None);
    assert!((3000..20_000).contains(&listed.lines), "{}", listed.lines);
    let rank: BTreeMap<Vec<Choice>, u64> = text.lines().map(choices).zip(0..).collect();
    let (found, sampled) = sample(&Solver::new().seed(11), &*puzzle, 2000, Fairness::Always);
    assert!(sampled.is_uniform);
    assert_eq!(sampled.of, Some(listed.lines.into()));
    let mut seen = vec![0; 40];
    for solution in &found {
        seen[(rank[solution] * 40 / listed.lines) as usize] += 1;
    }
    // The fortieths are not quite equal, by less than a hundredth.
    assert!(look_uniform(&seen), "{seen:?}");
    let different: BTreeSet<_> = found.iter().collect();
    assert!(different.len() > 1500, "{}", different.len());
}

#[test]
fn samples_of_more_than_can_be_visited_are_uniform_too() {
    let puzzle = board("roads", "6x6").unwrap();
    let (found, sampled) = sample(&Solver::new().seed(3), &*puzzle, 300, Fairness::Always);
    assert_eq!(sampled.of, Some(220_065_137u32.into()));
    let model = Solver::new().model(&*puzzle).unwrap();
    assert!(found.iter().all(|solution| model.is_solution(solution)));
    // The share of solutions with each value at the first tile is that of the counts.
    let first = model.members(model.tiles()[0]);
    let mut chi_square = 0.0;
    for &(choice, _) in first {
        let ask = tilewright::engines::Ask::given([choice]);
        let counter = tilewright::engines::engine("count").unwrap();
        let mut search = counter.prepare(&model, &Budget::default()).unwrap();
        search.start(&ask);
        let number: f64 = search.count().number.to_string().parse().unwrap();
        let expected = number / 220_065_137.0 * 300.0;
        let seen = found.iter().filter(|s| s.contains(&choice)).count() as f64;
        chi_square += (seen - expected).powi(2) / expected;
    }
    assert!(chi_square < 25.0, "{chi_square}");
}

#[test]
fn what_cannot_be_counted_is_sampled_as_it_comes_and_said() {
    let puzzle = board("sudoku", "3,3").unwrap();
    let solver = Solver::new().seed(1).nodes(200_000);
    let (found, sampled) = sample(&solver, &*puzzle, 3, Fairness::IfCountable);
    assert!(!sampled.is_uniform && sampled.of.is_none());
    assert_eq!((sampled.found, sampled.end), (3, End::Complete));
    let different: BTreeSet<_> = found.iter().collect();
    assert_eq!(different.len(), 3);
    let again = sample(&solver, &*puzzle, 3, Fairness::IfCountable).0;
    assert_eq!(again, found);
    let (none, sampled) = sample(&solver, &*puzzle, 3, Fairness::Always);
    assert!(none.is_empty());
    assert_eq!(sampled.end, End::Nodes);
}

#[test]
fn samples_of_nothing() {
    let unsolvable = read("1.1.............", None).unwrap();
    for fairness in [Fairness::IfCountable, Fairness::Always, Fairness::Never] {
        let (_, sampled) = sample(&Solver::new(), &*unsolvable, 3, fairness);
        assert_eq!((sampled.found, sampled.end), (0, End::Complete));
        let puzzle = board("sudoku", "2,2").unwrap();
        let (_, sampled) = sample(&Solver::new(), &*puzzle, 0, fairness);
        assert_eq!((sampled.found, sampled.end), (0, End::Complete));
    }
    let zero: BigUint = BigUint::ZERO;
    let (_, sampled) = sample(&Solver::new(), &*unsolvable, 1, Fairness::Always);
    assert_eq!(sampled.of, Some(zero));
}

#[test]
fn lines_of_lists_are_those_of_the_format() {
    let sixteen = include_str!("../../../../corpus/sudoku/tile-reduction-16x16.txt");
    let puzzles = [
        board("sudoku", "2,2").unwrap(),
        board("sudoku", "3,2").unwrap(),
        board("sudoku", "3,3").unwrap(),
        read(sixteen, None).unwrap(),
    ];
    for puzzle in puzzles {
        let solution = Solver::new().first(&*puzzle).unwrap().solution.unwrap();
        let mut line = Vec::new();
        puzzle.line_writer().unwrap()(&solution, &mut line);
        line.push(b'\n');
        let written = puzzle.fill(&solution).write("line").unwrap();
        assert_eq!(written, String::from_utf8(line).unwrap());
    }
    // The line format could not say which boxes these have; the list need not.
    assert!(board("sudoku", "2,3").unwrap().line_writer().is_some());
    assert!(board("latin", "4,1,1").unwrap().line_writer().is_some());
    assert!(board("sudoku", "8,8").unwrap().line_writer().is_none());
}
