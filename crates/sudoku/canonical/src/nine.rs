//! The 9×9 board, quickly: the idea of `general.rs` in a few bytes.
//!
//! All boards that are as small as can be so far are kept together, and each of them is written one row
//! further: with every row that may come next, in every order of the columns that makes that row
//! smallest. Those whose row is not the smallest of all go. After nine rows all that are left are the
//! same board, so they are its automorphisms.
//!
//! A digit is at most once in a line here, which makes it simple; other boards, and those with very many
//! automorphisms, are for `general.rs`. Full boards are for `full.rs`.

use crate::{Form9, Way9};

/// More boards than this are not kept: the general search leaves out the images of known boards.
const MOST_STATES: usize = 4096;

/// Larger than any row.
const ENDLESS: u64 = (1 << 36) - 1;

/// The 18 lines of a board: its rows, then its columns.
pub(crate) struct Lines {
    pub(crate) digits: [[u8; 9]; 18],
    /// In which columns there is a digit.
    filled: [u16; 18],
}

impl Lines {
    /// `None` if a digit is twice in a line.
    pub(crate) fn new(board: &[u8; 81]) -> Option<Self> {
        let mut lines = Self {
            digits: [[0; 9]; 18],
            filled: [0; 18],
        };
        let mut seen = [0u16; 18];
        let mut twice = 0;
        for row in 0..9 {
            for column in 0..9 {
                let digit = board[row * 9 + column];
                if digit == 0 {
                    continue;
                }
                let bit = 1 << digit;
                twice |= (seen[row] | seen[9 + column]) & bit;
                seen[row] |= bit;
                seen[9 + column] |= bit;
                lines.digits[row][column] = digit;
                lines.digits[9 + column][row] = digit;
                lines.filled[row] |= 1 << column;
                lines.filled[9 + column] |= 1 << row;
            }
        }
        (twice == 0).then_some(lines)
    }
}

/// A board that is written as far as some row.
#[derive(Clone, Copy)]
struct State {
    /// 0, or 9 where columns are taken for rows.
    base: u8,
    /// The lines that come first.
    rows: [u8; 9],
    used: u16,
    /// The column in each slot, and the slot of each column.
    columns: [u8; 9],
    slots: [u8; 9],
    /// For each slot the first one that its column could have, in its own stack; for each stack
    /// the first of those that look like it so far.
    cells: [u8; 9],
    stacks: [u8; 3],
    /// The first occurrence of each digit: the row, or [`NEW`], and the column.
    met: [(u8, u8); 10],
    next: u8,
}

/// A digit that was not met yet.
const NEW: u8 = u8::MAX;

impl State {
    const fn start(base: u8) -> Self {
        Self {
            base,
            rows: [0; 9],
            used: 0,
            columns: [0, 1, 2, 3, 4, 5, 6, 7, 8],
            slots: [0, 1, 2, 3, 4, 5, 6, 7, 8],
            cells: [0, 0, 0, 3, 3, 3, 6, 6, 6],
            stacks: [0; 3],
            met: [(NEW, 0); 10],
            next: 1,
        }
    }

    fn lowest_slot(&self, column: u8) -> usize {
        let slot = self.slots[usize::from(column)];
        let stack = slot / 3;
        usize::from(self.stacks[usize::from(stack)] * 3 + self.cells[usize::from(slot)] - stack * 3)
    }

    fn cell_end(&self, start: usize) -> usize {
        let stack_end = start / 3 * 3 + 3;
        let mut end = start + 1;
        while end < stack_end && usize::from(self.cells[end]) == start {
            end += 1;
        }
        end
    }

    fn stacks_end(&self, start: usize) -> usize {
        let mut end = start + 1;
        while end < 3 && usize::from(self.stacks[end]) == start {
            end += 1;
        }
        end
    }

    fn swap(&mut self, one: usize, other: usize) {
        self.columns.swap(one, other);
        self.slots[usize::from(self.columns[one])] = one as u8;
        self.slots[usize::from(self.columns[other])] = other as u8;
    }

    fn swap_stacks(&mut self, one: usize, other: usize) {
        for place in 0..3 {
            self.swap(one * 3 + place, other * 3 + place);
        }
    }

    fn settle_stack(&mut self, stack: usize) {
        let start = usize::from(self.stacks[stack]);
        let end = self.stacks_end(start);
        if stack != start {
            self.swap_stacks(start, stack);
        }
        self.stacks[start + 1..end].fill(start as u8 + 1);
    }

    fn settle(&mut self, column: u8) {
        self.settle_stack(usize::from(self.slots[usize::from(column)] / 3));
        let slot = usize::from(self.slots[usize::from(column)]);
        let start = usize::from(self.cells[slot]);
        self.settle_slot(start, slot);
    }

    /// Puts the column in a slot first in its cell.
    fn settle_slot(&mut self, start: usize, slot: usize) {
        let end = self.cell_end(start);
        if slot != start {
            self.swap(start, slot);
        }
        self.cells[start + 1..end].fill(start as u8 + 1);
    }

    /// The smallest name that a digit can get in the cell that begins at a slot, where it is not in
    /// the column in which it was met.
    fn name(&self, form: &[[u8; 9]; 9], digit: u8, slot: usize) -> u8 {
        let (row, column) = self.met[usize::from(digit)];
        if row == NEW {
            return self.next;
        }
        let lowest = self.lowest_slot(column);
        form[usize::from(row)][lowest + usize::from(lowest == slot)]
    }

    fn is_new(&self, digit: u8) -> bool {
        self.met[usize::from(digit)].0 == NEW
    }
}

/// A row that is being written in all orders which make it smallest.
struct Writer<'f> {
    form: &'f [[u8; 9]; 9],
    digits: [u8; 9],
    filled: u16,
    row: u8,
    best: u64,
    found: Vec<State>,
}

impl Writer<'_> {
    /// Adds the rest of the row to the written part.
    fn write(&mut self, mut state: State, mut slot: usize, mut written: u64) {
        let mut lazy_end = 0;
        while slot < 9 {
            if slot.is_multiple_of(3) && slot >= lazy_end {
                let stack = slot / 3;
                let end = state.stacks_end(stack);
                if end > stack + 1 {
                    if (stack * 3..end * 3).all(|slot| self.is_blank(&state, slot)) {
                        written <<= 4 * (end * 3 - slot);
                        slot = end * 3;
                        continue;
                    }
                    if self.are_new(&state, stack, end) {
                        self.sort_stacks(&mut state, stack, end);
                        lazy_end = end * 3;
                    } else {
                        self.choose_stack(&mut state, stack, end, written);
                    }
                }
            }
            let end = state.cell_end(slot);
            if end == slot + 1 {
                let column = state.columns[slot];
                let digit = self.digits[usize::from(column)];
                let name = if digit == 0 {
                    0
                } else {
                    self.take(&mut state, digit, column, slot)
                };
                written = written << 4 | u64::from(name);
                slot += 1;
            } else {
                let blanks = self.put_blanks_first(&mut state, slot, end);
                written <<= 4 * (blanks - slot);
                slot = blanks;
                if slot == end {
                    continue;
                }
                if !self.write_cell(&mut state, &mut slot, end, &mut written) {
                    return;
                }
            }
            if written > self.best >> (4 * (9 - slot)) {
                return;
            }
        }
        if written < self.best {
            self.best = written;
            self.found.clear();
        }
        self.found.push(state);
    }

    fn is_blank(&self, state: &State, slot: usize) -> bool {
        self.filled >> state.columns[slot] & 1 == 0
    }

    fn are_new(&self, state: &State, stack: usize, end: usize) -> bool {
        (stack * 3..end * 3).all(|slot| {
            let digit = self.digits[usize::from(state.columns[slot])];
            digit == 0 || state.is_new(digit)
        })
    }

    /// The name of the digit in a column that is settled.
    fn take(&self, state: &mut State, digit: u8, column: u8, slot: usize) -> u8 {
        let (row, home) = state.met[usize::from(digit)];
        if row == NEW {
            state.met[usize::from(digit)] = (self.row, column);
            state.next += 1;
            return state.next - 1;
        }
        let name = state.name(self.form, digit, slot);
        state.settle(home);
        name
    }

    /// The number of digits in each cell of a stack.
    fn counts(&self, state: &State, stack: usize) -> u8 {
        let mut counts = 0;
        for slot in stack * 3..stack * 3 + 3 {
            if !self.is_blank(state, slot) {
                counts += 1 << (4 - 2 * (usize::from(state.cells[slot]) - stack * 3));
            }
        }
        counts
    }

    /// Puts stacks with new digits alone in order of how many they have, and leaves those open that
    /// have them in the same places.
    fn sort_stacks(&self, state: &mut State, start: usize, end: usize) {
        let mut counts = [0; 3];
        for stack in start..end {
            counts[stack] = self.counts(state, stack);
            let mut at = stack;
            while at > start && counts[at - 1] > counts[at] {
                counts.swap(at - 1, at);
                state.swap_stacks(at - 1, at);
                at -= 1;
            }
        }
        for stack in start + 1..end {
            if counts[stack] != counts[stack - 1] {
                state.stacks[stack..end].fill(stack as u8);
            }
        }
    }

    /// Settles which stack comes next; where several may, writes the rest for all but the first.
    fn choose_stack(&mut self, state: &mut State, start: usize, end: usize, written: u64) {
        let mut counts = [0; 3];
        let mut least = u8::MAX;
        for (stack, known) in counts.iter_mut().enumerate().take(end).skip(start) {
            // The first cell that has digits decides, by how many; then their names do.
            let count = match self.counts(state, stack) {
                count @ 16.. => count & 0b11_00_00,
                count @ 4.. => count & 0b11_11_00,
                count => count,
            };
            *known = count;
            least = least.min(count);
        }
        let mut chosen = (start..end).filter(|&stack| counts[stack] == least);
        let first = chosen.next().unwrap_or(start);
        for stack in chosen {
            let mut other = *state;
            other.settle_stack(stack);
            self.write(other, start * 3, written);
        }
        state.settle_stack(first);
    }

    /// The start of the cell's digits.
    fn put_blanks_first(&self, state: &mut State, start: usize, end: usize) -> usize {
        let mut middle = start;
        for slot in start..end {
            if self.is_blank(state, slot) {
                if slot != middle {
                    state.swap(middle, slot);
                }
                middle += 1;
            }
        }
        if middle > start {
            state.cells[middle..end].fill(middle as u8);
        }
        middle
    }

    /// Writes digits of a cell without blanks: one that has a name, or all.
    fn write_cell(
        &mut self,
        state: &mut State,
        slot: &mut usize,
        end: usize,
        written: &mut u64,
    ) -> bool {
        let start = *slot;
        let mut least = u8::MAX;
        let mut names = [u8::MAX; 9];
        for (slot, name) in names.iter_mut().enumerate().take(end).skip(start) {
            let digit = self.digits[usize::from(state.columns[slot])];
            *name = state.name(self.form, digit, start);
            least = least.min(*name);
        }
        if least == state.next {
            for slot in start..end {
                let column = state.columns[slot];
                state.met[usize::from(self.digits[usize::from(column)])] = (self.row, column);
                *written = *written << 4 | u64::from(state.next);
                state.next += 1;
            }
            *slot = end;
            return true;
        }
        if *written << 4 | u64::from(least) > self.best >> (4 * (8 - start)) {
            return false;
        }
        let mut chosen = (start..end).filter(|&slot| names[slot] == least);
        let first = chosen.next().unwrap_or(start);
        for other in chosen {
            let mut state = *state;
            self.settle_digit(&mut state, start, other);
            self.write(state, start + 1, *written << 4 | u64::from(least));
        }
        self.settle_digit(state, start, first);
        *written = *written << 4 | u64::from(least);
        *slot = start + 1;
        true
    }

    /// Puts a column first in its cell, and the column in which its digit was met in its own.
    fn settle_digit(&self, state: &mut State, start: usize, slot: usize) {
        let digit = self.digits[usize::from(state.columns[slot])];
        state.settle_slot(start, slot);
        state.settle(state.met[usize::from(digit)].1);
    }
}

/// The canonical form of a board whose lines have no digit twice; `None` if too many boards look
/// alike on the way.
pub(crate) fn form(lines: &Lines) -> Option<Form9> {
    let mut form = [[0; 9]; 9];
    let mut states = vec![State::start(0), State::start(9)];
    let mut spare = Vec::with_capacity(64);
    for row in 0..9 {
        let mut writer = Writer {
            form: &form,
            digits: [0; 9],
            filled: 0,
            row: row as u8,
            best: ENDLESS,
            found: spare,
        };
        for state in &states {
            each_row(lines, state, row, |line| {
                writer.digits = lines.digits[line];
                writer.filled = lines.filled[line];
                let mut next = *state;
                next.rows[row] = line as u8;
                next.used |= 1 << (line % 9);
                writer.write(next, 0, 0);
            });
            if writer.found.len() > MOST_STATES {
                return None;
            }
        }
        let Writer { best, found, .. } = writer;
        for (slot, name) in form[row].iter_mut().enumerate() {
            *name = (best >> (4 * (8 - slot)) & 15) as u8;
        }
        spare = std::mem::replace(&mut states, found);
        spare.clear();
    }
    Some(finished(lines, &form, &states))
}

/// Calls `each` with the lines that may come next: one of those that are empty stands for all in
/// its band, and an empty band for all.
fn each_row(lines: &Lines, state: &State, row: usize, mut each: impl FnMut(usize)) {
    let base = usize::from(state.base);
    let bands = if row.is_multiple_of(3) {
        0..3
    } else {
        let band = usize::from(state.rows[row - 1]) % 9 / 3;
        band..band + 1
    };
    let mut had_empty_band = false;
    for band in bands {
        let is_open = |place: &usize| state.used >> (band * 3 + place) & 1 == 0;
        if row.is_multiple_of(3) {
            if !is_open(&0) {
                continue;
            }
            let is_empty = (0..3).all(|place| lines.filled[base + band * 3 + place] == 0);
            if is_empty && std::mem::replace(&mut had_empty_band, true) {
                continue;
            }
        }
        let mut had_empty = false;
        for place in (0..3).filter(is_open) {
            let line = base + band * 3 + place;
            if lines.filled[line] == 0 && std::mem::replace(&mut had_empty, true) {
                continue;
            }
            each(line);
        }
    }
}

fn finished(lines: &Lines, form: &[[u8; 9]; 9], states: &[State]) -> Form9 {
    let state = &states[0];
    let is_turned = state.base != 0;
    let mut from = [0; 81];
    for (cell, from) in from.iter_mut().enumerate() {
        let (line, column) = (state.rows[cell / 9] % 9, state.columns[cell % 9]);
        *from = if is_turned {
            column * 9 + line
        } else {
            line * 9 + column
        };
    }
    let mut names = [0; 10];
    let mut next = state.next;
    for (&(row, column), name) in state.met.iter().zip(&mut names).skip(1) {
        *name = if row == NEW {
            next += 1;
            next - 1
        } else {
            form[usize::from(row)][usize::from(state.slots[usize::from(column)])]
        };
    }
    let mut board = [0; 81];
    for (row, values) in form.iter().enumerate() {
        board[row * 9..row * 9 + 9].copy_from_slice(values);
    }
    Form9 {
        board,
        way: Way9 { from, names },
        automorphisms: states.len() as u32 * freedom(lines, state),
    }
}

/// The number of orders of the parts left open.
fn freedom(lines: &Lines, state: &State) -> u32 {
    const FACTORIAL: [u32; 4] = [1, 1, 2, 6];
    let mut ways = 1;
    for cells in state.cells.chunk_by(|one, other| one == other) {
        ways *= FACTORIAL[cells.len()];
    }
    for stacks in state.stacks.chunk_by(|one, other| one == other) {
        ways *= FACTORIAL[stacks.len()];
    }
    let mut empty_bands = 0;
    let base = usize::from(state.base);
    for band in lines.filled[base..base + 9].chunks(3) {
        let empty = band.iter().filter(|filled| **filled == 0).count();
        ways *= FACTORIAL[empty];
        empty_bands += usize::from(empty == 3);
    }
    ways * FACTORIAL[empty_bands]
}
