//! Explanations, hints, clashes and differences, on puzzles of all kinds.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use tilewright::check::ClashKind;
use tilewright::explain::{Event, Manner, Outcome, differences};
use tilewright::logic::Level;
use tilewright::puzzles::Puzzle;
use tilewright::{End, Existence, Rated, Solver, board, read};

fn corpus(name: &str) -> Box<dyn Puzzle> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpus/");
    let text = std::fs::read_to_string(format!("{folder}{name}")).unwrap();
    read(&text, None).unwrap()
}

/// Continues with assumptions.
const SEARCH: Manner = Manner {
    search: true,
    unique: false,
    nested: false,
};

/// The end of an explanation, and the levels of its steps.
fn explain(puzzle: &dyn Puzzle, manner: Manner) -> (Outcome, Vec<Level>) {
    let mut levels = Vec::new();
    let mut asked = Solver::new().ask(puzzle).unwrap();
    let mut steps = asked.manner(manner).explain();
    for event in steps.by_ref() {
        if let Event::Step(page) = event {
            levels.push(page.step.level());
            assert!(!page.telling.name.is_empty() && !page.telling.therefore.is_empty());
        }
    }
    (steps.outcome().unwrap().clone(), levels)
}

#[test]
fn what_only_needs_sets_is_explained_to_the_end() {
    for name in [
        "sudoku/set-relaxation-9x9.txt",
        "sudoku/tile-reduction-9x9.txt",
    ] {
        let (outcome, levels) = explain(&*corpus(name), Manner::default());
        assert!(
            matches!(outcome, Outcome::Solved { depth: 0, .. }),
            "{name}"
        );
        assert!(
            levels.iter().all(|level| *level <= Level::Sets(4)),
            "{name}"
        );
    }
}

/// Every step is checked on the board where it is told, with those of its round before it.
#[test]
fn rules_files_with_lines_and_links_are_explained() {
    for name in [
        "nurikabe-4x4",
        "killer-4x4",
        "nonogram-5x5",
        "stars-6x6",
        "slitherlink-4x4",
    ] {
        let puzzle = corpus(&format!("rules/{name}.toml"));
        let mut asked = Solver::new().paranoid(true).ask(&*puzzle).unwrap();
        let mut steps = asked.manner(Manner::default()).explain();
        for event in steps.by_ref() {
            let Event::Step(page) = event else { continue };
            let telling = &page.telling;
            let told = [&telling.place, &telling.because, &telling.therefore];
            assert!(
                told.iter().all(|told| !told.contains("hidden")),
                "{telling:?}"
            );
            puzzle.illustrate(&page.step, &page.before);
        }
        // The loop asks for more than logic has.
        match steps.outcome().unwrap() {
            Outcome::Solved { depth: 0, .. } => {}
            Outcome::Stuck if name == "slitherlink-4x4" => {}
            other => panic!("{name}: {other:?}"),
        }
    }
}

/// The reasons of steps that follow from groups and cages, in order: a 6×6 Sudoku with the cages of these letters.
fn told_of_sums(values: &str, cages: &str, sums: &[(&str, u32)]) -> Vec<String> {
    let mut text = format!(
        "grid = [6, 6]\nvalues = \"{values}\"\nregions = \"\"\"\n{cages}\"\"\"\n\n[[group]]\n\
         tiles = [\"rows\", \"columns\", \"boxes 2x3\"]\nall_different = true\n"
    );
    text.extend(sums.iter().map(|(cell, sum)| {
        format!(
            "\n[[rule]]\neach = \"region({cell})\"\nall_different = true\n\
             require = \"sum(here) == {sum}\"\n"
        )
    }));
    let puzzle = read(&text, None).unwrap();
    let mut asked = Solver::new().paranoid(true).ask(&*puzzle).unwrap();
    let mut told = Vec::new();
    for event in asked.manner(Manner::default()).explain() {
        if let Event::Step(page) = event
            && page.step.level() == Level::Derived
        {
            puzzle.illustrate(&page.step, &page.before);
            told.push(format!("{}: {}", page.telling.name, page.telling.because));
        }
    }
    told
}

#[test]
fn what_groups_and_cages_add_up_to_is_told() {
    let cages = "\
AAABB.
AA.BBB
CCCEE.
C..EFF
DDG..F
DDGG..
";
    let sums = [
        ("r1c1", 15),
        ("r1c4", 15),
        ("r3c1", 11),
        ("r3c4", 13),
        ("r4c5", 9),
        ("r5c1", 14),
        ("r5c3", 10),
    ];
    let told = told_of_sums("1..6", cages, &sums);
    assert_eq!(
        told[..3],
        [
            "outies: box 5 adds up to 21, and the 2 lines over it to 24, so r6c4 is 3",
            "innies and outies: box 4 adds up to 21, and the 2 lines over it to 22, so r3c6 is 1 less than r5c6",
            "innies: box 5 adds up to 21, and the line in it to 14, so r5c3 and r6c3 add up to 7",
        ]
    );
    // The sums are those of the values, whatever these are.
    let doubled = sums.map(|(cell, sum)| (cell, 2 * sum));
    let told = told_of_sums("2 4 6 8 10 12", cages, &doubled);
    assert_eq!(
        told[1],
        "innies and outies: box 4 adds up to 42, and the 2 lines over it to 44, so r3c6 is 2 less than r5c6"
    );
}

#[test]
fn a_cube_is_explained_by_singles() {
    let (outcome, levels) = explain(
        &*corpus("sudoku/tile-reduction-cube1.txt"),
        Manner::default(),
    );
    assert!(matches!(outcome, Outcome::Solved { .. }));
    assert!(levels.iter().all(|level| *level == Level::Single));
}

#[test]
fn shikaku_is_explained() {
    let puzzle = corpus("shikaku/5x5-1.txt");
    let (outcome, _) = explain(&*puzzle, Manner::default());
    let Outcome::Solved { solution, depth: 0 } = outcome else {
        panic!("{outcome:?}");
    };
    let Ok(answer) = Solver::new().first(&*puzzle) else {
        panic!("it has a model");
    };
    assert_eq!(answer.solution, Some(solution));
}

#[test]
fn what_logic_leaves_is_searched() {
    let puzzle = corpus("rules/zebra.toml");
    let (outcome, _) = explain(&*puzzle, SEARCH);
    let Outcome::Solved { solution, .. } = outcome else {
        panic!("{outcome:?}");
    };
    assert_eq!(
        Solver::new().first(&*puzzle).unwrap().solution,
        Some(solution)
    );
    // An empty board needs assumptions, and one after the other holds.
    let empty = board("sudoku", "2,2").unwrap();
    let (outcome, _) = explain(&*empty, SEARCH);
    assert!(matches!(outcome, Outcome::Solved { depth, .. } if depth > 0));
    let (outcome, _) = explain(&*empty, Manner::default());
    assert_eq!(outcome, Outcome::Stuck);
}

#[test]
fn a_search_shows_that_there_is_no_solution() {
    let puzzle = corpus("cover/langford5.xcc");
    let (outcome, _) = explain(&*puzzle, SEARCH);
    assert!(matches!(outcome, Outcome::Contradiction(_)));
}

#[test]
fn a_hint_is_the_first_step() {
    let puzzle = read("123434122143....", None).unwrap();
    let hint = Solver::new()
        .ask(&*puzzle)
        .map(|mut session| session.hint());
    let hint = hint.unwrap().unwrap().expect("there is a step");
    assert_eq!(hint.telling.name, "full house");
    let solved = read("12..34..21..43..", None).unwrap();
    let hint = Solver::new()
        .ask(&*solved)
        .map(|mut session| session.hint());
    assert_eq!(hint.unwrap(), Ok(None));
}

/// The size of a smallest set of givens without a solution, by trying them all.
fn smallest_by_trying(puzzle: &dyn Puzzle) -> usize {
    let givens: Vec<(usize, u16)> = sudoku(puzzle).clues().collect();
    let clashes = |set: u32| {
        let mut fewer = sudoku(puzzle).clone();
        for (place, (cell, _)) in givens.iter().enumerate() {
            if set >> place & 1 == 0 {
                fewer.set(*cell, None);
            }
        }
        Solver::new().first(&fewer).unwrap().is_unsolvable()
    };
    let sets = 0..1u32 << givens.len();
    let clashing = sets.filter(|&set| clashes(set));
    clashing
        .map(u32::count_ones)
        .min()
        .expect("all of them clash") as usize
}

fn sudoku(puzzle: &dyn Puzzle) -> &tilewright::puzzles::sudoku::Sudoku {
    puzzle.downcast().expect("a Sudoku")
}

#[test]
fn a_clash_is_a_smallest_one() {
    let lines = [
        "1.1.............",
        "12..34.......5..",
        "1...2.....3...4.",
        "12...3......4...",
        "123....4........",
        "1..2.3....4.....",
        "1.23..4.........",
        "12.3............",
        ".1.2..3.4.....1.",
        "1...2...3...2..4",
        "12..3...4..1..2.",
    ];
    let mut clashes = 0;
    for line in lines.iter().filter(|line| !line.contains('5')) {
        let puzzle = read(line, Some("sudoku:line")).unwrap();
        let clash = Solver::new()
            .ask(&*puzzle)
            .map(|mut session| session.clash());
        let is_unsolvable = Solver::new().first(&*puzzle).unwrap().is_unsolvable();
        let Some(clash) = clash.unwrap() else {
            assert!(!is_unsolvable, "{line}");
            continue;
        };
        clashes += 1;
        assert!(is_unsolvable, "{line}");
        assert!(clash.is_smallest, "{line}");
        assert_eq!(clash.kind, ClashKind::Clues);
        assert_eq!(clash.parts.len(), smallest_by_trying(&*puzzle), "{line}");
    }
    assert!(clashes >= 3, "{clashes}");
}

#[test]
fn a_puzzle_without_clues_has_demands_that_clash() {
    let clash = |text: &str| {
        let puzzle = read(text, None).unwrap();
        let clash = Solver::new()
            .ask(&*puzzle)
            .map(|mut session| session.clash());
        clash.unwrap().expect("there is no solution")
    };
    let unreached = clash("4 3\n0 0 0 6\n0 3 0 0\n0 3 0 0\n");
    assert_eq!(unreached.kind, ClashKind::Demands);
    assert_eq!(unreached.parts, ["r1c1"]);
    let crowded = clash("3 1\n1 0 3\n");
    assert_eq!(crowded.kind, ClashKind::Whole);
    assert_eq!(
        crowded.parts,
        ["the areas add up to 4, and the grid has 3 cells"]
    );
    let puzzle = corpus("cover/langford5.xcc");
    let langford = Solver::new()
        .ask(&*puzzle)
        .map(|mut session| session.clash());
    assert_eq!(langford.unwrap().unwrap().parts.len(), 5);
}

#[test]
fn two_solutions_differ_where_they_do() {
    let puzzle = read("12..34..21..43..", None).unwrap();
    let solver = Solver::new();
    let found = solver.ask(&*puzzle).map(|mut session| {
        let Existence::Several(one, other) = session.existence() else {
            return Vec::new();
        };
        differences(session.model(), &one, &other)
    });
    let names: Vec<_> = found.unwrap();
    assert!(!names.is_empty());
    for (one, other) in names {
        assert_ne!(one, other);
        let [one, other] = [one, other].map(|choice| puzzle.choice_name(choice));
        assert_eq!(one.split(' ').next(), other.split(' ').next());
    }
}

/// A 9×9 that takes contradictions within contradictions.
const HARDEST: &str =
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

#[test]
fn there_is_no_rating_after_a_stop() {
    let hard = read(HARDEST, None).unwrap();
    let cube = corpus("sudoku/tile-reduction-cube1.txt");
    let mut stopped = 0;
    for puzzle in [&*hard, &*cube] {
        // From a budget that is too short for anything to one that suffices to get stuck without
        // being done.
        for time in (0..10).map(|doubled| Duration::from_micros(200 << doubled)) {
            let solver = Solver::new().time(time);
            match solver
                .ask(puzzle)
                .map(|mut session| session.rate())
                .unwrap()
            {
                Rated::Stopped(end) => {
                    assert_eq!(end, End::Time);
                    stopped += 1;
                }
                Rated::Unique(rating) => {
                    assert!(rating.difficulty.is_some(), "after {time:?}: {rating:?}");
                    assert!(rating.nine.is_none_or(|nine| nine.se.is_ok()));
                }
                other => panic!("{other:?}"),
            }
        }
    }
    assert!(stopped > 0);
    let solver = Solver::new().stop(Arc::new(AtomicBool::new(true)));
    let rated = solver
        .ask(&*hard)
        .map(|mut session| session.rate())
        .unwrap();
    assert!(matches!(rated, Rated::Stopped(End::Interrupted)));
}

#[test]
fn all_of_a_rating_is_within_one_time() {
    let hard = read(HARDEST, None).unwrap();
    let time = Duration::from_millis(400);
    let started = std::time::Instant::now();
    let rated = Solver::new().time(time).ask(&*hard).unwrap().rate();
    let took = started.elapsed();
    if let Rated::Stopped(_) = rated {
        assert!(took < 2 * time, "{took:?}");
    }
}
