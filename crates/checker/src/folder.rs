//! The files of a proof and their layout; docs/proofs.md describes it in full.

use std::collections::BTreeMap;
use std::fmt::{self, Write as _};
use std::io::{self, Read, Write};
use tilewright_model::{Choice, Names};

/// The claim, and the numbers of variables, clauses and steps.
pub const MANIFEST: &str = "manifest.txt";
/// The puzzle.
pub const PUZZLE: &str = "puzzle.txt";
/// The meaning of each variable.
pub const VARIABLES: &str = "variables.txt";
/// The solution, where the claim is that it is the only one.
pub const SOLUTION: &str = "solution.txt";
/// The clauses that cannot all be satisfied.
pub const FORMULA: &str = "formula.cnf";
/// The reasons of the last of these clauses: a line for each that a link demands. It is there if the puzzle has links.
pub const CUTS: &str = "cuts.txt";
/// The proof that they cannot.
pub const PROOF: &str = "proof.lrat";
/// The checksums of all other files; it is written last.
pub const SUMS: &str = "SHA256SUMS";

/// The files of a proof, wherever they are.
pub trait Folder {
    /// Reads a file.
    fn open(&self, file: &str) -> io::Result<Box<dyn Read + '_>>;

    /// Writes a file.
    fn create(&mut self, file: &str) -> io::Result<Box<dyn Write + '_>>;
}

/// A folder in memory.
impl Folder for BTreeMap<String, Vec<u8>> {
    fn open(&self, file: &str) -> io::Result<Box<dyn Read + '_>> {
        match self.get(file) {
            Some(bytes) => Ok(Box::new(&bytes[..])),
            None => Err(io::ErrorKind::NotFound.into()),
        }
    }

    fn create(&mut self, file: &str) -> io::Result<Box<dyn Write + '_>> {
        let bytes = self.entry(file.to_owned()).or_default();
        bytes.clear();
        Ok(Box::new(bytes))
    }
}

/// The claim of a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// There is just the one solution.
    Unique,
    /// There is no solution.
    Unsolvable,
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Unique => "unique",
            Self::Unsolvable => "unsolvable",
        })
    }
}

impl Claim {
    /// The files whose checksums are kept, in their order, for a puzzle with links or without.
    pub fn files(self, has_links: bool) -> Vec<&'static str> {
        let mut files = vec![MANIFEST, PUZZLE, VARIABLES, SOLUTION, FORMULA, CUTS, PROOF];
        files.retain(|&file| {
            (file != SOLUTION || self == Self::Unique) && (file != CUTS || has_links)
        });
        files
    }
}

/// The content of the manifest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Manifest {
    /// The program that wrote the proof, and its version.
    pub made_by: String,
    /// The claim.
    pub claim: Claim,
    /// The family and the format of the puzzle: `sudoku:line`.
    pub puzzle: String,
    /// The number of variables.
    pub variables: u64,
    /// The number of clauses.
    pub clauses: u64,
    /// The number of steps of the proof.
    pub steps: u64,
}

/// The first line of a manifest: its kind and version.
const TITLE: &str = "tilewright proof 1";

impl fmt::Display for Manifest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{TITLE}")?;
        writeln!(f, "made by: {}", self.made_by)?;
        writeln!(f, "claim: {}", self.claim)?;
        writeln!(f, "puzzle: {}", self.puzzle)?;
        writeln!(f, "variables: {}", self.variables)?;
        writeln!(f, "clauses: {}", self.clauses)?;
        writeln!(f, "steps: {}", self.steps)
    }
}

impl Manifest {
    /// Reads a manifest: the lines that it writes and no others. An error is the first bad line and
    /// the text expected there.
    pub fn read(text: &str) -> Result<Self, (u64, String)> {
        let mut lines = text.split('\n').zip(1..);
        let end = ("", text.split('\n').count() as u64);
        let (title, _) = lines.next().unwrap_or(end);
        if title != TITLE {
            return Err((1, format!("expected {TITLE:?}, which is all I can read")));
        }
        let mut entry = |key: &str| {
            let (line, number) = lines.next().unwrap_or(end);
            let value = line.strip_prefix(key).and_then(|l| l.strip_prefix(": "));
            let value = value.ok_or_else(|| (number, format!("expected \"{key}: …\"")));
            value.map(|value| (value.to_owned(), number))
        };
        let (made_by, _) = entry("made by")?;
        let (claim, line) = entry("claim")?;
        let claim = match claim.as_str() {
            "unique" => Claim::Unique,
            "unsolvable" => Claim::Unsolvable,
            _ => return Err((line, "a claim is unique or unsolvable".to_owned())),
        };
        let (puzzle, _) = entry("puzzle")?;
        let mut number = |key| {
            let (text, line) = entry(key)?;
            let number = text.parse().ok().filter(|n: &u64| n.to_string() == text);
            number.ok_or_else(|| (line, format!("expected a number of {key}")))
        };
        let manifest = Self {
            made_by,
            claim,
            puzzle,
            variables: number("variables")?,
            clauses: number("clauses")?,
            steps: number("steps")?,
        };
        match (lines.next(), lines.next()) {
            (Some(("", _)), None) => Ok(manifest),
            (next, _) => {
                let (_, line) = next.unwrap_or(end);
                Err((line, "expected the end of the manifest".to_owned()))
            }
        }
    }
}

/// A clause that a link demands, as a line of [`CUTS`] says it. Links, nodes and variables count from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Demanded {
    /// Something is in: `1 is not empty`.
    Something {
        /// The link.
        link: u64,
    },
    /// Two nodes are in only if one of some others is, since each walk between them comes through these:
    /// `1 from 3 by 17 to 9 by 44 through 5 6`.
    Cut {
        /// The link.
        link: u64,
        /// One end.
        from: CutEnd,
        /// The other end.
        to: CutEnd,
        /// The nodes between them, ascending.
        through: Vec<u64>,
    },
}

/// An end of a cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CutEnd {
    /// The node.
    pub node: u64,
    /// The variable that puts it in, or none if it is in always.
    pub variable: Option<u64>,
}

impl fmt::Display for CutEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.node)?;
        match self.variable {
            Some(variable) => write!(f, " by {variable}"),
            None => Ok(()),
        }
    }
}

impl fmt::Display for Demanded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Something { link } => write!(f, "{link} is not empty"),
            Self::Cut {
                link,
                from,
                to,
                through,
            } => {
                write!(f, "{link} from {from} to {to} through")?;
                through.iter().try_for_each(|node| write!(f, " {node}"))
            }
        }
    }
}

impl Demanded {
    /// Reads a line, without its end, if it is what would be written.
    pub fn read(text: &str) -> Option<Self> {
        let mut words = text.split(' ');
        let number = |word: &str| word.parse::<u64>().ok();
        let link = number(words.next()?)?;
        let demanded = if words.next()? == "is" {
            Self::Something { link }
        } else {
            let mut end = |next: &str| {
                let node = number(words.next()?)?;
                let mut word = words.next()?;
                let mut variable = None;
                if word == "by" {
                    variable = Some(number(words.next()?)?);
                    word = words.next()?;
                }
                (word == next).then_some(CutEnd { node, variable })
            };
            let (from, to) = (end("to")?, end("through")?);
            Self::Cut {
                link,
                from,
                to,
                through: words.map(number).collect::<Option<_>>()?,
            }
        };
        (demanded.to_string() == text).then_some(demanded)
    }
}

/// The line about a variable, without its end: the number and the choice that it stands for.
pub fn variable_line(names: &dyn Names, choice: Choice) -> String {
    let mut line = format!("{} ", u64::from(choice.0) + 1);
    for c in names.choice_name(choice).chars() {
        let _ = line.write_char(if c.is_control() { ' ' } else { c });
    }
    line
}

/// The line with the checksum of a file, as `sha256sum` writes it, without its end.
pub fn sum_line(sum: &str, file: &str) -> String {
    format!("{sum}  {file}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_demand_is_read_as_it_was_written() {
        for line in [
            "1 is not empty",
            "2 from 3 by 17 to 9 by 44 through 5 6",
            "2 from 3 to 9 by 44 through 5",
            "1 from 1 to 2 through",
        ] {
            assert_eq!(Demanded::read(line).unwrap().to_string(), line);
        }
        for bad in [
            "",
            "1",
            "1 is",
            "1 is not empty ",
            "+1 is not empty",
            "1 from 3 to 9",
            "1 from 3 by to 9 through 5",
            "1 from 3 to 9 through  5",
            "1 from 3 to 9 through 05",
            "1 from 3 by 4 by 5 to 9 through 6",
            "99999999999999999999 is not empty",
        ] {
            assert_eq!(Demanded::read(bad), None, "{bad:?}");
        }
    }

    #[test]
    fn a_manifest_is_read_as_it_was_written() {
        let manifest = Manifest {
            made_by: "somebody".to_owned(),
            claim: Claim::Unsolvable,
            puzzle: "cover:xcc".to_owned(),
            variables: 3,
            clauses: 18_446_744_073_709_551_615,
            steps: 0,
        };
        let text = manifest.to_string();
        assert_eq!(Manifest::read(&text), Ok(manifest));
        // Without any of its lines, or with more, it is none; and it says where.
        let lines: Vec<&str> = text.lines().collect();
        for gone in 0..lines.len() {
            let mut fewer = lines.clone();
            fewer.remove(gone);
            let (line, _) = Manifest::read(&(fewer.join("\n") + "\n")).unwrap_err();
            assert_eq!(line, gone as u64 + 1);
        }
        for bad in ["", "\n", "tilewright proof 2\n", &text[..text.len() - 1]] {
            assert!(Manifest::read(bad).is_err(), "{bad:?}");
        }
        assert_eq!(Manifest::read(&format!("{text}more\n")).unwrap_err().0, 8);
        let signed = text.replace("variables: 3", "variables: +3");
        assert_eq!(Manifest::read(&signed).unwrap_err().0, 5);
    }
}
