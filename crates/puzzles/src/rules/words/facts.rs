//! Facts: what is known of the terms of a condition when the puzzle is read.
//!
//! A clue that is there and not known makes a condition that reads it void. A clue or tile that is not there equals nothing.

use super::places::Field;
use super::sets::{At, Set};
use super::terms::{Known, Term};
use super::{Written, number};
use crate::kinds::clues::Setting;
use crate::rules::expression::{Expression, Part, Read};

/// A term at one item of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fact {
    /// It is read off tiles.
    Open,
    Number(i64),
    /// There is none.
    Nothing,
    /// The puzzle does not tell.
    Unknown,
}

/// A condition with what is known put in.
pub(super) fn put_in(condition: &Written<Expression<Term>>, facts: &[Fact]) -> Part {
    let fact = |term: u32| facts[term as usize];
    let root = &condition.meaning.root;
    root.without(&|term| fact(term) == Fact::Nothing)
        .folded(&|term| match fact(term) {
            Fact::Number(number) => Some(number),
            _ => None,
        })
}

/// A term of a part that is not known, if there is one; a complaint about one that there is not.
pub(super) fn open(
    field: &Field,
    condition: &Written<Expression<Term>>,
    part: &Part,
    facts: &[Fact],
    at: At<'_>,
) -> Read<Option<u32>> {
    let mut terms = Vec::new();
    part.add_terms(&mut terms);
    let is = |wanted: Fact| terms.iter().find(|&&term| facts[term as usize] == wanted);
    if let Some(&term) = is(Fact::Unknown) {
        return Ok(Some(term));
    }
    let Some(&term) = is(Fact::Nothing) else {
        return Ok(None);
    };
    let Term::Known(Known::Clue(clued)) = &condition.meaning.terms[term as usize] else {
        return Err(condition.error(
            "there is no tile at one of these places; say where the rule holds: where = \"size(…) == 1\"",
        ));
    };
    let names = clued
        .layers
        .iter()
        .map(|&layer| &field.known.layers[layer].name);
    let name = crate::prose::listed(names, "or");
    let places = field.names(clued.set.places(field, at, None));
    Err(condition.error(format!(
        "{name} is read here, but there is none at {places}; say each = {name:?}, or where = \"has({name}, …)\""
    )))
}

/// What is known of the terms of a condition.
pub(super) fn facts(
    field: &Field,
    condition: &Written<Expression<Term>>,
    at: At<'_>,
) -> Read<Vec<Fact>> {
    let fact = |term: &Term| match term {
        Term::Reading(reading) if reading.has_unknown(field, at) => Ok(Fact::Unknown),
        Term::Reading(_) => Ok(Fact::Open),
        Term::Known(known) => known_fact(field, condition, known, at),
    };
    condition.meaning.terms.iter().map(fact).collect()
}

fn known_fact<T>(field: &Field, condition: &Written<T>, known: &Known, at: At<'_>) -> Read<Fact> {
    let places = |set: &Set| set.places(field, at, None);
    let place = |set: &Set| {
        let first = places(set).first().copied();
        first.ok_or_else(|| {
            condition.error(
                "there is no such place here; say where the rule holds: where = \"size(…) == 1\"",
            )
        })
    };
    let is_unknown = |set: &Set| set.has_unknown(field, at);
    Ok(Fact::Number(match known {
        Known::Size(set) if is_unknown(set) => return Ok(Fact::Unknown),
        Known::Size(set) => {
            let lists = set.lists(field, at, None);
            lists.iter().map(|list| number(list.places.len())).sum()
        }
        Known::Row(set) => number(place(set)?.cell()[1]) + 1,
        Known::Column(set) => number(place(set)?.cell()[2]) + 1,
        Known::Region(set) => field
            .region(place(set)?)
            .map_or(0, |region| i64::from(region) + 1),
        Known::Distance(one, other) => {
            let (one, other) = (place(one)?.cell(), place(other)?.cell());
            let ways = one.iter().zip(&other);
            ways.map(|(a, b)| number(a.abs_diff(*b))).sum()
        }
        Known::Has(set, part) => {
            let all = places(set);
            i64::from(places(part).iter().any(|place| all.contains(place)))
        }
        Known::Clue(clued) => {
            return Ok(match clued.find(field, at) {
                None => Fact::Nothing,
                Some((layer, clue)) => layer.value(clue).map_or(Fact::Unknown, Fact::Number),
            });
        }
        Known::Largest(layer) => field.known.layers[*layer].numbers().max().unwrap_or(0),
        Known::Param(param, place) => match (&field.known.params[*param].1, place) {
            (Setting::Number(number), _) => *number,
            (Setting::List(list), Some(place)) => list.get(place - 1).copied().unwrap_or(0),
            (Setting::List(list), None) => list.iter().sum(),
            (Setting::Unknown, _) => return Ok(Fact::Unknown),
        },
    }))
}

/// The value of an expression that reads no tiles, or `None` where the puzzle does not tell.
pub(super) fn value(
    field: &Field,
    written: &Written<Expression<Term>>,
    at: At<'_>,
) -> Read<Option<i64>> {
    let facts = facts(field, written, at)?;
    let part = put_in(written, &facts);
    let is_open = open(field, written, &part, &facts, at)?.is_some();
    Ok((!is_open).then(|| part.value(&|_| 0)))
}

/// A term that reads no tiles, or `None` where the puzzle does not tell.
pub(super) fn known_number<T>(
    field: &Field,
    written: &Written<T>,
    term: &Term,
    at: At<'_>,
) -> Read<Option<i64>> {
    let Term::Known(known) = term else {
        return Ok(None);
    };
    Ok(match known_fact(field, written, known, at)? {
        Fact::Number(number) => Some(number),
        _ => None,
    })
}
