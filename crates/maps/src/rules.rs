//! What a map must be like beyond its neighbours: counts, distances, runs, mirror images, links.
//!
//! A [`Rule`] is told to a [`Ground`] by [`Ground::demand`], and every way to fill it keeps it. Rules between two or a
//! few places (apart, run, mirror) are kept by the arcs, as those between neighbours are. Counts are kept by choosing the places of
//! rare kinds first, and by counting where kinds are common. Links are made at the end: a full map that falls
//! apart is filled anew where two parts are near each other. The exact stages know all rules as clauses, so their "there is none" is meant
//! with all rules.

use crate::ground::{Ground, Map};
use crate::kinds::{Kinds, SIDES, opposite};

/// What a map must be like beyond its neighbours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rule {
    /// So many places have one of these kinds.
    Count {
        /// The kinds that are counted together.
        kinds: Vec<usize>,
        /// The least number of places.
        least: usize,
        /// The largest number of places; `usize::MAX` for any.
        most: usize,
    },
    /// Two places with these kinds are at least so many steps apart, along rows and columns.
    Apart {
        /// The kinds that keep a distance from each other and from themselves.
        kinds: Vec<usize>,
        /// The least number of steps from one to the next: 1 allows neighbours.
        steps: usize,
    },
    /// Along a row or a column at most so many places one after the other have these kinds.
    Run {
        /// The kinds that are counted together.
        kinds: Vec<usize>,
        /// The longest run.
        most: usize,
    },
    /// The map is its own mirror image.
    Mirror {
        /// True if left and right are exchanged, false if it is top and bottom.
        is_across: bool,
        /// For each kind its mirror image, if the set has it. Kinds without one do not appear.
        images: Vec<Option<usize>>,
    },
    /// Places are linked: a road, a river, an area of some kinds. Neighbours are linked where each is open towards the
    /// other.
    Linked {
        /// For each kind the sides on which it is open: above, to the right, below, to the left. A kind that is open on no side is not part
        /// of it. For an area, its kinds are open on all sides.
        open: Vec<[bool; 4]>,
        /// Places, by row and column, that must be part of it and linked with each other.
        ends: Vec<(usize, usize)>,
        /// True if everything that is part of it must be linked; false if the ends alone must be.
        is_whole: bool,
    },
}

impl Rule {
    /// Panics unless the rule is about these kinds and places on that ground.
    pub(crate) fn check(&self, count: usize, ground: &Ground) {
        let known = match self {
            Self::Count { kinds, .. } | Self::Apart { kinds, .. } | Self::Run { kinds, .. } => {
                kinds.iter().all(|&kind| kind < count)
            }
            Self::Mirror { images, .. } => {
                images.len() == count && images.iter().flatten().all(|&kind| kind < count)
            }
            Self::Linked { open, ends, .. } => {
                let on_ground = |&(row, column): &(usize, usize)| {
                    row < ground.rows() && column < ground.columns()
                };
                open.len() == count && ends.iter().all(on_ground)
            }
        };
        assert!(known, "a rule about kinds or places that there are not");
    }

    /// The definition: a full map keeps the rule. Slow and obviously right.
    pub(crate) fn is_kept(&self, map: &Map, ground: &Ground) -> bool {
        let places =
            || (0..map.rows()).flat_map(|row| (0..map.columns()).map(move |column| (row, column)));
        let has = |kinds: &[usize], (row, column): (usize, usize)| {
            map.at(row, column)
                .is_some_and(|kind| kinds.contains(&kind))
        };
        match self {
            Self::Count { kinds, least, most } => {
                let count = places().filter(|&place| has(kinds, place)).count();
                (*least..=*most).contains(&count)
            }
            Self::Apart { kinds, steps } => {
                let found: Vec<(usize, usize)> =
                    places().filter(|&place| has(kinds, place)).collect();
                found.iter().enumerate().all(|(at, &one)| {
                    found[at + 1..]
                        .iter()
                        .all(|&other| ground.steps(one, other) >= *steps)
                })
            }
            Self::Run { kinds, most } => places().all(|(row, column)| {
                [(0, 1), (1, 0)].into_iter().all(|(down, across)| {
                    let run = (0..=*most)
                        .map(|step| ground.moved((row, column), down * step, across * step));
                    // Where the map ends, or comes back to its start, the run is not longer.
                    let run: Option<Vec<(usize, usize)>> = run.collect();
                    run.is_none_or(|run| !run.into_iter().all(|place| has(kinds, place)))
                })
            }),
            Self::Mirror { is_across, images } => places().all(|(row, column)| {
                let (r, c) = if *is_across {
                    (row, map.columns() - 1 - column)
                } else {
                    (map.rows() - 1 - row, column)
                };
                map.at(row, column)
                    .is_some_and(|kind| images[kind].is_some() && images[kind] == map.at(r, c))
            }),
            Self::Linked {
                open,
                ends,
                is_whole,
            } => {
                let parts = parts(map.kinds(), ground, open);
                let ends = ends
                    .iter()
                    .map(|&(row, column)| parts[ground.place(row, column)]);
                let part_of: Vec<Option<u32>> = if *is_whole {
                    ends.chain(parts.iter().copied().flatten().map(Some))
                        .collect()
                } else {
                    ends.collect()
                };
                part_of
                    .iter()
                    .all(|part| part.is_some() && *part == part_of[0])
            }
        }
    }
}

/// For each place the number of the linked part that it belongs to, if it has a kind that is open on a side. Parts are numbered in the order of
/// their first places.
pub(crate) fn parts(map: &[u16], ground: &Ground, open: &[[bool; SIDES]]) -> Vec<Option<u32>> {
    let is_part = |place: usize| is_open(map[place], open).contains(&true);
    let mut part = vec![None; map.len()];
    let mut next = 0;
    for start in 0..map.len() {
        if part[start].is_some() || !is_part(start) {
            continue;
        }
        part[start] = Some(next);
        let mut rest = vec![start];
        while let Some(place) = rest.pop() {
            for (side, other) in ground.neighbours(place).into_iter().enumerate() {
                let Some(other) = other.filter(|&other| part[other].is_none()) else {
                    continue;
                };
                if is_open(map[place], open)[side] && is_open(map[other], open)[opposite(side)] {
                    part[other] = Some(next);
                    rest.push(other);
                }
            }
        }
        next += 1;
    }
    part
}

/// The sides on which a kind is open; none for an open place.
pub(crate) fn is_open(kind: u16, open: &[[bool; SIDES]]) -> [bool; SIDES] {
    open.get(usize::from(kind)).copied().unwrap_or_default()
}

/// The rules that tie a place to a few others, ready for the arcs.
#[derive(Debug, Default)]
pub(crate) struct Ties {
    /// Kinds that keep a distance: the others, and the distance.
    pub(crate) apart: Vec<(Vec<u64>, usize)>,
    /// Kinds whose runs are limited: the others, and the longest run.
    pub(crate) runs: Vec<(Vec<u64>, usize)>,
    /// The place that mirrors each, and for each kind its image, or [`crate::OPEN`].
    pub(crate) mirrors: Vec<(bool, Vec<Option<usize>>)>,
}

impl Ties {
    pub(crate) fn new(kinds: &Kinds, rules: &[Rule]) -> Self {
        let mut ties = Self::default();
        let others = |known: &[usize]| kinds.set_of(|kind| !known.contains(&kind));
        for rule in rules {
            match rule {
                Rule::Apart { kinds, steps } if *steps > 1 => {
                    ties.apart.push((others(kinds), *steps));
                }
                Rule::Run { kinds, most } => ties.runs.push((others(kinds), *most)),
                Rule::Mirror { is_across, images } => {
                    ties.mirrors.push((*is_across, images.clone()));
                }
                Rule::Apart { .. } | Rule::Count { .. } | Rule::Linked { .. } => {}
            }
        }
        ties
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.apart.is_empty() && self.runs.is_empty() && self.mirrors.is_empty()
    }

    /// The places that a place is tied to.
    pub(crate) fn of(&self, ground: &Ground, place: usize) -> Vec<usize> {
        let mut tied = Vec::new();
        for &(_, steps) in &self.apart {
            tied.extend(ground.near(place, steps - 1));
        }
        for &(_, most) in &self.runs {
            for line in ground.lines_through(place, most + 1) {
                tied.extend(line.into_iter().filter(|&other| other != place));
            }
        }
        tied.extend(
            self.mirrors
                .iter()
                .map(|&(is_across, _)| ground.mirrored(place, is_across)),
        );
        tied.sort_unstable();
        tied.dedup();
        tied
    }
}
