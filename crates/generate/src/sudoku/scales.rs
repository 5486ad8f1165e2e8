//! The scales that other programs have for the classic board.

use crate::Hardness;
use crate::generator::Order;
use crate::rate::Facts;
use tilewright_scales::{Board9, hodoku, se};

/// Nodes for a rating of Sudoku Explainer: up to about 11.
const SE_NODES: u64 = 30_000_000;
/// The distance of a puzzle that could not be rated.
const UNRATED: f64 = 20.0;

/// Rates the givens of a classic board as ordered; whether `HoDoKu` needs the technique.
pub(super) fn rate(order: &Order<'_>, givens: impl Fn() -> [u8; 81], facts: &mut Facts) -> bool {
    let technique = order.needed.and_then(|needed| needed.hodoku);
    if let Some(Hardness::SudokuExplainer(range)) = &order.spec.difficulty {
        let budget = order.budget.for_work(SE_NODES);
        match se::rate(&Board9::new(&givens()), &budget) {
            Ok(rating) => {
                let shown = format!("SE {}.{}", rating.er / 10, rating.er % 10);
                facts.place(rating.er, range, 10.0, shown);
            }
            Err(_) => facts.miss(UNRATED, "no rating on the scale of SE".to_owned()),
        }
    }
    let score_range = match &order.spec.difficulty {
        Some(Hardness::HoDoKu(range)) => Some(range),
        _ => None,
    };
    if score_range.is_none() && technique.is_none() {
        return false;
    }
    let rating = hodoku::rate(&Board9::new(&givens()));
    if let Some(range) = score_range {
        let shown = format!("a HoDoKu score of {}", rating.score);
        facts.place(rating.score, range, 1000.0, shown);
    }
    technique.is_some_and(|technique| rating.steps.iter().any(|s| s.technique == technique))
}
