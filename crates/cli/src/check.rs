//! `tilewright check`.

use crate::args;
use crate::asker::{Asker, Meter};
use crate::exit::Exit;
use crate::failure::{Failure, Trouble};
use crate::json::{end_word, quoted, value};
use crate::run::{Entry, Line, Setting, Work};
use crate::show::Show;
use crate::talk::number_of;
use std::io::Write;
use std::sync::Arc;
use tilewright::{Choice, End, Existence, Redundant, Session, Verdict};

/// Checks what the command line names.
pub(crate) fn run(args: &args::Check) -> Result<Exit, Trouble> {
    let setting = Setting::new(&args.input, args.search.threads, args.search.verbose);
    let work: Arc<dyn Work> = Arc::new(Check {
        asker: Asker::new(&setting, &args.input, &args.search)?,
        show: Show::new(&args.output)?,
        json: args.output.json,
    });
    Ok(setting.run(&work)?)
}

struct Check {
    asker: Asker,
    show: Show,
    json: bool,
}

impl Check {
    /// The verdict for a person, with two solutions where there are several.
    fn tell(
        &self,
        entry: &Entry,
        session: &mut Session<'_>,
        out: &mut dyn Write,
    ) -> Result<Exit, Trouble> {
        let meter = Meter::start(session);
        let verdict = session.check(&*entry.puzzle);
        for sentence in sentences(&verdict) {
            writeln!(out, "{sentence}")?;
        }
        if let Existence::Several(first, second) = &verdict.solutions {
            let draw = |solution: &[Choice]| self.show.alone(&*entry.puzzle.fill(solution));
            write!(out, "\none solution:\n{}", draw(first)?)?;
            write!(out, "\nanother solution:\n{}", draw(second)?)?;
        }
        if let Some(cost) = self.asker.told(meter.cost(session)) {
            out.flush()?;
            cost.say();
        }
        Ok(exit(&verdict.solutions))
    }

    /// The verdict as a JSON object.
    fn object(&self, entry: &Entry, session: &mut Session<'_>) -> Result<Line, Failure> {
        let meter = Meter::start(session);
        let verdict = session.check(&*entry.puzzle);
        let (solvable, unique, found, end) = match &verdict.solutions {
            Existence::None => (Some(false), Some(false), vec![], End::Complete),
            Existence::Unique(one) => (Some(true), Some(true), vec![one], End::Complete),
            Existence::Several(one, other) => {
                (Some(true), Some(false), vec![one, other], End::Complete)
            }
            Existence::Unknown { found, end } => (
                found.as_ref().map(|_| true),
                None,
                found.iter().collect(),
                *end,
            ),
        };
        let write = |solution: &Vec<Choice>| {
            let filled = entry.puzzle.fill(solution);
            let text = self.show.line(&*entry.puzzle, &*filled, entry.reading)?;
            Ok::<_, Failure>(value(&text))
        };
        let found: Vec<String> = found.into_iter().map(write).collect::<Result<_, _>>()?;
        let mut object = entry.object();
        object = object.plain("valid", verdict.contradiction.is_none());
        if let Some(contradiction) = &verdict.contradiction {
            object = object.text("contradiction", &contradiction.to_string());
        }
        object = object
            .maybe("solvable", solvable)
            .maybe("unique", unique)
            .list("solutions", &found)
            .text("end", end_word(end));
        if unique == Some(true) {
            let Redundant {
                clues,
                tried,
                total,
                ..
            } = verdict.redundant;
            let clues: Vec<String> = clues.iter().map(|clue| quoted(clue)).collect();
            object = object
                .list("redundant", &clues)
                .plain("clues_tried", tried)
                .plain("clues", total);
        }
        let object = object.cost(self.asker.told(meter.cost(session)));
        Ok(Line::Data(object.close(), exit(&verdict.solutions)))
    }

    /// One word for a line of a stream. Redundant clues are not looked for.
    fn word(entry: &Entry, session: &mut Session<'_>) -> Line {
        if session.contradiction(&*entry.puzzle).is_some() {
            return Line::Data("invalid".to_owned(), Exit::No);
        }
        let existence = session.existence(&*entry.puzzle);
        let word = match existence {
            Existence::None => "unsolvable",
            Existence::Unique(_) => "unique",
            Existence::Several(..) => "several",
            Existence::Unknown { .. } => "unknown",
        };
        Line::Data(word.to_owned(), exit(&existence))
    }
}

fn exit(existence: &Existence) -> Exit {
    match existence {
        Existence::Unique(_) => Exit::Yes,
        Existence::None | Existence::Several(..) => Exit::No,
        Existence::Unknown { .. } => Exit::Stopped,
    }
}

/// The verdict, a sentence for each question that has an answer.
fn sentences(verdict: &Verdict) -> Vec<String> {
    if let Some(contradiction) = &verdict.contradiction {
        return vec![format!("not valid: {contradiction}")];
    }
    let mut said = vec!["valid".to_owned()];
    match &verdict.solutions {
        Existence::None => said.push("not solvable".to_owned()),
        Existence::Several(..) => {
            said.push("solvable".to_owned());
            said.push("not unique".to_owned());
        }
        Existence::Unknown { found: None, end } => {
            said.push(format!("unknown whether it is solvable ({end})"));
        }
        Existence::Unknown {
            found: Some(_),
            end,
        } => {
            said.push("solvable".to_owned());
            said.push(format!("unknown whether it is unique ({end})"));
        }
        Existence::Unique(_) => {
            said.push("solvable".to_owned());
            said.push("unique".to_owned());
            said.push(redundant_sentence(&verdict.redundant));
        }
    }
    said
}

fn redundant_sentence(redundant: &Redundant) -> String {
    let Redundant {
        clues,
        tried,
        total,
        end,
    } = redundant;
    let tried = if tried == total {
        number_of(total, "clue")
    } else {
        format!("{tried} clues tried, of {total} ({end})")
    };
    match &clues[..] {
        [] => format!("no redundant clue among {tried}"),
        clues => format!(
            "{} among {tried}: {}",
            number_of(clues.len(), "redundant clue"),
            clues.join(", ")
        ),
    }
}

impl Work for Check {
    fn alone(&self, entry: &Entry, out: &mut dyn Write) -> Result<Exit, Trouble> {
        self.asker.ask(entry, |session| {
            if !self.json {
                return self.tell(entry, session, out);
            }
            let (Line::Data(text, exit) | Line::Remark(text, exit)) =
                self.object(entry, session)?;
            writeln!(out, "{text}")?;
            Ok(exit)
        })
    }

    fn lines(
        &self,
        entries: &mut dyn Iterator<Item = Entry>,
        done: &mut dyn FnMut(Entry, Result<Line, Failure>),
    ) {
        self.asker.ask_each(entries, done, |entry, session| {
            if self.json {
                self.object(entry, session)
            } else {
                Ok(Self::word(entry, session))
            }
        });
    }

    fn is_drawn(&self) -> bool {
        true
    }

    fn is_json(&self) -> bool {
        self.json
    }

    fn column(&self) -> Option<&'static str> {
        Some("verdict")
    }
}
