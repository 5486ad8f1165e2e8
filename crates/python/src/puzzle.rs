//! A puzzle, solved or not, and the questions about it.

use crate::failure::{Failure, integer};
use crate::limits::{Limits, ask};
use crate::picture::Picture;
use crate::solutions::Solutions;
use crate::text;
use crate::work::{Stop, attend};
use pyo3::basic::CompareOp;
use pyo3::prelude::*;
use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, LazyLock, OnceLock};
use tilewright::answer::{Answer, json};
use tilewright::puzzles::{self, Families, Family, Format, Label, Reading};
use tilewright::sample::Fairness;
use tilewright::score::{Attempt, Judge, Score};
use tilewright::{Choice, Count, End, Model, Rated, Solver};

/// The pickled form of a puzzle: a family and format, a text in it, the choices that it is filled with, and how it
/// was read.
type State = (String, String, Option<Vec<u32>>, Option<String>);

/// A puzzle of any family, shared by those who ask about it.
type Shared = Arc<dyn puzzles::Puzzle>;

/// A puzzle, solved or not.
#[pyclass(frozen, module = "tilewright._native")]
#[derive(Clone)]
pub(crate) struct Puzzle {
    inner: Shared,
    /// The puzzle that it solves, and with which choices.
    base: Option<(Shared, Arc<[Choice]>)>,
    /// The family and format it was read in.
    reading: Option<Reading>,
    /// The judge of answers to it, once one was scored.
    judge: Arc<OnceLock<Judge>>,
}

impl fmt::Debug for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.inner.title())
    }
}

impl Puzzle {
    pub(crate) fn new(puzzle: Box<dyn puzzles::Puzzle>, reading: Option<Reading>) -> Self {
        Self {
            inner: puzzle.into(),
            base: None,
            reading,
            judge: Arc::default(),
        }
    }

    /// The puzzle itself.
    pub(crate) fn inner(&self) -> &Shared {
        &self.inner
    }

    /// The puzzle with a solution filled in.
    pub(crate) fn filled(&self, solution: Vec<Choice>) -> Self {
        let base = self.base.as_ref().map_or(&self.inner, |(base, _)| base);
        Self {
            inner: self.inner.fill(&solution).into(),
            base: Some((Arc::clone(base), solution.into())),
            reading: self.reading.clone(),
            judge: Arc::default(),
        }
    }

    fn usual_text(&self) -> Result<String, Failure> {
        let base = self.base.as_ref().map(|(base, _)| &**base);
        text::usual(&*self.inner, base, self.reading.as_ref())
    }

    /// A reading and a text that give back this very puzzle, and its filling.
    fn state(&self) -> Result<State, Failure> {
        let (base, filled) = match &self.base {
            Some((base, solution)) => (&**base, Some(solution.iter().map(|c| c.0).collect())),
            None => (&*self.inner, None),
        };
        for format in text::lossless_first(base.family(), self.reading.as_ref()) {
            let Some((text, again)) = format.there_and_back(base) else {
                continue;
            };
            if again.is_same(base) {
                let wanted = format!("{}:{}", base.family().name, format.name);
                return Ok((wanted, text, filled, self.reading()));
            }
        }
        let family = &base.family().name;
        let message = format!("no format of {family} says all that this puzzle is");
        Err(Failure::Unwritable(message))
    }
}

/// A text that is read before a signal could be of interest, and sooner than a thread starts.
const SHORT: usize = 1 << 14;

/// Reads a text, as a puzzle of the kind of a file if there is one.
#[pyfunction]
#[pyo3(signature = (text, as_, kind))]
pub(crate) fn parse(
    py: Python<'_>,
    text: String,
    as_: Option<String>,
    kind: Option<String>,
) -> PyResult<Puzzle> {
    let is_short = text.len() <= SHORT;
    let read = move || {
        let reading = match &kind {
            None => Reading::of(&text, as_.as_deref())?,
            Some(file) => {
                let family = Family::of_kind(file)?;
                let wanted = as_.unwrap_or_else(|| family.name.to_string());
                let families = Families::default().with(family);
                families.reading(&text, Some(&wanted))?
            }
        };
        Ok(Puzzle::new(reading.read(&text)?, Some(reading)))
    };
    if is_short {
        return py
            .detach(read)
            .map_err(|failure: Failure| failure.raised(py));
    }
    attend(py, &Stop::default(), read)
}

/// The empty board of a kind and size.
#[pyfunction]
pub(crate) fn board(py: Python<'_>, kind: String, size: String) -> PyResult<Puzzle> {
    attend(py, &Stop::default(), move || {
        Ok(Puzzle::new(puzzles::board(&kind, &size)?, None))
    })
}

/// A format: its name, its description, whether it is read, written, a line.
type FormatParts = (Label, Label, bool, bool, bool);

/// A family: its name, its description, and its formats.
type FamilyParts = (Label, Label, Vec<FormatParts>);

/// Every family.
#[pyfunction]
pub(crate) fn families() -> Vec<FamilyParts> {
    let of_format = |f: &Format| {
        let (name, about) = (f.name.clone(), f.about.clone());
        (name, about, f.is_read(), f.is_written(), f.is_line)
    };
    let of_family = |family: &Family| {
        let formats = family.formats.iter().map(of_format);
        (family.name.clone(), family.about.clone(), formats.collect())
    };
    Families::default().iter().map(of_family).collect()
}

/// A puzzle of its state.
#[pyfunction]
pub(crate) fn restore(
    py: Python<'_>,
    wanted: String,
    text: String,
    filled: Option<Vec<u32>>,
    reading: Option<String>,
) -> PyResult<Puzzle> {
    attend(py, &Stop::default(), move || {
        let puzzle = Reading::of(&text, Some(&wanted))?.read(&text)?;
        let reading = reading.map(|name| Reading::of(&text, Some(&name)));
        let puzzle = Puzzle::new(puzzle, reading.transpose()?);
        let Some(filled) = filled else {
            return Ok(puzzle);
        };
        // A state may come from anywhere.
        let model = tilewright::Solver::new().model(&*puzzle.inner)?;
        let choices = model.choice_count();
        if filled.iter().any(|&choice| choice as usize >= choices) {
            let message = "the state of a puzzle names a choice that it does not have";
            return Err(Failure::Unable(message.to_owned()));
        }
        Ok(puzzle.filled(filled.into_iter().map(Choice).collect()))
    })
}

/// A verdict: the answer as JSON, up to two solutions, and all of it in sentences.
type Checked = (String, Vec<Puzzle>, Vec<String>);

/// An answer to a puzzle: a filled puzzle, a text, or the items of a list.
#[derive(FromPyObject)]
pub(crate) enum Reply<'py> {
    Puzzle(PyRef<'py, Puzzle>),
    Text(String),
    Words(Vec<String>),
}

/// An answer that is kept.
enum Said {
    Filled(Puzzle),
    Text(String),
    Words(Vec<String>),
}

/// Returns true if a clue excludes a choice, by an item or by a rule.
fn is_excluded(model: &Model, givens: &[Choice], choice: Choice) -> bool {
    let others: Vec<Choice> = givens
        .iter()
        .copied()
        .filter(|&given| given != choice)
        .collect();
    if others
        .iter()
        .any(|&given| model.share_conflict(given, choice))
    {
        return true;
    }
    let with: Vec<Choice> = others.into_iter().chain([choice]).collect();
    !model.rules().is_empty() && model.clashing(&with).contains(&choice)
}

/// A cell, by its number or its name.
#[derive(FromPyObject)]
pub(crate) enum Cell {
    Number(usize),
    Name(String),
}

impl Said {
    /// Returns true if reading it takes no time to speak of.
    fn is_short(&self) -> bool {
        match self {
            Self::Filled(_) => true,
            Self::Text(text) => text.len() <= SHORT,
            Self::Words(words) => words.len() <= SHORT,
        }
    }

    fn of(reply: Reply<'_>) -> Self {
        match reply {
            Reply::Text(text) => Self::Text(text),
            Reply::Words(words) => Self::Words(words),
            Reply::Puzzle(puzzle) => Self::Filled(puzzle.clone()),
        }
    }

    /// The answer to a puzzle of this model.
    fn attempt(&self, solver: &Solver, model: &Model) -> Attempt<'_> {
        match self {
            Self::Text(text) => Attempt::Text(text),
            Self::Words(words) => Attempt::Words(words),
            Self::Filled(filled) => match &filled.base {
                Some((base, picked)) if solver.model(&**base).is_ok_and(|own| own == *model) => {
                    Attempt::Choices(picked)
                }
                _ => Attempt::Puzzle(&*filled.inner),
            },
        }
    }
}

/// The parts of a score, in their order.
type Scored = (
    Option<String>,
    bool,
    bool,
    Option<bool>,
    usize,
    usize,
    Option<usize>,
    usize,
    usize,
    usize,
    (usize, usize),
    (Vec<String>, Option<Place>),
);

/// The place of an answer in a text: its sort, its line, and how many there are.
type Place = (&'static str, usize, usize);

fn parts(score: Score) -> Scored {
    let found = score
        .found
        .map(|found| (found.place, found.line, found.candidates));
    (
        score.malformed,
        score.is_complete,
        score.is_valid,
        score.is_unique,
        score.open,
        score.filled,
        score.right,
        score.consistent,
        score.broken,
        score.changed,
        (score.constraints, score.kept),
        (score.reasons, found),
    )
}

/// The most cells of a board whose answers are scored on the thread that asks.
const FEW_CELLS: usize = 100;

/// The most nodes of a search on the thread that asks: milliseconds.
const FEW_NODES: u64 = 20_000;

/// The solver for what is quick.
static QUICK: LazyLock<Solver> = LazyLock::new(|| Solver::new().threads(1).nodes(FEW_NODES));

impl Puzzle {
    /// The judge of answers to it.
    fn judge(&self, solver: &Solver) -> Result<&Judge, Failure> {
        if self.judge.get().is_none() {
            let judge = Judge::new(solver, &*self.inner)?;
            // Another thread may have been quicker.
            let _ = self.judge.set(judge);
        }
        Ok(self.judge.get().expect("it was set"))
    }

    /// Scores an answer.
    fn scored(
        &self,
        solver: &Solver,
        answer: &Said,
        solution: Option<&Said>,
    ) -> Result<Score, Failure> {
        let judge = self.judge(solver)?;
        let model = judge.model();
        let known =
            solution.map(|solution| judge.solution(solver, solution.attempt(solver, model)));
        let known = known.transpose().map_err(Failure::Unable)?;
        Ok(judge.score(solver, answer.attempt(solver, model), known.as_deref())?)
    }

    /// Returns true if an answer is scored sooner than a thread starts.
    fn is_quick(&self) -> bool {
        let cells = self.inner.cell_count();
        let settable = self.inner.can::<dyn puzzles::Settable>();
        let has_values = settable.is_some_and(|board| board.key_of_cells().is_some());
        has_values && (1..=FEW_CELLS).contains(&cells)
    }
}

#[pymethods]
impl Puzzle {
    #[getter]
    fn family(&self) -> &str {
        &self.inner.family().name
    }

    #[getter]
    fn title(&self) -> String {
        self.inner.title()
    }

    #[getter]
    fn clues(&self) -> usize {
        self.inner.givens().len()
    }

    #[getter]
    fn reading(&self) -> Option<String> {
        self.reading.as_ref().map(Reading::to_string)
    }

    /// The state for [`restore`].
    fn __getstate__(&self, py: Python<'_>) -> PyResult<State> {
        py.detach(|| self.state())
            .map_err(|failure| failure.raised(py))
    }

    fn __richcmp__(&self, py: Python<'_>, other: &Self, op: CompareOp) -> PyResult<bool> {
        let is_same = || py.detach(|| self.inner.is_same(&*other.inner));
        match op {
            CompareOp::Eq => Ok(is_same()),
            CompareOp::Ne => Ok(!is_same()),
            _ => Err(pyo3::exceptions::PyTypeError::new_err(
                "puzzles have no order",
            )),
        }
    }

    /// Of the clues: equal puzzles have equal ones.
    fn __hash__(&self, py: Python<'_>) -> u64 {
        py.detach(|| {
            let mut hasher = DefaultHasher::new();
            self.inner.family().name.hash(&mut hasher);
            for choice in self.inner.givens() {
                choice.0.hash(&mut hasher);
            }
            hasher.finish()
        })
    }

    fn write(&self, py: Python<'_>, format: Option<String>) -> PyResult<String> {
        let written = py.detach(|| match format {
            Some(format) => text::written(&*self.inner, &format),
            None => self.usual_text(),
        });
        written.map_err(|failure| failure.raised(py))
    }

    fn picture(&self, py: Python<'_>) -> Picture {
        py.detach(|| Picture::new(self.inner.picture()))
    }

    fn solve(&self, py: Python<'_>, limits: Limits) -> PyResult<Option<Self>> {
        let this = self.clone();
        ask(py, limits, move |solver| {
            let answer = solver.first(&*this.inner)?;
            match (answer.solution, answer.end) {
                (Some(solution), _) => Ok(Some(this.filled(solution))),
                (None, End::Complete) => Ok(None),
                (None, end) => {
                    let message = format!("no solution found so far ({end})");
                    Err(Failure::stopped(message, end))
                }
            }
        })
    }

    fn solutions(&self, py: Python<'_>, limits: Limits, limit: Option<u64>) -> PyResult<Solutions> {
        let (solver, stop) = limits.solver().map_err(|failure| failure.raised(py))?;
        Ok(Solutions::new(self.clone(), solver, stop, limit))
    }

    fn count<'py>(
        &self,
        py: Python<'py>,
        limits: Limits,
        limit: Option<u64>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let puzzle = Arc::clone(&self.inner);
        let number = ask(py, limits, move |solver| {
            let Count { number, end } = solver.ask(&*puzzle)?.limit(limit).count();
            if matches!(end, End::Complete | End::Limit) {
                return Ok(number);
            }
            Err(Failure::Stopped {
                message: format!("at least {number} ({end})"),
                end,
                at_least: number,
            })
        })?;
        integer(py, &number)
    }

    fn check(&self, py: Python<'_>, limits: Limits) -> PyResult<Checked> {
        let this = self.clone();
        ask(py, limits, move |solver| {
            let verdict = solver.check(&*this.inner)?;
            let answer = json(&Answer::verdict(&verdict));
            let sentences = verdict.sentences();
            let (one, other) = verdict.solutions.solutions();
            let found = one.into_iter().chain(other);
            let found = found.map(|solution| this.filled(solution.to_vec()));
            Ok((answer, found.collect(), sentences))
        })
    }

    /// The answer as JSON.
    fn rate(&self, py: Python<'_>, limits: Limits) -> PyResult<String> {
        let puzzle = Arc::clone(&self.inner);
        ask(py, limits, move |solver| {
            let rated = solver.ask(&*puzzle)?.rate();
            match rated {
                Rated::Unique(_) => Ok(json(&Answer::rated(&rated, None))),
                Rated::Unsolvable => Err(Failure::Unsolvable("no solution".to_owned())),
                Rated::Several => Err(Failure::Several("several solutions".to_owned())),
                Rated::Stopped(end) => {
                    let message = format!("no rating: it was stopped before ({end})");
                    Err(Failure::stopped(message, end))
                }
            }
        })
    }

    /// Scores an answer by the definition of a solution. Without limits, what is quick is done at once.
    fn score(
        &self,
        py: Python<'_>,
        limits: Option<Limits>,
        answer: Reply<'_>,
        solution: Option<Reply<'_>>,
    ) -> PyResult<Scored> {
        let (answer, solution) = (Said::of(answer), solution.map(Said::of));
        if limits.is_none() && answer.is_short() && self.is_quick() {
            let score = py.detach(|| self.scored(&QUICK, &answer, solution.as_ref()));
            let score = score.map_err(|failure| failure.raised(py))?;
            if score.is_unique.is_some() || score.malformed.is_some() {
                return Ok(parts(score));
            }
        }
        let limits = limits.unwrap_or_default();
        let (solver, stop) = limits.solver().map_err(|failure| failure.raised(py))?;
        let this = self.clone();
        attend(py, &stop, move || {
            Ok(parts(this.scored(&solver, &answer, solution.as_ref())?))
        })
    }

    /// The cells of each choice, and the slot of its value there.
    fn spots(&self, py: Python<'_>, choices: Vec<u32>) -> Vec<Vec<(usize, Option<usize>)>> {
        let spots = |choice| {
            let spots = self.inner.spots(Choice(choice)).into_iter();
            spots.map(|spot| (spot.cell, spot.slot)).collect()
        };
        py.detach(|| choices.into_iter().map(spots).collect())
    }

    /// For each cell the values that no clue excludes, each by its name; `None` where cells have no values.
    fn candidates(&self, py: Python<'_>) -> PyResult<Option<Vec<Vec<String>>>> {
        let this = self.clone();
        attend(py, &Stop::default(), move || {
            let puzzle = &*this.inner;
            let puzzles::Legend::Values(entries) = puzzle.legend() else {
                return Ok(None);
            };
            let model = Solver::new().model(puzzle)?;
            let givens = puzzle.givens();
            let mut cells = vec![Vec::new(); puzzle.cell_count()];
            for choice in model.choices().filter(|&choice| model.is_own(choice)) {
                if is_excluded(&model, &givens, choice) {
                    continue;
                }
                for spot in puzzle.spots(choice) {
                    if let (Some(slot), Some(cell)) = (spot.slot, cells.get_mut(spot.cell)) {
                        cell.extend(entries.get(slot).map(|entry| entry.name.clone()));
                    }
                }
            }
            Ok(Some(cells))
        })
    }

    /// The puzzle with a value in a cell, by its number or its name; without a value, with none.
    #[expect(
        clippy::needless_pass_by_value,
        reason = "what Python hands over is owned"
    )]
    fn play(&self, py: Python<'_>, cell: Cell, value: Option<String>) -> PyResult<Self> {
        let played = py.detach(|| -> Result<Self, Failure> {
            let cell = match cell {
                Cell::Number(cell) => cell,
                Cell::Name(name) => self.inner.cell_called(&name).ok_or_else(|| {
                    Failure::Unable(format!(
                        "there is no cell called {name:?}: expected a name such as r1c2"
                    ))
                })?,
            };
            let puzzle = self.inner.with_clue(cell, value.as_deref())?;
            Ok(Self::new(puzzle, self.reading.clone()))
        });
        played.map_err(|failure| failure.raised(py))
    }

    /// Random solutions, and whether each is as likely as any other.
    fn sample(
        &self,
        py: Python<'_>,
        limits: Limits,
        number: u64,
        must_be_uniform: bool,
    ) -> PyResult<(Vec<Self>, bool)> {
        let this = self.clone();
        ask(py, limits, move |solver| {
            let fairness = if must_be_uniform {
                Fairness::Always
            } else {
                Fairness::IfCountable
            };
            let mut found = Vec::new();
            let sampled = solver.sample(&*this.inner, number, fairness, |solution| {
                found.push(this.filled(solution.to_vec()));
                std::ops::ControlFlow::<()>::Continue(())
            })?;
            match sampled.end {
                End::Complete => Ok((found, sampled.is_uniform)),
                end => Err(Failure::stopped(
                    format!("no sample: it was stopped before ({end})"),
                    end,
                )),
            }
        })
    }

    /// Puzzles with more clues that have all solutions of this one between them, and none twice: at least this many, if that
    /// many can be made and written.
    fn cut(&self, py: Python<'_>, limits: Limits, parts: usize) -> PyResult<Vec<Self>> {
        let this = self.clone();
        ask(py, limits, move |solver| {
            let whole = this.base.as_ref().map_or(&this.inner, |(base, _)| base);
            let cut = solver.cut(Arc::clone(whole), parts)?.into_iter();
            let cut = cut.map(|inner| Self {
                inner,
                base: None,
                reading: this.reading.clone(),
                judge: Arc::default(),
            });
            let cut: Vec<Self> = cut.collect();
            // They travel to other processes.
            let is_written = cut.first().is_none_or(|part| part.state().is_ok());
            Ok(if is_written { cut } else { vec![this] })
        })
    }

    /// The puzzle with the solution of another one filled in, which has the clues of this one and more.
    fn filled_like(&self, py: Python<'_>, solved: &Self) -> Self {
        let choices = solved.base.as_ref().map(|(_, choices)| choices.to_vec());
        py.detach(|| choices.map_or_else(|| solved.clone(), |choices| self.filled(choices)))
    }

    /// The smallest copy, the number of its automorphisms, and its digest.
    fn canonical(&self, py: Python<'_>) -> PyResult<(Self, Option<u128>, String)> {
        let this = self.clone();
        attend(py, &Stop::default(), move || {
            let form = this.inner.canonical();
            let form = form.map_err(|asymmetric| Failure::Unable(asymmetric.to_string()))?;
            let puzzle = Self::new(form.puzzle, this.reading.clone());
            Ok((puzzle, form.automorphisms, format!("{:032x}", form.digest)))
        })
    }
}
