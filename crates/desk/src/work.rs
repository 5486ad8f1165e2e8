//! Questions that are searched for: solve, count, check.

use crate::Desk;
use crate::failure::Failure;
use crate::question::Fields;
use serde_json::{Value, json};
use tilewright::End;

impl Desk<'_> {
    /// Answers `count`.
    pub(crate) fn count(&self, question: Fields<'_>) -> Result<Value, Failure> {
        let puzzle = question.puzzle()?;
        let count = self.solver(question.limits()?).count(&*puzzle)?;
        Ok(json!({
            "number": count.number.to_string(),
            "is_exact": count.is_exact(),
            "end": end_word(count.end),
        }))
    }
}

/// One word for an end.
pub(crate) fn end_word(end: End) -> &'static str {
    match end {
        End::Complete => "complete",
        End::Limit => "limit",
        End::Time => "time",
        End::Nodes => "nodes",
        End::Memory => "memory",
        End::Interrupted => "interrupted",
    }
}
