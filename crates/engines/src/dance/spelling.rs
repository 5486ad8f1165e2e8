//! Lines: letters that no word has are removed. For models with lines.
//!
//! **Idea.** A line is read from both ends, with sets of states. A letter stays at a place if some state that is reached
//! from the front is led by it to one from which the rest can still end; otherwise its choices go. That is all that
//! can be said about one line (generalised arc consistency). A cage is known by its sets of letters instead: those
//! that can no longer be filled are left out. The letters of the others may be in the cage, and a letter of all of them
//! is, so it is nowhere else in an item that has all its choices there.
//!
//! **Data.** A *view* is an item as a line reads it: its letters as a mask, shared by the lines that read it alike. A *reader*
//! is a language laid out for lines of one length, shared by the lines with the same clue. The states at a place of a
//! word are bits next to each other. In the languages of usual clues a letter moves nearly all states by the same
//! distance (a sum grows by its value, a run by one), so a step of the automaton is a few shifts of a set of states.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;
use tilewright_model::budget::{End, Meter};
use tilewright_model::{Choice, Demand, Item, Language, Line, Model};

/// A line over more letters than this is turned into items.
pub(crate) const MOST_LETTERS: usize = 64;

/// Cages with more sets than this are read as words.
const MOST_SETS: usize = 1 << 10;

/// Reading a place of a line takes as long as looking at so many choices.
const LOOK_AT_LINE: u64 = 16;

/// Returns true if the lines of a model are read here; otherwise they are to be turned into items.
pub(super) fn reads(model: &Model) -> bool {
    model
        .lines()
        .all(|line| line.language.letter_count() <= MOST_LETTERS)
}

/// The lines of a model with the letters that they have left.
#[derive(Debug, Default)]
pub(super) struct Spelling {
    views: Vec<View>,
    /// For each view its letters that are left.
    masks: Vec<u64>,
    /// For each letter of each view its choices that are live or picked.
    left: Vec<u32>,
    whole: Vec<u32>,
    /// The views that choice `c` is in, with its letter there: `shows[start[c]..start[c + 1]]`.
    shows: Vec<(u32, u32)>,
    start: Vec<u32>,
    lines: Vec<OneLine>,
    /// Lines to be looked at, and for each line whether it is one of them.
    due: Vec<u32>,
    is_due: Vec<bool>,
    scratch: Scratch,
    /// The letters looked at since the reset.
    pub(super) looked_at: u64,
}

#[derive(Debug)]
struct View {
    item: Item,
    letters: Arc<[u32]>,
    /// The place of its first letter in `left`.
    first: u32,
    lines: Vec<u32>,
}

#[derive(Debug)]
struct OneLine {
    reader: Arc<Reader>,
    views: Vec<u32>,
}

#[derive(Debug, Default)]
struct Scratch {
    masks: Vec<u64>,
    states: Vec<u64>,
    back: Vec<u64>,
}

impl Spelling {
    /// The lines of a model; the end, where the budget does not allow them.
    pub(super) fn new(model: &Model, meter: &mut Meter) -> Result<Self, End> {
        let mut made = Self::default();
        let mut known_views = HashMap::new();
        let mut readers: HashMap<_, Arc<Reader>> = HashMap::new();
        for (number, line) in (0u32..).zip(model.lines()) {
            let places = line.tiles.iter().zip(&*line.letters);
            let mut views = Vec::with_capacity(line.tiles.len());
            for (&item, letters) in places {
                let view = *known_views
                    .entry((item, Arc::as_ptr(letters)))
                    .or_insert_with(|| made.add_view(item, letters, line));
                made.views[view as usize].lines.push(number);
                views.push(view);
            }
            let masks = || views.iter().map(|&view| made.mask_of(view));
            let key = (
                Arc::as_ptr(&line.language),
                line.as_set,
                masks().collect::<Vec<u64>>(),
            );
            let reader = match readers.get(&key) {
                Some(reader) => Arc::clone(reader),
                None => Arc::new(Reader::of(line, &key.2, meter)?),
            };
            readers.insert(key, Arc::clone(&reader));
            made.lines.push(OneLine { reader, views });
        }
        let read: usize = model
            .lines()
            .flat_map(|line| line.letters.iter())
            .map(|letters| letters.len())
            .sum();
        meter.take((read * size_of::<(Choice, u32, u32)>()) as u64)?;
        made.is_due = vec![false; made.lines.len()];
        made.set_shows(model.choice_count(), model);
        Ok(made)
    }

    fn add_view(&mut self, item: Item, letters: &Arc<[u32]>, line: &Line) -> u32 {
        let first = self.whole.len();
        self.whole.resize(first + line.language.letter_count(), 0);
        for &letter in &**letters {
            self.whole[first + letter as usize] += 1;
        }
        self.views.push(View {
            item,
            letters: Arc::clone(letters),
            first: first as u32,
            lines: Vec::new(),
        });
        self.views.len() as u32 - 1
    }

    /// All letters of a view.
    fn mask_of(&self, view: u32) -> u64 {
        let letters = self.views[view as usize].letters.iter();
        letters.fold(0, |mask, letter| mask | 1 << letter)
    }

    fn set_shows(&mut self, choices: usize, model: &Model) {
        let mut shows: Vec<(Choice, u32, u32)> = Vec::new();
        for (number, view) in (0u32..).zip(&self.views) {
            let members = model.members(view.item).iter().zip(&*view.letters);
            shows.extend(members.map(|(&(choice, _), &letter)| (choice, number, letter)));
        }
        shows.sort_unstable();
        self.start = vec![0; choices + 1];
        for (choice, ..) in &shows {
            self.start[choice.index() + 1] += 1;
        }
        for choice in 0..choices {
            self.start[choice + 1] += self.start[choice];
        }
        self.shows = shows
            .iter()
            .map(|&(_, view, letter)| (view, letter))
            .collect();
    }

    /// Everything is live again, and every line is looked at.
    pub(super) fn reset(&mut self) {
        self.left.clone_from(&self.whole);
        self.masks = (0..self.views.len() as u32)
            .map(|view| self.mask_of(view))
            .collect();
        self.looked_at = 0;
        self.is_due.fill(true);
        self.due = (0..self.lines.len() as u32).rev().collect();
    }

    /// Forgets the lines to be looked at.
    pub(super) fn forget(&mut self) {
        for line in self.due.drain(..) {
            self.is_due[line as usize] = false;
        }
    }

    /// The choice was removed.
    pub(super) fn lose(&mut self, choice: Choice) {
        for k in self.range(choice) {
            let (number, letter) = self.shows[k];
            let view = &self.views[number as usize];
            let left = &mut self.left[(view.first + letter) as usize];
            *left -= 1;
            if *left > 0 {
                continue;
            }
            self.masks[number as usize] &= !(1 << letter);
            for &line in &view.lines {
                if !std::mem::replace(&mut self.is_due[line as usize], true) {
                    self.due.push(line);
                }
            }
        }
    }

    /// The choice is live again.
    pub(super) fn regain(&mut self, choice: Choice) {
        for k in self.range(choice) {
            let (number, letter) = self.shows[k];
            let view = &self.views[number as usize];
            self.left[(view.first + letter) as usize] += 1;
            self.masks[number as usize] |= 1 << letter;
        }
    }

    fn range(&self, choice: Choice) -> Range<usize> {
        self.start[choice.index()] as usize..self.start[choice.index() + 1] as usize
    }

    /// Looks at lines that are due until one of them dooms choices, which are added to `doomed`. Returns false if a line
    /// has no word left.
    pub(super) fn look(
        &mut self,
        model: &Model,
        is_live: impl Fn(Choice) -> bool,
        doomed: &mut Vec<Choice>,
    ) -> bool {
        while let Some(number) = self.due.pop() {
            self.is_due[number as usize] = false;
            let line = &self.lines[number as usize];
            let mut masks = std::mem::take(&mut self.scratch.masks);
            masks.clear();
            masks.extend(line.views.iter().map(|&view| self.masks[view as usize]));
            let known = line.reader.narrow(&mut masks, &mut self.scratch);
            self.looked_at += LOOK_AT_LINE * line.views.len() as u64;
            if let Some(known) = known {
                for (&view, &mask) in line.views.iter().zip(&masks) {
                    if self.masks[view as usize] & !mask != 0 {
                        self.doom(model, view, mask, &is_live, doomed);
                    }
                }
                self.claim(model, line, known, &masks, &is_live, doomed);
            }
            self.scratch.masks = masks;
            if known.is_none() {
                return false;
            }
            if !doomed.is_empty() {
                return true;
            }
        }
        true
    }

    /// Dooms what goes when these letters are in a cage for certain: the rest of an item that has all their choices there.
    fn claim(
        &self,
        model: &Model,
        line: &OneLine,
        known: u64,
        masks: &[u64],
        is_live: impl Fn(Choice) -> bool,
        doomed: &mut Vec<Choice>,
    ) {
        each_letter(known, |letter| {
            let views = line.views.iter().zip(masks);
            let views = views.filter(|(_, mask)| **mask >> letter & 1 == 1);
            let choices = || {
                views.clone().flat_map(|(&view, _)| {
                    let view = &self.views[view as usize];
                    let members = model.members(view.item).iter().zip(&*view.letters);
                    let here = members.filter(move |&(_, &shown)| shown as usize == letter);
                    here.map(|(&(choice, _), _)| choice)
                })
            };
            // A letter with one place is left to its tile.
            let Some(first) = choices().next().filter(|_| views.clone().count() > 1) else {
                return;
            };
            for &(item, _) in model.touches(first) {
                let is_in = |choice: Choice| model.touches(choice).iter().any(|(i, _)| *i == item);
                if model.demand(item) == Demand::OneColour || !choices().all(is_in) {
                    continue;
                }
                let others = model.members(item).iter().map(|&(choice, _)| choice);
                let is_elsewhere = |other: &Choice| choices().all(|choice| choice != *other);
                doomed.extend(others.filter(|&other| is_live(other)).filter(is_elsewhere));
            }
        });
    }

    /// Dooms the choices of a view that show none of these letters.
    fn doom(
        &self,
        model: &Model,
        view: u32,
        mask: u64,
        is_live: impl Fn(Choice) -> bool,
        doomed: &mut Vec<Choice>,
    ) {
        let view = &self.views[view as usize];
        for (&(choice, _), &letter) in model.members(view.item).iter().zip(&*view.letters) {
            if mask >> letter & 1 == 0 && is_live(choice) {
                doomed.push(choice);
            }
        }
    }
}

/// A language laid out for lines of one length and with certain letters at each place.
#[derive(Debug)]
enum Reader {
    Words(Layers),
    /// Words of letters that differ.
    Different(Layers),
    /// The sets of letters.
    Sets(Vec<u64>),
}

impl Reader {
    fn of(line: &Line, masks: &[u64], meter: &mut Meter) -> Result<Self, End> {
        if !line.as_set {
            return Layers::of(&line.language, masks, meter).map(Self::Words);
        }
        if let Some(sets) = sets(&line.language, masks, meter)? {
            return Ok(Self::Sets(sets));
        }
        Layers::of(&line.language, masks, meter).map(Self::Different)
    }

    /// Takes away letters that no word has. Returns letters that are in all words, of those that are known, or nothing if
    /// there is no word.
    fn narrow(&self, masks: &mut [u64], scratch: &mut Scratch) -> Option<u64> {
        match self {
            Self::Words(layers) => layers.narrow(masks, scratch).then_some(0),
            Self::Different(layers) => {
                let is_left = keep_apart(masks) && layers.narrow(masks, scratch);
                (is_left && keep_apart(masks)).then_some(0)
            }
            Self::Sets(sets) => narrow_to_sets(sets, masks),
        }
    }
}

/// Takes letters that are alone at a place away from all others. Returns false if a place has none left.
fn keep_apart(masks: &mut [u64]) -> bool {
    let mut taken = 0u64;
    loop {
        let mut alone = 0u64;
        for &mask in &*masks {
            if mask.is_power_of_two() && taken & mask == 0 {
                if alone & mask != 0 {
                    return false;
                }
                alone |= mask;
            }
        }
        if alone == 0 {
            return masks.iter().all(|&mask| mask != 0);
        }
        taken |= alone;
        for mask in &mut *masks {
            if !(mask.is_power_of_two() && taken & *mask != 0) {
                *mask &= !taken;
            }
        }
    }
}

fn narrow_to_sets(sets: &[u64], masks: &mut [u64]) -> Option<u64> {
    loop {
        if !keep_apart(masks) {
            return None;
        }
        let all = masks.iter().fold(0, |all, mask| all | mask);
        let (mut some, mut every, mut is_met) = (0, u64::MAX, false);
        for &set in sets {
            if set & !all == 0 && masks.iter().all(|mask| mask & set != 0) {
                some |= set;
                every &= set;
                is_met = true;
            }
        }
        if !is_met {
            return None;
        }
        let mut is_narrower = false;
        // Letters that are in for certain, by whether they have one place or several.
        let (mut once, mut twice) = (0, 0);
        for mask in &mut *masks {
            is_narrower |= *mask & !some != 0;
            *mask &= some;
            twice |= once & *mask;
            once |= *mask;
        }
        let only = every & once & !twice;
        for mask in &mut *masks {
            let here = *mask & only;
            if here != 0 && here != *mask {
                *mask = here;
                is_narrower = true;
            }
        }
        if !is_narrower {
            return Some(every);
        }
    }
}

/// The sets of different letters in the language, unless they are too many.
fn sets(language: &Language, masks: &[u64], meter: &mut Meter) -> Result<Option<Vec<u64>>, End> {
    let all = masks.iter().fold(0, |all, mask| all | mask);
    let mut found = Vec::new();
    // Sets that are begun: the letters, how many, the state, and the letters that may come.
    let mut begun = vec![(0u64, 0, 0u32, all)];
    let mut steps = 0;
    while let Some((set, size, state, rest)) = begun.pop() {
        meter.work(1)?;
        steps += 1;
        if found.len() > MOST_SETS || steps > 64 * MOST_SETS {
            return Ok(None);
        }
        if size == masks.len() {
            if language.is_end(state) {
                found.push(set);
            }
            continue;
        }
        let mut rest = rest;
        while rest != 0 {
            let letter = rest.trailing_zeros();
            rest &= rest - 1;
            if let Some(to) = language.step(state, letter as usize) {
                begun.push((set | 1 << letter, size + 1, to, rest));
            }
        }
    }
    Ok(Some(found))
}

/// The states at each place of a word as bits, and the steps between them.
#[derive(Debug)]
struct Layers {
    /// The words of a set of states.
    width: usize,
    /// The first state, and the states in which a word may end.
    begin: Vec<u64>,
    ends: Vec<u64>,
    letters: usize,
    /// The moves of letter `l` at place `p`: `moves[start[p * letters + l]..start[p * letters + l + 1]]`.
    start: Vec<u32>,
    /// How far up each takes its states, or down.
    moves: Vec<i32>,
    /// For each move the states that it moves.
    movers: Vec<u64>,
}

impl Layers {
    fn of(language: &Language, masks: &[u64], meter: &mut Meter) -> Result<Self, End> {
        let layers = living(language, masks, meter)?;
        let places: Vec<Numbered> = layers.iter().map(|states| Numbered::of(states)).collect();
        let bits = places.iter().map(|place| place.bits).max().unwrap_or(0);
        let width = bits.div_ceil(64).max(1);
        let mut made = Self {
            width,
            begin: vec![0; width],
            ends: vec![0; width],
            letters: language.letter_count(),
            start: vec![0],
            moves: Vec::new(),
            movers: Vec::new(),
        };
        let last = layers.len() - 1;
        for &state in &layers[0] {
            set_bit(&mut made.begin, places[0].bit(state));
        }
        for &state in &layers[last] {
            set_bit(&mut made.ends, places[last].bit(state));
        }
        for (place, mask) in masks.iter().enumerate() {
            for letter in 0..language.letter_count() {
                let first = made.moves.len();
                let states = layers[place].iter().filter(|_| mask >> letter & 1 == 1);
                meter.work(layers[place].len() + 1)?;
                for &state in states {
                    let Some(to) = language.step(state, letter) else {
                        continue;
                    };
                    if layers[place + 1].binary_search(&to).is_err() {
                        continue;
                    }
                    let bit = places[place].bit(state);
                    let by = places[place + 1].bit(to).cast_signed() - bit.cast_signed();
                    made.add_move(first, by, bit);
                }
                made.start.push(made.moves.len() as u32);
            }
        }
        let bytes =
            size_of_val(&*made.start) + size_of_val(&*made.moves) + size_of_val(&*made.movers);
        meter.take(bytes as u64)?;
        Ok(made)
    }

    /// Adds a state to the move by this distance, among the moves from `first` on.
    fn add_move(&mut self, first: usize, by: i32, bit: u32) {
        let known = self.moves[first..].iter().position(|&known| known == by);
        let number = known.map_or(self.moves.len(), |known| first + known);
        if number == self.moves.len() {
            self.moves.push(by);
            self.movers.resize(self.movers.len() + self.width, 0);
        }
        let from = number * self.width;
        set_bit(&mut self.movers[from..from + self.width], bit);
    }

    /// The same where a set of states is one word, as it is in most lines: nearly all the time goes here. A move is a
    /// rotation then, since no state that moves leaves the word.
    fn narrow_in_words(&self, masks: &mut [u64], states: &mut Vec<u64>) -> bool {
        let moves = |place: usize, letter: usize| {
            let at = place * self.letters + letter;
            let range = self.start[at] as usize..self.start[at + 1] as usize;
            let by = self.moves[range.clone()].iter();
            by.map(|by| by.cast_unsigned()).zip(&self.movers[range])
        };
        states.clear();
        let mut reached = self.begin[0];
        for (place, &mask) in masks.iter().enumerate() {
            states.push(reached);
            let mut after = 0;
            each_letter(mask, |letter| {
                for (by, movers) in moves(place, letter) {
                    after |= (reached & movers).rotate_left(by);
                }
            });
            if after == 0 {
                return false;
            }
            reached = after;
        }
        let mut ends = reached & self.ends[0];
        for ((place, mask), &reached) in masks.iter_mut().enumerate().zip(&*states).rev() {
            let (mut before, mut left) = (0, 0);
            each_letter(*mask, |letter| {
                for (by, movers) in moves(place, letter) {
                    let from = ends.rotate_right(by) & movers & reached;
                    before |= from;
                    left |= u64::from(from != 0) << letter;
                }
            });
            *mask = left;
            ends = before;
        }
        ends != 0
    }

    /// The moves of a letter at a place, each with the states that it moves.
    fn moves(&self, place: usize, letter: usize) -> impl Iterator<Item = (i32, &[u64])> {
        let at = place * self.letters + letter;
        let range = self.start[at] as usize..self.start[at + 1] as usize;
        range.map(|number| {
            let from = number * self.width;
            (self.moves[number], &self.movers[from..from + self.width])
        })
    }

    /// Takes away the letters that no word has. Returns false if there is no word.
    fn narrow(&self, masks: &mut [u64], scratch: &mut Scratch) -> bool {
        let width = self.width;
        let Scratch { states, back, .. } = scratch;
        if width == 1 {
            return self.narrow_in_words(masks, states);
        }
        // Front to back: the states that are reached before each place, and at the end.
        states.clear();
        states.resize(width * (masks.len() + 1), 0);
        states[..width].copy_from_slice(&self.begin);
        for (place, &mask) in masks.iter().enumerate() {
            let (before, after) = states[place * width..].split_at_mut(width);
            each_letter(mask, |letter| {
                for (by, movers) in self.moves(place, letter) {
                    add_moved(&mut after[..width], before, movers, by);
                }
            });
        }
        // Back to front: the states that can still end.
        back.clear();
        back.resize(2 * width, 0);
        let (mut ends, mut before) = back.split_at_mut(width);
        let reached = &states[masks.len() * width..];
        for (end, (&to, &reached)) in ends.iter_mut().zip(self.ends.iter().zip(reached)) {
            *end = to & reached;
        }
        for (place, mask) in masks.iter_mut().enumerate().rev() {
            before.fill(0);
            let reached = &states[place * width..(place + 1) * width];
            let mut left = 0;
            each_letter(*mask, |letter| {
                for (by, movers) in self.moves(place, letter) {
                    if add_moved_back(before, ends, movers, reached, by) {
                        left |= 1 << letter;
                    }
                }
            });
            *mask = left;
            std::mem::swap(&mut ends, &mut before);
        }
        ends.iter().any(|&word| word != 0)
    }
}

fn each_letter(mut mask: u64, mut take: impl FnMut(usize)) {
    while mask != 0 {
        take(mask.trailing_zeros() as usize);
        mask &= mask - 1;
    }
}

fn set_bit(words: &mut [u64], bit: u32) {
    words[bit as usize / 64] |= 1 << (bit % 64);
}

/// Word `k` of a set that is moved by a distance.
fn moved(word: impl Fn(usize) -> u64, width: usize, k: usize, by: i32) -> u64 {
    let (words, bits) = (by.unsigned_abs() as usize / 64, by.unsigned_abs() % 64);
    let at = |k: Option<usize>| k.filter(|&k| k < width).map_or(0, &word);
    let rest = |near: u64| if bits == 0 { 0 } else { near };
    if by >= 0 {
        at(k.checked_sub(words)) << bits | rest(at(k.checked_sub(words + 1)) >> (64 - bits).min(63))
    } else {
        at(Some(k + words)) >> bits | rest(at(Some(k + words + 1)) << (64 - bits).min(63))
    }
}

/// Adds those of the states that move, moved.
fn add_moved(into: &mut [u64], states: &[u64], movers: &[u64], by: i32) {
    let width = into.len();
    for (k, into) in into.iter_mut().enumerate() {
        *into |= moved(|k| states[k] & movers[k], width, k, by);
    }
}

/// Adds the reached states that move to one of the ends. Returns true if there are any.
fn add_moved_back(
    into: &mut [u64],
    ends: &[u64],
    movers: &[u64],
    reached: &[u64],
    by: i32,
) -> bool {
    let width = into.len();
    let mut any = 0;
    for (k, into) in into.iter_mut().enumerate() {
        let from = moved(|k| ends[k], width, k, -by) & movers[k] & reached[k];
        *into |= from;
        any |= from;
    }
    any != 0
}

/// The states before each place, and at the end, by which a word of these letters can come and go on; each list ascending.
fn living(language: &Language, masks: &[u64], meter: &mut Meter) -> Result<Vec<Vec<u32>>, End> {
    let mut layers = vec![vec![0u32]];
    for &mask in masks {
        let states = layers.last().expect("it begins with the first state");
        meter.work(states.len() * mask.count_ones() as usize + 1)?;
        let mut next = Vec::new();
        for &state in states {
            each_letter(mask, |letter| next.extend(language.step(state, letter)));
        }
        next.sort_unstable();
        next.dedup();
        meter.take(size_of_val(&*next) as u64)?;
        layers.push(next);
    }
    let last = layers.len() - 1;
    layers[last].retain(|&state| language.is_end(state));
    for place in (0..last).rev() {
        let (before, after) = layers.split_at_mut(place + 1);
        meter.work(before[place].len() * masks[place].count_ones() as usize + 1)?;
        before[place].retain(|&state| {
            let mut goes_on = false;
            each_letter(masks[place], |letter| {
                let to = language.step(state, letter);
                goes_on |= to.is_some_and(|to| after[0].binary_search(&to).is_ok());
            });
            goes_on
        });
    }
    Ok(layers)
}

/// The bits of the states at a place: their distance from the first, or their number where they lie far apart.
struct Numbered<'s> {
    states: &'s [u32],
    is_by_distance: bool,
    bits: usize,
}

impl<'s> Numbered<'s> {
    fn of(states: &'s [u32]) -> Self {
        let range = match states {
            [first, .., last] => (last - first) as usize + 1,
            states => states.len(),
        };
        let is_by_distance = range <= 64.max(states.len());
        Self {
            states,
            is_by_distance,
            bits: if is_by_distance { range } else { states.len() },
        }
    }

    fn bit(&self, state: u32) -> u32 {
        if self.is_by_distance {
            return state - self.states[0];
        }
        self.states.partition_point(|&other| other < state) as u32
    }
}

#[cfg(test)]
mod tests;
