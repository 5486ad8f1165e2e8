//! The options of `play` and `serve`.

use super::{Input, bytes, duration};
use crate::names;
use clap::{Args, ValueHint};
use std::time::Duration;

const PLAY_CODES: &str = "\
Exit codes:
  0  played
  2  bad input, no terminal, or no puzzle that is as hard as was asked for";

/// Play a puzzle in the terminal, with notes, hints and a step-by-step explanation.
///
/// FILE is a puzzle, or a game that was written with `w`; a kind of board and its size is an empty
/// board to fill; with --new a puzzle is made for it. `?` shows the keys.
#[derive(Debug, Args)]
#[command(after_help = PLAY_CODES)]
pub(crate) struct Play {
    #[command(flatten)]
    pub(crate) input: Input,
    /// Make a puzzle of this kind and size: --new sudoku 9x9.
    #[arg(long)]
    pub(crate) new: bool,
    /// The difficulty of a new puzzle, as for `generate --difficulty`: easy, medium, hard, expert, extreme.
    #[arg(
        long,
        visible_alias = "difficulty",
        value_name = "RANGE",
        requires = "new"
    )]
    pub(crate) level: Option<String>,
    /// The file that `w` writes the game to. Nothing is written otherwise.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, value_parser = names::parser())]
    pub(crate) save: Option<String>,
}

/// Serve the page on this machine, with the native engines behind it.
///
/// Prints the address to open in a browser, and runs until Ctrl-C. Only this machine can reach it unless --host says
/// otherwise.
#[derive(Debug, Args)]
pub(crate) struct Serve {
    /// The port [default: 7878, or the next one that is free].
    #[arg(long, value_name = "N")]
    pub(crate) port: Option<u16>,
    /// The address or name to listen at; anything but a loopback address lets other machines in.
    #[arg(long, value_name = "HOST", default_value = "127.0.0.1")]
    pub(crate) host: String,
    /// The most time for a question: 10s, 500ms, 2m.
    #[arg(long, value_name = "TIME", default_value = "1m", value_parser = duration)]
    pub(crate) time: Duration,
    /// Memory for all questions at work together, and so the most for one: 512MiB, 8GiB. Where they
    /// need more, the one that needs the most is ended.
    #[arg(long, value_name = "SIZE", default_value = "1GiB", value_parser = bytes)]
    pub(crate) memory: u64,
    /// The most questions at work at once [default: four for each core].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) threads: Option<u16>,
}

/// Answer questions of `serve` from standard input, one after the other.
#[derive(Debug, Args)]
pub(crate) struct Desk {
    /// The most time for a question.
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(crate) time: Duration,
    /// Memory for a question.
    #[arg(long, value_name = "SIZE", value_parser = bytes)]
    pub(crate) memory: u64,
}
