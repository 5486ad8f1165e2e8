use crate::{Prover, Satisfiability};
use proptest::prelude::*;
use tilewright_checker::lrat;
use tilewright_model::budget::{Budget, End};

/// Runs a prover and, if it says that nothing satisfies the clauses, the checker on its proof.
fn run(variables: u32, clauses: &[Vec<i64>]) -> Satisfiability {
    let mut proof = Vec::new();
    let last = clauses.len() as u64;
    let mut prover = Prover::new(variables, last, &mut proof, &Budget::default());
    for (clause, number) in clauses.iter().zip(1..) {
        prover.add(number, clause).unwrap();
    }
    let outcome = prover.run().unwrap();
    let steps = prover.steps();
    match &outcome {
        Satisfiability::Unsatisfiable => {
            let checked = check(variables, clauses, &proof);
            assert_eq!(checked, steps);
        }
        Satisfiability::Satisfiable(is_true) => {
            let holds = |&l: &i64| is_true.contains(&(l.unsigned_abs() as u32 - 1)) == (l > 0);
            assert!(clauses.iter().all(|clause| clause.iter().any(holds)));
        }
        Satisfiability::Stopped(stop) => panic!("{stop}"),
    }
    outcome
}

fn check(variables: u32, clauses: &[Vec<i64>], proof: &[u8]) -> u64 {
    let mut checker = lrat::Checker::new(variables.into(), &Budget::default()).unwrap();
    for clause in clauses {
        checker.add(clause).unwrap();
    }
    checker
        .check(proof)
        .unwrap_or_else(|e| panic!("{e:?}\n{}", String::from_utf8_lossy(proof)))
}

fn is_satisfiable(variables: u32, clauses: &[Vec<i64>]) -> bool {
    (0..1u32 << variables).any(|assignment| {
        let holds = |&l: &i64| (assignment >> (l.unsigned_abs() - 1) & 1 == 1) == (l > 0);
        clauses.iter().all(|clause| clause.iter().any(holds))
    })
}

fn literal() -> impl Strategy<Value = i64> {
    (1..=8i64, any::<bool>()).prop_map(|(v, is_negative)| if is_negative { -v } else { v })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn agrees_with_trying_everything(
        clauses in prop::collection::vec(prop::collection::vec(literal(), 0..4), 0..50)
    ) {
        let is_unsatisfiable = run(8, &clauses) == Satisfiability::Unsatisfiable;
        prop_assert_eq!(is_unsatisfiable, !is_satisfiable(8, &clauses));
    }

    /// Solutions are excluded one after the other, in one search: all of them come, each once,
    /// and the proof that there are no more holds.
    #[test]
    fn all_solutions_one_by_one(
        clauses in prop::collection::vec(prop::collection::vec(literal(), 1..5), 10..40)
    ) {
        let mut all = clauses.clone();
        let mut proof = Vec::new();
        let mut prover = Prover::new(8, 1000, &mut proof, &Budget::default());
        for (clause, number) in clauses.iter().zip(1..) {
            prover.add(number, clause).unwrap();
        }
        while let Satisfiability::Satisfiable(is_true) = prover.run().unwrap() {
            let not_this = (0..8u32).map(|v| {
                let literal = i64::from(v) + 1;
                if is_true.contains(&v) { -literal } else { literal }
            });
            all.push(not_this.collect());
            prover.add(all.len() as u64, &all[all.len() - 1]).unwrap();
        }
        let found = (all.len() - clauses.len()) as u64;
        let holds = |assignment: u32, l: i64| (assignment >> (l.unsigned_abs() - 1) & 1 == 1) == (l > 0);
        let satisfies = |a: &u32| clauses.iter().all(|c| c.iter().any(|&l| holds(*a, l)));
        prop_assert_eq!(found, (0..256u32).filter(satisfies).count() as u64);
        check(8, &all, &proof);
    }
}

/// More pigeons than holes: short to say, long to prove.
fn pigeons(holes: i64) -> (u32, Vec<Vec<i64>>) {
    let sits = |pigeon: i64, hole: i64| pigeon * holes + hole + 1;
    let mut clauses: Vec<Vec<i64>> = (0..=holes)
        .map(|pigeon| (0..holes).map(|hole| sits(pigeon, hole)).collect())
        .collect();
    for hole in 0..holes {
        for one in 0..=holes {
            clauses.extend((0..one).map(|other| vec![-sits(one, hole), -sits(other, hole)]));
        }
    }
    (u32::try_from((holes + 1) * holes).unwrap(), clauses)
}

#[test]
fn pigeons_have_no_room() {
    for holes in 1..=8 {
        let (variables, clauses) = pigeons(holes);
        assert_eq!(run(variables, &clauses), Satisfiability::Unsatisfiable);
    }
}

#[test]
fn clauses_are_forgotten_and_moved_on_the_way() {
    // Random clauses of three literals, 4.6 for each variable: thousands of conflicts.
    let mut state = 7u64;
    let mut random = |below: u64| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (state >> 33) % below
    };
    let variables = 230;
    let mut clauses = Vec::new();
    for _ in 0..1058 {
        let literal = |_| {
            let variable = 1 + random(variables).cast_signed();
            if random(2) == 0 { variable } else { -variable }
        };
        clauses.push((0..3).map(literal).collect::<Vec<i64>>());
    }
    let mut proof = Vec::new();
    let mut prover = Prover::new(230, 1058, &mut proof, &Budget::default());
    for (clause, number) in clauses.iter().zip(1..) {
        prover.add(number, clause).unwrap();
    }
    assert_eq!(prover.run().unwrap(), Satisfiability::Unsatisfiable);
    assert!(prover.conflicts() > 4000, "{}", prover.conflicts());
    let forgets = |line: &&str| line.contains(" d ");
    let text = String::from_utf8(proof.clone()).unwrap();
    assert!(text.lines().filter(forgets).count() > 1);
    check(230, &clauses, &proof);
}

#[test]
fn limits_are_kept() {
    let (variables, clauses) = pigeons(14);
    let stop = |budget: &Budget| {
        let mut proof = Vec::new();
        let mut prover = Prover::new(variables, clauses.len() as u64, &mut proof, budget);
        for (clause, number) in clauses.iter().zip(1..) {
            prover.add(number, clause).unwrap();
        }
        prover.run().unwrap()
    };
    let time = Budget::default().time(std::time::Duration::from_millis(50));
    assert_eq!(stop(&time), Satisfiability::Stopped(End::Time));
    let memory = Budget::default().memory(1 << 18);
    assert_eq!(stop(&memory), Satisfiability::Stopped(End::Memory));
    assert!(memory.lacked().is_some_and(|needed| needed > 1 << 18));
    let conflicts = Budget::default().nodes(300);
    assert_eq!(stop(&conflicts), Satisfiability::Stopped(End::Nodes));
    assert_eq!(conflicts.spent(), 300);
    let flag = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(true));
    let interrupt = Budget::default().stop(flag);
    assert_eq!(stop(&interrupt), Satisfiability::Stopped(End::Interrupted));
}

/// A disc that is full.
struct Full;

impl std::io::Write for Full {
    fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
        Err(std::io::ErrorKind::StorageFull.into())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_proof_that_cannot_be_written_is_no_proof() {
    let (variables, clauses) = pigeons(9);
    let mut full = Full;
    let mut prover = Prover::new(
        variables,
        clauses.len() as u64,
        &mut full,
        &Budget::default(),
    );
    for (clause, number) in clauses.iter().zip(1..) {
        prover.add(number, clause).unwrap();
    }
    let error = prover.run().unwrap_err();
    assert_eq!(error.kind(), std::io::ErrorKind::StorageFull);
}
