//! Draws a puzzle of each kind with its solution, for docs/kinds.md.
//!
//! `cargo run --release -p tilewright-generate --example gallery -- docs/pictures/kinds [KIND]…` writes a file for each, the
//! same each time.

use std::error::Error;
use std::path::Path;
use tilewright_generate::{Budget, Spec, maker, seed_of};
use tilewright_puzzles::Families;
use tilewright_render::layout::{Look, lay_out};
use tilewright_render::theme::Theme;
use tilewright_render::{Grid, Picture, png};

/// Pixels to a unit of a scene: cells are small.
const SCALE: f64 = 0.5;

#[expect(
    clippy::print_stderr,
    reason = "a program that says which kinds it could not draw"
)]
fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    let folder = words.next().ok_or("where to? docs/pictures/kinds")?;
    let wanted: Vec<String> = words.collect();
    std::fs::create_dir_all(&folder)?;
    for family in &Families::default() {
        let is_wanted = wanted.is_empty() || wanted.iter().any(|name| *name == *family.name);
        if family.kind_file().is_none() || !is_wanted {
            continue;
        }
        for board in &family.boards {
            let path = Path::new(&folder).join(format!("{}.png", board.name));
            match drawn(&board.name, &board.example) {
                Ok(picture) => std::fs::write(path, picture)?,
                Err(error) => eprintln!("{}: {error}", board.name),
            }
        }
    }
    Ok(())
}

/// A puzzle of the usual size beside its solution.
fn drawn(kind: &str, size: &str) -> Result<Vec<u8>, Box<dyn Error>> {
    let maker = maker(kind, size, Spec::default(), false)?;
    let made = maker.make(seed_of(1, 1), &Budget::default())?;
    let solved = made.puzzle.fill(&made.solution);
    let pictures = [made.puzzle.picture(), solved.picture()];
    let grids = pictures.iter().flat_map(Picture::grids).cloned();
    let both = Picture::of_grids(grids.collect::<Vec<Grid>>());
    let look = Look {
        width: 1e9,
        in_row: Some(2),
        ..Look::default()
    };
    Ok(png::file(&lay_out(&both, &look), &Theme::LIGHT, SCALE)?)
}
