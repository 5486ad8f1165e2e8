//! A proof folder, checked from the puzzle up.
//!
//! In this order, each file read once and to its end: the manifest, the puzzle, the names of the variables, the
//! solution, the formula with the cuts that are its last clauses, the proof. All but the puzzle, the cuts and the proof
//! are derived again and compared line by line, so the folder is not evidence of anything by itself. The checksums come
//! last: they find changes that are not wrong (a remark in the puzzle, say); every other fault is better explained by
//! the file itself.

use crate::cuts::Graphs;
use crate::folder::{
    CUTS, Claim, Demanded, FORMULA, Folder, MANIFEST, Manifest, PROOF, PUZZLE, SOLUTION, SUMS,
    VARIABLES, sum_line, variable_line,
};
use crate::formula::Formula;
use crate::lrat::{Checker, Objection};
use crate::sha256::Summed;
use std::fmt;
use std::io::{self, BufRead, BufReader, Read};
use tilewright_model::budget::{Budget, End};
use tilewright_model::{Choice, Fault, Model};
use tilewright_puzzles::{Families, Puzzle, TooLarge, Unbuilt};

/// The share of the memory that the text of the puzzle may take: the puzzle made of it takes more.
const TEXT_SHARE: u64 = 8;

/// The most bytes counted beyond those that may be read.
const MOST_COUNTED: u64 = 1 << 30;

/// The longest manifest.
const LONGEST_MANIFEST: u64 = 1 << 16;

/// A proof that holds.
#[derive(Debug)]
pub struct Verified {
    /// The claim that it proves.
    pub claim: Claim,
    /// The puzzle that it is about.
    pub puzzle: Box<dyn Puzzle>,
    /// The solution, if it is unique.
    pub solution: Option<Vec<Choice>>,
    /// The number of variables.
    pub variables: u64,
    /// The number of clauses.
    pub clauses: u64,
    /// The number of steps.
    pub steps: u64,
}

/// The reason why a proof is not accepted.
#[derive(Debug)]
pub enum Problem {
    /// It does not hold, or was changed.
    Rejected {
        /// The file.
        file: &'static str,
        /// Its first bad line, counted from 1, unless the whole file is meant.
        line: Option<u64>,
        /// The fault.
        reason: String,
    },
    /// A file is not there or cannot be read.
    Unreadable {
        /// The file.
        file: &'static str,
        /// The error of the system.
        error: io::Error,
    },
    /// The puzzle takes more memory than is allowed.
    TooLarge(TooLarge),
    /// It was not checked to its end.
    Stopped(End),
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rejected { file, line, reason } => match line {
                Some(line) => write!(f, "{file}:{line}: {reason}"),
                None => write!(f, "{file}: {reason}"),
            },
            Self::Unreadable { file, error } => write!(f, "{file}: {error}"),
            Self::TooLarge(too_large) => too_large.fmt(f),
            Self::Stopped(end) => end.fmt(f),
        }
    }
}

impl std::error::Error for Problem {}

impl From<End> for Problem {
    fn from(end: End) -> Self {
        Self::Stopped(end)
    }
}

impl From<Unbuilt> for Problem {
    fn from(unbuilt: Unbuilt) -> Self {
        match unbuilt {
            Unbuilt::TooLarge(too_large) => Self::TooLarge(too_large),
            Unbuilt::Unwritable(unwritable) => Self::Rejected {
                file: PUZZLE,
                line: None,
                reason: unwritable.to_string(),
            },
            Unbuilt::Stopped(end) => Self::Stopped(end),
        }
    }
}

fn rejected<T>(
    file: &'static str,
    line: impl Into<Option<u64>>,
    reason: impl Into<String>,
) -> Result<T, Problem> {
    Err(Problem::Rejected {
        file,
        line: line.into(),
        reason: reason.into(),
    })
}

/// Checks the proof in a folder. The limit on memory is for the model and the clauses
/// together.
pub fn verify(
    folder: &dyn Folder,
    families: &Families,
    budget: &Budget,
) -> Result<Verified, Problem> {
    let memory = budget.memory.unwrap_or(u64::MAX);
    let mut sums = Vec::new();
    let Whole { text, sum, rest } = whole(folder, MANIFEST, LONGEST_MANIFEST)?;
    if rest > 0 {
        let reason = format!("it is longer than {LONGEST_MANIFEST} bytes");
        return rejected(MANIFEST, None, reason);
    }
    sums.push((MANIFEST, sum));
    let manifest = match Manifest::read(&text) {
        Ok(manifest) => manifest,
        Err((line, reason)) => return rejected(MANIFEST, line, reason),
    };
    let longest = memory / TEXT_SHARE;
    let Whole { text, sum, rest } = whole(folder, PUZZLE, longest)?;
    if rest > 0 {
        let needed = (longest.saturating_add(rest)).saturating_mul(TEXT_SHARE);
        return Err(budget.needs(needed).into());
    }
    sums.push((PUZZLE, sum));
    let puzzle = read_puzzle(&text, &manifest, families)?;
    let model = puzzle.model(budget)?;
    let budget = &budget.beside(model.bytes());
    let givens = puzzle.givens();
    let formula = Formula::new(&model, &givens, budget)?;
    let budget = &budget.beside(formula.bytes(&model));
    let mut check = Check {
        folder,
        budget,
        puzzle: &*puzzle,
        model: &model,
        manifest: &manifest,
        sums,
    };
    check.variables(formula.variables())?;
    let solution = match manifest.claim {
        Claim::Unique => Some(check.solution()?),
        Claim::Unsolvable => None,
    };
    let formula = match &solution {
        Some(solution) => formula.other_than(solution),
        None => formula,
    };
    let mut checker = check.formula(&formula)?;
    let steps = check.proof(&mut checker)?;
    check.checksums()?;
    Ok(Verified {
        claim: manifest.claim,
        solution,
        variables: manifest.variables,
        clauses: manifest.clauses,
        steps,
        puzzle,
    })
}

fn read_puzzle(
    text: &str,
    manifest: &Manifest,
    families: &Families,
) -> Result<Box<dyn Puzzle>, Problem> {
    let named = families.reading(text, Some(&manifest.puzzle)).ok();
    let Some(reading) = named.filter(|r| r.to_string() == manifest.puzzle) else {
        let reason = "expected the family and the format of the puzzle, as in sudoku:line";
        return rejected(MANIFEST, 4, reason);
    };
    reading.read(text).or_else(|error| {
        let line = error.place().map(|place| place.line as u64);
        rejected(PUZZLE, line, error.message())
    })
}

/// The data that the parts of the check share.
struct Check<'p> {
    folder: &'p dyn Folder,
    budget: &'p Budget,
    puzzle: &'p dyn Puzzle,
    model: &'p Model,
    manifest: &'p Manifest,
    sums: Vec<(&'static str, String)>,
}

impl Check<'_> {
    /// Checks the number of the variables and the meanings of those that are choices of the puzzle.
    fn variables(&mut self, count: u64) -> Result<(), Problem> {
        if self.manifest.variables != count {
            let reason = format!("the puzzle has {count} variables");
            return rejected(MANIFEST, 5, reason);
        }
        let mut lines = Lines::open(self.folder, VARIABLES)?;
        for choice in (0..self.model.own_count() as u32).map(Choice) {
            if choice.0.is_multiple_of(1 << 12) {
                self.may_go_on()?;
            }
            lines.expect(&variable_line(self.puzzle, choice))?;
        }
        self.close(lines)
    }

    /// The solution is one, and has the givens.
    fn solution(&mut self) -> Result<Vec<Choice>, Problem> {
        let mut lines = Lines::open(self.folder, SOLUTION)?;
        let mut picked: Vec<Choice> = Vec::new();
        while let Some(number) = lines.number()? {
            let count = self.model.own_count() as u64;
            let choice = (1..=count).contains(&number).then(|| number - 1);
            let Some(choice) = choice.and_then(|c| u32::try_from(c).ok()).map(Choice) else {
                let reason = format!("there is no variable {number}, only 1 to {count}");
                return rejected(SOLUTION, lines.line, reason);
            };
            if picked.last().is_some_and(|&last| last >= choice) {
                let reason = format!("variable {number} is out of order");
                return rejected(SOLUTION, lines.line, reason);
            }
            lines.expect(&variable_line(self.puzzle, choice))?;
            picked.push(choice);
        }
        let line = |choice| picked.binary_search(&choice).ok().map(|at| at as u64 + 1);
        let name = |choice| self.puzzle.choice_name(choice);
        for given in self.puzzle.givens() {
            if line(given).is_none() {
                let reason = format!("{} is given, but not in the solution", name(given));
                return rejected(SOLUTION, None, reason);
            }
        }
        match self.model.fault(&picked) {
            None => {}
            Some(Fault::Clash(clash)) => {
                let (first, second) = (name(clash.first), name(clash.second));
                let reason = format!("{second} does not go together with {first}");
                return rejected(SOLUTION, line(clash.second), reason);
            }
            Some(Fault::Missing(item)) => {
                let reason = format!("{} has no choice", self.puzzle.item_name(item));
                return rejected(SOLUTION, None, reason);
            }
            Some(Fault::Line(rule) | Fault::Apart(rule)) => {
                let reason = format!("it breaks {}", self.puzzle.rule_name(rule));
                return rejected(SOLUTION, None, reason);
            }
            Some(Fault::Hidden) => {
                let reason = "nothing that is hidden goes with it".to_owned();
                return rejected(SOLUTION, None, reason);
            }
            Some(Fault::Unknown(choice) | Fault::Repeated(choice)) => {
                let reason = format!("{} is out of place", name(choice));
                return rejected(SOLUTION, line(choice), reason);
            }
        }
        self.close(lines)?;
        Ok(picked)
    }

    /// The formula is the one that follows from the puzzle and the claim, and after it each clause is demanded by a link.
    fn formula(&mut self, formula: &Formula<'_>) -> Result<Checker, Problem> {
        let graphs = Graphs::of(self.model);
        let (variables, clauses) = (formula.variables(), self.manifest.clauses);
        let known = formula.clauses();
        if graphs.is_empty() && clauses != known {
            return rejected(MANIFEST, 6, format!("the claim has {known} clauses"));
        }
        if clauses < known {
            let reason = format!("the claim has {known} clauses before those of links");
            return rejected(MANIFEST, 6, reason);
        }
        let mut checker = Checker::new(variables, self.budget)?;
        let mut lines = Lines::open(self.folder, FORMULA)?;
        lines.expect(&format!("p cnf {variables} {clauses}"))?;
        let mut text = String::new();
        let mut compare = |clause: &[i64]| {
            text.clear();
            for literal in clause {
                text.push_str(&literal.to_string());
                text.push(' ');
            }
            text.push('0');
            lines.expect(&text)?;
            checker.add(clause).map_err(Problem::Stopped)
        };
        formula.each(&mut compare)?;
        let mut cuts = None;
        if !graphs.is_empty() {
            let mut file = Lines::open(self.folder, CUTS)?;
            for _ in known..clauses {
                compare(&demanded(&mut file, &graphs)?)?;
            }
            cuts = Some(file);
        }
        self.close(lines)?;
        cuts.map_or(Ok(()), |cuts| self.close(cuts))?;
        Ok(checker)
    }

    /// The proof holds.
    fn proof(&mut self, checker: &mut Checker) -> Result<u64, Problem> {
        let mut reader = open(self.folder, PROOF)?;
        let steps = checker
            .check(&mut reader)
            .map_err(|objection| match objection {
                Objection::Bad { line, reason } => Problem::Rejected {
                    file: PROOF,
                    line: Some(line),
                    reason,
                },
                Objection::Stopped(stop) => Problem::Stopped(stop),
                Objection::Unreadable(error) => Problem::Unreadable { file: PROOF, error },
            })?;
        self.sums.push((PROOF, reader.into_inner().finish()));
        if steps != self.manifest.steps {
            return rejected(MANIFEST, 7, format!("the proof has {steps} steps"));
        }
        Ok(steps)
    }

    /// Nothing was changed since the proof was written.
    fn checksums(&self) -> Result<(), Problem> {
        let mut lines = Lines::open(self.folder, SUMS)?;
        for (file, sum) in &self.sums {
            let expected = sum_line(sum, file);
            lines.expect(&expected).map_err(|problem| match problem {
                Problem::Rejected {
                    file: sums, line, ..
                } => Problem::Rejected {
                    file: sums,
                    line,
                    reason: format!("{file} was changed, or its checksum was: it is {sum}"),
                },
                other => other,
            })?;
        }
        lines.finish().map(drop)
    }

    /// A file is read to its end.
    fn close(&mut self, lines: Lines<'_>) -> Result<(), Problem> {
        let file = lines.file;
        self.sums.push((file, lines.finish()?));
        Ok(())
    }

    fn may_go_on(&self) -> Result<(), Problem> {
        if let Some(end) = self.budget.end() {
            return Err(end.into());
        }
        Ok(())
    }
}

type Reader<'f> = BufReader<Summed<Box<dyn Read + 'f>>>;

fn open<'f>(folder: &'f dyn Folder, file: &'static str) -> Result<Reader<'f>, Problem> {
    match folder.open(file) {
        Ok(reader) => Ok(BufReader::with_capacity(1 << 16, Summed::new(reader))),
        Err(error) => Err(Problem::Unreadable { file, error }),
    }
}

/// A file as one text.
struct Whole {
    text: String,
    /// Its checksum.
    sum: String,
    /// The number of bytes beyond those that may be read; if there are any, there is no text.
    rest: u64,
}

fn whole(folder: &dyn Folder, file: &'static str, longest: u64) -> Result<Whole, Problem> {
    let unreadable = |error| Problem::Unreadable { file, error };
    let mut reader = open(folder, file)?;
    let mut bytes = Vec::new();
    let mut limited = (&mut reader).take(longest);
    limited.read_to_end(&mut bytes).map_err(unreadable)?;
    let mut counted = (&mut reader).take(MOST_COUNTED);
    let rest = io::copy(&mut counted, &mut io::sink()).map_err(unreadable)?;
    if rest > 0 {
        bytes.clear();
    }
    match String::from_utf8(bytes) {
        Ok(text) => Ok(Whole {
            text,
            sum: reader.into_inner().finish(),
            rest,
        }),
        Err(error) => {
            let good = &error.as_bytes()[..error.utf8_error().valid_up_to()];
            let line = good.split(|&byte| byte == b'\n').count() as u64;
            rejected(file, line, "this is not UTF-8 text")
        }
    }
}

/// The lines of a file that are known before they are read.
struct Lines<'f> {
    file: &'static str,
    reader: Reader<'f>,
    /// The number of the next line, counted from 1.
    line: u64,
    /// The bytes of the next line that were read already.
    begun: Vec<u8>,
}

/// The length up to which a wrong line is shown.
const SHOWN: usize = 60;

impl<'f> Lines<'f> {
    fn open(folder: &'f dyn Folder, file: &'static str) -> Result<Self, Problem> {
        Ok(Self {
            file,
            reader: open(folder, file)?,
            line: 1,
            begun: Vec::new(),
        })
    }

    /// The next line must be this one. No more of it is held than that takes.
    fn expect(&mut self, expected: &str) -> Result<(), Problem> {
        let longest = (expected.len() + 1).saturating_sub(self.begun.len()) as u64;
        self.read_up_to(longest)?;
        let found = self.begun.strip_suffix(b"\n");
        if found == Some(expected.as_bytes()) {
            self.line += 1;
            self.begun.clear();
            return Ok(());
        }
        let reason = if self.begun.is_empty() {
            format!("expected {:?}, but the file ends", shortened(expected))
        } else {
            let found = String::from_utf8_lossy(found.unwrap_or(&self.begun));
            let (expected, found) = apart(expected, &found);
            format!("expected {expected:?}, not {found:?}")
        };
        rejected(self.file, self.line, reason)
    }

    /// The number at the beginning of the next line; none at the end of the file.
    fn number(&mut self) -> Result<Option<u64>, Problem> {
        const DIGITS: usize = 12;
        while self.begun.len() < DIGITS && self.begun.last().is_none_or(u8::is_ascii_digit) {
            let before = self.begun.len();
            self.read_up_to(1)?;
            if self.begun.len() == before {
                break;
            }
        }
        if self.begun.is_empty() {
            return Ok(None);
        }
        let word = self.begun.strip_suffix(b" ").unwrap_or_default();
        let number = std::str::from_utf8(word).ok().and_then(|w| w.parse().ok());
        match number {
            Some(number) => Ok(Some(number)),
            None => rejected(self.file, self.line, "expected the number of a variable"),
        }
    }

    /// The next line, of at most `longest` bytes; none at the end of the file.
    fn text(&mut self, longest: u64) -> Result<Option<String>, Problem> {
        self.read_up_to(longest + 1)?;
        if self.begun.is_empty() {
            return Ok(None);
        }
        let line = self.begun.strip_suffix(b"\n").map(<[u8]>::to_vec);
        let Some(line) = line.and_then(|line| String::from_utf8(line).ok()) else {
            let reason = format!("expected a line of text of at most {longest} bytes");
            return rejected(self.file, self.line, reason);
        };
        self.line += 1;
        self.begun.clear();
        Ok(Some(line))
    }

    /// Reads to the end of the line, at most `longest` bytes.
    fn read_up_to(&mut self, longest: u64) -> Result<(), Problem> {
        let mut limited = (&mut self.reader).take(longest);
        match limited.read_until(b'\n', &mut self.begun) {
            Ok(_) => Ok(()),
            Err(error) => Err(Problem::Unreadable {
                file: self.file,
                error,
            }),
        }
    }

    /// The file must end here; its checksum.
    fn finish(mut self) -> Result<String, Problem> {
        self.read_up_to(1)?;
        if !self.begun.is_empty() {
            return rejected(self.file, self.line, "expected the end of the file");
        }
        Ok(self.reader.into_inner().finish())
    }
}

/// The clause of the next line, which a link must demand.
fn demanded(lines: &mut Lines<'_>, graphs: &Graphs<'_>) -> Result<Vec<i64>, Problem> {
    let number = lines.line;
    let Some(line) = lines.text(graphs.longest_line())? else {
        return rejected(
            CUTS,
            number,
            "expected what a link demands, but the file ends",
        );
    };
    let Some(demanded) = Demanded::read(&line) else {
        let reason =
            "expected what a link demands, as in \"1 from 3 by 17 to 9 by 44 through 5 6\"";
        return rejected(CUTS, number, reason);
    };
    graphs
        .clause(&demanded)
        .or_else(|reason| rejected(CUTS, number, reason))
}

/// A text that fits into a sentence.
fn shortened(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// Two texts where they begin to differ, if they are long.
fn apart(a: &str, b: &str) -> (String, String) {
    let same = a.chars().zip(b.chars()).take_while(|(a, b)| a == b).count();
    let skipped = if same > SHOWN / 2 {
        same - SHOWN / 4
    } else {
        0
    };
    let part = |text: &str| {
        let rest: String = text.chars().skip(skipped).collect();
        let mark = if skipped > 0 { "…" } else { "" };
        format!("{mark}{}", shortened(&rest))
    };
    (part(a), part(b))
}
