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

    /// The reason to give up now, if there is one: the end of the budget, its tries apart.
    fn end_of_patience(&self) -> Option<End>;

    /// The same in words.
    fn up(&self) -> Option<&'static str> {
        self.end_of_patience().map(|end| match end {
            End::Interrupted => "it was interrupted",
            End::Memory => "the memory ran short",
            _ => "the time was up",
        })
    }

    /// The end of work that has given up: there were enough tries, unless something else ended it.
    fn given_up(&self) -> End {
        self.end_of_patience().unwrap_or(End::Limit)
    }

    /// A budget of a model, which may take more memory than a search.
    fn for_model(&self) -> Budget;

    /// A budget of `nodes` nodes for one search.
    fn search(&self, nodes: u64) -> Budget;

    /// Returns true if it was interrupted.
    fn is_stopped(&self) -> bool;

    /// Returns true if the time is up or it was interrupted.
    fn is_over(&self) -> bool {
        self.end_of_patience().is_some()
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

impl Patience for Budget {
    fn most_tries(&self, usual: u64) -> u64 {
        let usual = if self.deadline.is_some() {
            u64::MAX
        } else {
            usual
        };
        self.nodes.unwrap_or(usual).max(1)
    }

    fn end_of_patience(&self) -> Option<End> {
        self.clone().nodes(None).end()
    }

    fn for_model(&self) -> Budget {
        self.clone().memory(MODEL_MEMORY)
    }

    fn search(&self, nodes: u64) -> Budget {
        self.apart().nodes(nodes)
    }

    fn is_stopped(&self) -> bool {
        self.end_of_patience() == Some(End::Interrupted)
    }
}
