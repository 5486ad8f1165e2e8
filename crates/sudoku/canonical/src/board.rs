//! Boards, their canonical forms, and the way there.

/// A board: how long its side is, and how many places belong to a band along each axis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Geometry {
    pub(crate) side: usize,
    pub(crate) bands: Vec<usize>,
}

impl Geometry {
    /// The board of that side with these bands, one for each axis; the first axis is that along which neighbouring
    /// cells are counted. A 9×9 Sudoku is `new(9, &[3, 3])`, a Latin square `new(9, &[9, 9])`. `None` if the side is
    /// not a multiple of a band, or above 256, or the board has more than 2^24 cells, more than 8 axes or none.
    pub fn new(side: usize, bands: &[usize]) -> Option<Self> {
        let is_band = |&band: &usize| band > 0 && side.is_multiple_of(band);
        let cells = side.checked_pow(u32::try_from(bands.len()).ok()?)?;
        let fits = (1..=256).contains(&side) && (1..=8).contains(&bands.len());
        (fits && cells <= 1 << 24 && bands.iter().all(is_band)).then(|| Self {
            side,
            bands: bands.to_vec(),
        })
    }

    /// The length of a line.
    pub fn side(&self) -> usize {
        self.side
    }

    /// The number of cells.
    pub fn cells(&self) -> usize {
        self.side.pow(self.bands.len() as u32)
    }

    /// Without boxes along an axis, its places are one band.
    pub(crate) fn band(&self, axis: usize) -> usize {
        match self.bands[axis] {
            1 => self.side,
            band => band,
        }
    }
}

/// The way from a board to its canonical form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Way {
    /// For each cell of the form, the cell of the board that it comes from.
    pub from: Vec<u32>,
    /// The new name of each value; 0 stays 0.
    pub names: Vec<u16>,
}

impl Way {
    /// A board moved and renamed in that way: the one that the way was found for becomes its form, and
    /// a solution of it one of the form.
    ///
    /// # Panics
    /// If the board has other cells or values than the one that the way was found for.
    pub fn apply(&self, values: &[u16]) -> Vec<u16> {
        assert_eq!(values.len(), self.from.len());
        let moved = self.from.iter().map(|&cell| values[cell as usize]);
        moved.map(|value| self.names[usize::from(value)]).collect()
    }
}

/// A canonical form with its properties.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Form {
    /// The values of its cells, 0 for an empty one.
    pub values: Vec<u16>,
    /// One way to get there; there are as many as automorphisms.
    pub way: Way,
    /// The number of ways to move the cells so that the board stays the same but for the names of its values; `None`
    /// if there are 2^128 or more.
    pub automorphisms: Option<u128>,
}

/// There is no canonical form: the board looks too regular for the allowed work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooRegular;

impl std::fmt::Display for TooRegular {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the board looks so regular that its smallest copy takes too long to find")
    }
}

impl std::error::Error for TooRegular {}
