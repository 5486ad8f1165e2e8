//! A question to a search, and the number of a count.

use crate::doubt::Subject;
use crate::notebook::Notebook;
use num_bigint::BigUint;
use std::sync::Arc;
use tilewright_model::Choice;
use tilewright_model::budget::{Budget, End, Meter};

/// A question to a prepared model.
#[derive(Clone, Debug, Default)]
pub struct Ask {
    /// Choices that are picked from the start. Givens that exclude each other have no solution.
    pub given: Vec<Choice>,
    /// Choices that must not be picked.
    pub barred: Vec<Choice>,
    /// Stop after this many solutions.
    pub limit: Option<u64>,
    /// Search in a random order, the same for the same seed on every machine; `None` is the
    /// engine's own order.
    pub seed: Option<u64>,
    /// The budget of the search.
    pub budget: Budget,
    /// The most work in choices looked at, where a search goes on the model itself: nodes cost a thousand times as much
    /// there in one model as in another. It ends as if the nodes were used up. Only [`dance`](crate::dance) knows it, and
    /// what is searched on bit sets is not part of it.
    pub work: Option<u64>,
    /// This is a part of a larger ask, cut by its [branches](crate::Search::branches): it is to be
    /// searched just as the larger one would search it, without any preparation of its own.
    pub as_part: bool,
    /// The notebook in which a count notes its results, and from which it resumes.
    pub notebook: Option<Arc<dyn Notebook>>,
    /// The subject of the question, for [reports](crate::doubt).
    pub subject: Option<Arc<dyn Subject>>,
}

impl Ask {
    /// Every solution that extends these givens.
    pub fn given(given: impl Into<Vec<Choice>>) -> Self {
        Self {
            given: given.into(),
            ..Self::default()
        }
    }

    /// Bars these choices.
    #[must_use]
    pub fn barred(mut self, barred: impl Into<Vec<Choice>>) -> Self {
        self.barred = barred.into();
        self
    }

    /// Limits the search to `limit` solutions.
    #[must_use]
    pub fn limit(mut self, limit: u64) -> Self {
        self.limit = Some(limit);
        self
    }

    /// Searches in a random order.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = Some(seed);
        self
    }

    /// Notes the results of a count in this notebook.
    #[must_use]
    pub fn notebook(mut self, notebook: Arc<dyn Notebook>) -> Self {
        self.notebook = Some(notebook);
        self
    }

    /// Limits the cost of the search.
    #[must_use]
    pub fn budget(mut self, budget: Budget) -> Self {
        self.budget = budget;
        self
    }

    /// A meter for a search that starts now.
    pub fn meter(&self) -> Meter {
        self.budget.meter_to(self.limit)
    }
}

/// One of the ways in which a search continues where nothing more is forced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Branch {
    /// The choice is picked.
    With(Choice),
    /// The choice is not picked.
    Without(Choice),
}

impl Branch {
    /// The part of `ask` that is this branch of it.
    #[must_use]
    pub fn part_of(self, ask: &Ask) -> Ask {
        let mut part = ask.clone();
        match self {
            Self::With(choice) => part.given.push(choice),
            Self::Without(choice) => part.barred.push(choice),
        }
        part.as_part = true;
        // The notes are about the whole.
        part.notebook = None;
        part
    }
}

/// A number of solutions and how the counting ended: exact where the end is
/// [`End::Complete`], and only a lower bound otherwise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Count {
    /// The solutions counted.
    pub number: BigUint,
    /// The end of the count.
    pub end: End,
}

impl Count {
    /// A count that ended so.
    pub fn new(number: impl Into<BigUint>, end: End) -> Self {
        Self {
            number: number.into(),
            end,
        }
    }

    /// Returns true if the number is exact.
    pub fn is_exact(&self) -> bool {
        self.end == End::Complete
    }
}
