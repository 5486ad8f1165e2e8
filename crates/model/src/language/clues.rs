//! The languages of usual clues.
//!
//! A letter is a number of a value; `values[letter]` is what it counts for, `of[letter]` whether it is one of those that are
//! meant.

use super::{DEAD, Language, LanguageError, MOST_CELLS};
use std::ops::RangeInclusive;

type Made = Result<Language, LanguageError>;

impl Language {
    /// Words of `length` letters whose values add up to a number in the range.
    pub fn sum(length: usize, values: &[i64], range: RangeInclusive<i64>) -> Made {
        let least = values.iter().copied().min().unwrap_or(0);
        let most = values.iter().copied().max().unwrap_or(0);
        let (low, high) = (*range.start(), *range.end());
        if low == high
            && let Some(exact) = Self::exact_sum(length, values, low, least)
        {
            return Ok(exact);
        }
        Self::explored(
            values.len(),
            (i64::try_from(length).unwrap_or(i64::MAX), 0i64),
            |&(left, sum), letter| {
                let (left, sum) = (left - 1, sum.checked_add(values[letter])?);
                let can_end = left >= 0
                    && sum.saturating_add(left.saturating_mul(least)) <= high
                    && sum.saturating_add(left.saturating_mul(most)) >= low;
                can_end.then_some((left, sum))
            },
            |&(left, sum)| left == 0 && range.contains(&sum),
        )
    }

    /// Words of `length` letters with one sum, where that is a small table: a state is a number of letters and their sum, if so
    /// many letters have it and the rest can make up for it. The words from there on have a length and a sum of their own, so
    /// no two states are the same.
    fn exact_sum(length: usize, values: &[i64], sum: i64, least: i64) -> Option<Self> {
        // Above the least.
        let value = |value: &i64| usize::try_from(value.checked_sub(least)?).ok();
        let values: Vec<usize> = values.iter().map(value).collect::<Option<_>>()?;
        let rest = sum.checked_sub(least.checked_mul(i64::try_from(length).ok()?)?)?;
        let Ok(rest) = usize::try_from(rest) else {
            return (rest < 0).then(|| Self::none(values.len()));
        };
        let wide = rest.checked_add(1)?;
        if length.checked_add(1)?.checked_mul(wide)? > MOST_CELLS {
            return None;
        }
        // Whether this many letters can have the sum.
        let mut can_be = vec![false; (length + 1) * wide];
        can_be[0] = true;
        for at in 0..length * wide {
            if !can_be[at] {
                continue;
            }
            for value in values.iter().filter(|&value| at % wide + value < wide) {
                can_be[at + wide + value] = true;
            }
        }
        let end = can_be.len() - 1;
        if !can_be[end] {
            return Some(Self::none(values.len()));
        }
        let mut number = vec![DEAD; can_be.len()];
        number[0] = 0;
        let (mut states, mut next, mut at) = (vec![0], Vec::new(), 0);
        while let Some(&state) = states.get(at) {
            for value in &values {
                let is_inside = state % wide + value < wide && state + wide <= end;
                let to = state + wide + value;
                if !is_inside || !can_be[to] || !can_be[end - to] {
                    next.push(DEAD);
                    continue;
                }
                if number[to] == DEAD {
                    number[to] = states.len() as u32;
                    states.push(to);
                }
                next.push(number[to]);
            }
            if next.len() > MOST_CELLS {
                return None;
            }
            at += 1;
        }
        Some(Self {
            letters: values.len(),
            next,
            accepts: states.iter().map(|&state| state == end).collect(),
        })
    }

    /// Words in which the number of marked letters is in the range; `k..=usize::MAX` is "at least k".
    pub fn count(of: &[bool], range: RangeInclusive<usize>) -> Made {
        // Beyond the lower end of an open range one more makes no difference.
        let cap = match *range.end() {
            usize::MAX => *range.start(),
            _ => usize::MAX,
        };
        Self::explored(
            of.len(),
            0,
            |&count, letter| {
                let count = (count + usize::from(of[letter])).min(cap);
                (count <= *range.end()).then_some(count)
            },
            |count| range.contains(count),
        )
    }

    /// Words in which the marked letters form runs of these lengths, in this order: a clue of a nonogram.
    /// A length of 0 is left out.
    pub fn runs(of: &[bool], lengths: &[usize]) -> Made {
        let lengths: Vec<usize> = lengths
            .iter()
            .copied()
            .filter(|&length| length > 0)
            .collect();
        let is_full = |run: usize, length| lengths.get(run) == Some(&length);
        Self::explored(
            of.len(),
            (0, 0),
            |&(run, length), letter| match (of[letter], length) {
                (true, _) => (length < *lengths.get(run)?).then_some((run, length + 1)),
                (false, 0) => Some((run, 0)),
                (false, _) => is_full(run, length).then_some((run + 1, 0)),
            },
            |&(run, length)| match length {
                0 => run == lengths.len(),
                _ => run + 1 == lengths.len() && is_full(run, length),
            },
        )
    }

    /// Words in which the number of letters higher than all before them is in the range: visible buildings.
    pub fn seen(heights: &[i64], range: RangeInclusive<usize>) -> Made {
        Self::explored(
            heights.len(),
            (None, 0),
            |&(highest, seen), letter| {
                let height = heights[letter];
                if highest.is_some_and(|highest| height <= highest) {
                    return Some((highest, seen));
                }
                (seen < *range.end()).then_some((Some(height), seen + 1))
            },
            |(_, seen)| range.contains(seen),
        )
    }

    /// Words with at least two marks between whose first two the values add up to a number in the range: a sandwich.
    /// Values are not negative.
    pub fn between(marks: &[bool], values: &[u32], range: RangeInclusive<u32>) -> Made {
        #[derive(Clone, PartialEq, Eq, Hash)]
        enum Reading {
            Before,
            Between(u32),
            Behind,
        }
        Self::explored(
            marks.len(),
            Reading::Before,
            |reading, letter| match (reading, marks[letter]) {
                (Reading::Before, true) => Some(Reading::Between(0)),
                (Reading::Between(sum), true) => range.contains(sum).then_some(Reading::Behind),
                (Reading::Between(sum), false) => {
                    let sum = sum.checked_add(values[letter])?;
                    (sum <= *range.end()).then_some(Reading::Between(sum))
                }
                (reading, _) => Some(reading.clone()),
            },
            |reading| *reading == Reading::Behind,
        )
    }

    /// Words whose values go up at each step, or never go down where not `strictly`.
    pub fn increasing(values: &[i64], strictly: bool) -> Made {
        Self::explored(
            values.len(),
            None,
            |&last, letter| {
                let value = values[letter];
                let goes = last.is_none_or(|last| value > last || !strictly && value == last);
                goes.then_some(Some(value))
            },
            |_| true,
        )
    }

    /// Words in which `allows` all `width` letters that follow each other. Shorter words are in it.
    pub fn windows(letters: usize, width: usize, allows: impl Fn(&[usize]) -> bool) -> Made {
        Self::explored(
            letters,
            Vec::new(),
            |last: &Vec<usize>, letter| {
                let mut window = last.clone();
                window.push(letter);
                if window.len() < width {
                    return Some(window);
                }
                let is_allowed = allows(&window);
                window.remove(0);
                is_allowed.then_some(window)
            },
            |_| true,
        )
    }

    /// Words of `length` letters whose values multiply to `product`.
    pub fn product(length: usize, values: &[i64], product: i64) -> Made {
        // What is left to multiply to; `None` once a factor was zero.
        let rest = |left: i64, factor: i64| match factor {
            0 => (product == 0).then_some(None),
            _ if product == 0 => Some(Some(0)),
            _ => (left % factor == 0).then(|| Some(left / factor)),
        };
        Self::explored(
            values.len(),
            (length, Some(product)),
            |&(places, left), letter| {
                let after = left.map_or(Some(None), |left| rest(left, values[letter]))?;
                Some((places.checked_sub(1)?, after))
            },
            |&(places, left)| places == 0 && left == if product == 0 { None } else { Some(1) },
        )
    }

    /// Exactly these words.
    pub fn tuples(letters: usize, words: &[Vec<usize>]) -> Made {
        let mut words: Vec<&[usize]> = words.iter().map(Vec::as_slice).collect();
        words.sort_unstable();
        // The words that begin like the one that is read follow each other: from, to, and the letters read.
        Self::explored(
            letters,
            (0, words.len(), 0),
            |&(from, to, read), letter| {
                let part = &words[from..to];
                let begin = part.partition_point(|word| word.get(read) < Some(&letter));
                let end = part.partition_point(|word| word.get(read) <= Some(&letter));
                (begin < end).then_some((from + begin, from + end, read + 1))
            },
            |&(from, to, read)| {
                words[from..to]
                    .first()
                    .is_some_and(|word| word.len() == read)
            },
        )
    }
}
