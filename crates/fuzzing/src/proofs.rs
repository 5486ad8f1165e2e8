//! The checker of proofs: it accepts the prover's proofs, and never a false claim.
//!
//! Small formulas are decided by trying everything, small puzzles by counting. Proofs are damaged,
//! and used for formulas that they were not made for.

use crate::modelled::{Modelled, families};
use crate::{mutate, seeds, with_bytes};
use arbitrary::{Result, Unstructured};
use std::collections::BTreeMap;
use tilewright::checker::folder::{CUTS, Claim, FORMULA, MANIFEST, Manifest, SUMS, sum_line};
use tilewright::checker::{lrat, sha256::Sha256, verify};
use tilewright::engines::{Ask, End, Engine, dance::Dance, solutions};
use tilewright::model::Choice;
use tilewright::prover::{Proved, Prover, Satisfiability, prove};
use tilewright::puzzles::Family;
use tilewright::puzzles::cover::COVER;
use tilewright::puzzles::rules::RULES;
use tilewright::puzzles::shikaku::SHIKAKU;
use tilewright::{Budget, Puzzle, read};
use tilewright_testkit::Seeded;

targets! {
    /// any text as a proof of a small formula: accepted only where nothing satisfies it
    lrat_text: lrat_text, lrat_seeds, longest 600, smoke 4000;
    /// random formulas: the prover is right, its proof is accepted, and refused for another formula
    lrat_formulas: |data| with_bytes(data, formulas), || seeds::random(12, [280; 20]), longest 300, smoke 3000;
    /// proofs of small puzzles, and damaged ones: what is accepted is so
    proof_folders: |data| with_bytes(data, folders), || seeds::random(13, [40; 20]), longest 300, smoke 500;
    /// proofs of random models with lines, links and hidden choices: right and accepted, and refused where they were changed
    proof_models: |data| with_bytes(data, models), || seeds::random(14, [501; 30]), longest 501, smoke 1500;
}

type Folder = BTreeMap<String, Vec<u8>>;

fn is_satisfiable(variables: u32, clauses: &[Vec<i64>]) -> bool {
    (0..1u32 << variables).any(|assignment| {
        let holds = |&l: &i64| (assignment >> (l.unsigned_abs() - 1) & 1 == 1) == (l > 0);
        clauses.iter().all(|clause| clause.iter().any(holds))
    })
}

/// Returns true if the checker accepts a proof that these clauses cannot be satisfied.
fn accepts(variables: u32, clauses: &[Vec<i64>], proof: &[u8]) -> bool {
    let limits = Budget::default().memory(1 << 20);
    let Ok(mut checker) = lrat::Checker::new(variables.into(), &limits) else {
        return false;
    };
    for clause in clauses {
        if checker.add(clause).is_err() {
            return false;
        }
    }
    checker.check(proof).is_ok()
}

/// Clauses up to the first 0xff, then the proof.
fn lrat_text(data: &[u8]) {
    const VARIABLES: u32 = 6;
    let end = data.iter().position(|&byte| byte == 0xff);
    let end = end.unwrap_or(data.len() / 2).min(60);
    let (formula, proof) = data.split_at(end);
    let proof = proof.strip_prefix(b"\xff").unwrap_or(proof);
    let literal = |byte: &u8| {
        let variable = i64::from(byte % 6) + 1;
        if byte & 8 == 0 { variable } else { -variable }
    };
    let clauses = formula.split(|&byte| byte == 0x7f);
    let clauses: Vec<Vec<i64>> = clauses
        .map(|clause| clause.iter().map(literal).collect())
        .collect();
    if accepts(VARIABLES, &clauses, proof) {
        assert!(!is_satisfiable(VARIABLES, &clauses), "{clauses:?}");
    }
}

fn formulas(bytes: &mut Unstructured<'_>) -> Result<()> {
    const VARIABLES: u32 = 7;
    let mut clauses: Vec<Vec<i64>> = Vec::new();
    for _ in 0..bytes.int_in_range(0..=45)? {
        let mut clause = Vec::new();
        for _ in 0..bytes.int_in_range(0..=4)? {
            let variable = bytes.int_in_range(1..=i64::from(VARIABLES))?;
            clause.push(if bytes.arbitrary()? {
                variable
            } else {
                -variable
            });
        }
        clauses.push(clause);
    }
    let mut proof = Vec::new();
    let outcome = {
        let last = clauses.len() as u64;
        let mut prover = Prover::new(VARIABLES, last, &mut proof, &Budget::default());
        for (clause, number) in clauses.iter().zip(1..) {
            prover.add(number, clause).expect("memory takes all");
        }
        prover.run().expect("memory takes all")
    };
    match outcome {
        Satisfiability::Unsatisfiable => {
            assert!(!is_satisfiable(VARIABLES, &clauses));
            let text = String::from_utf8_lossy(&proof);
            assert!(accepts(VARIABLES, &clauses, &proof), "{clauses:?} {text}");
        }
        Satisfiability::Satisfiable(is_true) => {
            let holds = |&l: &i64| is_true.contains(&(l.unsigned_abs() as u32 - 1)) == (l > 0);
            assert!(clauses.iter().all(|clause| clause.iter().any(holds)));
            return Ok(());
        }
        Satisfiability::Stopped(stop) => panic!("stopped without a limit: {stop}"),
    }
    // The same proof for other clauses, and other proofs for them.
    let mut random = Seeded::new(bytes.arbitrary()?);
    let proofs = [proof.clone()];
    for _ in 0..6 {
        let mut other = clauses.clone();
        let number = random.below(other.len());
        match random.below(3) {
            0 => other[number].clear(),
            1 => drop(other.remove(number)),
            _ => {
                let variable = i64::from(random.below(VARIABLES as usize) as u32) + 1;
                other[number].push(if random.below(2) == 0 {
                    variable
                } else {
                    -variable
                });
            }
        }
        let damaged = mutate::input(&mut random, &proofs, 1 << 14);
        for proof in [&proof, &damaged] {
            if accepts(VARIABLES, &other, proof) {
                assert!(!is_satisfiable(VARIABLES, &other), "{other:?}");
            }
        }
    }
    Ok(())
}

/// A small puzzle: clues on a 4×4 board, or one of the corpus.
fn puzzle(bytes: &mut Unstructured<'_>) -> Result<Option<Box<dyn Puzzle>>> {
    if bytes.ratio(1u8, 4u8)? {
        let families: [&Family; 3] = [&COVER, &RULES, &SHIKAKU];
        let texts: Vec<(String, &str)> = families
            .iter()
            .flat_map(|family| {
                let texts = seeds::corpus(&family.name).into_iter();
                texts.map(|text| (text, &*family.name))
            })
            .filter(|(text, _)| text.len() < 700)
            .collect();
        let (text, family) = &texts[bytes.int_in_range(0..=texts.len() - 1)?];
        return Ok(read(text, Some(family)).ok());
    }
    let cell = |byte: u8| if byte < 150 { b'.' } else { b'1' + byte % 4 };
    let line: Vec<u8> = bytes
        .arbitrary::<[u8; 16]>()?
        .into_iter()
        .map(cell)
        .collect();
    let line = String::from_utf8(line).expect("dots and digits");
    Ok(read(&line, Some("sudoku:line")).ok())
}

/// Up to two solutions; `None` where that takes too long.
fn two_solutions(puzzle: &dyn Puzzle) -> Option<Vec<Vec<Choice>>> {
    let model = puzzle.model(&Budget::default().memory(1 << 22)).ok()?;
    let mut ask = Ask::given(puzzle.givens()).limit(2);
    ask.budget.nodes = Some(2_000);
    let mut search = Dance.prepare(&model, &Budget::default()).ok()?;
    let mut found = solutions(&mut *search, &ask);
    let listed: Vec<_> = found.by_ref().collect();
    matches!(found.end(), Some(End::Complete | End::Limit)).then_some(listed)
}

fn folders(bytes: &mut Unstructured<'_>) -> Result<()> {
    if let Some(puzzle) = puzzle(bytes)?
        && let Some(folder) = proved(&*puzzle)
    {
        try_damaged(&folder, bytes)?;
    }
    Ok(())
}

fn models(bytes: &mut Unstructured<'_>) -> Result<()> {
    let kind = bytes.arbitrary()?;
    let length = bytes.len().saturating_sub(8);
    let made = Modelled::new(kind, bytes.bytes(length)?);
    let model = made.expect("any bytes are a model");
    if let Some(folder) = proved(&model) {
        refuses_false_cuts(&folder);
        try_damaged(&folder, bytes)?;
    }
    Ok(())
}

/// A line of the cuts that is changed, and a part of the complaint.
type Change = (fn(&str) -> Option<String>, &'static str);

/// Changes of a cut that leave it without a reason: each is refused with a sentence.
fn refuses_false_cuts(folder: &Folder) {
    const CHANGES: [Change; 5] = [
        // The last of the nodes between the ends is left out.
        (
            |line| {
                let (before, last) = line.rsplit_once(' ')?;
                (last != "through" && last != "empty").then(|| before.to_owned())
            },
            "gets through",
        ),
        (
            |line| Some(line.replacen("from ", "from 1000", 1)).filter(|new| new != line),
            "there is no node 1000",
        ),
        (
            |line| Some(line.replacen("by ", "by 1000", 1)).filter(|new| new != line),
            "does not put node",
        ),
        (|line| Some(format!("1000{line}")), "there is no link 1000"),
        (
            |line| Some(format!("{line} ")),
            "expected what a link demands",
        ),
    ];
    let Some(cuts) = folder.get(CUTS) else { return };
    let cuts = String::from_utf8_lossy(cuts).into_owned();
    let refused = |file: &str, text: String, complaint: &str| {
        let mut changed = folder.clone();
        changed.insert(file.to_owned(), text.into_bytes());
        sum_again(&mut changed);
        let limits = Budget::default().memory(1 << 22);
        let told = verify(&changed, &families(), &limits)
            .unwrap_err()
            .to_string();
        assert!(told.contains(complaint), "{told}: {complaint:?}");
    };
    for (change, complaint) in CHANGES {
        let lines = cuts.lines().enumerate();
        for (number, new) in lines.filter_map(|(number, line)| Some((number, change(line)?))) {
            let line = |(other, line): (usize, &str)| {
                let line = if other == number { &new } else { line };
                format!("{line}\n")
            };
            refused(
                CUTS,
                cuts.lines().enumerate().map(line).collect(),
                complaint,
            );
        }
    }
    let Some(last) = cuts.lines().last() else {
        return;
    };
    let fewer = cuts[..cuts.len() - last.len() - 1].to_owned();
    refused(
        CUTS,
        fewer,
        "expected what a link demands, but the file ends",
    );
    let formula = String::from_utf8_lossy(&folder[FORMULA]).into_owned();
    // The clause of the last cut: with one literal less it would say more.
    let (before, clause) = formula
        .trim_end()
        .rsplit_once('\n')
        .expect("there are clauses");
    if let Some((literals, _)) = clause.trim_end_matches(" 0").rsplit_once(' ') {
        refused(FORMULA, format!("{before}\n{literals} 0\n"), "expected ");
    }
}

/// The folder of a proof of a puzzle with one solution or none, which the checker accepts.
fn proved(puzzle: &dyn Puzzle) -> Option<Folder> {
    let all = two_solutions(puzzle)?;
    let limits = Budget::default().memory(1 << 24);
    let mut folder = Folder::new();
    let proved = prove(puzzle, None, &limits, &mut folder).expect("memory takes all");
    match (&proved, all.len()) {
        (Proved::Unsolvable(_), 0) => {}
        (Proved::Unique { solution, .. }, 1) => assert_eq!(solution, &all[0]),
        (Proved::Several(one, other), 2) => {
            assert_ne!(one, other);
            return None;
        }
        (Proved::Stopped { .. }, _) => return None,
        (proved, number) => panic!("{proved:?}, but there are {number} solutions"),
    }
    assert_true(&folder, true);
    Some(folder)
}

/// Damaged copies of a proof prove nothing that is not so.
fn try_damaged(folder: &Folder, bytes: &mut Unstructured<'_>) -> Result<()> {
    let mut random = Seeded::new(bytes.arbitrary()?);
    for _ in 0..4 {
        let mut damaged = folder.clone();
        damage(&mut damaged, &mut random);
        assert_true(&damaged, false);
    }
    Ok(())
}

/// Changes a file and, mostly, its checksum with it.
fn damage(folder: &mut Folder, random: &mut Seeded) {
    let names: Vec<String> = folder.keys().cloned().collect();
    let name = &names[random.below(names.len())];
    let seeds = [folder[name].clone()];
    let changed = mutate::input(random, &seeds, 1 << 20);
    folder.insert(name.clone(), changed);
    if random.below(4) > 0 {
        sum_again(folder);
    }
}

fn sum_again(folder: &mut Folder) {
    let manifest = String::from_utf8_lossy(&folder[MANIFEST]);
    let Ok(manifest) = Manifest::read(&manifest) else {
        return;
    };
    let mut text = String::new();
    for file in manifest.claim.files(folder.contains_key(CUTS)) {
        let Some(bytes) = folder.get(file) else {
            return;
        };
        let mut sum = Sha256::default();
        sum.update(bytes);
        text.push_str(&sum_line(&sum.finish(), file));
        text.push('\n');
    }
    folder.insert(SUMS.to_owned(), text.into_bytes());
}

/// If the checker accepts a folder, its claim is true.
fn assert_true(folder: &Folder, must_hold: bool) {
    let limits = Budget::default().memory(1 << 22);
    let verified = match verify(folder, &families(), &limits) {
        Ok(verified) => verified,
        Err(problem) => {
            assert!(!must_hold, "{problem}");
            return;
        }
    };
    assert!(folder.contains_key(FORMULA));
    let Some(all) = two_solutions(&*verified.puzzle) else {
        return;
    };
    match verified.claim {
        Claim::Unsolvable => assert_eq!(all.len(), 0),
        Claim::Unique => assert_eq!(Some(all), verified.solution.map(|only| vec![only])),
    }
}

fn lrat_seeds() -> Vec<Vec<u8>> {
    vec![
        // 1; not 1: contradict each other at once.
        b"\x00\x7f\x08\xff3 0 1 2 0\n".to_vec(),
        b"\x00\x7f\x0e\x01\x7f\x0f\xff4 2 0 1 2 0\n4 d 1 0\n5 0 4 3 0\n".to_vec(),
        b"\x00\x01\x7f\x00\x0f\x7f\x0e\x01\x7f\x0e\x0f\xff5 1 0 1 2 0\n6 0 5 3 4 0\n".to_vec(),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thousand_proofs_of_lines_and_links_are_accepted() {
        // Those with links, those that needed cuts, and those of either claim.
        let (mut linked, mut with_cuts, mut claims) = (0, 0, [0, 0]);
        let mut random = Seeded::new(1);
        while linked < 1000 {
            let kind = 1 + random.below(3) as u8;
            let model = Modelled::new(kind, &random.bytes(500)).unwrap();
            let Some(folder) = proved(&model) else {
                continue;
            };
            linked += usize::from(folder.contains_key(CUTS));
            with_cuts += usize::from(folder.get(CUTS).is_some_and(|cuts| !cuts.is_empty()));
            let manifest = String::from_utf8_lossy(&folder[MANIFEST]);
            claims[usize::from(manifest.contains("claim: unique"))] += 1;
            refuses_false_cuts(&folder);
        }
        assert!(with_cuts > 50, "{with_cuts}");
        assert!(claims.iter().all(|&number| number > 100), "{claims:?}");
    }
}
