//! The column that comes in: texts one after the other, and where each ends.
//!
//! ```text
//! bytes    1...............4...............
//! offsets  0               16              32     one more than there are rows
//! validity 0b11                                   a bit for each row, the lowest first; 0 is null
//! ```
//!
//! That is the layout of a string column in Arrow, so a column of any program that speaks Arrow is
//! looked at where it lies. Nothing in it is believed: [`Texts::new`] looks at every offset.

use crate::chunk::places;
use crate::source::NULL;
use std::fmt;
use std::ops::Range;

/// A column of texts, some of which may be null. It borrows its parts.
///
/// ```
/// use tilewright_batch::{Offsets, Texts};
///
/// let texts = Texts::new(b"12..4", Offsets::Small(&[0, 4, 4, 5]), None)?;
/// assert_eq!(texts.len(), 3);
/// assert_eq!(texts.get(0), Some(&b"12.."[..]));
/// assert_eq!(texts.get(1), Some(&b""[..]));
/// assert!(Texts::new(b"12..4", Offsets::Small(&[0, 6]), None).is_err());
/// # Ok::<(), tilewright_batch::BadLayout>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Texts<'a> {
    bytes: &'a [u8],
    places: Places<'a>,
    validity: Option<Validity<'a>>,
    faults: &'a [RowFault],
}

/// The place of each text.
#[derive(Clone, Copy, Debug)]
enum Places<'a> {
    /// One after the other.
    Offsets(Offsets<'a>),
    /// Somewhere.
    Ranges(&'a [Range<u32>]),
    /// On lines of their own, each with its end.
    Lines(&'a [Range<u32>]),
}

/// A row of a table that could not be read as one, and why: it has no text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowFault {
    /// The row.
    pub row: usize,
    /// Its fault, in a sentence.
    pub reason: String,
}

/// The start of each text, and at the end the end of the last one. An empty list means no rows.
#[derive(Clone, Copy, Debug)]
pub enum Offsets<'a> {
    /// Of Arrow's `Utf8` and `Binary`.
    Small(&'a [i32]),
    /// Of Arrow's `LargeUtf8` and `LargeBinary`.
    Large(&'a [i64]),
}

/// The rows that are not null: a bit each, the lowest of a byte first.
#[derive(Clone, Copy, Debug)]
pub struct Validity<'a> {
    bits: &'a [u8],
    skip: usize,
}

/// A column whose parts do not fit each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BadLayout(&'static str);

impl fmt::Display for BadLayout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl std::error::Error for BadLayout {}

impl Offsets<'_> {
    fn len(self) -> usize {
        match self {
            Self::Small(offsets) => offsets.len(),
            Self::Large(offsets) => offsets.len(),
        }
    }

    /// An offset that was looked at when the column was made.
    fn at(self, number: usize) -> usize {
        match self {
            Self::Small(offsets) => usize::try_from(offsets[number]).unwrap_or(0),
            Self::Large(offsets) => usize::try_from(offsets[number]).unwrap_or(0),
        }
    }

    fn is_ascending_up_to(self, end: usize) -> bool {
        fn all<T: Copy + PartialOrd + Default>(offsets: &[T], end: Option<T>) -> bool {
            let (Some(&first), Some(&last)) = (offsets.first(), offsets.last()) else {
                return true;
            };
            first >= T::default() && offsets.is_sorted() && end.is_none_or(|end| last <= end)
        }
        // The largest number of bytes is enough for every offset.
        match self {
            Self::Small(offsets) => all(offsets, i32::try_from(end).ok()),
            Self::Large(offsets) => all(offsets, i64::try_from(end).ok()),
        }
    }
}

impl<'a> Validity<'a> {
    /// The bits from number `skip` on, one for each row.
    pub fn new(bits: &'a [u8], skip: usize) -> Self {
        Self { bits, skip }
    }

    fn holds(self, rows: usize) -> bool {
        let end = self.skip.checked_add(rows);
        end.is_some_and(|end| end.div_ceil(8) <= self.bits.len())
    }

    fn at(self, row: usize) -> bool {
        let bit = self.skip + row;
        self.bits[bit / 8] >> (bit % 8) & 1 == 1
    }
}

impl<'a> Texts<'a> {
    /// A column made of its parts, if they fit each other.
    pub fn new(
        bytes: &'a [u8],
        offsets: Offsets<'a>,
        validity: Option<Validity<'a>>,
    ) -> Result<Self, BadLayout> {
        if !offsets.is_ascending_up_to(bytes.len()) {
            return Err(BadLayout("the offsets do not ascend within the bytes"));
        }
        let rows = offsets.len().saturating_sub(1);
        if validity.is_some_and(|validity| !validity.holds(rows)) {
            return Err(BadLayout("there is not a bit of validity for each row"));
        }
        Ok(Self {
            bytes,
            places: Places::Offsets(offsets),
            validity,
            faults: &[],
        })
    }

    /// The texts of a chunk.
    pub(crate) fn of_ranges(
        bytes: &'a [u8],
        ranges: &'a [Range<u32>],
        is_lines: bool,
        faults: &'a [RowFault],
    ) -> Self {
        Self {
            bytes,
            places: if is_lines {
                Places::Lines(ranges)
            } else {
                Places::Ranges(ranges)
            },
            validity: None,
            faults,
        }
    }

    /// The lines from a row on, with their ends, where each row is a line.
    pub(crate) fn lines_from(&self, row: usize) -> Option<&'a [u8]> {
        match self.places {
            Places::Lines(ranges) if self.faults.is_empty() => {
                Some(&self.bytes[ranges[row].start as usize..])
            }
            _ => None,
        }
    }

    /// The column, of which these rows, in ascending order, have no text.
    #[must_use]
    pub fn with_faults(self, faults: &'a [RowFault]) -> Self {
        Self { faults, ..self }
    }

    /// The reason why a row has no text.
    pub fn why_none(&self, row: usize) -> &'a str {
        self.fault(row).map_or(NULL, |fault| &fault.reason)
    }

    fn fault(&self, row: usize) -> Option<&'a RowFault> {
        let found = self.faults.binary_search_by_key(&row, |fault| fault.row);
        found.ok().map(|number| &self.faults[number])
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        match self.places {
            Places::Offsets(offsets) => offsets.len().saturating_sub(1),
            Places::Ranges(ranges) | Places::Lines(ranges) => ranges.len(),
        }
    }

    /// Returns true if there are no rows.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The text of a row, which need not be UTF-8; `None` where it is null.
    ///
    /// # Panics
    /// If there is no such row.
    pub fn get(&self, row: usize) -> Option<&'a [u8]> {
        if self.validity.is_some_and(|validity| !validity.at(row)) {
            return None;
        }
        if !self.faults.is_empty() && self.fault(row).is_some() {
            return None;
        }
        Some(match self.places {
            Places::Offsets(offsets) => &self.bytes[offsets.at(row)..offsets.at(row + 1)],
            Places::Ranges(ranges) | Places::Lines(ranges) => &self.bytes[places(&ranges[row])],
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_that_do_not_fit_are_refused() {
        let bytes = b"abc";
        for offsets in [&[-1, 2][..], &[0, 4], &[2, 1], &[0, 3, 2]] {
            assert!(Texts::new(bytes, Offsets::Small(offsets), None).is_err());
            let large: Vec<i64> = offsets.iter().map(|&offset| offset.into()).collect();
            assert!(Texts::new(bytes, Offsets::Large(&large), None).is_err());
        }
        let three = Offsets::Small(&[0, 1, 2, 3]);
        let fits = |bits: &[u8], skip| {
            let validity = Some(Validity::new(bits, skip));
            Texts::new(bytes, three, validity).is_ok()
        };
        assert!(!fits(&[], 0));
        assert!(!fits(&[0xff], 6));
        assert!(!fits(&[0xff], usize::MAX));
        assert!(fits(&[0xff], 5));
    }

    #[test]
    fn rows_may_be_null_and_begin_anywhere() {
        let bits = [0b0101_1111];
        let validity = Some(Validity::new(&bits, 4));
        let texts = Texts::new(b"xxabc", Offsets::Large(&[2, 3, 4, 5]), validity).unwrap();
        let rows: Vec<_> = (0..texts.len()).map(|row| texts.get(row)).collect();
        assert_eq!(rows, [Some(&b"a"[..]), None, Some(b"c")]);
    }

    #[test]
    fn rows_with_faults_have_no_text_and_say_why() {
        let fault = RowFault {
            row: 1,
            reason: "this is not a row".to_owned(),
        };
        let faults = [fault];
        let texts = Texts::new(b"ab", Offsets::Small(&[0, 1, 2]), None).unwrap();
        let texts = texts.with_faults(&faults);
        assert_eq!((texts.get(0), texts.get(1)), (Some(&b"a"[..]), None));
        assert_eq!(texts.why_none(1), "this is not a row");
        assert_eq!(texts.why_none(0), "this row is null");
    }

    #[test]
    fn no_offsets_are_no_rows() {
        assert!(
            Texts::new(b"", Offsets::Small(&[]), None)
                .unwrap()
                .is_empty()
        );
        assert!(
            Texts::new(b"", Offsets::Small(&[0]), None)
                .unwrap()
                .is_empty()
        );
    }
}
