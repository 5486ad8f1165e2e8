//! Why an impossible map is impossible: fixed places that clash, as few as there must be.
//!
//! The search is told the fixed places as assumptions, and names those that its proof needs. Then each of them is left
//! out in turn: where there is still no map without it, it goes for good. What is left is **minimal**: without any
//! one of them there is a map. (Another set may have fewer places.)
//!
//! Most clashes are local, so a window around the place where arc consistency finds the first contradiction is looked at first. What
//! clashes there clashes on the whole map.

use crate::arcs::{Arcs, Halt};
use crate::exact;
use crate::fill::REACHES;
use crate::ground::{Ground, Map};
use crate::kinds::{Kinds, OPEN, holds};
use crate::ruled::{Net, Task};
use crate::rules::Rule;
use tilewright_model::budget::{Budget, End};

/// Fixed places of a map, by row and column, that no map on this ground has together: without any one of them there is one, as far as these
/// places go. There are none if there is no map on this ground even without them, and no answer if there is a map with all of them.
///
/// # Errors
/// The end of the budget, if it came first.
///
/// # Panics
/// If the map is not of the size of its ground.
pub fn clash(
    kinds: &Kinds,
    ground: &Ground,
    map: &Map,
    budget: &Budget,
) -> Result<Option<Vec<(usize, usize)>>, End> {
    assert_eq!(
        (map.rows(), map.columns()),
        (ground.rows(), ground.columns()),
        "a map of the size of its ground"
    );
    let mut fixed: Vec<(usize, u16)> = (0..ground.places())
        .map(|place| (place, map.kinds()[place]))
        .filter(|&(_, kind)| kind != OPEN)
        .collect();
    let mut meter = budget.meter();
    let mut arcs = match Arcs::new(kinds, ground, &mut meter) {
        Ok(arcs) => arcs,
        Err(Halt::Clash) => return Ok(Some(Vec::new())),
        Err(Halt::Ended(end)) => return Err(end),
    };
    let told = |found: &[usize]| {
        let place = |&place: &usize| (place / ground.columns(), place % ground.columns());
        Some(found.iter().map(place).collect())
    };
    if let Some(&(place, _)) = fixed
        .iter()
        .find(|&&(place, kind)| !holds(arcs.set(place), kind.into()))
    {
        return Ok(told(&[place]));
    }
    let mut middle = None;
    for &(place, kind) in &fixed {
        let done = if holds(arcs.set(place), kind.into()) {
            arcs.choose(place, kind.into(), &mut meter)
        } else {
            Err(Halt::Clash)
        };
        match done {
            Ok(()) => {}
            Err(Halt::Clash) => {
                middle = Some(place);
                break;
            }
            Err(Halt::Ended(end)) => return Err(end),
        }
    }
    if let Some(middle) = middle.filter(|_| ground.rules().is_empty()) {
        for reach in REACHES {
            if let Some(found) = in_window(kinds, ground, map, middle, reach, budget)? {
                return Ok(told(&found));
            }
        }
    }
    arcs.take_back();
    fixed.retain(|&(place, kind)| crate::kinds::only(arcs.set(place)) != Some(kind.into()));
    let found = exact::clashing(&arcs, &whole(&arcs), &fixed, budget)?;
    Ok(found.and_then(|found| told(&found)))
}

/// The places of a window that clash, if they do.
fn in_window(
    kinds: &Kinds,
    ground: &Ground,
    map: &Map,
    middle: usize,
    reach: usize,
    budget: &Budget,
) -> Result<Option<Vec<usize>>, End> {
    let (row, column) = (middle / ground.columns(), middle % ground.columns());
    let rows = row.saturating_sub(reach)..(row + reach + 1).min(ground.rows());
    let columns = column.saturating_sub(reach)..(column + reach + 1).min(ground.columns());
    let mut piece = Ground::new(kinds, rows.len(), columns.len());
    let mut fixed = Vec::new();
    for (at_row, row) in rows.clone().enumerate() {
        for (at_column, column) in columns.clone().enumerate() {
            piece.keep_as(at_row, at_column, ground, ground.place(row, column));
            if let Some(kind) = map.at(row, column) {
                fixed.push((piece.place(at_row, at_column), kind as u16));
            }
        }
    }
    let arcs = match Arcs::new(kinds, &piece, &mut budget.meter()) {
        Ok(arcs) => arcs,
        Err(Halt::Clash) => return Ok(Some(Vec::new())),
        Err(Halt::Ended(end)) => return Err(end),
    };
    let found = exact::clashing(&arcs, &whole(&arcs), &fixed, budget)?;
    Ok(found.map(|found| {
        let width = columns.len();
        let outside =
            |place: usize| ground.place(rows.start + place / width, columns.start + place % width);
        found.into_iter().map(outside).collect()
    }))
}

/// All places of a ground with all its rules.
fn whole<'t>(arcs: &Arcs<'t>) -> Task<'t> {
    let ground = arcs.ground;
    let count = |rule: &Rule| match rule {
        Rule::Count { kinds, least, most } => Some((
            arcs.kinds.set_of(|kind| kinds.contains(&kind)),
            *least,
            *most,
        )),
        _ => None,
    };
    Task {
        places: (0..ground.places()).collect::<Vec<usize>>().into(),
        map: vec![OPEN; ground.places()].into(),
        counts: ground.rules().iter().filter_map(count).collect(),
        nets: Net::of(ground),
    }
}
