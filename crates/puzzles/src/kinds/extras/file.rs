//! The files of extras, and the kind that a board with some of them is of.

use super::drawn::{Drawn, Look};
use super::foreign::{Foreign, Program};
use crate::ParseError;
use crate::document::{self, Node, Spot, Table, Value, get, of_toml, only};
use crate::kinds::clues::ClueLayer;
use crate::kinds::kind::{Kind, layers_of};
use crate::nearest::with_nearest;
use crate::prose::put;
use crate::section::Section;
use std::sync::{Arc, LazyLock};

type Read<T> = Result<T, ParseError>;

/// The keys of an extra's file.
const KEYS: [&str; 13] = [
    "extra",
    "on",
    "with",
    "about",
    "clues",
    "params",
    "sets",
    "rule",
    "link",
    "draw",
    "fpuzzles",
    "iss",
    "sudokupad",
];

/// The sections of a file that are tables, and those that are lists of tables, in the order in which they are written.
const TABLES: [&str; 6] = ["board", "params", "clues", "enter", "hidden", "sets"];
const LISTS: [&str; 2] = ["rule", "link"];

/// In the rules of an extra this is each digit in turn: such a rule is there once for each.
const DIGIT: &str = "$";
/// And this each larger digit: such a rule is there once for each two.
const LARGER: &str = "$$";

/// An extra, as its file describes it.
#[derive(Clone, Debug)]
pub(crate) struct Extra {
    pub(crate) name: String,
    /// Its rules in a sentence or two.
    pub(crate) about: String,
    /// The extras whose layers it uses.
    with: Vec<String>,
    pub(crate) layers: Vec<ClueLayer>,
    /// How it is drawn, and told in words.
    pub(super) drawn: Drawn,
    /// What other programs call it.
    foreign: Vec<(Program, Foreign)>,
    source: Arc<str>,
}

impl Extra {
    /// Its file.
    pub(super) fn source(&self) -> &str {
        &self.source
    }

    /// Reads a file. `before` are the layers that there are without it.
    fn read(source: &str, base: &Kind) -> Read<Self> {
        let table = of_toml(source)?;
        only(&table, "an extra", &KEYS)?;
        let start = Spot::start_of(source);
        let top = Section::new(&table, &start);
        let needed = |key: &str| {
            let missing = || top.error(format!("the file of an extra has a key {key:?}"));
            top.get(key).ok_or_else(missing)?.text()
        };
        let on = needed("on")?;
        if on.text != base.name {
            let message = format!("there is no kind {:?} that takes extras", on.text);
            return Err(with_nearest(
                on.error(message),
                &on.text,
                std::iter::once(&*base.name),
            ));
        }
        let with = match top.get("with") {
            None => Vec::new(),
            Some(entry) => entry.words()?.into_iter().map(|word| word.text).collect(),
        };
        let layers = layers_of(&top)?;
        let mut foreign = Vec::new();
        for program in Program::ALL {
            let Some(Value::Table(names)) = get(&table, program.section()).map(|node| &node.value)
            else {
                continue;
            };
            for (name, node) in names {
                let said = node.text("what it amounts to")?;
                foreign.push((program, Foreign::read(name, &said, &layers)?));
            }
        }
        Ok(Self {
            name: needed("extra")?.text,
            about: needed("about")?.text,
            with,
            drawn: read_drawn(&table, &layers)?,
            layers,
            foreign,
            source: source.into(),
        })
    }
}

/// Reads what a file says of drawings: phrases, and how the clues of layers look.
fn read_drawn(table: &Table<'_>, layers: &[ClueLayer]) -> Read<Drawn> {
    let mut drawn = Drawn::default();
    let Some(Value::Table(entries)) = get(table, "sudokupad").map(|node| &node.value) else {
        return Ok(drawn);
    };
    for (key, node) in entries {
        if key.text == "says" {
            for phrase in node.list("says")? {
                let words = phrase
                    .text("a phrase")?
                    .words()
                    .into_iter()
                    .map(|word| word.text);
                drawn.says.push(words.collect());
            }
            continue;
        }
        let layer = layers.iter().position(|layer| layer.name == key.text);
        let layer = layer.ok_or_else(|| key.error(format!("there are no clues {:?}", key.text)))?;
        let text = node.text("how clues are drawn")?;
        let look = Look::read(&text.text).ok_or_else(|| {
            text.error("a shape was expected, such as \"line green\" or \"dot white\"")
        })?;
        drawn.looks.push((layer, look));
    }
    Ok(drawn)
}

/// The kind that extras are added to, and the extras that there are.
#[derive(Clone, Debug)]
pub(crate) struct Catalogue {
    base: Arc<Kind>,
    /// Phrases of sentences that say nothing beyond the board.
    pub(super) general: Vec<Vec<String>>,
    pub(crate) extras: Vec<Extra>,
}

/// The built-in files: their names and contents.
static FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/extras.rs"));

/// The extras of these.
static BUILT_IN: LazyLock<Arc<Catalogue>> = LazyLock::new(|| {
    let files: Vec<&str> = FILES.iter().map(|(_, file)| *file).collect();
    Arc::new(Catalogue::of(&files).expect("a test reads the files that are built in"))
});

impl Catalogue {
    /// The extras that are built in.
    pub(crate) fn built_in() -> &'static Arc<Self> {
        &BUILT_IN
    }

    /// The extras of some files, one of which is that of the kind.
    pub(super) fn of(files: &[&str]) -> Read<Self> {
        let is_base = |file: &&&str| !file.trim_start().starts_with("extra");
        let base = files.iter().find(is_base);
        let base =
            base.ok_or_else(|| ParseError::new("there is no kind that extras are added to"))?;
        let mut catalogue = Self {
            base: Arc::new(Kind::read(base)?),
            general: read_drawn(&of_toml(base)?, &[])?.says,
            extras: Vec::new(),
        };
        for file in files.iter().filter(|file| !is_base(file)) {
            catalogue
                .add(file)
                .map_err(|error| ParseError::new(format!("{file}: {error}")))?;
        }
        Ok(catalogue)
    }

    /// Adds the extra of a file; one of the same name gives way to it.
    pub(crate) fn add(&mut self, source: &str) -> Read<()> {
        let extra = Extra::read(source, &self.base)?;
        match self.number(&extra.name) {
            Some(number) => self.extras[number] = extra,
            None => self.extras.push(extra),
        }
        Ok(())
    }

    /// The number of the extra with a name.
    pub(crate) fn number(&self, name: &str) -> Option<usize> {
        self.extras.iter().position(|extra| extra.name == name)
    }

    /// The extra with a name, or the one that was meant.
    pub(crate) fn expect(&self, name: &str) -> Read<usize> {
        self.number(name).ok_or_else(|| {
            let error = ParseError::new(format!("there is no extra {name:?}"));
            with_nearest(error, name, self.extras.iter().map(|extra| &*extra.name))
        })
    }

    /// What a program calls by a name, with the extra that says so.
    pub(super) fn called(
        &self,
        program: Program,
        name: &str,
    ) -> impl Iterator<Item = (usize, &Foreign)> {
        self.foreign(program)
            .filter(move |(_, foreign)| foreign.name == name)
    }

    /// What a program has names for.
    pub(super) fn foreign(&self, program: Program) -> impl Iterator<Item = (usize, &Foreign)> {
        self.extras
            .iter()
            .enumerate()
            .flat_map(move |(number, extra)| {
                let of_program = extra.foreign.iter().filter(move |(of, _)| *of == program);
                of_program.map(move |(_, foreign)| (number, foreign))
            })
    }

    /// Some extras and those whose layers they use, ascending.
    pub(super) fn closed(&self, extras: &[usize]) -> Read<Vec<usize>> {
        let mut all: Vec<usize> = extras.to_vec();
        let mut at = 0;
        while at < all.len() {
            for name in &self.extras[all[at]].with {
                let number = self.expect(name)?;
                if !all.contains(&number) {
                    all.push(number);
                }
            }
            at += 1;
        }
        all.sort_unstable();
        all.dedup();
        Ok(all)
    }

    /// The kind of a board with these extras, and with rules of its own in the same words.
    pub(super) fn kind(&self, extras: &[usize], own: &str, digits: [i64; 2]) -> Read<Kind> {
        let extras = self.closed(extras)?;
        let sources = std::iter::once(&*self.base.source)
            .chain(extras.iter().map(|&number| &*self.extras[number].source));
        let mut tables = sources.map(of_toml).collect::<Read<Vec<_>>>()?;
        tables.push(of_toml(own)?);
        let abouts = extras
            .iter()
            .map(|&number| self.extras[number].about.as_str());
        let about: Vec<&str> = std::iter::once(&*self.base.about).chain(abouts).collect();
        Kind::read(&merged(&tables, &about.join(" "), digits))
    }
}

/// One file that says what all of these say. The keys at the top are those of the first.
fn merged(tables: &[Table<'_>], about: &str, [least, most]: [i64; 2]) -> String {
    let mut text = String::new();
    for (key, node) in &tables[0] {
        if key.text == "about" {
            put!(text, "about = {}\n", document::quoted(about));
        } else if !is_section(node) {
            put!(
                text,
                "{} = {}\n",
                document::key(&key.text),
                document::inline(node)
            );
        }
    }
    let sections = |name: &'static str| tables.iter().filter_map(move |table| get(table, name));
    for name in TABLES {
        let entries = sections(name).filter_map(|node| match &node.value {
            Value::Table(table) => Some(table),
            _ => None,
        });
        let mut entries = entries.flatten().peekable();
        if entries.peek().is_some() {
            put!(text, "[{name}]\n");
        }
        write_entries(&mut text, entries);
    }
    for name in LISTS {
        let items = sections(name).filter_map(Node::as_list).flatten();
        for item in items {
            let Value::Table(table) = &item.value else {
                continue;
            };
            let mut said = String::new();
            write_entries(&mut said, table.iter());
            for said in for_each_digit(&said, [least, most]) {
                put!(text, "[[{name}]]\n{said}");
            }
        }
    }
    text
}

/// A rule, or the rules that it is for each digit, or for each two.
pub(super) fn for_each_digit(said: &str, [least, most]: [i64; 2]) -> Vec<String> {
    let larger: Vec<(String, i64)> = if said.contains(LARGER) {
        let digits =
            (least + 1..=most).map(|digit| (said.replace(LARGER, &digit.to_string()), digit));
        digits.collect()
    } else {
        vec![(said.to_owned(), most + 1)]
    };
    let each = |(said, below): (String, i64)| -> Vec<String> {
        if said.contains(DIGIT) {
            let digits = least..below;
            digits
                .map(|digit| said.replace(DIGIT, &digit.to_string()))
                .collect()
        } else {
            vec![said]
        }
    };
    larger.into_iter().flat_map(each).collect()
}

fn write_entries<'n>(
    text: &mut String,
    entries: impl Iterator<Item = &'n (document::Word<'n>, Node<'n>)>,
) {
    for (key, node) in entries {
        put!(
            text,
            "{} = {}\n",
            document::key(&key.text),
            document::inline(node)
        );
    }
}

/// Returns true if a part is a table or a list of tables.
fn is_section(node: &Node<'_>) -> bool {
    let is_table = |node: &Node<'_>| matches!(node.value, Value::Table(_));
    is_table(node) || node.as_list().is_some_and(|list| list.iter().any(is_table))
}
