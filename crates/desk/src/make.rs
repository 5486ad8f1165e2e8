//! Questions that make puzzles: board, edit, generate.

use crate::Desk;
use crate::card::{self, card};
use crate::failure::Failure;
use crate::question::{Fields, as_index, as_text, quoted};
use crate::reply::Reply;
use serde_json::{Value, json};
use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use tilewright::answer::Answer;
use tilewright::generate::{Budget, Made, Spec, Symmetry, Unable, maker_of};
use tilewright::model::clock::Instant;
use tilewright::puzzles::Families;

/// The most work of one edit: changes times cells, for each change makes a puzzle anew.
const MOST_CHANGES: usize = 50_000_000;

/// Answers `board`.
pub(crate) fn board(question: Fields<'_>, families: &Families) -> Result<Value, Failure> {
    let puzzle = families.board(question.text("kind")?, question.text("size")?)?;
    card::as_read(&*puzzle)
}

/// Answers `edit`.
pub(crate) fn edit(question: Fields<'_>, families: &Families) -> Result<Value, Failure> {
    let mut puzzle = question.puzzle(families)?;
    let cell_count = card::cell_count(&*puzzle)?;
    let changes = question.list("set")?;
    if changes.len().saturating_mul(cell_count) > MOST_CHANGES {
        return Err(Failure::new(format!(
            "{} changes are too many at once for a board of {cell_count} cells",
            changes.len()
        )));
    }
    for change in changes {
        let change = Fields::of(change, "set")?;
        let cell = as_index("cell", change.value("cell")?, cell_count)?;
        let value = change.get("value");
        let value = value.map(|value| as_text("value", value)).transpose()?;
        puzzle = puzzle.with_clue(cell, value)?;
    }
    Ok(json!({ "card": card(&*puzzle)? }))
}

impl Desk<'_> {
    /// Answers `generate`.
    pub(crate) fn generate(&self, question: Fields<'_>) -> Result<Reply, Failure> {
        let (kind, size) = (question.text("kind")?, question.text("size")?);
        let asked = question.limits()?;
        let unable = |unable: Unable| Failure::new(unable.to_string());
        // A maker does not count its memory, so a board that would not fit is refused first.
        let spec = spec_of(question)?;
        let board = self.caps.families.board(kind, size)?;
        card::cell_count(&*board)?;
        self.solver(asked).model(&*board)?;
        let maker = maker_of(&*board, spec, false).map_err(unable)?;
        let seed = question.maybe_whole("seed")?.unwrap_or_else(some_seed);
        let mut budget = Budget::default().time(self.time(asked));
        budget.stop.clone_from(&self.caps.stop);
        budget.pulse = Some(self.progress().pulse());
        let made = maker.make(seed, &budget);
        let answer = Answer::generated(0, seed, made.as_ref(), None);
        let made = made.map_or_else(|missed| missed.nearest.map(|nearest| *nearest), Some);
        let card = made.as_ref().map(|made| card(&*made.puzzle)).transpose()?;
        let claim = made.as_ref().and_then(Made::claim);
        Ok(Reply::of(answer).with("card", card).with("claim", claim))
    }
}

fn spec_of(question: Fields<'_>) -> Result<Spec, Failure> {
    let level = question.maybe_text("level")?;
    let difficulty = level.map(str::parse).transpose();
    let symmetry = question.maybe_text("symmetry")?.unwrap_or("none");
    let symmetry = Symmetry::named(symmetry).map_err(|names| {
        let found = quoted(symmetry);
        Failure::new(format!(
            "symmetry: expected one of {names}, found {found:?}"
        ))
    })?;
    Ok(Spec {
        minimal: question.flag("minimal")?.into(),
        symmetry,
        difficulty: difficulty.map_err(|unable: Unable| Failure::new(unable.to_string()))?,
        ..Spec::default()
    })
}

/// A seed that differs from time to time, short enough for the numbers of JavaScript.
fn some_seed() -> u64 {
    RandomState::new().hash_one(Instant::now()) >> 32
}
