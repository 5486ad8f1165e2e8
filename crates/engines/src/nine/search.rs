//! The engine's answers to an ask: one board, its choices translated.
//!
//! A seed turns the board: symbols, bands, stacks, rows and columns change places at random and
//! perhaps rows become columns. The turned board is searched like any other and its solutions are
//! turned back, so a random order costs nothing, and the part of a search below a choice is the
//! same wherever it runs.

use super::classic::Classic;
use super::one::{One, Step, Toll};
use crate::shuffle::Random;
use crate::{Ask, Branch, Count, End, Meter, Search, Stats};
use tilewright_model::Choice;

/// A symmetry of the board.
#[derive(Clone, Debug)]
struct Turn {
    /// Where each cell goes.
    cells: [u8; 81],
    /// What each symbol becomes.
    symbols: [u8; 9],
    cells_back: [u8; 81],
    symbols_back: [u8; 9],
}

impl Turn {
    fn none() -> Self {
        let cells = std::array::from_fn(|cell| cell as u8);
        let symbols = std::array::from_fn(|symbol| symbol as u8);
        Self::new(cells, symbols)
    }

    fn random(seed: u64) -> Self {
        let mut random = Random::new(seed);
        let swaps = random.permutation(2)[0] == 1;
        let (rows, columns) = (lines(&mut random), lines(&mut random));
        let symbols = random.permutation(9);
        let cells = std::array::from_fn(|cell| {
            let (row, column) = (rows[cell / 9], columns[cell % 9]);
            if swaps {
                9 * column + row
            } else {
                9 * row + column
            }
        });
        Self::new(cells, std::array::from_fn(|symbol| symbols[symbol] as u8))
    }

    fn new(cells: [u8; 81], symbols: [u8; 9]) -> Self {
        let (mut cells_back, mut symbols_back) = ([0; 81], [0; 9]);
        for (from, &to) in (0u8..).zip(&cells) {
            cells_back[usize::from(to)] = from;
        }
        for (from, &to) in (0u8..).zip(&symbols) {
            symbols_back[usize::from(to)] = from;
        }
        Self {
            cells,
            symbols,
            cells_back,
            symbols_back,
        }
    }

    fn turned(&self, cell: usize, symbol: usize) -> (usize, usize) {
        (self.cells[cell].into(), self.symbols[symbol].into())
    }

    fn back(&self, cell: usize, symbol: usize) -> (usize, usize) {
        (
            self.cells_back[cell].into(),
            self.symbols_back[symbol].into(),
        )
    }
}

/// Nine lines in a random order in which the threes stay together.
fn lines(random: &mut Random) -> [u8; 9] {
    let mut lines = [0; 9];
    for (group, &to) in random.permutation(3).iter().enumerate() {
        for (line, &place) in random.permutation(3).iter().enumerate() {
            lines[3 * group + line] = (3 * to + place) as u8;
        }
    }
    lines
}

pub(super) struct NineSearch {
    classic: Classic,
    one: One,
    turn: Turn,
    /// The seed of the turn.
    seed: Option<u64>,
    meter: Meter,
    solution: Vec<Choice>,
}

impl Toll for Meter {
    #[inline]
    fn pay(&mut self) -> bool {
        self.node().is_none()
    }
}

impl NineSearch {
    pub(super) fn new(classic: Classic) -> Self {
        Self {
            classic,
            one: One::new(),
            turn: Turn::none(),
            seed: None,
            meter: Meter::default(),
            solution: Vec::with_capacity(81),
        }
    }

    fn next(&mut self) -> Result<(), End> {
        if let Some(end) = self.meter.end() {
            return Err(end);
        }
        match self.one.next(&mut self.meter) {
            Step::Found => {
                self.meter.solution();
                Ok(())
            }
            Step::Done => Err(self.meter.finish(End::Complete)),
            Step::Stopped => Err(self.meter.end().expect("the meter said so")),
        }
    }

    fn choice(&self, cell: usize, symbol: usize) -> Choice {
        let (cell, symbol) = self.turn.back(cell, symbol);
        self.classic.choice(cell, symbol)
    }
}

impl Search for NineSearch {
    fn start(&mut self, ask: &Ask) {
        self.meter = Meter::start(ask);
        if ask.seed != self.seed {
            self.seed = ask.seed;
            self.turn = ask.seed.map_or_else(Turn::none, Turn::random);
        }
        if ask.budget.memory.is_some_and(|most| most < One::BYTES) {
            self.meter.finish(End::Memory);
        }
        let mut possible = [0x1ff; 81];
        let place = |&choice| {
            let (cell, symbol) = self.classic.place(choice);
            self.turn.turned(cell, symbol)
        };
        for (cell, symbol) in ask.given.iter().map(place) {
            possible[cell] &= 1 << symbol;
        }
        for (cell, symbol) in ask.barred.iter().map(place) {
            possible[cell] &= !(1 << symbol);
        }
        self.one.begin(&possible);
    }

    fn advance(&mut self) -> Result<&[Choice], End> {
        self.next()?;
        let mut board = [0u8; 81];
        self.one.write(&mut board);
        self.solution.clear();
        for (cell, &symbol) in board.iter().enumerate() {
            let choice = self.choice(cell, usize::from(symbol) - 1);
            self.solution.push(choice);
        }
        if self.seed.is_some() || !self.classic.is_plain() {
            self.solution.sort_unstable();
        }
        Ok(&self.solution)
    }

    fn count(&mut self) -> Count {
        let mut found = 0u64;
        loop {
            match self.next() {
                Ok(()) => found += 1,
                Err(end) => return Count::new(found, end),
            }
        }
    }

    fn choice_count(&self) -> usize {
        729
    }

    fn stats(&self) -> Stats {
        self.meter.stats()
    }

    fn branches(&mut self) -> Vec<Branch> {
        if self.meter.end().is_some() {
            return Vec::new();
        }
        let Some((cell, symbol)) = self.one.first_split() else {
            return Vec::new();
        };
        let choice = self.choice(cell, symbol);
        vec![Branch::With(choice), Branch::Without(choice)]
    }

    fn possible(&mut self) -> Vec<Choice> {
        let Some(possible) = self.one.closure() else {
            return Vec::new();
        };
        let mut choices = Vec::new();
        for (cell, symbols) in possible.into_iter().enumerate() {
            let symbols = (0..9).filter(|symbol| symbols >> symbol & 1 == 1);
            choices.extend(symbols.map(|symbol| self.choice(cell, symbol)));
        }
        choices.sort_unstable();
        choices
    }
}
