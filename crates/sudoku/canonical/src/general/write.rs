//! The writing of a line: stack by stack and cell by cell, the smallest value first.

use super::{Choice, Line, Name, Search, State, Step};

impl Search<'_> {
    /// Writes as much of a line as follows; or why that is nothing.
    pub(super) fn write_cell(&mut self, state: &mut State, line: &Line) -> Option<Step> {
        let width = state.columns.width();
        if state.slot.is_multiple_of(width) {
            let stack = state.slot / width;
            let stacks = state.columns.stack_cell_len(stack);
            if stacks > 1 {
                return self.write_stacks(state, line, stack, stacks);
            }
        }
        self.write_one_cell(state, line)
    }

    /// Returns true if a value is new and cannot be told from others of the line: it is there once.
    fn is_fresh(state: &State, line: &Line, value: u16) -> bool {
        let is_new = matches!(state.names[usize::from(value)], Name::None);
        is_new && line.counts[usize::from(value)] == 1
    }

    /// Stacks that look alike so far.
    fn write_stacks(
        &mut self,
        state: &mut State,
        line: &Line,
        stack: usize,
        stacks: usize,
    ) -> Option<Step> {
        let width = state.columns.width();
        let slots = stack * width..(stack + stacks) * width;
        let is_lazy = slots.clone().all(|slot| {
            let value = line.values[state.columns.at(slot)];
            value == 0 || Self::is_fresh(state, line, value)
        });
        if !is_lazy {
            return Some(Step::Branch(Self::next_stacks(state, line, stack, stacks)));
        }
        // Where the cells of a stack begin, and how many values are in each of them.
        let mut starts = Vec::new();
        let mut place = 0;
        while place < width {
            let len = state.columns.cell_len(stack * width + place);
            starts.push((place, len));
            place += len;
        }
        let is_filled = |column: &&u16| line.values[usize::from(**column)] != 0;
        state.columns.sort_stacks(stack, |columns| {
            let counts = starts.iter().map(|&(start, len)| {
                let columns = columns[start..start + len].iter();
                columns.filter(is_filled).count()
            });
            counts.collect::<Vec<usize>>()
        });
        while state.slot < slots.end {
            if let Some(step) = self.write_one_cell(state, line) {
                return Some(step);
            }
        }
        None
    }

    /// Each stack that may come next: one whose first cell has the most empty columns.
    fn next_stacks(state: &State, line: &Line, stack: usize, stacks: usize) -> Vec<Choice> {
        let columns = &state.columns;
        let width = columns.width();
        let len = columns.cell_len(stack * width);
        let values = |stack: &usize| {
            let slots = stack * width..stack * width + len;
            slots
                .filter(|&slot| line.values[columns.at(slot)] != 0)
                .count()
        };
        let fewest = (stack..stack + stacks).map(|stack| values(&stack)).min();
        let candidates = (stack..stack + stacks).filter(|stack| Some(values(stack)) == fewest);
        candidates.map(Choice::Stack).collect()
    }

    /// The smallest name that a value can get, if it has one. It is in the cell that begins at the
    /// slot, in a number of columns.
    fn smallest_name(&self, state: &State, line: &Line, value: u16) -> Option<u16> {
        match state.names[usize::from(value)] {
            Name::None => None,
            Name::Known(name) => Some(name),
            Name::Tied { line: row, column } => {
                let mut slot = state.columns.lowest_slot(column);
                if slot == state.slot && line.values[column] != value {
                    // Those with the value come first here, and its own column after them.
                    let end = slot + state.columns.cell_len(slot);
                    let mut slots = slot..end;
                    slot += slots
                        .by_ref()
                        .filter(|&slot| line.values[state.columns.at(slot)] == value)
                        .count();
                }
                Some(self.best[row * self.geometry.side + slot])
            }
        }
    }

    /// The cell that begins at the slot, or a part of it: the empty columns, those with the
    /// smallest value, or all that are new.
    fn write_one_cell(&mut self, state: &mut State, line: &Line) -> Option<Step> {
        let start = state.slot;
        let blanks = state
            .columns
            .put_first(start, |column| line.values[column] == 0);
        if blanks > 0 {
            return self.write_times(state, 0, blanks);
        }
        let slots = start..start + state.columns.cell_len(start);
        let mut values: Vec<u16> = slots
            .clone()
            .map(|slot| line.values[state.columns.at(slot)])
            .collect();
        let all_fresh = values
            .iter()
            .all(|&value| Self::is_fresh(state, line, value));
        if all_fresh {
            for (slot, value) in slots.zip(values) {
                let column = state.columns.at(slot);
                state.names[usize::from(value)] = Name::Tied {
                    line: state.line,
                    column,
                };
                state.next += 1;
                if !self.write(state, state.next - 1) {
                    return Some(Step::Worse);
                }
            }
            return None;
        }
        values.sort_unstable();
        values.dedup();
        let named = |value: &u16| {
            self.smallest_name(state, line, *value)
                .unwrap_or(state.next)
        };
        let least = values.iter().map(named).min()?;
        values.retain(|value| named(value) == least);
        let name = (least < state.next).then_some(least);
        if let [value] = values[..] {
            let times = Self::settle_value(state, line, value, name);
            if name.is_none() {
                state.names[usize::from(value)] = Name::Known(least);
                state.next += 1;
            }
            return self.write_times(state, least, times);
        }
        let choices = values.into_iter();
        let choices = choices.map(|value| Choice::Value { value, name });
        Some(Step::Branch(choices.collect()))
    }

    /// Puts the columns with a value first in the cell, and settles its name if it has one.
    pub(super) fn settle_value(
        state: &mut State,
        line: &Line,
        value: u16,
        name: Option<u16>,
    ) -> usize {
        let times = state
            .columns
            .put_first(state.slot, |column| line.values[column] == value);
        let known = &mut state.names[usize::from(value)];
        if let Name::Tied { column, .. } = *known {
            state.columns.settle(column);
        }
        if let Some(name) = name {
            *known = Name::Known(name);
        }
        times
    }

    fn write_times(&mut self, state: &mut State, value: u16, times: usize) -> Option<Step> {
        let fits = (0..times).all(|_| self.write(state, value));
        (!fits).then_some(Step::Worse)
    }
}
