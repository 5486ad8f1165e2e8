//! The rows of the tables.

use super::contender::Kind;
use super::measure::Figure;
use crate::table::{self, grouped, times};

/// A column.
#[derive(Clone, Debug)]
pub(super) struct Column {
    pub(super) name: String,
    pub(super) kind: Kind,
}

/// A set with a result for each column.
#[derive(Clone, Debug)]
pub(super) struct Row<T> {
    pub(super) set: String,
    pub(super) boards: usize,
    pub(super) cells: Vec<T>,
}

/// Boards a second, with how many times the best peer's we have in bulk and by single calls.
pub(super) fn rates(columns: &[Column], rows: &[Row<Figure>]) -> String {
    let mut heading = vec!["set".into(), "puzzles".into()];
    heading.extend(columns.iter().map(|column| column.name.clone()));
    heading.extend(["bulk / best peer".into(), "single / best peer".into()]);
    let mut table = vec![heading];
    for row in rows {
        let mut cells = vec![row.set.clone(), grouped(row.boards as u64)];
        cells.extend(row.cells.iter().map(|&figure| rate(figure)));
        cells.extend(ratios(columns, &row.cells).map(times));
        table.push(cells);
    }
    table::print(&table)
}

fn rate(figure: Figure) -> String {
    match figure {
        Figure::Rate {
            per_second,
            is_sampled,
        } => {
            let mark = if is_sampled { "~" } else { "" };
            mark.to_owned() + &whole(per_second)
        }
        Figure::Wrong(number) => format!("wrong ({})", grouped(number)),
        Figure::Unfit => "–".into(),
    }
}

#[expect(clippy::cast_sign_loss, reason = "nothing measured is negative")]
fn whole(number: f64) -> String {
    grouped(number.round() as u64)
}

/// The rate of our bulk and of our best single call over that of the best peer that is right.
pub(super) fn ratios(columns: &[Column], figures: &[Figure]) -> [Option<f64>; 2] {
    let best = |kind: Kind| {
        let figures = columns.iter().zip(figures);
        let rates = figures.filter(|(column, _)| column.kind == kind);
        rates
            .filter_map(|(_, figure)| figure.rate())
            .max_by(f64::total_cmp)
    };
    [Kind::Bulk, Kind::Single].map(|kind| Some(best(kind)? / best(Kind::Peer)?))
}

/// Guesses per puzzle at each limit, of the columns that report them.
pub(super) fn guesses(columns: &[Column], limits: &[u32], rows: &[Row<Option<f64>>]) -> String {
    let number = columns.len();
    let tells = |place: &usize| rows.iter().any(|row| row.cells[*place].is_some());
    let places: Vec<usize> = (0..number * limits.len()).filter(tells).collect();
    let mut heading = vec!["set".into()];
    heading.extend(places.iter().map(|place| {
        let (limit, column) = (limits[place / number], &columns[place % number]);
        format!("{} at {limit}", column.name)
    }));
    let mut table = vec![heading];
    for row in rows {
        let mut cells = vec![row.set.clone()];
        let guesses = places.iter().map(|&place| row.cells[place]);
        cells.extend(guesses.map(|g| g.map_or("–".into(), |g| format!("{g:.2}"))));
        table.push(cells);
    }
    table::print(&table)
}

/// Instructions per puzzle.
pub(super) fn instructions(columns: &[Column], rows: &[Row<Option<f64>>]) -> String {
    let mut heading = vec!["set".into()];
    heading.extend(columns.iter().map(|column| column.name.clone()));
    let mut table = vec![heading];
    for row in rows {
        let mut cells = vec![row.set.clone()];
        cells.extend(row.cells.iter().map(|c| c.map_or("–".into(), whole)));
        table.push(cells);
    }
    table::print(&table)
}

/// The question of a limit, as the title of a table.
pub(super) fn title(limit: u32) -> String {
    match limit {
        1 => "first solution".into(),
        2 => "unique or not (up to 2 solutions)".into(),
        _ => format!("up to {} solutions", grouped(limit.into())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn columns() -> Vec<Column> {
        let kinds = [
            ("nine bulk", Kind::Bulk),
            ("nine one", Kind::Single),
            ("nine ask", Kind::Single),
            ("sudoku", Kind::Peer),
            ("msolve", Kind::Peer),
        ];
        let column = |(name, kind): (&str, Kind)| Column {
            name: name.into(),
            kind,
        };
        kinds.map(column).into()
    }

    fn exactly(per_second: f64) -> Figure {
        Figure::Rate {
            per_second,
            is_sampled: false,
        }
    }

    fn assert_ratios(figures: &[Figure], expected: [Option<f64>; 2]) {
        let found = ratios(&columns(), figures).map(|ratio| ratio.map(|r| (r * 1e6).round()));
        assert_eq!(found, expected.map(|ratio| ratio.map(|r: f64| r * 1e6)));
    }

    #[test]
    fn ratios_are_ours_over_the_best_right_peer() {
        let mut figures = [8e6, 1e6, 5e5, 2e6, 1e6].map(exactly);
        assert_ratios(&figures, [Some(4.0), Some(0.5)]);
        figures[3] = Figure::Wrong(1);
        assert_ratios(&figures, [Some(8.0), Some(1.0)]);
        figures[0] = Figure::Wrong(5);
        assert_ratios(&figures, [None, Some(1.0)]);
        figures[4] = Figure::Unfit;
        assert_ratios(&figures, [None, None]);
    }

    #[test]
    fn every_kind_of_figure_has_its_cell() {
        let sampled = Figure::Rate {
            per_second: 1234.5,
            is_sampled: true,
        };
        let cells = vec![
            exactly(8e6),
            exactly(2e6),
            Figure::Unfit,
            Figure::Wrong(7),
            sampled,
        ];
        let row = Row {
            set: "x".into(),
            boards: 5_000,
            cells,
        };
        let text = rates(&columns(), &[row]);
        let last = text.lines().last().unwrap();
        let cells: Vec<&str> = last.split('|').map(str::trim).collect();
        let expected = [
            "",
            "x",
            "5,000",
            "8,000,000",
            "2,000,000",
            "–",
            "wrong (7)",
            "~1,235",
            "6480×",
            "1620×",
            "",
        ];
        assert_eq!(cells, expected);
    }

    #[test]
    fn guesses_are_shown_of_those_who_tell() {
        let mut cells = vec![None; 10];
        (cells[0], cells[5]) = (Some(0.5), Some(1.0));
        let row = Row {
            set: "x".into(),
            boards: 1,
            cells,
        };
        let text = guesses(&columns(), &[1, 2], &[row]);
        assert!(text.starts_with("| set | nine bulk at 1 | nine bulk at 2 |\n"));
        assert!(text.ends_with("| x   |           0.50 |           1.00 |\n"));
    }
}
