//! Links: what hangs together. Shaded cells, a loop, paths, a forest, areas.
//!
//! The model has one link: what is in is one connected piece. So a **loop** is edges that are connected, of which each place
//! has two or none. **Paths** are connected by way of a root that is joined to their ends, so that no piece is without an end.
//! A **forest** has no cycle: whatever lies between its edges hangs together with the outside. **Areas** get hidden labels:
//! see `areas`.

use super::demands::{Demand as Rule, On};
use super::lower::Lowering;
use super::places::{Layer, Place, Sort};
use super::sets::{At, Set};
use super::terms::Marks;
use super::{Lexicon, Written};
use crate::document::Word;
use crate::rules::expression::{Read, Tokens, one_line};
use crate::section::{Entry, Section};
use std::collections::HashMap;
use std::sync::Arc;
use tilewright_model::{Choice, Link as Joined, Node};

/// A link as it was written: its keys and their texts, or `true`.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::rules) struct Link {
    pub(in crate::rules) keys: Vec<(String, Option<String>)>,
}

const KINDS: [&str; 8] = [
    "connected",
    "loop",
    "path",
    "forest",
    "tree",
    "areas",
    "walls",
    "walk",
];
/// The keys that only kinds have.
const OF_KINDS: [&str; 5] = ["by", "joins", "walls", "walk", "require"];
const KEYS: [&str; 14] = [
    "connected",
    "loop",
    "path",
    "forest",
    "tree",
    "areas",
    "each",
    "graph",
    "outside",
    "over",
    "ends",
    "one",
    "some",
    "size",
];

/// The nodes and edges of a graph.
#[derive(Default)]
pub(super) struct Graph {
    pub(super) nodes: Vec<Node>,
    edges: Vec<(u32, u32)>,
    /// The names of nodes that no tile puts in, or a hidden one.
    pub(super) names: Vec<(u32, String)>,
    /// Its own name, where it is not that of the whole link.
    pub(super) name: Option<String>,
    must_have_something: bool,
}

impl Graph {
    pub(super) fn add(&mut self, node: Node) -> u32 {
        self.nodes.push(node);
        self.nodes.len() as u32 - 1
    }

    /// Adds a node that is always in.
    pub(super) fn add_always(&mut self, name: impl Into<String>) -> u32 {
        let node = self.add(Node::Always);
        self.names.push((node, name.into()));
        node
    }

    pub(super) fn join(&mut self, one: u32, other: u32) {
        self.edges.push((one, other));
    }
}

/// A diagonal of a cell.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Slope {
    Falling,
    Rising,
}

/// A link that is read: the tiles of a layer that have some values.
pub(super) struct Reader<'r, 'f> {
    pub(super) lexicon: &'r Lexicon<'r>,
    pub(super) lowering: &'r mut Lowering<'f>,
    pub(super) section: Section<'r>,
    pub(super) kind: Entry<'r>,
    pub(super) text: Word<'r>,
    pub(super) layer: &'f Layer,
    pub(super) marked: Arc<[bool]>,
}

impl Lexicon<'_> {
    /// Reads a link, and adds what it amounts to.
    pub(in crate::rules) fn read_link(
        &self,
        section: Section<'_>,
        lowering: &mut Lowering<'_>,
    ) -> Read<Link> {
        let of_kinds = if self.field.known.is_of_kind {
            &OF_KINDS[..]
        } else {
            &[]
        };
        let known: Vec<&str> = KEYS.iter().chain(of_kinds).copied().collect();
        section.check_keys("a link", &known)?;
        let kinds: Vec<Entry<'_>> = KINDS.iter().filter_map(|kind| section.get(kind)).collect();
        let [kind] = kinds[..] else {
            let message = "a link says one of connected, loop, path, forest, tree and areas";
            return Err(section.error(message));
        };
        if !self.field.is_grid() {
            return Err(kind.key_error("a link needs a grid, not a list of tiles"));
        }
        let text = kind.text()?;
        let field = lowering.field;
        let (layer, marks) = self.values_of_link(section, kind, &text)?;
        let mut reader = Reader {
            lexicon: self,
            section,
            kind,
            text,
            layer: &field.layers[layer],
            marked: marks.marked,
            lowering,
        };
        match kind.key {
            "connected" if reader.section.get("by").is_some() => reader.joined()?,
            "forest" | "tree" if reader.section.get("joins").is_some() => {
                reader.forest_of_joins()?;
            }
            "connected" => reader.connected()?,
            "loop" => reader.a_loop()?,
            "path" => reader.path()?,
            "walk" => reader.walk()?,
            "areas" | "walls" => reader.areas()?,
            _ => reader.forest()?,
        }
        let written = |entry: Entry<'_>| {
            let text = entry.as_text().map(|text| one_line(&text.text));
            let words = || {
                entry
                    .words()
                    .map(|words| crate::prose::joined(words.iter().map(|w| &w.text), " "))
            };
            let text = match text {
                None if entry.section().is_some() => None,
                None if entry.boolean().is_err() => Some(words()?),
                text => text,
            };
            Ok((entry.key.to_owned(), text))
        };
        // What is false is as if it were not there.
        let is_said = |entry: &Entry<'_>| entry.boolean().ok() != Some(false);
        let keys = section.entries().into_iter().filter(is_said).map(written);
        Ok(Link {
            keys: keys.collect::<Read<_>>()?,
        })
    }

    /// The values of a link and their layer: those of `by`, those that the kind of link names, or all of a layer that it names.
    fn values_of_link(
        &self,
        section: Section<'_>,
        kind: Entry<'_>,
        text: &Word<'_>,
    ) -> Read<(usize, Marks)> {
        if let (Some(layer), true) = (
            self.layer_called(text.text.trim()),
            self.field.known.is_of_kind,
        ) {
            let marks = Marks {
                marked: vec![true; self.values.len()].into(),
                named: Vec::new(),
            };
            return Ok((layer, marks));
        }
        let by = section.get("by").filter(|_| kind.key == "connected");
        let text = match by {
            None => text.clone(),
            Some(entry) => entry.text()?,
        };
        let mut tokens = Tokens::of(&text)?;
        let marks = self.marks(&mut tokens)?;
        tokens.finish("the values are complete")?;
        let layer = self.layer_of_link(&text, &marks)?;
        Ok((layer, marks))
    }

    /// The only layer that has the values of a link.
    fn layer_of_link(&self, text: &Word<'_>, marks: &Marks) -> Read<usize> {
        let layers = &self.field.layers;
        let has_all = |&layer: &usize| {
            marks
                .named
                .iter()
                .all(|value| layers[layer].values.contains(value))
        };
        let fitting: Vec<usize> = (0..layers.len()).filter(has_all).collect();
        match fitting[..] {
            [layer] => Ok(layer),
            [] => Err(text.error_at(0, "no layer has all of these values")),
            [one, other, ..] => {
                let (one, other) = (&layers[one].name, &layers[other].name);
                let error = text.error_at(0, format!("{one:?} and {other:?} have these values"));
                Err(error.hint("a link tells layers apart by their values: call some otherwise"))
            }
        }
    }
}

impl Reader<'_, '_> {
    /// Complains about keys that this kind of link has not.
    pub(super) fn only(&self, keys: &[&str]) -> Read<()> {
        let known = |entry: &Entry<'_>| entry.key == self.kind.key || keys.contains(&entry.key);
        match self
            .section
            .entries()
            .into_iter()
            .find(|entry| !known(entry))
        {
            None => Ok(()),
            Some(entry) => {
                let message = format!("{:?} does not go with {:?}", entry.key, self.kind.key);
                Err(entry.key_error(message))
            }
        }
    }

    /// The choices that give a tile one of the values, or one of the others.
    fn choices(&self, tile: u32, is_marked: bool) -> Vec<Choice> {
        let choices = self.lowering.choices(tile);
        let is_meant = |choice: &u32| {
            let value = self.lowering.value_of(tile, *choice);
            self.marked[value as usize] == is_marked
        };
        choices.filter(is_meant).map(Choice).collect()
    }

    /// A node that is in where the place has one of the values; always where it has no tile.
    fn node(&self, place: Place, is_marked: bool) -> Node {
        match self.layer.tile_at(place) {
            Some(tile) => Node::If(self.choices(tile, is_marked)),
            None => Node::Always,
        }
    }

    /// "the loop of on".
    fn name(&self) -> String {
        match (self.kind.key, &self.text.text) {
            ("connected", text) => format!("the connected {text}"),
            (kind, text) => format!("the {kind} of {text}"),
        }
    }

    pub(super) fn push(&mut self, graph: Graph) -> Read<()> {
        let written = Written::new(&self.text, ());
        self.lowering.work(&written, graph.nodes.len())?;
        let mut link = Joined::new(graph.nodes, &graph.edges);
        if graph.must_have_something {
            link = link.not_empty();
        }
        let name = graph.name.unwrap_or_else(|| self.name());
        self.lowering.push_link(link.into(), name, graph.names);
        Ok(())
    }

    fn connected(&mut self) -> Read<()> {
        self.only(&["each", "graph", "outside", "over"])?;
        if self.layer.sort == Sort::Edges {
            if let Some(entry) = ["graph", "outside"]
                .iter()
                .find_map(|key| self.section.get(key))
            {
                return Err(entry.key_error(format!("{:?} does not go with edges", entry.key)));
            }
            let over = self.over()?;
            let all = self.layer.places.clone();
            for places in self.items(all)? {
                let graph = self.strands(&places, over).0;
                self.push(graph)?;
            }
            return Ok(());
        }
        if let Some(entry) = self.section.get("over") {
            return Err(
                entry.key_error("`over` is for edges, and these are values of cells or corners")
            );
        }
        let steps = self.graph()?;
        let outside = match self.section.get("outside") {
            None => false,
            Some(entry) => entry.boolean()?,
        };
        let all = self.layer.places.clone();
        for places in self.items(all)? {
            let mut graph = Graph::default();
            let number: HashMap<Place, u32> = places
                .iter()
                .filter(|&&place| self.layer.tile_at(place).is_some())
                .map(|&place| (place, graph.add(self.node(place, true))))
                .collect();
            for (&place, &node) in &number {
                let near = self.lowering.field.steps(place, steps);
                for other in near.iter().filter_map(|near| number.get(near)) {
                    if *other > node {
                        graph.join(node, *other);
                    }
                }
            }
            if outside {
                let root = graph.add_always("the outside");
                for (&place, &node) in &number {
                    if self.is_at_rim(place) {
                        graph.join(root, node);
                    }
                }
            }
            self.push(graph)?;
        }
        Ok(())
    }

    /// Places that are joined by edges with some values.
    fn joined(&mut self) -> Read<()> {
        self.only(&["by", "over"])?;
        let over = self.over()?;
        let set = self.lexicon.read_set(&self.text)?.meaning;
        let places = set.places(self.lowering.field, At::default(), None);
        if let Some(&wrong) = places.iter().find(|place| place.sort() != over) {
            let name = self.lowering.field.name(wrong);
            let message = format!(
                "{name} is not joined by edges: these go over {}",
                over.name()
            );
            return Err(self.text.error_at(0, message));
        }
        let edges = self.layer.places.clone();
        let (mut graph, at) = self.strands(&edges, over);
        for place in places {
            let name = self.lowering.field.name(place);
            let node = graph.add_always(name);
            for &edge in at.get(&place).into_iter().flatten() {
                graph.join(node, edge);
            }
        }
        self.push(graph)
    }

    /// The corners of a cell that its values join: `nw-se` or `ne-sw`.
    fn joins(&self) -> Read<HashMap<u32, Slope>> {
        let entry = self
            .section
            .get("joins")
            .expect("it is asked for where it is there");
        let section = entry.section().ok_or_else(|| {
            entry.error("joins says which corners a value joins, such as { '/' = \"ne-sw\" }")
        })?;
        let mut joins = HashMap::new();
        for entry in section.entries() {
            let value = self.lexicon.values.find(entry.key);
            let value = value.filter(|value| self.layer.values.contains(value));
            let value = value.ok_or_else(|| {
                let message = format!("{:?} is not a value of {:?}", entry.key, self.layer.name);
                entry.key_error(message)
            })?;
            let slope = match entry.text()?.text.as_str() {
                "nw-se" | "se-nw" => Slope::Falling,
                "ne-sw" | "sw-ne" => Slope::Rising,
                other => {
                    let error = entry.error(format!("a value cannot join {other:?}"));
                    return Err(
                        error.hint("it joins opposite corners of its cell: \"nw-se\" or \"ne-sw\"")
                    );
                }
            };
            joins.insert(value, slope);
        }
        Ok(joins)
    }

    /// No cycle of diagonals: whatever lies between them hangs together with the outside. The sides of the cells do so, across
    /// every diagonal that is not there.
    fn forest_of_joins(&mut self) -> Read<()> {
        self.only(&["joins"])?;
        if self.layer.sort != Sort::Cells {
            return Err(self
                .kind
                .error("`joins` is about corners that are joined across cells"));
        }
        let joins = self.joins()?;
        let field = self.lowering.field;
        let mut graph = Graph::default();
        let outside = graph.add_always("the outside");
        let mut sides: HashMap<Place, u32> = HashMap::new();
        for edge in field.places(Sort::Edges) {
            let node = graph.add_always(field.name(edge));
            if field.cells_at(edge).len() < 2 {
                graph.join(node, outside);
            }
            sides.insert(edge, node);
        }
        for cell in field.places(Sort::Cells) {
            let side = |by: [i32; 3]| sides[&cell.step(by)];
            let [n, s, w, e] = [[0, -1, 0], [0, 1, 0], [0, 0, -1], [0, 0, 1]].map(side);
            let ways = [
                (Slope::Falling, [[n, w], [s, e]]),
                (Slope::Rising, [[n, e], [s, w]]),
            ];
            // Two sides with a corner between them are apart where a diagonal ends in it.
            for (slope, pairs) in ways {
                let node = match self.layer.tile_at(cell) {
                    None => Node::Always,
                    Some(tile) => {
                        let choices = self.lowering.choices(tile);
                        let is_open = |choice: &u32| {
                            joins.get(&self.lowering.value_of(tile, *choice)) != Some(&slope)
                        };
                        Node::If(choices.filter(is_open).map(Choice).collect())
                    }
                };
                for [one, other] in pairs {
                    let between = graph.add(node.clone());
                    graph.names.push((between, field.name(cell)));
                    graph.join(one, between);
                    graph.join(between, other);
                }
            }
        }
        self.push(graph)?;
        if self.kind.key == "tree" {
            let graph = self.diagonals(&joins);
            self.push(graph)?;
        }
        Ok(())
    }

    /// The diagonals as nodes, joined where they meet.
    fn diagonals(&self, joins: &HashMap<u32, Slope>) -> Graph {
        let mut graph = Graph::default();
        let mut at: HashMap<Place, Vec<u32>> = HashMap::new();
        for &cell in &self.layer.places {
            let Some(tile) = self.layer.tile_at(cell) else {
                continue;
            };
            for (slope, ends) in [
                (Slope::Falling, [[0, -1, -1], [0, 1, 1]]),
                (Slope::Rising, [[0, -1, 1], [0, 1, -1]]),
            ] {
                let choices = self.lowering.choices(tile);
                let is_one = |choice: &u32| {
                    joins.get(&self.lowering.value_of(tile, *choice)) == Some(&slope)
                };
                let choices: Vec<Choice> = choices.filter(is_one).map(Choice).collect();
                let node = graph.add(Node::If(choices));
                for corner in ends.map(|by| cell.step(by)) {
                    let met = at.entry(corner).or_default();
                    for &other in &*met {
                        graph.edges.push((other, node));
                    }
                    met.push(node);
                }
            }
        }
        graph
    }

    /// The places within which something is connected: those of each item of `each`, or all.
    fn items(&self, all: Vec<Place>) -> Read<Vec<Vec<Place>>> {
        let Some(entry) = self.section.get("each") else {
            return Ok(vec![all]);
        };
        let mut items = Vec::new();
        for set in self.lexicon.read_sets(entry)? {
            items.extend(set.meaning.items(self.lowering.field, At::default()));
        }
        Ok(items)
    }

    /// The steps to the neighbours of a place in the graph of a link.
    pub(super) fn graph(&self) -> Read<&'static [[i32; 3]]> {
        let Some(entry) = self.section.get("graph") else {
            return Ok(&super::sets::NEIGHBOURS);
        };
        let name = entry.text()?;
        match name.text.as_str() {
            "neighbours" => Ok(&super::sets::NEIGHBOURS),
            "touching" => Ok(&super::sets::TOUCHING),
            other => {
                let error = name.error_at(0, format!("there is no graph {other:?}"));
                let known = ["neighbours", "touching"];
                Err(match crate::nearest::nearest(other, known.into_iter()) {
                    Some(near) => error.hint(format!("did you mean {near:?}?")),
                    None => error.hint("a graph is \"neighbours\" or \"touching\""),
                })
            }
        }
    }

    /// Returns true if a cell or corner has no neighbour on one of its sides.
    fn is_at_rim(&self, place: Place) -> bool {
        let field = self.lowering.field;
        let steps = &super::sets::NEIGHBOURS;
        let steps = if field.board.is_flat() {
            &steps[1..5]
        } else {
            &steps[..]
        };
        field.steps(place, steps).len() < steps.len()
    }

    /// The sort of places that the edges join.
    fn over(&self) -> Read<Sort> {
        if self.layer.sort != Sort::Edges {
            let (kind, sort) = (self.kind.key, self.layer.sort.name());
            let message = format!("{kind:?} is about edges, but these are values of {sort}");
            return Err(self.kind.error(message));
        }
        let field = self.lowering.field;
        let is_inner = |&place: &Place| field.cells_at(place).len() == 2;
        let Some(entry) = self.section.get("over") else {
            if field.known.is_of_kind && self.layer.places.iter().all(is_inner) {
                return Ok(Sort::Cells);
            }
            let error = self
                .kind
                .error("an edge lies between two cells and joins two corners");
            return Err(error.hint("say over = \"cells\" or over = \"corners\""));
        };
        let name = entry.text()?;
        match name.text.as_str() {
            "corners" => Ok(Sort::Corners),
            "cells" => {
                if self.layer.places.iter().all(is_inner) {
                    return Ok(Sort::Cells);
                }
                let error = entry.error("an edge at the rim does not join two cells");
                Err(error.hint("lay the tiles at = \"inner\""))
            }
            other => Err(name
                .error_at(0, format!("there is no graph over {other:?}"))
                .hint("say over = \"cells\" or over = \"corners\"")),
        }
    }

    /// The places that an edge joins.
    fn ends(&self, edge: Place, over: Sort) -> Vec<Place> {
        let field = self.lowering.field;
        match over {
            Sort::Cells => field.cells_at(edge),
            _ => field.corners_at(edge),
        }
    }

    /// The edges as nodes, joined where they meet; and the nodes at each place.
    fn strands(&self, edges: &[Place], over: Sort) -> (Graph, HashMap<Place, Vec<u32>>) {
        let mut graph = Graph::default();
        let mut at: HashMap<Place, Vec<u32>> = HashMap::new();
        for &edge in edges {
            if self.layer.tile_at(edge).is_none() {
                continue;
            }
            let node = graph.add(self.node(edge, true));
            for end in self.ends(edge, over) {
                let met = at.entry(end).or_default();
                for &other in &*met {
                    graph.edges.push((other, node));
                }
                met.push(node);
            }
        }
        (graph, at)
    }

    /// Demands a condition of the edges at each of these places.
    fn add_degrees(&mut self, places: Vec<Place>, condition: &str) -> Read<()> {
        let on = On::Each(vec![Written::new(&self.text, Set::Places(places))]);
        let (variables, sorts) = on.variables(self.lowering.field, None);
        let lexicon = self.lexicon.at(&variables, sorts, None);
        let count = format!("count({}, {}(sides))", self.text.text, self.layer.name);
        let condition = Word {
            text: condition.replace("DEGREE", &count),
            at: self.text.at.clone(),
        };
        let expression = crate::rules::expression::Expression::of(&condition, &lexicon)?;
        let rule = Rule {
            on,
            layer: None,
            only_where: None,
            require: vec![Written::new(&condition, expression)],
            group: None,
            of: None,
            say: None,
            group_layer: None,
        };
        rule.lower(self.lowering)
    }

    fn a_loop(&mut self) -> Read<()> {
        self.only(&["over"])?;
        let over = self.over()?;
        let places = self.lowering.field.places(over);
        self.add_degrees(places, "DEGREE == 0 or DEGREE == 2")?;
        let edges = self.layer.places.clone();
        let mut graph = self.strands(&edges, over).0;
        graph.must_have_something = true;
        self.push(graph)
    }

    fn path(&mut self) -> Read<()> {
        self.only(&["over", "ends"])?;
        let over = self.over()?;
        let Some(entry) = self.section.get("ends") else {
            let error = self.kind.error("a path has ends");
            return Err(error.hint("say where: ends = \"r1c1 r3c3\""));
        };
        let text = entry.text()?;
        let set = self.lexicon.read_set(&text)?.meaning;
        let ends = set.places(self.lowering.field, At::default(), None);
        if let Some(&wrong) = ends.iter().find(|end| end.sort() != over) {
            let name = self.lowering.field.name(wrong);
            return Err(text.error_at(
                0,
                format!("{name} is not an end: the path goes over {}", over.name()),
            ));
        }
        let mut others = self.lowering.field.places(over);
        others.retain(|place| !ends.contains(place));
        self.add_degrees(ends.clone(), "DEGREE == 1")?;
        self.add_degrees(others, "DEGREE == 0 or DEGREE == 2")?;
        let edges = self.layer.places.clone();
        let (mut graph, at) = self.strands(&edges, over);
        let root = graph.add_always("the ends");
        for end in ends {
            for &node in at.get(&end).into_iter().flatten() {
                graph.join(root, node);
            }
        }
        self.push(graph)
    }

    /// No cycle; for a tree, also one piece.
    fn forest(&mut self) -> Read<()> {
        self.only(&["over"])?;
        let over = self.over()?;
        let graph = self.dual(over);
        self.push(graph)?;
        if self.kind.key == "tree" {
            let edges = self.layer.places.clone();
            let graph = self.strands(&edges, over).0;
            self.push(graph)?;
        }
        Ok(())
    }

    /// The faces between the edges, which hang together across every edge that is not there: cells and the outside, or
    /// corners.
    fn dual(&self, over: Sort) -> Graph {
        let mut graph = Graph::default();
        let outside = graph.add_always("the outside");
        let mut number: HashMap<Place, u32> = HashMap::new();
        let [_, rows, columns] = self
            .lowering
            .field
            .board
            .sides()
            .map(|side| 2 * side as u32);
        for row in 0..=rows {
            for column in 0..=columns {
                let edge = Place([0, row, column]);
                if edge.sort() != Sort::Edges {
                    continue;
                }
                let between = graph.add(self.node(edge, false));
                let is_level = row.is_multiple_of(2);
                let way = if is_level == (over == Sort::Corners) {
                    [0, 1, 0]
                } else {
                    [0, 0, 1]
                };
                for by in [way, way.map(|by| -by)] {
                    // The corners at the rim are all of the outside.
                    let least = u32::from(over == Sort::Cells);
                    let inside = |face: &Place| {
                        let [_, down, right] = face.0;
                        (least..=rows - least).contains(&down)
                            && (least..=columns - least).contains(&right)
                    };
                    let face = Some(edge.step(by)).filter(inside);
                    let face = match face {
                        None => outside,
                        Some(face) => *number
                            .entry(face)
                            .or_insert_with(|| graph.add_always(self.lowering.field.name(face))),
                    };
                    graph.join(face, between);
                }
            }
        }
        graph
    }
}
