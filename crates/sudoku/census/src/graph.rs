//! Column sets as a graph, and the number of ways to lay rows into them.
//!
//! **Idea.** What some rows of a board have put into each column, order apart, is a bipartite graph:
//! columns on one side, symbols on the other, an edge where the column holds the symbol. `k` whole
//! rows make it `k`-regular, and each row is a perfect matching of it. So the number of ways to lay
//! out the rows is the number of ways to take the graph apart into `k` matchings, one after the
//! other. Any one edge lies in exactly one of them, and which row that is does not matter:
//!
//! ```text
//! ways(G, k) = k · Σ ways(G − M, k − 1)   over the perfect matchings M through one fixed edge
//! ways(G, 2) = 2 ^ cycles of G
//! ways(G, 1) = 1
//! ```
//!
//! The number is the same for all graphs that differ only in the names of columns and symbols, and
//! of those there are few: it is worked out once for each class and remembered under the graph's
//! canonical form. Where a graph falls apart, the numbers of its parts are multiplied. All Latin squares of side `n` are `ways` of the graph with every edge.
//!
//! **The canonical form.** Columns are laid down one after the other, and each cuts the symbols
//! into finer groups: those that it holds go before those that it does not. Laid down next is a
//! column with the greatest description (how many symbols of each group it holds, in order); where
//! several have it, all of them are followed. Two beginnings with the same columns and the same
//! groups are one. At the end all that are left describe the same graph, whatever the names were.
//! A number that no renaming changes (how columns overlap with one another) goes first, which keeps
//! the ties few.
//!
//! **Invariants.** Keys are whole graphs, compared in full. When the memory allowed is used up,
//! nothing more is remembered: the count then takes longer and stays right.

use crate::Watch;
use std::collections::HashMap;

/// The most symbols: with more, neither the numbers nor the time would do.
pub(super) const MOST_SYMBOLS: usize = 10;

/// The watcher stopped the count.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Stopped;

/// The content of each column: a bit for each symbol. There are at most as many columns as symbols.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Graph {
    columns: [u16; MOST_SYMBOLS],
    len: u8,
    symbols: u8,
}

impl Graph {
    /// A graph without columns, on `symbols` symbols.
    pub(super) fn empty(symbols: usize) -> Self {
        assert!(symbols <= MOST_SYMBOLS, "checked by those who ask");
        Self {
            columns: [0; MOST_SYMBOLS],
            len: 0,
            symbols: symbols as u8,
        }
    }

    /// Every column holds every symbol.
    pub(super) fn full(symbols: usize) -> Self {
        let mut graph = Self::empty(symbols);
        graph.extend(&vec![(1 << symbols) - 1; symbols]);
        graph
    }

    /// Adds columns.
    pub(super) fn extend(&mut self, columns: &[u16]) {
        for &column in columns {
            self.columns[usize::from(self.len)] = column;
            self.len += 1;
        }
    }

    pub(super) fn columns(&self) -> &[u16] {
        &self.columns[..usize::from(self.len)]
    }

    fn symbols(self) -> usize {
        usize::from(self.symbols)
    }

    /// The edges that are not there.
    fn complement(mut self) -> Self {
        let all = (1 << self.symbols) - 1;
        for column in &mut self.columns[..usize::from(self.len)] {
            *column ^= all;
        }
        self
    }

    /// The cycles of a graph where each column holds two symbols and each symbol is in two columns.
    fn cycles(&self) -> u32 {
        let columns = self.columns();
        // The two columns of a symbol, as the one that is reached from the other by XOR.
        let mut partner = [0u8; MOST_SYMBOLS];
        for (place, column) in columns.iter().enumerate() {
            let (low, high) = (column.trailing_zeros(), 15 - column.leading_zeros());
            partner[low as usize] ^= place as u8;
            partner[high as usize] ^= place as u8;
        }
        let mut open = (1u16 << columns.len()) - 1;
        let mut cycles = 0;
        while open != 0 {
            cycles += 1;
            let mut place = open.trailing_zeros() as u8;
            let mut symbol = columns[usize::from(place)].trailing_zeros();
            while open & 1 << place != 0 {
                open &= !(1 << place);
                place ^= partner[symbol as usize];
                symbol = (columns[usize::from(place)] & !(1 << symbol)).trailing_zeros();
            }
        }
        cycles
    }

    /// The canonical form: equal for all graphs that differ only in the names of columns and symbols. `marks` are
    /// sets of columns that belong together, in no order: they become symbols after the others, and only a renaming
    /// that keeps them together gives the same form.
    pub(super) fn canonical(&self, marks: &[u16]) -> Self {
        if marks.is_empty() {
            return self.in_parts();
        }
        Canon::new(self, marks).run()
    }

    /// The canonical form, part by part: parts that share no symbol are put in order by their forms.
    /// Graphs with many symmetries, which have many ties, mostly fall apart, or their complements
    /// do.
    fn in_parts(&self) -> Self {
        let mut forms: Vec<Self> = self.parts().iter().map(Self::of_part).collect();
        if let [form] = forms[..]
            && form.symbols == self.symbols
        {
            return form;
        }
        forms.sort_unstable_by_key(|form| (form.len, form.symbols, form.columns));
        let mut whole = Self::empty(self.symbols());
        let mut symbols = 0;
        for form in forms {
            for column in form.columns() {
                whole.extend(&[column << symbols]);
            }
            symbols += form.symbols;
        }
        whole
    }

    /// The canonical form of a graph that does not fall apart.
    fn of_part(&self) -> Self {
        let edges: u32 = self
            .columns()
            .iter()
            .map(|column| column.count_ones())
            .sum();
        if 2 * edges as usize <= self.columns().len() * self.symbols() {
            return Canon::new(self, &[]).run();
        }
        let complement = self.complement();
        match &complement.parts()[..] {
            [part] if part.symbols == self.symbols => Canon::new(&complement, &[]).run(),
            _ => complement.in_parts(),
        }
        .complement()
    }

    /// The parts that share no symbol, each with its columns and symbols in order. Symbols that no
    /// column holds are in none of them.
    fn parts(&self) -> Vec<Self> {
        let mut left = (1u16 << self.len) - 1;
        let mut parts = Vec::new();
        while left != 0 {
            let (mut symbols, mut places) = (0u16, left & left.wrapping_neg());
            loop {
                let mut reached = symbols;
                for (place, column) in self.columns().iter().enumerate() {
                    if places >> place & 1 == 1 || column & reached != 0 {
                        places |= 1 << place;
                        reached |= column;
                    }
                }
                if reached == symbols {
                    break;
                }
                symbols = reached;
            }
            left &= !places;
            parts.push(self.part(places, symbols));
        }
        parts
    }

    /// These columns on these symbols, the symbols named anew in order.
    fn part(&self, places: u16, symbols: u16) -> Self {
        let mut part = Self::empty(symbols.count_ones() as usize);
        for (place, column) in self.columns().iter().enumerate() {
            if places >> place & 1 == 0 {
                continue;
            }
            let names = members(u32::from(symbols)).zip(0..);
            let held = names.map(|(symbol, name)| (column >> symbol & 1) << name);
            part.extend(&[held.sum()]);
        }
        part
    }

    /// Bytes in a note.
    pub(super) const NOTE: usize = 2 * MOST_SYMBOLS + 2;

    /// The graph in a note.
    pub(super) fn note(&self) -> [u8; Self::NOTE] {
        let mut note = [0; Self::NOTE];
        for (bytes, column) in note.chunks_mut(2).zip(self.columns) {
            bytes.copy_from_slice(&column.to_le_bytes());
        }
        note[2 * MOST_SYMBOLS..].copy_from_slice(&[self.len, self.symbols]);
        note
    }

    /// The graph of a note.
    pub(super) fn recalled(note: &[u8; Self::NOTE]) -> Self {
        let column = |place: usize| u16::from_le_bytes([note[2 * place], note[2 * place + 1]]);
        let most = MOST_SYMBOLS as u8;
        Self {
            columns: std::array::from_fn(column),
            len: note[2 * MOST_SYMBOLS].min(most),
            symbols: note[2 * MOST_SYMBOLS + 1].min(most),
        }
    }

    /// Returns true if there are `side` columns and symbols, each column holds `rows` symbols, and each symbol is in
    /// as many columns.
    pub(super) fn is_regular(&self, side: usize, rows: usize) -> bool {
        let columns = self.columns();
        let is_in = |symbol: usize| columns.iter().filter(|&c| c >> symbol & 1 == 1).count();
        columns.len() == side
            && usize::from(self.symbols) == side
            && columns.iter().all(|c| c.count_ones() as usize == rows)
            && (0..side).all(|symbol| is_in(symbol) == rows)
    }

    /// Visits the rest of the graph without each of its perfect matchings through one fixed edge, until `visit`
    /// returns an error.
    pub(super) fn each_rest<E>(
        &self,
        visit: &mut dyn FnMut(&Self) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut rest = *self;
        let symbol = self.columns[0] & self.columns[0].wrapping_neg();
        rest.columns[0] ^= symbol;
        rest.match_from(1, symbol, visit)
    }

    fn match_from<E>(
        &mut self,
        place: usize,
        used: u16,
        visit: &mut dyn FnMut(&Self) -> Result<(), E>,
    ) -> Result<(), E> {
        if place == usize::from(self.len) {
            return visit(self);
        }
        let mut free = self.columns[place] & !used;
        while free != 0 {
            let symbol = free & free.wrapping_neg();
            free ^= symbol;
            self.columns[place] ^= symbol;
            let visited = self.match_from(place + 1, used | symbol, visit);
            self.columns[place] ^= symbol;
            visited?;
        }
        Ok(())
    }

    /// The key of all graphs of `rows` rows that differ in names alone.
    fn key(&self, rows: usize) -> Self {
        let symbols = self.symbols();
        if rows + 1 >= symbols {
            // One missing symbol in each column: all of these are one class.
            let mut key = Self::empty(symbols);
            key.extend(&vec![rows as u16; symbols]);
            return key;
        }
        self.canonical(&[])
    }
}

/// The members of a set, ascending.
pub(super) fn members(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let member = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(member)
    })
}

/// Groups of symbols, each as a set, in order. The marks of columns are symbols too, in groups of
/// their own.
const MOST_GROUPS: usize = 16;

/// A beginning of the canonical form.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Start {
    /// The columns laid down.
    laid: u16,
    groups: [u32; MOST_GROUPS],
    group_count: u8,
    order: [u8; MOST_SYMBOLS],
}

/// The search for a canonical form.
struct Canon {
    /// For each column its symbols, and above them its marks.
    columns: [u32; MOST_SYMBOLS],
    len: usize,
    symbols: usize,
    /// The invariants under renaming, by column.
    constant: [u64; MOST_SYMBOLS],
    first: Start,
}

/// Scatters the bits of a number.
fn mixed(number: u64) -> u64 {
    let spread = (number ^ number >> 32).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (spread ^ spread >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9)
}

/// The overlaps of a set with the others: four bits for the frequency of each overlap.
fn overlaps(set: u32, all: &[u32]) -> u64 {
    let times = all
        .iter()
        .map(|&other| 1 << (4 * (set & other).count_ones()));
    mixed(times.fold(0, u64::wrapping_add))
}

impl Canon {
    fn new(graph: &Graph, marks: &[u16]) -> Self {
        let (len, symbols) = (graph.columns().len(), graph.symbols());
        let width = symbols + marks.len();
        assert!(width <= MOST_GROUPS, "checked by those who ask");
        let mut columns = [0u32; MOST_SYMBOLS];
        let mut holders = [0u32; MOST_GROUPS];
        for (place, column) in columns[..len].iter_mut().enumerate() {
            *column = u32::from(graph.columns[place]);
            for (mark, set) in marks.iter().enumerate() {
                *column |= u32::from(set >> place & 1) << (symbols + mark);
            }
            for (symbol, held) in holders[..width].iter_mut().enumerate() {
                *held |= (*column >> symbol & 1) << place;
            }
        }
        let symbol_constant = |symbol: usize| {
            let is_mark = u64::from(symbol >= symbols);
            mixed(overlaps(holders[symbol], &holders[..width]) ^ is_mark) >> 1 | is_mark << 63
        };
        let mut of_symbol = [0u64; MOST_GROUPS];
        for (symbol, constant) in of_symbol[..width].iter_mut().enumerate() {
            *constant = symbol_constant(symbol);
        }
        let mut constant = [0u64; MOST_SYMBOLS];
        for place in 0..len {
            let symbols = members(columns[place]).map(|symbol| mixed(of_symbol[symbol]));
            let overlaps = overlaps(columns[place], &columns[..len]);
            constant[place] = symbols.fold(overlaps, u64::wrapping_add);
        }
        // Symbols with different constants are in different groups from the start.
        let mut first = Start {
            laid: 0,
            groups: [0; MOST_GROUPS],
            group_count: 0,
            order: [0; MOST_SYMBOLS],
        };
        let mut left = (1u32 << width) - 1;
        while left != 0 {
            let least = members(left).map(|symbol| of_symbol[symbol]).min();
            let group = members(left)
                .filter(|&symbol| Some(of_symbol[symbol]) == least)
                .fold(0, |group, symbol| group | 1 << symbol);
            first.groups[usize::from(first.group_count)] = group;
            first.group_count += 1;
            left &= !group;
        }
        Self {
            columns,
            len,
            symbols,
            constant,
            first,
        }
    }

    fn run(&self) -> Graph {
        let mut starts = vec![self.first];
        let mut next: Vec<Start> = Vec::new();
        for step in 0..self.len {
            let mut best = (0, 0);
            next.clear();
            for start in &starts {
                for place in 0..self.len {
                    if start.laid >> place & 1 == 1 {
                        continue;
                    }
                    let description = (self.constant[place], self.holds(start, place));
                    if description < best {
                        continue;
                    }
                    if description > best {
                        best = description;
                        next.clear();
                    }
                    let longer = self.lay(start, place, step);
                    let is_same =
                        |other: &Start| other.laid == longer.laid && other.groups == longer.groups;
                    if !next.iter().any(is_same) {
                        next.push(longer);
                    }
                }
            }
            std::mem::swap(&mut starts, &mut next);
        }
        self.written(&starts[0])
    }

    /// The number of symbols of each group that a column holds, four bits each.
    fn holds(&self, start: &Start, place: usize) -> u64 {
        let groups = &start.groups[..usize::from(start.group_count)];
        groups.iter().fold(0, |told, group| {
            told << 4 | u64::from((group & self.columns[place]).count_ones())
        })
    }

    fn lay(&self, start: &Start, place: usize, step: usize) -> Start {
        let mut longer = Start {
            laid: start.laid | 1 << place,
            groups: [0; MOST_GROUPS],
            group_count: 0,
            order: start.order,
        };
        longer.order[step] = place as u8;
        let column = self.columns[place];
        for &group in &start.groups[..usize::from(start.group_count)] {
            for part in [group & column, group & !column] {
                if part != 0 {
                    longer.groups[usize::from(longer.group_count)] = part;
                    longer.group_count += 1;
                }
            }
        }
        longer
    }

    /// The graph with its columns in order and its symbols named by their groups, marks and all.
    /// Symbols that still share a group are in the same columns, so their order does not matter.
    fn written(&self, end: &Start) -> Graph {
        let mut name = [0u8; MOST_GROUPS];
        let groups = end.groups[..usize::from(end.group_count)].iter();
        for (symbol, number) in groups.flat_map(|&group| members(group)).zip(0..) {
            name[symbol] = number;
        }
        let mut graph = Graph::empty(self.symbols);
        for &place in &end.order[..self.len] {
            let column = self.columns[usize::from(place)];
            let held = members(column).map(|symbol| 1 << name[symbol]);
            graph.extend(&[held.sum()]);
        }
        graph
    }
}

/// Bytes of a graph and its ways in a note.
pub(super) const NOTE_EACH: usize = Graph::NOTE + 16;

/// A graph and its number as bytes.
pub(super) fn record((graph, number): (&Graph, &u128)) -> [u8; NOTE_EACH] {
    let mut record = [0; NOTE_EACH];
    record[..Graph::NOTE].copy_from_slice(&graph.note());
    record[Graph::NOTE..].copy_from_slice(&number.to_le_bytes());
    record
}

/// The graph and the number of a record.
pub(super) fn of_record(record: &[u8; NOTE_EACH]) -> (Graph, u128) {
    let (graph, number) = record.split_first_chunk().expect("a record has both");
    let number = number.try_into().expect("the rest of a record");
    (Graph::recalled(graph), u128::from_le_bytes(number))
}

/// The graphs with numbers for which this memory has room.
pub(super) fn most_in(memory: u64) -> usize {
    let each = 4 * (size_of::<(Graph, u128)>() as u64 + 1);
    usize::try_from(memory / each).unwrap_or(usize::MAX)
}

/// Works out [`ways`](Ways::of) and remembers them.
pub(super) struct Ways {
    known: HashMap<Graph, u128>,
    most_known: usize,
    /// The share of the whole count that was done before, for the watcher.
    pub(super) done: f64,
}

impl Ways {
    /// An empty memory that may take `memory` bytes.
    pub(super) fn new(memory: u64) -> Self {
        // Tables have room for up to twice as much as they hold, and both while they grow.
        Self {
            known: HashMap::new(),
            most_known: most_in(memory),
            done: 0.0,
        }
    }

    /// All that is known, as [`Ways::recall`] takes it.
    pub(super) fn note(&self) -> Vec<u8> {
        self.known.iter().flat_map(record).collect()
    }

    /// Loads a note, as far as there is room; a note of another length is ignored.
    pub(super) fn recall(&mut self, note: &[u8]) {
        let (records, rest) = note.as_chunks::<NOTE_EACH>();
        if !rest.is_empty() {
            return;
        }
        let records = records.iter().take(self.most_known);
        self.known.extend(records.map(of_record));
    }

    /// The number of ways to lay out, in `rows` rows, a graph of which each column holds `rows` symbols, and each
    /// symbol is in as many columns.
    pub(super) fn of(
        &mut self,
        graph: &Graph,
        rows: usize,
        watch: &mut dyn Watch,
    ) -> Result<u128, Stopped> {
        if rows <= 2 {
            return Ok(if rows == 2 { 1 << graph.cycles() } else { 1 });
        }
        let parts = graph.parts();
        if parts.len() > 1 {
            // Each row is laid into each part, whatever it is in the others.
            let mut ways = 1;
            for part in &parts {
                ways *= self.of(part, rows, watch)?;
            }
            return Ok(ways);
        }
        if rows == 3 {
            // Computing it is quicker than looking it up.
            return self.first_row(graph, rows, watch);
        }
        if !watch.go_on(self.done) {
            return Err(Stopped);
        }
        let key = graph.key(rows);
        if let Some(&ways) = self.known.get(&key) {
            return Ok(ways);
        }
        let ways = self.first_row(graph, rows, watch)?;
        if self.known.len() < self.most_known {
            self.known.insert(key, ways);
        }
        if watch.is_due() {
            watch.note(self.note());
        }
        Ok(ways)
    }

    /// Takes the matchings through one edge away, each in turn.
    fn first_row(
        &mut self,
        graph: &Graph,
        rows: usize,
        watch: &mut dyn Watch,
    ) -> Result<u128, Stopped> {
        let mut ways = 0;
        graph.each_rest(&mut |rest| {
            ways += self.of(rest, rows - 1, watch)?;
            Ok(())
        })?;
        Ok(rows as u128 * ways)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    /// Every graph in which each column holds `rows` symbols and each symbol is in as many columns.
    fn regular(symbols: usize, rows: u32) -> Vec<Graph> {
        fn add(graph: Graph, left: &mut [u32], rows: u32, all: &mut Vec<Graph>) {
            if graph.columns().len() == left.len() {
                all.push(graph);
                return;
            }
            for set in 0u16..1 << left.len() {
                let members: Vec<usize> = (0..left.len()).filter(|s| set >> s & 1 == 1).collect();
                if members.len() as u32 != rows || members.iter().any(|&s| left[s] == 0) {
                    continue;
                }
                for &s in &members {
                    left[s] -= 1;
                }
                let mut longer = graph;
                longer.extend(&[set]);
                add(longer, left, rows, all);
                for &s in &members {
                    left[s] += 1;
                }
            }
        }
        let mut all = Vec::new();
        let mut left = vec![rows; symbols];
        add(Graph::empty(symbols), &mut left, rows, &mut all);
        all
    }

    fn classes(graphs: &[Graph]) -> usize {
        let forms: HashSet<Graph> = graphs.iter().map(|graph| graph.canonical(&[])).collect();
        forms.len()
    }

    #[test]
    fn two_rows_fall_into_a_class_for_each_way_to_cut_the_symbols_in_cycles() {
        // The numbers of all graphs are those of 0-1 matrices; a class is a partition of the
        // symbols in parts of at least two.
        for (symbols, graphs, cuts) in [(2, 1, 1), (3, 6, 1), (4, 90, 2), (5, 2040, 2)] {
            let all = regular(symbols, 2);
            assert_eq!((all.len(), classes(&all)), (graphs, cuts), "{symbols}");
            let complements: Vec<Graph> = all.iter().map(|g| g.complement()).collect();
            assert_eq!(classes(&complements), cuts, "{symbols}");
        }
        assert_eq!(regular(6, 2).len(), 67950);
        assert_eq!(classes(&regular(6, 2)), 4);
    }

    #[test]
    fn names_do_not_matter() {
        let mut graph = Graph::empty(8);
        graph.extend(&[0b1110, 0b0111, 0b1011_0000, 0b0110_0001, 0b1000_0011]);
        let form = graph.canonical(&[0b11, 0b1_1100]);
        assert_eq!(form.canonical(&[]).columns().len(), 5);
        let mut number = 7u32;
        for _ in 0..500 {
            let mut next = |below: usize| {
                number = number.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                (number >> 8) as usize % below
            };
            let mut symbols: Vec<usize> = (0..8).collect();
            let mut places: Vec<usize> = (0..5).collect();
            for last in 1..8 {
                symbols.swap(last, next(last + 1));
            }
            for last in 1..5 {
                places.swap(last, next(last + 1));
            }
            let mut renamed = Graph::empty(8);
            let mut marks = [0u16; 2];
            for (to, &from) in places.iter().enumerate() {
                let members = (0..8).filter(|s| graph.columns[from] >> s & 1 == 1);
                renamed.extend(&[members.fold(0, |set, s| set | 1 << symbols[s])]);
                marks[usize::from(from < 2)] |= 1 << to;
            }
            assert_eq!(renamed.canonical(&marks), form);
            assert_ne!(renamed.canonical(&[]), form);
        }
    }

    #[test]
    fn columns_that_belong_together_tell_graphs_apart() {
        let mut graph = Graph::empty(4);
        graph.extend(&[0b0011, 0b1100, 0b0011, 0b1100]);
        let (same, other) = (graph.canonical(&[0b0101, 0b1010]), [0b0011, 0b1100]);
        assert_ne!(same, graph.canonical(&other));
        assert_eq!(same, graph.canonical(&[0b1010, 0b0101]));
        assert_eq!(graph.canonical(&other), graph.canonical(&[0b1001, 0b0110]));
    }

    /// Rows one by one, by the definition.
    fn by_trying(graph: &Graph, rows: usize) -> u128 {
        fn row(graph: &mut Graph, place: usize, used: u16, rows: usize) -> u128 {
            if rows == 0 {
                return 1;
            }
            if place == graph.columns().len() {
                return row(graph, 0, 0, rows - 1);
            }
            let mut ways = 0;
            for symbol in 0..graph.symbols {
                if graph.columns[place] >> symbol & 1 == 1 && used >> symbol & 1 == 0 {
                    graph.columns[place] ^= 1 << symbol;
                    ways += row(graph, place + 1, used | 1 << symbol, rows);
                    graph.columns[place] ^= 1 << symbol;
                }
            }
            ways
        }
        row(&mut graph.clone(), 0, 0, rows)
    }

    #[test]
    fn ways_are_those_of_trying_all_rows() {
        let mut ways = Ways::new(1 << 20);
        let mut forgetful = Ways::new(0);
        for (symbols, rows) in [(1, 1), (3, 1), (4, 2), (4, 3), (4, 4), (5, 3), (5, 4)] {
            for graph in regular(symbols, rows).iter().step_by(7) {
                let rows = rows as usize;
                let right = by_trying(graph, rows);
                assert_eq!(ways.of(graph, rows, &mut || true), Ok(right), "{graph:?}");
                assert_eq!(forgetful.of(graph, rows, &mut || true), Ok(right));
            }
        }
        assert!(forgetful.known.is_empty());
        assert!(!ways.known.is_empty());
    }
}
