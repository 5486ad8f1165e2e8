use super::*;
use proptest::prelude::*;
use std::fmt::Write as _;
use std::time::Duration;

fn checker(variables: u64, clauses: &[&[i64]]) -> Checker {
    let mut checker = Checker::new(variables, &Budget::default()).unwrap();
    for clause in clauses {
        checker.add(clause).unwrap();
    }
    checker
}

/// All four clauses of two literals: clause 5 says 1, clause 6 nothing at all.
const ALL: [&[i64]; 4] = [&[1, 2], &[1, -2], &[-1, 2], &[-1, -2]];

fn answer(proof: &[u8]) -> String {
    match checker(2, &ALL).check(proof) {
        Ok(steps) => format!("{steps} steps"),
        Err(Objection::Bad { line, reason }) => format!("{line}: {reason}"),
        Err(other) => format!("{other:?}"),
    }
}

#[test]
fn a_proof_is_followed_line_by_line() {
    assert_eq!(answer(b"5 1 0 1 2 0\n6 0 5 3 4 0\n"), "2 steps");
    // Numbers may leave gaps, and clauses may be forgotten.
    assert_eq!(
        answer(b"7 1 0 1 2 0\n7 d 1 2 0\n900 0 7 3 4 0\n"),
        "3 steps"
    );
    // A literal may occur twice.
    assert_eq!(answer(b"5 1 1 0 1 2 0\n6 0 5 3 4 0\n"), "2 steps");
}

#[test]
fn what_is_wrong_is_told_with_its_line() {
    let cases: [(&[u8], &str); 24] = [
        (b"", "1: the proof ends before it comes to the empty clause"),
        (
            b"5 1 0 1 2 0\n",
            "2: the proof ends before it comes to the empty clause",
        ),
        (
            b"6 0 3 4 0\n",
            "1: hint 3 leaves more than one literal open",
        ),
        (b"5 1 0 1 0\n", "1: its hints end without a contradiction"),
        (b"5 1 0 0\n", "1: its hints end without a contradiction"),
        (
            b"5 1 0 1 2 3 0\n",
            "1: hint 3 comes after the contradiction",
        ),
        (b"5 1 0 3 0\n", "1: hint 3 forces nothing: -1 is true"),
        (
            b"5 1 0 1 2 0\n6 0 5 3 9 0\n",
            "2: hint 9: there is no clause 9 yet",
        ),
        (
            b"5 1 0 1 2 0\n6 0 5 6 0\n",
            "2: hint 6: there is no clause 6 yet",
        ),
        (
            b"5 1 0 1 2 0\n5 d 3 0\n6 0 5 3 4 0\n",
            "3: hint 3: clause 3 was forgotten or never there",
        ),
        (
            b"5 1 0 1 2 0\n5 d 3 3 0\n",
            "2: cannot forget: clause 3 was forgotten or never there",
        ),
        (b"5 d 0 0\n", "1: expected the end of the line"),
        (
            b"5 1 0 1 -2 0\n",
            "1: hint -2 is negative: RAT is not accepted",
        ),
        (
            b"5 3 0 1 2 0\n",
            "1: 3 is not a literal: there are 2 variables",
        ),
        (b"5 1 -1 0 1 2 0\n", "1: the clause has both 1 and -1"),
        (
            b"4 1 0 1 2 0\n",
            "1: clause 4 must have a higher number than clause 4 before it",
        ),
        (b"-5 1 0 1 2 0\n", "1: -5 is not the number of a clause"),
        (b"x\n", "1: expected the number of a clause, not 'x'"),
        (
            b"5 1 0 1 2\n",
            "1: expected a hint or 0, not the end of the line",
        ),
        (b"5 1 0 1 2 0", "1: the file ends in the midst of a line"),
        (b"5 1 0 1 2 0 7\n", "1: expected the end of the line"),
        (
            b"5 1 0 1 2 0\n6 0 5 3 4 0\n6 d 1 0\n",
            "3: nothing may come after the empty clause",
        ),
        (
            b"99999999999999999999 1 0 1 2 0\n",
            "1: expected the number of a clause, not a number of more than 18 digits",
        ),
        (b"5 1\xff0", "1: expected a literal or 0, not the byte 255"),
    ];
    for (proof, expected) in cases {
        assert_eq!(
            answer(proof),
            expected,
            "{}",
            String::from_utf8_lossy(proof)
        );
    }
}

#[test]
fn an_empty_clause_of_the_formula_is_a_contradiction() {
    let mut checker = checker(0, &[&[]]);
    assert_eq!(checker.check(&b"3 0 1 0\n"[..]).unwrap(), 1);
}

#[test]
fn a_clause_without_end_takes_no_memory() {
    // However often it says the same, its literals are few.
    let many = [b"5 ".to_vec(), b"1 ".repeat(1_000_000)].concat();
    let mut checker = checker(2, &ALL);
    assert!(checker.check(&many[..]).is_err());
    assert!(checker.clause.len() < 3);
}

#[test]
fn memory_and_time_are_limited() {
    let budget = Budget::default().memory(1 << 20);
    assert_eq!(Checker::new(1 << 30, &budget).unwrap_err(), End::Memory);
    assert_eq!(budget.lacked(), Some(5 << 30));
    let any = Budget::default();
    assert_eq!(Checker::new(u64::MAX, &any).unwrap_err(), End::Memory);
    assert_eq!(any.lacked(), Some(u64::MAX));
    let budget = Budget::default().memory(1 << 20);
    let mut checker = Checker::new(100, &budget).unwrap();
    let clause: Vec<i64> = (1..=100).collect();
    let mut added = (0..100_000).map(|_| checker.add(&clause));
    assert_eq!(added.find_map(Result::err), Some(End::Memory));
    assert!(budget.lacked().is_some_and(|needed| needed > 1 << 20));
    let late = Budget::default().time(Duration::ZERO);
    let mut checker = Checker::new(100, &late).unwrap();
    let mut added = (0..100_000).map(|_| checker.add(&clause));
    assert!(added.any(|added| added == Err(End::Time)));
}

#[test]
fn short_clauses_and_those_of_the_proof_need_memory_too() {
    let most = 1 << 20;
    let budget = Budget::default().memory(most);
    // A clause of one literal takes at least its slot and four bytes, and vectors are half empty at the worst.
    let mut checker = Checker::new(2, &budget).unwrap();
    let added = (0..most).take_while(|_| checker.add(&[1]).is_ok()).count() as u64;
    assert!((most / 80..most / 16).contains(&added), "{added}");
    assert_eq!(checker.clauses(), added);
    // One of a hundred literals takes four hundred bytes; the limit is looked at every few thousand.
    let long: Vec<i64> = (1..=100).collect();
    let mut checker = Checker::new(100, &budget).unwrap();
    let added = (0..most).take_while(|_| checker.add(&long).is_ok()).count() as u64;
    assert!(added * 400 < 4 * most, "{added}");
    let mut proof = String::new();
    for number in 5..most / 16 {
        writeln!(proof, "{number} 1 0 1 2 0").unwrap();
    }
    let mut checker = Checker::new(2, &budget).unwrap();
    for clause in ALL {
        checker.add(clause).unwrap();
    }
    let objection = checker.check(proof.as_bytes()).unwrap_err();
    assert!(
        matches!(objection, Objection::Stopped(End::Memory)),
        "{objection:?}"
    );
    assert!(checker.added.len() as u64 > most / 200);
}

/// Gives a byte at a time, with an error before each.
struct Halting<'b> {
    bytes: &'b [u8],
    error: io::ErrorKind,
    is_due: bool,
}

impl io::Read for Halting<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        self.is_due = !self.is_due;
        if self.is_due {
            return Err(self.error.into());
        }
        let count = self.bytes.len().min(into.len()).min(1);
        into[..count].copy_from_slice(&self.bytes[..count]);
        self.bytes = &self.bytes[count..];
        Ok(count)
    }
}

#[test]
fn a_read_that_was_interrupted_is_done_again() {
    let check = |error| {
        let halting = Halting {
            bytes: b"5 1 0 1 2 0\n6 0 5 3 4 0\n",
            error,
            is_due: false,
        };
        checker(2, &ALL).check(io::BufReader::new(halting))
    };
    assert_eq!(check(io::ErrorKind::Interrupted).unwrap(), 2);
    let objection = check(io::ErrorKind::TimedOut).unwrap_err();
    assert!(
        matches!(&objection, Objection::Unreadable(e) if e.kind() == io::ErrorKind::TimedOut),
        "{objection:?}"
    );
}

#[test]
fn only_live_clauses_are_held() {
    let mut proof = String::new();
    for number in 5..20_005u64 {
        writeln!(proof, "{number} 1 0 1 2 0").unwrap();
        if number > 5 {
            writeln!(proof, "{number} d {} 0", number - 1).unwrap();
        }
    }
    let mut checker = checker(2, &ALL);
    assert!(checker.check(proof.as_bytes()).is_err());
    assert!(checker.literals.len() < 100 && checker.added.len() == 1);
}

/// Proofs by chance, with numbers that are likely to mean something.
fn any_proof() -> impl Strategy<Value = String> {
    let line = (
        prop::collection::vec(-4..=4i64, 0..3),
        prop::collection::vec(1..14u64, 0..5),
        any::<u8>(),
    );
    prop::collection::vec(line, 1..8).prop_map(|lines| {
        let mut text = String::new();
        for ((clause, hints, kind), number) in lines.into_iter().zip(9..) {
            if kind < 40 {
                write!(text, "{number} d ").unwrap();
            } else {
                write!(text, "{number} ").unwrap();
                for literal in clause.into_iter().filter(|&l| l != 0) {
                    write!(text, "{literal} ").unwrap();
                }
                text.push_str("0 ");
            }
            for hint in hints {
                write!(text, "{hint} ").unwrap();
            }
            text.push_str("0\n");
        }
        text
    })
}

fn is_satisfiable(clauses: &[Vec<i64>]) -> bool {
    (0..16u32).any(|assignment| {
        let holds = |&l: &i64| (assignment >> (l.unsigned_abs() - 1) & 1 == 1) == (l > 0);
        clauses.iter().all(|clause| clause.iter().any(holds))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(5000))]

    /// For any proof: a satisfiable formula is never refuted, and each accepted clause follows from the formula.
    #[test]
    fn nothing_false_is_accepted(
        clauses in prop::collection::vec(
            prop::collection::vec((1..=4i64).prop_flat_map(|v| prop_oneof![Just(v), Just(-v)]), 1..4),
            8,
        ),
        proof in any_proof(),
    ) {
        let mut checker = Checker::new(4, &Budget::default()).unwrap();
        for clause in &clauses {
            checker.add(clause).unwrap();
        }
        let is_accepted = checker.check(proof.as_bytes()).is_ok();
        prop_assert!(!(is_accepted && is_satisfiable(&clauses)));
        for slot in checker.added.values() {
            let added = &checker.literals[slot.start..slot.start + slot.length as usize];
            let mut with_negation = clauses.clone();
            with_negation.extend(added.iter().map(|&l| vec![-i64::from(l)]));
            prop_assert!(!is_satisfiable(&with_negation));
        }
    }

    #[test]
    fn garbage_is_refused(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        prop_assert!(checker(2, &ALL).check(&bytes[..]).is_err());
    }
}
