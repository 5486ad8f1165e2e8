//! Tables as text that is also Markdown, with aligned columns.

/// The rows as a table, the first of them its heading: names to the left, numbers to the right.
///
/// # Panics
/// If a row is not as long as the heading, or there is none.
pub(crate) fn print(rows: &[Vec<String>]) -> String {
    let columns = rows[0].len();
    assert!(rows.iter().all(|row| row.len() == columns), "equal rows");
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

fn print_row(cells: &[String], widths: &[usize]) -> String {
    let padded = cells.iter().zip(widths).enumerate();
    let padded = padded.map(|(column, (cell, &width))| match column {
        0 => format!(" {cell:<width$} |"),
        _ => format!(" {cell:>width$} |"),
    });
    format!("|{}\n", padded.collect::<String>())
}

/// A number with commas between groups of three digits.
pub(crate) fn grouped(number: u64) -> String {
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

/// A ratio without digits that mean nothing, as in `4.2×`; a dash where there is none.
pub(crate) fn times(ratio: Option<f64>) -> String {
    match ratio {
        Some(ratio) if ratio < 100.0 => format!("{ratio:.1}×"),
        Some(ratio) => format!("{ratio:.0}×"),
        None => "–".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_groups() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(2_027_025), "2,027,025");
    }

    #[test]
    fn ratios() {
        assert_eq!(times(Some(4.16)), "4.2×");
        assert_eq!(times(Some(416.4)), "416×");
        assert_eq!(times(None), "–");
    }

    #[test]
    fn names_stand_to_the_left_and_numbers_to_the_right() {
        let rows = [["set", "a/s"], ["kaggle", "7"], ["x", "1,000"]];
        let rows = rows.map(|row| row.map(String::from).to_vec());
        let lines = [
            "| set    |   a/s |",
            "| ------ | ----: |",
            "| kaggle |     7 |",
            "| x      | 1,000 |",
        ];
        assert_eq!(print(&rows), lines.join("\n") + "\n");
    }
}
