//! The library of examples, and that every step is sound.

use super::super::{Candidate, HodokuStep, Technique};
use super::{Finder, Options};
use crate::Board9;
use crate::cells::UNITS;
use std::collections::BTreeMap;
use std::fs;
use tilewright_nine::Uniqueness;
use tilewright_testkit::data;

/// One for each group of techniques that is searched for together.
const GROUPS: [Technique; 11] = [
    Technique::RemotePair,
    Technique::XChain,
    Technique::XyChain,
    Technique::ContinuousNiceLoop,
    Technique::GroupedContinuousNiceLoop,
    Technique::AlsXz,
    Technique::AlsXyWing,
    Technique::AlsChain,
    Technique::DeathBlossom,
    Technique::ForcingChainContradiction,
    Technique::ForcingNetContradiction,
];

/// Listed chains have groups, and a chain that is taken need not; chains of sets are listed both ways, but not the
/// longest ones.
const LISTS_DIFFER: [Technique; 2] = [Technique::GroupedContinuousNiceLoop, Technique::AlsChain];

/// Candidates such as `364 365`: digit, row, column.
fn candidates(text: &str) -> Vec<Candidate> {
    let read = |word: &str| {
        let [digit, row, column] = word.as_bytes() else {
            panic!("{word:?} is not a candidate")
        };
        Candidate {
            cell: (row - b'1') * 9 + (column - b'1'),
            digit: digit - b'1',
        }
    };
    let mut list: Vec<_> = text.split_whitespace().map(read).collect();
    list.sort_unstable();
    list
}

fn conclusions(step: &HodokuStep) -> Conclusions {
    let (mut placed, mut removed) = (step.placed.clone(), step.removed.clone());
    placed.sort_unstable();
    removed.sort_unstable();
    (placed, removed)
}

/// The placed and the removed candidates.
type Conclusions = (Vec<Candidate>, Vec<Candidate>);

/// A line of the library: the technique, its variant, the board and the conclusions.
fn example(line: &str) -> Option<(Technique, &str, Board9, Conclusions)> {
    let fields: Vec<&str> = line.split(':').collect();
    let [_, code, _, givens, deleted, removed, placed, ..] = fields[..] else {
        return None;
    };
    let (code, variant) = code.split_once('-').unwrap_or((code, ""));
    let technique = Technique::all().find(|one| !code.is_empty() && one.code() == code)?;
    let mut board = Board9::read(&givens.replace('+', "")).ok()?;
    for one in candidates(deleted) {
        board.remove(usize::from(one.cell), one.digit);
    }
    let expected = (candidates(placed), candidates(removed));
    Some((technique, variant, board, expected))
}

/// The second variant of some techniques, and the third and fourth of others, ask for more.
fn allow(technique: Technique, variant: &str) -> Options {
    let sets_in_chains = match technique {
        Technique::GroupedContinuousNiceLoop => variant == "2",
        Technique::GroupedDiscontinuousNiceLoop | Technique::GroupedAic => {
            variant == "3" || variant == "4"
        }
        _ => false,
    };
    let sets = [
        Technique::AlsXyWing,
        Technique::AlsChain,
        Technique::DeathBlossom,
    ];
    Options {
        sets_in_chains,
        overlapping_sets: variant == "2" && sets.contains(&technique),
        ..Options::default()
    }
}

#[test]
fn the_examples_of_the_library_are_found() {
    let Some(file) = data("logic/reglib-half.txt") else {
        return;
    };
    let text = fs::read_to_string(file).expect("the library can be read");
    let mut tally: BTreeMap<Technique, (u32, u32)> = BTreeMap::new();
    for (technique, variant, board, expected) in text.lines().filter_map(example) {
        if !["07", "09"].contains(&&technique.code()[..2]) {
            continue;
        }
        let steps = Finder::default().all(&board, technique, allow(technique, variant));
        let found = steps
            .iter()
            .any(|step| step.technique == technique && conclusions(step) == expected);
        let (right, of) = tally.entry(technique).or_default();
        *right += u32::from(found);
        *of += 1;
    }
    assert_eq!(tally.len(), 13, "techniques with examples: {tally:?}");
    for (technique, (right, of)) in tally {
        assert_eq!(right, of, "examples of {technique:?}");
    }
}

/// Puzzles that need chains, nets or a guess, and one that has many steps of each kind.
const PUZZLES: [&str; 4] = [
    "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
    ".......12.5.4............3.7..6..4....1..........8....92....8.....51.7.......3...",
    "..3......4...8..36..8...1...4..6..73...9..........2..5..4.7..686........7..6..5..",
    "5.2.8..4.93..64.........93.....7.6.9..6....58.....62...7..9....4....38....3.5...7",
];

/// Places all singles.
fn play_singles(board: &mut Board9) {
    loop {
        let naked = (0..81).find(|&cell| board.candidates(cell).is_power_of_two());
        let hidden = || {
            UNITS.iter().find_map(|&unit| {
                let alone = |&digit: &u8| (unit & board.places(digit)).len() == 1;
                let digit = (0..9).find(alone)?;
                Some(((unit & board.places(digit)).first()?, digit))
            })
        };
        let single = naked.map(|cell| (cell, board.candidates(cell).trailing_zeros() as u8));
        let Some((cell, digit)) = single.or_else(hidden) else {
            return;
        };
        board.set(cell, digit);
    }
}

fn assert_sound(step: &HodokuStep, solution: &Board9, board: &Board9) {
    assert!(
        !step.placed.is_empty() || !step.removed.is_empty(),
        "{step:?}"
    );
    for one in &step.placed {
        assert_eq!(
            solution.value(usize::from(one.cell)),
            one.digit + 1,
            "{step:?}"
        );
    }
    for one in &step.removed {
        let cell = usize::from(one.cell);
        assert_ne!(solution.value(cell), one.digit + 1, "{step:?}");
        assert!(
            board.places(one.digit).has(cell),
            "{step:?} removes what is not there"
        );
    }
}

fn apply(step: &HodokuStep, board: &mut Board9) {
    for one in &step.placed {
        board.set(usize::from(one.cell), one.digit);
    }
    for one in &step.removed {
        board.remove(usize::from(one.cell), one.digit);
    }
}

/// The only solution of a puzzle.
fn solve(board: &Board9) -> Board9 {
    let Uniqueness::One(values) = board.uniqueness() else {
        panic!("a puzzle has one solution");
    };
    let mut solved = board.clone();
    for cell in board.open() {
        solved.set(cell, values[cell] - 1);
    }
    solved
}

/// Fills the first open cell.
fn guess(solution: &Board9, board: &mut Board9) {
    let cell = board.open().first().expect("a cell is open");
    board.set(cell, solution.value(cell) - 1);
}

/// Solves a puzzle with singles and the techniques of this folder, and checks all steps on the way;
/// returns how many boards there were.
fn check_path(puzzle: &str, list_all: bool) -> u32 {
    let mut board = Board9::read(puzzle).expect("a puzzle");
    let solution = solve(&board);
    let mut boards = 0;
    let mut finder = Finder::default();
    play_singles(&mut board);
    while !board.is_solved() {
        boards += 1;
        let mut taken = None;
        for technique in GROUPS {
            // Death blossoms take long, and no puzzle is rated with them.
            if technique == Technique::DeathBlossom && !list_all {
                continue;
            }
            let step = finder.first(&board, technique);
            if let Some(step) = &step {
                assert_sound(step, &solution, &board);
            }
            if list_all {
                let steps = finder.all(&board, technique, Options::default());
                let listed = step.as_ref().is_none_or(|step| steps.contains(step));
                assert!(listed || LISTS_DIFFER.contains(&technique), "{step:?}");
                for step in &steps {
                    assert_sound(step, &solution, &board);
                }
            }
            taken = taken.or(step);
        }
        match taken {
            Some(step) => apply(&step, &mut board),
            None => guess(&solution, &mut board),
        }
        play_singles(&mut board);
    }
    assert_eq!(
        (0..81).find(|&cell| board.value(cell) != solution.value(cell)),
        None
    );
    boards
}

#[test]
fn every_step_to_the_solution_is_sound() {
    let boards: u32 = PUZZLES.iter().map(|puzzle| check_path(puzzle, true)).sum();
    assert!(boards > 40, "only {boards} boards");
}

#[test]
fn every_step_on_hundreds_of_boards_is_sound() {
    let Some(file) = data("logic/rated-sample.tsv") else {
        return;
    };
    let text = fs::read_to_string(file).expect("the sample can be read");
    let puzzles = text
        .lines()
        .skip(1)
        .filter_map(|line| line.split('\t').nth(1))
        .step_by(3);
    let boards: u32 = puzzles.map(|puzzle| check_path(puzzle, false)).sum();
    assert!(boards > 300, "only {boards} boards");
}

#[test]
fn boards_without_one_solution_end() {
    let many = Board9::new(&[0; 81]);
    let mut none = Board9::read(PUZZLES[0]).expect("a puzzle");
    none.set(1, 7);
    none.set(2, 7);
    let mut empty_cell = many.clone();
    for digit in 0..9 {
        empty_cell.remove(40, digit);
    }
    for board in [many, none, empty_cell] {
        for technique in GROUPS {
            if let Some(step) = Finder::default().first(&board, technique) {
                assert!(!step.placed.is_empty() || !step.removed.is_empty());
            }
        }
    }
}

#[test]
fn a_solved_board_has_no_steps() {
    let solution = solve(&Board9::read(PUZZLES[3]).expect("a puzzle"));
    let mut finder = Finder::default();
    for technique in GROUPS {
        assert_eq!(finder.first(&solution, technique), None);
        let steps = finder.all(&solution, technique, Options::default());
        assert!(steps.is_empty());
    }
}
