//! Languages: the words that may be read along a line of tiles.
//!
//! A sum, a count, the runs of a nonogram, the buildings that are seen, a regular expression: each is read letter by letter
//! with a little memory, so each is a finite automaton. A [`Language`] is the smallest deterministic one: for each state
//! and letter there is at most one next state. That has two uses. Every word is read in exactly one way, so a model
//! in which the states are choices has as many solutions as there are words, and counts stay exact. And equal
//! languages are equal as data, so lines with the same clue share one.
//!
//! **How one is made.** [`Language::explored`] walks from a first state to all that can be reached, where a state is any
//! value that can be compared: a sum so far, a pair of a run and its length. What cannot reach an accepting
//! state is cut off, states that accept the same rests become one (Hopcroft's algorithm, for partial automata as Valmari
//! and Lehtinen give it), and the states are numbered in the order of a walk, breadth first. The languages of
//! the usual clues are in `clues.rs`, those of regular expressions in `pattern.rs`.
//!
//! ```
//! use tilewright_model::Language;
//!
//! // Letters 0 to 8 for the digits 1 to 9: three of them with the sum 7.
//! let digits: Vec<i64> = (1..=9).collect();
//! let seven = Language::sum(3, &digits, 7..=7)?;
//! assert!(seven.accepts([0, 1, 3]) && !seven.accepts([0, 1, 2]));
//! // And in ascending order: 1 2 4 is the only way.
//! let ascending = seven.and(&Language::increasing(&digits, true)?)?;
//! assert_eq!(ascending.words(3).collect::<Vec<_>>(), [[0, 1, 3]]);
//! # Ok::<(), tilewright_model::LanguageError>(())
//! ```

mod clues;
mod minimal;
mod pattern;

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fmt;
use std::hash::Hash;

/// The most states times letters of an automaton before it is made smaller: 4 MiB of transitions.
const MOST_CELLS: usize = 1 << 20;

/// No next state: the word can no longer be one of the language.
const DEAD: u32 = u32::MAX;

/// A set of words over the letters 0, 1, 2, …: the smallest deterministic automaton that accepts them.
///
/// State 0 is the first. Every state can reach one that accepts, so a word that is not dead can still become one of
/// the language (unless the language is empty).
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Language {
    letters: usize,
    /// `next[state * letters + letter]`, or [`DEAD`].
    next: Vec<u32>,
    accepts: Vec<bool>,
}

/// The reason why a language cannot be made.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LanguageError {
    /// The automaton has too many states.
    TooLarge {
        /// More states than this.
        states: usize,
        /// Letters of each state.
        letters: usize,
    },
    /// Two languages over different letters were joined.
    Letters(usize, usize),
    /// A pattern that cannot be read.
    Pattern {
        /// The place of the fault, in characters from 0.
        at: usize,
        /// The text found there, and the text expected.
        message: String,
    },
}

impl fmt::Display for LanguageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLarge { states, letters } => write!(
                f,
                "the automaton has more than {states} states of {letters} letters; at most {MOST_CELLS} transitions fit"
            ),
            Self::Letters(one, other) => write!(
                f,
                "a language of {one} letters cannot be joined with one of {other}"
            ),
            Self::Pattern { at, message } => write!(f, "character {}: {message}", at + 1),
        }
    }
}

impl std::error::Error for LanguageError {}

impl fmt::Debug for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (states, letters) = (self.state_count(), self.letters);
        write!(f, "Language({states} states, {letters} letters)")
    }
}

impl Language {
    /// The language of an automaton that is given by its first state, its steps and its accepting states.
    ///
    /// ```
    /// use tilewright_model::Language;
    /// // Words over 0 and 1 with an even number of ones.
    /// let even = Language::explored(2, true, |even, letter| Some(even ^ (letter == 1)), |even| *even)?;
    /// assert!(even.accepts([1, 0, 1]) && !even.accepts([1]));
    /// # Ok::<(), tilewright_model::LanguageError>(())
    /// ```
    pub fn explored<S: Eq + Hash + Clone>(
        letters: usize,
        first: S,
        step: impl Fn(&S, usize) -> Option<S>,
        accepts: impl Fn(&S) -> bool,
    ) -> Result<Self, LanguageError> {
        let mut number = HashMap::from([(first.clone(), 0u32)]);
        let mut states = vec![first];
        let mut next = Vec::new();
        let mut at = 0;
        while let Some(state) = states.get(at).cloned() {
            for letter in 0..letters {
                let to = step(&state, letter).map(|to| match number.entry(to) {
                    Entry::Occupied(known) => *known.get(),
                    Entry::Vacant(new) => {
                        let fresh = states.len() as u32;
                        states.push(new.key().clone());
                        *new.insert(fresh)
                    }
                });
                next.push(to.unwrap_or(DEAD));
            }
            if states.len().saturating_mul(letters) > MOST_CELLS {
                let states = MOST_CELLS / letters;
                return Err(LanguageError::TooLarge { states, letters });
            }
            at += 1;
        }
        let accepts = states.iter().map(accepts).collect();
        Ok(minimal::minimised(&Self {
            letters,
            next,
            accepts,
        }))
    }

    /// No words at all.
    fn none(letters: usize) -> Self {
        Self {
            letters,
            next: vec![DEAD; letters],
            accepts: vec![false],
        }
    }

    /// All words over an alphabet of this size.
    pub fn all(letters: usize) -> Self {
        Self {
            letters,
            next: vec![0; letters],
            accepts: vec![true],
        }
    }

    /// The bytes of memory that it takes.
    pub(crate) fn bytes(&self) -> usize {
        size_of::<Self>() + size_of_val(&*self.next) + size_of_val(&*self.accepts)
    }

    /// The number of letters.
    pub fn letter_count(&self) -> usize {
        self.letters
    }

    /// The number of states.
    pub fn state_count(&self) -> usize {
        self.accepts.len()
    }

    /// The number of [transitions](Self::transitions).
    pub fn transition_count(&self) -> usize {
        self.transitions().count()
    }

    /// Every step that a word can take: the state before, the letter, the state after.
    pub fn transitions(&self) -> impl Iterator<Item = (u32, u32, u32)> + '_ {
        let cells = self.next.iter().enumerate().filter(|(_, to)| **to != DEAD);
        let split = |cell| ((cell / self.letters) as u32, (cell % self.letters) as u32);
        cells.map(move |(cell, &to)| {
            let (from, letter) = split(cell);
            (from, letter, to)
        })
    }

    /// The state after a letter, or `None` where no word continues like that.
    #[inline]
    pub fn step(&self, state: u32, letter: usize) -> Option<u32> {
        let to = self.next[state as usize * self.letters + letter];
        (to != DEAD).then_some(to)
    }

    /// The state after each letter, or [`DEAD`].
    fn steps(&self, state: usize) -> &[u32] {
        &self.next[state * self.letters..(state + 1) * self.letters]
    }

    /// Returns true if a word may end in this state.
    #[inline]
    pub fn is_end(&self, state: u32) -> bool {
        self.accepts[state as usize]
    }

    /// Returns true if the word is in the language.
    pub fn accepts(&self, word: impl IntoIterator<Item = usize>) -> bool {
        let end = (word.into_iter()).try_fold(0, |state, letter| self.step(state, letter));
        end.is_some_and(|end| self.is_end(end))
    }

    /// The words of a length, in order.
    pub fn words(&self, length: usize) -> impl Iterator<Item = Vec<usize>> + '_ {
        // Words that are begun, the first on top, each with its state.
        let mut begun = vec![(Vec::new(), 0)];
        std::iter::from_fn(move || {
            while let Some((word, state)) = begun.pop() {
                if word.len() == length {
                    if self.is_end(state) {
                        return Some(word);
                    }
                    continue;
                }
                for letter in (0..self.letters).rev() {
                    if let Some(to) = self.step(state, letter) {
                        begun.push(([&word[..], &[letter]].concat(), to));
                    }
                }
            }
            None
        })
    }

    /// The words of both.
    pub fn and(&self, other: &Self) -> Result<Self, LanguageError> {
        let both = |&(one, two): &(u32, u32), letter| {
            Some((self.step(one, letter)?, other.step(two, letter)?))
        };
        self.joined(other, (0, 0), both, |&(one, two)| {
            self.is_end(one) && other.is_end(two)
        })
    }

    /// The words of one or the other.
    pub fn or(&self, other: &Self) -> Result<Self, LanguageError> {
        let step = |language: &Self, state: Option<u32>, letter| language.step(state?, letter);
        let either = |&(one, two): &(Option<u32>, Option<u32>), letter| {
            let after = (step(self, one, letter), step(other, two, letter));
            (after != (None, None)).then_some(after)
        };
        let ends = |language: &Self, state: Option<u32>| state.is_some_and(|s| language.is_end(s));
        self.joined(other, (Some(0), Some(0)), either, |&(one, two)| {
            ends(self, one) || ends(other, two)
        })
    }

    /// All other words over the same letters.
    pub fn complement(&self) -> Result<Self, LanguageError> {
        // `None` is the state in which a word is already known to be another.
        let step = |state: &Option<u32>, letter| Some(state.and_then(|s| self.step(s, letter)));
        Self::explored(self.letters, Some(0), step, |state| {
            !state.is_some_and(|state| self.is_end(state))
        })
    }

    fn joined<S: Eq + Hash + Clone>(
        &self,
        other: &Self,
        first: S,
        step: impl Fn(&S, usize) -> Option<S>,
        accepts: impl Fn(&S) -> bool,
    ) -> Result<Self, LanguageError> {
        if self.letters != other.letters {
            return Err(LanguageError::Letters(self.letters, other.letters));
        }
        Self::explored(self.letters, first, step, accepts)
    }
}

#[cfg(test)]
mod tests;
