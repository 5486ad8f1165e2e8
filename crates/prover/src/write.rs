//! A puzzle's proof as a folder.
//!
//! One search does it all. It looks for a solution; if there is none, its proof is that of
//! "unsolvable". Otherwise the clause "not all of this solution" is added and the search continues
//! with all that it has learnt: now there is none if the solution is unique. The number of that
//! clause is kept free from the start, so that the proof fits either formula.
//!
//! The proof is written while it is found, the checksums last: a folder without them is none.

use crate::learn::{Prover, Satisfiability};
use std::fmt;
use std::io::{self, BufWriter, Write};
use tilewright_checker::folder::{
    Claim, FORMULA, Folder, MANIFEST, Manifest, PROOF, PUZZLE, SOLUTION, SUMS, VARIABLES, sum_line,
    variable_line,
};
use tilewright_checker::sha256::Summed;
use tilewright_model::budget::{Budget, End};
use tilewright_model::{Choice, Model};
use tilewright_puzzles::export::Dimacs;
use tilewright_puzzles::{Puzzle, Reading, TooLarge, Unbuilt};

/// The outcome of `prove`. Only the first two leave a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proved {
    /// The folder proves that this is the only solution.
    Unique {
        /// The solution.
        solution: Vec<Choice>,
        /// The size of the proof.
        size: ProofSize,
    },
    /// The folder proves that there is no solution.
    Unsolvable(ProofSize),
    /// There is nothing to prove: these are two solutions.
    Several(Vec<Choice>, Vec<Choice>),
    /// It was stopped before that was known.
    Stopped {
        /// A solution, if one was found.
        found: Option<Vec<Choice>>,
        /// The reason for the stop.
        end: End,
        /// The conflicts that the search ran into.
        conflicts: u64,
    },
}

impl Proved {
    fn stopped(found: Option<Vec<Choice>>, end: End, conflicts: u64) -> Self {
        Self::Stopped {
            found,
            end,
            conflicts,
        }
    }
}

/// The size of a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProofSize {
    /// Variables of the formula.
    pub variables: u64,
    /// Clauses of the formula.
    pub clauses: u64,
    /// Steps of the proof.
    pub steps: u64,
}

/// The reason why nothing can be proved.
#[derive(Debug)]
pub enum Failed {
    /// The model takes more memory than is allowed.
    TooLarge(TooLarge),
    /// No format of the family says all of this puzzle.
    Unwritable(String),
    /// A file cannot be written.
    Output {
        /// The file.
        file: &'static str,
        /// The error of the system.
        error: io::Error,
    },
}

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLarge(too_large) => too_large.fmt(f),
            Self::Unwritable(reason) => f.write_str(reason),
            Self::Output { file, error } => write!(f, "{file} cannot be written: {error}"),
        }
    }
}

impl std::error::Error for Failed {}

/// Proves that a puzzle has one solution or none, if so it is. The puzzle is written as it was
/// read where that format says all of it. The limit on memory is for the model and the search
/// together.
pub fn prove(
    puzzle: &dyn Puzzle,
    reading: Option<&Reading>,
    budget: &Budget,
    folder: &mut dyn Folder,
) -> Result<Proved, Failed> {
    let ready = puzzle
        .model(budget)
        .and_then(|model| Ok((faithful(puzzle, reading, &model, budget)?, model)));
    let (written, model) = match ready {
        Ok(ready) => ready,
        Err(Unbuilt::TooLarge(too_large)) => return Err(Failed::TooLarge(too_large)),
        Err(Unbuilt::Stopped(end)) => {
            return Ok(Proved::Stopped {
                found: None,
                end,
                conflicts: 0,
            });
        }
    };
    let Some((format, text)) = written else {
        return Err(Failed::Unwritable(format!(
            "no format of {} holds all of this puzzle, so a proof about it could not be checked",
            puzzle.family().name
        )));
    };
    let givens = puzzle.givens();
    let variables = model.choice_count() as u64;
    let budget = &budget.beside(model.bytes());
    let needed = Prover::bytes_of(variables);
    let is_too_large = budget.memory.is_some_and(|most| needed > most) || variables > 1 << 30;
    let mut folder = Writer {
        folder,
        sums: Vec::new(),
    };
    let searched = if is_too_large {
        Err(Proved::stopped(None, budget.needs(needed), 0))
    } else {
        let mut searched = Err(Proved::stopped(None, End::Interrupted, 0));
        folder.file(PROOF, &mut |out| {
            searched = search(&model, &givens, budget, out)?;
            Ok(())
        })?;
        searched
    };
    let (solution, steps) = match searched {
        Ok(proved) => proved,
        Err(unproved) => return Ok(unproved),
    };
    let claim = match solution {
        Some(_) => Claim::Unique,
        None => Claim::Unsolvable,
    };
    let mut cnf = Dimacs::new(&model, &givens);
    if let Some(solution) = &solution {
        cnf = cnf.other_than(solution);
    }
    folder.file(PUZZLE, &mut |out| out.write_all(text.as_bytes()))?;
    folder.file(VARIABLES, &mut |out| {
        write_lines(puzzle, model.choices(), out)
    })?;
    if let Some(solution) = &solution {
        folder.file(SOLUTION, &mut |out| {
            write_lines(puzzle, solution.iter().copied(), out)
        })?;
    }
    folder.file(FORMULA, &mut |out| cnf.write(&[], out))?;
    let size = ProofSize {
        variables,
        clauses: cnf.clauses(),
        steps,
    };
    let manifest = Manifest {
        made_by: concat!("tilewright ", env!("CARGO_PKG_VERSION")).to_owned(),
        claim,
        puzzle: format,
        variables,
        clauses: size.clauses,
        steps,
    };
    folder.file(MANIFEST, &mut |out| write!(out, "{manifest}"))?;
    folder.seal(claim)?;
    Ok(match solution {
        Some(solution) => Proved::Unique { solution, size },
        None => Proved::Unsolvable(size),
    })
}

/// The puzzle in the first format in which it is the same when it is read again, after the name of that
/// format: that of its reading if it can be. `None` if there is no such format.
fn faithful(
    puzzle: &dyn Puzzle,
    reading: Option<&Reading>,
    model: &Model,
    budget: &Budget,
) -> Result<Option<(String, String)>, Unbuilt> {
    let family = puzzle.family();
    let as_read = reading.filter(|reading| reading.family == *family);
    let formats = as_read.map(|reading| &reading.format).into_iter();
    for format in formats.chain(&family.formats) {
        let Some((text, again)) = format.there_and_back(puzzle) else {
            continue;
        };
        if again.givens() == puzzle.givens() && again.model(budget)? == *model {
            let name = format!("{}:{}", family.name, format.name);
            return Ok(Some((name, text)));
        }
    }
    Ok(None)
}

/// The only solution, if there is one, and the number of steps; or an outcome that leaves no proof.
type Searched = Result<(Option<Vec<Choice>>, u64), Proved>;

/// Looks for a solution, and then for another; writes the proof that there is none.
fn search(
    model: &Model,
    givens: &[Choice],
    budget: &Budget,
    proof: &mut dyn Write,
) -> io::Result<Searched> {
    let cnf = Dimacs::new(model, givens);
    let excluding = cnf.clauses() + 1;
    let variables = u32::try_from(cnf.variables()).expect("models count choices with 32 bits");
    let mut prover = Prover::new(variables, excluding, proof, budget);
    let mut number = 0;
    let added = cnf.each_clause(&mut |clause| {
        number += 1;
        prover.add(number, clause)
    });
    if let Err(end) = added {
        return Ok(Err(Proved::stopped(None, end, 0)));
    }
    let picked = |variables: Vec<u32>| variables.into_iter().map(Choice).collect::<Vec<_>>();
    let first = match prover.run()? {
        Satisfiability::Unsatisfiable => return Ok(Ok((None, prover.steps()))),
        Satisfiability::Stopped(end) => {
            return Ok(Err(Proved::stopped(None, end, prover.conflicts())));
        }
        Satisfiability::Satisfiable(variables) => picked(variables),
    };
    let not_all: Vec<i64> = first.iter().map(|c| -i64::from(c.0) - 1).collect();
    let outcome = match prover.add(excluding, &not_all) {
        Ok(()) => prover.run()?,
        Err(end) => Satisfiability::Stopped(end),
    };
    Ok(match outcome {
        Satisfiability::Unsatisfiable => Ok((Some(first), prover.steps())),
        Satisfiability::Satisfiable(variables) => Err(Proved::Several(first, picked(variables))),
        Satisfiability::Stopped(end) => Err(Proved::stopped(Some(first), end, prover.conflicts())),
    })
}

fn write_lines(
    puzzle: &dyn Puzzle,
    choices: impl Iterator<Item = Choice>,
    out: &mut dyn Write,
) -> io::Result<()> {
    for choice in choices {
        writeln!(out, "{}", variable_line(puzzle, choice))?;
    }
    Ok(())
}

/// Files and their checksums.
struct Writer<'f> {
    folder: &'f mut dyn Folder,
    sums: Vec<(&'static str, String)>,
}

impl Writer<'_> {
    /// Writes a file.
    fn file(
        &mut self,
        file: &'static str,
        write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), Failed> {
        let written = (|| {
            let out = self.folder.create(file)?;
            let mut out = Summed::new(BufWriter::with_capacity(1 << 16, out));
            write(&mut out)?;
            out.flush()?;
            Ok(out.finish())
        })();
        match written {
            Ok(sum) => self.sums.push((file, sum)),
            Err(error) => return Err(Failed::Output { file, error }),
        }
        Ok(())
    }

    /// Writes the checksums of all files.
    fn seal(&mut self, claim: Claim) -> Result<(), Failed> {
        let sums = std::mem::take(&mut self.sums);
        self.file(SUMS, &mut |out| {
            for file in claim.files() {
                let of_file = sums.iter().find(|(name, _)| *name == file);
                let (_, sum) = of_file.expect("all files are written by now");
                writeln!(out, "{}", sum_line(sum, file))?;
            }
            Ok(())
        })
    }
}
