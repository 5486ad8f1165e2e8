//! LRAT: each step of a proof with the reasons why it holds.
//!
//! A step `12 5 -7 0 3 9 0` adds clause 12, "5 or not 7", and names clauses 3 and 9 as its hints.
//! The check takes all literals of the new clause as false. Then each hint in turn must leave just
//! one of its literals open, which becomes true, and the last one none: a contradiction, so the new
//! clause follows. No search is needed, only a look at the named clauses. `12 d 4 6 0` forgets
//! clauses 4 and 6. The proof holds when the empty clause is added.
//!
//! Numbers of clauses rise: those of the formula count from 1, those of the proof follow, with any
//! gaps. This checker is stricter than others: each step is a line, and nothing comes after the
//! hint that contradicts, nor after the empty clause. A clause has no literal together with its
//! opposite. A step whose reasons are not all named (RAT) is refused.
//!
//! A proof may be larger than memory and may be anything at all: it is read byte by byte, and only
//! the clauses that were not forgotten are held, within a limit.

use std::collections::HashMap;
use std::fmt;
use std::io::{self, BufRead};
use tilewright_model::budget::{Budget, End};

/// The reason why a proof is not accepted.
#[derive(Debug)]
pub enum Objection {
    /// It does not hold.
    Bad {
        /// The first bad line, counted from 1.
        line: u64,
        /// The fault.
        reason: String,
    },
    /// It was not checked to its end.
    Stopped(End),
    /// It cannot be read.
    Unreadable(io::Error),
}

impl From<io::Error> for Objection {
    fn from(error: io::Error) -> Self {
        Self::Unreadable(error)
    }
}

impl From<End> for Objection {
    fn from(end: End) -> Self {
        Self::Stopped(end)
    }
}

/// A clause in the array: where it begins and how long it is.
#[derive(Clone, Copy, Debug)]
struct Slot {
    start: usize,
    length: u32,
}

/// The length of a slot whose clause was forgotten.
const GONE: u32 = u32::MAX;

/// A formula with the clauses that a proof added to it.
#[derive(Debug)]
pub struct Checker {
    variables: u64,
    budget: Budget,
    /// The literals of all clauses, one clause after the other.
    literals: Vec<i32>,
    /// Literals of forgotten clauses among them.
    wasted: usize,
    /// The clauses of the formula: number 1 comes first.
    formula: Vec<Slot>,
    /// The clauses of the proof.
    added: HashMap<u64, Slot>,
    /// The highest number so far.
    last: u64,
    /// The values that a step assumes: for each variable 1, -1 or 0.
    value: Vec<i8>,
    /// The variables of which it does.
    assumed: Vec<u32>,
    /// The clause that is being read.
    clause: Vec<i32>,
    turns: u64,
    steps: u64,
}

/// The most variables: their literals are numbers of 32 bits.
pub const MOST_VARIABLES: u64 = i32::MAX as u64;

impl Checker {
    /// A formula without clauses on `variables` variables, at most [`MOST_VARIABLES`].
    pub fn new(variables: u64, budget: &Budget) -> Result<Self, End> {
        let bytes = variables.saturating_mul(5);
        let is_too_large = budget.memory.is_some_and(|memory| bytes > memory);
        if is_too_large || variables > MOST_VARIABLES {
            return Err(budget.needs(bytes));
        }
        let too_large = |_| budget.needs(bytes);
        let places = usize::try_from(variables).map_err(too_large)? + 1;
        Ok(Self {
            variables,
            budget: budget.clone(),
            literals: Vec::new(),
            wasted: 0,
            formula: Vec::new(),
            added: HashMap::new(),
            last: 0,
            value: vec![0; places],
            assumed: Vec::new(),
            clause: Vec::new(),
            turns: 0,
            steps: 0,
        })
    }

    /// Adds the next clause of the formula; all of them come before the proof.
    ///
    /// # Panics
    /// If a literal is 0 or names no variable, or a proof was checked already.
    pub fn add(&mut self, clause: &[i64]) -> Result<(), End> {
        assert!(self.added.is_empty(), "the formula comes before its proof");
        self.take_turn()?;
        let start = self.literals.len();
        for &literal in clause {
            let is_literal = literal != 0 && literal.unsigned_abs() <= self.variables;
            assert!(is_literal, "{literal} with {} variables", self.variables);
            self.literals.push(literal as i32);
        }
        let length = clause.len() as u32;
        self.formula.push(Slot { start, length });
        self.last = self.formula.len() as u64;
        Ok(())
    }

    /// The number of clauses of the formula.
    pub fn clauses(&self) -> u64 {
        self.formula.len() as u64
    }

    /// Checks a proof that the formula cannot be satisfied; the number of its steps.
    pub fn check(&mut self, proof: impl BufRead) -> Result<u64, Objection> {
        let mut text = Text::new(proof);
        while !self.step(&mut text)? {}
        if text.peek()?.is_some() {
            return text.bad("nothing may come after the empty clause");
        }
        Ok(self.steps)
    }

    /// Reads and checks one line; whether it added the empty clause.
    fn step(&mut self, text: &mut Text<impl BufRead>) -> Result<bool, Objection> {
        self.take_turn()?;
        if text.peek()?.is_none() {
            return text.bad("the proof ends before it comes to the empty clause");
        }
        let number = text.number("the number of a clause")?;
        let Ok(number) = u64::try_from(number) else {
            return text.bad(format!("{number} is not the number of a clause"));
        };
        self.steps += 1;
        if text.next_is_delete()? {
            self.forget(text)?;
            return Ok(false);
        }
        if number <= self.last {
            let last = self.last;
            return text.bad(format!(
                "clause {number} must have a higher number than clause {last} before it"
            ));
        }
        let read = self.read_clause(text);
        let checked = read.and_then(|()| self.follow_hints(text));
        for v in self.assumed.drain(..) {
            self.value[v as usize] = 0;
        }
        checked?;
        let slot = Slot {
            start: self.literals.len(),
            length: self.clause.len() as u32,
        };
        self.literals.extend(&self.clause);
        self.added.insert(number, slot);
        self.last = number;
        Ok(self.clause.is_empty())
    }

    /// Reads the literals of a new clause and takes all of them as false.
    fn read_clause(&mut self, text: &mut Text<impl BufRead>) -> Result<(), Objection> {
        self.clause.clear();
        loop {
            self.take_turn()?;
            let literal = text.number("a literal or 0")?;
            if literal == 0 {
                return Ok(());
            }
            if literal.unsigned_abs() > self.variables {
                let variables = self.variables;
                return text.bad(format!(
                    "{literal} is not a literal: there are {variables} variables"
                ));
            }
            let (literal, v) = (literal as i32, literal.unsigned_abs() as usize);
            let falsified = if literal > 0 { -1 } else { 1 };
            match self.value[v] {
                0 => {
                    self.value[v] = falsified;
                    self.assumed.push(v as u32);
                    self.clause.push(literal);
                }
                known if known == falsified => {}
                _ => return text.bad(format!("the clause has both {v} and -{v}")),
            }
        }
    }

    /// Follows the hints to a contradiction.
    fn follow_hints(&mut self, text: &mut Text<impl BufRead>) -> Result<(), Objection> {
        let mut is_contradicted = false;
        loop {
            self.take_turn()?;
            let hint = text.number("a hint or 0")?;
            if hint == 0 {
                break;
            }
            if is_contradicted {
                return text.bad(format!("hint {hint} comes after the contradiction"));
            }
            let Ok(number) = u64::try_from(hint) else {
                return text.bad(format!("hint {hint} is negative: RAT is not accepted"));
            };
            let Some(slot) = self.slot(number) else {
                return text.bad(format!("hint {hint}: {}", self.absence(number)));
            };
            match self.left_of(slot) {
                Left::None => is_contradicted = true,
                Left::One(literal) => {
                    let v = literal.unsigned_abs();
                    self.value[v as usize] = if literal > 0 { 1 } else { -1 };
                    self.assumed.push(v);
                }
                Left::More => {
                    return text.bad(format!("hint {hint} leaves more than one literal open"));
                }
                Left::True(literal) => {
                    return text.bad(format!("hint {hint} forces nothing: {literal} is true"));
                }
            }
        }
        if !is_contradicted {
            return text.bad("its hints end without a contradiction");
        }
        text.end_of_line()
    }

    /// The rest of a clause when some literals are known.
    fn left_of(&self, slot: Slot) -> Left {
        let mut open = None;
        for &literal in &self.literals[slot.start..slot.start + slot.length as usize] {
            let value = self.value[literal.unsigned_abs() as usize];
            match if literal > 0 { value } else { -value } {
                1 => return Left::True(literal),
                0 if open.is_some_and(|one| one != literal) => return Left::More,
                0 => open = Some(literal),
                _ => {}
            }
        }
        open.map_or(Left::None, Left::One)
    }

    /// Reads the numbers of clauses to forget, and forgets them.
    fn forget(&mut self, text: &mut Text<impl BufRead>) -> Result<(), Objection> {
        loop {
            self.take_turn()?;
            let number = text.number("a clause to forget or 0")?;
            if number == 0 {
                break;
            }
            let Ok(number) = u64::try_from(number) else {
                return text.bad(format!("{number} is not the number of a clause"));
            };
            let Some(slot) = self.slot(number) else {
                return text.bad(format!("cannot forget: {}", self.absence(number)));
            };
            self.wasted += slot.length as usize;
            match self.formula.get_mut(place(number)) {
                Some(of_formula) => of_formula.length = GONE,
                None => drop(self.added.remove(&number)),
            }
        }
        text.end_of_line()?;
        if self.wasted > self.literals.len() / 2 {
            self.compact();
        }
        Ok(())
    }

    /// Moves the clauses together where forgotten ones lay between them.
    fn compact(&mut self) {
        let of_formula = self.formula.iter_mut().filter(|slot| slot.length != GONE);
        let mut slots: Vec<&mut Slot> = of_formula.chain(self.added.values_mut()).collect();
        slots.sort_unstable_by_key(|slot| slot.start);
        let mut end = 0;
        for slot in slots {
            let length = slot.length as usize;
            self.literals
                .copy_within(slot.start..slot.start + length, end);
            slot.start = end;
            end += length;
        }
        self.literals.truncate(end);
        self.literals.shrink_to_fit();
        self.wasted = 0;
    }

    fn slot(&self, number: u64) -> Option<Slot> {
        match self.formula.get(place(number)) {
            Some(slot) => Some(*slot).filter(|slot| slot.length != GONE),
            None => self.added.get(&number).copied(),
        }
    }

    /// The reason why there is no clause of that number.
    fn absence(&self, number: u64) -> String {
        if number == 0 || number > self.last {
            format!("there is no clause {number} yet")
        } else {
            format!("clause {number} was forgotten or never there")
        }
    }

    /// Looks at the limits once in a while.
    fn take_turn(&mut self) -> Result<(), End> {
        self.turns += 1;
        if !self.turns.is_multiple_of(1 << 12) {
            return Ok(());
        }
        if let Some(end) = self.budget.end() {
            return Err(end);
        }
        let clauses = self.formula.capacity() * 16 + self.added.capacity() * 34;
        let needed = (clauses + self.literals.capacity() * 4 + self.value.len() * 5) as u64;
        if self.budget.memory.is_some_and(|memory| needed > memory) {
            return Err(self.budget.needs(needed));
        }
        Ok(())
    }
}

/// The index of the clause of a number in the formula, if it is there.
fn place(number: u64) -> usize {
    usize::try_from(number.wrapping_sub(1)).unwrap_or(usize::MAX)
}

/// The rest of a clause.
enum Left {
    /// All literals are false.
    None,
    /// All but this one.
    One(i32),
    /// Two or more are open.
    More,
    /// This one is true.
    True(i32),
}

/// A word of the proof.
enum Token {
    Number(i64),
    /// A byte that does not belong here.
    Byte(u8),
    /// A number beyond any use.
    TooLarge,
    EndOfLine,
    End,
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(f, "{number}"),
            Self::Byte(byte) if byte.is_ascii_graphic() => write!(f, "{:?}", char::from(*byte)),
            Self::Byte(byte) => write!(f, "the byte {byte}"),
            Self::TooLarge => f.write_str("a number of more than 18 digits"),
            Self::EndOfLine => f.write_str("the end of the line"),
            Self::End => f.write_str("the end of the file"),
        }
    }
}

/// The proof, word by word.
struct Text<R> {
    reader: R,
    /// The line of the next byte, counted from 1.
    line: u64,
}

impl<R: BufRead> Text<R> {
    fn new(reader: R) -> Self {
        Self { reader, line: 1 }
    }

    fn peek(&mut self) -> io::Result<Option<u8>> {
        loop {
            match self.reader.fill_buf() {
                Ok(bytes) => return Ok(bytes.first().copied()),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// The next word. One blank is between two; an end of line is not taken.
    fn token(&mut self) -> io::Result<Token> {
        let Some(mut byte) = self.peek()? else {
            return Ok(Token::End);
        };
        if byte == b'\n' {
            return Ok(Token::EndOfLine);
        }
        let is_negative = byte == b'-';
        if is_negative {
            self.reader.consume(1);
            byte = match self.peek()? {
                Some(byte @ b'1'..=b'9') => byte,
                _ => return Ok(Token::Byte(b'-')),
            };
        }
        let mut number = 0i64;
        let mut digits = 0;
        while byte.is_ascii_digit() {
            self.reader.consume(1);
            digits += 1;
            if digits > 18 {
                return Ok(Token::TooLarge);
            }
            number = number * 10 + i64::from(byte - b'0');
            byte = self.peek()?.unwrap_or(b'\n');
        }
        match byte {
            b' ' if digits > 0 => self.reader.consume(1),
            b'\n' if digits > 0 => {}
            _ => return Ok(Token::Byte(byte)),
        }
        Ok(Token::Number(if is_negative { -number } else { number }))
    }

    /// Takes the word `d`, if it comes next.
    fn next_is_delete(&mut self) -> io::Result<bool> {
        let is_delete = self.peek()? == Some(b'd');
        if is_delete {
            self.reader.consume(1);
            if self.peek()? == Some(b' ') {
                self.reader.consume(1);
            }
        }
        Ok(is_delete)
    }

    /// The number that comes next, where this is expected.
    fn number(&mut self, expected: &str) -> Result<i64, Objection> {
        match self.token()? {
            Token::Number(number) => Ok(number),
            other => self.bad(format!("expected {expected}, not {other}")),
        }
    }

    /// The line is bad.
    fn bad<T>(&self, reason: impl Into<String>) -> Result<T, Objection> {
        Err(Objection::Bad {
            line: self.line,
            reason: reason.into(),
        })
    }

    /// Takes the end of the line, which must come next.
    fn end_of_line(&mut self) -> Result<(), Objection> {
        match self.peek()? {
            Some(b'\n') => {
                self.reader.consume(1);
                self.line += 1;
                Ok(())
            }
            Some(_) => self.bad("expected the end of the line"),
            None => self.bad("the file ends in the midst of a line"),
        }
    }
}

#[cfg(test)]
mod tests;
