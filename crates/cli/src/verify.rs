//! `tilewright verify`: whether a proof holds.

use crate::args::{Outlet, bytes, duration};
use crate::exit::Exit;
use crate::failure::{Failure, Trouble, printable};
use crate::interrupt::Interrupt;
use crate::limits;
use crate::outlet;
use crate::talk::{self, number_of};
use clap::{Args, ValueHint};
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use tilewright::checker::folder::Folder;
use tilewright::checker::{Problem, Verified, verify};
use tilewright::{Budget, Refusal};

const VERIFY_CODES: &str = "\
Exit codes:
  0  yes: the proof holds
  1  no: it does not, or was changed
  2  bad input: a file cannot be read
  3  stopped before there was an answer (--time, --memory, Ctrl-C)";

/// Check a proof that `tilewright prove` wrote.
///
/// Reads the puzzle in the folder, derives its clauses again, compares them with those in the folder, and checks the
/// proof step by step. A fault is reported with its file and line.
#[derive(Debug, Args)]
#[command(after_help = VERIFY_CODES)]
pub(crate) struct Options {
    /// The folder of the proof.
    #[arg(value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    folder: PathBuf,
    /// Memory for everything: the model, its clauses, the proof: 512MiB, 8GiB.
    #[arg(long, value_name = "SIZE", default_value = "2GiB", value_parser = bytes)]
    memory: u64,
    /// Time for the check: 10s, 500ms, 2m.
    #[arg(long, value_name = "TIME", value_parser = duration)]
    time: Option<Duration>,
    #[command(flatten)]
    outlet: Outlet,
}

/// Checks the proof in the folder that the command line names.
pub(crate) fn run(args: &Options) -> Result<Exit, Trouble> {
    let begun = Instant::now();
    outlet::refuse_others(args.outlet.name())?;
    limits::allow_memory(args.memory);
    if let Some(time) = args.time {
        limits::end_after(begun, time);
    }
    let interrupt = Interrupt::listen();
    let failed = |message: &str| Failure::new(message).file(args.folder.display().to_string());
    match args.folder.metadata() {
        Ok(metadata) if metadata.is_dir() => {}
        Ok(_) => return Err(failed("this is a file; expected the folder of a proof").into()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Err(failed("there is no such folder").into());
        }
        Err(error) => return Err(failed(&format!("this cannot be read: {error}")).into()),
    }
    interrupt.hear();
    let allowed = allowed(begun, args.time, args.memory, &interrupt);
    let verified = verify(&Disc(&args.folder), crate::families(), &allowed);
    limits::take_your_time();
    outlet::write(args.outlet.name(), &interrupt, |out| {
        Ok(tell(verified, &args.folder, out)?.into())
    })
}

fn tell(
    verified: Result<Verified, Problem>,
    folder: &Path,
    out: &mut dyn Write,
) -> Result<Exit, Trouble> {
    match verified {
        Ok(verified) => {
            writeln!(
                out,
                "{}: the proof holds ({}, {}, {})",
                verified.claim,
                number_of(verified.variables, "variable"),
                number_of(verified.clauses, "clause"),
                number_of(verified.steps, "step")
            )?;
            Ok(Exit::Yes)
        }
        Err(problem @ Problem::Rejected { .. }) => {
            writeln!(out, "rejected: {}", printable(&problem.to_string()))?;
            Ok(Exit::No)
        }
        Err(Problem::Unreadable { file, error }) => {
            let path = folder.join(file).display().to_string();
            Err(Failure::new(crate::input::reason(&error)).file(path).into())
        }
        Err(Problem::TooLarge(too_large)) => {
            let failure = Failure::of_refusal(&Refusal::TooLarge(too_large));
            Err(failure.file(folder.display().to_string()).into())
        }
        Err(Problem::Stopped(end)) => {
            let why = limits::why(end);
            talk::say(&format!("unknown whether the proof holds ({why})"));
            Ok(Exit::Stopped)
        }
    }
}

/// The limits of the options.
pub(crate) fn allowed(
    begun: Instant,
    time: Option<Duration>,
    memory: u64,
    interrupt: &Interrupt,
) -> Budget {
    let mut budget = limits::budget().apart().memory(memory);
    budget.deadline = time.and_then(|time| begun.checked_add(time));
    budget.stop(interrupt.flag())
}

/// A folder on the disk.
pub(crate) struct Disc<'p>(pub(crate) &'p Path);

impl Folder for Disc<'_> {
    fn open(&self, file: &str) -> io::Result<Box<dyn Read + '_>> {
        Ok(Box::new(File::open(self.0.join(file))?))
    }

    fn create(&mut self, file: &str) -> io::Result<Box<dyn Write + '_>> {
        Ok(Box::new(File::create(self.0.join(file))?))
    }
}
