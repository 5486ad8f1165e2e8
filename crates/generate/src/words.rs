//! The words in which people ask for symmetries and patterns.

use crate::Symmetry;

impl Symmetry {
    /// Every symmetry with its name.
    pub const NAMES: [(&'static str, Self); 6] = [
        ("none", Self::None),
        ("180", Self::HalfTurn),
        ("90", Self::QuarterTurn),
        ("diagonal", Self::Diagonal),
        ("mirror", Self::Mirror),
        ("full", Self::Full),
    ];

    /// The symmetry of that name; otherwise all names, with commas between them.
    pub fn named(name: &str) -> Result<Self, String> {
        let known = Self::NAMES.iter().find(|(known, _)| *known == name);
        let names = || Self::NAMES.map(|(name, _)| name).join(", ");
        known.map(|&(_, symmetry)| symmetry).ok_or_else(names)
    }
}

/// The places for clues: a blank, `.`, `0`, `-` or `_` is a place without, any other character one
/// with a clue; ends of lines do not count.
pub fn pattern(text: &str) -> Vec<bool> {
    let cells = text.chars().filter(|c| !matches!(c, '\n' | '\r'));
    cells
        .map(|c| !matches!(c, ' ' | '.' | '0' | '-' | '_'))
        .collect()
}
