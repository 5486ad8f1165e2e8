//! One puzzle, made to order.

use crate::failure::Failure;
use crate::limits::duration;
use crate::puzzle::Puzzle;
use crate::work::{Stop, attend};
use pyo3::prelude::*;
use tilewright::generate::{
    Budget, Minimal, Missed, Spec, Symmetry, Unable, maker, pattern, seed_of,
};

/// Keyword arguments, checked by the package.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Requirements {
    minimal: Option<String>,
    clues: Option<(usize, usize)>,
    symmetry: Option<String>,
    pattern: Option<String>,
    difficulty: Option<String>,
    technique: Option<String>,
    no_search: bool,
    controlled_bias: bool,
    largest_area: Option<u32>,
    ones: Option<f64>,
}

impl Requirements {
    /// The same for the maker.
    pub(crate) fn spec(self) -> Result<Spec, Unable> {
        Ok(Spec {
            minimal: minimal(self.minimal.as_deref())?,
            clues: self.clues.map(|(from, to)| from..=to),
            symmetry: symmetry(self.symmetry.as_deref())?,
            pattern: self.pattern.as_deref().map(pattern),
            difficulty: self.difficulty.map(|text| text.parse()).transpose()?,
            technique: self.technique,
            no_search: self.no_search,
            controlled_bias: self.controlled_bias,
            largest_area: self.largest_area,
            ones: self.ones,
        })
    }
}

fn minimal(word: Option<&str>) -> Result<Minimal, Unable> {
    let Some(word) = word else {
        return Ok(Minimal::No);
    };
    Minimal::named(word).ok_or_else(|| {
        Unable(format!(
            "minimal is True, False, \"sets\" or \"clues\", not {word:?}"
        ))
    })
}

fn symmetry(name: Option<&str>) -> Result<Symmetry, Unable> {
    let Some(name) = name else {
        return Ok(Symmetry::None);
    };
    let unknown = |known| Unable(format!("there is no symmetry {name:?}; there are {known}"));
    Symmetry::named(name).map_err(unknown)
}

/// Makes the puzzle with a number, of all that a seed makes.
#[pyfunction]
pub(crate) fn generate(
    py: Python<'_>,
    what: (String, String, bool),
    requirements: Requirements,
    seed: (u64, u64),
    time: Option<f64>,
) -> PyResult<Puzzle> {
    let stop = Stop::default();
    let flag = stop.clone();
    attend(py, &stop, move || {
        let (kind, size, full) = what;
        let unable = |unable: Unable| Failure::Unable(unable.to_string());
        let spec = requirements.spec().map_err(unable)?;
        let maker = maker(&kind, &size, spec, full).map_err(unable)?;
        let mut budget = Budget::default().stop(flag);
        if let Some(time) = time.and_then(duration) {
            budget = budget.time(time);
        }
        match maker.make(seed_of(seed.0, seed.1), &budget) {
            Ok(made) if made.is_cut => Err(Failure::Missed {
                why: made.doubt().unwrap_or_default(),
                nearest: Some(Puzzle::new(made.puzzle, None)),
            }),
            Ok(made) => Ok(Puzzle::new(made.puzzle, None)),
            Err(Missed { why, nearest, .. }) => Err(Failure::Missed {
                why,
                nearest: nearest.map(|made| Puzzle::new(made.puzzle, None)),
            }),
        }
    })
}
