//! The language of a rule's `require`: a condition over terms.
//!
//! ```text
//! condition   either  ( "implies" | "iff" ) either …      from the left
//! either      both "or" both …
//! both        not "and" not …
//! not         "not" not | comparison
//! comparison  sum ( = == != < <= > >= ) sum
//! sum         product ( + | - ) product …
//! product     factor ( * | % ) factor …
//! factor      - factor | number | word | 'word' | term | ( condition ) | "|" sum "|"
//! ```
//!
//! The terms come from a [`Vocabulary`]. That of a rule between two tiles is here: the values `a` and `b`, and `i` and `j`,
//! the numbers of the two tiles in the order of the file, counted from 1. If every value is a number, `a` and `b` are
//! numbers, and all comparisons are meant as usual. Otherwise they are words, which can only be equal or not. Terms over
//! sets of tiles are in `words`. Everything is checked when it is read, so that a condition that was read can be asked
//! about any values of its terms.

use super::spec::Values;
use crate::ParseError;
use crate::document::Word;
use crate::nearest::nearest;
use crate::prose::joined;

/// A condition over terms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Expression<T> {
    text: String,
    pub(super) root: Part,
    /// The terms, each once; parts name them by number.
    pub(super) terms: Vec<T>,
    /// The cost of a look at the terms' values, in words of the condition.
    pub(super) cost: u64,
}

/// A condition on two tiles.
pub(super) type Condition = Expression<Variable>;

/// A term of a condition on two tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Variable {
    A,
    B,
    I,
    J,
}

/// The arguments of a condition on two tiles.
#[derive(Clone, Copy)]
pub(super) struct Pair<'v> {
    pub(super) values: &'v Values,
    pub(super) a: u32,
    pub(super) b: u32,
    pub(super) i: i64,
    pub(super) j: i64,
}

/// The terms and values that a condition may name.
pub(super) trait Vocabulary {
    type Term: PartialEq;

    /// Reads a term with its kind, if one begins here.
    fn term(&self, tokens: &mut Tokens<'_>) -> Read<Option<(Kind, Self::Term)>>;

    /// The largest distance from zero that a term can have, or `None` where that may overflow.
    fn reach(&self, term: &Self::Term) -> Option<i64>;

    /// A value by its name: as a number, where it is one and values are numbers, or else as a word.
    fn value(&self, name: &str) -> Option<(Kind, i64)>;

    /// A value by its name, as a word.
    fn word(&self, name: &str) -> Option<i64>;

    /// The advice on a word that is neither a term nor a value.
    fn advice(&self, name: &str) -> String;

    /// Returns true if all values are numbers.
    fn are_numbers(&self) -> bool;

    /// Returns true if a comparison counts as 1 where it holds, and as 0 where not.
    fn counts_truths(&self) -> bool;

    /// The number that a term is whose values are words and numbers, where it stands among numbers.
    fn in_numbers(&self, _: &Self::Term) -> Option<Self::Term> {
        None
    }

    /// Returns true if a term that is a number may stand for a comparison: it holds where the number is not 0.
    fn is_truth(&self, _: &Self::Term) -> bool {
        false
    }
}

/// The terms of a rule between two tiles.
struct OfPair<'v> {
    values: &'v Values,
    tiles: usize,
}

impl OfPair<'_> {
    fn kind(&self) -> Kind {
        if self.values.are_numbers() {
            Kind::Number
        } else {
            Kind::Word
        }
    }
}

impl Vocabulary for OfPair<'_> {
    type Term = Variable;

    fn term(&self, tokens: &mut Tokens<'_>) -> Read<Option<(Kind, Variable)>> {
        let (kind, variable) = match tokens.peek() {
            Some("a") => (self.kind(), Variable::A),
            Some("b") => (self.kind(), Variable::B),
            Some("i") => (Kind::Number, Variable::I),
            Some("j") => (Kind::Number, Variable::J),
            _ => return Ok(None),
        };
        tokens.next += 1;
        Ok(Some((kind, variable)))
    }

    fn reach(&self, term: &Variable) -> Option<i64> {
        match term {
            Variable::A | Variable::B => Some(self.values.reach()),
            Variable::I | Variable::J => i64::try_from(self.tiles).ok(),
        }
    }

    fn value(&self, name: &str) -> Option<(Kind, i64)> {
        let value = self.values.find(name)?;
        let number = self.values.number(value);
        Some((self.kind(), number.unwrap_or(value.into())))
    }

    fn word(&self, name: &str) -> Option<i64> {
        self.values.find(name).map(i64::from)
    }

    fn advice(&self, name: &str) -> String {
        let variables = ["a", "b", "i", "j"];
        let known = self.values.names().chain(variables).chain(KEYWORDS);
        match nearest(name, known) {
            Some(near) => format!("did you mean {near:?}?"),
            None => "a and b are the values of the two tiles".into(),
        }
    }

    fn are_numbers(&self) -> bool {
        self.values.are_numbers()
    }

    fn counts_truths(&self) -> bool {
        false
    }
}

/// A part of a condition. Its value is a number: of a comparison 1 if it holds and 0 if not, of a word
/// its place among the values.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Part {
    Literal(i64),
    /// The value of the term of that number.
    Term(u32),
    Not(Box<Part>),
    Abs(Box<Part>),
    Two(Operation, Box<Part>, Box<Part>),
}

/// An operation on two parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Operation {
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
    pub(super) fn read(text: &Word, values: &Values, tiles: usize) -> Read<Self> {
        Self::of(text, &OfPair { values, tiles })
    }

    /// Returns true if it mentions `i` or `j`, so that it differs from pair to pair.
    pub(super) fn is_local(&self) -> bool {
        let is_local = |term: &Variable| matches!(term, Variable::I | Variable::J);
        self.terms.iter().any(is_local)
    }

    pub(super) fn holds(&self, pair: Pair) -> bool {
        let value = |value: u32| pair.values.number(value).unwrap_or(value.into());
        let of_term = |term: u32| match self.terms[term as usize] {
            Variable::A => value(pair.a),
            Variable::B => value(pair.b),
            Variable::I => pair.i,
            Variable::J => pair.j,
        };
        self.root.value(&of_term) != 0
    }
}

impl<T: PartialEq> Expression<T> {
    /// Reads a condition over the terms of a vocabulary.
    pub(super) fn of(text: &Word, vocabulary: &impl Vocabulary<Term = T>) -> Read<Self> {
        Self::of_kind(text, vocabulary, Kind::Truth)
    }

    /// Reads a number over the terms of a vocabulary.
    pub(super) fn number_of(text: &Word, vocabulary: &impl Vocabulary<Term = T>) -> Read<Self> {
        Self::of_kind(text, vocabulary, Kind::Number)
    }

    fn of_kind(text: &Word, vocabulary: &impl Vocabulary<Term = T>, kind: Kind) -> Read<Self> {
        let mut parser = Parser {
            vocabulary,
            tokens: Tokens::of(text)?,
            terms: Vec::new(),
            depth: 0,
        };
        let term = parser.condition()?;
        parser.tokens.finish("the condition is complete")?;
        let root = parser.expect(kind, term)?;
        Ok(Self {
            text: one_line(&text.text),
            root,
            cost: parser.tokens.list.len() as u64,
            terms: parser.terms,
        })
    }

    /// The condition as it was written, blanks aside.
    pub(super) fn text(&self) -> &str {
        &self.text
    }
}

/// A text with single blanks between its words.
pub(super) fn one_line(text: &str) -> String {
    joined(text.split_whitespace(), " ")
}

impl Part {
    fn not(self) -> Self {
        Self::Not(Box::new(self))
    }

    /// Its value for values of the terms.
    pub(super) fn value(&self, term: &impl Fn(u32) -> i64) -> i64 {
        match self {
            Self::Literal(literal) => *literal,
            Self::Term(number) => term(*number),
            Self::Not(x) => i64::from(x.value(term) == 0),
            Self::Abs(x) => x.value(term).abs(),
            Self::Two(operation, x, y) => operation.value(x.value(term), || y.value(term)),
        }
    }

    /// The part with the terms that are known put in, and what follows from them.
    pub(super) fn folded(&self, known: &impl Fn(u32) -> Option<i64>) -> Self {
        let folded = match self {
            Self::Literal(_) => self.clone(),
            Self::Term(term) => known(*term).map_or(Self::Term(*term), Self::Literal),
            Self::Not(x) => x.folded(known).not(),
            Self::Abs(x) => Self::Abs(x.folded(known).into()),
            Self::Two(operation, x, y) => {
                let (x, y) = (x.folded(known), y.folded(known));
                match (operation, &x, &y) {
                    (Operation::And, Self::Literal(0), _)
                    | (Operation::And, _, Self::Literal(0)) => return Self::Literal(0),
                    (Operation::And, Self::Literal(_), _)
                    | (Operation::Or, Self::Literal(0), _) => {
                        return y;
                    }
                    (Operation::And, _, Self::Literal(_))
                    | (Operation::Or, _, Self::Literal(0)) => {
                        return x;
                    }
                    (Operation::Or, Self::Literal(_), _)
                    | (Operation::Or, _, Self::Literal(_))
                    | (Operation::Implies, Self::Literal(0), _) => return Self::Literal(1),
                    (Operation::Implies, Self::Literal(_), _) => return y,
                    _ => Self::Two(*operation, x.into(), y.into()),
                }
            }
        };
        let is_known = match &folded {
            Self::Not(x) | Self::Abs(x) => matches!(**x, Self::Literal(_)),
            Self::Two(_, x, y) => matches!((&**x, &**y), (Self::Literal(_), Self::Literal(_))),
            _ => false,
        };
        if is_known {
            return Self::Literal(folded.value(&|_| 0));
        }
        folded
    }

    /// The part where some terms are nothing: that equals no number, and only another nothing.
    pub(super) fn without(&self, is_nothing: &impl Fn(u32) -> bool) -> Self {
        let is_missing = |part: &Self| matches!(part, Self::Term(term) if is_nothing(*term));
        match self {
            Self::Literal(_) | Self::Term(_) => self.clone(),
            Self::Not(x) => x.without(is_nothing).not(),
            Self::Abs(x) => Self::Abs(x.without(is_nothing).into()),
            Self::Two(operation @ (Operation::Equal | Operation::Different), x, y)
                if is_missing(x) || is_missing(y) =>
            {
                let are_equal = is_missing(x) && is_missing(y);
                Self::Literal(i64::from(are_equal == (*operation == Operation::Equal)))
            }
            Self::Two(operation, x, y) => {
                let [x, y] = [x, y].map(|part| part.without(is_nothing).into());
                Self::Two(*operation, x, y)
            }
        }
    }

    /// Adds the terms that it names, each once.
    pub(super) fn add_terms(&self, terms: &mut Vec<u32>) {
        match self {
            Self::Literal(_) => {}
            Self::Term(term) if terms.contains(term) => {}
            Self::Term(term) => terms.push(*term),
            Self::Not(x) | Self::Abs(x) => x.add_terms(terms),
            Self::Two(_, x, y) => {
                x.add_terms(terms);
                y.add_terms(terms);
            }
        }
    }

    /// Adds conditions that together say the same, with fewer terms in each where that is possible.
    pub(super) fn add_conjuncts(&self, conjuncts: &mut Vec<Self>) {
        // Each "and" within an "or" doubles them.
        const MOST: usize = 64;
        match self {
            _ if conjuncts.len() >= MOST => conjuncts.push(self.clone()),
            Self::Two(Operation::And, x, y) => {
                x.add_conjuncts(conjuncts);
                y.add_conjuncts(conjuncts);
            }
            Self::Two(Operation::Or, x, y) => match (x.halves(), y.halves()) {
                (Some([one, other]), _) => {
                    one.or(y).add_conjuncts(conjuncts);
                    other.or(y).add_conjuncts(conjuncts);
                }
                (None, Some([one, other])) => {
                    x.or(one).add_conjuncts(conjuncts);
                    x.or(other).add_conjuncts(conjuncts);
                }
                (None, None) => conjuncts.push(self.clone()),
            },
            Self::Two(Operation::Implies, x, y) => match y.halves() {
                Some([one, other]) => {
                    for half in [one, other] {
                        Self::Two(Operation::Implies, x.clone(), half.clone().into())
                            .add_conjuncts(conjuncts);
                    }
                }
                None => conjuncts.push(self.clone()),
            },
            _ => conjuncts.push(self.clone()),
        }
    }

    /// The two sides of an "and" that are about different terms.
    fn halves(&self) -> Option<[&Self; 2]> {
        let Self::Two(Operation::And, x, y) = self else {
            return None;
        };
        let (mut of_x, mut of_y) = (Vec::new(), Vec::new());
        x.add_terms(&mut of_x);
        y.add_terms(&mut of_y);
        of_x.sort_unstable();
        of_y.sort_unstable();
        (of_x != of_y).then_some([x, y])
    }

    fn or(&self, other: &Self) -> Self {
        Self::Two(Operation::Or, self.clone().into(), other.clone().into())
    }

    /// The largest distance from zero that it can have, or `None` where that may overflow.
    fn reach(&self, of_term: &impl Fn(u32) -> Option<i64>) -> Option<i64> {
        let reach = |x: &Self| x.reach(of_term);
        match self {
            Self::Literal(literal) => literal.checked_abs(),
            Self::Term(term) => of_term(*term),
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
    pub(super) fn value(self, x: i64, y: impl FnOnce() -> i64) -> i64 {
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
const OPERATORS: [&str; 22] = [
    "==", "!=", "<=", ">=", "=", "<", ">", "≠", "≤", "≥", "+", "-", "*", "%", "(", ")", "|", "−",
    "&", ",", "[", "]",
];

/// Conditions are bounded so that no text can overflow the stack.
const MOST_TOKENS: usize = 1000;
const DEEPEST: usize = 50;

pub(super) const KEYWORDS: [&str; 5] = ["and", "or", "not", "implies", "iff"];

/// The tokens of a text, each with its place.
pub(super) struct Tokens<'t> {
    text: &'t Word<'t>,
    list: Vec<(usize, &'t str)>,
    /// The number of those that were read.
    next: usize,
}

impl<'t> Tokens<'t> {
    pub(super) fn of(text: &'t Word) -> Read<Self> {
        let list = tokens(text)?;
        Ok(Self {
            text,
            list,
            next: 0,
        })
    }

    /// The next token.
    pub(super) fn peek(&self) -> Option<&'t str> {
        self.after(0)
    }

    /// The token that comes this many tokens after the next one.
    pub(super) fn after(&self, tokens: usize) -> Option<&'t str> {
        Some(self.list.get(self.next + tokens)?.1)
    }

    /// The place of the next token, or the end of the text.
    pub(super) fn at(&self) -> usize {
        self.list
            .get(self.next)
            .map_or(self.text.text.len(), |&(at, _)| at)
    }

    /// Reads the next token, if there is one.
    pub(super) fn take(&mut self) -> Option<&'t str> {
        let token = self.peek();
        self.next += usize::from(token.is_some());
        token
    }

    /// Reads the next token if it is this one.
    pub(super) fn accept(&mut self, token: &str) -> bool {
        let is_next = self.peek() == Some(token);
        self.next += usize::from(is_next);
        is_next
    }

    /// Reads a bracket that closes the one at `opened`.
    pub(super) fn close(&mut self, opened: usize, bracket: &str) -> Read<()> {
        if self.accept(bracket) {
            return Ok(());
        }
        self.fail(opened, format!("this is never closed by a {bracket:?}"))
    }

    /// Reads the bracket that opens the arguments of a word, and returns its place.
    pub(super) fn open(&mut self) -> Read<usize> {
        let at = self.at();
        if self.accept("(") {
            return Ok(at);
        }
        self.fail(
            at,
            "a \"(\" was expected here, with the arguments of the word",
        )
    }

    /// Reads what is between two arguments.
    pub(super) fn comma(&mut self) -> Read<()> {
        let at = self.at();
        if self.accept(",") {
            return Ok(());
        }
        self.fail(at, "a \",\" was expected here, and another argument")
    }

    /// Complains about a token that is left.
    pub(super) fn finish(&self, why: &str) -> Read<()> {
        match self.list.get(self.next) {
            None => Ok(()),
            Some(&(at, token)) => self.fail(at, format!("{token:?} is not expected here: {why}")),
        }
    }

    pub(super) fn error(&self, at: usize, message: impl Into<String>) -> ParseError {
        self.text.error_at(at, message)
    }

    pub(super) fn fail<T>(&self, at: usize, message: impl Into<String>) -> Read<T> {
        Err(self.error(at, message))
    }
}

/// Returns true if a token is a word or a quoted one, and no operator.
pub(super) fn is_word(token: &str) -> bool {
    !KEYWORDS.contains(&token) && !OPERATORS.contains(&token)
}

/// The name that a token stands for: without its quotes.
pub(super) fn unquoted(token: &str) -> &str {
    token.trim_matches(['\'', '"'])
}

fn tokens<'t>(text: &'t Word) -> Read<Vec<(usize, &'t str)>> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(c) = text.text[at..].chars().next() {
        let rest = &text.text[at..];
        let length = if c.is_whitespace() {
            at += c.len_utf8();
            continue;
        } else if let Some(operator) = OPERATORS.iter().find(|o| rest.starts_with(**o)) {
            operator.len()
        } else if matches!(c, '\'' | '"') {
            let end = rest[1..].find(c);
            end.ok_or_else(|| text.error_at(at, "this quote is never closed"))? + 2
        } else if is_of_word(c) {
            rest.find(|c: char| !is_of_word(c)).unwrap_or(rest.len())
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

/// A point is part of a word: `.` is the name of many a free value, and `r1c1..r1c4` a range.
fn is_of_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '.')
}

/// The value of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
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

pub(super) type Read<T> = Result<T, ParseError>;

struct Parser<'t, V: Vocabulary> {
    vocabulary: &'t V,
    tokens: Tokens<'t>,
    terms: Vec<V::Term>,
    depth: usize,
}

impl<'t, V: Vocabulary> Parser<'t, V> {
    /// The next token, if it is one of these: its place, the token and its meaning.
    fn accept<T: Copy>(&mut self, wanted: &[(&str, T)]) -> Option<(usize, &'t str, T)> {
        let (at, token) = (self.tokens.at(), self.tokens.peek()?);
        let &(_, meaning) = wanted.iter().find(|(known, _)| *known == token)?;
        self.tokens.next += 1;
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
        self.tokens.fail(at, message)
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
            (Kind::Truth, Kind::Number | Kind::Digits)
            | (Kind::Number | Kind::Digits, Kind::Truth)
                if self.vocabulary.counts_truths() =>
            {
                Kind::Number
            }
            (Kind::Word, Kind::Number) if self.may_be_number(&first) => Kind::Number,
            (Kind::Number, Kind::Word) if self.may_be_number(&second) => Kind::Number,
            (Kind::Word | Kind::Truth, _) | (_, Kind::Word | Kind::Truth) => Kind::Word,
            // `i` and `j` are numbers even where values are words.
            _ => Kind::Number,
        };
        let starts = [first.at, second.at];
        let [x, y] = [self.expect(kind, first)?, self.expect(kind, second)?];
        if kind == Kind::Number {
            for (at, number) in starts.into_iter().zip([&x, &y]) {
                let reach = |term: u32| self.vocabulary.reach(&self.terms[term as usize]);
                if number.reach(&reach).is_none() {
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
        let at = self.tokens.at();
        let Some(token) = self.tokens.peek() else {
            return self.fail(at, "the condition ends where a value was expected");
        };
        self.depth += 1;
        if self.depth > DEEPEST {
            return self.fail(at, format!("more than {DEEPEST} levels of nesting"));
        }
        let (kind, part) = match token {
            "(" => {
                self.tokens.next += 1;
                let term = self.condition()?;
                self.tokens.close(at, ")")?;
                (term.kind, term.part)
            }
            "|" => {
                self.tokens.next += 1;
                let term = self.sum()?;
                let number = self.expect(Kind::Number, term)?;
                self.tokens.close(at, "|")?;
                (Kind::Number, Part::Abs(number.into()))
            }
            _ => match self.vocabulary.term(&mut self.tokens)? {
                Some((kind, term)) => (kind, self.numbered(term)),
                None if is_word(token) => {
                    self.tokens.next += 1;
                    self.literal(at, token)?
                }
                None => {
                    return self.fail(at, format!("a value was expected here, not {token:?}"));
                }
            },
        };
        self.depth -= 1;
        Ok(Term { at, kind, part })
    }

    /// A term by its number among all; equal ones are one.
    fn numbered(&mut self, term: V::Term) -> Part {
        let known = self.terms.iter().position(|other| *other == term);
        let number = known.unwrap_or_else(|| {
            self.terms.push(term);
            self.terms.len() - 1
        });
        Part::Term(number as u32)
    }

    /// A number or the name of a value.
    fn literal(&self, at: usize, token: &str) -> Read<(Kind, Part)> {
        if token.starts_with(['\'', '"']) || !token.bytes().all(|b| b.is_ascii_digit()) {
            return self.named(at, unquoted(token));
        }
        match token.parse() {
            Ok(number) if self.vocabulary.are_numbers() => {
                Ok((Kind::Number, Part::Literal(number)))
            }
            Ok(number) => Ok((Kind::Digits, Part::Literal(number))),
            Err(_) => self.fail(at, "this number is too large"),
        }
    }

    fn named(&self, at: usize, name: &str) -> Read<(Kind, Part)> {
        let value = self.vocabulary.value(name);
        let (kind, value) = value.ok_or_else(|| self.unknown(at, name))?;
        Ok((kind, Part::Literal(value)))
    }

    fn unknown(&self, at: usize, name: &str) -> ParseError {
        let error = self.tokens.error(at, format!("there is no value {name:?}"));
        error.hint(self.vocabulary.advice(name))
    }

    /// Returns true if a term has words and numbers for values.
    fn may_be_number(&self, term: &Term) -> bool {
        let Part::Term(number) = term.part else {
            return false;
        };
        let term = &self.terms[number as usize];
        self.vocabulary.in_numbers(term).is_some()
    }

    /// A term as a part of that kind.
    fn expect(&mut self, kind: Kind, term: Term) -> Read<Part> {
        if let (Kind::Number, Kind::Word, Part::Term(number)) = (kind, term.kind, &term.part)
            && let Some(term) = self.vocabulary.in_numbers(&self.terms[*number as usize])
        {
            return Ok(self.numbered(term));
        }
        let message = match (kind, term.kind, &term.part) {
            (Kind::Word, Kind::Digits, Part::Literal(number)) => {
                let name = number.to_string();
                let word = self.vocabulary.word(&name);
                let word = word.ok_or_else(|| self.unknown(term.at, &name))?;
                return Ok(Part::Literal(word));
            }
            (Kind::Number, Kind::Digits, _) => return Ok(term.part),
            (Kind::Number, Kind::Truth, _) if self.vocabulary.counts_truths() => {
                return Ok(term.part);
            }
            (Kind::Truth, Kind::Number, Part::Term(number))
                if self.vocabulary.is_truth(&self.terms[*number as usize]) =>
            {
                let zero = Part::Literal(0).into();
                return Ok(Part::Two(Operation::Different, term.part.into(), zero));
            }
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
