//! Models that are built once, within the budget of the first caller, and kept.

use crate::Unbuilt;
use std::sync::OnceLock;
use tilewright_model::budget::Budget;
use tilewright_model::{Model, ModelError};

/// A model, perhaps with data that were computed with it.
pub(crate) trait Built {
    fn model(&self) -> &Model;
}

impl Built for Model {
    fn model(&self) -> &Model {
        self
    }
}

/// The model with its rules written out as items, or the reason why the budget does not allow it.
pub(crate) fn without_rules(model: &Model, budget: &Budget) -> Result<Model, Unbuilt> {
    let budget = budget.apart();
    let lowered = model.lower(&budget);
    lowered.map_err(|end| Unbuilt::of_rules(end, &budget))
}

/// The model that is kept, or else a new one; or the reason why `what` is not built. The answer is the same whether it
/// is kept already or not: it takes as much memory as it took to build.
pub(crate) fn built<'k, B: Built>(
    kept: &'k OnceLock<B>,
    budget: &Budget,
    what: impl FnOnce() -> String,
    build: impl FnOnce(&Budget) -> Result<B, ModelError>,
) -> Result<&'k B, Unbuilt> {
    let needed = kept.get().map(|built| built.model().bytes_to_build());
    if let (Some(built), Some(needed)) = (kept.get(), needed)
        && budget.memory.is_none_or(|most| needed <= most)
    {
        return Ok(built);
    }
    if let Some(needed) = needed {
        let budget = budget.apart();
        return Err(Unbuilt::new(what(), budget.needs(needed), &budget));
    }
    let new = build_model(what, budget, build)?;
    Ok(kept.get_or_init(|| new))
}

/// Builds a model, perhaps with more; or the reason why `what` is not built within the budget.
///
/// # Panics
/// If a precondition of models does not hold: a puzzle checks those that its text could break when it is read.
pub fn build_model<B>(
    what: impl FnOnce() -> String,
    budget: &Budget,
    build: impl FnOnce(&Budget) -> Result<B, ModelError>,
) -> Result<B, Unbuilt> {
    let budget = budget.apart();
    build(&budget).map_err(|error| match error {
        ModelError::Ended(end) => Unbuilt::new(what(), end, &budget),
        ModelError::Wrong(fault) => panic!("{} is not a valid model: {fault}", what()),
    })
}
