//! The place of the puzzles in the input: an array itself, or a column of a table.

use crate::failure::Failure;
use arrow_array::{Array, ArrayRef, RecordBatch, StructArray};
use arrow_schema::{DataType, Field};
use tilewright_batch::{NoColumn, listed, puzzle_column};
use tilewright_tables::is_text;

/// The place of the puzzles in each array.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Place {
    /// The array itself.
    Whole,
    /// A column of a table.
    Column(usize),
}

impl Place {
    /// The place in arrays of that type: the column that is wanted; or the first with a usual name; or
    /// the only one with texts.
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
        let names: Vec<String> = fields.iter().map(|field| field.name().clone()).collect();
        let may_be = |&column: &usize| is_text(fields[column].data_type());
        let texts: Vec<usize> = (0..fields.len()).filter(may_be).collect();
        let column = puzzle_column(&names, &texts, wanted).map_err(|why| {
            let why = match why {
                NoColumn::Unclear => format!("{why}; name it with column="),
                NoColumn::NotTexts(name, column) => {
                    let kind = fields[column].data_type();
                    format!("the column {name:?} holds {kind}, and puzzles are texts")
                }
                NoColumn::Missing(_) => why.to_string(),
            };
            Failure::Unable(format!("{why}; {}", listed(&names)))
        })?;
        Ok(Self::Column(column))
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
