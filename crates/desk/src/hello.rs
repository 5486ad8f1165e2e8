//! The subjects of questions: families, boards, makers.

use serde_json::{Map, Value, json};
use tilewright::answer::Listing;
use tilewright::generate::{Hardness, Symmetry, orders};
use tilewright::puzzles::{BoardKind, Families};
use tilewright::render::svg;

/// Everything that a page needs to know before it asks.
pub(crate) fn hello(families: &Families) -> Value {
    let sizing = |kind: &BoardKind| kind.sizes.about.as_ref().into();
    json!({
        "version": env!("CARGO_PKG_VERSION"),
        "families": Listing::of(families).families,
        "generators": generators(families),
        "sizes": of_kinds(families, menu),
        "sizing": of_kinds(families, sizing),
        "symmetries": symmetries(),
        "style": svg::page_style(),
    })
}

/// The kinds of puzzle that can be made, each with a size.
fn generators(families: &Families) -> Vec<Value> {
    let levels = Hardness::GRADES.map(|(grade, _)| grade.to_string());
    let made = families
        .iter()
        .filter_map(|family| Some((family, orders(family)?)));
    let kinds = made.flat_map(|(family, orders)| {
        let symmetries = if orders.0.contains(&"symmetry") {
            symmetries()
        } else {
            Vec::new()
        };
        let kinds = family.boards.iter();
        kinds.map(move |kind| (kind, symmetries.clone()))
    });
    let described = kinds.map(|(kind, symmetries)| {
        json!({
            "name": kind.name,
            "example": kind.sizes.usual,
            "levels": levels,
            "symmetries": symmetries,
        })
    });
    described.collect()
}

fn symmetries() -> Vec<&'static str> {
    Symmetry::NAMES.map(|(name, _)| name).to_vec()
}

/// A fact about each kind of board, by its name.
fn of_kinds(families: &Families, fact: impl Fn(&BoardKind) -> Value) -> Map<String, Value> {
    let kinds = families.boards();
    kinds
        .map(|kind| (kind.name.to_string(), fact(kind)))
        .collect()
}

/// The usual sizes: a menu for those who do not want to type one.
fn menu(kind: &BoardKind) -> Value {
    let sizes = kind.sizes.menu.iter();
    sizes
        .map(|(size, name)| json!({ "size": size, "name": name }))
        .collect()
}
