//! A puzzle of one's own as a model in Rust: a magic square of order 3, its sums read by automata.
#![allow(clippy::print_stdout, reason = "an example prints")]

use std::error::Error;
use tilewright::engines::{Ask, Budget, Engine, auto::Auto};
use tilewright::model::{Demand, Item, Language, ModelBuilder};

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    // Nine cells, each a tile with nine choices: the numbers 1 to 9.
    let mut model = ModelBuilder::new(81);
    let choice = |cell: u32, number: u32| 9 * cell + number;
    let mut cells: Vec<Item> = Vec::new();
    for cell in 0..9 {
        let choices: Vec<u32> = (0..9).map(|number| choice(cell, number)).collect();
        cells.push(model.tile(&choices)?);
    }
    // Each number is in exactly one cell.
    for number in 0..9 {
        let choices: Vec<u32> = (0..9).map(|cell| choice(cell, number)).collect();
        model.item(Demand::ExactlyOne, &choices)?;
    }
    let fifteen = Language::sum(3, &[1, 2, 3, 4, 5, 6, 7, 8, 9], 15..=15)?;
    let lines = [
        [0, 1, 2],
        [3, 4, 5],
        [6, 7, 8],
        [0, 3, 6],
        [1, 4, 7],
        [2, 5, 8],
        [0, 4, 8],
        [2, 4, 6],
    ];
    for line in lines {
        let tiles = line.map(|cell: usize| cells[cell]);
        model.line(&tiles, fifteen.clone(), |_, choice| choice.0 % 9)?;
    }
    let model = model.build()?;
    let mut search = Auto.prepare(&model, &Budget::default())?;
    search.start(&Ask::default());
    let mut number = 0;
    while search.advance().is_ok() {
        number += 1;
    }
    println!("{number} magic squares");
    Ok(())
}
