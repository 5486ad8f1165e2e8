//! The smallest copy of a board: `tilewright-canonical` in the words of [`Sudoku`].
//!
//! The clues are brought into the smallest form, in the order of the cells; answers go along. A board without clues
//! is brought there by its answers. The symmetries are those of `symmetry.rs`: values, places, bands and equal axes.
//! Boards with irregular regions have none that holds for all of them, so they have no form.

use super::{Boxes, CLUE, Shape, Sudoku};
use crate::{Asymmetric, Canonical};
use std::hash::{DefaultHasher, Hash, Hasher};
use tilewright_canonical::{Geometry, canonical_of, canonical_with_map};

/// The cells that are looked at before a board counts as too regular: a second or two.
const WORK: u64 = 1 << 27;

pub(super) fn canonical(sudoku: &Sudoku) -> Result<Canonical, Asymmetric> {
    let shape = &**sudoku.shape();
    let geometry = geometry(shape)?;
    let clues = told(sudoku);
    if *shape.boxes() == Boxes::Dims && shape.dims() == [3, 3] {
        let form = canonical_with_map(&std::array::from_fn(|cell| clues[cell] as u8));
        let from = |cell: usize| usize::from(form.way.from[cell]);
        let name = |value: u16| u16::from(form.way.names[usize::from(value)]);
        let moved = moved(sudoku, from, name);
        return Ok(canonical_form(moved, Some(form.automorphisms.into())));
    }
    let form = canonical_of(&geometry, &clues, WORK);
    let form = form.map_err(|error| Asymmetric(error.to_string()))?;
    let from = |cell: usize| form.way.from[cell] as usize;
    let name = |value: u16| form.way.names[usize::from(value)];
    Ok(canonical_form(
        moved(sudoku, from, name),
        form.automorphisms,
    ))
}

/// The clues, or all values where there are none: then it is a board.
fn told(sudoku: &Sudoku) -> Vec<u16> {
    if sudoku.clues().next().is_none() {
        return sudoku.values().collect();
    }
    let clue = |cell: &u16| if cell & CLUE == 0 { 0 } else { cell & !CLUE };
    sudoku.cells.iter().map(clue).collect()
}

fn canonical_form(form: Sudoku, automorphisms: Option<u128>) -> Canonical {
    Canonical {
        digest: digest(&form),
        puzzle: Box::new(form),
        automorphisms,
    }
}

/// A hash of the board and its clues.
fn digest(sudoku: &Sudoku) -> u128 {
    let shape = sudoku.shape();
    let is_latin = *shape.boxes() == Boxes::None;
    let half = |salt: u8| {
        let mut hasher = DefaultHasher::new();
        (salt, shape.dims(), is_latin).hash(&mut hasher);
        told(sudoku).hash(&mut hasher);
        u128::from(hasher.finish())
    };
    half(0) << 64 | half(1)
}

fn geometry(shape: &Shape) -> Result<Geometry, Asymmetric> {
    let bands = match shape.boxes() {
        Boxes::Dims => shape.dims().to_vec(),
        Boxes::None => vec![shape.side(); shape.axes()],
        Boxes::Regions(_) => {
            return Err(Asymmetric(
                "a board with irregular regions has no known symmetry, so it has no canonical form"
                    .into(),
            ));
        }
    };
    let geometry = Geometry::new(shape.side(), &bands);
    geometry.ok_or_else(|| Asymmetric(format!("the {shape} is too large for a canonical form")))
}

/// The board with its cells moved and its values renamed, answers too.
fn moved(sudoku: &Sudoku, from: impl Fn(usize) -> usize, name: impl Fn(u16) -> u16) -> Sudoku {
    let mut moved = sudoku.clone();
    for (cell, value) in moved.cells.iter_mut().enumerate() {
        let old = sudoku.cells[from(cell)];
        *value = old & CLUE | name(old & !CLUE);
    }
    moved
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Canonised;

    fn form(sudoku: &Sudoku) -> Sudoku {
        let form = canonical(sudoku).unwrap().puzzle;
        form.downcast::<Sudoku>().unwrap().clone()
    }

    fn line(text: &str) -> String {
        form(&text.parse().unwrap()).to_string()
    }

    #[test]
    fn copies_have_the_same_form() {
        // Rows of a band exchanged, and two digits.
        let one =
            "1..3.48.9.24.....7...96.5..23.....5.5.7..8.........4....95.....3..8......5.6...3.";
        let other: String = [&one[9..18], &one[..9], &one[18..]].concat();
        let other = other.replace('1', "x").replace('9', "1").replace('x', "9");
        assert_eq!(line(one), line(&other));
        let digest = |text: &str| canonical(&text.parse().unwrap()).unwrap().digest;
        assert_eq!(digest(one), digest(&other));
        assert_ne!(digest(one), digest(&one.replacen('1', ".", 1)));
        assert_eq!(line(&line(one)), line(one));
        assert_ne!(line(one), line(&one.replacen('1', ".", 1)));
    }

    #[test]
    fn other_shapes_have_forms() {
        assert_eq!(line("..3..........1.."), ".......1.....2..");
        for (dims, last) in [
            (&[2, 2, 2][..], 511),
            (&[3, 2, 1], 215),
            (&[4, 4], 255),
            (&[3, 2], 35),
        ] {
            let mut sudoku = Sudoku::empty(dims).unwrap();
            sudoku.set(last / 2, Some(4));
            let form = form(&sudoku);
            assert_eq!(form.clues().collect::<Vec<_>>(), [(last, 1)]);
            assert_eq!(form.shape(), sudoku.shape());
        }
    }

    #[test]
    fn automorphisms_of_an_empty_board_are_all_moves() {
        let count = |dims: &[usize]| {
            canonical(&Sudoku::empty(dims).unwrap())
                .unwrap()
                .automorphisms
        };
        assert_eq!(count(&[3, 3]), Some(3_359_232));
        assert_eq!(count(&[2, 2]), Some(128));
        assert_eq!(count(&[3, 2]), Some(72 * 48));
    }

    #[test]
    fn answers_go_along() {
        let mut sudoku: Sudoku = "1...............".parse().unwrap();
        sudoku.answer(5, 4);
        let form = form(&sudoku);
        assert_eq!(form.clues().collect::<Vec<_>>(), [(15, 1)]);
        assert_eq!(form.values().filter(|&value| value != 0).count(), 2);
        // Without a clue the answers count.
        sudoku.set(0, None);
        let form = self::form(&sudoku);
        assert_eq!(form.get(15), Some(1));
        assert!(!form.is_clue(15));
    }

    #[test]
    fn what_has_no_form_says_so() {
        let regions: Box<[u32]> = [0, 0, 0, 1, 0, 2, 1, 1, 2, 2, 1, 3, 2, 3, 3, 3].into();
        let jigsaw = Sudoku::on(Shape::of(&[4, 1], Boxes::Regions(regions)).unwrap());
        let error = |sudoku: &Sudoku| sudoku.canonical().unwrap_err().to_string();
        assert_eq!(
            error(&jigsaw),
            "a board with irregular regions has no known symmetry, so it has no canonical form"
        );
        assert_eq!(
            error(&Sudoku::empty(&[1000]).unwrap()),
            "the line of 1000 cells is too large for a canonical form"
        );
    }
}
