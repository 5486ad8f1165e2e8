//! Families and kinds: their texts, models and pictures.

mod clauses;
mod corpus;
mod cover_data;
mod kinds;
mod kinds_by_example;
mod kinds_drawn;
mod limits;
mod pictures;
mod recognise;
mod shikaku;
mod slips;
mod sudoku;
mod words;
