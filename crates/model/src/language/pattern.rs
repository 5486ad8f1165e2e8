//! Regular expressions over the names of values.
//!
//! | written | means |
//! | --- | --- |
//! | `a` or `'10'` | the value of that name; quotes for names of several characters or of signs |
//! | `.` | any value |
//! | `[ab'10']`, `[^ab]` | one of these; one of the others |
//! | `xy`, `x\|y`, `(x)` | x and then y; x or y; grouping |
//! | `x*`, `x+`, `x?`, `x{2}`, `x{2,}`, `x{2,4}` | x repeated |
//!
//! Blanks mean nothing. An expression becomes a graph of nodes that either read a letter or fork (Thompson's
//! construction); a state of the automaton is the set of nodes that read next.

use super::{Language, LanguageError};

/// The most nodes of the graph: repeated parts are copied.
const MOST_NODES: usize = 100_000;

impl Language {
    /// The words of a regular expression over values that have these names.
    ///
    /// ```
    /// use tilewright_model::Language;
    /// let zigzag = Language::pattern(&["0", "1", "10"], "(0 1)* '10'{1,2}")?;
    /// assert!(zigzag.accepts([0, 1, 0, 1, 2]) && !zigzag.accepts([0, 1, 0]));
    /// let wrong = Language::pattern(&["0", "1"], "0(1|2)").unwrap_err();
    /// assert_eq!(wrong.to_string(), "character 5: there is no value \"2\"; the values are 0 1");
    /// # Ok::<(), tilewright_model::LanguageError>(())
    /// ```
    pub fn pattern(names: &[&str], pattern: &str) -> Result<Self, LanguageError> {
        let mut reader = Reader {
            names,
            signs: pattern.chars().collect(),
            at: 0,
        };
        let expression = reader.choice()?;
        if let Some(sign) = reader.peek() {
            return Err(reader.fault(format!("\"{sign}\" without its opening")));
        }
        let mut graph = Graph::default();
        let end = graph.add(Node::End);
        let first = graph.compile(&expression, end);
        if graph.nodes.len() > MOST_NODES {
            return Err(LanguageError::Pattern {
                at: 0,
                message: format!(
                    "the pattern has more than {MOST_NODES} parts when its repeats are written out"
                ),
            });
        }
        Self::explored(
            names.len(),
            graph.readers(&[first]),
            |set, letter| {
                let read = set.iter().filter_map(|&node| graph.read(node, letter));
                let after = graph.readers(&read.collect::<Vec<_>>());
                (!after.is_empty()).then_some(after)
            },
            |set| set.contains(&end),
        )
    }
}

enum Expression {
    /// One letter, of those that are meant.
    One(Vec<bool>),
    Sequence(Vec<Self>),
    Choice(Vec<Self>),
    Repeat(Box<Self>, usize, Option<usize>),
}

struct Reader<'t> {
    names: &'t [&'t str],
    signs: Vec<char>,
    at: usize,
}

impl Reader<'_> {
    fn peek(&mut self) -> Option<char> {
        while self
            .signs
            .get(self.at)
            .is_some_and(|sign| sign.is_whitespace())
        {
            self.at += 1;
        }
        self.signs.get(self.at).copied()
    }

    fn skip(&mut self, sign: char) -> bool {
        let is_there = self.peek() == Some(sign);
        self.at += usize::from(is_there);
        is_there
    }

    fn expect(&mut self, sign: char) -> Result<(), LanguageError> {
        if self.skip(sign) {
            return Ok(());
        }
        let found = self.found();
        Err(self.fault(format!("{found}; expected \"{sign}\"")))
    }

    fn found(&mut self) -> String {
        let sign = self.peek();
        sign.map_or_else(|| "the pattern ends".to_owned(), |sign| format!("{sign:?}"))
    }

    fn fault(&self, message: String) -> LanguageError {
        LanguageError::Pattern {
            at: self.at,
            message,
        }
    }

    fn choice(&mut self) -> Result<Expression, LanguageError> {
        let mut ways = vec![self.sequence()?];
        while self.skip('|') {
            ways.push(self.sequence()?);
        }
        Ok(Expression::Choice(ways))
    }

    fn sequence(&mut self) -> Result<Expression, LanguageError> {
        let mut parts = Vec::new();
        while !matches!(self.peek(), None | Some('|' | ')')) {
            let part = self.part()?;
            parts.push(self.repeated(part)?);
        }
        Ok(Expression::Sequence(parts))
    }

    fn part(&mut self) -> Result<Expression, LanguageError> {
        if self.skip('(') {
            let inner = self.choice()?;
            self.expect(')')?;
            return Ok(inner);
        }
        let mut of = vec![false; self.names.len()];
        if self.skip('.') {
            of.fill(true);
        } else if self.skip('[') {
            let is_other = self.skip('^');
            while !self.skip(']') {
                of[self.value()?] = true;
            }
            for of in &mut of {
                *of ^= is_other;
            }
        } else {
            of[self.value()?] = true;
        }
        Ok(Expression::One(of))
    }

    fn value(&mut self) -> Result<usize, LanguageError> {
        let Some(sign) = self.peek() else {
            return Err(self.fault("the pattern ends; expected a value".to_owned()));
        };
        let (name, length) = match sign {
            '\'' => {
                let rest = &self.signs[self.at + 1..];
                let Some(length) = rest.iter().position(|&sign| sign == '\'') else {
                    return Err(self.fault("a quote that does not end".to_owned()));
                };
                (rest[..length].iter().collect(), length + 2)
            }
            sign => (sign.to_string(), 1),
        };
        let Some(value) = self.names.iter().position(|known| *known == name) else {
            let names = self.names.join(" ");
            return Err(self.fault(format!(
                "there is no value {name:?}; the values are {names}"
            )));
        };
        self.at += length;
        Ok(value)
    }

    fn repeated(&mut self, part: Expression) -> Result<Expression, LanguageError> {
        let (least, most) = match self.peek() {
            Some('*') => (0, None),
            Some('+') => (1, None),
            Some('?') => (0, Some(1)),
            Some('{') => {
                self.at += 1;
                let least = self.number()?;
                let most = match (self.skip(','), self.peek()) {
                    (false, _) => Some(least),
                    (true, Some('}')) => None,
                    (true, _) => Some(self.number()?),
                };
                if self.peek() != Some('}') {
                    let found = self.found();
                    return Err(self.fault(format!("{found}; expected \"}}\"")));
                }
                (least, most)
            }
            _ => return Ok(part),
        };
        if most.is_some_and(|most| most < least) {
            return Err(self.fault("a repeat whose end is below its begin".to_owned()));
        }
        self.at += 1;
        self.repeated(Expression::Repeat(Box::new(part), least, most))
    }

    fn number(&mut self) -> Result<usize, LanguageError> {
        let mut digits = String::new();
        while let Some(digit) = self.peek().filter(char::is_ascii_digit) {
            digits.push(digit);
            self.at += 1;
        }
        let number = digits.parse().ok().filter(|&number| number <= MOST_NODES);
        number.ok_or_else(|| self.fault(format!("expected a number of at most {MOST_NODES}")))
    }
}

enum Node {
    /// Reads one of these letters and moves to the node.
    One(Vec<bool>, usize),
    /// Moves to each of these nodes.
    Fork(Vec<usize>),
    End,
}

#[derive(Default)]
struct Graph {
    nodes: Vec<Node>,
}

impl Graph {
    fn add(&mut self, node: Node) -> usize {
        self.nodes.push(node);
        self.nodes.len() - 1
    }

    /// The node at which an expression begins that is followed by `next`. Too large a graph is left unfinished.
    fn compile(&mut self, expression: &Expression, next: usize) -> usize {
        if self.nodes.len() > MOST_NODES {
            return next;
        }
        match expression {
            Expression::One(of) => self.add(Node::One(of.clone(), next)),
            Expression::Sequence(parts) => {
                let parts = parts.iter().rev();
                parts.fold(next, |next, part| self.compile(part, next))
            }
            Expression::Choice(ways) => {
                let ways = ways.iter().map(|way| self.compile(way, next)).collect();
                self.add(Node::Fork(ways))
            }
            Expression::Repeat(part, least, most) => {
                let mut first = match most {
                    None => self.looped(part, next),
                    Some(most) => (*least..*most).fold(next, |after, _| {
                        let once = self.compile(part, after);
                        self.add(Node::Fork(vec![once, next]))
                    }),
                };
                for _ in 0..*least {
                    first = self.compile(part, first);
                }
                first
            }
        }
    }

    fn looped(&mut self, part: &Expression, next: usize) -> usize {
        let fork = self.add(Node::Fork(Vec::new()));
        let once = self.compile(part, fork);
        self.nodes[fork] = Node::Fork(vec![once, next]);
        fork
    }

    fn read(&self, node: usize, letter: usize) -> Option<usize> {
        match &self.nodes[node] {
            Node::One(of, next) if of[letter] => Some(*next),
            _ => None,
        }
    }

    /// The nodes that read next, or end, from these on: ascending.
    fn readers(&self, from: &[usize]) -> Vec<usize> {
        let mut open = from.to_vec();
        let mut is_seen = vec![false; self.nodes.len()];
        let mut readers = Vec::new();
        while let Some(node) = open.pop() {
            if std::mem::replace(&mut is_seen[node], true) {
                continue;
            }
            match &self.nodes[node] {
                Node::Fork(ways) => open.extend_from_slice(ways),
                Node::One(..) | Node::End => readers.push(node),
            }
        }
        readers.sort_unstable();
        readers
    }
}
