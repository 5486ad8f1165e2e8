//! `--paranoid`: every answer is checked by other means, and one that is wrong ends the command
//! with a report. `TILEWRIGHT_PARANOID=1` does the same without saying so, for tests.
//!
//! All solvers of the command are made here, so that their checks are counted together.

use crate::exit::Exit;
use crate::failure::Failure;
use crate::{external, leftovers, talk};
use std::sync::OnceLock;
use tilewright::paranoid::Mismatch;
use tilewright::{End, Solver};

/// The environment variable that has the same effect as the option.
const VARIABLE: &str = "TILEWRIGHT_PARANOID";

static TEMPLATE: OnceLock<(Solver, bool)> = OnceLock::new();

/// Says, before anything else, whether the option was given.
pub(crate) fn begin(is_paranoid: bool) {
    let is_in_environment =
        std::env::var_os(VARIABLE).is_some_and(|value| !value.is_empty() && value != "0");
    TEMPLATE.get_or_init(|| template(is_paranoid || is_in_environment));
}

fn template(is_paranoid: bool) -> (Solver, bool) {
    let solver = Solver::new();
    let solver = if is_paranoid {
        solver.paranoid(true)
    } else {
        solver
    };
    (solver.on_mismatch(end), is_paranoid)
}

/// A solver, as paranoid as it is to be.
pub(crate) fn solver() -> Solver {
    TEMPLATE.get_or_init(|| template(false)).0.clone()
}

/// Returns true if `--paranoid` was given.
pub(crate) fn is_asked_for() -> bool {
    TEMPLATE.get().is_some_and(|(_, is_paranoid)| *is_paranoid)
}

/// Returns true if the answers of other programs are checked as well: only with `--paranoid`, since
/// their faults are not ours.
pub(crate) fn doubts_others() -> bool {
    is_asked_for()
}

/// Reports the checks, if `--paranoid` was given.
pub(crate) fn tell() {
    talk::say(&solver().self_checks().to_string());
}

/// The result of a check as one of the command, which a mismatch has ended before.
pub(crate) fn checked(check: Result<(), End>) -> Result<(), Failure> {
    check.map_err(|end| Failure::new(end.to_string()))
}

/// Reports a mismatch and ends the command: nothing that it could still say is to be believed.
fn end(mismatch: &Mismatch) {
    let mut mismatch = mismatch.clone();
    if mismatch.engine() == external::NAME {
        mismatch.blame("the command after --sat-command, or of the program that checks it");
    }
    let words: Vec<String> = std::env::args_os()
        .map(|word| quoted(&word.to_string_lossy()))
        .collect();
    mismatch.add("command", &words.join(" "));
    leftovers::remove_all();
    talk::say(&mismatch.to_string());
    std::process::exit(i32::from(Exit::Wrong.code()));
}

/// A word as a shell would take it.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./,:=+@%".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_where_a_shell_needs_it() {
        assert_eq!(quoted("--engine=dance"), "--engine=dance");
        assert_eq!(quoted("a b"), "'a b'");
        assert_eq!(quoted("it's"), r"'it'\''s'");
        assert_eq!(quoted(""), "''");
    }
}
