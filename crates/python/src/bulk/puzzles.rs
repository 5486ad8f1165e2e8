//! The column of the puzzles: which one it is, and its texts where they lie.

use crate::failure::Failure;
use arrow_array::cast::AsArray;
use arrow_array::{
    Array, ArrayRef, BinaryArray, BinaryViewArray, LargeBinaryArray, OffsetSizeTrait,
};
use arrow_array::{GenericBinaryArray, RecordBatch, StructArray};
use arrow_buffer::NullBuffer;
use arrow_schema::{DataType, Field};
use tilewright_batch::{BadLayout, COLUMN_NAMES, Offsets, Texts, Validity};

/// Where the puzzles are in each array that comes.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Place {
    /// The array itself.
    Whole,
    /// A column of a table.
    Column(usize),
}

impl Place {
    /// The place in arrays of that type: the column that is wanted; or the first of the usual
    /// names; or the only one with texts.
    pub(crate) fn of(field: &Field, wanted: Option<&str>) -> Result<Self, Failure> {
        let DataType::Struct(fields) = field.data_type() else {
            if let Some(wanted) = wanted {
                let message = format!("there is no column called {wanted:?}: this is one column");
                return Err(Failure::Unable(message));
            }
            if !is_text(field.data_type()) {
                let kind = field.data_type();
                let message = format!("this column holds {kind}, and puzzles are texts");
                return Err(Failure::Unable(message));
            }
            return Ok(Self::Whole);
        };
        let names: Vec<&str> = fields.iter().map(|field| field.name().as_str()).collect();
        let listed = || format!("the columns are {}", names.join(", "));
        if let Some(wanted) = wanted {
            let Some(column) = names.iter().position(|name| *name == wanted) else {
                let message = format!("there is no column called {wanted:?}; {}", listed());
                return Err(Failure::Unable(message));
            };
            let kind = fields[column].data_type();
            if !is_text(kind) {
                let message = format!("the column {wanted:?} holds {kind}, and puzzles are texts");
                return Err(Failure::Unable(message));
            }
            return Ok(Self::Column(column));
        }
        let texts = fields.iter().enumerate();
        let texts: Vec<usize> = texts
            .filter(|(_, field)| is_text(field.data_type()))
            .map(|(column, _)| column)
            .collect();
        let is_called = |column: usize, name: &str| names[column].eq_ignore_ascii_case(name);
        let mut usual = COLUMN_NAMES
            .iter()
            .filter_map(|name| texts.iter().find(|&&column| is_called(column, name)));
        match (usual.next(), &texts[..]) {
            (Some(&column), _) | (None, &[column]) => Ok(Self::Column(column)),
            (None, _) => Err(Failure::Unable(format!(
                "which column has the puzzles is not clear; name it with column=; {}",
                listed()
            ))),
        }
    }

    /// The puzzles of an array, and the table that they are in.
    pub(crate) fn find(self, array: ArrayRef) -> Result<(ArrayRef, Option<RecordBatch>), Failure> {
        let Self::Column(column) = self else {
            return Ok((array, None));
        };
        let Some(table) = array.as_any().downcast_ref::<StructArray>() else {
            return Err(Failure::Unable("a stream changed its type".to_owned()));
        };
        if table.null_count() > 0 {
            let message = "whole rows of the table are null; a column may have nulls, a table not";
            return Err(Failure::Unable(message.to_owned()));
        }
        let puzzles = table.column(column).clone();
        Ok((puzzles, Some(RecordBatch::from(table))))
    }
}

/// Whether a column of that type may hold puzzles.
fn is_text(kind: &DataType) -> bool {
    match kind {
        DataType::Utf8
        | DataType::LargeUtf8
        | DataType::Utf8View
        | DataType::Binary
        | DataType::LargeBinary
        | DataType::BinaryView
        // An empty list of a program that does not know better.
        | DataType::Null => true,
        DataType::Dictionary(_, value) => is_text(value),
        _ => false,
    }
}

/// Columns of puzzles, one after the other, as one.
pub(crate) enum Column {
    Small(BinaryArray),
    Large(LargeBinaryArray),
    Gathered(Gathered),
}

impl Column {
    /// A single column stays where it lies if its texts lie one after the other; everything else
    /// is gathered.
    pub(crate) fn of(arrays: &[ArrayRef]) -> Self {
        if let [array] = arrays {
            match array.data_type() {
                DataType::Utf8 => return Self::Small(array.as_string::<i32>().clone().into()),
                DataType::Binary => return Self::Small(array.as_binary::<i32>().clone()),
                DataType::LargeUtf8 => return Self::Large(array.as_string::<i64>().clone().into()),
                DataType::LargeBinary => return Self::Large(array.as_binary::<i64>().clone()),
                _ => {}
            }
        }
        let mut gathered = Gathered::default();
        for array in arrays {
            gathered.add(array);
        }
        Self::Gathered(gathered)
    }

    /// As texts that come in.
    pub(crate) fn texts(&self) -> Result<Texts<'_>, BadLayout> {
        match self {
            Self::Small(array) => {
                let offsets = Offsets::Small(array.value_offsets());
                Texts::new(array.value_data(), offsets, validity(array.nulls()))
            }
            Self::Large(array) => {
                let offsets = Offsets::Large(array.value_offsets());
                Texts::new(array.value_data(), offsets, validity(array.nulls()))
            }
            Self::Gathered(gathered) => {
                let validity = Some(Validity::new(&gathered.validity, 0));
                let offsets = Offsets::Large(&gathered.offsets);
                Texts::new(&gathered.bytes, offsets, validity)
            }
        }
    }
}

fn validity(nulls: Option<&NullBuffer>) -> Option<Validity<'_>> {
    let bits = nulls?.inner();
    Some(Validity::new(bits.values(), bits.offset()))
}

/// Texts that lay in different places.
pub(crate) struct Gathered {
    bytes: Vec<u8>,
    offsets: Vec<i64>,
    validity: Vec<u8>,
}

impl Default for Gathered {
    fn default() -> Self {
        Self {
            bytes: Vec::new(),
            offsets: vec![0],
            validity: Vec::new(),
        }
    }
}

impl Gathered {
    fn push(&mut self, text: Option<&[u8]>) {
        let row = self.offsets.len() - 1;
        if row.is_multiple_of(8) {
            self.validity.push(0);
        }
        if let Some(text) = text {
            self.bytes.extend_from_slice(text);
            self.validity[row / 8] |= 1 << (row % 8);
        }
        // No memory holds more.
        self.offsets.push(self.bytes.len().cast_signed() as i64);
    }

    fn add(&mut self, array: &ArrayRef) {
        match array.data_type() {
            DataType::Utf8 => self.add_plain(&BinaryArray::from(array.as_string::<i32>().clone())),
            DataType::LargeUtf8 => {
                self.add_plain(&LargeBinaryArray::from(array.as_string::<i64>().clone()));
            }
            DataType::Binary => self.add_plain(array.as_binary::<i32>()),
            DataType::LargeBinary => self.add_plain(array.as_binary::<i64>()),
            DataType::Utf8View => self.add_views(&array.as_string_view().clone().to_binary_view()),
            DataType::BinaryView => self.add_views(array.as_binary_view()),
            DataType::Dictionary(..) => self.add_dictionary(array),
            _ => (0..array.len()).for_each(|_| self.push(None)),
        }
    }

    fn add_plain<O: OffsetSizeTrait>(&mut self, array: &GenericBinaryArray<O>) {
        array.iter().for_each(|text| self.push(text));
    }

    fn add_views(&mut self, array: &BinaryViewArray) {
        array.iter().for_each(|text| self.push(text));
    }

    fn add_dictionary(&mut self, array: &ArrayRef) {
        let Some(dictionary) = array.as_any_dictionary_opt() else {
            return;
        };
        let mut values = Self::default();
        values.add(dictionary.values());
        let is_empty = dictionary.values().is_empty();
        let keys = if is_empty {
            Vec::new()
        } else {
            dictionary.normalized_keys()
        };
        for row in 0..array.len() {
            let key = keys.get(row).filter(|_| !dictionary.keys().is_null(row));
            self.push(key.and_then(|&key| values.get(key)));
        }
    }

    fn get(&self, row: usize) -> Option<&[u8]> {
        let is_valid = self.validity[row / 8] >> (row % 8) & 1 == 1;
        let place = |row: usize| usize::try_from(self.offsets[row]).unwrap_or(0);
        is_valid.then(|| &self.bytes[place(row)..place(row + 1)])
    }
}
