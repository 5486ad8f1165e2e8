//! Our side, through the public interface alone: a model, `prepare`, `start`, and then either
//! `count` or an `advance` for each solution.

use super::work::Work;
use std::hint::black_box;
use tilewright_engines::{Ask, Declined, Engine, Search, Stats};
use tilewright_model::budget::Budget;

/// The way to ask for solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// `Search::count`. The engine need not hand out each solution, but it does visit each.
    Count,
    /// `Search::advance` for each solution, and a look at its choices.
    Visit,
}

/// The result of our engine for all parts of some work.
pub(super) type Done = (u64, Stats);

/// Runs all of `work` on `engine`, building of models included.
pub(super) fn run(engine: &dyn Engine, work: &Work, way: Way) -> Result<Done, Declined> {
    let mut solutions = 0;
    let mut stats = Stats::default();
    let mut one = |search: &mut dyn Search, ask: &Ask| {
        search.start(ask);
        solutions += match way {
            Way::Count => u64::try_from(search.count().number).unwrap_or(u64::MAX),
            Way::Visit => visit(search),
        };
        stats += search.stats();
    };
    match work {
        Work::Each(covers) => {
            for cover in covers {
                let model = cover.to_model();
                one(
                    &mut *engine.prepare(&model, &Budget::default())?,
                    &Ask::default(),
                );
            }
        }
        Work::Shared { whole, givens, .. } => {
            let model = whole.to_model();
            let mut search = engine.prepare(&model, &Budget::default())?;
            for given in givens {
                one(&mut *search, &Ask::given(given.clone()));
            }
        }
    }
    Ok((solutions, stats))
}

fn visit(search: &mut dyn Search) -> u64 {
    let mut found = 0;
    while let Ok(solution) = search.advance() {
        black_box(solution);
        found += 1;
    }
    found
}
