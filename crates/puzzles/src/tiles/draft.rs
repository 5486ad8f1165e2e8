//! From a document to a tile set: reads the kinds with their sockets or pairs, turns and mirrors
//! them, and checks everything, each mistake at its place.
//!
//! The keys are the same in TOML and JSON; docs/tiles.md gives their meaning.

use super::set::{CLOSED_SOCKET, Joining, Kind, LONGEST_NAME, MOST_KINDS, Sockets, TileSet, orbit};
use crate::ParseError;
use crate::document::{Node, Spot, Table, Value, Word, get, only};
use crate::nearest::with_nearest;
use crate::prose::{counted, first_of};
use std::collections::{HashMap, HashSet};
use tilewright_model::Table as Pairs;

/// The keys that describe a set.
pub(super) const SET_KEYS: [&str; 6] = ["name", "sockets", "joins", "kinds", "across", "down"];

/// The largest drawing of a tile: lines and characters.
const LARGEST_ART: (usize, usize) = (16, 64);

/// Words with a meaning of their own where a socket is named.
const RESERVED_SOCKETS: [&str; 2] = ["free", "closed"];

/// Reads a tile set from the keys of a table that are [`SET_KEYS`].
pub(super) fn read_set(table: &Table) -> Result<TileSet, ParseError> {
    let name = get(table, "name").map(|node| node.text("name"));
    let name = name.transpose()?.map(|word| word.text);
    let Some(kinds) = get(table, "kinds") else {
        return Err(ParseError::new(
            "the set has no kinds; expected a table [kinds]",
        ));
    };
    let drafts = read_kinds(kinds)?;
    if drafts.is_empty() {
        return Err(kinds.error("a tile set needs at least one kind"));
    }
    let has_sides = drafts.iter().any(|draft| draft.sides.is_some());
    let mut whole = Whole::default();
    let joining = if has_sides {
        for key in ["across", "down"] {
            if let Some(node) = get(table, key) {
                return Err(node.error(format!("{key} cannot be used with kinds that have sides")));
            }
        }
        whole.read_sockets(table, &drafts)?
    } else {
        for key in ["sockets", "joins"] {
            if let Some(node) = get(table, key) {
                return Err(node.error(format!("{key} needs kinds with sides")));
            }
        }
        whole.read_pairs(table, &drafts)?
    };
    check_drawings(&whole.kinds, &whole.spots)?;
    TileSet::new(name, whole.kinds, joining).map_err(|error| kinds.at.place(error))
}

/// A kind as it is written, before it is turned.
struct Draft<'t> {
    name: Word<'t>,
    sides: Option<&'t Node<'t>>,
    rotate: Turning<'t>,
    reflect: Turning<'t>,
    weight: f64,
    art: Option<&'t Node<'t>>,
    boxes: Option<&'t Node<'t>>,
}

/// The turns or mirror images of a kind, and their names.
enum Turning<'t> {
    No,
    Yes,
    Named(Vec<Word<'t>>, Spot<'t>),
}

impl Turning<'_> {
    fn is_asked(&self) -> bool {
        !matches!(self, Self::No)
    }
}

fn read_kinds<'t>(kinds: &'t Node<'t>) -> Result<Vec<Draft<'t>>, ParseError> {
    match &kinds.value {
        Value::List(list) => list
            .iter()
            .map(|node| {
                let table = node.table("a kind")?;
                let Some(name) = get(table, "name") else {
                    return Err(node.error("a kind has no name"));
                };
                let name = name.text("the name of a kind")?;
                read_kind(name, table)
            })
            .collect(),
        _ => kinds
            .table("kinds")?
            .iter()
            .map(|(name, node)| {
                let table = node.table(&format!("kind {:?}", name.text))?;
                if let Some(node) = get(table, "name") {
                    return Err(node.error(format!("kind {:?} has a name already", name.text)));
                }
                read_kind(name.clone(), table)
            })
            .collect(),
    }
}

fn read_kind<'t>(name: Word<'t>, table: &'t Table<'t>) -> Result<Draft<'t>, ParseError> {
    let known = ["name", "sides", "rotate", "reflect", "weight", "art", "box"];
    let of_kind = |what: &str| format!("{what} of kind {:?}", name.text);
    only(table, &format!("kind {:?}", name.text), &known)?;
    let turning = |key: &str| match get(table, key) {
        None => Ok(Turning::No),
        Some(node) => read_turning(node, &of_kind(key)),
    };
    let weight = match get(table, "weight") {
        None => 1.0,
        Some(node) => {
            let what = of_kind("weight");
            let weight = node.number(&what)?;
            if !weight.is_finite() || weight < 0.0 {
                return Err(node.error(format!(
                    "{what} is {weight}, but a number from 0 on is expected"
                )));
            }
            weight
        }
    };
    let draft = Draft {
        sides: get(table, "sides"),
        rotate: turning("rotate")?,
        reflect: turning("reflect")?,
        weight,
        art: get(table, "art"),
        boxes: get(table, "box"),
        name,
    };
    if draft.sides.is_none() {
        for key in ["rotate", "reflect"] {
            if let Some(node) = get(table, key) {
                return Err(node.error(format!("kind {:?} has no sides to {key}", draft.name.text)));
            }
        }
    }
    Ok(draft)
}

fn read_turning<'t>(node: &Node<'t>, what: &str) -> Result<Turning<'t>, ParseError> {
    match &node.value {
        Value::Bool(false) => Ok(Turning::No),
        Value::Bool(true) => Ok(Turning::Yes),
        Value::List(list) => {
            let names = list.iter().map(|name| name.text("a name"));
            let names = names.collect::<Result<Vec<Word>, _>>()?;
            Ok(Turning::Named(names, node.at.clone()))
        }
        _ => {
            let message = format!("{what} is neither true nor false nor a list of names");
            Err(node.error(message))
        }
    }
}

/// The kinds of a set as they are made one by one, each with the place it comes from.
#[derive(Default)]
struct Whole<'t> {
    kinds: Vec<Kind>,
    spots: Vec<Spot<'t>>,
    numbers: HashMap<String, u16>,
}

impl<'t> Whole<'t> {
    /// Adds a kind under a name of its own.
    fn add(&mut self, name: Word<'t>, weight: f64) -> Result<(), ParseError> {
        check_word(&name, "a kind")?;
        if name.text == "_" || name.text == "." {
            return Err(name.error(format!(
                "no kind can be called {:?}: that is an open place",
                name.text
            )));
        }
        if self.kinds.len() == MOST_KINDS {
            return Err(name.error(format!("the set has more than {MOST_KINDS} kinds")));
        }
        let number = self.kinds.len() as u16;
        if self.numbers.insert(name.text.clone(), number).is_some() {
            return Err(name.error(format!("there are two kinds called {:?}", name.text)));
        }
        self.kinds.push(Kind::new(name.text, weight));
        self.spots.push(name.at);
        Ok(())
    }

    fn read_sockets(&mut self, table: &Table, drafts: &[Draft<'t>]) -> Result<Joining, ParseError> {
        let mut labels = Labels::default();
        if let Some(node) = get(table, "sockets") {
            for label in node.list("sockets")? {
                let label = label.text("a socket")?;
                if labels.find(&label.text).is_some() {
                    return Err(
                        label.error(format!("there are two sockets called {:?}", label.text))
                    );
                }
                labels.add(label)?;
            }
            labels.is_listed = true;
        }
        let mut sides = Vec::new();
        for draft in drafts {
            let own = read_sides(draft, &mut labels)?;
            let turned = orbit(own, draft.rotate.is_asked(), draft.reflect.is_asked());
            let start = self.kinds.len();
            for name in orbit_names(draft, &turned)? {
                self.add(name, draft.weight)?;
            }
            sides.extend(turned.iter().flatten().map(|(_, sides)| *sides));
            draw(draft, &mut self.kinds[start..])?;
        }
        let mates = read_joins(get(table, "joins"), &labels)?;
        Ok(Joining::Sockets(Sockets {
            names: labels.names,
            sides,
            mates,
        }))
    }

    fn read_pairs(&mut self, table: &Table, drafts: &[Draft<'t>]) -> Result<Joining, ParseError> {
        for draft in drafts {
            let start = self.kinds.len();
            self.add(draft.name.clone(), draft.weight)?;
            draw(draft, &mut self.kinds[start..])?;
        }
        let pairs = |key: &str| {
            let Some(node) = get(table, key) else {
                let name = &drafts[0].name;
                return Err(name.error(format!(
                    "kind {:?} has no sides, and there is no [{key}] to say what goes with it",
                    name.text
                )));
            };
            self.read_neighbours(key, node)
        };
        let (across, down) = (pairs("across")?, pairs("down")?);
        Ok(Joining::Pairs { across, down })
    }

    /// A table from each kind to the kinds that may follow it.
    fn read_neighbours(&self, key: &str, node: &Node) -> Result<Pairs, ParseError> {
        let find = |word: &Word| {
            let number = self.numbers.get(&word.text).copied();
            number.ok_or_else(|| {
                let message = format!("there is no kind called {:?}", word.text);
                let names = self.kinds.iter().map(|kind| kind.name.as_str());
                with_nearest(word.error(message), &word.text, names)
            })
        };
        let count = self.kinds.len();
        let mut allowed = vec![false; count * count];
        for (first, node) in node.table(key)? {
            let from = usize::from(find(first)?);
            let what = format!("{key} of kind {:?}", first.text);
            for second in node.text(&what)?.words() {
                allowed[from * count + usize::from(find(&second)?)] = true;
            }
        }
        Ok(Pairs::new(count, count, |a, b| allowed[a * count + b]))
    }
}

/// The sockets' names as they are met.
#[derive(Default)]
struct Labels {
    names: Vec<String>,
    numbers: HashMap<String, u16>,
    /// True if the set lists its sockets, so that no other can be named.
    is_listed: bool,
}

impl Labels {
    fn find(&self, name: &str) -> Option<u16> {
        self.numbers.get(name).copied()
    }

    fn add(&mut self, label: Word) -> Result<u16, ParseError> {
        check_word(&label, "a socket")?;
        if RESERVED_SOCKETS.contains(&label.text.as_str()) {
            return Err(label.error(format!(
                "no socket can be called {:?}: that is a kind of border; \
                 the socket of a closed side is {CLOSED_SOCKET:?}",
                label.text
            )));
        }
        if self.names.len() == MOST_KINDS {
            return Err(label.error(format!("the set has more than {MOST_KINDS} sockets")));
        }
        let number = self.names.len() as u16;
        self.names.push(label.text.clone());
        self.numbers.insert(label.text, number);
        Ok(number)
    }

    /// The socket that a side names.
    fn of_side(&mut self, label: Word) -> Result<u16, ParseError> {
        match self.find(&label.text) {
            Some(number) => Ok(number),
            None if self.is_listed => Err(self.unknown(&label)),
            None => self.add(label),
        }
    }

    fn unknown(&self, label: &Word) -> ParseError {
        unknown_socket(label, &self.names)
    }
}

/// The error for a name that is not a socket of the set.
pub(super) fn unknown_socket(label: &Word, names: &[String]) -> ParseError {
    let message = format!(
        "there is no socket called {:?}; the sockets are {}",
        label.text,
        first_of(names, 8)
    );
    let names = names.iter().map(String::as_str);
    with_nearest(label.error(message), &label.text, names)
}

/// Checks that a name is one word.
fn check_word(word: &Word, what: &str) -> Result<(), ParseError> {
    let is_bad = |c: char| c.is_whitespace() || c.is_control();
    if word.text.is_empty() || word.text.contains(is_bad) {
        return Err(word.error(format!(
            "{:?} cannot be the name of {what}: it is not a word",
            word.text
        )));
    }
    if word.text.chars().count() > LONGEST_NAME {
        return Err(word.error(format!(
            "the name of {what} has more than {LONGEST_NAME} characters"
        )));
    }
    Ok(())
}

fn read_sides(draft: &Draft, labels: &mut Labels) -> Result<[u16; 4], ParseError> {
    let what = format!("sides of kind {:?}", draft.name.text);
    let Some(node) = draft.sides else {
        return Err(draft.name.error(format!(
            "kind {:?} has no sides, but others have; expected four sockets: \
             north, east, south, west",
            draft.name.text
        )));
    };
    let words = match &node.value {
        Value::List(list) => {
            let words = list.iter().map(|label| label.text("a socket"));
            words.collect::<Result<Vec<Word>, _>>()?
        }
        _ => node.text(&what)?.words(),
    };
    let count = words.len();
    let sockets = words.into_iter().map(|word| labels.of_side(word));
    let sockets = sockets.collect::<Result<Vec<u16>, _>>()?;
    <[u16; 4]>::try_from(sockets).map_err(|_| {
        let message = format!(
            "{what}: {}, but four are expected: north, east, south, west",
            counted(count, "socket")
        );
        node.error(message)
    })
}

/// The names of a kind's turns and of the kinds that its mirror image adds.
fn orbit_names<'t>(
    draft: &Draft<'t>,
    turned: &[Vec<(usize, [u16; 4])>; 2],
) -> Result<Vec<Word<'t>>, ParseError> {
    let mut names = Vec::new();
    for (turning, kinds, verb, mark) in [
        (&draft.rotate, &turned[0], "turning", ""),
        (&draft.reflect, &turned[1], "mirroring", "m"),
    ] {
        if let Turning::Named(given, at) = turning {
            if given.len() != kinds.len() {
                let message = format!(
                    "{verb} kind {:?} gives {}, but the list has {}",
                    draft.name.text,
                    counted(kinds.len(), "different kind"),
                    counted(given.len(), "name")
                );
                return Err(at.error(message));
            }
            names.extend(given.iter().cloned());
            continue;
        }
        names.extend(kinds.iter().map(|(quarters, _)| Word {
            text: match quarters {
                0 => format!("{}{mark}", draft.name.text),
                quarters => format!("{}{mark}{quarters}", draft.name.text),
            },
            at: draft.name.at.clone(),
        }));
    }
    Ok(names)
}

/// The sockets that join: listed ones by the list, all others themselves.
fn read_joins(joins: Option<&Node>, labels: &Labels) -> Result<Pairs, ParseError> {
    let count = labels.names.len();
    let mut mates: HashSet<[usize; 2]> = HashSet::new();
    let mut is_listed = vec![false; count];
    let pairs = match joins {
        Some(node) => node.list("joins")?,
        None => &[],
    };
    for pair in pairs {
        let both = pair.list("a pair of joins")?;
        let [a, b] = both else {
            return Err(pair.error(format!(
                "{}, but a pair of joins has two",
                counted(both.len(), "socket")
            )));
        };
        let mut numbers = [0; 2];
        for (number, node) in numbers.iter_mut().zip([a, b]) {
            let label = node.text("a socket")?;
            let found = labels.find(&label.text);
            *number = usize::from(found.ok_or_else(|| labels.unknown(&label))?);
            is_listed[*number] = true;
        }
        mates.insert(numbers);
        mates.insert([numbers[1], numbers[0]]);
    }
    Ok(Pairs::new(count, count, |a, b| {
        if is_listed[a] {
            mates.contains(&[a, b])
        } else {
            a == b
        }
    }))
}

/// Gives the kinds that a draft has become their drawings.
fn draw(draft: &Draft, kinds: &mut [Kind]) -> Result<(), ParseError> {
    let wrong_number = |node: &Node, key: &str, found: usize, wanted: usize| {
        let message = format!(
            "{key} of kind {:?}: {} for {}; list one for each turn",
            draft.name.text,
            counted(found, "drawing"),
            counted(wanted, "kind")
        );
        node.error(message)
    };
    if let Some(node) = draft.art {
        let what = format!("art of kind {:?}", draft.name.text);
        let list = node.list(&what)?;
        let is_nested = matches!(list.first().map(|n| &n.value), Some(Value::List(_)));
        let blocks: Vec<&Node> = if is_nested {
            list.iter().collect()
        } else {
            vec![node]
        };
        if blocks.len() != kinds.len() {
            return Err(wrong_number(node, "art", blocks.len(), kinds.len()));
        }
        for (kind, block) in kinds.iter_mut().zip(blocks) {
            kind.art = read_block(block, &what)?;
        }
    }
    if let Some(node) = draft.boxes {
        let what = format!("box of kind {:?}", draft.name.text);
        let lines: Vec<&Node> = match &node.value {
            Value::List(list) => list.iter().collect(),
            _ => vec![node],
        };
        if lines.len() != kinds.len() {
            return Err(wrong_number(node, "box", lines.len(), kinds.len()));
        }
        for (kind, line) in kinds.iter_mut().zip(lines) {
            kind.boxes = read_line(line, &what)?;
        }
    }
    Ok(())
}

fn read_block(node: &Node, what: &str) -> Result<Vec<String>, ParseError> {
    let list = node.list(what)?;
    if list.is_empty() || list.len() > LARGEST_ART.0 {
        return Err(node.error(format!(
            "{what} has {}, but 1 to {} are expected",
            counted(list.len(), "line"),
            LARGEST_ART.0
        )));
    }
    list.iter().map(|line| read_line(line, what)).collect()
}

fn read_line(node: &Node, what: &str) -> Result<String, ParseError> {
    let line = node.text(what)?.text;
    let width = line.chars().count();
    if width == 0 || width > LARGEST_ART.1 || line.contains(char::is_control) {
        return Err(node.error(format!(
            "a line of the {what} must have 1 to {} characters that can be shown",
            LARGEST_ART.1
        )));
    }
    Ok(line)
}

/// Checks that all kinds have drawings of one size, or none has any.
fn check_drawings(kinds: &[Kind], spots: &[Spot]) -> Result<(), ParseError> {
    let size = |kind: &Kind| {
        let widths = kind.art.iter().map(|line| line.chars().count());
        let widths: Vec<usize> = widths.collect();
        (widths, kind.boxes.chars().count())
    };
    let (lines, boxes) = size(&kinds[0]);
    for (kind, spot) in kinds.iter().zip(spots) {
        let (own_lines, own_boxes) = size(kind);
        let is_ragged = own_lines.windows(2).any(|two| two[0] != two[1]);
        let wrong = match () {
            () if is_ragged => "has lines of different lengths",
            () if own_lines != lines => "is not as large as that of the other kinds",
            () if own_boxes != boxes => {
                let message = format!(
                    "the box of kind {:?} is not as wide as that of the other kinds",
                    kind.name
                );
                return Err(spot.error(message));
            }
            () => continue,
        };
        let message = format!("the art of kind {:?} {wrong}", kind.name);
        return Err(spot.error(message));
    }
    Ok(())
}
