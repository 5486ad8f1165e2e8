//! The verdict about a puzzle, in sentences that the command and the page share.

use crate::clash::{Clash, ClashKind};
#[cfg(feature = "serde")]
use std::collections::BTreeMap;
use std::fmt;
use tilewright_engines::End;
use tilewright_model::Choice;
pub use tilewright_model::number_of;
use tilewright_puzzles::Puzzle;

/// The most tiles that are named where two solutions differ.
const MOST_NAMED: usize = 12;

/// The number of steps of each technique, in the order in which they came first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Techniques(Vec<(String, usize)>);

impl Techniques {
    /// Counts one more step of this name.
    pub fn add(&mut self, name: &str) {
        self.add_many(name, 1);
    }

    fn add_many(&mut self, name: &str, number: usize) {
        match self.0.iter_mut().find(|(known, _)| known == name) {
            Some((_, count)) => *count += number,
            None => self.0.push((name.to_owned(), number)),
        }
    }

    /// Returns true if there is no step.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The number of steps.
    pub fn total(&self) -> usize {
        self.0.iter().map(|(_, count)| count).sum()
    }

    /// Each technique with its number of steps.
    pub fn iter(&self) -> impl Iterator<Item = (&str, usize)> {
        self.0.iter().map(|(name, count)| (name.as_str(), *count))
    }
}

impl<N: AsRef<str>> FromIterator<(N, usize)> for Techniques {
    fn from_iter<I: IntoIterator<Item = (N, usize)>>(each: I) -> Self {
        let mut techniques = Self::default();
        for (name, number) in each {
            techniques.add_many(name.as_ref(), number);
        }
        techniques
    }
}

/// An object with a number for each name, in order.
#[cfg(feature = "serde")]
impl serde::Serialize for Techniques {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for Techniques {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let counts = BTreeMap::<String, usize>::deserialize(deserializer)?;
        Ok(counts.into_iter().collect())
    }
}

/// "3 steps: 2 × hidden single, 1 × naked pair".
impl fmt::Display for Techniques {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&number_of(self.total(), "step"))?;
        for (number, (name, count)) in self.iter().enumerate() {
            let before = if number == 0 { ": " } else { ", " };
            write!(f, "{before}{count} × {name}")?;
        }
        Ok(())
    }
}

/// "these clues cannot all hold: r1c1 = 1, r1c2 = 1 (no smaller set clashes)".
impl fmt::Display for Clash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = self.parts.join(", ");
        match (self.kind, &self.parts[..]) {
            (ClashKind::Clues, [_]) => write!(f, "this clue cannot hold: {parts}"),
            (ClashKind::Clues, _) => write!(f, "these clues cannot all hold: {parts}"),
            (ClashKind::Rules, [_]) => write!(f, "this cannot be kept: {parts}"),
            (ClashKind::Rules, _) => write!(f, "these cannot all be kept: {parts}"),
            (ClashKind::Whole, _) => f.write_str(&parts),
            (ClashKind::Demands, [_]) => write!(f, "nothing is left for {parts}"),
            (ClashKind::Demands, _) => write!(f, "there is no room for all of these: {parts}"),
        }?;
        match self.end {
            _ if self.parts.len() < 2 => Ok(()),
            End::Complete if self.is_smallest => f.write_str(" (no smaller set clashes)"),
            End::Complete => f.write_str(" (none of them can be spared)"),
            end => write!(f, " (fewer may do; {end})"),
        }
    }
}

/// "differ at 2 tiles: r1c1 = 1 or r1c1 = 2; r1c2 = 2 or r1c2 = 1".
pub fn told_differences(puzzle: &dyn Puzzle, differ: &[(Choice, Choice)]) -> String {
    let first = differ.iter().take(MOST_NAMED);
    let mut names: Vec<String> = first
        .map(|&(one, other)| {
            let [one, other] = [one, other].map(|choice| puzzle.choice_name(choice));
            format!("{one} or {other}")
        })
        .collect();
    if differ.len() > MOST_NAMED {
        names.push(format!("{} more", differ.len() - MOST_NAMED));
    }
    let tiles = number_of(differ.len(), "tile");
    format!("differ at {tiles}: {}", names.join("; "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn techniques_are_told_in_their_order() {
        let mut techniques = Techniques::default();
        assert_eq!(techniques.to_string(), "0 steps");
        for name in ["naked pair", "hidden single", "naked pair"] {
            techniques.add(name);
        }
        assert_eq!(
            techniques.to_string(),
            "3 steps: 2 × naked pair, 1 × hidden single"
        );
    }
}
