//! The symmetries of the grid that the rules of a kind have: which of the eight turns and reflections change nothing.
//!
//! They are found, not told. A turn is applied to every direction in the rules (`up` becomes `right`, `rows` become
//! `columns`), to values that are called after directions, and to the layers of clues, of which others may take the place
//! (`top` clues lie on the left afterwards). If the rules are the same as before, in their normal forms, the turn is a
//! symmetry. What the order of a list has a part in is left alone unless the list turns along: a ray does, a row does not. So
//! a symmetry may be missed, and none is claimed wrongly.

use super::clues::{ClueSort, Side, Spots};
use super::kind::Kind;
use super::normal::Tree;
use crate::document::{Spot, of_toml};
use crate::section::{Entry, Section};
use std::collections::{BTreeSet, HashMap};

/// One of the eight turns and reflections of a grid: rows and columns are reversed first, and then exchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Turn {
    pub(super) is_transposed: bool,
    pub(super) reverses_rows: bool,
    pub(super) reverses_columns: bool,
}

/// A turn that changes nothing in the rules.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Symmetry {
    pub(super) turn: Turn,
    /// For each layer of clues the one whose place it takes, and whether its lists are read backwards there.
    pub(super) layers: Vec<(usize, bool)>,
    /// The values and words that are called otherwise.
    pub(super) names: HashMap<String, String>,
}

/// The words for directions, clockwise.
const STRAIGHT: [[&str; 4]; 3] = [
    ["n", "e", "s", "w"],
    ["up", "right", "down", "left"],
    ["north", "east", "south", "west"],
];
/// Those between them, clockwise from the north-east.
const SLANTED: [[&str; 4]; 2] = [["ne", "se", "sw", "nw"], ["ur", "lr", "ll", "ul"]];
/// Words for two ways of a line: those that reflections exchange, and those that quarter turns do.
const FALLING: [&str; 2] = ["\\", "/"];
const ACROSS: [&str; 2] = ["h", "v"];
/// Words that rows and columns have, in this order.
const LINES: [[&str; 2]; 3] = [["rows", "columns"], ["row", "column"], ["height", "width"]];
/// Terms that read a list in its order.
const ORDERED: [&str; 14] = [
    "first", "until", "after", "between", "lead", "runs", "seen", "times", "nth", "head", "equal",
    "portions", "circuit", "owed",
];
/// Lists that turn along.
const RAYS: [&str; 8] = [
    "up", "right", "down", "left", "cross", "line", "ahead", "till",
];
/// Ways of giving the layers of clues the places of others that are tried.
const MOST_WAYS: usize = 64;

impl Turn {
    pub(super) const ALL: [Self; 8] = {
        let mut all = [Self {
            is_transposed: false,
            reverses_rows: false,
            reverses_columns: false,
        }; 8];
        let mut number = 0;
        while number < 8 {
            all[number].is_transposed = number & 1 > 0;
            all[number].reverses_rows = number & 2 > 0;
            all[number].reverses_columns = number & 4 > 0;
            number += 1;
        }
        all
    };

    pub(super) fn is_nothing(self) -> bool {
        self == Self::ALL[0]
    }

    /// A step of rows and columns, turned.
    pub(super) fn step(self, [down, right]: [i32; 2]) -> [i32; 2] {
        let down = if self.reverses_rows { -down } else { down };
        let right = if self.reverses_columns { -right } else { right };
        if self.is_transposed {
            [right, down]
        } else {
            [down, right]
        }
    }

    /// A place on a board of so many rows and columns, all of them in halves.
    pub(super) fn place(self, [row, column]: [u32; 2], [rows, columns]: [u32; 2]) -> [u32; 2] {
        let row = if self.reverses_rows { rows - row } else { row };
        let column = if self.reverses_columns {
            columns - column
        } else {
            column
        };
        if self.is_transposed {
            [column, row]
        } else {
            [row, column]
        }
    }

    pub(super) fn side(self, side: Side) -> Side {
        let sides = [Side::Top, Side::Right, Side::Bottom, Side::Left];
        let at = sides.iter().position(|known| *known == side).unwrap_or(0);
        sides[self.quarter(at)]
    }

    /// The number of a direction, clockwise from the north, turned.
    fn quarter(self, number: usize) -> usize {
        const STEPS: [[i32; 2]; 4] = [[-1, 0], [0, 1], [1, 0], [0, -1]];
        let to = self.step(STEPS[number]);
        STEPS.iter().position(|step| *step == to).unwrap_or(number)
    }

    /// The number of a slanted direction, clockwise from the north-east, turned.
    fn slanted(self, number: usize) -> usize {
        const STEPS: [[i32; 2]; 4] = [[-1, 1], [1, 1], [1, -1], [-1, -1]];
        let to = self.step(STEPS[number]);
        STEPS.iter().position(|step| *step == to).unwrap_or(number)
    }

    /// A direction by its name, turned.
    fn direction(self, name: &str) -> Option<&'static str> {
        let at = |words: &[&str; 4]| words.iter().position(|word| *word == name);
        let straight = STRAIGHT
            .iter()
            .find_map(|words| Some(words[self.quarter(at(words)?)]));
        straight.or_else(|| {
            SLANTED
                .iter()
                .find_map(|words| Some(words[self.slanted(at(words)?)]))
        })
    }

    /// A value that is called after a direction, turned.
    fn value(self, name: &str) -> Option<&'static str> {
        let of_two = |words: [&'static str; 2], is_exchanged: bool| {
            let at = words.iter().position(|word| *word == name)?;
            Some(words[at ^ usize::from(is_exchanged)])
        };
        let falls = self.reverses_rows != self.reverses_columns;
        self.direction(name)
            .or_else(|| of_two(FALLING, falls))
            .or_else(|| of_two(ACROSS, self.is_transposed))
    }

    /// A word of the language, turned.
    fn word(self, word: &str) -> String {
        if let Some(turned) = self.direction(word) {
            return turned.to_owned();
        }
        if !self.is_transposed {
            return word.to_owned();
        }
        for [one, other] in LINES {
            if word == one {
                return other.to_owned();
            }
            if word == other {
                return one.to_owned();
            }
        }
        match word.split_once('x') {
            Some((rows, columns)) if is_number(rows) && is_number(columns) => {
                format!("{columns}x{rows}")
            }
            _ => word.to_owned(),
        }
    }
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}

/// The symmetries of a kind. Each has at least the one that turns nothing.
pub(super) fn symmetries(kind: &Kind) -> Vec<Symmetry> {
    let stays = Symmetry {
        turn: Turn::ALL[0],
        layers: (0..kind.layers.len()).map(|layer| (layer, false)).collect(),
        names: HashMap::new(),
    };
    let Ok(table) = of_toml(&kind.source) else {
        return vec![stays];
    };
    let start = Spot::start_of(&kind.source);
    let top = Section::new(&table, &start);
    let board = top.get("board").and_then(|board| board.section());
    if board.is_some_and(|board| board.get("boards").is_some()) {
        return vec![stays];
    }
    let Some(rules) = (Turned {
        kind,
        symmetry: &stays,
    })
    .rules(&top) else {
        return vec![stays];
    };
    let mut all = vec![stays];
    for turn in Turn::ALL.into_iter().skip(1) {
        let names = names_of(kind, &top, turn);
        let ways = ways_of_layers(kind, turn).into_iter();
        let mut ways = ways.map(|layers| Symmetry {
            turn,
            layers,
            names: names.clone(),
        });
        all.extend(ways.find(|symmetry| {
            let turned = Turned { kind, symmetry };
            turned.rules(&top).as_ref() == Some(&rules)
        }));
    }
    all
}

/// The values that are called after directions, turned.
fn names_of(kind: &Kind, top: &Section<'_>, turn: Turn) -> HashMap<String, String> {
    let mut names = HashMap::new();
    let mut add = |name: &str| {
        if let Some(turned) = turn.value(name) {
            names.insert(name.to_owned(), turned.to_owned());
        }
    };
    for layer in &kind.layers {
        if let ClueSort::Word(words) = &layer.sort {
            for word in words {
                add(word);
            }
        }
    }
    for table in ["enter", "hidden"] {
        let section = top.get(table).and_then(|entry| entry.section());
        for layer in section.iter().flat_map(Section::entries) {
            let values = layer.section().and_then(|layer| layer.get("values"));
            let values = values.and_then(|values| values.as_text());
            for value in values
                .iter()
                .flat_map(|values| values.text.split_whitespace())
            {
                add(value);
            }
        }
    }
    names
}

/// The ways of giving each layer of clues the places of another one, or of itself: the first keeps as many as can be kept.
fn ways_of_layers(kind: &Kind, turn: Turn) -> Vec<Vec<(usize, bool)>> {
    let mut ways: Vec<Vec<(usize, bool)>> = vec![Vec::new()];
    for (number, layer) in kind.layers.iter().enumerate() {
        let spots = |at: Spots| match at {
            Spots::Outside(side) => Spots::Outside(turn.side(side)),
            other => other,
        };
        let has_lists = |at: Spots| kind.layers.iter().any(|other| other.at == at);
        // Where no layer lies on the other side, clues stay on theirs and lists are read backwards.
        let mut wanted = (spots(layer.at), false);
        if let Spots::Outside(side) = wanted.0
            && !has_lists(wanted.0)
        {
            wanted = (Spots::Outside(opposite(side)), true);
        }
        let mut fitting: Vec<usize> = (0..kind.layers.len())
            .filter(|&other| {
                let other = &kind.layers[other];
                let is_alike = match (wanted.0, other.at) {
                    // The layer of regions itself may have another's place.
                    (Spots::Regions(_), Spots::Regions(_)) => true,
                    (one, other) => one == other,
                };
                is_alike && other.sort == layer.sort
            })
            .collect();
        fitting.sort_by_key(|&other| other != number);
        let mut next = Vec::new();
        for way in &ways {
            let is_free = |other: &&usize| way.iter().all(|(taken, _)| taken != *other);
            for &other in fitting.iter().filter(is_free) {
                let mut way = way.clone();
                way.push((other, wanted.1));
                next.push(way);
            }
        }
        next.truncate(MOST_WAYS);
        ways = next;
    }
    ways.retain(|way| {
        let keeps = |(number, &(to, _)): (usize, &(usize, bool))| match (
            kind.layers[number].at,
            kind.layers[to].at,
        ) {
            (Spots::Regions(of), Spots::Regions(other)) => way[of].0 == other,
            _ => true,
        };
        way.iter().enumerate().all(keeps)
    });
    ways
}

fn opposite(side: Side) -> Side {
    match side {
        Side::Top => Side::Bottom,
        Side::Bottom => Side::Top,
        Side::Left => Side::Right,
        Side::Right => Side::Left,
    }
}

/// The rules of a kind after a turn.
struct Turned<'k> {
    kind: &'k Kind,
    symmetry: &'k Symmetry,
}

/// A rule's text with what it is at; `None` where it has no normal form.
type Normal = Option<BTreeSet<String>>;

impl Turned<'_> {
    /// A name of the kind or a word of the language, turned.
    fn name(&self, word: &str) -> String {
        let layers = self.kind.layers.iter();
        let mut layers = layers.zip(&self.symmetry.layers);
        if let Some((_, (to, _))) = layers.find(|(layer, _)| layer.name == word) {
            return self.kind.layers[*to].name.clone();
        }
        match self.symmetry.names.get(word) {
            Some(name) => name.clone(),
            None => self.symmetry.turn.word(word),
        }
    }

    /// All rules of a file.
    fn rules(&self, top: &Section<'_>) -> Normal {
        let mut all = BTreeSet::new();
        for table in ["enter", "hidden", "params", "sets"] {
            let section = top.get(table).and_then(|entry| entry.section());
            for entry in section.iter().flat_map(Section::entries) {
                all.insert(format!("{table} {} {}", entry.key, self.part(entry)?));
            }
        }
        for (number, rule) in sections(top, "rule").into_iter().enumerate() {
            self.add_rule(&rule, number, &mut all)?;
        }
        for table in ["link", "place"] {
            for section in sections(top, table) {
                all.insert(format!("{table} {}", self.parts(&section)?));
            }
        }
        if let Some(pieces) = top.get("pieces").and_then(|entry| entry.section()) {
            for piece in pieces.entries() {
                let drawings = self.drawings(&piece)?;
                all.insert(format!("piece {} {drawings}", piece.key));
            }
        }
        Some(all)
    }

    /// What a table says, key by key.
    fn parts(&self, section: &Section<'_>) -> Option<String> {
        let mut parts = Vec::new();
        for entry in section.entries() {
            if entry.key != "say" {
                let key = self.symmetry.names.get(entry.key);
                let key = key.map_or(entry.key, String::as_str);
                parts.push(format!("{key}={}", self.part(entry)?));
            }
        }
        parts.sort();
        Some(parts.join("; "))
    }

    /// What an entry says.
    fn part(&self, entry: Entry<'_>) -> Option<String> {
        if let Some(section) = entry.section() {
            return self.parts(&section);
        }
        if let Some(text) = entry.as_text() {
            return match entry.key {
                // Words in any order.
                "values" | "pieces" => {
                    let words = text.text.split_whitespace();
                    let mut words: Vec<String> = words.map(|word| self.name(word)).collect();
                    words.sort();
                    Some(words.join(" "))
                }
                _ if is_corners(&text.text) => {
                    let ends = text.text.split('-');
                    let mut ends: Vec<String> =
                        ends.map(|end| self.symmetry.turn.word(end)).collect();
                    ends.sort();
                    Some(ends.join("-"))
                }
                "graph" | "over" | "apart" => Some(text.text),
                _ => Some(self.tree(&text.text)?.normal()),
            };
        }
        if let Ok(number) = entry.integer(i64::MIN, i64::MAX) {
            return Some(number.to_string());
        }
        if let Ok(is_said) = entry.boolean() {
            return Some(is_said.to_string());
        }
        let parts = entry.elements()?.into_iter().map(|part| self.part(part));
        let mut parts: Vec<String> = parts.collect::<Option<_>>()?;
        parts.sort();
        Some(parts.join(" and "))
    }

    /// A text of the language after the turn, if the turn tells what it says then.
    fn tree(&self, text: &str) -> Option<Tree> {
        let tree = Tree::of(text)?;
        if !self.symmetry.turn.is_nothing() && tree.any(&|part| !self.turns_along(part)) {
            return None;
        }
        Some(tree.renamed(&|word| self.name(word)))
    }

    /// Returns true if a part says the same of turned places: it reads no list in an order that does not turn along, and no
    /// number of a row that is another one.
    fn turns_along(&self, part: &Tree) -> bool {
        let Tree::Node(word, parts) = part else {
            return !matches!(part, Tree::Word(word) if word == "position");
        };
        let turn = self.symmetry.turn;
        if matches!(word.as_str(), "row" | "column") {
            return !turn.reverses_rows && !turn.reverses_columns;
        }
        if !ORDERED.contains(&word.as_str()) {
            return true;
        }
        let is_backwards = self
            .symmetry
            .layers
            .iter()
            .any(|(_, is_backwards)| *is_backwards);
        let is_ray = |tree: &Tree| match tree {
            Tree::Word(word) | Tree::Node(word, _) => {
                let is_line = word == "line" && is_backwards && !self.reads_runs(part);
                RAYS.contains(&word.as_str()) && !is_line
                    || matches!(tree, Tree::Node(op, _) if op == "+" || ORDERED.contains(&op.as_str()))
            }
        };
        match parts.last() {
            Some(Tree::Word(word)) if word == "b" => parts[0] == Tree::Word("a".to_owned()),
            Some(set) => is_ray(set) && are_rays(set, &is_ray),
            None => true,
        }
    }

    /// Returns true if a part reads runs, which are as many from either end; the clue is turned round with them.
    fn reads_runs(&self, part: &Tree) -> bool {
        let is_list = |layer: usize| self.kind.layers[layer].sort == ClueSort::Numbers;
        let backwards = self.symmetry.layers.iter().enumerate();
        let mut backwards = backwards.filter(|(_, (_, is_backwards))| *is_backwards);
        matches!(part, Tree::Node(word, _) if word == "runs")
            && backwards.all(|(layer, _)| is_list(layer))
    }

    /// Adds a rule: a text for each part of what it is at and each condition.
    fn add_rule(
        &self,
        rule: &Section<'_>,
        number: usize,
        all: &mut BTreeSet<String>,
    ) -> Option<()> {
        let mut ways = vec![(String::new(), false)];
        if let Some(each) = rule.get("each") {
            let parts = self.tree(&each.as_text()?.text)?.split("+");
            ways = parts.iter().map(|part| (part.normal(), false)).collect();
        }
        // Of the two cells at an edge, `a` is the upper or the left one: a reversal may make it the other.
        let turn = self.symmetry.turn;
        let mut is_either_way = turn.reverses_rows || turn.reverses_columns;
        if let Some(between) = rule.get("between") {
            (ways, is_either_way) = self.between(&between)?;
        }
        let mut said = Vec::new();
        for entry in rule.entries() {
            match entry.key {
                "each" | "between" | "say" | "where" => {}
                "require" => {
                    for text in entry.each() {
                        let trees = self.tree(&text.as_text()?.text)?.split("and");
                        said.extend(trees.into_iter().map(|tree| ("require", tree)));
                    }
                }
                "exactly_one" | "at_most_one" => {
                    let text = entry.as_text()?.text;
                    let tree = match text.trim() {
                        "*" => Tree::Word("*".to_owned()),
                        text => self.tree(text)?,
                    };
                    said.push((entry.key, tree));
                }
                "of" => {
                    let tree = self.tree(&entry.as_text()?.text)?;
                    said.push(("of", tree));
                }
                key => said.push((key, Tree::Word(self.part(entry)?))),
            }
        }
        let only_where = match rule.get("where") {
            None => None,
            Some(text) => Some(self.tree(&text.as_text()?.text)?),
        };
        // Lists are compared place by place, and rows and columns are turned alike.
        let compares = |tree: &Tree| matches!(tree, Tree::Node(word, _) if word == "equal");
        let is_of_lines = |(at, _): &(String, bool)| matches!(at.as_str(), "rows" | "columns");
        if said.iter().any(|(_, tree)| tree.any(&compares)) && !ways.iter().all(is_of_lines) {
            return None;
        }
        // What a rule says of a set goes together with it.
        let has_set = rule.get("of").is_some();
        let swapped = |tree: &Tree| {
            tree.renamed(&|word| match word {
                "a" => "b".to_owned(),
                "b" => "a".to_owned(),
                other => other.to_owned(),
            })
        };
        for (at, is_swapped) in &ways {
            let normal = |tree: &Tree| match is_swapped {
                true => swapped(tree).normal(),
                false => tree.normal(),
            };
            let only = only_where.as_ref().map(normal).unwrap_or_default();
            for (key, tree) in &said {
                let text = normal(tree);
                let is_same = |tree: &Tree| tree.normal() == swapped(tree).normal();
                let is_same_where = only_where.as_ref().is_none_or(is_same);
                if is_either_way
                    && !self.symmetry.turn.is_nothing()
                    && !(is_same(tree) && is_same_where)
                {
                    return None;
                }
                let together = if has_set { number } else { 0 };
                all.insert(format!("rule {together} {at} where {only}: {key} {text}"));
            }
        }
        Some(())
    }

    /// The pairs that a rule is at: each with whether the first of it is the second afterwards; and whether pairs have no
    /// order.
    fn between(&self, entry: &Entry<'_>) -> Option<(Vec<(String, bool)>, bool)> {
        let turn = self.symmetry.turn;
        let of_steps = |steps: &[[i32; 2]]| {
            let way = |step: &[i32; 2]| {
                let [down, right] = turn.step(*step);
                let is_first = down > 0 || down == 0 && right > 0;
                let sign = if is_first { 1 } else { -1 };
                (format!("{} {}", sign * down, sign * right), !is_first)
            };
            (steps.iter().map(way).collect(), false)
        };
        let Some(text) = entry.as_text() else {
            let mut steps = Vec::new();
            for step in entry.elements()? {
                let numbers = step.elements()?;
                let number = |at: usize| {
                    let number = numbers.get(at)?.integer(-1000, 1000).ok()?;
                    i32::try_from(number).ok()
                };
                let step = [number(0)?, number(1)?];
                if numbers.len() > 2 {
                    return None;
                }
                steps.push(step);
            }
            return Some(of_steps(&steps));
        };
        Some(match text.text.trim() {
            "right" => of_steps(&[[0, 1]]),
            "down" => of_steps(&[[1, 0]]),
            "adjacent" => of_steps(&[[0, 1], [1, 0]]),
            "touching" => of_steps(&[[0, 1], [1, 0], [1, 1], [1, -1]]),
            text if text.starts_with("steps") => (vec![(self.tree(text)?.normal(), false)], false),
            text => (vec![(self.tree(text)?.normal(), false)], true),
        })
    }

    /// The drawings of a piece in any of its ways.
    fn drawings(&self, piece: &Entry<'_>) -> Option<String> {
        let section = piece.section()?;
        let is_said = |key: &str| {
            section
                .get(key)
                .is_some_and(|entry| entry.boolean() == Ok(true))
        };
        let shape = section.get("shape")?.as_text()?;
        let own = [is_said("rotate"), is_said("reflect")];
        let mut drawings = BTreeSet::new();
        for drawing in shape.text.split('|') {
            let turned = self.drawn(drawing, self.symmetry.turn);
            for way in Turn::ALL {
                let is_reflected = way.is_transposed ^ way.reverses_rows ^ way.reverses_columns;
                let is_half = !way.is_transposed && way.reverses_rows && way.reverses_columns;
                let is_own = match own {
                    [true, true] => true,
                    [true, false] => !is_reflected,
                    [false, true] => way.is_nothing() || !way.is_transposed && !is_half,
                    [false, false] => way.is_nothing(),
                };
                if is_own {
                    drawings.insert(turn_rows(&turned, way));
                }
            }
        }
        let copies = section.get("copies").map(|entry| self.part(entry));
        let copies = copies.map_or(Some(String::new()), |copies| copies)?;
        Some(format!("{drawings:?} {copies}"))
    }

    /// A drawing after a turn, its signs too.
    fn drawn(&self, drawing: &str, turn: Turn) -> Vec<String> {
        let rows: Vec<String> = drawing.trim().split('/').map(str::to_owned).collect();
        let sign = |sign: char| match self.symmetry.names.get(&sign.to_string()) {
            Some(name) => name.clone(),
            None => sign.to_string(),
        };
        let rows = turn_rows(&rows, turn).into_iter();
        rows.map(|row| row.chars().map(sign).collect()).collect()
    }
}

/// Returns true if a text names two opposite corners, as in `nw-se`.
fn is_corners(text: &str) -> bool {
    let ends = text.split_once('-');
    let is_corner = |end: &str| SLANTED[0].contains(&end);
    ends.is_some_and(|(one, other)| is_corner(one) && is_corner(other))
}

/// Returns true if all lists that are joined are rays.
fn are_rays(set: &Tree, is_ray: &dyn Fn(&Tree) -> bool) -> bool {
    match set {
        Tree::Node(op, parts) if op == "+" => parts.iter().all(|part| are_rays(part, is_ray)),
        Tree::Node(op, parts) if op == "till" || ORDERED.contains(&op.as_str()) => {
            parts.last().is_some_and(|part| are_rays(part, is_ray))
        }
        other => is_ray(other),
    }
}

/// Rows of signs after a turn.
fn turn_rows(rows: &[String], turn: Turn) -> Vec<String> {
    let signs: Vec<Vec<char>> = rows.iter().map(|row| row.chars().collect()).collect();
    let columns = signs.iter().map(Vec::len).max().unwrap_or(0);
    let halves = [2 * rows.len() as u32, 2 * columns as u32];
    let [height, width] = if turn.is_transposed {
        [columns, rows.len()]
    } else {
        [rows.len(), columns]
    };
    let mut turned = vec![vec!['.'; width]; height];
    for (row, line) in signs.iter().enumerate() {
        for (column, sign) in line.iter().enumerate() {
            let place = [2 * row as u32 + 1, 2 * column as u32 + 1];
            let [to, across] = turn.place(place, halves);
            turned[to as usize / 2][across as usize / 2] = *sign;
        }
    }
    turned
        .into_iter()
        .map(|row| row.into_iter().collect())
        .collect()
}

/// The tables of a list, such as the rules.
fn sections<'d>(top: &Section<'d>, key: &str) -> Vec<Section<'d>> {
    let entry = top.get(key);
    entry
        .and_then(|entry| entry.sections().ok())
        .unwrap_or_default()
}
