//! The engine's answers to an ask: one board, its choices translated.
//!
//! A seed turns the board: symbols, bands, stacks, rows and columns change places at random and
//! perhaps rows become columns. The turned board is searched like any other and its solutions are
//! turned back, so a random order costs nothing, and the part of a search below a choice is the
//! same wherever it runs.

use super::classic::Classic;
use crate::Random;
use crate::{Ask, Branch, Count, End, Meter, Search, Stats};
use tilewright_model::Choice;
use tilewright_nine::{Advance, One, Toll};

/// A symmetry of the board: the image of each cell and of each symbol.
struct Turn {
    cells: [u8; 81],
    symbols: [u8; 9],
}

impl Turn {
    fn none() -> Self {
        Self {
            cells: std::array::from_fn(|cell| cell as u8),
            symbols: std::array::from_fn(|symbol| symbol as u8),
        }
    }

    fn random(seed: u64) -> Self {
        let mut random = Random::new(seed);
        let swaps = random.permutation(2)[0] == 1;
        let (rows, columns) = (lines(&mut random), lines(&mut random));
        let symbols = random.permutation(9);
        let cell = |cell: usize| {
            let (row, column) = (rows[cell / 9], columns[cell % 9]);
            if swaps {
                9 * column + row
            } else {
                9 * row + column
            }
        };
        Self {
            cells: std::array::from_fn(cell),
            symbols: std::array::from_fn(|symbol| symbols[symbol] as u8),
        }
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
    /// For each choice its cell and symbol on the turned board.
    places: Vec<(u8, u8)>,
    /// For each cell and symbol of the turned board the choice.
    choices: Box<[[Choice; 9]; 81]>,
    /// The seed of the turn.
    seed: Option<u64>,
    meter: Meter,
    solution: Vec<Choice>,
}

/// A branch costs a node.
struct Nodes<'m>(&'m mut Meter);

impl Toll for Nodes<'_> {
    #[inline]
    fn pay(&mut self) -> bool {
        self.0.node().is_none()
    }
}

impl NineSearch {
    pub(super) fn new(classic: Classic) -> Self {
        let mut search = Self {
            classic,
            one: One::default(),
            places: vec![(0, 0); 729],
            choices: Box::new([[Choice(0); 9]; 81]),
            seed: None,
            meter: Meter::default(),
            solution: Vec::with_capacity(81),
        };
        search.turn(&Turn::none());
        search
    }

    /// Turns the board.
    fn turn(&mut self, turn: &Turn) {
        for (cell, &to) in turn.cells.iter().enumerate() {
            for (symbol, &becomes) in turn.symbols.iter().enumerate() {
                let choice = self.classic.choice(cell, symbol);
                self.places[choice.index()] = (to, becomes);
                self.choices[usize::from(to)][usize::from(becomes)] = choice;
            }
        }
    }

    fn place(&self, choice: Choice) -> (usize, usize) {
        let (cell, symbol) = self.places[choice.index()];
        (cell.into(), symbol.into())
    }

    /// Begins with givens alone.
    fn begin(&mut self, given: &[Choice]) {
        let mut board = [0; 81];
        for &choice in given {
            let (cell, symbol) = self.places[choice.index()];
            let cell = &mut board[usize::from(cell)];
            // A cell with two symbols has none.
            *cell = match *cell {
                0 => symbol + 1,
                same if same == symbol + 1 => same,
                _ => 10,
            };
        }
        self.one.begin(&board);
    }

    fn begin_barred(&mut self, given: &[Choice], barred: &[Choice]) {
        let mut possible = [0x1ff; 81];
        for &choice in given {
            let (cell, symbol) = self.place(choice);
            possible[cell] &= 1 << symbol;
        }
        for &choice in barred {
            let (cell, symbol) = self.place(choice);
            possible[cell] &= !(1 << symbol);
        }
        self.one.begin_with(&possible);
    }

    fn next(&mut self) -> Result<(), End> {
        if let Some(end) = self.meter.end() {
            return Err(end);
        }
        match self.one.next(&mut Nodes(&mut self.meter)) {
            Advance::Found => {
                self.meter.solution();
                Ok(())
            }
            Advance::Done => Err(self.meter.finish(End::Complete)),
            Advance::Stopped => Err(self.meter.end().expect("the meter said so")),
        }
    }
}

impl Search for NineSearch {
    fn start(&mut self, ask: &Ask) {
        self.meter = ask.meter();
        if ask.seed != self.seed {
            self.seed = ask.seed;
            self.turn(&ask.seed.map_or_else(Turn::none, Turn::random));
        }
        if ask.budget.memory.is_some_and(|most| most < One::BYTES) {
            self.meter.lacks(One::BYTES);
        }
        if ask.barred.is_empty() {
            self.begin(&ask.given);
        } else {
            self.begin_barred(&ask.given, &ask.barred);
        }
    }

    fn advance(&mut self) -> Result<&[Choice], End> {
        self.next()?;
        let mut board = [0u8; 81];
        self.one.write(&mut board);
        self.solution.clear();
        let cells = board.iter().zip(&*self.choices);
        self.solution
            .extend(cells.map(|(&symbol, choices)| choices[usize::from(symbol) - 1]));
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
        let choice = self.choices[cell][symbol];
        vec![Branch::With(choice), Branch::Without(choice)]
    }

    fn possible(&mut self) -> Vec<Choice> {
        let Some(possible) = self.one.closure() else {
            return Vec::new();
        };
        let mut choices = Vec::new();
        for (symbols, cell) in possible.into_iter().zip(&*self.choices) {
            let symbols = (0..9).filter(|symbol| symbols >> symbol & 1 == 1);
            choices.extend(symbols.map(|symbol: usize| cell[symbol]));
        }
        choices.sort_unstable();
        choices
    }
}
