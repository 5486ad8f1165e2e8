//! The consequences of the clues, and the uniqueness of the rest.
//!
//! Every clue has a list of rectangles that it may have. Three rules take some away, until none of
//! them does any more:
//!
//! - a cell that all rectangles of a clue cover, no other clue covers;
//! - a cell that one clue alone can reach is that clue's;
//! - a clue with one rectangle left has it (which the two above say as well).
//!
//! Clues that have several rectangles left fall in clusters that share no cell. Each is a small
//! model of its own for an engine: the puzzle has one solution just where all clusters have.

use super::cut::Rect;
use crate::patience::Patience;
use crate::patience::RATING_WORK;
use crate::rate::HARDEST_LOGIC;
use tilewright_engines::{Ask, Budget, End, Engine, dance::Dance, solutions};
use tilewright_logic::{self as logic, Logic};
use tilewright_model::{Demand, Model, ModelBuilder};

/// Nodes that a cluster may take: if they do not do, it is changed.
const NODES: u64 = 20_000;

/// A clue: its cell and its area.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    pub(super) row: u32,
    pub(super) column: u32,
    pub(super) area: u32,
}

/// The rectangles that clues may have.
#[derive(Debug)]
pub(super) struct Field {
    width: u32,
    rects: Vec<Rect>,
    /// For each rectangle its clue.
    owner: Vec<u32>,
    /// Clue *k* has the rectangles from `start[k]` to `start[k + 1]`.
    start: Vec<u32>,
    is_live: Vec<bool>,
    /// For each clue how many are left.
    left: Vec<u32>,
    /// For each cell the rectangles that cover it, one list after the other.
    cover_start: Vec<u32>,
    cover: Vec<u32>,
    /// Clues and, after them, cells that are to be looked at again.
    waiting: Vec<u32>,
    is_waiting: Vec<bool>,
}

/// The verdict about a cluster.
#[derive(Debug)]
pub(super) enum Verdict {
    /// It has one solution, as meant.
    One,
    /// It has another, in which these clues have those rectangles.
    Two(Vec<(u32, Rect)>),
    /// It has one, but logic does not find it, or the search for another took too long.
    Unclear,
}

impl Field {
    /// The rectangles of these clues on a grid, and the consequences.
    pub(super) fn new(width: u32, height: u32, marks: &[Mark]) -> Self {
        let sums = Sums::new(width, height, marks);
        let (mut rects, mut owner, mut start) = (Vec::new(), Vec::new(), vec![0]);
        for (number, mark) in (0u32..).zip(marks) {
            each_rect(width, height, *mark, |rect| {
                if sums.within(rect) == 1 {
                    rects.push(rect);
                    owner.push(number);
                }
            });
            start.push(rects.len() as u32);
        }
        let (cover_start, cover) = covering(width, height, &rects);
        let waits = marks.len() + (width * height) as usize;
        let mut field = Self {
            width,
            owner,
            is_live: vec![true; rects.len()],
            left: start.windows(2).map(|ends| ends[1] - ends[0]).collect(),
            start,
            rects,
            cover_start,
            cover,
            waiting: (0..waits as u32).rev().collect(),
            is_waiting: vec![true; waits],
        };
        field.settle();
        field
    }

    fn clues(&self) -> usize {
        self.left.len()
    }

    fn covering(&self, cell: u32) -> std::ops::Range<usize> {
        let cell = cell as usize;
        self.cover_start[cell] as usize..self.cover_start[cell + 1] as usize
    }

    /// The rectangles that a clue has left.
    fn live(&self, clue: u32) -> impl Iterator<Item = u32> + '_ {
        let all = self.start[clue as usize]..self.start[clue as usize + 1];
        all.filter(|&rect| self.is_live[rect as usize])
    }

    fn settle(&mut self) {
        while let Some(next) = self.waiting.pop() {
            self.is_waiting[next as usize] = false;
            match (next as usize).checked_sub(self.clues()) {
                None => self.keep_others_off(next),
                Some(cell) => self.reach(cell as u32),
            }
        }
    }

    /// Removes the rectangles of other clues from the cells that all rectangles of a clue cover.
    fn keep_others_off(&mut self, clue: u32) {
        let live = self.live(clue).map(|rect| self.rects[rect as usize]);
        let common = live.reduce(|a, b| Rect {
            top: a.top.max(b.top),
            left: a.left.max(b.left),
            bottom: a.bottom.min(b.bottom),
            right: a.right.min(b.right),
        });
        let Some(common) = common else {
            return;
        };
        for cell in common.cells(self.width) {
            for k in self.covering(cell) {
                let rect = self.cover[k];
                if self.owner[rect as usize] != clue {
                    self.strike(rect);
                }
            }
        }
    }

    /// A cell that one clue alone can reach is that clue's.
    fn reach(&mut self, cell: u32) {
        let mut clue = None;
        for k in self.covering(cell) {
            let rect = self.cover[k] as usize;
            if !self.is_live[rect] {
                continue;
            }
            if clue.is_some_and(|clue| clue != self.owner[rect]) {
                return;
            }
            clue = Some(self.owner[rect]);
        }
        let Some(clue) = clue else {
            return;
        };
        let (row, column) = (cell / self.width, cell % self.width);
        for rect in self.start[clue as usize]..self.start[clue as usize + 1] {
            if !self.rects[rect as usize].holds(row, column) {
                self.strike(rect);
            }
        }
    }

    fn strike(&mut self, rect: u32) {
        if !std::mem::replace(&mut self.is_live[rect as usize], false) {
            return;
        }
        let clue = self.owner[rect as usize];
        self.left[clue as usize] -= 1;
        self.wait(clue);
        let clues = self.clues() as u32;
        for cell in self.rects[rect as usize].cells(self.width) {
            self.wait(clues + cell);
        }
    }

    fn wait(&mut self, what: u32) {
        if !std::mem::replace(&mut self.is_waiting[what as usize], true) {
            self.waiting.push(what);
        }
    }

    /// The clues that have several rectangles left, in clusters that share no cell.
    pub(super) fn clusters(&self) -> Vec<Vec<u32>> {
        let mut clusters = Vec::new();
        let mut is_seen = vec![false; self.clues()];
        for first in 0..self.clues() as u32 {
            if self.left[first as usize] < 2 || is_seen[first as usize] {
                continue;
            }
            is_seen[first as usize] = true;
            let mut cluster = vec![first];
            let mut next = 0;
            while let Some(&clue) = cluster.get(next) {
                next += 1;
                for rect in self.live(clue) {
                    for cell in self.rects[rect as usize].cells(self.width) {
                        for k in self.covering(cell) {
                            let other = self.cover[k] as usize;
                            let owner = self.owner[other];
                            let is_new = self.is_live[other] && !is_seen[owner as usize];
                            if is_new && self.left[owner as usize] > 1 {
                                is_seen[owner as usize] = true;
                                cluster.push(owner);
                            }
                        }
                    }
                }
            }
            clusters.push(cluster);
        }
        clusters
    }

    /// Returns true if a cluster has one solution alone, the one in which each clue has its intended rectangle; and
    /// if logic finds it, if that is wanted.
    pub(super) fn judge(
        &self,
        cluster: &[u32],
        meant: impl Fn(u32) -> Rect,
        no_search: bool,
        budget: &Budget,
    ) -> Verdict {
        let mut choices: Vec<u32> = cluster.iter().flat_map(|&clue| self.live(clue)).collect();
        choices.sort_unstable();
        let model = self.model(cluster, &choices);
        let Ok(mut search) = Dance.prepare(&model, budget) else {
            return Verdict::Unclear;
        };
        let ask = Ask::default().limit(2).budget(budget.search(NODES));
        let mut found = solutions(&mut *search, &ask);
        for solution in found.by_ref() {
            let rects = solution.iter().map(|choice| choices[choice.index()]);
            let pairs = rects.map(|k| (self.owner[k as usize], self.rects[k as usize]));
            let others: Vec<(u32, Rect)> =
                pairs.filter(|&(clue, rect)| rect != meant(clue)).collect();
            if !others.is_empty() {
                return Verdict::Two(others);
            }
        }
        if found.end() != Some(End::Complete) {
            return Verdict::Unclear;
        }
        drop(found);
        if no_search && !is_logical(&model, budget) {
            return Verdict::Unclear;
        }
        Verdict::One
    }

    /// The model of a cluster: a tile for each clue and an item for each cell.
    fn model(&self, cluster: &[u32], choices: &[u32]) -> Model {
        let place = |rect: u32| choices.partition_point(|&known| known < rect) as u32;
        let mut builder = ModelBuilder::new(choices.len() as u32);
        for &clue in cluster {
            let own: Vec<u32> = self.live(clue).map(place).collect();
            builder.tile(&own).expect("each is listed once");
        }
        let cells = choices
            .iter()
            .flat_map(|&rect| self.rects[rect as usize].cells(self.width));
        let mut cells: Vec<u32> = cells.collect();
        cells.sort_unstable();
        cells.dedup();
        for cell in cells {
            let covering = self.covering(cell).map(|k| self.cover[k]);
            let live = covering.filter(|&rect| self.is_live[rect as usize]);
            let members: Vec<u32> = live.map(place).collect();
            let item = builder.item(Demand::ExactlyOne, &members);
            item.expect("a rectangle covers a cell once");
        }
        builder.build().expect("every rectangle has its clue")
    }
}

/// Returns true if logic without forcing solves a model.
fn is_logical(model: &Model, budget: &Budget) -> bool {
    let settings = logic::Settings {
        hardest: HARDEST_LOGIC,
        ..logic::Settings::default()
    };
    let Ok(logic) = Logic::new(model, budget) else {
        return false;
    };
    let explanation = logic
        .board(&[])
        .explain_with(&settings, &budget.for_work(RATING_WORK));
    matches!(explanation.end, logic::Ending::Solved { .. })
}

/// Calls `visit` with each rectangle of a clue's area around it, other clues or not.
fn each_rect(width: u32, height: u32, mark: Mark, mut visit: impl FnMut(Rect)) {
    for high in (1..=mark.area.min(height)).filter(|high| mark.area.is_multiple_of(*high)) {
        let wide = mark.area / high;
        if wide > width {
            continue;
        }
        let tops = (mark.row + 1).saturating_sub(high)..=mark.row.min(height - high);
        for top in tops {
            let lefts = (mark.column + 1).saturating_sub(wide)..=mark.column.min(width - wide);
            for left in lefts {
                visit(Rect {
                    top,
                    left,
                    bottom: top + high - 1,
                    right: left + wide - 1,
                });
            }
        }
    }
}

/// For each cell the rectangles that cover it, one list after the other.
fn covering(width: u32, height: u32, rects: &[Rect]) -> (Vec<u32>, Vec<u32>) {
    let mut start = vec![0u32; (width * height) as usize + 1];
    for cell in rects.iter().flat_map(|rect| rect.cells(width)) {
        start[cell as usize + 1] += 1;
    }
    for cell in 1..start.len() {
        start[cell] += start[cell - 1];
    }
    let mut next = start.clone();
    let mut cover = vec![0; *start.last().expect("one more than cells") as usize];
    for (number, rect) in (0u32..).zip(rects) {
        for cell in rect.cells(width) {
            cover[next[cell as usize] as usize] = number;
            next[cell as usize] += 1;
        }
    }
    (start, cover)
}

/// The number of clues above and to the left of each corner.
struct Sums {
    width: usize,
    before: Vec<u32>,
}

impl Sums {
    fn new(width: u32, height: u32, marks: &[Mark]) -> Self {
        let width = width as usize + 1;
        let mut before = vec![0; width * (height as usize + 1)];
        for mark in marks {
            before[(mark.row as usize + 1) * width + mark.column as usize + 1] = 1;
        }
        for at in 0..before.len() {
            let left = if at % width > 0 { before[at - 1] } else { 0 };
            let above = if at >= width { before[at - width] } else { 0 };
            let both = if at >= width && at % width > 0 {
                before[at - width - 1]
            } else {
                0
            };
            before[at] = before[at] + left + above - both;
        }
        Self { width, before }
    }

    fn within(&self, rect: Rect) -> u32 {
        let at = |row: u32, column: u32| self.before[row as usize * self.width + column as usize];
        let (bottom, right) = (rect.bottom + 1, rect.right + 1);
        at(bottom, right) + at(rect.top, rect.left) - at(rect.top, right) - at(bottom, rect.left)
    }
}
