//! The command line and its options. Help, completions and the man page come from here.

mod interactive;
mod making;
mod map;
mod shared;

pub(crate) use interactive::{Desk, Play, Serve};
pub(crate) use making::{Generate, Making, PaperName, PictureKind, Render};
pub(crate) use map::{Map, MapLikeness, Torus};
pub(crate) use shared::{Input, Outlet, Output, Pace, Search, Table};

use shared::{bytes, duration, number, whole_number};

use crate::names;
#[cfg(not(feature = "full"))]
use crate::parts;
use clap::{ArgAction, Args, Parser, Subcommand, ValueEnum, ValueHint};
use std::path::PathBuf;
use std::time::Duration;
use tilewright::BigUint;

const EXIT_CODES: &str = "\
Exit codes:
  0  yes: solved, counted, unique
  1  no: no solution, or not unique
  2  bad input
  3  stopped before there was an answer (--time, --nodes, --memory, --limit, Ctrl-C)
 70  two answers disagree, which is a fault of the program (--paranoid)";

const PROVE_CODES: &str = "\
Exit codes:
  0  yes: the folder proves that there is one solution, or none
  1  no: there are several solutions
  2  bad input
  3  stopped before there was a proof (--time, --nodes, --memory, Ctrl-C)";

const VERIFY_CODES: &str = "\
Exit codes:
  0  yes: the proof holds
  1  no: it does not, or was changed
  2  bad input: a file cannot be read
  3  stopped before there was an answer (--time, --memory, Ctrl-C)";

const EXPLAIN_CODES: &str = "\
Exit codes:
  0  yes: explained to the end, or a step was found
  1  no: no solution, or not unique
  2  bad input
  3  logic alone does not finish it, or it was stopped (--time, --nodes, --memory, Ctrl-C)";

const RATE_CODES: &str = "\
Exit codes:
  0  yes: every puzzle is rated
  1  no: one has no solution, or several
  2  bad input
  3  stopped before there was an answer (--time, --nodes, --memory, Ctrl-C)";

const CANONICAL_CODES: &str = "\
Exit codes:
  0  yes: every puzzle has its form
  2  bad input, or a puzzle that has no canonical form
  3  stopped before the input had ended (--time, --memory, Ctrl-C)";

/// Solves, counts and checks tile puzzles: Sudoku of any size and dimension, road tiles, Shikaku,
/// exact cover, and your own rules.
#[derive(Debug, Parser)]
#[command(name = "tilewright", version, after_help = EXIT_CODES, max_term_width = 100)]
#[command(subcommand_required = true, arg_required_else_help = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
    /// Check every answer by other means, which takes a multiple of the time: solutions by the
    /// definition, "unique" and "no solution" by a search of another kind, counts up to a million by
    /// visiting all solutions, steps against solutions. One that is wrong ends the command with
    /// exit code 70 and a report.
    #[arg(long, global = true)]
    pub(crate) paranoid: bool,
    /// Write in colour: on a terminal unless `NO_COLOR` is set, always, or never.
    #[arg(long, global = true, value_enum, value_name = "WHEN", default_value_t = Color::Auto, hide_possible_values = true)]
    pub(crate) color: Color,
}

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

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Solve(Solve),
    Count(Count),
    Check(Check),
    Convert(Convert),
    Prove(Prove),
    Verify(Verify),
    Enumerate(Enumerate),
    Sample(Sample),
    Generate(Generate),
    Explain(Explain),
    Hint(Hint),
    Rate(Rate),
    Canonical(Canonical),
    Render(Render),
    #[cfg_attr(not(feature = "play"), command(about = parts::NO_PLAY, before_long_help = parts::NO_PLAY))]
    Play(Play),
    #[cfg_attr(not(feature = "serve"), command(about = parts::NO_SERVE, before_long_help = parts::NO_SERVE))]
    Serve(Serve),
    #[command(hide = true)]
    Desk(Desk),
    /// List the engines.
    Engines(Outlet),
    /// List the families, their formats and the boards that a size describes.
    Formats {
        /// Write a JSON object.
        #[arg(long)]
        json: bool,
        #[command(flatten)]
        outlet: Outlet,
    },
    /// Write the completions for a shell.
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
        #[command(flatten)]
        outlet: Outlet,
    },
    /// Write the manual page.
    Man(Outlet),
}

/// Solve puzzles: print the first solution, or with --all or --limit several.
///
/// One puzzle is drawn. A file with a puzzle on each line, or a CSV file with a puzzle column, is
/// streamed: a line of output for each line of input, in order, on all cores.
///
/// Whether a solution is the only one is not asked here: it would cost a second search. `check`
/// answers that, and `solve --limit 2` shows a second one.
#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub(crate) struct Solve {
    #[command(flatten)]
    pub(crate) input: Input,
    #[command(flatten)]
    pub(crate) search: Search,
    #[command(flatten)]
    pub(crate) output: Output,
    /// Print every solution.
    #[arg(long)]
    pub(crate) all: bool,
    /// Print at most N solutions.
    #[arg(long, value_name = "N", value_parser = number)]
    pub(crate) limit: Option<u64>,
    #[command(flatten)]
    pub(crate) table: Table,
}

/// Count the solutions: the number alone on standard output.
///
/// A search that was stopped has no count: then nothing is written to standard output, and
/// standard error says how many there are at least.
///
/// A long count keeps its results when it is stopped with Ctrl-C, or by --time or --nodes: it leaves a checkpoint in
/// the cache folder of the user, from which --resume resumes.
#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub(crate) struct Count {
    #[command(flatten)]
    pub(crate) input: Input,
    #[command(flatten)]
    pub(crate) search: Search,
    /// Stop after N solutions.
    #[arg(long, value_name = "N", value_parser = number)]
    pub(crate) limit: Option<u64>,
    /// Write a JSON object for each puzzle; so does -o with the ending .jsonl.
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) table: Table,
    /// Keep the results so far in this file while counting; it is deleted when the count is done.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, value_parser = names::parser(), group = "kept", conflicts_with_all = ["resume", "limit"])]
    pub(crate) checkpoint: Option<String>,
    /// Resume from this checkpoint of the same puzzle, and keep it up to date; without a name (and at the end of the
    /// line), from the one that a count of this very puzzle has left in the cache folder.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, value_parser = names::parser(), group = "kept", conflicts_with = "limit", num_args = 0..=1, default_missing_value = "")]
    pub(crate) resume: Option<String>,
    /// The interval between writes of the file.
    #[arg(long, value_name = "TIME", default_value = "1m", value_parser = duration, requires = "kept")]
    pub(crate) checkpoint_every: Duration,
}

/// Check puzzles: valid? solvable? unique? which clues are redundant?
///
/// A puzzle that is not unique is shown with two solutions. A clue is redundant if the puzzle stays unique without
/// it; each can be left out alone, but not all together.
#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub(crate) struct Check {
    #[command(flatten)]
    pub(crate) input: Input,
    #[command(flatten)]
    pub(crate) search: Search,
    #[command(flatten)]
    pub(crate) output: Output,
    #[command(flatten)]
    pub(crate) table: Table,
}

/// Write puzzles in another format.
#[derive(Debug, Args)]
pub(crate) struct Convert {
    #[command(flatten)]
    pub(crate) input: Input,
    /// The format to write: one of the family's (see `tilewright formats`), or `xcc`, `matrix`,
    /// `matrix-reduced` or `dimacs` for its model. Without it, `csv` where -o has that ending, or
    /// else the family's main format.
    #[arg(long, visible_alias = "format", value_name = "FORMAT")]
    pub(crate) to: Option<String>,
    #[command(flatten)]
    pub(crate) outlet: Outlet,
    /// Fill the puzzle with a SAT solver's answer to its CNF (`--to dimacs`): a file with lines such as
    /// `s SATISFIABLE` and `v 1 -2 0`, `-` for standard input. The answer is checked.
    #[arg(long, value_name = "ANSWER", value_hint = ValueHint::FilePath, value_parser = names::parser())]
    pub(crate) from_model: Option<String>,
    /// Fill the puzzle with an exact cover solver's answer (`--to xcc`, `--to matrix`): a file with the numbers of
    /// rows, counted from 0, or an option a line, `-` for standard input. The answer is checked.
    #[arg(long, value_name = "CHOSEN", value_hint = ValueHint::FilePath, value_parser = names::parser(), conflicts_with = "from_model")]
    pub(crate) from_cover: Option<String>,
    /// Time for a puzzle by itself: 10s, 500ms, 2m.
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(crate) time: Option<Duration>,
    /// Worker threads for a puzzle a line [default: all cores].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) threads: Option<u16>,
    /// Say more on standard error; -vv says still more.
    #[arg(short, long, action = ArgAction::Count)]
    pub(crate) verbose: u8,
}

/// Prove that a puzzle has one solution, or none.
///
/// Writes a folder with the puzzle, its solution, the clauses of "a solution other than this one"
/// and a proof in LRAT that they cannot all be satisfied. `tilewright verify` checks it, and so do
/// other people's checkers. A puzzle with several solutions is shown with two of them, and no
/// folder is made.
#[derive(Debug, Args)]
#[command(after_help = PROVE_CODES)]
pub(crate) struct Prove {
    #[command(flatten)]
    pub(crate) input: Input,
    /// The folder to make: here -o names a folder, and other output is printed.
    #[arg(short, long, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    pub(crate) output: PathBuf,
    /// Time for the proof: 10s, 500ms, 2m.
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(crate) time: Option<Duration>,
    /// Conflicts that the search for the proof may run into.
    #[arg(long, value_name = "N", value_parser = number)]
    pub(crate) nodes: Option<u64>,
    /// Say more on standard error; -vv says still more.
    #[arg(short, long, action = ArgAction::Count)]
    pub(crate) verbose: u8,
}

/// Check a proof that `tilewright prove` wrote.
///
/// Reads the puzzle in the folder, derives its clauses again, compares them with those in the folder, and checks the
/// proof step by step. A fault is reported with its file and line.
#[derive(Debug, Args)]
#[command(after_help = VERIFY_CODES)]
pub(crate) struct Verify {
    /// The folder of the proof.
    #[arg(value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    pub(crate) folder: PathBuf,
    /// Memory for everything: the model, its clauses, the proof: 512MiB, 8GiB.
    #[arg(long, value_name = "SIZE", default_value = "2GiB", value_parser = bytes)]
    pub(crate) memory: u64,
    /// Time for the check: 10s, 500ms, 2m.
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(crate) time: Option<Duration>,
    #[command(flatten)]
    pub(crate) outlet: Outlet,
}

/// List all solutions in order, a line each: of a puzzle, or all boards of a size.
///
/// The order: by the values of the tiles, the first tile first. The boards of a Sudoku come as their lines would be
/// sorted. A list can be cut in pieces with --from and --limit; the solutions before --from are counted and not
/// visited, if counting is quick.
///
/// A file (-o) gets its name when it is complete; one of that name stays as it is until then.
#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
#[command(mut_arg("time", |arg| arg.help("Time for the list: 10s, 500ms, 2m")))]
#[command(mut_arg("nodes", |arg| arg.help("Nodes of search for the list")))]
#[command(mut_arg("threads", |arg| arg.help("Threads; the list does not depend on it [default: all cores]")))]
pub(crate) struct Enumerate {
    #[command(flatten)]
    pub(crate) input: Input,
    #[command(flatten)]
    pub(crate) outlet: Outlet,
    /// Leave out the first N lines.
    #[arg(long, value_name = "N", default_value = "0", value_parser = whole_number)]
    pub(crate) from: BigUint,
    /// List at most N lines.
    #[arg(long, value_name = "N", value_parser = number)]
    pub(crate) limit: Option<u64>,
    /// List one board of each class of boards that are the same but for their looks: the smallest
    /// one, a tab, and how many boards are in the class. For empty Sudoku boards: values renamed,
    /// rows, bands, columns and stacks exchanged, and axes where boxes are equally long.
    #[arg(long)]
    pub(crate) classes: bool,
    /// Write solutions in this format of the family.
    #[arg(long, visible_alias = "format", value_name = "FORMAT")]
    pub(crate) to: Option<String>,
    #[command(flatten)]
    pub(crate) pace: Pace,
}

/// Draw random solutions, a line each: of a puzzle, or boards of a size.
///
/// Where the solutions can be counted, each is equally likely. Where they cannot (within --time or
/// --nodes, or else a few seconds), they come from searches in random orders, which is quick, but
/// some are then likelier than others. Standard error says which it was. Each is drawn anew,
/// so one may come again.
#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
#[command(mut_arg("time", |arg| arg.help("Time for all of them: 10s, 500ms, 2m")))]
#[command(mut_arg("nodes", |arg| arg.help("Nodes of search for all of them")))]
#[command(mut_arg("threads", |arg| arg.help("Threads [default: all cores]")))]
pub(crate) struct Sample {
    #[command(flatten)]
    pub(crate) input: Input,
    /// The number to draw.
    #[arg(short, long, value_name = "N", default_value_t = 1, value_parser = number)]
    pub(crate) number: u64,
    /// Draw the same ones for the same seed [default: another one each time].
    #[arg(long, value_name = "S", value_parser = number)]
    pub(crate) seed: Option<u64>,
    /// Draw none unless each is equally likely.
    #[arg(long, conflicts_with = "fast")]
    pub(crate) uniform: bool,
    /// Do not count: some may be likelier than others.
    #[arg(long)]
    pub(crate) fast: bool,
    /// Write solutions in this format of the family.
    #[arg(long, visible_alias = "format", value_name = "FORMAT")]
    pub(crate) to: Option<String>,
    /// Write a JSON object; so does -o with the ending .jsonl.
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) outlet: Outlet,
    #[command(flatten)]
    pub(crate) pace: Pace,
}

/// Explain puzzles: every step to the solution, why it holds, and the board after it.
///
/// Steps come in the order in which a person finds them easiest, in the words of the puzzle. Nothing is assumed: if
/// logic cannot finish a puzzle, the command says so, and --search continues with assumptions, each shown as one. A
/// puzzle without a solution gets the reason, a smallest set of clues that clash; one with several gets two of them
/// and where they differ.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a flag that can be typed"
)]
#[derive(Debug, Args)]
#[command(after_help = EXPLAIN_CODES)]
pub(crate) struct Explain {
    #[command(flatten)]
    pub(crate) input: Input,
    /// Show the candidates of each tile, and not the board alone.
    #[arg(long)]
    pub(crate) candidates: bool,
    /// Continue with assumptions when logic finds no more.
    #[arg(long)]
    pub(crate) search: bool,
    /// Use that there is one solution: unique rectangles and the like. It is proved first.
    #[arg(long)]
    pub(crate) unique: bool,
    /// Look for contradictions within contradictions as well, which takes long.
    #[arg(long)]
    pub(crate) nested: bool,
    /// Print the iterations of set relaxation instead: for Sudoku. With --candidates, the sets that
    /// they start from come first.
    #[arg(long, conflicts_with_all = ["search", "json", "unique", "nested"])]
    pub(crate) iterations: bool,
    /// Write a JSON object for each puzzle, one a line, with every step as data; so does -o with the
    /// ending .jsonl.
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) outlet: Outlet,
    #[command(flatten)]
    pub(crate) pace: Pace,
}

/// Hint at the next step: where to look, then what follows there.
#[derive(Debug, Args)]
#[command(after_help = EXPLAIN_CODES)]
pub(crate) struct Hint {
    #[command(flatten)]
    pub(crate) input: Input,
    /// Only say where to look.
    #[arg(long)]
    pub(crate) vague: bool,
    /// Use that there is one solution: unique rectangles and the like. It is proved first.
    #[arg(long)]
    pub(crate) unique: bool,
    /// Write a JSON object for each puzzle, one a line; so does -o with the ending .jsonl.
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) outlet: Outlet,
    #[command(flatten)]
    pub(crate) pace: Pace,
}

/// Rate puzzles: how hard each is, a line of columns for each puzzle, on all cores.
///
/// The columns: the puzzle; the rating of Sudoku Explainer (ER); the level and the score of HoDoKu; our own
/// difficulty, which puzzles of all families have, from 1 to about 10; and the name of the hardest step. The scales
/// of Sudoku Explainer and HoDoKu are for 9×9 Sudoku, and `-` elsewhere. Our own and that of Sudoku Explainer are the
/// same for turned, relabelled and shuffled copies.
#[expect(
    clippy::doc_markdown,
    reason = "help is read in a terminal, where quotes would be in the way"
)]
#[derive(Debug, Args)]
#[command(after_help = RATE_CODES)]
pub(crate) struct Rate {
    #[command(flatten)]
    pub(crate) input: Input,
    /// Write a JSON object for each puzzle, one a line, with the number of steps of each technique.
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) pace: Pace,
    #[command(flatten)]
    pub(crate) table: Table,
}

/// Find the smallest copy of each puzzle: the same for all that differ by the names of values, by
/// exchanged rows, columns, bands and stacks, or by turning. So no data set need hold a puzzle twice.
///
/// Smallest is cell by cell, an empty one first. For Sudoku of any box dims, with one solution or not.
/// One puzzle is written in the format it was read in; a puzzle a line is answered with a line.
#[derive(Debug, Args)]
#[command(after_help = CANONICAL_CODES)]
pub(crate) struct Canonical {
    #[command(flatten)]
    pub(crate) input: Input,
    /// Write the first puzzle of each class instead, a tab, and the number of its copies in the input: after the
    /// input has ended, with --memory as the limit for the classes.
    #[arg(long)]
    pub(crate) classes: bool,
    /// Write a JSON object for each puzzle or class, one a line.
    #[arg(long)]
    pub(crate) json: bool,
    /// Time for a puzzle by itself: 10s, 500ms, 2m.
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(crate) time: Option<Duration>,
    /// Threads for a puzzle a line [default: all cores].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) threads: Option<u16>,
    /// Say more on standard error; -vv says still more.
    #[arg(short, long, action = ArgAction::Count)]
    pub(crate) verbose: u8,
    #[command(flatten)]
    pub(crate) table: Table,
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_definitions_are_consistent() {
        Cli::command().debug_assert();
    }
}
