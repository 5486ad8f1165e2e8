//! Lines and links: their definition, and lines as items.

use std::collections::BTreeSet;
use tilewright_model::budget::Budget;
use tilewright_model::{Choice, Fault, Item, Language, Link, Model, ModelBuilder, Node};

/// Tiles with `values` choices each: choice `tile * values + value`.
fn tiles(b: &mut ModelBuilder, count: u32, values: u32) -> Vec<Item> {
    let tile = |t| b.tile(&(t * values..(t + 1) * values).collect::<Vec<_>>());
    (0..count).map(tile).collect::<Result<_, _>>().unwrap()
}

/// All ways to pick one choice of each of the model's first tiles that are solutions, by trying them.
fn by_definition(model: &Model, count: u32, values: u32) -> BTreeSet<Vec<Choice>> {
    let ways = u64::from(values).pow(count);
    let picked = |way: u64| {
        let value = |t: u32| (way / u64::from(values).pow(t) % u64::from(values)) as u32;
        (0..count)
            .map(|t| Choice(t * values + value(t)))
            .collect::<Vec<_>>()
    };
    (0..ways)
        .map(picked)
        .filter(|picked| model.is_solution(picked))
        .collect()
}

/// All solutions of a model without pairs and lines, by trying tile after tile.
fn of_items(model: &Model) -> Vec<Vec<Choice>> {
    fn explore(
        model: &Model,
        place: usize,
        picked: &mut Vec<Choice>,
        found: &mut Vec<Vec<Choice>>,
    ) {
        if model.clash(picked).is_some() {
            return;
        }
        let Some(&tile) = model.tiles().get(place) else {
            let is_met = |item: Item| {
                let members = model.members(item);
                members.iter().any(|(choice, _)| picked.contains(choice))
            };
            let mut exact = model
                .items()
                .filter(|&item| model.demand(item) == tilewright_model::Demand::ExactlyOne);
            if exact.all(is_met) {
                let mut solution = picked.clone();
                solution.sort_unstable();
                found.push(solution);
            }
            return;
        };
        if model
            .members(tile)
            .iter()
            .any(|(choice, _)| picked.contains(choice))
        {
            return explore(model, place + 1, picked, found);
        }
        for &(choice, _) in model.members(tile) {
            picked.push(choice);
            explore(model, place + 1, picked, found);
            picked.pop();
        }
    }
    let mut found = Vec::new();
    explore(model, 0, &mut Vec::new(), &mut found);
    found
}

/// The lowered model has the same solutions, each with one way to pick the hidden choices.
fn assert_lowers(model: &Model, count: u32, values: u32) -> usize {
    let lowered = model.lower(&Budget::default()).unwrap();
    assert_eq!(lowered.own_count(), model.choice_count());
    assert!(lowered.rules().is_empty());
    let found = of_items(&lowered);
    let own: BTreeSet<Vec<Choice>> = found.iter().map(|all| lowered.own(all).to_vec()).collect();
    assert_eq!(own.len(), found.len(), "each once");
    assert_eq!(own, by_definition(model, count, values));
    own.len()
}

#[test]
fn a_line_reads_a_word() {
    let mut b = ModelBuilder::new(12);
    let cells = tiles(&mut b, 4, 3);
    let sum = Language::sum(4, &[1, 2, 3], 7..=8).unwrap();
    b.line(&cells, sum, |_, choice| choice.0 % 3).unwrap();
    let rising = Language::increasing(&[1, 2, 3], false).unwrap();
    b.line(&cells[1..], rising, |_, choice| choice.0 % 3)
        .unwrap();
    let model = b.build().unwrap();
    assert_eq!(
        model.fault(&model.choice_ids([0, 3, 6, 9])),
        Some(Fault::Line(0))
    );
    assert_eq!(
        model.fault(&model.choice_ids([1, 5, 6, 10])),
        Some(Fault::Line(1))
    );
    // 4 with the sum 7 and 8, the last three not falling: counted by hand for 1 + 1 1 3, 1 2 2 … below.
    assert_eq!(
        assert_lowers(&model, 4, 3),
        by_definition(&model, 4, 3).len()
    );
}

#[test]
fn a_place_may_be_read_twice_and_a_word_may_be_missing() {
    let mut b = ModelBuilder::new(6);
    let cells = tiles(&mut b, 2, 3);
    // The first twice and the second: 2 a + b = 4 with values from 0 to 2.
    let sum = Language::sum(3, &[0, 1, 2], 4..=4).unwrap();
    b.line(&[cells[0], cells[0], cells[1]], sum, |_, choice| {
        choice.0 % 3
    })
    .unwrap();
    assert_eq!(assert_lowers(&b.build().unwrap(), 2, 3), 2);
    let mut b = ModelBuilder::new(6);
    let cells = tiles(&mut b, 2, 3);
    let none = Language::sum(2, &[0, 1, 2], 9..=9).unwrap();
    b.line(&cells, none, |_, choice| choice.0 % 3).unwrap();
    assert_eq!(assert_lowers(&b.build().unwrap(), 2, 3), 0);
    let mut b = ModelBuilder::new(6);
    let cells = tiles(&mut b, 2, 3);
    let one = Language::count(&[true, false, false], 1..=1).unwrap();
    b.line(&cells[..1], one, |_, choice| choice.0 % 3).unwrap();
    assert_eq!(assert_lowers(&b.build().unwrap(), 2, 3), 3);
}

#[test]
fn a_cage_has_different_numbers() {
    let mut b = ModelBuilder::new(27);
    let cells = tiles(&mut b, 3, 9);
    b.cage(&cells, 8..=8, |_, choice| i64::from(choice.0 % 9) + 1)
        .unwrap();
    let model = b.build().unwrap();
    // 1 2 5 and 1 3 4, in any order.
    assert_eq!(assert_lowers(&model, 3, 9), 12);
    let lowered = model.lower(&Budget::default()).unwrap();
    assert_eq!(lowered.choice_count() - lowered.own_count(), 2, "two sets");
    assert_eq!(
        model.fault(&model.choice_ids([1, 10, 21])),
        Some(Fault::Line(0)),
        "2 2 4"
    );
}

#[test]
fn a_mistake_on_a_line_is_seen_before_it_is_full() {
    let mut b = ModelBuilder::new(9);
    let cells = tiles(&mut b, 3, 3);
    let sum = Language::sum(3, &[1, 2, 3], 3..=4).unwrap();
    b.line(&cells, sum, |_, choice| choice.0 % 3).unwrap();
    b.cage(&cells[..2], 1..=9, |_, choice| i64::from(choice.0 % 3))
        .unwrap();
    let model = b.build().unwrap();
    let clashing = |picked: &[u32]| model.clashing(&model.choice_ids(picked.iter().copied()));
    assert_eq!(
        clashing(&[2]),
        model.choice_ids([2]),
        "3 + 1 + 1 is too much"
    );
    assert_eq!(clashing(&[1]), []);
    assert_eq!(
        clashing(&[0, 3]),
        model.choice_ids([0, 3]),
        "the same twice in a cage"
    );
}

#[test]
fn lines_are_checked() {
    let mut b = ModelBuilder::new(4);
    let cells = tiles(&mut b, 2, 2);
    let at_most = b
        .item(tilewright_model::Demand::AtMostOne, &[0, 2])
        .unwrap();
    let all = || Language::all(2);
    let message =
        |result: Result<(), tilewright_model::ModelError>| result.unwrap_err().to_string();
    assert_eq!(
        message(b.line(&[at_most], all(), |_, _| 0)),
        "rule 0 reads i2, which is not an exactly-one item"
    );
    assert_eq!(
        message(b.line(&cells, all(), |_, choice| choice.0)),
        "rule 0 reads letter 2, but its language has 2 letters"
    );
    assert_eq!(
        message(b.cage(&[cells[0], cells[0]], 1..=2, |_, _| 1)),
        "rule 0 reads choice 0 at two places, which cannot differ"
    );
    let link = Link::new(vec![Node::Always, Node::If(vec![Choice(9)])], &[(0, 1)]);
    assert_eq!(
        message(b.link(link)),
        "rule 0 links choice 9, but there are only 4 choices"
    );
}

#[test]
fn a_link_is_one_piece() {
    // Four cells in a row, each 0 or 1; what is 1 is connected, and so is the rim with what is 0.
    let mut b = ModelBuilder::new(8);
    tiles(&mut b, 4, 2);
    let ones = (0..4)
        .map(|cell| Node::If(vec![Choice(2 * cell + 1)]))
        .collect();
    b.link(Link::new(ones, &[(0, 1), (1, 2), (2, 3), (2, 3)]))
        .unwrap();
    let model = b.build().unwrap();
    // Nothing, or an interval.
    assert_eq!(by_definition(&model, 4, 2).len(), 1 + 10);
    assert_eq!(
        model.fault(&model.choice_ids([1, 2, 5, 6])),
        Some(Fault::Apart(0))
    );
    assert!(
        model.lower(&Budget::default()).unwrap().is(&model),
        "links stay"
    );

    let mut b = ModelBuilder::new(6);
    tiles(&mut b, 3, 2);
    let mut rooted = vec![Node::Always];
    rooted.extend((0..3).map(|cell| Node::If(vec![Choice(2 * cell + 1)])));
    b.link(Link::new(rooted, &[(0, 1), (1, 2), (2, 3)]))
        .unwrap();
    // What is 1 hangs together with the root: 0 to 3 cells from it on.
    assert_eq!(by_definition(&b.build().unwrap(), 3, 2).len(), 4);
}

#[test]
fn a_link_may_demand_that_something_is_in() {
    let mut b = ModelBuilder::new(4);
    tiles(&mut b, 2, 2);
    let ones = (0..2).map(|cell| Node::If(vec![Choice(2 * cell + 1)]));
    let link = Link::new(ones.collect(), &[(0, 1)]).not_empty();
    assert!(!link.may_be_empty());
    b.link(link).unwrap();
    let model = b.build().unwrap();
    assert_eq!(by_definition(&model, 2, 2).len(), 3);
    assert_eq!(
        model.fault(&model.choice_ids([0, 2])),
        Some(Fault::Apart(0))
    );
    let mut b = ModelBuilder::new(0);
    b.link(Link::new(Vec::new(), &[]).not_empty()).unwrap();
    assert_eq!(b.build().unwrap().fault(&[]), Some(Fault::Apart(0)));
}
