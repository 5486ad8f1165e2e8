//! Sudoku solvers from crates.io, each behind one function type: how many solutions a board has,
//! up to a limit. At a limit of one the solution itself is handed out as well; where several are
//! counted, a peer need not show any.

mod dlx_rs;
mod msolve;
mod rustoku;
mod sudoku;
mod zero_alloc;

use super::contender::{Contender, Kind, Session};
use tilewright_engines::Declined;
use tilewright_engines::bulk::Answers;
use tilewright_model::Model;
use tilewright_testkit::sudoku::Board;

/// Counts the solutions of a board up to a limit and, at a limit of one, writes the solution.
type Solve = fn(&Board, u32, &mut Board) -> u32;

/// A solver of another author.
pub(super) struct Peer {
    /// Its name on crates.io.
    pub(super) name: &'static str,
    /// True if it can look for more than one solution.
    counts: bool,
    solve: Solve,
}

/// All peers, in the order of their columns.
pub(super) static PEERS: [Peer; 5] = [
    Peer {
        name: "sudoku",
        counts: true,
        solve: sudoku::solve,
    },
    Peer {
        name: "msolve",
        counts: true,
        solve: msolve::solve,
    },
    Peer {
        name: "dlx-rs",
        counts: true,
        solve: dlx_rs::solve,
    },
    Peer {
        name: "rustoku-lib",
        counts: true,
        solve: rustoku::solve,
    },
    Peer {
        name: "zero-alloc-sudoku",
        counts: false,
        solve: zero_alloc::solve,
    },
];

impl Contender for Peer {
    fn name(&self) -> String {
        self.name.into()
    }

    fn kind(&self) -> Kind {
        Kind::Peer
    }

    fn knows(&self, limit: u32) -> bool {
        limit == 1 || self.counts
    }

    fn session<'m>(&'m self, _: &'m Model) -> Result<Box<dyn Session + 'm>, Declined> {
        Ok(Box::new(Calls(self.solve)))
    }
}

/// A call for each board.
struct Calls(Solve);

impl Session for Calls {
    fn run(&mut self, boards: &[Board], limit: u32, answers: &mut Answers) {
        answers.resize(boards.len(), 81);
        let (firsts, _) = answers.firsts.as_chunks_mut();
        for ((board, count), first) in boards.iter().zip(&mut answers.counts).zip(firsts) {
            *first = [0; 81];
            *count = (self.0)(board, limit, first);
        }
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
            assert_eq!((peer.solve)(&puzzle, 1, &mut first), 1, "{name}");
            assert_eq!(first, solution, "{name}");
            assert_eq!((peer.solve)(&wrong, 1, &mut first), 0, "{name}");
            assert_eq!((peer.solve)(&clash, 1, &mut first), 0, "{name}");
            assert_eq!((peer.solve)(&many, 1, &mut first), 1, "{name}");
            if peer.knows(2) {
                assert_eq!((peer.solve)(&puzzle, 2, &mut first), 1, "{name}");
                assert_eq!((peer.solve)(&many, 2, &mut first), 2, "{name}");
                assert_eq!((peer.solve)(&many, 5, &mut first), number, "{name}");
                assert_eq!((peer.solve)(&wrong, 2, &mut first), 0, "{name}");
            }
        }
    }
}
