//! A puzzle's proof as a folder.
//!
//! One search does it all. It looks for a solution; if there is none, its proof is that of
//! "unsolvable". Otherwise the clause "not all of this solution" is added and the search continues
//! with all that it has learnt: now there is none if the solution is unique. The number of that
//! clause is kept free from the start, so that the proof fits either formula.
//!
//! Clauses do not say what links demand. A solution that falls apart is answered with clauses that it breaks
//! ([`cuts`]), and the search continues. They belong to the formula, though they are found on the way: their numbers are
//! kept free, too.
//!
//! The proof is written while it is found, the checksums last: a folder without them is none.

use crate::cuts::cuts;
use crate::learn::{Prover, Satisfiability};
use std::fmt;
use std::io::{self, BufWriter, Write};
use tilewright_checker::folder::{
    CUTS, Claim, Demanded, FORMULA, Folder, MANIFEST, Manifest, PROOF, PUZZLE, SOLUTION, SUMS,
    VARIABLES, sum_line, variable_line,
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
        Err(unbuilt) => return unready(unbuilt),
    };
    let Some((format, text)) = written else {
        return Err(Failed::Unwritable(format!(
            "no format of {} holds all of this puzzle, so a proof about it could not be checked",
            puzzle.family().name
        )));
    };
    let givens = puzzle.givens();
    let budget = &budget.beside(model.bytes());
    let mut cnf = match Dimacs::new(&model, &givens, budget) {
        Ok(cnf) => cnf,
        Err(unbuilt) => return unready(unbuilt),
    };
    let variables = cnf.variables();
    let needed = Prover::bytes_of(variables);
    let is_too_large = budget.memory.is_some_and(|most| needed > most) || variables > 1 << 30;
    let mut folder = Writer {
        folder,
        sums: Vec::new(),
    };
    let mut searched = Err(Proved::stopped(None, End::Interrupted, 0));
    if is_too_large {
        return Ok(Proved::stopped(None, budget.needs(needed), 0));
    }
    folder.file(PROOF, &mut |out| {
        searched = search(&model, &cnf, &givens, budget, out)?;
        Ok(())
    })?;
    let Found {
        solution,
        steps,
        mut cuts,
    } = match searched {
        Ok(found) => found,
        Err(unproved) => return Ok(unproved),
    };
    let claim = if let Some(solution) = &solution {
        cnf = cnf.other_than(solution);
        Claim::Unique
    } else {
        // The number of "not all of this solution" is kept by a clause that is there anyway.
        let first = cuts.first().cloned();
        cuts.splice(0..0, first);
        Claim::Unsolvable
    };
    let has_links = model.links().next().is_some();
    for (_, clause) in &cuts {
        cnf = cnf.and(clause);
    }
    folder.file(PUZZLE, &mut |out| out.write_all(text.as_bytes()))?;
    folder.file(VARIABLES, &mut |out| {
        let own = (0..model.own_count() as u32).map(Choice);
        write_lines(puzzle, own, out)
    })?;
    if let Some(solution) = &solution {
        folder.file(SOLUTION, &mut |out| {
            write_lines(puzzle, solution.iter().copied(), out)
        })?;
    }
    folder.file(FORMULA, &mut |out| cnf.write(&[], out))?;
    if has_links {
        folder.file(CUTS, &mut |out| {
            let mut demanded = cuts.iter().map(|(demanded, _)| demanded);
            demanded.try_for_each(|demanded| writeln!(out, "{demanded}"))
        })?;
    }
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
    folder.seal(claim, has_links)?;
    Ok(match solution {
        Some(solution) => Proved::Unique { solution, size },
        None => Proved::Unsolvable(size),
    })
}

/// Nothing was searched.
fn unready(unbuilt: Unbuilt) -> Result<Proved, Failed> {
    match unbuilt {
        Unbuilt::TooLarge(too_large) => Err(Failed::TooLarge(too_large)),
        Unbuilt::Unwritable(unwritable) => Err(Failed::Unwritable(unwritable.0)),
        Unbuilt::Stopped(end) => Ok(Proved::stopped(None, end, 0)),
    }
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

/// What was proved.
struct Found {
    /// The only solution, if there is one.
    solution: Option<Vec<Choice>>,
    /// The number of steps.
    steps: u64,
    /// The clauses that links demand.
    cuts: Vec<(Demanded, Vec<i64>)>,
}

/// The most clauses that links may demand: this many numbers are kept free for them.
const MOST_CUTS: u64 = 1 << 22;

/// Looks for a solution, and then for another; writes the proof that there is none. An error is an outcome that leaves no
/// proof.
fn search(
    model: &Model,
    cnf: &Dimacs<'_>,
    givens: &[Choice],
    budget: &Budget,
    proof: &mut dyn Write,
) -> io::Result<Result<Found, Proved>> {
    let excluding = cnf.clauses() + 1;
    let has_links = model.links().next().is_some();
    let last = excluding + if has_links { MOST_CUTS } else { 0 };
    let variables = u32::try_from(cnf.variables()).expect("more are refused");
    let mut prover = Prover::new(variables, last, proof, budget);
    let mut number = 0;
    let added = cnf.each_clause(&mut |clause| {
        number += 1;
        prover.add(number, clause)
    });
    if let Err(end) = added {
        return Ok(Err(Proved::stopped(None, end, 0)));
    }
    let mut search = Search {
        model,
        givens,
        prover,
        budget,
        excluding,
        cuts: Vec::new(),
    };
    let first = match search.next()? {
        Next::Solution(solution) => solution,
        Next::None => return Ok(Ok(search.found(None))),
        Next::Stopped(end) => return Ok(Err(search.stopped(None, end))),
    };
    let not_all: Vec<i64> = first.iter().map(|c| -i64::from(c.0) - 1).collect();
    let next = match search.prover.add(excluding, &not_all) {
        Ok(()) => search.next()?,
        Err(end) => Next::Stopped(end),
    };
    Ok(match next {
        Next::Solution(second) => Err(Proved::Several(first, second)),
        Next::None => Ok(search.found(Some(first))),
        Next::Stopped(end) => Err(search.stopped(Some(first), end)),
    })
}

/// A search with the clauses that links have demanded so far.
struct Search<'s, 'w> {
    model: &'s Model,
    givens: &'s [Choice],
    prover: Prover<'w>,
    budget: &'s Budget,
    /// The number of the clause that excludes the first solution. Those of links follow.
    excluding: u64,
    cuts: Vec<(Demanded, Vec<i64>)>,
}

enum Next {
    /// The choices of the puzzle in a solution; those that are hidden aside.
    Solution(Vec<Choice>),
    None,
    Stopped(End),
}

impl Search<'_, '_> {
    /// The next solution in which every link holds.
    fn next(&mut self) -> io::Result<Next> {
        loop {
            let is_true = match self.prover.run()? {
                Satisfiability::Satisfiable(is_true) => is_true,
                Satisfiability::Unsatisfiable => return Ok(Next::None),
                Satisfiability::Stopped(end) => return Ok(Next::Stopped(end)),
            };
            let picked: Vec<Choice> = is_true.into_iter().map(Choice).collect();
            let broken = cuts(self.model, self.givens, &picked);
            if broken.is_empty() {
                let own = picked
                    .into_iter()
                    .filter(|&choice| self.model.is_own(choice));
                return Ok(Next::Solution(own.collect()));
            }
            for cut in broken {
                if let Err(end) = self.cut(cut) {
                    return Ok(Next::Stopped(end));
                }
            }
        }
    }

    fn cut(&mut self, cut: (Demanded, Vec<i64>)) -> Result<(), End> {
        if self.cuts.len() as u64 == MOST_CUTS {
            let reason = format!("the links take more than {MOST_CUTS} clauses");
            return Err(self.budget.fail(reason));
        }
        self.cuts.push(cut);
        let number = self.excluding + self.cuts.len() as u64;
        self.prover.add(number, &self.cuts[self.cuts.len() - 1].1)
    }

    fn found(self, solution: Option<Vec<Choice>>) -> Found {
        Found {
            solution,
            steps: self.prover.steps(),
            cuts: self.cuts,
        }
    }

    fn stopped(&self, found: Option<Vec<Choice>>, end: End) -> Proved {
        Proved::stopped(found, end, self.prover.conflicts())
    }
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
    fn seal(&mut self, claim: Claim, has_links: bool) -> Result<(), Failed> {
        let sums = std::mem::take(&mut self.sums);
        self.file(SUMS, &mut |out| {
            for file in claim.files(has_links) {
                let of_file = sums.iter().find(|(name, _)| *name == file);
                let (_, sum) = of_file.expect("all files are written by now");
                writeln!(out, "{}", sum_line(sum, file))?;
            }
            Ok(())
        })
    }
}
