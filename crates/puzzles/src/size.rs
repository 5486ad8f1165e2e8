//! Sizes as people type them: `9x9`, `3,3`, `[3, 3]`, `3 3`, `8`.
//!
//! Numbers with an `x` between them are the sides of a board; the kind of the board gives a list of numbers its
//! meaning: the sides of a box, or rows and columns.

use crate::ParseError;
use crate::lines::shown;

/// A size as typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Size {
    /// A number by itself.
    One(usize),
    /// `9x9`: at least two numbers.
    Sides(Vec<usize>),
    /// `3,3`, `[3, 3]` or `3 3`.
    List(Vec<usize>),
}

impl Size {
    /// The size in a text, if it is one.
    pub(crate) fn of(text: &str) -> Option<Self> {
        let text = text.trim();
        if let Some(listed) = text.strip_prefix('[') {
            return Some(Self::List(list(listed.strip_suffix(']')?)?));
        }
        if text.contains(TIMES) {
            return Some(Self::Sides(numbers(text.split(TIMES))?));
        }
        match list(text)?[..] {
            [number] => Some(Self::One(number)),
            ref several => Some(Self::List(several.to_vec())),
        }
    }
}

/// The typing of rows and columns.
pub(crate) const ROWS_AND_COLUMNS: &str = "Rows and columns, as in 6x4.";

/// The signs between the sides of a board.
const TIMES: [char; 3] = ['x', 'X', '×'];

/// Numbers with commas or blanks between them.
fn list(text: &str) -> Option<Vec<usize>> {
    if text.contains(',') {
        return numbers(text.split(','));
    }
    numbers(text.split_whitespace())
}

fn numbers<'t>(parts: impl Iterator<Item = &'t str>) -> Option<Vec<usize>> {
    let numbers: Option<Vec<usize>> = parts.map(|part| number(part.trim())).collect();
    numbers.filter(|numbers| !numbers.is_empty())
}

/// A number too large for the machine is too large for a board as well.
fn number(text: &str) -> Option<usize> {
    crate::lines::is_number(text).then(|| text.parse().unwrap_or(usize::MAX))
}

/// Rows and columns: `4x5` is 4 rows and 5 columns, as are `4 5`, `4,5` and `[4, 5]`.
pub fn rows_and_columns(size: &str) -> Result<(usize, usize), ParseError> {
    match Size::of(size) {
        Some(Size::Sides(sides) | Size::List(sides)) if sides.len() == 2 => {
            Ok((sides[0], sides[1]))
        }
        _ => Err(ParseError::new(format!(
            "{} is not a size; expected rows x columns, such as 4x5",
            shown(size.trim())
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_as_people_type_them() {
        let sides = |sides: &[usize]| Some(Size::Sides(sides.to_vec()));
        let list = |list: &[usize]| Some(Size::List(list.to_vec()));
        assert_eq!(Size::of("9"), Some(Size::One(9)));
        assert_eq!(Size::of("9x9"), sides(&[9, 9]));
        assert_eq!(Size::of(" 8 X 8 × 8 "), sides(&[8, 8, 8]));
        for text in ["3,2", "3, 2", "[3, 2]", "[3,2]", "3 2", " [ 3 2 ] "] {
            assert_eq!(Size::of(text), list(&[3, 2]), "{text:?}");
        }
        assert_eq!(Size::of("[9]"), list(&[9]));
        assert_eq!(Size::of(&"9".repeat(40)), Some(Size::One(usize::MAX)));
        for bad in [
            "", " ", "[]", "[3", "3]", "3,", "3x", "x", "3,,3", "-3", "+3", "3;3", "3x3,1", "3.5",
        ] {
            assert_eq!(Size::of(bad), None, "{bad:?}");
        }
    }

    #[test]
    fn rows_come_first() {
        for text in ["4x5", " 4 × 5 ", "4,5", "4 5", "[4, 5]"] {
            assert_eq!(rows_and_columns(text), Ok((4, 5)), "{text:?}");
        }
        let message = |text| rows_and_columns(text).unwrap_err().to_string();
        assert_eq!(
            message("4"),
            "\"4\" is not a size; expected rows x columns, such as 4x5"
        );
        assert!(message("4x5x6").contains("is not a size"));
    }
}
