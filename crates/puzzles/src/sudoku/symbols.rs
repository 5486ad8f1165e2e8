//! The names of the values.
//!
//! | symbols | values 1, 2, 3, … | where |
//! | --- | --- | --- |
//! | [`Symbols::Digits`] | `1`–`9`, then `A`–`Z` | up to 35 values; what is meant where nothing else is |
//! | [`Symbols::Hex`] | `1`–`9`, `A`–`F`, then `0` | 16 values |
//! | [`Symbols::Letters`] | `A`–`Z` | 10 to 26 values |
//! | [`Symbols::Numbers`] | `1`, `2`, …, `10`, … | any number of values |
//!
//! The characters of a text with one for each cell decide ([`Symbols::of_text`]):
//!
//! - up to 9 values are digits, and `0` is an empty cell;
//! - a letter that digits-then-letters would not reach, or letters without any digit, mean letters;
//! - on a 16×16 board without `G`, a `0` is a symbol where another character marks the empty cells,
//!   or where there are exactly 16 of them (a filled board);
//! - otherwise digits, then letters; `0` is an empty cell.
//!
//! Empty cells are `.`, `0`, `*`, `_`, `-`, `x`, `X` or `·`, unless the character is one of the symbols.

use crate::prose::counted;

/// The names of the values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Symbols {
    /// `1`–`9`, then `A`–`Z`.
    #[default]
    Digits,
    /// `1`–`9`, `A`–`F`, then `0`.
    Hex,
    /// `A`–`Z`.
    Letters,
    /// `1`, `2`, …, `10`, …
    Numbers,
}

/// The most values that single characters can name.
pub(super) const MOST_CHARACTERS: usize = 35;

/// The meaning of a character in the place of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    Empty,
    Value(u16),
    /// No symbol of this board.
    Strange,
}

impl Symbols {
    /// The default symbols of a board with `side` values.
    pub(super) fn usual(side: usize) -> Self {
        if side <= MOST_CHARACTERS {
            Self::Digits
        } else {
            Self::Numbers
        }
    }

    /// The symbols of a text in which every cell is one character.
    pub(super) fn of_text(characters: impl Iterator<Item = char>, side: usize) -> Self {
        if side <= 9 {
            return Self::Digits;
        }
        let (mut zeros, mut digits, mut blanks, mut crosses) = (0, 0, 0, 0);
        let mut last_letter = None;
        for character in characters {
            match character.to_ascii_uppercase() {
                '0' => zeros += 1,
                '1'..='9' => digits += 1,
                '.' | '*' | '_' | '-' | '·' => blanks += 1,
                'X' => crosses += 1,
                letter @ 'A'..='Z' => last_letter = last_letter.max(Some(letter)),
                _ => {}
            }
        }
        if crosses > 0 && blanks > 0 && side >= 24 {
            last_letter = last_letter.max(Some('X'));
        }
        let reach = Self::Digits.character(side as u16);
        let has_letters_only = digits == 0 && zeros == 0 && last_letter.is_some();
        if side <= 26 && (has_letters_only || last_letter > reach) {
            Self::Letters
        } else if side == 16
            && last_letter < Some('G')
            && zeros > 0
            && (blanks + crosses > 0 || zeros == 16)
        {
            Self::Hex
        } else {
            Self::Digits
        }
    }

    /// The character of a value, where it has one.
    pub(super) fn character(self, value: u16) -> Option<char> {
        let letter = |number: u16| (number < 26).then(|| char::from(b'A' + number as u8));
        match self {
            Self::Letters => letter(value.checked_sub(1)?),
            Self::Hex if value == 16 => Some('0'),
            _ if value <= 9 => Some(char::from(b'0' + value as u8)),
            Self::Digits | Self::Hex => letter(value - 10),
            Self::Numbers => None,
        }
    }

    /// The meaning of a character.
    pub(super) fn mark(self, character: char, side: usize) -> Mark {
        match self.value(character.to_ascii_uppercase()) {
            Some(value) if usize::from(value) <= side => Mark::Value(value),
            _ if is_blank(character) => Mark::Empty,
            _ => Mark::Strange,
        }
    }

    fn value(self, character: char) -> Option<u16> {
        let number = character as u32 as u16;
        match character {
            '0' => (self == Self::Hex).then_some(16),
            '1'..='9' => (self != Self::Letters).then(|| number - '0' as u16),
            'A'..='Z' if self == Self::Letters => Some(number - 'A' as u16 + 1),
            'A'..='Z' if self != Self::Numbers => Some(number - 'A' as u16 + 10),
            _ => None,
        }
    }

    /// The name of a value.
    pub fn name(self, value: u16) -> String {
        self.character(value)
            .map_or_else(|| value.to_string(), String::from)
    }

    /// The expected text in the place of a cell, for an error.
    pub(super) fn expected(self, side: usize) -> String {
        let last = self.name(side as u16);
        match self {
            Self::Letters => format!("A to {last}"),
            Self::Hex => "1 to F and 0".into(),
            Self::Digits if side > 9 => format!("1 to 9 and A to {last}"),
            Self::Digits | Self::Numbers => format!("1 to {last}"),
        }
    }
}

/// Returns true if a character marks an empty cell, unless it is one of the symbols.
pub(super) fn is_blank(character: char) -> bool {
    matches!(character, '.' | '0' | '*' | '_' | '-' | 'x' | 'X' | '·')
}

/// The signs that mark the empty cells of a text, and how many cells each. A small `x` and a large one
/// are the same.
#[derive(Debug, Default)]
pub(super) struct Blanks(Vec<(char, usize)>);

impl Blanks {
    /// Another empty cell.
    pub(super) fn note(&mut self, sign: char) {
        let sign = sign.to_ascii_lowercase();
        match self.0.iter_mut().find(|(known, _)| *known == sign) {
            Some((_, cells)) => *cells += 1,
            None => self.0.push((sign, 1)),
        }
    }

    /// The remark on several blank signs: one of them may be a slip of the keyboard.
    pub(super) fn remark(mut self) -> Option<Box<str>> {
        self.0.sort_by_key(|&(_, cells)| cells);
        let (&(usual, _), others) = self.0.split_last()?;
        let (&(sign, cells), more) = others.split_first()?;
        let are = if cells == 1 { "is" } else { "are" };
        let mut said = format!("{} {are} marked empty by {sign}", counted(cells, "cell"));
        for (number, (sign, cells)) in more.iter().enumerate() {
            let joint = if number + 1 == more.len() {
                " and"
            } else {
                ","
            };
            said = format!("{said}{joint} {cells} by {sign}");
        }
        Some(format!("{said}, the others by {usual}").into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_tells_its_symbols() {
        let of = |text: &str, side| Symbols::of_text(text.chars(), side);
        assert_eq!(of("12.0", 9), Symbols::Digits);
        assert_eq!(of("1.G0", 16), Symbols::Digits);
        assert_eq!(of("1.F0", 16), Symbols::Hex);
        assert_eq!(of("1F00", 16), Symbols::Digits, "0 is an empty cell");
        assert_eq!(of("0123456789abcdef".repeat(16).as_str(), 16), Symbols::Hex);
        assert_eq!(of("A.P.", 16), Symbols::Letters);
        assert_eq!(of("1.P.", 25), Symbols::Digits);
        assert_eq!(of("1.Q.", 25), Symbols::Letters);
        assert_eq!(of("....", 25), Symbols::Digits);
        // An x is an empty cell, unless others are marked in another way and there is a value of that name.
        assert_eq!(of("1xGx", 16), Symbols::Digits);
        assert_eq!(of("1xF0", 16), Symbols::Hex);
        assert_eq!(of("1xPx", 25), Symbols::Digits);
        assert_eq!(of("1.Px", 25), Symbols::Letters);
    }

    #[test]
    fn mixed_signs_for_an_empty_cell_are_told() {
        let remark = |text: &str| {
            let mut blanks = Blanks::default();
            text.chars().for_each(|sign| blanks.note(sign));
            blanks.remark().map(String::from)
        };
        assert_eq!(remark(""), None);
        assert_eq!(remark("...."), None);
        assert_eq!(remark("xXx"), None);
        let said = |text: &str| remark(text).unwrap();
        assert_eq!(said("..x."), "1 cell is marked empty by x, the others by .");
        assert_eq!(
            said("00.0.0"),
            "2 cells are marked empty by ., the others by 0"
        );
        assert_eq!(
            said("....x**"),
            "1 cell is marked empty by x and 2 by *, the others by ."
        );
        assert_eq!(
            said("....x**---"),
            "1 cell is marked empty by x, 2 by * and 3 by -, the others by ."
        );
    }

    #[test]
    fn characters_and_values_agree() {
        for symbols in [Symbols::Digits, Symbols::Hex, Symbols::Letters] {
            for value in 1..=16 {
                let character = symbols.character(value).unwrap();
                assert_eq!(symbols.mark(character, 16), Mark::Value(value));
            }
        }
        assert_eq!(Symbols::Digits.mark('0', 16), Mark::Empty);
        assert_eq!(Symbols::Digits.mark('H', 16), Mark::Strange);
        assert_eq!(Symbols::Digits.mark('x', 16), Mark::Empty);
        assert_eq!(Symbols::Letters.mark('x', 25), Mark::Value(24));
    }
}
