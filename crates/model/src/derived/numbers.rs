//! Numbers for values, so that lines have sums.
//!
//! Along the way from the first state of an automaton to another, each value comes a certain number of times. If another
//! way leads to the same state, or to another state in which a word may end, both have the same sum: a linear equation in
//! the numbers of the values. Elimination solves the equations of as many lines as there can be numbers for.

use super::{MOST_VALUES, NONE, Read};
use crate::budget::{End, Meter};

/// The most solutions that are tried.
const MOST_KINDS: usize = 4;

/// Larger automata, in states times values, give no equations.
const MOST_COUNTS: usize = 1 << 16;

/// A number for each value: the least is 0, and they have no common divisor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Numbers(pub(super) Vec<i64>);

impl Numbers {
    /// Numbers of this kind, where their scale and sign do not matter.
    fn scaled(mut numbers: Vec<i64>) -> Option<Self> {
        let least = *numbers.iter().min()?;
        for number in &mut numbers {
            *number = number.checked_sub(least)?;
        }
        divide(&mut numbers);
        let most = *numbers.iter().max()?;
        let other: Vec<i64> = numbers.iter().map(|number| most - number).collect();
        // Far from the limits, sums of them are numbers, too.
        let is_fine = (1..=1 << 32).contains(&most);
        is_fine.then(|| Self(numbers.min(other)))
    }

    /// The sum of these numbers along every word that the line may read, if there is one.
    pub(super) fn sum_of(&self, read: &Read) -> Option<i64> {
        let language = &read.line.language;
        let mut potential: Vec<Option<i64>> = vec![None; language.state_count()];
        potential[0] = Some(0);
        let mut sum = None;
        // States are numbered in the order of a walk: each comes after one that leads to it.
        for state in 0..language.state_count() as u32 {
            let Some(here) = potential[state as usize] else {
                continue;
            };
            if language.is_end(state) && *sum.get_or_insert(here) != here {
                return None;
            }
            for (letter, &value) in read.values.iter().enumerate() {
                let Some(&number) = self.0.get(value as usize) else {
                    continue;
                };
                let Some(to) = language.step(state, letter) else {
                    continue;
                };
                let there = here.checked_add(number)?;
                if *potential[to as usize].get_or_insert(there) != there {
                    return None;
                }
            }
        }
        sum
    }
}

/// The numbers by which lines have sums: those of the lines with a common solution, and of the others again.
pub(super) fn found(read: &[Read], values: usize, meter: &mut Meter) -> Result<Vec<Numbers>, End> {
    let mut rest: Vec<&Read> = read.iter().collect();
    // Two cells say little, and short lines have small automata.
    rest.sort_by_key(|read| {
        let length = read.line.tiles.len();
        (length < 3, length)
    });
    let mut all: Vec<Numbers> = Vec::new();
    while !rest.is_empty() && all.len() < MOST_KINDS {
        let mut equations = Equations::new(values);
        let mut only: Option<Numbers> = None;
        let mut others = Vec::new();
        for &line in &rest {
            if let Some(numbers) = &only {
                meter.work(line.line.language.state_count() * values)?;
                if numbers.sum_of(line).is_none() {
                    others.push(line);
                }
                continue;
            }
            let mut more = equations.clone();
            if more.add(line, meter)? && !more.numbers().is_empty() {
                equations = more;
                only = equations.only();
            } else {
                others.push(line);
            }
        }
        if others.len() == rest.len() {
            break;
        }
        let new = equations.numbers().into_iter();
        let new: Vec<Numbers> = new.filter(|new| !all.contains(new)).collect();
        all.extend(new);
        rest = others;
    }
    all.truncate(MOST_KINDS);
    Ok(all)
}

/// Linear equations in the numbers of the values, each with the sum 0. Each has a column of its own, its pivot, in which all
/// others are 0.
#[derive(Clone)]
struct Equations {
    values: usize,
    rows: Vec<(usize, Vec<i64>)>,
}

impl Equations {
    fn new(values: usize) -> Self {
        debug_assert!(values <= MOST_VALUES);
        Self {
            values,
            rows: Vec::new(),
        }
    }

    /// Adds the equations of a line. Returns false if they are too many or too large, or leave nothing.
    fn add(&mut self, read: &Read, meter: &mut Meter) -> Result<bool, End> {
        let language = &read.line.language;
        if language.state_count() * self.values > MOST_COUNTS {
            return Ok(false);
        }
        let mut counts: Vec<Option<Vec<i64>>> = vec![None; language.state_count()];
        counts[0] = Some(vec![0; self.values]);
        let mut end: Option<Vec<i64>> = None;
        for state in 0..language.state_count() as u32 {
            let Some(here) = counts[state as usize].clone() else {
                continue;
            };
            if language.is_end(state)
                && !self.add_equal(end.get_or_insert_with(|| here.clone()), &here, meter)?
            {
                return Ok(false);
            }
            for (letter, &value) in read.values.iter().enumerate() {
                let to = language.step(state, letter);
                let Some(to) = to.filter(|_| value != NONE) else {
                    continue;
                };
                let mut there = here.clone();
                there[value as usize] += 1;
                let known = counts[to as usize].get_or_insert_with(|| there.clone());
                if !self.add_equal(known, &there, meter)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Adds that two ways have the same sum. Returns false if the numbers become too large, or if nothing is left.
    fn add_equal(&mut self, one: &[i64], other: &[i64], meter: &mut Meter) -> Result<bool, End> {
        if one == other {
            return Ok(true);
        }
        meter.work((self.rows.len() + 1) * self.values)?;
        let row = one.iter().zip(other).map(|(a, b)| a - b).collect();
        let is_added = self.add_row(row).is_some();
        Ok(is_added && self.rows.len() < self.values)
    }

    fn add_row(&mut self, mut row: Vec<i64>) -> Option<()> {
        for (pivot, known) in &self.rows {
            eliminate(&mut row, known, *pivot)?;
        }
        let Some(pivot) = row.iter().position(|&number| number != 0) else {
            return Some(());
        };
        for (_, known) in &mut self.rows {
            eliminate(known, &row, pivot)?;
        }
        self.rows.push((pivot, row));
        Some(())
    }

    /// The numbers, if all that is free is their scale and where they begin.
    fn only(&self) -> Option<Numbers> {
        let is_decided = self.rows.len() + 2 == self.values;
        let mut numbers = self.numbers();
        if is_decided && numbers.len() == 1 {
            return numbers.pop();
        }
        None
    }

    /// Solutions that are not the same number for all values: one for each free column, each kind once.
    fn numbers(&self) -> Vec<Numbers> {
        let is_free = |column: &usize| self.rows.iter().all(|(pivot, _)| pivot != column);
        let mut all = Vec::new();
        for free in (0..self.values).filter(is_free) {
            if let Some(numbers) = self.solution(free).and_then(Numbers::scaled)
                && !all.contains(&numbers)
            {
                all.push(numbers);
            }
        }
        all
    }

    /// The solution in which this free column is not 0, and the others are.
    fn solution(&self, free: usize) -> Option<Vec<i64>> {
        let mut scale = 1i64;
        for (pivot, row) in &self.rows {
            let pivot = row[*pivot];
            scale = (scale / divisor(scale, pivot)).checked_mul(pivot)?;
        }
        let mut numbers = vec![0; self.values];
        numbers[free] = scale;
        for (pivot, row) in &self.rows {
            numbers[*pivot] = row[free].checked_mul(scale / row[*pivot])?.checked_neg()?;
        }
        Some(numbers)
    }
}

/// Makes the pivot's column of a row 0 with another row. Nothing if the numbers become too large.
fn eliminate(row: &mut [i64], other: &[i64], pivot: usize) -> Option<()> {
    let (mine, its) = (row[pivot], other[pivot]);
    if mine == 0 {
        return Some(());
    }
    for (number, other) in row.iter_mut().zip(other) {
        *number = number
            .checked_mul(its)?
            .checked_sub(other.checked_mul(mine)?)?;
    }
    divide(row);
    Some(())
}

/// Divides by the greatest common divisor.
fn divide(numbers: &mut [i64]) {
    let common = numbers
        .iter()
        .fold(0, |common, &number| divisor(common, number));
    if common > 1 {
        for number in numbers {
            *number /= common;
        }
    }
}

/// The greatest common divisor; that of 0 and a number is the number.
fn divisor(a: i64, b: i64) -> i64 {
    let (mut a, mut b) = (a, b);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a.saturating_abs()
}
