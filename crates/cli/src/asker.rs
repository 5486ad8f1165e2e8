//! The common part of solving, counting and checking: a solver, and the words about it.

use crate::args;
use crate::exit::Exit;
use crate::external::{self, External};
use crate::failure::{Failure, Trouble};
use crate::limits;
use crate::paranoid;
use crate::run::{Entry, Line, Setting, Style, Work};
use crate::talk::{Talk, number_of};
use std::io::Write;
use std::time::{Duration, Instant};
use tilewright::answer::{Answer, Cost, Origin};
use tilewright::engines::Stats;
use tilewright::puzzles::Format;
use tilewright::{Asked, Solver};
use tilewright_batch::{Pace, Task};

/// A solver that asks as the options say.
pub(crate) struct Asker {
    solver: Solver,
    /// The time for each puzzle.
    time: Option<Duration>,
    talk: Talk,
    /// True if the cost is reported.
    pub(crate) stats: bool,
}

impl Asker {
    pub(crate) fn new(
        setting: &Setting,
        input: &args::Input,
        search: &args::Search,
    ) -> Result<Self, Failure> {
        let mut solver = paranoid::solver()
            .engine(&search.engine)
            .map_err(|refusal| Failure::of_refusal(&refusal))?
            .within(limits::budget())
            .memory(input.memory)
            .threads(setting.threads)
            .stop(setting.interrupt.flag());
        if let Some(command) = &search.sat_command {
            solver = solver.with(External::new(command)?);
            if !paranoid::doubts_others() {
                solver = solver.paranoid(false);
            }
        }
        if let Some(seed) = search.seed {
            solver = solver.seed(seed);
        }
        if let Some(time) = search.time {
            solver = solver.time(time);
        }
        if let Some(nodes) = search.nodes {
            solver = solver.nodes(nodes);
        }
        Ok(Self {
            solver,
            time: search.time,
            talk: setting.talk,
            stats: search.stats,
        })
    }

    /// The pace for many at once.
    pub(crate) fn pace(&self, setting: &Setting) -> Pace {
        let pace = Pace::new().threads(setting.threads);
        pace.solver(self.solver.clone())
            .stop(setting.interrupt.flag())
    }

    /// The time for each puzzle.
    pub(crate) fn time(&self) -> Option<Duration> {
        self.time
    }

    /// The solver for a puzzle: its time began when the command did.
    pub(crate) fn solver_for(&self, entry: &Entry) -> Solver {
        let end = |begun: Instant| begun.checked_add(self.time?);
        match entry.begun.and_then(end) {
            Some(end) => self.solver.clone().by(end),
            None => self.solver.clone(),
        }
    }

    /// Returns true if a question may fail: if a command answers it.
    pub(crate) fn may_fail(&self) -> bool {
        self.solver.engine_name() == external::NAME
    }

    /// An asker for tests.
    #[cfg(test)]
    pub(crate) fn of(solver: Solver) -> Self {
        Self {
            solver,
            time: None,
            talk: Talk::new(0),
            stats: false,
        }
    }

    /// Asks about one puzzle.
    pub(crate) fn ask<A>(
        &self,
        entry: &Entry,
        question: impl FnOnce(&mut Asked) -> Result<A, Trouble>,
    ) -> Result<A, Trouble> {
        self.ask_solver(&self.solver_for(entry), entry, question)
    }

    /// Asks about one puzzle with a solver that [`Asker::solver_for`] gave, perhaps changed.
    pub(crate) fn ask_solver<A>(
        &self,
        solver: &Solver,
        entry: &Entry,
        question: impl FnOnce(&mut Asked) -> Result<A, Trouble>,
    ) -> Result<A, Trouble> {
        let asked = solver.ask(&*entry.puzzle);
        let mut asked = asked.map_err(|refusal| Failure::of_refusal(&refusal))?;
        self.talk.detail(|| {
            let model = asked.model();
            format!(
                "{}: engine {}, {}, {}, {}",
                entry.file,
                asked.solver().engine_name(),
                number_of(model.choice_count(), "choice"),
                number_of(model.item_count(), "item"),
                number_of(model.rules().len(), "rule")
            )
        });
        self.talk.fine_detail(|| {
            let begun = entry
                .begun
                .map_or(0.0, |begun| begun.elapsed().as_secs_f64());
            format!("{}: the model was ready after {begun:.3} s", entry.file)
        });
        let meter = Meter::start(&asked);
        let answer = question(&mut asked)?;
        if !self.stats {
            self.talk.detail(|| in_words(meter.cost(&asked)));
        }
        Failure::of_answer(&asked)?;
        Ok(answer)
    }

    /// The solver of a thread: a stream has its threads already.
    pub(crate) fn of_thread(&self) -> Solver {
        self.solver.clone().threads(1)
    }

    /// A task for plain lines, unless the cost of each puzzle is reported: in bulk it is unknown.
    pub(crate) fn in_bulk(&self, task: Task) -> Option<Task> {
        (!self.stats).then_some(task)
    }

    /// The cost of a question, if it is to be reported.
    pub(crate) fn told(&self, cost: Cost) -> Option<Cost> {
        self.stats.then_some(cost)
    }
}

/// Work that asks a solver about each puzzle, and has an answer as plain data.
pub(crate) trait Question: Send + Sync {
    /// The solver, as the options say.
    fn asker(&self) -> &Asker;

    /// The look of the answers.
    fn style(&self) -> Style;

    /// The answer as plain data.
    fn answer(&self, entry: &Entry, asked: &mut Asked) -> Result<Answer, Failure>;

    /// The line about a puzzle of a stream.
    fn told(&self, entry: &Entry, asked: &mut Asked) -> Result<Line, Failure>;

    /// Tells a person about a puzzle by itself.
    fn tell(&self, entry: &Entry, asked: &mut Asked, out: &mut dyn Write) -> Result<Exit, Trouble> {
        Ok(self.told(entry, asked)?.write(out)?)
    }

    /// The place of a puzzle in an object.
    fn place(&self, entry: &Entry) -> Origin {
        entry.place()
    }

    /// As [`Work::task`].
    fn task(&self, format: &Format) -> Option<Task> {
        let _ = format;
        None
    }
}

/// An answer as an object.
fn object(question: &impl Question, entry: &Entry, asked: &mut Asked) -> Result<Line, Failure> {
    let answer = question.answer(entry, asked)?;
    Failure::of_answer(asked)?;
    Ok(Line::object(answer, question.place(entry)))
}

impl<Q: Question> Work for Q {
    fn style(&self) -> Style {
        Question::style(self)
    }

    fn alone(&self, entry: &Entry, out: &mut dyn Write) -> Result<Exit, Trouble> {
        self.asker().ask(entry, |asked| {
            if Question::style(self).json {
                return Ok(object(self, entry, asked)?.write(out)?);
            }
            self.tell(entry, asked, out)
        })
    }

    fn solver(&self) -> Solver {
        self.asker().of_thread()
    }

    fn line(&self, solver: &Solver, entry: &Entry) -> Result<Line, Failure> {
        ask_line(solver, entry, |asked| {
            if Question::style(self).json {
                return object(self, entry, asked);
            }
            self.told(entry, asked)
        })
    }

    fn task(&self, format: &Format) -> Option<Task> {
        Question::task(self, format).and_then(|task| self.asker().in_bulk(task))
    }
}

/// Asks about one puzzle of a stream with the solver of its thread.
pub(crate) fn ask_line(
    solver: &Solver,
    entry: &Entry,
    answer: impl FnOnce(&mut Asked) -> Result<Line, Failure>,
) -> Result<Line, Failure> {
    let asked = solver.ask(&*entry.puzzle);
    let mut asked = asked.map_err(|refusal| Failure::of_line_refusal(&refusal))?;
    let line = answer(&mut asked)?;
    Failure::of_answer(&asked)?;
    Ok(line)
}

/// Begins to measure.
pub(crate) struct Meter {
    start: Instant,
    nodes: u64,
}

impl Meter {
    pub(crate) fn start(asked: &Asked) -> Self {
        Self {
            start: Instant::now(),
            nodes: asked.stats().nodes,
        }
    }

    pub(crate) fn cost(&self, asked: &Asked) -> Cost {
        let Stats { nodes, .. } = asked.stats();
        Cost::new(nodes - self.nodes, self.start.elapsed().as_secs_f64())
    }
}

/// A cost in words.
pub(crate) fn in_words(cost: Cost) -> String {
    let nodes = number_of(cost.nodes, "node");
    format!("{nodes} in {:.3} s", cost.seconds)
}
