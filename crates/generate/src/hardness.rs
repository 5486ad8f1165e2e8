//! The wanted difficulty of a puzzle, as people write it down.

use crate::{Hardness, Unable};
use std::ops::RangeInclusive;
use std::str::FromStr;
use tilewright_logic::Grade;

const EXPECTED: &str = "expected a difficulty such as easy, medium, hard, expert, extreme, 2.5-3.5, \
                        se:7.0-7.2 or hodoku:1000-1500";

impl Hardness {
    /// The grades, easiest first, and their ranges on our own measure.
    pub const GRADES: [(Grade, RangeInclusive<f64>); 5] = [
        (Grade::Easy, 0.0..=1.999),
        (Grade::Medium, 2.0..=3.999),
        (Grade::Hard, 4.0..=5.499),
        (Grade::Expert, 5.5..=7.999),
        (Grade::Extreme, 8.0..=99.0),
    ];
}

/// "easy", "2.5-3.5", "se:7.0-7.2", "hodoku:1000-1500".
impl FromStr for Hardness {
    type Err = Unable;

    #[expect(clippy::cast_sign_loss, reason = "numbers are not negative")]
    fn from_str(text: &str) -> Result<Self, Unable> {
        let expected = || Unable(format!("{EXPECTED}, found {text:?}"));
        let mut grades = Self::GRADES.into_iter();
        if let Some((_, range)) = grades.find(|(grade, _)| grade.to_string() == text) {
            return Ok(Self::Own(range));
        }
        let (scale, range) = text.split_once(':').unwrap_or(("", text));
        let range = numbers(range).ok_or_else(expected)?;
        let (from, to) = (*range.start(), *range.end());
        match scale {
            "" => Ok(Self::Own(range)),
            "se" => {
                let tenths = |rating: f64| (rating * 10.0).round().clamp(0.0, 999.0) as u16;
                Ok(Self::SudokuExplainer(tenths(from)..=tenths(to)))
            }
            "hodoku" => {
                let score = |score: f64| score.round().clamp(0.0, 1e9) as u32;
                Ok(Self::HoDoKu(score(from)..=score(to)))
            }
            _ => Err(expected()),
        }
    }
}

/// "2.5" or "2.5-3.5", not negative.
fn numbers(text: &str) -> Option<RangeInclusive<f64>> {
    let number = |text: &str| {
        text.parse::<f64>()
            .ok()
            .filter(|n| n.is_finite() && *n >= 0.0)
    };
    let (from, to) = text.split_once('-').unwrap_or((text, text));
    let (from, to) = (number(from)?, number(to)?);
    (from <= to).then_some(from..=to)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hardness(text: &str) -> Result<Hardness, Unable> {
        text.parse()
    }

    #[test]
    fn difficulties_are_read() {
        assert_eq!(hardness("easy").unwrap(), Hardness::Own(0.0..=1.999));
        assert_eq!(hardness("2.5-3.5").unwrap(), Hardness::Own(2.5..=3.5));
        assert_eq!(
            hardness("se:7.0-7.2").unwrap(),
            Hardness::SudokuExplainer(70..=72)
        );
        assert_eq!(
            hardness("hodoku:1000").unwrap(),
            Hardness::HoDoKu(1000..=1000)
        );
        for bad in ["", "simple", "3-2", "se:", "se:x", "nan", "-1", "abc:1-2"] {
            assert!(hardness(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn each_grade_is_what_its_range_says() {
        for (grade, range) in Hardness::GRADES {
            assert_eq!(Grade::of(*range.start()), grade);
            assert_eq!(Grade::of(*range.end()), grade);
        }
    }
}
