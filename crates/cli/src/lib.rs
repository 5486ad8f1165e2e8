//! The `tilewright` command: the only part that prints and touches files.
//!
//! [`run`] is the whole of it, for a program that knows the families that it is given.
//!
//! `Cli` is the command line, and each subcommand is a module with its options. They share: `args` has common options,
//! `input` recognises files, `run` goes through the files, asks and shows, `stream` goes through a puzzle a line,
//! `formats` writes puzzles, `outlet` knows the target of answers, `target` keeps files whole and `leftovers` clears up, `paranoid` checks
//! answers, `limits` and `heap` keep to the options, `talk` speaks to the person, `exit` to the shell. `parts` names what a
//! build may lack.

// What a feature alone uses is linted where all of them are on.
#![cfg_attr(not(feature = "full"), allow(dead_code, unused_imports))]

mod args;
mod cache;
mod canonical;
mod check;
mod checkpoint;
mod convert;
mod count;
mod documents;
mod early;
mod enumerate;
mod exit;
mod explain;
mod external;
mod failure;
mod formats;
mod from_model;
mod generate;
mod heap;
mod hint;
mod input;
mod interrupt;
mod json;
mod kind_file;
mod leftovers;
mod limits;
mod line;
mod lists;
#[cfg(feature = "pictures")]
mod map;
mod names;
mod outlet;
mod paranoid;
#[cfg_attr(feature = "full", allow(dead_code, reason = "nothing is left out"))]
mod parts;
#[cfg(feature = "play")]
mod play;
mod press;
mod progress;
mod prove;
mod rate;
mod reasons;
mod render;
mod run;
mod sample;
#[cfg(feature = "serve")]
mod serve;
mod solve;
mod stream;
mod table;
mod talk;
mod target;
mod verify;

use anstream::AutoStream;
use args::{Color, Desk, EXIT_CODES, Generate, Outlet, Play, Render, Serve};
use clap::{Parser, Subcommand};
use exit::Exit;
use failure::{Failure, Trouble};
use interrupt::Interrupt;
use std::ffi::OsString;
use std::io::{self, Write};
use std::sync::OnceLock;
use tilewright::puzzles::Families;

/// Solves, counts and checks tile puzzles: Sudoku of any size and dimension, road tiles, Shikaku,
/// exact cover, and your own rules.
#[derive(Debug, Parser)]
#[command(name = "tilewright", version, after_help = EXIT_CODES, max_term_width = 100)]
#[command(subcommand_required = true, arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
    /// Check every answer by other means, which takes a multiple of the time: solutions by the
    /// definition, "unique" and "no solution" by a search of another kind, counts up to a million by
    /// visiting all solutions, steps against solutions. One that is wrong ends the command with
    /// exit code 70 and a report.
    #[arg(long, global = true)]
    paranoid: bool,
    /// Write in colour: on a terminal unless `NO_COLOR` is set, always, or never.
    #[arg(long, global = true, value_enum, value_name = "WHEN", default_value_t = Color::Auto, hide_possible_values = true)]
    color: Color,
}

#[derive(Debug, Subcommand)]
enum Command {
    Solve(solve::Options),
    Count(count::Options),
    Check(check::Options),
    Convert(convert::Options),
    Prove(prove::Options),
    Verify(verify::Options),
    Enumerate(enumerate::Options),
    Sample(sample::Options),
    Generate(Generate),
    Explain(explain::Options),
    Hint(hint::Options),
    Rate(rate::Options),
    Canonical(canonical::Options),
    Render(Render),
    #[cfg_attr(not(feature = "play"), command(about = parts::NO_PLAY, before_long_help = parts::NO_PLAY))]
    Play(Play),
    #[cfg_attr(not(feature = "serve"), command(about = parts::NO_SERVE, before_long_help = parts::NO_SERVE))]
    Serve(Serve),
    #[command(hide = true)]
    Desk(Desk),
    /// List the engines.
    Engines(Outlet),
    /// List the families, their formats and the boards that a size describes.
    Formats {
        /// Write a JSON object.
        #[arg(long)]
        json: bool,
        #[command(flatten)]
        outlet: Outlet,
    },
    /// Write the completions for a shell.
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
        #[command(flatten)]
        outlet: Outlet,
    },
    /// Write the manual page.
    Man(Outlet),
}

/// The families of this process, which runs one command.
static FAMILIES: OnceLock<Families> = OnceLock::new();

/// The families that the command knows.
fn families() -> &'static Families {
    FAMILIES.get_or_init(Families::default)
}

/// Runs the command that the words ask for, the first of which is its own name, on puzzles of these families; gives
/// its exit code. A process runs one command.
pub fn run(families: Families, words: impl IntoIterator<Item = OsString>) -> u8 {
    let words: Vec<OsString> = words.into_iter().collect();
    let typed = words.iter().map(|word| word.to_string_lossy().into_owned());
    talk::colour(Color::of_words(typed));
    let (families, words) = match kind_file::taken_in(families, words) {
        Ok(taken) => taken,
        Err(failure) => return ended(Err(failure.into())).code(),
    };
    FAMILIES.get_or_init(|| families);
    hear_of_large_files();
    let cli = match Cli::try_parse_from(words) {
        Ok(cli) => cli,
        Err(error) if error.use_stderr() => error.exit(),
        // The help, or the version: an answer as any other.
        Err(text) => return ended(show(&text).map(|()| Exit::Yes)).code(),
    };
    talk::colour(cli.color);
    paranoid::begin(cli.paranoid);
    let exit = ended(answer(&cli.command));
    if cli.paranoid {
        paranoid::tell();
    }
    exit.code()
}

/// Shows the help or the version, in colours where there are any.
fn show(text: &clap::Error) -> Result<(), Trouble> {
    let mut out = AutoStream::auto(io::stdout());
    write!(out, "{}", text.render().ansi())?;
    Ok(out.flush()?)
}

/// The end of the command; prints the error.
fn ended(answered: Result<Exit, Trouble>) -> Exit {
    match answered {
        // The row of a table that failed says why; of the whole the exit code does.
        Ok(exit) if limits::budget().failure().is_some() => exit.and(Exit::Bad),
        Ok(exit) => exit,
        Err(Trouble::Bad(failure)) => {
            talk::error(&failure);
            Exit::Bad
        }
        // The reader has seen enough.
        Err(Trouble::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => Exit::Yes,
        Err(Trouble::Output(error)) => {
            let why = if early::output_was_closed() {
                "standard output is closed".to_owned()
            } else {
                error.to_string()
            };
            let failure = Failure::new(format!("the output cannot be written: {why}"));
            talk::error(&failure);
            Exit::Bad
        }
    }
}

/// If a file reaches its size limit (`ulimit -f`), the system ends a process silently, unless it listens; then
/// writing fails, and the failure is reported as ever.
fn hear_of_large_files() {
    #[cfg(unix)]
    {
        use signal_hook::{consts::SIGXFSZ, flag};
        // Where that is impossible, all is as it would be.
        let _ = flag::register(SIGXFSZ, std::sync::Arc::default());
    }
}

fn answer(command: &Command) -> Result<Exit, Trouble> {
    match command {
        Command::Solve(args) => solve::run(args),
        Command::Count(args) => count::run(args),
        Command::Check(args) => check::run(args),
        Command::Convert(args) => convert::run(args),
        Command::Prove(args) => prove::run(args),
        Command::Verify(args) => verify::run(args),
        Command::Enumerate(args) => enumerate::run(args),
        Command::Sample(args) => sample::run(args),
        Command::Explain(args) => explain::run(args),
        Command::Generate(args) => generate::run(args),
        Command::Rate(args) => rate::run(args),
        Command::Canonical(args) => canonical::run(args),
        Command::Hint(args) => hint::run(args),
        Command::Render(args) => render::run(args),
        #[cfg(feature = "play")]
        Command::Play(args) => play::run(args),
        #[cfg(not(feature = "play"))]
        Command::Play(_) => Err(parts::PLAY.left_out().into()),
        #[cfg(feature = "serve")]
        Command::Serve(args) => serve::run(args),
        #[cfg(feature = "serve")]
        Command::Desk(args) => serve::worker::run(args),
        #[cfg(not(feature = "serve"))]
        Command::Serve(_) | Command::Desk(_) => Err(parts::SERVE.left_out().into()),
        Command::Engines(outlet) => list(outlet, lists::engines),
        Command::Formats { json: true, outlet } => list(outlet, lists::formats_json),
        Command::Formats { outlet, .. } => list(outlet, lists::formats),
        Command::Completions { shell, outlet } => {
            list(outlet, |out| documents::completions(*shell, out))
        }
        Command::Man(outlet) => list(outlet, documents::man),
    }
}

/// Writes lists that do not depend on any puzzle.
fn list(
    outlet: &Outlet,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<Exit, Trouble> {
    outlet::refuse_others(outlet.name())?;
    outlet::write(outlet.name(), &Interrupt::default(), |out| {
        write(out)?;
        Ok(Exit::Yes.into())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_definitions_are_consistent() {
        Cli::command().debug_assert();
    }
}
