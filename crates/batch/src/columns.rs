//! The columns that come out, in the layout of Arrow: they become its arrays without being copied.
//!
//! All columns of a batch are as long as the batch. A column without nulls has no validity.

use crate::pages::enlarge;
use crate::texts::{Offsets, Texts, Validity};
use std::borrow::Cow;
use std::ops::Range;

/// The answers for each row of a batch.
#[derive(Clone, Debug, PartialEq)]
pub struct Columns {
    rows: usize,
    columns: Vec<Column>,
}

/// A column with its name.
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    /// Its name: the same in every batch of the same task.
    pub name: &'static str,
    /// A value for each row.
    pub values: Values,
}

/// The values of a column. Their type is the same in every batch of the same task.
#[derive(Clone, Debug, PartialEq)]
pub enum Values {
    /// Arrow's `Utf8`.
    Text(TextColumn),
    /// Arrow's `Int64`.
    Int64(Numbers<i64>),
    /// Arrow's `Float64`.
    Float64(Numbers<f64>),
}

/// Texts in UTF-8, one after the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextColumn {
    /// All of them together.
    pub bytes: Vec<u8>,
    /// The start of each, and the end of the last one: one more than there are rows.
    pub offsets: Vec<i32>,
    /// A bit for each row, the lowest of a byte first, 0 where it is null; `None` where none is.
    pub validity: Option<Vec<u8>>,
}

/// Numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Numbers<T> {
    /// A number for each row, of no meaning where it is null.
    pub values: Vec<T>,
    /// As [`TextColumn::validity`].
    pub validity: Option<Vec<u8>>,
}

/// The kind of a column's values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Text,
    Int64,
    Float64,
}

/// One value.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Cell<'c> {
    Null,
    Text(Cow<'c, str>),
    Int64(i64),
    Float64(f64),
}

impl<'c> From<Option<&'c str>> for Cell<'c> {
    fn from(text: Option<&'c str>) -> Self {
        text.map_or(Self::Null, Cell::from)
    }
}

impl<'c> From<&'c str> for Cell<'c> {
    fn from(text: &'c str) -> Self {
        Self::Text(Cow::Borrowed(text))
    }
}

impl From<Option<i64>> for Cell<'_> {
    fn from(number: Option<i64>) -> Self {
        number.map_or(Self::Null, Self::Int64)
    }
}

impl From<Option<f64>> for Cell<'_> {
    fn from(number: Option<f64>) -> Self {
        number.map_or(Self::Null, Self::Float64)
    }
}

/// A text column would need more than 2³¹ bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TooLong;

impl Columns {
    pub(crate) fn new(layout: &[(&'static str, Kind)], rows: usize) -> Self {
        let columns = layout.iter().map(|&(name, kind)| Column {
            name,
            values: Values::new(kind, rows),
        });
        Self {
            rows: 0,
            columns: columns.collect(),
        }
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The columns, in order.
    pub fn columns(&self) -> &[Column] {
        &self.columns
    }

    /// The columns themselves.
    pub fn into_columns(self) -> Vec<Column> {
        self.columns
    }

    /// The column of that name.
    pub fn column(&self, name: &str) -> Option<&Values> {
        let mut columns = self.columns.iter();
        columns
            .find(|column| column.name == name)
            .map(|column| &column.values)
    }

    /// The text in a row of the column of that name; `None` where it is null, and where there is no
    /// such text.
    pub fn text(&self, name: &str, row: usize) -> Option<&str> {
        match self.column(name)? {
            Values::Text(text) if row < self.rows => text.get(row),
            _ => None,
        }
    }

    /// Adds a row: a cell for each column.
    pub(crate) fn push(&mut self, cells: &[Cell<'_>]) -> Result<(), TooLong> {
        for (column, cell) in self.columns.iter_mut().zip(cells) {
            column.values.push(self.rows, cell)?;
        }
        self.rows += 1;
        Ok(())
    }

    /// Adds a row for each count: its word in the first column, in the second a text, null where the
    /// count is 0, and nulls in all others. All columns are texts. `write` adds the texts of a range
    /// of the rows, `each` bytes for a row.
    pub(crate) fn push_run(
        &mut self,
        counts: &[u32],
        word: impl Fn(u32) -> &'static str,
        each: usize,
        write: impl Fn(Range<usize>, &mut Vec<u8>),
    ) -> Result<(), TooLong> {
        for (number, column) in self.columns.iter_mut().enumerate() {
            let Values::Text(text) = &mut column.values else {
                continue;
            };
            match number {
                0 => text.push_words(self.rows, counts.iter().map(|&count| word(count)))?,
                1 => text.push_texts(self.rows, counts, each, &write)?,
                _ => text.push_nulls(self.rows, counts.len()),
            }
        }
        self.rows += counts.len();
        Ok(())
    }

    /// Adds the rows of another of the same layout.
    pub(crate) fn append(&mut self, other: &Self) -> Result<(), TooLong> {
        for (column, more) in self.columns.iter_mut().zip(&other.columns) {
            column.values.append(self.rows, &more.values, other.rows)?;
        }
        self.rows += other.rows;
        Ok(())
    }

    /// Takes all rows out, and keeps the memory.
    pub fn clear(&mut self) {
        self.rows = 0;
        for column in &mut self.columns {
            column.values.clear();
        }
    }

    /// Makes room for `rows` rows in all, if they are like those that are there.
    pub(crate) fn reserve(&mut self, rows: usize) {
        if self.rows == 0 || rows <= self.rows {
            return;
        }
        for column in &mut self.columns {
            column.values.reserve(self.rows, rows);
        }
    }
}

impl Values {
    fn new(kind: Kind, rows: usize) -> Self {
        match kind {
            Kind::Text => {
                let mut offsets = Vec::with_capacity(rows + 1);
                offsets.push(0);
                Self::Text(TextColumn {
                    bytes: Vec::new(),
                    offsets,
                    validity: None,
                })
            }
            Kind::Int64 => Self::Int64(Numbers::new(rows)),
            Kind::Float64 => Self::Float64(Numbers::new(rows)),
        }
    }

    fn clear(&mut self) {
        match self {
            Self::Text(text) => {
                text.bytes.clear();
                text.offsets.truncate(1);
                text.validity = None;
            }
            Self::Int64(numbers) => numbers.clear(),
            Self::Float64(numbers) => numbers.clear(),
        }
    }

    /// Room for `wanted` rows, where there are `rows`. A little more than that many texts would
    /// take, since to move all when the last few do not fit costs more.
    fn reserve(&mut self, rows: usize, wanted: usize) {
        let more = wanted - rows;
        match self {
            Self::Text(text) => {
                text.offsets.reserve_exact(more);
                enlarge(text.offsets.spare_capacity_mut());
                // A column ends at 2³¹ bytes.
                let bytes = text.bytes.len() as u128 * more as u128 / rows as u128;
                let bytes = usize::try_from(bytes + bytes / 64).unwrap_or(usize::MAX);
                text.bytes.reserve_exact(bytes.min(1 << 31));
                enlarge(text.bytes.spare_capacity_mut());
            }
            Self::Int64(numbers) => numbers.values.reserve_exact(more),
            Self::Float64(numbers) => numbers.values.reserve_exact(more),
        }
    }

    fn push(&mut self, rows: usize, cell: &Cell<'_>) -> Result<(), TooLong> {
        match (self, cell) {
            (Self::Text(column), Cell::Text(text)) => column.push(rows, Some(text))?,
            (Self::Text(column), _) => column.push(rows, None)?,
            (Self::Int64(column), Cell::Int64(number)) => column.push(rows, Some(*number)),
            (Self::Int64(column), _) => column.push(rows, None),
            (Self::Float64(column), Cell::Float64(number)) => column.push(rows, Some(*number)),
            (Self::Float64(column), _) => column.push(rows, None),
        }
        Ok(())
    }

    fn append(&mut self, rows: usize, other: &Self, more: usize) -> Result<(), TooLong> {
        match (self, other) {
            (Self::Text(column), Self::Text(other)) => column.append(rows, other, more)?,
            (Self::Int64(column), Self::Int64(other)) => column.append(rows, other, more),
            (Self::Float64(column), Self::Float64(other)) => column.append(rows, other, more),
            _ => unreachable!("both have the same layout"),
        }
        Ok(())
    }
}

impl TextColumn {
    /// A column of these texts.
    ///
    /// `None` where they come to 2³¹ bytes or more.
    pub fn of<'t>(texts: impl IntoIterator<Item = Option<&'t str>>) -> Option<Self> {
        let mut column = Self {
            bytes: Vec::new(),
            offsets: vec![0],
            validity: None,
        };
        for (row, text) in texts.into_iter().enumerate() {
            column.push(row, text).ok()?;
        }
        Some(column)
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        self.offsets.len().saturating_sub(1)
    }

    /// Returns true if there are no rows.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The text of a row; `None` where it is null.
    ///
    /// # Panics
    /// If there is no such row.
    pub fn get(&self, row: usize) -> Option<&str> {
        if !is_valid(self.validity.as_deref(), row) {
            return None;
        }
        let place = |offset: i32| usize::try_from(offset).unwrap_or(0);
        let bytes = &self.bytes[place(self.offsets[row])..place(self.offsets[row + 1])];
        std::str::from_utf8(bytes).ok()
    }

    /// The column as one that comes in.
    ///
    /// # Panics
    /// If the parts were put together by hand and do not fit.
    pub fn texts(&self) -> Texts<'_> {
        let validity = self.validity.as_deref().map(|bits| Validity::new(bits, 0));
        Texts::new(&self.bytes, Offsets::Small(&self.offsets), validity).expect("the parts fit")
    }

    fn push(&mut self, rows: usize, text: Option<&str>) -> Result<(), TooLong> {
        self.bytes.extend_from_slice(text.unwrap_or("").as_bytes());
        self.offsets
            .push(i32::try_from(self.bytes.len()).map_err(|_| TooLong)?);
        push_bit(&mut self.validity, rows, text.is_some());
        Ok(())
    }

    fn push_words(
        &mut self,
        rows: usize,
        words: impl ExactSizeIterator<Item = &'static str>,
    ) -> Result<(), TooLong> {
        let more = words.len();
        self.offsets.reserve(more);
        for word in words {
            self.bytes.extend_from_slice(word.as_bytes());
            self.offsets
                .push(i32::try_from(self.bytes.len()).map_err(|_| TooLong)?);
        }
        append_bits(&mut self.validity, rows, None, more);
        Ok(())
    }

    /// Adds texts of `each` bytes, and nulls where a count is 0: a run at a time.
    fn push_texts(
        &mut self,
        rows: usize,
        counts: &[u32],
        each: usize,
        write: impl Fn(Range<usize>, &mut Vec<u8>),
    ) -> Result<(), TooLong> {
        let mut end = i32::try_from(self.bytes.len()).map_err(|_| TooLong)?;
        i32::try_from(self.bytes.len() + counts.len() * each).map_err(|_| TooLong)?;
        let step = i32::try_from(each).map_err(|_| TooLong)?;
        self.offsets.extend(counts.iter().map(|&count| {
            end += if count > 0 { step } else { 0 };
            end
        }));
        self.bytes.reserve(counts.len() * each);
        let mut next = 0;
        for alike in counts.chunk_by(|&one, &other| (one > 0) == (other > 0)) {
            let run = next..next + alike.len();
            next = run.end;
            if alike[0] > 0 {
                write(run, &mut self.bytes);
            }
        }
        if self.validity.is_none() && !counts.contains(&0) {
            return Ok(());
        }
        for (row, &count) in (rows..).zip(counts) {
            push_bit(&mut self.validity, row, count > 0);
        }
        Ok(())
    }

    fn push_nulls(&mut self, rows: usize, more: usize) {
        if more == 0 {
            return;
        }
        let end = self.offsets.last().copied().unwrap_or(0);
        self.offsets.resize(self.offsets.len() + more, end);
        let bits = self.validity.get_or_insert_with(|| ones(rows));
        // Bits after the last row are 0 already.
        bits.resize((rows + more).div_ceil(8), 0);
    }

    fn append(&mut self, rows: usize, other: &Self, more: usize) -> Result<(), TooLong> {
        let start = i32::try_from(self.bytes.len()).map_err(|_| TooLong)?;
        i32::try_from(self.bytes.len() + other.bytes.len()).map_err(|_| TooLong)?;
        self.bytes.extend_from_slice(&other.bytes);
        let offsets = other.offsets.iter().skip(1);
        self.offsets.extend(offsets.map(|offset| start + offset));
        append_bits(&mut self.validity, rows, other.validity.as_deref(), more);
        Ok(())
    }
}

impl<T: Copy + Default> Numbers<T> {
    fn new(rows: usize) -> Self {
        Self {
            values: Vec::with_capacity(rows),
            validity: None,
        }
    }

    fn clear(&mut self) {
        self.values.clear();
        self.validity = None;
    }

    /// The number in a row; `None` where it is null.
    ///
    /// # Panics
    /// If there is no such row.
    pub fn get(&self, row: usize) -> Option<T> {
        let value = self.values[row];
        is_valid(self.validity.as_deref(), row).then_some(value)
    }

    fn push(&mut self, rows: usize, number: Option<T>) {
        self.values.push(number.unwrap_or_default());
        push_bit(&mut self.validity, rows, number.is_some());
    }

    fn append(&mut self, rows: usize, other: &Self, more: usize) {
        self.values.extend_from_slice(&other.values);
        append_bits(&mut self.validity, rows, other.validity.as_deref(), more);
    }
}

fn is_valid(bits: Option<&[u8]>, row: usize) -> bool {
    bits.is_none_or(|bits| bits[row / 8] >> (row % 8) & 1 == 1)
}

/// Adds a bit to those of `rows` rows.
fn push_bit(bits: &mut Option<Vec<u8>>, rows: usize, bit: bool) {
    if bits.is_none() && bit {
        return;
    }
    let bits = bits.get_or_insert_with(|| ones(rows));
    if rows.is_multiple_of(8) {
        bits.push(0);
    }
    bits[rows / 8] |= u8::from(bit) << (rows % 8);
}

/// Adds the bits of `more` rows to those of `rows` rows.
fn append_bits(bits: &mut Option<Vec<u8>>, rows: usize, other: Option<&[u8]>, more: usize) {
    if bits.is_none() && other.is_none() {
        return;
    }
    let mine = bits.get_or_insert_with(|| ones(rows));
    if rows.is_multiple_of(8) {
        match other {
            Some(other) => mine.extend_from_slice(other),
            None => mine.extend_from_slice(&ones(more)),
        }
        return;
    }
    for row in 0..more {
        push_bit(bits, rows + row, is_valid(other, row));
    }
}

/// `rows` bits that are set, and none after them.
fn ones(rows: usize) -> Vec<u8> {
    let mut bits = vec![0xff; rows / 8];
    if !rows.is_multiple_of(8) {
        bits.push((1 << (rows % 8)) - 1);
    }
    bits
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const LAYOUT: &[(&str, Kind)] = &[
        ("text", Kind::Text),
        ("number", Kind::Int64),
        ("measure", Kind::Float64),
    ];

    type Row = (Option<String>, Option<i64>, Option<f64>);

    fn filled(rows: &[Row]) -> Columns {
        let mut columns = Columns::new(LAYOUT, rows.len());
        for (text, number, measure) in rows {
            let cells = [text.as_deref().into(), (*number).into(), (*measure).into()];
            columns.push(&cells).unwrap();
        }
        columns
    }

    fn rows_of(columns: &Columns) -> Vec<Row> {
        let [text, number, measure] = columns.columns() else {
            panic!("there are three columns");
        };
        let (Values::Text(text), Values::Int64(number), Values::Float64(measure)) =
            (&text.values, &number.values, &measure.values)
        else {
            panic!("they have their kinds");
        };
        let row = |row| {
            let text = text.get(row).map(str::to_owned);
            (text, number.get(row), measure.get(row))
        };
        (0..columns.rows()).map(row).collect()
    }

    proptest! {
        #[test]
        fn what_is_put_in_comes_out_however_it_was_cut(
            rows in prop::collection::vec(
                (prop::option::of("[a-zé]{0,3}"), prop::option::of(any::<i64>()),
                 prop::option::of(-1e9..1e9)), 0..40),
            cut in 0usize..40,
        ) {
            let whole = filled(&rows);
            prop_assert_eq!(&rows_of(&whole), &rows);
            let (first, second) = rows.split_at(cut.min(rows.len()));
            let mut both = filled(first);
            both.append(&filled(second)).unwrap();
            prop_assert_eq!(&rows_of(&both), &rows);
            // Bits after the last row are 0, whichever way they came.
            prop_assert_eq!(both, whole);
        }
    }

    #[test]
    fn a_text_column_is_one_that_can_come_in() {
        let column = TextColumn::of([Some("ab"), None, Some("")]).unwrap();
        assert_eq!(column.len(), 3);
        let texts = column.texts();
        let rows: Vec<_> = (0..3).map(|row| texts.get(row)).collect();
        assert_eq!(rows, [Some(&b"ab"[..]), None, Some(b"")]);
    }
}
