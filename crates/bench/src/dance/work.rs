//! The instances: those that the benchmark makes itself, and if the data folder is named also the
//! 17-clue Sudokus there.

use tilewright_model::Choice;
use tilewright_testkit::instances::{self, Cover};
use tilewright_testkit::sudoku::{self, Board};

/// The Sudokus of one batch.
const BATCH: usize = 200;

/// A line of the table.
pub(super) struct Instance {
    pub(super) name: &'static str,
    /// The number of solutions, which is known.
    pub(super) solutions: u64,
    pub(super) work: Work,
}

/// Problems that are solved one after the other.
pub(super) enum Work {
    /// Each with a structure of its own.
    Each(Vec<Cover>),
    /// All of one structure: we prepare it once and ask with givens, which the peers cannot; they
    /// get each as a cover of its own, the part that the givens leave open.
    Shared {
        whole: Cover,
        givens: Vec<Vec<Choice>>,
        covers: Vec<Cover>,
    },
}

impl Work {
    /// The problems as separate covers.
    pub(super) fn covers(&self) -> &[Cover] {
        match self {
            Self::Each(covers) | Self::Shared { covers, .. } => covers,
        }
    }

    /// Returns true if any option shows a colour.
    pub(super) fn has_colours(&self) -> bool {
        self.covers().iter().any(Cover::has_colours)
    }
}

/// Name, known number of solutions, and how it is made.
type Single = (&'static str, u64, fn() -> Cover);

const SINGLES: [Single; 8] = [
    ("queens12", 14_200, || instances::queens(12)),
    ("langford12", 216_288, || instances::langford(12)),
    ("soma", 11_520, instances::soma),
    ("pent8x8hole", 520, instances::pentominoes_8x8_hole),
    ("pent3x20", 8, || instances::pentominoes(3, 20)),
    ("macmahonP", 1_908, || {
        instances::macmahon(4, 6, Some((0, 2)))
    }),
    ("latin5", 161_280, || instances::latin(5)),
    ("match16", 2_027_025, || instances::matching(16)),
];

/// Names of a batch of Sudokus with one solution each, each by itself or all asked of one model,
/// and where they come from.
type Batch = ([&'static str; 2], fn() -> Vec<Board>);

const BATCHES: [Batch; 2] = [
    (["sudoku", "sudoku (asked)"], made),
    (["sudoku17", "sudoku17 (asked)"], clues17),
];

/// All instances, or those whose name contains `only`.
pub(super) fn instances(only: Option<&str>) -> Vec<Instance> {
    let is_wanted = |name: &str| only.is_none_or(|only| name.contains(only));
    let mut instances = Vec::new();
    for (name, solutions, make) in SINGLES {
        if is_wanted(name) {
            let work = Work::Each(vec![make()]);
            instances.push(Instance {
                name,
                solutions,
                work,
            });
        }
    }
    for (names, boards) in BATCHES {
        if names.into_iter().any(is_wanted) {
            let boards = boards();
            let batch = names.into_iter().zip([each(&boards), shared(&boards)]);
            instances.extend(
                batch
                    .filter(|(name, _)| is_wanted(name) && !boards.is_empty())
                    .map(|(name, work)| Instance {
                        name,
                        solutions: boards.len() as u64,
                        work,
                    }),
            );
        }
    }
    instances
}

/// Sparse Sudokus made here.
fn made() -> Vec<Board> {
    (0..BATCH as u64).map(sudoku::sparse).collect()
}

/// The first of the 17-clue Sudokus in the data folder; none where there is no such folder.
fn clues17() -> Vec<Board> {
    let file = tilewright_testkit::data("sudoku9/clues17.txt");
    let text = file.and_then(|file| std::fs::read_to_string(file).ok());
    let text = text.unwrap_or_default();
    text.lines().filter_map(sudoku::parse).take(BATCH).collect()
}

fn each(boards: &[Board]) -> Work {
    Work::Each(covers(boards))
}

fn shared(boards: &[Board]) -> Work {
    let whole = instances::sudoku(&[0; 81]).expect("an empty board has no clues that clash");
    Work::Shared {
        whole,
        givens: boards.iter().map(sudoku::givens).collect(),
        covers: covers(boards),
    }
}

fn covers(boards: &[Board]) -> Vec<Cover> {
    boards.iter().filter_map(instances::sudoku).collect()
}
