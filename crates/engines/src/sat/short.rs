//! Short lines as clauses over their own tiles.
//!
//! A line of few tiles with few letters needs no hidden choices: the clauses say which letters cannot be together. They
//! are all those from which none can be left out (the *prime implicates*), so that a solver sees by plain propagation
//! what a pass over the automaton would: five tiles of two values, a clue of Slitherlink, take about ten of them.
//!
//! A line that is short whatever is asked gets no hidden choices at all. Its clauses are found once for each language, and
//! those that rest on a letter that the givens took away are left out. Another line may become short when givens have
//! narrowed it. The hidden choices that it has then are kept from the solver: they follow from the tiles, and no question is
//! about them.

use super::solver::Solver;
use crate::dance::root::MOST_LETTERS;
use crate::{Budget, End};
use std::collections::HashMap;
use std::ops::Range;
use tilewright_model::{Choice, Line, Literals, Model};

/// A line with more ways to fix some of its letters than this is not short.
const MOST_WAYS: usize = 1 << 10;

/// The short lines of a model.
pub(super) struct ShortLines {
    /// The model with its lines.
    model: Model,
    /// For each line the hidden choices that it becomes; none for one that is short whatever is asked.
    hidden: Vec<Range<u32>>,
    /// For each line, true if it is short for the current ask.
    is_short: Vec<bool>,
}

/// Letters at places that no word has together; nothing can be left out of any.
struct Forbidden(Vec<Vec<(usize, u32)>>);

impl ShortLines {
    /// Those of a model; and the model with these lines, and hidden choices for all others.
    pub(super) fn new(model: &Model, budget: &Budget) -> Result<(Self, Model), End> {
        let is_always = |line: &Line| {
            line.language.letter_count() <= MOST_LETTERS && is_short(line, model, |_| true)
        };
        let (rest, hidden) = model.lower_lines_but(is_always, budget)?;
        let short = Self {
            is_short: vec![false; hidden.len()],
            hidden,
            model: model.clone(),
        };
        Ok((short, rest))
    }

    /// Finds those that are short where these choices are live or picked, and removes what is hidden of them from the live ones.
    pub(super) fn keep_from(&mut self, live: &mut Vec<Choice>, picked: &[Choice]) {
        let may_be = self.may_be(live, picked);
        let is_short = |(line, hidden): (&Line, &Range<u32>)| {
            hidden.is_empty() || is_short(line, &self.model, |choice| may_be[choice.index()])
        };
        self.is_short = self.model.lines().zip(&self.hidden).map(is_short).collect();
        let hidden = self.hidden.iter().zip(&self.is_short);
        let hidden = hidden.filter(|(range, is_short)| **is_short && !range.is_empty());
        let hidden: Vec<Range<u32>> = hidden.map(|(range, _)| range.clone()).collect();
        // The ranges ascend.
        live.retain(|choice| {
            let after = hidden.partition_point(|range| range.end <= choice.0);
            hidden.get(after).is_none_or(|range| choice.0 < range.start)
        });
    }

    fn may_be(&self, live: &[Choice], picked: &[Choice]) -> Vec<bool> {
        let mut may_be = vec![false; self.model.choice_count()];
        for choice in live.iter().chain(picked) {
            if let Some(may_be) = may_be.get_mut(choice.index()) {
                *may_be = true;
            }
        }
        may_be
    }

    /// Adds the clauses of the short lines to a solver, over the literals of the live choices.
    pub(super) fn add_to(
        &self,
        solver: &mut dyn Solver,
        live: &[Choice],
        literals: &Literals,
        picked: &[Choice],
    ) {
        let may_be = self.may_be(live, picked);
        let mut known: HashMap<Vec<usize>, Forbidden> = HashMap::new();
        let (mut key, mut clause) = (Vec::new(), Vec::new());
        let lines = self.model.lines().zip(&self.hidden).zip(&self.is_short);
        for ((line, hidden), _) in lines.filter(|(_, is_short)| **is_short) {
            let is_always_short = hidden.is_empty();
            key.clear();
            key.push(std::ptr::from_ref(&*line.language).addr());
            for (place, letters) in line.letters.iter().enumerate() {
                if is_always_short {
                    key.push(std::ptr::from_ref(&**letters).addr());
                    continue;
                }
                let first = key.len();
                let read = self.model.read(line, place);
                let read = read.filter(|(choice, _)| may_be[choice.index()]);
                key.extend(read.map(|(_, letter)| letter as usize));
                key[first..].sort_unstable();
                // A letter of several choices may come twice: that is another key for the same clauses.
                key.push(usize::MAX);
            }
            if !known.contains_key(&key) {
                let is_read = |choice: Choice| is_always_short || may_be[choice.index()];
                let letters = self.model.letters(line, |_, choice| is_read(choice));
                known.insert(key.clone(), Forbidden::all(line, &letters));
            }
            let may_be = |place: usize, letter: u32| {
                let mut read = self.model.read(line, place);
                read.any(|(choice, read)| read == letter && may_be[choice.index()])
            };
            for together in &known[&key].0 {
                // What rests on a letter that is gone says nothing.
                if !together
                    .iter()
                    .all(|&(place, letter)| may_be(place, letter))
                {
                    continue;
                }
                clause.clear();
                for &(place, letter) in together {
                    self.add_other_letters(line, place, letter, literals, &mut clause);
                }
                solver.add(&clause);
            }
        }
    }

    /// "Another letter is at this place."
    fn add_other_letters(
        &self,
        line: &Line,
        place: usize,
        letter: u32,
        literals: &Literals,
        clause: &mut Vec<i32>,
    ) {
        let read = self.model.read(line, place);
        let open = read.filter_map(|(choice, letter)| Some((literals.get(choice)?, letter)));
        let with = |wanted: bool| {
            let is_wanted = move |&(_, read): &(i32, u32)| (read == letter) == wanted;
            let found = open.clone().filter(is_wanted);
            found.map(|(literal, _)| literal)
        };
        let mut these = with(true);
        match (these.next(), these.next()) {
            (Some(only), None) => clause.push(-only),
            _ => clause.extend(with(false)),
        }
    }
}

/// Returns true if there are few ways to fix letters of a line, where these choices are left.
fn is_short(line: &Line, model: &Model, is_left: impl Fn(Choice) -> bool) -> bool {
    if line.as_set {
        return false;
    }
    let mut ways = 1usize;
    let mut letters = Vec::new();
    (0..line.tiles.len()).all(|place| {
        let read = model.read(line, place);
        letters.clear();
        letters.extend(
            read.filter(|(choice, _)| is_left(*choice))
                .map(|(_, letter)| letter),
        );
        letters.sort_unstable();
        letters.dedup();
        ways *= match letters.len() {
            0 | 1 => 1,
            several => several + 1,
        };
        ways <= MOST_WAYS
    })
}

impl Forbidden {
    /// Those of a line with these letters at its places.
    ///
    /// Fixing some letters is a number: its digit for a place is 0 where the letter is open, and else which one it is. A
    /// table says of each whether a word is left.
    fn all(line: &Line, letters: &[Vec<u32>]) -> Self {
        let mut places = Vec::with_capacity(letters.len());
        let mut ways = 1;
        for letters in letters {
            let digits = if letters.len() == 1 {
                1
            } else {
                letters.len() + 1
            };
            places.push((ways, digits));
            ways *= digits;
        }
        let digit = |way: usize, (unit, digits): (usize, usize)| way / unit % digits;
        let mut is_allowed = vec![false; ways];
        for way in (0..ways).rev() {
            let mut open = places
                .iter()
                .filter(|&&place| place.1 > 1 && digit(way, place) == 0);
            is_allowed[way] = if let Some(&(unit, digits)) = open.next() {
                // Fixing one more letter is a higher number.
                (1..digits).any(|digit| is_allowed[way + digit * unit])
            } else {
                let place = |(&place, letters): (&(usize, usize), &Vec<u32>)| {
                    letters.get(digit(way, place).saturating_sub(1)).copied()
                };
                let word = places.iter().zip(letters).map(place);
                let mut word = word.map(|letter| letter.map(|letter| letter as usize));
                let end = word.try_fold(0, |state, letter| line.language.step(state, letter?));
                end.is_some_and(|state| line.language.is_end(state))
            };
        }
        let fixed = |way: usize| {
            let places = (0..).zip(&places).zip(letters);
            places.filter_map(move |((number, &place), letters)| {
                let digit = digit(way, place);
                (digit > 0).then(|| (number, place.0 * digit, letters[digit - 1]))
            })
        };
        let is_least = |way: usize| {
            !is_allowed[way] && fixed(way).all(|(_, worth, _)| is_allowed[way - worth])
        };
        let least = (0..ways).filter(|&way| is_least(way));
        let together = least.map(|way| {
            let fixed = fixed(way).map(|(place, _, letter)| (place, letter));
            fixed.collect()
        });
        Self(together.collect())
    }
}
