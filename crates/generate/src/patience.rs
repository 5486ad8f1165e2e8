//! The budget of making a puzzle, as the makers ask for it.

use tilewright_engines::{Budget, End};

/// Looks at a choice that rating one puzzle may take.
pub(crate) const RATING_WORK: u64 = 1 << 31;

/// Bytes that a model may take.
const MODEL_MEMORY: u64 = 4 << 30;

/// Questions of a maker to its budget, whose nodes are the puzzles that it tries for each that it makes.
pub(crate) trait Patience {
    /// The number of puzzles to try. Where the budget does not say, the usual number; with a deadline, it alone ends
    /// the work.
    fn most_tries(&self, usual: u64) -> u64;

    /// Why to give up now, if so.
    fn up(&self) -> Option<&'static str>;

    /// A budget of a model, which may take more memory than a search.
    fn for_model(&self) -> Budget;

    /// A budget of `nodes` nodes for one search.
    fn search(&self, nodes: u64) -> Budget;

    /// Returns true if it was interrupted.
    fn is_stopped(&self) -> bool;

    /// Returns true if the time is up or it was interrupted.
    fn is_over(&self) -> bool {
        self.up().is_some()
    }

    /// The reason of the end after that many tries, as the beginning of a sentence.
    fn ending(&self, tries: u64) -> String {
        let (tries, were) = match tries {
            1 => ("1 try".to_owned(), "was"),
            more => (format!("{more} tries"), "were"),
        };
        match self.up() {
            Some(why) => format!("{why} after {tries}"),
            None => format!("{tries} {were} not enough"),
        }
    }
}

/// The end of a budget, its tries apart.
fn end(budget: &Budget) -> Option<End> {
    budget.clone().nodes(None).end()
}

impl Patience for Budget {
    fn most_tries(&self, usual: u64) -> u64 {
        let usual = if self.deadline.is_some() {
            u64::MAX
        } else {
            usual
        };
        self.nodes.unwrap_or(usual).max(1)
    }

    fn up(&self) -> Option<&'static str> {
        end(self).map(|end| match end {
            End::Interrupted => "it was interrupted",
            End::Memory => "the memory ran short",
            _ => "the time was up",
        })
    }

    fn for_model(&self) -> Budget {
        self.clone().memory(MODEL_MEMORY)
    }

    fn search(&self, nodes: u64) -> Budget {
        self.apart().nodes(nodes)
    }

    fn is_stopped(&self) -> bool {
        end(self) == Some(End::Interrupted)
    }
}
