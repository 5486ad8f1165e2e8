//! `tilewright generate`: puzzles with exactly one solution, to order.
//!
//! Each puzzle has a seed of its own, made of the seed of all and its number, so what is written
//! does not depend on the number of threads. Chunks of them run through the pipeline of
//! [`tilewright_batch`], which grow until one takes a part of a second, and are written in order.

use crate::args;
use crate::exit::Exit;
use crate::failure::{Failure, Trouble};
use crate::families;
use crate::formats::in_telling_format;
use crate::input::{self, Contents, Manner, Source};
use crate::interrupt::Interrupt;
use crate::limits;
use crate::names;
use crate::outlet;
use crate::paranoid;
use crate::run::Show;
use crate::sample::some_seed;
use crate::table;
use crate::talk::{self, number_of};
use clap::Parser;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::Write;
use std::num::NonZero;
use std::ops::Range;
use std::time::Instant;
use tilewright::Existence;
use tilewright::answer::{Answer, Origin, PuzzleText, Row};
use tilewright::generate::{
    self, Budget, Hardness, Made, Maker, Minimal, Missed, Spec, Unable, seed_of,
};
use tilewright::model::Choice;
use tilewright::puzzles::{Clues, Family, Puzzle, Resizable};
use tilewright_batch::{ChunkSize, Pace, Recipe, pipeline};

/// The note on puzzles that are minimal only among those of their symmetry.
const BY_SETS: &str =
    "minimal: no symmetric set of clues can go; a single clue may (--minimal=clues rules that out)";

/// The note where there is none.
const NO_KIND: &str = "expected a kind of puzzle and its size";

/// The most puzzles that a thread makes together.
const MOST_TOGETHER: usize = 1 << 13;

/// Makes what the command line asks for.
pub(crate) fn run(args: &args::Generate) -> Result<Exit, Trouble> {
    #[cfg(feature = "pictures")]
    if let Some(args::Making::Map(map)) = &args.map {
        return crate::map::run(map);
    }
    #[cfg(not(feature = "pictures"))]
    if args.map.is_some() {
        return Err(crate::parts::PICTURES.left_out().into());
    }
    limits::allow_memory(args.memory);
    if let (Some(time), 1) = (args.time, args.number) {
        limits::end_after(Instant::now(), time);
    }
    let show = match &args.to {
        Some(to) => Show::as_lines(Some(to))?,
        None => Show::new(&args::Output::default(), args.output.as_deref())?,
    };
    let interrupt = Interrupt::listen();
    let Some(maker) = maker(args, &interrupt)? else {
        return Ok(Exit::Stopped);
    };
    let output = args.output.as_deref();
    outlet::refuse_picture(output)?;
    if let Some(output) = output.filter(|_| outlet::table(output).is_some()) {
        table::refuse_flags(&[("--json", args.json)])?;
        return make_table(args, maker, output, interrupt);
    }
    if let (Some(name), true) = (output, args.rated) {
        return Err(table::not_a_table(name, "--rated").into());
    }
    let cores = || std::thread::available_parallelism().map_or(1, NonZero::get);
    let seed = args.seed.unwrap_or_else(some_seed);
    let job = Job {
        args,
        show,
        maker,
        seed,
        threads: args.threads.map_or_else(cores, usize::from).clamp(1, 256),
        interrupt,
    };
    let exit = outlet::write(output, &job.interrupt, |out| Ok(job.run(out)?.into()))?;
    if args.seed.is_none() {
        talk::say(&format!("seed {seed}"));
    }
    Ok(exit)
}

/// A table to be made.
pub(crate) struct Request<'r> {
    /// The file to write.
    pub(crate) output: &'r str,
    pub(crate) number: u64,
    pub(crate) seed: u64,
    pub(crate) pace: Pace,
    pub(crate) interrupt: Interrupt,
}

/// Makes a table of puzzles.
fn make_table(
    args: &args::Generate,
    maker: Box<dyn Maker>,
    output: &str,
    interrupt: Interrupt,
) -> Result<Exit, Trouble> {
    let seed = args.seed.unwrap_or_else(some_seed);
    interrupt.hear();
    let mut pace = Pace::new()
        .solver(paranoid::solver())
        .stop(interrupt.flag());
    if let Some(threads) = args.threads {
        pace = pace.threads(threads.into());
    }
    if let Some(time) = args.time {
        pace = pace.time(time);
    }
    let recipe = Recipe::new(maker).rated(args.rated);
    let recipe = recipe.minimal(args.minimal.is_some());
    let mut recipe = recipe.weighted(args.controlled_bias);
    if let Some(to) = &args.to {
        recipe = recipe.writing(to);
    }
    let request = Request {
        output,
        number: args.number,
        seed,
        pace,
        interrupt,
    };
    let exit = table::make(&request, &recipe)?;
    if args.seed.is_none() {
        talk::say(&format!("seed {seed}"));
    }
    Ok(exit)
}

/// Puzzles on their way from a thread to the output.
#[derive(Default)]
struct Turn {
    numbers: Range<u64>,
    made: Vec<Result<Made, Missed>>,
}

/// Numbers of puzzles that are to be made.
struct Numbers<'n> {
    left: Range<u64>,
    size: &'n ChunkSize,
    interrupt: &'n Interrupt,
}

impl pipeline::Source<Turn, Trouble> for Numbers<'_> {
    fn fill(&mut self, turn: &mut Turn) -> Result<bool, Trouble> {
        turn.numbers = self.size.take(&mut self.left);
        Ok(!turn.numbers.is_empty() && !self.interrupt.is_set())
    }
}

struct Job<'a> {
    args: &'a args::Generate,
    show: Show,
    maker: Box<dyn Maker>,
    seed: u64,
    threads: usize,
    interrupt: Interrupt,
}

impl Job<'_> {
    fn run(&self, out: &mut dyn Write) -> Result<Exit, Trouble> {
        let bar = self.bar();
        let mut exit = Exit::Yes;
        let mut is_by_sets = false;
        let mut written = 0;
        let size = ChunkSize::new(self.threads).up_to(MOST_TOGETHER);
        let mut numbers = Numbers {
            left: 0..self.args.number,
            size: &size,
            interrupt: &self.interrupt,
        };
        let worker = || {
            |turn: &mut Turn| {
                let begun = Instant::now();
                turn.made = self.make(turn.numbers.clone());
                size.note(None, begun.elapsed());
            }
        };
        let mut sink = |turn: &mut Turn| -> Result<(), Trouble> {
            for (number, made) in turn.numbers.clone().zip(&turn.made) {
                match made {
                    Ok(made) => {
                        self.write(number, made, out)?;
                        is_by_sets |= made.minimal == Minimal::Sets;
                        if let Some(doubt) = made.doubt() {
                            out.flush()?;
                            if made.is_cut {
                                exit = exit.and(Exit::Stopped);
                            }
                            bar.suspend(|| talk::say(&format!("{}{doubt}", self.which(number))));
                        }
                    }
                    Err(missed) => {
                        if self.args.json {
                            let row = self.missed_row(number, missed);
                            writeln!(out, "{}", row.json())?;
                        }
                        out.flush()?;
                        exit = exit.and(Exit::Stopped);
                        bar.suspend(|| self.tell_missed(number, missed));
                    }
                }
            }
            written = turn.numbers.end;
            bar.set_position(written);
            Ok(())
        };
        // Puzzles that were under way are written after an interruption, as far as they came.
        let ran = pipeline::run(&mut numbers, &worker, &mut sink, self.threads, &|| false);
        bar.finish_and_clear();
        ran?;
        out.flush()?;
        if self.interrupt.is_set() {
            talk::say(&format!(
                "interrupted after {}",
                number_of(written, "puzzle")
            ));
            return Ok(exit.and(Exit::Stopped));
        }
        if is_by_sets && !self.args.json {
            talk::say(BY_SETS);
        }
        Ok(exit)
    }

    /// Which of several puzzles something is about, as the beginning of a sentence.
    fn which(&self, number: u64) -> String {
        if self.args.number > 1 {
            return format!("puzzle {}: ", number + 1);
        }
        String::new()
    }

    /// The number made and the rate, on a terminal alone.
    fn bar(&self) -> ProgressBar {
        if self.args.number < 2 {
            return ProgressBar::hidden();
        }
        let bar = ProgressBar::new(self.args.number);
        let style = "{wide_bar} {human_pos} of {human_len} puzzles, {per_sec}, {eta} left";
        if let Ok(style) = ProgressStyle::with_template(style) {
            bar.set_style(style);
        }
        bar
    }

    /// Makes the puzzles with these numbers.
    fn make(&self, numbers: Range<u64>) -> Vec<Result<Made, Missed>> {
        let seeds: Vec<u64> = numbers.map(|number| seed_of(self.seed, number)).collect();
        if self.args.time.is_none() {
            return self.maker.make_many(&seeds, &self.budget());
        }
        // Each has its own time.
        let each = seeds.iter();
        each.map(|&seed| self.maker.make(seed, &self.budget()))
            .collect()
    }

    fn budget(&self) -> Budget {
        let budget = limits::budget().apart().stop(self.interrupt.flag());
        match self.args.time {
            Some(time) => budget.time(time),
            None => budget,
        }
    }

    fn write(&self, number: u64, made: &Made, out: &mut dyn Write) -> Result<(), Trouble> {
        let puzzle = &*made.puzzle;
        paranoid::checked(paranoid::solver().vouch_for(made))?;
        if self.args.json {
            writeln!(out, "{}", self.row(number, made)?.json())?;
            return Ok(());
        }
        if number > 0 && self.args.to.is_none() {
            writeln!(out)?;
        }
        let text = match &self.args.to {
            Some(_) => self.show.line(puzzle, puzzle, None)?,
            None => self.show.alone(puzzle)?.trim_end_matches('\n').to_owned(),
        };
        match made.weight {
            Some(weight) => writeln!(out, "{text}\t{weight}")?,
            None => writeln!(out, "{text}")?,
        }
        Ok(())
    }

    /// The JSON object of a puzzle.
    fn row(&self, number: u64, made: &Made) -> Result<Row, Failure> {
        let puzzle = &*made.puzzle;
        let solution = if made.solution.is_empty() {
            None
        } else {
            let solved = puzzle.fill(&made.solution);
            let text = in_telling_format(puzzle, &*solved, None)?;
            Some(text)
        };
        let answer = Answer::generated(number, seed_of(self.seed, number), Ok(made), solution);
        Ok(answer.at(Origin {
            family: Some(puzzle.family().name.to_string()),
            puzzle: Some(PuzzleText(self.show.line(puzzle, puzzle, None)?)),
            ..Origin::default()
        }))
    }

    /// The JSON object of a puzzle that could not be made.
    fn missed_row(&self, number: u64, missed: &Missed) -> Row {
        let seed = seed_of(self.seed, number);
        let answer = Answer::generated(number, seed, Err(missed), None);
        answer.at(Origin::default())
    }

    /// Says why a requirement was not met, and the nearest that was found.
    fn tell_missed(&self, number: u64, missed: &Missed) {
        talk::say(&format!("{}{missed}", self.which(number)));
        if let Some(nearest) = &missed.nearest {
            let puzzle = &*nearest.puzzle;
            if let Ok(line) = in_telling_format(puzzle, puzzle, None) {
                talk::say(&format!("the nearest that was found: {}", line.trim_end()));
            }
        }
    }
}

/// One puzzle of a kind and size, as hard as `difficulty` says.
pub(crate) fn one(
    what: &[String],
    difficulty: Option<&str>,
    interrupt: &Interrupt,
) -> Result<Box<dyn Puzzle>, Failure> {
    let mut words = vec!["tilewright", "generate"];
    words.extend(what.iter().map(String::as_str));
    if let Some(difficulty) = difficulty {
        words.extend(["--difficulty", difficulty]);
    }
    let cli = crate::Cli::try_parse_from(words).map(|cli| cli.command);
    let Ok(crate::Command::Generate(args)) = cli else {
        let hint = format!("as in --new {}", examples().join(", --new "));
        return Err(Failure::new(NO_KIND).hint(hint));
    };
    let budget = Budget::default().stop(interrupt.flag());
    let Some(maker) = maker(&args, interrupt)? else {
        return Err(Failure::new("it was stopped"));
    };
    match maker.make(some_seed(), &budget) {
        Ok(made) => Ok(made.puzzle),
        Err(missed) => Err(Failure::new(missed.to_string())),
    }
}

/// The maker of what is asked for; `None` where it was stopped before it was known what that is,
/// which was said.
fn maker(args: &args::Generate, interrupt: &Interrupt) -> Result<Option<Box<dyn Maker>>, Failure> {
    let spec = spec(args)?;
    let unable = |unable: Unable| Failure::new(unable.to_string());
    if let Some(file) = &args.from {
        let puzzle = puzzle_in(args, file)?;
        let Some(solution) = only_solution(args, &*puzzle, file, interrupt)? else {
            return Ok(None);
        };
        let maker = generate::maker_from(puzzle.into(), solution, spec);
        return maker.map(Some).map_err(|no| unable(no).file(file));
    }
    if let Some(words) = board_words(args) {
        let maker = generate::maker_of(&*board(&words)?, spec, args.full);
        return maker.map(Some).map_err(unable);
    }
    if let [file] = &args.what[..] {
        let puzzle = puzzle_in(args, file)?;
        refuse_clues(&*puzzle, file)?;
        let maker = generate::maker_of(&*puzzle, spec, args.full);
        return maker.map(Some).map_err(|no| unable(no).file(file));
    }
    let is_of_kind = |wanted: &String| args.what.first() == Some(wanted);
    if args
        .wanted
        .as_ref()
        .is_some_and(|wanted| !is_of_kind(wanted))
    {
        let message = "--as says how to read a file, and there is none";
        return Err(Failure::new(message));
    }
    let board = board(&args.what)?;
    if let Some(remark) = board.remark() {
        talk::say(&format!("{}: {remark}", args.what.join(" ")));
    }
    let maker = generate::maker_of(&*board, spec, args.full);
    maker.map(Some).map_err(unable)
}

fn source_of(file: &str) -> Source {
    match file {
        "-" => Source::Stdin,
        name => Source::File(name.to_owned()),
    }
}

/// The puzzle in a file.
fn puzzle_in(args: &args::Generate, file: &str) -> Result<Box<dyn Puzzle>, Failure> {
    let source = source_of(file);
    let manner = Manner {
        wanted: args.wanted.clone(),
        size: None,
        givens: Vec::new(),
        memory: args.memory,
        longest_text: args.memory / 8,
    };
    match input::contents(&source, input::open(&source)?, &manner)? {
        Contents::One(one) => Ok(one.puzzle),
        Contents::Lines(..) | Contents::Table(..) => {
            let message = "generate takes one puzzle at a time, and here is one a line";
            Err(Failure::new(message).file(source.name()))
        }
    }
}

/// Refuses clues that are there to be thinned; those that belong to the board stay.
fn refuse_clues(puzzle: &dyn Puzzle, file: &str) -> Result<(), Failure> {
    let clues = puzzle.can::<dyn Clues>();
    if clues.is_none_or(|clues| clues.are_of_board() || clues.clue_count() == 0) {
        return Ok(());
    }
    let message = "this puzzle has clues; expected an empty board or a rules file";
    let hint = format!("to take clues away from it: generate --from {file}");
    Err(Failure::new(message).file(file).hint(hint))
}

/// The only solution of a puzzle that is to be thinned; `None` where it was stopped before that was
/// known, which was said.
fn only_solution(
    args: &args::Generate,
    puzzle: &dyn Puzzle,
    file: &str,
    interrupt: &Interrupt,
) -> Result<Option<Vec<Choice>>, Failure> {
    let name = source_of(file).name();
    let failed = |message: String| Err(Failure::new(message).file(&*name));
    let mut solver = paranoid::solver()
        .memory(args.memory)
        .stop(interrupt.flag());
    if let Some(time) = args.time {
        solver = solver.time(time);
    }
    let existence = match solver.ask(puzzle) {
        Ok(mut asked) => asked.existence(),
        Err(error) => return failed(error.to_string()),
    };
    match existence {
        Existence::Unique(solution) => Ok(Some(solution)),
        Existence::None => failed(
            "this puzzle has no solution; expected one with exactly one, or a full board"
                .to_owned(),
        ),
        Existence::Several(..) => failed(
            "this puzzle has several solutions; expected one with exactly one, or a full board"
                .to_owned(),
        ),
        Existence::Unknown { end, .. } => {
            talk::say(&format!(
                "whether the puzzle has exactly one solution was not found out: {end}"
            ));
            Ok(None)
        }
    }
}

/// The words of a board whose size or kind is not among those that were typed: `generate slitherlink` makes the usual
/// size, and `generate --kind mine.toml 8x8` boards of that kind. A file of that name goes first.
fn board_words(args: &args::Generate) -> Option<Vec<String>> {
    let kind = |name: &str| families().boards().find(|board| board.name == name);
    let [word] = &args.what[..] else {
        return None;
    };
    if names::path(word).exists() {
        return None;
    }
    if let Some(kind) = kind(word) {
        return Some(vec![word.clone(), kind.sizes.usual.to_string()]);
    }
    let kind = kind(args.wanted.as_ref()?)?;
    Some(vec![kind.name.to_string(), word.clone()])
}

/// The empty board that the words name: a kind and a size, or a file with a tile set and a size.
fn board(what: &[String]) -> Result<Box<dyn Puzzle>, Failure> {
    let of_board = |error: tilewright::ParseError| Failure::new(error.message().to_owned());
    match what {
        [kind, file, size @ ..] if is_resizable(kind) && !size.is_empty() => {
            let text = std::fs::read_to_string(names::path(file))
                .map_err(|error| Failure::new(format!("it cannot be read: {error}")).file(file))?;
            let set = (families().read(&text, Some(kind)))
                .map_err(|error| Failure::of_text(&error, file, &text))?;
            let board = set.resized(&size.join(" "), "size");
            board.map_err(|error| of_board(error).file(file))
        }
        [kind, size @ ..] if !size.is_empty() => {
            families().board(kind, &size.join(" ")).map_err(of_board)
        }
        _ => {
            let files = families().names(Family::has::<dyn Resizable>).into_iter();
            let files = files.map(|family| format!("{family} my-set.toml 10x10"));
            let all: Vec<String> = examples().into_iter().chain(files).collect();
            let hint = format!("as in {}, or a file with an empty board", all.join(", "));
            Err(Failure::new(NO_KIND).hint(hint))
        }
    }
}

/// The kinds of puzzle that are made, each with a size.
pub(crate) fn examples() -> Vec<String> {
    let made = families().iter();
    let made = made.filter(|family| generate::orders(family).is_some());
    let kinds = made.flat_map(|family| &family.boards);
    kinds
        .map(|kind| format!("{} {}", kind.name, kind.sizes.usual))
        .collect()
}

/// True if a family's boards are files of any size.
fn is_resizable(family: &str) -> bool {
    let family = families().get(family);
    family.is_some_and(Family::has::<dyn Resizable>)
}

fn spec(args: &args::Generate) -> Result<Spec, Failure> {
    Ok(Spec {
        minimal: args.minimal.map_or_else(Default::default, Into::into),
        clues: args.clues.clone(),
        symmetry: args.symmetry.map_or_else(Default::default, Into::into),
        pattern: args.pattern.as_deref().map(pattern).transpose()?,
        difficulty: hardness(args)?,
        technique: args.technique.clone(),
        no_search: args.no_search,
        controlled_bias: args.controlled_bias,
        largest_area: args.largest_area,
        ones: args.ones,
    })
}

fn hardness(args: &args::Generate) -> Result<Option<Hardness>, Failure> {
    let parsed = args.difficulty.as_deref().map(str::parse).transpose();
    parsed.map_err(|unable: Unable| Failure::new(unable.to_string()))
}

/// The cells that may have clues.
fn pattern(file: &str) -> Result<Vec<bool>, Failure> {
    let text = std::fs::read_to_string(names::path(file))
        .map_err(|error| Failure::new(format!("it cannot be read: {error}")).file(file))?;
    Ok(tilewright::generate::pattern(&text))
}
