//! Short lines as clauses over their own tiles.
//!
//! A line of few tiles with few letters needs no hidden choices: the clauses say which letters cannot be together. They
//! are all those from which none can be left out (the *prime implicates*), so that a solver sees by plain propagation
//! what a pass over the automaton would: five tiles of two values, a clue of Slitherlink, take about ten of them. The hidden
//! choices of such a line are kept from the solver: they follow from the tiles, and no question is about them.

use super::solver::Solver;
use crate::{Budget, End};
use std::collections::HashMap;
use std::ops::Range;
use tilewright_model::{Choice, Language, Line, Model};

/// A line with more ways to fix some of its letters than this is not short.
const MOST_WAYS: usize = 1 << 10;

/// The short lines of a model.
pub(super) struct ShortLines {
    /// The model with its lines.
    model: Model,
    /// For each line, what it becomes in the model without lines.
    hidden: Vec<Range<u32>>,
    /// For each line, true if it is short for the current ask.
    is_short: Vec<bool>,
}

/// Letters at places that no word has together; nothing can be left out of any.
struct Forbidden(Vec<Vec<(usize, u32)>>);

impl ShortLines {
    pub(super) fn new(model: &Model, budget: &Budget) -> Result<Self, End> {
        Ok(Self {
            hidden: model.hidden_of_lines(budget)?,
            is_short: vec![false; model.lines().count()],
            model: model.clone(),
        })
    }

    /// Finds those that are short where these choices are live or picked, and removes what is hidden of them from the live ones.
    pub(super) fn keep_from(&mut self, live: &mut Vec<Choice>, picked: &[Choice]) {
        let mut is_hidden = Vec::new();
        let may_be = self.may_be(live, picked);
        let is_short = |line: &Line| {
            let letters = self.model.letters(line, |_, choice| may_be[choice.index()]);
            let ways = letters.iter().map(|letters| match letters.len() {
                0 | 1 => 1,
                several => several + 1,
            });
            let ways = ways.fold(1usize, usize::saturating_mul);
            !line.as_set && ways <= MOST_WAYS
        };
        self.is_short = self.model.lines().map(is_short).collect();
        for (range, _) in self
            .hidden
            .iter()
            .zip(&self.is_short)
            .filter(|(_, is)| **is)
        {
            is_hidden.push(range.clone());
        }
        // The ranges ascend.
        live.retain(|choice| {
            let after = is_hidden.partition_point(|range| range.end <= choice.0);
            is_hidden
                .get(after)
                .is_none_or(|range| choice.0 < range.start)
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

    /// Adds the clauses of the short lines to a solver whose variables are those of the live choices, in order.
    pub(super) fn add_to(&self, solver: &mut dyn Solver, live: &[Choice], picked: &[Choice]) {
        let may_be = self.may_be(live, picked);
        let mut variable = vec![0; self.model.choice_count()];
        for (number, choice) in (1..).zip(live) {
            if let Some(variable) = variable.get_mut(choice.index()) {
                *variable = number;
            }
        }
        let mut known: HashMap<(*const Language, Vec<Vec<u32>>), Forbidden> = HashMap::new();
        let mut clause = Vec::new();
        for (line, _) in self
            .model
            .lines()
            .zip(&self.is_short)
            .filter(|(_, is)| **is)
        {
            let letters = self.model.letters(line, |_, choice| may_be[choice.index()]);
            let key = (std::ptr::from_ref(&*line.language), letters);
            let forbidden = known
                .entry(key)
                .or_insert_with_key(|(_, letters)| Forbidden::all(line, letters));
            for together in &forbidden.0 {
                clause.clear();
                for &(place, letter) in together {
                    self.add_other_letters(line, place, letter, &variable, &mut clause);
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
        variable: &[i32],
        clause: &mut Vec<i32>,
    ) {
        let read = self.model.read(line, place);
        let open = read.filter(|(choice, _)| variable[choice.index()] > 0);
        let with = |wanted: bool| {
            let is_wanted = move |&(_, read): &(Choice, u32)| (read == letter) == wanted;
            let found = open.clone().filter(is_wanted);
            found.map(|(choice, _)| variable[choice.index()])
        };
        let mut these = with(true);
        match (these.next(), these.next()) {
            (Some(only), None) => clause.push(-only),
            _ => clause.extend(with(false)),
        }
    }
}

impl Forbidden {
    /// Those of a line with these letters at its places.
    fn all(line: &Line, letters: &[Vec<u32>]) -> Self {
        let open: Vec<usize> = (0..letters.len())
            .filter(|&place| letters[place].len() > 1)
            .collect();
        let is_allowed = |fixed: &[(usize, u32)]| {
            let mut left = letters.to_vec();
            for &(place, letter) in fixed {
                left[place] = vec![letter];
            }
            line.allows(&left)
        };
        let mut found = Vec::new();
        let mut begun = vec![(Vec::new(), 0)];
        while let Some((fixed, next)) = begun.pop() {
            if !is_allowed(&fixed) {
                let is_needed = |without: usize| {
                    let mut rest = fixed.clone();
                    rest.remove(without);
                    is_allowed(&rest)
                };
                if (0..fixed.len()).all(is_needed) {
                    found.push(fixed);
                }
                // With more it is not needed.
                continue;
            }
            for (number, &place) in open.iter().enumerate().skip(next) {
                for &letter in &letters[place] {
                    let mut more = fixed.clone();
                    more.push((place, letter));
                    begun.push((more, number + 1));
                }
            }
        }
        Self(found)
    }
}
