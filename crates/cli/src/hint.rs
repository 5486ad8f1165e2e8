//! `tilewright hint`: the easiest next step, where to look first, then what follows there.

use crate::args;
use crate::asker::{Asker, Question};
use crate::exit::Exit;
use crate::failure::{Failure, Trouble};
use crate::outlet;
use crate::reasons;
use crate::run::{Entry, Line, Setting, Style, Work};
use crate::show::Show;
use std::io::Write;
use std::sync::Arc;
use tilewright::answer::{Answer, Found, ToldStep};
use tilewright::explain::Manner;
use tilewright::{Asked, Existence, Status};

/// Hints at the named puzzles.
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
    /// A step that was found; the status is the verdict about the puzzle.
    fn found(
        &self,
        entry: &Entry,
        existence: &Existence,
        hint: &tilewright::explain::Hint,
    ) -> Answer {
        let found = if self.vague {
            Found::Hint {
                step: None,
                look: Some(hint.telling.place.clone()),
            }
        } else {
            let step = ToldStep::new(&*entry.puzzle, &hint.step, &hint.telling, 0);
            Found::Hint {
                step: Some(step),
                look: None,
            }
        };
        Answer::new(existence.status(), existence.end(), found)
    }
}

impl Question for Hint {
    fn asker(&self) -> &Asker {
        &self.asker
    }

    fn style(&self) -> Style {
        Style::of_lines(self.json)
    }

    fn answer(&self, entry: &Entry, asked: &mut Asked) -> Result<Answer, Failure> {
        let existence = asked.existence();
        Failure::of_answer(asked)?;
        if let Some(answer) = Answer::not_unique(asked, &existence) {
            return Ok(answer);
        }
        let manner = self.manner.proved(&existence);
        let end = existence.end();
        Ok(match asked.manner(manner).hint() {
            Ok(Some(hint)) => self.found(entry, &existence, &hint),
            Ok(None) if asked.is_complete() == Ok(true) => Answer::nothing(Status::Solved, end),
            Ok(None) => Answer::nothing(Status::Stuck, end),
            Err(stopped) => Answer::nothing(Status::Stopped, stopped),
        })
    }

    fn told(&self, _: &Entry, _: &mut Asked) -> Result<Line, Failure> {
        Err(reasons::one_at_a_time("hint"))
    }

    fn tell(&self, entry: &Entry, asked: &mut Asked, out: &mut dyn Write) -> Result<Exit, Trouble> {
        let existence = asked.existence();
        if let Some(exit) = reasons::why_not_one(entry, asked, &existence, &self.show, out)? {
            return Ok(exit);
        }
        match asked.manner(self.manner.proved(&existence)).hint() {
            Ok(Some(hint)) => {
                writeln!(out, "look at {}", hint.telling.place)?;
                if !self.vague {
                    let sentence = reasons::sentence(&hint.telling);
                    writeln!(out, "{}: {sentence}", hint.telling.name)?;
                }
                Ok(Exit::Yes)
            }
            Ok(None) if asked.is_complete() == Ok(true) => {
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
}
