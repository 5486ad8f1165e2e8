//! The report at the end: the number of rows, and their outcomes.

use crate::exit::Exit;
use crate::talk::{self, number_of};
use tilewright_batch::{Columns, Operation, Status, Values};

/// The number of rows with each status.
#[derive(Debug, Default)]
pub(super) struct Report {
    rows: u64,
    counts: [u64; Status::ALL.len()],
}

/// The statuses whose numbers are reported even if they are 0: the others only if they are not.
fn reported(operation: Option<Operation>) -> Vec<Status> {
    let of = |good| vec![good, Status::Unsolvable, Status::Several, Status::Malformed];
    match operation {
        Some(Operation::Solve) => of(Status::Solved),
        Some(Operation::Canonical) => vec![Status::Canonical, Status::Malformed],
        None => vec![Status::Made, Status::Missed],
        Some(_) => of(Status::Unique),
    }
}

impl Report {
    /// The number of rows so far.
    pub(super) fn rows(&self) -> u64 {
        self.rows
    }

    /// Adds the rows of another.
    pub(super) fn add(&mut self, other: &Self) {
        self.rows += other.rows;
        for (count, more) in self.counts.iter_mut().zip(other.counts) {
            *count += more;
        }
    }

    /// The report on some rows.
    pub(super) fn of(answers: &Columns) -> Self {
        let mut counts = [0; Status::ALL.len()];
        if let Some(Values::Text(column)) = answers.column("status") {
            let words = Status::ALL.map(Status::word);
            // Mostly that of the row before.
            let mut last = 0;
            for word in (0..column.len()).filter_map(|row| column.get(row)) {
                if words[last] != word {
                    last = words
                        .iter()
                        .position(|known| *known == word)
                        .unwrap_or(last);
                }
                counts[last] += 1;
            }
        }
        Self {
            rows: answers.rows() as u64,
            counts,
        }
    }

    /// Says that it was interrupted.
    pub(super) fn interrupted(&self) -> Exit {
        let puzzles = number_of(self.rows, "puzzle");
        talk::say(&format!("interrupted after {puzzles}; no file was written"));
        Exit::Stopped
    }

    /// Says all.
    pub(super) fn tell(&self, operation: Option<Operation>) -> Exit {
        talk::say(&self.sentence(&reported(operation)));
        self.exit(operation)
    }

    fn sentence(&self, always: &[Status]) -> String {
        let of = |status: &Status| {
            let place = Status::ALL.iter().position(|s| s == status);
            place.map_or(0, |place| self.counts[place])
        };
        let others = Status::ALL
            .iter()
            .filter(|s| !always.contains(s) && of(s) > 0);
        let parts = always.iter().chain(others);
        let parts: Vec<String> = parts.map(|s| format!("{} {}", of(s), told(*s))).collect();
        format!("{}: {}", number_of(self.rows, "puzzle"), parts.join(", "))
    }

    fn exit(&self, operation: Option<Operation>) -> Exit {
        let mut exit = Exit::Yes;
        for (status, &count) in Status::ALL.iter().zip(&self.counts) {
            if count > 0 {
                exit = exit.and(match status {
                    Status::Several if operation == Some(Operation::Count) => Exit::Yes,
                    Status::Solved | Status::Unique | Status::Canonical | Status::Made => Exit::Yes,
                    Status::Several | Status::Unsolvable | Status::Wrong => Exit::No,
                    Status::Malformed | Status::Unsupported => Exit::Bad,
                    Status::Stopped | Status::Missed | Status::Stuck => Exit::Stopped,
                });
            }
        }
        exit
    }
}

fn told(status: Status) -> &'static str {
    match status {
        Status::Several => "not unique",
        status => status.word(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilewright_batch::{Pace, Task, TextColumn, run};

    #[test]
    fn rows_are_counted_by_their_status() {
        let puzzles = [
            "1234341221434321",
            "1...............",
            "11..............",
            "x",
        ];
        let column = TextColumn::of(puzzles.map(Some)).unwrap();
        let task = Task::new(Operation::Check);
        let answers = run(&task, column.texts(), &Pace::new()).unwrap();
        let mut report = Report::of(&answers);
        report.add(&Report::of(&answers));
        assert_eq!(
            report.sentence(&reported(Some(Operation::Check))),
            "8 puzzles: 2 unique, 2 unsolvable, 2 not unique, 2 malformed"
        );
        assert_eq!(report.exit(Some(Operation::Check)), Exit::Bad);
        assert_eq!(
            Report::default().sentence(&reported(None)),
            "0 puzzles: 0 made, 0 missed"
        );
    }
}
