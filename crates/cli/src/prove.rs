//! `tilewright prove`: a folder with a proof that a puzzle has one solution, or none.
//!
//! The folder is made under another name beside its own, checked by the checker that `verify` runs,
//! and only then given its name: whatever ends the command before leaves nothing that looks like a
//! proof.

use crate::args::{self, Input, duration, number};
use crate::exit::Exit;
use crate::failure::{Failure, Trouble};
use crate::leftovers::Part;
use crate::limits::{self, take_your_time};
use crate::paranoid;
use crate::run::{Setting, Show};
use crate::talk::{self, number_of};
use crate::verify::{Disc, allowed};
use clap::{ArgAction, Args, ValueHint};
use std::fs::DirBuilder;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;
use std::time::Instant;
use tilewright::checker::{self, Problem};
use tilewright::prover::{Failed, ProofSize, Proved, prove};
use tilewright::{End, Refusal};

const PROVE_CODES: &str = "\
Exit codes:
  0  yes: the folder proves that there is one solution, or none
  1  no: there are several solutions
  2  bad input
  3  stopped before there was a proof (--time, --nodes, --memory, Ctrl-C)";

/// Prove that a puzzle has one solution, or none.
///
/// Writes a folder with the puzzle, its solution, the clauses of "a solution other than this one"
/// and a proof in LRAT that they cannot all be satisfied. `tilewright verify` checks it, and so do
/// other people's checkers. A puzzle with several solutions is shown with two of them, and no
/// folder is made.
#[derive(Debug, Args)]
#[command(after_help = PROVE_CODES)]
pub(crate) struct Options {
    #[command(flatten)]
    input: Input,
    /// The folder to make: here -o names a folder, and other output is printed.
    #[arg(short, long, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    output: PathBuf,
    /// Time for the proof: 10s, 500ms, 2m.
    #[arg(long, value_name = "TIME", value_parser = duration)]
    time: Option<Duration>,
    /// Conflicts that the search for the proof may run into.
    #[arg(long, value_name = "N", value_parser = number)]
    nodes: Option<u64>,
    /// Say more on standard error; -vv says still more.
    #[arg(short, long, action = ArgAction::Count)]
    verbose: u8,
}

/// Proves the named puzzle.
pub(crate) fn run(args: &Options) -> Result<Exit, Trouble> {
    let setting = Setting::new(&args.input, None, args.verbose).within(args.time);
    let wanted = wanted(&args.output)?;
    let entry = setting.only("prove")?;
    let begun = entry.begun.unwrap_or_else(Instant::now);
    let of_checker = allowed(begun, args.time, args.input.memory, &setting.interrupt);
    let of_prover = of_checker.apart().nodes(args.nodes);
    let unfinished = Part::folder(wanted, &DirBuilder::new());
    let unfinished = unfinished.map_err(|error| unmade(&args.output, &error))?;
    let mut folder = Disc(unfinished.path());
    let start = Instant::now();
    let named = |failure: Failure| failure.file(&*entry.file);
    let proved = prove(
        &*entry.puzzle,
        entry.reading.as_ref(),
        &of_prover,
        &mut folder,
    )
    .map_err(|failed| named(of_failed(failed)))?;
    let (claim, size) = match proved {
        Proved::Unique { size, .. } => ("unique", size),
        Proved::Unsolvable(size) => ("unsolvable", size),
        Proved::Several(first, second) => {
            for solution in [&first, &second] {
                let solver = paranoid::solver();
                paranoid::checked(solver.vouch_for_solution(&*entry.puzzle, solution))?;
            }
            let show = Show::new(&args::Output::default(), None)?;
            let mut out = io::stdout().lock();
            let two = show.two(&*entry.puzzle, &first, &second)?;
            write!(out, "not unique\n{two}")?;
            return Ok(Exit::No);
        }
        Proved::Stopped {
            found,
            end,
            conflicts,
        } => {
            let nodes = || number_of(conflicts, "node");
            setting.talk.detail(nodes);
            stopped(found.is_some(), end);
            return Ok(Exit::Stopped);
        }
    };
    setting
        .talk
        .detail(|| format!("found in {:.3} s", start.elapsed().as_secs_f64()));
    match checker::verify(&folder, crate::families(), &of_checker) {
        Ok(_) => {}
        Err(Problem::Stopped(end)) => {
            let why = limits::why(end);
            talk::say(&format!("a proof was found but not checked ({why})"));
            return Ok(Exit::Stopped);
        }
        Err(problem) => {
            talk::error(&named(Failure::new(format!(
                "the proof that was found does not hold, which is a fault of Tilewright: {problem}"
            ))));
            return Ok(Exit::Wrong);
        }
    }
    setting
        .talk
        .detail(|| format!("checked after {:.3} s", start.elapsed().as_secs_f64()));
    take_your_time();
    unfinished
        .finish(false)
        .map_err(|error| unmade(&args.output, &error))?;
    let mut out = io::stdout().lock();
    writeln!(out, "{claim}")?;
    out.flush()?;
    talk::say(&format!("{}: {}", args.output.display(), told(size)));
    Ok(Exit::Yes)
}

/// The size of a proof in words.
fn told(size: ProofSize) -> String {
    format!(
        "{}, {}, {}",
        number_of(size.variables, "variable"),
        number_of(size.clauses, "clause"),
        number_of(size.steps, "step")
    )
}

fn stopped(is_solvable: bool, end: End) {
    let why = limits::why(end);
    talk::say(&if is_solvable {
        format!("there is a solution; unknown whether it is the only one ({why})")
    } else {
        format!("unknown whether there is a solution ({why})")
    });
}

fn of_failed(failed: Failed) -> Failure {
    match failed {
        Failed::TooLarge(too_large) => Failure::of_refusal(&Refusal::TooLarge(too_large)),
        other => Failure::new(other.to_string()),
    }
}

/// The folder that is to be made, as a path that ends with its name; nothing may be there yet.
fn wanted(path: &Path) -> Result<PathBuf, Failure> {
    let failed = |message: &str| Failure::new(message).file(path.display().to_string());
    let Some(name) = path.file_name() else {
        return Err(failed("this is not a name for a new folder").hint("try -o proof"));
    };
    if path.symlink_metadata().is_ok() {
        return Err(failed("this is there already; expected a new folder"));
    }
    Ok(path.with_file_name(name))
}

fn unmade(path: &Path, error: &io::Error) -> Failure {
    Failure::new(format!("this folder cannot be made: {error}")).file(path.display().to_string())
}
