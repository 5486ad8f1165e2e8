//! `HoDoKu`'s library of examples: for each line the step that it names must be found, with just the
//! placements and eliminations that it lists.

#![expect(
    clippy::print_stderr,
    reason = "the table and the lines that fail are what the test is read for"
)]

use std::collections::BTreeMap;
use tilewright_scales::Board9;
use tilewright_scales::hodoku::{Candidate, HodokuStep, Options, Technique, all_steps};

/// One line of the library.
struct Case {
    code: String,
    technique: Technique,
    options: Options,
    /// True if the technique must not be found.
    is_forbidden: bool,
    board: Board9,
    removed: Vec<Candidate>,
    placed: Vec<Candidate>,
}

/// `:code[-variant]:digits:board:deleted:eliminations:placements:extra`
fn read(line: &str) -> Result<Case, String> {
    let fields: Vec<&str> = line.split(':').collect();
    let [_, code, _, board, deleted, removed, placed, ..] = fields.as_slice() else {
        return Err("too few fields".into());
    };
    let (number, variant) = code.split_once('-').unwrap_or((code, ""));
    let technique = Technique::all()
        .find(|technique| technique.code() == &number[..4])
        .ok_or_else(|| format!("no technique {number}"))?;
    let mut board = position(board)?;
    for candidate in candidates(deleted)? {
        board.remove(usize::from(candidate.cell), candidate.digit);
    }
    Ok(Case {
        code: (*code).to_owned(),
        technique,
        options: options(technique, number.len() == 5, variant),
        is_forbidden: variant == "x",
        board,
        removed: candidates(removed)?,
        placed: candidates(placed)?,
    })
}

/// The options that the library's own check allows for each variant.
fn options(technique: Technique, siamese: bool, variant: &str) -> Options {
    let is_grouped = matches!(
        technique,
        Technique::GroupedContinuousNiceLoop
            | Technique::GroupedDiscontinuousNiceLoop
            | Technique::GroupedAic
    );
    let with_sets = if technique == Technique::GroupedContinuousNiceLoop {
        variant == "2"
    } else {
        variant == "3" || variant == "4"
    };
    let may_overlap = matches!(
        technique,
        Technique::AlsXyWing | Technique::AlsChain | Technique::DeathBlossom
    );
    Options {
        siamese,
        small_empty_rectangles: technique == Technique::DualEmptyRectangle || variant == "1",
        incomplete_rectangles: variant != "1",
        sets_in_chains: is_grouped && with_sets,
        overlapping_sets: may_overlap && variant == "2",
    }
}

/// Givens, and behind a plus sign the values placed later.
fn position(text: &str) -> Result<Board9, String> {
    let mut givens = [0; 81];
    let mut later = Vec::new();
    let mut cell = 0;
    let mut is_later = false;
    for symbol in text.chars() {
        if symbol == '+' {
            is_later = true;
            continue;
        }
        let digit = symbol.to_digit(10).unwrap_or(0);
        let digit = u8::try_from(digit).map_err(|error| error.to_string())?;
        if is_later {
            later.push((cell, digit));
        } else {
            *givens.get_mut(cell).ok_or("too many cells")? = digit;
        }
        is_later = false;
        cell += 1;
    }
    let mut board = Board9::new(&givens);
    for (cell, digit) in later {
        board.set(cell, digit - 1);
    }
    Ok(board)
}

/// Digit, row and column of each.
fn candidates(text: &str) -> Result<Vec<Candidate>, String> {
    let mut found = Vec::new();
    for word in text.split_whitespace() {
        let digits: Vec<u8> = word.bytes().map(|byte| byte.wrapping_sub(b'1')).collect();
        let [digit, row, column] = digits[..] else {
            return Err(format!("not a candidate: {word}"));
        };
        found.push(Candidate {
            cell: 9 * row + column,
            digit,
        });
    }
    found.sort_unstable();
    Ok(found)
}

fn sorted(mut candidates: Vec<Candidate>) -> Vec<Candidate> {
    candidates.sort_unstable();
    candidates.dedup();
    candidates
}

impl Case {
    /// The fault, if there is one.
    fn check(&self) -> Result<(), String> {
        let steps = all_steps(&self.board, self.technique, self.options);
        if self.is_forbidden {
            return match steps.first() {
                Some(step) => Err(format!("found what is none: {step:?}")),
                None => Ok(()),
            };
        }
        let is_it = |step: &HodokuStep| {
            sorted(step.removed.clone()) == self.removed
                && sorted(step.placed.clone()) == self.placed
        };
        if steps.iter().any(is_it) {
            return Ok(());
        }
        Err(format!("not among {} steps", steps.len()))
    }
}

#[test]
fn the_examples_of_the_library_are_found() {
    let Some(file) = tilewright_testkit::data("logic/reglib-half.txt") else {
        return;
    };
    let text = std::fs::read_to_string(file).unwrap();
    let mut table: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    for line in text.lines().filter(|line| line.starts_with(':')) {
        let case = read(line).unwrap_or_else(|error| panic!("{line}: {error}"));
        let count = table.entry(case.code.clone()).or_default();
        count.1 += 1;
        match case.check() {
            Ok(()) => count.0 += 1,
            Err(why) => eprintln!("{line}\n    {why}"),
        }
    }
    for (code, (passed, total)) in &table {
        eprintln!("{code:8} {passed:3} of {total:3}");
    }
    let (passed, total) = table
        .values()
        .fold((0, 0), |sum, count| (sum.0 + count.0, sum.1 + count.1));
    eprintln!("all      {passed:3} of {total:3}");
    assert!(total > 500, "only {total} lines");
    assert_eq!(passed, total, "the lines that fail are listed above");
}
