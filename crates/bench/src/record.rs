//! The head of a record: machine, compiler, date, command and the peers' versions. A figure without
//! them means little.

use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

/// Writes a record, where a file for it is named: its title, its head, how it was measured, and the tables.
pub(crate) fn write(
    file: Option<&Path>,
    title: &str,
    peers: &[&str],
    how: &str,
    tables: &str,
) -> Result<(), String> {
    let Some(file) = file else {
        return Ok(());
    };
    let text = format!("# {title}\n\n{}\n{how}\n{tables}", head(peers));
    std::fs::write(file, text)
        .map_err(|error| format!("{} cannot be written: {error}", file.display()))
}

/// The facts that a reader needs about the measurement.
fn head(peers: &[&str]) -> String {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let peers: Vec<String> = peers.iter().map(|name| with_version(name)).collect();
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    format!(
        "- machine: {}, {cores} cores\n\
         - compiler: {}\n\
         - date: {}\n\
         - command: `cargo run --release -p tilewright-bench -- {}`\n\
         - peers: {}\n",
        cpu_model(),
        env!("TILEWRIGHT_RUSTC"),
        today(),
        arguments.join(" "),
        peers.join(", "),
    )
}

/// The name with the version that `Cargo.lock` holds it at.
pub(crate) fn with_version(name: &str) -> String {
    let lock = include_str!("../../../Cargo.lock");
    let entry = format!("name = \"{name}\"\nversion = \"");
    let version = lock
        .split_once(&entry)
        .and_then(|(_, rest)| rest.split_once('"'));
    version.map_or(name.into(), |(version, _)| format!("{name} {version}"))
}

fn cpu_model() -> String {
    let text = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let line = text.lines().find(|line| line.starts_with("model name"));
    let model = line.and_then(|line| line.split_once(':'));
    model.map_or("an unknown processor".into(), |(_, model)| {
        model.trim().into()
    })
}

fn today() -> String {
    let now = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default();
    let (year, month, day) = date(now.as_secs() / 86_400);
    format!("{year}-{month:02}-{day:02}")
}

/// The date `days` days after 1970-01-01.
fn date(mut days: u64) -> (u64, u64, u64) {
    let is_leap = |year: u64| {
        year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
    };
    let mut year = 1970;
    while days >= 365 + u64::from(is_leap(year)) {
        days -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let february = 28 + u64::from(is_leap(year));
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    (year, month, days + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates() {
        assert_eq!(date(0), (1970, 1, 1));
        assert_eq!(date(59), (1970, 3, 1));
        assert_eq!(date(11_016), (2000, 2, 29));
        assert_eq!(date(20_089), (2025, 1, 1));
        assert_eq!(date(20_088), (2024, 12, 31));
    }

    #[test]
    fn a_name_that_is_not_locked_stands_alone() {
        assert_eq!(with_version("no such crate"), "no such crate");
    }
}
