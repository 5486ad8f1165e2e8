//! Tokens: a clue as a word of a text, as its layer writes it.

use super::clues::{Clue, ClueLayer, ClueSort, Heading};
use crate::prose::joined;

/// The tokens for no clue, unless a layer takes them. The first is written.
pub(super) const EMPTY: [&str; 2] = ["-", "."];

/// The parts of a pattern that stand for a number and a direction.
const NUMBER: &str = "{}";
const HEADING: &str = "{d}";

impl ClueLayer {
    /// The clue that a token stands for; `None` if it is none of this layer. Regions have no tokens of their own: any word
    /// names one.
    pub(super) fn read_token(&self, token: &str) -> Option<Clue> {
        let number = |pattern: &str| {
            let (number, _) = matched(pattern, token)?;
            Some(number.map_or(Clue::Unknown, Clue::Number)).filter(|clue| self.admits(clue))
        };
        let arrow = |pattern: &str| {
            let (number, heading) = matched(pattern, token)?;
            Some(Clue::Arrow(number, heading?))
        };
        let clue = match &self.sort {
            ClueSort::Mark => {
                return ways(self.pattern())
                    .any(|way| way == token)
                    .then_some(Clue::Mark);
            }
            ClueSort::Word(values) => {
                let mut tokens = self.tokens(values).into_iter();
                let place = tokens.position(|word| ways(word).any(|way| way == token));
                place.map(|place| Clue::Word(place as u32))
            }
            ClueSort::Number { .. } => ways(self.pattern()).find_map(number),
            ClueSort::Arrow => ways(self.pattern()).find_map(arrow),
            ClueSort::Numbers => return numbers(token),
            ClueSort::Region | ClueSort::Cage | ClueSort::Path => return None,
        };
        clue.or_else(|| self.is_unknown(token).then_some(Clue::Unknown))
    }

    /// The token of a clue of this layer.
    pub(super) fn token(&self, clue: &Clue) -> String {
        let filled = |number: Option<i64>| {
            let number = number.map_or_else(|| "?".to_owned(), |number| number.to_string());
            self.written().replacen(NUMBER, &number, 1)
        };
        let unknown = || self.unknown.first().map_or("?", String::as_str).to_owned();
        match clue {
            Clue::Unknown => unknown(),
            Clue::Number(number) => filled(Some(*number)),
            Clue::Word(word) => match &self.sort {
                ClueSort::Word(values) => first_way(self.tokens(values)[*word as usize]).to_owned(),
                _ => unknown(),
            },
            Clue::Mark => self.written().to_owned(),
            Clue::Numbers(numbers) => list(numbers, ","),
            Clue::Arrow(number, heading) => filled(*number).replacen(HEADING, heading.name(), 1),
        }
    }

    /// The words that its tokens are, for a message.
    pub(super) fn expected(&self) -> String {
        let name = &self.name;
        let tokens = match &self.sort {
            ClueSort::Mark => self.written().to_owned(),
            ClueSort::Word(values) => {
                let tokens = self.tokens(values).into_iter();
                joined(tokens.map(first_way), " ")
            }
            ClueSort::Number { least, most } if *most < super::kind::MOST => {
                let pattern =
                    |number: &i64| self.written().replacen(NUMBER, &number.to_string(), 1);
                format!("{} to {}", pattern(least), pattern(most))
            }
            ClueSort::Number { .. } => self.written().replacen(NUMBER, "12", 1),
            ClueSort::Arrow => {
                let filled = self.written().replacen(NUMBER, "3", 1);
                filled.replacen(HEADING, "e", 1)
            }
            ClueSort::Numbers => "1 2 3".to_owned(),
            ClueSort::Region | ClueSort::Cage | ClueSort::Path => "any word".to_owned(),
        };
        format!("{name} ({tokens})")
    }

    /// Returns true if a number is within its bounds.
    fn admits(&self, clue: &Clue) -> bool {
        match (&self.sort, clue) {
            (ClueSort::Number { least, most }, Clue::Number(number)) => {
                (least..=most).contains(&number)
            }
            _ => true,
        }
    }

    fn is_unknown(&self, token: &str) -> bool {
        self.unknown.iter().any(|word| word == token)
    }

    /// The ways in which a clue that is not a word may be written.
    fn pattern(&self) -> &str {
        let usual = match self.sort {
            ClueSort::Arrow => "{}{d}",
            ClueSort::Mark => &self.name,
            _ => NUMBER,
        };
        self.text.as_deref().unwrap_or(usual)
    }

    /// The way in which a clue that is not a word is written.
    fn written(&self) -> &str {
        first_way(self.pattern())
    }

    /// The tokens of its words, in the order of the values.
    fn tokens<'s>(&'s self, values: &'s [String]) -> Vec<&'s str> {
        match &self.text {
            Some(text) => text.split_whitespace().collect(),
            None => values.iter().map(String::as_str).collect(),
        }
    }
}

/// The clue of an arrow such as `3e`.
pub(super) fn arrow(token: &str) -> Option<Clue> {
    let (number, heading) = matched("{}{d}", token)?;
    Some(Clue::Arrow(number, heading?))
}

/// The ways to write one thing: the first is written, all are read.
fn ways(pattern: &str) -> impl Iterator<Item = &str> {
    pattern.split('|')
}

fn first_way(pattern: &str) -> &str {
    ways(pattern).next().unwrap_or_default()
}

/// The list that a token is: numbers with commas between them, `0` if there is none.
fn numbers(token: &str) -> Option<Clue> {
    if token == "0" {
        return Some(Clue::Numbers(Vec::new()));
    }
    let number = |word: &str| match word {
        "?" => Some(None),
        word => word.parse().ok().map(Some),
    };
    let numbers: Option<Vec<Option<i64>>> = token.split(',').map(number).collect();
    numbers.map(Clue::Numbers)
}

/// Numbers as words with this between them: `0` if there is none.
pub(super) fn list(numbers: &[Option<i64>], between: &str) -> String {
    if numbers.is_empty() {
        return "0".to_owned();
    }
    let word = |number: &Option<i64>| number.map_or_else(|| "?".to_owned(), |n| n.to_string());
    let words: Vec<String> = numbers.iter().map(word).collect();
    words.join(between)
}

/// The number (`None` for `?`) and the direction that a token has where the pattern has their signs.
fn matched(pattern: &str, token: &str) -> Option<(Option<i64>, Option<Heading>)> {
    let (mut number, mut heading) = (None, None);
    let (mut pattern, mut token) = (pattern, token);
    while !pattern.is_empty() {
        if let Some(rest) = pattern.strip_prefix(NUMBER) {
            pattern = rest;
            if let Some(after) = token.strip_prefix('?') {
                token = after;
                continue;
            }
            // A hyphen behind the digits belongs to the pattern.
            let sign = usize::from(token.starts_with('-'));
            let length = token[sign..].find(|c: char| !c.is_ascii_digit());
            let digits = &token[..length.map_or(token.len(), |length| sign + length)];
            number = Some(digits.parse().ok()?);
            token = &token[digits.len()..];
        } else if let Some(rest) = pattern.strip_prefix(HEADING) {
            let names = Heading::ALL.into_iter().rev();
            let found = names.filter(|(name, _)| token.starts_with(name));
            let (name, found) = found.max_by_key(|(name, _)| name.len())?;
            heading = Some(found);
            (pattern, token) = (rest, &token[name.len()..]);
        } else {
            let literal = pattern.chars().next()?;
            token = token.strip_prefix(literal)?;
            pattern = &pattern[literal.len_utf8()..];
        }
    }
    token.is_empty().then_some((number, heading))
}
