//! `tilewright rate`: how hard puzzles are, a line each.

use crate::args::{Input, Pace, Table};
use crate::exit::Exit;
use crate::failure::Trouble;
use crate::line::Line;
use crate::run::{Asker, Entry, Question, Setting, Style, Work};
use crate::table;
use clap::Args;
use std::sync::Arc;
use tilewright::End;
use tilewright::answer::{Answer, Found, Origin, PuzzleText};
use tilewright_batch::{Operation, Task};

/// The heading of the columns.
const HEADING: &str = "puzzle\tse\thodoku_level\thodoku_score\tdifficulty\thardest";

/// The content of an empty column.
const NOTHING: &str = "-";

const RATE_CODES: &str = "\
Exit codes:
  0  yes: every puzzle is rated
  1  no: one has no solution, or several
  2  bad input
  3  stopped before there was an answer (--time, --nodes, --memory, Ctrl-C)";

/// Rate puzzles: how hard each is, a line of columns for each puzzle, on all cores.
///
/// The columns: the puzzle; the rating of Sudoku Explainer (ER); the level and the score of HoDoKu; our own
/// difficulty, which puzzles of all families have, from 1 to about 10; and the name of the hardest step. The scales
/// of Sudoku Explainer and HoDoKu are for 9×9 Sudoku, and `-` elsewhere. Our own and that of Sudoku Explainer are the
/// same for turned, relabelled and shuffled copies.
#[expect(
    clippy::doc_markdown,
    reason = "help is read in a terminal, where quotes would be in the way"
)]
#[derive(Debug, Args)]
#[command(after_help = RATE_CODES)]
pub(crate) struct Options {
    #[command(flatten)]
    input: Input,
    /// Write a JSON object for each puzzle, one a line, with the number of steps of each technique.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    pace: Pace,
    #[command(flatten)]
    table: Table,
}

/// Rates the named puzzles.
pub(crate) fn run(args: &Options) -> Result<Exit, Trouble> {
    let search = args.pace.search();
    let setting = Setting::searching(&args.input, &search);
    if table::wanted(&args.table)?.is_some() {
        table::refuse_flags(&[("--json", args.json)])?;
        let asker = Asker::new(&setting, &search)?;
        let task = table::task(Operation::Rate, &args.input, None)?;
        return table::run(&setting, task, asker.pace(&setting), &args.table);
    }
    let work: Arc<dyn Work> = Arc::new(Rate {
        asker: Asker::new(&setting, &search)?,
        task: Task::new(Operation::Rate),
        json: args.json,
    });
    setting.run(&work, args.table.name())
}

struct Rate {
    asker: Asker,
    task: Task,
    json: bool,
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

fn columns(entry: &Entry, answer: &Answer) -> String {
    let puzzle = written(entry);
    let Some(Found::Rate {
        difficulty,
        hardest,
        se,
        hodoku,
        clues: Some(_),
        ..
    }) = &answer.found
    else {
        let nothing = [NOTHING; 4].join("\t");
        return format!("{puzzle}\t{nothing}\t{}", why_none(answer));
    };
    let nothing = || NOTHING.to_owned();
    let se = se
        .as_ref()
        .map_or_else(nothing, |se| format!("{:.1}", se.er));
    let level = hodoku.as_ref().map_or(NOTHING, |hodoku| &hodoku.level);
    let score = hodoku
        .as_ref()
        .map_or_else(nothing, |hodoku| hodoku.score.to_string());
    let hardest = match difficulty {
        None => "search",
        Some(_) => hardest.as_deref().unwrap_or(NOTHING),
    };
    let difficulty = difficulty.map_or_else(nothing, |difficulty| format!("{difficulty:.2}"));
    format!("{puzzle}\t{se}\t{level}\t{score}\t{difficulty}\t{hardest}")
}

/// The reason why a puzzle has no rating, in the last column: "stopped (time is up)".
fn why_none(answer: &Answer) -> String {
    match (answer.word(), answer.end) {
        (word, End::Complete) => word.to_owned(),
        (word, end) => format!("{word} ({end})"),
    }
}

impl Question for Rate {
    fn asker(&self) -> &Asker {
        &self.asker
    }

    fn style(&self) -> Style {
        Style {
            heading: (!self.json).then_some(HEADING),
            ..Style::of_lines(self.json)
        }
    }

    fn task(&self) -> &Task {
        &self.task
    }

    fn place(&self, entry: &Entry) -> Origin {
        Origin {
            puzzle: Some(PuzzleText(written(entry))),
            ..entry.place()
        }
    }

    fn told(&self, entry: &Entry, answer: &Answer) -> Line {
        Line::Data(columns(entry, answer), Exit::of(answer))
    }
}
