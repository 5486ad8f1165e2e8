//! The command as a shell sees it: its output and its exit codes.

mod bad_input;
mod canonical;
#[cfg(unix)]
mod coming_from;
mod damaged;
mod documents;
#[cfg(unix)]
mod ends;
mod explain;
#[cfg(unix)]
mod external;
mod formats;
mod generate;
mod guide;
mod kinds;
mod large;
mod limits;
mod linked;
mod lists;
mod map;
mod outlet;
mod paranoid;
#[cfg(feature = "parquet")]
mod parquet;
mod proofs;
mod rate;
mod render;
mod resume;
mod serving;
mod single;
mod sitting;
mod stop;
mod stream;
mod systems;
mod tables;
mod toy;
mod typed;
mod words;

use std::io::Write;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

/// The output of a run and its end.
#[derive(Debug, PartialEq, Eq)]
struct Ran {
    out: String,
    err: String,
    code: i32,
}

fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tilewright"));
    command.args(args).env("NO_COLOR", "1");
    // No test leaves anything in the user's cache.
    command.env("XDG_CACHE_HOME", env!("CARGO_TARGET_TMPDIR"));
    if args.contains(&"--sat-command") {
        // Such commands lie here, and are to be believed unless a test says otherwise.
        command.env_remove("TILEWRIGHT_PARANOID");
    }
    command
}

/// Starts a command with which one talks through pipes.
fn piped(command: &mut Command) -> Child {
    let command = command.stdin(Stdio::piped()).stdout(Stdio::piped());
    command.stderr(Stdio::piped()).spawn().unwrap()
}

/// Runs the command with a text as its standard input.
fn run_with(args: &[&str], input: &[u8]) -> Ran {
    let mut child = piped(&mut command(args));
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    // A command that does not read all of it closes the pipe.
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    Ran {
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
        code: output.status.code().unwrap(),
    }
}

fn run(args: &[&str]) -> Ran {
    run_with(args, b"")
}

/// A file for a test, whose name must be its own.
fn file(name: &str, contents: impl AsRef<[u8]>) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, contents).unwrap();
    path.to_str().unwrap().to_owned()
}

fn ran(out: &str, err: &str, code: i32) -> Ran {
    Ran {
        out: out.to_owned(),
        err: err.to_owned(),
        code,
    }
}

/// A 9×9 with one solution, and that solution.
const NINE: &str =
    "1..3.48.9.24.....7...96.5..23.....5.5.7..8.........4....95.....3..8......5.6...3.";
const NINE_SOLVED: &str =
    "165374829924185367873962514238496751547218693691753482489531276316827945752649138";
