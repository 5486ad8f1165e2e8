//! The order of the columns as far as it is known.
//!
//! Columns have slots. Those of one *cell* of slots may still be in any order, and so may the stacks of one *stack
//! cell*. Nothing written so far distinguishes them. The stacks of a stack cell are cut into cells in the same way.

#[derive(Clone, Debug)]
pub(crate) struct Columns {
    width: usize,
    /// The column in each slot, and the slot of each column.
    order: Vec<u16>,
    slot: Vec<u16>,
    /// For each slot the first of its cell, and for each stack the first of its stack cell.
    cells: Vec<u16>,
    stacks: Vec<u16>,
}

impl Columns {
    pub(crate) fn new(side: usize, width: usize) -> Self {
        Self {
            width,
            order: (0..side as u16).collect(),
            slot: (0..side as u16).collect(),
            cells: (0..side)
                .map(|slot| (slot / width * width) as u16)
                .collect(),
            stacks: vec![0; side / width],
        }
    }

    pub(crate) fn width(&self) -> usize {
        self.width
    }

    pub(crate) fn at(&self, slot: usize) -> usize {
        usize::from(self.order[slot])
    }

    pub(crate) fn order(&self) -> &[u16] {
        &self.order
    }

    pub(crate) fn slot(&self, column: usize) -> usize {
        usize::from(self.slot[column])
    }

    /// The first slot that a column could have.
    pub(crate) fn lowest_slot(&self, column: usize) -> usize {
        let slot = self.slot(column);
        let stack = slot / self.width;
        let start = usize::from(self.stacks[stack]);
        start * self.width + usize::from(self.cells[slot]) - stack * self.width
    }

    /// The number of slots of the cell that begins here.
    pub(crate) fn cell_len(&self, start: usize) -> usize {
        let rest = self.cells[start..].iter();
        rest.take_while(|&&cell| usize::from(cell) == start).count()
    }

    /// The number of stacks of the stack cell that begins here.
    pub(crate) fn stack_cell_len(&self, start: usize) -> usize {
        let rest = self.stacks[start..].iter();
        rest.take_while(|&&cell| usize::from(cell) == start).count()
    }

    fn swap(&mut self, one: usize, other: usize) {
        self.order.swap(one, other);
        for slot in [one, other] {
            self.slot[usize::from(self.order[slot])] = slot as u16;
        }
    }

    /// Puts a stack first in its stack cell, and separates it from the others.
    pub(crate) fn settle_stack(&mut self, stack: usize) {
        let start = usize::from(self.stacks[stack]);
        for place in 0..self.width {
            self.swap(start * self.width + place, stack * self.width + place);
        }
        let end = start + self.stack_cell_len(start);
        self.stacks[start + 1..end].fill(start as u16 + 1);
    }

    /// Puts a column first in its cell, and its stack in its stack cell.
    pub(crate) fn settle(&mut self, column: usize) {
        self.settle_stack(self.slot(column) / self.width);
        let start = usize::from(self.cells[self.slot(column)]);
        self.put_first(start, |other| other == column);
    }

    /// Puts some columns of a cell before its others, and separates the two; returns their number.
    pub(crate) fn put_first(&mut self, start: usize, is_first: impl Fn(usize) -> bool) -> usize {
        let end = start + self.cell_len(start);
        let mut middle = start;
        for slot in start..end {
            if is_first(self.at(slot)) {
                self.swap(middle, slot);
                middle += 1;
            }
        }
        if middle > start {
            self.cells[middle..end].fill(middle as u16);
        }
        middle - start
    }

    /// Puts the stacks of a stack cell in order of their keys, and separates those with different ones.
    pub(crate) fn sort_stacks<K: Ord>(&mut self, start: usize, key: impl Fn(&[u16]) -> K) {
        let (width, len) = (self.width, self.stack_cell_len(start));
        let slots = start * width..(start + len) * width;
        let mut stacks: Vec<(K, Vec<u16>)> = self.order[slots]
            .chunks(width)
            .map(|stack| (key(stack), stack.to_vec()))
            .collect();
        stacks.sort_by(|one, other| one.0.cmp(&other.0));
        let mut first = start;
        for (number, (key, columns)) in stacks.iter().enumerate() {
            let stack = start + number;
            if number > 0 && *key != stacks[number - 1].0 {
                first = stack;
            }
            self.stacks[stack] = first as u16;
            for (place, &column) in columns.iter().enumerate() {
                let slot = stack * width + place;
                self.order[slot] = column;
                self.slot[usize::from(column)] = slot as u16;
            }
        }
    }

    /// The lengths of all cells and stack cells: their members could be in any order.
    pub(crate) fn freedom(&self) -> impl Iterator<Item = usize> + '_ {
        let lengths = |cells: &[u16]| -> Vec<usize> {
            let same = |one: &u16, other: &u16| one == other;
            cells.chunk_by(same).map(<[u16]>::len).collect()
        };
        lengths(&self.cells)
            .into_iter()
            .chain(lengths(&self.stacks))
    }
}
