//! `tilewright count`.

use crate::args;
use crate::exit::Exit;
use crate::failure::{Failure, Trouble};
use crate::json::end_word;
use crate::run::{Entry, Line, Setting, Work, with_sessions};
use crate::talk::{self, number_of};
use std::io::Write;
use std::sync::Arc;
use std::time::Instant;
use tilewright::{End, Session, Solver};

/// Counts the solutions of what the command line names.
pub(crate) fn run(args: &args::Count) -> Result<Exit, Trouble> {
    let setting = Setting::new(&args.input, args.search.threads, args.search.verbose);
    let solver = setting
        .solver(&args.input, &args.search)
        .map_err(|refusal| Failure::of_refusal(&refusal))?;
    let work: Arc<dyn Work> = Arc::new(Count {
        solver,
        stats: args.search.stats,
        json: args.json,
        limit: args.limit,
    });
    Ok(setting.run(&work)?)
}

struct Count {
    solver: Solver,
    stats: bool,
    json: bool,
    limit: Option<u64>,
}

impl Count {
    /// The number, or a remark where the counting was stopped.
    fn line(&self, entry: &Entry, session: &mut Session<'_>) -> Line {
        let start = Instant::now();
        let before = session.stats().nodes;
        let count = session.count(&*entry.puzzle, self.limit);
        let zero = 0u32.into();
        let exit = match count.end {
            End::Complete if count.number == zero => Exit::No,
            End::Complete => Exit::Yes,
            _ => Exit::Stopped,
        };
        let mut stats = session.stats();
        stats.nodes -= before;
        let seconds = start.elapsed().as_secs_f64();
        if self.json {
            let object = if count.is_exact() {
                entry.object().plain("count", &count.number)
            } else {
                entry
                    .object()
                    .plain("count", "null")
                    .plain("at_least", &count.number)
            };
            let object = object
                .text("end", end_word(count.end))
                .cost(self.stats.then_some((stats, seconds)));
            return Line::Data(object.close(), exit);
        }
        if self.stats && entry.line.is_none() {
            let nodes = number_of(stats.nodes, "node");
            talk::say(&format!("{nodes} in {seconds:.3} s"));
        }
        if count.is_exact() {
            return Line::Data(count.number.to_string(), exit);
        }
        let number = number_of(&count.number, "solution");
        Line::Remark(format!("at least {number} ({})", count.end), exit)
    }
}

impl Work for Count {
    fn alone(&self, entry: &Entry, out: &mut dyn Write) -> Result<Exit, Trouble> {
        let answer = self.solver.run(&*entry.puzzle, |session| {
            match session.contradiction(&*entry.puzzle) {
                Some(contradiction) => Err(Failure::new(contradiction.to_string())),
                None => Ok(self.line(entry, session)),
            }
        });
        match answer.map_err(|refusal| Failure::of_refusal(&refusal))?? {
            Line::Data(data, exit) => {
                writeln!(out, "{data}")?;
                Ok(exit)
            }
            Line::Remark(remark, exit) => {
                talk::say(&remark);
                Ok(exit)
            }
        }
    }

    fn lines(
        &self,
        entries: &mut dyn Iterator<Item = Entry>,
        done: &mut dyn FnMut(Entry, Result<Line, Failure>),
    ) {
        let solver = self.solver.clone().threads(1);
        with_sessions(&solver, entries, done, |entry, session| {
            Ok(self.line(entry, session))
        });
    }

    fn is_json(&self) -> bool {
        self.json
    }

    fn column(&self) -> &'static str {
        "count"
    }
}
