//! The common part of solving, counting and checking: a solver, and the words about it.

use crate::args;
use crate::exit::Exit;
use crate::external::{self, External};
use crate::failure::{Failure, Trouble};
use crate::limits;
use crate::paranoid;
use crate::reasons::one_at_a_time;
use crate::run::{Entry, Line, Setting, Style, Work};
use crate::show::refused;
use crate::talk::{Talk, number_of};
use std::io::Write;
use std::time::{Duration, Instant};
use tilewright::answer::{Answer, Cost, Origin, Stopwatch};
use tilewright::{Asked, Solver, Status};
use tilewright_batch::{Operation, Pace, Task, Unanswered};

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
        let meter = Stopwatch::start(&asked);
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

    /// A task of lines, with the cost of each answer if that is to be reported.
    pub(crate) fn task(&self, operation: Operation) -> Task {
        Task::new(operation).measured(self.stats)
    }

    /// The cost of a question, if it is to be reported.
    pub(crate) fn told(&self, cost: Cost) -> Option<Cost> {
        self.stats.then_some(cost)
    }
}

/// Work that is a task of a solver on each puzzle.
pub(crate) trait Question: Send + Sync {
    /// The solver, as the options say.
    fn asker(&self) -> &Asker;

    /// The look of the answers.
    fn style(&self) -> Style;

    /// The task, whose answers are objects or lines.
    fn task(&self) -> &Task;

    /// The line about a puzzle.
    fn told(&self, entry: &Entry, answer: &Answer) -> Line {
        let _ = entry;
        Line::of(answer)
    }

    /// Answers about a puzzle by itself: with an object, or as a person is told.
    fn alone(&self, entry: &Entry, out: &mut dyn Write) -> Result<Exit, Trouble> {
        self.asker().ask(entry, |asked| {
            if !self.style().json {
                return self.tell(entry, asked, out);
            }
            let answer = self.task().answer(asked, entry.reading.as_ref());
            let answer = answer.map_err(|why| unanswered(entry, why))?;
            Ok(Line::object(answer, self.place(entry)).write(out)?)
        })
    }

    /// Tells a person about a puzzle by itself.
    fn tell(&self, entry: &Entry, asked: &mut Asked, out: &mut dyn Write) -> Result<Exit, Trouble> {
        let answer = self.task().answer(asked, entry.reading.as_ref());
        let answer = answer.map_err(|why| unanswered(entry, why))?;
        Ok(self.told(entry, &answer).write(out)?)
    }

    /// The place of a puzzle in an object.
    fn place(&self, entry: &Entry) -> Origin {
        entry.place()
    }

    /// The command, if it has no line for a puzzle but only an object.
    fn without_lines(&self) -> Option<&'static str> {
        None
    }
}

/// The reason why a puzzle by itself has no answer.
fn unanswered(entry: &Entry, why: Unanswered) -> Failure {
    match why.status {
        Status::Unsupported => refused(&*entry.puzzle, why),
        _ => why.into(),
    }
}

impl<Q: Question> Work for Q {
    fn style(&self) -> Style {
        Question::style(self)
    }

    fn alone(&self, entry: &Entry, out: &mut dyn Write) -> Result<Exit, Trouble> {
        Question::alone(self, entry, out)
    }

    fn solver(&self) -> Solver {
        self.asker().of_thread()
    }

    fn line(&self, solver: &Solver, entry: &Entry) -> Result<Line, Failure> {
        let is_json = Question::style(self).json;
        if let Some(command) = self.without_lines().filter(|_| !is_json) {
            return Err(one_at_a_time(command));
        }
        let (puzzle, reading) = (&*entry.puzzle, entry.reading.as_ref());
        let answer = Question::task(self).ask(solver, puzzle, reading)?;
        Ok(if is_json {
            Line::object(answer, self.place(entry))
        } else {
            self.told(entry, &answer)
        })
    }

    fn task(&self) -> Option<&Task> {
        Some(Question::task(self))
    }
}

/// A cost in words.
pub(crate) fn in_words(cost: Cost) -> String {
    let nodes = number_of(cost.nodes, "node");
    format!("{nodes} in {:.3} s", cost.seconds)
}
