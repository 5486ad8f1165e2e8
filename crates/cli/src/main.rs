//! The `tilewright` command: the only part that prints and touches files.
//!
//! `args` says what can be typed, and each subcommand is a module. What they share: `input` finds
//! out what a file is, `run` goes through the files, `stream` through a puzzle a line, `show`
//! writes puzzles, `target` keeps files whole and `leftovers` clears up, `paranoid` checks answers, `limits` and
//! `heap` hold to what the options allow, `talk` speaks to the person, `exit` to the shell.

mod args;
mod asker;
mod bulk;
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
mod from_model;
mod generate;
mod heap;
mod hint;
mod input;
mod interrupt;
mod json;
mod leftovers;
mod limits;
mod lists;
mod names;
mod paranoid;
mod play;
mod press;
mod prove;
mod rate;
mod reasons;
mod render;
mod run;
mod sample;
mod serve;
mod show;
mod solve;
mod stream;
mod table;
mod talk;
mod target;
mod verify;

use anstream::AutoStream;
use args::{Cli, Command};
use clap::Parser;
use exit::Exit;
use failure::{Failure, Trouble};
use std::io::{self, Write};
use std::process::ExitCode;

fn main() -> ExitCode {
    hear_of_large_files();
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) if error.use_stderr() => error.exit(),
        // The help, or the version: an answer as any other.
        Err(text) => return ended(show(&text).map(|()| Exit::Yes)).into(),
    };
    paranoid::begin(cli.paranoid);
    let exit = ended(answer(&cli.command));
    if cli.paranoid {
        paranoid::tell();
    }
    exit.into()
}

/// Shows the help or the version, in colours where there are any.
fn show(text: &clap::Error) -> Result<(), Trouble> {
    let mut out = AutoStream::auto(io::stdout());
    write!(out, "{}", text.render().ansi())?;
    Ok(out.flush()?)
}

/// How the command ends; says what went wrong.
fn ended(answered: Result<Exit, Trouble>) -> Exit {
    match answered {
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

/// Where files may not grow any more (`ulimit -f`), the system ends a process without a word, unless it
/// listens; then writing fails, and what cannot be written is told as ever.
fn hear_of_large_files() {
    #[cfg(unix)]
    {
        use signal_hook::{consts::SIGXFSZ, flag};
        // Where that is impossible, all is as it would be.
        let _ = flag::register(SIGXFSZ, std::sync::Arc::default());
    }
}

fn answer(command: &Command) -> Result<Exit, Trouble> {
    let mut out = io::stdout();
    match command {
        Command::Solve(args) => return solve::run(args),
        Command::Count(args) => return count::run(args),
        Command::Check(args) => return check::run(args),
        Command::Convert(args) => return convert::run(args),
        Command::Prove(args) => return prove::run(args),
        Command::Verify(args) => return verify::run(args),
        Command::Enumerate(args) => return enumerate::run(args),
        Command::Sample(args) => return sample::run(args),
        Command::Explain(args) => return explain::run(args),
        Command::Generate(args) => return generate::run(args),
        Command::Rate(args) => return rate::run(args),
        Command::Canonical(args) => return canonical::run(args),
        Command::Hint(args) => return hint::run(args),
        Command::Render(args) => return render::run(args),
        Command::Play(args) => return play::run(args),
        Command::Serve(args) => return serve::run(args),
        Command::Desk(args) => return serve::worker::run(args),
        Command::Engines => lists::engines(&mut out)?,
        Command::Formats => lists::formats(&mut out)?,
        Command::Completions { shell } => documents::completions(*shell, &mut out)?,
        Command::Man => documents::man(&mut out)?,
    }
    out.flush()?;
    Ok(Exit::Yes)
}
