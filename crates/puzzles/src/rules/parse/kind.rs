//! Boards of kinds: a kind's file, read with the clues of one board.
//!
//! The grid, the parameters and the givens come from the board; all else is as in a rules file with layers.

use super::{File, Read, Space, Spec, table_of};
use crate::ParseError;
use crate::document::{Spot, Word, of_toml};
use crate::kinds::blocks::Block;
use crate::kinds::clues::{Clues, Setting};
use crate::kinds::kind::{KEYS, Kind};
use crate::rules::compile;
use crate::rules::spec::{Board, Content, Dictionary, Filling, Values};
use crate::rules::words::clues::Known;
use crate::rules::words::layers::Layers;
use crate::rules::words::places::Field;
use crate::rules::words::sets::At;
use crate::rules::words::{Lexicon, MOST_CELLS};
use crate::section::{Entry, Section};
use std::sync::Arc;

/// The most boards that share cells.
const MOST_BOARDS: usize = 100;

/// What a kind's file says of a board, and the choices of its givens, ascending.
pub(in crate::rules) fn parse_kind(kind: &Kind, clues: &Clues) -> Read<(Spec, Vec<u32>)> {
    let table = of_toml(&kind.source)?;
    let start = Spot::start_of(&kind.source);
    let file = File {
        top: Section::new(&table, &start),
    };
    file.top.check_keys("the file of a kind", &KEYS)?;
    let Some(enter) = file.top.get("enter") else {
        let error = file.top.error("nothing is entered");
        return Err(error.hint("say what a player puts down under [enter]"));
    };
    let boards = file.boards(clues)?;
    let board = board_of(clues, &boards)?;
    let mut field = Field::bare(&board);
    let known = Known {
        boards,
        ..Known::read(kind, clues, &field)?
    };
    field.known = known.into();
    file.read_params(&mut field, kind, clues)?;
    let hidden = file.top.get("hidden").map(table_of).transpose()?;
    let layers = Layers::read(field, table_of(enter)?, hidden)?;
    let givens = layers.givens;
    let space = Space::Layered(Box::new(layers.field));
    let mut filling = Filling::new(layers.values, layers.only);
    let rules = file.all_of("rule")?;
    file.add_words(&space, &mut filling, &rules)?;
    let first = compile::first_choices(space.len(), &filling);
    let choice = |(tile, value): (u32, u32)| {
        let place = filling.domain(tile).place(value);
        first[tile as usize] + place.expect("a given is the only value of its tile")
    };
    let mut given: Vec<u32> = givens.into_iter().map(choice).collect();
    given.sort_unstable();
    let spec = Spec {
        title: None,
        space,
        content: Content::Values(filling),
    };
    Ok((spec, given))
}

/// The board without its holes, and without what is on none of the boards that share cells.
fn board_of(clues: &Clues, boards: &[[usize; 4]]) -> Read<Board> {
    let (rows, columns) = (clues.rows, clues.columns);
    if rows == 0 || columns == 0 || rows.saturating_mul(columns) > MOST_CELLS {
        let message = format!("a board has from 1 to {MOST_CELLS} cells, not {rows}×{columns}");
        return Err(ParseError::new(message));
    }
    let is_on = |row: usize, column: usize, &[top, left, down, across]: &[usize; 4]| {
        (top..top + down).contains(&row) && (left..left + across).contains(&column)
    };
    let is_hole = |cell: usize| {
        let (row, column) = (cell / columns, cell % columns);
        let is_off = !boards.is_empty() && !boards.iter().any(|board| is_on(row, column, board));
        is_off || clues.holes.get(cell).copied().unwrap_or(false)
    };
    let board = Board::new([1, rows, columns], is_hole);
    if (0..rows * columns).all(is_hole) {
        return Err(ParseError::new("the holes leave no cell"));
    }
    Ok(board)
}

impl File<'_> {
    /// The boards of `[board]` that share cells: the first row and column of each, and its rows and columns.
    fn boards(&self, clues: &Clues) -> Read<Vec<[usize; 4]>> {
        let Some(entry) = self.top.get("board") else {
            return Ok(Vec::new());
        };
        let section = table_of(entry)?;
        section.check_keys("a board", &["square", "holes", "boards"])?;
        if let Some(square) = section.get("square")
            && square.boolean()?
            && clues.rows != clues.columns
        {
            let (rows, columns) = (clues.rows, clues.columns);
            let message = format!("the board should be a square, and it is {rows}×{columns}");
            return Err(ParseError::new(message));
        }
        let Some(boards) = section.get("boards") else {
            return Ok(Vec::new());
        };
        let text = boards.text()?;
        let words = text.words();
        let wrong = |word: &Word<'_>| {
            let message = format!(
                "{:?} is not a part of boards such as \"9x9 at r1c1 r7c7\"",
                word.text
            );
            word.error(message)
        };
        let (size, corners) = match &words[..] {
            [size, at, corners @ ..] if at.text == "at" && !corners.is_empty() => (size, corners),
            _ => return Err(wrong(&text)),
        };
        if corners.len() > MOST_BOARDS {
            return Err(boards.error(format!("at most {MOST_BOARDS} boards share cells")));
        }
        let number = |text: &str| {
            text.parse::<usize>()
                .ok()
                .filter(|number| (1..=MOST_CELLS).contains(number))
        };
        let sides = size.text.split_once('x');
        let sides = sides.and_then(|(rows, columns)| Some((number(rows)?, number(columns)?)));
        let (rows, columns) = sides.ok_or_else(|| wrong(size))?;
        let board = |corner: &Word<'_>| {
            let place = corner
                .text
                .strip_prefix('r')
                .and_then(|text| text.split_once('c'));
            let place = place.and_then(|(row, column)| Some((number(row)?, number(column)?)));
            let (row, column) = place.ok_or_else(|| wrong(corner))?;
            if row - 1 + rows > clues.rows || column - 1 + columns > clues.columns {
                let message = format!(
                    "the board at {} does not fit into {}×{}",
                    corner.text, clues.rows, clues.columns
                );
                return Err(ParseError::new(message));
            }
            Ok([row - 1, column - 1, rows, columns])
        };
        corners.iter().map(board).collect()
    }

    /// Reads the parameters: what the puzzle says of them, or else their defaults.
    fn read_params(&self, field: &mut Field, kind: &Kind, clues: &Clues) -> Read<()> {
        let put = |field: &mut Field, name: &str, setting: Setting| {
            Arc::make_mut(&mut field.known)
                .params
                .push((name.to_owned(), setting));
        };
        let [_, rows, columns] = field
            .board
            .sides()
            .map(|side| i64::try_from(side).unwrap_or(i64::MAX));
        for (name, number) in [
            ("rows", rows),
            ("columns", columns),
            ("size", rows.max(columns)),
        ] {
            put(field, name, Setting::Number(number));
        }
        let entries = match self.top.get("params") {
            None => Vec::new(),
            Some(entry) => table_of(entry)?.entries(),
        };
        let is_new = |field: &Field, name: &str| field.known.param(name).is_none();
        for entry in &entries {
            let said = clues.settings.iter().find(|(name, _)| name == entry.key);
            let setting = match said {
                Some((_, setting)) => setting.clone(),
                None => default_of(field, *entry)?,
            };
            if is_new(field, entry.key) {
                put(field, entry.key, setting);
            }
        }
        // A puzzle may leave out what its text may have: then it is not known.
        for (name, setting) in &clues.settings {
            if is_new(field, name) {
                put(field, name, setting.clone());
            }
        }
        for block in &kind.text {
            let Block::Header(params) = block else {
                continue;
            };
            for param in params {
                if is_new(field, &param.name) {
                    put(field, &param.name, Setting::Unknown);
                }
            }
        }
        Ok(())
    }
}

/// The default of a parameter: a number, or an expression of what is known.
fn default_of(field: &Field, entry: Entry<'_>) -> Read<Setting> {
    let Some(text) = entry.as_text() else {
        return Ok(Setting::Number(entry.integer(i64::MIN, i64::MAX)?));
    };
    if text.text == "unknown" {
        return Ok(Setting::Unknown);
    }
    let nothing = Values::new(Dictionary::default());
    let lexicon = Lexicon::new(field, &nothing);
    let number = lexicon.read_number(&text)?;
    let number = lexicon.known_number(&number, At::default())?;
    Ok(number.map_or(Setting::Unknown, Setting::Number))
}
