//! The interface of every contender, ours and others.

use super::ours::Ours;
use super::peers::PEERS;
use tilewright_engines::Declined;
use tilewright_engines::bulk::BulkAnswers;
use tilewright_model::Model;
use tilewright_testkit::sudoku::Board;

/// The way in which a contender takes its boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Ours: many boards in one call.
    Bulk,
    /// Ours: a call for each board.
    Single,
    /// A solver of another author: a call for each board.
    Peer,
}

/// A solver of Sudokus.
pub(super) trait Contender: Sync {
    /// The heading of its column.
    fn name(&self) -> String;

    /// The way in which it takes its boards.
    fn kind(&self) -> Kind;

    /// Returns true if it can look for `limit` solutions.
    fn knows(&self, limit: u32) -> bool;

    /// Prepares it for boards of `model`, the plain 9×9; the cost of this is not measured.
    fn session<'m>(&'m self, model: &'m Model) -> Result<Box<dyn Session + 'm>, Declined>;
}

/// A contender at work.
pub(super) trait Session {
    /// Solves these boards: how many solutions each has, up to `limit`, and its first solution;
    /// where the limit is more than one, a peer may leave that open.
    fn run(&mut self, boards: &[Board], limit: u32, answers: &mut BulkAnswers);

    /// The guesses of all runs so far, if it reports them.
    fn guesses(&self) -> Option<u64> {
        None
    }
}

/// Solves boards by a call for each: it counts the solutions and writes the first.
pub(super) fn one_by_one(
    boards: &[Board],
    answers: &mut BulkAnswers,
    mut solve: impl FnMut(&Board, &mut Board) -> u32,
) {
    answers.resize(boards.len(), 81);
    let (firsts, _) = answers.firsts.as_chunks_mut::<81>();
    for ((board, count), first) in boards.iter().zip(&mut answers.counts).zip(firsts) {
        *count = solve(board, first);
    }
}

/// Every contender, in the order of the columns: ours, then the peers.
pub(super) fn all(ours: &[Ours]) -> Vec<&dyn Contender> {
    let ours = ours.iter().map(|ours| ours as &dyn Contender);
    let peers = PEERS.iter().map(|peer| peer as &dyn Contender);
    ours.chain(peers).collect()
}
