//! Options that commands share: the source of puzzles, the settings of search and output, colours, and typed numbers.
//!
//! The options of a command are in its own module. Here, in modules, are those of commands with many options, and of those
//! that a build may lack.

mod interactive;
mod making;
mod map;

pub(crate) use interactive::{Desk, Play, Serve};
pub(crate) use making::{Generate, Making, PaperName, PictureKind, Render};
pub(crate) use map::{Map, MapLikeness, Region, Torus, region as region_of};

use crate::families;
use crate::names;
use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{ArgAction, Args, ValueEnum, ValueHint};
use std::time::Duration;
use tilewright::BigUint;
use tilewright::engines::ENGINES;
use tilewright::puzzles::{ReportStyle, Styles};

pub(crate) const EXIT_CODES: &str = "\
Exit codes:
  0  yes: solved, counted, unique
  1  no: no solution, or not unique
  2  bad input
  3  stopped before there was an answer (--time, --nodes, --memory, --limit, Ctrl-C)
 70  two answers disagree, which is a fault of the program (--paranoid)";

pub(crate) const EXPLAIN_CODES: &str = "\
Exit codes:
  0  yes: explained to the end, or a step was found
  1  no: no solution, or not unique
  2  bad input
  3  logic alone does not finish it, or it was stopped (--time, --nodes, --memory, Ctrl-C)";

/// The use of colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    /// On a terminal, unless `NO_COLOR` and the like say otherwise.
    #[default]
    Auto,
    /// Wherever answers go.
    Always,
    /// Nowhere.
    Never,
}

impl Color {
    /// The setting of the words of the command line before they are parsed: help and errors are coloured, too.
    pub(crate) fn of_words(words: impl Iterator<Item = String>) -> Self {
        let words: Vec<String> = words.collect();
        let after = |pair: &[String]| (pair[0] == "--color").then(|| pair[1].clone());
        let joined = words.iter().find_map(|word| word.strip_prefix("--color="));
        let apart = words.windows(2).find_map(after);
        let word = joined.map(str::to_owned).or(apart);
        word.and_then(|word| Self::from_str(&word, false).ok())
            .unwrap_or_default()
    }
}

/// The limits of explaining, hinting and rating.
#[derive(Debug, Args)]
pub(crate) struct Pace {
    /// Time for each puzzle: 10s, 500ms, 2m.
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(crate) time: Option<Duration>,
    /// Nodes of each search for a solution, or for a second one.
    #[arg(long, value_name = "N", value_parser = number)]
    pub(crate) nodes: Option<u64>,
    /// Threads for a puzzle a line [default: all cores].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) threads: Option<u16>,
    /// Say more on standard error; -vv says still more.
    #[arg(short, long, action = ArgAction::Count)]
    pub(crate) verbose: u8,
}

impl Pace {
    /// The settings of the search.
    pub(crate) fn search(&self) -> Search {
        Search {
            engine: "auto".to_owned(),
            threads: self.threads,
            time: self.time,
            nodes: self.nodes,
            verbose: self.verbose,
            ..Search::default()
        }
    }
}

/// The source of puzzles.
#[derive(Debug, Args)]
pub(crate) struct Input {
    /// Files with puzzles, `-` for standard input (the default), a puzzle itself (a line of cells, an address, a game
    /// id), or a kind of board and its size, as in `sudoku 9x9`, `sudoku 3,3` (boxes of 3×3) or `roads 4x5`.
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath, value_parser = names::parser())]
    pub(crate) files: Vec<String>,
    /// Read as this family, format, or `family:format`, whatever it looks like; --kind also takes the
    /// file of a kind of your own.
    #[arg(long = "as", visible_alias = "kind", value_name = "NAME")]
    pub(crate) wanted: Option<String>,
    /// The board to fill, for a tile set that comes without one: rows x columns.
    #[arg(long, value_name = "RxC")]
    pub(crate) size: Option<String>,
    /// One more clue for the puzzle, by the names of its places and values: r1c1=5. May be repeated.
    #[arg(long, value_name = "PLACE=VALUE")]
    pub(crate) given: Vec<String>,
    /// Memory for everything: texts, models, searches on all threads, tables: 512MiB, 8GiB.
    #[arg(long, value_name = "SIZE", default_value = "2GiB", value_parser = bytes)]
    pub(crate) memory: u64,
}

/// The target of answers.
#[derive(Debug, Default, Args)]
pub(crate) struct Outlet {
    /// Write the output to this file; `-` is standard output. The file gets its name when it is complete.
    #[arg(short, long = "output", value_name = "FILE", value_hint = ValueHint::FilePath, value_parser = names::parser())]
    pub(crate) output: Option<String>,
}

impl Outlet {
    /// The name that was given.
    pub(crate) fn name(&self) -> Option<&str> {
        self.output.as_deref()
    }
}

/// The target of answers, and of tables.
#[derive(Debug, Args)]
pub(crate) struct Table {
    /// Write the output to this file; `-` is standard output. With the ending of a table (.csv, .tsv, .jsonl, .ndjson
    /// or .parquet) a table is written instead: the input is a table too, or a puzzle a line, or one puzzle; its
    /// columns stay as they are, and the answers come after them. The file gets its name when it is complete.
    #[arg(id = "table", short = 'o', long = "output", value_name = "FILE", value_hint = ValueHint::FilePath, value_parser = names::parser())]
    pub(crate) file: Option<String>,
    /// For tables: the column that has the puzzles [default: puzzle, quizzes, question or the like,
    /// or the only one with texts].
    #[arg(long, value_name = "NAME", requires = "table")]
    pub(crate) column: Option<String>,
}

impl Table {
    /// The name that was given.
    pub(crate) fn name(&self) -> Option<&str> {
        self.file.as_deref()
    }
}

/// The settings of the search.
#[derive(Debug, Default, Args)]
pub(crate) struct Search {
    /// The engine; `tilewright engines` describes each.
    #[arg(long, value_name = "NAME", default_value = "auto", value_parser = engine_names())]
    pub(crate) engine: String,
    /// Search with a command that is a SAT solver: it is run with the name of a DIMACS file after these words, and
    /// its answer is checked.
    #[arg(long, value_name = "COMMAND", conflicts_with = "engine")]
    pub(crate) sat_command: Option<String>,
    /// Search in a random order, the same for the same seed.
    #[arg(long, value_name = "S", conflicts_with = "sat_command", value_parser = number)]
    pub(crate) seed: Option<u64>,
    /// Threads: for one puzzle, or for that many lines of a stream at once. The answer does not depend on it, unless
    /// --time or --memory ends the search; with --nodes one puzzle is searched on one thread [default: all cores].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) threads: Option<u16>,
    /// Time for each puzzle: 10s, 500ms, 2m.
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(crate) time: Option<Duration>,
    /// Nodes of search for each puzzle.
    #[arg(long, value_name = "N", value_parser = number)]
    pub(crate) nodes: Option<u64>,
    /// Report the cost of the search: on standard error, or in the JSON objects.
    #[arg(long)]
    pub(crate) stats: bool,
    /// Say more on standard error; -vv says still more.
    #[arg(short, long, action = ArgAction::Count)]
    pub(crate) verbose: u8,
}

/// The form of solutions.
#[derive(Debug, Default, Args)]
pub(crate) struct Output {
    /// Write solutions in this format of the family instead of drawing them.
    #[arg(long, visible_alias = "format", value_name = "FORMAT", conflicts_with_all = ["plain", "style"])]
    pub(crate) to: Option<String>,
    /// Print as the program did that the puzzle comes from, without frames, and in its order of
    /// solutions where it promised one (docs/coming-from.md).
    #[arg(long, conflicts_with = "style")]
    pub(crate) plain: bool,
    /// For Shikaku: the number of solutions and the first one, as one of its three styles.
    #[arg(long, value_parser = style_names(), value_name = "STYLE", conflicts_with = "json")]
    pub(crate) style: Option<String>,
    /// Write a JSON object for each puzzle, one a line.
    #[arg(long)]
    pub(crate) json: bool,
}

/// The styles of all families.
fn style_names() -> PossibleValuesParser {
    let styles = families()
        .iter()
        .filter_map(|family| family.can::<Styles>());
    let values = styles.flat_map(|styles| styles.0);
    let value = |style: &'static ReportStyle| PossibleValue::new(style.format).help(style.about);
    PossibleValuesParser::new(values.map(value))
}

fn engine_names() -> PossibleValuesParser {
    PossibleValuesParser::new(ENGINES.iter().map(|engine| engine.name()))
}

/// A number of any size.
pub(crate) fn whole_number(text: &str) -> Result<BigUint, String> {
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit()) && text.len() <= 1000;
    let number = BigUint::parse_bytes(text.as_bytes(), 10).filter(|_| is_number);
    number.ok_or_else(|| "expected a whole number, 0 or more".to_owned())
}

/// A number that is counted with.
pub(crate) fn number(text: &str) -> Result<u64, String> {
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err("expected a whole number, 0 or more".to_owned());
    }
    let too_large = |_| format!("this is too large; expected at most {}", u64::MAX);
    text.parse().map_err(too_large)
}

/// A duration as people write it.
pub(crate) fn duration(text: &str) -> Result<Duration, String> {
    const EXPECTED: &str = "expected a time such as 10s, 500ms, 2m or 1h";
    let (number, unit) = split_unit(text);
    let seconds = match unit {
        "" | "s" => 1.0,
        "ms" => 1e-3,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err(EXPECTED.to_owned()),
    };
    let number: f64 = number.parse().map_err(|_| EXPECTED)?;
    let too_large = |_| format!("this is too large; {EXPECTED}");
    Duration::try_from_secs_f64(number * seconds).map_err(too_large)
}

/// A number of bytes as people write it; K, M, G and T are powers of 1024.
pub(crate) fn bytes(text: &str) -> Result<u64, String> {
    const EXPECTED: &str = "expected a size such as 512MiB or 8GiB";
    let (number, unit) = split_unit(text);
    let shift = match unit.to_ascii_lowercase().as_str() {
        "" | "b" => 0,
        "k" | "kb" | "kib" => 10,
        "m" | "mb" | "mib" => 20,
        "g" | "gb" | "gib" => 30,
        "t" | "tb" | "tib" => 40,
        _ => return Err(EXPECTED.to_owned()),
    };
    let amount: f64 = number.parse().map_err(|_| EXPECTED)?;
    let unit = 1_u64 << shift;
    let bytes = if number.contains('.') {
        in_units(amount, unit)
    } else {
        let whole = number.parse::<u64>().ok();
        whole.and_then(|whole| whole.checked_mul(unit))
    };
    bytes.ok_or_else(|| format!("this is too large; {EXPECTED}"))
}

/// That many units in whole bytes, if there are that many.
#[expect(
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "a unit is a power of two, and an amount is not negative"
)]
fn in_units(amount: f64, unit: u64) -> Option<u64> {
    let bytes = amount * unit as f64;
    (bytes < u64::MAX as f64).then_some(bytes as u64)
}

fn split_unit(text: &str) -> (&str, &str) {
    let text = text.trim();
    let end = text
        .find(|c: char| !c.is_ascii_digit() && c != '.')
        .unwrap_or(text.len());
    (&text[..end], text[end..].trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_and_sizes_are_read_as_people_write_them() {
        assert_eq!(duration("10s"), Ok(Duration::from_secs(10)));
        assert_eq!(duration("1.5m"), Ok(Duration::from_secs(90)));
        assert_eq!(duration("250ms"), Ok(Duration::from_millis(250)));
        assert_eq!(duration("3"), Ok(Duration::from_secs(3)));
        for bad in ["", "s", "-1s", "10 days", "1e400", "nan"] {
            assert!(duration(bad).is_err(), "{bad}");
        }
        assert_eq!(bytes("2GiB"), Ok(2 << 30));
        assert_eq!(bytes("512 mb"), Ok(512 << 20));
        assert_eq!(bytes("100"), Ok(100));
        assert_eq!(bytes("1.5GiB"), Ok(3 << 29));
        assert_eq!(bytes("0.5k"), Ok(512));
        for bad in ["", "GiB", "1.2.3GiB", ".", "-1k", "2 elephants"] {
            assert!(bytes(bad).unwrap_err().starts_with("expected"), "{bad}");
        }
        for large in [
            "99999999999999T",
            "99999999999999.5T",
            "99999999999999999999",
        ] {
            assert!(bytes(large).unwrap_err().contains("too large"), "{large}");
        }
        let long = duration("99999999999999999999s").unwrap_err();
        assert!(long.contains("too large"), "{long}");
    }

    #[test]
    fn numbers_are_whole() {
        assert_eq!(number("0"), Ok(0));
        assert_eq!(number("18446744073709551615"), Ok(u64::MAX));
        for bad in ["", "1.5", "-1", "+1", "a"] {
            let said = "expected a whole number, 0 or more";
            assert_eq!(number(bad).unwrap_err(), said, "{bad}");
        }
        let large = number("18446744073709551616").unwrap_err();
        assert!(large.contains("too large"), "{large}");
    }
}
