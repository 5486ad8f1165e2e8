//! Whole puzzles: which are explained to the end, by what, and that each step is sound.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use tilewright_engines::{Ask, End as SearchEnd, Engine, dance::Dance, solutions};
use tilewright_logic::{Budget, Ending, Explanation, Grade, Level, Logic, Settings, Step};
use tilewright_model::Choice;
use tilewright_puzzles::read;
use tilewright_testkit::{corpus, data, sudoku};

/// Solutions that steps are checked against, at most.
const ENOUGH: u64 = 2000;

/// Explains the puzzle and checks every step against its solutions, or many of them.
fn explained(text: &str) -> Explanation {
    let puzzle = read(text, None).unwrap();
    let model = puzzle.model(&Budget::default()).unwrap();
    let given = puzzle.givens();
    let logic = Logic::new(&model, &Budget::default()).unwrap();
    let explanation = logic.board(&given).explain(&Budget::default());
    let mut search = Dance.prepare(&model, &Budget::default()).unwrap();
    let some: Vec<_> = solutions(&mut *search, &Ask::given(given).limit(ENOUGH)).collect();
    // Steps may pick what is hidden, too.
    let whole: Vec<_> = (some.iter().map(|picked| model.completed(picked).unwrap())).collect();
    assert_eq!(explanation.wrong_step(&whole), None);
    match &explanation.end {
        Ending::Solved { picked } => assert_eq!(some, std::slice::from_ref(picked)),
        Ending::Contradiction { .. } => assert_eq!(some.len(), 0),
        Ending::Stuck { .. } => {}
        Ending::Stopped(why) => panic!("stopped without a budget: {why}"),
    }
    explanation
}

fn text(path: impl AsRef<Path>) -> String {
    std::fs::read_to_string(path).unwrap()
}

fn is_solved(explanation: &Explanation) -> bool {
    matches!(explanation.end, Ending::Solved { .. })
}

/// The end of each file of the corpus, and the hardest level on the way.
#[test]
fn the_corpus() {
    let mut seen = Vec::new();
    for folder in ["cover", "rules", "shikaku", "sudoku", "tiles"] {
        for entry in std::fs::read_dir(corpus().join(folder)).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
            let explanation = explained(&text(&path));
            let end = match explanation.end {
                Ending::Solved { .. } => "solved",
                Ending::Contradiction { .. } => "no solution",
                _ => "stuck",
            };
            let hardest = explanation.hardest();
            let hardest = hardest.map_or("nothing".to_owned(), |level| format!("{level:?}"));
            seen.push(format!("{folder}/{name}: {end}, {hardest}"));
        }
    }
    seen.sort();
    assert_eq!(seen, CORPUS);
}

const CORPUS: &[&str] = &[
    "cover/domino4x4: stuck, nothing",
    "cover/langford4: stuck, Contradiction",
    "cover/langford5: no solution, Contradiction",
    "cover/queens4: stuck, Finned(2)",
    "cover/words3x3: stuck, Contradiction",
    "rules/australia: stuck, nothing",
    "rules/dominoes-4x4: stuck, nothing",
    "rules/jigsaw-5x5: solved, Single",
    "rules/killer-4x4: solved, Line",
    "rules/langford7: stuck, nothing",
    "rules/magic3: stuck, Contradiction",
    "rules/nonogram-5x5: solved, Line",
    "rules/nurikabe-4x4: solved, Contradiction",
    "rules/pentominoes-3x20: stuck, Verity",
    "rules/petersen: stuck, nothing",
    "rules/queens8-by-row: stuck, nothing",
    "rules/queens8: stuck, nothing",
    "rules/slitherlink-4x4: stuck, Verity",
    "rules/stars-6x6: solved, Excluded",
    "rules/sudoku-4x4: stuck, nothing",
    "rules/zebra: solved, Almost",
    "shikaku/15x20-0: no solution, Excluded",
    "shikaku/15x20-20: stuck, Sets(2)",
    "shikaku/20x20-32: stuck, Excluded",
    "shikaku/25x20-48: stuck, Excluded",
    "shikaku/30x30-16: stuck, Excluded",
    "shikaku/5x5-1: solved, Excluded",
    "sudoku/multidimensional-a2x2x1: solved, Single",
    "sudoku/multidimensional-a2x2x1x1: solved, Single",
    "sudoku/multidimensional-a2x2x1x1x1: stuck, Chain",
    "sudoku/multidimensional-a2x2x1x1x1x1: solved, Single",
    "sudoku/multidimensional-a2x2x2: solved, Single",
    "sudoku/multidimensional-a3x2x1: stuck, Contradiction",
    "sudoku/multidimensional-a3x4: solved, Single",
    "sudoku/multidimensional-a4x4: solved, Single",
    "sudoku/set-relaxation-9x9: solved, Sets(2)",
    "sudoku/tile-reduction-16x16: solved, Single",
    "sudoku/tile-reduction-8x8x8: stuck, Sets(2)",
    "sudoku/tile-reduction-9x9: solved, Single",
    "sudoku/tile-reduction-cube1: solved, Single",
    "tiles/roads-4x5: stuck, Contradiction",
];

/// Each Shikaku that has one solution, on paper puzzles made for people: explained to the end.
#[test]
fn shikaku_made_for_people() {
    let Some(folder) = data("shikaku/janko") else {
        return;
    };
    let mut unsolved = Vec::new();
    let mut number = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|e| e == "txt") {
            let explanation = explained(&text(&path));
            number += 1;
            if !is_solved(&explanation) {
                unsolved.push(path.file_stem().unwrap().to_str().unwrap().to_owned());
            }
        }
    }
    unsolved.retain(|name| !NEED_MORE.contains(&name.as_str()));
    assert!(unsolved.is_empty(), "{unsolved:?}");
    assert!(number >= 100, "{number}");
}

/// It has two solutions.
const NEED_MORE: &[&str] = &["127_16x22"];

/// A case of the regression library of `HoDoKu`: the state, and the technique's conclusions there.
struct Case {
    technique: String,
    givens: Vec<Choice>,
    deleted: Vec<Choice>,
    eliminated: Vec<Choice>,
    placed: Vec<Choice>,
}

/// The choice written as symbol, row and column, each from 1.
fn choice(word: &str) -> Choice {
    let digit = |at: usize| u32::from(word.as_bytes()[at] - b'0');
    Choice(((digit(1) - 1) * 9 + digit(2) - 1) * 9 + digit(0) - 1)
}

fn case(line: &str) -> Option<Case> {
    let fields: Vec<&str> = line.strip_prefix(':')?.split(':').collect();
    let cells = fields[2].replace('+', "");
    let given = |(cell, symbol): (usize, char)| {
        let value = symbol.to_digit(10)?.checked_sub(1)?;
        Some(Choice(cell as u32 * 9 + value))
    };
    let choices = |field: &str| field.split_whitespace().map(choice).collect();
    Some(Case {
        technique: fields[0].to_owned(),
        givens: cells.chars().enumerate().filter_map(given).collect(),
        deleted: choices(fields[3]),
        eliminated: choices(fields[4]),
        placed: choices(fields[5]),
    })
}

/// Every single, locked candidate, set and fish of the library is found at its level, and with up
/// to four lines the finned and sashimi fish; so are the chains of three links, and the unique
/// rectangles of which no choice is missing but for those that need a set as well (type 3).
#[test]
fn what_hodoku_finds() {
    let Some(path) = data("logic/reglib-half.txt") else {
        return;
    };
    let level = |technique: &str| match technique {
        "0000" | "0002" | "0003" => Some(Level::Single),
        "0100" | "0101" => Some(Level::Excluded),
        "0110" | "0200" | "0210" | "0300" => Some(Level::Sets(2)),
        "0111" | "0201" | "0211" | "0301" => Some(Level::Sets(3)),
        "0202" | "0212" | "0302" => Some(Level::Sets(4)),
        "0310" | "0320" => Some(Level::Finned(2)),
        "0311" | "0321" => Some(Level::Finned(3)),
        "0312" | "0322" => Some(Level::Finned(4)),
        "0400" | "0401" | "0403" => Some(Level::Chain),
        "0402" => Some(Level::Grouped),
        "0600-1" | "0601-1" | "0603-1" | "0604-1" | "0605-1" | "0606-1" | "0610" => {
            Some(Level::Unique)
        }
        _ => None,
    };
    let puzzle = read(&".".repeat(81), None).unwrap();
    let model = puzzle.model(&Budget::default()).unwrap();
    let logic = Logic::new(&model, &Budget::default()).unwrap();
    let mut number = 0;
    for line in text(path).lines() {
        let Some(case) = case(line) else { continue };
        let Some(level) = level(&case.technique) else {
            continue;
        };
        let mut board = logic.board(&case.givens);
        for &choice in &case.deleted {
            board.remove(choice);
        }
        let steps = board.steps(level, &Budget::default()).unwrap();
        for choice in &case.placed {
            assert!(steps.iter().any(|s| s.picked.contains(choice)), "{line}");
        }
        for choice in &case.eliminated {
            let goes = |step: &Step| {
                let mut picked = step.picked.iter();
                step.removed.contains(choice) || picked.any(|&c| model.share_conflict(c, *choice))
            };
            assert!(steps.iter().any(goes), "{line}");
        }
        assert!(!case.placed.is_empty() || !case.eliminated.is_empty());
        number += 1;
    }
    assert!(number >= 100, "{number}");
}

/// The rounds of a 9×9 in terms that do not depend on its numbers: levels, and how many choices are
/// left after each; and the difficulty.
fn profile(line: &str) -> (Vec<(Level, usize)>, Option<f64>) {
    let puzzle = read(line, None).unwrap();
    let model = puzzle.model(&Budget::default()).unwrap();
    let logic = Logic::new(&model, &Budget::default()).unwrap();
    let mut board = logic.board(&puzzle.givens());
    let explanation = board.explain(&Budget::default());
    let mut after = |round: &tilewright_logic::Round| {
        round.steps.iter().for_each(|step| board.apply(step));
        (round.level, board.undecided().len())
    };
    let rounds = explanation.rounds.iter().map(&mut after).collect();
    (rounds, explanation.difficulty())
}

#[test]
fn rounds_do_not_change_when_a_board_is_turned() {
    let mut levels: BTreeMap<Level, usize> = BTreeMap::new();
    for seed in 0..60 {
        let board = sudoku::sparse(seed);
        let once = profile(&sudoku::print(&board));
        for turn in 0..10 {
            let turned = sudoku::print(&sudoku::shuffled(&board, turn));
            let again = profile(&turned);
            assert_eq!(again.0, once.0, "{turned}");
            // The same numbers in the same order, so the same to the last bit.
            assert_eq!(
                again.1.map(f64::to_bits),
                once.1.map(f64::to_bits),
                "{turned}"
            );
        }
        for (level, _) in once.0 {
            *levels.entry(level).or_default() += 1;
        }
    }
    // A Sudoku has no lines and links.
    let is_ruled = |level: &Level| {
        matches!(
            level,
            Level::Line
                | Level::Derived
                | Level::Parity
                | Level::Together
                | Level::Joined
                | Level::Parted
        )
    };
    let default: Vec<_> = Settings::default()
        .levels()
        .filter(|l| !is_ruled(l))
        .collect();
    assert!(levels.len() + 2 >= default.len(), "{levels:?}");
}

/// With one solution, several and none.
#[test]
fn nine_by_nine_of_every_kind() {
    let mut ends = [0; 3];
    for seed in 0..60 {
        let one = sudoku::sparse(seed);
        let several = sudoku::without_clues(&one, 1, seed);
        let none = sudoku::with_wrong_clue(&one, seed);
        for (kind, board) in [one, several, none].iter().enumerate() {
            let explanation = explained(&sudoku::print(board));
            ends[kind] += usize::from(!matches!(explanation.end, Ending::Stuck { .. }));
        }
    }
    let [solved, several, refuted] = ends;
    assert!(solved > 20 && refuted > 20, "{ends:?}");
    assert_eq!(
        several, 0,
        "nothing is known of a board with several solutions"
    );
}

/// Hard puzzles of many kinds: each step is sound, and all are solved without search.
#[test]
fn rated_puzzles() {
    let Some(path) = data("logic/controlled-bias-rated.tsv") else {
        return;
    };
    let (mut number, mut solved) = (0, 0);
    for line in text(path).lines().skip(1).step_by(40) {
        let (puzzle, _) = line.split_once('\t').unwrap();
        number += 1;
        solved += usize::from(is_solved(&explained(puzzle)));
    }
    assert!(number >= 100 && solved == number, "{solved} of {number}");
}

/// The rank of each value, from 0; equal values share theirs.
fn ranks(values: &[f64]) -> Vec<f64> {
    let number = |v: &f64, order: Ordering| {
        let same = values.iter().filter(|other| other.total_cmp(v) == order);
        same.map(|_| 1.0).sum::<f64>()
    };
    let rank = |v: &f64| number(v, Ordering::Less) + (number(v, Ordering::Equal) - 1.0) / 2.0;
    values.iter().map(rank).collect()
}

/// Spearman's coefficient: the agreement of two measures on the order.
fn agreement(a: &[f64], b: &[f64]) -> f64 {
    let (a, b) = (ranks(a), ranks(b));
    let mean = a.iter().sum::<f64>() / a.iter().map(|_| 1.0).sum::<f64>();
    let product = |a: &[f64], b: &[f64]| -> f64 {
        a.iter().zip(b).map(|(x, y)| (x - mean) * (y - mean)).sum()
    };
    product(&a, &b) / (product(&a, &a) * product(&b, &b)).sqrt()
}

#[test]
fn agreement_is_spearmans() {
    let values = [1.0, 5.0, 5.0, 7.0];
    assert!((agreement(&values, &[2.0, 3.0, 3.0, 9.0]) - 1.0).abs() < 1e-9);
    assert!((agreement(&values, &[4.0, 3.0, 3.0, 1.0]) + 1.0).abs() < 1e-9);
    assert!((agreement(&[1.0, 2.0, 3.0], &[2.0, 1.0, 3.0]) - 0.5).abs() < 1e-9);
}

#[test]
fn difficulty_goes_with_the_rating_of_sudoku_explainer() {
    let Some(path) = data("logic/controlled-bias-rated.tsv") else {
        return;
    };
    let model = read(&".".repeat(81), None)
        .unwrap()
        .model(&Budget::default())
        .unwrap();
    let logic = Logic::new(&model, &Budget::default()).unwrap();
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for line in text(path).lines().skip(1).step_by(10) {
        let mut fields = line.split('\t');
        let puzzle = read(fields.next().unwrap(), None).unwrap();
        let explanation = logic.board(&puzzle.givens()).explain(&Budget::default());
        ours.push(explanation.difficulty().unwrap());
        theirs.push(fields.next().unwrap().parse().unwrap());
    }
    assert!(ours.len() >= 500);
    let agreement = agreement(&ours, &theirs);
    assert!(agreement > 0.92, "{agreement}");
    let grades: BTreeSet<Grade> = ours.iter().map(|&value| Grade::of(value)).collect();
    assert_eq!(grades.len(), 5, "{grades:?}");
}

/// Large empty boards, where every item has many choices: the budget ends long searches.
#[test]
fn a_budget_ends_large_boards() {
    for dims in ["5,5", "2,2,2,2"] {
        let puzzle = tilewright_puzzles::board("sudoku", dims).unwrap();
        let model = puzzle.model(&Budget::default()).unwrap();
        let logic = Logic::new(&model, &Budget::default()).unwrap();
        let budget = Budget::default().nodes(1_000_000);
        // One given leaves each level something to look at and nothing to find.
        let explanation = logic.board(&[Choice(0)]).explain(&budget);
        assert!(explanation.rounds.is_empty(), "{dims}");
        assert_eq!(explanation.end, Ending::Stopped(SearchEnd::Nodes), "{dims}");
    }
}
