//! The pieces of a link at the edge of a sweep.
//!
//! **Idea.** What is picked behind the edge matters to a link only by this: which nodes are in that have neighbours
//! ahead, and which of those hang together (the frontier method, known from Simpath). So each such node has a label in
//! the key: 0 if it is not in, or else the number of its piece. Pieces are numbered as they come, so equal states have
//! equal keys. A piece with no node left at the edge can never be joined to another: it is *closed*. Then nothing
//! else may be in, neither another piece nor a node ahead, and one bit of the key remembers that.
//!
//! A step of the sweep has a [`Stage`] for each link that it may change.

use super::nets::Net;
use super::notes::Mark;

/// More nodes at the edge than this are not swept: their states would be far too many. Twice as many labels fit a byte.
const MOST_NODES: usize = 120;
/// More labels than the nodes of a stage can have.
const LABELS: usize = 256;

/// What a net has at the edge between two steps.
#[derive(Clone, Copy, Debug)]
pub(super) struct Load {
    pub(super) nodes: u32,
    /// At most this many pieces: neighbours that are both in are of one.
    pub(super) pieces: u32,
}

impl Load {
    /// The bits of a label.
    pub(super) fn label_bits(loads: &[Self]) -> u32 {
        let most = loads.iter().map(|load| load.pieces).max().unwrap_or(0);
        32 - most.leading_zeros()
    }
}

/// When the nodes of a net are at the edge.
#[derive(Debug)]
pub(super) struct Spans {
    /// For each node the step at which it is first touched, and the last that needs to know it.
    pub(super) nodes: Vec<(u32, u32)>,
    /// The first of all steps, and the last.
    pub(super) first: u32,
    pub(super) last: u32,
}

impl Spans {
    /// `decided` has for each choice the step at which it is picked or not.
    pub(super) fn new(net: &Net, decided: &[u32]) -> Self {
        let own = net.nodes.iter().map(|choices| {
            let steps = choices.iter().map(|&choice| decided[choice as usize]);
            steps.clone().min().zip(steps.max())
        });
        let own: Vec<Option<(u32, u32)>> = own.collect();
        let of_all = own.iter().flatten();
        let first = of_all.clone().map(|steps| steps.0).min().unwrap_or(0);
        let last = of_all.map(|steps| steps.1).max().unwrap_or(0);
        let span = |node: usize| {
            let near = net.neighbours[node].iter();
            let near = near.filter_map(|&other| own[other as usize]);
            let death = near.clone().chain(own[node]).map(|steps| steps.1).max();
            // A node that is in from the start is touched when a neighbour is.
            let touched = own[node].map(|steps| steps.0);
            let birth = touched.or_else(|| near.map(|steps| steps.0).min());
            birth.zip(death).unwrap_or((first, first))
        };
        Self {
            nodes: (0..own.len()).map(span).collect(),
            first,
            last,
        }
    }

    /// Calls `each` with a step, the nodes at the edge before it, and those that are born at it, for all steps of the
    /// net. Both are in the order of their births. Returns false if they are too many somewhere.
    fn each_step(&self, mut each: impl FnMut(u32, &[u32], &[u32])) -> bool {
        let mut by_birth: Vec<u32> = (0..self.nodes.len() as u32).collect();
        by_birth.sort_by_key(|&node| self.nodes[node as usize].0);
        let mut coming = &by_birth[..];
        let mut at_edge: Vec<u32> = Vec::new();
        for step in self.first..=self.last {
            at_edge.retain(|&node| self.nodes[node as usize].1 >= step);
            let number = coming.partition_point(|&node| self.nodes[node as usize].0 <= step);
            let (born, later) = coming.split_at(number);
            if at_edge.len() + born.len() > MOST_NODES {
                return false;
            }
            each(step, &at_edge, born);
            at_edge.extend_from_slice(born);
            coming = later;
        }
        true
    }

    /// For each step from the first to the last, what is at the edge before it; `None` where that is too much.
    pub(super) fn loads(&self, net: &Net) -> Option<Vec<Load>> {
        let mut loads = Vec::new();
        // The step at which a node was paired with a neighbour: two that are both in are of one piece.
        let mut paired = vec![u32::MAX; self.nodes.len()];
        let is_swept = self.each_step(|step, before, _| {
            let is_here = |node: u32| {
                let (birth, death) = self.nodes[node as usize];
                birth < step && step <= death
            };
            let mut pieces = before.len();
            for &node in before {
                let mut free = net.neighbours[node as usize].iter().copied();
                if paired[node as usize] != step
                    && let Some(other) =
                        free.find(|&other| is_here(other) && paired[other as usize] != step)
                {
                    paired[node as usize] = step;
                    paired[other as usize] = step;
                    pieces -= 1;
                }
            }
            loads.push(Load {
                nodes: before.len() as u32,
                pieces: pieces as u32,
            });
        });
        is_swept.then_some(loads)
    }

    /// The stages of a net with their steps, those that change something. `decided` has the choices that are decided at
    /// each step, `closed` the bit of a closed piece.
    pub(super) fn stages(
        &self,
        net: &Net,
        decided: &[Vec<u32>],
        label: impl Fn(u32) -> Label,
        closed: (usize, u64),
    ) -> Vec<(u32, Stage)> {
        let mut put_by = vec![Vec::new(); decided.iter().flatten().count()];
        for (node, choices) in net.nodes.iter().enumerate() {
            for &choice in choices {
                put_by[choice as usize].push(node as u32);
            }
        }
        let last_sure = (self.nodes.iter().zip(&net.nodes))
            .filter(|(_, choices)| choices.is_empty())
            .map(|(span, _)| span.0);
        let last_sure = last_sure.max().unwrap_or(0);
        let mut place = vec![u8::MAX; self.nodes.len()];
        let mut stages = Vec::new();
        let is_swept = self.each_step(|step, before, born| {
            let here = || before.iter().chain(born).copied();
            let ends = |node: u32| self.nodes[node as usize].1 == step;
            let tries = &decided[step as usize];
            let puts = tries.iter().any(|&c| !put_by[c as usize].is_empty());
            if !puts && born.is_empty() && step < self.last && !here().any(ends) {
                return;
            }
            for (k, node) in here().enumerate() {
                place[node as usize] = k as u8;
            }
            let places = |nodes: &[u32]| -> Vec<u8> {
                let nodes = nodes.iter().map(|&node| place[node as usize]);
                nodes.filter(|&place| place != u8::MAX).collect()
            };
            let is_sure = |node: &u32| net.nodes[*node as usize].is_empty();
            let sure: Vec<u32> = born.iter().copied().filter(is_sure).collect();
            let stage = Stage {
                before: before.iter().map(|&node| label(node)).collect(),
                after: here()
                    .map(|node| (!ends(node)).then(|| label(node)))
                    .collect(),
                leaving: (before.iter().copied().filter(|&node| ends(node)))
                    .map(&label)
                    .collect(),
                near: Lists::new(here().map(|node| places(&net.neighbours[node as usize]))),
                puts: Lists::new(tries.iter().map(|&c| places(&put_by[c as usize]))),
                sure: places(&sure),
                was_closed: (closed.0, if step == self.first { 0 } else { closed.1 }),
                is_closed: (closed.0, if step == self.last { 0 } else { closed.1 }),
                is_sure_ahead: last_sure > step,
                must_have: step == self.last && !net.may_be_empty,
            };
            for node in here() {
                place[node as usize] = u8::MAX;
            }
            stages.push((step, stage));
        });
        debug_assert!(is_swept, "the bits of its labels were found before");
        stages
    }
}

/// The place of a label in a key.
#[derive(Clone, Copy, Debug)]
pub(super) struct Label {
    pub(super) word: u32,
    pub(super) shift: u32,
    pub(super) mask: u8,
}

impl Label {
    fn read(self, key: &[u64]) -> u8 {
        (key[self.word as usize] >> self.shift) as u8 & self.mask
    }

    fn write(self, key: &mut [u64], label: u8) {
        let word = &mut key[self.word as usize];
        *word = *word & !(u64::from(self.mask) << self.shift) | u64::from(label) << self.shift;
    }
}

/// What a step of a sweep means to one net. Nodes are named by their places: those at the edge come first, then those
/// that are born.
#[derive(Debug)]
pub(super) struct Stage {
    /// The labels of the nodes at the edge.
    before: Vec<Label>,
    /// The labels that the nodes have afterwards; none where a node leaves the edge.
    after: Vec<Option<Label>>,
    /// The labels of those at the edge that leave it.
    leaving: Vec<Label>,
    /// The neighbours of each node.
    near: Lists,
    /// The nodes that each try of the step puts in.
    puts: Lists,
    /// The nodes that are in from the start and born here.
    sure: Vec<u8>,
    /// The bit of a closed piece before the step: its word, and a mask that is empty at the first step of the net.
    was_closed: (usize, u64),
    /// That bit after the step, with an empty mask at the last step.
    is_closed: (usize, u64),
    /// Nodes that are in from the start come later.
    is_sure_ahead: bool,
    /// It is the last step, and something must be in.
    must_have: bool,
}

impl Stage {
    /// Writes the labels after a try of the step, or after none, into the next key. Returns false if what is in can no
    /// longer be one piece.
    pub(super) fn follow(&self, a_try: Option<usize>, key: &[u64], next: &mut [u64]) -> bool {
        let puts = a_try.map_or(&[][..], |a_try| self.puts.of(a_try));
        let (word, bit) = self.was_closed;
        if key[word] & bit != 0 {
            return puts.is_empty() && self.sure.is_empty();
        }
        let stays = puts.is_empty() && self.sure.is_empty() && !self.must_have;
        if stays && self.leaving.iter().all(|label| label.read(key) == 0) {
            return true;
        }
        let mut labels = [0u8; LABELS];
        let labels = &mut labels[..self.after.len()];
        for (label, place) in labels.iter_mut().zip(&self.before) {
            *label = place.read(key);
        }
        let mut fresh = labels.len() as u8 + 1;
        for &node in self.sure.iter().chain(puts) {
            if labels[node as usize] == 0 {
                labels[node as usize] = fresh;
                fresh += 1;
                self.join(node, labels);
            }
        }
        self.number(labels, next)
    }

    /// Joins a node that has come in to its neighbours.
    fn join(&self, node: u8, labels: &mut [u8]) {
        let own = labels[node as usize];
        for &other in self.near.of(node as usize) {
            let joined = labels[other as usize];
            if joined != 0 && joined != own {
                for label in &mut *labels {
                    if *label == joined {
                        *label = own;
                    }
                }
            }
        }
    }

    /// Numbers the pieces that are still at the edge, and closes the one that no longer is.
    fn number(&self, labels: &[u8], next: &mut [u64]) -> bool {
        let mut numbers = [0u8; LABELS];
        let mut pieces = 0;
        for (&label, place) in labels.iter().zip(&self.after) {
            let Some(place) = place else { continue };
            if label == 0 {
                place.write(next, 0);
                continue;
            }
            let number = &mut numbers[label as usize];
            if *number == 0 {
                pieces += 1;
                *number = pieces;
            }
            place.write(next, *number);
        }
        let ended = labels.iter().zip(&self.after);
        let mut ended = ended.filter(|(label, _)| **label != 0 && numbers[**label as usize] == 0);
        let Some((first, _)) = ended.next() else {
            return pieces > 0 || !self.must_have;
        };
        let (word, bit) = self.is_closed;
        next[word] |= bit;
        pieces == 0 && !self.is_sure_ahead && ended.all(|(label, _)| label == first)
    }

    /// The bytes that it takes.
    pub(super) fn bytes(&self) -> u64 {
        let labels = self.before.len() + self.after.len() + self.leaving.len();
        let lists = self.near.bytes() + self.puts.bytes() + self.sure.len();
        (size_of::<Self>() + labels * size_of::<Option<Label>>() + lists) as u64
    }

    /// Adds it to a mark.
    pub(super) fn add_to(&self, mark: &mut Mark) {
        let labels = self.before.iter().copied().map(Some);
        for label in labels.chain(self.after.iter().copied()) {
            mark.add(label.map_or(0, |label| {
                1 + u64::from(label.mask)
                    + (u64::from(label.shift) << 8)
                    + (u64::from(label.word) << 16)
            }));
        }
        self.near.add_to(mark);
        self.puts.add_to(mark);
        mark.add(u64::from(self.must_have) + 2 * u64::from(self.is_sure_ahead));
        for (word, bit) in [self.was_closed, self.is_closed] {
            mark.add(word as u64);
            mark.add(bit);
        }
    }
}

/// Lists of nodes, one after the other.
#[derive(Debug)]
struct Lists {
    starts: Vec<u32>,
    nodes: Vec<u8>,
}

impl Lists {
    fn new(lists: impl Iterator<Item = Vec<u8>>) -> Self {
        let (mut starts, mut nodes) = (vec![0], Vec::new());
        for list in lists {
            nodes.extend(list);
            starts.push(nodes.len() as u32);
        }
        Self { starts, nodes }
    }

    fn of(&self, number: usize) -> &[u8] {
        &self.nodes[self.starts[number] as usize..self.starts[number + 1] as usize]
    }

    fn bytes(&self) -> usize {
        4 * self.starts.len() + self.nodes.len()
    }

    fn add_to(&self, mark: &mut Mark) {
        for &start in &self.starts {
            mark.add(start.into());
        }
        for &node in &self.nodes {
            mark.add(node.into());
        }
    }
}
