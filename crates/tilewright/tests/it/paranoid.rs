//! A paranoid solver finds out an engine that lies, whatever is asked, and believes one that does
//! not.

use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};
use tilewright::bulk::Interrupted;
use tilewright::engines::bulk::{Bulk, BulkAnswers, OneByOne};
use tilewright::engines::dance::Dance;
use tilewright::engines::{Ask, Branch, Count, Declined, End, Engine, Search, Stats};
use tilewright::list::Piece;
use tilewright::paranoid::{Mismatch, SelfChecks};
use tilewright::puzzles::sudoku::SUDOKU;
use tilewright::sample::Fairness;
use tilewright::{BigUint, Budget, Choice, Existence, Model, Puzzle, Solver, board, read};

/// The lie of an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lie {
    /// A solution lacks a choice.
    Solution,
    /// There is no solution after the first.
    Second,
    /// There is no solution at all.
    None,
    /// The first solution comes again.
    Again,
    /// There is one solution more than there is.
    Count,
    /// It is honest.
    Nothing,
}

#[derive(Debug)]
struct Liar(Lie);

struct Lying {
    lie: Lie,
    search: Box<dyn Search>,
    given: u64,
    first: Vec<Choice>,
    told: Vec<Choice>,
}

impl Engine for Liar {
    fn name(&self) -> &'static str {
        "liar"
    }

    fn about(&self) -> &'static str {
        "dance, but for a lie"
    }

    fn prepare(&self, model: &Model, budget: &Budget) -> Result<Box<dyn Search>, Declined> {
        Ok(Box::new(Lying {
            lie: self.0,
            search: Dance.prepare(model, budget)?,
            given: 0,
            first: Vec::new(),
            told: Vec::new(),
        }))
    }

    fn bulk(&self, model: &Model) -> Option<Box<dyn Bulk>> {
        Some(Box::new(LyingBulk {
            lie: self.0,
            bulk: OneByOne::new(&Dance, model).ok()?,
        }))
    }
}

impl Search for Lying {
    fn start(&mut self, ask: &Ask) {
        self.given = 0;
        self.search.start(ask);
    }

    fn advance(&mut self) -> Result<&[Choice], End> {
        match (self.lie, self.given) {
            (Lie::None, _) | (Lie::Second, 1) => return Err(End::Complete),
            (Lie::Again, 1) => {
                self.given += 1;
                return Ok(&self.first);
            }
            _ => {}
        }
        self.told = self.search.advance()?.to_vec();
        self.given += 1;
        if self.given == 1 {
            self.first = self.told.clone();
        }
        if self.lie == Lie::Solution {
            self.told.pop();
        }
        Ok(&self.told)
    }

    fn count(&mut self) -> Count {
        let mut count = self.search.count();
        if self.lie == Lie::Count {
            count.number += 1u32;
        }
        count
    }

    fn choice_count(&self) -> usize {
        self.search.choice_count()
    }

    fn stats(&self) -> Stats {
        self.search.stats()
    }

    fn branches(&mut self) -> Vec<Branch> {
        Vec::new()
    }

    fn possible(&mut self) -> Vec<Choice> {
        self.search.possible()
    }
}

struct LyingBulk {
    lie: Lie,
    bulk: OneByOne,
}

impl Bulk for LyingBulk {
    fn tiles(&self) -> usize {
        self.bulk.tiles()
    }

    fn run(&mut self, boards: &[u8], limit: u32, answers: &mut BulkAnswers) -> End {
        let end = self.bulk.run(boards, limit, answers);
        for count in &mut answers.counts {
            match self.lie {
                Lie::Second => *count = (*count).min(1),
                Lie::Count => *count += 1,
                Lie::None => *count = 0,
                _ => {}
            }
        }
        if self.lie == Lie::Solution {
            answers.firsts.swap(0, 1);
        }
        end
    }

    fn within(&mut self, budget: &Budget) {
        self.bulk.within(budget);
    }

    fn guesses(&self) -> u64 {
        self.bulk.guesses()
    }
}

fn liar(lie: Lie) -> Solver {
    Solver::new().with(Liar(lie)).paranoid(true)
}

/// The report of a question that fails, or the answer.
fn asked<A>(solver: &Solver, question: impl FnOnce(&Solver) -> A) -> Result<A, String> {
    let solver = solver.clone().within(&Budget::default());
    let answer = question(&solver);
    match solver.budget().failure() {
        Some(report) => {
            assert!(report.starts_with(Mismatch::HEADING), "{report}");
            Err(report.to_owned())
        }
        None => Ok(answer),
    }
}

/// The report of an answer that must fail, with its end.
fn failed(lie: Lie, question: impl FnOnce(&Solver) -> End) -> String {
    let mut end = End::Complete;
    let report = asked(&liar(lie), |solver| end = question(solver)).unwrap_err();
    assert_eq!(end, End::Failed, "{report}");
    report
}

/// The end of all solutions, and how many were given.
fn all(solver: &Solver, puzzle: &dyn Puzzle) -> (usize, End) {
    let mut asked = solver.ask(puzzle).unwrap();
    let mut solutions = asked.solutions();
    let number = solutions.by_ref().count();
    (number, solutions.end().unwrap())
}

/// The end of a check, which knows nothing then.
fn checked(solver: &Solver, puzzle: &dyn Puzzle) -> End {
    match solver.check(puzzle).unwrap().solutions {
        Existence::Unknown { found: None, end } => end,
        known => panic!("{known:?}"),
    }
}

/// The end of the search for the first solution, which finds none then.
fn first(solver: &Solver, puzzle: &dyn Puzzle) -> End {
    let first = solver.first(puzzle).unwrap();
    assert_eq!(first.solution, None);
    first.end
}

/// The text of a report under a heading.
fn said<'r>(report: &'r str, what: &str) -> &'r str {
    let lines = report.lines();
    let mut found = lines.filter_map(|line| line.strip_prefix(what)?.strip_prefix(": "));
    found
        .next()
        .unwrap_or_else(|| panic!("no {what} in {report}"))
}

/// Two solutions.
fn two() -> Box<dyn Puzzle> {
    read("..343412..434321", None).unwrap()
}

/// One solution.
fn one() -> Box<dyn Puzzle> {
    read("12..341.2143432.", None).unwrap()
}

#[test]
fn a_wrong_solution_is_found_out() {
    let report = failed(Lie::Solution, |solver| first(solver, &*one()));
    assert_eq!(said(&report, "engine"), "liar");
    assert!(
        said(&report, "by the definition").contains("Missing"),
        "{report}"
    );
    assert!(said(&report, "answer").contains("r1c1 = 1"), "{report}");
    assert!(report.contains("puzzle: sudoku:"), "{report}");
    let reports = [
        failed(Lie::Solution, |solver| checked(solver, &*one())),
        failed(Lie::Solution, |solver| {
            let (number, end) = all(&solver.clone().threads(2), &*two());
            assert_eq!(number, 0);
            end
        }),
        failed(Lie::Solution, |solver| {
            let (number, end) = all(solver, &*two());
            assert_eq!(number, 0);
            end
        }),
        failed(Lie::Solution, |solver| {
            let draw = |_: &[Choice]| panic!("nobody hears a wrong answer");
            let sampled = solver.sample(&*two(), 1, Fairness::Never, draw).unwrap();
            assert_eq!(sampled.found, 0);
            sampled.end
        }),
    ];
    for report in reports {
        assert!(said(&report, "by the definition").contains("Missing"));
    }
}

#[test]
fn a_missing_solution_is_found_out() {
    let report = failed(Lie::Second, |solver| {
        match solver.check(&*two()).unwrap().solutions {
            Existence::Unknown { end, .. } => end,
            known => panic!("{known:?}"),
        }
    });
    assert_eq!(said(&report, "answer"), "1 solution, and no other");
    assert_eq!(said(&report, "checked by"), "reduce");
    assert!(said(&report, "check").starts_with("there is another solution: "));
    // The same with all that a user may do beside it.
    for threads in [1, 2] {
        let report = failed(Lie::Second, |solver| {
            all(&solver.clone().threads(threads), &*two()).1
        });
        assert_eq!(said(&report, "answer"), "1 solution");
        assert_eq!(said(&report, "check"), "at least 2 solutions");
        assert_eq!(said(&report, "threads"), threads.to_string());
    }
}

#[test]
fn that_there_is_no_solution_is_found_out() {
    for question in [two(), one()] {
        let report = failed(Lie::None, |solver| first(solver, &*question));
        assert_eq!(said(&report, "answer"), "0 solutions, and no other");
        failed(Lie::None, |solver| checked(solver, &*question));
    }
}

#[test]
fn a_solution_that_comes_again_is_found_out() {
    let report = failed(Lie::Again, |solver| {
        match solver.check(&*two()).unwrap().solutions {
            Existence::Unknown { end, .. } => end,
            known => panic!("{known:?}"),
        }
    });
    assert_eq!(said(&report, "check"), "it comes twice");
    let report = failed(Lie::Again, |solver| all(solver, &*two()).1);
    assert_eq!(said(&report, "check"), "it comes twice");
}

#[test]
fn a_wrong_count_is_found_out() {
    let report = failed(Lie::Count, |solver| solver.count(&*two()).unwrap().end);
    assert_eq!(said(&report, "answer"), "3 solutions");
    assert_eq!(said(&report, "checked by"), "reduce");
    assert_eq!(said(&report, "check"), "2 solutions");
    // More solutions than one would visit by hand.
    let loops = board("loops", "5x6").unwrap();
    let true_count = Solver::new().paranoid(true).count(&*loops).unwrap();
    assert!(true_count.number > BigUint::from(1000u32), "{true_count:?}");
    failed(Lie::Count, |solver| solver.count(&*loops).unwrap().end);
    // One that fails does not end the next.
    let solver = liar(Lie::Count);
    for _ in 0..2 {
        let mut asked = solver.ask(&*two()).unwrap();
        assert_eq!(asked.count().end, End::Failed);
        assert!(asked.first().solution.is_some());
        assert!(asked.failure().unwrap().contains("answer: 3 solutions"));
    }
}

#[test]
fn lies_in_bulk_are_found_out() {
    let plain = SUDOKU
        .formats
        .iter()
        .find_map(|format| format.plain)
        .unwrap();
    let line =
        b"1..3.48.9.24.....7...96.5..23.....5.5.7..8.........4....95.....3..8......5.6...3.\n";
    let mut board = [0; 81];
    assert_eq!(plain.read_lines(line, &mut board).lines, 1);
    let run = |solver: &Solver| {
        let model = solver.plain_model(plain).unwrap();
        let mut bulk = solver.bulk(&model).unwrap();
        let answers = bulk.run(&board, 2).map(|answers| answers.counts.clone());
        (answers, solver.self_checks())
    };
    for lie in [Lie::Solution, Lie::Count, Lie::None] {
        let mut answers = Ok(Vec::new());
        let report = asked(&liar(lie), |solver| answers = run(solver).0).unwrap_err();
        assert!(report.contains("1003048090240"), "{report}");
        assert_eq!(answers, Err(Interrupted(End::Failed)));
    }
    let (counts, checks) = asked(&liar(Lie::Nothing), run).unwrap();
    assert_eq!(
        (counts, checks.solutions, checks.counts),
        (Ok(vec![1]), 1, 1)
    );
}

#[test]
fn somebody_may_hear_of_it_first() {
    let heard = Arc::new(Mutex::new(String::new()));
    let ear = Arc::clone(&heard);
    let solver = liar(Lie::Count).seed(7).on_mismatch(move |mismatch| {
        let mut mismatch = mismatch.clone();
        mismatch.add("command", "tilewright count");
        *ear.lock().unwrap() = mismatch.to_string();
    });
    let count = solver.count(&*two()).unwrap();
    assert_eq!(count.end, End::Failed);
    let heard = heard.lock().unwrap();
    assert_eq!(said(&heard, "command"), "tilewright count");
    assert_eq!(said(&heard, "seed"), "7");
    assert!(heard.ends_with("----- end -----"), "{heard}");
}

#[test]
fn what_is_right_is_believed() {
    let solver = Solver::new().paranoid(true);
    for engine in ["auto", "dance", "reduce", "sat", "count"] {
        let solver = Solver::new().engine(engine).unwrap().paranoid(true);
        for puzzle in [two(), one()] {
            solver.first(&*puzzle).unwrap();
            solver.check(&*puzzle).unwrap();
            solver.count(&*puzzle).unwrap();
            let all = |session: &mut tilewright::Asked| session.solutions().count();
            solver
                .ask(&*puzzle)
                .map(|mut asked| all(&mut asked))
                .unwrap();
        }
        let SelfChecks {
            solutions,
            verdicts,
            counts,
            unchecked,
            ..
        } = solver.self_checks();
        assert!(solutions > 10 && verdicts > 1 && counts == 4, "{engine}");
        assert_eq!(unchecked, 0, "{engine}");
    }
    let puzzle = read(
        "1..3.48.9.24.....7...96.5..23.....5.5.7..8.........4....95.....3..8......5.6...3.",
        None,
    )
    .unwrap();
    let steps = solver
        .ask(&*puzzle)
        .map(|mut session| {
            let steps = session.explain().count();
            session.hint().unwrap().unwrap();
            session.rate();
            steps
        })
        .unwrap();
    assert!(solver.self_checks().steps > steps as u64);
    assert_eq!(solver.self_checks().unchecked, 0);
}

#[test]
fn lists_and_classes_are_looked_at() {
    let sudoku = board("sudoku", "2,2").unwrap();
    let solver = Solver::new().paranoid(true).threads(2);
    let on_lines = |_: tilewright::list::Lines<'_>| ControlFlow::Continue(());
    let piece = Piece::default();
    let write = |_: &[Choice], out: &mut Vec<u8>| out.push(b'\n');
    solver.list(&*sudoku, &piece, &write, on_lines).unwrap();
    assert_eq!(solver.self_checks().solutions, 288);
    assert_eq!(solver.self_checks().counts, 1);
    // Lines that are alike would say nothing about their classes.
    let write =
        |_: &[Choice], size: u128, out: &mut Vec<u8>| out.extend(format!("{size}\n").bytes());
    solver
        .list_classes(&*sudoku, &piece, &write, on_lines)
        .unwrap();
    assert_eq!(solver.self_checks().counts, 2);
}

#[test]
fn what_a_plain_search_does_not_settle_is_settled_by_clauses() {
    // 17 clues: the plain algorithm needs more nodes than it has, or nearly.
    let text = "...............5..2..6..1......7..4..3.........8....1..6.3....7.....2..........8.";
    let puzzle = read(text, None).unwrap();
    let solver = Solver::new().paranoid(true);
    let existence = solver.ask(&*puzzle).map(|mut session| session.existence());
    let is_known = !matches!(existence, Ok(Existence::Unknown { .. }));
    assert!(is_known && solver.self_checks().unchecked == 0);
}

#[test]
fn what_cannot_be_checked_in_time_is_said() {
    let roads = board("roads", "4x4").unwrap();
    let solver = Solver::new().engine("dance").unwrap().paranoid(true);
    let count = solver.count(&*roads).unwrap();
    assert!(count.is_exact());
    let limited = Solver::new().paranoid(true).nodes(2);
    let stopped = limited.count(&*roads).unwrap();
    assert_eq!(stopped.end, End::Nodes);
    let none = SelfChecks {
        unchecked: 1,
        ..SelfChecks::default()
    };
    assert_eq!(
        none.to_string(),
        "self-check: 1 answer not checked within the limits"
    );
    let both = SelfChecks {
        counts: 1,
        beyond: 2,
        ..none
    };
    assert_eq!(
        both.to_string(),
        "self-check: 1 count, nothing wrong; 1 answer not checked within the limits; \
         2 answers not checked: counts beyond a million are not"
    );
    assert_eq!(
        SelfChecks::default().to_string(),
        "self-check: nothing to check"
    );
    let off = Solver::new().paranoid(false);
    off.check(&*one()).unwrap();
    assert_eq!(off.self_checks(), SelfChecks::default());
}

#[test]
fn tests_check_a_little_by_themselves() {
    let solver = Solver::new();
    solver.check(&*one()).unwrap();
    assert_eq!(solver.self_checks().verdicts > 0, cfg!(debug_assertions));
}
