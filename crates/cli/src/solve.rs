//! `tilewright solve`.

use crate::args::{EXIT_CODES, Input, Output, Search, Table, number};
use crate::exit::Exit;
use crate::failure::{Failure, Trouble};
use crate::formats::written;
use crate::json::write_list;
use crate::limits;
use crate::line::{Line, rest_of_list};
use crate::run::{Asker, Entry, Question, Setting, Show, Style, Work, in_words};
use crate::table;
use crate::talk::{self, number_of};
use clap::Args;
use std::io::Write;
use std::sync::Arc;
use std::time::Instant;
use tilewright::answer::{Answer, Cost, Found, PuzzleText, Stopwatch, status_of_list};
use tilewright::puzzles::ReportStyle;
use tilewright::{Asked, BigUint, Choice, End, First, Solver};
use tilewright_batch::{Operation, Task};

/// Solve puzzles: print the first solution, or with --all or --limit several.
///
/// One puzzle is drawn. A file with a puzzle on each line, or a CSV file with a puzzle column, is
/// streamed: a line of output for each line of input, in order, on all cores.
///
/// Whether a solution is the only one is not asked here: it would cost a second search. `check`
/// answers that, and `solve --limit 2` shows a second one.
#[derive(Debug, Args)]
#[command(after_help = EXIT_CODES)]
pub(crate) struct Options {
    #[command(flatten)]
    input: Input,
    #[command(flatten)]
    search: Search,
    #[command(flatten)]
    output: Output,
    /// Print every solution.
    #[arg(long)]
    all: bool,
    /// Print at most N solutions.
    #[arg(long, value_name = "N", value_parser = number)]
    limit: Option<u64>,
    #[command(flatten)]
    table: Table,
}

/// Solves the named puzzles.
pub(crate) fn run(args: &Options) -> Result<Exit, Trouble> {
    let setting = Setting::searching(&args.input, &args.search);
    if table::wanted(&args.table)?.is_some() {
        let is_several = args.all || args.limit.is_some_and(|limit| limit != 1);
        let several = ("--all or --limit but 1", is_several);
        table::refuse(&args.search, &args.output, &[several])?;
        let asker = Asker::new(&setting, &args.search)?;
        let to = args.output.to.as_deref();
        let mut task = table::task(Operation::Solve, &args.input, to)?;
        if args.limit.is_some() {
            task = task.taking_any();
        }
        return table::run(&setting, task, asker.pace(&setting), &args.table);
    }
    let limit = match (args.all, args.limit) {
        (_, Some(limit)) => Some(limit),
        (true, None) => None,
        (false, None) => Some(1),
    };
    let asker = Asker::new(&setting, &args.search)?;
    let show = Show::new(&args.output, args.table.name())?;
    let work: Arc<dyn Work> = Arc::new(Solve {
        plain_search: plain_search(args),
        ..Solve::of(asker, show, args.output.json, limit)
    });
    setting.run(&work, args.table.name())
}

/// The most nodes that go into finding the first solution in the order of an old program.
const MOST_ORDER_NODES: u64 = 500_000;

/// The nodes for finding the first solution in the order of an old program.
fn plain_search(args: &Options) -> Option<u64> {
    let search = &args.search;
    let is_free = search.engine == "auto" && search.sat_command.is_none() && search.seed.is_none();
    let nodes = search.nodes.unwrap_or(MOST_ORDER_NODES);
    (args.output.plain && is_free).then(|| nodes.min(MOST_ORDER_NODES))
}

pub(crate) struct Solve {
    asker: Asker,
    task: Task,
    show: Show,
    json: bool,
    /// With `--plain`, if no other order was asked for: the nodes for finding the first solution in
    /// the order of the program that the family comes from.
    plain_search: Option<u64>,
    /// The number of wanted solutions; `None` is all of them.
    limit: Option<u64>,
}

/// The source of the solutions.
enum Provider<'s> {
    Engine(&'s mut Asked),
    /// The board is too large to search, and this solution was written down.
    Built(Vec<Choice>, Cost),
}

impl Provider<'_> {
    /// The first solution, and its cost.
    fn first(self) -> Result<(First, Cost), Failure> {
        let (first, cost) = match self {
            Self::Engine(asked) => {
                let meter = Stopwatch::start(asked);
                let first = asked.first();
                Failure::of_answer(asked)?;
                (first, meter.cost(asked))
            }
            Self::Built(solution, cost) => {
                let (solution, end) = (Some(solution), End::Complete);
                (First { solution, end }, cost)
            }
        };
        limits::take_your_time();
        Ok((first, cost))
    }
}

/// The number of solutions above them.
enum Head {
    /// In a style of the family.
    Style(&'static ReportStyle),
    /// As the program printed it that the family comes from.
    Old,
}

/// The solutions found, for the report.
struct Tally {
    found: u64,
    end: End,
    cost: Cost,
}

impl Tally {
    fn exit(&self) -> Exit {
        match self.end {
            End::Complete if self.found == 0 => Exit::No,
            End::Complete => Exit::Yes,
            End::Limit if self.found > 0 => Exit::Yes,
            _ => Exit::Stopped,
        }
    }
}

impl Solve {
    /// The work in the order of the engine.
    pub(crate) fn of(asker: Asker, show: Show, json: bool, limit: Option<u64>) -> Self {
        let task = asker.task(Operation::Solve).written(show.writing());
        Self {
            asker,
            task: task.listing(limit),
            show,
            json,
            plain_search: None,
            limit,
        }
    }

    /// A solver with the engine that gives the solutions of this puzzle in the order of the program
    /// that its family comes from, if the order matters: there are several, or their number is
    /// unknown.
    fn plain_solver(&self, entry: &Entry) -> Result<Option<Solver>, Trouble> {
        let puzzle = &*entry.puzzle;
        let Some((nodes, engine)) = self.plain_search.zip(puzzle.plain_engine()) else {
            return Ok(None);
        };
        let solver = self.asker.solver_for(entry);
        let count = |asked: &mut Asked| Ok(asked.limit(2).count());
        let few = solver.clone().nodes(nodes);
        let count = self.asker.ask_solver(&few, entry, count)?;
        if count.end == End::Complete && count.number < BigUint::from(2_u32) {
            return Ok(None);
        }
        let solver = solver.engine(engine);
        Ok(Some(
            solver.map_err(|refusal| Failure::of_refusal(&refusal))?,
        ))
    }

    /// The first solution in the order of a solver's engine, where that is found soon.
    fn first_of(
        &self,
        solver: Solver,
        entry: &Entry,
    ) -> Result<Option<Provider<'static>>, Trouble> {
        let nodes = self.plain_search.unwrap_or(MOST_ORDER_NODES);
        let solver = solver.nodes(nodes);
        let question = |asked: &mut Asked| {
            let meter = Stopwatch::start(asked);
            let answer = asked.first();
            Ok((answer, meter.cost(asked)))
        };
        let (First { solution, end }, cost) = self.asker.ask_solver(&solver, entry, question)?;
        if solution.is_none() && end != End::Complete {
            let (engine, why) = (solver.engine_name(), limits::why(end));
            talk::say(&format!(
                "{engine}, which has the order of the old program, found no solution ({why}); \
                 another engine searches"
            ));
        }
        Ok(solution.map(|solution| Provider::Built(solution, cost)))
    }

    /// Goes through the solutions that are wanted.
    fn search(
        &self,
        asked: Provider<'_>,
        mut visit: impl FnMut(&[Choice]) -> Result<(), Trouble>,
    ) -> Result<Tally, Trouble> {
        let asked = match asked {
            Provider::Engine(asked) if self.limit != Some(1) => asked,
            asked => {
                let (First { solution, end }, cost) = asked.first()?;
                if let Some(solution) = &solution {
                    visit(solution)?;
                }
                // One solution was wanted, so that there may be more of them was not looked at.
                let end = match end {
                    End::Complete if solution.is_some() => End::Limit,
                    end => end,
                };
                let found = solution.is_some().into();
                return Ok(Tally { found, end, cost });
            }
        };
        let meter = Stopwatch::start(asked);
        let mut found = 0;
        let end = {
            let mut solutions = asked.limit(self.limit).solutions();
            for solution in solutions.by_ref() {
                visit(&solution)?;
                found += 1;
            }
            solutions.end().expect("all were pulled")
        };
        Failure::of_answer(asked)?;
        Ok(Tally {
            found,
            end,
            cost: meter.cost(asked),
        })
    }

    fn draw(
        &self,
        entry: &Entry,
        asked: Provider<'_>,
        out: &mut dyn Write,
    ) -> Result<Exit, Trouble> {
        if let Provider::Engine(asked) = &asked
            && let Some(contradiction) = asked.contradiction()
        {
            return Err(Failure::new(contradiction.to_string()).into());
        }
        let asked = match (self.head(entry)?, asked) {
            (Some(head), Provider::Engine(asked)) => return self.report(&head, entry, asked, out),
            (_, asked) => asked,
        };
        let gap = "\n".repeat(self.show.gap(&*entry.puzzle));
        let mut is_first = true;
        let tally = self.search(asked, |solution| {
            let text = self.show.alone(&*entry.puzzle.fill(solution))?;
            if !std::mem::take(&mut is_first) && text.matches('\n').count() > 1 {
                out.write_all(gap.as_bytes())?;
            }
            out.write_all(text.as_bytes())?;
            Ok(())
        })?;
        out.flush()?;
        self.tell(&tally);
        Ok(tally.exit())
    }

    /// The way to write the number of solutions and then solutions: in a style of the family, or all of them as
    /// the program printed them that the family comes from.
    fn head(&self, entry: &Entry) -> Result<Option<Head>, Failure> {
        if let Some(style) = self.show.style_of(&*entry.puzzle)? {
            return Ok(Some(Head::Style(style)));
        }
        let is_old = self.show.is_plain() && self.limit.is_none();
        let is_old = is_old && entry.puzzle.plain_report("").is_some();
        Ok(is_old.then_some(Head::Old))
    }

    /// The number of solutions, and the first or all of them.
    fn report(
        &self,
        head: &Head,
        entry: &Entry,
        asked: &mut Asked,
        out: &mut dyn Write,
    ) -> Result<Exit, Trouble> {
        let Some(count) = exact_count(asked)? else {
            return Ok(Exit::Stopped);
        };
        let puzzle = &*entry.puzzle;
        let text = match head {
            Head::Style(style) => (style.head)(&count),
            Head::Old => puzzle.plain_report(&count).unwrap_or_default(),
        };
        out.write_all(text.as_bytes())?;
        let mut number = 0;
        let tally = self.search(Provider::Engine(asked), |solution| {
            number += 1;
            let filled = puzzle.fill(solution);
            let (before, text) = match head {
                Head::Style(style) => {
                    let is_apart = style.is_apart || number > 1;
                    let before = if is_apart { "\n" } else { "" };
                    (before.to_owned(), written(&*filled, style.format)?)
                }
                Head::Old => (puzzle.plain_label(number), filled.plain()),
            };
            Ok(write!(out, "{before}{text}")?)
        })?;
        out.flush()?;
        self.tell_stats(&tally);
        if self.limit == Some(0) {
            // The number is all that was asked for.
            return Ok(Exit::Yes);
        }
        Ok(tally.exit())
    }

    fn tell(&self, tally: &Tally) {
        let number = number_of(tally.found, "solution");
        let why = limits::why(tally.end);
        match (tally.found, tally.end) {
            (0, End::Complete) => talk::say("no solution"),
            (0, _) => talk::say(&format!("no solution found so far ({why})")),
            (1, End::Limit) if self.limit == Some(1) => {}
            (1, _) if self.limit == Some(1) => talk::say(&format!(
                "this is a solution, but perhaps not the first one ({why})"
            )),
            (_, End::Complete) => talk::say(&number),
            (_, _) => talk::say(&format!("{number} so far, perhaps more ({why})")),
        }
        self.tell_stats(tally);
    }

    fn tell_stats(&self, tally: &Tally) {
        if let Some(cost) = self.asker.told(tally.cost) {
            talk::say(&in_words(cost));
        }
    }

    /// The JSON object; where several solutions are wanted, each is written as it is found.
    fn object(
        &self,
        entry: &Entry,
        asked: Provider<'_>,
        out: &mut dyn Write,
    ) -> Result<Exit, Trouble> {
        // From here on there is an object, and it is closed whatever ends the search.
        limits::set_object(None);
        if self.limit == Some(1) {
            let (first, cost) = asked.first()?;
            let mut write = |solution: &[Choice]| self.show.solution(entry, solution);
            let answer = Answer::solved(&first, &mut write)?.costing(self.asker.told(cost));
            return Ok(Line::object(answer, entry.place()).write(out)?);
        }
        let mut exit = Exit::Yes;
        write_list(out, &entry.place(), |put| {
            let tally = self.search(asked, |solution| {
                Ok(put(PuzzleText(self.show.solution(entry, solution)?))?)
            })?;
            exit = tally.exit();
            let status = status_of_list(tally.found, tally.end);
            let found = Found::Solve {
                solution: None,
                solutions: None,
            };
            let answer = Answer::new(status, tally.end, found);
            Ok(answer.costing(self.asker.told(tally.cost)))
        })?;
        Ok(exit)
    }

    /// The answer for a puzzle by itself.
    fn answer(
        &self,
        entry: &Entry,
        asked: Provider<'_>,
        out: &mut dyn Write,
    ) -> Result<Exit, Trouble> {
        if self.json && self.asker.may_fail() {
            // Whole or not at all: a failure has an object of its own.
            let mut text = Vec::new();
            let exit = self.object(entry, asked, &mut text)?;
            out.write_all(&text)?;
            Ok(exit)
        } else if self.json {
            self.object(entry, asked, out)
        } else if entry.line.is_some() && !self.show.is_report() {
            self.plain_lines(entry, asked, out)
        } else {
            self.draw(entry, asked, out)
        }
    }

    /// A line for each solution, or a remark where there is none.
    fn plain_lines(
        &self,
        entry: &Entry,
        asked: Provider<'_>,
        out: &mut dyn Write,
    ) -> Result<Exit, Trouble> {
        let tally = self.search(asked, |solution| {
            let text = self.show.solution(entry, solution)?;
            Ok(writeln!(out, "{text}")?)
        })?;
        if let Some(rest) = rest_of_list(tally.found, tally.end) {
            writeln!(out, "# {rest}")?;
        }
        Ok(tally.exit())
    }
}

/// The number of solutions of a puzzle, in digits; or `None`, after reporting the lower bound.
fn exact_count(asked: &mut Asked) -> Result<Option<String>, Trouble> {
    let count = asked.limit(None).count();
    Failure::of_answer(asked)?;
    if count.is_exact() {
        return Ok(Some(count.number.to_string()));
    }
    let number = number_of(&count.number, "solution");
    talk::say(&format!("at least {number} ({})", limits::why(count.end)));
    Ok(None)
}

impl Question for Solve {
    fn asker(&self) -> &Asker {
        &self.asker
    }

    fn task(&self) -> &Task {
        &self.task
    }

    fn style(&self) -> Style {
        Style {
            is_drawn: self.show.is_drawn(),
            column: Some("solution"),
            most_lines: self.limit.filter(|_| !self.show.is_report()),
            ..Style::of_lines(self.json)
        }
    }

    fn alone(&self, entry: &Entry, out: &mut dyn Write) -> Result<Exit, Trouble> {
        let begun = Instant::now();
        let wants_one = self.limit == Some(1) && !self.show.is_report();
        let built = wants_one.then(|| self.asker.solver_for(entry).built(&*entry.puzzle));
        if let Some(solution) = built.flatten() {
            let cost = Cost::new(0, begun.elapsed().as_secs_f64());
            return self.answer(entry, Provider::Built(solution, cost), out);
        }
        let mut solver = self.asker.solver_for(entry);
        if let Some(plain) = self.plain_solver(entry)? {
            if !wants_one {
                solver = plain;
            } else if let Some(first) = self.first_of(plain, entry)? {
                return self.answer(entry, first, out);
            }
        }
        self.asker.ask_solver(&solver, entry, |asked| {
            self.answer(entry, Provider::Engine(asked), out)
        })
    }
}
