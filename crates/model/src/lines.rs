//! Lines as items: the automaton becomes hidden choices.
//!
//! **Layers.** Every place of a line is a hidden tile; its choices are the steps that a word may take there: the state
//! before, the letter, the state after. Two one-colour items say the rest: the step shows the letter of the item that is
//! read, and it ends in the state in which the next step begins. Only steps are made that can be reached and can
//! still end. The automaton is deterministic, so each word is one way to pick steps, and counts stay exact.
//!
//! **Sets.** Where it is the set of letters that counts (a cage), one hidden tile has the sets as choices. For each letter
//! exactly one is picked among the choices with that letter and the sets without it. That says that the letters
//! differ, too, and it is stronger than any order of reading.

use crate::budget::{End, Meter};
use crate::lower::Size;
use crate::{Demand, Line, Model, ModelBuilder, ModelError};
use std::collections::HashMap;
use std::sync::Arc;

/// More sets than this are said by layers, and by an item for each letter.
const MOST_SETS: usize = 1 << 12;

/// The hidden part of a line, the same for all lines that read the same letters in the same language.
pub(crate) enum Lowered {
    Layers(Layers),
    /// The sets of letters, each ascending, and the number of letters.
    Sets(Vec<Vec<u32>>, u32),
}

/// The steps of each place: state before, letter, state after; and for each place how many states it begins in.
pub(crate) struct Layers {
    steps: Vec<Vec<[u32; 3]>>,
    /// Too many sets: the letters are kept apart by items of their own.
    are_different: bool,
}

impl Lowered {
    /// That of each line of a model, in order; nothing for those that are `kept`.
    pub(crate) fn all_of(
        model: &Model,
        kept: impl Fn(&Line) -> bool,
        meter: &mut Meter,
    ) -> Result<Vec<Option<Arc<Self>>>, End> {
        let mut known: HashMap<_, Arc<Self>> = HashMap::new();
        let mut all = Vec::new();
        for line in model.lines() {
            if kept(line) {
                all.push(None);
                continue;
            }
            let letters: Vec<_> = line.letters.iter().map(Arc::as_ptr).collect();
            let key = (Arc::as_ptr(&line.language), line.as_set, letters);
            let lowered = if let Some(lowered) = known.get(&key) {
                Arc::clone(lowered)
            } else {
                let lowered = Arc::new(Self::of(model, line, meter)?);
                known.insert(key, Arc::clone(&lowered));
                lowered
            };
            all.push(Some(lowered));
        }
        Ok(all)
    }

    fn of(model: &Model, line: &Line, meter: &mut Meter) -> Result<Self, End> {
        let letters = model.letters(line, |_, _| true);
        if line.as_set
            && let Some(sets) = sets(line, &letters, meter)?
        {
            return Ok(Self::Sets(sets, line.language.letter_count() as u32));
        }
        let layers = Layers::of(line, &letters, meter)?;
        Ok(Self::Layers(layers))
    }

    /// The number of hidden choices.
    pub(crate) fn choices(&self) -> u64 {
        match self {
            Self::Layers(layers) => layers.steps.iter().map(|steps| steps.len() as u64).sum(),
            Self::Sets(sets, _) => sets.len() as u64,
        }
    }

    /// The items that it takes, and their members.
    pub(crate) fn size(&self, line: &Line) -> Size {
        let read: u64 = line
            .letters
            .iter()
            .map(|letters| letters.len() as u64)
            .sum();
        match self {
            Self::Sets(sets, letters) => {
                let missing: u64 = sets
                    .iter()
                    .map(|set| u64::from(*letters) - set.len() as u64)
                    .sum();
                Size {
                    items: 1 + u64::from(*letters),
                    members: sets.len() as u64 + read + missing,
                }
            }
            Self::Layers(layers) => layers.size(line, read),
        }
    }

    /// Adds its items, for hidden choices from `first` on.
    pub(crate) fn add_to(
        &self,
        b: &mut ModelBuilder,
        model: &Model,
        line: &Line,
        first: u32,
    ) -> Result<(), ModelError> {
        match self {
            Self::Layers(layers) => layers.add_to(b, model, line, first),
            Self::Sets(sets, letters) => add_sets(sets, *letters, b, model, line, first),
        }
    }
}

/// The choices along a line by their letters.
pub(crate) fn by_letter(model: &Model, line: &Line, letters: usize) -> Vec<Vec<u32>> {
    let mut by_letter = vec![Vec::new(); letters];
    for place in 0..line.tiles.len() {
        for (choice, letter) in model.read(line, place) {
            by_letter[letter as usize].push(choice.0);
        }
    }
    by_letter
}

/// The sets of as many letters as there are places that the language allows, unless they are too many.
fn sets(
    line: &Line,
    letters: &[Vec<u32>],
    meter: &mut Meter,
) -> Result<Option<Vec<Vec<u32>>>, End> {
    let mut all: Vec<u32> = letters.concat();
    all.sort_unstable();
    all.dedup();
    let mut found = Vec::new();
    // Sets that are begun: their letters, the state, the place of the next letter in `all`.
    let mut begun = vec![(Vec::new(), 0u32, 0usize)];
    let mut steps = 0usize;
    while let Some((set, state, next)) = begun.pop() {
        meter.work(1)?;
        steps += 1;
        if found.len() > MOST_SETS || steps > 64 * MOST_SETS {
            return Ok(None);
        }
        if set.len() == letters.len() {
            if line.language.is_end(state) {
                found.push(set);
            }
            continue;
        }
        for (place, &letter) in all.iter().enumerate().skip(next).rev() {
            if let Some(to) = line.language.step(state, letter as usize) {
                begun.push(([&set[..], &[letter]].concat(), to, place + 1));
            }
        }
    }
    Ok(Some(found))
}

fn add_sets(
    sets: &[Vec<u32>],
    letters: u32,
    b: &mut ModelBuilder,
    model: &Model,
    line: &Line,
    first: u32,
) -> Result<(), ModelError> {
    let hidden: Vec<u32> = (first..).take(sets.len()).collect();
    b.tile(&hidden)?;
    let mut by_letter = by_letter(model, line, letters as usize);
    for (letter, members) in (0..letters).zip(&mut by_letter) {
        let without = hidden
            .iter()
            .zip(sets)
            .filter(|(_, set)| !set.contains(&letter));
        members.extend(without.map(|(&choice, _)| choice));
        b.item(Demand::ExactlyOne, members)?;
    }
    Ok(())
}

impl Layers {
    fn of(line: &Line, letters: &[Vec<u32>], meter: &mut Meter) -> Result<Self, End> {
        // Forward all states that are reached, then backward the steps that can still end.
        let mut reached: Vec<Vec<u32>> = vec![vec![0]];
        for letters in letters {
            let states = reached.last().expect("it begins with the first state");
            meter.work(states.len() * letters.len() + 1)?;
            let mut next: Vec<u32> = Vec::new();
            for &state in states {
                next.extend(
                    letters
                        .iter()
                        .filter_map(|&letter| line.language.step(state, letter as usize)),
                );
            }
            next.sort_unstable();
            next.dedup();
            reached.push(next);
        }
        let mut steps = Vec::with_capacity(letters.len());
        let mut ends: Vec<u32> = reached
            .pop()
            .expect("there is one for each place and one more");
        ends.retain(|&state| line.language.is_end(state));
        for (letters, states) in letters.iter().zip(&reached).rev() {
            meter.work(states.len() * letters.len() + 1)?;
            let mut here = Vec::new();
            for &state in states {
                for &letter in letters {
                    let to = line.language.step(state, letter as usize);
                    if let Some(to) = to.filter(|to| ends.binary_search(to).is_ok()) {
                        here.push([state, letter, to]);
                    }
                }
            }
            meter.take(size_of_val(&*here) as u64)?;
            ends = here.iter().map(|step| step[0]).collect();
            ends.dedup();
            steps.push(here);
        }
        steps.reverse();
        Ok(Self {
            steps,
            are_different: line.as_set,
        })
    }

    /// Returns true if the step at this place may end in several states, so that an item joins it to the next.
    fn is_joined(&self, place: usize) -> bool {
        let next = self.steps.get(place + 1);
        next.is_some_and(|next| next.iter().any(|step| step[0] != next[0][0]))
    }

    fn size(&self, line: &Line, read: u64) -> Size {
        let mut size = Size {
            items: 0,
            members: 0,
        };
        let mut add = |items, members: u64| {
            size.items += items;
            size.members += members;
        };
        for (place, steps) in self.steps.iter().enumerate() {
            add(2, 2 * steps.len() as u64);
            if self.is_joined(place) {
                add(1, (steps.len() + self.steps[place + 1].len()) as u64);
            }
        }
        add(0, read);
        if self.are_different {
            add(line.language.letter_count() as u64, read);
        }
        size
    }

    fn add_to(
        &self,
        b: &mut ModelBuilder,
        model: &Model,
        line: &Line,
        first: u32,
    ) -> Result<(), ModelError> {
        let mut firsts = vec![first];
        for steps in &self.steps {
            firsts.push(firsts[firsts.len() - 1] + steps.len() as u32);
        }
        let hidden = |place: usize, show: fn(&[u32; 3]) -> u32| {
            let steps = self.steps[place].iter().map(show);
            (firsts[place]..).zip(steps)
        };
        for place in 0..self.steps.len() {
            let steps: Vec<u32> = (firsts[place]..firsts[place + 1]).collect();
            b.tile(&steps)?;
            let read = model.read(line, place);
            let shown: Vec<(u32, u32)> = (read.map(|(choice, letter)| (choice.0, letter)))
                .chain(hidden(place, |step| step[1]))
                .collect();
            b.one_colour(&shown)?;
            if self.is_joined(place) {
                let after = hidden(place, |step| step[2]);
                let joined: Vec<(u32, u32)> =
                    after.chain(hidden(place + 1, |step| step[0])).collect();
                b.one_colour(&joined)?;
            }
        }
        if self.are_different {
            for members in by_letter(model, line, line.language.letter_count()) {
                b.item(Demand::AtMostOne, &members)?;
            }
        }
        Ok(())
    }
}
