//! `tilewright explain`: every step to the solution, and why it holds.

use crate::args::{self, EXPLAIN_CODES, Input, Outlet, Pace};
use crate::exit::Exit;
use crate::failure::{Failure, Trouble};
use crate::line::Line;
use crate::outlet;
use crate::reasons;
use crate::run::{Asker, Entry, Question, Setting, Show, Style, Work};
use crate::talk::{self, number_of};
use clap::Args;
use std::io::Write;
use std::sync::Arc;
use tilewright::explain::{Event, Manner, Outcome, Page};
use tilewright::puzzles::{Relaxation, RelaxationEnd, Relaxes, lacking};
use tilewright::words::Techniques;
use tilewright::{Asked, Solver};
use tilewright_batch::{Operation, Task};

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
pub(crate) struct Options {
    #[command(flatten)]
    input: Input,
    /// Show the candidates of each tile, and not the board alone.
    #[arg(long)]
    candidates: bool,
    /// Continue with assumptions when logic finds no more.
    #[arg(long)]
    search: bool,
    /// Use that there is one solution: unique rectangles and the like. It is proved first.
    #[arg(long)]
    unique: bool,
    /// Look for contradictions within contradictions as well, which takes long.
    #[arg(long)]
    nested: bool,
    /// Print the iterations of set relaxation instead: for Sudoku. With --candidates, the sets that
    /// they start from come first.
    #[arg(long, conflicts_with_all = ["search", "json", "unique", "nested"])]
    iterations: bool,
    /// Write a JSON object for each puzzle, one a line, with every step as data; so does -o with the
    /// ending .jsonl.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    outlet: Outlet,
    #[command(flatten)]
    pace: Pace,
}

/// Explains the named puzzles.
pub(crate) fn run(args: &Options) -> Result<Exit, Trouble> {
    let search = args.pace.search();
    let output = args.outlet.name();
    outlet::refuse_others(output)?;
    let setting = Setting::searching(&args.input, &search);
    let asker = Asker::new(&setting, &search)?;
    let work: Arc<dyn Work> = if args.iterations {
        let candidates = args.candidates;
        Arc::new(Iterations { asker, candidates })
    } else {
        let manner = Manner {
            search: args.search,
            unique: args.unique,
            nested: args.nested,
        };
        Arc::new(Explain {
            task: asker.task(Operation::Explain).in_manner(manner),
            asker,
            show: Show::new(&args::Output::default(), output)?,
            manner,
            candidates: args.candidates,
            json: args.json || outlet::is_json_lines(output),
        })
    };
    setting.run(&work, output)
}

struct Explain {
    asker: Asker,
    task: Task,
    show: Show,
    manner: Manner,
    candidates: bool,
    json: bool,
}

impl Explain {
    fn tell_event(
        &self,
        entry: &Entry,
        number: usize,
        event: &Event,
        out: &mut dyn Write,
    ) -> Result<(), Trouble> {
        let puzzle = &*entry.puzzle;
        let (Event::Step(Page { depth, .. })
        | Event::Assumed { depth, .. }
        | Event::Refuted { depth, .. }) = event;
        let under = "| ".repeat(*depth);
        let after = match event {
            Event::Assumed { choice, depth, .. } => {
                let under = "| ".repeat(depth - 1);
                let choice = puzzle.choice_name(*choice);
                writeln!(out, "{under}assume {choice} (assumption {depth})\n")?;
                return Ok(());
            }
            Event::Refuted {
                choice,
                item,
                after,
                ..
            } => {
                let (choice, item) = (puzzle.choice_name(*choice), puzzle.item_name(*item));
                writeln!(out, "{under}{item} has no choice left, so not {choice}")?;
                after
            }
            Event::Step(page) => {
                let (name, sentence) = (&page.telling.name, reasons::sentence(&page.telling));
                writeln!(out, "{under}{number}. {name}: {sentence}")?;
                &page.after
            }
        };
        let picture = if self.candidates {
            puzzle.pencil_marks(after)
        } else {
            puzzle.so_far(&after.picked())
        };
        writeln!(out, "{}", self.show.draw(&picture))?;
        Ok(())
    }
}

impl Question for Explain {
    fn asker(&self) -> &Asker {
        &self.asker
    }

    fn style(&self) -> Style {
        Style {
            is_drawn: !self.json,
            ..Style::of_lines(self.json)
        }
    }

    fn task(&self) -> &Task {
        &self.task
    }

    fn without_lines(&self) -> Option<&'static str> {
        Some("explain")
    }

    fn tell(&self, entry: &Entry, asked: &mut Asked, out: &mut dyn Write) -> Result<Exit, Trouble> {
        let existence = asked.existence();
        if let Some(exit) = reasons::why_not_one(entry, asked, &existence, &self.show, out)? {
            return Ok(exit);
        }
        let manner = self.manner.proved(&existence);
        let mut techniques = Techniques::default();
        let mut steps = asked.manner(manner).explain();
        for event in steps.by_ref() {
            if let Event::Step(page) = &event {
                techniques.add(&page.telling.name);
            }
            self.tell_event(entry, techniques.total(), &event, out)?;
        }
        match steps.outcome().expect("the steps have ended") {
            Outcome::Solved { depth, .. } => {
                writeln!(out, "solved: {techniques}")?;
                if *depth > 0 {
                    let assumptions = number_of(depth, "assumption");
                    writeln!(out, "the solution rests on {assumptions} that held")?;
                }
                Ok(Exit::Yes)
            }
            Outcome::Stuck => {
                writeln!(out, "logic finds no more: {techniques}")?;
                writeln!(out, "the rest:")?;
                if let Some(board) = steps.board() {
                    let left = entry.puzzle.pencil_marks(board);
                    write!(out, "{}", self.show.draw(&left))?;
                }
                out.flush()?;
                talk::say("--search continues with assumptions");
                Ok(Exit::Stopped)
            }
            // It has a solution, or that is unknown.
            Outcome::Contradiction(item) => {
                let item = entry.puzzle.item_name(*item);
                writeln!(out, "no solution: {item} has no choice left")?;
                Ok(Exit::No)
            }
            Outcome::Stopped(stopped) => {
                writeln!(out, "stopped: {techniques}")?;
                out.flush()?;
                talk::say(&format!("there may be more steps ({stopped})"));
                Ok(Exit::Stopped)
            }
        }
    }
}

/// The iterations of a board, where it has any.
fn relaxation(entry: &Entry) -> Result<Relaxation, Failure> {
    let family = entry.puzzle.family();
    let able = entry.puzzle.can::<dyn Relaxes>();
    let message = match able {
        None => lacking::<dyn Relaxes>(family, "iterations"),
        Some(_) => "--iterations is for boards with rows and columns, at most 64 values".to_owned(),
    };
    able.and_then(Relaxes::relaxation).ok_or_else(|| {
        Failure::new(message).hint("explain without it prints every step of any puzzle")
    })
}

/// The trace of the set relaxation as its program printed it, and on standard error how it ended: that
/// program took any end for a solution.
struct Iterations {
    asker: Asker,
    candidates: bool,
}

impl Work for Iterations {
    fn style(&self) -> Style {
        Style {
            is_drawn: true,
            ..Style::of_lines(false)
        }
    }

    fn line(&self, _: &Solver, _: &Entry) -> Result<Line, Failure> {
        Err(reasons::one_at_a_time("explain"))
    }

    fn alone(&self, entry: &Entry, out: &mut dyn Write) -> Result<Exit, Trouble> {
        let relaxation = relaxation(entry)?;
        let question = |asked: &mut Asked| Ok(asked.contradiction());
        if let Some(contradiction) = self.asker.ask(entry, question)? {
            talk::say(&format!("no solution: {contradiction}"));
            return Ok(Exit::No);
        }
        if self.candidates {
            out.write_all(relaxation.starting_sets().as_bytes())?;
        }
        out.write_all(relaxation.trace().as_bytes())?;
        out.flush()?;
        Ok(match relaxation.end() {
            RelaxationEnd::Solved => Exit::Yes,
            RelaxationEnd::Stuck(open) => {
                let cells = number_of(open, "cell");
                talk::say(&format!(
                    "not solved: set relaxation leaves {cells} open; explain without --iterations goes further"
                ));
                Exit::Stopped
            }
            RelaxationEnd::Contradiction(cell) => {
                talk::say(&format!("no solution: nothing is left for {cell}"));
                Exit::No
            }
        })
    }
}
