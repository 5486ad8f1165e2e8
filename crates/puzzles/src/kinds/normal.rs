//! Conditions and sets in a normal form, so that two which say the same in another order are the same text.
//!
//! A text of the language becomes a [`Tree`] of words, operators and calls. It is turned word by word, and printed with what
//! may stand in any order sorted. So `n == on or w == on`, turned by a quarter, is `on == e or n == on` in normal form, as
//! `e == on or n == on` is. What is not understood has no normal form; then nothing is said about it.

/// A part of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Tree {
    Word(String),
    /// An operator or the word of a call, and what it is of.
    Node(String, Vec<Tree>),
}

/// The operators from the loosest to the tightest; those of one row go from left to right.
const OPERATORS: [&[&str]; 7] = [
    &["iff"],
    &["implies"],
    &["or"],
    &["and"],
    &["==", "!=", "<=", ">=", "<", ">"],
    &["+", "-", "&"],
    &["*", "%"],
];
/// The operators whose sides may change places.
const EITHER_WAY: [&str; 7] = ["iff", "or", "and", "==", "!=", "*", "+"];
/// What stands between values that are listed.
const LIST: &str = " ";

impl Tree {
    /// Reads a text.
    pub(super) fn of(text: &str) -> Option<Self> {
        let tokens = tokens(text);
        let mut parser = Parser {
            tokens: &tokens,
            at: 0,
        };
        let tree = parser.level(0)?;
        (parser.at == tokens.len()).then_some(tree)
    }

    /// The tree with other words, those of calls too.
    pub(super) fn renamed(&self, name: &dyn Fn(&str) -> String) -> Self {
        match self {
            Self::Word(word) => Self::Word(name(word)),
            Self::Node(op, parts) => {
                let parts = parts.iter().map(|part| part.renamed(name)).collect();
                let is_word = op.starts_with(char::is_alphabetic) && !is_operator(op);
                Self::Node(if is_word { name(op) } else { op.clone() }, parts)
            }
        }
    }

    /// Returns true if this holds for some part.
    pub(super) fn any(&self, is: &dyn Fn(&Self) -> bool) -> bool {
        let has = |parts: &[Self]| parts.iter().any(|part| part.any(is));
        is(self) || matches!(self, Self::Node(_, parts) if has(parts))
    }

    /// What is joined by an operator at the top.
    pub(super) fn split(self, operator: &str) -> Vec<Self> {
        match self {
            Self::Node(op, parts) if op == operator => {
                let parts = parts.into_iter();
                parts.flat_map(|part| part.split(operator)).collect()
            }
            other => vec![other],
        }
    }

    /// The text in normal form.
    pub(super) fn normal(&self) -> String {
        let (op, parts) = match self {
            Self::Word(word) => return word.clone(),
            Self::Node(op, parts) => (op.as_str(), parts),
        };
        let mut texts: Vec<String> = match op {
            "iff" | "or" | "and" | "*" | "+" => {
                let parts = self.clone().split(op);
                parts.iter().map(Self::normal).collect()
            }
            _ => parts.iter().map(Self::normal).collect(),
        };
        // The distance from one to the other is that back.
        if let ("abs", [Self::Node(minus, sides)]) = (op, &parts[..])
            && minus == "-"
        {
            texts = sides.iter().map(Self::normal).collect();
            texts.sort();
            return format!("abs({})", texts.join(" - "));
        }
        let (op, is_turned) = match op {
            ">" => ("<", true),
            ">=" => ("<=", true),
            _ => (op, false),
        };
        if is_turned {
            texts.reverse();
        }
        if EITHER_WAY.contains(&op) || op == LIST {
            texts.sort();
        }
        if is_operator(op) || op == LIST {
            format!("({})", texts.join(&format!(" {op} ")))
        } else {
            format!("{op}({})", texts.join(", "))
        }
    }
}

fn is_operator(text: &str) -> bool {
    OPERATORS.iter().any(|level| level.contains(&text))
}

/// The tokens of a text: quoted words without their quotes.
fn tokens(text: &str) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '\'' => rest[1..].find('\'').map_or(rest.len(), |end| end + 2),
            _ if is_part_of_word(first) => rest
                .find(|c: char| !is_part_of_word(c))
                .unwrap_or(rest.len()),
            _ if ["==", "!=", "<=", ">="]
                .iter()
                .any(|op| rest.starts_with(op)) =>
            {
                2
            }
            _ => first.len_utf8(),
        };
        all.push(rest[..length].to_owned());
        rest = rest[length..].trim_start();
    }
    all
}

fn is_part_of_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '.' | '\\' | '/' | '#')
}

struct Parser<'t> {
    tokens: &'t [String],
    at: usize,
}

impl Parser<'_> {
    fn peek(&self) -> Option<&str> {
        self.tokens.get(self.at).map(String::as_str)
    }

    fn accept(&mut self, token: &str) -> bool {
        let is_there = self.peek() == Some(token);
        self.at += usize::from(is_there);
        is_there
    }

    /// What operators of a level and tighter ones join.
    fn level(&mut self, level: usize) -> Option<Tree> {
        let Some(operators) = OPERATORS.get(level) else {
            return self.factor();
        };
        let mut tree = self.level(level + 1)?;
        while let Some(op) = self.peek().filter(|op| operators.contains(op)) {
            let op = op.to_owned();
            self.at += 1;
            tree = Tree::Node(op, vec![tree, self.level(level + 1)?]);
        }
        Some(tree)
    }

    fn factor(&mut self) -> Option<Tree> {
        if self.accept("not") {
            // Of values it is all others, of a condition its contrary, which a comparison is part of.
            let part = self.level(4)?;
            return Some(Tree::Node("not".to_owned(), vec![part]));
        }
        if self.accept("(") {
            let tree = self.level(0)?;
            return self.accept(")").then_some(tree);
        }
        if self.accept("|") {
            let tree = self.level(5)?;
            let part = vec![tree];
            return self.accept("|").then(|| Tree::Node("abs".to_owned(), part));
        }
        let word = self.word()?;
        if self.accept("(") {
            let mut parts = vec![self.level(0)?];
            while self.accept(",") {
                parts.push(self.level(0)?);
            }
            return self.accept(")").then_some(Tree::Node(word, parts));
        }
        let mut words = vec![Tree::Word(word)];
        while let Some(next) = self.peek().filter(|next| is_word(next)) {
            let is_call = self.tokens.get(self.at + 1).is_some_and(|next| next == "(");
            if is_call || is_operator(next) {
                break;
            }
            words.push(Tree::Word(self.word()?));
        }
        Some(match words.len() {
            1 => words.remove(0),
            _ => Tree::Node(LIST.to_owned(), words),
        })
    }

    /// A word, a number or a value; `-` is a value where nothing follows that it could be taken from.
    fn word(&mut self) -> Option<String> {
        let token = self.peek()?;
        let next = self.tokens.get(self.at + 1).map(String::as_str);
        let is_value = token == "-" && matches!(next, None | Some("," | ")"));
        if !is_value && !is_word(token) {
            return None;
        }
        let word = token.trim_matches('\'').to_owned();
        self.at += 1;
        Some(word)
    }
}

fn is_word(token: &str) -> bool {
    token.starts_with(|c: char| c == '\'' || is_part_of_word(c))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn normal(text: &str) -> String {
        Tree::of(text)
            .unwrap_or_else(|| panic!("{text} is not read"))
            .normal()
    }

    #[test]
    fn what_may_stand_in_any_order_is_sorted() {
        for (one, other) in [
            ("a == 1 and b == 2", "2 == b and a == 1"),
            ("count(on, n + s) == 1", "1 == count(on, s + n)"),
            ("a < b", "b > a"),
            ("|a - b| >= 5", "5 <= |b - a|"),
            ("count(L I T S, here) < 4", "count(S T I L, here) < 4"),
            (
                "(a == 1 or b == 2) or a == 3",
                "a == 3 or (b == 2 or a == 1)",
            ),
        ] {
            assert_eq!(normal(one), normal(other));
        }
        for (one, other) in [
            ("a < b", "b < a"),
            ("a - b == 1", "b - a == 1"),
            ("a == 1 implies b == 2", "b == 2 implies a == 1"),
            ("till(number, up)", "till(number, down)"),
            ("not a == 1 and b == 1", "not b == 1 and a == 1"),
        ] {
            assert_ne!(normal(one), normal(other));
        }
    }

    #[test]
    fn words_are_renamed_and_operators_are_not() {
        let tree = Tree::of("count(not -, up(b)) == 2 and here != '.'").unwrap();
        let turned = tree.renamed(&|word| word.replace("up", "left"));
        assert_eq!(
            turned.normal(),
            "((. != here) and (2 == count(not(-), left(b))))"
        );
        assert_eq!(Tree::of("a =="), None);
        assert_eq!(Tree::of("count(a, b"), None);
    }
}
