//! The rows of the table.

use super::measure::{Line, Outcome};
use super::peers::PEERS;
use crate::table::{self, grouped, times};

/// The method of measurement.
pub(super) fn how(rounds: u32) -> String {
    format!(
        "Seconds of CPU time of one thread, best of {rounds} rounds in which all run in turn (one\n\
         that takes longer than 4 seconds runs once). Each time includes building: the model and\n\
         `prepare` on our side, whatever a peer builds on its own.\n"
    )
}

/// The lines as a table with aligned columns.
pub(super) fn table(engine: &str, lines: &[Line]) -> String {
    let mut rows = vec![heading(engine)];
    rows.extend(lines.iter().map(row));
    table::print(&rows)
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
    cells.extend(line.ratios().map(times));
    cells
}

fn seconds(outcome: Outcome) -> String {
    match outcome {
        Outcome::Right(time) => format!("{:.4}", time.as_secs_f64()),
        Outcome::Wrong(found) => format!("wrong ({})", grouped(found)),
        Outcome::Unfit => "–".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn every_peer_has_a_version() {
        for peer in &PEERS {
            assert!(crate::record::with_version(peer.name).len() > peer.name.len() + 4);
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
