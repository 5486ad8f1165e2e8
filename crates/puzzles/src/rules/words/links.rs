//! Links: what hangs together. Shaded cells, a loop, paths, a forest, areas.
//!
//! The model has one link: what is in is one connected piece. So a **loop** is edges that are connected, of which each place
//! has two or none. **Paths** are connected by way of a root that is joined to their ends, so that no piece is without an end.
//! A **forest** has no cycle: whatever lies between its edges hangs together with the outside. **Areas** get hidden labels:
//! neighbours have the same one, and the cells of a label are connected with the place that it is named after.

use super::demands::{Demand as Rule, On};
use super::lower::{Lowered, Lowering};
use super::places::{Layer, Place, Sort};
use super::sets::{At, Set};
use super::{Lexicon, Written};
use crate::document::Word;
use crate::rules::expression::{Read, Tokens, one_line};
use crate::rules::section::{Entry, Section};
use std::collections::HashMap;
use std::sync::Arc;
use tilewright_model::{Choice, Link as Joined, Node, Table};

/// A link as it was written: its keys and their texts, or `true`.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::rules) struct Link {
    pub(in crate::rules) keys: Vec<(String, Option<String>)>,
}

const KINDS: [&str; 6] = ["connected", "loop", "path", "forest", "tree", "areas"];
const KEYS: [&str; 13] = [
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
    "size",
];

/// A label that a place may have takes as long as so many looks: it has a node, choices and rules.
const LOOKS_PER_LABEL: usize = 64;

/// The nodes and edges of a graph.
#[derive(Default)]
struct Graph {
    nodes: Vec<Node>,
    edges: Vec<(u32, u32)>,
    /// The names of nodes that no tile puts in, or a hidden one.
    names: Vec<(u32, String)>,
    /// Its own name, where it is not that of the whole link.
    name: Option<String>,
    must_have_something: bool,
}

impl Graph {
    fn add(&mut self, node: Node) -> u32 {
        self.nodes.push(node);
        self.nodes.len() as u32 - 1
    }

    /// Adds a node that is always in.
    fn add_always(&mut self, name: impl Into<String>) -> u32 {
        let node = self.add(Node::Always);
        self.names.push((node, name.into()));
        node
    }

    fn join(&mut self, one: u32, other: u32) {
        self.edges.push((one, other));
    }
}

/// A link that is read: the tiles of a layer that have some values.
struct Reader<'r, 'f> {
    lexicon: &'r Lexicon<'r>,
    lowering: &'r mut Lowering<'f>,
    section: Section<'r>,
    kind: Entry<'r>,
    text: Word<'r>,
    layer: &'f Layer,
    marked: Arc<[bool]>,
}

impl Lexicon<'_> {
    /// Reads a link, and adds what it amounts to.
    pub(in crate::rules) fn read_link(
        &self,
        section: Section<'_>,
        lowering: &mut Lowering<'_>,
    ) -> Read<Link> {
        section.check_keys("a link", &KEYS)?;
        let kinds: Vec<Entry<'_>> = KINDS.iter().filter_map(|kind| section.get(kind)).collect();
        let [kind] = kinds[..] else {
            let message = "a link says one of connected, loop, path, forest, tree and areas";
            return Err(section.error(message));
        };
        if !self.field.is_grid() {
            return Err(kind.key_error("a link needs a grid, not a list of tiles"));
        }
        let text = kind.text()?;
        let mut tokens = Tokens::of(&text)?;
        let marks = self.marks(&mut tokens)?;
        tokens.finish("the values are complete")?;
        let layer = self.layer_of_link(&text, &marks)?;
        let field = lowering.field;
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
            "connected" => reader.connected()?,
            "loop" => reader.a_loop()?,
            "path" => reader.path()?,
            "areas" => reader.areas()?,
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

    /// The only layer that has the values of a link.
    fn layer_of_link(&self, text: &Word<'_>, marks: &super::terms::Marks) -> Read<usize> {
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
    fn only(&self, keys: &[&str]) -> Read<()> {
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

    fn push(&mut self, graph: Graph) -> Read<()> {
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
    fn graph(&self) -> Read<&'static [[i32; 3]]> {
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
        let Some(entry) = self.section.get("over") else {
            let error = self
                .kind
                .error("an edge lies between two cells and joins two corners");
            return Err(error.hint("say over = \"cells\" or over = \"corners\""));
        };
        let name = entry.text()?;
        match name.text.as_str() {
            "corners" => Ok(Sort::Corners),
            "cells" => {
                let field = self.lowering.field;
                let is_inner = |&place: &Place| field.cells_at(place).len() == 2;
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
                format!("{name} is no end: the path goes over {}", over.name()),
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
                    let face = edge.step(by).filter(inside);
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

    fn areas(&mut self) -> Read<()> {
        self.only(&["one", "size"])?;
        if self.layer.sort != Sort::Cells {
            return Err(self.kind.error("areas are made of cells"));
        }
        let Some(one) = self.section.get("one") else {
            let error = self
                .kind
                .error("areas are told apart by a place of each, which is not said");
            return Err(error.hint("say one = \"r1c1 r3c4\": each area has exactly one of these"));
        };
        let text = one.text()?;
        let set = self.lexicon.read_set(&text)?.meaning;
        let roots = self.roots(&text, &set)?;
        let sizes = self.sizes(roots.len())?;
        let written = Written::new(&self.text, ());
        let mut distances = Vec::with_capacity(roots.len());
        for (&root, &size) in roots.iter().zip(&sizes) {
            let near = self.near(root, size);
            self.lowering.work(&written, LOOKS_PER_LABEL * near.len())?;
            distances.push(near);
        }
        let helpers = self.add_labels(&roots, &distances);
        self.add_neighbours(&helpers)?;
        for (label, (&root, size)) in (1..).zip(roots.iter().zip(sizes)) {
            self.add_area(&helpers, label, root)?;
            if let Some(count) = size {
                let mine = helpers
                    .values()
                    .copied()
                    .filter(|&tile| self.label_choice(tile, label).is_some());
                let mut tiles: Vec<u32> = mine.collect();
                tiles.sort_unstable();
                if tiles.len() < count {
                    let name = self.lowering.field.name(root);
                    return Err(
                        one.error(format!("the area of {name} has no room for {count} cells"))
                    );
                }
                let name = format!("the size of the area of {}", self.lowering.field.name(root));
                let part = Lowered::Labelled {
                    tiles,
                    label,
                    count,
                };
                self.lowering.push(part, name);
            }
        }
        Ok(())
    }

    /// The places of `one`, which have tiles.
    fn roots(&self, text: &Word<'_>, set: &Set) -> Read<Vec<Place>> {
        let field = self.lowering.field;
        let roots = set.places(field, At::default(), None);
        match roots
            .iter()
            .find(|&&root| self.layer.tile_at(root).is_none())
        {
            None => Ok(roots),
            Some(&wrong) => {
                Err(text.error_at(0, format!("{} has no tile of an area", field.name(wrong))))
            }
        }
    }

    /// The size of each area: a number for all, or one for each in the same order, `?` where it is not known.
    fn sizes(&self, areas: usize) -> Read<Vec<Option<usize>>> {
        let Some(entry) = self.section.get("size") else {
            return Ok(vec![None; areas]);
        };
        let words = entry.words()?;
        let mut sizes = Vec::with_capacity(words.len());
        for word in &words {
            let size = word.text.parse::<usize>().ok().filter(|&size| size > 0);
            if size.is_none() && word.text != "?" {
                let error = word.error(format!("{:?} is no size of an area", word.text));
                return Err(error.hint("sizes are numbers, or ? where one is not known"));
            }
            sizes.push(size);
        }
        match sizes[..] {
            [size] => Ok(vec![size; areas]),
            _ if sizes.len() == areas => Ok(sizes),
            _ => Err(entry.error(format!(
                "there are {areas} areas, but {} sizes",
                sizes.len()
            ))),
        }
    }

    /// The places that an area of that size can reach, and how far they are.
    fn near(&self, root: Place, size: Option<usize>) -> HashMap<Place, usize> {
        let mut distances = HashMap::from([(root, 0)]);
        let mut next = std::collections::VecDeque::from([root]);
        while let Some(place) = next.pop_front() {
            let further = distances[&place] + 1;
            if size.is_some_and(|size| further >= size) {
                continue;
            }
            for near in self.lowering.field.steps(place, &super::sets::NEIGHBOURS) {
                if self.layer.tile_at(near).is_some() && !distances.contains_key(&near) {
                    distances.insert(near, further);
                    next.push_back(near);
                }
            }
        }
        distances
    }

    /// Adds a hidden tile for each place: the area that it belongs to, 0 for none. Roots belong to their own.
    fn add_labels(
        &mut self,
        roots: &[Place],
        distances: &[HashMap<Place, usize>],
    ) -> HashMap<Place, u32> {
        let mut helpers = HashMap::new();
        for &place in &self.layer.places {
            let own = roots.iter().position(|&root| root == place);
            let labels: Vec<u32> = if let Some(own) = own {
                vec![own as u32 + 1]
            } else {
                let reached = (1..).zip(distances);
                let reached = reached.filter(|(_, near)| near.contains_key(&place));
                let reached = reached.map(|(label, _)| label);
                std::iter::once(0).chain(reached).collect()
            };
            let tile = self
                .layer
                .tile_at(place)
                .expect("it is a place of the layer");
            let (domain, count) = (self.lowering.choices(tile), labels.len());
            let is_in: Vec<bool> = domain
                .map(|choice| self.marked[self.lowering.value_of(tile, choice) as usize])
                .collect();
            let table = Table::new(is_in.len(), count, |row, column| {
                is_in[row] == (labels[column] > 0)
            });
            let name = format!("the area that {} is in", self.lowering.field.name(place));
            let helper = self.lowering.add_helper(labels, name);
            let part = Lowered::Pair(tile, helper, table.into());
            self.lowering.push(part, self.kind.key.to_owned());
            helpers.insert(place, helper);
        }
        helpers
    }

    /// Neighbours that are both in an area are in the same one.
    fn add_neighbours(&mut self, helpers: &HashMap<Place, u32>) -> Read<()> {
        const BEFORE: [[i32; 3]; 3] = [[0, 0, 2], [0, 2, 0], [1, 0, 0]];
        let written = Written::new(&self.text, ());
        let mut known: HashMap<[Vec<u32>; 2], Arc<Table>> = HashMap::new();
        for &place in &self.layer.places {
            for near in self.lowering.field.steps(place, &BEFORE) {
                let Some(&other) = helpers.get(&near) else {
                    continue;
                };
                let helper = helpers[&place];
                let labels = [helper, other].map(|helper| self.labels(helper).to_vec());
                self.lowering
                    .work(&written, labels[0].len() * labels[1].len())?;
                let table = known.entry(labels).or_insert_with_key(|[one, two]| {
                    let goes = |row: usize, column: usize| {
                        let (one, two) = (one[row], two[column]);
                        one == two || one == 0 || two == 0
                    };
                    Table::new(one.len(), two.len(), goes).into()
                });
                let pair = Lowered::Pair(helper, other, Arc::clone(table));
                self.lowering.push(pair, self.kind.key.to_owned());
            }
        }
        Ok(())
    }

    fn labels(&self, helper: u32) -> &[u32] {
        let first = self.lowering.field.tile_count();
        &self.lowering.helpers[(helper - first) as usize]
    }

    /// The choice that gives a hidden tile a label.
    fn label_choice(&self, helper: u32, label: u32) -> Option<u32> {
        let place = self
            .labels(helper)
            .iter()
            .position(|&known| known == label)?;
        Some(self.lowering.choices(helper).start + place as u32)
    }

    /// The cells of a label hang together, the root among them.
    fn add_area(&mut self, helpers: &HashMap<Place, u32>, label: u32, root: Place) -> Read<()> {
        let mut graph = Graph {
            name: Some(format!("the area of {}", self.lowering.field.name(root))),
            ..Graph::default()
        };
        let mut number: HashMap<Place, u32> = HashMap::new();
        for &place in &self.layer.places {
            if let Some(choice) = self.label_choice(helpers[&place], label) {
                let node = if place == root {
                    graph.add_always(self.lowering.field.name(root))
                } else {
                    let node = graph.add(Node::If(vec![Choice(choice)]));
                    let name = self.lowering.field.name(place);
                    graph.names.push((node, name));
                    node
                };
                number.insert(place, node);
            }
        }
        for &place in &self.layer.places {
            let Some(&node) = number.get(&place) else {
                continue;
            };
            for near in self.lowering.field.steps(place, &super::sets::NEIGHBOURS) {
                if let Some(&other) = number.get(&near)
                    && other > node
                {
                    graph.join(node, other);
                }
            }
        }
        self.push(graph)
    }
}
