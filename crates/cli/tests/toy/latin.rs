//! A family in one file: Latin squares, written as `toy:` and a digit for each cell.

use std::sync::LazyLock;
use tilewright::model::{Demand, Item, ModelBuilder, Names};
use tilewright::puzzles::{
    Choosable, Clues, Equality, Family, Format, ParseError, Parsed, Puzzle, TooLarge, Unwritable,
};
use tilewright::render::{Cell, Grid, Picture, Role};
use tilewright::{Choice, Model};

/// A Latin square; 0 where a cell is empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Latin {
    size: usize,
    cells: Vec<u8>,
}

pub(crate) static TOY: LazyLock<Family> = LazyLock::new(|| {
    let line = Format::new(
        "line",
        "toy: and a digit for each cell, 0 where it is empty",
    )
    .reads(Latin::read)
    .writes(|latin: &Latin| Ok::<_, Unwritable>(latin.text()))
    .looks(|text| text.starts_with("toy:"))
    .on_a_line();
    Family::new("toy", "Latin squares of up to 9 values")
        .formats(&[&line])
        .board("toy", "4", Latin::empty)
        .able(Equality::of::<Latin>())
        .acts::<dyn Clues, Latin>(|p| p)
        .acts::<dyn Choosable, Latin>(|p| p)
});

impl Latin {
    fn read(text: &str) -> Result<Self, ParseError> {
        let cells = text.trim().strip_prefix("toy:").unwrap_or_default();
        let latin = Self::empty(&cells.len().isqrt().to_string())?;
        let value = |c: u8| Some(c.wrapping_sub(b'0')).filter(|&v| usize::from(v) <= latin.size);
        let cells: Option<Vec<u8>> = cells.bytes().map(value).collect();
        let cells = cells.filter(|cells| cells.len() == latin.cells.len());
        let cells = cells.ok_or_else(|| ParseError::new("this is not a square of values"))?;
        Ok(Self { cells, ..latin })
    }

    fn empty(size: &str) -> Result<Self, ParseError> {
        let size = size.parse().ok().filter(|size| (1..=9).contains(size));
        let size: usize = size.ok_or_else(|| ParseError::new("a size is from 1 to 9"))?;
        let cells = vec![0; size * size];
        Ok(Self { size, cells })
    }

    fn text(&self) -> String {
        let digits = self.cells.iter().map(|&value| char::from(b'0' + value));
        format!("toy:{}\n", digits.collect::<String>())
    }

    fn clues(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.cells.len()).filter(|&cell| self.cells[cell] > 0)
    }

    fn build(n: u32) -> Model {
        let mut b = ModelBuilder::new(n * n * n);
        for cell in 0..n * n {
            b.tile(&(0..n).map(|v| cell * n + v).collect::<Vec<_>>())
                .unwrap();
        }
        for (line, value) in (0..n).flat_map(|line| (0..n).map(move |value| (line, value))) {
            let cells =
                |at: &dyn Fn(u32) -> u32| (0..n).map(|k| at(k) * n + value).collect::<Vec<_>>();
            let (row, column) = (cells(&|k| line * n + k), cells(&|k| k * n + line));
            b.item(Demand::ExactlyOne, &row).unwrap();
            b.item(Demand::ExactlyOne, &column).unwrap();
        }
        b.build().unwrap()
    }
}

impl Names for Latin {
    fn choice_name(&self, choice: Choice) -> String {
        let (cell, value) = (choice.index() / self.size, choice.index() % self.size);
        let (row, column) = (cell / self.size + 1, cell % self.size + 1);
        format!("r{row}c{column} = {}", value + 1)
    }
    fn item_name(&self, item: Item) -> String {
        format!("item {}", item.0)
    }
}

impl Puzzle for Latin {
    fn family(&self) -> &Family {
        &TOY
    }
    fn model(&self, _: u64) -> Result<Model, TooLarge> {
        Ok(Self::build(self.size as u32))
    }
    fn givens(&self) -> Vec<Choice> {
        let given = |cell| Choice((cell * self.size) as u32 + u32::from(self.cells[cell]) - 1);
        self.clues().map(given).collect()
    }
    fn fill(&self, solution: &[Choice]) -> Box<dyn Puzzle> {
        let mut solved = self.clone();
        for choice in solution {
            solved.cells[choice.index() / self.size] = (choice.index() % self.size) as u8 + 1;
        }
        Box::new(solved)
    }
    fn picture(&self) -> Picture {
        let mut grid = Grid::new(self.size, self.size);
        for cell in self.clues() {
            let (row, column) = (cell / self.size, cell % self.size);
            *grid.cell_mut(row, column) = Cell::new(self.cells[cell].to_string(), Role::Clue);
        }
        Picture::of_grids(vec![grid])
    }
}

impl Clues for Latin {
    fn clue_count(&self) -> usize {
        self.clues().count()
    }
    fn clue_names(&self) -> Vec<String> {
        self.givens()
            .into_iter()
            .map(|given| self.choice_name(given))
            .collect()
    }
    fn keep(&self, kept: &[bool]) -> Box<dyn Puzzle> {
        let mut fewer = self.clone();
        let gone = self.clues().zip(kept).filter(|(_, stays)| !**stays);
        gone.for_each(|(cell, _)| fewer.cells[cell] = 0);
        Box::new(fewer)
    }
}

impl Choosable for Latin {
    fn with_choice(&self, choice: Choice) -> Parsed {
        Ok(self.fill(&[choice]))
    }
}
