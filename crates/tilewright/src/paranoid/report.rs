//! The report of two answers that disagree: one text that a person can paste.

use super::second::Asker;
use std::fmt;
use tilewright_engines::{Ask, Budget};
use tilewright_model::{Choice, Model, Numbered};
use tilewright_puzzles::Puzzle;
use tilewright_puzzles::export::to_xcc;

/// The subject of an answer.
#[derive(Clone, Copy)]
pub(crate) enum Subject<'s> {
    /// A puzzle of the model.
    Puzzle(&'s dyn Puzzle),
    /// A puzzle that was written down.
    Text(&'s Written),
    /// Another model, made on the way to an answer.
    Model,
}

/// A puzzle in a report.
#[derive(Clone, Debug)]
pub(crate) struct Written {
    /// The family and the format, as they are named after `--as`.
    format: String,
    text: String,
}

impl Written {
    /// A puzzle, in the first format that can be read again.
    pub(crate) fn of(puzzle: &dyn Puzzle) -> Self {
        let family = puzzle.family();
        let formats = family.formats.iter();
        let written = formats
            .filter(|format| format.is_read())
            .find_map(|format| {
                let text = format.write(puzzle).ok()?;
                Some(Self {
                    format: format!("{}:{}", family.name, format.name),
                    text,
                })
            });
        written.unwrap_or_else(|| Self {
            format: family.name.to_string(),
            text: puzzle.plain(),
        })
    }

    /// A board of a run in bulk.
    pub(crate) fn board(board: &[u8]) -> Self {
        let digit = |&value: &u8| (value < 10).then(|| char::from(b'0' + value));
        let digits: Option<String> = board.iter().map(digit).collect();
        let numbers = || {
            board
                .iter()
                .map(u8::to_string)
                .collect::<Vec<_>>()
                .join(" ")
        };
        Self {
            format: "a board in bulk, a value for each tile".to_owned(),
            text: digits.unwrap_or_else(numbers),
        }
    }
}

/// Two answers that disagree, with all that is needed to see that again.
///
/// Its text is made to be pasted: a line for each thing that is known, and the puzzle.
#[derive(Clone, Debug)]
pub struct Mismatch {
    engine: String,
    /// The possible culprit.
    culprit: String,
    lines: Vec<(String, String)>,
    puzzle: Written,
}

impl Mismatch {
    /// The first line of its text.
    pub const HEADING: &'static str = "tilewright: two answers disagree, so one of them is wrong";

    pub(crate) fn new(asker: &Asker, subject: Subject<'_>, model: &Model, ask: &Ask) -> Self {
        let puzzle = match subject {
            Subject::Puzzle(puzzle) => Written::of(puzzle),
            Subject::Text(written) => written.clone(),
            Subject::Model => Written {
                format: "cover:xcc".to_owned(),
                text: to_xcc(model, &Numbered(model), &[], &Budget::default())
                    .unwrap_or_else(|unbuilt| unbuilt.to_string()),
            },
        };
        let mut mismatch = Self {
            engine: asker.engine.to_owned(),
            culprit: "the program".to_owned(),
            lines: Vec::new(),
            puzzle,
        };
        let build = if cfg!(debug_assertions) {
            "with debug assertions"
        } else {
            "release"
        };
        let system = format!("{} {}", std::env::consts::ARCH, std::env::consts::OS);
        let version = env!("CARGO_PKG_VERSION");
        mismatch.add("version", &format!("{version}, {build}, {system}"));
        mismatch.add("engine", asker.engine);
        let seed = ask.seed.or(asker.seed);
        mismatch.add(
            "seed",
            &seed.map_or("none".to_owned(), |seed| seed.to_string()),
        );
        mismatch.add("threads", &asker.threads.to_string());
        mismatch.add("given", &numbers(&ask.given));
        mismatch.add("barred", &numbers(&ask.barred));
        mismatch
    }

    /// The engine of the answer that was checked.
    pub fn engine(&self) -> &str {
        &self.engine
    }

    /// Names the possible culprit, if that is not "the program" alone: an engine may be another
    /// program.
    pub fn blame(&mut self, culprit: &str) {
        culprit.clone_into(&mut self.culprit);
    }

    /// Adds what else is known: the command that was typed, say.
    pub fn add(&mut self, what: &str, is: &str) {
        self.lines.push((what.to_owned(), is.to_owned()));
    }
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", Self::HEADING)?;
        writeln!(
            f,
            "This is a fault of {}. This is all that is needed to find it:",
            self.culprit
        )?;
        writeln!(f, "----- report -----")?;
        for (what, is) in &self.lines {
            writeln!(f, "{what}: {is}")?;
        }
        let Written { format, text } = &self.puzzle;
        writeln!(f, "puzzle: {format}")?;
        writeln!(f, "{}", text.trim_end_matches('\n'))?;
        write!(f, "----- end -----")
    }
}

impl std::error::Error for Mismatch {}

/// A solution in the words of its puzzle, and by the numbers of its choices.
pub(crate) fn told(subject: Subject<'_>, solution: &[Choice], model: &Model) -> String {
    let is_known = solution.iter().all(|c| c.index() < model.choice_count());
    let names = match subject {
        Subject::Puzzle(puzzle) if is_known => {
            let names = solution.iter().map(|&choice| puzzle.choice_name(choice));
            names.collect::<Vec<_>>().join(", ")
        }
        _ => String::new(),
    };
    match names.as_str() {
        "" => format!("choices {}", numbers(solution)),
        names => format!("{names} (choices {})", numbers(solution)),
    }
}

fn numbers(choices: &[Choice]) -> String {
    if choices.is_empty() {
        return "none".to_owned();
    }
    let numbers = choices.iter().map(|choice| choice.0.to_string());
    numbers.collect::<Vec<_>>().join(" ")
}
