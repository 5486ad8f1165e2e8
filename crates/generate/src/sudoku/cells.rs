//! Sets of cells, and which cells come and go together.

use crate::{Symmetry, Unable, Wish};
use tilewright_puzzles::sudoku::Shape;

/// A set of cells of one board. That of a board with up to 128 cells takes no memory elsewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Cells {
    few: [u64; 2],
    /// Where there are more cells.
    many: Vec<u64>,
}

impl Cells {
    /// No cell of a board with so many.
    pub(super) fn none(cells: usize) -> Self {
        let words = if cells <= 128 { 0 } else { cells.div_ceil(64) };
        Self {
            few: [0; 2],
            many: vec![0; words],
        }
    }

    /// 64 cells in each word; at least two words.
    pub(super) fn words(&self) -> &[u64] {
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

    pub(super) fn insert(&mut self, cell: usize) {
        *self.word(cell / 64) |= 1 << (cell % 64);
    }

    pub(super) fn remove(&mut self, cell: usize) {
        *self.word(cell / 64) &= !(1 << (cell % 64));
    }

    pub(super) fn has(&self, cell: usize) -> bool {
        self.words()[cell / 64] >> (cell % 64) & 1 == 1
    }

    pub(super) fn len(&self) -> usize {
        let words = self.words().iter();
        words.map(|word| word.count_ones() as usize).sum()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.words().iter().all(|&word| word == 0)
    }

    /// The cells in order.
    pub(super) fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.words().iter().enumerate().flat_map(|(at, &word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                let cell = (rest != 0).then(|| at * 64 + rest.trailing_zeros() as usize);
                rest &= rest.wrapping_sub(1);
                cell
            })
        })
    }

    /// Tells each cell in order.
    pub(super) fn each(&self, mut tell: impl FnMut(usize)) {
        for (at, &word) in self.words().iter().enumerate() {
            let mut rest = word;
            while rest != 0 {
                tell(at * 64 + rest.trailing_zeros() as usize);
                rest &= rest - 1;
            }
        }
    }

    /// The cells in which two boards differ.
    pub(super) fn differing<T: Copy + Into<u16>>(one: &[u16], other: &[T]) -> Self {
        let mut cells = Self::none(one.len());
        let chunks = one.chunks(64).zip(other.chunks(64));
        for (at, (one, other)) in chunks.enumerate() {
            let pairs = one.iter().zip(other).enumerate();
            *cells.word(at) = pairs.fold(0, |word, (bit, (&one, &other))| {
                word | u64::from(one != other.into()) << bit
            });
        }
        cells
    }
}

/// Which cells come and go together: by symmetry, each where clues may stand.
#[derive(Debug)]
pub(super) struct Units {
    units: Vec<Vec<u32>>,
    /// The cells of all units.
    pub(super) all: Cells,
}

impl Units {
    /// The units of a wish; why there are none, where it makes no sense.
    pub(super) fn of(shape: &Shape, wish: &Wish) -> Result<Self, Unable> {
        let cells = shape.cells();
        if let Some(pattern) = &wish.pattern
            && pattern.len() != cells
        {
            return Err(Unable(format!(
                "the pattern has {} cells, but the {shape} has {cells}",
                pattern.len()
            )));
        }
        let moves = moves(shape, wish.symmetry)?;
        let is_allowed = |cell: usize| wish.pattern.as_ref().is_none_or(|is| is[cell]);
        let mut is_seen = Cells::none(cells);
        let mut all = Cells::none(cells);
        let mut units = Vec::new();
        for cell in 0..cells {
            if is_seen.has(cell) {
                continue;
            }
            let unit = orbit(cell, &moves, &mut is_seen);
            if unit.iter().all(|&cell| is_allowed(cell as usize)) {
                for &cell in &unit {
                    all.insert(cell as usize);
                }
                units.push(unit);
            }
        }
        Ok(Self { units, all })
    }

    /// How many units there are.
    pub(super) fn len(&self) -> usize {
        self.units.len()
    }

    /// The cells of a unit.
    pub(super) fn cells(&self, unit: u32) -> &[u32] {
        &self.units[unit as usize]
    }

    /// Whether some cells only come and go together.
    pub(super) fn are_sets(&self) -> bool {
        self.units.iter().any(|unit| unit.len() > 1)
    }

    /// The units that these clues have.
    pub(super) fn within(&self, clues: &Cells) -> impl Iterator<Item = &[u32]> {
        let is_in = |unit: &&Vec<u32>| clues.has(unit[0] as usize);
        self.units.iter().filter(is_in).map(Vec::as_slice)
    }

    /// Whether the clues have a unit.
    pub(super) fn is_in(&self, unit: u32, clues: &Cells) -> bool {
        clues.has(self.cells(unit)[0] as usize)
    }
}

/// All cells that the moves take a cell to.
fn orbit(cell: usize, moves: &[Vec<u32>], is_seen: &mut Cells) -> Vec<u32> {
    let mut unit = vec![cell as u32];
    is_seen.insert(cell);
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

/// Where each cell goes by the moves that make up a symmetry. In more than two dimensions half a
/// turn goes through the centre, and all symmetries are those of the cube.
fn moves(shape: &Shape, symmetry: Symmetry) -> Result<Vec<Vec<u32>>, Unable> {
    let (axes, last) = (shape.axes(), shape.side() - 1);
    let needs_two = matches!(
        symmetry,
        Symmetry::QuarterTurn | Symmetry::Diagonal | Symmetry::Full
    );
    if needs_two && axes < 2 {
        return Err(Unable(format!(
            "the {shape} has no turns by 90° and no diagonal"
        )));
    }
    let by = |to: &dyn Fn(&mut [usize])| -> Vec<u32> {
        let cell = |cell: usize| {
            let mut at: Vec<usize> = (0..axes).map(|axis| shape.coordinate(cell, axis)).collect();
            to(&mut at);
            let number = at.iter().rev().fold(0, |sum, x| sum * shape.side() + x);
            number as u32
        };
        (0..shape.cells()).map(cell).collect()
    };
    Ok(match symmetry {
        Symmetry::None => vec![],
        Symmetry::HalfTurn => vec![by(&|at| at.iter_mut().for_each(|x| *x = last - *x))],
        Symmetry::QuarterTurn => vec![by(&|at| (at[0], at[1]) = (last - at[1], at[0]))],
        Symmetry::Diagonal => vec![by(&|at| at.swap(0, 1))],
        Symmetry::Mirror => vec![by(&|at| at[0] = last - at[0])],
        Symmetry::Full => {
            let swaps = (1..axes).map(|axis| by(&|at| at.swap(axis - 1, axis)));
            let mirror = by(&|at| at[0] = last - at[0]);
            swaps.chain([mirror]).collect()
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilewright_puzzles::sudoku::Boxes;

    fn sizes(dims: &[usize], symmetry: Symmetry) -> Vec<usize> {
        let shape = Shape::of(dims, Boxes::Dims).unwrap();
        let wish = Wish {
            symmetry,
            ..Wish::default()
        };
        let units = Units::of(&shape, &wish).unwrap();
        let mut sizes: Vec<usize> = units.units.iter().map(Vec::len).collect();
        sizes.sort_unstable();
        sizes.dedup();
        let cells: usize = units.units.iter().map(Vec::len).sum();
        assert_eq!(cells, shape.cells());
        sizes
    }

    #[test]
    fn orbits_are_as_large_as_their_group() {
        assert_eq!(sizes(&[3, 3], Symmetry::None), [1]);
        assert_eq!(sizes(&[3, 3], Symmetry::HalfTurn), [1, 2]);
        assert_eq!(sizes(&[2, 2], Symmetry::HalfTurn), [2]);
        assert_eq!(sizes(&[3, 3], Symmetry::QuarterTurn), [1, 4]);
        assert_eq!(sizes(&[2, 2], Symmetry::Diagonal), [1, 2]);
        assert_eq!(sizes(&[3, 3], Symmetry::Mirror), [1, 2]);
        assert_eq!(sizes(&[3, 3], Symmetry::Full), [1, 4, 8]);
        assert_eq!(sizes(&[2, 2, 2], Symmetry::HalfTurn), [2]);
        assert_eq!(sizes(&[2, 2, 2], Symmetry::Full), [8, 24, 48]);
    }

    #[test]
    fn a_set_gives_back_its_cells() {
        let mut cells = Cells::none(130);
        for cell in [0, 63, 64, 129] {
            cells.insert(cell);
        }
        cells.remove(63);
        assert_eq!(cells.iter().collect::<Vec<_>>(), [0, 64, 129]);
        assert_eq!(cells.len(), 3);
    }
}
