//! Chains, loops, almost locked sets and forcing.

mod als;
mod als_chains;
mod als_steps;
mod best;
mod chains;
mod closure;
mod forcing;
mod loops;
mod nets;
mod tables;
mod walks;

use super::{HodokuStep, Options, Technique};
use crate::Board9;
use als_steps::Sets;
use best::Best;
use closure::Closure;
use forcing::Forcing;
use loops::Loops;
use tables::Tables;
use walks::Walk;

/// Finds steps, and keeps what several techniques need of the same board.
#[derive(Default)]
pub(super) struct Finder {
    board: Option<Board9>,
    tables: Tables,
    closure: Closure,
    /// The kind of the tables and the closure.
    built: Built,
    sets: Option<Sets>,
    walk: Walk,
}

/// The links that tables hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Built {
    #[default]
    Nothing,
    Plain,
    Grouped,
    WithSets,
    Nets,
}

impl Finder {
    /// The step that is taken next with this technique or, where several are searched for together,
    /// with one of its group: the three kinds of nice loops, those with groups, the two forcing
    /// chains, the two forcing nets.
    pub(super) fn first(&mut self, board: &Board9, technique: Technique) -> Option<HodokuStep> {
        self.see(board);
        if let Some(built) = forcing_with(technique) {
            return self.forcing(board, built).steps().next();
        }
        let mut best = Best::of_one();
        self.search(board, technique, Options::default(), true, &mut best);
        best.into_first()
    }

    /// All steps of this technique and of its group.
    pub(super) fn all(
        &mut self,
        board: &Board9,
        technique: Technique,
        options: Options,
    ) -> Vec<HodokuStep> {
        self.see(board);
        if let Some(built) = forcing_with(technique) {
            return self.forcing(board, built).steps().collect();
        }
        let mut best = Best::of_all();
        self.search(board, technique, options, false, &mut best);
        best.into_all()
    }

    /// Drops the data of another board.
    fn see(&mut self, board: &Board9) {
        if self.board.as_ref() != Some(board) {
            self.board = Some(board.clone());
            self.built = Built::Nothing;
            self.sets = None;
        }
    }

    fn build(&mut self, board: &Board9, what: Built) {
        if self.built == what {
            return;
        }
        if what == Built::Nets {
            nets::start(board, &mut self.tables);
        } else {
            if self.built != Built::Plain || what == Built::Plain {
                self.tables.start(board);
            }
            if what != Built::Plain {
                self.tables.add_groups(board);
            }
            if what == Built::WithSets {
                self.tables.add_sets(board);
            }
        }
        self.closure.start(&self.tables);
        self.built = what;
    }

    fn forcing(&mut self, board: &Board9, what: Built) -> Forcing<'_> {
        self.build(board, what);
        Forcing::new(board, &self.tables, &self.closure)
    }

    fn search(
        &mut self,
        board: &Board9,
        technique: Technique,
        options: Options,
        one: bool,
        best: &mut Best,
    ) {
        match technique {
            Technique::RemotePair | Technique::XChain | Technique::XyChain => {
                chains::search(board, technique, best);
            }
            Technique::ContinuousNiceLoop | Technique::DiscontinuousNiceLoop | Technique::Aic => {
                self.build(board, Built::Plain);
                Loops::new(board, &self.tables, &self.closure, false).search(&mut self.walk, best);
            }
            Technique::GroupedContinuousNiceLoop
            | Technique::GroupedDiscontinuousNiceLoop
            | Technique::GroupedAic => {
                let what = if options.sets_in_chains {
                    Built::WithSets
                } else {
                    Built::Grouped
                };
                self.build(board, what);
                Loops::new(board, &self.tables, &self.closure, !one).search(&mut self.walk, best);
            }
            Technique::AlsXz
            | Technique::AlsXyWing
            | Technique::AlsChain
            | Technique::DeathBlossom => {
                let sets = self.sets.take();
                let may_overlap = options.overlapping_sets;
                let sets = sets.filter(|sets| sets.may_overlap == may_overlap);
                let sets = sets.unwrap_or_else(|| Sets::new(board, may_overlap));
                sets.search(board, technique, one, best);
                self.sets = Some(sets);
            }
            _ => {}
        }
    }
}

/// The links of the forcing chains or nets of this technique.
fn forcing_with(technique: Technique) -> Option<Built> {
    match technique {
        Technique::ForcingChainContradiction | Technique::ForcingChainVerity => {
            Some(Built::Grouped)
        }
        Technique::ForcingNetContradiction | Technique::ForcingNetVerity => Some(Built::Nets),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
