//! `tilewright count`.

use crate::args;
use crate::asker::{Asker, Meter};
use crate::exit::Exit;
use crate::failure::{Failure, Trouble};
use crate::json::end_word;
use crate::run::{Entry, Line, Setting, Work};
use crate::talk::{self, number_of};
use std::io::Write;
use std::sync::Arc;
use tilewright::{End, Session};

/// Counts the solutions of what the command line names.
pub(crate) fn run(args: &args::Count) -> Result<Exit, Trouble> {
    let setting = Setting::new(&args.input, args.search.threads, args.search.verbose);
    let work: Arc<dyn Work> = Arc::new(Count {
        asker: Asker::new(&setting, &args.input, &args.search)?,
        json: args.json,
        limit: args.limit,
    });
    Ok(setting.run(&work)?)
}

struct Count {
    asker: Asker,
    json: bool,
    limit: Option<u64>,
}

impl Count {
    /// The number, or a remark where the counting was stopped.
    fn line(&self, entry: &Entry, session: &mut Session<'_>) -> Line {
        let meter = Meter::start(session);
        let count = session.count(&*entry.puzzle, self.limit);
        let zero = 0u32.into();
        let exit = match count.end {
            End::Complete if count.number == zero => Exit::No,
            End::Complete => Exit::Yes,
            _ => Exit::Stopped,
        };
        let cost = self.asker.told(meter.cost(session));
        if self.json {
            let object = if count.is_exact() {
                entry.object().plain("count", &count.number)
            } else {
                entry
                    .object()
                    .plain("count", "null")
                    .plain("at_least", &count.number)
            };
            let object = object.text("end", end_word(count.end)).cost(cost);
            return Line::Data(object.close(), exit);
        }
        if let Some(cost) = cost
            && entry.line.is_none()
        {
            cost.say();
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
        let line = self.asker.ask(entry, |session| {
            match session.contradiction(&*entry.puzzle) {
                Some(contradiction) => Err(Failure::new(contradiction.to_string()).into()),
                None => Ok(self.line(entry, session)),
            }
        })?;
        match line {
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
        self.asker.ask_each(
            entries,
            done,
            |entry, session| Ok(self.line(entry, session)),
        );
    }

    fn is_json(&self) -> bool {
        self.json
    }

    fn column(&self) -> Option<&'static str> {
        Some("count")
    }
}
