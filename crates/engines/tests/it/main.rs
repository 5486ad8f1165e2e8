//! Engines against each other and against known answers.

mod agreement;
mod derived;
mod instances;
mod nine;
mod nurikabe;
