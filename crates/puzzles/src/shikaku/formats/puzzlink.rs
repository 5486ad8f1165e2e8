//! An address of puzz.link, pzv.jp and their kin: `https://puzz.link/p?shikaku/columns/rows/cells`,
//! in which a question mark is a clue of unknown size.

use super::{Clue, NAME, Shape, Shikaku, flat, missing};
use crate::pzpr::{Address, AddressWriter, LARGEST, is_address};
use crate::{Format, ParseError, Unwritable};
use std::sync::LazyLock;

pub(super) static PUZZLINK: LazyLock<Format> = LazyLock::new(|| {
    Format::new("puzzlink", "an address of puzz.link or pzv.jp")
        .reads(read)
        .writes(write)
        .looks(|text| is_address(text, NAME))
        .on_a_line()
});

fn read(text: &str) -> Result<Shikaku, ParseError> {
    let address = Address::read(text, NAME)?;
    let shape = Shape::new(&address.size()).map_err(|e| address.size_error(e.message()))?;
    let total = shape.cells();
    let mut clues = Vec::new();
    let found = address.cells(total, |cell, volume| {
        if volume == Some(0) {
            return Err("a clue of 0: a box has at least one cell".into());
        }
        clues.push(Clue {
            cell: cell as u32,
            volume,
        });
        Ok(())
    })?;
    if found < total {
        return Err(address.error_at_end(missing(total - found, total)));
    }
    Ok(Shikaku::new(shape, clues))
}

fn write(puzzle: &Shikaku) -> Result<String, Unwritable> {
    flat(puzzle, "puzzlink")?;
    let shape = puzzle.shape();
    let mut address = AddressWriter::new(NAME, shape.width(), shape.height());
    let mut next = 0;
    for clue in puzzle.clues() {
        if let Some(volume) = clue.volume.filter(|&volume| volume > LARGEST) {
            return Err(Unwritable(format!(
                "the format puzzlink has no number above {LARGEST}, but the puzzle has {volume}"
            )));
        }
        address.blank(clue.cell as usize - next);
        address.clue(clue.volume);
        next = clue.cell as usize + 1;
    }
    address.blank(shape.cells() - next);
    Ok(address.finish())
}
