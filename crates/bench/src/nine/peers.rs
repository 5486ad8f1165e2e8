//! Sudoku solvers from crates.io: each finds the first solution of a board, and most say how many there are up to a
//! limit.

use super::contender::{Contender, Kind, Session, one_by_one};
use rustoku_lib::{Rustoku, core::Board as RustokuBoard};
use tilewright_engines::Declined;
use tilewright_engines::bulk::BulkAnswers;
use tilewright_model::Model;
use tilewright_testkit::sudoku::{Board, has_clash};

/// A solver of another author.
pub(super) struct Peer {
    /// Its name on crates.io.
    pub(super) name: &'static str,
    first: fn(&Board) -> Option<Board>,
    /// The number of solutions up to a limit, where it counts them. It need not show any.
    count: Option<fn(&Board, usize) -> usize>,
}

/// All peers, in the order of their columns.
pub(super) static PEERS: [Peer; 5] = [
    // Bands of one digit as words of 27 bits, after `JCZSolve`.
    Peer {
        name: "sudoku",
        first: |board| Some(sudoku(board)?.some_solution()?.to_bytes()),
        count: Some(|board, limit| sudoku(board).map_or(0, |s| s.solutions_count_up_to(limit))),
    },
    // A mask of candidates for each cell.
    Peer {
        name: "msolve",
        first: |board| Some(msolve::Sudoku::from(board).solve_one()?.to_array()),
        count: Some(|board, limit| msolve::Sudoku::from(board).count_solutions(limit)),
    },
    // Exact cover with dancing links, built anew for each board.
    Peer {
        name: "dlx-rs",
        first: |board| {
            let solution = dlx_rs(board)?.next()?;
            Some(std::array::from_fn(|cell| solution[cell] as u8))
        },
        count: Some(|board, limit| dlx_rs(board).map_or(0, |s| s.take(limit).count())),
    },
    // Masks for rows, columns and boxes, the cell with the fewest candidates first.
    Peer {
        name: "rustoku-lib",
        first: |board| {
            let solution = rustoku(board)?.solve_any()?;
            Some(std::array::from_fn(|cell| {
                solution.board.get(cell / 9, cell % 9)
            }))
        },
        count: Some(|board, limit| {
            rustoku(board).map_or(0, |mut s| s.count_solutions_until(limit))
        }),
    },
    // The same idea. It reads text alone and finds one solution alone.
    Peer {
        name: "zero-alloc-sudoku",
        first: zero_alloc,
        count: None,
    },
];

fn sudoku(board: &Board) -> Option<::sudoku::Sudoku> {
    ::sudoku::Sudoku::from_bytes(*board).ok()
}

/// Clues that clash would break its links, so they are looked for.
fn dlx_rs(board: &Board) -> Option<dlx_rs::Sudoku> {
    let input: Vec<usize> = board.iter().map(|&symbol| symbol.into()).collect();
    (!has_clash(board)).then(|| dlx_rs::Sudoku::new_from_input(&input))
}

/// Clues that clash are an error here.
fn rustoku(board: &Board) -> Option<Rustoku> {
    RustokuBoard::try_from(*board).and_then(Rustoku::new).ok()
}

fn zero_alloc(board: &Board) -> Option<Board> {
    let text = board.map(|symbol| b'0' + symbol);
    // Clues that clash are an error here.
    let text = std::str::from_utf8(&text).unwrap_or_default();
    let mut sudoku: zero_alloc::Sudoku = text.parse().ok()?;
    sudoku.solve().then(|| *sudoku.cells())
}

impl Peer {
    /// Counts the solutions of a board up to a limit and, at a limit of one, writes the solution.
    fn solve(&self, board: &Board, limit: u32, first: &mut Board) -> u32 {
        if let Some(count) = self.count.filter(|_| limit > 1) {
            return count(board, limit as usize) as u32;
        }
        let solution = (self.first)(board);
        *first = solution.unwrap_or([0; 81]);
        u32::from(solution.is_some())
    }
}

impl Contender for Peer {
    fn name(&self) -> String {
        self.name.into()
    }

    fn kind(&self) -> Kind {
        Kind::Peer
    }

    fn knows(&self, limit: u32) -> bool {
        limit == 1 || self.count.is_some()
    }

    fn session<'m>(&'m self, _: &'m Model) -> Result<Box<dyn Session + 'm>, Declined> {
        Ok(Box::new(Calls(self)))
    }
}

/// A call for each board.
struct Calls<'p>(&'p Peer);

impl Session for Calls<'_> {
    fn run(&mut self, boards: &[Board], limit: u32, answers: &mut BulkAnswers) {
        one_by_one(boards, answers, |board, first| {
            *first = [0; 81];
            self.0.solve(board, limit, first)
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilewright_testkit::sudoku as made;

    #[test]
    fn the_adapters_feed_what_they_are_given() {
        let puzzle = made::with_clues(&made::sparse(1), 28, 1);
        let solution = made::solutions(&puzzle, 1)[0];
        let many = made::without_clues(&made::with_clues(&puzzle, 40, 2), 20, 3);
        let number = made::solutions(&many, 5).len() as u32;
        assert!(number > 1, "a board with several solutions");
        let wrong = made::with_wrong_clue(&puzzle, 1);
        let mut clash = puzzle;
        let clue = puzzle.iter().position(|&clue| clue != 0).unwrap();
        let seen = clue / 9 * 9 + (clue + 1) % 9;
        clash[seen] = clash[clue];
        for peer in &PEERS {
            let name = peer.name;
            let mut first = [0; 81];
            assert_eq!(peer.solve(&puzzle, 1, &mut first), 1, "{name}");
            assert_eq!(first, solution, "{name}");
            assert_eq!(peer.solve(&wrong, 1, &mut first), 0, "{name}");
            assert_eq!(peer.solve(&clash, 1, &mut first), 0, "{name}");
            assert_eq!(peer.solve(&many, 1, &mut first), 1, "{name}");
            if peer.knows(2) {
                assert_eq!(peer.solve(&puzzle, 2, &mut first), 1, "{name}");
                assert_eq!(peer.solve(&many, 2, &mut first), 2, "{name}");
                assert_eq!(peer.solve(&many, 5, &mut first), number, "{name}");
                assert_eq!(peer.solve(&wrong, 2, &mut first), 0, "{name}");
            }
        }
    }
}
