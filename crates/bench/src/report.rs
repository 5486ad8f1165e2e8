//! The table as text that is also Markdown, and the head of a record: machine, compiler, date,
//! command.

use crate::measure::{Line, Outcome};
use crate::peers::PEERS;
use std::time::{SystemTime, UNIX_EPOCH};

/// The lines as a table with aligned columns.
pub(crate) fn table(engine: &str, lines: &[Line]) -> String {
    let mut rows = vec![heading(engine)];
    rows.extend(lines.iter().map(row));
    let columns = rows[0].len();
    let width = |column: usize| rows.iter().map(|r| r[column].chars().count()).max();
    let widths: Vec<usize> = (0..columns).map(|c| width(c).unwrap_or(0)).collect();
    let mut text = String::new();
    for (number, cells) in rows.iter().enumerate() {
        text.push_str(&print_row(cells, &widths));
        if number == 0 {
            let rule = widths
                .iter()
                .enumerate()
                .map(|(column, &width)| match column {
                    0 => "-".repeat(width),
                    _ => "-".repeat(width - 1) + ":",
                });
            text.push_str(&print_row(&rule.collect::<Vec<_>>(), &widths));
        }
    }
    text
}

/// Names to the left, numbers to the right.
fn print_row(cells: &[String], widths: &[usize]) -> String {
    let padded = cells.iter().zip(widths).enumerate();
    let padded = padded.map(|(column, (cell, &width))| match column {
        0 => format!(" {cell:<width$} |"),
        _ => format!(" {cell:>width$} |"),
    });
    format!("|{}\n", padded.collect::<String>())
}

fn heading(engine: &str) -> Vec<String> {
    let mut cells: Vec<String> = ["instance", "solutions", "nodes"].map(String::from).into();
    cells.push(format!("{engine} count"));
    cells.push(format!("{engine} visit"));
    cells.extend(PEERS.iter().map(|peer| peer.name.into()));
    cells.extend(["best peer / count".into(), "best peer / visit".into()]);
    cells
}

fn row(line: &Line) -> Vec<String> {
    let mut cells = vec![
        line.name.into(),
        grouped(line.solutions),
        grouped(line.nodes),
    ];
    cells.extend(
        line.ours
            .iter()
            .chain(&line.peers)
            .map(|&outcome| seconds(outcome)),
    );
    let ratio = |ratio: Option<f64>| ratio.map_or("–".into(), |ratio| format!("{ratio:.1}×"));
    cells.extend(line.ratios().map(ratio));
    cells
}

fn seconds(outcome: Outcome) -> String {
    match outcome {
        Outcome::Right(time) => format!("{:.4}", time.as_secs_f64()),
        Outcome::Wrong(found) => format!("wrong ({})", grouped(found)),
        Outcome::Unfit => "–".into(),
    }
}

/// A number with commas between groups of three digits.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// What a reader of the table needs to know about how it came about.
pub(crate) fn head(rounds: u32) -> String {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let peers: Vec<String> = PEERS.iter().map(|peer| with_version(peer.name)).collect();
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    format!(
        "- machine: {}, {cores} cores\n\
         - compiler: {}\n\
         - date: {}\n\
         - command: `cargo run --release -p tilewright-bench -- {}`\n\
         - peers: {}\n\n\
         Seconds of CPU time of one thread, best of {rounds} rounds in which all run in turn (one\n\
         that takes longer than 4 seconds runs once). Each time includes building: the model and\n\
         `prepare` on our side, whatever a peer builds on its own.\n",
        cpu_model(),
        env!("TILEWRIGHT_RUSTC"),
        today(),
        arguments.join(" "),
        peers.join(", "),
    )
}

/// The name with the version that `Cargo.lock` holds it at.
fn with_version(name: &str) -> String {
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

/// The date that is so many days after 1970-01-01.
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
    use std::time::Duration;

    #[test]
    fn dates() {
        assert_eq!(date(0), (1970, 1, 1));
        assert_eq!(date(59), (1970, 3, 1));
        assert_eq!(date(11_016), (2000, 2, 29));
        assert_eq!(date(20_089), (2025, 1, 1));
        assert_eq!(date(20_088), (2024, 12, 31));
    }

    #[test]
    fn numbers_in_groups() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(2_027_025), "2,027,025");
    }

    #[test]
    fn every_peer_has_a_version() {
        for peer in &PEERS {
            assert!(with_version(peer.name).len() > peer.name.len() + 4);
        }
    }

    #[test]
    fn every_row_is_as_wide_as_the_heading() {
        let mut peers = [Outcome::Unfit; PEERS.len()];
        peers[0] = Outcome::Wrong(1_234);
        let line = Line {
            name: "queens12",
            solutions: 14_200,
            nodes: 5,
            ours: [Outcome::Right(Duration::from_millis(9)); 2],
            peers,
        };
        let text = table("dance", &[line]);
        let widths: Vec<usize> = text.lines().map(|line| line.chars().count()).collect();
        assert!(widths.iter().all(|&width| width == widths[0]), "{text}");
        assert!(text.contains("0.0090") && text.contains("wrong (1,234)"));
    }
}
