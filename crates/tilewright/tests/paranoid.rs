//! A paranoid solver finds out an engine that lies, whatever is asked, and believes one that does
//! not.

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex};
use tilewright::engines::bulk::{Answers, Bulk, OneByOne};
use tilewright::engines::dance::Dance;
use tilewright::engines::{Ask, Branch, Count, Declined, End, Engine, Search, Stats};
use tilewright::explain::Manner;
use tilewright::list::Piece;
use tilewright::paranoid::{Mismatch, SelfChecks};
use tilewright::play::Standing;
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

    fn run(&mut self, boards: &[u8], limit: u32, answers: &mut Answers) -> End {
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

    fn stop_at(&mut self, stop: Arc<std::sync::atomic::AtomicBool>) {
        self.bulk.stop_at(stop);
    }

    fn guesses(&self) -> u64 {
        self.bulk.guesses()
    }
}

fn liar(lie: Lie) -> Solver {
    let engine: &'static Liar = Box::leak(Box::new(Liar(lie)));
    Solver::new().with(engine).paranoid(true)
}

/// The report of a question, or the answer.
fn asked<A>(question: impl FnOnce() -> A) -> Result<A, String> {
    catch_unwind(AssertUnwindSafe(question)).map_err(|payload| {
        let text = payload.downcast_ref::<String>().expect("a report is text");
        assert!(text.starts_with(Mismatch::HEADING), "{text}");
        text.clone()
    })
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
    let report = asked(|| liar(Lie::Solution).first(&*one())).unwrap_err();
    assert_eq!(said(&report, "engine"), "liar");
    assert!(
        said(&report, "by the definition").contains("Missing"),
        "{report}"
    );
    assert!(said(&report, "answer").contains("r1c1 = 1"), "{report}");
    assert!(report.contains("puzzle: sudoku:"), "{report}");
    let reports = [
        asked(|| liar(Lie::Solution).check(&*one()).map(|_| ())),
        asked(|| {
            let each = |_: &[Choice]| ControlFlow::Continue(());
            let ask = |session: &mut tilewright::Asked| session.each(None, each);
            liar(Lie::Solution)
                .ask(&*two())
                .map(|mut asked| ask(&mut asked))
                .map(|_| ())
        }),
        asked(|| {
            let all = |session: &mut tilewright::Asked| session.solutions(None).count();
            liar(Lie::Solution)
                .ask(&*two())
                .map(|mut asked| all(&mut asked))
                .map(|_| ())
        }),
        asked(|| {
            let draw = |_: &[Choice]| ControlFlow::Continue(());
            let solver = liar(Lie::Solution);
            solver.sample(&*two(), 1, Fairness::Never, draw).map(|_| ())
        }),
    ];
    for report in reports {
        assert!(said(&report.unwrap_err(), "by the definition").contains("Missing"));
    }
}

#[test]
fn a_missing_solution_is_found_out() {
    let report = asked(|| liar(Lie::Second).check(&*two())).unwrap_err();
    assert_eq!(said(&report, "answer"), "1 solution, and no other");
    assert_eq!(said(&report, "checked by"), "reduce");
    assert!(said(&report, "check").starts_with("there is another solution: "));
    // The same with all that a user may do beside it.
    let all = |session: &mut tilewright::Asked| session.solutions(None).count();
    let report = asked(|| {
        liar(Lie::Second)
            .ask(&*two())
            .map(|mut asked| all(&mut asked))
    })
    .unwrap_err();
    assert_eq!(said(&report, "answer"), "1 solution");
    assert_eq!(said(&report, "check"), "at least 2 solutions");
}

#[test]
fn that_there_is_no_solution_is_found_out() {
    for question in [two(), one()] {
        let report = asked(|| liar(Lie::None).first(&*question)).unwrap_err();
        assert_eq!(said(&report, "answer"), "0 solutions, and no other");
        assert!(asked(|| liar(Lie::None).check(&*question)).is_err());
    }
}

#[test]
fn a_solution_that_comes_again_is_found_out() {
    let report = asked(|| liar(Lie::Again).check(&*two())).unwrap_err();
    assert_eq!(said(&report, "check"), "it comes twice");
    let all = |session: &mut tilewright::Asked| session.solutions(None).count();
    let report = asked(|| {
        liar(Lie::Again)
            .ask(&*two())
            .map(|mut asked| all(&mut asked))
    })
    .unwrap_err();
    assert_eq!(said(&report, "check"), "it comes twice");
}

#[test]
fn a_wrong_count_is_found_out() {
    let report = asked(|| liar(Lie::Count).count(&*two())).unwrap_err();
    assert_eq!(said(&report, "answer"), "3 solutions");
    assert_eq!(said(&report, "checked by"), "reduce");
    assert_eq!(said(&report, "check"), "2 solutions");
    // More solutions than one would visit by hand.
    let loops = board("loops", "5x6").unwrap();
    let true_count = Solver::new().paranoid(true).count(&*loops).unwrap();
    assert!(true_count.number > BigUint::from(1000u32), "{true_count:?}");
    assert!(asked(|| liar(Lie::Count).count(&*loops)).is_err());
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
    let run = |lie| {
        let solver = liar(lie);
        let model = solver.plain_model(plain).unwrap();
        let answers = solver.bulk(&model).unwrap().run(&board, 2).cloned();
        (answers.unwrap().counts, solver.self_checks())
    };
    for lie in [Lie::Solution, Lie::Count, Lie::None] {
        let report = asked(|| run(lie)).unwrap_err();
        assert!(report.contains("1003048090240"), "{report}");
    }
    let (counts, checks) = asked(|| run(Lie::Nothing)).unwrap();
    assert_eq!((counts, checks.solutions, checks.counts), (vec![1], 1, 1));
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
    asked(|| solver.count(&*two())).unwrap_err();
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
            let all = |session: &mut tilewright::Asked| session.solutions(None).count();
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
            let steps = session
                .explain(Standing::default(), Manner::default())
                .count();
            session
                .hint(Standing::default(), Manner::default())
                .unwrap()
                .unwrap();
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
