//! Checks that a made puzzle has one solution, and whether any clue could go.

use tilewright_engines::Engine;
use tilewright_engines::auto::Auto;
use tilewright_engines::bulk::BulkAnswers;
use tilewright_model::budget::Budget;
use tilewright_puzzles::sudoku::Shape;
use tilewright_testkit::sudoku::Board;

/// The number of boards with one solution, and of boards without a removable clue, or with half a
/// turn without a removable pair.
pub(super) fn check(boards: &[Board], has_pairs: bool) -> (u32, u32) {
    let model = Shape::classic()
        .model(&Budget::default())
        .expect("a 9×9 board is small");
    let mut bulk = Auto
        .bulk(&model)
        .expect("the classic board has an engine in bulk");
    let mut answers = BulkAnswers::default();
    bulk.run(boards.as_flattened(), 2, &mut answers);
    let is_unique: Vec<bool> = answers.counts.iter().map(|&count| count == 1).collect();
    let mut is_minimal = is_unique.clone();
    let mut owners = Vec::new();
    let mut fewer = Vec::new();
    for (owner, board) in boards
        .iter()
        .enumerate()
        .filter(|(owner, _)| is_unique[*owner])
    {
        for cell in (0..81).filter(|&cell| board[cell] > 0) {
            let mut without = *board;
            without[cell] = 0;
            if has_pairs {
                without[80 - cell] = 0;
            }
            owners.push(owner);
            fewer.push(without);
        }
    }
    bulk.run(fewer.as_flattened(), 2, &mut answers);
    for (owner, _) in owners
        .iter()
        .zip(&answers.counts)
        .filter(|(_, count)| **count < 2)
    {
        is_minimal[*owner] = false;
    }
    let count = |flags: &[bool]| flags.iter().filter(|&&flag| flag).count() as u32;
    (count(&is_unique), count(&is_minimal))
}
