//! A solver that shares nothing with the crate.

/// The cell with the fewest digits left, each digit in turn.
pub(crate) struct Solver {
    cells: [u8; 81],
    /// The digits of each row, column and box.
    used: [[u16; 9]; 3],
}

fn lines(at: usize) -> [usize; 3] {
    [at / 9, at % 9, at / 27 * 3 + at % 9 / 3]
}

impl Solver {
    pub(crate) fn read(line: &str) -> Self {
        let mut solver = Self {
            cells: [0; 81],
            used: [[0; 9]; 3],
        };
        for (at, symbol) in line.bytes().enumerate() {
            if (b'1'..=b'9').contains(&symbol) {
                solver.put(at, symbol - b'0');
            }
        }
        solver
    }

    fn put(&mut self, at: usize, digit: u8) {
        self.cells[at] = digit;
        for (used, line) in self.used.iter_mut().zip(lines(at)) {
            used[line] ^= 1 << digit;
        }
    }

    fn is_free(&self, at: usize, digit: u8) -> bool {
        let mut used = self.used.iter().zip(lines(at));
        used.all(|(used, line)| used[line] >> digit & 1 == 0)
    }

    /// Adds solutions until there are `most`.
    pub(crate) fn solve(&mut self, most: usize, found: &mut Vec<[u8; 81]>) {
        let free = |at: &usize| (1..=9).filter(|&digit| self.is_free(*at, digit)).count();
        let Some(at) = (0..81).filter(|&at| self.cells[at] == 0).min_by_key(free) else {
            found.push(self.cells);
            return;
        };
        for digit in 1..=9 {
            if found.len() < most && self.is_free(at, digit) {
                self.put(at, digit);
                self.solve(most, found);
                self.put(at, digit);
                self.cells[at] = 0;
            }
        }
    }
}
