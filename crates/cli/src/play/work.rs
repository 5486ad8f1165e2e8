//! Long work: done on a thread, so that the player can keep looking, or stop it.
//!
//! An explanation waits for its reader: the thread is at most a few pages ahead, so a long one
//! takes no memory for unread pages.

use crate::paranoid;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, TryRecvError, sync_channel};
use std::thread;
use std::time::Duration;
use tilewright::answer::ToldStep;
use tilewright::explain::{Event, Manner, Outcome};
use tilewright::play::{Advice, Game};
use tilewright::render::Picture;
use tilewright::{Asked, Choice, Existence};

/// The time after which a question is given up.
const PATIENCE: Duration = Duration::from_mins(1);

/// Pages that are found before they are asked for.
const AHEAD: usize = 2;

/// A question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Job {
    /// The next step from where the player is.
    Hint,
    /// The wrong entries.
    Check,
    /// A solution.
    Solve,
    /// The whole way from the clues.
    Explain,
}

impl Job {
    /// The message meanwhile.
    pub(super) fn doing(self) -> &'static str {
        match self {
            Self::Hint => "looking for a step",
            Self::Check => "checking",
            Self::Solve => "solving",
            Self::Explain => "explaining",
        }
    }
}

/// An answer.
#[derive(Clone, Debug)]
pub(super) enum News {
    /// The number of solutions, which is worth remembering.
    Known(Existence),
    /// The next step.
    Hint(Box<Advice>),
    /// The entries that are wrong, or a sentence about why that is not known.
    Wrong(BTreeSet<usize>, String),
    /// A solution.
    Solution(Vec<Choice>),
    /// A page of an explanation.
    Page(Box<PageShown>),
    /// There is nothing more; a sentence.
    End(String),
}

/// A page of an explanation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PageShown {
    /// The name of the step.
    pub(super) name: String,
    /// The reason and the conclusion.
    pub(super) text: String,
    /// The board.
    pub(super) picture: Picture,
}

/// A job at work.
#[derive(Debug)]
pub(super) struct Task {
    news: Receiver<News>,
    stop: Arc<AtomicBool>,
}

impl Task {
    /// Starts a job on a thread of its own.
    pub(super) fn start(job: Job, game: Game, known: Option<Existence>, memory: u64) -> Self {
        let (sender, news) = sync_channel(AHEAD);
        let stop = Arc::new(AtomicBool::new(false));
        let worker = Worker {
            game,
            known,
            memory,
            stop: Arc::clone(&stop),
            sender,
        };
        thread::spawn(move || worker.run(job));
        Self { news, stop }
    }

    /// The news; `Err` when there will be no more.
    pub(super) fn news(&self) -> Result<Option<News>, ()> {
        match self.news.try_recv() {
            Ok(news) => Ok(Some(news)),
            Err(TryRecvError::Empty) => Ok(None),
            Err(TryRecvError::Disconnected) => Err(()),
        }
    }

    /// The news, after waiting for them.
    #[cfg(test)]
    pub(super) fn wait(&self) -> Option<News> {
        self.news.recv().ok()
    }
}

impl Drop for Task {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

struct Worker {
    game: Game,
    known: Option<Existence>,
    memory: u64,
    stop: Arc<AtomicBool>,
    sender: SyncSender<News>,
}

impl Worker {
    fn run(mut self, job: Job) {
        let solver = paranoid::solver()
            .memory(self.memory)
            .stop(Arc::clone(&self.stop));
        // An explanation waits for its reader, and that is not its own time.
        let solver = match job {
            Job::Explain => solver,
            _ => solver.time(PATIENCE),
        };
        match solver.ask(&**self.game.puzzle()) {
            Ok(mut asked) => self.work(job, &mut asked),
            Err(refusal) => self.tell(News::End(refusal.to_string())),
        }
    }

    /// A player who has left needs no news.
    fn tell(&self, news: News) {
        if self.sender.send(news).is_err() {
            self.stop.store(true, Ordering::Relaxed);
        }
    }

    fn work(&mut self, job: Job, asked: &mut Asked) {
        match job {
            Job::Hint => self.hint(asked),
            Job::Check => self.check(asked),
            Job::Solve => self.solve(asked),
            Job::Explain => self.explain(asked),
        }
    }

    /// The number of solutions, computed once.
    fn known(&mut self, asked: &mut Asked) -> Existence {
        if let Some(known) = &self.known {
            return known.clone();
        }
        let known = asked.existence();
        self.tell(News::Known(known.clone()));
        self.known = Some(known.clone());
        known
    }

    fn wrong(&mut self, asked: &mut Asked) -> (BTreeSet<usize>, Existence) {
        let known = self.known(asked);
        let wrong = self.game.wrong(&known);
        (wrong.cells, known)
    }

    fn hint(&mut self, asked: &mut Asked) {
        let (wrong, known) = self.wrong(asked);
        if known == Existence::None {
            return self.tell(News::End("the puzzle has no solution".to_owned()));
        }
        if !wrong.is_empty() {
            let text = "something is wrong: this goes first".to_owned();
            return self.tell(News::Wrong(wrong, text));
        }
        let manner = Manner {
            unique: matches!(known, Existence::Unique(_)),
            ..Manner::default()
        };
        self.tell(match asked.manner(manner).advise(&self.game) {
            Ok(Some(advice)) => News::Hint(Box::new(advice)),
            Ok(None) if self.game.is_complete() => News::End("nothing is left to do".to_owned()),
            Ok(None) => News::End("logic finds no step".to_owned()),
            Err(stopped) => News::End(format!("no step was found ({stopped})")),
        });
    }

    fn check(&mut self, asked: &mut Asked) {
        let (wrong, known) = self.wrong(asked);
        let text = match (wrong.len(), known) {
            (_, Existence::None) => "the puzzle has no solution",
            (0, Existence::Unique(_)) => "nothing is wrong so far",
            (0, Existence::Several(..)) => {
                "nothing clashes; the puzzle has several solutions, so no entry is wrong by itself"
            }
            (0, Existence::Unknown { .. }) => "nothing clashes; the solution was not found in time",
            _ => "the mistakes are marked",
        };
        self.tell(News::Wrong(wrong, text.to_owned()));
    }

    fn solve(&mut self, asked: &mut Asked) {
        if let Some(Existence::Unique(solution)) = &self.known {
            return self.tell(News::Solution(solution.clone()));
        }
        let answer = asked.first();
        let is_final = answer.is_unsolvable();
        self.tell(match answer.solution {
            Some(solution) => News::Solution(solution),
            None if is_final => News::End("the puzzle has no solution".to_owned()),
            None => News::End("no solution was found in time".to_owned()),
        });
    }

    fn explain(&mut self, asked: &mut Asked) {
        let puzzle = Arc::clone(self.game.puzzle());
        let manner = Manner {
            search: true,
            ..Manner::default()
        };
        let mut steps = asked.manner(manner).explain();
        for event in steps.by_ref() {
            let step = ToldStep::of(&*puzzle, &event);
            let (name, text) = match &event {
                Event::Step(_) => (step.technique.clone(), step.sentence()),
                Event::Assumed { depth, .. } => (format!("assumption {depth}"), step.therefore),
                Event::Refuted { .. } => ("contradiction".to_owned(), step.sentence()),
            };
            let picture = event.picture(&*puzzle, true);
            let page = PageShown {
                name,
                text,
                picture,
            };
            self.tell(News::Page(Box::new(page)));
        }
        let end = match steps.outcome().expect("the steps have ended") {
            Outcome::Solved { solution, .. } => {
                let page = PageShown {
                    name: "solved".to_owned(),
                    text: "that was the last step".to_owned(),
                    picture: puzzle.so_far(solution),
                };
                self.tell(News::Page(Box::new(page)));
                "this is the solution".to_owned()
            }
            Outcome::Stuck => "logic finds no more".to_owned(),
            Outcome::Contradiction(item) => {
                format!(
                    "there is no solution: {} has no choice left",
                    puzzle.item_name(*item)
                )
            }
            Outcome::Stopped(stopped) => format!("there may be more steps ({stopped})"),
        };
        self.tell(News::End(end));
    }
}
