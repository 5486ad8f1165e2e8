//! `xcc`: bit sets of items and options with colours; collects all solutions.

use tilewright_testkit::instances::Cover;
use xcc::{Color, ColoredItem, ItemId, Matrix};

pub(super) fn count(cover: &Cover) -> u64 {
    let mut matrix = Matrix::new(cover.primary.len(), cover.secondary.len());
    for option in &cover.options {
        let items: Vec<ColoredItem> = (option.iter())
            .map(|&(item, colour)| match colour {
                None => ColoredItem::new(ItemId::new(item)),
                Some(colour) => {
                    ColoredItem::with_color(ItemId::new(item), Color::new(colour as usize))
                }
            })
            .collect();
        matrix.add_option((), &items);
    }
    matrix.solve_all().len() as u64
}
