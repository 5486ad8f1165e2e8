//! The answers of a solver: the promised first solution, all solutions, counts and verdicts, each
//! the same on any number of threads and never more than was searched.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};
use tilewright::puzzles::shikaku::Shikaku;
use tilewright::sample::Fairness;
use tilewright::{Choice, End, Existence, Puzzle, Refusal, Solver, board, read};

/// A Shikaku with a solution, made by cutting a grid at random, and often with several.
fn random_shikaku(seed: u64, width: usize, height: usize) -> Box<dyn Puzzle> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut random = move |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 33) as usize % below
    };
    let mut clues = vec![0; width * height];
    let mut parts = vec![(0, 0, width, height)];
    while let Some((x, y, w, h)) = parts.pop() {
        if w * h > 6 || (w * h > 3 && random(3) == 0) {
            if w > h {
                let cut = 1 + random(w - 1);
                parts.push((x, y, cut, h));
                parts.push((x + cut, y, w - cut, h));
            } else {
                let cut = 1 + random(h - 1);
                parts.push((x, y, w, cut));
                parts.push((x, y + cut, w, h - cut));
            }
        } else {
            clues[(y + random(h)) * width + x + random(w)] = w * h;
        }
    }
    let rows: Vec<String> = clues
        .chunks(width)
        .map(|row| {
            let numbers: Vec<String> = row.iter().map(ToString::to_string).collect();
            numbers.join(" ")
        })
        .collect();
    let text = format!("{width} {height}\n{}\n", rows.join("\n"));
    read(&text, Some("shikaku")).unwrap()
}

fn labels(puzzle: &dyn Puzzle, solution: &[Choice]) -> Vec<u32> {
    let filled = puzzle.fill(solution);
    let shikaku = filled.downcast::<Shikaku>().unwrap();
    shikaku.labels().unwrap()
}

fn all(solver: &Solver, puzzle: &dyn Puzzle, limit: Option<u64>) -> (Vec<Vec<Choice>>, End) {
    let mut asked = solver.ask(puzzle).unwrap();
    let mut solutions = asked.limit(limit).solutions();
    let found = solutions.by_ref().collect();
    (found, solutions.end().unwrap())
}

#[test]
fn the_promised_solution_is_the_least_of_all() {
    let mut several = 0;
    for seed in 0..120 {
        let puzzle = random_shikaku(seed, 5 + seed as usize % 4, 6);
        let (found, end) = all(&Solver::new(), &*puzzle, None);
        assert_eq!(end, End::Complete);
        several += u32::from(found.len() > 1);
        let least = found.iter().map(|s| labels(&*puzzle, s)).min().unwrap();
        for engine in ["auto", "dance", "reduce"] {
            let solver = Solver::new().engine(engine).unwrap();
            let answer = solver.first(&*puzzle).unwrap();
            assert_eq!(answer.end, End::Complete);
            assert_eq!(labels(&*puzzle, &answer.solution.unwrap()), least, "{seed}");
        }
        assert_eq!(labels(&*puzzle, &found[0]), least, "it comes first of all");
    }
    assert!(several > 30, "only {several} puzzles test anything");
}

#[test]
fn threads_change_nothing() {
    let puzzles = [
        random_shikaku(3, 9, 9),
        board("roads", "4x4").unwrap(),
        board("loops", "6x6").unwrap(),
    ];
    for puzzle in &puzzles {
        let one = Solver::new();
        let three = Solver::new().threads(3);
        assert_eq!(one.first(&**puzzle), three.first(&**puzzle));
        assert_eq!(one.count(&**puzzle), three.count(&**puzzle));
        let listed = all(&one, &**puzzle, None);
        assert_eq!(listed, all(&three, &**puzzle, None));
        assert_eq!(
            all(&one, &**puzzle, Some(5)),
            all(&three, &**puzzle, Some(5))
        );
        let pulled: Vec<_> = one
            .ask(&**puzzle)
            .map(|mut session| session.solutions().collect())
            .unwrap();
        assert_eq!(listed.0, pulled);
    }
}

#[test]
fn a_limit_is_kept_and_said() {
    let roads = board("roads", "2x2").unwrap();
    for (limit, number, end) in [
        (Some(0), 0, End::Limit),
        (Some(5), 5, End::Limit),
        (Some(47), 47, End::Limit),
        (Some(48), 47, End::Complete),
        (None, 47, End::Complete),
    ] {
        let (found, ended) = all(&Solver::new(), &*roads, limit);
        assert_eq!((found.len(), ended), (number, end), "{limit:?}");
    }
    let several = (0..).map(|seed| random_shikaku(seed, 6, 6));
    let several = several
        .into_iter()
        .find(|p| Solver::new().count(&**p).unwrap().number > 2u32.into())
        .unwrap();
    let (found, end) = all(&Solver::new(), &*several, Some(2));
    assert_eq!((found.len(), end), (2, End::Limit));
    assert_ne!(found[0], found[1]);
}

#[test]
fn a_seed_gives_the_same_random_solution_again() {
    let roads = board("roads", "6x6").unwrap();
    let first = |seed| Solver::new().seed(seed).first(&*roads).unwrap();
    assert_eq!(first(7), first(7));
    assert!((0..5).any(|seed| first(seed) != first(7)));
}

#[test]
fn a_stopped_search_claims_nothing() {
    let roads = board("roads", "5x5").unwrap();
    let few = Solver::new().nodes(10);
    let verdict = few.check(&*roads).unwrap();
    assert!(matches!(
        verdict.solutions,
        Existence::Unknown {
            end: End::Nodes,
            ..
        }
    ));
    let count = few.count(&*roads).unwrap();
    assert!(!count.is_exact());
    let stop = Arc::new(AtomicBool::new(true));
    let answer = Solver::new().stop(stop).first(&*roads).unwrap();
    assert_eq!((answer.solution, answer.end), (None, End::Interrupted));
    assert!(!Solver::new().first(&*roads).unwrap().is_unsolvable());
}

#[test]
fn one_time_is_for_all_that_is_asked() {
    let puzzle = board("sudoku", "3,3").unwrap();
    // The moment has come before anything was asked, whatever the time for a question.
    let late = Solver::new()
        .time(Duration::from_hours(1))
        .by(Instant::now());
    assert_eq!(late.first(&*puzzle).unwrap().end, End::Time);
    assert_eq!(late.count(&*puzzle).unwrap().end, End::Time);
    let ends = late.ask(&*puzzle).map(|mut session| {
        let Existence::Unknown { end, .. } = session.existence() else {
            panic!("there was no time to find out");
        };
        (end, session.count().end)
    });
    assert_eq!(ends.unwrap(), (End::Time, End::Time));
    let drawn = late.sample(&*puzzle, 5, Fairness::Never, |_| ControlFlow::Continue(()));
    assert_eq!(drawn.unwrap().end, End::Time);
    // The earliest of several counts.
    let never = Instant::now() + Duration::from_hours(1);
    assert_eq!(late.by(never).first(&*puzzle).unwrap().end, End::Time);
    let solver = Solver::new().by(never);
    assert_eq!(solver.first(&*puzzle).unwrap().end, End::Complete);
}

#[test]
fn memory_is_for_the_model_and_the_search_together() {
    let puzzle = board("sudoku", "4,4").unwrap();
    let model = Solver::new().model(&*puzzle).unwrap();
    let solver = Solver::new().engine("dance").unwrap().nodes(1000);
    let little = solver.clone().memory(model.bytes() + 100_000);
    assert_eq!(little.count(&*puzzle).unwrap().end, End::Memory);
    let lacked = little.budget().lacked().expect("it is known");
    let needed = model.bytes() + lacked;
    assert!(needed > model.bytes() + 100_000);
    let enough = solver.memory(needed);
    assert_eq!(enough.count(&*puzzle).unwrap().end, End::Nodes);
}

#[test]
fn empty_boards_are_counted_by_symmetry_within_the_budget() {
    let solver = Solver::new();
    let empty = board("sudoku", "3,3").unwrap();
    for threads in [1, 2] {
        let count = solver.clone().threads(threads).count(&*empty).unwrap();
        assert_eq!(count.number.to_string(), "6670903752021072936960");
        assert_eq!(count.end, End::Complete);
    }
    let ends = |solver: Solver| {
        let count = solver.count(&*empty).unwrap();
        assert_eq!(count.number, 0u32.into());
        count.end
    };
    assert_eq!(ends(solver.clone().nodes(1000)), End::Nodes);
    assert_eq!(ends(solver.clone().time(Duration::ZERO)), End::Time);
    let stop = Arc::new(AtomicBool::new(true));
    assert_eq!(ends(solver.clone().stop(stop)), End::Interrupted);

    // A part of the board is searched here, and its count is multiplied for all like it.
    let cube = board("sudoku", "5,1,1").unwrap();
    let count = solver.count(&*cube).unwrap();
    assert_eq!(count.number, 2_781_803_520u64.into());
    let stopped = solver.clone().nodes(30_000).count(&*cube).unwrap();
    assert_eq!(stopped.end, End::Nodes);
    assert!(stopped.number > 120u32.into() && stopped.number < count.number);
    assert_eq!(&stopped.number % 120u32, 0u32.into());
}

#[test]
fn symmetry_is_left_alone_where_it_was_not_asked_for() {
    let empty = board("sudoku", "3,3").unwrap();
    let named = Solver::new().engine("dance").unwrap().nodes(1000);
    let count = named.count(&*empty).unwrap();
    assert_eq!(count.end, End::Nodes);
    assert!(count.number > 0u32.into(), "it visits");
    let solver = Solver::new();
    let limited = solver
        .ask(&*empty)
        .map(|mut session| session.limit(5).count());
    let limited = limited.unwrap();
    assert_eq!((limited.number, limited.end), (5u32.into(), End::Limit));
    let clue = read("1...............", None).unwrap();
    assert_eq!(solver.count(&*clue).unwrap().number, 72u32.into());
}

#[test]
fn verdicts_tell_none_one_and_several() {
    let check = |text: &str, wanted| {
        let puzzle = read(text, Some(wanted)).unwrap();
        Solver::new().check(&*puzzle).unwrap()
    };
    let none = check("2 1\n3 0\n", "shikaku");
    assert_eq!(none.solutions, Existence::None);
    let unique = check("2 2\n2 2\n0 0\n", "shikaku");
    assert!(matches!(unique.solutions, Existence::Unique(_)));
    assert_eq!(unique.redundant.tried, 2);
    assert_eq!(unique.redundant.end, End::Complete);
    let several = check("2 2\n2 0\n0 2\n", "shikaku");
    let Existence::Several(first, second) = several.solutions else {
        panic!("two dominoes lie both ways");
    };
    assert_ne!(first, second);
    assert_eq!(
        several.redundant.total, 0,
        "only unique puzzles are thinned"
    );
}

#[test]
fn puzzles_in_a_row_keep_their_order() {
    let solver = Solver::new();
    let counts = ["1x1", "1x1", "1x2", "1x1", "2x2"].map(|size| {
        let roads = board("roads", size).unwrap();
        solver.ask(&*roads).unwrap().count().number.to_string()
    });
    assert_eq!(counts, ["5", "5", "13", "5", "47"]);
}

#[test]
fn refusals_say_why() {
    let roads = board("roads", "30x30").unwrap();
    let refusal = Solver::new().memory(1000).first(&*roads).unwrap_err();
    assert!(matches!(&refusal, Refusal::TooLarge(large) if large.allowed == 1000));
    let naive = Solver::new().engine("naive").unwrap();
    let refusal = naive.first(&*roads).unwrap_err();
    assert!(refusal.to_string().contains("naive"), "{refusal}");
    let unknown = Solver::new().engine("abacus").unwrap_err();
    assert!(unknown.to_string().contains("reduce"), "{unknown}");
}
