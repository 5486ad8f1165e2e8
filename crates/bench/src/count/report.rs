//! The rows of the table.

use super::run::Outcome;
use super::{Line, OURS};
use crate::dance::peers::PEERS;
use crate::table;

/// The method of measurement.
pub(super) fn how(rounds: u32, most_seconds: u64) -> String {
    format!(
        "Each runs in a process of its own. Seconds of CPU time of that process, building of models included,\n\
         best of {rounds} rounds in which all run in turn (one that takes longer than 2 seconds runs once), and the\n\
         most memory that the process had. `> {most_seconds} s`: given up. A dash: it does not know colours, or the solutions are far\n\
         too many to visit. `auto` is what a user gets, `count` counts without visiting, `dance` and the peers\n\
         visit each solution. The ratio is the time of the fastest peer by that of `auto`; with `>` where no peer ended.\n"
    )
}

/// The lines as a table with aligned columns.
pub(super) fn table(lines: &[Line]) -> String {
    let mut heading: Vec<String> = vec!["instance".into(), "solutions".into()];
    heading.extend(OURS.iter().map(|&name| name.into()));
    heading.extend(PEERS.iter().map(|peer| peer.name.into()));
    heading.push("best peer / auto".into());
    let mut rows = vec![heading];
    rows.extend(lines.iter().map(row));
    table::print(&rows)
}

fn row(line: &Line) -> Vec<String> {
    let mut cells = vec![
        line.instance.name.into(),
        shortened(line.instance.solutions),
    ];
    cells.extend(line.ours.iter().chain(&line.peers).map(cell));
    cells.push(match line.ratio() {
        Some((ratio, true)) => format!("> {}", rounded(ratio)),
        Some((ratio, false)) => rounded(ratio),
        None => "–".into(),
    });
    cells
}

fn cell(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Right { time, memory } => {
            let megabytes = memory.div_ceil(1 << 20);
            format!("{:.4} s, {megabytes} MB", time.as_secs_f64())
        }
        Outcome::Wrong(number) => format!("wrong ({number})"),
        Outcome::GivenUp(after) => format!("> {} s", after.as_secs()),
        Outcome::Unfit => "–".into(),
    }
}

/// A ratio without digits that mean nothing.
fn rounded(ratio: f64) -> String {
    if ratio < 100.0 {
        format!("{ratio:.1}×")
    } else {
        format!("{ratio:.0}×")
    }
}

/// A number, or its first digits and how many there are.
fn shortened(number: &str) -> String {
    if number.len() <= 12 {
        return number.into();
    }
    format!("{}… ({} digits)", &number[..4], number.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::count::work::INSTANCES;
    use std::time::Duration;

    #[test]
    fn every_row_is_as_wide_as_the_heading() {
        let mut peers = [const { Outcome::Unfit }; PEERS.len()];
        peers[1] = Outcome::Wrong("7".into());
        peers[2] = Outcome::GivenUp(Duration::from_secs(30));
        let right = Outcome::Right {
            time: Duration::from_millis(15),
            memory: 5 << 20,
        };
        let line = Line {
            instance: &INSTANCES[3],
            ours: [right.clone(), right, Outcome::Unfit],
            peers,
        };
        let text = table(&[line]);
        let widths: Vec<usize> = text.lines().map(|line| line.chars().count()).collect();
        assert!(widths.iter().all(|&width| width == widths[0]), "{text}");
        for part in [
            "0.0150 s, 5 MB",
            "wrong (7)",
            "> 30 s",
            "> 2000×",
            "2444… (31 digits)",
        ] {
            assert!(text.contains(part), "{part}: {text}");
        }
    }
}
