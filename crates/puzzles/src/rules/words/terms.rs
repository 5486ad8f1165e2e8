//! Terms: a number or a word that is read off the tiles of a set, one tile after the other, with a little memory.
//!
//! So each is an automaton: [`Reader::read`] is its step, and [`Memory`] its state. What a rule says about its terms is read
//! by all of them together (`lower`).

use super::layers::range_end;
use super::pattern::Pattern;
use super::places::{Field, Sort};
use super::sets::{At, Beside, Clued, Gate, GateKind, Join, Set, Variable};
use super::{Lexicon, number};
use crate::kinds::clues::{ClueSort, Setting};
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
            Self::Known(Known::Clue(clued)) => clued.set.cost(field),
            Self::Known(Known::Largest(layer)) => field.known.layers[*layer].items.len(),
            Self::Known(Known::Param(..)) => 1,
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
    /// The clue with which runs are compared, or that sums and numbers are.
    pub(super) lengths: Option<Clued>,
    /// The word that names it.
    pub(super) word: &'static str,
}

impl Reading {
    /// Returns true if what it reads depends on a clue that is not known.
    pub(super) fn has_unknown(&self, field: &Field, at: At<'_>) -> bool {
        self.sets.iter().any(|set| set.has_unknown(field, at))
    }
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
    Clue(Clued),
    /// The largest clue of a layer.
    Largest(usize),
    /// A parameter, or the number at a place of its list.
    Param(usize, Option<usize>),
}

/// The weight of each tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::rules) enum Weights {
    /// 1, 2, … along each list.
    Position,
    /// The number of a layer of clues at its place, 0 where there is none.
    Clues(usize),
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
    /// 1 if the runs have these lengths, `None` for any.
    Runs(Vec<Option<i64>>),
    /// 1 if the runs on a ring have these lengths in any order, `None` for any.
    Groups(Vec<Option<i64>>),
    /// The weights of the tiles with a value that is meant.
    Weighted(Weights),
    /// How often these values follow each other.
    Times(Vec<u32>),
    /// 1 if all lists have the same sum, or as many tiles with a value that is meant.
    Balanced,
    /// 1 if the tiles can be cut into parts with this sum.
    Portions(i64),
    /// 1 if the tiles, which are a ring, can be cut into parts with this sum.
    Circuit(i64),
    /// The number that the first digits are, as many as this says, less the sum of the others; -1 for any that is less than 0.
    Owed(i64),
    /// 1 if the tiles have these numbers, each as often as it is listed.
    Holds(Vec<Option<i64>>),
    /// 1 if some of the tiles, one or more, add up to this.
    Attains(i64),
    /// 1 if the values in order are a word of the pattern.
    Spells(Arc<Pattern>),
    /// The places at which two lists, one tile of each in turn, are equal.
    Equal,
}

impl Reader {
    /// The same for runs of these lengths.
    pub(super) fn with_lengths(&self, lengths: Vec<Option<i64>>) -> Self {
        match self {
            Self::Groups(_) => Self::Groups(lengths),
            _ => Self::Runs(lengths),
        }
    }

    /// Returns true if it remembers one of a few things, however much it reads.
    pub(super) fn is_bounded(&self) -> bool {
        match self {
            Self::Value(_)
            | Self::Highest
            | Self::Lowest
            | Self::Distinct
            | Self::First(_)
            | Self::Balanced
            | Self::Portions(_)
            | Self::Circuit(_)
            | Self::Owed(_)
            | Self::Holds(_)
            | Self::Attains(_)
            | Self::Spells(_)
            | Self::Runs(_) => true,
            // It counts the tiles of the ring.
            Self::Groups(_)
            | Self::Weighted(_)
            | Self::Times(_)
            | Self::Count
            | Self::Sum
            | Self::Product
            | Self::Seen
            | Self::Longest
            | Self::Equal => false,
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
        let other = match self.reading.reader {
            Reader::Circuit(sum) => (1 << sum.clamp(1, LONGEST_CIRCUIT)) - 1,
            _ => 0,
        };
        let seen = match &self.reading.reader {
            Reader::Spells(pattern) => pattern.start(),
            _ => Vec::new(),
        };
        Memory {
            one,
            other,
            seen,
            ..Memory::default()
        }
    }

    /// A list begins.
    pub(super) fn begin(&self, mut memory: Memory) -> Memory {
        match self.reading.reader {
            Reader::Seen => memory.other = i64::MIN,
            Reader::Longest => memory.other = 0,
            Reader::Groups(_) => memory.other = NOTHING,
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
            Reader::Groups(_) => end_ring(&mut memory),
            Reader::Seen | Reader::Longest => memory.other = 0,
            Reader::Times(_) => memory.seen.clear(),
            // `one` is one more than the sum of the first list, or less than 0 after another one; `other` is this sum.
            Reader::Balanced => {
                memory.one = match memory.one {
                    0 => memory.other + 1,
                    first if first == memory.other + 1 => first,
                    _ => -1,
                };
                memory.other = 0;
            }
            _ => {}
        }
        memory
    }

    /// Reads a tile with this value and weight.
    pub(super) fn read(
        &self,
        mut memory: Memory,
        gate: Option<&Gate>,
        value: u32,
        weight: i64,
    ) -> Memory {
        let Some(gate) = gate else {
            return self.take(memory, value, weight);
        };
        if matches!(gate.kind, GateKind::AsMany | GateKind::AtPlace) {
            return self.read_pointed(memory, gate.kind, value, weight);
        }
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
                return self.take(memory, value, weight);
            }
            _ => {}
        }
        memory
    }

    /// Reads a tile of a list whose first tile says how much of it is read: `met` is one more than what it says, counted down.
    fn read_pointed(&self, mut memory: Memory, kind: GateKind, value: u32, weight: i64) -> Memory {
        match memory.met {
            0 => memory.met = u8::try_from(self.number(value).clamp(0, 254) + 1).unwrap_or(u8::MAX),
            1 => {}
            left => {
                memory.met = left - 1;
                if kind == GateKind::AsMany || left == 2 {
                    return self.take(memory, value, weight);
                }
            }
        }
        memory
    }

    /// Reads a tile that no gate keeps from it.
    #[expect(clippy::too_many_lines, reason = "a case for each reader")]
    fn take(&self, mut memory: Memory, value: u32, weight: i64) -> Memory {
        let number = self.number(value);
        let Memory { one, other, .. } = &mut memory;
        match &self.reading.reader {
            Reader::Value(false) => *one = value.into(),
            // A word among numbers equals none of them.
            Reader::Value(true) => *one = self.values.as_number(value).unwrap_or(NOTHING),
            Reader::Count => *one += i64::from(self.is_marked(value)),
            Reader::Sum => *one += number,
            Reader::Weighted(_) => *one += if self.is_marked(value) { weight } else { 0 },
            Reader::Times(pattern) => {
                memory.seen.push(value);
                if memory.seen == *pattern {
                    memory.one += 1;
                }
                // What may still become the pattern is kept: the longest end of what was read that begins it.
                let begins = |seen: &[u32]| seen.len() < pattern.len() && pattern.starts_with(seen);
                while !begins(&memory.seen) {
                    memory.seen.remove(0);
                }
            }
            Reader::Balanced => {
                *other += match &self.reading.marks {
                    Some(marks) => i64::from(marks[value as usize]),
                    None => number,
                };
                if *one > 0 && *other >= *one {
                    *one = -1;
                }
                if *one < 0 {
                    *other = 0;
                }
            }
            // `one` is the sum of this part, or less than 0 when it was too large.
            Reader::Portions(sum) => {
                let before = if *one == *sum { 0 } else { *one };
                let is_too_large = before < 0 || before + number > *sum;
                *one = if is_too_large { -1 } else { before + number };
            }
            // `one` is what was read, by the remainder that it leaves, and `other` has a bit for each remainder at which all cuts may be.
            Reader::Circuit(sum) => {
                let sum = (*sum).clamp(1, LONGEST_CIRCUIT);
                for skipped in 1..number {
                    *other &= !(1 << ((*one + skipped) % sum));
                }
                *one = (*one + number) % sum;
            }
            // `other` counts the digits of the number.
            Reader::Owed(digits) => {
                if *other < *digits {
                    *other += 1;
                    *one = *one * 10 + number;
                } else if *one >= 0 {
                    *one = (*one - number).max(-1);
                }
            }
            // `seen` has the places in the list that were met.
            Reader::Holds(wanted) => {
                let is_met = |at: usize| memory.seen.contains(&(at as u32));
                let met = (0..wanted.len()).find(|&at| wanted[at] == Some(number) && !is_met(at));
                if let Some(at) = met {
                    memory.seen.push(at as u32);
                    memory.seen.sort_unstable();
                }
            }
            // `other` has a bit for each sum of some tiles that is not too large.
            Reader::Attains(sum) => {
                let sum = (*sum).clamp(0, LARGEST_ATTAINED);
                if (0..=sum).contains(&number) && *other >> sum & 1 == 0 {
                    *other |= (*other | 1) << number;
                    *other &= (1 << (sum + 1)) - 1;
                }
                if *other >> sum & 1 == 1 {
                    *other = 1 << sum;
                }
            }
            Reader::Spells(pattern) => memory.seen = pattern.step(&memory.seen, value),
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
                    match length_at(lengths, *one) {
                        // Of any length: it is enough to know that it has begun.
                        Some(None) => *other = 1,
                        Some(Some(length)) if *other <= *length => {}
                        _ => (*one, *other) = (-1, 0),
                    }
                }
            }
            Reader::Groups(_) => {
                *one += RING_TILE;
                match (self.is_marked(value), *other) {
                    (true, NOTHING) => *one += 1,
                    (true, _) => *other += 1,
                    (false, NOTHING) => *other = 0,
                    (false, _) => end_group(&mut memory),
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
            Reader::Groups(lengths) => i64::from(are_groups(&memory.seen, lengths)),
            Reader::Balanced => i64::from(memory.one >= 0),
            Reader::Portions(sum) => i64::from(memory.one == *sum),
            Reader::Circuit(_) => i64::from(memory.one == 0 && memory.other != 0),
            Reader::Attains(sum) => {
                i64::from((0..=LARGEST_ATTAINED).contains(sum) && memory.other >> sum & 1 == 1)
            }
            Reader::Spells(pattern) => i64::from(pattern.ends(&memory.seen)),
            Reader::Holds(wanted) => {
                i64::from(memory.seen.len() == wanted.iter().flatten().count())
            }
            _ => memory.one,
        }
    }
}

/// The length of the run of that number.
fn length_at(lengths: &[Option<i64>], run: i64) -> Option<&Option<i64>> {
    lengths.get(usize::try_from(run).ok()?)
}

/// A run is over. `one` is the number of runs that were right, or less than 0 after a wrong one; `other` is the length of
/// the present one.
fn end_run(memory: &mut Memory, lengths: &[Option<i64>]) {
    if memory.other > 0 {
        let fits = |length: &Option<i64>| length.is_none_or(|length| length == memory.other);
        let is_right = length_at(lengths, memory.one).is_some_and(fits);
        memory.one = if is_right { memory.one + 1 } else { -1 };
        memory.other = 0;
    }
}

/// A tile of a ring in the number that [`Reader::Groups`] remembers: above the length of the run with which the ring begins.
const RING_TILE: i64 = 1 << 8;
/// The tiles of a whole ring, whose last run continues into the first.
pub(super) const WHOLE_RING: usize = 8;

/// A run on a ring is over. `one` has the tiles that were read and the length of the first run; `other` is the length of the
/// present one, or `NOTHING` as long as that is the first; `seen` are the lengths of the others, ascending.
fn end_group(memory: &mut Memory) {
    if memory.other > 0 {
        add_group(memory, memory.other);
        memory.other = 0;
    }
}

fn add_group(memory: &mut Memory, length: i64) {
    let length = u32::try_from(length).unwrap_or(0);
    let at = memory.seen.partition_point(|&other| other < length);
    memory.seen.insert(at, length);
}

/// A stretch of a ring is over, or all of it.
fn end_ring(memory: &mut Memory) {
    let (read, first) = (memory.one / RING_TILE, memory.one % RING_TILE);
    let last = memory.other.max(0);
    let is_whole = read == number(WHOLE_RING);
    let joined = if is_whole { first + last } else { first };
    if joined > 0 {
        add_group(memory, joined);
    }
    if !is_whole && last > 0 {
        add_group(memory, last);
    }
    (memory.one, memory.other) = (0, NOTHING);
}

/// Returns true if groups, ascending, have these lengths in any order.
fn are_groups(groups: &[u32], lengths: &[Option<i64>]) -> bool {
    let mut left: Vec<i64> = groups.iter().copied().map(i64::from).collect();
    let known = lengths.iter().flatten();
    let mut is_there = known.map(|length| {
        let at = left.iter().position(|group| group == length);
        at.map(|at| left.remove(at)).is_some()
    });
    groups.len() == lengths.len() && is_there.all(|is_there| is_there)
}

/// Some values.
pub(super) struct Marks {
    pub(super) marked: Arc<[bool]>,
    /// The values that were named.
    pub(super) named: Vec<u32>,
}

/// The words that begin a term with arguments.
pub(super) const TERMS: [&str; 18] = [
    "count", "lead", "sum", "product", "highest", "lowest", "distinct", "seen", "runs", "groups",
    "first", "longest", "equal", "size", "row", "column", "distance", "has",
];

/// The words that begin a term in kinds alone.
const OF_KINDS: [&str; 10] = [
    "max", "times", "clue", "balanced", "portions", "circuit", "owed", "holds", "attains", "spells",
];

/// The words of terms, of a kind or of a rules file.
pub(super) fn of_kinds<'w>(is_of_kind: bool) -> impl Iterator<Item = &'w str> {
    TERMS
        .into_iter()
        .chain(OF_KINDS.into_iter().filter(move |_| is_of_kind))
}

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
/// The largest number of a clue or parameter.
const LARGEST_CLUE: i64 = 1_000_000_000;
/// The largest sum of the parts of a ring.
const LONGEST_CIRCUIT: i64 = 40;
/// The largest sum that some of the tiles may be asked for.
const LARGEST_ATTAINED: i64 = 60;
/// The largest product.
pub(super) const LARGEST_PRODUCT: i64 = 1 << 53;

impl Vocabulary for Lexicon<'_> {
    type Term = Term;

    fn term(&self, tokens: &mut Tokens<'_>) -> Read<Option<(Kind, Term)>> {
        let (at, Some(token)) = (tokens.at(), tokens.peek()) else {
            return Ok(None);
        };
        let has_arguments = tokens.after(1) == Some("(");
        if self.field.known.is_of_kind
            && let Some(known) = self.of_board(tokens, at, token)?
        {
            return Ok(Some(known));
        }
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
        let reading = match term {
            Term::Reading(reading) => reading,
            Term::Known(Known::Clue(_) | Known::Largest(_) | Known::Param(..)) => {
                return Some(LARGEST_CLUE);
            }
            Term::Known(_) => return Some(most),
        };
        let largest = self.values.largest();
        match reading.reader {
            Reader::Sum => largest.checked_mul(most),
            Reader::Product => Some(LARGEST_PRODUCT),
            Reader::Weighted(_) => LARGEST_CLUE.checked_mul(most),
            Reader::Value(_) | Reader::First(_) | Reader::Highest | Reader::Lowest => {
                Some(largest.max(number(self.values.len())))
            }
            _ => Some(most),
        }
    }

    fn value(&self, name: &str) -> Option<(Kind, i64)> {
        if name == "none" && self.field.known.is_of_kind && self.values.find(name).is_none() {
            return Some((Kind::Word, NOTHING));
        }
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
        let words = self
            .words_of_sets()
            .chain(of_kinds(self.field.known.is_of_kind));
        let known = self
            .values
            .names()
            .chain(words)
            .chain(self.field.known.names());
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

    fn in_numbers(&self, term: &Term) -> Option<Term> {
        let Term::Reading(reading) = term else {
            return None;
        };
        let mut values = self.field.layers[reading.layer].values.iter();
        let has_number = values.any(|&value| self.values.as_number(value).is_some());
        (reading.reader == Reader::Value(false) && has_number).then(|| {
            Term::Reading(Reading {
                reader: Reader::Value(true),
                ..reading.clone()
            })
        })
    }

    fn is_truth(&self, term: &Term) -> bool {
        matches!(term, Term::Known(Known::Param(..) | Known::Has(..)))
    }
}

impl Lexicon<'_> {
    /// Reads a clue, a parameter, or another term that only kinds have.
    fn of_board(
        &self,
        tokens: &mut Tokens<'_>,
        at: usize,
        token: &str,
    ) -> Read<Option<(Kind, Term)>> {
        let has_arguments = tokens.after(1) == Some("(");
        let known = &self.field.known;
        if token == "max" && has_arguments {
            tokens.take();
            let opened = tokens.open()?;
            let layer = self.layer_of_clues(tokens, |_| true)?;
            tokens.close(opened, ")")?;
            return Ok(Some((Kind::Number, Term::Known(Known::Largest(layer)))));
        }
        if token == "times" && has_arguments {
            tokens.take();
            return self.times(tokens, at).map(Some);
        }
        if token == "spells" && has_arguments {
            tokens.take();
            return self.spells(tokens, at).map(Some);
        }
        if matches!(
            token,
            "balanced" | "portions" | "circuit" | "owed" | "holds" | "attains"
        ) && has_arguments
        {
            tokens.take();
            return self.of_sums(tokens, at, token).map(Some);
        }
        if let Some(param) = known.param(token) {
            let is_list = matches!(known.params[param].1, Setting::List(_));
            if has_arguments && !is_list && matches!(token, "size" | "rows" | "columns") {
                return Ok(None);
            }
            tokens.take();
            let place = if has_arguments {
                let opened = tokens.open()?;
                let number_at = tokens.at();
                let number = tokens.take().and_then(|token| token.parse::<usize>().ok());
                let Some(number) = number.filter(|&number| number > 0) else {
                    return tokens.fail(
                        number_at,
                        "a place of the list was expected here, counted from 1",
                    );
                };
                tokens.close(opened, ")")?;
                Some(number)
            } else {
                None
            };
            return Ok(Some((
                Kind::Number,
                Term::Known(Known::Param(param, place)),
            )));
        }
        let Some(clued) = self.clued(tokens)? else {
            return Ok(None);
        };
        let is_of_words = |&layer: &usize| matches!(known.layers[layer].kind, ClueSort::Word(_));
        let mut lists = clued.layers.iter().map(|&layer| &known.layers[layer]);
        if let Some(layer) = lists.find(|layer| layer.kind == ClueSort::Numbers) {
            let message = format!("{:?} lists numbers: runs are compared with it", layer.name);
            return tokens.fail(at, message);
        }
        let words = clued
            .layers
            .iter()
            .filter(|layer| is_of_words(layer))
            .count();
        let kind = match words {
            0 => Kind::Number,
            _ if words == clued.layers.len() => Kind::Word,
            _ => return tokens.fail(at, "some of these clues are words and some are numbers"),
        };
        Ok(Some((kind, Term::Known(Known::Clue(clued)))))
    }

    /// Reads the arguments of `balanced`, `portions`, `circuit`, `owed`, `attains` and `holds`, behind the word.
    fn of_sums(&self, tokens: &mut Tokens<'_>, at: usize, word: &str) -> Read<(Kind, Term)> {
        let opened = tokens.open()?;
        let (reader, word) = match word {
            "balanced" => (Reader::Balanced, "balanced"),
            "portions" => (Reader::Portions(0), "portions"),
            "circuit" => (Reader::Circuit(0), "circuit"),
            "owed" => (Reader::Owed(0), "owed"),
            "attains" => (Reader::Attains(0), "attains"),
            _ => (Reader::Holds(Vec::new()), "holds"),
        };
        let (mut lengths, mut marks) = (None, None);
        if reader == Reader::Balanced && self.begins_with_values(tokens) {
            marks = Some(self.marks(tokens)?);
            tokens.comma()?;
        }
        if reader != Reader::Balanced {
            let clue_at = tokens.at();
            lengths = self.clued(tokens)?;
            if lengths.is_none() {
                return tokens.fail(clue_at, format!("{word} begins with a clue"));
            }
            tokens.comma()?;
        }
        let set = self.set(tokens)?;
        tokens.close(opened, ")")?;
        let layer = self.layer(tokens, at, &set, marks.as_ref())?;
        self.check_numbers(tokens, at, word, layer)?;
        let kind = match reader {
            Reader::Owed(_) => Kind::Number,
            _ => Kind::Truth,
        };
        let reading = Reading {
            reader,
            marks: marks.map(|marks| marks.marked),
            sets: vec![set],
            layer,
            lengths,
            word,
        };
        Ok((kind, Term::Reading(reading)))
    }

    /// Returns true if a value is next, and not a set.
    fn begins_with_values(&self, tokens: &Tokens<'_>) -> bool {
        let is_value = |token: &str| token == "not" || self.values.find(unquoted(token)).is_some();
        tokens.peek().is_some_and(is_value)
    }

    /// Reads the arguments of `times`, behind its word.
    fn times(&self, tokens: &mut Tokens<'_>, at: usize) -> Read<(Kind, Term)> {
        let opened = tokens.open()?;
        let pattern_at = tokens.at();
        let pattern = unquoted(tokens.take().unwrap_or(""));
        let mut named = Vec::new();
        for name in pattern.split_whitespace() {
            named.extend(self.values_called(tokens, pattern_at, name)?.first());
        }
        if named.is_empty() {
            return tokens.fail(pattern_at, "values were expected here, such as 'w m e'");
        }
        tokens.comma()?;
        let set = self.set(tokens)?;
        tokens.close(opened, ")")?;
        let mut marked = vec![false; self.values.len()];
        for &value in &named {
            marked[value as usize] = true;
        }
        let marks = Marks {
            marked: marked.into(),
            named: named.clone(),
        };
        let layer = self.layer(tokens, at, &set, Some(&marks))?;
        let reading = Reading {
            reader: Reader::Times(named),
            marks: Some(marks.marked),
            sets: vec![set],
            layer,
            lengths: None,
            word: "times",
        };
        Ok((Kind::Number, Term::Reading(reading)))
    }

    /// Reads the arguments of `spells`, behind its word.
    fn spells(&self, tokens: &mut Tokens<'_>, at: usize) -> Read<(Kind, Term)> {
        let opened = tokens.open()?;
        let pattern_at = tokens.at();
        let text = unquoted(tokens.take().unwrap_or(""));
        tokens.comma()?;
        let set = self.set(tokens)?;
        tokens.close(opened, ")")?;
        let layer = self.layer(tokens, at, &set, None)?;
        let find = |name: &str| self.values_called(tokens, pattern_at, name).ok();
        let pattern = Pattern::read(text, self.values.len(), &find);
        let pattern = pattern.or_else(|message| tokens.fail(pattern_at, message))?;
        let reading = Reading {
            reader: Reader::Spells(Arc::new(pattern)),
            marks: None,
            sets: vec![set],
            layer,
            lengths: None,
            word: "spells",
        };
        Ok((Kind::Truth, Term::Reading(reading)))
    }

    /// Reads the arguments of `sum(W, V, S)`, whose bracket was opened, if that is what is there.
    fn weighted(
        &self,
        tokens: &mut Tokens<'_>,
        at: usize,
        opened: usize,
    ) -> Read<Option<(Kind, Term)>> {
        let known = &self.field.known;
        let weights = match tokens.peek() {
            Some("position") if tokens.after(1) == Some(",") => Weights::Position,
            Some(token) if tokens.after(1) == Some(",") && known.layer(token).is_some() => {
                let layer = known.layer(token).unwrap_or_default();
                if matches!(
                    known.layers[layer].kind,
                    ClueSort::Word(_) | ClueSort::Numbers
                ) {
                    return tokens
                        .fail(tokens.at(), format!("the clues {token:?} are not numbers"));
                }
                Weights::Clues(layer)
            }
            _ => return Ok(None),
        };
        tokens.take();
        tokens.comma()?;
        let marks = self.marks(tokens)?;
        tokens.comma()?;
        let set = self.set(tokens)?;
        tokens.close(opened, ")")?;
        let layer = self.layer(tokens, at, &set, Some(&marks))?;
        let reading = Reading {
            reader: Reader::Weighted(weights),
            marks: Some(marks.marked),
            sets: vec![set],
            layer,
            lengths: None,
            word: "sum",
        };
        Ok(Some((Kind::Number, Term::Reading(reading))))
    }

    /// A layer of tiles that is named before the set that is read: `sum(layer, S)`.
    fn named_layer(&self, tokens: &mut Tokens<'_>) -> Read<Option<usize>> {
        let layer = tokens.peek().and_then(|token| self.layer_called(token));
        let Some(layer) = layer.filter(|_| tokens.after(1) == Some(",")) else {
            return Ok(None);
        };
        tokens.take();
        tokens.comma()?;
        Ok(Some(layer))
    }

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
            "count" | "lead" | "runs" | "groups" | "first" | "longest" => {
                self.of_marks(tokens, at, word)
            }
            "equal" => {
                let sets: [Set; 2] = self.sets(tokens)?;
                let layer = self.layer(tokens, at, &sets[0], None)?;
                let reading = Reading {
                    reader: Reader::Equal,
                    marks: None,
                    sets: sets.into(),
                    layer,
                    lengths: None,
                    word,
                };
                Ok((Kind::Number, Term::Reading(reading)))
            }
            _ => {
                let opened = tokens.open()?;
                if word == "sum"
                    && let Some(weighted) = self.weighted(tokens, at, opened)?
                {
                    return Ok(weighted);
                }
                let named = self.named_layer(tokens)?;
                let mut set = self.set(tokens)?;
                if let Some(layer) = named {
                    set = Set::On(layer, set.into());
                }
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
                    lengths: None,
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
            "groups" => (Kind::Truth, Reader::Groups(Vec::new())),
            "first" if is_number => (Kind::Number, Reader::First(true)),
            "first" => (Kind::Word, Reader::First(false)),
            "longest" => (Kind::Number, Reader::Longest),
            _ => (Kind::Number, Reader::Count),
        };
        if word == "groups" && !matches!(set, Set::Beside(Beside::Ring, _)) {
            return tokens.fail(set_at, "groups are those of a ring: groups(V, ring)");
        }
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
            lengths: None,
            word,
        };
        if let "runs" | "groups" = word {
            reading.lengths = self.lengths_of_clue(tokens)?;
            if reading.lengths.is_none() {
                reading.reader = reading.reader.with_lengths(lengths(tokens)?);
            }
        }
        Ok((kind, Term::Reading(reading)))
    }

    /// Reads `== clue` behind runs, if that is what follows.
    fn lengths_of_clue(&self, tokens: &mut Tokens<'_>) -> Read<Option<Clued>> {
        let known = &self.field.known;
        let is_clue = tokens
            .after(1)
            .is_some_and(|token| token == "clue" || known.layer(token).is_some());
        if !known.is_of_kind || !is_clue || !(tokens.accept("==") || tokens.accept("=")) {
            return Ok(None);
        }
        let at = tokens.at();
        let clued = self.clued(tokens)?;
        let is_wrong = |layer: &&usize| known.layers[**layer].kind != ClueSort::Numbers;
        if let Some(&wrong) = clued.iter().flat_map(|clued| &clued.layers).find(is_wrong) {
            let name = &known.layers[wrong].name;
            let error = tokens.error(
                at,
                format!("runs are compared with lists of numbers, and {name:?} has none"),
            );
            return Err(error.hint("such clues have type = \"numbers\""));
        }
        Ok(clued)
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
            lengths: None,
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
        if let Some(param) = self.field.known.param(name)
            && let Setting::Number(number) = self.field.known.params[param].1
            && let Some(value) = self.values.find(&number.to_string())
        {
            return Ok(vec![value]);
        }
        if let Some((from, to)) = name.split_once("..")
            && let (Some(from), Some(to)) =
                (range_end(self.field, from)?, range_end(self.field, to)?)
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
            // A value that is no word, with what follows it.
            Some(near) if !is_word(near) => {
                error.hint(format!("did you mean '{near}', in quotes?"))
            }
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
                // In a kind what is entered comes before what is hidden.
                let mut entered = fitting.iter().filter(|&&layer| !layers[layer].is_hidden);
                if let (Some(&layer), None, true) =
                    (entered.next(), entered.next(), self.field.known.is_of_kind)
                {
                    return Ok(layer);
                }
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
fn lengths(tokens: &mut Tokens<'_>) -> Read<Vec<Option<i64>>> {
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
    Ok(lengths.into_iter().map(Some).collect())
}

impl Set {
    /// Returns true if it is made of rays, which have places of any sort.
    fn is_ray(&self) -> bool {
        match self {
            Self::Rays(..) | Self::Line(_) | Self::Ahead(_) => true,
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
