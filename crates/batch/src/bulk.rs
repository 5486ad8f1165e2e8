//! Plain rows, asked for all together.
//!
//! A search that answers hundreds of boards at once takes a quarter of a microsecond for each, so the code around it
//! has to be short: rows become boards one after the other, and answers are handed over a [run](Run) of rows at a time.

use crate::task::{Detail, Operation, Task, Wanted};
use crate::texts::Texts;
use std::ops::Range;
use tilewright::answer::{Answer, Found, PuzzleText};
use tilewright::bulk::{BulkSession, Interrupted};
use tilewright::engines::bulk::BulkAnswers;
use tilewright::puzzles::{Format, PlainLines};
use tilewright::{Count, End, Solver, Status};

/// The plain rows of some texts, as boards.
struct PlainRows {
    plain: &'static dyn PlainLines,
    boards: Vec<u8>,
    /// For each row whether it is plain, and so has the next board.
    is_plain: Vec<bool>,
    count: usize,
}

impl PlainRows {
    /// Rows of a format.
    fn new(plain: &'static dyn PlainLines) -> Self {
        Self {
            plain,
            boards: Vec::new(),
            is_plain: Vec::new(),
            count: 0,
        }
    }

    /// Reads rows; those that lie one after the other are read together.
    fn read(&mut self, texts: Texts<'_>, rows: Range<usize>) {
        let tiles = self.plain.tiles();
        self.boards.resize(rows.len() * tiles, 0);
        self.is_plain.clear();
        self.count = 0;
        let mut row = rows.start;
        while row < rows.end {
            if let Some(lines) = texts.lines_from(row) {
                let taken = self.plain.read_lines(lines, self.room(rows.end - row));
                self.is_plain
                    .resize(self.is_plain.len() + taken.lines, true);
                self.count += taken.lines;
                row += taken.lines;
                if row == rows.end {
                    return;
                }
            }
            let plain = self.plain;
            let text = texts.get(row);
            let is_plain = text.is_some_and(|text| plain.read(text, self.room(1)));
            self.is_plain.push(is_plain);
            self.count += usize::from(is_plain);
            row += 1;
        }
    }

    /// Room for the next boards.
    fn room(&mut self, boards: usize) -> &mut [u8] {
        let tiles = self.plain.tiles();
        &mut self.boards[self.count * tiles..][..boards * tiles]
    }

    /// The boards of the rows that were read.
    fn boards(&self) -> &[u8] {
        &self.boards[..self.count * self.plain.tiles()]
    }

    /// One of them.
    fn board(&self, number: usize) -> &[u8] {
        let tiles = self.plain.tiles();
        &self.boards[number * tiles..][..tiles]
    }

    /// The number of plain rows from a row on.
    fn run_from(&self, row: usize) -> usize {
        let rows = self.is_plain.get(row..).unwrap_or_default();
        rows.iter().take_while(|is_plain| **is_plain).count()
    }
}

/// Plain rows on their way through a search in bulk.
pub(crate) struct Bulk {
    task: Task,
    plain: &'static dyn PlainLines,
    session: BulkSession,
    rows: PlainRows,
    /// The first row of the piece.
    start: usize,
    /// The row of the piece, and the board, that come next.
    next: (usize, usize),
    /// The answers about the boards, where others were asked for after them.
    kept: Option<BulkAnswers>,
    /// The redundant clues: board and tile, ascending.
    redundant: Vec<(usize, usize)>,
}

/// The most solutions that are visited in bulk. A board with more is counted by itself, perhaps
/// without visiting them.
const MOST_COUNTED: u32 = 1000;

/// The boards without a clue that are searched together.
const THINNER_AT_ONCE: usize = 8192;

impl Bulk {
    /// For plain rows of a format, if the task and the engine can do that.
    pub(crate) fn of(task: &Task, format: &Format, solver: &Solver) -> Option<Self> {
        let plain = format.plain.filter(|_| task.is_for_bulk(format))?;
        let model = solver.plain_model(plain).ok()?;
        Some(Self {
            task: task.clone(),
            plain,
            session: solver.bulk(&model)?,
            rows: PlainRows::new(plain),
            start: 0,
            next: (0, 0),
            kept: None,
            redundant: Vec::new(),
        })
    }

    /// Finds out about all plain rows of a piece.
    pub(crate) fn ask(&mut self, texts: Texts<'_>, rows: Range<usize>) -> Result<(), Interrupted> {
        (self.start, self.next) = (rows.start, (0, 0));
        self.rows.read(texts, rows);
        if self.rows.count == 0 {
            return Ok(());
        }
        self.session.run(self.rows.boards(), self.most())?;
        if self.task.detail == Detail::Clues {
            self.find_redundant()?;
        }
        Ok(())
    }

    /// The number of solutions of a board that are looked for.
    fn most(&self) -> u32 {
        match self.task.operation {
            Operation::Solve if self.task.solutions != Wanted::Only => 1,
            Operation::Count => {
                let limit = self.task.limit.map(u32::try_from);
                let limit = limit.and_then(Result::ok);
                limit.map_or(MOST_COUNTED, |limit| limit.min(MOST_COUNTED))
            }
            _ => 2,
        }
    }

    /// Finds the clues that could go, of boards with one solution.
    fn find_redundant(&mut self) -> Result<(), Interrupted> {
        self.kept = Some(self.session.answers().clone());
        self.redundant.clear();
        let (mut thinner, mut names) = (Vec::new(), Vec::new());
        for number in 0..self.rows.count {
            if self.answers().counts[number] != 1 {
                continue;
            }
            let board = self.rows.board(number);
            let clues = board.iter().enumerate().filter(|&(_, &value)| value > 0);
            for (tile, _) in clues {
                names.push((number, tile));
                let start = thinner.len();
                thinner.extend_from_slice(board);
                thinner[start + tile] = 0;
            }
            if names.len() >= THINNER_AT_ONCE {
                self.ask_thinner(&mut thinner, &mut names)?;
            }
        }
        self.ask_thinner(&mut thinner, &mut names)
    }

    /// Searches boards that lack a clue, each named by its board and tile: where there is still one
    /// solution the clue is redundant.
    fn ask_thinner(
        &mut self,
        thinner: &mut Vec<u8>,
        names: &mut Vec<(usize, usize)>,
    ) -> Result<(), Interrupted> {
        let answers = self.session.run(thinner, 2)?;
        let unique = names.iter().zip(&answers.counts);
        let unique = unique.filter(|&(_, &count)| count == 1);
        self.redundant.extend(unique.map(|(&name, _)| name));
        thinner.clear();
        names.clear();
        Ok(())
    }

    /// The answers about the boards.
    fn answers(&self) -> &BulkAnswers {
        self.kept.as_ref().unwrap_or(self.session.answers())
    }

    /// Returns true if bulk knows all that is wanted about a board.
    fn is_known(&self, board: usize) -> bool {
        let count = self.answers().counts[board];
        match (self.task.operation, self.task.detail) {
            // The other of several solutions is not known here.
            (Operation::Check, Detail::Solutions) => count < 2,
            // The fault of a board without a solution is not known, and a full board gets more words.
            (Operation::Check, Detail::Clues) => count == 1 && self.rows.board(board).contains(&0),
            (Operation::Count, _) => {
                count < self.most() || self.task.limit == Some(u64::from(count))
            }
            // A word, or any solution.
            _ => true,
        }
    }

    /// The answers to the rows that come next, up to the first that is not plain or about which
    /// more has to be known. That one is passed over: it is answered elsewhere.
    pub(crate) fn next_run(&mut self) -> Run<'_> {
        let (row, board) = self.next;
        let plain = self.rows.run_from(row);
        let run = (board..board + plain).take_while(|&board| self.is_known(board));
        let run = run.count();
        let is_passed_over = run < plain;
        self.next = (row + run + 1, board + run + usize::from(is_passed_over));
        Run {
            bulk: self,
            first_row: self.start + row,
            boards: board..board + run,
        }
    }
}

/// Plain rows one after the other, with their answers.
pub struct Run<'b> {
    bulk: &'b Bulk,
    first_row: usize,
    boards: Range<usize>,
}

impl Run<'_> {
    /// The rows.
    pub fn rows(&self) -> Range<usize> {
        self.first_row..self.first_row + self.boards.len()
    }

    /// The task.
    pub fn task(&self) -> &Task {
        &self.bulk.task
    }

    /// For each row the number of solutions that were found.
    pub fn counts(&self) -> &[u32] {
        &self.bulk.answers().counts[self.boards.clone()]
    }

    /// The tiles of a board.
    pub(crate) fn tiles(&self) -> usize {
        self.bulk.plain.tiles()
    }

    /// The first solutions of some of the rows, by their numbers in this run.
    fn firsts(&self, rows: Range<usize>) -> &[u8] {
        let tiles = self.tiles();
        let (start, end) = (self.boards.start + rows.start, self.boards.start + rows.end);
        &self.bulk.answers().firsts[start * tiles..end * tiles]
    }

    /// Writes the solutions of some of the rows, one after the other.
    pub fn write_texts(&self, rows: Range<usize>, out: &mut Vec<u8>) {
        self.bulk.plain.write_texts(self.firsts(rows), out);
    }

    /// Writes the solutions of some of the rows, each on a line.
    pub fn write_lines(&self, rows: Range<usize>, out: &mut Vec<u8>) {
        self.bulk.plain.write_lines(self.firsts(rows), out);
    }

    /// Writes the answer about a row if it is short: its solution, word or number. `None` if there is more to say, and
    /// then nothing is written.
    pub fn write_short(&self, row: usize, out: &mut Vec<u8>) -> Option<Status> {
        let count = self.counts()[row];
        let (status, end) = self.status(count);
        match self.task().operation {
            Operation::Solve if count > 0 => self.write_texts(row..row + 1, out),
            Operation::Check => out.extend_from_slice(status.word().as_bytes()),
            Operation::Count if end == End::Complete => {
                out.extend_from_slice(count.to_string().as_bytes());
            }
            _ => return None,
        }
        Some(status)
    }

    /// The verdict about a row with this number of solutions, and the end of its search.
    pub(crate) fn status(&self, count: u32) -> (Status, End) {
        let task = self.task();
        let end = match task.operation {
            Operation::Solve if count > 0 => End::Limit,
            Operation::Count if task.limit == Some(u64::from(count)) => End::Limit,
            _ => End::Complete,
        };
        let status = match (task.operation, count) {
            (_, 0) => Status::Unsolvable,
            (Operation::Solve, 1) => Status::Solved,
            (_, 1) => Status::Unique,
            _ => Status::Several,
        };
        (status, end)
    }

    /// The answer about a row.
    pub fn answer(&self, row: usize) -> Answer {
        let count = self.counts()[row];
        let (status, end) = self.status(count);
        let solution = || {
            let mut text = Vec::new();
            self.write_texts(row..row + 1, &mut text);
            PuzzleText(String::from_utf8_lossy(&text).into_owned())
        };
        let is_wanted = self.task().detail != Detail::Word;
        let solution = (count > 0 && is_wanted).then(solution);
        let found = match self.task().operation {
            Operation::Solve => Found::Solve {
                solution,
                solutions: None,
            },
            Operation::Count => {
                let number = count.into();
                return Answer::counted(&Count { number, end });
            }
            _ => self.checked(self.boards.start + row, solution),
        };
        Answer::new(status, end, found)
    }

    fn checked(&self, number: usize, solution: Option<PuzzleText>) -> Found {
        let Bulk {
            plain,
            task,
            rows,
            redundant,
            ..
        } = self.bulk;
        let wants_clues = task.detail == Detail::Clues;
        let board = rows.board(number);
        let start = redundant.partition_point(|&(other, _)| other < number);
        let of_board = redundant[start..].iter();
        let of_board = of_board.take_while(|&&(other, _)| other == number);
        let names = of_board.map(|&(_, tile)| plain.clue_name(tile, board[tile]));
        let clues = board.iter().filter(|&&value| value > 0).count();
        Found::Check {
            complete: !board.contains(&0),
            solution,
            other: None,
            redundant: wants_clues.then(|| names.collect()),
            clues_tried: wants_clues.then_some(clues),
            clues: wants_clues.then_some(clues),
        }
    }
}
