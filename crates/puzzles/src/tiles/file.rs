//! The TOML format: a board, a tile set (built in or told in the file) and fixed places. It is
//! described in docs/tiles.md.

use super::board::{Border, Shape, check_size};
use super::draft::{SET_KEYS, read_set, unknown_socket};
use super::set::{CLOSED_SOCKET, Joining, Sockets, TileSet};
use super::{DEFAULT_SIZE, Fixing, Tiles, default_border};
use crate::document::{self, Node, Source, Spot, Table, Word, get};
use crate::words::counted;
use crate::{Format, ParseError};
use std::fmt::Write;
use std::sync::{Arc, LazyLock};

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
    let source = Source(text);
    let document = document::of_toml(text)?;
    let mut known = SET_KEYS.to_vec();
    known.extend(["set", "board", "fixed"]);
    source.only(&document, "the file", &known)?;
    let set = match get(&document, "set") {
        Some(node) => built_in(source, node, &document)?,
        None => Arc::new(read_set(source, &document)?),
    };
    let empty = Table::new();
    let part = |key: &str, known: &[&str]| match get(&document, key) {
        None => Ok(&empty),
        Some(node) => {
            let table = source.table(node, key)?;
            source.only(table, &format!("[{key}]"), known)?;
            Ok(table)
        }
    };
    let board = part("board", &["size", "shape", "border"])?;
    let fixed = part("fixed", &["map", "places"])?;
    let map = get(fixed, "map").map(|node| read_map(source, node));
    let map = map.transpose()?;
    let size = read_size(source, get(board, "size"), map.as_ref())?;
    let shape = read_shape(source, get(board, "shape"))?;
    let border = read_border(source, get(board, "border"), &set, shape)?;
    let mut fixing = Fixing::new(Tiles::on_board(set, size, shape, border));
    for (row, words) in map.iter().flat_map(|map| map.rows.iter().enumerate()) {
        for (column, word) in words.iter().enumerate() {
            if word.text != "_" && word.text != "." {
                fix(source, &mut fixing, (row, column), word)?;
            }
        }
    }
    if let Some(node) = get(fixed, "places") {
        read_places(source, node, &mut fixing)?;
    }
    Ok(fixing.done())
}

fn built_in(source: Source, node: &Node, document: &Table) -> Result<Arc<TileSet>, ParseError> {
    let name = source.text(node, "set")?;
    let Some(set) = TileSet::built_in(&name.text) else {
        let message = format!(
            "there is no built-in set called {:?}; expected roads or loops",
            name.text
        );
        return Err(source.error(&name.at, message));
    };
    let own = document
        .iter()
        .find(|(key, _)| SET_KEYS.contains(&key.text.as_str()));
    if let Some((key, _)) = own {
        let message = format!(
            "{} cannot be used with set = {:?}, which is built in",
            key.text, name.text
        );
        return Err(source.error(&key.at, message));
    }
    Ok(set)
}

/// The words of a map, row by row, and where it is.
struct Map {
    rows: Vec<Vec<Word>>,
    at: Spot,
}

fn read_map(source: Source, node: &Node) -> Result<Map, ParseError> {
    let map = source.text(node, "map")?;
    let mut rows: Vec<Vec<Word>> = Vec::new();
    for line in source.lines(&map) {
        let words = source.words(&line);
        if words.is_empty() {
            continue;
        }
        if let Some(first) = rows.first()
            && first.len() != words.len()
        {
            let message = format!(
                "row {} of the map has {}, but the first has {}",
                rows.len() + 1,
                counted(words.len(), "place"),
                first.len()
            );
            return Err(source.error(&words[0].at, message));
        }
        rows.push(words);
    }
    if rows.is_empty() {
        return Err(source.error(&node.at, "the map is empty"));
    }
    check_size(rows.len(), rows[0].len()).map_err(|error| source.place(&node.at, error))?;
    Ok(Map { rows, at: map.at })
}

/// The size as the board or the map says; they must agree.
fn read_size(
    source: Source,
    node: Option<&Node>,
    map: Option<&Map>,
) -> Result<(usize, usize), ParseError> {
    let of_map = map.map(|map| (map.rows.len(), map.rows[0].len()));
    let Some(node) = node else {
        return Ok(of_map.unwrap_or(DEFAULT_SIZE));
    };
    let [rows, columns] = source.list(node, "size")? else {
        return Err(source.error(&node.at, "size must be two numbers: [rows, columns]"));
    };
    let size = (
        source.ordinal(rows, "the number of rows")?,
        source.ordinal(columns, "the number of columns")?,
    );
    check_size(size.0, size.1).map_err(|error| source.place(&node.at, error))?;
    match (of_map, map) {
        (Some(of_map), Some(map)) if of_map != size => Err(source.error(
            &map.at,
            format!(
                "the map has {}×{} places, but the board has {}×{}",
                of_map.0, of_map.1, size.0, size.1
            ),
        )),
        _ => Ok(size),
    }
}

/// The shape of a board, a grid unless it says otherwise.
pub(super) fn read_shape(source: Source, node: Option<&Node>) -> Result<Shape, ParseError> {
    let Some(node) = node else {
        return Ok(Shape::Grid);
    };
    let word = source.text(node, "shape")?;
    let known = Shape::NAMES.iter().find(|(name, _)| *name == word.text);
    known.map(|&(_, shape)| shape).ok_or_else(|| {
        let message = format!("there is no shape {:?}; expected grid or torus", word.text);
        source.error(&word.at, message)
    })
}

/// The border's rule: free, closed, or a socket; the default is that of the set.
pub(super) fn read_border(
    source: Source,
    node: Option<&Node>,
    set: &TileSet,
    shape: Shape,
) -> Result<Border, ParseError> {
    let Some(node) = node else {
        return Ok(default_border(set, shape));
    };
    let mut word = source.text(node, "border")?;
    if word.text == "free" {
        return Ok(Border::Free);
    }
    if shape == Shape::Torus {
        return Err(source.error(&word.at, "a torus has no border; expected free"));
    }
    let Some(sockets) = set.sockets() else {
        let message = "a set of pairs has no sockets for its border; expected free";
        return Err(source.error(&word.at, message));
    };
    if word.text == "closed" {
        word.text = CLOSED_SOCKET.into();
        if sockets.find(CLOSED_SOCKET).is_none() {
            let message =
                format!("the border is closed, but no side has the socket {CLOSED_SOCKET:?}");
            return Err(source.error(&word.at, message));
        }
    }
    let found = sockets.find(&word.text);
    found
        .map(Border::Socket)
        .ok_or_else(|| unknown_socket(source, &word, &sockets.names))
}

/// Fixed places as a list of `[row, column, kind]`, counted from 1.
fn read_places(source: Source, node: &Node, fixing: &mut Fixing) -> Result<(), ParseError> {
    for place in source.list(node, "places")? {
        let [row, column, kind] = source.list(place, "a place")? else {
            let message = "a place must be [row, column, kind]";
            return Err(source.error(&place.at, message));
        };
        let at = [
            (row, "row", fixing.rows()),
            (column, "column", fixing.columns()),
        ];
        let mut numbers = [0; 2];
        for (number, (node, what, most)) in numbers.iter_mut().zip(at) {
            *number = source.ordinal(node, &format!("the {what}"))? - 1;
            if *number >= most {
                let message = format!("there is no {what} {}; the board has {most}", *number + 1);
                return Err(source.error(&node.at, message));
            }
        }
        let kind = source.text(kind, "the kind")?;
        fix(source, fixing, (numbers[0], numbers[1]), &kind)?;
    }
    Ok(())
}

/// Fixes a kind on a place.
pub(super) fn fix(
    source: Source,
    fixing: &mut Fixing,
    place: (usize, usize),
    kind: &Word,
) -> Result<(), ParseError> {
    let fixed = fixing.fix(place, &kind.text);
    fixed.map_err(|error| source.place(&kind.at, error))
}

/// Writes a puzzle.
fn write(puzzle: &Tiles) -> String {
    let mut out = String::new();
    // Writing into a string cannot fail.
    let _ = write_all(puzzle, &mut out);
    out
}

fn write_all(puzzle: &Tiles, out: &mut String) -> std::fmt::Result {
    let set = puzzle.set();
    let built_in = set.built_in_name();
    match built_in {
        Some(name) => writeln!(out, "set = {}", quoted(name))?,
        None => write_head(set, out)?,
    }
    writeln!(out, "\n[board]")?;
    writeln!(out, "size = [{}, {}]", puzzle.rows(), puzzle.columns())?;
    writeln!(out, "shape = {}", quoted(puzzle.shape().name()))?;
    writeln!(out, "border = {}", quoted(puzzle.border_name()))?;
    if built_in.is_none() {
        write_kinds(set, out)?;
    }
    if puzzle.is_open_everywhere() {
        return Ok(());
    }
    writeln!(out, "\n[fixed]\nmap = \"\"\"")?;
    for line in puzzle.names_grid() {
        let quoted = quoted(&line);
        writeln!(out, "{}", &quoted[1..quoted.len() - 1])?;
    }
    writeln!(out, "\"\"\"")
}

/// The part before the tables: the name, the sockets and their joins.
fn write_head(set: &TileSet, out: &mut String) -> std::fmt::Result {
    if let Some(name) = set.name() {
        writeln!(out, "name = {}", quoted(name))?;
    }
    let Some(sockets) = set.sockets() else {
        return Ok(());
    };
    writeln!(out, "sockets = {}", list(&sockets.names))?;
    let joins = listed_joins(sockets);
    if joins.is_empty() {
        return Ok(());
    }
    let pairs: Vec<String> = joins.iter().map(|pair| list(pair)).collect();
    writeln!(out, "joins = [{}]", pairs.join(", "))
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

fn write_kinds(set: &TileSet, out: &mut String) -> std::fmt::Result {
    writeln!(out, "\n[kinds]")?;
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
        writeln!(out, "{} = {keys}", key(&kind.name))?;
    }
    let Joining::Pairs { across, down } = set.joining() else {
        return Ok(());
    };
    for (name, table) in [("across", across), ("down", down)] {
        writeln!(out, "\n[{name}]")?;
        for (first, kind) in set.kinds().iter().enumerate() {
            let followers = set.kinds().iter().enumerate();
            let followers = followers.filter(|(second, _)| table.allows(first, *second));
            let followers: Vec<&str> = followers.map(|(_, kind)| kind.name.as_str()).collect();
            if !followers.is_empty() {
                writeln!(
                    out,
                    "{} = {}",
                    key(&kind.name),
                    quoted(&followers.join(" "))
                )?;
            }
        }
    }
    Ok(())
}

fn key(name: &str) -> String {
    let is_bare = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    if name.chars().all(is_bare) {
        name.into()
    } else {
        quoted(name)
    }
}

fn list(words: &[impl AsRef<str>]) -> String {
    let words: Vec<String> = words.iter().map(|word| quoted(word.as_ref())).collect();
    format!("[{}]", words.join(", "))
}

/// A basic string of TOML.
fn quoted(text: &str) -> String {
    let mut out = String::from('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            c if c.is_control() => {
                let _ = write!(out, "\\u{:04X}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}
