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

use super::spec::Values;
use crate::ParseError;
use crate::document::Word;
use crate::nearest::nearest;
use crate::prose::joined;

/// A condition on two tiles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Condition {
    text: String,
    root: Part,
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

/// A part of a condition. Its value for a pair is a number: of a comparison 1 if it holds and 0 if not, of a word
/// its place among the values.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    Literal(i64),
    A,
    B,
    I,
    J,
    Not(Box<Part>),
    Abs(Box<Part>),
    Two(Operation, Box<Part>, Box<Part>),
}

/// An operation on two parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operation {
    Implies,
    Or,
    And,
    Equal,
    Different,
    Less,
    AtMost,
    More,
    AtLeast,
    Add,
    Subtract,
    Multiply,
    Remainder,
}

impl Condition {
    pub(super) fn read(text: &Word, values: &Values, tiles: usize) -> Result<Self, ParseError> {
        let mut parser = Parser {
            text,
            values,
            tiles,
            tokens: tokens(text)?,
            next: 0,
            depth: 0,
            is_local: false,
        };
        let term = parser.condition()?;
        if let Some(&(at, token)) = parser.tokens.get(parser.next) {
            let message = format!("{token:?} is not expected here: the condition is complete");
            return Err(text.error_at(at, message));
        }
        let root = parser.expect(Kind::Truth, term)?;
        Ok(Self {
            text: joined(text.text.split_whitespace(), " "),
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
        self.root.value(pair) != 0
    }
}

impl Part {
    fn not(self) -> Self {
        Self::Not(Box::new(self))
    }

    fn value(&self, pair: Pair) -> i64 {
        let value = |value: u32| pair.values.number(value).unwrap_or(value.into());
        match self {
            Self::Literal(literal) => *literal,
            Self::A => value(pair.a),
            Self::B => value(pair.b),
            Self::I => pair.i,
            Self::J => pair.j,
            Self::Not(x) => i64::from(x.value(pair) == 0),
            Self::Abs(x) => x.value(pair).abs(),
            Self::Two(operation, x, y) => operation.value(x.value(pair), || y.value(pair)),
        }
    }

    /// The largest distance from zero that it can have, or `None` where that may overflow.
    fn reach(&self, values: &Values, tiles: usize) -> Option<i64> {
        let reach = |x: &Self| x.reach(values, tiles);
        match self {
            Self::Literal(literal) => literal.checked_abs(),
            Self::A | Self::B => Some(values.reach()),
            Self::I | Self::J => i64::try_from(tiles).ok(),
            Self::Not(x) | Self::Abs(x) => reach(x),
            Self::Two(operation, x, y) => match operation {
                Operation::Add | Operation::Subtract => reach(x)?.checked_add(reach(y)?),
                Operation::Multiply => reach(x)?.checked_mul(reach(y)?),
                // A divisor is a literal.
                Operation::Remainder => reach(x).and(reach(y)),
                _ => Some(1),
            },
        }
    }
}

impl Operation {
    fn value(self, x: i64, y: impl FnOnce() -> i64) -> i64 {
        let holds = match self {
            Self::Implies => x == 0 || y() != 0,
            Self::Or => x != 0 || y() != 0,
            Self::And => x != 0 && y() != 0,
            Self::Equal => x == y(),
            Self::Different => x != y(),
            Self::Less => x < y(),
            Self::AtMost => x <= y(),
            Self::More => x > y(),
            Self::AtLeast => x >= y(),
            Self::Add => return x + y(),
            Self::Subtract => return x - y(),
            Self::Multiply => return x * y(),
            Self::Remainder => return x.rem_euclid(y()),
        };
        i64::from(holds)
    }
}

/// The operators of each level, and their meanings.
const CONDITIONS: [(&str, Operation); 2] =
    [("implies", Operation::Implies), ("iff", Operation::Equal)];
const EITHER: [(&str, Operation); 1] = [("or", Operation::Or)];
const BOTH: [(&str, Operation); 1] = [("and", Operation::And)];
const COMPARISONS: [(&str, Operation); 10] = [
    ("==", Operation::Equal),
    ("!=", Operation::Different),
    ("<=", Operation::AtMost),
    (">=", Operation::AtLeast),
    ("=", Operation::Equal),
    ("<", Operation::Less),
    (">", Operation::More),
    ("≠", Operation::Different),
    ("≤", Operation::AtMost),
    ("≥", Operation::AtLeast),
];
const SUMS: [(&str, Operation); 3] = [
    ("+", Operation::Add),
    ("-", Operation::Subtract),
    ("−", Operation::Subtract),
];
const PRODUCTS: [(&str, Operation); 2] = [("*", Operation::Multiply), ("%", Operation::Remainder)];

/// Signs before a part.
const NOT: [(&str, ()); 1] = [("not", ())];
const MINUS: [(&str, ()); 2] = [("-", ()), ("−", ())];

/// Operators, the longer ones first where one starts with another.
const OPERATORS: [&str; 18] = [
    "==", "!=", "<=", ">=", "=", "<", ">", "≠", "≤", "≥", "+", "-", "*", "%", "(", ")", "|", "−",
];

/// Conditions are bounded so that no text can overflow the stack.
const MOST_TOKENS: usize = 1000;
const DEEPEST: usize = 50;

const KEYWORDS: [&str; 5] = ["and", "or", "not", "implies", "iff"];

/// The tokens of a text, each with its place.
fn tokens<'t>(text: &'t Word) -> Result<Vec<(usize, &'t str)>, ParseError> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(c) = text.text[at..].chars().next() {
        let rest = &text.text[at..];
        let length = if c.is_whitespace() {
            at += c.len_utf8();
            continue;
        } else if let Some(operator) = OPERATORS.iter().find(|o| rest.starts_with(**o)) {
            operator.len()
        } else if c == '\'' {
            let end = rest[1..].find('\'');
            end.ok_or_else(|| text.error_at(at, "this quote is never closed"))? + 2
        } else if c.is_alphanumeric() || c == '_' {
            let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_');
            end.unwrap_or(rest.len())
        } else {
            let message = format!("{c:?} means nothing in a condition");
            return Err(text
                .error_at(at, message)
                .hint("write a value of that name in 'quotes'"));
        };
        if tokens.len() == MOST_TOKENS {
            return Err(text.error_at(at, format!("a condition of more than {MOST_TOKENS} words")));
        }
        tokens.push((at, &rest[..length]));
        at += length;
    }
    Ok(tokens)
}

/// The value of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Truth,
    Number,
    Word,
    /// A number where values are words: a value of that name where it is compared with one.
    Digits,
}

/// A part of the text with its meaning, and the place where it starts.
struct Term {
    at: usize,
    kind: Kind,
    part: Part,
}

type Read<T> = Result<T, ParseError>;

struct Parser<'t> {
    text: &'t Word<'t>,
    values: &'t Values,
    tiles: usize,
    tokens: Vec<(usize, &'t str)>,
    next: usize,
    depth: usize,
    is_local: bool,
}

impl<'t> Parser<'t> {
    /// The next token, if it is one of these: its place, the token and its meaning.
    fn accept<T: Copy>(&mut self, wanted: &[(&str, T)]) -> Option<(usize, &'t str, T)> {
        let &(at, token) = self.tokens.get(self.next)?;
        let &(_, meaning) = wanted.iter().find(|(known, _)| *known == token)?;
        self.next += 1;
        Some((at, token, meaning))
    }

    /// The place of the first of some signs, if there are any, and whether their number is odd.
    fn signs(&mut self, wanted: &[(&str, ())]) -> (Option<usize>, bool) {
        let (mut first, mut is_odd) = (None, false);
        while let Some((at, ..)) = self.accept(wanted) {
            first.get_or_insert(at);
            is_odd = !is_odd;
        }
        (first, is_odd)
    }

    fn fail<T>(&self, at: usize, message: impl Into<String>) -> Read<T> {
        Err(self.text.error_at(at, message))
    }

    fn condition(&mut self) -> Read<Term> {
        self.chain(Kind::Truth, &CONDITIONS, Self::either)
    }

    fn either(&mut self) -> Read<Term> {
        self.chain(Kind::Truth, &EITHER, Self::both)
    }

    fn both(&mut self) -> Read<Term> {
        self.chain(Kind::Truth, &BOTH, Self::negation)
    }

    fn sum(&mut self) -> Read<Term> {
        self.chain(Kind::Number, &SUMS, Self::product)
    }

    fn product(&mut self) -> Read<Term> {
        self.chain(Kind::Number, &PRODUCTS, Self::factor)
    }

    /// Parts of one kind with operators of one level between them, from the left.
    fn chain(
        &mut self,
        kind: Kind,
        operators: &[(&str, Operation)],
        next: fn(&mut Self) -> Read<Term>,
    ) -> Read<Term> {
        let mut term = next(self)?;
        while let Some((_, _, operation)) = self.accept(operators) {
            let start = term.at;
            let first = self.expect(kind, term)?;
            let second = next(self)?;
            let at = second.at;
            let second = self.expect(kind, second)?;
            if operation == Operation::Remainder && !matches!(second, Part::Literal(1..)) {
                return self.fail(at, "a positive number should follow %");
            }
            let part = Part::Two(operation, first.into(), second.into());
            term = Term {
                at: start,
                kind,
                part,
            };
        }
        Ok(term)
    }

    fn negation(&mut self) -> Read<Term> {
        let (first, is_negated) = self.signs(&NOT);
        let term = self.comparison()?;
        let Some(at) = first else {
            return Ok(term);
        };
        let kind = Kind::Truth;
        let truth = self.expect(kind, term)?;
        let part = if is_negated { truth.not() } else { truth };
        Ok(Term { at, kind, part })
    }

    fn comparison(&mut self) -> Read<Term> {
        let first = self.sum()?;
        let Some((at, operator, comparison)) = self.accept(&COMPARISONS) else {
            return Ok(first);
        };
        let second = self.sum()?;
        if let Some((at, operator, _)) = self.accept(&COMPARISONS) {
            let message = format!("a second {operator:?}: write two comparisons with `and`");
            return self.fail(at, message);
        }
        let kind = match (first.kind, second.kind) {
            (Kind::Truth, Kind::Truth) => Kind::Truth,
            (Kind::Word | Kind::Truth, _) | (_, Kind::Word | Kind::Truth) => Kind::Word,
            // `i` and `j` are numbers even where values are words.
            _ => Kind::Number,
        };
        let starts = [first.at, second.at];
        let [x, y] = [self.expect(kind, first)?, self.expect(kind, second)?];
        if kind == Kind::Number {
            for (at, number) in starts.into_iter().zip([&x, &y]) {
                if number.reach(self.values, self.tiles).is_none() {
                    return self.fail(at, "this can become too large to compute with");
                }
            }
        } else if !matches!(comparison, Operation::Equal | Operation::Different) {
            let message =
                format!("words cannot be compared with {operator:?}, only with == and !=");
            return self.fail(at, message);
        }
        Ok(Term {
            at: starts[0],
            kind: Kind::Truth,
            part: Part::Two(comparison, x.into(), y.into()),
        })
    }

    fn factor(&mut self) -> Read<Term> {
        let (first, is_negative) = self.signs(&MINUS);
        let term = self.atom()?;
        let Some(at) = first else {
            return Ok(term);
        };
        if let (Kind::Digits, &Part::Literal(number)) = (term.kind, &term.part) {
            let part = Part::Literal(if is_negative { -number } else { number });
            return Ok(Term { at, part, ..term });
        }
        let kind = Kind::Number;
        let mut part = self.expect(kind, term)?;
        if is_negative {
            part = Part::Two(Operation::Subtract, Part::Literal(0).into(), part.into());
        }
        Ok(Term { at, kind, part })
    }

    fn atom(&mut self) -> Read<Term> {
        let Some(&(at, token)) = self.tokens.get(self.next) else {
            let message = "the condition ends where a value was expected";
            return self.fail(self.text.text.len(), message);
        };
        self.next += 1;
        self.depth += 1;
        if self.depth > DEEPEST {
            return self.fail(at, format!("more than {DEEPEST} levels of nesting"));
        }
        let of_values = if self.values.are_numbers() {
            Kind::Number
        } else {
            Kind::Word
        };
        let (kind, part) = match token {
            "(" => {
                let term = self.condition()?;
                self.close(at, ")")?;
                (term.kind, term.part)
            }
            "|" => {
                let term = self.sum()?;
                let number = self.expect(Kind::Number, term)?;
                self.close(at, "|")?;
                (Kind::Number, Part::Abs(number.into()))
            }
            "a" => (of_values, Part::A),
            "b" => (of_values, Part::B),
            "i" => (Kind::Number, Part::I),
            "j" => (Kind::Number, Part::J),
            _ if KEYWORDS.contains(&token) || OPERATORS.contains(&token) => {
                return self.fail(at, format!("a value was expected here, not {token:?}"));
            }
            _ => self.literal(at, token)?,
        };
        self.is_local |= matches!(token, "i" | "j");
        self.depth -= 1;
        Ok(Term { at, kind, part })
    }

    fn close(&mut self, opened: usize, bracket: &str) -> Read<()> {
        match self.accept(&[(bracket, ())]) {
            Some(_) => Ok(()),
            None => self.fail(opened, format!("this is never closed by a {bracket:?}")),
        }
    }

    /// A number or the name of a value.
    fn literal(&self, at: usize, token: &str) -> Read<(Kind, Part)> {
        let name = token.trim_matches('\'');
        if token.starts_with('\'') || !token.bytes().all(|b| b.is_ascii_digit()) {
            return self.named(at, name);
        }
        match token.parse() {
            Ok(number) if self.values.are_numbers() => Ok((Kind::Number, Part::Literal(number))),
            Ok(number) => Ok((Kind::Digits, Part::Literal(number))),
            Err(_) => self.fail(at, "this number is too large"),
        }
    }

    fn named(&self, at: usize, name: &str) -> Read<(Kind, Part)> {
        let Some(value) = self.values.find(name) else {
            let error = self
                .text
                .error_at(at, format!("there is no value {name:?}"));
            let variables = ["a", "b", "i", "j"];
            let known = self.values.names().chain(variables).chain(KEYWORDS);
            return Err(match nearest(name, known) {
                Some(near) => error.hint(format!("did you mean {near:?}?")),
                None => error.hint("a and b are the values of the two tiles"),
            });
        };
        Ok(match self.values.number(value) {
            Some(number) => (Kind::Number, Part::Literal(number)),
            None => (Kind::Word, Part::Literal(value.into())),
        })
    }

    /// A term as a part of that kind.
    fn expect(&self, kind: Kind, term: Term) -> Read<Part> {
        let message = match (kind, term.kind, &term.part) {
            (Kind::Word, Kind::Digits, Part::Literal(number)) => {
                return Ok(self.named(term.at, &number.to_string())?.1);
            }
            (Kind::Number, Kind::Digits, _) => return Ok(term.part),
            (wanted, found, _) if wanted == found => return Ok(term.part),
            (Kind::Truth, ..) => "a comparison was expected here, such as a != b",
            (Kind::Number, Kind::Truth, _) => "a number was expected here, not a comparison",
            (Kind::Number, ..) => "this is a word, and only numbers can be reckoned with",
            (_, Kind::Truth, _) => "a value was expected here, not a comparison",
            _ => "this is a number, but it is compared with a word",
        };
        self.fail(term.at, message)
    }
}
