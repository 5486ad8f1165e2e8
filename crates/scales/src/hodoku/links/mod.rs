//! Chains, loops, almost locked sets and forcing.

mod als;
mod als_steps;
mod best;
mod chains;
mod closure;
mod forcing;
mod guess;
mod loops;
mod nets;
mod tables;
mod walks;

use super::{Step, Technique};
use crate::Board;
use als_steps::Sets;
use best::Best;
use forcing::Forcing;
use loops::Loops;
use tables::Tables;
use walks::Walk;

/// What steps may use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Allow {
    /// Almost locked sets as nodes of grouped loops and chains.
    pub(super) sets_in_chains: bool,
    /// Almost locked sets that share cells.
    pub(super) overlap: bool,
}

/// The step that is taken next with this technique or, where several are searched for together, with
/// one of its group: the three kinds of nice loops, those with groups, the two forcing chains, the two
/// forcing nets.
pub(super) fn first(board: &Board, technique: Technique) -> Option<Step> {
    let mut best = Best::of_one();
    match technique {
        Technique::BruteForce => return guess::first(board),
        Technique::ForcingChainContradiction | Technique::ForcingChainVerity => {
            return Forcing::new(board, &Tables::grouped(board), false).first();
        }
        Technique::ForcingNetContradiction | Technique::ForcingNetVerity => {
            return Forcing::new(board, &nets::tables(board), true).first();
        }
        _ => search(board, technique, Allow::default(), true, &mut best),
    }
    best.into_first().map(|(_, step)| step)
}

/// All steps of this technique and of its group.
pub(super) fn all(board: &Board, technique: Technique, allow: Allow) -> Vec<Step> {
    let mut best = Best::of_all();
    match technique {
        Technique::BruteForce => return guess::first(board).into_iter().collect(),
        Technique::ForcingChainContradiction | Technique::ForcingChainVerity => {
            return Forcing::new(board, &Tables::grouped(board), false).all();
        }
        Technique::ForcingNetContradiction | Technique::ForcingNetVerity => {
            return Forcing::new(board, &nets::tables(board), true).all();
        }
        _ => search(board, technique, allow, false, &mut best),
    }
    best.into_all()
}

fn search(board: &Board, technique: Technique, allow: Allow, one: bool, best: &mut Best) {
    match technique {
        Technique::RemotePair | Technique::XChain | Technique::XyChain => {
            chains::search(board, technique, best);
        }
        Technique::ContinuousNiceLoop | Technique::DiscontinuousNiceLoop | Technique::Aic => {
            let tables = Tables::plain(board);
            Loops::new(board, &tables, false).search(&mut Walk::default(), best);
        }
        Technique::GroupedContinuousNiceLoop
        | Technique::GroupedDiscontinuousNiceLoop
        | Technique::GroupedAic => {
            let tables = if allow.sets_in_chains {
                Tables::with_sets(board)
            } else {
                Tables::grouped(board)
            };
            Loops::new(board, &tables, !one).search(&mut Walk::default(), best);
        }
        Technique::AlsXz | Technique::AlsXyWing | Technique::AlsChain | Technique::DeathBlossom => {
            Sets::new(board, allow.overlap).search(board, technique, one, best);
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests;
