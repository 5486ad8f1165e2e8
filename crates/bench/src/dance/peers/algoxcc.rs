//! `algoxcc`: dancing cells with colours; collects all solutions as lists of labels.

use algoxcc::{Option as Labelled, Problem, solve};
use tilewright_testkit::instances::Cover;

pub(super) fn count(cover: &Cover) -> u64 {
    let options = (cover.options.iter().enumerate())
        .map(|(number, option)| labelled(cover, number, option))
        .collect();
    let primary = cover.primary.iter().map(String::as_str).collect();
    let secondary = cover.secondary.iter().map(String::as_str).collect();
    let problem = Problem::new_validated(&primary, &secondary, &options);
    // It refuses a primary item without options, where there is no solution.
    solve(&problem, true).map_or(0, |solutions| solutions.count() as u64)
}

fn labelled(cover: &Cover, number: usize, option: &[(usize, Option<u32>)]) -> Labelled {
    let mut labelled = Labelled::new_validated(&number.to_string(), &vec![], &vec![]);
    for &(item, colour) in option {
        if item < cover.primary.len() {
            labelled.add_primary_valid(cover.name(item));
        } else {
            let colour = colour.map(|colour| colour.to_string()).unwrap_or_default();
            labelled.add_secondary_valid((cover.name(item), &colour));
        }
    }
    labelled
}
