//! Engines: each searches any model it does not decline, and says how its search ended.
//!
//! | engine | what it is |
//! | --- | --- |
//! | [`naive`] | the definition, by trying everything; the tests' oracle |
//! | [`reduce`] | the plain algorithm, its order of solutions documented |
//! | [`dance`] | exact cover with colours on bit sets, made for speed |
//! | [`nine`] | 9×9 Sudoku alone |
//! | [`sat`] | clause learning, for large and hard boards |
//! | [`count`] | counts without visiting each solution |
//! | [`auto`] | picks for you |
//!
//! An [`Engine`] prepares a model once; the [`Search`] it gives is asked many times. A search is pulled: each
//! [`Search::advance`] returns the next solution or the [`End`], so dropping it cancels it and a caller may
//! interleave it with anything. [`parallel::Parallel`] is any engine on several threads, and [`lines`] writes its
//! solutions there. [`doubt::Doubting`] checks the answers of an engine. [`dance::Sorted`] gives solutions in a sorted order, and [`diagram`] the solution of any number.
//!
//! ```
//! use tilewright_engines::{Ask, Budget, End, Engine, dance::Dance, solutions};
//! use tilewright_model::{Demand, ModelBuilder};
//!
//! let mut b = ModelBuilder::new(4);
//! b.tile(&[0, 1])?;
//! b.tile(&[2, 3])?;
//! b.item(Demand::AtMostOne, &[0, 2])?;
//! let model = b.build()?;
//!
//! let mut search = Dance.prepare(&model, &Budget::default())?;
//! let mut found = solutions(&mut *search, &Ask::default());
//! assert_eq!(found.by_ref().count(), 3);
//! assert_eq!(found.end(), Some(End::Complete));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod ask;
pub mod auto;
pub mod bulk;
pub mod count;
pub mod dance;
pub mod diagram;
pub mod doubt;
pub mod lines;
pub mod naive;
pub mod nine;
pub mod notebook;
pub mod parallel;
pub mod reduce;
pub mod sat;
mod stints;
mod symmetry;
pub mod threads;
mod walk;

pub use ask::{Ask, Branch, Count};
pub use tilewright_model::budget::{Budget, End, Meter, Pulse, Stats};
pub use tilewright_model::random::Random;

use bulk::Bulk;
use std::fmt;
use tilewright_model::{Choice, Model};

/// Every engine that can be asked for by name.
pub static ENGINES: &[&dyn Engine] = &[
    &auto::Auto,
    &dance::Dance,
    &nine::Nine,
    &sat::Sat,
    &count::Counter,
    &reduce::Reduce,
    &naive::Naive,
];

/// The engine of that name.
pub fn engine(name: &str) -> Option<&'static dyn Engine> {
    ENGINES.iter().copied().find(|engine| engine.name() == name)
}

/// A way to search a model.
pub trait Engine: Sync {
    /// The one word typed after `--engine`.
    fn name(&self) -> &'static str;

    /// A description in one line.
    fn about(&self) -> &'static str;

    /// Compiles the model for this engine within the budget, or says why this engine cannot run it.
    fn prepare(&self, model: &Model, budget: &Budget) -> Result<Box<dyn Search>, Declined>;

    /// A way to search many boards of the model at once, where this engine has one of its own.
    fn bulk(&self, model: &Model) -> Option<Box<dyn Bulk>> {
        let _ = model;
        None
    }
}

impl<E: Engine + ?Sized> Engine for &E {
    fn name(&self) -> &'static str {
        (**self).name()
    }

    fn about(&self) -> &'static str {
        (**self).about()
    }

    fn prepare(&self, model: &Model, budget: &Budget) -> Result<Box<dyn Search>, Declined> {
        (**self).prepare(model, budget)
    }

    fn bulk(&self, model: &Model) -> Option<Box<dyn Bulk>> {
        (**self).bulk(model)
    }
}

/// A prepared model, ready to be asked.
pub trait Search: Send {
    /// Begins a new search; whatever ran before is dropped.
    fn start(&mut self, ask: &Ask);

    /// The next solution, its choices ascending, or how the search ended. After the end it keeps
    /// giving that end.
    fn advance(&mut self) -> Result<&[Choice], End>;

    /// Counts the solutions that are left. An engine that can count without visiting each
    /// solution does so.
    fn count(&mut self) -> Count {
        visited(self)
    }

    /// The number of choices of the model.
    fn choice_count(&self) -> usize;

    /// The cost of the search so far, in terms that are the same on every machine.
    fn stats(&self) -> Stats;

    /// Right after [`Search::start`]: the choices that the search would try at its first branch, in order. Asking
    /// again with one of them [added](Branch::part_of) gives exactly that branch's solutions, in the same order: so a
    /// search is cut into parts. Empty if there is nothing to branch on.
    fn branches(&mut self) -> Vec<Branch>;

    /// Returns true if a search for the solutions of this ask may be cut into parts, so that it is worth trying. It
    /// may only depend on the ask, never on how far a search has come.
    fn searches_in_parts(&self, ask: &Ask) -> bool {
        let _ = ask;
        true
    }

    /// Returns true if a count may be cut into parts. If parts would not share their memory, cutting costs more than
    /// threads gain.
    fn counts_in_parts(&self) -> bool {
        true
    }

    /// Right after [`Search::start`]: the choices that the givens and simple propagation have not
    /// ruled out, hidden ones among them. Every solution is made of these alone.
    fn possible(&mut self) -> Vec<Choice>;
}

/// Counts the solutions that are left by visiting them.
pub(crate) fn visited(search: &mut (impl Search + ?Sized)) -> Count {
    let mut found = 0u64;
    loop {
        match search.advance() {
            Ok(_) => found += 1,
            Err(end) => return Count::new(found, end),
        }
    }
}

/// An engine cannot run a model: which, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declined {
    engine: &'static str,
    reason: String,
    end: Option<End>,
}

impl Declined {
    /// `engine` cannot run a model because of `reason`.
    pub fn new(engine: &'static str, reason: impl Into<String>) -> Self {
        Self {
            engine,
            reason: reason.into(),
            end: None,
        }
    }

    /// The budget was used up before `engine` had prepared a model.
    pub fn ended(engine: &'static str, end: End) -> Self {
        Self {
            end: Some(end),
            ..Self::new(engine, end.to_string())
        }
    }

    /// The end of the budget, if that is the reason: with more of it the engine may run the model.
    pub fn end(&self) -> Option<End> {
        self.end
    }

    /// The engine that declined.
    pub fn engine(&self) -> &'static str {
        self.engine
    }
}

impl fmt::Display for Declined {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "the {} engine cannot run this: {}",
            self.engine, self.reason
        )
    }
}

impl std::error::Error for Declined {}

/// Starts `search` and gives its solutions as an iterator, which knows its end afterwards.
pub fn solutions<'s>(search: &'s mut (dyn Search + '_), ask: &Ask) -> Solutions<'s> {
    search.start(ask);
    // The iterator borrows the search alone; the model outlives both.
    Solutions {
        advance: Box::new(move || search.advance().map(<[Choice]>::to_vec)),
        end: None,
    }
}

/// The solutions of a search, one after the other; [`Solutions::end`] says how it ended.
pub struct Solutions<'s> {
    advance: Box<dyn FnMut() -> Result<Vec<Choice>, End> + 's>,
    end: Option<End>,
}

impl Solutions<'_> {
    /// The end of the search, once the iterator has returned `None`.
    pub fn end(&self) -> Option<End> {
        self.end
    }
}

impl Iterator for Solutions<'_> {
    type Item = Vec<Choice>;

    fn next(&mut self) -> Option<Vec<Choice>> {
        if self.end.is_some() {
            return None;
        }
        (self.advance)().map_err(|end| self.end = Some(end)).ok()
    }
}

impl fmt::Debug for Solutions<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solutions")
            .field("end", &self.end)
            .finish_non_exhaustive()
    }
}
