//! One engine for tile puzzles: read, solve, count, check, draw.
//!
//! A tile puzzle is a set of tiles, a set of values for each, and rules: giving a tile a value restricts the values
//! of the others. Sudoku in any number of dimensions, road tiles, Shikaku, exact cover and any puzzle in those words
//! are the same thing here.
//!
//! ```text
//! text ──▶ puzzle ──▶ model ──▶ engine ──▶ solutions ──▶ puzzle ──▶ picture ──▶ text
//! ```
//!
//! Each part of that line is a module: [`puzzles`] reads and writes, [`model`] is what any engine
//! runs, [`engines`] search, [`render`] draws. A [`Solver`] puts them together.
//!
//! # A tour
//!
//! Read a text, whatever it is, and solve it. A solved puzzle is a puzzle of the same kind with
//! more filled in, so it is drawn and written like any other.
//!
//! ```
//! use tilewright::{Solver, read};
//! use tilewright::render::text::Text;
//!
//! let puzzle = read("1 2 . .\n. . 1 2\n2 . 4 .\n. . . .\n", None)?;
//! assert_eq!(puzzle.family().name, "sudoku");
//!
//! let answer = Solver::new().first(&*puzzle)?;
//! let solved = puzzle.fill(&answer.solution.expect("it has a solution"));
//! assert_eq!(solved.write("line")?, "1234341221434321\n");
//! assert_eq!(
//!     Text::default().draw(&solved.picture()),
//!     "┌─────┬─────┐\n\
//!      │ 1 2 │ 3 4 │\n\
//!      │ 3 4 │ 1 2 │\n\
//!      ├─────┼─────┤\n\
//!      │ 2 1 │ 4 3 │\n\
//!      │ 4 3 │ 2 1 │\n\
//!      └─────┴─────┘\n"
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Count without listing: a [`board`] is made from its kind and size alone.
//!
//! ```
//! use tilewright::{End, Solver, board};
//!
//! let roads = board("roads", "8x8")?;
//! let count = Solver::new().count(&*roads)?;
//! assert_eq!(count.number.to_string(), "21516449182147");
//! assert_eq!(count.end, End::Complete);
//!
//! // A search that was stopped says so, and its number is only a lower bound.
//! let stopped = Solver::new().nodes(10).count(&*roads)?;
//! assert_eq!(stopped.end, End::Nodes);
//! assert!(!stopped.is_exact());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Check a puzzle: is it valid, solvable, unique? Which clues could go?
//!
//! ```
//! use tilewright::{Existence, Solver, Verdict, read};
//!
//! fn check(text: &str) -> Result<Verdict, Box<dyn std::error::Error>> {
//!     let puzzle = read(text, None)?;
//!     Ok(Solver::new().check(&*puzzle)?)
//! }
//!
//! let verdict = check("1...............")?;
//! assert!(matches!(verdict.solutions, Existence::Several(..)));
//!
//! let verdict = check("1234341221434321")?;
//! assert!(matches!(verdict.solutions, Existence::Unique(_)));
//! assert_eq!(verdict.redundant.clues.len(), 16);
//!
//! let verdict = check("1.1.............")?;
//! assert_eq!(
//!     verdict.contradiction.unwrap().to_string(),
//!     "the 1 of row 1 is given twice: r1c1 = 1 and r1c3 = 1"
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Ask several things about a puzzle: an [`Asked`] has its model prepared. Solutions and steps are pulled one by
//! one; dropping the iterator ends the search.
//!
//! ```
//! use tilewright::Solver;
//! use tilewright::explain::Event;
//! use tilewright::puzzles::Families;
//! use tilewright::puzzles::sudoku::Sudoku;
//!
//! let puzzle: Sudoku = Families::default().read_as("1.34341221434321")?;
//! let solver = Solver::new();
//! let mut asked = solver.ask(&puzzle)?;
//! assert!(asked.first().solution.is_some());
//! assert_eq!(asked.count().number, 1u32.into());
//! for solution in asked.solutions() {
//!     assert_eq!(solution.len(), 16);
//! }
//! for event in asked.explain() {
//!     let Event::Step(page) = event else {
//!         panic!("nothing is assumed");
//!     };
//!     assert_eq!(page.telling.name, "full house");
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Many puzzles of one shape share one model, which a solver keeps prepared:
//!
//! ```
//! use tilewright::{Solver, read};
//!
//! let solver = Solver::new();
//! let counts = ["1234............", "....4321........", "11.............."].map(|line| {
//!     let puzzle = read(line, Some("sudoku:line")).unwrap();
//!     solver.count(&*puzzle).unwrap().number.to_string()
//! });
//! assert_eq!(counts, ["12", "12", "0"]);
//! ```
//!
//! Prove it: a folder of files that [`checker::verify`] accepts without believing anything that
//! [`prover::prove`] did.
//!
//! ```
//! use std::collections::BTreeMap;
//! use tilewright::checker::{folder::Claim, verify};
//! use tilewright::Budget;
//! use tilewright::prover::prove;
//! use tilewright::puzzles::Families;
//!
//! let puzzle = tilewright::read("1.1.............", None)?;
//! let mut folder: BTreeMap<String, Vec<u8>> = BTreeMap::new();
//! prove(&*puzzle, None, &Budget::default(), &mut folder)?;
//! let verified = verify(&folder, &Families::default(), &Budget::default())?;
//! assert_eq!(verified.claim, Claim::Unsolvable);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[cfg(feature = "serde")]
pub mod answer;
mod asked;
pub mod bulk;
pub mod check;
mod clash;
mod cut;
pub mod explain;
mod first;
mod game;
pub mod list;
pub mod paranoid;
pub mod play;
mod possible;
pub mod rating;
pub mod sample;
pub mod score;
mod solver;
mod status;
pub mod words;

pub use asked::{Asked, First, Solutions};
pub use check::{Existence, Verdict};
pub use num_bigint::BigUint;
pub use rating::Rated;
pub use solver::{DEFAULT_MEMORY, Refusal, Solver};
pub use status::Status;
pub use tilewright_checker as checker;
pub use tilewright_engines as engines;
pub use tilewright_engines::{Budget, Count, End};
pub use tilewright_generate as generate;
pub use tilewright_logic as logic;
pub use tilewright_maps as maps;
pub use tilewright_model as model;
pub use tilewright_model::{Choice, Model};
pub use tilewright_prover as prover;
pub use tilewright_puzzles as puzzles;
pub use tilewright_puzzles::{ParseError, Puzzle, board, read};
pub use tilewright_render as render;
pub use tilewright_scales as scales;

/// The Rust of README.md, so that it is compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

/// The Rust of docs/rust.md, likewise.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/rust.md")]
struct Guide;
