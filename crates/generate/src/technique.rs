//! The techniques that can be requested, by the names that explanations and `HoDoKu` give them.

use crate::Unable;
use tilewright_scales::hodoku;

/// The names that explanations give to their steps, on any board.
const TOLD: [&str; 45] = [
    "full house",
    "hidden single",
    "naked single",
    "locked candidates (pointing)",
    "locked candidates (claiming)",
    "locked candidates (crossing)",
    "naked pair",
    "naked triple",
    "naked quad",
    "hidden pair",
    "hidden triple",
    "hidden quad",
    "X-wing",
    "swordfish",
    "jellyfish",
    "finned X-wing",
    "finned swordfish",
    "sashimi X-wing",
    "sashimi swordfish",
    "franken X-wing",
    "franken swordfish",
    "franken jellyfish",
    "mutant X-wing",
    "mutant swordfish",
    "mutant jellyfish",
    "skyscraper",
    "two-string kite",
    "turbot fish",
    "X-chain",
    "remote pair",
    "XY-wing",
    "XY-chain",
    "W-wing",
    "discontinuous nice loop",
    "AIC",
    "empty rectangle",
    "grouped turbot fish",
    "grouped X-chain",
    "grouped AIC",
    "XYZ-wing",
    "WXYZ-wing",
    "ALS-XZ",
    "ALS-XY-wing",
    "ALS chain",
    "forcing chain",
];

/// A requested technique.
#[derive(Clone, Debug)]
pub(crate) struct Needed {
    /// As it is called.
    pub(crate) name: &'static str,
    plain: String,
    /// True if explanations may use it.
    pub(crate) is_told: bool,
    /// In `HoDoKu`, on boards that it rates.
    pub(crate) hodoku: Option<hodoku::Technique>,
}

impl Needed {
    /// The technique of that name. Capitals, blanks and hyphens do not matter.
    pub(crate) fn of(name: &str, is_classic: bool) -> Result<Self, Unable> {
        let wanted = plain(name);
        let told = TOLD.iter().find(|told| plain(told) == wanted);
        let hodoku = hodoku::Technique::all()
            .filter(|technique| is_classic && technique.is_default())
            .find(|technique| plain(technique.name()) == wanted);
        if let Some(name) = told.copied().or(hodoku.map(hodoku::Technique::name)) {
            return Ok(Self {
                name,
                plain: wanted,
                is_told: told.is_some(),
                hodoku,
            });
        }
        let theirs = hodoku::Technique::all().filter(|t| is_classic && t.is_default());
        let names = TOLD.into_iter().chain(theirs.map(hodoku::Technique::name));
        let nearest = names
            .map(|name| (slips(&wanted, &plain(name)), name))
            .min_by_key(|(slips, _)| *slips)
            .filter(|(slips, _)| *slips <= wanted.len() / 3 + 1);
        Err(Unable(match nearest {
            Some((_, nearest)) => {
                format!("there is no technique called {name:?}; did you mean {nearest:?}?")
            }
            None => format!("there is no technique called {name:?}"),
        }))
    }

    /// Returns true if a step of an explanation with that name is one of it.
    pub(crate) fn is(&self, told: &str) -> bool {
        let told = plain(told);
        told == self.plain || (self.plain == "forcingchain" && told.starts_with(&self.plain))
    }
}

/// A name without what people write differently.
fn plain(name: &str) -> String {
    let kept = name
        .chars()
        .take(60)
        .filter(|c| c.is_alphanumeric() || *c == '+');
    kept.flat_map(char::to_lowercase).collect()
}

/// The number of letters to change, add or leave out.
fn slips(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (above, letter) in one.chars().enumerate() {
        let mut corner = row[0];
        row[0] = above + 1;
        for (at, &there) in other.iter().enumerate() {
            let changed = corner + usize::from(letter != there);
            corner = row[at + 1];
            row[at + 1] = changed.min(corner + 1).min(row[at] + 1);
        }
    }
    row[other.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_however_they_are_written() {
        for name in ["x-wing", "X Wing", "xwing", "X-Wing"] {
            let needed = Needed::of(name, true).unwrap();
            assert_eq!(needed.name, "X-wing");
            assert!(needed.is("X-wing") && !needed.is("finned X-wing"));
            assert_eq!(needed.hodoku.unwrap().name(), "X-Wing");
        }
        assert!(Needed::of("Sue de Coq", true).unwrap().hodoku.is_some());
        assert!(
            Needed::of("forcing chain", false)
                .unwrap()
                .is("forcing chain (verity)")
        );
    }

    #[test]
    fn a_slip_is_answered_with_the_nearest_name() {
        let why = |name: &str, is_classic| Needed::of(name, is_classic).unwrap_err().0;
        assert_eq!(
            why("swordfsh", true),
            "there is no technique called \"swordfsh\"; did you mean \"swordfish\"?"
        );
        assert_eq!(
            why("magic wand of the north", true),
            "there is no technique called \"magic wand of the north\""
        );
        assert!(why("Sue de Coq", false).starts_with("there is no technique"));
        assert!(why("", true).starts_with("there is no technique"));
    }
}
