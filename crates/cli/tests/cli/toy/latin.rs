//! A family in one file: Latin squares, written as `toy:` and a digit for each cell.

use std::sync::LazyLock;
use tilewright::model::{Demand, Item, ModelBuilder, Names};
use tilewright::puzzles::{
    Choosable, Clues, Drawn, Entry, Equality, Family, Format, Legend, ParseError, Parsed, Puzzle,
    Settable, Unbuilt, Unwritable, build_model,
};
use tilewright::render::{Cell, Grid, Picture, Role, Spot};
use tilewright::{Budget, Choice, Model};

/// A Latin square; 0 where a cell is empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Latin {
    size: usize,
    cells: Vec<u8>,
}

pub(crate) static TOY: LazyLock<Family> = LazyLock::new(|| {
    let line = Format::new("line", "toy: and a digit for each cell, 0 if it is empty")
        .reads(Latin::read)
        .writes(|latin: &Latin| {
            let digits = latin.cells.iter().map(|&value| char::from(b'0' + value));
            Ok::<_, Unwritable>(format!("toy:{}\n", digits.collect::<String>()))
        })
        .looks(|text| text.starts_with("toy:"))
        .on_a_line();
    Family::new("toy", "Latin squares of up to 9 values")
        .formats(&[&line])
        .board("toy", "4", Latin::empty)
        .able(Equality::of::<Latin>())
        .acts::<dyn Clues, Latin>(|p| p)
        .acts::<dyn Choosable, Latin>(|p| p)
        .acts::<dyn Drawn, Latin>(|p| p)
        .acts::<dyn Settable, Latin>(|p| p)
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

    /// The cell and the slot of a choice.
    fn place(&self, choice: Choice) -> (usize, usize) {
        (choice.index() / self.size, choice.index() % self.size)
    }

    fn clues(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.cells.len()).filter(|&cell| self.cells[cell] > 0)
    }
}

impl Names for Latin {
    fn choice_name(&self, choice: Choice) -> String {
        let (cell, slot) = self.place(choice);
        let (row, column) = (cell / self.size + 1, cell % self.size + 1);
        format!("r{row}c{column} = {}", slot + 1)
    }
    fn item_name(&self, item: Item) -> String {
        format!("item {}", item.0)
    }
}

impl Puzzle for Latin {
    fn family(&self) -> &Family {
        &TOY
    }
    fn model(&self, budget: &Budget) -> Result<Model, Unbuilt> {
        let n = self.size as u32;
        let what = || "the Latin square".to_owned();
        build_model(what, budget, |budget| {
            let mut b = ModelBuilder::within(budget, u64::from(n * n * n));
            for (i, j) in (0..n * n).map(|cell| (cell / n, cell % n)) {
                let all = |choice: &dyn Fn(u32) -> u32| (0..n).map(choice).collect::<Vec<_>>();
                b.tile(&all(&|k| (i * n + j) * n + k))?;
                b.item(Demand::ExactlyOne, &all(&|k| (i * n + k) * n + j))?;
                b.item(Demand::ExactlyOne, &all(&|k| (k * n + i) * n + j))?;
            }
            b.build()
        })
    }
    fn givens(&self) -> Vec<Choice> {
        let given = |cell| Choice((cell * self.size) as u32 + u32::from(self.cells[cell]) - 1);
        self.clues().map(given).collect()
    }
    fn fill(&self, solution: &[Choice]) -> Box<dyn Puzzle> {
        let mut solved = self.clone();
        for (cell, slot) in solution.iter().map(|&choice| self.place(choice)) {
            solved.cells[cell] = slot as u8 + 1;
        }
        Box::new(solved)
    }
    fn picture(&self) -> Picture {
        let mut grid = Grid::new(self.size, self.size);
        for cell in self.clues() {
            let clue = Cell::new(self.cells[cell].to_string(), Role::Clue);
            *grid.cell_mut(cell / self.size, cell % self.size) = clue;
        }
        Picture::of_grids(vec![grid])
    }
}

impl Clues for Latin {
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

impl Drawn for Latin {
    fn spots(&self, choice: Choice) -> Vec<Spot> {
        let (cell, slot) = self.place(choice);
        let slot = Some(slot);
        vec![Spot { cell, slot }]
    }
}

impl Settable for Latin {
    fn legend(&self) -> Legend {
        let entry = |value: usize| Entry::word(value.to_string());
        Legend::Values((1..=self.size).map(entry).collect())
    }
    fn with_clue(&self, cell: usize, value: Option<&str>) -> Parsed {
        let mut clued = self.clone();
        let slot = value.map(|word| self.legend().slot(word)).transpose()?;
        clued.cells[cell] = slot.map_or(0, |slot| slot as u8 + 1);
        Ok(Box::new(clued))
    }
}
