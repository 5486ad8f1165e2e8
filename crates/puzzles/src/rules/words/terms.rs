//! Terms: a number or a word that is read off the tiles of a set, one tile after the other, with a little memory.
//!
//! So each is an automaton: [`Reader::read`] is its step, and [`Memory`] its state. What a rule says about its terms is read
//! by all of them together (`lower`).

use super::places::{Field, Sort};
use super::sets::{Gate, GateKind, Join, Set, Variable};
use super::{Lexicon, number};
use crate::nearest::nearest;
use crate::rules::expression::{Kind, Read, Tokens, Vocabulary, is_word, unquoted};
use crate::rules::spec::Values;
use std::sync::Arc;

/// A term of a condition over sets.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::rules) enum Term {
    /// Read off tiles.
    Reading(Reading),
    /// Known when the file is read.
    Known(Known),
}

impl Term {
    /// About how many places are looked at to find those that it is about.
    pub(super) fn cost(&self, field: &Field) -> usize {
        match self {
            Self::Reading(reading) => reading.sets.iter().map(|set| set.cost(field)).sum(),
            Self::Known(Known::Distance(one, other) | Known::Has(one, other)) => {
                one.cost(field) + other.cost(field)
            }
            Self::Known(
                Known::Size(set) | Known::Row(set) | Known::Column(set) | Known::Region(set),
            ) => set.cost(field),
        }
    }
}

/// What is read off the tiles of a set.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::rules) struct Reading {
    pub(super) reader: Reader,
    /// For each value, whether it is meant, where the term names values.
    pub(super) marks: Option<Arc<[bool]>>,
    /// One set, or the two that are compared.
    pub(super) sets: Vec<Set>,
    /// The layer whose tiles are read, where the set names none.
    pub(super) layer: usize,
    /// The word that names it.
    pub(super) word: &'static str,
}

/// What is known when the file is read.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::rules) enum Known {
    Size(Set),
    Row(Set),
    Column(Set),
    Region(Set),
    Distance(Set, Set),
    Has(Set, Set),
}

/// The ways of reading tiles.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(in crate::rules) enum Reader {
    /// The value of the tile, a number or a word.
    Value(bool),
    Count,
    Sum,
    Product,
    Highest,
    Lowest,
    Distinct,
    Seen,
    First(bool),
    Longest,
    /// 1 if the runs have these lengths.
    Runs(Vec<i64>),
    /// The places at which two lists, one tile of each in turn, are equal.
    Equal,
}

impl Reader {
    /// Returns true if it remembers one of a few things, however much it reads.
    pub(super) fn is_bounded(&self) -> bool {
        match self {
            Self::Value(_)
            | Self::Highest
            | Self::Lowest
            | Self::Distinct
            | Self::First(_)
            | Self::Runs(_) => true,
            Self::Count | Self::Sum | Self::Product | Self::Seen | Self::Longest | Self::Equal => {
                false
            }
        }
    }
}

/// No value: a word that is none.
pub(super) const NOTHING: i64 = -1;

/// What a reader remembers. The numbers mean what [`Reader::read`] makes of them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Memory {
    one: i64,
    other: i64,
    seen: Vec<u32>,
    /// The number of marks of the gate that were met.
    met: u8,
    /// The memory before the first mark of a gate between two.
    before: Option<Box<Memory>>,
}

/// The values as readers see them.
#[derive(Clone, Copy)]
pub(super) struct Reads<'r> {
    pub(super) reading: &'r Reading,
    pub(super) values: &'r Values,
}

impl Reads<'_> {
    fn number(&self, value: u32) -> i64 {
        self.values.as_number(value).unwrap_or(0)
    }

    fn is_marked(&self, value: u32) -> bool {
        let marks = self.reading.marks.as_ref();
        marks.is_some_and(|marks| marks[value as usize])
    }

    pub(super) fn start(&self) -> Memory {
        let one = match self.reading.reader {
            Reader::Value(false) | Reader::First(false) => NOTHING,
            Reader::Product => 1,
            _ => 0,
        };
        Memory {
            one,
            ..Memory::default()
        }
    }

    /// A list begins.
    pub(super) fn begin(&self, mut memory: Memory) -> Memory {
        match self.reading.reader {
            Reader::Seen => memory.other = i64::MIN,
            Reader::Longest => memory.other = 0,
            _ => {}
        }
        memory
    }

    /// A list ends.
    pub(super) fn end(&self, mut memory: Memory, gate: Option<&Gate>) -> Memory {
        if let Some(Gate {
            kind: GateKind::Between,
            ..
        }) = gate
            && memory.met == 1
            && let Some(before) = memory.before.take()
        {
            memory = *before;
        }
        memory.met = 0;
        memory.before = None;
        match &self.reading.reader {
            Reader::Runs(lengths) => end_run(&mut memory, lengths),
            Reader::Seen | Reader::Longest => memory.other = 0,
            _ => {}
        }
        memory
    }

    /// Reads a tile with this value.
    pub(super) fn read(&self, mut memory: Memory, gate: Option<&Gate>, value: u32) -> Memory {
        let Some(gate) = gate else {
            return self.take(memory, value);
        };
        let is_mark = gate.marks[value as usize];
        match (gate.kind, memory.met, is_mark) {
            (GateKind::Until | GateKind::After, 0, true) => memory.met = 1,
            (GateKind::Between, 0, true) => {
                memory.before = Some(Box::new(memory.clone()));
                memory.met = 1;
            }
            (GateKind::Between, 1, true) => {
                memory.met = 2;
                memory.before = None;
            }
            (GateKind::Until, 0, false)
            | (GateKind::After, 1, _)
            | (GateKind::Between, 1, false) => {
                return self.take(memory, value);
            }
            _ => {}
        }
        memory
    }

    /// Reads a tile that no gate keeps from it.
    fn take(&self, mut memory: Memory, value: u32) -> Memory {
        let number = self.number(value);
        let Memory { one, other, .. } = &mut memory;
        match &self.reading.reader {
            Reader::Value(false) => *one = value.into(),
            Reader::Value(true) => *one = number,
            Reader::Count => *one += i64::from(self.is_marked(value)),
            Reader::Sum => *one += number,
            Reader::Product => *one *= number,
            Reader::Highest | Reader::Lowest if *other == 0 => (*one, *other) = (number, 1),
            Reader::Highest => *one = number.max(*one),
            Reader::Lowest => *one = number.min(*one),
            Reader::Distinct => {
                if let Err(at) = memory.seen.binary_search(&value) {
                    memory.seen.insert(at, value);
                }
            }
            Reader::Seen => {
                if number > *other {
                    *one += 1;
                    *other = number;
                }
            }
            Reader::First(is_number) => {
                if *other == 0 && self.is_marked(value) {
                    *one = if *is_number { number } else { value.into() };
                    *other = 1;
                }
            }
            Reader::Longest => {
                *other = if self.is_marked(value) { *other + 1 } else { 0 };
                *one = (*one).max(*other);
            }
            Reader::Runs(lengths) => {
                if !self.is_marked(value) {
                    end_run(&mut memory, lengths);
                } else if *one >= 0 {
                    *other += 1;
                    if length_at(lengths, *one).is_none_or(|length| length < other) {
                        (*one, *other) = (-1, 0);
                    }
                }
            }
            Reader::Equal => {
                if *other == 0 {
                    *other = i64::from(value) + 1;
                } else {
                    *one += i64::from(*other == i64::from(value) + 1);
                    *other = 0;
                }
            }
        }
        memory
    }

    /// The value of the term, when everything is read.
    pub(super) fn value(&self, memory: &Memory) -> i64 {
        match &self.reading.reader {
            Reader::Distinct => number(memory.seen.len()),
            Reader::Runs(lengths) => i64::from(memory.one == number(lengths.len())),
            _ => memory.one,
        }
    }

    /// The memory of a term that is read: its value alone.
    pub(super) fn finished(&self, memory: &Memory) -> Memory {
        Memory {
            one: self.value(memory),
            ..Memory::default()
        }
    }
}

impl Memory {
    /// The value of a term that is [finished](Reads::finished).
    pub(super) fn finished_value(&self) -> i64 {
        self.one
    }
}

/// The length of the run of that number.
fn length_at(lengths: &[i64], run: i64) -> Option<&i64> {
    lengths.get(usize::try_from(run).ok()?)
}

/// A run is over. `one` is the number of runs that were right, or less than 0 after a wrong one; `other` is the length of
/// the present one.
fn end_run(memory: &mut Memory, lengths: &[i64]) {
    if memory.other > 0 {
        let is_right = length_at(lengths, memory.one) == Some(&memory.other);
        memory.one = if is_right { memory.one + 1 } else { -1 };
        memory.other = 0;
    }
}

/// Some values.
pub(super) struct Marks {
    pub(super) marked: Arc<[bool]>,
    /// The values that were named.
    pub(super) named: Vec<u32>,
}

/// The words that begin a term with arguments.
pub(super) const TERMS: [&str; 17] = [
    "count", "lead", "sum", "product", "highest", "lowest", "distinct", "seen", "runs", "first",
    "longest", "equal", "size", "row", "column", "distance", "has",
];

/// Returns true if a condition has a term with arguments.
pub(in crate::rules) fn has_terms(text: &str) -> bool {
    let is_term = |word: &str| TERMS.contains(&word);
    text.match_indices('(').any(|(at, _)| {
        let before = text[..at].trim_end();
        let mut words = before.rsplit(|c: char| !c.is_alphanumeric());
        words.next().is_some_and(is_term)
    })
}

/// Returns true if a condition is about the tiles of a pair.
pub(in crate::rules) fn mentions_pair(text: &str) -> bool {
    let mut words = text.split(|c: char| !c.is_alphanumeric());
    words.any(|word| matches!(word, "a" | "b"))
}

/// The most tiles that a term reads: bounds numbers before they are known.
pub(super) const MOST_READ: usize = 1 << 20;
/// The largest product.
pub(super) const LARGEST_PRODUCT: i64 = 1 << 53;

impl Vocabulary for Lexicon<'_> {
    type Term = Term;

    fn term(&self, tokens: &mut Tokens<'_>) -> Read<Option<(Kind, Term)>> {
        let (at, Some(token)) = (tokens.at(), tokens.peek()) else {
            return Ok(None);
        };
        let has_arguments = tokens.after(1) == Some("(");
        if has_arguments && let Some(word) = TERMS.into_iter().find(|word| *word == token) {
            tokens.take();
            return self.with_arguments(tokens, at, word).map(Some);
        }
        if has_arguments && token == "region" {
            tokens.take();
            let [set] = self.sets(tokens)?;
            return Ok(Some((Kind::Number, Term::Known(Known::Region(set)))));
        }
        let is_number = token.bytes().all(|b| b.is_ascii_digit());
        let is_variable = matches!(token, "here" | "a" | "b");
        let is_value = self.values.find(unquoted(token)).is_some() && !is_variable;
        if is_number || !is_word(token) || (is_value && !has_arguments) {
            return Ok(None);
        }
        let Some(set) = self.known_part(tokens)? else {
            return Ok(None);
        };
        self.value_of(tokens, at, set).map(Some)
    }

    fn reach(&self, term: &Term) -> Option<i64> {
        let most = number(MOST_READ);
        let Term::Reading(reading) = term else {
            return Some(most);
        };
        let largest = self.values.largest();
        match reading.reader {
            Reader::Sum => largest.checked_mul(most),
            Reader::Product => Some(LARGEST_PRODUCT),
            Reader::Value(_) | Reader::First(_) | Reader::Highest | Reader::Lowest => {
                Some(largest.max(number(self.values.len())))
            }
            _ => Some(most),
        }
    }

    fn value(&self, name: &str) -> Option<(Kind, i64)> {
        let value = self.values.find(name)?;
        Some(match self.values.as_number(value) {
            Some(number) => (Kind::Digits, number),
            None => (Kind::Word, value.into()),
        })
    }

    fn word(&self, name: &str) -> Option<i64> {
        self.values.find(name).map(i64::from)
    }

    fn advice(&self, name: &str) -> String {
        if matches!(name, "here" | "a" | "b") {
            return "here goes with each = …, and a and b go with between = …".into();
        }
        let known = self.values.names().chain(super::sets::words()).chain(TERMS);
        let layers = self.field.layers.iter().map(|layer| layer.name.as_str());
        match nearest(name, known.chain(layers)) {
            Some(near) => format!("did you mean {near:?}?"),
            None => "a term is a value, a tile such as here, or a word like count(V, S)".into(),
        }
    }

    fn are_numbers(&self) -> bool {
        false
    }

    fn counts_truths(&self) -> bool {
        true
    }
}

impl Lexicon<'_> {
    /// Reads sets in brackets, whose places are known.
    fn sets<const N: usize>(&self, tokens: &mut Tokens<'_>) -> Read<[Set; N]> {
        let opened = tokens.open()?;
        let mut sets = Vec::with_capacity(N);
        for number in 0..N {
            if number > 0 {
                tokens.comma()?;
            }
            sets.push(self.fixed_set(tokens)?);
        }
        tokens.close(opened, ")")?;
        Ok(sets.try_into().expect("as many were read"))
    }

    /// Reads the arguments of a term, whose word was at `at`.
    fn with_arguments(
        &self,
        tokens: &mut Tokens<'_>,
        at: usize,
        word: &'static str,
    ) -> Read<(Kind, Term)> {
        let known = |known: Known| Ok((Kind::Number, Term::Known(known)));
        match word {
            "size" => self.sets(tokens).and_then(|[set]| known(Known::Size(set))),
            "row" => self.sets(tokens).and_then(|[set]| known(Known::Row(set))),
            "column" => self
                .sets(tokens)
                .and_then(|[set]| known(Known::Column(set))),
            "distance" => self
                .sets(tokens)
                .and_then(|[one, other]| known(Known::Distance(one, other))),
            "has" => self
                .sets(tokens)
                .and_then(|[set, part]| known(Known::Has(set, part))),
            "count" | "lead" | "runs" | "first" | "longest" => self.of_marks(tokens, at, word),
            "equal" => {
                let sets: [Set; 2] = self.sets(tokens)?;
                let layer = self.layer(tokens, at, &sets[0], None)?;
                let reading = Reading {
                    reader: Reader::Equal,
                    marks: None,
                    sets: sets.into(),
                    layer,
                    word,
                };
                Ok((Kind::Number, Term::Reading(reading)))
            }
            _ => {
                let opened = tokens.open()?;
                let set = self.set(tokens)?;
                tokens.close(opened, ")")?;
                let layer = self.layer(tokens, at, &set, None)?;
                let reader = match word {
                    "sum" => Reader::Sum,
                    "product" => Reader::Product,
                    "highest" => Reader::Highest,
                    "lowest" => Reader::Lowest,
                    "seen" => Reader::Seen,
                    _ => Reader::Distinct,
                };
                if reader != Reader::Distinct {
                    self.check_numbers(tokens, at, word, layer)?;
                }
                let reading = Reading {
                    reader,
                    marks: None,
                    sets: vec![set],
                    layer,
                    word,
                };
                Ok((Kind::Number, Term::Reading(reading)))
            }
        }
    }

    /// Complains about a term that reckons with words.
    fn check_numbers(&self, tokens: &Tokens<'_>, at: usize, word: &str, layer: usize) -> Read<()> {
        let mut values = self.field.layers[layer].values.iter();
        match values.find(|&&value| self.values.as_number(value).is_none()) {
            None => Ok(()),
            Some(&value) => {
                let name = self.values.name(value);
                tokens.fail(at, format!("{word} reads numbers, but {name:?} is a word"))
            }
        }
    }

    fn of_marks(
        &self,
        tokens: &mut Tokens<'_>,
        at: usize,
        word: &'static str,
    ) -> Read<(Kind, Term)> {
        let opened = tokens.open()?;
        let marks = self.marks(tokens)?;
        tokens.comma()?;
        let set_at = tokens.at();
        let mut set = self.set(tokens)?;
        tokens.close(opened, ")")?;
        let layer = self.layer(tokens, at, &set, Some(&marks))?;
        let is_number = self.is_of_numbers(layer);
        let (kind, reader) = match word {
            "runs" => (Kind::Truth, Reader::Runs(Vec::new())),
            "first" if is_number => (Kind::Number, Reader::First(true)),
            "first" => (Kind::Word, Reader::First(false)),
            "longest" => (Kind::Number, Reader::Longest),
            _ => (Kind::Number, Reader::Count),
        };
        if word == "lead" {
            if set.is_dynamic() {
                return tokens.fail(
                    set_at,
                    "lead ends by itself: it reads no until, after or between",
                );
            }
            let ends = marks.marked.iter().map(|is_marked| !is_marked).collect();
            let gate = Gate {
                kind: GateKind::Until,
                marks: ends,
            };
            set = Set::Gate(gate, set.into());
        }
        let mut reading = Reading {
            reader,
            marks: Some(marks.marked),
            sets: vec![set],
            layer,
            word,
        };
        if word == "runs" {
            reading.reader = Reader::Runs(lengths(tokens)?);
        }
        Ok((kind, Term::Reading(reading)))
    }

    /// The value of the tile at a place.
    fn value_of(&self, tokens: &Tokens<'_>, at: usize, set: Set) -> Read<(Kind, Term)> {
        if set.is_dynamic() {
            return tokens.fail(
                at,
                "a set of one place was expected here, whose tile has a value",
            );
        }
        let layer = self.layer(tokens, at, &set, None)?;
        let is_number = self.is_of_numbers(layer);
        let reading = Reading {
            reader: Reader::Value(is_number),
            marks: None,
            sets: vec![set],
            layer,
            word: "a value",
        };
        let kind = if is_number { Kind::Number } else { Kind::Word };
        Ok((kind, Term::Reading(reading)))
    }

    fn is_of_numbers(&self, layer: usize) -> bool {
        let mut values = self.field.layers[layer].values.iter();
        values.all(|&value| self.values.as_number(value).is_some())
    }

    /// Reads the values that a term is about, up to a comma: `black`, `L I T S`, `1..3`, `not .` or `any`.
    pub(super) fn marks(&self, tokens: &mut Tokens<'_>) -> Read<Marks> {
        let start = tokens.at();
        let is_negated = tokens.accept("not");
        let mut marked = vec![is_negated; self.values.len()];
        let mut named = Vec::new();
        if !is_negated && tokens.peek() == Some("any") && self.values.find("any").is_none() {
            tokens.take();
            marked.fill(true);
        }
        while let Some(token) = tokens
            .peek()
            .filter(|token| is_word(token) || *token == "-")
        {
            let at = tokens.at();
            tokens.take();
            let name = match token {
                "-" => format!("-{}", tokens.take().unwrap_or("")),
                token => unquoted(token).to_owned(),
            };
            for value in self.values_called(tokens, at, &name)? {
                marked[value as usize] = !is_negated;
                named.push(value);
            }
        }
        if named.is_empty() && !marked.iter().all(|&is_marked| is_marked) || tokens.at() == start {
            return tokens.fail(
                start,
                "values were expected here, such as black, not . or any",
            );
        }
        Ok(Marks {
            marked: marked.into(),
            named,
        })
    }

    /// The value of a name, or those of a range of numbers.
    fn values_called(&self, tokens: &Tokens<'_>, at: usize, name: &str) -> Read<Vec<u32>> {
        if let Some(value) = self.values.find(name) {
            return Ok(vec![value]);
        }
        if let Some((from, to)) = name.split_once("..")
            && let (Ok(from), Ok(to)) = (from.parse::<i64>(), to.parse::<i64>())
        {
            let all = 0..self.values.len() as u32;
            let in_range = |&value: &u32| {
                let number = self.values.as_number(value);
                number.is_some_and(|number| (from..=to).contains(&number))
            };
            let values: Vec<u32> = all.filter(in_range).collect();
            if !values.is_empty() {
                return Ok(values);
            }
        }
        let error = tokens.error(at, format!("there is no value {name:?}"));
        Err(match nearest(name, self.values.names()) {
            Some(near) => error.hint(format!("did you mean {near:?}?")),
            None => error.hint(format!(
                "the values are {}",
                crate::prose::first_of(self.values.names(), 8)
            )),
        })
    }

    /// The layer that a term reads: the one that was named, or the only one that has such values and places.
    fn layer(
        &self,
        tokens: &Tokens<'_>,
        at: usize,
        set: &Set,
        marks: Option<&Marks>,
    ) -> Read<usize> {
        if let Some(layer) = set.layer() {
            return Ok(layer);
        }
        let layers = &self.field.layers;
        let has_all = |layer: usize| {
            let named = marks.map_or(&[][..], |marks| &marks.named);
            named
                .iter()
                .all(|value| layers[layer].values.contains(value))
        };
        let with_values: Vec<usize> = (0..layers.len()).filter(|&layer| has_all(layer)).collect();
        if let [layer] = with_values[..] {
            return self.reads(tokens, at, set, layer);
        }
        let sort = set.sort(self.field, self.sorts);
        let is_of_sort = |layer: &usize| sort.is_none_or(|sort| layers[*layer].sort == sort);
        // Places that are named are of a layer that has tiles there.
        let has_places = |layer: &usize| match set {
            Set::Places(places) => {
                let mut places = places.iter();
                places.all(|&place| layers[*layer].tile_at(place).is_some())
            }
            _ => true,
        };
        let fitting = with_values.into_iter().filter(is_of_sort);
        let fitting: Vec<usize> = fitting.filter(has_places).collect();
        if let Some(layer) = self.layer.filter(|layer| fitting.contains(layer)) {
            return Ok(layer);
        }
        match fitting[..] {
            [layer] => Ok(layer),
            [] => tokens.fail(at, "no layer has tiles with these values on these places"),
            [one, other, ..] => {
                let (one, other) = (&layers[one].name, &layers[other].name);
                let message = format!("this may read {one:?} or {other:?}");
                let error = tokens.error(at, message);
                Err(error.hint(format!("say which: {one}(…)")))
            }
        }
    }

    /// Checks that a layer has tiles on the places of a set: a ray of cells crosses edges, but other cells are none.
    fn reads(&self, tokens: &Tokens<'_>, at: usize, set: &Set, layer: usize) -> Read<usize> {
        let wanted = self.field.layers[layer].sort;
        let found = set.sort(self.field, self.sorts);
        if set.is_ray() || found.is_none_or(|found| found == wanted) {
            return Ok(layer);
        }
        let (wanted, found) = (wanted.name(), found.map_or("", Sort::name));
        let error = tokens.error(at, format!("this reads {wanted}, but the set has {found}"));
        Err(match wanted {
            "edges" => error.hint("did you mean \"sides\"?"),
            _ => error,
        })
    }

    /// Returns true if the rule has such a place.
    pub(super) fn knows(&self, variable: Variable) -> bool {
        self.variables.contains(&variable)
    }
}

/// Reads `== "3 1 2"`, `== [3, 1, 2]` or `== 3` behind runs.
fn lengths(tokens: &mut Tokens<'_>) -> Read<Vec<i64>> {
    let at = tokens.at();
    if !(tokens.accept("==") || tokens.accept("=")) {
        return tokens.fail(
            at,
            "runs are compared with their lengths: runs(V, S) == \"3 1 2\"",
        );
    }
    let at = tokens.at();
    let mut words: Vec<&str> = Vec::new();
    if tokens.accept("[") {
        while let Some(token) = tokens.peek().filter(|token| *token != "]") {
            words.push(token);
            tokens.take();
            tokens.accept(",");
        }
        tokens.close(at, "]")?;
    } else if let Some(token) = tokens.take() {
        words.extend(unquoted(token).split_whitespace());
    }
    let length = |word: &&str| word.parse::<u32>().ok().map(i64::from);
    let lengths: Option<Vec<i64>> = words.iter().map(length).collect();
    let Some(mut lengths) = lengths else {
        return tokens.fail(
            at,
            "the lengths of runs were expected here, such as \"3 1 2\"",
        );
    };
    lengths.retain(|&length| length > 0);
    Ok(lengths)
}

impl Set {
    /// Returns true if it is made of rays, which have places of any sort.
    fn is_ray(&self) -> bool {
        match self {
            Self::Rays(..) => true,
            Self::Gate(_, set)
            | Self::Till(_, set)
            | Self::Head(_, set)
            | Self::Nth(_, set)
            | Self::Split(_, set) => set.is_ray(),
            Self::Join(Join::Plus, one, other) => one.is_ray() && other.is_ray(),
            Self::Join(_, one, _) => one.is_ray(),
            _ => false,
        }
    }
}
