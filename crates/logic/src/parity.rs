//! Parity: a line that is drawn enters an area as often as it leaves it.
//!
//! Some lines of the model say of a few nodes of a link, each of which is next to each, how many of them are in, and that number is
//! always even, or always odd: a loop comes to a corner of the grid and leaves it again. Such a line is a **crossing**, and
//! a node in two of them is a **strand** between them. The strands that are open make a graph of crossings. If one of them is
//! a bridge, all other strands that leave the crossings on one side of it are known, and each that lies
//! between two of them counts twice: so its own parity is known.
//!
//! In a puzzle with a loop that is the rule of inside and outside: along any closed way over the board the loop is crossed an even
//! number of times. Nothing here knows of loops, though; it is the parity of the words of a line, and of a pair of tiles.
//!
//! A strand that is in one crossing, or in more than two, leads to a place of which nothing is known: the **root**.

use crate::explain::{Finder, Found};
use crate::joined::Linked;
use crate::{Board, Reason, Step};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::ControlFlow;
use tilewright_model::budget::Meter;
use tilewright_model::{Choice, Item, Line, Model, Pair, Rule};

/// The most places of a line that is a crossing.
const MOST_PLACES: usize = 16;

/// The most choices of a tile on a crossing.
const MOST_CHOICES: usize = 4;

/// The rules that may be crossings: short ones of tiles with few choices, by their tiles.
pub(crate) struct Counts(HashMap<Item, Vec<usize>>);

impl Counts {
    pub(crate) fn of(asked: &Model) -> Self {
        let mut of_tile: HashMap<Item, Vec<usize>> = HashMap::new();
        for (number, rule) in asked.rules().iter().enumerate() {
            let tiles = match rule {
                Rule::Line(line) if !line.as_set && line.tiles.len() <= MOST_PLACES => {
                    line.tiles.to_vec()
                }
                Rule::Pair(pair) => vec![pair.from, pair.to],
                _ => continue,
            };
            if tiles
                .iter()
                .all(|&tile| asked.members(tile).len() <= MOST_CHOICES)
            {
                for tile in tiles {
                    of_tile.entry(tile).or_default().push(number);
                }
            }
        }
        Self(of_tile)
    }

    /// Those with a tile that puts a node of the link in, ascending.
    fn near(&self, model: &Model, linked: &Linked) -> BTreeSet<usize> {
        let touched = linked.alone().flat_map(|choice| model.touches(choice));
        let rules = touched.filter_map(|(item, _)| self.0.get(item));
        rules.flatten().copied().collect()
    }
}

/// The crossings of a link.
#[derive(Debug)]
pub(crate) struct Crossings {
    /// The number of the link's rule.
    link: usize,
    /// For each crossing its rule, and whether an odd number is in. The root comes last.
    rules: Vec<(usize, bool)>,
    strands: Vec<Strand>,
    /// The strands of each crossing, and of the root.
    at: Vec<Vec<u32>>,
}

#[derive(Debug)]
struct Strand {
    /// The choice that puts it in, and its tile.
    choice: Choice,
    tile: Item,
    /// The crossings that it joins, or one of them and the root.
    ends: [u32; 2],
}

/// What a bridge says.
pub(crate) struct Crossed {
    /// The crossings on one side, by their rules, ascending.
    rules: Vec<usize>,
    /// The tiles of the strands that leave that side, but for the last.
    border: Vec<Item>,
    /// The choice that is left open, and whether it is picked; `None` if everything is known, and wrong.
    last: Option<(Choice, bool)>,
}

/// Finds what crossings say.
pub(crate) fn find(
    board: &Board,
    since: u64,
    finder: &mut Finder,
    found: &mut Found<'_>,
) -> ControlFlow<()> {
    if since == board.clock() {
        return ControlFlow::Continue(());
    }
    for crossings in board.logic().crossings() {
        for crossed in crossings.look(board, &mut finder.meter)? {
            found(crossings.step(board, &crossed))?;
        }
    }
    ControlFlow::Continue(())
}

impl Crossed {
    /// The choices that go for it, as far as they are there.
    pub(crate) fn gone(&self, board: &Board) -> Vec<Choice> {
        match self.last {
            None => board.all_live(),
            Some((choice, false)) => vec![choice],
            Some((choice, true)) => {
                let model = board.logic().model();
                let touched = model.touches(choice).iter();
                let bases = touched.filter(|(item, _)| board.logic().is_base(*item));
                let others = bases.flat_map(|&(item, _)| board.live(item));
                let mut others: Vec<Choice> = others.filter(|&other| other != choice).collect();
                others.sort_unstable();
                others.dedup();
                others
            }
        }
    }

    /// The choices that must be gone for it, as far as they are.
    pub(crate) fn needs(&self, model: &Model) -> Vec<Choice> {
        let members = self.border.iter().flat_map(|&tile| model.members(tile));
        members.map(|&(choice, _)| choice).collect()
    }
}

impl Crossings {
    /// The crossings of a link among those rules of the model that may be [crossings](Counts::of); `None` where there are too few to say anything.
    pub(crate) fn of(
        counts: &Counts,
        asked: &Model,
        lowered: &Model,
        linked: &Linked,
    ) -> Option<Self> {
        let mut sets: BTreeMap<Vec<(Choice, Item)>, (usize, bool)> = BTreeMap::new();
        for number in counts.near(lowered, linked) {
            let counted = match &asked.rules()[number] {
                Rule::Line(line) => of_line(line, lowered, linked),
                Rule::Pair(pair) => of_pair(pair, lowered, linked),
                Rule::Link(_) => None,
            };
            if let Some((set, is_odd)) = counted {
                sets.entry(set).or_insert((number, is_odd));
            }
        }
        if sets.len() < 2 {
            return None;
        }
        let root = sets.len() as u32;
        let mut ends: BTreeMap<(Choice, Item), Vec<u32>> = BTreeMap::new();
        for (number, set) in (0..).zip(sets.keys()) {
            for &strand in set {
                ends.entry(strand).or_default().push(number);
            }
        }
        let mut crossings = Self {
            link: linked.rule(),
            rules: sets.into_values().collect(),
            strands: Vec::new(),
            at: vec![Vec::new(); root as usize + 1],
        };
        for ((choice, tile), ends) in ends {
            let pairs: Vec<[u32; 2]> = match ends[..] {
                [one, other] => vec![[one, other]],
                _ => ends.iter().map(|&end| [end, root]).collect(),
            };
            for ends in pairs {
                let number = crossings.strands.len() as u32;
                for end in ends {
                    crossings.at[end as usize].push(number);
                }
                crossings.strands.push(Strand { choice, tile, ends });
            }
        }
        Some(crossings)
    }

    /// The number of the link's rule.
    pub(crate) fn link(&self) -> usize {
        self.link
    }

    /// The choices that an odd number of these rules counts, ascending.
    pub(crate) fn border(&self, rules: &[usize]) -> Vec<Choice> {
        let mut border: BTreeSet<Choice> = BTreeSet::new();
        for (at, (rule, _)) in self.rules.iter().enumerate() {
            if rules.contains(rule) {
                for &strand in &self.at[at] {
                    let choice = self.strands[strand as usize].choice;
                    if !border.remove(&choice) {
                        border.insert(choice);
                    }
                }
            }
        }
        border.into_iter().collect()
    }

    /// The number of these rules that count an odd number.
    pub(crate) fn odd(&self, rules: &[usize]) -> usize {
        let odd = self.rules.iter().filter(|&&(_, is_odd)| is_odd);
        odd.filter(|(rule, _)| rules.contains(rule)).count()
    }

    fn is_open(&self, board: &Board, strand: u32) -> bool {
        let choice = self.strands[strand as usize].choice;
        board.is_live(choice) && !board.is_picked(choice)
    }

    /// All that the crossings say by themselves on this board.
    pub(crate) fn look(&self, board: &Board, meter: &mut Meter) -> ControlFlow<(), Vec<Crossed>> {
        meter.spend(2 * self.strands.len() + 1)?;
        let mut walk = Walk::new(self, board);
        let root = self.rules.len() as u32;
        let mut said = Vec::new();
        for first in std::iter::once(root).chain(0..root) {
            if walk.number[first as usize] == 0 {
                let begun = walk.order.len();
                walk.over(first);
                let is_wrong = first != root && walk.is_odd[first as usize];
                if is_wrong {
                    said.push(self.crossed(board, &walk.order[begun..], None));
                }
            }
        }
        for &(strand, below) in &walk.bridges {
            let (number, end) = (walk.number[below as usize] - 1, walk.end[below as usize]);
            let side = &walk.order[number as usize..end as usize];
            let choice = self.strands[strand as usize].choice;
            let is_in = walk.is_odd[below as usize];
            said.push(self.crossed(board, side, Some((choice, is_in))));
        }
        ControlFlow::Continue(said)
    }

    fn crossed(&self, board: &Board, side: &[u32], last: Option<(Choice, bool)>) -> Crossed {
        let mut rules: Vec<usize> = side.iter().map(|&at| self.rules[at as usize].0).collect();
        rules.sort_unstable();
        let is_inside = |end: &u32| side.contains(end);
        let mut border = Vec::new();
        for &strand in side.iter().flat_map(|&at| &self.at[at as usize]) {
            let Strand { tile, ends, .. } = &self.strands[strand as usize];
            if !ends.iter().all(is_inside) && !self.is_open(board, strand) {
                border.push(*tile);
            }
        }
        border.sort_unstable();
        border.dedup();
        Crossed {
            rules,
            border,
            last,
        }
    }

    /// What is said, as a step.
    pub(crate) fn step(&self, board: &Board, crossed: &Crossed) -> Step {
        let reason = Reason::Parity {
            link: self.link,
            rules: crossed.rules.clone(),
            last: crossed.last.map(|(choice, _)| choice),
        };
        let premises = board.live_of(crossed.border.iter().copied());
        match crossed.last {
            Some((choice, true)) => Step::picks(reason, premises, vec![choice]),
            _ => Step::removes(reason, premises, crossed.gone(board)),
        }
    }
}

/// A walk over the crossings by open strands: the depth-first search for bridges, with the parity of what is below.
struct Walk<'c> {
    crossings: &'c Crossings,
    board: &'c Board,
    /// The number of a crossing in the order of the walk, or 0; the least that is reached from below it; and the end of those below.
    number: Vec<u32>,
    low: Vec<u32>,
    end: Vec<u32>,
    /// Whether an odd number of strands is still to go in, of this crossing and all below it.
    is_odd: Vec<bool>,
    order: Vec<u32>,
    /// Open strands that are bridges, and the crossing below.
    bridges: Vec<(u32, u32)>,
}

impl<'c> Walk<'c> {
    fn new(crossings: &'c Crossings, board: &'c Board) -> Self {
        let count = crossings.at.len();
        let mut is_odd: Vec<bool> = crossings.rules.iter().map(|&(_, is_odd)| is_odd).collect();
        is_odd.push(false);
        for strand in &crossings.strands {
            if board.is_picked(strand.choice) {
                for end in strand.ends {
                    is_odd[end as usize] ^= true;
                }
            }
        }
        Self {
            crossings,
            board,
            number: vec![0; count],
            low: vec![0; count],
            end: vec![0; count],
            is_odd,
            order: Vec::new(),
            bridges: Vec::new(),
        }
    }

    fn enter(&mut self, at: u32) {
        self.order.push(at);
        let number = self.order.len() as u32;
        (self.number[at as usize], self.low[at as usize]) = (number, number);
    }

    fn over(&mut self, first: u32) {
        /// No strand leads to the first.
        const NONE: u32 = u32::MAX;
        self.enter(first);
        let mut way = vec![(first, NONE, 0)];
        while let Some((at, by, next)) = way.pop() {
            let here = at as usize;
            let Some(&strand) = self.crossings.at[here].get(next) else {
                self.end[here] = self.order.len() as u32;
                if let Some(&(above, ..)) = way.last() {
                    let over = above as usize;
                    self.low[over] = self.low[over].min(self.low[here]);
                    if self.low[here] > self.number[over] {
                        self.bridges.push((by, at));
                    }
                    self.is_odd[over] ^= self.is_odd[here];
                }
                continue;
            };
            way.push((at, by, next + 1));
            if strand == by || !self.crossings.is_open(self.board, strand) {
                continue;
            }
            let ends = self.crossings.strands[strand as usize].ends;
            let to = ends[usize::from(ends[0] == at)];
            match self.number[to as usize] {
                0 => {
                    self.enter(to);
                    way.push((to, strand, 0));
                }
                number => self.low[here] = self.low[here].min(number),
            }
        }
    }
}

/// The choices of tiles that a rule counts, and whether their number is always odd.
type Counted = (Vec<(Choice, Item)>, bool);

/// Those of a tile that put a node of the link in by themselves.
fn strands_of(model: &Model, linked: &Linked, tile: Item) -> Vec<Choice> {
    let members = model.members(tile).iter().map(|&(choice, _)| choice);
    let strands = members.filter(|&choice| linked.node_of(choice).is_some());
    strands.collect()
}

fn of_line(line: &Line, model: &Model, linked: &Linked) -> Option<Counted> {
    if line.as_set || line.tiles.len() > MOST_PLACES {
        return None;
    }
    let mut counted: Vec<(Choice, Item)> = Vec::new();
    // The states that are reached, each with the parity of all ways there.
    let mut reached: BTreeMap<u32, bool> = BTreeMap::from([(0, false)]);
    for (place, &tile) in line.tiles.iter().enumerate() {
        let strand = match strands_of(model, linked, tile)[..] {
            [] => None,
            [choice] => Some(choice),
            _ => return None,
        };
        if let Some(choice) = strand {
            counted.push((choice, tile));
        }
        let mut after: BTreeMap<u32, bool> = BTreeMap::new();
        for (&state, &is_odd) in &reached {
            for (choice, letter) in model.read(line, place) {
                let Some(next) = line.language.step(state, letter as usize) else {
                    continue;
                };
                let is_odd = is_odd ^ (Some(choice) == strand);
                if *after.entry(next).or_insert(is_odd) != is_odd {
                    return None;
                }
            }
        }
        reached = after;
    }
    let mut ends = reached
        .iter()
        .filter(|(state, _)| line.language.is_end(**state));
    let (_, &is_odd) = ends.next()?;
    let is_one = ends.all(|(_, &other)| other == is_odd);
    crossing(counted, is_odd, linked).filter(|_| is_one)
}

fn of_pair(pair: &Pair, model: &Model, linked: &Linked) -> Option<Counted> {
    let tiles = [pair.from, pair.to];
    let strands = tiles.map(|tile| strands_of(model, linked, tile));
    let (&[one], &[other]) = (&strands[0][..], &strands[1][..]) else {
        return None;
    };
    let [from, to] = tiles.map(|tile| model.members(tile));
    let mut parity = None;
    for (i, &(a, _)) in from.iter().enumerate() {
        for (j, &(b, _)) in to.iter().enumerate() {
            let is_odd = (a == one) ^ (b == other);
            if pair.table.allows(i, j) && *parity.get_or_insert(is_odd) != is_odd {
                return None;
            }
        }
    }
    crossing(vec![(one, pair.from), (other, pair.to)], parity?, linked)
}

/// The counted choices, if they are all different and their nodes are next to each other.
fn crossing(mut counted: Vec<(Choice, Item)>, is_odd: bool, linked: &Linked) -> Option<Counted> {
    counted.sort_unstable();
    let are_several = counted.len() > 1 && counted.windows(2).all(|two| two[0].0 != two[1].0);
    let nodes: Option<Vec<u32>> = counted.iter().map(|&(c, _)| linked.node_of(c)).collect();
    let nodes = nodes?;
    let mut pairs = (0..nodes.len()).flat_map(|i| (0..i).map(move |j| (i, j)));
    let are_near = pairs.all(|(i, j)| linked.are_neighbours(nodes[i], nodes[j]));
    (are_several && are_near).then_some((counted, is_odd))
}
