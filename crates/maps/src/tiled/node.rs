//! XML and JSON as the same tree: an element or object with attributes, children and a text.
//!
//! Tiled's JSON has arrays where its XML has elements of the same name in the singular, and the data of a layer among its
//! keys where XML has an element `data`. Objects of JSON are turned into what the XML would be.

use crate::Flaw;
use roxmltree::Document;
use serde_json::Value;

/// The most elements within elements.
const DEEPEST: usize = 64;

/// Arrays of objects in JSON, and the elements that they are in XML.
const ARRAYS: [(&str, &str); 11] = [
    ("tilesets", "tileset"),
    ("tiles", "tile"),
    ("properties", "property"),
    ("wangsets", "wangset"),
    ("colors", "wangcolor"),
    ("cornercolors", "wangcornercolor"),
    ("edgecolors", "wangedgecolor"),
    ("wangtiles", "wangtile"),
    ("terrains", "terrain"),
    ("chunks", "chunk"),
    ("layers", "layer"),
];

/// Elements of XML that only hold a list.
const LISTS: [&str; 3] = ["properties", "wangsets", "terraintypes"];

/// An element.
#[derive(Clone, Debug, Default)]
pub(crate) struct Node {
    pub(crate) name: String,
    attributes: Vec<(String, String)>,
    pub(crate) children: Vec<Node>,
    pub(crate) text: String,
    /// Its line and column, in XML.
    place: Option<(u32, u32)>,
}

impl Node {
    /// Reads a text in XML, or in JSON if it begins with a brace.
    pub(crate) fn read(text: &str) -> Result<Self, Flaw> {
        if is_json(text) {
            let value: Value = serde_json::from_str(text)
                .map_err(|error| Flaw(format!("it is not whole JSON: {error}")))?;
            let name = match value.get("type").and_then(Value::as_str) {
                Some(name) => name.to_owned(),
                // Maps and sets of old versions do not say what they are.
                None if value.get("layers").is_some() => "map".to_owned(),
                None => "tileset".to_owned(),
            };
            return Ok(of_object(name, &value));
        }
        let document = Document::parse(text).map_err(|error| not_xml(&error))?;
        of_element(document.root_element(), 0)
    }

    pub(crate) fn attribute(&self, name: &str) -> Option<&str> {
        let mut all = self.attributes.iter();
        let (_, value) = all.find(|(key, _)| key == name)?;
        Some(value)
    }

    pub(crate) fn child(&self, name: &str) -> Option<&Self> {
        self.children.iter().find(|child| child.name == name)
    }

    pub(crate) fn all<'n>(&'n self, name: &'n str) -> impl Iterator<Item = &'n Self> {
        self.children.iter().filter(move |child| child.name == name)
    }

    /// A number that the element may have.
    pub(crate) fn number<N: std::str::FromStr>(&self, key: &str) -> Result<Option<N>, Flaw> {
        let Some(text) = self.attribute(key) else {
            return Ok(None);
        };
        match text.trim().parse() {
            Ok(number) => Ok(Some(number)),
            Err(_) => Err(self.flaw(&format!("{key}={text:?}; expected a number"))),
        }
    }

    /// A number that the element must have.
    pub(crate) fn needed<N: std::str::FromStr>(&self, key: &str) -> Result<N, Flaw> {
        let number = self.number(key)?;
        number.ok_or_else(|| self.flaw(&format!("<{}> has no {key}", self.name)))
    }

    /// True if a yes or no says yes.
    pub(crate) fn is(&self, key: &str) -> bool {
        matches!(self.attribute(key), Some("1" | "true"))
    }

    /// The value of a property that the maker gave it.
    pub(crate) fn property(&self, name: &str) -> Option<&str> {
        let mut all = self.all("property");
        let property = all.find(|property| property.attribute("name") == Some(name))?;
        property.attribute("value")
    }

    /// A sentence with the place of the element.
    pub(crate) fn flaw(&self, what: &str) -> Flaw {
        match self.place {
            Some((line, column)) => Flaw(format!("line {line}, column {column}: {what}")),
            None => Flaw(what.to_owned()),
        }
    }
}

/// True if a text is JSON rather than XML.
pub(crate) fn is_json(text: &str) -> bool {
    text.trim_start_matches('\u{feff}')
        .trim_start()
        .starts_with('{')
}

pub(crate) fn not_xml(error: &roxmltree::Error) -> Flaw {
    let at = error.pos();
    Flaw(format!(
        "line {}, column {}: it is not whole XML: {error}",
        at.row, at.col
    ))
}

fn of_element(element: roxmltree::Node, depth: usize) -> Result<Node, Flaw> {
    let at = element.document().text_pos_at(element.range().start);
    if depth > DEEPEST {
        return Err(Flaw(format!(
            "line {}, column {}: more than {DEEPEST} elements within each other",
            at.row, at.col
        )));
    }
    let mut node = Node {
        name: element.tag_name().name().to_owned(),
        text: element.text().unwrap_or_default().to_owned(),
        place: Some((at.row, at.col)),
        ..Node::default()
    };
    let attributes = element.attributes();
    node.attributes = attributes
        .map(|attribute| (attribute.name().to_owned(), attribute.value().to_owned()))
        .collect();
    for child in element.children().filter(roxmltree::Node::is_element) {
        let child = of_element(child, depth + 1)?;
        if LISTS.contains(&child.name.as_str()) {
            node.children.extend(child.children);
        } else {
            node.children.push(child);
        }
    }
    // The value of a property may be its text, if it has several lines.
    if node.name == "property" && node.attribute("value").is_none() {
        node.attributes
            .push(("value".to_owned(), node.text.clone()));
    }
    Ok(node)
}

/// The numbers of an array, separated by commas.
fn numbers(values: &[Value]) -> String {
    let mut text = String::with_capacity(4 * values.len());
    for (at, value) in values.iter().enumerate() {
        if at > 0 {
            text.push(',');
        }
        text.push_str(&scalar(value).unwrap_or_default());
    }
    text
}

fn scalar(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(truth) => Some(truth.to_string()),
        _ => None,
    }
}

fn of_object(name: String, value: &Value) -> Node {
    let mut node = Node {
        name,
        ..Node::default()
    };
    let Some(object) = value.as_object() else {
        return node;
    };
    for (key, value) in object {
        let element = ARRAYS.iter().find(|(array, _)| array == key);
        match (element, value) {
            (Some((_, element)), Value::Array(values)) => {
                let child = |value: &Value| {
                    let kind = value.get("type").and_then(Value::as_str);
                    let name = match (*element, kind) {
                        ("layer", Some(kind)) if kind != "tilelayer" => kind,
                        _ => element,
                    };
                    of_object(name.to_owned(), value)
                };
                node.children.extend(values.iter().map(child));
            }
            (_, Value::Array(values)) if key == "data" => node.text = numbers(values),
            (_, Value::String(text)) if key == "data" => node.text.clone_from(text),
            (_, Value::Array(values)) => node.attributes.push((key.clone(), numbers(values))),
            (_, Value::Object(_)) => node.children.push(of_object(key.clone(), value)),
            _ => node
                .attributes
                .extend(scalar(value).map(|text| (key.clone(), text))),
        }
    }
    match node.name.as_str() {
        // In XML what a layer has lies in an element of its own.
        "layer" => {
            let (chunks, others) = std::mem::take(&mut node.children)
                .into_iter()
                .partition(|child| child.name == "chunk");
            node.children = others;
            let data = Node {
                name: "data".to_owned(),
                attributes: encoding(&node),
                children: with_encoding(chunks, &node),
                text: std::mem::take(&mut node.text),
                place: None,
            };
            node.children.push(data);
        }
        "tile" | "tileset" => {
            if let Some(source) = node.attribute("image").map(str::to_owned) {
                let attributes = vec![("source".to_owned(), source)];
                node.children.push(Node {
                    name: "image".to_owned(),
                    attributes,
                    ..Node::default()
                });
            }
        }
        _ => {}
    }
    node
}

fn encoding(layer: &Node) -> Vec<(String, String)> {
    let mut found = vec![(
        "encoding".to_owned(),
        layer.attribute("encoding").unwrap_or("csv").to_owned(),
    )];
    let compression = layer.attribute("compression");
    found.extend(compression.map(|how| ("compression".to_owned(), how.to_owned())));
    found
}

fn with_encoding(mut chunks: Vec<Node>, layer: &Node) -> Vec<Node> {
    for chunk in &mut chunks {
        chunk.attributes.extend(encoding(layer));
    }
    chunks
}
