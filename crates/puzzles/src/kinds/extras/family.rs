//! The family of boards with extras, and its formats.

use super::file::Catalogue;
use super::setup::Setup;
use super::{drawn, fpuzzles, iss, json};
use crate::document::{get, of_toml};
use crate::family::acts;
use crate::kinds::board::Board;
use crate::sudoku::{packed, sudokupad};
use crate::{
    Choosable, Clues, Enumerated, Equality, Family, Format, ParseError, Plain, Solutions, Titled,
    Unwritable,
};
use serde_json::Value;
use std::sync::{Arc, LazyLock};

/// Boards with the extras that are built in.
pub(crate) static VARIANT: LazyLock<Family> =
    LazyLock::new(|| family(&(Arc::new(|| Arc::clone(Catalogue::built_in())) as Extras)));

/// The extras that there are. They are read when the first puzzle is.
type Extras = Arc<dyn Fn() -> Arc<Catalogue> + Send + Sync>;

/// Its name.
pub(super) const NAME: &str = "variant";

/// The family of boards with the extras of a catalogue.
fn family(catalogue: &Extras) -> Family {
    let about =
        "Sudoku with more rules: cages, arrows, thermometers and other extras of docs/variants.md";
    let formats = [
        format(
            catalogue,
            "iss",
            "a constraint string of ISS: .Cage~10~R1C1~R1C2.~R3C3_5",
            iss::read,
            iss::write,
        )
        .looks(iss::looks_like),
        format(
            catalogue,
            "fpuzzles",
            "an address of f-puzzles",
            read_fpuzzles,
            write_fpuzzles,
        )
        .looks(|text| text.contains("f-puzzles.com") && text.contains("load="))
        .on_a_line(),
        format(
            catalogue,
            "sudokupad",
            "an address of SudokuPad: fpuz, or a drawing with its rules in words (scl, ctc)",
            read_sudokupad,
            write_sudokupad,
        )
        .looks(|text| {
            let id = sudokupad::id_of(text);
            let is_packed = ["fpuz", "scl", "ctc"]
                .iter()
                .any(|start| id.starts_with(start));
            is_packed && id.len() > 100 && !text.trim().contains(char::is_whitespace)
        })
        .on_a_line(),
        format(
            catalogue,
            "json",
            "an object with family, rows, columns, given and extras",
            json::read,
            |setup, catalogue| Ok(json::write(setup, catalogue)),
        )
        .looks(|text| crate::json::is_of_family(text, NAME)),
    ];
    let formats: Vec<&Format> = formats.iter().collect();
    let family = Family::new(NAME, about)
        .formats(&formats)
        .able(Equality::of::<Board>());
    acts!(family, Board: Titled, Plain, Clues, Enumerated, Choosable, Solutions)
}

/// A format that reads and writes setups.
fn format(
    catalogue: &Extras,
    name: &'static str,
    about: &'static str,
    read: impl Fn(&str, &Catalogue) -> Result<Setup, ParseError> + Send + Sync + 'static,
    write: impl Fn(&Setup, &Catalogue) -> Result<String, Unwritable> + Send + Sync + 'static,
) -> Format {
    let (reading, writing) = (Arc::clone(catalogue), Arc::clone(catalogue));
    Format::new(name, about)
        .reads_in(move |family, text| {
            let catalogue = reading();
            let setup = read(text, &catalogue)?;
            let (kind, clues) = setup.kind_and_clues(&catalogue)?;
            Board::new(family, &Arc::new(kind), clues)
        })
        .writes(move |board: &Board| {
            let catalogue = writing();
            write(
                &Setup::of(&board.kind, &board.clues, &catalogue),
                &catalogue,
            )
        })
        .with_own_remarks()
}

fn read_fpuzzles(text: &str, catalogue: &Catalogue) -> Result<Setup, ParseError> {
    let text = text.trim();
    let packed = text.split_once("load=").map_or(text, |(_, packed)| packed);
    read_packed(packed.split('&').next().unwrap_or(packed), catalogue)
}

fn read_packed(text: &str, catalogue: &Catalogue) -> Result<Setup, ParseError> {
    fpuzzles::read(&unpacked(text)?, catalogue)
}

fn unpacked(text: &str) -> Result<Value, ParseError> {
    let json = if text.starts_with('{') {
        text.to_owned()
    } else {
        packed::unpack(text)?
    };
    serde_json::from_str(&json)
        .map_err(|_| ParseError::new("the address does not hold an f-puzzles puzzle"))
}

fn read_sudokupad(text: &str, catalogue: &Catalogue) -> Result<Setup, ParseError> {
    let id = sudokupad::id_of(text);
    if let Some(packed) = id.strip_prefix("fpuzzles").or(id.strip_prefix("fpuz")) {
        return read_packed(packed, catalogue);
    }
    let packed = id.strip_prefix("scl").or(id.strip_prefix("ctc")).ok_or_else(|| {
        ParseError::new("a SudokuPad address with the puzzle in it was expected: it starts with fpuz, scl or ctc")
            .hint("a short address is only a name for a puzzle that is kept elsewhere")
    })?;
    drawn::read(&drawing(packed)?, catalogue)
}

/// The JSON of a packed drawing.
fn drawing(packed: &str) -> Result<Value, ParseError> {
    let text = packed::unpack(packed)?;
    let puzzle =
        serde_json::from_str(&text).or_else(|_| serde_json::from_str(&sudokupad::unzip(&text)));
    puzzle.map_err(|_| ParseError::new("the address does not hold a SudokuPad puzzle"))
}

/// A setup as f-puzzles packs it.
fn packed_text(setup: &Setup, catalogue: &Catalogue) -> Result<String, Unwritable> {
    let json = fpuzzles::write(setup, catalogue)?.to_string();
    packed::pack(&json)
        .ok_or_else(|| Unwritable("the puzzle is too long for an address; json can say it".into()))
}

fn write_fpuzzles(setup: &Setup, catalogue: &Catalogue) -> Result<String, Unwritable> {
    Ok(format!(
        "https://www.f-puzzles.com/?load={}\n",
        packed_text(setup, catalogue)?
    ))
}

fn write_sudokupad(setup: &Setup, catalogue: &Catalogue) -> Result<String, Unwritable> {
    Ok(format!(
        "https://sudokupad.app/fpuz{}\n",
        packed_text(setup, catalogue)?
    ))
}

/// The family of boards with the built-in extras and one of a file. A file that names a kind is none.
pub(crate) fn with_file(file: &str) -> Option<Result<Family, ParseError>> {
    let table = of_toml(file).ok()?;
    get(&table, "extra")?;
    let mut catalogue = Catalogue::clone(Catalogue::built_in());
    if let Err(error) = catalogue.add(file) {
        return Some(Err(error));
    }
    let catalogue = Arc::new(catalogue);
    let extras: Extras = Arc::new(move || Arc::clone(&catalogue));
    Some(Ok(family(&extras)))
}

/// Returns true if an address holds more than a plain Sudoku: rules of f-puzzles, or something that is drawn.
pub(crate) fn is_variant(packed: &str) -> bool {
    let id = packed
        .split_once("load=")
        .map_or(packed, |(_, packed)| packed);
    if let Some(packed) = id.strip_prefix("scl").or(id.strip_prefix("ctc")) {
        return drawing(packed).is_ok_and(|puzzle| drawn::has_drawings(&puzzle));
    }
    let packed = id
        .strip_prefix("fpuzzles")
        .or(id.strip_prefix("fpuz"))
        .unwrap_or(id);
    unpacked(packed.split('&').next().unwrap_or(packed).trim())
        .is_ok_and(|puzzle| fpuzzles::has_extras(&puzzle))
}
