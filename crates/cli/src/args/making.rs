//! The options of commands that make pictures and puzzles.

use super::map::Map;
use super::{Input, Pace, bytes, duration, number};
use crate::names;
use clap::{Args, Subcommand, ValueEnum, ValueHint};
use std::ops::RangeInclusive;
use std::time::Duration;

const GENERATE_CODES: &str = "\
Exit codes:
  0  yes: all were made
  2  bad input, or a spec that makes no sense
  3  a requirement was not met, or it was stopped (--time, --memory, Ctrl-C)";

const RENDER_CODES: &str = "\
Exit codes:
  0  yes: everything is drawn
  1  no: a puzzle whose solution was to be drawn has none
  2  bad input, or a file that cannot be written
  3  stopped before there was an answer (--time, --nodes, --memory, Ctrl-C)";

/// Draw puzzles as SVG, PNG or PDF: `render FILE -o out.svg`; the ending of the name says which.
///
/// Draws the puzzle, its solution, the candidates that its clues leave, or the steps of its explanation. Several
/// pictures are numbered, as in out-001.svg; a PDF holds them all, several to a page, with the answers at the back.
///
/// A file gets its name when it is complete; one of that name stays as it is until then.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a flag that can be typed"
)]
#[derive(Debug, Args)]
#[command(after_help = RENDER_CODES)]
pub(crate) struct Render {
    #[command(flatten)]
    pub(crate) input: Input,
    /// The file to write: .svg, .png or .pdf; `-` for standard output.
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath, value_parser = names::parser())]
    pub(crate) output: Option<String>,
    /// The format, whatever the name of the file.
    #[arg(long, value_enum, value_name = "KIND")]
    pub(crate) to: Option<PictureKind>,
    /// Draw the solution.
    #[arg(long, group = "what")]
    pub(crate) solution: bool,
    /// Draw the candidates that the clues leave.
    #[arg(long, group = "what")]
    pub(crate) candidates: bool,
    /// Draw every step of the explanation: in numbered files, or with its sentence in a PDF.
    #[arg(long, group = "what")]
    pub(crate) steps: bool,
    /// Draw this step of the explanation, counted from 1.
    #[arg(long, group = "what", value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) step: Option<u64>,
    /// Light on dark.
    #[arg(long)]
    pub(crate) dark: bool,
    /// Draw a board of three or more axes as a body seen from outside.
    #[arg(long)]
    pub(crate) solid: bool,
    /// Turn the body about its upright axis and tilt it, in degrees [default: 45,35.3].
    #[arg(long, value_name = "YAW,PITCH", requires = "solid", value_parser = turn, allow_hyphen_values = true)]
    pub(crate) turn: Option<(f64, f64)>,
    /// Cut the board in layers along other axes: the one that runs across and the one that runs
    /// down, counted from 1 [default: 1,2].
    #[arg(long, value_name = "ACROSS,DOWN", conflicts_with = "solid", value_parser = axes)]
    pub(crate) slice: Option<(usize, usize)>,
    /// For PNG: how many times as large.
    #[arg(long, value_name = "FACTOR", value_parser = scale)]
    pub(crate) scale: Option<f64>,
    /// For PDF: the paper.
    #[arg(long, value_enum, value_name = "NAME")]
    pub(crate) paper: Option<PaperName>,
    /// For PDF: how many to a page [default: as many as are easily read].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=100))]
    pub(crate) per_page: Option<u16>,
    /// For PDF: put the answers at the back, as is done for several puzzles anyway.
    #[arg(long, conflicts_with_all = ["what", "no_answers"])]
    pub(crate) answers: bool,
    /// For PDF: leave the answers out.
    #[arg(long)]
    pub(crate) no_answers: bool,
    /// For PDF: say how hard each puzzle is, as `rate` does.
    #[arg(long)]
    pub(crate) difficulty: bool,
    /// For PDF: the title above it all.
    #[arg(long, value_name = "WORDS")]
    pub(crate) title: Option<String>,
    #[command(flatten)]
    pub(crate) pace: Pace,
}

/// A kind of picture file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PictureKind {
    /// Lines and letters, for any size.
    Svg,
    /// Dots.
    Png,
    /// Pages to print.
    Pdf,
}

/// A size of paper.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum PaperName {
    /// 210 × 297 mm.
    #[default]
    A4,
    /// 8.5 × 11 inches.
    Letter,
}

/// Make puzzles with exactly one solution: `sudoku 9x9`, `shikaku 20x20`, `roads 12x8`,
/// `loops 8x8`, `tiles my-set.toml 10x10`, `my-rules.toml`; or of a puzzle or full board that you
/// have: `--from FILE`.
///
/// The same seed makes the same puzzles, on any number of threads and every machine. A requirement that is not met is
/// reported, with the nearest puzzle found.
#[expect(
    clippy::struct_excessive_bools,
    clippy::doc_markdown,
    reason = "each is a flag that can be typed, and help is read in a terminal"
)]
#[derive(Debug, Args)]
#[command(after_help = GENERATE_CODES, args_conflicts_with_subcommands = true, disable_help_subcommand = true)]
pub(crate) struct Generate {
    #[command(subcommand)]
    pub(crate) map: Option<Making>,
    /// The puzzles to make: a kind and its size, or a rules file.
    #[arg(value_name = "KIND SIZE", num_args = 1.., required_unless_present = "from", value_parser = names::parser())]
    pub(crate) what: Vec<String>,
    /// Take clues away from the puzzle or full board in this file, `-` for standard input, as long as
    /// it has one solution.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, value_parser = names::parser(), conflicts_with_all = NOT_OF_GIVEN)]
    pub(crate) from: Option<String>,
    /// Read the file as this family, format, or `family:format`, whatever it looks like; --kind also takes the
    /// file of a kind of your own.
    #[arg(long = "as", visible_alias = "kind", value_name = "NAME")]
    pub(crate) wanted: Option<String>,
    /// The number of puzzles to make.
    #[arg(short, long, value_name = "N", default_value_t = 1, value_parser = number)]
    pub(crate) number: u64,
    /// Make the same ones for the same seed [default: another one each time].
    #[arg(long, value_name = "S", value_parser = number)]
    pub(crate) seed: Option<u64>,
    /// No clue can go, which is proved. With --symmetry no symmetric set of clues can go; with
    /// --minimal=clues no single clue either.
    #[arg(
        long,
        value_enum,
        value_name = "WHICH",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "sets"
    )]
    pub(crate) minimal: Option<Minimal>,
    /// The number of clues: 24, or 24-28.
    #[arg(long, value_name = "N", value_parser = clues)]
    pub(crate) clues: Option<RangeInclusive<usize>>,
    /// The symmetry of the places of clues.
    #[arg(long, value_enum, value_name = "NAME")]
    pub(crate) symmetry: Option<Symmetry>,
    /// The difficulty: easy, medium, hard, expert, extreme, a range of our own scale (2.5-3.5), of Sudoku Explainer's
    /// (se:7.0-7.2) or of HoDoKu's (hodoku:1000-1500).
    #[arg(long, value_name = "RANGE")]
    pub(crate) difficulty: Option<String>,
    /// A technique that it needs, as `explain` names it: x-wing.
    #[arg(long, value_name = "NAME")]
    pub(crate) technique: Option<String>,
    /// A file with the places for clues: `.` for a place without, any other character for one with a clue.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, value_parser = names::parser())]
    pub(crate) pattern: Option<String>,
    /// Logic alone is to solve it, without forcing.
    #[arg(long)]
    pub(crate) no_search: bool,
    /// For Sudoku: one more column, with the number of puzzles that each represents; minimal puzzles.
    #[arg(long)]
    pub(crate) controlled_bias: bool,
    /// For Shikaku: the largest area.
    #[arg(long, value_name = "N")]
    pub(crate) largest_area: Option<u32>,
    /// For Shikaku: the share of areas of one cell, from 0 to 1.
    #[arg(long, value_name = "SHARE")]
    pub(crate) ones: Option<f64>,
    /// Make full boards and maps instead of puzzles.
    #[arg(long, conflicts_with_all = OF_PUZZLES)]
    pub(crate) full: bool,
    /// Write puzzles in this format of the family, a line each where it is one, instead of drawing.
    #[arg(long, visible_alias = "format", value_name = "FORMAT")]
    pub(crate) to: Option<String>,
    /// Write a JSON object for each puzzle, one a line, with its solution.
    #[arg(long)]
    pub(crate) json: bool,
    /// Write the output to this file; `-` is standard output. With the ending of a table (.csv, .tsv, .jsonl, .ndjson
    /// or .parquet) a table is written instead. The file gets its name when it is complete.
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath, value_parser = names::parser())]
    pub(crate) output: Option<String>,
    /// Rate each puzzle of the table, in more columns.
    #[arg(long, requires = "output")]
    pub(crate) rated: bool,
    /// Time for each puzzle: 10s, 500ms, 2m. A large board is printed as far as it was thinned by then, and undecided
    /// clues are reported.
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(crate) time: Option<Duration>,
    /// Memory for everything: 512MiB, 8GiB.
    #[arg(long, value_name = "SIZE", default_value = "2GiB", value_parser = bytes)]
    pub(crate) memory: u64,
    /// Threads; the puzzles do not depend on it [default: all cores].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) threads: Option<u16>,
}

/// What is made, besides puzzles.
#[derive(Debug, Subcommand)]
pub(crate) enum Making {
    Map(Box<Map>),
}

/// Requests about puzzles that a full board cannot meet.
const OF_PUZZLES: [&str; 10] = [
    "minimal",
    "clues",
    "symmetry",
    "difficulty",
    "technique",
    "pattern",
    "no_search",
    "controlled_bias",
    "largest_area",
    "ones",
];

/// Options that do not go with a given puzzle.
const NOT_OF_GIVEN: [&str; 5] = ["what", "full", "controlled_bias", "largest_area", "ones"];

/// The clues that cannot go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Minimal {
    /// Those that mirror each other, as a whole; without a symmetry each clue.
    Sets,
    /// Each clue by itself.
    Clues,
}

impl From<Minimal> for tilewright::generate::Minimal {
    fn from(minimal: Minimal) -> Self {
        match minimal {
            Minimal::Sets => Self::Sets,
            Minimal::Clues => Self::Clues,
        }
    }
}

/// The symmetry of the places of clues.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Symmetry {
    /// Not at all.
    None,
    /// Half a turn.
    #[value(name = "180")]
    HalfTurn,
    /// A quarter of a turn.
    #[value(name = "90")]
    QuarterTurn,
    /// Along the main diagonal.
    Diagonal,
    /// Left and right.
    Mirror,
    /// All of them.
    Full,
}

impl From<Symmetry> for tilewright::generate::Symmetry {
    fn from(symmetry: Symmetry) -> Self {
        match symmetry {
            Symmetry::None => Self::None,
            Symmetry::HalfTurn => Self::HalfTurn,
            Symmetry::QuarterTurn => Self::QuarterTurn,
            Symmetry::Diagonal => Self::Diagonal,
            Symmetry::Mirror => Self::Mirror,
            Symmetry::Full => Self::Full,
        }
    }
}

/// A number of clues, or a range of them.
fn clues(text: &str) -> Result<RangeInclusive<usize>, String> {
    let expected = || "expected a number such as 24, or a range such as 24-28".to_owned();
    let (from, to) = text.split_once('-').unwrap_or((text, text));
    let number = |text: &str| text.parse::<usize>().map_err(|_| expected());
    let (from, to) = (number(from)?, number(to)?);
    if from > to {
        return Err(expected());
    }
    Ok(from..=to)
}

/// Two angles in degrees.
fn turn(text: &str) -> Result<(f64, f64), String> {
    let expected = || "expected two angles in degrees, such as 45,35".to_owned();
    let (yaw, pitch) = text.split_once(',').ok_or_else(expected)?;
    let angle = |text: &str| text.trim().parse::<f64>().ok();
    match (angle(yaw), angle(pitch)) {
        (Some(yaw), Some(pitch)) if yaw.abs() <= 360.0 && pitch.abs() <= 90.0 => Ok((yaw, pitch)),
        (Some(_), Some(_)) => {
            Err("expected a yaw from -360 to 360 degrees and a pitch from -90 to 90".to_owned())
        }
        _ => Err(expected()),
    }
}

/// Two axes, counted from 1.
fn axes(text: &str) -> Result<(usize, usize), String> {
    let axis = |text: &str| text.trim().parse::<usize>().ok().filter(|&axis| axis > 0);
    let pair = text.split_once(',').map(|(a, b)| (axis(a), axis(b)));
    match pair {
        Some((Some(across), Some(down))) if across != down => Ok((across, down)),
        _ => Err("expected two different axes counted from 1, such as 1,3".to_owned()),
    }
}

/// The factor of enlargement.
fn scale(text: &str) -> Result<f64, String> {
    let number = text.trim().parse::<f64>().ok();
    let number = number.filter(|number| (0.01..=100.0).contains(number));
    number.ok_or_else(|| "expected a number from 0.01 to 100".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn angles_axes_and_factors_are_read() {
        assert_eq!(turn("45,35.5"), Ok((45.0, 35.5)));
        assert_eq!(turn("-30, -10"), Ok((-30.0, -10.0)));
        for bad in [
            "", "45", "45,", "a,b", "nan,0", "400,0", "0,91", "inf,1", "1,2,3",
        ] {
            assert!(turn(bad).is_err(), "{bad}");
        }
        assert_eq!(axes("1,3"), Ok((1, 3)));
        for bad in ["", "1", "1,1", "0,1", "1,-2", "1,2,3", "x,y"] {
            assert!(axes(bad).is_err(), "{bad}");
        }
        assert_eq!(scale("2.5"), Ok(2.5));
        for bad in ["", "0", "-1", "nan", "1e9", "x"] {
            assert!(scale(bad).is_err(), "{bad}");
        }
    }
}
