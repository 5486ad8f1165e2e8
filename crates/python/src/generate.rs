//! One puzzle, made to order.

use crate::failure::Failure;
use crate::limits::duration;
use crate::puzzle::Puzzle;
use crate::work::{Stop, attend};
use pyo3::prelude::*;
use tilewright::generate::{Budget, Minimal, Missed, Spec, Symmetry, Unable, maker, seed_of};

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
    const NAMES: [(&str, Symmetry); 6] = [
        ("none", Symmetry::None),
        ("180", Symmetry::HalfTurn),
        ("90", Symmetry::QuarterTurn),
        ("diagonal", Symmetry::Diagonal),
        ("mirror", Symmetry::Mirror),
        ("full", Symmetry::Full),
    ];
    let Some(name) = name else {
        return Ok(Symmetry::None);
    };
    let known = NAMES.iter().find(|(known, _)| *known == name);
    known.map(|&(_, symmetry)| symmetry).ok_or_else(|| {
        let known = NAMES.map(|(known, _)| known).join(", ");
        Unable(format!("there is no symmetry {name:?}; there are {known}"))
    })
}

/// The places for clues: a blank, `.`, `0`, `-` or `_` is a place without, any other character one
/// with a clue; ends of lines do not count.
fn pattern(text: &str) -> Vec<bool> {
    let cells = text.chars().filter(|c| !matches!(c, '\n' | '\r'));
    cells
        .map(|c| !matches!(c, ' ' | '.' | '0' | '-' | '_'))
        .collect()
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
            Err(Missed { why, nearest }) => Err(Failure::Missed {
                why,
                nearest: nearest.map(|made| Puzzle::new(made.puzzle, None)),
            }),
        }
    })
}
