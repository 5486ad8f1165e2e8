//! Puzzles claimed to be minimal, tested again: clue by clue, or set by set if clues mirror each other, by engines
//! that did not make them.
//!
//! The sets are derived here from the places of the clues, and not taken from the maker of the puzzle. `reduce`,
//! which makes no puzzles, is asked, and `sat` if that does not settle it. A clue that cannot go is proved by two
//! solutions without it, and both are checked by the definition.

use crate::with_bytes;
use arbitrary::{Result, Unstructured};
use std::collections::BTreeSet;
use tilewright::engines::reduce::Reduce;
use tilewright::engines::sat::Sat;
use tilewright::engines::{Ask, End, Engine, solutions};
use tilewright::generate::{Budget, Made, Minimal, Missed, Spec, Symmetry, maker, maker_of};
use tilewright::model::{Choice, Model};
use tilewright::puzzles::rules::Rules;
use tilewright::puzzles::sudoku::{Boxes, Shape, Sudoku};
use tilewright::puzzles::tiles::Tiles;
use tilewright::{Puzzle, read};

targets! {
    /// minimal puzzles of every kind: by other engines no clue, or no symmetric set of them, can go
    minimal: |data| with_bytes(data, minimal), kind_seeds, longest 12, smoke 12;
}

fn kind_seeds() -> Vec<Vec<u8>> {
    (0..KINDS.len() as u8)
        .map(|kind| vec![kind, 1, kind])
        .collect()
}

/// A kind of puzzles to make.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    /// The kind and size, as on the command line; a jigsaw and a rules file are known here alone.
    pub what: (&'static str, &'static str),
    /// The symmetry of its clues.
    pub symmetry: Symmetry,
    /// The number made of a hundred: fewer of those that take long.
    pub share: u64,
}

const fn kind(what: (&'static str, &'static str), symmetry: Symmetry, share: u64) -> Kind {
    Kind {
        what,
        symmetry,
        share,
    }
}

/// Boards of two to five axes, with and without symmetries, and other families.
pub const KINDS: [Kind; 17] = [
    kind(("sudoku", "3,3"), Symmetry::None, 14),
    kind(("sudoku", "3,3"), Symmetry::HalfTurn, 10),
    kind(("sudoku", "3,3"), Symmetry::QuarterTurn, 6),
    kind(("sudoku", "3,3"), Symmetry::Mirror, 5),
    kind(("sudoku", "3,2"), Symmetry::None, 10),
    kind(("sudoku", "5,1"), Symmetry::HalfTurn, 8),
    kind(("sudoku", "2,2,1"), Symmetry::None, 8),
    kind(("sudoku", "3,1,1"), Symmetry::HalfTurn, 6),
    kind(("sudoku", "3,1,1,1"), Symmetry::None, 6),
    kind(("sudoku", "2,2,1,1"), Symmetry::None, 2),
    kind(("sudoku", "3,1,1,1,1"), Symmetry::None, 3),
    kind(("sudoku", "2,2,1,1,1"), Symmetry::None, 1),
    kind(("jigsaw", "6x6"), Symmetry::None, 6),
    kind(("shikaku", "7x6"), Symmetry::None, 5),
    kind(("roads", "5x4"), Symmetry::None, 4),
    kind(("loops", "4x4"), Symmetry::HalfTurn, 4),
    kind(("rules", "5x5"), Symmetry::None, 2),
];

/// A 6×6 board whose regions are not all boxes.
fn jigsaw() -> Sudoku {
    let rows = ["AAABBB", "AACCBB", "ADCCEB", "DDCCEE", "DDFFEE", "DFFFFE"];
    let regions: Vec<u32> = rows.concat().bytes().map(u32::from).collect();
    let shape = Shape::of(&[6, 1], Boxes::Regions(regions.into()));
    Sudoku::on(shape.expect("a small board"))
}

/// A Latin square with different values on its long diagonals, and one value that the file gives.
const RULES: &str = r#"
grid = [5, 5]
values = "1..5"

[[group]]
tiles = ["rows", "columns", "main-diagonals"]
all_different = true

[givens]
r1c1 = 3
"#;

/// The given of the rules file, which stays.
const KEPT: &str = "r1c1 = 3";

fn rules() -> Rules {
    let puzzle = read(RULES, Some("rules")).expect("a small rules file");
    let rules = puzzle.downcast::<Rules>();
    rules.expect("it was read as one").clone()
}

impl Kind {
    /// A puzzle of this kind that is to be minimal.
    pub fn make(&self, seed: u64, limits: &Budget) -> std::result::Result<Made, Missed> {
        let spec = Spec {
            minimal: Minimal::Sets,
            symmetry: self.symmetry,
            ..Spec::default()
        };
        let maker = match self.what {
            ("jigsaw", _) => maker_of(&jigsaw(), spec, false),
            ("rules", _) => maker_of(&rules(), spec, false),
            (kind, size) => maker(kind, size, spec, false),
        };
        maker.expect("it can be made").make(seed, limits)
    }
}

/// The result of asking again.
#[derive(Clone, Debug, Default)]
pub struct Asked {
    /// The number of clues, or sets of them, that were tested.
    pub number: usize,
    /// Those that can go, which is a fault.
    pub redundant: Vec<String>,
    /// Those that were not settled.
    pub unsettled: usize,
}

/// Asks for each clue of a puzzle, or each set of them, whether it can go.
pub fn ask_again(puzzle: &dyn Puzzle, symmetry: Symmetry) -> Asked {
    let mut asked = Asked::default();
    let names = puzzle.clue_names();
    let is_asked = |clue: &usize| names[*clue] != KEPT || puzzle.family().name != "rules";
    let sets = match symmetry {
        Symmetry::None => (0..names.len())
            .filter(is_asked)
            .map(|clue| vec![clue])
            .collect(),
        _ => sets(puzzle, symmetry),
    };
    for set in sets {
        let without = puzzle.without(&set);
        let model = without.model(&Budget::default()).expect("a small board");
        asked.number += 1;
        match is_unique(&model, &without.givens()) {
            Some(false) => {}
            None => asked.unsettled += 1,
            Some(true) => {
                let names: Vec<&str> = set.iter().map(|&clue| names[clue].as_str()).collect();
                asked.redundant.push(names.join(", "));
            }
        }
    }
    asked
}

/// The clues of a puzzle that mirror each other, by their numbers.
fn sets(puzzle: &dyn Puzzle, symmetry: Symmetry) -> Vec<Vec<usize>> {
    let (places, cells, side) = places(puzzle);
    let image = |cell: usize| match symmetry {
        Symmetry::HalfTurn => cells - 1 - cell,
        Symmetry::QuarterTurn => {
            let (row, column) = (cell / side, cell % side);
            column * side + side - 1 - row
        }
        Symmetry::Mirror => cell / side * side + side - 1 - cell % side,
        _ => cell,
    };
    let mut sets: BTreeSet<Vec<usize>> = BTreeSet::new();
    for &first in &places {
        let mut orbit = BTreeSet::new();
        let mut cell = first;
        while orbit.insert(cell) {
            cell = image(cell);
        }
        let clues = places.iter().enumerate();
        let clues = clues.filter(|(_, cell)| orbit.contains(cell));
        let set: Vec<usize> = clues.map(|(clue, _)| clue).collect();
        assert_eq!(set.len(), orbit.len(), "a clue without its image");
        sets.insert(set);
    }
    sets.into_iter().collect()
}

/// The cell of each clue, how many cells there are, and how many are in a row.
fn places(puzzle: &dyn Puzzle) -> (Vec<usize>, usize, usize) {
    if let Some(sudoku) = puzzle.downcast::<Sudoku>() {
        let (cells, side) = (sudoku.shape().cells(), sudoku.shape().side());
        let places = sudoku.givens().into_iter();
        return (places.map(|c| c.index() / side).collect(), cells, side);
    }
    let tiles = puzzle.downcast::<Tiles>().expect("a Sudoku or tiles");
    let (rows, columns) = (tiles.rows(), tiles.columns());
    let is_fixed = |cell: &usize| {
        let kind = tiles.kind_number_at(cell / columns, cell % columns);
        kind.is_some()
    };
    let places = (0..rows * columns).filter(is_fixed).collect();
    (places, rows * columns, columns)
}

/// Returns true if givens have one solution, by engines that make no puzzles.
fn is_unique(model: &Model, given: &[Choice]) -> Option<bool> {
    let engines: [&dyn Engine; 2] = [&Reduce, &Sat];
    for engine in engines {
        let mut ask = Ask::given(given).limit(2);
        ask.budget.nodes = Some(if engine.name() == "sat" {
            5_000_000
        } else {
            5_000
        });
        let Ok(mut search) = engine.prepare(model, &Budget::default()) else {
            continue;
        };
        let mut found = solutions(&mut *search, &ask);
        let all: Vec<Vec<Choice>> = found.by_ref().collect();
        for solution in &all {
            assert!(model.is_solution(solution));
            assert!(given.iter().all(|choice| solution.contains(choice)));
        }
        if let [one, other] = &all[..] {
            assert_ne!(one, other);
            return Some(false);
        }
        if found.end() == Some(End::Complete) {
            return Some(all.len() == 1);
        }
    }
    None
}

fn minimal(bytes: &mut Unstructured<'_>) -> Result<()> {
    let kind = KINDS[usize::from(bytes.arbitrary::<u8>()?) % KINDS.len()];
    let seed = bytes.arbitrary::<u64>()?;
    let limits = Budget::default().nodes(30);
    let Ok(made) = kind.make(seed, &limits) else {
        return Ok(());
    };
    assert!(made.minimal.is_asked() && made.undecided == 0, "{kind:?}");
    let model = made
        .puzzle
        .model(&Budget::default())
        .expect("a small board");
    assert_eq!(is_unique(&model, &made.puzzle.givens()), Some(true));
    let asked = ask_again(&*made.puzzle, kind.symmetry);
    assert!(
        asked.redundant.is_empty(),
        "{kind:?} of seed {seed}: {:?} can go",
        asked.redundant
    );
    Ok(())
}
