//! A rules file as text: TOML in a fixed layout, which reads back as the same.

use super::pieces::{Copies, Packing, Piece};
use super::spec::{
    Between, Board, Content, Domain, Filling, Group, GroupDemand, Relation, Rule, Selector, Space,
    Spec, Step, Values, Wanted, written_sides,
};
use std::fmt::Write;

const TAKES_ALL: &str = "a string takes all that is written";

/// Writes a line or part of one.
macro_rules! put {
    ($out:expr, $($arg:tt)*) => { write!($out, $($arg)*).expect(TAKES_ALL) };
}

/// A text with everything escaped that TOML does not take between quotes.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '\\' | '"' => put!(out, "\\{c}"),
            c if c.is_control() => put!(out, "\\u{:04X}", c as u32),
            c => out.push(c),
        }
    }
    out
}

/// A text in quotes.
pub(super) fn quoted(text: &str) -> String {
    format!("\"{}\"", escaped(text))
}

/// A key, in quotes where it needs them.
fn key(name: &str) -> String {
    let is_bare = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    if !name.is_empty() && name.chars().all(is_bare) {
        name.to_owned()
    } else {
        quoted(name)
    }
}

/// A drawing of the board with words that are equally wide.
fn map(board: &Board, word: impl Fn(u32) -> String) -> String {
    let hole = || String::from("#");
    let cells = 0..board.cell_count();
    let words: Vec<String> = cells
        .map(|cell| board.tile(cell).map_or_else(hole, &word))
        .collect();
    let width = words.iter().map(|w| w.chars().count()).max().unwrap_or(1);
    let padded: Vec<String> = words.iter().map(|word| format!("{word:>width$}")).collect();
    board.drawing(&padded)
}

/// A text of several lines.
fn lines(text: &str) -> String {
    let lines: Vec<String> = text.lines().map(escaped).collect();
    format!("\"\"\"\n{}\n\"\"\"", lines.join("\n"))
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
        Space::Names(names) => {
            let names: Vec<&str> = names.names().collect();
            put!(out, "tiles = {}\n", quoted(&names.join(" ")));
        }
        Space::Grid(board) => {
            put!(out, "grid = [{}]\n", written_sides(board.sides(), ", "));
            let holes: Vec<String> = (0..board.cell_count())
                .filter(|&cell| board.tile(cell).is_none())
                .map(|cell| board.name(cell))
                .collect();
            if !holes.is_empty() {
                put!(out, "holes = {}\n", quoted(&holes.join(" ")));
            }
            if let Some((of_tile, names)) = &board.regions {
                let drawing = map(board, |tile| match of_tile[tile as usize] {
                    Some(region) => names[region as usize].clone(),
                    None => "_".into(),
                });
                put!(out, "regions = {}\n", lines(&drawing));
            }
        }
    }
}

fn value_names(values: &Values, wanted: &[u32]) -> String {
    let names: Vec<&str> = wanted.iter().map(|&value| values.name(value)).collect();
    quoted(&names.join(" "))
}

fn put_filling(space: &Space, filling: &Filling, out: &mut String) {
    let names: Vec<&str> = filling.values.names().collect();
    put!(out, "values = {}\n", quoted(&names.join(" ")));
    if filling.only.len() > 0 {
        put!(out, "\n[only]\n");
    }
    for (tiles, values) in filling.only.lists() {
        let names: Vec<String> = tiles.iter().map(|&tile| space.name(tile)).collect();
        let values = value_names(&filling.values, values);
        put!(out, "{} = {values}\n", key(&names.join(" ")));
    }
    for group in &filling.groups {
        put_group(space, filling, group, out);
    }
    for rule in &filling.rules {
        put_rule(space, filling, rule, out);
    }
}

fn put_group(space: &Space, filling: &Filling, group: &Group, out: &mut String) {
    let is_flat = space.grid().is_some_and(Board::is_flat);
    let selectors: Vec<String> = group
        .tiles
        .iter()
        .map(|selector| {
            quoted(&match selector {
                Selector::All => "*".into(),
                Selector::Rows => "rows".into(),
                Selector::Columns => "columns".into(),
                Selector::Pillars => "pillars".into(),
                Selector::Layers => "layers".into(),
                Selector::Diagonals => "diagonals".into(),
                Selector::MainDiagonals => "main-diagonals".into(),
                Selector::Boxes([1, height, width]) if is_flat => {
                    format!("boxes {height}x{width}")
                }
                Selector::Boxes([depth, height, width]) => {
                    format!("boxes {depth}x{height}x{width}")
                }
                Selector::Regions => "regions".into(),
                Selector::Tiles(tiles) => {
                    let names: Vec<String> = tiles.iter().map(|&tile| space.name(tile)).collect();
                    names.join(" ")
                }
            })
        })
        .collect();
    put!(out, "\n[[group]]\ntiles = ");
    match &selectors[..] {
        [selector] => put!(out, "{selector}\n"),
        _ => put!(out, "[{}]\n", selectors.join(", ")),
    }
    let wanted = |wanted: &Wanted| match wanted {
        Wanted::All => quoted("*"),
        Wanted::Some(values) => value_names(&filling.values, values),
    };
    match &group.demand {
        GroupDemand::AllDifferent => put!(out, "all_different = true\n"),
        GroupDemand::ExactlyOne(values) => put!(out, "exactly_one = {}\n", wanted(values)),
        GroupDemand::AtMostOne(values) => put!(out, "at_most_one = {}\n", wanted(values)),
    }
}

fn put_rule(space: &Space, filling: &Filling, rule: &Rule, out: &mut String) {
    put!(out, "\n[[rule]]\nbetween = ");
    match &rule.between {
        Between::Adjacent => put!(out, "\"adjacent\"\n"),
        Between::Touching => put!(out, "\"touching\"\n"),
        Between::All => put!(out, "\"pairs\"\n"),
        Between::Offsets(steps) => {
            let is_flat = space.grid().is_some_and(Board::is_flat);
            let step = |step: &Step| match step {
                [0, down, right] if is_flat => format!("[{down}, {right}]"),
                [on, down, right] => format!("[{on}, {down}, {right}]"),
            };
            let steps: Vec<String> = steps.iter().map(step).collect();
            put!(out, "[{}]\n", steps.join(", "));
        }
        Between::Pairs(pairs) => {
            let name = |&(a, b): &(u32, u32)| format!("{}-{}", space.name(a), space.name(b));
            let pairs: Vec<String> = pairs.iter().map(name).collect();
            put!(out, "{}\n", quoted(&pairs.join(" ")));
        }
    }
    let values = |pairs: &[(u32, u32)]| {
        let name = |value: u32| filling.values.name(value);
        let pairs: Vec<String> = pairs
            .iter()
            .map(|&(a, b)| format!("{}-{}", name(a), name(b)))
            .collect();
        quoted(&pairs.join(" "))
    };
    match &rule.relation {
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
                    .map(|&place| {
                        let tiles = packing.placements.tiles(place).iter();
                        let names: Vec<String> = tiles.map(|&t| spec.space.name(t)).collect();
                        quoted(&names.join(" "))
                    })
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
