//! The report of two answers that disagree: one text that a person can paste.

use crate::Ask;
use std::fmt;
use tilewright_model::{Choice, Model};

/// The subject of a question, in words that engines do not know: for reports.
pub trait Subject: fmt::Debug + Send + Sync {
    /// The names of these choices.
    fn names(&self, choices: &[Choice]) -> String;
    /// The kind of thing, and its text.
    fn written(&self) -> (String, String);
}

/// A board of a run in bulk.
#[derive(Debug)]
pub(super) struct Row(pub(super) Vec<u8>);

impl Subject for Row {
    fn names(&self, _: &[Choice]) -> String {
        String::new()
    }

    fn written(&self) -> (String, String) {
        let digit = |&value: &u8| (value < 10).then(|| char::from(b'0' + value));
        let digits: Option<String> = self.0.iter().map(digit).collect();
        let numbers = || {
            let numbers: Vec<String> = self.0.iter().map(u8::to_string).collect();
            numbers.join(" ")
        };
        let format = "a board in bulk, a value for each tile";
        (format.to_owned(), digits.unwrap_or_else(numbers))
    }
}

/// Two answers that disagree, with all that is needed to see that again.
///
/// Its text is made to be pasted: a line for each thing that is known, and the puzzle.
#[derive(Clone, Debug)]
pub struct Mismatch {
    engine: &'static str,
    /// The possible culprit.
    culprit: String,
    lines: Vec<(String, String)>,
    /// The format and the text of the puzzle.
    puzzle: (String, String),
}

impl Mismatch {
    /// The first line of its text.
    pub const HEADING: &'static str = "tilewright: two answers disagree, so one of them is wrong";

    /// The report of an answer by this engine on this number of threads.
    pub(super) fn new((engine, threads): (&'static str, usize), model: &Model, ask: &Ask) -> Self {
        let puzzle = if let Some(subject) = &ask.subject {
            subject.written()
        } else {
            let (choices, items) = (model.choice_count(), model.item_count());
            let size = format!("{choices} choices, {items} items");
            ("a model without a puzzle".to_owned(), size)
        };
        let mut mismatch = Self {
            engine,
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
        mismatch.add("engine", engine);
        let seed = ask.seed.map_or("none".to_owned(), |seed| seed.to_string());
        mismatch.add("seed", &seed);
        mismatch.add("threads", &threads.to_string());
        mismatch.add("given", &numbers(&ask.given));
        mismatch.add("barred", &numbers(&ask.barred));
        mismatch
    }

    /// The engine of the answer that was checked.
    pub fn engine(&self) -> &str {
        self.engine
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
        let (format, text) = &self.puzzle;
        writeln!(f, "puzzle: {format}")?;
        writeln!(f, "{}", text.trim_end_matches('\n'))?;
        write!(f, "----- end -----")
    }
}

impl std::error::Error for Mismatch {}

/// Choices in the words of the puzzle, and by their numbers.
pub(super) fn told(ask: &Ask, choices: &[Choice], model: &Model) -> String {
    let is_known = choices.iter().all(|c| c.index() < model.choice_count());
    let subject = ask.subject.as_ref().filter(|_| is_known);
    let names = subject.map_or(String::new(), |subject| subject.names(choices));
    match names.as_str() {
        "" => format!("choices {}", numbers(choices)),
        names => format!("{names} (choices {})", numbers(choices)),
    }
}

fn numbers(choices: &[Choice]) -> String {
    if choices.is_empty() {
        return "none".to_owned();
    }
    let numbers = choices.iter().map(|choice| choice.0.to_string());
    numbers.collect::<Vec<_>>().join(" ")
}
