//! The TOML format: a board, a tile set (built in or told in the file) and fixed places. It is
//! described in docs/tiles.md.

use super::board::{Border, Shape, check_size};
use super::draft::{SET_KEYS, read_set, unknown_socket};
use super::set::{CLOSED_SOCKET, Joining, Sockets, TileSet};
use super::{DEFAULT_SIZE, Fixing, Tiles, default_border};
use crate::document::{self, Node, Spot, Table, Word, get, key, lines, only, quoted};
use crate::prose::{counted, joined, put};
use crate::{Format, ParseError};
use std::sync::{Arc, LazyLock};
use tilewright_model::Table as Pairs;

pub(super) static TOML: LazyLock<Format> = LazyLock::new(|| {
    Format::new(
        "toml",
        "a board, a tile set and fixed places: see docs/tiles.md",
    )
    .reads(read)
    .writes(|puzzle: &Tiles| Ok(write(puzzle)))
    .looks(looks_like)
    .with_own_remarks()
});

/// Returns true if a text looks like a tile set or a board of tiles in TOML.
fn looks_like(text: &str) -> bool {
    let has_line = |starts: &str| {
        text.lines()
            .any(|line| line.trim_start().starts_with(starts))
    };
    has_line("[kinds")
        || has_line("[[kinds")
        || (has_line("[board") && (has_line("set=") || has_line("set =")))
}

/// Reads a puzzle.
pub(super) fn read(text: &str) -> Result<Tiles, ParseError> {
    let document = document::of_toml(text)?;
    let mut known = SET_KEYS.to_vec();
    known.extend(["set", "board", "fixed"]);
    only(&document, "the file", &known)?;
    let set = match get(&document, "set") {
        Some(node) => built_in_alone(node, &document)?,
        None => Arc::new(read_set(&document)?),
    };
    let empty = Table::new();
    let part = |key: &str, known: &[&str]| match get(&document, key) {
        None => Ok(&empty),
        Some(node) => {
            let table = node.table(key)?;
            only(table, &format!("[{key}]"), known)?;
            Ok(table)
        }
    };
    let board = part("board", &["size", "shape", "border"])?;
    let fixed = part("fixed", &["map", "places"])?;
    let map = get(fixed, "map").map(|node| read_map(node));
    let map = map.transpose()?;
    let size = read_size(get(board, "size"), map.as_ref())?;
    let shape = read_shape(get(board, "shape"))?;
    let border = read_border(get(board, "border"), &set, shape)?;
    let mut fixing = Fixing::new(Tiles::on_board(set, size, shape, border));
    for (row, words) in map.iter().flat_map(|map| map.rows.iter().enumerate()) {
        for (column, word) in words.iter().enumerate() {
            if word.text != "_" && word.text != "." {
                fix(&mut fixing, (row, column), word)?;
            }
        }
    }
    if let Some(node) = get(fixed, "places") {
        read_places(node, &mut fixing)?;
    }
    Ok(fixing.done())
}

/// The built-in set that is named, after its name.
pub(super) fn built_in(node: &Node) -> Result<(String, Arc<TileSet>), ParseError> {
    let name = node.text("set")?.text;
    let unknown = || format!("there is no built-in set called {name:?}; expected roads or loops");
    let set = TileSet::built_in(&name).ok_or_else(|| node.error(unknown()))?;
    Ok((name, set))
}

/// The built-in set of a document, which tells none of its own.
fn built_in_alone(node: &Node, document: &Table) -> Result<Arc<TileSet>, ParseError> {
    let (name, set) = built_in(node)?;
    let own = document
        .iter()
        .find(|(key, _)| SET_KEYS.contains(&key.text.as_str()));
    if let Some((key, _)) = own {
        return Err(key.error(format!(
            "{} cannot be used with set = {name:?}, which is built in",
            key.text
        )));
    }
    Ok(set)
}

/// The words of a map, row by row, and where it is.
struct Map<'t> {
    rows: Vec<Vec<Word<'t>>>,
    at: Spot<'t>,
}

fn read_map<'t>(node: &Node<'t>) -> Result<Map<'t>, ParseError> {
    let map = node.text("map")?;
    let mut rows: Vec<Vec<Word>> = Vec::new();
    for line in map.lines() {
        let words = line.words();
        if words.is_empty() {
            continue;
        }
        if let Some(first) = rows.first()
            && first.len() != words.len()
        {
            return Err(words[0].error(format!(
                "row {} of the map has {}, but the first has {}",
                rows.len() + 1,
                counted(words.len(), "place"),
                first.len()
            )));
        }
        rows.push(words);
    }
    if rows.is_empty() {
        return Err(node.error("the map is empty"));
    }
    check_size(rows.len(), rows[0].len()).map_err(|error| node.at.place(error))?;
    Ok(Map { rows, at: map.at })
}

/// The size as the board or the map says; they must agree.
fn read_size(node: Option<&Node>, map: Option<&Map>) -> Result<(usize, usize), ParseError> {
    let of_map = map.map(|map| (map.rows.len(), map.rows[0].len()));
    let Some(node) = node else {
        return Ok(of_map.unwrap_or(DEFAULT_SIZE));
    };
    let [rows, columns] = node.list("size")? else {
        return Err(node.error("size must be two numbers: [rows, columns]"));
    };
    let size = (
        rows.ordinal("the number of rows")?,
        columns.ordinal("the number of columns")?,
    );
    check_size(size.0, size.1).map_err(|error| node.at.place(error))?;
    match (of_map, map) {
        (Some(of_map), Some(map)) if of_map != size => Err(map.at.error(format!(
            "the map has {}×{} places, but the board has {}×{}",
            of_map.0, of_map.1, size.0, size.1
        ))),
        _ => Ok(size),
    }
}

/// The shape of a board, a grid unless it says otherwise.
pub(super) fn read_shape(node: Option<&Node>) -> Result<Shape, ParseError> {
    let Some(node) = node else {
        return Ok(Shape::Grid);
    };
    let word = node.text("shape")?;
    let known = Shape::NAMES.iter().find(|(name, _)| *name == word.text);
    known.map(|&(_, shape)| shape).ok_or_else(|| {
        let message = format!("there is no shape {:?}; expected grid or torus", word.text);
        word.error(message)
    })
}

/// The border's rule: free, closed, or a socket; the default is that of the set.
pub(super) fn read_border(
    node: Option<&Node>,
    set: &TileSet,
    shape: Shape,
) -> Result<Border, ParseError> {
    let Some(node) = node else {
        return Ok(default_border(set, shape));
    };
    let mut word = node.text("border")?;
    if word.text == "free" {
        return Ok(Border::Free);
    }
    if shape == Shape::Torus {
        return Err(word.error("a torus has no border; expected free"));
    }
    let Some(sockets) = set.sockets() else {
        return Err(word.error("a set of pairs has no sockets for its border; expected free"));
    };
    if word.text == "closed" {
        word.text = CLOSED_SOCKET.into();
        if sockets.find(CLOSED_SOCKET).is_none() {
            return Err(word.error(format!(
                "the border is closed, but no side has the socket {CLOSED_SOCKET:?}"
            )));
        }
    }
    let found = sockets.find(&word.text);
    found
        .map(Border::Socket)
        .ok_or_else(|| unknown_socket(&word, &sockets.names))
}

/// Fixed places as a list of `[row, column, kind]`, counted from 1.
fn read_places(node: &Node, fixing: &mut Fixing) -> Result<(), ParseError> {
    for place in node.list("places")? {
        let [row, column, kind] = place.list("a place")? else {
            return Err(place.error("a place must be [row, column, kind]"));
        };
        let at = [
            (row, "row", fixing.rows()),
            (column, "column", fixing.columns()),
        ];
        let mut numbers = [0; 2];
        for (number, (node, what, most)) in numbers.iter_mut().zip(at) {
            *number = node.ordinal(&format!("the {what}"))? - 1;
            if *number >= most {
                return Err(node.error(format!(
                    "there is no {what} {}; the board has {most}",
                    *number + 1
                )));
            }
        }
        let kind = kind.text("the kind")?;
        fix(fixing, (numbers[0], numbers[1]), &kind)?;
    }
    Ok(())
}

/// Fixes a kind on a place.
pub(super) fn fix(
    fixing: &mut Fixing,
    place: (usize, usize),
    kind: &Word,
) -> Result<(), ParseError> {
    let fixed = fixing.fix(place, &kind.text);
    fixed.map_err(|error| kind.at.place(error))
}

/// Writes a puzzle.
fn write(puzzle: &Tiles) -> String {
    let mut out = String::new();
    let set = puzzle.set();
    let built_in = set.built_in_name();
    match built_in {
        Some(name) => put!(out, "set = {}\n", quoted(name)),
        None => write_head(set, &mut out),
    }
    put!(out, "\n[board]\n");
    put!(out, "size = [{}, {}]\n", puzzle.rows(), puzzle.columns());
    put!(out, "shape = {}\n", quoted(puzzle.shape().name()));
    put!(out, "border = {}\n", quoted(puzzle.border_name()));
    if built_in.is_none() {
        write_kinds(set, &mut out);
    }
    if !puzzle.is_open_everywhere() {
        let map = lines(&puzzle.names_grid().join("\n"));
        put!(out, "\n[fixed]\nmap = {map}\n");
    }
    out
}

/// The part before the tables: the name, the sockets and their joins.
fn write_head(set: &TileSet, out: &mut String) {
    if let Some(name) = set.name() {
        put!(out, "name = {}\n", quoted(name));
    }
    let Some(sockets) = set.sockets() else {
        return;
    };
    put!(out, "sockets = {}\n", list(&sockets.names));
    let joins = listed_joins(sockets);
    if joins.is_empty() {
        return;
    }
    let pairs = joins.iter().map(|pair| list(pair));
    put!(out, "joins = [{}]\n", joined(pairs, ", "));
}

/// The pairs of sockets that must be listed: all, but for sockets that join just themselves.
pub(super) fn listed_joins(sockets: &Sockets) -> Vec<[&str; 2]> {
    let count = sockets.names.len();
    let is_plain = |a: usize| (0..count).all(|b| sockets.mates.allows(a, b) == (a == b));
    let mut pairs = Vec::new();
    for a in (0..count).filter(|&a| !is_plain(a)) {
        for b in (a..count).filter(|&b| sockets.mates.allows(a, b)) {
            pairs.push([sockets.names[a].as_str(), sockets.names[b].as_str()]);
        }
    }
    pairs
}

fn write_kinds(set: &TileSet, out: &mut String) {
    put!(out, "\n[kinds]\n");
    for (number, kind) in set.kinds().iter().enumerate() {
        let mut keys = Vec::new();
        if let Some(sockets) = set.sockets() {
            let sides = sockets.sides[number].map(|side| sockets.names[usize::from(side)].as_str());
            keys.push(format!("sides = {}", quoted(&sides.join(" "))));
        }
        if kind.weight.to_bits() != 1f64.to_bits() {
            keys.push(format!("weight = {:?}", kind.weight));
        }
        if !kind.art.is_empty() && !set.is_drawn_by_sockets() {
            keys.push(format!("art = {}", list(&kind.art)));
        }
        if !kind.boxes.is_empty() && !set.is_drawn_by_sockets() {
            keys.push(format!("box = {}", quoted(&kind.boxes)));
        }
        let keys = match keys.join(", ") {
            keys if keys.is_empty() => "{}".into(),
            keys => format!("{{ {keys} }}"),
        };
        put!(out, "{} = {keys}\n", key(&kind.name));
    }
    for (name, lists) in listed_pairs(set) {
        put!(out, "\n[{name}]\n");
        for (kind, followers) in lists.iter().filter(|(_, list)| !list.is_empty()) {
            put!(out, "{} = {}\n", key(kind), quoted(followers));
        }
    }
}

/// For each way the kinds, each with the names of those that may follow it; nothing for a set of sockets.
pub(super) fn listed_pairs(set: &TileSet) -> Vec<(&'static str, Vec<(&str, String)>)> {
    let Joining::Pairs { across, down } = set.joining() else {
        return Vec::new();
    };
    let list = |table: &Pairs| {
        let followers = |first: usize| {
            let kinds = set.kinds().iter().enumerate();
            let allowed = kinds.filter(|&(second, _)| table.allows(first, second));
            joined(allowed.map(|(_, kind)| &kind.name), " ")
        };
        let kinds = set.kinds().iter().enumerate();
        kinds
            .map(|(first, kind)| (kind.name.as_str(), followers(first)))
            .collect()
    };
    vec![("across", list(across)), ("down", list(down))]
}

fn list(words: &[impl AsRef<str>]) -> String {
    let words = words.iter().map(|word| quoted(word.as_ref()));
    format!("[{}]", joined(words, ", "))
}
