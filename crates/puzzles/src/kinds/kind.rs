//! The head of a kind's file: its name, its rules for people, its layers of clues, and how boards are written.

use super::address::{self, Url};
use super::blocks::{self, Block};
use super::clues::{ClueLayer, ClueSort, Side, Spots};
use super::extras::Merged;
use super::recipe::{Recipe, Role};
use super::solution::Solution;
use super::style::Style;
use super::symmetry::Symmetry;
use super::tatham::Ids;
use super::words::Nouns;
use crate::ParseError;
use crate::document::{Spot, of_toml};
use crate::section::{Entry, Section};
use std::sync::{Arc, OnceLock};

type Read<T> = Result<T, ParseError>;

/// The keys of a kind's file. Those from `holes` on are as in rules files.
pub(crate) const KEYS: [&str; 23] = [
    "kind", "extra", "on", "about", "also", "text", "solution", "board", "params", "clues", "url",
    "tatham", "draw", "words", "generate", "fpuzzles", "enter", "hidden", "sets", "rule", "link",
    "pieces", "place",
];

/// A kind, as its file describes it.
#[derive(Debug)]
pub(crate) struct Kind {
    pub(crate) name: String,
    /// The rules in a few sentences.
    pub(crate) about: String,
    /// Other names of it.
    pub(crate) also: Vec<String>,
    /// The blocks of its plain text.
    pub(crate) text: Vec<Block>,
    /// The words for a place that is not there, of which the first is written.
    pub(crate) holes: Vec<String>,
    /// How a solution is written.
    pub(crate) solution: Option<Solution>,
    /// Its addresses.
    pub(crate) url: Option<Url>,
    /// Its ids in Simon Tatham's collection.
    pub(super) ids: Option<Ids>,
    pub(crate) layers: Vec<ClueLayer>,
    /// The parameters and their defaults, as they were written.
    pub(crate) params: Vec<(String, String)>,
    /// What its clues and values look like.
    pub(crate) style: Style,
    /// What its values are called.
    pub(crate) nouns: Nouns,
    /// The whole file, which is read again for each board: what its rules amount to depends on the clues.
    pub(crate) source: Arc<str>,
    /// What was merged into it.
    pub(crate) merged: Option<Merged>,
    recipe: OnceLock<Read<Arc<Recipe>>>,
    /// The turns and reflections that its rules allow.
    pub(super) symmetries: OnceLock<Vec<Symmetry>>,
}

/// Kinds are the same if their files are.
impl PartialEq for Kind {
    fn eq(&self, other: &Self) -> bool {
        self.source == other.source
    }
}

impl Kind {
    /// Reads the head of a file.
    pub(crate) fn read(source: &str) -> Read<Self> {
        let table = of_toml(source)?;
        let start = Spot::start_of(source);
        let top = Section::new(&table, &start);
        let needed = |key: &str| {
            let missing = || top.error(format!("the file of a kind has a key {key:?}"));
            top.get(key).ok_or_else(missing)?.text()
        };
        let name = needed("kind")?.text;
        let about = needed("about")?.text;
        let layers = read_layers(&entries(&top, "clues")?)?;
        let param = |entry: Entry<'_>| {
            let value = match entry.as_text() {
                Some(text) => text.text,
                None => entry.integer(i64::MIN, i64::MAX)?.to_string(),
            };
            Ok((entry.key.to_owned(), value))
        };
        let params = entries(&top, "params")?.into_iter().map(param);
        let also = top
            .get("also")
            .map_or(Ok(Vec::new()), |entry| entry.words())?;
        let also = also.into_iter().map(|name| name.text).collect();
        let entered = entries(&top, "enter")?;
        let entered: Vec<&str> = entered.iter().map(|entry| entry.key).collect();
        let solution = match top.get("solution") {
            None => None,
            Some(entry) => Some(Solution::read(&entry.text()?, &entered)?),
        };
        let kind = Self {
            name,
            about,
            also,
            text: read_blocks(&top, &layers)?,
            holes: read_holes(&top)?,
            solution,
            url: read_url(&top, &layers)?,
            ids: Ids::read(&top, &layers)?,
            layers,
            params: params.collect::<Read<_>>()?,
            style: Style::read(&top)?,
            nouns: Nouns::read(&top)?,
            source: source.into(),
            merged: None,
            recipe: OnceLock::new(),
            symmetries: OnceLock::new(),
        };
        kind.recipe()?;
        Ok(kind)
    }

    /// How puzzles of it begin.
    pub(super) fn recipe(&self) -> Read<Arc<Recipe>> {
        let read = || Recipe::of(self).map(Arc::new);
        self.recipe.get_or_init(read).clone()
    }

    /// Returns true if no rule depends on the places of the clues of a layer, but for those at them.
    pub(super) fn is_free(&self, layer: usize) -> bool {
        self.recipe()
            .is_ok_and(|recipe| recipe.layers[layer].0 == Role::Free)
    }

    /// Returns true if the first line of a text has a word for a parameter.
    pub(super) fn is_in_header(&self, name: &str) -> bool {
        self.text.iter().any(|block| match block {
            Block::Header(params) => params.iter().any(|param| param.name == name),
            _ => false,
        })
    }

    /// Returns true if it is called so, small letters or not.
    pub(crate) fn is_called(&self, name: &str) -> bool {
        let mut names = std::iter::once(&self.name).chain(&self.also);
        names.any(|known| known.eq_ignore_ascii_case(name))
    }

    /// The number of the layer of clues that has a name.
    pub(crate) fn layer(&self, name: &str) -> Option<usize> {
        self.layers.iter().position(|layer| layer.name == name)
    }
}

/// The entries of a table of the file, none where it is missing.
fn entries<'d>(top: &Section<'d>, key: &str) -> Read<Vec<Entry<'d>>> {
    let Some(entry) = top.get(key) else {
        return Ok(Vec::new());
    };
    let wrong = || entry.key_error(format!("{key:?} should be a table, written [{key}]"));
    Ok(entry.section().ok_or_else(wrong)?.entries())
}

/// Reads the blocks of the text.
fn read_blocks(top: &Section<'_>, layers: &[ClueLayer]) -> Read<Vec<Block>> {
    let Some(entry) = top.get("text") else {
        return Ok(blocks::usual(layers));
    };
    let mut read = Vec::new();
    for (number, entry) in entry.each().into_iter().enumerate() {
        let words = entry.text()?;
        let block = blocks::block(layers, &words)?;
        if (number == 0) != matches!(block, Block::Header(_)) {
            return Err(words.error("the first block, and it alone, starts with \"rows columns\""));
        }
        read.push(block);
    }
    Ok(read)
}

/// Reads what is said of addresses.
fn read_url(top: &Section<'_>, layers: &[ClueLayer]) -> Read<Option<Url>> {
    let Some(entry) = top.get("url") else {
        return Ok(None);
    };
    let wrong = || entry.key_error("\"url\" should be a table, written [url]");
    let section = entry.section().ok_or_else(wrong)?;
    section.check_keys("[url]", &["name", "flags", "code"])?;
    let words = |key: &str| -> Read<Vec<String>> {
        let words = section
            .get(key)
            .map_or(Ok(Vec::new()), |entry| entry.words())?;
        Ok(words.into_iter().map(|word| word.text).collect())
    };
    let names = words("name")?;
    let missing = || entry.key_error("[url] has a name and a code");
    let code = section.get("code").filter(|_| !names.is_empty());
    let blocks = code.ok_or_else(missing)?.each().into_iter();
    let block = |entry: Entry<'_>| address::block(layers, &entry.text()?);
    Ok(Some(Url {
        names,
        flags: words("flags")?,
        code: blocks.map(block).collect::<Read<_>>()?,
    }))
}

/// Reads the words for places that are not there.
fn read_holes(top: &Section<'_>) -> Read<Vec<String>> {
    let board = top.get("board").and_then(|board| board.section());
    let Some(entry) = board.and_then(|board| board.get("holes")) else {
        return Ok(["#", "@"].map(str::to_owned).to_vec());
    };
    Ok(entry.words()?.into_iter().map(|word| word.text).collect())
}

/// Reads the layers of clues of a file.
pub(super) fn layers_of(top: &Section<'_>) -> Read<Vec<ClueLayer>> {
    read_layers(&entries(top, "clues")?)
}

/// Reads the layers of clues.
fn read_layers(entries: &[Entry<'_>]) -> Read<Vec<ClueLayer>> {
    let is_region = |entry: &Entry<'_>| {
        let kind = entry.section().and_then(|section| section.get("type"));
        kind.and_then(|kind| kind.as_text())
            .is_some_and(|kind| kind.text == "region")
    };
    let name = |entry: &Entry<'_>| is_region(entry).then(|| entry.key.to_owned());
    let regions: Vec<Option<String>> = entries.iter().map(name).collect();
    let entries = entries.iter();
    entries.map(|entry| read_layer(&regions, *entry)).collect()
}

/// Reads a layer of clues; `regions` are the names of the layers that are regions.
fn read_layer(regions: &[Option<String>], entry: Entry<'_>) -> Read<ClueLayer> {
    let wrong = || {
        let message = format!(
            "{:?} should be a table, such as {{ at = \"cells\", type = \"number\" }}",
            entry.key
        );
        entry.error(message)
    };
    let section = entry.section().ok_or_else(wrong)?;
    section.check_keys(
        "a layer of clues",
        &["at", "type", "values", "text", "unknown", "min", "max"],
    )?;
    let kind = section.get("type").ok_or_else(wrong)?.text()?;
    let bound = |key: &str, usual: i64| {
        let entry = section.get(key);
        entry.map_or(Ok(usual), |entry| entry.integer(-MOST, MOST))
    };
    let sort = match kind.text.as_str() {
        "number" => ClueSort::Number {
            least: bound("min", 0)?,
            most: bound("max", MOST)?,
        },
        "word" => {
            let values = section.get("values");
            let missing = || entry.error("a layer of words lists its values = \"…\"");
            let words = values.ok_or_else(missing)?.words()?;
            ClueSort::Word(words.into_iter().map(|word| word.text).collect())
        }
        "mark" => ClueSort::Mark,
        "numbers" => ClueSort::Numbers,
        "arrow" => ClueSort::Arrow,
        "region" => ClueSort::Region,
        "cage" => ClueSort::Cage,
        "path" => ClueSort::Path,
        other => {
            let error = kind.error(format!("there is no type of clues {other:?}"));
            return Err(error
                .hint("the types are number, word, mark, numbers, arrow, region, cage and path"));
        }
    };
    let at = match section.get("at") {
        None if matches!(sort, ClueSort::Cage | ClueSort::Path) => Spots::Free,
        None => Spots::Cells,
        Some(at) => {
            let at = at.text()?;
            match at.text.as_str() {
                "cells" => Spots::Cells,
                "edges" => Spots::Edges,
                "inner" => Spots::Inner,
                "corners" => Spots::Corners,
                "top" => Spots::Outside(Side::Top),
                "bottom" => Spots::Outside(Side::Bottom),
                "left" => Spots::Outside(Side::Left),
                "right" => Spots::Outside(Side::Right),
                name => {
                    let mut regions = regions.iter();
                    let region = regions.position(|region| region.as_deref() == Some(name));
                    Spots::Regions(region.ok_or_else(|| {
                        let error = at.error(format!("there are no places {name:?}"));
                        error.hint("clues are at cells, edges, inner, corners, top, bottom, left, right or a layer of regions")
                    })?)
                }
            }
        }
    };
    let text = section.get("text").map(|entry| entry.text()).transpose()?;
    let unknown = match section.get("unknown") {
        None => vec![match &text {
            Some(text) if text.text.contains("{}") => {
                let first = text.text.split('|').next().unwrap_or_default();
                first.replacen("{}", "?", 1)
            }
            _ => "?".to_owned(),
        }],
        Some(entry) => entry.words()?.into_iter().map(|word| word.text).collect(),
    };
    Ok(ClueLayer {
        name: entry.key.to_owned(),
        at,
        sort,
        text: text.map(|text| text.text),
        unknown,
        leaves_unknown: section.get("unknown").is_some(),
    })
}

/// The largest number of a clue.
pub(super) const MOST: i64 = 1_000_000_000;

impl ClueLayer {
    /// Returns true if its clues part the board.
    pub(crate) fn is_region(&self) -> bool {
        self.sort == ClueSort::Region
    }
}
