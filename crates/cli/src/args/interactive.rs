//! What can be typed for `play`.

use super::Input;
use clap::{Args, ValueHint};

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
    /// Make a puzzle of this kind and size: --new sudoku 3,3.
    #[arg(long)]
    pub(crate) new: bool,
    /// How hard a new puzzle is, as for `generate --difficulty`: easy, medium, hard, expert, extreme.
    #[arg(
        long,
        visible_alias = "difficulty",
        value_name = "RANGE",
        requires = "new"
    )]
    pub(crate) level: Option<String>,
    /// The file that `w` writes the game to. Nothing is written otherwise.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) save: Option<String>,
}
