//! Knuth's example of an exact cover, given as numbers without any text.
#![allow(clippy::print_stdout, reason = "an example prints")]

use std::error::Error;
use tilewright::engines::{Ask, Budget, Engine, dance::Dance};
use tilewright::model::CoverBuilder;

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    // Seven items, each of which is covered exactly once; none that may stay uncovered.
    let mut cover = CoverBuilder::new(7, 0);
    let options: [&[u32]; 6] = [
        &[2, 4],
        &[0, 3, 6],
        &[1, 2, 5],
        &[0, 3, 5],
        &[1, 6],
        &[3, 4, 6],
    ];
    for option in options {
        cover.option(option)?;
    }
    let model = cover.build()?;
    let mut search = Dance.prepare(&model, &Budget::default())?;
    search.start(&Ask::default());
    while let Ok(picked) = search.advance() {
        let picked: Vec<_> = picked
            .iter()
            .map(|choice| options[choice.index()])
            .collect();
        println!("{picked:?}");
    }
    Ok(())
}
