//! `--sat-command`: a SAT solver that is a command of its own is the engine.
//!
//! **Idea.** The CNF of the ask goes to a file, and the command is run with that file's name as its last argument.
//! Its output (`s …`, `v …`) is read back. For another solution it is run again with one more clause that excludes
//! the one before, until it says that there is none.
//!
//! Clauses do not say what links demand. An answer that falls apart is not a solution: the command is run again with
//! clauses that it breaks, and so on until every link holds.
//!
//! The command is not trusted: its picks must be a solution by the definition, with all givens, and not found before.
//! That there is no solution cannot be checked here; `prove` is for that.
//!
//! **Failure.** A command may be missing, crash or talk nonsense. Then the search ends with [`End::Failed`], and
//! its budget keeps the sentence about it.
//!
//! Files lie in a folder of their own, which is removed after each run of the command.

use crate::failure::Failure;
use crate::leftovers::Part;
use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};
use tilewright::engines::Stats;
use tilewright::engines::sat::Sat;
use tilewright::engines::{Ask, Branch, Declined, Engine, Meter, Search};
use tilewright::prover::cuts;
use tilewright::puzzles::Unbuilt;
use tilewright::puzzles::answer::{SatAnswer, read_answer};
use tilewright::puzzles::export::Dimacs;
use tilewright::{Budget, Choice, End, Model};

/// The name of the engine. It cannot be typed after `--engine`.
pub(crate) const NAME: &str = "sat-command";

/// The first and the longest pause between two looks at a running command.
const FIRST_PAUSE: Duration = Duration::from_micros(200);
const LONGEST_PAUSE: Duration = Duration::from_millis(20);

/// The time to wait for the signal that ended the command to reach us too.
const TO_HEAR_OF_IT: Duration = Duration::from_millis(300);

/// Bytes of an answer beyond its values: remarks and statistics.
const MOST_REMARKS: u64 = 64 << 20;

/// Bytes of the command's complaints that are looked at.
const MOST_COMPLAINTS: u64 = 4096;

/// A SAT solver that is a command.
#[derive(Clone, Debug)]
pub(crate) struct External {
    /// The command as it was typed.
    shown: String,
    /// The program and its arguments.
    words: Vec<String>,
}

impl External {
    /// The engine of a command as it was typed: the name of a file, or words with blanks between them.
    pub(crate) fn new(command: &str) -> Result<Self, Failure> {
        let words: Vec<String> = if Path::new(command).is_file() {
            vec![command.to_owned()]
        } else {
            command.split_whitespace().map(str::to_owned).collect()
        };
        if words.is_empty() {
            return Err(Failure::new("--sat-command names no command"));
        }
        Ok(Self {
            shown: command.trim().to_owned(),
            words,
        })
    }

    fn complaint(&self, what: &str) -> String {
        format!("the command {:?} {what}", self.shown)
    }

    /// Its answer is wrong.
    fn lies(&self, what: &str) -> Stop {
        Stop::Trouble(self.complaint(&format!("lies: {what}")))
    }

    /// Runs the command on a CNF, watched by the meter.
    fn run(&self, folder: &Folder, longest: u64, meter: &mut Meter) -> Result<Ran, Stop> {
        let own = |error: io::Error| Stop::Trouble(format!("a file cannot be made: {error}"));
        let output = File::create_new(folder.file("answer")).map_err(own)?;
        let complaints = File::create_new(folder.file("complaints")).map_err(own)?;
        let child = Command::new(&self.words[0])
            .args(&self.words[1..])
            .arg(folder.file("problem.cnf"))
            .stdin(Stdio::null())
            .stdout(output)
            .stderr(complaints)
            .spawn();
        let mut child = child.map_err(|error| {
            let reason = match error.kind() {
                io::ErrorKind::NotFound => "is not there".to_owned(),
                _ => format!("cannot be run: {error}"),
            };
            Stop::Trouble(self.complaint(&reason))
        })?;
        let status = watched(&mut child, meter, || {
            let length = fs::metadata(folder.file("answer")).map_or(0, |data| data.len());
            if length > longest {
                let what = format!("wrote more than {longest} bytes");
                return Some(Stop::Trouble(self.complaint(&what)));
            }
            None
        })?;
        let read = |name, most| {
            let mut bytes = Vec::new();
            let file = File::open(folder.file(name)).map_err(own)?;
            file.take(most).read_to_end(&mut bytes).map_err(own)?;
            Ok(String::from_utf8_lossy(&bytes).into_owned())
        };
        Ok(Ran {
            status,
            answer: read("answer", longest)?,
            complaints: read("complaints", MOST_COMPLAINTS)?,
        })
    }

    /// The command's answer about a CNF with this many variables, of which the first are the choices of a model.
    fn answer(
        &self,
        ran: &Ran,
        choices: usize,
        variables: u64,
    ) -> Result<Option<Vec<Choice>>, Stop> {
        let trouble = |what: String| Stop::Trouble(self.complaint(&what));
        let Some(code) = ran.status.code() else {
            return Err(trouble(format!("was killed ({})", ran.status)));
        };
        let answer = match read_answer(&ran.answer, choices, variables) {
            Ok(answer) => answer,
            Err(_) if !matches!(code, 0 | 10 | 20) => {
                let said = ran.complaints.lines().rev().map(str::trim);
                let said = said.filter(|line| !line.is_empty()).map(shortened).next();
                let said = said.map_or_else(String::new, |line| format!(": {line}"));
                return Err(trouble(format!("failed with exit code {code}{said}")));
            }
            Err(error) => return Err(trouble(format!("gave no answer: {error}"))),
        };
        match answer {
            SatAnswer::Unknown => Err(trouble("gave up: it says that it does not know".to_owned())),
            SatAnswer::Picked(_) if code == 20 => Err(trouble(
                "contradicts itself: it gives values, and ends with the exit code 20 of \
                 \"unsatisfiable\""
                    .to_owned(),
            )),
            SatAnswer::Unsatisfiable if code == 10 => Err(trouble(
                "contradicts itself: it says UNSATISFIABLE, and ends with the exit code 10 of \
                 \"satisfiable\""
                    .to_owned(),
            )),
            SatAnswer::Picked(picked) => Ok(Some(picked)),
            SatAnswer::Unsatisfiable => Ok(None),
        }
    }
}

/// Waits for a command to end. Where the budget or `look` says so it is killed.
fn watched(
    child: &mut Child,
    meter: &mut Meter,
    look: impl Fn() -> Option<Stop>,
) -> Result<ExitStatus, Stop> {
    let mut pause = FIRST_PAUSE;
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return Ok(status),
            Ok(None) => {}
            Err(error) => return Err(Stop::Trouble(format!("a command is lost: {error}"))),
        }
        if let Some(stop) = meter.poll().map(Stop::End).or_else(&look) {
            // It may have ended in the meantime, which is as good.
            let _ = child.kill();
            let _ = child.wait();
            return Err(stop);
        }
        thread::sleep(pause);
        pause = (pause * 2).min(LONGEST_PAUSE);
    }
}

/// The end of the budget, if a command without an answer may have been ended at the same time: Ctrl-C in a terminal
/// goes to both, and the command may be gone before this process gets the signal.
fn interruption(ran: &Ran, meter: &mut Meter) -> Option<End> {
    let deadline = Instant::now() + TO_HEAR_OF_IT;
    // A solver that catches the signal says that it does not know.
    let may_be_told = is_told_to_end(ran.status) || ran.answer.contains("s UNKNOWN");
    loop {
        let end = meter.poll();
        if end.is_some() || !may_be_told || Instant::now() >= deadline {
            return end;
        }
        thread::sleep(FIRST_PAUSE);
    }
}

/// Returns true if a command was ended by one of the signals that go to all processes of a terminal or a session, or
/// says so as shells do.
fn is_told_to_end(status: ExitStatus) -> bool {
    // Hangup, interrupt, quit, termination.
    const SIGNALS: [i32; 4] = [1, 2, 3, 15];
    #[cfg(unix)]
    let signal = std::os::unix::process::ExitStatusExt::signal(&status);
    #[cfg(not(unix))]
    let signal = None;
    let signal = signal.or_else(|| status.code().map(|code| code - 128));
    signal.is_some_and(|signal| SIGNALS.contains(&signal))
}

/// The remains of a command.
struct Ran {
    status: ExitStatus,
    answer: String,
    complaints: String,
}

/// The reason for no answer.
enum Stop {
    /// The budget is used up.
    End(End),
    /// Something is wrong.
    Trouble(String),
}

impl Stop {
    /// The clauses were not made.
    fn unbuilt(unbuilt: &Unbuilt, budget: &Budget) -> Self {
        Self::End(match unbuilt {
            Unbuilt::TooLarge(too_large) => budget.needs(too_large.needed),
            Unbuilt::Unwritable(unwritable) => budget.fail(unwritable.to_string()),
            Unbuilt::Stopped(end) => *end,
        })
    }
}

/// The part of a line that fits in a sentence.
fn shortened(line: &str) -> String {
    line.chars().take(200).collect()
}

impl Engine for External {
    fn name(&self) -> &'static str {
        NAME
    }

    fn about(&self) -> &'static str {
        "a SAT solver that is a command of its own"
    }

    fn prepare(&self, model: &Model, budget: &Budget) -> Result<Box<dyn Search>, Declined> {
        Ok(Box::new(ExternalSearch {
            external: self.clone(),
            model: model.clone(),
            inner: Sat.prepare(model, budget)?,
            ask: Ask::default(),
            meter: Meter::default(),
            found: Vec::new(),
            cuts: Vec::new(),
        }))
    }
}

struct ExternalSearch {
    external: External,
    model: Model,
    /// Computes the choices that the givens leave.
    inner: Box<dyn Search>,
    ask: Ask,
    meter: Meter,
    /// The solutions so far, each excluded from then on.
    found: Vec<Vec<Choice>>,
    /// Clauses that links demand, of which an answer has broken each.
    cuts: Vec<Vec<i64>>,
}

impl ExternalSearch {
    fn next(&mut self) -> Result<Vec<Choice>, Stop> {
        loop {
            // A node is a run of the command.
            if let Some(end) = self.meter.end().or_else(|| self.meter.node()) {
                return Err(Stop::End(end));
            }
            let picked = self.answer()?;
            let broken = cuts(&self.model, &self.ask.given, &picked);
            if broken.is_empty() {
                let picked = self.model.own(&picked);
                return match self.wrong(picked) {
                    None => Ok(picked.to_vec()),
                    Some(what) => Err(self.external.lies(what)),
                };
            }
            for (_, clause) in broken {
                if self.cuts.contains(&clause) {
                    return Err(self.external.lies("its answer breaks a clause"));
                }
                self.cuts.push(clause);
            }
        }
    }

    /// What the command picks, hidden choices included, so that the clauses hold.
    fn answer(&mut self) -> Result<Vec<Choice>, Stop> {
        let memory = self.ask.budget.memory.unwrap_or(u64::MAX);
        let Ask { given, barred, .. } = &self.ask;
        let cnf = Dimacs::new(&self.model, given, &self.ask.budget);
        let cnf = cnf.map_err(|unbuilt| Stop::unbuilt(&unbuilt, &self.ask.budget))?;
        let cnf = cnf.without(barred);
        let cnf = (self.found.iter()).fold(cnf, |cnf, old| cnf.other_than(old));
        let cnf = (self.cuts.iter()).fold(cnf, |cnf, cut| cnf.and(cut));
        if cnf.size() > memory {
            return Err(Stop::End(End::Memory));
        }
        let folder = Folder::new()?;
        let file = folder.file("problem.cnf");
        let own = |error: io::Error| {
            let place = file.display();
            Stop::Trouble(format!("{place}: the CNF cannot be written: {error}"))
        };
        let out = File::create_new(&file).map_err(own)?;
        let mut out = BufWriter::with_capacity(1 << 16, out);
        cnf.write(&[], &mut out).map_err(own)?;
        out.flush().map_err(own)?;
        if let Some(end) = self.meter.poll() {
            return Err(Stop::End(end));
        }
        let longest = MOST_REMARKS + 16 * cnf.variables();
        let ran = self.external.run(&folder, longest, &mut self.meter)?;
        let choices = self.model.choice_count();
        let answer = self.external.answer(&ran, choices, cnf.variables());
        if matches!(answer, Err(Stop::Trouble(_)))
            && let Some(end) = interruption(&ran, &mut self.meter)
        {
            return Err(Stop::End(end));
        }
        answer?.ok_or(Stop::End(End::Complete))
    }

    /// The fault of choices that claim to be a solution.
    fn wrong(&self, picked: &[Choice]) -> Option<&'static str> {
        let has = |choice: &Choice| picked.binary_search(choice).is_ok();
        if !self.model.is_solution(picked) {
            return Some("its answer is not a solution of this puzzle");
        }
        if !self.ask.given.iter().all(has) {
            return Some("its answer leaves out a given");
        }
        if self.ask.barred.iter().any(has) {
            return Some("its answer has an excluded choice");
        }
        let is_old = self.found.iter().any(|old| old == picked);
        is_old.then_some("it gives a solution that was excluded")
    }
}

impl Search for ExternalSearch {
    fn start(&mut self, ask: &Ask) {
        self.ask.clone_from(ask);
        self.meter = ask.meter();
        self.found.clear();
        self.cuts.clear();
    }

    fn advance(&mut self) -> Result<&[Choice], End> {
        match self.next() {
            Ok(solution) => {
                self.meter.solution();
                self.found.push(solution);
                Ok(self.found.last().expect("it was just pushed"))
            }
            Err(Stop::End(end)) => Err(self.meter.finish(end)),
            Err(Stop::Trouble(message)) => {
                let end = self.ask.budget.fail(message);
                Err(self.meter.finish(end))
            }
        }
    }

    fn choice_count(&self) -> usize {
        self.model.choice_count()
    }

    fn stats(&self) -> Stats {
        self.meter.stats()
    }

    fn branches(&mut self) -> Vec<Branch> {
        Vec::new()
    }

    fn searches_in_parts(&self, _: &Ask) -> bool {
        false
    }

    fn counts_in_parts(&self) -> bool {
        false
    }

    fn possible(&mut self) -> Vec<Choice> {
        self.inner.start(&self.ask);
        self.inner.possible()
    }
}

/// A folder for the files of one run, removed when it is dropped.
struct Folder(Part);

impl Folder {
    fn new() -> Result<Self, Stop> {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let wanted = std::env::temp_dir().join(format!("tilewright-{number}"));
        let place = wanted.display().to_string();
        let mut builder = fs::DirBuilder::new();
        // The puzzle is not for other users.
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        let folder = Part::folder(wanted, &builder);
        folder
            .map(Self)
            .map_err(|error| Stop::Trouble(format!("{place}: this folder cannot be made: {error}")))
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use tilewright::engines::solutions;
    use tilewright::model::{Link, ModelBuilder, Node};

    /// Three cells in a row, white (choice 2c) or black (2c + 1), of which the black ones are connected.
    fn row() -> Model {
        let mut b = ModelBuilder::new(6);
        for cell in 0..3 {
            b.tile(&[2 * cell, 2 * cell + 1]).unwrap();
        }
        let nodes = [1, 3, 5].map(|choice| Node::If(vec![Choice(choice)]));
        b.link(Link::new(nodes.to_vec(), &[(0, 1), (1, 2)]))
            .unwrap();
        b.build().unwrap()
    }

    /// The solutions with both ends black that a script gives, which is run with the name of a CNF.
    fn found(script: &str, number: u32) -> (Vec<Vec<Choice>>, Option<End>) {
        let name = format!("tilewright-links-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        fs::write(&path, script).unwrap();
        let external = External::new(&format!("sh {}", path.display())).unwrap();
        let mut search = external.prepare(&row(), &Budget::default()).unwrap();
        let ask = Ask::given([Choice(1), Choice(5)]);
        let mut solutions = solutions(&mut *search, &ask);
        let all = solutions.by_ref().collect();
        let end = solutions.end();
        fs::remove_file(&path).unwrap();
        (all, end)
    }

    #[test]
    fn an_answer_that_falls_apart_is_asked_again_with_cuts() {
        let script = "grep -q -- '^-2 -4 -6 0$' $1 && { echo 's UNSATISFIABLE'; exit; }\n\
                      grep -q -- '^-6 -2 4 0$' $1 && { echo 'v 2 4 6 0'; exit; }\n\
                      echo 'v 2 3 6 0'\n";
        let all = vec![vec![Choice(1), Choice(3), Choice(5)]];
        assert_eq!(found(script, 0), (all, Some(End::Complete)));
        // One that does not look at the cuts lies.
        assert_eq!(
            found("echo 'v 2 3 6 0'\n", 1),
            (Vec::new(), Some(End::Failed))
        );
    }
}
