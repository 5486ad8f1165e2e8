//! `tilewright enumerate`: all solutions in order, a line each.

use crate::args;
use crate::asker::Asker;
use crate::exit::Exit;
use crate::failure::{Failure, Trouble};
use crate::json::value;
use crate::run::{Entry, Setting};
use crate::show::Show;
use crate::talk::{self, number_of};
use crate::target::Target;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::{self, IsTerminal};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tilewright::puzzles::LineWriter;
use tilewright::{BigUint, Choice, Contradiction, End, Listed, Piece};

/// Lists the solutions of what the command line names.
pub(crate) fn run(args: &args::Enumerate) -> Result<Exit, Trouble> {
    let setting = Setting::new(&args.input, args.threads, args.verbose);
    let show = Show::as_lines(args.to.as_deref())?;
    let asker = Asker::new(&setting, &args.input, &args.search())?;
    let entry = setting.only("enumerate")?;
    let solver = asker.solver();
    refuse_contradiction(&asker, &entry)?;
    let lines = Lines::new(&entry, &show, setting.interrupt.flag());
    let piece = Piece {
        from: args.from.clone(),
        limit: args.limit,
    };
    let mut target = Target::open(args.output.as_deref())?;
    let progress = progress();
    let mut trouble = None;
    let (mut given, mut boards) = (0u64, BigUint::ZERO);
    let on_lines = |text: &[u8], number: u64| {
        given += number;
        progress.set_message(format!("{given} lines"));
        progress.tick();
        if args.classes {
            boards += sizes(text).sum::<BigUint>();
        }
        match target.write(text) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                trouble = Some(error);
                ControlFlow::Break(())
            }
        }
    };
    let listed = if args.classes {
        let write = |solution: &[Choice], size: u128, out: &mut Vec<u8>| {
            lines.put(solution, out);
            out.extend_from_slice(format!("\t{size}\n").as_bytes());
        };
        solver.list_classes(&*entry.puzzle, &piece, &write, on_lines)
    } else {
        let write = |solution: &[Choice], out: &mut Vec<u8>| {
            lines.put(solution, out);
            out.push(b'\n');
        };
        solver.list(&*entry.puzzle, &piece, &write, on_lines)
    };
    progress.finish_and_clear();
    let listed = listed.map_err(|refusal| entry.named(Failure::of_refusal(&refusal)))?;
    if let Some(error) = trouble {
        return Err(error.into());
    }
    if let Some(failure) = lines.failure() {
        return Err(entry.named(failure).into());
    }
    finish(args, &listed, &boards, target)
}

/// Two givens that exclude each other are said, as `count` does.
pub(crate) fn refuse_contradiction(asker: &Asker, entry: &Entry) -> Result<(), Failure> {
    let puzzle = &*entry.puzzle;
    let model = asker.solver().model(puzzle);
    let model = model.map_err(|refusal| entry.named(Failure::of_refusal(&refusal)))?;
    match Contradiction::of(puzzle, &model) {
        Some(contradiction) => Err(entry.named(Failure::new(contradiction.to_string()))),
        None => Ok(()),
    }
}

/// Says what was listed, and leaves the file as it should be.
fn finish(
    args: &args::Enumerate,
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
            said = format!("stopped after {said} ({end})");
            if let Some(left) = target.leave()? {
                said = format!("{said}; what there is was left in {left}");
            }
            let next = &args.from + listed.lines;
            talk::say(&format!("{said}; --from {next} goes on"));
            return Ok(Exit::Stopped);
        }
    }
    target.finish()?;
    if !(listed.end == End::Limit && args.limit == Some(0)) {
        talk::say(&said);
    }
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

/// A sign of life where the lines go elsewhere.
fn progress() -> ProgressBar {
    if !io::stderr().is_terminal() || io::stdout().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{spinner} {msg}, {elapsed}");
    let bar = ProgressBar::new_spinner();
    bar.enable_steady_tick(Duration::from_millis(200));
    bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()))
}

/// The lines of solutions, written on several threads.
pub(crate) struct Lines<'e> {
    entry: &'e Entry,
    show: &'e Show,
    /// The family's own way, unless a format is asked for.
    own: Option<Box<LineWriter<'e>>>,
    failure: Mutex<Option<Failure>>,
    stop: Arc<AtomicBool>,
}

impl<'e> Lines<'e> {
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

    /// A solution as a line: in the family's own way for lists, or as `solve` writes it for a
    /// puzzle of a stream, and where that takes several lines as `solve --json` does.
    pub(crate) fn text(&self, solution: &[Choice]) -> Result<String, Failure> {
        if let Some(own) = &self.own {
            let mut line = Vec::new();
            own(solution, &mut line);
            return Ok(String::from_utf8_lossy(&line).into_owned());
        }
        let puzzle = &*self.entry.puzzle;
        let filled = puzzle.fill(solution);
        let text = self.show.line(puzzle, &*filled, self.entry.reading)?;
        Ok(if text.contains('\n') {
            value(&text)
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
        match self.text(solution) {
            Ok(text) => out.extend_from_slice(text.as_bytes()),
            Err(failure) => {
                // No other solution could be written either.
                let mut first = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
                first.get_or_insert(failure);
                self.stop.store(true, Ordering::Relaxed);
            }
        }
    }

    /// Why lines could not be written, if so.
    fn failure(&self) -> Option<Failure> {
        let failure = self.failure.lock();
        failure.unwrap_or_else(PoisonError::into_inner).take()
    }
}
