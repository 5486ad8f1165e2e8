//! Two lines together: what no word of one line has, if the other is to have a word as well.
//!
//! Where two lines share two tiles or more, a word of one may leave the other without any, though each line by itself allows all
//! that is left: the mines around two numbers side by side, the lines at a corner and those around a cell. Both lines are read at once,
//! tile by tile in an order that follows both; a state is a state of each. That is all that two lines say by themselves.
//!
//! Where the shared tiles come in the opposite order, the second line is read from its end. Where they come in no common order,
//! where a line reads a tile twice, and for sets, nothing is said.

use crate::explain::{Finder, Found};
use crate::{Board, Logic, Reason, Step};
use std::collections::HashMap;
use std::ops::ControlFlow;
use tilewright_model::budget::Meter;
use tilewright_model::{Choice, Item, Language, Line, Model};

/// The most tiles of a line that is read together with another.
const MOST_TILES: usize = 16;
/// The most states of a line that is read together with another: bits of a word.
const MOST_STATES: usize = 64;
/// The most looks at lines for couples, and the most couples; beyond, there are none.
const MOST_LOOKS: usize = 1 << 21;
const MOST_COUPLES: usize = 1 << 15;

/// Two lines, and the order in which they are read.
#[derive(Debug)]
pub(crate) struct Couple {
    /// Their places among the lines of the logic.
    lines: [usize; 2],
    /// The tiles in an order that follows both, with their places on each.
    tiles: Vec<(Item, [Option<usize>; 2])>,
    /// The second line is read from its end.
    is_backward: bool,
}

/// Finds what couples of lines say: those with a tile that changed since then.
pub(crate) fn find(
    board: &Board,
    since: u64,
    finder: &mut Finder,
    found: &mut Found<'_>,
) -> ControlFlow<()> {
    let couples = board.logic().couples();
    finder.meter.spend(couples.len() + 1)?;
    for couple in couples {
        if let Some(step) = couple.step(board, since, &mut finder.meter)? {
            found(step)?;
        }
    }
    ControlFlow::Continue(())
}

/// The couples of the lines, in their order.
pub(crate) fn couples(lines: &[&Line], model: &Model) -> Vec<Couple> {
    let is_short = |line: &Line| {
        let mut tiles = line.tiles.to_vec();
        tiles.sort_unstable();
        !line.as_set
            && tiles.len() <= MOST_TILES
            && tiles.windows(2).all(|two| two[0] != two[1])
            && line.language.state_count() <= MOST_STATES
    };
    let mut on: HashMap<Item, Vec<usize>> = HashMap::new();
    let mut looks = 0;
    let mut couples = Vec::new();
    for (number, line) in lines.iter().enumerate() {
        if !is_short(line) {
            continue;
        }
        let mut shared: HashMap<usize, usize> = HashMap::new();
        for tile in &*line.tiles {
            for &other in on.get(tile).into_iter().flatten() {
                looks += 1;
                *shared.entry(other).or_default() += usize::from(model.members(*tile).len() > 1);
            }
        }
        let mut others: Vec<usize> = shared
            .into_iter()
            .filter(|&(_, n)| n > 1)
            .map(|(o, _)| o)
            .collect();
        others.sort_unstable();
        let of = |other: usize| couple([other, number], [lines[other], line]);
        couples.extend(others.into_iter().filter_map(of));
        if looks > MOST_LOOKS || couples.len() > MOST_COUPLES {
            return Vec::new();
        }
        for &tile in &*line.tiles {
            on.entry(tile).or_default().push(number);
        }
    }
    couples
}

/// The two lines in a common order, if there is one.
fn couple(numbers: [usize; 2], [one, other]: [&Line; 2]) -> Option<Couple> {
    let place_of = |line: &Line, tile: Item| line.tiles.iter().position(|&of| of == tile);
    let shared: Vec<[usize; 2]> = (one.tiles.iter().enumerate())
        .filter_map(|(place, &tile)| Some([place, place_of(other, tile)?]))
        .collect();
    let is_forward = shared.is_sorted_by_key(|places| places[1]);
    let is_backward = shared.iter().rev().is_sorted_by_key(|places| places[1]);
    if !is_forward && !is_backward {
        return None;
    }
    let last = other.tiles.len() - 1;
    let turned = |place: usize| if is_forward { place } else { last - place };
    let mut tiles = Vec::new();
    let mut next = 0;
    let mut alone = |tiles: &mut Vec<_>, end: usize| {
        while next < end {
            let place = turned(next);
            tiles.push((other.tiles[place], [None, Some(place)]));
            next += 1;
        }
        next += 1;
    };
    for (place, &tile) in one.tiles.iter().enumerate() {
        match place_of(other, tile) {
            None => tiles.push((tile, [Some(place), None])),
            Some(there) => {
                alone(&mut tiles, turned(there));
                tiles.push((tile, [Some(place), Some(there)]));
            }
        }
    }
    alone(&mut tiles, last + 1);
    Some(Couple {
        lines: numbers,
        tiles,
        is_backward: !is_forward,
    })
}

/// What a tile may read: a choice, and for each line how it leads from one state to the next.
struct Read<'r> {
    choice: Choice,
    steps: [&'r [(u32, u32)]; 2],
}

/// For each line and letter the steps from state to state; of none, each state stays.
struct Steps {
    of_letter: [Vec<Vec<(u32, u32)>>; 2],
    stays: [Vec<(u32, u32)>; 2],
}

impl Steps {
    fn of(lines: [&Line; 2], is_backward: bool) -> Self {
        let of_line = |line: &Line, is_turned: bool| {
            let mut of_letter = vec![Vec::new(); line.language.letter_count()];
            for (from, letter, to) in line.language.transitions() {
                let step = if is_turned { (to, from) } else { (from, to) };
                of_letter[letter as usize].push(step);
            }
            of_letter
        };
        let stay = |line: &Line| {
            let states = 0..line.language.state_count() as u32;
            states.map(|state| (state, state)).collect()
        };
        Self {
            of_letter: [of_line(lines[0], false), of_line(lines[1], is_backward)],
            stays: lines.map(stay),
        }
    }

    fn of_letter(&self, line: usize, letter: Option<u32>) -> &[(u32, u32)] {
        match letter {
            None => &self.stays[line],
            Some(letter) => &self.of_letter[line][letter as usize],
        }
    }
}

/// States of both lines: of each state of the first, those of the second as bits.
type States = Vec<u64>;

/// The states after a step of each line, or before it.
fn stepped(states: &[u64], [one, other]: [&[(u32, u32)]; 2], is_back: bool, to: &mut [u64]) {
    let way = |&(from, to): &(u32, u32)| if is_back { (to, from) } else { (from, to) };
    for (from, next) in one.iter().map(way) {
        let here = states[from as usize];
        if here == 0 {
            continue;
        }
        let mut after = 0;
        for (from, next) in other.iter().map(way) {
            after |= (here >> from & 1) << next;
        }
        to[next as usize] |= after;
    }
}

impl Couple {
    fn lines<'l>(&self, logic: &'l Logic) -> [&'l Line; 2] {
        self.lines.map(|number| &logic.lines()[number].line)
    }

    /// The step of the couple, if it says anything, and if a tile changed since then.
    fn step(&self, board: &Board, since: u64, meter: &mut Meter) -> ControlFlow<(), Option<Step>> {
        let mut tiles = self.tiles.iter();
        let has_changed = since == 0 || tiles.any(|(tile, _)| board.changed_since(*tile, since));
        let is_shared =
            |(_, places): &&(Item, [Option<usize>; 2])| places.iter().all(Option::is_some);
        let shared = || self.tiles.iter().filter(is_shared);
        if !has_changed
            || shared()
                .filter(|(tile, _)| board.live_count(*tile) > 1)
                .count()
                < 2
        {
            return ControlFlow::Continue(None);
        }
        let removed = self.gone(board, meter)?;
        ControlFlow::Continue((!removed.is_empty()).then(|| {
            let logic = board.logic();
            let rules = self.lines.map(|number| logic.lines()[number].rule);
            let premises = board.live_of(self.tiles.iter().map(|(tile, _)| *tile));
            Step::removes(Reason::Together { rules }, premises, removed)
        }))
    }

    /// The live choices that no words of both lines have; all of the board if there are no such words.
    fn gone(&self, board: &Board, meter: &mut Meter) -> ControlFlow<(), Vec<Choice>> {
        let lines = self.lines(board.logic());
        let steps = Steps::of(lines, self.is_backward);
        let reads: Vec<Vec<Read<'_>>> = (self.tiles.iter())
            .map(|of| reads(board, lines, &steps, of))
            .collect();
        let [first, second] = lines.map(|line| &line.language);
        let ends_of = |language: &Language| {
            let states = 0..language.state_count() as u32;
            let ends = states.filter(|&state| language.is_end(state));
            ends.fold(0u64, |ends, state| ends | 1 << state)
        };
        let (begin, end) = if self.is_backward {
            (ends_of(second), 1)
        } else {
            (1, ends_of(second))
        };
        // Forward: the states that are reached before each tile.
        let count = first.state_count();
        let mut states: States = vec![0; count];
        states[0] = begin;
        let mut reached: Vec<States> = Vec::with_capacity(reads.len());
        for here in &reads {
            meter.spend(here.len() * count + 1)?;
            let mut after: States = vec![0; count];
            for read in here {
                stepped(&states, read.steps, false, &mut after);
            }
            reached.push(std::mem::replace(&mut states, after));
        }
        let mut ends: States = (states.iter().enumerate())
            .map(|(state, &others)| {
                if first.is_end(state as u32) {
                    others & end
                } else {
                    0
                }
            })
            .collect();
        if ends.iter().all(|&others| others == 0) {
            return ControlFlow::Continue(board.all_live());
        }
        // Backward: the choices that lead to an end.
        let mut gone: Vec<Choice> = Vec::new();
        for (here, before) in reads.iter().zip(&reached).rev() {
            meter.spend(here.len() * count + 1)?;
            let mut begins: States = vec![0; count];
            for read in here {
                let mut from: States = vec![0; count];
                stepped(&ends, read.steps, true, &mut from);
                let mut leads = false;
                for (state, from) in from.iter().enumerate() {
                    leads |= from & before[state] != 0;
                    begins[state] |= from & before[state];
                }
                if !leads {
                    gone.push(read.choice);
                }
            }
            ends = begins;
        }
        gone.sort_unstable();
        gone.dedup();
        ControlFlow::Continue(gone)
    }
}

/// The choices that a tile has left, with their steps on each line.
fn reads<'r>(
    board: &Board,
    lines: [&Line; 2],
    steps: &'r Steps,
    (tile, places): &(Item, [Option<usize>; 2]),
) -> Vec<Read<'r>> {
    let members = board.logic().model().members(*tile).iter();
    let live = members
        .enumerate()
        .filter(|(_, (choice, _))| board.is_live(*choice));
    let read = live.map(|(nth, &(choice, _))| {
        let letter = |line: usize| places[line].map(|place| lines[line].letters[place][nth]);
        Read {
            choice,
            steps: [0, 1].map(|line| steps.of_letter(line, letter(line))),
        }
    });
    read.collect()
}
