//! The smallest automaton of a language.

use super::{DEAD, Language};

/// Minimises an automaton: the fewest states for its language, numbered breadth first.
pub(super) fn minimised(language: &Language) -> Language {
    let alive = alive(language);
    if !alive[0] {
        return Language::none(language.letters);
    }
    // A class for each living state: what is dead goes, for a missing step and one to a dead state are the same.
    let own = |(state, alive)| if alive { state as u32 } else { DEAD };
    let own: Vec<u32> = alive.into_iter().enumerate().map(own).collect();
    let living = walked(language, &own);
    walked(&living, &classes(&living))
}

/// The transitions into all states, as triples of the state, the letter and the state before, in order.
struct Incoming(Vec<(u32, u32, u32)>);

impl Incoming {
    fn of(language: &Language) -> Self {
        let mut edges = Vec::with_capacity(language.next.len());
        for (from, letter, to) in language.transitions() {
            edges.push((to, letter, from));
        }
        edges.sort_unstable();
        Self(edges)
    }

    fn of_state(&self, state: u32) -> &[(u32, u32, u32)] {
        let begin = self.0.partition_point(|&(to, ..)| to < state);
        let end = self.0.partition_point(|&(to, ..)| to <= state);
        &self.0[begin..end]
    }
}

/// For each state whether a word can still end from there.
fn alive(language: &Language) -> Vec<bool> {
    let incoming = Incoming::of(language);
    let mut alive = language.accepts.clone();
    let mut open: Vec<u32> = (0..language.state_count() as u32)
        .filter(|&state| alive[state as usize])
        .collect();
    while let Some(state) = open.pop() {
        for &(_, _, from) in incoming.of_state(state) {
            if !std::mem::replace(&mut alive[from as usize], true) {
                open.push(from);
            }
        }
    }
    alive
}

/// A partition of the states into classes, each a piece of one array.
///
/// To split classes, states are *marked*: a marked state moves to the front of its class, and `split` makes a class
/// of its own of the marked or of the others, whichever are fewer.
struct Partition {
    states: Vec<u32>,
    place: Vec<u32>,
    class: Vec<u32>,
    start: Vec<u32>,
    end: Vec<u32>,
    marked: Vec<u32>,
    touched: Vec<u32>,
}

impl Partition {
    fn new(count: usize) -> Self {
        let states: Vec<u32> = (0..count as u32).collect();
        Self {
            place: states.clone(),
            states,
            class: vec![0; count],
            start: vec![0],
            end: vec![count as u32],
            marked: vec![0],
            touched: Vec::new(),
        }
    }

    fn mark(&mut self, state: u32) {
        let class = self.class[state as usize] as usize;
        let front = self.start[class] + self.marked[class];
        let place = self.place[state as usize];
        if place < front {
            return;
        }
        if self.marked[class] == 0 {
            self.touched.push(class as u32);
        }
        let other = self.states[front as usize];
        self.states.swap(front as usize, place as usize);
        self.place[other as usize] = place;
        self.place[state as usize] = front;
        self.marked[class] += 1;
    }

    /// Splits every class that has marked states and others; `fresh` hears of each new class.
    fn split(&mut self, mut fresh: impl FnMut(u32)) {
        while let Some(class) = self.touched.pop() {
            let class = class as usize;
            let (start, end) = (self.start[class], self.end[class]);
            let middle = start + std::mem::take(&mut self.marked[class]);
            if middle == end {
                continue;
            }
            let (from, to) = if middle - start <= end - middle {
                self.start[class] = middle;
                (start, middle)
            } else {
                self.end[class] = middle;
                (middle, end)
            };
            let new = self.start.len() as u32;
            for &state in &self.states[from as usize..to as usize] {
                self.class[state as usize] = new;
            }
            self.start.push(from);
            self.end.push(to);
            self.marked.push(0);
            fresh(new);
        }
    }

    fn members(&self, class: u32) -> &[u32] {
        let class = class as usize;
        &self.states[self.start[class] as usize..self.end[class] as usize]
    }
}

/// The class of each state: two states are in one class if the same rests of words end well from both.
///
/// A class waits until others are split by it: into the states that a letter leads into it, and those that it does not.
/// When a class that is done is split, one half is enough to split others by, since they are split by the whole already;
/// so the new class is the smaller half, and each state waits at most log n times.
fn classes(language: &Language) -> Vec<u32> {
    let incoming = Incoming::of(language);
    let mut partition = Partition::new(language.state_count());
    let mut waiting = vec![0];
    let ends = language.accepts.iter().enumerate();
    for (state, _) in ends.filter(|(_, accepts)| **accepts) {
        partition.mark(state as u32);
    }
    partition.split(|class| waiting.push(class));
    let mut edges = Vec::new();
    while let Some(class) = waiting.pop() {
        edges.clear();
        for &state in partition.members(class) {
            let edges_in = incoming.of_state(state).iter();
            edges.extend(edges_in.map(|&(_, letter, from)| (letter, from)));
        }
        edges.sort_unstable();
        for by_letter in edges.chunk_by(|one, other| one.0 == other.0) {
            for &(_, from) in by_letter {
                partition.mark(from);
            }
            partition.split(|class| waiting.push(class));
        }
    }
    partition.class
}

/// One state for each class that the first state reaches, in the order of a walk; class [`DEAD`] is left out.
fn walked(language: &Language, classes: &[u32]) -> Language {
    let mut number = vec![DEAD; classes.len()];
    number[classes[0] as usize] = 0;
    let mut states = vec![0usize];
    let mut next = Vec::new();
    let mut at = 0;
    while let Some(&state) = states.get(at) {
        for &to in language.steps(state) {
            let class = classes.get(to as usize).copied().unwrap_or(DEAD);
            let Some(number) = number.get_mut(class as usize) else {
                next.push(DEAD);
                continue;
            };
            if *number == DEAD {
                *number = states.len() as u32;
                states.push(to as usize);
            }
            next.push(*number);
        }
        at += 1;
    }
    Language {
        letters: language.letters,
        next,
        accepts: states
            .iter()
            .map(|&state| language.accepts[state])
            .collect(),
    }
}
