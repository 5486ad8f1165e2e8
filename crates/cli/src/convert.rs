//! `tilewright convert`.

use crate::args::{Input, Outlet, duration};
use crate::exit::Exit;
use crate::failure::{Failure, Trouble};
use crate::formats::{in_telling_format, refuse_unknown, written};
use crate::from_model::{Asked, Filled, SolverAnswer};
use crate::limits;
use crate::line::Line;
use crate::names;
use crate::outlet;
use crate::run::{Entry, Setting, Style, Work};
use crate::table::Kind;
use crate::talk;
use clap::{ArgAction, Args, ValueHint};
use std::io::Write;
use std::sync::Arc;
use std::time::Duration;
use tilewright::model::{Choice, Model};
pub(crate) use tilewright::puzzles::export::FORMATS as MODEL_FORMATS;
use tilewright::puzzles::export::{Dimacs, Xcc, refuse_links};
use tilewright::puzzles::matrix::Matrix;
use tilewright::puzzles::{Puzzle, Unbuilt};
use tilewright::{Refusal, Solver};
use tilewright_batch::csv;

/// Write puzzles in another format.
#[derive(Debug, Args)]
pub(crate) struct Options {
    #[command(flatten)]
    input: Input,
    /// The format to write: one of the family's (see `tilewright formats`), or `xcc`, `matrix`,
    /// `matrix-reduced` or `dimacs` for its model. Without it, `csv` where -o has that ending, or
    /// else the family's main format.
    #[arg(long, visible_alias = "format", value_name = "FORMAT")]
    to: Option<String>,
    #[command(flatten)]
    outlet: Outlet,
    /// Fill the puzzle with a SAT solver's answer to its CNF (`--to dimacs`): a file with lines such as
    /// `s SATISFIABLE` and `v 1 -2 0`, `-` for standard input. The answer is checked.
    #[arg(long, value_name = "ANSWER", value_hint = ValueHint::FilePath, value_parser = names::parser())]
    from_model: Option<String>,
    /// Fill the puzzle with an exact cover solver's answer (`--to xcc`, `--to matrix`): a file with the numbers of
    /// rows, counted from 0, or an option a line, `-` for standard input. The answer is checked.
    #[arg(long, value_name = "CHOSEN", value_hint = ValueHint::FilePath, value_parser = names::parser(), conflicts_with = "from_model")]
    from_cover: Option<String>,
    /// Time for a puzzle by itself: 10s, 500ms, 2m.
    #[arg(long, value_name = "TIME", value_parser = duration)]
    time: Option<Duration>,
    /// Worker threads for a puzzle a line [default: all cores].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,
    /// Say more on standard error; -vv says still more.
    #[arg(short, long, action = ArgAction::Count)]
    verbose: u8,
}

/// Writes the named puzzles in another format.
pub(crate) fn run(args: &Options) -> Result<Exit, Trouble> {
    let output = args.outlet.name();
    outlet::refuse_others(output)?;
    let is_table = outlet::table(output) == Some(Kind::Csv(b','));
    let to = args.to.clone().or(is_table.then(|| CSV.to_owned()));
    if let Some(to) = &to {
        let (models, csv) = (MODEL_FORMATS.map(|(name, _)| name), [CSV]);
        refuse_unknown(to, models.into_iter().chain(csv))?;
    }
    let setting = Setting::new(&args.input, args.threads, args.verbose).within(args.time);
    let clauses = args.from_model.as_ref().map(|name| (Asked::Clauses, name));
    let cover = args.from_cover.as_ref().map(|name| (Asked::Cover, name));
    let answer = match clauses.or(cover) {
        Some((asked, name)) => Some(limits::wait(|| answer(asked, name, args))?),
        None => None,
    };
    let work: Arc<dyn Work> = Arc::new(Convert {
        solver: Solver::new().memory(args.input.memory),
        to,
        answer,
    });
    setting.run(&work, output)
}

/// The answer of a solver that `--from-model` or `--from-cover` names.
fn answer(asked: Asked, name: &str, args: &Options) -> Result<SolverAnswer, Failure> {
    let files = &args.input.files;
    if name == "-" && (files.is_empty() || files.iter().any(|file| file == "-")) {
        return Err(Failure::new(format!(
            "standard input cannot be both the puzzle and the answer of {}",
            asked.option()
        ))
        .hint("name the file of one of them"));
    }
    SolverAnswer::read(asked, name, args.input.memory / 8)
}

/// A table with a column of puzzles.
const CSV: &str = "csv";

/// The most variables of a CNF whose meaning is written above it.
const MOST_NAMED: usize = 100_000;

/// The puzzle as a record of a CSV file: in its family's format for a line, quoted if need be.
fn record(puzzle: &dyn Puzzle) -> Result<String, Failure> {
    let family = puzzle.family();
    let mut formats = family.formats.iter();
    let for_line = formats.find(|format| format.is_written() && format.is_line);
    let Some(format) = for_line else {
        let message = format!("{} has no format for a line of CSV", family.name);
        return Err(Failure::new(message));
    };
    let text = written(puzzle, &format.name)?;
    let mut record = Vec::new();
    csv::put_record([text.trim_end()], b',', &mut record);
    Ok(String::from_utf8_lossy(&record).into_owned())
}

struct Convert {
    solver: Solver,
    to: Option<String>,
    /// The answer of a solver about the puzzle.
    answer: Option<SolverAnswer>,
}

impl Convert {
    /// Returns true if a CSV file is written, with one column.
    fn is_table(&self) -> bool {
        self.to.as_deref() == Some(CSV)
    }

    /// The puzzle in a format of its family, or `None` where its model is asked for.
    fn of_family(&self, puzzle: &dyn Puzzle) -> Option<Result<String, Failure>> {
        let family = puzzle.family();
        if self.is_table() {
            return Some(record(puzzle));
        }
        let main = family.formats.iter().find(|format| format.is_written());
        let to = self.to.as_deref().or(main.map(|format| &*format.name))?;
        let is_own = family.format(to).is_some();
        let is_models = MODEL_FORMATS.iter().any(|(name, _)| *name == to);
        match (is_own, is_models) {
            // The model can write formats that the family cannot.
            (true, true) => puzzle.write(to).ok().map(Ok),
            (false, true) => None,
            (_, false) => Some(written(puzzle, to)),
        }
    }

    fn model(&self, puzzle: &dyn Puzzle) -> Result<Model, Failure> {
        let refused = |refusal: Refusal| Failure::of_refusal(&refusal);
        self.solver.model(puzzle).map_err(refused)
    }

    /// Writes the model of a puzzle, whose text may be larger than memory.
    fn write_model(&self, puzzle: &dyn Puzzle, out: &mut dyn Write) -> Result<(), Trouble> {
        let model = self.model(puzzle)?;
        let givens = puzzle.givens();
        let budget = self.solver.question();
        let refused = |unbuilt: Unbuilt| Failure::of_refusal(&unbuilt.into());
        let cover = || Xcc::new(&model, puzzle, &givens, &budget).map_err(refused);
        let matrix = || Matrix::of(&model, &givens, &budget).map_err(refused);
        match self.to.as_deref() {
            Some("xcc") => return Ok(cover()?.write(out)?),
            Some("matrix") => return Ok(matrix()?.write(out)?),
            Some("matrix-reduced") => return Ok(matrix()?.write_reduced(out)?),
            _ => {}
        }
        refuse_links(&model, "dimacs").map_err(refused)?;
        let cnf = Dimacs::new(&model, &givens, &budget).map_err(refused)?;
        let mut header = vec![format!("tilewright: {}", puzzle.family().name)];
        let own = model.own_count();
        if own <= MOST_NAMED {
            header.extend((0..own as u32).map(Choice).map(|choice| {
                let variable = choice.0 + 1;
                format!("{variable} is {}", puzzle.choice_name(choice))
            }));
        }
        let last = cnf.variables();
        if last > own as u64 {
            header.push(format!("{} to {last} are auxiliary", own + 1));
        }
        Ok(cnf.write(&header, out)?)
    }
}

impl Convert {
    /// Writes the puzzle as a solver has filled it.
    fn write_filled(
        &self,
        answer: &SolverAnswer,
        entry: &Entry,
        out: &mut dyn Write,
    ) -> Result<Exit, Trouble> {
        let puzzle = &*entry.puzzle;
        let solved = match answer.fill(puzzle, &self.model(puzzle)?, &self.solver.question())? {
            Filled::Solved(solved) => solved,
            Filled::NoSolution => {
                talk::say("no solution, says the answer");
                return Ok(Exit::No);
            }
            Filled::NoAnswer => {
                talk::say(
                    "the answer says neither that there is a solution nor that there is none",
                );
                return Ok(Exit::Stopped);
            }
        };
        let text = match &self.to {
            Some(to) if to == CSV => record(&*solved)?,
            Some(to) => written(&*solved, to)?,
            None => in_telling_format(puzzle, &*solved, entry.reading.as_ref())?,
        };
        writeln!(out, "{}", text.trim_end_matches('\n'))?;
        Ok(Exit::Yes)
    }
}

impl Work for Convert {
    fn style(&self) -> Style {
        Style {
            heading: self.is_table().then_some("puzzle"),
            ..Style::of_lines(false)
        }
    }

    fn alone(&self, entry: &Entry, out: &mut dyn Write) -> Result<Exit, Trouble> {
        if let Some(answer) = &self.answer {
            return self.write_filled(answer, entry, out);
        }
        match self.of_family(&*entry.puzzle) {
            Some(text) => {
                let text = text?;
                out.write_all(text.as_bytes())?;
                if !text.ends_with('\n') {
                    writeln!(out)?;
                }
            }
            None => self.write_model(&*entry.puzzle, out)?,
        }
        Ok(Exit::Yes)
    }

    fn line(&self, _: &Solver, entry: &Entry) -> Result<Line, Failure> {
        if let Some(answer) = &self.answer {
            let option = answer.asked.option();
            let message = format!("{option} is for one puzzle, and this is a puzzle a line");
            return Err(Failure::new(message));
        }
        let mut text = Vec::new();
        let exit = self.alone(entry, &mut text)?;
        let text = String::from_utf8_lossy(&text);
        let text = text.strip_suffix('\n').unwrap_or(&text);
        // Puzzles of several lines have a blank one between them.
        let end = if text.contains('\n') { "\n" } else { "" };
        Ok(Line::Data(format!("{text}{end}"), exit))
    }
}
