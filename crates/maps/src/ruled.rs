//! Rules as clauses: those of a few places and counts at once, links as **cuts** when a filling falls apart.
//!
//! A count has a variable for each "at least so many of the first so many places". A cut says of a loose part: it is not there, or the
//! main part is not, or it is open on one of the sides where it ends now. Every map that is linked satisfies it, so a
//! search that adds cuts until a filling is linked, or there is none, is complete.

use crate::arcs::Arcs;
use crate::exact::Clauses;
use crate::ground::Ground;
use crate::kinds::{OPEN, SIDES, holds, opposite};
use crate::rules::{Rule, Ties, is_open, parts};
use batsat::Lit;
use std::borrow::Cow;

/// A window to fill exactly, beside what stands around it.
pub(crate) struct Task<'t> {
    /// The places, in the order of the scan.
    pub(crate) places: Cow<'t, [usize]>,
    /// The map, with all places of the window open.
    pub(crate) map: Cow<'t, [u16]>,
    /// How many places of the window have a kind of a set: at least and at most.
    pub(crate) counts: Vec<(Vec<u64>, usize, usize)>,
    /// What must be linked; none while the map is not full.
    pub(crate) nets: Vec<Net<'t>>,
}

/// Something that must be linked.
pub(crate) struct Net<'t> {
    pub(crate) open: &'t [[bool; SIDES]],
    pub(crate) ends: Vec<usize>,
    pub(crate) is_whole: bool,
    /// So many parts are few enough.
    pub(crate) most_parts: usize,
}

/// A part of a clause that is a cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Term {
    /// This place is not part of the net.
    Without(usize),
    /// This place is open on that side.
    Open(usize, usize),
}

impl<'t> Net<'t> {
    /// The nets that a ground demands.
    pub(crate) fn of(ground: &'t Ground) -> Vec<Self> {
        let net = |rule: &'t Rule| match rule {
            Rule::Linked {
                open,
                ends,
                is_whole,
            } => Some(Self {
                open,
                ends: ends
                    .iter()
                    .map(|&(row, column)| ground.place(row, column))
                    .collect(),
                is_whole: *is_whole,
                most_parts: 1,
            }),
            _ => None,
        };
        ground.rules().iter().filter_map(net).collect()
    }

    /// For each place its part, and the parts that must be one.
    pub(crate) fn wanted(&self, map: &[u16], ground: &Ground) -> (Vec<Option<u32>>, Vec<u32>) {
        let part_of = parts(map, ground, self.open);
        let mut wanted: Vec<u32> = if self.is_whole {
            part_of.iter().copied().flatten().collect()
        } else {
            self.ends.iter().filter_map(|&end| part_of[end]).collect()
        };
        wanted.sort_unstable();
        wanted.dedup();
        (part_of, wanted)
    }

    /// Whether all that must be linked is.
    pub(crate) fn is_linked(&self, map: &[u16], ground: &Ground) -> bool {
        self.wanted(map, ground).1.len() <= 1
    }

    /// The cuts that a full map breaks, if it has too many parts; those that no place of the window can mend are left out.
    pub(crate) fn cuts(
        &self,
        map: &[u16],
        ground: &Ground,
        is_inside: &[bool],
        may_open: &[[bool; SIDES]],
    ) -> Vec<Vec<Term>> {
        let (part_of, wanted) = self.wanted(map, ground);
        if wanted.len() <= self.most_parts {
            return Vec::new();
        }
        let mut places: Vec<Vec<usize>> = vec![Vec::new(); wanted.len()];
        for (place, part) in part_of.iter().enumerate() {
            if let Some(at) = part.and_then(|part| wanted.binary_search(&part).ok()) {
                places[at].push(place);
            }
        }
        let is_near = |&place: &usize| {
            is_inside[place]
                || ground
                    .neighbours(place)
                    .into_iter()
                    .flatten()
                    .any(|other| is_inside[other])
        };
        let mut near: Vec<&Vec<usize>> = places
            .iter()
            .filter(|places| places.iter().any(is_near))
            .collect();
        near.sort_by_key(|places| std::cmp::Reverse(places.len()));
        let Some((main, others)) = near.split_first() else {
            return Vec::new();
        };
        let goal = main;
        let main = self.representatives(main, is_inside, 1)[0];
        let mut cuts = Vec::new();
        for part in others {
            let leads = leads_to(goal, part, ground, may_open);
            let ways = self.ways_out(part, map, ground, is_inside, &leads);
            for one in self.representatives(part, is_inside, 4) {
                let mut cut = ways.clone();
                cut.extend([one, main].map(Term::Without));
                cuts.push(cut);
            }
        }
        cuts
    }

    /// Places that stand for a part: one that is part of it for sure, or some of it.
    fn representatives(&self, part: &[usize], is_inside: &[bool], most: usize) -> Vec<usize> {
        let is_sure = |place: &&usize| !is_inside[**place] || self.ends.contains(place);
        if let Some(&sure) = part.iter().find(is_sure) {
            return vec![sure];
        }
        let step = part.len().div_ceil(most);
        part.iter().copied().step_by(step).collect()
    }

    /// The sides where a part ends and might go on to a place that leads further.
    fn ways_out(
        &self,
        part: &[usize],
        map: &[u16],
        ground: &Ground,
        is_inside: &[bool],
        leads: &[bool],
    ) -> Vec<Term> {
        let mut ways = Vec::new();
        for &place in part {
            for (side, other) in ground.neighbours(place).into_iter().enumerate() {
                let Some(other) = other.filter(|&other| leads[other]) else {
                    continue;
                };
                let is_way = is_open(map[place], self.open)[side];
                let would_meet = is_open(map[other], self.open)[opposite(side)];
                if is_way && would_meet {
                    continue;
                }
                // What is not open now is what would have to be.
                if !is_way && is_inside[place] && (would_meet || is_inside[other]) {
                    ways.push(Term::Open(place, side));
                } else if is_way && !would_meet && is_inside[other] {
                    ways.push(Term::Open(other, opposite(side)));
                }
            }
        }
        ways
    }
}

/// The places from which a way may lead to a goal without a part. A way from the part to the goal leaves it for the last time to one of
/// these.
fn leads_to(
    goal: &[usize],
    part: &[usize],
    ground: &Ground,
    may_open: &[[bool; SIDES]],
) -> Vec<bool> {
    let mut is_seen = vec![false; may_open.len()];
    for &place in part.iter().chain(goal) {
        is_seen[place] = true;
    }
    let mut rest = goal.to_vec();
    while let Some(place) = rest.pop() {
        for (side, other) in ground.neighbours(place).into_iter().enumerate() {
            let Some(other) = other.filter(|&other| !is_seen[other]) else {
                continue;
            };
            if may_open[place][side] && may_open[other][opposite(side)] {
                is_seen[other] = true;
                rest.push(other);
            }
        }
    }
    for &place in part {
        is_seen[place] = false;
    }
    is_seen
}

/// When something is so.
#[derive(Clone, Copy, Debug)]
enum Said {
    Always,
    Never,
    If(Lit),
}

impl Clauses {
    /// Adds what the rules demand of the window; cuts come later.
    pub(crate) fn add_rules(&mut self, arcs: &Arcs, task: &Task) {
        let ties = Ties::new(arcs.kinds, arcs.ground.rules());
        for (is_across, images) in &ties.mirrors {
            self.add_mirror(arcs, task, *is_across, images);
        }
        for (others, steps) in &ties.apart {
            for &place in task.places.iter() {
                let near = arcs.ground.near(place, steps - 1);
                for other in near.into_iter().filter(|&other| other > place) {
                    self.add_some(arcs, task, &[place, other], others);
                }
            }
        }
        for (others, most) in &ties.runs {
            for &place in task.places.iter() {
                for line in arcs.ground.lines_through(place, most + 1) {
                    self.add_some(arcs, task, &line, others);
                }
            }
        }
        for (set, least, most) in &task.counts {
            self.add_count(arcs, task, set, *least, *most);
        }
    }

    fn add_mirror(&mut self, arcs: &Arcs, task: &Task, is_across: bool, images: &[Option<usize>]) {
        for &place in task.places.iter() {
            let other = arcs.ground.mirrored(place, is_across);
            let (Some(&here), Some(&there)) = (self.index.get(&place), self.index.get(&other))
            else {
                continue;
            };
            for (kind, var) in self.cells[here].clone() {
                let mut clause = vec![Lit::new(var, false)];
                let image = self.cells[there]
                    .iter()
                    .find(|(it, _)| images[usize::from(kind)] == Some(usize::from(*it)));
                clause.extend(image.map(|&(_, var)| Lit::new(var, true)));
                self.add(&clause);
            }
        }
    }

    /// One of these places has a kind of a set. Places that are open outside of the window may have.
    fn add_some(&mut self, arcs: &Arcs, task: &Task, places: &[usize], set: &[u64]) {
        let mut clause = Vec::new();
        for &place in places {
            match self.says(arcs, &task.map, place, set) {
                Said::Always => return,
                Said::Never => {}
                Said::If(lit) => clause.push(lit),
            }
        }
        self.add(&clause);
    }

    /// When a place has a kind of a set.
    fn says(&mut self, arcs: &Arcs, map: &[u16], place: usize, set: &[u64]) -> Said {
        let Some(&at) = self.index.get(&place) else {
            let kind = map[place];
            return match kind {
                OPEN if arcs
                    .set(place)
                    .iter()
                    .zip(set)
                    .any(|(here, set)| here & set != 0) =>
                {
                    Said::Always
                }
                kind if kind != OPEN && holds(set, usize::from(kind)) => Said::Always,
                _ => Said::Never,
            };
        };
        let group: Vec<_> = self.cells[at]
            .iter()
            .copied()
            .filter(|&(kind, _)| holds(set, usize::from(kind)))
            .collect();
        if group.is_empty() {
            return Said::Never;
        }
        if group.len() == self.cells[at].len() {
            return Said::Always;
        }
        let key = (place, set.to_vec());
        if let Some(&known) = self.sayings.get(&key) {
            return Said::If(known);
        }
        let lit = self.class(&group);
        self.sayings.insert(key, lit);
        Said::If(lit)
    }

    /// So many places of the window have a kind of a set.
    fn add_count(&mut self, arcs: &Arcs, task: &Task, set: &[u64], least: usize, most: usize) {
        let mut sure = 0;
        let mut lits = Vec::new();
        for &place in task.places.iter() {
            match self.says(arcs, &task.map, place, set) {
                Said::Always => sure += 1,
                Said::Never => {}
                Said::If(lit) => lits.push(lit),
            }
        }
        let least = least.saturating_sub(sure);
        if most < sure || least > lits.len() {
            self.add(&[]);
            return;
        }
        let most = most - sure;
        let is_capped = most < lits.len();
        if least == 0 && !is_capped {
            return;
        }
        let width = if is_capped {
            least.max(most + 1)
        } else {
            least
        };
        // For each number from 1 on: at least that many of the places so far.
        let mut so_far: Vec<Lit> = Vec::new();
        for (at, &lit) in lits.iter().enumerate() {
            if self.is_too_large() {
                return;
            }
            let mut next = Vec::with_capacity(width.min(at + 1));
            for number in 0..width.min(at + 1) {
                let this = Lit::new(self.following(), true);
                let same = so_far.get(number).copied();
                let fewer = number.checked_sub(1).map(|fewer| so_far[fewer]);
                // Upwards: it was so, or it was one fewer and this is one more.
                if let Some(same) = same {
                    self.add(&[!same, this]);
                }
                let mut up = vec![!lit, this];
                up.extend(fewer.map(|fewer| !fewer));
                self.add(&up);
                // Downwards: if it is so, it was so, or this is one more, and it was one fewer.
                let mut down = vec![!this, lit];
                down.extend(same);
                self.add(&down);
                if let Some(fewer) = fewer {
                    let mut down = vec![!this, fewer];
                    down.extend(same);
                    self.add(&down);
                }
                next.push(this);
            }
            so_far = next;
        }
        if least > 0 {
            let enough = so_far[least - 1];
            self.add(&[enough]);
        }
        if is_capped {
            let too_many = so_far[most];
            self.add(&[!too_many]);
        }
    }

    /// Adds the cuts that a filling breaks; whether there were any.
    pub(crate) fn add_cuts(&mut self, arcs: &Arcs, task: &Task, kinds: &[u16]) -> bool {
        let mut map = task.map.to_vec();
        let mut is_inside = vec![false; map.len()];
        for (&place, &kind) in task.places.iter().zip(kinds) {
            map[place] = kind;
            is_inside[place] = true;
        }
        let mut is_broken = false;
        for net in &task.nets {
            let may_open: Vec<[bool; SIDES]> = (0..map.len())
                .map(|place| {
                    let Some(&at) = self.index.get(&place) else {
                        return is_open(map[place], net.open);
                    };
                    let kinds = self.cells[at].iter();
                    kinds.fold([false; SIDES], |may, &(kind, _)| {
                        let open = is_open(kind, net.open);
                        std::array::from_fn(|side| may[side] || open[side])
                    })
                })
                .collect();
            for cut in net.cuts(&map, arcs.ground, &is_inside, &may_open) {
                is_broken = true;
                self.add_cut(arcs, task, net, &cut);
            }
        }
        is_broken
    }

    fn add_cut(&mut self, arcs: &Arcs, task: &Task, net: &Net, cut: &[Term]) {
        let mut clause = Vec::new();
        for &term in cut {
            let (place, set) = match term {
                Term::Without(place) => {
                    let set = arcs.kinds.set_of(|kind| !net.open[kind].contains(&true));
                    (place, set)
                }
                Term::Open(place, side) => (place, arcs.kinds.set_of(|kind| net.open[kind][side])),
            };
            match self.says(arcs, &task.map, place, &set) {
                Said::Always => return,
                Said::Never => {}
                Said::If(lit) => clause.push(lit),
            }
        }
        clause.sort_unstable();
        clause.dedup();
        self.add(&clause);
    }

    fn is_too_large(&self) -> bool {
        self.literals > crate::exact::MOST_LITERALS
    }
}
