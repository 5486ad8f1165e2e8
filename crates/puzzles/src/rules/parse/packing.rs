//! Pieces on a grid: `[pieces]`, `rotate`, `reflect`, `gaps` and their `[givens]`.

use super::{File, Read, find_tiles, table_of};
use crate::document::Word;
use crate::nearest::with_nearest;
use crate::rules::pieces::{Copies, Packing, Piece, Placements, Shape, Stock};
use crate::rules::spec::{Board, Spec};
use crate::section::{Entry, expanded};

/// The most tiles that all placements of all pieces may cover together.
const MOST_COVERED: u64 = 1 << 23;

impl<'d> File<'d> {
    pub(super) fn packing(&self, board: &Board, pieces: Entry<'d>) -> Read<Packing> {
        let flag = |key: &str| self.top.get(key).map_or(Ok(false), |entry| entry.boolean());
        let (rotate, reflect, gaps) = (flag("rotate")?, flag("reflect")?, flag("gaps")?);
        let mut packing = Packing {
            gaps,
            pieces: Vec::new(),
            placements: Placements::default(),
        };
        let entries = table_of(pieces)?.entries();
        if entries.is_empty() {
            return Err(pieces.key_error("there are no pieces"));
        }
        let mut covered = 0u64;
        for &entry in &entries {
            let piece = piece(board, entry, rotate, reflect)?;
            let copies = match piece.copies {
                Copies::Exactly(copies) => u64::from(copies),
                Copies::Any if gaps => {
                    let message =
                        "with gaps a piece needs a number of copies: any number could be none";
                    return Err(entry.error(message));
                }
                Copies::Any => 1,
            };
            covered = covered.saturating_add(piece.work(board).saturating_mul(copies));
            if covered > MOST_COVERED {
                return Err(
                    entry.key_error("with this piece there are too many ways to lay pieces down")
                );
            }
            packing.pieces.push(piece);
        }
        packing.placements = Placements::new(board, &packing.pieces);
        for (number, entry) in entries.iter().enumerate() {
            if packing.placements.of_piece(number).is_empty() {
                let message = format!("the piece {:?} does not fit anywhere", entry.key);
                return Err(entry.error(message));
            }
        }
        Ok(packing)
    }

    pub(super) fn given_places(
        &self,
        spec: &Spec,
        packing: &Packing,
        entries: &[Entry<'d>],
    ) -> Read<Vec<u32>> {
        let Some(stock) = Stock::new(packing) else {
            return Err(self.top.error("there are too many ways to lay pieces down"));
        };
        let mut choices = Vec::new();
        for entry in entries {
            let known = || packing.pieces.iter().map(|piece| piece.name.as_str());
            let Some(piece) = known().position(|name| name == entry.key) else {
                let error = entry.key_error(format!("there is no piece {:?}", entry.key));
                return Err(with_nearest(error, entry.key, known()));
            };
            let known = packing.placements.by_tiles(piece);
            let mut placements = Vec::new();
            for place in entry.each() {
                let mut tiles = find_tiles(&spec.space, &expanded(place.text()?.words())?)?;
                tiles.sort_unstable();
                let Some(&placement) = known.get(&tiles[..]) else {
                    let message = format!("the piece {:?} cannot lie on these tiles", entry.key);
                    return Err(place.error(message));
                };
                placements.push(placement);
            }
            placements.sort_unstable();
            if let Some(pair) = placements.windows(2).find(|pair| pair[0] == pair[1]) {
                let tile = spec.space.name(packing.placements.tiles(pair[0])[0]);
                return Err(entry.error(format!("two copies of {:?} lie on {tile}", entry.key)));
            }
            match packing.pieces[piece].copies {
                Copies::Any => {
                    choices.extend(placements.iter().map(|&p| stock.choice(packing, 0, p)));
                }
                // Copies are not told apart, so a place alone would not say which copy lies there.
                Copies::Exactly(copies) if copies as usize != placements.len() => {
                    return Err(entry.error(format!(
                        "the places of all {copies} copies of {:?} should be given, or of none",
                        entry.key
                    )));
                }
                Copies::Exactly(_) => {
                    let copies = placements.iter().enumerate();
                    choices.extend(copies.map(|(copy, &p)| stock.choice(packing, copy, p)));
                }
            }
        }
        Ok(choices)
    }
}

fn piece(board: &Board, entry: Entry, rotate: bool, reflect: bool) -> Read<Piece> {
    let mut piece = Piece {
        name: entry.key.to_owned(),
        shape: Shape::new(vec![(0, 0)]).expect("one cell"),
        rotate,
        reflect,
        copies: Copies::Exactly(1),
    };
    if entry.key.is_empty() || entry.key.contains(char::is_whitespace) {
        return Err(entry.key_error("a piece needs a name without blanks"));
    }
    let Some(section) = entry.section() else {
        piece.shape = shape(board, &entry.text()?, rotate)?;
        return Ok(piece);
    };
    section.check_keys("a piece", &["shape", "rotate", "reflect", "copies"])?;
    if let Some(flag) = section.get("rotate") {
        piece.rotate = flag.boolean()?;
    }
    if let Some(flag) = section.get("reflect") {
        piece.reflect = flag.boolean()?;
    }
    if let Some(copies) = section.get("copies") {
        piece.copies = match copies.as_text() {
            Some(text) if text.text == "any" => Copies::Any,
            Some(_) => return Err(copies.error("`copies` should be a number or \"any\"")),
            None => Copies::Exactly(copies.integer(1, 10_000)?.unsigned_abs() as u32),
        };
    }
    let Some(drawn) = section.get("shape") else {
        return Err(entry.key_error(format!("the piece {:?} has no shape", entry.key)));
    };
    piece.shape = shape(board, &drawn.text()?, piece.rotate)?;
    Ok(piece)
}

/// A drawing of `#` and `.`, its rows on lines of their own or separated by `/`.
fn shape(board: &Board, text: &Word, rotate: bool) -> Read<Shape> {
    let mut cells = Vec::new();
    let (mut row, mut column) = (0, 0);
    for (at, c) in text.text.char_indices() {
        match c {
            '\n' | '/' => (row, column) = (row + 1, 0),
            '\r' => {}
            '#' => {
                cells.push((row, column));
                column += 1;
            }
            '.' | ' ' => column += 1,
            _ => {
                let message = format!("a shape is drawn with # and ., not with {c:?}");
                return Err(text.error_at(at, message));
            }
        }
    }
    let Some((height, width)) = extent(&cells) else {
        return Err(text.error_at(0, "the shape has no #"));
    };
    let fits = |height: usize, width: usize| height <= board.rows && width <= board.columns;
    if !(fits(height, width) || rotate && fits(width, height)) {
        let message = format!(
            "a shape of {height}×{width} does not fit on a board of {}×{}",
            board.rows, board.columns
        );
        return Err(text.error_at(0, message));
    }
    Ok(Shape::new(cells).expect("it has cells"))
}

/// The height and width of a drawing, or `None` if it is empty.
fn extent(cells: &[(usize, usize)]) -> Option<(usize, usize)> {
    let span = |numbers: &mut dyn Iterator<Item = usize>| {
        let first = numbers.next()?;
        let (least, most) = numbers.fold((first, first), |(a, b), n| (a.min(n), b.max(n)));
        Some(most - least + 1)
    };
    let height = span(&mut cells.iter().map(|cell| cell.0))?;
    let width = span(&mut cells.iter().map(|cell| cell.1))?;
    Some((height, width))
}
