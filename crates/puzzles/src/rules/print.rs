//! A rules file as text: TOML in a fixed layout, which reads back as the same.

use super::pieces::{Copies, Packing, Piece};
use super::spec::{
    Between, Board, Content, Domain, Filling, Group, GroupDemand, Relation, Rule, Selector, Space,
    Spec, Step, Values, Wanted, written_sides,
};
use super::words::Written;
use super::words::demands::{Demand, On};
use super::words::places::Field;
pub(super) use crate::document::quoted;
use crate::document::{key, lines};
use crate::prose::{aligned, joined, put};
use std::fmt::Display;

/// Words in quotes, with blanks between them.
fn words<T: Display>(words: impl IntoIterator<Item = T>) -> String {
    quoted(&joined(words, " "))
}

/// A drawing of the board with words that are equally wide.
fn map(board: &Board, word: impl Fn(u32) -> String) -> String {
    let hole = || String::from("#");
    let cells = 0..board.cell_count();
    let words: Vec<String> = cells
        .map(|cell| board.tile(cell).map_or_else(hole, &word))
        .collect();
    board.drawing(&aligned(&words))
}

/// The known part of the tiles: a value each, or the placements that lie.
pub(super) enum Known<'k> {
    /// For each tile, the place of its value in the tile's domain.
    Values(&'k [Option<u32>]),
    /// Placements, ascending.
    Places(&'k [u32]),
}

/// The file as TOML.
pub(super) fn toml(spec: &Spec, known: &Known) -> String {
    let mut out = String::new();
    if let Some(title) = &spec.title {
        put!(out, "title = {}\n", quoted(title));
    }
    put_space(&spec.space, &mut out);
    match &spec.content {
        Content::Values(filling) => put_filling(&spec.space, filling, &mut out),
        Content::Pieces(packing) => put_packing(packing, &mut out),
    }
    put_givens(spec, known, &mut out);
    out
}

fn put_space(space: &Space, out: &mut String) {
    match space {
        Space::Names(names) => put!(out, "tiles = {}\n", words(names.names())),
        Space::Grid(board) => put_board(board, out),
        Space::Layered(field) => {
            put_board(&field.board, out);
            put_layers(field, false, out);
            put_layers(field, true, out);
        }
    }
}

fn put_board(board: &Board, out: &mut String) {
    put!(out, "grid = [{}]\n", written_sides(board.sides(), ", "));
    let holes: Vec<String> = (0..board.cell_count())
        .filter(|&cell| board.tile(cell).is_none())
        .map(|cell| board.name(cell))
        .collect();
    if !holes.is_empty() {
        put!(out, "holes = {}\n", words(holes));
    }
    if let Some((of_tile, names)) = &board.regions {
        let drawing = map(board, |tile| match of_tile[tile as usize] {
            Some(region) => names[region as usize].clone(),
            None => "_".into(),
        });
        put!(out, "regions = {}\n", lines(&drawing));
    }
}

/// The layers that are hidden, or those that are not.
fn put_layers(field: &Field, is_hidden: bool, out: &mut String) {
    let mut layers = field
        .layers
        .iter()
        .filter(|layer| layer.is_hidden == is_hidden)
        .peekable();
    if layers.peek().is_some() {
        put!(out, "\n[{}]\n", if is_hidden { "hidden" } else { "enter" });
    }
    for layer in layers {
        let [at, values] = layer.written.each_ref().map(|text| quoted(text));
        let exists = if layer.is_free { ", exists = true" } else { "" };
        put!(
            out,
            "{} = {{ at = {at}, values = {values}{exists} }}\n",
            key(&layer.name)
        );
    }
}

fn value_names(values: &Values, wanted: &[u32]) -> String {
    words(wanted.iter().map(|&value| values.name(value)))
}

fn put_filling(space: &Space, filling: &Filling, out: &mut String) {
    if !matches!(space, Space::Layered(_)) {
        put!(out, "values = {}\n", words(filling.values.names()));
        if filling.only.len() > 0 {
            put!(out, "\n[only]\n");
        }
        for (tiles, values) in filling.only.lists() {
            let values = value_names(&filling.values, values);
            put!(out, "{} = {values}\n", key(&space.names(tiles, " ")));
        }
    }
    if !filling.words.sets.is_empty() {
        put!(out, "\n[sets]\n");
    }
    for (name, set) in &filling.words.sets {
        put!(out, "{} = {}\n", key(name), quoted(set));
    }
    for group in &filling.groups {
        put_group(space, filling, group, out);
    }
    for rule in &filling.rules {
        put_rule(space, filling, rule, out);
    }
    for demand in &filling.words.demands {
        put_demand(space, filling, demand, out);
    }
    for link in &filling.words.links {
        put!(out, "\n[[link]]\n");
        for (name, text) in &link.keys {
            let text = text.as_ref().map_or("true".to_owned(), |text| quoted(text));
            put!(out, "{} = {text}\n", key(name));
        }
    }
}

/// Texts as a text or a list of texts.
fn texts<T>(written: &[Written<T>]) -> String {
    match written {
        [one] => quoted(&one.text),
        several => format!(
            "[{}]",
            joined(several.iter().map(|one| quoted(&one.text)), ", ")
        ),
    }
}

fn put_demand(space: &Space, filling: &Filling, demand: &Demand, out: &mut String) {
    put!(out, "\n[[rule]]\n");
    match &demand.on {
        On::Once => {}
        On::Each(sets) => put!(out, "each = {}\n", texts(sets)),
        On::Between(between) => put_between(space, between, out),
        On::Pairs(set) | On::Steps(set) | On::Within(set) => {
            put!(out, "between = {}\n", quoted(&set.text));
        }
        On::Line => put!(out, "between = \"line\"\n"),
    }
    if let (Some(layer), Space::Layered(field)) = (demand.layer, space) {
        put!(out, "layer = {}\n", quoted(&field.layers[layer].name));
    }
    if let Some(condition) = &demand.only_where {
        put!(out, "where = {}\n", quoted(&condition.text));
    }
    if let Some(set) = &demand.of {
        put!(out, "of = {}\n", quoted(&set.text));
    }
    if let Some(group) = &demand.group {
        put_group_demand(&filling.values, group, out);
    }
    if !demand.require.is_empty() {
        put!(out, "require = {}\n", texts(&demand.require));
    }
}

fn put_group(space: &Space, filling: &Filling, group: &Group, out: &mut String) {
    let is_flat = space.grid().is_some_and(Board::is_flat);
    let selectors: Vec<String> = group
        .tiles
        .iter()
        .map(|selector| {
            quoted(&match selector {
                Selector::Boxes([1, height, width]) if is_flat => {
                    format!("boxes {height}x{width}")
                }
                Selector::Boxes([depth, height, width]) => {
                    format!("boxes {depth}x{height}x{width}")
                }
                Selector::Tiles(tiles) => space.names(tiles, " "),
                plain => {
                    let mut words = Selector::WORDS.iter();
                    let word = words.find(|(_, selector)| selector == plain);
                    word.expect("any other has a word of its own").0.to_owned()
                }
            })
        })
        .collect();
    put!(out, "\n[[group]]\ntiles = ");
    if let [selector] = &selectors[..] {
        put!(out, "{selector}\n");
    } else {
        put!(out, "[{}]\n", selectors.join(", "));
    }
    put_group_demand(&filling.values, &group.demand, out);
}

fn put_group_demand(values: &Values, demand: &GroupDemand, out: &mut String) {
    let wanted = |wanted: &Wanted| match wanted {
        Wanted::All => quoted("*"),
        Wanted::Some(wanted) => value_names(values, wanted),
        Wanted::AllBut(others) => {
            let others = others.iter().map(|&value| values.name(value));
            quoted(&format!("not {}", joined(others, " ")))
        }
    };
    match demand {
        GroupDemand::AllDifferent => put!(out, "all_different = true\n"),
        GroupDemand::ExactlyOne(values) => put!(out, "exactly_one = {}\n", wanted(values)),
        GroupDemand::AtMostOne(values) => put!(out, "at_most_one = {}\n", wanted(values)),
    }
}

fn put_rule(space: &Space, filling: &Filling, rule: &Rule, out: &mut String) {
    put!(out, "\n[[rule]]\n");
    put_between(space, &rule.between, out);
    put_relation(filling, &rule.relation, out);
}

fn put_between(space: &Space, between: &Between, out: &mut String) {
    put!(out, "between = ");
    match between {
        Between::Adjacent => put!(out, "\"adjacent\"\n"),
        Between::Touching => put!(out, "\"touching\"\n"),
        Between::All => put!(out, "\"pairs\"\n"),
        Between::Offsets(steps) => {
            let is_flat = space.grid().is_none_or(Board::is_flat);
            let step = |step: &Step| match step {
                [0, down, right] if is_flat => format!("[{down}, {right}]"),
                [on, down, right] => format!("[{on}, {down}, {right}]"),
            };
            put!(out, "[{}]\n", joined(steps.iter().map(step), ", "));
        }
        Between::Pairs(pairs) => {
            let name = |&(a, b): &(u32, u32)| format!("{}-{}", space.name(a), space.name(b));
            put!(out, "{}\n", words(pairs.iter().map(name)));
        }
    }
}

fn put_relation(filling: &Filling, relation: &Relation, out: &mut String) {
    let values = |pairs: &[(u32, u32)]| {
        let name = |value: u32| filling.values.name(value);
        words(
            pairs
                .iter()
                .map(|&(a, b)| format!("{}-{}", name(a), name(b))),
        )
    };
    match relation {
        Relation::Require(condition) => put!(out, "require = {}\n", quoted(condition.text())),
        Relation::Allow(pairs) => put!(out, "allow = {}\n", values(pairs)),
        Relation::Forbid(pairs) => put!(out, "forbid = {}\n", values(pairs)),
    }
}

fn put_packing(packing: &Packing, out: &mut String) {
    let all = |flag: fn(&Piece) -> bool| packing.pieces.iter().all(flag);
    // Permissions of all pieces are written once.
    let (rotate, reflect) = (all(|p| p.rotate), all(|p| p.reflect));
    for (name, flag) in [
        ("rotate", rotate),
        ("reflect", reflect),
        ("gaps", packing.gaps),
    ] {
        if flag {
            put!(out, "{name} = true\n");
        }
    }
    put!(out, "\n[pieces]\n");
    for piece in &packing.pieces {
        let shape = quoted(&piece.shape.drawing());
        let mut extra = String::new();
        if piece.rotate != rotate {
            put!(extra, ", rotate = {}", piece.rotate);
        }
        if piece.reflect != reflect {
            put!(extra, ", reflect = {}", piece.reflect);
        }
        match piece.copies {
            Copies::Exactly(1) => {}
            Copies::Exactly(copies) => put!(extra, ", copies = {copies}"),
            Copies::Any => put!(extra, ", copies = \"any\""),
        }
        if extra.is_empty() {
            put!(out, "{} = {shape}\n", key(&piece.name));
        } else {
            put!(out, "{} = {{ shape = {shape}{extra} }}\n", key(&piece.name));
        }
    }
}

fn put_givens(spec: &Spec, known: &Known, out: &mut String) {
    match (known, &spec.content) {
        (Known::Values(places), Content::Values(filling)) if places.iter().any(Option::is_some) => {
            let value = |tile: u32, place: u32| {
                let domain: Domain = filling.domain(tile);
                filling.values.name(domain.value(place as usize))
            };
            put!(out, "\n[givens]\n");
            if let Some(board) = spec.space.grid() {
                let drawing = map(board, |tile| match places[tile as usize] {
                    Some(place) => value(tile, place).to_owned(),
                    None => "_".into(),
                });
                put!(out, "map = {}\n", lines(&drawing));
                return;
            }
            for (tile, place) in (0..).zip(*places) {
                if let Some(place) = place {
                    let name = key(&spec.space.name(tile));
                    put!(out, "{name} = {}\n", quoted(value(tile, *place)));
                }
            }
        }
        (Known::Places(places), Content::Pieces(packing)) if !places.is_empty() => {
            put!(out, "\n[givens]\n");
            for (number, piece) in packing.pieces.iter().enumerate() {
                let all = packing.placements.of_piece(number);
                let lying: Vec<String> = places
                    .iter()
                    .filter(|place| all.contains(place))
                    .map(|&place| quoted(&spec.space.names(packing.placements.tiles(place), " ")))
                    .collect();
                match (&lying[..], piece.copies) {
                    ([], _) => {}
                    ([place], Copies::Exactly(_)) => put!(out, "{} = {place}\n", key(&piece.name)),
                    _ => put!(out, "{} = [{}]\n", key(&piece.name), lying.join(", ")),
                }
            }
        }
        _ => {}
    }
}
