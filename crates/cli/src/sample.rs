//! `tilewright sample`: random solutions, a line each.

use crate::args::{self, EXIT_CODES, Input, Outlet, Pace, number};
use crate::enumerate::{Writer, refuse_contradiction};
use crate::exit::Exit;
use crate::failure::{Failure, Trouble};
use crate::json::write_list;
use crate::limits;
use crate::outlet::{self, Answered};
use crate::run::{Asker, Setting, Show};
use crate::talk::{self, number_of};
use clap::Args;
use std::io::Write;
use std::ops::ControlFlow;
use std::time::{SystemTime, UNIX_EPOCH};
use tilewright::answer::{Answer, Found, PuzzleText};
use tilewright::sample::{Fairness, Sampled};
use tilewright::{Choice, End, Solver, Status};

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
pub(crate) struct Options {
    #[command(flatten)]
    input: Input,
    /// The number to draw.
    #[arg(short, long, value_name = "N", default_value_t = 1, value_parser = number)]
    number: u64,
    /// Draw the same ones for the same seed [default: another one each time].
    #[arg(long, value_name = "S", value_parser = number)]
    seed: Option<u64>,
    /// Draw none unless each is equally likely.
    #[arg(long, conflicts_with = "fast")]
    uniform: bool,
    /// Do not count: some may be likelier than others.
    #[arg(long)]
    fast: bool,
    /// Write solutions in this format of the family.
    #[arg(long, visible_alias = "format", value_name = "FORMAT")]
    to: Option<String>,
    /// Write a JSON object; so does -o with the ending .jsonl.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    outlet: Outlet,
    #[command(flatten)]
    pace: Pace,
}

/// Draws solutions of the named puzzles.
pub(crate) fn run(args: &Options) -> Result<Exit, Trouble> {
    let seed = args.seed.unwrap_or_else(some_seed);
    let search = args::Search {
        seed: Some(seed),
        ..args.pace.search()
    };
    let setting = Setting::searching(&args.input, &search);
    let output = args.outlet.name();
    outlet::refuse_others(output)?;
    let is_json = args.json || outlet::is_json_lines(output);
    let show = Show::as_lines(args.to.as_deref())?;
    let asker = Asker::new(&setting, &search)?;
    let entry = setting.only("sample")?;
    refuse_contradiction(&asker, &entry)?;
    let writer = Writer::new(&entry, &show, setting.interrupt.flag());
    let solver = asker.solver_for(&entry);
    outlet::write(output, &setting.interrupt, |out| {
        let sampled = draw(args, &solver, &writer, (seed, is_json), out)?;
        let nodes = || number_of(sampled.stats.nodes, "node");
        setting.talk.detail(nodes);
        tell(&sampled, args, seed);
        let exit = match sampled.end {
            End::Complete if sampled.found == 0 && args.number > 0 => Exit::No,
            End::Complete => Exit::Yes,
            _ => Exit::Stopped,
        };
        let is_whole = sampled.end == End::Complete;
        Ok(Answered { exit, is_whole })
    })
}

/// The answer without its solutions, which are written before it.
fn answer(sampled: &Sampled, seed: u64) -> Answer {
    let status = match (sampled.found, sampled.end) {
        (0, End::Complete) => Status::Unsolvable,
        (_, End::Complete) => Status::Solved,
        _ => Status::Stopped,
    };
    let found = Found::Sample {
        solutions: Vec::new(),
        uniform: sampled.is_uniform,
        of: sampled.of.as_ref().map(ToString::to_string),
        seed: seed.to_string(),
    };
    Answer::new(status, sampled.end, found)
}

/// Draws them and writes them.
fn draw(
    args: &Options,
    solver: &Solver,
    writer: &Writer<'_>,
    (seed, is_json): (u64, bool),
    out: &mut dyn Write,
) -> Result<Sampled, Trouble> {
    let entry = writer.entry;
    let fairness = match (args.uniform, args.fast) {
        (true, _) => Fairness::Always,
        (_, true) => Fairness::Never,
        _ => Fairness::IfCountable,
    };
    let draw = |put: &mut dyn FnMut(&[Choice]) -> Result<(), Trouble>| {
        let mut trouble = None;
        let sampled = solver.sample(&*entry.puzzle, args.number, fairness, |solution| match put(
            solution,
        ) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                trouble = Some(error);
                ControlFlow::Break(())
            }
        });
        limits::take_your_time();
        if let Some(trouble) = trouble {
            return Err(trouble.in_file(&entry.file));
        }
        sampled.map_err(|refusal| Trouble::from(entry.named(Failure::of_refusal(&refusal))))
    };
    if !is_json {
        let sampled = draw(&mut |solution| Ok(writeln!(out, "{}", writer.line(solution)?)?))?;
        out.flush()?;
        return Ok(sampled);
    }
    let mut drawn = None;
    write_list(out, &entry.place(), |put| {
        let sampled = draw(&mut |solution| Ok(put(PuzzleText(writer.text(solution)?))?))?;
        let answer = answer(&sampled, seed);
        drawn = Some(sampled);
        Ok(answer)
    })?;
    out.flush()?;
    Ok(drawn.expect("the list was written"))
}

fn tell(sampled: &Sampled, args: &Options, seed: u64) {
    let told_seed = if args.seed.is_none() {
        format!(" (seed {seed})")
    } else {
        String::new()
    };
    match (&sampled.of, sampled.end) {
        (_, End::Complete) if sampled.found == 0 && args.number > 0 => talk::say("no solution"),
        (_, end) if end != End::Complete => {
            let number = number_of(sampled.found, "solution");
            let uniform = if sampled.found > 0 && !sampled.is_uniform {
                ", not uniform"
            } else {
                ""
            };
            let why = limits::why(end);
            talk::say(&format!("stopped after {number}{uniform} ({why})"));
        }
        (Some(of), _) => talk::say(&format!(
            "uniform: each of {} was equally likely{told_seed}",
            number_of(of, "solution")
        )),
        (None, _) => talk::say(&format!(
            "not uniform: the solutions were not counted, so some are likelier than others{told_seed}"
        )),
    }
}

/// A seed that is another one each time.
pub(crate) fn some_seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.map_or(0, |now| now.as_nanos() as u64)
}
