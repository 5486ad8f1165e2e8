//! `tilewright hint`: the easiest next step, where to look first, then what is to be seen there.

use crate::args;
use crate::asker::Asker;
use crate::exit::Exit;
use crate::failure::{Failure, Trouble};
use crate::json::Object;
use crate::outlet;
use crate::reasons;
use crate::run::{Entry, Line, Setting, Work};
use crate::show::Show;
use std::io::Write;
use std::sync::Arc;
use tilewright::{Asked, End, Existence, Manner, Standing, Status, end_of};

/// Hints at what the command line names.
pub(crate) fn run(args: &args::Hint) -> Result<Exit, Trouble> {
    let search = args.pace.search();
    let output = args.outlet.name();
    outlet::refuse_others(output)?;
    let setting = Setting::new(&args.input, search.threads, search.verbose).within(search.time);
    let work: Arc<dyn Work> = Arc::new(Hint {
        asker: Asker::new(&setting, &args.input, &search)?,
        show: Show::new(&args::Output::default(), output)?,
        vague: args.vague,
        manner: Manner {
            unique: args.unique,
            ..Manner::default()
        },
        json: args.json || outlet::is_json_lines(output),
    });
    setting.run(&work, output)
}

struct Hint {
    asker: Asker,
    show: Show,
    vague: bool,
    manner: Manner,
    json: bool,
}

impl Hint {
    fn tell(&self, entry: &Entry, asked: &mut Asked, out: &mut dyn Write) -> Result<Exit, Trouble> {
        let existence = asked.existence();
        if let Some(exit) = reasons::why_not_one(entry, asked, &existence, &self.show, out)? {
            return Ok(exit);
        }
        match asked.hint_with(
            Standing::default(),
            reasons::proved(self.manner, &existence),
        ) {
            Ok(Some(hint)) => {
                writeln!(out, "look at {}", hint.telling.place)?;
                if !self.vague {
                    let sentence = reasons::sentence(&hint.telling);
                    writeln!(out, "{}: {sentence}", hint.telling.name)?;
                }
                Ok(Exit::Yes)
            }
            Ok(None) if asked.is_complete() => {
                writeln!(out, "nothing is left to do")?;
                Ok(Exit::Yes)
            }
            Ok(None) => {
                writeln!(out, "logic finds no step")?;
                Ok(Exit::Stopped)
            }
            Err(stopped) => {
                writeln!(out, "no step was found ({stopped})")?;
                Ok(Exit::Stopped)
            }
        }
    }

    fn object(&self, entry: &Entry, asked: &mut Asked) -> Result<Line, Failure> {
        let puzzle = &*entry.puzzle;
        let existence = asked.existence();
        Failure::of_answer(asked)?;
        let object = entry.object();
        let found = reasons::why_not_one_object(entry, asked, &existence, object);
        if let Some((object, exit)) = found {
            return Ok(Line::Data(object.close(), exit));
        }
        let object = entry.object();
        // What is known about the puzzle, unless there is more to say about the step.
        let known = existence.status();
        let mut end = match existence {
            Existence::Unknown { end, .. } => end,
            _ => End::Complete,
        };
        let step = |object: Object| object.text("outcome", "step").text("status", known.word());
        let (object, exit) = match asked.hint_with(
            Standing::default(),
            reasons::proved(self.manner, &existence),
        ) {
            Ok(Some(hint)) if self.vague => {
                (step(object).text("look", &hint.telling.place), Exit::Yes)
            }
            Ok(Some(hint)) => {
                let told = reasons::step_object(puzzle, &hint.step, &hint.telling).close();
                (step(object).plain("step", told), Exit::Yes)
            }
            Ok(None) if asked.is_complete() => {
                (reasons::with_status(object, Status::Solved), Exit::Yes)
            }
            Ok(None) => (reasons::with_status(object, Status::Stuck), Exit::Stopped),
            Err(stopped) => {
                end = end_of(stopped);
                let object = reasons::with_status(object, Status::Stopped);
                (object, Exit::Stopped)
            }
        };
        Ok(Line::Data(object.text("end", end.word()).close(), exit))
    }
}

impl Work for Hint {
    fn alone(&self, entry: &Entry, out: &mut dyn Write) -> Result<Exit, Trouble> {
        self.asker.ask(entry, |asked| {
            if !self.json {
                return self.tell(entry, asked, out);
            }
            Ok(self.object(entry, asked)?.write(out)?)
        })
    }

    fn lines(
        &self,
        entries: &mut dyn Iterator<Item = Entry>,
        done: &mut dyn FnMut(Entry, Result<Line, Failure>),
    ) {
        self.asker.ask_each(entries, done, |entry, asked| {
            if self.json {
                return self.object(entry, asked);
            }
            Err(reasons::one_at_a_time("hint"))
        });
    }

    fn is_json(&self) -> bool {
        self.json
    }

    fn column(&self) -> Option<&'static str> {
        None
    }
}
