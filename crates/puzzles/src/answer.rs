//! The answer of a SAT solver, read back: the opposite of [`Dimacs`](crate::export::Dimacs).
//!
//! Solvers write `s SATISFIABLE` and lines `v 1 -2 … 0` with the values of the variables, with remarks (`c …`)
//! between. `MiniSat` and its like write `SAT` and the values on a line without `v`. Both are read. A variable that
//! is not mentioned is not picked. [`Model::fault`](tilewright_model::Model::fault) checks that the picked choices are a
//! solution; this module does not.

use crate::ParseError;
use crate::lines::{Line, Word, lines};
use tilewright_model::Choice;

/// The answer of a SAT solver to the CNF of a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SatAnswer {
    /// These choices are picked, in ascending order.
    Picked(Vec<Choice>),
    /// There is no solution.
    Unsatisfiable,
    /// The solver gave up.
    Unknown,
}

/// Reads the answer of a SAT solver to a CNF with this many variables, of which the first are `choices` choices.
///
/// ```
/// use tilewright_model::Choice;
/// use tilewright_puzzles::answer::{SatAnswer, read_answer};
///
/// // Two choices, and a variable that follows from them.
/// let answer = read_answer("s SATISFIABLE\nv -1 2 3 0\n", 2, 3)?;
/// assert_eq!(answer, SatAnswer::Picked(vec![Choice(1)]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read_answer(text: &str, choices: usize, variables: u64) -> Result<SatAnswer, ParseError> {
    let mut reader = Reader {
        value: vec![None; variables as usize],
        choices,
        status: None,
        has_values: false,
        is_over: false,
    };
    for line in lines(text) {
        reader.line(line)?;
    }
    reader.finish()
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Status {
    Satisfiable,
    Unsatisfiable,
    Unknown,
}

struct Reader {
    value: Vec<Option<bool>>,
    /// The number of variables that are choices; the others follow from them.
    choices: usize,
    status: Option<Status>,
    has_values: bool,
    /// The 0 after the last value was read.
    is_over: bool,
}

impl Reader {
    fn line(&mut self, line: Line) -> Result<(), ParseError> {
        let mut words = line.words();
        let Some(first) = words.next() else {
            return Ok(());
        };
        match first.text {
            "c" => Ok(()),
            "v" => self.values(words),
            "s" => self.status(words.next().unwrap_or(first)),
            text if text.starts_with(|c: char| c.is_ascii_digit() || c == '-') => {
                self.values(line.words())
            }
            _ => self.status(first),
        }
    }

    fn status(&mut self, word: Word) -> Result<(), ParseError> {
        let status = match word.text {
            "SATISFIABLE" | "SAT" => Status::Satisfiable,
            "UNSATISFIABLE" | "UNSAT" => Status::Unsatisfiable,
            "UNKNOWN" | "INDETERMINATE" | "INDET" => Status::Unknown,
            _ => {
                return Err(word.error(format!(
                    "{} is not an answer of a SAT solver: expected `s SATISFIABLE`, `s UNSATISFIABLE` \
                     or values as in `v 1 -2 0`",
                    word.shown()
                )));
            }
        };
        if self.status.is_some_and(|before| before != status) {
            return Err(word.error("this contradicts an earlier line of the answer"));
        }
        self.status = Some(status);
        Ok(())
    }

    fn values<'t>(&mut self, words: impl Iterator<Item = Word<'t>>) -> Result<(), ParseError> {
        self.has_values = true;
        for word in words {
            if self.is_over {
                let message = format!("{} comes after the 0 that ends the values", word.shown());
                return Err(word.error(message));
            }
            let Ok(literal) = word.text.parse::<i64>() else {
                return Err(word.error(format!(
                    "{} is not a literal: expected a number as in `v 1 -2 0`",
                    word.shown()
                )));
            };
            if literal == 0 {
                self.is_over = true;
                continue;
            }
            let variable = literal.unsigned_abs();
            let count = self.value.len();
            let index = usize::try_from(variable - 1).unwrap_or(usize::MAX);
            let Some(value) = self.value.get_mut(index) else {
                let message = format!("there is no variable {variable}: this puzzle has {count}");
                return Err(word
                    .error(message)
                    .hint("it may be the answer to another puzzle"));
            };
            if value.is_some_and(|before| before != (literal > 0)) {
                return Err(word.error(format!("variable {variable} is both true and false")));
            }
            *value = Some(literal > 0);
        }
        Ok(())
    }

    fn finish(self) -> Result<SatAnswer, ParseError> {
        match self.status {
            Some(Status::Unsatisfiable) => return Ok(SatAnswer::Unsatisfiable),
            Some(Status::Unknown) => return Ok(SatAnswer::Unknown),
            None if !self.has_values => {
                let message = "this is not an answer of a SAT solver: it has neither `s \
                               SATISFIABLE` nor values as in `v 1 -2 0`";
                return Err(ParseError::new(message));
            }
            Some(Status::Satisfiable) if !self.has_values => {
                let message = "the answer says that there is a solution, but has no values as in \
                               `v 1 -2 0`";
                return Err(ParseError::new(message));
            }
            _ => {}
        }
        if !self.is_over {
            return Err(ParseError::new(
                "the values are cut off: expected a 0 after the last one",
            ));
        }
        let picked = (0..)
            .zip(&self.value[..self.choices])
            .filter(|(_, value)| **value == Some(true));
        Ok(SatAnswer::Picked(picked.map(|(c, _)| Choice(c)).collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_answers_of_several_solvers_are_read() {
        let picked = SatAnswer::Picked(vec![Choice(1), Choice(2)]);
        for text in [
            "c solved\ns SATISFIABLE\nv -1 2 3\nv -4 0\nc bye\n",
            "v 3 2 0",
            "SAT\n-1 2 3 -4 0\n",
            "s SATISFIABLE\r\nv -1 2 3 -4\r\nv 0\r\n",
        ] {
            assert_eq!(read_answer(text, 4, 4), Ok(picked.clone()), "{text}");
        }
        for text in ["s UNSATISFIABLE\n", "UNSAT"] {
            assert_eq!(read_answer(text, 4, 4), Ok(SatAnswer::Unsatisfiable));
        }
        assert_eq!(read_answer("c\ns UNKNOWN\n", 4, 4), Ok(SatAnswer::Unknown));
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (text, message) in [
            ("", "this is not an answer of a SAT solver: it has neither"),
            (
                "hello\n",
                "line 1, column 1: \"hello\" is not an answer of a SAT",
            ),
            (
                "s SATISFIABLE\n",
                "the answer says that there is a solution",
            ),
            ("s\n", "line 1, column 1: \"s\" is not an answer"),
            ("v 1 2", "the values are cut off: expected a 0"),
            ("v 1 x 0", "line 1, column 5: \"x\" is not a literal"),
            ("c\nv 1 -1 0", "line 2, column 5: variable 1 is both"),
            (
                "v 9 0",
                "line 1, column 3: there is no variable 9: this puzzle has 4",
            ),
            ("v 1 0 2", "line 1, column 7: \"2\" comes after the 0"),
            (
                "v -9223372036854775808 0",
                "line 1, column 3: there is no variable 9223372036854775808",
            ),
            (
                "s UNSATISFIABLE\ns SATISFIABLE",
                "line 2, column 3: this contradicts",
            ),
        ] {
            let error = read_answer(text, 4, 4).unwrap_err().to_string();
            assert!(error.starts_with(message), "{text:?}: {error}");
        }
    }

    #[test]
    fn variables_that_follow_from_the_choices_are_read_and_left_out() {
        let answer = read_answer("s SATISFIABLE\nv -1 2 3 -4 5 0\n", 2, 5);
        assert_eq!(answer, Ok(SatAnswer::Picked(vec![Choice(1)])));
        let error = read_answer("v 6 0", 2, 5).unwrap_err().to_string();
        assert!(error.contains("there is no variable 6"), "{error}");
    }
}
