//! `tilewright engines` and `tilewright formats`: what there is.

use crate::convert::MODEL_FORMATS;
use crate::families;
use std::io::{self, Write};
use tilewright::answer::{Listing, json};
use tilewright::engines::ENGINES;
use tilewright::puzzles::{Family, Format};

/// The engines, one a line.
pub(crate) fn engines(out: &mut dyn Write) -> io::Result<()> {
    for engine in ENGINES {
        writeln!(out, "{:8} {}", engine.name(), engine.about())?;
    }
    Ok(())
}

/// The families with their formats and boards.
pub(crate) fn formats(out: &mut dyn Write) -> io::Result<()> {
    let (kinds, programs): (Vec<&Family>, Vec<&Family>) = families()
        .iter()
        .partition(|family| family.kind_file().is_some());
    for family in programs {
        write_family(family, out)?;
    }
    write_kinds(&kinds, out)?;
    writeln!(out, "any family")?;
    let about = "a table with a column of puzzles: puzzle, quizzes, question and the like";
    write_row("csv", "rwl", about, out)?;
    for (name, about) in MODEL_FORMATS {
        write_row(name, " w ", about, out)?;
    }
    writeln!(out, "\nr: read, w: written, l: a puzzle a line")
}

/// The families as a JSON object, with the version of all JSON.
pub(crate) fn formats_json(out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{}", json(&Listing::of(families())))
}

/// The kinds together: their formats are alike.
fn write_kinds(kinds: &[&Family], out: &mut dyn Write) -> io::Result<()> {
    writeln!(
        out,
        "kinds: families that are files, each known by its name"
    )?;
    let mut formats: Vec<&Format> = Vec::new();
    for format in kinds.iter().flat_map(|family| &family.formats) {
        if !formats.iter().any(|known| known.name == format.name) {
            formats.push(format);
        }
    }
    for format in formats {
        write_format(format, out)?;
    }
    for kind in kinds {
        writeln!(out, "  kind: {}", kind.name)?;
    }
    writeln!(out)
}

fn write_format(format: &Format, out: &mut dyn Write) -> io::Result<()> {
    let flag = |is_set: bool, letter: char| if is_set { letter } else { ' ' };
    let flags = [
        flag(format.is_read(), 'r'),
        flag(format.is_written(), 'w'),
        flag(format.is_line, 'l'),
    ];
    let flags: String = flags.into_iter().collect();
    write_row(&format.name, &flags, &format.about, out)
}

fn write_family(family: &Family, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{}: {}", family.name, family.about)?;
    for format in &family.formats {
        write_format(format, out)?;
    }
    for board in &family.boards {
        writeln!(out, "  board: {} {}", board.name, board.example)?;
    }
    writeln!(out)
}

fn write_row(name: &str, flags: &str, about: &str, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "  {name:12} {flags}  {about}")
}
