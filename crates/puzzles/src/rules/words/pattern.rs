//! Patterns: which rows of values a line of tiles may spell, as a regular expression or as an automaton.
//!
//! `'1 (2 | 3) . * [4-6]'` is an expression over values, with blanks between those that stand side by side. Each place where it
//! names values becomes a state (Glushkov's construction), so there are no empty steps. An automaton is written by its parts:
//! `'>0 0:1,2:1 1:3:0 !1'` starts in state 0, goes from 0 to 1 by the values 1 and 2, and ends in 1.

use std::sync::Arc;

/// The most states of a pattern.
const MOST_STATES: usize = 2_000;
/// The deepest brackets.
const DEEPEST: usize = 50;

/// An automaton whose steps are values. It may be in several states.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(in crate::rules) struct Pattern {
    starts: Vec<u32>,
    states: Vec<State>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
struct State {
    is_end: bool,
    /// The values of a step, and the state that it leads to.
    steps: Vec<(Arc<[bool]>, u32)>,
}

/// Gives the values of a name.
type Find<'f> = &'f dyn Fn(&str) -> Option<Vec<u32>>;

/// An expression.
#[derive(Clone, Debug)]
enum Expression {
    Values(Arc<[bool]>),
    Sequence(Vec<Expression>),
    Either(Vec<Expression>),
    Repeated(Box<Expression>, usize, Option<usize>),
}

impl Pattern {
    /// Reads a pattern over so many values; the complaint says what is wrong with it.
    pub(super) fn read(text: &str, values: usize, find: Find<'_>) -> Result<Self, String> {
        if text.trim_start().starts_with('>') {
            return automaton(text, values, find);
        }
        let mut reader = Reader {
            tokens: tokens(text),
            at: 0,
            values,
            find,
            depth: 0,
        };
        let expression = reader.either()?;
        if let Some(token) = reader.peek() {
            return Err(format!(
                "{token:?} was not expected in the pattern {text:?}"
            ));
        }
        let mut pattern = Self {
            starts: vec![0],
            states: vec![State::default()],
        };
        let all = pattern.add(&expression)?;
        for &first in &all.first {
            pattern.follow(0, first, &all.values);
        }
        for &last in &all.last {
            pattern.states[last as usize].is_end = true;
        }
        pattern.states[0].is_end = all.is_empty;
        Ok(pattern)
    }

    /// The states in which it begins, ascending.
    pub(super) fn start(&self) -> Vec<u32> {
        self.starts.clone()
    }

    /// The states after a value, ascending.
    pub(super) fn step(&self, from: &[u32], value: u32) -> Vec<u32> {
        let steps = from
            .iter()
            .flat_map(|&state| &self.states[state as usize].steps);
        let taken = steps.filter(|(values, _)| values[value as usize]);
        let mut states: Vec<u32> = taken.map(|&(_, to)| to).collect();
        states.sort_unstable();
        states.dedup();
        states
    }

    /// Returns true if one of these states is an end.
    pub(super) fn ends(&self, states: &[u32]) -> bool {
        states
            .iter()
            .any(|&state| self.states[state as usize].is_end)
    }

    fn follow(&mut self, from: u32, to: u32, values: &[(u32, Arc<[bool]>)]) {
        let values = values.iter().find(|(state, _)| *state == to);
        let Some((_, values)) = values else { return };
        let step = (Arc::clone(values), to);
        let steps = &mut self.states[from as usize].steps;
        if !steps.contains(&step) {
            steps.push(step);
        }
    }

    /// Adds the states of an expression.
    fn add(&mut self, expression: &Expression) -> Result<Part, String> {
        match expression {
            Expression::Values(values) => {
                let state = self.states.len();
                if state >= MOST_STATES {
                    return Err(format!("the pattern has more than {MOST_STATES} places"));
                }
                self.states.push(State::default());
                let state = state as u32;
                Ok(Part {
                    is_empty: false,
                    first: vec![state],
                    last: vec![state],
                    values: vec![(state, Arc::clone(values))],
                })
            }
            Expression::Sequence(parts) => {
                let mut all = Part::nothing();
                for part in parts {
                    let next = self.add(part)?;
                    all = self.join(all, next);
                }
                Ok(all)
            }
            Expression::Either(parts) => {
                let mut all = Part::default();
                for part in parts {
                    all.merge(self.add(part)?);
                }
                Ok(all)
            }
            Expression::Repeated(part, least, most) => {
                let mut all = Part::nothing();
                for _ in 0..*least {
                    let next = self.add(part)?;
                    all = self.join(all, next);
                }
                match most {
                    None => {
                        let mut again = self.add(part)?;
                        for &last in &again.last {
                            for &first in &again.first {
                                self.follow(last, first, &again.values);
                            }
                        }
                        again.is_empty = true;
                        all = self.join(all, again);
                    }
                    Some(most) => {
                        for _ in *least..*most {
                            let mut next = self.add(part)?;
                            next.is_empty = true;
                            all = self.join(all, next);
                        }
                    }
                }
                Ok(all)
            }
        }
    }

    /// One part behind another.
    fn join(&mut self, one: Part, other: Part) -> Part {
        for &last in &one.last {
            for &first in &other.first {
                self.follow(last, first, &other.values);
            }
        }
        let mut all = Part {
            is_empty: one.is_empty && other.is_empty,
            first: one.first,
            last: other.last,
            values: one.values,
        };
        if one.is_empty {
            all.first.extend(other.first);
        }
        if other.is_empty {
            all.last.extend(one.last);
        }
        all.values.extend(other.values);
        all
    }
}

/// A part of a pattern while its states are made.
#[derive(Default)]
struct Part {
    /// It may be nothing at all.
    is_empty: bool,
    first: Vec<u32>,
    last: Vec<u32>,
    /// The values that lead to each of its states.
    values: Vec<(u32, Arc<[bool]>)>,
}

impl Part {
    fn nothing() -> Self {
        Self {
            is_empty: true,
            ..Self::default()
        }
    }

    fn merge(&mut self, other: Self) {
        self.is_empty |= other.is_empty;
        self.first.extend(other.first);
        self.last.extend(other.last);
        self.values.extend(other.values);
    }
}

/// Words and signs.
fn tokens(text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let length = if is_word(first) {
            rest.find(|c| !is_word(c)).unwrap_or(rest.len())
        } else {
            first.len_utf8()
        };
        tokens.push(&rest[..length]);
        rest = rest[length..].trim_start();
    }
    tokens
}

/// Reads an expression from its tokens.
struct Reader<'t> {
    tokens: Vec<&'t str>,
    at: usize,
    values: usize,
    find: Find<'t>,
    depth: usize,
}

impl<'t> Reader<'t> {
    fn peek(&self) -> Option<&'t str> {
        self.tokens.get(self.at).copied()
    }

    fn take(&mut self) -> Option<&'t str> {
        let token = self.peek();
        self.at += 1;
        token
    }

    fn takes(&mut self, wanted: &str) -> bool {
        let is_there = self.peek() == Some(wanted);
        self.at += usize::from(is_there);
        is_there
    }

    fn either(&mut self) -> Result<Expression, String> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(format!(
                "the pattern has more than {DEEPEST} brackets in each other"
            ));
        }
        let mut parts = vec![self.sequence()?];
        while self.takes("|") {
            parts.push(self.sequence()?);
        }
        self.depth -= 1;
        Ok(match parts.len() {
            1 => parts.remove(0),
            _ => Expression::Either(parts),
        })
    }

    fn sequence(&mut self) -> Result<Expression, String> {
        let mut parts = Vec::new();
        while self.peek().is_some_and(|token| !matches!(token, "|" | ")")) {
            parts.push(self.repeated()?);
        }
        Ok(Expression::Sequence(parts))
    }

    fn repeated(&mut self) -> Result<Expression, String> {
        let mut part = self.part()?;
        loop {
            let (least, most) = match self.peek() {
                Some("*") => (0, None),
                Some("+") => (1, None),
                Some("?") => (0, Some(1)),
                Some("{") => {
                    self.at += 1;
                    let (least, most) = self.amounts()?;
                    part = Expression::Repeated(part.into(), least, most);
                    continue;
                }
                _ => return Ok(part),
            };
            self.at += 1;
            part = Expression::Repeated(part.into(), least, most);
        }
    }

    /// What is in braces: `{2}`, `{2,}` or `{2,5}`.
    fn amounts(&mut self) -> Result<(usize, Option<usize>), String> {
        let wrong = || "a number of times was expected, such as {2} or {1,3}".to_owned();
        let number = |token: Option<&str>| {
            let number = token.and_then(|token| token.parse::<usize>().ok());
            number.filter(|&number| number <= MOST_STATES)
        };
        let least = number(self.take()).ok_or_else(wrong)?;
        let mut most = Some(least);
        if self.takes(",") {
            most = match self.peek() {
                Some("}") => None,
                _ => Some(number(self.take()).ok_or_else(wrong)?),
            };
        }
        let is_right = self.takes("}") && most.is_none_or(|most| most >= least);
        is_right.then_some((least, most)).ok_or_else(wrong)
    }

    fn part(&mut self) -> Result<Expression, String> {
        let token = self.take().ok_or("the pattern ends too early")?;
        match token {
            "(" => {
                let inner = self.either()?;
                if self.takes(")") {
                    Ok(inner)
                } else {
                    Err("a bracket of the pattern is never closed".into())
                }
            }
            "." => Ok(Expression::Values(vec![true; self.values].into())),
            "[" => self.class(),
            _ => Ok(Expression::Values(self.marked(self.named(token)?))),
        }
    }

    /// Values in square brackets: `[1 3 5-7]`, or all but these behind a `^`.
    fn class(&mut self) -> Result<Expression, String> {
        let is_negated = self.takes("^");
        let mut named = Vec::new();
        loop {
            let token = self
                .take()
                .ok_or("a square bracket of the pattern is never closed")?;
            if token == "]" {
                break;
            }
            if self.takes("-") {
                let last = self.take().unwrap_or("");
                named.extend(self.named(&format!("{token}..{last}"))?);
            } else {
                named.extend(self.named(token)?);
            }
        }
        let marked = self.marked(named);
        Ok(Expression::Values(if is_negated {
            marked.iter().map(|is_marked| !is_marked).collect()
        } else {
            marked
        }))
    }

    fn named(&self, name: &str) -> Result<Vec<u32>, String> {
        (self.find)(name).ok_or_else(|| format!("there is no value {name:?} for the pattern"))
    }

    fn marked(&self, values: Vec<u32>) -> Arc<[bool]> {
        let mut marked = vec![false; self.values];
        for value in values {
            marked[value as usize] = true;
        }
        marked.into()
    }
}

/// Reads an automaton by its parts.
fn automaton(text: &str, values: usize, find: Find<'_>) -> Result<Pattern, String> {
    let mut pattern = Pattern::default();
    let state = |pattern: &mut Pattern, text: &str| {
        let state = text
            .parse::<usize>()
            .ok()
            .filter(|&state| state < MOST_STATES);
        let state = state.ok_or_else(|| {
            format!("{text:?} is not a state: a number below {MOST_STATES} was expected")
        })?;
        if pattern.states.len() <= state {
            pattern.states.resize(state + 1, State::default());
        }
        Ok::<u32, String>(state as u32)
    };
    for part in text.split_whitespace() {
        if let Some(start) = part.strip_prefix('>') {
            let start = state(&mut pattern, start)?;
            pattern.starts.push(start);
        } else if let Some(end) = part.strip_prefix('!') {
            let end = state(&mut pattern, end)?;
            pattern.states[end as usize].is_end = true;
        } else {
            let mut words = part.split(':');
            let (Some(from), Some(by), Some(to), None) =
                (words.next(), words.next(), words.next(), words.next())
            else {
                return Err(format!(
                    "{part:?} is no step of an automaton, such as 0:1,2:3"
                ));
            };
            let (from, to) = (state(&mut pattern, from)?, state(&mut pattern, to)?);
            let mut marked = vec![false; values];
            for name in by.split(',') {
                let found = find(name);
                let found =
                    found.ok_or_else(|| format!("there is no value {name:?} for the pattern"))?;
                for value in found {
                    marked[value as usize] = true;
                }
            }
            pattern.states[from as usize]
                .steps
                .push((marked.into(), to));
        }
    }
    pattern.starts.sort_unstable();
    pattern.starts.dedup();
    Ok(pattern)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pattern(text: &str) -> Result<Pattern, String> {
        // The values 0 to 11, each its own number.
        let find = |name: &str| -> Option<Vec<u32>> {
            let (from, to) = name.split_once("..").unwrap_or((name, name));
            let (from, to) = (from.parse().ok()?, to.parse().ok()?);
            (from <= to && to < 12).then(|| (from..=to).collect())
        };
        Pattern::read(text, 12, &find)
    }

    fn accepts(text: &str, word: &[u32]) -> bool {
        let pattern = pattern(text).unwrap();
        let end = word.iter().fold(pattern.start(), |states, &value| {
            pattern.step(&states, value)
        });
        pattern.ends(&end)
    }

    #[test]
    fn expressions_accept_their_words() {
        assert!(accepts("", &[]) && !accepts("", &[1]));
        assert!(accepts("1 2", &[1, 2]) && !accepts("1 2", &[1]) && !accepts("1 2", &[1, 2, 2]));
        assert!(accepts("11 .", &[11, 4]) && !accepts("1 1 .", &[11, 4]));
        for (word, is_in) in [
            (&[][..], true),
            (&[1, 2], true),
            (&[1, 2, 3], true),
            (&[1], false),
            (&[3, 1, 2, 3], true),
        ] {
            assert_eq!(accepts("(1 2 | 3) *", word), is_in, "{word:?}");
        }
        assert!(
            accepts("[^1-3]+", &[0, 4, 11])
                && !accepts("[^1-3]+", &[0, 2])
                && !accepts("[^1-3]+", &[])
        );
        for length in 0..7 {
            let word = vec![5; length];
            assert_eq!(accepts("5 {2,4}", &word), (2..=4).contains(&length));
            assert_eq!(accepts("5 {3}", &word), length == 3);
            assert_eq!(accepts("5 {2,}", &word), length >= 2);
            assert_eq!(accepts("(5 ? 5) {2,}", &word), length >= 2);
        }
    }

    #[test]
    fn automata_are_read_by_their_parts() {
        let text = ">0 0:1,2:1 1:3:0 1:0..11:2 !1";
        for (word, is_in) in [
            (&[1][..], true),
            (&[2, 3, 1], true),
            (&[2, 3], false),
            (&[], false),
            (&[1, 5], false),
        ] {
            assert_eq!(accepts(text, word), is_in, "{word:?}");
        }
    }

    #[test]
    fn mistakes_are_told() {
        for (text, message) in [
            ("1 (2", "a bracket of the pattern is never closed"),
            ("1 ) 2", "\")\" was not expected in the pattern \"1 ) 2\""),
            ("99", "there is no value \"99\" for the pattern"),
            ("[1", "a square bracket of the pattern is never closed"),
            (
                "1{3,2}",
                "a number of times was expected, such as {2} or {1,3}",
            ),
            (
                ">0 0:1",
                "\"0:1\" is no step of an automaton, such as 0:1,2:3",
            ),
            (
                ">x",
                "\"x\" is not a state: a number below 2000 was expected",
            ),
        ] {
            assert_eq!(pattern(text).unwrap_err(), message);
        }
        assert!(
            pattern("(1{100}){100}")
                .unwrap_err()
                .starts_with("the pattern has more than")
        );
        assert!(
            pattern(&"(".repeat(100))
                .unwrap_err()
                .contains("brackets in each other")
        );
    }
}
