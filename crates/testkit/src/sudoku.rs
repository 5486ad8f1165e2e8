//! The 9×9 Sudoku by itself: an oracle that shares no code with the model or the engines, and
//! puzzles of several kinds made with a seed, so that benchmarks need not ship any collection.
//!
//! **Idea.** A bit mask of the symbols used in each row, column and box; always branch at an empty
//! cell with the fewest symbols left. Slow beside a real engine, and short enough to be believed.

use crate::seeded::Seeded;
use tilewright_model::Choice;

/// A board in reading order; 0 is an empty cell.
pub type Board = [u8; 81];

/// Reads 81 characters, `1` to `9` for a clue and `.`, `0` or `_` for an empty cell.
pub fn parse(line: &str) -> Option<Board> {
    let mut board = [0; 81];
    let mut characters = line.trim().chars();
    for cell in &mut board {
        *cell = match characters.next()? {
            '.' | '_' => 0,
            c => u8::try_from(c.to_digit(10)?).ok()?,
        };
    }
    characters.next().is_none().then_some(board)
}

/// The board as 81 characters, `.` for an empty cell.
pub fn print(board: &Board) -> String {
    let symbol = |&cell: &u8| {
        if cell == 0 {
            '.'
        } else {
            char::from(b'0' + cell)
        }
    };
    board.iter().map(symbol).collect()
}

/// The box of a cell, boxes numbered in reading order.
pub fn box_of(cell: usize) -> usize {
    cell / 27 * 3 + cell % 9 / 3
}

/// The numbers of its row, its column and its box, of 27 units.
fn units_of(cell: usize) -> [usize; 3] {
    [cell / 9, 9 + cell % 9, 18 + box_of(cell)]
}

/// The choices of the clues, for a model with nine choices for each cell in reading order.
pub fn givens(board: &Board) -> Vec<Choice> {
    let clues = (0u32..).zip(board).filter(|&(_, &symbol)| symbol != 0);
    clues
        .map(|(cell, &symbol)| Choice(cell * 9 + u32::from(symbol) - 1))
        .collect()
}

/// The board with the symbols of these choices: the reverse of [`givens`].
pub fn filled(choices: &[Choice]) -> Board {
    let mut board = [0; 81];
    for choice in choices {
        board[choice.index() / 9] = (choice.index() % 9) as u8 + 1;
    }
    board
}

/// Returns true if `solution` has the clues of `board`, and each symbol once in each row, column and
/// box.
pub fn is_solution(board: &Board, solution: &Board) -> bool {
    let mut units = [0u16; 27];
    for (cell, (&clue, &symbol)) in board.iter().zip(solution).enumerate() {
        if !(1..=9).contains(&symbol) || (clue != 0 && clue != symbol) {
            return false;
        }
        for unit in units_of(cell) {
            units[unit] |= 1 << symbol;
        }
    }
    units.iter().all(|&symbols| symbols == 0x3fe)
}

/// The first solutions, not more than `limit`. None where two equal clues see each other.
pub fn solutions(board: &Board, limit: usize) -> Vec<Board> {
    let mut found = Vec::new();
    if let Some(mut search) = Search::new(board) {
        search.explore(limit, &mut found, &[1, 2, 3, 4, 5, 6, 7, 8, 9]);
    }
    found
}

/// Returns true if two equal clues see each other.
pub fn has_clash(board: &Board) -> bool {
    Search::new(board).is_none()
}

/// Returns true if the board has exactly one solution.
pub fn is_unique(board: &Board) -> bool {
    solutions(board, 2).len() == 1
}

/// A full board, the same for the same seed.
pub fn full(seed: u64) -> Board {
    let mut random = Seeded::new(seed);
    full_from(&mut random)
}

/// A puzzle with one solution that loses it with any clue taken away: 22 to 26 clues mostly. The
/// same for the same seed.
pub fn sparse(seed: u64) -> Board {
    let mut random = Seeded::new(seed);
    let mut board = full_from(&mut random);
    let mut order: Vec<usize> = (0..81).collect();
    random.shuffle(&mut order);
    for cell in order {
        let clue = std::mem::take(&mut board[cell]);
        if !is_unique(&board) {
            board[cell] = clue;
        }
    }
    board
}

/// The puzzle with clues of its solution added, at random, until it has `clues` of them: the more
/// there are, the easier it is. For a puzzle with one solution.
pub fn with_clues(puzzle: &Board, clues: usize, seed: u64) -> Board {
    let solution = only_solution(puzzle);
    let mut board = *puzzle;
    let mut open = cells(puzzle, |clue| clue == 0);
    Seeded::new(seed).shuffle(&mut open);
    let missing = clues.saturating_sub(81 - open.len());
    for &cell in open.iter().take(missing) {
        board[cell] = solution[cell];
    }
    board
}

/// The puzzle without `number` of its clues: several solutions, where every clue was needed.
pub fn without_clues(puzzle: &Board, number: usize, seed: u64) -> Board {
    let mut board = *puzzle;
    let mut clues = cells(puzzle, |clue| clue != 0);
    Seeded::new(seed).shuffle(&mut clues);
    for &cell in clues.iter().take(number) {
        board[cell] = 0;
    }
    board
}

/// The puzzle with one clue more that sees no equal one and that its solution contradicts: no
/// solution is left. For a puzzle with one solution.
pub fn with_wrong_clue(puzzle: &Board, seed: u64) -> Board {
    let solution = only_solution(puzzle);
    let search = Search::new(puzzle).expect("a puzzle with a solution has no clues that clash");
    let mut wrong = Vec::new();
    for cell in cells(puzzle, |clue| clue == 0) {
        let fits = (1..=9).filter(|symbol| search.used(cell) & (1 << symbol) == 0);
        wrong.extend(
            fits.filter(|&symbol| symbol != solution[cell])
                .map(|symbol| (cell, symbol)),
        );
    }
    let mut board = *puzzle;
    if !wrong.is_empty() {
        let (cell, symbol) = wrong[Seeded::new(seed).below(wrong.len())];
        board[cell] = symbol;
    }
    board
}

/// The puzzle as another board, by changes that keep the rules: symbols renamed, rows and columns
/// exchanged within their bands, bands exchanged, rows made columns.
pub fn shuffled(board: &Board, seed: u64) -> Board {
    let mut random = Seeded::new(seed);
    let mut names = [1, 2, 3, 4, 5, 6, 7, 8, 9];
    random.shuffle(&mut names);
    let mut lines = || {
        let mut bands = [0, 1, 2];
        random.shuffle(&mut bands);
        bands.map(|band| {
            let mut within = [band * 3, band * 3 + 1, band * 3 + 2];
            random.shuffle(&mut within);
            within
        })
    };
    let (rows, columns) = (lines(), lines());
    let (rows, columns) = (rows.as_flattened(), columns.as_flattened());
    let is_turned = random.below(2) == 1;
    std::array::from_fn(|cell| {
        let (row, column) = (rows[cell / 9], columns[cell % 9]);
        let from = if is_turned {
            column * 9 + row
        } else {
            row * 9 + column
        };
        match board[from] {
            0 => 0,
            symbol => names[usize::from(symbol) - 1],
        }
    })
}

fn only_solution(puzzle: &Board) -> Board {
    let found = solutions(puzzle, 2);
    assert_eq!(found.len(), 1, "one solution: {}", print(puzzle));
    found[0]
}

fn cells(board: &Board, is_wanted: impl Fn(u8) -> bool) -> Vec<usize> {
    (0..81).filter(|&cell| is_wanted(board[cell])).collect()
}

/// The first row at random, then the first board that a search in a random order of symbols finds.
fn full_from(random: &mut Seeded) -> Board {
    let mut symbols = [1, 2, 3, 4, 5, 6, 7, 8, 9];
    let mut board = [0; 81];
    random.shuffle(&mut symbols);
    board[..9].copy_from_slice(&symbols);
    // Three more symbols apart from each other make the rest depend on the seed as well.
    for (row, column) in [(3, 0), (4, 4), (8, 8)] {
        let mut tries = symbols;
        random.shuffle(&mut tries);
        let cell = row * 9 + column;
        let fits = tries.into_iter().find(|&symbol| {
            board[cell] = symbol;
            Search::new(&board).is_some()
        });
        board[cell] = fits.expect("a cell that sees one filled row has room for eight symbols");
    }
    random.shuffle(&mut symbols);
    let mut found = Vec::new();
    let mut search = Search::new(&board).expect("every symbol was tested where it was put");
    search.explore(1, &mut found, &symbols);
    found.pop().unwrap_or_else(|| full_from(random))
}

struct Search {
    board: Board,
    /// The symbols that each unit has.
    units: [u16; 27],
}

impl Search {
    fn new(board: &Board) -> Option<Self> {
        let mut search = Self {
            board: [0; 81],
            units: [0; 27],
        };
        for (cell, &symbol) in board.iter().enumerate() {
            if symbol != 0 {
                if search.used(cell) & (1 << symbol) != 0 {
                    return None;
                }
                search.put(cell, symbol);
            }
        }
        Some(search)
    }

    fn used(&self, cell: usize) -> u16 {
        let [row, column, in_box] = units_of(cell).map(|unit| self.units[unit]);
        row | column | in_box
    }

    fn put(&mut self, cell: usize, symbol: u8) {
        self.board[cell] = symbol;
        self.flip(cell, symbol);
    }

    fn take(&mut self, cell: usize) {
        let symbol = std::mem::take(&mut self.board[cell]);
        self.flip(cell, symbol);
    }

    fn flip(&mut self, cell: usize, symbol: u8) {
        for unit in units_of(cell) {
            self.units[unit] ^= 1 << symbol;
        }
    }

    fn explore(&mut self, limit: usize, found: &mut Vec<Board>, symbols: &[u8; 9]) {
        if found.len() >= limit {
            return;
        }
        let empty = (0..81).filter(|&cell| self.board[cell] == 0);
        let Some(cell) = empty.max_by_key(|&cell| self.used(cell).count_ones()) else {
            found.push(self.board);
            return;
        };
        for &symbol in symbols {
            if self.used(cell) & (1 << symbol) == 0 {
                self.put(cell, symbol);
                self.explore(limit, found, symbols);
                self.take(cell);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_full(board: &Board) {
        assert!(is_solution(board, board), "{}", print(board));
    }

    #[test]
    fn only_full_boards_that_keep_the_clues_are_solutions() {
        let solution = full(3);
        assert!(is_solution(&[0; 81], &solution));
        assert!(is_solution(&solution, &solution));
        let mut other = solution;
        other.swap(0, 1);
        assert!(!is_solution(&[0; 81], &other));
        assert!(!is_solution(&other, &solution));
        assert!(!is_solution(&[0; 81], &[0; 81]));
        assert_eq!(filled(&givens(&sparse(1))), sparse(1));
    }

    #[test]
    fn full_boards_obey_the_rules_and_their_seed() {
        for seed in 0..20 {
            assert_full(&full(seed));
            assert_eq!(full(seed), full(seed));
            assert_ne!(full(seed), full(seed + 1));
        }
    }

    #[test]
    fn sparse_puzzles_are_unique_and_minimal() {
        for seed in 0..3 {
            let puzzle = sparse(seed);
            assert_eq!(solutions(&puzzle, 2).len(), 1);
            assert_full(&solutions(&puzzle, 1)[0]);
            let clues: Vec<usize> = (0..81).filter(|&cell| puzzle[cell] != 0).collect();
            assert!((17..=30).contains(&clues.len()), "{}", clues.len());
            for cell in clues {
                let mut fewer = puzzle;
                fewer[cell] = 0;
                assert!(!is_unique(&fewer));
            }
        }
    }

    #[test]
    fn counts_several_and_none() {
        // A full board without two symbols that swap in a rectangle: at least the two ways.
        let board = full(1);
        let without = board.map(|symbol| if symbol <= 2 { 0 } else { symbol });
        assert!(solutions(&without, 100).len() >= 2);
        let mut clash = [0; 81];
        (clash[0], clash[8]) = (5, 5);
        assert!(solutions(&clash, 1).is_empty());
    }

    #[test]
    fn puzzles_with_more_clues_keep_their_solution() {
        let puzzle = sparse(4);
        let easy = with_clues(&puzzle, 36, 1);
        assert_eq!(cells(&easy, |clue| clue != 0).len(), 36);
        assert_eq!(solutions(&easy, 2), solutions(&puzzle, 2));
        assert_ne!(easy, with_clues(&puzzle, 36, 2));
        assert_eq!(with_clues(&puzzle, 5, 1), puzzle);
    }

    #[test]
    fn puzzles_with_fewer_clues_have_several_and_with_a_wrong_one_none() {
        for seed in 0..5 {
            let puzzle = sparse(seed);
            let many = without_clues(&puzzle, 3, seed);
            assert_eq!(
                cells(&many, |clue| clue == 0).len(),
                cells(&puzzle, |clue| clue == 0).len() + 3
            );
            assert_eq!(solutions(&many, 2).len(), 2);
            let wrong = with_wrong_clue(&puzzle, seed);
            assert_ne!(wrong, puzzle);
            assert!(Search::new(&wrong).is_some(), "no two clues clash");
            assert!(solutions(&wrong, 1).is_empty());
        }
    }

    #[test]
    fn shuffling_keeps_the_rules_and_the_number_of_solutions() {
        let (board, puzzle) = (full(3), sparse(3));
        let many = without_clues(&puzzle, 2, 1);
        let number = solutions(&many, 500).len();
        let mut seen = Vec::new();
        for seed in 0..8 {
            assert_full(&shuffled(&board, seed));
            assert_eq!(solutions(&shuffled(&many, seed), 500).len(), number);
            seen.push(shuffled(&board, seed));
        }
        seen.dedup();
        assert_eq!(seen.len(), 8);
    }

    #[test]
    fn parse_and_print_are_inverse() {
        let puzzle = sparse(7);
        assert_eq!(parse(&print(&puzzle)), Some(puzzle));
        for bad in ["", "1", &"x".repeat(81), &"1".repeat(82)] {
            assert_eq!(parse(bad), None);
        }
    }

    #[test]
    fn the_17_clue_puzzles_are_unique() {
        let Some(file) = crate::data("sudoku9/clues17.txt") else {
            return;
        };
        let text = std::fs::read_to_string(file).unwrap();
        let boards: Vec<Board> = text.lines().take(50).filter_map(parse).collect();
        assert!(!boards.is_empty());
        assert!(boards.iter().all(is_unique));
    }
}
