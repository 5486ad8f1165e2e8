//! Packings: each piece once, turned in any way that is allowed, so that every cell is filled.

use super::cover::{Cover, CoverBuilder};

type Cell = [i32; 3];

/// The 12 pentominoes, each with a letter that looks like it.
const PENTOMINOES: [(&str, &[&str]); 12] = [
    ("F", &[".##", "##.", ".#."]),
    ("I", &["#####"]),
    ("L", &["####", "#..."]),
    ("N", &["###.", "..##"]),
    ("P", &["###", "##."]),
    ("T", &["###", ".#.", ".#."]),
    ("U", &["#.#", "###"]),
    ("V", &["###", "#..", "#.."]),
    ("W", &["#..", "##.", ".##"]),
    ("X", &[".#.", "###", ".#."]),
    ("Y", &["####", ".#.."]),
    ("Z", &["##.", ".#.", ".##"]),
];

/// The seven pieces of the Soma cube: four flat ones, then the two screws and the corner.
const SOMA: [(&str, &[Cell]); 7] = [
    ("V", &[[0, 0, 0], [1, 0, 0], [0, 1, 0]]),
    ("L", &[[0, 0, 0], [1, 0, 0], [2, 0, 0], [0, 1, 0]]),
    ("T", &[[0, 0, 0], [1, 0, 0], [2, 0, 0], [1, 1, 0]]),
    ("Z", &[[0, 0, 0], [1, 0, 0], [1, 1, 0], [2, 1, 0]]),
    ("A", &[[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 0, 1]]),
    ("B", &[[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 1, 1]]),
    ("P", &[[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]),
];

/// The 12 pentominoes on a board of 60 cells: 9,356 ways on 6×10, 8 on 3×20, turned and mirrored
/// ones counted apart.
pub fn pentominoes(rows: usize, columns: usize) -> Cover {
    pentominoes_on(rows, columns, |_, _| true)
}

/// The 12 pentominoes on a chessboard without its four middle cells: 520 ways.
pub fn pentominoes_8x8_hole() -> Cover {
    let in_the_middle = |line: usize| line == 3 || line == 4;
    pentominoes_on(8, 8, |row, column| {
        !(in_the_middle(row) && in_the_middle(column))
    })
}

/// The 12 pentominoes on those cells of a board that `has` names.
pub fn pentominoes_on(rows: usize, columns: usize, has: impl Fn(usize, usize) -> bool) -> Cover {
    let mut board = Vec::new();
    for (x, row) in (0..).zip(0..rows) {
        let cells = (0..)
            .zip(0..columns)
            .filter(|&(_, column)| has(row, column));
        board.extend(cells.map(|(y, _)| [x, y, 0]));
    }
    let pieces = PENTOMINOES.map(|(name, drawing)| (name, cells_of(drawing)));
    // Pieces may be turned over, which is mirroring them in the plane.
    let in_the_plane: Vec<Symmetry> = Symmetry::all().filter(Symmetry::keeps_the_plane).collect();
    packing(&board, &pieces, &in_the_plane)
}

/// The Soma cube: 11,520 ways, which is 240 in each of 48 positions.
pub fn soma() -> Cover {
    let along = || 0..3;
    let board: Vec<Cell> = along()
        .flat_map(|x| along().flat_map(move |y| along().map(move |z| [x, y, z])))
        .collect();
    let pieces = SOMA.map(|(name, cells)| (name, cells.to_vec()));
    // A screw is not its mirror image.
    let rotations: Vec<Symmetry> = Symmetry::all().filter(Symmetry::is_rotation).collect();
    packing(&board, &pieces, &rotations)
}

fn cells_of(drawing: &[&str]) -> Vec<Cell> {
    let mut cells = Vec::new();
    for (x, line) in (0..).zip(drawing) {
        let marks = (0..).zip(line.bytes()).filter(|&(_, mark)| mark == b'#');
        cells.extend(marks.map(|(y, _)| [x, y, 0]));
    }
    cells
}

/// Each piece and each cell of the board is an item; each way to lay a piece is an option.
fn packing(board: &[Cell], pieces: &[(&str, Vec<Cell>)], symmetries: &[Symmetry]) -> Cover {
    let name = |[x, y, z]: Cell| format!("{x}.{y}.{z}");
    let mut b = CoverBuilder::default();
    for (piece, _) in pieces {
        b.primary((*piece).into());
    }
    for &cell in board {
        b.primary(name(cell));
    }
    for (piece, cells) in pieces {
        for shape in shapes(cells, symmetries) {
            for &[x, y, z] in board {
                let laid = shape.iter().map(|[i, j, k]| name([x + i, y + j, z + k]));
                let laid: Vec<String> = std::iter::once((*piece).into()).chain(laid).collect();
                if laid.iter().all(|item| b.has(item)) {
                    b.option(&laid);
                }
            }
        }
    }
    b.build()
}

/// The different shapes of a piece, each with its first cell at the origin.
fn shapes(cells: &[Cell], symmetries: &[Symmetry]) -> Vec<Vec<Cell>> {
    let mut shapes: Vec<Vec<Cell>> = Vec::new();
    for symmetry in symmetries {
        let mut shape: Vec<Cell> = cells.iter().map(|&cell| symmetry.apply(cell)).collect();
        shape.sort_unstable();
        let [x, y, z] = shape[0];
        for cell in &mut shape {
            *cell = [cell[0] - x, cell[1] - y, cell[2] - z];
        }
        shapes.push(shape);
    }
    shapes.sort_unstable();
    shapes.dedup();
    shapes
}

/// A symmetry of the cube: which axis goes where, and which are reversed.
struct Symmetry {
    axes: [usize; 3],
    signs: [i32; 3],
}

impl Symmetry {
    /// All 48.
    fn all() -> impl Iterator<Item = Self> {
        const AXES: [[usize; 3]; 6] = [
            [0, 1, 2],
            [1, 2, 0],
            [2, 0, 1],
            [0, 2, 1],
            [2, 1, 0],
            [1, 0, 2],
        ];
        AXES.into_iter().flat_map(|axes| {
            let sign = |bits: i32, axis: i32| 1 - 2 * (bits >> axis & 1);
            (0..8).map(move |bits| Self {
                axes,
                signs: [sign(bits, 0), sign(bits, 1), sign(bits, 2)],
            })
        })
    }

    fn apply(&self, cell: Cell) -> Cell {
        std::array::from_fn(|axis| self.signs[axis] * cell[self.axes[axis]])
    }

    /// Its determinant is 1: an even number of reversals after a cyclic exchange of axes, an odd
    /// number after an exchange of two.
    fn is_rotation(&self) -> bool {
        let is_cyclic = (self.axes[0] + 1) % 3 == self.axes[1];
        let parity = if is_cyclic { 1 } else { -1 };
        self.signs.iter().product::<i32>() == parity
    }

    /// Cells of the plane stay in it, which is left as it is.
    fn keeps_the_plane(&self) -> bool {
        self.axes[2] == 2 && self.signs[2] == 1
    }
}
