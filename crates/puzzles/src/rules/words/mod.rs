//! What a rules file says in the words of sets, terms and links.
//!
//! A **set** names places relative to `here` (`sets`), a **term** is a number or word that is read off the tiles of a set
//! (`terms`), a **demand** says for each item of a set that a condition over terms holds, and a **link** that something hangs
//! together (`links`). Tiles lie in **layers** on cells, edges and corners (`places`). All of it is turned into items, pairs,
//! lines and links of the model when the file is read (`lower`), so that a rule that is too large is reported with its place.

mod areas;
pub(super) mod clues;
pub(super) mod cuts;
pub(super) mod demands;
mod facts;
mod laid;
pub(super) mod layers;
pub(super) mod links;
pub(super) mod lower;
mod naming;
pub(super) mod pattern;
pub(super) mod places;
pub(crate) mod planted;
pub(super) mod sets;
pub(super) mod terms;
mod walk;

use crate::ParseError;
use crate::document::Word;
use crate::error::Place as Whereabouts;
use crate::rules::expression::{Expression, Read, Tokens, one_line};
use crate::rules::spec::Values;
use crate::section::Entry;
use demands::Demand;
use links::Link;
use lower::Lowered;
use places::{Field, Layer, Place, Sort};
use sets::{At, Set, Sorts, Variable};
use std::cell::Cell;
use std::collections::HashMap;
use terms::Term;

/// The sets, demands and links of a file.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Words {
    /// The named sets, as they were written.
    pub(super) sets: Vec<(String, String)>,
    pub(super) demands: Vec<Demand>,
    pub(super) links: Vec<Link>,
    /// What they amount to.
    pub(super) lowered: Vec<Lowered>,
    /// The names of those that are rules of the model.
    pub(super) rule_names: Vec<String>,
    /// The names of nodes of links that no tile puts in, or a hidden one, by the number of the rule among these and of the node.
    pub(super) node_names: HashMap<(usize, u32), String>,
    /// For each hidden tile that a link needs, its labels.
    pub(super) helpers: Vec<Vec<u32>>,
    /// The name of each hidden tile.
    pub(super) helper_names: Vec<String>,
}

impl Words {
    /// Returns true if a layer of edges is drawn as roads from cell to cell: a link goes over cells by its values.
    pub(super) fn has_roads(&self, field: &Field, layer: &Layer) -> bool {
        let is_inner = |&place: &Place| field.cells_at(place).len() == 2;
        // Loops and paths go over cells where nothing else is said.
        let is_over_cells = |link: &Link| {
            let mut keys = link.keys.iter();
            match keys.find(|(key, _)| key == "over") {
                Some((_, over)) => over.as_deref() == Some("cells"),
                None => (link.keys.iter())
                    .any(|(key, _)| matches!(key.as_str(), "loop" | "path" | "by")),
            }
        };
        layer.sort == Sort::Edges
            && layer.places.iter().all(is_inner)
            && self.links.iter().any(is_over_cells)
    }
}

/// A text of the file and its place, for complaints about what it amounts to.
#[derive(Clone, Debug)]
pub(super) struct Written<T> {
    pub(super) text: String,
    pub(super) meaning: T,
    at: Option<Whereabouts>,
}

/// Two files say the same wherever it is written.
impl<T: PartialEq> PartialEq for Written<T> {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text && self.meaning == other.meaning
    }
}

impl<T> Written<T> {
    fn new(text: &Word, meaning: T) -> Self {
        Self {
            text: one_line(&text.text),
            meaning,
            at: text.error_at(0, "").place(),
        }
    }

    /// A complaint about it.
    fn error(&self, message: impl Into<String>) -> ParseError {
        match self.at {
            Some(at) => ParseError::at(at.line, at.column, message),
            None => ParseError::new(message),
        }
    }
}

/// A count as a number that can be reckoned with.
fn number(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

/// The deepest nesting of sets.
const DEEPEST: usize = 50;
/// The most words that a named set is made of, with those of the sets that it names.
const LARGEST_SET: usize = 1000;
/// The most cells of a grid, or tiles of a list, of which something is said in words.
pub(crate) const MOST_CELLS: usize = 10_000;

/// The names that the texts of a file may use.
pub(super) struct Lexicon<'l> {
    pub(in crate::rules) field: &'l Field,
    pub(super) values: &'l Values,
    pub(super) sets: Vec<(String, Set)>,
    /// What a rule is at, the sorts of these places, and the layer that it is about.
    variables: Vec<Variable>,
    sorts: Sorts,
    layer: Option<usize>,
    /// The layers of clues that a rule is at.
    clues: Vec<usize>,
    depth: Cell<usize>,
}

impl<'l> Lexicon<'l> {
    pub(super) fn new(field: &'l Field, values: &'l Values) -> Self {
        Self {
            field,
            values,
            sets: Vec::new(),
            variables: Vec::new(),
            sorts: Sorts::default(),
            layer: None,
            clues: Vec::new(),
            depth: Cell::new(0),
        }
    }

    /// The same names where a rule is at some places.
    fn at(&self, variables: &[Variable], sorts: Sorts, layer: Option<usize>) -> Self {
        Self {
            field: self.field,
            values: self.values,
            sets: self.sets.clone(),
            variables: variables.to_vec(),
            sorts,
            layer,
            clues: Vec::new(),
            depth: Cell::new(0),
        }
    }

    /// Reads something that may have itself as a part.
    fn deeper<T>(
        &self,
        tokens: &mut Tokens<'_>,
        read: impl FnOnce(&mut Tokens<'_>) -> Read<T>,
    ) -> Read<T> {
        if self.depth.get() == DEEPEST {
            return tokens.fail(
                tokens.at(),
                format!("more than {DEEPEST} levels of nesting"),
            );
        }
        self.depth.set(self.depth.get() + 1);
        let result = read(tokens);
        self.depth.set(self.depth.get() - 1);
        result
    }

    /// Returns true if a name is a word of the language.
    pub(super) fn is_word(&self, name: &str) -> bool {
        let terms = terms::of_kinds(self.field.known.is_of_kind);
        self.words_of_sets().chain(terms).any(|word| word == name)
    }

    /// A text that is a number, made of what is known.
    pub(super) fn read_number(&self, text: &Word) -> Read<Written<Expression<Term>>> {
        let number = Expression::number_of(text, self)?;
        let written = Written::new(text, number);
        let is_read = |term: &Term| matches!(term, Term::Reading(_));
        if written.meaning.terms.iter().any(is_read) {
            return Err(written.error("this number is known before solving: it reads no tiles"));
        }
        Ok(written)
    }

    /// The value of a number that is made of what is known, or `None` where the puzzle does not tell.
    pub(super) fn known_number(
        &self,
        number: &Written<Expression<Term>>,
        here: At<'_>,
    ) -> Read<Option<i64>> {
        facts::value(self.field, number, here)
    }

    /// The layer of that name.
    pub(super) fn layer_called(&self, name: &str) -> Option<usize> {
        let mut layers = self.field.layers.iter();
        layers.position(|layer| !layer.name.is_empty() && layer.name == name)
    }

    /// A text that is a set, whose places are known.
    pub(super) fn read_set(&self, text: &Word) -> Read<Written<Set>> {
        read_set_by(text, |tokens| self.fixed_set(tokens))
    }

    /// A set whose items are paired: `rows`, or any in `pairs(…)`.
    pub(super) fn read_pairs(&self, text: &Word) -> Read<Written<Set>> {
        read_set_by(text, |tokens| {
            if tokens.accept("pairs") {
                self.argument(tokens)
            } else {
                self.fixed_set(tokens)
            }
        })
    }

    /// `steps(path)` or `within(path)`: lists along which pairs are those that follow each other, or any two.
    pub(super) fn read_lists(&self, word: &str, text: &Word) -> Read<Written<Set>> {
        read_set_by(text, |tokens| {
            tokens.accept(word);
            self.argument(tokens)
        })
    }

    /// A text or a list of texts: the sets joined.
    pub(super) fn read_sets(&self, entry: Entry<'_>) -> Read<Vec<Written<Set>>> {
        let texts = entry.each().into_iter();
        let sets: Vec<_> = texts
            .map(|text| self.read_set(&text.text()?))
            .collect::<Read<_>>()?;
        if sets.is_empty() {
            return Err(entry.error("a set was expected here"));
        }
        Ok(sets)
    }

    /// A text or a list of texts that are conditions.
    fn read_conditions(&self, entry: Entry<'_>) -> Read<Vec<Written<Expression<Term>>>> {
        let texts = entry.each().into_iter();
        let condition = |text: Entry<'_>| {
            let text = text.text()?;
            Ok(Written::new(&text, Expression::of(&text, self)?))
        };
        texts.map(condition).collect()
    }

    /// Reads the named sets of a file. Each may use those before it.
    pub(super) fn read_named_sets(&mut self, entries: &[Entry<'_>]) -> Read<Vec<(String, String)>> {
        let mut written = Vec::new();
        for entry in entries {
            if self.is_word(entry.key) {
                let message = format!(
                    "{:?} is a word of the language; call the set otherwise",
                    entry.key
                );
                return Err(entry.key_error(message));
            }
            if self.field.known.names().any(|name| name == entry.key) {
                let message = format!(
                    "{:?} is a clue or a parameter; call the set otherwise",
                    entry.key
                );
                return Err(entry.key_error(message));
            }
            if self.layer_called(entry.key).is_some() {
                let message = format!("{:?} is a layer; call the set otherwise", entry.key);
                return Err(entry.key_error(message));
            }
            let set = read_set_by(&entry.text()?, |tokens| self.set(tokens))?;
            if set.meaning.size() > LARGEST_SET {
                return Err(entry.error("this set is made of too many others"));
            }
            written.push((entry.key.to_owned(), set.text));
            self.sets.push((entry.key.to_owned(), set.meaning));
        }
        Ok(written)
    }
}

/// A text that `read` reads a set from, to its end.
fn read_set_by(text: &Word, read: impl FnOnce(&mut Tokens<'_>) -> Read<Set>) -> Read<Written<Set>> {
    let mut tokens = Tokens::of(text)?;
    let set = read(&mut tokens)?;
    tokens.finish("the set is complete")?;
    Ok(Written::new(text, set))
}
