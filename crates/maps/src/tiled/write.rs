//! Maps that Tiled opens.
//!
//! A layer is put back into the text that it was read from: in XML by changing only the characters of its tiles, in JSON by
//! changing only its keys. A map of another size keeps the sets of tiles and properties of the text, and has one layer.

#![expect(
    clippy::cast_possible_wrap,
    reason = "a map has at most 16 million places, and chunks lie within 32 bits"
)]

use super::data::csv_of;
use super::drawing::{GidGrid, TiledFile};
use super::node::{is_json, not_xml};
use crate::set::Flaw;
use roxmltree::{Document, Node};
use serde_json::{Value, json};
use std::fmt::Write;
use std::ops::Range;

/// Rows and columns of a chunk of an infinite map.
const CHUNK: usize = 16;

/// A text that replaces a part of another.
type Edit = (Range<usize>, String);

impl TiledFile {
    /// The map with other tiles in a layer. `moved` gives the new name of a file that the map names, where the map moves
    /// to another folder.
    pub fn with_layer(
        &self,
        layer: usize,
        grid: &GidGrid,
        moved: impl Fn(&str) -> String,
    ) -> Result<String, Flaw> {
        let text = self.text.as_deref().unwrap_or_default();
        if is_json(text) {
            let mut root: Value =
                serde_json::from_str(text).map_err(|error| Flaw(error.to_string()))?;
            move_files(&mut root, &moved);
            if let Some(layer) = nth_layer(&mut root, &mut { layer }) {
                self.put_in_json(layer, grid);
            }
            return Ok(in_json(&root));
        }
        let document = Document::parse(text).map_err(|error| not_xml(&error))?;
        let root = document.root_element();
        let mut edits = files_moved(root, &moved);
        let found = layers(root).nth(layer);
        let data = found.and_then(|layer| layer.children().find(|it| it.has_tag_name("data")));
        if let (Some(layer), Some(data)) = (found, data) {
            edits.push((data.range(), self.data_in_xml(grid)));
            if self.is_infinite {
                edits.extend(sizes(layer, (grid.width, grid.height)));
            }
        }
        Ok(edited(text, edits))
    }

    /// A map of these tiles alone, with the sets of tiles of this one. `in_json` says how it is written, where this one is the map of
    /// a set alone.
    pub fn with_map(
        &self,
        name: &str,
        grid: &GidGrid,
        in_json_form: bool,
        moved: impl Fn(&str) -> String,
    ) -> Result<String, Flaw> {
        let size = (grid.width, grid.height);
        let Some(text) = self.text.as_deref() else {
            return Ok(if in_json_form {
                self.fresh_json(name, grid, moved)
            } else {
                self.fresh_xml(name, grid, moved)
            });
        };
        if is_json(text) {
            let mut root: Value =
                serde_json::from_str(text).map_err(|error| Flaw(error.to_string()))?;
            move_files(&mut root, &moved);
            root["width"] = size.0.into();
            root["height"] = size.1.into();
            root["infinite"] = false.into();
            root["layers"] = json!([json_layer(name, grid)]);
            root["nextlayerid"] = 2.into();
            return Ok(in_json(&root));
        }
        let document = Document::parse(text).map_err(|error| not_xml(&error))?;
        let root = document.root_element();
        let mut edits = files_moved(root, &moved);
        edits.extend(sizes(root, size));
        if let Some(infinite) = root.attribute_node("infinite") {
            edits.push((infinite.range_value(), "0".to_owned()));
        }
        let is_layer = |node: &Node| {
            ["layer", "objectgroup", "imagelayer", "group"]
                .iter()
                .any(|&name| node.has_tag_name(name))
        };
        // What lies within a part that goes is not edited.
        for node in root.children().filter(is_layer) {
            let gone = node.range();
            edits.retain(|(range, _)| range.start < gone.start || range.end > gone.end);
            edits.push((gone, String::new()));
        }
        let end = root.range().start + text[root.range()].rfind("</").unwrap_or(0);
        edits.push((end..end, Self::layer_in_xml(name, grid)));
        Ok(edited(text, edits))
    }

    fn fresh_xml(&self, name: &str, grid: &GidGrid, moved: impl Fn(&str) -> String) -> String {
        let mut text = format!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<map version=\"1.10\" orientation=\"orthogonal\" \
             renderorder=\"right-down\" width=\"{}\" height=\"{}\" tilewidth=\"{}\" tileheight=\"{}\" infinite=\"0\" \
             nextlayerid=\"2\" nextobjectid=\"1\">\n",
            grid.width, grid.height, self.tile_width, self.tile_height
        );
        for used in &self.tilesets {
            let source = moved(used.source.as_deref().unwrap_or_default());
            let _ = writeln!(
                text,
                " <tileset firstgid=\"{}\" source=\"{}\"/>",
                used.first,
                escaped(&source)
            );
        }
        text + &Self::layer_in_xml(name, grid) + "</map>\n"
    }

    fn fresh_json(&self, name: &str, grid: &GidGrid, moved: impl Fn(&str) -> String) -> String {
        let tilesets = self.tilesets.iter().map(|used| {
            let source = moved(used.source.as_deref().unwrap_or_default());
            json!({"firstgid": used.first, "source": source})
        });
        in_json(&json!({
            "type": "map", "version": "1.10", "orientation": "orthogonal", "renderorder": "right-down",
            "width": grid.width, "height": grid.height,
            "tilewidth": self.tile_width, "tileheight": self.tile_height,
            "infinite": false, "nextlayerid": 2, "nextobjectid": 1,
            "tilesets": tilesets.collect::<Vec<_>>(),
            "layers": [json_layer(name, grid)],
        }))
    }

    fn layer_in_xml(name: &str, grid: &GidGrid) -> String {
        let (width, height) = (grid.width, grid.height);
        let data = csv_of(&grid.gids, width);
        format!(
            " <layer id=\"1\" name=\"{}\" width=\"{width}\" height=\"{height}\">\n  <data encoding=\"csv\">{data}</data>\n </layer>\n",
            escaped(name)
        )
    }

    fn data_in_xml(&self, grid: &GidGrid) -> String {
        if !self.is_infinite {
            let data = csv_of(&grid.gids, grid.width);
            return format!("<data encoding=\"csv\">{data}</data>");
        }
        let mut text = "<data encoding=\"csv\">\n".to_owned();
        for chunk in chunks(grid) {
            let (x, y) = (chunk.left, chunk.top);
            let data = csv_of(&chunk.gids, CHUNK);
            let _ = writeln!(
                text,
                "   <chunk x=\"{x}\" y=\"{y}\" width=\"{CHUNK}\" height=\"{CHUNK}\">{data}</chunk>"
            );
        }
        text + "  </data>"
    }

    fn put_in_json(&self, layer: &mut Value, grid: &GidGrid) {
        let Some(layer) = layer.as_object_mut() else {
            return;
        };
        for key in ["encoding", "compression", "data", "chunks"] {
            layer.remove(key);
        }
        if !self.is_infinite {
            layer.insert("data".to_owned(), grid.gids.clone().into());
            return;
        }
        let chunk = |chunk: GidGrid| json!({"x": chunk.left, "y": chunk.top, "width": CHUNK, "height": CHUNK, "data": chunk.gids});
        let chunks: Vec<Value> = chunks(grid).map(chunk).collect();
        layer.insert("chunks".to_owned(), chunks.into());
        for (key, value) in [
            ("startx", grid.left),
            ("starty", grid.top),
            ("width", grid.width as i64),
            ("height", grid.height as i64),
        ] {
            layer.insert(key.to_owned(), value.into());
        }
    }
}

/// The layers of tiles in the order of the text.
fn layers<'a>(root: Node<'a, 'a>) -> impl Iterator<Item = Node<'a, 'a>> {
    let is_in_groups = |node: &Node| {
        let mut above = node.ancestors().skip(1);
        above.all(|it| it.has_tag_name("group") || it.has_tag_name("map") || it.is_root())
    };
    let all = root.descendants();
    all.filter(move |node| node.has_tag_name("layer") && is_in_groups(node))
}

fn nth_layer<'v>(value: &'v mut Value, left: &mut usize) -> Option<&'v mut Value> {
    for layer in value.get_mut("layers")?.as_array_mut()? {
        match layer.get("type").and_then(Value::as_str) {
            Some("group") => {
                if let Some(found) = nth_layer(layer, left) {
                    return Some(found);
                }
            }
            None | Some("tilelayer" | "layer") => {
                if *left == 0 {
                    return Some(layer);
                }
                *left -= 1;
            }
            _ => {}
        }
    }
    None
}

/// The chunks of a grid that have tiles, whose places are whole numbers of chunks.
fn chunks(grid: &GidGrid) -> impl Iterator<Item = GidGrid> + '_ {
    let side = CHUNK as i64;
    let numbers = move |start: i64, length: usize| {
        start.div_euclid(side)..=(start + length as i64 - 1).div_euclid(side)
    };
    let places = numbers(grid.top, grid.height)
        .flat_map(move |row| numbers(grid.left, grid.width).map(move |column| (column, row)));
    places.filter_map(move |(column, row)| {
        let mut chunk = GidGrid::empty((column * side, row * side), CHUNK, CHUNK);
        for (at, gid) in chunk.gids.iter_mut().enumerate() {
            let (x, y) = ((at % CHUNK) as i64, (at / CHUNK) as i64);
            *gid = grid.at(chunk.left + x, chunk.top + y);
        }
        (!chunk.is_empty()).then_some(chunk)
    })
}

fn json_layer(name: &str, grid: &GidGrid) -> Value {
    json!({
        "type": "tilelayer", "id": 1, "name": name, "x": 0, "y": 0, "width": grid.width, "height": grid.height,
        "opacity": 1, "visible": true, "data": grid.gids,
    })
}

fn in_json(root: &Value) -> String {
    root.to_string() + "\n"
}

/// Edits that give an element that width and height.
fn sizes(node: Node, (width, height): (usize, usize)) -> Vec<Edit> {
    let edit = |(key, value): (&str, usize)| {
        let attribute = node.attribute_node(key)?;
        Some((attribute.range_value(), value.to_string()))
    };
    let both = [("width", width), ("height", height)];
    both.into_iter().filter_map(edit).collect()
}

/// Edits that give the files of sets of tiles, images and templates their new names.
fn files_moved(root: Node, moved: &impl Fn(&str) -> String) -> Vec<Edit> {
    let mut edits = Vec::new();
    for node in root.descendants() {
        let key = match node.tag_name().name() {
            "tileset" | "image" => "source",
            "object" => "template",
            _ => continue,
        };
        if let Some(file) = node.attribute_node(key) {
            let name = moved(file.value());
            if name != file.value() {
                edits.push((file.range_value(), escaped(&name)));
            }
        }
    }
    edits
}

fn move_files(value: &mut Value, moved: &impl Fn(&str) -> String) {
    match value {
        Value::Array(values) => values.iter_mut().for_each(|it| move_files(it, moved)),
        Value::Object(object) => {
            for (key, value) in object {
                match value {
                    Value::String(file)
                        if ["source", "image", "template"].contains(&key.as_str()) =>
                    {
                        *file = moved(file);
                    }
                    Value::String(_) => {}
                    // A maker's own properties are no files of the map.
                    _ if key == "properties" || key == "data" => {}
                    _ => move_files(value, moved),
                }
            }
        }
        _ => {}
    }
}

fn edited(text: &str, mut edits: Vec<Edit>) -> String {
    edits.sort_by_key(|(range, _)| (range.start, range.end));
    let mut new = String::with_capacity(text.len());
    let mut at = 0;
    for (range, replacement) in edits {
        if range.start >= at {
            new.push_str(&text[at..range.start]);
            new.push_str(&replacement);
            at = range.end;
        }
    }
    new + &text[at..]
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('"', "&quot;")
}
