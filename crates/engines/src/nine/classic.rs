//! Recognises the classic 9×9 Sudoku, however its choices, items and symbols are numbered.
//!
//! Nothing but structure is looked at. Items that are not tiles hang together by the choices they
//! share: in a Sudoku that separates the symbols, since a row's 5 shares choices with a column's
//! and a box's 5 alone. One symbol's items are then sets of nine tiles, the houses. Two houses that
//! share one tile are a row and a column; a house that shares one tile with none is a box. Which of
//! the two kinds of lines is called rows, and the order of lines and symbols, is free; the lowest
//! numbers fix it, so that a board numbered in reading order keeps its numbers.
//!
//! At the end every item is looked at once more: each symbol has each row, each column and each box
//! just once, and nothing else is there. A model that passes that *is* the classic Sudoku, whatever
//! the steps before have guessed.

use std::ops::Range;
use tilewright_model::{Choice, Demand, Item, Model};

/// A set of tiles or cells, bit by bit.
type Set = u128;

/// The map from a model's numbers to the cells (in reading order) and symbols of a 9×9 board.
#[derive(Clone, Debug)]
pub(crate) struct Classic {
    /// For each tile of the model its cell.
    cells: [u8; 81],
    /// For each cell and symbol the choice.
    choices: Box<[[Choice; 9]; 81]>,
    /// For each choice its cell and symbol.
    places: Vec<(u8, u8)>,
    /// For each tile, for each of its choices in order, the symbol, from 1; first a 0 for none.
    symbols: Box<[[u8; 10]; 81]>,
    /// For each tile and symbol, from 1, the choice's place among the tile's, from 1.
    bytes: Box<[[u8; 10]; 81]>,
    is_plain: bool,
}

impl Classic {
    /// The numbers, or why the model is something else.
    pub(crate) fn of(model: &Model) -> Result<Self, &'static str> {
        let size = (model.choice_count(), model.item_count());
        if size != (729, 324) || model.tiles().len() != 81 {
            return Err("it has other numbers of choices, items and tiles than a 9×9 Sudoku");
        }
        if !model.rules().is_empty() {
            return Err("it has rules");
        }
        if model.items().any(|i| model.demand(i) != Demand::ExactlyOne) {
            return Err("not all its items demand exactly one choice");
        }
        if model.items().any(|i| model.members(i).len() != 9)
            || model.choices().any(|c| model.touches(c).len() != 4)
        {
            return Err("its items are not all of nine choices, each in four items");
        }
        let tile_of = tiles(model).ok_or("some choice does not belong to one tile alone")?;
        let symbol_of = symbols(model, &tile_of).ok_or("its values are not nine symbols")?;
        let cells = cells(model, &tile_of, &symbol_of)
            .ok_or("its items are not the rows, columns and boxes of a 9×9 board")?;
        let classic = Self::new(model, &tile_of, &symbol_of, cells)
            .ok_or("not every symbol is in every tile once")?;
        if !classic.has_every_house(model) {
            return Err("its items are not the rows, columns and boxes of a 9×9 board");
        }
        Ok(classic)
    }

    fn new(model: &Model, tile_of: &TileOf, symbol_of: &[u8], cells: [u8; 81]) -> Option<Self> {
        const NONE: Choice = Choice(u32::MAX);
        let mut choices = Box::new([[NONE; 9]; 81]);
        let mut places = Vec::with_capacity(729);
        for choice in model.choices() {
            let cell = cells[usize::from(tile_of.choice[choice.index()])];
            let symbol = symbol_of[choice.index()];
            let slot = &mut choices[usize::from(cell)][usize::from(symbol)];
            if *slot != NONE {
                return None;
            }
            *slot = choice;
            places.push((cell, symbol));
        }
        let mut symbols = Box::new([[0; 10]; 81]);
        let mut bytes = Box::new([[0; 10]; 81]);
        for (tile, &item) in model.tiles().iter().enumerate() {
            for (byte, &(choice, _)) in (1u8..).zip(model.members(item)) {
                let symbol = symbol_of[choice.index()] + 1;
                symbols[tile][usize::from(byte)] = symbol;
                bytes[tile][usize::from(symbol)] = byte;
            }
        }
        let in_order = |row: &[u8; 10]| (0u8..).zip(row).all(|(k, &byte)| k == byte);
        let is_plain = (0u8..).zip(&cells).all(|(tile, &cell)| tile == cell)
            && symbols.iter().all(in_order)
            && places.is_sorted();
        Some(Self {
            cells,
            choices,
            places,
            symbols,
            bytes,
            is_plain,
        })
    }

    /// Returns true if the items that are not tiles are the 27 houses of every symbol, each once.
    fn has_every_house(&self, model: &Model) -> bool {
        let houses: Vec<Set> = (0..27).map(house).collect();
        let mut seen = [0u32; 9];
        for item in model.items() {
            let members = model.members(item);
            let symbol = self.place(members[0].0).1;
            let mut set = 0;
            let mut is_one_symbol = true;
            for &(choice, _) in members {
                let (cell, other) = self.place(choice);
                set |= 1 << cell;
                is_one_symbol &= other == symbol;
            }
            if !is_one_symbol {
                // A tile: that each has every symbol was seen when the maps were made.
                continue;
            }
            let Some(number) = houses.iter().position(|&house| house == set) else {
                return false;
            };
            seen[symbol] |= 1 << number;
        }
        seen.iter().all(|&seen| seen == (1 << 27) - 1)
    }

    /// Returns true if tiles, symbols and choices are numbered just as the board's cells and
    /// symbols, so that rows of bytes need no translation.
    pub(crate) fn is_plain(&self) -> bool {
        self.is_plain
    }

    /// The cell and the symbol, from 0, of a choice.
    #[inline]
    pub(crate) fn place(&self, choice: Choice) -> (usize, usize) {
        let (cell, symbol) = self.places[choice.index()];
        (cell.into(), symbol.into())
    }

    /// The choice of a cell and a symbol, from 0.
    #[inline]
    pub(crate) fn choice(&self, cell: usize, symbol: usize) -> Choice {
        self.choices[cell][symbol]
    }

    /// A row of bytes, one for each tile, as a board: 0 for an open cell, symbols from 1, and 10
    /// for a byte that is not a choice of the tile.
    pub(crate) fn board(&self, row: &[u8], board: &mut [u8; 81]) {
        for ((&byte, symbols), &cell) in row.iter().zip(&*self.symbols).zip(&self.cells) {
            board[usize::from(cell)] = symbols.get(usize::from(byte)).copied().unwrap_or(10);
        }
    }

    /// A board as a row of bytes, one for each tile.
    pub(crate) fn row(&self, board: &[u8; 81], row: &mut [u8]) {
        for ((byte, bytes), &cell) in row.iter_mut().zip(&*self.bytes).zip(&self.cells) {
            *byte = bytes[usize::from(board[usize::from(cell)])];
        }
    }
}

/// The tile of each choice, by its number among the tiles, and which items are tiles.
struct TileOf {
    choice: Vec<u8>,
    is_tile: Vec<bool>,
}

/// The tile of each choice, if each belongs to one tile alone.
fn tiles(model: &Model) -> Option<TileOf> {
    const NONE: u8 = u8::MAX;
    let mut choice_tile = vec![NONE; model.choice_count()];
    let mut is_tile = vec![false; model.item_count()];
    for (number, &tile) in (0u8..).zip(model.tiles()) {
        is_tile[tile.index()] = true;
        for &(choice, _) in model.members(tile) {
            let slot = &mut choice_tile[choice.index()];
            if *slot != NONE {
                return None;
            }
            *slot = number;
        }
    }
    Some(TileOf {
        choice: choice_tile,
        is_tile,
    })
}

/// The symbol of each choice: a set that hangs together by items that are not tiles. None if that
/// is not nine times 81 choices.
fn symbols(model: &Model, tile_of: &TileOf) -> Option<Vec<u8>> {
    const NONE: u8 = u8::MAX;
    let mut symbol_of = vec![NONE; model.choice_count()];
    let mut is_reached = tile_of.is_tile.clone();
    let mut waiting = Vec::new();
    let mut count = 0;
    for first in model.choices() {
        if symbol_of[first.index()] != NONE {
            continue;
        }
        if count == 9 {
            return None;
        }
        symbol_of[first.index()] = count;
        waiting.push(first);
        let mut size = 0;
        while let Some(choice) = waiting.pop() {
            size += 1;
            for &(item, _) in model.touches(choice) {
                if std::mem::replace(&mut is_reached[item.index()], true) {
                    continue;
                }
                for &(other, _) in model.members(item) {
                    if symbol_of[other.index()] == NONE {
                        symbol_of[other.index()] = count;
                        waiting.push(other);
                    }
                }
            }
        }
        if size != 81 {
            return None;
        }
        count += 1;
    }
    Some(symbol_of)
}

/// The cell of each tile, by the houses of the first symbol.
fn cells(model: &Model, tile_of: &TileOf, symbol_of: &[u8]) -> Option<[u8; 81]> {
    let is_first = |item: Item| {
        let (choice, _) = model.members(item)[0];
        !tile_of.is_tile[item.index()] && symbol_of[choice.index()] == 0
    };
    let tiles = |item: Item| {
        let members = model.members(item).iter();
        members.fold(0, |set: Set, (choice, _)| {
            set | 1 << tile_of.choice[choice.index()]
        })
    };
    let houses: Vec<Set> = model.items().filter(|&i| is_first(i)).map(tiles).collect();
    let crosses = |a: Set| houses.iter().any(|&b| (a & b).is_power_of_two());
    let (lines, boxes): (Vec<Set>, Vec<Set>) = houses.iter().partition(|&&house| crosses(house));
    // The lines of the first tile: the one with the lowest other tile is called a row.
    let mut through: Vec<Set> = lines.iter().copied().filter(|line| line & 1 == 1).collect();
    through.sort_unstable_by_key(|line| (line & !1).trailing_zeros());
    let &[row, _] = &through[..] else {
        return None;
    };
    let (rows, columns): (Vec<Set>, Vec<Set>) = lines
        .iter()
        .partition(|&&line| line == row || line & row == 0);
    if (rows.len(), columns.len(), boxes.len()) != (9, 9, 9) {
        return None;
    }
    let (rows, columns) = (by_boxes(rows, &boxes)?, by_boxes(columns, &boxes)?);
    let mut cells = [0; 81];
    let mut filled = 0;
    for (r, row) in rows.iter().enumerate() {
        for (c, column) in columns.iter().enumerate() {
            let tile = row & column;
            if !tile.is_power_of_two() {
                return None;
            }
            filled |= tile;
            cells[tile.trailing_zeros() as usize] = (9 * r + c) as u8;
        }
    }
    (filled == (1 << 81) - 1).then_some(cells)
}

/// Lines ordered so that those through the same boxes are together; groups, and lines within each,
/// by their lowest tiles.
fn by_boxes(lines: Vec<Set>, boxes: &[Set]) -> Option<Vec<Set>> {
    let through = |line: Set| {
        boxes
            .iter()
            .filter(|&b| b & line != 0)
            .fold(0, |all, b| all | b)
    };
    let mut keyed: Vec<(u32, u32, Set)> = Vec::with_capacity(9);
    for line in lines {
        let group: Set = through(line);
        if group.count_ones() != 27 {
            return None;
        }
        keyed.push((group.trailing_zeros(), line.trailing_zeros(), line));
    }
    keyed.sort_unstable();
    Some(keyed.into_iter().map(|(.., line)| line).collect())
}

/// The cells of a house in reading order: nine rows, nine columns, nine boxes.
fn house(number: usize) -> Set {
    let k = number % 9;
    let of = |cells: Range<usize>, cell: &dyn Fn(usize) -> usize| {
        cells.fold(0, |set: Set, i| set | 1 << cell(i))
    };
    match number / 9 {
        0 => of(0..9, &|i| 9 * k + i),
        1 => of(0..9, &|i| 9 * i + k),
        _ => of(0..9, &|i| 27 * (k / 3) + 3 * (k % 3) + 9 * (i / 3) + i % 3),
    }
}
