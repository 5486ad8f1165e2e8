//! The abilities that a family may list beside the six duties of a puzzle, and what holds without them.

use crate::family::own;
use crate::{Ability, Asymmetric, Canonical, Families, Family, Puzzle, Symmetry};

/// Puzzles whose family knows which solutions are the same but for their looks.
pub trait Symmetric {
    /// The classes of its solutions, or why they are not known for this puzzle.
    fn symmetry(&self) -> Result<Box<dyn Symmetry + '_>, Asymmetric>;
}

/// Puzzles that have a canonical form.
pub trait Canonised {
    /// The smallest of all copies of this puzzle that differ in their looks alone: two puzzles are copies of
    /// each other if and only if theirs are equal.
    fn canonical(&self) -> Result<Canonical, Asymmetric>;
}

/// Says whether two puzzles of a family are the same.
pub struct Equality(fn(&dyn Puzzle, &dyn Puzzle) -> bool);

impl Equality {
    /// That of the puzzles' own type.
    pub fn of<P: Puzzle + PartialEq>() -> Self {
        Self(|one, other| own::<P>(one) == own::<P>(other))
    }
}

impl Ability for Equality {
    const WORD: &'static str = "equality";
}

impl Ability for dyn Symmetric {
    const WORD: &'static str = "symmetry";
}

impl Ability for dyn Canonised {
    const WORD: &'static str = "canonical";
}

impl dyn Puzzle + '_ {
    /// Whether it is another puzzle again: as its family sees it, or else by its looks.
    pub fn is_same(&self, other: &dyn Puzzle) -> bool {
        self.family() == other.family()
            && match self.family().can::<Equality>() {
                Some(Equality(is_same)) => is_same(self, other),
                None => self.picture() == other.picture() && self.givens() == other.givens(),
            }
    }

    /// Which of its solutions are the same but for their looks, where its family knows that.
    pub fn symmetry(&self) -> Result<Box<dyn Symmetry + '_>, Asymmetric> {
        let able = self.can::<dyn Symmetric>();
        able.ok_or_else(|| lacking::<dyn Symmetric>(self.family(), "symmetry"))?
            .symmetry()
    }

    /// Its canonical form, where its family has one.
    pub fn canonical(&self) -> Result<Canonical, Asymmetric> {
        let able = self.can::<dyn Canonised>();
        able.ok_or_else(|| lacking::<dyn Canonised>(self.family(), "canonical form"))?
            .canonical()
    }
}

/// "shikaku has no canonical form; families that have one: sudoku".
fn lacking<A: Ability + ?Sized>(family: &Family, what: &str) -> Asymmetric {
    let families = Families::default();
    let able = families.names(Family::has::<A>).join(", ");
    Asymmetric(format!(
        "{} has no {what}; families that have one: {able}",
        family.name
    ))
}
