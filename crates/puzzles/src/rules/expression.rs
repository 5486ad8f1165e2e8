//! The small language of a rule's `require`: a condition on the values `a` and `b` of two tiles.
//!
//! ```text
//! condition   either  ( "implies" | "iff" ) either …      from the left
//! either      both "or" both …
//! both        not "and" not …
//! not         "not" not | comparison
//! comparison  sum ( = == != < <= > >= ) sum
//! sum         product ( + | - ) product …
//! product     factor ( * | % ) factor …
//! factor      - factor | number | word | 'word' | a | b | i | j | ( condition ) | "|" sum "|"
//! ```
//!
//! If every value is a number, `a` and `b` are numbers, and all comparisons are meant as usual.
//! Otherwise they are words, which can only be equal or not. `i` and `j` are the numbers of the two
//! tiles in the order of the file, counted from 1. Everything is checked when it is read, so that
//! a condition that was read can be asked about any pair of values.

use super::section::Text;
use super::spec::Values;
use crate::ParseError;
use crate::nearest::nearest;

/// A condition on two tiles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Condition {
    text: String,
    root: Truth,
    /// True if it mentions `i` or `j`, so that it differs from pair to pair.
    pub(super) is_local: bool,
    /// The cost of a look at a pair of values, in words of the condition.
    pub(super) cost: u64,
}

/// The arguments of a condition.
#[derive(Clone, Copy)]
pub(super) struct Pair<'v> {
    pub(super) values: &'v Values,
    pub(super) a: u32,
    pub(super) b: u32,
    pub(super) i: i64,
    pub(super) j: i64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Truth {
    Compare(Comparison, Number, Number),
    Same(Value, Value),
    Not(Box<Truth>),
    And(Box<Truth>, Box<Truth>),
    Or(Box<Truth>, Box<Truth>),
    Iff(Box<Truth>, Box<Truth>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Comparison {
    Equal,
    Different,
    Less,
    AtMost,
    More,
    AtLeast,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Number {
    Literal(i64),
    A,
    B,
    I,
    J,
    Abs(Box<Number>),
    Add(Box<Number>, Box<Number>),
    Subtract(Box<Number>, Box<Number>),
    Multiply(Box<Number>, Box<Number>),
    Remainder(Box<Number>, i64),
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Value {
    A,
    B,
    Named(u32),
}

impl Condition {
    pub(super) fn read(text: Text, values: &Values, tiles: usize) -> Result<Self, ParseError> {
        let mut parser = Parser {
            text,
            values,
            tiles,
            tokens: tokens(text)?,
            next: 0,
            depth: 0,
            is_local: false,
        };
        let (start, term) = parser.condition()?;
        if let Some(&(at, token)) = parser.tokens.get(parser.next) {
            let message = format!("{token:?} is not expected here: the condition is complete");
            return Err(text.error(at, message));
        }
        let root = parser.truth(start, term)?;
        Ok(Self {
            text: text
                .content
                .split_whitespace()
                .collect::<Vec<_>>()
                .join(" "),
            root,
            is_local: parser.is_local,
            cost: parser.tokens.len() as u64,
        })
    }

    /// The condition as it was written, blanks aside.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    pub(super) fn holds(&self, pair: Pair) -> bool {
        self.root.holds(pair)
    }
}

impl Truth {
    fn holds(&self, pair: Pair) -> bool {
        match self {
            Self::Compare(comparison, x, y) => comparison.holds(x.value(pair), y.value(pair)),
            Self::Same(x, y) => x.value(pair) == y.value(pair),
            Self::Not(x) => !x.holds(pair),
            Self::And(x, y) => x.holds(pair) && y.holds(pair),
            Self::Or(x, y) => x.holds(pair) || y.holds(pair),
            Self::Iff(x, y) => x.holds(pair) == y.holds(pair),
        }
    }

    fn not(self) -> Self {
        Self::Not(Box::new(self))
    }
}

impl Comparison {
    fn holds(self, x: i64, y: i64) -> bool {
        match self {
            Self::Equal => x == y,
            Self::Different => x != y,
            Self::Less => x < y,
            Self::AtMost => x <= y,
            Self::More => x > y,
            Self::AtLeast => x >= y,
        }
    }
}

impl Number {
    fn value(&self, pair: Pair) -> i64 {
        let number = |value: u32| pair.values.number(value).expect("every value is a number");
        match self {
            Self::Literal(literal) => *literal,
            Self::A => number(pair.a),
            Self::B => number(pair.b),
            Self::I => pair.i,
            Self::J => pair.j,
            Self::Abs(x) => x.value(pair).abs(),
            Self::Add(x, y) => x.value(pair) + y.value(pair),
            Self::Subtract(x, y) => x.value(pair) - y.value(pair),
            Self::Multiply(x, y) => x.value(pair) * y.value(pair),
            Self::Remainder(x, divisor) => x.value(pair).rem_euclid(*divisor),
        }
    }

    /// The largest distance from zero that it can have, or `None` where that may overflow.
    fn reach(&self, values: &Values, tiles: usize) -> Option<i64> {
        let reach = |x: &Self| x.reach(values, tiles);
        match self {
            Self::Literal(literal) => literal.checked_abs(),
            Self::A | Self::B => Some(values.reach()),
            Self::I | Self::J => i64::try_from(tiles).ok(),
            Self::Abs(x) => reach(x),
            Self::Add(x, y) | Self::Subtract(x, y) => reach(x)?.checked_add(reach(y)?),
            Self::Multiply(x, y) => reach(x)?.checked_mul(reach(y)?),
            Self::Remainder(x, divisor) => reach(x).and(Some(*divisor)),
        }
    }
}

impl Value {
    fn value(&self, pair: Pair) -> u32 {
        match self {
            Self::A => pair.a,
            Self::B => pair.b,
            Self::Named(value) => *value,
        }
    }
}

/// Operators, the longer ones first where one starts with another.
const OPERATORS: [&str; 18] = [
    "==", "!=", "<=", ">=", "=", "<", ">", "≠", "≤", "≥", "+", "-", "*", "%", "(", ")", "|", "−",
];

/// Conditions are bounded so that no text can overflow the stack.
const MOST_TOKENS: usize = 1000;
const DEEPEST: usize = 50;

const KEYWORDS: [&str; 5] = ["and", "or", "not", "implies", "iff"];

/// The tokens of a text, each with its place.
fn tokens(text: Text<'_>) -> Result<Vec<(usize, &str)>, ParseError> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(c) = text.content[at..].chars().next() {
        let rest = &text.content[at..];
        let length = if c.is_whitespace() {
            at += c.len_utf8();
            continue;
        } else if let Some(operator) = OPERATORS.iter().find(|o| rest.starts_with(**o)) {
            operator.len()
        } else if c == '\'' {
            let end = rest[1..].find('\'');
            end.ok_or_else(|| text.error(at, "this quote is never closed"))? + 2
        } else if c.is_alphanumeric() || c == '_' {
            let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_');
            end.unwrap_or(rest.len())
        } else {
            let message = format!("{c:?} means nothing in a condition");
            return Err(text
                .error(at, message)
                .hint("write a value of that name in 'quotes'"));
        };
        if tokens.len() == MOST_TOKENS {
            return Err(text.error(at, format!("a condition of more than {MOST_TOKENS} words")));
        }
        tokens.push((at, &rest[..length]));
        at += length;
    }
    Ok(tokens)
}

/// A part of a condition, by its meaning.
enum Term {
    Truth(Truth),
    Number(Number),
    Value(Value),
    /// A number where values are words: a value of that name where it is compared with one.
    Digits(i64),
}

type Read<T> = Result<T, ParseError>;

struct Parser<'t> {
    text: Text<'t>,
    values: &'t Values,
    tiles: usize,
    tokens: Vec<(usize, &'t str)>,
    next: usize,
    depth: usize,
    is_local: bool,
}

impl<'t> Parser<'t> {
    fn accept(&mut self, wanted: &[&str]) -> Option<(usize, &'t str)> {
        let found = self.tokens.get(self.next).copied();
        let found = found.filter(|(_, token)| wanted.contains(token))?;
        self.next += 1;
        Some(found)
    }

    fn fail<T>(&self, at: usize, message: impl Into<String>) -> Read<T> {
        Err(self.text.error(at, message))
    }

    /// A condition with the place where it starts.
    fn condition(&mut self) -> Read<(usize, Term)> {
        let (start, mut term) = self.either()?;
        while let Some((_, word)) = self.accept(&["implies", "iff"]) {
            let first = Box::new(self.truth(start, term)?);
            let (at, second) = self.either()?;
            let second = Box::new(self.truth(at, second)?);
            term = Term::Truth(match word {
                "iff" => Truth::Iff(first, second),
                _ => Truth::Or(Box::new(first.not()), second),
            });
        }
        Ok((start, term))
    }

    fn either(&mut self) -> Read<(usize, Term)> {
        let (start, mut term) = self.both()?;
        while self.accept(&["or"]).is_some() {
            let first = Box::new(self.truth(start, term)?);
            let (at, second) = self.both()?;
            term = Term::Truth(Truth::Or(first, Box::new(self.truth(at, second)?)));
        }
        Ok((start, term))
    }

    fn both(&mut self) -> Read<(usize, Term)> {
        let (start, mut term) = self.negation()?;
        while self.accept(&["and"]).is_some() {
            let first = Box::new(self.truth(start, term)?);
            let (at, second) = self.negation()?;
            term = Term::Truth(Truth::And(first, Box::new(self.truth(at, second)?)));
        }
        Ok((start, term))
    }

    fn negation(&mut self) -> Read<(usize, Term)> {
        let mut first = None;
        let mut is_negated = false;
        while let Some((at, _)) = self.accept(&["not"]) {
            first.get_or_insert(at);
            is_negated = !is_negated;
        }
        let (at, term) = self.comparison()?;
        let Some(first) = first else {
            return Ok((at, term));
        };
        let truth = self.truth(at, term)?;
        let truth = if is_negated { truth.not() } else { truth };
        Ok((first, Term::Truth(truth)))
    }

    fn comparison(&mut self) -> Read<(usize, Term)> {
        const COMPARISONS: [&str; 10] = ["==", "!=", "<=", ">=", "=", "<", ">", "≠", "≤", "≥"];
        let (start, first) = self.sum()?;
        let Some((at, operator)) = self.accept(&COMPARISONS) else {
            return Ok((start, first));
        };
        let comparison = match operator {
            "=" | "==" => Comparison::Equal,
            "!=" | "≠" => Comparison::Different,
            "<" => Comparison::Less,
            "<=" | "≤" => Comparison::AtMost,
            ">" => Comparison::More,
            _ => Comparison::AtLeast,
        };
        let (second_at, second) = self.sum()?;
        if let Some((at, operator)) = self.accept(&COMPARISONS) {
            let message = format!("a second {operator:?}: write two comparisons with `and`");
            return self.fail(at, message);
        }
        let truth = match (first, second) {
            (Term::Truth(x), Term::Truth(y)) => {
                equality(comparison, Truth::Iff(x.into(), y.into()))
            }
            (first @ (Term::Value(_) | Term::Truth(_)), second)
            | (first, second @ (Term::Value(_) | Term::Truth(_))) => {
                let x = self.value(start, first)?;
                let y = self.value(second_at, second)?;
                equality(comparison, Truth::Same(x, y))
            }
            // `i` and `j` are numbers even where values are words.
            (first, second) => {
                let x = self.number(start, first)?;
                let y = self.number(second_at, second)?;
                self.check_reach(start, &x)?;
                self.check_reach(second_at, &y)?;
                Some(Truth::Compare(comparison, x, y))
            }
        };
        match truth {
            Some(truth) => Ok((start, Term::Truth(truth))),
            None => self.fail(
                at,
                format!("words cannot be compared with {operator:?}, only with == and !="),
            ),
        }
    }

    fn check_reach(&self, at: usize, number: &Number) -> Read<()> {
        if number.reach(self.values, self.tiles).is_none() {
            return self.fail(at, "this can become too large to compute with");
        }
        Ok(())
    }

    fn sum(&mut self) -> Read<(usize, Term)> {
        let (start, mut term) = self.product()?;
        while let Some((_, operator)) = self.accept(&["+", "-", "−"]) {
            let first = Box::new(self.number(start, term)?);
            let (at, second) = self.product()?;
            let second = Box::new(self.number(at, second)?);
            term = Term::Number(match operator {
                "+" => Number::Add(first, second),
                _ => Number::Subtract(first, second),
            });
        }
        Ok((start, term))
    }

    fn product(&mut self) -> Read<(usize, Term)> {
        let (start, mut term) = self.factor()?;
        while let Some((_, operator)) = self.accept(&["*", "%"]) {
            let first = Box::new(self.number(start, term)?);
            let (at, second) = self.factor()?;
            let second = self.number(at, second)?;
            term = Term::Number(match (operator, second) {
                ("*", second) => Number::Multiply(first, Box::new(second)),
                (_, Number::Literal(divisor)) if divisor > 0 => Number::Remainder(first, divisor),
                _ => return self.fail(at, "a positive number should follow %"),
            });
        }
        Ok((start, term))
    }

    fn factor(&mut self) -> Read<(usize, Term)> {
        let mut minus = None;
        let mut is_negative = false;
        while let Some((at, _)) = self.accept(&["-", "−"]) {
            minus.get_or_insert(at);
            is_negative = !is_negative;
        }
        let (at, term) = self.atom()?;
        let Some(start) = minus else {
            return Ok((at, term));
        };
        let term = match term {
            Term::Digits(number) => Term::Digits(if is_negative { -number } else { number }),
            term => {
                let number = self.number(at, term)?;
                let zero = Box::new(Number::Literal(0));
                Term::Number(if is_negative {
                    Number::Subtract(zero, Box::new(number))
                } else {
                    number
                })
            }
        };
        Ok((start, term))
    }

    fn atom(&mut self) -> Read<(usize, Term)> {
        let Some(&(at, token)) = self.tokens.get(self.next) else {
            let message = "the condition ends where a value was expected";
            return self.fail(self.text.content.len(), message);
        };
        self.next += 1;
        self.depth += 1;
        if self.depth > DEEPEST {
            return self.fail(at, format!("more than {DEEPEST} levels of nesting"));
        }
        let are_numbers = self.values.are_numbers();
        let term = match token {
            "(" => {
                let (_, term) = self.condition()?;
                self.close(at, ")")?;
                term
            }
            "|" => {
                let (start, term) = self.sum()?;
                let number = Box::new(self.number(start, term)?);
                self.close(at, "|")?;
                Term::Number(Number::Abs(number))
            }
            "a" if are_numbers => Term::Number(Number::A),
            "b" if are_numbers => Term::Number(Number::B),
            "a" => Term::Value(Value::A),
            "b" => Term::Value(Value::B),
            "i" | "j" => {
                self.is_local = true;
                Term::Number(if token == "i" { Number::I } else { Number::J })
            }
            _ if KEYWORDS.contains(&token) || OPERATORS.contains(&token) => {
                return self.fail(at, format!("a value was expected here, not {token:?}"));
            }
            _ => self.literal(at, token)?,
        };
        self.depth -= 1;
        Ok((at, term))
    }

    fn close(&mut self, opened: usize, bracket: &str) -> Read<()> {
        match self.accept(&[bracket]) {
            Some(_) => Ok(()),
            None => self.fail(opened, format!("this is never closed by a {bracket:?}")),
        }
    }

    /// A number or the name of a value.
    fn literal(&self, at: usize, token: &str) -> Read<Term> {
        let name = token.trim_matches('\'');
        if !token.starts_with('\'') && token.bytes().all(|b| b.is_ascii_digit()) {
            return match token.parse() {
                Ok(number) if self.values.are_numbers() => {
                    Ok(Term::Number(Number::Literal(number)))
                }
                Ok(number) => Ok(Term::Digits(number)),
                Err(_) => self.fail(at, "this number is too large"),
            };
        }
        self.named(at, name)
    }

    fn named(&self, at: usize, name: &str) -> Read<Term> {
        let Some(value) = self.values.find(name) else {
            let error = self.text.error(at, format!("there is no value {name:?}"));
            let variables = ["a", "b", "i", "j"];
            let known = self.values.names().chain(variables).chain(KEYWORDS);
            return Err(match nearest(name, known) {
                Some(near) => error.hint(format!("did you mean {near:?}?")),
                None => error.hint("a and b are the values of the two tiles"),
            });
        };
        Ok(match self.values.number(value) {
            Some(number) => Term::Number(Number::Literal(number)),
            None => Term::Value(Value::Named(value)),
        })
    }

    fn truth(&self, at: usize, term: Term) -> Read<Truth> {
        match term {
            Term::Truth(truth) => Ok(truth),
            _ => self.fail(at, "a comparison was expected here, such as a != b"),
        }
    }

    fn number(&self, at: usize, term: Term) -> Read<Number> {
        match term {
            Term::Number(number) => Ok(number),
            Term::Digits(number) => Ok(Number::Literal(number)),
            Term::Truth(_) => self.fail(at, "a number was expected here, not a comparison"),
            Term::Value(_) => {
                self.fail(at, "this is a word, and only numbers can be reckoned with")
            }
        }
    }

    fn value(&self, at: usize, term: Term) -> Read<Value> {
        let term = match term {
            Term::Digits(number) => self.named(at, &number.to_string())?,
            term => term,
        };
        match term {
            Term::Value(value) => Ok(value),
            Term::Truth(_) => self.fail(at, "a value was expected here, not a comparison"),
            _ => self.fail(at, "this is a number, but it is compared with a word"),
        }
    }
}

/// The truth that two things are equal, or different; nothing else is meant for them.
fn equality(comparison: Comparison, same: Truth) -> Option<Truth> {
    match comparison {
        Comparison::Equal => Some(same),
        Comparison::Different => Some(same.not()),
        _ => None,
    }
}
