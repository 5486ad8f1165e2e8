//! Solves as a person would: step by step, each with its reason.
//!
//! **Idea.** One theorem on the model is behind nearly all that people do with pencil and paper: *if all the choices
//! of k exactly-one items lie within k other items, then the choices of those k other items which lie outside the
//! first k can go.* It is counting: the first *k* items, the **bases**, need *k* picked choices; each of the other
//! *k*, the **covers**, can take one; so the covers are used up by the bases. Nothing in it knows a puzzle, so every
//! model is explained, and a family only lends its names.
//!
//! | [`Level`] | the theorem | Sudoku | Shikaku |
//! | --- | --- | --- | --- |
//! | `Single` | an item has one choice left | naked and hidden single, full house | the only rectangle left; the only clue that reaches a cell |
//! | `Excluded` | a choice conflicts with all choices of an item | locked candidates | every rectangle of a clue covers that cell |
//! | `Line` | no word of a line has the choice at its place | | |
//! | `Derived` | the same of a line that follows from groups and lines: the rule of 45 | | |
//! | `Joined` | nodes are joined through one place alone, or not at all | | |
//! | `Parity` | a line enters an area as often as it leaves it | | |
//! | `Parted` | a choice by itself would part nodes that must be joined | | |
//! | `Together` | no words of two lines have the choice | | |
//! | `Sets(k)` | *k* bases lie within *k* covers | naked and hidden sets, X-wing, swordfish, jellyfish | *k* cells that only *k* clues reach |
//! | `Finned(k)` | the same but for some choices, the fins; what goes conflicts with those too | finned and sashimi fish | |
//! | `Unique` | there would be two solutions otherwise; only if asked for | unique rectangle, BUG + 1 | |
//! | `Chain` | either one choice is picked or another, by links between them | skyscraper, two-string kite, XY-wing, W-wing, remote pair, X-chain, XY-chain, AIC | |
//! | `Grouped` | the same with groups of choices | empty rectangle, grouped X-chain and AIC | |
//! | `Almost` | the same with *k* bases within *k* + 1 covers as links | XYZ-wing, ALS-XZ, ALS-XY-wing, ALS chain | |
//! | `Contradiction` | a choice leads to an item without one | Nishio, forcing chain | a rectangle that leaves a cell to no clue |
//! | `Verity` | all choices of an item lead to the same | cell and region forcing chains | |
//! | `Nested` | a contradiction that needs others | nested forcing chains | |
//!
//! Lines and links are rules of the model, not items, so they have levels of their own (`lines.rs`, `joined.rs`, `parity.rs`, `together.rs`); the
//! consequences of a choice (`trial.rs`) follow them as well.
//!
//! **Data.** [`Logic`] is a model made ready: pairs lowered to items. A [`Board`] is the state: the live choices of
//! every item. A [`Step`] is plain data: its reason in items, the choices that it looked at, the choices it picks and
//! those it removes. Text, JSON and pictures are made of that elsewhere.
//!
//! **Order.** Levels are tried from the easiest up ([`Level::ALL`]). All steps of the first level that finds anything
//! are found on the same board and applied together, as one [`Round`]; so the board after a round does not depend on
//! the numbers of choices and items.
//!
//! **Invariants.** Every step is sound: the choices it picks are in all solutions of its board, those it removes are
//! in none. Unless [`Settings::unique`] allows it, no step assumes that there is only one solution, so a board that
//! was solved by steps has exactly one.
//!
//! ```
//! use tilewright_logic::{Ending, explain};
//! use tilewright_model::{Choice, Demand, ModelBuilder};
//!
//! // Three tiles; the first two are 0 or 1, the third 0, 1 or 2, and 0 and 1 are used at most once.
//! let mut b = ModelBuilder::new(7);
//! b.tile(&[0, 1])?;
//! b.tile(&[2, 3])?;
//! b.tile(&[4, 5, 6])?;
//! b.item(Demand::AtMostOne, &[0, 2, 4])?;
//! b.item(Demand::AtMostOne, &[1, 3, 5])?;
//! let model = b.build()?;
//!
//! let explanation = explain(&model, &[Choice(0)]);
//! let Ending::Solved { picked } = &explanation.end else {
//!     panic!("singles are enough");
//! };
//! assert_eq!(picked, &[Choice(0), Choice(3), Choice(6)]);
//! # Ok::<(), tilewright_model::ModelError>(())
//! ```

mod bits;
mod board;
mod chains;
mod conflicts;
mod difficulty;
mod excluded;
mod explain;
mod fins;
mod forcing;
mod hash;
mod hidden;
mod items;
mod joined;
mod lines;
mod links;
mod logic;
mod parity;
mod sets;
mod single;
mod step;
mod together;
mod trial;
mod unique;

pub use board::Board;
pub use difficulty::Grade;
pub use explain::{Ending, Explanation, Round, Rounds, Settings, explain};
pub use logic::Logic;
pub use step::{Case, Level, Reason, Step, Strong};
pub use tilewright_model::budget::Budget;
