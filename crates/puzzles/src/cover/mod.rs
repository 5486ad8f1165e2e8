//! Exact cover with colours, in Knuth's format, and plain exact cover as a matrix of 0 and 1
//! (`matrix.rs`).
//!
//! ```text
//! | A comment: its first character other than a blank is a bar. Blank lines are skipped too.
//! p q r | x y
//! p q x y:A
//! p r x:A y
//! ```
//!
//! The first line names the items: the primary ones, then after a `|` the secondary ones. Every
//! other line is an option: the items that it covers, each once, a secondary one perhaps with a
//! colour. A solution is a set of options that covers every primary item exactly once and in which
//! no two options disagree about a secondary item. Two options agree about it only if both give it
//! a colour and it is the same. A secondary item without a colour so has a colour of its own, which
//! equals no other, not even that of another option without one.
//!
//! An option may be given. The text then has no option that clashes with it: that is a problem with the
//! same solutions.
//!
//! An option without a primary item could be added to any solution or left out, so by Knuth's rule it is ignored: it
//! stays in the text but is not a choice of the model.
//!
//! Every primary item is a tile, in the order of the first line, and the choices are the options in
//! theirs. A secondary item that no option colours asks for at most one; any other for one colour.

pub(crate) mod matrix;
mod problem;
mod reader;

use crate::built::built;
use crate::family::acts;
use crate::prose::counted;
use crate::{
    Choosable, Clues, Drawn, Enumerated, Equality, Family, Format, LineWriter, Near, ParseError,
    Parsed, Plain, Puzzle, Titled, Unbuilt, Unwritable,
};
use problem::{Mention, Problem};
use reader::Reader;
use std::collections::HashMap;
use std::fmt::Write;
use std::sync::{Arc, LazyLock, OnceLock};
use tilewright_model::budget::Budget;
use tilewright_model::{Choice, Item, Model, Names};
use tilewright_render::{Block, Cell, Grid, Picture, Role, Spot};

/// Exact cover files.
pub static COVER: LazyLock<Family> = LazyLock::new(|| {
    let about = "exact cover with colours: options that cover every item once";
    let family = Family::new("cover", about)
        .formats(&[&XCC, &MATRIX, &ROWS, &JSON])
        .near(|text| Some(Near::new(&XCC, reader::nearness(text)?)))
        .able(Equality::of::<Cover>());
    acts!(family, Cover: Titled, Plain, Clues, Enumerated, Drawn, Choosable)
});

static XCC: LazyLock<Format> = LazyLock::new(|| {
    Format::new(
        "xcc",
        "Knuth's format: items, a bar, secondary items; then an option a line",
    )
    .in_files("dlx")
    .reads(str::parse::<Cover>)
    .writes(|puzzle: &Cover| Ok(puzzle.xcc()))
    .looks(reader::looks_like)
    .with_own_remarks()
});

static MATRIX: LazyLock<Format> = LazyLock::new(|| {
    Format::new(
        "matrix",
        "rows of 0 and 1, perhaps with their numbers before them; if solved, those chosen",
    )
    .reads(|text| matrix::read(text).map(Cover::of))
    .writes(|puzzle: &Cover| puzzle.zeros_and_ones())
    .looks(matrix::looks_like)
});

static ROWS: LazyLock<Format> = LazyLock::new(|| {
    Format::new(
        "rows",
        "the numbers of the rows chosen, from 0, a line each",
    )
    .writes(|puzzle: &Cover| puzzle.rows())
});

static JSON: LazyLock<Format> = LazyLock::new(|| {
    Format::new(
        "json",
        "an object with family, items, options and, if solved, those chosen",
    )
    .writes(|puzzle: &Cover| Ok(puzzle.json()))
});

/// The most items and options of a problem that is drawn as a matrix.
const MOST_COLUMNS: usize = 400;
const MOST_ROWS: usize = 400;

/// An exact cover problem, or a solution of one.
#[derive(Clone, Debug)]
pub struct Cover {
    problem: Arc<Problem>,
    /// Made when it is first asked for, and shared with the solutions.
    model: Arc<OnceLock<Model>>,
    /// The options given, ascending.
    given: Vec<Choice>,
    /// The options chosen, those given among them, ascending.
    chosen: Option<Vec<Choice>>,
}

impl PartialEq for Cover {
    fn eq(&self, other: &Self) -> bool {
        self.problem == other.problem && self.given == other.given && self.chosen == other.chosen
    }
}

impl std::str::FromStr for Cover {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        Ok(Self::of(Reader::default().read(text)?))
    }
}

impl Cover {
    fn of(problem: Problem) -> Self {
        Self {
            problem: Arc::new(problem),
            model: Arc::default(),
            given: Vec::new(),
            chosen: None,
        }
    }

    /// The number of the row that a choice of the model is: that of a matrix, or else its own.
    pub fn row_of(&self, choice: Choice) -> u32 {
        if self.problem.is_matrix {
            self.problem.number(self.problem.choices[choice.index()])
        } else {
            choice.0
        }
    }

    /// The words of the option that a choice of the model is.
    pub(crate) fn option_words(&self, choice: Choice) -> Vec<String> {
        let text = self
            .problem
            .option_text(self.problem.choices[choice.index()]);
        text.split_whitespace().map(str::to_owned).collect()
    }

    /// The problem with just these options given.
    fn with_given(&self, mut given: Vec<Choice>) -> Box<dyn Puzzle> {
        given.sort_unstable();
        given.dedup();
        Box::new(Self {
            given,
            chosen: None,
            ..self.clone()
        })
    }

    /// The options that a solution with those given may have: the rest of the problem.
    fn open_options(&self) -> Vec<u32> {
        let given = self.given.iter();
        let given: Vec<u32> = given.map(|c| self.problem.choices[c.index()]).collect();
        let taken = given.iter().flat_map(|&option| self.problem.option(option));
        let taken: HashMap<u32, Option<u32>> = taken.map(|m| (m.item, m.colour)).collect();
        let goes = |mention: &Mention| match taken.get(&mention.item) {
            None => true,
            Some(colour) => colour.is_some() && *colour == mention.colour,
        };
        let is_open =
            |option: &u32| given.contains(option) || self.problem.option(*option).iter().all(goes);
        self.problem.options().filter(is_open).collect()
    }

    /// The options that are chosen, where it is solved.
    fn chosen_options(&self) -> Option<impl Iterator<Item = u32>> {
        let chosen = self.chosen.as_ref()?;
        Some(
            chosen
                .iter()
                .map(|choice| self.problem.choices[choice.index()]),
        )
    }

    /// The words of a solution for an option: its items, after its number in a matrix.
    fn told(&self, option: u32) -> String {
        let text = self.problem.option_text(option);
        if self.problem.is_matrix {
            format!("{}: {text}", self.problem.number(option))
        } else {
            text
        }
    }

    /// A solved problem is the problem with the chosen options alone.
    fn xcc(&self) -> String {
        let lines = match self.chosen_options() {
            Some(options) => self.problem.lines(options),
            None => self.problem.lines(self.open_options().into_iter()),
        };
        lines.join("\n") + "\n"
    }

    fn zeros_and_ones(&self) -> Result<String, Unwritable> {
        let chosen = self.chosen_options().map(Iterator::collect::<Vec<_>>);
        let open = || (!self.given.is_empty()).then(|| self.open_options());
        matrix::write(&self.problem, chosen.or_else(open).as_deref()).ok_or_else(|| {
            let why = "a matrix says neither secondary items nor a problem without options";
            Unwritable(format!("{why}, and a very long one is not made"))
        })
    }

    fn rows(&self) -> Result<String, Unwritable> {
        let Some(chosen) = &self.chosen else {
            let why = "the rows are those of a solution, and this is none";
            return Err(Unwritable(why.into()));
        };
        let row = |&choice| format!("{}\n", self.row_of(choice));
        Ok(chosen.iter().map(row).collect())
    }

    /// The chosen options as lines, or the whole problem where it is not solved.
    fn shown(&self) -> Vec<String> {
        match self.chosen_options() {
            Some(options) => options.map(|option| self.told(option)).collect(),
            None => self.problem.lines(self.open_options().into_iter()),
        }
    }

    /// Returns true if a matrix would be too large to read.
    fn is_wide(&self) -> bool {
        self.problem.items.len() > MOST_COLUMNS || self.problem.ends.len() > MOST_ROWS
    }

    /// A row for each option, a column for each item; the chosen ones stand out.
    fn matrix(&self) -> Grid {
        let problem = &self.problem;
        let mut grid = Grid::new(problem.ends.len(), problem.items.len());
        let mut is_chosen = vec![false; problem.ends.len()];
        let mut is_open = vec![false; problem.ends.len()];
        for option in self.open_options() {
            is_open[option as usize] = true;
        }
        for option in self.chosen_options().into_iter().flatten() {
            is_chosen[option as usize] = true;
        }
        for option in problem.options() {
            let row = option as usize;
            let role = match (is_chosen[row], &self.chosen) {
                (true, _) => Role::Answer,
                (false, None) if is_open[row] => Role::Clue,
                (false, _) => Role::Empty,
            };
            for mention in problem.option(option) {
                let colour = mention
                    .colour
                    .map(|colour| &problem.colours[colour as usize]);
                let word = colour.map_or("●", String::as_str);
                *grid.cell_mut(row, mention.item as usize) = Cell::new(word, role);
            }
        }
        grid.wall_areas(|_, column| usize::from(column >= problem.primary));
        grid
    }

    /// The label beside an option in the picture: options are counted from 1, the rows of a matrix by their numbers.
    fn row_label(&self, option: u32) -> String {
        let is_matrix = self.problem.is_matrix;
        let number = self.problem.number(option);
        (number + u32::from(!is_matrix)).to_string()
    }

    fn json(&self) -> String {
        let (primary, secondary) = self.problem.items.split_at(self.problem.primary);
        let all = |options: &mut dyn Iterator<Item = u32>| -> Vec<String> {
            options.map(|o| self.problem.option_text(o)).collect()
        };
        let mut object = serde_json::json!({
            "family": COVER.name,
            "items": primary,
            "secondary": secondary,
            "options": all(&mut self.open_options().into_iter()),
        });
        if let Some(mut options) = self.chosen_options() {
            object["chosen"] = all(&mut options).into();
        }
        format!("{object}\n")
    }
}

impl Names for Cover {
    fn choice_name(&self, choice: Choice) -> String {
        let option = self.problem.choices[choice.index()];
        if self.problem.is_matrix {
            format!("row {}", self.problem.number(option))
        } else {
            self.problem.option_text(option)
        }
    }

    fn item_name(&self, item: Item) -> String {
        self.problem.items[item.index()].clone()
    }
}

impl Puzzle for Cover {
    fn family(&self) -> &Family {
        &COVER
    }

    fn model(&self, budget: &Budget) -> Result<Model, Unbuilt> {
        let problem = &self.problem;
        let what = || format!("the exact cover of {} options", problem.choices.len());
        built(&self.model, budget, what, |budget| problem.build(budget)).cloned()
    }

    fn givens(&self) -> Vec<Choice> {
        self.chosen.clone().unwrap_or_else(|| self.given.clone())
    }

    fn fill(&self, solution: &[Choice]) -> Box<dyn Puzzle> {
        let mut chosen = solution.to_vec();
        chosen.sort_unstable();
        Box::new(Self {
            chosen: Some(chosen),
            ..self.clone()
        })
    }

    fn picture(&self) -> Picture {
        if self.is_wide() {
            return Picture::of_lines(self.shown());
        }
        let options = self.problem.options();
        Picture {
            blocks: vec![Block::Matrix {
                grid: Box::new(self.matrix()),
                rows: options.map(|option| self.row_label(option)).collect(),
                columns: self.problem.items.clone(),
                lines: self.shown(),
            }],
            ..Picture::default()
        }
    }
}

impl Titled for Cover {
    fn title(&self) -> String {
        let items = counted(self.problem.items.len(), "item");
        let options = counted(self.problem.ends.len(), "option");
        format!("exact cover, {items}, {options}")
    }
}

impl Plain for Cover {
    fn plain(&self) -> String {
        let mut text = String::new();
        for line in self.shown() {
            writeln!(text, "{line}").expect("a string takes all that is written");
        }
        text
    }
}

impl Enumerated for Cover {
    /// The numbers of the options in the order of the file, from 1, as beside the picture.
    fn line_writer(&self) -> Option<Box<LineWriter<'_>>> {
        Some(Box::new(|solution, line| {
            for (place, choice) in solution.iter().enumerate() {
                let before = if place == 0 { "" } else { " " };
                let number = self.problem.choices[choice.index()] + 1;
                line.extend_from_slice(format!("{before}{number}").as_bytes());
            }
        }))
    }
}

impl Drawn for Cover {
    /// The items of an option, in its row.
    fn spots(&self, choice: Choice) -> Vec<Spot> {
        if self.is_wide() {
            return Vec::new();
        }
        let option = self.problem.choices[choice.index()];
        let first = option as usize * self.problem.items.len();
        let mentions = self.problem.option(option).iter();
        let spot = |mention: &Mention| Spot {
            cell: first + mention.item as usize,
            slot: None,
        };
        mentions.map(spot).collect()
    }
}

impl Clues for Cover {
    fn clue_count(&self) -> usize {
        self.given.len()
    }

    fn clue_names(&self) -> Vec<String> {
        let given = self.given.iter();
        given.map(|&choice| self.choice_name(choice)).collect()
    }

    fn keep(&self, kept: &[bool]) -> Box<dyn Puzzle> {
        let given = self.given.iter().zip(kept);
        let left = given.filter(|(_, is_kept)| **is_kept);
        self.with_given(left.map(|(given, _)| *given).collect())
    }
}

impl Choosable for Cover {
    fn with_choice(&self, choice: Choice) -> Parsed {
        Ok(self.with_given([&self.given[..], &[choice]].concat()))
    }
}

#[cfg(test)]
mod tests;
