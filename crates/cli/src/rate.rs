//! `tilewright rate`: how hard puzzles are, a line each.

use crate::args;
use crate::asker::{Asker, ask_line};
use crate::exit::Exit;
use crate::failure::{Failure, Trouble};
use crate::outlet;
use crate::run::{Entry, Line, Setting, Work};
use crate::table::{self, Order};
use std::io::Write;
use std::sync::Arc;
use tilewright::answer::{Answer, Place, PuzzleText};
use tilewright::rating::Rating;
use tilewright::{Asked, Rated, Solver};
use tilewright_batch::{Operation, clue_count};

/// The heading of the columns.
const HEADING: &str = "puzzle\tse\thodoku_level\thodoku_score\tdifficulty\thardest";

/// The content of an empty column.
const NOTHING: &str = "-";

/// Rates the named puzzles.
pub(crate) fn run(args: &args::Rate) -> Result<Exit, Trouble> {
    let search = args.pace.search();
    let setting = Setting::new(&args.input, search.threads, search.verbose).within(search.time);
    outlet::refuse_picture(args.table.name())?;
    if let Some(output) = table::wanted(&args.table)? {
        table::refuse_flags(&[("--json", args.json)])?;
        let asker = Asker::new(&setting, &args.input, &search)?;
        let task = table::task(Operation::Rate, &args.input, None)?;
        let order = Order::new(task, asker.pace(&setting), output, &args.table);
        return table::run(&setting, &order);
    }
    let work: Arc<dyn Work> = Arc::new(Rate {
        asker: Asker::new(&setting, &args.input, &search)?,
        json: args.json,
    });
    setting.run(&work, args.table.name())
}

struct Rate {
    asker: Asker,
    json: bool,
}

impl Rate {
    fn tell_line(&self, entry: &Entry, asked: &mut Asked) -> Result<Line, Failure> {
        let rated = asked.rate();
        Failure::of_answer(asked)?;
        let answer = Answer::rated(&rated, Some(clue_count(&*entry.puzzle)));
        if self.json {
            let place = Place {
                puzzle: Some(PuzzleText(written(entry))),
                ..entry.place()
            };
            return Ok(Line::object(answer, place));
        }
        Ok(Line::Data(columns(entry, &rated), Exit::of(&answer)))
    }
}

/// The puzzle on one line, as it was read if that was one; or its file, where it takes several.
fn written(entry: &Entry) -> String {
    let puzzle = &*entry.puzzle;
    let as_read = entry.reading.as_ref().map(|reading| &reading.format);
    let formats = as_read.into_iter().chain(&puzzle.family().formats);
    let mut lines = formats.filter(|format| format.is_line && format.is_written());
    let text = lines.find_map(|format| format.write(puzzle).ok());
    let text = text.map(|text| text.trim_end_matches('\n').to_owned());
    let is_line = |text: &String| !text.contains(['\n', '\t']);
    text.filter(is_line)
        .unwrap_or_else(|| entry.file.replace(['\n', '\t'], " "))
}

fn columns(entry: &Entry, rated: &Rated) -> String {
    let puzzle = written(entry);
    let rating = match rated {
        Rated::Unique(rating) => rating,
        other => {
            let nothing = [NOTHING; 4].join("\t");
            return format!("{puzzle}\t{nothing}\t{}", why_none(other));
        }
    };
    let (se, level, score) = match &rating.nine {
        Some(nine) => (
            nine.se
                .as_ref()
                .map_or_else(|_| NOTHING.into(), |se| tenths(se.er)),
            nine.hodoku.level.name(),
            nine.hodoku.score.to_string(),
        ),
        None => (NOTHING.into(), NOTHING, NOTHING.into()),
    };
    let difficulty = rating.difficulty.map_or_else(|| NOTHING.into(), two_places);
    let hardest = hardest(rating);
    format!("{puzzle}\t{se}\t{level}\t{score}\t{difficulty}\t{hardest}")
}

/// The name of the hardest step.
fn hardest(rating: &Rating) -> &str {
    match (&rating.hardest, rating.difficulty) {
        (_, None) => "search",
        (Some(name), Some(_)) => name,
        (None, Some(_)) => NOTHING,
    }
}

fn tenths(rating: u16) -> String {
    format!("{}.{}", rating / 10, rating % 10)
}

fn two_places(difficulty: f64) -> String {
    format!("{difficulty:.2}")
}

/// The reason why a puzzle has no rating, in the last column: "stopped (time is up)".
fn why_none(rated: &Rated) -> String {
    match rated {
        Rated::Stopped(end) => format!("{} ({end})", rated.status().word()),
        other => other.status().word().to_owned(),
    }
}

impl Work for Rate {
    fn alone(&self, entry: &Entry, out: &mut dyn Write) -> Result<Exit, Trouble> {
        self.asker.ask(entry, |asked| {
            Ok(self.tell_line(entry, asked)?.write(out)?)
        })
    }

    fn solver(&self) -> Solver {
        self.asker.of_thread()
    }

    fn line(&self, solver: &Solver, entry: &Entry) -> Result<Line, Failure> {
        ask_line(solver, entry, |asked| self.tell_line(entry, asked))
    }

    fn is_json(&self) -> bool {
        self.json
    }

    fn column(&self) -> Option<&'static str> {
        None
    }

    fn heading(&self) -> Option<&'static str> {
        (!self.json).then_some(HEADING)
    }
}
