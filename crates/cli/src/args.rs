//! The command line: what can be typed. Help, completions and the man page come from here.

mod interactive;

pub(crate) use interactive::{Play, Serve};

use clap::builder::PossibleValuesParser;
use clap::{Args, Parser, Subcommand, ValueEnum, ValueHint};
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;
use tilewright::BigUint;
use tilewright::engines::ENGINES;

const EXIT_CODES: &str = "\
Exit codes:
  0  yes: solved, counted, unique
  1  no: no solution, or not unique
  2  bad input
  3  stopped before there was an answer (--time, --nodes, --memory, --limit, Ctrl-C)";

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

const GENERATE_CODES: &str = "\
Exit codes:
  0  yes: all were made
  2  bad input, or a wish that makes no sense
  3  a wish was not met, or it was stopped (--time, --memory, Ctrl-C)";

const RATE_CODES: &str = "\
Exit codes:
  0  yes: every puzzle is rated
  1  no: one has no solution, or several
  2  bad input
  3  stopped before there was an answer (--time, --nodes, --memory, Ctrl-C)";

const RENDER_CODES: &str = "\
Exit codes:
  0  yes: everything is drawn
  1  no: a puzzle whose solution was to be drawn has none
  2  bad input, or a file that cannot be written
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
    Play(Play),
    Serve(Serve),
    /// List the engines.
    Engines,
    /// List the families, their formats and the boards that a size describes.
    Formats,
    /// Write the completions for a shell to standard output.
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
    /// Write the manual page to standard output.
    Man,
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
    #[arg(long, value_name = "N")]
    pub(crate) limit: Option<u64>,
    #[command(flatten)]
    pub(crate) table: Table,
}

/// Count the solutions: the number alone on standard output.
///
/// A search that was stopped has no count: then nothing is written to standard output, and
/// standard error says how many there are at least.
///
/// What a long count has found out so far is not lost when it is stopped with Ctrl-C, or by --time
/// or --nodes: it leaves a checkpoint, from which --resume goes on.
#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub(crate) struct Count {
    #[command(flatten)]
    pub(crate) input: Input,
    #[command(flatten)]
    pub(crate) search: Search,
    /// Stop after N solutions.
    #[arg(long, value_name = "N")]
    pub(crate) limit: Option<u64>,
    /// Write a JSON object for each puzzle.
    #[arg(long)]
    pub(crate) json: bool,
    /// Keep what is known in this file while counting; it goes when the count is done.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with_all = ["resume", "limit"])]
    pub(crate) checkpoint: Option<String>,
    /// Go on from this checkpoint of the same puzzle, and keep it up to date.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with = "limit")]
    pub(crate) resume: Option<String>,
    /// How often the file is written.
    #[arg(long, value_name = "TIME", default_value = "1m", value_parser = duration)]
    pub(crate) checkpoint_every: Duration,
}

/// Check puzzles: valid? solvable? unique? which clues are redundant?
///
/// A puzzle that is not unique is shown with two solutions. A clue is redundant where the puzzle
/// stays unique without it; each of them could go on its own, not all together.
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
    /// The format to write: one of the family's (see `tilewright formats`), or `xcc` or `dimacs`
    /// for its model. Without it, the family's main format.
    #[arg(long, visible_alias = "format", value_name = "FORMAT")]
    pub(crate) to: Option<String>,
    /// Fill the puzzle with what a SAT solver answered to its CNF (`--to dimacs`): a file with lines
    /// such as `s SATISFIABLE` and `v 1 -2 0`, `-` for standard input. The answer is checked.
    #[arg(long, value_name = "ANSWER", value_hint = ValueHint::FilePath)]
    pub(crate) from_model: Option<String>,
    /// Time for a puzzle by itself: 10s, 500ms, 2m.
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(crate) time: Option<Duration>,
    /// Worker threads for a puzzle a line [default: all cores].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) threads: Option<u16>,
    /// Say more on standard error.
    #[arg(short, long)]
    pub(crate) verbose: bool,
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
    /// The folder to make.
    #[arg(short, long, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    pub(crate) output: PathBuf,
    /// Time for the proof: 10s, 500ms, 2m.
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(crate) time: Option<Duration>,
    /// Conflicts that the search for the proof may run into.
    #[arg(long, value_name = "N")]
    pub(crate) nodes: Option<u64>,
    /// Say more on standard error.
    #[arg(short, long)]
    pub(crate) verbose: bool,
}

/// Check a proof that `tilewright prove` wrote.
///
/// Reads the puzzle in the folder, derives its clauses again, compares them with those in the
/// folder, and checks the proof step by step. What is wrong is told with its file and line.
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
}

/// List all solutions in order, a line each: of a puzzle, or all boards of a size.
///
/// The order: by the values of the tiles, the first tile first. The boards of a Sudoku come as
/// their lines would be sorted. A list can be cut in pieces with --from and --limit; what comes
/// before --from is counted and not visited, where counting is quick.
///
/// A file (-o) gets its name when it is complete; one of that name stays as it is until then.
#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub(crate) struct Enumerate {
    #[command(flatten)]
    pub(crate) input: Input,
    /// Write to this file instead of standard output.
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) output: Option<String>,
    /// Leave out the first N lines.
    #[arg(long, value_name = "N", default_value = "0", value_parser = whole_number)]
    pub(crate) from: BigUint,
    /// List at most N lines.
    #[arg(long, value_name = "N")]
    pub(crate) limit: Option<u64>,
    /// List one board of each class of boards that are the same but for their looks: the smallest
    /// one, a tab, and how many boards are in the class. For empty Sudoku boards: values renamed,
    /// rows, bands, columns and stacks exchanged, and axes where boxes are equally long.
    #[arg(long)]
    pub(crate) classes: bool,
    /// Write solutions in this format of the family.
    #[arg(long, visible_alias = "format", value_name = "FORMAT")]
    pub(crate) to: Option<String>,
    /// Threads; the output does not depend on it [default: all cores].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) threads: Option<u16>,
    /// Time for the list: 10s, 500ms, 2m.
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(crate) time: Option<Duration>,
    /// Nodes of search for the list.
    #[arg(long, value_name = "N")]
    pub(crate) nodes: Option<u64>,
    /// Say more on standard error.
    #[arg(short, long)]
    pub(crate) verbose: bool,
}

impl Enumerate {
    /// How to search.
    pub(crate) fn search(&self) -> Search {
        Search {
            threads: self.threads,
            time: self.time,
            nodes: self.nodes,
            ..Search::usual(self.verbose)
        }
    }
}

/// Draw random solutions, a line each: of a puzzle, or boards of a size.
///
/// Where the solutions can be counted, each is equally likely. Where they cannot (within --time or
/// --nodes, or else a few seconds), they come from searches in random orders, which is quick, but
/// some are then likelier than others. Standard error says which it was. Each is drawn anew,
/// so one may come again.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a flag that can be typed"
)]
#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub(crate) struct Sample {
    #[command(flatten)]
    pub(crate) input: Input,
    /// How many to draw.
    #[arg(short, long, value_name = "N", default_value_t = 1)]
    pub(crate) number: u64,
    /// Draw the same ones for the same seed [default: another one each time].
    #[arg(long, value_name = "S")]
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
    /// Write a JSON object.
    #[arg(long)]
    pub(crate) json: bool,
    /// Threads [default: all cores].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) threads: Option<u16>,
    /// Time for all of them: 10s, 500ms, 2m.
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(crate) time: Option<Duration>,
    /// Nodes of search for all of them.
    #[arg(long, value_name = "N")]
    pub(crate) nodes: Option<u64>,
    /// Say more on standard error.
    #[arg(short, long)]
    pub(crate) verbose: bool,
}

impl Sample {
    /// How to search with that seed.
    pub(crate) fn search(&self, seed: u64) -> Search {
        Search {
            seed: Some(seed),
            threads: self.threads,
            time: self.time,
            nodes: self.nodes,
            ..Search::usual(self.verbose)
        }
    }
}

/// Explain puzzles: every step to the solution, why it holds, and the board after it.
///
/// Steps are found in the order of what a person finds easiest, and told in the words of the puzzle.
/// Nothing is assumed: what logic cannot finish is said to be unfinished, and --search goes on with
/// assumptions, each shown as one. A puzzle without a solution gets the reason, a smallest set of
/// clues that clash; one with several gets two of them and where they differ.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a flag that can be typed"
)]
#[derive(Debug, Args)]
#[command(after_help = EXPLAIN_CODES)]
pub(crate) struct Explain {
    #[command(flatten)]
    pub(crate) input: Input,
    /// Show what each tile can still be, and not the board alone.
    #[arg(long)]
    pub(crate) candidates: bool,
    /// Go on with assumptions where logic finds no more.
    #[arg(long)]
    pub(crate) search: bool,
    /// Use that there is one solution: unique rectangles and the like. It is proved first.
    #[arg(long)]
    pub(crate) unique: bool,
    /// Look for contradictions within contradictions as well, which takes long.
    #[arg(long)]
    pub(crate) nested: bool,
    /// Print the iterations of set relaxation instead: for Sudoku.
    #[arg(long, conflicts_with_all = ["candidates", "search", "json", "unique", "nested"])]
    pub(crate) iterations: bool,
    /// Write a JSON object for each puzzle, one a line, with every step as data.
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) pace: Pace,
}

/// Hint at the next step: where to look, then what is to be seen there.
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
    /// Write a JSON object for each puzzle, one a line.
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) pace: Pace,
}

/// Rate puzzles: how hard each is, a line of columns for each puzzle, on all cores.
///
/// The columns: the puzzle; the rating of Sudoku Explainer (ER); the level and the score of HoDoKu;
/// our own difficulty, which puzzles of all families have, from 1 to about 10; and what the hardest
/// step is called. The scales of Sudoku Explainer and HoDoKu are for 9×9 Sudoku, and `-` elsewhere.
/// Our own and that of Sudoku Explainer are the same for turned, relabelled and shuffled copies.
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
    /// Write the first puzzle of each class instead, a tab, and how many puzzles of the input are
    /// copies of it: after the input has ended, with --memory for what is kept of the classes.
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
    /// Say more on standard error.
    #[arg(short, long)]
    pub(crate) verbose: bool,
    #[command(flatten)]
    pub(crate) table: Table,
}

/// Draw puzzles as SVG, PNG or PDF: `render FILE -o out.svg`; the ending of the name says which.
///
/// What is drawn: the puzzle, its solution, what its clues leave possible, or the steps of its
/// explanation. Several pictures are numbered, as in out-001.svg; a PDF holds them all, several to a
/// page, with the answers at the back.
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
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) output: Option<String>,
    /// What to write, whatever the file is called.
    #[arg(long, value_enum, value_name = "KIND")]
    pub(crate) to: Option<PictureKind>,
    /// Draw the solution.
    #[arg(long, group = "what")]
    pub(crate) solution: bool,
    /// Draw what the clues leave possible.
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
    /// For PDF: what stands above it all.
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

/// Make puzzles with exactly one solution: `sudoku 3,3`, `shikaku 20x20`, `roads 12x8`,
/// `loops 8x8`, `tiles my-set.toml 10x10`.
///
/// The same seed makes the same puzzles, on any number of threads and every machine. A wish that is
/// not met is told, with the nearest that was found.
#[expect(
    clippy::struct_excessive_bools,
    clippy::doc_markdown,
    reason = "each is a flag that can be typed, and help is read in a terminal"
)]
#[derive(Debug, Args)]
#[command(after_help = GENERATE_CODES)]
pub(crate) struct Generate {
    /// What to make: a kind and its size.
    #[arg(value_name = "KIND SIZE", num_args = 2..=3, required = true)]
    pub(crate) what: Vec<String>,
    /// How many to make.
    #[arg(short, long, value_name = "N", default_value_t = 1)]
    pub(crate) number: u64,
    /// Make the same ones for the same seed [default: another one each time].
    #[arg(long, value_name = "S")]
    pub(crate) seed: Option<u64>,
    /// No clue can go.
    #[arg(long)]
    pub(crate) minimal: bool,
    /// How many clues: 24, or 24-28.
    #[arg(long, value_name = "N", value_parser = clues)]
    pub(crate) clues: Option<RangeInclusive<usize>>,
    /// How the places of clues mirror each other.
    #[arg(long, value_enum, value_name = "NAME")]
    pub(crate) symmetry: Option<Symmetry>,
    /// How hard: easy, medium, hard, expert, extreme, a range of our own scale (2.5-3.5), of Sudoku
    /// Explainer's (se:7.0-7.2) or of HoDoKu's (hodoku:1000-1500).
    #[arg(long, value_name = "RANGE")]
    pub(crate) difficulty: Option<String>,
    /// A technique that it needs, as `explain` names it: x-wing.
    #[arg(long, value_name = "NAME")]
    pub(crate) technique: Option<String>,
    /// A file that says where clues may stand: `.` for a place without, any other character for one
    /// with a clue.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) pattern: Option<String>,
    /// Logic alone is to solve it, without forcing.
    #[arg(long)]
    pub(crate) no_search: bool,
    /// For Sudoku: tell how many others each stands for, in a column more; minimal puzzles.
    #[arg(long)]
    pub(crate) controlled_bias: bool,
    /// For Shikaku: the largest area.
    #[arg(long, value_name = "N")]
    pub(crate) largest_area: Option<u32>,
    /// For Shikaku: the share of areas of one cell, from 0 to 1.
    #[arg(long, value_name = "SHARE")]
    pub(crate) ones: Option<f64>,
    /// Make full boards and maps instead of puzzles.
    #[arg(long)]
    pub(crate) full: bool,
    /// Write puzzles in this format of the family, a line each where it is one, instead of drawing.
    #[arg(long, visible_alias = "format", value_name = "FORMAT")]
    pub(crate) to: Option<String>,
    /// Write a JSON object for each puzzle, one a line, with its solution.
    #[arg(long)]
    pub(crate) json: bool,
    /// Write a table to this file instead, by its ending: .csv, .tsv, .jsonl, .ndjson or .parquet. It
    /// gets its name when it is complete.
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with = "json")]
    pub(crate) output: Option<String>,
    /// Rate each puzzle of the table, in more columns.
    #[arg(long, requires = "output")]
    pub(crate) rated: bool,
    /// Time for each puzzle: 10s, 500ms, 2m.
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(crate) time: Option<Duration>,
    /// Memory for everything: 512MiB, 8GiB.
    #[arg(long, value_name = "SIZE", default_value = "2GiB", value_parser = bytes)]
    pub(crate) memory: u64,
    /// Threads; what is made does not depend on it [default: all cores].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) threads: Option<u16>,
}

/// How the places of clues mirror each other.
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

/// What explaining, hinting and rating may take.
#[derive(Debug, Args)]
pub(crate) struct Pace {
    /// Time for each puzzle: 10s, 500ms, 2m.
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(crate) time: Option<Duration>,
    /// Nodes of each search for a solution, or for a second one.
    #[arg(long, value_name = "N")]
    pub(crate) nodes: Option<u64>,
    /// Threads for a puzzle a line [default: all cores].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) threads: Option<u16>,
    /// Say more on standard error.
    #[arg(short, long)]
    pub(crate) verbose: bool,
}

impl Pace {
    /// How to search.
    pub(crate) fn search(&self) -> Search {
        Search {
            threads: self.threads,
            time: self.time,
            nodes: self.nodes,
            ..Search::usual(self.verbose)
        }
    }
}

/// Where puzzles come from.
#[derive(Debug, Args)]
pub(crate) struct Input {
    /// Files with puzzles, `-` for standard input (as is no file at all), or a kind of board and
    /// its size, as in `sudoku 3,3` or `roads 4x5`.
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) files: Vec<String>,
    /// Read as this family, format, or `family:format`, whatever it looks like.
    #[arg(long = "as", value_name = "NAME")]
    pub(crate) wanted: Option<String>,
    /// The board to fill, for a tile set that comes without one: rows x columns.
    #[arg(long, value_name = "RxC")]
    pub(crate) size: Option<String>,
    /// Memory for everything: texts, models, searches on all threads, tables: 512MiB, 8GiB.
    #[arg(long, value_name = "SIZE", default_value = "2GiB", value_parser = bytes)]
    pub(crate) memory: u64,
}

/// A table to write.
#[derive(Debug, Args)]
pub(crate) struct Table {
    /// Answer a table with a table, each by the ending of its file: .csv, .tsv, .jsonl, .ndjson or
    /// .parquet; or a puzzle a line. All other columns stay as they are, and the answers come after
    /// them. The file gets its name when it is complete.
    #[arg(id = "table", short = 'o', long = "output", value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) file: Option<String>,
    /// The column that has the puzzles [default: puzzle, quizzes, question or the like, or the only
    /// one with texts].
    #[arg(long, value_name = "NAME", requires = "table")]
    pub(crate) column: Option<String>,
}

/// How puzzles are searched.
#[derive(Debug, Args)]
pub(crate) struct Search {
    /// The engine; `tilewright engines` says what each is.
    #[arg(long, value_name = "NAME", default_value = "auto", value_parser = engine_names())]
    pub(crate) engine: String,
    /// Search with a SAT solver that is a command: it is run with the name of a DIMACS file after
    /// these words, and what it answers is checked.
    #[arg(long, value_name = "COMMAND", conflicts_with = "engine")]
    pub(crate) sat_command: Option<String>,
    /// Search in a random order, the same for the same seed.
    #[arg(long, value_name = "S", conflicts_with = "sat_command")]
    pub(crate) seed: Option<u64>,
    /// Threads: for one puzzle, or for so many lines of a stream at once. The output does not
    /// depend on it [default: all cores].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) threads: Option<u16>,
    /// Time for each puzzle: 10s, 500ms, 2m.
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(crate) time: Option<Duration>,
    /// Nodes of search for each puzzle.
    #[arg(long, value_name = "N")]
    pub(crate) nodes: Option<u64>,
    /// Say what the search cost: on standard error, or in the JSON objects.
    #[arg(long)]
    pub(crate) stats: bool,
    /// Say more on standard error.
    #[arg(short, long)]
    pub(crate) verbose: bool,
}

impl Search {
    /// As nobody asked for anything else.
    fn usual(verbose: bool) -> Self {
        Self {
            engine: "auto".to_owned(),
            sat_command: None,
            seed: None,
            threads: None,
            time: None,
            nodes: None,
            stats: false,
            verbose,
        }
    }
}

/// How solutions are written.
#[derive(Debug, Default, Args)]
pub(crate) struct Output {
    /// Write solutions in this format of the family instead of drawing them.
    #[arg(long, visible_alias = "format", value_name = "FORMAT", conflicts_with_all = ["plain", "style"])]
    pub(crate) to: Option<String>,
    /// Print as the program that the family comes from did, without frames.
    #[arg(long, conflicts_with = "style")]
    pub(crate) plain: bool,
    /// For Shikaku: the number of solutions and the first one, as one of its three styles.
    #[arg(long, value_enum, value_name = "STYLE", conflicts_with = "json")]
    pub(crate) style: Option<Style>,
    /// Write a JSON object for each puzzle, one a line.
    #[arg(long)]
    pub(crate) json: bool,
}

/// How Shikaku's answer is laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Style {
    /// `1 solution`, then letters with blanks between.
    Readme,
    /// The number alone, then letters without blanks.
    Codingame,
    /// With numbered rows and columns, clues over the letters.
    Old,
}

impl From<Style> for tilewright::puzzles::shikaku::Style {
    fn from(style: Style) -> Self {
        match style {
            Style::Readme => Self::Readme,
            Style::Codingame => Self::CodinGame,
            Style::Old => Self::Old,
        }
    }
}

fn engine_names() -> PossibleValuesParser {
    PossibleValuesParser::new(ENGINES.iter().map(|engine| engine.name()))
}

/// A number of any size.
fn whole_number(text: &str) -> Result<BigUint, String> {
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit()) && text.len() <= 1000;
    let number = BigUint::parse_bytes(text.as_bytes(), 10).filter(|_| is_number);
    number.ok_or_else(|| "expected a whole number, 0 or more".to_owned())
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

/// How many times as large.
fn scale(text: &str) -> Result<f64, String> {
    let number = text.trim().parse::<f64>().ok();
    let number = number.filter(|number| (0.01..=100.0).contains(number));
    number.ok_or_else(|| "expected a number from 0.01 to 100".to_owned())
}

/// A duration as people write it.
fn duration(text: &str) -> Result<Duration, String> {
    let (number, unit) = split_unit(text);
    let seconds = match unit {
        "" | "s" => 1.0,
        "ms" => 1e-3,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err("expected a time such as 10s, 500ms, 2m or 1h".to_owned()),
    };
    number
        .parse::<f64>()
        .ok()
        .and_then(|number| Duration::try_from_secs_f64(number * seconds).ok())
        .ok_or_else(|| "expected a time such as 10s, 500ms, 2m or 1h".to_owned())
}

/// A number of bytes as people write it; K, M, G and T are powers of 1024.
fn bytes(text: &str) -> Result<u64, String> {
    let (number, unit) = split_unit(text);
    let shift = match unit.to_ascii_lowercase().as_str() {
        "" | "b" => 0,
        "k" | "kb" | "kib" => 10,
        "m" | "mb" | "mib" => 20,
        "g" | "gb" | "gib" => 30,
        "t" | "tb" | "tib" => 40,
        _ => return Err("expected a size such as 512MiB or 8GiB".to_owned()),
    };
    number
        .parse::<u64>()
        .ok()
        .and_then(|number| number.checked_mul(1 << shift))
        .ok_or_else(|| "expected a size such as 512MiB or 8GiB".to_owned())
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
    use clap::CommandFactory;

    #[test]
    fn the_definitions_are_consistent() {
        Cli::command().debug_assert();
    }

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
        for bad in ["", "GiB", "1.5GiB", "99999999999999T", "2 elephants"] {
            assert!(bytes(bad).is_err(), "{bad}");
        }
    }
}
