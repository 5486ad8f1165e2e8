//! Sets of clues, and which clues come and go together.

use crate::{Symmetry, Unable};

/// A set of the clues of one puzzle, by their numbers. Up to 128 clues take no memory elsewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ClueSet {
    few: [u64; 2],
    /// The words for more clues.
    many: Vec<u64>,
}

impl ClueSet {
    /// No clue of a puzzle with that many.
    pub(crate) fn none(clues: usize) -> Self {
        let words = if clues <= 128 { 0 } else { clues.div_ceil(64) };
        Self {
            few: [0; 2],
            many: vec![0; words],
        }
    }

    /// The clues in which two lists differ, both as long as there are clues.
    pub(crate) fn differing<A, B>(
        one: &[A],
        other: &[B],
        differs: impl Fn(usize, &A, &B) -> bool,
    ) -> Self {
        let mut set = Self::none(one.len());
        for (at, (one, other)) in one.chunks(64).zip(other.chunks(64)).enumerate() {
            let pairs = one.iter().zip(other).enumerate();
            *set.word(at) = pairs.fold(0, |word, (bit, (one, other))| {
                word | u64::from(differs(64 * at + bit, one, other)) << bit
            });
        }
        set
    }

    /// 64 clues in each word; at least two words.
    pub(crate) fn words(&self) -> &[u64] {
        if self.many.is_empty() {
            &self.few
        } else {
            &self.many
        }
    }

    fn word(&mut self, at: usize) -> &mut u64 {
        if self.many.is_empty() {
            &mut self.few[at]
        } else {
            &mut self.many[at]
        }
    }

    pub(crate) fn insert(&mut self, clue: usize) {
        *self.word(clue / 64) |= 1 << (clue % 64);
    }

    pub(crate) fn remove(&mut self, clue: usize) {
        *self.word(clue / 64) &= !(1 << (clue % 64));
    }

    pub(crate) fn has(&self, clue: usize) -> bool {
        self.words()[clue / 64] >> (clue % 64) & 1 == 1
    }

    pub(crate) fn len(&self) -> usize {
        let words = self.words().iter();
        words.map(|word| word.count_ones() as usize).sum()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.words().iter().all(|&word| word == 0)
    }

    /// The clues in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.words().iter().enumerate().flat_map(|(at, &word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                let clue = (rest != 0).then(|| at * 64 + rest.trailing_zeros() as usize);
                rest &= rest.wrapping_sub(1);
                clue
            })
        })
    }

    /// Calls `tell` with each clue in order.
    pub(crate) fn each(&self, mut tell: impl FnMut(usize)) {
        for (at, &word) in self.words().iter().enumerate() {
            let mut rest = word;
            while rest != 0 {
                tell(at * 64 + rest.trailing_zeros() as usize);
                rest &= rest - 1;
            }
        }
    }
}

/// The clues that come and go together: those that a symmetry takes to each other.
#[derive(Debug)]
pub(crate) struct Units {
    units: Vec<Vec<u32>>,
    /// The clues of all units, and those that stay.
    pub(crate) all: ClueSet,
}

impl Units {
    /// The units of a number of clues. A clue that is not allowed is in none, and one that is kept stays with all its
    /// images under the moves.
    pub(crate) fn new(
        count: usize,
        moves: &[Vec<u32>],
        is_allowed: impl Fn(usize) -> bool,
        is_kept: impl Fn(usize) -> bool,
    ) -> Self {
        let mut is_seen = ClueSet::none(count);
        let mut all = ClueSet::none(count);
        let mut units = Vec::new();
        for clue in 0..count {
            if is_seen.has(clue) {
                continue;
            }
            let unit = orbit(clue, moves, &mut is_seen);
            let stays = unit.iter().any(|&clue| is_kept(clue as usize));
            let may = |&clue: &u32| is_allowed(clue as usize) || is_kept(clue as usize);
            if !stays && !unit.iter().all(may) {
                continue;
            }
            for &clue in unit.iter().filter(|clue| may(clue)) {
                all.insert(clue as usize);
            }
            if !stays {
                units.push(unit);
            }
        }
        Self { units, all }
    }

    /// Clues that all stay.
    pub(crate) fn none(count: usize) -> Self {
        Self::new(count, &[], |_| true, |_| true)
    }

    /// The number of units.
    pub(crate) fn len(&self) -> usize {
        self.units.len()
    }

    /// The clues of a unit.
    pub(crate) fn clues(&self, unit: u32) -> &[u32] {
        &self.units[unit as usize]
    }

    /// Returns true if some clues only come and go together.
    pub(crate) fn are_sets(&self) -> bool {
        self.units.iter().any(|unit| unit.len() > 1)
    }

    /// Returns true if some clues stay in any case.
    pub(crate) fn has_kept(&self) -> bool {
        self.all.len() > self.units.iter().map(Vec::len).sum()
    }

    /// The units that these clues have.
    pub(crate) fn within(&self, clues: &ClueSet) -> impl Iterator<Item = &[u32]> {
        let is_in = |unit: &&Vec<u32>| clues.has(unit[0] as usize);
        self.units.iter().filter(is_in).map(Vec::as_slice)
    }

    /// Returns true if the clues have a unit.
    pub(crate) fn is_in(&self, unit: u32, clues: &ClueSet) -> bool {
        clues.has(self.clues(unit)[0] as usize)
    }
}

/// All clues that the moves take a clue to.
fn orbit(clue: usize, moves: &[Vec<u32>], is_seen: &mut ClueSet) -> Vec<u32> {
    let mut unit = vec![clue as u32];
    is_seen.insert(clue);
    let mut at = 0;
    while at < unit.len() {
        let from = unit[at] as usize;
        for to in moves.iter().map(|to| to[from]) {
            if !is_seen.has(to as usize) {
                is_seen.insert(to as usize);
                unit.push(to);
            }
        }
        at += 1;
    }
    unit.sort_unstable();
    unit
}

/// The image of each cell of a board under the moves that make up a symmetry. The board has these sides, that along
/// which cells are counted first. In more than two dimensions half a turn goes through the centre, and all symmetries
/// are those of the cube.
pub(crate) fn moves(
    sides: &[usize],
    symmetry: Symmetry,
    board: &str,
) -> Result<Vec<Vec<u32>>, Unable> {
    let turns = matches!(
        symmetry,
        Symmetry::QuarterTurn | Symmetry::Diagonal | Symmetry::Full
    );
    if turns && sides.len() < 2 {
        let why = format!("the {board} has no turns by 90° and no diagonal");
        return Err(Unable(why));
    }
    if turns && sides.iter().any(|side| *side != sides[0]) {
        let why = format!("the {board} is not a square, which this symmetry needs");
        return Err(Unable(why));
    }
    let by = |to: &dyn Fn(&mut [usize])| -> Vec<u32> {
        let cell = |cell: usize| {
            let mut rest = cell;
            let digit = |side: &usize| (rest % side, rest /= side).0;
            let mut at: Vec<usize> = sides.iter().map(digit).collect();
            to(&mut at);
            let digits = at.iter().zip(sides).rev();
            digits.fold(0, |sum, (x, side)| sum * side + x) as u32
        };
        (0..sides.iter().product()).map(cell).collect()
    };
    let mirror = || by(&|at| at[0] = sides[0] - 1 - at[0]);
    let turn = |at: &mut [usize]| (at[0], at[1]) = (sides[0] - 1 - at[1], at[0]);
    let through = |at: &mut [usize]| {
        let coordinates = at.iter_mut().zip(sides);
        coordinates.for_each(|(x, side)| *x = side - 1 - *x);
    };
    Ok(match symmetry {
        Symmetry::None => vec![],
        Symmetry::HalfTurn => vec![by(&through)],
        Symmetry::QuarterTurn => vec![by(&turn)],
        Symmetry::Diagonal => vec![by(&|at| at.swap(0, 1))],
        Symmetry::Mirror => vec![mirror()],
        Symmetry::Full => {
            let swaps = (1..sides.len()).map(|axis| by(&|at| at.swap(axis - 1, axis)));
            swaps.chain([mirror()]).collect()
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sizes(sides: &[usize], symmetry: Symmetry) -> Vec<usize> {
        let moves = moves(sides, symmetry, "board").unwrap();
        let cells = sides.iter().product();
        let units = Units::new(cells, &moves, |_| true, |_| false);
        let mut found: Vec<usize> = units.units.iter().map(Vec::len).collect();
        assert_eq!(found.iter().sum::<usize>(), cells);
        found.sort_unstable();
        found
    }

    fn distinct(sides: &[usize], symmetry: Symmetry) -> Vec<usize> {
        let mut found = sizes(sides, symmetry);
        found.dedup();
        found
    }

    #[test]
    fn orbits_are_as_large_as_their_group() {
        assert_eq!(distinct(&[9, 9], Symmetry::None), [1]);
        assert_eq!(distinct(&[9, 9], Symmetry::HalfTurn), [1, 2]);
        assert_eq!(distinct(&[4, 4], Symmetry::HalfTurn), [2]);
        assert_eq!(distinct(&[9, 9], Symmetry::QuarterTurn), [1, 4]);
        assert_eq!(distinct(&[4, 4], Symmetry::Diagonal), [1, 2]);
        assert_eq!(distinct(&[9, 9], Symmetry::Mirror), [1, 2]);
        assert_eq!(distinct(&[9, 9], Symmetry::Full), [1, 4, 8]);
        assert_eq!(distinct(&[8, 8, 8], Symmetry::HalfTurn), [2]);
        assert_eq!(distinct(&[8, 8, 8], Symmetry::Full), [8, 24, 48]);
        assert_eq!(sizes(&[4, 4], Symmetry::None), [1; 16]);
        assert_eq!(sizes(&[4, 4], Symmetry::Mirror), [2; 8]);
        assert_eq!(sizes(&[4, 4], Symmetry::QuarterTurn), [4; 4]);
        assert_eq!(sizes(&[4, 4], Symmetry::Full), [4, 4, 8]);
        assert_eq!(sizes(&[3, 2], Symmetry::Mirror), [1, 1, 2, 2]);
        assert_eq!(sizes(&[3, 1], Symmetry::HalfTurn), [1, 2]);
        let diagonal = sizes(&[4, 4], Symmetry::Diagonal);
        assert_eq!(diagonal, [1, 1, 1, 1, 2, 2, 2, 2, 2, 2]);
    }

    #[test]
    fn some_symmetries_need_a_square() {
        let why = |sides: &[usize]| moves(sides, Symmetry::Full, "board").unwrap_err().0;
        assert!(why(&[3, 2]).ends_with("is not a square, which this symmetry needs"));
        assert!(why(&[5]).ends_with("has no turns by 90° and no diagonal"));
    }

    #[test]
    fn what_is_kept_is_in_no_unit_and_stays() {
        let moves = moves(&[2, 2], Symmetry::HalfTurn, "board").unwrap();
        let units = Units::new(4, &moves, |clue| clue != 1, |clue| clue == 0);
        assert_eq!(units.len(), 0);
        assert_eq!(units.all.iter().collect::<Vec<_>>(), [0, 3]);
        assert!(units.has_kept());
        assert!(!Units::new(4, &moves, |_| true, |_| false).has_kept());
    }

    #[test]
    fn a_set_gives_back_its_clues() {
        let mut clues = ClueSet::none(130);
        for clue in [0, 63, 64, 129] {
            clues.insert(clue);
        }
        clues.remove(63);
        assert_eq!(clues.iter().collect::<Vec<_>>(), [0, 64, 129]);
        assert_eq!(clues.len(), 3);
    }
}
