//! Instructions per puzzle, counted by valgrind: they do not depend on what else the machine does.
//!
//! The benchmark starts itself under `callgrind` with one contender and the first boards of a
//! file, twice with different numbers of boards; the difference is free of what starting costs.

use super::contender::Contender;
use std::path::Path;
use std::process::Command;

/// The numbers of boards of the two runs.
pub(super) const FEW: usize = 1_024;
pub(super) const MANY: usize = 3 * FEW;

/// Returns true if valgrind can be started.
pub(super) fn is_there() -> Result<(), String> {
    let found = Command::new("valgrind").arg("--version").output();
    match found {
        Ok(output) if output.status.success() => Ok(()),
        _ => Err("--count-instructions needs the program valgrind, which cannot be started".into()),
    }
}

/// Instructions per board of `contender` on the boards of `file`.
pub(super) fn per_board(
    contender: &dyn Contender,
    engine: &str,
    file: &Path,
    limit: u32,
) -> Result<f64, String> {
    let count = |boards| count(contender, engine, file, limit, boards);
    let (few, many) = (count(FEW)?, count(MANY)?);
    Ok(many.saturating_sub(few) as f64 / (MANY - FEW) as f64)
}

fn count(
    contender: &dyn Contender,
    engine: &str,
    file: &Path,
    limit: u32,
    boards: usize,
) -> Result<u64, String> {
    let this = std::env::current_exe().map_err(|error| error.to_string())?;
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(this)
        .arg("nine-sample")
        .arg("--file")
        .arg(file)
        .args(["--contender", &contender.name()])
        .args(["--engine", engine])
        .args(["--limit", &limit.to_string()])
        .args(["--boards", &boards.to_string()])
        .output()
        .map_err(|error| format!("valgrind cannot be started: {error}"))?;
    let told = String::from_utf8_lossy(&output.stderr);
    collected(&told)
        .filter(|_| output.status.success())
        .ok_or_else(|| {
            let last = told.lines().last().unwrap_or_default();
            let name = contender.name();
            format!("{name} did not come to its end under valgrind: {last}")
        })
}

/// The number of instructions in callgrind's output.
fn collected(told: &str) -> Option<u64> {
    let line = told.lines().find(|line| line.contains("Collected :"))?;
    let (_, number) = line.rsplit_once(' ')?;
    number.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_total_is_found() {
        let told = "==7== Callgrind\n==7== \n==7== Events    : Ir\n==7== Collected : 123456\n";
        assert_eq!(collected(told), Some(123_456));
        assert_eq!(collected("==7== Collected : ?"), None);
        assert_eq!(collected(""), None);
    }
}
