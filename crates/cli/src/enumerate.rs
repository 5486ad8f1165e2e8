//! `tilewright enumerate`: all solutions in order, a line each.

use crate::args::{EXIT_CODES, Input, Outlet, Pace, number, whole_number};
use crate::exit::Exit;
use crate::failure::{Failure, Trouble};
use crate::limits;
use crate::outlet;
use crate::progress;
use crate::run::{Asker, Entry, Setting, Show};
use crate::talk::{self, number_of};
use crate::target::Target;
use clap::Args;
use indicatif::ProgressBar;
use std::io::{self, IsTerminal, Write};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tilewright::answer::{PuzzleText, json};
use tilewright::check::Contradiction;
use tilewright::list::{Lines, Listed, Piece};
use tilewright::puzzles::LineWriter;
use tilewright::{BigUint, Choice, Count, End, Solver};

/// List all solutions in order, a line each: of a puzzle, or all boards of a size.
///
/// The order: by the values of the tiles, the first tile first. The boards of a Sudoku come as their lines would be
/// sorted. A list can be cut in pieces with --from and --limit; the solutions before --from are counted and not
/// visited, if counting is quick.
///
/// A file (-o) gets its name when it is complete; one of that name stays as it is until then.
#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
#[command(mut_arg("time", |arg| arg.help("Time for the list: 10s, 500ms, 2m")))]
#[command(mut_arg("nodes", |arg| arg.help("Nodes of search for the list")))]
#[command(mut_arg("threads", |arg| arg.help("Threads; the list does not depend on it [default: all cores]")))]
pub(crate) struct Options {
    #[command(flatten)]
    input: Input,
    #[command(flatten)]
    outlet: Outlet,
    /// Leave out the first N lines.
    #[arg(long, value_name = "N", default_value = "0", value_parser = whole_number)]
    from: BigUint,
    /// List at most N lines.
    #[arg(long, value_name = "N", value_parser = number)]
    limit: Option<u64>,
    /// List one board of each class of boards that are the same but for their looks: the smallest
    /// one, a tab, and how many boards are in the class. For empty Sudoku boards: values renamed,
    /// rows, bands, columns and stacks exchanged, and axes where boxes are equally long.
    #[arg(long)]
    classes: bool,
    /// Write solutions in this format of the family.
    #[arg(long, visible_alias = "format", value_name = "FORMAT")]
    to: Option<String>,
    #[command(flatten)]
    pace: Pace,
}

/// Lists the solutions of the named puzzles.
pub(crate) fn run(args: &Options) -> Result<Exit, Trouble> {
    let search = args.pace.search();
    let setting = Setting::searching(&args.input, &search);
    outlet::refuse_others(args.outlet.name())?;
    let show = Show::as_lines(args.to.as_deref())?;
    let asker = Asker::new(&setting, &search)?;
    let entry = setting.only("enumerate")?;
    let solver = &asker.solver_for(&entry);
    refuse_contradiction(&asker, &entry)?;
    let writer = Writer::new(&entry, &show, setting.interrupt.flag());
    let piece = Piece {
        from: args.from.clone(),
        limit: args.limit,
    };
    let mut target = Target::open(outlet::file(args.outlet.name()))?;
    let mut progress = Progress::new(&piece, || {
        let counts = !args.classes;
        counts.then(|| quick_count(solver, &entry)).flatten()
    });
    let mut trouble = None;
    let mut boards = BigUint::ZERO;
    let on_lines = |lines: Lines<'_>| {
        progress.tell(lines.number, lines.share);
        if args.classes {
            boards += sizes(lines.text).sum::<BigUint>();
        }
        match target.write_all(lines.text) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                trouble = Some(error);
                ControlFlow::Break(())
            }
        }
    };
    let listed = if args.classes {
        // Whether a board is the smallest of its class may take longer than the time that is left.
        limits::set_known("the list is not complete");
        let write = |solution: &[Choice], size: u128, out: &mut Vec<u8>| {
            writer.put(solution, out);
            out.extend_from_slice(format!("\t{size}\n").as_bytes());
        };
        solver.list_classes(&*entry.puzzle, &piece, &write, on_lines)
    } else {
        let write = |solution: &[Choice], out: &mut Vec<u8>| {
            writer.put(solution, out);
            out.push(b'\n');
        };
        solver.list(&*entry.puzzle, &piece, &write, on_lines)
    };
    limits::take_your_time();
    progress.clear();
    let listed = listed.map_err(|refusal| entry.named(Failure::of_refusal(&refusal)))?;
    if let Some(error) = trouble {
        return Err(error.into());
    }
    if let Some(failure) = writer.failure() {
        return Err(entry.named(failure).into());
    }
    let nodes = || number_of(listed.stats.nodes, "node");
    setting.talk.detail(nodes);
    finish(args, &listed, &boards, target)
}

/// Reports two givens that exclude each other, as `count` does.
pub(crate) fn refuse_contradiction(asker: &Asker, entry: &Entry) -> Result<(), Failure> {
    let puzzle = &*entry.puzzle;
    let model = asker.solver_for(entry).model(puzzle);
    let model = model.map_err(|refusal| entry.named(Failure::of_refusal(&refusal)))?;
    match Contradiction::of(puzzle, &model) {
        Some(contradiction) => Err(entry.named(Failure::new(contradiction.to_string()))),
        None => Ok(()),
    }
}

/// Reports the list, and leaves the file as it should be.
fn finish(
    args: &Options,
    listed: &Listed,
    boards: &BigUint,
    target: Target,
) -> Result<Exit, Trouble> {
    let thing = if args.classes { "class" } else { "solution" };
    let mut said = match (listed.lines, args.classes) {
        (1, true) => "1 class".to_owned(),
        (number, true) => format!("{number} classes"),
        (number, false) => number_of(number, thing),
    };
    if args.classes {
        said = format!("{said} with {}", number_of(boards, "solution"));
    }
    let is_whole = args.from == BigUint::ZERO;
    match (listed.lines, listed.end) {
        (0, End::Complete) if is_whole => "no solution".clone_into(&mut said),
        (0, End::Complete) => {
            said = format!("no line: the list has no more than {} of them", args.from);
        }
        (_, End::Complete) => {}
        (_, End::Limit) => said = format!("{said} so far, perhaps more ({})", listed.end),
        (_, end) => {
            said = format!("stopped after {said} ({})", limits::why(end));
            if let Some(left) = target.leave()? {
                said = format!("{said}; the lines so far are in {left}");
            }
            let next = &args.from + listed.lines;
            talk::say(&format!("{said}; --from {next} continues"));
            return Ok(Exit::Stopped);
        }
    }
    target.finish()?;
    talk::say(&said);
    Ok(match (listed.lines, listed.end) {
        (0, End::Complete) => Exit::No,
        _ => Exit::Yes,
    })
}

/// The sizes of classes, from their lines.
fn sizes(text: &[u8]) -> impl Iterator<Item = BigUint> {
    let lines = text.split(|&byte| byte == b'\n');
    lines.filter_map(|line| {
        let size = line.rsplit(|&byte| byte == b'\t').next()?;
        BigUint::parse_bytes(size, 10)
    })
}

/// The number of solutions, where it is had at once.
fn quick_count(solver: &Solver, entry: &Entry) -> Option<BigUint> {
    let count = solver.clone().nodes(NODES_FOR_TOTAL).count(&*entry.puzzle);
    let exact = count.ok().filter(Count::is_exact);
    exact.map(|count| count.number)
}

/// Nodes for a count that is only for the progress.
const NODES_FOR_TOTAL: u64 = 200_000;

/// The measure of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Goal {
    /// It will have this many lines.
    Lines(BigUint),
    /// It will have at most this many.
    AtMost(u64),
    /// Only the share of the search is known.
    Search,
}

impl Goal {
    fn of(total: Option<&BigUint>, piece: &Piece) -> Self {
        let Some(total) = total else {
            return piece.limit.map_or(Self::Search, Self::AtMost);
        };
        let left = total - (&piece.from).min(total);
        Self::Lines(match piece.limit {
            Some(limit) => left.min(limit.into()),
            None => left,
        })
    }

    /// The length of a bar for it.
    fn length(&self) -> u64 {
        match self {
            Self::Lines(all) => u64::try_from(all).unwrap_or(u64::MAX),
            Self::AtMost(most) => *most,
            Self::Search => WHOLE.into(),
        }
    }

    /// The message after `given` lines.
    fn message(&self, given: u64) -> String {
        match self {
            Self::Lines(all) => format!("{given} of {all} lines"),
            Self::AtMost(most) => format!("{given} of at most {most} lines"),
            Self::Search => format!("of the search, by its branches; {given} lines"),
        }
    }
}

/// A bar with a message and a time.
fn template(time: &str) -> String {
    format!("{{wide_bar}} {{percent}}% {{msg}}, {time}")
}

/// The progress of a list, for a person who waits: on a terminal, and only if the lines go
/// elsewhere.
struct Progress {
    bar: ProgressBar,
    goal: Goal,
    given: u64,
}

/// The length of a bar for the share of a search.
const WHOLE: u32 = 1_000_000;

impl Progress {
    /// Nothing yet; `total` is asked how many lines the whole list has where that is of use.
    fn new(piece: &Piece, total: impl FnOnce() -> Option<BigUint>) -> Self {
        let mut progress = Self {
            bar: ProgressBar::hidden(),
            goal: Goal::Search,
            given: 0,
        };
        if io::stderr().is_terminal() && !io::stdout().is_terminal() {
            progress.goal = Goal::of(total().as_ref(), piece);
            progress.bar = progress::bar(progress.goal.length(), &template("{elapsed}"));
            progress.bar.set_message(progress.goal.message(0));
            progress.bar.enable_steady_tick(Duration::from_millis(200));
        }
        progress
    }

    /// Counts `lines` more lines; that share of the search was done before.
    #[expect(clippy::cast_sign_loss, reason = "a share is never negative")]
    fn tell(&mut self, lines: u64, share: f64) {
        self.given += lines;
        if self.bar.is_hidden() {
            return;
        }
        if self.given == lines && lines > 0 && matches!(self.goal, Goal::Lines(_)) {
            // Only now the remaining time can be estimated.
            let style = progress::style(&template("{eta} left"));
            self.bar.set_style(style);
        }
        self.bar.set_position(match self.goal {
            Goal::Lines(_) | Goal::AtMost(_) => self.given,
            Goal::Search => (share * f64::from(WHOLE)) as u64,
        });
        self.bar.set_message(self.goal.message(self.given));
    }

    fn clear(&self) {
        self.bar.finish_and_clear();
    }
}

/// The lines of solutions, written on several threads.
pub(crate) struct Writer<'e> {
    pub(crate) entry: &'e Entry,
    show: &'e Show,
    /// The family's own way, unless a format is asked for.
    own: Option<Box<LineWriter<'e>>>,
    failure: Mutex<Option<Failure>>,
    stop: Arc<AtomicBool>,
}

impl<'e> Writer<'e> {
    /// Lines for solutions of a puzzle; `stop` is set where one cannot be written.
    pub(crate) fn new(entry: &'e Entry, show: &'e Show, stop: Arc<AtomicBool>) -> Self {
        Self {
            entry,
            show,
            own: entry.puzzle.line_writer().filter(|_| show.is_drawn()),
            failure: Mutex::default(),
            stop,
        }
    }

    /// A solution: in the family's own way for lists, or as `solve` writes it for a puzzle of a
    /// stream, which may take several lines.
    pub(crate) fn text(&self, solution: &[Choice]) -> Result<String, Failure> {
        if let Some(own) = &self.own {
            let mut line = Vec::new();
            own(solution, &mut line);
            return Ok(String::from_utf8_lossy(&line).into_owned());
        }
        self.show.solution(self.entry, solution)
    }

    /// A solution as a line: one that takes several as `solve --json` writes it.
    pub(crate) fn line(&self, solution: &[Choice]) -> Result<String, Failure> {
        let text = self.text(solution)?;
        Ok(if text.contains('\n') {
            json(&PuzzleText(text))
        } else {
            text
        })
    }

    /// Adds the line of a solution without its end.
    fn put(&self, solution: &[Choice], out: &mut Vec<u8>) {
        if let Some(own) = &self.own {
            own(solution, out);
            return;
        }
        match self.line(solution) {
            Ok(text) => out.extend_from_slice(text.as_bytes()),
            Err(failure) => {
                // No other solution could be written either.
                let mut first = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
                first.get_or_insert(failure);
                self.stop.store(true, Ordering::Relaxed);
            }
        }
    }

    /// The reason why lines could not be written, if there is one.
    fn failure(&self) -> Option<Failure> {
        let failure = self.failure.lock();
        failure.unwrap_or_else(PoisonError::into_inner).take()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_list_is_measured_by() {
        let piece = |from: u32, limit| Piece {
            from: from.into(),
            limit,
        };
        let total = BigUint::from(288u32);
        let goal = |piece| Goal::of(Some(&total), &piece);
        assert_eq!(goal(piece(0, None)), Goal::Lines(288u32.into()));
        assert_eq!(goal(piece(100, None)), Goal::Lines(188u32.into()));
        assert_eq!(goal(piece(100, Some(7))), Goal::Lines(7u32.into()));
        assert_eq!(goal(piece(300, Some(7))), Goal::Lines(0u32.into()));
        assert_eq!(Goal::of(None, &piece(5, Some(7))), Goal::AtMost(7));
        assert_eq!(Goal::of(None, &piece(5, None)), Goal::Search);
        assert_eq!(Goal::AtMost(7).message(2), "2 of at most 7 lines");
        let large = BigUint::from(1u32) << 70;
        let goal = Goal::of(Some(&large), &piece(0, None));
        assert_eq!(goal.length(), u64::MAX);
        assert_eq!(goal.message(2), format!("2 of {large} lines"));
    }
}
